//! A player's position as a page holds it: the shape of the board, digits by value, marks as
//! bits.
//!
//! A page may send anything, so everything is checked on the way in: a record that comes out
//! has one entry per cell in each list, and its digits are on the board.

use ninefold::format::{Progress, Record};
use ninefold::logic;
use ninefold::{Alphabet, Board, Cell, Digit, DigitSet, Geometry, HouseKind, Puzzle, Variant};
use serde::{Deserialize, Serialize};

/// The largest board that a position can be on: marks are bits of 32, and every board that is
/// drawn must be one that can be explained.
pub const LARGEST: usize = 25;

const _: () = assert!(LARGEST <= logic::Position::MAX_SIZE && LARGEST <= u32::BITS as usize);

/// The shape of a board.
#[derive(Clone, Serialize, Deserialize)]
pub struct ShapeObject {
    size: usize,
    #[serde(rename = "box")]
    boxes: Option<[usize; 2]>,
    regions: Option<Vec<usize>>,
    variants: Vec<String>,
    houses: Vec<HouseObject>,
    symbols: Vec<String>,
}

/// One of its houses.
#[derive(Clone, Serialize, Deserialize)]
pub struct HouseObject {
    name: String,
    kind: String,
    cells: Vec<usize>,
}

/// A player's position, as the page holds it.
#[derive(Clone, Serialize, Deserialize)]
pub struct PositionObject {
    /// The board.
    pub shape: ShapeObject,
    /// The name of the puzzle.
    pub title: Option<String>,
    /// The digits given, 0 for none.
    pub givens: Vec<usize>,
    /// The player's own digits, 0 for none.
    pub entries: Vec<usize>,
    /// The player's own marks, if any were made.
    pub marks: Option<Vec<u32>>,
    /// What the puzzle itself allows in each cell, where it is stated by pencil marks.
    #[serde(default)]
    pub limits: Option<Vec<u32>>,
}

impl ShapeObject {
    fn of(geometry: &Geometry, alphabet: Alphabet) -> ShapeObject {
        let house = |house| HouseObject {
            name: geometry.house_name(house),
            kind: match geometry.kind(house) {
                HouseKind::Row => "row",
                HouseKind::Column => "column",
                HouseKind::Box => "box",
                HouseKind::Region => "region",
                _ => "extra",
            }
            .to_owned(),
            cells: geometry.cells_of(house).iter().map(|c| c.index()).collect(),
        };
        // Rows and columns come first, then boxes or regions.
        let first = 2 * geometry.size();
        let region = |cell| geometry.region_of(cell).map(|house| house.index() - first);
        ShapeObject {
            size: geometry.size(),
            boxes: geometry.boxes().map(|shape| [shape.rows, shape.columns]),
            regions: geometry.cells().map(region).collect(),
            variants: geometry.variants().map(|v| v.name().to_owned()).collect(),
            houses: geometry.houses().map(house).collect(),
            symbols: geometry
                .digits()
                .map(|digit| {
                    let mut symbol = String::new();
                    alphabet.write(digit, &mut symbol);
                    symbol
                })
                .collect(),
        }
    }

    /// The board, or what is wrong with it.
    pub fn geometry(&self) -> Result<Geometry, String> {
        let size = self.size;
        if !(1..=LARGEST).contains(&size) {
            return Err(format!(
                "expected a board of at most {LARGEST}x{LARGEST}, found {size}x{size}"
            ));
        }
        let mut builder = Geometry::builder(size);
        builder = match (self.boxes, &self.regions) {
            (Some([rows, columns]), _) => builder.boxes(rows, columns),
            (None, Some(map)) => builder.regions(map.iter().copied()),
            (None, None) => builder.no_boxes(),
        };
        for name in &self.variants {
            let variant =
                Variant::find(name).ok_or_else(|| format!("expected a variant, found '{name}'"))?;
            builder = builder.variant(variant);
        }
        let plain = builder.clone().build().map_err(|error| error.to_string())?;
        let is_there = |cells: &[Cell]| plain.extra_houses().any(|h| plain.cells_of(h) == cells);
        for extra in self.houses.iter().filter(|house| house.kind == "extra") {
            if extra.cells.iter().any(|&cell| cell >= size * size) {
                return Err("expected cells that are on the board".to_owned());
            }
            let cells: Vec<Cell> = extra.cells.iter().filter_map(|&c| Cell::new(c)).collect();
            if !is_there(&cells) {
                builder = builder.house(cells);
            }
        }
        builder.build().map_err(|error| error.to_string())
    }

    fn alphabet(&self) -> Alphabet {
        match self.symbols.first().map(String::as_str) {
            Some("0") => Alphabet::ZeroBased,
            Some("A") => Alphabet::Letters,
            _ => Alphabet::standard(self.size),
        }
    }
}

impl PositionObject {
    /// The position that a record describes.
    pub fn of(record: &Record) -> PositionObject {
        let puzzle = &record.puzzle;
        let geometry = puzzle.geometry();
        let alphabet = match record.alphabet {
            Alphabet::Numbers => Alphabet::standard(geometry.size()),
            other => other,
        };
        let bits = |sets: &[DigitSet]| sets.iter().map(|set| set.bits() as u32).collect();
        let progress = record.progress.as_ref();
        PositionObject {
            shape: ShapeObject::of(geometry, alphabet),
            title: record.meta.title.clone(),
            givens: puzzle.givens().iter().copied().map(number).collect(),
            entries: match progress {
                Some(progress) => progress.placed.iter().copied().map(number).collect(),
                None => vec![0; geometry.n_cells()],
            },
            marks: progress.and_then(|p| p.marks.as_deref()).map(bits),
            limits: puzzle.marks().map(bits),
        }
    }

    /// The same puzzle, further on.
    pub fn with(&self, entries: Vec<usize>, marks: Option<Vec<u32>>) -> PositionObject {
        PositionObject {
            entries,
            marks,
            ..self.clone()
        }
    }

    /// The position as the library holds it, or what is wrong with it.
    pub fn record(&self) -> Result<Record, String> {
        let geometry = self.shape.geometry()?;
        let givens = digits(&self.givens, &geometry)?;
        let entries = digits(&self.entries, &geometry)?;
        let sets = |bits: &Option<Vec<u32>>| match bits {
            Some(bits) => marks(bits, &geometry).map(Some),
            None => Ok(None),
        };
        let (made, limits) = (sets(&self.marks)?, sets(&self.limits)?);
        // A board without givens is being typed in: its entries are the puzzle.
        let is_typed = limits.is_none() && givens.iter().all(Option::is_none);
        let (givens, placed) = if is_typed {
            (entries, vec![None; geometry.n_cells()])
        } else {
            (givens, entries)
        };
        let mut puzzle = Puzzle::new(geometry, givens).map_err(|error| error.to_string())?;
        if let Some(limits) = limits {
            let limited = puzzle.with_marks(limits);
            puzzle = limited.map_err(|error| error.to_string())?;
        }
        let is_begun = made.is_some() || placed.iter().any(Option::is_some);
        let progress = is_begun.then(|| Progress {
            marks: made.map(|made| with_all_marks(made, &puzzle, &placed)),
            placed: placed.into(),
        });
        let mut record = Record::new(puzzle);
        record.alphabet = self.shape.alphabet();
        record.meta.title.clone_from(&self.title);
        record.progress = progress;
        Ok(record)
    }
}

/// The marks of every cell. An empty cell without marks is one in which the player has made
/// none, not one in which nothing can go: it has those that the digits leave over.
fn with_all_marks(
    mut made: Vec<DigitSet>,
    puzzle: &Puzzle,
    placed: &[Option<Digit>],
) -> Box<[DigitSet]> {
    let board = logic::board_of(puzzle, placed, None);
    for cell in board.empty_cells() {
        let marks = &mut made[cell.index()];
        if marks.is_empty() {
            *marks = board.candidates(cell);
        }
    }
    made.into()
}

/// Digits and candidates of a board at one moment.
#[derive(Clone, Debug, Serialize)]
pub struct BoardObject {
    /// The digit in each cell, 0 for none.
    pub digits: Vec<usize>,
    /// The candidates of each cell, as bits.
    pub marks: Vec<u32>,
}

impl BoardObject {
    /// A board.
    pub fn new(board: &Board) -> BoardObject {
        let cells = || board.geometry().cells();
        BoardObject {
            digits: cells().map(|cell| number(board.value(cell))).collect(),
            marks: cells()
                .map(|cell| board.candidates(cell).bits() as u32)
                .collect(),
        }
    }
}

/// A board in words, unless it is the usual one of its size.
pub fn unusual_board(geometry: &Geometry) -> Option<String> {
    let is_usual = Geometry::of_size(geometry.size()).is_ok_and(|usual| usual == *geometry);
    (!is_usual).then(|| geometry.to_string())
}

/// The value of a digit, 0 for none.
pub fn number(digit: Option<Digit>) -> usize {
    digit.map_or(0, Digit::value)
}

fn digits(numbers: &[usize], geometry: &Geometry) -> Result<Vec<Option<Digit>>, String> {
    one_per_cell(numbers, geometry)?;
    let largest = numbers.iter().max().copied().unwrap_or(0);
    if largest > geometry.size() {
        let size = geometry.size();
        return Err(format!("expected digits up to {size}, found {largest}"));
    }
    Ok(numbers.iter().map(|&number| Digit::new(number)).collect())
}

fn marks(bits: &[u32], geometry: &Geometry) -> Result<Vec<DigitSet>, String> {
    one_per_cell(bits, geometry)?;
    let all = geometry.all_digits();
    let set = |&bits: &u32| DigitSet::from_bits(u128::from(bits)) & all;
    Ok(bits.iter().map(set).collect())
}

fn one_per_cell<T>(list: &[T], geometry: &Geometry) -> Result<(), String> {
    let (expected, found) = (geometry.n_cells(), list.len());
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected {expected} cells, found {found}"))
    }
}

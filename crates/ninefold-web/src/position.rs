//! Where a player stands: the position as the page holds it, and as the library does.
//!
//! A page may send anything, so everything is checked on the way in: what comes out is a
//! puzzle whose lists have one entry per cell and whose digits are on the board.

use ninefold::format::Record;
use ninefold::logic;
use ninefold::{Alphabet, Board, Cell, Digit, DigitSet, Geometry, HouseKind, Puzzle, Variant};
use serde::{Deserialize, Serialize};

use crate::pieces::{Speaker, number};

/// The largest board that the page draws.
pub(crate) const LARGEST: usize = 25;

// What the page draws it must be able to explain.
const _: () = assert!(LARGEST <= logic::Position::MAX_SIZE);

/// The shape of a board.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Shape {
    size: usize,
    #[serde(rename = "box")]
    boxes: Option<[usize; 2]>,
    regions: Option<Vec<usize>>,
    variants: Vec<String>,
    houses: Vec<HouseView>,
    symbols: Vec<String>,
}

/// One of its houses.
#[derive(Clone, Serialize, Deserialize)]
struct HouseView {
    name: String,
    kind: String,
    cells: Vec<usize>,
}

/// A player's position, as the page holds it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) shape: Shape,
    pub(crate) title: Option<String>,
    pub(crate) givens: Vec<usize>,
    pub(crate) entries: Vec<usize>,
    pub(crate) marks: Option<Vec<u32>>,
    /// What the puzzle itself allows in each cell, where it is stated by pencil marks.
    #[serde(default)]
    pub(crate) limits: Option<Vec<u32>>,
}

/// The same, as the library holds it.
pub(crate) struct Game {
    pub(crate) puzzle: Puzzle,
    pub(crate) placed: Vec<Option<Digit>>,
    pub(crate) marks: Option<Vec<DigitSet>>,
    pub(crate) alphabet: Alphabet,
}

impl Shape {
    fn of(geometry: &Geometry, alphabet: Alphabet) -> Shape {
        let house = |house| HouseView {
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
        Shape {
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

    fn geometry(&self) -> Result<Geometry, String> {
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

impl Position {
    /// The position that a record tells of.
    pub(crate) fn of(record: &Record) -> Position {
        let puzzle = &record.puzzle;
        let geometry = puzzle.geometry();
        let alphabet = match record.alphabet {
            Alphabet::Numbers => Alphabet::standard(geometry.size()),
            other => other,
        };
        let bits = |sets: &[DigitSet]| sets.iter().map(|set| set.bits() as u32).collect();
        let progress = record.progress.as_ref();
        Position {
            shape: Shape::of(geometry, alphabet),
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
    pub(crate) fn with(&self, entries: Vec<usize>, marks: Option<Vec<u32>>) -> Position {
        Position {
            entries,
            marks,
            ..self.clone()
        }
    }

    /// The position as the library holds it, or what is wrong with it.
    pub(crate) fn game(&self) -> Result<Game, String> {
        let geometry = self.shape.geometry()?;
        let givens = digits(&self.givens, &geometry)?;
        let entries = digits(&self.entries, &geometry)?;
        let sets = |bits: &Option<Vec<u32>>| match bits {
            Some(bits) => marks(bits, &geometry).map(Some),
            None => Ok(None),
        };
        let (marks, limits) = (sets(&self.marks)?, sets(&self.limits)?);
        // What is typed on an empty board is the puzzle.
        let is_typed = limits.is_none() && givens.iter().all(Option::is_none);
        let (givens, placed) = match is_typed {
            true => (entries, vec![None; geometry.n_cells()]),
            false => (givens, entries),
        };
        let mut puzzle = Puzzle::new(geometry, givens).map_err(|error| error.to_string())?;
        if let Some(limits) = limits {
            let limited = puzzle.with_marks(limits);
            puzzle = limited.map_err(|error| error.to_string())?;
        }
        Ok(Game {
            puzzle,
            placed,
            marks,
            alphabet: self.shape.alphabet(),
        })
    }
}

impl Game {
    /// The board with the player's digits and marks. A cell without marks is one in
    /// which the player has made none, not one in which nothing can go.
    pub(crate) fn board(&self) -> Board {
        let all = self.puzzle.geometry().all_digits();
        let marks: Option<Vec<DigitSet>> = self.marks.as_ref().map(|marks| {
            let made = |set: &DigitSet| if set.is_empty() { all } else { *set };
            marks.iter().map(made).collect()
        });
        logic::board_of(&self.puzzle, &self.placed, marks.as_deref())
    }

    /// The puzzle with the player's digits as givens, to find clashes among all of them.
    pub(crate) fn filled(&self) -> Puzzle {
        let mut filled = self.puzzle.clone();
        for cell in self.puzzle.geometry().cells() {
            if let (None, Some(digit)) = (filled.given(cell), self.placed[cell.index()]) {
                filled.set(cell, Some(digit));
            }
        }
        filled
    }

    pub(crate) fn speaker(&self) -> Speaker<'_> {
        Speaker {
            geometry: self.puzzle.geometry(),
            alphabet: self.alphabet,
        }
    }
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
    match expected == found {
        true => Ok(()),
        false => Err(format!("expected {expected} cells, found {found}")),
    }
}

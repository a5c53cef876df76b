//! Symmetry: one puzzle, written down in other ways.
//!
//! ```text
//!  12|34      digits are relabelled,          43|21
//!  34|12      rows move within their band,    21|43
//!  --+--  ──▶ bands among each other,     ──▶ --+--
//!  21|43      columns likewise, and where     34|12
//!  43|21      boxes are square the board      12|34
//!             may be transposed
//! ```
//!
//! A [`Transformation`] takes each cell to a cell and each digit to a digit. It maps
//! houses to houses, and so solutions to solutions: players call it a *validity-preserving
//! transformation*. It maps one board to another, since transposing boxes of 2×3 gives boxes
//! of 3×2; one that maps a board to itself is a [symmetry](Transformation::is_symmetry) of
//! that board. The classic board has 2·6⁸ symmetries of cells, times 9! of digits; a jigsaw
//! often has none but the identity.
//!
//! ```
//! use ninefold::{Answer, Puzzle, Transformation};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let [_, quarter_turn, ..] = Transformation::turns(puzzle.geometry());
//! let turned = quarter_turn.puzzle(&puzzle)?;
//! assert_eq!(turned.to_string(), "...1.3....2.4...");
//!
//! let Answer::One(solution) = ninefold::solve(&puzzle) else { panic!() };
//! let Answer::One(turned_solution) = ninefold::solve(&turned) else { panic!() };
//! assert_eq!(quarter_turn.grid(&solution)?, turned_solution);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::board::Board;
use crate::geometry::{
    BoxShape, Candidate, Cell, Digit, Geometry, GeometryBuilder, GeometryError, House, HouseKind,
};
use crate::puzzle::{Grid, Puzzle};
use crate::random::Draw;
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// Where each cell, house and digit of a board goes. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformation {
    source: Geometry,
    target: Geometry,
    cells: Box<[Cell]>,
    houses: Box<[House]>,
    digits: Box<[Digit]>,
}

/// How a transformation moves rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOrders {
    /// Whether rows become columns before anything else.
    pub is_transposed: bool,
    /// The row, from zero, that comes to stand at each place.
    pub rows: Vec<usize>,
    /// The column, from zero, that comes to stand at each place.
    pub columns: Vec<usize>,
}

/// Why something is no transformation, or cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransformationError {
    /// It does not take each cell of the board to another cell.
    Cells,
    /// It does not rename each digit of the board to another digit.
    Digits,
    /// It takes this house, named in words, to cells that are not a house.
    House(String),
    /// It is for another board.
    Board {
        /// The board that it transforms.
        expected: Geometry,
        /// The board that it was given.
        found: Geometry,
    },
}

/// The ways to make transformations.
impl Transformation {
    /// The transformation from one board to another that takes the cell with index `k` to
    /// `cells[k]`, and the digit with index `k` to `digits[k]`.
    ///
    /// Each house must become a house of the other board, and each house of that board
    /// come from one of this board.
    pub fn new(
        source: &Geometry,
        target: &Geometry,
        cells: impl Into<Box<[Cell]>>,
        digits: impl Into<Box<[Digit]>>,
    ) -> Result<Transformation, TransformationError> {
        let (cells, digits) = (cells.into(), digits.into());
        let is_order = |indices: Vec<usize>, n: usize| {
            let mut seen = vec![false; n];
            let mut indices = indices.into_iter();
            indices.len() == n
                && indices.all(|k| {
                    seen.get_mut(k)
                        .is_some_and(|seen| !std::mem::replace(seen, true))
                })
        };
        let is_same_size = source.size() == target.size();
        let to = cells.iter().map(|cell| cell.index()).collect();
        if !is_same_size || !is_order(to, source.n_cells()) {
            return Err(TransformationError::Cells);
        }
        let to = digits.iter().map(|digit| digit.index()).collect();
        if !is_order(to, source.size()) {
            return Err(TransformationError::Digits);
        }
        let houses = moved_houses(source, target, &cells)?;
        moved_houses(
            target,
            source,
            &inverted(&cells, Cell::index, Cell::from_index),
        )?;
        Ok(Transformation {
            source: source.clone(),
            target: target.clone(),
            cells,
            houses,
            digits,
        })
    }

    /// The transformation that changes nothing.
    pub fn identity(geometry: &Geometry) -> Transformation {
        Transformation {
            source: geometry.clone(),
            target: geometry.clone(),
            cells: geometry.cells().collect(),
            houses: geometry.houses().collect(),
            digits: geometry.digits().collect(),
        }
    }

    /// The digit with index `k` becomes `digits[k]`; every cell stays where it is.
    ///
    /// ```
    /// use ninefold::{Puzzle, Transformation};
    ///
    /// let puzzle: Puzzle = "1234............".parse()?;
    /// let reversed: Vec<_> = puzzle.geometry().digits().rev().collect();
    /// let relabelling = Transformation::relabelling(puzzle.geometry(), reversed)?;
    /// assert_eq!(relabelling.puzzle(&puzzle)?.to_string(), "4321............");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relabelling(
        geometry: &Geometry,
        digits: impl Into<Box<[Digit]>>,
    ) -> Result<Transformation, TransformationError> {
        let cells: Vec<Cell> = geometry.cells().collect();
        Transformation::new(geometry, geometry, cells, digits)
    }

    /// Rows and columns in another order: row `k`, from zero, becomes row `rows[k]`, and
    /// columns likewise. The board must have a house wherever a house goes: on a plain board
    /// rows move within their bands, and bands as a whole.
    ///
    /// ```
    /// use ninefold::{Puzzle, Transformation};
    ///
    /// let puzzle: Puzzle = "1234............".parse()?;
    /// let same = [0, 1, 2, 3];
    /// let bands_swapped = Transformation::permuting(puzzle.geometry(), &[2, 3, 0, 1], &same)?;
    /// assert_eq!(bands_swapped.puzzle(&puzzle)?.to_string(), "........1234....");
    /// let no_bands = Transformation::permuting(puzzle.geometry(), &[1, 2, 0, 3], &same);
    /// assert_eq!(no_bands.unwrap_err().to_string(), "box 1 does not become a house");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn permuting(
        geometry: &Geometry,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Transformation, TransformationError> {
        let size = geometry.size();
        let is_on_board = |lines: &[usize]| lines.len() == size && lines.iter().all(|&k| k < size);
        if !is_on_board(rows) || !is_on_board(columns) {
            return Err(TransformationError::Cells);
        }
        let to = |cell: usize| Cell::from_index(rows[cell / size] * size + columns[cell % size]);
        let cells: Vec<Cell> = (0..size * size).map(to).collect();
        let digits: Vec<Digit> = geometry.digits().collect();
        Transformation::new(geometry, geometry, cells, digits)
    }

    /// Rows become columns, and columns rows.
    pub fn transposition(geometry: &Geometry) -> Transformation {
        Turn::TRANSPOSITION.of(geometry)
    }

    /// The eight ways to lay a square board down: as it is, turned clockwise by one, two and
    /// three quarters, and the mirror images of these four, the first of which is the
    /// [transposition](Transformation::transposition).
    ///
    /// Every board has them all; they are [symmetries](Transformation::is_symmetry) of the
    /// board if it looks the same afterwards.
    ///
    /// ```
    /// use ninefold::{Geometry, Transformation};
    ///
    /// let symmetries = |board: &Geometry| {
    ///     let turns = Transformation::turns(board);
    ///     turns.iter().filter(|turn| turn.is_symmetry()).count()
    /// };
    /// assert_eq!(symmetries(&Geometry::classic()), 8);
    /// // Boxes of 2×3 that are turned by a quarter are boxes of 3×2.
    /// assert_eq!(symmetries(&Geometry::with_boxes(2, 3)?), 4);
    /// # Ok::<(), ninefold::GeometryError>(())
    /// ```
    pub fn turns(geometry: &Geometry) -> [Transformation; 8] {
        Turn::ALL.map(|turn| turn.of(geometry))
    }

    /// A symmetry of the board drawn at random: `random` returns random numbers, each
    /// evenly from all that 64 bits can hold.
    ///
    /// Digits are relabelled in any way. On a plain board (rows, columns, boxes if any) the
    /// cells go any way they can, each with the same probability; on another board it is
    /// one of its [turns](Transformation::turns). The same numbers give the same symmetry on
    /// every machine.
    ///
    /// ```
    /// use ninefold::random::{Draw, Random};
    /// use ninefold::{Geometry, Transformation};
    ///
    /// let mut random = Random::new(7);
    /// let shuffle = Transformation::random(&Geometry::classic(), || random.number());
    /// assert!(shuffle.is_symmetry());
    /// ```
    pub fn random(geometry: &Geometry, mut random: impl FnMut() -> u64) -> Transformation {
        let size = geometry.size();
        let digits = random.order(size);
        let cells = if geometry.is_plain() {
            let boxes = geometry.boxes().unwrap_or(BoxShape {
                rows: size,
                columns: size,
            });
            let rows = lines(&mut random, size, boxes.rows);
            let columns = lines(&mut random, size, boxes.columns);
            let is_transposed = boxes.rows == boxes.columns && random.below(2) == 1;
            // The cells that come to stand here, in reading order.
            let from = (0..size * size).map(|cell| {
                let (row, column) = (cell / size, cell % size);
                let (row, column) = if is_transposed {
                    (column, row)
                } else {
                    (row, column)
                };
                Cell::from_index(rows[row] * size + columns[column])
            });
            inverted(&from.collect::<Vec<_>>(), Cell::index, Cell::from_index)
        } else {
            let turns = Transformation::turns(geometry).into_iter();
            let mut symmetries: Vec<_> = turns.filter(Transformation::is_symmetry).collect();
            let which = random.below(symmetries.len());
            symmetries.swap_remove(which).cells
        };
        let digits: Vec<Digit> = digits.into_iter().map(Digit::from_index).collect();
        Transformation::new(geometry, geometry, cells, digits)
            .expect("lines move within their bands, and turns are symmetries")
    }

    /// This transformation and then the `next` one, which must be for the board that this
    /// one leads to.
    pub fn then(&self, next: &Transformation) -> Result<Transformation, TransformationError> {
        next.expect_board(&self.target)?;
        Ok(Transformation {
            source: self.source.clone(),
            target: next.target.clone(),
            cells: self.cells.iter().map(|&cell| next.cell(cell)).collect(),
            houses: self.houses.iter().map(|&house| next.house(house)).collect(),
            digits: self.digits.iter().map(|&digit| next.digit(digit)).collect(),
        })
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> Transformation {
        let cells = inverted(&self.cells, Cell::index, Cell::from_index);
        let houses = moved_houses(&self.target, &self.source, &cells);
        Transformation {
            source: self.target.clone(),
            target: self.source.clone(),
            cells,
            houses: houses.expect("each house of the target comes from one of the source"),
            digits: inverted(&self.digits, Digit::index, Digit::from_index),
        }
    }
}

/// What a transformation does.
impl Transformation {
    /// The board that it is for.
    pub fn source(&self) -> &Geometry {
        &self.source
    }

    /// The board that it leads to.
    pub fn target(&self) -> &Geometry {
        &self.target
    }

    /// Whether it leads back to the same board.
    pub fn is_symmetry(&self) -> bool {
        self.source == self.target
    }

    /// Whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        let cells = self.cells.iter().map(|cell| cell.index());
        let digits = self.digits.iter().map(|digit| digit.index());
        self.is_symmetry() && cells.eq(0..self.cells.len()) && digits.eq(0..self.digits.len())
    }

    /// Where a cell goes. A cell that is not on the board stays as it is.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells.get(cell.index()).copied().unwrap_or(cell)
    }

    /// Which house a house becomes. A house that the board does not have stays as it is.
    pub fn house(&self, house: House) -> House {
        self.houses.get(house.index()).copied().unwrap_or(house)
    }

    /// Which digit a digit becomes. A digit that the board does not have stays as it is.
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits.get(digit.index()).copied().unwrap_or(digit)
    }

    /// Which digits a set of digits becomes.
    pub fn digits(&self, digits: DigitSet) -> DigitSet {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// Which candidate a candidate becomes.
    pub fn candidate(&self, candidate: Candidate) -> Candidate {
        Candidate {
            cell: self.cell(candidate.cell),
            digit: self.digit(candidate.digit),
        }
    }

    /// How it moves rows and columns; `None` if it takes one of them apart, as a board with
    /// houses of its own might allow.
    pub fn line_orders(&self) -> Option<LineOrders> {
        let size = self.source.size();
        let from = inverted(&self.cells, Cell::index, Cell::from_index);
        let orders = |is_transposed: bool| {
            let source = |place: usize| {
                let cell = from[place].index();
                let (row, column) = (cell / size, cell % size);
                if is_transposed {
                    (column, row)
                } else {
                    (row, column)
                }
            };
            let orders = LineOrders {
                is_transposed,
                rows: (0..size).map(|row| source(row * size).0).collect(),
                columns: (0..size).map(|column| source(column).1).collect(),
            };
            let is_it = |place: usize| {
                source(place) == (orders.rows[place / size], orders.columns[place % size])
            };
            (0..size * size).all(is_it).then_some(orders)
        };
        orders(false).or_else(|| orders(true))
    }

    /// In words: `transpose; rows in the order 4 5 6 1 2 3 7 8 9; digits 1→4 4→1`. What stays
    /// is left out. The rows and columns named first come to stand first.
    ///
    /// ```
    /// use ninefold::{Alphabet, Geometry, Transformation};
    ///
    /// let four = Geometry::of_size(4)?;
    /// let swapped = Transformation::permuting(&four, &[2, 3, 0, 1], &[0, 1, 2, 3])?;
    /// let words = swapped.in_words(Alphabet::standard(4));
    /// assert_eq!(words, "rows in the order 3 4 1 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_words(&self, alphabet: Alphabet) -> String {
        let mut parts = Vec::new();
        match self.line_orders() {
            Some(orders) => {
                if orders.is_transposed {
                    parts.push("transpose".to_owned());
                }
                for (name, lines) in [("rows", &orders.rows), ("columns", &orders.columns)] {
                    if !lines.iter().copied().eq(0..lines.len()) {
                        let numbers: Vec<String> =
                            lines.iter().map(|line| (line + 1).to_string()).collect();
                        parts.push(format!("{name} in the order {}", numbers.join(" ")));
                    }
                }
            }
            None => {
                let name = |cell| self.source.name(cell);
                let moves = self.source.cells().filter(|&cell| self.cell(cell) != cell);
                let moves: Vec<String> = moves
                    .map(|cell| format!("{}→{}", name(cell), name(self.cell(cell))))
                    .collect();
                parts.push(format!("cells {}", moves.join(" ")));
            }
        }
        let renamed = self
            .source
            .digits()
            .filter(|&digit| self.digit(digit) != digit);
        let renamed: Vec<String> = renamed
            .map(|digit| {
                let mut words = String::new();
                alphabet.write(digit, &mut words);
                words.push('→');
                alphabet.write(self.digit(digit), &mut words);
                words
            })
            .collect();
        if !renamed.is_empty() {
            parts.push(format!("digits {}", renamed.join(" ")));
        }
        if parts.is_empty() {
            parts.push("nothing changes".to_owned());
        }
        parts.join("; ")
    }

    /// The puzzle transformed: its givens and its pencil marks.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Result<Puzzle, TransformationError> {
        self.expect_board(puzzle.geometry())?;
        let givens = puzzle.givens().iter();
        let givens = self.rearranged(givens.map(|given| given.map(|digit| self.digit(digit))));
        let transformed = Puzzle::of(self.target.clone(), givens);
        Ok(match puzzle.marks() {
            Some(marks) => {
                let marks = marks.iter().map(|&marks| self.digits(marks));
                transformed.limited_to(self.rearranged(marks))
            }
            None => transformed,
        })
    }

    /// The full grid transformed.
    pub fn grid(&self, grid: &Grid) -> Result<Grid, TransformationError> {
        self.expect_board(grid.geometry())?;
        let digits = grid.digits().iter().map(|&digit| self.digit(digit));
        Ok(Grid::of(self.target.clone(), self.rearranged(digits)))
    }

    /// The board transformed: its digits and its candidates.
    pub fn board(&self, board: &Board) -> Result<Board, TransformationError> {
        self.expect_board(board.geometry())?;
        let cells = || self.source.cells();
        let value = |cell| board.value(cell).map(|digit| self.digit(digit));
        let marks = |cell| match value(cell) {
            Some(digit) => DigitSet::only(digit),
            None => self.digits(board.candidates(cell)),
        };
        let values = self.rearranged(cells().map(value));
        let marks = self.rearranged(cells().map(marks));
        // A digit on the board has left no candidate of it among its peers: placing the
        // digits anew takes nothing away.
        let position = Puzzle::of(self.target.clone(), values).limited_to(marks);
        Ok(Board::new(&position))
    }

    /// One item for each cell, taken to where the cell goes.
    fn rearranged<T: Clone>(&self, items: impl Iterator<Item = T>) -> Vec<T> {
        let items: Vec<T> = items.collect();
        let mut rearranged = items.clone();
        for (item, to) in items.into_iter().zip(&self.cells) {
            rearranged[to.index()] = item;
        }
        rearranged
    }

    fn expect_board(&self, found: &Geometry) -> Result<(), TransformationError> {
        if self.source == *found {
            return Ok(());
        }
        Err(TransformationError::Board {
            expected: self.source.clone(),
            found: found.clone(),
        })
    }
}

/// The house that each house of one board becomes on another, if every one does.
fn moved_houses(
    source: &Geometry,
    target: &Geometry,
    to: &[Cell],
) -> Result<Box<[House]>, TransformationError> {
    let moved = |house: House| {
        let cells = source.cells_of(house).iter();
        let mut cells: Vec<Cell> = cells.map(|cell| to[cell.index()]).collect();
        cells.sort_unstable();
        let first = cells.first()?;
        let is_it = |other: &&House| target.cells_of(**other) == cells;
        let houses = target.houses_of(*first).iter().filter(is_it);
        // An extra house may have the cells of a row: then its kind decides.
        let is_same_kind = |other: &&House| target.kind(**other) == source.kind(house);
        houses
            .clone()
            .find(is_same_kind)
            .or(houses.clone().next())
            .copied()
    };
    let name = |house| TransformationError::House(source.house_name(house));
    let houses = source.houses();
    houses
        .map(|house| moved(house).ok_or_else(|| name(house)))
        .collect()
}

/// The order that undoes `order`.
fn inverted<T: Copy>(order: &[T], index: fn(T) -> usize, item: fn(usize) -> T) -> Box<[T]> {
    let mut inverse: Box<[T]> = order.into();
    for (from, &to) in order.iter().enumerate() {
        inverse[index(to)] = item(from);
    }
    inverse
}

/// A way to lay a square board down.
#[derive(Clone, Copy)]
struct Turn {
    /// Whether rows become columns first.
    is_transposed: bool,
    /// How many quarters clockwise the board is turned then.
    quarters: usize,
}

impl Turn {
    const TRANSPOSITION: Turn = Turn::new(true, 0);

    const ALL: [Turn; 8] = [
        Turn::new(false, 0),
        Turn::new(false, 1),
        Turn::new(false, 2),
        Turn::new(false, 3),
        Turn::TRANSPOSITION,
        Turn::new(true, 1),
        Turn::new(true, 2),
        Turn::new(true, 3),
    ];

    const fn new(is_transposed: bool, quarters: usize) -> Turn {
        Turn {
            is_transposed,
            quarters,
        }
    }

    fn of(self, source: &Geometry) -> Transformation {
        let cells: Vec<Cell> = source.cells().map(|cell| self.cell(source, cell)).collect();
        let digits: Vec<Digit> = source.digits().collect();
        let onto = |target: &Geometry| {
            Transformation::new(source, target, cells.as_slice(), digits.as_slice())
        };
        let turned = |with_variants: bool| self.board(source, with_variants).ok();
        onto(source)
            .ok()
            .or_else(|| onto(&turned(true)?).ok())
            .or_else(|| onto(&turned(false)?).ok())
            .expect("a board that is built of the turned houses has them")
    }

    fn cell(self, geometry: &Geometry, cell: Cell) -> Cell {
        let size = geometry.size();
        let (mut row, mut column) = (cell.index() / size, cell.index() % size);
        if self.is_transposed {
            (row, column) = (column, row);
        }
        for _ in 0..self.quarters {
            (row, column) = (column, size - 1 - row);
        }
        Cell::from_index(row * size + column)
    }

    /// The turned board. The houses of variants are those of the same variants as a rule;
    /// else they are extra houses.
    fn board(self, source: &Geometry, with_variants: bool) -> Result<Geometry, GeometryError> {
        let builder = Geometry::builder(source.size());
        let on_its_side = self.is_transposed != (self.quarters % 2 == 1);
        let mut builder = match source.boxes() {
            Some(BoxShape { rows, columns }) if on_its_side => builder.boxes(columns, rows),
            Some(BoxShape { rows, columns }) => builder.boxes(rows, columns),
            None => {
                let mut map = vec![None; source.n_cells()];
                for cell in source.cells() {
                    map[self.cell(source, cell).index()] = source.region_of(cell);
                }
                match map.into_iter().collect::<Option<Vec<House>>>() {
                    Some(map) => builder.regions(map.into_iter().map(House::index)),
                    None => builder,
                }
            }
        };
        if with_variants {
            builder = source.variants().fold(builder, GeometryBuilder::variant);
        }
        for house in source.extra_houses() {
            if !with_variants || !matches!(source.kind(house), HouseKind::Variant(_)) {
                let cells = source.cells_of(house).iter();
                builder = builder.house(cells.map(|&cell| self.cell(source, cell)));
            }
        }
        builder.build()
    }
}

/// The orders of three things: of the boxes of a band, of the lines of a box.
pub(crate) const ORDERS_OF_THREE: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// An order of rows or columns that keeps those of a band together, `width` by `width`.
pub(crate) fn lines(random: &mut impl Draw, size: usize, width: usize) -> Vec<usize> {
    let mut lines = Vec::with_capacity(size);
    for band in random.order(size / width) {
        let within = random.order(width);
        lines.extend(within.into_iter().map(|line| band * width + line));
    }
    lines
}

impl fmt::Display for TransformationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransformationError::Cells => write!(f, "expected each cell of the board once"),
            TransformationError::Digits => write!(f, "expected each digit of the board once"),
            TransformationError::House(name) => write!(f, "{name} does not become a house"),
            TransformationError::Board { expected, found } => {
                write!(f, "expected a board of {expected}, found {found}")
            }
        }
    }
}

impl std::error::Error for TransformationError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::VARIANTS;

    fn four() -> Geometry {
        Geometry::with_boxes(2, 2).unwrap()
    }

    #[test]
    fn the_eight_turns_are_in_their_order() {
        let puzzle: Puzzle = "12..............".parse().unwrap();
        let turned = Transformation::turns(puzzle.geometry())
            .map(|turn| format!("{:#}", turn.puzzle(&puzzle).unwrap()).replace('\n', " "));
        let expected = [
            "12.. .... .... ....",
            "...1 ...2 .... ....",
            ".... .... .... ..21",
            ".... .... 2... 1...",
            "1... 2... .... ....",
            "..21 .... .... ....",
            ".... .... ...2 ...1",
            ".... .... .... 12..",
        ];
        assert_eq!(turned, expected);
    }

    #[test]
    fn turned_boards_keep_their_variants() {
        for &variant in VARIANTS {
            let board = Geometry::builder(9).boxes(3, 3).variant(variant).build();
            let turns = Transformation::turns(&board.unwrap());
            assert!(turns.iter().all(Transformation::is_symmetry), "{variant:?}");
        }
        let wide = Geometry::builder(15).boxes(3, 5);
        let wide = wide.variant(VARIANTS[3]).diagonals().build().unwrap();
        let tall = Transformation::transposition(&wide);
        assert_eq!(
            tall.target().to_string(),
            "15x15 in 5x3 boxes, with diagonals and centre dots"
        );
    }

    #[test]
    fn line_orders_make_the_transformation_again() {
        let mut state = 3_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        };
        let six = Geometry::with_boxes(2, 3).unwrap();
        for board in [four(), six] {
            for _ in 0..50 {
                let drawn = Transformation::random(&board, &mut random);
                let orders = drawn.line_orders().unwrap();
                let size = board.size();
                for place in 0..size * size {
                    let (row, column) = (orders.rows[place / size], orders.columns[place % size]);
                    let source = if orders.is_transposed {
                        column * size + row
                    } else {
                        row * size + column
                    };
                    assert_eq!(drawn.cell(Cell::from_index(source)).index(), place);
                }
            }
        }
        let four = four();
        let words = |way: &Transformation| way.in_words(Alphabet::standard(4));
        assert_eq!(words(&Transformation::identity(&four)), "nothing changes");
        let quarter = &Transformation::turns(&four)[1];
        assert_eq!(words(quarter), "transpose; columns in the order 4 3 2 1");
        let digits = [1, 0, 2, 3].map(Digit::from_index);
        let swapped = Transformation::relabelling(&four, digits).unwrap();
        assert_eq!(words(&swapped), "digits 1→2 2→1");
    }

    #[test]
    fn a_jigsaw_keeps_only_what_its_regions_allow() {
        let regions = b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from);
        let jigsaw = Geometry::builder(5).regions(regions).build().unwrap();
        let turns = Transformation::turns(&jigsaw);
        assert_eq!(turns.iter().filter(|turn| turn.is_symmetry()).count(), 1);
        assert_eq!(turns[1].target().to_string(), "5x5 jigsaw");
        let rows = [1, 0, 2, 3, 4];
        let swapped = Transformation::permuting(&jigsaw, &rows, &[0, 1, 2, 3, 4]);
        assert_eq!(
            swapped,
            Err(TransformationError::House("region 1".to_owned()))
        );
    }

    #[test]
    fn extra_houses_move_along() {
        let corner = [0, 1, 5].map(Cell::from_index);
        let board = Geometry::builder(4)
            .boxes(2, 2)
            .house(corner)
            .build()
            .unwrap();
        let half = &Transformation::turns(&board)[2];
        let extra = board.extra_houses().next().unwrap();
        let cells = half.target().cells_of(half.house(extra)).iter();
        let names: Vec<String> = cells.map(|&cell| half.target().name(cell)).collect();
        assert_eq!(names, ["r3c3", "r4c3", "r4c4"]);
        assert!(!half.is_symmetry());
    }

    #[test]
    fn every_symmetry_of_4x4_is_drawn() {
        // Bands, rows within two bands, and likewise columns; times transposing.
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        };
        let draws = (0..3000).map(|_| Transformation::random(&four(), &mut random).cells);
        let drawn: std::collections::BTreeSet<Box<[Cell]>> = draws.collect();
        assert_eq!(drawn.len(), 2 * (2 * 2 * 2) * (2 * 2 * 2));
    }

    #[test]
    fn what_is_no_transformation_is_refused() {
        let four = four();
        let error =
            |result: Result<Transformation, TransformationError>| result.unwrap_err().to_string();
        let (cells, digits): (Vec<Cell>, Vec<Digit>) =
            (four.cells().collect(), four.digits().collect());
        let new = |cells: &[Cell], digits: &[Digit]| {
            error(Transformation::new(&four, &four, cells, digits))
        };
        let twice = [&cells[..15], &cells[..1]].concat();
        assert_eq!(new(&twice, &digits), "expected each cell of the board once");
        assert_eq!(
            new(&cells[..15], &digits),
            "expected each cell of the board once"
        );
        assert_eq!(
            new(&cells, &digits[..3]),
            "expected each digit of the board once"
        );
        let five = [&digits[..3], &[Digit::from_index(4)]].concat();
        assert_eq!(new(&cells, &five), "expected each digit of the board once");
        let short = Transformation::permuting(&four, &[0, 1, 2], &[0, 1, 2, 3]);
        assert_eq!(error(short), "expected each cell of the board once");
        // A Latin square has fewer houses: the way there loses boxes.
        let latin = Geometry::with_boxes(1, 4).unwrap();
        let there = Transformation::new(&latin, &four, cells, digits);
        assert_eq!(error(there), "box 1 does not become a house");
        let of_latin = Transformation::identity(&latin);
        let refused = of_latin
            .puzzle(&Puzzle::empty(four))
            .unwrap_err()
            .to_string();
        assert_eq!(
            refused,
            "expected a board of 4x4 without boxes, found 4x4 in 2x2 boxes"
        );
    }
}

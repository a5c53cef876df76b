//! Questions and answers: [`Puzzle`] and [`Grid`].
//!
//! A puzzle whose givens clash is still a puzzle: [`Puzzle::conflicts`] lists the
//! clashes so that a front end can show them, and an engine simply finds nothing.

mod data;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Digit, Geometry, House};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;
use crate::words::{Explanation, Words, say};

/// A question: a board, the digits given on it, and perhaps pencil marks that limit
/// the other cells.
///
/// ```
/// use ninefold::Puzzle;
///
/// let text: Puzzle = "1... .... .... ...4".parse()?;
/// assert_eq!(text.geometry().to_string(), "4x4 in 2x2 boxes");
///
/// let mut rows = [[0; 9]; 9];
/// rows[0][0] = 8;
/// let numbers = Puzzle::try_from(rows)?;
/// assert_eq!(numbers.n_givens(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "data::PuzzleData", into = "data::PuzzleData")]
pub struct Puzzle {
    geometry: Geometry,
    givens: Box<[Option<Digit>]>,
    marks: Option<Box<[DigitSet]>>,
}

/// An answer: every cell filled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "data::GridData", into = "data::GridData")]
pub struct Grid {
    geometry: Geometry,
    digits: Box<[Digit]>,
}

/// Why digits or marks are none of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is one entry for each cell of the board.
    Cells {
        /// How many cells the board has.
        expected: usize,
        /// How many entries there are.
        found: usize,
    },
    /// A digit is at most the size of the board.
    Digit {
        /// The largest digit of the board.
        largest: usize,
        /// The digit that is larger.
        found: usize,
    },
    /// This is no digit of the board as Ninefold writes it.
    Symbol(String),
}

/// A digit given more than once in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where.
    pub house: House,
    /// Which digit.
    pub digit: Digit,
    /// The cells that hold it, two or more.
    pub cells: Vec<Cell>,
}

impl Conflict {
    /// In words: `row 1 has two 1s: r1c1 and r1c4`.
    pub fn explain(&self, geometry: &Geometry) -> Explanation {
        self.words().on(geometry)
    }

    /// The same, for a longer sentence.
    pub(crate) fn words(&self) -> Words {
        let n_cells = match self.cells.len() {
            2 => "two".to_owned(),
            3 => "three".to_owned(),
            n => n.to_string(),
        };
        say![
            self.house,
            " has ",
            n_cells,
            " ",
            self.digit,
            "s: ",
            &self.cells
        ]
    }
}

impl Puzzle {
    /// A board with nothing on it.
    pub fn empty(geometry: Geometry) -> Puzzle {
        let givens = vec![None; geometry.n_cells()].into();
        Puzzle {
            geometry,
            givens,
            marks: None,
        }
    }

    /// A board with these givens, cell by cell in reading order: one entry for each cell,
    /// and no digit that the board does not have.
    ///
    /// ```
    /// use ninefold::{Digit, Geometry, Puzzle};
    ///
    /// let four = Geometry::of_size(4)?;
    /// let mut givens = vec![None; 16];
    /// givens[0] = Digit::new(3);
    /// assert_eq!(Puzzle::new(four.clone(), givens.clone())?.to_string(), "3...............");
    /// givens[0] = Digit::new(5);
    /// let error = Puzzle::new(four, givens).unwrap_err();
    /// assert_eq!(error.to_string(), "expected digits up to 4, found 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        geometry: Geometry,
        givens: impl Into<Box<[Option<Digit>]>>,
    ) -> Result<Puzzle, PuzzleError> {
        let givens = givens.into();
        expect_cells(&geometry, givens.len())?;
        expect_digits(&geometry, givens.iter().flatten())?;
        Ok(Puzzle {
            geometry,
            givens,
            marks: None,
        })
    }

    /// A board with givens that are known to fit it.
    pub(crate) fn of(geometry: Geometry, givens: impl Into<Box<[Option<Digit>]>>) -> Puzzle {
        Puzzle::new(geometry, givens).expect("the givens fit the board")
    }

    /// The same, limited to these pencil marks, one set for each cell in reading order. A
    /// digit that the board does not have is left out. A puzzle of marks alone is what
    /// players call a Sukaku.
    pub fn with_marks(mut self, marks: impl Into<Box<[DigitSet]>>) -> Result<Puzzle, PuzzleError> {
        let mut marks = marks.into();
        expect_cells(&self.geometry, marks.len())?;
        for set in &mut marks {
            *set &= self.geometry.all_digits();
        }
        self.marks = Some(marks);
        Ok(self)
    }

    /// The same, limited to marks that are known to fit the board.
    #[must_use]
    pub(crate) fn limited_to(self, marks: impl Into<Box<[DigitSet]>>) -> Puzzle {
        self.with_marks(marks).expect("each cell has its marks")
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The digit given in a cell; none in a cell that is not on the board.
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        self.givens.get(cell.index()).copied().flatten()
    }

    /// The givens, cell by cell in reading order.
    pub fn givens(&self) -> &[Option<Digit>] {
        &self.givens
    }

    /// The number of givens.
    pub fn n_givens(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    /// Puts a given in a cell, or takes it away. Returns whether the board has the cell and
    /// the digit; if not, nothing changes.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> bool {
        let is_digit = digit.is_none_or(|digit| digit.value() <= self.geometry.size());
        match self.givens.get_mut(cell.index()).filter(|_| is_digit) {
            Some(given) => {
                *given = digit;
                true
            }
            None => false,
        }
    }

    /// The givens alone, without the pencil marks that came with them.
    #[must_use]
    pub fn without_marks(&self) -> Puzzle {
        Puzzle::of(self.geometry.clone(), self.givens())
    }

    /// The pencil marks that came with the puzzle, cell by cell in reading order.
    pub fn marks(&self) -> Option<&[DigitSet]> {
        self.marks.as_deref()
    }

    /// The digits that a cell may hold before any thinking: its given, or its pencil marks,
    /// or any digit; none in a cell that is not on the board.
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        let marked = match &self.marks {
            Some(marks) => marks.get(cell.index()).copied().unwrap_or_default(),
            None if cell.index() < self.givens.len() => self.geometry.all_digits(),
            None => DigitSet::EMPTY,
        };
        match self.given(cell) {
            Some(digit) => marked & DigitSet::only(digit),
            None => marked,
        }
    }

    /// Every clash between givens, house by house; none in a sound puzzle.
    ///
    /// ```
    /// let puzzle: ninefold::Puzzle = "1..1 .... .... ....".parse()?;
    /// let clash = &puzzle.conflicts()[0];
    /// assert_eq!(clash.explain(puzzle.geometry()).to_string(), "row 1 has two 1s: r1c1 and r1c4");
    /// # Ok::<(), ninefold::ParseError>(())
    /// ```
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for house in self.geometry.houses() {
            let mut seen = DigitSet::EMPTY;
            let mut twice = DigitSet::EMPTY;
            let cells = self.geometry.cells_of(house);
            for digit in cells.iter().filter_map(|&cell| self.given(cell)) {
                if seen.contains(digit) {
                    twice.insert(digit);
                }
                seen.insert(digit);
            }
            for digit in twice.iter() {
                let holders = cells.iter().copied();
                let cells = holders
                    .filter(|&cell| self.given(cell) == Some(digit))
                    .collect();
                conflicts.push(Conflict {
                    house,
                    digit,
                    cells,
                });
            }
        }
        conflicts
    }

    /// Whether `digits` (one per cell) answer this puzzle: givens and marks
    /// respected, and no digit twice in any house. This is the one judge of every
    /// engine; it knows the puzzle and nothing else.
    pub fn is_solved_by(&self, digits: &[Digit]) -> bool {
        if digits.len() != self.geometry.n_cells() {
            return false;
        }
        let allowed = |cell: Cell| self.allowed(cell).contains(digits[cell.index()]);
        let all_differ = |house: House| {
            let cells = self.geometry.cells_of(house);
            let found: DigitSet = cells.iter().map(|cell| digits[cell.index()]).collect();
            found.len() == cells.len()
        };
        self.geometry.cells().all(allowed) && self.geometry.houses().all(all_differ)
    }
}

impl Grid {
    /// A full grid, one digit for each cell in reading order. It may or may not obey the
    /// rules.
    pub fn new(geometry: Geometry, digits: impl Into<Box<[Digit]>>) -> Result<Grid, PuzzleError> {
        let digits = digits.into();
        expect_cells(&geometry, digits.len())?;
        expect_digits(&geometry, &digits)?;
        Ok(Grid { geometry, digits })
    }

    /// A full grid of digits that are known to fit the board.
    pub(crate) fn of(geometry: Geometry, digits: impl Into<Box<[Digit]>>) -> Grid {
        Grid::new(geometry, digits).expect("the digits fit the board")
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The digit in a cell.
    ///
    /// # Panics
    ///
    /// If the cell is not one of the grid's board, like the index of a slice.
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index()]
    }

    /// The digits, cell by cell in reading order.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The first cell in reading order where the two differ.
    pub fn first_difference(&self, other: &Grid) -> Option<Cell> {
        let mut cells = self.geometry.cells();
        cells.find(|cell| other.digits.get(cell.index()) != Some(&self.digit(*cell)))
    }
}

/// Rows of numbers, 0 for a blank, on the classic board.
impl TryFrom<[[u8; 9]; 9]> for Puzzle {
    type Error = PuzzleError;

    fn try_from(rows: [[u8; 9]; 9]) -> Result<Puzzle, PuzzleError> {
        let numbers = rows.as_flattened();
        if let Some(&found) = numbers.iter().find(|&&number| number > 9) {
            let found = usize::from(found);
            return Err(PuzzleError::Digit { largest: 9, found });
        }
        let givens = numbers.iter().map(|&number| Digit::new(number.into()));
        Puzzle::new(Geometry::classic(), givens.collect::<Box<[_]>>())
    }
}

fn expect_cells(geometry: &Geometry, found: usize) -> Result<(), PuzzleError> {
    let expected = geometry.n_cells();
    if found == expected {
        Ok(())
    } else {
        Err(PuzzleError::Cells { expected, found })
    }
}

fn expect_digits<'d>(
    geometry: &Geometry,
    digits: impl IntoIterator<Item = &'d Digit>,
) -> Result<(), PuzzleError> {
    let largest = geometry.size();
    let found = digits.into_iter().max().map_or(0, |digit| digit.value());
    if found <= largest {
        Ok(())
    } else {
        Err(PuzzleError::Digit { largest, found })
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Cells { expected, found } => {
                write!(
                    f,
                    "expected an entry for each of {expected} cells, found {found}"
                )
            }
            PuzzleError::Digit { largest, found } => {
                write!(f, "expected digits up to {largest}, found {found}")
            }
            PuzzleError::Symbol(found) => write!(f, "expected a digit or '.', found '{found}'"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// One line, `.` for a blank: `{}`. As rows, one per line: `{:#}`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, self.geometry.size(), self.givens.iter().copied())
    }
}

/// One line: `{}`. As rows, one per line: `{:#}`.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits.iter().copied().map(Some);
        display(f, self.geometry.size(), digits)
    }
}

fn display(
    f: &mut fmt::Formatter<'_>,
    size: usize,
    digits: impl Iterator<Item = Option<Digit>>,
) -> fmt::Result {
    let alphabet = Alphabet::standard(size);
    let digits: Vec<Option<Digit>> = digits.collect();
    if !f.alternate() {
        return f.write_str(&alphabet.line(digits, '.'));
    }
    let rows: Vec<String> = digits
        .chunks(size)
        .map(|row| alphabet.line(row.iter().copied(), '.'))
        .collect();
    f.write_str(&rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four(text: &str) -> Puzzle {
        let givens: Vec<Option<Digit>> =
            text.chars().map(|c| Alphabet::OneBased.digit(c)).collect();
        Puzzle::of(Geometry::of_size(4).unwrap(), givens)
    }

    #[test]
    fn clashes_are_listed_with_house_and_cells() {
        let puzzle = four("1.1.1...........");
        let said: Vec<String> = puzzle
            .conflicts()
            .iter()
            .map(|conflict| conflict.explain(puzzle.geometry()).to_string())
            .collect();
        assert_eq!(
            said,
            [
                "row 1 has two 1s: r1c1 and r1c3",
                "column 1 has two 1s: r1c1 and r2c1",
                "box 1 has two 1s: r1c1 and r2c1",
            ]
        );
        assert!(four("1...............").conflicts().is_empty());
    }

    #[test]
    fn three_of_a_kind_are_named_together() {
        let puzzle = four("2222............");
        let clash = &puzzle.conflicts()[0];
        let said = clash.explain(puzzle.geometry()).to_string();
        assert_eq!(said, "row 1 has 4 2s: r1c1, r1c2, r1c3 and r1c4");
    }

    #[test]
    fn the_judge_knows_rules_givens_and_marks() {
        let puzzle = four("1...............");
        let digits = |text: &str| -> Vec<Digit> {
            text.chars()
                .map(|c| Alphabet::OneBased.digit(c).unwrap())
                .collect()
        };
        let good = digits("1234341221434321");
        assert!(puzzle.is_solved_by(&good));
        assert!(
            !puzzle.is_solved_by(&digits("2134341212434321")),
            "given changed"
        );
        assert!(
            !puzzle.is_solved_by(&digits("1234341221434312")),
            "column broken"
        );
        assert!(!puzzle.is_solved_by(&good[..15]), "cell missing");
        let no_2_in_r1c2: Vec<DigitSet> = (0..16)
            .map(|index| DigitSet::from_bits(if index == 1 { 0b1101 } else { 0b1111 }))
            .collect();
        assert!(!puzzle.limited_to(no_2_in_r1c2).is_solved_by(&good));
    }

    #[test]
    fn large_boards_are_shown_as_numbers() {
        let empty = Puzzle::empty(Geometry::of_size(49).unwrap());
        assert!(empty.to_string().starts_with(". . ."));
        let small = four("1...............");
        assert_eq!(small.to_string(), "1...............");
        assert_eq!(format!("{small:#}"), "1...\n....\n....\n....");
    }
}

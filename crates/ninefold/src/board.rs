//! Work in progress: what is known about each cell so far.
//!
//! A [`Board`] holds a digit or a set of candidates (pencil marks) for every cell.
//! [`Board::place`] writes a digit and rubs it out of the peers' marks;
//! [`Board::eliminate`] rubs out one mark. Neither guesses, neither thinks: that is
//! for engines and for logic.

use serde::{Deserialize, Serialize};

use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;

/// A puzzle being worked on.
///
/// ```
/// let puzzle: ninefold::Puzzle = "1... .... .... ....".parse()?;
/// let board = ninefold::Board::new(&puzzle);
/// let r1c2 = puzzle.geometry().cell(1, 2).expect("it is on the board");
/// assert_eq!(board.candidates(r1c2).to_string(), "234");
/// # Ok::<(), ninefold::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BoardData", into = "BoardData")]
pub struct Board {
    geometry: Geometry,
    values: Box<[Option<Digit>]>,
    candidates: Box<[DigitSet]>,
    n_empty: usize,
}

/// Why a board cannot be completed, as far as can be seen without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// An empty cell with no candidate left.
    NoDigit(Cell),
    /// A digit that a house still needs and cannot place.
    NoPlace(House, Digit),
    /// A digit that stands twice in a house.
    Twice(House, Digit),
}

impl Board {
    /// The board at the start: givens placed, and every mark that they and the
    /// puzzle's own marks allow.
    pub fn new(puzzle: &Puzzle) -> Board {
        let geometry = puzzle.geometry().clone();
        let mut board = Board {
            values: vec![None; geometry.n_cells()].into(),
            candidates: geometry.cells().map(|cell| puzzle.allowed(cell)).collect(),
            n_empty: geometry.n_cells(),
            geometry,
        };
        for cell in board.geometry.cells() {
            // A given that the puzzle's own marks forbid stays off the board and
            // leaves its cell without a candidate.
            if let Some(digit) = puzzle.given(cell)
                && puzzle.allowed(cell).contains(digit)
            {
                board.place(cell, digit);
            }
        }
        board
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The digit in a cell, if it has one; none in a cell that is not on the board.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell.index()).copied().flatten()
    }

    /// The digits that can still go in a cell; none once it is filled, or if it is not on the
    /// board.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let candidates = self.candidates.get(cell.index());
        candidates.copied().unwrap_or_default()
    }

    /// Whether `digit` can still go in `cell`.
    pub fn can_hold(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates(cell).contains(digit)
    }

    /// The empty cells, in reading order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = self.geometry.cells();
        cells.filter(|&cell| self.value(cell).is_none())
    }

    /// The empty cells of a house that can still hold `digit`.
    pub fn places(&self, house: House, digit: Digit) -> impl Iterator<Item = Cell> {
        let cells = self.geometry.cells_of(house).iter().copied();
        cells.filter(move |&cell| self.can_hold(cell, digit))
    }

    /// How many cells are empty.
    pub fn n_empty(&self) -> usize {
        self.n_empty
    }

    /// Writes `digit` in `cell` and rubs it out of the marks of the peers. Returns whether
    /// the board has the cell and the digit; if not, nothing changes.
    pub fn place(&mut self, cell: Cell, digit: Digit) -> bool {
        let is_digit = digit.value() <= self.geometry.size();
        let Some(value) = self.values.get_mut(cell.index()).filter(|_| is_digit) else {
            return false;
        };
        if value.replace(digit).is_none() {
            self.n_empty -= 1;
        }
        self.candidates[cell.index()] = DigitSet::EMPTY;
        for peer in self.geometry.peers(cell) {
            self.candidates[peer.index()].remove(digit);
        }
        true
    }

    /// Rubs `digit` out of the marks of `cell`; returns whether it was there.
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        let marks = self.candidates.get_mut(cell.index());
        marks.is_some_and(|marks| marks.remove(digit))
    }

    /// Takes a step: writes in every placement, then rubs out every elimination.
    pub fn apply(&mut self, placements: &[Candidate], eliminations: &[Candidate]) {
        for placed in placements {
            self.place(placed.cell, placed.digit);
        }
        for gone in eliminations {
            self.eliminate(gone.cell, gone.digit);
        }
    }

    /// The first thing wrong with the board, if anything can be seen at once.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let mut empty = self.empty_cells();
        if let Some(cell) = empty.find(|&cell| self.candidates(cell).is_empty()) {
            return Some(Contradiction::NoDigit(cell));
        }
        for house in self.geometry.houses() {
            let mut placed = DigitSet::EMPTY;
            let mut possible = DigitSet::EMPTY;
            for &cell in self.geometry.cells_of(house) {
                possible |= self.candidates(cell);
                if let Some(digit) = self.value(cell) {
                    if placed.contains(digit) {
                        return Some(Contradiction::Twice(house, digit));
                    }
                    placed.insert(digit);
                }
            }
            if self.geometry.is_exact(house) {
                let homeless = self.geometry.all_digits() - placed - possible;
                if let Some(digit) = homeless.first() {
                    return Some(Contradiction::NoPlace(house, digit));
                }
            }
        }
        None
    }

    /// The answer, once every cell is filled.
    pub fn grid(&self) -> Option<Grid> {
        let digits: Option<Vec<Digit>> = self.values.iter().copied().collect();
        Some(Grid::of(self.geometry.clone(), digits?))
    }
}

impl Puzzle {
    /// Whether its pencil marks exclude more than its givens do.
    pub fn has_marks_of_its_own(&self) -> bool {
        if self.marks().is_none() {
            return false;
        }
        let (all, givens) = (Board::new(self), Board::new(&self.without_marks()));
        let mut cells = self.geometry().cells();
        cells.any(|cell| all.candidates(cell) != givens.candidates(cell))
    }
}

/// A board as it is stored: as a puzzle whose givens are the digits so far, and whose marks are
/// the candidates. A filled cell has its digit as its mark.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct BoardData(Puzzle);

impl From<Board> for BoardData {
    fn from(board: Board) -> BoardData {
        let marks = |cell| match board.value(cell) {
            Some(digit) => DigitSet::only(digit),
            None => board.candidates(cell),
        };
        let marks: Vec<DigitSet> = board.geometry.cells().map(marks).collect();
        BoardData(Puzzle::of(board.geometry, board.values).limited_to(marks))
    }
}

impl From<BoardData> for Board {
    fn from(BoardData(puzzle): BoardData) -> Board {
        let values: Box<[Option<Digit>]> = puzzle.givens().into();
        let candidates = puzzle.geometry().cells().map(|cell| {
            if puzzle.given(cell).is_some() {
                DigitSet::EMPTY
            } else {
                puzzle.allowed(cell)
            }
        });
        Board {
            candidates: candidates.collect(),
            n_empty: values.iter().filter(|value| value.is_none()).count(),
            geometry: puzzle.geometry().clone(),
            values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        let givens: Vec<Option<Digit>> = text
            .chars()
            .map(|c| Digit::new(c.to_digit(10)? as usize))
            .collect();
        let geometry = Geometry::of_size(givens.len().isqrt()).unwrap();
        Board::new(&Puzzle::of(geometry, givens))
    }

    #[test]
    fn placing_clears_the_peers() {
        let mut board = board("................");
        let cell = board.geometry().at(1, 1);
        assert!(board.place(cell, Digit::from_index(0)));
        assert_eq!(board.n_empty(), 15);
        let peers = board.geometry().peers(cell).to_vec();
        assert!(
            peers
                .iter()
                .all(|&peer| board.candidates(peer).to_string() == "234")
        );
        assert!(board.candidates(cell).is_empty());
    }

    #[test]
    fn cells_and_digits_of_larger_boards_are_refused() {
        let mut board = board("1...............");
        let before = board.clone();
        let (first, beyond) = (Cell::from_index(1), Cell::from_index(16));
        let (one, nine) = (Digit::from_index(0), Digit::from_index(8));
        assert!(!board.place(beyond, one) && !board.place(first, nine));
        assert!(!board.eliminate(beyond, one) && !board.eliminate(first, nine));
        assert_eq!(board.value(beyond), None);
        assert!(board.candidates(beyond).is_empty());
        assert_eq!(board, before);
    }

    #[test]
    fn contradictions_are_seen() {
        // r1c4 sees 1, 2, 3 in its row and 4 in its column.
        let no_digit = board("123....4........");
        let r1c4 = no_digit.geometry().at(1, 4);
        assert_eq!(no_digit.contradiction(), Some(Contradiction::NoDigit(r1c4)));
        let twice = board("11..............").contradiction();
        assert!(matches!(twice, Some(Contradiction::Twice(_, digit)) if digit.value() == 1));
        // Both empty cells of row 1 see a 1, so row 1 has no place for it.
        let no_place = board("23.......1.....1").contradiction();
        assert!(no_place.is_none());
        let no_place = board("23........1....1").contradiction();
        assert!(matches!(no_place, Some(Contradiction::NoPlace(_, digit)) if digit.value() == 1));
    }

    #[test]
    fn a_board_comes_back_with_its_marks() {
        let mut board = board("12..............");
        let r1c3 = board.geometry().at(1, 3);
        board.eliminate(r1c3, Digit::from_index(2));
        let text = serde_json::to_string(&board).unwrap();
        let back: Board = serde_json::from_str(&text).unwrap();
        assert_eq!(back, board, "{text}");
        assert_eq!(back.n_empty(), 14);
        let beyond = text.replace("12..", "15..");
        assert!(serde_json::from_str::<Board>(&beyond).is_err());
    }

    #[test]
    fn a_full_board_is_a_grid() {
        let full = board("1234341221434321");
        assert_eq!(full.grid().unwrap().to_string(), "1234341221434321");
        assert_eq!(full.contradiction(), None);
        assert!(board("123434122143432.").grid().is_none());
    }
}

//! A player's mistakes so far: reported before any hint, because no technique can make
//! sense of a board with a mistake on it.

use crate::Answer;
use crate::board::{Board, Contradiction};
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::words::{Explanation, say};

/// Something on the board that cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The solution has another digit in the cell.
    WrongDigit(Candidate),
    /// The marks of the cell lack the digit that the solution has there.
    MissingMark(Candidate),
}

impl Mistake {
    /// The cell.
    pub fn cell(self) -> Cell {
        match self {
            Mistake::WrongDigit(candidate) | Mistake::MissingMark(candidate) => candidate.cell,
        }
    }

    /// In words, without the right digit: `the 5 in r4c7 is wrong`.
    pub fn explain(self, geometry: &Geometry) -> Explanation {
        let words = match self {
            Mistake::WrongDigit(wrong) => {
                say!["the ", wrong.digit, " in ", wrong.cell, " is wrong"]
            }
            Mistake::MissingMark(missing) => say![
                "the marks of ",
                missing.cell,
                " lack the digit that belongs there"
            ],
        };
        words.on(geometry)
    }

    /// In words, with the right digit of a missing mark: for a caller that wants an answer,
    /// not a hint.
    pub fn reveal(self, geometry: &Geometry) -> Explanation {
        match self {
            Mistake::WrongDigit(_) => self.explain(geometry),
            Mistake::MissingMark(missing) => {
                let (cell, digit) = (missing.cell, missing.digit);
                let which = say!["the pencil marks of ", cell, " lack ", digit];
                which.and(say![", which the givens prove"]).on(geometry)
            }
        }
    }
}

/// The board of a player who has placed digits and perhaps made marks of their own;
/// marks that the placed digits rule out are rubbed out. Cells past the end of `placed` are blank,
/// and those past the end of `marks` have all of them.
pub fn board_of(puzzle: &Puzzle, placed: &[Option<Digit>], marks: Option<&[DigitSet]>) -> Board {
    let mut board = Board::new(puzzle);
    for cell in puzzle.geometry().cells() {
        let digit = placed.get(cell.index()).copied().flatten();
        if let Some(digit) = digit.filter(|_| board.value(cell).is_none()) {
            board.place(cell, digit);
        }
    }
    for cell in board.empty_cells().collect::<Vec<_>>() {
        if let Some(&marks) = marks.and_then(|marks| marks.get(cell.index())) {
            for digit in (board.candidates(cell) - marks).iter() {
                board.eliminate(cell, digit);
            }
        }
    }
    board
}

/// The digits that the pencil marks of a puzzle lack, where its givens have one solution and
/// the marks allow none: a mark was rubbed out by mistake. Empty if that is not what is wrong.
///
/// ```
/// use ninefold::{DigitSet, logic};
///
/// let puzzle = ninefold::parse("12343412214343..")?;
/// let slip = (1..=16).map(|cell| if cell == 15 { DigitSet::EMPTY } else { DigitSet::all(4) });
/// let puzzle = puzzle.with_marks(slip.collect::<Vec<_>>())?;
/// let missing = logic::missing_marks(&puzzle);
/// let words = missing[0].reveal(puzzle.geometry()).to_string();
/// assert_eq!(words, "the pencil marks of r4c3 lack 2, which the givens prove");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn missing_marks(puzzle: &Puzzle) -> Vec<Mistake> {
    /// The largest board whose givens are soon known to prove something or nothing.
    const LARGEST: usize = 16;
    if puzzle.marks().is_none() || puzzle.geometry().size() > LARGEST {
        return Vec::new();
    }
    let Answer::One(solution) = crate::solve(&puzzle.without_marks()) else {
        return Vec::new();
    };
    let cells = puzzle.geometry().cells();
    let right = cells.map(|cell| Candidate {
        cell,
        digit: solution.digit(cell),
    });
    right
        .filter(|right| !puzzle.allowed(right.cell).contains(right.digit))
        .map(Mistake::MissingMark)
        .collect()
}

/// The digits and marks on `board` that differ from the solution.
pub fn mistakes(puzzle: &Puzzle, board: &Board, solution: &Grid) -> Vec<Mistake> {
    let mistake = |cell: Cell| {
        let right = solution.digit(cell);
        match board.value(cell) {
            Some(digit) if digit != right && puzzle.given(cell).is_none() => {
                Some(Mistake::WrongDigit(Candidate { cell, digit }))
            }
            None if !board.can_hold(cell, right) => {
                Some(Mistake::MissingMark(Candidate { cell, digit: right }))
            }
            _ => None,
        }
    };
    // A wrong digit takes marks from its peers, so wrong digits are reported alone.
    let all: Vec<Mistake> = puzzle.geometry().cells().filter_map(mistake).collect();
    let is_digit = |mistake: &Mistake| matches!(mistake, Mistake::WrongDigit(_));
    if all.iter().any(is_digit) {
        all.into_iter().filter(is_digit).collect()
    } else {
        all
    }
}

impl Contradiction {
    /// In words: `7 has no place in box 9`.
    pub fn explain(self, geometry: &Geometry) -> Explanation {
        let words = match self {
            Contradiction::NoDigit(cell) => say!["no digit can go in ", cell],
            Contradiction::NoPlace(house, digit) => say![digit, " has no place in ", house],
            Contradiction::Twice(house, digit) => say![digit, " stands twice in ", house],
        };
        words.on(geometry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contradiction_is_reported_by_its_place() {
        let puzzle: Puzzle = "123. ...4 .... ....".parse().unwrap();
        let seen = Board::new(&puzzle).contradiction().unwrap();
        let words = seen.explain(puzzle.geometry()).to_string();
        assert_eq!(words, "no digit can go in r1c4");
    }

    #[test]
    fn cells_without_a_digit_or_marks_are_as_the_puzzle_has_them() {
        let puzzle: Puzzle = "1234 3412 21.. ....".parse().unwrap();
        assert_eq!(board_of(&puzzle, &[], Some(&[])), Board::new(&puzzle));
    }

    #[test]
    fn a_wrong_digit_is_reported_and_the_marks_it_cost_are_not() {
        let puzzle: Puzzle = "1234 3412 21.. ....".parse().unwrap();
        let Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("the puzzle is proper");
        };
        let geometry = puzzle.geometry();
        let (r3c3, r4c4) = (geometry.at(3, 3), geometry.at(4, 4));
        let mut placed = vec![None; 16];
        assert!(mistakes(&puzzle, &board_of(&puzzle, &placed, None), &solution).is_empty());
        placed[r3c3.index()] = Digit::new(3);
        let found = mistakes(&puzzle, &board_of(&puzzle, &placed, None), &solution);
        let words: Vec<String> = found
            .iter()
            .map(|m| m.explain(geometry).to_string())
            .collect();
        assert_eq!(words, ["the 3 in r3c3 is wrong"]);
        let mut marks = vec![geometry.all_digits(); 16];
        marks[r4c4.index()].remove(solution.digit(r4c4));
        let board = board_of(&puzzle, &[None; 16], Some(&marks));
        let found = mistakes(&puzzle, &board, &solution);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].explain(geometry).to_string(),
            "the marks of r4c4 lack the digit that belongs there"
        );
    }
}

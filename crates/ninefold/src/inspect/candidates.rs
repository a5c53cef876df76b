//! True candidates: those that occur in some solution.
//!
//! ```text
//!   go through the solutions, up to a limit; if that was all, done
//!   for each cell:
//!       while it has digits that were in no solution yet:
//!           a solution with one of these digits?   no → none of them occurs
//! ```
//!
//! Each question beyond the limit shows a candidate that was not seen before, or settles all
//! that are left in a cell. So even a blank board with its 6.67 · 10²¹ solutions takes fewer
//! questions than it has candidates. The name is that of D. Clamage's SudokuSolver.

use super::census::{self, Census};
use super::limits::{Limits, Questions};
use crate::geometry::{Candidate, Cell, Digit};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// How many solutions are gone through one by one.
const CENSUS: u32 = 2000;

/// The candidates of a puzzle that occur in some solution, as far as they are known.
#[derive(Clone, Debug)]
pub struct TrueCandidates {
    /// What occurs in a solution that was seen.
    seen: Box<[DigitSet]>,
    /// What occurs in two solutions that were seen.
    often: Box<[DigitSet]>,
    /// What is neither seen nor refuted.
    open: Box<[DigitSet]>,
    census: Census,
}

/// Finds out which candidates occur in some solution.
///
/// ```
/// use ninefold::inspect::{Limits, true_candidates};
///
/// let blank = ninefold::Puzzle::empty(ninefold::Geometry::classic());
/// let candidates = true_candidates(&blank, Limits::of(blank.geometry()));
/// assert!(candidates.is_complete());
/// assert!(blank.geometry().cells().all(|cell| candidates.of(cell).len() == 9));
/// ```
pub fn true_candidates(puzzle: &Puzzle, limits: Limits<'_>) -> TrueCandidates {
    found(puzzle, &mut limits.questions())
}

/// [`true_candidates`] as a part of another meter.
pub(super) fn found(puzzle: &Puzzle, questions: &mut Questions<'_>) -> TrueCandidates {
    let census = census::taken(puzzle, CENSUS, questions);
    let of_each =
        |digits: &dyn Fn(Cell) -> DigitSet| puzzle.geometry().cells().map(digits).collect();
    let mut candidates = TrueCandidates {
        seen: of_each(&|cell| census.digits(cell)),
        often: of_each(&|cell| census.digits_where(cell, |times| times > 1)),
        open: of_each(&|cell| {
            let unseen = puzzle.allowed(cell) - census.digits(cell);
            if census.is_complete() {
                DigitSet::EMPTY
            } else {
                unseen
            }
        }),
        census,
    };
    for cell in puzzle.geometry().cells() {
        if candidates.settle(puzzle, cell, questions).is_none() {
            break;
        }
    }
    candidates
}

impl TrueCandidates {
    /// The digits of a cell that occur in some solution.
    pub fn of(&self, cell: Cell) -> DigitSet {
        self.seen.get(cell.index()).copied().unwrap_or_default()
    }

    /// The digits of a cell of which it is not known whether they occur.
    pub fn open(&self, cell: Cell) -> DigitSet {
        self.open.get(cell.index()).copied().unwrap_or_default()
    }

    /// Whether it is known of every candidate.
    pub fn is_complete(&self) -> bool {
        self.open.iter().all(|open| open.is_empty())
    }

    /// The first solutions, up to a limit, and how often each candidate occurs in them.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The candidates that were seen in one solution only, and so may be in no other.
    pub(super) fn seen_once(&self) -> Vec<Candidate> {
        let sets = self.seen.iter().zip(&self.often).enumerate();
        let candidates = sets.flat_map(|(index, (&seen, &often))| {
            let cell = Cell::from_index(index);
            let digits = (seen - often).iter().collect::<Vec<_>>().into_iter();
            digits.map(move |digit| Candidate { cell, digit })
        });
        candidates.collect()
    }

    /// Asks for solutions with an open digit in `cell` until it has none; `None` if the limits
    /// ended that.
    fn settle(&mut self, puzzle: &Puzzle, cell: Cell, questions: &mut Questions<'_>) -> Option<()> {
        while !self.open(cell).is_empty() {
            // What is refuted already makes the search shorter.
            let mut marks = self.seen.to_vec();
            for (mark, &open) in marks.iter_mut().zip(&self.open) {
                *mark |= open;
            }
            marks[cell.index()] = self.open(cell);
            let question = puzzle.clone().limited_to(marks);
            let mut solution: Option<Vec<Digit>> = None;
            let mut show = |digits: &[Digit]| solution = Some(digits.to_vec());
            questions.solutions(&question, 1, &mut show).ok()?;
            match solution {
                Some(digits) => self.add(&digits),
                None => self.open[cell.index()] = DigitSet::EMPTY,
            }
        }
        Some(())
    }

    /// Adds a solution that was not seen before.
    fn add(&mut self, digits: &[Digit]) {
        for (cell, &digit) in digits.iter().enumerate() {
            if self.seen[cell].contains(digit) {
                self.often[cell].insert(digit);
            }
            self.seen[cell].insert(digit);
            self.open[cell].remove(digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    #[test]
    fn a_proper_puzzle_has_one_candidate_in_each_cell() {
        let puzzle = puzzle(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        let candidates = true_candidates(&puzzle, Limits::of(puzzle.geometry()));
        let mut cells = puzzle.geometry().cells();
        assert!(cells.all(|cell| candidates.of(cell).len() == 1));
        assert!(candidates.is_complete());
    }

    #[test]
    fn beyond_the_census_they_are_those_of_all_solutions() {
        // 16,087 solutions: eight times as many as the census goes through.
        let puzzle = puzzle(
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..........",
        );
        let limits = Limits::of(puzzle.geometry());
        let candidates = true_candidates(&puzzle, limits);
        assert!(!candidates.census().is_complete());
        assert!(candidates.is_complete());
        let all = census::census(&puzzle, u32::MAX, limits.nodes(u64::MAX));
        assert!(all.is_complete());
        for cell in puzzle.geometry().cells() {
            assert_eq!(candidates.of(cell), all.digits(cell));
        }
    }

    #[test]
    fn without_a_solution_there_are_none() {
        let puzzle = puzzle("1..1 .... .... ....");
        let candidates = true_candidates(&puzzle, Limits::of(puzzle.geometry()));
        let mut cells = puzzle.geometry().cells();
        assert!(cells.all(|cell| candidates.of(cell).is_empty()));
        assert!(candidates.is_complete());
    }

    #[test]
    fn what_the_limits_leave_open_is_said_so() {
        let blank = Puzzle::empty(Geometry::classic());
        let limits = Limits::of(blank.geometry());
        let candidates = true_candidates(&blank, limits.nodes(0));
        let r1c1 = Cell::from_index(0);
        assert!(candidates.of(r1c1).is_empty() && !candidates.is_complete());
        assert_eq!(candidates.open(r1c1).len(), 9);
    }
}

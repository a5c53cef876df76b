//! Clues that would make a puzzle proper: one that is enough, or a few together.

use super::candidates::{self, TrueCandidates};
use super::census;
use super::limits::{Limits, Questions};
use crate::engine::Count;
use crate::geometry::{Candidate, Cell};
use crate::puzzle::Puzzle;

/// How many solutions are looked at to choose the next of several clues.
const LOOK: u32 = 2000;

/// Clues that a meter found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    /// The clues, in the order of their cells.
    pub found: Vec<Candidate>,
    /// Whether there are no others; if not, the limits left it open.
    pub is_complete: bool,
}

/// The candidates of which each alone, as a clue, would leave one solution. A puzzle that has one
/// already, or none, has no such clues.
///
/// ```
/// use ninefold::inspect::{Limits, completing_clues};
///
/// let puzzle = ninefold::parse("12.. 34.. .1.. ....")?;
/// let clues = completing_clues(&puzzle, Limits::of(puzzle.geometry()));
/// let mut with_clue = puzzle.clone();
/// with_clue.set(clues.found[0].cell, Some(clues.found[0].digit));
/// assert!(matches!(ninefold::solve(&with_clue), ninefold::Answer::One(_)));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn completing_clues(puzzle: &Puzzle, limits: Limits<'_>) -> Clues {
    let mut questions = limits.questions();
    let candidates = candidates::found(puzzle, &mut questions);
    completing(puzzle, &candidates, &mut questions)
}

impl TrueCandidates {
    /// [`completing_clues`] of the puzzle whose candidates these are, with less work.
    pub fn completing_clues(&self, puzzle: &Puzzle, limits: Limits<'_>) -> Clues {
        completing(puzzle, self, &mut limits.questions())
    }
}

fn completing(
    puzzle: &Puzzle,
    candidates: &TrueCandidates,
    questions: &mut Questions<'_>,
) -> Clues {
    let none = |is_complete| Clues {
        found: Vec::new(),
        is_complete,
    };
    match candidates.census().count() {
        Count::Exactly(0 | 1) => return none(true),
        Count::Stopped(0 | 1) => return none(false),
        _ => {}
    }
    let mut found = candidates.seen_once();
    if candidates.census().is_complete() {
        // Every solution was seen, so what was seen once is in one solution.
        let is_complete = true;
        return Clues { found, is_complete };
    }
    let mut is_complete = candidates.is_complete();
    let mut with_clue = puzzle.clone();
    found.retain(|clue| {
        with_clue.set(clue.cell, Some(clue.digit));
        let count = questions.count(&with_clue, 2);
        with_clue.set(clue.cell, puzzle.given(clue.cell));
        is_complete &= count.is_ok();
        count == Ok(1)
    });
    Clues { found, is_complete }
}

/// Clues that together make a puzzle proper: one after the other the candidate that occurs in the
/// fewest of the solutions seen. They are enough, but fewer may be. `None` if the puzzle has no
/// solution, or the limits ended the search.
///
/// ```
/// use ninefold::inspect::{Limits, enough_clues};
///
/// let blank = ninefold::Puzzle::empty(ninefold::Geometry::of_size(4)?);
/// let clues = enough_clues(&blank, Limits::of(blank.geometry())).expect("it has solutions");
/// assert_eq!(clues.len(), 4);
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
pub fn enough_clues(puzzle: &Puzzle, limits: Limits<'_>) -> Option<Vec<Candidate>> {
    let mut questions = limits.questions();
    let mut puzzle = puzzle.clone();
    let mut clues = Vec::new();
    loop {
        let census = census::taken(&puzzle, LOOK, &mut questions);
        match census.count() {
            Count::Exactly(1) => return Some(clues),
            Count::Exactly(0) | Count::Stopped(_) => return None,
            _ => {}
        }
        let cells = puzzle.geometry().cells();
        let candidates = cells.flat_map(|cell: Cell| {
            let digits = census.digits(cell).iter().collect::<Vec<_>>().into_iter();
            digits.map(move |digit| Candidate { cell, digit })
        });
        let times = |clue: &Candidate| census.times(clue.cell, clue.digit);
        let clue = candidates.min_by_key(times)?;
        puzzle.set(clue.cell, Some(clue.digit));
        clues.push(clue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use crate::geometry::Geometry;

    /// Every candidate, tried one by one.
    fn tried(puzzle: &Puzzle) -> Vec<Candidate> {
        let mut clues = Vec::new();
        for cell in puzzle.geometry().cells() {
            for digit in puzzle.geometry().digits() {
                let mut with_clue = puzzle.clone();
                with_clue.set(cell, Some(digit));
                if puzzle.given(cell).is_none()
                    && matches!(crate::solve(&with_clue), Answer::One(_))
                {
                    clues.push(Candidate { cell, digit });
                }
            }
        }
        clues
    }

    fn found(puzzle: &Puzzle) -> Clues {
        completing_clues(puzzle, Limits::of(puzzle.geometry()))
    }

    #[test]
    fn each_alone_makes_the_puzzle_proper_and_no_other_does() {
        for text in [
            "12.. .... .... ..21",
            "12.. 34.. .1.. ....",
            ".... .... .... ....",
            // 6 solutions, and 16,087.
            "53..7....6...9.....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..7.",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..........",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let clues = found(&puzzle);
            assert!(clues.is_complete, "{text}");
            assert_eq!(clues.found, tried(&puzzle), "{text}");
        }
    }

    #[test]
    fn proper_puzzles_and_those_without_a_solution_need_none() {
        for text in [
            "12.4 4.21 2143 3412",
            "1..1 .... .... ....",
            "1234 3... .... ..14",
        ] {
            let clues = found(&text.parse().unwrap());
            assert_eq!((clues.found.len(), clues.is_complete), (0, true), "{text}");
        }
    }

    #[test]
    fn enough_clues_are_enough() {
        let mut puzzle = Puzzle::empty(Geometry::classic());
        let limits = Limits::of(puzzle.geometry());
        for clue in enough_clues(&puzzle, limits).unwrap() {
            puzzle.set(clue.cell, Some(clue.digit));
        }
        assert!(matches!(crate::solve(&puzzle), Answer::One(_)));
        assert_eq!(enough_clues(&puzzle, limits), Some(Vec::new()));
        assert_eq!(enough_clues(&puzzle, limits.until(&|| true)), None);
    }
}

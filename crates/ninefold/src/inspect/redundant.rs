//! Clues that a puzzle does not need.
//!
//! A clue is redundant if every solution without it has it all the same. So the question is
//! whether there is a solution with any *other* digit in its cell: mostly the first singles say no.

use super::completing::Clues;
use super::limits::{Ended, Limits, NotKnown, Questions};
use crate::geometry::{Candidate, Cell};
use crate::puzzle::Puzzle;
use crate::random::{Draw, Random};
use crate::sets::DigitSet;

/// In how many orders clues are taken away to find a large set that can go.
const ORDERS: u64 = 8;

/// The clues of which each alone could be left out without changing the solutions. A puzzle
/// without a solution has none.
///
/// ```
/// use ninefold::inspect::{Limits, redundant_clues, spare_clues};
///
/// let puzzle = ninefold::parse("12.4 .... .1.. 4...")?;
/// let limits = Limits::of(puzzle.geometry());
/// let each = redundant_clues(&puzzle, limits);
/// let together = spare_clues(&puzzle, limits);
/// assert!(each.is_complete && together.len() <= each.found.len());
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn redundant_clues(puzzle: &Puzzle, limits: Limits<'_>) -> Clues {
    let mut questions = limits.questions();
    let mut clues = Clues {
        found: Vec::new(),
        is_complete: true,
    };
    match questions.solutions(puzzle, 1, &mut |_| ()) {
        Ok(Ended::Enough) => {}
        Ok(Ended::NoMore) => return clues,
        Err(NotKnown) => {
            clues.is_complete = false;
            return clues;
        }
    }
    for clue in clues_of(puzzle) {
        match is_spare(puzzle, clue.cell, &mut questions) {
            Ok(true) => clues.found.push(clue),
            Ok(false) => {}
            Err(NotKnown) => clues.is_complete = false,
        }
    }
    clues
}

/// Clues that can be left out together without changing the solutions: the largest such set that a
/// few orders of taking them away lead to. It need not be the largest there is.
pub fn spare_clues(puzzle: &Puzzle, limits: Limits<'_>) -> Vec<Candidate> {
    let each = redundant_clues(puzzle, limits).found;
    largest_found(puzzle, &each, &mut limits.questions())
}

/// The largest set of these redundant clues that was found to be redundant together.
pub(super) fn largest_found(
    puzzle: &Puzzle,
    each: &[Candidate],
    questions: &mut Questions<'_>,
) -> Vec<Candidate> {
    let mut best: Vec<Candidate> = Vec::new();
    for order in 0..ORDERS {
        let mut clues = each.to_vec();
        match order {
            0 => {}
            1 => clues.reverse(),
            _ => Random::stream(0, order).shuffle(&mut clues),
        }
        let mut left = puzzle.clone();
        clues.retain(|clue| {
            let is_spare = is_spare(&left, clue.cell, questions) == Ok(true);
            if is_spare {
                left.set(clue.cell, None);
            }
            is_spare
        });
        if clues.len() > best.len() {
            best = clues;
        }
        if best.len() == each.len() {
            break;
        }
    }
    best.sort_unstable();
    best
}

/// Whether a clue could be left out of a puzzle that has a solution.
fn is_spare(puzzle: &Puzzle, cell: Cell, questions: &mut Questions<'_>) -> Result<bool, NotKnown> {
    let Some(digit) = puzzle.given(cell) else {
        return Ok(true);
    };
    let mut question = puzzle.clone();
    question.set(cell, None);
    let cells = puzzle.geometry().cells();
    let mut marks: Vec<DigitSet> = cells.map(|cell| question.allowed(cell)).collect();
    marks[cell.index()].remove(digit);
    let others = questions.count(&question.limited_to(marks), 1)?;
    Ok(others == 0)
}

/// The clues of a puzzle, in the order of their cells.
fn clues_of(puzzle: &Puzzle) -> impl Iterator<Item = Candidate> {
    let cells = puzzle.geometry().cells();
    cells.filter_map(|cell| {
        let digit = puzzle.given(cell)?;
        Some(Candidate { cell, digit })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::{Answer, Count};

    /// The clues without which the number of solutions stays as it is, taken away one by one.
    fn tried(puzzle: &Puzzle) -> Vec<Candidate> {
        let count = |puzzle: &Puzzle| {
            let limits = Limits::of(puzzle.geometry()).nodes(u64::MAX);
            super::super::census(puzzle, u32::MAX, limits).count()
        };
        let solutions = count(puzzle);
        let without = |clue: &Candidate| {
            let mut without = puzzle.clone();
            without.set(clue.cell, None);
            without
        };
        let is_spare = |clue: &Candidate| solutions == count(&without(clue));
        let has_one = solutions != Count::Exactly(0);
        clues_of(puzzle)
            .filter(|clue| has_one && is_spare(clue))
            .collect()
    }

    #[test]
    fn they_are_those_that_can_be_taken_away() {
        for text in [
            "12.4 4.21 2143 3412",
            "12.4 .... .1.. 4...",
            "1... .... .... ....",
            "1..1 .... .... ....",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "53..7....6...9.....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..7.",
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let limits = Limits::of(puzzle.geometry());
            let clues = redundant_clues(&puzzle, limits);
            assert!(clues.is_complete);
            assert_eq!(clues.found, tried(&puzzle), "{text}");
        }
    }

    #[test]
    fn without_all_spare_clues_the_puzzle_is_minimal() {
        let full =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut puzzle: Puzzle = full.parse().unwrap();
        let limits = Limits::of(puzzle.geometry());
        let spare = spare_clues(&puzzle, limits);
        assert!(spare.len() > 50, "{}", spare.len());
        for clue in &spare {
            puzzle.set(clue.cell, None);
        }
        assert!(matches!(crate::solve(&puzzle), Answer::One(_)));
        assert!(redundant_clues(&puzzle, limits).found.is_empty());
    }

    #[test]
    fn limits_leave_it_open() {
        let mut puzzle = Puzzle::empty(Geometry::classic());
        puzzle.set(Cell::from_index(0), crate::Digit::new(1));
        let clues = redundant_clues(&puzzle, Limits::of(puzzle.geometry()).nodes(1));
        assert_eq!((clues.found.len(), clues.is_complete), (0, false));
    }
}

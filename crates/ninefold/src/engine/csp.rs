//! The plain engine for any board: singles until nothing changes (see `marks.rs`), then
//! a guess in the cell with the fewest candidates.
//!
//! ```text
//!  a cell or digit with nothing left  →  take back the last guess, try its next digit
//!  every cell has one candidate       →  a solution
//!  else                               →  guess in the cell with the fewest
//! ```
//!
//! The stack of guesses is a list, not recursion, so no board is too deep, and nothing is
//! allocated on the way. When a puzzle turns out to be hard, two things change:
//!
//! 1. A house that was part of many contradictions draws guesses: the cell with the fewest
//!    candidates *for the weight of its houses* is next (dom/wdeg, F. Boussemart et al.).
//! 2. Early guesses, made when nothing was known about the weights, are taken back:
//!    the search restarts, after more dead ends each time. Only until the first solution,
//!    though; from then on the search goes through what is left in order, once.

use std::ops::ControlFlow;

use super::marks::{Marks, Word, with_word};
use super::{Engine, Search, Stop};
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// Dead ends after which a puzzle counts as hard.
const HARD: u64 = 128;

/// How many solutions are remembered for the engine that takes over. Whoever finds more
/// in a small budget is best left to go on.
const REMEMBERED: usize = 64;

/// Singles to a fixpoint, then the cell with the fewest candidates; any board.
#[derive(Clone, Copy, Debug)]
pub struct Csp;

impl Engine for Csp {
    fn name(&self) -> &'static str {
        "csp"
    }

    fn about(&self) -> &'static str {
        "any board: naked and hidden singles to a fixpoint, then the cell with fewest candidates"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        with_word!(puzzle.geometry(), solve(puzzle, search))
    }
}

fn solve<W: Word>(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
    search.node()?;
    let mut marks = Marks::<W>::new(puzzle.geometry());
    if marks.start(puzzle, search) {
        search_from(&mut marks, search, None)?;
    }
    ControlFlow::Continue(())
}

/// How a search ended that was not stopped.
pub(super) enum Ended {
    /// Everything was searched.
    Done,
    /// The budget ran out after these solutions.
    OutOfBudget(Vec<Vec<Digit>>),
}

/// A guess that stands: where the trail was before it, and what else could be tried.
struct Guess<W> {
    cell: Cell,
    untried: W,
    trail: usize,
}

/// Searches from a position where all singles are set. With a `budget` of dead ends it
/// gives up after so many, with the position as it was.
pub(super) fn search_from<W: Word>(
    marks: &mut Marks<'_, W>,
    search: &mut Search<'_>,
    budget: Option<u64>,
) -> ControlFlow<Stop, Ended> {
    let mut guesses: Vec<Guess<W>> = Vec::new();
    let mut budget = budget.unwrap_or(u64::MAX);
    let mut found: Vec<Vec<Digit>> = Vec::new();
    let mut has_found = false;
    let mut dead_ends = 0;
    let mut restart_at = HARD;
    let mut sound = true;
    loop {
        if sound {
            match next_cell(marks, dead_ends >= HARD) {
                Some(cell) => guesses.push(Guess {
                    cell,
                    untried: marks.cells[cell.index()],
                    trail: marks.trail.len(),
                }),
                None => {
                    let digits = marks.digits();
                    search.solution(&digits)?;
                    has_found = true;
                    if budget < u64::MAX && found.len() == REMEMBERED {
                        budget = u64::MAX;
                    } else if budget < u64::MAX {
                        found.push(digits);
                    }
                }
            }
        } else {
            dead_ends += 1;
            let is_over = dead_ends >= budget;
            if is_over || (dead_ends >= restart_at && !has_found) {
                restart_at = dead_ends + dead_ends / 2;
                take_back_all(marks, &mut guesses, search);
                if is_over {
                    return ControlFlow::Continue(Ended::OutOfBudget(found));
                }
                search.restart();
                sound = true;
                continue;
            }
        }
        // The next digit for the last guess that has one left.
        let guess = loop {
            let depth = guesses.len();
            let Some(guess) = guesses.last_mut() else {
                return ControlFlow::Continue(Ended::Done);
            };
            if marks.trail.len() > guess.trail {
                marks.undo(guess.trail);
                search.backtrack(depth);
            }
            if guess.untried != W::ZERO {
                break guess;
            }
            guesses.pop();
        };
        let cell = guess.cell;
        let digit = guess.untried.lowest();
        guess.untried = guess.untried & !W::bit(digit);
        search.node()?;
        search.guess(cell, Digit::from_index(digit), guesses.len());
        marks.set(cell, W::bit(digit));
        sound = marks.propagate(search);
    }
}

/// Back to where the search began.
fn take_back_all<W: Word>(
    marks: &mut Marks<'_, W>,
    guesses: &mut Vec<Guess<W>>,
    search: &mut Search<'_>,
) {
    while let Some(guess) = guesses.pop() {
        marks.undo(guess.trail);
        search.backtrack(guesses.len() + 1);
    }
}

/// The open cell to guess in, the first of the best; `None` if every cell has just one
/// candidate.
fn next_cell<W: Word>(marks: &Marks<'_, W>, is_hard: bool) -> Option<Cell> {
    let mut best = None;
    let mut fewest = u32::MAX;
    let mut heaviest = 1;
    for (index, mark) in marks.cells.iter().enumerate() {
        let n = mark.count();
        if n < 2 {
            continue;
        }
        let cell = Cell::from_index(index);
        if is_hard {
            let houses = marks.geometry.houses_of(cell).iter();
            let weight: u32 = houses.map(|house| marks.weights[house.index()]).sum();
            // n / weight < fewest / heaviest, without fractions.
            if u64::from(n) * u64::from(heaviest) < u64::from(fewest) * u64::from(weight) {
                (best, fewest, heaviest) = (Some(cell), n, weight);
            }
        } else if n < fewest {
            (best, fewest) = (Some(cell), n);
            if n == 2 {
                break;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::{Count, Query};
    use super::*;
    use crate::geometry::Geometry;

    fn count(puzzle: &Puzzle) -> Count {
        let query = Query::new(puzzle).solutions(u64::MAX);
        query.run(&Csp).unwrap().count()
    }

    #[test]
    fn every_4x4_grid_is_found() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        assert_eq!(count(&empty), Count::Exactly(288));
        let latin = Puzzle::empty(Geometry::with_boxes(1, 4).unwrap());
        assert_eq!(count(&latin), Count::Exactly(576));
    }

    #[test]
    fn a_small_house_forbids_but_does_not_demand() {
        // The two corners must differ; nothing says which digits they hold.
        let corners = [Cell::from_index(0), Cell::from_index(15)];
        let geometry = Geometry::builder(4).boxes(2, 2).house(corners);
        let puzzle = Puzzle::empty(geometry.build().unwrap());
        assert_eq!(count(&puzzle), Count::Exactly(288 - 72));
    }

    #[test]
    fn an_empty_121x121_board_starts() {
        let puzzle = Puzzle::empty(Geometry::of_size(121).unwrap());
        let report = Query::new(&puzzle).nodes(20).run(&Csp).unwrap();
        assert_eq!(report.stop, Some(Stop::OutOfNodes));
    }
}

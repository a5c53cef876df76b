//! The plain engine for any board: constraint propagation (naked and hidden singles to a
//! fixpoint, see `marks.rs`), then depth-first search with backtracking.
//!
//! ```text
//!  a cell or digit with nothing left  →  a dead end: backtrack, try the next digit
//!  every cell has one candidate       →  a solution
//!  else                               →  guess in the cell with the fewest candidates
//! ```
//!
//! The cell with the fewest candidates is the one with the *minimum remaining values* (MRV).
//! The guesses are an explicit stack, not recursion, so no board is too deep, and the search
//! allocates nothing on the way. When a puzzle turns out to be hard, two things change:
//!
//! 1. A house that took part in many conflicts attracts guesses: the next cell is the one
//!    with the fewest candidates *for the weight of its houses* (dom/wdeg, F. Boussemart et
//!    al., 2004).
//! 2. Early guesses, made before the weights meant anything, are undone: the search
//!    restarts, on a geometric schedule (each interval half as long again as the one
//!    before), until it has found the first solution. From then on it goes through what is
//!    left in order, once.

use std::ops::ControlFlow;

use super::marks::{Marks, Word, with_word};
use super::{Engine, Search, Stop};
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// Dead ends after which a puzzle counts as hard.
const HARD: u64 = 128;

/// The number of solutions kept for the engine that takes over. A search that finds more
/// within a small budget is fast enough, and goes on without a budget.
const REMEMBERED: usize = 64;

/// Singles to a fixpoint, then a guess in the cell with the fewest candidates; any board.
#[derive(Clone, Copy, Debug)]
pub struct Csp;

impl Engine for Csp {
    fn name(&self) -> &'static str {
        "csp"
    }

    fn title(&self) -> &'static str {
        "Constraints"
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

/// How a search ended that no limit stopped.
pub(super) enum Ended {
    /// The search space is exhausted.
    Done,
    /// The budget ran out after these solutions.
    OutOfBudget(Vec<Vec<Digit>>),
}

/// Searches from a position where all singles are set. With a `budget` of dead ends it
/// gives up after that number, and leaves the position as it was.
pub(super) fn search_from<W: Word>(
    marks: &mut Marks<'_, W>,
    search: &mut Search<'_>,
    budget: Option<u64>,
) -> ControlFlow<Stop, Ended> {
    let mut depth_first = DepthFirst::new(budget.unwrap_or(u64::MAX));
    let mut found: Vec<Vec<Digit>> = Vec::new();
    loop {
        match depth_first.next(marks, search)? {
            Outcome::Solution => {
                let digits = marks.digits();
                search.solution(&digits)?;
                if depth_first.budget < u64::MAX && found.len() == REMEMBERED {
                    depth_first.budget = u64::MAX;
                } else if depth_first.budget < u64::MAX {
                    found.push(digits);
                }
            }
            Outcome::Exhausted => return ControlFlow::Continue(Ended::Done),
            Outcome::OutOfBudget => return ControlFlow::Continue(Ended::OutOfBudget(found)),
        }
    }
}

/// A depth-first search that pauses at every solution. The position itself is in the
/// [`Marks`], which change only through this search while it lasts.
pub(super) struct DepthFirst<W> {
    /// The explicit stack: the guesses that stand, latest last.
    guesses: Vec<Guess<W>>,
    position: Position,
    has_found: bool,
    dead_ends: u64,
    restart_at: u64,
    /// The number of dead ends after which the search gives up.
    budget: u64,
}

/// A guess that stands: its cell, the digits not yet tried there, and the length of the
/// trail before it.
struct Guess<W> {
    cell: Cell,
    untried: W,
    trail: usize,
}

/// The state of the position that the last step led to.
#[derive(Clone, Copy)]
enum Position {
    Open,
    Solved,
    DeadEnd,
}

/// The event that paused or ended a search.
pub(super) enum Outcome {
    /// A solution, to be read off the marks.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// The budget of dead ends is used up; all guesses are undone.
    OutOfBudget,
}

impl<W: Word> DepthFirst<W> {
    pub(super) fn new(budget: u64) -> DepthFirst<W> {
        DepthFirst {
            guesses: Vec::new(),
            position: Position::Open,
            has_found: false,
            dead_ends: 0,
            restart_at: HARD,
            budget,
        }
    }

    /// Searches on to the next solution. The search is over after any other outcome.
    pub(super) fn next(
        &mut self,
        marks: &mut Marks<'_, W>,
        search: &mut Search<'_>,
    ) -> ControlFlow<Stop, Outcome> {
        loop {
            match self.position {
                Position::Open => {
                    let Some(cell) = next_cell(marks, self.dead_ends >= HARD) else {
                        self.position = Position::Solved;
                        self.has_found = true;
                        return ControlFlow::Continue(Outcome::Solution);
                    };
                    self.guesses.push(Guess {
                        cell,
                        untried: marks.cells[cell.index()],
                        trail: marks.trail.len(),
                    });
                }
                Position::Solved => {}
                Position::DeadEnd => {
                    self.dead_ends += 1;
                    let is_over = self.dead_ends >= self.budget;
                    if is_over || (self.dead_ends >= self.restart_at && !self.has_found) {
                        self.restart_at = self.dead_ends + self.dead_ends / 2;
                        self.undo_all(marks, search);
                        if is_over {
                            return ControlFlow::Continue(Outcome::OutOfBudget);
                        }
                        search.restart();
                        self.position = Position::Open;
                        continue;
                    }
                }
            }
            let Some((cell, digit)) = self.next_digit(marks, search) else {
                return ControlFlow::Continue(Outcome::Exhausted);
            };
            search.node()?;
            search.guess(cell, Digit::from_index(digit), self.guesses.len());
            marks.set(cell, W::bit(digit));
            self.position = if marks.propagate(search) {
                Position::Open
            } else {
                Position::DeadEnd
            };
        }
    }

    /// Backtracks to the latest guess with an untried digit, and takes that digit; `None`
    /// if no guess has one.
    fn next_digit(
        &mut self,
        marks: &mut Marks<'_, W>,
        search: &mut Search<'_>,
    ) -> Option<(Cell, usize)> {
        loop {
            let depth = self.guesses.len();
            let guess = self.guesses.last_mut()?;
            if marks.trail.len() > guess.trail {
                marks.undo(guess.trail);
                search.backtrack(depth);
            }
            if guess.untried != W::ZERO {
                let digit = guess.untried.lowest();
                guess.untried = guess.untried & !W::bit(digit);
                return Some((guess.cell, digit));
            }
            self.guesses.pop();
        }
    }

    /// Undoes every guess: back to the position that the search began with.
    fn undo_all(&mut self, marks: &mut Marks<'_, W>, search: &mut Search<'_>) {
        while let Some(guess) = self.guesses.pop() {
            marks.undo(guess.trail);
            search.backtrack(self.guesses.len() + 1);
        }
    }
}

/// The open cell to guess in, by MRV or, on a hard puzzle, by dom/wdeg; the first of equals.
/// `None` if every cell has just one candidate.
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
            // n / weight < fewest / heaviest, without division.
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
        // The two corners must differ; any digits will do.
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

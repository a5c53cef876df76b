//! The engine that picks another by the puzzle, and changes over if need be.
//!
//! ```text
//!  classic 9×9  ──▶ fast9
//!  any other    ──▶ singles ──▶ csp, for a few dead ends ──▶ subsets ──▶ sat
//! ```
//!
//! Backtracking search is fastest on easy puzzles, and conflict-driven clause learning
//! (CDCL) on hard ones; a few dozen dead ends show which kind a puzzle is, and cost less
//! than setting up the SAT solver.

use std::ops::ControlFlow;

use super::marks::{Marks, Word, with_word};
use super::{Csp, Engine, Fast9, Sat, Search, Stop, csp, sat};
use crate::puzzle::Puzzle;

/// Dead ends after which backtracking gives way to clause learning.
const DEAD_ENDS: u64 = 50;

/// Picks the engine that suits the puzzle, and reports its name; [`solve`](crate::solve)
/// uses it.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn title(&self) -> &'static str {
        "Ninefold"
    }

    fn about(&self) -> &'static str {
        "looks at the puzzle and picks the engine that suits it"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        let fast = &Fast9::BEST;
        if fast.accepts(puzzle).is_ok() {
            search.picked(fast.name());
            return fast.run(puzzle, search);
        }
        with_word!(puzzle.geometry(), solve(puzzle, search))
    }
}

fn solve<W: Word>(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
    search.picked(Csp.name());
    search.node()?;
    let mut marks = Marks::<W>::new(puzzle.geometry());
    if !marks.start(puzzle, search) {
        return ControlFlow::Continue(());
    }
    match csp::search_from(&mut marks, search, Some(DEAD_ENDS))? {
        csp::Ended::Done => ControlFlow::Continue(()),
        csp::Ended::OutOfBudget(found) => {
            search.picked(Sat.name());
            sat::search_from(&mut marks, &found, search)
        }
    }
}

//! The engine that looks at the puzzle and picks another.

use std::ops::ControlFlow;

use super::{Csp, Engine, Fast9, Search, Stop};
use crate::puzzle::Puzzle;

/// Picks the engine that suits the puzzle, and says which: what `solve` uses.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "looks at the puzzle and picks the engine that suits it"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        // `csp` takes every board; faster engines for some of them come before it.
        let faster = &Fast9::BEST;
        let pick: &dyn Engine = match faster.accepts(puzzle) {
            Ok(()) => faster,
            Err(_) => &Csp,
        };
        search.picked(pick.name());
        pick.run(puzzle, search)
    }
}

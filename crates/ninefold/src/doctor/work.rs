//! The work that may be done on a puzzle: questions to the engines, each with a limit, and an
//! end to all of them.
//!
//! To show that ten givens have no solution can take seconds, and a broken puzzle is full of
//! such questions. So no search here is without a limit, and its price comes off a budget that
//! is counted in nodes: the answer is the same on every machine.

use crate::engine::{Auto, Count, Query, Report};
use crate::puzzle::Puzzle;

/// A budget, and a caller who may end it sooner.
pub(super) struct Work<'a> {
    left: u64,
    should_stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
}

impl<'a> Work<'a> {
    pub(super) fn new(budget: u64, should_stop: &'a dyn Fn() -> bool) -> Work<'a> {
        Work {
            left: budget,
            should_stop,
            is_stopped: false,
        }
    }

    /// Whether no more work may be done.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped || self.left == 0
    }

    /// Whether the caller ended it.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// What is left for a part of the work that may take one `n`th of it.
    pub(super) fn share(&self, n: u64) -> u64 {
        self.left / n
    }

    /// Takes a price off the budget, and asks the caller whether to go on.
    pub(super) fn spend(&mut self, price: u64) {
        self.left = self.left.saturating_sub(price);
        self.is_stopped |= (self.should_stop)();
    }

    /// Up to `wanted` solutions within `price`, which is what a node of a classic board costs,
    /// times their number; fewer nodes of a larger board.
    pub(super) fn solutions(&mut self, puzzle: &Puzzle, wanted: u64, price: u64) -> Report {
        let each = price_of_node(puzzle);
        let nodes = (price.min(self.left) / each).max(1);
        let query = Query::new(puzzle).solutions(wanted).nodes(nodes);
        let report = query.run_until(&Auto, || (self.should_stop)());
        let report = report.expect("auto takes every puzzle");
        self.spend((report.stats.nodes + 2) * each);
        report
    }

    /// The number of solutions up to `wanted`, likewise.
    pub(super) fn count(&mut self, puzzle: &Puzzle, wanted: u64, price: u64) -> Count {
        self.solutions(puzzle, wanted, price).count()
    }
}

/// What a node costs, as a multiple of one on the classic board.
pub(super) fn price_of_node(puzzle: &Puzzle) -> u64 {
    let geometry = puzzle.geometry();
    if geometry.is_classic() {
        return 1;
    }
    // Measured: a node of `csp` takes about 15 µs on 16×16, one of `fast9` about 0.5 µs.
    (geometry.n_cells() / 8).max(1) as u64
}

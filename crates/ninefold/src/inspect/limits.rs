//! What a meter may spend, and the questions that it asks engines within that.

use std::ops::ControlFlow;

use crate::engine::{Auto, Observer, Query, Stop};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::Puzzle;

/// The work that a meter may do: a number of nodes, which is the same on every machine, and for
/// as long as its caller lets it go on.
#[derive(Clone, Copy)]
#[must_use]
pub struct Limits<'a> {
    nodes: u64,
    should_stop: &'a dyn Fn() -> bool,
}

impl<'a> Limits<'a> {
    /// What suits a board: enough for nearly every classic puzzle, and a few seconds at most on
    /// large boards.
    pub fn of(geometry: &Geometry) -> Limits<'a> {
        Limits {
            // A node on a large board is more work.
            nodes: (1 << 24) / geometry.n_cells() as u64 + 1,
            should_stop: &|| false,
        }
    }

    /// At most `limit` nodes of search for each meter.
    pub fn nodes(self, limit: u64) -> Limits<'a> {
        Limits {
            nodes: limit,
            ..self
        }
    }

    /// Until `should_stop` returns true; meters call it many times a second.
    pub fn until(self, should_stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        Limits {
            should_stop,
            ..self
        }
    }

    /// Whether the caller wants the meter to stop.
    pub(super) fn should_stop(&self) -> bool {
        (self.should_stop)()
    }

    /// The number of nodes.
    pub(super) fn n_nodes(&self) -> u64 {
        self.nodes
    }

    /// The questions of one meter.
    pub(super) fn questions(self) -> Questions<'a> {
        Questions { left: self }
    }
}

/// The questions of one meter, which share its limits.
pub(super) struct Questions<'a> {
    left: Limits<'a>,
}

/// A search was stopped by the limits before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotKnown;

/// How a search ended that had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// There are no other solutions than those seen.
    NoMore,
    /// The wanted number of solutions was seen.
    Enough,
}

impl Questions<'_> {
    /// Looks for up to `wanted` solutions and shows each to `each`.
    pub(super) fn solutions(
        &mut self,
        puzzle: &Puzzle,
        wanted: u64,
        each: &mut dyn FnMut(&[Digit]),
    ) -> Result<Ended, NotKnown> {
        if self.left.should_stop() {
            return Err(NotKnown);
        }
        let mut shown = Shown {
            each,
            should_stop: self.left.should_stop,
        };
        let query = Query::new(puzzle).solutions(wanted).nodes(self.left.nodes);
        let report = query.watch(&Auto, &mut shown);
        let report = report.expect("auto takes every puzzle");
        self.left.nodes -= report.stats.nodes.min(self.left.nodes);
        match report.stop {
            None => Ok(Ended::NoMore),
            Some(Stop::Enough) => Ok(Ended::Enough),
            Some(_) => Err(NotKnown),
        }
    }

    /// The number of solutions, but no more than `wanted`.
    pub(super) fn count(&mut self, puzzle: &Puzzle, wanted: u64) -> Result<u64, NotKnown> {
        let mut count = 0;
        self.solutions(puzzle, wanted, &mut |_| count += 1)?;
        Ok(count)
    }
}

/// Shows solutions to a meter until its caller stops it.
struct Shown<'a> {
    each: &'a mut dyn FnMut(&[Digit]),
    should_stop: &'a dyn Fn() -> bool,
}

impl Observer for Shown<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        (self.each)(digits);
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
}

//! Running an engine: a [`Query`] with its limits, and the [`Report`] that comes back.

use std::ops::ControlFlow;

use super::{Engine, Observer, Search, Stats, Stop, Unsupported};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};

/// A puzzle and the limits of a search for its solutions.
///
/// ```
/// use ninefold::engine::{self, Count, Query};
///
/// let empty: ninefold::Puzzle = ".... .... .... ....".parse()?;
/// let every = Query::new(&empty).solutions(u64::MAX);
/// assert_eq!(every.run(engine::find("csp")?.as_ref())?.count(), Count::Exactly(288));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Query<'a> {
    puzzle: &'a Puzzle,
    solutions: u64,
    nodes: u64,
    seed: u64,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The engine that did the work: the one queried, or the one it delegated to.
    pub engine: &'static str,
    /// The engine that worked first and handed over to [`engine`](Report::engine), if any.
    pub gave_way: Option<&'static str>,
    /// Why the search ended early; `None` if it exhausted the search space.
    pub stop: Option<Stop>,
    /// The amount of work.
    pub stats: Stats,
    /// The solutions, in the order in which they were found.
    pub grids: Vec<Grid>,
}

/// The number of solutions, as far as the search could establish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The search space was exhausted: exactly this number.
    Exactly(u64),
    /// The search reached the limit of the query: this number, and perhaps more.
    AtLeast(u64),
    /// Another limit, or the caller, stopped the search after this number.
    Stopped(u64),
}

impl<'a> Query<'a> {
    /// A query for up to two solutions, enough to establish uniqueness, without limits.
    pub fn new(puzzle: &'a Puzzle) -> Query<'a> {
        Query {
            puzzle,
            solutions: 2,
            nodes: u64::MAX,
            seed: 0,
        }
    }

    /// Stops after `limit` solutions.
    pub fn solutions(mut self, limit: u64) -> Query<'a> {
        self.solutions = limit;
        self
    }

    /// Stops after `limit` nodes: a budget that is the same on every machine.
    pub fn nodes(mut self, limit: u64) -> Query<'a> {
        self.nodes = limit;
        self
    }

    /// Seeds the random choices of engines that make them.
    pub fn seed(mut self, seed: u64) -> Query<'a> {
        self.seed = seed;
        self
    }

    /// Runs the engine and collects the solutions.
    pub fn run(self, engine: &dyn Engine) -> Result<Report, Unsupported> {
        self.run_until(engine, || false)
    }

    /// Runs the engine and collects the solutions until `should_stop` returns true; the
    /// engine polls it many times a second. A search stopped this way reports
    /// [`Stop::Cancelled`].
    pub fn run_until(
        self,
        engine: &dyn Engine,
        should_stop: impl FnMut() -> bool,
    ) -> Result<Report, Unsupported> {
        let mut collector = Collector {
            geometry: self.puzzle.geometry(),
            grids: Vec::new(),
            should_stop,
        };
        let report = self.watch(engine, &mut collector)?;
        Ok(Report {
            grids: collector.grids,
            ..report
        })
    }

    /// Runs the engine and reports everything to `observer`; [`Report::grids`] stays empty.
    pub fn watch(
        self,
        engine: &dyn Engine,
        observer: &mut dyn Observer,
    ) -> Result<Report, Unsupported> {
        engine.accepts(self.puzzle)?;
        let n_cells = self.puzzle.geometry().n_cells();
        let mut search = Search::new(n_cells, self.solutions, self.nodes, self.seed, observer);
        let stop = engine.run(self.puzzle, &mut search).break_value();
        let (stats, picked, gave_way) = search.finish();
        Ok(Report {
            engine: picked.unwrap_or(engine.name()),
            gave_way,
            stop,
            stats,
            grids: Vec::new(),
        })
    }
}

impl Report {
    /// The number of solutions, and whether the search established that it is exact.
    pub fn count(&self) -> Count {
        let found = self.stats.solutions;
        match self.stop {
            None => Count::Exactly(found),
            Some(Stop::Enough) => Count::AtLeast(found),
            Some(_) => Count::Stopped(found),
        }
    }
}

/// Collects solutions until the caller stops the search.
struct Collector<'a, F> {
    geometry: &'a Geometry,
    grids: Vec<Grid>,
    should_stop: F,
}

impl<F: FnMut() -> bool> Observer for Collector<'_, F> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.grids.push(Grid::of(self.geometry.clone(), digits));
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
}

//! What a caller asks an engine, and what comes back.

use std::ops::ControlFlow;

use super::{Engine, Observer, Search, Stats, Stop, Unsupported};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};

/// A question to an engine.
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

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// Who did the work: the engine asked, or the one that it picked.
    pub engine: &'static str,
    /// Who was picked first and gave way to it, if that is how it went.
    pub gave_way: Option<&'static str>,
    /// Why the search ended early; `None` if it saw everything.
    pub stop: Option<Stop>,
    /// How much work it was.
    pub stats: Stats,
    /// The solutions, in the order in which they were found.
    pub grids: Vec<Grid>,
}

/// How many solutions there are, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many: the search saw everything.
    Exactly(u64),
    /// So many, and perhaps more: the search was told that these are enough.
    AtLeast(u64),
    /// So many were found before the search was stopped by its limits.
    Stopped(u64),
}

impl<'a> Query<'a> {
    /// Asks for two solutions: enough to tell a proper puzzle from a faulty one.
    pub fn new(puzzle: &'a Puzzle) -> Query<'a> {
        Query {
            puzzle,
            solutions: 2,
            nodes: u64::MAX,
            seed: 0,
        }
    }

    /// Stops after so many solutions.
    pub fn solutions(mut self, limit: u64) -> Query<'a> {
        self.solutions = limit;
        self
    }

    /// Stops after so many nodes: a budget that is the same on every machine.
    pub fn nodes(mut self, limit: u64) -> Query<'a> {
        self.nodes = limit;
        self
    }

    /// Where an engine chooses at random, it starts from this.
    pub fn seed(mut self, seed: u64) -> Query<'a> {
        self.seed = seed;
        self
    }

    /// Asks, and keeps the solutions.
    pub fn run(self, engine: &dyn Engine) -> Result<Report, Unsupported> {
        let mut keeper = Keeper {
            geometry: self.puzzle.geometry(),
            grids: Vec::new(),
        };
        let report = self.watch(engine, &mut keeper)?;
        Ok(Report {
            grids: keeper.grids,
            ..report
        })
    }

    /// Asks, and shows everything to `observer`; the report keeps no solutions.
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
    /// How many solutions there are, as far as the search could tell.
    pub fn count(&self) -> Count {
        let found = self.stats.solutions;
        match self.stop {
            None => Count::Exactly(found),
            Some(Stop::Enough) => Count::AtLeast(found),
            Some(_) => Count::Stopped(found),
        }
    }
}

struct Keeper<'a> {
    geometry: &'a Geometry,
    grids: Vec<Grid>,
}

impl Observer for Keeper<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.grids.push(Grid::new(self.geometry.clone(), digits));
        ControlFlow::Continue(())
    }
}

//! The answer of a search: its verdict, the solutions, the engine and its work.

use std::time::Duration;

use ninefold::{Alphabet, Grid, Report, Stats};
use serde::{Serialize, Serializer};

use super::dialect::Dialect;
use super::inspect::EstimateObject;
use super::problem::ProblemObject;

/// The answer to a puzzle.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct AnswerObject<D: Dialect> {
    /// The verdict: `unique`, `multiple`, `none` and so on.
    pub status: &'static str,
    /// The first solution, or null; left out where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Option<D::Solution>>,
    /// The solutions that were asked for, as far as there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<D::Solution>>,
    /// The number of solutions, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Whether that is all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The number of solutions, where it was estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateObject>,
    /// The puzzle in another format, where it was converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The engine that did the work; null if none was run.
    engine: Option<&'static str>,
    stats: Option<WorkObject>,
    /// What is wrong with the puzzle, if anything can be named.
    pub errors: Vec<ProblemObject<D>>,
}

impl<D: Dialect> AnswerObject<D> {
    /// The answer where no engine was run.
    pub fn new(status: &'static str) -> AnswerObject<D> {
        AnswerObject {
            status,
            solution: None,
            solutions: None,
            count: None,
            exact: None,
            estimate: None,
            text: None,
            engine: None,
            stats: None,
            errors: Vec::new(),
        }
    }

    /// The answer to a puzzle that cannot be put to an engine, for these reasons.
    pub fn invalid(errors: Vec<ProblemObject<D>>) -> AnswerObject<D> {
        AnswerObject {
            errors,
            ..AnswerObject::new("invalid").with_solutions(Vec::new())
        }
    }

    /// The same, by the engine that made this report, in the given time.
    #[must_use]
    pub fn by(mut self, report: &Report, time: Duration) -> AnswerObject<D> {
        self.engine = Some(report.engine);
        self.stats = Some(WorkObject::new(report.stats, time));
        self
    }

    /// The same with these solutions.
    #[must_use]
    pub fn with_solutions(mut self, solutions: Vec<D::Solution>) -> AnswerObject<D> {
        self.solution = Some(solutions.first().cloned());
        self.solutions = Some(solutions);
        self
    }

    /// The same with these solutions, written in the puzzle's alphabet.
    #[must_use]
    pub fn with_grids(self, grids: &[Grid], alphabet: Alphabet) -> AnswerObject<D> {
        let grids = grids.iter();
        let solutions = grids.map(|grid| D::solution(grid.digits(), alphabet));
        self.with_solutions(solutions.collect())
    }
}

/// The counters of a search by name, and its time in microseconds, if it was measured.
#[derive(Clone, Copy, Debug)]
pub struct WorkObject {
    stats: Stats,
    micros: Option<u64>,
}

impl WorkObject {
    /// The work of a search that took this time.
    pub fn new(stats: Stats, time: Duration) -> WorkObject {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        WorkObject {
            stats,
            micros: Some(micros),
        }
    }

    /// The work of a search whose time means nothing.
    pub fn untimed(stats: Stats) -> WorkObject {
        let micros = None;
        WorkObject { stats, micros }
    }
}

impl Serialize for WorkObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counters = self.stats.named().into_iter();
        let time = self.micros.map(|micros| ("micros", micros));
        serializer.collect_map(counters.chain(time))
    }
}

//! An engine with its limits, and what it finds out about a puzzle.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold::engine::{Engine, Observer, Query, Report, Stop};
use ninefold::format::{ParseErrorKind, Record};
use ninefold::logic::{self, Mistake};
use ninefold::{Conflict, Digit, ParseError, Puzzle, Stats};

use crate::args::{SearchOptions, Seed};
use crate::interrupt;
use crate::json::Error;
use crate::output::waiting::Waiting;
use crate::output::{Look, Output, many};

/// How many clashes between givens are reported at most.
const CLASHES: usize = 3;

/// An engine and its limits.
#[derive(Clone)]
pub(crate) struct BoundedEngine {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seed: u64,
    /// How to show the progress of a long search, if at all.
    pub(crate) look: Option<Look>,
}

/// The result for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Unique,
    Multiple,
    None,
    /// Givens clash.
    Clash,
    /// Not a puzzle.
    Unreadable,
    /// A puzzle that the reader, the engine or the format does not take.
    Refused,
    /// Stopped by the limits.
    Timeout,
    /// Written in another format.
    Converted,
    /// Has a canonical form.
    Canonical,
    /// Rated on at least one of the scales asked for.
    Rated,
    /// Solved: by logic alone, or without asking for a second solution.
    Solved,
    /// The player has made a mistake.
    Mistake,
    /// Logic did not suffice.
    Stuck,
    Interrupted,
    /// Two engines contradict each other, which is a bug.
    Disagreement,
}

impl Verdict {
    /// The verdict on a text that could not be read: a puzzle with rules of its own is sound.
    pub(crate) fn of(error: &ParseError) -> Verdict {
        match error.kind {
            ParseErrorKind::UnknownRule => Verdict::Refused,
            _ => Verdict::Unreadable,
        }
    }

    /// The word for it in the output.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Clash | Verdict::Unreadable => "invalid",
            Verdict::Refused => "refused",
            Verdict::Timeout => "timeout",
            Verdict::Converted => "converted",
            Verdict::Canonical => "canonical",
            Verdict::Rated => "rated",
            Verdict::Solved => "solved",
            Verdict::Mistake => "mistake",
            Verdict::Stuck => "stuck",
            Verdict::Interrupted => "interrupted",
            Verdict::Disagreement => "disagreement",
        }
    }
}

/// A verdict and its reasons.
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    /// Givens that clash.
    pub(crate) clashes: Vec<Conflict>,
    /// The clashes in words, or why the engine does not accept the puzzle.
    pub(crate) errors: Vec<Error>,
    /// The engine's report, if it was run.
    pub(crate) report: Option<Report>,
    pub(crate) time: Duration,
}

impl Finding {
    pub(crate) fn stats(&self) -> Stats {
        self.report
            .as_ref()
            .map_or_else(Stats::default, |r| r.stats)
    }

    /// A finding without running an engine.
    fn unasked(verdict: Verdict, clashes: Vec<Conflict>, errors: Vec<Error>) -> Finding {
        Finding {
            verdict,
            clashes,
            errors,
            report: None,
            time: Duration::ZERO,
        }
    }

    /// The engine does not take the puzzle.
    fn refused(why: &str) -> Finding {
        let advice = format!("{why}; try --engine auto");
        Finding::unasked(
            Verdict::Refused,
            Vec::new(),
            vec![Error::of_message(advice)],
        )
    }
}

impl BoundedEngine {
    pub(crate) fn new(options: &SearchOptions, look: Look) -> BoundedEngine {
        BoundedEngine {
            engine: options.engine.clone(),
            timeout: options.timeout,
            nodes: options.nodes,
            seed: options.seed.number(look),
            look: Some(look),
        }
    }

    /// The engine for the puzzle, with this limit if any.
    pub(crate) fn within(timeout: Option<Duration>) -> BoundedEngine {
        BoundedEngine {
            engine: Arc::new(ninefold::engine::Auto),
            timeout,
            nodes: None,
            seed: 0,
            look: None,
        }
    }

    /// Whether any engine may be used, for as long as it takes.
    pub(crate) fn is_free(&self) -> bool {
        self.engine.name() == "auto" && self.timeout.is_none() && self.nodes.is_none()
    }

    /// Looks for up to `wanted` solutions and passes each to `each`, which may end the search.
    /// A search for one solution does not find out whether there are more.
    pub(crate) fn run(
        &self,
        record: &Record,
        wanted: u64,
        each: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Finding {
        self.ask(record, wanted, Some(each))
    }

    /// Counts up to `wanted` solutions (at least two).
    pub(crate) fn count(&self, record: &Record, wanted: u64) -> Finding {
        self.ask(record, wanted, None)
    }

    /// When a search that begins now is to end.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        // A deadline beyond the end of the clock is none.
        self.timeout
            .and_then(|timeout| Instant::now().checked_add(timeout))
    }

    /// The finding on a puzzle whose givens clash; `None` for any other.
    pub(crate) fn clashes(record: &Record) -> Option<Finding> {
        let puzzle = &record.puzzle;
        let clashes = puzzle.conflicts();
        if clashes.is_empty() {
            return None;
        }
        let error = |clash: &Conflict| {
            let message = clash
                .explain(puzzle.geometry())
                .in_alphabet(record.alphabet);
            Error::in_cells(message, puzzle.geometry(), &clash.cells)
        };
        let mut errors: Vec<Error> = clashes.iter().take(CLASHES).map(error).collect();
        if clashes.len() > CLASHES {
            let more = many((clashes.len() - CLASHES) as u64, "clash", "clashes");
            errors.push(Error::of_message(format!("and {more} besides")));
        }
        Some(Finding::unasked(Verdict::Clash, clashes, errors))
    }

    fn ask(&self, record: &Record, wanted: u64, each: Option<Show<'_>>) -> Finding {
        if let Some(clashing) = BoundedEngine::clashes(record) {
            return clashing;
        }
        let puzzle = &record.puzzle;
        let start = Instant::now();
        let is_limited = self.timeout.is_some() || self.nodes.is_some();
        let mut observer = QueryObserver {
            engine: self.engine.name(),
            waiting: Waiting::new(self.look, is_limited),
            deadline: self.deadline(),
            each,
        };
        let query = Query::new(puzzle)
            .solutions(wanted)
            .nodes(self.nodes.unwrap_or(u64::MAX))
            .seed(self.seed);
        match query.watch(self.engine.as_ref(), &mut observer) {
            Ok(report) if report.stop == Some(Stop::OutOfMemory) && report.stats.solutions == 0 => {
                let name = report.engine;
                Finding::refused(&format!(
                    "the engine {name} would need too much memory for it"
                ))
            }
            Ok(report) => {
                let verdict = verdict(&report, wanted);
                let time = start.elapsed();
                let errors = match verdict {
                    Verdict::None => missing_marks(puzzle),
                    _ => Vec::new(),
                };
                Finding {
                    verdict,
                    clashes: Vec::new(),
                    errors,
                    report: Some(report),
                    time,
                }
            }
            Err(error) => Finding::refused(&error.to_string()),
        }
    }
}

/// The pencil marks that a puzzle without solution lacks, although its givens prove them.
fn missing_marks(puzzle: &Puzzle) -> Vec<Error> {
    let geometry = puzzle.geometry();
    let error = |mistake: Mistake| {
        let message = mistake.reveal(geometry).to_string();
        Error::in_cells(message, geometry, &[mistake.cell()])
    };
    let missing = logic::missing_marks(puzzle).into_iter();
    missing.take(CLASHES).map(error).collect()
}

fn verdict(report: &Report, wanted: u64) -> Verdict {
    match (report.stop, report.stats.solutions) {
        (Some(Stop::Cancelled), _) if interrupt::requested() => Verdict::Interrupted,
        (Some(Stop::Cancelled | Stop::OutOfNodes | Stop::OutOfMemory), _) => Verdict::Timeout,
        (_, 0) => Verdict::None,
        (_, 1) if wanted == 1 => Verdict::Solved,
        (None, 1) => Verdict::Unique,
        _ => Verdict::Multiple,
    }
}

/// Takes a solution, and returns whether to go on.
type Show<'a> = &'a mut dyn FnMut(&[Digit]) -> ControlFlow<()>;

struct QueryObserver<'a> {
    engine: &'static str,
    waiting: Waiting,
    deadline: Option<Instant>,
    /// Takes each solution, if the caller wants them.
    each: Option<Show<'a>>,
}

impl Observer for QueryObserver<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        let Some(each) = &mut self.each else {
            return ControlFlow::Continue(());
        };
        self.waiting.clear();
        each(digits)
    }

    fn progress(&mut self, picked: Option<&'static str>, stats: &Stats) {
        self.waiting.show(picked.unwrap_or(self.engine), stats);
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

impl Seed {
    /// The number itself, or a random one, which is printed so that the run can be repeated.
    pub(crate) fn number(self, look: Look) -> u64 {
        match self {
            Seed::Number(number) => number,
            Seed::Random => {
                // The standard library seeds its hashers at random: good enough here.
                let number = RandomState::new().build_hasher().finish();
                Output::new(look).talk(&format!("seed: {number}"));
                number
            }
        }
    }
}

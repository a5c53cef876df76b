//! Engines: from a [`Puzzle`] to its solutions.
//!
//! All engines share one interface ([`Engine`]), one set of limits ([`Query`]), one set of
//! counters ([`Stats`]) and one table ([`ENGINES`]).
//!
//! ```
//! use ninefold::engine::{self, Count, Query};
//!
//! let puzzle: ninefold::Puzzle = "12.4 4.21 2143 3412".parse()?;
//! let engine = engine::find("csp")?;
//! let report = Query::new(&puzzle).run(engine.as_ref())?;
//! assert_eq!(report.count(), Count::Exactly(1));
//! assert_eq!(report.grids[0].to_string(), "1234432121433412");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | count or collect solutions within limits | [`Query::run`] |
//! | observe a search, or cancel it | [`Query::watch`], [`Observer`] |
//! | take solutions one at a time | [`solutions`](fn@solutions) |
//! | solve one classic puzzle, or many, at full speed | [`solve_bytes`], [`solve_many`] |
//!
//! To add an engine: one file here (or in `classroom/`, if it is written to be read), its
//! `mod`, and one line in [`ENGINES`]. The program, the page and the shared tests find it in
//! the table.

mod auto;
mod batch9;
#[cfg(feature = "classroom")]
pub mod classroom;
mod csp;
mod fast9;
pub(crate) mod marks;
mod query;
mod sat;
mod search;
pub(crate) mod simd;
mod solutions;
mod stats;

use std::fmt;
use std::ops::ControlFlow;

pub use auto::Auto;
pub use batch9::{Batch9, BatchError, Puzzles, solve_many};
pub use csp::Csp;
pub use fast9::{Fast9, solve_bytes};
pub use query::{Count, Query, Report};
#[cfg(feature = "batsat")]
pub use sat::Batsat;
#[cfg(feature = "cadical")]
pub use sat::Cadical;
pub use sat::Sat;
pub use search::{Event, Observer, Search, Stop};
pub use solutions::{Solutions, solutions};
pub use stats::Stats;

use crate::puzzle::Puzzle;
use crate::settings::{self, Setting, Settings, SpecError};

/// An algorithm that finds the solutions of a puzzle.
///
/// Engines keep no state between runs, so one engine can serve many threads.
pub trait Engine: Send + Sync {
    /// The name that [`find`] knows it by: `iterative`.
    fn name(&self) -> &'static str;

    /// Its name in a menu or a sentence: `Dancing links`.
    fn title(&self) -> &'static str;

    /// One line for a table of engines.
    fn about(&self) -> &'static str;

    /// Checks whether the engine supports this puzzle; the error gives the reason.
    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        let _ = puzzle;
        Ok(())
    }

    /// Searches, reporting every action to `search`. `Continue` means that the search
    /// space was exhausted: the solutions reported are all there are.
    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop>;

    /// Whether this engine is plain brute force: it fills cells in reading order and
    /// draws no conclusions. Tests and benchmarks give such an engine a node budget.
    fn is_brute_force(&self) -> bool {
        false
    }

    /// The engine's settings; `None` for an engine without settings.
    fn configurable(&self) -> Option<&dyn Configurable> {
        None
    }
}

/// An engine with settings, as [`find`] reads them after its name:
/// `pencil-marks:cells=random`.
pub trait Configurable {
    /// The settings, each with its values.
    fn settings(&self) -> &'static [Setting];

    /// The engine with the given settings changed, the others as they are.
    fn with_settings(&self, settings: &Settings) -> Box<dyn Engine>;
}

/// Every engine, plainest first. The features `batsat` and `cadical` each add an external
/// SAT solver to compare [`Sat`] with.
pub static ENGINES: &[&dyn Engine] = &[
    #[cfg(feature = "classroom")]
    &classroom::GenerateAndTest,
    #[cfg(feature = "classroom")]
    &classroom::BoardTree,
    #[cfg(feature = "classroom")]
    &classroom::PencilMarks::BEST,
    #[cfg(feature = "classroom")]
    &classroom::Iterative,
    #[cfg(feature = "classroom")]
    &classroom::Detour,
    #[cfg(feature = "classroom")]
    &classroom::DancingLinks,
    &Csp,
    &Sat,
    #[cfg(feature = "batsat")]
    &Batsat,
    #[cfg(feature = "cadical")]
    &Cadical,
    &Fast9::BEST,
    &Auto,
];

/// Looks up an engine by name, with optional settings after a colon:
/// `pencil-marks:cells=random,hidden-singles=off`.
pub fn find(spec: &str) -> Result<Box<dyn Engine>, SpecError> {
    let (name, rest) = settings::split(spec);
    let known = ENGINES.iter().find(|engine| engine.name() == name);
    let engine = *known.ok_or_else(|| SpecError::unknown("engine", name))?;
    let settings = Settings::parse(name, settings_of(engine), rest)?;
    Ok(match engine.configurable() {
        Some(configurable) => configurable.with_settings(&settings),
        None => Box::new(engine),
    })
}

/// The settings that [`find`] reads after the engine's name; empty for an engine without.
pub fn settings_of(engine: &dyn Engine) -> &'static [Setting] {
    let configurable = engine.configurable();
    configurable.map_or(&[], Configurable::settings)
}

/// The SIMD instruction sets that this CPU supports, fastest first: the values that the
/// setting `lanes` of [`Fast9`] and [`Batch9::with_lanes`] take on this machine.
pub fn lanes() -> impl Iterator<Item = &'static str> {
    simd::KINDS
        .iter()
        .copied()
        .filter(|kind| simd::is_here(kind))
}

/// The error for a puzzle that an engine does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// The engine's name.
    pub engine: &'static str,
    /// The limitation: "does not take pencil marks".
    pub reason: &'static str,
}

impl Unsupported {
    /// The engine `engine` refuses a puzzle for `reason`, which reads on after its name:
    /// "does not take pencil marks".
    pub fn new(engine: &'static str, reason: &'static str) -> Unsupported {
        Unsupported { engine, reason }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine {} {}", self.engine, self.reason)
    }
}

impl std::error::Error for Unsupported {}

/// A reference to an engine is an engine.
impl<E: Engine + ?Sized> Engine for &E {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn title(&self) -> &'static str {
        (**self).title()
    }

    fn about(&self) -> &'static str {
        (**self).about()
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        (**self).accepts(puzzle)
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        (**self).run(puzzle, search)
    }

    fn is_brute_force(&self) -> bool {
        (**self).is_brute_force()
    }

    fn configurable(&self) -> Option<&dyn Configurable> {
        (**self).configurable()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_typable() {
        for (k, engine) in ENGINES.iter().enumerate() {
            let name = engine.name();
            let typable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(typable), "{name}");
            assert!(ENGINES[k + 1..].iter().all(|other| other.name() != name));
            assert_eq!(find(name).unwrap().name(), name);
        }
    }

    #[test]
    fn unknown_names_and_settings_are_refused() {
        let error = |spec: &str| find(spec).err().unwrap().to_string();
        assert_eq!(error("cps"), "no engine is called 'cps'");
        assert_eq!(error("csp:fast=on"), "csp has no setting 'fast'");
    }
}

//! Engines: from a [`Puzzle`] to its solutions.
//!
//! Every engine answers through one interface, is told its limits in one way, counts
//! its work in one place, and is listed in one table, [`ENGINES`].
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
//! To add an engine: one file here (or in `classroom/`, if it is written to be read),
//! one line in [`ENGINES`]. The shared tests find it there.

mod auto;
mod batch9;
pub mod classroom;
mod csp;
mod fast9;
mod marks;
mod query;
mod sat;
mod search;
mod simd;
mod solutions;
mod stats;

use std::fmt;
use std::ops::ControlFlow;

pub use auto::Auto;
pub use batch9::{Batch9, Puzzles, solve_many};
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

/// Something that finds the solutions of a puzzle.
///
/// Engines keep no state between runs, so one can serve many threads.
pub trait Engine: Send + Sync {
    /// What it is called: `iterative`.
    fn name(&self) -> &'static str;

    /// One line for a table of engines.
    fn about(&self) -> &'static str;

    /// Whether it can take this puzzle, and if not, why not.
    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        let _ = puzzle;
        Ok(())
    }

    /// Searches, telling `search` what it does. `Continue` means that the whole space
    /// was searched, so the solutions told are all there are.
    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop>;

    /// The settings that [`find`] understands after the engine's name.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// The engine with settings changed; only asked of engines that have some.
    fn with_settings(&self, settings: &Settings) -> Box<dyn Engine> {
        unreachable!("{} has no settings: {settings:?}", self.name())
    }
}

/// Every engine, plainest first. The features `batsat` and `cadical` add one each: SAT
/// solvers that others wrote, to compare [`Sat`] with.
pub static ENGINES: &[&dyn Engine] = &[
    &classroom::GenerateAndTest,
    &classroom::BoardTree,
    &classroom::PencilMarks::BEST,
    &classroom::Iterative,
    &classroom::Detour,
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

/// The engine by this name, with settings after a colon if it has any:
/// `pencil-marks:cells=random,hidden-singles=off`.
pub fn find(spec: &str) -> Result<Box<dyn Engine>, SpecError> {
    let (name, rest) = settings::split(spec);
    let found = ENGINES.iter().find(|engine| engine.name() == name);
    let engine = found.ok_or_else(|| SpecError::unknown("engine", name))?;
    if rest.is_empty() {
        return Ok(Box::new(*engine));
    }
    let settings = Settings::parse(name, engine.settings(), rest)?;
    Ok(engine.with_settings(&settings))
}

/// The kinds of vector instructions that this CPU has, best first: what the setting `lanes`
/// of [`Fast9`] may say here, and [`Batch9::with_lanes`] takes.
pub fn lanes() -> impl Iterator<Item = &'static str> {
    simd::KINDS
        .iter()
        .copied()
        .filter(|kind| simd::is_here(kind))
}

/// Why an engine does not take a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The engine's name.
    pub engine: &'static str,
    /// What it cannot do: "does not take pencil marks".
    pub reason: &'static str,
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

    fn about(&self) -> &'static str {
        (**self).about()
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        (**self).accepts(puzzle)
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        (**self).run(puzzle, search)
    }

    fn settings(&self) -> &'static [Setting] {
        (**self).settings()
    }

    fn with_settings(&self, settings: &Settings) -> Box<dyn Engine> {
        (**self).with_settings(settings)
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

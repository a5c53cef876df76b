//! Ninefold: a Sudoku workbench.
//!
//! Parse a puzzle in whatever format it comes, solve it, and get an honest answer:
//!
//! ```
//! use ninefold::Answer;
//!
//! let puzzle = ninefold::parse(
//!     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
//! )?;
//! match ninefold::solve(&puzzle) {
//!     Answer::One(grid) => println!("{grid:#}"),
//!     Answer::Many(a, b) => println!("two answers; they differ at {:?}", a.first_difference(&b)),
//!     Answer::None => println!("no answer"),
//! }
//! # assert!(matches!(ninefold::solve(&puzzle), Answer::One(_)));
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | describe a board of any size and shape | [`Geometry`] |
//! | state a puzzle, judge an answer | [`Puzzle`], [`Grid`] |
//! | work on one with pencil marks | [`Board`] |
//! | read and write every format | [`mod@format`] |
//! | take the solutions one at a time | [`solutions`] |
//! | count, limit, cancel, compare engines | [`engine`] |
//! | find the next step, explain it, prove it | [`logic`] |
//! | rate a path on a scale of difficulty | [`rate`] |
//! | turn, shuffle and relabel a puzzle | [`symmetry`] |
//! | find out whether two puzzles are the same | [`canon`] |
//! | mend a broken puzzle | [`doctor`] |
//! | make puzzles, draw full grids | [`generate`] |
//! | draw a board or a step, as text or SVG | [`render`], [`logic::Step::drawn`] |
//! | make positions to practise on | [`drill`] |
//! | measure a puzzle: what is true, spare or missing | [`inspect`] |
//!
//! The library does no I/O and reads no clock, environment, thread or entropy:
//! callers pass them in. The same input and seed give the same output everywhere.
//!
//! # Features
//!
//! Boards, puzzles, formats and the general engines are always there. The rest comes by area, so
//! that a small program builds what it uses:
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `classroom` | yes | the engines written to be read: [`engine::classroom`] |
//! | `doctor` | yes | why a puzzle is broken and what was meant: [`doctor`] |
//! | `logic` | yes | human logic and drills: [`logic`], [`drill`] |
//! | `every-size` | yes | logic on boards beyond 25×25; implies `logic` |
//! | `rate` | yes | scales of difficulty: [`rate`]; implies `logic` |
//! | `generate` | yes | puzzles to order and meters: [`generate`], [`inspect`]; implies `rate` |
//! | `xml` | yes | the format `opensudoku`, which is XML, and the dependency `roxmltree` |
//! | `batsat` | no | the SAT solver batsat as an engine, to compare `sat` with |
//! | `cadical` | no | CaDiCaL likewise; takes a C++ compiler and libclang to build |

#![cfg_attr(
    not(feature = "logic"),
    allow(dead_code, reason = "logic is the only user of some code below it")
)]

pub mod board;
pub mod canon;
#[cfg(feature = "doctor")]
pub mod doctor;
#[cfg(feature = "logic")]
pub mod drill;
pub mod engine;
pub mod format;
#[cfg(feature = "generate")]
pub mod generate;
pub mod geometry;
#[cfg(feature = "generate")]
pub mod inspect;
#[cfg(feature = "logic")]
pub mod logic;
pub mod puzzle;
pub mod random;
#[cfg(feature = "rate")]
pub mod rate;
pub mod render;
pub mod sets;
pub mod settings;
mod sort;
pub mod symbols;
pub mod symmetry;
pub mod words;

pub use board::{Board, Contradiction};
pub use engine::{Count, Engine, Query, Report, Solutions, Stats, solutions};
pub use format::{ParseError, parse};
pub use geometry::{
    BoxShape, Candidate, Cell, Digit, Geometry, GeometryBuilder, GeometryError, House, HouseKind,
    VARIANTS, Variant,
};
pub use puzzle::{Conflict, Grid, Puzzle, PuzzleError};
pub use sets::DigitSet;
pub use symbols::Alphabet;
pub use symmetry::{LineOrders, Transformation, TransformationError};

/// The answer to a puzzle: one solution, several or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The puzzle is proper: this is its only solution.
    One(Grid),
    /// There are at least two solutions: these.
    Many(Grid, Grid),
    /// There is none.
    None,
}

/// Solves a puzzle, however long it takes.
///
/// For limits, statistics, cancellation and a choice of engine, run a [`Query`].
///
/// ```
/// use ninefold::Answer;
///
/// let puzzle = ninefold::parse("12.. .... .... ..21")?;
/// let Answer::Many(first, second) = ninefold::solve(&puzzle) else { panic!() };
/// assert!(puzzle.is_solved_by(first.digits()) && puzzle.is_solved_by(second.digits()));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn solve(puzzle: &Puzzle) -> Answer {
    let report = Query::new(puzzle).run(&engine::Auto);
    Answer::of(report.expect("auto takes every puzzle").grids)
}

/// Solves a puzzle; `None` if `should_stop` returned true before the search ended.
fn solve_until(puzzle: &Puzzle, should_stop: impl FnMut() -> bool) -> Option<Answer> {
    let report = Query::new(puzzle).run_until(&engine::Auto, should_stop);
    let report = report.expect("auto takes every puzzle");
    (report.stop != Some(engine::Stop::Cancelled)).then(|| Answer::of(report.grids))
}

impl Answer {
    /// The answer that up to two solutions give.
    fn of(grids: Vec<Grid>) -> Answer {
        let mut grids = grids.into_iter();
        match (grids.next(), grids.next()) {
            (Some(first), Some(second)) => Answer::Many(first, second),
            (Some(only), None) => Answer::One(only),
            (None, _) => Answer::None,
        }
    }
}

/// The example of the README is a test too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

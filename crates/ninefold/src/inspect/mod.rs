//! Meters for those who make puzzles: each measures one thing about a puzzle.
//!
//! ```
//! use ninefold::inspect::{self, Limits};
//!
//! let puzzle = ninefold::parse("12.. .... .... ..21")?;
//! let limits = Limits::of(puzzle.geometry());
//! let census = inspect::census(&puzzle, 1000, limits);
//! assert_eq!(census.count(), ninefold::Count::Exactly(5));
//! let clues = inspect::completing_clues(&puzzle, limits);
//! assert_eq!(clues.found.len(), 8);
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! | meter | measures |
//! |---|---|
//! | [`census`] | the solutions up to a limit, and how often each candidate occurs in them |
//! | [`true_candidates`] | the candidates that occur in some solution |
//! | [`completing_clues`] | the single clues that would make the puzzle proper |
//! | [`enough_clues`] | a few clues that together make it proper |
//! | [`pattern_symmetry`] | how the clues lie |
//!
//! A meter asks engines questions, and [`Limits`] bound the work. What is not known within them
//! is reported as such: no meter takes "I stopped" for "no".

mod candidates;
mod census;
mod completing;
mod limits;
mod pattern;

pub use candidates::{TrueCandidates, true_candidates};
pub use census::{Census, census};
pub use completing::{Clues, completing_clues, enough_clues};
pub use limits::Limits;
pub use pattern::pattern_symmetry;

//! Meters for those who make puzzles: each measures one thing about a puzzle.
//!
//! ```
//! use ninefold::inspect::{self, Limits};
//!
//! let puzzle = ninefold::parse("12.. 34.. .1.. ....")?;
//! let limits = Limits::of(puzzle.geometry());
//! let census = inspect::census(&puzzle, 1000, limits);
//! assert_eq!(census.count(), ninefold::Count::Exactly(6));
//! let clues = inspect::completing_clues(&puzzle, limits);
//! assert_eq!(clues.found.len(), 4);
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! | meter | measures |
//! |---|---|
//! | [`census`] | the solutions up to a limit, and how often each candidate occurs in them |
//! | [`true_candidates`] | the candidates that occur in some solution |
//! | [`completing_clues`] | the single clues that would make the puzzle proper |
//! | [`enough_clues`] | a few clues that together make it proper |
//! | [`solution_count`], [`estimate`] | the number of solutions, counted or estimated |
//! | [`redundant_clues`], [`spare_clues`] | the clues that the puzzle does not need: each alone, and together |
//! | [`backdoor`] | the fewest digits after which singles solve the rest |
//! | [`pattern_symmetry`] | how the clues lie |
//! | [`isomorph_id`] | a number that isomorphs have in common |
//! | [`card`] | all of these |
//!
//! A meter asks engines questions, and [`Limits`] bound the work. What is not known within them
//! is reported as such: no meter takes "I stopped" for "no".

mod backdoor;
mod candidates;
mod card;
mod census;
mod completing;
mod estimate;
mod isomorph;
mod limits;
mod pattern;
mod redundant;

pub use backdoor::{Backdoor, backdoor};
pub use candidates::{TrueCandidates, true_candidates};
pub use card::{Card, card};
pub use census::{Census, census, solution_count};
pub use completing::{Clues, completing_clues, enough_clues};
pub use estimate::{Estimate, estimate};
pub use isomorph::isomorph_id;
pub use limits::Limits;
pub use pattern::pattern_symmetry;
pub use redundant::{redundant_clues, spare_clues};

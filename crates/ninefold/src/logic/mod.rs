//! Human logic: the next step, why it holds, and a proof of it.
//!
//! ```
//! use ninefold::logic::{Plan, Walk};
//!
//! let puzzle: ninefold::Puzzle =
//!     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
//! let mut walk = Walk::new(&puzzle, Plan::usual());
//! let step = walk.next().expect("there is a step");
//! assert_eq!(step.notation(), "Naked Single: r1c8=9");
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | know the techniques | [`TECHNIQUES`] |
//! | find steps of one technique | [`FINDERS`], [`Finder`] |
//! | go from step to step | [`Walk`], [`Plan`] |
//! | know why | [`Step`], [`Reason`] |
//! | ask why a digit must or cannot be somewhere | [`Why`] |
//! | trust it | [`check`] |
//! | store it | [`SavedStep`] |
//!
//! To add a technique: a line in `technique.rs`, a finder in `find/` with its line in
//! [`FINDERS`], and, if no family in `reason/` can give its reason, a new family there.

pub mod check;
#[cfg_attr(
    not(feature = "rate"),
    allow(dead_code, reason = "only scales use all of its producers")
)]
pub(crate) mod explainer;
mod find;
mod ladder;
mod position;
mod queues;
mod reason;
mod review;
mod saved;
mod scene;
mod sight;
mod step;
mod technique;
mod text;
mod walk;
mod why;

pub use crate::words::{Explanation, Part};
pub use check::{Counting, Fact, Flaw, Lemma, Literal, Pair, Weighted};
pub use find::{FINDERS, Finder, Options, finder, never_next};
pub use position::Position;
pub use reason::*;
pub use review::{Mistake, board_of, missing_marks, mistakes};
pub use saved::SavedStep;
pub use step::{Link, Picture, Role, Step};
pub use technique::{About, Family, Level, TECHNIQUES, Technique};
pub use walk::{Plan, Singles, Walk};
pub use why::{
    Ground, Line, Name, Named, Proof, Reply, Seen, Supposition, Suppositions, Why, unspoiled,
};

//! Many puzzles in, many answers out: how inputs are read, and how a job is run over them.
//!
//! ```text
//!  input ─▶ unpack ─▶ lines ──▶ items ─▶ bulk, ahead ─▶ answers, in the order of the input
//!                 └─▶ pieces ─┘            (job)
//! ```
//!
//! `batch` ties these together, and is what a command calls.

pub(crate) mod answer;
pub(crate) mod batch;
pub(crate) mod input;
pub(crate) mod item;
pub(crate) mod job;
pub(crate) mod lines;

pub(crate) mod ahead;
mod bulk;
mod datafile;
mod items;
mod pieces;
mod tally;
mod unpack;

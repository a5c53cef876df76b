//! What every front end of Ninefold shares, between the library and the program, the page
//! and whatever comes next.
//!
//! | to | see |
//! |---|---|
//! | help a player: problems first, then hints | [`session`] |
//! | read moves as people type them | [`moves`] |
//! | write and read JSON | [`wire`] |
//!
//! Like the library, it does no I/O and reads no clock, thread or entropy: a front end runs
//! its own searches within its own limits and passes in what they found.

pub mod moves;
pub mod session;
pub mod wire;

pub use session::{Problem, Session, Uniqueness};

//! Puzzles written in formats drawn at random, one after another: each has its answer.
//!
//! The law is that of the library's tests, `tests/it/mixed.rs`; here its bytes are searched
//! for by coverage.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/ninefold/tests/it/mixed.rs"]
mod mixed;

fuzz_target!(|bytes: &[u8]| mixed::check(bytes));

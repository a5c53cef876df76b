//! The edge to JavaScript: two functions out, three in the package; two in.
//!
//! ```text
//!   room(length)        → where the worker writes a question
//!   ask(start, length)  → answers it; messages go out through
//!   solve_many(start, n) → solves puzzles in bulk, in the package
//!   tell(start, length) ← one message: news, then an answer or a fault
//!   now()               ← the clock, in milliseconds
//! ```

#![allow(unsafe_code, reason = "JavaScript passes pointers into our memory")]

use crate::{Host, answer_to};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn tell(start: *const u8, length: usize);
}

struct Page;

impl Host for Page {
    fn now(&self) -> f64 {
        now()
    }

    fn send(&mut self, message: &str) {
        // SAFETY: the message lives until the call returns, and the page only reads it.
        unsafe { tell(message.as_ptr(), message.len()) }
    }
}

/// Memory for a question of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let bytes = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(bytes).cast()
}

/// Answers the question that was written to [`room`], which is used up by it.
///
/// # Safety
///
/// `start` came from `room(length)` and has not been passed to `ask` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(start: *mut u8, length: usize) {
    let bytes = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: the caller promises that this is the box that `room` returned.
    let bytes = unsafe { Box::from_raw(bytes) };
    let question = String::from_utf8_lossy(&bytes);
    let reply = answer_to(&question, &mut Page);
    Page.send(&reply);
}

/// Solves `n` classic puzzles of 81 bytes each, in their places, and writes the number of solutions
/// of each behind them all: see [`bulk::solve`](crate::bulk::solve). The first row that is no puzzle
/// goes out as a message.
///
/// # Safety
///
/// `start` came from `room(length)` with `length >= 82 * n`, and has not been passed to `ask`.
#[cfg(feature = "package")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve_many(start: *mut u8, n: usize) {
    // SAFETY: the caller promises that these bytes are there, and nothing else uses them meanwhile.
    let bytes = unsafe { std::slice::from_raw_parts_mut(start, 82 * n) };
    let (puzzles, counts) = bytes.split_at_mut(81 * n);
    let (puzzles, _) = puzzles.as_chunks_mut();
    if let Some(fault) = crate::bulk::solve(puzzles, counts) {
        Page.send(&fault);
    }
}

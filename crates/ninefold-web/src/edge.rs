//! The edge to JavaScript: two functions out, two in.
//!
//! ```text
//!   room(length)        → where the worker writes a question
//!   ask(start, length)  → answers it; messages go out through
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

//! Damaged files may make a library panic, which says that the file is damaged.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use arrow_schema::SchemaRef;

use super::{Piece, Reader};

thread_local! {
    /// Whether a panic of this thread means that a file is damaged.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Makes panics that are caught here print nothing.
pub(crate) fn keep_quiet() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_GUARDED.get() {
            usual(info);
        }
    }));
}

/// What `work` returns, or that the file is damaged if it panics.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    IS_GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.unwrap_or_else(|_| Err("the file is damaged: its bytes contradict each other".to_owned()))
}

/// A reader whose panics say that the file is damaged.
pub(super) struct Guarded(pub(super) Box<dyn Reader>);

impl Reader for Guarded {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn n_rows(&self) -> Option<u64> {
        self.0.n_rows()
    }

    fn next(&mut self) -> Result<Option<Piece>, String> {
        guarded(|| self.0.next())
    }
}

//! Ctrl-C: the first ends the job in an orderly way, the second at once.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C set a flag instead of ending the program.
pub(crate) fn listen() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // If the handler cannot be set, Ctrl-C ends the program as usual; a file under its final name
    // is whole all the same.
    let _ = ctrlc::set_handler(handler);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

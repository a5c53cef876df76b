//! Ctrl-C: work without the GIL asks Python from time to time whether it was pressed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long work goes on between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether a signal has come, and the exception that its handler raised.
#[derive(Clone)]
pub(crate) struct Signals(Arc<Mutex<State>>);

struct State {
    last: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        let last = Instant::now();
        Signals(Arc::new(Mutex::new(State { last, raised: None })))
    }

    /// Whether to stop. Python runs its handlers on the main thread alone, so that elsewhere
    /// this is never true.
    pub(crate) fn should_stop(&self) -> bool {
        let mut state = self.lock();
        if state.raised.is_none() && state.last.elapsed() >= PAUSE {
            // An interpreter that shuts down cannot be asked, and needs no answer.
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method alone is for one lifetime, and this is for any"
            )]
            let checked = Python::try_attach(|py| py.check_signals());
            state.raised = checked.and_then(Result::err);
            state.last = Instant::now();
        }
        state.raised.is_some()
    }

    /// The exception to raise, if work was stopped by one.
    pub(crate) fn checked(&self) -> PyResult<()> {
        self.lock().raised.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Scoped threads that share the parts of a column.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The threads that work on a column, and when to stop.
pub struct Threads<'a> {
    /// The number of threads, of which the caller's is one.
    pub n_threads: usize,
    /// Whether to stop. Only the caller's thread asks, many times a second.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Default for Threads<'_> {
    /// The caller's thread alone, to the end.
    fn default() -> Self {
        Threads {
            n_threads: 1,
            should_stop: &|| false,
        }
    }
}

impl fmt::Debug for Threads<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads")
            .field("n_threads", &self.n_threads)
            .finish_non_exhaustive()
    }
}

/// The caller stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the caller stopped the work")
    }
}

impl std::error::Error for Stopped {}

/// How long the caller's thread waits for the others between two looks at `should_stop`.
const PAUSE: Duration = Duration::from_millis(1);

impl Threads<'_> {
    /// How many rows a thread takes at a time: at most `most`, and fewer if some threads would
    /// have none, but not below `least`.
    pub(crate) fn n_at_a_time(&self, n_rows: usize, least: usize, most: usize) -> usize {
        n_rows.div_ceil(self.n_threads.max(1)).clamp(least, most)
    }

    /// Works on all parts, each once. A thread has a workspace of its own; `work` gets a part, the
    /// workspace, and whether to stop, which a long piece of work has to ask.
    pub(crate) fn share<P: Send, D>(
        &self,
        parts: impl ExactSizeIterator<Item = P> + Send,
        workspace: impl Fn() -> D + Sync,
        work: impl Fn(P, &mut D, &dyn Fn() -> bool) + Sync,
    ) -> Result<(), Stopped> {
        let n_others = self.n_threads.min(parts.len()).saturating_sub(1);
        let parts = Mutex::new(parts);
        let is_stopped = AtomicBool::new(false);
        let flagged = || is_stopped.load(Ordering::Relaxed);
        let asked = || {
            if !flagged() && (self.should_stop)() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            flagged()
        };
        let worker = |should_stop: &dyn Fn() -> bool| {
            let mut workspace = workspace();
            while !should_stop() {
                let Some(part) = lock(&parts).next() else {
                    break;
                };
                work(part, &mut workspace, should_stop);
            }
        };
        thread::scope(|scope| {
            let spawn = || thread::Builder::new().spawn_scoped(scope, || worker(&flagged));
            // A system that has no more threads leaves the work to those there are.
            let others: Vec<_> = (0..n_others).map_while(|_| spawn().ok()).collect();
            worker(&asked);
            while others.iter().any(|other| !other.is_finished()) {
                asked();
                thread::park_timeout(PAUSE);
            }
        });
        if flagged() { Err(Stopped) } else { Ok(()) }
    }
}

/// What a mutex holds. A thread that panicked ends the whole call.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_worked_on_once_by_any_number_of_threads() {
        for n_threads in [0, 1, 2, 7, 300] {
            let threads = Threads {
                n_threads,
                ..Threads::default()
            };
            let mut marks = vec![0; 100];
            let parts = marks.iter_mut();
            threads
                .share(parts, || (), |mark, (), _| *mark += 1)
                .unwrap();
            assert_eq!(marks, [1; 100]);
        }
    }

    #[test]
    fn the_callers_stop_reaches_every_thread() {
        let asked = std::cell::Cell::new(0);
        let threads = Threads {
            n_threads: 3,
            should_stop: &|| {
                asked.set(asked.get() + 1);
                asked.get() > 5
            },
        };
        // Each part would last for ever.
        let work = |_, (): &mut (), should_stop: &dyn Fn() -> bool| {
            while !should_stop() {
                thread::yield_now();
            }
        };
        assert_eq!(threads.share(0..10, || (), work), Err(Stopped));
    }
}

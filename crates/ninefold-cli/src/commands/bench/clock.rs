//! The clock that counts: CPU time of this thread, so that whatever else the machine does
//! is not held against an engine.

use std::time::Duration;

/// What is measured, in words.
#[cfg(unix)]
pub(super) const KIND: &str = "thread CPU time";
#[cfg(not(unix))]
pub(super) const KIND: &str = "wall time";

/// How long this thread has worked, since some moment or other.
#[cfg(unix)]
pub(super) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Elsewhere there is only the clock on the wall.
#[cfg(not(unix))]
pub(super) fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

//! The clock: CPU time of this thread, so that other work of the machine does not count.

use std::time::Duration;

/// The kind of time, in words.
#[cfg(unix)]
pub(super) const KIND: &str = "thread CPU time";
#[cfg(not(unix))]
pub(super) const KIND: &str = "wall time";

/// The CPU time of this thread so far.
#[cfg(unix)]
pub(super) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// On other systems, the wall clock.
#[cfg(not(unix))]
pub(super) fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

//! The progress of one long search on a terminal: the engine, and how much it has done so
//! far.
//!
//! ```text
//!  after 1 s    on a terminal, one line that is written over and goes away in the end:
//!               sat: 48,213 nodes, 12,345 rules learnt, 23 restarts, 4 s
//!  after 10 s   once, if nothing limits the search:
//!               still searching after 10 s: Ctrl-C ends it, --timeout 1m sets a limit
//! ```

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ninefold::Stats;

use super::progress;
use super::{Look, grouped, many};

/// A shorter search shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between two updates.
const PAUSE: Duration = Duration::from_millis(250);

/// When a search without limits gets a hint to set one.
const LONG: Duration = Duration::from_secs(10);

/// Several searches may run at a time; there is one line, and one hint.
static LINE_IS_TAKEN: AtomicBool = AtomicBool::new(false);
static ADVICE_IS_GIVEN: AtomicBool = AtomicBool::new(false);

/// The display of one search while it runs.
pub(crate) struct Waiting {
    start: Instant,
    /// How wide a terminal would be; `None` if nothing is to be drawn.
    width: Option<usize>,
    /// When to draw next.
    next: Duration,
    is_drawn: bool,
    /// When to give advice, if ever.
    advice: Option<Duration>,
}

impl Waiting {
    /// Starts now. A search with limits gets no advice, and neither does a quiet program.
    pub(crate) fn new(look: Option<Look>, is_limited: bool) -> Waiting {
        let look = look.filter(|look| !look.quiet);
        Waiting {
            start: Instant::now(),
            width: look.map(|look| look.width),
            next: PATIENCE,
            is_drawn: false,
            advice: look.filter(|_| !is_limited).map(|_| LONG),
        }
    }

    /// How long it has been.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows the progress, and the advice, if they are due.
    pub(crate) fn show(&mut self, engine: &str, stats: &Stats) {
        let elapsed = self.elapsed();
        if self.is_advice_due(elapsed) && !ADVICE_IS_GIVEN.swap(true, Ordering::Relaxed) {
            self.clear();
            print(&format!("{}\n", advice(elapsed)));
        }
        if let Some(width) = self.width
            && self.is_picture_due(elapsed)
            && io::stderr().is_terminal()
            && !progress::is_shown()
            && (self.is_drawn || !LINE_IS_TAKEN.swap(true, Ordering::Relaxed))
        {
            self.is_drawn = true;
            // A line that is broken in two could not be written over.
            let line = picture(engine, stats, elapsed, width.saturating_sub(1));
            print(&format!("\r\x1b[K{line}"));
        }
    }

    /// Clears the line, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        if self.is_drawn {
            self.is_drawn = false;
            print("\r\x1b[K");
            LINE_IS_TAKEN.store(false, Ordering::Relaxed);
        }
    }

    fn is_picture_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed + PAUSE;
        }
        is_due
    }

    fn is_advice_due(&mut self, elapsed: Duration) -> bool {
        self.advice.take_if(|due| elapsed >= *due).is_some()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A closed standard error counts as success.
fn print(text: &str) {
    let mut talk = io::stderr().lock();
    let _ = talk.write_all(text.as_bytes());
    let _ = talk.flush();
}

/// The counters so far, as many as fit; those that most engines have come first.
fn picture(engine: &str, stats: &Stats, elapsed: Duration, width: usize) -> String {
    let mut parts = vec![many(stats.nodes, "node", "nodes")];
    if stats.learnt > 0 {
        parts.push(many(stats.learnt, "rule learnt", "rules learnt"));
    }
    if stats.restarts > 0 {
        parts.push(many(stats.restarts, "restart", "restarts"));
    }
    if stats.solutions > 0 {
        parts.push(many(stats.solutions, "solution", "solutions"));
    }
    parts.push(format!("{} s", grouped(elapsed.as_secs())));
    let line = |parts: &[String]| format!("{engine}: {}", parts.join(", "));
    while parts.len() > 1 && line(&parts).chars().count() > width {
        parts.remove(parts.len() - 2);
    }
    line(&parts)
}

fn advice(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    format!("still searching after {seconds} s: Ctrl-C ends it, --timeout 1m sets a limit")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn the_picture_shows_the_engine_and_how_much_was_done() {
        let mut stats = Stats::default();
        stats.nodes = 48_213;
        assert_eq!(
            picture("csp", &stats, seconds(1.2), 80),
            "csp: 48,213 nodes, 1 s"
        );
        (stats.learnt, stats.restarts, stats.solutions) = (12_345, 23, 1);
        assert_eq!(
            picture("sat", &stats, seconds(4.9), 80),
            "sat: 48,213 nodes, 12,345 rules learnt, 23 restarts, 1 solution, 4 s"
        );
        assert_eq!(
            picture("sat", &stats, seconds(4.9), 50),
            "sat: 48,213 nodes, 12,345 rules learnt, 4 s"
        );
    }

    #[test]
    fn pictures_come_after_a_second_and_not_too_often() {
        let mut waiting = Waiting::new(None, false);
        let due = [0.5, 0.99, 1.0, 1.1, 1.24, 1.3, 9.0];
        let drawn = due.map(|time| waiting.is_picture_due(seconds(time)));
        assert_eq!(drawn, [false, false, true, false, false, true, true]);
    }

    #[test]
    fn advice_comes_once_and_only_if_nothing_limits_the_search() {
        let mut waiting = Waiting::new(None, false);
        assert!(!waiting.is_advice_due(seconds(99.0)), "nothing is shown");
        waiting.advice = Some(LONG);
        let given = [9.9, 10.1, 10.2].map(|time| waiting.is_advice_due(seconds(time)));
        assert_eq!(given, [false, true, false]);
        assert!(advice(seconds(10.4)).starts_with("still searching after 10 s"));
    }
}

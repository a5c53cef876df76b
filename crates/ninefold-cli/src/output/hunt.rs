//! The progress of a search for puzzles of a kind: hits, tries, and the time that is left at
//! this rate.
//!
//! ```text
//!  ━━━━━━━━━━━━────────────  12 of 100 puzzles, 48,213 tries, about 3m left
//! ```

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::progress::PATIENCE;
use super::{Look, grouped, many};

/// A bar on standard error that counts hits and tries.
pub(crate) struct Hunt {
    bar: ProgressBar,
    tries: Arc<AtomicU64>,
    is_wanted: bool,
    start: Instant,
}

impl Hunt {
    /// A bar for `wanted` puzzles, which shows itself on a terminal after a while.
    pub(crate) fn new(look: Look, wanted: u64) -> Hunt {
        let tries = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&tries);
        let show = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let (hits, tries) = (state.pos(), counted.load(Ordering::Relaxed));
            let left = left(hits, wanted, state.elapsed().as_secs());
            let wanted = many(wanted, "puzzle", "puzzles");
            let tries = many(tries, "try", "tries");
            let _ = write!(out, "{} of {wanted}, {tries}, {left}", grouped(hits));
        };
        // A bar in what the words leave of a narrow terminal.
        const WORDS: usize = 60;
        let template = match look.width.saturating_sub(WORDS).min(24) {
            ..4 => "{hunt}".to_owned(),
            bar => format!("{{bar:{bar}}} {{hunt}}"),
        };
        let style = ProgressStyle::with_template(&template)
            .expect("the template is ours")
            .with_key("hunt", show);
        let bar = ProgressBar::with_draw_target(Some(wanted), ProgressDrawTarget::hidden());
        Hunt {
            bar: bar.with_style(style),
            tries,
            is_wanted: !look.quiet && io::stderr().is_terminal(),
            start: Instant::now(),
        }
    }

    /// Notes that more tries were made, on any thread.
    pub(crate) fn tried(&self, n: u64) {
        self.tries.fetch_add(n, Ordering::Relaxed);
    }

    /// Shows `hits`, if it is time to.
    pub(crate) fn show(&self, hits: u64) {
        if !self.is_wanted {
            return;
        }
        self.bar.set_position(hits);
        if self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }

    /// Does something while the bar stands aside.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.is_wanted {
            self.bar.suspend(work)
        } else {
            work()
        }
    }
}

impl Drop for Hunt {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The time that is left if hits go on coming as they did, or how long there was none.
fn left(hits: u64, wanted: u64, seconds: u64) -> String {
    if hits == 0 {
        return format!("none in {}", duration(seconds));
    }
    let rest = wanted.saturating_sub(hits);
    let seconds = (seconds as f64 * rest as f64 / hits as f64).ceil();
    format!("about {} left", duration(seconds as u64))
}

/// `40s`, `3m`, `2h`.
fn duration(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds}s"),
        100..6000 => format!("{}m", seconds / 60),
        _ => format!("{}h", grouped(seconds / 3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_hits_so_far() {
        assert_eq!(left(0, 10, 7), "none in 7s");
        assert_eq!(left(5, 10, 7), "about 7s left");
        assert_eq!(left(1, 1000, 2), "about 33m left");
        assert_eq!(left(10, 10, 7), "about 0s left");
        assert_eq!(duration(7200), "2h");
    }
}

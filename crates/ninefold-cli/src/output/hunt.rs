//! The progress of a search for puzzles of a kind: hits, tries, and the time that is left at
//! this rate.
//!
//! ```text
//!  ━━━━━━━━━━━━────────────  12 of 100 puzzles, 48,213 tries, about 3m left
//!  ━━━━━━━━━━━━────────────  30,720 of 262,144 tries, hardest 17.0, about 40s left
//! ```

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use ninefold::rate::Value;

use super::progress::PATIENCE;
use super::{Look, grouped, many};

/// A bar on standard error that counts hits and tries.
pub(crate) struct Hunt {
    bar: ProgressBar,
    /// The number of tries, or the highest rating in tenths.
    number: Arc<AtomicU64>,
    is_wanted: bool,
    start: Instant,
}

impl Hunt {
    /// A bar for `wanted` puzzles, which shows itself on a terminal after a while.
    pub(crate) fn new(look: Look, wanted: u64) -> Hunt {
        let tries = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&tries);
        let words = move |hits: u64, left: String| {
            let wanted = many(wanted, "puzzle", "puzzles");
            let tries = many(counted.load(Ordering::Relaxed), "try", "tries");
            format!("{} of {wanted}, {tries}, {left}", grouped(hits))
        };
        Hunt::with(look, wanted, tries, words)
    }

    /// A bar for a search of `tries` tries that shows the highest rating so far.
    pub(crate) fn for_the_hardest(look: Look, tries: u64) -> Hunt {
        let best = Arc::new(AtomicU64::new(0));
        let found = Arc::clone(&best);
        let words = move |done: u64, left: String| {
            let tries = many(tries, "try", "tries");
            let best = Value::Tenths(found.load(Ordering::Relaxed) as u32);
            format!("{} of {tries}, hardest {best}, {left}", grouped(done))
        };
        Hunt::with(look, tries, best, words)
    }

    /// A bar up to `wanted`, and a number that its words show.
    fn with(
        look: Look,
        wanted: u64,
        number: Arc<AtomicU64>,
        words: impl Fn(u64, String) -> String + Clone + Send + Sync + 'static,
    ) -> Hunt {
        let show = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let left = left(state.pos(), wanted, state.elapsed().as_secs());
            let _ = write!(out, "{}", words(state.pos(), left));
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
            number,
            is_wanted: !look.quiet && io::stderr().is_terminal(),
            start: Instant::now(),
        }
    }

    /// Notes that more tries were made, on any thread.
    pub(crate) fn tried(&self, n: u64) {
        self.number.fetch_add(n, Ordering::Relaxed);
    }

    /// Notes the highest rating so far, in tenths.
    pub(crate) fn found(&self, rating: u32) {
        self.number.store(rating.into(), Ordering::Relaxed);
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

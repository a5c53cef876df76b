//! The progress of a batch on a terminal: count, rate, and time left where the size is
//! known.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{Look, grouped};

/// A shorter batch needs no bar.
pub(super) const PATIENCE: Duration = Duration::from_millis(400);

/// Whether there is a bar on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Whether there is a bar on the terminal, which nothing else should write over.
pub(crate) fn is_shown() -> bool {
    IS_SHOWN.load(Ordering::Relaxed)
}

/// A bar on standard error, counting puzzles and how much of the input they took.
pub(crate) struct Progress {
    bar: ProgressBar,
    puzzles: Arc<AtomicU64>,
    wanted: bool,
    start: Instant,
}

impl Progress {
    /// A bar for an input of `size` bytes, or puzzles if they are not counted in bytes. It shows
    /// itself only on a terminal, only if the answers go elsewhere, and only after a while.
    pub(crate) fn new(look: Look, size: Option<u64>) -> Progress {
        let puzzles = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&puzzles);
        let start = Instant::now();
        let show = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let count = counted.load(Ordering::Relaxed);
            let rate = count as f64 / start.elapsed().as_secs_f64().max(0.001);
            let (count, rate) = (grouped(count), speed(rate));
            let _ = write!(out, "{count} puzzles, {rate} a second");
        };
        // A bar in what the words leave of a narrow terminal.
        const WORDS: usize = 56;
        let template = match (size, look.width.saturating_sub(WORDS).min(24)) {
            (Some(_), ..4) => "{percent}% {puzzles}, {eta} left".to_owned(),
            (Some(_), bar) => format!("{{bar:{bar}}} {{percent}}% {{puzzles}}, {{eta}} left"),
            (None, _) => "{spinner} {puzzles}, {elapsed}".to_owned(),
        };
        let style = ProgressStyle::with_template(&template)
            .expect("the template is ours")
            .with_key("puzzles", show);
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        Progress {
            bar: bar.with_style(style),
            puzzles,
            wanted: !look.quiet && !look.terminal && io::stderr().is_terminal(),
            start,
        }
    }

    /// Notes that `puzzles` are done, which took `part` of the size of the input.
    pub(crate) fn advance(&self, puzzles: u64, part: usize) {
        self.puzzles.fetch_add(puzzles, Ordering::Relaxed);
        if self.wanted {
            self.bar.inc(part as u64);
            if self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
                IS_SHOWN.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Does `talk` while the bar stands aside.
    pub(crate) fn aside(&self, talk: impl FnOnce()) {
        if self.wanted {
            self.bar.suspend(talk);
        } else {
            talk();
        }
    }
}

/// A number of puzzles a second, with a decimal if there are few.
fn speed(rate: f64) -> String {
    if rate < 9.95 {
        format!("{rate:.1}")
    } else {
        grouped(rate.round() as u64)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        IS_SHOWN.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_work_has_a_speed_too() {
        let speeds = [0.04, 0.25, 9.94, 9.95, 99.5, 12_345.6].map(speed);
        assert_eq!(speeds, ["0.0", "0.2", "9.9", "10", "100", "12,346"]);
    }
}

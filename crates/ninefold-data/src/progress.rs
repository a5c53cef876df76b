//! The progress of a job on a terminal: rows, rows a second, and the time that is left.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::words::{grouped, many, time};

/// A shorter job needs no line, and a line that changes more often is hard to read.
const PATIENCE: Duration = Duration::from_millis(400);

/// How far a job is. Sizes are bytes of input, or puzzles to make.
pub(crate) struct Progress {
    /// The size of all that is to be done.
    size: u64,
    /// The number of files that are to be made.
    n_files: u64,
    n_files_done: Cell<u64>,
    /// The size of the files that are done.
    done: Cell<f64>,
    /// The size of the file at hand.
    current: Cell<f64>,
    /// The part of that file before the rows at hand and after them, from 0 to 1.
    parts: Cell<(f64, f64)>,
    /// The number of the rows at hand, and how many were taken up.
    n_at_hand: Cell<u64>,
    n_taken: AtomicU64,
    n_rows: Cell<u64>,
    start: Instant,
    shown: Cell<Option<Instant>>,
    is_wanted: bool,
}

impl Progress {
    pub(crate) fn new(size: u64, n_files: usize, is_quiet: bool) -> Progress {
        Progress {
            size,
            n_files: n_files as u64,
            n_files_done: Cell::new(0),
            done: Cell::new(0.0),
            current: Cell::new(0.0),
            parts: Cell::new((0.0, 0.0)),
            n_at_hand: Cell::new(0),
            n_taken: AtomicU64::new(0),
            n_rows: Cell::new(0),
            start: Instant::now(),
            shown: Cell::new(None),
            is_wanted: !is_quiet && io::stderr().is_terminal(),
        }
    }

    /// Notes that a file of this size begins.
    pub(crate) fn begin(&self, size: u64) {
        self.current.set(size as f64);
        self.parts.set((0.0, 0.0));
    }

    /// Notes that rows are taken up which end at this part of the file.
    pub(crate) fn take_up(&self, n_rows: u64, part: f64) {
        self.n_rows.set(self.n_rows.get() + self.n_at_hand.get());
        self.parts.set((self.parts.get().1, part.clamp(0.0, 1.0)));
        self.n_at_hand.set(n_rows);
        self.n_taken.store(0, Ordering::Relaxed);
    }

    /// The counter of the rows at hand.
    pub(crate) fn taken(&self) -> &AtomicU64 {
        &self.n_taken
    }

    /// Notes that the file is over, well or not.
    pub(crate) fn end(&self) {
        self.take_up(0, 0.0);
        self.done.set(self.done.get() + self.current.take());
        self.parts.set((0.0, 0.0));
        self.n_files_done.set(self.n_files_done.get() + 1);
    }

    /// The time since the job began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows the progress now and then.
    pub(crate) fn show(&self) {
        if !self.is_wanted {
            return;
        }
        let now = Instant::now();
        let since = self.shown.get().unwrap_or(self.start);
        if now - since > PATIENCE {
            self.shown.set(Some(now));
            // Standard error that cannot be written shows nothing.
            let _ = write!(io::stderr().lock(), "\r\x1b[K{}", self.line());
        }
    }

    /// Takes the progress off the terminal, so that something else can be printed.
    pub(crate) fn stand_aside(&self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }

    fn line(&self) -> String {
        let at_hand = self.n_at_hand.get();
        let taken = self.n_taken.load(Ordering::Relaxed).min(at_hand);
        let (before, after) = self.parts.get();
        let part = before + (after - before) * taken as f64 / at_hand.max(1) as f64;
        let part = (self.done.get() + self.current.get() * part) / self.size.max(1) as f64;
        line(
            self.n_rows.get() + taken,
            self.start.elapsed(),
            part,
            (self.n_files_done.get() + 1).min(self.n_files),
            self.n_files,
        )
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stand_aside();
    }
}

/// `12,345 rows, 1,234 a second, 10%, file 2 of 7, 3 min 20 s left`.
fn line(n_rows: u64, elapsed: Duration, part: f64, file: u64, n_files: u64) -> String {
    let rate = n_rows as f64 / elapsed.as_secs_f64().max(0.001);
    let rate = match rate {
        ..9.95 => format!("{rate:.1}"),
        _ => grouped(rate.round() as u64),
    };
    let rows = many(n_rows, "row", "rows");
    let mut line = format!("{rows}, {rate} a second, {:.0}%", 100.0 * part);
    if n_files > 1 {
        line += &format!(", file {file} of {n_files}");
    }
    if part > 0.0 {
        let left = elapsed.as_secs_f64() * (1.0 - part).max(0.0) / part;
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        line += &format!(", {} left", time(left));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_rows_rate_and_the_time_left() {
        assert_eq!(
            line(12_345, Duration::from_secs(10), 0.05, 2, 7),
            "12,345 rows, 1,235 a second, 5%, file 2 of 7, 3 min 10 s left"
        );
        assert_eq!(
            line(1, Duration::from_secs(10), 0.0, 1, 1),
            "1 row, 0.1 a second, 0%"
        );
    }

    #[test]
    fn rows_count_as_they_are_taken_up() {
        let progress = Progress::new(200, 2, true);
        progress.begin(100);
        progress.take_up(10, 0.5);
        progress.taken().store(5, Ordering::Relaxed);
        assert!(progress.line().starts_with("5 rows"), "{}", progress.line());
        assert!(
            progress.line().contains(" 12%, file 1 of 2"),
            "{}",
            progress.line()
        );
        progress.take_up(10, 1.0);
        progress.end();
        assert!(
            progress.line().starts_with("20 rows"),
            "{}",
            progress.line()
        );
        assert!(
            progress.line().contains(" 50%, file 2 of 2"),
            "{}",
            progress.line()
        );
    }
}

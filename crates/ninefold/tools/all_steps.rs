//! How long it takes to list every step that a position has, as `explain --all` does.
//!
//! ```text
//! cargo run --release -p ninefold --example all_steps -- [--skip N] [--take N] [--by-finder] FILE…
//! ```
//!
//! Walks through each puzzle (the first 81 characters of a line) and at every position of
//! the path that has no single lists all steps of our usual plan. Prints the median, and that
//! of the slowest position of each puzzle, in CPU time of this thread: what else the machine
//! does is not counted. `--by-finder` prints the share of each finder.

mod selection;

use std::process::ExitCode;
use std::time::Duration;

use ninefold::Puzzle;
use ninefold::logic::{FINDERS, Family, Options, Plan, Walk};
use selection::Selection;

fn main() -> ExitCode {
    let mut by_finder = false;
    let selection = Selection::from_arguments(|option, _| {
        let is_known = option == "--by-finder";
        by_finder |= is_known;
        is_known
    });
    selection.each_file(
        "all_steps [--skip N] [--take N] [--by-finder] FILE…",
        |line| line.get(..81)?.parse().ok(),
        |puzzles| {
            let mut tally = Tally::default();
            puzzles.for_each(|puzzle| tally.measure(&puzzle, by_finder));
            Ok(tally.report())
        },
    )
}

#[derive(Default)]
struct Tally {
    positions: Vec<Duration>,
    slowest: Vec<Duration>,
    steps: usize,
    /// For each line of FINDERS.
    finders: Vec<Duration>,
}

impl Tally {
    fn measure(&mut self, puzzle: &Puzzle, by_finder: bool) {
        let mut walk = Walk::new(puzzle, Plan::usual());
        self.finders.resize(FINDERS.len(), Duration::ZERO);
        let mut slowest = None;
        while let Some(step) = walk.look() {
            if step.technique().about().family != Family::Single {
                let begin = cpu_time();
                self.steps += walk.all().len();
                let time = cpu_time() - begin;
                self.positions.push(time);
                slowest = slowest.max(Some(time));
                if by_finder {
                    self.by_finder(&walk);
                }
            }
            walk.apply(&step);
        }
        self.slowest.extend(slowest);
    }

    fn by_finder(&mut self, walk: &Walk) {
        for (sum, finder) in self.finders.iter_mut().zip(FINDERS) {
            if finder.usual {
                let begin = cpu_time();
                finder.all(walk.position(), &Options::default());
                *sum += cpu_time() - begin;
            }
        }
    }

    fn report(mut self) -> String {
        let n = self.positions.len().max(1);
        let mut report = format!(
            "{} steps in {} positions of {} puzzles; a position takes {}; the slowest of a puzzle {}\n",
            self.steps,
            self.positions.len(),
            self.slowest.len(),
            middle(&mut self.positions),
            middle(&mut self.slowest),
        );
        let mut finders: Vec<_> = self.finders.iter().zip(FINDERS).collect();
        finders.sort_by_key(|&(&time, _)| std::cmp::Reverse(time));
        for (time, finder) in finders.into_iter().filter(|(time, _)| !time.is_zero()) {
            let mean = time.as_micros() as f64 / n as f64;
            report += &format!("{mean:9.0} µs in the mean  {}\n", finder.technique);
        }
        report
    }
}

/// The median and the ninth of ten.
fn middle(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100);
    let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!(
        "{:.2} ms in the median, {:.2} ms for 9 of 10",
        millis(at(50)),
        millis(at(90))
    )
}

/// How long this thread has been at work.
#[cfg(unix)]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long the program has been running, where a thread's own time cannot be asked for.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

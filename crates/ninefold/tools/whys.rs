//! Asks why: of candidates at random at the start of each puzzle, whether the checker accepts
//! every proof, how long the proof to show is, and how long it takes to find.
//!
//! ```text
//! cargo run --release -p ninefold --example whys -- [--right] [--each N] [--skip N] [--take N] FILE…
//! ```
//!
//! Each line begins with a puzzle of any size, and is asked about N candidates (10 unless told
//! otherwise) that are wrong; with `--right` about those that are right. Every question starts
//! anew, as a player's does. Exit code 1 at the first proof that is not accepted, and at the first
//! candidate without a proof.

mod selection;

use std::process::ExitCode;

use ninefold::logic::{Level, Literal, Plan, Proof, Reply, Supposition, Why};
use ninefold::{Answer, Board, Candidate, Puzzle};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use selection::Selection;

fn main() -> ExitCode {
    let (mut holds, mut each) = (false, 10);
    let selection = Selection::from_arguments(|option, number| {
        match option {
            "--right" => holds = true,
            "--each" => each = number().unwrap_or(each),
            _ => return false,
        }
        true
    });
    selection.each_file(
        "whys [--right] [--each N] [--skip N] [--take N] FILE…",
        |line| line.split_whitespace().next()?.parse().ok(),
        |puzzles| {
            let mut random = SplitMix64::seed_from_u64(20);
            let mut tally = Tally::default();
            for puzzle in puzzles {
                tally
                    .ask(&puzzle, holds, each, &mut random)
                    .map_err(|why| format!("{puzzle}: {why}"))?;
            }
            Ok(tally.report())
        },
    )
}

/// What was asked, and what came of it.
#[derive(Default)]
struct Tally {
    /// The length of the proof to show.
    shown: Vec<usize>,
    slices: Vec<usize>,
    suppositions: Vec<usize>,
    n_nested: usize,
    n_slices_shown: usize,
    /// In microseconds of CPU time of the thread.
    times: Vec<u64>,
}

impl Tally {
    fn ask(
        &mut self,
        puzzle: &Puzzle,
        holds: bool,
        each: usize,
        random: &mut SplitMix64,
    ) -> Result<(), String> {
        let Answer::One(solution) = ninefold::solve(puzzle) else {
            return Ok(());
        };
        let board = Board::new(puzzle);
        let digits = |cell| board.candidates(cell).iter().collect::<Vec<_>>();
        let all = board.empty_cells().flat_map(|cell| {
            let digits = digits(cell).into_iter();
            digits.map(move |digit| Candidate { cell, digit })
        });
        let is_right = |candidate: &Candidate| solution.digit(candidate.cell) == candidate.digit;
        let mut candidates: Vec<Candidate> = all.filter(|c| is_right(c) == holds).collect();
        for _ in 0..each.min(candidates.len()) {
            let at = random.next_u64() % candidates.len() as u64;
            let candidate = candidates.swap_remove(at as usize);
            let before = cpu_time();
            let mut why = Why::new(puzzle, &board, Plan::usual().within(Level::Unfair));
            let reply = why.ask(candidate);
            self.times.push(cpu_time() - before);
            let name = puzzle.geometry().name(candidate.cell);
            let claim = format!("{} in {name}", candidate.digit);
            let Reply::Proved {
                holds: proved,
                proofs,
                ..
            } = reply
            else {
                return Err(format!("{claim}: no proof"));
            };
            assert_eq!(proved, holds, "{claim}");
            self.shown.push(proofs[0].len());
            self.n_slices_shown += usize::from(matches!(proofs[0], Proof::Slice(_)));
            for proof in &proofs {
                let verdict = proof.proved(puzzle, &board, Literal { candidate, holds });
                verdict.map_err(|flaw| format!("{claim}: {}", flaw.explain(puzzle.geometry())))?;
                match proof {
                    Proof::Slice(steps) => self.slices.push(steps.len()),
                    Proof::Suppose(supposed) => self.suppositions.push(supposed.len()),
                }
                if let Proof::Suppose(supposed) = proof {
                    let is_nested = supposed.suppositions.iter().any(Supposition::is_nested);
                    self.n_nested += usize::from(is_nested);
                }
            }
        }
        Ok(())
    }

    fn report(mut self) -> String {
        let mut text = format!("{} candidates, every proof accepted", self.shown.len());
        for (what, lengths) in [
            ("shown", &mut self.shown),
            ("slices", &mut self.slices),
            ("suppositions", &mut self.suppositions),
        ] {
            let numbers: Vec<u64> = lengths.iter().map(|&length| length as u64).collect();
            text += &format!("\n  {what}: {} steps", spread(numbers));
        }
        text += &format!(
            "\n  shown as a slice: {}; nested suppositions: {}\n  time: {} µs",
            self.n_slices_shown,
            self.n_nested,
            spread(self.times)
        );
        text
    }
}

/// `200, median 4, mean 6.9, p90 18, p99 25, most 28`
fn spread(mut numbers: Vec<u64>) -> String {
    numbers.sort_unstable();
    if numbers.is_empty() {
        return "none".to_owned();
    }
    let at = |percent: usize| numbers[(numbers.len() * percent / 100).min(numbers.len() - 1)];
    let mean = numbers.iter().sum::<u64>() as f64 / numbers.len() as f64;
    format!(
        "{}, median {}, mean {mean:.1}, p90 {}, p99 {}, most {}",
        numbers.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    )
}

/// The CPU time of this thread in microseconds.
#[cfg(unix)]
fn cpu_time() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1000
}

/// There is no such clock.
#[cfg(not(unix))]
fn cpu_time() -> u64 {
    0
}

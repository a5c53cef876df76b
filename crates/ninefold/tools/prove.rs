//! Solves puzzles by logic and proves every step of every path: the checker must accept
//! it, and it must keep every digit of the solution.
//!
//! ```text
//! cargo run --release -p ninefold --example prove -- [--like-hodoku] [--skip N] [--take N] [--moved SEED] FILE…
//! ```
//!
//! Each line begins with a puzzle of any size. `--moved` turns, shuffles and relabels each
//! puzzle first: for the finders, which go by rows and digits in order, that is another one.
//! Prints the number of puzzles and steps, the uses of each technique, the digits that
//! had to be looked up, and how long a path took (found only, not proved).
//! Exit code 1 at the first step that does not hold.

mod selection;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ninefold::logic::{Plan, Technique, Walk};
use ninefold::{Answer, Puzzle, Transformation};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use selection::Selection;

fn main() -> ExitCode {
    let mut plan = Plan::usual();
    let mut random = None;
    let selection = Selection::from_arguments(|option, number| {
        match option {
            "--like-hodoku" => plan = Plan::hodoku(),
            "--moved" => random = number().map(|seed| SplitMix64::seed_from_u64(seed as u64)),
            _ => return false,
        }
        true
    });
    selection.each_file(
        "prove [--like-hodoku] [--skip N] [--take N] [--moved SEED] FILE…",
        |line| line.split_whitespace().next()?.parse().ok(),
        |puzzles| {
            let mut tally = Tally::default();
            for puzzle in puzzles {
                let puzzle = match &mut random {
                    Some(random) => moved(&puzzle, random),
                    None => puzzle,
                };
                let proved = tally.prove(&puzzle, &plan);
                proved.map_err(|why| format!("{puzzle}: {why}"))?;
            }
            Ok(tally.report())
        },
    )
}

/// The same puzzle in another form.
fn moved(puzzle: &Puzzle, random: &mut SplitMix64) -> Puzzle {
    let symmetry = Transformation::random(puzzle.geometry(), || random.next_u64());
    symmetry.puzzle(puzzle).expect("it is one of this board")
}

#[derive(Default)]
struct Tally {
    puzzles: usize,
    steps: usize,
    stuck: usize,
    guesses: usize,
    used: BTreeMap<Technique, usize>,
    times: Vec<Duration>,
}

impl Tally {
    fn prove(&mut self, puzzle: &Puzzle, plan: &Plan) -> Result<(), String> {
        let Answer::One(solution) = ninefold::solve(puzzle) else {
            return Ok(());
        };
        let mut walk = Walk::new(puzzle, plan.clone());
        let geometry = puzzle.geometry();
        let mut time = Duration::ZERO;
        loop {
            let begin = Instant::now();
            let Some(step) = walk.look() else {
                break;
            };
            time += begin.elapsed();
            let notation = || step.notation();
            if step.technique() != Technique::BruteForce {
                let verdict = step.proved(puzzle);
                verdict.map_err(|flaw| format!("{}: {}", notation(), flaw.explain(geometry)))?;
            }
            let keeps = step
                .placements()
                .iter()
                .all(|c| solution.digit(c.cell) == c.digit)
                && step
                    .eliminations()
                    .iter()
                    .all(|c| solution.digit(c.cell) != c.digit);
            if !keeps {
                return Err(format!("{}: loses a digit of the solution", notation()));
            }
            *self.used.entry(step.technique()).or_default() += 1;
            self.steps += 1;
            let begin = Instant::now();
            walk.apply(&step);
            time += begin.elapsed();
        }
        self.puzzles += 1;
        self.stuck += usize::from(!walk.is_solved());
        self.guesses += usize::from(walk.guesses() > 0);
        self.times.push(time);
        Ok(())
    }

    fn report(mut self) -> String {
        self.times.sort_unstable();
        let at = |share: usize| self.times.get(self.times.len() * share / 100);
        let micros = |time: Option<&Duration>| time.map_or(0, Duration::as_micros);
        let mut report = format!(
            "{} puzzles, {} steps hold, {} paths with a guess, {} stuck; \
             a path takes {} µs in the median, {} µs for 9 of 10\n",
            self.puzzles,
            self.steps,
            self.guesses,
            self.stuck,
            micros(at(50)),
            micros(at(90)),
        );
        for (technique, times) in &self.used {
            report += &format!("{times:9} {technique}\n");
        }
        report
    }
}

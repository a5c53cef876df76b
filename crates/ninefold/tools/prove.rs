//! Solves puzzles by logic and proves every step of every path: the checker must accept
//! it, and it must keep every digit of the solution.
//!
//! ```text
//! cargo run --release -p ninefold --example prove -- [--like-hodoku | --se | --sukaku] [--skip N] [--take N] [--moved SEED] FILE…
//! ```
//!
//! Each line begins with a puzzle of any size. `--moved` turns, shuffles and relabels each
//! puzzle first: for the finders, which go by rows and digits in order, that is another one.
//! `--se` and `--sukaku` prove the steps that the scale of that name rates a puzzle by.
//! Prints the number of puzzles and steps, the uses of each technique, the digits that
//! had to be looked up, and how long a path took (found only, not proved; with a scale, found
//! and put into steps).
//! Exit code 1 at the first step that does not hold.

mod selection;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ninefold::logic::{Flaw, Plan, Step, Technique, Walk};
use ninefold::rate::{self, Scale};
use ninefold::{Answer, Grid, Puzzle, Transformation};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use selection::Selection;

fn main() -> ExitCode {
    let mut way = Way::Plan(Plan::usual());
    let mut random = None;
    let selection = Selection::from_arguments(|option, number| {
        match option {
            "--like-hodoku" => way = Way::Plan(Plan::hodoku()),
            "--se" => way = Way::Scale(&rate::se::Se),
            "--sukaku" => way = Way::Scale(&rate::sukaku::Sukaku),
            "--moved" => random = number().map(|seed| SplitMix64::seed_from_u64(seed as u64)),
            _ => return false,
        }
        true
    });
    selection.each_file(
        "prove [--like-hodoku | --se | --sukaku] [--skip N] [--take N] [--moved SEED] FILE…",
        |line| line.split_whitespace().next()?.parse().ok(),
        |puzzles| {
            let mut tally = Tally::default();
            for puzzle in puzzles {
                let puzzle = match &mut random {
                    Some(random) => moved(&puzzle, random),
                    None => puzzle,
                };
                let proved = match &way {
                    Way::Plan(plan) => tally.prove(&puzzle, plan),
                    Way::Scale(scale) => tally.prove_rating(&puzzle, *scale),
                };
                proved.map_err(|why| format!("{puzzle}: {why}"))?;
            }
            Ok(tally.report())
        },
    )
}

/// How the steps are found.
enum Way {
    Plan(Plan),
    Scale(&'static dyn Scale),
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
    used: BTreeMap<String, usize>,
    times: Vec<Duration>,
}

impl Tally {
    fn prove(&mut self, puzzle: &Puzzle, plan: &Plan) -> Result<(), String> {
        let Answer::One(solution) = ninefold::solve(puzzle) else {
            return Ok(());
        };
        let mut walk = Walk::new(puzzle, plan.clone());
        let mut time = Duration::ZERO;
        loop {
            let begin = Instant::now();
            let Some(step) = walk.look() else {
                break;
            };
            time += begin.elapsed();
            self.count(puzzle, &solution, &step, step.technique().to_string())?;
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

    /// Proves the steps that a scale rates a puzzle by.
    fn prove_rating(&mut self, puzzle: &Puzzle, scale: &dyn Scale) -> Result<(), String> {
        let Answer::One(solution) = ninefold::solve(puzzle) else {
            return Ok(());
        };
        let begin = Instant::now();
        let rating = rate::rate(puzzle, scale).map_err(|unrated| unrated.to_string())?;
        let steps = (1..=rating.steps().len()).map(|place| rating.step(place));
        let steps: Option<Vec<Step>> = steps.collect();
        self.times.push(begin.elapsed());
        let steps = steps.ok_or("a step cannot be had")?;
        for (step, rated) in steps.iter().zip(rating.steps()) {
            self.count(puzzle, &solution, step, rated.name.to_string())?;
        }
        self.puzzles += 1;
        Ok(())
    }

    /// Proves one step and counts it by its name.
    fn count(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
        step: &Step,
        name: String,
    ) -> Result<(), String> {
        let notation = || step.notation();
        if step.technique() != Technique::BruteForce {
            let flaw_of = |flaw: Flaw| flaw.explain(puzzle.geometry());
            let verdict = step.proved(puzzle);
            verdict.map_err(|flaw| format!("{name}: {}: {}", notation(), flaw_of(flaw)))?;
        }
        let mut placed = step.placements().iter();
        let mut gone = step.eliminations().iter();
        let keeps = placed.all(|c| solution.digit(c.cell) == c.digit)
            && gone.all(|c| solution.digit(c.cell) != c.digit);
        if !keeps {
            return Err(format!("{}: loses a digit of the solution", notation()));
        }
        *self.used.entry(name).or_default() += 1;
        self.steps += 1;
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

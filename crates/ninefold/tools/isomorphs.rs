//! Compares the ratings of puzzles with those of random isomorphs: turned, shuffled and
//! relabelled copies.
//!
//! ```text
//! cargo run --release -p ninefold --example isomorphs -- SCALE SHUFFLES SEED FILE…
//! ```
//!
//! Each line begins with a puzzle. Prints how many pairs were compared, and each pair that
//! differs in any value, with the step at which their paths part. Exit code 1 if any differ,
//! which is a fault of `look-ahead` and a fact about the scales of other programs.
//!
//! For the scale `se`, both paths of each pair that differs are held to [`plain_explainer`],
//! step by step, and the position where they part is printed with the hints that compete there
//! in each orientation, written in the cells of the first puzzle. `se+` instead of `se` holds
//! all paths to it. Exit code 2 if a path is not the one that it takes.

mod partings;
mod plain_explainer;

use std::error::Error;
use std::process::ExitCode;

use ninefold::rate::{self, RatedStep, Rating};
use ninefold::{Puzzle, Transformation};
use plain_explainer::paths::Path;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, shuffles, seed, files @ ..] = arguments.as_slice() else {
        return Err("expected a scale, the number of shuffles, a seed, and files".into());
    };
    let (name, follows_all) = match name.strip_suffix('+') {
        Some(name) => (name, true),
        None => (name.as_str(), false),
    };
    let scale = rate::find(name).ok_or("expected the name of a scale")?;
    if follows_all && name != "se" {
        return Err("only the scale se has a plain explainer".into());
    }
    let shuffles: u64 = shuffles.parse()?;
    let mut random = SplitMix64::seed_from_u64(seed.parse()?);
    let mut tally = Tally::default();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        for puzzle in words.filter_map(|word| word.parse::<Puzzle>().ok()) {
            let rating = scale.rate(&puzzle, &|| false)?;
            if follows_all {
                tally.follow(&puzzle, &rating);
            }
            for _ in 0..shuffles {
                let shuffle = Transformation::random(puzzle.geometry(), || random.next_u64());
                let isomorph = shuffle.puzzle(&puzzle)?;
                let moved = scale.rate(&isomorph, &|| false)?;
                tally.pairs += 1;
                if moved.values() == rating.values() {
                    if follows_all {
                        tally.follow(&isomorph, &moved);
                    }
                    continue;
                }
                tally.changed += 1;
                println!("{puzzle}  {}", in_full(&rating));
                println!("{isomorph}  {}", in_full(&moved));
                println!("{}", parting(&rating, &moved));
                if name == "se" {
                    let paths = [(&puzzle, &rating), (&isomorph, &moved)];
                    let paths = paths.map(|(puzzle, rating)| tally.follow(puzzle, rating));
                    if let [Some(a), Some(b)] = paths {
                        println!("{}", partings::parting(&a, &b, &shuffle.inverse()));
                    }
                }
            }
        }
    }
    Ok(tally.report())
}

/// What was compared.
#[derive(Default)]
struct Tally {
    pairs: u64,
    changed: u64,
    /// The paths that were held to the plain explainer, their steps, those of them that it has
    /// no hint for, and the paths that differ from its own.
    paths: u64,
    steps: usize,
    beyond: usize,
    wrong: u64,
}

impl Tally {
    /// Holds a path to the plain explainer; none, and a line, if it differs.
    fn follow(&mut self, puzzle: &Puzzle, rating: &Rating) -> Option<Path> {
        self.paths += 1;
        match Path::follow(puzzle, rating) {
            Ok(path) => {
                self.steps += path.steps.len();
                self.beyond += path.steps.len() - path.compared();
                Some(path)
            }
            Err(fault) => {
                println!("{puzzle}  {rating}\n  not as the plain explainer has it: {fault}");
                self.wrong += 1;
                None
            }
        }
    }

    fn report(&self) -> ExitCode {
        let Tally { pairs, changed, .. } = self;
        println!("{pairs} pairs, {changed} with different ratings");
        if self.paths > 0 {
            println!(
                "{} paths of {} steps compared with the plain explainer: {} differ; \
                 {} steps take techniques inside chains, which it does not have",
                self.paths, self.steps, self.wrong, self.beyond
            );
        }
        match (self.wrong, self.changed) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::FAILURE,
            _ => ExitCode::from(2),
        }
    }
}

/// The first step in which two paths differ by name or value.
fn parting(a: &Rating, b: &Rating) -> String {
    let (a, b) = (a.steps(), b.steps());
    let is_same = |(a, b): &(&RatedStep, &RatedStep)| (&a.name, a.value) == (&b.name, b.value);
    let same = a.iter().zip(b).take_while(is_same).count();
    let step = |steps: &[RatedStep]| match steps.get(same) {
        Some(step) => format!("{} ({})", step.name, step.value),
        None => "the end".to_owned(),
    };
    format!(
        "  the steps differ in name or value from step {} on: {} or {}",
        same + 1,
        step(a),
        step(b)
    )
}

/// Every value of a rating, by name.
fn in_full(rating: &Rating) -> String {
    let values = rating.values().iter();
    let values: Vec<String> = values
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    values.join(", ")
}

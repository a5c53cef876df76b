//! Compares the ratings of puzzles with those of random isomorphs: turned, shuffled and
//! relabelled copies.
//!
//! ```text
//! cargo run --release -p ninefold --example isomorphs -- SCALE SHUFFLES SEED FILE…
//! ```
//!
//! Each line begins with a puzzle. Prints how many pairs were compared and how many differ in
//! any value, with the first few of these and the step at which their paths part. Exit code 1
//! if any differ, which is a fault of `look-ahead` and a fact about the scales of other programs.

use std::error::Error;
use std::process::ExitCode;

use ninefold::rate::{self, RatedStep, Rating};
use ninefold::{Puzzle, Transformation};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The number of pairs to print.
const SHOWN: u64 = 5;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scale, shuffles, seed, files @ ..] = arguments.as_slice() else {
        return Err("expected a scale, the number of shuffles, a seed, and files".into());
    };
    let scale = rate::find(scale).ok_or("expected the name of a scale")?;
    let shuffles: u64 = shuffles.parse()?;
    let mut random = SplitMix64::seed_from_u64(seed.parse()?);
    let (mut pairs, mut changed) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        for puzzle in words.filter_map(|word| word.parse::<Puzzle>().ok()) {
            let rating = scale.rate(&puzzle, &|| false)?;
            for _ in 0..shuffles {
                let shuffle = Transformation::random(puzzle.geometry(), || random.next_u64());
                let isomorph = shuffle.puzzle(&puzzle)?;
                let moved = scale.rate(&isomorph, &|| false)?;
                pairs += 1;
                if moved.values() != rating.values() {
                    changed += 1;
                    if changed <= SHOWN {
                        println!(
                            "{puzzle}  {}\n{isomorph}  {}",
                            in_full(&rating),
                            in_full(&moved)
                        );
                        println!("{}", parting(&rating, &moved));
                    }
                }
            }
        }
    }
    println!("{pairs} pairs, {changed} with different ratings");
    Ok(ExitCode::from(u8::from(changed > 0)))
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
        "  the paths part at step {}: {} or {}",
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

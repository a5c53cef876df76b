//! Makes lines for `crates/ninefold-cli/data/logic`: positions from walks through puzzles, each with a
//! step of a technique that is there.
//!
//! ```text
//! cargo run --release -p ninefold --example cases -- N TECHNIQUE,… FILE…
//! ```
//!
//! Prints up to N lines for each technique, the first step in the first positions.

mod library;

use std::collections::BTreeMap;
use std::process::ExitCode;

use ninefold::logic::{self, Options, Plan, Technique, Walk};
use ninefold::{Answer, Puzzle};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let most: Option<usize> = arguments.next().and_then(|number| number.parse().ok());
    let names = arguments.next().unwrap_or_default();
    let techniques: Option<Vec<Technique>> = names.split(',').map(Technique::find).collect();
    let files: Vec<String> = arguments.collect();
    let (Some(most), Some(techniques), false) = (most, techniques, files.is_empty()) else {
        eprintln!("usage: cases N TECHNIQUE,… FILE…");
        return ExitCode::from(2);
    };
    let mut printed: BTreeMap<Technique, usize> = BTreeMap::new();
    for file in files {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        for line in text.lines() {
            let puzzle = line.get(..81).and_then(|board| board.parse().ok());
            let Some(puzzle) = puzzle.filter(|p| matches!(ninefold::solve(p), Answer::One(_)))
            else {
                continue;
            };
            for &technique in &techniques {
                let printed = printed.entry(technique).or_default();
                if *printed < most && print_first(&puzzle, technique) {
                    *printed += 1;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

/// Prints the first step of the technique on the way through the puzzle.
fn print_first(puzzle: &Puzzle, technique: Technique) -> bool {
    let Some(finder) = logic::finder(technique) else {
        return false;
    };
    let mut walk = Walk::new(puzzle, Plan::usual());
    loop {
        let steps = finder.all(walk.position(), &Options::default());
        if let Some(step) = steps.iter().find(|step| step.technique() == technique) {
            let board = walk.position().board();
            println!(
                "{}",
                library::line(puzzle, board, technique.about().slug, Some(step))
            );
            return true;
        }
        if walk.next().is_none() {
            return false;
        }
    }
}

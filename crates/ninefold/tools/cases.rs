//! Makes lines for `crates/ninefold-cli/data/logic`: positions from walks through puzzles, each with a
//! step of a technique that is there.
//!
//! ```text
//! cargo run --release -p ninefold --example cases -- N TECHNIQUE,… FILE…
//! ```
//!
//! Prints up to N lines for each technique, the first step in the first positions.

use std::collections::BTreeMap;
use std::process::ExitCode;

use ninefold::logic::{self, Options, Plan, Position, Step, Technique, Walk};
use ninefold::{Answer, Board, Candidate, Puzzle};

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
            println!("{}", line(puzzle, walk.position(), step));
            return true;
        }
        if walk.next().is_none() {
            return false;
        }
    }
}

/// `:x-wing:3:board:deleted:eliminations:placements:`.
fn line(puzzle: &Puzzle, position: &Position, step: &Step) -> String {
    let board = position.board();
    let geometry = board.geometry();
    let mut cells = String::new();
    let mut filled = Puzzle::empty(geometry.clone());
    for cell in geometry.cells() {
        filled.set(cell, board.value(cell));
        match (board.value(cell), puzzle.given(cell)) {
            (Some(digit), Some(_)) => cells += &digit.to_string(),
            (Some(digit), None) => cells += &format!("+{digit}"),
            (None, _) => cells.push('.'),
        }
    }
    let all = Board::new(&filled);
    let mut gone = Vec::new();
    for cell in board.empty_cells() {
        let digits = all.candidates(cell) - board.candidates(cell);
        gone.extend(digits.iter().map(|digit| Candidate { cell, digit }));
    }
    let written = |candidates: &[Candidate]| {
        let written: Vec<String> = candidates
            .iter()
            .map(|c| {
                format!(
                    "{}{}{}",
                    c.digit,
                    geometry.row(c.cell),
                    geometry.column(c.cell)
                )
            })
            .collect();
        written.join(" ")
    };
    let concluded = step.eliminations().iter().chain(step.placements());
    let digits: ninefold::DigitSet = concluded.map(|candidate| candidate.digit).collect();
    format!(
        ":{}:{digits}:{cells}:{}:{}:{}:",
        step.technique().about().slug,
        written(&gone),
        written(step.eliminations()),
        written(step.placements())
    )
}

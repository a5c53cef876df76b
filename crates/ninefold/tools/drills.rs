//! Makes the drills that come with the program, from puzzles of our own generator.
//!
//! ```text
//! cargo run --release -p ninefold --example drills -- SEED PUZZLES > crates/ninefold-cli/data/drills.txt
//! ```
//!
//! It walks through PUZZLES random puzzles by our usual plan, and keeps up to 24 positions of
//! each technique that it meets, and a near miss of up to 8 of them: calm, and no two with
//! isomorphic digits. It reports on standard error how many there are.

mod library;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use ninefold::canon;
use ninefold::drill::{self, Drill};
use ninefold::generate::{Generator, Made, Wish, Workspace};
use ninefold::logic::{TECHNIQUES, Technique};
use ninefold::{Geometry, Puzzle};

/// The most positions of a technique, and the most near misses.
const MOST: usize = 24;
const MOST_NEAR: usize = 8;

/// Puzzles that are made at a time.
const AT_A_TIME: u64 = 1000;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).flat_map(|n| n.parse()).collect();
    let [seed, n_puzzles] = numbers[..] else {
        eprintln!("usage: drills SEED PUZZLES");
        return ExitCode::from(2);
    };
    let generator = Generator::new(Wish::new(Geometry::classic())).expect("there are such puzzles");
    let (mut pack, mut workspace) = (Pack::default(), Workspace::default());
    for start in (0..n_puzzles).step_by(AT_A_TIME as usize) {
        let tries = start..n_puzzles.min(start + AT_A_TIME);
        for made in generator.tries(seed, tries, &mut workspace, &|| false) {
            pack.add(&made);
        }
        let found: usize = pack.genuine.values().map(Vec::len).sum();
        eprintln!("{} puzzles, {found} positions", start + AT_A_TIME);
    }
    pack.print(seed, n_puzzles);
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Pack {
    genuine: BTreeMap<Technique, Vec<String>>,
    near: BTreeMap<Technique, Vec<String>>,
    /// The canonical forms of the digits of all positions kept.
    forms: BTreeSet<(Technique, String)>,
}

impl Pack {
    /// Keeps the positions on the way through a puzzle that are still wanted.
    fn add(&mut self, made: &Made) {
        let n_kept = |technique| self.genuine.get(&technique).map_or(0, Vec::len);
        for drill in drill::harvest(&made.puzzle, |technique| n_kept(technique) < MOST) {
            let (technique, slug) = (drill.technique(), drill.technique().about().slug);
            let calm = drill.calm(&made.solution);
            if !self.forms.insert((technique, form(&calm))) {
                continue;
            }
            let line = library::line(calm.puzzle(), calm.board(), slug, calm.steps().first());
            self.genuine.entry(technique).or_default().push(line);
            let near = self.near.entry(technique).or_default();
            if near.len() < MOST_NEAR {
                let miss = calm.near_miss();
                near.extend(miss.map(|miss| {
                    library::line(miss.puzzle(), miss.board(), &format!("{slug}-x"), None)
                }));
            }
        }
    }

    fn print(&self, seed: u64, n_puzzles: u64) {
        println!(
            "# Drills: positions in which a technique is the next step. `-x` after the name: a"
        );
        println!("# near miss. Made by the example `drills`, with {seed} {n_puzzles}.");
        for about in TECHNIQUES {
            let genuine = self.genuine.get(&about.technique);
            let near = self.near.get(&about.technique);
            let n = |lines: Option<&Vec<String>>| lines.map_or(0, Vec::len);
            eprintln!("{}: {}, near {}", about.slug, n(genuine), n(near));
            for line in genuine.into_iter().chain(near).flatten() {
                println!("{line}");
            }
        }
    }
}

/// The canonical form of the digits on the board.
fn form(drill: &Drill) -> String {
    let board = drill.board();
    let mut digits = Puzzle::empty(board.geometry().clone());
    for cell in board.geometry().cells() {
        digits.set(cell, board.value(cell));
    }
    let form = canon::minlex(&digits).expect("a classic board has a form");
    form.puzzle().to_string()
}

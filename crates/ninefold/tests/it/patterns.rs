//! The newest patterns, on positions of the hardest puzzles known: how many of the cases in the
//! data folder that `NINEFOLD_DATA` names are found.
//!
//! A case is a position and the candidates that its pattern rules out there. It counts as found
//! if steps of the technique rule out all of them; whatever else is found is proved as well.

use std::collections::{BTreeMap, BTreeSet};

use ninefold::logic::{self, Options, Position, Technique};
use ninefold::{Board, Candidate, Digit, DigitSet, Puzzle};

use crate::hodoku::data;

/// The techniques by their names in the data, and how many cases of a hundred must be found.
const PATTERNS: &[(&str, Technique, usize)] = &[
    ("tridagon", Technique::Tridagon, 100),
    ("sk-loop", Technique::SkLoop, 100),
    ("jexocet", Technique::JuniorExocet, 100),
    ("msls", Technique::MultiSector, 100),
];

#[test]
fn the_newest_patterns_are_found() {
    let files = ["logic/patterns-te3-dev.txt", "logic/patterns-te2-dev.txt"];
    let Some(texts) = files.map(data).into_iter().collect::<Option<Vec<String>>>() else {
        return;
    };
    let mut table: BTreeMap<&str, (usize, usize, Vec<String>)> = BTreeMap::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let name = line.split(' ').next().unwrap_or_default();
        let Some(&(name, technique, _)) = PATTERNS.iter().find(|(known, ..)| *known == name) else {
            continue;
        };
        let entry = table.entry(name).or_default();
        entry.1 += 1;
        match missing(line, technique) {
            gone if gone.is_empty() => entry.0 += 1,
            gone => entry.2.push(format!("{gone:?} of {line}")),
        }
    }
    for &(name, _, least) in PATTERNS {
        let (found, all, missed) = table.get(name).expect("the data has such cases");
        println!("{name:10} {found:3} of {all:3}\n{}", missed.join("\n"));
        assert!(found * 100 >= all * least, "{name}: {found} of {all}");
    }
}

/// The candidates that a case rules out and no step does.
fn missing(line: &str, technique: Technique) -> BTreeSet<Candidate> {
    let (puzzle, board, mut gone) = read(line);
    let finder = logic::finder(technique).expect("it has a finder");
    for step in finder.all(&Position::new(&puzzle, &board), &Options::default()) {
        assert_eq!(step.proved(&puzzle), Ok(()), "{}\n{line}", step.notation());
        for candidate in step.eliminations() {
            gone.remove(candidate);
        }
    }
    gone
}

/// `name … | puzzle => ["r1c2<>3", …] | marks of r1c1, marks of r1c2, …`
fn read(line: &str) -> (Puzzle, Board, BTreeSet<Candidate>) {
    let fields: Vec<&str> = line.split(" | ").collect();
    let (puzzle, gone) = fields[1].split_once(" => ").expect("eliminations");
    let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
    let digit = |symbol: char| {
        let value = symbol.to_digit(10).expect("a digit");
        Digit::new(value as usize).expect("1 to 9")
    };
    let mut board = Board::new(&puzzle);
    for (cell, marks) in puzzle.geometry().cells().zip(fields[2].split(' ')) {
        let marks: DigitSet = marks.chars().map(digit).collect();
        match marks.single() {
            Some(digit) if board.value(cell).is_none() => _ = board.place(cell, digit),
            _ => {
                for gone in (board.candidates(cell) - marks).iter() {
                    board.eliminate(cell, gone);
                }
            }
        }
    }
    let gone = gone.split('"').filter(|word| word.starts_with('r'));
    let gone = gone.map(|word| {
        let numbers: Vec<char> = word.chars().filter(char::is_ascii_digit).collect();
        let place = |k: usize| digit(numbers[k]).value();
        Candidate {
            cell: puzzle.geometry().cell(place(0), place(1)).expect("a cell"),
            digit: digit(numbers[2]),
        }
    });
    let gone = gone.collect();
    (puzzle, board, gone)
}

//! HoDoKu as the measure: its regression library, technique by technique, and its
//! paths, step by step. Both are read from the data folder that `NINEFOLD_DATA`
//! names; without it the tests say that they were skipped.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use ninefold::logic::{self, Options, Plan, Position, Step, TECHNIQUES, Technique, Walk};
use ninefold::rate::hodoku::Tally;
use ninefold::{Board, Candidate, Digit, Geometry, Puzzle};

/// The text of a file of the data folder, if there is one.
pub(crate) fn data(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("NINEFOLD_DATA") else {
        eprintln!("skipped: NINEFOLD_DATA does not say where the data is");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// A case of the library: a position and the step to be found in it.
pub(crate) struct Case<'l> {
    line: &'l str,
    code: &'l str,
    variant: &'l str,
    pub(crate) puzzle: Puzzle,
    pub(crate) board: Board,
    pub(crate) eliminations: Vec<Candidate>,
    pub(crate) placements: Vec<Candidate>,
}

impl<'l> Case<'l> {
    pub(crate) fn read(line: &'l str) -> Case<'l> {
        let fields: Vec<&str> = line.split(':').collect();
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let geometry = Geometry::classic();
        let (mut givens, mut placed) = (vec![None; 81], Vec::new());
        let mut by_player = false;
        let mut index = 0;
        for symbol in fields[3].chars() {
            if symbol == '+' {
                by_player = true;
                continue;
            }
            let cell = geometry.cells().nth(index).expect("81 cells");
            match symbol
                .to_digit(10)
                .and_then(|value| Digit::new(value as usize))
            {
                Some(digit) if by_player => placed.push((cell, digit)),
                digit => givens[index] = digit,
            }
            by_player = false;
            index += 1;
        }
        let puzzle = Puzzle::new(geometry, givens).unwrap();
        let mut board = Board::new(&puzzle);
        for (cell, digit) in placed {
            board.place(cell, digit);
        }
        for gone in candidates(fields[4]) {
            board.eliminate(gone.cell, gone.digit);
        }
        Case {
            line,
            code,
            variant,
            puzzle,
            board,
            eliminations: candidates(fields[5]),
            placements: candidates(fields[6]),
        }
    }

    /// The technique's code without the mark of a siamese fish.
    fn technique(&self) -> Technique {
        let code = &self.code[..4];
        let about = TECHNIQUES.iter().find(|about| about.code == Some(code));
        about
            .unwrap_or_else(|| panic!("no technique {code}"))
            .technique
    }

    /// How HoDoKu looks in this case.
    fn options(&self) -> Options {
        let (code, variant) = (self.code, self.variant);
        let grouped = matches!(
            (code, variant),
            ("0709", "2") | ("0710" | "0711", "3" | "4")
        );
        Options {
            siamese: code.len() == 5,
            duals: matches!(code, "0404" | "0405"),
            two_candidate_rectangles: code == "0405" || (code, variant) == ("0402", "1"),
            incomplete_rectangles: !(code.starts_with("060") && variant == "1"),
            als_nodes: grouped,
            als_overlap: matches!(code, "0902" | "0903" | "0904") && variant == "2",
            als_forward: false,
            one_per_elimination: code == "0903",
            longest_als_chain: 6,
            most_kraken_fins: 5,
            most_kraken_endo_fins: 2,
            ..Options::default()
        }
    }

    /// Whether a step of this technique with exactly these conclusions is found; and
    /// every step found is proved.
    fn is_found(&self) -> bool {
        let technique = self.technique();
        let Some(finder) = logic::finder(technique) else {
            return false;
        };
        let position = Position::new(&self.puzzle, &self.board);
        let mut found = false;
        for step in finder.all(&position, &self.options()) {
            let notation = step.notation();
            let verdict = step.proved(&self.puzzle);
            assert_eq!(verdict, Ok(()), "{notation}\n{}", self.line);
            found |= step.technique() == technique && self.concludes(&step);
        }
        found
    }

    /// Whether the step concludes what the case has.
    pub(crate) fn concludes(&self, step: &Step) -> bool {
        let mut placed = self.placements.iter();
        sorted(step.eliminations()) == sorted(&self.eliminations)
            && placed.all(|placed| step.placements().contains(placed))
    }
}

pub(crate) fn sorted(candidates: &[Candidate]) -> Vec<Candidate> {
    let mut sorted = candidates.to_vec();
    sorted.sort();
    sorted
}

/// `313 314`: digit, row, column.
fn candidates(text: &str) -> Vec<Candidate> {
    let read = |word: &str| {
        let numbers: Vec<usize> = word.bytes().map(|byte| usize::from(byte - b'0')).collect();
        Candidate {
            cell: Geometry::classic().cell(numbers[1], numbers[2]).unwrap(),
            digit: Digit::new(numbers[0]).unwrap(),
        }
    };
    text.split_whitespace().map(read).collect()
}

#[test]
fn the_regression_library_is_found() {
    let Some(text) = data("logic/reglib-dev.txt") else {
        return;
    };
    let only = std::env::var("NINEFOLD_ONLY").ok();
    let mut table: BTreeMap<(String, bool), (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let case = Case::read(line);
        if only
            .as_ref()
            .is_some_and(|only| !case.code.starts_with(only))
        {
            continue;
        }
        let must_find = case.variant != "x";
        let found = case.is_found();
        let name = format!("{}-{}", case.code, case.variant);
        let entry = table.entry((name, must_find)).or_default();
        entry.1 += 1;
        if found == must_find {
            entry.0 += 1;
        } else {
            missed.push(line);
        }
    }
    let (mut right, mut total) = (0, 0);
    for ((name, _), (good, all)) in &table {
        println!("{name:10} {good:3} of {all:3}");
        right += good;
        total += all;
    }
    println!(
        "{right} of {total}; not as the library has it:\n{}",
        missed.join("\n")
    );
    assert!(
        only.is_some() || right * 100 >= total * LEAST_PERCENT,
        "{right} of {total}"
    );
}

/// How much of the library must be found.
const LEAST_PERCENT: usize = 100;

/// A path as HoDoKu printed it.
struct Path<'t> {
    puzzle: &'t str,
    level: &'t str,
    score: u32,
    steps: Vec<&'t str>,
}

fn paths(text: &str) -> Vec<Path<'_>> {
    let mut paths: Vec<Path<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(step) = line.strip_prefix("   ") {
            paths
                .last_mut()
                .expect("a step follows a puzzle")
                .steps
                .push(step.trim_end());
        } else if let Some((puzzle, rest)) = line.split_once(" #") {
            let (_, rest) = rest.split_once(' ').expect("a number and a level");
            let (level, rest) = rest.split_once(" (").expect("a level and a score");
            let (score, _) = rest.split_once(')').expect("a score in parentheses");
            paths.push(Path {
                puzzle,
                level,
                score: score.parse().unwrap(),
                steps: Vec::new(),
            });
        }
    }
    paths
}

#[test]
fn paths_are_those_of_hodoku() {
    let Some(text) = data("rating/hodoku-2.2-paths-dev.txt") else {
        return;
    };
    let paths = paths(&text);
    assert!(!paths.is_empty());
    let (mut levels, mut scores, mut whole) = (0, 0, 0);
    let mut differ: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    for (number, path) in paths.iter().enumerate() {
        let puzzle: Puzzle = path.puzzle.parse().unwrap();
        let walk = Walk::new(&puzzle, Plan::hodoku());
        let mut theirs = path
            .steps
            .iter()
            .copied()
            .filter(|line| !line.starts_with("  "));
        let name = |line: &str| {
            line.split([':', '='])
                .next()
                .unwrap_or("")
                .trim()
                .to_owned()
        };
        let mut same = true;
        let mut tally = Tally::default();
        for step in walk {
            tally.add(&step);
            let notation = step.notation();
            let ours = notation.lines().next().unwrap_or("");
            let expected = theirs.next().unwrap_or("(the end)");
            if same && ours.trim_end() != expected {
                same = false;
                let example = format!("#{} ours: {ours}   theirs: {expected}", number + 1);
                let key = (name(expected), name(ours));
                differ.entry(key).or_insert((0, example)).0 += 1;
            }
        }
        whole += usize::from(same);
        levels += usize::from(tally.level().name() == path.level);
        scores += usize::from(tally.score() == path.score);
    }
    let n = paths.len();
    println!("{n} paths: level {levels}, score {scores}, step by step {whole}");
    for ((theirs, ours), (times, example)) in &differ {
        println!("{times:4} × {theirs} / {ours}: {example}");
    }
    assert!(
        levels * 100 >= n * LEAST_LEVELS,
        "level equal on {levels} of {n}"
    );
    assert!(
        scores * 100 >= n * LEAST_SCORES,
        "score equal on {scores} of {n}"
    );
}

/// How often, of a hundred, the level must be HoDoKu's.
const LEAST_LEVELS: usize = 100;

/// How often, of a hundred, the score must be HoDoKu's.
const LEAST_SCORES: usize = 100;

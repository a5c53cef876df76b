//! Ratings: those of our own puzzles as they were recorded, and those of the original programs
//! in the data folder that `NINEFOLD_DATA` names, band by band.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ninefold::logic::{Fact, Technique, check};
use ninefold::rate::{self, SCALES, Scale};
use ninefold::{Answer, Board, Puzzle};

use crate::hodoku::data;
use crate::plain_explainer::paths::Path as SePath;

/// The puzzles with their ratings, one column for each scale.
fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rate/ratings.tsv")
}

fn rated(puzzle: &str, scale: &dyn Scale) -> String {
    let puzzle = ninefold::parse(puzzle).unwrap();
    match rate::rate(&puzzle, scale) {
        Ok(rating) => rating.to_string(),
        Err(unrated) => unrated.to_string(),
    }
}

/// `BLESS=1` writes the ratings anew.
#[test]
fn ratings_are_as_recorded() {
    let text = fs::read_to_string(recorded()).unwrap();
    let names: Vec<&str> = SCALES.iter().map(|scale| scale.name()).collect();
    let mut found = format!("puzzle\t{}\n", names.join("\t"));
    for line in text.lines().skip(1) {
        let puzzle = line.split('\t').next().unwrap_or_default();
        let ratings: Vec<String> = SCALES.iter().map(|&scale| rated(puzzle, scale)).collect();
        found += &format!("{puzzle}\t{}\n", ratings.join("\t"));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(recorded(), &found).unwrap();
        return;
    }
    for (found, expected) in found.lines().zip(text.lines()) {
        assert_eq!(found, expected);
    }
}

/// Ratings that are right by chance have other steps.
#[test]
fn each_step_of_se_is_the_one_that_the_plain_explainer_takes() {
    let text = fs::read_to_string(recorded()).unwrap();
    for line in text.lines().skip(1) {
        let puzzle = ninefold::parse(line.split('\t').next().unwrap_or_default()).unwrap();
        let Ok(rating) = rate::rate(&puzzle, &rate::se::Se) else {
            continue;
        };
        let path =
            SePath::follow(&puzzle, &rating).unwrap_or_else(|fault| panic!("{puzzle}: {fault}"));
        assert_eq!(
            path.compared(),
            path.tenths.len(),
            "none needs techniques inside chains"
        );
    }
}

/// Puzzles that players know by name, with the ratings they know.
#[test]
fn famous_puzzles_have_their_ratings() {
    let escargot =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let inkala_2012 =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    assert_eq!(rated(escargot, &rate::se::Se), "10.5/1.2/1.2");
    assert_eq!(rated(inkala_2012, &rate::se::Se), "10.7/10.7/9.7");
}

/// The harder ones take longer, so they wait for the data folder.
#[test]
fn the_hardest_famous_puzzles_have_their_ratings() {
    let puzzles = [
        (
            ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
            "10.6/1.2/1.2",
        ),
        (
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            "11.6/11.6/10.8",
        ),
        (
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            "11.9/11.9/11.3",
        ),
    ];
    if std::env::var_os("NINEFOLD_DATA").is_some() {
        for (puzzle, expected) in puzzles {
            assert_eq!(rated(puzzle, &rate::se::Se), expected);
        }
    }
}

/// One step of a path has the name and the value that the description of the program gives.
#[test]
fn each_step_of_a_path_has_its_value() {
    let puzzle =
        "900040006508000709030000050000000000086000320700030004000307000100206003007504600";
    let rating = rate::rate(&ninefold::parse(puzzle).unwrap(), &rate::se::Se).unwrap();
    let step = &rating.steps()[19];
    assert_eq!(
        (step.name.as_ref(), step.value.to_string().as_str()),
        ("Turbot Fish", "6.6")
    );
}

/// Proves every step of a rating, on the board that the steps before it lead to; returns what
/// the scale calls them.
fn prove_steps(puzzle: &Puzzle, scale: &dyn Scale) -> BTreeSet<String> {
    let Answer::One(solution) = ninefold::solve(puzzle) else {
        panic!("{puzzle} is not proper");
    };
    let rating = rate::rate(puzzle, scale).unwrap();
    let mut board = Board::new(puzzle);
    let mut names = BTreeSet::new();
    for (place, rated) in (1..).zip(rating.steps()) {
        let step = rating.step(place).expect("the scale takes steps");
        let name = format!("{puzzle}, {place}: {}", step.notation());
        assert_eq!(step.board(), &board, "{name}");
        if step.technique() != Technique::BruteForce {
            assert_eq!(step.proved(puzzle), Ok(()), "{name}");
        }
        let mut placed = step.placements().iter();
        let mut gone = step.eliminations().iter();
        assert!(placed.all(|c| solution.digit(c.cell) == c.digit), "{name}");
        assert!(gone.all(|c| solution.digit(c.cell) != c.digit), "{name}");
        step.apply(&mut board);
        names.insert(rated.name.to_string());
    }
    assert_eq!(board.grid(), Some(solution));
    assert_eq!(rating.step(0), None);
    assert_eq!(rating.step(rating.steps().len() + 1), None);
    names
}

#[test]
fn every_step_of_a_rating_holds() {
    let scales: [&dyn Scale; 3] = [&rate::se::Se, &rate::sukaku::Sukaku, &rate::hodoku::Hodoku];
    let text = fs::read_to_string(recorded()).unwrap();
    let mut names = BTreeSet::new();
    for line in text.lines().skip(1) {
        let puzzle = ninefold::parse(line.split('\t').next().unwrap()).unwrap();
        if !matches!(ninefold::solve(&puzzle), Answer::One(_)) {
            continue;
        }
        for scale in scales
            .into_iter()
            .filter(|scale| scale.refuses(&puzzle).is_none())
        {
            names.append(&mut prove_steps(&puzzle, scale));
        }
    }
    // Chains with chains inside, on a puzzle that is known for them.
    let inkala_2012 =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    names.append(&mut prove_steps(
        &ninefold::parse(inkala_2012).unwrap(),
        &rate::se::Se,
    ));
    let some = [
        "Direct Pointing",
        "Direct Hidden Pair",
        "2 Strong Links",
        "Turbot Fish",
    ];
    assert!(some.iter().all(|name| names.contains(*name)), "{names:?}");
    assert!(
        names.iter().any(|name| name.contains("(+ Forcing Chains")),
        "{names:?}"
    );
}

/// A step that has lemmas is known to be wrong if one of them is left out.
#[test]
fn a_step_does_not_hold_without_its_lemmas() {
    let puzzle = ninefold::parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    );
    let puzzle = puzzle.unwrap();
    let rating = rate::rate(&puzzle, &rate::se::Se).unwrap();
    let (place, _) = rating.hardest().unwrap();
    let step = rating.step(place).unwrap();
    let facts = step.facts();
    let conclude = |facts: &[Fact]| {
        let (placed, gone) = (step.placements(), step.eliminations());
        check::prove(&puzzle, step.board(), facts, placed, gone)
    };
    assert_eq!(conclude(&facts), Ok(()));
    let is_lemma = |fact: &&Fact| matches!(fact, Fact::Lemma(_));
    assert!(facts.iter().any(|fact| is_lemma(&fact)), "{facts:?}");
    let others: Vec<Fact> = facts
        .iter()
        .filter(|fact| !is_lemma(fact))
        .cloned()
        .collect();
    assert!(conclude(&others).is_err());
    assert_eq!(
        rating.step_until(place, &|| true),
        None,
        "it can be stopped"
    );
}

/// Puzzles that are rated as in a file, by whole ratings: all, and those equal.
type Bands = BTreeMap<u32, (usize, usize)>;

/// Rates the puzzles of a file, whose second column is the expected rating or its beginning.
fn compare(file: &str, scale: &dyn Scale) -> Option<Bands> {
    let text = data(file)?;
    let mut bands = Bands::new();
    for line in text.lines() {
        let (puzzle, expected) = line.split_once(' ').unwrap();
        let found = rated(puzzle, scale);
        let whole: f64 = expected.split('/').next().unwrap().parse().unwrap();
        let (all, equal) = bands.entry(whole as u32).or_default();
        *all += 1;
        if found == expected || found.starts_with(&format!("{expected}/")) {
            *equal += 1;
        } else {
            println!("{puzzle}: expected {expected}, found {found}");
        }
    }
    println!("{}: {file}", scale.version());
    for (band, (all, equal)) in &bands {
        println!("  {band}.0 to {band}.9: {equal} of {all} equal");
    }
    Some(bands)
}

#[test]
fn ratings_equal_those_of_the_original_programs() {
    let files: [(&str, &dyn Scale); 3] = [
        ("rating/se-1.2.1-dev.txt", &rate::se::Se),
        ("rating/cbg-ser-dev.txt", &rate::se::Se),
        ("rating/sukaku-1.18.1-dev.txt", &rate::sukaku::Sukaku),
    ];
    for (file, scale) in files {
        for (band, (all, equal)) in compare(file, scale).unwrap_or_default() {
            let enough = if band < 9 { all } else { all - all / 1000 };
            assert!(equal >= enough, "{file}, {band}.x: {equal} of {all} equal");
        }
    }
}

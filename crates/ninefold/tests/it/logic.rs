//! Every technique on positions of its own: `testdata/logic`, one case a line, in the
//! form of HoDoKu's library, with the technique's slug in place of its code. A slug
//! that ends in `!` says that this step must not be found.

use std::fs;
use std::path::Path;

use ninefold::logic::{self, Options, Plan, Position, Technique, Walk};
use ninefold::{Cell, Digit, Geometry, Puzzle};

use crate::hodoku::Case;

#[test]
fn every_case_is_found_and_proved_or_not_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logic");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().path());
    let mut n_cases = 0;
    for file in files {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.starts_with(':')) {
            let slug = line.split(':').nth(1).unwrap();
            let technique = Technique::find(slug.trim_end_matches('!'));
            let technique = technique.unwrap_or_else(|| panic!("no technique {slug}"));
            let case = Case::read(line);
            let finder = logic::finder(technique).unwrap();
            let position = Position::new(&case.puzzle, &case.board).unwrap();
            let mut found = false;
            for step in finder.all(&position, &Options::default()) {
                let told = step.notation(position.geometry());
                let verdict = step.proved(&case.puzzle, &case.board);
                assert_eq!(verdict, Ok(()), "{told}\n{line}");
                assert!(!step.explain(&case.board).parts.is_empty(), "{told}");
                found |= step.technique == technique && case.concludes(&step);
            }
            assert_eq!(found, !slug.ends_with('!'), "{line}");
            n_cases += 1;
        }
    }
    assert!(n_cases > 0);
}

/// Walks through the puzzle, and at every position has every finder look for a step;
/// each step found must hold. Tells the last position.
fn walk_and_prove(puzzle: &Puzzle) -> Position {
    let plan = Plan::usual();
    let mut walk = Walk::new(puzzle, plan.clone()).unwrap();
    loop {
        let position = walk.position();
        for finder in &plan.finders {
            let Some(step) = finder.first(position, &plan.options) else {
                continue;
            };
            let told = step.notation(puzzle.geometry());
            let looked_up = step.technique == Technique::BruteForce;
            let verdict = step.proved(puzzle, position.board());
            assert!(looked_up || verdict == Ok(()), "{told}: {verdict:?}");
        }
        if walk.next().is_none() {
            return walk.position().clone();
        }
    }
}

/// The lines of a file of puzzles that are up to the first colon a puzzle.
fn puzzles(file: &str) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    // Only those with one solution, where the file says how many.
    let lines = lines.filter(|line| !line.contains(':') || line.contains(":1:"));
    // A board below 4x4 cannot be told from other text without being asked for.
    let puzzles = lines.filter_map(|line| line.split(':').next());
    let puzzles = puzzles.filter(|puzzle| puzzle.len() >= 16);
    puzzles.map(|puzzle| puzzle.parse().unwrap()).collect()
}

#[test]
fn steps_hold_on_small_boards() {
    for puzzle in puzzles("solve/small.txt") {
        walk_and_prove(&puzzle);
    }
}

#[test]
fn steps_hold_on_large_boards() {
    for puzzle in puzzles("bench/16x16.txt").iter().take(2) {
        walk_and_prove(puzzle);
    }
}

#[test]
fn steps_hold_where_there_is_a_house_more() {
    let puzzles = puzzles("bench/everyday.txt");
    for puzzle in puzzles.iter().take(5) {
        let solved = walk_and_prove(puzzle);
        // In row 1 the cell with 1, in row 2 that with 2, and so on: all differ.
        let classic = Geometry::classic();
        let holds = |&cell: &Cell| solved.value(cell).map(Digit::value) == Some(classic.row(cell));
        let house: Vec<Cell> = classic.cells().filter(holds).collect();
        assert_eq!(house.len(), 9);
        let builder = Geometry::builder(9).boxes(3, 3).house(house);
        let givens: Vec<_> = classic.cells().map(|cell| puzzle.given(cell)).collect();
        walk_and_prove(&Puzzle::new(builder.build().unwrap(), givens));
    }
}

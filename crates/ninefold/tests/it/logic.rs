//! Every technique on positions of its own: `crates/ninefold-cli/data/logic/*.txt`, one case a line, in
//! the form of HoDoKu's library with our name of the technique. `x-wing-x` says that the
//! step is not to be found, or, if none is named, that there is no X-Wing at all;
//! `siamese-…` that two fish are shown as one.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ninefold::logic::{self, FINDERS, Family, Options, Plan, Position, Technique, Walk};
use ninefold::{Board, Cell, Digit, Geometry, Puzzle, Variant};

use crate::hodoku::Case;

#[test]
fn techniques_are_found_where_they_are_and_nowhere_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ninefold-cli/data/logic");
    let mut n_cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "txt") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| line.starts_with(':')) {
            check(line);
            n_cases += 1;
        }
    }
    assert!(n_cases > 0);
}

fn check(line: &str) {
    let case = Case::read(line);
    let name = line.split(':').nth(1).unwrap();
    let (name, must_find) = match name.strip_suffix("-x") {
        Some(name) => (name, false),
        None => (name, true),
    };
    let (name, siamese) = match name.strip_prefix("siamese-") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let technique = Technique::find(name).unwrap_or_else(|| panic!("no technique {name}"));
    let finder = logic::finder(technique).unwrap_or_else(|| panic!("no finder of {name}"));
    let options = Options {
        siamese,
        duals: name.starts_with("dual-"),
        ..Options::default()
    };
    let position = Position::new(&case.puzzle, &case.board);
    let names_a_step = !case.eliminations.is_empty() || !case.placements.is_empty();
    let mut is_found = false;
    for step in finder.all(&position, &options) {
        let notation = step.notation();
        crate::wording::check(&step);
        let verdict = step.proved(&case.puzzle);
        assert_eq!(verdict, Ok(()), "{notation}\n{line}");
        assert!(!step.explain().parts().is_empty(), "{notation}");
        assert!(!step.picture().causes.is_empty(), "{notation}");
        is_found |= step.technique() == technique && (!names_a_step || case.concludes(&step));
    }
    assert_eq!(is_found, must_find, "{line}");
}

#[test]
fn a_pattern_that_the_marks_of_the_puzzle_break_is_not_deadly() {
    let cases = include_str!("../../../ninefold-cli/data/logic/uniqueness.txt");
    let mut lines = cases.lines();
    let line = lines.find(|line| line.starts_with(":unique-rectangle-1:"));
    let case = Case::read(line.unwrap());
    let corner = case.eliminations[0];
    let finder = logic::finder(Technique::UniqueRectangle1).unwrap();
    let is_found = |puzzle: &Puzzle| {
        let position = Position::new(puzzle, &case.board);
        let steps = finder.all(&position, &Options::default());
        steps
            .iter()
            .any(|step| step.eliminations().contains(&corner))
    };
    assert!(is_found(&case.puzzle));
    // The digits cannot be swapped if the puzzle itself forbids one of them in the corner.
    let geometry = case.puzzle.geometry();
    let mut marks = vec![geometry.all_digits(); geometry.n_cells()];
    marks[corner.cell.index()].remove(corner.digit);
    assert!(!is_found(&case.puzzle.clone().with_marks(marks).unwrap()));
}

#[test]
fn steps_on_one_digit_hold_on_boards_of_every_shape() {
    let nine = Geometry::classic();
    let corner =
        [(1, 1), (2, 5), (5, 2), (9, 9)].map(|(row, column)| nine.cell(row, column).unwrap());
    // Regions that wind over the box lines: each row of the box map is shifted by one.
    let shifted = (0..81).map(|k| (k / 9) / 3 * 3 + (k % 9 + k / 9 % 3) % 9 / 3);
    let shapes = [
        Geometry::of_size(6),
        Geometry::builder(9).boxes(3, 3).diagonals().build(),
        Geometry::builder(9)
            .boxes(3, 3)
            .variant(Variant::find("windoku").unwrap())
            .build(),
        Geometry::builder(9).regions(shifted).build(),
        Geometry::builder(9).boxes(3, 3).house(corner).build(),
        Geometry::of_size(7),
    ];
    let mut random = 1_u64;
    for shape in shapes {
        let puzzle = Puzzle::empty(shape.unwrap());
        let mut n_steps = 0;
        for _ in 0..4 {
            let mut board = Board::new(&puzzle);
            for cell in puzzle.geometry().cells() {
                for digit in puzzle.geometry().digits() {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    if random >> 33 & 3 != 0 {
                        board.eliminate(cell, digit);
                    }
                }
            }
            let position = Position::new(&puzzle, &board);
            for finder in FINDERS.iter().filter(|finder| is_short(finder.technique)) {
                let options = Options {
                    duals: true,
                    ..Options::default()
                };
                let mut n_of_finder = 0;
                _ = finder.each(&position, &options, &mut |step| {
                    let notation = step.notation();
                    assert_eq!(step.proved(&puzzle), Ok(()), "{notation}");
                    n_steps += 1;
                    n_of_finder += 1;
                    match n_of_finder {
                        20 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                });
            }
        }
        assert!(n_steps > 0);
    }
}

/// Chains on one digit, and fish of two or three houses.
fn is_short(technique: Technique) -> bool {
    let name = technique.name();
    match technique.about().family {
        Family::SingleDigit => true,
        Family::Fish => name.ends_with("X-Wing") || name.ends_with("Swordfish"),
        _ => false,
    }
}

#[test]
fn techniques_of_one_finder_are_chosen_one_by_one() {
    let cases = include_str!("../../../ninefold-cli/data/logic/chains.txt");
    let line = cases.lines().find(|line| line.starts_with(":aic:"));
    let case = Case::read(line.unwrap());
    let found = |plan: Plan| {
        let steps = Walk::from(&case.puzzle, &case.board, plan).all();
        let of_one = steps
            .iter()
            .filter(|step| step.technique() == Technique::Aic);
        (of_one.count(), steps.len())
    };
    let (aics, all) = found(Plan::usual().only(&[Technique::Aic]));
    assert!(aics > 0 && all == aics);
    let loops = [
        Technique::ContinuousNiceLoop,
        Technique::DiscontinuousNiceLoop,
        Technique::Aic,
    ];
    let (_, with_loops) = found(Plan::usual().only(&loops));
    assert!(with_loops > aics, "the same finder reports others");
    assert_eq!(found(Plan::usual().without(&[Technique::Aic])).0, 0);
}

/// Walks through the puzzle, and at every position has every finder look for a step;
/// each step found must hold. Returns the last position.
fn walk_and_prove(puzzle: &Puzzle) -> Position {
    let mut walk = Walk::new(puzzle, Plan::usual());
    loop {
        let position = walk.position();
        for finder in FINDERS.iter().filter(|finder| finder.usual) {
            let Some(step) = finder.first(position, &Options::default()) else {
                continue;
            };
            let notation = step.notation();
            let looked_up = step.technique() == Technique::BruteForce;
            let verdict = step.proved(puzzle);
            assert!(looked_up || verdict == Ok(()), "{notation}: {verdict:?}");
        }
        if walk.next().is_none() {
            return walk.position().clone();
        }
    }
}

/// The lines of a file, named from the root of the project, that are up to the first colon a
/// puzzle.
pub(crate) fn puzzles(file: &str) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    // Only those with one solution, where the file says how many.
    let lines = lines.filter(|line| !line.contains(':') || line.contains(":1:"));
    // A board below 4x4 cannot be distinguished from other text unless it is asked for.
    let puzzles = lines.filter_map(|line| line.split(':').next());
    let puzzles = puzzles.filter(|puzzle| puzzle.len() >= 16);
    puzzles.map(|puzzle| puzzle.parse().unwrap()).collect()
}

#[test]
fn steps_hold_on_small_boards() {
    for puzzle in puzzles("testdata/solve/small.txt") {
        walk_and_prove(&puzzle);
    }
}

#[test]
fn steps_hold_on_large_boards() {
    for puzzle in puzzles("crates/ninefold-cli/data/bench/16x16.txt")
        .iter()
        .take(2)
    {
        let mut walk = Walk::new(puzzle, Plan::usual());
        while let Some(step) = walk.look() {
            let notation = step.notation();
            let verdict = step.proved(puzzle);
            assert_eq!(verdict, Ok(()), "{notation}");
            walk.apply(&step);
        }
        assert!(walk.is_solved());
    }
}

#[test]
fn steps_hold_where_there_is_a_house_more() {
    let puzzles = puzzles("crates/ninefold-cli/data/bench/everyday.txt");
    for puzzle in puzzles.iter().take(2) {
        let solved = walk_and_prove(puzzle);
        // In row 1 the cell with 1, in row 2 that with 2, and so on: all differ.
        let classic = Geometry::classic();
        let holds = |&cell: &Cell| solved.value(cell).map(Digit::value) == Some(classic.row(cell));
        let house: Vec<Cell> = classic.cells().filter(holds).collect();
        assert_eq!(house.len(), 9);
        let builder = Geometry::builder(9).boxes(3, 3).house(house);
        let givens: Vec<_> = classic.cells().map(|cell| puzzle.given(cell)).collect();
        walk_and_prove(&Puzzle::new(builder.build().unwrap(), givens).unwrap());
    }
}

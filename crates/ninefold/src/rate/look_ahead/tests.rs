//! What the scale promises: the definition, the same numbers for isomorphs, every board.

use std::cell::Cell;

use super::*;
use crate::symmetry::Transformation;

/// Puzzles with their rating, tier, depth, scarcity and stages.
const CASES: &[(&str, &str, &str)] = &[
    (
        "1.3..67........123.8..2.......314......5.....5..97...8.41....5.87..9..469........",
        "0.0",
        "tier 0, depth 0, scarcity 0.0, stages 0",
    ),
    (
        "..34.........8..2.7..12.....145..6.836......1..5......5......76..82....4....7.3..",
        "1.0",
        "tier 1, depth 0, scarcity 0.0, stages 0",
    ),
    (
        "...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361",
        "2.0",
        "tier 2, depth 0, scarcity 0.0, stages 0",
    ),
    (
        ".23....8.......12.7.91.........97.46...3....29..6......6.9..5.457.....98.....4...",
        "3.4",
        "tier 3, depth 1, scarcity 11.8, stages 0",
    ),
    (
        "12...67.9......12..............9....56....9..9.867..1.3..5....1.4..3...2.75..2.4.",
        "4.4",
        "tier 4, depth 1, scarcity 16.4, stages 0",
    ),
    (
        "..3.5.7...5..8....7.9.3...6...5..93..7....2.1..8....7.64...18..8.5........7...4.2",
        "5.5",
        "tier 5, depth 1, scarcity 23.5, stages 0",
    ),
    // Its triple takes two nested guesses if one has singles alone.
    (
        ".2.....74.98.1.............7..3.5..6....2.9..1..............83....6.7......4.....",
        "5.5",
        "tier 5, depth 2, scarcity 29.7, stages 0",
    ),
    (
        "...45....4.67...2.7......6......1.3.....27......9..257.61...945.8.......9..3....8",
        "6.4",
        "tier 6, depth 1, scarcity 14.8, stages 0",
    ),
    (
        ".23..6.8......91...8.1..4..2.......7...8.....678.1......7.3.2...3...4.7....5.1.6.",
        "7.5",
        "tier 7, depth 1, scarcity 12.5, stages 2",
    ),
    (
        ".23.....94....9....8912.5....4.186.........91.6.5...2.......2.4.9..743....8....7.",
        "10.5",
        "tier 10, depth 1, scarcity 11.5, stages 10",
    ),
    (
        "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
        "41.4",
        "tier 41, depth 2, scarcity 2.9, stages 11",
    ),
    (
        "........1..2..3.4..3..5.6.....1......2...4.7.4.8.7...9..35......7.6..9..2....7.8.",
        "42.6",
        "tier 42, depth 2, scarcity 13.0, stages 10",
    ),
    (
        "......7.945...9...8....3.....169.3....67.19.2....32......31.6.7....2..93...9..12.",
        "81.3",
        "tier 81, depth 3, scarcity 1.8, stages 8",
    ),
];

fn rate(puzzle: &str) -> Rating {
    LookAhead
        .rate(&crate::parse(puzzle).unwrap(), &|| false)
        .unwrap()
}

/// The values of a rating, but for the rating itself and `solved`.
fn parts(rating: &Rating) -> String {
    let values = &rating.values()[1..5];
    let values: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    values.join(", ")
}

fn is_solved(rating: &Rating) -> bool {
    rating.values().contains(&("solved", Value::Flag(true)))
}

#[test]
fn puzzles_of_every_tier_have_their_ratings() {
    for &(puzzle, expected, parts_expected) in CASES {
        let rating = rate(puzzle);
        assert_eq!(rating.to_string(), expected, "{puzzle}");
        assert_eq!(parts(&rating), parts_expected, "{puzzle}");
        assert!(is_solved(&rating), "{puzzle}");
    }
}

#[test]
fn the_fast_way_follows_the_definition() {
    // The plain way takes minutes where looking ahead is nested.
    let is_quick =
        |case: &&(&str, &str, &str)| !case.1.starts_with(['4', '8']) || case.1.len() == 3;
    for (puzzle, ..) in CASES.iter().filter(is_quick) {
        check(&crate::parse(puzzle).unwrap());
    }
}

#[test]
fn the_fast_way_follows_the_definition_on_real_puzzles() {
    let Some(lines) = rated_by_explainer() else {
        return;
    };
    for (puzzle, _) in lines.iter().step_by(25) {
        check(puzzle);
    }
}

#[test]
fn ratings_rise_with_those_of_sudoku_explainer() {
    let Some(lines) = rated_by_explainer() else {
        return;
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (puzzle, theirs_of) in &lines {
        let Value::Tenths(rating) = LookAhead.rate(puzzle, &|| false).unwrap().values()[0].1 else {
            panic!("the first value is the rating")
        };
        ours.push(rating);
        theirs.push(*theirs_of);
    }
    let all = spearman(&ours, &theirs);
    let is_hard: Vec<bool> = theirs.iter().map(|&rating| rating >= 60).collect();
    let hard = |ratings: &[u32]| -> Vec<u32> {
        let hard = ratings
            .iter()
            .zip(&is_hard)
            .filter(|(_, is_hard)| **is_hard);
        hard.map(|(rating, _)| *rating).collect()
    };
    let within_hard = spearman(&hard(&ours), &hard(&theirs));
    println!(
        "{} puzzles: {all:.3}, from ER 6.0 on: {within_hard:.3}",
        lines.len()
    );
    assert!(all >= 0.96 && within_hard >= 0.84);
}

/// Puzzles with their ER in tenths, from the data folder; none if there is no such folder.
fn rated_by_explainer() -> Option<Vec<(Puzzle, u32)>> {
    let Some(folder) = std::env::var_os("NINEFOLD_DATA") else {
        eprintln!("skipped: NINEFOLD_DATA does not say where the data is");
        return None;
    };
    let file = std::path::Path::new(&folder).join("rating/cbg-ser-dev.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| {
        let (puzzle, rating) = line.split_once(' ').unwrap();
        let tenths = rating.trim().replace('.', "").parse().unwrap();
        (crate::parse(puzzle).unwrap(), tenths)
    });
    Some(lines.collect())
}

/// Spearman's rank correlation; equal values share their mean rank.
fn spearman(a: &[u32], b: &[u32]) -> f64 {
    let ranks = |values: &[u32]| -> Vec<f64> {
        let rank = |value: &u32| {
            let below = values.iter().filter(|other| *other < value).count();
            let equal = values.iter().filter(|other| *other == value).count();
            below as f64 + equal as f64 / 2.0
        };
        values.iter().map(rank).collect()
    };
    let mean = a.len() as f64 / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let (a, b) = (ranks(a), ranks(b));
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

fn check(puzzle: &Puzzle) {
    let path = Path::find(&Shape::new(puzzle.geometry()), puzzle, &|| false);
    assert_eq!(path, Ok(plain::path(puzzle)), "{puzzle}");
}

#[test]
fn every_board_up_to_16_is_rated() {
    let classic = || Geometry::builder(9).boxes(3, 3);
    let pieces = "
        111122
        133122
        333422
        355446
        554466
        554666
    ";
    let pieces = pieces
        .split_whitespace()
        .flat_map(str::bytes)
        .map(usize::from);
    let boards = [
        Geometry::with_boxes(2, 2),
        Geometry::with_boxes(2, 3),
        Geometry::with_boxes(2, 4),
        Geometry::with_boxes(1, 7),
        Geometry::builder(6).regions(pieces).build(),
        classic().diagonals().build(),
        classic()
            .variant(crate::Variant::find("windoku").unwrap())
            .build(),
    ];
    for board in boards.map(Result::unwrap) {
        for seed in 0..3 {
            check(&dug(&board, seed));
        }
    }
    let large = rate(&".".repeat(256));
    assert_eq!(
        (large.to_string().as_str(), is_solved(&large)),
        ("0.0", false)
    );
    let larger = Puzzle::empty(Geometry::with_boxes(3, 6).unwrap());
    let reason = LookAhead.rate(&larger, &|| false).unwrap_err().to_string();
    assert_eq!(reason, "the scale look-ahead rates boards up to 16x16");
}

#[test]
fn a_house_smaller_than_the_board_only_forbids_repetition() {
    for (puzzle, ..) in &CASES[..9] {
        let puzzle = crate::parse(puzzle).unwrap();
        let Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("a proper puzzle")
        };
        // Seven cells with different digits, each in a row of its own.
        let mut cells = Vec::new();
        for row in 1..=7 {
            let places =
                (1..=9).filter_map(|column| puzzle.geometry().cell(row, (column + row) % 9 + 1));
            let is_new = |cell: &crate::Cell| {
                cells
                    .iter()
                    .all(|&other| solution.digit(other) != solution.digit(*cell))
            };
            cells.extend(places.clone().find(is_new));
        }
        let board = puzzle.geometry().to_builder().house(cells).build().unwrap();
        check(&Puzzle::new(board, puzzle.givens()).unwrap());
    }
}

/// A puzzle on a board, with as few givens as an order of cells leads to.
fn dug(board: &Geometry, seed: u64) -> Puzzle {
    let Answer::Many(grid, _) = crate::solve(&Puzzle::empty(board.clone())) else {
        panic!("a blank board has many solutions")
    };
    let mut random = random(seed);
    let grid = Transformation::random(board, &mut random)
        .grid(&grid)
        .unwrap();
    let givens: Vec<_> = grid.digits().iter().copied().map(Some).collect();
    let mut puzzle = Puzzle::new(board.clone(), givens).unwrap();
    let mut cells: Vec<_> = board.cells().collect();
    cells.sort_by_cached_key(|_| random());
    for cell in cells {
        let given = puzzle.given(cell);
        puzzle.set(cell, None);
        if !matches!(crate::solve(&puzzle), Answer::One(_)) {
            puzzle.set(cell, given);
        }
    }
    puzzle
}

/// Random numbers: splitmix64.
fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

#[test]
fn isomorphs_have_the_same_rating_in_every_part() {
    let mut random = random(1);
    for (puzzle, ..) in CASES {
        let puzzle = crate::parse(puzzle).unwrap();
        let rating = LookAhead.rate(&puzzle, &|| false);
        for _ in 0..3 {
            let shuffle = Transformation::random(puzzle.geometry(), &mut random);
            let isomorph = shuffle.puzzle(&puzzle).unwrap();
            assert_eq!(
                LookAhead.rate(&isomorph, &|| false),
                rating,
                "{puzzle}\n{isomorph}"
            );
        }
    }
}

#[test]
fn a_puzzle_without_solution_has_no_rating() {
    let clash = format!("11{}", ".".repeat(79));
    // Row 1 has no place for 4.
    let no_place = "123.\n....\n...4\n....";
    // Singles and locked candidates do not see that there is none.
    let hidden =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    for puzzle in [&clash, no_place, hidden] {
        let puzzle = crate::parse(puzzle).unwrap();
        assert_eq!(
            LookAhead.rate(&puzzle, &|| false),
            Err(Unrated::NoSolution),
            "{puzzle}"
        );
    }
}

#[test]
fn several_solutions_are_rated_as_far_as_logic_goes() {
    let blank = rate(&".".repeat(81));
    assert_eq!(
        (blank.to_string().as_str(), is_solved(&blank)),
        ("0.0", false)
    );
    for (puzzle, ..) in CASES {
        // Without its first two givens.
        let givens = puzzle.char_indices().filter(|(_, c)| *c != '.');
        let end = givens.map(|(place, _)| place).nth(1).unwrap() + 1;
        let puzzle = format!("{}{}", ".".repeat(end), &puzzle[end..]);
        let Answer::Many(..) = crate::solve(&crate::parse(&puzzle).unwrap()) else {
            continue;
        };
        let rating = rate(&puzzle);
        assert!(!is_solved(&rating), "{puzzle}");
    }
}

#[test]
fn a_solved_grid_is_rated_zero() {
    let grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let rating = rate(grid);
    assert_eq!(rating.to_string(), "0.0");
    assert_eq!((rating.steps(), is_solved(&rating)), (&[][..], true));
}

#[test]
fn pencil_marks_count() {
    let puzzle = crate::parse(CASES[7].0).unwrap();
    let Answer::One(solution) = crate::solve(&puzzle) else {
        panic!("a proper puzzle")
    };
    let marks: Vec<_> = puzzle
        .geometry()
        .cells()
        .map(|cell| crate::DigitSet::only(solution.digit(cell)))
        .collect();
    let marked = Puzzle::empty(puzzle.geometry().clone())
        .with_marks(marks)
        .unwrap();
    let rating = LookAhead.rate(&marked, &|| false).unwrap();
    assert_eq!(rating.to_string(), "0.0");
    assert_eq!(rating.steps().len(), 1);
}

#[test]
fn a_stop_is_heeded_wherever_it_comes() {
    for case in [7, 11] {
        let puzzle = crate::parse(CASES[case].0).unwrap();
        let polls = Cell::new(0);
        let count = || {
            polls.set(polls.get() + 1);
            false
        };
        assert!(LookAhead.rate(&puzzle, &count).is_ok());
        let all = polls.get();
        for last in (0..all).step_by(1 + all / 50) {
            let polls = Cell::new(0);
            let stop = || polls.replace(polls.get() + 1) >= last;
            assert_eq!(LookAhead.rate(&puzzle, &stop), Err(Unrated::Stopped));
        }
    }
}

#[test]
fn the_decimal_is_that_of_the_formula() {
    for open in (0..4096).step_by(7) {
        for found in [1, 2, 3, 10, 77, 200] {
            for stages in [0, 1, 2, 5, 30, 100] {
                let scarcity = open as f64 / found as f64;
                let sum = (1.0 + scarcity).log2() + (1.0 + stages as f64).log2() / 2.0;
                // Close to a half the logarithms may be off, and the whole numbers are not.
                if (sum.fract() - 0.5).abs() > 1e-9 {
                    assert_eq!(tenths((open, found), stages), sum.round() as u32);
                }
            }
        }
    }
    // 1 + scarcity = 2 and 1 + stages = 2: one and a half, rounded up.
    assert_eq!(tenths((1, 1), 1), 2);
}

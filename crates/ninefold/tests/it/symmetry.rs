//! Laws of symmetry: a transformed puzzle has the transformed solutions, whichever engine
//! finds them, and transformations compose and invert.

use std::collections::BTreeSet;

use ninefold::engine;
use ninefold::{
    Board, Cell, Count, Digit, DigitSet, Geometry, Grid, Puzzle, Query, Transformation, VARIANTS,
};
use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::engines::engines_for;

/// Some cells of a full grid, perhaps with one of them changed: one solution, many or
/// none, on a small board.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let boards = prop_oneof![Just((2, 2)), Just((2, 3)), Just((3, 2)), Just((2, 4))];
    let puzzle = boards.prop_flat_map(|(rows, columns)| {
        let size = rows * columns;
        // Enough cells that even brute force is soon through.
        let kept = proptest::collection::vec(0..10_usize, size * size);
        let changed = proptest::option::of((0..size * size, 0..size));
        (Just((rows, columns)), kept, changed)
    });
    puzzle.prop_map(|((rows, columns), kept, changed)| {
        let size = rows * columns;
        let geometry = Geometry::with_boxes(rows, columns).unwrap();
        let mut puzzle = Puzzle::empty(geometry.clone());
        for cell in geometry.cells() {
            let (row, column) = (cell.index() / size, cell.index() % size);
            let digit = (row * columns + row / rows + column) % size;
            let keep = if size > 4 { 5 } else { 3 };
            if kept[cell.index()] < keep {
                puzzle.set(cell, Digit::new(digit + 1));
            }
        }
        if let Some((index, digit)) = changed {
            puzzle.set(Cell::new(index).unwrap(), Digit::new(digit + 1));
        }
        puzzle
    })
}

/// Some cells of a full grid on a board of any kind: jigsaw, variant, Latin square, with
/// a house of a few cells besides.
fn odd_puzzles() -> impl Strategy<Value = Puzzle> {
    let jigsaw = [1, 1, 2, 2, 1, 3, 2, 2, 1, 3, 4, 4, 3, 3, 4, 4];
    let five = b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from);
    let mut boards = vec![
        Geometry::builder(4).regions(jigsaw),
        Geometry::builder(4)
            .regions(jigsaw)
            .house([0, 6, 9].map(|index| Cell::new(index).unwrap())),
        Geometry::builder(4).boxes(2, 2).diagonals(),
        Geometry::builder(5).regions(five),
        Geometry::builder(5).diagonals(),
        Geometry::builder(6).boxes(2, 3).diagonals(),
        Geometry::builder(6),
    ];
    boards.extend(
        VARIANTS
            .iter()
            .map(|&variant| Geometry::builder(9).boxes(3, 3).variant(variant)),
    );
    let boards: Vec<Geometry> = boards
        .into_iter()
        .map(|board| board.build().unwrap())
        .collect();
    let kept = proptest::collection::vec(0..10_usize, 81);
    (proptest::sample::select(boards), kept).prop_map(|(geometry, kept)| {
        let csp = engine::find("csp").unwrap();
        let mut puzzle = Puzzle::empty(geometry.clone());
        let report = Query::new(&puzzle).solutions(1).run(csp.as_ref()).unwrap();
        // Not every jigsaw has a solution: then the empty board is asked about.
        for cell in geometry.cells().filter(|cell| kept[cell.index()] < 5) {
            puzzle.set(cell, report.grids.first().map(|grid| grid.digit(cell)));
        }
        puzzle
    })
}

/// Random numbers, to draw a transformation from.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut generator = SplitMix64::seed_from_u64(seed);
    move || generator.next_u64()
}

/// A random symmetry of the board and then one of its turns: onto this board or another one.
fn transformation(geometry: &Geometry, seed: u64) -> Transformation {
    let symmetry = Transformation::random(geometry, random(seed));
    let turns = Transformation::turns(geometry);
    symmetry.then(&turns[seed as usize % 8]).unwrap()
}

/// The solutions of a puzzle, if there are few.
fn solutions(puzzle: &Puzzle) -> Option<BTreeSet<Vec<Digit>>> {
    let csp = engine::find("csp").unwrap();
    let report = Query::new(puzzle).solutions(100).run(csp.as_ref()).unwrap();
    let grids = report.grids.iter().map(|grid| grid.digits().to_vec());
    matches!(report.count(), Count::Exactly(_)).then(|| grids.collect())
}

/// As many solutions as `csp` finds, up to a limit, by every engine. A puzzle that is
/// too much for an engine's budget proves nothing about it.
fn check_same_count(original: &Puzzle, rewritten: &Puzzle) -> Result<(), TestCaseError> {
    let csp = engine::find("csp").unwrap();
    let count = |puzzle, engine: &dyn ninefold::Engine| {
        let query = Query::new(puzzle).solutions(300).nodes(20_000);
        query.run(engine).unwrap().count()
    };
    let expected = count(original, csp.as_ref());
    prop_assert!(!matches!(expected, Count::Stopped(_)));
    for engine in engines_for(rewritten) {
        let found = count(rewritten, engine);
        if engine.is_brute_force() && matches!(found, Count::Stopped(_)) {
            continue;
        }
        prop_assert_eq!(found, expected, "{}", engine.name());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn shuffling_and_turning_change_no_count(puzzle in puzzles(), seed: u64) {
        let by = transformation(puzzle.geometry(), seed);
        check_same_count(&puzzle, &by.puzzle(&puzzle).unwrap())?;
    }

    #[test]
    fn shuffling_and_turning_change_no_count_on_any_board(puzzle in odd_puzzles(), seed: u64) {
        let by = transformation(puzzle.geometry(), seed);
        check_same_count(&puzzle, &by.puzzle(&puzzle).unwrap())?;
    }

    #[test]
    fn a_transformed_puzzle_has_the_transformed_solutions(
        puzzle in prop_oneof![puzzles(), odd_puzzles()],
        seed: u64,
    ) {
        let by = transformation(puzzle.geometry(), seed);
        let here = solutions(&puzzle);
        let moved = |digits: &Vec<Digit>| {
            let grid = Grid::new(puzzle.geometry().clone(), digits.as_slice()).unwrap();
            by.grid(&grid).unwrap().digits().to_vec()
        };
        let expected = here.map(|all| all.iter().map(moved).collect::<BTreeSet<_>>());
        prop_assert_eq!(solutions(&by.puzzle(&puzzle).unwrap()), expected);
    }

    #[test]
    fn the_inverse_undoes(puzzle in prop_oneof![puzzles(), odd_puzzles()], seed: u64) {
        let by = transformation(puzzle.geometry(), seed);
        let back = by.inverse();
        prop_assert!(by.then(&back).unwrap().is_identity());
        prop_assert!(back.then(&by).unwrap().is_identity());
        prop_assert_eq!(&back.inverse(), &by);
        let board = Board::new(&puzzle);
        let allowed = |cell| match board.value(cell) {
            Some(digit) => DigitSet::only(digit),
            None => board.candidates(cell),
        };
        let marks: Vec<DigitSet> = puzzle.geometry().cells().map(allowed).collect();
        let marked = puzzle.with_marks(marks).unwrap();
        prop_assert_eq!(&back.puzzle(&by.puzzle(&marked).unwrap()).unwrap(), &marked);
        prop_assert_eq!(&back.board(&by.board(&board).unwrap()).unwrap(), &board);
    }

    #[test]
    fn one_after_another_is_both_at_once(puzzle in prop_oneof![puzzles(), odd_puzzles()], seed: u64) {
        let first = transformation(puzzle.geometry(), seed);
        let second = transformation(first.target(), seed.rotate_left(32));
        let both = first.then(&second).unwrap();
        let in_turn = second.puzzle(&first.puzzle(&puzzle).unwrap()).unwrap();
        prop_assert_eq!(both.puzzle(&puzzle).unwrap(), in_turn);
        for house in puzzle.geometry().houses() {
            let moved = |&cell: &Cell| both.cell(cell);
            let cells: BTreeSet<Cell> = puzzle.geometry().cells_of(house).iter().map(moved).collect();
            let there = both.target().cells_of(both.house(house)).iter().copied();
            prop_assert_eq!(there.collect::<BTreeSet<_>>(), cells);
        }
    }

    #[test]
    fn a_board_starts_alike_before_and_after(puzzle in prop_oneof![puzzles(), odd_puzzles()], seed: u64) {
        let by = transformation(puzzle.geometry(), seed);
        let moved = by.board(&Board::new(&puzzle)).unwrap();
        prop_assert_eq!(moved, Board::new(&by.puzzle(&puzzle).unwrap()));
    }

    #[test]
    fn any_marks_and_any_small_house_are_understood_alike(
        marks in proptest::collection::vec(1_u128..16, 16),
        house in proptest::sample::subsequence((0..16).collect::<Vec<usize>>(), 2..=4),
    ) {
        let house = house.into_iter().filter_map(Cell::new);
        let geometry = Geometry::builder(4).boxes(2, 2).house(house).build().unwrap();
        let marks: Vec<DigitSet> = marks.into_iter().map(DigitSet::from_bits).collect();
        let puzzle = Puzzle::empty(geometry).with_marks(marks).unwrap();
        check_same_count(&puzzle, &puzzle)?;
    }
}

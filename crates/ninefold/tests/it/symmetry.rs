//! Laws: what a puzzle's solutions are does not depend on how it is written down, nor
//! on who looks for them.

use ninefold::engine;
use ninefold::{Cell, Count, Digit, DigitSet, Geometry, HouseKind, Puzzle, Query, VARIANTS};
use proptest::prelude::*;

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
                puzzle.set(cell, Some(Digit::from_index(digit)));
            }
        }
        if let Some((index, digit)) = changed {
            puzzle.set(Cell::from_index(index), Some(Digit::from_index(digit)));
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
            .house([0, 6, 9].map(Cell::from_index)),
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

/// The board whose every house is moved along with its cells; `to` is a symmetry of rows
/// and columns.
fn moved(geometry: &Geometry, to: impl Fn(Cell) -> Cell) -> Geometry {
    let mut builder = Geometry::builder(geometry.size());
    for house in geometry.houses() {
        if !matches!(geometry.kind(house), HouseKind::Row | HouseKind::Column) {
            builder = builder.house(geometry.cells_of(house).iter().map(|&cell| to(cell)));
        }
    }
    builder.build().unwrap()
}

/// The puzzle with the digit of each cell taken from another cell, and renamed.
fn rewritten(
    puzzle: &Puzzle,
    geometry: Geometry,
    from: impl Fn(Cell) -> Cell,
    rename: impl Fn(Digit) -> Digit,
) -> Puzzle {
    let givens: Vec<Option<Digit>> = geometry
        .cells()
        .map(|cell| puzzle.given(from(cell)).map(&rename))
        .collect();
    Puzzle::new(geometry, givens)
}

/// As many solutions as `csp` finds, up to a limit, by every engine. A puzzle that is
/// too much for an engine's budget says nothing about it.
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
    fn relabelling_digits_changes_nothing(puzzle in puzzles(), shift in 1..8_usize) {
        let size = puzzle.geometry().size();
        // Shifted and turned around: every digit has a new name.
        let rename = |digit: Digit| Digit::from_index((2 * size - 1 - digit.index() + shift) % size);
        let renamed = rewritten(&puzzle, puzzle.geometry().clone(), |cell| cell, rename);
        check_same_count(&puzzle, &renamed)?;
    }

    #[test]
    fn transposing_changes_nothing(puzzle in puzzles()) {
        let boxes = puzzle.geometry().boxes().unwrap();
        let size = puzzle.geometry().size();
        let flipped = Geometry::with_boxes(boxes.columns, boxes.rows).unwrap();
        let across = |cell: Cell| Cell::from_index(cell.index() % size * size + cell.index() / size);
        check_same_count(&puzzle, &rewritten(&puzzle, flipped, across, |digit| digit))?;
    }

    #[test]
    fn moving_rows_within_their_bands_changes_nothing(puzzle in puzzles(), shift in 1..6_usize) {
        let boxes = puzzle.geometry().boxes().unwrap();
        let size = puzzle.geometry().size();
        let other_row = |cell: Cell| {
            let (row, column) = (cell.index() / size, cell.index() % size);
            let band = row / boxes.rows * boxes.rows;
            // Each band by its own shift.
            let row = band + (row - band + shift + band) % boxes.rows;
            Cell::from_index(row * size + column)
        };
        let moved = rewritten(&puzzle, puzzle.geometry().clone(), other_row, |digit| digit);
        check_same_count(&puzzle, &moved)?;
    }

    #[test]
    fn relabelling_changes_nothing_on_any_board(puzzle in odd_puzzles(), shift in 1..8_usize) {
        let size = puzzle.geometry().size();
        let rename = |digit: Digit| Digit::from_index((digit.index() + shift) % size);
        let renamed = rewritten(&puzzle, puzzle.geometry().clone(), |cell| cell, rename);
        check_same_count(&puzzle, &renamed)?;
    }

    #[test]
    fn turning_and_mirroring_change_nothing_on_any_board(puzzle in odd_puzzles(), which in 1..8_usize) {
        let geometry = puzzle.geometry();
        let last = geometry.size() - 1;
        let turn = |cell: Cell| {
            let (mut row, mut column) = (cell.index() / (last + 1), cell.index() % (last + 1));
            if which & 1 != 0 {
                row = last - row;
            }
            if which & 2 != 0 {
                column = last - column;
            }
            if which & 4 != 0 {
                (row, column) = (column, row);
            }
            Cell::from_index(row * (last + 1) + column)
        };
        let mut turned = Puzzle::empty(moved(geometry, turn));
        for cell in geometry.cells() {
            turned.set(turn(cell), puzzle.given(cell));
        }
        check_same_count(&puzzle, &turned)?;
    }

    #[test]
    fn any_marks_and_any_small_house_are_understood_alike(
        marks in proptest::collection::vec(1_u128..16, 16),
        house in proptest::sample::subsequence((0..16).collect::<Vec<usize>>(), 2..=4),
    ) {
        let house = house.into_iter().map(Cell::from_index);
        let geometry = Geometry::builder(4).boxes(2, 2).house(house).build().unwrap();
        let marks: Vec<DigitSet> = marks.into_iter().map(DigitSet::from_bits).collect();
        let puzzle = Puzzle::empty(geometry).with_marks(marks);
        check_same_count(&puzzle, &puzzle)?;
    }
}

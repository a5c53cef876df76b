//! Small boards with any givens and marks: every engine gives the same count, and
//! every solution answers the puzzle.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::engine::{Count, ENGINES};
use ninefold::{Digit, DigitSet, Geometry, Puzzle, Query};

const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 3), (1, 5), (3, 3)];
const ENOUGH: u64 = 20;
const NODES: u64 = 20_000;

fuzz_target!(|bytes: &[u8]| {
    let Some((&shape, cells)) = bytes.split_first() else {
        return;
    };
    let (rows, columns) = SHAPES[shape as usize % SHAPES.len()];
    let geometry = Geometry::with_boxes(rows, columns).expect("the shapes are sound");
    let size = geometry.size();
    let byte = |index: usize| cells.get(index).copied().unwrap_or(0) as usize;
    let givens: Vec<Option<Digit>> = (0..geometry.n_cells())
        .map(|index| Digit::new(byte(index) & 15).filter(|digit| digit.value() <= size))
        .collect();
    let mut puzzle = Puzzle::new(geometry, givens).unwrap();
    if shape >= 128 {
        let marks: Vec<DigitSet> = (0..size * size)
            .map(|index| DigitSet::all(size) - DigitSet::from_bits(byte(index) as u128 >> 4))
            .collect();
        puzzle = puzzle.with_marks(marks).unwrap();
    }

    let mut agreed: Option<(Count, &str)> = None;
    for engine in ENGINES {
        let query = Query::new(&puzzle).solutions(ENOUGH).nodes(NODES);
        let Ok(report) = query.run(*engine) else {
            continue;
        };
        for grid in &report.grids {
            assert!(puzzle.is_solved_by(grid.digits()), "{}", engine.name());
        }
        let count = report.count();
        if matches!(count, Count::Stopped(_)) {
            continue;
        }
        match agreed {
            Some((other, by)) => assert_eq!(count, other, "{} and {by}", engine.name()),
            None => agreed = Some((count, engine.name())),
        }
    }
});

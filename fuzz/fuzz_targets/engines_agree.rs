//! Small boards with any givens and marks: every engine gives the same count, and
//! every solution answers the puzzle.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::Query;
use ninefold::engine::{Count, ENGINES};
use ninefold_fuzz::puzzle_from;

const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 3), (1, 5), (3, 3)];
const ENOUGH: u64 = 20;
const NODES: u64 = 20_000;

fuzz_target!(|bytes: &[u8]| {
    let Some(puzzle) = puzzle_from(bytes, &SHAPES) else {
        return;
    };

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

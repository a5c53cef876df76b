//! Boards with any givens and marks, sound or not: every scale rates them or reports why not,
//! within a number of polls, and the numbers of a rating agree with each other.

#![no_main]

use std::cell::Cell;

use libfuzzer_sys::fuzz_target;
use ninefold::Transformation;
use ninefold::rate::{self, SCALES, Unrated, Value};
use ninefold_fuzz::puzzle_from;

const SHAPES: [(usize, usize); 4] = [(3, 3), (2, 2), (2, 3), (3, 3)];
/// A scale polls many times a second, so this ends the hardest boards after a few seconds.
const POLLS: u32 = 300;

fuzz_target!(|bytes: &[u8]| {
    let Some(puzzle) = puzzle_from(bytes, &SHAPES) else {
        return;
    };
    for &scale in SCALES {
        let polls = Cell::new(0);
        let should_stop = || {
            polls.set(polls.get() + 1);
            polls.get() > POLLS
        };
        // Those of Sudoku Explainer take any board, as the programs do.
        let anyhow = scale.name() == "se" || scale.name() == "sukaku";
        let rated = match scale.refuses(&puzzle) {
            Some(unrated) => Err(unrated),
            None if anyhow => scale.rate(&puzzle, &should_stop),
            None => rate::rate_until(&puzzle, scale, &should_stop),
        };
        let Ok(rating) = rated else {
            continue;
        };
        if let &[("er", er), ("ep", ep), ("ed", ed)] = rating.values() {
            let [er, ep, ed] = [er, ep, ed].map(tenths);
            assert!(er >= ep && er >= ed && (ep >= ed || ep == 0), "{rating}");
            let highest = rating.hardest().map_or(0, |(_, step)| tenths(step.value));
            assert!(er == highest || er == 200, "{rating}");
        }
        if scale.name() == "look-ahead" {
            let across = Transformation::transposition(puzzle.geometry());
            let transposed = across.puzzle(&puzzle).expect("of the same board");
            polls.set(0);
            match rate::rate_until(&transposed, scale, &should_stop) {
                Ok(other) => assert_eq!(other.values(), rating.values()),
                Err(unrated) => assert_eq!(unrated, Unrated::Stopped),
            }
        }
    }
});

fn tenths(value: Value) -> u32 {
    match value {
        Value::Tenths(tenths) => tenths,
        other => panic!("{other} is not in tenths"),
    }
}

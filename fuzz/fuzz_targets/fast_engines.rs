//! Classic puzzles, changed anyhow: `fast9` and `batch9`, with every kind of vector
//! instructions that this CPU has, count as `csp` does.
//!
//! Each puzzle is a well-known one, a solved one or none at all, and changes to it. So
//! that the batch is a real one, the same puzzles come again with other digits: each has
//! as many solutions as before.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use ninefold::engine::{self, Batch9, Count, Engine, Puzzles};
use ninefold::{Digit, DigitSet, Geometry, Puzzle, Query};

const BASES: [&[u8; 81]; 4] = [
    b".................................................................................",
    b"800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    b"812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    b"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];
const NODES: u64 = 20_000;
/// More than the batch has lanes.
const MANY: usize = 300;

thread_local! {
    static ENGINES: RefCell<Vec<(Box<dyn Engine>, Batch9)>> = RefCell::new(
        engine::lanes()
            .filter(|lanes| *lanes != "auto")
            .map(|lanes| {
                let fast9 = engine::find(&format!("fast9:lanes={lanes}")).expect("these lanes are here");
                (fast9, Batch9::with_lanes(lanes).expect("these lanes are here"))
            })
            .collect(),
    );
}

fuzz_target!(|bytes: &[u8]| {
    let [head, rest @ ..] = bytes else {
        return;
    };
    let limit = [1, 2, 3, 20][usize::from(head & 3)];
    let marks = head & 4 != 0;
    // Puzzles of the input, each from up to 17 bytes: nine bits for each cell.
    let sets: Vec<[u16; 81]> = rest
        .chunks(17)
        .take(MANY)
        .map(|chunk| change(chunk, marks))
        .collect();
    let mut expected = Vec::new();
    for set in &sets {
        let puzzle = puzzle(set, marks);
        let query = Query::new(&puzzle).solutions(u64::from(limit)).nodes(NODES);
        let report = query.run(&engine::Csp).expect("csp takes every puzzle");
        if matches!(report.count(), Count::Stopped(_)) {
            return;
        }
        expected.push(report.stats.solutions);
        ENGINES.with_borrow(|engines| {
            for (fast9, _) in engines {
                let query = Query::new(&puzzle).solutions(u64::from(limit));
                let report = query
                    .run(fast9.as_ref())
                    .expect("fast9 takes every classic puzzle");
                assert_eq!(
                    report.stats.solutions,
                    expected[expected.len() - 1],
                    "{puzzle}"
                );
                assert!(
                    report
                        .grids
                        .iter()
                        .all(|grid| puzzle.is_solved_by(grid.digits()))
                );
            }
        });
    }
    if sets.is_empty() {
        return;
    }
    let again: Vec<[u16; 81]> = (0..MANY)
        .map(|k| sets[k % sets.len()].map(|set| turned(set, k % 9)))
        .collect();
    let text: Vec<u8> = again
        .iter()
        .flatten()
        .flat_map(|&set| characters(set, marks))
        .collect();
    let puzzles = match marks {
        true => Puzzles::sukaku(&text, 729),
        false => Puzzles::lines(&text, 81),
    };
    ENGINES.with_borrow_mut(|engines| {
        for (_, batch) in engines {
            let (mut solutions, mut counts) = (vec![[0; 81]; MANY], vec![0; MANY]);
            let solved = batch.solve(puzzles, limit, &mut solutions, &mut counts);
            solved.expect("each puzzle has room for its answer");
            for (k, count) in counts.into_iter().enumerate() {
                let puzzle = puzzle(&again[k], marks);
                assert_eq!(u64::from(count), expected[k % sets.len()], "{puzzle}");
                let digits: Option<Vec<Digit>> = solutions[k].iter().map(digit).collect();
                let solved = digits.is_some_and(|digits| puzzle.is_solved_by(&digits));
                assert_eq!(solved, count > 0, "{puzzle}");
            }
        }
    });
});

/// A puzzle as the digits that each cell may have; all of them for a blank.
fn change(chunk: &[u8], marks: bool) -> [u16; 81] {
    let base = BASES[usize::from(chunk[0] & 3)];
    let mut sets = base.map(|byte| digit(&byte).map_or(0x1ff, |digit| 1 << digit.index()));
    for pair in chunk[1..].chunks_exact(2) {
        let set = &mut sets[usize::from(pair[0]) % 81];
        *set = match (marks, pair[1]) {
            (true, bits) => *set ^ u16::from(bits) << (pair[0] / 162),
            (false, 0..128) => 0x1ff,
            (false, byte) => 1 << (byte % 9),
        };
    }
    sets
}

fn digit(byte: &u8) -> Option<Digit> {
    Digit::new(usize::from(byte.checked_sub(b'0')?)).filter(|digit| digit.value() < 10)
}

fn turned(set: u16, by: usize) -> u16 {
    (set << by | set >> (9 - by)) & 0x1ff
}

fn puzzle(sets: &[u16; 81], marks: bool) -> Puzzle {
    if marks {
        let sets = sets.map(|set| DigitSet::from_bits(u128::from(set)));
        return Puzzle::empty(Geometry::classic()).with_marks(sets.to_vec()).unwrap();
    }
    let given = |set: u16| {
        (set.count_ones() == 1).then(|| Digit::new(set.trailing_zeros() as usize + 1))?
    };
    Puzzle::new(Geometry::classic(), sets.map(given).to_vec()).unwrap()
}

fn characters(set: u16, marks: bool) -> Vec<u8> {
    let mark = |d: u8| if set >> d & 1 == 1 { b'1' + d } else { b'.' };
    match (marks, set.count_ones()) {
        (true, _) => (0..9).map(mark).collect(),
        (false, 1) => vec![b'1' + set.trailing_zeros() as u8],
        (false, _) => vec![b'.'],
    }
}

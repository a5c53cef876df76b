//! The doctor on puzzles of our own generator, broken by one slip of a seeded slipper: how often
//! the puzzle that was meant comes first, and whether everything that is said is true.
//! `tools/slips.rs` measures the same on thousands.

mod slipper;

use ninefold::doctor::{Doctor, Refutation, Repair, Status};
use ninefold::engine::{Count, Csp, Engine, Sat};
use ninefold::generate::{Generator, Symmetry, Wish, Workspace};
use ninefold::random::Random;
use ninefold::{Board, Contradiction, Geometry, Puzzle, Query};

use slipper::{CLASSES, slip};

/// Minimal puzzles, or symmetric ones as newspapers print them.
fn puzzles(symmetry: Symmetry, n: u64) -> Vec<Puzzle> {
    let wish = Wish::new(Geometry::classic()).symmetry(symmetry);
    let generator = Generator::new(wish).expect("there are such puzzles");
    let made = generator.tries(20_261_119, 0..n, &mut Workspace::default(), &|| false);
    made.into_iter().map(|made| made.puzzle).collect()
}

fn count(puzzle: &Puzzle, engine: &dyn Engine, wanted: u64) -> Count {
    let report = Query::new(puzzle).solutions(wanted).run(engine);
    report.expect("the engine takes any puzzle").count()
}

/// What the doctor has to say about a text: the repairs, or none if nothing is wrong.
fn repairs(text: &str) -> Option<Vec<Repair>> {
    let doctor = Doctor::new();
    if text.len() != 81 {
        let board = |size| Geometry::of_size(size).ok();
        let found = doctor.read(text, &board).expect("it is almost a puzzle");
        return Some(found.repairs);
    }
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let found = doctor.examine(&puzzle);
    assert_ne!(found.status, Status::Unknown, "{text}");
    if let Some(conflict) = &found.conflict {
        check_conflict(&puzzle, conflict);
    }
    if let Some(several) = &found.several {
        for clues in &several.additions {
            let mut proper = puzzle.clone();
            for clue in clues {
                proper.set(clue.cell, Some(clue.digit));
            }
            assert_eq!(
                count(&proper, &Csp, 2),
                Count::Exactly(1),
                "{text}: {clues:?}"
            );
        }
    }
    (found.status != Status::Proper).then_some(found.repairs)
}

/// The givens alone have no solution, none of them can be spared, and each step follows.
fn check_conflict(puzzle: &Puzzle, conflict: &Refutation) {
    let with = |spared: Option<usize>| {
        let mut part = Puzzle::empty(puzzle.geometry().clone());
        for (k, given) in conflict.givens.iter().enumerate() {
            assert_eq!(puzzle.given(given.cell), Some(given.digit));
            part.set(given.cell, Some(given.digit).filter(|_| Some(k) != spared));
        }
        part
    };
    let part = with(None);
    assert_eq!(
        count(&part, &Sat, 1),
        Count::Exactly(0),
        "{puzzle}: {}",
        conflict.explain()
    );
    let mut board = Board::new(&part);
    for step in &conflict.steps {
        let (cell, digit) = (step.placed.cell, step.placed.digit);
        let follows = match step.house {
            Some(house) => board.places(house, digit).eq([cell]),
            None => board.candidates(cell).single() == Some(digit),
        };
        assert!(follows, "{puzzle}: {step:?}");
        board.place(cell, digit);
    }
    match conflict.end {
        Some(Contradiction::NoDigit(cell)) => assert!(board.candidates(cell).is_empty()),
        Some(Contradiction::NoPlace(house, digit)) => {
            assert_eq!(board.places(house, digit).count(), 0);
            let mut cells = puzzle.geometry().cells_of(house).iter();
            assert!(cells.all(|&cell| board.value(cell) != Some(digit)));
        }
        _ => return,
    }
    for spared in 0..conflict.givens.len() {
        let found = Doctor::new().examine(&with(Some(spared)));
        let by_singles = found.conflict.filter(|conflict| conflict.end.is_some());
        assert!(
            by_singles.is_none(),
            "{puzzle}: given {spared} can be spared"
        );
    }
}

/// How often the puzzle that was meant comes first and among the first three, of how many.
fn figures(symmetry: Symmetry, n: u64) -> (usize, usize, usize) {
    let mut random = Random::new(7);
    let (mut first, mut third, mut all) = (0, 0, 0);
    for (k, puzzle) in puzzles(symmetry, n).iter().enumerate() {
        let Some(text) = slip(&puzzle.to_string(), k % CLASSES.len(), &mut random) else {
            continue;
        };
        let Some(repairs) = repairs(&text) else {
            continue;
        };
        for repair in &repairs {
            assert_eq!(count(&repair.puzzle, &Csp, 2), Count::Exactly(1), "{text}");
        }
        let place = repairs.iter().position(|repair| repair.puzzle == *puzzle);
        first += usize::from(place == Some(0));
        third += usize::from(place.is_some_and(|place| place < 3));
        all += 1;
        assert!(place.is_some(), "{text}: {puzzle} is one slip away");
    }
    (first, third, all)
}

#[test]
fn symmetric_puzzles_are_nearly_always_mended() {
    let (first, third, all) = figures(Symmetry::HalfTurn, 220);
    assert!(all > 150, "{all} were broken");
    assert!(first * 100 >= all * 90, "{first} of {all} come first");
    assert!(third * 100 >= all * 97, "{third} of {all} are among three");
}

#[test]
fn minimal_puzzles_are_mended_more_often_than_not() {
    let (first, third, all) = figures(Symmetry::None, 220);
    assert!(all > 150, "{all} were broken");
    assert!(first * 100 >= all * 57, "{first} of {all} come first");
    assert!(third * 100 >= all * 75, "{third} of {all} are among three");
}

#[test]
fn one_clue_that_was_left_out_is_nearly_always_enough() {
    let mut random = Random::new(8);
    let left_out = CLASSES.iter().position(|class| *class == "left-out");
    for puzzle in puzzles(Symmetry::None, 60) {
        let text = slip(&puzzle.to_string(), left_out.unwrap(), &mut random).unwrap();
        let found = Doctor::new().examine(&text.parse().unwrap());
        let several = found.several.expect("a minimal puzzle needs each clue");
        if !several.at_least {
            assert!(
                several.additions.iter().all(|clues| clues.len() == 1),
                "{text}"
            );
            assert!(!several.additions.is_empty(), "{text}");
        }
    }
}

#[test]
fn a_caller_may_stop_it() {
    let text = "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31";
    let puzzle: Puzzle = text.parse().unwrap();
    let found = Doctor::new().stop_when(&|| true).examine(&puzzle);
    assert!(found.is_stopped && !found.is_complete);
    assert!(found.repairs.is_empty());
}

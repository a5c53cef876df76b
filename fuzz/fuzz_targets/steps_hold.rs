//! Random positions on boards of several shapes: the checker proves every step that a finder
//! reports, and no step removes a digit of a solution.

#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use ninefold::logic::{FINDERS, Options, Position, Technique};
use ninefold::{Answer, Board, Digit, Geometry, Puzzle};

/// The search of a finder ends with this many steps.
const MOST_STEPS: usize = 200;

const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 3), (3, 2), (3, 3)];

fuzz_target!(|bytes: &[u8]| {
    let [shape, asked, cells @ ..] = bytes else {
        return;
    };
    let (rows, columns) = SHAPES[*shape as usize % SHAPES.len()];
    let geometry = Geometry::with_boxes(rows, columns).expect("the shapes are sound");
    let size = geometry.size();
    let byte = |index: usize| cells.get(index).copied().unwrap_or(0) as usize;
    let digit = |byte: usize| Digit::new(byte & 15).filter(|digit| digit.value() <= size);

    // Digits that go together lead to a solution; of that some are givens, about a third
    // if the bytes are random, and all where there are none. So there are steps to find.
    let mut start = Puzzle::empty(geometry.clone());
    for cell in geometry.cells() {
        let digit = digit(byte(cell.index()));
        if let Some(digit) = digit.filter(|&digit| Board::new(&start).can_hold(cell, digit)) {
            start.set(cell, Some(digit));
        }
    }
    let (Answer::One(whole) | Answer::Many(whole, _)) = ninefold::solve(&start) else {
        return;
    };
    let mut puzzle = Puzzle::empty(geometry.clone());
    for cell in geometry.cells() {
        if byte(cell.index()) >> 4 < 6 {
            puzzle.set(cell, Some(whole.digit(cell)));
        }
    }
    // A board with fewer givens than any proper puzzle (4 of 16, 8 of 36, 17 of 81) has fish and
    // chains by the million, and the search for them no end.
    if puzzle.n_givens() * 5 < geometry.n_cells() {
        return;
    }
    let (solution, other) = match ninefold::solve(&puzzle) {
        Answer::None => unreachable!("it was made from a solution"),
        Answer::One(solution) => (solution, None),
        Answer::Many(solution, other) => (solution, Some(other)),
    };

    // Marks are rubbed out that the solutions do not need.
    let mut board = Board::new(&puzzle);
    for cell in geometry.cells() {
        let is_needed = |digit: Digit| {
            solution.digit(cell) == digit
                || other
                    .as_ref()
                    .is_some_and(|other| other.digit(cell) == digit)
        };
        let gone = digit(byte(geometry.n_cells() + cell.index()));
        if let Some(digit) = gone.filter(|&digit| !is_needed(digit)) {
            board.eliminate(cell, digit);
        }
    }

    let position = Position::new(&puzzle, &board);
    let options = Options {
        siamese: shape & 64 != 0,
        duals: shape & 64 != 0,
        als_overlap: shape & 128 != 0,
        als_nodes: shape & 128 != 0,
        ..Options::default()
    };
    // One of the finders that run on request only, or nest one search in another, is enough: some
    // take long.
    let asked = *asked as usize % FINDERS.len();
    for (number, finder) in FINDERS.iter().enumerate() {
        let is_nested = finder.technique.about().slug.starts_with("nested-");
        if finder.technique == Technique::BruteForce
            || !(finder.usual && !is_nested || finder.hodoku || number == asked)
            || (finder.technique.assumes_unique() && other.is_some())
        {
            continue;
        }
        let mut steps = Vec::new();
        _ = finder.each(&position, &options, &mut |step| {
            steps.push(step);
            if steps.len() < MOST_STEPS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        for step in &steps {
            let notation = step.notation();
            assert_eq!(step.proved(&puzzle), Ok(()), "{notation}\n{puzzle}");
            for solution in std::iter::once(&solution).chain(&other) {
                for placed in step.placements() {
                    assert_eq!(
                        solution.digit(placed.cell),
                        placed.digit,
                        "{notation}\n{puzzle}"
                    );
                }
                for gone in step.eliminations() {
                    assert_ne!(
                        solution.digit(gone.cell),
                        gone.digit,
                        "{notation}\n{puzzle}"
                    );
                }
            }
            assert!(!step.explain().to_string().is_empty());
        }
    }
});

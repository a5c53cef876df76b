//! Engines written to be read, not to win: each is the algorithm of one of the five
//! documents that Ninefold started from (the *seeds*), or a classic. They are the
//! judges of every faster engine.
//!
//! | engine | from | looks for the next cell | gives up on a digit when |
//! |---|---|---|---|
//! | [`GenerateAndTest`] | seed 000 | first empty | it stands in a house of the cell |
//! | [`BoardTree`] | seed 001 | first empty | any house of the board repeats a digit |
//! | [`PencilMarks`] | seed 002 | fewest marks | a cell has no marks left |
//! | [`Iterative`] | seed 003 | first empty | it stands in a house of the cell |
//! | [`Detour`] | seed 004 | fewest marks | a cell has no marks left |
//! | [`DancingLinks`] | D. Knuth | fewest options | a demand has no options left |
//!
//! Where a seed's prose and its code disagree, the prose wins and the engine's page
//! says so.

pub mod board_tree;
pub mod dancing_links;
pub mod detour;
pub mod generate_and_test;
pub mod iterative;
pub mod pencil_marks;

pub use board_tree::BoardTree;
pub use dancing_links::DancingLinks;
pub use detour::Detour;
pub use generate_and_test::GenerateAndTest;
pub use iterative::Iterative;
pub use pencil_marks::PencilMarks;

use super::Unsupported;
use crate::puzzle::Puzzle;

/// The most empty cells for an engine that calls itself, or keeps a whole board, for
/// each of them: enough for an empty board of 49×49. The calls fit on the two
/// megabytes of stack that a thread has, and the boards in memory.
const MOST_EMPTY_CELLS: usize = 49 * 49;

/// Refuses a puzzle with more than [`MOST_EMPTY_CELLS`], for the engine of this name.
fn check_depth(engine: &'static str, puzzle: &Puzzle) -> Result<(), Unsupported> {
    if puzzle.givens().len() - puzzle.n_givens() <= MOST_EMPTY_CELLS {
        return Ok(());
    }
    Err(Unsupported {
        engine,
        reason: "keeps a board for every empty cell, and takes at most 2401 of them",
    })
}

/// Whether the givens agree with each other and with the pencil marks.
///
/// The seeds assume so. An engine that checks only what it changes would never see
/// two givens that clash, so it asks this first.
fn is_sound(puzzle: &Puzzle) -> bool {
    let mut cells = puzzle.geometry().cells();
    cells.all(|cell| !puzzle.allowed(cell).is_empty()) && puzzle.conflicts().is_empty()
}

#[cfg(test)]
mod testing {
    //! What the tests of the engines share.

    use crate::engine::{Engine, Query, Stats};
    use crate::geometry::{Digit, Geometry};
    use crate::puzzle::Puzzle;

    /// The puzzle of seed 000, and its solution as printed there.
    pub(super) const SEED_000: [&str; 2] = [
        "000000560000080040003200007000100000064000210000070080070005000000026800050000403",
        "427913568915687342683254197598162734764538219132479685871345926349726851256891473",
    ];

    /// A. Inkala's puzzle of 2012.
    const INKALA_2012: &str =
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

    /// One character a cell, row by row; spaces do not count.
    pub(super) fn puzzle(text: &str) -> Puzzle {
        let cells = text.chars().filter(|c| !c.is_whitespace());
        let digit = |c: char| Digit::new(c.to_digit(10)? as usize);
        let givens: Vec<Option<Digit>> = cells.map(digit).collect();
        let geometry = Geometry::of_size(givens.len().isqrt()).unwrap();
        Puzzle::new(geometry, givens)
    }

    /// The first solution, and the work until it was found.
    pub(super) fn first(engine: &dyn Engine, text: &str) -> (Option<String>, Stats) {
        let puzzle = puzzle(text);
        let query = Query::new(&puzzle).solutions(1);
        let report = query.run(engine).unwrap();
        let solution = report.grids.first().map(ToString::to_string);
        (solution, report.stats)
    }

    /// Every engine that fills the first empty cell with the lowest digit that fits
    /// walks the same tree, however it is written.
    pub(super) fn check_first_empty_work(engine: &dyn Engine) {
        let (solution, stats) = first(engine, SEED_000[0]);
        assert_eq!(solution.as_deref(), Some(SEED_000[1]));
        assert_eq!((stats.tries, stats.placements), (1_153_912, 128_238));
        assert_eq!(stats.guesses, stats.placements, "nothing is proved");
        let n_empty = SEED_000[0].matches('0').count() as u64;
        assert_eq!(stats.max_depth, n_empty, "one guess for each empty cell");
        let (_, stats) = first(engine, INKALA_2012);
        assert_eq!((stats.tries, stats.placements), (445_778, 49_558));
    }
}

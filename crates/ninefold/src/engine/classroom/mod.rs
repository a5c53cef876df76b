//! Engines written to be read, not to win: each is the algorithm of one of the five
//! documents that Ninefold started from (the *origins*), or a classic. The faster engines
//! are tested against them.
//!
//! | engine | from | chooses the next cell | backtracks when |
//! |---|---|---|---|
//! | [`GenerateAndTest`] | origin 000 | first empty | a house of the cell has the digit |
//! | [`BoardTree`] | origin 001 | first empty | any house of the board repeats a digit |
//! | [`PencilMarks`] | origin 002 | fewest marks | a cell has no marks left |
//! | [`Iterative`] | origin 003 | first empty | a house of the cell has the digit |
//! | [`Detour`] | origin 004 | fewest marks | a cell has no marks left |
//! | [`DancingLinks`] | D. Knuth | fewest options | a demand has no options left |
//!
//! Where an origin's prose and its code disagree, the engine follows the prose, and its page
//! documents the difference.

mod board_tree;
mod dancing_links;
mod detour;
mod generate_and_test;
mod iterative;
mod pencil_marks;

pub use board_tree::BoardTree;
pub use dancing_links::DancingLinks;
pub use detour::Detour;
pub use generate_and_test::GenerateAndTest;
pub use iterative::Iterative;
pub use pencil_marks::{CellChoice, PencilMarks, ValueOrder};

use super::Unsupported;
use crate::puzzle::Puzzle;

/// The largest number of empty cells for an engine that recurses, or keeps a whole board, for
/// each of them: enough for an empty board of 49×49. The recursion fits on the two megabytes
/// of stack that a thread has, and the boards in memory.
const MOST_EMPTY_CELLS: usize = 49 * 49;

/// Refuses a puzzle with more than [`MOST_EMPTY_CELLS`], for the engine of this name.
fn check_depth(engine: &'static str, puzzle: &Puzzle) -> Result<(), Unsupported> {
    if puzzle.givens().len() - puzzle.n_givens() <= MOST_EMPTY_CELLS {
        return Ok(());
    }
    let reason = "keeps a board for every empty cell, and takes at most 2401 of them";
    Err(Unsupported::new(engine, reason))
}

/// Whether the givens agree with each other and with the pencil marks.
///
/// The origins assume it. An engine that checks only what it changes would never see two
/// givens that clash, so it calls this first.
fn is_sound(puzzle: &Puzzle) -> bool {
    let mut cells = puzzle.geometry().cells();
    cells.all(|cell| !puzzle.allowed(cell).is_empty()) && puzzle.conflicts().is_empty()
}

#[cfg(test)]
mod testing {
    //! Helpers that the tests of the engines share.

    use crate::engine::{Engine, Query, Stats};
    use crate::geometry::{Digit, Geometry};
    use crate::puzzle::Puzzle;

    /// The puzzle of origin 000, and its solution as printed there.
    pub(super) const ORIGIN_000: [&str; 2] = [
        "000000560000080040003200007000100000064000210000070080070005000000026800050000403",
        "427913568915687342683254197598162734764538219132479685871345926349726851256891473",
    ];

    /// A. Inkala's puzzle of 2012.
    const INKALA_2012: &str =
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

    /// A puzzle of one character for each cell, row by row; spaces are skipped.
    pub(super) fn puzzle(text: &str) -> Puzzle {
        let cells = text.chars().filter(|c| !c.is_whitespace());
        let digit = |c: char| Digit::new(c.to_digit(10)? as usize);
        let givens: Vec<Option<Digit>> = cells.map(digit).collect();
        let geometry = Geometry::of_size(givens.len().isqrt()).unwrap();
        Puzzle::of(geometry, givens)
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
        let (solution, stats) = first(engine, ORIGIN_000[0]);
        assert_eq!(solution.as_deref(), Some(ORIGIN_000[1]));
        assert_eq!((stats.tries, stats.placements), (1_153_912, 128_238));
        assert_eq!(stats.guesses, stats.placements, "nothing is proved");
        let n_empty = ORIGIN_000[0].matches('0').count() as u64;
        assert_eq!(stats.max_depth, n_empty, "one guess for each empty cell");
        let (_, stats) = first(engine, INKALA_2012);
        assert_eq!((stats.tries, stats.placements), (445_778, 49_558));
    }
}

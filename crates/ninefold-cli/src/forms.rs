//! Canonical forms in the program: a workspace for each thread, and how the forms are printed.

use std::cell::RefCell;

use ninefold::canon::FormFinder;
use ninefold::engine::solve_bytes;
use ninefold::format::Record;
use ninefold::{Alphabet, Puzzle};

thread_local! {
    static CANON: RefCell<FormFinder> = RefCell::new(FormFinder::new());
}

/// Works with the thread's own workspace. `work` must not call this again.
pub(crate) fn with_canon<R>(work: impl FnOnce(&mut FormFinder) -> R) -> R {
    CANON.with_borrow_mut(work)
}

/// A puzzle in the symbols of the record that it was made of.
pub(crate) fn written(puzzle: &Puzzle, record: &Record) -> String {
    record.alphabet.line(puzzle.givens().iter().copied(), '.')
}

/// The givens of a classic puzzle, `.` for a blank; `None` for any other.
pub(crate) fn classic(puzzle: &Puzzle) -> Option<[u8; 81]> {
    if !puzzle.geometry().is_classic() || puzzle.has_marks_of_its_own() {
        return None;
    }
    let line = Alphabet::standard(9).line(puzzle.givens().iter().copied(), '.');
    line.into_bytes().try_into().ok()
}

/// The form by which classic puzzles differ: that of the solution, if there is one, else the
/// smallest isomorph. `None` if it has none.
pub(crate) fn telling(puzzle: &[u8; 81]) -> Option<[u8; 81]> {
    let mut solution = [0; 81];
    let (n_solutions, _) = solve_bytes(puzzle, 2, &mut solution);
    with_canon(|canon| match n_solutions {
        1 => canon.solution9(puzzle, &solution),
        _ => canon.minlex9(puzzle).ok(),
    })
}

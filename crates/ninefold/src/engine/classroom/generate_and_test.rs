//! Origin 000: Sudoku as a constraint satisfaction problem, solved by *generate and
//! test*.
//!
//! The document first models the problem, and only then solves it:
//!
//! ```text
//!  variables     the cells, numbered from left to right and top to bottom
//!  domains       the digits that a cell may take
//!  constraints   two cells in one row, column or box have different digits
//! ```
//!
//! Its algorithm, after C. Solnon's course on constraint programming, grows a tree of
//! partial assignments:
//!
//! ```text
//!  every variable has a value  →  that is a solution
//!  else                        →  take a variable without a value;
//!                                 for each value of its domain, on a copy of the board:
//!                                     give it that value, and go on from there
//! ```
//!
//! Three choices are the document's own:
//!
//! - The variable is the first empty cell; its values come in ascending order.
//! - Each try gets a *deep copy* of the board, so that branches share nothing.
//! - It does not wait for a full board to test it. A branch is pruned as soon as the digit
//!   just written breaks a rule, and only the houses of that cell are checked.
//!
//! Where prose and code disagree: the prose prunes a branch when a rule is broken, the code
//! only when a house has a digit *exactly twice*. The two differ when three givens clash.
//! Here any repetition prunes.

use std::ops::ControlFlow;

use super::super::{Engine, Search, Stop, Unsupported};
use super::{check_depth, is_sound};
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// Origin 000: a copy of the board for every try, the first empty cell, digits ascending.
#[derive(Clone, Copy, Debug)]
pub struct GenerateAndTest;

impl Engine for GenerateAndTest {
    fn name(&self) -> &'static str {
        "generate-and-test"
    }

    fn title(&self) -> &'static str {
        "Generate and test"
    }

    fn about(&self) -> &'static str {
        "origin 000: first empty cell, digits ascending, a copy of the board for every try"
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        check_depth(self.name(), puzzle)
    }

    fn is_brute_force(&self) -> bool {
        true
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        if !is_sound(puzzle) {
            return ControlFlow::Continue(());
        }
        generate_and_test(puzzle, &Assignment::of(puzzle), 1, search)
    }
}

/// Extends an assignment in every possible way, by recursion. `depth` is one more than the
/// number of digits written so far.
fn generate_and_test(
    puzzle: &Puzzle,
    assignment: &Assignment<'_>,
    depth: usize,
    search: &mut Search<'_>,
) -> ControlFlow<Stop> {
    let Some(cell) = assignment.first_empty_cell() else {
        return search.solution(&assignment.digits());
    };
    for digit in puzzle.allowed(cell).iter() {
        let mut next = assignment.clone();
        search.copy();
        next.set(cell, digit);
        search.try_digit(cell, digit);
        if next.is_correct(cell) {
            search.node()?;
            search.guess(cell, digit, depth);
            generate_and_test(puzzle, &next, depth + 1, search)?;
            search.backtrack(depth);
        }
    }
    ControlFlow::Continue(())
}

/// A value, or none yet, for every variable.
#[derive(Clone)]
struct Assignment<'a> {
    geometry: &'a Geometry,
    values: Box<[Option<Digit>]>,
}

impl<'a> Assignment<'a> {
    fn of(puzzle: &'a Puzzle) -> Assignment<'a> {
        Assignment {
            geometry: puzzle.geometry(),
            values: puzzle.givens().into(),
        }
    }

    fn set(&mut self, cell: Cell, digit: Digit) {
        self.values[cell.index()] = Some(digit);
    }

    /// The first cell without a value; `None` if the assignment is complete.
    fn first_empty_cell(&self) -> Option<Cell> {
        let first = self.values.iter().position(Option::is_none);
        first.map(Cell::from_index)
    }

    /// Whether the houses of `cell` keep the rules; nothing else has changed.
    fn is_correct(&self, cell: Cell) -> bool {
        let mut houses = self.geometry.houses_of(cell).iter();
        houses.all(|&house| self.all_differ(house))
    }

    fn all_differ(&self, house: House) -> bool {
        let mut seen = DigitSet::EMPTY;
        let cells = self.geometry.cells_of(house).iter();
        for digit in cells.filter_map(|cell| self.values[cell.index()]) {
            if seen.contains(digit) {
                return false;
            }
            seen.insert(digit);
        }
        true
    }

    fn digits(&self) -> Vec<Digit> {
        self.values.iter().copied().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{ORIGIN_000, check_first_empty_work, first};
    use super::*;

    #[test]
    fn the_work_is_that_of_every_first_empty_engine() {
        check_first_empty_work(&GenerateAndTest);
    }

    #[test]
    fn every_try_has_its_own_copy_of_the_board() {
        let (_, stats) = first(&GenerateAndTest, ORIGIN_000[0]);
        assert_eq!(stats.copies, stats.tries);
    }

    #[test]
    fn three_givens_that_clash_are_seen() {
        // The document's code looks for digits that occur twice, and 1 occurs three times.
        let full = "1111 2222 3333 4444";
        assert_eq!(first(&GenerateAndTest, full).0, None);
        let nearly_full = "1112 3411 2143 432.";
        assert_eq!(first(&GenerateAndTest, nearly_full).0, None);
    }
}

//! Origin 003: backtracking for any size without recursion: one loop and an explicit stack of
//! positions.
//!
//! ```text
//!  pos            where the program is, cell by cell in reading order
//!  new_value      the digit to try next; anything but 1 on arrival means "going back"
//!  old_positions  the cells filled so far, latest last, above a marker for the start
//!
//!  while pos is on the board
//!      a filled cell, and we are not going back  →  pos moves on
//!      else  →  if we are going back, take up counting after the cell's digit;
//!               empty the cell; count new_value up to the next digit that fits
//!                   none up to the size  →  go back to the latest of old_positions;
//!                                           at the marker there is no solution
//!                   one fits             →  write it, note pos, start again from 1,
//!                                           and pos moves on
//! ```
//!
//! The document starts from the simplest plan, to test every combination, and improves it
//! twice: skip digits that break a rule, and at a dead end go back one step instead of
//! starting over.
//!
//! Where prose and code disagree, the engine follows the prose. In the document's code
//!
//! 1. the solution is meant to be a copy of the input, but is the input itself under a
//!    second name, so that solving overwrites the puzzle;
//! 2. rows of different lengths are to be refused, but the `return` is inside a callback
//!    and ends only that;
//! 3. the function that checks whether a number can be placed takes its arguments in one
//!    order and is called with them in another.
//!
//! The tests show these edge cases through the document's own interface, rows of numbers.
//! The engine is the same for any geometry, where more than rows, columns and boxes may
//! forbid a digit.

use std::ops::ControlFlow;

use super::super::{Engine, Search, Stop};
use super::is_sound;
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// Origin 003: one loop, a list of positions to go back to, any size.
#[derive(Clone, Copy, Debug)]
pub struct Iterative;

impl Engine for Iterative {
    fn name(&self) -> &'static str {
        "iterative"
    }

    fn title(&self) -> &'static str {
        "Stack"
    }

    fn about(&self) -> &'static str {
        "origin 003: first empty cell, lowest digit that fits, no recursion, any size"
    }

    fn is_brute_force(&self) -> bool {
        true
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        if !is_sound(puzzle) {
            return ControlFlow::Continue(());
        }
        let size = puzzle.geometry().size();
        let mut solution = puzzle.givens().to_vec();
        let mut pos = 0;
        let mut new_value = 1;
        // `None` is the marker for the start, which the document writes as -1.
        let mut old_positions = vec![None];
        loop {
            if pos == solution.len() {
                let digits: Vec<Digit> = solution.iter().copied().flatten().collect();
                search.solution(&digits)?;
                // The document ends here. To find the other solutions, treat it as a dead end.
                new_value = size + 1;
            } else if solution[pos].is_some() && new_value == 1 {
                pos += 1;
                continue;
            } else {
                if let Some(digit) = solution[pos].take() {
                    new_value = digit.value() + 1;
                    search.backtrack(old_positions.len());
                }
                while new_value <= size && !can_be_placed(new_value, pos, puzzle, &solution, search)
                {
                    new_value += 1;
                }
            }
            if new_value > size {
                match old_positions.pop().flatten() {
                    Some(old) => pos = old,
                    None => return ControlFlow::Continue(()),
                }
            } else {
                search.node()?;
                let digit = Digit::from_index(new_value - 1);
                search.guess(Cell::from_index(pos), digit, old_positions.len());
                solution[pos] = Some(digit);
                new_value = 1;
                old_positions.push(Some(pos));
                pos += 1;
            }
        }
    }
}

/// Whether no cell of the houses of the cell at `pos` holds the number yet.
fn can_be_placed(
    number: usize,
    pos: usize,
    puzzle: &Puzzle,
    solution: &[Option<Digit>],
    search: &mut Search<'_>,
) -> bool {
    let (cell, digit) = (Cell::from_index(pos), Digit::from_index(number - 1));
    if !puzzle.allowed(cell).contains(digit) {
        return false; // The puzzle's own pencil marks exclude it.
    }
    search.try_digit(cell, digit);
    let geometry = puzzle.geometry();
    let mut houses = geometry.houses_of(cell).iter();
    houses.all(|&house| {
        let mut cells = geometry.cells_of(house).iter();
        cells.all(|other| solution[other.index()] != Some(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::Query;
    use super::super::testing::check_first_empty_work;
    use super::*;
    use crate::geometry::Geometry;

    /// The document's example.
    const ROWS: [[u32; 4]; 4] = [[1, 2, 0, 4], [4, 0, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2]];

    /// Solves a Sudoku in the document's own format: rows of numbers, 0 for an empty cell, as
    /// many rows as there are numbers in a row, a size that is the square of its boxes'.
    /// `None` if it is not that or has no solution; the rows given never change.
    fn solve_rows(rows: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
        let size = rows.len();
        let root = size.isqrt();
        if root * root != size || rows.iter().any(|row| row.len() != size) {
            return None;
        }
        let geometry = Geometry::with_boxes(root, root).ok()?;
        let mut puzzle = Puzzle::empty(geometry);
        for (cell, &number) in puzzle.geometry().cells().zip(rows.iter().flatten()) {
            if number as usize > size {
                return None;
            }
            puzzle.set(cell, Digit::new(number as usize));
        }
        let report = Query::new(&puzzle).solutions(1).run(&Iterative).ok()?;
        let grid = report.grids.first()?;
        let numbers = |row: &[Digit]| row.iter().map(|digit| digit.value() as u32).collect();
        Some(grid.digits().chunks(size).map(numbers).collect())
    }

    fn rows<const N: usize>(rows: [[u32; N]; N]) -> Vec<Vec<u32>> {
        rows.map(Vec::from).into()
    }

    #[test]
    fn the_work_is_that_of_every_first_empty_engine() {
        check_first_empty_work(&Iterative);
    }

    #[test]
    fn the_example_is_solved_and_its_input_is_left_alone() {
        let input = rows(ROWS);
        let solved = rows([[1, 2, 3, 4], [4, 3, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2]]);
        assert_eq!(solve_rows(&input), Some(solved));
        assert_eq!(input, rows(ROWS));
    }

    #[test]
    fn a_size_without_a_whole_root_is_refused() {
        assert_eq!(solve_rows(&rows([[0; 2]; 2])), None);
        assert_eq!(solve_rows(&rows([[0; 6]; 6])), None);
        assert_eq!(solve_rows(&[]), None);
        // 144 has a whole root, but is larger than any board supported.
        assert_eq!(solve_rows(&rows([[0; 144]; 144])), None);
        assert_eq!(solve_rows(&rows([[0]])), Some(rows([[1]])));
    }

    #[test]
    fn ragged_rows_are_refused() {
        let mut short = rows(ROWS);
        short[2].pop();
        assert_eq!(solve_rows(&short), None);
        let mut long = rows(ROWS);
        long[3].push(0);
        assert_eq!(solve_rows(&long), None);
    }

    #[test]
    fn going_back_past_the_start_means_no_solution() {
        // r1c4 sees 1, 2, 3 in its row and 4 in its column.
        let stuck = rows([[1, 2, 3, 0], [0, 0, 0, 4], [0; 4], [0; 4]]);
        assert_eq!(solve_rows(&stuck), None);
        let clash = rows([[1, 1, 0, 0], [0; 4], [0; 4], [0; 4]]);
        assert_eq!(solve_rows(&clash), None);
        let five = rows([[5, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
        assert_eq!(solve_rows(&five), None);
    }

    #[test]
    fn larger_boards_are_solved_too() {
        let solved = solve_rows(&rows([[0; 16]; 16])).unwrap();
        let first: Vec<u32> = (1..=16).collect();
        assert_eq!(solved[0], first);
    }
}

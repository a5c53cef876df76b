//! Puzzles in bulk: bytes in, bytes out, by the kernel of all columns (`ninefold-columns`).
//!
//! ```text
//!   81 bytes of a puzzle ──▶ 81 bytes of its first solution, or zeros if there is none
//!                            and a count: 0, 1, 2 for two or more, -1 if the row is no puzzle
//! ```
//!
//! A row is answered by itself, so a caller may cut its rows as it likes.

use ninefold_columns::{Operation, Row, Rows, Solve, Threads, Values};
use serde::Serialize;

use crate::json;

/// A blank among numbers, and what a row without a solution is filled with.
const NONE: u8 = 0;

/// Rows of characters and rows of numbers, each by its first byte: no character of a puzzle has a code
/// below ten.
struct Boards<'a>(&'a [[u8; 81]]);

impl Rows for Boards<'_> {
    fn n_rows(&self) -> usize {
        self.0.len()
    }

    fn row(&self, number: usize) -> Option<Row<'_>> {
        let board = &self.0[number];
        Some(if has_numbers(board) {
            Row::Digits(board)
        } else {
            Row::Text(board)
        })
    }
}

fn has_numbers(board: &[u8; 81]) -> bool {
    board[0] <= 9
}

/// Why a row is no puzzle.
#[derive(Serialize)]
struct Fault {
    row: usize,
    message: String,
    column: Option<usize>,
    hint: Option<String>,
}

/// Puts the first solution of each puzzle in its place, as the characters or numbers that the row has,
/// and the number of its solutions into `counts`. Returns the fault of the first row that is no puzzle,
/// as JSON.
///
/// # Panics
///
/// If there are not as many counts as puzzles.
pub fn solve(puzzles: &mut [[u8; 81]], counts: &mut [u8]) -> Option<String> {
    assert_eq!(puzzles.len(), counts.len(), "a count for each puzzle");
    let answers = Solve.run(&Boards(puzzles), &Threads::default());
    let answers = answers.expect("nothing stops it");
    let [solution, n_solutions] = &answers.columns[..] else {
        unreachable!("solve has two columns");
    };
    let (Values::Lines(lines), Values::Int8(numbers)) = (&solution.values, &n_solutions.values)
    else {
        unreachable!("lines and their numbers");
    };
    for (row, (board, count)) in puzzles.iter_mut().zip(counts).enumerate() {
        *board = match (solution.valid[row], has_numbers(board)) {
            (false, _) => [NONE; 81],
            (true, false) => lines[row],
            (true, true) => lines[row].map(|byte| byte - b'0'),
        };
        let number = if n_solutions.valid[row] {
            numbers[row]
        } else {
            -1
        };
        *count = number.cast_unsigned();
    }
    let (row, fault) = answers.faults.first()?;
    let fault = Fault {
        row: *row,
        message: fault.to_string(),
        column: fault.place(),
        hint: fault.hint(),
    };
    Some(json(&fault).get().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROPER: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn numbers(board: &[u8; 81]) -> [u8; 81] {
        board.map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
    }

    #[test]
    fn characters_give_characters_and_numbers_give_numbers() {
        let mut rows = [*PROPER, numbers(PROPER)];
        let mut counts = [9; 2];
        assert_eq!(solve(&mut rows, &mut counts), None);
        assert_eq!(counts, [1, 1]);
        assert!(rows[0].starts_with(b"534678912672195348"));
        assert_eq!(numbers(&rows[0]), rows[1]);
    }

    #[test]
    fn every_row_has_its_count_and_the_first_fault_is_named() {
        let mut clash = [b'.'; 81];
        clash[..2].copy_from_slice(b"11");
        let mut mixed = numbers(PROPER);
        mixed[2] = b'.';
        let mut rows = [clash, [b'.'; 81], mixed, [0xff; 81], *PROPER];
        let mut counts = [9; 5];
        let fault = solve(&mut rows, &mut counts).unwrap();
        assert_eq!(counts, [0, 2, 255, 255, 1]);
        assert_eq!(rows[0], [0; 81]);
        assert_eq!(rows[2], [0; 81]);
        let expected = r#"{"row":2,"message":"expected a number from 0 to 9, found 46 at 3","column":3,"hint":"0 is a blank"}"#;
        assert_eq!(fault, expected);
        assert_eq!(solve(&mut [], &mut []), None);
    }
}

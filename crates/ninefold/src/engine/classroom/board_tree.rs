//! Origin 001: *generative recursion* over the tree of next boards, in the style of
//! *How to Design Programs*.
//!
//! ```text
//!                     board
//!            ┌──────────┼─ … ──┐          find the first blank,
//!        blank = 1  blank = 2  blank = 9  fill it with 1 … 9,
//!            ✗          │      ✗          keep only the valid boards,
//!                 ┌─────┼─ … ─┐           and go on from each
//!                 ✗     │     │
//! ```
//!
//! The document blends three templates into one function: a recursion that *generates*
//! its next problem, a tree of any arity, and a backtracking search that tries the first
//! child and falls back to the rest. It collects the missing helpers in a wish list; each
//! wish is a function below, with the document's own examples as tests.
//!
//! Unlike origin 000 it does not track changes: *every* unit of the board is checked for
//! every new board. (*Square* and *unit* are the document's words for cell and house.)
//!
//! Boards are made one at a time, as the document's lists would be in a lazy language, so
//! no board is made in vain.
//!
//! Where prose and code disagree:
//!
//! - The code of `find-blank` stops at the first square that is *filled*; the prose,
//!   and the examples, want the first blank.
//! - The example for `next-boards` lists nine boards, the first of them twice; the
//!   prose gives eight.
//! - The board `BD5` does not have the solution `BD5s`, nor any: in its fourth row
//!   `7 5` stands one square too far to the right.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::super::{Engine, Search, Stop, Unsupported};
use super::{check_depth, is_sound};
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// Origin 001: the tree of next boards, as one recursion; every unit checked every time.
#[derive(Clone, Copy, Debug)]
pub struct BoardTree;

/// A board as in the document: a value, or none, for each square in reading order.
type Squares = Vec<Option<Digit>>;

impl Engine for BoardTree {
    fn name(&self) -> &'static str {
        "board-tree"
    }

    fn title(&self) -> &'static str {
        "Nine boards"
    }

    fn about(&self) -> &'static str {
        "origin 001: recursion over the tree of next boards, every house checked every time"
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        check_depth(self.name(), puzzle)
    }

    fn is_brute_force(&self) -> bool {
        true
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        // The document assumes that the initial board is valid.
        if !is_sound(puzzle) {
            return ControlFlow::Continue(());
        }
        let tree = Tree {
            puzzle,
            search: RefCell::new(search),
        };
        tree.solve_board(&puzzle.givens().to_vec(), 1)
    }
}

/// The two functions that `solve` is made of, for one board and for a list of boards,
/// with what stays the same while they call each other.
struct Tree<'a, 's> {
    puzzle: &'a Puzzle,
    /// Making a board and going on from it both report to the search, and the lazy list of
    /// boards is still being made while the search goes on from the first of them.
    search: RefCell<&'a mut Search<'s>>,
}

impl Tree<'_, '_> {
    fn solve_board(&self, board: &Squares, depth: usize) -> ControlFlow<Stop> {
        if solved(board) {
            let digits: Vec<Digit> = board.iter().copied().flatten().collect();
            return self.search.borrow_mut().solution(&digits);
        }
        let blank = find_blank(board);
        let made = |digit| {
            let mut search = self.search.borrow_mut();
            search.copy();
            search.try_digit(blank, digit);
        };
        self.solve_boards(blank, next_boards(self.puzzle, board, made), depth)
    }

    fn solve_boards(
        &self,
        blank: Cell,
        boards: impl Iterator<Item = Squares>,
        depth: usize,
    ) -> ControlFlow<Stop> {
        for board in boards {
            self.search.borrow_mut().node()?;
            if let Some(digit) = read_square(&board, blank) {
                self.search.borrow_mut().guess(blank, digit, depth);
            }
            self.solve_board(&board, depth + 1)?;
            self.search.borrow_mut().backtrack(depth);
        }
        ControlFlow::Continue(())
    }
}

/// Whether a valid board is solved: it is if it is full.
fn solved(board: &Squares) -> bool {
    completed(board)
}

/// Whether every square has a value.
fn completed(board: &Squares) -> bool {
    board.iter().all(Option::is_some)
}

/// The valid boards that have one more square filled, the first blank one. Calls `made` for
/// each digit that is tried there, valid or not.
fn next_boards(
    puzzle: &Puzzle,
    board: &Squares,
    made: impl FnMut(Digit),
) -> impl Iterator<Item = Squares> {
    let filled = fill_with_1_to_n(puzzle, find_blank(board), board, made);
    keep_only_valid(puzzle.geometry(), filled)
}

/// The first blank square.
///
/// # Panics
///
/// If there is none.
fn find_blank(board: &Squares) -> Cell {
    let blank = board.iter().position(Option::is_none);
    Cell::from_index(blank.expect("the board has a blank square"))
}

/// The board with each digit in turn at `position`: 1 to N, or those that the puzzle's
/// pencil marks allow. Calls `made` for each.
fn fill_with_1_to_n(
    puzzle: &Puzzle,
    position: Cell,
    board: &Squares,
    mut made: impl FnMut(Digit),
) -> impl Iterator<Item = Squares> {
    puzzle.allowed(position).iter().map(move |digit| {
        made(digit);
        fill_square(board, position, digit)
    })
}

/// Those of the boards that are valid.
fn keep_only_valid(
    geometry: &Geometry,
    boards: impl Iterator<Item = Squares>,
) -> impl Iterator<Item = Squares> {
    boards.filter(|board| valid_board(geometry, board))
}

/// Whether no unit of the board has the same value twice.
fn valid_board(geometry: &Geometry, board: &Squares) -> bool {
    let valid_unit = |unit: House| {
        let mut values = DigitSet::EMPTY;
        let squares = geometry.cells_of(unit).iter();
        for value in squares.filter_map(|&square| read_square(board, square)) {
            if values.contains(value) {
                return false;
            }
            values.insert(value);
        }
        true
    };
    geometry.houses().all(valid_unit)
}

/// The value at a position, if it has one.
fn read_square(board: &Squares, position: Cell) -> Option<Digit> {
    board[position.index()]
}

/// A new board with `value` at a position.
#[must_use]
fn fill_square(board: &Squares, position: Cell, value: Digit) -> Squares {
    let mut filled = board.clone();
    filled[position.index()] = Some(value);
    filled
}

#[cfg(test)]
mod tests {
    use super::super::super::Query;
    use super::super::testing::{ORIGIN_000, check_first_empty_work, first, puzzle};
    use super::*;
    use crate::puzzle::Grid;

    /// The document's boards, `0` for its `B`.
    const BD2: &str = "123456789 000000000 000000000
                       000000000 000000000 000000000
                       000000000 000000000 000000000";
    const BD3: &str = "100000000 200000000 300000000
                       400000000 500000000 600000000
                       700000000 800000000 900000000";
    const BD4: &str = "274091005 100500090 600003280
                       001900008 005100600 700080003
                       402000009 000000070 800349000";
    const BD4S: &str = "274891365138526497659473281321964758985137642\
                        746285913462758139593612874817349526";
    const BD5: &str = "500004070 010050600 004900000
                       090000750 180200000 000006000
                       003000008 060080009 008070031";
    const BD5S: &str = "539164872812753694674928315296417583187235946\
                        345896127923541768761382459458679231";
    const BD6: &str = "123456780 000000002 000000003
                       000000004 000000005 000000006
                       000000007 000000008 000000009";

    /// The first solution of a puzzle, or `None`: the function that the document is about.
    fn solve(puzzle: &Puzzle) -> Result<Option<Grid>, Unsupported> {
        let mut report = Query::new(puzzle).solutions(1).run(&BoardTree)?;
        Ok(report.grids.pop())
    }

    /// The position at a row and a column, both counted from zero as in the document.
    fn r_c_to_pos(geometry: &Geometry, row: usize, column: usize) -> Cell {
        geometry.at(row + 1, column + 1)
    }

    fn bd1() -> Puzzle {
        Puzzle::empty(Geometry::classic())
    }

    fn board(text: &str) -> Squares {
        puzzle(text).givens().to_vec()
    }

    fn square(index: usize) -> Cell {
        Cell::from_index(index)
    }

    fn value(value: usize) -> Digit {
        Digit::new(value).unwrap()
    }

    /// The empty board with these values in its first squares.
    fn starting_with(values: &[usize]) -> Squares {
        let mut board = bd1().givens().to_vec();
        for (k, &n) in values.iter().enumerate() {
            board[k] = Some(value(n));
        }
        board
    }

    fn is_valid(board: &Squares) -> bool {
        valid_board(&Geometry::classic(), board)
    }

    #[test]
    fn solve_finds_the_printed_solution() {
        let solution = |text: &str| {
            let grid = solve(&puzzle(text)).unwrap();
            grid.map(|grid| grid.to_string())
        };
        assert_eq!(solution(BD4).as_deref(), Some(BD4S));
        assert_eq!(solution(BD6), None);
    }

    #[test]
    fn solve_has_nothing_for_bd5_as_printed() {
        assert_eq!(solve(&puzzle(BD5)), Ok(None));
        let mended = BD5.replace("090000750", "090007500");
        let mended = puzzle(&mended);
        let report = Query::new(&mended).run(&BoardTree).unwrap();
        assert_eq!((report.stop, report.grids.len()), (None, 1));
        assert_eq!(report.grids[0].to_string(), BD5S);
    }

    #[test]
    fn solved_means_full() {
        assert!(!solved(&board(&"0".repeat(81))));
        assert!(!solved(&board(BD2)));
        assert!(solved(&board(BD4S)));
        assert!(completed(&board(BD4S)) && !completed(&board(BD4)));
    }

    #[test]
    fn next_boards_are_the_valid_ones() {
        let puzzle = bd1();
        let mut tried = 0;
        let next: Vec<Squares> =
            next_boards(&puzzle, &starting_with(&[1]), |_| tried += 1).collect();
        let expected: Vec<Squares> = (2..=9).map(|n| starting_with(&[1, n])).collect();
        assert_eq!(next, expected);
        assert_eq!(tried, 9);
    }

    #[test]
    fn next_boards_are_made_as_they_are_needed() {
        let puzzle = bd1();
        let mut tried = 0;
        next_boards(&puzzle, &starting_with(&[1]), |_| tried += 1).next();
        assert_eq!(tried, 2, "1 clashes, 2 does not");
    }

    #[test]
    fn find_blank_finds_the_first() {
        assert_eq!(find_blank(&starting_with(&[])), square(0));
        assert_eq!(find_blank(&starting_with(&[2])), square(1));
        assert_eq!(find_blank(&starting_with(&[2, 4])), square(2));
    }

    #[test]
    fn fill_with_1_to_n_gives_a_board_for_each_digit() {
        let puzzle = bd1();
        let empty = starting_with(&[]);
        let filled: Vec<Squares> = fill_with_1_to_n(&puzzle, square(0), &empty, |_| {}).collect();
        let expected: Vec<Squares> = (1..=9).map(|n| starting_with(&[n])).collect();
        assert_eq!(filled, expected);
    }

    #[test]
    fn keep_only_valid_drops_two_ones_in_a_row() {
        let boards = [starting_with(&[1, 1]), starting_with(&[1, 2])];
        let kept: Vec<Squares> =
            keep_only_valid(&Geometry::classic(), boards.into_iter()).collect();
        assert_eq!(kept, [starting_with(&[1, 2])]);
    }

    #[test]
    fn valid_board_looks_at_every_unit() {
        assert!(is_valid(&starting_with(&[])));
        for text in [BD2, BD3, BD4, BD5] {
            assert!(is_valid(&board(text)), "{text}");
        }
        let with_2_first = |text| fill_square(&board(text), square(0), value(2));
        assert!(!is_valid(&with_2_first(BD2)), "two 2s in the top row");
        assert!(!is_valid(&with_2_first(BD3)), "two 2s in the first column");
        let two_sixes = fill_square(&board(BD4), square(1), value(6));
        assert!(!is_valid(&two_sixes), "two 6s in the first box");
    }

    #[test]
    fn squares_are_read_and_filled_by_position() {
        let classic = Geometry::classic();
        let at = |row, column| r_c_to_pos(&classic, row, column);
        assert_eq!(read_square(&board(BD2), at(0, 5)), Some(value(6)));
        assert_eq!(read_square(&board(BD3), at(7, 0)), Some(value(8)));
        let filled = fill_square(&starting_with(&[]), at(0, 0), value(1));
        assert_eq!(filled, starting_with(&[1]));
    }

    #[test]
    fn the_work_is_that_of_every_first_empty_engine() {
        check_first_empty_work(&BoardTree);
    }

    #[test]
    fn every_try_is_a_new_board() {
        let (_, stats) = first(&BoardTree, ORIGIN_000[0]);
        assert_eq!(stats.copies, stats.tries);
    }
}

//! Multi-sector locked sets: rows and columns whose crossings have just enough room.
//!
//! ```text
//!          c2   c5   c8        nine cells, empty
//!    r1    123  14   25        a row can have 1 and 2 once each: six places;
//!    r4    12   24   15        a column can have 3, 4 and 5 once each, and each of them is in
//!    r7    13   124  12        one column only: three places.
//!                              Nine places for nine cells: every one is taken here, so 1 and 2
//!                              leave the rest of the rows, 3, 4 and 5 that of their column
//! ```
//!
//! By David P. Bird in the New Sudoku Players' Forum; each digit is counted in the rows or in the
//! columns, whichever has fewer places.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::{Counting, Fact};
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Cells where rows and columns cross, with as many places as cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sectors {
    /// The rows.
    pub rows: Vec<House>,
    /// The columns.
    pub columns: Vec<House>,
    /// The empty cells where they cross.
    pub cells: Vec<Cell>,
    /// The digits that have fewer places by rows.
    pub by_row: DigitSet,
    /// The digits that have fewer places by columns.
    pub by_column: DigitSet,
    /// The digits that have as many either way.
    pub either: DigitSet,
}

impl Sectors {
    /// The houses, each with the digits of the cells that are counted in it.
    fn covers(&self, houses: &[House], digits: DigitSet, board: &Board) -> Vec<(House, DigitSet)> {
        let with_digits = houses.iter().map(|&house| {
            let cells = board.geometry().cells_of(house).iter();
            let inside = cells.filter(|cell| self.cells.contains(cell));
            let all = inside.fold(DigitSet::EMPTY, |all, &cell| all | board.candidates(cell));
            (house, all & digits)
        });
        with_digits
            .filter(|(_, digits)| !digits.is_empty())
            .collect()
    }

    /// The count, with the digits that may be counted either way counted by rows or by columns.
    fn count(&self, either_by_row: bool, board: &Board) -> Fact {
        let (by_row, by_column) = if either_by_row {
            (self.by_row | self.either, self.by_column)
        } else {
            (self.by_row, self.by_column | self.either)
        };
        let rows = self.covers(&self.rows, by_row, board);
        let columns = self.covers(&self.columns, by_column, board);
        let covers = rows.into_iter().chain(columns).flat_map(|(house, digits)| {
            let digits: Vec<Digit> = digits.iter().collect();
            digits.into_iter().map(move |digit| (house, digit))
        });
        Fact::Counting(Counting::of(self.cells.iter().copied(), covers))
    }

    /// `row 2 1 and 4, row 5 1: 3 in all`, of digits that are counted in these houses.
    fn room(&self, one: &str, houses: &[House], digits: DigitSet, board: &Board) -> Words {
        let covers = self.covers(houses, digits, board);
        let n: usize = covers.iter().map(|(_, digits)| digits.len()).sum();
        if n == 0 {
            return Words::default();
        }
        let places = if n == 1 { "place" } else { "places" };
        let mut said = say![
            format!("A {one} has room for "),
            digits,
            format!(" once each. That gives {n} {places}: "),
        ];
        for (k, (house, digits)) in covers.iter().enumerate() {
            let before = if k == 0 { "" } else { "; " };
            said = said.and(say![before, *digits, " in ", *house]);
        }
        said.and(say!["."])
    }
}

impl Because for Sectors {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        vec![self.count(true, board), self.count(false, board)]
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for &cell in &self.cells {
            for digit in board.candidates(cell).iter() {
                let role = if self.by_column.contains(digit) {
                    Role::Second
                } else {
                    Role::Cause
                };
                causes.push((Candidate { cell, digit }, role));
            }
        }
        Picture {
            houses: [&self.rows[..], &self.columns].concat(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let digits = |digits| text::digits(digits, ",");
        format!(
            "{}: {} with {} by row, {} by column",
            deduction.technique,
            text::houses(geometry, &[&self.rows[..], &self.columns].concat()),
            digits(self.by_row | self.either),
            digits(self.by_column)
        )
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let n = self.cells.len();
        let said = say!["Look where "]
            .houses(board.geometry(), &self.rows)
            .and(say![" cross "])
            .houses(board.geometry(), &self.columns)
            .and(say![format!(": there are {n} empty cells, "), &self.cells, "."])
            .then(say!["Count the places that they have for the digits."])
            .then(self.room("row", &self.rows, self.by_row | self.either, board))
            .then(self.room("column", &self.columns, self.by_column, board))
            .then(say![format!(
                "Together {n} places for {n} cells, so each of these places is taken by one of the cells, and nowhere else in its row or column can the digit be."
            )]);
        if self.either.is_empty() {
            return said;
        }
        said.then(say![
            "Counted by column instead of by row, ",
            self.either,
            " would have as many places, so the same holds for the columns.",
        ])
    }
}

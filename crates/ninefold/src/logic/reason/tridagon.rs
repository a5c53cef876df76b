//! Tridagons: twelve cells in four boxes that three digits cannot fill.
//!
//! ```text
//!    boxes 1 and 2          The cells of a box are in three rows and three columns. Filled with
//!    a · · │ a · ·          a, b and c alone they would have an order, top to bottom: abc, bca
//!    · b · │ · b ·          and cab turn one way, acb, bac and cba the other. Boxes side by side
//!    · · c │ · · c          turn the same way, boxes one above the other too if they are read by
//!    ──────┼──────          columns; and reading by columns instead of rows keeps the turn in
//!    a · · │ · · a          the boxes 1, 2 and 4, and reverses it in box 5. Once round the four
//!    · b · │ · b ·          boxes it would be reversed, which cannot be: some cell holds another
//!    · · c │ c · ·          digit, a *guardian*.
//! ```
//!
//! Other names are trivalue oddagon and Thor's hammer. Found by mith, who searched for the puzzles
//! that have one; the conditions are from "Chromatic Patterns" in the New Sudoku Players' Forum
//! (2022), the rule from Denis Berthier, the argument by turns from shye.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::ladder::listed;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Twelve cells that three digits cannot fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tridagon {
    /// The digits.
    pub digits: [Digit; 3],
    /// The four boxes: two side by side, and the two below them.
    pub blocks: [House; 4],
    /// Three cells of each box, in three rows and three columns.
    pub cells: [[Cell; 3]; 4],
}

impl Tridagon {
    /// The three digits as a set.
    pub(in crate::logic) fn trio(&self) -> DigitSet {
        self.digits.into_iter().collect()
    }

    /// The candidates that keep the cells from holding the three digits alone: one of them holds.
    pub fn guardians(&self, board: &Board) -> Vec<Candidate> {
        let cells = self.cells.iter().flatten();
        let others = cells.flat_map(|&cell| {
            let digits = (board.candidates(cell) - self.trio()).iter();
            digits
                .map(|digit| Candidate { cell, digit })
                .collect::<Vec<_>>()
        });
        others.collect()
    }

    /// The facts by which one of the guardians holds.
    pub(in crate::logic) fn rests_on(&self) -> Vec<Fact> {
        self.cells.into_iter().flatten().map(Fact::Cell).collect()
    }

    /// The candidates of the pattern, and the guardians.
    pub(in crate::logic) fn causes(&self, board: &Board) -> Vec<(Candidate, Role)> {
        let mut causes = Vec::new();
        for &cell in self.cells.iter().flatten() {
            for digit in board.candidates(cell).iter() {
                let role = if self.digits.contains(&digit) {
                    Role::Cause
                } else {
                    Role::Fin
                };
                causes.push((Candidate { cell, digit }, role));
            }
        }
        causes
    }

    /// `1,2,3 in r1c1,r2c2 …`
    pub(in crate::logic) fn in_short(&self, geometry: &Geometry) -> String {
        let cells = self.cells.into_iter().flatten();
        let digits = text::digits(self.trio(), ",");
        format!("{digits} in {}", text::cells(geometry, cells))
    }

    /// Whether reading a box by columns instead of rows reverses the turn of its digits.
    fn is_reversed(&self, k: usize, geometry: &Geometry) -> bool {
        let [a, b, c] = {
            let mut cells = self.cells[k];
            cells.sort_unstable();
            cells.map(|cell| geometry.column(cell))
        };
        (a > b) ^ (b > c) ^ (a > c)
    }

    /// Why one of the guardians holds.
    pub(in crate::logic) fn story(&self, board: &Board) -> Words {
        let geometry = board.geometry();
        let cells: Vec<Cell> = self.cells.into_iter().flatten().collect();
        let reversed = (0..4).filter(|&k| self.is_reversed(k, geometry));
        let reversed: Vec<House> = reversed.map(|k| self.blocks[k]).collect();
        let [a, b, c] = self.digits;
        let order = |x: Digit, y: Digit, z: Digit| format!("{x}-{y}-{z}");
        let guardians = self.guardians(board);
        say!["Suppose that the 12 cells ", &cells, " held ", self.trio(), " alone. In each of "]
            .houses(board.geometry(), &self.blocks)
            .and(say![
                " they are in three rows and three columns, so each row and each column of the box would have one of the three digits. Read a box from its top row down: ",
                format!("{}, {} and {}", order(a, b, c), order(b, c, a), order(c, a, b)),
                " turn one way, ",
                format!("{}, {} and {}", order(a, c, b), order(c, b, a), order(b, a, c)),
                " the other way. Two boxes side by side turn the same way, since no row has a digit twice; two boxes one above the other do so if they are read by columns.",
            ])
            .then(say!["In "])
            .houses(board.geometry(), &reversed)
            .and(say![
                ", reading by columns instead of rows reverses the turn, in the rest it does not. So once round the four boxes the turn would be reversed, which is impossible.",
            ])
            .then(match &guardians[..] {
                [] => Words::default(),
                [only] => say!["So ", only.cell, " must hold its other candidate, ", only.digit, "."],
                _ => listed("So one of these cells holds another digit: ", " in ", &guardians),
            })
    }
}

impl Because for Tridagon {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        self.rests_on()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        Picture {
            houses: self.blocks.to_vec(),
            causes: self.causes(board),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!("{}: {}", deduction.technique, self.in_short(geometry))
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let guardians = self.guardians(board);
        let said = self.story(board);
        match &guardians[..] {
            [first, rest @ ..] if !rest.is_empty() => {
                if rest.iter().all(|other| other.cell == first.cell) {
                    said.then(say![
                        "All of these are in ",
                        first.cell,
                        ", so it is none of ",
                        self.trio(),
                        "."
                    ])
                } else {
                    let cells: Vec<Cell> = guardians.iter().map(|c| c.cell).collect();
                    said.then(say![
                        "So one of ",
                        &cells,
                        " is ",
                        first.digit,
                        ", and a cell that sees them all is not."
                    ])
                }
            }
            _ => said,
        }
    }
}

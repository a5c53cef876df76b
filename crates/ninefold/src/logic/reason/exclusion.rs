//! Exclusions: every way to fill a few cells with a digit fails.
//!
//! ```text
//!   r1c1 {1,2,3}    r1c2 {2,3,5}      If r1c1 were 1: with 2 in r1c2 nothing is left
//!   r1c7 {1,2}  r2c3 {1,3}  r3c1 {1,5}  for r1c7, with 3 nothing for r2c3, with 5
//!                                     nothing for r3c1. So r1c1 is not 1.
//! ```
//!
//! Known as aligned pair exclusion and aligned triple exclusion, after the players'
//! forums and Sudoku Explainer by Nicolas Juillerat.

use super::Because;
use super::sentences::{clash, sees};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::words::{Words, say};

/// Cells whose digits leave nothing for one of some others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The cells that are filled in every way.
    pub cells: Vec<Cell>,
    /// The cells for which a candidate must be left.
    pub watched: Vec<Cell>,
}

impl Exclusion {
    /// Fills the cells that are left in every way and says of each why it fails, as soon as it
    /// does.
    fn try_all(
        &self,
        board: &Board,
        tried: &mut Vec<Candidate>,
        left: &[Cell],
        dead_ends: &mut Vec<Words>,
    ) {
        let Some((&cell, left)) = left.split_first() else {
            return;
        };
        for digit in board.candidates(cell).iter() {
            let next = Candidate { cell, digit };
            let fails = self.failure(board, tried, next);
            tried.push(next);
            match fails {
                Some(why) => {
                    let mut said = Words::default();
                    for (k, one) in tried[1..].iter().enumerate() {
                        let before = if k == 0 { "" } else { " and " };
                        said = said.and(say![before, one.digit, " in ", one.cell]);
                    }
                    dead_ends.push(said.and(why));
                }
                None => self.try_all(board, tried, left, dead_ends),
            }
            tried.pop();
        }
    }

    /// Why the next candidate fits ill with those before it, if it does.
    fn failure(&self, board: &Board, tried: &[Candidate], next: Candidate) -> Option<Words> {
        if let Some(other) = tried.iter().find(|&&other| clash(board, other, next)) {
            return Some(say![
                if tried.len() == 1 {
                    " clashes with "
                } else {
                    " clash: the last sees "
                },
                other.digit,
                " in ",
                other.cell
            ]);
        }
        let is_taken = |watched: Cell, digit: Digit| {
            let mut all = tried.iter().chain([&next]);
            all.any(|one| one.digit == digit && sees(board, watched, one.cell))
        };
        let is_empty = |&&cell: &&Cell| {
            board
                .candidates(cell)
                .iter()
                .all(|digit| is_taken(cell, digit))
        };
        let emptied = self.watched.iter().find(is_empty)?;
        let leaves = match tried.len() {
            1 => " leaves nothing for ",
            _ => " leave nothing for ",
        };
        Some(say![leaves, *emptied])
    }
}

impl Because for Exclusion {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let cells = self.cells.iter().chain(&self.watched);
        cells.map(|&cell| Fact::Cell(cell)).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let marks = |cells: &[Cell], role: Role| -> Vec<(Candidate, Role)> {
            let marks = cells.iter().flat_map(|&cell| {
                let digits = board.candidates(cell).iter();
                digits.map(move |digit| (Candidate { cell, digit }, role))
            });
            marks.collect()
        };
        Picture {
            causes: [
                marks(&self.cells, Role::Cause),
                marks(&self.watched, Role::Second),
            ]
            .concat(),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let cells = text::cells(geometry, self.cells.iter().copied());
        let watched = text::cells(geometry, self.watched.iter().copied());
        format!("{}: {cells} against {watched}", deduction.technique)
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let mut said = say![&self.watched];
        said = match self.watched[..] {
            [_] => said.and(say![" has to keep a candidate: "]),
            _ => said.and(say![" each have to keep a candidate: "]),
        };
        for (k, &cell) in self.watched.iter().enumerate() {
            let before = if k == 0 { "" } else { "; " };
            said = said.and(say![before, cell, " is "]);
            said = said.one_digit_of(board.candidates(cell));
        }
        said = said.and(say!["."]);
        for gone in &deduction.eliminations {
            let others = self.cells.iter().filter(|&&cell| cell != gone.cell);
            let others: Vec<Cell> = others.copied().collect();
            let mut dead_ends = Vec::new();
            self.try_all(board, &mut vec![*gone], &others, &mut dead_ends);
            said = said.then(say!["If ", gone.cell, " is ", gone.digit, ", "]);
            said = said.and(say!["every way to fill ", &others, " fails: "]);
            for (k, dead_end) in dead_ends.into_iter().enumerate() {
                said = said.and(say![if k == 0 { "" } else { "; " }]).and(dead_end);
            }
            said = said.and(say!["."]);
        }
        said
    }
}

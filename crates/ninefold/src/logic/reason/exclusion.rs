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
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Geometry};
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
        let mut said = Words::default();
        let one_of = if self.watched.len() > 1 {
            "one of "
        } else {
            ""
        };
        for gone in &deduction.eliminations {
            let others: Vec<Cell> = self
                .cells
                .iter()
                .copied()
                .filter(|&c| c != gone.cell)
                .collect();
            said = said.then(say![
                "Suppose ",
                gone.cell,
                " is ",
                gone.digit,
                " and go through the candidates of ",
                &others,
                ": each time a digit comes twice where it must not, or nothing is left for ",
                one_of,
                &self.watched,
                ". So ",
                gone.cell,
                " is not ",
                gone.digit,
                ".",
            ]);
        }
        let mut have = say!["For that, look at what these can hold: "];
        for (k, &cell) in self.watched.iter().enumerate() {
            let before = if k == 0 { "" } else { "; " };
            have.parts
                .extend(say![before, cell, " ", board.candidates(cell)].parts);
        }
        have.parts.extend(say!["."].parts);
        said.then(have)
    }
}

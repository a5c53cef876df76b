//! Templates: every way to place one digit all over the board.
//!
//! ```text
//!   5 · · │ · · · │ · · ·        a template of 5: nine cells, one in each row, column
//!   · · · │ 5 · · │ · · ·        and box. Where every template that is still possible
//!   · · · │ · · · │ 5 · ·        has a 5, there is one; where none has, there is none
//! ```
//!
//! A template is not possible either if it takes a cell that every template of another
//! digit needs.

use super::Because;
use super::sentences::in_order;
use crate::board::Board;
use crate::geometry::{Candidate, Digit, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// All templates of a digit have something in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// The digit.
    pub digit: Digit,
    /// The other digits whose templates rule out some of this one's.
    pub others: DigitSet,
    /// Whether they agree where the digit is; else, where it is not.
    pub places: bool,
}

impl Because for Template {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let geometry = board.geometry();
        let digits = self.others | DigitSet::only(self.digit);
        let houses = geometry.houses().filter(|&house| geometry.is_exact(house));
        houses
            .flat_map(|house| digits.iter().map(move |digit| Fact::House(house, digit)))
            .collect()
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let digit = self.digit;
        let cells = board
            .empty_cells()
            .filter(|&cell| board.can_hold(cell, digit));
        let marks = cells.map(|cell| Candidate { cell, digit });
        let open = marks.filter(|mark| !deduction.eliminations.contains(mark));
        Picture {
            causes: open.map(|mark| (mark, Role::Cause)).collect(),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let placed = text::conclusion(geometry, &deduction.placements, &[]);
        format!("{}: {placed}", deduction.technique)
    }

    fn shows_conclusion(&self) -> bool {
        self.places
    }

    fn explain(&self, deduction: &Deduction, _board: &Board) -> Words {
        let digit = self.digit;
        let said = say![
            "Go through every way to place ",
            digit,
            " once in each row, column and box."
        ];
        let others = if self.others.is_empty() {
            Words::default()
        } else {
            say![
                "Leave out those that take a cell which ",
                self.others,
                " must have, however they are placed.",
            ]
        };
        let (ways, concluded) = if self.places {
            ("All the ways left have ", &deduction.placements)
        } else {
            ("None of the ways left has ", &deduction.eliminations)
        };
        let cells = in_order(concluded.iter().map(|concluded| concluded.cell));
        let place = if self.places || cells.len() == 1 {
            " in "
        } else {
            " in any of "
        };
        said.then(others)
            .then(say![ways, digit, place, &cells, "."])
    }
}

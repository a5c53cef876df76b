//! Locked candidates: a digit that a house needs and can place only where it
//! crosses another house.
//!
//! ```text
//!    box 1        rest of row 2
//!   ┌───────┐
//!   │ · · · │
//!   │ 5 5 · │ · 5̶ · · 5̶ ·        box 1 needs a 5 and has it in row 2,
//!   │ · · · │                    so row 2 has it in box 1
//!   └───────┘
//! ```

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::words::{Words, say};

/// All places for the digit in one house lie in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locked {
    /// The digit.
    pub digit: Digit,
    /// The house that needs it.
    pub from: House,
    /// The house that all its places share.
    pub into: House,
}

impl Because for Locked {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        vec![Fact::House(self.from, self.digit)]
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let digit = self.digit;
        let places = board.places(self.from, digit);
        Picture {
            houses: vec![self.from, self.into],
            causes: places
                .map(|cell| (Candidate { cell, digit }, Role::Cause))
                .collect(),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!(
            "{}: {} in {}",
            deduction.technique,
            self.digit,
            text::house(geometry, self.from)
        )
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let places: Vec<_> = board.places(self.from, self.digit).collect();
        let all = match places.len() {
            1 => "That cell is in ",
            2 => "Both are in ",
            _ => "All of them are in ",
        };
        let digit = self.digit;
        say![
            "In ",
            self.from,
            ", ",
            digit,
            " fits only in ",
            &places,
            ". "
        ]
        .and(say![
            all,
            self.into,
            ", so no other cell of ",
            self.into,
            " can be ",
            digit,
            ".",
        ])
    }
}

//! Fireworks: digits that a row and a column have only near their crossing.
//!
//! ```text
//!   ┌───────┐
//!   │ x d d │ · · · · p ·     Outside the box, row 1 has d in p at most, and column 1
//!   │ d     │                 in q at most. If d is neither in p nor in q, the box
//!   │ d     │                 has it in the row and in the column: in x.
//!   └───────┘
//!     ·                       Three such digits fill x, p and q.
//!     q
//! ```
//!
//! Found and named by the player Shye.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Three digits, each of which must be in one of three cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firework {
    /// The digits.
    pub digits: DigitSet,
    /// Where row and column cross.
    pub crossing: Cell,
    /// The other cell of the row and the other cell of the column.
    pub wings: [Cell; 2],
    /// The row and the column.
    pub lines: [House; 2],
    /// The box around the crossing.
    pub block: House,
}

impl Because for Firework {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let lines = self.lines.into_iter();
        let facts = lines.flat_map(|line| {
            let digits = self.digits.iter();
            digits
                .map(move |digit| Fact::House(line, digit))
                .collect::<Vec<_>>()
        });
        facts.collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for line in self.lines {
            for digit in self.digits.iter() {
                let places = board.places(line, digit);
                causes.extend(places.map(|cell| (Candidate { cell, digit }, Role::Cause)));
            }
        }
        causes.sort();
        causes.dedup();
        Picture {
            houses: self.lines.to_vec(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let digits = text::digits(self.digits, "/");
        let crossing = geometry.name(self.crossing);
        let wings = text::cells(geometry, self.wings);
        format!(
            "{}: {digits} in {crossing} with {wings}",
            deduction.technique
        )
    }

    fn explain(&self, _deduction: &Deduction, _board: &Board) -> Words {
        let [row, column] = self.lines;
        let [one, other] = self.wings;
        let cells = [self.crossing, one, other];
        say![
            "Outside ",
            self.block,
            ", ",
            row,
            " can have ",
            self.digits,
            " in ",
            one,
            " only, and ",
            column,
            " in ",
            other,
            " only. Where one of these digits is in neither of the two, both the row and the column have it in the box, which has it once: it is where they cross, in ",
            self.crossing,
            ". So each of the three digits is in one of ",
            cells.as_slice(),
            ", and these three cells hold nothing else.",
        ]
    }
}

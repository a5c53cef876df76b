//! Locked candidates and subsets that leave a digit one place, so that it can be written in at
//! once.
//!
//! ```text
//!    row 5  5 5 · | · · ·       box 4 has its 5 in row 5, so r5c4 is not 5;
//!    row 6  · · · | 5 · ·       that leaves r6c4 as the only place for 5 in box 5
//! ```
//!
//! Known as direct pointing, direct claiming and direct hidden sets from Sudoku Explainer by
//! Nicolas Juillerat.

use super::{Because, Reason};
use crate::board::Board;
use crate::geometry::{Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::words::{Words, say};

/// A reason to rub out marks, and the house that is left with one place for a digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// Why the other places are ruled out.
    pub first: Box<Reason>,
    /// The house that has one place left.
    pub house: House,
}

impl Because for Direct {
    fn facts(&self, deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let mut facts = self.first.facts(deduction, board);
        let placed = deduction.placements.iter();
        facts.extend(placed.map(|placed| Fact::House(self.house, placed.digit)));
        facts
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = self.first.picture(deduction, board);
        picture.houses.push(self.house);
        let placed = deduction.placements.iter();
        picture
            .causes
            .extend(placed.map(|&placed| (placed, Role::Second)));
        picture
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        self.first.notation(deduction, geometry)
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let said = self.first.explain(deduction, board);
        deduction.placements.iter().fold(said, |said, placed| {
            said.then(say![
                "That leaves ",
                placed.cell,
                " as the only place for ",
                placed.digit,
                " in ",
                self.house,
                ".",
            ])
        })
    }
}

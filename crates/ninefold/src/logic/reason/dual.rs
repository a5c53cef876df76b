//! Duals: two kites or two empty rectangles around one box, shown as one step.
//!
//! ```text
//!    · · 1 │ · · · │ · 1 ·      the 1 of box 1 is in row 1 or in column 1; so one
//!    · · · │       │            kite flies from r1c3 and r3c1 to r1c8 and r6c1, and
//!    1 · · │ · · · │ · · 1      another, with the strings exchanged, to r3c9 and r4c3
//! ```
//!
//! After HoDoKu by Bernhard Hobiger.

use super::sentences::sees;
use super::{Because, Chain};
use crate::board::Board;
use crate::geometry::{Cell, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture};
use crate::logic::technique::Technique;
use crate::words::{Words, say};

/// Two chains that share their middle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// One of them.
    pub first: Chain,
    /// The other.
    pub second: Chain,
}

impl Because for Dual {
    fn facts(&self, deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let mut facts = self.first.facts(deduction, board);
        facts.extend(self.second.facts(deduction, board));
        facts
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = self.first.picture(deduction, board);
        let second = self.second.picture(deduction, board);
        picture.causes.extend(second.causes);
        picture.links.extend(second.links);
        picture
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        let digit = self.first.nodes[0].digit;
        let (first, second) = (&self.first, &self.second);
        match name {
            Technique::DualEmptyRectangle => format!(
                "{name}: {digit} in {} ({}/{})",
                first.rectangle_box(geometry),
                first.pair_text(geometry),
                second.pair_text(geometry)
            ),
            _ => format!(
                "{name}: {digit} in {}/in {} (connected by {})",
                first.ends_text(geometry),
                second.ends_text(geometry),
                first.middle_text(geometry)
            ),
        }
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        // Each chain speaks of what both its ends see.
        let part = |chain: &Chain| {
            let ends = chain.nodes.first().into_iter().chain(chain.nodes.last());
            let ends: Vec<Cell> = ends.flat_map(|end| end.cells.clone()).collect();
            deduction.keeping(|gone| ends.iter().all(|&end| sees(board, gone.cell, end)))
        };
        let first = self.first.explain(&part(&self.first), board);
        let second = self.second.explain(&part(&self.second), board);
        first.then(say!["The other way round:"]).then(second)
    }
}

//! Duals: two kites or two empty rectangles around one box, told as one step.
//!
//! ```text
//!    · · 1 │ · · · │ · 1 ·      the 1 of box 1 is in row 1 or in column 1; so one
//!    · · · │       │            kite flies from r1c3 and r3c1 to r1c8 and r6c1, and
//!    1 · · │ · · · │ · · 1      another, with the strings exchanged, to r3c9 and r4c3
//! ```
//!
//! After HoDoKu by Bernhard Hobiger.

use super::{Because, Chain};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::logic::check::Fact;
use crate::logic::step::{Picture, Step};
use crate::logic::technique::Technique;
use crate::logic::words::{Explanation, say};

/// Two chains that share their middle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// One of them.
    pub first: Chain,
    /// The other.
    pub second: Chain,
}

impl Because for Dual {
    fn facts(&self, step: &Step, board: &Board) -> Vec<Fact> {
        let mut facts = self.first.facts(step, board);
        facts.extend(self.second.facts(step, board));
        facts
    }

    fn picture(&self, step: &Step, board: &Board) -> Picture {
        let mut picture = self.first.picture(step, board);
        let second = self.second.picture(step, board);
        picture.causes.extend(second.causes);
        picture.links.extend(second.links);
        picture
    }

    fn notation(&self, step: &Step, geometry: &Geometry) -> String {
        let name = step.technique;
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

    fn explain(&self, step: &Step, board: &Board) -> Explanation {
        let first = self.first.explain(step, board);
        let second = say!["And from the other side:"].then(self.second.explain(step, board));
        first.then(second)
    }
}

//! Broken wings: a ring of an odd number of cells that cannot be all there is.
//!
//! ```text
//!    r1  5 · · · 5         each line joins two neighbours of the ring, and apart from
//!        │       │  ?      the guardian (?) its house has no other place for 5: so of
//!    r6  5 · · · │ ·       two neighbours one would be 5 and one not, turn and turn
//!          ╲     │         about; but the ring is odd and that does not come out even.
//!    r8  ·   5 · 5         So the guardian is 5
//! ```
//!
//! With several guardians one of them holds the digit, and what sees them all does
//! not. Broken wings are Rod Hagglund's; others call the ring an oddagon.

use super::Because;
use super::sentences::{claim, cleared, number, see_them};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::logic::text;
use crate::words::{Words, say};

/// An odd ring of places for a digit, and the places that keep it from closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guardians {
    /// The digit.
    pub digit: Digit,
    /// The cells of the ring, each a neighbour of the next and the last of the first.
    pub ring: Vec<Cell>,
    /// The houses that hold two neighbours each: the first two cells, the next two …
    pub houses: Vec<House>,
    /// The other places for the digit in these houses.
    pub guardians: Vec<Cell>,
}

impl Because for Guardians {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let houses = self.houses.iter();
        houses
            .map(|&house| Fact::House(house, self.digit))
            .collect()
    }

    fn picture(&self, _deduction: &Deduction, _board: &Board) -> Picture {
        let at = |cell| Candidate {
            cell,
            digit: self.digit,
        };
        let ring = self.ring.iter().map(|&cell| (at(cell), Role::Cause));
        let guardians = self.guardians.iter().map(|&cell| (at(cell), Role::Fin));
        let neighbours = self.ring.iter().zip(self.ring.iter().cycle().skip(1));
        Picture {
            houses: self.houses.clone(),
            causes: ring.chain(guardians).collect(),
            links: neighbours
                .map(|(&a, &b)| Link {
                    from: vec![at(a)],
                    to: vec![at(b)],
                    strong: true,
                })
                .collect(),
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!(
            "{}: {} in {} (guarded by {})",
            deduction.technique,
            self.digit,
            text::cells(geometry, self.ring.iter().copied()),
            text::cells(geometry, self.guardians.iter().copied())
        )
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let (digit, n) = (self.digit, number(self.ring.len()));
        let said = say![
            "Go round the ring ",
            &self.ring,
            format!(" and back to the first, {n} cells. Each two neighbours share a house: "),
        ]
        .houses(board.geometry(), &self.houses);
        let without = match self.guardians[..] {
            [guardian] => say![". If ", guardian, " were not ", digit],
            _ => say![". If none of ", &self.guardians, " were ", digit],
        };
        let said = said.and(without).and(say![
            ", each of these houses would have its ",
            digit,
            " in one of its two cells of the ring, so going round, every second cell would be ",
            digit,
            ". With an odd number of cells that is impossible.",
        ]);
        let gone = cleared(deduction);
        if gone.is_empty() {
            return said;
        }
        let guarded = say!["So "]
            .and(claim(&self.guardians, digit, true))
            .and(say!["."]);
        said.then(guarded)
            .then(see_them(board, &gone, &self.guardians))
    }
}

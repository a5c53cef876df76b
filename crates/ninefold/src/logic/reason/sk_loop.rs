//! SK-loops: a ring of eight arms around four solved cells, with just enough room.
//!
//! ```text
//!    b ║ ·   ·  ·  ·   ║ c         s is solved. The arms, two cells each, form a ring: the two
//!  a a s d d ·  ·  · e e s f f     of a row share the row, the two of a box the box. If the
//!    b ║               ║ c         digits of the arms have no more places in these eight houses
//!      ║               ║           than the arms have cells, every place is taken in the ring
//! ```
//!
//! Steve Kurzhals found the first in the puzzle Easter Monster (2007); also called domino loop.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::{Counting, Fact};
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// A ring of arms, and the ways to cover their digits with as many places as cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkLoop {
    /// The two rows and the two columns.
    pub lines: [House; 4],
    /// The solved cells where they cross.
    pub crossings: [Cell; 4],
    /// The empty cells of the arms.
    pub cells: Vec<Cell>,
    /// The places: each way to choose them has as many as there are cells.
    pub covers: Vec<Vec<(House, Digit)>>,
}

impl Because for SkLoop {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let counts = self.covers.iter();
        counts
            .map(|covers| Counting::of(self.cells.iter().copied(), covers.iter().copied()))
            .map(Fact::Counting)
            .collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let marks = self.cells.iter().flat_map(|&cell| {
            let digits = board.candidates(cell).iter();
            digits.map(move |digit| (Candidate { cell, digit }, Role::Cause))
        });
        let mut houses = self.lines.to_vec();
        for &(house, _) in self.covers.iter().flatten() {
            if !houses.contains(&house) {
                houses.push(house);
            }
        }
        Picture {
            houses,
            causes: marks.collect(),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!(
            "{}: {} around {}",
            deduction.technique,
            text::cells(geometry, self.cells.iter().copied()),
            text::houses(geometry, &self.lines)
        )
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let n = self.cells.len();
        let mut said = say!["Look where "]
            .houses(board.geometry(), &self.lines[..2])
            .and(say![" cross "])
            .houses(board.geometry(), &self.lines[2..])
            .and(say![
                ": ",
                self.crossings.as_slice(),
                format!(" are solved. The {n} empty cells beside them in their boxes, "),
                &self.cells,
                ", form a ring: an arm shares its line with the next arm, that one its box with the one after it, and so on round. ",
                "In these houses the cells have room for ",
            ]);
        let mut rooms: Vec<(House, DigitSet)> = Vec::new();
        for &(house, digit) in &self.covers[0] {
            match rooms.iter_mut().find(|(known, _)| *known == house) {
                Some((_, digits)) => digits.insert(digit),
                None => rooms.push((house, DigitSet::only(digit))),
            }
        }
        rooms.sort_by_key(|&(house, _)| house);
        for (k, (house, digits)) in rooms.iter().enumerate() {
            said = said.and(match k {
                0 => Words::default(),
                _ if k + 1 == rooms.len() => say![" and "],
                _ => say![", "],
            });
            said = said.and(say![*digits, " in ", *house]);
        }
        said = said.and(say![format!(
            ", once each: {n} places for {n} cells. So each of these places is taken by one of the cells, and nowhere else in its house can the digit be."
        )]);
        if self.covers.len() > 1 {
            said = said.then(say![
                "Where a digit can be counted in other houses with as many places, the same holds for those.",
            ]);
        }
        said
    }
}

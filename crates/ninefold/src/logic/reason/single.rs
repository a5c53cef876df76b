//! Singles: a cell with one digit left, or a digit with one place left in a house.

use super::Because;
use crate::board::Board;
use crate::geometry::{Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::words::{Words, say};

/// Why a digit can be placed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// The house in which the digit has one place left, or which has one empty cell;
    /// none for a cell with one candidate.
    pub house: Option<House>,
}

impl Because for Single {
    fn facts(&self, deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let placed = deduction.placements.iter();
        placed
            .map(|placed| match self.house {
                Some(house) => Fact::House(house, placed.digit),
                None => Fact::Cell(placed.cell),
            })
            .collect()
    }

    fn picture(&self, deduction: &Deduction, _board: &Board) -> Picture {
        Picture {
            houses: self.house.into_iter().collect(),
            causes: deduction
                .placements
                .iter()
                .map(|&c| (c, Role::Cause))
                .collect(),
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let placed = text::conclusion(geometry, &deduction.placements, &[]);
        format!("{}: {placed}", deduction.technique)
    }

    fn shows_conclusion(&self) -> bool {
        true
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let [placed] = deduction.placements[..] else {
            return Words::default();
        };
        let (cell, digit) = (placed.cell, placed.digit);
        match self.house {
            Some(house) if deduction.technique == Technique::FullHouse => say![
                cell,
                " is the only empty cell of ",
                house,
                ", and ",
                digit,
                " is the only digit missing there. So ",
                cell,
                " is ",
                digit,
                ".",
            ],
            Some(house) => {
                let geometry = board.geometry();
                let cells = geometry.cells_of(house).iter().copied();
                let others = cells
                    .filter(|&c| c != cell && board.value(c).is_none())
                    .count();
                let why = match others {
                    0 => ": every other cell is filled. So ",
                    1 => ": the other empty cell cannot be it. So ",
                    _ => ": no other empty cell can hold it. So ",
                };
                say![
                    "In ",
                    house,
                    ", ",
                    cell,
                    " is the only place for ",
                    digit,
                    why,
                    cell,
                    " is ",
                    digit,
                    "."
                ]
            }
            None => say![
                "Every digit but ",
                digit,
                " is ruled out in ",
                cell,
                ". So ",
                cell,
                " is ",
                digit,
                ".",
            ],
        }
    }
}

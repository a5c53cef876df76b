//! Brute force: no reason but the solution itself, and labelled as such.

use super::Because;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::words::{Words, say};

/// The digit was looked up in the solution. No facts are named, so the checker does
/// not accept it: it is not logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess;

impl Because for Guess {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        Vec::new()
    }

    fn picture(&self, deduction: &Deduction, _board: &Board) -> Picture {
        Picture {
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

    fn explain(&self, deduction: &Deduction, _board: &Board) -> Words {
        let [placed] = deduction.placements[..] else {
            return Words::default();
        };
        say![
            "No technique that is switched on goes further here. This is not logic: the solution was found by search, and it has ",
            placed.digit,
            " in ",
            placed.cell,
            ".",
        ]
    }
}

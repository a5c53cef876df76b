//! Brute force: no reason but the solution itself, and said as such.

use super::Because;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::logic::check::Fact;
use crate::logic::step::{Picture, Role, Step};
use crate::logic::text;
use crate::logic::words::{Explanation, say};

/// The digit was looked up in the solution. No facts are named, so the checker does
/// not accept it: it is not logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess;

impl Because for Guess {
    fn facts(&self, _step: &Step, _board: &Board) -> Vec<Fact> {
        Vec::new()
    }

    fn picture(&self, step: &Step, _board: &Board) -> Picture {
        Picture {
            causes: step.placements.iter().map(|&c| (c, Role::Cause)).collect(),
            ..Picture::default()
        }
    }

    fn notation(&self, step: &Step, geometry: &Geometry) -> String {
        let placed = text::conclusion(geometry, &step.placements, &[]);
        format!("{}: {placed}", step.technique)
    }

    fn shows_conclusion(&self) -> bool {
        true
    }

    fn explain(&self, step: &Step, _board: &Board) -> Explanation {
        let [placed] = step.placements[..] else {
            return Explanation::default();
        };
        say![
            "No technique that is switched on goes further here. This is not logic: the solution, found by search, has ",
            placed.digit,
            " in ",
            placed.cell,
            ".",
        ]
    }
}

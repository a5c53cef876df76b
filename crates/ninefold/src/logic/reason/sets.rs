//! Almost locked sets: n cells with n + 1 digits between them.
//!
//! ```text
//!    A = r14c6 {148}        B = r1235c9 {14589}
//!         └───── 1 ──────────────┘            every 1 of A sees every 1 of B: only one
//!                                             of the two sets can have it, and the other
//!    a 4 that sees all 4s of A and of B       one must then use all its other digits;
//!    would take it from both                  so one of them has a 4
//! ```
//!
//! Take one digit from an almost locked set and the others are locked in. Sets are
//! tied together by digits that only one of two sets can have (restricted commons).

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Almost locked sets tied to each other, or each to a digit of a stem cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The sets, in the order in which they are tied.
    pub sets: Vec<AlmostLocked>,
    /// The digits that tie a set to the next; in a death blossom, the stem's digit that
    /// ties it to each set.
    pub ties: Vec<DigitSet>,
    /// The cell whose candidates each take a digit from one set.
    pub stem: Option<Cell>,
    /// The digits that one of the sets must have.
    pub shared: DigitSet,
}

/// `n` cells with `n + 1` digits between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlmostLocked {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their candidates.
    pub digits: DigitSet,
}

impl AlmostLocked {
    /// `r14c6 {148}`.
    fn text(&self, geometry: &Geometry) -> String {
        let cells = text::cells(geometry, self.cells.iter().copied());
        format!("{cells} {{{}}}", self.digits)
    }
}

impl Because for Sets {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let cells = self.sets.iter().flat_map(|set| &set.cells).copied();
        cells.chain(self.stem).map(Fact::Cell).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let tied = self
            .ties
            .iter()
            .fold(DigitSet::EMPTY, |all, &tie| all | tie);
        let mut causes = Vec::new();
        for (k, set) in self.sets.iter().enumerate() {
            for &cell in &set.cells {
                for digit in board.candidates(cell).iter() {
                    let role = match (tied.contains(digit), k % 2) {
                        (true, _) => Role::Fin,
                        (false, 0) => Role::Cause,
                        (false, _) => Role::Second,
                    };
                    causes.push((Candidate { cell, digit }, role));
                }
            }
        }
        if let Some(cell) = self.stem {
            let digits = board.candidates(cell).iter();
            causes.extend(digits.map(|digit| (Candidate { cell, digit }, Role::Fin)));
        }
        Picture {
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        let sets: Vec<String> = self.sets.iter().map(|set| set.text(geometry)).collect();
        let ties: Vec<String> = self
            .ties
            .iter()
            .map(|&tie| text::digits(tie, ","))
            .collect();
        let shared = text::digits(self.shared, ",");
        match name {
            Technique::AlsXz => {
                let z = if shared.is_empty() {
                    shared
                } else {
                    format!(", Z={shared}")
                };
                format!("{name}: A={}, B={}, X={}{z}", sets[0], sets[1], ties[0])
            }
            // The middle one of the three is called C.
            Technique::AlsXyWing => format!(
                "{name}: A={}, B={}, C={}, X,Y={},{}, Z={shared}",
                sets[0], sets[2], sets[1], ties[0], ties[1]
            ),
            Technique::DeathBlossom => {
                let stem = text::cells(geometry, self.stem);
                let petals = ties.iter().zip(&sets);
                let petals: String = petals
                    .map(|(tie, set)| format!(",  -{tie}- {set}"))
                    .collect();
                format!("{name}: [{stem}]{petals}")
            }
            _ => {
                let mut said = sets[0].clone();
                for (tie, set) in ties.iter().zip(&sets[1..]) {
                    said += &format!(" -{tie}- {set}");
                }
                format!("{name}: {shared}- {said} -{shared}")
            }
        }
    }

    fn explain(&self, deduction: &Deduction, _board: &Board) -> Words {
        let mut said = Words::default();
        for set in &self.sets {
            let n = set.cells.len();
            said = said.then(match n {
                1 => say![&set.cells, " holds ", set.digits, "."],
                _ => say![
                    &set.cells,
                    " hold ",
                    set.digits,
                    format!(
                        ": {n} cells for {} digits, so all but one of them are there.",
                        n + 1
                    ),
                ],
            });
        }
        if let Some(stem) = self.stem {
            for (tie, set) in self.ties.iter().zip(&self.sets) {
                said = said.then(say![
                    "If ",
                    stem,
                    " is ",
                    *tie,
                    ", ",
                    &set.cells,
                    " cannot have it, and must have all the other digits.",
                ]);
            }
            return said.then(say![
                "Whatever ",
                stem,
                " is, one of these sets has ",
                self.shared,
                ", so a cell that sees every place for it in all of them does not.",
            ]);
        }
        for (k, tie) in self.ties.iter().enumerate() {
            let (a, b) = (&self.sets[k], &self.sets[k + 1]);
            said = said.then(say![
                "Every place for ",
                *tie,
                " in ",
                &a.cells,
                " sees every place for the same digit in ",
                &b.cells,
                ", so only one of the two sets can have it, and the other must have all its other digits.",
            ]);
        }
        match deduction.technique {
            Technique::AlsXz if self.ties[0].len() == 2 => said.then(say![
                "Both digits tie the sets, so each set has just one of the two and all its other digits: these cannot be where they see every place for them in the set.",
            ]),
            _ => said.then(say![
                "So one of ", &self.sets[0].cells, " and ", &self.sets[self.sets.len() - 1].cells, " has ", self.shared, ", and a cell that sees every place for it in both does not.",
            ]),
        }
    }
}

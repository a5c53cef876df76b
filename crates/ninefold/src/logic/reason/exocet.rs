//! Junior exocets: two cells whose digits must come again in two others.
//!
//! ```text
//!      c1      c4      c7
//!    B B ·   · · ·   · · ·      The base B holds two of 1, 2, 3, 4. Columns 3, 4 and 7 are the
//!    · · ·   T · ·   c · ·      cross-lines. Below (S) they have room for each of these digits in
//!    · · ·   c · ·   T · ·      two lines only. So if a digit is in the base, one of the three
//!    ─────────────────────      columns has it in the band; there it fits in the targets T only,
//!    · · S   S · ·   S · ·      since the companions c cannot hold it. Two digits, two targets:
//!    · · S   S · ·   S · ·      the targets hold the digits of the base
//! ```
//!
//! Named by champagne, found with Allan Barker's tools; the definition is David P. Bird's
//! ("JExocet Pattern Definition", New Sudoku Players' Forum, 2013), who has thirteen rules for what
//! follows from it. Here the checker is asked instead, candidate by candidate.

use super::Because;
use super::sentences::places;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// A base, its targets, and the lines that tie them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exocet {
    /// The two cells of the base.
    pub base: [Cell; 2],
    /// The candidates of the base.
    pub digits: DigitSet,
    /// The two targets.
    pub targets: [Cell; 2],
    /// The three cross-lines.
    pub lines: [House; 3],
    /// For each digit two lines with all of its places in the cross-lines outside of the band.
    pub covers: Vec<(Digit, Vec<House>)>,
    /// The boxes of the targets and the mirror nodes in them, if the step needs them.
    pub mirrors: Option<([House; 2], [[Cell; 2]; 2])>,
}

impl Exocet {
    /// The facts that the step rests on.
    pub(in crate::logic) fn rests_on(&self) -> Vec<Fact> {
        let houses = self.lines.iter().flat_map(|&line| {
            let digits = self.digits.iter();
            digits
                .map(move |digit| Fact::House(line, digit))
                .collect::<Vec<_>>()
        });
        let mut facts: Vec<Fact> = self
            .base
            .into_iter()
            .map(Fact::Cell)
            .chain(houses)
            .collect();
        if let Some((blocks, nodes)) = &self.mirrors {
            for &block in blocks {
                facts.extend(self.digits.iter().map(|digit| Fact::House(block, digit)));
            }
            facts.extend(nodes.iter().flatten().map(|&cell| Fact::Cell(cell)));
        }
        facts
    }
}

impl Because for Exocet {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        self.rests_on()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        let roles = [(self.base, Role::Cause), (self.targets, Role::Second)];
        for (cells, role) in roles {
            for cell in cells {
                let digits = (board.candidates(cell) & self.digits).iter();
                causes.extend(digits.map(|digit| (Candidate { cell, digit }, role)));
            }
        }
        if let Some((_, nodes)) = &self.mirrors {
            for &cell in nodes.iter().flatten() {
                let digits = (board.candidates(cell) & self.digits).iter();
                causes.extend(digits.map(|digit| (Candidate { cell, digit }, Role::Fin)));
            }
        }
        Picture {
            houses: self.lines.to_vec(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!(
            "{}: {} in base {} with targets {} and {}",
            deduction.technique,
            text::digits(self.digits, ","),
            text::cells(geometry, self.base),
            text::cells(geometry, self.targets),
            text::houses(geometry, &self.lines)
        )
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let mut lines = self.lines;
        lines.sort_unstable();
        let mut said = say![
            self.base.as_slice(),
            ", the base, hold two of the digits ",
            self.digits,
            ". Outside the three boxes beside and around the base, "
        ]
        .houses(board.geometry(), &lines)
        .and(say![
            " have room for each of these digits in two lines only: "
        ]);
        for (k, (digit, houses)) in self.covers.iter().enumerate() {
            let before = if k == 0 { "" } else { "; " };
            said = said.and(say![before, *digit, " in "]);
            said = if houses.is_empty() {
                said.and(say!["none"])
            } else {
                said.houses(board.geometry(), houses)
            };
        }
        said = said.and(say![
            ". So one of these lines has a digit of the base inside the three boxes, where only the targets ",
            self.targets.as_slice(),
            " can hold it: the other cells of the lines see the base or have none of the digits. Two digits and two targets: the targets hold the same two digits as the base.",
        ]);
        let inside =
            |c: &&Candidate| self.targets.contains(&c.cell) && !self.digits.contains(c.digit);
        let (plain, tried): (Vec<&Candidate>, Vec<&Candidate>) =
            deduction.eliminations.iter().partition(inside);
        let [plain, tried] =
            [plain, tried].map(|list| list.into_iter().copied().collect::<Vec<_>>());
        if !plain.is_empty() {
            said = said.then(say!["A target holds no other digit."]);
        }
        if !tried.is_empty() {
            let mut houses = lines.to_vec();
            houses.extend(self.mirrors.iter().flat_map(|(blocks, _)| blocks));
            said = said
                .then(say!["With "])
                .and(places(&tried))
                .and(say![", the base and "])
                .houses(board.geometry(), &houses)
                .and(say![" could not all get their digits."]);
        }
        said
    }
}

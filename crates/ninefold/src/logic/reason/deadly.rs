//! Deadly patterns: cells that would have two solutions between them.
//!
//! ```text
//!      c7    c8                   If r8c8 were 6 or 9, each of the four cells would
//!   r1 {6,9} {6,9}     box 3      be 6 or 9, and the 6s and 9s could be swapped:
//!   r8 {6,9} {5,6,9}   box 9      6 9       9 6
//!                                 9 6  and  6 9  would both do. A puzzle has one
//!                                 solution only, so r8c8 is 5.
//! ```
//!
//! That is a unique rectangle. A unique loop is the same along more cells, an
//! avoidable rectangle the same with cells that the player has filled, and a bivalue
//! universal grave the same with every cell that is left. The types differ in what
//! follows from it: some cell of the pattern must hold a digit outside its pair.
//!
//! Names and types are those of HoDoKu by Bernhard Hobiger; loops and the larger
//! graves are known from Sudoku Explainer by Nicolas Juillerat.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::{Fact, Pair};
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Cells that must not all keep to their pairs of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// The cells, each with the digits that could be swapped there.
    pub pairs: Vec<Pair>,
    /// Houses that have places for a digit in the pattern only.
    pub locked: Vec<(House, Digit)>,
    /// Cells that make a naked subset together with the digits that the pattern must hold
    /// besides its pairs.
    pub subset: Vec<Cell>,
}

impl Deadly {
    /// The candidates that keep the pattern from being deadly.
    fn ways_out(&self, board: &Board) -> Vec<Candidate> {
        let mut ways_out = Vec::new();
        for &Pair { cell, a, b } in &self.pairs {
            let others = board.candidates(cell) - DigitSet::only(a) - DigitSet::only(b);
            ways_out.extend(others.iter().map(|digit| Candidate { cell, digit }));
        }
        ways_out
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.pairs.iter().map(|pair| pair.cell).collect();
        cells.sort_unstable();
        cells
    }

    /// The digits of the pattern, if they are the same in every cell.
    fn digits(&self) -> Option<(Digit, Digit)> {
        let first = self.pairs.first()?;
        let (a, b) = (first.a.min(first.b), first.a.max(first.b));
        let is_same = |pair: &Pair| [pair.a, pair.b] == [a, b] || [pair.a, pair.b] == [b, a];
        self.pairs.iter().all(is_same).then_some((a, b))
    }
}

impl Because for Deadly {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let locked = self.locked.iter();
        let locked = locked.map(|&(house, digit)| Fact::House(house, digit));
        let subset = self.subset.iter().map(|&cell| Fact::Cell(cell));
        let deadly = std::iter::once(Fact::Deadly(self.pairs.clone()));
        deadly.chain(locked).chain(subset).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for &Pair { cell, a, b } in &self.pairs {
            let there = [a, b].into_iter().filter(|&d| board.can_hold(cell, d));
            causes.extend(there.map(|digit| (Candidate { cell, digit }, Role::Cause)));
        }
        let ways_out = self.ways_out(board).into_iter();
        causes.extend(ways_out.map(|candidate| (candidate, Role::Fin)));
        for &cell in &self.subset {
            let digits = board.candidates(cell).iter();
            causes.extend(digits.map(|digit| (Candidate { cell, digit }, Role::Second)));
        }
        Picture {
            houses: self.locked.iter().map(|&(house, _)| house).collect(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        match self.digits() {
            _ if name == Technique::BugPlus1 => name.to_string(),
            Some((a, b)) => format!("{name}: {a}/{b} in {}", text::cells(geometry, self.cells())),
            None => {
                let subset = text::cells(geometry, self.subset.iter().copied());
                let gone: DigitSet = deduction
                    .eliminations
                    .iter()
                    .map(|gone| gone.digit)
                    .collect();
                let gone = text::digits(gone, "/");
                if subset.is_empty() {
                    format!("{name}: {gone}")
                } else {
                    format!("{name}: {gone} with {subset}")
                }
            }
        }
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let mut said = match self.digits() {
            Some((a, b)) => say![
                "If ",
                &self.cells(),
                " held nothing but ",
                a,
                " and ",
                b,
                ", the two could be swapped in all of these cells: every row, column and box that has one of them has two. The puzzle would have two solutions, but it has one.",
            ],
            None => say![
                "Apart from a few marks every empty cell has two candidates, and every row, column and box has two places for each digit it still needs. If none of those few marks were right, the two digits could be swapped in every cell, and the puzzle would have two solutions; but it has one.",
            ],
        };
        let ways_out = self.ways_out(board);
        said = said.then(say!["So one of these must be right: "]);
        for (k, way) in ways_out.iter().enumerate() {
            let before = match k {
                0 => "",
                _ if k + 1 == ways_out.len() => " or ",
                _ => ", ",
            };
            said.parts
                .extend(say![before, way.digit, " in ", way.cell].parts);
        }
        said.parts.extend(say!["."].parts);
        for &(house, digit) in &self.locked {
            let places: Vec<Cell> = board.places(house, digit).collect();
            said = said.then(say![
                "In ",
                house,
                ", ",
                digit,
                " can only go in ",
                &places,
                "."
            ]);
        }
        if !self.subset.is_empty() {
            let mut digits: DigitSet = ways_out.iter().map(|way| way.digit).collect();
            for &cell in &self.subset {
                digits |= board.candidates(cell);
            }
            let n = self.subset.len();
            said = said.then(say![
                "The digits ",
                digits,
                format!(" are {} for {} places: ", n + 1, n + 1),
                &self.subset,
                " and the cell of the pattern that holds another digit.",
            ]);
        }
        let Some(gone) = deduction.eliminations.first() else {
            return said;
        };
        let others = match deduction.eliminations.len() {
            1 => "",
            _ => " The same goes for the other marks that this deduction rubs out.",
        };
        said.then(say![
            "If ",
            gone.cell,
            " were ",
            gone.digit,
            ", none of them could be, so it is not.",
            others,
        ])
    }
}

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
use super::sentences::{cleared, in_order, no_other_cell, number, see_them};
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

    /// What would be wrong if the pattern kept to its pairs.
    fn danger(&self, board: &Board, ways_out: &[Candidate]) -> Words {
        let cells = self.cells();
        let (n, is_filled) = (cells.len(), |&cell: &Cell| board.value(cell).is_some());
        let said = match self.digits() {
            Some((a, b)) => {
                let pair = DigitSet::only(a) | DigitSet::only(b);
                let why = if cells.iter().any(is_filled) {
                    "none of them is a given, and each of their rows, columns and boxes has both."
                } else {
                    "each of their rows, columns and boxes has both."
                };
                let all = format!(
                    ", these two digits could be swapped in all {} cells, because {why}",
                    number(n)
                );
                say!["If ", &cells, " held only ", pair, all]
            }
            None if n == board.n_empty() => {
                let mut said = say!["Without "];
                for (k, way) in ways_out.iter().enumerate() {
                    let before = match k {
                        0 => "",
                        _ if k + 1 == ways_out.len() => " and ",
                        _ => ", ",
                    };
                    said = said.and(say![before, way.digit, " in ", way.cell]);
                }
                said.and(say![
                    ", every empty cell would have two candidates, and every row, column and box two places for each digit it still needs. Then the two digits of every cell could be swapped.",
                ])
            }
            None => say![
                "If each of ",
                &cells,
                " held one of its two digits of this pattern, those could be swapped in all of these cells, and every row, column and box would still have each of them.",
            ],
        };
        said.then(say![
            "The puzzle would have two solutions, but it has only one."
        ])
    }

    /// The end of the argument where the ways out make a subset with some cells.
    fn with_subset(
        &self,
        said: Words,
        ways_out: &[Candidate],
        deduction: &Deduction,
        board: &Board,
    ) -> Words {
        let digits: DigitSet = ways_out.iter().map(|way| way.digit).collect();
        let cells = in_order(ways_out.iter().map(|way| way.cell));
        let subset = self.subset.iter();
        let all = subset.fold(digits, |all, &cell| all | board.candidates(cell));
        let n = number(self.subset.len() + 1);
        let geometry = board.geometry();
        let shared = geometry.houses().filter(|&house| {
            let members = geometry.cells_of(house);
            let mut those = cells.iter().chain(&self.subset);
            those.all(|cell| members.contains(cell))
        });
        let shared: Vec<House> = shared.collect();
        let in_shared = |gone: &Candidate| {
            let mut houses = shared.iter();
            houses.any(|&house| geometry.cells_of(house).contains(&gone.cell))
        };
        let said = said.then(say![
            "With ",
            &self.subset,
            format!(", the cell that takes it makes {n} cells for the {n} digits "),
            all,
            ".",
        ]);
        if deduction.eliminations.iter().all(in_shared) {
            said.then(no_other_cell(&shared))
                .and(say![" can be "])
                .one_digit_of(all)
                .and(say!["."])
        } else {
            said.then(say![
                "So one of these cells is each of the digits, and what sees every place for it there is not.",
            ])
        }
    }

    /// The end of the argument where houses have a digit in the pattern only: what would
    /// follow if a mark that goes were right.
    fn with_locked(&self, said: Words, deduction: &Deduction, board: &Board) -> Words {
        let mut said = said;
        for &(house, digit) in &self.locked {
            let places: Vec<Cell> = board.places(house, digit).collect();
            said = said.then(say![
                "In ",
                house,
                ", ",
                digit,
                " fits only in ",
                &places,
                "."
            ]);
        }
        for (k, &gone) in deduction.eliminations.iter().enumerate() {
            let open = if k == 0 { "If " } else { "Likewise, if " };
            said = said.then(say![open, gone.cell, " were ", gone.digit, ", "]);
            let mut after = board.clone();
            after.place(gone.cell, gone.digit);
            let mut filled: Vec<(Digit, Vec<Cell>)> = Vec::new();
            for &(house, digit) in &self.locked {
                let places: Vec<Cell> = after.places(house, digit).collect();
                if let [place] = places[..] {
                    after.place(place, digit);
                    match filled.iter_mut().find(|(known, _)| *known == digit) {
                        Some((_, cells)) => cells.push(place),
                        None => filled.push((digit, vec![place])),
                    }
                }
            }
            for (digit, cells) in filled {
                said = said.and(say![&cells, " would be ", digit, ", and "]);
            }
            said = said.and(say!["no way out would be left."]);
        }
        said
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
        let ways_out = self.ways_out(board);
        let said = self.danger(board, &ways_out);
        let digits: DigitSet = ways_out.iter().map(|way| way.digit).collect();
        let cells = in_order(ways_out.iter().map(|way| way.cell));
        if let [way] = ways_out[..] {
            return said.then(say![
                "The only way out is ",
                way.digit,
                " in ",
                way.cell,
                ", so ",
                way.cell,
                " is ",
                way.digit,
                ".",
            ]);
        }
        let mut said = said.then(say!["So one of these must be right: "]);
        for (k, way) in ways_out.iter().enumerate() {
            let before = match k {
                0 => "",
                _ if k + 1 == ways_out.len() => " or ",
                _ => ", ",
            };
            said = said.and(say![before, way.digit, " in ", way.cell]);
        }
        said = said.and(say!["."]);
        if !self.subset.is_empty() {
            return self.with_subset(said, &ways_out, deduction, board);
        }
        if self.locked.is_empty() && digits.len() == 1 {
            return said.then(see_them(board, &cleared(deduction), &cells));
        }
        self.with_locked(said, deduction, board)
    }
}

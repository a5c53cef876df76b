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
use super::sentences::{cleared, in_order, number, sees};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
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
    /// `Set A is r7c4 and r7c6: two cells for the three digits 1, 2 and 7.`
    fn introduced(&self, name: &str) -> Words {
        let n = self.cells.len();
        let cells = if n == 1 { "cell" } else { "cells" };
        say![
            format!("Set {name} is "),
            &self.cells,
            format!(": {} {cells} for the {} digits ", number(n), number(n + 1)),
            self.digits,
            ".",
        ]
    }

    /// Its cells that can hold the digit.
    fn places(&self, board: &Board, digit: Digit) -> Vec<Cell> {
        let cells = self.cells.iter().copied();
        cells.filter(|&cell| board.can_hold(cell, digit)).collect()
    }

    /// `r14c6 {148}`.
    fn text(&self, geometry: &Geometry) -> String {
        let cells = text::cells(geometry, self.cells.iter().copied());
        format!("{cells} {{{}}}", self.digits)
    }
}

impl Sets {
    /// The letters of the sets. In an XY-Wing the middle one is C, as in the notation.
    fn names(&self, deduction: &Deduction) -> Vec<String> {
        if deduction.technique == Technique::AlsXyWing {
            return ["A", "C", "B"].map(str::to_owned).to_vec();
        }
        let letter = |k: usize| match u8::try_from(k) {
            Ok(k @ 0..26) => char::from(b'A' + k).to_string(),
            _ => (k + 1).to_string(),
        };
        (0..self.sets.len()).map(letter).collect()
    }

    /// A set for each digit of the stem.
    fn around_stem(
        &self,
        said: Words,
        stem: Cell,
        names: &[String],
        deduction: &Deduction,
        board: &Board,
    ) -> Words {
        let said = said.then(say![
            stem,
            " sees every place for one of its digits in each set. It is ",
        ]);
        let mut said = said.one_digit_of(board.candidates(stem)).and(say!["."]);
        for (tie, name) in self.ties.iter().zip(names) {
            let lacks = format!(", {name} has no such digit and so has ");
            said = said.then(say!["If it is ", *tie, lacks, self.shared, "."]);
        }
        self.closing(said, names, deduction, board)
    }

    /// From the first set to the last.
    fn along_ties(
        &self,
        said: Words,
        names: &[String],
        deduction: &Deduction,
        board: &Board,
    ) -> Words {
        let mut said = said;
        for (pair, tie) in names.windows(2).zip(&self.ties) {
            let same = if tie.len() == 1 {
                "it"
            } else {
                "the same digit"
            };
            let ends = format!(
                " in {} sees every place for {same} in {}, so only one of the two sets can have it.",
                pair[0], pair[1]
            );
            said = said.then(say!["Every place for ", *tie, ends]);
        }
        let Some(digit) = self.shared.first() else {
            return said;
        };
        let first = &names[0];
        said = said.then(say![
            format!("If {first} has no "),
            digit,
            ", it has ",
            self.ties[0]
        ]);
        for (k, tie) in self.ties.iter().enumerate() {
            let next = self.ties.get(k + 1).copied();
            let has = next.unwrap_or(DigitSet::only(digit));
            let lacks = format!("; so {} has no ", names[k + 1]);
            said = said.and(say![lacks, *tie, " and has ", has]);
        }
        said = said.and(say!["."]);
        let others = self.shared - DigitSet::only(digit);
        if !others.is_empty() {
            said = said.then(say!["The same goes for ", others, "."]);
        }
        let ends = [first.clone(), names[names.len() - 1].clone()];
        self.closing(said, &ends, deduction, board)
    }

    /// Two sets tied by two digits.
    fn doubly_tied(
        &self,
        said: Words,
        tie: DigitSet,
        deduction: &Deduction,
        board: &Board,
    ) -> Words {
        let mut said = said.then(say![
            "Every place for ",
            tie,
            " in A sees every place for the same digit in B. So A has only one of them and B the other, and each set has all its other digits.",
        ]);
        for (set, name) in self.sets.iter().zip(["A", "B"]) {
            let is_seen = |gone: &&Candidate| {
                let places = set.places(board, gone.digit);
                let others = set.digits - tie;
                others.contains(gone.digit)
                    && places.iter().all(|&place| sees(board, gone.cell, place))
            };
            let gone = deduction.eliminations.iter().filter(is_seen);
            let digits: DigitSet = gone.clone().map(|gone| gone.digit).collect();
            for digit in digits.iter() {
                let of_digit = gone.clone().filter(|gone| gone.digit == digit);
                let cells = in_order(of_digit.map(|gone| gone.cell));
                let see = if cells.len() == 1 { " sees " } else { " see " };
                let needs = say![format!("{name} needs its "), digit, ", and ", &cells];
                said = said.then(needs.and(say![see, "every place for it there."]));
            }
        }
        let of_tie = deduction.eliminations.iter().map(|gone| gone.digit);
        let of_tie: DigitSet = of_tie.filter(|&digit| tie.contains(digit)).collect();
        for digit in of_tie.iter() {
            said = said.then(say![
                "What sees every place for ",
                digit,
                " in both sets is not ",
                digit,
                "."
            ]);
        }
        said
    }

    /// That one of the named sets has the digit in question, and who sees it there.
    fn closing(
        &self,
        said: Words,
        names: &[String],
        deduction: &Deduction,
        board: &Board,
    ) -> Words {
        let (last, others) = names.split_last().expect("there are sets");
        let names = format!("{} or {last}", others.join(", "));
        let said = match self.shared.len() {
            1 => said.then(say![format!("So {names} has "), self.shared]),
            _ => said.then(say!["So each of ", self.shared, format!(" is in {names}")]),
        };
        let gone = cleared(deduction);
        let sees_all = deduction.eliminations.iter().all(|gone| {
            let sets = self.sets.iter();
            let ends = sets
                .enumerate()
                .filter(|(k, _)| self.stem.is_some() || *k == 0 || *k + 1 == self.sets.len());
            let mut places = ends.flat_map(|(_, set)| set.places(board, gone.digit));
            places.all(|place| sees(board, gone.cell, place))
        });
        if !sees_all {
            return said.and(say!["."]);
        }
        let see = if gone.len() == 1 { " sees " } else { " see " };
        said.and(say![", and ", &gone, see, "every place for it there."])
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

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let mut said = Words::default();
        for (set, name) in self.sets.iter().zip(self.names(deduction)) {
            said = said.then(set.introduced(&name));
        }
        said = said.then(match self.sets[..] {
            [_] => say!["If it lacks one of these digits, it has all the others."],
            _ => say!["A set that lacks one of its digits has all the others."],
        });
        let names = self.names(deduction);
        match (self.stem, &self.ties[..]) {
            (Some(stem), _) => self.around_stem(said, stem, &names, deduction, board),
            (None, [tie]) if tie.len() == 2 => self.doubly_tied(said, *tie, deduction, board),
            _ => self.along_ties(said, &names, deduction, board),
        }
    }
}

//! Wings: a few cells of which, whatever the others hold, one holds a certain digit.
//!
//! ```text
//!   XY-Wing                       W-Wing
//!   {1,5}───{1,9}                 {2,3} ─ 3 ═══ 3 ─ {2,3}
//!     │       ↑ pivot             row 8 has its 3 in one of two places, each seen
//!   {5,9}   holds 1 or 9          by one of the cells, so one of the cells is not 3
//!   so one of the other two       but 2
//!   cells is 5
//! ```
//!
//! A bent set is the XY-Wing at any size: as many digits as cells, not all in one
//! house, where just one of the digits could come more than once (XYZ-Wing, WXYZ-Wing
//! …). Names and shapes are those of HoDoKu by Bernhard Hobiger and of the players'
//! forums.

use super::Because;
use super::sentences::{claim, cleared, number, see_them, sees};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// As many digits as cells, and only one digit could come more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BentSet {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their digits.
    pub digits: DigitSet,
    /// The digit that the set must hold.
    pub digit: Digit,
}

impl BentSet {
    /// The argument from one cell that sees the others, if those have two candidates each and
    /// each takes another digit of the first: XY- and XYZ-Wings, and their larger kin.
    fn by_pivot(&self, board: &Board) -> Option<Words> {
        let digit = DigitSet::only(self.digit);
        let pivot = self.cells.iter().copied().find(|&pivot| {
            let others = self.cells.iter().filter(|&&cell| cell != pivot);
            let is_pincer = |&cell: &Cell| {
                let marks = board.candidates(cell);
                marks.len() == 2 && marks.contains(self.digit) && sees(board, pivot, cell)
            };
            let taken: DigitSet = others
                .clone()
                .filter_map(|&cell| (board.candidates(cell) - digit).single())
                .collect();
            others.copied().all(|cell| is_pincer(&cell)) && board.candidates(pivot) - digit == taken
        })?;
        let mut said = say![pivot, " is "]
            .one_digit_of(board.candidates(pivot))
            .and(say!["."]);
        let pincers = self.cells.iter().copied().filter(|&cell| cell != pivot);
        let mut pincers: Vec<Cell> = pincers.collect();
        pincers.sort_by_key(|&cell| (board.candidates(cell) - digit).first());
        for (k, cell) in pincers.into_iter().enumerate() {
            let taken = board.candidates(cell) - digit;
            let before = if k == 0 { " If it is " } else { "; if it is " };
            said = said.and(say![before, taken, ", then ", cell, " is ", self.digit]);
        }
        Some(said.and(say!["."]))
    }

    /// The argument from the number of digits and cells.
    fn by_counting(&self, holders: &[Cell]) -> Words {
        let n = self.cells.len();
        let others = self.digits - DigitSet::only(self.digit);
        let (cells, fewer) = (number(n), number(n - 1));
        let said = say![
            &self.cells,
            " can only hold ",
            self.digits,
            " between them. Each of ",
            others,
            " fits there only once, because all cells that can hold it see each other. ",
        ];
        let without = match holders {
            [holder] => say!["If ", *holder, " were not "],
            _ => say!["If none of ", holders, " were "],
        };
        said.and(without).and(say![
            self.digit,
            format!(", {fewer} digits would have to fill {cells} cells."),
        ])
    }
}

impl Because for BentSet {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        self.cells.iter().map(|&cell| Fact::Cell(cell)).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for &cell in &self.cells {
            for digit in board.candidates(cell).iter() {
                let is_it = digit == self.digit;
                let role = if is_it { Role::Second } else { Role::Cause };
                causes.push((Candidate { cell, digit }, role));
            }
        }
        Picture {
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        let cells = text::cells(geometry, self.cells.iter().copied());
        match name {
            Technique::XYZWing => {
                format!("{name}: {} in {cells}", text::digits(self.digits, "/"))
            }
            _ => {
                let others = text::digits(self.digits - DigitSet::only(self.digit), "/");
                format!("{name}: {others}/{} in {cells}", self.digit)
            }
        }
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let digit = self.digit;
        let holders = self.cells.iter().copied();
        let holders: Vec<Cell> = holders.filter(|&c| board.can_hold(c, digit)).collect();
        let said = self
            .by_pivot(board)
            .unwrap_or_else(|| self.by_counting(&holders));
        let so = say!["So "].and(claim(&holders, digit, true)).and(say!["."]);
        said.then(so)
            .then(see_them(board, &cleared(deduction), &holders))
    }
}

/// Two cells with the same two candidates, tied by a strong link between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WWing {
    /// The two cells.
    pub ends: [Cell; 2],
    /// The digit that one of them must hold.
    pub digit: Digit,
    /// Their other digit.
    pub link: Digit,
    /// The house that has two places for it.
    pub house: House,
    /// The two places; the first is seen by the first of the cells, the second by the
    /// second.
    pub bridge: [Cell; 2],
}

impl Because for WWing {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let [one, other] = self.ends;
        let house = Fact::House(self.house, self.link);
        vec![Fact::Cell(one), Fact::Cell(other), house]
    }

    fn picture(&self, _deduction: &Deduction, _board: &Board) -> Picture {
        let at = |cell: Cell, digit: Digit| Candidate { cell, digit };
        let tie = |from: Candidate, to: Candidate, strong: bool| Link {
            from: vec![from],
            to: vec![to],
            strong,
        };
        let [first, second] = self.bridge;
        let mut causes = Vec::new();
        let mut links = vec![tie(at(first, self.link), at(second, self.link), true)];
        for (end, place) in self.ends.into_iter().zip(self.bridge) {
            causes.push((at(end, self.digit), Role::Second));
            causes.push((at(end, self.link), Role::Cause));
            causes.push((at(place, self.link), Role::Cause));
            links.push(tie(at(end, self.digit), at(end, self.link), true));
            links.push(tie(at(end, self.link), at(place, self.link), false));
        }
        Picture {
            houses: vec![self.house],
            causes,
            links,
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let (name, digit, link) = (deduction.technique, self.digit, self.link);
        let ends = text::cells(geometry, self.ends);
        let bridge = text::cells(geometry, self.bridge);
        format!("{name}: {digit}/{link} in {ends} connected by {link} in {bridge}")
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let [one, other] = self.ends;
        let [first, second] = self.bridge;
        let (digit, link) = (self.digit, self.link);
        let said = say![one, " and ", other, " can each only be "]
            .one_digit_of(DigitSet::only(digit) | DigitSet::only(link))
            .and(say![". In ", self.house, ", ", link, " fits only in "]);
        let said = said.and(say![first, " and ", second, ". "]);
        let ways = [(first, one), (second, other)];
        let said = ways.into_iter().fold(said, |said, (place, end)| {
            let seen = say![
                "If it is in ",
                place,
                ", then ",
                end,
                ", which sees that, is "
            ];
            said.and(seen).and(say![digit, ". "])
        });
        let said = said.and(say!["So ", one, " or ", other, " is ", digit, "."]);
        said.then(see_them(board, &cleared(deduction), &self.ends))
    }
}

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

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let n = self.cells.len();
        let digit = self.digit;
        let holders = self.cells.iter().copied();
        let holders: Vec<Cell> = holders.filter(|&c| board.can_hold(c, digit)).collect();
        say![
            "The cells ",
            &self.cells,
            " can only hold ",
            self.digits,
            format!(": {n} digits for {n} cells. Except for "),
            digit,
            ", each of these digits fits there once at most, because all cells that can hold it see each other; so without ",
            digit,
            format!(
                " there would be only {} digits for {n} cells. One of ",
                n - 1
            ),
            &holders,
            " is ",
            digit,
            ", and a cell that sees all of them is not.",
        ]
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

    fn explain(&self, _deduction: &Deduction, _board: &Board) -> Words {
        let [one, other] = self.ends;
        let [first, second] = self.bridge;
        let (digit, link) = (self.digit, self.link);
        let both = self.ends.as_slice();
        say![
            both,
            " both can only hold ",
            digit,
            " and ",
            link,
            ". In ",
            self.house,
            ", ",
            link,
            " can only go in ",
            first,
            ", which ",
            one,
            " sees, and in ",
            second,
            ", which ",
            other,
            " sees. So one of ",
            both,
            " cannot be ",
            link,
            " and is ",
            digit,
            "; a cell that sees both of them is not ",
            digit,
            ".",
        ]
    }
}

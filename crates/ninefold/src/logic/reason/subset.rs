//! Subsets: as many digits as cells, locked to each other.
//!
//! ```text
//!   naked   {5,6} {5,6}  → 5 and 6 go here, so nowhere else in the house
//!   hidden  5 and 6 can only go in these two cells → nothing else goes there
//! ```

use super::Because;
use super::sentences::{no_other_cell, number};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// `n` cells that hold `n` digits between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their digits.
    pub digits: DigitSet,
    /// The houses that the cells share.
    pub houses: Vec<House>,
    /// Whether the digits are hidden among others: then it is the first house that
    /// has no other place for them.
    pub hidden: bool,
}

impl Because for Subset {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        match self.houses.first() {
            Some(&house) if self.hidden => {
                let digits = self.digits.iter();
                digits.map(|digit| Fact::House(house, digit)).collect()
            }
            _ => self.cells.iter().map(|&cell| Fact::Cell(cell)).collect(),
        }
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for &cell in &self.cells {
            for digit in (board.candidates(cell) & self.digits).iter() {
                causes.push((Candidate { cell, digit }, Role::Cause));
            }
        }
        Picture {
            houses: self.houses.clone(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let digits = text::digits(self.digits, ",");
        let cells = text::cells(geometry, self.cells.iter().copied());
        format!("{}: {digits} in {cells}", deduction.technique)
    }

    fn explain(&self, _deduction: &Deduction, _board: &Board) -> Words {
        let (n, cells) = (number(self.cells.len()), &self.cells);
        if self.hidden {
            let house = self.houses[0];
            let fit =
                format!(". These {n} digits need these {n} cells, which hold no other digit.");
            return say!["In ", house, ", ", self.digits, " fit only in ", cells, fit];
        }
        let count = format!(" between them: {n} cells for {n} digits. ");
        say![cells, " can only hold ", self.digits, count]
            .and(no_other_cell(&self.houses))
            .and(say![" can be "])
            .one_digit_of(self.digits)
            .and(say!["."])
    }
}

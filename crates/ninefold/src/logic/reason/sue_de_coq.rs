//! Sue de Coq: where a line crosses a box, with a little help from either side.
//!
//! ```text
//!    box 1          rest of row 1
//!   ┌─────────────────┐
//!   │ 1234  1234   ·  │  ·  12  ·   the two cells hold two of 1, 2, 3, 4;
//!   │  34     ·    ·  │             {1,2} of the row takes one of 1 and 2,
//!   │  ·      ·    ·  │             {3,4} of the box takes one of 3 and 4:
//!   └─────────────────┘             so 1 and 2 are used up in the row, 3 and 4 in the box
//! ```
//!
//! In general: cells of the line and cells of the box which, with those that the two
//! share, have just as many digits as cells. Found by a player who called himself Sue
//! de Coq; the form that is looked for is HoDoKu's, by Bernhard Hobiger.

use super::Because;
use super::sentences::number;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Cells where a line crosses a box, and cells of either besides, with as many digits
/// as cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SueDeCoq {
    /// The line and the box.
    pub houses: [House; 2],
    /// The cells in both, and their digits.
    pub crossing: (Vec<Cell>, DigitSet),
    /// The cells of the line besides, and their digits.
    pub line: (Vec<Cell>, DigitSet),
    /// The cells of the box besides, and their digits.
    pub block: (Vec<Cell>, DigitSet),
}

impl SueDeCoq {
    fn cells(&self) -> Vec<Cell> {
        [&self.crossing.0[..], &self.line.0, &self.block.0].concat()
    }
}

impl Because for SueDeCoq {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        self.cells().into_iter().map(Fact::Cell).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut causes = Vec::new();
        for cell in self.cells() {
            let role = if self.block.0.contains(&cell) {
                Role::Second
            } else {
                Role::Cause
            };
            let digits = board.candidates(cell).iter();
            causes.extend(digits.map(|digit| (Candidate { cell, digit }, role)));
        }
        Picture {
            houses: self.houses.to_vec(),
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let set = |(cells, digits): &(Vec<Cell>, DigitSet)| {
            let cells = text::cells(geometry, cells.iter().copied());
            format!("{cells} - {{{digits}}}")
        };
        format!(
            "{}: {} ({}, {})",
            deduction.technique,
            set(&self.crossing),
            set(&self.line),
            set(&self.block)
        )
    }

    fn explain(&self, _deduction: &Deduction, _board: &Board) -> Words {
        let [line, block] = self.houses;
        let n = number(self.cells().len());
        let (in_line, in_block) = (self.line.1, self.block.1);
        let all = self.crossing.1 | in_line | in_block;
        let twice = in_line & in_block;
        let said = say![
            &self.crossing.0,
            " are in both ",
            line,
            " and ",
            block,
            ". With ",
            &self.line.0,
            " of ",
            line,
            " and ",
            &self.block.0,
            " of ",
            block,
            format!(" they are {n} cells, which can only hold "),
            all,
            ".",
        ];
        let said = said.then(match twice.len() {
            0 => say!["None of these digits can be there twice, because all cells that can hold it see each other."],
            _ => say![
                "Of these digits, only ",
                twice,
                " can be there twice, once in the line and once in the box.",
            ],
        });
        said.then(say![
            format!("The {n} cells need all of that: "),
            (all - in_block) | twice,
            " in ",
            line,
            ", and ",
            (all - in_line) | twice,
            " in ",
            block,
            ". No other cell of the line or of the box can hold them.",
        ])
    }
}

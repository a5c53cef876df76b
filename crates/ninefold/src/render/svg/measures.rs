//! Where the cells of a picture are, and where in a cell each candidate stands.
//!
//! All in pixels from the upper left corner of the board. Candidates have fixed slots, k × k in
//! a cell, so that a missing one leaves a gap that can be seen:
//!
//! ```text
//!  +-----------+
//!  | 1   2   3 |    a cell of 64 pixels: a margin of 5, then
//!  | 4   5   6 |    three slots of 18 each way
//!  | 7   8   9 |
//!  +-----------+
//! ```

use std::fmt;

use crate::geometry::{Candidate, Cell, Digit, Geometry};

/// A point of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A length for SVG: two decimals at most, and no more than it needs.
pub(super) struct Px(pub(super) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        f.write_str(if hundredths < 0 { "-" } else { "" })?;
        match rest {
            0 => write!(f, "{whole}"),
            _ if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Px(self.x), Px(self.y))
    }
}

/// How long the way between two points is.
///
/// Not `f64::hypot`, which need not round alike everywhere: a picture has the same bytes on
/// every machine.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).sqrt()
}

/// The measures of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// Cells in a row.
    pub(super) size: usize,
    /// The side of a cell.
    pub(super) cell: f64,
    /// Slots in a row of a cell.
    slots: usize,
    /// The margin between the edge of a cell and its slots.
    inset: f64,
    /// The side of a slot.
    slot: f64,
    /// How much wider lines are than on a cell of 64 pixels.
    pub(super) scale: f64,
}

/// The side of a board of nine cells, which larger boards have, too, while their cells can be
/// seen.
const SIDE: usize = 576;
const LARGEST_CELL: usize = 64;
const SMALLEST_CELL: usize = 20;

/// A smaller cell shows only the digits of the step that is drawn.
const SMALL_CELL: f64 = 48.0;

/// In a smaller slot a candidate cannot be read.
const SMALLEST_SLOT: f64 = 10.0;

impl Measures {
    pub(super) fn new(geometry: &Geometry) -> Measures {
        let size = geometry.size();
        let cell = (SIDE / size).clamp(SMALLEST_CELL, LARGEST_CELL) as f64;
        let slots = (1..).find(|slots| slots * slots >= size).unwrap_or(1);
        let inset = 5.0 / 64.0 * cell;
        Measures {
            size,
            cell,
            slots,
            inset,
            slot: (cell - 2.0 * inset) / slots as f64,
            scale: (cell / 64.0).clamp(0.72, 1.5),
        }
    }

    /// The side of the board.
    pub(super) fn side(&self) -> f64 {
        self.cell * self.size as f64
    }

    /// Row and column of a cell, from zero.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.size, cell.index() % self.size)
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(&self, cell: Cell) -> Point {
        let (row, column) = self.place(cell);
        Point {
            x: column as f64 * self.cell,
            y: row as f64 * self.cell,
        }
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: Cell) -> Point {
        let Point { x, y } = self.corner(cell);
        let half = self.cell / 2.0;
        Point {
            x: x + half,
            y: y + half,
        }
    }

    /// The height of a digit that fills its cell.
    pub(super) fn digit_height(&self) -> f64 {
        let share = if self.size >= 16 { 0.5 } else { 0.515 };
        share * self.cell
    }
}

/// Where candidates are drawn, and how large.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    board: Measures,
    /// The digits that are drawn, if not all of them are.
    only: Option<Vec<Digit>>,
    /// Whether those digits share a cell between them instead of having slots of their own.
    shares_cell: bool,
    /// Whether candidates can be read.
    pub(super) are_shown: bool,
    /// The side of a slot.
    pub(super) side: f64,
    /// The height of a candidate, and of one that takes part in a step.
    pub(super) height: f64,
    pub(super) marked: f64,
    /// The radius of the ring around a candidate.
    pub(super) ring: f64,
    /// How far inside the edge of a cell a link runs, clear of all candidates.
    pub(super) lane: f64,
}

impl Slots {
    /// The slots for a step with these digits. A small cell has no room for all candidates:
    /// the digits of the step are drawn there, larger; and if slots are too small even for
    /// that, they share the cell.
    pub(super) fn new(board: &Measures, digits: &[Digit]) -> Slots {
        let mut slots = Slots {
            board: *board,
            only: None,
            shares_cell: false,
            are_shown: board.slot >= SMALLEST_SLOT,
            side: board.slot,
            height: 0.61,
            marked: 0.66,
            ring: 0.52,
            lane: 0.0,
        };
        if !digits.is_empty() && board.cell < SMALL_CELL {
            slots.are_shown = true;
            if board.slot >= 9.0 {
                // One above the other they would touch if they filled their slots.
                let below = |digit: &Digit| digit.value() + board.slots;
                let is_stacked = digits
                    .iter()
                    .any(|digit| digits.iter().any(|other| other.value() == below(digit)));
                let height = if is_stacked { 0.78 } else { 0.95 };
                slots.ring = match digits {
                    [_] => 0.82,
                    _ if is_stacked => 0.5,
                    _ => 0.56,
                };
                (slots.height, slots.marked) = (height, height);
            } else {
                slots.shares_cell = true;
                let across = (1..).find(|across| across * across >= digits.len());
                let across = across.unwrap_or(1);
                slots.board.slots = across;
                slots.board.slot = (board.cell - 2.0 * board.inset) / across as f64;
                slots.side = slots.board.slot;
                // One alone in its cell stays as small as a mark, or it would pass for a digit.
                let alone = across == 1;
                (slots.height, slots.marked) = if alone { (0.42, 0.55) } else { (0.72, 0.72) };
                slots.ring = 0.5;
            }
            slots.only = Some(digits.to_vec());
        }
        let beside = board.inset + (1.0 - slots.height) / 2.0 * slots.side - 2.0 * board.scale;
        slots.lane = (6.5 / 64.0 * board.cell).min(beside).max(1.5);
        for share in [&mut slots.height, &mut slots.marked, &mut slots.ring] {
            *share *= slots.side;
        }
        slots
    }

    /// Whether not every digit is drawn.
    pub(super) fn is_partial(&self) -> bool {
        self.only.is_some()
    }

    /// Whether a digit is drawn as a candidate.
    pub(super) fn shows(&self, digit: Digit) -> bool {
        self.are_shown && self.only.as_ref().is_none_or(|only| only.contains(&digit))
    }

    /// The middle of a candidate's place.
    pub(super) fn at(&self, candidate: Candidate) -> Point {
        let board = &self.board;
        let Point { x, y } = board.corner(candidate.cell);
        let listed = self.only.iter().flatten();
        let index = if self.shares_cell {
            listed
                .take_while(|digit| **digit != candidate.digit)
                .count()
        } else {
            candidate.digit.index()
        };
        let (down, across) = (index / board.slots, index % board.slots);
        Point {
            x: x + board.inset + (across as f64 + 0.5) * board.slot,
            y: y + board.inset + (down as f64 + 0.5) * board.slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_two_decimals_at_most() {
        for (length, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (64.0, "64"),
            (2.5, "2.5"),
            (-1.25, "-1.25"),
            (0.05, "0.05"),
        ] {
            assert_eq!(Px(length).to_string(), text);
        }
    }

    #[test]
    fn every_candidate_stands_in_its_own_cell() {
        for size in [4, 6, 9, 16, 25, 30] {
            let geometry = Geometry::of_size(size).unwrap();
            let board = Measures::new(&geometry);
            for digits in [vec![], geometry.digits().take(3).collect()] {
                let slots = Slots::new(&board, &digits);
                for cell in geometry.cells() {
                    for digit in geometry.digits().filter(|&digit| slots.shows(digit)) {
                        let at = slots.at(Candidate { cell, digit });
                        let corner = board.corner(cell);
                        let inside = |from: f64, at: f64| (0.0..board.cell).contains(&(at - from));
                        assert!(inside(corner.x, at.x) && inside(corner.y, at.y), "{size}");
                    }
                }
            }
        }
    }
}

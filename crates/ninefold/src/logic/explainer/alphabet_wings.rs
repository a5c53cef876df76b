//! WXYZ-Wing and its longer sisters; SukakuExplainer only.
//!
//! Cells that all see each other and have one digit more than cells, and a cell with two of
//! these digits. All hints are collected; the first by rating, then by the number of
//! deletions, then by a code of the sizes is taken.

use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{Marks, TABLES, bits, members, seeing_all};

/// The best hint of `k` cells and one more with two candidates.
pub(super) fn alphabet_wing(marks: &Marks, k: u32) -> Option<Hint> {
    let several = bits(marks.open).filter(|&cell| marks.cells[cell].count_ones() >= 2);
    let several = several.fold(0u128, |set, cell| set | 1 << cell);
    let pairs = marks.cells_with(2);
    let mut search = Search {
        marks,
        k,
        pairs,
        best: None,
    };
    search.extend(0, 0, several);
    search.best.map(|found| found.hint)
}

struct Found {
    hint: Hint,
    n_deletions: u32,
    code: String,
}

struct Search<'a> {
    marks: &'a Marks,
    k: u32,
    pairs: u128,
    best: Option<Found>,
}

impl Search<'_> {
    /// Adds cells in ascending order out of `candidates`, which see all of `cells`.
    fn extend(&mut self, cells: u128, digits: u16, candidates: u128) {
        if cells.count_ones() == self.k {
            if digits.count_ones() == self.k + 1 {
                self.with_pair(cells, digits);
            }
            return;
        }
        for cell in bits(candidates) {
            let union = digits | self.marks.cells[cell];
            if union.count_ones() <= self.k + 1 {
                let above = !0u128 << cell << 1;
                self.extend(
                    cells | 1 << cell,
                    union,
                    candidates & TABLES.peers[cell] & above,
                );
            }
        }
    }

    /// Looks for the cell with two candidates.
    fn with_pair(&mut self, cells: u128, digits: u16) {
        let seen = bits(cells).fold(0, |seen, cell| seen | TABLES.peers[cell]) & !cells;
        for other in bits(self.pairs & seen) {
            let pair = self.marks.cells[other];
            if pair & !digits == 0 {
                self.conclude(cells, digits, other);
            }
        }
    }

    fn conclude(&mut self, cells: u128, digits: u16, other: usize) {
        let marks = self.marks;
        let holding = |digit: usize| marks.planes[digit] & cells;
        let linked = |digit: usize| holding(digit) & !TABLES.peers[other] == 0;
        let pair = marks.cells[other];
        let (x, z) = (
            pair.trailing_zeros() as usize,
            15 - pair.leading_zeros() as usize,
        );
        let outside = !cells & !(1 << other);
        let gone = |digit: usize, of: u128| seeing_all(of) & outside & marks.planes[digit];
        let with_other = |digit: usize| gone(digit, holding(digit) | 1 << other);
        let (in_x, in_z) = (linked(x), linked(z));
        let mut found = Vec::new();
        let mut double = false;
        match (in_x, in_z) {
            (false, false) => return,
            (true, false) => found.push((z, with_other(z))),
            (false, true) => found.push((x, with_other(x))),
            (true, true) => {
                for digit in members(digits & !pair) {
                    found.push((digit, gone(digit, holding(digit))));
                }
                let others = found.iter().any(|&(_, cells)| cells != 0);
                let (of_x, of_z) = (with_other(x), with_other(z));
                double = others || of_x != 0 && of_z != 0;
                found.extend([(x, of_x), (z, of_z)]);
            }
        }
        let n_deletions = found.iter().map(|(_, cells)| cells.count_ones()).sum();
        if n_deletions == 0 {
            return;
        }
        let sizes = || bits(cells).map(|cell| marks.cells[cell].count_ones());
        let widest = sizes().max().unwrap_or(0);
        let code = format!("{}{widest}{}", 1 + u8::from(double), sizes().sum::<u32>());
        let rating = rating(self.k, widest);
        if let Some(best) = &self.best {
            let order = rating.total_cmp(&best.hint.rating);
            let order = order.then(best.n_deletions.cmp(&n_deletions));
            if order.then_with(|| best.code.cmp(&code)).is_ge() {
                return;
            }
        }
        let mut deletions = Deletions::new();
        for (digit, gone) in found {
            bits(gone).for_each(|cell| delete(&mut deletions, cell, 1 << digit));
        }
        let pattern = Pattern::AlphabetWing {
            cells,
            other: other as u8,
        };
        let hint = Hint::removing(rating, pattern, deletions);
        self.best = hint.map(|hint| Found {
            hint,
            n_deletions,
            code,
        });
    }
}

fn rating(k: u32, widest: u32) -> f64 {
    let distance = f64::from(widest.abs_diff(3));
    match k {
        3 => 5.5 + 0.1 * (1.0 - distance),
        4 => 6.2 + 0.1 * (2.0 - distance),
        5 => 6.6,
        _ => 7.5,
    }
}

//! The smallest form of a full classic grid: conjugacy instead of search.
//!
//! # The plain version
//!
//! ```text
//!   for each of the 2·6⁸ ways to move rows, columns, bands and stacks, and to transpose:
//!       relabel the digits so that the first row reads 123456789
//!       keep the grid if it is the smallest so far
//! ```
//!
//! # And now the fast way
//!
//! 1. **Two rows at once.** The first two rows of the form are two rows of one band, in some
//!    order of columns: 36 ordered pairs. The smallest second row that a pair can get is
//!    that of its class (`tables.rs`), so each pair takes a look-up, and the class of (b, a)
//!    comes with that of (a, b). Of the 36 pairs, 4.4 have the smallest class on average.
//! 2. **The third row**, for every order of columns that leads to the smallest second row:
//!    10.7 in all. Conjugation is two byte shuffles. 1.4 orders are left on average.
//! 3. **The other six rows** are sorted by their first digit within each band, and the bands
//!    likewise: there is no choice left. The smallest wins.
//! 4. Orders that tie to the end are the automorphisms of the grid.
//!
//! Rows are compared by their first eight digits: the ninth is the one that is left.
//!
//! The form is that of the Sudoku Players' Forum; gridchecker (M. Dobrichev) finds it row by row.
//! No code was taken over.

use super::map9::{Map9, Rows};
use super::tables::{Order, Row, TABLES, Tables};
use crate::engine::simd::{Lanes, Sixteen};
use crate::symmetry::ORDERS_OF_THREE;

/// The ways that lead to the smallest form of a full grid, at least one.
#[derive(Default)]
pub(super) struct GridForm {
    pub(super) maps: Vec<Map9>,
    candidates: Vec<Candidate>,
}

/// A first band and an order of columns.
#[derive(Clone, Copy)]
struct Candidate {
    is_transposed: bool,
    /// The first three rows.
    rows: [u8; 3],
    order: Order,
}

/// The pairs of rows within a band, each once, with the third row.
const PAIRS: [[u8; 3]; 3] = [[0, 1, 2], [0, 2, 1], [1, 2, 0]];

/// The place of a digit that a line does not have. A blank, and what is no digit, count as
/// there.
const MISSING: u8 = 0x40;
const NO_PLACE: Row = {
    let mut places = [0; 16];
    let mut digit = 1;
    while digit < 10 {
        places[digit] = MISSING;
        digit += 1;
    }
    places
};

/// The stack of each column.
const STACK_OF: Row = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3];

impl GridForm {
    /// Finds the ways for a full grid; returns false, and finds none, if it breaks a rule.
    #[inline(always)]
    pub(super) fn find<L: Lanes>(&mut self, lanes: L, board: &Rows) -> bool {
        self.maps.clear();
        let mut digits = [[lanes.sixteen(&[0; 16]); 9]; 2];
        let mut places = digits;
        let mut all = lanes.sixteen(&[0; 16]);
        for side in 0..2 {
            for row in 0..9 {
                let line = &board.0[side][row];
                let mut inverse = NO_PLACE;
                for place in 0..9 {
                    inverse[usize::from(line[place] % 16)] = place as u8;
                }
                digits[side][row] = lanes.sixteen(line);
                places[side][row] = lanes.sixteen(&inverse);
                all = all | places[side][row];
            }
        }
        // Every digit has a place in each line, and no row has a digit of a box twice.
        let missing = lanes.sixteen(&[MISSING; 16]);
        if (all & missing).equal(missing) != 0 {
            return false;
        }
        let stack = lanes.sixteen(&STACK_OF);
        let mut same = 0;
        for band in 0..3 {
            for [a, b, _] in PAIRS {
                let (a, b) = (3 * band + usize::from(a), 3 * band + usize::from(b));
                let p = places[0][a].at(digits[0][b]);
                same |= stack.at(p).equal(stack);
            }
        }
        if same & 0x1ff != 0 {
            return false;
        }
        self.first_bands(lanes, &TABLES, &digits, &places);
        self.other_bands(lanes, &digits, &places);
        true
    }

    /// Steps 1 and 2.
    #[inline(always)]
    fn first_bands<L: Lanes>(
        &mut self,
        lanes: L,
        tables: &Tables,
        digits: &[[L::Sixteen; 9]; 2],
        places: &[[L::Sixteen; 9]; 2],
    ) {
        let mut classes = [0; 18];
        let mut smallest = u8::MAX;
        for side in 0..2 {
            for band in 0..3 {
                for (k, [a, b, _]) in PAIRS.into_iter().enumerate() {
                    let (a, b) = (3 * band + usize::from(a), 3 * band + usize::from(b));
                    let p = places[side][a].at(digits[side][b]);
                    let (first, last) = p.longs();
                    let both = tables.classes(tables.index(first, last));
                    classes[9 * side + 3 * band + k] = both;
                    smallest = smallest.min(both & 15).min(both >> 4);
                }
            }
        }
        // Two bits for each pair: whether it, and the other way round, has the class.
        let mut wanted = 0_u64;
        for (k, both) in classes.into_iter().enumerate() {
            wanted |= u64::from(both & 15 == smallest) << (2 * k);
            wanted |= u64::from(both >> 4 == smallest) << (2 * k + 1);
        }
        let keepers = &tables.keepers[usize::from(smallest)];
        self.candidates.clear();
        let mut best = u64::MAX;
        while wanted != 0 {
            let number = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let (side, band) = (number / 18, number / 6 % 3);
            let [mut a, mut b, c] = PAIRS[number / 2 % 3];
            if number % 2 == 1 {
                (a, b) = (b, a);
            }
            let rows = [a, b, c].map(|row| 3 * band as u8 + row);
            let [first, second, third] = rows.map(usize::from);
            let place = places[side][first];
            let (low, high) = place.at(digits[side][second]).longs();
            let lead = tables.lead(tables.index(low, high));
            let (from, to) = (lanes.sixteen(&lead.from), lanes.sixteen(&lead.to));
            let third = to.at(place.at(digits[side][third]).at(from));
            for keeper in keepers {
                let (keep_from, keep_to) = (lanes.sixteen(&keeper.from), lanes.sixteen(&keeper.to));
                let row = key(keep_to.at(third.at(keep_from)));
                if row < best {
                    best = row;
                    self.candidates.clear();
                }
                if row == best {
                    self.candidates.push(Candidate {
                        is_transposed: side == 1,
                        rows,
                        order: Order {
                            from: from.at(keep_from).bytes(),
                            to: keep_to.at(to).bytes(),
                        },
                    });
                }
            }
        }
    }

    /// Steps 3 and 4.
    #[inline(always)]
    fn other_bands<L: Lanes>(
        &mut self,
        lanes: L,
        digits: &[[L::Sixteen; 9]; 2],
        places: &[[L::Sixteen; 9]; 2],
    ) {
        let mut best = [u64::MAX; 6];
        for candidate in &self.candidates {
            let side = usize::from(candidate.is_transposed);
            let from = lanes.sixteen(&candidate.order.from);
            let first = usize::from(candidate.rows[0]);
            // From each digit to its place in the first row, which is its label less one.
            let labels = lanes.sixteen(&candidate.order.to).at(places[side][first]);
            let column = usize::from(candidate.order.from[0]) % 9;
            let heads = labels.at(digits[1 - side][column]).bytes();
            let rows = other_rows(first / 3, &heads);
            let lines = &digits[side];
            let fourth = key(labels.at(lines[usize::from(rows[0]) % 9].at(from)));
            if fourth > best[0] {
                continue;
            }
            let mut found = [fourth; 6];
            for k in 1..6 {
                found[k] = key(labels.at(lines[usize::from(rows[k]) % 9].at(from)));
            }
            if found > best {
                continue;
            }
            if found < best {
                best = found;
                self.maps.clear();
            }
            let mut labels = labels.bytes().map(|place| place + 1);
            labels[0] = 0;
            let [a, b, c] = candidate.rows;
            let [d, e, f, g, h, i] = rows;
            self.maps.push(Map9 {
                is_transposed: candidate.is_transposed,
                rows: [a, b, c, d, e, f, g, h, i],
                columns: candidate.order.from,
                labels,
            });
        }
    }
}

/// A row as one number. The ninth digit is the one that is left.
#[inline(always)]
fn key(row: impl Sixteen) -> u64 {
    let (first_eight, _) = row.longs();
    first_eight.swap_bytes()
}

/// The rows of the two other bands in the order of their first digits.
#[inline(always)]
fn other_rows(band: usize, heads: &Row) -> [u8; 6] {
    let [upper, lower] = [[1, 2], [0, 2], [0, 1]][band % 3].map(|band| sorted(3 * band, heads));
    let is_swapped = heads[usize::from(lower[0])] < heads[usize::from(upper[0])];
    let ([a, b, c], [d, e, f]) = if is_swapped {
        (lower, upper)
    } else {
        (upper, lower)
    };
    [a, b, c, d, e, f]
}

/// Three rows from `start` on in the order of their first digits.
#[inline(always)]
fn sorted(start: usize, heads: &Row) -> [u8; 3] {
    let (a, b, c) = (heads[start], heads[start + 1], heads[start + 2]);
    let order = usize::from(a > b) | usize::from(a > c) << 1 | usize::from(b > c) << 2;
    SORTING[order].map(|row| start as u8 + row)
}

/// The order of three by their comparisons: whether a > b, a > c, b > c.
const SORTING: [[u8; 3]; 8] = {
    let mut table = [[0, 1, 2]; 8];
    let mut k = 0;
    while k < 6 {
        // The rank of each in this order.
        let [first, second, third] = ORDERS_OF_THREE[k];
        let mut rank = [0; 3];
        rank[first as usize] = 0;
        rank[second as usize] = 1;
        rank[third as usize] = 2;
        let comparisons = (rank[0] > rank[1]) as usize
            | ((rank[0] > rank[2]) as usize) << 1
            | ((rank[1] > rank[2]) as usize) << 2;
        table[comparisons] = ORDERS_OF_THREE[k];
        k += 1;
    }
    table
};

//! Steps 5 and 6, for lanes that have reached the fixpoint of sweeping: triads, then a guess.

use super::super::simd::Plane;
use super::record::Table;
use super::sweep::{Block, arrangements};

/// The arrangements to branch on in the six bands (three of rows, three of columns).
pub(super) struct Choice<P> {
    /// The number of arrangements of all nine digits: a bit-sliced number of six bits.
    totals: [[P; 6]; 6],
    /// The digits that have exactly two.
    pairs: [[P; 9]; 6],
}

impl<P: Plane> Choice<P> {
    pub(super) fn new(empty: P) -> Choice<P> {
        Choice {
            totals: [[empty; 6]; 6],
            pairs: [[empty; 9]; 6],
        }
    }

    /// Step 5: a triad that three digits cannot avoid is full, and others leave it.
    /// Returns the lanes, of `these`, in which this happened. Counts the arrangements, too.
    #[inline(always)]
    pub(super) fn look(&mut self, block: &mut Block<P>, these: P) -> P {
        let mut over = these.filled(false);
        for band in 0..3 {
            over = over | self.look_at::<Rows>(block, these, band);
        }
        for stack in 0..3 {
            over = over | self.look_at::<Columns>(block, these, stack);
        }
        over
    }

    #[inline(always)]
    fn look_at<D: Direction>(&mut self, block: &mut Block<P>, these: P, band: usize) -> P {
        let empty = these.filled(false);
        let mut totals = [empty; 6];
        let mut forced = [[[empty; 3]; 3]; 3];
        let mut avoidable = [[[empty; 3]; 3]; 9];
        let band = band.min(2);
        for digit in 0..9 {
            let t = triads::<P, D>(&block.planes[digit], band);
            for line in 0..3 {
                for b in 0..3 {
                    let elsewhere = t[line][(b + 1) % 3] | t[line][(b + 2) % 3];
                    let must = t[line][b].without(elsewhere);
                    avoidable[digit][line][b] = t[line][b] & elsewhere;
                    let [one, two, three] = forced[line][b];
                    forced[line][b] = [one | must, two | one & must, three | two & must];
                }
            }
            let count = count_of_six(arrangements(t));
            let [n0, n1, n2] = count;
            self.pairs[D::FIRST + band][digit] = n1.without(n0 | n2);
            totals = sum(totals, count);
        }
        self.totals[D::FIRST + band] = totals;
        let mut over = empty;
        for line in 0..3 {
            for b in 0..3 {
                let full = forced[line][b][2] & these;
                let mut leave = empty;
                for digit in 0..9 {
                    leave = leave | avoidable[digit][line][b];
                }
                let leave = leave & full;
                if leave.is_zero() {
                    continue;
                }
                over = over | leave;
                for digit in 0..9 {
                    let leave = avoidable[digit][line][b] & leave;
                    for k in 0..3 {
                        let plane = &mut block.planes[digit][D::cell(band, line, b, k)];
                        *plane = plane.without(leave);
                    }
                }
            }
        }
        over
    }

    /// Step 6, of the lanes `these`: the band with the fewest arrangements that has a
    /// digit with exactly two. One goes on in the block, the other in the table. Returns
    /// the lanes that have no such digit.
    #[inline(always)]
    pub(super) fn split(&self, block: &mut Block<P>, table: &mut Table<P>, these: P) -> P {
        let empty = these.filled(false);
        let mut has = [empty; 6];
        let mut found = empty;
        let mut fewest = [empty; 6];
        for band in 0..6 {
            let pairs = &self.pairs[band];
            let any = pairs.iter().fold(empty, |any, &pair| any | pair) & these;
            let better = any & (less(self.totals[band], fewest) | any.without(found));
            for bit in 0..6 {
                let new = self.totals[band][bit] & better;
                fewest[bit] = fewest[bit].without(better) | new;
            }
            found = found | any;
            has[band] = any;
        }
        let mut left = found;
        for band in 0..6 {
            let mut here = has[band] & left;
            for bit in 0..6 {
                here = here.without(self.totals[band][bit] ^ fewest[bit]);
            }
            left = left.without(here);
            for digit in 0..9 {
                let lanes = here & self.pairs[band][digit];
                if lanes.is_zero() {
                    continue;
                }
                here = here.without(lanes);
                match band {
                    0..3 => split_at::<P, Rows>(block, table, lanes, band, digit),
                    _ => split_at::<P, Columns>(block, table, lanes, band - 3, digit),
                }
            }
        }
        these.without(found)
    }
}

/// Splits the two arrangements of a digit: one goes on in the block, the other in the table.
/// They differ in the box of the first line, or else in that of the second. Settling that
/// line is enough: the next sweep propagates the rest.
#[inline(always)]
fn split_at<P: Plane, D: Direction>(
    block: &mut Block<P>,
    table: &mut Table<P>,
    mut lanes: P,
    band: usize,
    digit: usize,
) {
    let band = band.min(2);
    let (planes, rows) = (&mut block.planes[digit], table.rows(digit));
    for line in 0..2 {
        let [t0, t1, t2] = triads_of_line::<P, D>(planes, band, line);
        let differ = lanes & (t0 & t1 | t2 & (t0 | t1));
        lanes = lanes.without(differ);
        // The lower of the two boxes goes to the table, so the other stays in the block.
        let lower = [t0 & differ, (t1 & differ).without(t0)];
        let upper = [t0 & t1 & differ, t2 & differ];
        for k in 0..3 {
            for b in 0..2 {
                let cell = D::cell(band, line, b, k);
                planes[cell] = planes[cell].without(lower[b]);
                let cell = D::cell(band, line, b + 1, k);
                rows[cell] = rows[cell].without(upper[b]);
            }
        }
    }
}

/// Bands of rows, or stacks of columns.
trait Direction {
    /// The index of the first band.
    const FIRST: usize;

    /// Cell `k` where a line of a band crosses a box.
    fn cell(band: usize, line: usize, b: usize, k: usize) -> usize;
}

struct Rows;

impl Direction for Rows {
    const FIRST: usize = 0;

    #[inline(always)]
    fn cell(band: usize, line: usize, b: usize, k: usize) -> usize {
        27 * band + 9 * line + 3 * b + k
    }
}

struct Columns;

impl Direction for Columns {
    const FIRST: usize = 3;

    #[inline(always)]
    fn cell(band: usize, line: usize, b: usize, k: usize) -> usize {
        9 * (3 * b + k) + 3 * band + line
    }
}

#[inline(always)]
fn triads<P: Plane, D: Direction>(cells: &[P; 81], band: usize) -> [[P; 3]; 3] {
    [
        triads_of_line::<P, D>(cells, band, 0),
        triads_of_line::<P, D>(cells, band, 1),
        triads_of_line::<P, D>(cells, band, 2),
    ]
}

#[inline(always)]
fn triads_of_line<P: Plane, D: Direction>(cells: &[P; 81], band: usize, line: usize) -> [P; 3] {
    let mut triads = [cells[0]; 3];
    for b in 0..3 {
        triads[b] = cells[D::cell(band, line, b, 0)]
            | cells[D::cell(band, line, b, 1)]
            | cells[D::cell(band, line, b, 2)];
    }
    triads
}

/// A full adder: the sum and the carry of three bits.
#[inline(always)]
fn add<P: Plane>(a: P, b: P, c: P) -> (P, P) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// The number of bits set among six: a bit-sliced number of three bits.
#[inline(always)]
fn count_of_six<P: Plane>([a, b, c, d, e, f]: [P; 6]) -> [P; 3] {
    let (low, high) = (add(a, b, c), add(d, e, f));
    let (twos, fours) = add(low.1, high.1, low.0 & high.0);
    [low.0 ^ high.0, twos, fours]
}

/// The sum of a number of six bits and one of three, by ripple carry.
#[inline(always)]
fn sum<P: Plane>(total: [P; 6], count: [P; 3]) -> [P; 6] {
    let carry = total[0] & count[0];
    let (s1, carry_1) = add(total[1], count[1], carry);
    let (s2, carry_2) = add(total[2], count[2], carry_1);
    let carry_3 = total[3] & carry_2;
    let carry_4 = total[4] & carry_3;
    [
        total[0] ^ count[0],
        s1,
        s2,
        total[3] ^ carry_2,
        total[4] ^ carry_3,
        total[5] ^ carry_4,
    ]
}

/// The lanes in which one number of six bits is less than another.
#[inline(always)]
fn less<P: Plane>(a: [P; 6], b: [P; 6]) -> P {
    let mut less = a[0].filled(false);
    for bit in 0..6 {
        let differ = a[bit] ^ b[bit];
        less = less.without(differ) | b[bit] & differ;
    }
    less
}

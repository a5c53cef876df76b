//! The planes of a block of search nodes, and steps 1 to 4: one sweep over all of them.

use super::super::simd::Plane;

/// Search nodes side by side, bit-sliced: one in each lane.
pub(super) struct Block<P> {
    /// The candidates, digit by digit and cell by cell.
    pub(super) planes: [[P; 81]; 9],
    /// The cells with more than one digit left.
    pub(super) open: [P; 81],
    /// Boxes in which a digit has one row and one column left.
    only: [[P; 9]; 9],
    /// Dead lanes: those with a contradiction.
    pub(super) dead: P,
    /// Lanes that the last sweep changed.
    pub(super) changed: P,
    /// Lanes with an open cell.
    pub(super) unsolved: P,
}

impl<P: Plane> Block<P> {
    pub(super) fn new(empty: P) -> Block<P> {
        Block {
            planes: [[empty; 81]; 9],
            open: [empty; 81],
            only: [[empty; 9]; 9],
            dead: empty,
            changed: empty,
            unsolved: empty,
        }
    }

    /// Steps 1 to 4.
    ///
    /// A lane that only step 1 changed does not count as changed: done twice, step 1
    /// changes nothing more, so another sweep would find nothing.
    #[inline(always)]
    pub(super) fn sweep(&mut self) {
        let empty = self.dead.filled(false);
        let all = empty.filled(true);
        let mut alive = all;
        let mut changed = empty;
        for (digit, cells) in self.planes.iter_mut().enumerate() {
            // 1. Rows against boxes.
            let mut rows = [[empty; 3]; 3];
            for band in 0..3 {
                rows[band] = close_band(cells, &self.open, band, &mut alive);
            }
            // 2. Columns against boxes.
            for stack in 0..3 {
                let columns = close_stack(cells, stack, &mut alive, &mut changed);
                for band in 0..3 {
                    let several = rows[band][stack] | columns[band];
                    self.only[3 * band + stack][digit] = all.without(several);
                }
            }
        }
        let mut dead = self.dead;
        let mut unsolved = empty;
        for triad in 0..27 {
            let only = &self.only[triad / 9 * 3 + triad % 3];
            for cell in 3 * triad..3 * triad + 3 {
                // 3. A digit with one row and one column left in a box claims the cell there.
                let mut planes = [empty; 9];
                let mut claimed = empty;
                for digit in 0..9 {
                    planes[digit] = self.planes[digit][cell];
                    claimed = claimed | planes[digit] & only[digit];
                }
                // 4. Digits per cell: one, two or more.
                let unclaimed = all.without(claimed);
                let (mut one, mut two) = (empty, empty);
                for digit in 0..9 {
                    let plane = planes[digit] & (unclaimed | only[digit]);
                    self.planes[digit][cell] = plane;
                    two = two | one & plane;
                    one = one | plane;
                }
                // A cell without a digit is wrong, and so is one whose digit, alone in it since
                // before this sweep, did not get its box for itself: it has a twin.
                alive = alive & one & (self.open[cell] | claimed);
                dead = dead | claimed & two;
                changed = changed | self.open[cell].without(two);
                unsolved = unsolved | two;
                self.open[cell] = two;
            }
        }
        self.dead = dead | all.without(alive);
        self.changed = changed;
        self.unsolved = unsolved;
    }
}

/// Step 1 for one digit in one band: in rows with the digit alone in a cell nothing else
/// of the digit stays; and then triads without an arrangement go. Returns for each box
/// whether several rows are left.
#[inline(always)]
fn close_band<P: Plane>(cells: &mut [P; 81], open: &[P; 81], band: usize, alive: &mut P) -> [P; 3] {
    let at = |row: usize, in_row: usize| 27 * band + 9 * row + in_row;
    let mut triads = [[*alive; 3]; 3];
    let mut alone = [[*alive; 3]; 3];
    for row in 0..3 {
        for b in 0..3 {
            let (c0, c1, c2) = (at(row, 3 * b), at(row, 3 * b + 1), at(row, 3 * b + 2));
            let (x0, x1, x2) = (cells[c0], cells[c1], cells[c2]);
            triads[row][b] = x0 | x1 | x2;
            alone[row][b] = x0.without(open[c0]) | x1.without(open[c1]) | x2.without(open[c2]);
        }
        let [a0, a1, a2] = alone[row];
        let [t0, t1, t2] = triads[row];
        triads[row] = [
            t0.without(a1 | a2),
            t1.without(a0 | a2),
            t2.without(a0 | a1),
        ];
    }
    let kept = arranged(triads, alive);
    let several = several_lines(kept);
    // Row by row, since the compiler does not always unroll a loop over rows.
    keep_row(cells, open, at(0, 0), alone[0], kept[0]);
    keep_row(cells, open, at(1, 0), alone[1], kept[1]);
    keep_row(cells, open, at(2, 0), alone[2], kept[2]);
    several
}

/// Clears a row of all but the triads kept, and those of all but a digit alone in its cell.
#[inline(always)]
fn keep_row<P: Plane>(
    cells: &mut [P; 81],
    open: &[P; 81],
    start: usize,
    alone: [P; 3],
    kept: [P; 3],
) {
    for b in 0..3 {
        for k in 0..3 {
            let cell = start + 3 * b + k;
            let others = alone[b] & open[cell];
            cells[cell] = cells[cell].without(others) & kept[b];
        }
    }
}

/// Step 2 for one digit in one stack.
#[inline(always)]
fn close_stack<P: Plane>(
    cells: &mut [P; 81],
    stack: usize,
    alive: &mut P,
    changed: &mut P,
) -> [P; 3] {
    let at = |column: usize, row: usize| 9 * row + 3 * stack + column;
    let mut triads = [[*alive; 3]; 3];
    for column in 0..3 {
        for b in 0..3 {
            let (c0, c1, c2) = (
                at(column, 3 * b),
                at(column, 3 * b + 1),
                at(column, 3 * b + 2),
            );
            triads[column][b] = cells[c0] | cells[c1] | cells[c2];
        }
    }
    let kept = arranged(triads, alive);
    for column in 0..3 {
        for b in 0..3 {
            *changed = *changed | triads[column][b].without(kept[column][b]);
            for k in 0..3 {
                let cell = at(column, 3 * b + k);
                cells[cell] = cells[cell] & kept[column][b];
            }
        }
    }
    several_lines(kept)
}

/// The triads that are part of an arrangement: each line in a box of its own. Clears `alive`
/// in lanes without an arrangement.
#[inline(always)]
fn arranged<P: Plane>(t: [[P; 3]; 3], alive: &mut P) -> [[P; 3]; 3] {
    let kept = triads_of(arrangements(t));
    *alive = *alive & (kept[0][0] | kept[0][1] | kept[0][2]);
    kept
}

/// The triads that arrangements use.
#[inline(always)]
fn triads_of<P: Plane>([p0, p1, p2, p3, p4, p5]: [P; 6]) -> [[P; 3]; 3] {
    [
        [p0 | p1, p2 | p3, p4 | p5],
        [p3 | p4, p0 | p5, p1 | p2],
        [p2 | p5, p1 | p4, p0 | p3],
    ]
}

/// The six arrangements of three lines in three boxes. Where `p0`, `p2`, `p4` put the
/// first line in box 0, 1, 2 and the others in the boxes after it, `p1`, `p3`, `p5` put
/// the others in reverse.
#[inline(always)]
pub(super) fn arrangements<P: Plane>(t: [[P; 3]; 3]) -> [P; 6] {
    [
        t[0][0] & t[1][1] & t[2][2],
        t[0][0] & t[1][2] & t[2][1],
        t[0][1] & t[1][2] & t[2][0],
        t[0][1] & t[1][0] & t[2][2],
        t[0][2] & t[1][0] & t[2][1],
        t[0][2] & t[1][1] & t[2][0],
    ]
}

/// For each box, whether more than one line is left.
#[inline(always)]
fn several_lines<P: Plane>(t: [[P; 3]; 3]) -> [P; 3] {
    let several = |b: usize| t[0][b] & t[1][b] | t[2][b] & (t[0][b] | t[1][b]);
    [several(0), several(1), several(2)]
}

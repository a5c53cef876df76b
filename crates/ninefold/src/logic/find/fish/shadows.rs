//! Shadows: the cells of each line that a target sees through its blocks.
//!
//! ```text
//!        c1 c2 c3 │ c4 …        a target at r3c2 sees r1c1 to r1c3 through box 1 and
//!    r1   ▒  ▒  ▒ │             r7c2 along its column: if it holds the digit, rows 1
//!    r3   ▒  t  ▒ │             and 7 must have theirs in what is left
//!    r7      ▒    │
//! ```
//!
//! A basic fish with fins catches a target only if the places that it leaves in `n` lines
//! lie in `n - 1` cross lines. That is soon counted, and most digits have no such target.

use arrayvec::ArrayVec;

use crate::geometry::{Digit, MAX_SIZE};
use crate::logic::sight::{Sight, Slots};
use crate::sets::n_ones;

/// For each block and each line where the block lies across the line.
pub(super) struct Shadows {
    size: usize,
    /// By block, then by row: slots in the row.
    in_rows: Vec<Slots>,
    /// By block, then by column: slots in the column.
    in_columns: Vec<Slots>,
}

impl Shadows {
    /// The shadows of every block.
    pub(super) fn new<const W: usize>(sight: &Sight<W>) -> Shadows {
        let (geometry, size) = (sight.geometry(), sight.size());
        let mut shadows = Shadows {
            size,
            in_rows: vec![0; sight.blocks().len() * size],
            in_columns: vec![0; sight.blocks().len() * size],
        };
        for (k, &block) in sight.blocks().iter().enumerate() {
            for &cell in geometry.cells_of(block) {
                let (row, column) = (geometry.row(cell) - 1, geometry.column(cell) - 1);
                shadows.in_rows[k * size + row] |= 1 << column;
                shadows.in_columns[k * size + column] |= 1 << row;
            }
        }
        shadows
    }

    /// Whether some target leaves of `n` lines no more than `n - 1` cross lines.
    pub(super) fn may_catch<const W: usize>(
        &self,
        sight: &Sight<W>,
        digit: Digit,
        way: usize,
        n: usize,
    ) -> bool {
        let geometry = sight.geometry();
        let (lines, shadows) = match way {
            0 => (sight.rows(), &self.in_rows),
            _ => (sight.columns(), &self.in_columns),
        };
        let mut open = ArrayVec::<(usize, Slots), MAX_SIZE>::new();
        for (k, &line) in lines.iter().enumerate() {
            let slots = sight.slots(line, digit);
            if slots != 0 {
                open.push((k, slots));
            }
        }
        if open.len() <= n {
            return false;
        }
        let mut left = ArrayVec::<Slots, MAX_SIZE>::new();
        sight.places(digit).iter().any(|target| {
            let (row, column) = (geometry.row(target) - 1, geometry.column(target) - 1);
            let (own, across) = if way == 0 {
                (row, column)
            } else {
                (column, row)
            };
            // Rows and columns come before all blocks.
            let blocks = &geometry.houses_of(target)[2..];
            left.clear();
            for &(k, slots) in &open {
                let shadow = blocks.iter().fold(1 << across, |shadow, block| {
                    shadow | shadows[(block.index() - 2 * self.size) * self.size + k]
                });
                if k != own && n_ones(slots & !shadow) < n {
                    left.push(slots & !shadow);
                }
            }
            joins(&left, n, 0, n - 1)
        })
    }
}

/// Whether `n` of the sets have at most `most` members between them.
fn joins(sets: &[Slots], n: usize, union: Slots, most: usize) -> bool {
    if n == 0 {
        return true;
    }
    let mut sets = sets;
    while sets.len() >= n {
        let joined = union | sets[0];
        sets = &sets[1..];
        if n_ones(joined) <= most && joins(sets, n - 1, joined, most) {
            return true;
        }
    }
    false
}

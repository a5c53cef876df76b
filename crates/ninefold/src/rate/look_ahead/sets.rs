//! Sets of two, three and four: naked and hidden subsets, X-Wing, Swordfish and Jellyfish.
//!
//! They are one rule. Where `k` units of a [group](Shape::groups) have `k` answers left
//! between them, these answers are used up, and no other unit of the group can have them:
//! two cells with the same two digits, two digits with the same two cells, two rows with a
//! digit in the same two columns.

use super::position::{MAX_SIZE, Position, Shape};

/// The sizes of sets.
pub(super) const SIZES: [usize; 3] = [2, 3, 4];

/// The sets of a position, and what is known of earlier ones.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// For each size the units as they were when it was last looked for.
    seen: [Vec<u16>; SIZES.len()],
}

impl Sets {
    /// The candidates that every set of this size in the position rules out, if there are no
    /// smaller sets.
    ///
    /// A group that is as it was the last time has nothing new: the candidates that it ruled
    /// out are gone. So the positions must be those of one path.
    pub(super) fn find(&mut self, shape: &Shape, position: &Position, size: usize) -> Vec<u16> {
        let seen = &mut self.seen[size - SIZES[0]];
        let mut fallen = Vec::new();
        for (group, is_even) in shape.groups() {
            let is_new = |&unit: &u16| {
                let unit = usize::from(unit);
                seen.get(unit) != Some(&position.left(unit))
            };
            if !group.iter().any(is_new) {
                continue;
            }
            let mut left = [0; MAX_SIZE];
            for (left, &unit) in left.iter_mut().zip(group) {
                *left = position.left(usize::from(unit));
            }
            // The other units of an even group are a set as well, of digits instead of cells or
            // of columns instead of rows, and rule out the same. If they are fewer, they were
            // found before.
            let least = if is_even { 2 * size } else { size + 1 };
            let gone = ruled_out(&left[..group.len()], size, least);
            for (&unit, gone) in group.iter().zip(gone) {
                if gone != 0 {
                    let members = shape.members(usize::from(unit)).iter().enumerate();
                    let gone = members.filter(|&(place, _)| gone >> place & 1 == 1);
                    fallen.extend(gone.map(|(_, &candidate)| candidate));
                }
            }
        }
        seen.clear();
        seen.extend_from_slice(position.units());
        fallen.sort_unstable();
        fallen.dedup();
        fallen
    }
}

/// For each unit of a group the answers that sets of `size` other units use up, if at least
/// `least` units are open.
fn ruled_out(left: &[u16], size: usize, least: usize) -> [u16; MAX_SIZE] {
    let mut gone = [0; MAX_SIZE];
    let mut small = [0u8; MAX_SIZE];
    let (mut n_small, mut n_open) = (0, 0);
    for (k, left) in left.iter().enumerate() {
        let is_open = has_more_than(1, *left);
        n_open += usize::from(is_open);
        small[n_small] = k as u8;
        n_small += usize::from(is_open && !has_more_than(size, *left));
    }
    if n_small >= size && n_open >= least {
        choose(left, &small[..n_small], size, size, 0, 0, &mut gone);
    }
    gone
}

/// Adds `more` of the units in `small` to those `chosen`, whose answers are `union`.
fn choose(
    left: &[u16],
    small: &[u8],
    size: usize,
    more: usize,
    chosen: u16,
    union: u16,
    gone: &mut [u16; MAX_SIZE],
) {
    if more == 0 {
        for (k, (gone, left)) in gone.iter_mut().zip(left).enumerate() {
            if chosen >> k & 1 == 0 {
                *gone |= left & union;
            }
        }
        return;
    }
    for (k, &unit) in small.iter().enumerate() {
        let union = union | left[usize::from(unit)];
        if !has_more_than(size, union) {
            choose(
                left,
                &small[k + 1..],
                size,
                more - 1,
                chosen | 1 << unit,
                union,
                gone,
            );
        }
    }
}

/// Whether a set has more than `n` members, for small `n` faster than counting them where the
/// CPU does not count bits.
#[inline]
fn has_more_than(n: usize, mut set: u16) -> bool {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set != 0
}

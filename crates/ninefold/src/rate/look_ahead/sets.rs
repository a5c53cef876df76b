//! Sets of two, three and four: naked and hidden subsets, X-Wing, Swordfish and Jellyfish.
//!
//! They are one rule. Where `k` units of a [group](Shape::groups) have `k` answers left
//! between them, these answers are used up, and no other unit of the group can have them:
//! two cells with the same two digits, two digits with the same two cells, two rows with a
//! digit in the same two columns.
//!
//! Most groups are as they were in the round before, and most of the others have too few
//! small units. So each group remembers its units and which of them are small, and is looked
//! at again only after one of its units has changed.

use super::position::{MAX_SIZE, Position, Shape, has_more_than};

/// The sizes of sets.
const SIZES: [usize; 3] = [2, 3, 4];

/// The sets of a position, and what is known of earlier ones.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// The units as they were the last time.
    seen: Vec<u16>,
    groups: Vec<Group>,
}

/// What is known of a group.
#[derive(Clone, Debug, Default)]
struct Group {
    /// What is left of each unit.
    left: [u16; MAX_SIZE],
    /// A bit for each unit that is open.
    open: u16,
    /// For each size of sets, a bit for each unit that is open and has no more answers.
    small: [u16; SIZES.len()],
    /// For each size, whether a unit has changed since it was last looked for.
    is_new: [bool; SIZES.len()],
    /// Whether a unit has changed since the bits were found.
    is_stale: bool,
}

impl Sets {
    /// The smallest size of which there are sets that rule anything out, and the candidates
    /// that every set of this size in the position rules out.
    ///
    /// A group that is as it was the last time has nothing new: the candidates that it ruled
    /// out are gone. So the positions must be those of one path.
    pub(super) fn find(&mut self, shape: &Shape, position: &Position) -> Option<(usize, Vec<u16>)> {
        self.update(shape, position);
        let mut fallen = Vec::new();
        for (k, size) in SIZES.into_iter().enumerate() {
            for ((units, is_even), group) in shape.groups().zip(&mut self.groups) {
                // The other units of an even group are a set as well, of digits instead of cells
                // or of columns instead of rows, and rule out the same. If they are fewer, they
                // were found before.
                let least = if is_even { 2 * size } else { size + 1 };
                if !std::mem::take(&mut group.is_new[k])
                    || (group.small[k].count_ones() as usize) < size
                    || (group.open.count_ones() as usize) < least
                {
                    continue;
                }
                let gone = ruled_out(&group.left, group.small[k], size);
                for (&unit, gone) in units.iter().zip(gone) {
                    if gone != 0 {
                        let members = shape.members(usize::from(unit)).iter().enumerate();
                        let gone = members.filter(|&(place, _)| gone >> place & 1 == 1);
                        fallen.extend(gone.map(|(_, &candidate)| candidate));
                    }
                }
            }
            if !fallen.is_empty() {
                fallen.sort_unstable();
                fallen.dedup();
                return Some((size, fallen));
            }
        }
        None
    }

    /// Takes note of the units that have changed.
    fn update(&mut self, shape: &Shape, position: &Position) {
        let units = position.units();
        self.seen.resize(units.len(), 0);
        self.groups.resize(shape.groups().count(), Group::default());
        for (unit, (seen, &left)) in self.seen.iter_mut().zip(units).enumerate() {
            if *seen != left {
                *seen = left;
                for &(group, place) in shape.groups_of(unit) {
                    let group = &mut self.groups[usize::from(group)];
                    group.left[usize::from(place)] = left;
                    group.is_stale = true;
                }
            }
        }
        for group in self.groups.iter_mut().filter(|group| group.is_stale) {
            group.is_stale = false;
            group.is_new = [true; SIZES.len()];
            group.find_small();
        }
    }
}

impl Group {
    /// Finds the units that are open, and those that are small.
    fn find_small(&mut self) {
        self.open = 0;
        self.small = [0; SIZES.len()];
        for (unit, mut rest) in self.left.into_iter().enumerate() {
            // Without one answer after the other: what is left is a sign of having more.
            rest &= rest.wrapping_sub(1);
            let is_open = u16::from(rest != 0);
            self.open |= is_open << unit;
            for small in &mut self.small {
                rest &= rest.wrapping_sub(1);
                *small |= (is_open & u16::from(rest == 0)) << unit;
            }
        }
    }
}

/// For each unit of a group the answers that sets of `size` other units use up, which are
/// among the small ones.
fn ruled_out(left: &[u16; MAX_SIZE], small: u16, size: usize) -> [u16; MAX_SIZE] {
    let mut gone = [0; MAX_SIZE];
    choose(left, small, size, size, 0, 0, &mut gone);
    gone
}

/// Adds `more` of the units in `small` to those `chosen`, whose answers are `union`.
fn choose(
    left: &[u16; MAX_SIZE],
    mut small: u16,
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
    while small != 0 {
        let unit = small.trailing_zeros() as usize;
        small &= small - 1;
        let union = union | left[unit];
        if !has_more_than(size, union) {
            choose(left, small, size, more - 1, chosen | 1 << unit, union, gone);
        }
    }
}

//! Sets of digits and sets of cells: bitsets that cannot be confused.
//!
//! Both have the same operations (`contains`, `insert`, `remove`, `len`,
//! `iter`, `&`, `|`, `-`), both are `Copy`, and neither takes the other's members. There are
//! up to 121 digits, which fit in one number; cells are up to 14,641, and a set of them is
//! as wide as the board needs.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Digit, MAX_SIZE};

/// How many bits are set. Counting takes long where the compiler may not use the CPU's
/// instruction for it; so what nine digits or the nine cells of a house can be is looked up, and
/// on most other boards the upper half is empty.
pub(crate) const fn n_ones(bits: u128) -> usize {
    if bits < ONES.len() as u128 {
        return ONES[bits as usize] as usize;
    }
    let upper = (bits >> 64) as u64;
    let n_upper = if upper == 0 { 0 } else { upper.count_ones() };
    ((bits as u64).count_ones() + n_upper) as usize
}

/// The number of ones of each number of nine bits.
static ONES: [u8; 1 << 9] = {
    let mut ones = [0; 1 << 9];
    let mut bits = 0;
    while bits < ones.len() {
        ones[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    ones
};

/// A set of digits, such as the candidates of a cell.
///
/// ```
/// use ninefold::{Digit, DigitSet};
///
/// let mut open = DigitSet::all(4);
/// open.remove(Digit::new(2).unwrap());
/// assert_eq!(open.to_string(), "134");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Digit>", into = "Vec<Digit>")]
pub struct DigitSet(u128);

impl DigitSet {
    /// No digits.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// The digits 1 to `size`, and at most 121.
    pub const fn all(size: usize) -> DigitSet {
        let size = if size < MAX_SIZE { size } else { MAX_SIZE };
        DigitSet((1 << size) - 1)
    }

    /// Just `digit`.
    pub const fn only(digit: Digit) -> DigitSet {
        DigitSet(1 << digit.index())
    }

    /// The set whose bit `k` stands for digit `k + 1`. Bits above the 121st stand for
    /// nothing.
    pub const fn from_bits(bits: u128) -> DigitSet {
        DigitSet(bits & DigitSet::all(MAX_SIZE).0)
    }

    /// Bit `k` stands for digit `k + 1`.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether `digit` is in the set.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Puts `digit` in.
    pub fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    /// Takes `digit` out; returns whether it was there.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let had = self.contains(digit);
        self.0 &= !(1 << digit.index());
        had
    }

    /// The number of digits.
    pub const fn len(self) -> usize {
        n_ones(self.0)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The smallest digit.
    pub fn first(self) -> Option<Digit> {
        self.iter().next()
    }

    /// The digit, if there is exactly one.
    pub fn single(self) -> Option<Digit> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The digits, ascending.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Digit::from_index(index))
        })
    }
}

/// A set of cells, such as the cells of a pattern, with room for the first `64 * WORDS`
/// cells of a board: two words for 9×9 and smaller ones, 229 for the largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CellSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> CellSet<WORDS> {
    /// No cells.
    pub(crate) const EMPTY: CellSet<WORDS> = CellSet([0; WORDS]);

    /// Whether a board of this size has few enough cells for the set.
    pub(crate) const fn fits(size: usize) -> bool {
        size * size <= WORDS * 64
    }

    /// Whether `cell` is in the set.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        let index = cell.index();
        self.0
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Puts `cell` in.
    ///
    /// # Panics
    ///
    /// If the board is too large for the set; see [`CellSet::fits`].
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out; returns whether it was there.
    pub(crate) fn remove(&mut self, cell: Cell) -> bool {
        let had = self.contains(cell);
        if had {
            self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
        }
        had
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        // Word by word it takes a few instructions; comparing arrays calls a function.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The set folded into 128 bits. Two sets whose glances share no bit share no cell; the
    /// converse holds on boards of up to 128 cells.
    pub(crate) fn glance(&self) -> u128 {
        let words = self.0.iter().enumerate();
        words.fold(0, |all, (w, &word)| {
            all | u128::from(word) << (64 * (w % 2))
        })
    }

    /// The cells, in reading order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> {
        let words = &self.0;
        let (mut w, mut word) = (0, words[0]);
        std::iter::from_fn(move || {
            while word == 0 {
                w += 1;
                word = *words.get(w)?;
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(Cell::from_index(w * 64 + bit))
        })
    }

    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        CellSet(std::array::from_fn(|w| op(self.0[w], other.0[w])))
    }
}

impl<const WORDS: usize> Default for CellSet<WORDS> {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl BitAnd for DigitSet {
    type Output = DigitSet;
    fn bitand(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & other.0)
    }
}

impl BitOr for DigitSet {
    type Output = DigitSet;
    fn bitor(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 | other.0)
    }
}

impl Sub for DigitSet {
    type Output = DigitSet;
    fn sub(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & !other.0)
    }
}

impl<const WORDS: usize> BitAnd for CellSet<WORDS> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for CellSet<WORDS> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> Sub for CellSet<WORDS> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

/// What both sets can do, written once.
macro_rules! set_operations {
    ($set:ty, $member:ty $(, $words:ident)?) => {
        impl$(<const $words: usize>)? BitAndAssign for $set {
            fn bitand_assign(&mut self, other: $set) {
                *self = *self & other;
            }
        }

        impl$(<const $words: usize>)? BitOrAssign for $set {
            fn bitor_assign(&mut self, other: $set) {
                *self = *self | other;
            }
        }

        impl$(<const $words: usize>)? SubAssign for $set {
            fn sub_assign(&mut self, other: $set) {
                *self = *self - other;
            }
        }

        impl$(<const $words: usize>)? FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $set {
                let mut set = <$set>::EMPTY;
                set.extend(members);
                set
            }
        }

        impl$(<const $words: usize>)? Extend<$member> for $set {
            fn extend<I: IntoIterator<Item = $member>>(&mut self, members: I) {
                members.into_iter().for_each(|member| self.insert(member));
            }
        }
    };
}

set_operations!(DigitSet, Digit);
set_operations!(CellSet<WORDS>, Cell, WORDS);

impl From<Vec<Digit>> for DigitSet {
    fn from(digits: Vec<Digit>) -> DigitSet {
        digits.into_iter().collect()
    }
}

impl From<DigitSet> for Vec<Digit> {
    fn from(digits: DigitSet) -> Vec<Digit> {
        digits.iter().collect()
    }
}

/// `134`; with digits above 9, `1,3,12`.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.0 >> 9 == 0 { "" } else { "," };
        for (k, digit) in self.iter().enumerate() {
            let before = if k == 0 { "" } else { comma };
            write!(f, "{before}{digit}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl<const WORDS: usize> fmt::Debug for CellSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> DigitSet {
        let digit = |c: char| Digit::new(c.to_digit(10).unwrap() as usize).unwrap();
        text.chars().map(digit).collect()
    }

    #[test]
    fn small_numbers_and_large_ones_have_their_ones_counted() {
        let large = [0b10110 | 1 << 64 | 1 << 127, u128::MAX];
        for bits in (0..2000).chain(large) {
            assert_eq!(n_ones(bits), bits.count_ones() as usize, "{bits:b}");
        }
    }

    #[test]
    fn sets_of_digits_combine() {
        let (a, b) = (digits("1359"), digits("3456"));
        assert_eq!((a & b).to_string(), "35");
        assert_eq!((a | b).to_string(), "134569");
        assert_eq!((a - b).to_string(), "19");
        assert_eq!(a.single(), None);
        assert_eq!(digits("7").single(), Digit::new(7));
    }

    #[test]
    fn the_largest_board_has_121_digits() {
        let all = DigitSet::all(121);
        assert_eq!(all.len(), 121);
        assert_eq!(all.iter().last(), Digit::new(121));
        assert_eq!(DigitSet::all(usize::MAX), all);
        assert_eq!(DigitSet::from_bits(u128::MAX), all);
        assert_eq!(DigitSet::from_bits(1 << 11 | 1).to_string(), "1,12");
    }

    /// A set of `WORDS` words holds the last cell of a board of this size.
    fn reaches<const WORDS: usize>(size: usize) {
        let (first, last) = (Cell::from_index(0), Cell::from_index(size * size - 1));
        let mut set = CellSet::<WORDS>::EMPTY;
        set.extend([last, first]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [first, last]);
        assert!(set.contains(last) && !set.contains(Cell::from_index(1)));
        let only_last: CellSet<WORDS> = [last].into_iter().collect();
        assert_eq!(set & only_last, only_last);
        assert_eq!((set - only_last) | only_last, set);
        assert!(!(set - only_last).contains(last) && !set.is_empty());
        assert!(set.remove(last) && !set.remove(last));
        assert_eq!(set.len(), 1);
        assert!(CellSet::<WORDS>::fits(size));
    }

    #[test]
    fn a_set_of_cells_reaches_to_the_last_cell() {
        reaches::<2>(9);
        reaches::<10>(25);
        reaches::<229>(121);
        assert!(!CellSet::<2>::fits(12) && !CellSet::<10>::fits(26));
    }

    #[test]
    fn what_meets_at_a_glance_may_still_be_apart() {
        let only = |index| -> CellSet<229> { [Cell::from_index(index)].into_iter().collect() };
        // An odd number of words: the last one counts too.
        assert_eq!(only(14_640).glance(), 1 << (14_640 % 128));
        assert_eq!(only(3).glance() & only(131).glance(), 1 << 3);
        assert_eq!(only(3).glance() & only(4).glance(), 0);
    }
}

//! Planes: many single bits in one register, and the transposition of a square of them.
//!
//! ```text
//!            bit 0 1 2 3                 bit 0 1 2 3
//!   row 0        a b c d        row 0        a e i m
//!   row 1        e f g h   →    row 1        b f j n
//!   row 2        i j k l        row 2        c g k o
//!   row 3        m n o p        row 3        d h l p
//! ```
//!
//! The transposition is recursive, by halves: rows two apart swap a 2×2 corner (`c d g h` for
//! `i j m n`), then rows one apart swap single bits in each of the four smaller squares.
//! With 256 bits there are eight such steps, and three of them at a time are done while
//! eight rows are in registers. A CPU that can interleave the bytes of two rows transposes
//! squares of bytes that way, which takes a third of the instructions, and only the 8×8
//! bits within them by halves.

use super::Bits;

/// A bit for each of many lanes.
pub(crate) trait Plane: Bits {
    /// The plane as words, the first lanes in the lowest bits of the first word.
    type Words: AsRef<[u64]> + AsMut<[u64]> + Copy + Default;

    /// The number of bits: 64, 128, 256 …
    const LANES: usize;

    fn words(self) -> Self::Words;

    /// A plane of these words; `self` serves only as the proof.
    fn with_words(self, words: Self::Words) -> Self;

    /// In every run of `2 * N` bits, the upper half of `self` against the lower half of
    /// `other`.
    fn trade<const N: i32>(self, other: Self) -> (Self, Self);

    /// Transposes a square of `LANES` rows.
    fn transpose(rows: &mut [Self]);

    /// The number of bits set.
    #[inline(always)]
    fn count(self) -> usize {
        let ones = |word: &u64| word.count_ones() as usize;
        self.words().as_ref().iter().map(ones).sum()
    }

    /// All bits the same.
    #[inline(always)]
    fn filled(self, with: bool) -> Self {
        let mut words = Self::Words::default();
        words.as_mut().fill(if with { u64::MAX } else { 0 });
        self.with_words(words)
    }
}

/// A plane on a CPU that interleaves bytes.
#[cfg(target_arch = "x86_64")]
pub(super) trait Interleave: Plane {
    /// In every run of 16 bytes, those of `self` and `other` in turns: of the first eight
    /// of each, and of the last eight.
    fn interleave(self, other: Self) -> (Self, Self);
}

/// Transposes squares of 16×16 bytes in runs of 128 rows, where every eighth row belongs to
/// the same square. It takes four rounds of interleaving rows eight apart; two rounds are done
/// with four rows in registers, which are then stored where the other two rounds find their
/// four side by side.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn transpose_bytes<P: Interleave>(rows: &mut [P]) {
    for run in rows.as_chunks_mut().0 {
        interleave_twice::<P, 32, 8>(run);
        interleave_twice::<P, 8, 32>(run);
    }
}

/// Interleaves rows `APART` apart, four at a time; `NEXT` is from one four to the next.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn interleave_twice<P: Interleave, const APART: usize, const NEXT: usize>(rows: &mut [P; 128]) {
    for group in 0..4 {
        for bit in 0..8 {
            let first = group * NEXT + bit;
            let (r1, r2, r3) = (first + APART, first + 2 * APART, first + 3 * APART);
            let (y0, y1) = rows[first].interleave(rows[r2]);
            let (y2, y3) = rows[r1].interleave(rows[r3]);
            (rows[first], rows[r1]) = y0.interleave(y2);
            (rows[r2], rows[r3]) = y1.interleave(y3);
        }
    }
}

/// The lower `N` of every `2 * N` bits.
pub(super) const fn low_halves(n: i32) -> u64 {
    match n {
        1 => 0x5555_5555_5555_5555,
        2 => 0x3333_3333_3333_3333,
        4 => 0x0f0f_0f0f_0f0f_0f0f,
        8 => 0x00ff_00ff_00ff_00ff,
        16 => 0x0000_ffff_0000_ffff,
        _ => 0x0000_0000_ffff_ffff,
    }
}

/// One step: rows `A` apart swap.
#[allow(dead_code, reason = "not every kind of CPU has planes of 128 bits")]
#[inline(always)]
pub(super) fn transpose_by_one<P: Plane, const A: i32>(rows: &mut [P]) {
    let a = A as usize;
    for run in rows.chunks_exact_mut(2 * a) {
        for low in 0..a {
            (run[low], run[low + a]) = run[low].trade::<A>(run[low + a]);
        }
    }
}

/// Three steps: rows `A`, then `B`, then `C` apart swap, each half of the one before.
#[inline(always)]
pub(super) fn transpose_by_three<P: Plane, const A: i32, const B: i32, const C: i32>(
    rows: &mut [P],
) {
    let (a, b, c) = (A as usize, B as usize, C as usize);
    for run in rows.chunks_exact_mut(2 * a) {
        for low in 0..c {
            let at = |k: usize| low + (k & 4) / 4 * a + (k & 2) / 2 * b + (k & 1) * c;
            let (r0, r4) = run[at(0)].trade::<A>(run[at(4)]);
            let (r1, r5) = run[at(1)].trade::<A>(run[at(5)]);
            let (r2, r6) = run[at(2)].trade::<A>(run[at(6)]);
            let (r3, r7) = run[at(3)].trade::<A>(run[at(7)]);
            let (r0, r2) = r0.trade::<B>(r2);
            let (r1, r3) = r1.trade::<B>(r3);
            let (r4, r6) = r4.trade::<B>(r6);
            let (r5, r7) = r5.trade::<B>(r7);
            (run[at(0)], run[at(1)]) = r0.trade::<C>(r1);
            (run[at(2)], run[at(3)]) = r2.trade::<C>(r3);
            (run[at(4)], run[at(5)]) = r4.trade::<C>(r5);
            (run[at(6)], run[at(7)]) = r6.trade::<C>(r7);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KINDS, Lanes, Task, with_lanes};
    use super::*;

    struct Transpose;

    impl Task for Transpose {
        type Output = ();

        fn run<L: Lanes>(self, lanes: L) {
            let n = L::Plane::LANES;
            let bit = |row: usize, lane: usize| (row * row + 7 * lane + row * lane / 3) % 5 < 2;
            let mut rows = vec![lanes.empty_plane(); n];
            for (k, row) in rows.iter_mut().enumerate() {
                let mut words = row.words();
                for lane in 0..n {
                    words.as_mut()[lane / 64] |= u64::from(bit(k, lane)) << (lane % 64);
                }
                *row = row.with_words(words);
            }
            lanes.vectorize(
                #[inline(always)]
                || L::Plane::transpose(&mut rows),
            );
            for (k, row) in rows.iter().enumerate() {
                for lane in 0..n {
                    let found = row.words().as_ref()[lane / 64] >> (lane % 64) & 1 == 1;
                    assert_eq!(found, bit(lane, k), "row {k}, lane {lane} of {n}");
                }
            }
        }
    }

    #[test]
    fn a_square_is_transposed() {
        let done = KINDS.iter().filter_map(|kind| with_lanes(kind, Transpose));
        assert!(done.count() >= 2);
    }
}

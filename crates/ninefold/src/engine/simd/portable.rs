//! Plain arrays: always available, and the reference for the others. The compiler
//! auto-vectorises them for whatever the target has.

use std::array;
use std::ops::{BitAnd, BitOr, BitXor};

use super::planes::{Plane, low_halves, transpose_by_three};
use super::{Bits, Eight, Four, Lanes, Sixteen, Vector};

/// Any CPU at all.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Portable;

impl Lanes for Portable {
    type Four = Words;
    type Eight = Pair<Words>;
    type Sixteen = Bytes;
    type Plane = u64;

    #[inline(always)]
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn four(self, words: [u32; 4]) -> Words {
        Words(words)
    }

    #[inline(always)]
    fn eight(self, [a, b, c, d, e, f, g, h]: [u32; 8]) -> Pair<Words> {
        Pair(Words([a, b, c, d]), Words([e, f, g, h]))
    }

    #[inline(always)]
    fn sixteen(self, bytes: &[u8; 16]) -> Bytes {
        Bytes(*bytes)
    }

    #[inline(always)]
    fn empty_plane(self) -> u64 {
        0
    }
}

/// A plane of 64 bits.
impl Bits for u64 {
    #[inline(always)]
    fn without(self, other: u64) -> u64 {
        self & !other
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }
}

impl Plane for u64 {
    type Words = [u64; 1];
    const LANES: usize = 64;

    #[inline(always)]
    fn words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn with_words(self, [word]: [u64; 1]) -> u64 {
        word
    }

    #[inline(always)]
    fn trade<const N: i32>(self, other: u64) -> (u64, u64) {
        let swap = ((self >> N) ^ other) & low_halves(N);
        (self ^ swap << N, other ^ swap)
    }

    #[inline(always)]
    fn transpose(rows: &mut [u64]) {
        transpose_by_three::<u64, 32, 16, 8>(rows);
        transpose_by_three::<u64, 4, 2, 1>(rows);
    }
}

/// Four words in an array.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Words([u32; 4]);

impl Words {
    #[inline(always)]
    fn zip(self, other: Words, op: impl Fn(u32, u32) -> u32) -> Words {
        Words(array::from_fn(|k| op(self.0[k], other.0[k])))
    }
}

impl BitAnd for Words {
    type Output = Words;
    #[inline(always)]
    fn bitand(self, other: Words) -> Words {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Words {
    type Output = Words;
    #[inline(always)]
    fn bitor(self, other: Words) -> Words {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Words {
    type Output = Words;
    #[inline(always)]
    fn bitxor(self, other: Words) -> Words {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Bits for Words {
    #[inline(always)]
    fn without(self, other: Words) -> Words {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
}

impl Vector for Words {
    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        Words([word; 4])
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Words {
        Words(self.0.map(|word| word << N))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Words {
        Words(self.0.map(|word| word >> N))
    }

    #[inline(always)]
    fn plus(self, other: Words) -> Words {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Words) -> Words {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn zero_words(self) -> u32 {
        let bits = self.0.map(|word| u32::from(word == 0));
        bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3
    }

    #[inline(always)]
    fn count_in_bytes(self) -> Words {
        let count =
            |word: u32| u32::from_le_bytes(word.to_le_bytes().map(|b| b.count_ones() as u8));
        Words(self.0.map(count))
    }

    #[inline(always)]
    fn bytes_equal(self, byte: u8) -> u32 {
        let bytes = self.0.into_iter().flat_map(u32::to_le_bytes);
        bytes
            .enumerate()
            .fold(0, |mask, (k, b)| mask | u32::from(b == byte) << k)
    }
}

impl Four for Words {
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        self.0
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }

    #[inline(always)]
    fn broadcast<const N: usize>(self) -> Words {
        Words([self.0[N]; 4])
    }

    #[inline(always)]
    fn turned_once(self) -> Words {
        let [a, b, c, d] = self.0;
        Words([b, c, a, d])
    }

    #[inline(always)]
    fn turned_twice(self) -> Words {
        let [a, b, c, d] = self.0;
        Words([c, a, b, d])
    }

    #[inline(always)]
    fn halves_swapped(self) -> Words {
        let [a, b, c, d] = self.0;
        Words([c, d, a, b])
    }

    #[inline(always)]
    fn neighbours_swapped(self) -> Words {
        let [a, b, c, d] = self.0;
        Words([b, a, d, c])
    }

    #[inline(always)]
    fn mixed(self, second: Words, third: Words) -> Words {
        Words([self.0[0], second.0[1], third.0[2], self.0[3]])
    }
}

/// Eight words as two fours, for CPUs with nothing wider.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Pair<F>(pub(super) F, pub(super) F);

impl<F: BitAnd<Output = F>> BitAnd for Pair<F> {
    type Output = Pair<F>;
    #[inline(always)]
    fn bitand(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0 & other.0, self.1 & other.1)
    }
}

impl<F: BitOr<Output = F>> BitOr for Pair<F> {
    type Output = Pair<F>;
    #[inline(always)]
    fn bitor(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0 | other.0, self.1 | other.1)
    }
}

impl<F: BitXor<Output = F>> BitXor for Pair<F> {
    type Output = Pair<F>;
    #[inline(always)]
    fn bitxor(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0 ^ other.0, self.1 ^ other.1)
    }
}

impl<F: Four> Bits for Pair<F> {
    #[inline(always)]
    fn without(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0.without(other.0), self.1.without(other.1))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        (self.0 | self.1).is_zero()
    }
}

impl<F: Four> Vector for Pair<F> {
    #[inline(always)]
    fn splat(self, word: u32) -> Pair<F> {
        let half = self.0.splat(word);
        Pair(half, half)
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Pair<F> {
        Pair(self.0.shl::<N>(), self.1.shl::<N>())
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Pair<F> {
        Pair(self.0.shr::<N>(), self.1.shr::<N>())
    }

    #[inline(always)]
    fn plus(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0.plus(other.0), self.1.plus(other.1))
    }

    #[inline(always)]
    fn minus(self, other: Pair<F>) -> Pair<F> {
        Pair(self.0.minus(other.0), self.1.minus(other.1))
    }

    #[inline(always)]
    fn zero_words(self) -> u32 {
        self.0.zero_words() | self.1.zero_words() << 4
    }

    #[inline(always)]
    fn count_in_bytes(self) -> Pair<F> {
        Pair(self.0.count_in_bytes(), self.1.count_in_bytes())
    }

    #[inline(always)]
    fn bytes_equal(self, byte: u8) -> u32 {
        self.0.bytes_equal(byte) | self.1.bytes_equal(byte) << 16
    }
}

impl<F: Four> Eight<F> for Pair<F> {
    #[inline(always)]
    fn words(self) -> [u32; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0.words(), self.1.words());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn halves(self) -> (F, F) {
        (self.0, self.1)
    }

    #[inline(always)]
    fn twice(self, half: F) -> Pair<F> {
        Pair(half, half)
    }
}

/// Sixteen bytes in an array, for CPUs that cannot put bytes in any order.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Bytes(pub(super) [u8; 16]);

impl Bytes {
    #[inline(always)]
    fn zip(self, other: Bytes, op: impl Fn(u8, u8) -> u8) -> Bytes {
        Bytes(array::from_fn(|k| op(self.0[k], other.0[k])))
    }
}

impl BitAnd for Bytes {
    type Output = Bytes;
    #[inline(always)]
    fn bitand(self, other: Bytes) -> Bytes {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bytes {
    type Output = Bytes;
    #[inline(always)]
    fn bitor(self, other: Bytes) -> Bytes {
        self.zip(other, |a, b| a | b)
    }
}

impl Sixteen for Bytes {
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        self.0
    }

    #[inline(always)]
    fn longs(self) -> (u64, u64) {
        let both = u128::from_le_bytes(self.0);
        (both as u64, (both >> 64) as u64)
    }

    #[inline(always)]
    fn at(self, from: Bytes) -> Bytes {
        Bytes(from.0.map(|k| self.0[usize::from(k % 16)]))
    }

    #[inline(always)]
    fn min(self, other: Bytes) -> Bytes {
        self.zip(other, Ord::min)
    }

    #[inline(always)]
    fn max(self, other: Bytes) -> Bytes {
        self.zip(other, Ord::max)
    }

    #[inline(always)]
    fn plus(self, other: Bytes) -> Bytes {
        self.zip(other, u8::wrapping_add)
    }

    #[inline(always)]
    fn equal(self, other: Bytes) -> u32 {
        let pairs = self.0.into_iter().zip(other.0).enumerate();
        pairs.fold(0, |mask, (k, (a, b))| mask | u32::from(a == b) << k)
    }
}

//! CPUs with registers of 128 bits: everything the engines need, built from the few
//! instructions of a [`Register`].
//!
//! ```text
//!   Quad        a register as four words, and as a plane of 128 bits
//!   Pair<Quad>  eight words
//! ```
//!
//! `neon.rs` and `wasm.rs` name the instructions. The target is known at compile time, so
//! there is no detection at run time.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor};

use super::planes::{Plane, low_halves, transpose_by_one, transpose_by_three};
use super::portable::Pair;
use super::{Bits, ByteOrder, Four, Lanes, Sixteen, Vector, in_binary};

/// A register of 128 bits and its instructions.
pub(in crate::engine) trait Register: Copy + Send + 'static {
    fn of(low: u64, high: u64) -> Self;
    fn halves(self) -> (u64, u64);
    /// The same word, or the same byte, everywhere.
    fn splat(word: u32) -> Self;
    fn splat_byte(byte: u8) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    fn is_zero(self) -> bool;

    /// Words.
    fn shl<const N: i32>(self) -> Self;
    fn shr<const N: i32>(self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn first(self) -> u32;
    /// A bit for each word that is zero.
    fn zero_words(self) -> u32;

    /// Words in another order: see [`Four`].
    fn broadcast<const N: usize>(self) -> Self;
    fn turned_once(self) -> Self;
    fn turned_twice(self) -> Self;
    fn halves_swapped(self) -> Self;
    fn neighbours_swapped(self) -> Self;
    fn mixed(self, second: Self, third: Self) -> Self;

    /// Bytes.
    fn count_in_bytes(self) -> Self;
    /// All ones in each byte where the two are equal.
    fn bytes_same(self, other: Self) -> Self;
    /// The top bit of each byte.
    fn top_bits(self) -> u32;
    /// The smaller byte of each two, the larger one, and their sum.
    fn bytes_min(self, other: Self) -> Self;
    fn bytes_max(self, other: Self) -> Self;
    fn bytes_plus(self, other: Self) -> Self;
    /// Byte `k` from place `from[k]`, or zero if that is 16 or more.
    fn ordered(self, from: Self) -> Self;

    /// Two words of 64 bits, shifted.
    fn shl_long<const N: i32>(self) -> Self;
    fn shr_long<const N: i32>(self) -> Self;
    /// The low halves of both, and the high halves of both.
    fn halves_traded(self, other: Self) -> (Self, Self);
}

/// A CPU with this register, known at compile time.
pub(in crate::engine) struct Quads<R>(PhantomData<R>);

impl<R> Quads<R> {
    pub(super) const HERE: Quads<R> = Quads(PhantomData);
}

impl<R> Clone for Quads<R> {
    #[inline(always)]
    fn clone(&self) -> Quads<R> {
        *self
    }
}

impl<R> Copy for Quads<R> {}

impl<R: Register> Lanes for Quads<R> {
    type Four = Quad<R>;
    type Eight = Pair<Quad<R>>;
    type Sixteen = Quad<R>;
    type Plane = Quad<R>;

    #[inline(always)]
    fn vectorize<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline(always)]
    fn four(self, words: [u32; 4]) -> Quad<R> {
        Quad::of(words)
    }

    #[inline(always)]
    fn eight(self, [a, b, c, d, e, f, g, h]: [u32; 8]) -> Pair<Quad<R>> {
        Pair(Quad::of([a, b, c, d]), Quad::of([e, f, g, h]))
    }

    #[inline(always)]
    fn sixteen(self, bytes: &[u8; 16]) -> Quad<R> {
        let both = u128::from_le_bytes(*bytes);
        Quad(R::of(both as u64, (both >> 64) as u64))
    }

    #[inline(always)]
    fn empty_plane(self) -> Quad<R> {
        Quad(R::splat(0))
    }

    #[inline(always)]
    fn find_digits(self, bytes: &[u8; 32], order: &ByteOrder) -> [u32; 9] {
        let (low, high) = ordered::<R>(two(bytes), order);
        let mut found = [0; 9];
        for digit in 0..9 {
            let byte = R::splat_byte(b'1' + digit);
            let (low, high) = (low.bytes_same(byte), high.bytes_same(byte));
            found[usize::from(digit)] = low.top_bits() | high.top_bits() << 16;
        }
        found
    }

    #[inline(always)]
    fn write_digits(self, words: &[u32; 9], order: &ByteOrder) -> [u8; 32] {
        // Byte `k` tests bit `k` of a word: first its byte, then its bit.
        let low_bytes = R::of(0, 0x0101_0101_0101_0101);
        let high_bytes = R::of(0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let bit = R::of(0x8040_2010_0804_0201, 0x8040_2010_0804_0201);
        let zero = R::splat_byte(b'0');
        let (mut low, mut high) = (zero, zero);
        for (power, word) in in_binary(words).into_iter().enumerate() {
            let (word, value) = (R::splat(word), R::splat_byte(1 << power));
            let (l, h) = (word.ordered(low_bytes), word.ordered(high_bytes));
            low = low.or(l.and(bit).bytes_same(bit).and(value));
            high = high.or(h.and(bit).bytes_same(bit).and(value));
        }
        let (low, high) = ordered((low, high), order);
        let ((a, b), (c, d)) = (low.halves(), high.halves());
        let mut bytes = [0; 32];
        for (bytes, long) in bytes.as_chunks_mut().0.iter_mut().zip([a, b, c, d]) {
            *bytes = long.to_le_bytes();
        }
        bytes
    }
}

/// 32 bytes in two registers.
#[inline(always)]
fn two<R: Register>(bytes: &[u8; 32]) -> (R, R) {
    let mut longs = [0; 4];
    for (long, bytes) in longs.iter_mut().zip(bytes.as_chunks().0) {
        *long = u64::from_le_bytes(*bytes);
    }
    let [a, b, c, d] = longs;
    (R::of(a, b), R::of(c, d))
}

#[inline(always)]
fn ordered<R: Register>((low, high): (R, R), order: &ByteOrder) -> (R, R) {
    let (near_low, near_high) = two(&order.near);
    let (far_low, far_high) = two(&order.far);
    (
        low.ordered(near_low).or(high.ordered(far_low)),
        high.ordered(near_high).or(low.ordered(far_high)),
    )
}

/// Four words in a register.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Quad<R>(R);

impl<R: Register> Quad<R> {
    #[inline(always)]
    fn of([a, b, c, d]: [u32; 4]) -> Quad<R> {
        let long = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        Quad(R::of(long(a, b), long(c, d)))
    }
}

impl<R: Register> BitAnd for Quad<R> {
    type Output = Quad<R>;
    #[inline(always)]
    fn bitand(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.and(other.0))
    }
}

impl<R: Register> BitOr for Quad<R> {
    type Output = Quad<R>;
    #[inline(always)]
    fn bitor(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.or(other.0))
    }
}

impl<R: Register> BitXor for Quad<R> {
    type Output = Quad<R>;
    #[inline(always)]
    fn bitxor(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.xor(other.0))
    }
}

impl<R: Register> Bits for Quad<R> {
    #[inline(always)]
    fn without(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.and_not(other.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.is_zero()
    }
}

impl<R: Register> Vector for Quad<R> {
    #[inline(always)]
    fn splat(self, word: u32) -> Quad<R> {
        Quad(R::splat(word))
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Quad<R> {
        Quad(self.0.shl::<N>())
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Quad<R> {
        Quad(self.0.shr::<N>())
    }

    #[inline(always)]
    fn plus(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.plus(other.0))
    }

    #[inline(always)]
    fn minus(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.minus(other.0))
    }

    #[inline(always)]
    fn zero_words(self) -> u32 {
        self.0.zero_words()
    }

    #[inline(always)]
    fn count_in_bytes(self) -> Quad<R> {
        Quad(self.0.count_in_bytes())
    }

    #[inline(always)]
    fn bytes_equal(self, byte: u8) -> u32 {
        self.0.bytes_same(R::splat_byte(byte)).top_bits()
    }
}

impl<R: Register> Sixteen for Quad<R> {
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let (low, high) = self.0.halves();
        (u128::from(low) | u128::from(high) << 64).to_le_bytes()
    }

    #[inline(always)]
    fn longs(self) -> (u64, u64) {
        self.0.halves()
    }

    #[inline(always)]
    fn at(self, from: Quad<R>) -> Quad<R> {
        Quad(self.0.ordered(from.0))
    }

    #[inline(always)]
    fn min(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.bytes_min(other.0))
    }

    #[inline(always)]
    fn max(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.bytes_max(other.0))
    }

    #[inline(always)]
    fn plus(self, other: Quad<R>) -> Quad<R> {
        Quad(self.0.bytes_plus(other.0))
    }

    #[inline(always)]
    fn equal(self, other: Quad<R>) -> u32 {
        self.0.bytes_same(other.0).top_bits()
    }
}

impl<R: Register> Four for Quad<R> {
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        let (low, high) = self.0.halves();
        [
            low as u32,
            (low >> 32) as u32,
            high as u32,
            (high >> 32) as u32,
        ]
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.0.first()
    }

    #[inline(always)]
    fn broadcast<const N: usize>(self) -> Quad<R> {
        Quad(self.0.broadcast::<N>())
    }

    #[inline(always)]
    fn turned_once(self) -> Quad<R> {
        Quad(self.0.turned_once())
    }

    #[inline(always)]
    fn turned_twice(self) -> Quad<R> {
        Quad(self.0.turned_twice())
    }

    #[inline(always)]
    fn halves_swapped(self) -> Quad<R> {
        Quad(self.0.halves_swapped())
    }

    #[inline(always)]
    fn neighbours_swapped(self) -> Quad<R> {
        Quad(self.0.neighbours_swapped())
    }

    #[inline(always)]
    fn mixed(self, second: Quad<R>, third: Quad<R>) -> Quad<R> {
        Quad(self.0.mixed(second.0, third.0))
    }
}

/// A plane of 128 bits.
impl<R: Register> Plane for Quad<R> {
    type Words = [u64; 2];
    const LANES: usize = 128;

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        self.0.halves().into()
    }

    #[inline(always)]
    fn with_words(self, [low, high]: [u64; 2]) -> Quad<R> {
        Quad(R::of(low, high))
    }

    #[inline(always)]
    fn trade<const N: i32>(self, other: Quad<R>) -> (Quad<R>, Quad<R>) {
        if N == 64 {
            let (low, high) = self.0.halves_traded(other.0);
            return (Quad(low), Quad(high));
        }
        let swap = Quad(self.0.shr_long::<N>()) ^ other;
        let swap = swap & Quad(R::of(low_halves(N), low_halves(N)));
        (self ^ Quad(swap.0.shl_long::<N>()), other ^ swap)
    }

    #[inline(always)]
    fn transpose(rows: &mut [Quad<R>]) {
        transpose_by_one::<Quad<R>, 64>(rows);
        transpose_by_three::<Quad<R>, 32, 16, 8>(rows);
        transpose_by_three::<Quad<R>, 4, 2, 1>(rows);
    }
}

//! 64-bit Intel and AMD: SSE2, which all of these CPUs support, and AVX2 and AVX-512, which
//! are detected at run time, the latter first.

#![allow(
    unsafe_code,
    reason = "a CPU's own instructions; the values prove they exist"
)]

use std::arch::x86_64::*;
use std::mem::transmute;
use std::ops::{BitAnd, BitOr, BitXor};

use super::planes::{
    Interleave, Plane, low_halves, transpose_by_one, transpose_by_three, transpose_bytes,
};
use super::portable::{Bytes, Pair};
use super::{Bits, ByteOrder, Eight, Four, Lanes, Sixteen, Vector, in_binary};

/// Any 64-bit x86.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Sse2;

impl Lanes for Sse2 {
    type Four = Xmm;
    type Eight = Pair<Xmm>;
    // Bytes in any order came with SSSE3.
    type Sixteen = Bytes;
    type Plane = Xmm;

    #[inline(always)]
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn four(self, words: [u32; 4]) -> Xmm {
        Xmm::new(words)
    }

    #[inline(always)]
    fn eight(self, [a, b, c, d, e, f, g, h]: [u32; 8]) -> Pair<Xmm> {
        Pair(Xmm::new([a, b, c, d]), Xmm::new([e, f, g, h]))
    }

    #[inline(always)]
    fn sixteen(self, bytes: &[u8; 16]) -> Bytes {
        Bytes(*bytes)
    }

    #[inline(always)]
    fn empty_plane(self) -> Xmm {
        Xmm::new([0; 4])
    }
}

/// A CPU with AVX2 and the bit instructions that came with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx2(());

impl Avx2 {
    /// The proof, if this CPU supports it.
    #[inline]
    pub(in crate::engine) fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        has.then_some(Avx2(()))
    }
}

impl Lanes for Avx2 {
    type Four = Twice;
    type Eight = Ymm;
    type Sixteen = XmmBytes;
    type Plane = Ymm;

    #[inline(always)]
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        #[inline]
        fn for_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: `self` proves these features; see `detect`.
        unsafe { for_avx2(work) }
    }

    #[inline(always)]
    fn four(self, [a, b, c, d]: [u32; 4]) -> Twice {
        Twice(self.eight([a, b, c, d, a, b, c, d]).0)
    }

    #[inline(always)]
    fn eight(self, words: [u32; 8]) -> Ymm {
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        Ymm(unsafe { transmute::<[u32; 8], __m256i>(words) })
    }

    #[inline(always)]
    fn sixteen(self, bytes: &[u8; 16]) -> XmmBytes {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        XmmBytes(unsafe { transmute::<[u8; 16], __m128i>(*bytes) })
    }

    #[inline(always)]
    fn empty_plane(self) -> Ymm {
        self.eight([0; 8])
    }

    #[inline(always)]
    fn find_digits(self, bytes: &[u8; 32], order: &ByteOrder) -> [u32; 9] {
        let ordered = self.bytes(bytes).ordered(order);
        // Written out: closures are not always compiled with their caller's target features.
        let mut found = [0; 9];
        for digit in 0..9 {
            found[usize::from(digit)] = ordered.bytes_equal(b'1' + digit);
        }
        found
    }

    #[inline(always)]
    fn write_digits(self, words: &[u32; 9], order: &ByteOrder) -> [u8; 32] {
        // Byte `k` tests bit `k` of a word: first its byte, then its bit.
        const BYTE: [u8; 32] = [
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3,
            3, 3, 3,
        ];
        const BIT: [u8; 32] = {
            let mut bit = [0; 32];
            let mut k = 0;
            while k < 32 {
                bit[k] = 1 << (k % 8);
                k += 1;
            }
            bit
        };
        let byte = self.bytes(&BYTE);
        let bit = self.bytes(&BIT);
        let mut digits = self.bytes(&[b'0'; 32]);
        for (power, word) in in_binary(words).into_iter().enumerate() {
            let spread = byte.splat(word).shuffled(byte);
            let value = self.bytes(&[1 << power; 32]);
            digits = digits | (spread & bit).bytes_same(bit) & value;
        }
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m256i, [u8; 32]>(digits.ordered(order).0) }
    }
}

/// A CPU with AVX-512 as well. The registers stay those of AVX2, since the state of a
/// search is no multiple of 512 bits; the gain is twice as many registers, and any function
/// of three vectors in one instruction (`vpternlog`), both of which the compiler uses. On
/// Zen 4 that saves a tenth of the time (`benchmarks/README.md`).
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Avx512(Avx2);

impl Avx512 {
    /// The proof, if this CPU supports it.
    #[inline]
    pub(in crate::engine) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        Avx2::detect().filter(|_| has).map(Avx512)
    }
}

impl Lanes for Avx512 {
    type Four = Twice;
    type Eight = Ymm;
    type Sixteen = XmmBytes;
    type Plane = Ymm;

    #[inline(always)]
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
        #[inline]
        fn for_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: `self` proves these features; see both `detect`s.
        unsafe { for_avx512(work) }
    }

    #[inline(always)]
    fn four(self, words: [u32; 4]) -> Twice {
        self.0.four(words)
    }

    #[inline(always)]
    fn eight(self, words: [u32; 8]) -> Ymm {
        self.0.eight(words)
    }

    #[inline(always)]
    fn sixteen(self, bytes: &[u8; 16]) -> XmmBytes {
        self.0.sixteen(bytes)
    }

    #[inline(always)]
    fn empty_plane(self) -> Ymm {
        self.0.empty_plane()
    }

    #[inline(always)]
    fn find_digits(self, bytes: &[u8; 32], order: &ByteOrder) -> [u32; 9] {
        self.0.find_digits(bytes, order)
    }

    #[inline(always)]
    fn write_digits(self, words: &[u32; 9], order: &ByteOrder) -> [u8; 32] {
        self.0.write_digits(words, order)
    }
}

impl Avx2 {
    #[inline(always)]
    fn bytes(self, bytes: &[u8; 32]) -> Ymm {
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        Ymm(unsafe { transmute::<[u8; 32], __m256i>(*bytes) })
    }
}

impl Ymm {
    /// Bytes moved within each half of 16.
    #[inline(always)]
    fn shuffled(self, from: Ymm) -> Ymm {
        // SAFETY: `self` proves AVX2.
        Ymm(unsafe { _mm256_shuffle_epi8(self.0, from.0) })
    }

    #[inline(always)]
    fn ordered(self, order: &ByteOrder) -> Ymm {
        let proof = Avx2(());
        // SAFETY: `self` proves AVX2.
        let swapped = Ymm(unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) });
        let near = self.shuffled(proof.bytes(&order.near));
        near | swapped.shuffled(proof.bytes(&order.far))
    }

    /// All ones in each byte where the two are equal.
    #[inline(always)]
    fn bytes_same(self, other: Ymm) -> Ymm {
        // SAFETY: `self` proves AVX2.
        Ymm(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }
}

/// Four words in an SSE register.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Xmm(__m128i);

impl Xmm {
    #[inline(always)]
    fn new(words: [u32; 4]) -> Xmm {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        Xmm(unsafe { transmute::<[u32; 4], __m128i>(words) })
    }
}

/// Sixteen bytes in an SSE register. Only an [`Avx2`] or another `XmmBytes` makes one, so it
/// proves AVX2 and with it all that came before.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct XmmBytes(__m128i);

impl BitAnd for XmmBytes {
    type Output = XmmBytes;
    #[inline(always)]
    fn bitand(self, other: XmmBytes) -> XmmBytes {
        // SAFETY: every 64-bit x86 has SSE2.
        XmmBytes(unsafe { _mm_and_si128(self.0, other.0) })
    }
}

impl BitOr for XmmBytes {
    type Output = XmmBytes;
    #[inline(always)]
    fn bitor(self, other: XmmBytes) -> XmmBytes {
        // SAFETY: every 64-bit x86 has SSE2.
        XmmBytes(unsafe { _mm_or_si128(self.0, other.0) })
    }
}

impl Sixteen for XmmBytes {
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m128i, [u8; 16]>(self.0) }
    }

    #[inline(always)]
    fn longs(self) -> (u64, u64) {
        // SAFETY: `self` proves AVX2, and with it SSE4.1.
        unsafe {
            let low = _mm_cvtsi128_si64(self.0) as u64;
            (low, _mm_extract_epi64::<1>(self.0) as u64)
        }
    }

    #[inline(always)]
    fn at(self, from: XmmBytes) -> XmmBytes {
        // SAFETY: `self` proves AVX2, and with it SSSE3.
        XmmBytes(unsafe { _mm_shuffle_epi8(self.0, from.0) })
    }

    #[inline(always)]
    fn min(self, other: XmmBytes) -> XmmBytes {
        // SAFETY: every 64-bit x86 has SSE2.
        XmmBytes(unsafe { _mm_min_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: XmmBytes) -> XmmBytes {
        // SAFETY: every 64-bit x86 has SSE2.
        XmmBytes(unsafe { _mm_max_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: XmmBytes) -> XmmBytes {
        // SAFETY: every 64-bit x86 has SSE2.
        XmmBytes(unsafe { _mm_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn equal(self, other: XmmBytes) -> u32 {
        // SAFETY: every 64-bit x86 has SSE2.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, other.0)) as u32 }
    }
}

/// Eight words in an AVX2 register. Only an [`Avx2`] or another `Ymm` makes one.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Ymm(__m256i);

/// Four words twice over in an AVX2 register. It costs no more than once, and saves moving
/// words between the halves of a register, which is slow: `halves` and `twice` of an
/// [`Eight`] are next to nothing. Only an [`Avx2`] or another vector of its kind makes one.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Twice(__m256i);

/// The operations that the registers share, each with its own instructions.
macro_rules! vector {
    ($vector:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident, $shl:ident, $shr:ident,
     $add:ident, $sub:ident, $set:ident, $eq:ident, $to_float:ident, $word_mask:ident,
     $set_bytes:ident, $bytes_eq:ident, $byte_mask:ident, $all_words:literal) => {
        impl BitAnd for $vector {
            type Output = $vector;
            #[inline(always)]
            fn bitand(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $and(self.0, other.0) })
            }
        }

        impl BitOr for $vector {
            type Output = $vector;
            #[inline(always)]
            fn bitor(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $or(self.0, other.0) })
            }
        }

        impl BitXor for $vector {
            type Output = $vector;
            #[inline(always)]
            fn bitxor(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $xor(self.0, other.0) })
            }
        }

        impl Bits for $vector {
            #[inline(always)]
            fn without(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $andnot(other.0, self.0) })
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self.zero_words() == $all_words
            }
        }

        impl Vector for $vector {
            #[inline(always)]
            fn splat(self, word: u32) -> $vector {
                // SAFETY: `self` proves the instruction.
                $vector(unsafe { $set(word as i32) })
            }

            #[inline(always)]
            fn shl<const N: i32>(self) -> $vector {
                // SAFETY: `self` proves the instruction.
                $vector(unsafe { $shl::<N>(self.0) })
            }

            #[inline(always)]
            fn shr<const N: i32>(self) -> $vector {
                // SAFETY: `self` proves the instruction.
                $vector(unsafe { $shr::<N>(self.0) })
            }

            #[inline(always)]
            fn plus(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            fn minus(self, other: $vector) -> $vector {
                // SAFETY: the vectors prove the instruction.
                $vector(unsafe { $sub(self.0, other.0) })
            }

            #[inline(always)]
            fn zero_words(self) -> u32 {
                // SAFETY: `self` proves the instructions.
                unsafe { $word_mask($to_float($eq(self.0, $set(0)))) as u32 }
            }

            #[inline(always)]
            fn count_in_bytes(self) -> $vector {
                // Bits in pairs, in fours, in bytes.
                let pairs = self.minus(self.shr::<1>() & self.splat(0x5555_5555));
                let in_two = self.splat(0x3333_3333);
                let fours = (pairs & in_two).plus(pairs.shr::<2>() & in_two);
                fours.plus(fours.shr::<4>()) & self.splat(0x0f0f_0f0f)
            }

            #[inline(always)]
            fn bytes_equal(self, byte: u8) -> u32 {
                // SAFETY: `self` proves the instructions.
                unsafe { $byte_mask($bytes_eq(self.0, $set_bytes(byte as i8))) as u32 }
            }
        }
    };
}

vector!(
    Xmm,
    _mm_and_si128,
    _mm_or_si128,
    _mm_xor_si128,
    _mm_andnot_si128,
    _mm_slli_epi32,
    _mm_srli_epi32,
    _mm_add_epi32,
    _mm_sub_epi32,
    _mm_set1_epi32,
    _mm_cmpeq_epi32,
    _mm_castsi128_ps,
    _mm_movemask_ps,
    _mm_set1_epi8,
    _mm_cmpeq_epi8,
    _mm_movemask_epi8,
    0xf
);

vector!(
    Ymm,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_slli_epi32,
    _mm256_srli_epi32,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_set1_epi32,
    _mm256_cmpeq_epi32,
    _mm256_castsi256_ps,
    _mm256_movemask_ps,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    _mm256_movemask_epi8,
    0xff
);

vector!(
    Twice,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_slli_epi32,
    _mm256_srli_epi32,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_set1_epi32,
    _mm256_cmpeq_epi32,
    _mm256_castsi256_ps,
    _mm256_movemask_ps,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    _mm256_movemask_epi8,
    0xff
);

/// The orders of four words that one shuffle gives, the same for both widths.
macro_rules! shuffles {
    () => {
        #[inline(always)]
        fn broadcast<const N: usize>(self) -> Self {
            match N {
                0 => self.shuffled::<0b00_00_00_00>(),
                1 => self.shuffled::<0b01_01_01_01>(),
                2 => self.shuffled::<0b10_10_10_10>(),
                _ => self.shuffled::<0b11_11_11_11>(),
            }
        }

        #[inline(always)]
        fn turned_once(self) -> Self {
            self.shuffled::<0b11_00_10_01>()
        }

        #[inline(always)]
        fn turned_twice(self) -> Self {
            self.shuffled::<0b11_01_00_10>()
        }

        #[inline(always)]
        fn halves_swapped(self) -> Self {
            self.shuffled::<0b01_00_11_10>()
        }

        #[inline(always)]
        fn neighbours_swapped(self) -> Self {
            self.shuffled::<0b10_11_00_01>()
        }
    };
}

impl Xmm {
    #[inline(always)]
    fn shuffled<const ORDER: i32>(self) -> Xmm {
        // SAFETY: every 64-bit x86 has SSE2.
        Xmm(unsafe { _mm_shuffle_epi32::<ORDER>(self.0) })
    }
}

impl Four for Xmm {
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m128i, [u32; 4]>(self.0) }
    }

    #[inline(always)]
    fn first(self) -> u32 {
        // SAFETY: every 64-bit x86 has SSE2.
        unsafe { _mm_cvtsi128_si32(self.0) as u32 }
    }

    shuffles!();

    #[inline(always)]
    fn mixed(self, second: Xmm, third: Xmm) -> Xmm {
        const ALL: u32 = u32::MAX;
        let (only_1, only_2) = (Xmm::new([0, ALL, 0, 0]), Xmm::new([0, 0, ALL, 0]));
        self.without(only_1 | only_2) | second & only_1 | third & only_2
    }
}

impl Twice {
    #[inline(always)]
    fn shuffled<const ORDER: i32>(self) -> Twice {
        // SAFETY: `self` proves AVX2.
        Twice(unsafe { _mm256_shuffle_epi32::<ORDER>(self.0) })
    }
}

impl Four for Twice {
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        // SAFETY: `self` proves AVX2, and every bit pattern is valid for both types.
        unsafe { transmute::<__m128i, [u32; 4]>(_mm256_castsi256_si128(self.0)) }
    }

    #[inline(always)]
    fn first(self) -> u32 {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_cvtsi256_si32(self.0) as u32 }
    }

    shuffles!();

    #[inline(always)]
    fn mixed(self, second: Twice, third: Twice) -> Twice {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let two = _mm256_blend_epi32::<0b0010_0010>(self.0, second.0);
            Twice(_mm256_blend_epi32::<0b0100_0100>(two, third.0))
        }
    }
}

impl Eight<Twice> for Ymm {
    #[inline(always)]
    fn words(self) -> [u32; 8] {
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m256i, [u32; 8]>(self.0) }
    }

    #[inline(always)]
    fn halves(self) -> (Twice, Twice) {
        // SAFETY: `self` proves AVX2.
        let swapped = unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) };
        (Twice(self.0), Twice(swapped))
    }

    #[inline(always)]
    fn twice(self, half: Twice) -> Ymm {
        Ymm(half.0)
    }
}

/// A plane of 128 bits.
impl Plane for Xmm {
    type Words = [u64; 2];
    const LANES: usize = 128;

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m128i, [u64; 2]>(self.0) }
    }

    #[inline(always)]
    fn with_words(self, words: [u64; 2]) -> Xmm {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        Xmm(unsafe { transmute::<[u64; 2], __m128i>(words) })
    }

    #[inline(always)]
    fn trade<const N: i32>(self, other: Xmm) -> (Xmm, Xmm) {
        // SAFETY: every 64-bit x86 has SSE2.
        unsafe {
            let swap = Xmm(_mm_srli_epi64::<N>(self.0)) ^ other;
            let swap = swap & self.with_words([low_halves(N); 2]);
            (self ^ Xmm(_mm_slli_epi64::<N>(swap.0)), other ^ swap)
        }
    }

    #[inline(always)]
    fn transpose(rows: &mut [Xmm]) {
        transpose_bytes(rows);
        transpose_by_three::<Xmm, 4, 2, 1>(rows);
    }
}

impl Interleave for Xmm {
    #[inline(always)]
    fn interleave(self, other: Xmm) -> (Xmm, Xmm) {
        // SAFETY: every 64-bit x86 has SSE2.
        unsafe {
            let first = _mm_unpacklo_epi8(self.0, other.0);
            (Xmm(first), Xmm(_mm_unpackhi_epi8(self.0, other.0)))
        }
    }
}

/// A plane of 256 bits.
impl Plane for Ymm {
    type Words = [u64; 4];
    const LANES: usize = 256;

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        unsafe { transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn with_words(self, words: [u64; 4]) -> Ymm {
        // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
        Ymm(unsafe { transmute::<[u64; 4], __m256i>(words) })
    }

    #[inline(always)]
    fn trade<const N: i32>(self, other: Ymm) -> (Ymm, Ymm) {
        let (a, b) = (self.0, other.0);
        // SAFETY: `self` proves AVX2.
        unsafe {
            match N {
                128 => {
                    let low = _mm256_permute2x128_si256::<0x20>(a, b);
                    (Ymm(low), Ymm(_mm256_permute2x128_si256::<0x31>(a, b)))
                }
                _ => {
                    let swap = Ymm(_mm256_srli_epi64::<N>(a)) ^ other;
                    let swap = swap & self.with_words([low_halves(N); 4]);
                    (self ^ Ymm(_mm256_slli_epi64::<N>(swap.0)), other ^ swap)
                }
            }
        }
    }

    #[inline(always)]
    fn transpose(rows: &mut [Ymm]) {
        transpose_by_one::<Ymm, 128>(rows);
        transpose_bytes(rows);
        transpose_by_three::<Ymm, 4, 2, 1>(rows);
    }
}

impl Interleave for Ymm {
    #[inline(always)]
    fn interleave(self, other: Ymm) -> (Ymm, Ymm) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let first = _mm256_unpacklo_epi8(self.0, other.0);
            (Ymm(first), Ymm(_mm256_unpackhi_epi8(self.0, other.0)))
        }
    }
}

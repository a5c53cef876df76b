//! SIMD vectors of words and of bits, on every machine: the basis of the fast engines.
//!
//! ```text
//!   Lanes       an instruction set: Portable, Sse2, Avx2, Neon …  A value proves that the
//!               CPU supports it: only `detect` makes one, or every such CPU supports it.
//!   Four        four words side by side         (one SSE register)
//!   Eight       eight words side by side        (one AVX2 register, or two Fours)
//!   Sixteen     sixteen bytes side by side      (one register, any order of bytes at once)
//!   Plane       64, 128 or 256 single bits      (the widest register there is)
//! ```
//!
//! The engines are written once, generic over [`Lanes`]. Vectors can only be made from
//! a `Lanes` value or from other vectors, so a vector proves what a `Lanes` value
//! proves, and everything here is safe to call. This folder is the only home of
//! `unsafe`: each use calls a CPU's own instruction that the proof in hand allows.
//!
//! The engines' loops must be compiled with the target features of that CPU, or every
//! instruction becomes a call: they run inside [`Lanes::vectorize`], and everything below is
//! `#[inline(always)]`. A recursive function cannot be inlined, so there must be none.
//!
//! The layering (a value as proof, one generic algorithm, thin shells per CPU) is that
//! of the crate memchr by Andrew Gallant.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod planes;
mod portable;
#[cfg(any(
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod quads;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::ops::{BitAnd, BitOr, BitXor};

pub(super) use planes::Plane;

/// The instruction sets by name, fastest first: the values of the setting `lanes`.
pub(crate) const KINDS: &[&str] = &[
    "auto", "avx512", "avx2", "sse2", "neon", "simd128", "portable",
];

/// A task that is generic over lanes.
pub(crate) trait Task {
    type Output;

    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs the task with the lanes of this name, or with the fastest for `auto`; `None` if
/// this CPU does not support them.
#[inline]
pub(crate) fn with_lanes<T: Task>(kind: &str, task: T) -> Option<T::Output> {
    let is_wanted = |name| kind == name || kind == "auto";
    #[cfg(target_arch = "x86_64")]
    {
        if is_wanted("avx512")
            && let Some(lanes) = x86::Avx512::detect()
        {
            return Some(task.run(lanes));
        }
        if is_wanted("avx2")
            && let Some(lanes) = x86::Avx2::detect()
        {
            return Some(task.run(lanes));
        }
        if is_wanted("sse2") {
            return Some(task.run(x86::Sse2));
        }
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    if is_wanted("neon") {
        return Some(task.run(neon::Neon::HERE));
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    if is_wanted("simd128") {
        return Some(task.run(wasm::Simd128::HERE));
    }
    // A web page loads the library each time: it does without a second copy of every task. Tests
    // have both, since they compare them.
    let has_better = cfg!(all(
        target_arch = "wasm32",
        target_feature = "simd128",
        not(test)
    ));
    (!has_better && is_wanted("portable")).then(|| task.run(portable::Portable))
}

/// Whether this CPU supports the lanes of this name; `auto` is always supported.
pub(crate) fn is_here(kind: &str) -> bool {
    struct Probe;

    impl Task for Probe {
        type Output = ();

        fn run<L: Lanes>(self, _lanes: L) {}
    }

    with_lanes(kind, Probe).is_some()
}

/// An instruction set, and the proof that this CPU supports it.
pub(crate) trait Lanes: Copy + Send + 'static {
    type Four: Four;
    type Eight: Eight<Self::Four>;
    type Sixteen: Sixteen;
    type Plane: Plane + Send;

    /// Runs `work`, compiled with the target features of this instruction set.
    fn vectorize<R>(self, work: impl FnOnce() -> R) -> R;

    fn four(self, words: [u32; 4]) -> Self::Four;

    fn eight(self, words: [u32; 8]) -> Self::Eight;

    fn sixteen(self, bytes: &[u8; 16]) -> Self::Sixteen;

    /// A plane without a bit.
    fn empty_plane(self) -> Self::Plane;

    /// For each of the bytes `'1'` to `'9'`, a bit wherever it stands in `bytes` once
    /// they are put in `order`.
    #[inline(always)]
    fn find_digits(self, bytes: &[u8; 32], order: &ByteOrder) -> [u32; 9] {
        let mut found = [0; 9];
        for (place, byte) in order.apply(bytes).into_iter().enumerate() {
            if let Some(word) = found.get_mut(usize::from(byte.wrapping_sub(b'1'))) {
                *word |= 1 << place;
            }
        }
        found
    }

    /// The reverse: where `words[d]` has a bit, the byte of digit `d + 1`, and the whole
    /// put in `order`. No two words may share a bit.
    #[inline(always)]
    fn write_digits(self, words: &[u32; 9], order: &ByteOrder) -> [u8; 32] {
        let mut bytes = [b'0'; 32];
        for (power, word) in in_binary(words).into_iter().enumerate() {
            for (place, byte) in bytes.iter_mut().enumerate() {
                *byte |= ((word >> place & 1) as u8) << power;
            }
        }
        order.apply(&bytes)
    }
}

/// The four bits of the binary digit: where it is odd; 2, 3, 6 or 7; 4 to 7; 8 or 9.
#[inline(always)]
fn in_binary([one, two, three, four, five, six, seven, eight, nine]: &[u32; 9]) -> [u32; 4] {
    [
        one | three | five | seven | nine,
        two | three | six | seven,
        four | five | six | seven,
        eight | nine,
    ]
}

/// A permutation of 32 bytes, prepared for CPUs that shuffle bytes only within 16.
pub(crate) struct ByteOrder {
    /// The source of each byte, if it is in the same half; else `NOWHERE`.
    near: [u8; 32],
    /// The source of each byte in the other half; else `NOWHERE`.
    far: [u8; 32],
}

/// Shuffle instructions write zero for this.
const NOWHERE: u8 = 0x80;

impl ByteOrder {
    /// Byte `k` comes from `from[k]`; from nowhere (zero) if that is 32 or more.
    pub(crate) const fn new(from: [u8; 32]) -> ByteOrder {
        let mut order = ByteOrder {
            near: [NOWHERE; 32],
            far: [NOWHERE; 32],
        };
        let mut k = 0;
        while k < 32 {
            if from[k] < 32 {
                let same_half = from[k] as usize / 16 == k / 16;
                let half = if same_half {
                    &mut order.near
                } else {
                    &mut order.far
                };
                half[k] = from[k] % 16;
            }
            k += 1;
        }
        order
    }

    #[inline(always)]
    fn apply(&self, bytes: &[u8; 32]) -> [u8; 32] {
        std::array::from_fn(|k| {
            let half = k & 16;
            let near = bytes.get(half | usize::from(self.near[k]));
            let far = bytes.get((half ^ 16) | usize::from(self.far[k]));
            near.or(far).copied().unwrap_or(0)
        })
    }
}

/// Many bits; every operation is on all of them at once.
pub(crate) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Whether every bit is zero.
    fn is_zero(self) -> bool;
}

/// Words of 32 bits side by side.
pub(crate) trait Vector: Bits {
    /// The same word everywhere.
    fn splat(self, word: u32) -> Self;

    fn shl<const N: i32>(self) -> Self;

    fn shr<const N: i32>(self) -> Self;

    fn plus(self, other: Self) -> Self;

    fn minus(self, other: Self) -> Self;

    /// A bit for each word that is zero, the first word lowest.
    fn zero_words(self) -> u32;

    /// The population count of each byte.
    fn count_in_bytes(self) -> Self;

    /// A bit for each byte that equals `byte`, the lowest byte of the first word lowest.
    fn bytes_equal(self, byte: u8) -> u32;
}

/// Four words.
pub(crate) trait Four: Vector {
    fn words(self) -> [u32; 4];

    /// The first word.
    fn first(self) -> u32;

    /// Word `N` everywhere.
    fn broadcast<const N: usize>(self) -> Self;

    /// Words 1, 2, 0, 3.
    fn turned_once(self) -> Self;

    /// Words 2, 0, 1, 3.
    fn turned_twice(self) -> Self;

    /// Words 2, 3, 0, 1.
    fn halves_swapped(self) -> Self;

    /// Words 1, 0, 3, 2.
    fn neighbours_swapped(self) -> Self;

    /// The first word of `self`, the second of `second`, the third of `third`; the
    /// fourth is the first vector's.
    fn mixed(self, second: Self, third: Self) -> Self;
}

/// Eight words.
pub(crate) trait Eight<F>: Vector {
    fn words(self) -> [u32; 8];

    /// The first four words and the last four, in either order: callers may use them only
    /// symmetrically.
    fn halves(self) -> (F, F);

    /// The same four words twice; `self` is only the proof.
    fn twice(self, half: F) -> Self;
}

/// Sixteen bytes.
pub(crate) trait Sixteen: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    fn bytes(self) -> [u8; 16];

    /// The first eight bytes and the last eight, each as a number with the first byte lowest.
    fn longs(self) -> (u64, u64);

    /// Byte `k` of `self` at each `k` of `from`, all of which must be below 16: a table is
    /// looked up, or an order is applied.
    fn at(self, from: Self) -> Self;

    /// The smaller byte of each two.
    fn min(self, other: Self) -> Self;

    /// The larger byte of each two.
    fn max(self, other: Self) -> Self;

    /// The sum of each two bytes, which must be below 256.
    fn plus(self, other: Self) -> Self;

    /// A bit for each byte in which both are equal, the first byte lowest.
    fn equal(self, other: Self) -> u32;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on two rows of sixteen bytes.
    struct Operations([u8; 16], [u8; 16]);

    impl Task for Operations {
        type Output = ([[u8; 16]; 6], (u64, u64), u32);

        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let Operations(a, b) = self;
            lanes.vectorize(
                #[inline(always)]
                || {
                    let from = b.map(|byte| byte % 16);
                    let (halved_a, halved_b) = (a.map(|byte| byte / 2), b.map(|byte| byte / 2));
                    let [a, b, from, halved_a, halved_b] =
                        [a, b, from, halved_a, halved_b].map(|bytes| lanes.sixteen(&bytes));
                    let results = [
                        a.at(from),
                        a.min(b),
                        a.max(b),
                        halved_a.plus(halved_b),
                        a & b,
                        a | b,
                    ];
                    (results.map(Sixteen::bytes), a.longs(), a.equal(b))
                },
            )
        }
    }

    #[test]
    fn sixteen_bytes_are_the_same_on_all_lanes() {
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        };
        for round in 0..200 {
            let a: [u8; 16] = std::array::from_fn(|_| random());
            // Some bytes are equal.
            let b = a.map(|byte| {
                if round % 2 == 0 && byte % 3 == 0 {
                    byte
                } else {
                    random()
                }
            });
            let expected = with_lanes("portable", Operations(a, b)).unwrap();
            let ([at, min, max, plus, and, or], (low, _), equal) = expected;
            assert_eq!(at[3], a[usize::from(b[3] % 16)]);
            assert_eq!((min[4], max[4]), (a[4].min(b[4]), a[4].max(b[4])));
            assert_eq!(
                (plus[5], and[5], or[5]),
                (a[5] / 2 + b[5] / 2, a[5] & b[5], a[5] | b[5])
            );
            assert_eq!((low as u8, equal & 1 == 1), (a[0], a[0] == b[0]));
            for kind in KINDS {
                let found = with_lanes(kind, Operations(a, b));
                assert!(found.is_none_or(|found| found == expected), "{kind}");
            }
        }
    }
}

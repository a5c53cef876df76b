//! WebAssembly with simd128, if the program is compiled for it.

use std::arch::wasm32::*;

use super::quads::{Quads, Register};

pub(super) type Simd128 = Quads<v128>;

impl Register for v128 {
    #[inline(always)]
    fn of(low: u64, high: u64) -> v128 {
        u64x2(low, high)
    }

    #[inline(always)]
    fn halves(self) -> (u64, u64) {
        (u64x2_extract_lane::<0>(self), u64x2_extract_lane::<1>(self))
    }

    #[inline(always)]
    fn splat(word: u32) -> v128 {
        u32x4_splat(word)
    }

    #[inline(always)]
    fn splat_byte(byte: u8) -> v128 {
        u8x16_splat(byte)
    }

    #[inline(always)]
    fn and(self, other: v128) -> v128 {
        v128_and(self, other)
    }

    #[inline(always)]
    fn or(self, other: v128) -> v128 {
        v128_or(self, other)
    }

    #[inline(always)]
    fn xor(self, other: v128) -> v128 {
        v128_xor(self, other)
    }

    #[inline(always)]
    fn and_not(self, other: v128) -> v128 {
        v128_andnot(self, other)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        !v128_any_true(self)
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> v128 {
        u32x4_shl(self, N as u32)
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> v128 {
        u32x4_shr(self, N as u32)
    }

    #[inline(always)]
    fn plus(self, other: v128) -> v128 {
        u32x4_add(self, other)
    }

    #[inline(always)]
    fn minus(self, other: v128) -> v128 {
        u32x4_sub(self, other)
    }

    #[inline(always)]
    fn first(self) -> u32 {
        u32x4_extract_lane::<0>(self)
    }

    #[inline(always)]
    fn zero_words(self) -> u32 {
        u32::from(u32x4_bitmask(u32x4_eq(self, u32x4_splat(0))))
    }

    #[inline(always)]
    fn broadcast<const N: usize>(self) -> v128 {
        match N {
            0 => u32x4_shuffle::<0, 0, 0, 0>(self, self),
            1 => u32x4_shuffle::<1, 1, 1, 1>(self, self),
            2 => u32x4_shuffle::<2, 2, 2, 2>(self, self),
            _ => u32x4_shuffle::<3, 3, 3, 3>(self, self),
        }
    }

    #[inline(always)]
    fn turned_once(self) -> v128 {
        u32x4_shuffle::<1, 2, 0, 3>(self, self)
    }

    #[inline(always)]
    fn turned_twice(self) -> v128 {
        u32x4_shuffle::<2, 0, 1, 3>(self, self)
    }

    #[inline(always)]
    fn halves_swapped(self) -> v128 {
        u32x4_shuffle::<2, 3, 0, 1>(self, self)
    }

    #[inline(always)]
    fn neighbours_swapped(self) -> v128 {
        u32x4_shuffle::<1, 0, 3, 2>(self, self)
    }

    #[inline(always)]
    fn mixed(self, second: v128, third: v128) -> v128 {
        // Indices 4 to 7 are the words of the other vector.
        let two = u32x4_shuffle::<0, 5, 2, 3>(self, second);
        u32x4_shuffle::<0, 1, 6, 3>(two, third)
    }

    #[inline(always)]
    fn count_in_bytes(self) -> v128 {
        u8x16_popcnt(self)
    }

    #[inline(always)]
    fn bytes_same(self, other: v128) -> v128 {
        u8x16_eq(self, other)
    }

    #[inline(always)]
    fn bytes_min(self, other: v128) -> v128 {
        u8x16_min(self, other)
    }

    #[inline(always)]
    fn bytes_max(self, other: v128) -> v128 {
        u8x16_max(self, other)
    }

    #[inline(always)]
    fn bytes_plus(self, other: v128) -> v128 {
        u8x16_add(self, other)
    }

    #[inline(always)]
    fn top_bits(self) -> u32 {
        u32::from(u8x16_bitmask(self))
    }

    #[inline(always)]
    fn ordered(self, from: v128) -> v128 {
        u8x16_swizzle(self, from)
    }

    #[inline(always)]
    fn shl_long<const N: i32>(self) -> v128 {
        u64x2_shl(self, N as u32)
    }

    #[inline(always)]
    fn shr_long<const N: i32>(self) -> v128 {
        u64x2_shr(self, N as u32)
    }

    #[inline(always)]
    fn halves_traded(self, other: v128) -> (v128, v128) {
        (
            u64x2_shuffle::<0, 2>(self, other),
            u64x2_shuffle::<1, 3>(self, other),
        )
    }
}

//! 64-bit ARM: NEON, which all of these CPUs support.

#![allow(
    unsafe_code,
    reason = "a CPU's own instructions; this file is only compiled where they exist"
)]

use std::arch::aarch64::*;

use super::quads::{Quads, Register};

pub(super) type Neon = Quads<uint32x4_t>;

/// Only registers go in and out of these instructions, never a pointer.
macro_rules! neon {
    ($work:expr) => {
        // SAFETY: this file is only compiled for CPUs with NEON.
        unsafe { $work }
    };
}

impl Register for uint32x4_t {
    #[inline(always)]
    fn of(low: u64, high: u64) -> uint32x4_t {
        neon!(vcombine_u32(vcreate_u32(low), vcreate_u32(high)))
    }

    #[inline(always)]
    fn halves(self) -> (u64, u64) {
        neon!({
            let longs = vreinterpretq_u64_u32(self);
            (vgetq_lane_u64::<0>(longs), vgetq_lane_u64::<1>(longs))
        })
    }

    #[inline(always)]
    fn splat(word: u32) -> uint32x4_t {
        neon!(vdupq_n_u32(word))
    }

    #[inline(always)]
    fn splat_byte(byte: u8) -> uint32x4_t {
        neon!(vreinterpretq_u32_u8(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    fn and(self, other: uint32x4_t) -> uint32x4_t {
        neon!(vandq_u32(self, other))
    }

    #[inline(always)]
    fn or(self, other: uint32x4_t) -> uint32x4_t {
        neon!(vorrq_u32(self, other))
    }

    #[inline(always)]
    fn xor(self, other: uint32x4_t) -> uint32x4_t {
        neon!(veorq_u32(self, other))
    }

    #[inline(always)]
    fn and_not(self, other: uint32x4_t) -> uint32x4_t {
        neon!(vbicq_u32(self, other))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        neon!(vmaxvq_u32(self) == 0)
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> uint32x4_t {
        neon!(vshlq_n_u32::<N>(self))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> uint32x4_t {
        neon!(vshrq_n_u32::<N>(self))
    }

    #[inline(always)]
    fn plus(self, other: uint32x4_t) -> uint32x4_t {
        neon!(vaddq_u32(self, other))
    }

    #[inline(always)]
    fn minus(self, other: uint32x4_t) -> uint32x4_t {
        neon!(vsubq_u32(self, other))
    }

    #[inline(always)]
    fn first(self) -> u32 {
        neon!(vgetq_lane_u32::<0>(self))
    }

    #[inline(always)]
    fn zero_words(self) -> u32 {
        neon!({
            // NEON cannot gather bits, but it can add up a power of two for each word.
            let powers = uint32x4_t::of(1 | 2 << 32, 4 | 8 << 32);
            vaddvq_u32(vceqzq_u32(self).and(powers))
        })
    }

    #[inline(always)]
    fn broadcast<const N: usize>(self) -> uint32x4_t {
        neon!({
            match N {
                0 => vdupq_laneq_u32::<0>(self),
                1 => vdupq_laneq_u32::<1>(self),
                2 => vdupq_laneq_u32::<2>(self),
                _ => vdupq_laneq_u32::<3>(self),
            }
        })
    }

    #[inline(always)]
    fn turned_once(self) -> uint32x4_t {
        neon!({
            let first_last = vextq_u32::<1>(self, self);
            let swapped = vcopyq_laneq_u32::<2, 0>(first_last, self);
            vcopyq_laneq_u32::<3, 3>(swapped, self)
        })
    }

    #[inline(always)]
    fn turned_twice(self) -> uint32x4_t {
        self.turned_once().turned_once()
    }

    #[inline(always)]
    fn halves_swapped(self) -> uint32x4_t {
        neon!(vextq_u32::<2>(self, self))
    }

    #[inline(always)]
    fn neighbours_swapped(self) -> uint32x4_t {
        neon!(vrev64q_u32(self))
    }

    #[inline(always)]
    fn mixed(self, second: uint32x4_t, third: uint32x4_t) -> uint32x4_t {
        neon!(vcopyq_laneq_u32::<2, 2>(
            vcopyq_laneq_u32::<1, 1>(self, second),
            third
        ))
    }

    #[inline(always)]
    fn count_in_bytes(self) -> uint32x4_t {
        neon!(vreinterpretq_u32_u8(vcntq_u8(vreinterpretq_u8_u32(self))))
    }

    #[inline(always)]
    fn bytes_same(self, other: uint32x4_t) -> uint32x4_t {
        neon!({
            let (a, b) = (vreinterpretq_u8_u32(self), vreinterpretq_u8_u32(other));
            vreinterpretq_u32_u8(vceqq_u8(a, b))
        })
    }

    #[inline(always)]
    fn bytes_min(self, other: uint32x4_t) -> uint32x4_t {
        neon!({
            let (a, b) = (vreinterpretq_u8_u32(self), vreinterpretq_u8_u32(other));
            vreinterpretq_u32_u8(vminq_u8(a, b))
        })
    }

    #[inline(always)]
    fn bytes_max(self, other: uint32x4_t) -> uint32x4_t {
        neon!({
            let (a, b) = (vreinterpretq_u8_u32(self), vreinterpretq_u8_u32(other));
            vreinterpretq_u32_u8(vmaxq_u8(a, b))
        })
    }

    #[inline(always)]
    fn bytes_plus(self, other: uint32x4_t) -> uint32x4_t {
        neon!({
            let (a, b) = (vreinterpretq_u8_u32(self), vreinterpretq_u8_u32(other));
            vreinterpretq_u32_u8(vaddq_u8(a, b))
        })
    }

    #[inline(always)]
    fn top_bits(self) -> u32 {
        neon!({
            // As for words, a power of two for each byte, in each half.
            let powers = uint32x4_t::of(0x8040_2010_0804_0201, 0x8040_2010_0804_0201);
            let signs = vcltzq_s8(vreinterpretq_s8_u32(self));
            let bits = vandq_u8(signs, vreinterpretq_u8_u32(powers));
            let (low, high) = (vget_low_u8(bits), vget_high_u8(bits));
            u32::from(vaddv_u8(low)) | u32::from(vaddv_u8(high)) << 8
        })
    }

    #[inline(always)]
    fn ordered(self, from: uint32x4_t) -> uint32x4_t {
        neon!({
            let bytes = vreinterpretq_u8_u32(self);
            vreinterpretq_u32_u8(vqtbl1q_u8(bytes, vreinterpretq_u8_u32(from)))
        })
    }

    #[inline(always)]
    fn shl_long<const N: i32>(self) -> uint32x4_t {
        neon!({
            let by = vdupq_n_s64(i64::from(N));
            vreinterpretq_u32_u64(vshlq_u64(vreinterpretq_u64_u32(self), by))
        })
    }

    #[inline(always)]
    fn shr_long<const N: i32>(self) -> uint32x4_t {
        neon!({
            let by = vdupq_n_s64(-i64::from(N));
            vreinterpretq_u32_u64(vshlq_u64(vreinterpretq_u64_u32(self), by))
        })
    }

    #[inline(always)]
    fn halves_traded(self, other: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        neon!({
            let (a, b) = (vreinterpretq_u64_u32(self), vreinterpretq_u64_u32(other));
            let low = vreinterpretq_u32_u64(vtrn1q_u64(a, b));
            (low, vreinterpretq_u32_u64(vtrn2q_u64(a, b)))
        })
    }
}

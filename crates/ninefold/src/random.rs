//! Random numbers that a seed repeats, on every machine.
//!
//! The library reads no entropy: a caller passes a seed, or the numbers themselves. [`Draw`]
//! is what can be drawn from a source of numbers; [`Random`] is our own source, xoshiro256++
//! (D. Blackman, S. Vigna), with [as many streams](Random::stream) as there are things to make:
//! what one thing draws does not depend on how many others are made, or in which order.
//!
//! ```
//! use ninefold::random::{Draw, Random};
//!
//! let mut first = Random::stream(7, 0);
//! let mut dice = || 1 + first.below(6);
//! assert_eq!([dice(), dice(), dice(), dice()], [6, 6, 2, 5]);
//! ```

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// A source of random numbers, and what is drawn from it. A closure that returns numbers is
/// one.
pub trait Draw {
    /// A number, each that 64 bits can hold with the same probability.
    fn number(&mut self) -> u64;

    /// A number from zero to below `n`, each with exactly the same probability; zero if `n`
    /// is zero.
    fn below(&mut self, n: usize) -> usize {
        self.number_below(n as u64) as usize
    }

    /// The same for numbers of 64 bits.
    fn number_below(&mut self, n: u64) -> u64 {
        let n = n.max(1);
        loop {
            let number = self.number();
            let rest = number % n;
            // The last numbers, fewer than `n` of them, would favour small remainders.
            if (number - rest).checked_add(n - 1).is_some() {
                return rest;
            }
        }
    }

    /// Puts items in any order: the shuffle of Fisher and Yates.
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The numbers below `n` in any order.
    fn order(&mut self, n: usize) -> Vec<usize>
    where
        Self: Sized,
    {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }
}

impl<R: FnMut() -> u64> Draw for R {
    fn number(&mut self) -> u64 {
        self()
    }
}

/// Random numbers from a seed.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The numbers of one thing among many that are made from a seed. No two indexes of a seed
    /// give the same stream.
    pub fn stream(seed: u64, index: u64) -> Random {
        // Each step is a bijection of 64 bits, so that indexes stay apart.
        let mixed = |number: u64| SplitMix64::seed_from_u64(number).next_u64();
        Random::new(mixed(mixed(seed) ^ index))
    }
}

impl Draw for Random {
    fn number(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn streams_differ_by_seed_and_by_index() {
        let mut firsts = BTreeSet::new();
        for seed in 0..50 {
            for index in 0..50 {
                firsts.insert(Random::stream(seed, index).number());
            }
        }
        assert_eq!(firsts.len(), 2500);
        let twice = [0; 2].map(|_| Random::stream(3, 4).number());
        assert_eq!(twice[0], twice[1]);
    }

    #[test]
    fn each_number_below_n_is_drawn_equally_often() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7)] += 1;
        }
        // Five standard deviations, of 93 each.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 465), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn numbers_that_would_favour_small_remainders_are_drawn_again() {
        let mut numbers = [u64::MAX, u64::MAX - 1, 5].into_iter();
        // 2⁶⁴ is 3 · 6148914691236517205 + 1: one number is too many.
        assert_eq!((|| numbers.next().unwrap()).below(3), 2);
        let mut powers = [u64::MAX].into_iter();
        assert_eq!((|| powers.next().unwrap()).below(4), 3);
    }

    #[test]
    fn every_order_comes_up() {
        let mut random = Random::new(2);
        let orders: BTreeSet<Vec<usize>> = (0..500).map(|_| random.order(4)).collect();
        assert_eq!(orders.len(), 24);
    }
}

//! The places of one digit, so few that a set of them is one number.
//!
//! ```text
//!   r1c3 r1c7 r4c3 r4c8 …      the places, in reading order
//!   bit 0    1    2    3        {r1c3, r4c8} = 0b1001
//! ```
//!
//! Patterns of one digit alone (fish, broken wings) are searched for with these.

use crate::geometry::{Cell, Digit};
use crate::logic::sight::{Sight, ones};

/// The places of one digit, numbered in reading order; sets of them are bits.
pub(super) struct Pond {
    /// Which digit.
    pub(super) digit: Digit,
    /// Where it can go.
    pub(super) cells: Vec<Cell>,
    /// Every place.
    pub(super) all: u128,
    /// For each place the others it sees.
    pub(super) seen: Vec<u128>,
    /// For each house of the board its places.
    pub(super) houses: Vec<u128>,
}

impl Pond {
    /// None if there is nothing to catch, or if the digit has over 128 places, as it may on a
    /// very large board.
    pub(super) fn new<const W: usize>(sight: &Sight<W>, digit: Digit) -> Option<Pond> {
        if !Pond::has_room(sight, digit) {
            return None;
        }
        let cells: Vec<Cell> = sight.places(digit).iter().collect();
        let geometry = sight.geometry();
        let mut houses = vec![0; geometry.houses().len()];
        for (k, &cell) in cells.iter().enumerate() {
            for house in geometry.houses_of(cell) {
                houses[house.index()] |= 1 << k;
            }
        }
        let seen = |(k, &cell): (usize, &Cell)| {
            let through = geometry.houses_of(cell).iter();
            through.fold(0, |all, house| all | houses[house.index()]) & !(1 << k)
        };
        Some(Pond {
            digit,
            all: u128::MAX >> (128 - cells.len()),
            seen: cells.iter().enumerate().map(seen).collect(),
            cells,
            houses,
        })
    }

    /// Whether the digit has enough places, and not too many.
    pub(super) fn has_room<const W: usize>(sight: &Sight<W>, digit: Digit) -> bool {
        (4..=128).contains(&sight.places(digit).len())
    }

    /// The cells of a set of places.
    pub(super) fn cells(&self, set: u128) -> impl Iterator<Item = Cell> {
        ones(set).map(|k| self.cells[k])
    }

    /// The places that see all of these.
    pub(super) fn seen_by_all(&self, set: u128) -> u128 {
        ones(set).fold(self.all, |all, k| all & self.seen[k])
    }
}

//! Looks for broken wings: odd rings of places for a digit and their guardians.
//!
//! A ring is grown cell by cell from its first cell in reading order, the shortest
//! rings first. Every house that it goes through adds its other places to the
//! guardians; the ring is given up as soon as nothing sees all of them.

use std::ops::ControlFlow;

use super::pond::{Pond, ones};
use super::{Found, Options};
use crate::geometry::{Candidate, House};
use crate::logic::position::Position;
use crate::logic::reason::Guardians;
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The lengths of rings that are looked for. Three cells make no ring on a plain
/// board: they would share a house.
const LENGTHS: [usize; 3] = [5, 7, 9];

/// Broken wings.
pub(super) fn find(
    position: &Position,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let digits = position.geometry().digits();
    let ponds: Vec<Pond> = digits
        .filter_map(|digit| Pond::new(position, digit))
        .collect();
    for length in LENGTHS {
        for pond in &ponds {
            for start in 0..pond.cells.len() {
                let mut search = Search {
                    position,
                    technique,
                    pond,
                    length,
                    ring: vec![start],
                    houses: Vec::with_capacity(length),
                    found,
                };
                search.grow(1 << start, 0)?;
            }
        }
    }
    ControlFlow::Continue(())
}

struct Search<'s, 'f> {
    position: &'s Position,
    technique: Technique,
    pond: &'s Pond,
    length: usize,
    ring: Vec<usize>,
    houses: Vec<House>,
    found: &'s mut Found<'f>,
}

impl Search<'_, '_> {
    /// Goes on from the last cell of the ring.
    fn grow(&mut self, ring: u128, guardians: u128) -> ControlFlow<()> {
        let geometry = self.position.geometry();
        let (start, last) = (self.ring[0], self.ring[self.ring.len() - 1]);
        let is_last = self.ring.len() == self.length;
        for &house in geometry.houses_of(self.pond.cells[last]) {
            let places = self.pond.houses[house.index()];
            if self.houses.contains(&house) || !geometry.is_exact(house) {
                continue;
            }
            // Round to the first cell, or on to one that comes after it.
            let next = match is_last {
                true => places & 1 << start,
                false => places & !ring & (u128::MAX << start),
            };
            for next in ones(next) {
                let ring = ring | 1 << next;
                let guardians = guardians | places & !(1 << last) & !(1 << next);
                // A cell of the ring is not its guardian.
                if guardians & ring != 0 || self.pond.seen_by_all(guardians) == 0 {
                    continue;
                }
                self.houses.push(house);
                if is_last {
                    self.tell(guardians)?;
                } else {
                    self.ring.push(next);
                    self.grow(ring, guardians)?;
                    self.ring.pop();
                }
                self.houses.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, guardians: u128) -> ControlFlow<()> {
        let (pond, digit) = (self.pond, self.pond.digit);
        // Each ring is met in both directions.
        if guardians == 0 || self.ring[1] > self.ring[self.length - 1] {
            return ControlFlow::Continue(());
        }
        let reason = Guardians {
            digit,
            ring: self.ring.iter().map(|&k| pond.cells[k]).collect(),
            houses: self.houses.clone(),
            guardians: pond.cells(guardians).collect(),
        };
        let all = |set| pond.cells(set).map(|cell| Candidate { cell, digit });
        if guardians.count_ones() == 1 {
            let placed = all(guardians).next().expect("there is a guardian");
            return (self.found)(Step::placing(self.technique, placed, reason.into()));
        }
        let gone = all(pond.seen_by_all(guardians));
        match Step::eliminating(self.technique, gone, reason.into()) {
            Some(step) => (self.found)(step),
            None => ControlFlow::Continue(()),
        }
    }
}

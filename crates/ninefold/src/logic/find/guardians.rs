//! Looks for broken wings: odd rings of places for a digit and their guardians.
//!
//! A ring is grown cell by cell from its first cell in reading order, the shortest
//! rings first. Every house that it goes through adds its other places to the
//! guardians; the ring is given up as soon as nothing sees all of them.

use std::ops::ControlFlow;

use super::pond::Pond;
use super::{Found, Options};
use crate::geometry::{Candidate, House};
use crate::logic::reason::Guardians;
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;

/// The lengths of rings that are looked for. Three cells make no ring on a plain
/// board: they would share a house. With nine no player sees it any more.
const LENGTHS: [usize; 2] = [5, 7];

/// The most guardians that a ring may have.
const MOST_GUARDIANS: u32 = 4;

/// Broken wings.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let digits = sight.geometry().digits();
    let webs: Vec<Web> = digits
        .filter_map(|digit| Pond::new(sight, digit))
        .map(|pond| Web::new(sight, pond))
        .collect();
    for length in LENGTHS {
        for web in &webs {
            for start in 0..web.pond.cells.len() {
                let mut search = GuardianSearch {
                    sight,
                    technique,
                    web,
                    length,
                    ring: vec![start],
                    houses: Vec::with_capacity(length),
                    found,
                };
                search.grow(1 << start, 0, web.pond.all)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// From one place to another in the same house.
struct Edge {
    house: House,
    to: usize,
    guardians: u128,
    /// The places that see all of the guardians.
    targets: u128,
}

/// The places of a digit and every edge between them that has few enough guardians.
struct Web {
    pond: Pond,
    edges: Vec<Edge>,
    /// Where the edges of each place begin, and those of the last end.
    begins: Vec<usize>,
}

impl Web {
    fn new<const W: usize>(sight: &Sight<W>, pond: Pond) -> Web {
        let geometry = sight.geometry();
        let mut edges = Vec::with_capacity(8 * pond.cells.len());
        let mut begins = Vec::with_capacity(pond.cells.len() + 1);
        for (from, &cell) in pond.cells.iter().enumerate() {
            begins.push(edges.len());
            for &house in geometry.houses_of(cell) {
                let places = pond.houses[house.index()];
                if !geometry.is_exact(house) || places.count_ones() > MOST_GUARDIANS + 2 {
                    continue;
                }
                let others = places & !(1 << from);
                edges.extend(ones(others).filter_map(|to| {
                    let guardians = others & !(1 << to);
                    let targets = pond.seen_by_all(guardians);
                    (targets != 0).then_some(Edge {
                        house,
                        to,
                        guardians,
                        targets,
                    })
                }));
            }
        }
        begins.push(edges.len());
        Web {
            pond,
            edges,
            begins,
        }
    }

    fn edges_from(&self, place: usize) -> &[Edge] {
        &self.edges[self.begins[place]..self.begins[place + 1]]
    }
}

struct GuardianSearch<'s, 'f, const W: usize> {
    sight: &'s Sight<W>,
    technique: Technique,
    web: &'s Web,
    length: usize,
    ring: Vec<usize>,
    houses: Vec<House>,
    found: &'s mut Found<'f>,
}

impl<const W: usize> GuardianSearch<'_, '_, W> {
    /// Goes on from the last cell of the ring.
    fn grow(&mut self, ring: u128, guardians: u128, targets: u128) -> ControlFlow<()> {
        if self.ring.len() < 4 {
            self.sight.poll()?;
        }
        let (start, last) = (self.ring[0], self.ring[self.ring.len() - 1]);
        // Round to the first cell, or on to one that comes after it. The last sees the
        // first and comes after the second: else each ring would be met in both directions.
        let later = |place: usize| u128::MAX << place;
        let next = match self.length - self.ring.len() {
            0 => 1 << start,
            1 => !ring & self.web.pond.seen[start] & later(start) & later(self.ring[1]),
            _ => !ring & later(start),
        };
        let web = self.web;
        for edge in web.edges_from(last) {
            let targets = targets & edge.targets;
            let guardians = guardians | edge.guardians;
            let to = 1 << edge.to;
            // A cell of the ring is not its guardian.
            if next & to == 0
                || targets == 0
                || guardians & (ring | to) != 0
                || guardians.count_ones() > MOST_GUARDIANS
                || self.houses.contains(&edge.house)
            {
                continue;
            }
            self.houses.push(edge.house);
            if self.ring.len() == self.length {
                self.report(guardians)?;
            } else {
                self.ring.push(edge.to);
                self.grow(ring | to, guardians, targets)?;
                self.ring.pop();
            }
            self.houses.pop();
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self, guardians: u128) -> ControlFlow<()> {
        let (pond, digit) = (&self.web.pond, self.web.pond.digit);
        // Without guardians the board has no solution, which a finder does not report.
        if guardians == 0 {
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
            return (self.found)(Deduction::placing(self.technique, placed, reason.into()));
        }
        let gone = all(pond.seen_by_all(guardians));
        match Deduction::eliminating(self.technique, gone, reason.into()) {
            Some(step) => (self.found)(step),
            None => ControlFlow::Continue(()),
        }
    }
}

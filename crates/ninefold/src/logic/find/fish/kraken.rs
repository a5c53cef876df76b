//! Looks for krakens: fish whose fins are too far from the marks that the fish would rub
//! out, and chains that reach over.
//!
//! ```text
//!   for each digit
//!     what follows from it being in each of its places, as bits
//!     for each fish with a few fins that catches nothing by itself
//!       type 1  what the cover would rub out, and every fin rubs out too
//!       type 2  for each cover house: what its places and every fin rub out, all alike
//! ```
//!
//! For each thing rubbed out the simplest fish is kept, and of equals the one with the
//! shortest chains. Definitions and order are those of HoDoKu by Bernhard Hobiger.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::super::forcing::through;
use super::super::pond::Pond;
use super::super::tables::{Claim, Links, Table};
use super::super::{Found, Options};
use super::{FishSearch, Shape, category, ways};
use crate::geometry::House;
use crate::logic::reason::{Fish, Kraken, Reason};
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sort;

/// The sizes of fish that are tried.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// Krakens of both types.
pub(in super::super) fn find<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Some(links) = Links::new(sight, through(options)) else {
        return ControlFlow::Continue(());
    };
    let ways = ways(sight, Shape::Franken);
    let fins = 1..=options.most_kraken_fins;
    for digit in sight.geometry().digits() {
        let Some(pond) = Pond::new(sight, digit) else {
            continue;
        };
        let mut hunt = Hunt::new(&links, &pond);
        for n in SIZES {
            for (bases, covers) in &ways {
                sight.poll()?;
                let report = &mut |step: Deduction| {
                    if let Reason::Fish(fish) = step.reason {
                        hunt.consider(step.technique, &fish);
                    }
                    ControlFlow::Continue(())
                };
                let search = FishSearch::new(sight, &pond, n, fins.clone(), bases, covers, report);
                search.idle().run(options.most_kraken_endo_fins)?;
            }
        }
        hunt.steps().try_for_each(&mut *found)?;
    }
    ControlFlow::Continue(())
}

/// The krakens of one digit so far.
struct Hunt<'l, 'p, const W: usize> {
    links: &'l Links<'p, W>,
    pond: &'l Pond,
    /// For each place the claims that follow from the digit being there.
    tables: Vec<Table>,
    /// The same as bits: the candidates that are then gone, by number.
    gone: Vec<Vec<u64>>,
    kept: Vec<Kept>,
    /// Where each thing rubbed out, by each type, is kept.
    by_target: BTreeMap<(Technique, usize), usize>,
}

/// A kraken worth keeping.
struct Kept {
    technique: Technique,
    /// The number of the candidate that it rubs out.
    target: usize,
    /// The places that the chains start from.
    starts: u128,
    fish: Fish,
    name: Technique,
    house: Option<House>,
    /// How long the chains are together.
    length: u32,
}

impl<'l, 'p, const W: usize> Hunt<'l, 'p, W> {
    fn new(links: &'l Links<'p, W>, pond: &'l Pond) -> Hunt<'l, 'p, W> {
        let follow = |&cell: &_| {
            let mut table = Table::default();
            let premise = Claim::new(links.number(cell, pond.digit), true);
            table.follow(links, premise);
            table
        };
        let tables: Vec<Table> = pond.cells.iter().map(follow).collect();
        let bits = |table: &Table| {
            let mut bits = vec![0; links.n_candidates.div_ceil(64)];
            let claims = table.entries().iter().map(|entry| entry.claim);
            let gone = claims.filter(|claim| !claim.on());
            for place in gone.map(Claim::place).filter(|&p| p < links.n_candidates) {
                bits[place / 64] |= 1 << (place % 64);
            }
            bits
        };
        Hunt {
            links,
            pond,
            gone: tables.iter().map(bits).collect(),
            tables,
            kept: Vec::new(),
            by_target: BTreeMap::new(),
        }
    }

    /// Tries to make krakens of a fish.
    fn consider(&mut self, name: Technique, fish: &Fish) {
        let (base, endo) = self.places(&fish.base);
        let (covered, twice) = self.places(&fish.cover);
        let fins = base & !covered | endo;
        let mut by_fins = self.common(fins);
        if by_fins.iter().all(|&word| word == 0) {
            return;
        }
        let in_net = (covered & !base | twice) & !fins;
        self.keep_only(&mut by_fins, in_net);
        self.keep(Technique::KrakenFish1, name, fish, None, fins, &by_fins);
        for &house in &fish.cover {
            let held = self.pond.houses[house.index()];
            if held & !base == 0 {
                continue;
            }
            let starts = held & base & !twice | fins;
            let common = self.common(starts);
            let house = Some(house);
            self.keep(Technique::KrakenFish2, name, fish, house, starts, &common);
        }
    }

    /// All places in these houses, and those in two of them.
    fn places(&self, houses: &[House]) -> (u128, u128) {
        let each = houses.iter().map(|house| self.pond.houses[house.index()]);
        each.fold((0, 0), |(all, twice), places| {
            (all | places, twice | all & places)
        })
    }

    /// The candidates that are gone whichever of these places has the digit, except the places
    /// themselves.
    fn common(&self, starts: u128) -> Vec<u64> {
        let mut starts_left = ones(starts);
        let first = starts_left.next().map(|k| self.gone[k].clone());
        let mut common = first.unwrap_or_default();
        for k in starts_left {
            for (word, theirs) in common.iter_mut().zip(&self.gone[k]) {
                *word &= theirs;
            }
        }
        for k in ones(starts) {
            let place = self.number(k);
            common[place / 64] &= !(1 << (place % 64));
        }
        common
    }

    fn number(&self, k: usize) -> usize {
        self.links.number(self.pond.cells[k], self.pond.digit)
    }

    /// Leaves only these places of the digit.
    fn keep_only(&self, bits: &mut [u64], places: u128) {
        let mut mask = vec![0; bits.len()];
        for place in ones(places).map(|k| self.number(k)) {
            mask[place / 64] |= 1 << (place % 64);
        }
        for (word, mask) in bits.iter_mut().zip(mask) {
            *word &= mask;
        }
    }

    /// Keeps the kraken for each thing that it rubs out, unless a better one is known.
    fn keep(
        &mut self,
        technique: Technique,
        name: Technique,
        fish: &Fish,
        house: Option<House>,
        starts: u128,
        targets: &[u64],
    ) {
        for (k, &word) in targets.iter().enumerate() {
            for target in ones(word.into()).map(|bit| 64 * k + bit) {
                let known = self.by_target.get(&(technique, target)).copied();
                if known.is_some_and(|known| rank(self.kept[known].name) < rank(name)) {
                    continue;
                }
                let end = Claim::new(target, false);
                let lengths = ones(starts).filter_map(|start| self.tables[start].entry(end));
                let kept = Kept {
                    technique,
                    target,
                    starts,
                    fish: fish.clone(),
                    name,
                    house,
                    length: lengths.map(|entry| entry.length).sum(),
                };
                match known {
                    Some(known) if kept.order() < self.kept[known].order() => {
                        self.kept[known] = kept;
                    }
                    Some(_) => {}
                    None => {
                        self.by_target.insert((technique, target), self.kept.len());
                        self.kept.push(kept);
                    }
                }
            }
        }
    }

    /// The steps, the simplest first.
    fn steps(self) -> impl Iterator<Item = Deduction> {
        let Hunt {
            links,
            tables,
            mut kept,
            ..
        } = self;
        sort::by_key(&mut kept, Kept::order);
        kept.into_iter().map(move |kept| {
            let end = Claim::new(kept.target, false);
            let chain = |start: usize| {
                let table = &tables[start];
                let entry = table.entry(end);
                entry.map(|entry| links.chain(&table.chain(entry)))
            };
            let reason = Kraken {
                chains: ones(kept.starts).filter_map(chain).collect(),
                fish: kept.fish,
                name: kept.name,
                house: kept.house,
            };
            Deduction {
                technique: kept.technique,
                placements: Vec::new(),
                eliminations: vec![links.candidate(end)],
                reason: reason.into(),
            }
        })
    }
}

impl Kept {
    fn order(&self) -> (Rank, u32) {
        (rank(self.name), self.length)
    }
}

/// How simple a fish is: by its category, its size, and whether it is sashimi.
type Rank = (usize, bool, usize, bool);

fn rank(name: Technique) -> Rank {
    let (shape, finned, n) = category(name);
    let is_sashimi = name.about().slug.starts_with("sashimi");
    (shape, finned, n, is_sashimi)
}

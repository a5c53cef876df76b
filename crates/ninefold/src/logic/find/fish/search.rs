//! The search for one digit's fish, one way round.
//!
//! Trying every cover of every base takes long. The fast way: suppose that a target
//! holds the digit. That clears all it sees, fins included, and uses up a cover house
//! (two, if the target is a place of the base itself). The rest of the base must then fit
//! into one cover house less than there are base houses. So
//!
//! 1. each base house alone is asked which targets it can have: most have few;
//! 2. with every base house that is added, only those targets are kept for which all
//!    still fits, and a base without a target is given up;
//! 3. covers are laid only for the bases that are left, and given up as soon as the
//!    fins are too many or no target sees them all.
//!
//! A kraken begins with a fish that catches nothing by itself: for those, [`FishSearch::idle`],
//! all that can be asked of a base is that some cover leaves few enough fins.

use std::ops::{ControlFlow, RangeInclusive};

use super::super::pond::Pond;
use super::super::{FULL_SEARCH, Found};
use super::{KINDS, Shape};
use crate::geometry::{Candidate, House, HouseKind};
use crate::logic::reason::Fish;
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;

/// How many houses are tried as base and cover of one digit's fish, one way round, on a
/// larger board. There are far more large fish than a search can go through.
const MOST_HOUSES: usize = 200_000;

/// The search on one digit, one way round.
pub(super) struct FishSearch<'s, 'f, const W: usize> {
    sight: &'s Sight<W>,
    pond: &'s Pond,
    n: usize,
    fins: RangeInclusive<usize>,
    most_endo_fins: usize,
    /// Whether fish are looked for that catch nothing, rather than those that do.
    is_idle: bool,
    /// The houses that may be in the base, with the targets that each can catch at all.
    bases: Vec<(House, u128)>,
    covers: &'s [House],
    /// Which houses may cover now: a base house may not.
    is_cover: Vec<bool>,
    base: Vec<House>,
    cover: Vec<House>,
    /// The cover houses that meet the base, and what all from one on hold.
    near: Vec<House>,
    later: Vec<u128>,
    /// How many houses may still be added.
    left: usize,
    report: &'s mut Found<'f>,
}

/// The places of a base and a cover so far.
#[derive(Clone, Copy, Default)]
struct Caught {
    base: u128,
    endo: u128,
    covered: u128,
    twice: u128,
}

impl<'s, 'f, const W: usize> FishSearch<'s, 'f, W> {
    /// A search with base and cover from these houses.
    pub(super) fn new(
        sight: &'s Sight<W>,
        pond: &'s Pond,
        n: usize,
        fins: RangeInclusive<usize>,
        bases: &[House],
        covers: &'s [House],
        report: &'s mut Found<'f>,
    ) -> FishSearch<'s, 'f, W> {
        // Without fins a base house has no more places than there are cover houses;
        // through boxes it could, but HoDoKu leaves those out, and so do we.
        let most = if *fins.end() == 0 { n } else { usize::MAX };
        let fits = |house: &&House| {
            let count = pond.houses[house.index()].count_ones() as usize;
            sight.geometry().is_exact(**house) && (1..=most).contains(&count)
        };
        let mut is_cover = vec![false; pond.houses.len()];
        for house in covers {
            is_cover[house.index()] = true;
        }
        FishSearch {
            sight,
            pond,
            n,
            fins,
            most_endo_fins: 0,
            is_idle: false,
            bases: bases.iter().filter(fits).map(|&h| (h, pond.all)).collect(),
            covers,
            is_cover,
            base: Vec::with_capacity(n),
            cover: Vec::with_capacity(n),
            near: Vec::new(),
            later: Vec::new(),
            left: match sight.size() {
                ..=FULL_SEARCH => usize::MAX,
                _ => MOST_HOUSES,
            },
            report,
        }
    }

    /// The same for fish that catch nothing; they are reported without eliminations.
    pub(super) fn idle(mut self) -> Self {
        self.is_idle = true;
        self
    }

    /// Reports every fish.
    pub(super) fn run(&mut self, most_endo_fins: usize) -> ControlFlow<()> {
        if *self.fins.end() > 0 {
            self.most_endo_fins = most_endo_fins;
        }
        for k in 0..self.bases.len() {
            let (house, _) = self.bases[k];
            let caught = Caught {
                base: self.pond.houses[house.index()],
                ..Caught::default()
            };
            let could_cover = std::mem::replace(&mut self.is_cover[house.index()], false);
            if *self.fins.end() > 0 || self.fits(caught.base, self.n, 0) {
                self.bases[k].1 = self.possible(caught, self.pond.all);
            } else {
                self.bases[k].1 = 0;
            }
            self.is_cover[house.index()] = could_cover;
        }
        self.bases.retain(|&(_, targets)| targets != 0);
        self.add_base(0, Caught::default(), self.pond.all)
    }

    /// Adds base houses from the `from`th on until there are enough.
    fn add_base(&mut self, from: usize, caught: Caught, targets: u128) -> ControlFlow<()> {
        if self.base.len() == self.n {
            return self.lay_covers(caught, targets);
        }
        for k in from..self.bases.len() {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.sight.poll()?;
            let (house, its_targets) = self.bases[k];
            let places = self.pond.houses[house.index()];
            let caught = Caught {
                base: caught.base | places,
                endo: caught.endo | caught.base & places,
                ..caught
            };
            let targets = targets & its_targets;
            if targets == 0 || caught.endo.count_ones() as usize > self.most_endo_fins {
                continue;
            }
            let could_cover = std::mem::replace(&mut self.is_cover[house.index()], false);
            if *self.fins.end() > 0 || self.fits(caught.base, self.n, 0) {
                let targets = if self.base.is_empty() {
                    targets
                } else {
                    self.possible(caught, targets)
                };
                if targets != 0 {
                    self.base.push(house);
                    self.add_base(k + 1, caught, targets)?;
                    self.base.pop();
                }
            }
            self.is_cover[house.index()] = could_cover;
        }
        ControlFlow::Continue(())
    }

    /// Those of the targets that may still be caught.
    fn possible(&self, caught: Caught, targets: u128) -> u128 {
        if self.is_idle {
            let inner = caught.endo.count_ones() as usize;
            let fins = self.fins.end().saturating_sub(inner);
            let fits = self.fits(caught.base & !caught.endo, self.n, fins);
            return if fits { targets } else { 0 };
        }
        let may_go = |&k: &usize| {
            let itself = 1 << k;
            let used = if caught.base & itself == 0 { 1 } else { 2 };
            let left = caught.base & !self.pond.seen[k] & !itself;
            caught.endo & !self.pond.seen[k] == 0
                && used <= self.n
                && self.fits(left, self.n - used, 0)
        };
        ones(targets).filter(may_go).fold(0, |all, k| all | 1 << k)
    }

    /// Whether `n` cover houses can hold these places, all but `fins` of them.
    fn fits(&self, places: u128, n: usize, fins: usize) -> bool {
        if places == 0 {
            return true;
        }
        let first = self.pond.cells[places.trailing_zeros() as usize];
        let through = self.sight.geometry().houses_of(first).iter();
        let mut through = through.map(|house| house.index());
        n > 0
            && through.any(|house| {
                let left = places & !self.pond.houses[house];
                self.is_cover[house] && self.fits(left, n - 1, fins)
            })
            || fins > 0 && self.fits(places & (places - 1), n, fins - 1)
    }

    /// Tries every cover of the base.
    fn lay_covers(&mut self, caught: Caught, targets: u128) -> ControlFlow<()> {
        let (pond, is_cover) = (self.pond, &self.is_cover);
        let meets = |house: &&House| {
            is_cover[house.index()] && pond.houses[house.index()] & caught.base != 0
        };
        self.near.clear();
        self.near.extend(self.covers.iter().filter(meets));
        self.later.clear();
        self.later.resize(self.near.len() + 1, 0);
        for (k, house) in self.near.iter().enumerate().rev() {
            self.later[k] = self.later[k + 1] | pond.houses[house.index()];
        }
        self.add_cover(0, caught, targets)
    }

    /// Adds cover houses from the `from`th on until there are enough.
    fn add_cover(&mut self, from: usize, caught: Caught, targets: u128) -> ControlFlow<()> {
        let missing = self.n - self.cover.len();
        if missing == 0 {
            return self.pull_in(caught);
        }
        for k in from..(self.near.len() + 1).saturating_sub(missing) {
            // A place that is not covered and will not be is a fin.
            let fins = caught.base & !caught.covered & !self.later[k] | caught.endo;
            if fins.count_ones() as usize > *self.fins.end()
                || !self.is_idle && self.pond.seen_by_all(fins) & targets == 0
            {
                break;
            }
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let house = self.near[k];
            let places = self.pond.houses[house.index()];
            self.cover.push(house);
            let caught = Caught {
                covered: caught.covered | places,
                twice: caught.twice | caught.covered & places,
                ..caught
            };
            self.add_cover(k + 1, caught, targets)?;
            self.cover.pop();
        }
        ControlFlow::Continue(())
    }

    /// Reports the fish if it catches something, or nothing if that is wanted.
    fn pull_in(&mut self, caught: Caught) -> ControlFlow<()> {
        let Caught {
            base,
            endo,
            covered,
            twice,
        } = caught;
        let pond = self.pond;
        let outside = base & !covered;
        let fins = outside | endo;
        let n_fins = fins.count_ones() as usize;
        let seen = pond.seen_by_all(fins);
        let gone = [covered & !base & seen, twice & base & seen];
        if !self.fins.contains(&n_fins) || (gone == [0, 0]) != self.is_idle {
            return ControlFlow::Continue(());
        }
        let reason = Fish {
            digit: pond.digit,
            base: self.base.clone(),
            cover: self.cover.clone(),
            other_cover: None,
            fins: pond.cells(outside & !endo).collect(),
            endo_fins: pond.cells(endo).collect(),
        };
        let digit = pond.digit;
        let gone = gone.into_iter().flat_map(|gone| pond.cells(gone));
        let gone = gone.map(|cell| Candidate { cell, digit });
        let step = Deduction {
            technique: self.name(fins),
            placements: Vec::new(),
            eliminations: gone.collect(),
            reason: reason.into(),
        };
        (self.report)(step)
    }

    /// The name of the fish, by the houses that it really uses.
    fn name(&self, fins: u128) -> Technique {
        let geometry = self.sight.geometry();
        let uses = |houses: &[House]| {
            let kinds = houses.iter().map(|&house| match geometry.kind(house) {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                _ => 4,
            });
            kinds.fold(0, |all, kind| all | kind)
        };
        let shape = match (uses(&self.base), uses(&self.cover)) {
            (1, 2) | (2, 1) => Shape::Basic,
            (base, cover) if base & cover & 3 == 0 && base & 3 != 3 && cover & 3 != 3 => {
                Shape::Franken
            }
            _ => Shape::Mutant,
        };
        let is_short = |house: &House| {
            let left = self.pond.houses[house.index()] & !fins;
            left.count_ones() <= 1
        };
        let is_sashimi = shape == Shape::Basic && self.base.iter().any(is_short);
        let mut kinds = KINDS.iter().filter(|kind| kind.shape == shape);
        let kind = if is_sashimi {
            kinds.nth(2)
        } else {
            kinds.find(|kind| kind.finned == (fins != 0))
        };
        kind.expect("every shape is in the table").names[self.n - 2]
    }
}

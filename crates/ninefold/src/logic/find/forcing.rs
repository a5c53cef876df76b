//! Looks for forcing chains: a premise that leads to a contradiction, or premises one
//! of which holds and that all lead to the same.
//!
//! ```text
//!   1  follow every premise, and note in a row of bits what follows from it
//!   2  a row with a clash in it: the premise is wrong
//!      the rows of all candidates of a cell, or of all places of a digit in a house,
//!      or of a candidate being there and not: what they have in common is so
//!   3  in HoDoKu's order, for each thing known so: the shortest way to show it
//! ```
//!
//! The chains themselves are read off only for what is told.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::tables::{Claim, Links, Table, Through};
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::position::Position;
use crate::logic::reason::{Chain, Crux, Forcing};
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// Forcing chains.
pub(super) fn chains(
    position: &Position,
    _technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Some(links) = Links::new(position, through(options)) else {
        return ControlFlow::Continue(());
    };
    let known = Known::new(&links);
    let mut told: Vec<Claim> = known.conclusions().into_iter().collect();
    // What places a digit comes first; then by cell, then by digit.
    told.sort_by_key(|claim| (!claim.on(), claim.place()));
    for conclusion in told {
        let mut ways = Ways {
            known: &known,
            tables: BTreeMap::new(),
            best: [None, None],
        };
        ways.contradictions(conclusion);
        ways.verities(conclusion);
        let [contradiction, verity] = ways.best;
        let mut both: Vec<Way> = contradiction.into_iter().chain(verity).collect();
        if !conclusion.on() {
            both.sort_by_key(|way| way.length);
        }
        for way in both {
            found(way.step(&known, conclusion))?;
        }
    }
    ControlFlow::Continue(())
}

fn through(options: &Options) -> Through {
    match options.als_nodes {
        true => Through::Sets,
        false => Through::Groups,
    }
}

/// What follows from each premise, as bits: one row for each claim.
struct Known<'l, 'p> {
    links: &'l Links<'p>,
    rows: Vec<Vec<u64>>,
}

impl<'l, 'p> Known<'l, 'p> {
    fn new(links: &'l Links<'p>) -> Known<'l, 'p> {
        let mut table = Table::default();
        let words = (2 * links.n_candidates).div_ceil(64);
        let mut row = |k: usize| {
            table.follow(links, Claim::new(k / 2, k % 2 == 1));
            let mut bits = vec![0; words];
            for claim in table.claims().filter(|c| c.place() < links.n_candidates) {
                bits[claim.index() / 64] |= 1 << (claim.index() % 64);
            }
            bits
        };
        Known {
            rows: (0..2 * links.n_candidates).map(&mut row).collect(),
            links,
        }
    }

    fn implies(&self, premise: Claim, claim: Claim) -> bool {
        let at = claim.index();
        self.rows[premise.index()][at / 64] >> (at % 64) & 1 == 1
    }

    /// Whether the digit is in the cell, or is not, if the premise holds.
    fn says(&self, premise: Claim, cell: Cell, digit: Digit, on: bool) -> bool {
        self.implies(premise, self.claim(cell, digit, on))
    }

    fn claim(&self, cell: Cell, digit: Digit, on: bool) -> Claim {
        Claim::new(self.links.number(cell, digit), on)
    }

    /// Every set of premises of which one holds, with why.
    fn choices(&self) -> Vec<(Crux, Vec<Claim>)> {
        let links = self.links;
        let position = links.position;
        let mut choices = Vec::new();
        for place in 0..links.n_candidates {
            let both = [true, false].map(|on| Claim::new(place, on));
            choices.push((Crux::Either(links.candidate(both[0])), both.to_vec()));
        }
        for cell in position.empty().iter() {
            let digits = position.candidates(cell).iter();
            let premises = digits.map(|digit| self.claim(cell, digit, true));
            choices.push((Crux::EveryDigit(cell), premises.collect()));
        }
        for house in position.geometry().houses() {
            for digit in position.geometry().digits() {
                if position.geometry().is_exact(house) && position.count(house, digit) > 0 {
                    let cells = position.cells_at(house, position.slots(house, digit));
                    let premises = cells.map(|cell| self.claim(cell, digit, true));
                    choices.push((Crux::EveryPlace(house, digit), premises.collect()));
                }
            }
        }
        choices
    }

    /// Everything that can be concluded.
    fn conclusions(&self) -> BTreeSet<Claim> {
        let mut all = BTreeSet::new();
        for place in 0..self.links.n_candidates {
            for on in [true, false] {
                if !self.clashes(Claim::new(place, on)).is_empty() {
                    all.insert(Claim::new(place, !on));
                }
            }
        }
        for (crux, premises) in self.choices() {
            let Some((first, others)) = premises.split_first() else {
                continue;
            };
            let mut common = self.rows[first.index()].clone();
            for other in others {
                for (word, theirs) in common.iter_mut().zip(&self.rows[other.index()]) {
                    *word &= theirs;
                }
            }
            for (k, mut word) in common.into_iter().enumerate() {
                while word != 0 {
                    let at = 64 * k + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let claim = Claim::new(at / 2, at % 2 == 1);
                    if self.may_conclude(crux, claim) {
                        all.insert(claim);
                    }
                }
            }
        }
        all
    }

    /// Whether a choice says something about this claim: not about the candidate that
    /// it is a choice of.
    fn may_conclude(&self, crux: Crux, claim: Claim) -> bool {
        !matches!(crux, Crux::Either(candidate) if candidate.cell == self.links.place(claim).first)
    }

    /// The clashes that a premise leads to: the claims that cannot be together.
    fn clashes(&self, premise: Claim) -> Vec<(Crux, Vec<Claim>)> {
        let links = self.links;
        let position = links.position;
        let geometry = position.geometry();
        let mut clashes = Vec::new();
        let opposite = Claim::new(premise.place(), !premise.on());
        if self.implies(premise, opposite) {
            clashes.push((Crux::Cell(links.place(premise).first), vec![opposite]));
        }
        let on = |cell: Cell, digit: Digit| self.says(premise, cell, digit, true);
        let off = |cell: Cell, digit: Digit| self.says(premise, cell, digit, false);
        for digit in geometry.digits() {
            let mut cells = position.places(digit).iter();
            if let Some(cell) = cells.find(|&cell| on(cell, digit) && off(cell, digit)) {
                let both = [true, false].map(|is_on| self.claim(cell, digit, is_on));
                clashes.push((Crux::Cell(cell), both.to_vec()));
            }
        }
        for cell in position.empty().iter() {
            let digits: Vec<Digit> = position.candidates(cell).iter().collect();
            let held: Vec<Digit> = digits.iter().copied().filter(|&d| on(cell, d)).collect();
            if let [first, second, ..] = held[..] {
                let both = [first, second].map(|digit| self.claim(cell, digit, true));
                clashes.push((Crux::Cell(cell), both.to_vec()));
            }
        }
        for house in geometry.houses() {
            for digit in geometry.digits() {
                let cells = position.cells_at(house, position.slots(house, digit));
                let held: Vec<Cell> = cells.filter(|&cell| on(cell, digit)).collect();
                if let [first, second, ..] = held[..] {
                    let both = [first, second].map(|cell| self.claim(cell, digit, true));
                    clashes.push((Crux::House(house, digit), both.to_vec()));
                }
            }
        }
        for cell in position.empty().iter() {
            let digits = || position.candidates(cell).iter();
            if digits().all(|digit| off(cell, digit)) {
                let all = digits().map(|digit| self.claim(cell, digit, false));
                clashes.push((Crux::Cell(cell), all.collect()));
            }
        }
        for house in geometry.houses() {
            for digit in geometry.digits() {
                let slots = position.slots(house, digit);
                let cells = || position.cells_at(house, slots);
                if slots != 0 && self.has_all_marks(house, digit) && cells().all(|c| off(c, digit))
                {
                    let all = cells().map(|cell| self.claim(cell, digit, false));
                    clashes.push((Crux::House(house, digit), all.collect()));
                }
            }
        }
        clashes
    }

    /// Whether no mark of the digit was rubbed out in the house by logic alone: with
    /// such a mark gone, HoDoKu does not see that the digit has no place.
    fn has_all_marks(&self, house: House, digit: Digit) -> bool {
        let position = self.links.position;
        let open = position.unseen(digit) & *position.cells_of(house);
        position.geometry().is_exact(house) && open == position.places_in(house, digit)
    }
}

/// A way to show something: why, and the chains.
struct Way {
    crux: Crux,
    chains: Vec<Vec<Claim>>,
    length: usize,
    technique: Technique,
}

impl Way {
    fn step(&self, known: &Known<'_, '_>, conclusion: Claim) -> Step {
        let chains = self.chains.iter().map(|claims| known.links.chain(claims));
        let reason = Forcing {
            chains: chains.collect::<Vec<Chain>>(),
            crux: self.crux,
        };
        let candidate: Candidate = known.links.candidate(conclusion);
        match conclusion.on() {
            true => Step::placing(self.technique, candidate, reason.into()),
            false => Step {
                technique: self.technique,
                placements: Vec::new(),
                eliminations: vec![candidate],
                reason: reason.into(),
            },
        }
    }
}

/// The ways to show one thing, of which the shortest of each kind is kept.
struct Ways<'k, 'l, 'p> {
    known: &'k Known<'l, 'p>,
    tables: BTreeMap<Claim, Table>,
    best: [Option<Way>; 2],
}

impl Ways<'_, '_, '_> {
    fn contradictions(&mut self, conclusion: Claim) {
        let premise = Claim::new(conclusion.place(), !conclusion.on());
        for (crux, ends) in self.known.clashes(premise) {
            let ends: Vec<(Claim, Claim)> = ends.into_iter().map(|end| (premise, end)).collect();
            self.consider(0, crux, &ends);
        }
    }

    fn verities(&mut self, conclusion: Claim) {
        for (crux, premises) in self.known.choices() {
            let leads = |&premise: &Claim| self.known.implies(premise, conclusion);
            if self.known.may_conclude(crux, conclusion) && premises.iter().all(leads) {
                let ends: Vec<(Claim, Claim)> =
                    premises.into_iter().map(|p| (p, conclusion)).collect();
                self.consider(1, crux, &ends);
            }
        }
    }

    fn consider(&mut self, kind: usize, crux: Crux, ends: &[(Claim, Claim)]) {
        for &(premise, _) in ends {
            let links = self.known.links;
            self.tables.entry(premise).or_insert_with(|| {
                let mut table = Table::default();
                table.follow(links, premise);
                table
            });
        }
        let entries = ends.iter().filter_map(|&(premise, end)| {
            let table = &self.tables[&premise];
            Some((table, table.entry(end)?))
        });
        let entries: Vec<_> = entries.collect();
        let length = entries.iter().map(|(_, entry)| entry.length as usize).sum();
        if self.best[kind]
            .as_ref()
            .is_none_or(|best| length < best.length)
        {
            let chains = entries
                .iter()
                .map(|(table, entry)| table.chain(entry))
                .collect();
            let techniques = [
                Technique::ForcingChainContradiction,
                Technique::ForcingChainVerity,
            ];
            self.best[kind] = Some(Way {
                crux,
                chains,
                length,
                technique: techniques[kind],
            });
        }
    }
}

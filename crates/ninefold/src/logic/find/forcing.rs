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
use crate::geometry::{Cell, Digit, House};
use crate::logic::position::Position;
use crate::logic::reason::{Crux, Forcing, Reason};
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
    let mut table = Table::default();
    let known = Known::new(&links, |premise| {
        table.follow(&links, premise);
        table.claims().collect()
    });
    let mut follow = Chains {
        links: &links,
        tables: BTreeMap::new(),
    };
    search(&known, &mut follow, found)
}

/// How the things that follow are shown.
pub(super) trait Follow {
    /// What it is called, by contradiction and by verity.
    const NAMES: [Technique; 2];

    /// How long it takes to show that `end` follows from the premise, and whether that
    /// is worth showing.
    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool);

    /// Shows that each end follows from its premise.
    fn reason(&mut self, ends: &[(Claim, Claim)], crux: Crux) -> Reason;
}

/// Tells everything that can be concluded, in HoDoKu's order, each thing in the
/// shortest way.
pub(super) fn search<F: Follow>(
    known: &Known<'_, '_>,
    follow: &mut F,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut told: Vec<Claim> = known.conclusions().into_iter().collect();
    // What places a digit comes first; then by cell, then by digit.
    told.sort_by_key(|claim| (!claim.on(), claim.place()));
    let choices = known.choices();
    for conclusion in told {
        let premise = Claim::new(conclusion.place(), !conclusion.on());
        let clashes = known.clashes(premise).into_iter();
        let clashes = clashes.map(|(crux, ends)| {
            let ends = ends.into_iter().map(|end| (premise, end));
            (crux, ends.collect::<Vec<_>>())
        });
        let agreed = choices.iter().filter(|(crux, premises)| {
            let mut premises = premises.iter();
            known.may_conclude(*crux, conclusion)
                && premises.all(|&premise| known.implies(premise, conclusion))
        });
        let agreed = agreed.map(|(crux, premises)| {
            let ends = premises.iter().map(|&premise| (premise, conclusion));
            (*crux, ends.collect::<Vec<_>>())
        });
        let mut both: Vec<Way> = Vec::new();
        both.extend(shortest(follow, F::NAMES[0], clashes));
        both.extend(shortest(follow, F::NAMES[1], agreed));
        if !conclusion.on() {
            both.sort_by_key(|way| way.length);
        }
        for way in both {
            let reason = follow.reason(&way.ends, way.crux);
            let candidate = known.links.candidate(conclusion);
            found(match conclusion.on() {
                true => Step::placing(way.technique, candidate, reason),
                false => Step {
                    technique: way.technique,
                    placements: Vec::new(),
                    eliminations: vec![candidate],
                    reason,
                },
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// A way to show something: why, and from which premise to which end.
struct Way {
    crux: Crux,
    ends: Vec<(Claim, Claim)>,
    length: usize,
    technique: Technique,
}

/// The shortest way of one kind, the first of equals.
fn shortest(
    follow: &mut impl Follow,
    technique: Technique,
    ways: impl Iterator<Item = (Crux, Vec<(Claim, Claim)>)>,
) -> Option<Way> {
    let mut best: Option<Way> = None;
    for (crux, ends) in ways {
        let (mut length, mut worth) = (0, false);
        for &(premise, end) in &ends {
            let (more, shown) = follow.length(premise, end);
            length += more;
            worth |= shown;
        }
        if worth && best.as_ref().is_none_or(|best| length < best.length) {
            best = Some(Way {
                crux,
                ends,
                length,
                technique,
            });
        }
    }
    best
}

/// Chains, read off tables that are made when they are needed.
struct Chains<'l, 'p> {
    links: &'l Links<'p>,
    tables: BTreeMap<Claim, Table>,
}

/// How many tables are kept at a time.
const MOST_TABLES: usize = 1000;

impl Chains<'_, '_> {
    fn table(&mut self, premise: Claim) -> &Table {
        if self.tables.len() > MOST_TABLES {
            self.tables.clear();
        }
        self.tables.entry(premise).or_insert_with(|| {
            let mut table = Table::default();
            table.follow(self.links, premise);
            table
        })
    }
}

impl Follow for Chains<'_, '_> {
    const NAMES: [Technique; 2] = [
        Technique::ForcingChainContradiction,
        Technique::ForcingChainVerity,
    ];

    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool) {
        let entry = self.table(premise).entry(end);
        let entry = entry.expect("what is known to follow is in the table");
        (entry.length as usize, true)
    }

    fn reason(&mut self, ends: &[(Claim, Claim)], crux: Crux) -> Reason {
        let links = self.links;
        let mut chains = Vec::new();
        for &(premise, end) in ends {
            let table = self.table(premise);
            let claims = table.entry(end).map(|entry| table.chain(entry));
            chains.extend(claims.map(|claims| links.chain(&claims)));
        }
        Forcing { chains, crux }.into()
    }
}

fn through(options: &Options) -> Through {
    match options.als_nodes {
        true => Through::Sets,
        false => Through::Groups,
    }
}

/// What follows from each premise, as bits: one row for each claim.
pub(super) struct Known<'l, 'p> {
    links: &'l Links<'p>,
    rows: Vec<Vec<u64>>,
}

impl<'l, 'p> Known<'l, 'p> {
    pub(super) fn new(
        links: &'l Links<'p>,
        mut follow: impl FnMut(Claim) -> Vec<Claim>,
    ) -> Known<'l, 'p> {
        let words = (2 * links.n_candidates).div_ceil(64);
        let mut row = |k: usize| {
            let mut bits = vec![0; words];
            let all = follow(Claim::new(k / 2, k % 2 == 1)).into_iter();
            for claim in all.filter(|claim| claim.place() < links.n_candidates) {
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

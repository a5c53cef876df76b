//! Looks for forcing nets: [forcing chains](super::forcing) in which something may
//! follow from several things together.
//!
//! A premise is tried out on a copy of the position: it is written in (or rubbed out),
//! then the singles that come about are placed, four times over, in the order in which
//! they come about. Each placement knows the marks whose loss made it a single, so what
//! led to it can be read off as a net. Trials are then put together, the conclusions of one
//! as the premises of others, as for chains. The method is HoDoKu's.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::forcing::{Follow, Known, Relations, search, words};
use super::tables::{Claim, Links, Through};
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::check::Fact;
use crate::logic::queues::Queues;
use crate::logic::reason::{Crux, Knot, Net, Nets, Reason, link_facts};
use crate::logic::sight::Sight;
use crate::logic::technique::Technique;

/// How often singles are looked for after a premise.
const ROUNDS: usize = 4;

/// With more candidates it would take too long to try them all; 9×9 has at most these.
const MOST_CANDIDATES: usize = 729;

/// Forcing nets.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    weave(sight, None, found)
}

/// Nets from the guardians of a tridagon.
pub(super) fn guardians<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    match Relations::of_guardians(sight, technique)? {
        Some(relations) => weave(sight, Some(relations), found),
        None => ControlFlow::Continue(()),
    }
}

/// Nets from any premise, or from those of some relations alone.
fn weave<const W: usize>(
    sight: &Sight<W>,
    relations: Option<Relations>,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Some(links) = Links::new(sight, Through::Groups) else {
        return ControlFlow::Continue(());
    };
    if links.n_candidates > MOST_CANDIDATES {
        return ControlFlow::Continue(());
    }
    let queues = Queues::at(sight);
    let n_claims = 2 * links.n_candidates;
    let mut trials = Vec::with_capacity(n_claims);
    for premise in (0..n_claims).map(|k| Claim::new(k / 2, k % 2 == 1)) {
        sight.poll()?;
        trials.push(Trial::of(&links, queues.clone(), premise));
    }
    let mut weave = Weave {
        trials,
        from: vec![From::Nothing; n_claims * 2 * links.places.len()],
        least: vec![0; n_claims * 2 * links.places.len()],
        sizes: vec![0; n_claims * n_claims],
        meter: Meter {
            met: vec![0; 2 * links.places.len()],
            round: 0,
            knots: 0,
            has_branches: false,
        },
        links: &links,
    };
    let mut list = Vec::new();
    let known = Known::new(&links, relations, |premise, row| {
        weave.follow(premise, &mut list, row);
    });
    search(&known, &mut weave, found)
}

/// The claims that follow from a premise when it is tried out.
struct Tried {
    entries: Vec<Entry>,
    /// The entries that each follows from, one list after the other.
    because: Vec<u32>,
    /// Which claims there are, as bits.
    row: Vec<u64>,
}

/// Something that follows from a premise when it is tried out.
struct Entry {
    claim: Claim,
    /// Where the list begins of the entries it follows from; it ends where the next
    /// begins.
    because: u32,
    /// How many entries there are at least on the way to it, with itself.
    depth: u8,
    fact: Option<Fact>,
}

impl Tried {
    /// The entries that one follows from.
    fn because(&self, k: usize) -> &[u32] {
        let next = self.entries.get(k + 1);
        let end = next.map_or(self.because.len(), |next| next.because as usize);
        &self.because[self.entries[k].because as usize..end]
    }
}

/// A premise being tried out.
struct Trial<'l, 'p, const W: usize> {
    links: &'l Links<'p, W>,
    queues: Queues,
    tried: Tried,
    at: Vec<u32>,
}

/// No entry.
const NONE: u32 = u32::MAX;

impl<const W: usize> Trial<'_, '_, W> {
    fn of(links: &Links<'_, W>, queues: Queues, premise: Claim) -> Tried {
        let mut trial = Trial {
            links,
            queues,
            tried: Tried {
                entries: Vec::new(),
                because: Vec::new(),
                row: vec![0; words(links)],
            },
            at: vec![NONE; 2 * links.n_candidates],
        };
        let Candidate { cell, digit } = links.candidate(premise);
        if premise.on() {
            trial.place(cell, digit, &[], None);
        } else {
            trial.note(premise, &[], None);
            trial.queues.eliminate(cell, digit);
            if let Some(last) = trial.queues.candidates(cell).single() {
                trial.place(cell, last, &[0], Some(Fact::Cell(cell)));
            }
        }
        for _ in 0..ROUNDS {
            let [naked, hidden] = trial.queues.drain();
            for single in naked {
                trial.naked(single);
            }
            for single in hidden {
                trial.hidden(single);
            }
        }
        trial.tried
    }

    /// Writes down that something follows, unless it is known.
    fn note(&mut self, claim: Claim, because: &[u32], fact: Option<Fact>) {
        let Tried {
            entries,
            because: all,
            row,
        } = &mut self.tried;
        let at = claim.index();
        if self.at[at] == NONE {
            self.at[at] = entries.len() as u32;
            row[at / 64] |= 1 << (at % 64);
            let depths = because.iter().map(|&before| entries[before as usize].depth);
            let depth = depths.max().unwrap_or(0).saturating_add(1);
            entries.push(Entry {
                claim,
                because: all.len() as u32,
                depth,
                fact,
            });
            all.extend_from_slice(because);
        }
    }

    fn entry(&self, cell: Cell, digit: Digit, on: bool) -> Option<u32> {
        let at = self.at[Claim::new(self.links.number(cell, digit), on).index()];
        (at != NONE).then_some(at)
    }

    fn naked(&mut self, Candidate { cell, digit }: Candidate) {
        let candidates = self.links.sight.candidates(cell).iter();
        let others = candidates.filter(|&other| other != digit);
        let gone: Option<Vec<u32>> = others.map(|d| self.entry(cell, d, false)).collect();
        if let Some(gone) = gone.filter(|_| !self.queues.is_filled(cell)) {
            self.place(cell, digit, &gone, Some(Fact::Cell(cell)));
        }
    }

    fn hidden(&mut self, Candidate { cell, digit }: Candidate) {
        let sight = self.links.sight;
        let houses = sight.geometry().houses_of(cell).iter().copied();
        let exact = houses.filter(|&house| sight.geometry().is_exact(house));
        let fewest = exact.min_by_key(|&house| self.queues.count(house, digit));
        let Some(house): Option<House> = fewest.filter(|_| !self.queues.is_filled(cell)) else {
            return;
        };
        let places = sight.cells_at(house, sight.slots(house, digit));
        let others = places.filter(|&other| other != cell);
        let gone: Option<Vec<u32>> = others.map(|c| self.entry(c, digit, false)).collect();
        if let Some(gone) = gone {
            self.place(cell, digit, &gone, Some(Fact::House(house, digit)));
        }
    }

    /// Places a digit, and writes down what that rubs out.
    fn place(&mut self, cell: Cell, digit: Digit, because: &[u32], fact: Option<Fact>) {
        let (links, sight) = (self.links, self.links.sight);
        let claim = |cell: Cell, digit: Digit, on: bool| Claim::new(links.number(cell, digit), on);
        self.note(claim(cell, digit, true), because, fact);
        let Some(placed) = self.entry(cell, digit, true) else {
            return;
        };
        for peer in (*sight.peers(cell) & *sight.places(digit)).iter() {
            self.note(claim(peer, digit, false), &[placed], None);
        }
        for other in self.queues.candidates(cell).iter().filter(|&d| d != digit) {
            self.note(claim(cell, other, false), &[placed], None);
        }
        self.queues.place(cell, digit);
    }
}

/// The claims that follow from each premise, put together from the trials.
struct Weave<'l, 'p, const W: usize> {
    links: &'l Links<'p, W>,
    trials: Vec<Tried>,
    /// For each premise, where each claim comes from.
    from: Vec<From>,
    /// The same: how many knots the net has at least.
    least: Vec<u8>,
    /// For each premise and claim twice the size of the net, and one more if it has
    /// branches; nought if it was not asked for yet.
    sizes: Vec<u32>,
    meter: Meter,
}

/// Where a claim comes from.
#[derive(Clone, Copy)]
enum From {
    /// It does not follow.
    Nothing,
    Premise,
    /// It is this entry of the trial of another claim.
    Trial(Claim, u32),
    /// It follows from a group, or is about one.
    Link(Claim),
}

impl<const W: usize> Weave<'_, '_, W> {
    /// Follows a premise, with a list to work with, and sets the bits of what follows.
    fn follow(&mut self, premise: Claim, list: &mut Vec<Claim>, row: &mut [u64]) {
        let links = self.links;
        let n = 2 * links.places.len();
        let from = &mut self.from[premise.index() * n..][..n];
        let least = &mut self.least[premise.index() * n..][..n];
        from[premise.index()] = From::Premise;
        least[premise.index()] = 1;
        row[premise.index() / 64] |= 1 << (premise.index() % 64);
        list.clear();
        list.push(premise);
        let mut next = 0;
        while let Some(&host) = list.get(next) {
            if let Some(tried) = self.trials.get(host.index()) {
                // Most trials add nothing new, which the bits show at a glance.
                let mut new = 0;
                for (word, theirs) in row.iter_mut().zip(&tried.row) {
                    new |= theirs & !*word;
                    *word |= theirs;
                }
                let entries = tried.entries.iter().enumerate().skip(1);
                for (k, entry) in entries.filter(|_| new != 0) {
                    let known = &mut from[entry.claim.index()];
                    if let From::Nothing = known {
                        *known = From::Trial(host, k as u32);
                        let after = least[host.index()].saturating_add(1);
                        least[entry.claim.index()] = entry.depth.max(after);
                        list.push(entry.claim);
                    }
                }
            }
            for &claim in links.from(host) {
                if claim.place().max(host.place()) >= links.n_candidates {
                    let known = &mut from[claim.index()];
                    if let From::Nothing = known {
                        *known = From::Link(host);
                        least[claim.index()] = least[host.index()].saturating_add(1);
                        list.push(claim);
                        if let Some(word) = row.get_mut(claim.index() / 64) {
                            *word |= u64::from(claim.place() < links.n_candidates)
                                << (claim.index() % 64);
                        }
                    }
                }
            }
            next += 1;
        }
    }

    /// Where a claim comes from under a premise.
    fn from(&self, premise: Claim, claim: Claim) -> From {
        self.from[premise.index() * 2 * self.links.places.len() + claim.index()]
    }

    /// The net from a premise to an end.
    fn net(&self, premise: Claim, end: Claim) -> Net {
        let mut knots = Knots {
            weave: self,
            premise,
            knots: Vec::new(),
            at: BTreeMap::new(),
        };
        knots.add(end);
        Net {
            knots: knots.knots,
            lemmas: Vec::new(),
        }
    }

    /// Meets a claim and all that it follows from, each once, in the order in which
    /// [`Knots::add`] ties them.
    fn meet(&mut self, premise: Claim, claim: Claim) {
        if self.meter.has_met(claim) {
            return;
        }
        match self.from(premise, claim) {
            From::Trial(host, k) => {
                self.meet(premise, host);
                self.meet_tried(host, k);
            }
            From::Link(host) => {
                self.meet(premise, host);
                self.meter.meet(claim, 1);
            }
            From::Premise | From::Nothing => self.meter.meet(claim, 0),
        }
    }

    fn meet_tried(&mut self, host: Claim, k: u32) {
        let claim = self.trials[host.index()].entries[k as usize].claim;
        if self.meter.has_met(claim) {
            return;
        }
        let n = self.trials[host.index()].because(k as usize).len();
        for before in 0..n {
            let before = self.trials[host.index()].because(k as usize)[before];
            self.meet_tried(host, before);
        }
        self.meter.meet(claim, n);
    }
}

/// Measures a net without tying it.
struct Meter {
    /// In which round a claim was last met.
    met: Vec<u32>,
    round: u32,
    knots: u32,
    has_branches: bool,
}

impl Meter {
    fn begin(&mut self) {
        self.round += 1;
        (self.knots, self.has_branches) = (0, false);
    }

    fn has_met(&self, claim: Claim) -> bool {
        self.met[claim.index()] == self.round
    }

    fn meet(&mut self, claim: Claim, n_before: usize) {
        self.met[claim.index()] = self.round;
        self.knots += 1;
        self.has_branches |= n_before > 1;
    }
}

/// A net being read off.
struct Knots<'w, 'l, 'p, const W: usize> {
    weave: &'w Weave<'l, 'p, W>,
    premise: Claim,
    knots: Vec<Knot>,
    at: BTreeMap<Claim, usize>,
}

impl<const W: usize> Knots<'_, '_, '_, W> {
    /// Ties a knot for a claim, after all that it follows from.
    fn add(&mut self, claim: Claim) -> usize {
        if let Some(&known) = self.at.get(&claim) {
            return known;
        }
        match self.weave.from(self.premise, claim) {
            From::Premise | From::Nothing => self.tie(claim, Vec::new(), None),
            From::Trial(host, k) => {
                self.add(host);
                self.tried(host, k)
            }
            From::Link(host) => {
                let before = self.add(host);
                let links = self.weave.links;
                let (from, to) = (links.node(host), links.node(claim));
                let facts = link_facts(links.sight.board(), &from, &to);
                self.tie(claim, vec![before], facts.into_iter().next())
            }
        }
    }

    /// Ties a knot for an entry of a trial.
    fn tried(&mut self, host: Claim, k: u32) -> usize {
        let tried = &self.weave.trials[host.index()];
        let entry = &tried.entries[k as usize];
        if let Some(&known) = self.at.get(&entry.claim) {
            return known;
        }
        let because = tried.because(k as usize).iter();
        let because = because.map(|&before| self.tried(host, before)).collect();
        self.tie(entry.claim, because, entry.fact.clone())
    }

    fn tie(&mut self, claim: Claim, because: Vec<usize>, fact: Option<Fact>) -> usize {
        let node = self.weave.links.node(claim);
        self.at.insert(claim, self.knots.len());
        self.knots.push(Knot {
            node,
            because,
            fact,
            lemma: None,
        });
        self.knots.len() - 1
    }
}

impl<const W: usize> Follow for Weave<'_, '_, W> {
    const NAMES: [Technique; 2] = [
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
    ];

    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool) {
        let at = premise.index() * 2 * self.links.n_candidates + end.index();
        if self.sizes[at] == 0 {
            self.meter.begin();
            self.meet(premise, end);
            self.sizes[at] = 2 * self.meter.knots + u32::from(self.meter.has_branches);
        }
        // A conclusion that a chain shows as well is left to forcing chains.
        let (size, branches) = (self.sizes[at] / 2, self.sizes[at] % 2 == 1);
        (size as usize, branches)
    }

    fn at_least(&self, premise: Claim, end: Claim) -> usize {
        let at = premise.index() * 2 * self.links.places.len() + end.index();
        self.least[at].into()
    }

    fn reason(&mut self, ends: &[(Claim, Claim)], crux: Crux) -> Reason {
        let nets = ends.iter().map(|&(premise, end)| self.net(premise, end));
        Nets {
            nets: nets.collect(),
            crux,
        }
        .into()
    }
}

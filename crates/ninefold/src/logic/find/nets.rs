//! Looks for forcing nets: [forcing chains](super::forcing) in which something may
//! follow from several things together.
//!
//! A premise is tried out on a copy of the position: it is written in (or rubbed out),
//! then the singles that come about are placed, four times over, in the order in which
//! they come about. Each placement knows the marks whose loss made it a single, so what
//! led to it can be read off as a net. What follows from what follows is then put
//! together as for chains. The method is HoDoKu's.

use std::ops::ControlFlow;

use super::forcing::{Follow, Known, search};
use super::tables::{Claim, Links, Through};
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::check::Fact;
use crate::logic::position::Position;
use crate::logic::queues::Queues;
use crate::logic::reason::{Crux, Knot, Net, Nets, Reason, link_facts};
use crate::logic::technique::Technique;

/// How often singles are looked for after a premise.
const ROUNDS: usize = 4;

/// With more candidates it would take too long to try them all; 9×9 has at most these.
const MOST_CANDIDATES: usize = 729;

/// Forcing nets.
pub(super) fn find(
    position: &Position,
    _technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Some(links) = Links::new(position, Through::Groups) else {
        return ControlFlow::Continue(());
    };
    if links.n_candidates > MOST_CANDIDATES {
        return ControlFlow::Continue(());
    }
    let queues = Queues::at(position);
    let claims = (0..2 * links.n_candidates).map(|k| Claim::new(k / 2, k % 2 == 1));
    let trials: Vec<Vec<Entry>> = claims
        .clone()
        .map(|premise| Trial::of(&links, queues.clone(), premise))
        .collect();
    let mut weave = Weave {
        tables: Vec::with_capacity(trials.len()),
        links: &links,
        trials,
    };
    for premise in claims {
        weave.follow(premise);
    }
    let known = Known::new(&links, |premise| {
        let table = &weave.tables[premise.index()];
        table.list.iter().map(|&(claim, _)| claim).collect()
    });
    search(&known, &mut weave, found)
}

/// Something that follows from a premise when it is tried out.
struct Entry {
    claim: Claim,
    /// The entries it follows from.
    because: Vec<usize>,
    fact: Option<Fact>,
}

/// A premise being tried out.
struct Trial<'l, 'p> {
    links: &'l Links<'p>,
    queues: Queues,
    entries: Vec<Entry>,
    at: Vec<Option<usize>>,
}

impl Trial<'_, '_> {
    fn of(links: &Links<'_>, queues: Queues, premise: Claim) -> Vec<Entry> {
        let mut trial = Trial {
            links,
            queues,
            entries: Vec::new(),
            at: vec![None; 2 * links.n_candidates],
        };
        let Candidate { cell, digit } = links.candidate(premise);
        if premise.on() {
            trial.place(cell, digit, Vec::new(), None);
        } else {
            trial.note(premise, Vec::new(), None);
            trial.queues.eliminate(cell, digit);
            if let Some(last) = trial.queues.candidates(cell).single() {
                trial.place(cell, last, vec![0], Some(Fact::Cell(cell)));
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
        trial.entries
    }

    /// Writes down that something follows, unless it is known.
    fn note(&mut self, claim: Claim, because: Vec<usize>, fact: Option<Fact>) {
        if self.at[claim.index()].is_none() {
            self.at[claim.index()] = Some(self.entries.len());
            self.entries.push(Entry {
                claim,
                because,
                fact,
            });
        }
    }

    fn entry(&self, cell: Cell, digit: Digit, on: bool) -> Option<usize> {
        self.at[Claim::new(self.links.number(cell, digit), on).index()]
    }

    fn naked(&mut self, Candidate { cell, digit }: Candidate) {
        let candidates = self.links.position.candidates(cell).iter();
        let others = candidates.filter(|&other| other != digit);
        let gone: Option<Vec<usize>> = others.map(|d| self.entry(cell, d, false)).collect();
        if let Some(gone) = gone.filter(|_| !self.queues.is_filled(cell)) {
            self.place(cell, digit, gone, Some(Fact::Cell(cell)));
        }
    }

    fn hidden(&mut self, Candidate { cell, digit }: Candidate) {
        let position = self.links.position;
        let houses = position.geometry().houses_of(cell).iter().copied();
        let exact = houses.filter(|&house| position.geometry().is_exact(house));
        let fewest = exact.min_by_key(|&house| self.queues.count(house, digit));
        let Some(house): Option<House> = fewest.filter(|_| !self.queues.is_filled(cell)) else {
            return;
        };
        let places = position.cells_at(house, position.slots(house, digit));
        let others = places.filter(|&other| other != cell);
        let gone: Option<Vec<usize>> = others.map(|c| self.entry(c, digit, false)).collect();
        if let Some(gone) = gone {
            self.place(cell, digit, gone, Some(Fact::House(house, digit)));
        }
    }

    /// Places a digit, and writes down what that rubs out.
    fn place(&mut self, cell: Cell, digit: Digit, because: Vec<usize>, fact: Option<Fact>) {
        let (links, position) = (self.links, self.links.position);
        let claim = |cell: Cell, digit: Digit, on: bool| Claim::new(links.number(cell, digit), on);
        self.note(claim(cell, digit, true), because, fact);
        let Some(placed) = self.entry(cell, digit, true) else {
            return;
        };
        for peer in (*position.peers(cell) & *position.places(digit)).iter() {
            self.note(claim(peer, digit, false), vec![placed], None);
        }
        for other in self.queues.candidates(cell).iter().filter(|&d| d != digit) {
            self.note(claim(cell, other, false), vec![placed], None);
        }
        self.queues.place(cell, digit);
    }
}

/// What follows from each premise, put together from the trials.
struct Weave<'l, 'p> {
    links: &'l Links<'p>,
    trials: Vec<Vec<Entry>>,
    tables: Vec<Woven>,
}

/// All that follows from one premise.
struct Woven {
    /// Each claim with where it comes from.
    list: Vec<(Claim, From)>,
    at: Vec<Option<usize>>,
}

/// Where a claim comes from.
#[derive(Clone, Copy)]
enum From {
    Premise,
    /// It is this entry of the trial of another claim.
    Trial(Claim, usize),
    /// It follows from a group, or is about one.
    Link(Claim),
}

impl Weave<'_, '_> {
    /// Follows the next premise.
    fn follow(&mut self, premise: Claim) {
        let links = self.links;
        let mut woven = Woven {
            list: Vec::new(),
            at: vec![None; 2 * links.places.len()],
        };
        woven.write(premise, From::Premise);
        let mut next = 0;
        while let Some(&(host, _)) = woven.list.get(next) {
            let tried = self.trials.get(host.index()).into_iter().flatten();
            for (k, entry) in tried.enumerate().skip(1) {
                woven.write(entry.claim, From::Trial(host, k));
            }
            for &claim in links.from(host) {
                if claim.place().max(host.place()) >= links.n_candidates {
                    woven.write(claim, From::Link(host));
                }
            }
            next += 1;
        }
        self.tables.push(woven);
    }

    /// The net from a premise to an end.
    fn net(&self, premise: Claim, end: Claim) -> Net {
        let mut knots = Knots {
            weave: self,
            table: &self.tables[premise.index()],
            knots: Vec::new(),
            at: vec![None; 2 * self.links.places.len()],
        };
        knots.add(end);
        Net { knots: knots.knots }
    }
}

impl Woven {
    fn write(&mut self, claim: Claim, from: From) {
        if self.at[claim.index()].is_none() {
            self.at[claim.index()] = Some(self.list.len());
            self.list.push((claim, from));
        }
    }
}

/// A net being read off.
struct Knots<'w, 'l, 'p> {
    weave: &'w Weave<'l, 'p>,
    table: &'w Woven,
    knots: Vec<Knot>,
    at: Vec<Option<usize>>,
}

impl Knots<'_, '_, '_> {
    /// Ties a knot for a claim, after all that it follows from.
    fn add(&mut self, claim: Claim) -> usize {
        if let Some(known) = self.at[claim.index()] {
            return known;
        }
        let entry = self.table.at[claim.index()].expect("what is known to follow is in the table");
        match self.table.list[entry].1 {
            From::Premise => self.tie(claim, Vec::new(), None),
            From::Trial(host, k) => {
                self.add(host);
                self.tried(host, k)
            }
            From::Link(host) => {
                let before = self.add(host);
                let links = self.weave.links;
                let nodes = links.chain(&[host, claim]).nodes;
                let facts = link_facts(links.position.board(), &nodes[0], &nodes[1]);
                self.tie(claim, vec![before], facts.into_iter().next())
            }
        }
    }

    /// Ties a knot for an entry of a trial.
    fn tried(&mut self, host: Claim, k: usize) -> usize {
        let entry = &self.weave.trials[host.index()][k];
        if let Some(known) = self.at[entry.claim.index()] {
            return known;
        }
        let because = entry.because.iter().map(|&before| self.tried(host, before));
        let because = because.collect();
        self.tie(entry.claim, because, entry.fact.clone())
    }

    fn tie(&mut self, claim: Claim, because: Vec<usize>, fact: Option<Fact>) -> usize {
        let mut nodes = self.weave.links.chain(&[claim]).nodes;
        let node = nodes.remove(0);
        self.at[claim.index()] = Some(self.knots.len());
        self.knots.push(Knot {
            node,
            because,
            fact,
        });
        self.knots.len() - 1
    }
}

impl Follow for Weave<'_, '_> {
    const NAMES: [Technique; 2] = [
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
    ];

    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool) {
        let net = self.net(premise, end);
        // What a chain shows as well is left to forcing chains.
        let branches = net.knots.iter().any(|knot| knot.because.len() > 1);
        (net.knots.len(), branches)
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

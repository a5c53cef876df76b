//! The conclusions from a premise: suppose a digit is here (or is not), and write down
//! everything that follows.
//!
//! ```text
//!   premise       r1c1 is 5
//!   at once       r1c1 is not 3 · r1c4 is not 5 · r2c2 is not 5 …
//!   then          r1c4 is 8   (it had 5 and 8)     because r1c4 is not 5
//!   then          r7c4 is not 8 …                  because r1c4 is 8
//! ```
//!
//! Each entry remembers the one it came from, so that a chain from the premise to any
//! entry can be read off backwards. Nearest entries come first; of two ways to an entry
//! the shorter counts, and of equals the one that came first.
//!
//! The candidates are numbered, a group of them (all places of a digit where a line
//! crosses a box) has a number too. One flat list, made once for a position, holds the claims
//! that follow at once from each being *on* or *off*. The tables are HoDoKu's.

use super::als::{self, Als};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::reason::{Chain, Node};
use crate::logic::sight::Sight;
use crate::sets::CellSet;

/// With more candidates it would take too long to follow them all: the work grows with
/// their square. Boards of 9×9 have at most 729.
const MOST_CANDIDATES: usize = 4000;

/// The nodes that a chain may run through, besides single cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Through {
    /// Nothing else.
    Cells,
    /// Groups of cells.
    Groups,
    /// Groups and almost locked sets.
    Sets,
}

/// A digit in a cell, in a group of cells, or in an almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Place<const W: usize> {
    pub(super) digit: Digit,
    pub(super) first: Cell,
    pub(super) cells: CellSet<W>,
    /// All cells of the almost locked set, if it is one. Of a set only *off* is
    /// used: without that digit it holds all its others.
    pub(super) set: CellSet<W>,
}

impl<const W: usize> Place<W> {
    /// How much longer than another node it makes a chain: HoDoKu counts sets as more
    /// than a node.
    fn penalty(&self) -> u32 {
        2 * self.set.len() as u32
    }
}

/// Something supposed or concluded: a place by its number, and whether the digit is
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Claim(u32);

impl Claim {
    pub(super) fn new(place: usize, on: bool) -> Claim {
        Claim(2 * place as u32 + u32::from(on))
    }

    pub(super) fn place(self) -> usize {
        self.0 as usize / 2
    }

    pub(super) fn on(self) -> bool {
        self.0 % 2 == 1
    }

    /// For tables: each claim has its own.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The places of a position, and the claims that follow at once from each.
pub(super) struct Links<'p, const W: usize> {
    pub(super) sight: &'p Sight<W>,
    pub(super) places: Vec<Place<W>>,
    /// How many of the places are single candidates; they come first.
    pub(super) n_candidates: usize,
    /// Almost locked sets come last, from here.
    first_set: usize,
    numbers: Vec<u32>,
    starts: Vec<u32>,
    flat: Vec<Claim>,
}

impl<'p, const W: usize> Links<'p, W> {
    /// Links between candidates, groups and sets, as far as chains may run through them; none
    /// if there are more than [`MOST_CANDIDATES`].
    pub(super) fn new(sight: &'p Sight<W>, through: Through) -> Option<Links<'p, W>> {
        let n_candidates: usize = sight
            .geometry()
            .digits()
            .map(|digit| sight.places(digit).len())
            .sum();
        if n_candidates > MOST_CANDIDATES {
            return None;
        }
        let mut links = Links {
            sight,
            places: Vec::new(),
            n_candidates,
            first_set: 0,
            numbers: vec![u32::MAX; sight.geometry().n_cells() * sight.size()],
            starts: Vec::new(),
            flat: Vec::new(),
        };
        for cell in sight.empty().iter() {
            for digit in sight.candidates(cell).iter() {
                links.numbers[cell.index() * sight.size() + digit.index()] =
                    links.places.len() as u32;
                links.places.push(Place {
                    digit,
                    first: cell,
                    cells: [cell].into_iter().collect(),
                    set: CellSet::EMPTY,
                });
            }
        }
        let mut lists = links.between_candidates();
        if through >= Through::Groups {
            links.add_groups(&mut lists);
        }
        links.first_set = links.places.len();
        if through == Through::Sets {
            links.add_sets(&mut lists);
        }
        for list in lists {
            links.starts.push(links.flat.len() as u32);
            links.flat.extend(list);
        }
        links.starts.push(links.flat.len() as u32);
        Some(links)
    }

    /// The number of a candidate that is there.
    pub(super) fn number(&self, cell: Cell, digit: Digit) -> usize {
        self.numbers[cell.index() * self.sight.size() + digit.index()] as usize
    }

    /// The numbers of each empty cell's candidates.
    pub(super) fn cells(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut from = 0;
        self.sight.empty().iter().map(move |cell| {
            let numbers = from..from + self.sight.candidates(cell).len();
            from = numbers.end;
            numbers
        })
    }

    /// The place that a claim is about.
    pub(super) fn place(&self, claim: Claim) -> &Place<W> {
        &self.places[claim.place()]
    }

    /// The claims that follow at once.
    pub(super) fn from(&self, claim: Claim) -> &[Claim] {
        let at = claim.index();
        &self.flat[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn between_candidates(&self) -> Vec<Vec<Claim>> {
        let sight = self.sight;
        let mut lists = vec![Vec::new(); 2 * self.n_candidates];
        for (place, &Place { digit, first, .. }) in self.places.iter().enumerate() {
            let others = || sight.candidates(first).iter().filter(move |&d| d != digit);
            let houses = sight.geometry().houses_of(first);
            let on = &mut lists[Claim::new(place, true).index()];
            on.extend(others().map(|other| Claim::new(self.number(first, other), false)));
            for &house in houses {
                for cell in sight.cells_at(house, sight.slots(house, digit)) {
                    add(on, Claim::new(self.number(cell, digit), false), place);
                }
            }
            let off = &mut lists[Claim::new(place, false).index()];
            if sight.bivalue().contains(first) {
                off.extend(others().map(|other| Claim::new(self.number(first, other), true)));
            }
            for &house in houses {
                if let Some((a, b)) = sight.conjugates(house, digit) {
                    for cell in [a, b] {
                        add(off, Claim::new(self.number(cell, digit), true), place);
                    }
                }
            }
        }
        lists
    }

    /// Adds the groups: all places of a digit where a line crosses a box, two or more.
    fn add_groups(&mut self, lists: &mut Vec<Vec<Claim>>) {
        let sight = self.sight;
        let mut homes: Vec<[House; 2]> = Vec::new();
        for &line in sight.rows().iter().chain(sight.columns()) {
            for digit in sight.geometry().digits() {
                if sight.count(line, digit) < 2 {
                    continue;
                }
                for &block in sight.blocks() {
                    let cells = sight.places_in(line, digit) & *sight.cells_of(block);
                    if let Some(first) = cells.iter().next().filter(|_| cells.len() > 1) {
                        homes.push([block, line]);
                        self.places.push(Place {
                            digit,
                            first,
                            cells,
                            set: CellSet::EMPTY,
                        });
                    }
                }
            }
        }
        lists.resize(2 * self.places.len(), Vec::new());
        for (k, home) in homes.iter().enumerate() {
            let place = self.n_candidates + k;
            let Place { digit, cells, .. } = self.places[place].clone();
            let (on, off) = (Claim::new(place, true), Claim::new(place, false));
            let seen = sight.common_peers(cells.iter()) & *sight.places(digit);
            for cell in seen.iter() {
                let number = self.number(cell, digit);
                lists[on.index()].push(Claim::new(number, false));
                lists[Claim::new(number, true).index()].push(off);
            }
            for &house in home {
                let rest = sight.places_in(house, digit) - cells;
                let must = sight.geometry().is_exact(house);
                if let Some(cell) = rest.iter().next().filter(|_| must && rest.len() == 1) {
                    let number = self.number(cell, digit);
                    lists[off.index()].push(Claim::new(number, true));
                    lists[Claim::new(number, false).index()].push(on);
                }
            }
            for (other, other_home) in homes.iter().enumerate() {
                let number = self.n_candidates + other;
                let theirs = &self.places[number];
                let shared = |house: &&House| other_home.contains(house) && other != k;
                if theirs.digit != digit || !(theirs.cells & cells).is_empty() {
                    continue;
                }
                for &house in home.iter().filter(shared) {
                    add(&mut lists[on.index()], Claim::new(number, false), place);
                    let rest = sight.places_in(house, digit) - cells - theirs.cells;
                    if rest.is_empty() && sight.geometry().is_exact(house) {
                        add(&mut lists[off.index()], Claim::new(number, true), place);
                    }
                }
            }
        }
    }

    /// Adds the almost locked sets of two cells and more, once for each digit that may
    /// be taken from them. Without it, each other digit is in the set, so that it is in
    /// no cell that sees all its places there.
    fn add_sets(&mut self, lists: &mut Vec<Vec<Claim>>) {
        let sight = self.sight;
        let sets = als::list(sight).continue_value().unwrap_or_default();
        let sets: Vec<&Als<W>> = sets.iter().filter(|set| set.cells.len() > 1).collect();
        let mut entries: Vec<(usize, Digit)> = Vec::new();
        for (k, set) in sets.iter().enumerate() {
            for digit in set.digits.iter() {
                let cells = set.places(digit);
                entries.push((k, digit));
                self.places.push(Place {
                    digit,
                    first: cells.iter().next().expect("the set has the digit"),
                    cells,
                    set: set.cells,
                });
            }
        }
        lists.resize(2 * self.places.len(), Vec::new());
        let this = &*self;
        let groups = this.n_candidates..this.first_set;
        for (entry, &(k, taken)) in entries.iter().enumerate() {
            if sight.is_over() {
                return;
            }
            let (set, off) = (sets[k], Claim::new(self.first_set + entry, false));
            for cell in (set.seen(taken) & *sight.places(taken)).iter() {
                lists[Claim::new(self.number(cell, taken), true).index()].push(off);
            }
            // The groups of a digit that lie among these cells.
            let within = |digit: Digit, seen: CellSet<W>| {
                groups.clone().filter(move |&group| {
                    let place = &this.places[group];
                    place.digit == digit && (place.cells - seen).is_empty()
                })
            };
            for group in within(taken, set.seen(taken)) {
                lists[Claim::new(group, true).index()].push(off);
            }
            let mut follows = Vec::new();
            let mut touched = CellSet::EMPTY;
            for digit in set.digits.iter().filter(|&digit| digit != taken) {
                let seen = set.seen(digit) & *sight.places(digit);
                touched |= seen;
                let cells = seen.iter().map(|cell| self.number(cell, digit));
                follows.extend(cells.map(|number| Claim::new(number, false)));
                follows.extend(within(digit, seen).map(|group| Claim::new(group, false)));
                for (other, &(theirs, lost)) in entries.iter().enumerate() {
                    let apart = (sets[theirs].cells & set.cells).is_empty();
                    if lost == digit && apart && (sets[theirs].places(lost) - seen).is_empty() {
                        follows.push(Claim::new(self.first_set + other, false));
                    }
                }
            }
            for cell in touched.iter().filter(|&c| sight.candidates(c).len() > 2) {
                let stays = |digit: &Digit| {
                    *digit == taken
                        || !set.digits.contains(*digit)
                        || !set.seen(*digit).contains(cell)
                };
                let mut left = sight.candidates(cell).iter().filter(stays);
                if let (Some(only), None) = (left.next(), left.next()) {
                    follows.push(Claim::new(self.number(cell, only), true));
                }
            }
            lists[off.index()] = follows;
        }
    }

    /// How much longer a chain gets by this link.
    fn cost(&self, from: Claim, to: Claim) -> u32 {
        // A cell that a set leaves with one digit lost its others on the way.
        let on_the_way = from.place() >= self.first_set && to.on();
        1 + self.place(to).penalty() + u32::from(on_the_way)
    }

    /// The chain of these claims.
    pub(super) fn chain(&self, claims: &[Claim]) -> Chain {
        Chain::open(claims.iter().map(|&claim| self.node(claim)).collect())
    }

    /// The node of a claim.
    pub(super) fn node(&self, claim: Claim) -> Node {
        let place = self.place(claim);
        Node {
            set: place.set.iter().collect(),
            ..Node::group(place.cells.iter().collect(), place.digit, claim.on())
        }
    }

    /// The candidate of a single place.
    pub(super) fn candidate(&self, claim: Claim) -> Candidate {
        let place = self.place(claim);
        Candidate {
            cell: place.first,
            digit: place.digit,
        }
    }
}

/// Adds a claim, once, unless it is about the place itself.
fn add(list: &mut Vec<Claim>, claim: Claim, about: usize) {
    if claim.place() != about && !list.contains(&claim) {
        list.push(claim);
    }
}

/// Everything that follows from one premise, nearest first. The same table is used
/// for one premise after the other, to spare the memory.
#[derive(Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// For each claim its entry, valid if `round` is that of this premise.
    at: Vec<(u32, u32)>,
    round: u32,
}

/// Something that follows from a premise.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) claim: Claim,
    /// The entry that it follows from at once.
    from: u32,
    /// How many nodes the chain to it has.
    pub(super) length: u32,
    /// Whether the chain runs through a group or a set.
    pub(super) grouped: bool,
}

impl Table {
    /// Follows a premise as far as it leads.
    pub(super) fn follow<const W: usize>(&mut self, links: &Links<'_, W>, premise: Claim) {
        self.round += 1;
        self.at.resize(2 * links.places.len(), (0, 0));
        self.entries.clear();
        self.write(premise, 0, 1, false);
        let mut next = 0;
        let with_sets = links.first_set < links.places.len();
        while let Some(&here) = self.entries.get(next) {
            for &follows in links.from(here.claim) {
                let (round, at) = self.at[follows.index()];
                let cost = if with_sets {
                    links.cost(here.claim, follows)
                } else {
                    1
                };
                let length = here.length + cost;
                let grouped = here.grouped || follows.place() >= links.n_candidates;
                if round != self.round {
                    self.write(follows, next as u32, length, grouped);
                } else if with_sets && at != 0 {
                    // Only with sets can a later way be shorter.
                    let known = &mut self.entries[at as usize];
                    if known.from != 0 && length < known.length {
                        (known.from, known.length) = (next as u32, length);
                        known.grouped = grouped;
                    }
                }
            }
            next += 1;
        }
    }

    fn write(&mut self, claim: Claim, from: u32, length: u32, grouped: bool) {
        self.at[claim.index()] = (self.round, self.entries.len() as u32);
        self.entries.push(Entry {
            claim,
            from,
            length,
            grouped,
        });
    }

    /// The entry of a claim, if it follows.
    pub(super) fn entry(&self, claim: Claim) -> Option<&Entry> {
        let (round, entry) = self.at[claim.index()];
        (round == self.round).then(|| &self.entries[entry as usize])
    }

    /// All entries, the premise first.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entries, without the premise and what follows from it at once.
    pub(super) fn far(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().skip(1).filter(|entry| entry.from != 0)
    }

    /// The chain from the premise to an entry.
    pub(super) fn chain(&self, entry: &Entry) -> Vec<Claim> {
        let mut claims = Vec::with_capacity(entry.length as usize);
        let mut at = entry;
        while at.claim != self.entries[0].claim {
            claims.push(at.claim);
            at = &self.entries[at.from as usize];
        }
        claims.push(at.claim);
        claims.reverse();
        claims
    }
}

//! Cycles and forcing chains: each node follows from the one before it.

use std::mem::take;

use super::super::Edition;
use super::super::hint::{ChainKind, Deletions, candidate, delete};
use super::super::marks::{CANDIDATES, Candidate, Marks, TABLES, bits, is_single, members};
use super::{Cause, Chain, Node, Trail, off, on, rating};

/// The best chain of a board, or all of them.
pub(in super::super) enum Wanted {
    Best,
    All,
}

/// Which links a pass may use, and what its chains are rated by.
struct Pass {
    kind: ChainKind,
    /// Whether a cell with two candidates is a strong link.
    cells: bool,
    /// Whether a house with two places is a strong link.
    houses: bool,
    cycle: f64,
    /// The base rating of forcing chains, if the pass looks for them.
    forcing: Option<f64>,
}

const PASSES: [Pass; 3] = [
    Pass {
        kind: ChainKind::X,
        cells: false,
        houses: true,
        cycle: 6.5,
        forcing: Some(6.6),
    },
    Pass {
        kind: ChainKind::Y,
        cells: true,
        houses: false,
        cycle: 6.5,
        forcing: None,
    },
    Pass {
        kind: ChainKind::Xy,
        cells: true,
        houses: true,
        cycle: 7.0,
        forcing: Some(7.0),
    },
];

/// Room for searches for cycles and forcing chains.
pub(in super::super) struct Searcher {
    links: Links,
    reach: Reach,
    /// All nodes of the search that is under way.
    nodes: Vec<Reached>,
    ons: Vec<u32>,
    offs: Vec<u32>,
}

impl Searcher {
    pub(in super::super) fn new() -> Searcher {
        Searcher {
            links: Links::new(),
            reach: Reach::new(),
            nodes: Vec::new(),
            ons: Vec::new(),
            offs: Vec::new(),
        }
    }

    /// The cycles and forcing chains of a board: the best one, or all, sorted, one for each set
    /// of deletions.
    pub(in super::super) fn chains(
        &mut self,
        marks: &Marks,
        edition: Edition,
        wanted: Wanted,
    ) -> Vec<Chain> {
        let mut search = Search {
            room: self,
            marks,
            edition,
            wanted,
            found: Vec::new(),
        };
        for pass in &PASSES {
            if search.wants(pass.cycle, 0, pass.kind) {
                search.pass(pass);
            }
        }
        search.finish()
    }
}

/// The links between candidates that one pass uses.
struct Links {
    /// Candidates that are on if another is off, and how; at most one by cell and three by house.
    strong: Box<[Strong; CANDIDATES]>,
    /// Candidates that are off if another is on, as far as something follows from that.
    weak: Vec<(Candidate, Cause)>,
    /// Where the weak links of each candidate are.
    ranges: Box<[(u32, u32); CANDIDATES]>,
    /// Whether the candidates of a cell exclude each other.
    cells: bool,
}

#[derive(Clone, Copy)]
struct Strong {
    n: u8,
    links: [(Candidate, Cause); 4],
}

impl Strong {
    const NONE: Strong = Strong {
        n: 0,
        links: [(0, Cause::Start); 4],
    };

    fn add(&mut self, target: Candidate, cause: Cause) {
        self.links[usize::from(self.n)] = (target, cause);
        self.n += 1;
    }

    fn links(&self) -> &[(Candidate, Cause)] {
        &self.links[..usize::from(self.n)]
    }
}

impl Links {
    fn new() -> Links {
        Links {
            strong: Box::new([Strong::NONE; CANDIDATES]),
            weak: Vec::new(),
            ranges: Box::new([(0, 0); CANDIDATES]),
            cells: false,
        }
    }

    fn fill(&mut self, marks: &Marks, pass: &Pass) {
        self.cells = pass.cells;
        self.weak.clear();
        for cell in bits(marks.open) {
            for digit in members(marks.cells[cell]) {
                let strong = strong_links(marks, pass, cell, digit);
                self.strong[usize::from(candidate(cell, digit))] = strong;
            }
        }
        for cell in bits(marks.open) {
            for digit in members(marks.cells[cell]) {
                self.add_weak(marks, cell, digit);
            }
        }
    }

    fn add_weak(&mut self, marks: &Marks, cell: usize, digit: usize) {
        let first = self.weak.len() as u32;
        for other in members(marks.cells[cell] & !(1 << digit)).filter(|_| self.cells) {
            let target = candidate(cell, other);
            if self.strong[usize::from(target)].n > 0 {
                self.weak.push((target, Cause::Cell));
            }
        }
        let mut seen = 1u128 << cell;
        for house in TABLES.houses[cell] {
            let set = TABLES.house_sets[usize::from(house)];
            for other in bits(marks.planes[digit] & set & !seen) {
                let target = candidate(other, digit);
                if self.strong[usize::from(target)].n > 0 {
                    self.weak.push((target, Cause::House(house)));
                }
            }
            seen |= set;
        }
        self.ranges[usize::from(candidate(cell, digit))] = (first, self.weak.len() as u32);
    }

    fn weak(&self, from: Candidate) -> &[(Candidate, Cause)] {
        let (first, end) = self.ranges[usize::from(from)];
        &self.weak[first as usize..end as usize]
    }

    fn strong(&self, from: Candidate) -> &[(Candidate, Cause)] {
        self.strong[usize::from(from)].links()
    }

    /// How a candidate that is on switches another one off, if it does.
    fn excludes(&self, from: Candidate, to: Candidate) -> Option<Cause> {
        let [a, b] = [from, to].map(|candidate| usize::from(candidate / 9));
        if a == b {
            return (self.cells && from != to).then_some(Cause::Cell);
        }
        if from % 9 != to % 9 {
            return None;
        }
        let houses = TABLES.houses[a].into_iter().zip(TABLES.houses[b]);
        let mut shared = houses.filter(|(x, y)| x == y);
        shared.next().map(|(house, _)| Cause::House(house))
    }
}

/// What is on if a candidate is off.
fn strong_links(marks: &Marks, pass: &Pass, cell: usize, digit: usize) -> Strong {
    let mut strong = Strong::NONE;
    let rest = marks.cells[cell] & !(1 << digit);
    if pass.cells && is_single(rest) {
        strong.add(candidate(cell, rest.trailing_zeros() as usize), Cause::Cell);
    }
    if !pass.houses {
        return strong;
    }
    for (house, position) in TABLES.houses[cell].into_iter().zip(TABLES.positions[cell]) {
        let rest = marks.places[usize::from(house)][digit] & !(1 << position);
        if is_single(rest) {
            let other = TABLES.cells[usize::from(house)][rest.trailing_zeros() as usize];
            let target = candidate(usize::from(other), digit);
            if strong.links().iter().all(|&(there, _)| there != target) {
                strong.add(target, Cause::House(house));
            }
        }
    }
    strong
}

/// Which candidates can come to be on after another: without this most searches would find
/// nothing, and only at their end.
struct Reach {
    /// The component of each candidate, within which each can be reached from each.
    components: Box<[u16; CANDIDATES]>,
    /// All that can be reached from the candidates of a component, themselves among them.
    sets: Vec<Seen>,
    /// The number of candidates of each component.
    sizes: Vec<u32>,
    /// When each candidate was first met, and the earliest one that it leads back to.
    met: Box<[u32; CANDIDATES]>,
    low: Box<[u32; CANDIDATES]>,
    open: Vec<Candidate>,
    /// The candidates on the way, each with the next weak and strong link to follow.
    way: Vec<(Candidate, u32, u8)>,
}

const NO_COMPONENT: u16 = u16::MAX;

impl Reach {
    fn new() -> Reach {
        Reach {
            components: Box::new([NO_COMPONENT; CANDIDATES]),
            sets: Vec::new(),
            sizes: Vec::new(),
            met: Box::new([0; CANDIDATES]),
            low: Box::new([0; CANDIDATES]),
            open: Vec::new(),
            way: Vec::new(),
        }
    }

    /// Finds the strongly connected components by Tarjan's algorithm, and what each reaches.
    fn fill(&mut self, marks: &Marks, links: &Links) {
        self.sets.clear();
        self.sizes.clear();
        self.met.fill(0);
        self.components.fill(NO_COMPONENT);
        let mut time = 0;
        for cell in bits(marks.open) {
            for digit in members(marks.cells[cell]) {
                let start = candidate(cell, digit);
                if self.met[usize::from(start)] == 0 {
                    self.explore(links, start, &mut time);
                }
            }
        }
    }

    fn meet(&mut self, links: &Links, candidate: Candidate, time: &mut u32) {
        *time += 1;
        self.met[usize::from(candidate)] = *time;
        self.low[usize::from(candidate)] = *time;
        self.open.push(candidate);
        self.way
            .push((candidate, links.ranges[usize::from(candidate)].0, 0));
    }

    fn explore(&mut self, links: &Links, start: Candidate, time: &mut u32) {
        self.meet(links, start, time);
        while let Some((from, weak, strong)) = self.way.last_mut() {
            let from = *from;
            if *weak < links.ranges[usize::from(from)].1 {
                let (off, _) = links.weak[*weak as usize];
                let targets = links.strong(off);
                if usize::from(*strong) == targets.len() {
                    *weak += 1;
                    *strong = 0;
                    continue;
                }
                let (target, _) = targets[usize::from(*strong)];
                *strong += 1;
                if self.met[usize::from(target)] == 0 {
                    self.meet(links, target, time);
                } else if self.components[usize::from(target)] == NO_COMPONENT {
                    let met = self.met[usize::from(target)];
                    let low = &mut self.low[usize::from(from)];
                    *low = (*low).min(met);
                }
                continue;
            }
            self.way.pop();
            let low = self.low[usize::from(from)];
            if let Some(&(before, ..)) = self.way.last() {
                let before = &mut self.low[usize::from(before)];
                *before = (*before).min(low);
            }
            if low == self.met[usize::from(from)] {
                self.close(links, from);
            }
        }
    }

    /// Closes the component that begins with a candidate; all that it leads to are closed.
    fn close(&mut self, links: &Links, first: Candidate) {
        let component = self.sets.len() as u16;
        let begin = self
            .open
            .iter()
            .rposition(|&open| open == first)
            .unwrap_or(0);
        let mut reached = Seen([0; 12]);
        for &member in &self.open[begin..] {
            self.components[usize::from(member)] = component;
            reached.add(member);
        }
        for &member in &self.open[begin..] {
            for &(off, _) in links.weak(member) {
                for &(target, _) in links.strong(off) {
                    let other = self.components[usize::from(target)];
                    if other != component {
                        let set = &self.sets[usize::from(other)].0;
                        reached
                            .0
                            .iter_mut()
                            .zip(set)
                            .for_each(|(word, more)| *word |= more);
                    }
                }
            }
        }
        self.sizes.push((self.open.len() - begin) as u32);
        self.sets.push(reached);
        self.open.truncate(begin);
    }

    fn component(&self, candidate: Candidate) -> u16 {
        self.components[usize::from(candidate)]
    }

    /// Whether one candidate can be on after another.
    fn leads(&self, from: Candidate, to: Candidate) -> bool {
        self.sets[usize::from(self.component(from))].has(to)
    }

    /// Whether a candidate can be on after itself, by way of another.
    fn is_in_cycle(&self, candidate: Candidate) -> bool {
        self.sizes[usize::from(self.component(candidate))] > 1
    }
}

/// A node of the search with the node it follows from.
#[derive(Clone, Copy)]
struct Reached {
    candidate: Candidate,
    cause: Cause,
    parent: u32,
}

/// The parent of the start.
const NONE: u32 = u32::MAX;

/// A set of candidates.
struct Seen([u64; 12]);

impl Seen {
    fn with(start: Candidate) -> Seen {
        let mut seen = Seen([0; 12]);
        seen.add(start);
        seen
    }

    /// Adds a candidate; false if it was there.
    fn add(&mut self, candidate: Candidate) -> bool {
        let (word, bit) = (
            &mut self.0[usize::from(candidate / 64)],
            1 << (candidate % 64),
        );
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn has(&self, candidate: Candidate) -> bool {
        self.0[usize::from(candidate / 64)] >> (candidate % 64) & 1 == 1
    }
}

struct Search<'a> {
    room: &'a mut Searcher,
    marks: &'a Marks,
    edition: Edition,
    wanted: Wanted,
    found: Vec<Chain>,
}

impl Search<'_> {
    /// Whether a chain that rates like this would be kept.
    fn wants(&self, base: f64, complexity: u32, kind: ChainKind) -> bool {
        match (&self.wanted, self.found.first()) {
            (Wanted::All, _) | (_, None) => true,
            (Wanted::Best, Some(best)) => {
                let order = rating(base, complexity).total_cmp(&best.rating);
                let order = order.then(complexity.cmp(&best.complexity));
                order.then(kind.cmp(&best.kind)).is_lt()
            }
        }
    }

    /// Looks for chains from all candidates.
    fn pass(&mut self, pass: &Pass) {
        let Searcher { links, reach, .. } = &mut *self.room;
        links.fill(self.marks, pass);
        reach.fill(self.marks, links);
        for cell in bits(self.marks.open) {
            let n = self.marks.cells[cell].count_ones();
            if n < 2 || pass.kind == ChainKind::Y && n != 2 {
                continue;
            }
            for digit in members(self.marks.cells[cell]) {
                let start = candidate(cell, digit);
                if self.room.reach.is_in_cycle(start) {
                    self.cycles(pass, start);
                }
                let Some(base) = pass.forcing else {
                    continue;
                };
                if self.excludes_itself(cell, digit) {
                    self.forced(pass, base, start, true);
                }
                let Searcher { links, reach, .. } = &*self.room;
                if links
                    .strong(start)
                    .iter()
                    .any(|&(next, _)| reach.leads(next, start))
                {
                    self.forced(pass, base, start, false);
                }
            }
        }
    }

    /// Whether a candidate that is on leads to one that excludes it.
    fn excludes_itself(&self, cell: usize, digit: usize) -> bool {
        let start = candidate(cell, digit);
        let leads = |to: Candidate| self.room.reach.leads(start, to);
        let others = members(self.marks.cells[cell] & !(1 << digit));
        let mut others = others.filter(|_| self.room.links.cells);
        let mut peers = bits(self.marks.planes[digit] & TABLES.peers[cell]);
        others.any(|other| leads(candidate(cell, other)))
            || peers.any(|peer| leads(candidate(peer, digit)))
    }

    fn push(&mut self, candidate: Candidate, cause: Cause, parent: u32) -> u32 {
        self.room.nodes.push(Reached {
            candidate,
            cause,
            parent,
        });
        self.room.nodes.len() as u32 - 1
    }

    fn node(&self, index: u32) -> Reached {
        self.room.nodes[index as usize]
    }

    /// Looks for cycles: the start is on, and every second node after it.
    fn cycles(&mut self, pass: &Pass, start: Candidate) {
        self.room.nodes.clear();
        let mut seen = Seen::with(start);
        let component = self.room.reach.component(start);
        let (mut ons, mut offs) = (take(&mut self.room.ons), take(&mut self.room.offs));
        ons.push(self.push(start, Cause::Start, NONE));
        for round in 1.. {
            if ons.is_empty() || !self.wants(pass.cycle, 2 * round, pass.kind) {
                break;
            }
            for from in ons.drain(..) {
                let candidate = self.node(from).candidate;
                for index in 0..self.room.links.weak(candidate).len() {
                    let (target, cause) = self.room.links.weak(candidate)[index];
                    let Searcher { links, reach, .. } = &*self.room;
                    let mut next = links.strong(target).iter();
                    let leads_back = next.any(|&(on, _)| reach.component(on) == component);
                    if leads_back && !self.has_switched_off(from, target) {
                        offs.push(self.push(target, cause, from));
                    }
                }
            }
            for from in offs.drain(..) {
                let strong = self.room.links.strong[usize::from(self.node(from).candidate)];
                for &(target, cause) in strong.links() {
                    if self.room.reach.component(target) != component {
                        continue;
                    }
                    let closes = target == start && round >= 2;
                    if closes && self.wants(pass.cycle, 2 * round, pass.kind) {
                        self.cycle(pass, target, cause, from, 2 * round);
                    }
                    if seen.add(target) {
                        ons.push(self.push(target, cause, from));
                    }
                }
            }
        }
        ons.clear();
        (self.room.ons, self.room.offs) = (ons, offs);
    }

    /// Whether a candidate is off on the way to a node that is on.
    fn has_switched_off(&self, on: u32, candidate: Candidate) -> bool {
        let mut at = self.node(on).parent;
        while at != NONE {
            let off = self.node(at);
            if off.candidate == candidate {
                return true;
            }
            at = self.node(off.parent).parent;
        }
        false
    }

    /// The nodes from one back to the start.
    fn trail(&self, candidate: Candidate, cause: Cause, parent: u32, mut is_on: bool) -> Trail {
        let node = |candidate, is_on| if is_on { on(candidate) } else { off(candidate) };
        let mut trail = vec![(node(candidate, is_on), cause)];
        let mut at = parent;
        while at != NONE {
            is_on = !is_on;
            let reached = self.node(at);
            trail.push((node(reached.candidate, is_on), reached.cause));
            at = reached.parent;
        }
        trail
    }

    fn cycle(&mut self, pass: &Pass, end: Candidate, cause: Cause, parent: u32, complexity: u32) {
        let trail = self.trail(end, cause, parent, true);
        let deletions = cycle_deletions(self.marks, self.edition, &trail);
        if deletions.is_empty() {
            return;
        }
        let reversed = trail.iter().rev();
        let reversed = reversed.map(|&(node, cause)| (node ^ 1, cause)).collect();
        self.keep(Chain {
            rating: rating(pass.cycle, complexity),
            complexity,
            kind: pass.kind,
            cycle: true,
            deletions,
            place: None,
            trails: vec![trail, reversed],
            nets: None,
        });
    }

    /// Looks for the opposite of the start, which is on or off.
    fn forced(&mut self, pass: &Pass, base: f64, start: Candidate, start_on: bool) {
        self.room.nodes.clear();
        let (mut seen_on, mut seen_off) = (Seen([0; 12]), Seen([0; 12]));
        let first = self.push(start, Cause::Start, NONE);
        let (mut ons, mut offs) = (Vec::new(), Vec::new());
        if start_on {
            seen_on.add(start);
            ons.push(first);
        } else {
            seen_off.add(start);
            offs.push(first);
        }
        // The number of nodes from the start to those that the next half of a round reaches.
        let mut complexity = if start_on { 2 } else { 1 };
        while !(ons.is_empty() && offs.is_empty()) {
            if !self.wants(base, complexity, pass.kind) {
                return;
            }
            for from in ons.drain(..) {
                let candidate = self.node(from).candidate;
                let ends = self
                    .room
                    .links
                    .excludes(candidate, start)
                    .filter(|_| start_on);
                if let Some(cause) = ends {
                    let (cell, digit) = ((start / 9) as u8, start % 9);
                    let end = (off(start), cause, from);
                    return self.force(pass, base, complexity, vec![(cell, 1 << digit)], None, end);
                }
                for index in 0..self.room.links.weak(candidate).len() {
                    let (target, cause) = self.room.links.weak(candidate)[index];
                    if seen_off.add(target) {
                        offs.push(self.push(target, cause, from));
                    }
                }
            }
            complexity += 1;
            for from in offs.drain(..) {
                let strong = self.room.links.strong[usize::from(self.node(from).candidate)];
                for &(target, cause) in strong.links() {
                    if target == start && !start_on {
                        let (cell, digit) = (usize::from(start / 9), start % 9);
                        let others = self.marks.cells[cell] & !(1 << digit);
                        let end = (on(start), cause, from);
                        let deletions = vec![(cell as u8, others)];
                        return self.force(pass, base, complexity, deletions, Some(start), end);
                    }
                    if seen_on.add(target) {
                        ons.push(self.push(target, cause, from));
                    }
                }
            }
            complexity += 1;
        }
    }

    fn force(
        &mut self,
        pass: &Pass,
        base: f64,
        complexity: u32,
        deletions: Deletions,
        place: Option<Candidate>,
        (end, cause, parent): (Node, Cause, u32),
    ) {
        if !self.wants(base, complexity, pass.kind) {
            return;
        }
        let trail = self.trail(end / 2, cause, parent, super::is_on(end));
        self.keep(Chain {
            rating: rating(base, complexity),
            complexity,
            kind: pass.kind,
            cycle: false,
            deletions,
            place,
            trails: vec![trail],
            nets: None,
        });
    }

    fn keep(&mut self, chain: Chain) {
        if matches!(self.wanted, Wanted::Best) {
            self.found.clear();
        }
        self.found.push(chain);
    }

    fn finish(self) -> Vec<Chain> {
        let mut found = self.found;
        found.sort_by(|a, b| {
            let order = a.rating.total_cmp(&b.rating);
            order
                .then(a.complexity.cmp(&b.complexity))
                .then(a.kind.cmp(&b.kind))
        });
        let mut seen = std::collections::HashSet::new();
        found.retain(|chain| {
            let mut deletions = chain.deletions.clone();
            deletions.sort_unstable();
            seen.insert(deletions)
        });
        found
    }
}

/// The candidates outside the cells of a cycle that see a node that is on and one that is off.
fn cycle_deletions(marks: &Marks, edition: Edition, trail: &Trail) -> Deletions {
    let (mut cells, mut seen_by_off) = (0u128, [0u128; 9]);
    for &(node, _) in trail {
        let (cell, digit) = (usize::from(node / 18), usize::from(node / 2 % 9));
        cells |= 1 << cell;
        if !super::is_on(node) {
            seen_by_off[digit] |= TABLES.peers[cell];
        }
    }
    let mut deletions = Deletions::new();
    for &(node, _) in trail.iter().filter(|(node, _)| super::is_on(*node)) {
        let (cell, digit) = (usize::from(node / 18), usize::from(node / 2 % 9));
        let gone = marks.planes[digit] & seen_by_off[digit] & TABLES.peers[cell] & !cells;
        if gone == 0 {
            continue;
        }
        for &peer in edition
            .peers(cell)
            .iter()
            .filter(|&&peer| gone >> peer & 1 == 1)
        {
            delete(&mut deletions, usize::from(peer), 1 << digit);
        }
    }
    deletions
}

//! Everything that follows from one assumption.

use std::ops::Range;

use super::super::hint::{Pattern, candidate};
use super::super::marks::{CANDIDATES, Candidate, Marks, TABLES, bits, is_single, members};
use super::{Cause, Chain, Node, Trail, is_on, off, on};

/// Which links a net uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Mode {
    /// One digit only; candidates that are off count as gone.
    Nishio,
    /// The links of the board as it is.
    Static,
    /// Candidates that are off count as gone, so that further links appear.
    Dynamic,
}

/// Candidates, by cell and by digit.
#[derive(Clone)]
pub(in super::super) struct Set {
    pub(in super::super) cells: [u16; 81],
    pub(in super::super) planes: [u128; 9],
}

impl Set {
    fn new() -> Set {
        Set {
            cells: [0; 81],
            planes: [0; 9],
        }
    }

    fn add(&mut self, cell: usize, digit: usize) {
        self.cells[cell] |= 1 << digit;
        self.planes[digit] |= 1 << cell;
    }

    pub(in super::super) fn has(&self, candidate: Candidate) -> bool {
        self.cells[usize::from(candidate / 9)] >> (candidate % 9) & 1 == 1
    }
}

/// What a node follows from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The first of its parents.
    parent: Candidate,
    pub(super) cause: Cause,
    /// The number of nodes on the way from the start, as first found.
    depth: u8,
}

/// A technique that removed candidates inside a net.
#[derive(Clone, Debug)]
struct Inner {
    /// The candidates whose absence it rests on, as a part of `Net::inner_parents`.
    parents: Range<usize>,
    /// The number of the chain, if it is one.
    chain: Option<u32>,
}

/// A technique that removed candidates inside a net, and the board it was found on.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) used: Used,
    pub(super) work: Marks,
}

/// What a technique inside a net rests on.
#[derive(Clone)]
pub(super) enum Used {
    Pattern(Pattern),
    Chain(Chain),
}

/// All that follows from one assumption, with the reasons.
#[derive(Clone)]
pub(in super::super) struct Net {
    mode: Mode,
    /// The candidates that are on, and those that are off.
    pub(in super::super) on: Set,
    pub(in super::super) off: Set,
    /// The same in the order in which they were reached.
    pub(in super::super) on_order: Vec<Candidate>,
    pub(in super::super) off_order: Vec<Candidate>,
    on_origins: Box<[Origin; CANDIDATES]>,
    off_origins: Box<[Origin; CANDIDATES]>,
    inner: Vec<Inner>,
    inner_parents: Vec<Candidate>,
    /// The same techniques in full, if they are asked for.
    records: Option<Vec<Record>>,
    /// A candidate that came to be both on and off, where the net ends.
    clash: Option<Clash>,
}

#[derive(Clone, Copy)]
struct Clash {
    candidate: Candidate,
    on: Origin,
    off: Origin,
}

/// A node that a conclusion rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Target {
    /// A node of the net.
    Node(Node),
    /// The candidate of the clash, as it came to be on, or off.
    Clash { on: bool },
}

impl Net {
    pub(in super::super) fn new() -> Net {
        let origin = Origin {
            parent: 0,
            cause: Cause::Start,
            depth: 0,
        };
        Net {
            mode: Mode::Static,
            on: Set::new(),
            off: Set::new(),
            on_order: Vec::new(),
            off_order: Vec::new(),
            on_origins: Box::new([origin; CANDIDATES]),
            off_origins: Box::new([origin; CANDIDATES]),
            inner: Vec::new(),
            inner_parents: Vec::new(),
            records: None,
            clash: None,
        }
    }

    /// A net that keeps its techniques in full.
    pub(super) fn recording() -> Net {
        Net {
            records: Some(Vec::new()),
            ..Net::new()
        }
    }

    /// The technique of that number, if the net keeps them.
    pub(super) fn record(&self, number: u16) -> Option<&Record> {
        self.records.as_ref()?.get(usize::from(number))
    }

    /// The candidate that came to be both on and off.
    pub(super) fn clash(&self) -> Option<Candidate> {
        self.clash.map(|clash| clash.candidate)
    }

    /// Whether the assumption led to a candidate that is both on and off.
    pub(in super::super) fn has_clash(&self) -> bool {
        self.clash.is_some()
    }

    /// Works out what follows from a start on a board. Whenever nothing more follows by links,
    /// `advance` may remove candidates by [`Net::remove`]; it returns whether it did.
    pub(in super::super) fn fill(
        &mut self,
        marks: &Marks,
        mode: Mode,
        start: Node,
        mut advance: impl FnMut(&mut Net, &Marks) -> bool,
    ) {
        self.reset(mode);
        let origin = Origin {
            parent: start / 2,
            cause: Cause::Start,
            depth: 1,
        };
        if is_on(start) {
            self.add_on(start / 2, origin);
        } else {
            self.add_off(start / 2, origin);
        }
        let mut work = marks.clone();
        let (mut ons, mut offs) = (0, 0);
        loop {
            let more = if let Some(&next) = self.on_order.get(ons) {
                ons += 1;
                self.switch_off(&work, next)
            } else if let Some(&next) = self.off_order.get(offs) {
                offs += 1;
                self.switch_on(&mut work, next)
            } else {
                advance(self, &work)
            };
            if !more {
                return;
            }
        }
    }

    fn reset(&mut self, mode: Mode) {
        self.mode = mode;
        self.on = Set::new();
        self.off = Set::new();
        self.on_order.clear();
        self.off_order.clear();
        self.inner.clear();
        self.inner_parents.clear();
        self.records.iter_mut().for_each(Vec::clear);
        self.clash = None;
    }

    fn add_on(&mut self, candidate: Candidate, origin: Origin) {
        self.on
            .add(usize::from(candidate / 9), usize::from(candidate % 9));
        self.on_order.push(candidate);
        self.on_origins[usize::from(candidate)] = origin;
    }

    fn add_off(&mut self, candidate: Candidate, origin: Origin) {
        self.off
            .add(usize::from(candidate / 9), usize::from(candidate % 9));
        self.off_order.push(candidate);
        self.off_origins[usize::from(candidate)] = origin;
    }

    /// Switches off all that a candidate that is on excludes; false at a clash.
    fn switch_off(&mut self, work: &Marks, from: Candidate) -> bool {
        let (cell, digit) = (usize::from(from / 9), usize::from(from % 9));
        let depth = self.on_origins[usize::from(from)].depth.saturating_add(1);
        let origin = |cause| Origin {
            parent: from,
            cause,
            depth,
        };
        if self.mode != Mode::Nishio {
            let new = work.cells[cell] & !(1 << digit);
            let new = new & (self.on.cells[cell] | !self.off.cells[cell]);
            for other in members(new) {
                if !self.reach_off(cell, other, origin(Cause::Cell)) {
                    return false;
                }
            }
        }
        for house in TABLES.houses[cell] {
            let set = work.planes[digit] & TABLES.house_sets[usize::from(house)] & !(1 << cell);
            let new = set & (self.on.planes[digit] | !self.off.planes[digit]);
            for other in bits(new) {
                if !self.reach_off(other, digit, origin(Cause::House(house))) {
                    return false;
                }
            }
        }
        true
    }

    fn reach_off(&mut self, cell: usize, digit: usize, off: Origin) -> bool {
        let target = candidate(cell, digit);
        if self.on.has(target) {
            let on = self.on_origins[usize::from(target)];
            self.clash = Some(Clash {
                candidate: target,
                on,
                off,
            });
            return false;
        }
        self.add_off(target, off);
        true
    }

    /// Switches on all that is alone without a candidate that is off; false at a clash.
    fn switch_on(&mut self, work: &mut Marks, from: Candidate) -> bool {
        let (cell, digit) = (usize::from(from / 9), usize::from(from % 9));
        let mut targets = [(0, Cause::Cell); 4];
        let mut n = 0;
        let rest = work.cells[cell] & !(1 << digit);
        if self.mode != Mode::Nishio && is_single(rest) {
            targets[n] = (candidate(cell, rest.trailing_zeros() as usize), Cause::Cell);
            n += 1;
        }
        for (house, position) in TABLES.houses[cell].into_iter().zip(TABLES.positions[cell]) {
            let rest = work.places[usize::from(house)][digit] & !(1 << position);
            if is_single(rest) {
                let other = TABLES.cells[usize::from(house)][rest.trailing_zeros() as usize];
                targets[n] = (candidate(usize::from(other), digit), Cause::House(house));
                n += 1;
            }
        }
        if self.mode != Mode::Static {
            work.remove(cell, digit);
        }
        let depth = self.off_origins[usize::from(from)].depth.saturating_add(1);
        for &(target, cause) in &targets[..n] {
            let on = Origin {
                parent: from,
                cause,
                depth,
            };
            if self.off.has(target) {
                let off = self.off_origins[usize::from(target)];
                self.clash = Some(Clash {
                    candidate: target,
                    on,
                    off,
                });
                return false;
            }
            if !self.on.has(target) {
                self.add_on(target, on);
            }
        }
        true
    }

    /// Removes candidates by a technique that rests on the absence of `parents`, of which there
    /// is at least one. `chain` is the number of the technique if it is a chain; `record` is
    /// the whole of it.
    pub(super) fn remove(
        &mut self,
        deletions: impl Iterator<Item = Candidate>,
        parents: &[Candidate],
        chain: Option<u32>,
        record: impl FnOnce() -> Record,
    ) {
        if let Some(records) = &mut self.records {
            records.push(record());
        }
        let first = self.inner_parents.len();
        self.inner_parents.extend_from_slice(parents);
        let depths = parents
            .iter()
            .map(|&p| self.off_origins[usize::from(p)].depth);
        let depth = depths.max().unwrap_or(0).saturating_add(1);
        let number = self.inner.len() as u16;
        self.inner.push(Inner {
            parents: first..self.inner_parents.len(),
            chain,
        });
        for target in deletions {
            if !self.off.has(target) {
                let cause = Cause::Technique(number);
                self.add_off(
                    target,
                    Origin {
                        parent: parents[0],
                        cause,
                        depth,
                    },
                );
            }
        }
    }

    pub(super) fn origin(&self, target: Target) -> (Node, Origin) {
        match target {
            Target::Node(node) if is_on(node) => (node, self.on_origins[usize::from(node / 2)]),
            Target::Node(node) => (node, self.off_origins[usize::from(node / 2)]),
            Target::Clash { on: is_on } => {
                let clash = self
                    .clash
                    .expect("a clash is a target only of nets that have one");
                if is_on {
                    (on(clash.candidate), clash.on)
                } else {
                    (off(clash.candidate), clash.off)
                }
            }
        }
    }

    /// A number of nodes that a target surely rests on.
    pub(in super::super) fn depth(&self, target: Target) -> u32 {
        u32::from(self.origin(target).1.depth)
    }

    /// Calls `visit` for each parent of a node, in order.
    pub(super) fn each_parent(
        &self,
        marks: &Marks,
        node: Node,
        origin: Origin,
        mut visit: impl FnMut(Node),
    ) {
        let parent = origin.parent;
        match origin.cause {
            Cause::Start => {}
            Cause::Technique(number) => {
                let inner = &self.inner[usize::from(number)];
                self.inner_parents[inner.parents.clone()]
                    .iter()
                    .for_each(|&p| visit(off(p)));
            }
            _ if !is_on(node) => visit(on(parent)),
            cause => {
                visit(off(parent));
                if self.mode == Mode::Static {
                    return;
                }
                // All others of the cell or house are gone: without them this would not follow.
                let target = node / 2;
                let (cell, digit) = (usize::from(target / 9), usize::from(target % 9));
                match cause {
                    Cause::House(house) => {
                        let house = usize::from(house);
                        for position in members(marks.places[house][digit]) {
                            let cell = usize::from(TABLES.cells[house][position]);
                            let other = candidate(cell, digit);
                            if other != target && other != parent {
                                visit(off(other));
                            }
                        }
                    }
                    _ => {
                        let parent_digit = 1 << (parent % 9);
                        for other in members(marks.cells[cell] & !(1 << digit) & !parent_digit) {
                            visit(off(candidate(cell, other)));
                        }
                    }
                }
            }
        }
    }

    /// The number of nodes that a target rests on, itself among them, up to `limit` or a few
    /// more. The numbers of chains inside it are added to `chains`.
    pub(in super::super) fn count(
        &self,
        marks: &Marks,
        target: Target,
        limit: u32,
        walk: &mut Walk,
        chains: &mut Vec<u32>,
    ) -> u32 {
        walk.clear();
        let (node, origin) = self.origin(target);
        walk.add(node);
        let (mut count, mut next) = (1, Some((node, origin)));
        while let Some((node, origin)) = next {
            if let Cause::Technique(number) = origin.cause
                && let Some(chain) = self.inner[usize::from(number)].chain
                && !chains.contains(&chain)
            {
                chains.push(chain);
            }
            self.each_parent(marks, node, origin, |parent| {
                if walk.add(parent) {
                    count += 1;
                    walk.open.push(parent);
                }
            });
            if count > limit {
                return count;
            }
            next = walk.open.pop().map(|node| self.origin(Target::Node(node)));
        }
        count
    }

    /// The nodes that a target rests on, by increasing distance.
    pub(in super::super) fn trail(&self, marks: &Marks, target: Target, walk: &mut Walk) -> Trail {
        walk.clear();
        let (node, origin) = self.origin(target);
        walk.add(node);
        let mut trail = vec![(node, origin.cause)];
        self.each_parent(marks, node, origin, |parent| {
            if walk.add(parent) {
                trail.push((parent, self.origin(Target::Node(parent)).1.cause));
            }
        });
        let mut next = 1;
        while let Some(&(node, _)) = trail.get(next) {
            next += 1;
            let origin = self.origin(Target::Node(node)).1;
            self.each_parent(marks, node, origin, |parent| {
                if walk.add(parent) {
                    trail.push((parent, self.origin(Target::Node(parent)).1.cause));
                }
            });
        }
        trail
    }
}

/// The nodes met on the way back from a conclusion.
pub(in super::super) struct Walk {
    seen: [u64; 2 * CANDIDATES / 64 + 1],
    open: Vec<Node>,
}

impl Walk {
    pub(in super::super) fn new() -> Walk {
        Walk {
            seen: [0; 2 * CANDIDATES / 64 + 1],
            open: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.seen.fill(0);
        self.open.clear();
    }

    /// Adds a node; false if it was there.
    fn add(&mut self, node: Node) -> bool {
        let (word, bit) = (&mut self.seen[usize::from(node / 64)], 1 << (node % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

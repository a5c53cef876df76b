//! What follows whichever of several assumptions holds: Nishio, cell, region, double and
//! contradiction chains, without and with techniques inside them.

use super::super::Search;
use super::super::hint::{ChainKind, Hint, Pattern, candidate};
use super::super::marks::{CANDIDATES, Candidate, Marks, bits, members};
use super::inner::{InnerRules, Techniques};
use super::links::Searcher;
use super::net::{Mode, Net, Target, Walk};
use super::{Chain, Node, is_on, off, on, rating};
use crate::logic::technique::Technique;

/// A producer of chains from several assumptions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Level {
    /// What its chains are called as steps.
    pub(in super::super) technique: Technique,
    pub(in super::super) mode: Mode,
    pub(in super::super) rating: f64,
    /// What the name of its chains ends with.
    pub(in super::super) name: &'static str,
    /// The techniques that add to nets; none on level 0.
    pub(in super::super) techniques: Option<&'static [InnerRules]>,
}

/// Where a conclusion comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Source {
    /// A start that leads to a clash.
    Clash(Node),
    /// A candidate that leads to it, whether it is on or off.
    Double(Candidate),
    /// All candidates of a cell.
    Cell(u8),
    /// All places of a digit in a house.
    Region { house: u8, digit: u8 },
}

/// A conclusion with what it is compared by.
#[derive(Clone, Copy, Debug)]
struct Found {
    complexity: u32,
    kind: ChainKind,
    /// The number of conclusions before it.
    number: u32,
    conclusion: Node,
    source: Source,
}

/// The best conclusion, or the best for each set of deletions.
enum Kept {
    Best(Option<Found>),
    Each(Box<[Option<Found>; 2 * CANDIDATES]>),
}

/// The nets of one board, and room for those of the boards inside them.
pub(in super::super) struct Nets {
    nets: Vec<Net>,
    /// The number of the net of each start, if it was made.
    slots: Box<[u16; 2 * CANDIDATES]>,
    used: usize,
    walk: Walk,
    /// Chains that were used inside the nets.
    techniques: Techniques,
    inside: Inside,
}

/// Room for the chains inside nets.
#[derive(Default)]
pub(super) struct Inside {
    pub(super) links: Option<Box<Searcher>>,
    pub(super) nets: Option<Box<Nets>>,
}

const NO_SLOT: u16 = u16::MAX;

impl Nets {
    pub(in super::super) fn new() -> Nets {
        Nets {
            nets: Vec::new(),
            slots: Box::new([NO_SLOT; 2 * CANDIDATES]),
            used: 0,
            walk: Walk::new(),
            techniques: Techniques::default(),
            inside: Inside::default(),
        }
    }

    /// The best hint of a level.
    pub(in super::super) fn best(
        &mut self,
        search: &Search<'_>,
        marks: &Marks,
        level: &'static Level,
    ) -> Option<Hint> {
        let mut run = Run::new(self, search, marks, level, Kept::Best(None));
        run.conclude();
        let Kept::Best(best) = run.kept else {
            return None;
        };
        let found = best.filter(|_| !search.is_stopped())?;
        let (place, deletions) = run.effect(found.conclusion);
        Some(Hint {
            rating: rating(level.rating, found.complexity),
            complexity: found.complexity,
            pattern: Pattern::Nets {
                kind: found.kind,
                level,
                source: found.source,
                conclusion: found.conclusion,
            },
            place,
            deletions: vec![deletions],
        })
    }

    /// All chains of a level, sorted, one for each set of deletions.
    pub(in super::super) fn all(
        &mut self,
        search: &Search<'_>,
        marks: &Marks,
        level: &'static Level,
    ) -> Vec<Chain> {
        let kept = Kept::Each(Box::new([None; 2 * CANDIDATES]));
        let mut run = Run::new(self, search, marks, level, kept);
        run.conclude();
        let Kept::Each(each) = &run.kept else {
            return Vec::new();
        };
        let mut found: Vec<Found> = each.iter().flatten().copied().collect();
        found.sort_by_key(|found| (found.complexity, found.kind, found.number));
        found.into_iter().map(|found| run.chain(found)).collect()
    }
}

/// One run of a level over a board.
struct Run<'a, 'b> {
    nets: &'a mut Nets,
    search: &'a Search<'b>,
    marks: &'a Marks,
    level: &'static Level,
    kept: Kept,
    number: u32,
    chains: Vec<u32>,
}

impl<'a, 'b> Run<'a, 'b> {
    fn new(
        nets: &'a mut Nets,
        search: &'a Search<'b>,
        marks: &'a Marks,
        level: &'static Level,
        kept: Kept,
    ) -> Run<'a, 'b> {
        nets.slots.fill(NO_SLOT);
        nets.used = 0;
        nets.techniques.clear();
        Run {
            nets,
            search,
            marks,
            level,
            kept,
            number: 0,
            chains: Vec::new(),
        }
    }

    /// The number of the net of a start, which is made if it is not there.
    fn net(&mut self, start: Node) -> usize {
        let slot = self.nets.slots[usize::from(start)];
        if slot != NO_SLOT {
            return usize::from(slot);
        }
        let slot = self.nets.used;
        self.nets.used += 1;
        self.nets.slots[usize::from(start)] = slot as u16;
        if self.nets.nets.len() == slot {
            self.nets.nets.push(Net::new());
        }
        let Nets {
            nets,
            techniques,
            inside,
            ..
        } = &mut *self.nets;
        let net = &mut nets[slot];
        fill(
            net,
            self.search,
            self.marks,
            self.level,
            start,
            techniques,
            inside,
        );
        slot
    }

    /// Goes through all starts.
    fn conclude(&mut self) {
        let Level { mode, .. } = *self.level;
        let marks = self.marks;
        let dynamic = mode != Mode::Static;
        let least = if dynamic { 2 } else { 3 };
        for cell in bits(marks.open) {
            let digits = marks.cells[cell];
            if digits.count_ones() < least {
                continue;
            }
            for digit in members(digits) {
                if self.search.poll() {
                    return;
                }
                let start = candidate(cell, digit);
                let with = self.net(on(start));
                if dynamic {
                    let without = self.net(off(start));
                    if self.nets.nets[with].has_clash() {
                        self.offer(
                            off(start),
                            ChainKind::Contradiction,
                            Source::Clash(on(start)),
                        );
                    }
                    if self.nets.nets[without].has_clash() {
                        self.offer(
                            on(start),
                            ChainKind::Contradiction,
                            Source::Clash(off(start)),
                        );
                    }
                    if mode == Mode::Dynamic && digits.count_ones() >= 3 {
                        let source = Source::Double(start);
                        self.common(&[with, without], ChainKind::Double, source);
                    }
                }
                if mode != Mode::Nishio {
                    self.regions(cell, digit);
                }
            }
            if mode != Mode::Nishio {
                let starts = members(digits).map(|digit| on(candidate(cell, digit)));
                let slots: Vec<usize> = starts.map(|start| self.net(start)).collect();
                self.common(&slots, ChainKind::Cell, Source::Cell(cell as u8));
            }
        }
    }

    /// What all places of a digit have in common, in the houses where this is the first.
    fn regions(&mut self, cell: usize, digit: usize) {
        let tables = &super::super::marks::TABLES;
        for (house, position) in tables.houses[cell].into_iter().zip(tables.positions[cell]) {
            let places = self.marks.places[usize::from(house)][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(position) {
                continue;
            }
            let cells = members(places).map(|place| tables.cells[usize::from(house)][place]);
            let starts = cells.map(|cell| on(candidate(usize::from(cell), digit)));
            let slots: Vec<usize> = starts.map(|start| self.net(start)).collect();
            let source = Source::Region {
                house,
                digit: digit as u8,
            };
            self.common(&slots, ChainKind::Region, source);
        }
    }

    /// Offers all nodes that several nets share: those that are on, then those that are off.
    fn common(&mut self, slots: &[usize], kind: ChainKind, source: Source) {
        let nets = &self.nets.nets;
        let (mut both_on, mut both_off) = (nets[slots[0]].on.cells, nets[slots[0]].off.cells);
        for &slot in &slots[1..] {
            let (on, off) = (&nets[slot].on.cells, &nets[slot].off.cells);
            both_on
                .iter_mut()
                .zip(on)
                .for_each(|(both, other)| *both &= other);
            both_off
                .iter_mut()
                .zip(off)
                .for_each(|(both, other)| *both &= other);
        }
        let any = |set: &[u16; 81]| set.iter().fold(0, |any, mask| any | mask) != 0;
        let has = |set: &[u16; 81], c: Candidate| set[usize::from(c / 9)] >> (c % 9) & 1 == 1;
        if any(&both_on) {
            for index in 0..self.nets.nets[slots[0]].on_order.len() {
                let candidate = self.nets.nets[slots[0]].on_order[index];
                if has(&both_on, candidate) {
                    self.offer(on(candidate), kind, source);
                }
            }
        }
        if any(&both_off) {
            for index in 0..self.nets.nets[slots[0]].off_order.len() {
                let candidate = self.nets.nets[slots[0]].off_order[index];
                if has(&both_off, candidate) {
                    self.offer(off(candidate), kind, source);
                }
            }
        }
    }

    /// The digit that a conclusion places, and the candidates that it removes.
    fn effect(&self, conclusion: Node) -> (Option<Candidate>, (u8, u16)) {
        let target = conclusion / 2;
        let (cell, digit) = ((target / 9) as u8, 1 << (target % 9));
        if is_on(conclusion) {
            (
                Some(target),
                (cell, self.marks.cells[usize::from(cell)] & !digit),
            )
        } else {
            (None, (cell, digit))
        }
    }

    /// Keeps a conclusion if it is better than what was kept before it.
    fn offer(&mut self, conclusion: Node, kind: ChainKind, source: Source) {
        let (_, (cell, gone)) = self.effect(conclusion);
        if gone == 0 {
            return;
        }
        self.number += 1;
        let kept = match &self.kept {
            Kept::Best(best) => best,
            Kept::Each(each) => &each[key(conclusion, cell, gone)],
        };
        let limit = match kept {
            Some(kept) if kind < kept.kind => kept.complexity,
            Some(kept) => kept.complexity - 1,
            None => u32::MAX,
        };
        let Some(complexity) = self.complexity(conclusion, source, limit) else {
            return;
        };
        let found = Some(Found {
            complexity,
            kind,
            number: self.number,
            conclusion,
            source,
        });
        match &mut self.kept {
            Kept::Best(best) => *best = found,
            Kept::Each(each) => each[key(conclusion, cell, gone)] = found,
        }
    }

    /// Calls `visit` for each target of a conclusion, and the net it is in, until it is false.
    fn each_target(
        &self,
        conclusion: Node,
        source: Source,
        mut visit: impl FnMut(&Net, Target) -> bool,
    ) -> bool {
        let net = |start: Node| {
            let slot = self.nets.slots[usize::from(start)];
            &self.nets.nets[usize::from(slot)]
        };
        each_target(self.marks, conclusion, source, |start, target| {
            visit(net(start), target)
        })
    }

    /// The number of nodes that a conclusion rests on, unless there are more than `limit`.
    fn complexity(&mut self, conclusion: Node, source: Source, limit: u32) -> Option<u32> {
        let mut least = 0;
        let near = self.each_target(conclusion, source, |net, target| {
            least += net.depth(target);
            least <= limit
        });
        if !near {
            return None;
        }
        let mut walk = std::mem::replace(&mut self.nets.walk, Walk::new());
        let mut chains = std::mem::take(&mut self.chains);
        chains.clear();
        let mut total = 0;
        let marks = self.marks;
        self.each_target(conclusion, source, |net, target| {
            total += net.count(marks, target, limit - total, &mut walk, &mut chains);
            total <= limit
        });
        if total <= limit {
            let inside = chains
                .iter()
                .map(|&chain| self.nets.techniques.complexity(chain));
            total += inside.sum::<u32>();
        }
        self.nets.walk = walk;
        self.chains = chains;
        (total <= limit).then_some(total)
    }

    /// A conclusion as a technique inside another net.
    fn chain(&mut self, found: Found) -> Chain {
        let mut walk = std::mem::replace(&mut self.nets.walk, Walk::new());
        let mut trails = Vec::new();
        self.each_target(found.conclusion, found.source, |net, target| {
            trails.push(net.trail(self.marks, target, &mut walk));
            true
        });
        self.nets.walk = walk;
        // The starts of cell and region chains have that cell or house as their cause.
        let cause = match found.source {
            Source::Cell(_) => Some(super::Cause::Cell),
            Source::Region { house, .. } => Some(super::Cause::House(house)),
            _ => None,
        };
        if let Some(cause) = cause {
            let starts = trails.iter_mut().flatten();
            let starts = starts.filter(|(_, of)| *of == super::Cause::Start);
            starts.for_each(|(_, of)| *of = cause);
        }
        let (place, deletions) = self.effect(found.conclusion);
        Chain {
            rating: rating(self.level.rating, found.complexity),
            complexity: found.complexity,
            kind: found.kind,
            cycle: false,
            deletions: vec![deletions],
            place,
            trails,
            nets: Some((self.level, found.source, found.conclusion)),
        }
    }
}

/// Calls `visit` for each assumption that a conclusion starts from, and the target it leads to,
/// until it is false.
pub(super) fn each_target(
    marks: &Marks,
    conclusion: Node,
    source: Source,
    mut visit: impl FnMut(Node, Target) -> bool,
) -> bool {
    let target = Target::Node(conclusion);
    match source {
        Source::Clash(start) => {
            visit(start, Target::Clash { on: true }) && visit(start, Target::Clash { on: false })
        }
        Source::Double(start) => visit(on(start), target) && visit(off(start), target),
        Source::Cell(cell) => {
            let cell = usize::from(cell);
            members(marks.cells[cell]).all(|digit| visit(on(candidate(cell, digit)), target))
        }
        Source::Region { house, digit } => {
            let (house, digit) = (usize::from(house), usize::from(digit));
            members(marks.places[house][digit]).all(|position| {
                let cell = usize::from(super::super::marks::TABLES.cells[house][position]);
                visit(on(candidate(cell, digit)), target)
            })
        }
    }
}

/// Works out what follows from a start on a level.
pub(super) fn fill(
    net: &mut Net,
    search: &Search<'_>,
    marks: &Marks,
    level: &Level,
    start: Node,
    techniques: &mut Techniques,
    inside: &mut Inside,
) {
    net.fill(marks, level.mode, start, |net, work| {
        let Some(rules) = level.techniques else {
            return false;
        };
        techniques.advance(search, rules, marks, work, net, inside)
    });
}

/// Conclusions that remove the same candidates have the same key.
fn key(conclusion: Node, cell: u8, gone: u16) -> usize {
    if gone.count_ones() == 1 {
        return usize::from(off(candidate(
            usize::from(cell),
            gone.trailing_zeros() as usize,
        )));
    }
    usize::from(conclusion)
}

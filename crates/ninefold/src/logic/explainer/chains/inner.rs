//! Techniques inside a net: what they remove while an assumption holds.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::super::hint::{Deletions, Hint, Pattern, candidate};
use super::super::marks::{Candidate, Marks, Scope, TABLES, members};
use super::super::{Edition, Search};
use super::super::{fish, locking, subsets};
use super::links::{Searcher, Wanted};
use super::multiple::{Inside, Level, Nets};
use super::net::{Net, Record, Used};
use super::{Cause, Chain, Node, Trail, is_on};

/// Chains that may be used inside a net, after the simple techniques.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum InnerRules {
    /// Cycles and forcing chains.
    Links,
    /// Chains from several assumptions.
    Nets(&'static Level),
}

/// The chains that were used inside the nets of one board. Two that rest on the same nodes in
/// the same order are one.
#[derive(Default)]
pub(super) struct Techniques {
    numbers: HashMap<Vec<Node>, u32>,
    complexities: Vec<u32>,
}

impl Techniques {
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.complexities.clear();
    }

    /// The number of nodes of a chain.
    pub(super) fn complexity(&self, chain: u32) -> u32 {
        self.complexities[chain as usize]
    }

    fn number(&mut self, chain: &Chain) -> u32 {
        let ends = chain.trails.iter().map(|trail| trail.len() as Node);
        let nodes = chain.trails.iter().flatten().map(|&(node, _)| node);
        let next = self.complexities.len() as u32;
        let number = *self
            .numbers
            .entry(ends.chain(nodes).collect())
            .or_insert(next);
        if number == next {
            self.complexities.push(chain.complexity);
        }
        number
    }

    /// Removes what the first technique that finds something does, on the board `work` that an
    /// assumption has made of `before`. Only what rests on the assumption counts.
    pub(super) fn advance(
        &mut self,
        search: &Search<'_>,
        rules: &[InnerRules],
        before: &Marks,
        work: &Marks,
        net: &mut Net,
        inside: &mut Inside,
    ) -> bool {
        let edition = search.edition;
        // A technique rests on the assumption only where candidates are gone because of it.
        let scope: Scope = std::array::from_fn(|house| {
            let cells = TABLES.cells[house].iter();
            cells.fold(0, |gone, &cell| gone | net.off.cells[usize::from(cell)])
        });
        (0..4).any(|rule| {
            let mut any = false;
            let mut parents = Vec::new();
            let mut apply = |hint: Hint| -> ControlFlow<()> {
                parents.clear();
                pattern_parents(before, work, hint.pattern, &mut parents);
                if !parents.is_empty() {
                    any = true;
                    let deletions = in_order(hint.deletions, edition);
                    net.remove(deletions, &parents, None, || Record {
                        used: Used::Pattern(hint.pattern),
                        work: work.clone(),
                    });
                }
                ControlFlow::Continue(())
            };
            let _ = match rule {
                0 => locking::each_indirect(work, edition, &scope, &mut apply),
                1 => subsets::each_hidden_set(work, 2, &scope, &mut apply),
                2 => subsets::each_naked_set(work, 2, &scope, &mut apply),
                _ => fish::each_fish(work, 2, &scope, &mut apply),
            };
            any
        }) || self.chains(search, rules, before, work, net, inside)
    }

    fn chains(
        &mut self,
        search: &Search<'_>,
        rules: &[InnerRules],
        before: &Marks,
        work: &Marks,
        net: &mut Net,
        inside: &mut Inside,
    ) -> bool {
        rules.iter().any(|rule| {
            let chains = match rule {
                InnerRules::Links => {
                    let links = inside
                        .links
                        .get_or_insert_with(|| Box::new(Searcher::new()));
                    links.chains(work, search.edition, Wanted::All)
                }
                InnerRules::Nets(level) => {
                    let nets = inside.nets.get_or_insert_with(|| Box::new(Nets::new()));
                    nets.all(search, work, level)
                }
            };
            let mut any = false;
            for mut chain in chains {
                let parents = chain_parents(before, work, &chain.trails);
                if !parents.is_empty() {
                    any = true;
                    let number = self.number(&chain);
                    let deletions = in_order(std::mem::take(&mut chain.deletions), search.edition);
                    net.remove(deletions, &parents, Some(number), || Record {
                        used: Used::Chain(chain),
                        work: work.clone(),
                    });
                }
            }
            any
        })
    }
}

/// The candidates of deletions in the order in which a program goes through them.
fn in_order(mut deletions: Deletions, edition: Edition) -> impl Iterator<Item = Candidate> {
    match edition {
        Edition::Se121 => deletions.sort_by_key(|&(cell, _)| cell),
        // The order of a hash table whose keys are the cells.
        Edition::Sukaku1181 => {
            let size = match deletions.len() {
                0..=12 => 16,
                13..=24 => 32,
                _ => 64,
            };
            deletions.sort_by_key(|&(cell, _)| cell % size);
        }
    }
    deletions.into_iter().flat_map(|(cell, digits)| {
        members(digits).map(move |digit| candidate(usize::from(cell), digit))
    })
}

/// The candidates of `before` that are gone from `work`, and without which a pattern would not
/// be there.
pub(super) fn pattern_parents(
    before: &Marks,
    work: &Marks,
    pattern: Pattern,
    parents: &mut Vec<Candidate>,
) {
    let in_house = |house: usize, position: usize| usize::from(TABLES.cells[house][position]);
    let mut gone_from = |house: usize, digit: usize, besides: u16| {
        let gone = before.places[house][digit] & !work.places[house][digit] & !besides;
        parents.extend(members(gone).map(|position| candidate(in_house(house, position), digit)));
    };
    match pattern {
        Pattern::Locked {
            digit, base, cover, ..
        } => {
            let (base, cover) = (usize::from(base), usize::from(cover));
            gone_from(base, usize::from(digit), TABLES.crossings[base][cover]);
        }
        Pattern::Fish {
            digit,
            bases,
            covers,
        } => {
            let lines = |houses: u32, first: usize| (houses >> first) as u16 & 0x1ff;
            let first = if bases >> 18 != 0 { 18 } else { 9 };
            let covered = lines(covers, 27 - first);
            for base in members(lines(bases, first)) {
                gone_from(first + base, usize::from(digit), covered);
            }
        }
        Pattern::HiddenSet {
            house,
            digits,
            positions,
            ..
        } => {
            let house = usize::from(house);
            for position in members(0x1ff & !positions) {
                let cell = in_house(house, position);
                let gone = members(before.cells[cell] & digits);
                parents.extend(gone.map(|digit| candidate(cell, digit)));
            }
        }
        Pattern::NakedSet {
            house,
            digits,
            positions,
        } => {
            for position in members(positions) {
                let cell = in_house(usize::from(house), position);
                let gone = members(before.cells[cell] & !digits);
                parents.extend(gone.map(|digit| candidate(cell, digit)));
            }
        }
        _ => unreachable!("not a technique inside nets"),
    }
}

/// The candidates of `before` that are gone from `work`, and without which a chain with these
/// trails would not hold.
pub(super) fn chain_parents(before: &Marks, work: &Marks, trails: &[Trail]) -> Vec<Candidate> {
    let mut parents: Vec<Candidate> = Vec::new();
    let mut add = |parent: Candidate| {
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    };
    for &(node, cause) in trails.iter().flatten().filter(|(node, _)| is_on(*node)) {
        let (cell, digit) = (usize::from(node / 18), usize::from(node / 2 % 9));
        match cause {
            Cause::Cell => members(before.cells[cell] & !work.cells[cell])
                .for_each(|digit| add(candidate(cell, digit))),
            Cause::House(house) => {
                let house = usize::from(house);
                members(before.places[house][digit] & !work.places[house][digit]).for_each(
                    |position| add(candidate(usize::from(TABLES.cells[house][position]), digit)),
                );
            }
            Cause::Start | Cause::Technique(_) => {}
        }
    }
    parents
}

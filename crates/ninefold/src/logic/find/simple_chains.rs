//! Looks for simple chains: along one digit (X-chain), through cells with two
//! candidates (XY-chain), or through cells with the same two (remote pair).
//!
//! ```text
//!   X-chain    r3c2 =9= r3c9 -9- r5c9 =9= r6c7       strong links are houses with
//!                                                    two places for the 9
//!   XY-chain   7- r6c3 -4- r1c3 -9- r2c2 -7          strong links are cells: if r6c3
//!                                                    is not 7 it is 4
//! ```
//!
//! Such a chain rubs out marks by its two ends alone. So the pairs of ends that
//! a chain might join are listed first, the most rewarding on top, and only then a
//! chain is looked for between them, shortest first: the one that would come first if
//! all chains were followed, as HoDoKu does, from each candidate in turn, link by link,
//! along row, column and box.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::order::{self, best_first, by_digit};
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit};
use crate::logic::reason::{Chain, Node};
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};
use crate::sort;

/// How many links may be looked at for one step; a valid puzzle needs far fewer.
const MOST_LINKS: usize = 1_000_000;

/// A digit with more places than this, on a very large board, has no X-chain for us: the
/// links between them would take too much room.
const MOST_PLACES: usize = 2000;

/// X-chains.
pub(super) fn x_chain<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let webs = sight.geometry().digits().filter_map(|digit| {
        let houses = sight.geometry().houses();
        let strong = houses.filter(|&house| sight.conjugates(house, digit).is_some());
        let is_wanted = strong.count() >= 2 && sight.places(digit).len() <= MOST_PLACES;
        is_wanted.then(|| Web::of_digit(sight, digit))
    });
    chains(sight, technique, options, &webs.collect::<Vec<_>>(), found)
}

/// XY-chains.
pub(super) fn xy_chain<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if sight.bivalue().len() < 3 {
        return ControlFlow::Continue(());
    }
    let web = Web::of_pairs(sight);
    chains(sight, technique, options, &[web], found)
}

/// Candidates and how they are linked; strong and weak links take turns in a chain.
struct Web {
    nodes: Vec<Candidate>,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
    /// The weak and the strong links of each node as bits, unless there are too many nodes.
    bits: Option<[Vec<u128>; 2]>,
}

impl Web {
    fn new(nodes: Vec<Candidate>, strong: Vec<Vec<usize>>, weak: Vec<Vec<usize>>) -> Web {
        let bits = |links: &[Vec<usize>]| {
            let bits = |links: &Vec<usize>| links.iter().fold(0, |bits, &k| bits | 1 << k);
            links.iter().map(bits).collect()
        };
        let has_room = nodes.len() <= u128::BITS as usize;
        Web {
            bits: has_room.then(|| [bits(&weak), bits(&strong)]),
            nodes,
            strong,
            weak,
        }
    }

    /// One digit, wherever it can go.
    fn of_digit<const W: usize>(sight: &Sight<W>, digit: Digit) -> Web {
        let cells: Vec<Cell> = sight.places(digit).iter().collect();
        let number = |cell: Cell| cells.binary_search(&cell).ok();
        let weak = |&cell: &Cell| {
            let peers = in_house_order(sight, cell, sight.places(digit));
            peers.filter_map(number).collect()
        };
        let strong = |&cell: &Cell| {
            let mut partners = Vec::new();
            for &house in sight.geometry().houses_of(cell) {
                if let Some((a, b)) = sight.conjugates(house, digit) {
                    partners.extend(number(if a == cell { b } else { a }));
                }
            }
            partners.dedup();
            partners
        };
        let nodes = cells.iter().map(|&cell| Candidate { cell, digit });
        Web::new(
            nodes.collect(),
            cells.iter().map(strong).collect(),
            cells.iter().map(weak).collect(),
        )
    }

    /// Both candidates of every cell that has just two.
    fn of_pairs<const W: usize>(sight: &Sight<W>) -> Web {
        let cells: Vec<Cell> = sight.bivalue().iter().collect();
        let number = |cell: Cell, digit: Digit| {
            let first = sight.candidates(cell).first();
            let k = cells.binary_search(&cell).ok()?;
            let has_it = sight.candidates(cell).contains(digit);
            has_it.then_some(2 * k + usize::from(first != Some(digit)))
        };
        let both = |&cell: &Cell| {
            let digits = sight.candidates(cell).iter();
            digits.map(move |digit| Candidate { cell, digit })
        };
        let nodes: Vec<Candidate> = cells.iter().flat_map(both).collect();
        let weak = |node: &Candidate| {
            let peers = in_house_order(sight, node.cell, sight.bivalue());
            peers.filter_map(|cell| number(cell, node.digit)).collect()
        };
        let strong = (0..nodes.len()).map(|k| vec![k ^ 1]).collect();
        let weak = nodes.iter().map(weak).collect();
        Web::new(nodes, strong, weak)
    }

    /// Measures how far each node is away from the end of a chain at one of `ends`: all nodes of
    /// one distance at a time, or where there are too many for that, one node after the other.
    fn measure(&self, ends: &[usize], distances: &mut Distances) {
        let Distances { away, queue } = distances;
        for away in &mut *away {
            away.clear();
            away.resize(self.nodes.len(), usize::MAX);
        }
        if let Some(links) = &self.bits {
            let mut here = ends.iter().fold(0, |bits, &end| bits | 1 << end);
            let mut reached = [0, here];
            // A node whose next link is weak is arrived at by a strong one.
            let mut side = 1;
            for length in 0.. {
                for node in ones(here) {
                    away[side][node] = length;
                }
                let before = ones(here).fold(0, |bits, node| bits | links[side][node]);
                side = 1 - side;
                here = before & !reached[side];
                reached[side] |= here;
                if here == 0 {
                    return;
                }
            }
        }
        queue.clear();
        for &end in ends {
            away[1][end] = 0;
            queue.push((1, end));
        }
        let mut next = 0;
        while let Some(&(side, node)) = queue.get(next) {
            next += 1;
            let links = [&self.weak, &self.strong][side];
            for &before in &links[node] {
                if away[1 - side][before] == usize::MAX {
                    away[1 - side][before] = away[side][node] + 1;
                    queue.push((1 - side, before));
                }
            }
        }
    }
}

/// How many links each node is away from an end, if cells could be used twice.
#[derive(Default)]
struct Distances {
    /// When the next link is strong, and when it is weak.
    away: [Vec<usize>; 2],
    /// The nodes as they are reached, each with which of the two it is.
    queue: Vec<(usize, usize)>,
}

/// The peers of a cell that are among some: along its row, its column, then the rest of its box.
fn in_house_order<const W: usize>(
    sight: &Sight<W>,
    cell: Cell,
    among: &CellSet<W>,
) -> impl Iterator<Item = Cell> {
    let mut left = *among & *sight.peers(cell);
    let houses = sight.geometry().houses_of(cell).iter();
    let cells = houses.flat_map(|&house| sight.geometry().cells_of(house));
    cells.copied().filter(move |&other| left.remove(other))
}

/// Two ends that a chain might join, and the marks that it would rub out.
struct Ends<const W: usize> {
    gone: CellSet<W>,
    count: usize,
    weight: usize,
    web: usize,
    from: usize,
    to: usize,
}

fn chains<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    webs: &[Web],
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut all: Vec<Ends<W>> = Vec::new();
    let mut distances = Distances::default();
    for (web, links) in webs.iter().enumerate() {
        let starts = (0..links.nodes.len()).filter(|&from| !links.strong[from].is_empty());
        for from in starts {
            sight.poll()?;
            // Links lead both ways, so this is also how far `from` is from the others.
            links.measure(&[from], &mut distances);
            let (away, start) = (&distances.away[0], links.nodes[from]);
            // The first link of the chain is strong, and so is the last.
            for (to, (&end, &length)) in links.nodes.iter().zip(away).enumerate() {
                if end.digit != start.digit || length < 3 || length > options.longest_chain {
                    continue;
                }
                let both = *sight.peers(start.cell) & *sight.peers(end.cell);
                let gone = both & *sight.places(start.digit);
                if gone.is_empty() {
                    continue;
                }
                let marks = gone.iter().map(|cell| Candidate { cell, ..start });
                all.push(Ends {
                    gone,
                    count: gone.len(),
                    weight: order::weight(sight, marks),
                    web,
                    from,
                    to,
                });
            }
        }
    }
    let start = |ends: &Ends<W>| webs[ends.web].nodes[ends.from];
    sort::by_key(&mut all, |ends| {
        (Reverse(ends.count), ends.weight, start(ends))
    });
    while let Some(first) = all.first() {
        sight.poll()?;
        let (web, gone) = (first.web, first.gone);
        let digit = start(first).digit;
        let (weight, count) = (first.weight, first.count);
        let same = |ends: &Ends<W>| ends.gone == gone && start(ends).digit == digit;
        let tied = all
            .partition_point(|ends| (Reverse(ends.count), ends.weight) <= (Reverse(count), weight));
        let (these, others): (Vec<Ends<W>>, Vec<Ends<W>>) = all.drain(..tied).partition(same);
        all.splice(0..0, others);
        let Some(nodes) = shortest(&webs[web], &these, options.longest_chain) else {
            continue;
        };
        let node = |(k, candidate): (usize, Candidate)| {
            Node::cell(candidate.cell, candidate.digit, k % 2 == 1)
        };
        let chain = Chain::open(nodes.into_iter().enumerate().map(node).collect());
        let marks = gone.iter().map(|cell| Candidate { cell, digit });
        if let Some(step) = Deduction::eliminating(technique, marks, chain.into()) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// The first of the shortest chains between any of these ends.
fn shortest<const W: usize>(web: &Web, ends: &[Ends<W>], longest: usize) -> Option<Vec<Candidate>> {
    let mut searches: Vec<ChainSearch<'_>> = Vec::new();
    for pair in ends {
        match searches.last_mut() {
            Some(last) if last.path[0] == pair.from => last.ends.push(pair.to),
            _ => searches.push(ChainSearch {
                web,
                ends: vec![pair.to],
                distances: Distances::default(),
                path: vec![pair.from],
                left: MOST_LINKS,
            }),
        }
    }
    for search in &mut searches {
        web.measure(&search.ends, &mut search.distances);
    }
    for length in (3..=longest).step_by(2) {
        for search in &mut searches {
            if search.reach(length) {
                let nodes = search.path.iter().map(|&node| web.nodes[node]);
                return Some(nodes.collect());
            }
        }
    }
    None
}

/// A search for a chain from the start of the path to one of the ends.
struct ChainSearch<'w> {
    web: &'w Web,
    ends: Vec<usize>,
    distances: Distances,
    path: Vec<usize>,
    left: usize,
}

impl ChainSearch<'_> {
    /// Goes on with the path for exactly `links` links.
    fn reach(&mut self, links: usize) -> bool {
        let here = *self.path.last().expect("a path has a start");
        let weak = self.path.len().is_multiple_of(2);
        if links == 0 {
            return self.ends.contains(&here);
        }
        if self.distances.away[usize::from(weak)][here] > links || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let web = self.web;
        let cell = web.nodes[here].cell;
        for &next in if weak {
            &web.weak[here]
        } else {
            &web.strong[here]
        } {
            let cell_of = |node: usize| web.nodes[node].cell;
            let stays = cell_of(next) == cell;
            // A chain may come back to where it began, and ends there.
            let closes = next == self.path[0] && links == 1;
            let used = || self.path.iter().any(|&node| cell_of(node) == cell_of(next));
            if !stays && !closes && used() {
                continue;
            }
            self.path.push(next);
            if self.reach(links - 1) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// Remote pairs: chains through cells with the same two candidates. Every second cell
/// has the same digit, so cells an odd number of links apart, and not next to each
/// other, rub out both digits where both are seen.
pub(super) fn remote_pair<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut steps: Vec<Deduction> = Vec::new();
    let mut left = MOST_LINKS;
    for start in sight.bivalue().iter() {
        let pair = sight.candidates(start);
        let alike = sight
            .bivalue()
            .iter()
            .filter(|&cell| sight.candidates(cell) == pair);
        let alike: CellSet<W> = alike.collect();
        if alike.len() < 4 {
            continue;
        }
        sight.poll()?;
        for digit in pair.iter() {
            let mut path = vec![start];
            follow(sight, &alike, options, &mut left, &mut path, &mut |cells| {
                let other = (pair - DigitSet::only(digit)).first().unwrap_or(digit);
                if let Some(step) = pair_step(sight, technique, cells, [digit, other]) {
                    steps.push(step);
                }
            });
        }
    }
    best_first(sight, steps).try_for_each(found)
}

/// Reports every path of an even number of cells, four or more.
fn follow<const W: usize>(
    sight: &Sight<W>,
    alike: &CellSet<W>,
    options: &Options,
    left: &mut usize,
    path: &mut Vec<Cell>,
    report: &mut dyn FnMut(&[Cell]),
) {
    if path.len() >= 4 && path.len().is_multiple_of(2) {
        report(path);
    }
    // Each cell counts two candidates, with a link between any two that follow.
    if 2 * path.len() + 1 > options.longest_chain || *left == 0 {
        return;
    }
    *left -= 1;
    let here = path[path.len() - 1];
    if (*alike & *sight.peers(here)).is_empty() {
        return;
    }
    for next in in_house_order(sight, here, alike) {
        if !path.contains(&next) {
            path.push(next);
            follow(sight, alike, options, left, path, report);
            path.pop();
        }
    }
}

fn pair_step<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    cells: &[Cell],
    [first, second]: [Digit; 2],
) -> Option<Deduction> {
    let both = |a: Cell, b: Cell| *sight.peers(a) & *sight.peers(b);
    let ends = both(cells[0], cells[cells.len() - 1]);
    if (ends & *sight.places(first)).is_empty() {
        return None;
    }
    let mut gone = Vec::new();
    for from in 0..cells.len() {
        for to in (from + 3..cells.len()).step_by(2) {
            for digit in [first, second] {
                let seen = both(cells[from], cells[to]) & *sight.places(digit);
                gone.extend(seen.iter().map(|cell| Candidate { cell, digit }));
            }
        }
    }
    by_digit(&mut gone);
    let nodes = cells.iter().enumerate().flat_map(|(k, &cell)| {
        let (off, on) = if k % 2 == 0 {
            (first, second)
        } else {
            (second, first)
        };
        [Node::cell(cell, off, false), Node::cell(cell, on, true)]
    });
    Deduction::eliminating(technique, gone, Chain::open(nodes.collect()).into())
}

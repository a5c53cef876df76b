//! Looks for almost locked sets and what follows from several of them: XZ-rule,
//! XY-wing, chains, death blossom.
//!
//! First all sets are listed, house by house; then all pairs of sets that share a
//! *restricted common*, a digit whose places in the one all see its places in the
//! other. Names, definitions and the order of results are HoDoKu's (by Bernhard
//! Hobiger); the idea is due to bennys and others of the players' forum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::order::weight;
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit};
use crate::logic::position::Position;
use crate::logic::reason::{AlmostLocked, Reason, Sets};
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// On boards larger than this, sets are kept small: there are too many others.
const FULL_SEARCH: usize = 9;

/// The largest set looked for on a larger board.
const SMALL: usize = 4;

/// How many links of chains are tried before the search is given up.
const MOST_LINKS: usize = 2_000_000;

/// How many sets are tried for one digit of a death blossom's stem.
const MOST_PETALS: usize = 100;

/// An almost locked set, with the places of each of its digits.
pub(super) struct Als {
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
    /// For each of its digits, ascending: its places in the set, and who sees them all.
    places: Vec<CellSet>,
    seen: Vec<CellSet>,
}

impl Als {
    fn at(&self, digit: Digit) -> usize {
        let below = (1_u128 << digit.index()) - 1;
        (self.digits.bits() & below).count_ones() as usize
    }

    /// Where in the set the digit can be; the set has it.
    pub(super) fn places(&self, digit: Digit) -> CellSet {
        self.places[self.at(digit)]
    }

    /// The cells that see all its places in the set; the set has it.
    pub(super) fn seen(&self, digit: Digit) -> CellSet {
        self.seen[self.at(digit)]
    }

    fn told(&self) -> AlmostLocked {
        AlmostLocked {
            cells: self.cells.iter().collect(),
            digits: self.digits,
        }
    }
}

/// All almost locked sets: house by house, and in a house a set before those that add
/// to it.
pub(super) fn list(position: &Position) -> Vec<Als> {
    let size = position.size();
    let most = if size <= FULL_SEARCH { size - 1 } else { SMALL };
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for house in position.geometry().houses() {
        let cells = position.geometry().cells_of(house).iter().copied();
        let open: Vec<Cell> = cells
            .filter(|&cell| position.empty().contains(cell))
            .collect();
        let mut chosen = Vec::new();
        grow(
            position,
            &open,
            most,
            &mut chosen,
            DigitSet::EMPTY,
            &mut |cells, digits| {
                if known.insert(cells.to_vec()) {
                    all.push(als(position, cells, digits));
                }
            },
        );
    }
    all
}

fn grow(
    position: &Position,
    open: &[Cell],
    most: usize,
    chosen: &mut Vec<Cell>,
    digits: DigitSet,
    visit: &mut dyn FnMut(&[Cell], DigitSet),
) {
    if chosen.len() == most {
        return;
    }
    for (k, &cell) in open.iter().enumerate() {
        let union = digits | position.candidates(cell);
        chosen.push(cell);
        if union.len() == chosen.len() + 1 {
            visit(chosen, union);
        }
        // Even with every cell left there must not be too many digits.
        let left = (most - chosen.len()).min(open.len() - k - 1);
        if union.len() <= chosen.len() + left + 1 {
            grow(position, &open[k + 1..], most, chosen, union, visit);
        }
        chosen.pop();
    }
}

fn als(position: &Position, cells: &[Cell], digits: DigitSet) -> Als {
    let set: CellSet = cells.iter().copied().collect();
    let places: Vec<CellSet> = digits
        .iter()
        .map(|digit| set & *position.places(digit))
        .collect();
    Als {
        cells: set,
        digits,
        seen: places
            .iter()
            .map(|places| position.common_peers(places.iter()))
            .collect(),
        places,
    }
}

/// Two sets and the one or two digits that only one of them can have.
struct Restricted {
    a: usize,
    b: usize,
    first: Digit,
    second: Option<Digit>,
}

impl Restricted {
    fn digits(&self) -> DigitSet {
        let second = self.second.map_or(DigitSet::EMPTY, DigitSet::only);
        DigitSet::only(self.first) | second
    }

    fn other(&self, set: usize) -> usize {
        if self.a == set { self.b } else { self.a }
    }
}

/// All pairs of sets with a restricted common, in order.
fn restricted(sets: &[Als], options: &Options) -> Vec<Restricted> {
    let mut all = Vec::new();
    for (i, a) in sets.iter().enumerate() {
        for (j, b) in sets.iter().enumerate().skip(i + 1) {
            let common = a.digits & b.digits;
            if common.is_empty() {
                continue;
            }
            let overlap = a.cells & b.cells;
            if !options.als_overlap && !overlap.is_empty() {
                continue;
            }
            let mut tied: Option<Restricted> = None;
            for digit in common.iter() {
                let (in_a, in_b) = (a.places(digit), b.places(digit));
                let apart = (in_a & overlap).is_empty() && (in_b & overlap).is_empty();
                if apart && (in_b - a.seen(digit)).is_empty() {
                    match &mut tied {
                        Some(tied) => tied.second = Some(digit),
                        None => {
                            tied = Some(Restricted {
                                a: i,
                                b: j,
                                first: digit,
                                second: None,
                            });
                        }
                    }
                }
            }
            all.extend(tied);
        }
    }
    all
}

/// The candidates for `digit` that see all its places in both sets.
fn seen_by_both(position: &Position, a: &Als, b: &Als, digit: Digit) -> Vec<Candidate> {
    let gone = *position.places(digit) & a.seen(digit) & b.seen(digit);
    gone.iter().map(|cell| Candidate { cell, digit }).collect()
}

/// Two sets with a restricted common: another digit that both have is in one of them.
pub(super) fn xz(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(position);
    for tie in restricted(&sets, options) {
        let (a, b) = (&sets[tie.a], &sets[tie.b]);
        let common = a.digits & b.digits;
        let mut gone = Vec::new();
        let mut shared = DigitSet::EMPTY;
        for excluded in tie.digits().iter() {
            for digit in (common - DigitSet::only(excluded)).iter() {
                let seen = seen_by_both(position, a, b, digit);
                if !seen.is_empty() {
                    shared.insert(digit);
                }
                gone.extend(seen);
            }
        }
        if tie.second.is_some() {
            let before = gone.len();
            for (set, other) in [(a, b), (b, a)] {
                for digit in (set.digits - tie.digits()).iter() {
                    let seen = *position.places(digit) & set.seen(digit);
                    let seen = seen - other.cells;
                    gone.extend(seen.iter().map(|cell| Candidate { cell, digit }));
                }
            }
            if gone.len() > before {
                shared = DigitSet::EMPTY;
            }
        }
        let reason = Sets {
            sets: vec![a.told(), b.told()],
            ties: vec![tie.digits()],
            stem: None,
            shared,
        };
        if let Some(step) = Step::eliminating(technique, gone, reason.into()) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// Two sets each tied to a third by different digits: one of them has a digit that
/// both have.
pub(super) fn xy_wing(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(position);
    let ties = restricted(&sets, options);
    let of_set = ties_of(&sets, &ties);
    for (p, first) in ties.iter().enumerate() {
        let mut partners: Vec<usize> = [first.a, first.b]
            .iter()
            .flat_map(|&set| of_set[set].iter().copied().filter(|&q| q > p))
            .collect();
        partners.sort_unstable();
        for q in partners {
            let second = &ties[q];
            let is_shared = |set: usize| second.a == set || second.b == set;
            let middle = match (is_shared(first.a), is_shared(first.b)) {
                (true, false) => first.a,
                (false, true) => first.b,
                _ => continue,
            };
            let (x, y) = (first.digits(), second.digits());
            if x == y && x.len() == 1 {
                continue;
            }
            let (a, b) = (&sets[first.other(middle)], &sets[second.other(middle)]);
            let overlap = a.cells & b.cells;
            let contained = overlap == a.cells || overlap == b.cells;
            if contained || (!options.als_overlap && !overlap.is_empty()) {
                continue;
            }
            let mut shared = DigitSet::EMPTY;
            let mut gone = Vec::new();
            for digit in ((a.digits & b.digits) - x - y).iter() {
                let seen = seen_by_both(position, a, b, digit);
                if !seen.is_empty() {
                    shared.insert(digit);
                    gone.extend(seen);
                }
            }
            if gone.is_empty() {
                continue;
            }
            // One digit each, and not the same.
            let (x, y) = distinct(x, y);
            let reason = Sets {
                sets: vec![a.told(), sets[middle].told(), b.told()],
                ties: vec![x, y],
                stem: None,
                shared,
            };
            if let Some(step) = Step::eliminating(technique, gone, reason.into()) {
                found(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first digits of each that differ.
fn distinct(x: DigitSet, y: DigitSet) -> (DigitSet, DigitSet) {
    for a in x.iter() {
        if let Some(b) = y.iter().find(|&b| b != a) {
            return (DigitSet::only(a), DigitSet::only(b));
        }
    }
    (x, y)
}

/// For each set the ties it takes part in, in order.
fn ties_of(sets: &[Als], ties: &[Restricted]) -> Vec<Vec<usize>> {
    let mut of_set = vec![Vec::new(); sets.len()];
    for (k, tie) in ties.iter().enumerate() {
        of_set[tie.a].push(k);
        of_set[tie.b].push(k);
    }
    of_set
}

/// Four or more sets in a row, each tied to the next by another digit than to the
/// one before.
pub(super) fn chain(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(position);
    let ties = restricted(&sets, options);
    let mut search = Chains {
        position,
        technique,
        options,
        of_set: ties_of(&sets, &ties),
        sets: &sets,
        ties: &ties,
        path: Vec::new(),
        links: 0,
        kept: Vec::new(),
        by_key: BTreeMap::new(),
    };
    for start in 0..sets.len() {
        match options.als_forward {
            true => search.forward(start),
            false => search.shortest(start),
        }
    }
    let mut kept = search.kept;
    kept.sort_by_cached_key(|(step, n_cells)| order_a(position, step, *n_cells));
    for (step, _) in kept {
        found(step)?;
    }
    ControlFlow::Continue(())
}

/// More eliminations first; then the place of the eliminations on the board, by
/// HoDoKu's weights; then fewer sets, then fewer cells.
fn order_a(
    position: &Position,
    step: &Step,
    n_cells: usize,
) -> (Reverse<usize>, usize, usize, usize) {
    let n_sets = match &step.reason {
        Reason::Sets(sets) => sets.sets.len(),
        _ => 0,
    };
    (
        Reverse(step.eliminations.len()),
        weight(position, step.eliminations.iter().copied()),
        n_sets,
        n_cells,
    )
}

struct Chains<'p> {
    position: &'p Position,
    technique: Technique,
    options: &'p Options,
    sets: &'p [Als],
    ties: &'p [Restricted],
    of_set: Vec<Vec<usize>>,
    /// The sets so far, each with the digits that tie it to the one before.
    path: Vec<(usize, DigitSet)>,
    links: usize,
    /// The steps found, with their number of cells.
    kept: Vec<(Step, usize)>,
    by_key: BTreeMap<Vec<Candidate>, usize>,
}

impl Chains<'_> {
    /// Every chain from a set to later ones, as HoDoKu searches.
    fn forward(&mut self, start: usize) {
        self.path = vec![(start, DigitSet::EMPTY)];
        for k in 0..self.of_set[start].len() {
            let tie = &self.ties[self.of_set[start][k]];
            let next = tie.other(start);
            if next <= start {
                continue;
            }
            for digit in tie.digits().iter() {
                self.path.push((next, DigitSet::only(digit)));
                self.extend();
                self.path.pop();
            }
        }
    }

    fn extend(&mut self) {
        let &(last, before) = self.path.last().expect("a chain has a start");
        if self.path.len() > self.options.longest_als_chain {
            return;
        }
        for k in 0..self.of_set[last].len() {
            let tie = &self.ties[self.of_set[last][k]];
            let next = tie.other(last);
            if next <= last {
                continue;
            }
            self.links += 1;
            if self.links > MOST_LINKS {
                return;
            }
            // Of two digits that tie the one before, the first is the one not to repeat.
            let taken = before.first().map_or(DigitSet::EMPTY, DigitSet::only);
            let active = tie.digits() - taken;
            if active.is_empty() {
                continue;
            }
            self.path.push((next, active));
            if self.path.len() >= 4 {
                self.conclude();
            }
            self.extend();
            self.path.pop();
        }
    }

    /// The shortest chain from a set to every other that can be reached, by each digit.
    fn shortest(&mut self, start: usize) {
        let first_ties = self.of_set[start].iter().map(|&tie| &self.ties[tie]);
        let first: Vec<(usize, Digit)> = first_ties
            .flat_map(|tie| tie.digits().iter().map(|digit| (tie.other(start), digit)))
            .collect();
        for state in first {
            let mut known = vec![DigitSet::EMPTY; self.sets.len()];
            known[state.0].insert(state.1);
            // Where the chain has got to, and from which entry before.
            let mut reached = vec![(state, usize::MAX, 1)];
            let mut next = 0;
            while let Some(&((last, digit), _, length)) = reached.get(next) {
                if length >= 3 {
                    self.path.clear();
                    let mut at = next;
                    while let Some(&((set, digit), before, _)) = reached.get(at) {
                        self.path.push((set, DigitSet::only(digit)));
                        at = before;
                    }
                    self.path.push((start, DigitSet::EMPTY));
                    self.path.reverse();
                    let mut on_path: Vec<usize> = self.path.iter().map(|&(set, _)| set).collect();
                    on_path.sort_unstable();
                    on_path.dedup();
                    if on_path.len() == self.path.len() {
                        self.conclude();
                    }
                }
                if length < self.options.longest_als_chain {
                    for tie in self.of_set[last].iter().map(|&tie| &self.ties[tie]) {
                        let set = tie.other(last);
                        let others = tie.digits() - DigitSet::only(digit) - known[set];
                        for other in others.iter().filter(|_| set != start) {
                            known[set].insert(other);
                            reached.push(((set, other), next, length + 1));
                        }
                    }
                }
                next += 1;
            }
        }
    }

    fn conclude(&mut self) {
        let (first, last) = (self.path[0].0, self.path[self.path.len() - 1]);
        let (a, b) = (&self.sets[first], &self.sets[last.0]);
        let shared = (a.digits & b.digits) - self.path[1].1 - last.1;
        let mut gone: Vec<Candidate> = Vec::new();
        let mut told = DigitSet::EMPTY;
        for digit in shared.iter() {
            let seen = seen_by_both(self.position, a, b, digit);
            if !seen.is_empty() {
                told.insert(digit);
                gone.extend(seen);
            }
        }
        if gone.is_empty() {
            return;
        }
        gone.sort_by_key(|gone| (gone.digit, gone.cell));
        let on_path = self.path.iter().map(|&(set, _)| &self.sets[set]);
        let n_cells = on_path.clone().map(|set| set.cells.len()).sum();
        let kept = self.by_key.get(&gone).copied();
        if self.options.one_per_elimination && kept.is_some_and(|kept| self.kept[kept].1 <= n_cells)
        {
            return;
        }
        let reason = Sets {
            sets: on_path.map(Als::told).collect(),
            ties: self.path[1..]
                .iter()
                .map(|&(_, digits)| one(digits))
                .collect(),
            stem: None,
            shared: told,
        };
        let step = Step::eliminating(self.technique, gone.clone(), reason.into());
        let step = step.expect("there are eliminations");
        match kept.filter(|_| self.options.one_per_elimination) {
            Some(kept) => self.kept[kept] = (step, n_cells),
            None => {
                self.by_key.insert(gone, self.kept.len());
                self.kept.push((step, n_cells));
            }
        }
    }
}

fn one(digits: DigitSet) -> DigitSet {
    digits.first().map_or(digits, DigitSet::only)
}

/// A cell each of whose candidates takes a digit from a set: one of the sets has a
/// digit that they all share.
pub(super) fn death_blossom(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(position);
    for stem in position.empty().iter() {
        let digits: Vec<Digit> = position.candidates(stem).iter().collect();
        if digits.len() < 2 {
            continue;
        }
        let petals: Vec<Vec<usize>> = digits
            .iter()
            .map(|&digit| {
                let fits = |&k: &usize| {
                    let set = &sets[k];
                    set.digits.contains(digit)
                        && !set.cells.contains(stem)
                        && set.seen(digit).contains(stem)
                };
                (0..sets.len()).filter(fits).take(MOST_PETALS).collect()
            })
            .collect();
        if petals.iter().any(Vec::is_empty) {
            continue;
        }
        let stem_digits = position.candidates(stem);
        let blossom = Blossom {
            position,
            technique,
            options,
            sets: &sets,
            stem,
            digits: &digits,
            petals: &petals,
        };
        let all = position.geometry().all_digits() - stem_digits;
        blossom.grow(&mut Vec::new(), CellSet::EMPTY, all, found)?;
    }
    ControlFlow::Continue(())
}

struct Blossom<'p> {
    position: &'p Position,
    technique: Technique,
    options: &'p Options,
    sets: &'p [Als],
    stem: Cell,
    digits: &'p [Digit],
    petals: &'p [Vec<usize>],
}

impl Blossom<'_> {
    fn grow(
        &self,
        chosen: &mut Vec<usize>,
        used: CellSet,
        shared: DigitSet,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let Some(petals) = self.petals.get(chosen.len()) else {
            return self.conclude(chosen, shared, found);
        };
        for &petal in petals {
            let set = &self.sets[petal];
            let overlaps = !(set.cells & used).is_empty();
            let still = shared & set.digits;
            if still.is_empty()
                || (overlaps && !self.options.als_overlap)
                || chosen.contains(&petal)
            {
                continue;
            }
            chosen.push(petal);
            self.grow(chosen, used | set.cells, still, found)?;
            chosen.pop();
        }
        ControlFlow::Continue(())
    }

    fn conclude(
        &self,
        chosen: &[usize],
        shared: DigitSet,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let mut gone = Vec::new();
        let mut told = DigitSet::EMPTY;
        for digit in shared.iter() {
            let all = chosen.iter().map(|&petal| self.sets[petal].seen(digit));
            let seen = all.fold(*self.position.places(digit), |seen, set| seen & set);
            if !seen.is_empty() {
                told.insert(digit);
                gone.extend(seen.iter().map(|cell| Candidate { cell, digit }));
            }
        }
        let reason = Sets {
            sets: chosen
                .iter()
                .map(|&petal| self.sets[petal].told())
                .collect(),
            ties: self.digits.iter().copied().map(DigitSet::only).collect(),
            stem: Some(self.stem),
            shared: told,
        };
        match Step::eliminating(self.technique, gone, reason.into()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }
}

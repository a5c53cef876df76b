//! Chains of almost locked sets: four or more in a row.
//!
//! ```text
//!   A ─x─ B ─y─ C ─x─ D      each is tied to the next by another digit than to the one
//!                            before, so that A or D has what both have besides x
//! ```

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::super::order::weight;
use super::{Als, Found, Options, Restricted, candidates, list, restricted, ties_of};
use crate::geometry::{Candidate, Digit};
use crate::logic::reason::{Reason, Sets};
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// How many links of chains are tried before the search is given up.
const MOST_LINKS: usize = 2_000_000;

/// Four or more sets in a row, each tied to the next by another digit than to the
/// one before.
pub(in super::super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(sight)?;
    let ties = restricted(sight, &sets, options)?;
    let mut ahead = vec![Vec::new(); sets.len()];
    for tie in &ties {
        ahead[tie.a].push((tie.b, tie.digits()));
    }
    let mut search = Chains {
        sight,
        technique,
        options,
        of_set: ties_of(&sets, &ties),
        ahead,
        shared: Vec::new(),
        fewest: BTreeMap::new(),
        sets: &sets,
        ties: &ties,
        path: Vec::new(),
        links: 0,
        kept: Vec::new(),
        by_key: BTreeMap::new(),
    };
    for start in 0..sets.len() {
        sight.poll()?;
        if options.als_forward {
            search.forward(start);
        } else {
            search.shortest(start);
        }
    }
    let mut kept = search.kept;
    kept.sort_by_cached_key(|(step, n_cells)| order_a(sight, step, *n_cells));
    for (step, _) in kept {
        found(step)?;
    }
    ControlFlow::Continue(())
}

/// More eliminations first; then the place of the eliminations on the board, by
/// HoDoKu's weights; then fewer sets, then fewer cells.
fn order_a<const W: usize>(
    sight: &Sight<W>,
    step: &Deduction,
    n_cells: usize,
) -> (Reverse<usize>, usize, usize, usize) {
    let n_sets = match &step.reason {
        Reason::Sets(sets) => sets.sets.len(),
        _ => 0,
    };
    (
        Reverse(step.eliminations.len()),
        weight(sight, step.eliminations.iter().copied()),
        n_sets,
        n_cells,
    )
}

struct Chains<'p, const W: usize> {
    sight: &'p Sight<W>,
    technique: Technique,
    options: &'p Options,
    sets: &'p [Als<W>],
    ties: &'p [Restricted],
    of_set: Vec<Vec<usize>>,
    /// For each set those later in the list that it is tied to, and by which digits.
    ahead: Vec<Vec<(usize, DigitSet)>>,
    /// The sets so far, each with the digits that tie it to the one before.
    path: Vec<(usize, DigitSet)>,
    links: usize,
    /// For each set the digits by which it and the start of the path rub something out,
    /// once that was asked.
    shared: Vec<Option<DigitSet>>,
    /// The fewest cells of a chain to this set by these digits.
    fewest: BTreeMap<(usize, u128), usize>,
    /// The steps found, with their number of cells.
    kept: Vec<(Deduction, usize)>,
    by_key: BTreeMap<Vec<Candidate>, usize>,
}

impl<const W: usize> Chains<'_, W> {
    /// Every chain from a set to later ones, as HoDoKu searches.
    fn forward(&mut self, start: usize) {
        self.begin();
        self.path.push((start, DigitSet::EMPTY));
        let n_cells = self.sets[start].cells.len();
        for k in 0..self.ahead[start].len() {
            let (next, digits) = self.ahead[start][k];
            for digit in digits.iter() {
                self.path.push((next, DigitSet::only(digit)));
                self.extend(n_cells + self.sets[next].cells.len());
                self.path.pop();
            }
        }
    }

    /// Forgets what was known about another start.
    fn begin(&mut self) {
        self.path.clear();
        self.fewest.clear();
        self.shared.clear();
        self.shared.resize(self.sets.len(), None);
    }

    fn extend(&mut self, n_cells: usize) {
        let &(last, before) = self.path.last().expect("a chain has a start");
        if self.path.len() > self.options.longest_als_chain {
            return;
        }
        // Of two digits that tie the one before, the first is the one not to repeat.
        let taken = one(before);
        for k in 0..self.ahead[last].len() {
            let (next, digits) = self.ahead[last][k];
            self.links += 1;
            if self.links > MOST_LINKS {
                return;
            }
            let active = digits - taken;
            if active.is_empty() {
                continue;
            }
            let n_cells = n_cells + self.sets[next].cells.len();
            self.path.push((next, active));
            if self.path.len() >= 4 {
                self.conclude(n_cells);
            }
            self.extend(n_cells);
            self.path.pop();
        }
    }

    /// The shortest chain from a set to every other that can be reached, by each digit.
    fn shortest(&mut self, start: usize) {
        self.begin();
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
                        let cells = on_path.iter().map(|&set| self.sets[set].cells.len());
                        self.conclude(cells.sum());
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

    /// Keeps the conclusion of a path of `n_cells`, unless one of fewer cells has it.
    fn conclude(&mut self, n_cells: usize) {
        let (first, last) = (self.path[0].0, self.path[self.path.len() - 1]);
        let (a, b) = (&self.sets[first], &self.sets[last.0]);
        let sight = self.sight;
        let shared = self.shared[last.0].get_or_insert_with(|| {
            let both = (a.digits & b.digits).iter();
            both.filter(|&digit| !a.seen_with(b, digit, sight).is_empty())
                .collect()
        });
        let shared = *shared - self.path[1].1 - last.1;
        if shared.is_empty() {
            return;
        }
        if self.options.one_per_elimination {
            let fewest = self
                .fewest
                .entry((last.0, shared.bits()))
                .or_insert(usize::MAX);
            if *fewest <= n_cells {
                return;
            }
            *fewest = n_cells;
        }
        let seen = shared
            .iter()
            .map(|digit| (a.seen_with(b, digit, sight), digit));
        let gone: Vec<Candidate> = seen
            .flat_map(|(cells, digit)| candidates(cells, digit))
            .collect();
        let kept = self.by_key.get(&gone).copied();
        if self.options.one_per_elimination && kept.is_some_and(|kept| self.kept[kept].1 <= n_cells)
        {
            return;
        }
        let on_path = self.path.iter().map(|&(set, _)| &self.sets[set]);
        let reason = Sets {
            sets: on_path.map(Als::for_reason).collect(),
            ties: self.path[1..]
                .iter()
                .map(|&(_, digits)| one(digits))
                .collect(),
            stem: None,
            shared,
        };
        let step = Deduction::eliminating(self.technique, gone.clone(), reason.into());
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

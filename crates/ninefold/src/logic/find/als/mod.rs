//! Almost locked sets: cells of a house with one digit more than there are cells.
//!
//! ```text
//!    r1c1 {1,2}   r1c4 {2,5}        two cells, three digits: take one away,
//!                                   and the others are locked in
//! ```
//!
//! First all sets are listed, house by house; then all pairs of sets that share a
//! *restricted common*, a digit whose places in the one all see its places in the
//! other. The techniques that combine several of them are in the files below: [two or
//! three](pairs), [chains](chain), [death blossom](blossom). Names, definitions and the
//! order of results are HoDoKu's (by Bernhard Hobiger); the idea is due to bennys and
//! others of the players' forum.

mod blossom;
mod chain;
mod pairs;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{FULL_SEARCH, Found, Options};
use crate::geometry::{Candidate, Cell, Digit};
use crate::logic::reason::AlmostLocked;
use crate::logic::sight::Sight;
use crate::sets::{CellSet, DigitSet};

pub(super) use blossom::find as death_blossom;
pub(super) use chain::find as chain;
pub(super) use pairs::{xy_wing, xz};

/// The largest set looked for on a larger board.
const SMALL: usize = 4;

/// The most sets that are kept on a larger board; each takes room for all the cells that see it.
const MOST_SETS: usize = 10_000;

/// An almost locked set, with the places of each of its digits.
pub(super) struct Als<const W: usize> {
    pub(super) cells: CellSet<W>,
    pub(super) digits: DigitSet,
    /// For each of its digits, ascending: its places in the set, and the cells that see them all.
    places: Vec<CellSet<W>>,
    seen: Vec<CellSet<W>>,
    /// At a glance: its places in the set, and those on the board that see them all.
    place_bits: Vec<u128>,
    target_bits: Vec<u128>,
}

impl<const W: usize> Als<W> {
    fn at(&self, digit: Digit) -> usize {
        let below = (1_u128 << digit.index()) - 1;
        (self.digits.bits() & below).count_ones() as usize
    }

    /// Where in the set the digit can be; the set has it.
    pub(super) fn places(&self, digit: Digit) -> CellSet<W> {
        self.places[self.at(digit)]
    }

    /// The cells that see all its places in the set; the set has it.
    pub(super) fn seen(&self, digit: Digit) -> CellSet<W> {
        self.seen[self.at(digit)]
    }

    /// The candidates for `digit` that see all its places in both sets.
    fn seen_with(&self, other: &Als<W>, digit: Digit, sight: &Sight<W>) -> CellSet<W> {
        // Most often there are none, and that is seen at a glance.
        if self.target_bits[self.at(digit)] & other.target_bits[other.at(digit)] == 0 {
            return CellSet::EMPTY;
        }
        *sight.places(digit) & self.seen(digit) & other.seen(digit)
    }

    fn for_reason(&self) -> AlmostLocked {
        AlmostLocked {
            cells: self.cells.iter().collect(),
            digits: self.digits,
        }
    }
}

/// All almost locked sets: house by house, and in a house a set before those that add
/// to it. Where there are more than [`MOST_SETS`], the largest ones are left out.
pub(super) fn list<const W: usize>(sight: &Sight<W>) -> ControlFlow<(), Vec<Als<W>>> {
    let size = sight.size();
    if size <= FULL_SEARCH {
        return up_to(sight, size - 1, usize::MAX).map_continue(Option::unwrap_or_default);
    }
    for most in (2..=SMALL).rev() {
        if let Some(all) = up_to(sight, most, MOST_SETS)? {
            return ControlFlow::Continue(all);
        }
    }
    ControlFlow::Continue(Vec::new())
}

/// All almost locked sets of up to `most` cells; none if they are too many.
fn up_to<const W: usize>(
    sight: &Sight<W>,
    most: usize,
    most_sets: usize,
) -> ControlFlow<(), Option<Vec<Als<W>>>> {
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for house in sight.geometry().houses() {
        sight.poll()?;
        let cells = sight.geometry().cells_of(house).iter().copied();
        let open: Vec<Cell> = cells.filter(|&cell| sight.empty().contains(cell)).collect();
        let mut chosen = Vec::new();
        grow(
            sight,
            &open,
            most,
            &mut chosen,
            DigitSet::EMPTY,
            &mut |cells, digits| {
                if all.len() <= most_sets && known.insert(cells.to_vec()) {
                    all.push(als(sight, cells, digits));
                }
            },
        );
        if all.len() > most_sets {
            return ControlFlow::Continue(None);
        }
    }
    ControlFlow::Continue(Some(all))
}

fn grow<const W: usize>(
    sight: &Sight<W>,
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
        let union = digits | sight.candidates(cell);
        chosen.push(cell);
        if union.len() == chosen.len() + 1 {
            visit(chosen, union);
        }
        // Even with every cell left there must not be too many digits.
        let left = (most - chosen.len()).min(open.len() - k - 1);
        if union.len() <= chosen.len() + left + 1 {
            grow(sight, &open[k + 1..], most, chosen, union, visit);
        }
        chosen.pop();
    }
}

fn als<const W: usize>(sight: &Sight<W>, cells: &[Cell], digits: DigitSet) -> Als<W> {
    let set: CellSet<W> = cells.iter().copied().collect();
    let places: Vec<CellSet<W>> = digits
        .iter()
        .map(|digit| set & *sight.places(digit))
        .collect();
    let seen: Vec<CellSet<W>> = places
        .iter()
        .map(|places| sight.common_peers(places.iter()))
        .collect();
    let targets = digits.iter().zip(&seen);
    let targets = targets.map(|(digit, seen)| (*seen & *sight.places(digit)).glance());
    Als {
        cells: set,
        digits,
        target_bits: targets.collect(),
        place_bits: places.iter().map(CellSet::glance).collect(),
        seen,
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
fn restricted<const W: usize>(
    sight: &Sight<W>,
    sets: &[Als<W>],
    options: &Options,
) -> ControlFlow<(), Vec<Restricted>> {
    // Digit by digit, the sets that have it: where it is in them, and where it is not
    // if it is there.
    let most = sets.iter().flat_map(|set| set.digits.iter()).max();
    let mut by_digit = vec![Vec::new(); most.map_or(0, |digit| digit.index() + 1)];
    for (k, set) in sets.iter().enumerate() {
        for (at, digit) in set.digits.iter().enumerate() {
            by_digit[digit.index()].push((k, set.place_bits[at]));
        }
    }
    let mut all = Vec::new();
    let mut begins = vec![0; by_digit.len()];
    let mut near: Vec<(usize, Digit)> = Vec::new();
    for (i, a) in sets.iter().enumerate() {
        sight.poll()?;
        near.clear();
        for (at, digit) in a.digits.iter().enumerate() {
            let (others, begin) = (&by_digit[digit.index()], &mut begins[digit.index()]);
            // The sets come in order, so no later one is tied to this.
            *begin += 1;
            let beyond = !a.target_bits[at];
            let hits = others[*begin..]
                .iter()
                .filter(|other| other.1 & beyond == 0);
            near.extend(hits.map(|&(j, _)| (j, digit)));
        }
        near.sort_unstable();
        for pair in near.chunk_by(|one, other| one.0 == other.0) {
            let b = &sets[pair[0].0];
            let overlap = a.cells & b.cells;
            if !options.als_overlap && !overlap.is_empty() {
                continue;
            }
            let is_tie = |&digit: &Digit| {
                let (in_a, in_b) = (a.places(digit), b.places(digit));
                let apart = (in_a & overlap).is_empty() && (in_b & overlap).is_empty();
                apart && (in_b - a.seen(digit)).is_empty()
            };
            let mut ties = pair.iter().map(|&(_, digit)| digit).filter(is_tie);
            if let Some(first) = ties.next() {
                all.push(Restricted {
                    a: i,
                    b: pair[0].0,
                    first,
                    second: ties.next_back(),
                });
            }
        }
    }
    ControlFlow::Continue(all)
}

/// For each set the ties it takes part in, in order.
fn ties_of<const W: usize>(sets: &[Als<W>], ties: &[Restricted]) -> Vec<Vec<usize>> {
    let mut of_set = vec![Vec::new(); sets.len()];
    for (k, tie) in ties.iter().enumerate() {
        of_set[tie.a].push(k);
        of_set[tie.b].push(k);
    }
    of_set
}

/// These cells as candidates for the digit.
fn candidates<const W: usize>(cells: CellSet<W>, digit: Digit) -> impl Iterator<Item = Candidate> {
    let cells: Vec<Cell> = cells.iter().collect();
    cells.into_iter().map(move |cell| Candidate { cell, digit })
}

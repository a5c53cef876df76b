//! What was probably meant: the grids that one slip could have started from, if they are
//! proper puzzles, the likeliest first.
//!
//! A thousand grids are within reach of one slip, a few hundred of them have no digit twice in a
//! house, and a handful are proper. They are tried in the order of their weights, so that a
//! search which is stopped has tried the likeliest. If none is proper, two slips are undone: the
//! first in the conflict, the second in the conflict that is left after it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::engine::Count;
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::words::{Explanation, Words, say};

use super::conflict::Refutation;
use super::pattern::Pattern;
use super::slips::{self, Change, Slip, Start};
use super::work::{Work, price_of_node};

/// A proper puzzle that may have been meant.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The slips that it undoes: one, unless no single slip explains the puzzle.
    pub slips: Vec<Slip>,
    /// The cells whose digits change: the digit at hand, and the digit meant. None where a
    /// character of the text was lost or is one too many.
    pub changes: Vec<Replaced>,
    /// How usual such slips are; only the ratio of two weights means anything.
    pub weight: f64,
    /// Its part of the weights of all repairs.
    pub share: f64,
    /// The givens at hand, to say what moves where.
    pub(super) givens: Vec<Option<Digit>>,
}

/// What a cell holds, and what it is to hold instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The cell.
    pub cell: Cell,
    /// The digit at hand.
    pub from: Option<Digit>,
    /// The digit that was meant.
    pub to: Option<Digit>,
}

impl Repair {
    /// What to change, in words: `r3c4 6 instead of 5`.
    pub fn explain(&self) -> Explanation {
        let geometry = self.puzzle.geometry();
        let mut words = Words::default();
        let mut givens = self.givens.clone();
        for (k, slip) in self.slips.iter().enumerate() {
            if k > 0 {
                words = words.and(say!["; "]);
            }
            words = words.and(slip.words(geometry, &givens));
            if k == 0 && self.slips.len() > 1 {
                givens = slip.undone(geometry, &givens);
            }
        }
        words.on(geometry)
    }
}

/// Repairs, the likeliest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs {
    pub(super) all: Vec<Repair>,
    /// Whether every grid within reach was tried.
    pub(super) is_complete: bool,
}

/// A symmetric pattern is no accident.
const SYMMETRIC: f64 = 300.0;

/// Without a digit too many, what is left has no clue to spare: that is no accident either.
const MINIMAL: f64 = 40.0;

/// What the search for a second solution may cost: 3000 nodes on a classic board, and 300 on
/// others.
fn price(puzzle: &Puzzle) -> u64 {
    (300 * price_of_node(puzzle)).max(3000)
}

/// How many grids are tried on boards that have no fast engine.
const MOST_TRIED: usize = 200;

/// How many pairs of slips are undone.
const MOST_PAIRS: usize = 20_000;

/// Boards beyond this size are not repaired: too many grids are within reach of a slip.
const LARGEST: usize = 25;

/// The proper puzzles that one slip could have started from.
pub(super) fn after_one_slip(puzzle: &Puzzle, work: &mut Work<'_>) -> Repairs {
    if puzzle.geometry().size() > LARGEST {
        return Repairs::default();
    }
    work.spend(price_of_slips(puzzle));
    let tries = slips::starts(puzzle).into_iter().map(|start| Try {
        changes: start.changes,
        slips: vec![start.slip],
        weight: start.weight,
    });
    tried(puzzle, tries.collect(), work)
}

/// The proper puzzles that two slips could have started from, both in the conflict at hand.
pub(super) fn after_two_slips(puzzle: &Puzzle, work: &mut Work<'_>) -> Repairs {
    if puzzle.geometry().size() > LARGEST {
        return Repairs::default();
    }
    let mut found: BTreeMap<Vec<Change>, Try> = BTreeMap::new();
    // Half of the work is left for trying them.
    let (reserve, mut is_complete) = (work.share(2), true);
    for first in slips::beginnings_in(puzzle, &conflict(puzzle, work)) {
        work.spend(price_of_slips(puzzle));
        if work.share(1) <= reserve || work.is_over() || found.len() > MOST_PAIRS {
            is_complete = false;
            break;
        }
        let between = with(puzzle, &first.changes);
        for second in slips::starts_in(&between, &conflict(&between, work)) {
            let both = Try::of_both(puzzle, &first, &second);
            match found.entry(both.changes.clone()) {
                Entry::Vacant(entry) => drop(entry.insert(both)),
                Entry::Occupied(mut known) if known.get().weight < both.weight => {
                    known.insert(both);
                }
                Entry::Occupied(_) => {}
            }
        }
    }
    let mut repairs = tried(puzzle, found.into_values().collect(), work);
    repairs.is_complete &= is_complete;
    repairs
}

/// What it costs to write down the slips of a puzzle.
fn price_of_slips(puzzle: &Puzzle) -> u64 {
    (puzzle.geometry().n_cells() * puzzle.geometry().size() / 3) as u64
}

/// The cells of which at least one is wrong.
fn conflict(puzzle: &Puzzle, work: &mut Work<'_>) -> Vec<Cell> {
    if let Some(clash) = puzzle.conflicts().into_iter().next() {
        return clash.cells;
    }
    match Refutation::first(puzzle, work) {
        Some(found) => found.givens.iter().map(|given| given.cell).collect(),
        None => Vec::new(),
    }
}

/// The puzzle with these changes.
fn with(puzzle: &Puzzle, changes: &[Change]) -> Puzzle {
    let mut changed = puzzle.clone();
    for &(cell, digit) in changes {
        changed.set(cell, digit);
    }
    changed
}

/// A grid to be tried.
pub(super) struct Try {
    pub(super) changes: Vec<Change>,
    pub(super) slips: Vec<Slip>,
    pub(super) weight: f64,
}

impl Try {
    /// The grid before two slips, of which `first` is undone first.
    fn of_both(puzzle: &Puzzle, first: &Start, second: &Start) -> Try {
        let mut after: BTreeMap<Cell, Option<Digit>> = first.changes.iter().copied().collect();
        after.extend(second.changes.iter().copied());
        let changes = after.into_iter();
        Try {
            changes: changes
                .filter(|&(cell, digit)| puzzle.given(cell) != digit)
                .collect(),
            slips: vec![first.slip, second.slip],
            weight: first.weight * second.weight,
        }
    }
}

/// Those grids that are proper puzzles.
pub(super) fn tried(puzzle: &Puzzle, mut tries: Vec<Try>, work: &mut Work<'_>) -> Repairs {
    let mut pattern = Pattern::of(puzzle);
    for try_ in &mut tries {
        if pattern.is_symmetric_with(&try_.changes) {
            try_.weight *= SYMMETRIC;
        }
    }
    sort(
        &mut tries,
        |try_| try_.weight,
        |a, b| a.changes.cmp(&b.changes),
    );
    let is_classic = puzzle.geometry().is_classic();
    let most = if is_classic { tries.len() } else { MOST_TRIED };
    let mut repairs = Repairs {
        all: Vec::new(),
        is_complete: tries.len() <= most,
    };
    for try_ in tries.into_iter().take(most) {
        if work.is_over() {
            repairs.is_complete = false;
            break;
        }
        let meant = with(puzzle, &try_.changes);
        match work.count(&meant, 2, price(puzzle)) {
            Count::Exactly(1) => repairs.all.push(repair(puzzle, meant, try_)),
            Count::Stopped(_) => repairs.is_complete = false,
            _ => {}
        }
    }
    favour_minimal(&mut repairs.all, work);
    shared_out(&mut repairs.all);
    repairs
}

fn repair(puzzle: &Puzzle, meant: Puzzle, try_: Try) -> Repair {
    let replaced = |(cell, to): Change| Replaced {
        cell,
        from: puzzle.given(cell),
        to,
    };
    Repair {
        puzzle: meant,
        slips: try_.slips,
        changes: try_.changes.into_iter().map(replaced).collect(),
        weight: try_.weight,
        share: 0.0,
        givens: puzzle.givens().to_vec(),
    }
}

/// Changing a digit too many into the one that the solution has there gives a proper puzzle as
/// well, and that slip is the more usual one. But if no other clue can be spared, this one would
/// be the only one that could: rather it is not a clue.
fn favour_minimal(repairs: &mut [Repair], work: &mut Work<'_>) {
    for repair in repairs {
        if let [Slip::TooMany { .. }] = repair.slips[..]
            && is_minimal(&repair.puzzle, work)
        {
            repair.weight *= MINIMAL;
        }
    }
}

/// Whether no clue can be spared; false if that is not found out.
fn is_minimal(puzzle: &Puzzle, work: &mut Work<'_>) -> bool {
    let mut givens = puzzle.geometry().cells();
    givens.all(|cell| {
        puzzle.given(cell).is_none() || {
            let without = with(puzzle, &[(cell, None)]);
            matches!(work.count(&without, 2, price(puzzle)), Count::AtLeast(2))
        }
    })
}

/// Sorts repairs and gives each its share.
pub(super) fn shared_out(repairs: &mut [Repair]) {
    sort(
        repairs,
        |repair| repair.weight,
        |a, b| a.puzzle.givens().cmp(b.puzzle.givens()),
    );
    let all: f64 = repairs.iter().map(|repair| repair.weight).sum();
    for repair in repairs {
        repair.share = repair.weight / all;
    }
}

/// The heaviest first; of equals, the first in order.
fn sort<T>(
    items: &mut [T],
    weight: impl Fn(&T) -> f64,
    order: impl Fn(&T, &T) -> std::cmp::Ordering,
) {
    items.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then_with(|| order(a, b)));
}

impl Slip {
    /// The givens after it is undone.
    fn undone(self, geometry: &Geometry, givens: &[Option<Digit>]) -> Vec<Option<Digit>> {
        let mut givens = givens.to_vec();
        for (cell, digit) in slips::changes(&givens, geometry.size(), self) {
            givens[cell.index()] = digit;
        }
        givens
    }
}

//! Looks for aligned pair and triple exclusion: fills two or three cells in every way
//! and sees which of their candidates never work.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit};
use crate::logic::reason::Exclusion;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// Pairs of cells, or triples in one house.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let few = |most: usize| -> CellSet<W> {
        let cells = sight.empty().iter();
        cells
            .filter(|&cell| sight.candidates(cell).len() <= most)
            .collect()
    };
    let empty: Vec<Cell> = sight.empty().iter().collect();
    let is_pair = technique == Technique::AlignedPairExclusion;
    let small = few(if is_pair { 2 } else { 3 });
    for (i, &one) in empty.iter().enumerate() {
        sight.poll()?;
        let near = *sight.peers(one) & small;
        let is_far = near.is_empty() && sight.candidates(one).len() > 1;
        for (j, &other) in empty.iter().enumerate().skip(i + 1) {
            if is_pair {
                // With nothing to watch nothing is ruled out.
                if !is_far || sight.candidates(other).len() == 1 {
                    let watched = near & *sight.peers(other);
                    try_all(sight, technique, &[one, other], &watched, found)?;
                }
                continue;
            }
            if !sight.sees(one, other) {
                continue;
            }
            sight.poll()?;
            let watched = near & *sight.peers(other);
            for &third in &empty[j + 1..] {
                let cells = [one, other, third];
                if sight.common_houses(&cells).is_empty() {
                    continue;
                }
                // A cell matters if it sees two of the three.
                let by_third =
                    (*sight.peers(one) | *sight.peers(other)) & *sight.peers(third) & small;
                try_all(sight, technique, &cells, &(watched | by_third), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Fills the cells in every way; reports the candidates for which none works.
fn try_all<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    cells: &[Cell],
    watched: &CellSet<W>,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let watched: CellSet<W> = watched
        .iter()
        .filter(|cell| !cells.contains(cell))
        .collect();
    // It takes a watched cell to rule out each but one of some cell's candidates.
    let fewest = cells.iter().map(|&cell| sight.candidates(cell).len()).min();
    if watched.len() + 1 < fewest.unwrap_or(0) {
        return ControlFlow::Continue(());
    }
    let candidates = cells.iter().map(|&cell| sight.candidates(cell));
    let mut fails: Vec<DigitSet> = candidates.collect();
    each_way(sight, cells, &mut Vec::new(), &mut |digits| {
        if blocked(sight, cells, digits, &watched).is_none() {
            for (fails, &digit) in fails.iter_mut().zip(digits) {
                fails.remove(digit);
            }
        }
    });
    if fails.iter().all(|digits| digits.is_empty()) {
        return ControlFlow::Continue(());
    }
    let gone = cells.iter().zip(&fails).flat_map(|(&cell, fails)| {
        let fails = fails.iter();
        fails.map(move |digit| Candidate { cell, digit })
    });
    // Once more, to see which of the watched cells it takes.
    let mut used = CellSet::<W>::EMPTY;
    each_way(sight, cells, &mut Vec::new(), &mut |digits| {
        let mut filled = fails.iter().zip(digits);
        if filled.any(|(fails, &digit)| fails.contains(digit)) {
            used.extend(blocked(sight, cells, digits, &watched));
        }
    });
    let reason = Exclusion {
        cells: cells.to_vec(),
        watched: used.iter().collect(),
    };
    match Deduction::eliminating(technique, gone, reason.into()) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

/// Every way to fill the cells in which no digit comes twice among cells that see
/// each other.
fn each_way<const W: usize>(
    sight: &Sight<W>,
    cells: &[Cell],
    digits: &mut Vec<Digit>,
    visit: &mut dyn FnMut(&[Digit]),
) {
    let Some(&cell) = cells.get(digits.len()) else {
        return visit(digits);
    };
    let before = cells.iter().zip(digits.iter());
    let seen: DigitSet = before
        .filter(|&(&other, _)| sight.sees(cell, other))
        .map(|(_, &digit)| digit)
        .collect();
    for digit in (sight.candidates(cell) - seen).iter() {
        digits.push(digit);
        each_way(sight, cells, digits, visit);
        digits.pop();
    }
}

/// A watched cell that has no candidate left when the cells hold these digits.
fn blocked<const W: usize>(
    sight: &Sight<W>,
    cells: &[Cell],
    digits: &[Digit],
    watched: &CellSet<W>,
) -> Option<Cell> {
    let mut watched = watched.iter();
    watched.find(|&watched| {
        let filled = cells.iter().zip(digits);
        let seen: DigitSet = filled
            .filter(|&(&cell, _)| sight.sees(cell, watched))
            .map(|(_, &digit)| digit)
            .collect();
        (sight.candidates(watched) - seen).is_empty()
    })
}

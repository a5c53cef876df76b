//! Looks for bivalue universal graves: every empty cell has two candidates, but for a
//! few marks, and every house has two places for every digit that it needs.

use std::ops::ControlFlow;

use super::deadly::{Pattern, both};
use super::{Found, Options};
use crate::logic::check::Pair;
use crate::logic::sight::Sight;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// Graves of every type. With one cell that has more than two candidates it is
/// called BUG+1.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let open = *sight.empty() - *sight.bivalue();
    let wanted = match technique {
        Technique::BugPlus1 => open.len() == 1,
        _ => (2..=sight.size()).contains(&open.len()),
    };
    let Some(pairs) = wanted.then(|| grave(sight)).flatten() else {
        return ControlFlow::Continue(());
    };
    let pattern = Pattern::new(sight, &pairs);
    let step = match technique {
        // One mark too many, as HoDoKu has it.
        Technique::BugPlus1 if pattern.extras.len() == 1 => pattern.one_open(technique),
        Technique::Bug2 => pattern.one_extra(technique),
        Technique::Bug3 => return pattern.subsets(technique, found),
        Technique::Bug4 => pattern.strong_link(technique),
        _ => None,
    };
    match step {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

/// The pairs of all empty cells, if they make a grave.
fn grave<const W: usize>(sight: &Sight<W>) -> Option<Vec<Pair>> {
    let geometry = sight.geometry();
    let mut pairs = Vec::with_capacity(sight.empty().len());
    for cell in sight.empty().iter() {
        let mut digits = sight.candidates(cell);
        if digits.len() > 2 {
            // The marks too many are those that all houses of the cell have too many.
            let houses = geometry.houses_of(cell);
            for digit in digits.iter() {
                if houses.iter().all(|&house| sight.count(house, digit) > 2) {
                    digits.remove(digit);
                }
            }
        }
        if digits.len() != 2 || !sight.free().contains(cell) {
            return None;
        }
        let mut digits = digits.iter();
        let (a, b) = digits.next().zip(digits.next())?;
        pairs.push(Pair { cell, a, b });
    }
    let is_paired = |house| {
        let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
        let cells = sight.cells_of(house);
        for &pair in pairs.iter().filter(|pair| cells.contains(pair.cell)) {
            if !(both(pair) & twice).is_empty() {
                return false;
            }
            let again = once & both(pair);
            twice |= again;
            once = (once | both(pair)) - again;
        }
        once.is_empty()
    };
    geometry.houses().all(is_paired).then_some(pairs)
}

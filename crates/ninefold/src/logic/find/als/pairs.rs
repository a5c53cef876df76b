//! Two or three almost locked sets: XZ-rule and XY-wing.
//!
//! ```text
//!   XZ   A ─x─ B          only one of them has x, so the other has all its others:
//!                         z, which both have, is in one of them
//!   XY   A ─x─ C ─y─ B    C lacks x or y: the same for A and B
//! ```

use std::ops::ControlFlow;

use super::{Found, Options, candidates, list, restricted, ties_of};
use crate::logic::reason::Sets;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// Two sets with a restricted common: another digit that both have is in one of them.
pub(in super::super) fn xz<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(sight)?;
    for tie in restricted(sight, &sets, options)? {
        let (a, b) = (&sets[tie.a], &sets[tie.b]);
        let common = a.digits & b.digits;
        let mut gone = Vec::new();
        let mut shared = DigitSet::EMPTY;
        for excluded in tie.digits().iter() {
            for digit in (common - DigitSet::only(excluded)).iter() {
                let seen = a.seen_with(b, digit, sight);
                if !seen.is_empty() {
                    shared.insert(digit);
                    gone.extend(candidates(seen, digit));
                }
            }
        }
        if tie.second.is_some() {
            let before = gone.len();
            for (set, other) in [(a, b), (b, a)] {
                for digit in (set.digits - tie.digits()).iter() {
                    let seen = *sight.places(digit) & set.seen(digit);
                    gone.extend(candidates(seen - other.cells, digit));
                }
            }
            if gone.len() > before {
                shared = DigitSet::EMPTY;
            }
        }
        if gone.is_empty() {
            continue;
        }
        let reason = Sets {
            sets: vec![a.for_reason(), b.for_reason()],
            ties: vec![tie.digits()],
            stem: None,
            shared,
        };
        if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// Two sets each tied to a third by different digits: one of them has a digit that
/// both have.
pub(in super::super) fn xy_wing<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(sight)?;
    let ties = restricted(sight, &sets, options)?;
    let of_set = ties_of(&sets, &ties);
    let mut partners: Vec<usize> = Vec::new();
    for (p, first) in ties.iter().enumerate() {
        partners.clear();
        for ties in [&of_set[first.a], &of_set[first.b]] {
            let later = ties.partition_point(|&q| q <= p);
            partners.extend(&ties[later..]);
        }
        partners.sort_unstable();
        sight.poll()?;
        for &q in &partners {
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
                let seen = a.seen_with(b, digit, sight);
                if !seen.is_empty() {
                    shared.insert(digit);
                    gone.extend(candidates(seen, digit));
                }
            }
            if gone.is_empty() {
                continue;
            }
            // One digit each, and not the same.
            let (x, y) = distinct(x, y);
            let reason = Sets {
                sets: vec![a.for_reason(), sets[middle].for_reason(), b.for_reason()],
                ties: vec![x, y],
                stem: None,
                shared,
            };
            if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
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

//! Death blossom: a cell whose every candidate takes a digit from an almost locked set.
//!
//! ```text
//!   stem r8c6 {1,4}    if it is 1, the petal of 1 has no 1 and so has 9
//!                      if it is 4, the petal of 4 has no 4 and so has 9
//!                      what sees every 9 of both petals is not 9
//! ```

use std::ops::ControlFlow;

use super::{Als, FULL_SEARCH, Found, Options, candidates, list};
use crate::geometry::{Cell, Digit};
use crate::logic::reason::Sets;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// How many sets are tried for one digit of a death blossom's stem.
const MOST_PETALS: usize = 100;

/// How many petals are tried for one stem on a board larger than 9×9, where a cell has many
/// candidates and each needs a petal.
const MOST_CHOICES: usize = 100_000;

/// A cell each of whose candidates takes a digit from a set: one of the sets has a
/// digit that they all share.
pub(in super::super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sets = list(sight)?;
    for stem in sight.empty().iter() {
        sight.poll()?;
        let digits: Vec<Digit> = sight.candidates(stem).iter().collect();
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
        let stem_digits = sight.candidates(stem);
        let mut blossom = Blossom {
            sight,
            technique,
            options,
            sets: &sets,
            stem,
            digits: &digits,
            petals: &petals,
            left: match sight.size() {
                ..=FULL_SEARCH => usize::MAX,
                _ => MOST_CHOICES,
            },
        };
        let all = sight.geometry().all_digits() - stem_digits;
        blossom.grow(&mut Vec::new(), CellSet::EMPTY, all, found)?;
    }
    ControlFlow::Continue(())
}

struct Blossom<'p, const W: usize> {
    sight: &'p Sight<W>,
    technique: Technique,
    options: &'p Options,
    sets: &'p [Als<W>],
    stem: Cell,
    digits: &'p [Digit],
    petals: &'p [Vec<usize>],
    /// How many petals may still be tried.
    left: usize,
}

impl<const W: usize> Blossom<'_, W> {
    fn grow(
        &mut self,
        chosen: &mut Vec<usize>,
        used: CellSet<W>,
        shared: DigitSet,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let Some(petals) = self.petals.get(chosen.len()) else {
            return self.conclude(chosen, shared, found);
        };
        for &petal in petals {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
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
        let mut useful = DigitSet::EMPTY;
        for digit in shared.iter() {
            let all = chosen.iter().map(|&petal| self.sets[petal].seen(digit));
            let seen = all.fold(*self.sight.places(digit), |seen, set| seen & set);
            if !seen.is_empty() {
                useful.insert(digit);
                gone.extend(candidates(seen, digit));
            }
        }
        let reason = Sets {
            sets: chosen
                .iter()
                .map(|&petal| self.sets[petal].for_reason())
                .collect(),
            ties: self.digits.iter().copied().map(DigitSet::only).collect(),
            stem: Some(self.stem),
            shared: useful,
        };
        match Deduction::eliminating(self.technique, gone, reason.into()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }
}

//! The steps that follow from a deadly pattern, whichever shape it has.
//!
//! The cells that can hold more than their pair are *open*; one of them must.
//!
//! 1. One open cell: it holds none of its pair.
//! 2. One digit besides the pairs: it is in one of the open cells.
//! 3. A naked subset together with the digits that the open cells need.
//! 4. Two open cells, and a digit of both pairs that is locked into them: so they do
//!    not hold the other digit of their pairs.

use std::ops::ControlFlow;

use super::Found;
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::check::Pair;
use crate::logic::reason::Deadly;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// A deadly pattern on a board.
pub(super) struct Pattern<'p, const W: usize> {
    sight: &'p Sight<W>,
    pairs: &'p [Pair],
    /// The cells that can hold a digit besides their pair.
    pub(super) open: Vec<Pair>,
    /// The digits that they can hold besides.
    pub(super) extras: DigitSet,
}

impl<'p, const W: usize> Pattern<'p, W> {
    /// The pattern of these cells; the caller has made sure that it is deadly.
    pub(super) fn new(sight: &'p Sight<W>, pairs: &'p [Pair]) -> Pattern<'p, W> {
        let mut pattern = Pattern {
            sight,
            pairs,
            open: Vec::new(),
            extras: DigitSet::EMPTY,
        };
        for &pair in pairs {
            let extras = sight.candidates(pair.cell) - both(pair);
            if !extras.is_empty() {
                pattern.open.push(pair);
                pattern.extras |= extras;
            }
        }
        pattern
    }

    /// The step that rubs out `gone` because of the pattern and the `locked` houses.
    pub(super) fn step(
        &self,
        technique: Technique,
        gone: impl IntoIterator<Item = Candidate>,
        locked: &[(House, Digit)],
        subset: &[Cell],
    ) -> Option<Deduction> {
        let reason = Deadly {
            pairs: self.pairs.to_vec(),
            locked: locked.to_vec(),
            subset: subset.to_vec(),
        };
        Deduction::eliminating(technique, gone, reason.into())
    }

    /// The open cells.
    pub(super) fn open_cells(&self) -> Vec<Cell> {
        self.open.iter().map(|pair| pair.cell).collect()
    }

    /// Type 1.
    pub(super) fn one_open(&self, technique: Technique) -> Option<Deduction> {
        let [open] = self.open[..] else {
            return None;
        };
        let gone = self.sight.candidates(open.cell) & both(open);
        let gone = gone.iter().map(|digit| Candidate {
            cell: open.cell,
            digit,
        });
        self.step(technique, gone, &[], &[])
    }

    /// Type 2.
    pub(super) fn one_extra(&self, technique: Technique) -> Option<Deduction> {
        let digit = self.extras.single().filter(|_| self.open.len() > 1)?;
        let gone = self
            .sight
            .common_peers(self.open.iter().map(|pair| pair.cell));
        let gone = gone & *self.sight.places(digit);
        let gone = gone.iter().map(|cell| Candidate { cell, digit });
        self.step(technique, gone, &[], &[])
    }

    /// Type 3.
    pub(super) fn subsets(&self, technique: Technique, found: &mut Found<'_>) -> ControlFlow<()> {
        let sight = self.sight;
        let open = self.open_cells();
        if open.len() < 2 {
            return ControlFlow::Continue(());
        }
        // Where all cells have the same pair, a cell with one of its digits is left
        // out: it would only bring them into the subset.
        let first = both(self.pairs[0]);
        let is_alike = self.pairs.iter().all(|&pair| both(pair) == first);
        let avoid = if is_alike { first } else { DigitSet::EMPTY };
        for house in sight.common_houses(&open) {
            let others = sight.geometry().cells_of(house).iter().copied();
            let others =
                others.filter(|cell| sight.empty().contains(*cell) && !open.contains(cell));
            let others = others.map(|cell| (cell, sight.candidates(cell)));
            let others: Vec<(Cell, DigitSet)> = others
                .filter(|(_, digits)| (*digits & avoid).is_empty())
                .collect();
            each_subset(&others, &mut |subset, digits| {
                let digits = digits | self.extras;
                if digits.len() != subset.len() + 1 {
                    return ControlFlow::Continue(());
                }
                match self.subset_step(technique, house, subset, digits) {
                    Some(step) => found(step),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    fn subset_step(
        &self,
        technique: Technique,
        house: House,
        subset: &[Cell],
        digits: DigitSet,
    ) -> Option<Deduction> {
        let sight = self.sight;
        let cells: Vec<Cell> = [&self.open_cells(), subset].concat();
        let gone_in = |house: House| {
            let others = sight.geometry().cells_of(house).iter().copied();
            let others = others.filter(|cell| !cells.contains(cell));
            others.flat_map(|cell| {
                let gone = (sight.candidates(cell) & digits).iter();
                gone.map(move |digit| Candidate { cell, digit })
            })
        };
        let mut gone: Vec<Candidate> = gone_in(house).collect();
        let is_block = |house: House| sight.blocks().contains(&house);
        let other = sight
            .common_houses(&cells)
            .into_iter()
            .find(|&h| h != house);
        if let Some(other) = other.filter(|_| !gone.is_empty()) {
            // In a line and a box at once: reported when it is seen in the line.
            if is_block(house) && !is_block(other) {
                return None;
            }
            gone.extend(gone_in(other));
        }
        self.step(technique, gone, &[], subset)
    }

    /// Type 4.
    pub(super) fn strong_link(&self, technique: Technique) -> Option<Deduction> {
        let sight = self.sight;
        let [one, other] = self.open[..] else {
            return None;
        };
        let shared = sight.common_houses(&[one.cell, other.cell]);
        let house = shared.into_iter().find(|&h| sight.geometry().is_exact(h))?;
        let seen = sight.common_peers([one.cell, other.cell]);
        let is_locked = |digit: &Digit| (seen & *sight.places(*digit)).is_empty();
        let digit = (both(one) & both(other)).iter().find(is_locked)?;
        let gone = [one, other].into_iter().flat_map(|pair| {
            let gone = (both(pair) & sight.candidates(pair.cell)) - DigitSet::only(digit);
            let cell = pair.cell;
            gone.iter()
                .map(move |digit| Candidate { cell, digit })
                .collect::<Vec<_>>()
        });
        self.step(technique, gone, &[(house, digit)], &[])
    }
}

/// The digits of a pair.
pub(super) fn both(pair: Pair) -> DigitSet {
    DigitSet::only(pair.a) | DigitSet::only(pair.b)
}

/// Every choice of one cell or more, each before those that go on from it, with all
/// digits of the cells. On boards whose houses have more cells than a person can
/// look through, only small ones.
pub(super) fn each_subset(
    cells: &[(Cell, DigitSet)],
    visit: &mut dyn FnMut(&[Cell], DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn grow(
        cells: &[(Cell, DigitSet)],
        most: usize,
        chosen: &mut Vec<Cell>,
        union: DigitSet,
        visit: &mut dyn FnMut(&[Cell], DigitSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (k, &(cell, digits)) in cells.iter().enumerate() {
            chosen.push(cell);
            visit(chosen, union | digits)?;
            if chosen.len() < most {
                grow(&cells[k + 1..], most, chosen, union | digits, visit)?;
            }
            chosen.pop();
        }
        ControlFlow::Continue(())
    }
    let most = largest_subset(cells.len());
    grow(cells, most, &mut Vec::new(), DigitSet::EMPTY, visit)
}

/// The most cells that [`each_subset`] chooses of `n_cells`.
pub(super) fn largest_subset(n_cells: usize) -> usize {
    if n_cells > 8 { 3 } else { n_cells }
}

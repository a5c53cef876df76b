//! Looks through the templates of each digit: all ways to place it on the whole board.
//!
//! A template takes one cell in each row, no two of which see each other. They are
//! gone through row by row and not kept: the finder needs only the cells that all of them
//! have and those that none has.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Digit, House};
use crate::logic::reason::Template;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// How many cells may be tried for one digit. A 9×9 board has 46656 templates; a
/// larger one can have too many to go through.
const MOST_CELLS: usize = 500_000;

/// Digits that all templates place, or none.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let digits: Vec<Digit> = sight.geometry().digits().collect();
    let mut views: Vec<Templates<W>> = Vec::new();
    for &digit in &digits {
        sight.poll()?;
        match Templates::of(sight, digit, &CellSet::EMPTY) {
            Some(view) => views.push(view),
            None => return ControlFlow::Continue(()),
        }
    }
    // Cells that one digit must have are taken from the others, until all agree.
    let alone: Vec<CellSet<W>> = views.iter().map(|view| view.every).collect();
    let alone_any: Vec<CellSet<W>> = views.iter().map(|view| view.any).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for k in 0..views.len() {
            let taken = (0..views.len()).filter(|&other| other != k);
            let taken = taken.fold(CellSet::EMPTY, |all, other| all | views[other].every);
            if (taken & views[k].any).is_empty() {
                continue;
            }
            sight.poll()?;
            let Some(view) = Templates::of(sight, digits[k], &taken) else {
                return ControlFlow::Continue(());
            };
            changed |= view.any != views[k].any || view.every != views[k].every;
            views[k] = view;
        }
    }
    for (k, view) in views.iter().enumerate() {
        let digit = digits[k];
        let marks = |cells: CellSet<W>| {
            let cells: Vec<_> = cells.iter().collect();
            cells.into_iter().map(move |cell| Candidate { cell, digit })
        };
        let places = technique == Technique::TemplateSet;
        let (cells, by_itself) = if places {
            (view.every, alone[k])
        } else {
            let now = *sight.places(digit);
            (now - view.any, now - alone_any[k])
        };
        // A digit without any template is a mistake, not a step.
        if cells.is_empty() || view.any.is_empty() && !sight.places(digit).is_empty() {
            continue;
        }
        let others = if cells == by_itself {
            DigitSet::EMPTY
        } else {
            sight.geometry().all_digits() - DigitSet::only(digit)
        };
        let reason = Template {
            digit,
            others,
            places,
        };
        let step = Deduction {
            technique,
            placements: if places {
                marks(cells).collect()
            } else {
                Vec::new()
            },
            eliminations: if places {
                Vec::new()
            } else {
                marks(cells).collect()
            },
            reason: reason.into(),
        };
        found(step)?;
    }
    ControlFlow::Continue(())
}

/// The cells that any template of a digit has, and those that every one has.
struct Templates<const W: usize> {
    any: CellSet<W>,
    every: CellSet<W>,
}

impl<const W: usize> Templates<W> {
    /// Goes through the templates that take none of the cells `taken`; none if there
    /// are too many.
    fn of(sight: &Sight<W>, digit: Digit, taken: &CellSet<W>) -> Option<Templates<W>> {
        let rows = sight.rows().iter().copied();
        let open = rows.filter(|&row| {
            let mut cells = sight.cells_of(row).iter();
            cells.all(|cell| sight.value(cell) != Some(digit))
        });
        let open: Vec<House> = open.collect();
        let mut through = Through {
            sight,
            digit,
            rows: &open,
            view: Templates {
                any: CellSet::EMPTY,
                every: *sight.places(digit) - *taken,
            },
            left: MOST_CELLS,
        };
        through.place(CellSet::EMPTY, *sight.places(digit) - *taken);
        let mut view = through.view;
        view.every &= view.any;
        (through.left > 0).then_some(view)
    }
}

struct Through<'p, const W: usize> {
    sight: &'p Sight<W>,
    digit: Digit,
    rows: &'p [House],
    view: Templates<W>,
    left: usize,
}

impl<const W: usize> Through<'_, W> {
    /// Places the digit in the rows left, in cells that are still `free`.
    fn place(&mut self, placed: CellSet<W>, free: CellSet<W>) {
        let Some((&row, rest)) = self.rows.split_first() else {
            self.view.any |= placed;
            self.view.every &= placed;
            return;
        };
        self.rows = rest;
        for cell in (free & self.sight.places_in(row, self.digit)).iter() {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let mut with = placed;
            with.insert(cell);
            self.place(with, free - *self.sight.peers(cell));
            self.rows = rest;
        }
    }
}

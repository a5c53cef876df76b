//! Looks through the templates of each digit: all ways to place it on the whole board.
//!
//! A template takes one cell in each row, no two of which see each other. They are
//! gone through row by row and not kept; what matters is which cells all of them have
//! and which none has.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Digit, House};
use crate::logic::position::Position;
use crate::logic::reason::Template;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// How many cells may be tried for one digit. A 9×9 board has 46656 templates; a
/// larger one can have too many to go through.
const MOST_CELLS: usize = 500_000;

/// Digits that all templates place, or none.
pub(super) fn find(
    position: &Position,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let digits: Vec<Digit> = position.geometry().digits().collect();
    let mut views: Vec<View> = Vec::new();
    for &digit in &digits {
        match View::of(position, digit, &CellSet::EMPTY) {
            Some(view) => views.push(view),
            None => return ControlFlow::Continue(()),
        }
    }
    // Cells that one digit must have are taken from the others, until all agree.
    let alone: Vec<CellSet> = views.iter().map(|view| view.every).collect();
    let alone_any: Vec<CellSet> = views.iter().map(|view| view.any).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for k in 0..views.len() {
            let taken = (0..views.len()).filter(|&other| other != k);
            let taken = taken.fold(CellSet::EMPTY, |all, other| all | views[other].every);
            if (taken & views[k].any).is_empty() {
                continue;
            }
            let Some(view) = View::of(position, digits[k], &taken) else {
                return ControlFlow::Continue(());
            };
            changed |= view.any != views[k].any || view.every != views[k].every;
            views[k] = view;
        }
    }
    for (k, view) in views.iter().enumerate() {
        let digit = digits[k];
        let marks = |cells: CellSet| {
            let cells: Vec<_> = cells.iter().collect();
            cells.into_iter().map(move |cell| Candidate { cell, digit })
        };
        let places = technique == Technique::TemplateSet;
        let (told, by_itself) = match places {
            true => (view.every, alone[k]),
            false => (
                *position.places(digit) - view.any,
                *position.places(digit) - alone_any[k],
            ),
        };
        // A digit without any template is a mistake, not a step.
        if told.is_empty() || view.any.is_empty() && !position.places(digit).is_empty() {
            continue;
        }
        let others = match told == by_itself {
            true => DigitSet::EMPTY,
            false => position.geometry().all_digits() - DigitSet::only(digit),
        };
        let reason = Template {
            digit,
            others,
            places,
        };
        let step = Step {
            technique,
            placements: if places {
                marks(told).collect()
            } else {
                Vec::new()
            },
            eliminations: if places {
                Vec::new()
            } else {
                marks(told).collect()
            },
            reason: reason.into(),
        };
        found(step)?;
    }
    ControlFlow::Continue(())
}

/// The cells that any template of a digit has, and those that every one has.
struct View {
    any: CellSet,
    every: CellSet,
}

impl View {
    /// Goes through the templates that take none of the cells `taken`; none if there
    /// are too many.
    fn of(position: &Position, digit: Digit, taken: &CellSet) -> Option<View> {
        let rows = position.rows().iter().copied();
        let open = rows.filter(|&row| {
            let mut cells = position.cells_of(row).iter();
            cells.all(|cell| position.value(cell) != Some(digit))
        });
        let open: Vec<House> = open.collect();
        let mut through = Through {
            position,
            digit,
            rows: &open,
            view: View {
                any: CellSet::EMPTY,
                every: *position.places(digit) - *taken,
            },
            left: MOST_CELLS,
        };
        through.place(CellSet::EMPTY, *position.places(digit) - *taken);
        let mut view = through.view;
        view.every &= view.any;
        (through.left > 0).then_some(view)
    }
}

struct Through<'p> {
    position: &'p Position,
    digit: Digit,
    rows: &'p [House],
    view: View,
    left: usize,
}

impl Through<'_> {
    /// Places the digit in the rows left, in cells that are still `free`.
    fn place(&mut self, placed: CellSet, free: CellSet) {
        let Some((&row, rest)) = self.rows.split_first() else {
            self.view.any |= placed;
            self.view.every &= placed;
            return;
        };
        self.rows = rest;
        for cell in (free & self.position.places_in(row, self.digit)).iter() {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let mut with = placed;
            with.insert(cell);
            self.place(with, free - *self.position.peers(cell));
            self.rows = rest;
        }
    }
}

//! Pointing and claiming: all places of a digit in one house lie in another.

use std::ops::ControlFlow;

use super::Edition;
use super::hint::{Hint, Pattern, delete};
use super::marks::{EVERYWHERE, Kind, Marks, Scope, TABLES, is_single, members};

/// A digit whose two or more places in the house `base` all lie in the house `cover`.
#[derive(Clone, Copy)]
struct Locked {
    digit: usize,
    base: usize,
    cover: usize,
}

/// Calls `visit` for each digit in scope that is locked, in the order of the edition.
fn each_locked<B>(
    marks: &Marks,
    edition: Edition,
    scope: &Scope,
    mut visit: impl FnMut(Locked) -> ControlFlow<B>,
) -> ControlFlow<B> {
    use Kind::{Block, Column, Row};
    for (bases, which) in [(Block, 1), (Block, 0), (Column, 0), (Row, 0)] {
        let mut look = |digit: usize, base: usize, cover: u8| {
            let cover = usize::from(cover);
            let (places, crossing) = (marks.places[base][digit], TABLES.crossings[base][cover]);
            if places & !crossing == 0 && places & places.wrapping_sub(1) != 0 {
                visit(Locked { digit, base, cover })?;
            }
            ControlFlow::Continue(())
        };
        match edition {
            Edition::Se121 => {
                for base in bases.houses() {
                    for cover in TABLES.crossed[base][which] {
                        members(scope[base]).try_for_each(|digit| look(digit, base, cover))?;
                    }
                }
            }
            Edition::Sukaku1181 => {
                for digit in 0..9 {
                    for base in bases.houses().filter(|&base| scope[base] >> digit & 1 == 1) {
                        let mut covers = TABLES.crossed[base][which].into_iter();
                        covers.try_for_each(|cover| look(digit, base, cover))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Passes on each hint that removes a locked digit from the rest of the house it is locked in.
pub(super) fn each_indirect<B>(
    marks: &Marks,
    edition: Edition,
    scope: &Scope,
    mut visit: impl FnMut(Hint) -> ControlFlow<B>,
) -> ControlFlow<B> {
    each_locked(marks, edition, scope, |Locked { digit, base, cover }| {
        let gone = marks.places[cover][digit] & !TABLES.crossings[cover][base];
        if gone == 0 {
            return ControlFlow::Continue(());
        }
        let mut deletions = Vec::new();
        for position in members(gone) {
            delete(
                &mut deletions,
                usize::from(TABLES.cells[cover][position]),
                1 << digit,
            );
        }
        let rating = if base < 9 { 2.6 } else { 2.8 };
        Hint::removing(rating, pattern(digit, base, cover, None), deletions)
            .map_or(ControlFlow::Continue(()), &mut visit)
    })
}

/// The first hint that removes a locked digit.
pub(super) fn indirect(marks: &Marks, edition: Edition) -> Option<Hint> {
    each_indirect(marks, edition, &EVERYWHERE, ControlFlow::Break).break_value()
}

/// The first locked digit that leaves another house of its kind with one place.
pub(super) fn direct(marks: &Marks, edition: Edition) -> Option<Hint> {
    each_locked(
        marks,
        edition,
        &EVERYWHERE,
        |Locked { digit, base, cover }| {
            for house in Kind::of(base).houses().filter(|&house| house != base) {
                let crossing = TABLES.crossings[house][cover];
                let places = marks.places[house][digit];
                let left = places & !crossing;
                if crossing != 0 && is_single(left) && left != places {
                    let cell = usize::from(TABLES.cells[house][left.trailing_zeros() as usize]);
                    let rating = if base < 9 { 1.7 } else { 1.9 };
                    let pattern = pattern(digit, base, cover, Some(house as u8));
                    return ControlFlow::Break(Hint::placing(rating, pattern, cell, digit));
                }
            }
            ControlFlow::Continue(())
        },
    )
    .break_value()
}

fn pattern(digit: usize, base: usize, cover: usize, then: Option<u8>) -> Pattern {
    Pattern::Locked {
        digit: digit as u8,
        base: base as u8,
        cover: cover as u8,
        then,
    }
}

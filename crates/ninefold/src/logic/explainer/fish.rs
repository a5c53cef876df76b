//! Fish without fins: X-Wing, Swordfish, Jellyfish.

use std::ops::ControlFlow;

use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{EVERYWHERE, Kind, Marks, Scope, TABLES, members, subsets};
use super::subsets::{common, eligible};

/// Passes on each hint of a fish of `n` lines on digits that are in scope anywhere.
pub(super) fn each_fish<B>(
    marks: &Marks,
    n: u32,
    scope: &Scope,
    mut visit: impl FnMut(Hint) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let rating = [3.2, 3.8, 5.2][n as usize - 2];
    for (base_kind, cover_kind) in [(Kind::Column, Kind::Row), (Kind::Row, Kind::Column)] {
        let (first_base, first_cover) = (base_kind.houses().start, cover_kind.houses().start);
        let lines: [[u16; 9]; 9] = std::array::from_fn(|digit| {
            std::array::from_fn(|line| marks.places[first_base + line][digit])
        });
        let digits = scope[base_kind.houses()]
            .iter()
            .fold(0, |digits, scope| digits | scope);
        let in_scope = |digit: usize| digits >> digit & 1 == 1;
        let open = |digit| in_scope(digit) && u32::from(marks.filled[digit]) + 2 * n <= 9;
        let fitting: [u16; 9] = std::array::from_fn(|digit| {
            if open(digit) {
                eligible(&lines[digit], n)
            } else {
                0
            }
        });
        if fitting.iter().all(|mask| mask.count_ones() < n) {
            continue;
        }
        for bases in subsets(n, 9) {
            for digit in (0..9).filter(|&digit| bases & !fitting[digit] == 0) {
                let Some(covers) = common(&lines[digit], bases, 2) else {
                    continue;
                };
                let mut deletions = Deletions::new();
                for cover in members(covers).map(|line| first_cover + line) {
                    for position in members(marks.places[cover][digit] & !bases) {
                        let cell = usize::from(TABLES.cells[cover][position]);
                        delete(&mut deletions, cell, 1 << digit);
                    }
                }
                let pattern = Pattern::Fish {
                    digit: digit as u8,
                    bases: u32::from(bases) << first_base,
                    covers: u32::from(covers) << first_cover,
                };
                if let Some(hint) = Hint::removing(rating, pattern, deletions) {
                    visit(hint)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first fish of `n` lines that removes something.
pub(super) fn fish(marks: &Marks, n: u32) -> Option<Hint> {
    each_fish(marks, n, &EVERYWHERE, ControlFlow::Break).break_value()
}

//! Naked and hidden sets, and the hidden sets that leave another digit one place.

use std::ops::ControlFlow;

use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{
    BLOCKS_COLUMNS_ROWS, EVERYWHERE, Marks, NINE, Scope, TABLES, is_single, members, subsets,
};

/// The union of the chosen sets if there are as many elements in it as sets are chosen, and
/// at least `least` in each.
pub(super) fn common(sets: &[u16; 9], chosen: u16, least: u32) -> Option<u16> {
    let mut union = 0;
    for member in members(chosen) {
        if sets[member].count_ones() < least {
            return None;
        }
        union |= sets[member];
    }
    (union.count_ones() == chosen.count_ones()).then_some(union)
}

/// The members whose sets have between two and `most` elements.
pub(super) fn eligible(sets: &[u16; 9], most: u32) -> u16 {
    let fits = |set: &u16| (2..=most).contains(&set.count_ones());
    let members = sets.iter().enumerate();
    members.fold(0, |mask, (member, set)| {
        mask | u16::from(fits(set)) << member
    })
}

/// The candidates of the nine cells of a house.
pub(super) fn cells_of(marks: &Marks, house: usize) -> [u16; 9] {
    TABLES.cells[house].map(|cell| marks.cells[usize::from(cell)])
}

/// Calls `visit` for each set of `n` digits that share `n` positions of a house: the house,
/// the digits, the positions.
fn each_hidden<B>(
    marks: &Marks,
    n: u32,
    least_empty: u32,
    scope: &Scope,
    mut visit: impl FnMut(usize, u16, u16) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in BLOCKS_COLUMNS_ROWS
        .into_iter()
        .filter(|&h| marks.n_empty(h) >= least_empty)
    {
        let places = &marks.places[house];
        let digits = eligible(places, n);
        if digits & scope[house] == 0 || digits.count_ones() < n {
            continue;
        }
        for set in subsets(n, 9).filter(|set| set & !digits == 0) {
            if let Some(positions) = common(places, set, 2) {
                visit(house, set, positions)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Passes on each hint of a hidden set of `n` digits in houses with any of them in scope.
pub(super) fn each_hidden_set<B>(
    marks: &Marks,
    n: u32,
    scope: &Scope,
    mut visit: impl FnMut(Hint) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let rating = [3.4, 4.0, 5.4][n as usize - 2];
    each_hidden(marks, n, 2 * n + 1, scope, |house, digits, positions| {
        let mut deletions = Deletions::new();
        for position in members(positions) {
            let cell = usize::from(TABLES.cells[house][position]);
            delete(&mut deletions, cell, marks.cells[cell] & !digits);
        }
        let pattern = Pattern::HiddenSet {
            house: house as u8,
            digits,
            positions,
            direct: false,
        };
        Hint::removing(rating, pattern, deletions).map_or(ControlFlow::Continue(()), &mut visit)
    })
}

/// The first hidden set of `n` digits that removes something.
pub(super) fn hidden_set(marks: &Marks, n: u32) -> Option<Hint> {
    each_hidden_set(marks, n, &EVERYWHERE, ControlFlow::Break).break_value()
}

/// The first hidden set of `n` digits that leaves another digit one place in its house.
pub(super) fn direct_hidden_set(marks: &Marks, n: u32) -> Option<Hint> {
    let rating = [2.0, 2.5][n as usize - 2];
    let found = each_hidden(marks, n, n + 1, &EVERYWHERE, |house, digits, positions| {
        for digit in members(NINE & !digits) {
            let places = marks.places[house][digit];
            let left = places & !positions;
            if is_single(left) && left != places {
                let cell = usize::from(TABLES.cells[house][left.trailing_zeros() as usize]);
                let house = house as u8;
                let pattern = Pattern::HiddenSet {
                    house,
                    digits,
                    positions,
                    direct: true,
                };
                return ControlFlow::Break(Hint::placing(rating, pattern, cell, digit));
            }
        }
        ControlFlow::Continue(())
    });
    found.break_value()
}

/// Passes on each hint of a naked set of `n` cells in houses where anything is in scope.
pub(super) fn each_naked_set<B>(
    marks: &Marks,
    n: u32,
    scope: &Scope,
    mut visit: impl FnMut(Hint) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let rating = [3.0, 3.6, 5.0][n as usize - 2];
    let fits = |house: &usize| scope[*house] != 0 && marks.n_empty(*house) >= 2 * n;
    // Unlike hidden sets: boxes, rows, columns.
    for house in (0..27).filter(fits) {
        let cells = cells_of(marks, house);
        let fitting = eligible(&cells, n);
        if fitting.count_ones() < n {
            continue;
        }
        for positions in subsets(n, 9).filter(|set| set & !fitting == 0) {
            let Some(digits) = common(&cells, positions, 2) else {
                continue;
            };
            let mut deletions = Deletions::new();
            for position in members(NINE & !positions) {
                let cell = usize::from(TABLES.cells[house][position]);
                delete(&mut deletions, cell, cells[position] & digits);
            }
            let pattern = Pattern::NakedSet {
                house: house as u8,
                digits,
                positions,
            };
            if let Some(hint) = Hint::removing(rating, pattern, deletions) {
                visit(hint)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The first naked set of `n` cells that removes something.
pub(super) fn naked_set(marks: &Marks, n: u32) -> Option<Hint> {
    each_naked_set(marks, n, &EVERYWHERE, ControlFlow::Break).break_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naked_sets_are_looked_for_by_rows_first_and_hidden_ones_by_columns() {
        // r1c1, r1c5 and r5c1 hold 1 and 2 only: a pair in row 1 and one in column 1.
        let mut candidates = [NINE; 81];
        for cell in [0, 4, 36] {
            candidates[cell] = 0b11;
        }
        let hint = naked_set(&Marks::from_candidates(&[0; 81], &candidates), 2).unwrap();
        assert!(hint.deletions.iter().all(|&(cell, _)| cell < 9));

        // Row 1 has 1 and 2 in r1c3 and r1c7 only, column 1 has 3 and 4 in r3c1 and r7c1 only.
        let mut candidates = [NINE; 81];
        for other in [0, 1, 3, 4, 5, 7, 8] {
            candidates[other] &= !0b11;
            candidates[9 * other] &= !0b1100;
        }
        let hint = hidden_set(&Marks::from_candidates(&[0; 81], &candidates), 2).unwrap();
        assert!(hint.deletions.iter().all(|&(cell, _)| cell % 9 == 0));
    }
}

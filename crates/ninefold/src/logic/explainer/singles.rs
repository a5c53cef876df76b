//! Digits with one place and cells with one digit.

use super::hint::{Hint, Pattern};
use super::marks::{BLOCKS_COLUMNS_ROWS, Marks, TABLES, is_single};

/// The digits that have exactly one place in a house.
fn single_digits(places: &[u16; 9]) -> u16 {
    let bits = places.iter().enumerate();
    bits.fold(0, |digits, (digit, &p)| {
        digits | u16::from(is_single(p)) << digit
    })
}

/// A digit with one place in a house: the last empty cell of a house first.
pub(super) fn hidden_single(marks: &Marks) -> Option<Hint> {
    let found = |house: usize, rating: f64| {
        let digits = single_digits(&marks.places[house]);
        let digit = (digits != 0).then_some(digits.trailing_zeros() as usize)?;
        let position = marks.places[house][digit].trailing_zeros() as usize;
        let cell = usize::from(TABLES.cells[house][position]);
        let pattern = Pattern::HiddenSingle { house: house as u8 };
        Some(Hint::placing(rating, pattern, cell, digit))
    };
    let last_cells = || {
        BLOCKS_COLUMNS_ROWS
            .into_iter()
            .filter(|&h| is_single(marks.empty[h]))
    };
    let others = || {
        BLOCKS_COLUMNS_ROWS
            .into_iter()
            .filter(|&h| marks.n_empty(h) > 1)
    };
    last_cells()
        .find_map(|house| found(house, 1.0))
        .or_else(|| others().find_map(|house| found(house, if house < 9 { 1.2 } else { 1.5 })))
}

/// A cell with one candidate.
pub(super) fn naked_single(marks: &Marks) -> Option<Hint> {
    let cell = marks.cells.iter().position(|&digits| is_single(digits))?;
    let digit = marks.cells[cell].trailing_zeros() as usize;
    Some(Hint::placing(2.3, Pattern::NakedSingle, cell, digit))
}

//! Looks for multi-sector locked sets: for every set of rows and every set of columns, counts the
//! places of each digit in the cells where they cross, by rows or by columns.
//!
//! ```text
//!   by row     in how many of the rows the columns have the digit
//!   by column  in how many of the columns the rows have the digit
//!   places     the smaller of the two, for each digit: together as many as there are cells?
//! ```
//!
//! Which digits are counted which way need not be searched: each takes the fewer places,
//! whatever the others do. The counts of all nine digits are one number, seven bits for each, so
//! that a pair of sets costs a few additions:
//!
//! 1. Sets of rows come in the order of Gray's code, each with one row more or less than the one
//!    before; the counts by row change by what that row has in each set of columns.
//! 2. The counts by column of a set of columns are those of the set without one of them, and one.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{FULL_SEARCH, Found, Options};
use crate::geometry::{Candidate, Cell, House};
use crate::logic::reason::Sectors;
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// Multi-sector locked sets; of those that rule out the same, the one with the fewest cells. On
/// larger boards there are too many sets of rows and columns.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if sight.size() > FULL_SEARCH {
        return ControlFlow::Continue(());
    }
    let mut best: BTreeMap<Vec<Candidate>, (usize, usize, usize)> = BTreeMap::new();
    full(sight, |rows, columns, n_cells| {
        let gone = sectors(sight, rows, columns).map(|sectors| eliminations(sight, &sectors));
        if let Some(gone) = gone.filter(|gone| !gone.is_empty()) {
            let known = best.entry(gone).or_insert((n_cells, rows, columns));
            *known = (*known).min((n_cells, rows, columns));
        }
    })?;
    let mut steps: Vec<(Vec<Candidate>, (usize, usize, usize))> = best.into_iter().collect();
    steps.sort_by_key(|(gone, (n_cells, ..))| (*n_cells, Reverse(gone.len())));
    for (gone, (_, rows, columns)) in steps {
        let reason = sectors(sight, rows, columns).expect("it was one before");
        if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// A number for each digit, in seven bits.
type Counts = u64;

/// One for each digit.
const ONES: Counts = 0x0102_0408_1020_4081;

/// The sum, over the digits, of the smaller of two numbers.
fn sum_of_least(a: Counts, b: Counts) -> u64 {
    // The highest bit of a field survives the subtraction where `a` is not below `b`.
    let not_below = ((a | ONES << 6) - b) & ONES << 6;
    let from_b = not_below - (not_below >> 6);
    let least = b & from_b | a & !from_b;
    // The sum of all fields comes to stand in the highest.
    (least.wrapping_mul(ONES) >> 56) & 0x7f
}

/// One for each of these digits, of which the bits are set.
fn spread(digits: usize) -> Counts {
    ones(digits as u128).map(|digit| 1 << (7 * digit)).sum()
}

/// Passes every pair of sets of rows and columns with just as many places as empty cells, and the
/// number of cells. A set is a number with a bit for each line.
fn full<const W: usize>(
    sight: &Sight<W>,
    mut found: impl FnMut(usize, usize, usize),
) -> ControlFlow<()> {
    let n = sight.size();
    let all = 1_usize << n;
    // The digits of each cell, row by row.
    let cells = sight.geometry().cells();
    let marks: Vec<usize> = cells.map(|c| sight.candidates(c).bits() as usize).collect();
    // What each row has in each set of columns: digits, each once, and how many empty cells.
    let mut in_row = vec![(0, 0); n * all];
    let spread: Vec<Counts> = (0..all).map(spread).collect();
    for row in 0..n {
        let mut digits = vec![0; all];
        for columns in 1..all {
            let mark = marks[row * n + columns.trailing_zeros() as usize];
            let rest = columns & (columns - 1);
            digits[columns] = digits[rest] | mark;
            let n_cells = in_row[row * all + rest].1 + u64::from(mark != 0);
            in_row[row * all + columns] = (spread[digits[columns]], n_cells);
        }
    }
    let mut by_row = vec![(0, 0); all];
    let mut by_column = vec![0; all];
    for step in 1..all {
        sight.poll()?;
        let rows = step ^ step >> 1;
        let row = step.trailing_zeros() as usize;
        let changes = by_row.iter_mut().zip(&in_row[row * all..]);
        if rows >> row & 1 == 1 {
            changes.for_each(|(sum, row)| *sum = (sum.0 + row.0, sum.1 + row.1));
        } else {
            changes.for_each(|(sum, row)| *sum = (sum.0 - row.0, sum.1 - row.1));
        }
        let in_column = |column: usize| {
            let digits = ones(rows as u128).fold(0, |all, row| all | marks[row * n + column]);
            spread[digits]
        };
        let in_columns: Vec<Counts> = (0..n).map(in_column).collect();
        for columns in 1..all {
            let last = columns.trailing_zeros() as usize;
            by_column[columns] = by_column[columns & (columns - 1)] + in_columns[last];
            let (counts, n_cells) = by_row[columns];
            // With fewer places than cells the board has no solution.
            if sum_of_least(counts, by_column[columns]) == n_cells && n_cells > 0 {
                found(rows, columns, n_cells as usize);
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells where rows and columns cross, and which digits have fewer places by row or by column;
/// none if one of the lines has no empty cell there and could be left out.
fn sectors<const W: usize>(sight: &Sight<W>, rows: usize, columns: usize) -> Option<Sectors> {
    let geometry = sight.geometry();
    let is_in = |lines: usize, line: usize| lines >> (line - 1) & 1 == 1;
    let cells = sight
        .empty()
        .iter()
        .filter(|&cell| is_in(rows, geometry.row(cell)) && is_in(columns, geometry.column(cell)));
    let cells: Vec<Cell> = cells.collect();
    let reached = |line: fn(&crate::Geometry, Cell) -> usize| {
        let lines = cells.iter().map(|&cell| 1 << (line(geometry, cell) - 1));
        lines.fold(0_usize, |all, line| all | line)
    };
    if reached(crate::Geometry::row) != rows || reached(crate::Geometry::column) != columns {
        return None;
    }
    let lines =
        |all: &[House], set: usize| -> Vec<House> { ones(set as u128).map(|k| all[k]).collect() };
    let (rows, columns) = (lines(sight.rows(), rows), lines(sight.columns(), columns));
    let mut sectors = Sectors {
        by_row: DigitSet::EMPTY,
        by_column: DigitSet::EMPTY,
        either: DigitSet::EMPTY,
        rows,
        columns,
        cells,
    };
    for digit in sight.digits_in(sectors.cells.iter().copied()).iter() {
        let inside = sectors.cells.iter().copied().collect();
        let places = *sight.places(digit) & inside;
        let count = |lines: &[House]| {
            let used = |line: &&House| !(*sight.cells_of(**line) & places).is_empty();
            lines.iter().filter(used).count()
        };
        match count(&sectors.rows).cmp(&count(&sectors.columns)) {
            Ordering::Less => sectors.by_row.insert(digit),
            Ordering::Equal => sectors.either.insert(digit),
            Ordering::Greater => sectors.by_column.insert(digit),
        }
    }
    Some(sectors)
}

/// The candidates outside the cells, in lines that have the digit inside.
fn eliminations<const W: usize>(sight: &Sight<W>, sectors: &Sectors) -> Vec<Candidate> {
    let inside = sectors.cells.iter().copied().collect();
    let mut gone = Vec::new();
    for (lines, digits) in [
        (&sectors.rows, sectors.by_row | sectors.either),
        (&sectors.columns, sectors.by_column | sectors.either),
    ] {
        for &line in lines {
            for digit in digits.iter() {
                let places = sight.places_in(line, digit);
                let outside = places - inside;
                if outside != places {
                    gone.extend(outside.iter().map(|cell| Candidate { cell, digit }));
                }
            }
        }
    }
    gone.sort_unstable();
    gone.dedup();
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_numbers_of_nine_digits_are_added_at_once() {
        let numbers = |list: [u64; 9]| -> Counts {
            let fields = list.iter().enumerate();
            fields.map(|(k, number)| number << (7 * k)).sum()
        };
        let a = numbers([0, 1, 2, 3, 4, 5, 6, 7, 9]);
        let b = numbers([9, 7, 6, 5, 4, 3, 2, 1, 9]);
        assert_eq!(sum_of_least(a, b), 1 + 2 + 3 + 4 + 3 + 2 + 1 + 9);
        assert_eq!(sum_of_least(b, a), sum_of_least(a, b));
        let most = numbers([9; 9]);
        assert_eq!(sum_of_least(most, most), 81);
        assert_eq!(spread(n_digits(9)), ONES);
        assert_eq!(spread(0b101), 1 | 1 << 14);
    }

    /// The first `n` digits as a set.
    fn n_digits(n: usize) -> usize {
        (1 << n) - 1
    }

    #[test]
    fn nine_cells_with_nine_places_are_found() {
        // Rows 1, 4 and 7 have 1 and 2 in columns 2, 5 and 8, and besides these column 2 has 3
        // there, column 5 has 4 and column 8 has 5: three times 1, 2 and another digit.
        let puzzle: crate::Puzzle = ".".repeat(81).parse().unwrap();
        let mut board = crate::Board::new(&puzzle);
        let geometry = puzzle.geometry().clone();
        for row in [1, 4, 7] {
            for (column, own) in [(2, 3), (5, 4), (8, 5)] {
                for digit in geometry.digits() {
                    if !matches!(digit.value(), 1 | 2) && digit.value() != own {
                        board.eliminate(geometry.at(row, column), digit);
                    }
                }
            }
        }
        let sight = Sight::<10>::new(&puzzle, &board);
        let mut steps = Vec::new();
        let technique = Technique::MultiSector;
        _ = find(&sight, technique, &Options::default(), &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        // Each column is a naked triple. All nine cells together have three places for 1 and 2,
        // by row or by column, and one for 3, 4 and 5 each, by column: 1 and 2 leave the six
        // other cells of three rows and of three columns, the others those of a column.
        let most = steps.iter().map(|step| step.eliminations.len()).max();
        assert_eq!(most, Some(2 * 3 * 6 + 2 * 3 * 6 + 3 * 6));
        for step in steps {
            let step = crate::logic::Step::new(step, std::sync::Arc::new(board.clone()));
            assert_eq!(step.proved(&puzzle), Ok(()));
        }
    }
}

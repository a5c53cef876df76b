//! The short notation that players use: `r46c2<>5`, `r3`, `{1369}`.
//!
//! Cells of one row or one column are drawn together (`r4c689`, `r46c2`), as HoDoKu
//! does. On boards larger than 9×9 that could be misread, so each cell stands alone.

use crate::geometry::{Candidate, Cell, Digit, Geometry, House, HouseKind};
use crate::sets::DigitSet;

/// The cells in short: `r4c689,r7c1`.
pub(super) fn cells(geometry: &Geometry, cells: impl IntoIterator<Item = Cell>) -> String {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.dedup();
    if geometry.size() > 9 {
        let names: Vec<String> = cells.iter().map(|&cell| geometry.name(cell)).collect();
        return names.join(",");
    }
    let mut groups: Vec<String> = Vec::new();
    let mut left = cells.as_slice().to_vec();
    while let Some(&first) = left.first() {
        let (row, column) = (geometry.row(first), geometry.column(first));
        let in_row = |&cell: &Cell| geometry.row(cell) == row;
        let in_column = |&cell: &Cell| geometry.column(cell) == column;
        // Whichever of the two the next cell shares decides the group.
        let next = left[1..]
            .iter()
            .find(|cell| in_row(cell) || in_column(cell));
        let by_row = next.is_some_and(in_row);
        let taken = |cell: &Cell| {
            if by_row {
                in_row(cell)
            } else {
                in_column(cell)
            }
        };
        let (group, rest): (Vec<Cell>, Vec<Cell>) = left.iter().partition(|cell| taken(cell));
        let rows: String = group.iter().map(|&c| geometry.row(c).to_string()).collect();
        let columns: String = group
            .iter()
            .map(|&c| geometry.column(c).to_string())
            .collect();
        groups.push(if by_row {
            format!("r{row}c{columns}")
        } else {
            format!("r{rows}c{column}")
        });
        left = rest;
    }
    groups.join(",")
}

/// Digits one after the other, with `between` between them: `5,6` or `1/2/6`.
pub(super) fn digits(digits: DigitSet, between: &str) -> String {
    let digits: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
    digits.join(between)
}

/// A house in short: `r3`, `c4`, `b7`; `d1` for a diagonal, `w2` for a window, `x1`
/// for another extra house.
pub(super) fn house(geometry: &Geometry, house: House) -> String {
    format!(
        "{}{}",
        letter(geometry, house),
        geometry.house_number(house)
    )
}

/// Houses in short, each kind once: `r148`, `c34b3`.
pub(super) fn houses(geometry: &Geometry, houses: &[House]) -> String {
    let mut sorted = houses.to_vec();
    sorted.sort_unstable();
    let mut text = String::new();
    let mut last = None;
    for house in sorted {
        let kind = letter(geometry, house);
        // Two-digit numbers would run together, so their letter is repeated.
        if last != Some(kind) || geometry.size() > 9 {
            text.push(kind);
            last = Some(kind);
        }
        text.push_str(&geometry.house_number(house).to_string());
    }
    text
}

fn letter(geometry: &Geometry, house: House) -> char {
    match geometry.kind(house) {
        HouseKind::Row => 'r',
        HouseKind::Column => 'c',
        HouseKind::Box | HouseKind::Region => 'b',
        HouseKind::Variant(variant) => variant.house_letter(),
        HouseKind::Extra => 'x',
    }
}

/// The conclusions of a step: `r1c3=8`, `r46c2<>5, r4c6<>6`.
pub(super) fn conclusion(
    geometry: &Geometry,
    placements: &[Candidate],
    eliminations: &[Candidate],
) -> String {
    let placed = by_digit(placements).into_iter().map(|(d, c)| (d, c, "="));
    let gone = by_digit(eliminations)
        .into_iter()
        .map(|(d, c)| (d, c, "<>"));
    let said: Vec<String> = placed
        .chain(gone)
        .map(|(digit, at, sign)| format!("{}{sign}{digit}", cells(geometry, at)))
        .collect();
    said.join(", ")
}

/// Candidates grouped by digit, in the order in which the digits first occur.
fn by_digit(candidates: &[Candidate]) -> Vec<(Digit, Vec<Cell>)> {
    let mut groups: Vec<(Digit, Vec<Cell>)> = Vec::new();
    for candidate in candidates {
        match groups
            .iter_mut()
            .find(|(digit, _)| *digit == candidate.digit)
        {
            Some((_, cells)) => cells.push(candidate.cell),
            None => groups.push((candidate.digit, vec![candidate.cell])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(names: &str) -> String {
        let classic = Geometry::classic();
        let at = |name: &str| {
            let numbers: Vec<usize> = name[1..].split('c').map(|n| n.parse().unwrap()).collect();
            classic.at(numbers[0], numbers[1])
        };
        cells(&classic, names.split(' ').map(at))
    }

    #[test]
    fn cells_of_a_line_stand_together() {
        assert_eq!(short("r4c6"), "r4c6");
        assert_eq!(short("r4c6 r4c8 r4c9"), "r4c689");
        assert_eq!(short("r4c2 r6c2"), "r46c2");
        assert_eq!(short("r7c7 r7c9 r8c7 r9c1 r9c8"), "r7c79,r8c7,r9c18");
        assert_eq!(short("r1c8 r2c8 r6c9"), "r12c8,r6c9");
        assert_eq!(short("r6c2 r7c3 r8c3 r9c3"), "r6c2,r789c3");
    }

    #[test]
    fn houses_of_a_kind_stand_together() {
        let classic = Geometry::classic();
        let all: Vec<House> = classic.houses().collect();
        assert_eq!(house(&classic, all[20]), "b3");
        assert_eq!(houses(&classic, &[all[20], all[11], all[12]]), "c34b3");
    }
}

//! Sentences that the families share: a claim about cells, what they see, and the conclusion.

use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House, HouseKind};
use crate::logic::step::Deduction;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// `r1c1 is 5`, `one of r1c1, r1c2 and r1c3 is 5`, `neither r1c1 nor r1c2 is 5`.
pub(crate) fn claim(cells: &[Cell], digit: Digit, is_there: bool) -> Words {
    match (cells, is_there) {
        (_, true) => one_of(cells).and(say![" is ", digit]),
        ([cell], false) => say![*cell, " is not ", digit],
        ([one, other], false) => say!["neither ", *one, " nor ", *other, " is ", digit],
        (_, false) => say!["none of ", cells, " is ", digit],
    }
}

/// `r1c1`, `r1c1 or r1c2`, `one of r1c1, r1c2 and r1c3`.
pub(crate) fn one_of(cells: &[Cell]) -> Words {
    match cells {
        [cell] => say![*cell],
        [one, other] => say![*one, " or ", *other],
        _ => say!["one of ", cells],
    }
}

/// What the step comes to: `So r1c8 is 9.`, `So 2 and 6 go from r9c4, and 5 from r7c5.`
pub(crate) fn conclusion(deduction: &Deduction) -> Words {
    let mut clauses: Vec<Words> = Vec::new();
    for (digits, cells) in grouped(&deduction.placements) {
        let is = if cells.len() == 1 { " is " } else { " are " };
        clauses.push(say![&cells, is, digits]);
    }
    let gone = grouped(&deduction.eliminations);
    // Several digits after an "and" would read as one list with what stands before it.
    let is_heavy = gone.iter().skip(1).any(|(digits, _)| digits.len() > 1);
    for (k, (digits, cells)) in gone.iter().enumerate() {
        let go = match digits.len() {
            _ if k > 0 && !is_heavy => " from ",
            1 => " goes from ",
            _ => " go from ",
        };
        clauses.push(say![*digits, go, cells]);
    }
    let n = clauses.len();
    let mut said = Words::default();
    for (k, clause) in clauses.into_iter().enumerate() {
        let before = match k {
            0 => "So ",
            _ if is_heavy => "; ",
            _ if k + 1 < n => ", ",
            _ => ", and ",
        };
        said = said.and(say![before]).and(clause);
    }
    if n > 0 { said.and(say!["."]) } else { said }
}

/// Candidates by digit, the digits with the same cells together, cells in reading order.
fn grouped(candidates: &[Candidate]) -> Vec<(DigitSet, Vec<Cell>)> {
    let all: DigitSet = candidates.iter().map(|c| c.digit).collect();
    let mut groups: Vec<(DigitSet, Vec<Cell>)> = Vec::new();
    for digit in all.iter() {
        let of_digit = candidates.iter().filter(|c| c.digit == digit);
        let cells = in_order(of_digit.map(|c| c.cell));
        match groups.iter_mut().find(|(_, known)| *known == cells) {
            Some((digits, _)) => digits.insert(digit),
            None => groups.push((DigitSet::only(digit), cells)),
        }
    }
    groups
}

/// Candidates as a list of possibilities: `5 in r1c5, or 9 in r1c1 or r2c1`.
pub(crate) fn places(candidates: &[Candidate]) -> Words {
    let mut said = Words::default();
    for (k, (digits, cells)) in grouped(candidates).into_iter().enumerate() {
        let before = if k == 0 { "" } else { ", or " };
        said = said.and(say![before]).one_digit_of(digits);
        for (n, &cell) in cells.iter().enumerate() {
            let before = match n {
                0 => " in ",
                _ if n + 1 == cells.len() => " or ",
                _ => ", ",
            };
            said = said.and(say![before, cell]);
        }
    }
    said
}

/// The cells that lose a candidate, in reading order.
pub(crate) fn cleared(deduction: &Deduction) -> Vec<Cell> {
    in_order(deduction.eliminations.iter().map(|gone| gone.cell))
}

/// Each of the cells once, in reading order.
pub(crate) fn in_order(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// That the cells which lose a candidate see the `places` of it, if they do:
/// `r4c3 sees both.`, `r4c3 and r4c5 see them all.`
pub(crate) fn see_them(board: &Board, gone: &[Cell], places: &[Cell]) -> Words {
    let sees_all = |&cell: &Cell| places.iter().all(|&place| sees(board, cell, place));
    if gone.is_empty() || !gone.iter().all(sees_all) {
        return Words::default();
    }
    let see = if gone.len() == 1 { " sees " } else { " see " };
    let what = match places.len() {
        1 => "it.",
        2 => "both.",
        _ => "them all.",
    };
    say![gone, see, what]
}

/// `No other cell of row 2 or box 3`.
pub(crate) fn no_other_cell(houses: &[House]) -> Words {
    let mut said = say!["No other cell of "];
    for (k, &house) in houses.iter().enumerate() {
        let before = match k {
            0 => "",
            _ if k + 1 == houses.len() => " or ",
            _ => ", ",
        };
        said = said.and(say![before, house]);
    }
    said
}

/// Whether two cells share a house.
pub(crate) fn sees(board: &Board, one: Cell, other: Cell) -> bool {
    board.geometry().peers(one).contains(&other)
}

/// Whether two candidates cannot both be right by the rules of the game.
pub(crate) fn clash(board: &Board, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        one.digit != other.digit
    } else {
        one.digit == other.digit && sees(board, one.cell, other.cell)
    }
}

/// `two`, `three` … and figures beyond twelve.
pub(crate) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(n)
        .map_or_else(|| n.to_string(), |&word| word.to_owned())
}

/// `columns`, or `houses` where they are of several kinds.
pub(crate) fn kind_of(geometry: &Geometry, houses: &[House]) -> &'static str {
    let mut kinds = houses.iter().map(|&house| geometry.kind(house));
    let first = kinds.next();
    if !kinds.all(|kind| Some(kind) == first) {
        return "houses";
    }
    match first {
        Some(HouseKind::Row) => "rows",
        Some(HouseKind::Column) => "columns",
        Some(HouseKind::Box) => "boxes",
        Some(HouseKind::Region) => "regions",
        _ => "houses",
    }
}

//! Texts that are almost a puzzle: one character is lost, one is too many, or one is neither a
//! digit nor a blank.
//!
//! ```text
//!   5....4.7..1..5.6…      80 characters: a blank or a digit was lost somewhere, and
//!                          all that follows it moved up
//! ```
//!
//! In a text of nine rows the row itself has a cell too few, so it is looked for there alone.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::symbols::Alphabet;

use super::repairs::{self, Repair, Try};
use super::slips::{Change, Slip};
use super::work::Work;

/// What is wrong with a text that is almost a puzzle, and what was probably meant.
#[derive(Clone, Debug)]
pub struct Misreading {
    /// What is wrong: `80 cells, one is missing`.
    pub sentence: String,
    /// The proper puzzles that may have been meant, the likeliest first.
    pub repairs: Vec<Repair>,
    /// Whether all texts within reach of one slip were tried.
    pub is_complete: bool,
    /// Whether the caller ended the search.
    pub is_stopped: bool,
}

/// How usual it is to lose a character, to type one too many, and to type a wrong one.
const LOST: f64 = 4.0;
const EXTRA: f64 = 4.0;
const ILLEGIBLE: f64 = 4.0;

/// Characters too many: a key was held too long, the space bar was hit, or any other key.
const DOUBLED: f64 = 6.0;
const BLANK: f64 = 1.0;
const DIGIT: f64 = 0.2;

/// Sizes of boards that such texts may be of.
const SIZES: RangeInclusive<usize> = 4..=25;

/// A character of a text, as a cell of a board: a digit, a blank, or something else.
#[derive(Clone, Copy, PartialEq)]
enum Symbol {
    Cell(Option<Digit>),
    Other(char),
}

/// What is wrong with a text; none if it is not almost a puzzle. `board` returns the board of
/// a size.
pub(super) fn misreading(
    text: &str,
    board: &dyn Fn(usize) -> Option<Geometry>,
    work: &mut Work<'_>,
) -> Option<Misreading> {
    let rows = rows(text);
    let n_cells = rows.iter().map(Vec::len).sum::<usize>();
    let near = |size: &usize| (size * size).abs_diff(n_cells) <= 1;
    let size = SIZES.into_iter().find(near)?;
    let geometry = board(size).filter(|geometry| geometry.size() == size)?;
    let rows: Vec<Vec<Symbol>> = rows.iter().map(|row| symbols(row, size)).collect();
    let place = odd_row(&rows, size);
    let within = match place {
        Some(row) => row * size..row * size + rows[row].len(),
        None => 0..n_cells,
    };
    let where_ = place.map_or(String::new(), |row| format!("row {} has ", row + 1));
    let n_there = within.len();
    let cells: Vec<Symbol> = rows.into_iter().flatten().collect();
    let others = cells
        .iter()
        .enumerate()
        .filter_map(|(at, symbol)| match symbol {
            Symbol::Other(other) => Some((at, *other)),
            Symbol::Cell(_) => None,
        });
    let others: Vec<(usize, char)> = others.collect();
    let legible = |cells: &[Symbol]| -> Vec<Option<Digit>> {
        let digit = |symbol: &Symbol| match symbol {
            Symbol::Cell(digit) => *digit,
            Symbol::Other(_) => None,
        };
        cells.iter().map(digit).collect()
    };
    let (sentence, tries) = match (n_cells + 1).checked_sub(size * size)? {
        0 if others.is_empty() => (
            format!("{where_}{n_there} cells, one is missing"),
            lost(&legible(&cells), within, place.is_some(), &geometry),
        ),
        2 if others.is_empty() => (
            format!("{where_}{n_there} cells, one is too many"),
            extra(&legible(&cells), within, place),
        ),
        1 => {
            let &[(at, other)] = &others[..] else {
                return None;
            };
            let cell = Cell::from_index(at);
            let name = geometry.name(cell);
            let shown = other.escape_default();
            (
                format!("'{shown}' in {name} is neither a digit nor a blank"),
                illegible(&legible(&cells), cell, other, &geometry),
            )
        }
        _ => return None,
    };
    let empty = Puzzle::empty(geometry);
    let mut found = repairs::tried(&empty, merged(&empty, tries), work);
    for repair in &mut found.all {
        repair.changes.clear();
    }
    Some(Misreading {
        sentence,
        repairs: found.all,
        is_complete: found.is_complete,
        is_stopped: work.is_stopped(),
    })
}

/// The characters that stand for cells, row by row: without what is drawn around them.
fn rows(text: &str) -> Vec<Vec<char>> {
    let is_frame = |line: &str| {
        let is_drawn = |c: char| "+-=|─│┼═║╬ \t".contains(c);
        line.contains(['+', '=', '─', '┼', '═', '╬']) && line.chars().all(is_drawn)
    };
    let lines = text.lines().filter(|line| !is_frame(line));
    let is_cell = |c: &char| !c.is_whitespace() && !"|│║,;\"'".contains(*c);
    let rows = lines.map(|line| line.chars().filter(is_cell).collect());
    rows.filter(|row: &Vec<char>| !row.is_empty()).collect()
}

fn symbols(row: &[char], size: usize) -> Vec<Symbol> {
    let alphabet = Alphabet::standard(size);
    let symbol = |&c: &char| match alphabet.digit(c).filter(|digit| digit.value() <= size) {
        Some(digit) => Symbol::Cell(Some(digit)),
        None if ".0_-*?xX".contains(c) => Symbol::Cell(None),
        None => Symbol::Other(c),
    };
    row.iter().map(symbol).collect()
}

/// The one row that has a cell too many or too few, in a text of rows.
fn odd_row(rows: &[Vec<Symbol>], size: usize) -> Option<usize> {
    let mut odd = (0..rows.len()).filter(|&row| rows[row].len() != size);
    match (rows.len() == size, odd.next(), odd.next()) {
        (true, Some(row), None) => Some(row),
        _ => None,
    }
}

/// The givens that a text may have had, the slip, and how usual that is.
type Text = (Vec<Option<Digit>>, Slip, f64);

/// A character was lost.
fn lost(
    cells: &[Option<Digit>],
    within: Range<usize>,
    in_row: bool,
    geometry: &Geometry,
) -> Vec<Text> {
    let mut texts = Vec::new();
    let weight = LOST / (within.len() + 1) as f64;
    for at in within.start..=within.end {
        for meant in std::iter::once(None).chain(geometry.digits().map(Some)) {
            let mut cells = cells.to_vec();
            cells.insert(at, meant);
            let cell = Cell::from_index(at);
            let slip = Slip::Lost {
                cell,
                meant,
                in_row,
            };
            texts.push((cells, slip, weight));
        }
    }
    texts
}

/// A character is too many.
fn extra(cells: &[Option<Digit>], within: Range<usize>, row: Option<usize>) -> Vec<Text> {
    let start = within.start;
    let leave_out = |at: usize| {
        let written = cells[at];
        let is_doubled = at > 0 && cells[at - 1] == written || cells.get(at + 1) == Some(&written);
        let how_often = match written {
            _ if is_doubled => DOUBLED,
            None => BLANK,
            Some(_) => DIGIT,
        };
        let mut left = cells.to_vec();
        left.remove(at);
        let slip = Slip::Extra {
            character: at + 1 - if row.is_some() { start } else { 0 },
            written,
            in_row: row.map(|row| row + 1),
        };
        (left, slip, EXTRA * how_often)
    };
    within.map(leave_out).collect()
}

/// A character is neither a digit nor a blank.
fn illegible(cells: &[Option<Digit>], cell: Cell, other: char, geometry: &Geometry) -> Vec<Text> {
    let alike = match other.to_ascii_lowercase() {
        'o' | 'd' | ' ' => 0,
        'l' | 'i' | '|' | '!' => 1,
        'z' => 2,
        'a' | 'h' => 4,
        's' => 5,
        'b' if other == 'b' => 6,
        'g' if other == 'G' => 6,
        't' => 7,
        'b' => 8,
        'g' | 'q' | 'p' => 9,
        _ => usize::MAX,
    };
    let meant = std::iter::once(None).chain(geometry.digits().map(Some));
    meant
        .map(|meant| {
            let mut cells = cells.to_vec();
            cells[cell.index()] = meant;
            let is_alike = meant.map_or(0, Digit::value) == alike;
            let weight = ILLEGIBLE * if is_alike { 10.0 } else { 1.0 };
            (cells, Slip::Illegible { cell, meant }, weight)
        })
        .collect()
}

/// The texts without a digit twice in a house, equal ones together.
fn merged(empty: &Puzzle, texts: Vec<Text>) -> Vec<Try> {
    let mut tries: BTreeMap<Vec<Change>, Try> = BTreeMap::new();
    for (givens, slip, weight) in texts {
        let geometry = empty.geometry();
        let puzzle = Puzzle::of(geometry.clone(), givens);
        if !puzzle.conflicts().is_empty() {
            continue;
        }
        let given = |cell: Cell| Some((cell, Some(puzzle.given(cell)?)));
        let changes: Vec<Change> = geometry.cells().filter_map(given).collect();
        let known = tries.entry(changes).or_insert_with_key(|changes| Try {
            changes: changes.clone(),
            slips: vec![slip],
            weight: 0.0,
        });
        known.weight += weight;
    }
    tries.into_values().collect()
}

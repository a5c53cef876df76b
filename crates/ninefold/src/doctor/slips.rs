//! The ways in which one slip of the hand or the eye breaks a puzzle, and how usual each is.
//!
//! ```text
//!   meant     5....4.7.   .9...75..
//!   written   5....4.1.   .9....75.      a 1 for a 7; `75` one cell too far right
//! ```
//!
//! The doctor goes backwards: it writes down every grid that one slip could have started from.
//! Each has a weight: how usual slips of its class are, times how usual this one is among them.
//! If several slips lead to one grid, their weights add up. The weights are a judgement, not a
//! statistic of misprints; puzzles broken at random show that their exact values hardly matter
//! (`benchmarks/doctor.md`).

use std::collections::BTreeMap;

use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::words::{Part, Words, say};

/// A slip, as it is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slip {
    /// Another digit was read or typed than was meant.
    Misread {
        /// Where.
        cell: Cell,
        /// The digit that was written.
        written: Digit,
        /// The digit that was meant.
        meant: Digit,
    },
    /// A digit was left out.
    LeftOut {
        /// Where.
        cell: Cell,
        /// The digit that was meant.
        meant: Digit,
    },
    /// A digit stands where a blank was meant.
    TooMany {
        /// Where.
        cell: Cell,
        /// The digit that was written.
        written: Digit,
    },
    /// Neighbours in a row changed places.
    Swapped {
        /// The left one.
        left: Cell,
    },
    /// A piece of a row, or all of it, stands one cell too far to one side.
    Shifted {
        /// The first cell of the piece and of the blank that it left or filled.
        first: Cell,
        /// The last one.
        last: Cell,
        /// Whether the piece goes back to the left.
        to_left: bool,
    },
    /// A digit stands one row too high or too low.
    OffByRow {
        /// Where it stands.
        from: Cell,
        /// Where it was meant to stand.
        to: Cell,
    },
    /// Two rows changed places; counted from zero.
    Rows(usize, usize),
    /// Two columns changed places; counted from zero.
    Columns(usize, usize),
    /// A character of the text was lost, and all that follows moved up.
    Lost {
        /// Where it was lost.
        cell: Cell,
        /// What it was; none for a blank.
        meant: Option<Digit>,
        /// Whether only the rest of its row moved up.
        in_row: bool,
    },
    /// A character of the text is one too many, and all that follows moved on.
    Extra {
        /// Its place in the text, or in its row, from one.
        character: usize,
        /// What it is; none for a blank.
        written: Option<Digit>,
        /// The row, from one, if only the rest of that moved on.
        in_row: Option<usize>,
    },
    /// A character is no digit and no blank.
    Illegible {
        /// Where.
        cell: Cell,
        /// What it was meant to be; none for a blank.
        meant: Option<Digit>,
    },
}

/// How usual each class of slips is.
const MISREAD: f64 = 10.0;
const SWAPPED: f64 = 6.0;
const LEFT_OUT: f64 = 6.0;
const PIECE_SHIFTED: f64 = 5.0;
const ROW_SHIFTED: f64 = 2.0;
const TOO_MANY: f64 = 2.0;
const OFF_BY_ROW: f64 = 2.5;
const ROWS_SWAPPED: f64 = 1.0;
const COLUMNS_SWAPPED: f64 = 0.5;

impl Slip {
    /// The name of its class: `misread`.
    pub fn class(self) -> &'static str {
        match self {
            Slip::Misread { .. } => "misread",
            Slip::LeftOut { .. } => "left-out",
            Slip::TooMany { .. } => "too-many",
            Slip::Swapped { .. } => "swapped",
            Slip::Shifted { .. } => "shifted",
            Slip::OffByRow { .. } => "off-by-row",
            Slip::Rows(..) => "rows-swapped",
            Slip::Columns(..) => "columns-swapped",
            Slip::Lost { .. } => "character-lost",
            Slip::Extra { .. } => "character-extra",
            Slip::Illegible { .. } => "illegible",
        }
    }

    /// What undoes it, in words; `givens` are those of the broken puzzle.
    pub(super) fn words(self, geometry: &Geometry, givens: &[Option<Digit>]) -> Words {
        let given = |cell: Cell| givens[cell.index()];
        match self {
            Slip::Misread {
                cell,
                written,
                meant,
            } => say![cell, " ", meant, " instead of ", written],
            Slip::LeftOut { cell, meant } => say![meant, " added in ", cell],
            Slip::TooMany { cell, written } => say!["no ", written, " in ", cell],
            Slip::Swapped { left } => {
                let right = Cell::from_index(left.index() + 1);
                match (given(left), given(right)) {
                    (Some(a), Some(b)) => {
                        let way = " the other way round: ";
                        let quoted = quoted(&[Some(a), Some(b)], geometry, left);
                        quoted.and(say![way, left, " ", b, ", ", right, " ", a])
                    }
                    (Some(digit), None) => moved(geometry, &[(right, digit)], left, false),
                    (_, digit) => {
                        let digit = digit.expect("a blank changes places with a digit");
                        moved(geometry, &[(left, digit)], left, true)
                    }
                }
            }
            Slip::Shifted {
                first,
                last,
                to_left,
            } => shifted(geometry, givens, first.index()..=last.index(), to_left),
            Slip::OffByRow { from, to } => {
                let digit = given(from).expect("a digit was moved");
                let way = if to < from { "up" } else { "down" };
                let column = geometry.column(from);
                let what = format!(" in column {column} one cell {way}: ");
                say![digit, what, to, " ", digit]
            }
            Slip::Rows(a, b) => say![format!("rows {} and {} swapped", a + 1, b + 1)],
            Slip::Columns(a, b) => say![format!("columns {} and {} swapped", a + 1, b + 1)],
            Slip::Lost {
                cell,
                meant,
                in_row,
            } => {
                let is_last = geometry.column(cell) == geometry.size();
                let on = match in_row {
                    _ if cell.index() + 1 == geometry.n_cells() => "",
                    true if is_last => "",
                    true => ", and the rest of the row one cell on",
                    false => ", and all that follows one cell on",
                };
                say![symbol(meant), " added in ", cell, on]
            }
            Slip::Extra {
                character,
                written,
                in_row,
            } => {
                let (place, back) = match in_row {
                    Some(row) => (
                        format!("without character {character} of row {row}, "),
                        ", and the rest of the row one cell back",
                    ),
                    None => (
                        format!("without character {character}, "),
                        ", and all that follows one cell back",
                    ),
                };
                say![place, symbol(written), back]
            }
            Slip::Illegible { cell, meant } => say![symbol(meant), " in ", cell],
        }
    }
}

/// A digit, or the word for none.
fn symbol(digit: Option<Digit>) -> Part {
    digit.map_or_else(|| "a blank".into(), Part::from)
}

/// Digits of a row in quotes, as they stand there: `7 . 5`, and the row.
fn quoted(digits: &[Option<Digit>], geometry: &Geometry, at: Cell) -> Words {
    let mut words = say!["`"];
    for (k, digit) in digits.iter().enumerate() {
        let gap = if k == 0 { "" } else { " " };
        let shown = digit.map_or_else(|| ".".into(), Part::from);
        words = words.and(say![gap, shown]);
    }
    words.and(say![format!("` in row {}", geometry.row(at))])
}

/// A piece of a row goes one cell to a side, and these are its digits there.
fn moved(geometry: &Geometry, placed: &[(Cell, Digit)], at: Cell, to_left: bool) -> Words {
    let way = if to_left { "left" } else { "right" };
    let (first, last) = (placed[0].0.index(), placed[placed.len() - 1].0.index());
    let digit_in = |index: usize| placed.iter().find(|(cell, _)| cell.index() == index);
    let shown: Vec<Option<Digit>> = (first..=last)
        .map(|index| digit_in(index).map(|(_, digit)| *digit))
        .collect();
    let mut words = quoted(&shown, geometry, at).and(say![format!(" one cell to the {way}: ")]);
    for (k, &(cell, digit)) in placed.iter().enumerate() {
        let gap = if k == 0 { "" } else { ", " };
        words = words.and(say![gap, cell, " ", digit]);
    }
    words
}

/// The words for a piece of a row, or all of a row, that goes one cell to a side.
fn shifted(
    geometry: &Geometry,
    givens: &[Option<Digit>],
    piece: std::ops::RangeInclusive<usize>,
    to_left: bool,
) -> Words {
    let first = Cell::from_index(*piece.start());
    let n_cells = piece.clone().count();
    if n_cells == geometry.size() {
        let way = if to_left { "left" } else { "right" };
        let row = geometry.row(first);
        return say![format!("all of row {row} one cell to the {way}")];
    }
    let target = |index: usize| if to_left { index - 1 } else { index + 1 };
    let digits = piece.filter_map(|index| Some((index, givens[index]?)));
    let placed: Vec<(Cell, Digit)> = digits
        .map(|(index, digit)| (Cell::from_index(target(index)), digit))
        .collect();
    moved(geometry, &placed, first, to_left)
}

/// What a cell is to hold instead.
pub(super) type Change = (Cell, Option<Digit>);

/// A grid that one slip could have started from.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// How it differs from the grid at hand, by cell.
    pub(super) changes: Vec<Change>,
    /// The likeliest slip that leads from the one to the other.
    pub(super) slip: Slip,
    /// How usual that one is.
    best: f64,
    /// How usual all slips are that do.
    pub(super) weight: f64,
}

/// The grids without a digit twice in a house that one slip could have started from.
pub(super) fn starts(puzzle: &Puzzle) -> Vec<Start> {
    Slips::new(puzzle).collected()
}

/// Those of them in which at least one of these cells changes.
pub(super) fn starts_in(puzzle: &Puzzle, cells: &[Cell]) -> Vec<Start> {
    let slips = Slips {
        only_in: Some(cells),
        ..Slips::new(puzzle)
    };
    slips.collected()
}

/// The same, though a digit may be twice in a house: another slip is to be undone. The most
/// usual slips come first.
pub(super) fn beginnings_in(puzzle: &Puzzle, cells: &[Cell]) -> Vec<Start> {
    let slips = Slips {
        only_in: Some(cells),
        must_be_sound: false,
        ..Slips::new(puzzle)
    };
    let mut starts = slips.collected();
    starts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    starts
}

/// The changes that undo a slip in a board of givens; none for a slip of the text.
pub(super) fn changes(givens: &[Option<Digit>], size: usize, slip: Slip) -> Vec<Change> {
    let rotated = |first: Cell, last: Cell, to_left: bool| {
        let mut cells = givens[first.index()..=last.index()].to_vec();
        if to_left {
            cells.rotate_left(1);
        } else {
            cells.rotate_right(1);
        }
        let cells = cells.into_iter().enumerate();
        cells
            .map(|(k, digit)| (Cell::from_index(first.index() + k), digit))
            .collect()
    };
    let swapped = |index: &dyn Fn(usize) -> (usize, usize)| -> Vec<Change> {
        let both = |k| {
            let (a, b) = index(k);
            [(a, b), (b, a)]
        };
        let cells = (0..size).flat_map(both);
        cells
            .map(|(to, from)| (Cell::from_index(to), givens[from]))
            .collect()
    };
    match slip {
        Slip::Misread { cell, meant, .. } | Slip::LeftOut { cell, meant } => {
            vec![(cell, Some(meant))]
        }
        Slip::TooMany { cell, .. } => vec![(cell, None)],
        Slip::Swapped { left } => rotated(left, Cell::from_index(left.index() + 1), true),
        Slip::Shifted {
            first,
            last,
            to_left,
        } => rotated(first, last, to_left),
        Slip::OffByRow { from, to } => vec![(from, None), (to, givens[from.index()])],
        Slip::Rows(a, b) => swapped(&|k| (a * size + k, b * size + k)),
        Slip::Columns(a, b) => swapped(&|k| (k * size + a, k * size + b)),
        Slip::Lost { .. } | Slip::Extra { .. } | Slip::Illegible { .. } => Vec::new(),
    }
}

/// Collects the grids.
struct Slips<'p> {
    geometry: &'p Geometry,
    givens: Vec<Option<Digit>>,
    size: usize,
    n_givens: usize,
    /// The pairs of cells that clash.
    clashes: Vec<(Cell, Cell)>,
    /// One of these cells has to change.
    only_in: Option<&'p [Cell]>,
    /// Whether no digit may be twice in a house.
    must_be_sound: bool,
    found: BTreeMap<Vec<Change>, Start>,
}

impl<'p> Slips<'p> {
    fn new(puzzle: &'p Puzzle) -> Slips<'p> {
        let geometry = puzzle.geometry();
        let peers_with = |cell: Cell| {
            let peers = geometry.peers(cell).iter().copied();
            let digit = puzzle.given(cell);
            peers.filter(move |&peer| digit.is_some() && puzzle.given(peer) == digit)
        };
        let pairs = geometry
            .cells()
            .flat_map(|cell| peers_with(cell).map(move |peer| (cell, peer)));
        Slips {
            geometry,
            givens: puzzle.givens().to_vec(),
            size: geometry.size(),
            n_givens: puzzle.n_givens(),
            clashes: pairs.filter(|(cell, peer)| cell < peer).collect(),
            only_in: None,
            must_be_sound: true,
            found: BTreeMap::new(),
        }
    }

    /// Every class of slips in turn.
    fn collected(mut self) -> Vec<Start> {
        self.in_cells();
        self.in_rows();
        self.of_lines();
        self.found.into_values().collect()
    }

    /// Digits misread, left out, or one too many; and those that are a row off.
    fn in_cells(&mut self) {
        let confusions = Confusions::new(self.size);
        let n_givens = self.n_givens as f64;
        let n_blanks = (self.givens.len() - self.n_givens) as f64;
        for cell in self.geometry.cells() {
            let digits = self.geometry.digits();
            let Some(written) = self.givens[cell.index()] else {
                for meant in digits {
                    self.add(Slip::LeftOut { cell, meant }, LEFT_OUT / (n_givens + 1.0));
                }
                continue;
            };
            for meant in digits.filter(|&digit| digit != written) {
                let weight = MISREAD * confusions.chance(meant, written) / n_givens;
                let slip = Slip::Misread {
                    cell,
                    written,
                    meant,
                };
                self.add(slip, weight);
            }
            // A grid without blanks was not meant to have one.
            if n_blanks > 0.0 {
                let n_ways = (n_blanks + 1.0) * self.size as f64;
                self.add(Slip::TooMany { cell, written }, TOO_MANY / n_ways);
            }
        }
        let off = self.digits_beside_blanks();
        let weight = OFF_BY_ROW / off.len() as f64;
        for (from, to) in off {
            self.add(Slip::OffByRow { from, to }, weight);
        }
    }

    /// Each digit and the blank above or below it.
    fn digits_beside_blanks(&self) -> Vec<(Cell, Cell)> {
        let n_upper = self.givens.len() - self.size;
        let pairs = (0..n_upper).flat_map(|upper| {
            let lower = upper + self.size;
            [(upper, lower), (lower, upper)]
        });
        pairs
            .filter(|&(from, to)| self.givens[from].is_some() && self.givens[to].is_none())
            .map(|(from, to)| (Cell::from_index(from), Cell::from_index(to)))
            .collect()
    }

    /// Neighbours swapped, and pieces of rows shifted.
    fn in_rows(&mut self) {
        let (mut swaps, mut pieces, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for start in (0..self.givens.len()).step_by(self.size) {
            let end = start + self.size;
            for left in start..end - 1 {
                let pair = [self.givens[left], self.givens[left + 1]];
                if pair[0] != pair[1] {
                    let how_often = if pair.contains(&None) { 1.0 } else { 2.0 };
                    let left = Cell::from_index(left);
                    swaps.push((Slip::Swapped { left }, how_often));
                }
            }
            let ends =
                (start..end).flat_map(|first| (first + 1..end).map(move |last| (first, last)));
            for (first, last) in ends {
                for to_left in [true, false] {
                    let Some(how_often) = self.shift(first, last, to_left) else {
                        continue;
                    };
                    let slip = Slip::Shifted {
                        first: Cell::from_index(first),
                        last: Cell::from_index(last),
                        to_left,
                    };
                    let is_row = last + 1 - first == self.size;
                    let kind = if is_row { &mut rows } else { &mut pieces };
                    kind.push((slip, how_often));
                }
            }
        }
        for (slips, usual) in [
            (swaps, SWAPPED),
            (pieces, PIECE_SHIFTED),
            (rows, ROW_SHIFTED),
        ] {
            let all: f64 = slips.iter().map(|(_, how_often)| how_often).sum();
            for (slip, how_often) in slips {
                self.add(slip, usual * how_often / all);
            }
        }
    }

    /// How usual it is that the cells from `first` to `last` are a piece that left a blank, or
    /// that they are a row; none if they are neither.
    fn shift(&self, first: usize, last: usize, to_left: bool) -> Option<f64> {
        let cells = &self.givens[first..=last];
        let (blank, piece) = if to_left {
            cells.split_first()?
        } else {
            cells.split_last()?
        };
        let is_row = cells.len() == self.size;
        let is_tight = piece.first()?.is_some() && piece.last()?.is_some();
        if blank.is_some() || !(is_row || is_tight) {
            return None;
        }
        match piece.iter().flatten().count() {
            0 => None,
            1 => Some(1.0),
            _ => Some(2.0),
        }
    }

    /// Two rows or two columns swapped.
    fn of_lines(&mut self) {
        let size = self.size;
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let how_often = |a: usize, b: usize| if b == a + 1 { 4.0 } else { 1.0 };
        let all: f64 = pairs.iter().map(|&(a, b)| how_often(a, b)).sum();
        for (a, b) in pairs {
            let chance = how_often(a, b) / all;
            self.add(Slip::Rows(a, b), ROWS_SWAPPED * chance);
            self.add(Slip::Columns(a, b), COLUMNS_SWAPPED * chance);
        }
    }

    /// Adds the grid before a slip, if it differs and may be one.
    fn add(&mut self, slip: Slip, weight: f64) {
        let mut changes = changes(&self.givens, self.size, slip);
        changes.retain(|&(cell, digit)| self.givens[cell.index()] != digit);
        let touches = |cells: &[Cell]| changes.iter().any(|(cell, _)| cells.contains(cell));
        if changes.is_empty()
            || self.only_in.is_some_and(|cells| !touches(cells))
            || self.must_be_sound && !self.is_sound_with(&changes)
        {
            return;
        }
        changes.sort_unstable();
        let found = self.found.entry(changes);
        let changes = found.key().clone();
        let start = found.or_insert(Start {
            changes,
            slip,
            best: 0.0,
            weight: 0.0,
        });
        if weight > start.best {
            (start.slip, start.best) = (slip, weight);
        }
        start.weight += weight;
    }

    /// Whether no digit is twice in a house after these changes.
    fn is_sound_with(&mut self, changes: &[Change]) -> bool {
        let is_changed = |cell: Cell| changes.iter().any(|(changed, _)| *changed == cell);
        let mut clashes = self.clashes.iter();
        if !clashes.all(|&(a, b)| is_changed(a) || is_changed(b)) {
            return false;
        }
        let before: Vec<Option<Digit>> = changes
            .iter()
            .map(|&(cell, digit)| std::mem::replace(&mut self.givens[cell.index()], digit))
            .collect();
        let is_free = |&(cell, digit): &Change| {
            let mut peers = self.geometry.peers(cell).iter();
            digit.is_none() || !peers.any(|peer| self.givens[peer.index()] == digit)
        };
        let is_sound = changes.iter().all(is_free);
        for (&(cell, _), digit) in changes.iter().zip(before) {
            self.givens[cell.index()] = digit;
        }
        is_sound
    }
}

/// How often one digit is written for another: they look alike, or their keys are neighbours.
struct Confusions {
    size: usize,
    /// The sum over all digits that may be written for one.
    sums: Vec<f64>,
}

/// Digits that look alike, and how much.
const ALIKE: [(usize, usize, f64); 12] = [
    (1, 7, 3.0),
    (3, 8, 3.0),
    (5, 6, 3.0),
    (6, 8, 3.0),
    (8, 9, 2.0),
    (4, 9, 2.0),
    (6, 9, 2.0),
    (2, 7, 1.5),
    (3, 5, 1.5),
    (1, 4, 1.5),
    (5, 9, 1.0),
    (3, 9, 1.0),
];

impl Confusions {
    fn new(size: usize) -> Confusions {
        let sum = |meant| {
            let others = (1..=size).filter(|&other| other != meant);
            others.map(|other| Confusions::likeness(meant, other)).sum()
        };
        Confusions {
            size,
            sums: (1..=size).map(sum).collect(),
        }
    }

    fn likeness(a: usize, b: usize) -> f64 {
        let pair = (a.min(b), a.max(b));
        let alike = ALIKE.iter().find(|(a, b, _)| (*a, *b) == pair);
        let by_shape = alike.map_or(0.0, |(_, _, likeness)| *likeness);
        let by_key = match pair.1 - pair.0 {
            1 => 1.0,
            // One above the other on a pad of numbers.
            3 => 0.5,
            _ => 0.0,
        };
        0.25 + by_shape + by_key
    }

    /// The chance that a misread digit `meant` is written as `written`.
    fn chance(&self, meant: Digit, written: Digit) -> f64 {
        debug_assert!(meant.value() <= self.size, "the digit is on the board");
        Confusions::likeness(meant.value(), written.value()) / self.sums[meant.index()]
    }
}

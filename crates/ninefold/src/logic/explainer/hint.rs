//! One step of Sudoku Explainer: what it rests on, what it changes, and its rating.

use std::borrow::Cow;

use super::chains::Node;
use super::chains::multiple::{Level, Source};
use super::chains::net::Mode;
use super::marks::{Candidate, Marks};
use super::steps::names;
use crate::board::Board;

/// Candidates that go: cells with masks of digits, in the order in which they were found.
pub(super) type Deletions = Vec<(u8, u16)>;

/// A step that Sudoku Explainer would show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hint {
    /// The rating as the sum of the same floating-point numbers as in the program: hints are
    /// compared by it before it is rounded.
    pub(crate) rating: f64,
    /// The number of nodes of a chain, which its length and rating come from; otherwise 0.
    pub(super) complexity: u32,
    /// The pattern.
    pub(super) pattern: Pattern,
    /// The digit that is placed, if any.
    pub(crate) place: Option<Candidate>,
    /// The candidates that go, apart from those that the placed digit removes.
    pub(super) deletions: Deletions,
}

/// What a hint rests on: as much as its name needs, and as is needed to find the rest anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pattern {
    /// A digit with one place in a house.
    HiddenSingle {
        house: u8,
    },
    NakedSingle,
    /// All places of a digit in the first house lie in the second.
    Locked {
        digit: u8,
        base: u8,
        cover: u8,
        /// The house that is left with one place for the digit, if it is placed at once.
        then: Option<u8>,
    },
    /// Digits that share as many positions of a house.
    HiddenSet {
        house: u8,
        digits: u16,
        positions: u16,
        direct: bool,
    },
    /// Positions of a house that share as many digits.
    NakedSet {
        house: u8,
        digits: u16,
        positions: u16,
    },
    /// Lines of one kind in which a digit has places in as many crossing lines only. Both are
    /// sets of houses.
    Fish {
        digit: u8,
        bases: u32,
        covers: u32,
    },
    /// The pivot and the pincers.
    XyWing {
        cells: [u8; 3],
    },
    XyzWing {
        cells: [u8; 3],
    },
    /// Cells that would all hold one of two digits.
    UniqueLoop {
        cells: u128,
        pair: u16,
        kind: u8,
        with: With,
    },
    Bug {
        kind: u8,
        with: With,
    },
    AlignedExclusion {
        cells: u128,
    },
    StrongLinks {
        links: u8,
    },
    /// Cells that see each other, and one with two candidates.
    AlphabetWing {
        cells: u128,
        other: u8,
    },
    /// A cycle or a chain.
    Links {
        kind: ChainKind,
        cycle: bool,
    },
    /// Chains from several assumptions, with techniques inside them if `level` names some.
    Nets {
        kind: ChainKind,
        level: &'static Level,
        source: Source,
        conclusion: Node,
    },
}

/// What a deadly pattern is helped by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Nothing,
    /// These positions of a house make a naked set with the digits too many.
    Positions {
        house: u8,
        positions: u16,
    },
    /// These digits have places only in some positions of a house.
    Digits {
        house: u8,
        digits: u16,
    },
}

/// What kind of chain a hint is, in the order in which Sudoku Explainer prefers those with the
/// same number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChainKind {
    Double = 1,
    X = 2,
    Y = 3,
    Xy = 4,
    Cell = 5,
    Region = 6,
    Contradiction = 7,
}

impl Hint {
    /// A hint that places a digit and lists no deletions.
    pub(super) fn placing(rating: f64, pattern: Pattern, cell: usize, digit: usize) -> Hint {
        Hint {
            rating,
            complexity: 0,
            pattern,
            place: Some(candidate(cell, digit)),
            deletions: Deletions::new(),
        }
    }

    /// A hint that removes candidates; none if it removes nothing.
    pub(super) fn removing(rating: f64, pattern: Pattern, deletions: Deletions) -> Option<Hint> {
        let worth = !deletions.is_empty();
        worth.then_some(Hint {
            rating,
            complexity: 0,
            pattern,
            place: None,
            deletions,
        })
    }

    /// What the programs call it, without the numbers that some of them add.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        let by_size = |names: [&'static str; 3], set: u16| names[set.count_ones() as usize - 2];
        let name = match self.pattern {
            Pattern::HiddenSingle { .. } => "Hidden Single",
            Pattern::NakedSingle => "Naked Single",
            Pattern::Locked { base, then, .. } => match (then.is_some(), base < 9) {
                (true, true) => "Direct Pointing",
                (true, false) => "Direct Claiming",
                (false, true) => "Pointing",
                (false, false) => "Claiming",
            },
            Pattern::HiddenSet {
                digits,
                direct: true,
                ..
            } => by_size(["Direct Hidden Pair", "Direct Hidden Triplet", ""], digits),
            Pattern::HiddenSet { digits, .. } => {
                by_size(["Hidden Pair", "Hidden Triplet", "Hidden Quad"], digits)
            }
            Pattern::NakedSet { digits, .. } => {
                by_size(["Naked Pair", "Naked Triplet", "Naked Quad"], digits)
            }
            Pattern::Fish { bases, .. } => {
                ["X-Wing", "Swordfish", "Jellyfish"][bases.count_ones() as usize - 2]
            }
            Pattern::XyWing { .. } => "XY-Wing",
            Pattern::XyzWing { .. } => "XYZ-Wing",
            Pattern::UniqueLoop { cells, kind, .. } => {
                return match cells.count_ones() {
                    4 => format!("Unique Rectangle type {kind}").into(),
                    n => format!("Unique Loop {n} type {kind}").into(),
                };
            }
            Pattern::Bug { kind, .. } => return format!("BUG type {kind}").into(),
            Pattern::AlignedExclusion { cells } if cells.count_ones() == 2 => {
                "Aligned Pair Exclusion"
            }
            Pattern::AlignedExclusion { .. } => "Aligned Triplet Exclusion",
            Pattern::StrongLinks { links } => return format!("{links} Strong Links").into(),
            Pattern::AlphabetWing { cells, .. } => {
                return format!("{}-Wing", &"TUVWXYZ"[6 - cells.count_ones() as usize..]).into();
            }
            Pattern::Links { kind, cycle } => match (kind, cycle) {
                (ChainKind::X, true) => "Bidirectional X-Cycle",
                (ChainKind::Y, true) => "Bidirectional Y-Cycle",
                (_, true) => "Bidirectional Cycle",
                (ChainKind::X, false) if self.complexity == 6 => "Turbot Fish",
                (ChainKind::X, false) => "Forcing X-Chain",
                (_, false) => "Forcing Chain",
            },
            Pattern::Nets { kind, level, .. } => {
                let dynamic = match level.mode {
                    Mode::Nishio => return "Nishio Forcing Chains".into(),
                    Mode::Dynamic => "Dynamic ",
                    Mode::Static => "",
                };
                return format!("{dynamic}{kind:?} Forcing Chains{}", level.name).into();
            }
        };
        Cow::Borrowed(name)
    }

    /// Changes the board as the hint says.
    pub(super) fn apply(&self, marks: &mut Marks) {
        for &(cell, digits) in &self.deletions {
            let cell = usize::from(cell);
            let there = digits & marks.cells[cell];
            super::marks::members(there).for_each(|digit| marks.remove(cell, digit));
        }
        if let Some(placed) = self.place {
            marks.place(usize::from(placed / 9), usize::from(placed % 9));
        }
    }

    /// The same on a board.
    pub(super) fn apply_to_board(&self, board: &mut Board) {
        for &(cell, digits) in &self.deletions {
            for digit in super::marks::members(digits) {
                board.eliminate(names::cell(cell.into()), names::digit(digit));
            }
        }
        if let Some(placed) = self.place.map(names::candidate) {
            board.place(placed.cell, placed.digit);
        }
    }
}

/// The candidate of a digit in a cell.
pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    (9 * cell + digit) as Candidate
}

/// Adds digits to the deletions of a cell.
pub(super) fn delete(deletions: &mut Deletions, cell: usize, digits: u16) {
    if digits == 0 {
        return;
    }
    match deletions
        .iter_mut()
        .find(|(other, _)| usize::from(*other) == cell)
    {
        Some((_, there)) => *there |= digits,
        None => deletions.push((cell as u8, digits)),
    }
}

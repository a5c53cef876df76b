//! Sudoku Explainer 1.2.1 once more, plain and slow, to hold the scale `se` to.
//!
//! It follows the description of the program's behaviour sentence by sentence, and shares no
//! code with the library. Every producer lists all of its hints, the first to take first: those
//! that choose by rating sort them, the others list them in the order of their search. Its chains
//! end with the dynamic ones: techniques inside chains (ratings from 9.0 on) are left out.

mod chains;
pub(crate) mod paths;
mod patterns;

use std::collections::BTreeSet;
use std::fmt;

/// A cell, from 0 to 80, row by row.
pub(crate) type Cell = usize;

/// A set of digits: bit 1 to bit 9.
pub(crate) type Digits = u16;

/// Block, row or column.
pub(crate) const KINDS: [usize; 3] = [BLOCK, ROW, COLUMN];
pub(crate) const BLOCK: usize = 0;
pub(crate) const ROW: usize = 1;
pub(crate) const COLUMN: usize = 2;

/// The number of the block, row or column of a cell.
pub(crate) fn house_of(kind: usize, cell: Cell) -> usize {
    match kind {
        BLOCK => cell / 27 * 3 + cell % 9 / 3,
        ROW => cell / 9,
        _ => cell % 9,
    }
}

/// The cells of a house, by their positions in it.
pub(crate) fn house(kind: usize, number: usize) -> [Cell; 9] {
    std::array::from_fn(|position| match kind {
        BLOCK => number / 3 * 27 + number % 3 * 3 + position / 3 * 9 + position % 3,
        ROW => 9 * number + position,
        _ => 9 * position + number,
    })
}

/// Whether two different cells share a house.
pub(crate) fn sees(a: Cell, b: Cell) -> bool {
    a != b
        && KINDS
            .iter()
            .any(|&kind| house_of(kind, a) == house_of(kind, b))
}

/// The cells that a cell sees: those of its block, then those left of its row, of its column.
pub(crate) fn peers(cell: Cell) -> Vec<Cell> {
    let mut peers = Vec::new();
    for kind in KINDS {
        for other in house(kind, house_of(kind, cell)) {
            if other != cell && !peers.contains(&other) {
                peers.push(other);
            }
        }
    }
    peers
}

/// The digits of a set, ascending.
pub(crate) fn each(digits: Digits) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |digit| digits >> digit & 1 == 1)
}

/// The sets of `k` of the numbers below `n`, by the value of their masks.
pub(crate) fn subsets(k: usize, n: usize) -> impl Iterator<Item = Vec<usize>> {
    let masks = if n == 0 { 0..0 } else { 0..1u32 << n };
    masks
        .filter(move |mask| mask.count_ones() as usize == k)
        .map(move |mask| (0..n).filter(|bit| mask >> bit & 1 == 1).collect())
}

/// The union of as many sets, if each has at least `least` members and it has one for each set.
pub(crate) fn common_tuple(sets: &[u16], least: u32) -> Option<u16> {
    let union = sets.iter().fold(0, |union, set| union | set);
    let large = sets.iter().all(|set| set.count_ones() >= least);
    (large && union.count_ones() as usize == sets.len()).then_some(union)
}

/// A board: digits, 0 for none, and the candidates of the cells without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) digits: [u8; 81],
    pub(crate) candidates: [Digits; 81],
}

impl Position {
    /// The board of 81 characters, with all candidates that no digit excludes.
    pub(crate) fn new(givens: &str) -> Position {
        let mut position = Position {
            digits: [0; 81],
            candidates: [0b11_1111_1110; 81],
        };
        for (cell, character) in givens.chars().take(81).enumerate() {
            if let Some(digit @ 1..) = character.to_digit(10) {
                position.place(cell, digit as u8);
            }
        }
        position
    }

    fn place(&mut self, cell: Cell, digit: u8) {
        self.digits[cell] = digit;
        self.candidates[cell] = 0;
        for peer in peers(cell) {
            self.remove(peer, digit);
        }
    }

    pub(crate) fn remove(&mut self, cell: Cell, digit: u8) {
        self.candidates[cell] &= !(1 << digit);
    }

    pub(crate) fn has(&self, cell: Cell, digit: u8) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    pub(crate) fn n(&self, cell: Cell) -> u32 {
        self.candidates[cell].count_ones()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.digits.iter().all(|&digit| digit != 0)
    }

    /// The positions of a house that can hold a digit, as a mask.
    pub(crate) fn places(&self, kind: usize, number: usize, digit: u8) -> u16 {
        let cells = house(kind, number).into_iter().enumerate();
        let places = cells.filter(|&(_, cell)| self.has(cell, digit));
        places.fold(0, |mask, (position, _)| mask | 1 << position)
    }

    /// The number of empty cells of a house.
    pub(crate) fn empty(&self, kind: usize, number: usize) -> usize {
        let cells = house(kind, number).into_iter();
        cells.filter(|&cell| self.digits[cell] == 0).count()
    }

    pub(crate) fn apply(&mut self, hint: &Hint) {
        for &(cell, digit) in &hint.deletions {
            self.remove(cell, digit);
        }
        if let Some((cell, digit)) = hint.place {
            self.place(cell, digit);
        }
    }

    /// The hints of the first producer that has any, the one to take first. None if there is no
    /// hint short of techniques inside chains.
    pub(crate) fn hints(&self) -> Vec<Hint> {
        let mut producers = patterns::PRODUCERS.iter().chain(chains::PRODUCERS);
        let hints = producers.find_map(|producer| Some(producer(self)).filter(|h| !h.is_empty()));
        hints.unwrap_or_default()
    }
}

/// Lists all hints of one kind.
pub(crate) type Producer = fn(&Position) -> Vec<Hint>;

/// A step that the program could show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hint {
    pub(crate) rating: f64,
    /// The number of nodes of a chain.
    pub(crate) complexity: usize,
    /// What chains of one rating and complexity are sorted by.
    pub(crate) key: u8,
    pub(crate) name: &'static str,
    /// What the hint starts from, or is about.
    pub(crate) about: About,
    pub(crate) place: Option<(Cell, u8)>,
    pub(crate) deletions: BTreeSet<(Cell, u8)>,
}

/// Cells, digits or a house that a hint is about; enough to tell it from others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum About {
    Cells(Vec<Cell>),
    Candidate {
        cell: Cell,
        digit: u8,
        on: bool,
    },
    Digit {
        kind: usize,
        number: usize,
        digit: u8,
    },
}

impl Hint {
    /// A hint that is no chain.
    pub(crate) fn pattern(name: &'static str, rating: f64, about: About) -> Hint {
        Hint {
            rating,
            complexity: 0,
            key: 0,
            name,
            about,
            place: None,
            deletions: BTreeSet::new(),
        }
    }

    /// The same with a placed digit.
    pub(crate) fn placing(mut self, cell: Cell, digit: u8) -> Hint {
        self.place = Some((cell, digit));
        self
    }

    /// The same with candidates that go, as far as the board has them.
    pub(crate) fn deleting(
        mut self,
        position: &Position,
        candidates: impl IntoIterator<Item = (Cell, u8)>,
    ) -> Hint {
        let there = |&(cell, digit): &(Cell, u8)| position.has(cell, digit);
        self.deletions.extend(candidates.into_iter().filter(there));
        self
    }

    /// Whether it deletes a candidate.
    pub(crate) fn is_worthy(&self) -> bool {
        !self.deletions.is_empty()
    }

    /// The rating in tenths, as the program prints it.
    pub(crate) fn tenths(&self) -> u32 {
        ((self.rating + 0.05) * 10.0).floor() as u32
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |cell: Cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let (whole, tenth) = (self.tenths() / 10, self.tenths() % 10);
        write!(f, "{whole}.{tenth} {}", self.name)?;
        if self.complexity > 0 {
            write!(f, ", {} nodes", self.complexity)?;
        }
        match &self.about {
            About::Cells(cells) => {
                let names: Vec<String> = cells.iter().map(|&c| cell(c)).collect();
                write!(f, ", {}", names.join(" "))?;
            }
            About::Candidate { cell: c, digit, on } => {
                write!(f, ", {}{}{digit}", cell(*c), if *on { '+' } else { '-' })?;
            }
            About::Digit {
                kind,
                number,
                digit,
            } => {
                let kind = ["box", "row", "column"][*kind];
                write!(f, ", {digit} in {kind} {}", number + 1)?;
            }
        }
        f.write_str(" =>")?;
        if let Some((c, digit)) = self.place {
            return write!(f, " {}={digit}", cell(c));
        }
        for &(c, digit) in &self.deletions {
            write!(f, " {}-{digit}", cell(c))?;
        }
        Ok(())
    }
}

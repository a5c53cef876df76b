//! What every cell of any board can still hold, and what follows at once: naked and
//! hidden singles until nothing changes. Engines that search start from here.
//!
//! ```text
//!  repeat
//!      a cell with one candidate      →  its peers lose that candidate
//!      a digit with one place         →  that cell has one candidate
//!  until nothing changes
//! ```
//!
//! What makes it quick:
//!
//! 1. A cell's candidates are one machine word, as narrow as the board allows.
//! 2. Houses and peers are flat arrays in the [`Geometry`], which is made once and shared
//!    by all puzzles and threads.
//! 3. Only houses that lost a candidate are looked at again for hidden singles, and
//!    only *exact* ones: a digit need not have a place in a smaller house.
//! 4. There is one board. Each change notes what was there before on a *trail*, and is
//!    taken back by rolling the trail back to where it stood.

mod tighten;

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::Search;
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;

/// Does `$work` with the narrowest word that has a bit for each digit of the board.
macro_rules! with_word {
    ($geometry:expr, $work:ident($($argument:expr),*)) => {
        match $geometry.size() {
            0..=16 => $work::<u16>($($argument),*),
            17..=32 => $work::<u32>($($argument),*),
            33..=64 => $work::<u64>($($argument),*),
            _ => $work::<u128>($($argument),*),
        }
    };
}
pub(super) use with_word;

/// The candidates of every cell, and the conclusions still to be drawn from them.
pub(super) struct Marks<'a, W> {
    pub(super) geometry: &'a Geometry,
    all: W,
    pub(super) cells: Vec<W>,
    /// The digits placed in each house.
    placed: Vec<W>,
    /// What cells held before they changed, latest last.
    pub(super) trail: Vec<(Cell, W)>,
    /// Cells down to one candidate whose peers do not know yet.
    news: Vec<Cell>,
    /// Houses that lost a candidate since they were last looked at.
    stale: Vec<House>,
    is_stale: Vec<bool>,
    /// How often a house was part of a contradiction, from one.
    pub(super) weights: Vec<u32>,
}

impl<'a, W: Word> Marks<'a, W> {
    pub(super) fn new(geometry: &'a Geometry) -> Marks<'a, W> {
        let (n_cells, n_houses) = (geometry.n_cells(), geometry.houses().len());
        Marks {
            geometry,
            all: W::from_bits(geometry.all_digits().bits()),
            cells: vec![W::ZERO; n_cells],
            placed: vec![W::ZERO; n_houses],
            trail: Vec::with_capacity(4 * n_cells),
            news: Vec::with_capacity(n_cells),
            stale: Vec::with_capacity(n_houses),
            is_stale: vec![false; n_houses],
            weights: vec![1; n_houses],
        }
    }

    /// Takes over what the puzzle allows and draws the first conclusions; `false` if
    /// they contradict each other.
    pub(super) fn start(&mut self, puzzle: &Puzzle, search: &mut Search<'_>) -> bool {
        let geometry = self.geometry;
        // All givens at once: what each house holds, then what each cell may still be.
        for cell in geometry.cells() {
            let Some(digit) = puzzle.given(cell) else {
                continue;
            };
            let mark = W::bit(digit.index());
            for house in geometry.houses_of(cell) {
                if self.placed[house.index()] & mark != W::ZERO {
                    return false;
                }
                self.placed[house.index()] |= mark;
            }
        }
        for cell in geometry.cells() {
            let mut mark = W::from_bits(puzzle.allowed(cell).bits());
            if puzzle.given(cell).is_none() {
                for house in geometry.houses_of(cell) {
                    mark = mark & !self.placed[house.index()];
                }
                if mark.is_single() {
                    search.place(cell, Digit::from_index(mark.lowest()));
                    self.news.push(cell);
                }
            }
            if mark == W::ZERO {
                return false;
            }
            self.cells[cell.index()] = mark;
        }
        self.stale.extend(geometry.houses());
        self.is_stale.fill(true);
        let sound = self.propagate(search);
        // Nothing is ever taken back beyond here.
        self.trail.clear();
        sound
    }

    /// Leaves `cell` with one candidate.
    pub(super) fn set(&mut self, cell: Cell, mark: W) {
        self.change(cell, mark);
        self.news.push(cell);
    }

    #[inline]
    fn change(&mut self, cell: Cell, mark: W) {
        let old = std::mem::replace(&mut self.cells[cell.index()], mark);
        self.trail.push((cell, old));
        for &house in self.geometry.houses_of(cell) {
            if !std::mem::replace(&mut self.is_stale[house.index()], true) {
                self.stale.push(house);
            }
        }
    }

    /// Singles until nothing changes; `false` at a contradiction.
    pub(super) fn propagate(&mut self, search: &mut Search<'_>) -> bool {
        let sound = loop {
            if !self.clear_peers(search) {
                break false;
            }
            let Some(house) = self.stale.pop() else {
                break true;
            };
            self.is_stale[house.index()] = false;
            if self.geometry.is_exact(house) && !self.hidden_singles(house, search) {
                self.weights[house.index()] += 1;
                break false;
            }
        };
        if !sound {
            self.news.clear();
            for house in self.stale.drain(..) {
                self.is_stale[house.index()] = false;
            }
        }
        sound
    }

    /// Tells the peers of every cell with one candidate.
    fn clear_peers(&mut self, search: &mut Search<'_>) -> bool {
        let geometry = self.geometry;
        while let Some(cell) = self.news.pop() {
            let placed = self.cells[cell.index()];
            for house in geometry.houses_of(cell) {
                self.placed[house.index()] |= placed;
            }
            for &peer in geometry.peers(cell) {
                let is_news = self.cells[peer.index()] & placed != W::ZERO;
                if is_news && !self.remove(peer, placed, search) {
                    return false;
                }
            }
        }
        true
    }

    /// Takes candidates from a cell; `false` if it had no others.
    fn remove(&mut self, cell: Cell, gone: W, search: &mut Search<'_>) -> bool {
        let mark = self.cells[cell.index()];
        let left = mark & !gone;
        if left == mark {
            return true;
        }
        if left == W::ZERO {
            for house in self.geometry.houses_of(cell) {
                self.weights[house.index()] += 1;
            }
            return false;
        }
        self.change(cell, left);
        if left.is_single() {
            search.place(cell, Digit::from_index(left.lowest()));
            self.news.push(cell);
        }
        true
    }

    /// Fixes each digit that has one place left in the house.
    fn hidden_singles(&mut self, house: House, search: &mut Search<'_>) -> bool {
        let cells = self.geometry.cells_of(house);
        let mut once = W::ZERO;
        let mut twice = W::ZERO;
        for cell in cells {
            let mark = self.cells[cell.index()];
            twice |= once & mark;
            once |= mark;
        }
        if once != self.all {
            return false;
        }
        let mut hidden = once & !twice & !self.placed[house.index()];
        for &cell in cells {
            if hidden == W::ZERO {
                break;
            }
            let found = self.cells[cell.index()] & hidden;
            if found == W::ZERO {
                continue;
            }
            if !found.is_single() {
                return false; // Two digits have this cell as their only place.
            }
            hidden = hidden & !found;
            search.place(cell, Digit::from_index(found.lowest()));
            self.set(cell, found);
        }
        true
    }

    /// Rolls the trail back to where it stood.
    pub(super) fn undo(&mut self, to: usize) {
        for (cell, before) in self.trail.drain(to..).rev() {
            let mark = std::mem::replace(&mut self.cells[cell.index()], before);
            if mark.is_single() {
                for house in self.geometry.houses_of(cell) {
                    self.placed[house.index()] = self.placed[house.index()] & !mark;
                }
            }
        }
    }

    pub(super) fn digits(&self) -> Vec<Digit> {
        let digit = |mark: &W| Digit::from_index(mark.lowest());
        self.cells.iter().map(digit).collect()
    }
}

/// An unsigned integer with a bit for each digit of the board.
pub(super) trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    const ZERO: Self;
    fn bit(index: usize) -> Self;
    fn from_bits(bits: u128) -> Self;
    fn count(self) -> u32;
    fn lowest(self) -> usize;
    fn is_single(self) -> bool;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: $word = 0;
            #[inline]
            fn bit(index: usize) -> $word {
                1 << index
            }
            #[inline]
            fn from_bits(bits: u128) -> $word {
                bits as $word
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn is_single(self) -> bool {
                self != 0 && self & (self - 1) == 0
            }
        }
    )*};
}

words!(u16, u32, u64, u128);

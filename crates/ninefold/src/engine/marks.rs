//! The candidates of any board, and constraint propagation over them: naked and hidden
//! singles to a fixpoint. Engines that search start from here. (Removing a placed digit from
//! its peers is arc consistency for the constraints "these two cells differ"; hidden singles
//! go beyond it.)
//!
//! ```text
//!  repeat
//!      a cell with one candidate      →  its peers lose that candidate
//!      a digit with one place         →  that cell has one candidate
//!  until nothing changes
//! ```
//!
//! Four things make it fast:
//!
//! 1. A cell's candidates are one machine word, as narrow as the board allows.
//! 2. Houses and peers are flat arrays in the [`Geometry`], which is made once and shared
//!    by all puzzles and threads.
//! 3. Only houses that lost a candidate are looked at again for hidden singles, and
//!    only *exact* ones: a digit need not have a place in a smaller house.
//! 4. There is one board, never copied. Each change records the old value on a *trail*, and
//!    backtracking rolls the trail back.

mod tighten;

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::Search;
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;

/// Calls `$work` with the narrowest word that has a bit for each digit of the board.
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
pub(crate) use with_word;

/// The candidates of every cell, and the queues of changes to propagate.
pub(crate) struct Marks<'a, W> {
    pub(crate) geometry: &'a Geometry,
    all: W,
    pub(crate) cells: Vec<W>,
    /// The digits placed in each house.
    placed: Vec<W>,
    /// The changed cells with their old candidates, latest last.
    pub(crate) trail: Vec<(Cell, W)>,
    /// The queue of cells down to one candidate, to be removed from their peers.
    singles: Vec<Cell>,
    /// The queue of houses that lost a candidate, to be searched for hidden singles.
    stale: Vec<House>,
    is_stale: Vec<bool>,
    /// One more than the number of conflicts that each house took part in (dom/wdeg).
    pub(crate) weights: Vec<u32>,
}

impl<'a, W: Word> Marks<'a, W> {
    pub(crate) fn new(geometry: &'a Geometry) -> Marks<'a, W> {
        let (n_cells, n_houses) = (geometry.n_cells(), geometry.houses().len());
        Marks {
            geometry,
            all: W::from_bits(geometry.all_digits().bits()),
            cells: vec![W::ZERO; n_cells],
            placed: vec![W::ZERO; n_houses],
            trail: Vec::with_capacity(4 * n_cells),
            singles: Vec::with_capacity(n_cells),
            stale: Vec::with_capacity(n_houses),
            is_stale: vec![false; n_houses],
            weights: vec![1; n_houses],
        }
    }

    /// Loads the puzzle and propagates its givens and marks; `false` at a contradiction.
    pub(crate) fn start(&mut self, puzzle: &Puzzle, search: &mut Search<'_>) -> bool {
        let geometry = self.geometry;
        // All givens at once: the digits of each house, then the candidates of each cell.
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
                    self.singles.push(cell);
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
        // The search never backtracks beyond this position.
        self.trail.clear();
        sound
    }

    /// Leaves `cell` with one candidate.
    pub(crate) fn set(&mut self, cell: Cell, mark: W) {
        self.change(cell, mark);
        self.singles.push(cell);
    }

    /// Changes a cell's candidates, on the trail, and queues its houses.
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

    /// Propagates singles to a fixpoint; `false` at a contradiction.
    pub(crate) fn propagate(&mut self, search: &mut Search<'_>) -> bool {
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
            self.singles.clear();
            for house in self.stale.drain(..) {
                self.is_stale[house.index()] = false;
            }
        }
        sound
    }

    /// Removes the digit of every solved cell in the queue from the cell's peers.
    fn clear_peers(&mut self, search: &mut Search<'_>) -> bool {
        let geometry = self.geometry;
        while let Some(cell) = self.singles.pop() {
            let placed = self.cells[cell.index()];
            for house in geometry.houses_of(cell) {
                self.placed[house.index()] |= placed;
            }
            for &peer in geometry.peers(cell) {
                let is_candidate = self.cells[peer.index()] & placed != W::ZERO;
                if is_candidate && !self.remove(peer, placed, search) {
                    return false;
                }
            }
        }
        true
    }

    /// Removes candidates from a cell; `false` if it had no others.
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
            self.singles.push(cell);
        }
        true
    }

    /// Places each digit that has one place left in the house; `false` at a contradiction.
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
                return false; // This cell is the only place of two digits.
            }
            hidden = hidden & !found;
            search.place(cell, Digit::from_index(found.lowest()));
            self.set(cell, found);
        }
        true
    }

    /// Rolls the trail back to the length `to`.
    pub(crate) fn undo(&mut self, to: usize) {
        for (cell, before) in self.trail.drain(to..).rev() {
            let mark = std::mem::replace(&mut self.cells[cell.index()], before);
            if mark.is_single() {
                for house in self.geometry.houses_of(cell) {
                    self.placed[house.index()] = self.placed[house.index()] & !mark;
                }
            }
        }
    }

    /// The digit of every cell; meaningful for cells with one candidate.
    pub(crate) fn digits(&self) -> Vec<Digit> {
        let digit = |mark: &W| Digit::from_index(mark.lowest());
        self.cells.iter().map(digit).collect()
    }
}

/// An unsigned integer with a bit for each digit of the board.
pub(crate) trait Word:
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

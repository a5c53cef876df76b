//! A board, indexed for looking at: where can a 5 go in box 7, which cells see both.
//!
//! ```text
//!   by cell    candidates(r4c7) = {2,5}        the pencil marks
//!   by digit   places(5)        = r1c2, r4c7…  every empty cell that can hold it
//!   by house   slots(box 7, 5)  = 0b000100010  which of the house's cells, in its order
//! ```
//!
//! The three hold the same facts and are kept in step by [`Sight::place`] and
//! [`Sight::eliminate`]. Finders look at it and change nothing. Its sets of cells are `W`
//! words wide; which `W` a board gets is the business of [`Position`](super::Position).

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::Board;
use crate::geometry::{Cell, Digit, Geometry, House, HouseKind};
use crate::puzzle::Puzzle;
use crate::sets::{CellSet, DigitSet};

/// A puzzle being worked on, as finders see it.
#[derive(Clone, Debug)]
pub(super) struct Sight<const W: usize> {
    board: Board,
    lookup: Arc<Lookup<W>>,
    given: CellSet<W>,
    free: CellSet<W>,
    empty: CellSet<W>,
    bivalue: CellSet<W>,
    places: Vec<CellSet<W>>,
    seen: Vec<CellSet<W>>,
    slots: Vec<Slots>,
    /// How many slots there are: asked far more often than which.
    counts: Vec<u8>,
    stop: Option<Stop>,
}

/// Returns whether to stop looking, by a clock, a key or a closed page.
#[derive(Clone)]
struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

/// Some of the cells of a house: bit `k` is the `k`th of [`Geometry::cells_of`].
pub(super) type Slots = u128;

/// Tables that depend on the shape of the board alone.
#[derive(Debug)]
pub(super) struct Lookup<const W: usize> {
    size: usize,
    peers: Vec<CellSet<W>>,
    houses: Vec<CellSet<W>>,
    /// For each cell its houses, with the cell's place in each.
    stands: Vec<Vec<(House, usize)>>,
    rows: Vec<House>,
    columns: Vec<House>,
    blocks: Vec<House>,
}

impl<const W: usize> Sight<W> {
    /// The position of `board`, which a player has reached on `puzzle`.
    pub(super) fn new(puzzle: &Puzzle, board: &Board) -> Sight<W> {
        let lookup = Arc::new(Lookup::new(board.geometry()));
        Sight::with(puzzle, board, lookup)
    }

    /// The same, with tables of the board's shape that are known already.
    pub(super) fn with(puzzle: &Puzzle, board: &Board, lookup: Arc<Lookup<W>>) -> Sight<W> {
        let geometry = board.geometry();
        let mut sight = Sight {
            given: CellSet::EMPTY,
            free: CellSet::EMPTY,
            empty: board.empty_cells().collect(),
            bivalue: CellSet::EMPTY,
            places: vec![CellSet::EMPTY; geometry.size()],
            seen: vec![CellSet::EMPTY; geometry.size()],
            slots: vec![0; lookup.houses.len() * geometry.size()],
            counts: vec![0; lookup.houses.len() * geometry.size()],
            stop: None,
            board: board.clone(),
            lookup,
        };
        for cell in geometry.cells() {
            if puzzle.given(cell).is_some() {
                sight.given.insert(cell);
            }
            if puzzle.allowed(cell) == geometry.all_digits() {
                sight.free.insert(cell);
            }
            if let Some(digit) = board.value(cell) {
                sight.seen[digit.index()] |= sight.lookup.peers[cell.index()];
            }
            if board.candidates(cell).len() == 2 {
                sight.bivalue.insert(cell);
            }
            for digit in board.candidates(cell).iter() {
                sight.places[digit.index()].insert(cell);
                for &(house, slot) in &sight.lookup.stands[cell.index()] {
                    let at = house.index() * geometry.size() + digit.index();
                    sight.slots[at] |= 1 << slot;
                    sight.counts[at] += 1;
                }
            }
        }
        sight
    }

    /// Finders call `stop` in their outer loops, and stop when it returns true.
    pub(super) fn stop_when(&mut self, stop: impl Fn() -> bool + Send + Sync + 'static) {
        self.stop = Some(Stop(Arc::new(stop)));
    }

    /// Whether it is time to stop looking.
    pub(super) fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| (stop.0)())
    }

    /// Breaks off when it is time to stop looking. Loops that may take long call it, but not
    /// the innermost one: it may look at a clock.
    pub(super) fn poll(&self) -> ControlFlow<()> {
        if self.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The board looked at.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The shape of the board.
    pub(super) fn geometry(&self) -> &Geometry {
        self.board.geometry()
    }

    /// How many digits there are.
    pub(super) fn size(&self) -> usize {
        self.lookup.size
    }

    /// The digits that can still go in a cell; none once it is filled.
    pub(super) fn candidates(&self, cell: Cell) -> DigitSet {
        self.board.candidates(cell)
    }

    /// The digit in a cell, if it has one.
    pub(super) fn value(&self, cell: Cell) -> Option<Digit> {
        self.board.value(cell)
    }

    /// Whether the cell's digit was given, not placed by the player.
    pub(super) fn is_given(&self, cell: Cell) -> bool {
        self.given.contains(cell)
    }

    /// The cells for which the puzzle itself has neither a given nor marks, so that it
    /// allows any digit in them.
    pub(super) fn free(&self) -> &CellSet<W> {
        &self.free
    }

    /// The cells without a digit.
    pub(super) fn empty(&self) -> &CellSet<W> {
        &self.empty
    }

    /// The empty cells with just two candidates.
    pub(super) fn bivalue(&self) -> &CellSet<W> {
        &self.bivalue
    }

    /// The empty cells that can still hold `digit`.
    pub(super) fn places(&self, digit: Digit) -> &CellSet<W> {
        &self.places[digit.index()]
    }

    /// The empty cells that see no placed `digit`, whether or not the mark is still
    /// there.
    pub(super) fn unseen(&self, digit: Digit) -> CellSet<W> {
        self.empty - self.seen[digit.index()]
    }

    /// Which cells of a house can still hold `digit`: bit `k` is the `k`th of
    /// [`Geometry::cells_of`].
    pub(super) fn slots(&self, house: House, digit: Digit) -> Slots {
        self.slots[house.index() * self.lookup.size + digit.index()]
    }

    /// How many cells of a house can still hold `digit`.
    pub(super) fn count(&self, house: House, digit: Digit) -> usize {
        self.counts[house.index() * self.lookup.size + digit.index()].into()
    }

    /// The cells of a house that can still hold `digit`.
    pub(super) fn places_in(&self, house: House, digit: Digit) -> CellSet<W> {
        self.places[digit.index()] & self.lookup.houses[house.index()]
    }

    /// The cells of a house at these slots, in its order.
    pub(super) fn cells_at(&self, house: House, slots: Slots) -> impl Iterator<Item = Cell> {
        let cells = self.geometry().cells_of(house);
        ones(slots).map(move |slot| cells[slot])
    }

    /// The two ends of a strong link: the only two places for `digit` in a house that
    /// must have it.
    pub(super) fn conjugates(&self, house: House, digit: Digit) -> Option<(Cell, Cell)> {
        if self.count(house, digit) != 2 || !self.geometry().is_exact(house) {
            return None;
        }
        let mut cells = self.cells_at(house, self.slots(house, digit));
        Some((cells.next()?, cells.next()?))
    }

    /// All cells of a house.
    pub(super) fn cells_of(&self, house: House) -> &CellSet<W> {
        &self.lookup.houses[house.index()]
    }

    /// The cells that share a house with `cell`.
    pub(super) fn peers(&self, cell: Cell) -> &CellSet<W> {
        &self.lookup.peers[cell.index()]
    }

    /// Whether two cells share a house.
    pub(super) fn sees(&self, a: Cell, b: Cell) -> bool {
        self.lookup.peers[a.index()].contains(b)
    }

    /// The cells that see every one of `cells`.
    pub(super) fn common_peers(&self, cells: impl IntoIterator<Item = Cell>) -> CellSet<W> {
        let mut cells = cells.into_iter();
        let Some(first) = cells.next() else {
            return CellSet::EMPTY;
        };
        cells.fold(*self.peers(first), |seen, cell| seen & *self.peers(cell))
    }

    /// The houses that hold all of `cells`.
    pub(super) fn common_houses(&self, cells: &[Cell]) -> Vec<House> {
        let Some((&first, others)) = cells.split_first() else {
            return Vec::new();
        };
        let houses = self.geometry().houses_of(first).iter().copied();
        houses
            .filter(|&house| others.iter().all(|&c| self.cells_of(house).contains(c)))
            .collect()
    }

    /// All digits that the cells can still hold between them.
    pub(super) fn digits_in(&self, cells: impl IntoIterator<Item = Cell>) -> DigitSet {
        let cells = cells.into_iter();
        cells.fold(DigitSet::EMPTY, |digits, cell| {
            digits | self.candidates(cell)
        })
    }

    /// The rows, top to bottom.
    pub(super) fn rows(&self) -> &[House] {
        &self.lookup.rows
    }

    /// The columns, left to right.
    pub(super) fn columns(&self) -> &[House] {
        &self.lookup.columns
    }

    /// The boxes, jigsaw regions and extra houses: all that are not lines.
    pub(super) fn blocks(&self) -> &[House] {
        &self.lookup.blocks
    }

    /// All houses, blocks first: where a player looks first for a subset.
    pub(super) fn blocks_first(&self) -> impl Iterator<Item = House> {
        let lookup = &self.lookup;
        let lines = lookup.rows.iter().chain(&lookup.columns);
        lookup.blocks.iter().chain(lines).copied()
    }

    /// Writes `digit` in `cell` and rubs it out of the peers' marks.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) {
        let lookup = Arc::clone(&self.lookup);
        for peer in (lookup.peers[cell.index()] & self.places[digit.index()]).iter() {
            self.eliminate(peer, digit);
        }
        for other in self.candidates(cell).iter() {
            self.eliminate(cell, other);
        }
        self.board.place(cell, digit);
        self.empty.remove(cell);
        self.seen[digit.index()] |= lookup.peers[cell.index()];
    }

    /// Rubs out a mark; returns whether it was there.
    pub(super) fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        if !self.board.eliminate(cell, digit) {
            return false;
        }
        match self.board.candidates(cell).len() {
            2 => self.bivalue.insert(cell),
            1 => _ = self.bivalue.remove(cell),
            _ => {}
        }
        self.places[digit.index()].remove(cell);
        for &(house, slot) in &self.lookup.stands[cell.index()] {
            let at = house.index() * self.lookup.size + digit.index();
            self.slots[at] &= !(1 << slot);
            self.counts[at] -= 1;
        }
        true
    }
}

impl<const W: usize> Lookup<W> {
    /// The tables of a board.
    pub(super) fn new(geometry: &Geometry) -> Lookup<W> {
        let of_kind = |wanted: fn(HouseKind) -> bool| {
            let houses = geometry.houses();
            houses.filter(|&h| wanted(geometry.kind(h))).collect()
        };
        let mut stands = vec![Vec::new(); geometry.n_cells()];
        for house in geometry.houses() {
            for (slot, cell) in geometry.cells_of(house).iter().enumerate() {
                stands[cell.index()].push((house, slot));
            }
        }
        let set = |cells: &[Cell]| cells.iter().copied().collect();
        Lookup {
            size: geometry.size(),
            peers: geometry.cells().map(|c| set(geometry.peers(c))).collect(),
            houses: geometry
                .houses()
                .map(|h| set(geometry.cells_of(h)))
                .collect(),
            stands,
            rows: of_kind(|kind| kind == HouseKind::Row),
            columns: of_kind(|kind| kind == HouseKind::Column),
            blocks: of_kind(|kind| !matches!(kind, HouseKind::Row | HouseKind::Column)),
        }
    }
}

/// The places of the bits that are set, lowest first.
pub(super) fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        bits &= bits.checked_sub(1)?;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_views_stay_in_step() {
        let puzzle: Puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                .parse()
                .unwrap();
        let mut sight = Sight::<2>::new(&puzzle, &Board::new(&puzzle));
        let cell = sight.geometry().at(2, 2);
        let digit = sight.candidates(cell).first().unwrap();
        sight.place(cell, digit);
        let mark = sight.empty().iter().next().unwrap();
        let gone = sight.candidates(mark).first().unwrap();
        assert!(sight.eliminate(mark, gone) && !sight.eliminate(mark, gone));
        // A fresh look at the same board must see the same.
        let fresh = Sight::<2>::new(&puzzle, sight.board());
        assert_eq!(fresh.places, sight.places);
        assert_eq!(fresh.slots, sight.slots);
        assert_eq!(fresh.counts, sight.counts);
        assert_eq!(fresh.empty, sight.empty);
        assert_eq!(fresh.bivalue, sight.bivalue);
        assert_eq!(fresh.seen, sight.seen);
        assert!(!sight.is_given(cell) && sight.value(cell) == Some(digit));
    }

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(ones(0b10110).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(ones(0).count(), 0);
    }
}

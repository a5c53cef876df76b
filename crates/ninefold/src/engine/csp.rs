//! The plain engine for any board: candidates as bitsets, naked and hidden singles
//! until nothing changes, then a guess in the cell with the fewest candidates.
//!
//! ```text
//!  repeat
//!      a cell with one candidate      →  its peers lose that candidate
//!      a digit with one place         →  that cell has one candidate
//!  until nothing changes
//!  a cell or digit with nothing left  →  take back the last guess, try its next digit
//!  every cell has one candidate       →  a solution
//!  else                               →  guess in the cell with the fewest
//! ```
//!
//! What makes it quick:
//!
//! 1. A cell's candidates are one machine word, as narrow as the board allows.
//! 2. Only houses that lost a candidate are looked at again for hidden singles.
//! 3. There is one board. Each change notes what was there before on a *trail*, and a
//!    guess is taken back by rolling the trail back to where it stood.
//! 4. The stack of guesses is a list, not recursion, so no board is too deep.

use std::ops::{BitAnd, BitOr, BitOrAssign, ControlFlow, Not};

use super::{Engine, Search, Stop};
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;

/// Singles to a fixpoint, then the cell with the fewest candidates; any board.
#[derive(Clone, Copy, Debug)]
pub struct Csp;

impl Engine for Csp {
    fn name(&self) -> &'static str {
        "csp"
    }

    fn about(&self) -> &'static str {
        "any board: naked and hidden singles to a fixpoint, then the cell with fewest candidates"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        match puzzle.geometry().size() {
            0..=16 => solve::<u16>(puzzle, search),
            17..=32 => solve::<u32>(puzzle, search),
            33..=64 => solve::<u64>(puzzle, search),
            _ => solve::<u128>(puzzle, search),
        }
    }
}

/// A guess that stands: where the trail was before it, and what else could be tried.
struct Guess<W> {
    cell: Cell,
    untried: W,
    trail: usize,
}

fn solve<W: Word>(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
    search.node()?;
    let mut marks = Marks::<W>::new(puzzle.geometry());
    let mut guesses: Vec<Guess<W>> = Vec::new();
    let mut sound = marks.start(puzzle, search);
    loop {
        if sound {
            match marks.fewest() {
                Some(cell) => guesses.push(Guess {
                    cell,
                    untried: marks.cells[cell.index()],
                    trail: marks.trail.len(),
                }),
                None => search.solution(&marks.digits())?,
            }
        }
        // The next digit for the last guess that has one left.
        let guess = loop {
            let depth = guesses.len();
            let Some(guess) = guesses.last_mut() else {
                return ControlFlow::Continue(());
            };
            if marks.trail.len() > guess.trail {
                marks.undo(guess.trail);
                search.backtrack(depth);
            }
            if guess.untried != W::ZERO {
                break guess;
            }
            guesses.pop();
        };
        let cell = guess.cell;
        let digit = guess.untried.lowest();
        guess.untried = guess.untried & !W::bit(digit);
        search.node()?;
        search.guess(cell, Digit::from_index(digit), guesses.len());
        marks.set(cell, W::bit(digit));
        sound = marks.propagate(search);
    }
}

/// The candidates of every cell, and the conclusions still to be drawn from them.
struct Marks<'a, W> {
    geometry: &'a Geometry,
    all: W,
    cells: Vec<W>,
    /// The digits placed in each house.
    placed: Vec<W>,
    /// What cells held before they changed, latest last.
    trail: Vec<(Cell, W)>,
    /// Cells down to one candidate whose peers do not know yet.
    news: Vec<Cell>,
    /// Houses that lost a candidate since they were last looked at.
    stale: Vec<House>,
    is_stale: Vec<bool>,
}

impl<'a, W: Word> Marks<'a, W> {
    fn new(geometry: &'a Geometry) -> Marks<'a, W> {
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
        }
    }

    /// Takes over what the puzzle allows and draws the first conclusions; `false` if
    /// they contradict each other.
    fn start(&mut self, puzzle: &Puzzle, search: &mut Search<'_>) -> bool {
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
    fn set(&mut self, cell: Cell, mark: W) {
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
    fn propagate(&mut self, search: &mut Search<'_>) -> bool {
        let sound = loop {
            if !self.clear_peers(search) {
                break false;
            }
            let Some(house) = self.stale.pop() else {
                break true;
            };
            self.is_stale[house.index()] = false;
            if self.geometry.is_exact(house) && !self.hidden_singles(house, search) {
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
                let mark = self.cells[peer.index()];
                let left = mark & !placed;
                if left == mark {
                    continue;
                }
                if left == W::ZERO {
                    return false;
                }
                self.change(peer, left);
                if left.is_single() {
                    search.place(peer, Digit::from_index(left.lowest()));
                    self.news.push(peer);
                }
            }
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
    fn undo(&mut self, to: usize) {
        for (cell, before) in self.trail.drain(to..).rev() {
            let mark = std::mem::replace(&mut self.cells[cell.index()], before);
            if mark.is_single() {
                for house in self.geometry.houses_of(cell) {
                    self.placed[house.index()] = self.placed[house.index()] & !mark;
                }
            }
        }
    }

    /// The open cell with the fewest candidates, the first of them; `None` if every
    /// cell has just one.
    fn fewest(&self) -> Option<Cell> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for (index, mark) in self.cells.iter().enumerate() {
            let n = mark.count();
            if n > 1 && n < fewest {
                (best, fewest) = (Some(Cell::from_index(index)), n);
                if n == 2 {
                    break;
                }
            }
        }
        best
    }

    fn digits(&self) -> Vec<Digit> {
        let digit = |mark: &W| Digit::from_index(mark.lowest());
        self.cells.iter().map(digit).collect()
    }
}

/// An unsigned integer with a bit for each digit of the board.
trait Word:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
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

#[cfg(test)]
mod tests {
    use super::super::{Count, Query};
    use super::*;

    fn count(puzzle: &Puzzle) -> Count {
        let query = Query::new(puzzle).solutions(u64::MAX);
        query.run(&Csp).unwrap().count()
    }

    #[test]
    fn every_4x4_grid_is_found() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        assert_eq!(count(&empty), Count::Exactly(288));
        let latin = Puzzle::empty(Geometry::with_boxes(1, 4).unwrap());
        assert_eq!(count(&latin), Count::Exactly(576));
    }

    #[test]
    fn a_small_house_forbids_but_does_not_demand() {
        // The two corners must differ; nothing says which digits they hold.
        let corners = [Cell::from_index(0), Cell::from_index(15)];
        let geometry = Geometry::builder(4).boxes(2, 2).house(corners);
        let puzzle = Puzzle::empty(geometry.build().unwrap());
        assert_eq!(count(&puzzle), Count::Exactly(288 - 72));
    }

    #[test]
    fn an_empty_121x121_board_starts() {
        let puzzle = Puzzle::empty(Geometry::of_size(121).unwrap());
        let report = Query::new(&puzzle).nodes(20).run(&Csp).unwrap();
        assert_eq!(report.stop, Some(Stop::OutOfNodes));
    }
}

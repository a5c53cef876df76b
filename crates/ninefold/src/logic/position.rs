//! A board of any size, ready to be looked at.
//!
//! Finders see a board as sets of cells. On a classic board two words hold such a set, on
//! the largest it takes 229; so there is one kind of [`Sight`] for small boards, one for
//! those up to 25×25 and one for all others, and the board's size decides, once. Every
//! finder is compiled for each. Without the feature `every-size` there is only the middle
//! one, and a page loads sooner.

use std::sync::{Arc, OnceLock};

#[cfg(feature = "every-size")]
use super::sight::Lookup;
use super::sight::Sight;
use crate::board::Board;
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::sets::{CellSet, DigitSet};

/// A puzzle being worked on, indexed for finders.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) sights: Sights,
    /// The board as it is now, for the steps that are found on it; made when the first is.
    shared: OnceLock<Arc<Board>>,
}

/// A board as finders see it, in sets of cells as wide as the board needs.
#[derive(Clone, Debug)]
pub(super) enum Sights {
    #[cfg(feature = "every-size")]
    Small(Box<Sight<2>>),
    Middle(Box<Sight<10>>),
    #[cfg(feature = "every-size")]
    Large(Box<Sight<229>>),
}

impl Sights {
    fn new(puzzle: &Puzzle, board: &Board) -> Sights {
        let size = board.geometry().size();
        // Most boards are classic ones, and their tables take longer than an easy walk.
        #[cfg(feature = "every-size")]
        if board.geometry().is_classic() {
            static CLASSIC: OnceLock<Arc<Lookup<2>>> = OnceLock::new();
            let lookup = CLASSIC.get_or_init(|| Arc::new(Lookup::new(board.geometry())));
            let lookup = Arc::clone(lookup);
            return Sights::Small(Box::new(Sight::with(puzzle, board, lookup)));
        } else if CellSet::<2>::fits(size) {
            return Sights::Small(Box::new(Sight::new(puzzle, board)));
        } else if !CellSet::<10>::fits(size) {
            return Sights::Large(Box::new(Sight::new(puzzle, board)));
        }
        assert!(
            CellSet::<10>::fits(size),
            "the library was built without logic for boards of {size}x{size}"
        );
        Sights::Middle(Box::new(Sight::new(puzzle, board)))
    }
}

/// Evaluates an expression with the sight of a position, of whichever width.
macro_rules! with_sight {
    ($sights:expr, $sight:ident => $done:expr) => {
        match $sights {
            #[cfg(feature = "every-size")]
            $crate::logic::position::Sights::Small($sight) => $done,
            $crate::logic::position::Sights::Middle($sight) => $done,
            #[cfg(feature = "every-size")]
            $crate::logic::position::Sights::Large($sight) => $done,
        }
    };
}
pub(super) use with_sight;

impl Position {
    /// The largest board that can be looked at: the largest there is, or 25×25 if the
    /// library was built without the feature `every-size`.
    pub const MAX_SIZE: usize = if cfg!(feature = "every-size") {
        crate::geometry::MAX_SIZE
    } else {
        25
    };

    /// The position of `board`, which a player has reached on `puzzle`.
    ///
    /// # Panics
    ///
    /// On a board larger than [`Position::MAX_SIZE`].
    pub fn new(puzzle: &Puzzle, board: &Board) -> Position {
        Position {
            sights: Sights::new(puzzle, board),
            shared: OnceLock::new(),
        }
    }

    /// Finders call `stop` from time to time and break off when it returns true; from then on
    /// it must keep returning true. A step that they have not found by then may still exist.
    pub fn stop_when(&mut self, stop: impl Fn() -> bool + Send + Sync + 'static) {
        with_sight!(&mut self.sights, sight => sight.stop_when(stop));
    }

    /// Whether it is time to stop looking, by [`Position::stop_when`].
    pub fn is_over(&self) -> bool {
        with_sight!(&self.sights, sight => sight.is_over())
    }

    /// The board looked at.
    pub fn board(&self) -> &Board {
        with_sight!(&self.sights, sight => sight.board())
    }

    /// The board looked at, to be kept by the steps found on it. All share one copy.
    pub(super) fn shared_board(&self) -> &Arc<Board> {
        self.shared.get_or_init(|| Arc::new(self.board().clone()))
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        self.board().geometry()
    }

    /// The digit in a cell, if it has one.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.board().value(cell)
    }

    /// The digits that can still go in a cell; none once it is filled.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.board().candidates(cell)
    }

    /// Whether the cell's digit was given, not placed by the player.
    pub fn is_given(&self, cell: Cell) -> bool {
        with_sight!(&self.sights, sight => sight.is_given(cell))
    }

    /// How many cells have no digit.
    pub fn n_empty(&self) -> usize {
        with_sight!(&self.sights, sight => sight.empty().len())
    }

    /// Writes `digit` in `cell` and rubs it out of the peers' marks.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.shared.take();
        with_sight!(&mut self.sights, sight => sight.place(cell, digit));
    }

    /// Rubs out a mark; returns whether it was there.
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        self.shared.take();
        with_sight!(&mut self.sights, sight => sight.eliminate(cell, digit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_a_sight_that_it_fits_in() {
        for size in 1..=Position::MAX_SIZE {
            let geometry = Geometry::with_boxes(1, size).unwrap();
            let puzzle = Puzzle::empty(geometry);
            let position = Position::new(&puzzle, &Board::new(&puzzle));
            assert_eq!(position.n_empty(), size * size);
        }
    }
}

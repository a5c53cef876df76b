//! The order in which HoDoKu finds singles: two queues that are filled by
//! changes, never by looking.
//!
//! A cell joins the queue of naked singles when it is left with one candidate, a digit
//! the queue of hidden singles when a house is left with one place for it, at the
//! moment when that happens. So the order in which marks are rubbed out decides which
//! single comes next, and with it the score. The rules are those of HoDoKu 2.2.0, inferred
//! from its behaviour. The queues keep a copy of the candidates with its own counts, because
//! in the middle of a placement they differ from those of the board.

use std::collections::VecDeque;

use super::sight::Sight;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// The candidates as HoDoKu sees them, with its two queues.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    geometry: Geometry,
    filled: Vec<bool>,
    candidates: Vec<DigitSet>,
    counts: Vec<u8>,
    naked: VecDeque<Candidate>,
    hidden: VecDeque<Candidate>,
}

impl Queues {
    /// The queues after the givens of the puzzle were placed one by one.
    pub(super) fn new(puzzle: &Puzzle) -> Queues {
        let geometry = puzzle.geometry().clone();
        let size = geometry.size();
        let in_house = |house: House| {
            let cells = geometry.cells_of(house).len() as u8;
            std::iter::repeat_n(cells, size)
        };
        let mut queues = Queues {
            filled: vec![false; geometry.n_cells()],
            candidates: vec![geometry.all_digits(); geometry.n_cells()],
            counts: geometry.houses().flat_map(in_house).collect(),
            naked: VecDeque::new(),
            hidden: VecDeque::new(),
            geometry,
        };
        for cell in puzzle.geometry().cells() {
            if let Some(digit) = puzzle.given(cell) {
                queues.place(cell, digit);
            }
        }
        queues
    }

    /// Empty queues, with the candidates of a position that has no singles.
    pub(super) fn at<const W: usize>(position: &Sight<W>) -> Queues {
        let geometry = position.geometry();
        let cells = || geometry.cells();
        let count = |house: House| {
            let digits = geometry.digits();
            digits.map(move |digit| position.count(house, digit) as u8)
        };
        Queues {
            filled: cells().map(|cell| position.value(cell).is_some()).collect(),
            candidates: cells().map(|cell| position.candidates(cell)).collect(),
            counts: geometry.houses().flat_map(count).collect(),
            naked: VecDeque::new(),
            hidden: VecDeque::new(),
            geometry: geometry.clone(),
        }
    }

    /// Everything that waits in the two queues, which are emptied: the naked singles,
    /// then the hidden ones.
    pub(super) fn drain(&mut self) -> [Vec<Candidate>; 2] {
        [
            self.naked.drain(..).collect(),
            self.hidden.drain(..).collect(),
        ]
    }

    /// Whether the cell has its digit.
    pub(super) fn is_filled(&self, cell: Cell) -> bool {
        self.filled[cell.index()]
    }

    /// The candidates that a cell has here.
    pub(super) fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[cell.index()]
    }

    /// Rubs out a mark, if it is there.
    pub(super) fn eliminate(&mut self, cell: Cell, digit: Digit) {
        if !self.candidates[cell.index()].remove(digit) {
            return;
        }
        if let Some(last) = self.candidates[cell.index()].single() {
            self.naked.push_back(Candidate { cell, digit: last });
        }
        for k in 0..self.geometry.houses_of(cell).len() {
            let house = self.geometry.houses_of(cell)[k];
            match self.one_less(house, digit) {
                1 => self.queue_hidden(house, digit),
                0 => {
                    let cells = self.geometry.cells_of(house);
                    let is_it = |c: &Candidate| c.digit == digit && cells.contains(&c.cell);
                    if let Some(at) = self.hidden.iter().position(is_it) {
                        self.hidden.remove(at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Writes a digit in.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) {
        let had = std::mem::take(&mut self.candidates[cell.index()]);
        self.filled[cell.index()] = true;
        let peers = self.geometry.peers(cell).iter().copied();
        let mut peers: Vec<Cell> = peers
            .filter(|peer| self.candidates[peer.index()].contains(digit))
            .collect();
        peers.sort_unstable();
        for peer in peers {
            self.eliminate(peer, digit);
        }
        for other in had.iter() {
            for k in 0..self.geometry.houses_of(cell).len() {
                let house = self.geometry.houses_of(cell)[k];
                if self.one_less(house, other) == 1 && other != digit {
                    self.queue_hidden(house, other);
                }
            }
        }
    }

    /// The next full house, which stays in its queue, with its house.
    pub(super) fn full_house(&self) -> Option<(Candidate, House)> {
        self.naked.iter().find_map(|&single| {
            if self.filled[single.cell.index()] {
                return None;
            }
            let houses = self.geometry.houses_of(single.cell).iter().copied();
            let mut last_of = houses.filter(|&house| {
                let mut others = self
                    .geometry
                    .digits()
                    .filter(|&digit| digit != single.digit);
                self.geometry.is_exact(house) && others.all(|digit| self.count(house, digit) == 0)
            });
            Some((single, last_of.next()?))
        })
    }

    /// Takes the next naked single.
    pub(super) fn naked_single(&mut self) -> Option<Candidate> {
        loop {
            let single = self.naked.pop_front()?;
            if !self.filled[single.cell.index()] {
                return Some(single);
            }
        }
    }

    /// Takes the next hidden single, with its house. An entry that is no longer a single is
    /// dropped, and nothing is found this time, although others may wait.
    pub(super) fn hidden_single(&mut self) -> Option<(Candidate, House)> {
        loop {
            let single = self.hidden.pop_front()?;
            if !self.filled[single.cell.index()] {
                let mut houses = self.geometry.houses_of(single.cell).iter().copied();
                let house = houses.find(|&house| {
                    self.geometry.is_exact(house) && self.count(house, single.digit) == 1
                })?;
                return Some((single, house));
            }
        }
    }

    /// How many places the house has here for the digit.
    pub(super) fn count(&self, house: House, digit: Digit) -> u8 {
        self.counts[house.index() * self.geometry.size() + digit.index()]
    }

    fn one_less(&mut self, house: House, digit: Digit) -> u8 {
        let count = &mut self.counts[house.index() * self.geometry.size() + digit.index()];
        *count -= 1;
        *count
    }

    fn queue_hidden(&mut self, house: House, digit: Digit) {
        let mut cells = self.geometry.cells_of(house).iter().copied();
        let place = cells.find(|cell| self.candidates[cell.index()].contains(digit));
        if let Some(cell) = place.filter(|_| self.geometry.is_exact(house)) {
            self.hidden.push_back(Candidate { cell, digit });
        }
    }
}

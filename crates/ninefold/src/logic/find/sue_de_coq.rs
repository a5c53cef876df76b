//! Looks for Sue de Coq, at each crossing of a line and a box.
//!
//! Let the crossing have n digits more than cells. The cells taken from the line must
//! use up k of these, and the cells taken from the box the other n - k: m cells that bring
//! in d digits of their own use up m - d.

use std::ops::ControlFlow;

use super::deadly::{each_subset, largest_subset};
use super::{Found, Options, marked};
use crate::geometry::{Candidate, Cell, House};
use crate::logic::reason::SueDeCoq;
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// Sue de Coq of every size.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for &line in sight.rows().iter().chain(sight.columns()) {
        for &block in sight.blocks() {
            let shared = *sight.cells_of(line) & *sight.cells_of(block) & *sight.empty();
            if shared.len() < 2 {
                continue;
            }
            let shared = marked(sight, &shared);
            each_subset(&shared, &mut |cells, digits| {
                if cells.len() < 2 || digits.len() < cells.len() + 2 {
                    return ControlFlow::Continue(());
                }
                let crossing = Crossing {
                    sight,
                    houses: [line, block],
                    cells,
                    digits,
                };
                crossing.report(found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Cells where a line crosses a box.
struct Crossing<'p, const W: usize> {
    sight: &'p Sight<W>,
    houses: [House; 2],
    cells: &'p [Cell],
    digits: DigitSet,
}

/// The choices of cells of the line, or of the box, that come into question.
struct Sides {
    /// The cells to choose from, and their digits.
    cells: Vec<(Cell, DigitSet)>,
    choices: Vec<Side>,
}

/// Some of the cells, their digits, and how many of the crossing's digits they use up.
#[derive(Clone, Copy)]
struct Side {
    /// Bit `k` is the `k`th cell to choose from.
    chosen: u128,
    digits: DigitSet,
    used: usize,
}

impl Sides {
    fn cells(&self, side: Side) -> impl Iterator<Item = Cell> {
        ones(side.chosen).map(|k| self.cells[k].0)
    }
}

impl<const W: usize> Crossing<'_, W> {
    fn report(&self, found: &mut Found<'_>) -> ControlFlow<()> {
        let [line, block] = self.houses;
        let too_many = self.digits.len() - self.cells.len();
        // No cell uses up more than one digit.
        let most = [line, block].map(|house| largest_subset(self.others(house).len()));
        if most[0] + most[1] < too_many {
            return ControlFlow::Continue(());
        }
        self.sight.poll()?;
        let in_block = self.sides(block);
        if in_block.choices.is_empty() {
            return ControlFlow::Continue(());
        }
        let in_line = self.sides(line);
        for &from_line in &in_line.choices {
            let taken = from_line.digits & self.digits;
            for &from_block in &in_block.choices {
                if from_block.used + from_line.used != too_many
                    || !(from_block.digits & taken).is_empty()
                {
                    continue;
                }
                let line: Vec<Cell> = in_line.cells(from_line).collect();
                let block: Vec<Cell> = in_block.cells(from_block).collect();
                if block.iter().any(|cell| line.contains(cell)) {
                    continue;
                }
                let sides = [(line, from_line.digits), (block, from_block.digits)];
                if let Some(step) = self.step(sides) {
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The choices of other cells of a house that use up some of the digits, but
    /// leave some for the other house.
    fn sides(&self, house: House) -> Sides {
        let others = self.others(house);
        let mut sides = Sides {
            cells: marked(self.sight, &others),
            choices: Vec::new(),
        };
        let none = Side {
            chosen: 0,
            digits: DigitSet::EMPTY,
            used: 0,
        };
        self.grow(&mut sides, none, 0, largest_subset(others.len()));
        sides
    }

    /// Adds the choices that go on from one: by up to `most` cells, from the `from`th on.
    fn grow(&self, sides: &mut Sides, side: Side, from: usize, most: usize) {
        let too_many = self.digits.len() - self.cells.len();
        let n_chosen = side.chosen.count_ones() as usize + 1;
        for k in from..sides.cells.len() {
            let digits = side.digits | sides.cells[k].1;
            let brought = (digits - self.digits).len();
            // No cell uses up more than one digit.
            let left = (most - 1).min(sides.cells.len() - k - 1);
            if n_chosen + left <= brought {
                continue;
            }
            let side = Side {
                chosen: side.chosen | 1 << k,
                digits,
                used: n_chosen.saturating_sub(brought),
            };
            if (1..too_many).contains(&side.used) && !(digits & self.digits).is_empty() {
                sides.choices.push(side);
            }
            if left > 0 {
                self.grow(sides, side, k + 1, most - 1);
            }
        }
    }

    /// The other empty cells of a house.
    fn others(&self, house: House) -> CellSet<W> {
        let crossing: CellSet<W> = self.cells.iter().copied().collect();
        (*self.sight.cells_of(house) & *self.sight.empty()) - crossing
    }

    /// The step by these cells of the line and of the block.
    fn step(&self, [line, block]: [(Vec<Cell>, DigitSet); 2]) -> Option<Deduction> {
        let all = self.digits | line.1 | block.1;
        let twice = line.1 & block.1;
        let ours = |cell: &Cell| {
            let sets = [self.cells, &line.0, &block.0];
            sets.iter().any(|cells| cells.contains(cell))
        };
        let gone_in = |house: House, digits: DigitSet| {
            let cells = self.sight.geometry().cells_of(house).iter().copied();
            cells.filter(|cell| !ours(cell)).flat_map(move |cell| {
                let gone = self.sight.candidates(cell) & digits;
                let gone: Vec<_> = gone.iter().collect();
                gone.into_iter().map(move |digit| Candidate { cell, digit })
            })
        };
        let in_block = gone_in(self.houses[1], (all - line.1) | twice);
        let in_line = gone_in(self.houses[0], (all - block.1) | twice);
        let gone: Vec<Candidate> = in_block.chain(in_line).collect();
        if gone.is_empty() {
            return None;
        }
        let reason = SueDeCoq {
            houses: self.houses,
            crossing: (self.cells.to_vec(), self.digits),
            line,
            block,
        };
        Deduction::eliminating(Technique::SueDeCoq, gone, reason.into())
    }
}

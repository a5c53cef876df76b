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
use crate::logic::sight::Sight;
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
            let shared = *sight.cells_of(line) & *sight.cells_of(block);
            let shared = marked(sight, &(shared & *sight.empty()));
            if shared.len() < 2 {
                continue;
            }
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

/// Cells of the line or of the box, their digits, and how many of the crossing's
/// digits they use up.
struct Side {
    cells: Vec<Cell>,
    digits: DigitSet,
    used: usize,
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
        let from_block = self.sides(block);
        if from_block.is_empty() {
            return ControlFlow::Continue(());
        }
        for from_line in self.sides(line) {
            let taken = from_line.digits & self.digits;
            for from_block in &from_block {
                let fits = from_block.used + from_line.used == too_many
                    && (from_block.digits & taken).is_empty()
                    && !from_block
                        .cells
                        .iter()
                        .any(|cell| from_line.cells.contains(cell));
                if fits && let Some(step) = self.step(&from_line, from_block) {
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The choices of other cells of a house that use up some of the digits, but
    /// leave some for the other house.
    fn sides(&self, house: House) -> Vec<Side> {
        let others = self.others(house);
        let most = largest_subset(others.len());
        let too_many = self.digits.len() - self.cells.len();
        let mut sides = Vec::new();
        let mut others = marked(self.sight, &others);
        if others.len() > most {
            // These cells use up nothing if one of them alone brings in as many digits.
            others.retain(|(_, digits)| (*digits - self.digits).len() < most);
        }
        _ = each_subset(&others, &mut |cells, digits| {
            if cells.len() > most {
                return ControlFlow::Continue(());
            }
            let brought = (digits - self.digits).len();
            let used = cells.len().saturating_sub(brought);
            if (1..too_many).contains(&used) && !(digits & self.digits).is_empty() {
                sides.push(Side {
                    cells: cells.to_vec(),
                    digits,
                    used,
                });
            }
            ControlFlow::Continue(())
        });
        sides
    }

    /// The other empty cells of a house.
    fn others(&self, house: House) -> CellSet<W> {
        let crossing: CellSet<W> = self.cells.iter().copied().collect();
        (*self.sight.cells_of(house) & *self.sight.empty()) - crossing
    }

    fn step(&self, line: &Side, block: &Side) -> Option<Deduction> {
        let all = self.digits | line.digits | block.digits;
        let twice = line.digits & block.digits;
        let ours = |cell: &Cell| {
            let sets = [self.cells, &line.cells, &block.cells];
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
        let in_block = gone_in(self.houses[1], (all - line.digits) | twice);
        let in_line = gone_in(self.houses[0], (all - block.digits) | twice);
        let gone: Vec<Candidate> = in_block.chain(in_line).collect();
        if gone.is_empty() {
            return None;
        }
        let reason = SueDeCoq {
            houses: self.houses,
            crossing: (self.cells.to_vec(), self.digits),
            line: (line.cells.clone(), line.digits),
            block: (block.cells.clone(), block.digits),
        };
        Deduction::eliminating(Technique::SueDeCoq, gone, reason.into())
    }
}

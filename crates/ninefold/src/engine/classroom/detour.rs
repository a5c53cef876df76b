//! Origin 004: passes over the board, *detours* off every solved cell, snapshots, and a
//! guess where there is the least choice.
//!
//! ```text
//!  pass over the board, cell by cell
//!      compute which values are still possible     (a calculation)
//!      only one  →  set it, and take a detour:
//!                       remove it from each related cell    (a calculation)
//!                       only one left there  →  set it, and take a detour off that
//!  repeat until a pass changes nothing
//!  a cell with no possible value  →  back to the latest snapshot, its next value
//!  all solved                     →  a solution
//!  else                           →  take a snapshot of the board; guess in the cell
//!                                    with the fewest possible values
//! ```
//!
//! The document contrasts this with plain brute force: it sets a value when all others are
//! ruled out, as a person would, and guesses only when no such value is left. With two or
//! three values to choose from a guess is often right; with seven it is mostly wrong, hence
//! the cell with the fewest (MRV).
//!
//! The document contradicts itself: first it gives the *first* unsolved cell its first value
//! after the passes, then it guesses in the cell with the *fewest* values. The second is what
//! distinguishes its approach, and it gives a reason for it, so this engine follows it from
//! the first guess on.

use std::ops::ControlFlow;

use super::super::{Engine, Search, Stop, Unsupported};
use super::{check_depth, is_sound};
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// Origin 004: passes until nothing changes, detours off solved cells, snapshots.
#[derive(Clone, Copy, Debug)]
pub struct Detour;

impl Engine for Detour {
    fn name(&self) -> &'static str {
        "detour"
    }

    fn title(&self) -> &'static str {
        "Detour"
    }

    fn about(&self) -> &'static str {
        "origin 004: passes over the board, detours off solved cells, a snapshot per guess"
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        check_depth(self.name(), puzzle)
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        if !is_sound(puzzle) {
            return ControlFlow::Continue(());
        }
        let mut board = DetourBoard::new(puzzle);
        let mut snapshots: Vec<Snapshot> = Vec::new();
        let mut outcome = Ok(());
        loop {
            outcome = outcome.and_then(|()| board.pass_until_nothing_changes(search));
            if outcome.is_ok() {
                match board.fewest_possible_values() {
                    Some(cell) => {
                        snapshots.push(Snapshot::of(&board, cell));
                        search.snapshot(snapshots.len());
                    }
                    None => search.solution(&board.digits())?,
                }
            }
            // The next value at the latest snapshot that has one left.
            let (cell, digit) = loop {
                let kept = snapshots.len();
                let Some(snapshot) = snapshots.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if snapshot.is_guessed_on {
                    board.cells.clone_from(&snapshot.cells);
                    search.backtrack(kept);
                }
                if let Some(digit) = snapshot.untried.first() {
                    snapshot.untried.remove(digit);
                    snapshot.is_guessed_on = true;
                    break (snapshot.cell, digit);
                }
                snapshots.pop();
            };
            search.node()?;
            search.guess(cell, digit, snapshots.len());
            outcome = board.solve(cell, digit, search);
        }
    }
}

/// The state of a cell. A solved cell has one possible value.
#[derive(Clone, Copy)]
struct Known {
    possible: DigitSet,
    is_solved: bool,
}

/// The board before a guess, and the values left to guess from there.
struct Snapshot {
    cells: Vec<Known>,
    cell: Cell,
    untried: DigitSet,
    is_guessed_on: bool,
}

impl Snapshot {
    fn of(board: &DetourBoard<'_>, cell: Cell) -> Snapshot {
        Snapshot {
            cells: board.cells.clone(),
            cell,
            untried: board.cells[cell.index()].possible,
            is_guessed_on: false,
        }
    }
}

/// A cell has no possible value left: some guess was wrong.
struct DeadEnd;

/// The board that passes and detours work on.
struct DetourBoard<'a> {
    geometry: &'a Geometry,
    cells: Vec<Known>,
    /// Solved cells whose peers are still to be visited.
    detours: Vec<Cell>,
}

impl<'a> DetourBoard<'a> {
    fn new(puzzle: &'a Puzzle) -> DetourBoard<'a> {
        let geometry = puzzle.geometry();
        let known = |cell| Known {
            possible: puzzle.allowed(cell),
            is_solved: puzzle.given(cell).is_some(),
        };
        DetourBoard {
            geometry,
            cells: geometry.cells().map(known).collect(),
            detours: Vec::new(),
        }
    }

    fn pass_until_nothing_changes(&mut self, search: &mut Search<'_>) -> Result<(), DeadEnd> {
        while self.pass(search)? {}
        Ok(())
    }

    /// Goes over every unsolved cell; returns whether that changed anything.
    fn pass(&mut self, search: &mut Search<'_>) -> Result<bool, DeadEnd> {
        let mut has_changed = false;
        for cell in self.geometry.cells() {
            let Known {
                possible,
                is_solved,
            } = self.cells[cell.index()];
            if is_solved {
                continue;
            }
            search.calculation();
            let left = possible - self.values_around(cell);
            if left.is_empty() {
                return Err(DeadEnd);
            }
            self.cells[cell.index()].possible = left;
            has_changed |= left != possible;
            if let Some(digit) = left.single() {
                search.place(cell, digit);
                self.solve(cell, digit, search)?;
                has_changed = true;
            }
        }
        Ok(has_changed)
    }

    /// The values of the solved peers of `cell`.
    fn values_around(&self, cell: Cell) -> DigitSet {
        let related = self.geometry.peers(cell).iter();
        let solved = related
            .map(|peer| self.cells[peer.index()])
            .filter(|known| known.is_solved);
        solved.fold(DigitSet::EMPTY, |values, known| values | known.possible)
    }

    /// Sets the value of a cell and takes every detour that follows from it.
    fn solve(&mut self, cell: Cell, digit: Digit, search: &mut Search<'_>) -> Result<(), DeadEnd> {
        self.set(cell, digit);
        while let Some(solved) = self.detours.pop() {
            search.detour(solved);
            if let Err(dead_end) = self.visit_related_cells(solved, search) {
                self.detours.clear();
                return Err(dead_end);
            }
        }
        Ok(())
    }

    fn set(&mut self, cell: Cell, digit: Digit) {
        self.cells[cell.index()] = Known {
            possible: DigitSet::only(digit),
            is_solved: true,
        };
        self.detours.push(cell);
    }

    /// Removes the value of a solved cell from its peers.
    fn visit_related_cells(
        &mut self,
        solved: Cell,
        search: &mut Search<'_>,
    ) -> Result<(), DeadEnd> {
        let value = self.cells[solved.index()].possible;
        for &related in self.geometry.peers(solved) {
            let possible = self.cells[related.index()].possible;
            let left = possible - value;
            if left == possible {
                continue;
            }
            search.calculation();
            // This is also how two related cells with the same value are found out.
            if left.is_empty() {
                return Err(DeadEnd);
            }
            self.cells[related.index()].possible = left;
            if let Some(digit) = left.single() {
                search.place(related, digit);
                self.set(related, digit);
            }
        }
        Ok(())
    }

    /// The unsolved cell with the fewest possible values, the first of them; `None`
    /// once all are solved.
    fn fewest_possible_values(&self) -> Option<Cell> {
        let cells = self.geometry.cells();
        let unsolved = cells.filter(|cell| !self.cells[cell.index()].is_solved);
        unsolved.min_by_key(|cell| self.cells[cell.index()].possible.len())
    }

    fn digits(&self) -> Vec<Digit> {
        let cells = self.cells.iter();
        cells.filter_map(|known| known.possible.single()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Query;
    use super::super::testing::{ORIGIN_000, first, puzzle};
    use super::*;

    #[test]
    fn the_examples_of_the_document_are_solved() {
        // In the three formats that the document reads, without their frames.
        for text in [
            "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1",
            "1.....7...2....5..6..38.....78.........6.9.........14.....25..9..3....6...4.....2",
            ".6.1.4.5...83.56..2.......18..4.7..6..6...3..7..9.1..45.......2..72.69...4.5.8.7.",
        ] {
            let puzzle = puzzle(text);
            let report = Query::new(&puzzle).run(&Detour).unwrap();
            assert!(
                report
                    .grids
                    .iter()
                    .all(|grid| puzzle.is_solved_by(grid.digits()))
            );
            assert!(!report.grids.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_cell_solved_on_a_detour_takes_another() {
        // On the first pass r1c1 can be 1 or 2. Then r1c2 must be 2; the detour off it
        // leaves 1 for r1c1, and so on for r2c2 and r2c1, r3c1 and r4c1.
        let (solution, stats) = first(&Detour, "..34 ..12 .143 .321");
        assert_eq!(solution.as_deref(), Some("1234341221434321"));
        assert_eq!(
            (stats.placements, stats.detours, stats.snapshots),
            (6, 6, 0)
        );
        // Worked out on the pass: r1c1, r1c2, r2c1, r2c2 and r3c1, once each. Narrowed
        // on the detours off r1c2 three cells, off r1c1 four, off r2c2 one, off r2c1
        // two, off r3c1 one, off r4c1 none.
        assert_eq!(stats.calculations, 5 + 3 + 4 + 1 + 2 + 1);
    }

    #[test]
    fn every_placement_takes_a_detour_and_every_guess_comes_from_a_snapshot() {
        let (solution, stats) = first(&Detour, ORIGIN_000[0]);
        assert_eq!(solution.as_deref(), Some(ORIGIN_000[1]));
        assert!(stats.detours <= stats.placements);
        assert!(stats.snapshots > 0 && stats.snapshots <= stats.guesses);
        assert!(stats.max_depth <= stats.snapshots);
    }
}

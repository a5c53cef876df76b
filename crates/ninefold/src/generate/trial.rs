//! A try that goes from puzzle to puzzle: what such tries share.
//!
//! Removal makes thousands of puzzles side by side, each of them step by step. Here one try
//! tests thousands of neighbours of its puzzle side by side and goes on from one of them. So
//! tries come one after another, each with a stream of random numbers of its own, and do not
//! depend on the size of the workspace.

use std::ops::Range;

use super::removal::{BLANK, Workspace, byte, puzzle};
use super::vicinity::is_minimal;
use super::{Generator, Made, Symmetry, Wish};
use crate::engine::{Auto, Query};
use crate::geometry::{Cell, Geometry};
use crate::random::{Draw, Random};

/// One try under way.
pub(super) struct Trial<'a> {
    pub(super) generator: &'a Generator,
    pub(super) index: u64,
    /// Which of the generator's symmetries, if the try keeps to one.
    pub(super) kind: Option<usize>,
    pub(super) random: Random,
    pub(super) workspace: &'a mut Workspace,
    should_stop: &'a dyn Fn() -> bool,
}

/// The caller has stopped it.
pub(super) struct Stopped;

/// The puzzles that tries make, in their order: each try does `work`, and makes a puzzle or
/// none.
pub(super) fn run(
    generator: &Generator,
    seed: u64,
    tries: Range<u64>,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
    work: impl Fn(&mut Trial<'_>) -> Result<Option<Made>, Stopped>,
) -> Vec<Made> {
    let mut made = Vec::new();
    for index in tries {
        let mut trial = Trial {
            generator,
            index,
            kind: None,
            random: Random::stream(seed, index),
            workspace,
            should_stop,
        };
        match work(&mut trial) {
            Ok(puzzle) => made.extend(puzzle),
            Err(Stopped) => break,
        }
    }
    made
}

impl<'a> Trial<'a> {
    pub(super) fn wish(&self) -> &'a Wish {
        &self.generator.wish
    }

    pub(super) fn geometry(&self) -> &'a Geometry {
        &self.generator.wish.geometry
    }

    /// A full grid at random, as a line.
    pub(super) fn grid(&mut self) -> Result<Vec<u8>, Stopped> {
        let source = &self.generator.source;
        let drawn = source.draw(self.geometry(), &mut self.random, self.should_stop);
        Ok(drawn.ok_or(Stopped)?.into_iter().map(byte).collect())
    }

    /// Counts the solutions of the puzzles in the workspace, up to `limit`.
    pub(super) fn count(&mut self, limit: u8) -> Result<(), Stopped> {
        let is_done = self
            .workspace
            .count_up_to(limit, self.geometry(), self.should_stop);
        is_done.then_some(()).ok_or(Stopped)
    }

    /// The number of solutions of one puzzle, up to two.
    pub(super) fn count_one(&mut self, line: &[u8]) -> Result<u8, Stopped> {
        self.workspace.lines.clear();
        self.workspace.lines.extend_from_slice(line);
        self.count(2)?;
        Ok(self.workspace.counts[0])
    }

    /// The cells that the symmetry ties together.
    pub(super) fn orbits(&self) -> &'a [Vec<Cell>] {
        &self.generator.orbits[self.kind.unwrap_or(0)]
    }

    /// Those of them that are clues in a line.
    pub(super) fn given(&self, line: &[u8]) -> Vec<&'a [Cell]> {
        let orbits = self.orbits().iter().map(Vec::as_slice);
        orbits
            .filter(|orbit| orbit.iter().all(|cell| line[cell.index()] != BLANK))
            .collect()
    }

    /// Takes clues away that are not needed, in random order, down to `floor` clues: those that
    /// are `given` together go together.
    pub(super) fn minimise(
        &mut self,
        line: &mut [u8],
        mut given: Vec<&[Cell]>,
        floor: usize,
    ) -> Result<(), Stopped> {
        let mut left: usize = given.iter().map(|orbit| orbit.len()).sum();
        self.random.shuffle(&mut given);
        for orbit in given {
            if left - orbit.len() < floor {
                continue;
            }
            let fewer = without(line, orbit);
            if self.count_one(&fewer)? == 1 {
                left -= orbit.len();
                line.copy_from_slice(&fewer);
            }
        }
        Ok(())
    }

    /// Whether no clue of a puzzle can be spared.
    pub(super) fn is_minimal(&mut self, line: &[u8]) -> Result<bool, Stopped> {
        let answer = is_minimal(self.generator, line, self.workspace, self.should_stop);
        answer.ok_or(Stopped)
    }

    /// A puzzle that has one solution.
    pub(super) fn made(&self, line: &[u8]) -> Result<Made, Stopped> {
        let puzzle = puzzle(self.geometry(), line);
        let query = Query::new(&puzzle).solutions(1);
        let report = query.run_until(&Auto, self.should_stop);
        let found = report.expect("auto takes any board").grids;
        let solution = found.into_iter().next().ok_or(Stopped)?;
        Ok(Made {
            index: self.index,
            puzzle,
            solution,
            symmetry: match self.wish().pattern {
                Some(_) => None,
                None => Some(match self.kind {
                    Some(kind) => self.wish().symmetries[kind],
                    None => Symmetry::None,
                }),
            },
            weight: None,
        })
    }
}

/// The cells of a line that are clues.
pub(super) fn clues(line: &[u8]) -> Vec<usize> {
    (0..line.len())
        .filter(|&cell| line[cell] != BLANK)
        .collect()
}

/// A line without some of its clues.
pub(super) fn without<'a>(line: &[u8], cells: impl IntoIterator<Item = &'a Cell>) -> Vec<u8> {
    let mut rest = line.to_vec();
    for cell in cells {
        rest[cell.index()] = BLANK;
    }
    rest
}

/// Whether no peer of a cell has the digit.
pub(super) fn fits(geometry: &Geometry, line: &[u8], cell: usize, digit: u8) -> bool {
    let mut peers = geometry.peers(Cell::from_index(cell)).iter();
    peers.all(|peer| line[peer.index()] != digit)
}

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

    /// Takes clues away, in random order, that are not needed, down to `floor` clues.
    pub(super) fn minimise(&mut self, line: &mut [u8], floor: usize) -> Result<(), Stopped> {
        let mut clues = clues(line);
        let mut left = clues.len();
        self.random.shuffle(&mut clues);
        for cell in clues {
            if left <= floor {
                break;
            }
            let digit = std::mem::replace(&mut line[cell], BLANK);
            if self.count_one(line)? == 1 {
                left -= 1;
            } else {
                line[cell] = digit;
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
                None => Some(Symmetry::None),
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

/// Whether no peer of a cell has the digit.
pub(super) fn fits(geometry: &Geometry, line: &[u8], cell: usize, digit: u8) -> bool {
    let mut peers = geometry.peers(Cell::from_index(cell)).iter();
    peers.all(|peer| line[peer.index()] != digit)
}

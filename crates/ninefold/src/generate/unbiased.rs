//! Minimal puzzles with a known bias.
//!
//! Taking clues away until none can be spared favours some puzzles over others, and by how much
//! is not known: its puzzles have 24.4 clues on average, all minimal puzzles 26.6. Here the
//! bias is known:
//!
//! ```text
//!  a full grid, uniformly; its cells in random order
//!  the shortest start of that order which has one solution, found by bisection
//!  keep it only if none of its clues can be spared
//! ```
//!
//! A minimal puzzle with n clues comes out exactly if its cells are the first n, which has the
//! probability 1 / C(81, n) for each grid. So each puzzle that comes out stands for C(81, n).
//! About one try in 230,000 makes a puzzle, so each has to be quick: most end with the first
//! test.
//!
//! The idea is D. Berthier's (*Unbiased statistics of a CSP*, 2009), whose generator goes the
//! other way round and adds clues one at a time.

use std::ops::Range;

use super::removal::{BLANK, Workspace, byte, puzzle};
use super::uniform::UniformGrids;
use super::{Generator, Made, Symmetry};
use crate::geometry::Digit;
use crate::puzzle::Grid;
use crate::random::{Draw, Random};

/// No more clues than this are tried: of a hundred million minimal puzzles fewer than one has
/// more.
const MOST: u8 = 33;

/// So few are never enough.
const TOO_FEW: u8 = 16;

/// How many tries at a time keep the lanes busy.
pub(super) const AT_A_TIME: usize = 1 << 16;

/// One try under way.
struct Trial {
    index: u64,
    /// The full grid as a line.
    grid: [u8; 81],
    order: [u8; 81],
    stage: Stage,
}

/// What is to be tested next.
enum Stage {
    /// The first `low` cells are too few; the first `high` are enough, if anything is known.
    Bisect { low: u8, high: u8, is_known: bool },
    /// The first `n` cells without the one in place `left_out`.
    Spare { n: u8, left_out: u8 },
}

/// The puzzles that tries make, in their order.
pub(super) fn run(
    generator: &Generator,
    seed: u64,
    mut tries: Range<u64>,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> Vec<Made> {
    let geometry = &generator.wish.geometry;
    let mut made = Vec::new();
    let mut trials: Vec<Trial> = Vec::new();
    loop {
        let room = workspace.n_lanes - trials.len();
        trials.extend(
            tries
                .by_ref()
                .take(room)
                .map(|index| Trial::new(seed, index)),
        );
        if trials.is_empty() {
            break;
        }
        workspace.lines.clear();
        for trial in &trials {
            trial.write(&mut workspace.lines);
        }
        if !workspace.count(geometry, should_stop) {
            let first = trials.iter().map(|trial| trial.index).min();
            made.retain(|made: &Made| Some(made.index) < first);
            break;
        }
        let mut counts = workspace.counts.iter();
        trials.retain_mut(|trial| {
            let is_unique = counts.next() == Some(&1);
            let goes_on = trial.note(is_unique);
            if let Some(n) = trial.is_done().filter(|_| goes_on) {
                made.extend(trial.made(generator, n));
                return false;
            }
            goes_on
        });
    }
    made.sort_by_key(|made| made.index);
    made
}

impl Trial {
    fn new(seed: u64, index: u64) -> Trial {
        let mut random = Random::stream(seed, index);
        let grid = UniformGrids::default().draw(&mut random).map(byte);
        let mut order = std::array::from_fn(|cell| cell as u8);
        // The order of what comes after the most clues does not matter.
        for place in 0..usize::from(MOST) {
            let other = place + random.below(81 - place);
            order.swap(place, other);
        }
        Trial {
            index,
            grid,
            order,
            stage: Stage::Bisect {
                low: TOO_FEW,
                high: MOST,
                is_known: false,
            },
        }
    }

    /// Writes the puzzle that is to be tested.
    fn write(&self, lines: &mut Vec<u8>) {
        let start = lines.len();
        lines.resize(start + 81, BLANK);
        let line = &mut lines[start..];
        let (n, left_out) = match self.stage {
            Stage::Bisect {
                high,
                is_known: false,
                ..
            } => (high, None),
            Stage::Bisect { low, high, .. } => (low.midpoint(high), None),
            Stage::Spare { n, left_out } => (n, Some(left_out)),
        };
        for place in (0..n).filter(|&place| Some(place) != left_out) {
            let cell = usize::from(self.order[usize::from(place)]);
            line[cell] = self.grid[cell];
        }
    }

    /// Notes whether the puzzle has one solution; false if the try has failed.
    fn note(&mut self, is_unique: bool) -> bool {
        match &mut self.stage {
            Stage::Bisect { is_known, .. } if !*is_known => {
                *is_known = true;
                if !is_unique {
                    return false;
                }
            }
            Stage::Bisect { low, high, .. } => {
                let middle = low.midpoint(*high);
                *(if is_unique { high } else { low }) = middle;
            }
            Stage::Spare { left_out, .. } => {
                *left_out += 1;
                return !is_unique;
            }
        }
        if let Stage::Bisect { low, high, .. } = self.stage
            && low + 1 == high
        {
            self.stage = Stage::Spare {
                n: high,
                left_out: 0,
            };
        }
        true
    }

    /// The number of clues, if none can be spared. The last one cannot: without it the start
    /// was too short.
    fn is_done(&self) -> Option<u8> {
        match self.stage {
            Stage::Spare { n, left_out } if left_out + 1 >= n => Some(n),
            _ => None,
        }
    }

    /// The puzzle, if it has as many clues as wished.
    fn made(&self, generator: &Generator, n: u8) -> Option<Made> {
        let wish = &generator.wish;
        let (least, most) = wish.range();
        if !(least..=most).contains(&usize::from(n)) {
            return None;
        }
        let mut line = [BLANK; 81];
        for &cell in &self.order[..usize::from(n)] {
            line[usize::from(cell)] = self.grid[usize::from(cell)];
        }
        let digit = |&byte: &u8| Digit::new((byte - b'0').into()).expect("the grid is full");
        let digits: Vec<Digit> = self.grid.iter().map(digit).collect();
        Some(Made {
            index: self.index,
            puzzle: puzzle(&wish.geometry, &line),
            solution: Grid::of(wish.geometry.clone(), digits),
            symmetry: Some(Symmetry::None),
            weight: Some(choose(81, n.into())),
        })
    }
}

/// The number of ways to choose `k` things of `n`.
fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |ways, chosen| ways * (n - chosen) / (chosen + 1))
}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Wish};
    use super::*;
    use crate::{Answer, Geometry, solve};

    #[test]
    fn weights_are_numbers_of_ways() {
        assert_eq!(choose(81, 1), 81);
        assert_eq!(choose(81, 2), 3240);
        assert_eq!(choose(81, 17), 128_447_994_798_305_325);
        assert_eq!(choose(81, 33), choose(81, 48));
    }

    #[test]
    fn puzzles_are_minimal_and_the_same_in_batches_of_any_size() {
        let generator = Generator::new(Wish::new(Geometry::classic()).unbiased()).unwrap();
        let tries = 0..600_000;
        let made = generator.tries(4, tries.clone(), &mut Workspace::default(), &|| false);
        assert!(!made.is_empty());
        for made in &made {
            let puzzle = &made.puzzle;
            assert_eq!(solve(puzzle), Answer::One(made.solution.clone()));
            for cell in puzzle.geometry().cells() {
                if puzzle.given(cell).is_some() {
                    let mut fewer = puzzle.clone();
                    fewer.set(cell, None);
                    assert!(matches!(solve(&fewer), Answer::Many(..)), "{puzzle}");
                }
            }
            assert_eq!(made.weight, Some(choose(81, puzzle.n_givens() as u128)));
        }
        let hit = made[0].index;
        let around = hit - 50..hit + 50;
        let again = generator.tries(4, around, &mut Workspace::with_lanes(7), &|| false);
        assert_eq!(again[0], made[0]);
    }
}

//! The hardest puzzles that can be found, by our own scale, [look-ahead](crate::rate::look_ahead).
//!
//! ```text
//!  a pool of random puzzles
//!  in every epoch:
//!      each try:   a puzzle of the pool; one or two clues go, others come at random until one
//!                  solution is left, and clues that are not needed go
//!      all tries:  are rated, and the hardest join the pool, without isomorphs
//! ```
//!
//! It is hill climbing on a pool, as T. Dillon's generator of tdoku does it by the number of
//! guesses. Our scale has no plateaus to get lost on: its decimals tell puzzles of one tier
//! apart. And it rates in a tenth of a millisecond what is easy, which most tries are.
//!
//! On the classic board, 240,000 tries went from look-ahead 9 over 17 to 41, which is 9.5 by
//! Sudoku Explainer, in 51 seconds of one core (pool of 64, epochs of 256).

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use super::difficulty::number;
use super::removal::{BLANK, Workspace, byte};
use super::trial::{self, Stopped, Trial, clues, fits};
use super::{Generator, Made, Ratings};
use crate::canon;
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::random::Draw;
use crate::rate::look_ahead::LookAhead;
use crate::rate::{Scale, Unrated};

/// The number of puzzles to make others of.
const POOL: usize = 64;

/// The most clues that go at a time.
const MOST: usize = 2;

/// A search for the hardest puzzles of a board: see `hardest.rs`.
///
/// An epoch is [as many tries](Hardest::TRIES) as callers share out like those of a
/// [`Generator`]. What comes of all of them is [added](Hardest::add) before the next begins, so
/// threads do not change what is found.
///
/// ```
/// use ninefold::Geometry;
/// use ninefold::generate::{Generator, Hardest, Wish, Workspace};
///
/// let generator = Generator::new(Wish::new(Geometry::classic()))?;
/// let mut hardest = Hardest::new(generator, 5)?;
/// for _ in 0..3 {
///     hardest.add(hardest.tries(7, 0..50, &mut Workspace::default(), &|| false));
/// }
/// let ratings: Vec<u32> = hardest.best().iter().map(|puzzle| puzzle.rating).collect();
/// assert_eq!(ratings.len(), 5);
/// assert!(ratings.is_sorted_by(|a, b| a >= b));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Hardest {
    generator: Generator,
    n: usize,
    epoch: u64,
    /// The hardest first.
    pool: Vec<RatedPuzzle>,
    /// The keys of all forms so far.
    seen: HashSet<u128>,
}

/// A puzzle with its rating.
#[derive(Clone, Debug)]
pub struct RatedPuzzle {
    /// The puzzle.
    pub made: Made,
    /// Its rating on the scale look-ahead, in tenths.
    pub rating: u32,
    /// The same with its parts.
    pub ratings: Ratings,
    /// The key of its form.
    key: u128,
}

impl Hardest {
    /// The number of epochs that a search is worth. Later ones find little that is harder.
    pub const EPOCHS: u64 = 1024;

    /// The number of tries in an epoch.
    pub const TRIES: u64 = 256;

    /// The most puzzles that are kept.
    pub const MOST: usize = 1000;

    /// A search for the `n` hardest puzzles of the generator's board, at most
    /// [`MOST`](Hardest::MOST); or why the board is not rated.
    pub fn new(generator: Generator, n: usize) -> Result<Hardest, Unrated> {
        let blank = Puzzle::empty(generator.wish.geometry.clone());
        if let Some(refusal) = LookAhead.refuses(&blank) {
            return Err(refusal);
        }
        Ok(Hardest {
            generator,
            n: n.min(Hardest::MOST),
            epoch: 0,
            pool: Vec::new(),
            seen: HashSet::new(),
        })
    }

    /// What some tries of this epoch find. When `should_stop` returns true, what they found
    /// before.
    pub fn tries(
        &self,
        seed: u64,
        tries: Range<u64>,
        workspace: &mut Workspace,
        should_stop: &dyn Fn() -> bool,
    ) -> Vec<RatedPuzzle> {
        let first = self.epoch * Hardest::TRIES;
        let tries = first + tries.start..first + tries.end;
        let generator = &self.generator;
        let made = if self.pool.is_empty() {
            generator.tries(seed, tries, workspace, should_stop)
        } else {
            trial::run(generator, seed, tries, workspace, should_stop, |trial| {
                self.neighbour(trial)
            })
        };
        let rated = made.into_iter().map_while(|made| {
            let text = |_| canon::key(made.puzzle.to_string().as_bytes());
            let key = made.key(&mut workspace.forms).unwrap_or_else(text);
            if self.seen.contains(&key) {
                return Some(None);
            }
            let rating = LookAhead.rate(&made.puzzle, should_stop).ok()?;
            Some(Some(RatedPuzzle {
                made,
                rating: number(&rating, "rating"),
                ratings: vec![(&LookAhead, rating)],
                key,
            }))
        });
        rated.flatten().collect()
    }

    /// Ends an epoch: of its puzzles, the order of which does not matter, the hardest stay.
    pub fn add(&mut self, found: Vec<RatedPuzzle>) {
        self.epoch += 1;
        self.pool.extend(found);
        self.pool
            .sort_by_cached_key(|puzzle| (Reverse(puzzle.rating), puzzle.made.puzzle.to_string()));
        let mut keys = HashSet::new();
        self.pool.retain(|puzzle| keys.insert(puzzle.key));
        self.seen.extend(keys);
        self.pool.truncate(self.n.max(POOL));
    }

    /// How many puzzles are wanted.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The hardest puzzles so far, the hardest first.
    pub fn best(&self) -> &[RatedPuzzle] {
        &self.pool[..self.pool.len().min(self.n)]
    }

    /// A puzzle like one of the pool.
    fn neighbour(&self, trial: &mut Trial<'_>) -> Result<Option<Made>, Stopped> {
        let geometry = trial.geometry();
        let parent = &self.pool[trial.random.below(self.pool.len())].made.puzzle;
        let digit = |given: &Option<Digit>| given.map_or(BLANK, |digit| byte(digit.value() as u8));
        let mut line: Vec<u8> = parent.givens().iter().map(digit).collect();
        let mut clues = clues(&line);
        trial.random.shuffle(&mut clues);
        let less = 1 + trial.random.below(MOST);
        for &cell in clues.iter().take(less) {
            line[cell] = BLANK;
        }
        loop {
            let cell = trial.random.below(line.len());
            let digit = byte(1 + trial.random.below(geometry.size()) as u8);
            if line[cell] != BLANK || !fits(geometry, &line, cell, digit) {
                continue;
            }
            line[cell] = digit;
            match trial.count_one(&line)? {
                0 => line[cell] = BLANK,
                1 => break,
                _ => {}
            }
        }
        let given = geometry.cells().filter(|cell| line[cell.index()] != BLANK);
        let given: Vec<Cell> = given.collect();
        trial.minimise(&mut line, given.chunks(1).collect(), 0)?;
        trial.made(&line).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Wish;
    use super::*;
    use crate::{Answer, Geometry, solve};

    fn found(geometry: &Geometry, pieces: &[u64]) -> Vec<Made> {
        let generator = Generator::new(Wish::new(geometry.clone())).unwrap();
        let mut hardest = Hardest::new(generator, 8).unwrap();
        let mut worst = 0;
        for _ in 0..4 {
            let mut all = Vec::new();
            for ends in pieces.windows(2).rev() {
                let tries = ends[0]..ends[1];
                all.extend(hardest.tries(3, tries, &mut Workspace::default(), &|| false));
            }
            hardest.add(all);
            let ratings: Vec<u32> = hardest.best().iter().map(|puzzle| puzzle.rating).collect();
            assert!(ratings.is_sorted_by(|a, b| a >= b));
            assert!(ratings[7] >= worst, "the pool only gets harder");
            worst = ratings[7];
        }
        hardest
            .best()
            .iter()
            .map(|puzzle| puzzle.made.clone())
            .collect()
    }

    #[test]
    fn the_hardest_are_unique_minimal_and_no_isomorphs() {
        for geometry in [Geometry::classic(), Geometry::with_boxes(2, 3).unwrap()] {
            let best = found(&geometry, &[0, 60]);
            assert_eq!(best.len(), 8);
            assert_eq!(
                found(&geometry, &[0, 1, 20, 60]),
                best,
                "pieces change nothing"
            );
            for (at, made) in best.iter().enumerate() {
                assert_eq!(solve(&made.puzzle), Answer::One(made.solution.clone()));
                for cell in geometry.cells() {
                    let mut fewer = made.puzzle.clone();
                    if made.puzzle.given(cell).is_some() && fewer.set(cell, None) {
                        assert!(matches!(solve(&fewer), Answer::Many(..)), "{}", made.puzzle);
                    }
                }
                for other in &best[..at] {
                    let way = canon::same(&made.puzzle, &other.puzzle).unwrap();
                    assert!(way.is_none(), "{}", made.puzzle);
                }
            }
        }
    }

    #[test]
    fn what_was_found_before_a_stop_stays() {
        let generator = Generator::new(Wish::new(Geometry::classic())).unwrap();
        let mut hardest = Hardest::new(generator, 3).unwrap();
        let mut workspace = Workspace::default();
        hardest.add(hardest.tries(1, 0..10, &mut workspace, &|| false));
        let before = hardest.best().len();
        hardest.add(hardest.tries(1, 0..10, &mut workspace, &|| true));
        assert_eq!(hardest.best().len(), before);
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let generator = Generator::new(Wish::new(Geometry::of_size(25).unwrap())).unwrap();
        assert!(Hardest::new(generator, 1).is_err());
    }
}

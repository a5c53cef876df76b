//! Making puzzles: a full grid loses clues as long as it stays the only solution.
//!
//! ```
//! use ninefold::generate::{Generator, Symmetry, Wish, Workspace};
//! use ninefold::{Answer, Geometry};
//!
//! let wish = Wish::new(Geometry::classic()).symmetry(Symmetry::HalfTurn);
//! let generator = Generator::new(wish)?;
//! let made = generator.tries(7, 0..3, &mut Workspace::default(), &|| false);
//! assert_eq!(made.len(), 3);
//! for made in &made {
//!     assert_eq!(ninefold::solve(&made.puzzle), Answer::One(made.solution.clone()));
//! }
//! # Ok::<(), ninefold::generate::Impossible>(())
//! ```
//!
//! A seed has as many *tries* as are asked for. Each draws from [a stream](Random::stream) of
//! its own and either makes a puzzle or fails, whatever the other tries do. So the puzzles of a
//! seed, in the order of their tries, are the same for any number of threads and in batches of
//! any size: callers share out ranges of tries as they like.
//!
//! | to | see |
//! |---|---|
//! | say what kind of puzzle | [`Wish`], [`Symmetry`], [`Grids`] |
//! | make puzzles | [`Generator`], [`Made`] |
//! | keep those of a difficulty | [`Difficulty`] |
//! | find the hardest | [`Hardest`] |
//! | draw full grids alone, or jigsaw regions | [`UniformGrids`], [`random_regions`] |

mod difficulty;
mod few;
mod grids;
mod hardest;
mod jigsaw;
mod pattern;
mod removal;
mod sparse;
mod symmetries;
mod trial;
mod unbiased;
mod uniform;
mod vicinity;
mod wish;

use std::array;
use std::ops::Range;

pub use difficulty::{Difficulty, Gem, NoSuchDifficulty, Ratings};
pub use grids::Grids;
pub use hardest::{Hardest, RatedPuzzle};
pub use jigsaw::random_regions;
pub use pattern::marked_cells;
pub use removal::Workspace;
pub use symmetries::Symmetry;
pub use uniform::UniformGrids;
pub use wish::{Impossible, Wish};

use self::grids::Source;
use self::vicinity::Vicinity;
use crate::canon::{self, FormFinder, NotCanonical};
use crate::geometry::{Cell, Digit};
use crate::puzzle::{Grid, Puzzle};
#[cfg(doc)]
use crate::random::Random;

/// Makes puzzles of one kind. Threads can share it; each needs a [`Workspace`] of its own.
pub struct Generator {
    wish: Wish,
    source: Source,
    /// The cells that each symmetry of the wish ties together.
    orbits: Vec<Vec<Vec<Cell>>>,
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The number of the try that made it.
    pub index: u64,
    /// The puzzle, which has one solution.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Grid,
    /// How the clues were made to lie; none if a pattern decided.
    pub symmetry: Option<Symmetry>,
    /// For [unbiased](Wish::unbiased) puzzles: how many puzzles of its kind it stands for, up
    /// to a common factor. Means over many puzzles are unbiased if each counts this much.
    pub weight: Option<u128>,
}

impl Made {
    /// A number that isomorphs have in common and that tells other puzzles of the same board
    /// apart: the [key](canon::key) of a canonical form.
    pub fn key(&self, forms: &mut FormFinder) -> Result<u128, NotCanonical> {
        let (puzzle, solution) = (&self.puzzle, self.solution.digits());
        if !puzzle.geometry().is_classic() {
            let form = forms.minlex(puzzle)?;
            return Ok(canon::key(form.puzzle().to_string().as_bytes()));
        }
        let digit = |digit: Digit| removal::byte(digit.value() as u8);
        let cell = |cell: usize| puzzle.givens()[cell].map_or(removal::BLANK, digit);
        let full = |cell: usize| digit(solution[cell]);
        let form = forms.solution9(&array::from_fn(cell), &array::from_fn(full));
        Ok(canon::key(
            &form.expect("the solution is that of the puzzle"),
        ))
    }
}

impl Generator {
    /// A generator of puzzles of this kind, or why there are none.
    pub fn new(wish: Wish) -> Result<Generator, Impossible> {
        Generator::new_until(wish, &|| false)
    }

    /// The same, given up when `should_stop` returns true: to prepare for an unusual board may
    /// take long.
    pub fn new_until(wish: Wish, should_stop: &dyn Fn() -> bool) -> Result<Generator, Impossible> {
        if let Some(refusal) = wish.refusal() {
            return Err(refusal);
        }
        let source = Source::new(&wish.geometry, wish.grids, should_stop)?;
        let orbits = match &wish.pattern {
            Some(cells) => vec![cells.iter().map(|&cell| vec![cell]).collect()],
            None => {
                let symmetries = wish.symmetries.iter();
                let orbits = symmetries.map(|symmetry| symmetry.orbits(&wish.geometry));
                orbits
                    .collect::<Option<_>>()
                    .expect("the board has these symmetries")
            }
        };
        Ok(Generator {
            wish,
            source,
            orbits,
        })
    }

    /// The kind of puzzle that it makes.
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// Whether every try makes a puzzle.
    pub fn never_fails(&self) -> bool {
        let is_free = self.wish.pattern.is_none() && self.wish.clues.is_none();
        is_free && !self.wish.is_unbiased && self.wish.vicinity.is_none()
    }

    /// The number of tries there are, if they come to an end.
    pub fn n_tries(&self) -> Option<u64> {
        self.wish.vicinity.as_ref().map(Vicinity::n_tries)
    }

    /// How many tries at a time are made at full speed.
    pub fn n_at_a_time(&self) -> usize {
        let wish = &self.wish;
        if wish.is_unbiased {
            unbiased::AT_A_TIME
        } else if wish.vicinity.is_some() {
            4 * removal::LANES
        } else if !wish.geometry.is_classic() || wish.has_few_clues() || wish.has_sparse_pattern() {
            // With few clues or a sparse pattern, one try tests many puzzles side by side.
            1
        } else {
            removal::LANES
        }
    }

    /// The puzzles that these tries of a seed make, in the order of the tries. When
    /// `should_stop` returns true, those before the first try that is not done then.
    pub fn tries(
        &self,
        seed: u64,
        tries: Range<u64>,
        workspace: &mut Workspace,
        should_stop: &dyn Fn() -> bool,
    ) -> Vec<Made> {
        self.tries_around(&[], seed, tries, workspace, should_stop)
    }

    /// The same, with most puzzles like one of the specimens: with its solution and most of its
    /// clues. Where a technique is rare, puzzles like those that have it have it far more
    /// often. Without specimens, and for patterns, few clues and unbiased puzzles, all are made
    /// anew.
    pub fn tries_around(
        &self,
        specimens: &[Made],
        seed: u64,
        tries: Range<u64>,
        workspace: &mut Workspace,
        should_stop: &dyn Fn() -> bool,
    ) -> Vec<Made> {
        if let Some(vicinity) = &self.wish.vicinity {
            return vicinity::run(self, vicinity, seed, tries, workspace, should_stop);
        }
        if self.wish.is_unbiased {
            return unbiased::run(self, seed, tries, workspace, should_stop);
        }
        if self.wish.has_few_clues() {
            return trial::run(self, seed, tries, workspace, should_stop, few::descend);
        }
        if self.wish.has_sparse_pattern() {
            return trial::run(self, seed, tries, workspace, should_stop, sparse::climb);
        }
        let specimens = match self.wish.pattern {
            Some(_) => &[],
            None => specimens,
        };
        removal::run(self, specimens, seed, tries, workspace, should_stop)
    }
}

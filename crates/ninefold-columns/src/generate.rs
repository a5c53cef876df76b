//! `generate`: the puzzles of a seed, by number.

use std::fmt;
use std::ops::Range;
use std::sync::Mutex;

use ninefold::Digit;
use ninefold::generate::{Generator, Impossible, Made, Wish, Workspace};

use crate::answers::{Answers, Column, Field, Kind, Values};
use crate::threads::{Stopped, Threads, lock};

/// Makes classic puzzles by `(seed, index)`: what a try makes depends on these alone, so ranges of
/// tries can be made anywhere and in any order.
///
/// | column | |
/// |---|---|
/// | `index` | the number of the try |
/// | `puzzle` | the puzzle that it made |
/// | `solution` | its only solution |
///
/// A try that fails has no row; without wishes for clues none fails
/// ([`Generator::never_fails`]).
///
/// ```
/// use ninefold_columns::{Threads, Generate, Values};
///
/// let generate = Generate::new(ninefold::generate::Wish::new(ninefold::Geometry::classic()))?;
/// let all = generate.run(7, 0..10, &Threads::default())?;
/// let some = generate.run(7, 4..6, &Threads::default())?;
/// let puzzles = |answers: &ninefold_columns::Answers| match &answers.columns[1].values {
///     Values::Lines(lines) => lines.clone(),
///     _ => unreachable!(),
/// };
/// assert_eq!(puzzles(&all)[4..6], puzzles(&some));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Generate {
    generator: Generator,
}

impl fmt::Debug for Generate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wish = self.generator.wish();
        f.debug_struct("Generate").field("wish", wish).finish()
    }
}

impl Generate {
    /// The version of the results. It rises when a seed may make other puzzles.
    pub const VERSION: u32 = 1;

    /// The columns of the results.
    pub const FIELDS: [Field; 3] = [
        Field::new("index", Kind::Int64),
        Field::new("puzzle", Kind::Text),
        Field::new("solution", Kind::Text),
    ];

    /// For puzzles of this kind, or why there are none.
    ///
    /// # Panics
    ///
    /// If the board is not the classic one.
    pub fn new(wish: Wish) -> Result<Generate, Impossible> {
        let generator = Generator::new(wish)?;
        let board = generator.wish().geometry();
        assert!(board.is_classic(), "columns hold classic puzzles");
        Ok(Generate { generator })
    }

    /// The puzzles that these tries of a seed make.
    pub fn run(
        &self,
        seed: u64,
        tries: Range<u64>,
        threads: &Threads<'_>,
    ) -> Result<Answers, Stopped> {
        let each = self.generator.n_at_a_time() as u64;
        let n_parts = tries.end.saturating_sub(tries.start).div_ceil(each);
        let n_parts = usize::try_from(n_parts).unwrap_or(usize::MAX);
        let parts = (0..n_parts).map(|k| {
            let start = tries.start + k as u64 * each;
            start..tries.end.min(start.saturating_add(each))
        });
        let made = Mutex::new(Vec::new());
        threads.share(parts, Workspace::default, |part, workspace, should_stop| {
            let puzzles = self.generator.tries(seed, part, workspace, should_stop);
            lock(&made).extend(puzzles);
        })?;
        let mut made = made.into_inner().unwrap_or_default();
        made.sort_by_key(|made| made.index);
        Ok(columns(&made))
    }
}

fn columns(made: &[Made]) -> Answers {
    let [index, puzzle, solution] = Generate::FIELDS;
    let valid = || vec![true; made.len()];
    let indices = made.iter().map(|made| made.index as i64);
    let puzzles = made
        .iter()
        .map(|made| line(made.puzzle.givens().iter().copied()));
    let solutions = made
        .iter()
        .map(|made| line(made.solution.digits().iter().copied().map(Some)));
    Answers {
        columns: vec![
            Column::new(index, Values::Int64(indices.collect()), valid()),
            Column::new(puzzle, Values::Lines(puzzles.collect()), valid()),
            Column::new(solution, Values::Lines(solutions.collect()), valid()),
        ],
        faults: Vec::new(),
    }
}

/// The digits of a classic board as characters.
fn line(digits: impl Iterator<Item = Option<Digit>>) -> [u8; 81] {
    let mut line = [b'.'; 81];
    for (byte, digit) in line.iter_mut().zip(digits) {
        if let Some(digit) = digit {
            *byte = b'0' + digit.value() as u8;
        }
    }
    line
}

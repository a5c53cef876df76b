//! Many classic 9×9 puzzles at once, bit-sliced: a puzzle in each bit of a register.
//!
//! # The idea
//!
//! A solver of one puzzle waits: for the result of one step before the next can begin,
//! and after every mispredicted branch. Puzzles side by side do not wait for each other. So
//! here a bit is a puzzle, and a register of 256 bits is one fact about 256 puzzles: "this
//! digit may go in this cell". Everything is AND, OR and XOR, and branch-free.
//!
//! ```text
//!                  lane 0 1 2 3 4 5 …
//!   1 in r1c1           1 0 0 1 1 0 …   a plane: one fact, a bit for each lane
//!   1 in r1c2           0 1 1 1 0 0 …
//!     …                 │
//!   9 in r9c9           0 0 1 1 0 1 …   729 planes: 23 KB, which fits the fastest cache
//!                       │
//!                       └ a lane: one node of a search, 729 bits
//! ```
//!
//! In plain words, for every lane at once:
//!
//! ```text
//!   fill the free lanes with puzzles
//!   until all is done:
//!       sweep the block until many lanes are at rest (their propagation is at its fixpoint)
//!       solved lanes:   write the solution, the lane is free
//!       dead lanes:     a contradiction: the lane is free
//!       stuck lanes:    guess; one side stays in the lane, the other goes on its stack
//!       free lanes:     refill with the newest node of the lane's own stack (backtracking);
//!                       else with a new puzzle;
//!                       else with the oldest node of another lane's stack (work stealing)
//! ```
//!
//! # One sweep
//!
//! A band is three rows that cross three boxes, or three columns that do. The three cells
//! where a line crosses a box are a *triad*. In a band a digit goes once in each line and
//! once in each box: six arrangements of three triads.
//!
//! 1. **Rows against boxes**, digit by digit and band by band. In a row where the digit is
//!    alone in a cell it leaves the others. Then triads that are in no arrangement go.
//!    (Naked singles, hidden singles in rows, and all pointing and claiming, in one pass.)
//! 2. **Columns against boxes**, the same way.
//! 3. **Hidden singles.** A digit with one row and one column left in a box claims the cell
//!    there; other digits leave it.
//! 4. **Digits per cell**: none is a contradiction, one is alone.
//!
//! A lane is at rest when a sweep changed nothing, and stuck if it is not solved then:
//!
//! 5. **Full triads.** A triad that three digits cannot avoid is left by the others. This
//!    step runs only when lanes are stuck: easy puzzles never pay for it.
//! 6. **A guess**: the band with the fewest arrangements in all, and in it a digit that
//!    has exactly two. Only if there is none: a digit of the cell with the fewest
//!    candidates (MRV).
//!
//! # What makes it fast
//!
//! - A node moves between lane and stack as a record of 729 bits, which takes a bit-matrix
//!   transposition: as much work as a sweep or two. So lanes wait until five in eight are at
//!   rest.
//! - Each lane has a stack of its own and searches depth first. A puzzle with very many
//!   solutions stays in its lane, and the stacks are bounded: see `stacks.rs`.
//! - Characters are bits too. When many lanes need new puzzles, 81 characters are transposed
//!   as they are, and decoded as planes; and solutions are written the same way. Lanes are
//!   independent, so one transposition takes both records and characters. Reading and writing
//!   a puzzle takes a few nanoseconds.
//! - `fast9` solves small batches, and the last few lanes of large ones.
//!
//! # Which solution comes first
//!
//! The one that `fast9` finds first, whatever the other lanes hold. Both engines propagate
//! the same before they guess, guess the same, and try the two sides in the same order; a
//! lane searches depth first, and `fast9` goes on where a lane ends. Only a puzzle with a
//! part of its search stolen by another lane may find its solutions in another order: where
//! it has several, `fast9` finds the first one again.
//!
//! # Credits
//!
//! Triads, full triads, arrangements and branching on them: T. Dillon (tdoku). Matching
//! rows with boxes, columns with bands: H. Simonis (2005), J. Kelly (fastband). Counting
//! digits per cell in parallel: M. Dobrichev (fsss2). Bit-slicing: E. Biham (1997). The
//! recursive bit-matrix transposition: H. S. Warren, Hacker's Delight. No code was taken
//! over.

#![allow(
    clippy::needless_range_loop,
    reason = "digits, cells and boxes are numbers here, and often several arrays go by one"
)]

mod record;
mod solver;
mod stacks;
mod stall;
mod sweep;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use self::record::Record;
use self::solver::BatchSolver;
use super::fast9;
use super::simd::{self, Lanes, Task};

/// The fastest engine for many classic 9×9 puzzles, as a reusable workspace.
///
/// It works in one thread, in less than 4 MB. For several threads, give each its own
/// `Batch9` and a part of the puzzles.
///
/// ```
/// use ninefold::engine::{Batch9, Puzzles};
///
/// let text = b"\
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// 1................................................................................
/// 11...............................................................................
/// ";
/// let (mut solutions, mut counts) = ([[0; 81]; 3], [0; 3]);
/// let mut batch = Batch9::new();
/// batch.solve(Puzzles::lines(text, 82), 2, &mut solutions, &mut counts)?;
/// assert_eq!(counts, [1, 2, 0]);
/// assert!(solutions[0].starts_with(b"534678912672195348"));
/// assert_eq!(solutions[2], [b'.'; 81]);
/// # Ok::<(), ninefold::engine::BatchError>(())
/// ```
pub struct Batch9 {
    /// The workspace; built by the first batch that is large enough.
    machine: Option<Box<dyn Machine>>,
    /// Whether even the smallest batch goes through the machine.
    always: bool,
}

impl fmt::Debug for Batch9 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch9").finish_non_exhaustive()
    }
}

impl Batch9 {
    /// With the fastest instructions that the CPU supports.
    pub fn new() -> Batch9 {
        Batch9 {
            machine: None,
            always: false,
        }
    }

    /// With SIMD instructions by name, and never puzzle by puzzle, not even where that is
    /// faster: to compare instruction sets. [`lanes`](super::lanes) lists those that this
    /// CPU supports; `None` for any other name.
    pub fn with_lanes(kind: &str) -> Option<Batch9> {
        let machine = Some(simd::with_lanes(kind, Build)?);
        let always = true;
        Some(Batch9 { machine, always })
    }

    /// Counts the solutions of each puzzle up to `limit`, and writes the first one found,
    /// or dots where there is none. The length of `counts` is the number of puzzles; nothing
    /// is written if that of `solutions` differs, or there are fewer puzzles.
    ///
    /// The answer to a puzzle does not depend on the others: it is what
    /// [`solve_bytes`](super::solve_bytes) finds for it alone.
    pub fn solve(
        &mut self,
        puzzles: Puzzles<'_>,
        limit: u8,
        solutions: &mut [[u8; 81]],
        counts: &mut [u8],
    ) -> Result<(), BatchError> {
        let expected = counts.len();
        if solutions.len() != expected {
            let found = solutions.len();
            return Err(BatchError::Solutions { expected, found });
        }
        if !puzzles.holds(expected) {
            return Err(BatchError::Puzzles { expected });
        }
        if let ([solution], [count], false, Kind::Lines) =
            (&mut *solutions, &mut *counts, self.always, puzzles.kind)
        {
            // The shortest path: one puzzle gains nothing from a batch.
            *count = fast9::solve_bytes(puzzles.line(0), u64::from(limit), solution).0 as u8;
            if *count == 0 {
                *solution = [b'.'; 81];
            }
            return Ok(());
        }
        let mut answers = Answers {
            limit,
            solutions,
            counts,
        };
        self.count(&puzzles, &mut answers);
        for (solution, _) in solutions.iter_mut().zip(counts).filter(|(_, n)| **n == 0) {
            *solution = [b'.'; 81];
        }
        Ok(())
    }

    fn count(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
        let n = answers.counts.len();
        let mut done = 0;
        if answers.limit == 0 {
            return answers.counts.fill(0);
        }
        if !self.always && n < ANY {
            if n < HARD {
                one_by_one(puzzles, answers);
                return;
            }
            // The first puzzles are a sample of the others.
            let first = &mut answers.part(0..LOOK);
            let guesses = one_by_one(puzzles, first);
            let solved = first.counts.iter().filter(|count| **count > 0).count();
            let worth_a_batch = guesses >= GUESSES || n >= SOLVED && 2 * solved >= LOOK;
            if !worth_a_batch {
                one_by_one(&puzzles.from(LOOK), &mut answers.part(LOOK..n));
                return;
            }
            done = LOOK;
        }
        let machine = self.machine.get_or_insert_with(|| {
            simd::with_lanes("auto", Build).expect("auto is always supported")
        });
        let answers = &mut answers.part(done..n);
        answers.counts.fill(0);
        if done < n {
            machine.run(&puzzles.from(done), answers);
        }
    }
}

impl Default for Batch9 {
    fn default() -> Batch9 {
        Batch9::new()
    }
}

/// The smallest batch of hard puzzles; of puzzles most of which have a solution; of any
/// puzzles. Smaller ones are solved sooner one by one. Puzzles that fail at once gain least
/// from a batch.
const HARD: usize = 128;
const SOLVED: usize = 240;
const ANY: usize = 600;

/// The size of the sample that decides, and the number of guesses in it that makes a batch
/// hard.
const LOOK: usize = 16;
const GUESSES: u64 = 20 * LOOK as u64;

/// Solves many puzzles once: [`Batch9::solve`] with a new [`Batch9`].
pub fn solve_many(
    puzzles: Puzzles<'_>,
    limit: u8,
    solutions: &mut [[u8; 81]],
    counts: &mut [u8],
) -> Result<(), BatchError> {
    Batch9::new().solve(puzzles, limit, solutions, counts)
}

/// Why a batch cannot be solved: its parts do not fit each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are more or fewer solutions than counts.
    Solutions {
        /// The number of counts.
        expected: usize,
        /// The number of solutions.
        found: usize,
    },
    /// There are fewer puzzles than counts.
    Puzzles {
        /// The number of counts.
        expected: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Solutions { expected, found } => {
                write!(f, "expected room for {expected} solutions, found {found}")
            }
            BatchError::Puzzles { expected } => {
                write!(f, "expected {expected} puzzles, found fewer")
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// Puzzles in memory, each `stride` bytes after the one before.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles<'a> {
    bytes: &'a [u8],
    stride: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lines,
    OtherThan,
    Sukaku,
}

impl<'a> Puzzles<'a> {
    /// 81 characters each: `1` to `9` are givens, anything else is blank.
    pub fn lines(bytes: &'a [u8], stride: usize) -> Puzzles<'a> {
        Puzzles {
            bytes,
            stride,
            kind: Kind::Lines,
        }
    }

    /// 81 characters each: `1` to `9` are givens, `a` to `i` are blanks that must not become
    /// `1` to `9`, anything else is blank.
    ///
    /// So the caller can ask whether there is a solution other than the one that is known. A
    /// puzzle with one solution that loses a clue has another one exactly if that clue's cell can
    /// have another digit: with a letter there and a limit of 1, the search ends at the first, and
    /// leaves out the part with the known solution.
    ///
    /// ```
    /// use ninefold::engine::{Batch9, Puzzles};
    ///
    /// // Is the clue 3 in r1c2 needed? Not if no other digit can stand there.
    /// let line = b"5c..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let (mut others, mut counts) = ([[0; 81]], [0]);
    /// Batch9::new().solve(Puzzles::other_than(line, 81), 1, &mut others, &mut counts)?;
    /// assert_eq!(counts, [0]);
    /// # Ok::<(), ninefold::engine::BatchError>(())
    /// ```
    pub fn other_than(bytes: &'a [u8], stride: usize) -> Puzzles<'a> {
        Puzzles {
            bytes,
            stride,
            kind: Kind::OtherThan,
        }
    }

    /// 729 characters each, nine for a cell: `1` to `9` are digits that it may have,
    /// anything else is none.
    pub fn sukaku(bytes: &'a [u8], stride: usize) -> Puzzles<'a> {
        Puzzles {
            bytes,
            stride,
            kind: Kind::Sukaku,
        }
    }

    /// Whether there are `n` puzzles.
    fn holds(&self, n: usize) -> bool {
        let Some(before) = n.checked_sub(1) else {
            return true;
        };
        let length = match self.kind {
            Kind::Lines | Kind::OtherThan => 81,
            Kind::Sukaku => 729,
        };
        let needed = before.checked_mul(self.stride);
        let needed = needed.and_then(|start| start.checked_add(length));
        needed.is_some_and(|needed| needed <= self.bytes.len())
    }

    /// The puzzles from this one on.
    fn from(&self, number: usize) -> Puzzles<'a> {
        let start = (number * self.stride).min(self.bytes.len());
        Puzzles {
            bytes: &self.bytes[start..],
            ..*self
        }
    }

    /// Whether a puzzle is 81 characters.
    fn are_lines(&self) -> bool {
        self.kind != Kind::Sukaku
    }

    /// Whether letters exclude digits.
    fn have_letters(&self) -> bool {
        self.kind == Kind::OtherThan
    }

    #[inline(always)]
    fn line(&self, number: usize) -> &[u8; 81] {
        let bytes = self.bytes[number * self.stride..].first_chunk();
        bytes.expect("the length was checked")
    }

    fn marks(&self, number: usize) -> &[u8; 729] {
        let bytes = self.bytes[number * self.stride..].first_chunk();
        bytes.expect("the length was checked")
    }

    #[inline(always)]
    fn record<L: Lanes>(&self, lanes: L, number: usize) -> Record {
        match self.kind {
            Kind::Lines => Record::of_givens(lanes, self.line(number)),
            Kind::OtherThan => Record::of_letters(lanes, self.line(number)),
            Kind::Sukaku => Record::of_marks(self.marks(number)),
        }
    }

    /// Solves one puzzle by itself; returns the number of solutions and of guesses.
    #[inline(always)]
    fn solve<L: Lanes>(
        &self,
        lanes: L,
        number: usize,
        limit: u64,
        solution: &mut [u8; 81],
    ) -> (u64, u64) {
        match self.kind {
            Kind::Lines => fast9::solve_line(lanes, self.line(number), limit, solution),
            Kind::OtherThan | Kind::Sukaku => {
                let rows = self.record(lanes, number).rows();
                fast9::solve_rows(lanes, &rows, limit, solution)
            }
        }
    }
}

/// The results of each puzzle.
struct Answers<'a> {
    limit: u8,
    solutions: &'a mut [[u8; 81]],
    counts: &'a mut [u8],
}

impl Answers<'_> {
    /// The results of some of the puzzles.
    fn part(&mut self, numbers: Range<usize>) -> Answers<'_> {
        Answers {
            limit: self.limit,
            solutions: &mut self.solutions[numbers.clone()],
            counts: &mut self.counts[numbers],
        }
    }

    /// The number of solutions still wanted for a puzzle.
    #[inline(always)]
    fn wanted(&self, puzzle: usize) -> u8 {
        self.limit - self.counts[puzzle]
    }

    /// Adds the solutions that `solve` finds; its first argument is the number wanted.
    #[inline(always)]
    fn add(&mut self, puzzle: usize, solve: impl FnOnce(u64, &mut [u8; 81]) -> u64) {
        let wanted = self.wanted(puzzle);
        if wanted > 0 {
            let mut another = [0; 81];
            let solution = match self.counts[puzzle] {
                0 => &mut self.solutions[puzzle],
                _ => &mut another,
            };
            let found = solve(u64::from(wanted), solution);
            self.counts[puzzle] += found as u8;
        }
    }
}

/// A [`BatchSolver`] for any kind of lanes.
trait Machine: Send {
    fn run(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>);
}

impl<L: Lanes> Machine for BatchSolver<L> {
    fn run(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
        BatchSolver::run(self, puzzles, answers);
    }
}

struct Build;

impl Task for Build {
    type Output = Box<dyn Machine>;

    fn run<L: Lanes>(self, lanes: L) -> Box<dyn Machine> {
        Box::new(BatchSolver::new(lanes))
    }
}

/// Solves each puzzle by itself; returns the number of guesses in all.
fn one_by_one(puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) -> u64 {
    let task = OneByOne { puzzles, answers };
    simd::with_lanes("auto", task).expect("auto is always supported")
}

struct OneByOne<'a, 'b> {
    puzzles: &'a Puzzles<'a>,
    answers: &'a mut Answers<'b>,
}

impl Task for OneByOne<'_, '_> {
    type Output = u64;

    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let OneByOne { puzzles, answers } = self;
        let limit = u64::from(answers.limit);
        lanes.vectorize(
            #[inline(always)]
            || {
                let mut guesses = 0;
                let each = answers.solutions.iter_mut().zip(answers.counts.iter_mut());
                for (number, (solution, count)) in each.enumerate() {
                    let (found, tried) = puzzles.solve(lanes, number, limit, solution);
                    *count = found as u8;
                    guesses += tried;
                }
                guesses
            },
        )
    }
}

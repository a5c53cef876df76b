//! One classic 9×9 puzzle at full speed: bitboards of the whole grid, propagated in one SIMD
//! sweep.
//!
//! # The idea
//!
//! Other fast solvers propagate one digit in one band, or one box, at a time, from a queue
//! of changes. Here *all 27 bitboards* (nine digits × three bands) are updated at once with
//! shifts and ANDs: a sweep has no queue, no lookup tables, and is branch-free.
//!
//! ```text
//!  one word = one digit in one band of three rows
//!
//!     29 28 … 20 19 18 … 10  9  8 … 0       g is a guard bit, always zero:
//!      g  row 3   g  row 2   g  row 1       it stops carries between rows
//!
//!  inside a row the nine cells are ordered by column *within* the box first:
//!
//!     bit      8  7  6  5  4  3  2  1  0
//!     column   9  6  3  8  5  2  7  4  1     so `x | x >> 3 | x >> 6` leaves, in the
//!     box      3  2  1  3  2  1  3  2  1     low three bits, the boxes that are open
//!
//!  the grid = three vectors of eight words (digits 1 to 8 of each band)
//!           + one vector with the three bands of digit 9
//! ```
//!
//! # One sweep
//!
//! 1. **Rows against boxes.** In a band a digit goes once in each row and once in each
//!    box: six arrangements. A row keeps a box only if the two other rows can take the
//!    two other boxes. (Hidden singles in boxes by rows, and all pointing and claiming.)
//! 2. **Columns against bands.** The same for the three columns of a stack and the three
//!    bands. A digit without an arrangement is now gone from all bands.
//! 3. **Row singles.** The only cell of a digit in a row is claimed: other digits leave.
//! 4. **Naked singles.** Count digits per cell (one; two or more). A cell without a
//!    digit, or claimed while others must stay, is a contradiction; a cell with one digit
//!    claims it in its row.
//!
//! Sweeps repeat until nothing changes. Then
//!
//! 5. **Triad cardinality.** The three cells where a row (or column) crosses a box hold
//!    three digits. If three digits *must* be among them, the others leave.
//! 6. **A guess**, if that changed nothing: take the band or stack with the fewest
//!    arrangements in all, and in it a digit with exactly two; try one, then the other.
//!    Only if there is none: a digit of the cell with the fewest candidates (MRV).
//!
//! The search is depth first with an explicit stack. A node is a copy of the state (copying
//! 768 bits is cheaper than undoing), so backtracking is a pop.
//!
//! # Credits
//!
//! Words per digit and band: zhouyundong, JasonLion and champagne (JCZSolve). Triads,
//! cardinality, arrangements and branching on them: T. Dillon (tdoku). Matching on
//! stacks: H. Simonis (2005); in a band solver: J. Kelly (fastband). Counting digits per
//! cell in parallel: M. Dobrichev (fsss2). No code was taken over.

mod state;
mod sweep;
mod triads;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use self::state::{State, bit_of, bits_of};
use self::sweep::settle;
use self::triads::{Stall, at_a_stall};
use super::simd::{self, Bits, Lanes, Task};
use super::{Configurable, Engine, Search, Stop, Unsupported};
use crate::geometry::Digit;
use crate::puzzle::Puzzle;
use crate::settings::{Setting, Settings};

/// The fastest engine for one classic 9×9 puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Fast9 {
    lanes: &'static str,
}

impl Fast9 {
    /// With the fastest instructions that the CPU supports.
    pub const BEST: Fast9 = Fast9 { lanes: "auto" };
}

static SETTINGS: &[Setting] = &[Setting {
    name: "lanes",
    values: simd::KINDS,
    about: "which vector instructions to use; auto takes the best the CPU has",
}];

impl Engine for Fast9 {
    fn name(&self) -> &'static str {
        "fast9"
    }

    fn title(&self) -> &'static str {
        "Fast 9 × 9"
    }

    fn about(&self) -> &'static str {
        "one 9x9 puzzle at full speed: the whole grid in one sweep of vector instructions"
    }

    fn accepts(&self, puzzle: &Puzzle) -> Result<(), Unsupported> {
        let refuse = |reason| Unsupported::new(self.name(), reason);
        if !puzzle.geometry().is_classic() {
            return Err(refuse("takes only classic 9x9 boards"));
        }
        if !simd::is_here(self.lanes) {
            let reason = "needs vector instructions that this CPU does not have";
            return Err(refuse(reason));
        }
        Ok(())
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        let done = if puzzle.marks().is_some() {
            let words = words_of(puzzle);
            let monitor = search;
            simd::with_lanes(self.lanes, FromWords { words, monitor })
        } else {
            let puzzle = &bytes_of(puzzle);
            let monitor = search;
            simd::with_lanes(self.lanes, FromBytes { puzzle, monitor })
        };
        done.expect("the engine accepted the puzzle")
    }

    fn configurable(&self) -> Option<&dyn Configurable> {
        Some(self)
    }
}

impl Configurable for Fast9 {
    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn with_settings(&self, settings: &Settings) -> Box<dyn Engine> {
        let lanes = settings.get("lanes").unwrap_or(self.lanes);
        Box::new(Fast9 { lanes })
    }
}

/// Solves 81 characters, `1` to `9` for givens and anything else for a blank: the
/// shortest way to the fastest engine. Counts solutions up to `limit`, writes the first
/// one to `solution`, and returns the number of solutions and of guesses.
///
/// ```
/// use ninefold::engine::solve_bytes;
///
/// let puzzle = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let mut solution = [0; 81];
/// let (solutions, _guesses) = solve_bytes(puzzle, 2, &mut solution);
/// assert_eq!(solutions, 1);
/// assert!(solution.starts_with(b"812753649"));
/// ```
pub fn solve_bytes(puzzle: &[u8; 81], limit: u64, solution: &mut [u8; 81]) -> (u64, u64) {
    let task = Line {
        puzzle,
        limit,
        solution,
    };
    simd::with_lanes("auto", task).expect("auto is always supported")
}

struct Line<'a> {
    puzzle: &'a [u8; 81],
    limit: u64,
    solution: &'a mut [u8; 81],
}

impl Task for Line<'_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u64, u64) {
        solve_line(lanes, self.puzzle, self.limit, self.solution)
    }
}

/// [`solve_bytes`] for a caller that has the lanes already.
#[inline(always)]
pub(super) fn solve_line<L: Lanes>(
    lanes: L,
    puzzle: &[u8; 81],
    limit: u64,
    solution: &mut [u8; 81],
) -> (u64, u64) {
    let mut tally = Tally::new(limit, solution);
    let monitor = &mut tally;
    if limit > 0 {
        // The tally has the result, whether the search was stopped or not.
        let _ = FromBytes { puzzle, monitor }.run(lanes);
    }
    (tally.found, tally.guesses)
}

/// Solves a puzzle given as the columns that each digit may be in, row by row.
pub(super) fn solve_rows<L: Lanes>(
    lanes: L,
    rows: &[[u16; 9]; 9],
    limit: u64,
    solution: &mut [u8; 81],
) -> (u64, u64) {
    let mut words = [[0; 9]; 3];
    for (row, digits) in rows.iter().enumerate() {
        for (digit, &columns) in digits.iter().enumerate() {
            words[row / 3][digit] |= bits_of(columns) << (10 * (row % 3));
        }
    }
    let mut tally = Tally::new(limit, solution);
    let monitor = &mut tally;
    if limit > 0 {
        // The tally has the result, whether the search was stopped or not.
        let _ = FromWords { words, monitor }.run(lanes);
    }
    (tally.found, tally.guesses)
}

/// The task for a puzzle given as bitboards.
struct FromWords<'a, W> {
    words: [[u32; 9]; 3],
    monitor: &'a mut W,
}

impl<W: Monitor> Task for FromWords<'_, W> {
    type Output = ControlFlow<Stop>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> ControlFlow<Stop> {
        lanes.vectorize(
            #[inline(always)]
            || search(lanes, State::new(lanes, &self.words), self.monitor),
        )
    }
}

/// The task for a puzzle given as characters.
struct FromBytes<'a, W> {
    puzzle: &'a [u8; 81],
    monitor: &'a mut W,
}

impl<W: Monitor> Task for FromBytes<'_, W> {
    type Output = ControlFlow<Stop>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> ControlFlow<Stop> {
        lanes.vectorize(
            #[inline(always)]
            || match State::of_givens(lanes, self.puzzle) {
                Some(state) => search(lanes, state, self.monitor),
                None => self.monitor.node(),
            },
        )
    }
}

/// The observer of a search: [`Search`] for the engine, [`Tally`] for the direct calls.
trait Monitor {
    fn node(&mut self) -> ControlFlow<Stop>;
    fn guess(&mut self, depth: usize);
    fn backtrack(&mut self, depth: usize);
    fn solution(&mut self, digits: [u8; 81]) -> ControlFlow<Stop>;
}

/// Counts, and keeps the first solution.
struct Tally<'a> {
    limit: u64,
    found: u64,
    guesses: u64,
    solution: &'a mut [u8; 81],
}

impl Tally<'_> {
    #[inline(always)]
    fn new(limit: u64, solution: &mut [u8; 81]) -> Tally<'_> {
        Tally {
            limit,
            found: 0,
            guesses: 0,
            solution,
        }
    }
}

impl Monitor for Tally<'_> {
    #[inline(always)]
    fn node(&mut self) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn guess(&mut self, _depth: usize) {
        self.guesses += 1;
    }

    #[inline(always)]
    fn backtrack(&mut self, _depth: usize) {}

    #[inline(always)]
    fn solution(&mut self, digits: [u8; 81]) -> ControlFlow<Stop> {
        if self.found == 0 {
            *self.solution = digits;
        }
        self.found += 1;
        if self.found < self.limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Stop::Enough)
        }
    }
}

impl Monitor for Search<'_> {
    #[inline(always)]
    fn node(&mut self) -> ControlFlow<Stop> {
        Search::node(self)
    }

    #[inline(always)]
    fn guess(&mut self, depth: usize) {
        self.split(depth);
    }

    #[inline(always)]
    fn backtrack(&mut self, depth: usize) {
        Search::backtrack(self, depth);
    }

    fn solution(&mut self, digits: [u8; 81]) -> ControlFlow<Stop> {
        let digit = |byte: u8| Digit::from_index(usize::from(byte - b'1'));
        Search::solution(self, &digits.map(digit))
    }
}

/// The givens of a puzzle as characters.
fn bytes_of(puzzle: &Puzzle) -> [u8; 81] {
    let mut bytes = [b'.'; 81];
    for (byte, given) in bytes.iter_mut().zip(puzzle.givens()) {
        if let Some(digit) = given {
            *byte = b'0' + digit.value() as u8;
        }
    }
    bytes
}

/// The bitboards of a puzzle with marks, digit by digit in each band.
fn words_of(puzzle: &Puzzle) -> [[u32; 9]; 3] {
    let mut words = [[0; 9]; 3];
    for cell in puzzle.geometry().cells() {
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        for digit in puzzle.allowed(cell).iter() {
            words[row / 3][digit.index()] |= 1 << bit_of(row % 3, column);
        }
    }
    words
}

/// The largest number of guesses that can stand at one time. A guess at an arrangement leaves
/// that digit one arrangement in that band or stack for good: 9 × 6 of those. A guess at a
/// cell fills it: 81 of those.
const MAX_GUESSES: usize = 9 * 6 + 81;

#[inline(always)]
fn search<L: Lanes>(
    lanes: L,
    mut state: State<L>,
    monitor: &mut impl Monitor,
) -> ControlFlow<Stop> {
    // The explicit stack: the second side of every guess that stands.
    let mut stack: ArrayVec<State<L>, MAX_GUESSES> = ArrayVec::new();
    loop {
        monitor.node()?;
        // Propagate this node to its end: a contradiction, a solution, or a guess.
        let guess = loop {
            let Some((settled, open)) = settle(state) else {
                break None;
            };
            if open.is_zero() {
                monitor.solution(settled.digits(lanes))?;
                break None;
            }
            match at_a_stall(lanes, settled) {
                Stall::Over(changed) => state = changed,
                Stall::Guess(first, second) => break Some((first, second)),
            }
        };
        if let Some((first, second)) = guess {
            stack.push(second);
            monitor.guess(stack.len());
            state = first;
        } else {
            let depth = stack.len();
            let Some(second) = stack.pop() else {
                return ControlFlow::Continue(());
            };
            monitor.backtrack(depth);
            state = second;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::super::{Csp, Query, find};
    use super::*;
    use crate::geometry::Geometry;
    use crate::sets::DigitSet;

    const INKALA: &[u8; 81] =
        b"800000000003600000070090200050007000000045700000100030001000068008500010090000400";

    const SOLVED: &[u8; 81] =
        b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    /// Fast9 with each kind of lanes that this CPU has.
    fn all_lanes() -> Vec<Box<dyn Engine>> {
        let empty = Puzzle::empty(Geometry::classic());
        let kinds = simd::KINDS.iter();
        kinds
            .map(|kind| find(&format!("fast9:lanes={kind}")).unwrap())
            .filter(|engine| engine.accepts(&empty).is_ok())
            .collect()
    }

    /// Every kind of lanes finds the same solutions as `csp`.
    fn check(puzzle: &Puzzle) {
        let ask = |engine: &dyn Engine| {
            let report = Query::new(puzzle).solutions(20).run(engine).unwrap();
            assert!(
                report
                    .grids
                    .iter()
                    .all(|grid| puzzle.is_solved_by(grid.digits()))
            );
            let mut lines: Vec<String> = report.grids.iter().map(ToString::to_string).collect();
            lines.sort();
            lines.dedup();
            assert_eq!(lines.len() as u64, report.stats.solutions, "{puzzle}");
            (report.stop, lines)
        };
        let expected = ask(&Csp);
        for engine in all_lanes() {
            let (stop, lines) = ask(engine.as_ref());
            assert_eq!(stop, expected.0, "{puzzle}");
            // Engines may find different ones of very many solutions first.
            if stop.is_none() {
                assert_eq!(lines, expected.1, "{puzzle}");
            }
        }
        if puzzle.marks().is_none() {
            let line = puzzle.to_string();
            let bytes: &[u8; 81] = line.as_bytes().try_into().unwrap();
            let mut solution = [0; 81];
            let (found, _) = solve_bytes(bytes, 20, &mut solution);
            assert_eq!(found as usize, expected.1.len(), "{puzzle}");
        }
    }

    fn puzzle(line: &[u8; 81]) -> Puzzle {
        let givens: Vec<Option<Digit>> = line
            .iter()
            .map(|byte| Digit::new(usize::from(byte.saturating_sub(b'0')).min(9)))
            .collect();
        Puzzle::of(Geometry::classic(), givens)
    }

    /// Small enough for Miri.
    #[test]
    fn an_easy_puzzle_and_one_that_needs_a_guess_are_solved() {
        let easy: &[usize] = &[0, 1, 9, 10, 40, 44, 76, 80];
        // Four cells in which two digits can change places.
        let deadly = &[2, 5, 11, 14];
        for (holes, expected) in [(easy, 1), (deadly, 2)] {
            let mut line = *SOLVED;
            holes.iter().for_each(|&cell| line[cell] = b'.');
            for engine in all_lanes() {
                let puzzle = puzzle(&line);
                let report = Query::new(&puzzle).solutions(3).run(engine.as_ref());
                assert_eq!(report.unwrap().stats.solutions, expected);
            }
            assert_eq!(solve_bytes(&line, 3, &mut [0; 81]).0, expected);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn a_hard_puzzle_is_solved_with_every_kind_of_lanes() {
        assert!(all_lanes().len() >= 2);
        check(&puzzle(INKALA));
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn clashing_givens_have_no_solution() {
        // Two in a row, in a column, in a box; and two cells left with the same digit.
        for clash in [[0, 5], [0, 54], [0, 20], [72, 80]] {
            let mut line = [b'.'; 81];
            clash.into_iter().for_each(|cell: usize| line[cell] = b'7');
            check(&puzzle(&line));
        }
        let mut twins = [b'.'; 81];
        for (cell, digit) in [
            (2, b'1'),
            (3, b'2'),
            (4, b'3'),
            (5, b'4'),
            (6, b'5'),
            (7, b'6'),
        ] {
            twins[cell] = digit;
        }
        for (cell, digit) in [(9, b'7'), (18, b'8'), (17, b'7'), (26, b'8')] {
            twins[cell] = digit;
        }
        check(&puzzle(&twins));
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn random_givens_agree_with_csp() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut below = |n: u64| (random.next_u64() % n) as usize;
        for round in 0..3000 {
            // Random digits: mostly contradictions, of every kind.
            let mut line = [b'.'; 81];
            for _ in 0..below(24) {
                line[below(81)] = b'1' + below(9) as u8;
            }
            check(&puzzle(&line));
            // A hard puzzle with some givens removed and one changed: few solutions or none.
            let mut line = *INKALA;
            for _ in 0..below(4) {
                line[below(81)] = b'.';
            }
            if round % 2 == 0 {
                line[below(81)] = b'1' + below(9) as u8;
            }
            check(&puzzle(&line));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn random_marks_agree_with_csp() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(27);
        for round in 0..500 {
            let marks: Vec<DigitSet> = SOLVED
                .iter()
                .map(|digit| {
                    let some = random.next_u64() & random.next_u64();
                    let some = if round % 2 == 0 {
                        some
                    } else {
                        some & random.next_u64()
                    };
                    DigitSet::from_bits(u128::from(some & 0x1ff) | 1 << (digit - b'1'))
                })
                .collect();
            check(&Puzzle::empty(Geometry::classic()).limited_to(marks));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn an_empty_grid_goes_deep_and_stays_in_bounds() {
        let empty = Puzzle::empty(Geometry::classic());
        let n = 100_000;
        for engine in all_lanes() {
            let report = Query::new(&empty)
                .solutions(n)
                .run(engine.as_ref())
                .unwrap();
            assert_eq!(report.stats.solutions, n);
            assert!(report.stats.max_depth <= MAX_GUESSES as u64);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow for Miri")]
    fn budgets_are_kept() {
        let empty = Puzzle::empty(Geometry::classic());
        let report = Query::new(&empty).nodes(10).run(&Fast9::BEST).unwrap();
        assert_eq!(
            (report.stop, report.stats.nodes),
            (Some(Stop::OutOfNodes), 10)
        );
        assert_eq!(solve_bytes(INKALA, 0, &mut [0; 81]), (0, 0));
    }
}

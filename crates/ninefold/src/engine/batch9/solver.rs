//! The main loop: refill lanes, sweep, and empty the lanes that are solved, dead or stuck.

use super::super::fast9;
use super::super::simd::{Bits, Lanes, Plane};
use super::record::{ROWS, Record, Table};
use super::stacks::Stacks;
use super::stall::Choice;
use super::sweep::Block;
use super::{Answers, Puzzles};

/// The workspace of the engine, reused from batch to batch.
pub(super) struct BatchSolver<L: Lanes> {
    lanes: L,
    block: Block<L::Plane>,
    table: Table<L::Plane>,
    choice: Choice<L::Plane>,
    /// The puzzle in each lane.
    puzzle: Vec<usize>,
    stacks: Stacks,
    /// The number of backtracks of each lane in its current puzzle.
    dead_ends: Vec<u8>,
    /// The next puzzle to start.
    next: usize,
    /// The lane whose stack was last tried for stealing.
    victim: usize,
    /// The puzzles that have been in more than one lane, by stealing.
    shared: Vec<usize>,
}

/// Runs a block for each lane of a plane. A macro, since closures are not always compiled
/// with the target features of their caller.
macro_rules! each_lane {
    ($plane:expr, $lane:ident, $work:block) => {
        for (k, &word) in $plane.words().as_ref().iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let $lane = 64 * k + left.trailing_zeros() as usize;
                left &= left - 1;
                $work
            }
        }
    };
}

impl<L: Lanes> BatchSolver<L> {
    const LANES: usize = L::Plane::LANES;

    /// The number of lanes at rest that is worth a transposition.
    const RESTING: usize = Self::LANES * 5 / 8;

    /// The number of puzzles that is worth transposing characters.
    const MANY: usize = Self::LANES / 16;

    /// The number of lanes that `fast9` finishes sooner.
    const FEW: usize = Self::LANES * 3 / 8;

    /// The number of dead ends after which others may steal from a lane's stack. A puzzle with
    /// many solutions has a high stack and few dead ends: it is done soonest in one lane.
    const DEAD_ENDS: u8 = 3;

    pub(super) fn new(lanes: L) -> BatchSolver<L> {
        let empty = lanes.empty_plane();
        BatchSolver {
            lanes,
            block: Block::new(empty),
            table: Table([empty; ROWS]),
            choice: Choice::new(empty),
            puzzle: vec![0; Self::LANES],
            stacks: Stacks::new(Self::LANES),
            dead_ends: vec![0; Self::LANES],
            next: 0,
            victim: 0,
            shared: Vec::new(),
        }
    }

    /// Solves a batch of at least one puzzle.
    pub(super) fn run(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
        let lanes = self.lanes;
        lanes.vectorize(
            #[inline(always)]
            || self.search(puzzles, answers),
        );
    }

    #[inline(always)]
    fn search(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
        let none = self.lanes.empty_plane();
        self.next = 0;
        self.shared.clear();
        self.puzzle.fill(0);
        let (mut live, mut guessed) = (none, none);
        loop {
            live = live | self.refill(live, guessed, puzzles, answers);
            if self.next == answers.counts.len() && live.count() <= Self::FEW {
                self.finish(live, answers);
                return self.restore_first_solutions(puzzles, answers);
            }
            let resting = loop {
                self.block.sweep();
                let running = (live & self.block.changed).without(self.block.dead);
                let resting = live.without(running);
                if running.is_zero() || resting.count() >= Self::RESTING {
                    break resting;
                }
            };
            // If few of the lanes at rest are solved, or few are stuck, these wait for more.
            let enough = resting.count() * 5 / 16;
            let resting = resting.without(self.block.dead);
            live = live.without(self.block.dead);
            let mut stuck = resting & self.block.unsolved;
            if stuck.count() < enough {
                stuck = none;
            }
            let mut solved = resting.without(self.block.unsolved);
            if solved.count() < enough && stuck.is_zero() {
                solved = none;
            }

            if !stuck.is_zero() {
                let unsolved = live.without(solved);
                stuck = stuck.without(self.choice.look(&mut self.block, unsolved));
            }
            guessed = none;
            if !(stuck | solved).is_zero() {
                // One transposition for all: stuck lanes as records, solved ones as characters.
                let many = solved.count() >= Self::MANY;
                if !many || !stuck.is_zero() {
                    self.table.copy_planes(&self.block);
                    guessed = self.choice.split(&mut self.block, &mut self.table, stuck);
                }
                if many {
                    self.table.copy_characters(&self.block, solved);
                }
                self.table.transpose();
                if many {
                    self.write_solutions::<true>(solved, answers);
                } else {
                    self.write_solutions::<false>(solved, answers);
                }
                self.push_siblings(stuck.without(guessed));
                self.guess_cells(guessed);
            }
            live = self.still_wanted(live.without(solved), answers);
            guessed = guessed & live;
        }
    }

    /// Writes the solutions, which are characters in the table, or records.
    #[inline(always)]
    fn write_solutions<const CHARACTERS: bool>(
        &mut self,
        solved: L::Plane,
        answers: &mut Answers<'_>,
    ) {
        each_lane!(solved, lane, {
            let puzzle = self.puzzle[lane];
            if answers.counts[puzzle] == 0 {
                answers.solutions[puzzle] = if CHARACTERS {
                    self.table.characters(lane)
                } else {
                    self.table.record(lane).digits(self.lanes)
                };
            }
            if answers.wanted(puzzle) > 0 {
                answers.counts[puzzle] += 1;
            }
        });
    }

    /// Pushes the other side of each lane's guess on its stack.
    #[inline(always)]
    fn push_siblings(&mut self, stuck: L::Plane) {
        each_lane!(stuck, lane, {
            self.stacks.push(lane, self.table.record(lane));
        });
    }

    /// Guesses at a cell by MRV, for lanes without a digit that has two arrangements.
    #[inline(always)]
    fn guess_cells(&mut self, stuck: L::Plane) {
        each_lane!(stuck, lane, {
            let node = self.table.record(lane);
            let (there, not_there) = node.guess_cell().expect("a stuck lane has an open cell");
            self.stacks.push(lane, not_there);
            self.table.put_record(lane, &there);
        });
    }

    /// The lanes whose puzzle still wants solutions; another lane may have found the last.
    #[inline(always)]
    fn still_wanted(&self, live: L::Plane, answers: &Answers<'_>) -> L::Plane {
        if self.shared.is_empty() {
            return live;
        }
        let mut wanted = <L::Plane as Plane>::Words::default();
        each_lane!(live, lane, {
            if answers.wanted(self.puzzle[lane]) > 0 {
                add_lane(&mut wanted, lane);
            }
        });
        live.with_words(wanted)
    }

    /// Refills the lanes that are not live: each from its own stack, or with a new puzzle, or
    /// from the stack of another lane. Loads them, and those that are `guessed` in the table
    /// already. Returns the lanes loaded.
    #[inline(always)]
    fn refill(
        &mut self,
        live: L::Plane,
        guessed: L::Plane,
        puzzles: &Puzzles<'_>,
        answers: &Answers<'_>,
    ) -> L::Plane {
        let (mut from_stack, mut idle) =
            (guessed.filled(false).words(), guessed.filled(false).words());
        each_lane!(live.filled(true).without(live), lane, {
            if answers.wanted(self.puzzle[lane]) == 0 {
                self.stacks.clear(lane);
            }
            if self.stacks.has(lane) {
                add_lane(&mut from_stack, lane);
            } else {
                add_lane(&mut idle, lane);
            }
        });
        let (from_stack, idle) = (live.with_words(from_stack), live.with_words(idle));
        let n_new = idle.count().min(answers.counts.len() - self.next);
        let many = n_new >= Self::MANY && puzzles.are_lines();
        let mut filled = guessed.words();
        each_lane!(from_stack, lane, {
            if let Some(record) = self.stacks.pop(lane) {
                self.dead_ends[lane] = self.dead_ends[lane].saturating_add(1);
                self.table.put_record(lane, &record);
                add_lane(&mut filled, lane);
            }
        });
        let mut as_lines = <L::Plane as Plane>::Words::default();
        let mut can_steal = true;
        each_lane!(idle, lane, {
            if self.next < answers.counts.len() {
                self.start(lane);
                let puzzle = self.puzzle[lane];
                if many {
                    self.table.put_characters(lane, puzzles.line(puzzle));
                    add_lane(&mut as_lines, lane);
                } else {
                    let record = puzzles.record(self.lanes, puzzle);
                    self.table.put_record(lane, &record);
                    add_lane(&mut filled, lane);
                }
            } else if can_steal {
                match self.steal(lane, answers) {
                    Some(record) => {
                        self.table.put_record(lane, &record);
                        add_lane(&mut filled, lane);
                    }
                    None => can_steal = false,
                }
            }
        });
        let (filled, as_lines) = (live.with_words(filled), live.with_words(as_lines));
        let loaded = filled | as_lines;
        if !loaded.is_zero() {
            self.table.transpose();
        }
        if !filled.is_zero() {
            self.table.load(&mut self.block, filled);
        }
        if !as_lines.is_zero() && puzzles.have_letters() {
            self.table
                .load_characters::<true>(&mut self.block, as_lines);
        } else if !as_lines.is_zero() {
            self.table
                .load_characters::<false>(&mut self.block, as_lines);
        }
        loaded
    }

    /// Starts the next puzzle in a lane.
    #[inline(always)]
    fn start(&mut self, lane: usize) {
        self.puzzle[lane] = self.next;
        self.dead_ends[lane] = 0;
        self.next += 1;
    }

    /// Work stealing: a record from the stack of another lane.
    fn steal(&mut self, lane: usize, answers: &Answers<'_>) -> Option<Record> {
        for _ in 0..Self::LANES {
            self.victim = (self.victim + 1) % Self::LANES;
            let (puzzle, dead_ends) = (self.puzzle[self.victim], self.dead_ends[self.victim]);
            if answers.wanted(puzzle) == 0 {
                self.stacks.clear(self.victim);
            } else if dead_ends >= Self::DEAD_ENDS
                && let Some(record) = self.stacks.steal(self.victim)
            {
                (self.puzzle[lane], self.dead_ends[lane]) = (puzzle, dead_ends);
                self.shared.push(puzzle);
                return Some(record);
            }
        }
        None
    }

    /// Leaves the last few lanes, and their stacks, to `fast9`, one by one.
    #[inline(always)]
    fn finish(&mut self, live: L::Plane, answers: &mut Answers<'_>) {
        self.table.copy_planes(&self.block);
        self.table.transpose();
        each_lane!(live, lane, {
            let mut node = Some(self.table.record(lane));
            while let Some(record) = node {
                answers.add(self.puzzle[lane], |limit, solution| {
                    fast9::solve_rows(self.lanes, &record.rows(), limit, solution).0
                });
                node = self.stacks.pop(lane);
            }
        });
    }

    /// Restores the first solution of puzzles that had several lanes. A lane searches its part
    /// in the order of `fast9`, but of several lanes a later part may be the first to find a
    /// solution, and when that is depends on the other puzzles.
    #[inline(always)]
    fn restore_first_solutions(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
        self.shared.sort_unstable();
        self.shared.dedup();
        for &puzzle in &self.shared {
            let count = answers.counts[puzzle];
            if count > 1 || count == answers.limit {
                puzzles.solve(self.lanes, puzzle, 1, &mut answers.solutions[puzzle]);
            }
        }
    }
}

#[inline(always)]
fn add_lane<W: AsMut<[u64]>>(words: &mut W, lane: usize) {
    words.as_mut()[lane / 64] |= 1 << (lane % 64);
}

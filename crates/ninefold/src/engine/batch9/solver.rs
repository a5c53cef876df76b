//! The lanes' life: filled, swept, emptied, filled again.

use super::super::fast9;
use super::super::simd::{Bits, Lanes, Plane};
use super::record::{ROWS, Record, Table};
use super::stall::Choice;
use super::sweep::Block;
use super::stacks::Waiting;
use super::{Answers, Puzzles};

/// Everything the engine works with, to be used again and again.
pub(super) struct Solver<L: Lanes> {
    lanes: L,
    block: Block<L::Plane>,
    table: Table<L::Plane>,
    choice: Choice<L::Plane>,
    /// The puzzle in each lane.
    puzzle: Vec<usize>,
    waiting: Waiting,
    /// How often each lane went back to its pile for the puzzle it has.
    dead_ends: Vec<u8>,
    /// The first puzzle that has not been in a lane yet.
    next: usize,
    /// The lane asked last when a record was lent.
    lender: usize,
    /// The puzzles that have been in more than one lane.
    shared: Vec<usize>,
}

/// Does something for each lane of a plane. A macro, since closures are not always
/// compiled for the CPU that their caller is compiled for.
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

impl<L: Lanes> Solver<L> {
    const LANES: usize = L::Plane::LANES;

    /// So many lanes at rest are worth the trouble of emptying and filling them.
    const RESTING: usize = Self::LANES * 5 / 8;

    /// So many puzzles are worth going through the table as characters.
    const MANY: usize = Self::LANES / 16;

    /// So few lanes are done sooner one by one.
    const FEW: usize = Self::LANES * 3 / 8;

    /// A lane lends from its pile after so many dead ends. A puzzle with many solutions
    /// has high piles and few dead ends: it is done soonest in one lane.
    const DEAD_ENDS: u8 = 3;

    pub(super) fn new(lanes: L) -> Solver<L> {
        let empty = lanes.empty_plane();
        Solver {
            lanes,
            block: Block::new(empty),
            table: Table([empty; ROWS]),
            choice: Choice::new(empty),
            puzzle: vec![0; Self::LANES],
            waiting: Waiting::new(Self::LANES),
            dead_ends: vec![0; Self::LANES],
            next: 0,
            lender: 0,
            shared: Vec::new(),
        }
    }

    /// Solves puzzles, of which there is at least one.
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
            live = live | self.fill(live, guessed, puzzles, answers);
            if self.next == answers.counts.len() && live.count() <= Self::FEW {
                self.finish(live, answers);
                return self.look_again(puzzles, answers);
            }
            let resting = loop {
                self.block.sweep();
                let running = (live & self.block.changed).without(self.block.dead);
                let resting = live.without(running);
                if running.is_zero() || resting.count() >= Self::RESTING {
                    break resting;
                }
            };
            // A kind of lane that is rare among those at rest can wait for more of it.
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
                // One turn for all: stuck lanes as records, solved ones as characters.
                let many = solved.count() >= Self::MANY;
                if !many || !stuck.is_zero() {
                    self.table.copy_planes(&self.block);
                    guessed = self.choice.split(&mut self.block, &mut self.table, stuck);
                }
                if many {
                    self.table.copy_characters(&self.block, solved);
                }
                self.table.turn();
                match many {
                    true => self.tell::<true>(solved, answers),
                    false => self.tell::<false>(solved, answers),
                }
                self.lay_aside(stuck.without(guessed));
                self.guess(guessed);
            }
            live = self.still_wanted(live.without(solved), answers);
            guessed = guessed & live;
        }
    }

    /// Takes down the solutions, which are characters in the table, or records.
    #[inline(always)]
    fn tell<const CHARACTERS: bool>(&mut self, solved: L::Plane, answers: &mut Answers<'_>) {
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

    /// Lays the other side of each lane's guess on its pile.
    #[inline(always)]
    fn lay_aside(&mut self, stuck: L::Plane) {
        each_lane!(stuck, lane, {
            self.waiting.push(lane, self.table.record(lane));
        });
    }

    /// Guesses at a cell, for lanes that have nothing better.
    #[inline(always)]
    fn guess(&mut self, stuck: L::Plane) {
        each_lane!(stuck, lane, {
            let node = self.table.record(lane);
            let (there, not_there) = node.guess_cell().expect("a stuck lane has an open cell");
            self.waiting.push(lane, not_there);
            self.table.put_record(lane, &there);
        });
    }

    /// The lanes whose puzzle has not reached its limit in another lane.
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

    /// Fills the lanes that are not live: each from its own pile, or with a new puzzle,
    /// or from the pile of another. Loads them, and those `guessed` in the table already.
    /// Returns the lanes filled.
    #[inline(always)]
    fn fill(
        &mut self,
        live: L::Plane,
        guessed: L::Plane,
        puzzles: &Puzzles<'_>,
        answers: &Answers<'_>,
    ) -> L::Plane {
        let (mut piled, mut idle) = (guessed.filled(false).words(), guessed.filled(false).words());
        each_lane!(live.filled(true).without(live), lane, {
            if answers.wanted(self.puzzle[lane]) == 0 {
                self.waiting.clear(lane);
            }
            if self.waiting.has(lane) {
                add_lane(&mut piled, lane);
            } else {
                add_lane(&mut idle, lane);
            }
        });
        let (piled, idle) = (live.with_words(piled), live.with_words(idle));
        let n_new = idle.count().min(answers.counts.len() - self.next);
        let many = n_new >= Self::MANY && puzzles.are_lines();
        let mut filled = guessed.words();
        each_lane!(piled, lane, {
            if let Some(record) = self.waiting.pop(lane) {
                self.dead_ends[lane] = self.dead_ends[lane].saturating_add(1);
                self.table.put_record(lane, &record);
                add_lane(&mut filled, lane);
            }
        });
        let mut as_lines = <L::Plane as Plane>::Words::default();
        let mut to_lend = true;
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
            } else if to_lend {
                match self.borrow(lane, answers) {
                    Some(record) => {
                        self.table.put_record(lane, &record);
                        add_lane(&mut filled, lane);
                    }
                    None => to_lend = false,
                }
            }
        });
        let (filled, as_lines) = (live.with_words(filled), live.with_words(as_lines));
        let loaded = filled | as_lines;
        if !loaded.is_zero() {
            self.table.turn();
        }
        if !filled.is_zero() {
            self.table.load(&mut self.block, filled);
        }
        if !as_lines.is_zero() {
            self.table.load_characters(&mut self.block, as_lines);
        }
        loaded
    }

    /// Gives a lane the next puzzle.
    #[inline(always)]
    fn start(&mut self, lane: usize) {
        self.puzzle[lane] = self.next;
        self.dead_ends[lane] = 0;
        self.next += 1;
    }

    /// A record from the pile of another lane.
    fn borrow(&mut self, lane: usize, answers: &Answers<'_>) -> Option<Record> {
        for _ in 0..Self::LANES {
            self.lender = (self.lender + 1) % Self::LANES;
            let (puzzle, dead_ends) = (self.puzzle[self.lender], self.dead_ends[self.lender]);
            if answers.wanted(puzzle) == 0 {
                self.waiting.clear(self.lender);
            } else if dead_ends >= Self::DEAD_ENDS
                && let Some(record) = self.waiting.lend(self.lender)
            {
                (self.puzzle[lane], self.dead_ends[lane]) = (puzzle, dead_ends);
                self.shared.push(puzzle);
                return Some(record);
            }
        }
        None
    }

    /// The last few lanes, and what waits on their piles, one by one.
    #[inline(always)]
    fn finish(&mut self, live: L::Plane, answers: &mut Answers<'_>) {
        self.table.copy_planes(&self.block);
        self.table.turn();
        each_lane!(live, lane, {
            let mut node = Some(self.table.record(lane));
            while let Some(record) = node {
                answers.add(self.puzzle[lane], |limit, solution| {
                    fast9::solve_rows(self.lanes, &record.rows(), limit, solution).0
                });
                node = self.waiting.pop(lane);
            }
        });
    }

    /// The first solution of puzzles that had several lanes. A lane goes through its part of
    /// a search in the order in which `fast9` would, but of several lanes a later part may
    /// be the first to find a solution, and when that is depends on the other puzzles.
    #[inline(always)]
    fn look_again(&mut self, puzzles: &Puzzles<'_>, answers: &mut Answers<'_>) {
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

//! The interface between an engine and its caller.
//!
//! An engine reports every action to [`Search`], which counts it, checks the limits, passes
//! it on to the caller's [`Observer`], and returns a `ControlFlow`: `?` on it unwinds the
//! deepest recursion cleanly.

use std::ops::ControlFlow;

use super::Stats;
use crate::geometry::{Cell, Digit};

/// Why a search ended before it exhausted the search space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It found the number of solutions that the query asked for.
    Enough,
    /// It used up its budget of nodes.
    OutOfNodes,
    /// The caller cancelled it.
    Cancelled,
    /// It would have needed more memory than the engine allows itself.
    OutOfMemory,
}

/// A caller's view of a running search. Every method has a default that does nothing.
pub trait Observer {
    /// A solution, one digit per cell; `Break` ends the search.
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        let _ = digits;
        ControlFlow::Continue(())
    }

    /// Whether to receive every [`Event`]; called once, at the start.
    fn wants_events(&self) -> bool {
        false
    }

    /// An action of the engine.
    fn event(&mut self, event: Event) {
        let _ = event;
    }

    /// The progress of the search, and the engine that `auto` delegated to, if any. Called
    /// before each [`should_stop`](Observer::should_stop).
    fn progress(&mut self, picked: Option<&'static str>, stats: &Stats) {
        let _ = (picked, stats);
    }

    /// Whether to cancel: a deadline, Ctrl-C, a closed tab. Called many times a second.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// The observer that ignores everything.
impl Observer for () {}

/// One action of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The engine checked a digit against the rules.
    Try(Cell, Digit),
    /// A digit was placed because it follows from the position.
    Place(Cell, Digit),
    /// A candidate was ruled out.
    Eliminate(Cell, Digit),
    /// A digit was placed as one choice of several; `depth` guesses now stand.
    Guess {
        /// The cell guessed in.
        cell: Cell,
        /// The digit guessed.
        digit: Digit,
        /// The number of guesses that stand, this one included.
        depth: usize,
    },
    /// The position was split in two, as one choice of several, without placing a
    /// digit; `depth` guesses now stand.
    Split {
        /// The number of guesses that stand, this one included.
        depth: usize,
    },
    /// The guess at `depth` and everything that followed from it was undone.
    Backtrack {
        /// The depth of the guess undone.
        depth: usize,
    },
    /// The peers of a newly solved cell are visited (origin 004).
    Detour(Cell),
    /// The board was saved before a guess (origin 004).
    Snapshot {
        /// The number of boards saved, this one included.
        kept: usize,
    },
    /// A solution was found.
    Solution,
}

impl Event {
    /// The name of the action: `guess`.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Try(..) => "try",
            Event::Place(..) => "place",
            Event::Eliminate(..) => "eliminate",
            Event::Guess { .. } => "guess",
            Event::Split { .. } => "split",
            Event::Backtrack { .. } => "backtrack",
            Event::Detour(_) => "detour",
            Event::Snapshot { .. } => "snapshot",
            Event::Solution => "solution",
        }
    }
}

/// A running search: limits, counters, and the caller's observer.
pub struct Search<'a> {
    stats: Stats,
    solutions_wanted: u64,
    nodes_allowed: u64,
    seed: u64,
    picked: Option<&'static str>,
    gave_way: Option<&'static str>,
    nodes_per_poll: u64,
    next_poll: u64,
    wants_events: bool,
    observer: &'a mut dyn Observer,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        n_cells: usize,
        solutions_wanted: u64,
        nodes_allowed: u64,
        seed: u64,
        observer: &'a mut dyn Observer,
    ) -> Search<'a> {
        Search {
            stats: Stats::default(),
            solutions_wanted,
            nodes_allowed,
            seed,
            picked: None,
            gave_way: None,
            // A node on a large board is more work: poll more often.
            nodes_per_poll: (1 << 16) / n_cells as u64 + 1,
            next_poll: 0,
            wants_events: observer.wants_events(),
            observer,
        }
    }

    /// A search without limits, for those who propagate and walk the tree themselves.
    #[cfg(feature = "generate")]
    pub(crate) fn unlimited(n_cells: usize, observer: &'a mut dyn Observer) -> Search<'a> {
        Search::new(n_cells, u64::MAX, u64::MAX, 0, observer)
    }

    /// The counters, the engine delegated to, and the engine that gave way to it.
    pub(super) fn finish(self) -> (Stats, Option<&'static str>, Option<&'static str>) {
        (self.stats, self.picked, self.gave_way)
    }

    /// The query's seed, for engines that choose at random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Records that the work is delegated to `engine`. The engine recorded before, if any,
    /// has given way to it.
    pub fn picked(&mut self, engine: &'static str) {
        self.gave_way = self.picked.replace(engine);
    }

    /// Counts a node of the search tree, and checks limits and cancellation. An engine calls
    /// it for the start and for every alternative it takes.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.solutions_wanted == 0 {
            return ControlFlow::Break(Stop::Enough);
        }
        if self.stats.nodes >= self.nodes_allowed {
            return ControlFlow::Break(Stop::OutOfNodes);
        }
        if self.stats.nodes >= self.next_poll {
            self.next_poll = self.stats.nodes + self.nodes_per_poll;
            self.poll()?;
        }
        self.stats.nodes += 1;
        ControlFlow::Continue(())
    }

    /// The number of nodes left in the budget.
    #[cfg(feature = "cadical")]
    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_allowed - self.stats.nodes
    }

    /// Polls the observer for cancellation. [`node`](Search::node) polls now and then; an
    /// engine calls this only in long work between nodes.
    pub fn poll(&mut self) -> ControlFlow<Stop> {
        self.observer.progress(self.picked, &self.stats);
        if self.observer.should_stop() {
            return ControlFlow::Break(Stop::Cancelled);
        }
        ControlFlow::Continue(())
    }

    /// Checks a digit in a cell against the rules.
    #[inline]
    pub fn try_digit(&mut self, cell: Cell, digit: Digit) {
        self.stats.tries += 1;
        self.report(Event::Try(cell, digit));
    }

    /// Places a digit that follows from the position.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.stats.placements += 1;
        self.report(Event::Place(cell, digit));
    }

    /// Rules out a candidate by a technique, not just because a peer was filled.
    #[inline]
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) {
        self.report(Event::Eliminate(cell, digit));
    }

    /// Places a digit as one choice of several; `depth` counts this guess too.
    #[inline]
    pub fn guess(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.stats.placements += 1;
        self.stats.guesses += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        self.report(Event::Guess { cell, digit, depth });
    }

    /// Splits the position in two without placing a digit, for engines that guess at more
    /// than a cell; `depth` counts this guess too.
    #[inline]
    pub fn split(&mut self, depth: usize) {
        self.stats.guesses += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        self.report(Event::Split { depth });
    }

    /// Adds the decisions (all undone) and learnt clauses that an external solver reports
    /// only as totals; their depth is unknown. Each is a node.
    #[cfg(feature = "cadical")]
    pub(super) fn unseen(&mut self, guesses: u64, learnt: u64) {
        self.stats.guesses += guesses;
        self.stats.backtracks += guesses;
        self.stats.learnt += learnt;
        let nodes = self.stats.nodes + guesses + learnt;
        self.stats.nodes = nodes.min(self.nodes_allowed);
    }

    /// Undoes the guess at `depth` and everything that followed from it.
    #[inline]
    pub fn backtrack(&mut self, depth: usize) {
        self.stats.backtracks += 1;
        self.report(Event::Backtrack { depth });
    }

    /// Restarts the search: all guesses are undone.
    pub fn restart(&mut self) {
        self.stats.restarts += 1;
    }

    /// Learns a clause from a conflict.
    #[inline]
    pub fn learnt(&mut self) {
        self.stats.learnt += 1;
    }

    /// Copies a whole board.
    #[inline]
    pub fn copy(&mut self) {
        self.stats.copies += 1;
    }

    /// Visits the peers of a newly solved cell.
    #[inline]
    pub fn detour(&mut self, cell: Cell) {
        self.stats.detours += 1;
        self.report(Event::Detour(cell));
    }

    /// Saves the board before a guess; `kept` boards are now saved.
    #[inline]
    pub fn snapshot(&mut self, kept: usize) {
        self.stats.snapshots += 1;
        self.report(Event::Snapshot { kept });
    }

    /// Computes or narrows the possible values of a cell.
    #[inline]
    pub fn calculation(&mut self) {
        self.stats.calculations += 1;
    }

    /// Reports a solution, one digit per cell.
    pub fn solution(&mut self, digits: &[Digit]) -> ControlFlow<Stop> {
        self.stats.solutions += 1;
        self.report(Event::Solution);
        if self.observer.solution(digits).is_break()
            || self.stats.solutions >= self.solutions_wanted
        {
            return ControlFlow::Break(Stop::Enough);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn report(&mut self, event: Event) {
        if self.wants_events {
            self.observer.event(event);
        }
    }
}

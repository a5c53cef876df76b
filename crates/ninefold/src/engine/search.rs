//! What an engine sees of its caller, and a caller of its engine.
//!
//! An engine tells [`Search`] what it does; `Search` counts it, holds it against the
//! limits, passes it on to the caller's [`Observer`], and answers with a
//! `ControlFlow`: `?` on it unwinds the deepest recursion cleanly.

use std::ops::ControlFlow;

use super::Stats;
use crate::geometry::{Cell, Digit};

/// Why a search ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It found as many solutions as were asked for.
    Enough,
    /// It used up its nodes.
    OutOfNodes,
    /// The caller called it off.
    Cancelled,
    /// It would have needed more memory than it allows itself.
    OutOfMemory,
}

/// What a caller may look on with. Every method has a default that does nothing.
pub trait Observer {
    /// A solution, one digit per cell; `Break` says that no more are wanted.
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        let _ = digits;
        ControlFlow::Continue(())
    }

    /// Whether to be told of every [`Event`]; asked once, at the start.
    fn wants_events(&self) -> bool {
        false
    }

    /// Something the engine did.
    fn event(&mut self, event: Event) {
        let _ = event;
    }

    /// How far the search has come, and which engine was picked for it, if one was. Told
    /// before each [`should_stop`](Observer::should_stop).
    fn progress(&mut self, picked: Option<&'static str>, stats: &Stats) {
        let _ = (picked, stats);
    }

    /// Asked now and then (many times a second): a deadline, Ctrl-C, a closed tab.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// The observer that looks away.
impl Observer for () {}

/// Something an engine did, as it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A digit was held against the rules.
    Try(Cell, Digit),
    /// A digit was placed, because nothing else can stand there.
    Place(Cell, Digit),
    /// A candidate was ruled out.
    Eliminate(Cell, Digit),
    /// A digit was placed as one choice of several; `depth` guesses now stand.
    Guess {
        /// Where.
        cell: Cell,
        /// Which.
        digit: Digit,
        /// How many guesses stand, this one included.
        depth: usize,
    },
    /// The position was split in two, as one choice of several, without placing a
    /// digit; `depth` guesses now stand.
    Split {
        /// How many guesses stand, this one included.
        depth: usize,
    },
    /// Everything since the guess at `depth`, and that guess itself, was taken back.
    Backtrack {
        /// The depth of the guess taken back.
        depth: usize,
    },
    /// The related cells of a newly solved cell are visited (seed 004).
    Detour(Cell),
    /// The board was saved before a guess (seed 004); this many are now kept.
    Snapshot {
        /// How many are kept, this one included.
        kept: usize,
    },
    /// A solution was found.
    Solution,
}

/// One search under way: limits, counters, and the caller's observer.
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
            // A node on a large board is more work: ask more often.
            nodes_per_poll: (1 << 16) / n_cells as u64 + 1,
            next_poll: 0,
            wants_events: observer.wants_events(),
            observer,
        }
    }

    /// The counters, who was picked, and who had been before.
    pub(super) fn finish(self) -> (Stats, Option<&'static str>, Option<&'static str>) {
        (self.stats, self.picked, self.gave_way)
    }

    /// For engines that choose at random: the caller's seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// For engines that leave the work to another: which one they picked. Whoever has
    /// worked so far has given way.
    pub fn picked(&mut self, engine: &'static str) {
        self.gave_way = self.picked.replace(engine);
    }

    /// Looks at a position. This is where limits and cancellation bite, so an engine
    /// calls it for the start and for every alternative it takes.
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

    /// How many more nodes are allowed.
    #[cfg(feature = "cadical")]
    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_allowed - self.stats.nodes
    }

    /// Asks whether to go on. [`node`](Search::node) does so now and then; an engine
    /// calls this only in work that takes long and is no node.
    pub fn poll(&mut self) -> ControlFlow<Stop> {
        self.observer.progress(self.picked, &self.stats);
        match self.observer.should_stop() {
            true => ControlFlow::Break(Stop::Cancelled),
            false => ControlFlow::Continue(()),
        }
    }

    /// Holds a digit against the rules in a cell.
    #[inline]
    pub fn try_digit(&mut self, cell: Cell, digit: Digit) {
        self.stats.tries += 1;
        self.tell(Event::Try(cell, digit));
    }

    /// Places a digit because nothing else can stand there.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.stats.placements += 1;
        self.tell(Event::Place(cell, digit));
    }

    /// Rules out a candidate by thought (not just because a peer was filled).
    #[inline]
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) {
        self.tell(Event::Eliminate(cell, digit));
    }

    /// Places a digit as one choice of several; `depth` counts this guess too.
    #[inline]
    pub fn guess(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.stats.placements += 1;
        self.stats.guesses += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        self.tell(Event::Guess { cell, digit, depth });
    }

    /// Splits the position in two without placing a digit, as engines do that guess at
    /// more than a cell; `depth` counts this guess too.
    #[inline]
    pub fn split(&mut self, depth: usize) {
        self.stats.guesses += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth as u64);
        self.tell(Event::Split { depth });
    }

    /// So many guesses were made and taken back, and rules learnt from contradictions, where
    /// nobody could look on; at which depth is not known. Each is a node.
    #[cfg(feature = "cadical")]
    pub(super) fn unseen(&mut self, guesses: u64, learnt: u64) {
        self.stats.guesses += guesses;
        self.stats.backtracks += guesses;
        self.stats.learnt += learnt;
        let nodes = self.stats.nodes + guesses + learnt;
        self.stats.nodes = nodes.min(self.nodes_allowed);
    }

    /// Takes back the guess at `depth` and all that followed from it.
    #[inline]
    pub fn backtrack(&mut self, depth: usize) {
        self.stats.backtracks += 1;
        self.tell(Event::Backtrack { depth });
    }

    /// Begins anew, with all guesses taken back.
    pub fn restart(&mut self) {
        self.stats.restarts += 1;
    }

    /// Learns a rule from a contradiction.
    #[inline]
    pub fn learnt(&mut self) {
        self.stats.learnt += 1;
    }

    /// Copies a whole board.
    #[inline]
    pub fn copy(&mut self) {
        self.stats.copies += 1;
    }

    /// Visits the related cells of a newly solved cell.
    #[inline]
    pub fn detour(&mut self, cell: Cell) {
        self.stats.detours += 1;
        self.tell(Event::Detour(cell));
    }

    /// Saves the board before a guess; `kept` boards are now saved.
    #[inline]
    pub fn snapshot(&mut self, kept: usize) {
        self.stats.snapshots += 1;
        self.tell(Event::Snapshot { kept });
    }

    /// Works out or narrows the possible values of a cell.
    #[inline]
    pub fn calculation(&mut self) {
        self.stats.calculations += 1;
    }

    /// Delivers a solution, one digit per cell.
    pub fn solution(&mut self, digits: &[Digit]) -> ControlFlow<Stop> {
        self.stats.solutions += 1;
        self.tell(Event::Solution);
        if self.observer.solution(digits).is_break()
            || self.stats.solutions >= self.solutions_wanted
        {
            return ControlFlow::Break(Stop::Enough);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn tell(&mut self, event: Event) {
        if self.wants_events {
            self.observer.event(event);
        }
    }
}

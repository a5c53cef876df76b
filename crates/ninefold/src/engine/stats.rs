//! The counters of a search, which mean the same for every engine.

/// Counters of one search. [`Search`](super::Search) keeps them, never an engine; an engine
/// leaves at zero what it does not do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Nodes of the search tree: the start, and one for each alternative taken from there.
    pub nodes: u64,
    /// Digits checked against the rules in a cell before being placed, whether they fit or
    /// not.
    pub tries: u64,
    /// Digits placed on the board, by logic or by guess; givens do not count.
    pub placements: u64,
    /// Decisions: placements made as one choice of several, without proof. A second choice
    /// for the same cell counts again; an engine that proves nothing only guesses.
    pub guesses: u64,
    /// Guesses undone, because they led to a dead end or to look for more solutions.
    pub backtracks: u64,
    /// The largest number of guesses that stood on the board at one time.
    pub max_depth: u64,
    /// Restarts: times that all guesses were undone to begin again with what was learnt.
    pub restarts: u64,
    /// Clauses learnt from conflicts.
    pub learnt: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whole boards copied (origins 000 and 001).
    pub copies: u64,
    /// Newly solved cells whose peers were visited; givens take no detour (origin 004).
    pub detours: u64,
    /// Boards saved before a guess, one for each cell guessed in, however many of its
    /// digits are then tried (origin 004).
    pub snapshots: u64,
    /// Times that the possible values of a cell were computed, on a pass over the board, or
    /// narrowed, on a detour (origin 004).
    pub calculations: u64,
}

impl Stats {
    /// The work of two searches together: every counter added up, but the depth, which is
    /// that of the deeper search.
    #[must_use]
    pub fn combined(&self, other: &Stats) -> Stats {
        Stats {
            nodes: self.nodes.saturating_add(other.nodes),
            tries: self.tries.saturating_add(other.tries),
            placements: self.placements.saturating_add(other.placements),
            guesses: self.guesses.saturating_add(other.guesses),
            backtracks: self.backtracks.saturating_add(other.backtracks),
            max_depth: self.max_depth.max(other.max_depth),
            restarts: self.restarts.saturating_add(other.restarts),
            learnt: self.learnt.saturating_add(other.learnt),
            solutions: self.solutions.saturating_add(other.solutions),
            copies: self.copies.saturating_add(other.copies),
            detours: self.detours.saturating_add(other.detours),
            snapshots: self.snapshots.saturating_add(other.snapshots),
            calculations: self.calculations.saturating_add(other.calculations),
        }
    }

    /// The counters by name, in the order of display.
    pub fn named(&self) -> [(&'static str, u64); 13] {
        [
            ("nodes", self.nodes),
            ("tries", self.tries),
            ("placements", self.placements),
            ("guesses", self.guesses),
            ("backtracks", self.backtracks),
            ("max_depth", self.max_depth),
            ("restarts", self.restarts),
            ("learnt", self.learnt),
            ("solutions", self.solutions),
            ("copies", self.copies),
            ("detours", self.detours),
            ("snapshots", self.snapshots),
            ("calculations", self.calculations),
        ]
    }
}

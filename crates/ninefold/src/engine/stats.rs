//! What an engine did, in numbers that mean the same for every engine.

/// Counters of one search. They are kept by [`Search`](super::Search), never by an
/// engine, and an engine leaves at zero what it does not do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions looked at: the start, and one for each alternative taken from there.
    pub nodes: u64,
    /// Digits held against the rules in a cell before being placed, successfully or
    /// not, as an engine does that looks before it leaps.
    pub tries: u64,
    /// Digits put on the board, whether by logic or by guess; givens do not count.
    pub placements: u64,
    /// Placements made as one choice of several, without proof. A second choice for
    /// the same cell counts again; an engine that proves nothing only guesses.
    pub guesses: u64,
    /// Guesses taken back, because they led nowhere or to look for more solutions.
    pub backtracks: u64,
    /// The most guesses that stood on the board at one time.
    pub max_depth: u64,
    /// Times that all guesses were taken back to begin anew with what was learnt.
    pub restarts: u64,
    /// Rules learnt from contradictions.
    pub learnt: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whole boards copied (seeds 000 and 001).
    pub copies: u64,
    /// Newly solved cells whose related cells were visited; givens take no detour
    /// (seed 004).
    pub detours: u64,
    /// Boards saved before a guess, one for each cell guessed in, however many of its
    /// digits are then tried (seed 004).
    pub snapshots: u64,
    /// Times that the possible values of a cell were worked out, on a pass over the
    /// board, or narrowed, on a detour (seed 004).
    pub calculations: u64,
}

impl Stats {
    /// The counters by name, in the order in which they are shown.
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

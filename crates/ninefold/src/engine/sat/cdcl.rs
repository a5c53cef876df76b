//! Conflict-driven clause learning (CDCL) on Sudoku's own constraints: each variable is a
//! candidate, and the rules are groups of candidates of which exactly one (or at most one)
//! is true.
//!
//! ```text
//!  repeat
//!      unit propagation           a true candidate falsifies the rest of its groups;
//!                                 the last candidate of an exact group is true;
//!                                 the last literal of a clause holds
//!      a conflict                 analyse it to the first UIP, learn an asserting clause,
//!                                 backjump to the level where that clause is unit
//!      now and then               restart (Luby); reduce the clause database by LBD
//!      nothing left to propagate  open a decision level, by VSIDS and saved phases
//! ```
//!
//! Ideas and their owners: clause learning and backjumping (GRASP, J. Marques-Silva and
//! K. Sakallah), two watched literals and VSIDS (Chaff), clause minimisation (MiniSat, N. Eén
//! and N. Sörensson), LBD or *glue* (Glucose, G. Audemard and L. Simon), target phases
//! (CaDiCaL). Two parts are our own:
//!
//! 1. Groups are not written out as clauses. A group of 25 would be 301 clauses; here it is
//!    25 numbers and one counter, a word with the number of candidates left and the XOR of
//!    these (`trail.rs`). A true candidate falsifies its groups in one pass over an array.
//! 2. A solution is blocked by its decisions alone, which imply the rest of it, and the
//!    search goes on from the last of them. After [`MOST_BLOCKED`] solutions the solver adds
//!    no more blocking clauses: it flips decisions in order (chronological backtracking), in
//!    constant memory.

mod analyse;
mod decide;
mod propagate;
mod trail;

use std::ops::ControlFlow;

use self::trail::{Reason, Trail};
use super::clauses::Clauses;
use super::groups::Groups;
use super::phases::Phases;
use super::vsids::Order;

/// A variable: a candidate, by number.
pub(super) type Variable = u32;

/// A literal: a variable that is true (even) or false (odd).
pub(super) type Literal = u32;

/// The number of solutions that get a blocking clause; for later ones, decisions are
/// flipped.
const MOST_BLOCKED: u64 = 64;

/// The unit of the restart intervals, in conflicts: times 1, 1, 2, 1, 1, 2, 4 … (M. Luby).
const RESTART: u64 = 250;

/// Conflicts before the first clause database reduction, and the growth of the interval
/// after each.
const REDUCE: (u64, u64) = (500, 300);

/// Clauses with at most this LBD (*glue clauses*) are kept for good.
const KEPT_LBD: u32 = 2;

/// The size of the clause database, in words of four bytes, that forces a reduction: the
/// clauses of a large board may become very long.
const MOST_WORDS: usize = 1 << 25;

/// Groups set up between two polls: a few milliseconds, however large they are.
const GROUPS_PER_POLL: u32 = 1 << 12;

/// The observer of a solver, which can stop it.
pub(super) trait Witness {
    /// Why it stopped the solver.
    type Stop;
    /// Called during setup, which takes a while on the largest boards.
    fn poll(&mut self) -> ControlFlow<Self::Stop>;
    /// Called before every decision and every conflict analysis.
    fn node(&mut self) -> ControlFlow<Self::Stop>;
    /// Propagation made a candidate true.
    fn placed(&mut self, variable: Variable);
    /// A decision made a candidate true or false.
    fn decided(&mut self, variable: Variable, is_true: bool, depth: usize);
    /// The decision at this depth was undone.
    fn backtracked(&mut self, depth: usize);
    /// A clause was learnt.
    fn learnt(&mut self);
    /// A restart is about to undo all decisions.
    fn restarted(&mut self);
}

/// A constraint that the trail falsifies.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// Two candidates of a group are true.
    Two(Variable, Variable),
    /// All candidates of an exact group are false.
    Group(u32),
    /// All literals of a clause are false.
    Clause(u32),
}

/// An entry in the watch list of a literal: a clause to visit when the literal becomes
/// false. The clause needs no visit if `blocker`, another literal of it, is true.
#[derive(Clone, Copy)]
struct Watcher {
    clause: u32,
    blocker: Literal,
}

/// The state of a variable in a conflict analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Not yet visited.
    New,
    /// On a path to the conflict, in the clause to be learnt, or implied by it (*removable*).
    Seen,
    /// Known not to be implied by the clause.
    Poison,
}

/// A decision level's part in a clause; valid if `number` is that of the current clause.
#[derive(Clone, Copy, Default)]
struct Stamp {
    number: u64,
    /// The earliest trail position of a literal of the clause on this level.
    first: u32,
}

/// The solver: constraints, learnt clauses, and the current assignment.
pub(super) struct Cdcl {
    groups: Groups,
    clauses: Clauses,
    /// The watch list of each literal.
    watches: Vec<Vec<Watcher>>,

    trail: Trail,
    order: Order,
    phases: Phases,
    /// For each decision level, whether its decision was flipped.
    flipped: Vec<bool>,
    is_flipping: bool,

    is_sound: bool,
    n_blocked: u64,
    conflicts: u64,
    restarts: u64,
    restart_at: u64,
    reduce_at: u64,
    n_reductions: u64,

    /// Scratch space for decisions.
    looked_at: Vec<Variable>,

    // Scratch space for conflict analysis.
    marks: Vec<Mark>,
    is_pending: Vec<bool>,
    lits: Vec<Literal>,
    learnt: Vec<Literal>,
    to_clear: Vec<Variable>,
    stack: Vec<Literal>,
    level_stamps: Vec<Stamp>,
    stamp: u64,
}

/// The literal that this candidate is true.
fn is(variable: Variable) -> Literal {
    variable << 1
}

/// The literal that this candidate is false.
fn is_not(variable: Variable) -> Literal {
    variable << 1 | 1
}

impl Cdcl {
    /// A solver for these constraints, with all variables unassigned.
    pub(super) fn new<W: Witness>(
        groups: Groups,
        seed: u64,
        witness: &mut W,
    ) -> ControlFlow<W::Stop, Cdcl> {
        let n = groups.n_variables;
        let trail = Trail::new(&groups, witness)?;
        let order = Order::new(n, seed);
        witness.poll()?;
        let mut solver = Cdcl {
            groups,
            clauses: Clauses::default(),
            watches: vec![Vec::new(); 2 * n],
            trail,
            order,
            phases: Phases::new(n),
            flipped: Vec::new(),
            is_flipping: false,
            is_sound: true,
            n_blocked: 0,
            conflicts: 0,
            restarts: 0,
            restart_at: RESTART,
            reduce_at: REDUCE.0,
            n_reductions: 0,
            looked_at: Vec::new(),
            marks: vec![Mark::New; n],
            is_pending: vec![false; n],
            lits: Vec::new(),
            learnt: Vec::new(),
            to_clear: Vec::new(),
            stack: Vec::new(),
            level_stamps: vec![Stamp::default(); n + 1],
            stamp: 0,
        };
        for group in 0..solver.groups.len() {
            match *solver.groups.of(group) {
                [] if solver.groups.is_exact(group) => solver.is_sound = false,
                [only] if solver.groups.is_exact(group) => solver.known(is(only)),
                _ => {}
            }
        }
        ControlFlow::Continue(solver)
    }

    /// Adds a unit clause; only at decision level zero.
    fn known(&mut self, lit: Literal) {
        match self.trail.value(lit) {
            0 => self.trail.set(lit, Reason::Decision),
            1 => {}
            _ => self.is_sound = false,
        }
    }

    /// Searches for a solution (a *model*); `false` if there are no more.
    pub(super) fn solve<W: Witness>(&mut self, witness: &mut W) -> ControlFlow<W::Stop, bool> {
        while self.is_sound {
            if let Some(conflict) = self.propagate(witness) {
                self.conflicts += 1;
                if self.trail.decision_level() == 0 {
                    self.is_sound = false;
                    break;
                }
                if let ControlFlow::Break(stop) = witness.node() {
                    return ControlFlow::Break(stop);
                }
                let without_conflict = self.trail.before_last_decision();
                self.phases.on_conflict(without_conflict, self.conflicts);
                self.analyse(conflict, witness);
                continue;
            }
            if !self.is_flipping && self.conflicts >= self.restart_at {
                self.restarts += 1;
                self.restart_at = self.conflicts + RESTART * luby(self.restarts);
                witness.restarted();
                self.backtrack(0, witness);
                continue;
            }
            if self.conflicts >= self.reduce_at || self.clauses.words.len() >= MOST_WORDS {
                self.n_reductions += 1;
                self.reduce_at = self.conflicts + REDUCE.0 + REDUCE.1 * self.n_reductions;
                self.reduce_clauses();
            }
            let Some(variable) = self.decide() else {
                return ControlFlow::Continue(true);
            };
            if let ControlFlow::Break(stop) = witness.node() {
                return ControlFlow::Break(stop);
            }
            self.open_level(self.phases.decision(variable), false, witness);
        }
        self.backtrack(0, witness);
        ControlFlow::Continue(false)
    }

    /// Whether the variable is true in the solution found last.
    pub(super) fn holds(&self, variable: Variable) -> bool {
        self.trail.value(is(variable)) > 0
    }

    /// Blocks the solution found last, so that `solve` searches for another.
    pub(super) fn block<W: Witness>(&mut self, witness: &mut W) {
        self.n_blocked += 1;
        self.phases.found();
        if self.is_flipping || self.n_blocked > MOST_BLOCKED {
            self.is_flipping = true;
            self.flip_last(witness);
            return;
        }
        // The decisions imply the rest, so a clause of their negations is enough.
        let levels = (0..self.trail.decision_level()).rev();
        let clause: Vec<Literal> = levels.map(|level| self.trail.decision(level) ^ 1).collect();
        if clause.is_empty() {
            self.is_sound = false;
            return;
        }
        self.backtrack(clause.len() - 1, witness);
        self.add_asserting(&clause, 0);
    }

    /// Adds the clause that these variables are not all true; only before the first decision.
    pub(super) fn forbid(&mut self, variables: &[Variable]) {
        let mut clause: Vec<Literal> = variables.iter().map(|&v| is_not(v)).collect();
        clause.retain(|&lit| self.trail.value(lit) >= 0);
        if clause.iter().any(|&lit| self.trail.value(lit) > 0) {
            return;
        }
        match clause[..] {
            [] => self.is_sound = false,
            [lit] => self.known(lit),
            _ => {
                self.attach(&clause, 0);
            }
        }
    }

    /// Opens a decision level.
    fn open_level<W: Witness>(&mut self, lit: Literal, is_flipped: bool, witness: &mut W) {
        self.trail.open_level(lit);
        self.flipped.push(is_flipped);
        witness.decided(lit >> 1, lit & 1 == 0, self.trail.decision_level());
    }

    /// Adds an asserting clause, whose first literal is the only one not false, and
    /// propagates that literal.
    fn add_asserting(&mut self, lits: &[Literal], lbd: u32) {
        match *lits {
            [lit] if self.trail.decision_level() == 0 => self.known(lit),
            [lit] => self.trail.set(lit, Reason::Decision),
            _ => {
                let clause = self.attach(lits, lbd);
                self.trail.set(lits[0], Reason::Clause(clause));
            }
        }
    }

    /// Adds a clause of two or more literals, and watches it.
    fn attach(&mut self, lits: &[Literal], lbd: u32) -> u32 {
        let clause = self.clauses.add(lits, lbd);
        self.watch(clause);
        clause
    }

    /// Watches the first two literals of a clause.
    fn watch(&mut self, clause: u32) {
        let lits = self.clauses.lits(clause);
        let (first, second) = (lits[0], lits[1]);
        for (lit, blocker) in [(first, second), (second, first)] {
            self.watches[lit as usize].push(Watcher { clause, blocker });
        }
    }

    /// Backtracks to a decision level, saving phases on the way.
    fn backtrack<W: Witness>(&mut self, level: usize, witness: &mut W) {
        while self.trail.decision_level() > level {
            self.trail.backtrack(|lit| {
                self.order.push(lit >> 1);
                self.phases.backtracked(lit);
            });
            self.flipped.pop();
            witness.backtracked(self.trail.decision_level() + 1);
        }
    }

    /// The level of the last flipped decision: no backjump goes below it.
    fn floor(&self) -> usize {
        self.flipped
            .iter()
            .rposition(|&flipped| flipped)
            .map_or(0, |k| k + 1)
    }

    /// Flips the last decision that was not flipped yet, and drops the levels above it.
    fn flip_last<W: Witness>(&mut self, witness: &mut W) {
        let Some(last) = self.flipped.iter().rposition(|&flipped| !flipped) else {
            self.is_sound = false;
            return;
        };
        let lit = self.trail.decision(last);
        self.backtrack(last, witness);
        self.open_level(lit ^ 1, true, witness);
    }

    /// Clause database reduction: drops the half of the learnt clauses with the highest LBD,
    /// apart from glue clauses and clauses that are a reason on the trail.
    fn reduce_clauses(&mut self) {
        let in_use = |clause: u32| self.trail.is_due_to(self.clauses.lits(clause)[0], clause);
        let is_droppable = |&clause: &u32| self.clauses.lbd(clause) > KEPT_LBD && !in_use(clause);
        let mut droppable: Vec<u32> = self
            .clauses
            .all
            .iter()
            .copied()
            .filter(is_droppable)
            .collect();
        // Of clauses with the same LBD, the more recent ones are better.
        droppable.sort_by_key(|&clause| (self.clauses.lbd(clause), u32::MAX - clause));
        let mut dropped = droppable.split_off(droppable.len() / 2);
        dropped.sort_unstable();

        let old = std::mem::take(&mut self.clauses);
        self.watches.iter_mut().for_each(Vec::clear);
        let mut dropped = dropped.into_iter().peekable();
        for &clause in &old.all {
            if dropped.next_if_eq(&clause).is_some() {
                continue;
            }
            let lits = old.lits(clause);
            let first = lits[0];
            let moved = self.attach(lits, old.lbd(clause));
            if self.trail.is_due_to(first, clause) {
                self.trail.move_reason(first >> 1, moved);
            }
        }
    }
}

/// The Luby sequence from `k` = 1 on: 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 …
fn luby(mut k: u64) -> u64 {
    loop {
        let bits = u64::BITS - k.leading_zeros();
        if k == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        k -= (1 << (bits - 1)) - 1;
    }
}

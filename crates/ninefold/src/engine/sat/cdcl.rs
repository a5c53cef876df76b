//! A SAT solver that thinks in Sudoku's terms: each variable is a candidate, and the
//! rules are groups of candidates of which exactly one (or at most one) is true.
//!
//! The plain version, told as a player would:
//!
//! ```text
//!  repeat
//!      a true candidate           →  the others of its groups are false
//!      one left in an exact group →  it is true
//!      a contradiction            →  ask why; write the reason down as a rule (a clause),
//!                                    and go back to where that rule would have spoken
//!      nothing follows            →  guess the candidate that was in most contradictions
//! ```
//!
//! Learning from contradictions (J. Marques-Silva and K. Sakallah), watching two literals
//! of a clause and guessing what was lately in conflict (Chaff), small clauses by
//! minimisation (MiniSat, N. Eén and N. Sörensson), and keeping the clauses that tie few
//! guesses together (Glucose, G. Audemard and L. Simon) are theirs. What is ours:
//!
//! 1. Groups are not written out as clauses. A group of 25 would be 301 clauses; here it
//!    is 25 numbers and one word that says how many are left and which is the last
//!    (`trail.rs`), and a true candidate silences its groups in one pass over an array.
//! 2. A solution is excluded by its guesses alone, which imply the rest of it, and the
//!    search goes on from the last of them. After [`MOST_EXCLUDED`] solutions it keeps no
//!    more such clauses: guesses are turned round in order, in constant memory.

mod analyse;
mod decide;
mod propagate;
mod trail;

use std::ops::ControlFlow;

use self::trail::{Reason, Trail};
use super::clauses::Clauses;
use super::groups::Groups;
use super::vsids::Order;
use super::phases::Phases;

/// A candidate, by number.
pub(super) type Variable = u32;

/// A candidate that is true (even) or false (odd).
pub(super) type Literal = u32;

/// Solutions that are excluded by clauses; those that follow by turning guesses round.
const MOST_EXCLUDED: u64 = 64;

/// Conflicts between two restarts, times 1, 1, 2, 1, 1, 2, 4 … (M. Luby).
const RESTART: u64 = 250;

/// Conflicts before learnt clauses are thinned out for the first time, and how much
/// longer each time after.
const THIN_OUT: (u64, u64) = (500, 300);

/// Clauses that tie together so few guesses are kept for good.
const KEPT_LEVELS: u32 = 2;

/// What is learnt takes at most about so many words of four bytes, however long the
/// clauses of a large board become.
const MOST_WORDS: usize = 1 << 25;

/// Groups that are set up in a few milliseconds, however large.
const GROUPS_PER_POLL: u32 = 1 << 12;

/// Who looks on while the solver works, and may call it off.
pub(super) trait Witness {
    /// Why it was called off.
    type Stop;
    /// Asked while the solver is set up, which takes a while on the largest boards.
    fn poll(&mut self) -> ControlFlow<Self::Stop>;
    /// A guess or a contradiction is about to be looked at.
    fn node(&mut self) -> ControlFlow<Self::Stop>;
    /// A candidate turned out to be true.
    fn placed(&mut self, variable: Variable);
    /// A candidate is taken to be true or false, for now.
    fn guessed(&mut self, variable: Variable, is_true: bool, depth: usize);
    /// The guess at this depth is taken back.
    fn took_back(&mut self, depth: usize);
    /// A clause was learnt.
    fn learnt(&mut self);
    /// All guesses are about to be taken back, to begin anew.
    fn restarted(&mut self);
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// Two candidates of one group are true.
    Two(Variable, Variable),
    /// All of a group are false.
    Group(u32),
    /// All of a clause are false.
    Clause(u32),
}

/// A clause that waits for a literal to become false. If `other` is true there is
/// nothing to do.
#[derive(Clone, Copy)]
struct Watcher {
    clause: u32,
    other: Literal,
}

/// What a contradiction has to do with a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Nothing, so far.
    New,
    /// It is in the clause to be learnt, or follows from it, or led to the contradiction.
    Seen,
    /// It does not follow from the clause.
    Apart,
}

/// What a contradiction has to do with a level, if it is the one of this number.
#[derive(Clone, Copy, Default)]
struct Stamp {
    number: u64,
    /// The first place on the trail of a literal of the clause.
    first: u32,
}

/// Candidates, groups, what was learnt, and what holds at the moment.
pub(super) struct Solver {
    groups: Groups,
    clauses: Clauses,
    /// The clauses to look at when a literal becomes false.
    watches: Vec<Vec<Watcher>>,

    trail: Trail,
    order: Order,
    phases: Phases,
    /// Guesses up to here have been turned round or stand before one that has.
    turned: Vec<bool>,
    is_turning: bool,

    is_sound: bool,
    n_excluded: u64,
    conflicts: u64,
    restarts: u64,
    restart_at: u64,
    thin_out_at: u64,
    n_thinned: u64,

    /// For choosing a guess, kept to save the making.
    looked_at: Vec<Variable>,

    // For learning, kept between contradictions.
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

impl Solver {
    /// So many candidates, and groups of them; `exact` ones have exactly one that is
    /// true, the others at most one.
    pub(super) fn new<W: Witness>(
        groups: Groups,
        seed: u64,
        witness: &mut W,
    ) -> ControlFlow<W::Stop, Solver> {
        let n = groups.n_variables;
        let trail = Trail::new(&groups, witness)?;
        let order = Order::new(n, seed);
        witness.poll()?;
        let mut solver = Solver {
            groups,
            clauses: Clauses::default(),
            watches: vec![Vec::new(); 2 * n],
            trail,
            order,
            phases: Phases::new(n),
            turned: Vec::new(),
            is_turning: false,
            is_sound: true,
            n_excluded: 0,
            conflicts: 0,
            restarts: 0,
            restart_at: RESTART,
            thin_out_at: THIN_OUT.0,
            n_thinned: 0,
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

    fn known(&mut self, lit: Literal) {
        match self.trail.value(lit) {
            0 => self.trail.set(lit, Reason::Guess),
            1 => {}
            _ => self.is_sound = false,
        }
    }

    /// Looks for a solution; `false` if there is none (any more).
    pub(super) fn solve<W: Witness>(&mut self, witness: &mut W) -> ControlFlow<W::Stop, bool> {
        while self.is_sound {
            if let Some(conflict) = self.follow_up(witness) {
                self.conflicts += 1;
                if self.trail.n_guesses() == 0 {
                    self.is_sound = false;
                    break;
                }
                if let ControlFlow::Break(stop) = witness.node() {
                    return ControlFlow::Break(stop);
                }
                let sound = self.trail.before_last_guess();
                self.phases.got_so_far(sound, self.conflicts);
                self.learn(conflict, witness);
                continue;
            }
            if !self.is_turning && self.conflicts >= self.restart_at {
                self.restarts += 1;
                self.restart_at = self.conflicts + RESTART * luby(self.restarts);
                witness.restarted();
                self.take_back(0, witness);
                continue;
            }
            if self.conflicts >= self.thin_out_at || self.clauses.words.len() >= MOST_WORDS {
                self.n_thinned += 1;
                self.thin_out_at = self.conflicts + THIN_OUT.0 + THIN_OUT.1 * self.n_thinned;
                self.thin_out();
            }
            let Some(variable) = self.choose() else {
                return ControlFlow::Continue(true);
            };
            if let ControlFlow::Break(stop) = witness.node() {
                return ControlFlow::Break(stop);
            }
            self.guess(self.phases.guess(variable), false, witness);
        }
        self.take_back(0, witness);
        ControlFlow::Continue(false)
    }

    /// Whether the candidate is true in the solution that was found.
    pub(super) fn holds(&self, variable: Variable) -> bool {
        self.trail.value(is(variable)) > 0
    }

    /// Excludes the solution that was found, so that `solve` looks for another.
    pub(super) fn exclude<W: Witness>(&mut self, witness: &mut W) {
        self.n_excluded += 1;
        self.phases.found();
        if self.is_turning || self.n_excluded > MOST_EXCLUDED {
            self.is_turning = true;
            self.turn_round(witness);
            return;
        }
        // The guesses imply the rest, so it is enough to forbid them together.
        let levels = (0..self.trail.n_guesses()).rev();
        let clause: Vec<Literal> = levels.map(|level| self.trail.guess(level) ^ 1).collect();
        if clause.is_empty() {
            self.is_sound = false;
            return;
        }
        self.take_back(clause.len() - 1, witness);
        self.assert(&clause, 0);
    }

    /// Forbids these candidates to be true all at once. Only before the first guess.
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

    fn guess<W: Witness>(&mut self, lit: Literal, is_turned: bool, witness: &mut W) {
        self.trail.begin(lit);
        self.turned.push(is_turned);
        witness.guessed(lit >> 1, lit & 1 == 0, self.trail.n_guesses());
    }

    /// Keeps a clause of which only the first literal can still hold, and sets that.
    fn assert(&mut self, lits: &[Literal], n_levels: u32) {
        match *lits {
            [lit] if self.trail.n_guesses() == 0 => self.known(lit),
            [lit] => self.trail.set(lit, Reason::Guess),
            _ => {
                let clause = self.attach(lits, n_levels);
                self.trail.set(lits[0], Reason::Clause(clause));
            }
        }
    }

    fn attach(&mut self, lits: &[Literal], n_levels: u32) -> u32 {
        let clause = self.clauses.add(lits, n_levels);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let lits = self.clauses.lits(clause);
        let (first, second) = (lits[0], lits[1]);
        for (lit, other) in [(first, second), (second, first)] {
            self.watches[lit as usize].push(Watcher { clause, other });
        }
    }

    /// Takes back all guesses beyond this many.
    fn take_back<W: Witness>(&mut self, level: usize, witness: &mut W) {
        while self.trail.n_guesses() > level {
            self.trail.take_back(|lit| {
                self.order.push(lit >> 1);
                self.phases.took_back(lit);
            });
            self.turned.pop();
            witness.took_back(self.trail.n_guesses() + 1);
        }
    }

    /// The last guess that was turned round: nothing goes back behind it.
    fn floor(&self) -> usize {
        self.turned
            .iter()
            .rposition(|&turned| turned)
            .map_or(0, |k| k + 1)
    }

    /// Turns round the last guess that was not yet, and forgets those after it.
    fn turn_round<W: Witness>(&mut self, witness: &mut W) {
        let Some(last) = self.turned.iter().rposition(|&turned| !turned) else {
            self.is_sound = false;
            return;
        };
        let lit = self.trail.guess(last);
        self.take_back(last, witness);
        self.guess(lit ^ 1, true, witness);
    }

    /// Forgets half of the learnt clauses, those that tie most guesses together.
    fn thin_out(&mut self) {
        let in_use = |clause: u32| self.trail.is_due_to(self.clauses.lits(clause)[0], clause);
        let is_spare = |&clause: &u32| self.clauses.levels(clause) > KEPT_LEVELS && !in_use(clause);
        let mut spare: Vec<u32> = self.clauses.all.iter().copied().filter(is_spare).collect();
        // Later clauses are better than earlier ones that tie as many.
        spare.sort_by_key(|&clause| (self.clauses.levels(clause), u32::MAX - clause));
        let mut gone = spare.split_off(spare.len() / 2);
        gone.sort_unstable();

        let old = std::mem::take(&mut self.clauses);
        self.watches.iter_mut().for_each(Vec::clear);
        let mut gone = gone.into_iter().peekable();
        for &clause in &old.all {
            if gone.next_if_eq(&clause).is_some() {
                continue;
            }
            let lits = old.lits(clause);
            let first = lits[0];
            let moved = self.attach(lits, old.levels(clause));
            if self.trail.is_due_to(first, clause) {
                self.trail.move_reason(first >> 1, moved);
            }
        }
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 …, from the first on.
fn luby(mut k: u64) -> u64 {
    loop {
        let bits = u64::BITS - k.leading_zeros();
        if k == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        k -= (1 << (bits - 1)) - 1;
    }
}

//! Learning from a contradiction: why it came to be, as a clause, and as short a one as is
//! cheap to find.
//!
//! ```text
//!  both are false, and one of them must hold     the contradiction
//!      ◀── because ── r1c2 is not 5, r4c4 is 7 … and so back along the trail, until just
//!                                                one thing is left that followed from the
//!                                                last guess: had we known the others, that
//!                                                one could not have been
//! ```
//!
//! Three things make the clause shorter:
//!
//! 1. The walk back ends at the *first* such thing, not at the guess (GRASP, Chaff).
//! 2. What follows from the rest of the clause is left out (MiniSat).
//! 3. Things that all followed from one earlier thing, after the same guess, give way to
//!    that one (M. Fleury and A. Biere). In Sudoku it is often a digit placed, and the
//!    others are the places in its houses that it took away.

use std::cmp::Reverse;

use super::trail::Reason;
use super::{Conflict, Literal, Mark, Solver, Stamp, Variable, Witness, is, is_not};

/// How far back it is asked whether a literal follows from others.
const DEEPEST: u32 = 500;

impl Solver {
    /// Finds the reason of a contradiction, notes it as a clause, and goes back to where
    /// it would have spoken first.
    pub(super) fn learn<W: Witness>(&mut self, conflict: Conflict, witness: &mut W) {
        let mut lits = std::mem::take(&mut self.lits);
        let mut learnt = std::mem::take(&mut self.learnt);
        lits.clear();
        match conflict {
            Conflict::Two(one, other) => lits.extend([is_not(one), is_not(other)]),
            Conflict::Group(group) => {
                lits.extend(self.groups.of(group).iter().map(|&member| is(member)));
            }
            Conflict::Clause(clause) => lits.extend_from_slice(self.clauses.lits(clause)),
        }
        learnt.clear();
        learnt.push(0);
        let level = self.trail.n_guesses() as u32;
        let mut n_open = 0;
        let mut at = self.trail.lits().len();
        let asserted = loop {
            for &lit in &lits {
                let variable = lit >> 1;
                let its_level = self.trail.level(variable);
                if its_level == 0 || self.is_seen(variable) {
                    continue;
                }
                self.mark(variable, Mark::Seen);
                self.order.bump(variable);
                if its_level >= level {
                    n_open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits()[at];
                if self.is_seen(lit >> 1) {
                    break lit;
                }
            };
            n_open -= 1;
            if n_open == 0 {
                break lit ^ 1;
            }
            lits.clear();
            self.explain(lit, self.trail.reason(lit >> 1), &mut lits);
        };
        learnt[0] = asserted;
        self.lits = lits;
        self.minimise(&mut learnt);
        self.shrink(&mut learnt);
        for variable in self.to_clear.drain(..) {
            self.marks[variable as usize] = Mark::New;
        }
        self.order.decay();

        // The second literal is the one that was set last, and says how far to go back.
        let mut back = 0;
        for k in 1..learnt.len() {
            let its_level = self.trail.level(learnt[k] >> 1);
            if its_level > back {
                back = its_level;
                learnt.swap(1, k);
            }
        }
        if self.is_turning {
            let floor = self.floor();
            if level as usize == floor {
                self.turn_round(witness);
                self.learnt = learnt;
                return;
            }
            back = back.max(floor as u32);
        }
        let n_levels = self.n_levels(&learnt);
        self.take_back(back as usize, witness);
        self.assert(&learnt, n_levels);
        witness.learnt();
        self.learnt = learnt;
    }

    /// Drops literals that follow from the others.
    fn minimise(&mut self, learnt: &mut Vec<Literal>) {
        self.stamp += 1;
        for &lit in &learnt[1..] {
            let place = self.trail.place(lit >> 1);
            let stamp = &mut self.level_stamps[self.trail.level(lit >> 1) as usize];
            if stamp.number != self.stamp || place < stamp.first {
                *stamp = Stamp {
                    number: self.stamp,
                    first: place,
                };
            }
        }
        let mut kept = 1;
        for k in 1..learnt.len() {
            if !self.causes_follow(learnt[k] >> 1, 0) {
                learnt[kept] = learnt[k];
                kept += 1;
            }
        }
        learnt.truncate(kept);
    }

    /// Whether the candidate was bound to be what it is, the clause being as it is.
    fn follows(&mut self, variable: Variable, depth: u32) -> bool {
        let level = self.trail.level(variable);
        let mark = self.marks[variable as usize];
        if level == 0 || mark == Mark::Seen {
            return true;
        }
        // A level of which the clause has nothing, or nothing so early, cannot lead here.
        let stamp = self.level_stamps[level as usize];
        let is_early = stamp.number != self.stamp || self.trail.place(variable) <= stamp.first;
        if mark == Mark::Apart || is_early || depth == DEEPEST {
            return false;
        }
        let does_follow = self.causes_follow(variable, depth);
        self.mark(variable, if does_follow { Mark::Seen } else { Mark::Apart });
        does_follow
    }

    /// Whether all that led to the candidate follows from the clause.
    fn causes_follow(&mut self, variable: Variable, depth: u32) -> bool {
        match self.trail.reason(variable) {
            Reason::Guess => false,
            Reason::Peer(peer) => self.follows(peer, depth + 1),
            Reason::Group(group) => (0..self.groups.of(group).len()).all(|k| {
                let other = self.groups.of(group)[k];
                other == variable || self.follows(other, depth + 1)
            }),
            Reason::Clause(clause) => (0..self.clauses.lits(clause).len()).all(|k| {
                let other = self.clauses.lits(clause)[k] >> 1;
                other == variable || self.follows(other, depth + 1)
            }),
        }
    }

    fn is_seen(&self, variable: Variable) -> bool {
        self.marks[variable as usize] == Mark::Seen
    }

    /// Marks a candidate that was not, until the clause is learnt.
    fn mark(&mut self, variable: Variable, mark: Mark) {
        self.marks[variable as usize] = mark;
        self.to_clear.push(variable);
    }

    /// Replaces the literals of each guess by the one thing that all of them followed from,
    /// where that takes no others.
    fn shrink(&mut self, learnt: &mut Vec<Literal>) {
        if learnt.len() <= 2 {
            return;
        }
        // A later place is on a later level or on the same.
        learnt[1..].sort_unstable_by_key(|&lit| Reverse(self.trail.place(lit >> 1)));
        let mut kept = 1;
        let mut from = 1;
        while from < learnt.len() {
            let level = self.trail.level(learnt[from] >> 1);
            let same = |&&lit: &&Literal| self.trail.level(lit >> 1) == level;
            let n = learnt[from..].iter().take_while(same).count();
            match self.common_cause(&learnt[from..from + n], level) {
                Some(lit) => {
                    learnt[kept] = lit;
                    kept += 1;
                }
                None => {
                    learnt.copy_within(from..from + n, kept);
                    kept += n;
                }
            }
            from += n;
        }
        learnt.truncate(kept);
    }

    /// The last thing on the trail that all of these literals of one guess, latest first,
    /// followed from; `None` if it takes something that the clause does not have.
    fn common_cause(&mut self, block: &[Literal], level: u32) -> Option<Literal> {
        let [latest, _, ..] = *block else {
            return None;
        };
        let mut marked = std::mem::take(&mut self.stack);
        let mut lits = std::mem::take(&mut self.lits);
        marked.clear();
        marked.extend_from_slice(block);
        for &lit in block {
            self.is_pending[(lit >> 1) as usize] = true;
        }
        let mut n_open = block.len();
        let mut at = self.trail.place(latest >> 1) as usize + 1;
        let cause = 'walk: loop {
            at -= 1;
            let lit = self.trail.lits()[at];
            if !self.is_pending[(lit >> 1) as usize] {
                continue;
            }
            n_open -= 1;
            if n_open == 0 {
                break Some(lit ^ 1);
            }
            lits.clear();
            self.explain(lit, self.trail.reason(lit >> 1), &mut lits);
            for &why in &lits {
                let variable = why >> 1;
                let its_level = self.trail.level(variable);
                let is_known = its_level == 0 || self.is_seen(variable);
                if is_known || self.is_pending[variable as usize] {
                    continue;
                }
                if its_level < level {
                    break 'walk None;
                }
                self.is_pending[variable as usize] = true;
                marked.push(why);
                n_open += 1;
            }
        };
        for &lit in &marked {
            self.is_pending[(lit >> 1) as usize] = false;
        }
        self.stack = marked;
        self.lits = lits;
        cause
    }

    /// The literals that together make it so, all of them false.
    fn explain(&self, lit: Literal, reason: Reason, lits: &mut Vec<Literal>) {
        match reason {
            Reason::Guess => {}
            Reason::Peer(peer) => lits.push(is_not(peer)),
            Reason::Group(group) => {
                let others = self.groups.of(group).iter().map(|&member| is(member));
                lits.extend(others.filter(|&other| other != lit));
            }
            Reason::Clause(clause) => {
                let others = self.clauses.lits(clause).iter().copied();
                lits.extend(others.filter(|&other| other != lit));
            }
        }
    }

    /// How many guesses a clause ties together.
    fn n_levels(&mut self, lits: &[Literal]) -> u32 {
        self.stamp += 1;
        let mut n = 0;
        for &lit in lits {
            let stamp = &mut self.level_stamps[self.trail.level(lit >> 1) as usize];
            n += u32::from(stamp.number != self.stamp);
            stamp.number = self.stamp;
        }
        n
    }
}

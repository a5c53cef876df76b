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

use super::{Conflict, Literal, Reason, Solver, Witness, is, is_not};

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
                lits.extend(self.members_of(group).iter().map(|&member| is(member)));
            }
            Conflict::Clause(clause) => lits.extend_from_slice(self.clauses.lits(clause)),
        }
        learnt.clear();
        learnt.push(0);
        let level = self.guesses.len() as u32;
        let mut n_open = 0;
        let mut at = self.trail.len();
        let asserted = loop {
            for &lit in &lits {
                let variable = lit >> 1;
                let its_level = self.levels[variable as usize];
                if its_level == 0 || self.seen[variable as usize] {
                    continue;
                }
                self.seen[variable as usize] = true;
                self.to_clear.push(variable);
                self.order.bump(variable);
                if its_level >= level {
                    n_open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            let lit = loop {
                at -= 1;
                if self.seen[(self.trail[at] >> 1) as usize] {
                    break self.trail[at];
                }
            };
            n_open -= 1;
            if n_open == 0 {
                break lit ^ 1;
            }
            lits.clear();
            self.explain(lit, self.reasons[(lit >> 1) as usize], &mut lits);
        };
        learnt[0] = asserted;
        self.lits = lits;
        self.minimise(&mut learnt);
        self.shrink(&mut learnt);
        for variable in self.to_clear.drain(..) {
            self.seen[variable as usize] = false;
        }
        self.order.decay();

        // The second literal is the one that was set last, and says how far to go back.
        let mut back = 0;
        for k in 1..learnt.len() {
            let its_level = self.levels[(learnt[k] >> 1) as usize];
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
            self.level_stamps[self.levels[(lit >> 1) as usize] as usize] = self.stamp;
        }
        let mut kept = 1;
        for k in 1..learnt.len() {
            let lit = learnt[k];
            if !self.follows(lit) {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
    }

    /// Whether the literal was bound to be false, the others of the clause being so.
    fn follows(&mut self, lit: Literal) -> bool {
        if self.reasons[(lit >> 1) as usize] == Reason::Guess {
            return false;
        }
        let known = self.to_clear.len();
        let mut stack = std::mem::take(&mut self.stack);
        let mut lits = std::mem::take(&mut self.lits);
        stack.clear();
        stack.push(lit ^ 1);
        let mut does_follow = true;
        'search: while let Some(lit) = stack.pop() {
            lits.clear();
            self.explain(lit, self.reasons[(lit >> 1) as usize], &mut lits);
            for &lit in &lits {
                let variable = lit >> 1;
                let level = self.levels[variable as usize];
                if self.seen[variable as usize] || level == 0 {
                    continue;
                }
                let is_guess = self.reasons[variable as usize] == Reason::Guess;
                if is_guess || self.level_stamps[level as usize] != self.stamp {
                    does_follow = false;
                    break 'search;
                }
                self.seen[variable as usize] = true;
                self.to_clear.push(variable);
                stack.push(lit ^ 1);
            }
        }
        if !does_follow {
            for variable in self.to_clear.drain(known..) {
                self.seen[variable as usize] = false;
            }
        }
        self.stack = stack;
        self.lits = lits;
        does_follow
    }

    /// Replaces the literals of each guess by the one thing that all of them followed from,
    /// where that takes no others.
    fn shrink(&mut self, learnt: &mut Vec<Literal>) {
        if learnt.len() <= 2 {
            return;
        }
        let of = |lit: Literal| (lit >> 1) as usize;
        let (levels, positions) = (&self.levels, &self.positions);
        learnt[1..].sort_unstable_by_key(|&lit| Reverse((levels[of(lit)], positions[of(lit)])));
        let mut kept = 1;
        let mut from = 1;
        while from < learnt.len() {
            let level = self.levels[of(learnt[from])];
            let same = |&&lit: &&Literal| self.levels[of(lit)] == level;
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
            self.is_open[(lit >> 1) as usize] = true;
        }
        let mut n_open = block.len();
        let mut at = self.positions[(latest >> 1) as usize] as usize + 1;
        let cause = 'walk: loop {
            at -= 1;
            let lit = self.trail[at];
            if !self.is_open[(lit >> 1) as usize] {
                continue;
            }
            n_open -= 1;
            if n_open == 0 {
                break Some(lit ^ 1);
            }
            lits.clear();
            self.explain(lit, self.reasons[(lit >> 1) as usize], &mut lits);
            for &why in &lits {
                let variable = (why >> 1) as usize;
                let its_level = self.levels[variable];
                // What was seen is in the clause or follows from it.
                if its_level == 0 || self.is_open[variable] || self.seen[variable] {
                    continue;
                }
                if its_level < level {
                    break 'walk None;
                }
                self.is_open[variable] = true;
                marked.push(why);
                n_open += 1;
            }
        };
        for &lit in &marked {
            self.is_open[(lit >> 1) as usize] = false;
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
                let others = self.members_of(group).iter().map(|&member| is(member));
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
            let stamp = &mut self.level_stamps[self.levels[(lit >> 1) as usize] as usize];
            n += u32::from(*stamp != self.stamp);
            *stamp = self.stamp;
        }
        n
    }
}

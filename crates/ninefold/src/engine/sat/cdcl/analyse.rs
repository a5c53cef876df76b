//! Conflict analysis: from a conflict back along the implication graph to a short asserting
//! clause.
//!
//! ```text
//!  both are false, and one of them must hold     the conflict
//!      ◀── because ── r1c2 is not 5, r4c4 is 7 … resolve with reasons, back along the
//!                                                trail, until one literal of the current
//!                                                decision level is left: the first UIP.
//!                                                Given the others, it is false
//! ```
//!
//! Three things make the clause shorter:
//!
//! 1. The walk ends at the *first* unique implication point (UIP), not at the decision
//!    (GRASP, Chaff).
//! 2. Recursive clause minimisation drops literals implied by the rest (MiniSat).
//! 3. Shrinking: the literals of one level that all follow from one earlier literal of that
//!    level give way to it (M. Fleury and A. Biere). In Sudoku it is often a digit placed,
//!    and the others are the places in its houses that it took away.
//!
//! The *literal block distance* (LBD, or glue) of a clause is the number of decision levels
//! in it: the fewer, the more useful it will be (Glucose).

use std::cmp::Reverse;

use super::trail::Reason;
use super::{Cdcl, Conflict, Literal, Mark, Stamp, Variable, Witness, is, is_not};

/// The depth limit of recursive minimisation.
const DEEPEST: u32 = 500;

impl Cdcl {
    /// Derives the first-UIP clause of a conflict, learns it, and backjumps to the level where
    /// it is unit.
    pub(super) fn analyse<W: Witness>(&mut self, conflict: Conflict, witness: &mut W) {
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
        let level = self.trail.decision_level() as u32;
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

        // The second literal has the highest level of the rest: the level to backjump to.
        let mut backjump = 0;
        for k in 1..learnt.len() {
            let its_level = self.trail.level(learnt[k] >> 1);
            if its_level > backjump {
                backjump = its_level;
                learnt.swap(1, k);
            }
        }
        if self.is_flipping {
            let floor = self.floor();
            if level as usize == floor {
                self.flip_last(witness);
                self.learnt = learnt;
                return;
            }
            backjump = backjump.max(floor as u32);
        }
        let lbd = self.lbd(&learnt);
        self.backtrack(backjump as usize, witness);
        self.add_asserting(&learnt, lbd);
        witness.learnt();
        self.learnt = learnt;
    }

    /// Clause minimisation: drops literals that the others imply.
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
            if !self.reason_follows(learnt[k] >> 1, 0) {
                learnt[kept] = learnt[k];
                kept += 1;
            }
        }
        learnt.truncate(kept);
    }

    /// Whether the clause implies the value of a variable.
    fn follows(&mut self, variable: Variable, depth: u32) -> bool {
        let level = self.trail.level(variable);
        let mark = self.marks[variable as usize];
        if level == 0 || mark == Mark::Seen {
            return true;
        }
        // No path leads here from a level without a literal of the clause, or with none so
        // early on the trail.
        let stamp = self.level_stamps[level as usize];
        let is_early = stamp.number != self.stamp || self.trail.place(variable) <= stamp.first;
        if mark == Mark::Poison || is_early || depth == DEEPEST {
            return false;
        }
        let does_follow = self.reason_follows(variable, depth);
        self.mark(
            variable,
            if does_follow {
                Mark::Seen
            } else {
                Mark::Poison
            },
        );
        does_follow
    }

    /// Whether the clause implies every literal in the reason of a variable.
    fn reason_follows(&mut self, variable: Variable, depth: u32) -> bool {
        match self.trail.reason(variable) {
            Reason::Decision => false,
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

    /// Marks an unmarked variable until the clause is learnt.
    fn mark(&mut self, variable: Variable, mark: Mark) {
        self.marks[variable as usize] = mark;
        self.to_clear.push(variable);
    }

    /// Shrinks the clause: replaces the literals of each level by the UIP of that level, where
    /// this brings in no other level.
    fn shrink(&mut self, learnt: &mut Vec<Literal>) {
        if learnt.len() <= 2 {
            return;
        }
        // By descending trail position, hence by descending level.
        learnt[1..].sort_unstable_by_key(|&lit| Reverse(self.trail.place(lit >> 1)));
        let mut kept = 1;
        let mut from = 1;
        while from < learnt.len() {
            let level = self.trail.level(learnt[from] >> 1);
            let same = |&&lit: &&Literal| self.trail.level(lit >> 1) == level;
            let n = learnt[from..].iter().take_while(same).count();
            match self.block_uip(&learnt[from..from + n], level) {
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

    /// The UIP of a block of literals on one level, latest first: the last literal on the
    /// trail that implies them all. `None` if the path takes a literal of a lower level that
    /// the clause does not imply.
    fn block_uip(&mut self, block: &[Literal], level: u32) -> Option<Literal> {
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
        let uip = 'walk: loop {
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
        uip
    }

    /// Appends the reason of a literal: the other literals, all false, of the constraint that
    /// propagated it.
    fn explain(&self, lit: Literal, reason: Reason, lits: &mut Vec<Literal>) {
        match reason {
            Reason::Decision => {}
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

    /// The LBD of a clause: the number of decision levels of its literals.
    fn lbd(&mut self, lits: &[Literal]) -> u32 {
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

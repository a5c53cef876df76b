//! Unit propagation (Boolean constraint propagation, BCP) over groups and clauses.
//!
//! ```text
//!  a candidate is true    the others of its groups are false
//!  … is false             its groups have one fewer left; one left in an exact group is true
//!  … either               the clauses that watch it: the last literal left in one holds
//! ```
//!
//! Groups have counters, which are kept up to date at once (`trail.rs`); clauses have two
//! watched literals (Chaff), with a blocking literal in the watch list (MiniSat). Watching saves
//! visits to constraints that change little, but the groups of a board are small and each
//! candidate is in four: counting down and up again costs less than finding another literal
//! to watch, and shows which groups are unit at any time.
//!
//! Propagating clauses only when the groups have reached their fixpoint makes a conflict
//! cheaper, but a proof takes twice as many conflicts.

use super::trail::{Reason, Rest};
use super::{Cdcl, Conflict, Literal, Watcher, Witness, is};

impl Cdcl {
    /// Propagates all literals that are new on the trail; returns the first conflict.
    pub(super) fn propagate<W: Witness>(&mut self, witness: &mut W) -> Option<Conflict> {
        loop {
            while let Some(group) = self.trail.next_short() {
                match self.trail.rest(group) {
                    Rest::Nothing => return Some(Conflict::Group(group)),
                    Rest::One(last) if self.trail.value(is(last)) == 0 => {
                        self.trail.set(is(last), Reason::Group(group));
                    }
                    Rest::One(_) | Rest::More => {}
                }
            }
            let lit = loop {
                let lit = self.trail.next_literal()?;
                if lit & 1 == 0 || !self.watches[(lit ^ 1) as usize].is_empty() {
                    break lit;
                }
            };
            if lit & 1 == 0 {
                let variable = lit >> 1;
                if !self.trail.is_decision(variable) {
                    witness.placed(variable);
                }
                if let Some(other) = self.trail.falsify_rivals(variable, &self.groups) {
                    return Some(Conflict::Two(variable, other));
                }
            }
            if let Some(clause) = self.propagate_clauses(lit) {
                return Some(Conflict::Clause(clause));
            }
        }
    }

    /// Propagates a literal through the clauses that watch its negation; returns the first
    /// conflicting clause.
    #[inline]
    fn propagate_clauses(&mut self, lit: Literal) -> Option<u32> {
        let falsified = lit ^ 1;
        let mut watchers = std::mem::take(&mut self.watches[falsified as usize]);
        let mut kept = 0;
        let mut conflict = None;
        let mut next = 0;
        'watchers: while next < watchers.len() {
            let watcher = watchers[next];
            next += 1;
            if self.trail.value(watcher.blocker) > 0 {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            let trail = &mut self.trail;
            let lits = self.clauses.lits_mut(watcher.clause);
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let again = Watcher {
                clause: watcher.clause,
                blocker: first,
            };
            if trail.value(first) > 0 {
                watchers[kept] = again;
                kept += 1;
                continue;
            }
            for k in 2..lits.len() {
                if trail.value(lits[k]) >= 0 {
                    lits.swap(1, k);
                    let now = lits[1];
                    self.watches[now as usize].push(again);
                    continue 'watchers;
                }
            }
            watchers[kept] = again;
            kept += 1;
            if trail.value(first) < 0 {
                conflict = Some(watcher.clause);
                break;
            }
            trail.set(first, Reason::Clause(watcher.clause));
        }
        if next > kept {
            watchers.copy_within(next.., kept);
            watchers.truncate(watchers.len() - (next - kept));
        }
        self.watches[falsified as usize] = watchers;
        conflict
    }
}

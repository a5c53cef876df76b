//! What follows: from a true candidate, from a false one, and from what was learnt.
//!
//! ```text
//!  a candidate is true    the others of its groups are false
//!  … is false             its groups have one fewer left; one left in an exact group is true
//!  … either               clauses that watch for it: the last literal left in one holds
//! ```
//!
//! Groups are counted, at once (`trail.rs`); clauses are watched (Chaff). Watching saves a visit
//! where little changes, but the groups of a board are small and each candidate is in
//! four: counting down and up again costs less than finding another to watch, and tells
//! who is short at any time.
//!
//! To ask clauses only when groups have nothing more to say makes a contradiction cheaper,
//! and takes twice as many of them for a proof.

use super::trail::{Reason, Rest};
use super::{Conflict, Literal, Solver, Watcher, Witness, is};

impl Solver {
    /// Draws all conclusions from what is new on the trail.
    pub(super) fn follow_up<W: Witness>(&mut self, witness: &mut W) -> Option<Conflict> {
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
                if !self.trail.is_guess(variable) {
                    witness.placed(variable);
                }
                if let Some(other) = self.trail.silence(variable, &self.groups) {
                    return Some(Conflict::Two(variable, other));
                }
            }
            if let Some(clause) = self.follow_clauses(lit) {
                return Some(Conflict::Clause(clause));
            }
        }
    }

    /// Where only one literal is left in a clause, it holds; or the clause that has none.
    #[inline]
    fn follow_clauses(&mut self, lit: Literal) -> Option<u32> {
        let lost = lit ^ 1;
        let mut watchers = std::mem::take(&mut self.watches[lost as usize]);
        let mut kept = 0;
        let mut conflict = None;
        let mut next = 0;
        'watchers: while next < watchers.len() {
            let watcher = watchers[next];
            next += 1;
            if self.trail.value(watcher.other) > 0 {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            let trail = &mut self.trail;
            let lits = self.clauses.lits_mut(watcher.clause);
            if lits[0] == lost {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let again = Watcher {
                clause: watcher.clause,
                other: first,
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
        self.watches[lost as usize] = watchers;
        conflict
    }
}

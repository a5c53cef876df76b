//! What follows: from a true candidate, from a false one, and from what was learnt.
//!
//! ```text
//!  a candidate is true    the others of its groups are false
//!  … is false             its groups have one fewer left; one left in an exact group is true
//!  … either               clauses that watch for it: the last literal left in one holds
//! ```
//!
//! Groups are counted, clauses are watched (Chaff). Watching saves a visit where little
//! changes, but the groups of a board are small and each candidate is in four: counting down
//! and up again costs less than finding another to watch, and tells who is short at any time.

use super::{Conflict, Literal, Reason, Solver, Variable, Watcher, Witness, is, is_not};

impl Solver {
    /// Draws all conclusions from what is new on the trail.
    pub(super) fn follow_up<W: Witness>(&mut self, witness: &mut W) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.followed) {
            let is_guess = self.guesses.last() == Some(&(self.followed as u32));
            self.followed += 1;
            let variable = lit >> 1;
            let conflict = if lit & 1 == 0 {
                if !is_guess {
                    witness.placed(variable);
                }
                self.silence(variable)
            } else {
                self.look_for_last(variable)
            };
            if conflict.is_some() {
                return conflict;
            }
            if let Some(clause) = self.follow_clauses(lit) {
                return Some(Conflict::Clause(clause));
            }
        }
        None
    }

    /// The others of its groups are false.
    #[inline]
    fn silence(&mut self, variable: Variable) -> Option<Conflict> {
        for home in self.homes_of(variable) {
            let group = self.homes[home] as usize;
            for member in self.group_starts[group]..self.group_starts[group + 1] {
                let other = self.members[member as usize];
                let value = self.values[is(other) as usize];
                if value == 0 {
                    self.set(is_not(other), Reason::Peer(variable));
                } else if value > 0 && other != variable {
                    return Some(Conflict::Two(variable, other));
                }
            }
        }
        None
    }

    /// Where only one is left in an exact group, it is true.
    #[inline]
    fn look_for_last(&mut self, variable: Variable) -> Option<Conflict> {
        let homes = self.homes_of(variable);
        let mut is_short = false;
        for &group in &self.homes[homes.clone()] {
            let left = &mut self.left[group as usize];
            *left -= 1;
            is_short |= *left <= 1;
        }
        if !is_short {
            return None;
        }
        for home in homes {
            let group = self.homes[home];
            if self.left[group as usize] > 1 {
                continue;
            }
            let free = |&&member: &&Variable| self.values[is(member) as usize] >= 0;
            let Some(&last) = self.members_of(group).iter().find(free) else {
                return Some(Conflict::Group(group));
            };
            if self.values[is(last) as usize] == 0 {
                self.set(is(last), Reason::Group(group));
            }
        }
        None
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
            if self.values[watcher.other as usize] > 0 {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            let values = &self.values;
            let lits = self.clauses.lits_mut(watcher.clause);
            if lits[0] == lost {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let again = Watcher {
                clause: watcher.clause,
                other: first,
            };
            if values[first as usize] > 0 {
                watchers[kept] = again;
                kept += 1;
                continue;
            }
            for k in 2..lits.len() {
                if values[lits[k] as usize] >= 0 {
                    lits.swap(1, k);
                    let now = lits[1];
                    self.watches[now as usize].push(again);
                    continue 'watchers;
                }
            }
            watchers[kept] = again;
            kept += 1;
            if values[first as usize] < 0 {
                conflict = Some(watcher.clause);
                break;
            }
            self.set(first, Reason::Clause(watcher.clause));
        }
        if next > kept {
            watchers.copy_within(next.., kept);
            watchers.truncate(watchers.len() - (next - kept));
        }
        self.watches[lost as usize] = watchers;
        conflict
    }
}

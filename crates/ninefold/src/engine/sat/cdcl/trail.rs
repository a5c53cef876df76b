//! The trail: the assigned literals in order, each with its decision level and its reason
//! (the edges of the implication graph), and the counters of all groups.
//!
//! ```text
//!  trail   r1c1=5  r1c2≠5  r1c3≠5 … │ r4c4=7  r4c5≠7 … │ …     a decision opens a level
//!  group   r7c1=5, r7c2=5, r7c9=5        3 left … 1 left: unit, it must be that one
//! ```
//!
//! The counter of a group is one word with two parts: the number of its candidates that are
//! not false, and their XOR. When one is left, the XOR *is* that one, so there is no search
//! for it; when a true one and another are left, it gives that other. Adding a candidate back
//! restores the counter to the bit.
//!
//! Four of five literals are falsified by a true candidate of the same group, and each is in
//! four groups: that is where the time goes. So this is done branch-free, since the branches
//! would be unpredictable, and for all rivals of a true candidate in one pass.

use std::ops::ControlFlow;
use std::slice;

use super::{GROUPS_PER_POLL, Groups, Literal, Variable, Witness, is_not};

/// The number of groups that a candidate of most boards is in: cell, row, column and box.
const USUAL: usize = 4;

/// Why a literal is assigned: the edges of the implication graph that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is a decision, or a unit clause at level zero.
    Decision,
    /// This rival, in the same group, is true.
    Peer(Variable),
    /// All other candidates of this group are false.
    Group(u32),
    /// All other literals of this clause are false.
    Clause(u32),
}

/// The candidates left in an exact group.
pub(super) enum Rest {
    Nothing,
    One(Variable),
    More,
}

/// The current assignment.
pub(super) struct Trail {
    /// The counter of each group, and last that of the dummy (see [`Entry::memberships`]).
    left: Vec<Left>,
    /// The queue of groups that became unit or empty: the first `n_short` entries, with room
    /// for each group twice.
    short: Vec<u32>,
    n_short: usize,

    /// The values of each variable's two literals: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<[i8; 2]>,
    entries: Vec<Entry>,
    extra: Extra,
    /// The assigned literals in order: the first `n_lits` entries, with room for one literal
    /// of each variable and one more.
    lits: Vec<Literal>,
    n_lits: usize,
    /// The length of the trail before each decision.
    level_starts: Vec<u32>,
    /// The number of literals on the trail that are propagated.
    propagated: usize,
}

/// The groups of a variable and, while it is assigned, its level, position and reason.
#[derive(Clone, Copy)]
struct Entry {
    /// Its first four groups. If it has fewer, the last are the dummy, a group that never
    /// becomes unit.
    memberships: [u32; USUAL],
    level: u32,
    place: u32,
    reason: Reason,
}

/// For each variable its groups beyond the usual four; empty if no variable has any.
struct Extra(Vec<Vec<u32>>);

impl Extra {
    #[inline]
    fn of(&self, variable: Variable) -> &[u32] {
        let memberships = self.0.get(variable as usize);
        memberships.map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn each(&self, variable: Variable, act: impl FnMut(u32)) {
        self.of(variable).iter().copied().for_each(act);
    }
}

/// The counter of a group: the number of candidates that are not false, above their XOR.
#[derive(Clone, Copy)]
struct Left(u64);

impl Left {
    const ONE: u64 = 1 << 32;
    /// Added to the counter of an *at most one* group, which never becomes unit.
    const MANY: u64 = Left::ONE << 16;
    /// The counter of the dummy group, which absorbs the unused memberships.
    const DUMMY: Left = Left(u64::MAX / 2);

    fn of(members: &[Variable], is_exact: bool) -> Left {
        let more = if is_exact { 0 } else { Left::MANY };
        let all = members.iter().fold(0, |all, member| all ^ member);
        Left(u64::from(all) + members.len() as u64 * Left::ONE + more)
    }

    /// The number left, plus a large number for an *at most one* group.
    fn len(self) -> u64 {
        self.0 / Left::ONE
    }

    /// The XOR of the candidates left.
    fn xor(self) -> Variable {
        self.0 as Variable
    }

    /// Whether the group is unit or empty.
    fn is_short(self) -> bool {
        self.0 < 2 * Left::ONE
    }

    fn take(&mut self, variable: Variable) {
        self.0 = (self.0 ^ u64::from(variable)) - Left::ONE;
    }

    fn give_back(&mut self, variable: Variable) {
        self.0 = (self.0 ^ u64::from(variable)) + Left::ONE;
    }
}

impl Trail {
    /// An empty trail.
    pub(super) fn new<W: Witness>(groups: &Groups, witness: &mut W) -> ControlFlow<W::Stop, Trail> {
        let n = groups.n_variables;
        let dummy = groups.len();
        let entry = Entry {
            memberships: [dummy; USUAL],
            level: 0,
            place: 0,
            reason: Reason::Decision,
        };
        let mut entries = vec![entry; n];
        let mut extra = Vec::new();
        let mut left = Vec::with_capacity(groups.len() as usize + 1);
        for group in 0..groups.len() {
            if group % GROUPS_PER_POLL == 0 {
                witness.poll()?;
            }
            let members = groups.of(group);
            left.push(Left::of(members, groups.is_exact(group)));
            for &member in members {
                let memberships = &mut entries[member as usize].memberships;
                if let Some(home) = memberships.iter_mut().find(|home| **home == dummy) {
                    *home = group;
                } else {
                    extra.resize(n, Vec::new());
                    extra[member as usize].push(group);
                }
            }
        }
        left.push(Left::DUMMY);
        witness.poll()?;
        ControlFlow::Continue(Trail {
            left,
            short: vec![0; 2 * groups.len() as usize + 1],
            n_short: 0,
            values: vec![[0; 2]; n],
            entries,
            extra: Extra(extra),
            lits: vec![0; n + 1],
            n_lits: 0,
            level_starts: Vec::new(),
            propagated: 0,
        })
    }

    /// The assigned literals, in order.
    pub(super) fn lits(&self) -> &[Literal] {
        &self.lits[..self.n_lits]
    }

    /// 1 if the literal is true, -1 if it is false, 0 if unassigned.
    #[inline]
    pub(super) fn value(&self, lit: Literal) -> i8 {
        self.values[(lit >> 1) as usize][(lit & 1) as usize]
    }

    /// The decision level at which the variable was assigned.
    #[inline]
    pub(super) fn level(&self, variable: Variable) -> u32 {
        self.entries[variable as usize].level
    }

    /// The position of the variable on the trail.
    #[inline]
    pub(super) fn place(&self, variable: Variable) -> u32 {
        self.entries[variable as usize].place
    }

    /// The reason for the value of the variable.
    #[inline]
    pub(super) fn reason(&self, variable: Variable) -> Reason {
        self.entries[variable as usize].reason
    }

    /// Whether this clause is the reason of the literal.
    pub(super) fn is_due_to(&self, lit: Literal, clause: u32) -> bool {
        self.value(lit) > 0 && self.reason(lit >> 1) == Reason::Clause(clause)
    }

    /// Updates the reason of a variable after its clause has moved in the arena.
    pub(super) fn move_reason(&mut self, variable: Variable, clause: u32) {
        self.entries[variable as usize].reason = Reason::Clause(clause);
    }

    /// The current decision level: the number of decisions.
    #[inline]
    pub(super) fn decision_level(&self) -> usize {
        self.level_starts.len()
    }

    /// The decision that opened a level, counted from zero.
    pub(super) fn decision(&self, level: usize) -> Literal {
        self.lits[self.level_starts[level] as usize]
    }

    /// Whether the variable is a decision, not propagated.
    pub(super) fn is_decision(&self, variable: Variable) -> bool {
        let Entry { level, place, .. } = self.entries[variable as usize];
        level > 0 && self.level_starts[level as usize - 1] == place
    }

    /// The trail before the last decision.
    pub(super) fn before_last_decision(&self) -> &[Literal] {
        let start = self.level_starts.last().map_or(0, |&start| start as usize);
        &self.lits[..start]
    }

    /// The number left in the smallest group of an unassigned variable.
    pub(super) fn smallest_group(&self, variable: Variable) -> u32 {
        let memberships = self.entries[variable as usize].memberships.iter();
        let memberships = memberships.chain(self.extra.of(variable));
        let left = memberships.map(|&group| self.left[group as usize].len());
        left.min().map_or(u32::MAX, |least| least as u32)
    }

    /// Removes a group from the queue of those that became unit or empty.
    #[inline]
    pub(super) fn next_short(&mut self) -> Option<u32> {
        self.n_short = self.n_short.checked_sub(1)?;
        Some(self.short[self.n_short])
    }

    /// The candidates left in a group.
    #[inline]
    pub(super) fn rest(&self, group: u32) -> Rest {
        match self.left[group as usize] {
            left if !left.is_short() => Rest::More,
            left if left.len() == 0 => Rest::Nothing,
            left => Rest::One(left.xor()),
        }
    }

    /// The next literal to propagate.
    #[inline]
    pub(super) fn next_literal(&mut self) -> Option<Literal> {
        let &lit = self.lits().get(self.propagated)?;
        self.propagated += 1;
        Some(lit)
    }

    /// Opens a level with a decision.
    pub(super) fn open_level(&mut self, lit: Literal) {
        self.level_starts.push(self.n_lits as u32);
        self.set(lit, Reason::Decision);
    }

    /// Assigns a literal.
    #[inline]
    pub(super) fn set(&mut self, lit: Literal, reason: Reason) {
        let is_true = lit & 1 == 0;
        self.values[(lit >> 1) as usize] = if is_true { [1, -1] } else { [-1, 1] };
        self.lits[self.n_lits] = lit;
        if !is_true {
            self.take(self.n_lits + 1, reason);
            return;
        }
        let entry = &mut self.entries[(lit >> 1) as usize];
        entry.level = self.level_starts.len() as u32;
        entry.place = self.n_lits as u32;
        entry.reason = reason;
        self.n_lits += 1;
    }

    /// Falsifies the rivals of a true candidate: the others in its groups. Returns a rival
    /// that is true, which is a conflict.
    pub(super) fn falsify_rivals(
        &mut self,
        variable: Variable,
        groups: &Groups,
    ) -> Option<Variable> {
        let mut end = self.n_lits;
        let mut rival = None;
        let memberships = self.entries[variable as usize].memberships;
        for &group in memberships.iter().chain(self.extra.of(variable)) {
            if group == groups.len() {
                break;
            }
            let left = self.left[group as usize];
            let last = left.xor() ^ variable;
            let (members, mut n_true) = match left.len() % (Left::MANY / Left::ONE) {
                1 => continue,
                2 => (slice::from_ref(&last), 1),
                _ => (groups.of(group), 0),
            };
            // Most are false already, in no predictable pattern. Branch-free: all that are
            // not true become false, and those that were unassigned go on the trail.
            for &other in members {
                let value = &mut self.values[other as usize];
                self.lits[end] = is_not(other);
                end += usize::from(value[0] == 0);
                let is_true = i8::from(value[0] > 0);
                n_true += is_true;
                *value = [2 * is_true - 1, 1 - 2 * is_true];
            }
            if n_true > 1 {
                let is_rival = |&&o: &&Variable| o != variable && self.values[o as usize][0] > 0;
                rival = members.iter().find(is_rival).copied();
                break;
            }
        }
        self.take(end, Reason::Peer(variable));
        rival
    }

    /// Completes the assignment of false literals, all for one reason: those written behind
    /// the trail, up to `end`. Their groups count down.
    fn take(&mut self, end: usize, reason: Reason) {
        let level = self.level_starts.len() as u32;
        let (left, short) = (&mut self.left[..], &mut self.short[..]);
        let mut n_short = self.n_short;
        for (place, &lit) in (self.n_lits as u32..).zip(&self.lits[self.n_lits..end]) {
            let variable = lit >> 1;
            let entry = &mut self.entries[variable as usize];
            entry.level = level;
            entry.place = place;
            entry.reason = reason;
            let mut take = |group: u32| {
                let left = &mut left[group as usize];
                left.take(variable);
                short[n_short] = group;
                n_short += usize::from(left.is_short());
            };
            // Chaining the two prevents unrolling, and costs a tenth of the run time.
            entry.memberships.into_iter().for_each(&mut take);
            self.extra.each(variable, take);
        }
        self.n_short = n_short;
        self.n_lits = end;
    }

    /// Undoes the last decision level, and calls `unassigned` for each of its literals, latest
    /// first.
    pub(super) fn backtrack(&mut self, mut unassigned: impl FnMut(Literal)) {
        let Some(start) = self.level_starts.pop() else {
            return;
        };
        let start = start as usize;
        let left = &mut self.left[..];
        for &lit in self.lits[start..self.n_lits].iter().rev() {
            let variable = lit >> 1;
            self.values[variable as usize] = [0; 2];
            if lit & 1 == 1 {
                let mut give_back = |group: u32| left[group as usize].give_back(variable);
                let memberships = self.entries[variable as usize].memberships;
                memberships.into_iter().for_each(&mut give_back);
                self.extra.each(variable, give_back);
            }
            unassigned(lit);
        }
        self.n_lits = start;
        self.propagated = self.propagated.min(start);
        self.n_short = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{is, is_not};
    use super::*;

    /// A witness that ignores everything.
    struct NoWitness;

    impl Witness for NoWitness {
        type Stop = ();
        fn poll(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn node(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn placed(&mut self, _: Variable) {}
        fn decided(&mut self, _: Variable, _: bool, _: usize) {}
        fn backtracked(&mut self, _: usize) {}
        fn learnt(&mut self) {}
        fn restarted(&mut self) {}
    }

    /// Exactly one of candidates 0, 1, 2 is true, and at most one of 2, 3.
    fn trail() -> Trail {
        let mut groups = Groups::new();
        groups.n_variables = 4;
        groups.add([0, 1, 2].into_iter(), true);
        groups.add([2, 3].into_iter(), false);
        trail_of(&groups)
    }

    fn trail_of(groups: &Groups) -> Trail {
        match Trail::new(groups, &mut NoWitness) {
            ControlFlow::Continue(trail) => trail,
            ControlFlow::Break(()) => unreachable!("the witness never stops it"),
        }
    }

    #[test]
    fn the_last_of_a_group_is_known_by_number() {
        let mut trail = trail();
        trail.open_level(is_not(2));
        assert_eq!(trail.next_short(), None);
        trail.set(is_not(0), Reason::Decision);
        assert_eq!(trail.next_short(), Some(0));
        assert!(matches!(trail.rest(0), Rest::One(1)));
        trail.set(is_not(1), Reason::Decision);
        assert!(matches!(trail.rest(0), Rest::Nothing));
        trail.set(is_not(3), Reason::Decision);
        assert!(matches!(trail.rest(1), Rest::More), "it need not have one");
    }

    #[test]
    fn a_true_candidate_falsifies_all_others_of_its_groups() {
        // Candidate 0 is in six groups, two more than usual: with one other each, or three.
        let mut groups = Groups::new();
        groups.n_variables = 9;
        groups.add([0, 1].into_iter(), true);
        groups.add([0, 1, 2, 3].into_iter(), true);
        (4..8).for_each(|other| groups.add([0, other].into_iter(), other % 2 == 0));
        groups.add([7, 8].into_iter(), true);
        let mut trail = trail_of(&groups);
        trail.open_level(is(0));
        assert_eq!(trail.falsify_rivals(0, &groups), None);
        let false_ones: Vec<Literal> = (1..8).map(is_not).collect();
        assert_eq!(trail.lits()[1..], false_ones);
        assert!((1..8).all(|other| trail.reason(other) == Reason::Peer(0)));
        let last = |trail: &mut Trail| loop {
            let group = trail.next_short().expect("the last group has one left");
            if group == 6 {
                break trail.rest(group);
            }
        };
        assert!(matches!(last(&mut trail), Rest::One(8)));

        trail.backtrack(|_| {});
        trail.open_level(is(7));
        trail.set(is(0), Reason::Decision);
        assert_eq!(
            trail.falsify_rivals(0, &groups),
            Some(7),
            "both are in a group"
        );
        trail.backtrack(|_| {});
        assert!((0..9).all(|candidate| trail.value(is(candidate)) == 0));
        assert_eq!(trail.smallest_group(0), 2);
    }

    #[test]
    fn backtracking_restores_everything() {
        let mut trail = trail();
        trail.set(is(3), Reason::Decision);
        trail.open_level(is_not(0));
        trail.set(is_not(1), Reason::Peer(3));
        assert!(trail.is_decision(0) && !trail.is_decision(1) && !trail.is_decision(3));
        let mut undone = Vec::new();
        trail.backtrack(|lit| undone.push(lit));
        assert_eq!(undone, [is_not(1), is_not(0)]);
        assert_eq!(trail.lits(), [is(3)]);
        assert_eq!(trail.next_short(), None);
        trail.open_level(is_not(1));
        trail.set(is_not(2), Reason::Decision);
        assert!(matches!(trail.rest(0), Rest::One(0)));
    }
}

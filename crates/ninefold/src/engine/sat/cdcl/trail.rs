//! What holds at the moment: the candidates that are true or false, in the order in which
//! they became so and with the reason, and how many are left in each group.
//!
//! ```text
//!  trail   r1c1=5  r1c2≠5  r1c3≠5 … │ r4c4=7  r4c5≠7 … │ …         a guess begins a level
//!  group   r7c1=5, r7c2=5, r7c9=5        3 left … 1 left: it must be that one
//! ```
//!
//! Two things are kept of a group, in one word: how many of its candidates are not false,
//! and their numbers, all XORed. When one is left, the second *is* that one, so nobody has
//! to look for it; with a true one and another, that other. And giving a candidate back
//! undoes taking it, to the bit.
//!
//! Four of five literals say that a candidate is false because another of its group is
//! true, and each of these is in four groups: that is where the time goes. So it is done
//! without branches that cannot be foreseen, and for all others of a true candidate in one go.

use std::ops::ControlFlow;
use std::slice;

use super::{GROUPS_PER_POLL, Groups, Literal, Variable, Witness, is_not};

/// A cell, a row, a column and a box: the groups that a candidate of most boards is in.
const USUAL: usize = 4;

/// Why a literal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was guessed, or is known from the start.
    Guess,
    /// This candidate of the same group is true.
    Peer(Variable),
    /// All others of this group are false.
    Group(u32),
    /// All others of this clause are false.
    Clause(u32),
}

/// What is left of a group that must have a true one.
pub(super) enum Rest {
    Nothing,
    One(Variable),
    More,
}

/// What holds at the moment.
pub(super) struct Trail {
    /// Of each group, and last of nobody's (see [`Entry::homes`]).
    left: Vec<Left>,
    /// Groups that came to have one left or none, to be looked at: so many, and room for
    /// each twice.
    short: Vec<u32>,
    n_short: usize,

    /// For each candidate, that it is true and that it is false: 1 if so, -1 if not so,
    /// 0 if open.
    values: Vec<[i8; 2]>,
    entries: Vec<Entry>,
    further: Further,
    /// The literals that hold, in the order in which they came to: so many, and room for
    /// one of each candidate and one more.
    lits: Vec<Literal>,
    n_lits: usize,
    /// How long the trail was before each guess.
    guesses: Vec<u32>,
    /// How much of the trail has been followed up.
    followed: usize,
}

/// Which groups a candidate is in; and as long as it is on the trail, when and why it became
/// true or false.
#[derive(Clone, Copy)]
struct Entry {
    /// If it has fewer, the last are nobody's: a group that never runs short.
    homes: [u32; USUAL],
    level: u32,
    place: u32,
    reason: Reason,
}

/// For each candidate its groups beyond the usual four; empty if none has any.
struct Further(Vec<Vec<u32>>);

impl Further {
    #[inline]
    fn of(&self, variable: Variable) -> &[u32] {
        let homes = self.0.get(variable as usize);
        homes.map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn each(&self, variable: Variable, act: impl FnMut(u32)) {
        self.of(variable).iter().copied().for_each(act);
    }
}

/// The candidates of a group that are not false: their number, above their XOR.
#[derive(Clone, Copy)]
struct Left(u64);

impl Left {
    const ONE: u64 = 1 << 32;
    /// Added where a group need not have a true one, so that it never runs short.
    const MANY: u64 = Left::ONE << 16;
    /// Of nobody's group, from which every candidate is taken that has too few.
    const NOBODY: Left = Left(u64::MAX / 2);

    fn of(members: &[Variable], is_exact: bool) -> Left {
        let more = if is_exact { 0 } else { Left::MANY };
        let all = members.iter().fold(0, |all, member| all ^ member);
        Left(u64::from(all) + members.len() as u64 * Left::ONE + more)
    }

    /// How many are left; many more, where there need not be a true one.
    fn len(self) -> u64 {
        self.0 / Left::ONE
    }

    /// The candidates left, all XORed.
    fn xor(self) -> Variable {
        self.0 as Variable
    }

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
    /// Nothing holds yet.
    pub(super) fn new<W: Witness>(groups: &Groups, witness: &mut W) -> ControlFlow<W::Stop, Trail> {
        let n = groups.n_variables;
        let nobodys = groups.len();
        let entry = Entry {
            homes: [nobodys; USUAL],
            level: 0,
            place: 0,
            reason: Reason::Guess,
        };
        let mut entries = vec![entry; n];
        let mut further = Vec::new();
        let mut left = Vec::with_capacity(groups.len() as usize + 1);
        for group in 0..groups.len() {
            if group % GROUPS_PER_POLL == 0 {
                witness.poll()?;
            }
            let members = groups.of(group);
            left.push(Left::of(members, groups.is_exact(group)));
            for &member in members {
                let homes = &mut entries[member as usize].homes;
                if let Some(home) = homes.iter_mut().find(|home| **home == nobodys) {
                    *home = group;
                } else {
                    further.resize(n, Vec::new());
                    further[member as usize].push(group);
                }
            }
        }
        left.push(Left::NOBODY);
        witness.poll()?;
        ControlFlow::Continue(Trail {
            left,
            short: vec![0; 2 * groups.len() as usize + 1],
            n_short: 0,
            values: vec![[0; 2]; n],
            entries,
            further: Further(further),
            lits: vec![0; n + 1],
            n_lits: 0,
            guesses: Vec::new(),
            followed: 0,
        })
    }

    /// The literals that hold, in the order in which they came to.
    pub(super) fn lits(&self) -> &[Literal] {
        &self.lits[..self.n_lits]
    }

    /// 1 if the literal holds, -1 if its opposite does, 0 if open.
    #[inline]
    pub(super) fn value(&self, lit: Literal) -> i8 {
        self.values[(lit >> 1) as usize][(lit & 1) as usize]
    }

    /// After how many guesses the candidate became true or false.
    #[inline]
    pub(super) fn level(&self, variable: Variable) -> u32 {
        self.entries[variable as usize].level
    }

    /// Where the candidate stands on the trail.
    #[inline]
    pub(super) fn place(&self, variable: Variable) -> u32 {
        self.entries[variable as usize].place
    }

    /// Why the candidate is true or false.
    #[inline]
    pub(super) fn reason(&self, variable: Variable) -> Reason {
        self.entries[variable as usize].reason
    }

    /// Whether this clause is why the literal holds.
    pub(super) fn is_due_to(&self, lit: Literal, clause: u32) -> bool {
        self.value(lit) > 0 && self.reason(lit >> 1) == Reason::Clause(clause)
    }

    /// The clause that is why the candidate is true or false is now to be found here.
    pub(super) fn move_reason(&mut self, variable: Variable, clause: u32) {
        self.entries[variable as usize].reason = Reason::Clause(clause);
    }

    /// How many guesses there are.
    #[inline]
    pub(super) fn n_guesses(&self) -> usize {
        self.guesses.len()
    }

    /// The guess at a level, from 0 on.
    pub(super) fn guess(&self, level: usize) -> Literal {
        self.lits[self.guesses[level] as usize]
    }

    /// Whether the candidate was guessed, not concluded.
    pub(super) fn is_guess(&self, variable: Variable) -> bool {
        let Entry { level, place, .. } = self.entries[variable as usize];
        level > 0 && self.guesses[level as usize - 1] == place
    }

    /// What held before the last guess.
    pub(super) fn before_last_guess(&self) -> &[Literal] {
        let start = self.guesses.last().map_or(0, |&start| start as usize);
        &self.lits[..start]
    }

    /// How many are left in the smallest group of an open candidate.
    pub(super) fn smallest_group(&self, variable: Variable) -> u32 {
        let homes = self.entries[variable as usize].homes.iter();
        let homes = homes.chain(self.further.of(variable));
        let left = homes.map(|&group| self.left[group as usize].len());
        left.min().map_or(u32::MAX, |least| least as u32)
    }

    /// A group that came to have one left or none, taken off the list.
    #[inline]
    pub(super) fn next_short(&mut self) -> Option<u32> {
        self.n_short = self.n_short.checked_sub(1)?;
        Some(self.short[self.n_short])
    }

    /// What is left of a group.
    #[inline]
    pub(super) fn rest(&self, group: u32) -> Rest {
        match self.left[group as usize] {
            left if !left.is_short() => Rest::More,
            left if left.len() == 0 => Rest::Nothing,
            left => Rest::One(left.xor()),
        }
    }

    /// The next literal to be followed up.
    #[inline]
    pub(super) fn next_literal(&mut self) -> Option<Literal> {
        let &lit = self.lits().get(self.followed)?;
        self.followed += 1;
        Some(lit)
    }

    /// Begins a level with a guess.
    pub(super) fn begin(&mut self, lit: Literal) {
        self.guesses.push(self.n_lits as u32);
        self.set(lit, Reason::Guess);
    }

    /// From here on the literal holds.
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
        entry.level = self.guesses.len() as u32;
        entry.place = self.n_lits as u32;
        entry.reason = reason;
        self.n_lits += 1;
    }

    /// The candidate is true, so the others of its groups are false; or the one that is
    /// true as well.
    pub(super) fn silence(&mut self, variable: Variable, groups: &Groups) -> Option<Variable> {
        let mut end = self.n_lits;
        let mut rival = None;
        let homes = self.entries[variable as usize].homes;
        for &group in homes.iter().chain(self.further.of(variable)) {
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
            // Most are false already, and which is not to be foreseen: without a branch for
            // each, all that are not true become false, and those that were open go on the
            // trail.
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

    /// Takes candidates from their groups that have become false, all for one reason: those
    /// on the trail from its end so far to this one.
    fn take(&mut self, end: usize, reason: Reason) {
        let level = self.guesses.len() as u32;
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
            // The two in a chain are not unrolled, and take a tenth more of everything.
            entry.homes.into_iter().for_each(&mut take);
            self.further.each(variable, take);
        }
        self.n_short = n_short;
        self.n_lits = end;
    }

    /// Takes back the last guess and all that followed from it, telling of each, the last
    /// first.
    pub(super) fn take_back(&mut self, mut tell: impl FnMut(Literal)) {
        let Some(start) = self.guesses.pop() else {
            return;
        };
        let start = start as usize;
        let left = &mut self.left[..];
        for &lit in self.lits[start..self.n_lits].iter().rev() {
            let variable = lit >> 1;
            self.values[variable as usize] = [0; 2];
            if lit & 1 == 1 {
                let mut give_back = |group: u32| left[group as usize].give_back(variable);
                let homes = self.entries[variable as usize].homes;
                homes.into_iter().for_each(&mut give_back);
                self.further.each(variable, give_back);
            }
            tell(lit);
        }
        self.n_lits = start;
        self.followed = self.followed.min(start);
        self.n_short = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{is, is_not};
    use super::*;

    /// Nobody who minds.
    struct Nobody;

    impl Witness for Nobody {
        type Stop = ();
        fn poll(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn node(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn placed(&mut self, _: Variable) {}
        fn guessed(&mut self, _: Variable, _: bool, _: usize) {}
        fn took_back(&mut self, _: usize) {}
        fn learnt(&mut self) {}
        fn restarted(&mut self) {}
    }

    /// Candidates 0, 1, 2 of which one is true, and 2, 3 of which one may be.
    fn trail() -> Trail {
        let mut groups = Groups::new();
        groups.n_variables = 4;
        groups.add([0, 1, 2].into_iter(), true);
        groups.add([2, 3].into_iter(), false);
        trail_of(&groups)
    }

    fn trail_of(groups: &Groups) -> Trail {
        match Trail::new(groups, &mut Nobody) {
            ControlFlow::Continue(trail) => trail,
            ControlFlow::Break(()) => unreachable!("nobody stops it"),
        }
    }

    #[test]
    fn the_last_of_a_group_is_known_by_number() {
        let mut trail = trail();
        trail.begin(is_not(2));
        assert_eq!(trail.next_short(), None);
        trail.set(is_not(0), Reason::Guess);
        assert_eq!(trail.next_short(), Some(0));
        assert!(matches!(trail.rest(0), Rest::One(1)));
        trail.set(is_not(1), Reason::Guess);
        assert!(matches!(trail.rest(0), Rest::Nothing));
        trail.set(is_not(3), Reason::Guess);
        assert!(matches!(trail.rest(1), Rest::More), "it need not have one");
    }

    #[test]
    fn a_true_candidate_silences_all_others_of_its_groups() {
        // Candidate 0 is in six groups, two more than usual: with one other each, or three.
        let mut groups = Groups::new();
        groups.n_variables = 9;
        groups.add([0, 1].into_iter(), true);
        groups.add([0, 1, 2, 3].into_iter(), true);
        (4..8).for_each(|other| groups.add([0, other].into_iter(), other % 2 == 0));
        groups.add([7, 8].into_iter(), true);
        let mut trail = trail_of(&groups);
        trail.begin(is(0));
        assert_eq!(trail.silence(0, &groups), None);
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

        trail.take_back(|_| {});
        trail.begin(is(7));
        trail.set(is(0), Reason::Guess);
        assert_eq!(trail.silence(0, &groups), Some(7), "both are in a group");
        trail.take_back(|_| {});
        assert!((0..9).all(|candidate| trail.value(is(candidate)) == 0));
        assert_eq!(trail.smallest_group(0), 2);
    }

    #[test]
    fn what_is_taken_back_was_never_there() {
        let mut trail = trail();
        trail.set(is(3), Reason::Guess);
        trail.begin(is_not(0));
        trail.set(is_not(1), Reason::Peer(3));
        assert!(trail.is_guess(0) && !trail.is_guess(1) && !trail.is_guess(3));
        let mut told = Vec::new();
        trail.take_back(|lit| told.push(lit));
        assert_eq!(told, [is_not(1), is_not(0)]);
        assert_eq!(trail.lits(), [is(3)]);
        assert_eq!(trail.next_short(), None);
        trail.begin(is_not(1));
        trail.set(is_not(2), Reason::Guess);
        assert!(matches!(trail.rest(0), Rest::One(0)));
    }
}

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
//! to look for it; and giving a candidate back undoes taking it, to the bit.

use std::ops::{ControlFlow, Range};

use super::{GROUPS_PER_POLL, Groups, Literal, Variable, Witness};

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
    /// Where those of each candidate begin; one more entry than candidates.
    home_starts: Vec<u32>,
    /// The groups of each candidate.
    homes: Vec<u32>,
    left: Vec<Left>,
    /// Groups that came to have one left or none, to be looked at.
    short: Vec<u32>,

    /// For each candidate, that it is true and that it is false: 1 if so, -1 if not so,
    /// 0 if open.
    values: Vec<[i8; 2]>,
    /// Of each candidate, as long as it is on the trail.
    entries: Vec<Entry>,
    lits: Vec<Literal>,
    /// How long the trail was before each guess.
    guesses: Vec<u32>,
    /// How much of the trail has been followed up.
    followed: usize,
}

/// When and why a candidate became true or false.
#[derive(Clone, Copy)]
struct Entry {
    level: u32,
    place: u32,
    reason: Reason,
}

/// The candidates of a group that are not false: their number, above their XOR.
#[derive(Clone, Copy)]
struct Left(u32);

impl Left {
    /// A candidate's number stays below this: the largest empty board has 121³.
    const ONE: u32 = 1 << 24;
    /// Added where a group need not have a true one, so that it never runs short. With
    /// the cells of any house it comes to no more than a byte holds.
    const MANY: u32 = 128 * Left::ONE;

    fn of(members: &[Variable], is_exact: bool) -> Left {
        let more = if is_exact { 0 } else { Left::MANY };
        let all = members.iter().fold(0, |all, member| all ^ member);
        Left(all + members.len() as u32 * Left::ONE + more)
    }

    fn len(self) -> u32 {
        self.0 / Left::ONE
    }

    fn is_short(self) -> bool {
        self.0 < 2 * Left::ONE
    }

    fn take(&mut self, variable: Variable) {
        self.0 = (self.0 ^ variable) - Left::ONE;
    }

    fn give_back(&mut self, variable: Variable) {
        self.0 = (self.0 ^ variable) + Left::ONE;
    }
}

impl Trail {
    /// Nothing holds yet.
    pub(super) fn new<W: Witness>(groups: &Groups, witness: &mut W) -> ControlFlow<W::Stop, Trail> {
        let n = groups.n_variables;
        let mut home_starts = vec![0u32; n + 1];
        for &member in groups.members() {
            home_starts[member as usize + 1] += 1;
        }
        for k in 0..n {
            home_starts[k + 1] += home_starts[k];
        }
        witness.poll()?;
        let mut next = home_starts.clone();
        let mut homes = vec![0; groups.members().len()];
        let mut left = Vec::with_capacity(groups.len() as usize);
        for group in 0..groups.len() {
            if group % GROUPS_PER_POLL == 0 {
                witness.poll()?;
            }
            let members = groups.of(group);
            left.push(Left::of(members, groups.is_exact(group)));
            for &member in members {
                let place = &mut next[member as usize];
                homes[*place as usize] = group;
                *place += 1;
            }
        }
        witness.poll()?;
        let entry = Entry {
            level: 0,
            place: 0,
            reason: Reason::Guess,
        };
        ControlFlow::Continue(Trail {
            home_starts,
            homes,
            left,
            short: Vec::new(),
            values: vec![[0; 2]; n],
            entries: vec![entry; n],
            lits: Vec::with_capacity(n),
            guesses: Vec::new(),
            followed: 0,
        })
    }

    /// The literals that hold, in the order in which they came to.
    pub(super) fn lits(&self) -> &[Literal] {
        &self.lits
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

    /// The groups of a candidate.
    #[inline]
    pub(super) fn homes(&self, variable: Variable) -> &[u32] {
        &self.homes[self.home_range(variable)]
    }

    /// Where the groups of a candidate stand.
    #[inline]
    fn home_range(&self, variable: Variable) -> Range<usize> {
        let at = variable as usize;
        self.home_starts[at] as usize..self.home_starts[at + 1] as usize
    }

    /// How many are left in the smallest group of an open candidate.
    pub(super) fn smallest_group(&self, variable: Variable) -> u32 {
        let homes = self.homes(variable).iter();
        let left = homes.map(|&group| self.left[group as usize].len());
        left.min().unwrap_or(u32::MAX)
    }

    /// A group that came to have one left or none, taken off the list.
    #[inline]
    pub(super) fn next_short(&mut self) -> Option<u32> {
        self.short.pop()
    }

    /// What is left of a group.
    #[inline]
    pub(super) fn rest(&self, group: u32) -> Rest {
        match self.left[group as usize] {
            left if !left.is_short() => Rest::More,
            Left(..Left::ONE) => Rest::Nothing,
            Left(left) => Rest::One(left - Left::ONE),
        }
    }

    /// The next literal to be followed up.
    #[inline]
    pub(super) fn next_literal(&mut self) -> Option<Literal> {
        let &lit = self.lits.get(self.followed)?;
        self.followed += 1;
        Some(lit)
    }

    /// Begins a level with a guess.
    pub(super) fn begin(&mut self, lit: Literal) {
        self.guesses.push(self.lits.len() as u32);
        self.set(lit, Reason::Guess);
    }

    /// From here on the literal holds.
    #[inline]
    pub(super) fn set(&mut self, lit: Literal, reason: Reason) {
        let variable = lit >> 1;
        let is_true = lit & 1 == 0;
        self.values[variable as usize] = if is_true { [1, -1] } else { [-1, 1] };
        self.entries[variable as usize] = Entry {
            level: self.guesses.len() as u32,
            place: self.lits.len() as u32,
            reason,
        };
        self.lits.push(lit);
        if is_true {
            return;
        }
        let homes = self.home_range(variable);
        for &group in &self.homes[homes] {
            let left = &mut self.left[group as usize];
            left.take(variable);
            if left.is_short() {
                self.short.push(group);
            }
        }
    }

    /// Takes back the last guess and all that followed from it, telling of each, the last
    /// first.
    pub(super) fn take_back(&mut self, mut tell: impl FnMut(Literal)) {
        let Some(start) = self.guesses.pop() else {
            return;
        };
        let start = start as usize;
        for &lit in self.lits[start..].iter().rev() {
            let variable = lit >> 1;
            self.values[variable as usize] = [0; 2];
            if lit & 1 == 1 {
                let homes = self.home_range(variable);
                for &group in &self.homes[homes] {
                    self.left[group as usize].give_back(variable);
                }
            }
            tell(lit);
        }
        self.lits.truncate(start);
        self.followed = self.followed.min(start);
        self.short.clear();
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
        match Trail::new(&groups, &mut Nobody) {
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

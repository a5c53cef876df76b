//! External SAT solvers, to compare our own with: features of the library that are off by
//! default.
//!
//! The start is that of `sat`: singles, subsets, open candidates and their groups. But these
//! solvers take only conjunctive normal form (CNF), so groups become clauses (the pairwise
//! encoding), and solutions become blocking clauses:
//!
//! ```text
//!  exactly one of a b c   →   a or b or c,  and as below
//!  at most one of a b c   →   not a or not b,   not a or not c,   not b or not c
//!  another solution       →   not all that were true in this one
//! ```
//!
//! A group of 25 becomes 301 clauses, and an empty board of 121×121 more than 400 million. A
//! board that would take too much memory, or too long to be stopped in time, is refused at
//! the start ([`MOST_WORDS`]).

#[cfg(feature = "batsat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::cell::{Cell as Slot, RefCell, RefMut};
use std::ops::ControlFlow;

#[cfg(feature = "batsat")]
pub use self::batsat::Batsat;
#[cfg(feature = "cadical")]
pub use self::cadical::Cadical;

use super::candidates;
use super::cdcl::Variable;
use super::groups::Groups;
use crate::engine::marks::{Marks, Word, with_word};
use crate::engine::{Search, Stop};
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// The limit for all clauses, in words of four bytes: enough for an empty board of 25×25, or
/// for a quarter of a million solutions of 9×9. The solvers then use less than 200 MB, and a
/// pass over all clauses ends in good time.
const MOST_WORDS: u64 = 25_000_000;

/// The words that a clause takes beside its literals: its header and two watch entries.
const WORDS_PER_CLAUSE: u64 = 20;

/// Clauses added between two polls: a few milliseconds.
const CLAUSES_PER_POLL: u64 = 1 << 14;

/// An external SAT solver, which takes clauses.
trait ExternalSolver {
    /// Adds the clause of these candidates as literals, all of them positive or all negative.
    fn add(&mut self, candidates: &[Variable], are_positive: bool) -> ControlFlow<Stop>;
    /// Searches for a solution; `false` if there are no more.
    fn solve(&mut self) -> ControlFlow<Stop, bool>;
    /// Whether the candidate is true in the solution found last.
    fn holds(&self, candidate: Variable) -> bool;

    /// Adds the clause that one of these candidates is true.
    fn one_of(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
        self.add(candidates, true)
    }

    /// Adds the clause that not all of these candidates are true.
    fn not_all(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
        self.add(candidates, false)
    }
}

/// The problem that singles and subsets leave to a solver.
struct Start {
    /// The digits of solved cells; those of open cells are placeholders.
    digits: Vec<Digit>,
    open: Vec<(Cell, Digit)>,
    groups: Groups,
    /// The words left for blocking clauses.
    room: u64,
}

impl Start {
    /// Singles and subsets until nothing changes; `None` at a contradiction.
    fn of(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop, Option<Start>> {
        with_word!(puzzle.geometry(), start(puzzle, search))
    }

    /// Reports every solution that the solver finds.
    fn solve(
        self,
        mut solver: impl ExternalSolver,
        callback: &Callback<'_, '_>,
    ) -> ControlFlow<Stop> {
        add_groups(&self.groups, &mut solver, callback)?;
        let mut room = self.room;
        let mut digits = self.digits;
        while solver.solve()? {
            let candidates = (0..).zip(&self.open);
            let held = candidates.filter(|&(variable, _)| solver.holds(variable));
            let held: Vec<(Variable, &(Cell, Digit))> = held.collect();
            let mut search = callback.search();
            for &(_, &(cell, digit)) in &held {
                digits[cell.index()] = digit;
                search.place(cell, digit);
            }
            search.solution(&digits)?;
            if held.is_empty() {
                break;
            }
            // The search for another solution is a node, even if no decision follows.
            search.node()?;
            drop(search);
            let held: Vec<Variable> = held.iter().map(|&(variable, _)| variable).collect();
            take(&mut room, 1, held.len() as u64)?;
            solver.not_all(&held)?;
        }
        ControlFlow::Continue(())
    }
}

fn start<W: Word>(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop, Option<Start>> {
    search.node()?;
    let mut marks = Marks::<W>::new(puzzle.geometry());
    if !marks.start(puzzle, search) || !marks.tighten(search)? {
        return ControlFlow::Continue(None);
    }
    let (open, groups) = candidates(&marks, search)?;
    let room = room_beside(&groups)?;
    let digits = marks.digits();
    ControlFlow::Continue(Some(Start {
        digits,
        open,
        groups,
        room,
    }))
}

/// The number of words left beside the clauses of all groups.
fn room_beside(groups: &Groups) -> ControlFlow<Stop, u64> {
    let mut room = MOST_WORDS;
    for group in 0..groups.len() {
        let n_clauses = n_clauses(groups, group);
        let n_literals = 2 * n_clauses + groups.of(group).len() as u64;
        take(&mut room, n_clauses, n_literals)?;
    }
    ControlFlow::Continue(room)
}

/// Adds the groups to the solver as clauses.
fn add_groups(
    groups: &Groups,
    solver: &mut impl ExternalSolver,
    callback: &Callback<'_, '_>,
) -> ControlFlow<Stop> {
    let mut n_since_poll = 0;
    for group in 0..groups.len() {
        let members = groups.of(group);
        if groups.is_exact(group) {
            solver.one_of(members)?;
        }
        for (k, &one) in members.iter().enumerate() {
            for &other in &members[..k] {
                solver.not_all(&[one, other])?;
            }
        }
        n_since_poll += n_clauses(groups, group);
        if n_since_poll >= CLAUSES_PER_POLL {
            n_since_poll = 0;
            callback.search().poll()?;
        }
    }
    ControlFlow::Continue(())
}

/// The number of clauses of a group: one of all members, one for each pair.
fn n_clauses(groups: &Groups, group: u32) -> u64 {
    let n = groups.of(group).len() as u64;
    1 + n * n.saturating_sub(1) / 2
}

/// Subtracts the words of `n_clauses` clauses from the room left.
fn take(room: &mut u64, n_clauses: u64, n_literals: u64) -> ControlFlow<Stop> {
    match room.checked_sub(n_clauses * WORDS_PER_CLAUSE + n_literals) {
        Some(left) => *room = left,
        None => return ControlFlow::Break(Stop::OutOfMemory),
    }
    ControlFlow::Continue(())
}

/// The search, as a solver's callbacks see it. A solver stops some time after it is asked to,
/// so the reason is kept here until its call returns.
struct Callback<'a, 'b> {
    search: RefCell<&'a mut Search<'b>>,
    stop: Slot<Option<Stop>>,
}

impl<'a, 'b> Callback<'a, 'b> {
    fn new(search: &'a mut Search<'b>) -> Callback<'a, 'b> {
        Callback {
            search: RefCell::new(search),
            stop: Slot::new(None),
        }
    }

    fn search(&self) -> RefMut<'_, &'a mut Search<'b>> {
        self.search.borrow_mut()
    }

    /// Calls a method of the search that may stop it, unless it is stopped already.
    fn ask(&self, what: fn(&mut Search<'b>) -> ControlFlow<Stop>) {
        if self.stop.get().is_none() {
            self.stop.set(what(&mut self.search()).break_value());
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.get().is_some()
    }

    /// The result of a solver, unless it was stopped.
    fn unless_stopped(&self, found: bool) -> ControlFlow<Stop, bool> {
        match self.stop.get() {
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Count, Engine, Observer, Query, Report};
    use crate::geometry::Geometry;

    const ENGINES: &[&dyn Engine] = &[
        #[cfg(feature = "batsat")]
        &Batsat,
        #[cfg(feature = "cadical")]
        &Cadical,
    ];

    /// Records clauses and solves nothing.
    #[derive(Default)]
    struct Recorder(Vec<String>);

    impl ExternalSolver for Recorder {
        fn add(&mut self, candidates: &[Variable], are_positive: bool) -> ControlFlow<Stop> {
            let clause = if are_positive { "one of" } else { "not" };
            self.0.push(format!("{clause} {candidates:?}"));
            ControlFlow::Continue(())
        }

        fn solve(&mut self) -> ControlFlow<Stop, bool> {
            ControlFlow::Continue(false)
        }

        fn holds(&self, _: Variable) -> bool {
            false
        }
    }

    #[test]
    fn groups_become_clauses() {
        let mut groups = Groups::new();
        groups.add([0, 1, 2].into_iter(), true);
        groups.add([1, 3].into_iter(), false);
        let mut observer = ();
        let mut search = Search::new(16, 1, u64::MAX, 0, &mut observer);
        let mut recorder = Recorder::default();
        let done = add_groups(&groups, &mut recorder, &Callback::new(&mut search));
        assert!(done.is_continue());
        let expected = [
            "one of [0, 1, 2]",
            "not [1, 0]",
            "not [2, 0]",
            "not [2, 1]",
            "not [3, 1]",
        ];
        assert_eq!(recorder.0, expected);
    }

    #[test]
    fn a_board_that_would_take_too_much_memory_is_refused() {
        let mut groups = Groups::new();
        groups.add(0..1_000, true);
        assert!(room_beside(&groups).is_continue());
        groups.add(0..2_000, true);
        let too_much = ControlFlow::Break(Stop::OutOfMemory);
        assert_eq!(room_beside(&groups), too_much);
    }

    fn count(puzzle: &Puzzle, engine: &dyn Engine, seed: u64) -> Report {
        let query = Query::new(puzzle).solutions(u64::MAX).seed(seed);
        query.run(engine).unwrap()
    }

    #[test]
    fn every_solution_is_found_with_any_seed() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        for engine in ENGINES {
            for seed in [0, 1, u64::MAX] {
                let first = count(&empty, *engine, seed);
                assert_eq!(first.count(), Count::Exactly(288), "{}", engine.name());
                let again = count(&empty, *engine, seed);
                assert_eq!(first.grids, again.grids, "{} {seed}", engine.name());
                assert_eq!(first.stats, again.stats, "{} {seed}", engine.name());
            }
        }
    }

    #[test]
    fn a_small_house_forbids_but_does_not_demand() {
        let corners = [Cell::from_index(0), Cell::from_index(15)];
        let geometry = Geometry::builder(4).boxes(2, 2).house(corners);
        let puzzle = Puzzle::empty(geometry.build().unwrap());
        for engine in ENGINES {
            let expected = Count::Exactly(288 - 72);
            assert_eq!(count(&puzzle, *engine, 0).count(), expected);
        }
    }

    /// Cancels the search at the `patience`th poll.
    struct Impatient {
        patience: usize,
        polls: usize,
    }

    impl Observer for Impatient {
        fn should_stop(&mut self) -> bool {
            self.polls += 1;
            self.polls >= self.patience
        }
    }

    #[test]
    fn solvers_stop_in_the_middle_of_their_work() {
        let empty = Puzzle::empty(Geometry::of_size(25).unwrap());
        for engine in ENGINES {
            let name = engine.name();
            let mut caller = Impatient {
                patience: usize::MAX,
                polls: 0,
            };
            let query = Query::new(&empty).nodes(300);
            let report = query.watch(*engine, &mut caller).unwrap();
            assert_eq!(report.stop, Some(Stop::OutOfNodes), "{name}");
            assert_eq!(report.stats.nodes, 300, "{name}");
            // Again, and cancelled at the last poll, well after the setup.
            let patience = caller.polls;
            let mut caller = Impatient { patience, polls: 0 };
            let query = Query::new(&empty).nodes(300);
            let report = query.watch(*engine, &mut caller).unwrap();
            assert_eq!(report.stop, Some(Stop::Cancelled), "{name}");
            assert_eq!(caller.polls, patience, "{name}");
        }
    }
}

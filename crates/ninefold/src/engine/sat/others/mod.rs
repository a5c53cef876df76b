//! SAT solvers that others wrote, to compare our own with. They come with features of the
//! library that are off by default.
//!
//! The start is that of `sat`: singles, subsets, open candidates and their groups. But
//! these solvers know clauses only, so groups are written out:
//!
//! ```text
//!  exactly one of a b c   →   a or b or c,  and as below
//!  at most one of a b c   →   not a or not b,   not a or not c,   not b or not c
//!  another solution       →   not all that were true in this one
//! ```
//!
//! A group of 25 becomes 301 clauses, and an empty board of 121×121 more than 400 million:
//! what would take too much memory, or too long to be stopped in time, is not begun
//! ([`MOST_WORDS`]).

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
use super::groups::Groups;
use super::cdcl::Variable;
use crate::engine::marks::{Marks, Word, with_word};
use crate::engine::{Search, Stop};
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// Words of four bytes that clauses may take, as we count them: enough for an empty board of
/// 25×25, or for a quarter of a million solutions of 9×9. The solvers have less than 200 MB
/// in use then, and whatever they do to all clauses at a time is done in good time.
const MOST_WORDS: u64 = 25_000_000;

/// What a clause takes beside its literals: its head, and being watched from two sides.
const WORDS_PER_CLAUSE: u64 = 20;

/// Clauses that are written out in a few milliseconds.
const CLAUSES_PER_POLL: u64 = 1 << 14;

/// A SAT solver that knows clauses.
trait Solver {
    /// One of these candidates is true.
    fn one_of(&mut self, candidates: &[Variable]) -> ControlFlow<Stop>;
    /// Not all of these candidates are true.
    fn not_all(&mut self, candidates: &[Variable]) -> ControlFlow<Stop>;
    /// Looks for a solution; `false` if there is none (any more).
    fn solve(&mut self) -> ControlFlow<Stop, bool>;
    /// Whether the candidate is true in the solution that was found.
    fn holds(&self, candidate: Variable) -> bool;
}

/// What singles and subsets leave to a solver.
struct Start {
    /// What is known; the digits of open cells mean nothing.
    digits: Vec<Digit>,
    open: Vec<(Cell, Digit)>,
    groups: Groups,
    /// Words that are left when the groups are written out.
    room: u64,
}

impl Start {
    /// Singles and subsets until nothing changes; `None` at a contradiction.
    fn of(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop, Option<Start>> {
        with_word!(puzzle.geometry(), start(puzzle, search))
    }

    /// Tells every solution that the solver finds.
    fn solve(self, mut solver: impl Solver, watch: &Watch<'_, '_>) -> ControlFlow<Stop> {
        write_out(&self.groups, &mut solver, watch)?;
        let mut room = self.room;
        let mut digits = self.digits;
        while solver.solve()? {
            let candidates = (0..).zip(&self.open);
            let held = candidates.filter(|&(variable, _)| solver.holds(variable));
            let held: Vec<(Variable, &(Cell, Digit))> = held.collect();
            let mut search = watch.search();
            for &(_, &(cell, digit)) in &held {
                digits[cell.index()] = digit;
                search.place(cell, digit);
            }
            search.solution(&digits)?;
            if held.is_empty() {
                break;
            }
            // To look for another one is an alternative, even if no guess follows.
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

/// How many words are left when the groups are written out.
fn room_beside(groups: &Groups) -> ControlFlow<Stop, u64> {
    let mut room = MOST_WORDS;
    for group in 0..groups.len() {
        let n_clauses = n_clauses(groups, group);
        let n_literals = 2 * n_clauses + groups.of(group).len() as u64;
        take(&mut room, n_clauses, n_literals)?;
    }
    ControlFlow::Continue(room)
}

/// Gives the groups to the solver as clauses.
fn write_out(
    groups: &Groups,
    solver: &mut impl Solver,
    watch: &Watch<'_, '_>,
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
            watch.search().poll()?;
        }
    }
    ControlFlow::Continue(())
}

/// How many clauses a group becomes: one of all, one for each pair.
fn n_clauses(groups: &Groups, group: u32) -> u64 {
    let n = groups.of(group).len() as u64;
    1 + n * n.saturating_sub(1) / 2
}

/// Takes what so many clauses need of the room there is.
fn take(room: &mut u64, n_clauses: u64, n_literals: u64) -> ControlFlow<Stop> {
    match room.checked_sub(n_clauses * WORDS_PER_CLAUSE + n_literals) {
        Some(left) => *room = left,
        None => return ControlFlow::Break(Stop::OutOfMemory),
    }
    ControlFlow::Continue(())
}

/// The search, as a solver's callbacks see it. They come from deep inside the solver, which
/// must be asked to stop and takes its time, so the reason is kept here until it is back.
struct Watch<'a, 'b> {
    search: RefCell<&'a mut Search<'b>>,
    stop: Slot<Option<Stop>>,
}

impl<'a, 'b> Watch<'a, 'b> {
    fn new(search: &'a mut Search<'b>) -> Watch<'a, 'b> {
        Watch {
            search: RefCell::new(search),
            stop: Slot::new(None),
        }
    }

    fn search(&self) -> RefMut<'_, &'a mut Search<'b>> {
        self.search.borrow_mut()
    }

    /// Whether to go on is asked, unless it is known already.
    fn ask(&self, what: fn(&mut Search<'b>) -> ControlFlow<Stop>) {
        if self.stop.get().is_none() {
            self.stop.set(what(&mut self.search()).break_value());
        }
    }

    fn is_over(&self) -> bool {
        self.stop.get().is_some()
    }

    /// What a solver found, if it was not to stop before.
    fn unless_over(&self, found: bool) -> ControlFlow<Stop, bool> {
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

    /// Writes clauses down and solves nothing.
    #[derive(Default)]
    struct Scribe(Vec<String>);

    impl Solver for Scribe {
        fn one_of(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
            self.0.push(format!("one of {candidates:?}"));
            ControlFlow::Continue(())
        }

        fn not_all(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
            self.0.push(format!("not {candidates:?}"));
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
        let mut scribe = Scribe::default();
        let done = write_out(&groups, &mut scribe, &Watch::new(&mut search));
        assert!(done.is_continue());
        let expected = [
            "one of [0, 1, 2]",
            "not [1, 0]",
            "not [2, 0]",
            "not [2, 1]",
            "not [3, 1]",
        ];
        assert_eq!(scribe.0, expected);
    }

    #[test]
    fn what_would_take_too_much_memory_is_not_begun() {
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
    fn every_solution_is_found_whatever_the_seed() {
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

    /// Calls the search off when it is asked for the `patience`th time.
    struct Impatient {
        patience: usize,
        asked: usize,
    }

    impl Observer for Impatient {
        fn should_stop(&mut self) -> bool {
            self.asked += 1;
            self.asked >= self.patience
        }
    }

    #[test]
    fn solvers_stop_in_the_middle_of_their_work() {
        let empty = Puzzle::empty(Geometry::of_size(25).unwrap());
        for engine in ENGINES {
            let name = engine.name();
            let mut caller = Impatient {
                patience: usize::MAX,
                asked: 0,
            };
            let query = Query::new(&empty).nodes(300);
            let report = query.watch(*engine, &mut caller).unwrap();
            assert_eq!(report.stop, Some(Stop::OutOfNodes), "{name}");
            assert_eq!(report.stats.nodes, 300, "{name}");
            // Once more, and called off when it was last asked, well after the setting up.
            let patience = caller.asked;
            let mut caller = Impatient { patience, asked: 0 };
            let query = Query::new(&empty).nodes(300);
            let report = query.watch(*engine, &mut caller).unwrap();
            assert_eq!(report.stop, Some(Stop::Cancelled), "{name}");
            assert_eq!(caller.asked, patience, "{name}");
        }
    }
}

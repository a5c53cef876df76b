//! The engine for hard boards: the candidates left after constraint propagation go to a SAT
//! solver of our own with conflict-driven clause learning (CDCL).
//!
//! ```text
//!  puzzle ── singles, subsets ──▶ open candidates ── groups of them ──▶ CDCL ──▶ solutions
//!                                 a cell's digits: exactly one
//!                                 a digit's places in a house: exactly one, or at most one
//! ```
//!
//! Only the candidates that propagation leaves open become variables: at 64×64 with a third
//! of the cells empty, a few dozen of 262,144.
//!
//! | CDCL part | here |
//! |---|---|
//! | the main loop, restarts (Luby), clause database reduction | `cdcl.rs` |
//! | decision level, trail, implication graph (reasons), counters of groups | `cdcl/trail.rs` |
//! | unit propagation, two watched literals | `cdcl/propagate.rs` |
//! | conflict analysis: first UIP, minimisation, shrinking, LBD (glue) | `cdcl/analyse.rs` |
//! | decisions | `cdcl/decide.rs`, on top of VSIDS in `vsids.rs` |
//! | phase saving, target phases, rephasing | `phases.rs` |
//! | the clause arena | `clauses.rs` |
//! | the encoding | `groups.rs` |

mod cdcl;
mod clauses;
#[cfg(any(feature = "batsat", feature = "cadical"))]
mod external;
mod groups;
mod phases;
mod vsids;

use std::ops::ControlFlow;

#[cfg(any(feature = "batsat", feature = "cadical"))]
pub use self::external::*;

use self::cdcl::{Cdcl, Variable, Witness};
use self::groups::Groups;
use super::marks::{Marks, Word, with_word};
use super::{Engine, Search, Stop};
use crate::geometry::{Cell, Digit};
use crate::puzzle::Puzzle;

/// Singles and subsets to a fixpoint, then conflict-driven clause learning; any board.
#[derive(Clone, Copy, Debug)]
pub struct Sat;

impl Engine for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn title(&self) -> &'static str {
        "SAT"
    }

    fn about(&self) -> &'static str {
        "any board: singles and subsets to a fixpoint, then a SAT solver that learns from contradictions"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        with_word!(puzzle.geometry(), solve(puzzle, search))
    }
}

fn solve<W: Word>(puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
    search.node()?;
    let mut marks = Marks::<W>::new(puzzle.geometry());
    if !marks.start(puzzle, search) {
        return ControlFlow::Continue(());
    }
    search_from(&mut marks, &[], search)
}

/// Searches from a position where all singles are set, for solutions other than those in
/// `found`.
pub(super) fn search_from<W: Word>(
    marks: &mut Marks<'_, W>,
    found: &[Vec<Digit>],
    search: &mut Search<'_>,
) -> ControlFlow<Stop> {
    if !marks.tighten(search)? {
        return ControlFlow::Continue(());
    }
    let (open, groups) = candidates(marks, search)?;
    let seed = search.seed();
    let mut reporter = Reporter { open, search };
    let mut solver = Cdcl::new(groups, seed, &mut reporter)?;
    for digits in found {
        let is_in_it = |&(cell, digit): &(Cell, Digit)| digits[cell.index()] == digit;
        let variables = (0..)
            .zip(&reporter.open)
            .filter(|(_, candidate)| is_in_it(candidate));
        let variables: Vec<Variable> = variables.map(|(variable, _)| variable).collect();
        solver.forbid(&variables);
    }
    let mut digits = marks.digits();
    while solver.solve(&mut reporter)? {
        for (variable, &(cell, digit)) in (0..).zip(&reporter.open) {
            if solver.holds(variable) {
                digits[cell.index()] = digit;
            }
        }
        reporter.search.solution(&digits)?;
        solver.block(&mut reporter);
    }
    ControlFlow::Continue(())
}

/// Encodes the open candidates: each is the variable of its index in the list. Returns
/// them with their groups.
fn candidates<W: Word>(
    marks: &Marks<'_, W>,
    search: &mut Search<'_>,
) -> ControlFlow<Stop, (Vec<(Cell, Digit)>, Groups)> {
    let geometry = marks.geometry;
    let mut open: Vec<(Cell, Digit)> = Vec::new();
    // The first variable of each cell; the others follow in the order of their digits.
    let mut firsts: Vec<Variable> = Vec::with_capacity(geometry.n_cells());
    let mut groups = Groups::new();
    for cell in geometry.cells() {
        firsts.push(open.len() as Variable);
        let mut mark = marks.cells[cell.index()];
        if mark.is_single() {
            continue;
        }
        let from = open.len();
        while mark != W::ZERO {
            let digit = mark.lowest();
            mark = mark & !W::bit(digit);
            open.push((cell, Digit::from_index(digit)));
        }
        groups.add(from as Variable..open.len() as Variable, true);
    }
    // The places of each digit in the current house.
    let mut places: Vec<Vec<Variable>> = vec![Vec::new(); geometry.size()];
    for house in geometry.houses() {
        search.poll()?;
        for &cell in geometry.cells_of(house) {
            let mut variable = firsts[cell.index()] as usize;
            while let Some(&(of, digit)) = open.get(variable)
                && of == cell
            {
                places[digit.index()].push(variable as Variable);
                variable += 1;
            }
        }
        let is_exact = geometry.is_exact(house);
        for places in &mut places {
            // Where a digit must have a place, propagation has dealt with single places.
            if places.len() > 1 {
                groups.add(places.iter().copied(), is_exact);
            }
            places.clear();
        }
    }
    groups.n_variables = open.len();
    ControlFlow::Continue((open, groups))
}

/// Translates the solver's actions into those of a [`Search`].
struct Reporter<'a, 'b> {
    open: Vec<(Cell, Digit)>,
    search: &'a mut Search<'b>,
}

impl Witness for Reporter<'_, '_> {
    type Stop = Stop;

    fn poll(&mut self) -> ControlFlow<Stop> {
        self.search.poll()
    }

    fn node(&mut self) -> ControlFlow<Stop> {
        self.search.node()
    }

    #[inline]
    fn placed(&mut self, variable: Variable) {
        let (cell, digit) = self.open[variable as usize];
        self.search.place(cell, digit);
    }

    fn decided(&mut self, variable: Variable, is_true: bool, depth: usize) {
        let (cell, digit) = self.open[variable as usize];
        if is_true {
            self.search.guess(cell, digit, depth);
        } else {
            self.search.split(depth);
        }
    }

    fn backtracked(&mut self, depth: usize) {
        self.search.backtrack(depth);
    }

    fn learnt(&mut self) {
        self.search.learnt();
    }

    fn restarted(&mut self) {
        self.search.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Count, Query};
    use super::*;
    use crate::geometry::Geometry;

    fn count(puzzle: &Puzzle, engine: &dyn Engine) -> Count {
        let query = Query::new(puzzle).solutions(u64::MAX);
        query.run(engine).unwrap().count()
    }

    #[test]
    fn more_solutions_than_are_blocked_one_by_one_are_counted() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        assert_eq!(count(&empty, &Sat), Count::Exactly(288));
        let latin = Puzzle::empty(Geometry::with_boxes(1, 4).unwrap());
        assert_eq!(count(&latin, &Sat), Count::Exactly(576));
    }

    #[test]
    fn a_small_house_forbids_but_does_not_demand() {
        let corners = [Cell::from_index(0), Cell::from_index(15)];
        let geometry = Geometry::builder(4).boxes(2, 2).house(corners);
        let puzzle = Puzzle::empty(geometry.build().unwrap());
        assert_eq!(count(&puzzle, &Sat), Count::Exactly(288 - 72));
    }

    #[test]
    fn solutions_found_before_are_not_found_again() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        let found = Query::new(&empty).solutions(50).run(&Sat).unwrap().grids;
        let found: Vec<Vec<Digit>> = found.iter().map(|grid| grid.digits().to_vec()).collect();
        let mut observer = ();
        let mut search = Search::new(16, u64::MAX, u64::MAX, 0, &mut observer);
        let mut marks = Marks::<u16>::new(empty.geometry());
        assert!(marks.start(&empty, &mut search));
        assert!(search_from(&mut marks, &found, &mut search).is_continue());
        assert_eq!(search.finish().0.solutions, 288 - 50);
    }

    #[test]
    fn the_seed_changes_the_way_but_not_the_answer() {
        let line = "1.........2.........3.........4.....";
        let puzzle: Puzzle = line.parse().unwrap();
        let counts = [0, 1, 2].map(|seed| {
            let query = Query::new(&puzzle).solutions(u64::MAX).seed(seed);
            query.run(&Sat).unwrap().count()
        });
        assert_eq!(counts[0], count(&puzzle, &crate::engine::Csp));
        assert!(counts.iter().all(|other| *other == counts[0]), "{counts:?}");
    }
}

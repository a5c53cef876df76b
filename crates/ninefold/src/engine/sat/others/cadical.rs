//! The engine `cadical`: as `sat`, with CaDiCaL, the solver of A. Biere and others that
//! wins competitions, with its defaults.
//!
//! It is written in C++ and does not tell what it does, only how much it has done. So its
//! guesses and contradictions are counted when it comes back; a limit of nodes is given to
//! it as limits of both. How deep it went nobody knows.

use std::ops::ControlFlow;

use rustsat::solvers::{
    ControlSignal, LimitConflicts, LimitDecisions, Solve, SolverResult, Terminate,
};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, Statistic};

use super::{Solver, Start, Watch, n_clauses};
use crate::engine::sat::cdcl::Variable;
use crate::engine::{Engine, Search, Stop};
use crate::puzzle::Puzzle;

/// With more clauses it does without simplifying them between guesses: it looks at them all
/// then, for up to half a second, and cannot be stopped. The boards that one would compare
/// solvers on have a quarter of it.
const MOST_SIMPLIFIED: u64 = 100_000;

/// The largest seed that CaDiCaL takes.
const LARGEST_SEED: u64 = 2_000_000_000;

/// Singles and subsets to a fixpoint, then the SAT solver CaDiCaL; boards that are not too
/// large for it.
#[derive(Clone, Copy, Debug)]
pub struct Cadical;

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn about(&self) -> &'static str {
        "as sat, with the SAT solver CaDiCaL instead of our own: to compare"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        let Some(start) = Start::of(puzzle, search)? else {
            return ControlFlow::Continue(());
        };
        let seed = search.seed() % (LARGEST_SEED + 1);
        let watch = Watch::new(search);
        let mut solver = CaDiCaL::default();
        let groups = 0..start.groups.len();
        let n_clauses: u64 = groups.map(|group| n_clauses(&start.groups, group)).sum();
        if n_clauses > MOST_SIMPLIFIED {
            checked(solver.set_configuration(Config::Plain))?;
        }
        checked(solver.set_option("seed", seed as i32))?;
        // How many occasions to ask whether to stop it lets pass: usually ten.
        checked(solver.set_option("terminateint", 1))?;
        solver.attach_terminator(|| {
            watch.ask(Search::poll);
            match watch.is_over() {
                true => ControlSignal::Terminate,
                false => ControlSignal::Continue,
            }
        });
        let clauses = Clauses {
            solver,
            watch: &watch,
            clause: Vec::new(),
        };
        start.solve(clauses, &watch)
    }
}

struct Clauses<'w, 'a, 'b> {
    solver: CaDiCaL<'w, 'static>,
    watch: &'w Watch<'a, 'b>,
    /// The clause at hand, kept to save the making.
    clause: Vec<Lit>,
}

impl Clauses<'_, '_, '_> {
    fn add(&mut self, candidates: &[Variable], are_true: bool) -> ControlFlow<Stop> {
        let literals = candidates
            .iter()
            .map(|&candidate| Lit::new(candidate, !are_true));
        self.clause.clear();
        self.clause.extend(literals);
        checked(self.solver.add_clause_ref(self.clause.as_slice()))
    }

    /// Looks for a solution with as many guesses and contradictions as are left, and
    /// counts them.
    fn solve_within_limits(&mut self) -> ControlFlow<Stop, SolverResult> {
        let nodes_left = self.watch.search().nodes_left();
        // It counts no further than this, and then is asked again.
        let limit = Some(nodes_left.min(i32::MAX as u64) as u32);
        checked(self.solver.limit_decisions(limit))?;
        checked(self.solver.limit_conflicts(limit))?;
        let before = self.counts();
        let result = checked(self.solver.solve())?;
        let after = self.counts();
        let mut search = self.watch.search();
        search.unseen(after.0 - before.0, after.1 - before.1);
        ControlFlow::Continue(result)
    }

    /// Guesses and contradictions so far.
    fn counts(&self) -> (u64, u64) {
        let count = |statistic| self.solver.get_statistic(statistic);
        (count(Statistic::Decisions), count(Statistic::Conflicts))
    }
}

impl Solver for Clauses<'_, '_, '_> {
    fn one_of(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
        self.add(candidates, true)
    }

    fn not_all(&mut self, candidates: &[Variable]) -> ControlFlow<Stop> {
        self.add(candidates, false)
    }

    fn solve(&mut self) -> ControlFlow<Stop, bool> {
        loop {
            let result = self.solve_within_limits()?;
            let found = self.watch.unless_over(result == SolverResult::Sat)?;
            if result != SolverResult::Interrupted {
                return ControlFlow::Continue(found);
            }
            // One more, if it may.
            self.watch.search().node()?;
        }
    }

    fn holds(&self, candidate: Variable) -> bool {
        let value = self.solver.lit_val(Lit::positive(candidate));
        value.is_ok_and(|value| value == TernaryVal::True)
    }
}

/// What CaDiCaL says; all that it can complain of here is a lack of memory.
fn checked<T, E>(result: Result<T, E>) -> ControlFlow<Stop, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(_) => ControlFlow::Break(Stop::OutOfMemory),
    }
}

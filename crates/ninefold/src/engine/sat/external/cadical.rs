//! The engine `cadical`: as `sat`, with CaDiCaL, the solver of A. Biere and others that
//! wins competitions, with its defaults.
//!
//! It is written in C++ and reports only totals. So its decisions and conflicts are counted
//! after each call; a limit of nodes becomes a limit of both. The depth of the search is not
//! known.

use std::ops::ControlFlow;

use rustsat::solvers::{
    ControlSignal, LimitConflicts, LimitDecisions, Solve, SolverResult, Terminate,
};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, Statistic};

use super::{Callback, ExternalSolver, Start, n_clauses};
use crate::engine::sat::cdcl::Variable;
use crate::engine::{Engine, Search, Stop};
use crate::puzzle::Puzzle;

/// The number of clauses beyond which CaDiCaL runs without inprocessing, which visits all
/// clauses for up to half a second and cannot be stopped. The boards of our comparisons have
/// a quarter of this.
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

    fn title(&self) -> &'static str {
        "CaDiCaL"
    }

    fn about(&self) -> &'static str {
        "as sat, with the SAT solver CaDiCaL instead of our own: to compare"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        let Some(start) = Start::of(puzzle, search)? else {
            return ControlFlow::Continue(());
        };
        let seed = search.seed() % (LARGEST_SEED + 1);
        let callback = Callback::new(search);
        let mut solver = CaDiCaL::default();
        let groups = 0..start.groups.len();
        let n_clauses: u64 = groups.map(|group| n_clauses(&start.groups, group)).sum();
        if n_clauses > MOST_SIMPLIFIED {
            checked(solver.set_configuration(Config::Plain))?;
        }
        checked(solver.set_option("seed", seed as i32))?;
        // It polls the terminator at every occasion, by default at every tenth.
        checked(solver.set_option("terminateint", 1))?;
        solver.attach_terminator(|| {
            callback.ask(Search::poll);
            if callback.is_stopped() {
                ControlSignal::Terminate
            } else {
                ControlSignal::Continue
            }
        });
        let clauses = Clauses {
            solver,
            callback: &callback,
            clause: Vec::new(),
        };
        start.solve(clauses, &callback)
    }
}

struct Clauses<'w, 'a, 'b> {
    solver: CaDiCaL<'w, 'static>,
    callback: &'w Callback<'a, 'b>,
    /// Scratch space for a clause.
    clause: Vec<Lit>,
}

impl Clauses<'_, '_, '_> {
    /// Searches with a limit of decisions and conflicts, the number of nodes left, and counts
    /// them.
    fn solve_within_limits(&mut self) -> ControlFlow<Stop, SolverResult> {
        let nodes_left = self.callback.search().nodes_left();
        // Its limits are 32-bit; `solve` calls again after that many.
        let limit = Some(nodes_left.min(i32::MAX as u64) as u32);
        checked(self.solver.limit_decisions(limit))?;
        checked(self.solver.limit_conflicts(limit))?;
        let before = self.counts();
        let result = checked(self.solver.solve())?;
        let after = self.counts();
        let mut search = self.callback.search();
        search.unseen(after.0 - before.0, after.1 - before.1);
        ControlFlow::Continue(result)
    }

    /// Decisions and conflicts so far.
    fn counts(&self) -> (u64, u64) {
        let count = |statistic| self.solver.get_statistic(statistic);
        (count(Statistic::Decisions), count(Statistic::Conflicts))
    }
}

impl ExternalSolver for Clauses<'_, '_, '_> {
    fn add(&mut self, candidates: &[Variable], are_positive: bool) -> ControlFlow<Stop> {
        let literals = candidates
            .iter()
            .map(|&candidate| Lit::new(candidate, !are_positive));
        self.clause.clear();
        self.clause.extend(literals);
        checked(self.solver.add_clause_ref(self.clause.as_slice()))
    }

    fn solve(&mut self) -> ControlFlow<Stop, bool> {
        loop {
            let result = self.solve_within_limits()?;
            let found = self.callback.unless_stopped(result == SolverResult::Sat)?;
            if result != SolverResult::Interrupted {
                return ControlFlow::Continue(found);
            }
            // Fails if the budget of nodes is used up.
            self.callback.search().node()?;
        }
    }

    fn holds(&self, candidate: Variable) -> bool {
        let value = self.solver.lit_val(Lit::positive(candidate));
        value.is_ok_and(|value| value == TernaryVal::True)
    }
}

/// A result of CaDiCaL; the only error possible here is a lack of memory.
fn checked<T, E>(result: Result<T, E>) -> ControlFlow<Stop, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(_) => ControlFlow::Break(Stop::OutOfMemory),
    }
}

//! The engine `batsat`: as `sat`, with the solver of S. Cruanes and M. Hara, which is
//! MiniSat (N. Eén and N. Sörensson) in Rust, with its defaults.
//!
//! Its theory interface (as in DPLL(T)) reports when a decision level is opened or popped,
//! and these are counted here. Propagated literals are not reported, only solutions.

use std::ops::ControlFlow;

use batsat::clause::Kind;
use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, Var, lbool};

use super::{Callback, ExternalSolver, Start};
use crate::engine::sat::cdcl::Variable;
use crate::engine::{Engine, Search, Stop};
use crate::puzzle::Puzzle;

/// Singles and subsets to a fixpoint, then the SAT solver batsat; boards that are not too
/// large for it.
#[derive(Clone, Copy, Debug)]
pub struct Batsat;

impl Engine for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn title(&self) -> &'static str {
        "batsat"
    }

    fn about(&self) -> &'static str {
        "as sat, with the SAT solver batsat instead of our own: to compare"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        let Some(start) = Start::of(puzzle, search)? else {
            return ControlFlow::Continue(());
        };
        let options = options(search.seed());
        let callback = Callback::new(search);
        let mut solver = batsat::Solver::new(options, Events(&callback));
        let variables = (0..start.open.len()).map(|_| solver.new_var_default());
        let clauses = Clauses {
            variables: variables.collect(),
            solver,
            callback: &callback,
            clause: Vec::new(),
        };
        start.solve(clauses, &callback)
    }
}

/// The defaults; with a seed other than zero, the variables start in random order.
fn options(seed: u64) -> SolverOpts {
    let usual = SolverOpts::default();
    match seed {
        0 => usual,
        _ => SolverOpts {
            // Its random numbers are remainders modulo 2³¹ - 1, and zero stays zero.
            random_seed: (seed % 0x7fff_fffe + 1) as f64,
            rnd_init_act: true,
            ..usual
        },
    }
}

struct Clauses<'w, 'a, 'b> {
    solver: batsat::Solver<Events<'w, 'a, 'b>>,
    variables: Vec<Var>,
    callback: &'w Callback<'a, 'b>,
    /// Scratch space for a clause.
    clause: Vec<Lit>,
}

impl ExternalSolver for Clauses<'_, '_, '_> {
    fn add(&mut self, candidates: &[Variable], are_positive: bool) -> ControlFlow<Stop> {
        let literals = candidates
            .iter()
            .map(|&candidate| Lit::new(self.variables[candidate as usize], are_positive));
        self.clause.clear();
        self.clause.extend(literals);
        // The solver keeps track of unsatisfiability itself.
        let _is_sound = self.solver.add_clause_reuse(&mut self.clause);
        ControlFlow::Continue(())
    }

    fn solve(&mut self) -> ControlFlow<Stop, bool> {
        let mut guesses = Guesses {
            depth: 0,
            callback: self.callback,
        };
        let found = self.solver.solve_limited_th(&mut guesses, &[]);
        self.callback.unless_stopped(found == lbool::TRUE)
    }

    fn holds(&self, candidate: Variable) -> bool {
        self.solver.value_var(self.variables[candidate as usize]) == lbool::TRUE
    }
}

/// Counts learnt clauses and restarts, and stops the solver.
struct Events<'w, 'a, 'b>(&'w Callback<'a, 'b>);

impl Callbacks for Events<'_, '_, '_> {
    fn on_restart(&mut self) {
        self.0.search().restart();
    }

    fn on_new_clause(&mut self, _: &[Lit], kind: Kind) {
        if matches!(kind, Kind::Learnt) {
            self.0.search().learnt();
            self.0.ask(Search::node);
        }
    }

    fn stop(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Counts decisions, as an empty theory.
struct Guesses<'w, 'a, 'b> {
    depth: usize,
    callback: &'w Callback<'a, 'b>,
}

impl Theory for Guesses<'_, '_, '_> {
    fn final_check(&mut self, _: &mut TheoryArg<'_>) {}

    fn create_level(&mut self) {
        self.callback.ask(Search::node);
        self.depth += 1;
        self.callback.search().split(self.depth);
    }

    fn pop_levels(&mut self, n: usize) {
        for _ in 0..n {
            self.callback.search().backtrack(self.depth);
            self.depth -= 1;
        }
    }

    fn n_levels(&self) -> usize {
        self.depth
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("it propagates nothing")
    }
}

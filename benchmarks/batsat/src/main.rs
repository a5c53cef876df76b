//! batsat and the engine `sat` on the same boards, in turn: is it worth to have a solver of
//! our own?
//!
//! ```console
//! cargo run --release --manifest-path benchmarks/batsat/Cargo.toml -- FILE [SOLUTIONS [SECONDS]]
//! ```
//!
//! FILE has one puzzle a line, numbers with blanks between them, 0 for an empty cell, in
//! square boxes. Of batsat only the work on its clauses is timed (those of the candidates
//! that singles leave open, added and solved); of `sat` everything, singles included. Time
//! is that of the CPU. `sat` gives up after SECONDS;
//! batsat takes as long as it takes.

use std::ops::ControlFlow;
use std::time::Duration;
use std::{env, fs};

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use ninefold::engine::{Observer, Query, Sat};
use ninefold::{Cell, Digit, DigitSet, Geometry, Puzzle};

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let text = fs::read_to_string(&arguments[1]).expect("a file of puzzles");
    let number = |k: usize, usual: u64| arguments.get(k).map_or(usual, |n| n.parse().unwrap());
    let (wanted, seconds) = (number(2, 1), number(3, 60));
    let mut times = [Vec::new(), Vec::new()];
    for line in text.lines() {
        let puzzle = puzzle(line);
        let start = now();
        let mut watch = Watch {
            puzzle: &puzzle,
            end: start + Duration::from_secs(seconds),
        };
        let query = Query::new(&puzzle).solutions(wanted);
        let report = query.watch(&Sat, &mut watch).expect("it takes any board");
        let ours = now() - start;
        let groups = groups(&puzzle);
        let start = now();
        let found = batsat(&puzzle, &groups, wanted);
        let theirs = now() - start;
        println!(
            "sat {:9.2} ms ({} found), batsat {:9.2} ms ({found} found)",
            millis(ours),
            report.stats.solutions,
            millis(theirs),
        );
        times[0].push(ours);
        times[1].push(theirs);
    }
    for (name, mut times) in ["sat", "batsat"].into_iter().zip(times) {
        times.sort();
        let at = |share: usize| millis(times[(times.len() * share).div_ceil(100).max(1) - 1]);
        let (median, p90, worst) = (at(50), at(90), at(100));
        println!("{name:6}: median {median:.1} ms, p90 {p90:.1} ms, worst {worst:.1} ms");
    }
}

/// Judges every solution, and ends what takes too long.
struct Watch<'a> {
    puzzle: &'a Puzzle,
    end: Duration,
}

impl Observer for Watch<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        assert!(self.puzzle.is_solved_by(digits), "sat is wrong");
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        now() >= self.end
    }
}

fn puzzle(line: &str) -> Puzzle {
    let numbers = line.split_whitespace();
    let givens: Vec<Option<Digit>> = numbers
        .map(|word| Digit::new(word.parse().expect("a number")))
        .collect();
    Puzzle::new(Geometry::of_size(givens.len().isqrt()).unwrap(), givens)
}

/// What singles leave open, as groups of which exactly one holds.
fn groups(puzzle: &Puzzle) -> Vec<Vec<(Cell, Digit)>> {
    let geometry = puzzle.geometry();
    let mut marks: Vec<DigitSet> = geometry.cells().map(|cell| puzzle.allowed(cell)).collect();
    loop {
        let before = marks.clone();
        for house in geometry.houses() {
            let cells = geometry.cells_of(house);
            let (mut placed, mut once, mut twice) = (0u128, 0u128, 0u128);
            for cell in cells {
                let bits = marks[cell.index()].bits();
                placed |= if bits.count_ones() == 1 { bits } else { 0 };
                twice |= once & bits;
                once |= bits;
            }
            for cell in cells {
                let bits = marks[cell.index()].bits();
                if bits.count_ones() > 1 {
                    let hidden = bits & once & !twice;
                    let left = if hidden != 0 { hidden } else { bits & !placed };
                    marks[cell.index()] = DigitSet::from_bits(left);
                }
            }
        }
        if marks == before {
            break;
        }
    }
    let is_open = |cell: Cell| marks[cell.index()].bits().count_ones() > 1;
    let holds = |cell: Cell, digit: Digit| marks[cell.index()].bits() >> digit.index() & 1 == 1;
    let digits = || (0..geometry.size()).map(Digit::from_index);
    let mut groups: Vec<Vec<(Cell, Digit)>> = Vec::new();
    for cell in geometry.cells().filter(|&cell| is_open(cell)) {
        let of_cell = digits().filter(|&digit| holds(cell, digit));
        groups.push(of_cell.map(|digit| (cell, digit)).collect());
    }
    for house in geometry.houses() {
        for digit in digits() {
            let cells = geometry.cells_of(house).iter().copied();
            let places = cells.filter(|&cell| is_open(cell) && holds(cell, digit));
            let group: Vec<(Cell, Digit)> = places.map(|cell| (cell, digit)).collect();
            if !group.is_empty() {
                groups.push(group);
            }
        }
    }
    groups
}

/// How many solutions batsat finds, up to a limit.
fn batsat(puzzle: &Puzzle, groups: &[Vec<(Cell, Digit)>], wanted: u64) -> u64 {
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let mut solver = BasicSolver::default();
    let mut known: Vec<Option<Var>> = vec![None; geometry.n_cells() * size];
    let mut variables: Vec<Var> = Vec::new();
    let mut is_sound = true;
    for group in groups {
        let mut clause: Vec<Lit> = Vec::new();
        for &(cell, digit) in group {
            let variable = *known[cell.index() * size + digit.index()].get_or_insert_with(|| {
                let variable = solver.new_var_default();
                variables.push(variable);
                variable
            });
            clause.push(Lit::new(variable, true));
        }
        for (k, &one) in clause.iter().enumerate() {
            for &other in &clause[..k] {
                is_sound &= solver.add_clause_reuse(&mut vec![!one, !other]);
            }
        }
        is_sound &= solver.add_clause_reuse(&mut clause);
    }
    let mut found = 0;
    while is_sound && found < wanted && solver.solve_limited(&[]) == lbool::TRUE {
        found += 1;
        let held = variables
            .iter()
            .filter(|&&v| solver.value_var(v) == lbool::TRUE);
        let mut clause: Vec<Lit> = held.map(|&v| Lit::new(v, false)).collect();
        is_sound &= solver.add_clause_reuse(&mut clause);
    }
    found
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// How long this thread has worked, since some moment or other.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

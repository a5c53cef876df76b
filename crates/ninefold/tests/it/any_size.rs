//! Logic on boards of every size and shape: what is found on a large board must hold, and
//! must keep every digit of a solution that is known beforehand.
//!
//! The boards are made here, each from a seed: a filled grid by a rule, shuffled, then holes
//! and missing marks.

use std::ops::ControlFlow;

use ninefold::logic::{FINDERS, Options, Plan, Position, Step, Technique, Walk};
use ninefold::{Board, Cell, Digit, Geometry, Grid, Puzzle, Transformation};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The boxes of the boards, in rows and columns: 26×26, 30×30, 36×36, 42×42 and 49×49.
const BOXES: [(usize, usize); 5] = [(2, 13), (5, 6), (6, 6), (6, 7), (7, 7)];

/// Random numbers, the same every time.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }
}

/// A filled grid of these boxes. Each row begins where the one above it does, moved on by
/// the width of a box, and from band to band by one; then a random symmetry shuffles it.
fn filled(rows: usize, columns: usize, random: &mut Random) -> Grid {
    let geometry = Geometry::with_boxes(rows, columns).unwrap();
    let size = rows * columns;
    let digit = |cell: Cell| {
        let (row, column) = (cell.index() / size, cell.index() % size);
        Digit::new((row % rows * columns + row / rows + column) % size + 1)
    };
    let digits: Option<Vec<Digit>> = geometry.cells().map(digit).collect();
    let pattern = Grid::new(geometry.clone(), digits.unwrap()).unwrap();
    let symmetry = Transformation::random(&geometry, || random.0.next_u64());
    symmetry.grid(&pattern).unwrap()
}

/// The puzzle that is left of the grid with this share of holes, in percent.
fn punched(grid: &Grid, holes: usize, random: &mut Random) -> Puzzle {
    let geometry = grid.geometry();
    let mut given = |cell: Cell| (random.below(100) >= holes).then(|| grid.digit(cell));
    let givens: Vec<_> = geometry.cells().map(&mut given).collect();
    Puzzle::new(geometry.clone(), givens).unwrap()
}

/// Whether the step holds and leaves the solution as it is.
fn hold(step: &Step, puzzle: &Puzzle, solution: &Grid) {
    let notation = step.notation();
    assert_eq!(step.proved(puzzle), Ok(()), "{notation}");
    let mut placed = step.placements().iter();
    let mut gone = step.eliminations().iter();
    assert!(
        placed.all(|c| solution.digit(c.cell) == c.digit)
            && gone.all(|c| solution.digit(c.cell) != c.digit),
        "{notation}: loses a digit of the solution"
    );
}

/// Every technique that does not assume a unique solution.
fn plan() -> Plan {
    let plan = Plan::usual().without_uniqueness();
    plan.without(&[Technique::BruteForce])
}

#[test]
fn steps_hold_on_boards_above_25() {
    let mut random = Random::new(1);
    for (rows, columns) in BOXES {
        let solution = filled(rows, columns, &mut random);
        let puzzle = punched(&solution, 40, &mut random);
        assert!(puzzle.is_solved_by(solution.digits()));
        let mut walk = Walk::new(&puzzle, plan());
        let mut n_steps = 0;
        while n_steps < 100
            && let Some(step) = walk.look()
        {
            hold(&step, &puzzle, &solution);
            walk.apply(&step);
            n_steps += 1;
        }
        assert!(n_steps > 10, "{rows}x{columns}: {n_steps} steps");
    }
}

#[test]
fn every_finder_reports_steps_that_hold_on_boards_above_25() {
    // Most marks that are not of the solution are rubbed out, so that there is much to see.
    let mut random = Random::new(2);
    let mut seen: Vec<Technique> = Vec::new();
    for (rows, columns) in BOXES {
        let solution = filled(rows, columns, &mut random);
        let puzzle = punched(&solution, 35, &mut random);
        let mut board = Board::new(&puzzle);
        for cell in puzzle.geometry().cells() {
            for digit in board.candidates(cell).iter() {
                if digit != solution.digit(cell) && random.below(10) < 7 {
                    board.eliminate(cell, digit);
                }
            }
        }
        let position = Position::new(&puzzle, &board);
        let wanted = FINDERS.iter().filter(|finder| finder.usual);
        for finder in wanted.filter(|finder| finder.technique != Technique::BruteForce) {
            let mut n_reported = 0;
            let options = Options::default();
            _ = finder.each(&position, &options, &mut |step| {
                if step.technique().assumes_unique() {
                    return ControlFlow::Break(());
                }
                hold(&step, &puzzle, &solution);
                seen.push(step.technique());
                n_reported += 1;
                match n_reported {
                    5 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
        }
    }
    // One of each family that is to be found on every board.
    for wanted in [
        Technique::HiddenSingle,
        Technique::NakedTriple,
        Technique::HiddenPair,
        Technique::LockedCandidates1,
        Technique::XWing,
        Technique::FinnedSwordfish,
        Technique::XYWing,
        Technique::WXYZWing,
        Technique::SimpleColorsTrap,
        Technique::XYChain,
        Technique::AlsXz,
        Technique::SueDeCoq,
    ] {
        assert!(seen.contains(&wanted), "no {wanted} was found");
    }
    let loops = [
        Technique::ContinuousNiceLoop,
        Technique::DiscontinuousNiceLoop,
        Technique::Aic,
    ];
    assert!(seen.iter().any(|technique| loops.contains(technique)));
}

#[test]
fn the_largest_board_can_be_looked_at() {
    let mut random = Random::new(3);
    let solution = filled(11, 11, &mut random);
    let puzzle = punched(&solution, 5, &mut random);
    let mut walk = Walk::new(&puzzle, plan());
    while let Some(step) = walk.look() {
        if walk.position().n_empty().is_multiple_of(50) {
            hold(&step, &puzzle, &solution);
        }
        walk.apply(&step);
    }
    assert!(walk.is_solved());
    assert_eq!(walk.position().board().grid(), Some(solution));
}

#[test]
fn a_walk_ends_when_its_caller_stops_it() {
    let mut random = Random::new(4);
    let solution = filled(6, 6, &mut random);
    let puzzle = punched(&solution, 40, &mut random);
    let mut walk = Walk::new(&puzzle, plan()).stop_when(|| true);
    assert!(walk.next().is_none() && walk.is_over() && !walk.is_solved());
    let stops = |finder: &&ninefold::logic::Finder| {
        let mut position = Position::new(&puzzle, &Board::new(&puzzle));
        position.stop_when(|| true);
        // Finders of singles do not poll: they never take long.
        finder.all(&position, &Options::default()).is_empty()
    };
    let others = FINDERS.iter().skip(3);
    assert!(others.filter(|finder| !stops(finder)).count() == 0);
}

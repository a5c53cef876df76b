//! Are canonical forms the same for all isomorphs, and how long do they take?
//!
//! ```text
//! forms 1000000 7 puzzles.txt…        a million isomorphs, by seed 7
//! ```
//!
//! Each line begins with a classic puzzle that has one solution. Isomorphs are drawn evenly;
//! both forms of each, and that of its solution, must be those of the puzzle, with every
//! kind of vector instructions that the CPU has. The first that differs is printed, and the
//! program ends with 1. Then it prints the CPU time of a form, best of five rounds over the
//! puzzles, on one thread; the solution form with the time of `Batch9` for the solutions.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use ninefold::canon::FormFinder;
use ninefold::engine::{self, Batch9, Puzzles};
use ninefold::{Digit, Geometry, Puzzle, Transformation};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

type Board = [u8; 81];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [shuffles, seed, files @ ..] = arguments.as_slice() else {
        return Err("expected the number of shuffles, a seed, and files".into());
    };
    let puzzles = read(files)?;
    if puzzles.is_empty() {
        return Err("expected a puzzle".into());
    }
    let (solutions, counts) = solve(&puzzles)?;
    if let Some(place) = counts.iter().position(|&count| count != 1) {
        return Err(format!(
            "expected one solution, found others: {}",
            text(&puzzles[place])
        )
        .into());
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.parse()?);
    let mut canons = Vec::new();
    for lanes in engine::lanes().filter(|&lanes| lanes != "auto") {
        canons.push((
            lanes,
            FormFinder::with_lanes(lanes).ok_or("expected these lanes to be here")?,
        ));
    }
    let n: usize = shuffles.parse()?;
    let classic = Geometry::classic();
    for k in 0..n {
        let (puzzle, solution) = (&puzzles[k % puzzles.len()], &solutions[k % puzzles.len()]);
        let shuffle = Transformation::random(&classic, || random.next_u64());
        let (isomorph, solved) = (moved(&shuffle, puzzle), moved(&shuffle, solution));
        // One kind of lanes in turn for the puzzle, another for the isomorph.
        let n_kinds = canons.len();
        let (_, canon) = &mut canons[k % n_kinds];
        let expected = forms(canon, puzzle, solution)?;
        let (lanes, canon) = &mut canons[k / n_kinds % n_kinds];
        if forms(canon, &isomorph, &solved)? != expected {
            println!("{}\n{}\nwith {lanes}", text(puzzle), text(&isomorph));
            return Ok(ExitCode::FAILURE);
        }
    }
    println!(
        "{n} isomorphs of {} puzzles have the forms of the puzzles",
        puzzles.len()
    );
    measure(&puzzles, &solutions)?;
    Ok(ExitCode::SUCCESS)
}

/// Both forms of a puzzle, and that of its solution.
fn forms(
    canon: &mut FormFinder,
    puzzle: &Board,
    solution: &Board,
) -> Result<[Board; 3], Box<dyn Error>> {
    let by_solution = canon
        .solution9(puzzle, solution)
        .ok_or("expected its solution")?;
    Ok([
        canon.minlex9(puzzle)?,
        by_solution,
        canon.minlex9(solution)?,
    ])
}

fn measure(puzzles: &[Board], solutions: &[Board]) -> Result<(), Box<dyn Error>> {
    let mut canon = FormFinder::new();
    let mut checksum = 0_u64;
    let mut add = |form: &Board| checksum = checksum.rotate_left(1) ^ u64::from(form[80]);
    let mut best = [f64::MAX; 4];
    for _ in 0..5 {
        best[0] = best[0].min(cpu_time(|| {
            for solution in solutions {
                add(&canon.minlex9(solution).expect("a grid has a form"));
            }
        }));
        best[1] = best[1].min(cpu_time(|| {
            for puzzle in puzzles {
                add(&canon.minlex9(puzzle).expect("a proper puzzle has a form"));
            }
        }));
        best[2] = best[2].min(cpu_time(|| {
            for (puzzle, solution) in puzzles.iter().zip(solutions) {
                add(&canon
                    .solution9(puzzle, solution)
                    .expect("it is its solution"));
            }
        }));
        best[3] = best[3].min(cpu_time(|| {
            let (_, counts) = solve(puzzles).expect("each puzzle has room for its answer");
            assert_eq!(counts.len(), puzzles.len());
        }));
    }
    let [grid, minlex, solution, solving] = best.map(|time| time / puzzles.len() as f64 * 1e6);
    println!("a grid {grid:.2} µs, minlex {minlex:.2} µs, solution {solution:.2} µs");
    println!(
        "with solving {:.2} µs (checksum {checksum:016x})",
        solution + solving
    );
    Ok(())
}

fn solve(puzzles: &[Board]) -> Result<(Vec<Board>, Vec<u8>), Box<dyn Error>> {
    let n = puzzles.len();
    let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
    let lines = Puzzles::lines(puzzles.as_flattened(), 81);
    Batch9::new().solve(lines, 2, &mut solutions, &mut counts)?;
    Ok((solutions, counts))
}

fn read(files: &[String]) -> Result<Vec<Board>, Box<dyn Error>> {
    let mut puzzles = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        for puzzle in words.filter_map(|word| word.parse::<Puzzle>().ok()) {
            puzzles.extend(Board::try_from(puzzle.to_string().into_bytes()));
        }
    }
    Ok(puzzles)
}

fn moved(shuffle: &Transformation, board: &Board) -> Board {
    let mut moved = [b'.'; 81];
    for cell in shuffle.source().cells() {
        let digit = Digit::new(usize::from(board[cell.index()].wrapping_sub(b'0')));
        if let Some(digit) = digit.filter(|digit| digit.value() <= 9) {
            moved[shuffle.cell(cell).index()] = b'0' + shuffle.digit(digit).value() as u8;
        }
    }
    moved
}

fn text(board: &Board) -> String {
    String::from_utf8_lossy(board).into_owned()
}

/// The CPU time of this thread in seconds.
#[cfg(unix)]
fn cpu_time(work: impl FnOnce()) -> f64 {
    use rustix::time::{ClockId, clock_gettime};

    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let start = now();
    work();
    now() - start
}

#[cfg(not(unix))]
fn cpu_time(work: impl FnOnce()) -> f64 {
    let start = std::time::Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

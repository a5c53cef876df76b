//! A fixed piece of work, the same on every machine: one engine, every puzzle of a file.
//! `benchmarks/instructions` counts what it takes.
//!
//! ```text
//! work fast9:lanes=avx2 crates/ninefold-cli/data/bench/easy.txt 10
//! ```
//!
//! does the file ten times over and prints a checksum of the answers, so that nothing can
//! be left out. With `batch9:lanes=avx2` it is one batch of ten times the file, counting to
//! two. It ends with 3 if the engine is not for this machine or these puzzles.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::{env, fs};

use ninefold::engine::{self, Batch9, Engine, Observer, Puzzles, Query, Unsupported};
use ninefold::format::{self, ReadOptions};
use ninefold::{Digit, Puzzle};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [engine, file, times] = arguments.as_slice() else {
        return Err("expected an engine, a file, and how many times".into());
    };
    let puzzles = read(&fs::read_to_string(file)?)?;
    if let Some(lanes) = engine.strip_prefix("batch9:lanes=") {
        let Some(batch) = Batch9::with_lanes(lanes) else {
            return Ok(ExitCode::from(3));
        };
        let lines: String = puzzles.iter().map(ToString::to_string).collect();
        let lines = lines.repeat(times.parse()?);
        println!(
            "{} puzzles, checksum {:016x}",
            puzzles.len(),
            solve_all_at_once(&lines, batch)
        );
        return Ok(ExitCode::SUCCESS);
    }
    let engine = engine::find(engine)?;
    if puzzles.iter().any(|puzzle| engine.accepts(puzzle).is_err()) {
        return Ok(ExitCode::from(3));
    }
    let checksum = solve_all(&puzzles, engine.as_ref(), times.parse()?)?;
    println!("{} puzzles, checksum {checksum:016x}", puzzles.len());
    Ok(ExitCode::SUCCESS)
}

/// What is counted: not starting up, not reading. It must keep its name and its place, because
/// `benchmarks/instructions` counts by it.
#[inline(never)]
fn solve_all(puzzles: &[Puzzle], engine: &dyn Engine, times: u32) -> Result<u64, Unsupported> {
    let mut checksum = Checksum(0);
    for _ in 0..times {
        for puzzle in puzzles {
            let report = Query::new(puzzle).watch(engine, &mut checksum)?;
            checksum.add(report.stats.solutions);
        }
    }
    Ok(checksum.0)
}

/// What is counted of a batch.
#[inline(never)]
fn solve_all_at_once(lines: &str, mut batch: Batch9) -> u64 {
    let n = lines.len() / 81;
    let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
    let puzzles = Puzzles::lines(lines.as_bytes(), 81);
    let solved = batch.solve(puzzles, 2, &mut solutions, &mut counts);
    solved.expect("each puzzle has room for its answer");
    let mut checksum = Checksum(0);
    for (solution, count) in solutions.iter().zip(counts) {
        checksum.add(u64::from(count));
        solution
            .iter()
            .for_each(|&byte| checksum.add(u64::from(byte)));
    }
    checksum.0
}

fn read(text: &str) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let reader = format::line_reader(text, &ReadOptions::default());
    let reader = reader.ok_or("expected one puzzle a line")?;
    let records = text.lines().filter_map(|line| reader.read(line));
    records.map(|read| Ok(read?.puzzle)).collect()
}

/// What was found, in one number.
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, number: u64) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(number);
    }
}

impl Observer for Checksum {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        digits
            .iter()
            .for_each(|digit| self.add(digit.value() as u64));
        ControlFlow::Continue(())
    }
}

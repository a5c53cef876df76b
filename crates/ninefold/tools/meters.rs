//! Do the meters of `inspect` measure what they promise, and how long do they take?
//!
//! ```text
//! meters 10000 7 puzzles.txt…        ten thousand puzzles, by seed 7
//! ```
//!
//! Each line begins with a classic puzzle. Most of them lose some clues at random, up to five, as
//! long as they have at most 5,000 solutions. Then true candidates must be the union of all
//! solutions, completing clues those that leave one solution when they are put in one by one,
//! redundant clues those that leave as many solutions when they are taken away one by one, and a
//! puzzle is minimal if there are none. The first puzzle that differs is printed, and the program
//! ends with 1. Then it prints the CPU time of each meter in milliseconds: mean, 99th of a hundred and
//! most, on one thread.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::process::ExitCode;

use ninefold::canon::FormFinder;
use ninefold::inspect::{self, Card, Limits};
use ninefold::random::{Draw, Random};
use ninefold::{Candidate, Cell, Count, Puzzle};

/// How many solutions are gone through at most.
const MOST: u32 = 5000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [n, seed, files @ ..] = arguments.as_slice() else {
        return Err("expected the number of puzzles, a seed, and files".into());
    };
    let puzzles = read(files)?;
    if puzzles.is_empty() {
        return Err("expected a puzzle".into());
    }
    let (n, seed): (usize, u64) = (n.parse()?, seed.parse()?);
    let mut tested = Vec::new();
    let mut forms = FormFinder::new();
    let mut kinds = [0; 3];
    for index in 0..n {
        let puzzle = thinned(&puzzles[index % puzzles.len()], seed, index);
        let card = inspect::card(&puzzle, seed, &mut forms, limits(&puzzle));
        if let Some(fault) = fault(&puzzle, &card) {
            println!("{puzzle}: {fault}");
            return Ok(ExitCode::FAILURE);
        }
        kinds[match card.count {
            Count::Exactly(1) => 0,
            Count::Exactly(..=2000) => 1,
            _ => 2,
        }] += 1;
        tested.push(puzzle);
    }
    let [one, few, many] = kinds;
    println!("{n} puzzles: {one} with one solution, {few} with up to 2000, {many} with more");
    measure(&tested);
    Ok(ExitCode::SUCCESS)
}

fn limits(puzzle: &Puzzle) -> Limits<'static> {
    Limits::of(puzzle.geometry())
}

/// The puzzle without some of its clues, but not with too many solutions.
fn thinned(puzzle: &Puzzle, seed: u64, index: usize) -> Puzzle {
    let mut random = Random::stream(seed, index as u64);
    let mut thinned = puzzle.clone();
    for _ in 0..random.below(6) {
        let clues: Vec<Cell> = clues(&thinned).map(|clue| clue.cell).collect();
        let mut fewer = thinned.clone();
        fewer.set(clues[random.below(clues.len())], None);
        if !all(&fewer).is_complete() {
            break;
        }
        thinned = fewer;
    }
    thinned
}

fn all(puzzle: &Puzzle) -> inspect::Census {
    inspect::census(puzzle, MOST, limits(puzzle).nodes(u64::MAX))
}

fn clues(puzzle: &Puzzle) -> impl Iterator<Item = Candidate> {
    let cells = puzzle.geometry().cells();
    cells.filter_map(|cell| {
        let digit = puzzle.given(cell)?;
        Some(Candidate { cell, digit })
    })
}

/// What is wrong with a card, if anything is.
fn fault(puzzle: &Puzzle, card: &Card) -> Option<&'static str> {
    let census = all(puzzle);
    let mut cells = puzzle.geometry().cells();
    if card.count != census.count() {
        return Some("another number of solutions");
    }
    if !card.candidates.is_complete() || !card.redundant.is_complete || !card.completing.is_complete
    {
        return Some("something is not known");
    }
    if !cells.all(|cell| card.candidates.of(cell) == census.digits(cell)) {
        return Some("true candidates are not those of all solutions");
    }
    let without = |clue: &Candidate| {
        let mut without = puzzle.clone();
        without.set(clue.cell, None);
        all_up_to(&without, census.count())
    };
    let redundant: Vec<Candidate> = clues(puzzle)
        .filter(|clue| without(clue) == census.count())
        .collect();
    if card.redundant.found != redundant {
        return Some("other clues can be taken away one by one");
    }
    let is_minimal = census.count() == Count::Exactly(1) && redundant.is_empty();
    if card.is_minimal() != Some(is_minimal) {
        return Some("minimal or not");
    }
    let mut spare = puzzle.clone();
    for clue in &card.spare {
        spare.set(clue.cell, None);
    }
    if all_up_to(&spare, census.count()) != census.count() {
        return Some("clues cannot go together");
    }
    let completing: BTreeSet<Candidate> = card.completing.found.iter().copied().collect();
    for cell in puzzle.geometry().cells() {
        for digit in puzzle.geometry().digits() {
            let clue = Candidate { cell, digit };
            let is_one = census.times(cell, digit) == 1 && census.count() != Count::Exactly(1);
            if completing.contains(&clue) != is_one {
                return Some("completing clues");
            }
        }
    }
    None
}

/// The number of solutions, or that there are more than `count`.
fn all_up_to(puzzle: &Puzzle, count: Count) -> Count {
    let Count::Exactly(count) = count else {
        unreachable!("all solutions were counted")
    };
    inspect::solution_count(puzzle, count + 1, limits(puzzle).nodes(u64::MAX))
}

/// Prints the time of each meter.
fn measure(puzzles: &[Puzzle]) {
    let mut forms = FormFinder::new();
    let time = |name: &str, meter: &mut dyn FnMut(&Puzzle)| {
        let mut times: Vec<f64> = puzzles
            .iter()
            .map(|puzzle| cpu_time(|| meter(puzzle)))
            .collect();
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let (high, most) = (times[times.len() * 99 / 100], times[times.len() - 1]);
        println!(
            "{name:17} mean {:7.3} ms, 99 % {:7.3} ms, most {:7.3} ms",
            mean * 1e3,
            high * 1e3,
            most * 1e3
        );
    };
    time("true candidates", &mut |puzzle| {
        inspect::true_candidates(puzzle, limits(puzzle));
    });
    time("completing clues", &mut |puzzle| {
        inspect::completing_clues(puzzle, limits(puzzle));
    });
    time("redundant clues", &mut |puzzle| {
        inspect::redundant_clues(puzzle, limits(puzzle));
    });
    time("spare clues", &mut |puzzle| {
        inspect::spare_clues(puzzle, limits(puzzle));
    });
    time("pattern symmetry", &mut |puzzle| {
        inspect::pattern_symmetry(puzzle);
    });
    time("smallest form", &mut |puzzle| {
        let _ = forms.minlex(puzzle);
    });
    time("backdoor", &mut |puzzle| {
        if let ninefold::Answer::One(solution) = ninefold::solve(puzzle) {
            inspect::backdoor(puzzle, &solution, limits(puzzle));
        }
    });
    let mut forms = FormFinder::new();
    time("the whole card", &mut |puzzle| {
        inspect::card(puzzle, 0, &mut forms, limits(puzzle));
    });
}

fn read(files: &[String]) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let mut puzzles = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        puzzles.extend(words.filter_map(|word| word.parse::<Puzzle>().ok()));
    }
    Ok(puzzles)
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

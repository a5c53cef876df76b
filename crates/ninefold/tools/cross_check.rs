//! Do the fast engines agree? Random puzzles for all of them, as many as there is time for.
//!
//! ```text
//! cross_check 10000000 7        ten million puzzles, by seed 7
//! ```
//!
//! `fast9` and `batch9` with every kind of vector instructions that the CPU has, and the
//! batch as users get it, must count as `csp` does, up to two; of one puzzle in a thousand
//! the classroom's `dancing-links` and `pencil-marks` are asked too. Every solution is
//! checked, and if there is only one it must be the same. The first puzzle on which they
//! differ is printed, and the program ends with 1.
//!
//! Puzzles are solved grids with holes (one solution or many), the same with a digit too
//! many or a wrong one (mostly none), hard ones in disguise with a given changed or lost,
//! digits thrown anywhere, and in every eighth batch marks in all cells.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use ninefold::engine::{self, Batch9, Engine, Puzzles, Query, solve_bytes};
use ninefold::{Digit, DigitSet, Geometry, Puzzle, Transformation};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const HARD: &str = include_str!("../../ninefold-cli/data/bench/hard.txt");
const BATCH: usize = 4000;
const LIMIT: u8 = 2;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |k: usize, default| arguments.get(k).map_or(Ok(default), |text| text.parse());
    let (n, seed) = (number(0, 1_000_000)?, number(1, 1)?);
    let mut engines = Engines::new()?;
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut shares = [0_u64; 3];
    let mut done = 0;
    for batch in 0_u64.. {
        let size = BATCH.min((n - done) as usize);
        let marks = batch % 8 == 7;
        let puzzles: Vec<Vec<u8>> = (0..size).map(|_| dice.puzzle(marks)).collect();
        match engines.check(&puzzles, marks, done) {
            Ok(counts) => counts.iter().for_each(|&k| shares[usize::from(k)] += 1),
            Err(difference) => {
                println!("{difference}");
                return Ok(ExitCode::FAILURE);
            }
        }
        done += size as u64;
        if batch % 25 == 24 || done == n {
            let [none, unique, many] = shares;
            println!(
                "{done} agree: {unique} with one solution, {none} with none, {many} with more"
            );
        }
        if done == n {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// All that are compared.
struct Engines {
    /// By itself, the first of them the judge.
    each: Vec<(String, Box<dyn Engine>)>,
    /// Asked now and then.
    sometimes: Vec<(String, Box<dyn Engine>)>,
    batches: Vec<(String, Batch9)>,
}

impl Engines {
    fn new() -> Result<Engines, Box<dyn Error>> {
        let mut each = vec!["csp".to_owned()];
        let mut batches = vec![("solve_many".to_owned(), Batch9::new())];
        for lanes in engine::lanes().filter(|lanes| *lanes != "auto") {
            each.push(format!("fast9:lanes={lanes}"));
            let batch = Batch9::with_lanes(lanes).ok_or("expected these lanes to be here")?;
            batches.push((format!("batch9, {lanes}"), batch));
        }
        let find = |name: String| engine::find(&name).map(|engine| (name, engine));
        let sometimes = ["dancing-links", "pencil-marks"].map(str::to_owned);
        Ok(Engines {
            each: each.into_iter().map(find).collect::<Result<_, _>>()?,
            sometimes: sometimes.into_iter().map(find).collect::<Result<_, _>>()?,
            batches,
        })
    }

    /// The counts that all agree on, or where they differ.
    fn check(&mut self, puzzles: &[Vec<u8>], marks: bool, before: u64) -> Result<Vec<u8>, String> {
        let bytes = puzzles.concat();
        let read = |bytes: &[u8]| {
            if marks {
                of_marks(bytes)
            } else {
                of_line(bytes)
            }
        };
        let mut judged: Vec<(u8, Vec<u8>)> = Vec::new();
        for (k, line) in puzzles.iter().enumerate() {
            let puzzle = read(line);
            let rare = (before + k as u64).is_multiple_of(1000);
            let rarely = self.sometimes.iter().filter(|_| rare);
            let mut answers = Vec::new();
            for (name, engine) in self.each.iter().chain(rarely) {
                let query = Query::new(&puzzle).solutions(u64::from(LIMIT));
                let report = query.run(engine.as_ref()).map_err(|e| e.to_string())?;
                let sound = report
                    .grids
                    .iter()
                    .all(|grid| puzzle.is_solved_by(grid.digits()));
                let first = report
                    .grids
                    .first()
                    .map(|grid| grid.to_string().into_bytes());
                let answer = (
                    report.stats.solutions as u8,
                    first.unwrap_or(vec![b'.'; 81]),
                );
                let expected = answers.first().unwrap_or(&answer);
                if !sound || !same(expected, &answer) {
                    return Err(differ(line, name, expected, &answer));
                }
                answers.push(answer);
            }
            judged.push(answers.swap_remove(0));
        }
        for (name, batch) in &mut self.batches {
            let n = puzzles.len();
            let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
            let puzzles_in_memory = if marks {
                Puzzles::sukaku(&bytes, 729)
            } else {
                Puzzles::lines(&bytes, 81)
            };
            let solved = batch.solve(puzzles_in_memory, LIMIT, &mut solutions, &mut counts);
            solved.expect("each puzzle has room for its answer");
            for (k, expected) in judged.iter().enumerate() {
                let answer = (counts[k], solutions[k].to_vec());
                let solved = of_line(&answer.1)
                    .givens()
                    .iter()
                    .copied()
                    .collect::<Option<Vec<Digit>>>();
                let sound = match solved {
                    Some(digits) => counts[k] > 0 && read(&puzzles[k]).is_solved_by(&digits),
                    None => counts[k] == 0 && answer.1 == [b'.'; 81],
                };
                if !sound || !same(expected, &answer) {
                    return Err(differ(&puzzles[k], name, expected, &answer));
                }
            }
        }
        Ok(judged.into_iter().map(|(count, _)| count).collect())
    }
}

/// Which of two solutions comes first is the engine's affair.
fn same(a: &(u8, Vec<u8>), b: &(u8, Vec<u8>)) -> bool {
    a.0 == b.0 && (a.0 == LIMIT || a.1 == b.1)
}

fn differ(puzzle: &[u8], name: &str, expected: &(u8, Vec<u8>), found: &(u8, Vec<u8>)) -> String {
    let text = String::from_utf8_lossy;
    let answer = |(count, solution): &(u8, Vec<u8>)| format!("{count} {}", text(solution));
    let (expected, found) = (answer(expected), answer(found));
    format!("{}\ncsp: {expected}\n{name}: {found}", text(puzzle))
}

fn of_line(line: &[u8]) -> Puzzle {
    let given =
        |byte: &u8| Digit::new(usize::from(byte.wrapping_sub(b'0'))).filter(|d| d.value() < 10);
    Puzzle::new(
        Geometry::classic(),
        line.iter().map(given).collect::<Vec<_>>(),
    )
    .expect("a line has 81 cells")
}

fn of_marks(marks: &[u8]) -> Puzzle {
    let bit = |byte: &u8| 1_u128.checked_shl(u32::from(byte.wrapping_sub(b'1')));
    let set = |cell: &[u8]| cell.iter().filter_map(bit).fold(0, |all, bit| all | bit) & 0x1ff;
    let sets = marks.chunks(9).map(|cell| DigitSet::from_bits(set(cell)));
    Puzzle::empty(Geometry::classic())
        .with_marks(sets.collect::<Vec<_>>())
        .expect("a line has marks for 81 cells")
}

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn digit(&mut self) -> u8 {
        b'1' + self.below(9) as u8
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|k| k);
        (1..N).for_each(|k| order.swap(k, self.below(k + 1)));
        order
    }

    fn puzzle(&mut self, marks: bool) -> Vec<u8> {
        if marks {
            return self.marks();
        }
        let mut line = match self.below(100) {
            0 => self.hard(),
            1..5 => vec![b'.'; 81],
            _ => self.solved_with_holes(),
        };
        match self.below(12) {
            0..5 => {}
            5..9 => line[self.below(81)] = self.digit(),
            9 => line[self.below(81)] = b'.',
            _ => (0..self.below(12)).for_each(|_| line[self.below(81)] = self.digit()),
        }
        line
    }

    fn solved_with_holes(&mut self) -> Vec<u8> {
        let mut line = self.solved();
        let holes = 30 + self.below(30);
        let order: [usize; 81] = self.shuffled();
        order[..holes].iter().for_each(|&cell| line[cell] = b'.');
        line
    }

    /// Three boxes that do not see each other, filled anyhow; the rest follows.
    fn solved(&mut self) -> Vec<u8> {
        let (mut line, mut solution) = ([b'.'; 81], [0; 81]);
        for start in [0, 30, 60] {
            let digits: [usize; 9] = self.shuffled();
            for (k, digit) in digits.into_iter().enumerate() {
                line[start + k / 3 * 9 + k % 3] = b'1' + digit as u8;
            }
        }
        solve_bytes(&line, 1, &mut solution);
        self.disguised(&solution)
    }

    fn hard(&mut self) -> Vec<u8> {
        let lines: Vec<&str> = HARD.lines().filter(|line| !line.starts_with('#')).collect();
        let line = lines[self.below(lines.len())].as_bytes();
        self.disguised(&line[..81])
    }

    /// The same puzzle after a random symmetry of the board.
    fn disguised(&mut self, line: &[u8]) -> Vec<u8> {
        let puzzle = of_line(line);
        let symmetry = Transformation::random(puzzle.geometry(), || self.0.next_u64());
        let disguised = symmetry.puzzle(&puzzle);
        let disguised = disguised.expect("it is one of the classic board");
        disguised.to_string().into_bytes()
    }

    /// A solved grid with more or fewer digits beside those, and sometimes one missing.
    fn marks(&mut self) -> Vec<u8> {
        let solved = self.solved();
        let (often, missing) = (1 + self.below(4), self.below(243));
        let mut marks = Vec::new();
        for (cell, digit) in solved.into_iter().enumerate() {
            for mark in b'1'..=b'9' {
                let own = mark == digit && cell != missing;
                let there = own || mark != digit && self.below(10) < often;
                marks.push(if there { mark } else { b'.' });
            }
        }
        marks
    }
}

//! `solve`, `check` and `count`: how many solutions there are, and the first of them.
//!
//! ```text
//!  rows ──read──▶ boards, side by side ──Batch9──▶ solutions, counts
//!                 (rows that are no puzzles are left out, and the answers moved to their rows)
//! ```

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Mutex;

use ninefold::Query;
use ninefold::engine::{Batch9, Fast9, Observer, Puzzles};

use crate::answers::{Answers, Column, Field, Kind, Values};
use crate::each::{Done, each_row};
use crate::rows::{Fault, Row, Rows};
use crate::threads::{Stopped, Threads, lock};
use crate::{Operation, Signature};

/// The first solution, and the number of solutions up to two.
///
/// | column | | null if |
/// |---|---|---|
/// | `solution` | the only solution, or the first of several | there is none |
/// | `n_solutions` | 0, 1, or 2 for two or more | the row is no puzzle |
#[derive(Clone, Copy, Debug)]
pub struct Solve;

/// The verdict in a word: `unique`, `multiple`, `none`, or `invalid` if givens clash.
#[derive(Clone, Copy, Debug)]
pub struct Check;

/// The number of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The number to stop at, or none to count them all, however long it takes.
    pub limit: Option<u64>,
}

impl Solve {
    const FIELDS: [Field; 2] = [
        Field::new("solution", Kind::Text),
        Field::new("n_solutions", Kind::Int8),
    ];
}

impl Operation for Solve {
    fn signature(&self) -> Signature {
        Signature {
            name: "solve",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let counted = Counted::new(rows, 2, threads)?;
        let counts = counted.counts.into_iter().map(|count| count as i8);
        let counts: Vec<i8> = counts.collect();
        let solved = counts.iter().map(|count| *count > 0).collect();
        let [solution, n_solutions] = Self::FIELDS;
        Ok(Answers {
            columns: vec![
                Column::new(solution, Values::Lines(counted.solutions), solved),
                Column::new(n_solutions, Values::Int8(counts), counted.valid),
            ],
            faults: counted.faults,
        })
    }
}

impl Check {
    const FIELDS: [Field; 1] = [Field::new("verdict", Kind::Text)];
}

impl Operation for Check {
    fn signature(&self) -> Signature {
        Signature {
            name: "check",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let counted = Counted::new(rows, 2, threads)?;
        let word = |(row, count): (usize, &u8)| match count {
            _ if !counted.valid[row] => "",
            0 if clashes(rows, row) => "invalid",
            0 => "none",
            1 => "unique",
            _ => "multiple",
        };
        let words = counted.counts.iter().enumerate().map(word);
        let words = Values::Text(words.map(Cow::Borrowed).collect());
        Ok(Answers {
            columns: vec![Column::new(Self::FIELDS[0], words, counted.valid)],
            faults: counted.faults,
        })
    }
}

impl Count {
    const FIELDS: [Field; 1] = [Field::new("n_solutions", Kind::Int64)];

    /// Counts every solution.
    pub const ALL: Count = Count { limit: None };
}

impl Operation for Count {
    fn signature(&self) -> Signature {
        Signature {
            name: "count",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let (counts, valid, faults) = match self.limit.map(u8::try_from) {
            Some(Ok(limit)) => {
                let counted = Counted::new(rows, limit, threads)?;
                let counts = counted.counts.into_iter().map(i64::from).collect();
                (counts, counted.valid, counted.faults)
            }
            _ => {
                let done = self.one_by_one(rows, threads)?;
                let counts = done.values.into_iter().map(Option::unwrap_or_default);
                (counts.collect(), done.valid, done.faults)
            }
        };
        let column = Column::new(Self::FIELDS[0], Values::Int64(counts), valid);
        Ok(Answers {
            columns: vec![column],
            faults,
        })
    }
}

impl Count {
    /// Counts without the batch engine, whose counts end at 255 and which cannot be stopped.
    fn one_by_one(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Done<i64>, Stopped> {
        // What a number of 64 bits with a sign can hold.
        let limit = self.limit.unwrap_or(u64::MAX).min(i64::MAX as u64);
        let workspace = || ();
        each_row(
            rows,
            threads,
            PER_COUNT,
            workspace,
            |row, (), should_stop| {
                let puzzle = row.puzzle()?;
                let query = Query::new(&puzzle).solutions(limit);
                let report = query.watch(&Fast9::BEST, &mut Until(should_stop));
                let report = report.expect("fast9 takes every classic puzzle");
                Ok(report.stats.solutions as i64)
            },
        )
    }
}

/// Keeps no solutions, and stops when the function returns true.
struct Until<'a>(&'a dyn Fn() -> bool);

impl Observer for Until<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}

/// The rows that a thread takes at a time when it counts one by one.
const PER_COUNT: usize = 16;

/// The rows that a thread takes at a time, at least and at most: batches below a thousand cost
/// more for each puzzle, and far larger ones leave the cache.
const LEAST: usize = 1024;
const MOST: usize = 8192;

/// Rows with their first solution and the number of solutions.
struct Counted {
    solutions: Vec<[u8; 81]>,
    counts: Vec<u8>,
    valid: Vec<bool>,
    faults: Vec<(usize, Fault)>,
}

impl Counted {
    /// Counts the solutions of every row up to `limit`.
    fn new(rows: &dyn Rows, limit: u8, threads: &Threads<'_>) -> Result<Counted, Stopped> {
        let n = rows.n_rows();
        let mut solutions = vec![[0; 81]; n];
        let (mut counts, mut valid) = (vec![0; n], vec![false; n]);
        let each = threads.n_at_a_time(n, LEAST, MOST);
        let faults = Mutex::new(Vec::new());
        let parts = solutions.chunks_mut(each).zip(counts.chunks_mut(each));
        let parts = parts.zip(valid.chunks_mut(each)).enumerate();
        threads.share(parts, Workspace::default, |part, workspace, _| {
            let (k, ((solutions, counts), valid)) = part;
            let numbers = k * each..k * each + counts.len();
            let found = workspace.read(rows, numbers, valid);
            workspace.solve(limit, solutions, counts, valid);
            lock(&faults).extend(found);
        })?;
        let mut faults = faults.into_inner().unwrap_or_default();
        faults.sort_by_key(|(row, _)| *row);
        Ok(Counted {
            solutions,
            counts,
            valid,
            faults,
        })
    }
}

/// The boards of some rows side by side, and the engine.
#[derive(Default)]
struct Workspace {
    boards: Vec<[u8; 81]>,
    batch: Batch9,
}

impl Workspace {
    /// Reads the rows that are puzzles, and marks them.
    fn read(
        &mut self,
        rows: &dyn Rows,
        numbers: Range<usize>,
        valid: &mut [bool],
    ) -> Vec<(usize, Fault)> {
        let mut faults = Vec::new();
        self.boards.resize(valid.len(), [0; 81]);
        let mut n_read = 0;
        for (number, is_valid) in numbers.zip(valid) {
            let Some(row) = rows.row(number) else {
                continue;
            };
            match row.write(&mut self.boards[n_read]) {
                Ok(()) => {
                    n_read += 1;
                    *is_valid = true;
                }
                Err(fault) => faults.push((number, fault)),
            }
        }
        self.boards.truncate(n_read);
        faults
    }

    /// Solves the boards, and moves the answers to their rows.
    fn solve(&mut self, limit: u8, solutions: &mut [[u8; 81]], counts: &mut [u8], valid: &[bool]) {
        let n = self.boards.len();
        let puzzles = Puzzles::lines(self.boards.as_flattened(), 81);
        let solved = self
            .batch
            .solve(puzzles, limit, &mut solutions[..n], &mut counts[..n]);
        solved.expect("each puzzle has room for its answer");
        // From the end, so that no answer is written over before it has moved. The first
        // rows are in their places if they are all puzzles.
        let mut from = n;
        for into in (0..valid.len()).rev() {
            if from == into + 1 {
                break;
            }
            if valid[into] {
                from -= 1;
                (solutions[into], counts[into]) = (solutions[from], counts[from]);
            } else {
                counts[into] = 0;
            }
        }
    }
}

/// Whether the givens of a row clash, which is a puzzle.
fn clashes(rows: &dyn Rows, number: usize) -> bool {
    let puzzle = rows.row(number).map(Row::puzzle);
    puzzle.is_some_and(|puzzle| puzzle.is_ok_and(|puzzle| !puzzle.conflicts().is_empty()))
}

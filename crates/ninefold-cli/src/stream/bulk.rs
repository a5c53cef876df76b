//! Puzzles in a row, answered thousands at a time.
//!
//! ```text
//!  lines ─┬─ classic boards ── batch9 ──┬─ one solution ─────────────┬─ chunks, in the
//!         │                             └─ none, or several ─┐       │  order of the lines
//!         └─ everything else ────────────────────────────────┴─ one by one
//! ```
//!
//! Nearly every line of a large file is a classic board with one solution. There is only
//! one right answer to it, whichever engine finds it, so it is left to the one that is fastest
//! with many. Everything else goes the ordinary way, where it is read to the last
//! character, and there is an explanation for everything: a puzzle of several solutions
//! gets the same one as ever. Some of that takes a microsecond and some a minute, so a task
//! stops when it has worked or written for long enough, and hands back what is left.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ninefold::engine::{Batch9, Puzzles};

use super::ahead::{Done, Results, Share};
use super::items::{Answers, Items};
use super::job::{Outcome, Short};
use crate::search::Verdict;

/// How long a task works on puzzles one by one.
const LONG: Duration = Duration::from_millis(4);

/// How much a task writes.
const MUCH: usize = 1 << 18;

/// Answers puzzles; many threads can share it.
pub(crate) struct Bulk {
    /// The output for a classic board with one solution, if there is a short form.
    short: Option<Short>,
    /// Idle workspaces for reuse.
    engines: Mutex<Vec<Batch9>>,
    desks: Mutex<Vec<Desk>>,
}

/// Some of the puzzles of a batch.
pub(crate) struct Part<I> {
    items: Arc<I>,
    range: Range<usize>,
    /// Whether the classic boards of the batch are still to be solved.
    is_new: bool,
    /// Their solutions.
    desk: Option<Arc<Desk>>,
}

/// Answers to some puzzles in a row.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) data: Vec<u8>,
    /// How many of the answered puzzles have one solution and need no message.
    pub(crate) n_unique: u64,
    /// How many bytes the lines of those take.
    pub(crate) n_bytes: usize,
    /// The outcome of the one other puzzle, if there is one.
    pub(crate) outcome: Option<Outcome>,
}

/// The classic boards of a batch and their solutions.
#[derive(Default)]
struct Desk {
    puzzles: Vec<[u8; 81]>,
    solutions: Vec<[u8; 81]>,
    counts: Vec<u8>,
    /// The index of each item among the puzzles, if it is one of them.
    places: Vec<Option<u32>>,
}

impl<I: Items> Part<I> {
    fn rest(&self, range: Range<usize>) -> Option<Part<I>> {
        (!range.is_empty()).then(|| Part {
            items: Arc::clone(&self.items),
            range,
            is_new: self.is_new,
            desk: self.desk.clone(),
        })
    }

    /// The solution of an item, if it is known to be the only one.
    fn unique(&self, index: usize) -> Option<&[u8; 81]> {
        self.desk.as_ref()?.unique(index)
    }
}

impl<I: Items> Share for Part<I> {
    /// Counts the puzzles without a known solution. A new batch is not split: an engine for
    /// many comes first.
    fn split(&mut self, share: usize) -> Option<Part<I>> {
        if self.is_new {
            return None;
        }
        let is_open = |&index: &usize| self.unique(index).is_none();
        let last = self.range.clone().filter(is_open).nth(share - 1)?;
        let rest = self.rest(last + 1..self.range.end)?;
        self.range.end = last + 1;
        Some(rest)
    }
}

impl Bulk {
    pub(crate) fn new(short: Option<Short>) -> Bulk {
        Bulk {
            short,
            engines: Mutex::default(),
            desks: Mutex::default(),
        }
    }

    /// All puzzles of a batch.
    pub(crate) fn part<I: Items>(&self, items: I) -> Part<I> {
        Part {
            range: 0..items.n_items(),
            items: Arc::new(items),
            is_new: self.short.is_some(),
            desk: None,
        }
    }

    /// Answers the puzzles of a part, or as many as there is time for: shortly, if that can
    /// be, and else in the ordinary way.
    pub(crate) fn answer<I: Items>(
        &self,
        mut part: Part<I>,
        chunks: &Results<io::Result<Chunk>>,
        stop: impl Fn() -> bool,
    ) -> Done<Part<I>> {
        if std::mem::take(&mut part.is_new) && !stop() {
            part.desk = Some(Arc::new(self.solved(part.items.as_ref())));
        }
        let Range {
            start: mut next,
            end,
        } = part.range;
        let (mut n_open, mut weight) = (0, 0);
        let start = Instant::now();
        while next < end && (n_open == 0 || weight < MUCH && start.elapsed() < LONG) {
            let chunk = self.short_answers(&part, next..end);
            next += chunk.n_unique as usize;
            if chunk.n_unique > 0 {
                weight += chunk.weight();
                chunks.push(Ok(chunk));
            }
            if next < end {
                n_open += 1;
                let answers = ordinary_answers(part.items.as_ref(), next, chunks, &stop);
                next = if answers.goes_on { next + 1 } else { end };
                weight += answers.weight;
            }
        }
        let pace = start.elapsed().as_secs_f64() / LONG.as_secs_f64();
        let rest = part.rest(next..end);
        if let Some(desk) = part.desk.and_then(Arc::into_inner) {
            put_back(&self.desks, desk);
        }
        Done {
            weight,
            rest,
            share: (n_open > 0).then(|| (f64::from(n_open) / pace) as usize),
        }
    }

    /// Answers the puzzles that have one solution, up to the first that may not.
    fn short_answers<I: Items>(&self, part: &Part<I>, range: Range<usize>) -> Chunk {
        let mut chunk = Chunk::default();
        let Some(short) = self.short else {
            return chunk;
        };
        for index in range {
            let Some(solution) = part.unique(index) else {
                break;
            };
            let line = part.items.line(index);
            if states_another(line, solution) {
                break;
            }
            short.write(line, solution, &mut chunk.data);
            chunk.n_unique += 1;
            chunk.n_bytes += line.len() + 1;
        }
        chunk
    }

    /// A desk on which the classic boards of a batch are solved.
    fn solved(&self, items: &impl Items) -> Desk {
        let mut desk = take_idle(&self.desks);
        let mut engine = take_idle(&self.engines);
        let boards = (0..items.n_items()).map(|index| items.classic(index));
        desk.solve(&mut engine, boards);
        put_back(&self.engines, engine);
        desk
    }
}

/// Answers the puzzles of one item.
fn ordinary_answers<'a>(
    items: &impl Items,
    index: usize,
    chunks: &'a Results<io::Result<Chunk>>,
    stop: &impl Fn() -> bool,
) -> Chunks<'a> {
    let mut answers = Chunks {
        data: Vec::new(),
        chunks,
        weight: 0,
        goes_on: true,
    };
    if stop() {
        answers.settle(Outcome::new(Verdict::Interrupted));
    } else if let Err(error) = items.answer(index, &mut answers) {
        answers.goes_on = false;
        chunks.push(Err(error));
    }
    answers
}

/// The answers to an item, a chunk for each puzzle.
struct Chunks<'a> {
    /// The answer to the next one.
    data: Vec<u8>,
    chunks: &'a Results<io::Result<Chunk>>,
    weight: usize,
    goes_on: bool,
}

impl Answers for Chunks<'_> {
    fn page(&mut self) -> Box<dyn Write + '_> {
        Box::new(&mut self.data)
    }

    fn settle(&mut self, outcome: Outcome) -> bool {
        self.goes_on &= !outcome.is_interrupted();
        let chunk = Chunk {
            data: std::mem::take(&mut self.data),
            outcome: Some(outcome),
            ..Chunk::default()
        };
        self.weight += chunk.weight();
        self.chunks.push(Ok(chunk));
        self.goes_on
    }
}

/// An idle workspace, or a new one.
fn take_idle<T: Default>(idle: &Mutex<Vec<T>>) -> T {
    lock(idle).pop().unwrap_or_default()
}

fn put_back<T>(idle: &Mutex<Vec<T>>, used: T) {
    lock(idle).push(used);
}

fn lock<T>(idle: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Chunk {
    /// How many bytes it takes.
    fn weight(&self) -> usize {
        let printed = |outcome: &Outcome| outcome.data.len() + outcome.talk.len();
        self.data.len() + self.outcome.as_ref().map_or(0, printed)
    }
}

/// Whether a full board stands behind the puzzle on its line, and is not its solution.
/// The ordinary way reports that.
fn states_another(line: &[u8], solution: &[u8; 81]) -> bool {
    let rest = line.get(solution.len()..);
    let is_gap = |byte: &u8| matches!(byte, b' ' | b'\t' | b',' | b';');
    let start = rest.and_then(|rest| Some(&rest[rest.iter().position(|byte| !is_gap(byte))?..]));
    let stated = start.and_then(|start| start.first_chunk::<81>());
    stated.is_some_and(|stated| {
        stated != solution && stated.iter().all(|byte| matches!(byte, b'1'..=b'9'))
    })
}

impl Short {
    /// Writes the answer to the puzzle that a line begins with.
    fn write(self, line: &[u8], solution: &[u8; 81], data: &mut Vec<u8>) {
        match self {
            Short::Solution => {
                data.extend_from_slice(solution);
                data.extend_from_slice(&line[solution.len()..]);
            }
            Short::Word(word) => data.extend_from_slice(word.as_bytes()),
            Short::By(write) => return write(line, solution, data),
        }
        data.push(b'\n');
    }
}

impl Desk {
    /// Solves the boards there are.
    fn solve<'s>(
        &mut self,
        engine: &mut Batch9,
        boards: impl Iterator<Item = Option<&'s [u8; 81]>>,
    ) {
        self.puzzles.clear();
        self.places.clear();
        for board in boards {
            let place = u32::try_from(self.puzzles.len()).ok();
            self.places.push(place.filter(|_| board.is_some()));
            self.puzzles.extend(board);
        }
        self.solutions.resize(self.puzzles.len(), [0; 81]);
        self.counts.resize(self.puzzles.len(), 0);
        let puzzles = Puzzles::lines(self.puzzles.as_flattened(), 81);
        let (solutions, counts) = (&mut self.solutions, &mut self.counts);
        let solved = engine.solve(puzzles, 2, solutions, counts);
        solved.expect("each puzzle has room for its answer");
    }

    /// The solution of an item, if it is the only one.
    fn unique(&self, index: usize) -> Option<&[u8; 81]> {
        let place = self.places[index]? as usize;
        (self.counts[place] == 1).then(|| &self.solutions[place])
    }
}

//! A sheet of lines, answered thousands at a time.
//!
//! ```text
//!  lines ─┬─ classic boards ── batch9 ──┬─ one solution ─────────────┬─ pieces, in the
//!         │                             └─ none, or several ─┐       │  order of the lines
//!         └─ everything else ────────────────────────────────┴─ one by one
//! ```
//!
//! Nearly every line of a large file is a classic board with one solution. There is only
//! one right answer to it, whoever finds it, so it is left to the engine that is fastest
//! with many. Whatever else stands on a line goes the ordinary way, where it is read to
//! the last character, and there is an explanation for everything: a puzzle of several
//! solutions gets the same one as ever.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ninefold::engine::{Batch9, Puzzles};
use ninefold::format::LineReader;
use rayon::prelude::*;

use crate::job::{Outcome, Short};
use crate::lines::{Line, Sheet};
use crate::search::Verdict;
use crate::text;

/// Answers sheets; many threads can share it.
pub(crate) struct Bulk<'a> {
    reader: &'a dyn LineReader,
    /// Places to work at that nobody uses just now.
    desks: Mutex<Vec<Desk>>,
}

/// Answers to some lines in a row.
#[derive(Default)]
pub(crate) struct Piece {
    pub(crate) data: Vec<u8>,
    /// The data answer so many puzzles of which nothing is to be told but that they have
    /// one solution.
    pub(crate) n_unique: u64,
    /// The lines of those were so long.
    pub(crate) n_bytes: usize,
    /// What became of the line after those, if it was not one of them.
    pub(crate) outcome: Option<Outcome>,
}

/// What a thread works with, to be used again and again.
#[derive(Default)]
struct Desk {
    batch: Batch9,
    puzzles: Vec<[u8; 81]>,
    solutions: Vec<[u8; 81]>,
    counts: Vec<u8>,
    /// Whether a line is among the puzzles.
    taken: Vec<bool>,
}

impl<'a> Bulk<'a> {
    pub(crate) fn new(reader: &'a dyn LineReader) -> Bulk<'a> {
        Bulk {
            reader,
            desks: Mutex::default(),
        }
    }

    /// Answers all lines of a sheet: shortly, if that can be, and else in the ordinary way,
    /// which writes the answer, and gives `None` for a line with no puzzle.
    pub(crate) fn answer(
        &self,
        sheet: &Sheet,
        short: Option<Short>,
        stop: impl Fn() -> bool + Sync,
        ordinary: impl Fn(&Line, &mut dyn Write) -> io::Result<Option<Outcome>> + Sync,
    ) -> io::Result<Vec<Piece>> {
        let interrupted = || Some(Outcome::new(Verdict::Interrupted));
        if stop() {
            return Ok(vec![Piece {
                outcome: interrupted(),
                ..Piece::default()
            }]);
        }
        let mut desk = self.desks().pop().unwrap_or_default();
        let classic = |line| short.and_then(|_| self.classic(sheet, line));
        desk.solve(sheet.lines.iter().map(classic));
        let lines = || sheet.lines.iter().zip(desk.unique());

        let others = lines().filter(|(_, unique)| unique.is_none());
        let others: Vec<&Line> = others.map(|(line, _)| line).collect();
        let one = |line: &&Line| {
            let mut data = Vec::new();
            let outcome = match stop() {
                true => interrupted(),
                false => ordinary(line, &mut data)?,
            };
            Ok(outcome.map(|outcome| (data, outcome)))
        };
        let others: io::Result<Vec<_>> = others.par_iter().with_min_len(4).map(one).collect();
        let mut others = others?.into_iter();

        let mut pieces = Vec::new();
        let mut piece = Piece::default();
        for (line, unique) in lines() {
            if let (Some(solution), Some(short)) = (unique, short) {
                let bytes = sheet.bytes(line).unwrap_or_default();
                short.write(bytes, solution, &mut piece.data);
                piece.n_unique += 1;
                piece.n_bytes += bytes.len() + 1;
            } else if let Some((data, outcome)) = others.next().flatten() {
                if outcome.verdict != Verdict::Interrupted {
                    piece.data.extend(data);
                }
                piece.outcome = Some(outcome);
                pieces.push(std::mem::take(&mut piece));
            }
        }
        pieces.push(piece);
        self.desks().push(desk);
        Ok(pieces)
    }

    fn desks(&self) -> MutexGuard<'_, Vec<Desk>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The board on a line that is a classic one, if what follows it is text.
    fn classic<'s>(&self, sheet: &'s Sheet, line: &Line) -> Option<&'s [u8; 81]> {
        let bytes = sheet.bytes(line)?;
        let board = self.reader.classic(bytes)?;
        let rest = &bytes[board.len()..];
        (rest.is_empty() || text::decode(rest).is_ok()).then_some(board)
    }
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
        }
        data.push(b'\n');
    }
}

impl Desk {
    /// Solves the boards there are.
    fn solve<'s>(&mut self, boards: impl Iterator<Item = Option<&'s [u8; 81]>>) {
        self.puzzles.clear();
        self.taken.clear();
        for board in boards {
            self.taken.push(board.is_some());
            self.puzzles.extend(board);
        }
        self.solutions.resize(self.puzzles.len(), [0; 81]);
        self.counts.resize(self.puzzles.len(), 0);
        let puzzles = Puzzles::lines(self.puzzles.as_flattened(), 81);
        let (solutions, counts) = (&mut self.solutions, &mut self.counts);
        self.batch.solve(puzzles, 2, solutions, counts);
    }

    /// For each line the solution, if it is the only one.
    fn unique(&self) -> impl Iterator<Item = Option<&[u8; 81]>> {
        let mut solved = self.solutions.iter().zip(&self.counts);
        self.taken.iter().map(move |taken| {
            let (solution, count) = taken.then(|| solved.next()).flatten()?;
            (*count == 1).then_some(solution)
        })
    }
}

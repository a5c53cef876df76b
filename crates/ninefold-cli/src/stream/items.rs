//! Puzzles in a row, each of which can be answered by itself: lines of a stream, or the
//! records of a text that was read whole.

use std::io::{self, Write};

use ninefold::ParseError;
use ninefold::format::{LineReader, Record};

use super::item::{Item, Source};
use super::job::{Job, Outcome, answer, answer_line, refuse};
use super::lines::Sheet;
use crate::output::Look;
use crate::output::progress::Progress;
use crate::text;

/// Puzzles in a row.
pub(crate) trait Items: Send + Sync {
    fn n_items(&self) -> usize;

    /// The board that the line of this one begins with, if it is a classic one.
    fn classic(&self, index: usize) -> Option<&[u8; 81]>;

    /// The line of this one, if it has one to itself.
    fn line(&self, index: usize) -> &[u8];

    /// Writes the answer to this one; `None` if there is no puzzle after all.
    fn answer(&self, index: usize, data: &mut dyn Write) -> io::Result<Option<Outcome>>;
}

/// The job for all of them.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) job: &'a dyn Job,
    pub(crate) look: Look,
    pub(crate) progress: &'a Progress,
}

/// Lines with one puzzle each.
pub(crate) struct LineItems<'a> {
    pub(crate) task: Task<'a>,
    pub(crate) source: &'a Source,
    pub(crate) reader: &'a dyn LineReader,
    pub(crate) sheet: Sheet,
}

impl Items for LineItems<'_> {
    fn n_items(&self) -> usize {
        self.sheet.lines.len()
    }

    fn classic(&self, index: usize) -> Option<&[u8; 81]> {
        if self.source.draw {
            return None;
        }
        let line = self.line(index);
        let board = self.reader.classic(line)?;
        // The rest of the line must be text.
        let rest = &line[board.len()..];
        (rest.is_empty() || text::decode(rest).is_ok()).then_some(board)
    }

    fn line(&self, index: usize) -> &[u8] {
        let line = self.sheet.bytes(&self.sheet.lines[index]);
        line.unwrap_or_default()
    }

    fn answer(&self, index: usize, data: &mut dyn Write) -> io::Result<Option<Outcome>> {
        let Task { job, look, .. } = self.task;
        let line = &self.sheet.lines[index];
        let bytes = self.sheet.bytes(line);
        let done = answer_line(job, look, self.source, self.reader, line, bytes, data);
        if let Ok(Some(_)) = done {
            self.task
                .progress
                .advance(1, bytes.map_or(0, |bytes| bytes.len() + 1));
        }
        done
    }
}

/// The records of a text.
pub(crate) struct RecordItems<'a> {
    task: Task<'a>,
    source: &'a Source,
    text: String,
    /// The starts of the lines in the text.
    starts: Vec<usize>,
    /// The number of its first line.
    first_line: usize,
    /// Whether each has a line to itself.
    by_line: bool,
    records: Vec<Result<Record, ParseError>>,
}

impl<'a> RecordItems<'a> {
    pub(crate) fn new(
        task: Task<'a>,
        source: &'a Source,
        text: String,
        first_line: usize,
        records: Vec<Result<Record, ParseError>>,
    ) -> RecordItems<'a> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        RecordItems {
            task,
            source,
            starts: std::iter::once(0).chain(ends.map(|end| end + 1)).collect(),
            text,
            first_line,
            by_line: false,
            records,
        }
    }

    /// Each has a line to itself.
    pub(crate) fn by_line(mut self) -> Self {
        self.by_line = true;
        self
    }

    /// The line where a record stands, from zero.
    fn line_of(&self, record: &Record) -> usize {
        let after = |&start: &usize| start <= record.span.start;
        self.starts.partition_point(after).max(1) - 1
    }
}

impl Items for RecordItems<'_> {
    fn n_items(&self) -> usize {
        self.records.len()
    }

    fn classic(&self, _index: usize) -> Option<&[u8; 81]> {
        None
    }

    fn line(&self, _index: usize) -> &[u8] {
        &[]
    }

    fn answer(&self, index: usize, data: &mut dyn Write) -> io::Result<Option<Outcome>> {
        let done = self.answer_record(index, data);
        self.task.progress.advance(1, 1);
        done.map(Some)
    }
}

impl RecordItems<'_> {
    fn answer_record(&self, index: usize, data: &mut dyn Write) -> io::Result<Outcome> {
        let Task { job, look, .. } = self.task;
        let record = match &self.records[index] {
            Ok(record) => record,
            Err(error) => {
                let outcome = refuse(job, self.source, self.first_line, error, &self.text, None);
                return Ok(outcome);
            }
        };
        let line = self.line_of(record);
        let mut item = Item {
            source: self.source,
            line: self.first_line + line,
            text: None,
            record,
        };
        let start = self.starts[line];
        let alone = Record {
            span: record.span.start - start..record.span.end.max(start) - start,
            ..record.clone()
        };
        if self.by_line {
            item.text = self.text[start..].lines().next();
            item.record = &alone;
        }
        answer(job, look, &item, data)
    }
}

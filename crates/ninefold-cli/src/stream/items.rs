//! Puzzles in a row, each of which can be answered by itself: lines of a stream, or the
//! records of a text that was read whole.

use std::io::{self, Write};

use ninefold::ParseError;
use ninefold::format::{Alone, Gaps, LineReader, Record, n_together};

use super::item::{Item, Source};
use super::job::{Job, Outcome, answer, answer_line, answer_read, refuse, without_mark};
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

    /// Answers this one: there may be no puzzle after all, or several.
    fn answer(&self, index: usize, answers: &mut dyn Answers) -> io::Result<()>;
}

/// The answers to puzzles, one after another.
pub(crate) trait Answers {
    /// Takes the answer to the next puzzle.
    fn page(&mut self) -> Box<dyn Write + '_>;

    /// Takes its outcome; whether to go on.
    fn settle(&mut self, outcome: Outcome) -> bool;
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

    fn answer(&self, index: usize, answers: &mut dyn Answers) -> io::Result<()> {
        match self.alone(index) {
            Some(Alone::Not) => self.answer_together(index, answers),
            Some(Alone::Nothing) => Ok(()),
            Some(Alone::Puzzle(read)) => self.answer_line(index, Some(*read), answers),
            None => self.answer_line(index, None, answers),
        }
    }
}

impl LineItems<'_> {
    /// A line as text; `None` if it is too long or no text.
    fn text(&self, index: usize) -> Option<&str> {
        let line = &self.sheet.lines[index];
        text::decode(without_mark(self.sheet.bytes(line)?, line.number)).ok()
    }

    fn alone(&self, index: usize) -> Option<Alone> {
        Some(self.reader.read_alone(self.text(index)?))
    }

    /// Whether a line stands alone; `None` if it holds nothing.
    fn is_alone(&self, index: usize) -> Option<bool> {
        self.alone(index).map_or(Some(true), |line| line.is_alone())
    }

    /// Whether a line stands after a blank one, or there is none.
    fn is_after_blank(&self, index: usize) -> bool {
        let lines = &self.sheet.lines;
        let before = index.checked_sub(1).map(|before| &lines[before]);
        let number = before.map_or(self.sheet.n_before, |before| before.number);
        let is_blank = |line| {
            self.sheet
                .bytes(line)
                .is_some_and(|line| line.trim_ascii().is_empty())
        };
        lines.get(index).is_none_or(|line| line.number > number + 1) || before.is_some_and(is_blank)
    }

    /// Answers a line, as it was read by itself.
    fn answer_line(
        &self,
        index: usize,
        read: Option<Result<Record, ParseError>>,
        answers: &mut dyn Answers,
    ) -> io::Result<()> {
        let Task {
            job,
            look,
            progress,
        } = self.task;
        let line = &self.sheet.lines[index];
        let bytes = self.sheet.bytes(line);
        let mut page = answers.page();
        let done = match (self.text(index), read) {
            (Some(text), Some(read)) => {
                let (source, number) = (self.source, line.number);
                Some(answer_read(
                    job, look, source, number, text, read, &mut page,
                )?)
            }
            _ => answer_line(job, look, self.source, self.reader, line, bytes, &mut page)?,
        };
        drop(page);
        if let Some(outcome) = done {
            progress.advance(1, bytes.map_or(0, |bytes| bytes.len() + 1));
            answers.settle(outcome);
        }
        Ok(())
    }

    /// Answers the puzzles of lines that stand together, if this is the first of them.
    fn answer_together(&self, index: usize, answers: &mut dyn Answers) -> io::Result<()> {
        if index < self.sheet.n_torn {
            return self.answer_line(index, None, answers);
        }
        let lines = &self.sheet.lines;
        let before = (self.sheet.n_torn..index).rev();
        if before.filter_map(|line| self.is_alone(line)).next() == Some(false) {
            return Ok(());
        }
        let after = (index..lines.len()).map(|line| self.is_alone(line));
        let end = index + n_together(after);
        let gaps = Gaps {
            before: self.is_after_blank(index),
            after: self.is_after_blank(end),
        };
        let text = self.sheet.text_of(&lines[index..end]);
        let text = text
            .and_then(|text| text::decode(text).ok())
            .unwrap_or_default();
        let records = self.reader.read_between(text, gaps);
        let is_on_a_line = |record: &Record| !text[record.extent()].contains(['\n', '\r']);
        let by_line = records.iter().flatten().all(is_on_a_line);
        let (first_line, n_records) = (lines[index].number, records.len());
        let items = RecordItems::new(self.task, self.source, text.to_owned(), first_line, records);
        let items = if by_line { items.by_line() } else { items };
        for record in 0..n_records {
            let outcome = items.answer_record(record, &mut answers.page())?;
            self.task.progress.advance(1, text.len() / n_records);
            if !answers.settle(outcome) {
                break;
            }
        }
        Ok(())
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

    fn answer(&self, index: usize, answers: &mut dyn Answers) -> io::Result<()> {
        let outcome = self.answer_record(index, &mut answers.page())?;
        self.task.progress.advance(1, 1);
        answers.settle(outcome);
        Ok(())
    }
}

impl RecordItems<'_> {
    fn answer_record(&self, index: usize, data: &mut dyn Write) -> io::Result<Outcome> {
        let Task { job, look, .. } = self.task;
        let record = match &self.records[index] {
            Ok(record) => record,
            Err(error) => {
                let start = self.starts.get(error.line - 1);
                let line = start.and_then(|&start| self.text[start..].lines().next());
                let line = line.filter(|_| self.by_line);
                let (source, first_line) = (self.source, self.first_line);
                let outcome = refuse(job, look, source, first_line, error, &self.text, line);
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

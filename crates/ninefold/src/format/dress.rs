//! A puzzle in disguise: what its letters, labels and tags hide is a text in another
//! notation.
//!
//! ```text
//!  > 5 3 . | . 7 .          5 3 . | . 7 .
//!  > 6 . . | 1 9 5    →     6 . . | 1 9 5        and the same for other dresses
//! ```
//!
//! A dress is taken off in one go, and what is below is read by the other formats. Every
//! piece of the bare text knows where it came from, so places and errors are those of the
//! text that was given. A dressed text is never surer than the bare one.

use std::ops::Range;

use super::source::Source;
use super::{Format, Keeps, ParseError, ReadOptions, Reading, Record, WriteError, detect};
use crate::settings::Settings;

/// A notation that is another one in disguise.
#[derive(Clone, Copy, Debug)]
pub struct Dress {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// Whether only rows of cells may be below; else it is any format without a dress of
    /// this name.
    pub(super) hides_rows: bool,
    /// Every way to take it off, the likeliest first; none if the text does not wear it.
    pub(super) undress: fn(&str) -> Vec<Bare>,
}

/// Boards that people dress up are small; what is longer is something else.
const LONGEST: usize = 1 << 20;

impl Format for Dress {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn keeps(&self) -> Keeps {
        Keeps::GIVENS
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        if text.len() > LONGEST {
            return Vec::new();
        }
        let source = Source::new(self.name, text);
        let bare = (self.undress)(text).into_iter();
        let readings = bare.filter_map(|bare| self.below(&bare, &source, options));
        readings.collect()
    }

    fn write(&self, _record: &Record, _settings: &Settings) -> Option<Result<String, WriteError>> {
        None
    }
}

impl Dress {
    /// The best reading of what is below.
    fn below(&self, bare: &Bare, source: &Source<'_>, options: &ReadOptions) -> Option<Reading> {
        let is_below = |format: &dyn Format| match self.hides_rows {
            true => matches!(format.name(), "grid" | "pencilmarks"),
            false => format.name() != self.name,
        };
        let reading = detect::among(&bare.text, options, &is_below)
            .into_best()
            .ok()?;
        reading.records.iter().any(Result::is_ok).then_some(())?;
        let records = reading.records.into_iter().map(|read| match read {
            Ok(mut record) => {
                record.span = bare.origin(record.span);
                record.beside = bare.origin(record.beside);
                record.warnings.extend(bare.warning.clone());
                Ok(record)
            }
            Err(error) => {
                let span = bare.origin(error.span);
                let hint = error.hint;
                let placed = source.error(span, error.expected, error.found);
                Err(ParseError { hint, ..placed })
            }
        });
        Some(Reading {
            format: self.name,
            confidence: reading.confidence,
            why: format!("{}, {}", reading.why, bare.why),
            records: records.collect(),
        })
    }
}

/// A text without its dress.
#[derive(Clone, Debug, Default)]
pub(super) struct Bare {
    pub(super) text: String,
    /// What it wore: "in a table".
    pub(super) why: String,
    /// What a reader of the record should know.
    pub(super) warning: Option<String>,
    /// Where the pieces start in the bare text, and where they come from. Both are as
    /// long, unless a piece stands for another one.
    pieces: Vec<(usize, Range<usize>)>,
}

impl Bare {
    pub(super) fn new(why: impl Into<String>) -> Bare {
        Bare {
            why: why.into(),
            ..Bare::default()
        }
    }

    /// Adds `text`, which stands for what is at `from` in the dressed text.
    pub(super) fn put(&mut self, text: &str, from: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let whole = |at: usize, piece: &Range<usize>| self.text.len() - at == piece.len();
        match self.pieces.last_mut() {
            // It goes on where the last piece ended.
            Some((at, last))
                if last.end == from.start && whole(*at, last) && from.len() == text.len() =>
            {
                last.end = from.end;
            }
            _ => self.pieces.push((self.text.len(), from)),
        }
        self.text.push_str(text);
    }

    /// Adds a piece of the dressed text as it is.
    pub(super) fn keep(&mut self, of: &str, from: Range<usize>) {
        self.put(&of[from.clone()], from);
    }

    /// Where a span of the bare text comes from.
    fn origin(&self, span: Range<usize>) -> Range<usize> {
        let place = |at: usize, is_end: bool| {
            // An end belongs to the piece before it.
            let index = self
                .pieces
                .partition_point(|(start, _)| start + usize::from(is_end) <= at);
            let Some((start, from)) = index.checked_sub(1).map(|index| &self.pieces[index]) else {
                return 0;
            };
            let next = self
                .pieces
                .get(index)
                .map_or(self.text.len(), |(start, _)| *start);
            match at - start {
                _ if is_end && at == next => from.end,
                into => (from.start + into).min(from.end),
            }
        };
        let start = place(span.start, false);
        start..place(span.end, span.end > span.start).max(start)
    }

    /// The same text with another dress taken off, by a function that is given the text.
    pub(super) fn again(&self, undress: fn(&str) -> Option<Bare>) -> Option<Bare> {
        let mut bare = undress(&self.text)?;
        bare.why = format!("{}, {}", bare.why, self.why);
        for (_, from) in &mut bare.pieces {
            *from = self.origin(from.clone());
        }
        Some(bare)
    }
}

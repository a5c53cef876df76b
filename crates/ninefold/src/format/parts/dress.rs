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

use crate::format::parts::source::Source;
use crate::format::{Format, ParseError, ReadOptions, Reading, detect};

/// A notation that is another one in disguise.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Dress {
    pub(in crate::format) name: &'static str,
    pub(in crate::format) title: &'static str,
    pub(in crate::format) about: &'static str,
    /// Whether only rows of cells may be below; else it is any format without a dress of
    /// this name.
    pub(in crate::format) hides_rows: bool,
    /// Every way to take it off, the likeliest first; none if the text does not wear it.
    pub(in crate::format) undress: fn(&str) -> Vec<Bare>,
}

/// Boards that people dress up are small; what is longer is something else.
const LONGEST: usize = 1 << 20;

impl Format for Dress {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn about(&self) -> &'static str {
        self.about
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
}

impl Dress {
    /// The best reading of what is below.
    fn below(&self, bare: &Bare, source: &Source<'_>, options: &ReadOptions) -> Option<Reading> {
        let is_below = |format: &dyn Format| {
            if self.hides_rows {
                format.is_drawn()
            } else {
                format.name() != self.name
            }
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
                let (kind, hint) = (error.kind, error.hint);
                let placed = source.error(span, error.expected, error.found);
                Err(ParseError {
                    kind,
                    hint,
                    ..placed
                })
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
pub(in crate::format) struct Bare {
    pub(in crate::format) text: String,
    /// What it wore: "in a table".
    pub(in crate::format) why: String,
    /// What a reader of the record should know.
    pub(in crate::format) warning: Option<String>,
    /// Where the pieces start in the bare text, and where they come from. Both are as
    /// long, unless a piece stands for another one.
    pieces: Vec<(usize, Range<usize>)>,
}

impl Bare {
    pub(in crate::format) fn new(why: impl Into<String>) -> Bare {
        Bare {
            why: why.into(),
            ..Bare::default()
        }
    }

    /// Adds `text`, which stands for what is at `from` in the dressed text.
    pub(in crate::format) fn put(&mut self, text: &str, from: Range<usize>) {
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
    pub(in crate::format) fn keep(&mut self, of: &str, from: Range<usize>) {
        self.put(&of[from.clone()], from);
    }

    /// The end of a piece in the bare text, by its number.
    fn end_of(&self, index: usize) -> usize {
        let next = self.pieces.get(index + 1);
        next.map_or(self.text.len(), |(start, _)| *start)
    }

    /// Where a span of the bare text comes from.
    fn origin(&self, span: Range<usize>) -> Range<usize> {
        let place = |at: usize, is_end: bool| {
            // An end belongs to the piece before it.
            let index = self
                .pieces
                .partition_point(|(start, _)| start + usize::from(is_end) <= at);
            let Some(index) = index.checked_sub(1) else {
                return 0;
            };
            let (start, from) = &self.pieces[index];
            let end = self.end_of(index);
            match (at - start, is_end) {
                (_, true) if at == end => from.end,
                (into, _) if end - start == from.len() => (from.start + into).min(from.end),
                // A piece that stands for another one has no places inside.
                (_, true) => from.end,
                (_, false) if at >= end => from.end,
                (_, false) => from.start,
            }
        };
        let start = place(span.start, false);
        start..place(span.end, span.end > span.start).max(start)
    }

    /// The same text with another dress taken off, by a function that is given the text.
    pub(in crate::format) fn again(&self, undress: fn(&str) -> Option<Bare>) -> Option<Bare> {
        let mut bare = undress(&self.text)?;
        bare.why = format!("{}, {}", bare.why, self.why);
        let mut pieces = Vec::new();
        for (index, (start, from)) in bare.pieces.iter().enumerate() {
            // What is one piece here may have been several below.
            let is_whole = bare.end_of(index) - start == from.len();
            let after = self.pieces.partition_point(|(cut, _)| *cut <= from.start);
            let cuts = self.pieces[after..].iter().map(|(cut, _)| *cut);
            let inside = |cut: &usize| is_whole && *cut < from.end;
            let mut at = from.start;
            for cut in cuts.take_while(inside).chain([from.end]) {
                pieces.push((start + at - from.start, self.origin(at..cut)));
                at = cut;
            }
        }
        bare.pieces = pieces;
        Some(bare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::FORMATS;
    use crate::format::parts::testing::INKALA;

    /// A keycap, a quoted line and a fence are three dresses, and the first is longer than
    /// what is below it.
    #[test]
    fn a_dress_below_a_dress_keeps_its_places() {
        let text = format!("2\u{fe0f}\u{20e3} of them\n> {INKALA} \n```\n");
        let readings = FORMATS
            .iter()
            .flat_map(|f| f.read(&text, &ReadOptions::default()));
        let dressed: Vec<Reading> = readings.filter(|r| r.format == "dressed").collect();
        assert!(!dressed.is_empty());
        for record in dressed.into_iter().flat_map(|reading| reading.records) {
            let span = record.map_or_else(|error| error.span, |record| record.span);
            assert_eq!(text.get(span), Some(INKALA));
        }
    }

    #[test]
    fn a_piece_that_stands_for_another_is_a_place_as_a_whole() {
        let mut bare = Bare::new("numbers for letters");
        bare.put("ab", 0..2);
        bare.put("10", 2..6);
        bare.put("c", 6..7);
        assert_eq!(bare.origin(1..3), 1..6);
        assert_eq!(bare.origin(3..5), 2..7);
        assert_eq!(bare.origin(4..5), 6..7);
    }
}

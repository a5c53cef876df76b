//! A text being read as a format: where things stand in it, and what is wrong with them.
//!
//! Errors need a line and a column. The starts of the lines are looked up once and kept,
//! so that thousands of errors in a long text cost no more than one pass over it.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use crate::format::parts::text;
use crate::format::{ParseError, ParseErrorKind};

/// A text and the format it is read as: the place where errors are made.
pub(in crate::format) struct Source<'a> {
    format: &'static str,
    pub(in crate::format) text: &'a str,
    /// Where each line starts, once someone asks.
    starts: OnceCell<Vec<usize>>,
    /// The byte and the column of the last error.
    last: Cell<(usize, usize)>,
}

impl<'a> Source<'a> {
    pub(in crate::format) fn new(format: &'static str, text: &'a str) -> Source<'a> {
        Source {
            format,
            text,
            starts: OnceCell::new(),
            last: Cell::new((usize::MAX, 1)),
        }
    }

    /// An error at `span`, which is widened to whole characters.
    pub(in crate::format) fn error(
        &self,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        let start = self.text.floor_char_boundary(span.start);
        let end = self.text.ceil_char_boundary(span.end.max(start));
        let (line, column) = self.place(start);
        ParseError {
            kind: ParseErrorKind::Unexpected,
            format: self.format,
            line,
            column,
            span: start..end,
            expected: expected.into(),
            found: found.into().into_boxed_str(),
            hint: None,
        }
    }

    /// The line and column of a byte, both from one.
    fn place(&self, at: usize) -> (usize, usize) {
        let starts = self
            .starts
            .get_or_init(|| text::lines(self.text).map(|line| line.start).collect());
        let line = starts.partition_point(|&start| start <= at);
        let Some(&start) = line.checked_sub(1).and_then(|index| starts.get(index)) else {
            return (1, 1);
        };
        // Count on from the last error if it is on the same line.
        let (from, column) = match self.last.get() {
            (byte, column) if (start..=at).contains(&byte) => (byte, column),
            _ => (start, 1),
        };
        let before = self.text[from..at].trim_end_matches(['\r', '\n']);
        let column = column + before.chars().count();
        self.last.set((from + before.len(), column));
        (line, column)
    }

    /// Where `part`, a piece of the text, stands in it.
    pub(in crate::format) fn span_of(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        start..start + part.len()
    }
}

/// Whether nothing is to be seen where the character stands, although it is no space of
/// the usual kind: editors and web pages leave such ones behind.
pub(in crate::format) fn is_invisible(symbol: char) -> bool {
    matches!(
        symbol,
        '\u{a0}' | '\u{ad}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}'
    )
}

/// A word or a character as it is quoted in a message: short, and on one line.
pub(in crate::format) fn shown(word: impl AsRef<str>) -> String {
    const ROOM: usize = 24;
    let word = word.as_ref();
    let mut symbols = word.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => return "nothing".to_owned(),
        (Some('\''), None) => return "a quote".to_owned(),
        (Some(symbol), None) if symbol.is_control() => {
            return format!("the control character U+{:04X}", symbol as u32);
        }
        (Some(symbol), None) if is_invisible(symbol) => {
            return format!("the invisible character U+{:04X}", symbol as u32);
        }
        _ => {}
    }
    let shown: String = word
        .chars()
        .take(ROOM)
        .flat_map(char::escape_debug)
        .collect();
    match word.chars().nth(ROOM) {
        Some(_) => format!("'{shown}…'"),
        None => format!("'{shown}'"),
    }
}

/// `1 cell`, `80 cells`.
pub(in crate::format) fn how_many(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_in_any_order() {
        let text = "öne\r\ntwo\n\nfour";
        let source = Source::new("test", text);
        for at in (0..=text.len()).chain([7, 2, 12, 13, 13, 99]) {
            let quick = source.error(at..at, "a", "b");
            let fresh = Source::new("test", text).error(at..at, "a", "b");
            assert_eq!(quick, fresh, "{at}");
        }
        let place = |at: usize| source.place(at);
        assert_eq!([place(2), place(4), place(6)], [(1, 2), (1, 4), (2, 1)]);
        assert_eq!([place(10), place(11), place(15)], [(3, 1), (4, 1), (4, 5)]);
    }

    #[test]
    fn words_are_shown_short_and_safe() {
        assert_eq!(shown("a\nb"), "'a\\nb'");
        assert_eq!(shown("\0"), "the control character U+0000");
        assert_eq!(shown(""), "nothing");
        assert_eq!(shown("1".repeat(30)), format!("'{}…'", "1".repeat(24)));
    }
}

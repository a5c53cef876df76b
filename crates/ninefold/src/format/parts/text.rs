//! Lines of a text with their places in it, whatever ends them: LF, CRLF or CR; and what
//! formats with one puzzle a line have in common.

use std::ops::Range;

use crate::format::{Confidence, LineReader, ParseError, Reading, Record};

/// A line and the byte where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) struct TextLine<'a> {
    pub(in crate::format) start: usize,
    pub(in crate::format) text: &'a str,
}

/// The lines of `text` without their ends. A byte-order mark is not part of a line.
pub(in crate::format) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = TextLine {
            start,
            text: &rest[..length],
        };
        let end = if rest[length..].starts_with("\r\n") {
            2
        } else {
            1
        };
        start += length + end;
        Some(line)
    })
}

/// How many lines end in a part of a text.
pub(in crate::format) fn n_line_ends(part: &str) -> usize {
    let bytes = part.as_bytes();
    let next = bytes.iter().skip(1).map(Some).chain([None]);
    let is_end = |(&byte, next): (&u8, Option<&u8>)| match byte {
        b'\n' => true,
        b'\r' => next != Some(&b'\n'),
        _ => false,
    };
    bytes.iter().zip(next).filter(|&pair| is_end(pair)).count()
}

/// What a line says: itself without a byte-order mark; nothing, if it is blank or a
/// comment.
pub(in crate::format) fn said(line: &str) -> Option<&str> {
    let line = line.trim_start_matches('\u{feff}');
    (!line.starts_with('#') && !line.trim().is_empty()).then_some(line)
}

/// The first line that says something.
pub(in crate::format) fn first_said(text: &str) -> Option<&str> {
    lines(text).find_map(|line| said(line.text))
}

/// A text up to the end of the `n`th line that says something, and that line.
pub(in crate::format) fn opening(text: &str, n: usize) -> Option<(&str, &str)> {
    let mut said = lines(text).filter(|line| said(line.text).is_some());
    let line = said.nth(n - 1)?;
    Some((&text[..line.start + line.text.len()], line.text))
}

/// A reader of lines that say something, by a function that reads one of them.
pub(in crate::format) fn line_reader(
    format: &'static str,
    read: impl Fn(&str) -> Result<Record, ParseError> + Send + Sync + 'static,
) -> Box<dyn LineReader> {
    Box::new(ByLine { format, read })
}

struct ByLine<F> {
    format: &'static str,
    read: F,
}

impl<F> LineReader for ByLine<F>
where
    F: Fn(&str) -> Result<Record, ParseError> + Send + Sync,
{
    fn format(&self) -> &'static str {
        self.format
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        let said = said(line)?;
        Some(moved((self.read)(said), 0, line.len() - said.len()))
    }
}

/// What `reader` finds on the lines of `text`, placed in the text. If it finds nothing
/// but errors it soon gives up, for they are not worth keeping by the million.
pub(in crate::format) fn read_lines(
    text: &str,
    reader: &dyn LineReader,
) -> Vec<Result<Record, ParseError>> {
    const PATIENCE: usize = 100;
    let mut records = Vec::new();
    let mut any = false;
    for (index, line) in lines(text).enumerate() {
        let Some(read) = reader.read(line.text) else {
            continue;
        };
        any |= read.is_ok();
        records.push(moved(read, index, line.start));
        if !any && records.len() == PATIENCE {
            break;
        }
    }
    records
}

/// A reading of lines: possible if there are only errors, else likely.
pub(in crate::format) fn reading(
    format: &'static str,
    records: Vec<Result<Record, ParseError>>,
    why: String,
) -> Reading {
    let confidence = if records.iter().any(Result::is_ok) {
        Confidence::Likely
    } else {
        Confidence::Possible
    };
    Reading {
        format,
        confidence,
        why,
        records,
    }
}

/// A record or an error of a piece of a text, moved to where the piece stands: after `lines`
/// lines and `bytes` bytes.
pub(in crate::format) fn moved(
    read: Result<Record, ParseError>,
    lines: usize,
    bytes: usize,
) -> Result<Record, ParseError> {
    let later = |span: Range<usize>| span.start + bytes..span.end + bytes;
    match read {
        Ok(record) => Ok(Record {
            span: later(record.span.clone()),
            beside: later(record.beside.clone()),
            ..record
        }),
        Err(error) => Err(ParseError {
            line: error.line + lines,
            span: later(error.span.clone()),
            ..error
        }),
    }
}

/// The line that holds the byte `at`. It is found from there, not from the start, so
/// that a thousand errors in a long text do not read it a thousand times.
pub(in crate::format) fn line_around(text: &str, at: usize) -> &str {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let length = text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
    text[start..at + length].trim_start_matches('\u{feff}')
}

/// Some text on one line, as formats of lines need it.
pub(in crate::format) fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_ends_a_line() {
        let all: Vec<(usize, &str)> = lines("\u{feff}a\r\nb\rc\n\nd")
            .map(|line| (line.start, line.text))
            .collect();
        assert_eq!(all, [(3, "a"), (6, "b"), (8, "c"), (10, ""), (11, "d")]);
        assert_eq!(n_line_ends("\u{feff}a\r\nb\rc\n\nd"), 4);
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("a\n").count(), 1);
    }
}

//! Lists: one puzzle a line, and what stands between the lines.
//!
//! ```text
//!  53..7....6..195…      the first line decides that this is a list
//!  8..........36…        a puzzle of the list stands alone on its line
//!
//!  *-----------*         lines that are none stand together, up to the next one that is:
//!  |53.|.7.|...|         they are detected as a text of their own
//!  …
//!
//!  ..2.9.…               alone again
//! ```
//!
//! A long list is answered while it is still coming, so what a line says may depend on the first
//! line of the text and on those that it stands together with, and on nothing else. A text that is
//! read at once is read in the same way.

use crate::format::detect::detect_at;
use crate::format::parts::text::{self, TextLine};
use crate::format::parts::{cells, rows, rules};
use crate::format::{
    Alone, FORMATS, Format, Gaps, LineReader, ParseError, ParseErrorKind, ReadOptions, Reading,
    Record, rest,
};

/// The longest text between the lines of a list that is read together, in bytes.
pub const LONGEST_BETWEEN: usize = 1 << 16;

/// A reader for one puzzle a line, if the first lines of a text are certainly that, whatever
/// follows them (see [`Format::opening`]).
///
/// A caller that names the format asserts that each line in it is a puzzle.
/// The lines of `head` are whole.
pub fn sure_line_reader(
    head: &str,
    named: Option<&dyn Format>,
    options: &ReadOptions,
) -> Option<Box<dyn LineReader>> {
    if let Some(format) = named {
        let (opening, line) = text::opening(head, 1)?;
        // Brackets may enclose a row.
        let is_row = line.trim_start().starts_with('[');
        return format.by_line(opening, options).filter(|_| !is_row);
    }
    let (format, opening) = opening(head, options)?;
    reader(format, opening, options)
}

/// The format of a text whose beginning settles that it is a list, and that beginning.
fn opening<'a>(head: &'a str, options: &ReadOptions) -> Option<(&'static dyn Format, &'a str)> {
    let mut openings = FORMATS
        .iter()
        .filter_map(|format| Some((*format, format.opening(head, options)?)));
    openings.next()
}

/// A reader for lines in a format, and in others where that fails.
pub(super) fn reader(
    format: &dyn Format,
    head: &str,
    options: &ReadOptions,
) -> Option<Box<dyn LineReader>> {
    let first = format.by_line(head, options)?;
    let mut read = text::lines(head).filter_map(|line| first.read(line.text)?.ok());
    let usual = read
        .next()
        .map_or(0, |record| record.puzzle.geometry().size());
    let options = options.clone();
    Some(Box::new(Mixed {
        first,
        usual,
        is_of_documents: !rest::documents(head).is_empty(),
        options,
    }))
}

/// The reading of a text that is certainly a list.
pub(super) fn read(text: &str, options: &ReadOptions) -> Option<Reading> {
    let (format, opening) = opening(text, options)?;
    let reader = reader(format, opening, options)?;
    let of_opening = format.read(opening, options).into_iter().next()?;
    let lines: Vec<TextLine<'_>> = text::lines(text).collect();
    let is_blank =
        |line: Option<&TextLine<'_>>| line.is_none_or(|line| line.text.trim().is_empty());
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let mut n_lines = 1;
        match reader.read_alone(line.text) {
            Alone::Nothing => {}
            Alone::Puzzle(read) => records.push(text::moved(*read, at, line.start)),
            Alone::Not => {
                let is_alone = |line: &TextLine<'_>| reader.read_alone(line.text).is_alone();
                n_lines = n_together(lines[at..].iter().map(is_alone));
                let last = lines[at + n_lines - 1];
                let gaps = Gaps {
                    before: is_blank(at.checked_sub(1).map(|before| &lines[before])),
                    after: is_blank(lines.get(at + n_lines)),
                };
                let span = line.start..last.start + last.text.len();
                let between = reader.read_between(&text[span], gaps).into_iter();
                records.extend(between.map(|read| text::moved(read, at, line.start)));
            }
        }
        at += n_lines;
    }
    Some(Reading {
        records,
        ..of_opening
    })
}

/// How many lines stand together, the first of these among them: up to the last one that does not
/// stand alone before the next one that does.
pub fn n_together(are_alone: impl Iterator<Item = Option<bool>>) -> usize {
    let between = are_alone.take_while(|&is_alone| is_alone != Some(true));
    let last = between
        .enumerate()
        .filter(|&(_, is_alone)| is_alone == Some(false));
    last.last().map_or(0, |(index, _)| index + 1)
}

/// Whether a line is words alone, and no format can read it: what every format needs is the cells
/// of the smallest board in one word, between brackets, in words of one length, or in the digits
/// and signs of many words. Asking every format takes ten times as long.
fn is_prose(line: &str) -> bool {
    /// Fewer digits and signs are no board, even if letters stand for half of its cells.
    const FEWEST: usize = 8;
    let is_sign = |byte: &u8| !byte.is_ascii_alphabetic() && !matches!(byte, b' ' | b'\t');
    let n_signs = line.bytes().filter(is_sign).count();
    if n_signs >= FEWEST || line.contains(['(', '[', '{']) {
        return false;
    }
    let lengths = || {
        line.split([' ', '\t'])
            .map(str::len)
            .filter(|&length| length > 0)
    };
    let first = lengths().next().unwrap_or(0);
    let n_alike = lengths().take_while(|&length| length == first).count();
    n_alike * first < rest::FEWEST && lengths().all(|length| length < rest::FEWEST)
}

/// Reads each line in the format that the text looks like and, if it is not in that one,
/// in any other: lists are put together from many sources.
struct Mixed {
    first: Box<dyn LineReader>,
    /// The size of the first board of the list.
    usual: usize,
    /// Whether the list is one of JSON objects.
    is_of_documents: bool,
    options: ReadOptions,
}

/// What a line is to a list.
enum Standing {
    Nothing,
    /// Certainly a puzzle of the list.
    Sure(Box<Result<Record, ParseError>>),
    /// A smaller board or a line that was cut short, unless it is a row of a larger board.
    Small,
    /// Not a puzzle of the list.
    Other,
}

impl LineReader for Mixed {
    fn format(&self) -> &'static str {
        self.first.format()
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        let mut records = self.by_itself(line);
        let last = records.pop()?;
        // The error of the list's own format, if there are several puzzles on the line.
        if records.is_empty() {
            Some(last)
        } else {
            self.first.read(line)
        }
    }

    fn read_alone(&self, line: &str) -> Alone {
        match self.standing(line) {
            Standing::Nothing => Alone::Nothing,
            Standing::Sure(read) => Alone::Puzzle(read),
            Standing::Small | Standing::Other => Alone::Not,
        }
    }

    fn read_between(&self, text: &str, gaps: Gaps) -> Vec<Result<Record, ParseError>> {
        let is_long = text.len() > LONGEST_BETWEEN;
        // Small boards are lines of the list in a paragraph with others of it, or without any.
        // Several in a paragraph of their own were meant, or are rows of a larger board.
        let paragraphs = rest::blocks(text);
        let (first, last) = (0, paragraphs.len().saturating_sub(1));
        let is_of_the_list = |start: usize| {
            let index = paragraphs.partition_point(|paragraph| paragraph.end <= start);
            let paragraph = paragraphs
                .get(index)
                .map_or("", |range| &text[range.clone()]);
            let is_alone = !paragraph.contains(['\n', '\r']);
            is_alone || index == first && !gaps.before || index == last && !gaps.after
        };
        let mut records = Vec::new();
        if is_long {
            for (index, line) in text::lines(text).enumerate() {
                let read = self.by_itself(line.text).into_iter();
                records.extend(read.map(|read| text::moved(read, index, line.start)));
            }
            return records;
        }
        let is_small = |line: &str| matches!(self.standing(line), Standing::Small);
        let lines: Vec<(usize, TextLine<'_>, bool)> = text::lines(text)
            .enumerate()
            .map(|(index, line)| {
                let stands_alone = is_of_the_list(line.start) && is_small(line.text);
                (index, line, stands_alone)
            })
            .collect();
        let parts = lines.chunk_by(|before, after| !before.2 && !after.2);
        for part in parts {
            let ((index, first, _), (_, last, _)) = (part[0], part[part.len() - 1]);
            let part_text = &text[first.start..last.start + last.text.len()];
            let read = if part.len() > 1 {
                self.together(part_text)
            } else {
                self.by_itself(part_text)
            };
            records.extend(
                read.into_iter()
                    .map(|read| text::moved(read, index, first.start)),
            );
        }
        records
    }

    fn classic<'a>(&self, line: &'a [u8]) -> Option<&'a [u8; 81]> {
        self.first.classic(line)
    }
}

impl Mixed {
    fn standing(&self, line: &str) -> Standing {
        let documents = rest::documents(line);
        // An object is read as JSON or not at all, and may be a part of what is around it.
        let is_others = |document: &rest::Document| document.format.name() != self.format();
        let is_apart = self.is_of_documents && documents.is_empty() && text::said(line).is_some();
        if is_apart || documents.iter().any(is_others) {
            return Standing::Other;
        }
        let Some(read) = self.first.read(line) else {
            return Standing::Nothing;
        };
        match read.and_then(|record| rules::none_beside(record, self.format(), line)) {
            Ok(record) if documents.is_empty() && record.puzzle.geometry().size() < self.usual => {
                Standing::Small
            }
            Ok(record) => Standing::Sure(Box::new(Ok(record))),
            Err(error) => match error.kind {
                ParseErrorKind::UnknownRule => Standing::Sure(Box::new(Err(error))),
                // Its length may be that of a puzzle in another format, a jigsaw with its map.
                ParseErrorKind::CutShort if !rows::is_rule(line) => {
                    let is_board = cells::size_of(line[error.span].chars().count()).is_some();
                    if is_board || self.in_another_format(line).is_none() {
                        Standing::Small
                    } else {
                        Standing::Other
                    }
                }
                _ => Standing::Other,
            },
        }
    }

    /// The puzzles of a line, whatever stands around it: those of another format, if it is not in
    /// that of the list.
    fn by_itself(&self, line: &str) -> Vec<Result<Record, ParseError>> {
        let of_the_list = || self.first.read(line).into_iter().collect();
        match self.standing(line) {
            Standing::Nothing => Vec::new(),
            Standing::Sure(read) => vec![*read],
            Standing::Small => of_the_list(),
            Standing::Other => self.in_another_format(line).unwrap_or_else(of_the_list),
        }
    }

    /// The puzzles of a line that is not in the format of the list. The faults of an object are
    /// those of its own format.
    fn in_another_format(&self, line: &str) -> Option<Vec<Result<Record, ParseError>>> {
        if is_prose(line) {
            return None;
        }
        let mut best = detect_at(line, &self.options, 0).into_best().ok()?;
        rules::refuse_beside(&mut best, line);
        let is_any_read = best.records.iter().any(Result::is_ok);
        (is_any_read || !rest::documents(line).is_empty()).then_some(best.records)
    }

    /// The puzzles of lines that are none by themselves, or what is wrong with each line.
    fn together(&self, lines: &str) -> Vec<Result<Record, ParseError>> {
        let is_cut = |line: &str| match self.first.read(line) {
            Some(Err(error)) => error.kind == ParseErrorKind::CutShort,
            _ => false,
        };
        let found = rest::puzzles(lines, &self.options, 0).filter(|reading| {
            let is_any_read = reading.records.iter().any(Result::is_ok);
            is_any_read || !text::lines(lines).any(|line| is_cut(line.text))
        });
        if let Some(mut reading) = found {
            rules::refuse_beside(&mut reading, lines);
            return reading.records;
        }
        let each = text::lines(lines).enumerate().flat_map(|(index, line)| {
            let read = self.by_itself(line.text).into_iter();
            read.map(move |read| text::moved(read, index, line.start))
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_read(line: &str) -> usize {
        let best = detect_at(line, &ReadOptions::default(), 0).into_best();
        best.map_or(0, |reading| reading.records.iter().flatten().count())
    }

    #[test]
    fn prose_is_no_puzzle_in_any_format() {
        for line in [
            "",
            "words",
            "Here is one that I found in the paper of the 3rd of May",
            "It was the best of times, it was the worst of times",
            "level: hard, author: A. N. Other",
            "a b c d e f g h i j k l m n o",
            "None of them, I'm sorry to say",
        ] {
            assert!(is_prose(line), "{line}");
            assert_eq!(n_read(line), 0, "{line}");
        }
    }

    #[test]
    fn what_a_format_reads_is_no_prose() {
        for line in [
            "12.4 4.21 2143 3412",
            "abcd badc dcba cdab",
            "a b c d b a d c d c b a c d a b",
            "(list 1 nil nil nil nil nil nil nil nil nil nil nil nil nil nil nil)",
            "NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN",
            "https://example.org/play/12.44.2121433412",
            "number 17 is 12.44.2121433412",
        ] {
            assert_eq!(n_read(line), 1, "{line}");
            assert!(!is_prose(line), "{line}");
        }
    }
}

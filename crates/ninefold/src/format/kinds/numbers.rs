//! Boards as decimal numbers, for which no alphabet is too short:
//!
//! ```text
//! 0 0 12 0 7 49 … (N² numbers on a line)        16, 0, 3, | 0, 12, …  (or in rows)
//! ```
//!
//! Between numbers stand spaces, commas, semicolons or bars; blanks are `0` or one of
//! the usual blanks, and between two commas nothing at all.

use std::ops::Range;

use crate::format::parts::room::Room;
use crate::format::parts::source::Source;
use crate::format::parts::{cells, text};
use crate::format::{
    Confidence, Format, LineReader, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::MAX_SIZE;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// Decimal numbers with something between them.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Numbers;

impl Format for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn title(&self) -> &'static str {
        "Numbers"
    }

    fn about(&self) -> &'static str {
        "decimal numbers, for boards up to 121x121: 0 0 12 0 7 49"
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let mut readings = Vec::new();
        if let Some(reader) = self.by_line(text, options) {
            let records = text::read_lines(text, reader.as_ref());
            readings.push(text::reading(
                "numbers",
                records,
                "numbers on a line".to_owned(),
            ));
        }
        readings.extend(as_rows(text, options));
        readings
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        const LOOK_AT: usize = 20;
        let options = options.clone();
        let reader = text::line_reader("numbers", move |line| read(line, &options));
        let mut lines = text::lines(head).take(LOOK_AT);
        lines
            .any(|line| matches!(reader.read(line.text), Some(Ok(_))))
            .then_some(reader)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Numbers {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        let givens = record.puzzle.givens().iter().copied();
        let line = || Alphabet::Numbers.line(givens, '0');
        Room::GIVENS.holds(record).map(|()| line())
    }
}

/// The whole text as one board, whatever its lines.
fn as_rows(text: &str, options: &ReadOptions) -> Option<Reading> {
    const LONGEST: usize = MAX_SIZE * MAX_SIZE * 8;
    let lines = text::lines(text).filter(|line| !line.text.trim().is_empty());
    if text.len() > LONGEST || lines.take(2).count() < 2 {
        return None;
    }
    let words = words(text, 0);
    let record = board(text, &words, options)?.ok()?;
    let size = record.puzzle.geometry().size();
    Some(Reading {
        format: "numbers",
        confidence: Confidence::Possible,
        why: format!("{} numbers in all", size * size),
        records: vec![Ok(record)],
    })
}

/// One puzzle on a line.
fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let end = line.find('#').unwrap_or(line.len());
    let words = words(&line[..end], 0);
    board(line, &words, options).unwrap_or_else(|| {
        let source = Source::new("numbers", line);
        Err(source.wrong_count(0..end, words.len()))
    })
}

/// Where the words stand from `start` on: between spaces and bars, and between commas
/// even if there is nothing. One more than a board has is enough.
fn words(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = start;
    // Whether a comma still waits for its word.
    let mut open = false;
    while at < text.len() && words.len() <= MAX_SIZE * MAX_SIZE {
        let rest = &text[at..];
        let next = rest.chars().next().expect("there is text left");
        match next {
            ',' | ';' => {
                if open {
                    words.push(at..at);
                }
                open = true;
                at += 1;
            }
            _ if next.is_whitespace() || next == '|' => at += next.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
                let length = rest.find(ends).unwrap_or(rest.len());
                words.push(at..at + length);
                at += length;
                // The comma that follows a word only ends it.
                let gap = text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
                if text[at + gap..].starts_with([',', ';']) {
                    at += gap + 1;
                    open = true;
                } else {
                    open = false;
                }
            }
        }
    }
    words
}

/// The board of these words; `None` if there are not N² of them.
fn board(
    text: &str,
    words: &[Range<usize>],
    options: &ReadOptions,
) -> Option<Result<Record, ParseError>> {
    let size = cells::size_of(words.len())?;
    let source = Source::new("numbers", text);
    let span = words.first()?.start..words.last()?.end;
    let cells = source.numbers(words.iter().map(|word| &text[word.clone()]), size);
    Some(cells.and_then(|cells| source.record(span, cells, None, options)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Digit;

    fn read(line: &str) -> Result<Record, ParseError> {
        super::read(line, &ReadOptions::default())
    }

    #[test]
    fn numbers_go_as_far_as_the_board() {
        let mut line = "0 ".repeat(49 * 49 - 1);
        line += "49";
        let record = read(&line).unwrap();
        assert_eq!(record.puzzle.geometry().size(), 49);
        assert_eq!(record.puzzle.givens().last(), Some(&Digit::new(49)));
        assert_eq!(
            (record.alphabet, record.span),
            (Alphabet::Numbers, 0..line.len())
        );
        let error = read(&line.replace("49", "50")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a number from 1 to 49 or a blank, found '50'"
        );
        assert_eq!(error.column, 4801);
    }

    #[test]
    fn commas_may_have_nothing_between_them() {
        for line in [
            "1,2,,4,,,,,,,,,,,,3",
            "1,2,,4,,,,,,,,,,,,3,",
            "1, 2, ., 4, 0 0 0 0, . . . ., _ _ x 3",
            "1|2|0|4||0|0|0|0||.|.|.|.||.|.|.|3",
        ] {
            assert_eq!(
                read(line).unwrap().puzzle.to_string(),
                "12.4...........3",
                "{line}"
            );
        }
    }

    #[test]
    fn rows_may_be_broken_anywhere() {
        let text = "1 2 0 4 0\n0 0 0\n\n0 0 0 0 0 0 0\n3\n";
        let readings = Numbers.read(text, &ReadOptions::default());
        let record = readings[0].records[0].as_ref().unwrap();
        assert_eq!(record.puzzle.to_string(), "12.4...........3");
        assert_eq!(text[record.span.clone()].len(), text.len() - 1);
    }

    #[test]
    fn other_counts_are_no_board() {
        let error = read(&"7 ".repeat(80)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected 81 cells for a board of 9x9, found 80 cells"
        );
        assert!(Numbers.read("1 2 3", &ReadOptions::default()).is_empty());
    }

    #[test]
    fn written_numbers_read_back() {
        let line = format!("1 0 3 {}4", "0 ".repeat(12));
        let record = read(&line).unwrap();
        let written = crate::format::find("numbers")
            .unwrap()
            .write(&record)
            .unwrap();
        assert_eq!(written, line);
    }
}

//! One puzzle on a line: N² characters, row by row.

use super::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, WriteError,
    text,
};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::settings::Settings;

/// N² characters, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Line;

impl Format for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn about(&self) -> &'static str {
        "one puzzle a line, row by row: 8..........36......"
    }

    fn keeps(&self) -> Keeps {
        Keeps::GIVENS
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let Some(reader) = self.by_line(text, options) else {
            return Vec::new();
        };
        let records = text::lines(text)
            .filter_map(|line| reader.read(line.text))
            .collect();
        vec![Reading {
            format: "line",
            confidence: Confidence::Likely,
            why: String::new(),
            records,
        }]
    }

    fn by_line(&self, _head: &str, _options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        Some(Box::new(Reader))
    }

    fn write(&self, record: &Record, _settings: &Settings) -> Option<Result<String, WriteError>> {
        Some(Ok(record.puzzle.to_string()))
    }
}

struct Reader;

impl LineReader for Reader {
    fn format(&self) -> &'static str {
        "line"
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        if line.trim().is_empty() || line.starts_with('#') {
            return None;
        }
        let mut givens: Vec<Option<Digit>> = Vec::new();
        for (at, c) in line.char_indices() {
            match c {
                ' ' => {}
                '.' | '0' | '_' | '-' | '*' | 'x' | 'X' => givens.push(None),
                '1'..='9' => givens.push(Digit::new(c as usize - '0' as usize)),
                _ => {
                    return Some(Err(ParseError::new(
                        "line",
                        line,
                        at..at + 1,
                        "a digit or a blank",
                        format!("'{c}'"),
                    )));
                }
            }
        }
        let size = givens.len().isqrt();
        if size * size != givens.len() || givens.iter().flatten().any(|d| d.value() > size) {
            return Some(Err(ParseError::new(
                "line",
                line,
                0..line.len(),
                "81 cells",
                givens.len().to_string(),
            )));
        }
        let Ok(geometry) = Geometry::of_size(size) else {
            return None;
        };
        Some(Ok(Record::new(Puzzle::new(geometry, givens))))
    }
}

//! A puzzle of a stream, with its place and the rest of its line.

use ninefold::ParseError;
use ninefold::format::{self, Record};
use serde_json::{Map, Value};

use super::datafile::{DataFile, SOLUTION};
use crate::output::escaped;
use crate::search::Verdict;

/// An input and its format.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) format: &'static str,
    /// Whether to draw the answers: there are few, and they go to a terminal.
    pub(crate) draw: bool,
    /// The structure of its lines.
    pub(crate) file: DataFile,
    /// Why this format, and what else it could be; only if asked for.
    pub(crate) detection: Option<Detected>,
}

/// The result of the detection, in words.
#[derive(Clone, serde::Serialize)]
pub(crate) struct Detected {
    pub(crate) why: String,
    pub(crate) alternatives: Vec<Alternative>,
}

/// Another way to read the text.
#[derive(Clone, serde::Serialize)]
pub(crate) struct Alternative {
    pub(crate) format: &'static str,
    pub(crate) why: String,
}

/// A puzzle that was read.
pub(crate) struct Item<'a> {
    pub(crate) source: &'a Source,
    /// The line where it stands, from one.
    pub(crate) line: usize,
    /// That line, if it holds this puzzle and no other.
    pub(crate) text: Option<&'a str>,
    pub(crate) record: &'a Record,
}

impl Item<'_> {
    /// The place of the puzzle, for messages: `puzzles.txt:17`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", escaped(&self.source.name), self.line)
    }

    /// The answer as a line: with whatever else stood on the puzzle's own.
    pub(crate) fn answered(&self, answer: &str) -> String {
        self.answered_in(SOLUTION, answer)
    }

    /// The same; a table has a column of this name for it.
    pub(crate) fn answered_in(&self, column: &str, answer: &str) -> String {
        let span = &self.record.span;
        match self.text {
            Some(line) => self.source.file.answered(line, span, column, answer),
            None => answer.to_owned(),
        }
    }

    /// The other columns of its line.
    pub(crate) fn columns(&self) -> Map<String, Value> {
        let columns = |line| self.source.file.columns(line, &self.record.span);
        self.text.map(columns).unwrap_or_default()
    }
}

/// A text that could not be read as a puzzle.
pub(crate) struct Fault<'a> {
    pub(crate) source: &'a Source,
    /// The line where it went wrong, from one.
    pub(crate) line: usize,
    /// That line, if nothing else is wrong with it.
    pub(crate) text: Option<&'a str>,
    pub(crate) error: &'a ParseError,
}

impl Fault<'_> {
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of(self.error)
    }

    /// The word for it as a line: a table keeps the row.
    pub(crate) fn answered(&self) -> String {
        let word = self.verdict().word();
        match (self.text, &self.source.file) {
            (Some(line), file @ DataFile::Table(_)) => {
                file.answered(line, &(0..0), SOLUTION, word) + "\n"
            }
            _ => format!("{word}\n"),
        }
    }
}

impl Source {
    pub(crate) fn new(name: &str, format: &'static str) -> Source {
        Source {
            name: name.to_owned(),
            format,
            draw: false,
            file: DataFile::Lines,
            detection: None,
        }
    }

    /// The format of the input, why it was chosen, and what else it could be.
    pub(crate) fn describe(&self) -> String {
        let name = escaped(&self.name);
        let mut text = format!("{name}: read as {}", self.format);
        if let Some(detected) = &self.detection {
            if !detected.why.is_empty() {
                text += &format!(": {}", detected.why);
            }
            for other in &detected.alternatives {
                text += &format!("\n{name}: could also be {}", other.format);
                if !other.why.is_empty() {
                    text += &format!(": {}", other.why);
                }
            }
        }
        text
    }
}

impl Detected {
    pub(crate) fn new(detection: &format::Detection, format: &'static str) -> Detected {
        let all = detection.best().into_iter().chain(detection.alternatives());
        let (chosen, others): (Vec<_>, Vec<_>) = all.partition(|reading| reading.format == format);
        let chosen = chosen.first();
        Detected {
            why: chosen
                .map(|reading| reading.why.clone())
                .unwrap_or_default(),
            alternatives: others
                .into_iter()
                .map(|reading| Alternative {
                    format: reading.format,
                    why: reading.why.clone(),
                })
                .collect(),
        }
    }
}

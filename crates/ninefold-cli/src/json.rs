//! The JSON that `--json` prints: one object per line, with the version of the schema first.
//! Here is what all objects share; those about a puzzle are in `stream/answer.rs`.

use std::fmt;
use std::time::Duration;

use ninefold::format::Record;
use ninefold::{Cell, Digit, Geometry, ParseError, Stats};
use serde::{Serialize, Serializer};

/// The version of the objects. It changes when a field changes its meaning or goes away.
pub(crate) const SCHEMA: u32 = 1;

/// Something that is wrong, and where.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Error {
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<String>,
}

impl Error {
    pub(crate) fn new(message: &str) -> Error {
        Error {
            message: message.to_owned(),
            line: None,
            column: None,
            hint: None,
            cells: Vec::new(),
        }
    }

    /// Why a text is no puzzle; `line` is counted in the whole input.
    pub(crate) fn of_text(error: &ParseError, line: usize) -> Error {
        Error {
            line: Some(line),
            column: Some(error.column),
            hint: error.hint.clone(),
            ..Error::new(&error.to_string())
        }
    }

    /// An error that these cells show.
    pub(crate) fn in_cells(message: &str, geometry: &Geometry, cells: &[Cell]) -> Error {
        Error {
            cells: cells.iter().map(|&cell| geometry.name(cell)).collect(),
            ..Error::new(message)
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// One object on a line of its own.
pub(crate) fn line(object: &impl Serialize) -> String {
    let mut text = serde_json::to_string(object).expect("our objects have string keys");
    text.push('\n');
    text
}

/// A solution as the puzzle was written.
pub(crate) fn solution(record: &Record, digits: &[Digit]) -> String {
    record.alphabet.line(digits.iter().copied().map(Some), '.')
}

/// The counters of a search by name, and the time in microseconds.
pub(crate) struct Work(pub(crate) Stats, pub(crate) Duration);

impl Serialize for Work {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let micros = u64::try_from(self.1.as_micros()).unwrap_or(u64::MAX);
        let counters = self.0.named();
        serializer.collect_map(counters.into_iter().chain([("micros", micros)]))
    }
}

//! The JSON that `--json` prints: one object per line, with the version of the schema first.
//! Here is what all objects share; those about a puzzle are in `stream/answer.rs`.

use std::fmt;
use std::time::Duration;

use ninefold::format::Record;
use ninefold::{Alphabet, Cell, Digit, Geometry, ParseError, Stats};
use ninefold_workbench::Problem;
pub(crate) use ninefold_workbench::wire::SCHEMA;
use ninefold_workbench::wire::{Names, ProblemObject};
use serde::{Serialize, Serializer};

/// Something that is wrong, and where.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Error {
    #[serde(flatten)]
    problem: ProblemObject<Names>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl Error {
    /// An error that no cell shows.
    pub(crate) fn new(message: &str) -> Error {
        Error::of(ProblemObject {
            message: message.to_owned(),
            cells: Vec::new(),
        })
    }

    /// Something wrong on a board.
    pub(crate) fn from_problem(
        problem: &Problem,
        geometry: &Geometry,
        alphabet: Alphabet,
    ) -> Error {
        Error::of(ProblemObject::new(problem, geometry, alphabet))
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
        Error::of(ProblemObject {
            message: message.to_owned(),
            cells: cells.iter().map(|&cell| geometry.name(cell)).collect(),
        })
    }

    fn of(problem: ProblemObject<Names>) -> Error {
        Error {
            problem,
            line: None,
            column: None,
            hint: None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
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

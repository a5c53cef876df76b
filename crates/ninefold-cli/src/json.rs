//! What `--json` prints: one object per puzzle, one per line, with the version of the
//! schema first.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use ninefold::format::Record;
use ninefold::{Cell, Digit, Geometry, Stats};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::search::{Finding, Verdict};
use crate::stream::job::{Detected, Fault, Item, Source};

/// The version of the objects. It changes when a field changes its meaning or goes away.
pub(crate) const SCHEMA: u32 = 1;

/// What every object about a puzzle opens with.
#[derive(Serialize)]
pub(crate) struct Head<'a> {
    schema: u32,
    input: &'a str,
    line: usize,
    format: &'static str,
    /// The board, unless it is the usual one of its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// What stands beside the puzzle on its line.
    #[serde(skip_serializing_if = "Map::is_empty")]
    columns: Map<String, Value>,
    pub(crate) status: &'static str,
}

impl<'a> Head<'a> {
    fn new(source: &'a Source, line: usize, status: &'static str) -> Head<'a> {
        Head {
            schema: SCHEMA,
            input: &source.name,
            line,
            format: source.format,
            board: None,
            puzzle: None,
            id: None,
            columns: Map::new(),
            status,
        }
    }

    /// For a puzzle that could be read.
    pub(crate) fn of(item: &Item<'a>, status: &'static str) -> Head<'a> {
        let record = item.record;
        let givens = record.puzzle.givens().iter().copied();
        let geometry = record.puzzle.geometry();
        let is_usual = Geometry::of_size(geometry.size()).is_ok_and(|usual| usual == *geometry);
        Head {
            board: (!is_usual).then(|| geometry.to_string()),
            puzzle: Some(record.alphabet.line(givens, '.')),
            id: record.meta.id.as_deref(),
            columns: item.columns(),
            ..Head::new(item.source, item.line, status)
        }
    }
}

/// A puzzle and what was found out about it.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The first solution, or `null`; left out where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solutions: Option<Vec<String>>,
    /// How many there are, and whether that is all; for `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exact: Option<bool>,
    /// The puzzle in the format asked for; for `convert`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    engine: Option<&'static str>,
    stats: Option<Work>,
    pub(crate) errors: Vec<Error>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    detection: Option<&'a Detected>,
}

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

impl<'a> Answer<'a> {
    fn new(head: Head<'a>, source: &'a Source) -> Answer<'a> {
        Answer {
            head,
            solution: None,
            solutions: None,
            count: None,
            exact: None,
            text: None,
            engine: None,
            stats: None,
            errors: Vec::new(),
            warnings: &[],
            detection: source.detection.as_ref(),
        }
    }

    /// For a puzzle that could be read.
    pub(crate) fn of(item: &Item<'a>, verdict: Verdict) -> Answer<'a> {
        Answer {
            warnings: &item.record.warnings,
            ..Answer::new(Head::of(item, verdict.word()), item.source)
        }
    }

    /// For a puzzle that was put to an engine.
    pub(crate) fn found(item: &Item<'a>, finding: &Finding) -> Answer<'a> {
        let report = finding.report.as_ref();
        Answer {
            engine: report.map(|report| report.engine),
            stats: report.map(|report| Work(report.stats, finding.time)),
            errors: finding.errors.clone(),
            ..Answer::of(item, finding.verdict)
        }
    }

    /// For what is no puzzle.
    pub(crate) fn unreadable(fault: &Fault<'a>) -> String {
        let error = fault.error;
        let head = Head::new(fault.source, fault.line, Verdict::Unreadable.word());
        let answer = Answer {
            solution: Some(None),
            solutions: Some(Vec::new()),
            errors: vec![Error {
                line: Some(fault.line),
                column: Some(error.column),
                hint: error.hint.clone(),
                ..Error::new(&error.to_string())
            }],
            ..Answer::new(head, fault.source)
        };
        line(&answer)
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(line(self).as_bytes())
    }
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

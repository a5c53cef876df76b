//! The objects that `--json` prints about a puzzle: its place, and the answer.

use std::io::{self, Write};

use ninefold::Geometry;
use serde::Serialize;
use serde_json::{Map, Value};

use super::item::{Detected, Fault, Item, Source};
use crate::json::{self, Error, SCHEMA, Work};
use crate::search::{Finding, Verdict};

/// The fields that every object about a puzzle begins with.
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
    /// The other columns of the puzzle's line.
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

/// A puzzle and the answer.
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
        let head = Head::new(fault.source, fault.line, fault.verdict().word());
        let answer = Answer {
            solution: Some(None),
            solutions: Some(Vec::new()),
            errors: vec![Error::of_text(fault.error, fault.line)],
            ..Answer::new(head, fault.source)
        };
        json::line(&answer)
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(json::line(self).as_bytes())
    }
}

//! The objects that `--json` prints about a puzzle: its place, and the answer.

use std::io::{self, Write};

use ninefold_workbench::wire::{self, AnswerObject, Names};
use serde::Serialize;
use serde_json::{Map, Value};

use super::item::{Detected, Fault, Item, Source};
use crate::json::{self, Error, SCHEMA};
use crate::search::{Finding, Verdict};

/// The fields that every object about a puzzle begins with: its place and its text.
#[derive(Serialize)]
pub(crate) struct Place<'a> {
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
}

impl<'a> Place<'a> {
    /// For a text that could not be read.
    pub(crate) fn new(source: &'a Source, line: usize) -> Place<'a> {
        Place {
            schema: SCHEMA,
            input: &source.name,
            line,
            format: source.format,
            board: None,
            puzzle: None,
            id: None,
            columns: Map::new(),
        }
    }

    /// For a puzzle that could be read.
    pub(crate) fn of(item: &Item<'a>) -> Place<'a> {
        let record = item.record;
        let givens = record.puzzle.givens().iter().copied();
        Place {
            board: wire::unusual_board(record.puzzle.geometry()),
            puzzle: Some(record.alphabet.line(givens, '.')),
            id: record.meta.id.as_deref(),
            columns: item.columns(),
            ..Place::new(item.source, item.line)
        }
    }
}

/// A puzzle's place and the verdict on it.
#[derive(Serialize)]
pub(crate) struct Head<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    pub(crate) status: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    detection: Option<&'a Detected>,
}

impl<'a> Head<'a> {
    /// For a puzzle that could be read.
    pub(crate) fn of(item: &Item<'a>, status: &'static str) -> Head<'a> {
        Head {
            place: Place::of(item),
            status,
            warnings: &item.record.warnings,
            detection: item.source.detection.as_ref(),
        }
    }
}

/// A puzzle and the answer.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(flatten)]
    pub(crate) found: AnswerObject<Names>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    detection: Option<&'a Detected>,
}

impl<'a> Answer<'a> {
    /// For a puzzle that could be read.
    pub(crate) fn of(item: &Item<'a>, verdict: Verdict) -> Answer<'a> {
        Answer {
            place: Place::of(item),
            found: AnswerObject::new(verdict.word()),
            warnings: &item.record.warnings,
            detection: item.source.detection.as_ref(),
        }
    }

    /// For a puzzle that was put to an engine.
    pub(crate) fn found(item: &Item<'a>, finding: &Finding) -> Answer<'a> {
        let mut answer = Answer::of(item, finding.verdict);
        if let Some(report) = &finding.report {
            answer.found = answer.found.by(report, finding.time);
        }
        answer.found.errors.clone_from(&finding.errors);
        answer
    }

    /// The same with these solutions.
    pub(crate) fn with_solutions(mut self, solutions: Vec<String>) -> Answer<'a> {
        self.found = self.found.with_solutions(solutions);
        self
    }

    /// For what is no puzzle.
    pub(crate) fn unreadable(fault: &Fault<'a>) -> String {
        let mut found = AnswerObject::new(fault.verdict().word()).with_solutions(Vec::new());
        found.errors = vec![Error::of_text(fault.error, fault.line)];
        json::line(&Answer {
            place: Place::new(fault.source, fault.line),
            found,
            warnings: &[],
            detection: fault.source.detection.as_ref(),
        })
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(json::line(self).as_bytes())
    }
}

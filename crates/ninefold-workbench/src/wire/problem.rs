//! Something that is wrong: with a board, with a text, or with what was asked.

use std::fmt;

use ninefold::{Alphabet, Cell, Geometry, ParseError};
use serde::Serialize;

use super::dialect::{Dialect, Names};
use crate::session::Problem;

/// Something wrong, in words, and where.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct ProblemObject<D: Dialect> {
    message: D::Sentence,
    /// The cells to look at; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<D::Cell>,
    /// The place in a text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl<D: Dialect> ProblemObject<D> {
    /// A problem on a board.
    pub fn new(problem: &Problem, geometry: &Geometry, alphabet: Alphabet) -> ProblemObject<D> {
        let message = D::sentence(&problem.explain(geometry), alphabet);
        ProblemObject::in_cells(message, geometry, &problem.cells())
    }

    /// A problem that these cells show.
    pub fn in_cells(message: D::Sentence, geometry: &Geometry, cells: &[Cell]) -> ProblemObject<D> {
        ProblemObject {
            message,
            cells: cells.iter().map(|&cell| D::cell(geometry, cell)).collect(),
            line: None,
            column: None,
            hint: None,
        }
    }
}

impl ProblemObject<Names> {
    /// A problem that no cell shows.
    pub fn of_message(message: impl Into<String>) -> ProblemObject<Names> {
        ProblemObject {
            message: message.into(),
            cells: Vec::new(),
            line: None,
            column: None,
            hint: None,
        }
    }

    /// Why a text is no puzzle; `line` is counted in the whole input.
    pub fn of_text(error: &ParseError, line: usize) -> ProblemObject<Names> {
        ProblemObject {
            line: Some(line),
            column: Some(error.column),
            hint: error.hint.clone(),
            ..ProblemObject::of_message(error.to_string())
        }
    }
}

impl fmt::Display for ProblemObject<Names> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

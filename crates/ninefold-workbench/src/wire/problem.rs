//! What is wrong on a board.

use ninefold::{Alphabet, Geometry};
use serde::Serialize;

use super::dialect::Dialect;
use crate::session::Problem;

/// Something wrong, in words, and the cells that show it.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct ProblemObject<D: Dialect> {
    /// What is wrong.
    pub message: D::Sentence,
    /// The cells to look at; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<D::Cell>,
}

impl<D: Dialect> ProblemObject<D> {
    /// A problem on a board.
    pub fn new(problem: &Problem, geometry: &Geometry, alphabet: Alphabet) -> ProblemObject<D> {
        let cells = problem.cells();
        ProblemObject {
            message: D::sentence(&problem.explain(geometry), alphabet),
            cells: cells.iter().map(|&cell| D::cell(geometry, cell)).collect(),
        }
    }
}

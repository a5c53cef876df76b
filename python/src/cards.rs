//! What is to be said about one puzzle as a whole, as the program's `--json` has it: what is wrong
//! with it, and what the meters say.

use ninefold::Geometry;
use ninefold::canon::FormFinder;
use ninefold::doctor::{Doctor, Status};
use ninefold::format;
use ninefold::inspect::{self, Limits};
use ninefold_workbench::session;
use ninefold_workbench::wire::{CardObject, DiagnosisObject, ProblemObject};
use pyo3::prelude::*;

use crate::errors::Trouble;
use crate::one;
use crate::signals::Signals;

/// What is wrong with one puzzle, or with a text that is almost one, as JSON.
#[pyfunction]
pub(crate) fn doctor_one(py: Python<'_>, puzzle: &str) -> PyResult<String> {
    let signals = Signals::new();
    let found = py.detach(|| {
        let should_stop = || signals.should_stop();
        let doctor = Doctor::new().stop_when(&should_stop);
        let record = match format::parse_record(puzzle) {
            Ok(record) => record,
            Err(error) => {
                let board = |size| Geometry::of_size(size).ok();
                let found = doctor.read(puzzle, &board);
                let found = found.filter(|found| !found.repairs.is_empty());
                let problem = ProblemObject::of_text(&error, error.line);
                let object = found.map(|found| DiagnosisObject::of_text(&found, problem));
                return object.ok_or(error);
            }
        };
        let found = doctor.examine(&record.puzzle);
        let mistakes = match found.status {
            Status::Proper => session::mistakes(&record),
            _ => Vec::new(),
        };
        Ok(DiagnosisObject::new(&found, &record, &mistakes))
    });
    signals.checked()?;
    let object = found.map_err(|error| Trouble::of_text(&error).raised(py))?;
    Ok(serde_json::to_string(&object).expect("a diagnosis is JSON"))
}

/// What the meters say about one puzzle, as JSON.
#[pyfunction]
pub(crate) fn inspect_one(py: Python<'_>, puzzle: &str, seed: u64) -> PyResult<String> {
    let record = one::record(py, puzzle)?;
    let puzzle = &record.puzzle;
    if let Some(clash) = puzzle.conflicts().first() {
        let words = clash.explain(puzzle.geometry());
        return Err(Trouble::new(words.in_alphabet(record.alphabet)).raised(py));
    }
    let signals = Signals::new();
    let card = py.detach(|| {
        let should_stop = || signals.should_stop();
        let limits = Limits::of(puzzle.geometry()).until(&should_stop);
        inspect::card(puzzle, seed, &mut FormFinder::new(), limits)
    });
    signals.checked()?;
    let object = CardObject::new(&card, puzzle, record.alphabet, seed);
    Ok(serde_json::to_string(&object).expect("a card is JSON"))
}

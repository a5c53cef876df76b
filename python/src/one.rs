//! One puzzle, in any format and size.

use std::sync::Arc;

use ninefold::engine::{Auto, Observer, solve_bytes};
use ninefold::format::{self, Record, is_classic_cell};
use ninefold::logic::{Level, Plan, Proof, Reply, Step, Walk, unspoiled};
use ninefold::{Candidate, Query, Report};
use ninefold_columns::Rated;
use ninefold_workbench::{Problem, Session, Uniqueness, moves};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::Trouble;
use crate::operations;
use crate::picture::{self, Picture};
use crate::signals::Signals;

/// A puzzle with its solution.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Solved {
    /// The puzzle as it was given.
    #[pyo3(get)]
    puzzle: Py<PyAny>,
    solution: Option<Solution>,
    /// 0, 1, or 2 for two or more.
    #[pyo3(get)]
    n_solutions: i8,
}

/// A solution. Of a classic board it lies in the object itself: a `str` for each row of a list
/// would take memory and time that most rows have no use for.
enum Solution {
    Line([u8; 81]),
    Text(String),
}

impl Solution {
    fn text(&self) -> &str {
        match self {
            Solution::Line(line) => str::from_utf8(line).expect("solutions are digits"),
            Solution::Text(text) => text,
        }
    }
}

impl Solved {
    /// A classic puzzle with its solution, which counts if there is one.
    pub(crate) fn line(puzzle: Bound<'_, PyAny>, solution: &[u8; 81], n_solutions: i8) -> Solved {
        Solved {
            puzzle: puzzle.unbind(),
            solution: (n_solutions > 0).then_some(Solution::Line(*solution)),
            n_solutions,
        }
    }
}

#[pymethods]
impl Solved {
    #[new]
    fn of(puzzle: Py<PyAny>, solution: Option<String>, n_solutions: i8) -> Solved {
        Solved {
            puzzle,
            solution: solution.map(Solution::Text),
            n_solutions,
        }
    }

    /// The only solution, or the first of several; None if there is none.
    #[getter]
    fn solution(&self) -> Option<&str> {
        self.solution.as_ref().map(Solution::text)
    }

    /// The solution, or the number of solutions in a word.
    fn __str__(&self) -> &str {
        self.solution().unwrap_or("no solution")
    }

    /// The solved board, for notebooks; None if the puzzle is not a text.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        let puzzle: String = self.puzzle.extract(py).ok()?;
        let record = format::parse_record(&puzzle).ok()?;
        Some(picture::solution(&record, self.solution()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let solution = self.solution().into_pyobject(py)?.repr()?;
        let n = self.n_solutions;
        Ok(format!("Solved(solution={solution}, n_solutions={n})"))
    }

    /// Whether two say the same.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Solved>() else {
            return Ok(false);
        };
        let (ours, theirs) = (self.parts(py), other.get().parts(py));
        let is_same = ours.0.eq(theirs.0)? && ours.2 == theirs.2;
        Ok(is_same && ours.1 == theirs.1)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.puzzle.bind(py).hash()
    }

    /// For pickle, and so for other processes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Parts<'py>) {
        (slf.get_type().into_any(), slf.get().parts(slf.py()))
    }
}

/// The puzzle, the solution and the number of solutions.
type Parts<'py> = (Bound<'py, PyAny>, Option<String>, i8);

impl Solved {
    fn parts<'py>(&self, py: Python<'py>) -> Parts<'py> {
        let solution = self.solution().map(str::to_owned);
        (self.puzzle.bind(py).clone(), solution, self.n_solutions)
    }
}

/// Solves one puzzle. 81 characters that are a board go straight to the fastest engine.
#[pyfunction]
pub(crate) fn solve_one(puzzle: &Bound<'_, PyString>) -> PyResult<Solved> {
    let (py, text) = (puzzle.py(), puzzle.to_str()?);
    let object = puzzle.clone().into_any();
    if let Ok(board) = <&[u8; 81]>::try_from(text.as_bytes())
        && board
            .iter()
            .fold(true, |all, &byte| all & is_classic_cell(byte))
    {
        let mut solution = [0; 81];
        let (count, _) = solve_bytes(board, 2, &mut solution);
        return Ok(Solved::line(object, &solution, count as i8));
    }
    let record = record(py, text)?;
    let report = report(py, &record, 2)?;
    let digits = report
        .grids
        .first()
        .map(|grid| grid.digits().iter().copied().map(Some));
    let solution = digits.map(|digits| record.alphabet.line(digits, '.'));
    Ok(Solved::of(
        object.unbind(),
        solution,
        report.grids.len() as i8,
    ))
}

/// The verdict on one puzzle: `unique`, `multiple`, `none`, or `invalid` if givens clash.
#[pyfunction]
pub(crate) fn check_one(py: Python<'_>, puzzle: &str) -> PyResult<&'static str> {
    let record = record(py, puzzle)?;
    if !record.puzzle.conflicts().is_empty() {
        return Ok("invalid");
    }
    Ok(Uniqueness::of(&report(py, &record, 2)?).word())
}

/// The number of solutions of one puzzle, up to a limit if there is one.
#[pyfunction]
pub(crate) fn count_one(py: Python<'_>, puzzle: &str, limit: Option<u64>) -> PyResult<u64> {
    let record = record(py, puzzle)?;
    let signals = Signals::new();
    let report = py.detach(|| {
        let query = Query::new(&record.puzzle).solutions(limit.unwrap_or(u64::MAX));
        query.watch(&Auto, &mut Until(signals.clone()))
    });
    signals.checked()?;
    Ok(report.expect("auto takes every puzzle").stats.solutions)
}

/// Keeps no solutions, and stops at Ctrl-C.
struct Until(Signals);

impl Observer for Until {
    fn should_stop(&mut self) -> bool {
        self.0.should_stop()
    }
}

/// The rating of one puzzle.
#[pyfunction]
pub(crate) fn rate_one(
    py: Python<'_>,
    puzzle: &str,
    settings: &Bound<'_, PyDict>,
) -> PyResult<Rated> {
    let record = record(py, puzzle)?;
    let how = operations::rating(settings)?;
    let signals = Signals::new();
    let rating = py.detach(|| how.one(&record.puzzle, &|| signals.should_stop()));
    signals.checked()?;
    rating.map_err(|why| Trouble::new(why.to_string()).raised(py))
}

/// The canonical form of one puzzle.
#[pyfunction]
pub(crate) fn canonical_one(
    py: Python<'_>,
    puzzle: &str,
    settings: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let record = record(py, puzzle)?;
    let how = operations::canonical(settings)?;
    let form = py.detach(|| ninefold::canon::FormFinder::new().form(&record.puzzle, how.form));
    let form = form.map_err(|why| Trouble::new(why.to_string()).raised(py))?;
    let givens = form.puzzle().givens().iter().copied();
    Ok(record.alphabet.line(givens, '.'))
}

/// One puzzle in another format.
#[pyfunction]
pub(crate) fn convert_one(
    py: Python<'_>,
    puzzle: &str,
    settings: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let record = record(py, puzzle)?;
    let how = operations::conversion(settings)?;
    let written = how.to.write(&record);
    written.map_err(|why| Trouble::new(why.to_string()).raised(py))
}

/// A step as Python has it: technique, notation, why it holds, what it places, what it rubs out,
/// and its picture.
type PlainStep = (&'static str, String, String, Vec<Mark>, Vec<Mark>, Picture);

/// A cell and a digit: `("r4c7", "5")`.
type Mark = (String, String);

/// The path of one puzzle by logic, and whether it leads to the solution.
#[pyfunction]
pub(crate) fn explain_one(py: Python<'_>, puzzle: &str) -> PyResult<(Vec<PlainStep>, bool)> {
    let record = Arc::new(record(py, puzzle)?);
    let signals = Signals::new();
    let mut walk = walk(py, &record, &signals)?;
    let (steps, is_solved) = py.detach(|| {
        let steps: Vec<Step> = walk.by_ref().collect();
        (steps, walk.is_solved())
    });
    signals.checked()?;
    let plain = steps.into_iter().map(|step| plain(step, &record));
    Ok((plain.collect(), is_solved))
}

/// The next step of one puzzle by logic, from where the player stands.
#[pyfunction]
pub(crate) fn hint_one(py: Python<'_>, puzzle: &str) -> PyResult<Option<PlainStep>> {
    let record = Arc::new(record(py, puzzle)?);
    let signals = Signals::new();
    let mut walk = walk(py, &record, &signals)?;
    let step = py.detach(|| walk.look());
    signals.checked()?;
    Ok(step.map(|step| plain(step, &record)))
}

/// The status of a candidate, the same in words, and the proof to show first: its steps, or its
/// suppositions, each sentence by sentence.
type PlainWhy = (&'static str, String, Vec<PlainStep>, Vec<Vec<String>>);

/// Why a digit must, or cannot, stand in a cell of one puzzle, from where the player stands.
#[pyfunction]
pub(crate) fn why_one(
    py: Python<'_>,
    puzzle: &str,
    claim: &str,
    spoil: bool,
) -> PyResult<PlainWhy> {
    let record = Arc::new(record(py, puzzle)?);
    let geometry = record.puzzle.geometry();
    let moves = moves::read(claim).and_then(|moves| moves.on(geometry));
    let moves = moves.map_err(PyValueError::new_err)?;
    let [claim] = moves[..] else {
        let message = format!("expected one cell and one digit, found {}", moves.len());
        return Err(PyValueError::new_err(message));
    };
    let session = Session::new(&record);
    let solutions = Uniqueness::of(&report(py, &record, 2)?);
    let why = session.why(Plan::usual().within(Level::Unfair), &solutions);
    let why = why.map_err(|problems| raised(py, &record, &problems))?;
    let signals = Signals::new();
    let asked = signals.clone();
    let mut why = why.stop_when(move || asked.should_stop());
    let reply = py.detach(|| why.ask(claim.candidate));
    signals.checked()?;
    if !spoil && reply.spoils(claim) {
        let words = unspoiled(claim.candidate, geometry).to_string();
        return Ok(("possible", words, Vec::new(), Vec::new()));
    }
    let proof = match &reply {
        Reply::Proved { proofs, .. } => proofs.first(),
        _ => None,
    };
    let (steps, suppositions) = match proof {
        Some(Proof::Slice(steps)) => (&steps[..], &[][..]),
        Some(Proof::Suppose(supposed)) => (&[][..], &supposed.suppositions[..]),
        None => (&[][..], &[][..]),
    };
    let steps = steps.iter().map(|step| plain(step.clone(), &record));
    let sentences = suppositions.iter().map(|one| one.sentences(geometry));
    let words = reply.explain(claim.candidate, geometry).to_string();
    Ok((reply.word(), words, steps.collect(), sentences.collect()))
}

pub(crate) fn record(py: Python<'_>, text: &str) -> PyResult<Record> {
    let record = format::parse_record(text);
    record.map_err(|error| Trouble::of_text(&error).raised(py))
}

/// Up to `limit` solutions, without the GIL.
fn report(py: Python<'_>, record: &Record, limit: u64) -> PyResult<Report> {
    let signals = Signals::new();
    let report = py.detach(|| {
        let query = Query::new(&record.puzzle).solutions(limit);
        query.run_until(&Auto, || signals.should_stop())
    });
    signals.checked()?;
    Ok(report.expect("auto takes every puzzle"))
}

/// The way on from a player's position, until Ctrl-C; or the problems to put right first.
fn walk(py: Python<'_>, record: &Record, signals: &Signals) -> PyResult<Walk> {
    let session = Session::new(record);
    let solutions = Uniqueness::of(&report(py, record, 2)?);
    let walk = session
        .walk(Plan::usual(), &solutions)
        .map_err(|problems| raised(py, record, &problems))?;
    let signals = signals.clone();
    Ok(walk.stop_when(move || signals.should_stop()))
}

/// What has to be put right first, as an exception.
fn raised(py: Python<'_>, record: &Record, problems: &[Problem]) -> PyErr {
    let geometry = record.puzzle.geometry();
    let words = problems
        .iter()
        .map(|problem| problem.explain(geometry).in_alphabet(record.alphabet));
    Trouble::new(words.collect::<Vec<_>>().join("; ")).raised(py)
}

fn plain(step: Step, record: &Arc<Record>) -> PlainStep {
    let geometry = step.board().geometry();
    let marks = |candidates: &[Candidate]| {
        let mark = |at: &Candidate| {
            let mut digit = String::new();
            record.alphabet.write(at.digit, &mut digit);
            (geometry.name(at.cell), digit)
        };
        candidates.iter().map(mark).collect()
    };
    let (placements, eliminations) = (marks(step.placements()), marks(step.eliminations()));
    let (notation, text) = (step.notation(), step.explain().to_string());
    let technique = step.technique().name();
    let picture = Picture::of_step(step, record);
    (technique, notation, text, placements, eliminations, picture)
}

//! Pictures: a board, a solution or a step as SVG. A step is drawn when it is looked at, since a
//! path has many.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ninefold::format::Record;
use ninefold::logic::Step;
use ninefold::render::{BoardPicture, Theme};
use ninefold::{Alphabet, Digit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A picture, which notebooks show.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Picture(Drawing);

enum Drawing {
    Svg(String),
    Step(Box<Step>, Arc<Record>),
}

#[pymethods]
impl Picture {
    #[new]
    fn of(svg: String) -> Picture {
        Picture(Drawing::Svg(svg))
    }

    /// The picture as SVG, for a file.
    #[getter]
    fn svg(&self) -> Cow<'_, str> {
        match &self.0 {
            Drawing::Svg(svg) => Cow::Borrowed(svg),
            Drawing::Step(step, record) => {
                let drawn = step.drawn(&record.puzzle).alphabet(record.alphabet);
                Cow::Owned(drawn.to_string())
            }
        }
    }

    /// For notebooks.
    fn _repr_svg_(&self) -> Cow<'_, str> {
        self.svg()
    }

    fn __repr__(&self) -> &'static str {
        "<ninefold.Picture>"
    }

    /// Whether two show the same.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Picture>();
        other.is_ok_and(|other| other.get().svg() == self.svg())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.svg().hash(&mut hasher);
        hasher.finish()
    }

    /// For pickle, and so for other processes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Cow<'py, str>,)) {
        (slf.get_type(), (Cow::Owned(slf.get().svg().into_owned()),))
    }
}

impl Picture {
    /// A step on the way through a puzzle.
    pub(crate) fn of_step(step: Step, record: &Arc<Record>) -> Picture {
        Picture(Drawing::Step(Box::new(step), Arc::clone(record)))
    }
}

/// The picture of one puzzle, as far as a player has come with it.
#[pyfunction]
pub(crate) fn show_one(py: Python<'_>, puzzle: &str, theme: &str) -> PyResult<Picture> {
    let record = crate::one::record(py, puzzle)?;
    let theme = [Theme::LIGHT, Theme::DARK]
        .into_iter()
        .find(|known| known.name == theme)
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "expected theme=\"light\" or \"dark\", found {theme:?}"
            ))
        })?;
    let mut picture = BoardPicture::of(&record.puzzle)
        .alphabet(record.alphabet)
        .theme(theme);
    if let Some(progress) = &record.progress {
        picture = picture.entries(progress.placed.iter().copied());
        if let Some(marks) = &progress.marks {
            picture = picture.candidates(|cell| marks[cell.index()]);
        }
    }
    Ok(Picture(Drawing::Svg(picture.to_string())))
}

/// A puzzle with its solution, which is written like the puzzle, as SVG.
pub(crate) fn solution(record: &Record, solution: Option<&str>) -> String {
    let picture = BoardPicture::of(&record.puzzle).alphabet(record.alphabet);
    let digits = solution.map(|line| digits(record.alphabet, line));
    let picture = picture.entries(digits.unwrap_or_default());
    picture.to_string()
}

/// The digits of a line that has one in each cell.
fn digits(alphabet: Alphabet, line: &str) -> Vec<Option<Digit>> {
    if alphabet == Alphabet::Numbers {
        let numbers = line.split_whitespace();
        return numbers
            .map(|number| Digit::new(number.parse().ok()?))
            .collect();
    }
    line.chars().map(|symbol| alphabet.digit(symbol)).collect()
}

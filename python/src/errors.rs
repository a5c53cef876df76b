//! Exceptions: those of `ninefold/_errors.py`, with the place of the fault and a hint.

use ninefold::ParseError;
use ninefold_columns::Fault;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

/// An exception to be: which one, its message, and where the fault is.
#[derive(Default)]
pub(crate) struct Trouble {
    /// Whether the text is no puzzle; else the puzzle has no such answer.
    pub(crate) is_unreadable: bool,
    pub(crate) message: String,
    pub(crate) row: Option<usize>,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    pub(crate) hint: Option<String>,
}

impl Trouble {
    /// A puzzle without the answer that was asked for.
    pub(crate) fn new(message: impl Into<String>) -> Trouble {
        Trouble {
            message: message.into(),
            ..Trouble::default()
        }
    }

    /// A text that is no puzzle.
    pub(crate) fn of_text(error: &ParseError) -> Trouble {
        Trouble {
            is_unreadable: true,
            message: error.to_string(),
            row: None,
            line: Some(error.line),
            column: Some(error.column),
            hint: error.hint.clone(),
        }
    }

    /// A row of a column that has no answer.
    pub(crate) fn of_row(row: usize, fault: &Fault) -> Trouble {
        let has_puzzle = matches!(
            fault,
            Fault::Unrated(_) | Fault::TimedOut(_) | Fault::NotCanonical(_) | Fault::Unwritable(_)
        );
        Trouble {
            is_unreadable: !has_puzzle,
            message: fault.to_string(),
            row: Some(row),
            line: None,
            column: fault.place(),
            hint: fault.hint(),
        }
    }

    /// The exception.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 2] = [PyOnceLock::new(), PyOnceLock::new()];
        let (class, name) = if self.is_unreadable {
            (&CLASSES[0], "ParseError")
        } else {
            (&CLASSES[1], "AnswerError")
        };
        let class = class.import(py, "ninefold._errors", name)?;
        let numbers = [
            ("row", self.row),
            ("line", self.line),
            ("column", self.column),
        ];
        let place = numbers.into_py_dict(py)?;
        place.set_item("hint", &self.hint)?;
        class.call((&self.message,), Some(&place))
    }

    /// The exception, to be raised.
    pub(crate) fn raised(&self, py: Python<'_>) -> PyErr {
        self.object(py)
            .map_or_else(|error| error, PyErr::from_value)
    }
}

//! Ninefold for Python: the compiled half of the wheel `ninefold`.
//!
//! | file | |
//! |---|---|
//! | `operations.rs` | what can be done with a column, by name: one table |
//! | `columns.rs` | lists, numpy and Arrow in; answers out |
//! | `tables.rs` | a stream of tables with columns added |
//! | `one.rs` | one puzzle in any format and size |
//! | `cards.rs` | what is wrong with one puzzle, and what its meters say, as JSON |
//! | `picture.rs` | boards, solutions and steps as SVG |
//! | `arrow.rs` | Arrow's C data interface: the only `unsafe` |
//! | `errors.rs`, `signals.rs` | exceptions with their place; Ctrl-C |
//!
//! `ninefold/__init__.py` documents the functions for users, and chooses by the kind of the
//! argument.

mod arrow;
mod cards;
mod columns;
mod errors;
mod one;
mod operations;
mod picture;
mod signals;
mod tables;

use std::sync::OnceLock;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

#[pymodule]
mod _ninefold {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::cards::{doctor_one, inspect_one};
    #[pymodule_export]
    use crate::columns::{Answers, answers, generate};
    #[pymodule_export]
    use crate::one::{
        Solved, canonical_one, check_one, convert_one, count_one, explain_one, hint_one, rate_one,
        solve_one, why_one,
    };
    #[pymodule_export]
    use crate::operations::result_versions;
    #[pymodule_export]
    use crate::picture::{Picture, show_one};
    #[pymodule_export]
    use crate::tables::{Stream, stream};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::refuse_another_interpreter(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Refuses a second interpreter of the process, since the classes belong to the first. Python
/// 3.12 and newer do so themselves.
fn refuse_another_interpreter(py: Python<'_>) -> PyResult<()> {
    static FIRST: OnceLock<usize> = OnceLock::new();
    // Each interpreter has a module `sys` of its own.
    let this = py.import("sys")?.as_ptr() as usize;
    if *FIRST.get_or_init(|| this) == this {
        return Ok(());
    }
    let message = "expected the interpreter that imported ninefold first, found a sub-interpreter; \
                   use threads or processes";
    Err(PyImportError::new_err(message))
}

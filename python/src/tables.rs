//! A stream of tables with columns added: batches are answered as they are pulled.

use std::sync::Mutex;

use ninefold_columns::{ERROR, Operation};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::arrow::{self, Array, Batches, Schema, Source, TextColumn};
use crate::columns::{self, Errors, Piece};
use crate::errors::Trouble;
use crate::operations;

/// A table that is read once, batch by batch.
#[pyclass(frozen)]
pub(crate) struct Stream(Mutex<Option<arrow::Stream>>);

#[pymethods]
impl Stream {
    /// Arrow's stream of batches; it can be taken once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let stream = self.0.lock().ok().and_then(|mut stream| stream.take());
        let stream = stream.ok_or_else(|| {
            PyValueError::new_err("expected a stream, found one that was read already")
        })?;
        arrow::stream_capsule(py, stream)
    }
}

/// A table with the answers to one of its columns added.
#[pyfunction]
pub(crate) fn stream(
    operation: &str,
    settings: &Bound<'_, PyDict>,
    table: &Bound<'_, PyAny>,
    column: &str,
    threads: usize,
    errors: &str,
) -> PyResult<Stream> {
    let operation = operations::find(operation, settings)?;
    let errors = Errors::find(errors)?;
    let Some(Source::Many(mut input)) = Source::of_table(table)? else {
        let kind = table.get_type().name()?;
        let message = format!("expected a table with __arrow_c_stream__, found {kind}");
        return Err(PyTypeError::new_err(message));
    };
    let schema = input.schema().map_err(PyValueError::new_err)?;
    if !schema.is_batch() {
        return Err(PyTypeError::new_err("expected a table, found a column"));
    }
    let names: Vec<&str> = schema.children().map(Schema::name).collect();
    let place = names.iter().position(|name| *name == column);
    let place = place.ok_or_else(|| {
        PyValueError::new_err(format!(
            "expected a column, one of {names:?}, found {column:?}"
        ))
    })?;
    let mut added = operation.fields().to_vec();
    added.extend((errors == Errors::Column).then_some(ERROR));
    if let Some(twice) = added.iter().find(|field| names.contains(&field.name)) {
        let message = format!("the table has a column {:?} already; rename it", twice.name);
        return Err(PyValueError::new_err(message));
    }
    let text = schema.children().nth(place).map(TextColumn::is_text);
    text.unwrap_or(Ok(())).map_err(PyTypeError::new_err)?;
    let batches = Answered {
        input,
        schema,
        place,
        n_rows: 0,
        operation,
        threads,
        errors,
    };
    Ok(Stream(Mutex::new(Some(arrow::Stream::of(Box::new(
        batches,
    ))))))
}

/// The batches of a table, each with columns added.
struct Answered {
    input: arrow::Stream,
    schema: Schema,
    /// The column with the puzzles.
    place: usize,
    /// The rows of the batches so far.
    n_rows: usize,
    operation: Box<dyn Operation>,
    threads: usize,
    errors: Errors,
}

impl Batches for Answered {
    fn schema(&mut self) -> Result<Schema, String> {
        let mut children = self.input.schema()?.into_children();
        let added = self
            .operation
            .fields()
            .iter()
            .copied()
            .map(Schema::of_field);
        children.extend(added);
        if self.errors == Errors::Column {
            children.push(Schema::of_field(ERROR));
        }
        Ok(Schema::of_batch(children))
    }

    fn next(&mut self) -> Result<Option<Array>, String> {
        let Some(batch) = self.input.next()? else {
            return Ok(None);
        };
        let field = self.schema.children().nth(self.place);
        let field = field.ok_or("expected a column, found none")?;
        let column = TextColumn::of_batch(field, &batch, self.place)?;
        let n_rows = batch.n_rows();
        // The consumer may hold the GIL or not.
        let piece = Python::attach(|py| {
            let answers = columns::run(py, self.operation.as_ref(), &column, self.threads);
            let answers = answers.map_err(|error| error.to_string())?;
            if let (Errors::Raise, Some((row, fault))) = (self.errors, answers.faults.first()) {
                let trouble = Trouble::of_row(self.n_rows + row, fault);
                return Err(trouble.raised(py).to_string());
            }
            Piece::new(answers, self.errors)
        })?;
        self.n_rows += n_rows;
        let mut children = batch.into_children();
        children.extend(piece.arrays());
        Ok(Some(Array::of_batch(children, n_rows)))
    }
}

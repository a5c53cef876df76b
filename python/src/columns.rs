//! Columns in, answers out: lists, numpy's bytes and everything that speaks Arrow.

use std::sync::Arc;

use ninefold::Geometry;
use ninefold::generate::{Symmetry, Wish};
use ninefold_columns as columns;
use ninefold_columns::{
    Column, Digits, ERROR, Field, Generate, Operation, Rows, Texts, Threads, Values,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyCapsule, PyDict, PyList, PyString};

use crate::arrow::{self, Array, Batches, Buffers, Data, Schema, Source, TextColumn};
use crate::errors::Trouble;
use crate::one::Solved;
use crate::operations;
use crate::signals::Signals;

/// What to do about rows without an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    /// The first of them raises.
    Raise,
    /// Their answers are null.
    Null,
    /// Likewise, and a column says why.
    Column,
}

impl Errors {
    pub(crate) fn find(name: &str) -> PyResult<Errors> {
        match name {
            "raise" => Ok(Errors::Raise),
            "null" => Ok(Errors::Null),
            "column" => Ok(Errors::Column),
            _ => Err(PyValueError::new_err(format!(
                "expected errors=\"raise\", \"null\" or \"column\", found {name:?}"
            ))),
        }
    }
}

/// Columns of answers, one piece for each piece that came in.
#[pyclass(frozen)]
pub(crate) struct Answers {
    fields: Vec<Field>,
    pieces: Vec<Piece>,
}

/// The columns of some rows.
#[derive(Clone)]
pub(crate) struct Piece {
    columns: Vec<Arc<Buffers>>,
    n_rows: usize,
}

impl Piece {
    /// Takes answers over, with a column of errors if that is wanted.
    pub(crate) fn new(answers: columns::Answers, errors: Errors) -> Result<Piece, String> {
        let n_rows = answers
            .columns
            .first()
            .map_or(0, |column| column.valid.len());
        let all = match errors {
            Errors::Column => answers.with_errors().columns,
            Errors::Raise | Errors::Null => answers.columns,
        };
        let buffers = all
            .into_iter()
            .map(|column| Buffers::new(column).map(Arc::new));
        let columns = buffers.collect::<Result<_, _>>()?;
        Ok(Piece { columns, n_rows })
    }

    /// The columns for Arrow.
    pub(crate) fn arrays(&self) -> Vec<Array> {
        self.columns.iter().map(Array::of_column).collect()
    }

    fn batch(&self) -> Array {
        Array::of_batch(self.arrays(), self.n_rows)
    }
}

/// Answers every row of a column: a list, bytes of the shape `(n, 81)`, or an object with
/// Arrow's methods.
#[pyfunction]
pub(crate) fn answers(
    py: Python<'_>,
    operation: &str,
    settings: &Bound<'_, PyDict>,
    column: &Bound<'_, PyAny>,
    threads: usize,
    errors: &str,
) -> PyResult<Answers> {
    let operation = operations::find(operation, settings)?;
    let errors = Errors::find(errors)?;
    let mut fields = operation.fields().to_vec();
    fields.extend((errors == Errors::Column).then_some(ERROR));
    let call = Call {
        operation: operation.as_ref(),
        threads,
        errors,
    };
    let pieces = if let Ok(list) = column.cast::<PyList>() {
        vec![call.list(list)?]
    } else if let Some(source) = Source::of(column)? {
        call.source(py, source)?
    } else if let Ok(buffer) = PyBuffer::<u8>::get(column) {
        vec![arrow::with_boards(&buffer, |boards| {
            call.rows(py, &Digits(boards), 0)
        })??]
    } else {
        let kind = column.get_type().name()?;
        let message = format!("expected a list, a numpy array or an Arrow column, found {kind}");
        return Err(PyTypeError::new_err(message));
    };
    Ok(Answers { fields, pieces })
}

/// One call: what to do, with how many threads, and about rows without an answer.
struct Call<'a> {
    operation: &'a dyn Operation,
    threads: usize,
    errors: Errors,
}

impl Call<'_> {
    /// Answers rows without the GIL; the first has the number `before` in the whole column.
    fn rows(&self, py: Python<'_>, rows: &dyn Rows, before: usize) -> PyResult<Piece> {
        let answers = run(py, self.operation, rows, self.threads)?;
        if let (Errors::Raise, Some((row, fault))) = (self.errors, answers.faults.first()) {
            return Err(Trouble::of_row(before + row, fault).raised(py));
        }
        let piece = Piece::new(answers, self.errors);
        piece.map_err(PyValueError::new_err)
    }

    /// Answers the texts of a list.
    fn list(&self, list: &Bound<'_, PyList>) -> PyResult<Piece> {
        // The objects are held, since another thread may change the list.
        let items: Vec<Bound<'_, PyAny>> = list.iter().collect();
        let mut texts: Vec<Option<&[u8]>> = Vec::with_capacity(items.len());
        for (row, item) in items.iter().enumerate() {
            texts.push(if let Ok(text) = item.cast::<PyString>() {
                Some(text.to_str()?.as_bytes())
            } else if item.is_none() {
                None
            } else if let Ok(bytes) = item.cast::<PyBytes>() {
                Some(bytes.as_bytes())
            } else {
                let kind = item.get_type().name()?;
                let message = format!("row {row}: expected str, bytes or None, found {kind}");
                return Err(PyTypeError::new_err(message));
            });
        }
        self.rows(list.py(), &Texts(&texts), 0)
    }

    /// Answers a column from Arrow, piece by piece.
    fn source(&self, py: Python<'_>, source: Source) -> PyResult<Vec<Piece>> {
        match source {
            Source::One(schema, array) => {
                let column = TextColumn::new(&schema, &array).map_err(PyTypeError::new_err)?;
                Ok(vec![self.rows(py, &column, 0)?])
            }
            Source::Many(mut stream) => {
                let schema = stream.schema().map_err(PyValueError::new_err)?;
                // A column without rows has a type, too.
                TextColumn::is_text(&schema).map_err(PyTypeError::new_err)?;
                let (mut pieces, mut n_rows) = (Vec::new(), 0);
                while let Some(array) = stream.next().map_err(PyValueError::new_err)? {
                    let column = TextColumn::new(&schema, &array).map_err(PyTypeError::new_err)?;
                    pieces.push(self.rows(py, &column, n_rows)?);
                    n_rows += column.n_rows();
                }
                Ok(pieces)
            }
        }
    }
}

/// Runs an operation without the GIL, until it is done or Ctrl-C is pressed.
pub(crate) fn run(
    py: Python<'_>,
    operation: &dyn Operation,
    rows: &dyn Rows,
    threads: usize,
) -> PyResult<columns::Answers> {
    detached(py, threads, |threads| operation.run(rows, threads))
}

/// Works without the GIL, until it is done or Ctrl-C is pressed.
fn detached<R: Send>(
    py: Python<'_>,
    n_threads: usize,
    work: impl FnOnce(&Threads<'_>) -> Result<R, columns::Stopped> + Send,
) -> PyResult<R> {
    let signals = Signals::new();
    let done = py.detach(|| {
        let should_stop = &|| signals.should_stop();
        work(&Threads {
            n_threads,
            should_stop,
        })
    });
    signals.checked()?;
    done.map_err(|stopped| PyValueError::new_err(stopped.to_string()))
}

/// The puzzles that these tries of a seed make.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    n: u64,
    seed: u64,
    start: u64,
    clues: Option<(usize, usize)>,
    symmetry: Option<&str>,
    threads: usize,
) -> PyResult<Answers> {
    let mut wish = Wish::new(Geometry::classic());
    if let Some((least, most)) = clues {
        wish = wish.clues(least..=most);
    }
    if let Some(name) = symmetry {
        let found = Symmetry::ALL.into_iter().find(|kind| kind.name() == name);
        let symmetry = found.ok_or_else(|| {
            let names: Vec<&str> = Symmetry::ALL.iter().map(|kind| kind.name()).collect();
            PyValueError::new_err(format!(
                "expected a symmetry, one of {names:?}, found {name:?}"
            ))
        })?;
        wish = wish.symmetry(symmetry);
    }
    let generate = Generate::new(wish);
    let generate = generate.map_err(|why| Trouble::new(why.to_string()).raised(py))?;
    let end = start
        .checked_add(n)
        .filter(|end| i64::try_from(*end).is_ok());
    let end = end.ok_or_else(|| PyValueError::new_err("expected numbers below 2**63"))?;
    let made = detached(py, threads, |threads| {
        generate.run(seed, start..end, threads)
    })?;
    let piece = Piece::new(made, Errors::Null).map_err(PyValueError::new_err)?;
    Ok(Answers {
        fields: Generate::FIELDS.to_vec(),
        pieces: vec![piece],
    })
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.pieces.iter().map(|piece| piece.n_rows).sum()
    }

    fn __repr__(&self) -> String {
        let names = self.fields.iter().map(|field| field.name);
        let names: Vec<&str> = names.collect();
        format!(
            "<ninefold.Answers of {} rows: {}>",
            self.__len__(),
            names.join(", ")
        )
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }

    /// A column as a list, with None for a null.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for column in self.columns(name)? {
            for row in 0..column.n_rows() {
                list.append(value(py, column, row)?)?;
            }
        }
        Ok(list)
    }

    /// The digits of a column of lines, 81 bytes for each row: 0 for blanks and nulls.
    fn digits<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyByteArray>> {
        let columns = self.columns(name)?;
        // Straight into Python's memory: a second copy of a large column costs as much again.
        PyByteArray::new_with(py, 81 * self.__len__(), |digits| {
            let mut boards = digits.as_chunks_mut().0.iter_mut();
            for column in columns {
                let Data::Lines(lines) = column.data() else {
                    let message = format!("the column {name} has no lines");
                    return Err(PyTypeError::new_err(message));
                };
                for ((row, line), board) in lines.iter().enumerate().zip(&mut boards) {
                    if column.is_valid(row) {
                        *board = line.map(|byte| byte.saturating_sub(b'0'));
                    }
                }
            }
            Ok(())
        })
    }

    /// The numbers of a column as the bytes of an array: -1 or NaN for a null.
    fn numbers<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyByteArray>> {
        let mut bytes = Vec::new();
        for column in self.columns(name)? {
            let rows = 0..column.n_rows();
            let filled = rows.map(|row| column.is_valid(row));
            match column.data() {
                Data::Int8(numbers) => {
                    let numbers = numbers.iter().zip(filled);
                    bytes.extend(numbers.map(|(n, is_valid)| if is_valid { *n } else { -1 } as u8));
                }
                Data::Int64(numbers) => {
                    let numbers = numbers.iter().zip(filled);
                    let numbers = numbers.map(|(n, is_valid)| if is_valid { *n } else { -1 });
                    bytes.extend(numbers.flat_map(i64::to_ne_bytes));
                }
                Data::Float64(numbers) => {
                    let numbers = numbers.iter().zip(filled);
                    let numbers = numbers.map(|(n, is_valid)| if is_valid { *n } else { f64::NAN });
                    bytes.extend(numbers.flat_map(f64::to_ne_bytes));
                }
                Data::Lines(_) | Data::Bytes(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "the column {name} has no numbers"
                    )));
                }
            }
        }
        Ok(PyByteArray::new(py, &bytes))
    }

    /// The rows as `Solved`, each with its puzzle; None for a row without an answer.
    fn solved<'py>(&self, puzzles: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyList>> {
        let py = puzzles.py();
        without_collector(py, || self.listed(puzzles))
    }

    /// Arrow's type of the answers, a struct of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, self.schema())
    }

    /// The answers as one Arrow array; a new type that is asked for is not looked at.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let array = match &self.pieces[..] {
            [piece] => piece.batch(),
            [] => Array::of_batch(self.empty()?.arrays(), 0),
            _ => {
                return Err(PyValueError::new_err(
                    "expected one piece; use __arrow_c_stream__",
                ));
            }
        };
        let schema = arrow::schema_capsule(py, self.schema())?;
        Ok((schema, arrow::array_capsule(py, array)?))
    }

    /// The answers as Arrow arrays, one for each piece.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let pieces = Pieces {
            fields: self.fields.clone(),
            pieces: self.pieces.clone().into_iter(),
        };
        arrow::stream_capsule(py, arrow::Stream::of(Box::new(pieces)))
    }
}

impl Answers {
    /// The rows as [`Solved`], one after the other.
    fn listed<'py>(&self, puzzles: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyList>> {
        let py = puzzles.py();
        let list = PyList::empty(py);
        let pairs = self.columns("solution")?.zip(self.columns("n_solutions")?);
        let mut puzzles = puzzles.iter();
        for (solutions, counts) in pairs {
            let (Data::Lines(lines), Data::Int8(numbers)) = (solutions.data(), counts.data())
            else {
                return Err(PyTypeError::new_err("expected solutions and their numbers"));
            };
            for (row, (line, &n_solutions)) in lines.iter().zip(numbers).enumerate() {
                let puzzle = puzzles.next().filter(|_| counts.is_valid(row));
                let solved = puzzle.map(|puzzle| Solved::line(puzzle, line, n_solutions));
                list.append(solved)?;
            }
        }
        Ok(list)
    }

    fn schema(&self) -> Schema {
        schema_of(&self.fields)
    }

    /// A piece without rows.
    fn empty(&self) -> PyResult<Piece> {
        let column = |field: &Field| Column {
            name: field.name,
            values: match field.kind {
                columns::Kind::Text => Values::Text(Vec::new()),
                columns::Kind::Int8 => Values::Int8(Vec::new()),
                columns::Kind::Int64 => Values::Int64(Vec::new()),
                columns::Kind::Float64 => Values::Float64(Vec::new()),
            },
            valid: Vec::new(),
        };
        let answers = columns::Answers {
            columns: self.fields.iter().map(column).collect(),
            faults: Vec::new(),
        };
        Piece::new(answers, Errors::Null).map_err(PyValueError::new_err)
    }

    /// The pieces of a column.
    fn columns(&self, name: &str) -> PyResult<impl Iterator<Item = &Buffers>> {
        let place = self.fields.iter().position(|field| field.name == name);
        let place = place.ok_or_else(|| {
            PyKeyError::new_err(format!(
                "expected a column, one of {:?}, found {name:?}",
                self.names()
            ))
        })?;
        Ok(self
            .pieces
            .iter()
            .map(move |piece| piece.columns[place].as_ref()))
    }
}

/// Makes many objects without a look for cycles after every 700 of them: there are none, and to
/// look for them takes a third of the time. The GIL is held, so that nobody else goes without.
fn without_collector<T>(py: Python<'_>, make: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let collector = py.import("gc")?;
    let is_on: bool = collector.call_method0("isenabled")?.extract()?;
    collector.call_method0("disable")?;
    let made = make();
    if is_on {
        collector.call_method0("enable")?;
    }
    made
}

fn schema_of(fields: &[Field]) -> Schema {
    Schema::of_batch(fields.iter().copied().map(Schema::of_field).collect())
}

/// Answers that are handed out piece by piece.
struct Pieces {
    fields: Vec<Field>,
    pieces: std::vec::IntoIter<Piece>,
}

impl Batches for Pieces {
    fn schema(&mut self) -> Result<Schema, String> {
        Ok(schema_of(&self.fields))
    }

    fn next(&mut self) -> Result<Option<Array>, String> {
        Ok(self.pieces.next().map(|piece| piece.batch()))
    }
}

/// A value for Python.
fn value<'py>(py: Python<'py>, column: &Buffers, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if !column.is_valid(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data() {
        Data::Lines(_) | Data::Bytes(_) => column.text(row).into_pyobject(py)?,
        Data::Int8(numbers) => numbers[row].into_pyobject(py)?.into_any(),
        Data::Int64(numbers) => numbers[row].into_pyobject(py)?.into_any(),
        Data::Float64(numbers) => numbers[row].into_pyobject(py)?.into_any(),
    })
}

//! What can be done with a column, by name.

use std::time::Duration;

use ninefold::canon::Form;
use ninefold::rate;
use ninefold_columns::{Canonical, Check, Convert, Count, Operation, Rate, Solve};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An operation with the settings that Python passed.
type Build = fn(&Bound<'_, PyDict>) -> PyResult<Box<dyn Operation>>;

/// Every operation on columns. To add one: a line here, and a function in
/// `ninefold/__init__.py`.
static OPERATIONS: &[(&str, Build)] = &[
    ("solve", |_| Ok(Box::new(Solve))),
    ("check", |_| Ok(Box::new(Check))),
    ("count", |settings| {
        Ok(Box::new(Count {
            limit: setting(settings, "limit")?,
        }))
    }),
    ("rate", |settings| Ok(Box::new(rating(settings)?))),
    ("canonical", |settings| Ok(Box::new(canonical(settings)?))),
    ("convert", |settings| Ok(Box::new(conversion(settings)?))),
];

/// The operation of that name with these settings.
pub(crate) fn find(name: &str, settings: &Bound<'_, PyDict>) -> PyResult<Box<dyn Operation>> {
    let row = OPERATIONS.iter().find(|(known, _)| *known == name);
    let (_, build) = row.ok_or_else(|| {
        let names: Vec<&str> = OPERATIONS.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("expected one of {names:?}, found {name:?}"))
    })?;
    build(settings)
}

/// The result version of each operation: it rises when an answer may change.
#[pyfunction]
pub(crate) fn result_versions(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let versions = PyDict::new(py);
    for (operation, version) in ninefold_columns::result_versions() {
        versions.set_item(operation, version)?;
    }
    Ok(versions)
}

/// A setting by its name; none if it is not there or `None`.
fn setting<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    settings: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    let value = settings.get_item(name)?.filter(|value| !value.is_none());
    value.map(|value| value.extract()).transpose()
}

/// The scale and the time limit of `rate`.
pub(crate) fn rating(settings: &Bound<'_, PyDict>) -> PyResult<Rate> {
    let scale: Option<String> = setting(settings, "scale")?;
    let scale = scale.as_deref().unwrap_or("hodoku");
    let found = rate::find(scale).ok_or_else(|| {
        let names: Vec<&str> = rate::SCALES.iter().map(|scale| scale.name()).collect();
        PyValueError::new_err(format!(
            "expected a scale, one of {names:?}, found {scale:?}"
        ))
    })?;
    let seconds: Option<f64> = setting(settings, "timeout")?;
    let timeout = seconds.map(Duration::try_from_secs_f64).transpose();
    let timeout = timeout
        .map_err(|why| PyValueError::new_err(format!("expected a timeout in seconds: {why}")))?;
    let scale = found;
    Ok(Rate { scale, timeout })
}

/// The form of `canonical`.
pub(crate) fn canonical(settings: &Bound<'_, PyDict>) -> PyResult<Canonical> {
    let form: Option<String> = setting(settings, "form")?;
    let form = match form.as_deref() {
        None | Some("minlex") => Form::Minlex,
        Some("solution") => Form::Solution,
        Some(other) => {
            let message = format!("expected the form \"minlex\" or \"solution\", found {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(Canonical { form })
}

/// The format of `convert`.
pub(crate) fn conversion(settings: &Bound<'_, PyDict>) -> PyResult<Convert> {
    let to: Option<String> = setting(settings, "to")?;
    let to = to.ok_or_else(|| PyTypeError::new_err("expected a format to convert to"))?;
    let to = ninefold::format::find(&to);
    let to = to.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Convert { to })
}

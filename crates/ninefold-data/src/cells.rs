//! Values of Arrow as text, for files that hold nothing else.

use std::fmt::{Display, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, ArrowTemporalType, Date32Type, Date64Type, Decimal128Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

/// Whether values of this type have a text.
pub(crate) fn is_writable(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_writable(values),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => true,
        DataType::Null
        | DataType::Boolean
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal128(..)
        | DataType::Date32
        | DataType::Date64
        | DataType::Timestamp(..) => true,
        kind => kind.is_integer(),
    }
}

/// The values of a column, to be written row by row.
pub(crate) struct Cells<'a> {
    values: &'a ArrayRef,
    /// Where the value of each row is, if the column is a dictionary.
    keys: Option<(&'a ArrayRef, Vec<usize>)>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(column: &'a ArrayRef) -> Cells<'a> {
        match column.as_any_dictionary_opt() {
            // An empty dictionary has nothing but nulls.
            Some(dictionary) if !dictionary.values().is_empty() => Cells {
                values: dictionary.values(),
                keys: Some((column, dictionary.normalized_keys())),
            },
            _ => Cells {
                values: column,
                keys: None,
            },
        }
    }

    /// Writes the value of a row; nothing if it is null.
    pub(crate) fn write(&self, row: usize, text: &mut String) -> Result<(), String> {
        let at = match &self.keys {
            Some((column, keys)) => column.is_valid(row).then(|| keys[row]),
            None => Some(row),
        };
        match at.filter(|at| self.values.is_valid(*at)) {
            Some(at) => write(self.values, at, text),
            None => Ok(()),
        }
    }
}

fn write(column: &ArrayRef, row: usize, text: &mut String) -> Result<(), String> {
    match column.data_type() {
        DataType::Utf8 => text.push_str(column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => text.push_str(column.as_string::<i64>().value(row)),
        DataType::Utf8View => text.push_str(column.as_string_view().value(row)),
        DataType::Binary => bytes(column.as_binary::<i32>().value(row), text)?,
        DataType::LargeBinary => bytes(column.as_binary::<i64>().value(row), text)?,
        DataType::BinaryView => bytes(column.as_binary_view().value(row), text)?,
        DataType::FixedSizeBinary(_) => bytes(column.as_fixed_size_binary().value(row), text)?,
        DataType::Boolean => shown(column.as_boolean().value(row), text),
        DataType::Int8 => number::<Int8Type>(column, row, text),
        DataType::Int16 => number::<Int16Type>(column, row, text),
        DataType::Int32 => number::<Int32Type>(column, row, text),
        DataType::Int64 => number::<Int64Type>(column, row, text),
        DataType::UInt8 => number::<UInt8Type>(column, row, text),
        DataType::UInt16 => number::<UInt16Type>(column, row, text),
        DataType::UInt32 => number::<UInt32Type>(column, row, text),
        DataType::UInt64 => number::<UInt64Type>(column, row, text),
        DataType::Float32 => number::<Float32Type>(column, row, text),
        DataType::Float64 => number::<Float64Type>(column, row, text),
        DataType::Decimal128(..) => {
            text.push_str(&column.as_primitive::<Decimal128Type>().value_as_string(row));
        }
        DataType::Date32 => date::<Date32Type>(column, row, text)?,
        DataType::Date64 => date::<Date64Type>(column, row, text)?,
        DataType::Timestamp(unit, zone) => {
            match unit {
                TimeUnit::Second => time::<TimestampSecondType>(column, row, text)?,
                TimeUnit::Millisecond => time::<TimestampMillisecondType>(column, row, text)?,
                TimeUnit::Microsecond => time::<TimestampMicrosecondType>(column, row, text)?,
                TimeUnit::Nanosecond => time::<TimestampNanosecondType>(column, row, text)?,
            }
            // With a zone, the value counts from 1970 in UTC.
            text.push_str(if zone.is_some() { "Z" } else { "" });
        }
        kind => return Err(format!("expected a type with a text, found {kind}")),
    }
    Ok(())
}

fn shown(value: impl Display, text: &mut String) {
    let _ = write!(text, "{value}");
}

fn number<T: ArrowPrimitiveType<Native: Display>>(
    column: &ArrayRef,
    row: usize,
    text: &mut String,
) {
    shown(column.as_primitive::<T>().value(row), text);
}

fn bytes(bytes: &[u8], text: &mut String) -> Result<(), String> {
    let found = str::from_utf8(bytes);
    let found = found.map_err(|_| "expected bytes that are text, found others; CSV has none")?;
    text.push_str(found);
    Ok(())
}

/// `2026-11-18`.
fn date<T: ArrowTemporalType>(
    column: &ArrayRef,
    row: usize,
    text: &mut String,
) -> Result<(), String>
where
    i64: From<T::Native>,
{
    let date = column.as_primitive::<T>().value_as_date(row);
    shown(
        date.ok_or("expected a date, found a number out of its range")?,
        text,
    );
    Ok(())
}

/// `2026-11-18T20:15:00.5`.
fn time<T: ArrowTemporalType>(
    column: &ArrayRef,
    row: usize,
    text: &mut String,
) -> Result<(), String>
where
    i64: From<T::Native>,
{
    let time = column.as_primitive::<T>().value_as_datetime(row);
    let time = time.ok_or("expected a time, found a number out of its range")?;
    let _ = write!(text, "{time:?}");
    Ok(())
}

//! A batch with the answers to one of its columns added: Arrow on both sides of `ninefold-columns`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, Float64Array, Int8Array,
    Int64Array, LargeBinaryArray, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use ninefold_columns as columns;
use ninefold_columns::{Answers, Column, Kind, Operation, Row, Rows, Threads, Values};

/// The table that is made of another one by adding columns.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The columns of the input and those that are added.
    pub(crate) schema: SchemaRef,
    /// The column with the puzzles.
    place: usize,
}

impl Layout {
    /// Finds the column with the puzzles, and adds columns whose names begin with a prefix; or says
    /// why that cannot be.
    pub(crate) fn new(
        input: &Schema,
        column: &str,
        added: &[columns::Field],
        prefix: &str,
    ) -> Result<Layout, String> {
        let names: Vec<&str> = input
            .fields()
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        let mut places = (0..names.len()).filter(|place| names[*place] == column);
        let Some(place) = places.next() else {
            let there = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            return Err(format!(
                "expected a column '{column}', found {there}; name the column with the puzzles \
                 with --column"
            ));
        };
        if places.next().is_some() {
            return Err(format!(
                "expected one column '{column}', found several; rename all but one"
            ));
        }
        let kind = input.field(place).data_type();
        if !is_text(kind) {
            return Err(format!(
                "expected a column of text, found '{column}' of Arrow's type {kind}; name the \
                 column with the puzzles with --column"
            ));
        }
        let mut fields: Vec<FieldRef> = input.fields().iter().cloned().collect();
        for field in added {
            let name = format!("{prefix}{}", field.name);
            if names.contains(&name.as_str()) {
                return Err(format!(
                    "the input has a column '{name}' already; give the new columns other names \
                     with --prefix, as in '--prefix new_'"
                ));
            }
            fields.push(Arc::new(Field::new(name, type_of(field.kind), true)));
        }
        let metadata = input.metadata().clone();
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        Ok(Layout { schema, place })
    }

    /// The column with the puzzles.
    pub(crate) fn column<'a>(&self, batch: &'a RecordBatch) -> &'a ArrayRef {
        batch.column(self.place)
    }

    /// The batch with the answers added.
    pub(crate) fn joined(
        &self,
        batch: &RecordBatch,
        answers: Vec<Column>,
    ) -> Result<RecordBatch, String> {
        let mut all = batch.columns().to_vec();
        for column in answers {
            all.push(array(column)?);
        }
        let joined = RecordBatch::try_new(Arc::clone(&self.schema), all);
        joined.map_err(|error| error.to_string())
    }
}

/// A table of answers alone.
pub(crate) fn schema_of(fields: &[columns::Field]) -> SchemaRef {
    let field = |field: &columns::Field| Field::new(field.name, type_of(field.kind), true);
    Arc::new(Schema::new(fields.iter().map(field).collect::<Vec<_>>()))
}

/// Answers as a table.
pub(crate) fn batch_of(schema: &SchemaRef, answers: Vec<Column>) -> Result<RecordBatch, String> {
    let columns: Result<Vec<ArrayRef>, String> = answers.into_iter().map(array).collect();
    RecordBatch::try_new(Arc::clone(schema), columns?).map_err(|error| error.to_string())
}

/// The answers to a column. `n_done` counts the rows as they are taken up.
pub(crate) fn answer(
    operation: &dyn Operation,
    column: &ArrayRef,
    n_done: &AtomicU64,
    threads: &Threads<'_>,
) -> Result<Answers, columns::Stopped> {
    let (texts, keys) = match column.as_any_dictionary_opt() {
        Some(dictionary) if !dictionary.values().is_empty() => {
            (dictionary.values(), Some(dictionary.normalized_keys()))
        }
        _ => (column, None),
    };
    let rows = TextRows {
        column,
        texts: Texts::of(texts),
        values: texts,
        keys,
        n_done,
    };
    operation.run(&rows, threads)
}

fn type_of(kind: Kind) -> DataType {
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Int8 => DataType::Int8,
        Kind::Int64 => DataType::Int64,
        Kind::Float64 => DataType::Float64,
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_text(values),
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => true,
        _ => false,
    }
}

/// The texts of a column, read where they lie.
enum Texts<'a> {
    Small(&'a StringArray),
    Large(&'a LargeStringArray),
    Views(&'a StringViewArray),
    Bytes(&'a BinaryArray),
    LargeBytes(&'a LargeBinaryArray),
    ByteViews(&'a BinaryViewArray),
    Fixed(&'a FixedSizeBinaryArray),
    /// A dictionary without values: all rows are null.
    Nulls,
}

impl<'a> Texts<'a> {
    fn of(array: &'a ArrayRef) -> Texts<'a> {
        match array.data_type() {
            DataType::Utf8 => Texts::Small(array.as_string()),
            DataType::LargeUtf8 => Texts::Large(array.as_string()),
            DataType::Utf8View => Texts::Views(array.as_string_view()),
            DataType::Binary => Texts::Bytes(array.as_binary()),
            DataType::LargeBinary => Texts::LargeBytes(array.as_binary()),
            DataType::BinaryView => Texts::ByteViews(array.as_binary_view()),
            DataType::FixedSizeBinary(_) => Texts::Fixed(array.as_fixed_size_binary()),
            _ => Texts::Nulls,
        }
    }

    fn get(&self, row: usize) -> Option<&'a [u8]> {
        Some(match self {
            Texts::Small(array) => array.value(row).as_bytes(),
            Texts::Large(array) => array.value(row).as_bytes(),
            Texts::Views(array) => array.value(row).as_bytes(),
            Texts::Bytes(array) => array.value(row),
            Texts::LargeBytes(array) => array.value(row),
            Texts::ByteViews(array) => array.value(row),
            Texts::Fixed(array) => array.value(row),
            Texts::Nulls => return None,
        })
    }
}

/// The rows of a column of text.
struct TextRows<'a> {
    column: &'a ArrayRef,
    texts: Texts<'a>,
    values: &'a ArrayRef,
    /// Where the text of each row is, if the column is a dictionary.
    keys: Option<Vec<usize>>,
    n_done: &'a AtomicU64,
}

impl Rows for TextRows<'_> {
    fn n_rows(&self) -> usize {
        self.column.len()
    }

    fn row(&self, number: usize) -> Option<Row<'_>> {
        self.n_done.fetch_add(1, Ordering::Relaxed);
        if self.column.is_null(number) {
            return None;
        }
        let at = match &self.keys {
            Some(keys) => keys[number],
            None => number,
        };
        let text = self.values.is_valid(at).then(|| self.texts.get(at));
        text.flatten().map(Row::Text)
    }
}

/// A column of answers for Arrow. The bytes of a null are left out, so that they are the same
/// whatever the threads were.
fn array(column: Column) -> Result<ArrayRef, String> {
    let valid = column.valid;
    let has_nulls = valid.contains(&false);
    let nulls = |valid: Vec<bool>| has_nulls.then(|| NullBuffer::from(valid));
    Ok(match column.values {
        Values::Lines(lines) if !has_nulls => {
            let ends = (0..=lines.len()).map(|row| i32::try_from(81 * row));
            let ends: Result<Vec<i32>, _> = ends.collect();
            let ends = OffsetBuffer::new(ScalarBuffer::from(ends.map_err(|_| too_long())?));
            let bytes = Buffer::from_vec(lines.into_flattened());
            let lines = StringArray::try_new(ends, bytes, None);
            Arc::new(lines.map_err(|error| error.to_string())?)
        }
        Values::Lines(lines) => texts(lines.iter().map(|line| &line[..]), valid)?,
        Values::Text(all) => texts(all.iter().map(|text| text.as_bytes()), valid)?,
        Values::Int8(mut numbers) => {
            blank(&mut numbers, &valid);
            Arc::new(Int8Array::new(numbers.into(), nulls(valid)))
        }
        Values::Int64(mut numbers) => {
            blank(&mut numbers, &valid);
            Arc::new(Int64Array::new(numbers.into(), nulls(valid)))
        }
        Values::Float64(mut numbers) => {
            blank(&mut numbers, &valid);
            Arc::new(Float64Array::new(numbers.into(), nulls(valid)))
        }
    })
}

fn blank<T: Default>(numbers: &mut [T], valid: &[bool]) {
    let all = numbers.iter_mut().zip(valid);
    all.filter(|(_, is_valid)| !**is_valid)
        .for_each(|(number, _)| *number = T::default());
}

fn texts<'a>(texts: impl Iterator<Item = &'a [u8]>, valid: Vec<bool>) -> Result<ArrayRef, String> {
    let (mut ends, mut bytes) = (Vec::with_capacity(valid.len() + 1), Vec::new());
    ends.push(0);
    for (text, is_valid) in texts.zip(&valid) {
        if *is_valid {
            bytes.extend_from_slice(text);
        }
        ends.push(i32::try_from(bytes.len()).map_err(|_| too_long())?);
    }
    let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
    let nulls = valid.contains(&false).then(|| NullBuffer::from(valid));
    let texts = StringArray::try_new(ends, Buffer::from_vec(bytes), nulls);
    Ok(Arc::new(texts.map_err(|error| error.to_string())?))
}

fn too_long() -> String {
    "expected at most 2 GB of text in a batch, found more".to_owned()
}

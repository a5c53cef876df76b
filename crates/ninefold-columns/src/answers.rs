//! Columns of answers, as they lie in memory.

use std::borrow::Cow;

use crate::rows::Fault;

/// The answers to all rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// One or more columns, each with a value for every row.
    pub columns: Vec<Column>,
    /// The rows without an answer and why, in the order of the rows. A null row is not among
    /// them.
    pub faults: Vec<(usize, Fault)>,
}

/// The column that says why a row has no answer, for those who want one.
pub const ERROR: Field = Field::new("error", Kind::Text);

impl Answers {
    /// Adds the column [`ERROR`]: the faults, and nulls where there are none.
    pub fn with_errors(mut self) -> Answers {
        let n_rows = self.columns.first().map_or(0, |column| column.valid.len());
        let mut texts = vec![Cow::Borrowed(""); n_rows];
        let mut valid = vec![false; n_rows];
        for (row, fault) in &self.faults {
            texts[*row] = Cow::Owned(fault.to_string());
            valid[*row] = true;
        }
        self.columns
            .push(Column::new(ERROR, Values::Text(texts), valid));
        self
    }
}

/// One column of answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// A value for each row; that of a null means nothing.
    pub values: Values,
    /// Whether each row has a value; if not it is null.
    pub valid: Vec<bool>,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// 81 characters each.
    Lines(Vec<[u8; 81]>),
    /// Small numbers.
    Int8(Vec<i8>),
    /// Numbers.
    Int64(Vec<i64>),
    /// Numbers with decimals.
    Float64(Vec<f64>),
    /// Texts of any length.
    Text(Vec<Cow<'static, str>>),
}

/// The name and kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
}

/// A kind of values. None of them is unsigned, since Spark has no such numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number of 8 bits.
    Int8,
    /// A whole number of 64 bits.
    Int64,
    /// A floating-point number of 64 bits.
    Float64,
}

impl Field {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Field {
        Field { name, kind }
    }
}

impl Column {
    pub(crate) fn new(field: Field, values: Values, valid: Vec<bool>) -> Column {
        Column {
            name: field.name,
            values,
            valid,
        }
    }

    /// Its name and kind.
    pub fn field(&self) -> Field {
        let kind = match self.values {
            Values::Lines(_) | Values::Text(_) => Kind::Text,
            Values::Int8(_) => Kind::Int8,
            Values::Int64(_) => Kind::Int64,
            Values::Float64(_) => Kind::Float64,
        };
        Field::new(self.name, kind)
    }
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Lines(lines) => lines.len(),
            Values::Int8(numbers) => numbers.len(),
            Values::Int64(numbers) => numbers.len(),
            Values::Float64(numbers) => numbers.len(),
            Values::Text(texts) => texts.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

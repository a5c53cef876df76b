//! Work that takes one row at a time.

use std::sync::Mutex;

use crate::answers::{Answers, Column, Field, Values};
use crate::rows::{Fault, Row, Rows};
use crate::threads::{Stopped, Threads, lock};

/// What became of each row.
pub(crate) struct Done<T> {
    /// The answers; `None` for nulls and faults.
    pub(crate) values: Vec<Option<T>>,
    /// Which rows have an answer.
    pub(crate) valid: Vec<bool>,
    /// Why the others have none, but for nulls.
    pub(crate) faults: Vec<(usize, Fault)>,
}

impl<T> Done<T> {
    /// The answers of an operation with one column, made of the values.
    pub(crate) fn column(
        self,
        field: Field,
        column: impl FnOnce(std::vec::IntoIter<Option<T>>) -> Values,
    ) -> Answers {
        let values = column(self.values.into_iter());
        Answers {
            columns: vec![Column::new(field, values, self.valid)],
            faults: self.faults,
        }
    }
}

/// Answers each row by itself. A thread takes `each` rows at a time, and has a workspace of its own.
/// What `work` returns after `should_stop` returned true does not count.
pub(crate) fn each_row<T: Send, D>(
    rows: &dyn Rows,
    threads: &Threads<'_>,
    each: usize,
    workspace: impl Fn() -> D + Sync,
    work: impl Fn(Row<'_>, &mut D, &dyn Fn() -> bool) -> Result<T, Fault> + Sync,
) -> Result<Done<T>, Stopped> {
    let n = rows.n_rows();
    let mut values: Vec<Option<T>> = (0..n).map(|_| None).collect();
    let faults = Mutex::new(Vec::new());
    let parts = values.chunks_mut(each).enumerate();
    threads.share(parts, workspace, |(k, values), workspace, should_stop| {
        for (number, value) in (k * each..).zip(values) {
            if should_stop() {
                return;
            }
            match rows
                .row(number)
                .map(|row| work(row, workspace, should_stop))
            {
                Some(Ok(answer)) => *value = Some(answer),
                Some(Err(fault)) => lock(&faults).push((number, fault)),
                None => {}
            }
        }
    })?;
    let mut faults = faults.into_inner().unwrap_or_default();
    faults.sort_by_key(|(row, _)| *row);
    let valid = values.iter().map(Option::is_some).collect();
    Ok(Done {
        values,
        valid,
        faults,
    })
}

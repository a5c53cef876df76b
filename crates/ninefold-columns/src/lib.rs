//! Columns of puzzles in, columns of answers out: what every host of data needs, once.
//!
//! ```text
//!  Rows ──▶ Operation::run ──▶ Answers
//!  puzzles   │ scoped threads    columns: name, values, which are null
//!            └ Threads              faults: why a row has no answer
//! ```
//!
//! ```
//! use ninefold_columns::{Threads, Operation, Solve, Texts, Values};
//!
//! let puzzles = [
//!     Some("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
//!     None,
//!     Some("53..7"),
//! ];
//! let answers = Solve.run(&Texts(&puzzles), &Threads::default())?;
//! let [solution, n_solutions] = &answers.columns[..] else { panic!() };
//! let Values::Lines(lines) = &solution.values else { panic!() };
//! assert!(lines[0].starts_with(b"534678912672195348"));
//! assert_eq!(n_solutions.valid, [true, false, false]);
//! let (row, fault) = &answers.faults[0];
//! assert_eq!((*row, fault.to_string().as_str()), (2, "expected 81 characters, found 5"));
//! # Ok::<(), ninefold_columns::Stopped>(())
//! ```
//!
//! # The contract
//!
//! - **A row is answered by itself.** Its answer depends on nothing but the row and the
//!   operation's settings: not on its neighbours, on how a table is cut into batches, on their
//!   order, or on the number of threads. So a cluster may repeat any part of a job. Of a puzzle
//!   with several solutions [`Batch9`](ninefold::engine::Batch9) reports the one that it finds
//!   for the puzzle alone; `tests/cuts.rs` holds it to that.
//! - **No row is lost.** There are as many answers as rows. A null row has null answers; a row
//!   that has no answer has null answers and a [`Fault`].
//! - **An operation has a result version.** It rises when an answer may change, and only then,
//!   so that files of older releases stay valid.
//! - **No thread outlives a call**, and nothing is global: a process may fork at any time.
//!
//! This crate knows no Arrow, Parquet or Python. Its hosts implement [`Rows`] for what they have.

mod answers;
mod canonical;
mod convert;
mod each;
mod generate;
mod rate;
mod rows;
mod solve;
mod threads;

use std::fmt;

pub use answers::{Answers, Column, ERROR, Field, Kind, Values};
pub use canonical::Canonical;
pub use convert::Convert;
pub use generate::Generate;
pub use rate::{Rate, Rated};
pub use rows::{Digits, Fault, Row, Rows, Texts};
pub use solve::{Check, Count, Solve};
pub use threads::{Stopped, Threads};

/// What callers of an operation need to know before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The name to ask for it by: `solve`.
    pub name: &'static str,
    /// The version of its results. It rises when an answer may change.
    pub version: u32,
    /// The columns of its answers, in their order.
    pub fields: &'static [Field],
}

/// Something to do with each row of a column.
pub trait Operation: fmt::Debug + Send + Sync {
    /// Its name, the version of its results, and the columns of its answers.
    fn signature(&self) -> Signature;

    /// The name to ask for it by.
    fn name(&self) -> &'static str {
        self.signature().name
    }

    /// The version of its results.
    fn version(&self) -> u32 {
        self.signature().version
    }

    /// The columns of its answers.
    fn fields(&self) -> &'static [Field] {
        self.signature().fields
    }

    /// Answers every row, or reports that the caller stopped it.
    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped>;
}

/// Every operation on rows, with its usual settings. To add one: a file here, and a line in this
/// table.
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        Box::new(Solve),
        Box::new(Check),
        Box::new(Count::ALL),
        Box::new(Rate::USUAL),
        Box::new(Canonical::USUAL),
        Box::new(Convert::usual()),
    ]
}

/// The result version of each operation, by name: those on rows, and [`Generate`].
pub fn result_versions() -> Vec<(&'static str, u32)> {
    let operations = operations();
    let on_rows = operations
        .iter()
        .map(|operation| (operation.name(), operation.version()));
    on_rows.chain([("generate", Generate::VERSION)]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const PROPER: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_operation_has_a_name_of_its_own_and_the_columns_it_says() {
        let rows = [Some(PROPER), None, Some("no puzzle")];
        let names: BTreeSet<&str> = operations().iter().map(|op| op.name()).collect();
        assert_eq!(names.len(), operations().len());
        for operation in operations() {
            let answers = operation.run(&Texts(&rows), &Threads::default()).unwrap();
            let name = operation.name();
            assert!(operation.version() > 0, "{name}");
            let fields: Vec<Field> = answers.columns.iter().map(Column::field).collect();
            assert_eq!(fields, operation.fields(), "{name}");
            for column in &answers.columns {
                assert_eq!(column.values.len(), 3, "{name}");
                assert_eq!(column.valid, [true, false, false], "{name}");
            }
            let faulty: Vec<usize> = answers.faults.iter().map(|(row, _)| *row).collect();
            assert_eq!(faulty, [2], "{name}: a null row is no fault");
        }
    }

    #[test]
    fn errors_are_a_column_with_a_text_for_each_fault() {
        let rows = [Some(PROPER), None, Some("no puzzle")];
        let answers = Solve.run(&Texts(&rows), &Threads::default()).unwrap();
        let answers = answers.with_errors();
        let errors = answers.columns.last().unwrap();
        assert_eq!(errors.field(), ERROR);
        assert_eq!(errors.valid, [false, false, true]);
        let Values::Text(texts) = &errors.values else {
            panic!("errors are texts");
        };
        assert_eq!(texts[2], "expected 81 characters, found 9");
    }

    #[test]
    fn no_rows_are_no_answers() {
        for operation in operations() {
            let none: [Option<&str>; 0] = [];
            let answers = operation.run(&Texts(&none), &Threads::default()).unwrap();
            assert!(answers.faults.is_empty());
            assert!(
                answers
                    .columns
                    .iter()
                    .all(|column| column.values.is_empty())
            );
        }
    }

    #[test]
    fn a_stopped_operation_has_no_answers() {
        for operation in operations() {
            let threads = Threads {
                n_threads: 3,
                should_stop: &|| true,
            };
            let stopped = operation.run(&Texts(&[Some(PROPER)]), &threads);
            assert_eq!(stopped.unwrap_err(), Stopped, "{}", operation.name());
        }
    }
}

//! The JSON that `--json` prints: one object per line, with the version of the schema first.
//! Here is what all objects share; those about a puzzle are in `stream/answer.rs`.

use ninefold::Digit;
use ninefold::format::Record;
pub(crate) use ninefold_workbench::wire::SCHEMA;
use ninefold_workbench::wire::{Dialect, Names, ProblemObject};
use serde::Serialize;

/// Something that is wrong, and where.
pub(crate) type Error = ProblemObject<Names>;

/// One object on a line of its own.
pub(crate) fn line(object: &impl Serialize) -> String {
    let mut text = serde_json::to_string(object).expect("our objects have string keys");
    text.push('\n');
    text
}

/// A solution as the puzzle was written.
pub(crate) fn solution(record: &Record, digits: &[Digit]) -> String {
    Names::solution(digits, record.alphabet)
}

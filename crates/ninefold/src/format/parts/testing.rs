//! What the tests of the formats share.

use crate::format::parts::source::Source;
use crate::format::{Format, ReadOptions, Reading, Record, find};

/// The puzzle that the examples are about (Inkala 2012).
pub(in crate::format) const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The only reading of a text.
pub(in crate::format) fn reading(format: &dyn Format, text: &str) -> Reading {
    let mut readings = format.read(text, &ReadOptions::default());
    assert_eq!(readings.len(), 1, "one way to read it");
    readings.remove(0)
}

/// The only record of a text.
pub(in crate::format) fn record(format: &dyn Format, text: &str) -> Record {
    let mut records = reading(format, text).records;
    assert_eq!(records.len(), 1, "one record");
    records.remove(0).expect("it can be read")
}

/// The error of a text that looks like the format: `2:5 expected …, found …`.
pub(in crate::format) fn fault(format: &dyn Format, text: &str) -> String {
    let records = reading(format, text).records;
    let error = records.into_iter().find_map(Result::err);
    let error = error.expect("it has a fault");
    format!("{}:{} {error}", error.line, error.column)
}

/// The record as the format writes it.
pub(in crate::format) fn written(format: &dyn Format, record: &Record) -> String {
    let writer = find(format.name()).expect("it is in the table");
    writer.write(record).expect("it can be said")
}

/// Why the format cannot write the record.
pub(in crate::format) fn refusal(format: &dyn Format, record: &Record) -> String {
    let writer = find(format.name()).expect("it is in the table");
    writer.write(record).unwrap_err().reason
}

/// A record of a puzzle alone, from its line.
pub(in crate::format) fn from_line(line: &str) -> Record {
    let source = Source::new("test", line);
    let read = source.whole(0..line.len(), &ReadOptions::default());
    Record::new(read.expect("a puzzle").puzzle)
}

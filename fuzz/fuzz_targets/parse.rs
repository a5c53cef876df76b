//! Any text at all: reading never panics, every span lies on character boundaries,
//! every error can be drawn, and whatever was read can be written by every format
//! that writes.
//!
//! So that there are many runs, each does one thing, and the bytes of the text say which:
//! it detects the format and writes a record in one format, or it reads line by line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::format::{self, FORMATS, Reading};

fuzz_target!(|text: &str| {
    let sum = text.bytes().map(usize::from).sum::<usize>();
    let options = Default::default();
    let (lines, choice) = (sum % 4 == 0, sum / 4);
    if lines {
        if let Some(reader) = format::line_reader(text, &options) {
            for line in text.lines() {
                let _ = reader.read(line);
            }
        }
        return;
    }
    let found = format::detect(text, &options);
    for reading in found.best().into_iter().chain(found.alternatives()) {
        check(reading, text, choice);
    }
});

/// Checks every place, and draws or writes one of the records.
fn check(reading: &Reading, text: &str, choice: usize) {
    for record in &reading.records {
        let span = match record {
            Ok(record) => record.span.clone(),
            Err(error) => error.span.clone(),
        };
        assert!(text.get(span).is_some());
    }
    match &reading.records[choice % reading.records.len()] {
        Ok(record) => {
            let format = FORMATS[choice % FORMATS.len()].name();
            // Every cell of a large board is a lot of clauses.
            if format != "dimacs" || record.puzzle.geometry().size() <= 9 {
                let writer = format::find(format).expect("it is in the table");
                let _ = writer.write(record);
            }
        }
        Err(error) => assert!(!error.report("fuzz", text).is_empty()),
    }
}

//! Any text at all: reading never panics, every span lies on character boundaries,
//! every error can be drawn, and whatever was read can be written by every format
//! that writes.
//!
//! So that there are many runs, each does one thing, and the bytes of the text say which:
//! mostly one format reads it, in one of 16 runs all of them do, which takes as long as fifty of
//! the others; and one of the records is written in one format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::format::{self, FORMATS, Reading};

fuzz_target!(|text: &str| {
    let sum = text.bytes().map(usize::from).sum::<usize>();
    let (what, choice) = (sum % 32, sum / 32);
    let options = Default::default();
    match what {
        0 => {
            let found = format::detect(text, &options);
            let readings = found.best().into_iter().chain(found.alternatives());
            readings.for_each(|reading| check(reading, text, choice));
        }
        1 => {
            if let Some(reader) = format::line_reader(text, &options) {
                for line in text.lines() {
                    let _ = reader.read(line);
                }
            }
        }
        _ => {
            let readings = FORMATS[choice % FORMATS.len()].read(text, &options);
            let readings = readings.iter().filter(|r| !r.records.is_empty());
            readings.for_each(|reading| check(reading, text, choice / FORMATS.len()));
        }
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

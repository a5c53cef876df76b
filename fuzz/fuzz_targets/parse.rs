//! Any text at all: reading never panics, every span lies on character boundaries,
//! every error can be drawn, and whatever was read can be written by every format
//! that writes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::format::{self, FORMATS};

fuzz_target!(|text: &str| {
    let options = Default::default();
    let found = format::detect(text, &options);
    for reading in found.best().into_iter().chain(found.alternatives()) {
        for record in &reading.records {
            match record {
                Ok(record) => {
                    assert!(text.get(record.span.clone()).is_some());
                    for format in FORMATS {
                        // Every cell of a large board is a lot of clauses.
                        if format.name() == "dimacs" && record.puzzle.geometry().size() > 9 {
                            continue;
                        }
                        let writer = format::find(format.name()).expect("it is in the table");
                        let _ = writer.write(record);
                    }
                }
                Err(error) => {
                    assert!(text.get(error.span.clone()).is_some());
                    assert!(!error.report("fuzz", text).is_empty());
                }
            }
        }
    }
    if let Some(reader) = format::line_reader(text, &options) {
        for line in text.lines() {
            let _ = reader.read(line);
        }
    }
});

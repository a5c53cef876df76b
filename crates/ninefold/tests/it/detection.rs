//! Laws of detection: the alternatives to a reading add something to it, and a list of lines
//! reports the line that does not fit.

use std::fs;
use std::path::Path;

use ninefold::format::{self, ReadOptions, Reading, detect};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The short texts of `testdata/formats`, with their names.
fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/formats");
    let files = fs::read_dir(folder).expect("the samples are there");
    let paths = files.map(|file| file.expect("a file").path());
    let read = |path: &Path| Some((path.display().to_string(), fs::read_to_string(path).ok()?));
    let texts = paths.filter_map(|path| read(&path));
    texts.filter(|(_, text)| text.len() < 2_000).collect()
}

/// Whether two readings have the same puzzles, placed digits and solutions.
fn are_equal(one: &Reading, other: &Reading) -> bool {
    let content = |reading: &Reading| -> Option<Vec<_>> {
        let records = reading.records.iter().map(|read| {
            let record = read.as_ref().ok()?.clone();
            Some((record.puzzle, record.progress, record.solution))
        });
        records.collect()
    };
    content(one).is_some() && content(one) == content(other)
}

#[test]
fn an_alternative_adds_something_to_every_better_reading() {
    let mut n_close = 0;
    for (name, text) in samples() {
        let found = detect(&text, &ReadOptions::default());
        let readings = found.best().into_iter().chain(found.alternatives());
        let readings: Vec<&Reading> = readings.collect();
        n_close += usize::from(found.is_close());
        for (k, reading) in readings.iter().enumerate() {
            assert!(!reading.records.is_empty(), "{name}: {}", reading.format);
            let reads = reading.records.iter().any(Result::is_ok);
            assert!(reads || k == 0, "{name}: {} reads nothing", reading.format);
            let is_new = readings[..k]
                .iter()
                .all(|better| !are_equal(better, reading));
            assert!(is_new, "{name}: {}", reading.format);
        }
    }
    assert!(n_close > 0, "some samples can be read in two ways");
}

#[test]
fn a_line_of_a_list_is_read_by_itself_or_reported() {
    let options = ReadOptions::default();
    let short = &PUZZLE[..80];
    let other = "1234341221434321";
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    let list = format!("{PUZZLE}\n{PUZZLE}\n{short}\n{other}\n{object}\n");
    let reader = format::line_reader(&list, &options).expect("one puzzle a line");
    let sizes = list.lines().map(|line| {
        let record = reader.read(line)?.ok()?;
        Some(record.puzzle.geometry().size())
    });
    let sizes: Vec<Option<usize>> = sizes.collect();
    assert_eq!(sizes, [Some(9), Some(9), None, Some(4), Some(9)]);
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    assert!(format::line_reader(&rows.join("\n"), &options).is_none());
}

/// By its digits it is a puzzle of its own, but so are some lines that were cut short.
#[test]
fn a_lone_smaller_board_in_a_list_has_a_warning() {
    const SMALL: &str = "12..3..1.1..4..3";
    let n_warnings = |lines: &[&str]| -> Vec<usize> {
        let found = detect(&lines.join("\n"), &ReadOptions::default());
        let reading = found.into_best().expect("a list");
        let records = reading.records.into_iter();
        records
            .map(|read| read.expect("a puzzle").warnings.len())
            .collect()
    };
    assert_eq!(n_warnings(&[PUZZLE, SMALL, PUZZLE]), [0, 1, 0]);
    assert_eq!(n_warnings(&[PUZZLE, SMALL, SMALL, PUZZLE, PUZZLE]), [0; 5]);
}

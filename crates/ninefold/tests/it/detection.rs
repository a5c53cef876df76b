//! Laws of detection: the alternatives to a reading add something to it, and a list of lines
//! reports the line that does not fit.

use std::fs;
use std::path::Path;

use ninefold::ParseError;
use ninefold::format::{self, ReadOptions, Reading, Record, detect};

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
fn a_smaller_board_in_a_list_has_a_warning() {
    const SMALL: &str = "12..3..1.1..4..3";
    let n_warnings = |lines: &[&str]| -> Vec<usize> {
        let found = detect(&lines.join("\n"), &ReadOptions::default());
        let reading = found.into_best().expect("a list");
        let records = reading.records.into_iter();
        records
            .map(|read| read.expect("a puzzle").warnings.len())
            .collect()
    };
    // The first line decides; the lines below it may not have come yet.
    assert_eq!(n_warnings(&[PUZZLE, SMALL]), [0, 1]);
    assert_eq!(n_warnings(&[PUZZLE, SMALL, PUZZLE, SMALL]), [0, 1, 0, 1]);
    // It does not where it may be a row: then a size is unusual if it occurs once.
    assert_eq!(n_warnings(&[SMALL, PUZZLE, PUZZLE]), [1, 0, 0]);
    assert_eq!(n_warnings(&[SMALL, SMALL, PUZZLE, PUZZLE, PUZZLE]), [0; 5]);
}

mod streamed {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// A line of a list: a puzzle, one that was cut to `n` cells, or something else.
    fn line() -> impl Strategy<Value = String> {
        const OTHERS: [&str; 8] = [
            "12..3..1.1..4..3",
            "1...............",
            "1..4..2..5..3..6......1.....25......",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. ED=10.7",
            "17;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79;easy",
            "{\"puzzle\":\"1234............\"}",
            "# a comment",
            "no puzzle at all",
        ];
        let board_length = prop::sample::select(vec![16, 25, 36, 49, 64]);
        prop_oneof![
            4 => Just(PUZZLE.to_owned()),
            2 => (board_length, 0..17usize).prop_map(|(n, from)| PUZZLE[from..from + n].to_owned()),
            1 => (1..81usize).prop_map(|n| PUZZLE[..n].to_owned()),
            1 => prop::sample::select(OTHERS.to_vec()).prop_map(str::to_owned),
        ]
    }

    /// The answer to each line, with its number: what it is read as, or why not.
    type Answers = Vec<(usize, String)>;

    fn in_words(read: &Result<Record, ParseError>) -> String {
        match read {
            Ok(record) => format!("{} {:?}", record.puzzle, record.warnings),
            Err(error) => error.to_string(),
        }
    }

    fn at_once(text: &str) -> Answers {
        let reading = detect(text, &ReadOptions::default()).into_best();
        let records = reading.expect("a list").records.into_iter();
        let answer = |read: Result<Record, ParseError>| {
            let start = match &read {
                Ok(record) => record.span.start,
                Err(error) => error.span.start,
            };
            (text[..start].matches('\n').count() + 1, in_words(&read))
        };
        records.map(answer).collect()
    }

    /// As a stream that has come as far as its line `n_known` when the answers begin.
    fn line_by_line(text: &str, n_known: usize) -> Answers {
        let head: String = text.split_inclusive('\n').take(n_known).collect();
        let reader = format::sure_line_reader(&head, None, &ReadOptions::default());
        let reader = reader.expect("its first line is a puzzle");
        let lines = text.lines().enumerate();
        lines
            .filter_map(|(k, line)| Some((k + 1, in_words(&reader.read(line)?))))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(14),
            ..ProptestConfig::with_cases(512)
        })]

        #[test]
        fn a_line_has_the_same_answer_in_a_stream(
            lines in prop::collection::vec(line(), 1..12)
        ) {
            let text = format!("{PUZZLE}\n{}\n", lines.join("\n"));
            let streamed = line_by_line(&text, 1);
            for n_known in 2..4 {
                prop_assert_eq!(&line_by_line(&text, n_known), &streamed);
            }
            prop_assert_eq!(at_once(&text), streamed);
        }
    }
}

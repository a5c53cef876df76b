//! Texts that are easily misread, and what they hold: `testdata/formats/readings.md`.
//!
//! A case is a heading, what is to be found, a line each, and the text between fences:
//!
//! ````text
//! ## A list with an object in it
//! > 53..7....6..195…           a puzzle; `+ solution` behind it, if the text gives one,
//! > 53..7....6..195…, 3 times  and how often, if it is there several times in a row
//! > 16x16, 0 givens            a larger one
//! > 2:7: expected …, found …   an error, at line 2, column 7
//! > nothing                    no puzzle at all
//! ```
//! …
//! ```
//! ````

use ninefold::format::{self, ParseError, ReadOptions, Record};

const CASES: &str = include_str!("../../../../testdata/formats/readings.md");

struct Case {
    name: &'static str,
    expected: Vec<&'static str>,
    text: String,
}

fn cases() -> Vec<Case> {
    let sections = CASES.split("\n## ").skip(1);
    let case = |section: &'static str| {
        let (name, rest) = section.split_once('\n').expect("a name and a case");
        let (head, text) = rest.split_once("\n```\n").expect("a text between fences");
        let (text, _) = text.split_once("\n```").expect("a closing fence");
        let expected = head.lines().filter_map(|line| line.strip_prefix("> "));
        Case {
            name,
            expected: expected.collect(),
            text: text.to_owned(),
        }
    };
    sections.map(case).collect()
}

fn found(text: &str) -> Vec<String> {
    let found = format::detect(text, &ReadOptions::default()).into_best();
    found.map_or_else(
        |_| vec!["nothing".to_owned()],
        |reading| counted(reading.records.iter().map(in_words).collect()),
    )
}

/// Each of several equal lines in a row once, with their number.
fn counted(lines: Vec<String>) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    let run = |run: &[String]| match run {
        [one] => one.clone(),
        _ => format!("{}, {} times", run[0], run.len()),
    };
    runs.map(run).collect()
}

fn in_words(record: &Result<Record, ParseError>) -> String {
    match record {
        Ok(record) => {
            let size = record.puzzle.geometry().size();
            let puzzle = match size {
                0..=9 => record.puzzle.to_string(),
                _ => format!("{size}x{size}, {} givens", record.puzzle.n_givens()),
            };
            let solution = record.solution.as_ref().map(|_| " + solution");
            puzzle + solution.unwrap_or_default()
        }
        Err(error) => format!("{}:{}: {error}", error.line, error.column),
    }
}

#[test]
fn texts_are_read_as_they_are_meant() {
    let wrong = cases().into_iter().filter_map(|case| {
        let found = found(&case.text);
        let shown = format!("## {}\n> {}\n", case.name, found.join("\n> "));
        (found != case.expected).then_some(shown)
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "found instead:\n{}", wrong.join("\n"));
}

#[test]
fn a_final_newline_changes_nothing() {
    for case in cases() {
        assert_eq!(
            found(&case.text),
            found(&(case.text.clone() + "\n")),
            "{}",
            case.name
        );
    }
}

/// How many puzzles a line stands for.
fn n_times(line: &str) -> usize {
    let times = line
        .strip_suffix(" times")
        .and_then(|rest| rest.rsplit_once(", "));
    times.map_or(1, |(_, n)| n.parse().expect("a number of times"))
}

/// No line of a text that looks like a puzzle is passed over: of two texts that are read
/// without errors, one below the other, all puzzles are read.
#[test]
fn two_texts_are_read_one_below_the_other() {
    let is_whole = |case: &Case| {
        let is_error = |line: &&str| line.contains("expected") || *line == "nothing";
        !case.expected.iter().any(is_error)
    };
    let cases: Vec<Case> = cases().into_iter().filter(is_whole).collect();
    for first in &cases {
        for second in &cases {
            let text = format!("{}\n\n# another one\n\n{}\n", first.text, second.text);
            let both = [&first.text, &second.text].map(|text| found(text));
            let n_expected: usize = both.iter().flatten().map(|line| n_times(line)).sum();
            let found = found(&text);
            let n_found: usize = found.iter().map(|line| n_times(line)).sum();
            let is_whole = !found.iter().any(|line| line.contains("expected"));
            let (first, second) = (first.name, second.name);
            assert!(
                is_whole && n_found == n_expected,
                "{first} over {second}: {found:#?} in\n{text}"
            );
        }
    }
}

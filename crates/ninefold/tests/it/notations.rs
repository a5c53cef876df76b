//! Notations that wrap a board in something else: links, tables, quotes, labels, letters.
//! Each text in `testdata/formats` is one puzzle, or the same puzzle several times.

use ninefold::format::{self, ReadOptions, Record};

use crate::formats::read;

/// The puzzle that the texts are about.
const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A text in `testdata/formats`.
fn testdata(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats");
    std::fs::read_to_string(format!("{folder}/{name}.txt")).expect("the text is there")
}

/// The records of a text that is read as the format it is named after.
fn records(name: &str) -> Vec<Record> {
    let text = testdata(name);
    let (format, records) = read(&text);
    assert!(name.starts_with(format), "{name}: read as {format}");
    let record = |read: Result<Record, format::ParseError>| match read {
        Ok(record) => {
            assert!(text.get(record.span.clone()).is_some(), "{name}");
            record
        }
        Err(error) => panic!("{}", error.report(name, &text)),
    };
    records.into_iter().map(record).collect()
}

/// What is wrong with a text: `1:1 expected …, found …`.
fn fault(text: &str) -> String {
    let (_, records) = read(text);
    let error = records.into_iter().find_map(Result::err);
    let error = error.expect("it has a fault");
    format!("{}:{} {error}", error.line, error.column)
}

#[test]
fn one_board_in_many_dresses() {
    for name in [
        "table-html",
        "table-inputs",
        "table-latex",
        "grid-markdown",
        "table-tabular",
        "table-wikitext",
        "table-wikitext-lines",
        "dressed-cat-n",
        "dressed-circled",
        "dressed-code",
        "dressed-full-width",
        "dressed-keycaps",
        "dressed-labels",
        "dressed-labels-plain",
        "dressed-mail",
        "dressed-mail-twice",
        "dressed-pandas",
        "dressed-pandas-zeros",
        "dressed-r",
        "dressed-r-frame",
        "dressed-rows-named",
        "wordoku-grid",
        "wordoku-line",
    ] {
        let records = records(name);
        assert_eq!(records.len(), 1, "{name}");
        assert_eq!(records[0].puzzle.to_string(), EXAMPLE, "{name}");
    }
}

#[test]
fn records_and_errors_stand_where_the_dressed_text_has_them() {
    for (name, start, end) in [
        ("table-html", "5</b>", "9"),
        ("table-latex", "5|3| |", "9"),
        ("dressed-mail", "5 3 . | .", "9"),
        ("dressed-keycaps", "5\u{fe0f}", "9"),
        ("wordoku-grid", "I D .", "U"),
    ] {
        let span = &testdata(name)[records(name)[0].span.clone()];
        assert!(
            span.starts_with(start) && span.ends_with(end),
            "{name}: {span}"
        );
    }
    // Two boards, and the second has a row that is too short.
    let quoted = testdata("dressed-mail-twice");
    let damaged = format!(
        "{quoted}>>\n{}",
        quoted.replace(">> .98....6.", ">> .98...6.")
    );
    assert_eq!(fault(&damaged), "13:4 expected 9 cells in row 3, found 8");
}

#[test]
fn links_of_many_sites_are_one_puzzle() {
    let list = records("link-list");
    assert_eq!(list.len(), 8);
    for record in list {
        assert_eq!(record.puzzle.to_string(), EXAMPLE);
    }
    let packed = records("link-f-puzzles");
    let boards: Vec<String> = packed
        .iter()
        .map(|r| r.puzzle.geometry().to_string())
        .collect();
    let expected = [
        "9x9 in 3x3 boxes",
        "4x4 jigsaw",
        "9x9 in 3x3 boxes, with diagonals",
    ];
    assert_eq!(boards, expected);
    assert_eq!(packed[0].meta.author.as_deref(), Some("Nobody"));
    let [scl, ctc, fpuz] = records("link-sudokupad").try_into().expect("three links");
    assert_eq!(scl.puzzle.to_string(), EXAMPLE);
    assert_eq!(scl.puzzle, ctc.puzzle);
    assert_eq!(scl.puzzle, fpuz.puzzle);
    assert_eq!(scl.meta.title.as_deref(), Some("Not a killer"));
    assert!(scl.solution.is_some());
}

#[test]
fn links_with_other_rules_are_refused_by_name() {
    let killer = fault(&testdata("refused-killer-link"));
    assert!(killer.contains("the rule 'killercage'"), "{killer}");
    let lines = fault(&testdata("refused-lines-link"));
    assert!(lines.contains("the rule 'lines'"), "{lines}");
}

#[test]
fn a_link_among_lines_of_a_list_is_a_puzzle_too() {
    let link = format!(
        "https://sudoku.coach/en/solver/{}",
        EXAMPLE.replace('.', "0")
    );
    for text in [
        format!("{EXAMPLE}\n{link}\n{EXAMPLE}\n"),
        format!("{link}\n{EXAMPLE}\n{link}\n"),
    ] {
        let (_, records) = read(&text);
        let puzzles = records
            .into_iter()
            .map(|record| record.expect("a puzzle").puzzle);
        assert_eq!(
            puzzles.map(|p| p.to_string()).collect::<Vec<_>>(),
            [EXAMPLE; 3]
        );
    }
}

#[test]
fn a_link_that_cannot_be_read_says_that_it_is_one() {
    assert_eq!(
        fault("https://sudokupad.app/3oaadc9hhm\n"),
        "1:1 expected a link with the puzzle in it, found 'https://sudokupad.app/3o…'"
    );
    let long = format!("https://example.org/{}", "a".repeat(100_000));
    assert!(fault(&long).contains("a link of at most 65536 characters"));
}

#[test]
fn letters_of_a_wordoku_are_named() {
    let record = &records("wordoku-line")[0];
    let expected = "its letters were numbered: A=1 C=2 D=3 E=4 I=5 L=6 P=7 T=8 U=9";
    assert_eq!(record.warnings, [expected]);
    assert_eq!(records("wordoku-grid")[0].warnings, [expected]);
    // The first letters of the alphabet are numbered as they always are.
    let first = records("wordoku-line")[0].puzzle.to_string();
    let letters: Vec<String> = first
        .as_bytes()
        .chunks(9)
        .map(|row| {
            row.iter()
                .map(|&c| if c == b'.' { '.' } else { char::from(c + 16) })
                .collect()
        })
        .collect();
    let (format, records) = read(&letters.join("\n"));
    assert_eq!(format, "wordoku");
    assert_eq!(
        records[0].as_ref().expect("a puzzle").puzzle.to_string(),
        EXAMPLE
    );
}

#[test]
fn puzzles_inside_an_object_have_its_keys_for_titles() {
    let records = records("json-nested");
    let titles: Vec<Option<&str>> = records.iter().map(|r| r.meta.title.as_deref()).collect();
    assert_eq!(titles, [Some("easy"), Some("hard"), Some("medium")]);
    assert_eq!(records[2].meta.level.as_deref(), Some("medium"));
    assert!(records.iter().all(|record| record.solution.is_some()));
    assert_eq!(records[0].puzzle.to_string(), EXAMPLE);
    // A rule above the puzzle is a rule of the puzzle.
    let refused =
        r#"{"data":{"killercage":[{"cells":["R1C1"]}],"x":{"puzzle":"1..............."}}}"#;
    let json = format::find("json").expect("it is in the table");
    let readings = json.format().read(refused, &ReadOptions::default());
    assert!(readings[0].records.iter().all(Result::is_err));
}

#[test]
fn a_title_above_a_list_is_no_puzzle() {
    let titled = records("line-titled");
    assert_eq!(titled.len(), 3);
    let fenced = records("dressed-fence");
    assert_eq!(fenced.len(), 2);
    // Words below the first puzzle are a fault of the list.
    let (_, records) = read(&format!("{EXAMPLE}\nmore of them\n{EXAMPLE}\n"));
    assert!(records[1].is_err());
}

#[test]
fn what_is_no_puzzle_stays_unread() {
    let numbers: String = (0..30)
        .map(|row| {
            (0..9)
                .map(|k| format!("{} ", 10 + row * 37 + k * 211))
                .collect::<String>()
                + "\n"
        })
        .collect();
    let phones: String = (1..=20)
        .map(|k| {
            format!(
                "{k}. Person {k}  +49 {} {}\n",
                100 + k * 7,
                1_000_000 + k * 91_237
            )
        })
        .collect();
    let products: String = (1..=9)
        .map(|row| {
            (1..=9)
                .map(|k| format!("<td>{}</td>", row * k))
                .collect::<String>()
                + "<tr>\n"
        })
        .collect();
    for text in [
        "It was the best of times, it was the worst of times.\nIt was the age of wisdom,\n\
         it was the age of foolishness, it was the epoch of belief.\n",
        "body { margin: 0 auto; font: 14px/1.5 sans-serif; }\n.grid td { width: 32px; }\n",
        "> I think so.\n> Do you?\n> Well, then.\n\nYes.\n",
        "```rust\nfn main() {\n    println!(\"{}\", 1 + 2);\n}\n```\n",
        "chocolate\nadventure\nbeautiful\ndifferent\neducation\nimportant\nhappening\nknowledge\nwonderful\n",
        "this\nthat\nwith\nfrom\n",
        "| Name | Age | City | Zip |\n|---|---|---|---|\n| Ann | 31 | Bonn | 53111 |\n| Bob | 27 | Ulm | 89073 |\n",
        "      [,1] [,2] [,3] [,4]\n [1,] 10.5 22.1 31.0 4.25\n [2,] 11.5 21.1 32.0 5.25\n [3,] 12.5 20.1 33.0 6.25\n [4,] 13.5 19.1 34.0 7.25\n",
        "sclerosis\nscfoo\nfpuzz\nctcould\n",
        "https://example.org/a\nhttps://example.org/b?id=1234567890123456\n",
        &numbers,
        &phones,
        &products,
    ] {
        let found = format::detect(text, &ReadOptions::default());
        let read = found
            .best()
            .map(|best| best.records.iter().flatten().count());
        assert_eq!(read.unwrap_or(0), 0, "{text}\n{found:?}");
    }
}

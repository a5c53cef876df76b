//! Texts in JSON and what is read from them.

use super::*;
use crate::format::parts::testing::{INKALA, fault, from_line, reading, record, written};
use crate::format::{Meta, Progress};
use crate::geometry::{Cell, Digit, Geometry, VARIANTS};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;

const FOUR: &str = "1.....2..3.....4";

#[test]
fn arrays_strings_and_objects_say_the_same() {
    for text in [
        r#""1.....2..3.....4""#,
        r#"["1...","..2.",".3..","...4"]"#,
        "[1,0,0,0, 0,0,2,0, 0,3,0,0, 0,0,0,4]",
        "[[1,null,0,\"\"],[0,0,2,0],[\".\",\"3\",0,0],\n[0,0,0,4]]",
        r#"{"puzzle":"1.....2..3.....4"}"#,
        r#"{"clues":[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]],"size":4,"block":{"bw":2,"bh":2}}"#,
        r#"{"grid":["1...","..2.",".3..","...4"],"box":"2x2","clues":4,"solved":false}"#,
        r#"[["1","","",""],["","","2",""],["","3","",""],["","","","4"]]"#,
        r#"{"format":"sudoku-puzzle","format_version":1,"board":{"rows":4,"cols":4},"digits":4,
            "givens":{"r1c1":1,"r2c3":2,"r3c2":3,"r4c4":4},
            "rules":[{"type":"box_grid","origin":"r1c1","box":[2,2]}]}"#,
    ] {
        let read = record(&Json, text);
        assert_eq!(read.puzzle, from_line(FOUR).puzzle, "{text}");
        assert_eq!(read.progress, None, "{text}");
    }
}

#[test]
fn cell_objects_tell_givens_from_placed_digits() {
    let cells = |cell: &str| {
        format!(
            "[{cell}{}]",
            r#",{"value":null,"candidates":[2,3]}"#.repeat(15)
        )
    };
    let read = record(&Json, &cells(r#"{"value":1,"given":false}"#));
    let progress = read.progress.unwrap();
    assert_eq!(progress.placed[0], Digit::new(1));
    assert_eq!(progress.marks.unwrap()[1].to_string(), "23");
    assert_eq!(read.puzzle.n_givens(), 0);
    let read = record(
        &Json,
        &cells(r#"{"value":1,"solved":true,"possibleValues":[1],"row":0}"#),
    );
    assert_eq!(read.puzzle.n_givens(), 1);
    let read = record(&Json, &cells(r#"{"value":"1"}"#));
    assert_eq!(read.puzzle.n_givens(), 1);
}

#[test]
fn several_puzzles_stand_in_an_array_or_on_lines() {
    let object = format!("{{\"puzzle\":\"{FOUR}\"}}");
    for text in [
        format!("[{object},\n{object}]"),
        format!("{object}\n{object}\n"),
        format!("{object}{object}"),
        format!("[\"{FOUR}\",\"{FOUR}\"]"),
        format!("\"{FOUR}\"\n\n\"{FOUR}\""),
        "[[[0,0],[0,0]],[[1,0],[0,0]]]".to_owned(),
    ] {
        assert_eq!(reading(&Json, &text).records.len(), 2, "{text}");
    }
    let lines = format!("{object}\n{{\"puzzle\":\"12\"}}\n{object}");
    let read = reading(&Json, &lines).records;
    let errors: Vec<bool> = read.iter().map(Result::is_err).collect();
    assert_eq!(errors, [false, true, false]);
    let span = read[2].as_ref().unwrap().span.clone();
    assert_eq!(&lines[span], FOUR);
}

#[test]
fn nothing_is_lost_in_writing() {
    let regions = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
    let jigsaw = Geometry::builder(4)
        .regions(regions)
        .diagonals()
        .house([0, 6].map(Cell::from_index))
        .build()
        .unwrap();
    let givens: Vec<Option<Digit>> = FOUR
        .chars()
        .map(|c| Digit::new(c.to_digit(10)? as usize))
        .collect();
    let mut marks = vec![DigitSet::all(4); 16];
    marks[1] = DigitSet::EMPTY;
    let mut full = Record::new(Puzzle::of(jigsaw.clone(), givens).limited_to(marks.clone()));
    let mut placed = vec![None; 16];
    placed[1] = Digit::new(4);
    full.progress = Some(Progress {
        placed: placed.into(),
        marks: Some(marks.into()),
    });
    full.solution = Some(Grid::of(jigsaw, vec![Digit::from_index(0); 16]));
    full.meta = Meta {
        id: Some("7".to_owned()),
        title: Some("a \"b\"\n".to_owned()),
        rating: Some("7.2".to_owned()),
        level: Some("hard".to_owned()),
        ..Meta::default()
    };
    let shapes = [
        Geometry::with_boxes(3, 2).unwrap(),
        Geometry::with_boxes(1, 4).unwrap(),
        VARIANTS
            .iter()
            .fold(Geometry::builder(9).boxes(3, 3), |builder, &variant| {
                builder.variant(variant)
            })
            .build()
            .unwrap(),
        Geometry::of_size(36).unwrap(),
        Geometry::of_size(49).unwrap(),
    ];
    let boards = shapes.map(|shape| {
        let mut puzzle = Puzzle::empty(shape);
        let last = puzzle.geometry().digits().next_back();
        puzzle.set(Cell::from_index(3), last);
        Record::new(puzzle)
    });
    for one in boards.into_iter().chain([full, from_line(INKALA)]) {
        let text = written(&Json, &one);
        assert!(!text.contains('\n'));
        let mut again = record(&Json, &text);
        again.span = 0..0;
        assert_eq!(again, one, "{text}");
    }
}

#[test]
fn a_plain_puzzle_is_written_plainly() {
    let text = written(&Json, &from_line(FOUR));
    assert_eq!(
        text,
        format!("{{\"puzzle\":\"{FOUR}\",\"size\":4,\"box\":\"2x2\"}}")
    );
}

#[test]
fn regions_that_draw_the_boxes_are_boxes() {
    let text = format!("{{\"puzzle\":\"{FOUR}\",\"regions\":\"aabb aabb ccdd ccdd\"}}");
    assert_eq!(record(&Json, &text).puzzle, from_line(FOUR).puzzle);
    let named = r#""regions":[["r1c1","r1c2","r1c3","r2c2"],["r1c4","r2c4","r2c3","r3c3"],
        ["r2c1","r3c1","r3c2","r4c1"],["r3c4","r4c2","r4c3","r4c4"]]"#;
    let text = format!("{{\"puzzle\":\"{FOUR}\",{named}}}");
    let read = record(&Json, &text);
    assert_eq!(read.puzzle.geometry().to_string(), "4x4 jigsaw");
}

#[test]
fn an_unknown_rule_is_named_never_dropped() {
    let text = format!(
        "{{\"puzzle\":\"{FOUR}\",\n\"arrow\":[],\"killercage\":[{{\"cells\":[\"R1C1\"]}}]}}"
    );
    let rules = "expected rules of rows, columns, boxes, regions and extra houses";
    assert_eq!(
        fault(&Json, &text),
        format!("2:25 {rules}, found the rule 'killercage'")
    );
    let text = r#"{"format":"sudoku-puzzle","format_version":1,"board":{"rows":4,"cols":4},
        "givens":{}, "rules":[{"type":"cage","sum":3,"cells":["r1c1"]}]}"#;
    assert_eq!(
        fault(&Json, text),
        format!("2:31 {rules}, found the rule 'cage'")
    );
    let text = r#"{"format":"sudoku-puzzle","format_version":1,"fog":true}"#;
    assert!(
        fault(&Json, text).ends_with("found 'fog'"),
        "{}",
        fault(&Json, text)
    );
}

#[test]
fn faults_are_found_where_they_are() {
    for (text, expected) in [
        (
            r#"{"puzzle":"1...x..."}"#,
            "1:12 expected at least 16 cells, a 4x4 board, found 8 cells",
        ),
        (
            r#"{"puzzle":"1.....2..3.....9"}"#,
            "1:27 expected a digit from 1 to 4 or a blank, found '9'",
        ),
        ("[[1,0],\n[0]]", "2:1 expected 2 cells in row 2, found 1"),
        (
            "[[1,0],\n[0,7]]",
            "2:4 expected a digit from 1 to 2 or a blank, found '7'",
        ),
        (
            "[1,0,0,-2]",
            "1:8 expected a digit from 1 to 2 or a blank, found '-2'",
        ),
        (
            "[1,0,0,1.5]",
            "1:8 expected a digit from 1 to 2 or a blank, found '1.5'",
        ),
        (
            "[1,0,0,99999999999999999999999]",
            "1:8 expected a digit from 1 to 2 or a blank, found '99999999999999999999999'",
        ),
        (
            "[1,0,0,[]]",
            "1:8 expected a digit from 1 to 2 or a blank, found an empty array",
        ),
        (
            r#"{"size":9}"#,
            "1:1 expected one of the keys puzzle, grid, board, givens, clues, sudoku, quiz, start, initial, found size",
        ),
        (
            r#"{"size":9,"grid":[1,0,0,0]}"#,
            "1:18 expected 81 cells for a board of 9x9, found 4 cells",
        ),
        (
            r#"{"size":1e9,"grid":[1,0,0,0]}"#,
            "1:9 expected a board size from 1 to 121, found '1e9'",
        ),
        (
            r#"{"grid":[1,0,0,0],"box":"3x3"}"#,
            "1:9 expected boxes of 2 cells for a board of 2x2, found 3x3",
        ),
        (
            r#"{"grid":[1,0,0,0],"solution":[1,2,2,0]}"#,
            "1:30 expected a solution without blanks, found a blank at r2c2",
        ),
        (
            r#"{"grid":[1,0,0,0],"candidates":[[1]]}"#,
            "1:32 expected 4 cells for a board of 2x2, found 1 cell",
        ),
        (
            "{\"grid\":\n[1,0",
            "2:5 expected valid JSON, found a fault: eof while parsing a list",
        ),
        (
            "[]",
            "1:1 expected a puzzle as a string or an array of cells, found an empty array",
        ),
    ] {
        assert_eq!(fault(&Json, text), expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error_and_nothing_worse() {
    let open = "[".repeat(100_000);
    assert!(fault(&Json, &open).contains("valid JSON"));
    let closed = format!("{open}{}", "]".repeat(100_000));
    assert!(fault(&Json, &closed).starts_with("1:"));
    let members = format!("{}1{}", "{\"puzzle\":[".repeat(50_000), "]}".repeat(50_000));
    assert_eq!(reading(&Json, &members).records.len(), 1);
}

#[test]
fn what_is_no_json_is_left_to_others() {
    for text in ["", "[Puzzle]\n1...", "{5,3,0}", INKALA, "#"] {
        assert!(
            Json.read(text, &ReadOptions::default()).is_empty(),
            "{text}"
        );
    }
}

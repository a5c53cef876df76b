//! What the npm package asks: an exchange of every kind, as `testdata/wire/package` has it, and what makes
//! no sense. The package's tests check TypeScript's types against the same files.
//!
//! `NINEFOLD_BLESS=1 cargo test -p ninefold-web` writes them anew.

use serde_json::{Value, json};

use crate::golden_tests::hold;
use crate::tests::answer;

const EASY: &str =
    "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
/// Two cells are empty.
const ALMOST: &str = "1234341221434.2.";
const TWO_SOLUTIONS: &str = "12.. 34.. .... ....";
/// A digit of row 4 is one cell too far to the right.
const BROKEN: &str =
    "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31";
/// The player's 1 in r4c2 is wrong.
const MISTAKEN: &str = "[Puzzle]\n1234\n3412\n2143\n4.2.\n[State]\n1234\n3412\n2143\n412.\n";

fn value(op: &str, ask: Value) -> Value {
    let mut outcome = answer(&format!("npm:{op}"), ask);
    assert!(outcome["error"].is_null(), "{op}: {outcome}");
    outcome["value"].take()
}

fn error(op: &str, ask: Value) -> Value {
    let mut outcome = answer(&format!("npm:{op}"), ask);
    assert!(outcome["value"].is_null(), "{op}: {outcome}");
    outcome["error"].take()
}

#[test]
fn the_packages_wire_is_as_in_testdata() {
    let generate = json!({ "n": 2, "seed": 7, "level": "medium", "symmetry": "half-turn" });
    let exchanges = [
        (
            "solve",
            "npm:solve",
            json!({ "puzzle": ALMOST, "engine": "csp" }),
        ),
        (
            "solve-two",
            "npm:solve",
            json!({ "puzzle": TWO_SOLUTIONS, "engine": "csp" }),
        ),
        (
            "solve-none",
            "npm:solve",
            json!({ "puzzle": "123. ...4 .... ....", "engine": "csp" }),
        ),
        (
            "solve-clash",
            "npm:solve",
            json!({ "puzzle": "11.. .... .... ...." }),
        ),
        (
            "solve-error",
            "npm:solve",
            json!({ "puzzle": "12x4 4.21 2143 341Q" }),
        ),
        (
            "count",
            "npm:count",
            json!({ "puzzle": TWO_SOLUTIONS, "engine": "csp", "limit": 1 }),
        ),
        ("hint", "npm:hint", json!({ "puzzle": ALMOST })),
        (
            "hint-stuck",
            "npm:hint",
            json!({ "puzzle": "................" }),
        ),
        ("explain", "npm:explain", json!({ "puzzle": ALMOST })),
        (
            "why",
            "npm:why",
            json!({ "puzzle": ALMOST, "claim": "r4c2=3" }),
        ),
        (
            "why-suppose",
            "npm:why",
            json!({ "puzzle": EASY, "claim": "r4c2=5" }),
        ),
        (
            "why-open",
            "npm:why",
            json!({ "puzzle": TWO_SOLUTIONS, "claim": "r3c3=1", "spoil": true }),
        ),
        (
            "why-possible",
            "npm:why",
            json!({ "puzzle": ALMOST, "claim": "r4c2<>3" }),
        ),
        ("doctor", "npm:doctor", json!({ "puzzle": BROKEN })),
        (
            "doctor-several",
            "npm:doctor",
            json!({ "puzzle": TWO_SOLUTIONS }),
        ),
        (
            "doctor-text",
            "npm:doctor",
            json!({ "puzzle": "123434122143432" }),
        ),
        (
            "doctor-mistake",
            "npm:doctor",
            json!({ "puzzle": MISTAKEN }),
        ),
        (
            "inspect",
            "npm:inspect",
            json!({ "puzzle": TWO_SOLUTIONS, "seed": 7 }),
        ),
        ("inspect-proper", "npm:inspect", json!({ "puzzle": EASY })),
        (
            "inspect-clash",
            "npm:inspect",
            json!({ "puzzle": "11.. .... .... ...." }),
        ),
        (
            "rate",
            "npm:rate",
            json!({ "puzzle": EASY, "scale": "hodoku" }),
        ),
        (
            "rate-se",
            "npm:rate",
            json!({ "puzzle": EASY, "scale": "se" }),
        ),
        (
            "rate-look-ahead",
            "npm:rate",
            json!({ "puzzle": EASY, "scale": "look-ahead" }),
        ),
        ("rate-error", "npm:rate", json!({ "puzzle": TWO_SOLUTIONS })),
        ("generate", "npm:generate", generate),
        (
            "usage-error",
            "npm:generate",
            json!({ "n": 1, "seed": 1, "level": "harsh" }),
        ),
    ];
    hold("package", &exchanges);
}

#[test]
fn a_position_with_a_mistake_has_no_hint_and_the_cells_are_named() {
    let trouble = error("hint", json!({ "puzzle": MISTAKEN }));
    assert_eq!(trouble["kind"], "answer", "{trouble}");
    assert!(
        !trouble["problems"].as_array().unwrap().is_empty(),
        "{trouble}"
    );
    let none = error("explain", json!({ "puzzle": "123. ...4 .... ...." }));
    assert_eq!(none["message"], "the puzzle has no solution");
}

#[test]
fn a_question_about_no_candidate_makes_no_sense() {
    for (claim, words) in [
        ("r4c7", "expected a cell and a digit such as r4c7=5"),
        ("r5c1=1", "expected rows and columns from 1 to 4"),
        ("r1c1=5", "expected a digit from 1 to 4"),
        ("r12c1=1", "expected one cell and one digit"),
    ] {
        let trouble = error("why", json!({ "puzzle": ALMOST, "claim": claim }));
        assert_eq!(trouble["kind"], "usage", "{trouble}");
        let message = trouble["message"].as_str().unwrap();
        assert!(message.starts_with(words), "{message}");
    }
    let trouble = error(
        "why",
        json!({ "puzzle": "123. ...4 .... ....", "claim": "r1c4=4" }),
    );
    assert_eq!(trouble["kind"], "answer", "{trouble}");
}

#[test]
fn a_text_that_is_no_puzzle_at_all_has_no_diagnosis() {
    let trouble = error("doctor", json!({ "puzzle": "no puzzle" }));
    assert_eq!(trouble["kind"], "parse", "{trouble}");
    let list = format!("{EASY}\n{EASY}\n");
    let trouble = error("doctor", json!({ "puzzle": list }));
    assert!(
        trouble["hint"].as_str().unwrap().contains("solveMany"),
        "{trouble}"
    );
}

#[test]
fn a_full_board_is_solved() {
    let full = value("hint", json!({ "puzzle": "1234341221434321" }));
    assert_eq!(
        (&full["status"], &full["step"]),
        (&json!("solved"), &Value::Null)
    );
}

#[test]
fn a_count_stops_at_its_limit() {
    let all = |limit: Value| -> (u64, bool) {
        let counted = value(
            "count",
            json!({ "puzzle": "................", "limit": limit }),
        );
        (
            counted["count"].as_u64().unwrap(),
            counted["exact"].as_bool().unwrap(),
        )
    };
    assert_eq!(all(Value::Null), (288, true));
    assert_eq!(all(json!(289)), (288, true));
    // A search that has found as many as it looks for does not know whether there are more.
    assert_eq!(all(json!(288)), (288, false));
    assert_eq!(all(json!(1)), (1, false));
}

#[test]
fn puzzles_are_made_in_ranges_as_at_once() {
    let made = |n: u64, start: u64| {
        let order = json!({ "n": n, "seed": 7, "start": start, "clues": [26, 28] });
        value("generate", order).as_array().unwrap().clone()
    };
    let all = made(20, 0);
    assert_eq!(all.len(), 20);
    let last = all[9]["index"].as_u64().unwrap();
    assert_eq!(made(10, last + 1), all[10..]);
    let few = value(
        "generate",
        json!({ "n": 20, "seed": 7, "tries": 3, "clues": 22 }),
    );
    assert!(few.as_array().unwrap().len() <= 3);
    assert_eq!(value("generate", json!({ "n": 0, "seed": 7 })), json!([]));
}

#[test]
fn settings_that_make_no_sense_are_refused_with_a_reason() {
    for (op, ask, why) in [
        (
            "solve",
            json!({ "puzzle": 1 }),
            "invalid type: integer `1`, expected a string",
        ),
        (
            "solve",
            json!({ "puzzle": "", "enigne": "csp" }),
            "unknown field `enigne`, expected `puzzle` or `engine`",
        ),
        (
            "solve",
            json!({ "puzzle": ALMOST, "engine": "magic" }),
            "no engine is called 'magic'",
        ),
        (
            "count",
            json!({ "puzzle": ALMOST, "limit": 0 }),
            "expected a nonzero u64",
        ),
        (
            "rate",
            json!({ "puzzle": EASY, "scale": "metric" }),
            "expected a scale, one of se, sukaku, hodoku, look-ahead, found 'metric'",
        ),
        (
            "hint",
            json!({ "puzzle": ALMOST, "without": ["thinking"] }),
            "expected a technique, found 'thinking'",
        ),
        (
            "generate",
            json!({ "n": 1_000_000, "seed": 1 }),
            "at most 100000 puzzles",
        ),
        (
            "generate",
            json!({ "n": 1, "seed": 1, "size": 26 }),
            "expected a size from 2 to 25",
        ),
        (
            "generate",
            json!({ "n": 1, "seed": 1, "symmetry": "round" }),
            "expected a symmetry, one of none, half-turn",
        ),
        (
            "generate",
            json!({ "n": 1, "seed": 1, "clues": "few" }),
            "a pair of the least and the most",
        ),
        ("generate", json!({ "n": 1, "seed": -1 }), "expected u64"),
        (
            "generate",
            json!({ "n": 1, "seed": 1, "clues": [90, 80] }),
            "",
        ),
        ("generate", json!({ "n": 1, "seed": 1, "clues": 3 }), ""),
    ] {
        let trouble = error(op, ask);
        let message = trouble["message"].as_str().unwrap();
        assert_eq!(trouble["kind"], "usage", "{trouble}");
        assert!(message.contains(why), "{message}");
    }
    let unknown = json!({ "op": "npm:dance", "ask": {} }).to_string();
    let reply = crate::answer_to(&unknown, &mut crate::tests::Paper::default());
    assert!(reply.contains("expected a known question"));
}

#[test]
fn large_boards_and_lists_are_refused_with_advice() {
    let list = format!("{EASY}\n{EASY}\n");
    let trouble = error("solve", json!({ "puzzle": list }));
    assert_eq!(trouble["kind"], "parse");
    assert!(
        trouble["hint"].as_str().unwrap().contains("solveMany"),
        "{trouble}"
    );
    let large = error(
        "solve",
        json!({ "puzzle": format!("30x30 {}", ". ".repeat(900)) }),
    );
    assert_eq!(large["kind"], "parse");
}

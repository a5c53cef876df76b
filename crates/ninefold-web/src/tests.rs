//! Every question, answered natively; and questions that make no sense.

use serde_json::{Value, json};

use crate::{Host, answer_to};

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY: &str =
    "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

/// A clock that goes on by a second whenever it is read, and all news so far.
#[derive(Default)]
pub(crate) struct Paper {
    seconds: std::cell::Cell<f64>,
    pub(crate) news: Vec<String>,
}

impl Host for Paper {
    fn now(&self) -> f64 {
        self.seconds.set(self.seconds.get() + 1.0);
        self.seconds.get() * 1000.0
    }

    fn send(&mut self, message: &str) {
        self.news.push(message.to_owned());
    }
}

fn reply(op: &str, ask: &Value) -> Value {
    let question = json!({ "op": op, "ask": ask }).to_string();
    serde_json::from_str(&answer_to(&question, &mut Paper::default())).unwrap()
}

pub(crate) fn answer(op: &str, ask: Value) -> Value {
    let mut reply = reply(op, &ask);
    assert!(reply["fault"].is_null(), "{op}: {reply}");
    reply["answer"].take()
}

fn fault(op: &str, ask: Value) -> String {
    let reply = reply(op, &ask);
    reply["fault"]
        .as_str()
        .unwrap_or_else(|| panic!("{op}: {reply}"))
        .to_owned()
}

pub(crate) fn position(text: &str) -> Value {
    answer("read", json!({ "text": text }))["position"].take()
}

/// The words of a sentence in pieces.
fn words(parts: &Value) -> String {
    let parts = parts.as_array().expect("a list of pieces").iter();
    parts.map(|part| part["text"].as_str().unwrap()).collect()
}

#[test]
fn it_lists_engines_and_formats() {
    let about = answer("about", json!({}));
    let named = |list: &str, name: &str| {
        let list = about[list].as_array().unwrap();
        list.iter()
            .find(|item| item["name"] == name)
            .cloned()
            .unwrap()
    };
    assert!(!about["version"].as_str().unwrap().is_empty());
    assert!(
        named("engines", "detour")["about"]
            .as_str()
            .unwrap()
            .contains("origin 004")
    );
    assert_eq!(named("formats", "sdk")["writes"], true);
}

#[test]
fn a_text_is_read_with_its_alternatives() {
    let read = answer("read", json!({ "text": INKALA }));
    assert_eq!(read["ok"], true);
    assert_eq!(read["puzzles"], 1);
    assert_eq!(read["readings"][0]["format"], "line");
    let shape = &read["position"]["shape"];
    assert_eq!(shape["size"], 9);
    assert_eq!(shape["box"], json!([3, 3]));
    assert_eq!(shape["houses"].as_array().unwrap().len(), 27);
    assert_eq!(shape["houses"][26]["name"], "box 9");
    assert_eq!(shape["regions"][80], 8);
    assert_eq!(read["position"]["givens"][0], 8);
    let list = format!("{INKALA}\n{EASY}\n");
    let second = answer("read", json!({ "text": list, "puzzle": 1 }));
    assert_eq!(second["puzzles"], 2);
    assert_eq!(second["position"]["givens"][0], 6);
}

#[test]
fn what_cannot_be_read_is_pointed_at_as_javascript_counts() {
    let text = "# 𝄞\n12x4 4.21 2143 341Q";
    let read = answer("read", json!({ "text": text }));
    assert_eq!(read["ok"], false);
    let at = read["error"]["start"].as_u64().unwrap() as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(units[at], u16::from(b'Q'), "{read}");
    assert_eq!(read["error"]["line"], 2);
    let empty = answer("read", json!({ "text": "" }));
    assert_eq!(
        empty["error"]["message"],
        "expected a puzzle, found an empty text"
    );
    let large = "0 ".repeat(36 * 36);
    let large = answer("read", json!({ "text": large }));
    assert_eq!(
        large["error"]["message"],
        "expected a board of at most 25x25, found 36x36"
    );
}

#[test]
fn positions_survive_writing_and_reading() {
    let jigsaw = "1...............\n0011002202331133";
    for text in [INKALA, "1...............", jigsaw] {
        let start = position(text);
        let written = answer("write", json!({ "position": start, "format": "json" }));
        assert_eq!(position(written["text"].as_str().unwrap()), start, "{text}");
    }
    let six = answer("blank", json!({ "rows": 2, "columns": 3 }));
    assert_eq!(six["position"]["shape"]["size"], 6);
    let line = answer(
        "write",
        json!({ "position": six["position"], "format": "line" }),
    );
    assert_eq!(line["text"], ".".repeat(36));
}

#[test]
fn a_cell_without_marks_has_those_that_the_digits_leave_over() {
    let mut start = position("1...............");
    start["marks"] = json!([0, 0b0010, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let written = answer("write", json!({ "position": start, "format": "json" }));
    let read = position(written["text"].as_str().unwrap());
    assert_eq!(read["marks"][0], 0);
    assert_eq!(read["marks"][1], 0b0010);
    assert_eq!(read["marks"][2], 0b1110);
    assert_eq!(read["marks"][15], 0b1111);
}

#[test]
fn a_cell_of_a_classic_board_has_twenty_peers() {
    let classic = answer("blank", json!({ "rows": 3, "columns": 3 }));
    let listed = answer("peers", json!({ "shape": classic["position"]["shape"] }));
    let peers = listed["peers"].as_array().unwrap();
    assert_eq!(peers.len(), 81);
    assert!(
        peers
            .iter()
            .all(|peers| peers.as_array().unwrap().len() == 20)
    );
}

#[test]
fn extra_houses_come_back_as_they_went() {
    let text = json!({
        "puzzle": "1...............", "variants": ["x"], "houses": [["r1c2", "r2c3", "r3c4"]],
    });
    let start = position(&text.to_string());
    let houses = start["shape"]["houses"].as_array().unwrap();
    assert_eq!(houses.len(), 15, "twelve, two diagonals, one more");
    assert_eq!(start["shape"]["variants"], json!(["x"]));
    let written = answer("write", json!({ "position": start, "format": "json" }));
    assert_eq!(position(written["text"].as_str().unwrap()), start);
}

#[test]
fn clashes_are_reported_at_once() {
    let mut start = position("1...............");
    start["entries"][3] = json!(1);
    let judged = answer("judge", json!({ "position": start }));
    assert_eq!(judged["conflicts"][0]["cells"], json!([0, 3]));
    let said = words(&judged["conflicts"][0]["message"]);
    assert_eq!(said, "Row 1 has two 1s: r1c1 and r1c4.");
    assert_eq!(judged["candidates"][1], 0b1110);
    assert_eq!(judged["complete"], false);
    let full = position("1234341221434321");
    assert_eq!(
        answer("judge", json!({ "position": full }))["complete"],
        true
    );
}

#[test]
fn verdicts_are_sentences() {
    let solve = |text: &str| {
        answer(
            "solve",
            json!({ "position": position(text), "engine": "auto" }),
        )
    };
    let one = solve(INKALA);
    assert_eq!(
        (&one["status"], &one["sentence"]),
        (&json!("unique"), &json!("Exactly one solution."))
    );
    assert_eq!(one["solutions"][0][1], 1);
    assert_eq!(one["engine"], "fast9");
    assert_eq!(one["stats"]["micros"], 1_000_000);
    let many = solve("1234 .... .... ....");
    assert_eq!(
        (&many["status"], many["solutions"].as_array().unwrap().len()),
        (&json!("multiple"), 2)
    );
    assert!(!many["differ"].as_array().unwrap().is_empty());
    let none = solve("123. ...4 .... ....");
    assert_eq!(none["status"], "none");
    assert_eq!(words(&none["because"]), "No digit can go in r1c4.");
    let clash = solve("11.. .... .... ....");
    assert_eq!(clash["status"], "invalid");
    assert_eq!(
        clash["errors"].as_array().unwrap().len(),
        2,
        "row 1 and box 1"
    );
}

#[test]
fn digits_typed_on_an_empty_board_are_the_puzzle() {
    let mut typed = answer("blank", json!({ "rows": 2, "columns": 2 }))["position"].take();
    typed["entries"] = json!([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0]);
    let solved = answer("solve", json!({ "position": typed, "engine": "csp" }));
    assert_eq!(solved["status"], "unique");
}

#[test]
fn puzzles_of_marks_keep_their_limits() {
    let text = "| 1 2 | 34 34 |\n| 3 4 | 12 12 |\n| 24 13 | 1234 1234 |\n| 24 13 | 1234 1234 |";
    let start = position(text);
    let judged = answer("solve", json!({ "position": start, "engine": "csp" }));
    assert_eq!(judged["status"], "multiple", "{start}");
}

#[test]
fn engines_give_a_reason_when_they_refuse() {
    let small = position("1...............");
    let engines = answer("engines", json!({ "position": small }));
    let engines = engines["engines"].as_array().unwrap();
    let find = |name: &str| {
        engines
            .iter()
            .find(|engine| engine["name"] == name)
            .unwrap()
    };
    assert!(find("csp")["refuses"].is_null());
    let reason = find("fast9")["refuses"].as_str().unwrap();
    assert!(reason.contains("classic"), "{reason}");
}

#[test]
fn a_path_leads_from_board_to_board_to_the_end() {
    let path = answer("path", json!({ "position": position(EASY) }));
    let steps = path["steps"].as_array().unwrap();
    let boards = path["boards"].as_array().unwrap();
    assert_eq!(boards.len(), steps.len() + 1);
    assert_eq!(path["solved"], true);
    assert_eq!(path["mistakes"], json!([]));
    let first = &steps[0];
    assert_eq!(first["technique"], "naked-single");
    assert_eq!(first["level"], 1);
    assert_eq!(
        words(&first["nudge"]),
        "There is something to see in box 3."
    );
    assert_eq!(words(&first["where"]), "Look at r1c8.");
    assert_eq!(first["where"][1]["cells"], json!([7]));
    assert_eq!(words(&first["action"]), "Write 9 in r1c8.");
    assert_eq!(first["placements"], json!([[7, 9]]));
    assert_eq!(first["notation"], "Naked Single: r1c8=9");
    let used: u64 = path["used"]
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u["count"].as_u64().unwrap())
        .sum();
    assert_eq!(used as usize, steps.len());
}

#[test]
fn a_path_reports_whether_the_puzzle_has_several_solutions() {
    let several =
        |puzzle| answer("path", json!({ "position": position(puzzle) }))["several"].take();
    assert_eq!(several("1234 .... .... ...."), true);
    assert_eq!(several(EASY), false);
}

#[test]
fn applying_every_hint_solves_the_puzzle() {
    let mut at = position(EASY);
    for _ in 0..200 {
        let hint = answer("hint", json!({ "position": at }));
        if hint["step"].is_null() {
            break;
        }
        at = answer("apply", json!({ "position": at, "step": hint["step"] }))["position"].take();
    }
    assert_eq!(answer("judge", json!({ "position": at }))["complete"], true);
}

#[test]
fn rubbing_out_makes_marks_where_there_were_none() {
    let start = position("1...............");
    let step = json!({ "technique": "", "placements": [], "eliminations": [[1, 2]] });
    let after = answer("apply", json!({ "position": start, "step": step }));
    assert_eq!(after["position"]["marks"][1], 0b1100);
    assert_eq!(after["position"]["entries"], start["entries"]);
}

#[test]
fn mistakes_come_before_hints() {
    let mut start = position(EASY);
    let solved = answer("solve", json!({ "position": start, "engine": "csp" }));
    // Only 3 and 4 can go in r1c9 for all that the givens say.
    let wrong = if solved["solutions"][0][8] == 3 { 4 } else { 3 };
    start["entries"][8] = json!(wrong);
    let hint = answer("hint", json!({ "position": start }));
    assert!(hint["step"].is_null());
    let said = words(&hint["mistakes"][0]["message"]);
    assert_eq!(said, format!("The {wrong} in r1c9 is wrong."));
    assert_eq!(hint["mistakes"][0]["cells"], json!([8]));
    start["entries"][7] = json!(6);
    let clash = answer("path", json!({ "position": start }));
    assert!(words(&clash["mistakes"][0]["message"]).starts_with("Row 1 has two 6s"));
    let none = position("123. ...4 .... ....");
    let none = answer("steps", json!({ "position": none }));
    assert_eq!(
        words(&none["mistakes"][0]["message"]),
        "The puzzle has no solution."
    );
}

#[test]
fn steps_are_those_of_the_position_and_no_more_than_can_be_read() {
    let steps = answer("steps", json!({ "position": position(INKALA) }));
    let listed = steps["steps"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.len() <= 200);
    assert!(steps["board"]["marks"][1].as_u64().unwrap() > 0);
    let some = answer(
        "steps",
        json!({ "position": position(EASY), "without": ["naked-single"] }),
    );
    let listed = some["steps"].as_array().unwrap();
    assert!(
        listed
            .iter()
            .all(|step| step["technique"] != "naked-single")
    );
}

#[test]
fn a_race_reports_while_it_runs() {
    let question = json!({
        "op": "race", "ask": { "position": position(INKALA), "engine": "iterative" },
    });
    let mut paper = Paper::default();
    let reply: Value = serde_json::from_str(&answer_to(&question.to_string(), &mut paper)).unwrap();
    assert_eq!(reply["answer"]["verdict"], "solved");
    assert_eq!(reply["answer"]["news"]["digits"][1], 1);
    assert_eq!(reply["answer"]["news"]["stats"]["tries"], 445_778);
    let news: Value = serde_json::from_str(&paper.news[1]).unwrap();
    let depth = news["news"]["depth"].as_u64().unwrap() as usize;
    let digits = news["news"]["digits"].as_array().unwrap().iter();
    assert_eq!(digits.filter(|digit| **digit != 0).count(), 21 + depth);
}

#[test]
fn a_trace_is_the_same_from_wherever_it_is_played() {
    let start = position(INKALA);
    for engine in [
        "iterative",
        "detour",
        "pencil-marks",
        "board-tree",
        "csp",
        "sat",
    ] {
        let trace = |from: u64, count: u64| {
            let ask = json!({ "position": start, "engine": engine, "from": from, "count": count });
            answer("trace", ask)
        };
        let whole = trace(0, 400);
        let pieces = whole["profile"].as_array().unwrap();
        let deepest = pieces.iter().map(|depth| depth.as_u64().unwrap()).max();
        assert_eq!(deepest, whole["stats"]["max_depth"].as_u64(), "{engine}");
        assert!((144..=288).contains(&pieces.len()), "{engine}");
        let later = trace(150, 250);
        let events = whole["events"].as_array().unwrap();
        assert_eq!(
            &events[150..],
            later["events"].as_array().unwrap(),
            "{engine}"
        );
        // What the page does: plays the events on from the board it was given.
        let mut digits = whole["board"]["digits"].as_array().unwrap().clone();
        for event in &events[..150] {
            let cell = event["cell"].as_u64().unwrap() as usize;
            if event["kind"] == "place" || event["kind"] == "guess" {
                digits[cell] = event["digit"].clone();
            }
            for cell in event["undone"].as_array().unwrap_or(&Vec::new()) {
                digits[cell.as_u64().unwrap() as usize] = json!(0);
            }
        }
        assert_eq!(json!(digits), later["board"]["digits"], "{engine}");
        let last = trace(u64::MAX, 1);
        assert_eq!(last["from"], last["total"], "{engine}");
        assert!(last["events"].as_array().unwrap().is_empty());
        assert_eq!(last["complete"], true, "{engine}");
        assert_eq!(
            last["board"]["digits"][1], 1,
            "{engine} ends with the solution"
        );
    }
}

#[test]
fn a_detour_keeps_a_board_for_every_guess_that_stands() {
    let ask = json!({ "position": position(INKALA), "engine": "detour", "from": 3000, "count": 1 });
    let trace = answer("trace", ask);
    let depth = trace["depth"].as_u64().unwrap() as usize;
    let snapshots = trace["snapshots"].as_array().unwrap();
    assert!(depth > 0 && (depth..=depth + 1).contains(&snapshots.len()));
    let filled = |saved: &Value| {
        let digits = saved["digits"].as_array().unwrap().iter();
        digits.filter(|digit| **digit != 0).count()
    };
    assert!(
        snapshots
            .windows(2)
            .all(|pair| filled(&pair[0]) < filled(&pair[1]))
    );
}

#[test]
fn a_search_that_is_too_long_is_cut_off() {
    let long = "000000000000003085001020000000507000004000100090000000500000073002010000000040009";
    let ask = json!({ "position": position(long), "engine": "iterative", "from": 0, "count": 10 });
    let trace = answer("trace", ask);
    assert_eq!(trace["complete"], false);
    assert_eq!(trace["total"], 1_000_000);
}

#[test]
fn strange_questions_are_faults_and_never_panics() {
    let good = position("1...............");
    let with = |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = value;
        bad
    };
    let bad = [
        json!(null),
        json!({}),
        with("/shape/size", json!(0)),
        with("/shape/size", json!(26)),
        with("/shape/size", json!(-1)),
        with("/shape/size", json!(1e300)),
        with("/shape/box", json!([0, 4])),
        with("/shape/box", json!([u64::MAX, 2])),
        with("/shape/box", json!([3, 3])),
        with("/shape/variants", json!(["zebra"])),
        with("/shape/variants", json!(["girandola"])),
        with(
            "/shape/houses",
            json!([{ "name": "", "kind": "extra", "cells": [99] }]),
        ),
        with(
            "/shape/houses",
            json!([{ "name": "", "kind": "extra", "cells": [] }]),
        ),
        with(
            "/shape/houses",
            json!([{ "name": "", "kind": "extra", "cells": [1, 1] }]),
        ),
        with("/givens", json!([])),
        with("/givens", json!(vec![5; 16])),
        with("/givens", json!(vec!["1"; 16])),
        with("/entries", json!(vec![0; 15])),
        with("/entries", json!(vec![999; 16])),
        with("/marks", json!([0])),
        with("/marks", json!(vec![-1; 16])),
        with("/limits", json!([0])),
    ];
    let step = json!({ "technique": "", "placements": [[0, 1]], "eliminations": [] });
    for (k, position) in bad.iter().enumerate() {
        for op in [
            "judge", "engines", "solve", "path", "hint", "steps", "apply", "write", "race", "trace",
        ] {
            let ask = json!({
                "position": position, "engine": "csp", "format": "line", "step": step,
                "from": 0, "count": 10,
            });
            assert!(!fault(op, ask).is_empty(), "{k} {op}");
        }
    }
    for step in [[[16, 1]], [[0, 5]], [[0, 0]]] {
        let step = json!({ "technique": "", "placements": step, "eliminations": step });
        let ask = json!({ "position": good, "step": step });
        assert_eq!(fault("apply", ask), "expected a candidate on the board");
    }
    let ask = |name: &str| json!({ "position": good, "engine": name, "format": name, "from": 0, "count": 1 });
    assert_eq!(fault("solve", ask("magic")), "no engine is called 'magic'");
    assert_eq!(fault("write", ask("magic")), "no format is called 'magic'");
    assert!(fault("race", ask("fast9")).contains("classic"));
    assert!(fault("hint", json!({ "position": good, "without": ["zebra"] })).contains("zebra"));
    assert!(fault("zebra", json!({})).contains("zebra"));
    assert!(fault("blank", json!({ "rows": u64::MAX, "columns": 2 })).contains("25x25"));
    assert!(fault("blank", json!({ "rows": 0, "columns": 0 })).starts_with("expected"));
    let deep = "[".repeat(100_000);
    for text in [
        "",
        "{",
        "[]",
        "\u{0}",
        "{\"op\":1}",
        "{\"op\":\"read\"}",
        deep.as_str(),
    ] {
        let reply = answer_to(text, &mut Paper::default());
        assert!(reply.starts_with("{\"fault\":"), "{reply}");
    }
}

#[test]
fn marks_of_every_bit_are_cut_to_the_board() {
    let mut start = position("1...............");
    start["marks"] = json!(vec![u32::MAX; 16]);
    start["limits"] = json!(vec![u32::MAX; 16]);
    let hint = answer("hint", json!({ "position": start }));
    assert_eq!(hint["board"]["marks"][1], 0b1110);
}

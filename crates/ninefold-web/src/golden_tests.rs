//! One exchange of every kind, as `testdata/wire` has it: question and answer. The page's
//! tests check TypeScript's types against the same files.
//!
//! `NINEFOLD_BLESS=1 cargo test -p ninefold-web` writes them anew.

use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};

use crate::answer_to;
use crate::tests::{Paper, answer, position};

/// Two cells are empty.
const ALMOST: &str = "1234341221434.2.";
const TWO_SOLUTIONS: &str = "12.. 34.. .... ....";

#[test]
fn the_wire_is_as_in_testdata() {
    let almost = position(ALMOST);
    let wrong = {
        let mut wrong = almost.clone();
        wrong["entries"][13] = json!(4);
        wrong
    };
    let none = position("123. ...4 .... ....");
    let hint = answer("hint", json!({ "position": almost }));
    let houses = json!({
        "puzzle": "1...............", "variants": ["x"], "houses": [["r1c2", "r2c3", "r3c4"]],
    });
    let trace = |engine: &str| {
        let start = position(TWO_SOLUTIONS);
        json!({ "position": start, "engine": engine, "from": 0, "count": 40 })
    };
    let exchanges = [
        ("about", "about", json!({})),
        ("read", "read", json!({ "text": ALMOST })),
        (
            "read-jigsaw",
            "read",
            json!({ "text": "1...............\n0011002202331133" }),
        ),
        ("read-houses", "read", json!({ "text": houses.to_string() })),
        (
            "read-error",
            "read",
            json!({ "text": "12x4 4.21 2143 341Q" }),
        ),
        ("blank", "blank", json!({ "rows": 3, "columns": 3 })),
        ("blank-six", "blank", json!({ "rows": 2, "columns": 3 })),
        ("peers", "peers", json!({ "shape": almost["shape"] })),
        (
            "write",
            "write",
            json!({ "position": almost, "format": "line" }),
        ),
        ("judge", "judge", json!({ "position": wrong })),
        ("engines", "engines", json!({ "position": almost })),
        (
            "solve",
            "solve",
            json!({ "position": almost, "engine": "csp" }),
        ),
        (
            "solve-two",
            "solve",
            json!({ "position": position(TWO_SOLUTIONS), "engine": "csp" }),
        ),
        (
            "solve-none",
            "solve",
            json!({ "position": none, "engine": "csp" }),
        ),
        ("path", "path", json!({ "position": almost })),
        ("hint", "hint", json!({ "position": almost })),
        ("hint-mistake", "hint", json!({ "position": wrong })),
        ("hint-none", "hint", json!({ "position": none })),
        (
            "steps",
            "steps",
            json!({ "position": almost, "without": ["brute-force"] }),
        ),
        (
            "apply",
            "apply",
            json!({ "position": almost, "step": hint["step"] }),
        ),
        (
            "race",
            "race",
            json!({ "position": position(TWO_SOLUTIONS), "engine": "iterative" }),
        ),
        ("trace-iterative", "trace", trace("iterative")),
        ("trace-detour", "trace", trace("detour")),
        ("trace-sat", "trace", trace("sat")),
    ];
    hold("", &exchanges);
}

/// Holds exchanges, each with its name and question, to the files of a folder in `testdata/wire`.
pub(crate) fn hold(folder: &str, exchanges: &[(&str, &str, Value)]) {
    let wire = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/wire");
    let folder = wire.join(folder);
    let mut stale = Vec::new();
    for (name, op, ask) in exchanges {
        let text = exchange(op, ask);
        let path = folder.join(format!("{name}.json"));
        if env::var_os("NINEFOLD_BLESS").is_some() {
            fs::write(&path, &text).expect("testdata can be written");
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "not as in testdata/wire: {stale:?}");
}

/// A question, its news and its answer, a line each.
fn exchange(op: &str, ask: &Value) -> String {
    let mut paper = Paper::default();
    let question = json!({ "op": op, "ask": ask }).to_string();
    let reply: Value = serde_json::from_str(&answer_to(&question, &mut paper)).expect("JSON");
    let mut answer = reply["answer"].clone();
    without_prose(&mut answer);
    let news = match paper.news.first() {
        Some(first) => {
            let first: Value = serde_json::from_str(first).expect("JSON");
            format!("\"news\":{},\n", first["news"])
        }
        None => String::new(),
    };
    format!("{{\"op\":\"{op}\",\n\"ask\":{ask},\n{news}\"answer\":{answer}}}\n")
}

/// Descriptions of engines and formats, and the version, are not part of the contract.
fn without_prose(answer: &mut Value) {
    for list in ["engines", "formats"] {
        let list = answer.get_mut(list).and_then(Value::as_array_mut);
        for item in list.into_iter().flatten() {
            item["about"] = json!("");
            if let Some(refuses) = item.get_mut("refuses").filter(|why| why.is_string()) {
                *refuses = json!("");
            }
        }
    }
    if let Some(version) = answer.get_mut("version") {
        *version = json!("");
    }
}

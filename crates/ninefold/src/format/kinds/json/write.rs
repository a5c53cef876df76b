//! A record as one object on one line, with everything that is known about it.

use crate::format::parts::cells;
use crate::format::{Meta, Record};
use crate::geometry::{Digit, Geometry, House, HouseKind};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// `{"puzzle":"8....…","size":9,"box":"3x3",…}`.
pub(super) fn object(record: &Record) -> String {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let alphabet = cells::faithful(record, '.');
    let mut members = vec![
        ("puzzle", board(alphabet, puzzle.givens().iter().copied())),
        ("size", size.to_string()),
    ];
    shape(geometry, &mut members);
    if let Some(marks) = puzzle.marks() {
        members.push(("candidates", sets(marks)));
    }
    if let Some(progress) = &record.progress {
        members.push(("placed", board(alphabet, progress.placed.iter().copied())));
        if let Some(marks) = &progress.marks {
            members.push(("notes", sets(marks)));
        }
    }
    if let Some(solution) = &record.solution {
        let digits = solution.digits().iter().copied().map(Some);
        members.push(("solution", board(alphabet, digits)));
    }
    for (key, said) in meta(&record.meta) {
        if let Some(said) = said {
            members.push((key, string(said)));
        }
    }
    let members: Vec<String> = members
        .into_iter()
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// The houses beside rows and columns.
fn shape(geometry: &Geometry, members: &mut Vec<(&str, String)>) {
    let has = |kind: HouseKind| geometry.houses_of_kind(kind).next().is_some();
    if let Some(boxes) = geometry.boxes() {
        members.push(("box", string(&boxes.to_string())));
    } else if has(HouseKind::Region) {
        let region = |cell| geometry.region_of(cell).map_or(0, House::index);
        let first = 2 * geometry.size();
        let labels = geometry.cells().map(|cell| region(cell) - first + 1);
        let labels: Vec<String> = labels.map(|label| label.to_string()).collect();
        members.push(("regions", format!("[{}]", labels.join(","))));
    } else {
        // One row a box: no boxes at all.
        members.push(("box", string(&format!("1x{}", geometry.size()))));
    }
    let variants: Vec<String> = geometry.variants().map(|v| string(v.name())).collect();
    if !variants.is_empty() {
        members.push(("variants", format!("[{}]", variants.join(","))));
    }
    if has(HouseKind::Extra) {
        let extras = geometry.houses_of_kind(HouseKind::Extra);
        let names = |house: House| {
            let cells = geometry.cells_of(house).iter();
            let names: Vec<String> = cells.map(|&cell| string(&geometry.name(cell))).collect();
            format!("[{}]", names.join(","))
        };
        let houses: Vec<String> = extras.map(names).collect();
        members.push(("houses", format!("[{}]", houses.join(","))));
    }
}

/// A string of symbols, or an array of numbers for large boards.
fn board(alphabet: Alphabet, digits: impl Iterator<Item = Option<Digit>>) -> String {
    if alphabet != Alphabet::Numbers {
        return string(&alphabet.line(digits, '.'));
    }
    let numbers = digits.map(|digit| digit.map_or(0, Digit::value).to_string());
    format!("[{}]", numbers.collect::<Vec<_>>().join(","))
}

fn sets(sets: &[DigitSet]) -> String {
    let set = |set: &DigitSet| {
        let digits: Vec<String> = set.iter().map(|digit| digit.to_string()).collect();
        format!("[{}]", digits.join(","))
    };
    let sets: Vec<String> = sets.iter().map(set).collect();
    format!("[{}]", sets.join(","))
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn meta(meta: &Meta) -> [(&'static str, Option<&str>); 10] {
    [
        ("id", &meta.id),
        ("title", &meta.title),
        ("author", &meta.author),
        ("description", &meta.description),
        ("comment", &meta.comment),
        ("date", &meta.date),
        ("source", &meta.source),
        ("level", &meta.level),
        ("rating", &meta.rating),
        ("url", &meta.url),
    ]
    .map(|(key, said)| (key, said.as_deref()))
}

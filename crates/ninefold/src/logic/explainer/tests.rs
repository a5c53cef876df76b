//! Positions with the first hint of both programs, each proved as a step, from the data that `NINEFOLD_DATA` names.

use super::*;
use crate::logic::explainer::marks::{bits, members};

/// The file of that name, if the data are there.
fn data(name: &str) -> Option<String> {
    let folder = std::env::var_os("NINEFOLD_DATA")?;
    let path = std::path::Path::new(&folder).join("rating").join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
}

fn values(text: &str) -> [u8; 81] {
    let mut values = [0; 81];
    for (value, byte) in values.iter_mut().zip(text.bytes()) {
        *value = byte
            .checked_sub(b'0')
            .filter(|digit| *digit <= 9)
            .unwrap_or(0);
    }
    values
}

/// The candidates that 729 characters spell, nine for each cell.
fn position(filled: &str, candidates: &str) -> Marks {
    let mut masks = [0; 81];
    for (index, byte) in candidates
        .bytes()
        .enumerate()
        .filter(|(_, byte)| *byte != b'.')
    {
        masks[index / 9] |= 1 << (byte - b'1');
    }
    Marks::from_candidates(&values(filled), &masks)
}

fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// A hint the way the file of cases writes it, without the name of its kind.
fn written(hint: Option<Hint>, marks: &Marks) -> String {
    let Some(hint) = hint else {
        return "none".to_owned();
    };
    let complexity = match hint.complexity {
        0 => "-".to_owned(),
        n => n.to_string(),
    };
    let place = hint.place.map_or("-".to_owned(), |placed| {
        format!("{}={}", cell_name(usize::from(placed / 9)), placed % 9 + 1)
    });
    let mut gone = [0u16; 81];
    hint.deletions
        .iter()
        .for_each(|&(cell, digits)| gone[usize::from(cell)] |= digits);
    let lists = bits(marks.open)
        .filter(|&cell| gone[cell] & marks.cells[cell] != 0)
        .map(|cell| {
            let digits =
                members(gone[cell] & marks.cells[cell]).map(|digit| (digit + 1).to_string());
            format!("{}-{}", cell_name(cell), digits.collect::<String>())
        });
    let lists: Vec<String> = lists.collect();
    let deletions = if lists.is_empty() {
        "-".to_owned()
    } else {
        lists.join(",")
    };
    let tenths = ((hint.rating + 0.05) * 10.0).floor() as u32;
    let rating = format!("{}.{}", tenths / 10, tenths % 10);
    format!("{rating} ; cx={complexity} ; place={place} ; del={deletions}")
}

/// Proves the step that a hint is on a board with these digits and these candidates.
fn proved(edition: Edition, marks: &Marks, filled: &str, hint: &Hint) -> Result<(), String> {
    let puzzle: Puzzle = filled.parse().unwrap();
    let mut board = Board::new(&puzzle);
    for cell in board.empty_cells().collect::<Vec<_>>() {
        for digit in board.candidates(cell).iter() {
            if marks.cells[cell.index()] >> digit.index() & 1 == 0 {
                board.eliminate(cell, digit);
            }
        }
    }
    let search = Search::new(edition, &|| false);
    let deduction = steps::deduction(&search, marks, &board, hint).ok_or("no step")?;
    let step = Step::new(deduction, Arc::new(board));
    let words = |flaw: crate::logic::Flaw| flaw.explain(puzzle.geometry()).to_string();
    step.proved(&puzzle)
        .map_err(|flaw| format!("{}: {}", step.notation(), words(flaw)))
}

const EDITIONS: [Edition; 2] = [Edition::Se121, Edition::Sukaku1181];

#[test]
fn sharp_positions_have_the_first_hint_of_both_programs() {
    let Some(text) = data("se-cases.txt") else {
        return;
    };
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("POS")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let marks = position(fields[2], fields[3]);
        for (edition, expected) in EDITIONS.into_iter().zip(&fields[4..6]) {
            let mut parts: Vec<&str> = expected.split(" ; ").collect();
            parts.remove(1);
            let hint = Explainer::on(edition, marks.clone(), &|| false).hint();
            if let Some(hint) = &hint
                && let Err(flaw) = proved(edition, &marks, fields[2], hint)
            {
                wrong.push(format!("{} {edition:?}: not proved: {flaw}", fields[1]));
            }
            let (found, expected) = (written(hint, &marks), parts.join(" ; "));
            if found != expected {
                wrong.push(format!(
                    "{} {edition:?}: {expected}\n      found {found}",
                    fields[1]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

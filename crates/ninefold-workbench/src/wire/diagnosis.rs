//! What is wrong with a puzzle, and which puzzles were probably meant.

use ninefold::doctor::{
    Diagnosis, Misreading, Refutation, Repair, Replaced, Several, Slip, Status,
};
use ninefold::format::Record;
use ninefold::logic::Mistake;
use ninefold::{Alphabet, Candidate, Digit, Geometry};
use serde::Serialize;

use super::dialect::{Dialect, Names, Sign};
use super::problem::ProblemObject;
use crate::session::Problem;

/// All that the doctor found out about a puzzle, or about a text that is almost one.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosisObject {
    /// The verdict: `unique`, `multiple`, `none`, `invalid` or `timeout`.
    status: &'static str,
    /// What is wrong.
    sentence: String,
    conflict: Option<ConflictObject>,
    solutions: Option<SolutionsObject>,
    /// The cells where the solutions differ.
    differ: Vec<String>,
    /// Clues that make it proper, each way as a list.
    additions: Vec<Vec<String>>,
    /// The likeliest first.
    repairs: Vec<RepairObject>,
    /// Whether every grid within one slip was tried.
    complete: bool,
    /// What is wrong, and where: givens that clash, a player's mistakes, or the text.
    errors: Vec<ProblemObject<Names>>,
}

/// A few givens that cannot stand together.
#[derive(Clone, Debug, Serialize)]
struct ConflictObject {
    givens: Vec<String>,
    sentence: String,
    steps: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct SolutionsObject {
    count: u64,
    /// Whether there may be more.
    at_least: bool,
}

/// A puzzle that was probably meant.
#[derive(Clone, Debug, Serialize)]
pub struct RepairObject {
    puzzle: String,
    /// The class of the slip; of two, with a plus between.
    class: String,
    /// What is different, in words.
    sentence: String,
    changes: Vec<ChangeObject>,
    weight: f64,
    /// The weight as a part of all repairs' weights.
    share: f64,
}

#[derive(Clone, Debug, Serialize)]
struct ChangeObject {
    cell: String,
    /// The digit at hand; null for a blank.
    from: Option<String>,
    /// The digit that was meant; null for a blank.
    to: Option<String>,
}

impl DiagnosisObject {
    /// What was found out about a puzzle, and a player's mistakes on it.
    pub fn new(found: &Diagnosis, record: &Record, mistakes: &[Mistake]) -> DiagnosisObject {
        let (geometry, alphabet) = (record.puzzle.geometry(), record.alphabet);
        let several = found.several.as_ref();
        let is = |clue: &Candidate| Names::candidate(geometry, *clue, Sign::Is);
        let differing = several.map_or(&[][..], |several| &several.differing);
        let additions = several.map_or(&[][..], |several| &several.additions);
        DiagnosisObject {
            status: status(&found.status),
            sentence: found.explain().in_alphabet(alphabet),
            conflict: found
                .conflict
                .as_ref()
                .map(|conflict| ConflictObject::new(conflict, geometry, alphabet)),
            solutions: several.map(
                |&Several {
                     count, at_least, ..
                 }| SolutionsObject { count, at_least },
            ),
            differ: differing.iter().map(|&cell| geometry.name(cell)).collect(),
            additions: additions
                .iter()
                .map(|clues| clues.iter().map(is).collect())
                .collect(),
            repairs: repairs(&found.repairs, alphabet),
            complete: found.is_complete,
            errors: errors(found, mistakes)
                .map(|problem| ProblemObject::new(&problem, geometry, alphabet))
                .collect(),
        }
    }

    /// What was found out about a text that is almost a puzzle, and why it is none. Such texts are
    /// read in the usual digits of their size.
    pub fn of_text(found: &Misreading, error: ProblemObject<Names>) -> DiagnosisObject {
        let standard = |repair: &Repair| {
            let size = repair.puzzle.geometry().size();
            RepairObject::new(repair, Alphabet::standard(size))
        };
        DiagnosisObject {
            status: "invalid",
            sentence: found.sentence.clone(),
            conflict: None,
            solutions: None,
            differ: Vec::new(),
            additions: Vec::new(),
            repairs: found.repairs.iter().map(standard).collect(),
            complete: found.is_complete,
            errors: vec![error],
        }
    }
}

/// What is wrong and has a place.
fn errors(found: &Diagnosis, mistakes: &[Mistake]) -> impl Iterator<Item = Problem> {
    let clashes = found.clashes.iter().cloned().map(Problem::Clash);
    clashes.chain(mistakes.iter().copied().map(Problem::Mistake))
}

/// The word for a status, as `check` says it.
fn status(status: &Status) -> &'static str {
    match status {
        Status::Proper => "unique",
        Status::Several => "multiple",
        Status::None => "none",
        Status::Clashing => "invalid",
        _ => "timeout",
    }
}

fn repairs(repairs: &[Repair], alphabet: Alphabet) -> Vec<RepairObject> {
    let object = |repair| RepairObject::new(repair, alphabet);
    repairs.iter().map(object).collect()
}

impl ConflictObject {
    fn new(conflict: &Refutation, geometry: &Geometry, alphabet: Alphabet) -> ConflictObject {
        let givens = conflict.givens.iter();
        let steps = conflict.proof().into_iter();
        ConflictObject {
            givens: givens
                .map(|&given| Names::candidate(geometry, given, Sign::Is))
                .collect(),
            sentence: conflict.explain().in_alphabet(alphabet),
            steps: steps.map(|step| step.in_alphabet(alphabet)).collect(),
        }
    }
}

impl RepairObject {
    fn new(repair: &Repair, alphabet: Alphabet) -> RepairObject {
        let geometry = repair.puzzle.geometry();
        let symbol = |digit: Option<Digit>| {
            let mut text = String::new();
            alphabet.write(digit?, &mut text);
            Some(text)
        };
        let change = |&Replaced { cell, from, to }: &Replaced| ChangeObject {
            cell: geometry.name(cell),
            from: symbol(from),
            to: symbol(to),
        };
        let classes = repair.slips.iter().map(|slip: &Slip| slip.class());
        RepairObject {
            puzzle: alphabet.line(repair.puzzle.givens().iter().copied(), '.'),
            class: classes.collect::<Vec<_>>().join("+"),
            sentence: repair.explain().in_alphabet(alphabet),
            changes: repair.changes.iter().map(change).collect(),
            weight: repair.weight,
            share: repair.share,
        }
    }
}

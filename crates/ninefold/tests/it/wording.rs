//! What every explanation keeps to, held against many steps: the conclusion is named, verbs agree
//! with their subjects, and phrases that said nothing, or something false, stay away.

use std::collections::BTreeSet;

use ninefold::generate::{Generator, Wish, Workspace};
use ninefold::logic::{Part, Plan, Step, Walk};
use ninefold::{Candidate, Geometry};

/// Phrases that were there once, each with what was wrong with it.
const BANISHED: &[(&str, &str)] = &[
    ("fits with neither", "it does not name what goes"),
    ("can be rubbed out", "it does not name what goes"),
    ("goes either way", "it does not name what goes"),
    ("goes every way", "it does not name what goes"),
    ("or with two", "the proof knows which"),
    ("or two, so", "the proof knows which"),
    ("is ruled out in", "it does not say by what"),
    ("no other empty cell can hold it", "it does not say by what"),
    ("The same goes for the other marks", "it does not name them"),
    ("Two marks of", "it does not say which"),
    ("Two of these colours", "it does not say which"),
    (
        "see each other, so they are not both",
        "it does not say which",
    ),
    ("go through the candidates", "it does not go through them"),
    (" and 3 and ", "a list in a list"),
    ("So So", "twice"),
    ("  ", "two blanks"),
    ("..", "two full stops"),
    (" ,", "a blank before a comma"),
    (" .", "a blank before a full stop"),
    ("[]", "nothing inside"),
];

/// Verbs after one subject, and after several.
const VERBS: &[(&str, &str)] = &[
    (" is ", " are "),
    (" sees ", " see "),
    (" was ", " were "),
    (" goes ", " go "),
    (" fits ", " fit "),
    (" lacks ", " lack "),
    (" has ", " have "),
];

#[test]
fn steps_of_generated_puzzles_are_well_worded() {
    let generator = Generator::new(Wish::new(Geometry::classic())).unwrap();
    let made = generator.tries(20, 0..40, &mut Workspace::default(), &|| false);
    let mut n_steps = 0;
    for made in made {
        let walk = Walk::new(&made.puzzle, Plan::usual());
        for step in walk.take(80) {
            check(&step);
            n_steps += 1;
        }
    }
    assert!(n_steps > 1_000, "{n_steps} steps");
}

/// Fails unless the explanation of the step keeps to all of this.
pub(crate) fn check(step: &Step) {
    let said = step.explain();
    let words = said.to_string();
    let notation = step.notation();
    for (phrase, why) in BANISHED {
        assert!(
            !words.contains(phrase),
            "{phrase:?}: {why}\n{notation}\n{words}"
        );
    }
    for (sentence, before) in sentences(&words) {
        let first = sentence.chars().next().unwrap_or('.');
        let second = sentence.chars().nth(1).unwrap_or('.');
        let is_name = first == 'r' && second.is_ascii_digit();
        let opens = first.is_uppercase() || first.is_ascii_digit() || is_name;
        assert!(opens || before == ':', "{sentence:?} begins small\n{words}");
    }
    for (k, part) in said.parts().iter().enumerate() {
        let (n, wanted) = match part {
            Part::Cells(cells) => (cells.len(), "cells"),
            Part::Digits(digits) => (digits.len(), "digits"),
            _ => continue,
        };
        assert!(
            n > 0,
            "no {wanted} where some are named\n{notation}\n{words}"
        );
        check_verb(said.parts(), k, n, &words);
    }
    assert_eq!(named(said.parts()), concluded(step), "{notation}\n{words}");
}

/// The sentences, each with the sign before it.
fn sentences(words: &str) -> Vec<(&str, char)> {
    let mut found = Vec::new();
    let (mut rest, mut before) = (words, '.');
    while let Some(end) = rest.find(['.', ':', '\n']) {
        found.push((rest[..end].trim_start_matches([' ', '[', '\n']), before));
        before = if rest[end..].starts_with(':') {
            ':'
        } else {
            '.'
        };
        rest = rest[end + 1..].trim_start_matches([' ', '[', ']', '\n']);
    }
    found.retain(|(sentence, _)| !sentence.is_empty());
    found
}

/// Whether the verb after a list of `n` agrees with it.
fn check_verb(parts: &[Part], k: usize, n: usize, words: &str) {
    let text = |part: Option<&Part>| match part {
        Some(Part::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let after = text(parts.get(k + 1));
    let before = k
        .checked_sub(1)
        .map_or(String::new(), |k| text(parts.get(k)));
    // One of them, none of them, or a list that goes on from what stands before.
    let one_of_many = ["one of ", "none of ", "ach of "]
        .iter()
        .any(|end| before.ends_with(end));
    let goes_on = [" and ", " both ", " in ", " or "]
        .iter()
        .any(|end| before.ends_with(end));
    for (of_one, of_many) in VERBS {
        let is_fine = match n {
            1 => goes_on || !after.starts_with(of_many),
            _ if one_of_many => !after.starts_with(of_many),
            _ => !after.starts_with(of_one),
        };
        // "If none of r1c1 and r1c2 were 5": supposed against what is.
        let is_supposed = after.starts_with(" were ") && !after.starts_with(" were ruled");
        assert!(is_fine || is_supposed, "{after:?} after {n}\n{words}");
    }
}

/// The candidates that the last sentence names, and whether they are placed.
fn named(parts: &[Part]) -> BTreeSet<(bool, Candidate)> {
    let is_so = |part: &Part| *part == Part::Text("So ".to_owned());
    let start = parts.iter().rposition(is_so).expect("a conclusion");
    let (mut cells, mut digits) = (Vec::new(), Vec::new());
    let mut found = BTreeSet::new();
    for part in &parts[start..] {
        let is_placed = match part {
            Part::Cells(some) => {
                cells.clone_from(some);
                false
            }
            Part::Digits(some) => {
                digits.clone_from(some);
                true
            }
            _ => continue,
        };
        if cells.is_empty() || digits.is_empty() {
            continue;
        }
        for &cell in &cells {
            found.extend(
                digits
                    .iter()
                    .map(|&digit| (is_placed, Candidate { cell, digit })),
            );
        }
        cells.clear();
        digits.clear();
    }
    found
}

/// What the step concludes, in the same form.
fn concluded(step: &Step) -> BTreeSet<(bool, Candidate)> {
    let placed = step.placements().iter().map(|&placed| (true, placed));
    let gone = step.eliminations().iter().map(|&gone| (false, gone));
    placed.chain(gone).collect()
}

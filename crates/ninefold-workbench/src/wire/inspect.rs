//! What the meters say about a puzzle, and an estimated number of solutions.

use ninefold::inspect::{Card, Clues, Estimate};
use ninefold::{Alphabet, Candidate, Cell, Digit, Geometry, Puzzle};
use serde::Serialize;

use super::dialect::{Dialect, Names, Sign};

/// All that the meters say about a puzzle whose givens do not clash.
#[derive(Clone, Debug, Serialize)]
pub struct CardObject {
    solutions: SolutionsObject,
    /// The only solution; null if there is none or several.
    solution: Option<String>,
    /// The number of clues.
    clues: usize,
    /// Whether there is one solution and every clue is needed; null if that is not known.
    minimal: Option<bool>,
    /// The digits of each cell that occur in some solution.
    candidates: Vec<Vec<usize>>,
    /// How many more candidates there are of which it is not known whether they occur.
    unknown: usize,
    /// The cells in which solutions differ.
    differing: Vec<String>,
    redundant: CluesObject,
    /// A large set of clues that can be left out together.
    spare: Vec<String>,
    completing: CluesObject,
    /// Clues that together make the puzzle proper, if it needs more than one.
    enough: Option<Vec<String>>,
    symmetry: &'static str,
    /// The smallest isomorph; null if there is none within the limits.
    canonical: Option<String>,
    /// The same for all isomorphs: 32 hexadecimal digits.
    id: Option<String>,
    automorphisms: Option<LargeObject>,
    /// Null if there is not one solution.
    backdoor: Option<BackdoorObject>,
}

/// How many solutions there are.
#[derive(Clone, Debug, Serialize)]
struct SolutionsObject {
    count: u64,
    /// Whether these are all.
    exact: bool,
    /// Left out if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<EstimateObject>,
}

/// Clues, and whether there are no others.
#[derive(Clone, Debug, Serialize)]
struct CluesObject {
    clues: Vec<String>,
    complete: bool,
}

#[derive(Clone, Debug, Serialize)]
struct BackdoorObject {
    at_least: usize,
    digits: Option<Vec<String>>,
}

/// An estimated number of solutions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EstimateObject {
    /// Null if it is too large for a number; so are `low` and `high`.
    value: Option<f64>,
    /// The interval of 95 %.
    low: Option<f64>,
    high: Option<f64>,
    /// The logarithm of the value to base 10; null if no probe found a solution.
    log10: Option<f64>,
    /// Whether the solutions were counted in the end, since they are few.
    exact: bool,
    probes: u64,
    seed: u64,
}

impl EstimateObject {
    /// The estimate that this seed gave.
    pub fn new(estimate: &Estimate, seed: u64) -> EstimateObject {
        // Six digits: what comes after means nothing, and need not be the same on every machine.
        let finite = |number: f64| {
            let short = format!("{number:.5e}").parse::<f64>();
            short.ok().filter(|number| number.is_finite())
        };
        let (value, error) = (estimate.value(), estimate.error());
        EstimateObject {
            value: finite(value),
            low: finite((value * (1.0 - error)).max(0.0)),
            high: finite(value * (1.0 + error)),
            log10: finite(estimate.log10()),
            exact: estimate.exact().is_some(),
            probes: estimate.probes(),
            seed,
        }
    }
}

impl CardObject {
    /// The card of a puzzle in its alphabet; `seed` is that of the estimate.
    pub fn new(card: &Card, puzzle: &Puzzle, alphabet: Alphabet, seed: u64) -> CardObject {
        let geometry = puzzle.geometry();
        let digits = |cell: Cell| card.candidates.of(cell).iter().map(Digit::value);
        let differs = |cell: &Cell| card.candidates.of(*cell).len() > 1;
        let clues = |clues: &Clues| CluesObject {
            clues: named(geometry, &clues.found),
            complete: clues.is_complete,
        };
        let (count, exact) = card.counted();
        let estimate = card.estimate.as_ref();
        let form = card.form.as_ref().ok();
        let written = |form: &Puzzle| alphabet.line(form.givens().iter().copied(), '.');
        let solution = card.solution();
        CardObject {
            solutions: SolutionsObject {
                count,
                exact,
                estimate: estimate.map(|estimate| EstimateObject::new(estimate, seed)),
            },
            solution: solution.map(|grid| Names::solution(grid.digits(), alphabet)),
            clues: puzzle.n_givens(),
            minimal: card.is_minimal(),
            candidates: geometry
                .cells()
                .map(|cell| digits(cell).collect())
                .collect(),
            unknown: geometry
                .cells()
                .map(|cell| card.candidates.open(cell).len())
                .sum(),
            differing: geometry
                .cells()
                .filter(differs)
                .map(|cell| geometry.name(cell))
                .collect(),
            redundant: clues(&card.redundant),
            spare: named(geometry, &card.spare),
            completing: clues(&card.completing),
            enough: card.enough.as_ref().map(|clues| named(geometry, clues)),
            symmetry: card.symmetry.name(),
            canonical: form.map(|form| written(form.puzzle())),
            id: card.id().map(|id| format!("{id:032x}")),
            automorphisms: form.and_then(|form| form.automorphisms().map(LargeObject::from)),
            backdoor: card.backdoor.as_ref().map(|backdoor| BackdoorObject {
                at_least: backdoor.at_least,
                digits: backdoor
                    .digits
                    .as_ref()
                    .map(|digits| named(geometry, digits)),
            }),
        }
    }
}

/// Candidates by name: `r4c7=5`.
fn named(geometry: &Geometry, candidates: &[Candidate]) -> Vec<String> {
    let candidates = candidates.iter().copied();
    let named = candidates.map(|candidate| Names::candidate(geometry, candidate, Sign::Is));
    named.collect()
}

/// A number, or text if it is too large for a number in JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum LargeObject {
    /// The number.
    Number(u64),
    /// Its digits.
    Text(String),
}

impl From<u128> for LargeObject {
    fn from(number: u128) -> LargeObject {
        match u64::try_from(number) {
            Ok(number) if number < 1 << 53 => LargeObject::Number(number),
            _ => LargeObject::Text(number.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::canon::FormFinder;
    use ninefold::inspect::{Limits, card};
    use serde_json::Value;

    fn object(text: &str) -> String {
        let puzzle: Puzzle = text.parse().unwrap();
        let limits = Limits::of(puzzle.geometry());
        let card = card(&puzzle, 7, &mut FormFinder::new(), limits);
        let alphabet = Alphabet::standard(puzzle.geometry().size());
        serde_json::to_string(&CardObject::new(&card, &puzzle, alphabet, 7)).unwrap()
    }

    #[test]
    fn cards_are_as_in_testdata() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../testdata/wire/cards.jsonl"
        );
        let puzzles = [
            "12.4 .... .1.. 4...",
            "12.. 34.. .1.. ....",
            "123. ...4 .... ....",
        ];
        let lines = puzzles.map(|puzzle| object(puzzle) + "\n").concat();
        assert_eq!(lines, std::fs::read_to_string(path).unwrap());
    }

    #[test]
    fn what_is_too_many_to_count_is_estimated() {
        let object: Value = serde_json::from_str(&object(&".".repeat(81))).unwrap();
        let solutions = &object["solutions"];
        assert_eq!(
            (&solutions["count"], &solutions["exact"]),
            (&1_000_000.into(), &false.into())
        );
        let log10 = solutions["estimate"]["log10"].as_f64().unwrap();
        assert!((log10 - 21.824).abs() < 0.2, "{log10}");
        assert_eq!(object["automorphisms"], 3_359_232);
    }
}

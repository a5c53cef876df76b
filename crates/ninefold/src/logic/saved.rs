//! Steps as data, for serde: what a step concludes and the facts that prove it, with its board.
//!
//! ```text
//!   Step ──▶ {"technique":"naked-single","board":{…},"placements":[…],…} ──▶ SavedStep
//! ```
//!
//! A [`Step`] is written and not read. Its reason is a finder's own: to explain and draw it, a step
//! relies on what its finder saw, which no check of numbers could bring back. So a [`SavedStep`]
//! is read instead. It has everything that the [checker](super::check) needs, names only what is
//! on its board, and is to be proved, not believed.

use serde::{Deserialize, Serialize, Serializer};

use super::check::{self, Fact, Flaw, Pair};
use super::step::Step;
use super::technique::Technique;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::puzzle::Puzzle;

/// What a [`Step`] concludes, from which facts, and on which board; without its reason.
///
/// ```
/// use ninefold::logic::{Plan, SavedStep, Walk};
///
/// let puzzle: ninefold::Puzzle = "1234341221434.2.".parse()?;
/// let step = Walk::new(&puzzle, Plan::usual()).next().expect("there is a step");
/// let text = serde_json::to_string(&step)?;
/// let saved: SavedStep = serde_json::from_str(&text)?;
/// assert_eq!(saved, SavedStep::from(&step));
/// assert!(saved.proved(&puzzle).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StepData", into = "StepData")]
pub struct SavedStep {
    technique: Technique,
    board: Board,
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
    facts: Vec<Fact>,
}

impl SavedStep {
    /// The technique that it names. The proof does not depend on it.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// The board as it was before the step.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The digits that can be written in.
    pub fn placements(&self) -> &[Candidate] {
        &self.placements
    }

    /// The marks that can be rubbed out.
    pub fn eliminations(&self) -> &[Candidate] {
        &self.eliminations
    }

    /// The facts that the step rests on.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Whether the step holds on its board, reached on `puzzle`, and if not, why not.
    pub fn proved(&self, puzzle: &Puzzle) -> Result<(), Flaw> {
        let (placed, gone) = (&self.placements, &self.eliminations);
        check::prove(puzzle, &self.board, &self.facts, placed, gone)
    }
}

impl From<&Step> for SavedStep {
    fn from(step: &Step) -> SavedStep {
        SavedStep {
            technique: step.technique(),
            board: step.board().clone(),
            placements: step.placements().to_vec(),
            eliminations: step.eliminations().to_vec(),
            facts: step.facts(),
        }
    }
}

/// A step is written as a [`SavedStep`].
impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedStep::from(self).serialize(serializer)
    }
}

/// A step as it is stored.
#[derive(Serialize, Deserialize)]
struct StepData {
    /// By its slug.
    technique: String,
    board: Board,
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
    facts: Vec<Fact>,
}

impl From<SavedStep> for StepData {
    fn from(step: SavedStep) -> StepData {
        StepData {
            technique: step.technique.about().slug.to_owned(),
            board: step.board,
            placements: step.placements,
            eliminations: step.eliminations,
            facts: step.facts,
        }
    }
}

impl TryFrom<StepData> for SavedStep {
    type Error = String;

    fn try_from(data: StepData) -> Result<SavedStep, String> {
        let technique = Technique::find(&data.technique);
        let technique =
            technique.ok_or_else(|| format!("expected a technique, found '{}'", data.technique))?;
        let limits = Limits::of(&data.board);
        let mut candidates = data.placements.iter().chain(&data.eliminations);
        candidates.try_for_each(|&candidate| limits.candidate(candidate))?;
        limits.facts(&data.facts)?;
        Ok(SavedStep {
            technique,
            board: data.board,
            placements: data.placements,
            eliminations: data.eliminations,
            facts: data.facts,
        })
    }
}

/// How many cells, houses and digits a board has.
struct Limits {
    n_cells: usize,
    n_houses: usize,
    size: usize,
}

impl Limits {
    fn of(board: &Board) -> Limits {
        let geometry = board.geometry();
        Limits {
            n_cells: geometry.n_cells(),
            n_houses: geometry.houses().len(),
            size: geometry.size(),
        }
    }

    fn facts(&self, facts: &[Fact]) -> Result<(), String> {
        facts.iter().try_for_each(|fact| match fact {
            Fact::Cell(cell) => self.cell(*cell),
            Fact::House(house, digit) => self.house(*house).and_then(|()| self.digit(*digit)),
            Fact::Deadly(pairs) => pairs.iter().try_for_each(|&Pair { cell, a, b }| {
                self.cell(cell)?;
                self.digit(a)?;
                self.digit(b)
            }),
            Fact::Lemma(lemma) => {
                let mut literals = lemma.given.iter().chain(&lemma.follows);
                literals.try_for_each(|literal| self.candidate(literal.candidate))?;
                self.facts(&lemma.because)
            }
            Fact::Counting(count) => {
                let mut parts = count.truths.iter().chain(&count.covers);
                parts.try_for_each(|part| self.facts(std::slice::from_ref(&part.fact)))
            }
        })
    }

    fn candidate(&self, candidate: Candidate) -> Result<(), String> {
        self.cell(candidate.cell)?;
        self.digit(candidate.digit)
    }

    fn cell(&self, cell: Cell) -> Result<(), String> {
        below("a cell", self.n_cells, cell.index())
    }

    fn house(&self, house: House) -> Result<(), String> {
        below("a house", self.n_houses, house.index())
    }

    fn digit(&self, digit: Digit) -> Result<(), String> {
        below("a digit", self.size + 1, digit.value())
    }
}

fn below(what: &str, limit: usize, found: usize) -> Result<(), String> {
    if found < limit {
        Ok(())
    } else {
        Err(format!("expected {what} below {limit}, found {found}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, Walk};
    use super::*;
    use serde_json::{Value, json};

    const PUZZLE: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    #[test]
    fn every_step_of_a_path_comes_back_and_is_proved() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        let path: Vec<Step> = Walk::new(&puzzle, Plan::usual()).collect();
        assert!(path.len() > 40);
        for step in &path {
            let text = serde_json::to_string(step).unwrap();
            let saved: SavedStep = serde_json::from_str(&text).unwrap();
            assert_eq!(saved, SavedStep::from(step), "{text}");
            assert_eq!(serde_json::to_string(&saved).unwrap(), text);
            assert_eq!(saved.proved(&puzzle), Ok(()), "{}", step.notation());
            let mut after = saved.board().clone();
            after.apply(saved.placements(), saved.eliminations());
            let mut expected = step.board().clone();
            step.apply(&mut expected);
            assert_eq!(after, expected);
        }
    }

    #[test]
    fn a_step_that_names_what_is_not_on_its_board_is_refused() {
        let puzzle: Puzzle = "1234341221434.2.".parse().unwrap();
        let step = Walk::new(&puzzle, Plan::usual()).next().unwrap();
        let good = serde_json::to_value(&step).unwrap();
        assert!(serde_json::from_value::<SavedStep>(good.clone()).is_ok());
        let error = |field: &str, value: Value| {
            let mut step = good.clone();
            step[field] = value;
            let read: Result<SavedStep, _> = serde_json::from_value(step);
            read.unwrap_err().to_string()
        };
        let at = |cell: usize, digit: usize| json!([{ "cell": cell, "digit": digit }]);
        for (field, value, expected) in [
            ("technique", json!("zebra"), "a technique, found 'zebra'"),
            ("placements", at(16, 1), "a cell below 16, found 16"),
            ("eliminations", at(1, 5), "a digit below 5, found 5"),
            (
                "facts",
                json!([{ "cell": 16 }]),
                "a cell below 16, found 16",
            ),
            (
                "facts",
                json!([{ "house": [12, 1] }]),
                "a house below 12, found 12",
            ),
            (
                "facts",
                json!([{ "house": [0, 5] }]),
                "a digit below 5, found 5",
            ),
            (
                "facts",
                json!([{ "deadly": [{ "cell": 0, "a": 1, "b": 5 }] }]),
                "a digit below 5, found 5",
            ),
            (
                "facts",
                json!([{ "lemma": { "given": [], "follows": [], "because": [{ "cell": 16 }] } }]),
                "a cell below 16, found 16",
            ),
            (
                "facts",
                json!([{ "counting": { "truths": [{ "fact": { "cell": 16 }, "weight": 1 }], "covers": [] } }]),
                "a cell below 16, found 16",
            ),
            (
                "facts",
                json!([{ "counting": { "truths": [], "covers": [{ "fact": { "house": [12, 1] }, "weight": 1 }] } }]),
                "a house below 12, found 12",
            ),
            (
                "board",
                json!({ "board": null, "givens": "1", "marks": [] }),
                "expected an entry for each of 1 cells, found 0",
            ),
        ] {
            let found = error(field, value);
            assert!(found.contains(expected), "{field}: {found}");
        }
    }

    #[test]
    fn a_step_that_does_not_follow_is_not_proved() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        let step = Walk::new(&puzzle, Plan::usual()).next().unwrap();
        let mut saved = serde_json::to_value(&step).unwrap();
        saved["facts"] = json!([]);
        let saved: SavedStep = serde_json::from_value(saved).unwrap();
        let placed = step.placements()[0];
        assert_eq!(saved.proved(&puzzle), Err(Flaw::DoesNotFollow(placed)));
    }
}

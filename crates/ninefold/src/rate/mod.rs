//! How hard a puzzle is, on scales that players know by name.
//!
//! A [`Scale`] rates a puzzle. Its name and version belong to every number it gives: two
//! versions of one program seldom agree on every puzzle.
//!
//! ```
//! let puzzle = ninefold::parse(
//!     "620507100090010080501800006000000800070020030009000000300008901080030070007201048")?;
//! let se = ninefold::rate::find("se").unwrap();
//! assert_eq!(ninefold::rate::rate(&puzzle, se)?.to_string(), "6.6/1.2/1.2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a scale: one file here and one line in [`SCALES`]. Logic knows nothing of scales.

pub mod hodoku;
pub mod look_ahead;
pub mod se;
pub mod sukaku;

use std::borrow::Cow;
use std::fmt;

use crate::logic::Step;
use crate::logic::explainer::HintPath;
use crate::puzzle::Puzzle;
use crate::{Answer, solve_until};

/// A scale of difficulty.
pub trait Scale: fmt::Debug + Sync {
    /// The name to ask for it by: `se`.
    fn name(&self) -> &'static str;

    /// The program and the version whose ratings these are: `Sudoku Explainer 1.2.1`.
    fn version(&self) -> &'static str;

    /// Why the scale has no rating for a puzzle like this, whatever its solutions; none if
    /// it has one. Unless a scale has its own idea, it rates classic boards of 9×9 without
    /// pencil marks of their own.
    fn refuses(&self, puzzle: &Puzzle) -> Option<Unrated> {
        if !puzzle.geometry().is_classic() {
            Some(Unrated::Board(self.name()))
        } else if puzzle.has_marks_of_its_own() {
            Some(Unrated::Marks(self.name()))
        } else {
            None
        }
    }

    /// Whether puzzles with several solutions are rated too, as far as logic goes.
    fn rates_several(&self) -> bool {
        false
    }

    /// Rates a puzzle that the scale does not refuse, and that has one solution unless the
    /// scale rates others. The scale polls `should_stop` many times a second.
    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated>;
}

/// Every scale.
pub static SCALES: &[&dyn Scale] = &[
    &se::Se,
    &sukaku::Sukaku,
    &hodoku::Hodoku,
    &look_ahead::LookAhead,
];

/// The scale of that name.
pub fn find(name: &str) -> Option<&'static dyn Scale> {
    SCALES.iter().copied().find(|scale| scale.name() == name)
}

/// Rates a puzzle, however long it takes.
pub fn rate(puzzle: &Puzzle, scale: &dyn Scale) -> Result<Rating, Unrated> {
    rate_until(puzzle, scale, &|| false)
}

/// Rates a puzzle until `should_stop` returns true, which ends in [`Unrated::Stopped`].
pub fn rate_until(
    puzzle: &Puzzle,
    scale: &dyn Scale,
    should_stop: &dyn Fn() -> bool,
) -> Result<Rating, Unrated> {
    if let Some(refusal) = scale.refuses(puzzle) {
        return Err(refusal);
    }
    match solve_until(puzzle, should_stop) {
        None => Err(Unrated::Stopped),
        Some(Answer::None) => Err(Unrated::NoSolution),
        Some(Answer::Many(..)) if !scale.rates_several() => Err(Unrated::SeveralSolutions),
        Some(_) => scale.rate(puzzle, should_stop),
    }
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unrated {
    /// The scale of this name does not rate such boards.
    Board(&'static str),
    /// The scale of this name does not rate boards larger than this.
    Size(&'static str, usize),
    /// The scale of this name does not know pencil marks, and these exclude more than the
    /// givens do.
    Marks(&'static str),
    /// There is no solution.
    NoSolution,
    /// There are several solutions.
    SeveralSolutions,
    /// The caller stopped the rating.
    Stopped,
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::Board(scale) => write!(f, "the scale {scale} rates classic 9x9 boards only"),
            Unrated::Size(scale, size) => {
                write!(f, "the scale {scale} rates boards up to {size}x{size}")
            }
            Unrated::Marks(scale) => write!(
                f,
                "the scale {scale} rates givens only, and these pencil marks exclude more"
            ),
            Unrated::NoSolution => f.write_str("a puzzle without solution has no rating"),
            Unrated::SeveralSolutions => {
                f.write_str("a puzzle with several solutions has no rating")
            }
            Unrated::Stopped => f.write_str("the rating was stopped"),
        }
    }
}

impl std::error::Error for Unrated {}

/// The rating of a puzzle: several values by name, the short text that players exchange, and
/// the value of each step.
///
/// The text is what [`fmt::Display`] writes, such as `Hard 1234` or `7.1/1.2/1.2`.
#[derive(Clone, Debug)]
pub struct Rating {
    text: String,
    values: Vec<(&'static str, Value)>,
    steps: Vec<RatedStep>,
    path: Path,
}

/// Ratings are equal if they say the same; the puzzles may be different.
impl PartialEq for Rating {
    fn eq(&self, other: &Rating) -> bool {
        self.text == other.text && self.values == other.values && self.steps == other.steps
    }
}

impl Eq for Rating {}

/// Where the steps of a rating can be had in full.
#[derive(Clone, Debug)]
enum Path {
    /// The scale does not take steps of logic.
    None,
    /// Here.
    Steps(Vec<Step>),
    /// They are worked out when they are asked for.
    Hints(HintPath),
}

/// One step of the path that a rating is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedStep {
    /// What the scale calls the technique.
    pub name: Cow<'static, str>,
    /// The value of the step.
    pub value: Value,
}

impl Rating {
    /// The rating that `text` abbreviates and `values` spell out, of a path of `steps`.
    pub fn new(text: String, values: Vec<(&'static str, Value)>, steps: Vec<RatedStep>) -> Rating {
        Rating {
            text,
            values,
            steps,
            path: Path::None,
        }
    }

    /// The same rating with the steps in full.
    fn along(self, path: Path) -> Rating {
        Rating { path, ..self }
    }

    /// The values by name, such as `level` and `score`.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// The one number that stands for all where there is room for one: the ER, the score, the
    /// rating. It is the first of the values that is a number.
    pub fn number(&self) -> Option<Value> {
        let mut values = self.values.iter().map(|&(_, value)| value);
        values.find(|value| matches!(value, Value::Number(_) | Value::Tenths(_)))
    }

    /// The steps of the path, from first to last.
    pub fn steps(&self) -> &[RatedStep] {
        &self.steps
    }

    /// A step in full, by its place in the path from 1 on: with its board, its reason and its
    /// facts. None if there is no such step, or if the scale does not take steps of logic.
    ///
    /// ```
    /// let puzzle = ninefold::parse(
    ///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048")?;
    /// let rating = ninefold::rate::rate(&puzzle, &ninefold::rate::se::Se)?;
    /// let (place, _) = rating.hardest().unwrap();
    /// let step = rating.step(place).unwrap();
    /// assert!(step.holds(&puzzle));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&self, place: usize) -> Option<Step> {
        self.step_until(place, &|| false)
    }

    /// The same until `should_stop` returns true, which ends in none. A chain that was found
    /// after a long search takes a small part of that time again.
    pub fn step_until(&self, place: usize, should_stop: &dyn Fn() -> bool) -> Option<Step> {
        let index = place.checked_sub(1)?;
        match &self.path {
            Path::None => None,
            Path::Steps(steps) => steps.get(index).cloned(),
            Path::Hints(_) if should_stop() => None,
            Path::Hints(path) => path.step(index, should_stop),
        }
    }

    /// The first of the steps with the highest value, and its place in the path, from 1 on.
    pub fn hardest(&self) -> Option<(usize, &RatedStep)> {
        let steps = self.steps.iter().enumerate().rev();
        let hardest = steps.max_by_key(|(_, step)| step.value.weight());
        hardest.map(|(index, step)| (index + 1, step))
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// One value of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A word, such as the name of a level.
    Word(&'static str),
    /// A whole number, such as a score.
    Number(u32),
    /// A number with one decimal, in tenths: 26 is 2.6.
    Tenths(u32),
    /// A yes or no.
    Flag(bool),
}

impl Value {
    /// What values of one kind are compared by.
    fn weight(self) -> u32 {
        match self {
            Value::Word(_) | Value::Flag(_) => 0,
            Value::Number(number) | Value::Tenths(number) => number,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Number(number) => write!(f, "{number}"),
            Value::Tenths(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
            Value::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use std::collections::BTreeSet;

    #[test]
    fn each_scale_has_a_name_and_a_version_of_its_own() {
        let names: BTreeSet<&str> = SCALES.iter().map(|scale| scale.name()).collect();
        let versions: BTreeSet<&str> = SCALES.iter().map(|scale| scale.version()).collect();
        assert_eq!((names.len(), versions.len()), (SCALES.len(), SCALES.len()));
        let has_number = |version: &&str| version.contains(|c: char| c.is_ascii_digit());
        assert!(versions.iter().all(has_number), "{versions:?}");
        for scale in SCALES {
            assert_eq!(find(scale.name()).unwrap().version(), scale.version());
        }
        assert!(find("no such scale").is_none());
    }

    #[test]
    fn values_are_written_as_players_write_them() {
        let values = [Value::Word("Hard"), Value::Number(1234), Value::Tenths(26)];
        let written: Vec<String> = values.iter().map(Value::to_string).collect();
        assert_eq!(written, ["Hard", "1234", "2.6"]);
        assert_eq!(Value::Tenths(110).to_string(), "11.0");
        assert_eq!(Value::Flag(true).to_string(), "yes");
    }

    #[test]
    fn the_hardest_step_is_the_first_of_its_value() {
        let step = |name, tenths| RatedStep {
            name: Cow::Borrowed(name),
            value: Value::Tenths(tenths),
        };
        let steps = vec![step("a", 12), step("b", 45), step("c", 45), step("d", 23)];
        let rating = Rating::new("4.5".to_owned(), vec![], steps);
        assert_eq!(rating.hardest().unwrap(), (2, &step("b", 45)));
        assert_eq!(
            Rating::new("0.0".to_owned(), vec![], vec![]).hardest(),
            None
        );
    }

    #[test]
    fn one_number_stands_for_a_rating() {
        let puzzle = crate::parse(PUZZLE).unwrap();
        let numbers = SCALES.iter().map(|&scale| {
            let rating = rate(&puzzle, scale).unwrap();
            format!("{} {}", scale.name(), rating.number().unwrap())
        });
        let numbers: Vec<String> = numbers.collect();
        assert_eq!(
            numbers.join(", "),
            "se 6.6, sukaku 4.1, hodoku 578, look-ahead 7.3"
        );
    }

    /// A puzzle that every scale refuses, or that has no rating, says why.
    #[test]
    fn what_has_no_rating_is_refused_with_the_reason() {
        let four = crate::parse("1... .... .... ...4").unwrap();
        let blank = crate::parse(&".".repeat(81)).unwrap();
        let twice = format!("11{}", ".".repeat(79));
        let clash = crate::parse(&twice).unwrap();
        for &scale in SCALES.iter().filter(|scale| !scale.rates_several()) {
            let name = scale.name();
            assert_eq!(rate(&four, scale), Err(Unrated::Board(name)));
            assert_eq!(rate(&blank, scale), Err(Unrated::SeveralSolutions));
            assert_eq!(rate(&clash, scale), Err(Unrated::NoSolution));
            let puzzle = &crate::parse(PUZZLE).unwrap();
            assert_eq!(rate_until(puzzle, scale, &|| true), Err(Unrated::Stopped));
            assert!(rate(puzzle, scale).is_ok());
        }
    }

    /// Marks that the givens imply are no hindrance, others are, except where a scale is made
    /// for them.
    #[test]
    fn pencil_marks_count_if_they_exclude_more_than_the_givens() {
        let puzzle = crate::parse(PUZZLE).unwrap();
        let cells = || puzzle.geometry().cells();
        let board = Board::new(&puzzle);
        let given = |cell| puzzle.given(cell).map(crate::sets::DigitSet::only);
        let marks = |cell| given(cell).unwrap_or_else(|| board.candidates(cell));
        let implied: Vec<_> = cells().map(marks).collect();
        let with_implied = puzzle.clone().with_marks(implied.clone()).unwrap();
        for &scale in SCALES {
            assert_eq!(rate(&with_implied, scale), rate(&puzzle, scale));
        }
        let Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("the puzzle is proper");
        };
        let mut fewer = implied;
        let open = cells().find(|&cell| fewer[cell.index()].len() > 1).unwrap();
        fewer[open.index()] = crate::sets::DigitSet::only(solution.digit(open));
        let with_fewer = puzzle.clone().with_marks(fewer).unwrap();
        assert_eq!(rate(&with_fewer, &se::Se), Err(Unrated::Marks("se")));
        assert!(rate(&with_fewer, &sukaku::Sukaku).is_ok());
    }

    const PUZZLE: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
}

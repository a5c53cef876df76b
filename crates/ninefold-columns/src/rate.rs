//! `rate`: how hard each puzzle is, on a scale that players know.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ninefold::Puzzle;
use ninefold::rate::{self, Rating, Scale, Unrated, Value};

use crate::answers::{Answers, Column, Field, Kind, Values};
use crate::each::each_row;
use crate::rows::{Fault, Rows};
use crate::threads::{Stopped, Threads};
use crate::{Operation, Signature};

/// The rating of each puzzle.
///
/// | column | | |
/// |---|---|---|
/// | `rating` | the text that players exchange | `Hard 1234`, `7.1/1.2/1.2` |
/// | `number` | the one number that stands for it | 1234, 7.1 |
/// | `hardest` | what the scale calls the hardest step | `Naked Pair`; null if there is no step |
///
/// A puzzle without a rating is a fault that says why.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The scale.
    pub scale: &'static dyn Scale,
    /// The time that one puzzle may take. A row that takes longer is a fault; which rows these
    /// are depends on the machine, as nothing else does.
    pub timeout: Option<Duration>,
}

impl Rate {
    const FIELDS: [Field; 3] = [
        Field::new("rating", Kind::Text),
        Field::new("number", Kind::Float64),
        Field::new("hardest", Kind::Text),
    ];

    /// HoDoKu's scale, without a limit.
    pub const USUAL: Rate = Rate {
        scale: &rate::hodoku::Hodoku,
        timeout: None,
    };
}

/// A rating: the text, the number, and the hardest step.
pub type Rated = (String, f64, Option<Cow<'static, str>>);

impl Rate {
    /// Rates one puzzle, of any size that the scale takes. Returns a fault, too, if `should_stop`
    /// returned true.
    pub fn one(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rated, Fault> {
        let end = self
            .timeout
            .and_then(|limit| Instant::now().checked_add(limit));
        let is_late = || end.is_some_and(|end| Instant::now() >= end);
        let rating = rate::rate_until(puzzle, self.scale, &|| should_stop() || is_late());
        let rating = rating.map_err(|why| match (why, self.timeout) {
            (Unrated::Stopped, Some(limit)) => Fault::TimedOut(limit),
            _ => Fault::Unrated(why),
        })?;
        let hardest = rating.hardest().map(|(_, step)| step.name.clone());
        Ok((rating.to_string(), number_of(&rating), hardest))
    }
}

/// The rows that a thread takes at a time: few, since one may take a second.
const PER_PART: usize = 4;

impl Operation for Rate {
    fn signature(&self) -> Signature {
        Signature {
            name: "rate",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let done = each_row(
            rows,
            threads,
            PER_PART,
            || (),
            |row, (), should_stop| self.one(&row.puzzle()?, should_stop),
        )?;
        let n = done.values.len();
        let (mut texts, mut numbers) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let (mut names, mut have_steps) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for value in done.values {
            let (text, number, hardest) = value.unwrap_or_default();
            texts.push(Cow::Owned(text));
            numbers.push(number);
            have_steps.push(hardest.is_some());
            names.push(hardest.unwrap_or_default());
        }
        let [rating, number, hardest] = Self::FIELDS;
        Ok(Answers {
            columns: vec![
                Column::new(rating, Values::Text(texts), done.valid.clone()),
                Column::new(number, Values::Float64(numbers), done.valid),
                Column::new(hardest, Values::Text(names), have_steps),
            ],
            faults: done.faults,
        })
    }
}

/// The one number that stands for a rating.
fn number_of(rating: &Rating) -> f64 {
    match rating.number() {
        Some(Value::Number(number)) => f64::from(number),
        Some(Value::Tenths(tenths)) => f64::from(tenths) / 10.0,
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Texts;

    const PUZZLE: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    #[test]
    fn each_scale_gives_its_text_its_number_and_its_hardest_step() {
        for (name, text, number) in [
            ("se", "6.6/1.2/1.2", 6.6),
            ("hodoku", "Hard 578", 578.0),
            ("look-ahead", "7.3", 7.3),
        ] {
            let scale = rate::find(name).unwrap();
            let rate = Rate {
                scale,
                ..Rate::USUAL
            };
            let answers = rate
                .run(&Texts(&[Some(PUZZLE)]), &Threads::default())
                .unwrap();
            let [ratings, numbers, hardest] = &answers.columns[..] else {
                panic!("three columns");
            };
            assert_eq!(ratings.values, Values::Text(vec![text.into()]));
            assert_eq!(numbers.values, Values::Float64(vec![number]));
            assert_eq!(hardest.valid, [true], "{name}");
        }
    }

    #[test]
    fn a_puzzle_without_a_rating_is_a_fault_that_says_why() {
        let blank = ".".repeat(81);
        let answers = Rate::USUAL.run(&Texts(&[Some(&blank)]), &Threads::default());
        let several = Fault::Unrated(Unrated::SeveralSolutions);
        assert_eq!(answers.unwrap().faults, [(0, several)]);
        let timeout = Some(Duration::ZERO);
        let at_once = Rate {
            timeout,
            ..Rate::USUAL
        };
        let answers = at_once.run(&Texts(&[Some(PUZZLE)]), &Threads::default());
        let late = Fault::TimedOut(Duration::ZERO);
        assert_eq!(answers.unwrap().faults, [(0, late)]);
    }
}

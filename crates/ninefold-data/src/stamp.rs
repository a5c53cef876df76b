//! What a file says about how it was made, and whether that is what a job would make.

use std::fs;
use std::path::Path;

use ninefold_columns::{Answers, Fault, Values};
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::files::Metadata;

/// How a file is made: by what, with which settings, and of what.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) operation: &'static str,
    pub(crate) result_version: u32,
    pub(crate) parameters: Map<String, Value>,
    /// The name and the length of the input, or the numbers of the puzzles that are made.
    pub(crate) input: Map<String, Value>,
}

const VERSION: &str = "ninefold.version";
const OPERATION: &str = "ninefold.op";
const RESULT_VERSION: &str = "ninefold.result_version";
const PARAMETERS: &str = "ninefold.parameters";
const INPUT: &str = "ninefold.input";
const ANSWERS: &str = "ninefold.answers";

impl Stamp {
    /// The metadata of the file with these answers. Neither time nor machine is in them, so that the
    /// same job makes the same bytes.
    pub(crate) fn metadata(&self, tally: &Tally) -> Metadata {
        let mut input = self.input.clone();
        input.insert("rows".to_owned(), tally.n_rows.into());
        let pairs = [
            (VERSION, env!("CARGO_PKG_VERSION").to_owned()),
            (OPERATION, self.operation.to_owned()),
            (RESULT_VERSION, self.result_version.to_string()),
            (PARAMETERS, Value::from(self.parameters.clone()).to_string()),
            (INPUT, Value::from(input).to_string()),
            (ANSWERS, tally.to_json().to_string()),
        ];
        pairs.map(|(key, value)| (key.to_owned(), value)).into()
    }

    /// The answers of the file that has these metadata, if it is the one that this job would make.
    /// The program's own version may be another one. `n_rows` is the number of rows of the input, if
    /// it is known.
    pub(crate) fn fits(&self, found: &Metadata, n_rows: Option<u64>) -> Option<Tally> {
        let object = |key: &str| serde_json::from_str::<Map<String, Value>>(found.get(key)?).ok();
        let mut input = object(INPUT)?;
        let rows = input.remove("rows")?.as_u64()?;
        let fits = found.get(OPERATION)? == self.operation
            && *found.get(RESULT_VERSION)? == self.result_version.to_string()
            && object(PARAMETERS)? == self.parameters
            && input == self.input
            && n_rows.is_none_or(|n_rows| n_rows == rows);
        fits.then(|| Tally::from_json(&object(ANSWERS)?))?
    }
}

/// The input of a file, by its name and its length.
pub(crate) fn input_of(path: &Path, n_bytes: u64) -> Map<String, Value> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let pairs = [("name", json!(name)), ("bytes", json!(n_bytes))];
    pairs
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

/// Whether a file has not changed since the other was made of it. Times are a few milliseconds
/// coarse, so of equal ones nothing is known, and the other file is made again.
pub(crate) fn is_older(input: &Path, output: &Path) -> bool {
    let changed = |path| fs::metadata(path).and_then(|found| found.modified());
    match (changed(input), changed(output)) {
        (Ok(input), Ok(output)) => input < output,
        _ => false,
    }
}

/// What was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    /// The rows of the input, or the numbers that were tried.
    pub(crate) n_rows: u64,
    /// Those without an answer.
    pub(crate) n_without: u64,
    /// Those of them that ran out of time.
    pub(crate) n_late: u64,
    /// Those whose answer is no.
    pub(crate) n_no: u64,
}

impl Tally {
    /// Adds what was answered to some rows.
    pub(crate) fn count(&mut self, n_rows: usize, answers: &Answers) {
        let late = |fault: &&(usize, Fault)| matches!(fault.1, Fault::TimedOut(_));
        self.n_rows += n_rows as u64;
        self.n_without += answers.faults.len() as u64;
        self.n_late += answers.faults.iter().filter(late).count() as u64;
        for column in &answers.columns {
            let n_no = match (column.name, &column.values) {
                ("n_solutions", Values::Int8(numbers)) => n(numbers, &column.valid, |n| *n == 0),
                ("n_solutions", Values::Int64(numbers)) => n(numbers, &column.valid, |n| *n == 0),
                ("verdict", Values::Text(words)) => {
                    n(words, &column.valid, |word| word != "unique")
                }
                _ => 0,
            };
            self.n_no += n_no as u64;
        }
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.n_rows += other.n_rows;
        self.n_without += other.n_without;
        self.n_late += other.n_late;
        self.n_no += other.n_no;
    }

    /// The exit code for these answers.
    pub(crate) fn exit(&self) -> Exit {
        if self.n_without > self.n_late {
            Exit::Partly
        } else if self.n_late > 0 {
            Exit::Stopped
        } else if self.n_no > 0 {
            Exit::No
        } else {
            Exit::Yes
        }
    }

    fn to_json(self) -> Value {
        json!({
            "rows": self.n_rows,
            "without": self.n_without,
            "timed_out": self.n_late,
            "no": self.n_no,
        })
    }

    fn from_json(object: &Map<String, Value>) -> Option<Tally> {
        let number = |key: &str| object.get(key)?.as_u64();
        Some(Tally {
            n_rows: number("rows")?,
            n_without: number("without")?,
            n_late: number("timed_out")?,
            n_no: number("no")?,
        })
    }
}

/// How many values are of a kind.
fn n<T>(values: &[T], valid: &[bool], is_it: impl Fn(&T) -> bool) -> usize {
    let all = values.iter().zip(valid);
    all.filter(|(value, is_valid)| **is_valid && is_it(value))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_fits_the_job_that_made_it_and_no_other() {
        let stamp = Stamp {
            operation: "rate",
            result_version: 1,
            parameters: Map::from_iter([("scale".to_owned(), json!("hodoku"))]),
            input: input_of(Path::new("in/a.csv"), 82),
        };
        let tally = Tally {
            n_rows: 7,
            n_without: 3,
            n_late: 2,
            n_no: 1,
        };
        let found = stamp.metadata(&tally);
        assert_eq!(stamp.fits(&found, None), Some(tally));
        assert_eq!(stamp.fits(&found, Some(7)), Some(tally));
        assert_eq!(stamp.fits(&found, Some(8)), None);
        assert_eq!(stamp.fits(&Metadata::new(), None), None);
        let mut others = [const { None }; 4].map(|_: Option<()>| stamp.clone());
        others[0].operation = "solve";
        others[1].result_version = 2;
        others[2].parameters.insert("scale".to_owned(), json!("se"));
        others[3].input = input_of(Path::new("in/a.csv"), 83);
        for other in others {
            assert_eq!(other.fits(&found, None), None, "{other:?}");
        }
        let mut newer = found;
        newer.insert(VERSION.to_owned(), "99.0.0".to_owned());
        assert_eq!(
            stamp.fits(&newer, None),
            Some(tally),
            "the answers are the same"
        );
    }
}

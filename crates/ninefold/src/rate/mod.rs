//! How hard a puzzle is, on scales that players know by name.
//!
//! A [`Scale`] rates a step by itself, and a path as a whole. Its name and version belong to
//! every number it gives: two versions of one program seldom agree on every puzzle.
//!
//! ```
//! use ninefold::logic::{Plan, Walk};
//! use ninefold::rate::SCALES;
//!
//! let puzzle: ninefold::Puzzle =
//!     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
//! let path: Vec<_> = Walk::new(&puzzle, Plan::hodoku()).collect();
//! let hodoku = SCALES.iter().find(|scale| scale.name() == "hodoku").unwrap();
//! assert_eq!(hodoku.path(&path).to_string(), "Hard 578");
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! To add a scale: one file here and one line in [`SCALES`]. Logic knows nothing of scales.

pub mod hodoku;
pub mod se;

use std::fmt;

use crate::logic::Step;

/// A scale of difficulty.
pub trait Scale: fmt::Debug + Sync {
    /// The name to ask for it by: `hodoku`.
    fn name(&self) -> &'static str;

    /// The program and the version whose ratings these are: `HoDoKu 2.2.0`.
    fn version(&self) -> &'static str;

    /// The value of one step; none if the scale does not have its technique.
    fn step(&self, step: &Step) -> Option<Value>;

    /// The rating of a path, from its first step to its last.
    fn path(&self, steps: &[Step]) -> Rating;
}

/// Every scale.
pub static SCALES: &[&dyn Scale] = &[&hodoku::Hodoku];

/// The rating of a path: several values by name, and the short text that players exchange.
///
/// The text is what [`fmt::Display`] writes, such as `Hard 1234` or `7.1/1.2/1.2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    text: String,
    values: Vec<(&'static str, Value)>,
}

impl Rating {
    /// The rating that `text` abbreviates and `values` spell out.
    pub fn new(text: String, values: Vec<(&'static str, Value)>) -> Rating {
        Rating { text, values }
    }

    /// The values by name, such as `level` and `score`.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
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
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Number(number) => write!(f, "{number}"),
            Value::Tenths(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_scale_has_a_name_and_a_version_of_its_own() {
        let names: BTreeSet<&str> = SCALES.iter().map(|scale| scale.name()).collect();
        let versions: BTreeSet<&str> = SCALES.iter().map(|scale| scale.version()).collect();
        assert_eq!((names.len(), versions.len()), (SCALES.len(), SCALES.len()));
        let has_number = |version: &&str| version.contains(|c: char| c.is_ascii_digit());
        assert!(versions.iter().all(has_number), "{versions:?}");
    }

    #[test]
    fn values_are_written_as_players_write_them() {
        let values = [Value::Word("Hard"), Value::Number(1234), Value::Tenths(26)];
        let written: Vec<String> = values.iter().map(Value::to_string).collect();
        assert_eq!(written, ["Hard", "1234", "2.6"]);
        assert_eq!(Value::Tenths(110).to_string(), "11.0");
    }
}

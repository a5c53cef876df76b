//! Which format is it? Every legal reading, the surest first.

use super::{Confidence, FORMATS, LineReader, ParseError, ReadOptions, Reading};

/// What a text may be.
#[derive(Clone, Debug)]
pub struct Detection {
    readings: Vec<Reading>,
    nothing: ParseError,
}

/// Reads `text` in every way it can be read.
pub fn detect(text: &str, options: &ReadOptions) -> Detection {
    let mut readings: Vec<Reading> = FORMATS
        .iter()
        .flat_map(|format| format.read(text, options))
        .filter(|reading| !reading.records.is_empty())
        .collect();
    // The sort is stable: of equals, the first in the table of formats wins.
    readings.sort_by_key(|reading| std::cmp::Reverse(merit(reading)));
    let nothing = ParseError::new("any format", text, 0..0, "a puzzle", "none");
    Detection { readings, nothing }
}

/// A reader for one puzzle a line, if the head of a long text looks like that.
pub fn line_reader(head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
    let mut formats = FORMATS.iter();
    formats.find_map(|format| format.by_line(head, options))
}

/// What makes one reading better than another: something was read; the shape; fewer
/// errors; fewer clashes among the givens.
fn merit(reading: &Reading) -> (bool, Confidence, isize, isize) {
    let read: Vec<_> = reading.records.iter().flatten().collect();
    let errors = reading.records.len() - read.len();
    let clashes: usize = read
        .iter()
        .map(|record| record.puzzle.conflicts().len())
        .sum();
    (
        !read.is_empty(),
        reading.confidence,
        -(errors as isize),
        -(clashes as isize),
    )
}

impl Detection {
    /// The best reading, if there is any at all; it may consist of errors.
    pub fn best(&self) -> Option<&Reading> {
        self.readings.first()
    }

    /// The other readings, better ones first.
    pub fn alternatives(&self) -> &[Reading] {
        self.readings.get(1..).unwrap_or_default()
    }

    /// The best reading, or the error that there is none.
    pub fn into_best(self) -> Result<Reading, ParseError> {
        self.readings.into_iter().next().ok_or(self.nothing)
    }
}

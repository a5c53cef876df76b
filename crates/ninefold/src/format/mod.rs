//! Formats: from text to a [`Puzzle`] and back.
//!
//! Each format is one file here and one line in [`FORMATS`]. A format reads text into
//! a [`Reading`] and says how sure it is; [`detect`](detect()) asks them all, takes the surest
//! and keeps the others as alternatives. Nothing is tried in secret: a reading says
//! why it was made, and an error is that of the format the text looks most like.
//!
//! ```
//! use ninefold::format;
//!
//! let text = "12.4 4.21 2143 3412";
//! let found = format::detect(text, &Default::default());
//! assert_eq!(found.best().unwrap().format, "line");
//! ```

mod detect;
mod error;
mod kinds;
mod list;
mod parts;
mod record;
mod rest;
mod shape;

pub use detect::{Detection, detect, line_reader, read_as};
pub use error::{ParseError, ParseErrorKind};
pub use kinds::FORMATS;
pub use kinds::csv::Table;
pub use kinds::line::is_classic_cell;
pub use list::{LONGEST_BETWEEN, n_together, sure_line_reader};
pub use parts::regions::parse_regions;
pub use record::{Keeps, Meta, Progress, Record};

use std::fmt;
use std::ops::Range;

use crate::geometry::{Layout, Variant};
use crate::puzzle::Puzzle;
use crate::settings::{self, Setting, Settings, SpecError};

/// A way of writing puzzles down.
pub trait Format: Sync {
    /// The name that [`find`] knows it by: `sdk`.
    fn name(&self) -> &'static str;

    /// Its name in a menu or a sentence: `SDK file`.
    fn title(&self) -> &'static str;

    /// One line for a table of formats.
    fn about(&self) -> &'static str;

    /// What survives writing and reading back.
    fn keeps(&self) -> Keeps {
        Keeps::GIVENS
    }

    /// Every way to read `text` as this format: none if it does not look like it,
    /// usually one, more where the text is ambiguous. A reading may hold errors: it is
    /// what the text *looks like*, and detection prefers readings without.
    ///
    /// A format with one puzzle a line and a shape that nothing else has need not write this:
    /// what [`by_line`](Self::by_line) takes is certain, by its [`signature`](Self::signature).
    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let reader = self.by_line(text, options);
        let reading = reader.map(|reader| Reading {
            format: self.name(),
            confidence: Confidence::Certain,
            why: self.signature().to_owned(),
            records: parts::text::read_lines(text, reader.as_ref()),
        });
        reading.into_iter().collect()
    }

    /// What nothing else looks like, in words: `lines of six or seven fields between colons`.
    fn signature(&self) -> &'static str {
        self.about()
    }

    /// The parts of a text that belong to this format alone, whatever others make of them: they
    /// would drop the rules of a JSON object that `json` refuses by name.
    fn territory(&self, text: &str) -> Vec<Range<usize>> {
        let _ = text;
        Vec::new()
    }

    /// If this format has one puzzle a line: a reader for such lines, given the head
    /// of the text (for a header); `None` if the head does not look like this format.
    /// With it a file of any length is read in constant memory.
    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let _ = (head, options);
        None
    }

    /// The beginning of a text, if that settles that every line is a puzzle in this format,
    /// whatever follows: a line of 81 cells, or a header and a row below it.
    fn opening<'a>(&self, head: &'a str, options: &ReadOptions) -> Option<&'a str> {
        let _ = (head, options);
        None
    }

    /// Whether boards are drawn row by row, one under another.
    fn is_drawn(&self) -> bool {
        false
    }

    /// The part of it that writes; `None` for formats that are only read.
    fn writer(&self) -> Option<&dyn RecordWriter> {
        None
    }

    /// Whether it can be read at all; some formats are only written, for other
    /// programs to read.
    fn is_read(&self) -> bool {
        true
    }

    /// What stands before the first record: a CSV header.
    fn preamble(&self) -> Option<&'static str> {
        None
    }

    /// The settings that [`find`] understands after the format's name.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }
}

/// The part of a format that writes.
pub trait RecordWriter {
    /// The record in this format, without a final newline, or why the format has no way to
    /// write it.
    fn write(&self, record: &Record, settings: &Settings) -> Result<String, WriteError>;
}

/// Reads lines with one puzzle each. It keeps no state between lines, so many threads
/// can share one.
pub trait LineReader: Send + Sync {
    /// What the line holds: `None` for a blank line, a comment or the header.
    fn read(&self, line: &str) -> Option<Result<Record, ParseError>>;

    /// The name of the format.
    fn format(&self) -> &'static str;

    /// The same for a line that may belong to those around it: a row of a drawn board.
    fn read_alone(&self, line: &str) -> Alone {
        let read = self.read(line).map(Box::new);
        read.map_or(Alone::Nothing, Alone::Puzzle)
    }

    /// The puzzles of lines that do not stand alone, from the first to the last of them: none,
    /// if there are no such lines.
    fn read_between(&self, lines: &str, gaps: Gaps) -> Vec<Result<Record, ParseError>> {
        let _ = (lines, gaps);
        Vec::new()
    }

    /// The board at the start of a line, if it is a classic one and there is no more to
    /// reading the line than that: 81 characters, `1` to `9` or blank. What stands behind
    /// them need not be text. `None` says nothing: the line is to be [`read`](Self::read).
    ///
    /// This is for callers with millions of lines, where a [`Record`] each would be too slow.
    fn classic<'a>(&self, _line: &'a [u8]) -> Option<&'a [u8; 81]> {
        None
    }
}

/// Whether a blank line, or nothing, stands before some lines of a list and after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// Before the first of them.
    pub before: bool,
    /// After the last of them.
    pub after: bool,
}

/// A line of a list, seen by itself.
#[derive(Clone, Debug)]
pub enum Alone {
    /// A blank line, a comment or the header.
    Nothing,
    /// A puzzle, or an attempt at one, whatever stands around it.
    Puzzle(Box<Result<Record, ParseError>>),
    /// It depends on the lines around it: see [`LineReader::read_between`].
    Not,
}

impl Alone {
    /// Whether it is a puzzle by itself; `None` if it holds nothing.
    pub fn is_alone(&self) -> Option<bool> {
        match self {
            Alone::Nothing => None,
            Alone::Puzzle(_) => Some(true),
            Alone::Not => Some(false),
        }
    }
}

/// One way to understand a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The format's name.
    pub format: &'static str,
    /// How much the text looks like it.
    pub confidence: Confidence,
    /// Why, in words: `81 characters on a line, '.' for a blank`.
    pub why: String,
    /// The puzzles, and what could not be read as one.
    pub records: Vec<Result<Record, ParseError>>,
}

/// How much a text looks like a format, from its shape alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It can be read so, if nothing better comes up.
    Possible,
    /// It has the shape.
    Likely,
    /// It has a shape that hardly anything else has.
    Sure,
    /// It says so itself: a signature, a header.
    Certain,
}

/// What the reader should know that the text does not say.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What divides the board, where the text does not say.
    pub boxes: Option<Layout>,
    /// Variants whose houses every board has, beside those that the text names.
    pub variants: Vec<Variant>,
    /// What a lone digit in a pencil-mark grid is.
    pub singletons: Singletons,
}

/// What a lone digit in a pencil-mark grid is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Singletons {
    /// Placed, unless a peer still lists the digit: then it is a candidate.
    #[default]
    Auto,
    /// A given.
    Given,
    /// A candidate, the only one left.
    Candidate,
}

/// A format with its settings, ready to write.
#[derive(Clone)]
pub struct Writer {
    format: &'static dyn Format,
    settings: Settings,
}

/// The format by this name, with settings after a colon if it has any:
/// `grid:style=box`.
pub fn find(spec: &str) -> Result<Writer, SpecError> {
    let (name, rest) = settings::split(spec);
    let found = FORMATS.iter().find(|format| format.name() == name);
    let format = *found.ok_or_else(|| SpecError::unknown("format", name))?;
    let settings = Settings::parse(name, format.settings(), rest)?;
    Ok(Writer { format, settings })
}

impl Writer {
    /// The format it writes (and reads).
    pub fn format(&self) -> &'static dyn Format {
        self.format
    }

    /// The record as text, without a final newline.
    pub fn write(&self, record: &Record) -> Result<String, WriteError> {
        let written = match self.format.writer() {
            Some(writer) => writer.write(record, &self.settings),
            None => Err(WriteError::new("is only read, never written")),
        };
        written.map_err(|error| WriteError {
            format: self.format.name(),
            ..error
        })
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Writer({} {:?})", self.format.name(), self.settings)
    }
}

/// Why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The format.
    pub format: &'static str,
    /// What it cannot say: "has no room for jigsaw regions".
    pub reason: String,
}

impl WriteError {
    /// The format fills in its name later.
    pub(crate) fn new(reason: impl Into<String>) -> WriteError {
        WriteError {
            format: "",
            reason: reason.into(),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format {} {}", self.format, self.reason)
    }
}

impl std::error::Error for WriteError {}

/// Reads one puzzle, whatever its format.
///
/// ```
/// let puzzle = ninefold::parse("12.4 4.21 2143 3412")?;
/// assert_eq!(puzzle.n_givens(), 14);
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    parse_record(text).map(|record| record.puzzle)
}

/// Reads one puzzle and all that came with it, whatever its format.
pub fn parse_record(text: &str) -> Result<Record, ParseError> {
    let reading = detect(text, &ReadOptions::default()).into_best()?;
    let format = reading.format;
    let mut records = reading.records.into_iter();
    let record = records.next().expect("a reading has records")?;
    match records.len() {
        0 => Ok(record),
        more => {
            let found = format!("{} puzzles", more + 1);
            let error = ParseError::new(format, text, 0..0, "one puzzle", found);
            Err(error.hint("read them all with ninefold::format::detect"))
        }
    }
}

impl std::str::FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        parse(text)
    }
}

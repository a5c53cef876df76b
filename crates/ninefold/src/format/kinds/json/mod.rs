//! JSON in the shapes that programs give it, and Ninefold's own, which loses nothing.
//!
//! ```text
//!  "8....…"                          a string of N² symbols
//!  [8,0,0,…]   [[8,0,…],…]           N² numbers; N rows of them
//!  ["8....", …]                      N rows as strings
//!  {"puzzle": …, "solution": …}      any of these under a key, and more beside it
//!  [[{"value":8,"given":true},…],…]  an object for each cell
//!  {"easy": {…}, "hard": {…}}        puzzles somewhere inside an object
//! ```
//!
//! Several of them may stand in an array, or one on each line (JSON Lines). A rule that
//! Ninefold does not know (a cage, an arrow, a thermometer) is an error that names it:
//! without it the puzzle would be another one. (The policy of the program pencilmark,
//! whose exchange format is read here too.)
//!
//! Values are kept as slices of the text until they are needed, so an error can point at
//! the very value it is about, and no nesting is deep enough to hurt.

mod grid;
mod nested;
mod object;
mod write;

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::value::RawValue;

use crate::format::parts::source::{Source, shown};
use crate::format::parts::text::{self, TextLine};
use crate::format::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::settings::Settings;

/// Arrays, strings and objects; one object a line when written.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn title(&self) -> &'static str {
        "JSON"
    }

    fn about(&self) -> &'static str {
        "JSON: arrays, strings, objects; written with everything that is known"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            placed: true,
            marks: true,
            regions: true,
            meta: true,
            solution: true,
            rating: true,
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let Some(confidence) = looks(text) else {
            return Vec::new();
        };
        let records = match self.by_line(text, options) {
            Some(reader) => text::read_lines(text, reader.as_ref()),
            None => Reader::new(text, options).all(),
        };
        let is_read = records.iter().any(Result::is_ok);
        vec![Reading {
            format: "json",
            confidence: if is_read {
                confidence.max(Confidence::Sure)
            } else {
                confidence
            },
            why: "it is JSON".to_owned(),
            records,
        }]
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        looks(head)?;
        let first = text::first_said(head)?.trim();
        let raw: &RawValue = serde_json::from_str(first).ok()?;
        let reader = Reader::new(first, options);
        let is_record = match Kind::of(raw.get()) {
            Kind::Object => reader.is_record(raw.get()),
            // As many lines as a line has entries are the rows of one board.
            Kind::Array => {
                let entries: Vec<&RawValue> = serde_json::from_str(first).ok()?;
                let n_lines = text::lines(head)
                    .filter(|line| !line.text.is_empty())
                    .count();
                entries.len() != n_lines
                    && first.len() > 32
                    && reader.puzzles_in(raw.get()).len() == 1
            }
            Kind::String => first.len() > 16,
            Kind::Other => false,
        };
        let starts_alike = |line: &str| line.is_empty() || line.starts_with(&first[..1]);
        let all_alike = text::lines(head).all(|line| starts_alike(line.text.trim()));
        let options = options.clone();
        (is_record && all_alike)
            .then(|| text::line_reader("json", move |line| read_line(line, &options)))
    }

    /// An array may be a row.
    fn opening<'a>(&self, head: &'a str, options: &ReadOptions) -> Option<&'a str> {
        let (opening, line) = text::opening(head, 1)?;
        let reader = self.by_line(opening, options)?;
        (line.starts_with('{') && reader.read(line)?.is_ok()).then_some(opening)
    }

    fn territory(&self, text: &str) -> Vec<Range<usize>> {
        territory(text)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Json {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Ok(write::object(record))
    }
}

/// Whether a text looks like JSON, from its first two signs.
fn looks(text: &str) -> Option<Confidence> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    match (signs.next()?, signs.next()) {
        ('{', Some('"' | '}')) => Some(Confidence::Certain),
        ('[', Some('[' | '{' | '"' | ']' | 'n' | '0'..='9')) => Some(Confidence::Possible),
        ('"', Some(_)) => Some(Confidence::Possible),
        _ => None,
    }
}

/// The parts of a text that belong to this format alone: values with objects in them that
/// begin a line, from there on. A faulty one counts where nothing but JSON stands above it.
fn territory(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    if !text.contains('{') {
        return parts;
    }
    let mut only_json = true;
    // Brackets in code begin many lines that are no JSON: the search ends where it would go
    // over the text again and again.
    let mut patience = 2 * text.len() + 1024;
    for line in text::lines(text) {
        let end = parts.last().map_or(0, |part| part.end);
        let Some(said) = text::said(line.text).filter(|_| line.start >= end) else {
            continue;
        };
        let value = said.trim_start();
        let start = line.start + line.text.len() - said.len();
        let value_start = start + said.len() - value.len();
        let length = value_with_objects(&text[value_start..], &mut patience);
        let is_fault = length.is_none() && only_json && begins_object(value);
        let end = match length {
            Some(length) => value_start + length,
            // The next line may be sound again, where each has a value of its own.
            None if is_fault && is_next_sound(text, line, &mut patience) => {
                line.start + line.text.len()
            }
            None if is_fault => text.len(),
            None => {
                only_json = false;
                continue;
            }
        };
        match parts.last_mut() {
            Some(last) if text[last.end..start].trim().is_empty() => last.end = end,
            _ => parts.push(start..end),
        }
    }
    parts
}

/// How long the JSON value is that a text begins with, if there are objects in it. What is
/// read in vain is taken from the reader's patience.
fn value_with_objects(text: &str, patience: &mut usize) -> Option<usize> {
    if !text.starts_with(['{', '[']) || *patience == 0 {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let Some(Ok(value)) = values.next() else {
        *patience = patience.saturating_sub(values.byte_offset().max(1));
        return None;
    };
    // Code has braces, too, but not around names in quotes.
    let value = value.get();
    let has_objects = value.contains(['"', ':']) && value.contains('{');
    has_objects.then_some(value.len())
}

/// Whether a text begins as an object does, or an array of them: `{"puzzle":`.
fn begins_object(text: &str) -> bool {
    let inner = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    let Some(rest) = inner.strip_prefix('{').map(str::trim_start) else {
        return false;
    };
    let Some((_, after)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
        return rest.is_empty() && text.starts_with('{');
    };
    after.trim_start().starts_with(':')
}

/// Whether the line below begins with a sound value with objects in it.
fn is_next_sound(text: &str, line: TextLine<'_>, patience: &mut usize) -> bool {
    let below = text[line.start + line.text.len()..].trim_start();
    value_with_objects(below, patience).is_some()
}

/// The one puzzle of a line.
fn read_line(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let reader = Reader::new(line, options);
    let mut records = reader.all();
    match (records.pop(), records.len()) {
        (Some(record), 0) => record,
        (_, n) => {
            let found = format!("{} of them", n + 1);
            Err(reader
                .source
                .error(0..line.len(), "one puzzle a line", found))
        }
    }
}

/// What sort of value a piece of JSON is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Object,
    Array,
    String,
    Other,
}

impl Kind {
    fn of(raw: &str) -> Kind {
        match raw.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            _ => Kind::Other,
        }
    }
}

/// The members of an object, each value still a slice of the text.
type Members<'a> = BTreeMap<String, &'a str>;

/// Reads the values of one text.
struct Reader<'a> {
    source: Source<'a>,
    options: &'a ReadOptions,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, options: &'a ReadOptions) -> Reader<'a> {
        let source = Source::new("json", text);
        Reader { source, options }
    }

    /// Every puzzle of the text, up to the first that is no JSON at all.
    fn all(&self) -> Vec<Result<Record, ParseError>> {
        let text = self.source.text.trim_start_matches('\u{feff}');
        let mut records = Vec::new();
        for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
            match value {
                Ok(raw) => records.extend(self.records_in(raw.get())),
                Err(error) => {
                    records.push(Err(self.no_json(text, &error)));
                    break;
                }
            }
        }
        records
    }

    /// The records of a value: of itself, of the elements of an array of puzzles, or of
    /// the puzzles deeper inside.
    fn records_in(&self, raw: &'a str) -> Vec<Result<Record, ParseError>> {
        let nested = self.nested(raw);
        if !nested.is_empty() {
            return nested;
        }
        let puzzles = self.puzzles_in(raw).into_iter();
        puzzles.map(|puzzle| self.record(puzzle)).collect()
    }

    /// The puzzles of a value: itself, or the elements of an array of puzzles.
    fn puzzles_in(&self, raw: &'a str) -> Vec<&'a str> {
        let items = self.items(raw);
        let Some(&first) = items.first() else {
            return vec![raw];
        };
        let is_list = match Kind::of(first) {
            Kind::Object => self.is_record(first),
            Kind::Array => {
                let inner = self.items(first);
                inner
                    .first()
                    .is_some_and(|raw| Kind::of(raw) == Kind::Array)
            }
            // Without their quotes: N strings of N symbols are the rows of one puzzle.
            Kind::String => first.len() > 16 && first.len() - 2 != items.len(),
            Kind::Other => false,
        };
        if is_list { items } else { vec![raw] }
    }

    /// The elements of an array; none of anything else.
    fn items(&self, raw: &'a str) -> Vec<&'a str> {
        let items: Result<Vec<&RawValue>, _> = serde_json::from_str(raw);
        items
            .unwrap_or_default()
            .into_iter()
            .map(RawValue::get)
            .collect()
    }

    /// The members of an object; none of anything else.
    fn members(&self, raw: &'a str) -> Members<'a> {
        let members: Result<BTreeMap<String, &RawValue>, _> = serde_json::from_str(raw);
        let members = members.unwrap_or_default().into_iter();
        members.map(|(key, value)| (key, value.get())).collect()
    }

    /// The text of a string, escapes undone; of a number or a truth, as it stands.
    fn string(&self, raw: &str) -> Option<String> {
        match Kind::of(raw) {
            Kind::String => serde_json::from_str(raw).ok(),
            Kind::Other if raw != "null" => Some(raw.to_owned()),
            _ => None,
        }
    }

    fn error(
        &self,
        raw: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        let span = self.source.span_of(raw);
        self.source.error(span, expected, found)
    }

    /// An error about the whole value, which is shown by its beginning.
    fn unfit(&self, raw: &'a str, expected: impl Into<String>) -> ParseError {
        let found = match Kind::of(raw) {
            Kind::Object => "an object".to_owned(),
            Kind::Array if self.items(raw).is_empty() => "an empty array".to_owned(),
            Kind::Array => "an array".to_owned(),
            Kind::Other if raw == "null" => raw.to_owned(),
            Kind::String | Kind::Other => shown(raw.trim_matches('"')),
        };
        self.error(raw, expected, found)
    }

    /// What the JSON reader stumbled over.
    fn no_json(&self, text: &str, error: &serde_json::Error) -> ParseError {
        let offset = self.source.text.len() - text.len();
        let lines = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let at = if error.is_eof() {
            self.source.text.trim_end().len()
        } else {
            offset + start + error.column().saturating_sub(1)
        };
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let found = format!("a fault: {}", message.to_lowercase());
        self.source.error(at..at + 1, "valid JSON", found)
    }
}

#[cfg(test)]
mod tests;

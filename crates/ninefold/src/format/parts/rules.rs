//! Rules that some programs know and Ninefold does not: cages, arrows, thermometers.
//!
//! A puzzle without one of its rules is another puzzle, so a rule is refused by name and never
//! dropped. JSON objects are searched by their reader. A rule may also stand beside the puzzle in
//! the literals of a language and in YAML, whose readers see cells and nothing else:
//!
//! ```text
//!  const p = {                  Puzzle(                     grid: "53..7…"
//!      grid: "53..7…",              grid="53..7…",          cages:
//!      cages: [{sum: 8, …}],        cages=[(8, …)],           - {sum: 8, cells: …}
//!  }                            )
//! ```

use std::ops::Range;

use crate::format::parts::source::Source;
use crate::format::{ParseError, ParseErrorKind, Reading, Record, rest};

/// The names that programs give them, in lower case and without `_` and `-`.
const RULES: &[&str] = &[
    "antiking",
    "antiknight",
    "arrow",
    "arrows",
    "betweenline",
    "cage",
    "cages",
    "clone",
    "difference",
    "entropicline",
    "even",
    "killer",
    "killercage",
    "killercages",
    "kropki",
    "littlekillersum",
    "lockout",
    "maximum",
    "minimum",
    "modularline",
    "negative",
    "nonconsecutive",
    "odd",
    "palindrome",
    "palindromes",
    "quadruple",
    "ratio",
    "regionsumline",
    "renban",
    "rowindexer",
    "columnindexer",
    "boxindexer",
    "constraint",
    "constraints",
    "rules",
    "sandwich",
    "sandwichsum",
    "skyscraper",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "whispers",
    "xsum",
    "xv",
];

/// Houses that a JSON object may name and that other literals cannot: `regions: [[…]]`.
const HOUSES: &[&str] = &["extraregion", "houses", "jigsaw", "regions"];

/// Whether a key names a rule.
pub(in crate::format) fn is_rule(key: &str) -> bool {
    RULES.contains(&plain(key).as_str())
}

fn plain(key: &str) -> String {
    let letters = key.chars().filter(|c| !matches!(c, '_' | '-' | '+'));
    letters.collect::<String>().to_ascii_lowercase()
}

/// The error for a rule, at its value.
pub(in crate::format) fn refused(source: &Source<'_>, span: Range<usize>, key: &str) -> ParseError {
    let expected = "rules of rows, columns, boxes, regions and extra houses";
    let error = source.error(span, expected, format!("the rule '{key}'"));
    let error = error.hint("without that rule it would be another puzzle");
    ParseError {
        kind: ParseErrorKind::UnknownRule,
        ..error
    }
}

/// Refuses the puzzles of a reading that have a rule beside them in the text.
pub(in crate::format) fn refuse_beside(reading: &mut Reading, text: &str) {
    let rules = rules_in(text);
    if rules.is_empty() {
        return;
    }
    let source = Source::new(reading.format, text);
    let records = std::mem::take(&mut reading.records).into_iter();
    let checked = records.map(|read| read.and_then(|record| none_of(&rules, record, &source)));
    reading.records.extend(checked);
    // Several puzzles may stand beside one rule: one error reports it.
    let place = |read: &Result<Record, ParseError>| read.as_ref().err().map(|e| e.span.clone());
    let records = &mut reading.records;
    records.dedup_by(|a, b| place(a).is_some() && place(a) == place(b));
}

/// The puzzle of a line, unless a rule stands beside it.
pub(in crate::format) fn none_beside(
    record: Record,
    format: &'static str,
    line: &str,
) -> Result<Record, ParseError> {
    none_of(&rules_in(line), record, &Source::new(format, line))
}

fn none_of(rules: &[Rule<'_>], record: Record, of: &Source<'_>) -> Result<Record, ParseError> {
    let is_beside = |rule: &&Rule<'_>| rule.is_beside(&record.span, of.text);
    match rules.iter().find(is_beside) {
        Some(rule) => Err(refused(of, rule.value.clone(), rule.key)),
        None => Ok(record),
    }
}

/// A key that names a rule, with a value that says something.
struct Rule<'a> {
    key: &'a str,
    value: Range<usize>,
    place: Place,
}

/// Where a rule stands.
enum Place {
    /// Between these brackets, as a member of an object or an argument of a call.
    Brackets(Range<usize>),
    /// On a line of YAML with this indent.
    Line(usize),
}

impl Rule<'_> {
    /// Whether a puzzle is a member of the same object, call or block of lines.
    fn is_beside(&self, puzzle: &Range<usize>, text: &str) -> bool {
        match &self.place {
            Place::Brackets(brackets) => brackets.contains(&puzzle.start),
            Place::Line(indent) => {
                // The rows of a board stand below its key.
                let start = line_start(text, puzzle.start);
                let above = line_start(text, start.saturating_sub(1));
                let member = Member::of(&text[start..]).or_else(|| Member::of(&text[above..]));
                member.is_some_and(|member| member.indent == *indent)
            }
        }
    }
}

/// The rules of a text, except those in documents, whose reader knows them.
fn rules_in(text: &str) -> Vec<Rule<'_>> {
    /// A text with more of them is about something else.
    const MOST: usize = 64;
    let rules = text.match_indices([':', '=']);
    let rules = rules.filter_map(|(at, _)| rule_at(text, at));
    let mut rules: Vec<Rule<'_>> = rules.take(MOST).collect();
    if !rules.is_empty() {
        let documents = rest::documents(text);
        let is_inside = |rule: &Rule<'_>| {
            let mut spans = documents.iter().map(|document| &document.span);
            spans.any(|span| span.contains(&rule.value.start))
        };
        rules.retain(|rule| !is_inside(rule));
    }
    rules
}

/// The rule whose key ends at a colon or an equals sign.
fn rule_at(text: &str, at: usize) -> Option<Rule<'_>> {
    let before = text[..at].trim_end().trim_end_matches(['"', '\'']);
    let key = &before[before.trim_end_matches(is_name).len()..];
    let is_known = is_rule(key) || HOUSES.contains(&plain(key).as_str());
    let value = is_known.then(|| value(text, at + 1))??;
    let above = before[..before.len() - key.len()].trim_end_matches(['"', '\'']);
    let place = match above.trim_end().chars().next_back() {
        Some('{' | '(' | ',') => enclosing(text, before.len()).map(Place::Brackets),
        _ => None,
    };
    let on_a_line = || {
        let member = Member::of(&text[line_start(text, at)..])?;
        (member.key == key).then_some(Place::Line(member.indent))
    };
    let place = place.or_else(on_a_line)?;
    Some(Rule { key, value, place })
}

/// The value behind a key, if it switches something on or lists something.
fn value(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text[from..].trim_start_matches(['>', ' ', '\t', '\r', '\n']);
    let start = text.len() - rest.len();
    let end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
    let is_on = ["true", "True", "- "].iter().any(|on| rest.starts_with(on));
    let inner = rest.strip_prefix(['[', '{', '(']).map(str::trim_start);
    let is_list = inner.is_some_and(|inner| !inner.starts_with([']', '}', ')']));
    (is_on || is_list).then_some(start..end)
}

/// The innermost brackets around a place, unless they are those of a list, or do not match.
fn enclosing(text: &str, at: usize) -> Option<Range<usize>> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut depth = None;
    for (place, symbol) in text.char_indices() {
        if place >= at && depth.is_none() {
            depth = Some(open.len());
        }
        match symbol {
            '(' | '[' | '{' => open.push((place, symbol)),
            ')' | ']' | '}' => {
                let (start, opened) = open.pop()?;
                if !matches!((opened, symbol), ('(', ')') | ('[', ']') | ('{', '}')) {
                    return None;
                }
                if depth == Some(open.len() + 1) {
                    return (opened != '[').then_some(start..place);
                }
            }
            _ => {}
        }
    }
    None
}

/// A member of a block of YAML: `  - grid: …`.
struct Member<'a> {
    key: &'a str,
    indent: usize,
}

impl<'a> Member<'a> {
    /// The member that a line begins with.
    fn of(line: &'a str) -> Option<Member<'a>> {
        let said = line.trim_start_matches([' ', '-']);
        let indent = line.len() - said.len();
        let quoted = said.trim_start_matches(['"', '\'']);
        let length = quoted.find(|c| !is_name(c)).filter(|&length| length > 0)?;
        let behind = quoted[length..].trim_start_matches(['"', '\'']);
        let key = &quoted[..length];
        behind.starts_with(':').then_some(Member { key, indent })
    }
}

fn is_name(symbol: char) -> bool {
    symbol.is_ascii_alphanumeric() || matches!(symbol, '_' | '-' | '+')
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

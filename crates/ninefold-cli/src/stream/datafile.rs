//! Data files: lines that hold more than a puzzle, and how an answer joins them.
//!
//! ```text
//!  id,puzzle,level                  id,puzzle,level,solution          a table gains a column,
//!  7,8..........36……,hard           7,8..........36……,hard,81275……
//!  {"id":7,"puzzle":"8..…"}         {"id":7,"puzzle":"8..…","solution":"812…"}
//!  7;8..........36……;hard           7;81275……;hard                    other lines: in its place
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use ninefold::format::Table;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The usual name of the answer's column or member, unless it is taken.
pub(crate) const SOLUTION: &str = "solution";

/// The structure that the lines of an input share.
#[derive(Clone)]
pub(crate) enum DataFile {
    /// A header, and fields below it.
    Table(Table),
    /// JSON objects.
    Objects,
    /// Any other lines.
    Lines,
}

impl DataFile {
    /// The structure of a text in this format, by its first lines.
    pub(crate) fn new(format: &str, head: &str) -> DataFile {
        match format {
            "csv" => Table::of(head).map_or(DataFile::Lines, DataFile::Table),
            "json" => DataFile::Objects,
            _ => DataFile::Lines,
        }
    }

    /// The header of the answers, with a column of this name for them, if any.
    pub(crate) fn header(&self, column: Option<&str>) -> Option<String> {
        match self {
            DataFile::Table(table) => Some(match column {
                Some(column) => {
                    let is_taken = |name: &str| table.names().iter().any(|known| known == name);
                    table.with_field(table.header(), &new_name(column, is_taken))
                }
                None => table.header().to_owned(),
            }),
            DataFile::Objects | DataFile::Lines => None,
        }
    }

    /// The line with an answer to the puzzle at `span`, in a member of this name if it is an
    /// object.
    pub(crate) fn answered(
        &self,
        line: &str,
        span: &Range<usize>,
        column: &str,
        answer: &str,
    ) -> String {
        match self {
            DataFile::Table(table) => return table.with_field(line.trim_end_matches('\r'), answer),
            DataFile::Objects => {
                if let Some(object) = with_member(line, column, answer) {
                    return object;
                }
            }
            DataFile::Lines => {}
        }
        let parts = (line.get(..span.start), line.get(span.end..));
        match parts {
            (Some(before), Some(after)) if !span.is_empty() => format!("{before}{answer}{after}"),
            _ => answer.to_owned(),
        }
    }

    /// The columns beside the puzzle at `span`, by the names of the columns, or by their
    /// numbers where they have no names.
    pub(crate) fn columns(&self, line: &str, span: &Range<usize>) -> Map<String, Value> {
        let is_beside = |other: &Range<usize>| other.end <= span.start || span.end <= other.start;
        match self {
            DataFile::Table(table) => {
                let fields = table.fields(line).into_iter();
                let named = table.names().iter().zip(fields);
                named
                    .filter(|(_, field)| is_beside(field))
                    .map(|(name, field)| {
                        let text = line[field].trim().replace("\"\"", "\"");
                        (name.clone(), Value::String(text))
                    })
                    .collect()
            }
            DataFile::Objects => members(line)
                .into_iter()
                .flatten()
                .filter(|(_, raw)| is_beside(&place(line, raw.get())))
                .filter_map(|(key, raw)| Some((key, serde_json::from_str(raw.get()).ok()?)))
                .collect(),
            DataFile::Lines => match (line.get(..span.start), line.get(span.end..)) {
                (Some(before), Some(after)) if !span.is_empty() => numbered(before, after),
                _ => Map::new(),
            },
        }
    }
}

/// `solution`, or `solution_2` and so on.
fn new_name(column: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let later = (2..).map(|number| format!("{column}_{number}"));
    let mut names = std::iter::once(column.to_owned()).chain(later);
    names
        .find(|name| !is_taken(name))
        .expect("there is always another number")
}

/// The members of an object that is all of a line, each as it is written.
fn members(line: &str) -> Option<BTreeMap<String, &RawValue>> {
    serde_json::from_str(line).ok()
}

/// The place of a piece in its line.
fn place(line: &str, piece: &str) -> Range<usize> {
    let start = (piece.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    start..start + piece.len()
}

/// The object with the answer as its last member; nothing else about it changes.
fn with_member(line: &str, column: &str, answer: &str) -> Option<String> {
    let members = members(line)?;
    let name = new_name(column, |name| members.contains_key(name));
    let (before, after) = line.split_at(line.rfind('}')?);
    let comma = if members.is_empty() { "" } else { "," };
    let answer = Value::from(answer);
    Some(format!("{before}{comma}\"{name}\":{answer}{after}"))
}

/// The columns before and after a puzzle, numbered from one as they stand on the line.
fn numbered(before: &str, after: &str) -> Map<String, Value> {
    let around = || before.chars().chain(after.chars());
    let separators = [';', ',', '\t'].into_iter();
    let separator = separators.into_iter().find(|&c| around().any(|o| o == c));
    let split = |text: &str| -> Vec<String> {
        match separator {
            _ if text.trim_start().starts_with('#') => vec![String::new(), text.trim().to_owned()],
            Some(separator) => text.split(separator).map(|s| s.trim().to_owned()).collect(),
            None => {
                let words = text.split_whitespace().map(str::to_owned);
                let blank = || std::iter::once(String::new());
                if text.starts_with(char::is_whitespace) {
                    blank().chain(words).collect()
                } else {
                    words.chain(blank()).collect()
                }
            }
        }
    };
    // Text that touches the puzzle belongs to its own column: a quote, or nothing.
    let mut columns = split(before);
    columns.pop();
    columns.push(String::new());
    columns.extend(split(after).into_iter().skip(1));
    let numbered = columns.into_iter().enumerate();
    numbered
        .filter(|(_, text)| !text.is_empty())
        .map(|(index, text)| ((index + 1).to_string(), Value::String(text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1234............";

    fn span(line: &str) -> Range<usize> {
        let start = line.find(PUZZLE).expect("the line has the puzzle");
        start..start + PUZZLE.len()
    }

    fn answered(format: &str, head: &str, line: &str) -> String {
        DataFile::new(format, head).answered(line, &span(line), SOLUTION, "none")
    }

    fn columns(format: &str, head: &str, line: &str) -> String {
        let columns = DataFile::new(format, head).columns(line, &span(line));
        Value::Object(columns).to_string()
    }

    #[test]
    fn a_table_keeps_its_header_and_gains_a_column() {
        let header = |head: &str| DataFile::new("csv", head).header(Some(SOLUTION));
        assert_eq!(
            header("# mine\nid,puzzle\n").as_deref(),
            Some("id,puzzle,solution")
        );
        assert_eq!(
            header("puzzle;solution\r\n").as_deref(),
            Some("puzzle;solution;solution_2")
        );
        let line = format!("7,\"{PUZZLE}\"");
        assert_eq!(answered("csv", "id,puzzle", &line), format!("{line},none"));
        let from_windows = answered("csv", "id,puzzle\r\n", &format!("{line}\r"));
        assert_eq!(from_windows, format!("{line},none"));
    }

    #[test]
    fn an_object_keeps_its_puzzle_and_gains_a_solution() {
        let line = format!("{{\"puzzle\": \"{PUZZLE}\", \"n\": 1e3}} ");
        let expected = format!("{{\"puzzle\": \"{PUZZLE}\", \"n\": 1e3,\"solution\":\"none\"}} ");
        assert_eq!(answered("json", "", &line), expected);
        let line = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":null}}");
        assert!(answered("json", "", &line).ends_with(",\"solution_2\":\"none\"}"));
        let string = format!("\"{PUZZLE}\"");
        assert_eq!(answered("json", "", &string), "\"none\"");
    }

    #[test]
    fn the_rest_of_other_lines_stays() {
        let line = format!("17;{PUZZLE};easy");
        assert_eq!(answered("line", "", &line), "17;none;easy");
        let lines = DataFile::Lines;
        assert_eq!(
            lines.answered(&line, &(0..0), SOLUTION, "none"),
            "none",
            "unknown"
        );
        assert_eq!(
            lines.answered(&line, &(3..99), SOLUTION, "none"),
            "none",
            "not on the line"
        );
    }

    #[test]
    fn columns_have_names_or_numbers() {
        let line = format!("7,{PUZZLE},\"a \"\"b\"\"\"");
        let named = r#"{"id":"7","note":"a \"b\""}"#;
        assert_eq!(columns("csv", "id,puzzle,note", &line), named);
        let line = format!("{{\"puzzle\":\"{PUZZLE}\",\"id\":7,\"tags\":[\"x\"]}}");
        assert_eq!(columns("json", "", &line), r#"{"id":7,"tags":["x"]}"#);
        for (line, expected) in [
            (format!("17;{PUZZLE};easy"), r#"{"1":"17","3":"easy"}"#),
            (format!("a b {PUZZLE} c"), r#"{"1":"a","2":"b","4":"c"}"#),
            (format!("{PUZZLE} # hard one"), r##"{"2":"# hard one"}"##),
            (PUZZLE.to_owned(), "{}"),
        ] {
            assert_eq!(columns("line", "", &line), expected, "{line}");
        }
    }
}

//! Records of a line each with the puzzle in one field, as Glenn Fowler's `sudoku`
//! program and the lists of hardest puzzles have them:
//!
//! ```text
//! #!sudoku -c4,              the puzzle is field 4, a comma between fields
//! 99480,99408,114,1895,1000…0001,Easter-Monster,20.00s,0,…        or field 5
//! ```
//!
//! A header may go on to name the columns: `#!sudoku -c1,PuzzleR,Label,Poster`. Ninefold writes
//! such records.

use crate::format::kinds::line::Reader;
use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, how_many};
use crate::format::parts::{cells, text};
use crate::format::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::settings::Settings;

/// Comma-separated records with the puzzle in a field of its own.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Gsf;

/// What Ninefold itself writes.
const HEADER: &str = "#!sudoku -c1,Puzzle,Rating,Label";

impl Format for Gsf {
    fn name(&self) -> &'static str {
        "gsf"
    }

    fn title(&self) -> &'static str {
        "gsf record"
    }

    fn about(&self) -> &'static str {
        "a record a line, the puzzle in field 5 or where '#!sudoku -c4,' says"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            rating: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let Some(fields) = Fields::of(text, options) else {
            return Vec::new();
        };
        let (confidence, why) = if fields.stated {
            (Confidence::Certain, "begins with #!sudoku".to_owned())
        } else {
            let why = format!("a puzzle in field {} of each line", fields.puzzle);
            (Confidence::Sure, why)
        };
        vec![Reading {
            format: "gsf",
            confidence,
            why,
            records: text::read_lines(text, &fields),
        }]
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        Fields::of(head, options).map(|fields| Box::new(fields) as Box<dyn LineReader>)
    }

    fn preamble(&self) -> Option<&'static str> {
        Some(HEADER)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Gsf {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::GIVENS.up_to(cells::MAX_SYMBOLS).holds(record)?;
        let givens = record.puzzle.givens().iter().copied();
        let mut line = cells::faithful(record, '.').line(givens, '.');
        let meta = &record.meta;
        for (what, field) in [("rating", &meta.rating), ("title", &meta.title)] {
            let field = text::one_line(field.as_deref().unwrap_or_default());
            if field.contains(',') {
                let reason = format!("has no room for the comma in the {what} '{field}'");
                return Err(WriteError::new(reason));
            }
            line.push(',');
            line.push_str(&field);
        }
        Ok(line)
    }
}

/// Where the fields are.
struct Fields {
    reader: Reader,
    /// Whether a header says so.
    stated: bool,
    separator: char,
    /// Which field holds the puzzle, from one.
    puzzle: usize,
    /// Which field holds its name, from one.
    label: Option<usize>,
    /// Which field holds its rating, from one.
    rating: Option<usize>,
}

impl Fields {
    fn of(text: &str, options: &ReadOptions) -> Option<Fields> {
        let mut lines = text::lines(text).map(|line| line.text);
        let reader = Reader::new(options);
        let first = lines.find(|line| !line.trim().is_empty())?;
        if let Some(header) = first.strip_prefix("#!sudoku") {
            return Fields::from_header(header, reader);
        }
        // Without a header: at least six commas, the puzzle in field 5, its name in 6.
        let record = text::first_said(text)?;
        let fields = Fields {
            reader,
            stated: false,
            separator: ',',
            puzzle: 5,
            label: Some(6),
            rating: None,
        };
        let is_puzzle = |field: &str| matches!(fields.reader.read(field), Some(Ok(_)));
        let fits =
            record.matches(',').count() >= 6 && record.split(',').nth(4).is_some_and(is_puzzle);
        fits.then_some(fields)
    }

    /// What follows `#!sudoku`: ` -c4,` and perhaps the names of the columns.
    fn from_header(header: &str, reader: Reader) -> Option<Fields> {
        let (_, columns) = header.split_once("-c")?;
        let digits = columns.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = columns.split_at(digits.unwrap_or(columns.len()));
        let separator = rest.chars().next().unwrap_or(',');
        let field = |wanted: &[&str]| {
            let is_wanted = |name: &str| wanted.iter().any(|w| name.eq_ignore_ascii_case(w));
            let mut names = rest.split(separator).skip(1);
            let index = names.position(|name| is_wanted(name.trim()))?;
            Some(index + 1)
        };
        Some(Fields {
            reader,
            stated: true,
            separator,
            puzzle: number.parse().ok().filter(|&field| field > 0)?,
            label: field(&["label"]),
            rating: field(&["rating", "ER"]),
        })
    }
}

impl LineReader for Fields {
    fn format(&self) -> &'static str {
        "gsf"
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        let body = text::said(line)?;
        let source = Source::new("gsf", line);
        let mut at = line.len() - body.len();
        let mut places = body.split(self.separator).map(|field| {
            let start = at;
            at += field.len() + self.separator.len_utf8();
            (start, field)
        });
        let Some((start, field)) = places.nth(self.puzzle - 1) else {
            let found = how_many(body.split(self.separator).count(), "field");
            let expected = format!("a puzzle in field {}", self.puzzle);
            return Some(Err(source.error(0..line.len(), expected, found)));
        };
        let Some(read) = self.reader.read(field) else {
            let expected = format!("a puzzle in field {}", self.puzzle);
            let span = start..start + field.len();
            return Some(Err(source.error(span, expected, "none")));
        };
        Some(match read {
            Ok(mut record) => {
                record.span = record.span.start + start..record.span.end + start;
                let field = |number: Option<usize>| {
                    let field = body.split(self.separator).nth(number? - 1)?.trim();
                    (!field.is_empty()).then(|| field.to_owned())
                };
                record.meta.title = field(self.label);
                record.meta.rating = field(self.rating);
                Ok(record)
            }
            Err(error) => {
                let span = error.span.start + start..error.span.end + start;
                let moved = source.error(span, error.expected, error.found);
                Err(ParseError {
                    hint: error.hint,
                    ..moved
                })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{from_line, refusal, written};

    const FOUR: &str = "1..4............";

    fn read(text: &str) -> Reading {
        Gsf.read(text, &ReadOptions::default()).remove(0)
    }

    #[test]
    fn the_puzzle_is_in_field_five() {
        let reading = read(&format!(
            "99480,99408,114,1895,{FOUR},Easter-Monster,20.00s,0\n"
        ));
        assert_eq!(reading.confidence, Confidence::Sure);
        let record = reading.records[0].as_ref().unwrap();
        assert_eq!(
            (record.puzzle.to_string().as_str(), record.span.clone()),
            (FOUR, 21..37)
        );
        assert_eq!(record.meta.title.as_deref(), Some("Easter-Monster"));
    }

    #[test]
    fn a_header_says_where_the_puzzle_is() {
        let text = format!("#!sudoku -c2;Number;Puzzle;Label\n1;{FOUR};Mine\n2;12\n3\n");
        let reading = read(&text);
        assert_eq!(reading.confidence, Confidence::Certain);
        let record = reading.records[0].as_ref().unwrap();
        assert_eq!(record.meta.title.as_deref(), Some("Mine"));
        let errors: Vec<_> = reading.records[1..]
            .iter()
            .map(|r| r.as_ref().unwrap_err())
            .collect();
        assert_eq!(
            (errors[0].line, errors[0].column, errors[0].format),
            (3, 3, "gsf")
        );
        assert_eq!(
            errors[1].to_string(),
            "expected a puzzle in field 2, found 1 field"
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = format!("{HEADER}\n{FOUR},7.2,Mine\n{FOUR},,\n");
        let reading = read(&text);
        let mut lines = vec![HEADER.to_owned()];
        for (record, rating) in reading.records.iter().zip([Some("7.2"), None]) {
            let record = record.as_ref().unwrap();
            assert_eq!(record.meta.rating.as_deref(), rating);
            lines.push(written(&Gsf, record));
        }
        assert_eq!(lines.join("\n") + "\n", text);
        let mut record = from_line(FOUR);
        record.meta.title = Some("yours, mine".to_owned());
        let expected = "has no room for the comma in the title 'yours, mine'";
        assert_eq!(refusal(&Gsf, &record), expected);
    }

    #[test]
    fn other_lines_are_left_alone() {
        for text in [
            "",
            "1,2,3,4,5,6,7",
            FOUR,
            "#!sudoku",
            "#!sudoku -c0,",
            "# -c1,",
        ] {
            assert!(Gsf.read(text, &ReadOptions::default()).is_empty(), "{text}");
        }
    }
}

//! A table with a header: the layouts of the well-known collections, and their like.
//!
//! ```text
//!  quizzes,solutions                         0042…,8642…
//!  puzzle,solution                           0042…,8642…
//!  id,puzzle,solution,clues,difficulty       1,1..5.37..6…,198543726…,27,2.2
//!  source,question,answer,rating             forum,7.8…,738…,12
//! ```
//!
//! The header says which column is which, in any order, with or without quotes,
//! separated by commas, semicolons or tabs. Columns that say nothing about the puzzle
//! are left alone. The count of clues is one of them: the puzzle has it already.

use std::ops::Range;

use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, how_many, shown};
use crate::format::parts::{cells, labels, text};
use crate::format::{
    Format, Keeps, LineReader, Meta, ParseError, ReadOptions, Record, RecordWriter, WriteError,
};
use crate::settings::Settings;

/// One puzzle a line below a header that names the columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Csv;

/// What Ninefold itself writes.
const HEADER: &str = "puzzle,solution,rating,id,source";

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn title(&self) -> &'static str {
        "Table"
    }

    fn about(&self) -> &'static str {
        "a table with a header: puzzle,solution,rating,id,source"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            solution: true,
            rating: true,
            ..Keeps::GIVENS
        }
    }

    fn signature(&self) -> &'static str {
        "the header names a column of puzzles"
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let header = text::first_said(head)?;
        let reader = Reader::new(header, options)?;
        // A lone word such as "Sudoku" may as well be a title above a grid.
        let after = text::first_said(&head[head.find(header)? + header.len()..]);
        let longest_row = 35;
        let is_table = reader.columns.len() > 1;
        (is_table || after.is_some_and(|line| line.len() > longest_row))
            .then(|| Box::new(reader) as Box<dyn LineReader>)
    }

    fn opening<'a>(&self, head: &'a str, options: &ReadOptions) -> Option<&'a str> {
        let (opening, row) = text::opening(head, 2)?;
        let reader = self.by_line(opening, options)?;
        reader.read(row)?.is_ok().then_some(opening)
    }

    fn preamble(&self) -> Option<&'static str> {
        Some(HEADER)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Csv {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::GIVENS.holds(record).map(|()| {
            let givens = record.puzzle.givens();
            let alphabet = cells::faithful(record, '.');
            let solution = record.solution.as_ref().map(|grid| {
                let digits = grid.digits().iter().copied().map(Some);
                alphabet.line(digits, '.')
            });
            let meta = &record.meta;
            let others = [&solution, &meta.rating, &meta.id, &meta.source];
            let mut line = alphabet.line(givens.iter().copied(), '.');
            for field in others {
                line.push(',');
                line.push_str(&escaped(field.as_deref().unwrap_or_default()));
            }
            line
        })
    }
}

/// A field as it is written: in quotes if it must be.
fn escaped(field: &str) -> String {
    let field = text::one_line(field);
    let is_bare = !field.contains([',', ';', '"', '\t']) && field.trim() == field;
    if is_bare {
        field
    } else {
        format!("\"{}\"", field.replace('"', "\"\""))
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Puzzle,
    Solution,
    Rating,
    Level,
    Id,
    Source,
    Title,
    Author,
    Other,
}

impl Column {
    /// What a column of this name holds.
    fn named(name: &str) -> Column {
        match name.to_ascii_lowercase().as_str() {
            "quizzes" | "quiz" | "puzzle" | "puzzles" | "sudoku" | "question" | "board"
            | "grid" | "unsolved" => Column::Puzzle,
            name if labels::is_solution(name) => Column::Solution,
            "difficulty" | "rating" | "score" | "er" => Column::Rating,
            "level" => Column::Level,
            "id" => Column::Id,
            "source" => Column::Source,
            "title" | "name" | "label" => Column::Title,
            "author" => Column::Author,
            _ => Column::Other,
        }
    }

    fn of(self, meta: &mut Meta) -> Option<&mut Option<String>> {
        match self {
            Column::Rating => Some(&mut meta.rating),
            Column::Level => Some(&mut meta.level),
            Column::Id => Some(&mut meta.id),
            Column::Source => Some(&mut meta.source),
            Column::Title => Some(&mut meta.title),
            Column::Author => Some(&mut meta.author),
            Column::Puzzle | Column::Solution | Column::Other => None,
        }
    }
}

/// A table of puzzles, by its header: for callers that add a field to its lines.
///
/// ```
/// use ninefold::format::Table;
///
/// let table = Table::of("id,puzzle\n7,1234............\n").unwrap();
/// assert_eq!(table.names(), ["id", "puzzle"]);
/// assert_eq!(table.with_field("7,1234............", "a, b"), "7,1234............,\"a, b\"");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    header: String,
    separator: char,
    names: Vec<String>,
}

impl Table {
    /// The table that a text begins with, if its first line is a header that names a
    /// column of puzzles.
    pub fn of(text: &str) -> Option<Table> {
        text::first_said(text).and_then(Table::new)
    }

    fn new(header: &str) -> Option<Table> {
        let separators = [',', ';', '\t'];
        let separator = separators.into_iter().find(|&c| header.contains(c));
        let separator = separator.unwrap_or(',');
        let fields = fields(header, separator).ok()?;
        let name = |field: Range<usize>| header[field].trim().to_owned();
        let names: Vec<String> = fields.into_iter().map(name).collect();
        let is_puzzle = |name: &String| Column::named(name) == Column::Puzzle;
        names.iter().any(is_puzzle).then(|| Table {
            header: header.to_owned(),
            separator,
            names,
        })
    }

    /// The line that names the columns.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where the fields of a line stand, without their quotes; nowhere, if a quote is
    /// never closed.
    pub fn fields(&self, line: &str) -> Vec<Range<usize>> {
        fields(line, self.separator).unwrap_or_default()
    }

    /// The line with one more field, in quotes if it must be.
    pub fn with_field(&self, line: &str, field: &str) -> String {
        format!("{line}{}{}", self.separator, escaped(field))
    }
}

struct Reader {
    table: Table,
    columns: Vec<Column>,
    options: ReadOptions,
}

impl Reader {
    /// A reader for what stands below this header, if it is one.
    fn new(header: &str, options: &ReadOptions) -> Option<Reader> {
        let table = Table::new(header)?;
        let columns = table.names.iter().map(|name| Column::named(name));
        Some(Reader {
            columns: columns.collect(),
            table,
            options: options.clone(),
        })
    }

    fn record(&self, line: &str) -> Result<Record, ParseError> {
        let source = Source::new("csv", line);
        let fields = fields(line, self.table.separator).map_err(|at| {
            let error = source.error(at..at + 1, "a closing quote", "the end of the line");
            error.hint("a field that begins with a quote ends with one")
        })?;
        let of = |column: Column| {
            let index = self.columns.iter().position(|&c| c == column)?;
            let span = fields.get(index)?.clone();
            let field = line[span].trim();
            (!field.is_empty()).then(|| source.span_of(field))
        };
        let Some(span) = of(Column::Puzzle) else {
            let (expected, found) = (self.columns.len(), fields.len());
            let expected = if found < expected {
                format!("{expected} fields")
            } else {
                "a puzzle in its column".to_owned()
            };
            let error = source.error(0..line.len(), expected, how_many(found, "field"));
            return Err(error.hint(format!("the header is {}", shown(&self.table.header))));
        };
        let mut record = source.whole(span, &self.options)?;
        // The puzzle is sound, whatever is said about its solution.
        match of(Column::Solution).map(|span| source.solution(span, &record)) {
            Some(Ok(solution)) => record.solution = Some(solution),
            Some(Err(error)) => {
                let warning = format!("the stated solution is wrong: {error}");
                record.warnings.push(warning);
            }
            None => {}
        }
        for (&column, field) in self.columns.iter().zip(&fields) {
            let text = line[field.clone()].trim();
            if let Some(place) = column.of(&mut record.meta)
                && !text.is_empty()
            {
                *place = Some(text.replace("\"\"", "\""));
            }
        }
        Ok(record)
    }
}

impl LineReader for Reader {
    fn format(&self) -> &'static str {
        "csv"
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        // Where files were put together, the header comes again.
        let said = text::said(line).filter(|said| *said != self.table.header)?;
        Some(text::moved(self.record(said), 0, line.len() - said.len()))
    }
}

/// Where the fields of a line stand, without their quotes; or where a quote opens
/// that nothing closes. A doubled quote within quotes stands for one.
fn fields(line: &str, separator: char) -> Result<Vec<Range<usize>>, usize> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let rest = &line[start..];
        let quoted = rest.trim_start().strip_prefix('"');
        let end = match quoted {
            Some(inside) => {
                let open = line.len() - inside.len();
                let close = open + closing_quote(inside).ok_or(open - 1)?;
                fields.push(open..close);
                let after = line[close..].find(separator);
                after.map_or(line.len(), |at| close + at)
            }
            None => {
                let end = rest.find(separator).map_or(line.len(), |at| start + at);
                fields.push(start..end);
                end
            }
        };
        if end == line.len() {
            return Ok(fields);
        }
        start = end + separator.len_utf8();
    }
}

/// Where the first quote stands that is not doubled.
fn closing_quote(inside: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + inside[from..].find('"')?;
        if !inside[at + 1..].starts_with('"') {
            return Some(at);
        }
        from = at + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, reading, record, written};

    const SOLVED: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    #[test]
    fn three_layouts_and_their_synonyms() {
        let zeros = INKALA.replace('.', "0");
        for text in [
            format!("quizzes,solutions\n{zeros},{SOLVED}\n"),
            format!("puzzle,solution\r\n{zeros},{SOLVED}\r\n"),
            format!("id,puzzle,solution,clues,difficulty\n7,{INKALA},{SOLVED},21,8.1\n"),
            format!("\u{feff}answer;\"question\";rating\n{SOLVED};\"{INKALA}\"; 8.1 \n"),
        ] {
            let read = record(&Csv, &text);
            assert_eq!(read.puzzle.to_string(), INKALA);
            assert_eq!(read.solution.unwrap().to_string(), SOLVED);
            let puzzle = text.find(INKALA).or_else(|| text.find(&zeros)).unwrap();
            assert_eq!(read.span, puzzle..puzzle + 81);
            let rated = text.contains("8.1").then(|| "8.1".to_owned());
            assert_eq!(read.meta.rating, rated);
        }
    }

    #[test]
    fn lines_are_read_alone_and_the_header_is_skipped() {
        let text =
            format!("source,puzzle\n\"Mepham, \"\"D\"\"\",{INKALA}\n\nsource,puzzle\nx,12\n");
        let read = reading(&Csv, &text);
        assert_eq!(read.records.len(), 2);
        let first = read.records[0].as_ref().unwrap();
        assert_eq!(first.meta.source.as_deref(), Some("Mepham, \"D\""));
        let expected = "5:3 expected at least 16 cells, a 4x4 board, found 2 cells";
        assert_eq!(fault(&Csv, &text), expected);
    }

    #[test]
    fn faults_are_found_in_their_column() {
        let text = format!("puzzle,solution\n{INKALA},{}\n", SOLVED.replace('2', "."));
        let expected = "the stated solution is wrong: \
            expected a solution without blanks, found a blank at r1c3";
        assert_eq!(record(&Csv, &text).warnings, [expected]);
        let text = "id,puzzle\n1\n";
        assert_eq!(fault(&Csv, text), "2:1 expected 2 fields, found 1 field");
        let text = "id,puzzle\n\"1,2\n";
        let expected = "2:1 expected a closing quote, found the end of the line";
        assert_eq!(fault(&Csv, text), expected);
    }

    #[test]
    fn a_word_above_a_grid_is_no_header() {
        let grid = "Sudoku\n12..\n34..\n....\n....\n";
        assert!(Csv.read(grid, &ReadOptions::default()).is_empty());
        assert_eq!(
            record(&Csv, &format!("sudoku\n{INKALA}\n"))
                .puzzle
                .n_givens(),
            21
        );
        assert!(Csv.read(INKALA, &ReadOptions::default()).is_empty());
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = format!("solution,puzzle,id\n{SOLVED},{INKALA},\"a, b\"\n");
        let read = record(&Csv, &text);
        let line = written(&Csv, &read);
        assert_eq!(line, format!("{INKALA},{SOLVED},,\"a, b\","));
        let again = record(&Csv, &format!("{}\n{line}\n", Csv.preamble().unwrap()));
        assert_eq!(again.meta, read.meta);
        assert_eq!(again.solution, read.solution);
        let bare = written(&Csv, &from_line(INKALA));
        assert_eq!(bare, format!("{INKALA},,,,"));
    }
}

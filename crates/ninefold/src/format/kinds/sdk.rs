//! `.sdk`: the puzzle files of SadMan Sudoku and SudoCue.
//!
//! ```text
//!  #A Ruud                      author; also #D description, #C comment, #B date,
//!  #L Hard                      #S source, #L level, #U address
//!  [Puzzle]
//!  2..1.5..3                    the givens, one row a line
//!  …
//!  [State]                      what the board looks like now
//!  [PencilMarks]                49,,4,,14,45,459,,1469: empty for filled cells
//!  [Colours]
//! ```
//!
//! SudoCue leaves out the tags, and the space after the letter. SadMan's counts of
//! solutions (`#N`), clues (`#H`) and seconds (`#T`) say nothing that the puzzle does not
//! say, and are skipped.

use crate::format::parts::cells::MAX_SYMBOLS;
use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::text::{self, TextLine};
use crate::format::parts::{cells, marks};
use crate::format::{
    Confidence, Format, Keeps, Meta, ParseError, Progress, ReadOptions, Reading, Record,
    RecordWriter, WriteError,
};
use crate::geometry::Digit;
use crate::sets::DigitSet;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// A header, the puzzle, and how far the player has come.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Sdk;

impl Format for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn title(&self) -> &'static str {
        "SDK file"
    }

    fn about(&self) -> &'static str {
        "SadMan and SudoCue files: #A author, [Puzzle], [State], [PencilMarks]"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            placed: true,
            marks: true,
            meta: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let drafts = drafts(text);
        let (why, confidence) = match &drafts[..] {
            _ if drafts.iter().any(|draft| draft.is_tagged) => {
                ("it has a section [Puzzle]", Confidence::Certain)
            }
            [first, ..] if first.meta != Meta::default() && first.is_square() => {
                ("a header of lines like #A and #D", Confidence::Sure)
            }
            _ => return Vec::new(),
        };
        let source = Source::new("sdk", text);
        vec![Reading {
            format: "sdk",
            confidence,
            why: why.to_owned(),
            records: drafts
                .into_iter()
                .map(|draft| draft.record(&source, options))
                .collect(),
        }]
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Sdk {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::MARKS
            .up_to(MAX_SYMBOLS)
            .holds(record)
            .map(|()| write(record))
    }
}

/// The header's letters and what they say.
const HEADERS: [char; 10] = ['A', 'D', 'C', 'B', 'S', 'L', 'U', 'N', 'H', 'T'];

/// Where the header of this letter is kept; nowhere for the counts.
fn place_of(meta: &mut Meta, letter: char) -> Option<&mut Option<String>> {
    match letter {
        'A' => Some(&mut meta.author),
        'D' => Some(&mut meta.description),
        'C' => Some(&mut meta.comment),
        'B' => Some(&mut meta.date),
        'S' => Some(&mut meta.source),
        'L' => Some(&mut meta.level),
        'U' => Some(&mut meta.url),
        _ => None,
    }
}

/// One puzzle's lines, sorted by section.
#[derive(Default)]
struct Draft<'a> {
    meta: Meta,
    is_tagged: bool,
    puzzle: Vec<TextLine<'a>>,
    state: Vec<TextLine<'a>>,
    marks: Vec<TextLine<'a>>,
    colours: Vec<TextLine<'a>>,
    /// A tag that no file has.
    strange: Option<TextLine<'a>>,
    /// From the first line to the last.
    extent: std::ops::Range<usize>,
}

impl Draft<'_> {
    fn reaches(&mut self, line: TextLine<'_>) {
        if self.extent.is_empty() {
            self.extent.start = line.start;
        }
        self.extent.end = line.start + line.text.len();
    }

    fn has_rows(&self) -> bool {
        !(self.puzzle.is_empty() && self.state.is_empty() && self.marks.is_empty())
    }

    /// Whether the rows make a square, or nearly: without a tag that is the only sign.
    fn is_square(&self) -> bool {
        let width = self
            .puzzle
            .first()
            .map_or(0, |row| row.text.chars().count());
        (4..=MAX_SYMBOLS).contains(&width) && self.puzzle.len().abs_diff(width) <= 1
    }

    fn record(self, source: &Source<'_>, options: &ReadOptions) -> Result<Record, ParseError> {
        if let Some(tag) = self.strange {
            let expected = "[Puzzle], [State], [PencilMarks] or [Colours]";
            let span = source.span_of(tag.text);
            return Err(source.error(span, expected, shown(tag.text)));
        }
        let (Some(first), Some(last)) = (self.puzzle.first(), self.puzzle.last()) else {
            let end = source.text.len();
            return Err(source.error(end..end, "rows below [Puzzle]", "none"));
        };
        let span = first.start..last.start + last.text.len();
        let is_line = self.puzzle.len() == 1 && first.text.len() >= 16;
        let width = first.text.chars().count();
        let cells = if is_line {
            source.cells(span.clone(), None, None)?
        } else {
            let expected = format!("a board of up to {MAX_SYMBOLS}x{MAX_SYMBOLS}");
            if width > MAX_SYMBOLS {
                return Err(source.error(span, expected, format!("{width}x{width}")));
            }
            source.symbols(
                &read_rows(source, &self.puzzle, width, symbols)?,
                width,
                None,
            )?
        };
        let mut record = source.record(span, cells, None, options)?;
        record.beside = self.extent;
        record.meta = self.meta;
        if !self.state.is_empty() || !self.marks.is_empty() {
            record.progress = Some(progress(source, &self.state, &self.marks, &record)?);
        }
        if !self.colours.is_empty() {
            record.warnings.push("colours are left out".to_owned());
        }
        Ok(record)
    }
}

/// The lines of each puzzle in a file. A header line or `[Puzzle]` after rows begins
/// the next one.
fn drafts(text: &str) -> Vec<Draft<'_>> {
    let mut drafts = Vec::new();
    let mut draft = Draft::default();
    let mut section = "[puzzle]".to_owned();
    for line in text::lines(text) {
        let trimmed = line.text.trim();
        let header = header(trimmed);
        let tag = (trimmed.starts_with('[') && trimmed.ends_with(']'))
            .then(|| trimmed.to_ascii_lowercase());
        let begins = header.is_some() || tag.as_deref() == Some("[puzzle]");
        if begins && draft.has_rows() {
            drafts.push(std::mem::take(&mut draft));
            section = "[puzzle]".to_owned();
        }
        if let Some((letter, words)) = header {
            note(&mut draft.meta, letter, words);
            draft.reaches(line);
            continue;
        }
        // Behind a whole board and an empty line stands something else, unless a tag says so.
        if trimmed.is_empty() && draft.is_square() {
            section.clear();
        }
        if trimmed.is_empty() || trimmed.starts_with('#') || section.is_empty() && tag.is_none() {
            continue;
        }
        draft.reaches(line);
        let row = TextLine {
            start: line.start + (line.text.len() - line.text.trim_start().len()),
            text: trimmed,
        };
        if let Some(tag) = tag {
            draft.is_tagged |= tag == "[puzzle]";
            section = tag;
        }
        let rows = match section.as_str() {
            "[puzzle]" => &mut draft.puzzle,
            "[state]" => &mut draft.state,
            "[pencilmarks]" => &mut draft.marks,
            "[colours]" | "[colors]" => &mut draft.colours,
            _ => {
                draft.strange.get_or_insert(row);
                continue;
            }
        };
        if !row.text.starts_with('[') {
            rows.push(row);
        }
    }
    if draft.has_rows() || draft.is_tagged || draft.strange.is_some() {
        drafts.push(draft);
    }
    // Rows above the first header or tag are no part of the file.
    drafts.retain(|draft| draft.is_tagged || draft.meta != Meta::default());
    drafts
}

/// The letter and the words of a header line. SudoCue writes no space between them, so
/// a comment that merely begins with one of the letters is distinguished by its case.
fn header(line: &str) -> Option<(char, &str)> {
    let rest = line.strip_prefix('#')?;
    let letter = rest.chars().next().filter(|c| HEADERS.contains(c))?;
    let words = &rest[1..];
    (!words.starts_with(|c: char| c.is_ascii_lowercase())).then(|| (letter, words.trim()))
}

/// Keeps what a header line says; a comment may have several.
fn note(meta: &mut Meta, letter: char, words: &str) {
    let Some(place) = place_of(meta, letter).filter(|_| !words.is_empty()) else {
        return;
    };
    match place {
        Some(said) => {
            said.push('\n');
            said.push_str(words);
        }
        None => *place = Some(words.to_owned()),
    }
}

/// Reads as many rows as a board of this size has, each with `read_row`.
fn read_rows<T>(
    source: &Source<'_>,
    rows: &[TextLine<'_>],
    size: usize,
    read_row: impl Fn(&Source<'_>, TextLine<'_>, usize) -> Result<Vec<T>, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut all = Vec::new();
    for (index, row) in rows.iter().enumerate().take(size) {
        let cells = read_row(source, *row, size)?;
        if cells.len() != size {
            let expected = format!("{size} cells in row {}", index + 1);
            let span = source.span_of(row.text);
            return Err(source.error(span, expected, cells.len().to_string()));
        }
        all.extend(cells);
    }
    if rows.len() == size {
        return Ok(all);
    }
    let span = rows
        .get(size)
        .or(rows.last())
        .map(|row| source.span_of(row.text));
    let span = span.unwrap_or_default();
    Err(source.error(span, format!("{size} rows"), rows.len().to_string()))
}

/// The characters of a row, with their places.
fn symbols(
    _: &Source<'_>,
    row: TextLine<'_>,
    size: usize,
) -> Result<Vec<(usize, char)>, ParseError> {
    let symbols = row.text.char_indices().take(size + 1);
    Ok(symbols.map(|(at, c)| (row.start + at, c)).collect())
}

fn row_of_marks(
    source: &Source<'_>,
    row: TextLine<'_>,
    size: usize,
    alphabet: Alphabet,
) -> Result<Vec<DigitSet>, ParseError> {
    let mut sets = Vec::new();
    for field in row.text.split(',') {
        let start = source.span_of(field).start;
        let digits = field.char_indices();
        let digits = digits.map(|(at, c)| source.symbol(start + at, c, size, alphabet));
        let digits: Result<Vec<Option<Digit>>, ParseError> = digits.collect();
        sets.push(digits?.into_iter().flatten().collect());
    }
    Ok(sets)
}

/// How far the player has come with the puzzle.
fn progress(
    source: &Source<'_>,
    state: &[TextLine<'_>],
    marks: &[TextLine<'_>],
    record: &Record,
) -> Result<Progress, ParseError> {
    let (puzzle, alphabet) = (&record.puzzle, record.alphabet);
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let mut placed = vec![None; geometry.n_cells()];
    if !state.is_empty() {
        let symbols = read_rows(source, state, size, symbols)?.into_iter();
        let values = symbols.map(|(at, c)| source.symbol(at, c, size, alphabet));
        let values: Vec<Option<Digit>> = values.collect::<Result<_, _>>()?;
        for cell in geometry.cells() {
            let value = values[cell.index()];
            match puzzle.given(cell) {
                None => placed[cell.index()] = value,
                Some(given) if value.is_some_and(|value| value != given) => {
                    let row = state[geometry.row(cell) - 1];
                    let expected = format!("the given {given} at {}", geometry.name(cell));
                    let found = value.map_or(String::new(), |value| value.to_string());
                    return Err(source.error(source.span_of(row.text), expected, found));
                }
                Some(_) => {}
            }
        }
    }
    let mut notes = None;
    if !marks.is_empty() {
        let mut sets = read_rows(source, marks, size, |source, row, size| {
            row_of_marks(source, row, size, alphabet)
        })?;
        for cell in geometry.cells() {
            if puzzle.given(cell).is_some() || placed[cell.index()].is_some() {
                sets[cell.index()] = DigitSet::EMPTY;
            }
        }
        notes = Some(sets.into());
    }
    Ok(Progress {
        placed: placed.into(),
        marks: notes,
    })
}

fn write(record: &Record) -> String {
    let size = record.puzzle.geometry().size();
    let alphabet = cells::faithful(record, '.');
    let mut lines: Vec<String> = Vec::new();
    let mut meta = record.meta.clone();
    for letter in HEADERS {
        let said = place_of(&mut meta, letter).and_then(Option::take);
        let said = said.unwrap_or_default();
        lines.extend(said.lines().map(|line| format!("#{letter} {line}")));
    }
    let mut board = |tag: &str, cells: &[Option<Digit>]| {
        lines.push(tag.to_owned());
        let rows = cells.chunks(size);
        lines.extend(rows.map(|row| alphabet.line(row.iter().copied(), '.')));
    };
    let values = marks::values(record);
    board("[Puzzle]", record.puzzle.givens());
    let progress = record.progress.as_ref();
    if progress.is_some() {
        board("[State]", &values);
    }
    let noted = progress.and_then(|progress| progress.marks.as_deref());
    if let Some(marks) = noted.or(record.puzzle.marks()) {
        lines.push("[PencilMarks]".to_owned());
        let written: Vec<String> = marks
            .iter()
            .zip(&values)
            .map(|(set, value)| match value {
                Some(_) => String::new(),
                None => alphabet.line(set.iter().map(Some), '.'),
            })
            .collect();
        lines.extend(written.chunks(size).map(|row| row.join(",")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, reading, record, written};

    const FOUR: &str = "\
#A Ruud
#D An example
#C one
#C two
#H 4
[Puzzle]
1...
..2.
.3..
...4
[State]
1..2
..2.
.3..
...4
[PencilMarks]
,24,34,
34,4,,13
24,,1,12
2,12,13,
[Colours]
1...
....
....
....";

    #[test]
    fn every_section_is_read() {
        let read = record(&Sdk, FOUR);
        assert_eq!(read.puzzle.to_string(), "1.....2..3.....4");
        assert_eq!(read.meta.author.as_deref(), Some("Ruud"));
        assert_eq!(read.meta.comment.as_deref(), Some("one\ntwo"));
        let progress = read.progress.as_ref().unwrap();
        assert_eq!(progress.placed[3], Digit::new(2));
        assert_eq!(progress.placed.iter().flatten().count(), 1);
        let marks = progress.marks.as_ref().unwrap();
        assert_eq!(marks[2].to_string(), "34");
        assert_eq!(read.warnings, ["colours are left out"]);
        let begin = FOUR.find("1...").unwrap();
        assert_eq!(read.span, begin..begin + 19);
    }

    #[test]
    fn what_is_written_reads_back() {
        let read = record(&Sdk, FOUR);
        let text = written(&Sdk, &read);
        let dropped = FOUR.find("[Colours]").unwrap();
        assert_eq!(text, FOUR[..dropped].trim_end().replace("#H 4\n", ""));
        let again = record(&Sdk, &text);
        assert_eq!((again.progress, again.meta), (read.progress, read.meta));
        let plain = written(&Sdk, &from_line(INKALA));
        assert_eq!(plain.lines().count(), 10);
        assert_eq!(record(&Sdk, &plain).puzzle, from_line(INKALA).puzzle);
    }

    #[test]
    fn sudocue_leaves_out_tags_and_spaces() {
        let text = "#ARuud\r\n#DNo tags\r\n1...\r\n..2.\r\n.3..\r\n...4\r\n";
        let read = record(&Sdk, text);
        assert_eq!(read.meta.author.as_deref(), Some("Ruud"));
        assert_eq!(read.puzzle.n_givens(), 4);
        assert_eq!(read.progress, None);
    }

    #[test]
    fn a_file_may_hold_several_puzzles() {
        let two = format!("{FOUR}\n#A Again\n[Puzzle]\n1...\n....\n....\n....\n");
        let read = reading(&Sdk, &two);
        assert_eq!(read.records.len(), 2);
        let second = read.records[1].as_ref().unwrap();
        assert_eq!(second.meta.author.as_deref(), Some("Again"));
    }

    #[test]
    fn comments_alone_make_no_sdk() {
        let none = |text: &str| Sdk.read(text, &ReadOptions::default()).is_empty();
        assert!(none("#Downloaded today\n1...\n..2.\n.3..\n...4\n"));
        assert!(none("1...\n..2.\n.3..\n...4\n"));
        assert!(none(&format!("#A me\n{INKALA}\n")));
        assert!(none("[[1,2],[3,4]]"));
    }

    #[test]
    fn slips_are_pointed_at() {
        let fault = |from: &str, to: &str| fault(&Sdk, &FOUR.replacen(from, to, 1));
        assert_eq!(
            fault("..2.\n", "..2\n"),
            "8:1 expected 4 cells in row 2, found 3"
        );
        assert_eq!(
            fault("..2.\n", "..5.\n"),
            "8:3 expected a digit from 1 to 4 or a blank, found '5'"
        );
        assert_eq!(fault("...4\n", ""), "9:1 expected 4 rows, found 3");
        assert_eq!(
            fault("1..2", "3..2"),
            "12:1 expected the given 1 at r1c1, found 3"
        );
        assert_eq!(
            fault(",24,34,", ",24,34"),
            "17:1 expected 4 cells in row 1, found 3"
        );
        let wide = "1".repeat(5000);
        let expected = "7:1 expected a board of up to 36x36, found 5000x5000";
        assert_eq!(fault("1...\n", &format!("{wide}\n")), expected);
        let expected = "21:1 expected [Puzzle], [State], [PencilMarks] or [Colours], found '[Fun]'";
        assert_eq!(fault("[Colours]", "[Fun]"), expected);
    }
}

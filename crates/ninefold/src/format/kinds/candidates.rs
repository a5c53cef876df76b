//! Every candidate of every cell on one line: N³ characters, N to a cell.
//!
//! ```text
//!  .......8. 12.4.6... .2.456..9 …      r1c1 is 8, r1c2 may be 1, 2, 4 or 6, …
//!  1 2 3 4 5 6 7 8 9                    slot k holds digit k or a blank
//! ```
//!
//! Without the spaces: 729 characters for 9×9. Players call a puzzle stated so a
//! *Sukaku*. A line of 64 characters may also be an 8×8 board; it is 4×4 candidates
//! only if every character stands in its own slot.

use crate::format::parts::room::Room;
use crate::format::parts::rows::{CellText, Drawn, Split, draw};
use crate::format::parts::source::{Source, shown};
use crate::format::parts::{marks, text};
use crate::format::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::Digit;
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// N³ characters, N slots to a cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Candidates;

/// The largest board whose digits are one character each.
const LARGEST: usize = 35;

impl Format for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn title(&self) -> &'static str {
        "Candidates"
    }

    fn about(&self) -> &'static str {
        "every candidate in its slot, 729 characters for 9x9: .......8.12.4.6..."
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            marks: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        if let Some(drawn) = drawn(text, options) {
            return vec![drawn];
        }
        let mut lines = text::lines(text).map(|line| line.text);
        let sizes = lines.by_ref().take(HEAD).find_map(size_of);
        let confidence = match sizes {
            Some(Fit::Exact(_)) => Confidence::Sure,
            Some(Fit::Nearly(_)) => Confidence::Possible,
            None => return Vec::new(),
        };
        vec![Reading {
            format: "candidates",
            confidence,
            why: "every character is a blank or the digit of its slot".to_owned(),
            records: text::read_lines(text, reader(options).as_ref()),
        }]
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        match text::first_said(head).and_then(size_of) {
            Some(Fit::Exact(_)) => Some(reader(options)),
            _ => None,
        }
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Candidates {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::MARKS.up_to(LARGEST).holds(record).map(|()| {
            let digits: Vec<Digit> = record.puzzle.geometry().digits().collect();
            let mut line = String::new();
            for set in marks::candidates(record) {
                for &digit in &digits {
                    if set.contains(digit) {
                        Alphabet::OneBased.write(digit, &mut line);
                    } else {
                        line.push('.');
                    }
                }
            }
            line
        })
    }
}

/// A board drawn with several lines a cell, every candidate in its place:
///
/// ```text
///  123 . . 3 |        r1c1 may be 1, 2, 3, 5 or 9
///  .5. . 5 . |        r1c2 may be 3, 5 or 7
///  ..9 7 . . |
/// ```
///
/// A digit that stands alone in its cell may stand anywhere in it.
fn drawn(text: &str, options: &ReadOptions) -> Option<Reading> {
    const LARGEST_DRAWN: usize = 16;
    let mut rows: Vec<Vec<(usize, char)>> = Vec::new();
    for line in text::lines(text) {
        if let Drawn::Row(row) = draw(line.text, Split::Symbols, None) {
            let cells = row.cells.iter();
            let symbol =
                |cell: &CellText<'_>| Some((line.start + cell.at, cell.text.chars().next()?));
            rows.push(cells.filter_map(symbol).collect());
            if rows.len() > LARGEST_DRAWN * LARGEST_DRAWN {
                return None;
            }
        }
    }
    let width = rows.first()?.len();
    let size = (4..=LARGEST_DRAWN).find(|size| rows.len() * width == size * size * size)?;
    let is_even = width.is_multiple_of(size) && rows.iter().all(|row| row.len() == width);
    let (height, width) = (rows.len() / size, width / size);
    if !is_even || height < 2 || width < 2 {
        return None;
    }
    let mut sets = Vec::with_capacity(size * size);
    for row in rows.chunks(height) {
        for column in 0..size {
            let in_cell = |line: &'_ Vec<(usize, char)>| line[column * width..][..width].to_vec();
            let symbols: Vec<(usize, char)> = row.iter().flat_map(in_cell).collect();
            sets.push(slots(&symbols)?);
        }
    }
    let has_choice = sets.iter().any(|set| set.len() > 1);
    let (start, _) = *rows.first()?.first()?;
    let (end, _) = *rows.last()?.last()?;
    let source = Source::new("candidates", text);
    let record = source.geometry(start..end + 1, size, None, options);
    let record = record.map(|geometry| {
        let lone = marks::lone_digits(&geometry, &sets, options.singletons);
        Record {
            span: start..end + 1,
            ..Record::new(Puzzle::of(geometry, lone).limited_to(sets))
        }
    });
    has_choice.then(|| Reading {
        format: "candidates",
        confidence: Confidence::Certain,
        why: format!("{height} lines of {width} candidates a cell, each in its place"),
        records: vec![record],
    })
}

/// The candidates of a cell with a slot for each digit, or its only digit, wherever it is.
fn slots(symbols: &[(usize, char)]) -> Option<DigitSet> {
    let is_blank = |symbol: char| matches!(symbol, '.' | '0' | '-' | '_' | '*');
    let filled = symbols
        .iter()
        .enumerate()
        .filter(|(_, (_, symbol))| !is_blank(*symbol));
    let filled: Vec<(usize, char)> = filled.map(|(slot, &(_, symbol))| (slot, symbol)).collect();
    let digit = |symbol: char| {
        Alphabet::OneBased
            .digit(symbol)
            .filter(|d| d.value() <= symbols.len())
    };
    match filled[..] {
        [] => Some(DigitSet::all(symbols.len())),
        [(_, symbol)] => digit(symbol).map(DigitSet::only),
        _ => {
            let in_slot =
                |&(slot, symbol): &(usize, char)| digit(symbol).filter(|d| d.index() == slot);
            filled.iter().map(in_slot).collect()
        }
    }
}

/// How many lines are looked at for one of candidates.
const HEAD: usize = 100;

/// How well a line has the shape, and for which size.
enum Fit {
    Exact(usize),
    /// A slip or two: worth an error that points at it.
    Nearly(usize),
}

/// The size of the board whose candidates the line lists, if it looks like any.
fn size_of(line: &str) -> Option<Fit> {
    let line = line.trim_end();
    let is_symbol = |c: char| c == '.' || c.is_ascii_alphanumeric();
    // The smallest line that is worth a thought is 4x4; the largest, 35x35.
    if line.len() < 60 || line.len() > LARGEST.pow(3) + 2 || !line.chars().all(is_symbol) {
        return None;
    }
    let size = (4..=LARGEST).find(|&size| line.len() <= size * size * size + 2)?;
    let misfits = line.char_indices().filter(|&(at, c)| !fits(c, at % size));
    let exact_length = line.len() == size * size * size;
    let n_candidates = line.chars().filter(|c| !matches!(c, '.' | '0')).count();
    match misfits.take(3).count() {
        // An empty line of an 8x8 board says nothing about candidates.
        _ if n_candidates < size * size => None,
        0 if exact_length => Some(Fit::Exact(size)),
        1..=2 if exact_length => Some(Fit::Nearly(size)),
        _ => {
            // A character too many or too few puts all that follow out of step.
            let near = line.len().abs_diff(size.pow(3)) <= 2;
            let in_step = first_misfit(line, size) >= size;
            (near && !exact_length && in_step).then_some(Fit::Nearly(size))
        }
    }
}

fn fits(symbol: char, slot: usize) -> bool {
    matches!(symbol, '.' | '0') || Alphabet::OneBased.digit(symbol).map(Digit::index) == Some(slot)
}

/// Where the first character stands that is not in its slot.
fn first_misfit(line: &str, size: usize) -> usize {
    let mut symbols = line.char_indices();
    let misfit = symbols.find(|&(at, c)| !fits(c, at % size));
    misfit.map_or(line.len(), |(at, _)| at)
}

fn reader(options: &ReadOptions) -> Box<dyn LineReader> {
    let options = options.clone();
    text::line_reader("candidates", move |line| read(line.trim_end(), &options))
}

fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let source = Source::new("candidates", line);
    let size = match size_of(line) {
        Some(Fit::Exact(size)) => size,
        Some(Fit::Nearly(size)) => return Err(fault(&source, line, size)),
        None => {
            let found = format!("{} characters", line.chars().count());
            let expected = "a candidate or a blank for each digit of each cell, 729 in all for 9x9";
            return Err(source.error(0..line.len(), expected, found));
        }
    };
    let digit_set = |slots: &[u8]| -> DigitSet {
        let digits = slots
            .iter()
            .map(|&slot| Alphabet::OneBased.digit(slot.into()));
        digits.flatten().collect()
    };
    let marks: Vec<DigitSet> = line.as_bytes().chunks(size).map(digit_set).collect();
    let geometry = source.geometry(0..line.len(), size, None, options)?;
    let puzzle = marks::puzzle_of_marks(geometry, marks, options.singletons);
    let mut record = Record::new(puzzle);
    record.span = 0..line.len();
    Ok(record)
}

/// What is wrong with a line that nearly fits.
fn fault(source: &Source<'_>, line: &str, size: usize) -> ParseError {
    let at = first_misfit(line, size);
    let (expected, length) = (size.pow(3), line.len());
    if length != expected {
        let error = source.error(
            at..at,
            format!("{expected} characters, {size} for each cell"),
            length.to_string(),
        );
        return error.hint("up to here the digits stand in their slots");
    }
    let cell = at / size;
    let mut digit = String::new();
    Alphabet::OneBased.write(Digit::from_index(at % size), &mut digit);
    let (row, column) = (cell / size + 1, cell % size + 1);
    let expected = format!("{digit} or a blank in this slot of r{row}c{column}");
    source.error(at..at + 1, expected, shown(&line[at..at + 1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record, refusal, written};
    use crate::geometry::Geometry;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_puzzle_is_written_with_its_direct_candidates() {
        let line = written(&Candidates, &from_line(INKALA));
        assert_eq!(&line[..36], ".......8.12.4.6....2.456..9.234..7..");
        assert_eq!(line.len(), 729);
        assert_eq!(line.matches('.').count(), 454);
    }

    #[test]
    fn what_is_written_reads_back() {
        let line = written(&Candidates, &from_line(INKALA));
        let read = record(&Candidates, &line);
        assert_eq!(read.puzzle.to_string(), INKALA);
        let r1c2 = read.puzzle.geometry().at(1, 2);
        assert_eq!(read.puzzle.allowed(r1c2).to_string(), "1246");
        assert_eq!(written(&Candidates, &read), line);
        assert_eq!(read.span, 0..729);
    }

    #[test]
    fn sixty_four_characters_are_candidates_only_if_all_stand_in_their_slots() {
        let four = "12341...123412341234123412341234123412341234123412341234123412.4";
        assert_eq!(four.len(), 64);
        let read = record(&Candidates, four);
        assert_eq!(read.puzzle.geometry().size(), 4);
        // r1c2 holds only 1, but its peers list 1 as well: a candidate.
        assert_eq!(read.puzzle.n_givens(), 0);
        let eight = "12345678".repeat(8);
        assert!(Candidates.read(&eight, &ReadOptions::default()).is_empty());
        let line = Candidates.by_line(&eight, &ReadOptions::default());
        assert!(line.is_none());
        let blank = ".".repeat(64);
        assert!(Candidates.read(&blank, &ReadOptions::default()).is_empty());
    }

    #[test]
    fn slips_are_pointed_at() {
        let line = written(&Candidates, &from_line(INKALA));
        let strange = line.replacen("12.4.6", "12.4.7", 1);
        let expected = "1:15 expected 6 or a blank in this slot of r1c2, found '7'";
        assert_eq!(fault(&Candidates, &strange), expected);
        let short = line.replacen("12.4.6", "12.46", 1);
        let expected = "1:14 expected 729 characters, 9 for each cell, found 728";
        assert_eq!(fault(&Candidates, &short), expected);
    }

    #[test]
    fn boards_with_too_many_digits_are_refused() {
        let large = Record::new(Puzzle::empty(Geometry::of_size(36).unwrap()));
        let expected = "writes boards of up to 35x35, not 36x36";
        assert_eq!(refusal(&Candidates, &large), expected);
    }
}

//! `.sdx`: SudoCue's record of a game under way, one row a line.
//!
//! ```text
//!  2 u7 469 1 ...       2 is given, 7 was placed by the user (u),
//!                       r1c3 is still open: 4, 6 or 9
//! ```
//!
//! A lone digit without `u` is a given, unless a peer still lists it: then it is the
//! last candidate of its cell.

use crate::format::parts::marks;
use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::text::{self, TextLine};
use crate::format::{
    Confidence, Format, Keeps, ParseError, Progress, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::Digit;
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// Givens, placed digits and candidates, cell by cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Sdx;

/// The largest board whose digits cannot be taken for a `u`.
const LARGEST: usize = 9;

impl Format for Sdx {
    fn name(&self) -> &'static str {
        "sdx"
    }

    fn title(&self) -> &'static str {
        "SDX file"
    }

    fn about(&self) -> &'static str {
        "SudoCue's games under way, u before a placed digit: 2 u7 469 1 ..."
    }

    fn keeps(&self) -> Keeps {
        Keeps::GAME
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let rows: Option<Vec<Vec<&str>>> = text::lines(text)
            .filter(|line| !line.text.trim().is_empty())
            .map(row)
            .take(LARGEST + 2)
            .collect();
        // Without a 'u' it is a pencil-mark grid like any other.
        let Some(rows) = rows.filter(|rows| {
            let has_placed = rows.iter().flatten().any(|word| word.starts_with('u'));
            has_placed && rows.len() <= LARGEST + 1
        }) else {
            return Vec::new();
        };
        let source = Source::new("sdx", text);
        vec![Reading {
            format: "sdx",
            // Surer than a pencil-mark grid, which may have letters beside its digits.
            confidence: Confidence::Certain,
            why: "rows of candidates, with u before placed digits".to_owned(),
            records: vec![read(&source, &rows, options)],
        }]
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Sdx {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::MARKS
            .up_to(LARGEST)
            .holds(record)
            .and_then(|()| write(record))
    }
}

/// The cells of a line, if all of them look like cells.
fn row(line: TextLine<'_>) -> Option<Vec<&str>> {
    let is_cell = |word: &&str| {
        let digits = word.strip_prefix('u').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words: Vec<&str> = line
        .text
        .split_ascii_whitespace()
        .take(LARGEST + 2)
        .collect();
    words.iter().all(is_cell).then_some(words)
}

fn read(
    source: &Source<'_>,
    rows: &[Vec<&str>],
    options: &ReadOptions,
) -> Result<Record, ParseError> {
    let start = source.span_of(rows[0][0]).start;
    let end = rows.last().and_then(|row| row.last());
    let span = start..end.map_or(start, |word| source.span_of(word).end);
    let size = rows.len();
    let geometry = source.geometry(span.clone(), size, None, options)?;
    let (mut sets, mut placed) = (Vec::new(), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        if row.len() != size {
            let span = source.span_of(row[0]).start..source.span_of(row[row.len() - 1]).end;
            let expected = format!("{size} cells in row {} of {size}", index + 1);
            return Err(source.error(span, expected, row.len().to_string()));
        }
        for word in row {
            let set = digits(source, word, size)?;
            placed.push(set.single().filter(|_| word.starts_with('u')));
            sets.push(set);
        }
    }
    let lone = marks::lone_digits(&geometry, &sets, options.singletons);
    let is_given = |index: usize| lone[index].filter(|_| placed[index].is_none());
    let givens: Vec<Option<Digit>> = (0..sets.len()).map(is_given).collect();
    for (index, set) in sets.iter_mut().enumerate() {
        if givens[index].or(placed[index]).is_some() {
            *set = DigitSet::EMPTY;
        }
    }
    let mut record = Record::new(Puzzle::of(geometry, givens));
    record.span = span;
    record.progress = Some(Progress {
        placed: placed.into(),
        marks: Some(sets.into()),
    });
    Ok(record)
}

/// The digits of one cell: one after a `u`, else as many as there are.
fn digits(source: &Source<'_>, word: &str, size: usize) -> Result<DigitSet, ParseError> {
    let span = source.span_of(word);
    let mut set = DigitSet::EMPTY;
    for (at, c) in word.char_indices().filter(|&(_, c)| c != 'u') {
        match source.symbol(span.start + at, c, size, Alphabet::OneBased)? {
            Some(digit) if !set.contains(digit) => set.insert(digit),
            _ => return Err(source.error(span, "each candidate once", shown(word))),
        }
    }
    if word.starts_with('u') && set.len() > 1 {
        Err(source.error(span, "one digit after 'u'", shown(word)))
    } else {
        Ok(set)
    }
}

fn write(record: &Record) -> Result<String, WriteError> {
    let size = record.puzzle.geometry().size();
    let candidates = marks::candidates(record);
    if candidates.iter().any(|set| set.is_empty()) {
        return Err(WriteError::new("has no sign for a cell without candidates"));
    }
    let placed = record.progress.as_ref().map(|progress| &progress.placed);
    let is_placed = |index: usize| placed.is_some_and(|placed| placed[index].is_some());
    let mut text = String::new();
    for (index, set) in candidates.iter().enumerate() {
        if index > 0 {
            text.push(if index % size == 0 { '\n' } else { ' ' });
        }
        if is_placed(index) {
            text.push('u');
        }
        text += &set.to_string();
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record, refusal, written};

    const FOUR: &str = "\
1 24 34 u2
34 4 2 13
24 3 1 12
2 12 13 4";

    #[test]
    fn givens_placed_digits_and_candidates_are_told_apart() {
        let read = record(&Sdx, FOUR);
        let progress = read.progress.as_ref().unwrap();
        assert_eq!(progress.placed[3], Digit::new(2));
        // r2c2 holds only 4, but r2c1 lists 4 as well: a candidate.
        let marks = progress.marks.as_ref().unwrap();
        assert_eq!(marks[5].to_string(), "4");
        assert_eq!(read.puzzle.to_string(), "1.....2..3.....4");
        assert_eq!(written(&Sdx, &read), FOUR);
    }

    #[test]
    fn a_puzzle_is_written_with_its_candidates() {
        let mut inkala = from_line(INKALA);
        let mut placed = vec![None; 81];
        placed[1] = Digit::new(1);
        inkala.progress = Some(Progress {
            placed: placed.into(),
            marks: None,
        });
        let text = written(&Sdx, &inkala);
        assert!(
            text.starts_with("8 u1 24569 2347 2357 234 3569 4579 345679\n"),
            "{text}"
        );
        let read = record(&Sdx, &text);
        assert_eq!(read.puzzle, inkala.puzzle);
        assert_eq!(
            read.progress.unwrap().placed,
            inkala.progress.unwrap().placed
        );
    }

    #[test]
    fn without_a_placed_digit_it_is_left_to_others() {
        let none = |text: &str| Sdx.read(text, &ReadOptions::default()).is_empty();
        assert!(none(&FOUR.replace('u', "")));
        assert!(none("u1\nu2 and more"));
        assert!(none(&"u1 2\n".repeat(100)));
    }

    #[test]
    fn slips_are_pointed_at() {
        let fault = |from: &str, to: &str| fault(&Sdx, &FOUR.replacen(from, to, 1));
        assert_eq!(
            fault("34 4 2 13", "34 4 2"),
            "2:1 expected 4 cells in row 2 of 4, found 3"
        );
        assert_eq!(
            fault("u2", "u23"),
            "1:9 expected one digit after 'u', found 'u23'"
        );
        assert_eq!(
            fault("24", "44"),
            "1:3 expected each candidate once, found '44'"
        );
        let expected = "1:4 expected a digit from 1 to 4 or a blank, found '5'";
        assert_eq!(fault("24", "25"), expected);
    }

    #[test]
    fn a_cell_without_candidates_cannot_be_said() {
        let expected = "has no sign for a cell without candidates";
        assert_eq!(refusal(&Sdx, &from_line("123....4........")), expected);
    }
}

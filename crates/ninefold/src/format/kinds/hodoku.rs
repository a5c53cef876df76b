//! HoDoKu's library lines: a position and the step that is to be found in it.
//!
//! ```text
//!  :0300:3:9.....+5+6+1..+6.+1.7…::313 314 343::
//!   │    │ │                      ││           ││
//!   │    │ └ the board: '+' before a digit that was placed, not given
//!   │    └ the digits of the step   └ deleted candidates, then eliminations,
//!   └ the technique's code            placements, and anything else
//! ```
//!
//! Candidates are written digit, row, column: `313` is 3 in r1c3. What a position lists
//! as deleted is missing from the player's marks. The step (technique, digits, eliminations,
//! placements, extra) is kept as the comment, in the shape of a library line without
//! its board, so that it can be written back.

use crate::board::Board;
use crate::format::parts::cells::Sense;
use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::{marks, text};
use crate::format::{
    Format, Keeps, LineReader, ParseError, Progress, ReadOptions, Record, RecordWriter, WriteError,
};
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::Settings;

/// A position and a step on each line.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Hodoku;

/// The largest board whose rows and columns are one digit each.
const LARGEST: usize = 9;

impl Format for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn title(&self) -> &'static str {
        "HoDoKu"
    }

    fn about(&self) -> &'static str {
        "HoDoKu library lines, a position and its step: :0300:3:9.....+5+6+1..."
    }

    fn keeps(&self) -> Keeps {
        Keeps::GAME
    }

    fn signature(&self) -> &'static str {
        "lines of six or seven fields between colons"
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let line = text::first_said(head)?;
        let is_library = line.starts_with(':') && fields(line).is_some();
        let options = options.clone();
        let read = move |line: &str| read(line.trim_end(), &options);
        is_library.then(|| text::line_reader("hodoku", read))
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Hodoku {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        Room::MARKS
            .up_to(LARGEST)
            .holds(record)
            .and_then(|()| write(record))
    }
}

fn write(record: &Record) -> Result<String, WriteError> {
    let now = marks::as_it_stands(record);
    let geometry = now.geometry();
    let mut values = String::new();
    for cell in geometry.cells() {
        match (record.puzzle.given(cell), now.given(cell)) {
            (Some(given), _) => values += &given.to_string(),
            (None, Some(placed)) => values += &format!("+{placed}"),
            (None, None) => values.push('.'),
        }
    }
    let direct = Board::new(&Puzzle::of(geometry.clone(), now.givens()));
    let noted = marks::candidates(record);
    let mut deleted: Vec<String> = Vec::new();
    for cell in direct.empty_cells() {
        let (direct, noted) = (direct.candidates(cell), noted[cell.index()]);
        if !(noted - direct).is_empty() {
            let reason = format!(
                "lists no candidate that a peer rules out, as {} has",
                geometry.name(cell)
            );
            return Err(WriteError::new(reason));
        }
        let gone = direct - noted;
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        deleted.extend(gone.iter().map(|digit| format!("{digit}{row}{column}")));
    }
    let comment = record.meta.comment.as_deref();
    let step = comment.and_then(fields);
    let [technique, digits, _, _, eliminations, placements] = match &step {
        Some(([technique, digits, "", "", eliminations, placements], _)) => {
            [technique, digits, "", "", eliminations, placements]
        }
        _ => ["0000", "x", "", "", "", ""],
    };
    let extra = match step {
        Some((_, Some(extra))) => format!(":{extra}"),
        _ => String::new(),
    };
    let deleted = deleted.join(" ");
    Ok(format!(
        ":{technique}:{digits}:{values}:{deleted}:{eliminations}:{placements}{extra}"
    ))
}

/// The six fields of a library line, and the extra one if it is there.
fn fields(line: &str) -> Option<([&str; 6], Option<&str>)> {
    let mut fields = line.strip_prefix(':')?.splitn(7, ':');
    let six = [(); 6].map(|()| fields.next());
    let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] = six else {
        return None;
    };
    Some(([a, b, c, d, e, f], fields.next()))
}

fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let source = Source::new("hodoku", line);
    let Some((six, extra)) = fields(line) else {
        let found = format!("{} colons", line.matches(':').count());
        let error = source.error(0..line.len(), "a line with six or seven colons", found);
        return Err(error.hint("technique, digits, board, deleted, eliminations, placements"));
    };
    let [technique, digits, board, deleted, eliminations, placements] = six;
    let (cells, placed) = values(&source, board)?;
    let mut record = source.record(source.span_of(board), cells, None, options)?;
    if placed.iter().any(Option::is_some) || !deleted.trim().is_empty() {
        let placed = placed.into();
        let marks = None;
        record.progress = Some(Progress { placed, marks });
    }
    if !deleted.trim().is_empty() {
        let marks = marks_without(&source, deleted, &record)?;
        if let Some(progress) = &mut record.progress {
            progress.marks = Some(marks.into());
        }
    }
    let extra = extra.map_or(String::new(), |extra| format!(":{extra}"));
    let step = format!(":{technique}:{digits}:::{eliminations}:{placements}{extra}");
    record.meta.comment = Some(step);
    Ok(record)
}

/// The givens and the placed digits of the board's field.
fn values(source: &Source<'_>, board: &str) -> Result<(Sense, Vec<Option<Digit>>), ParseError> {
    let span = source.span_of(board);
    let symbols = board.char_indices().filter(|&(_, c)| c != '+');
    let symbols: Vec<_> = symbols.map(|(at, c)| (span.start + at, c)).collect();
    let size = source.size_of(span.clone(), symbols.len(), None)?;
    if size > LARGEST {
        return Err(source.error(span, "a board of up to 9x9", format!("{size}x{size}")));
    }
    let mut cells = source.symbols(&symbols, size, None)?;
    let mut placed = vec![None; cells.givens.len()];
    let mut index = 0;
    let mut plus = None;
    for (at, c) in board.char_indices().map(|(at, c)| (span.start + at, c)) {
        match (c, plus.take()) {
            ('+', None) => {
                plus = Some(at);
                continue;
            }
            ('+', Some(_)) => {
                return Err(source.error(at..at + 1, "a placed digit after '+'", "'+'"));
            }
            (_, Some(_)) if cells.givens[index].is_none() => {
                return Err(source.error(at..at + 1, "a placed digit after '+'", "a blank"));
            }
            (_, Some(_)) => placed[index] = cells.givens[index].take(),
            (_, None) => {}
        }
        index += 1;
    }
    match plus {
        Some(at) => Err(source.error(at..at + 1, "a digit after '+'", "the end of the board")),
        None => Ok((cells, placed)),
    }
}

/// The marks of the board as it stands, less the deleted ones.
fn marks_without(
    source: &Source<'_>,
    deleted: &str,
    record: &Record,
) -> Result<Vec<DigitSet>, ParseError> {
    let geometry = record.puzzle.geometry();
    let mut board = Board::new(&marks::as_it_stands(record));
    for word in deleted.split_ascii_whitespace() {
        let (cell, digit) = candidate(word, geometry).ok_or_else(|| {
            let size = geometry.size();
            let expected = format!("digit, row and column, each from 1 to {size}");
            source.error(source.span_of(word), expected, shown(word))
        })?;
        board.eliminate(cell, digit);
    }
    let marks = geometry.cells().map(|cell| board.candidates(cell));
    Ok(marks.collect())
}

/// `313`: 3 in r1c3.
fn candidate(word: &str, geometry: &Geometry) -> Option<(Cell, Digit)> {
    let numbers: Option<Vec<usize>> = word
        .chars()
        .map(|c| c.to_digit(10).map(|n| n as usize))
        .collect();
    let numbers = numbers.filter(|numbers| {
        let on_board = |n: &usize| (1..=geometry.size()).contains(n);
        numbers.iter().all(on_board)
    });
    match numbers?[..] {
        [digit, row, column] => Some((geometry.at(row, column), Digit::new(digit)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record, written};

    const LINE: &str = ":0300:3:9.....+5+6+1..+6.+1.7+937+1..962486...2+147+9........5....4...642..+586+1+75.71.+2..+4..1....+52::313 314 343 344 353 354 363 364 394::";

    #[test]
    fn placed_digits_are_told_from_givens() {
        let read = record(&Hodoku, LINE);
        let progress = read.progress.as_ref().unwrap();
        let n_placed = progress.placed.iter().flatten().count();
        assert_eq!(n_placed, LINE.matches('+').count());
        assert_eq!(progress.placed[6], Digit::new(5));
        assert_eq!(progress.marks, None);
        assert_eq!(read.puzzle.givens()[0], Digit::new(9));
        let comment = read.meta.comment.as_deref();
        assert_eq!(
            comment,
            Some(":0300:3:::313 314 343 344 353 354 363 364 394::")
        );
        assert_eq!(written(&Hodoku, &read), LINE);
    }

    #[test]
    fn deleted_candidates_are_missing_from_the_marks() {
        let line = format!(":0000:x:{INKALA}:112 212:::");
        let read = record(&Hodoku, &line);
        let marks = read.progress.as_ref().unwrap().marks.as_ref().unwrap();
        // Row 1 of the board allows 1, 2, 4 and 6 in r1c2.
        assert_eq!(marks[1].to_string(), "46");
        assert_eq!(marks[0], DigitSet::EMPTY);
        assert_eq!(written(&Hodoku, &read), line);
    }

    #[test]
    fn a_puzzle_alone_is_written_without_a_step() {
        let line = format!(":0000:x:{INKALA}:::");
        assert_eq!(written(&Hodoku, &from_line(INKALA)), line);
        assert_eq!(record(&Hodoku, &line).progress, None);
    }

    #[test]
    fn slips_are_pointed_at() {
        let text = format!(":0000:x:{INKALA}:112 302:::");
        let expected = "1:95 expected digit, row and column, each from 1 to 9, found '302'";
        assert_eq!(fault(&Hodoku, &text), expected);
        let text = format!(":0000:x:{}:::", INKALA.replacen("8.", "8+", 1));
        let expected = "1:9 expected 81 cells for a board of 9x9, found 80 cells";
        assert_eq!(fault(&Hodoku, &text), expected);
        let text = format!(":0000:x:+{}:::", &INKALA[1..].replacen('.', "..", 1));
        let expected = "1:10 expected a placed digit after '+', found a blank";
        assert_eq!(fault(&Hodoku, &text), expected);
        let text = format!(":0000:x:{INKALA}:::\n:0000:\n");
        let expected = "2:1 expected a line with six or seven colons, found 2 colons";
        assert_eq!(fault(&Hodoku, &text), expected);
    }

    #[test]
    fn a_library_of_thousands_reads_without_a_fault() {
        let Ok(data) = std::env::var("NINEFOLD_DATA") else {
            eprintln!("skipped: NINEFOLD_DATA is not set");
            return;
        };
        let path = std::path::Path::new(&data).join("logic/reglib-dev.txt");
        let text = std::fs::read_to_string(path).expect("the library is there");
        let records = Hodoku
            .read(&text, &ReadOptions::default())
            .remove(0)
            .records;
        assert!(records.len() > 100, "{} records", records.len());
        let n_lines = text.lines().filter(|line| line.starts_with(':')).count();
        assert_eq!(records.len(), n_lines);
        for (record, line) in records
            .iter()
            .zip(text.lines().filter(|l| l.starts_with(':')))
        {
            let record = record.as_ref().unwrap_or_else(|e| panic!("{line}: {e}"));
            let again = self::record(&Hodoku, &written(&Hodoku, record));
            assert_eq!(again.puzzle, record.puzzle, "{line}");
            assert_eq!(again.progress, record.progress, "{line}");
            assert_eq!(again.meta, record.meta, "{line}");
        }
    }
}

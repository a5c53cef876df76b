//! What several formats do alike: cells from symbols, the board of a size, lone digits
//! in pencil marks, and errors placed in a long text without reading it over and over.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use super::text;
use super::{LineReader, ParseError, ReadOptions, Record, Singletons, WriteError};
use crate::board::Board;
use crate::geometry::{Digit, Geometry, MAX_SIZE};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// A text being read as a format: the place where its errors are made.
pub(super) struct Source<'a> {
    format: &'static str,
    pub(super) text: &'a str,
    /// Where each line starts, once someone asks.
    starts: OnceCell<Vec<usize>>,
    /// The byte and the column of the last error.
    last: Cell<(usize, usize)>,
}

impl<'a> Source<'a> {
    pub(super) fn new(format: &'static str, text: &'a str) -> Source<'a> {
        Source {
            format,
            text,
            starts: OnceCell::new(),
            last: Cell::new((usize::MAX, 1)),
        }
    }

    /// An error at `span`. Thousands of them in one text cost no more than one pass.
    pub(super) fn error(
        &self,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        let starts = self
            .starts
            .get_or_init(|| text::lines(self.text).map(|line| line.start).collect());
        let line = starts.partition_point(|&start| start <= span.start);
        let Some(before) = line.checked_sub(1) else {
            return ParseError::new(self.format, self.text, span, expected, found);
        };
        let start = starts[before];
        let next = starts.get(line).copied().unwrap_or(self.text.len());
        // Count on from the last error if it is on the same line.
        let (from, columns) = match self.last.get() {
            (byte, column) if (start..=span.start).contains(&byte) => (byte, column - 1),
            _ => (start, 0),
        };
        let end = self
            .text
            .ceil_char_boundary(span.end.max(span.start))
            .min(next);
        let piece = self.text[from..end.max(from)].trim_end_matches(['\r', '\n']);
        let within = span.start - from..span.end.max(span.start) - from;
        let mut error = ParseError::new(self.format, piece, within, expected, found);
        error.column += columns;
        let error = moved(error, before, from);
        self.last.set((error.span.start, error.column));
        error
    }

    /// Where `part`, a piece of the text, stands in it.
    pub(super) fn span_of(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        start..start + part.len()
    }

    /// The cells of a whole board: a character each, or numbers with something between
    /// them. Without a `size` any square number of cells will do.
    pub(super) fn cells(
        &self,
        span: Range<usize>,
        size: Option<usize>,
    ) -> Result<Vec<Option<Digit>>, ParseError> {
        let text = &self.text[span.clone()];
        let words = || text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let mut n_words = 0;
        let short = words().all(|word| {
            n_words += 1;
            word.len() <= 3
        });
        if short && n_words >= 16 {
            let size = self.size_of(span, n_words, size)?;
            return words().map(|word| self.word(word, size)).collect();
        }
        let symbols = || text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let size = self.size_of(span.clone(), symbols().count(), size)?;
        symbols()
            .map(|(at, c)| self.symbol(span.start + at, c, size))
            .collect()
    }

    /// One cell in one character.
    pub(super) fn symbol(
        &self,
        at: usize,
        symbol: char,
        size: usize,
    ) -> Result<Option<Digit>, ParseError> {
        let alphabet = Alphabet::standard(size);
        if is_blank(symbol, size) {
            return Ok(None);
        }
        let digit = alphabet.digit(symbol);
        match digit.filter(|digit| digit.value() <= size) {
            Some(digit) => Ok(Some(digit)),
            None => {
                let span = at..at + symbol.len_utf8();
                let expected = format!("{} or a blank", digits_to(size));
                Err(self.error(span, expected, quoted(symbol)))
            }
        }
    }

    /// One cell as a number; anything that is no number is a blank if it is one character.
    fn word(&self, word: &str, size: usize) -> Result<Option<Digit>, ParseError> {
        let number = word.parse::<usize>().ok();
        match number {
            Some(0) => return Ok(None),
            Some(n) if n <= size => return Ok(Digit::new(n)),
            _ => {}
        }
        let mut symbols = word.chars();
        if let (Some(only), None, None) = (symbols.next(), symbols.next(), number) {
            return self.symbol(self.span_of(word).start, only, size);
        }
        let expected = format!("a number from 1 to {size} or a blank");
        Err(self.error(self.span_of(word), expected, excerpt(word)))
    }

    /// The size of a board of so many cells.
    pub(super) fn size_of(
        &self,
        span: Range<usize>,
        n_cells: usize,
        wanted: Option<usize>,
    ) -> Result<usize, ParseError> {
        let root = n_cells.isqrt();
        let is_board = root * root == n_cells && (1..=MAX_SIZE).contains(&root);
        if is_board && wanted.is_none_or(|wanted| wanted == root) {
            return Ok(root);
        }
        let found = format!("{n_cells} cells");
        if let Some(size) = wanted {
            let expected = format!("{} cells for a board of {size}x{size}", size * size);
            return Err(self.error(span, expected, found));
        }
        let error = self.error(span, "a square number of cells, such as 81", found);
        let below = root.min(MAX_SIZE).pow(2);
        let above = (root + 1).min(MAX_SIZE).pow(2);
        Err(match (n_cells.abs_diff(below), n_cells.abs_diff(above)) {
            (over @ 1..=2, _) if below >= 16 => error.hint(format!("{over} more than {below}")),
            (_, short @ 1..=2) if above >= 16 => error.hint(format!("{short} short of {above}")),
            _ => error,
        })
    }

    /// The board of this size, in the boxes asked for or else the usual ones.
    pub(super) fn board(
        &self,
        span: Range<usize>,
        size: usize,
        options: &ReadOptions,
    ) -> Result<Geometry, ParseError> {
        let geometry = match options.boxes {
            Some(boxes) if boxes.rows.checked_mul(boxes.columns) == Some(size) => {
                Geometry::with_boxes(boxes.rows, boxes.columns)
            }
            Some(boxes) => {
                let expected = format!("a board that boxes of {boxes} fit");
                return Err(self.error(span, expected, format!("{size}x{size}")));
            }
            None => Geometry::of_size(size),
        };
        geometry.map_err(|_| {
            let expected = format!("a board size from 1 to {MAX_SIZE}");
            self.error(span, expected, size.to_string())
        })
    }

    /// A puzzle of givens alone.
    pub(super) fn puzzle(
        &self,
        span: Range<usize>,
        options: &ReadOptions,
    ) -> Result<Puzzle, ParseError> {
        let givens = self.cells(span.clone(), None)?;
        let geometry = self.board(span, givens.len().isqrt(), options)?;
        Ok(Puzzle::new(geometry, givens))
    }

    /// The solution of a puzzle: every cell filled.
    pub(super) fn solution(&self, span: Range<usize>, puzzle: &Puzzle) -> Result<Grid, ParseError> {
        let geometry = puzzle.geometry();
        let cells = self.cells(span.clone(), Some(geometry.size()))?;
        self.full(span, geometry, cells)
    }

    /// A grid, if every cell has a digit.
    pub(super) fn full(
        &self,
        span: Range<usize>,
        geometry: &Geometry,
        cells: Vec<Option<Digit>>,
    ) -> Result<Grid, ParseError> {
        if let Some(index) = cells.iter().position(Option::is_none) {
            let (row, column) = (index / geometry.size() + 1, index % geometry.size() + 1);
            let found = format!("a blank at r{row}c{column}");
            return Err(self.error(span, "a solution without blanks", found));
        }
        let digits: Vec<Digit> = cells.into_iter().flatten().collect();
        Ok(Grid::new(geometry.clone(), digits))
    }
}

/// Whether a character stands for an empty cell on a board of this size.
pub(super) fn is_blank(symbol: char, size: usize) -> bool {
    match symbol {
        '.' | '_' | '-' | '*' | '?' => true,
        '0' => Alphabet::standard(size) != Alphabet::ZeroBased,
        'x' | 'X' => size <= 9,
        _ => false,
    }
}

/// `a digit from 1 to G`.
fn digits_to(size: usize) -> String {
    let alphabet = Alphabet::standard(size);
    let (mut first, mut last) = (String::new(), String::new());
    alphabet.write(Digit::from_index(0), &mut first);
    alphabet.write(Digit::from_index(size - 1), &mut last);
    format!("a digit from {first} to {last}")
}

/// A character between quotes, controls and all spelled out.
pub(super) fn quoted(symbol: char) -> String {
    match symbol {
        '\'' => "a quote".to_owned(),
        _ => format!("'{}'", symbol.escape_debug()),
    }
}

/// A word as it is quoted in a message: short, on one line.
pub(super) fn excerpt(word: &str) -> String {
    const ROOM: usize = 24;
    let shown: String = word
        .chars()
        .take(ROOM)
        .flat_map(char::escape_debug)
        .collect();
    match word.chars().nth(ROOM) {
        Some(_) => format!("'{shown}…'"),
        None if word.is_empty() => "nothing".to_owned(),
        None => format!("'{shown}'"),
    }
}

/// Every record of a text with one a line, in its place in the text.
pub(super) fn by_line(text: &str, reader: &dyn LineReader) -> Vec<Result<Record, ParseError>> {
    let placed = text::lines(text).enumerate().filter_map(|(index, line)| {
        let mut read = reader.read(line.text)?;
        match &mut read {
            Ok(record) => {
                record.span.start += line.start;
                record.span.end += line.start;
                Some(read)
            }
            Err(_) => Some(read.map_err(|error| moved(error, index, line.start))),
        }
    });
    placed.collect()
}

/// The first line that says something, if it ends within the text or ends the text.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text::lines(text)
        .map(|line| line.text)
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// An error in a piece of a text, placed in the text.
fn moved(mut error: ParseError, lines: usize, bytes: usize) -> ParseError {
    error.line += lines;
    error.span = error.span.start + bytes..error.span.end + bytes;
    error
}

/// Which lone digits are values, not candidates.
///
/// A lone digit is placed unless a peer still lists it: then someone has yet to see it
/// (HoDoKu's rule).
pub(super) fn lone_digits(
    geometry: &Geometry,
    sets: &[DigitSet],
    singletons: Singletons,
) -> Vec<Option<Digit>> {
    let is_listed = |index: usize, digit: Digit| {
        let cell = crate::geometry::Cell::from_index(index);
        let mut peers = geometry.peers(cell).iter();
        peers.any(|peer| sets[peer.index()].len() > 1 && sets[peer.index()].contains(digit))
    };
    let value = |(index, set): (usize, &DigitSet)| {
        let digit = set.single()?;
        match singletons {
            Singletons::Given => Some(digit),
            Singletons::Candidate => None,
            Singletons::Auto => (!is_listed(index, digit)).then_some(digit),
        }
    };
    sets.iter().enumerate().map(value).collect()
}

/// A puzzle stated by what each cell may hold.
pub(super) fn puzzle_of_marks(
    geometry: Geometry,
    marks: Vec<DigitSet>,
    singletons: Singletons,
) -> Puzzle {
    let givens = lone_digits(&geometry, &marks, singletons);
    Puzzle::new(geometry, givens).with_marks(marks)
}

/// The digits on a record's board, given or placed.
pub(super) fn values(record: &Record) -> Vec<Option<Digit>> {
    let mut values = record.puzzle.givens().to_vec();
    if let Some(progress) = &record.progress {
        for (value, placed) in values.iter_mut().zip(&progress.placed) {
            *value = value.or(*placed);
        }
    }
    values
}

/// The puzzle with the placed digits among its givens: what the board looks like now.
pub(super) fn as_it_stands(record: &Record) -> Puzzle {
    let puzzle = &record.puzzle;
    let now = Puzzle::new(puzzle.geometry().clone(), values(record));
    match puzzle.marks() {
        Some(marks) => now.with_marks(marks),
        None => now,
    }
}

/// What each cell of a record may hold: its digit; or the player's marks; or, where
/// there are none, every digit that the board as it stands allows.
pub(super) fn candidates(record: &Record) -> Vec<DigitSet> {
    let now = as_it_stands(record);
    let board = Board::new(&now);
    let noted = record.progress.as_ref().and_then(|p| p.marks.as_deref());
    let held = |cell| match (now.given(cell), noted) {
        (Some(digit), _) => DigitSet::only(digit),
        (None, Some(marks)) => marks[cell.index()],
        (None, None) => board.candidates(cell),
    };
    now.geometry().cells().map(held).collect()
}

/// Refuses boards with houses that a format of rows, columns and boxes cannot say.
pub(super) fn only_plain(record: &Record) -> Result<(), WriteError> {
    match record.puzzle.geometry().is_plain() {
        true => Ok(()),
        false => Err(WriteError::new(
            "has no room for jigsaw regions, diagonals or extra houses",
        )),
    }
}

/// Refuses boards with more digits than the format has symbols.
pub(super) fn at_most(record: &Record, size: usize) -> Result<(), WriteError> {
    only_plain(record)?;
    match record.puzzle.geometry().size() {
        found if found <= size => Ok(()),
        found => Err(WriteError::new(format!(
            "writes boards of up to {size}x{size}, not {found}x{found}"
        ))),
    }
}

/// Some text on one line, as formats of lines need it.
pub(super) fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{FORMATS, Format, Reading, find};
    use super::*;
    use crate::settings::Settings;

    /// The puzzle that the examples are about (Inkala 2012).
    pub(crate) const INKALA: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// The only reading of a text.
    pub(crate) fn reading(format: &dyn Format, text: &str) -> Reading {
        let mut readings = format.read(text, &ReadOptions::default());
        assert_eq!(readings.len(), 1, "one way to read it");
        readings.remove(0)
    }

    /// The only record of a text.
    pub(crate) fn record(format: &dyn Format, text: &str) -> Record {
        let mut records = reading(format, text).records;
        assert_eq!(records.len(), 1, "one record");
        records.remove(0).expect("it can be read")
    }

    /// The error of a text that looks like the format: `2:5 expected …, found …`.
    pub(crate) fn fault(format: &dyn Format, text: &str) -> String {
        let records = reading(format, text).records;
        let error = records.into_iter().find_map(Result::err);
        let error = error.expect("it has a fault");
        format!("{}:{} {error}", error.line, error.column)
    }

    /// The record as the format writes it.
    pub(crate) fn written(format: &dyn Format, record: &Record) -> String {
        let written = format.write(record, &Settings::default());
        written.expect("it writes").expect("it can be said")
    }

    /// Why the format cannot write the record.
    pub(crate) fn refusal(format: &dyn Format, record: &Record) -> String {
        let written = format.write(record, &Settings::default());
        written.expect("it writes").unwrap_err().reason
    }

    /// A record of a puzzle alone, from its line.
    pub(crate) fn from_line(line: &str) -> Record {
        let source = Source::new("test", line);
        let puzzle = source.puzzle(0..line.len(), &ReadOptions::default());
        Record::new(puzzle.expect("a puzzle"))
    }

    #[test]
    fn cells_are_characters_or_numbers() {
        let size = |text: &str| {
            let cells = Source::new("test", text).cells(0..text.len(), None);
            cells.unwrap().len().isqrt()
        };
        assert_eq!(size("1..4............"), 4);
        assert_eq!(size(INKALA), 9);
        assert_eq!(size(&"16 . 3 0 ".repeat(64)), 16);
        assert_eq!(size(&"1...5...9......G".repeat(16)), 16);
    }

    #[test]
    fn cells_that_make_no_board_are_counted() {
        let error = |text: &str| {
            let source = Source::new("test", text);
            let error = source.cells(0..text.len(), None).unwrap_err();
            (error.to_string(), error.hint)
        };
        let (message, hint) = error(&INKALA[1..]);
        let expected = "expected a square number of cells, such as 81, found 80 cells";
        assert_eq!(message, expected);
        assert_eq!(hint.as_deref(), Some("1 short of 81"));
        let (message, _) = error("1..5............");
        let expected = "expected a digit from 1 to 4 or a blank, found '5'";
        assert_eq!(message, expected);
    }

    #[test]
    fn an_error_knows_its_line_without_counting_from_the_start() {
        let text = "öne\r\ntwo\n\nfour";
        let source = Source::new("test", text);
        for at in (0..text.len()).chain([7, 2, 12, 13, 13]) {
            let quick = source.error(at..at, "a", "b");
            let slow = ParseError::new("test", text, at..at, "a", "b");
            assert_eq!((quick.line, quick.column), (slow.line, slow.column), "{at}");
        }
    }

    #[test]
    fn a_lone_digit_is_a_value_unless_a_peer_lists_it() {
        let geometry = Geometry::of_size(4).unwrap();
        let mut sets = vec![DigitSet::all(4); 16];
        sets[0] = DigitSet::from_bits(0b0001);
        let values = |sets: &[DigitSet], rule| lone_digits(&geometry, sets, rule)[0];
        assert_eq!(values(&sets, Singletons::Auto), None);
        assert_eq!(values(&sets, Singletons::Given), Digit::new(1));
        for peer in geometry.peers(geometry.cell(1, 1)) {
            sets[peer.index()] = DigitSet::from_bits(0b1110);
        }
        assert_eq!(values(&sets, Singletons::Auto), Digit::new(1));
        assert_eq!(values(&sets, Singletons::Candidate), None);
    }

    /// The samples by the name of their format, each with its text.
    fn samples() -> Vec<(String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats");
        let files = std::fs::read_dir(folder).expect("the samples are there");
        let mut samples: Vec<(String, String)> = files
            .map(|file| {
                let path = file.expect("a file").path();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let text = std::fs::read_to_string(&path).expect("a text");
                (name.into_owned(), text)
            })
            .collect();
        samples.sort();
        samples
    }

    #[test]
    fn samples_are_read_as_the_format_they_are_named_after() {
        let mut n_samples = 0;
        for (name, text) in samples() {
            let Ok(writer) = find(name.split('-').next().unwrap_or_default()) else {
                continue;
            };
            let readings = writer.format().read(&text, &ReadOptions::default());
            let is_whole = |reading: &Reading| reading.records.iter().all(Result::is_ok);
            assert!(readings.iter().any(is_whole), "{name}: {readings:#?}");
            n_samples += 1;
        }
        assert!(n_samples >= 20, "{n_samples} samples");
    }

    #[test]
    fn damaged_samples_are_errors_at_worst() {
        use rand_xoshiro::Xoshiro256PlusPlus;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};

        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let samples = samples();
        let named = |format: &&&dyn Format| {
            let mut names = samples
                .iter()
                .filter_map(|(name, _)| name.split('-').next());
            names.any(|name| name == format.name())
        };
        let formats: Vec<_> = FORMATS.iter().filter(named).collect();
        let mut below = |n: usize| random.next_u64() as usize % n.max(1);
        for (name, text) in &samples {
            for _ in 0..40 {
                let mut damaged: Vec<char> = text.chars().collect();
                for _ in 0..=below(4) {
                    let at = below(damaged.len());
                    let strange = ['é', '\0', '9', ',', '"', '[', '{', '\n', '|', ':', 'u', '<'];
                    match below(4) {
                        0 => damaged.truncate(at),
                        1 => drop(damaged.drain(at..(at + 1).min(damaged.len()))),
                        2 => damaged.insert(at, strange[below(strange.len())]),
                        _ => damaged.extend_from_within(at..(at + 30).min(damaged.len())),
                    }
                }
                let damaged: String = damaged.into_iter().collect();
                for format in &formats {
                    for reading in format.read(&damaged, &ReadOptions::default()) {
                        for record in reading.records {
                            let span = match record {
                                Ok(record) => record.span,
                                Err(error) => error.span,
                            };
                            assert!(damaged.get(span).is_some(), "{name}: {damaged:?}");
                        }
                    }
                }
            }
        }
    }
}

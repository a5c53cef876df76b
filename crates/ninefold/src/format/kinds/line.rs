//! One puzzle on a line: N² characters, row by row.
//!
//! ```text
//!  8..........36......7..9.2...5…4..   Inkala 2012      what follows is passed through
//!  1... .... .... ....                                  spaces may stand between
//!  12..34..........1234341221434321                     the solution may stand behind
//!  17;8..........36......7..9.2…4..;easy                an id may stand before
//! ```
//!
//! The size follows from the length, the blank and the alphabet from the characters
//! (see `cells.rs`). `.sdm` files are this.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::format::kinds::grid::GridFormat;
use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, is_invisible, shown};
use crate::format::parts::{cells, rows, text};
use crate::format::{
    Confidence, Format, LineReader, ParseError, ParseErrorKind, ReadOptions, Reading, Record,
    RecordWriter, WriteError, rest,
};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::{self, Puzzle};
use crate::settings::{Setting, Settings};
use crate::symbols::Alphabet;

/// N² characters, row by row.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Line;

impl Format for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn title(&self) -> &'static str {
        "Line"
    }

    fn about(&self) -> &'static str {
        "one puzzle a line, row by row: 8..........36...... (.sdm and the like)"
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let Some(reader) = Reader::for_text(text, options) else {
            return Vec::new();
        };
        let mut records = text::read_lines(text, &reader);
        leave_drawings(&mut records, text, &reader);
        let largest = records.iter().flatten().map(|r| r.puzzle.geometry().size());
        let ambiguous = largest.max().is_some_and(|size| size > 9);
        let why = why(&records);
        let mut readings = vec![text::reading("line", records, why)];
        if ambiguous {
            readings.extend(other_alphabets(text, &reader, &readings[0]));
        }
        readings
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let reader = Reader::for_text(head, options)?;
        Some(Box::new(reader))
    }

    /// A line of 16, 25, 36 … symbols may be a row of a larger board.
    fn opening<'a>(&self, head: &'a str, _options: &ReadOptions) -> Option<&'a str> {
        let (opening, line) = text::opening(head, 1)?;
        let is_classic = classic_cells(line.as_bytes()).is_some();
        (is_classic && line.trim_end().len() == 81).then_some(opening)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }

    fn settings(&self) -> &'static [Setting] {
        &[
            Setting {
                name: "blank",
                values: &[".", "0", "_", "-", "*", "x"],
                about: "what stands for a blank",
            },
            Setting {
                name: "alphabet",
                values: &["auto", "one", "zero", "letters", "numbers"],
                about: "how digits are written: 1-9A-Z, 0-9A-Z, A-Z or numbers",
            },
        ]
    }
}

impl RecordWriter for Line {
    fn write(&self, record: &Record, settings: &Settings) -> Result<String, WriteError> {
        write(record, settings)
    }
}

fn write(record: &Record, settings: &Settings) -> Result<String, WriteError> {
    Room::GIVENS.holds(record)?;
    let size = record.puzzle.geometry().size();
    let blank = settings.get("blank").and_then(|blank| blank.chars().next());
    let blank = blank.unwrap_or('.');
    let alphabet = match settings.get("alphabet") {
        Some("one") => Alphabet::OneBased,
        Some("zero") => Alphabet::ZeroBased,
        Some("letters") => Alphabet::Letters,
        Some("numbers") => Alphabet::Numbers,
        _ => cells::faithful(record, blank),
    };
    if alphabet.capacity().is_some_and(|room| size > room) {
        let reason = format!("has no characters for {size} digits in that alphabet");
        return Err(WriteError::new(reason));
    }
    if alphabet == Alphabet::ZeroBased && blank == '0' {
        let reason = "cannot have 0 both for a digit and for a blank";
        return Err(WriteError::new(reason));
    }
    Ok(alphabet.line(record.puzzle.givens().iter().copied(), blank))
}

/// Leaves to other formats what stands apart from the lines of a list and is no list itself: 16
/// lines of 16 cells without a clash among them are one board, and where no line of a block is as
/// long as the usual ones, none is cut short. If there are no other lines, detection weighs both
/// readings of the text.
fn leave_drawings(records: &mut Vec<Result<Record, ParseError>>, text: &str, reader: &Reader) {
    let start = |record: &Result<Record, ParseError>| match record {
        Ok(record) => record.span.start,
        Err(error) => error.span.start,
    };
    let size = |record: &Result<Record, ParseError>| {
        let read = record.as_ref().ok();
        read.map(|record| record.puzzle.geometry().size())
    };
    for block in rest::blocks(text) {
        let first = records.partition_point(|record| start(record) < block.start);
        let end = records.partition_point(|record| start(record) < block.end);
        let n_records = records.len();
        let here = &mut records[first..end];
        let n_lines = here.len();
        if n_lines > 1 && !here.iter().any(|record| size(record) == reader.usual) {
            for error in here.iter_mut().filter_map(|record| record.as_mut().err()) {
                error.kind = ParseErrorKind::Unexpected;
            }
        }
        let is_row = |record| size(record).is_some_and(|size| size * size == n_lines);
        let is_square = n_lines > 9 && n_lines < n_records && here.iter().all(is_row);
        if is_square && is_sound_board(&text[block], &reader.options) {
            records.drain(first..end);
        }
    }
}

/// Whether lines are the rows of one board without clashes.
fn is_sound_board(rows: &str, options: &ReadOptions) -> bool {
    let readings = GridFormat.read(rows, options);
    let records = readings.first().map(|reading| reading.records.as_slice());
    matches!(records, Some([Ok(record)]) if record.puzzle.conflicts().is_empty())
}

/// Why these are lines of puzzles: what the first one looks like.
fn why(records: &[Result<Record, ParseError>]) -> String {
    let Some(record) = records.iter().flatten().next() else {
        return "digits and blanks on a line".to_owned();
    };
    let n_cells = record.puzzle.geometry().n_cells();
    let alphabet = in_words(record.alphabet);
    match record.puzzle.geometry().size() {
        0..=9 => format!("{n_cells} characters on a line"),
        _ => format!("{n_cells} characters on a line, digits are {alphabet}"),
    }
}

/// The same lines in another alphabet, where that is possible and makes a difference.
fn other_alphabets(text: &str, reader: &Reader, first: &Reading) -> Vec<Reading> {
    let mut readings: Vec<Reading> = Vec::new();
    for alphabet in [Alphabet::OneBased, Alphabet::ZeroBased, Alphabet::Letters] {
        let other = Reader {
            alphabet: Some(alphabet),
            ..reader.clone()
        };
        let records = text::read_lines(text, &other);
        let seen = |known: &Reading| known.records == records;
        let new = !seen(first) && !readings.iter().any(seen);
        if new && records.iter().all(Result::is_ok) {
            let why = format!("{}, read as {}", first.why, in_words(alphabet));
            readings.push(Reading {
                confidence: Confidence::Possible,
                ..text::reading("line", records, why)
            });
        }
    }
    readings
}

fn in_words(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::OneBased => "1 to 9, then A to Z",
        Alphabet::ZeroBased => "0 to 9, then A to Z",
        Alphabet::Letters => "A to Z",
        Alphabet::Numbers => "numbers",
    }
}

/// Reads one puzzle a line.
#[derive(Clone)]
pub(in crate::format) struct Reader {
    options: ReadOptions,
    /// The 9x9 board is at hand, so that a line costs no look-up; there may be none in
    /// the boxes that were asked for.
    classic: Option<Geometry>,
    /// The alphabet to read in, if it is not to be found out.
    alphabet: Option<Alphabet>,
    /// The size of the boards in a list, as far as that is known.
    usual: Option<usize>,
    /// The sizes that are not unusual in it.
    sizes: BTreeSet<usize>,
    /// A line of words above the puzzles.
    title: Option<Box<str>>,
}

impl LineReader for Reader {
    fn format(&self) -> &'static str {
        "line"
    }

    fn read(&self, line: &str) -> Option<Result<Record, ParseError>> {
        let said = text::said(line)?;
        if self.title.as_deref() == Some(said) {
            return None;
        }
        let start = line.len() - said.len();
        let classic = classic_cells(&line.as_bytes()[start..]);
        let read = match (classic, &self.classic) {
            (Some(cells), Some(board)) => Ok(classic_record(board, line, start, cells)),
            _ if is_candidate_slots(said) => {
                let source = Source::new("line", line);
                let expected = "a digit or a blank for each cell";
                Err(source.error(start..line.len(), expected, "the candidates of each cell"))
            }
            _ => self.board_of_the_list(line, start).or_else(|error| {
                // The puzzle may stand behind an id or a name.
                match longest_column(line, start) {
                    Some(column) => self.board_of_the_list(line, column),
                    None => Err(error),
                }
            }),
        };
        Some(read.and_then(|record| one_a_line(record, line)))
    }

    fn classic<'a>(&self, line: &'a [u8]) -> Option<&'a [u8; 81]> {
        let is_classic = self.classic.as_ref().is_some_and(Geometry::is_classic);
        classic_cells(line).filter(|cells| is_classic && !may_hold_another(&line[cells.len()..]))
    }
}

/// The fast way for nearly every line there is: 81 bytes that are digits or blanks, and
/// then an end.
fn classic_cells(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk::<81>()?;
    let is_board = cells
        .iter()
        .fold(true, |all, &byte| all & is_classic_cell(byte));
    (is_board && ends_puzzle(rest.first())).then_some(cells)
}

/// Whether a byte stands in a cell of a 9x9 board: a digit or a blank.
// Comparisons and not a table, so that many bytes are looked at in one go.
#[inline]
pub fn is_classic_cell(byte: u8) -> bool {
    byte.is_ascii_digit()
        | (byte == b'.')
        | (byte == b'_')
        | (byte == b'-')
        | (byte == b'*')
        | (byte == b'?')
        | (byte | 0x20 == b'x')
}

/// Whether what stands behind a classic board may be another one: as many cells, or one more for
/// the full stop of a sentence, and a blank among them.
fn may_hold_another(rest: &[u8]) -> bool {
    let is_board = |run: &[u8]| {
        let is_blank = |byte: &u8| !(b'1'..=b'9').contains(byte);
        matches!(run.len(), 81 | 82) && run.iter().any(is_blank)
    };
    rest.len() > 81 && rest.split(|&byte| !is_classic_cell(byte)).any(is_board)
}

/// A puzzle, or that another one stands behind it on its line. The same puzzle with more digits
/// placed, or with fewer, is not another one.
fn one_a_line(record: Record, line: &str) -> Result<Record, ParseError> {
    /// A number may have as many digits as a smaller board has cells.
    const FEWEST: usize = 36;
    let givens = record.puzzle.givens();
    let rest = &line[record.span.end..];
    if givens.len() < FEWEST || rest.len() < givens.len() {
        return Ok(record);
    }
    let is_another = |run: &&str| {
        let digits: Vec<Option<Digit>> = run
            .chars()
            .take(givens.len())
            .map(|symbol| record.alphabet.digit(symbol))
            .collect();
        let has = |all: &[Option<Digit>], some: &[Option<Digit>]| {
            let mut pairs = all.iter().zip(some);
            pairs.all(|(all, some)| some.is_none() || all == some)
        };
        let is_board = [givens.len(), givens.len() + 1].contains(&run.chars().count());
        is_board
            && digits.contains(&None)
            && digits.iter().any(Option::is_some)
            && !has(givens, &digits)
            && !has(&digits, givens)
    };
    let mut runs = rest.split(|symbol| !is_usual(symbol));
    let Some(another) = runs.find(is_another) else {
        return Ok(record);
    };
    let source = Source::new("line", line);
    let expected = "one puzzle on the line";
    let error = source.error(source.span_of(another), expected, "another one behind it");
    Err(error.hint("write each puzzle on a line of its own"))
}

/// What may follow a puzzle on its line.
fn ends_puzzle(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\t' | b',' | b';' | b'#' | b'\r'))
}

/// The record of a 9x9 board that stands at `start` of a line.
fn classic_record(board: &Geometry, line: &str, start: usize, cells: &[u8; 81]) -> Record {
    let end = start + cells.len();
    let digit = |&byte: &u8| char::from(byte).to_digit(10);
    let given = |byte: &u8| digit(byte).and_then(|digit| Digit::new(digit as usize));
    let givens: Box<[Option<Digit>]> = cells.iter().map(given).collect();
    let puzzle = Puzzle::of(board.clone(), givens);
    let mut record = Record {
        span: start..end,
        ..Record::new(puzzle)
    };
    add_what_follows(&mut record, &line[end..]);
    record
}

impl Reader {
    pub(in crate::format) fn new(options: &ReadOptions) -> Reader {
        Reader {
            classic: options.builder(9, options.boxes.as_ref()).build().ok(),
            options: options.clone(),
            alphabet: None,
            usual: None,
            sizes: BTreeSet::new(),
            title: None,
        }
    }

    /// A reader, if the text has a line that is a puzzle or looks like one.
    fn for_text(text: &str, options: &ReadOptions) -> Option<Reader> {
        const LOOK_AT: usize = 100;
        // A board of another shape than was asked for is still a puzzle: its error names the shape.
        let any = Reader::new(&ReadOptions::default());
        let lines = text::lines(text).filter_map(|line| text::said(line.text));
        let lines: Vec<&str> = lines.take(LOOK_AT).collect();
        let candidates = lines.first().is_some_and(|line| is_candidate_slots(line));
        let (usual, sizes) = match Line.opening(text, options) {
            // The first line decides: the lines below it may not have come yet.
            Some(_) => (Some(9), BTreeSet::from([9])),
            None => usual_sizes(&any, &lines),
        };
        let is_read = |line: &&str| matches!(any.read(line), Some(Ok(_)));
        let title = match lines.as_slice() {
            [first, second, ..] if is_title(first) && !is_read(first) && is_read(second) => {
                Some((*first).into())
            }
            _ => None,
        };
        let looks_right = usual.is_some() || lines.iter().any(|line| looks_like_cells(line));
        (!candidates && looks_right).then(|| Reader {
            usual,
            sizes,
            title,
            ..Reader::new(options)
        })
    }

    /// A board of any size, unless it is rather one of the usual size that was cut short.
    fn board_of_the_list(&self, line: &str, start: usize) -> Result<Record, ParseError> {
        let read = self.any_board(line, start);
        let is_sound = |record: &Record| match self.usual {
            Some(usual) if record.puzzle.geometry().size() < usual => may_be_proper(&record.puzzle),
            _ => true,
        };
        match read {
            Ok(mut record) if is_sound(&record) => {
                record.warnings.extend(self.unusual(&record));
                Ok(record)
            }
            read => self.unlike_the_others(line, start).map_or(read, Err),
        }
    }

    /// A warning about a smaller board in a list of larger ones: by its digits it is one, but so
    /// are some lines that were cut short.
    fn unusual(&self, record: &Record) -> Option<String> {
        let size = record.puzzle.geometry().size();
        let is_lone = !self.sizes.contains(&size);
        let usual = self.usual.filter(|usual| size < *usual && is_lone)?;
        self.sizes.contains(&usual).then_some(())?;
        Some(format!(
            "a board of {size}x{size} in a list of {usual}x{usual}; if the line was cut short, it is another puzzle"
        ))
    }

    /// That a line is not as long as the others, if that may be what is wrong with it: its cells
    /// are plain, and they are as many as a board has, or more than any row.
    fn unlike_the_others(&self, line: &str, start: usize) -> Option<ParseError> {
        let size = self.usual?;
        let usual = size * size;
        let first = groups(line, start).next()?;
        let cells = &line[first.clone()];
        let n_cells = cells.chars().count();
        let is_board = cells::size_of(n_cells).is_some() && n_cells < usual;
        let is_long = n_cells > cells::MAX_SYMBOLS;
        if !(is_long || is_board) || n_cells == usual || !cells.chars().all(is_usual) {
            return None;
        }
        let source = Source::new("line", line);
        let expected = format!("{usual} cells for a board of {size}x{size} like the others");
        let error = source.error(first, expected, format!("{n_cells} cells"));
        Some(if n_cells < usual {
            let error = error.hint("the line is cut short");
            ParseError {
                kind: ParseErrorKind::CutShort,
                ..error
            }
        } else {
            error.hint("the line is too long")
        })
    }

    /// A board of any size, with or without spaces between its characters.
    fn any_board(&self, line: &str, start: usize) -> Result<Record, ParseError> {
        let Some(span) = extent(line, start) else {
            return self.puzzle_and_solution(line, start);
        };
        let source = Source::new("line", line);
        let symbols = line[span.clone()].char_indices();
        let symbols = symbols.filter(|(_, symbol)| is_symbol(symbol));
        let symbols: Vec<_> = symbols.map(|(at, c)| (span.start + at, c)).collect();
        let size = symbols.len().isqrt();
        let cells = source.symbols(&symbols, size, self.alphabet)?;
        let mut record = source.record(span.clone(), cells, None, &self.options)?;
        add_what_follows(&mut record, &line[span.end..]);
        Ok(record)
    }

    /// A line of 2N² characters whose second half is the first one solved, or what is
    /// wrong with the number of characters.
    fn puzzle_and_solution(&self, line: &str, start: usize) -> Result<Record, ParseError> {
        let first = groups(line, start).next().unwrap_or(start..start);
        let half = line[first.clone()].chars().count() / 2;
        let middle = line[first.clone()].char_indices().nth(half);
        let middle = first.start + middle.map_or(0, |(at, _)| at);
        let (puzzle, solution) = (&line[..middle], &line[middle..first.end]);
        let even = solution.chars().count() == half;
        if even && cells::size_of(half).is_some_and(|size| size <= cells::MAX_SYMBOLS) {
            let mut record = self.any_board(puzzle, start)?;
            add_what_follows(&mut record, solution);
            if record.solution.is_some() {
                return Ok(record);
            }
        }
        Err(wrong_length(line, start))
    }
}

/// The size that most of these lines have, and the sizes that several of them have.
fn usual_sizes(reader: &Reader, lines: &[&str]) -> (Option<usize>, BTreeSet<usize>) {
    let read = lines.iter().filter_map(|line| reader.read(line)?.ok());
    let read: Vec<usize> = read.map(|record| record.puzzle.geometry().size()).collect();
    let usual = rows::most_frequent(read.iter().copied());
    let is_repeated = |size: &usize| read.iter().filter(|&other| other == size).count() > 1;
    (usual, read.iter().copied().filter(is_repeated).collect())
}

/// Whether a puzzle can have one solution, by its givens at a glance: they do not clash, there
/// are enough of them, and at most one digit is not among them, for two such digits could change
/// places in any solution.
fn may_be_proper(puzzle: &Puzzle) -> bool {
    // The fewest clues of a proper puzzle, as exhaustive searches found them; sizes 5 and 7 have
    // no boxes, so theirs are the smallest critical sets of Latin squares.
    let fewest = match puzzle.geometry().size() {
        4 => 4,
        5 => 6,
        6 => 8,
        7 => 12,
        8 => 14,
        9 => 17,
        _ => 0,
    };
    let digits: BTreeSet<Digit> = puzzle.givens().iter().copied().flatten().collect();
    puzzle.n_givens() >= fewest
        && digits.len() + 1 >= puzzle.geometry().size()
        && puzzle.conflicts().is_empty()
}

/// Whether a character of a line stands in a cell.
fn is_symbol(symbol: &char) -> bool {
    !matches!(symbol, ' ' | '\t' | '|' | '\r')
}

/// The groups of symbols of a line, up to where a comment starts.
fn groups(line: &str, start: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let end = line[start..]
        .find([',', ';', '#'])
        .map_or(line.len(), |at| start + at);
    let mut at = start;
    std::iter::from_fn(move || {
        let from = at + line[at..end].find(|symbol| is_symbol(&symbol))?;
        let length = line[from..end].find(|symbol| !is_symbol(&symbol));
        at = length.map_or(end, |length| from + length);
        Some(from..at)
    })
}

/// Where the puzzle stands: the equally long groups that the line begins with, if they
/// have N² symbols, or else all groups, if none is longer than a row.
fn extent(line: &str, start: usize) -> Option<std::ops::Range<usize>> {
    const MOST: usize = cells::MAX_SYMBOLS * cells::MAX_SYMBOLS;
    let groups: Vec<_> = groups(line, start).take(MOST + 1).collect();
    let length = |group: &std::ops::Range<usize>| line[group.clone()].chars().count();
    let lengths: Vec<usize> = groups.iter().map(length).collect();
    let first = *lengths.first()?;
    let alike = lengths
        .iter()
        .take_while(|&&length| length == first)
        .count();
    let is_board = |n_cells: usize| n_cells <= MOST && cells::size_of(n_cells).is_some();
    // A group that is a board may have its solution behind it. Shorter groups go on for
    // as long as they hold cells, unless all that follows is no longer than one of them;
    // single characters go on for the whole line.
    let is_word = |group: &std::ops::Range<usize>| !line[group.clone()].chars().all(is_usual);
    let is_short = |end: usize| lengths[end..].iter().sum::<usize>() <= first;
    let mut ends = (1..=alike).rev().filter(|&end| is_board(end * first));
    let end = ends.find(|&end| match groups.get(end) {
        None => true,
        Some(next) => first > 15 || first > 2 && (is_word(next) || is_short(end)),
    });
    let end = end.or_else(|| {
        let total = lengths.iter().sum();
        let no_longer = |size: usize| lengths.iter().all(|&length| length <= size);
        let fits = is_board(total) && cells::size_of(total).is_some_and(no_longer);
        // Groups of different lengths are cells if they look it; else they are words. A number
        // for each cell of a large board is another format, whatever all digits make together.
        let size = cells::size_of(groups.len()).filter(|&size| size > 9);
        let is_number = |group: &std::ops::Range<usize>, size: usize| {
            let number = line[group.clone()].parse::<usize>();
            number.is_ok_and(|number| number <= size)
        };
        let is_numbers = size.is_some_and(|size| groups.iter().all(|g| is_number(g, size)));
        let usual = groups.iter().flat_map(|group| line[group.clone()].chars());
        let n_usual = usual.filter(|&symbol| is_usual(symbol)).count();
        (fits && !is_numbers && 2 * n_usual >= total).then_some(groups.len())
    })?;
    Some(groups.first()?.start..groups.get(end - 1)?.end)
}

/// Where the longest column of a line starts, if it looks like a puzzle behind something
/// else: `17;8..36…;easy`.
fn longest_column(line: &str, start: usize) -> Option<usize> {
    let is_end = |c: char| matches!(c, ' ' | '\t' | ',' | ';' | '#' | '=');
    let mut at = start;
    let columns = line[start..].split_inclusive(is_end).map(|column| {
        at += column.len();
        (at - column.len(), column.trim_end_matches(is_end))
    });
    let (at, column) = columns.max_by_key(|(at, column)| (column.len(), Reverse(*at)))?;
    let usual = column.chars().filter(|&symbol| is_usual(symbol)).count();
    // Most of it is digits and blanks, and it is as long as a board, or nearly.
    let is_cells = usual >= 15 && usual * 4 >= column.chars().count() * 3;
    (at > start && is_cells).then_some(at)
}

/// Reads a solution, or a rating, that stands behind a puzzle.
fn add_what_follows(record: &mut Record, rest: &str) {
    if rest.is_empty() {
        return;
    }
    let is_apart = rest.starts_with([' ', '\t', ',', ';']);
    let rest = rest.trim_start_matches([' ', '\t', ',', ';']);
    let givens = record.puzzle.givens();
    let size = record.puzzle.geometry().size();
    let mut symbols = rest.chars();
    let digits: Option<Box<[Digit]>> = givens
        .iter()
        .map(|given| {
            let digit = record.alphabet.digit(symbols.next()?)?;
            // A column of its own says what it is; whether it is right is another question.
            let fits = is_apart || given.is_none_or(|given| given == digit);
            (fits && digit.value() <= size).then_some(digit)
        })
        .collect();
    if let Some(digits) = digits
        && ends_puzzle(symbols.as_str().as_bytes().first())
    {
        record.solution = Some(puzzle::Grid::of(record.puzzle.geometry().clone(), digits));
    }
    if let Some((_, rating)) = rest.split_once("ED=").or_else(|| rest.split_once("ER=")) {
        let end = rating.find(|c: char| c != '.' && !c.is_ascii_digit());
        record.meta.rating = Some(rating[..end.unwrap_or(rating.len())].to_owned());
    }
}

/// What is wrong with the number of symbols on a line.
fn wrong_length(line: &str, start: usize) -> ParseError {
    // A long first group is the puzzle, and what follows is a comment.
    let first = groups(line, start).next().unwrap_or(start..start);
    let length = |group: std::ops::Range<usize>| line[group].chars().count();
    let is_long = length(first.clone()) > cells::MAX_SYMBOLS;
    let all = || groups(line, start).take(if is_long { 1 } else { usize::MAX });
    let span = first.start..all().last().map_or(start, |group| group.end);
    let n_cells = all().map(length).sum();
    let lengths: Vec<usize> = all().take(cells::MAX_SYMBOLS + 1).map(length).collect();
    let source = Source::new("line", line);
    let mut symbols = line[span.clone()].char_indices();
    let is_hidden = |symbol: char| symbol.is_control() || is_invisible(symbol);
    if let Some((at, hidden)) = symbols.find(|&(_, symbol)| is_hidden(symbol)) {
        let at = span.start + at;
        let found = shown(hidden.to_string());
        return source.error(at..at + hidden.len_utf8(), "a digit or a blank", found);
    }
    if cells::size_of(n_cells).is_some_and(|size| size > cells::MAX_SYMBOLS) {
        let found = format!("{n_cells} characters");
        let error = source.error(span, "at most 1296 cells, a 36x36 board", found);
        return error.hint(cells::USE_NUMBERS);
    }
    if cells::size_of(n_cells).is_some() {
        let is_word = |group: &std::ops::Range<usize>| !line[group.clone()].chars().all(is_usual);
        let word = all().find(is_word).unwrap_or(span);
        let found = shown(&line[word.clone()]);
        return source.error(word, "digits and blanks", found);
    }
    let error = source.wrong_count(span, n_cells);
    match uneven(&lengths) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// If one of several groups is not as long as the others: which, and by how much.
fn uneven(lengths: &[usize]) -> Option<String> {
    let usual = rows::most_frequent(lengths.iter().copied())?;
    let mut odd = lengths
        .iter()
        .enumerate()
        .filter(|(_, length)| **length != usual);
    let (index, length) = odd.next()?;
    let alone = odd.next().is_none() && lengths.len() > 2;
    alone.then(|| format!("group {} has {length} cells, the others {usual}", index + 1))
}

/// Whether a character is a digit or a blank on most boards.
fn is_usual(symbol: char) -> bool {
    symbol.is_ascii_digit() || cells::BLANKS.contains(&symbol)
}

/// Whether a line may be the title of a list: words, and no more digits than a date has.
fn is_title(line: &str) -> bool {
    const MOST_DIGITS: usize = 12;
    let mut words = line.split(|c: char| !c.is_alphabetic());
    // Capitals may be the symbols of a large board.
    let is_small = |c: &char| c.is_alphabetic() && !c.is_ascii_uppercase();
    let is_worded = words.any(|word| word.chars().filter(is_small).count() >= 3);
    let n_usual = line.chars().filter(|&c| is_usual(c)).count();
    is_worded && n_usual <= MOST_DIGITS && !line.starts_with([':', '{', '[', '<', '"'])
}

/// Whether a line has the look of digits and blanks, whatever their number.
pub(in crate::format) fn looks_like_cells(line: &str) -> bool {
    let symbols = || line.chars().filter(is_symbol).take(4096);
    let usual = |symbol: &char| is_usual(*symbol) || symbol.is_control();
    let (all, usual) = (symbols().count(), symbols().filter(usual).count());
    usual >= 8 && usual * 4 >= all * 3 && line.contains(|c: char| c.is_ascii_digit())
}

/// Whether a line has M characters for each cell of an M×M board, the k-th of them k
/// or a blank, and a candidate for every cell: that is not a board of N² characters
/// but one of candidates, and the format for those will read it.
fn is_candidate_slots(line: &str) -> bool {
    let line = line.trim();
    let Some(size) = [4, 9, 16].into_iter().find(|m| m * m * m == line.len()) else {
        return false;
    };
    let symbols: Vec<char> = line.chars().collect();
    let slot = |(k, &symbol): (usize, &char)| match Alphabet::OneBased.digit(symbol) {
        Some(digit) => digit.index() == k,
        None => symbol == '0' || cells::BLANKS.contains(&symbol),
    };
    let filled = |&symbol: &char| Alphabet::OneBased.digit(symbol).is_some();
    let mut cells = symbols.chunks(size);
    cells.all(|cell| cell.iter().enumerate().all(slot) && cell.iter().any(filled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoxShape;
    use crate::geometry::Layout;

    const INKALA: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLVED: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn read(line: &str) -> Result<Record, ParseError> {
        let reader = Reader::new(&ReadOptions::default());
        reader.read(line).expect("not a comment")
    }

    fn error(line: &str) -> String {
        let error = read(line).unwrap_err();
        let hint = error.hint.as_deref().unwrap_or("-");
        format!("{}: {error} ({hint})", error.column)
    }

    #[test]
    fn an_empty_board_that_is_not_the_one_asked_for_is_told_so() {
        let (rows, columns) = (3, 3);
        let options = ReadOptions {
            boxes: Some(Layout::Boxes(BoxShape { rows, columns })),
            ..ReadOptions::default()
        };
        let readings = Line.read(&".".repeat(36), &options);
        let error = readings[0].records[0].as_ref().unwrap_err().to_string();
        assert_eq!(
            error,
            "expected a board of 9x9, as boxes of 3x3 make it, found 6x6"
        );
    }

    #[test]
    fn the_span_covers_the_symbols_alone() {
        for (line, span) in [
            (INKALA.to_owned(), 0..81),
            (format!("\u{feff}{INKALA} # Inkala"), 3..84),
            (format!("  {INKALA}\t11.9"), 2..83),
            (format!("{INKALA};x"), 0..81),
            (format!("{INKALA} 11.9 1.2"), 0..81),
        ] {
            let record = read(&line).unwrap();
            assert_eq!(record.puzzle.to_string(), INKALA);
            assert_eq!(record.span, span);
        }
        let spaced = read("  1... .... .... ...2  easy").unwrap();
        assert_eq!((spaced.puzzle.n_givens(), spaced.span), (2, 2..21));
        let rows = read(
            "53. .7... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. \
                         ...419..5 ....8..79",
        );
        assert!(rows.is_err(), "a cell is missing");
        let numbers = format!("{}16", "0 ".repeat(255));
        assert!(read(&numbers).is_err(), "numbers are another format");
    }

    #[test]
    fn what_is_classic_at_a_glance_is_what_is_read() {
        let reader = Reader::new(&ReadOptions::default());
        for byte in 0..=127u8 {
            let line = format!("{}{}", char::from(byte), &INKALA[1..]);
            let Some(cells) = reader.classic(line.as_bytes()) else {
                continue;
            };
            assert_eq!(cells[1..], INKALA.as_bytes()[1..]);
            let given = |digit: &Digit| digit.value() == usize::from(byte - b'0');
            let record = read(&line).unwrap();
            match byte {
                b'1'..=b'9' => assert!(record.puzzle.givens()[0].as_ref().is_some_and(given)),
                _ => assert!(record.puzzle.givens()[0].is_none(), "{line}"),
            }
        }
        let is_classic = |line: &str| reader.classic(line.as_bytes()).is_some();
        for blank in "0123456789._-*?xX".chars() {
            assert!(is_classic(&format!("{blank}{}", &INKALA[1..])), "{blank}");
        }
        for (line, expected) in [
            (format!("{INKALA},{SOLVED}"), true),
            (format!("{INKALA} # \u{e9}"), true),
            (format!("{INKALA}{SOLVED}"), false),
            (format!(" {INKALA}"), false),
            (format!("#{}", &INKALA[1..]), false),
            (INKALA[1..].to_owned(), false),
        ] {
            assert_eq!(is_classic(&line), expected, "{line}");
        }
    }

    #[test]
    fn another_puzzle_behind_one_is_an_error() {
        let other = INKALA.replacen('8', "7", 1);
        let classic = Reader::new(&ReadOptions::default());
        for (line, column) in [
            (format!("{INKALA} {other}"), 83),
            (format!("{INKALA};{other};easy"), 83),
            (format!("{INKALA} and {other}."), 87),
            (format!("17,{INKALA},{SOLVED},{other}"), 168),
            (format!("I tried {INKALA} and {other} today"), 95),
        ] {
            let expected = "expected one puzzle on the line, found another one behind it";
            assert!(
                error(&line).starts_with(&format!("{column}: {expected}")),
                "{line}"
            );
            assert!(classic.classic(line.as_bytes()).is_none(), "{line}");
        }
        // The state of a game, the same puzzle again, and numbers are none.
        for behind in [
            INKALA.replacen('.', "1", 1),
            INKALA.to_owned(),
            "-0.5".repeat(16),
        ] {
            assert!(read(&format!("{INKALA} {behind}")).is_ok(), "{behind}");
        }
    }

    #[test]
    fn comments_and_empty_lines_hold_nothing() {
        let reader = Reader::new(&ReadOptions::default());
        for line in ["", "   ", "# 1234", "#1...............", "\u{feff}"] {
            assert!(reader.read(line).is_none(), "{line:?}");
        }
    }

    #[test]
    fn a_solution_may_follow() {
        // Ambiguity B, in part.
        for between in ["", " ", ",", ";", "\t"] {
            let record = read(&format!("{INKALA}{between}{SOLVED}")).unwrap();
            assert_eq!(record.solution.unwrap().to_string(), SOLVED);
            assert_eq!(record.span, 0..81);
        }
        let other = SOLVED.replace('8', "9");
        // A wrong one in a column of its own is kept: others judge it.
        let stated = read(&format!("{INKALA} {other}")).unwrap().solution;
        assert_eq!(stated.unwrap().to_string(), other);
        assert!(read(&format!("{INKALA}{other}")).is_err());
        let four = read("1...............1234341221434321").unwrap();
        assert_eq!(four.solution.unwrap().to_string(), "1234341221434321");
    }

    #[test]
    fn ratings_of_serate_are_kept() {
        for rated in ["ED=11.9/1.2/1.2", "ER=11.9/1.2/1.2"] {
            let record = read(&format!("{INKALA} {rated}")).unwrap();
            assert_eq!(record.meta.rating.as_deref(), Some("11.9"), "{rated}");
        }
    }

    #[test]
    fn sizes_follow_from_the_length() {
        for size in [4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 36] {
            let record = read(&".".repeat(size * size)).unwrap();
            assert_eq!(record.puzzle.geometry().size(), size);
        }
    }

    #[test]
    fn the_puzzle_need_not_be_in_the_first_column() {
        for (before, after) in [
            ("17;", ";easy"),
            ("A-1\t", "\t11.9"),
            ("No. 17: ", ""),
            ("2006-01-30, hard, ", ", x"),
        ] {
            let record = read(&format!("{before}{INKALA}{after}")).unwrap();
            assert_eq!(record.puzzle.to_string(), INKALA);
            assert_eq!(record.span, before.len()..before.len() + 81);
        }
        let record = read(&format!("17;{INKALA};{SOLVED};easy")).unwrap();
        assert_eq!(record.solution.unwrap().to_string(), SOLVED);
        assert_eq!(
            error(&format!("17;{};easy", &INKALA[1..])),
            "4: expected 81 cells for a board of 9x9, found 80 cells (one cell is missing)"
        );
    }

    #[test]
    fn wrong_lengths_are_explained() {
        // Ambiguity O.
        assert_eq!(
            error(&INKALA[1..]),
            "1: expected 81 cells for a board of 9x9, found 80 cells (one cell is missing)"
        );
        assert_eq!(
            error(&format!("{INKALA}.")),
            "1: expected 81 cells for a board of 9x9, found 82 cells (one cell is too many)"
        );
        assert_eq!(
            error("1... .... ... ...."),
            "1: expected 16 cells for a board of 4x4, found 15 cells \
             (group 3 has 3 cells, the others 4)"
        );
        assert!(error(&"1".repeat(2000)).contains("44x44 or 2025"));
        assert!(error(&"0 ".repeat(2000)).contains("found 2000 cells"));
        let nines = "53..7.... 6..195... .98....6. 8...6...3 4..8.3.1 7...2...6 .6....28. \
                     ...419..5 ....8..79";
        assert!(error(nines).contains("found 80 cells (group 5 has 8 cells, the others 9)"));
        assert!(error(&"1".repeat(2025)).contains("found 2025 characters (write boards above"));
        assert!(error(&"1".repeat(1_000_000)).contains("at most 14641 cells"));
    }

    #[test]
    fn strange_characters_are_pointed_at() {
        assert_eq!(
            error("12x4 4.21 2143 341Q"),
            "19: expected a digit from 1 to 4 or a blank, found 'Q' (-)"
        );
        assert_eq!(
            error("1234 4.21 2143 3415"),
            "19: expected a digit from 1 to 4 or a blank, found '5' (-)"
        );
        let nul = INKALA.replacen('3', "\0", 1);
        assert!(error(&nul).starts_with("12: expected a digit"));
        assert!(error(&nul).contains("the control character U+0000"));
    }

    #[test]
    fn candidate_slots_are_left_to_their_own_format() {
        // Ambiguity A: 64 characters are 4x4 by candidates or 8x8.
        let slots = format!("1..4{}", "1234".repeat(15));
        let board = format!("4..1{}", "1234".repeat(15));
        let readings = |text: &str| Line.read(text, &ReadOptions::default()).len();
        assert_eq!(readings(&slots), 0);
        assert_eq!(readings(&board), 1);
        assert_eq!(
            readings(&format!("1{}", ".".repeat(63))),
            1,
            "most cells have none"
        );
    }

    #[test]
    fn a_file_is_read_past_its_bad_lines() {
        let text = format!("# two\r\n{INKALA}\r\n123\r\n\r\n{INKALA} again\r\n");
        let readings = Line.read(&text, &ReadOptions::default());
        let records = &readings[0].records;
        let spans: Vec<_> = records
            .iter()
            .map(|r| r.as_ref().map(|r| r.span.clone()))
            .collect();
        assert_eq!((&spans[0], &spans[2]), (&Ok(7..88), &Ok(97..178)));
        let error = records[1].as_ref().unwrap_err();
        assert_eq!((error.line, error.column, &error.span), (3, 1, &(90..93)));
    }

    #[test]
    fn hex_or_not_are_two_readings() {
        let text = format!("1AF{}", ".".repeat(253));
        let readings = Line.read(&text, &ReadOptions::default());
        let alphabets: Vec<Alphabet> = readings
            .iter()
            .map(|reading| reading.records[0].as_ref().unwrap().alphabet)
            .collect();
        assert_eq!(alphabets, [Alphabet::OneBased, Alphabet::ZeroBased]);
    }

    #[test]
    fn blanks_and_alphabets_are_the_writers_choice() {
        let write = |spec: &str, text: &str| {
            let record = read(text).unwrap();
            crate::format::find(spec).unwrap().write(&record).unwrap()
        };
        assert_eq!(write("line:blank=0", INKALA), INKALA.replace('.', "0"));
        assert_eq!(
            write("line:alphabet=letters", "1..4............"),
            "A..D............"
        );
        assert_eq!(
            write("line:alphabet=numbers,blank=0", "1..4............")[..9],
            *"1 0 0 4 0"
        );
    }

    #[test]
    fn regions_and_marks_do_not_fit() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let jigsaw = Geometry::builder(4).regions(map).build().unwrap();
        let record = Record::new(Puzzle::empty(jigsaw));
        let error = crate::format::find("line")
            .unwrap()
            .write(&record)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the format line has no room for jigsaw regions"
        );
    }
}

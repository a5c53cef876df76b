//! Pencil-mark grids: what each cell may still hold, in rows and columns.
//!
//! ```text
//!  +-----------------+--------------------+
//!  | 8    1246 24569 | 2347   2357  12345 |     one group of candidates a cell,
//!  | 1245 124  3     | 6      *2578 -1248 |     in any frame or none
//!  …
//! ```
//!
//! Signs that people put beside candidates (`*` `#` `@`, a letter before or after, `-`
//! for one about to go, `{69}`, `46+9`) are passed over, and so is the text of a step below
//! the grid. A lone digit is a value unless a peer still lists it (HoDoKu's rule). Simple
//! Sudoku puts up to two plain grids above the marks: the givens, then the givens with
//! what was placed.
//!
//! Boards of more than 9 digits write candidates as letters (`1CG`), those of more than
//! 35 as numbers (`1,12,40`); both are read at any size. A cell without any candidate left is
//! `{}`; a blank says that nothing is noted.

use crate::format::parts::room::{Room, Shapes};
use crate::format::parts::source::{Source, shown};
use crate::format::parts::text::{self, TextLine};
use crate::format::parts::{cells, marks};
use crate::format::{
    Confidence, Format, Keeps, ParseError, Progress, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::{BoxShape, Digit, Layout, MAX_SIZE};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// A group of candidates for each cell, in rows.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct PencilMarksFormat;

impl Format for PencilMarksFormat {
    fn name(&self) -> &'static str {
        "pencilmarks"
    }

    fn title(&self) -> &'static str {
        "Pencil marks"
    }

    fn about(&self) -> &'static str {
        "a grid of candidates, in any frame: | 8 1246 24569 | 2347 ..."
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            marks: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let parts = parts(text);
        let rows: Vec<&Row<'_>> = parts.iter().flatten().collect();
        let Some(size) = size_of(&rows) else {
            return Vec::new();
        };
        let source = Source::new("pencilmarks", text);
        let records = Reader {
            source,
            size,
            options,
        }
        .records(parts);
        let confidence = if records.iter().all(Result::is_ok) {
            Confidence::Sure
        } else {
            Confidence::Possible
        };
        vec![Reading {
            format: "pencilmarks",
            confidence,
            why: format!("rows of {size} groups of candidates"),
            records,
        }]
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for PencilMarksFormat {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        let room = Room {
            shapes: Shapes::Boxes,
            ..Room::MARKS
        };
        room.holds(record).map(|()| write(record))
    }
}

/// The rows of a text, as far as nothing but frames and empty lines stands between them.
fn parts(text: &str) -> Vec<Vec<Row<'_>>> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    for line in text::lines(text) {
        let is_frame = |c: char| !c.is_alphanumeric() && c != '#';
        match Row::of(line) {
            Some(row) => part.push(row),
            None if line.text.chars().all(is_frame) => {}
            None => parts.push(std::mem::take(&mut part)),
        }
    }
    parts.push(part);
    parts
}

/// A line of cells, its frame taken away.
struct Row<'a> {
    line: TextLine<'a>,
    words: Vec<&'a str>,
    /// How many words stand before each bar of the frame.
    bars: Vec<usize>,
}

impl<'a> Row<'a> {
    /// The cells of a line, if it is one of cells and not a border, a text or nothing.
    fn of(line: TextLine<'a>) -> Option<Row<'a>> {
        let is_bar = |c: char| matches!(c, '|' | '│' | '║' | '┃');
        let mut row = Row {
            line,
            words: Vec::new(),
            bars: Vec::new(),
        };
        for (index, part) in line.text.split(is_bar).enumerate() {
            if index > 0 {
                row.bars.push(row.words.len());
            }
            row.words.extend(part.split_whitespace());
        }
        let is_row = !row.words.is_empty() && row.words.iter().all(|word| is_cells(word));
        let is_border =
            line.text.contains("---") && !line.text.contains(|c: char| c.is_ascii_digit());
        (is_row && !is_border).then_some(row)
    }

    /// Whether it is a row of candidates: a group for each cell.
    fn is_marks(&self, size: usize) -> bool {
        self.words.len() == size && self.words.iter().all(|word| is_group(word))
    }

    /// Whether it is a row of a plain grid: a symbol for each cell, in words of one length.
    fn is_plain(&self, size: usize) -> bool {
        let length = |word: &&str| word.chars().count();
        let first = self.words.first().map(length);
        if self.words.iter().any(|word| Some(length(word)) != first) {
            return false;
        }
        let mut symbols = self.words.iter().flat_map(|word| word.chars());
        let n_symbols = symbols
            .by_ref()
            .take(size + 1)
            .filter(|&c| is_symbol(c))
            .count();
        n_symbols == size && symbols.next().is_none()
    }

    /// Whether a cell of it has more than one candidate.
    fn has_choice(&self) -> bool {
        let n_digits = |word: &&str| word.chars().filter(char::is_ascii_alphanumeric).count();
        self.words.iter().all(|word| is_group(word)) && self.words.iter().any(|w| n_digits(w) > 1)
    }
}

fn is_blank_symbol(c: char) -> bool {
    matches!(c, '.' | '_' | '0' | '-' | '*')
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_blank_symbol(c)
}

/// Whether a word may be one or more cells.
fn is_cells(word: &str) -> bool {
    is_group(word) || word.chars().all(is_symbol) && !word.chars().any(|c| c.is_ascii_lowercase())
}

/// Whether a word may be the candidates of one cell.
fn is_group(word: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "*#@{}+-,".contains(c);
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    let is_letters = || word.chars().all(|c| c.is_ascii_uppercase());
    is_nothing(word) || word.chars().all(is_sign) && (has_digit || is_letters())
}

/// Whether a word says that nothing is noted, or that nothing is left.
fn is_nothing(word: &str) -> bool {
    matches!(word, "." | "_" | "0" | "-" | "{}")
}

/// The size of the board, if the rows look like a grid of candidates at all: the number
/// of groups that most rows with a choice have. Every second row has one, or there is one
/// somewhere among enough rows of that size.
fn size_of(rows: &[&Row<'_>]) -> Option<usize> {
    let mut counts = vec![0; MAX_SIZE + 1];
    for row in rows.iter().filter(|row| row.has_choice()) {
        if let Some(count) = counts.get_mut(row.words.len()) {
            *count += 1;
        }
    }
    let (size, &count) = counts.iter().enumerate().max_by_key(|(_, count)| **count)?;
    let mut words = rows.iter().flat_map(|row| &row.words);
    let is_number = |word: &&str| word.parse::<usize>().is_ok_and(|number| number <= size);
    // Numbers up to the size, one a cell, are a plain grid of numbers.
    let is_numbers = size > 9 && words.all(|word| is_number(word) || is_nothing(word));
    let is_whole = || rows.iter().filter(|row| row.is_marks(size)).count() >= size;
    let is_grid = 2 * count >= size || count > 0 && is_whole();
    (size >= 4 && is_grid && !is_numbers).then_some(size)
}

struct Reader<'a> {
    source: Source<'a>,
    size: usize,
    options: &'a ReadOptions,
}

impl<'a> Reader<'a> {
    /// A record for each grid of candidates, with the plain grids above it.
    fn records(&self, parts: Vec<Vec<Row<'a>>>) -> Vec<Result<Record, ParseError>> {
        let size = self.size;
        let is_row = |row: &Row<'a>| {
            let nearly = row.has_choice() && row.words.len().abs_diff(size) <= 2;
            row.is_marks(size) || row.is_plain(size) || nearly
        };
        // Digits that are no row of this board may be a puzzle of their own: the grids above and
        // below them do not belong together. Other signs are what is left of a frame.
        let has_digit = |row: &Row<'a>| row.line.text.contains(char::is_alphanumeric);
        let rows = |part: Vec<Row<'a>>| {
            let rows = part.into_iter();
            rows.filter(|row| is_row(row) || has_digit(row)).collect()
        };
        let parts: Vec<Vec<Row<'a>>> = parts.into_iter().map(rows).collect();
        let parts = parts.iter().flat_map(|part| part.split(|row| !is_row(row)));
        // Rows without a choice that are no whole board are not about candidates.
        let is_ours =
            |part: &&[Row<'a>]| part.len().is_multiple_of(size) || part.iter().any(Row::has_choice);
        let mut records = Vec::new();
        for part in parts.filter(is_ours) {
            let mut plain: Vec<&[Row<'a>]> = Vec::new();
            for grid in part.chunks(size) {
                if grid.iter().all(|row| row.is_plain(size)) && grid.len() == size {
                    plain.push(grid);
                    continue;
                }
                let above = std::mem::take(&mut plain);
                // Of more than two plain grids the last two belong to these marks, if they do
                // not say otherwise.
                let last = above.len().saturating_sub(2);
                let is_other = |other: &&[Row<'a>]| !self.belongs(other, grid);
                let others = above[last..].iter().rposition(is_other);
                let from = others.map_or(last, |other| last + other + 1);
                records.extend(above[..from].iter().map(|grid| self.puzzle(grid)));
                records.push(self.record(&above[from..], grid));
            }
            records.extend(plain.into_iter().map(|grid| self.puzzle(grid)));
        }
        records
    }

    /// Whether a plain grid may be the givens of a game that the marks show: its digits stand
    /// alone among the marks, too, and they may be the givens of a proper puzzle. Two digits that
    /// are not among the givens could change places in any solution.
    fn belongs(&self, plain: &[Row<'a>], marks: &[Row<'a>]) -> bool {
        let (Ok(cells), Ok(sets)) = (self.values(plain), self.sets(marks)) else {
            return true;
        };
        let mut given = DigitSet::EMPTY;
        cells
            .givens
            .iter()
            .flatten()
            .for_each(|&digit| given.insert(digit));
        let mut cells = cells.givens.iter().zip(&sets);
        given.len() + 1 >= self.size
            && cells.all(|(digit, set)| digit.is_none_or(|digit| *set == DigitSet::only(digit)))
    }

    /// A plain grid that no marks belong to.
    fn puzzle(&self, grid: &[Row<'a>]) -> Result<Record, ParseError> {
        let cells = self.values(grid)?;
        let drawn = self.boxes(grid).map(Layout::from);
        let span = span_of(grid, grid);
        self.source
            .record(span, cells, drawn.as_ref(), self.options)
    }

    fn record(&self, above: &[&[Row<'a>]], grid: &[Row<'a>]) -> Result<Record, ParseError> {
        let span = span_of(above.first().copied().unwrap_or(grid), grid);
        let sets = self.sets(grid)?;
        let drawn = self.boxes(grid).map(Layout::from);
        let geometry =
            self.source
                .geometry(span.clone(), self.size, drawn.as_ref(), self.options)?;
        let lone = marks::lone_digits(&geometry, &sets, self.options.singletons);
        let Some(first) = above.first() else {
            let puzzle = Puzzle::of(geometry, lone).limited_to(sets);
            let mut record = Record::new(puzzle);
            record.span = span;
            return Ok(record);
        };
        let cells::Sense { givens, alphabet } = self.values(first)?;
        let second = above.get(1).map(|grid| self.values(grid)).transpose()?;
        let known = second.map_or_else(|| vec![None; givens.len()], |cells| cells.givens);
        let mut placed = Vec::new();
        let mut marks = sets;
        for (index, set) in marks.iter_mut().enumerate() {
            let digit = known[index].or(lone[index]);
            placed.push(digit.filter(|_| givens[index].is_none()));
            if givens[index].or(placed[index]).is_some() {
                *set = DigitSet::EMPTY;
            }
        }
        Ok(Record {
            span,
            alphabet,
            progress: Some(Progress {
                placed: placed.into(),
                marks: Some(marks.into()),
            }),
            ..Record::new(Puzzle::of(geometry, givens))
        })
    }

    /// The boxes that the frame draws.
    fn boxes(&self, grid: &[Row<'a>]) -> Option<BoxShape> {
        let row = grid.first().filter(|row| row.words.len() == self.size)?;
        let columns = row.bars.iter().copied().find(|&bar| bar > 0)?;
        let is_even = (2..self.size).contains(&columns)
            && self.size.is_multiple_of(columns)
            && row.bars.iter().all(|bar| bar % columns == 0);
        let rows = self.size / columns;
        is_even.then_some(BoxShape { rows, columns })
    }

    /// The digits of a plain grid.
    fn values(&self, grid: &[Row<'a>]) -> Result<cells::Sense, ParseError> {
        let words = grid.iter().flat_map(|row| &row.words);
        let symbols = words.flat_map(|word| {
            let start = self.source.span_of(word).start;
            word.char_indices().map(move |(at, c)| (start + at, c))
        });
        let symbols: Vec<_> = symbols.collect();
        self.source.symbols(&symbols, self.size, None)
    }

    /// The candidates of each cell.
    fn sets(&self, grid: &[Row<'a>]) -> Result<Vec<DigitSet>, ParseError> {
        let size = self.size;
        for (index, row) in grid.iter().enumerate() {
            if row.words.len() != size {
                let expected = format!("{size} cells in row {}", index + 1);
                let span = self.source.span_of(row.line.text);
                return Err(self
                    .source
                    .error(span, expected, row.words.len().to_string()));
            }
        }
        if grid.len() != size {
            let span = span_of(grid, grid);
            let expected = format!("{size} rows of {size} cells");
            return Err(self
                .source
                .error(span, expected, format!("{} rows", grid.len())));
        }
        let words = || grid.iter().flat_map(|row| &row.words);
        let are_numbers = size > 35 || size > 9 && words().any(|word| word.contains(','));
        words()
            .map(|&word| match word {
                "{}" => Ok(DigitSet::EMPTY),
                _ if is_nothing(word) => Ok(DigitSet::all(size)),
                _ if are_numbers => self.numbers(word),
                _ => self.symbols(word),
            })
            .collect()
    }

    /// `1,12,40`.
    fn numbers(&self, word: &str) -> Result<DigitSet, ParseError> {
        let mut set = DigitSet::EMPTY;
        for number in word.split(',') {
            let digits = number.trim_matches(|c: char| !c.is_ascii_digit());
            let digit = digits.parse().ok().and_then(Digit::new);
            self.add(&mut set, digit, number)?;
        }
        Ok(set)
    }

    /// `1CG`, with signs and, up to 9 digits, letters among them.
    fn symbols(&self, word: &str) -> Result<DigitSet, ParseError> {
        let mut set = DigitSet::EMPTY;
        for (at, symbol) in word.char_indices() {
            let is_candidate = match self.size {
                ..=9 => symbol.is_ascii_digit(),
                _ => symbol.is_ascii_alphanumeric(),
            };
            if is_candidate {
                let digit = Alphabet::OneBased.digit(symbol);
                self.add(&mut set, digit, &word[at..at + 1])?;
            }
        }
        if set.is_empty() {
            let expected = format!("candidates from 1 to {}", self.size);
            let span = self.source.span_of(word);
            return Err(self.source.error(span, expected, shown(word)));
        }
        Ok(set)
    }

    fn add(&self, set: &mut DigitSet, digit: Option<Digit>, word: &str) -> Result<(), ParseError> {
        let digit = digit.filter(|digit| digit.value() <= self.size);
        let expected = match digit {
            Some(digit) if !set.contains(digit) => {
                set.insert(digit);
                return Ok(());
            }
            Some(_) => "each candidate once".to_owned(),
            None => format!("candidates from 1 to {}", self.size),
        };
        let span = self.source.span_of(word);
        Err(self.source.error(span, expected, shown(word)))
    }
}

/// From the first cell of one grid to the last of another.
fn span_of(first: &[Row<'_>], last: &[Row<'_>]) -> std::ops::Range<usize> {
    let start = first.first().map_or(0, |row| row.line.start);
    let end = last.last().map(|row| row.line.start + row.line.text.len());
    start..end.unwrap_or(start)
}

fn write(record: &Record) -> String {
    let geometry = record.puzzle.geometry();
    let size = geometry.size();
    let groups: Vec<String> = marks::candidates(record)
        .into_iter()
        .map(|set| group(set, size))
        .collect();
    let width = |column: usize| {
        let cells = groups.iter().skip(column).step_by(size);
        cells.map(String::len).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..size).map(width).collect();
    let BoxShape { rows, columns } = geometry.boxes().unwrap_or(BoxShape {
        rows: size,
        columns: size,
    });
    let border: String = widths
        .chunks(columns)
        .map(|widths| {
            format!(
                "+{}",
                "-".repeat(widths.iter().sum::<usize>() + columns + 1)
            )
        })
        .collect();
    let border = format!("{border}+");
    let mut lines = vec![border.clone()];
    for (index, row) in groups.chunks(size).enumerate() {
        if index > 0 && index % rows == 0 {
            lines.push(border.clone());
        }
        let mut line = String::new();
        for (column, (group, width)) in row.iter().zip(&widths).enumerate() {
            line += if column % columns == 0 { "| " } else { "" };
            line += &format!("{group:width$} ");
        }
        lines.push(line + "|");
    }
    lines.push(border);
    lines.join("\n")
}

/// The candidates of a cell as they are written on a board of this size.
fn group(set: DigitSet, size: usize) -> String {
    let digits = set.iter();
    match size {
        _ if set.is_empty() => "{}".to_owned(),
        ..=35 => Alphabet::OneBased.line(digits.map(Some), '.'),
        _ => {
            let numbers: Vec<String> = digits.map(|digit| digit.to_string()).collect();
            numbers.join(",")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Singletons;
    use crate::format::parts::testing::{INKALA, fault, from_line, reading, record, written};
    use crate::geometry::Geometry;

    const FOUR: &str = "\
+-------+--------+
| 1  24 | 34 2   |
| 34 4  | 2  13  |
+-------+--------+
| 24 3  | 1  12  |
| 2  12 | 13 4   |
+-------+--------+";

    #[test]
    fn a_grid_of_candidates_is_read_in_any_frame_or_none() {
        let bare = FOUR.replace(['|', '+'], " ").replace("--", "");
        let drawn = FOUR.replace('|', "│").replace('-', "─").replace('+', "┼");
        let ruud = FOUR.replace('+', ".");
        for text in [FOUR, &bare, &drawn, &ruud, &FOUR.replace('|', " | ")] {
            let read = record(&PencilMarksFormat, text);
            assert_eq!(read.puzzle.to_string(), "1.....2..3.....4", "{text}");
            let r1c2 = read.puzzle.geometry().at(1, 2);
            assert_eq!(read.puzzle.allowed(r1c2).to_string(), "24");
            assert_eq!(read.progress, None);
        }
    }

    #[test]
    fn signs_beside_candidates_are_passed_over() {
        let marked = FOUR
            .replacen("24", "*2-4", 1)
            .replacen("34", "{34}", 1)
            .replacen("13", "1a3b", 1)
            .replacen("12", "#1+2", 1)
            .replacen("| 1 ", "|A1 ", 1);
        let text = format!("{marked}\nNaked Single: r2c2=4\n");
        assert_eq!(
            record(&PencilMarksFormat, &text).puzzle,
            record(&PencilMarksFormat, FOUR).puzzle
        );
    }

    #[test]
    fn lone_digits_follow_the_rule_that_is_asked_for() {
        let n_givens = |singletons| {
            let options = ReadOptions {
                singletons,
                ..ReadOptions::default()
            };
            let read = PencilMarksFormat
                .read(FOUR, &options)
                .remove(0)
                .records
                .remove(0);
            read.unwrap().puzzle.n_givens()
        };
        assert_eq!(n_givens(Singletons::Auto), 4);
        assert_eq!(n_givens(Singletons::Given), 8);
        assert_eq!(n_givens(Singletons::Candidate), 0);
    }

    #[test]
    fn simple_sudoku_puts_givens_and_placed_digits_above() {
        let givens = "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n";
        let now = givens.replacen("1.|..", "1.|.2", 1);
        let read = record(&PencilMarksFormat, &format!("{givens}\n{now}\n{FOUR}\n"));
        assert_eq!(read.puzzle.to_string(), "1.....2..3.....4");
        assert_eq!(read.puzzle.marks(), None);
        let progress = read.progress.unwrap();
        assert_eq!(progress.placed[3], Digit::new(2));
        assert_eq!(progress.placed.iter().flatten().count(), 1);
        let marks = progress.marks.unwrap();
        assert_eq!(marks[1].to_string(), "24");
        assert!(marks[0].is_empty() && marks[3].is_empty());
        let two = format!("{givens}\n{FOUR}\n\n{FOUR}\n");
        assert_eq!(reading(&PencilMarksFormat, &two).records.len(), 2);
    }

    #[test]
    fn a_puzzle_is_written_with_its_direct_candidates() {
        let text = written(&PencilMarksFormat, &from_line(INKALA));
        let first = text.lines().nth(1).unwrap();
        assert!(first.starts_with("| 8 "), "{text}");
        let mut widths: Vec<usize> = text.lines().map(str::len).collect();
        widths.dedup();
        assert_eq!(widths.len(), 1, "{text}");
        let read = record(&PencilMarksFormat, &text);
        assert_eq!(read.puzzle.to_string(), INKALA);
        assert_eq!(written(&PencilMarksFormat, &read), text);
    }

    #[test]
    fn every_size_reads_back() {
        for (rows, columns) in [(2, 2), (3, 2), (3, 3), (4, 4), (5, 7), (6, 6), (1, 11)] {
            let geometry = Geometry::with_boxes(rows, columns).unwrap();
            let mut puzzle = Puzzle::empty(geometry.clone());
            let last = geometry.digits().next_back();
            puzzle.set(geometry.at(2, 2), last);
            let text = written(&PencilMarksFormat, &Record::new(puzzle.clone()));
            let read = record(&PencilMarksFormat, &text);
            assert_eq!(read.puzzle.givens(), puzzle.givens(), "{geometry}");
            assert_eq!(read.puzzle.geometry(), &geometry);
            assert_eq!(written(&PencilMarksFormat, &read), text);
        }
    }

    #[test]
    fn a_cell_with_nothing_left_can_be_said() {
        let text = written(&PencilMarksFormat, &from_line("123....4........"));
        assert!(text.contains("{}"), "{text}");
        let read = record(&PencilMarksFormat, &text);
        assert!(
            read.puzzle
                .allowed(read.puzzle.geometry().at(1, 4))
                .is_empty()
        );
    }

    #[test]
    fn slips_are_pointed_at() {
        let fault = |from: &str, to: &str| fault(&PencilMarksFormat, &FOUR.replacen(from, to, 1));
        let expected = "3:1 expected 4 cells in row 2, found 3";
        assert_eq!(fault("| 34 4  |", "| 34    |"), expected);
        assert_eq!(
            fault("24", "25"),
            "2:7 expected candidates from 1 to 4, found '5'"
        );
        assert_eq!(
            fault("24", "22"),
            "2:7 expected each candidate once, found '2'"
        );
        let expected = "2:1 expected 4 rows of 4 cells, found 3 rows";
        assert_eq!(fault("| 2  12 | 13 4   |\n", ""), expected);
    }

    #[test]
    fn plain_grids_and_prose_are_left_to_others() {
        let numbers = "12 3 16 . ".repeat(4) + "\n";
        for text in [
            INKALA,
            "12|34\n34|12\n21|43\n43|21\n",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            &numbers.repeat(16),
            "On 12 May 1986 at 10 of them came",
            "",
        ] {
            let read = PencilMarksFormat.read(text, &ReadOptions::default());
            assert!(read.is_empty(), "{text}");
        }
    }
}

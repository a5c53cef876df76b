//! Boards drawn as rows, with or without a frame.
//!
//! ```text
//!  53..7....     5 3 . | . 7 . | . . .     *-----------*     1|2||0|4
//!  6..195...     6 . . | 1 9 5 | . . .     |53.|.7.|...|     4|0||2|1
//!  .98....6.     . 9 8 | . . . | . 6 .     |6..|195|...|     -+-++-+-
//!  …             ------+-------+------     …                 …
//! ```
//!
//! Simple Sudoku files, forum posts, spreadsheets, box drawings, Project Euler's list
//! (`Grid 01` over each): they differ in what a line means, so every meaning is tried
//! (see `rows.rs`) and the one that makes whole boards wins. Bars and rules that are
//! evenly spaced say how large the boxes are, and a frame may enclose the regions of a
//! jigsaw (see `frames.rs`).

use crate::format::detect::says_the_same;
use crate::format::parts::rows::{CellText, Drawn, Row, Split, Strength, draw};
use crate::format::parts::source::{Source, how_many};
use crate::format::parts::text::TextLine;
use crate::format::parts::{cells, drawing, frames, rows, text};
use crate::format::{
    Confidence, Format, ParseError, Progress, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::{BoxShape, Digit, Layout, MAX_SIZE};
use crate::settings::{Setting, Settings};
use crate::symbols::Alphabet;

/// Rows of cells, with or without a frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct GridFormat;

impl Format for GridFormat {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn title(&self) -> &'static str {
        "Grid"
    }

    fn about(&self) -> &'static str {
        "rows of cells, plain or framed (.ss, .spf, forum posts, spreadsheets)"
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        let source = Source::new("grid", text);
        let mut flawed: Option<Reading> = None;
        let mut whole: Vec<Reading> = Vec::new();
        for style in row_styles(text) {
            let Some(size) = style.size(text) else {
                continue;
            };
            for alphabet in alphabets(size) {
                let reading = style.read(&source, size, alphabet, options);
                let errors =
                    |reading: &Reading| reading.records.iter().filter(|r| r.is_err()).count();
                let n_errors = errors(&reading);
                if reading.records.is_empty() {
                    continue;
                }
                if n_errors == 0 {
                    let seen = |known: &Reading| says_the_same(known, &reading);
                    if !whole.iter().any(seen) {
                        whole.push(reading);
                    }
                } else if flawed.as_ref().is_none_or(|best| {
                    let read = |reading: &Reading| reading.records.len() - errors(reading);
                    (read(&reading), errors(best)) > (read(best), n_errors)
                }) {
                    flawed = Some(reading);
                }
            }
        }
        if whole.is_empty() {
            whole.extend(broken_anywhere(&source, options));
        }
        if whole.is_empty() {
            flawed.into_iter().collect()
        } else {
            whole
        }
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }

    fn settings(&self) -> &'static [Setting] {
        &[Setting {
            name: "style",
            values: &["plain", "framed", "box"],
            about: "bare rows, a frame of + - |, or box-drawing characters",
        }]
    }
}

impl RecordWriter for GridFormat {
    fn write(&self, record: &Record, settings: &Settings) -> Result<String, WriteError> {
        drawing::draw(record, settings.get("style").unwrap_or("plain"))
    }
}

/// How the rows of a text may be written.
#[derive(Clone, Copy, Debug)]
struct RowStyle {
    split: Split,
    /// Whether lines of dashes are rows of blanks.
    dashes: bool,
}

/// Every way worth trying, the plainest first.
fn row_styles(text: &str) -> Vec<RowStyle> {
    let mut splits = vec![Split::Symbols];
    if text.contains('*') {
        splits.push(Split::Starred);
    }
    splits.push(Split::Words);
    for separator in ['|', ',', ';', '\t'] {
        let bars = separator == '|' && text.contains(['│', '┃', '║']);
        if bars || text.contains(separator) {
            let fields = |closed| Split::Fields { separator, closed };
            splits.extend([fields(false), fields(true)]);
        }
    }
    splits.extend([1, 2].map(|step| Split::Columns {
        step,
        n_cells: n_columns(text, step),
    }));
    let rules = splits.iter().map(|&split| RowStyle {
        split,
        dashes: false,
    });
    let blanks = [Split::Symbols, Split::Words].map(|split| RowStyle {
        split,
        dashes: true,
    });
    rules
        .chain(blanks.into_iter().filter(|_| text.contains("--")))
        .collect()
}

/// How many columns of cells a text without bars has: as many as its longest line of digits
/// and spaces, since editors trim the others.
fn n_columns(text: &str, step: usize) -> Option<usize> {
    let is_cells = |line: &&str| line.chars().all(|c| c == ' ' || c.is_ascii_digit());
    let lines = text::lines(text).map(|line| line.text).filter(is_cells);
    let width = lines.map(|line| line.trim_end().len()).max();
    width.map(|width| width.div_ceil(step))
}

/// The alphabets to read a board in: the likeliest (none named), then the others.
fn alphabets(size: usize) -> Vec<Option<Alphabet>> {
    match size {
        10..=cells::MAX_SYMBOLS => vec![
            None,
            Some(Alphabet::OneBased),
            Some(Alphabet::ZeroBased),
            Some(Alphabet::Letters),
        ],
        _ => vec![None],
    }
}

impl RowStyle {
    /// How many cells a row has: what most rows have. At least three lines must agree.
    fn size(self, text: &str) -> Option<usize> {
        const LOOK_AT: usize = 1000;
        let lines = text::lines(text).take(LOOK_AT);
        let widths = lines.filter_map(|line| match draw(line.text, self.split, None) {
            Drawn::Row(row) => Some(row.cells.len()).filter(|&width| row.suits(width)),
            _ => None,
        });
        let widths: Vec<usize> = widths.filter(|width| *width >= cells::MIN_SIZE).collect();
        let size = rows::most_frequent(widths.iter().copied())?;
        let largest = match self.split {
            Split::Symbols | Split::Starred | Split::Columns { .. } => cells::MAX_SYMBOLS,
            _ => MAX_SIZE,
        };
        let agree = widths.iter().filter(|width| **width == size).count();
        let agree = agree + usize::from(self.dashes);
        (size <= largest && agree >= 3).then_some(size)
    }

    fn read(
        self,
        source: &Source<'_>,
        size: usize,
        alphabet: Option<Alphabet>,
        options: &ReadOptions,
    ) -> Reading {
        let mut boards = Boards::new(source, size, alphabet, options);
        let mut drawings = self.tall_drawings(source.text, size).into_iter().peekable();
        let mut tall = Vec::new();
        for line in text::lines(source.text) {
            if boards.header(line.text) {
                continue;
            }
            while drawings.next_if(|tall| tall.end <= line.start).is_some() {}
            let here = drawings.peek().filter(|tall| tall.start <= line.start);
            let height = here.map_or(1, |tall| tall.height);
            match draw(line.text, self.split, self.dashes.then_some(size)) {
                Drawn::Nothing => boards.gap(),
                Drawn::Rule(strength) => boards.rule(strength, line.text),
                Drawn::Row(row) if height > 1 => {
                    tall.push((line, row));
                    if tall.len() == height {
                        let (line, row) = flattened(std::mem::take(&mut tall));
                        boards.row(line, row);
                    }
                }
                Drawn::Row(row) => boards.row(line, row),
                Drawn::Words => boards.words(line.text),
            }
            if boards.is_hopeless() {
                break;
            }
        }
        boards.finish(self)
    }

    /// The drawings whose rows have several lines each.
    fn tall_drawings(self, text: &str, size: usize) -> Vec<Tall> {
        let mut found = Vec::new();
        // How many lines each row of a drawing has, and how many of these have something in them.
        let mut rows = Vec::new();
        let mut start = 0;
        let end = TextLine {
            start: text.len(),
            text: "",
        };
        for line in text::lines(text).chain([end]) {
            match draw(line.text, self.split, None) {
                Drawn::Row(row) if row.cells.len() == size => {
                    if rows.is_empty() {
                        rows.push((0, 0));
                    }
                    let (n_lines, n_filled) = rows.last_mut().expect("there is a row");
                    *n_lines += 1;
                    *n_filled += usize::from(is_filled(&row));
                }
                Drawn::Rule(_) => rows.push((0, 0)),
                _ => {
                    let end = line.start;
                    let height = height(std::mem::take(&mut rows), size);
                    found.extend(height.map(|height| Tall { start, end, height }));
                    start = end + line.text.len();
                }
            }
        }
        found
    }
}

/// A drawing whose rows have several lines each.
struct Tall {
    start: usize,
    end: usize,
    height: usize,
}

/// How many lines the rows of a drawing have, if it is more than one, the same for all rows,
/// and only one of them has something in it. A row comes with the number of its lines and of
/// those with something in them.
fn height(mut rows: Vec<(usize, usize)>, size: usize) -> Option<usize> {
    rows.retain(|&(n_lines, _)| n_lines > 0);
    let &(height, _) = rows.first()?;
    let is_tall = |&(n_lines, n_filled): &(usize, usize)| n_lines == height && n_filled <= 1;
    let is_whole = rows.len().is_multiple_of(size) && rows.iter().all(is_tall);
    (is_whole && height > 1).then_some(height)
}

/// Whether there is something in a cell of the row.
fn is_filled(row: &Row<'_>) -> bool {
    row.cells.iter().any(|cell| !cell.text.is_empty())
}

/// The one line of a tall row that has something in it, or its middle.
fn flattened<'a>(mut lines: Vec<(TextLine<'a>, Row<'a>)>) -> (TextLine<'a>, Row<'a>) {
    let filled = lines.iter().position(|(_, row)| is_filled(row));
    let index = filled.unwrap_or(lines.len() / 2);
    lines.swap_remove(index)
}

/// Rows as they come, put together to boards.
struct Boards<'a> {
    source: &'a Source<'a>,
    size: usize,
    alphabet: Option<Alphabet>,
    options: &'a ReadOptions,
    /// The rows of the board at hand.
    rows: Vec<(TextLine<'a>, Row<'a>)>,
    /// After how many rows there was a rule or a gap.
    rules: Vec<(usize, Strength)>,
    /// What the rules look like.
    frame: Vec<frames::Rule<'a>>,
    /// The boxes that a header line asks for.
    stated: Option<BoxShape>,
    title: Option<&'a str>,
    /// Whether a frame was seen.
    framed: bool,
    /// Whether blanks at the end of a row were trimmed.
    trimmed: bool,
    /// The board before, if nothing has come since.
    before: Option<Draft<'a>>,
    records: Vec<Result<Record, ParseError>>,
    /// The first of the records whose rows stand in one block with those of the board at hand.
    block: usize,
    any: bool,
}

/// The rows of a board and what was drawn between them.
#[derive(Clone)]
struct Draft<'a> {
    rows: Vec<(TextLine<'a>, Row<'a>)>,
    rules: Vec<(usize, Strength)>,
    frame: Vec<frames::Rule<'a>>,
    stated: Option<BoxShape>,
    title: Option<&'a str>,
}

impl Draft<'_> {
    /// The board inside a frame of labels: with nothing in the corner, both the first row and the
    /// first column name their lines, `1 2 3 …`, `0 1 2 …` or `A B C …`.
    fn without_labels(&self) -> Option<Self> {
        let ((_, heading), rows) = self.rows.split_first()?;
        let (corner, heading) = heading.cells.split_first()?;
        let is_free = !corner.text.contains(|c: char| c.is_alphanumeric());
        let first = |(_, row): &(_, Row<'_>)| row.cells.first().map(|cell| cell.text.to_owned());
        let names: Option<Vec<String>> = rows.iter().map(first).collect();
        let names = names.filter(|names| is_free && names.len() >= cells::MIN_SIZE)?;
        let names_lines = |names: Vec<&str>| {
            is_counted(&names)
                || names
                    .iter()
                    .enumerate()
                    .all(|(i, name)| *name == i.to_string())
        };
        let is_labelled = names_lines(names.iter().map(String::as_str).collect())
            && names_lines(heading.iter().map(|cell| cell.text).collect());
        is_labelled.then(|| {
            let mut inner = self.clone();
            inner.rows.remove(0);
            for (_, row) in &mut inner.rows {
                row.cells.remove(0);
                row.walls.retain(|&(at, _)| at > 0);
                row.walls.iter_mut().for_each(|wall| wall.0 -= 1);
            }
            inner.rules.iter_mut().for_each(|rule| rule.0 -= 1);
            inner.frame.iter_mut().for_each(|rule| rule.0 -= 1);
            inner
        })
    }
}

impl<'a> Boards<'a> {
    fn new(
        source: &'a Source<'a>,
        size: usize,
        alphabet: Option<Alphabet>,
        options: &'a ReadOptions,
    ) -> Boards<'a> {
        Boards {
            source,
            size,
            alphabet,
            options,
            rows: Vec::new(),
            rules: Vec::new(),
            frame: Vec::new(),
            stated: None,
            title: None,
            framed: false,
            trimmed: false,
            before: None,
            records: Vec::new(),
            block: 0,
            any: false,
        }
    }

    /// Takes a line like `3, 3` above a board: rows and columns of its boxes.
    fn header(&mut self, line: &str) -> bool {
        let numbers = line.split_once(',').filter(|_| self.rows.is_empty());
        let parsed = numbers.and_then(|(rows, columns)| {
            let (rows, columns) = (rows.trim().parse().ok()?, columns.trim().parse().ok()?);
            Some(BoxShape { rows, columns })
        });
        let fits = parsed.filter(|boxes| boxes.rows.checked_mul(boxes.columns) == Some(self.size));
        self.stated = fits.or(self.stated);
        fits.is_some()
    }

    fn gap(&mut self) {
        let after = self.rows.len();
        let first = self.rules.first().map_or(after, |&(first, _)| first);
        // A gap inside a board stands between bands, all of the same height.
        let between_bands =
            self.size.is_multiple_of(first.max(1)) && after.is_multiple_of(first.max(1));
        match after {
            0 => self.block = self.records.len(),
            _ if between_bands => self.rules.push((after, Strength::Gap)),
            _ => {
                self.close();
                self.block = self.records.len();
            }
        }
    }

    fn rule(&mut self, strength: Strength, line: &'a str) {
        self.framed = true;
        if !self.rows.is_empty() {
            self.rules.push((self.rows.len(), strength));
            self.frame.push((self.rows.len(), line));
        }
    }

    fn row(&mut self, line: TextLine<'a>, row: Row<'a>) {
        let n_cells = row.cells.len();
        // A line with a wrong number of cells is a row only where a row is due.
        // One that is much too long is something else, perhaps a board on a line.
        let near = n_cells + 1 >= self.size || !self.rows.is_empty();
        let near = near && n_cells <= 2 * self.size;
        if !(row.suits(self.size) || row.is_numeric() && near) {
            return self.words(line.text);
        }
        let is_past = |cell: &CellText<'_>| cell.text.is_empty() && cell.at == line.text.len();
        let n_past = row.cells.iter().filter(|cell| is_past(cell)).count();
        // A comma at the end of a line has an empty field behind it.
        self.trimmed |= n_past > 1;
        self.framed |= row
            .walls
            .iter()
            .any(|&(_, strength)| strength > Strength::Gap);
        self.rows.push((line, row));
        if self.rows.len() == self.size {
            self.close();
        }
    }

    fn words(&mut self, line: &'a str) {
        if !self.rows.is_empty() {
            self.close();
        }
        self.before = None;
        self.block = self.records.len();
        self.title = Some(line.trim_start_matches('#').trim());
    }

    /// Many errors and no board: this is not the way to see it.
    fn is_hopeless(&self) -> bool {
        !self.any && self.records.len() >= 20
    }

    fn close(&mut self) {
        let draft = Draft {
            rows: std::mem::take(&mut self.rows),
            rules: std::mem::take(&mut self.rules),
            frame: std::mem::take(&mut self.frame),
            stated: self.stated.take(),
            title: self.title.take(),
        };
        if let Some(before) = self.before.take()
            && draft.rows.len() == 1
            && before.rows[0].1.cells.len() == self.size
        {
            return self.one_too_many(before, draft);
        }
        let record = self.board(&draft);
        if draft.rows.len() < self.size && self.refuse_block(&draft) {
            return;
        }
        self.any |= record.is_ok();
        self.before = Some(draft).filter(|draft| draft.rows.len() == self.size);
        self.records.push(record);
    }

    /// Refuses the boards of a block with rows left over if givens of theirs clash: other rows than
    /// the last ones may be too many, numbers over each board, and nothing shows which.
    fn refuse_block(&mut self, left: &Draft<'a>) -> bool {
        let clashes = |record: &Record| !record.puzzle.conflicts().is_empty();
        let above = self.records.get(self.block..).unwrap_or_default();
        if !above.iter().flatten().any(clashes) {
            return false;
        }
        let size = self.size;
        let n_rows = above.len() * size + left.rows.len();
        let start = above.iter().flatten().map(|record| record.span.start).min();
        let span = left.rows.first().map_or(0..0, |(line, _)| {
            start.unwrap_or(line.start)..line.start + line.text.len()
        });
        let expected = format!("{size} rows of {size} cells for each board");
        let error = self.source.error(span, expected, how_many(n_rows, "row"));
        self.records.truncate(self.block);
        self.records.push(Err(error));
        self.any = self.records.iter().any(Result::is_ok);
        true
    }

    fn board(&self, draft: &Draft<'a>) -> Result<Record, ParseError> {
        if let Some(inner) = draft.without_labels() {
            let size = self.size - 1;
            let boards = Boards::new(self.source, size, self.alphabet, self.options);
            let (heading, _) = &draft.rows[0];
            let mut record = boards.board(&inner)?;
            record.beside = heading.start..heading.start + heading.text.len();
            return Ok(record);
        }
        let Draft { rows, rules, .. } = draft;
        let drawn = draft
            .stated
            .map(Layout::from)
            .or_else(|| frames::regions(rows, &draft.frame, self.size))
            .or_else(|| boxes(rows, rules, self.size).map(Layout::from));
        let mut record = self.record(rows, drawn.as_ref())?;
        let title = draft.title.filter(|title| !title.is_empty());
        record.meta.title = title.map(str::to_owned);
        Ok(record)
    }

    /// A row is left over below a board. If the first row is what is too many, a heading over
    /// the columns or a title that looks like a row, the board begins below it.
    fn one_too_many(&mut self, mut above: Draft<'a>, left: Draft<'a>) {
        let heading = above.rows.remove(0);
        // Tables of Markdown have a heading, if need be an empty one.
        let is_empty = |cell: &CellText<'_>| cell.text.is_empty();
        let is_ruled_off = above.rules.first().is_some_and(|&(after, _)| after == 1);
        let is_empty = is_ruled_off && heading.1.cells.iter().all(is_empty);
        above.rows.extend(left.rows);
        above.rules.extend(
            left.rules
                .iter()
                .map(|&(_, strength)| (self.size, strength)),
        );
        above
            .rules
            .iter_mut()
            .for_each(|rule| rule.0 = rule.0.saturating_sub(1));
        above
            .frame
            .iter_mut()
            .for_each(|rule| rule.0 = rule.0.saturating_sub(1));
        let span = heading.0.start..heading.0.start + heading.0.text.len();
        let is_heading = is_empty || is_heading(&heading.1);
        let without = self.board(&above).map(|mut record| {
            // What is no heading may be a puzzle of its own.
            if is_heading {
                record.beside = span.clone();
            }
            record
        });
        let clashes = |record: &Result<Record, ParseError>| match record {
            Ok(record) => !record.puzzle.conflicts().is_empty(),
            Err(_) => true,
        };
        let with = self.records.pop();
        let with_clashes = with.as_ref().is_none_or(clashes);
        let record = match (clashes(&without), with_clashes) {
            (false, _) if is_heading => without,
            (false, true) => without,
            _ => {
                let size = self.size;
                let expected = format!("{size} rows of {size} cells");
                let found = how_many(size + 1, "row");
                Err(self.source.error(span, expected, found))
            }
        };
        self.any = self.records.iter().chain([&record]).any(Result::is_ok);
        self.records.push(record);
    }

    fn record(
        &self,
        rows: &[(TextLine<'a>, Row<'a>)],
        drawn: Option<&Layout>,
    ) -> Result<Record, ParseError> {
        let size = self.size;
        self.check_lengths(rows)?;
        let source = self.source;
        let cells = || {
            let row = |(line, row): &'_ (TextLine<'a>, Row<'a>)| {
                let start = line.start;
                let cells = row.cells.clone().into_iter();
                cells.map(move |cell| (start + cell.at, cell))
            };
            rows.iter().flat_map(row)
        };
        let symbols = cells().map(|(at, cell)| Some((at, single(cell.text)?)));
        let symbols: Option<Vec<(usize, char)>> = symbols.collect();
        let sense = match symbols.filter(|_| size <= cells::MAX_SYMBOLS) {
            Some(symbols) => source.symbols(&symbols, size, self.alphabet)?,
            None => source.numbers(cells().map(|(_, cell)| cell.text), size)?,
        };
        let marked: Vec<bool> = cells().map(|(_, cell)| cell.placed).collect();
        let part = |placed: bool| -> Vec<Option<Digit>> {
            let both = sense.givens.iter().zip(&marked);
            both.map(|(&digit, &marked)| digit.filter(|_| marked == placed))
                .collect()
        };
        let progress = marked.contains(&true).then(|| Progress {
            placed: part(true).into(),
            marks: None,
        });
        let start = cells().next().map_or(0, |(at, _)| at);
        let end = cells().last().map_or(0, |(at, cell)| at + cell.text.len());
        let givens = cells::Sense {
            givens: part(false),
            ..sense
        };
        let record = source.record(start..end, givens, drawn, self.options)?;
        Ok(Record { progress, ..record })
    }

    /// Whether there are as many rows as cells in each.
    fn check_lengths(&self, rows: &[(TextLine<'a>, Row<'a>)]) -> Result<(), ParseError> {
        let size = self.size;
        let ragged = rows.iter().position(|(_, row)| row.cells.len() != size);
        if let Some(index) = ragged {
            let (line, row) = &rows[index];
            let n_cells = row.cells.len();
            let start = row.cells.first().map_or(0, |cell| cell.at);
            let end = row
                .cells
                .last()
                .map_or(line.text.len(), |cell| cell.at + cell.text.len());
            let span = line.start + start..line.start + end;
            let expected = format!("{size} cells in row {}", index + 1);
            let error = self.source.error(span, expected, n_cells.to_string());
            let hint = format!("row {} has {n_cells} cells, the others {size}", index + 1);
            return Err(error.hint(hint));
        }
        match rows.last() {
            Some((line, _)) if rows.len() < size => {
                let span = line.start..line.start + line.text.len();
                let expected = format!("{size} rows of {size} cells");
                let found = how_many(rows.len(), "row");
                let error = self.source.error(span, expected, found);
                Err(error.hint(match size - rows.len() {
                    1 => "one row is missing".to_owned(),
                    n => format!("{n} rows are missing"),
                }))
            }
            _ => Ok(()),
        }
    }

    /// Whether the givens of some board clash.
    fn clashes(&self) -> bool {
        let mut read = self.records.iter().flatten();
        read.any(|record| !record.puzzle.conflicts().is_empty())
    }

    fn finish(mut self, style: RowStyle) -> Reading {
        if !self.rows.is_empty() {
            self.close();
        }
        let read = self.records.iter().flatten().next();
        let size = read.map_or(self.size, |record| record.puzzle.geometry().size());
        let whole = self.records.iter().all(Result::is_ok);
        let confidence = match () {
            () if !self.any => Confidence::Possible,
            // Lines of different lengths are a board only if they make a good one.
            () if self.trimmed && self.clashes() => Confidence::Possible,
            () if self.framed && whole => Confidence::Sure,
            () => Confidence::Likely,
        };
        let how = match style.split {
            Split::Symbols => "a character a cell",
            Split::Starred => "'*' before placed digits",
            Split::Words => "a word a cell",
            Split::Fields { .. } => "a field a cell",
            Split::Columns { .. } => "a column a cell, a space for a blank",
        };
        let frame = if self.framed { "framed rows" } else { "rows" };
        Reading {
            format: "grid",
            confidence,
            why: format!("{frame} of {size} cells, {how}"),
            records: self.records,
        }
    }
}

/// Whether a row names the columns: 1, 2, 3 … or A, B, C ….
fn is_heading(row: &Row<'_>) -> bool {
    let names: Vec<&str> = row.cells.iter().map(|cell| cell.text).collect();
    is_counted(&names)
}

fn is_counted(cells: &[&str]) -> bool {
    [Alphabet::OneBased, Alphabet::Letters, Alphabet::Numbers]
        .iter()
        .any(|alphabet| {
            let names = (0..cells.len()).map(|column| {
                let mut name = String::new();
                alphabet.write(Digit::from_index(column), &mut name);
                name
            });
            let mut cells = cells.iter().zip(names);
            cells.all(|(cell, name)| cell.eq_ignore_ascii_case(&name))
        })
}

/// The only character of a text; a blank where there is nothing.
fn single(text: &str) -> Option<char> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => Some('.'),
        (Some(symbol), None) => Some(symbol),
        _ => None,
    }
}

/// The shape of the boxes, if the strongest bars or rules are evenly spaced.
fn boxes(
    rows: &[(TextLine<'_>, Row<'_>)],
    rules: &[(usize, Strength)],
    size: usize,
) -> Option<BoxShape> {
    let columns_of = |row: &Row<'_>| spacing(&row.walls, size);
    let columns = columns_of(&rows.first()?.1);
    let columns = columns.filter(|_| rows.iter().all(|(_, row)| columns_of(row) == columns));
    let heights = spacing(rules, size);
    let (rows, columns) = match (heights, columns) {
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, size / rows),
        (None, Some(columns)) => (size / columns, columns),
        (None, None) => return None,
    };
    (rows * columns == size).then_some(BoxShape { rows, columns })
}

/// How far apart the strongest walls are, if they part `size` evenly.
fn spacing(walls: &[(usize, Strength)], size: usize) -> Option<usize> {
    let inner = || walls.iter().filter(|(at, _)| (1..size).contains(at));
    let strongest = inner().map(|(_, strength)| *strength).max()?;
    let mut places: Vec<usize> = inner()
        .filter(|(_, strength)| *strength == strongest)
        .map(|(at, _)| *at)
        .collect();
    places.dedup();
    let step = *places.first()?;
    let even = places.iter().copied().eq((step..size).step_by(step));
    (step > 1 && even && size.is_multiple_of(step)).then_some(step)
}

/// Symbols on several lines that only together make one board.
fn broken_anywhere(source: &Source<'_>, options: &ReadOptions) -> Option<Reading> {
    const MOST: usize = cells::MAX_SYMBOLS * cells::MAX_SYMBOLS;
    let mut symbols: Vec<(usize, char)> = Vec::new();
    let mut n_lines = 0;
    // Two puzzles side by side are no piece of a larger one.
    let is_board = |word: &str| {
        let n_cells = word.chars().count();
        n_cells >= 81 && cells::size_of(n_cells).is_some()
    };
    if is_boards_in_blocks(source.text) {
        return None;
    }
    for line in text::lines(source.text) {
        match draw_any_length(line.text)? {
            0 => continue,
            // A line that is a board of its own needs no others.
            n if cells::size_of(n).is_some() => return None,
            n if symbols.len() + n > MOST => return None,
            _ if line.text.split([' ', '\t', '|']).any(is_board) => return None,
            _ => n_lines += 1,
        }
        let cells = line
            .text
            .char_indices()
            .filter(|(_, c)| !c.is_whitespace() && *c != '|');
        symbols.extend(cells.map(|(at, symbol)| (line.start + at, symbol)));
    }
    let size = cells::size_of(symbols.len()).filter(|_| n_lines > 1)?;
    // Letters alone are words.
    let is_usual = |c: char| c.is_ascii_digit() || cells::BLANKS.contains(&c);
    let n_usual = symbols
        .iter()
        .filter(|(_, symbol)| is_usual(*symbol))
        .count();
    if 2 * n_usual < symbols.len() {
        return None;
    }
    let sense = source.symbols(&symbols, size, None).ok()?;
    let (last, symbol) = *symbols.last()?;
    let span = symbols.first()?.0..last + symbol.len_utf8();
    let record = source.record(span, sense, None, options).ok()?;
    Some(Reading {
        format: "grid",
        confidence: Confidence::Possible,
        why: format!("{} characters in all", size * size),
        records: vec![Ok(record)],
    })
}

/// Whether a text is several boards with empty lines between them, each as high as it is wide.
fn is_boards_in_blocks(text: &str) -> bool {
    let lines: Vec<usize> = text::lines(text)
        .map(|line| draw_any_length(line.text).unwrap_or(0))
        .collect();
    let blocks = lines.split(|&n_cells| n_cells == 0);
    let mut boards = blocks.filter(|block| !block.is_empty()).peekable();
    let is_square = |block: &[usize]| block.iter().all(|&n_cells| n_cells == block.len());
    let first = boards.next();
    boards.peek().is_some() && first.into_iter().chain(boards).all(is_square)
}

/// How many symbols a line has, if there is nothing else on it.
fn draw_any_length(line: &str) -> Option<usize> {
    let mut n_symbols = 0;
    for symbol in line.chars().filter(|c| !c.is_whitespace() && *c != '|') {
        let usual = symbol.is_ascii_alphanumeric() || cells::BLANKS.contains(&symbol);
        n_symbols += 1;
        if !usual {
            return None;
        }
    }
    Some(n_symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(text: &str) -> Vec<Reading> {
        GridFormat.read(text, &ReadOptions::default())
    }

    /// The puzzles of the best reading.
    fn read(text: &str) -> Vec<String> {
        let all = readings(text);
        let best = all
            .first()
            .unwrap_or_else(|| panic!("no reading of:\n{text}"));
        let line = |record: &Result<Record, ParseError>| match record {
            Ok(record) => record.puzzle.to_string(),
            Err(error) => panic!("{error} in:\n{text}"),
        };
        best.records.iter().map(line).collect()
    }

    fn error(text: &str) -> String {
        let all = readings(text);
        let mut errors = all[0].records.iter().filter_map(|r| r.as_ref().err());
        let error = errors.next().expect("an error");
        let hint = error.hint.as_deref().unwrap_or("-");
        format!("{}:{}: {error} ({hint})", error.line, error.column)
    }

    const PLAIN: &str = "\
.2.81.74.
7....31..
.9...28.5
..9.4..87
4..2.8..3
16..3.2..
3.27...6.
..56....8
.76.51.9.
";

    /// The rows of the sample, three cells at a time.
    fn triples() -> Vec<Vec<&'static str>> {
        let triples = |line: &'static str| vec![&line[..3], &line[3..6], &line[6..]];
        PLAIN.lines().map(triples).collect()
    }

    /// The sample with a line above, between bands and below; rows by `row`.
    fn framed(above: &str, between: &str, below: &str, row: impl Fn(&[&str]) -> String) -> String {
        let mut text = above.to_owned();
        for (index, triples) in triples().iter().enumerate() {
            if index % 3 == 0 && index > 0 {
                text += between;
            }
            text += &row(triples);
            text += "\n";
        }
        text + below
    }

    fn spaced(triple: &str) -> String {
        let cells: Vec<String> = triple.chars().map(String::from).collect();
        cells.join(" ")
    }

    fn all_spaced(triples: &[&str]) -> Vec<String> {
        triples.iter().map(|triple| spaced(triple)).collect()
    }

    #[test]
    fn every_drawing_is_the_same_board() {
        let expected = PLAIN.replace('\n', "");
        let bars = |row: &[&str]| row.join("|");
        let boxed = |row: &[&str]| format!("  |{}|", row.join("|"));
        let wide = |row: &[&str]| format!("| {} |", all_spaced(row).join(" | "));
        let drawings = [
            PLAIN.to_owned(),
            PLAIN.replace('.', "X"),
            PLAIN.replace('.', "x").replace('\n', "\r\n"),
            PLAIN.replace('.', "0"),
            PLAIN.replace('.', " "),
            framed("", "---------------------\n", "", |row| {
                all_spaced(row).join(" | ")
            }),
            framed("", "---+---+---\n", "", bars),
            framed("", "-----------\n", "", bars),
            framed(
                "  *-----------*\n",
                "  |---+---+---|\n",
                "  *-----------*\n",
                boxed,
            ),
            framed("", "  |---+---+---|\n", "", boxed),
            framed(
                ".-------.-------.-------.\n",
                ":-------+-------+-------:\n",
                "'-------\"-------\"-------'\n",
                wide,
            ),
            framed(
                "+-------+-------+-------+\n",
                "+-------+-------+-------+\n",
                "+-------+-------+-------+\n",
                wide,
            ),
            framed(
                "┌───┬───┬───┐\n",
                "├───┼───┼───┤\n",
                "└───┴───┴───┘\n",
                |row| format!("│{}│", row.join("│")),
            ),
            framed(
                "╔═══╦═══╦═══╗\n",
                "╠═══╬═══╬═══╣\n",
                "╚═══╩═══╩═══╝\n",
                |row| format!("║{}║", row.join("║")),
            ),
            framed("", "\n", "", |row| row.join(" ").replace('.', "-")),
            framed(
                "+-------+-------+-------+\n",
                "+-------+-------+-------+\n",
                "",
                |row| wide(row).replace('.', " "),
            ),
            framed("", "-----------\n", "", |row| bars(row).replace('.', " ")),
            framed("3, 3\n", "---+---+---\n", "", bars),
        ];
        for text in drawings {
            assert_eq!(read(&text), [expected.as_str()], "{text}");
        }
        for separator in [",", ";", "\t", " "] {
            let cells = |line: &str| -> Vec<String> { line.chars().map(String::from).collect() };
            let rows: Vec<String> = PLAIN
                .lines()
                .map(|line| cells(line).join(separator))
                .collect();
            let text = rows.join("\n");
            assert_eq!(read(&text), [expected.as_str()], "{text}");
            if separator != " " {
                assert_eq!(
                    read(&text.replace('.', "")),
                    [expected.as_str()],
                    "empty fields"
                );
                let closed = text.replace('\n', &format!("{separator}\n")) + separator;
                assert_eq!(read(&closed), [expected.as_str()], "a separator too many");
            }
        }
    }

    #[test]
    fn dashes_are_blanks_if_that_makes_a_board() {
        // Ambiguity G: the first and sixth rows are dashes alone.
        let text = "--- --- ---\n--- --3 -85\n--1 -2- ---\n\n--- 5-7 ---\n--4 --- 1--\n-9- --- ---\n\n\
                    5-- --- -73\n--2 -1- ---\n--- -4- --9\n";
        let line: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(read(text), [line.replace('-', ".")]);
    }

    #[test]
    fn tables_show_the_shape_of_boxes() {
        let four = "1|2||0|4\n4|0||2|1\n-+-++-+-\n2|1||4|3\n3|4||1|2\n";
        assert_eq!(read(four), ["12.44.2121433412"]);
        let tall = "1.|..|..\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|.6\n";
        let reading = &readings(tall)[0];
        let record = reading.records[0].as_ref().unwrap();
        assert_eq!(record.puzzle.geometry().to_string(), "6x6 in 3x2 boxes");
        assert_eq!(reading.confidence, Confidence::Sure);
        assert_eq!(
            (record.span.start, tall[record.span.clone()].ends_with('6')),
            (0, true)
        );
    }

    #[test]
    fn stars_mark_placed_digits() {
        // Ambiguities H and P: glued to a digit a star is a mark, alone a blank.
        let text = "2, 2\n+-----+-----+\n| 1 *2 | * 4 |\n| * * | * * |\n+-----+-----+\n| * * | * * |\n\
                    | * * | * *3 |\n+-----+-----+\n";
        let reading = readings(text).remove(0);
        let record = reading.records[0].as_ref().unwrap();
        assert_eq!(record.puzzle.to_string(), "1..4............");
        let placed = &record.progress.as_ref().unwrap().placed;
        assert_eq!((placed[1], placed[15]), (Digit::new(2), Digit::new(3)));
        let blanks = "*23*\n****\n****\n3**1\n";
        assert_eq!(read(blanks), [".23.........3..1"]);
    }

    #[test]
    fn numbers_stand_in_framed_tables() {
        let row = "| 16  .  . 12 | .  .  .  . | .  .  .  . | .  .  .  1 |\n";
        let blank = "|  .  .  .  . | .  .  .  . | .  .  .  . | .  .  .  . |\n";
        let text = format!("{row}{}", blank.repeat(15));
        let record = readings(&text).remove(0).records.remove(0).unwrap();
        assert_eq!(record.alphabet, Alphabet::Numbers);
        assert_eq!(record.puzzle.givens()[0], Digit::new(16));
        let table = format!("12|||0|{}\n", "0|".repeat(12)).replace("|||", "|");
        assert!(readings(&table).is_empty(), "one row is no board");
    }

    #[test]
    fn sixteen_lines_of_sixteen_are_one_board() {
        // Ambiguity K.
        let text = "G..............1\n".repeat(16);
        assert_eq!(read(&text).len(), 1);
        let other = readings(&"1A.F............\n".repeat(16));
        assert_eq!(other.len(), 2, "1 to G, or 0 to F");
    }

    #[test]
    fn several_boards_have_their_titles() {
        let four = "1...\n.2..\n..3.\n...4\n";
        let text = format!("Grid 01\n{four}Grid 02\n{four}\n{four}");
        let records = readings(&text).remove(0).records;
        let titles: Vec<Option<String>> = records
            .into_iter()
            .map(|record| record.unwrap().meta.title)
            .collect();
        assert_eq!(
            titles,
            [Some("Grid 01".to_owned()), Some("Grid 02".to_owned()), None]
        );
    }

    #[test]
    fn wrong_rows_are_named() {
        // Ambiguity O.
        let short = PLAIN.replacen("..9.4..87", "..9.4.87", 1);
        let said = "4:1: expected 9 cells in row 4, found 8 (row 4 has 8 cells, the others 9)";
        assert_eq!(error(&short), said);
        let missing = &PLAIN[10..];
        let said = "8:1: expected 9 rows of 9 cells, found 8 rows (one row is missing)";
        assert_eq!(error(missing), said);
        let strange = PLAIN.replacen("7....31..", "7....31.q", 1);
        assert!(error(&strange).starts_with("2:9: expected a digit from 1 to 9 or a blank"));
        let short_then_whole = format!("{missing}\n{PLAIN}");
        let records = &readings(&short_then_whole)[0].records;
        assert!(records[0].is_err() && records[1].is_ok());
    }

    #[test]
    fn symbols_may_be_broken_anywhere() {
        let text = PLAIN.replace('\n', "");
        let text = format!("{}\n{}\n{}\n", &text[..30], &text[30..31], &text[31..]);
        assert_eq!(read(&text), [PLAIN.replace('\n', "")]);
    }

    #[test]
    fn prose_and_lists_are_no_boards() {
        let list = format!("{}\n", ".".repeat(81)).repeat(9);
        for text in [
            "",
            "hello\nworld\nfoo\n",
            "1\n2\n3\n4\n",
            &list,
            "\0\0\0\0\n",
        ] {
            assert!(readings(text).is_empty(), "{text:?}");
        }
    }
}

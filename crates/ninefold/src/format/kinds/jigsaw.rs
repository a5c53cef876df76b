//! Jigsaw puzzles: N² givens, then N² symbols that say which region each cell is in.
//!
//! ```text
//!  1..............4 1112312233243444          on one line, or as two blocks:
//!
//!  1...      1112        ┌───────────┬───┐
//!  ....      3122        │ 1   .   . │ . │
//!  ....      3324        ├───┐   ┌───┘   │
//!  ...4      3444        │ . │ . │ .   . │ …
//! ```
//!
//! A full grid behind the givens that extends them is a solution, not a map: no row or
//! column of it repeats a symbol.

use crate::format::parts::room::{Room, Shapes};
use crate::format::parts::rows::{Drawn, Split, draw};
use crate::format::parts::source::Source;
use crate::format::parts::{cells, text};
use crate::format::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::geometry::Digit;
use crate::geometry::Layout;
use crate::puzzle::Puzzle;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// Givens and a map of regions.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Jigsaw;

impl Format for Jigsaw {
    fn name(&self) -> &'static str {
        "jigsaw"
    }

    fn title(&self) -> &'static str {
        "Jigsaw"
    }

    fn about(&self) -> &'static str {
        "givens and then the region of each cell, on a line or in two blocks"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            regions: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        if let Some(reader) = self.by_line(text, options) {
            let why = "givens and a map of regions on a line".to_owned();
            let records = text::read_lines(text, reader.as_ref());
            return vec![surer(text::reading("jigsaw", records, why))];
        }
        let Some(record) = blocks(text, options) else {
            return Vec::new();
        };
        let why = "a block of givens and a block of regions".to_owned();
        vec![surer(text::reading("jigsaw", vec![record], why))]
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let mut said = text::lines(head).filter_map(|line| text::said(line.text));
        let is_jigsaw = said.any(|line| halves_of_line(line, options).is_some());
        let options = options.clone();
        is_jigsaw.then(|| text::line_reader("jigsaw", move |line| read(line, &options)))
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Jigsaw {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        write(record)
    }
}

/// Hardly anything else has this shape.
fn surer(reading: Reading) -> Reading {
    let confidence = match reading.confidence {
        Confidence::Possible => Confidence::Likely,
        _ => Confidence::Sure,
    };
    Reading {
        confidence,
        ..reading
    }
}

fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    halves_of_line(line, options).unwrap_or_else(|| {
        let n_symbols = line.chars().filter(|c| !c.is_whitespace()).count();
        let expected = "givens and then a region for each cell";
        let found = format!("{n_symbols} characters");
        let error = ParseError::new("jigsaw", line, 0..line.len(), expected, found);
        Err(error.hint("a 9x9 jigsaw has 81 and 81 characters"))
    })
}

/// The two halves of a line, if it has them.
fn halves_of_line(line: &str, options: &ReadOptions) -> Option<Result<Record, ParseError>> {
    let symbols = line
        .char_indices()
        .filter(|(_, symbol)| !symbol.is_whitespace());
    let symbols: Vec<(usize, char)> = symbols.take(MOST + 1).collect();
    halves(line, &symbols, options)
}

/// A jigsaw has no more symbols than this.
const MOST: usize = 2 * cells::MAX_SYMBOLS * cells::MAX_SYMBOLS + 1;

/// Two blocks of rows, one above the other.
fn blocks(text: &str, options: &ReadOptions) -> Option<Result<Record, ParseError>> {
    let mut symbols = Vec::new();
    let mut n_rows: usize = 0;
    for line in text::lines(text) {
        if let Drawn::Row(row) = draw(line.text, Split::Symbols, None)
            && row.cells.len() >= cells::MIN_SIZE - 1
        {
            let places = row.cells.iter().map(|cell| line.start + cell.at);
            let texts = row.cells.iter().flat_map(|cell| cell.text.chars());
            symbols.extend(places.zip(texts));
            n_rows += 1;
        }
        if symbols.len() > MOST {
            return None;
        }
    }
    let size = n_rows / 2;
    let fits = n_rows.is_multiple_of(2) && symbols.len().abs_diff(2 * size * size) <= 1;
    halves(text, &symbols, options).filter(|_| fits)
}

/// The puzzle of 2N² symbols, or of one more or less, if the second half looks like a
/// map of regions.
fn halves(
    text: &str,
    symbols: &[(usize, char)],
    options: &ReadOptions,
) -> Option<Result<Record, ParseError>> {
    let size = symbols.len().div_ceil(2).isqrt();
    let in_range = (cells::MIN_SIZE..=cells::MAX_SYMBOLS).contains(&size);
    if !in_range || symbols.len().abs_diff(2 * size * size) > 1 {
        return None;
    }
    let (givens, map) = symbols.split_at(size * size);
    let regions: Vec<char> = map.iter().map(|&(_, symbol)| symbol).collect();
    let source = Source::new("jigsaw", text);
    let sense = source.symbols(givens, size, None).ok()?;
    if !looks_like_map(&regions, size) {
        return None;
    }
    let (first, (last, symbol)) = (symbols.first()?.0, *symbols.last()?);
    let end = last + symbol.len_utf8();
    let map = map.first().map_or(end, |&(at, _)| at)..end;
    if let Some(error) = source.uneven_map(map.clone(), &regions, size) {
        return Some(Err(error));
    }
    let layout = Layout::Regions(regions.iter().map(|&region| region as usize).collect());
    let geometry = match options.builder(size, Some(&layout)).build() {
        Ok(geometry) => geometry,
        Err(error) => return Some(Err(source.no_board(map, &error))),
    };
    Some(Ok(Record {
        alphabet: sense.alphabet,
        span: first..end,
        warnings: options.overruled(&geometry).into_iter().collect(),
        ..Record::new(Puzzle::of(geometry, sense.givens))
    }))
}

/// Whether these can be regions: no blanks, few symbols, and neighbours that are alike
/// as they never are in a solution.
fn looks_like_map(regions: &[char], size: usize) -> bool {
    let mut kinds = regions.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let symbols = kinds.iter().all(|symbol| symbol.is_alphanumeric());
    let pairs = |step: usize| regions.iter().zip(regions.iter().skip(step));
    let alike = |step: usize| pairs(step).filter(|(a, b)| a == b).count();
    symbols && (2..=size + 1).contains(&kinds.len()) && alike(1) + alike(size) >= size
}

fn write(record: &Record) -> Result<String, WriteError> {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let room = Room {
        shapes: Shapes::Regions,
        marks: false,
        size: cells::MAX_SYMBOLS,
    };
    room.holds(record)?;
    let alphabet = cells::faithful(record, '.');
    // Regions come after the rows and columns. A board without any is as good as one
    // whose regions are its rows.
    let region = |cell| match geometry.region_of(cell) {
        Some(house) => house.index() - 2 * size,
        None => geometry.row(cell) - 1,
    };
    let map = geometry
        .cells()
        .map(|cell| Some(Digit::from_index(region(cell))));
    let givens = alphabet.line(puzzle.givens().iter().copied(), '.');
    Ok(givens + &Alphabet::standard(size).line(map, '.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, Variant};

    const FOUR: &str = "1..............41112312233243444";

    fn read(text: &str) -> Result<Record, ParseError> {
        let mut readings = Jigsaw.read(text, &ReadOptions::default());
        assert_eq!(readings.len(), 1, "{text}");
        readings.remove(0).records.remove(0)
    }

    #[test]
    fn a_line_holds_givens_and_regions() {
        // Ambiguity B, in part.
        let record = read(FOUR).unwrap();
        assert_eq!(record.puzzle.geometry().to_string(), "4x4 jigsaw");
        assert_eq!(record.puzzle.to_string(), "1..............4");
        assert_eq!(record.span, 0..32);
        let written = crate::format::find("jigsaw")
            .unwrap()
            .write(&record)
            .unwrap();
        assert_eq!(written, FOUR);
        let spaced = "1... .... .... ...4 aaab caab... ";
        assert!(Jigsaw.read(spaced, &ReadOptions::default()).is_empty());
    }

    #[test]
    fn variants_come_on_top_of_the_regions() {
        let options = ReadOptions {
            boxes: Some(Layout::NoBoxes),
            variants: vec![Variant::find("x").unwrap()],
            ..ReadOptions::default()
        };
        let record = Jigsaw.read(FOUR, &options).remove(0).records.remove(0);
        let record = record.unwrap();
        let board = "4x4 jigsaw, with diagonals";
        assert_eq!(record.puzzle.geometry().to_string(), board);
        let warning = format!("read as {board}, as it says itself, not as was asked");
        assert_eq!(record.warnings, [warning]);
    }

    #[test]
    fn two_blocks_are_one_puzzle() {
        let text = "1...\n....\n....\n...4\n\nAAAB\nCABB\nCCBD\nCDDD\n";
        let record = read(text).unwrap();
        assert_eq!(record.puzzle, read(FOUR).unwrap().puzzle);
        assert_eq!(record.span, 0..text.len() - 1);
    }

    #[test]
    fn a_solution_is_no_map() {
        let solved = "1...............1234341221434321";
        assert!(Jigsaw.read(solved, &ReadOptions::default()).is_empty());
    }

    #[test]
    fn boxes_make_a_plain_board() {
        let record = read("1..............41122112233443344").unwrap();
        assert_eq!(record.puzzle.geometry(), &Geometry::of_size(4).unwrap());
        let rows = read("1..............41111222233334444").unwrap();
        assert_eq!(rows.puzzle.geometry().to_string(), "4x4 without boxes");
    }

    #[test]
    fn uneven_regions_are_named() {
        let said = |text: &str| {
            let error = read(text).unwrap_err();
            format!(
                "{}: {error}; {}",
                error.column,
                error.hint.as_deref().unwrap_or_default()
            )
        };
        let doubled = "1..............41112312233243344";
        assert_eq!(
            said(doubled),
            "17: expected 4 cells in region 3, found 5; region 4 has 3"
        );
        let missing = "1..............4111231223324344";
        assert_eq!(said(missing), "17: expected 4 cells in region 4, found 3; ");
    }
}

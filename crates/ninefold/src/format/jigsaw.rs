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

use super::line::reading;
use super::room::{Room, Shapes};
use super::rows::{Drawn, Split, draw};
use super::source::Source;
use super::{
    Confidence, Format, Keeps, LineReader, ParseError, ReadOptions, Reading, Record, WriteError,
    cells, text,
};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// Givens and a map of regions.
#[derive(Clone, Copy, Debug)]
pub struct Jigsaw;

impl Format for Jigsaw {
    fn name(&self) -> &'static str {
        "jigsaw"
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
            return vec![surer(reading("jigsaw", records, why))];
        }
        let Some(record) = blocks(text) else {
            return Vec::new();
        };
        let why = "a block of givens and a block of regions".to_owned();
        vec![surer(reading("jigsaw", vec![record], why))]
    }

    fn by_line(&self, head: &str, _options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let mut said = text::lines(head).filter_map(|line| text::said(line.text));
        let is_jigsaw = said.any(|line| halves_of_line(line).is_some());
        is_jigsaw.then(|| text::line_reader("jigsaw", read))
    }

    fn write(&self, record: &Record, _settings: &Settings) -> Option<Result<String, WriteError>> {
        Some(write(record))
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

fn read(line: &str) -> Result<Record, ParseError> {
    halves_of_line(line).unwrap_or_else(|| {
        let n_symbols = line.chars().filter(|c| !c.is_whitespace()).count();
        let expected = "givens and then a region for each cell";
        let found = format!("{n_symbols} characters");
        let error = ParseError::new("jigsaw", line, 0..line.len(), expected, found);
        Err(error.hint("a 9x9 jigsaw has 81 and 81 characters"))
    })
}

/// The two halves of a line, if it has them.
fn halves_of_line(line: &str) -> Option<Result<Record, ParseError>> {
    let symbols = line
        .char_indices()
        .filter(|(_, symbol)| !symbol.is_whitespace());
    halves(line, &symbols.take(MOST + 1).collect::<Vec<_>>())
}

/// A jigsaw has no more symbols than this.
const MOST: usize = 2 * cells::MAX_SYMBOLS * cells::MAX_SYMBOLS + 1;

/// Two blocks of rows, one above the other.
fn blocks(text: &str) -> Option<Result<Record, ParseError>> {
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
    halves(text, &symbols).filter(|_| fits)
}

/// The puzzle of 2N² symbols, or of one more or less, if the second half looks like a
/// map of regions.
fn halves(text: &str, symbols: &[(usize, char)]) -> Option<Result<Record, ParseError>> {
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
    let uneven = uneven_regions(&regions, size);
    if !uneven.is_empty() || regions.len() != size * size {
        return Some(Err(wrong_map(&source, map, &uneven, size)));
    }
    let geometry = geometry(&regions, size)?;
    let (last, symbol) = *symbols.last()?;
    Some(Ok(Record {
        alphabet: sense.alphabet,
        span: symbols.first()?.0..last + symbol.len_utf8(),
        ..Record::new(Puzzle::new(geometry, sense.givens))
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

/// The regions that do not have `size` cells, and how many they have.
fn uneven_regions(regions: &[char], size: usize) -> Vec<(char, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    regions
        .iter()
        .for_each(|&region| *counts.entry(region).or_insert(0) += 1);
    counts
        .into_iter()
        .filter(|&(_, count)| count != size)
        .collect()
}

fn wrong_map(
    source: &Source<'_>,
    map: &[(usize, char)],
    uneven: &[(char, usize)],
    size: usize,
) -> ParseError {
    let start = map.first().map_or(0, |&(at, _)| at);
    let end = map.last().map_or(0, |&(at, symbol)| at + symbol.len_utf8());
    let Some(&(region, count)) = uneven.first() else {
        let expected = format!("{} cells on the map", size * size);
        return source.error(start..end, expected, map.len().to_string());
    };
    let expected = format!("{size} cells in region {region}");
    let error = source.error(start..end, expected, count.to_string());
    let others: Vec<String> = uneven
        .iter()
        .skip(1)
        .take(3)
        .map(|(region, count)| format!("region {region} has {count}"))
        .collect();
    match others.is_empty() {
        true => error,
        false => error.hint(others.join(", ")),
    }
}

/// The board with these regions. If they are boxes after all, it is a plain board.
fn geometry(regions: &[char], size: usize) -> Option<Geometry> {
    let is_boxes = |rows: &usize| {
        let columns = size / rows;
        let box_of = |index: usize| (index / size / rows, index % size / columns);
        let corner = |index: usize| {
            let (down, right) = box_of(index);
            down * rows * size + right * columns
        };
        size.is_multiple_of(*rows)
            && (0..size * size).all(|index| regions[index] == regions[corner(index)])
    };
    match (1..=size).find(is_boxes) {
        Some(rows) => Geometry::with_boxes(rows, size / rows).ok(),
        None => {
            let map = regions.iter().map(|&region| region as usize);
            Geometry::builder(size).regions(map).build().ok()
        }
    }
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
        let written = super::super::find("jigsaw")
            .unwrap()
            .write(&record)
            .unwrap();
        assert_eq!(written, FOUR);
        let spaced = "1... .... .... ...4 aaab caab... ";
        assert!(Jigsaw.read(spaced, &ReadOptions::default()).is_empty());
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

//! SudokuWiki's strings, version B: what its solver writes into links.
//!
//! ```text
//!  S9B 08 ep ep 0c 03 …        a type, a size, B; then the cells in base 36
//!  │││ │  │     └ 12: 9 and 3 more, so 3 was placed by the player
//!  │││ │  └ 529: 18 and 511 more, the nine bits of the candidates
//!  │││ └ 8: a given
//!  ││└ the version
//!  │└ 4, 6, 9, G for 16, P for 25
//!  └ S: Sudoku, X: with diagonals, W: windoku, J: jigsaw (the region in the bits from 10 up)
//! ```
//!
//! A cell takes as many characters as the largest number needs: 1, 2, 2, 4 and 5 for the
//! sizes above. If every open cell is 0 or has all candidates, the text notes none.

use std::ops::Range;

use crate::format::parts::room::Room;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::{marks, text};
use crate::format::{
    Format, Keeps, LineReader, ParseError, Progress, ReadOptions, Record, RecordWriter, WriteError,
};
use crate::geometry::{Digit, Geometry, Layout, Variant};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::Settings;

/// SudokuWiki's strings, with what the player has placed and noted.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct SudokuWiki;

/// Sizes and the letters for them.
const SIZES: [(u8, usize); 5] = [(b'4', 4), (b'6', 6), (b'9', 9), (b'G', 16), (b'P', 25)];

/// The types that we cannot model, named in the refusal.
const OTHER_TYPES: [(u8, &str); 3] = [
    (b'C', "a colour Sudoku"),
    (b'L', "a killer Sudoku"),
    (b'M', "a killer jigsaw"),
];

/// The bits of a jigsaw's cell below its region.
const BELOW_REGION: u32 = 10;

impl Format for SudokuWiki {
    fn name(&self) -> &'static str {
        "sudokuwiki"
    }

    fn title(&self) -> &'static str {
        "SudokuWiki"
    }

    fn about(&self) -> &'static str {
        "SudokuWiki's strings and links: S9B08epep…, also X (diagonals), W (windoku), J (jigsaw)"
    }

    fn keeps(&self) -> Keeps {
        Keeps::GAME
    }

    fn signature(&self) -> &'static str {
        "a type, a size and B before cells in base 36"
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let first = string_in(text::first_said(head)?);
        header(first)?;
        let cells = first.get(3..)?;
        // Enough of it to be no word.
        let is_string = cells.len() >= 12 && cells.bytes().take(12).all(|b| value(b).is_some());
        let options = options.clone();
        is_string.then(|| text::line_reader("sudokuwiki", move |line| read(line, &options)))
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for SudokuWiki {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        write(record)
    }
}

/// The string on a line: the line, or what follows `bd=` in a link.
fn string_in(line: &str) -> &str {
    let string = line.split_once("bd=").map_or(line, |(_, after)| after);
    let end = string.find('&').unwrap_or(string.len());
    string[..end].trim()
}

/// The variant that a type stands for.
fn variant(kind: u8) -> Option<Variant> {
    Variant::by_letter(kind.into())
}

/// The type and the size that a string begins with.
fn header(string: &str) -> Option<(u8, usize)> {
    let &[kind, size, b'B', ..] = string.as_bytes() else {
        return None;
    };
    let is_other = OTHER_TYPES.iter().any(|&(letter, _)| letter == kind);
    let is_type = b"SJ".contains(&kind) || is_other || variant(kind).is_some();
    let (_, size) = SIZES.into_iter().find(|&(letter, _)| letter == size)?;
    is_type.then_some((kind, size))
}

/// What a character stands for in base 36.
fn value(byte: u8) -> Option<u32> {
    let is_digit = byte.is_ascii_digit() || byte.is_ascii_lowercase();
    is_digit.then(|| char::from(byte).to_digit(36)).flatten()
}

/// The largest number of a cell: every candidate.
fn largest(size: usize) -> u32 {
    2 * size as u32 + (1 << size) - 1
}

/// How many characters a cell takes.
fn width(size: usize) -> usize {
    largest(size).ilog(36) as usize + 1
}

fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let source = Source::new("sudokuwiki", line);
    let string = string_in(line);
    let span = source.span_of(string);
    let Some((kind, size)) = header(string) else {
        let expected = "a type, a size and B, such as S9B";
        let first: String = string.chars().take(3).collect();
        return Err(source.error(span.start..span.start + first.len(), expected, shown(first)));
    };
    let mut options = options.clone();
    match kind {
        b'S' | b'J' => {}
        _ if let Some(variant) = variant(kind) => options.variants.push(variant),
        _ => {
            let name = OTHER_TYPES.iter().find(|&&(letter, _)| letter == kind);
            let found = name.map_or("another type", |&(_, name)| name);
            let expected = "S, X, W or J: a Sudoku, with diagonals, a windoku or a jigsaw";
            return Err(source.error(span.start..span.start + 1, expected, found));
        }
    }
    let numbers = numbers(&source, span.start + 3..span.end, kind, size)?;
    let (mut givens, mut placed, mut sets) = (Vec::new(), Vec::new(), Vec::new());
    let mut regions = Vec::new();
    for (at, number) in numbers {
        let cell = match kind {
            b'J' => number & ((1 << BELOW_REGION) - 1),
            _ => number,
        };
        regions.push((number >> BELOW_REGION) as usize);
        if cell > largest(size) {
            let expected = format!("a number up to {}", largest(size));
            return Err(source.error(at, expected, cell.to_string()));
        }
        let cell = cell as usize;
        givens.push(Digit::new(cell).filter(|_| cell <= size));
        placed.push(
            cell.checked_sub(size)
                .and_then(Digit::new)
                .filter(|_| cell <= 2 * size),
        );
        sets.push(match cell.checked_sub(2 * size) {
            None if cell == 0 => DigitSet::all(size),
            None | Some(0) => DigitSet::EMPTY,
            Some(bits) => DigitSet::from_bits(bits as u128),
        });
    }
    let drawn = (kind == b'J').then_some(Layout::Regions(regions.into()));
    let geometry = source.geometry(span.clone(), size, drawn.as_ref(), &options)?;
    let is_noted = |set: &DigitSet| !set.is_empty() && *set != DigitSet::all(size);
    let noted = sets.iter().any(is_noted).then_some(sets);
    let mut record = Record::new(Puzzle::of(geometry, givens));
    record.span = span;
    if noted.is_some() || placed.iter().any(Option::is_some) {
        record.progress = Some(Progress {
            placed: placed.into(),
            marks: noted.map(Into::into),
        });
    }
    Ok(record)
}

/// The numbers of the cells, and where they stand.
fn numbers(
    source: &Source<'_>,
    span: Range<usize>,
    kind: u8,
    size: usize,
) -> Result<Vec<(Range<usize>, u32)>, ParseError> {
    let cells = &source.text[span.clone()];
    if let Some((at, odd)) = cells.char_indices().find(|&(_, c)| !is_base_36(c)) {
        let at = span.start + at..span.start + at + odd.len_utf8();
        return Err(source.error(at, "a digit or a small letter", shown(odd.to_string())));
    }
    let n_cells = size * size;
    // A jigsaw's cells are wider, as its regions need.
    let width = match kind {
        b'J' => (cells.len() / n_cells).clamp(width(size), 5),
        _ => width(size),
    };
    if cells.len() != n_cells * width {
        let expected = format!("{n_cells} cells of {width} characters each");
        return Err(source.error(span, expected, format!("{} characters", cells.len())));
    }
    let number = |k: usize| {
        let at = span.start + k * width..span.start + (k + 1) * width;
        let digits = source.text[at.clone()].bytes().filter_map(value);
        (at, digits.fold(0, |number, digit| number * 36 + digit))
    };
    Ok((0..n_cells).map(number).collect())
}

fn is_base_36(symbol: char) -> bool {
    u8::try_from(symbol).is_ok_and(|byte| value(byte).is_some())
}

fn write(record: &Record) -> Result<String, WriteError> {
    let geometry = record.puzzle.geometry();
    let size = geometry.size();
    let Some((letter, _)) = SIZES.into_iter().find(|&(_, written)| written == size) else {
        let reason = format!("writes boards of 4x4, 6x6, 9x9, 16x16 and 25x25, not {size}x{size}");
        return Err(WriteError::new(reason));
    };
    let kind = kind(geometry);
    if kind.is_none() {
        Room::MARKS.up_to(25).holds(record)?;
    }
    let candidates = marks::candidates(record);
    if candidates.iter().any(|set| set.is_empty()) {
        return Err(WriteError::new("has no sign for a cell without candidates"));
    }
    let placed = record.progress.as_ref().map(|progress| &progress.placed);
    let mut text = String::from_iter([kind.unwrap_or('S'), char::from(letter), 'B']);
    for (index, set) in candidates.iter().enumerate() {
        let of = |digit: Digit| digit.value() as u32;
        let number = match (record.puzzle.givens()[index], placed.and_then(|p| p[index])) {
            (Some(given), _) => of(given),
            (None, Some(placed)) => size as u32 + of(placed),
            (None, None) => 2 * size as u32 + set.bits() as u32,
        };
        for place in (0..width(size) as u32).rev() {
            let digit = number / 36u32.pow(place) % 36;
            text.extend(char::from_digit(digit, 36));
        }
    }
    Ok(text)
}

/// The type of a board in its usual boxes, with the houses of one variant or none.
fn kind(geometry: &Geometry) -> Option<char> {
    let usual = Geometry::of_size(geometry.size()).ok()?;
    if *geometry == usual {
        return Some('S');
    }
    let variant = geometry.variants().next()?;
    let with_variant = usual.to_builder().variant(variant).build().ok()?;
    variant.letter().filter(|_| with_variant == *geometry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record, refusal, written};

    #[test]
    fn a_string_without_progress_is_a_puzzle_and_no_more() {
        let open = |c: char| match c {
            '.' => "ep".to_owned(),
            given => format!("0{given}"),
        };
        let string = format!("S9B{}", INKALA.chars().map(open).collect::<String>());
        let read = record(&SudokuWiki, &string);
        assert_eq!(
            read,
            Record {
                span: 0..165,
                ..from_line(INKALA)
            }
        );
        // The same in a link, and with nothing for an open cell.
        let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={string}&x=1");
        assert_eq!(record(&SudokuWiki, &link).puzzle, read.puzzle);
        let empty = string.replace("ep", "00");
        assert_eq!(record(&SudokuWiki, &empty).progress, None);
    }

    #[test]
    fn a_puzzle_is_written_with_its_candidates() {
        let text = written(&SudokuWiki, &from_line(INKALA));
        assert!(text.starts_with("S9B081p982o2x0x93a2b38d0t0306"), "{text}");
        let read = record(&SudokuWiki, &text);
        assert_eq!(read.puzzle, from_line(INKALA).puzzle);
        assert_eq!(written(&SudokuWiki, &read), text);
        let marks = read.progress.unwrap().marks.unwrap();
        assert_eq!(marks[1].to_string(), "1246");
    }

    #[test]
    fn placed_digits_and_lone_candidates_are_told_apart() {
        // r1: given 1, placed 2, the candidate 3, and 1 or 4.
        let read = record(&SudokuWiki, "S4B16ch000000000000");
        let progress = read.progress.unwrap();
        assert_eq!(read.puzzle.to_string(), "1...............");
        assert_eq!(progress.placed[1], Digit::new(2));
        let marks = progress.marks.unwrap();
        let said: Vec<String> = marks[..5].iter().map(ToString::to_string).collect();
        assert_eq!(said, ["", "", "3", "14", "1234"]);
    }

    #[test]
    fn types_are_houses_and_come_back() {
        for kind in ['X', 'W'] {
            let text = written(&SudokuWiki, &from_line(INKALA)).replacen('S', &kind.to_string(), 1);
            let read = record(&SudokuWiki, &text);
            let variants: Vec<Variant> = read.puzzle.geometry().variants().collect();
            assert_eq!(variants, [Variant::by_letter(kind).unwrap()]);
            assert_eq!(written(&SudokuWiki, &read), text);
        }
    }

    #[test]
    fn a_jigsaw_has_its_regions_in_the_upper_bits() {
        // The first cell is the given 3.
        let regions = b"0001011122232333";
        let cell = |index: usize| {
            let region = usize::from(regions[index] - b'0');
            let number = region << BELOW_REGION | if index == 0 { 3 } else { 0 };
            [1296, 36, 1].map(|place| char::from_digit((number / place % 36) as u32, 36).unwrap())
        };
        let cells: String = (0..16).flat_map(cell).collect();
        let read = record(&SudokuWiki, &format!("J4B{cells}"));
        assert_eq!(
            read.puzzle.given(read.puzzle.geometry().at(1, 1)),
            Digit::new(3)
        );
        assert_eq!(read.puzzle.geometry().boxes(), None);
        assert_eq!(
            refusal(&SudokuWiki, &read),
            "has no room for jigsaw regions"
        );
    }

    #[test]
    fn slips_are_pointed_at() {
        let string = written(&SudokuWiki, &from_line(INKALA));
        assert_eq!(
            fault(&SudokuWiki, &string[..163]),
            "1:4 expected 81 cells of 2 characters each, found 160 characters"
        );
        assert_eq!(
            fault(&SudokuWiki, &string.replacen("0306", "03!6", 1)),
            "1:28 expected a digit or a small letter, found '!'"
        );
        assert_eq!(
            fault(&SudokuWiki, &string.replacen("0306", "03zz", 1)),
            "1:28 expected a number up to 529, found 1295"
        );
        assert_eq!(
            fault(&SudokuWiki, &string.replacen('S', "L", 1)),
            "1:1 expected S, X, W or J: a Sudoku, with diagonals, a windoku or a jigsaw, \
             found a killer Sudoku"
        );
        assert_eq!(
            fault(&SudokuWiki, &format!("{string}\nhello")),
            "2:1 expected a type, a size and B, such as S9B, found 'hel'"
        );
        let expected = "writes boards of 4x4, 6x6, 9x9, 16x16 and 25x25, not 8x8";
        assert_eq!(refusal(&SudokuWiki, &from_line(&".".repeat(64))), expected);
    }

    #[test]
    fn cells_are_as_wide_as_they_need_be() {
        assert_eq!([4, 6, 9, 16, 25].map(width), [1, 2, 2, 4, 5]);
    }
}

//! Maps of regions: which region of a jigsaw each cell belongs to.
//!
//! ```text
//!  AAAB      1 1 1 2      ┌───────────┬───┐
//!  CABB      3 1 2 2      │ .   .   . │ . │      one map, in three of the ways
//!  CCBD      3 3 2 4      ├───┐   ┌───┘   │      in which it can be written
//!  CDDD      3 4 4 4      │ . │ . │ .   . │ …
//! ```
//!
//! A map names the region of each cell by a letter, a digit or a number, in rows or on one
//! line. A map makes a [`Layout`]; so do the walls of a drawing.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

use crate::format::parts::source::{Source, shown};
use crate::format::parts::{cells, text};
use crate::format::{ParseError, ReadOptions, detect};
use crate::geometry::{
    BoxShape, Geometry, GeometryBuilder, GeometryError, HouseKind, Layout, MAX_SIZE,
};

/// Reads a map of regions, or takes the regions of the first puzzle of the text that has any.
///
/// ```
/// use ninefold::format::parse_regions;
///
/// let layout = parse_regions("AAAB\nCABB\nCCBD\nCDDD\n")?;
/// assert_eq!(layout, parse_regions("1112 3122 3324 3444")?);
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn parse_regions(text: &str) -> Result<Layout, ParseError> {
    map(text).or_else(|error| {
        let reading = detect(text, &ReadOptions::default()).into_best();
        let records = reading.map(|reading| reading.records).unwrap_or_default();
        let geometry = records
            .iter()
            .flatten()
            .map(|record| record.puzzle.geometry());
        let mut jigsaws = geometry.filter(|g| g.houses_of_kind(HouseKind::Region).next().is_some());
        jigsaws.next().map(Layout::of).ok_or(error)
    })
}

impl ReadOptions {
    /// Starts a board of this size: in this layout, or the usual boxes, with the variants
    /// that were asked for.
    pub(in crate::format) fn builder(
        &self,
        size: usize,
        layout: Option<&Layout>,
    ) -> GeometryBuilder {
        let builder = match (layout, BoxShape::usual(size)) {
            (Some(layout), _) => layout.builder(size),
            (None, Some(boxes)) => Layout::Boxes(boxes).builder(size),
            (None, None) => Geometry::builder(size),
        };
        let variants = self.variants.iter().copied();
        variants.fold(builder, GeometryBuilder::variant)
    }

    /// A warning for a text that says its own layout, if another one was asked for.
    pub(in crate::format) fn overruled(&self, geometry: &Geometry) -> Option<String> {
        let asked = self.boxes.as_ref()?;
        let size = geometry.size();
        let is_the_same = self
            .builder(size, Some(asked))
            .build()
            .is_ok_and(|asked| Layout::of(&asked) == Layout::of(geometry));
        (!is_the_same).then(|| format!("read as {geometry}, as it says itself, not as was asked"))
    }
}

impl Source<'_> {
    /// Why there is no such board, as an error of the text.
    pub(in crate::format) fn no_board(
        &self,
        span: Range<usize>,
        error: &GeometryError,
    ) -> ParseError {
        let words = || ("a board".to_owned(), error.to_string());
        let (expected, found) = error.expected_and_found().unwrap_or_else(words);
        self.error(span, expected, found)
    }

    /// Why labels are no map of a board of this size; `None` if they are one.
    pub(in crate::format) fn uneven_map<L: Ord + Copy + Display>(
        &self,
        span: Range<usize>,
        labels: &[L],
        size: usize,
    ) -> Option<ParseError> {
        let mut counts: BTreeMap<L, usize> = BTreeMap::new();
        labels
            .iter()
            .for_each(|&label| *counts.entry(label).or_insert(0) += 1);
        let uneven = counts.iter().filter(|&(_, &count)| count != size);
        let named = |(label, count): (&L, &usize)| (shown_label(label), *count);
        let uneven: Vec<(String, usize)> = uneven.map(named).take(4).collect();
        let Some(((label, count), others)) = uneven.split_first() else {
            let expected = format!("{} cells on the map", size * size);
            let fits = labels.len() == size * size;
            return (!fits).then(|| self.error(span, expected, labels.len().to_string()));
        };
        let expected = format!("{size} cells in region {label}");
        let error = self.error(span, expected, count.to_string());
        let others = others.iter();
        let others: Vec<String> = others
            .map(|(label, count)| format!("region {label} has {count}"))
            .collect();
        Some(if others.is_empty() {
            error
        } else {
            error.hint(others.join(", "))
        })
    }
}

fn shown_label(label: &impl Display) -> String {
    const ROOM: usize = 12;
    label.to_string().chars().take(ROOM).collect()
}

/// A map of labels alone.
fn map(text: &str) -> Result<Layout, ParseError> {
    let source = Source::new("regions", text);
    let lines = text::lines(text).filter(|line| text::said(line.text).is_some());
    let words = lines.flat_map(|line| {
        let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}');
        line.text.split(between).filter(|word| !word.is_empty())
    });
    // No map is longer; of what is, enough is kept to know it.
    let words: Vec<&str> = words.take(MAX_SIZE * MAX_SIZE + 1).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return Err(source.error(0..0, "a map of regions", "an empty text"));
    };
    let span = source.span_of(first).start..source.span_of(last).end;
    for word in &words {
        let odd = word.char_indices().find(|(_, c)| !c.is_alphanumeric());
        if let Some((at, symbol)) = odd {
            let at = source.span_of(word).start + at;
            let expected = "a letter or a digit for the region of each cell";
            let end = at + symbol.len_utf8();
            return Err(source.error(at..end, expected, shown(symbol.to_string())));
        }
    }
    let n_symbols: usize = words.iter().map(|word| word.chars().count()).sum();
    let (symbols, numbers) = (cells::size_of(n_symbols), cells::size_of(words.len()));
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_mixed = words.iter().any(|word| word.len() != words[0].len());
    let prefers_numbers = is_mixed && words.iter().all(is_number);
    match (symbols, numbers) {
        (_, Some(size)) if prefers_numbers || symbols.is_none() => {
            regions(&source, span, &words, size)
        }
        (Some(size), _) => {
            let labels: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
            regions(&source, span, &labels, size)
        }
        _ => {
            let error = source.wrong_count(span, n_symbols);
            Err(error.hint("a map names the region of each cell: 9 rows of 9 letters for 9x9"))
        }
    }
}

fn regions<L: Ord + Copy + Display>(
    source: &Source<'_>,
    span: Range<usize>,
    labels: &[L],
    size: usize,
) -> Result<Layout, ParseError> {
    if let Some(error) = source.uneven_map(span, labels, size) {
        return Err(error);
    }
    let mut names = labels.to_vec();
    names.sort_unstable();
    names.dedup();
    let number = |label| names.binary_search(label).ok();
    Ok(Layout::Regions(labels.iter().filter_map(number).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "AAAB\nCABB\nCCBD\nCDDD\n";

    fn error(text: &str) -> String {
        let error = parse_regions(text).unwrap_err();
        let hint = error.hint.as_deref().unwrap_or("-");
        format!("{}:{}: {error} ({hint})", error.line, error.column)
    }

    #[test]
    fn maps_come_in_rows_lines_numbers_and_pictures() {
        let expected = parse_regions(ROWS).unwrap();
        for text in [
            "AAABCABBCCBDCDDD",
            "1 1 1 2\r\n3 1 2 2\r\n3 3 2 4\r\n3 4 4 4\r\n",
            "# a comment\naaab cabb ccbd cddd",
            "7,7,7,10,8,7,10,10,8,8,10,9,8,9,9,9",
            "1...\n....\n....\n...4\n\nAAAB\nCABB\nCCBD\nCDDD\n",
            "1..............41112312233243444",
        ] {
            let found = parse_regions(text).unwrap();
            let board = |layout: &Layout| layout.builder(4).build().unwrap();
            assert_eq!(board(&found), board(&expected), "{text}");
        }
        assert_eq!(expected.size(), Some(4));
    }

    #[test]
    fn maps_that_do_not_fit_say_why() {
        assert_eq!(
            error(&ROWS.replace("CDDD", "CCDD")),
            "1:1: expected 4 cells in region C, found 5 (region D has 3)"
        );
        assert_eq!(
            error(&ROWS.replace("CDDD", "CDDE")),
            "1:1: expected 4 cells in region D, found 3 (region E has 1)"
        );
        assert!(error(&ROWS.replace("CDDD", "CDD")).contains("16 cells for a board of 4x4"));
        assert_eq!(
            error(&ROWS.replace("CABB", "CA.B")),
            "2:3: expected a letter or a digit for the region of each cell, found '.' (-)"
        );
        assert_eq!(
            error("# nothing\n"),
            "1:1: expected a map of regions, found an empty text (-)"
        );
        assert!(error(&"A".repeat(20_000)).contains("at most 14641 cells"));
        assert!(error(&"A".repeat(81)).contains("9 cells in region A, found 81"));
        assert!(
            error(".".repeat(81).as_str()).contains("found '.'"),
            "a puzzle without regions"
        );
    }
}

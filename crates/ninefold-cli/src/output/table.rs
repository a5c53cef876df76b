//! Tables, and text wrapped to the columns there are.

use std::ops::Range;

/// A table with aligned columns; `numbers` are aligned on the right. Where it is too wide
/// for `room`, its last column is wrapped, or else each row is printed below its first cell,
/// the numbers with their headings.
pub(crate) fn table(rows: &[Vec<String>], numbers: Range<usize>, room: Option<usize>) -> String {
    /// A last column that is narrower is hard to read.
    const NARROWEST: usize = 24;
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..n_columns).map(width).collect();
    let last = widths.pop().unwrap_or(0);
    let before: usize = widths.iter().map(|width| width + 2).sum();
    let room = room.unwrap_or(usize::MAX);
    let left = room.saturating_sub(before);
    if last > left && (left < NARROWEST || !numbers.is_empty()) {
        return stacked(rows, numbers, room);
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let padded: String = cells
            .map(|(column, (cell, width))| {
                if numbers.contains(&column) {
                    format!("{cell:>width$}  ")
                } else {
                    format!("{cell:<width$}  ")
                }
            })
            .collect();
        let cell = row.get(widths.len()).map_or("", String::as_str);
        let cell = if numbers.contains(&widths.len()) {
            format!("{cell:>last$}")
        } else {
            wrapped(cell, left, before)
        };
        out += (padded + &cell).trim_end();
        out.push('\n');
    }
    out
}

/// The rows of a table, each below its first cell; the first row has the headings.
fn stacked(rows: &[Vec<String>], numbers: Range<usize>, room: usize) -> String {
    const INDENT: usize = 2;
    let Some((headings, rows)) = rows.split_first() else {
        return String::new();
    };
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(headings).enumerate().skip(1);
        let filled = cells.filter(|(_, (cell, _))| !cell.is_empty() && *cell != "-");
        let shown: Vec<String> = filled
            .map(|(column, (cell, heading))| {
                if numbers.contains(&column) {
                    format!("{heading} {cell}")
                } else {
                    cell.clone()
                }
            })
            .collect();
        let first = row.first().map_or("", String::as_str);
        let shown = wrapped(&shown.join(", "), room.saturating_sub(INDENT), INDENT);
        out += &format!("{first}\n{:INDENT$}{shown}\n", "");
    }
    out
}

/// The text on lines of at most `columns`, with `indent` blanks before each line but
/// the first. Lines end between words, or behind a comma or a bar; words are never cut. Colour
/// codes take no room.
pub(crate) fn wrapped(text: &str, columns: usize, indent: usize) -> String {
    let mut out = String::new();
    // The columns taken, and whether there is anything but blanks in them.
    let (mut at, mut is_empty) = (0, true);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
            (at, is_empty) = (0, true);
        }
        for piece in pieces(line) {
            let wide = shown_width(piece.trim_end());
            if !is_empty && at + wide > columns {
                out.truncate(out.trim_end_matches(' ').len());
                out += &format!("\n{:indent$}", "");
                at = indent;
            }
            out += piece;
            at += shown_width(piece);
            is_empty = false;
        }
    }
    out
}

/// The pieces of a line that are not to be cut. A comma in a number ends none.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let ends = |(at, sign): (usize, char)| match sign {
            ' ' | '|' => Some(at + 1),
            ',' if !rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => Some(at + 1),
            _ => None,
        };
        let end = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// How many columns a text takes, without the colours in it.
fn shown_width(text: &str) -> usize {
    let mut rest = text;
    let mut width = 0;
    while let Some((before, escape)) = rest.split_once('\u{1b}') {
        width += before.chars().count();
        rest = escape.split_once('m').map_or("", |(_, after)| after);
    }
    width + rest.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{WRONG, paint};

    #[test]
    fn columns_are_aligned() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let shown = table(&[row("a", "1"), row("long", "20")], 1..2, None);
        assert_eq!(shown, "a      1\nlong  20\n");
    }

    #[test]
    fn tables_fit_the_room_and_no_word_is_cut() {
        let rows = |about: &str| vec![vec!["grid".to_owned(), "read".to_owned(), about.to_owned()]];
        let about = "rows of cells, with or without a frame";
        let shown = table(&rows(about), 0..0, Some(40));
        let expected = "grid  read  rows of cells, with or\n            without a frame\n";
        assert_eq!(shown, expected);
        let settings = table(&rows(":style=plain|framed|box,blank=dot"), 0..0, Some(38));
        assert!(settings.lines().all(|line| line.len() <= 38), "{settings}");
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["engine", "answer", "nodes", "guesses"]),
            row(["dancing-links", "unique", "1,234,567", "12"]),
        ];
        let shown = table(&rows, 2..4, Some(30));
        let expected = "dancing-links\n  unique, nodes 1,234,567,\n  guesses 12\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn colours_take_no_room() {
        let red = paint(true, WRONG, "red");
        assert_eq!(shown_width(&red), 3);
        assert_eq!(wrapped(&format!("a {red} b"), 7, 0), format!("a {red} b"));
        assert_eq!(
            wrapped("7,605 nodes", 4, 1),
            "7,605\n nodes",
            "numbers stay whole"
        );
    }
}

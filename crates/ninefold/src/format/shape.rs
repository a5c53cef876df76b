//! What is wrong with a text that nothing reads, as far as its shape shows it: rows and
//! columns of one board that is too large, or a number that is too large for it.

use crate::format::ParseError;
use crate::format::parts::cells;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::text::{self, TextLine};
use crate::geometry::MAX_SIZE;

/// The fault, if the text has the shape of a board.
pub(super) fn fault(text: &str) -> Option<ParseError> {
    let lines = text::lines(text).filter(|line| text::said(line.text).is_some());
    let rows: Vec<TextLine<'_>> = lines.collect();
    let source = Source::new("any format", text);
    let size = match rows.as_slice() {
        [line] => side(line.text.chars().filter(|c| !c.is_whitespace()).count()),
        rows => Some(rows.len()),
    }?;
    let symbols = |row: &TextLine<'_>| row.text.chars().filter(|c| !c.is_whitespace()).count();
    let is_board = rows.len() == 1
        || rows.iter().all(|row| words(row.text).count() == size)
        || rows.iter().all(|row| symbols(row) == size);
    if size > MAX_SIZE && is_board && looks_like_cells(rows[0].text) {
        let expected = format!("a board of at most {MAX_SIZE}x{MAX_SIZE}");
        let span = rows[0].start..rows[0].start + rows[0].text.len();
        return Some(source.error(span, expected, format!("{size}x{size}")));
    }
    if size < cells::MIN_SIZE || rows.iter().any(|row| words(row.text).count() != size) {
        return None;
    }
    let all = rows.iter().flat_map(|row| words(row.text));
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut misfits = all.filter(|word| cells::number(word, size).is_none());
    let first = misfits.next()?;
    (is_number(&first) && misfits.all(|word| is_number(&word))).then(|| {
        let expected = format!("a number from 1 to {size} or a blank");
        source.error(source.span_of(first), expected, shown(first))
    })
}

/// The words of a row, whatever stands between them.
fn words(row: &str) -> impl Iterator<Item = &str> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '│');
    row.split(is_gap).filter(|word| !word.is_empty())
}

/// The side of the board with `n_cells` cells.
fn side(n_cells: usize) -> Option<usize> {
    let side = n_cells.isqrt();
    (side * side == n_cells).then_some(side)
}

fn looks_like_cells(row: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || cells::BLANKS.contains(&c);
    row.chars()
        .all(|c| is_cell(c) || c.is_whitespace() || matches!(c, ',' | '|'))
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, detect};

    fn said(text: &str) -> String {
        let error = detect(text, &ReadOptions::default())
            .into_best()
            .unwrap_err();
        format!("{}:{}: {error}", error.line, error.column)
    }

    #[test]
    fn boards_that_are_too_large_are_called_so() {
        let expected = "1:1: expected a board of at most 121x121, found 122x122";
        assert_eq!(said(&".".repeat(122 * 122)), expected);
        assert_eq!(
            said(&format!("{}\n", ".".repeat(122)).repeat(122)),
            expected
        );
        assert_eq!(
            said(&format!("{}\n", "0 ".repeat(122)).repeat(122)),
            expected
        );
    }

    #[test]
    fn a_number_that_is_too_large_is_pointed_at() {
        let mut rows = ["0 0 0 0 0 0 0 0 0"; 9];
        rows[4] = "1 2 3 10 5 6 7 8 9";
        let expected = "5:7: expected a number from 1 to 9 or a blank, found '10'";
        assert_eq!(said(&rows.join("\n")), expected);
        assert_eq!(said(&rows.join("\n").replace(' ', ",")), expected);
    }
}

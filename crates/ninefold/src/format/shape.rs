//! What is wrong with a text that nothing reads, as far as its shape shows it: rows and
//! columns of one board that is too large, a number that is too large for it, cells one by one,
//! tags, or the numbers of a board without its rows.

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

/// Why no format reads a text that says the cells of a board in some other way.
pub(super) fn unread(source: &Source<'_>) -> Option<ParseError> {
    /// Such texts are typed by people; what is longer is something else.
    const LONGEST: usize = 1 << 16;
    let text = source.text;
    if text.len() > LONGEST {
        return None;
    }
    cell_by_cell(source)
        .or_else(|| in_tags(source))
        .or_else(|| without_rows(source))
}

/// A list of cells: `r1c1=5 r1c2=3 …`, `cell(1,1,5). cell(1,2,3). …`, `x[0][0] = 5;`.
fn cell_by_cell(source: &Source<'_>) -> Option<ParseError> {
    /// Proofs and letters name a cell now and then.
    const FEWEST: usize = 8;
    let text = source.text;
    let (mut at, mut n_cells, mut n_bytes, mut first) = (0, 0, 0, None);
    while let Some(symbol) = text[at..].chars().next() {
        let length = cell_length(&text[at..]);
        if let Some(length) = length {
            n_cells += 1;
            n_bytes += length;
            first.get_or_insert(at..at + length);
        }
        let word = || text[at..].find(|c: char| !c.is_alphanumeric());
        let skipped = length.or_else(word).unwrap_or(text.len() - at);
        at += skipped.max(symbol.len_utf8());
    }
    let is_list = n_cells >= FEWEST && 2 * n_bytes >= text.split_whitespace().map(str::len).sum();
    let first = first.filter(|_| is_list)?;
    let found = format!("cells one by one, {}", shown(&text[first.clone()]));
    let error = source.error(first, "a board row by row", found);
    Some(error.hint("write 81 characters on a line, '.' for a blank, or 9 rows of 9"))
}

/// The length of a cell and its digit at the start of a text: a name and three numbers.
fn cell_length(text: &str) -> Option<usize> {
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_between = |c: char| "()[],._:= cC".contains(c);
    let count = |text: &str, is: &dyn Fn(char) -> bool| text.chars().take_while(|&c| is(c)).count();
    let mut at = count(text, &is_name);
    if at == 0 {
        return None;
    }
    for _ in 0..3 {
        at += count(&text[at..], &is_between);
        let n_digits = count(&text[at..], &|c| c.is_ascii_digit());
        if !(1..=3).contains(&n_digits) {
            return None;
        }
        at += n_digits;
    }
    Some(at)
}

/// Elements of XML or HTML that are no table.
fn in_tags(source: &Source<'_>) -> Option<ParseError> {
    let said = source.text.trim_start_matches('\u{feff}').trim_start();
    let end = said.find('>').filter(|_| said.starts_with('<'))?;
    let tag = &said[..=end];
    said.contains("</").then(|| {
        let expected = "a puzzle in rows, an HTML table or an OpenSudoku file";
        let error = source.error(
            source.span_of(tag),
            expected,
            format!("the tag {}", shown(tag)),
        );
        error.hint("leave out the tags: 9 rows of 9 cells, '.' for a blank")
    })
}

/// The numbers of a board, one after another: `data board /5,3,0,0,7,0,0,0,0, …/`.
fn without_rows(source: &Source<'_>) -> Option<ParseError> {
    let is_between = |c: char| c.is_whitespace() || ",;&/".contains(c);
    let runs = source
        .text
        .split(|c: char| !c.is_ascii_digit() && !is_between(c))
        .map(|run| run.trim_matches(is_between));
    let n_numbers = |run: &str| {
        run.split(is_between)
            .filter(|word| !word.is_empty())
            .count()
    };
    let (n_numbers, run) = runs
        .map(|run| (n_numbers(run), run))
        .max_by_key(|(n, _)| *n)?;
    cells::size_of(n_numbers)?;
    let found = format!("{n_numbers} numbers without either");
    let expected = "the rows of a board, or brackets around its numbers";
    let error = source.error(source.span_of(run), expected, found);
    Some(error.hint("put each row on a line of its own"))
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

    #[test]
    fn boards_in_notations_that_are_not_read_are_called_by_what_they_are() {
        let cells = |name: &dyn Fn(usize) -> String| (1..=9).map(name).collect::<String>();
        for (text, found) in [
            (cells(&|k| format!("r{k}c{k}={k} ")), "'r1c1=1'"),
            (cells(&|k| format!("R{k}C2: {k}\n")), "'R1C2: 1'"),
            (cells(&|k| format!("cell({k},1,{k}). ")), "'cell(1,1,1'"),
            (cells(&|k| format!("x[{k}][0] = {k};\n")), "'x[1][0] = 1'"),
        ] {
            let expected = "1:1: expected a board row by row, found cells one by one, ";
            assert_eq!(said(&text), format!("{expected}{found}"));
        }
        let row = "<row><cell>5</cell><cell/></row>\n".repeat(9);
        assert_eq!(
            said(&format!("<sudoku>\n{row}</sudoku>")),
            "1:1: expected a puzzle in rows, an HTML table or an OpenSudoku file, \
             found the tag '<sudoku>'"
        );
        assert_eq!(
            said(&format!("  data board /{}5/", "5,".repeat(80))),
            "1:15: expected the rows of a board, or brackets around its numbers, \
             found 81 numbers without either"
        );
        // A few cells in a letter are something else.
        let letter = "Then r1c1=5 r2c2=6, and I was happy with it for the rest of the day.";
        assert!(said(letter).contains("expected a puzzle, found 'Then"));
    }
}

//! Lines of a drawn board: which are rows, which are rules between them, and what
//! stands in a row's cells. There are several ways to see it, so they all have a name
//! and are tried one by one:
//!
//! ```text
//!  .2.|81.|74.      symbols     a character a cell, bars and spaces between
//!  *2 5 | *1 3      starred     the same, '*' marks a digit that a player placed
//!  10 . 3 | 12      words       a word a cell, for numbers
//!  1|2|| |4   5,,3  fields      a field a cell, perhaps with nothing in it
//!  53 | 7 |         columns     a column a cell, a space for a blank
//! ```

use crate::format::parts::cells;
use crate::geometry::MAX_SIZE;

/// What stands in a cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct CellText<'a> {
    pub(in crate::format) text: &'a str,
    /// The byte of the line where it starts.
    pub(in crate::format) at: usize,
    /// Whether a mark says that a player placed it.
    pub(in crate::format) placed: bool,
}

/// A line with cells.
#[derive(Clone, Debug, Default)]
pub(in crate::format) struct Row<'a> {
    pub(in crate::format) cells: Vec<CellText<'a>>,
    /// Before which cells something stands, and how strong it is.
    pub(in crate::format) walls: Vec<(usize, Strength)>,
}

/// How much of a border something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::format) enum Strength {
    /// A space, an empty line.
    Gap,
    /// A bar, a rule.
    Thin,
    /// A double bar, a heavy rule.
    Thick,
}

/// The kind of a line of a drawing.
#[derive(Clone, Debug)]
pub(in crate::format) enum Drawn<'a> {
    Nothing,
    Rule(Strength),
    Row(Row<'a>),
    Words,
}

/// How a row is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Split {
    Symbols,
    Starred,
    Words,
    /// Between separators; with one behind the last field too, if closed.
    Fields {
        separator: char,
        closed: bool,
    },
    /// A cell every `step` characters. A row without bars whose end was trimmed still has
    /// `n_cells` cells.
    Columns {
        step: usize,
        n_cells: Option<usize>,
    },
}

/// Sees a line in one way. Lines of dashes alone are rules, or rows of blanks if
/// `dashes` is their number in a row.
pub(in crate::format) fn draw<'a>(line: &'a str, split: Split, dashes: Option<usize>) -> Drawn<'a> {
    if line.is_empty() || line.trim().is_empty() && !matches!(split, Split::Columns { .. }) {
        return Drawn::Nothing;
    }
    if line.starts_with('#') {
        return Drawn::Words;
    }
    if let Some(strength) = rule(line) {
        let n_dashes = line.matches('-').count();
        let bare = line.chars().all(|c| matches!(c, '-' | '|' | ' ' | '\t'));
        if dashes != Some(n_dashes) || !bare {
            return Drawn::Rule(strength);
        }
    }
    let row = match split {
        Split::Symbols => symbols(line, false),
        Split::Starred => symbols(line, true),
        Split::Words => words(line),
        Split::Fields { separator, closed } => fields(line, separator, closed),
        Split::Columns { step, n_cells } => columns(line, step, n_cells),
    };
    match row {
        Some(row) if row.cells.is_empty() => Drawn::Nothing,
        Some(row) if row.cells.len() <= MAX_SIZE => Drawn::Row(row),
        _ => Drawn::Words,
    }
}

fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '│' | '┃' | '║' | '╎' | '┆' | '┊')
}

fn is_thick(symbol: char) -> bool {
    matches!(symbol, '┃' | '║')
}

/// Whether a horizontal wall is drawn with this symbol.
pub(in crate::format) fn is_dash(symbol: char) -> bool {
    matches!(symbol, '-' | '─') || is_thick_dash(symbol)
}

pub(in crate::format) fn is_thick_dash(symbol: char) -> bool {
    matches!(symbol, '=' | '━' | '═')
}

/// Whether a line is a rule between rows.
pub(in crate::format) fn is_rule(line: &str) -> bool {
    rule(line).is_some()
}

/// Whether a line is a rule: dashes and crossings, and no digit.
fn rule(line: &str) -> Option<Strength> {
    let drawing = |c: char| matches!(c, '\u{2500}'..='\u{257f}');
    let border = |c: char| is_dash(c) || drawing(c) || " \t+|:.,'\"`*".contains(c);
    let crossing = |c: char| c == '+' || drawing(c) && !is_bar(c);
    if !line.chars().all(border) || !line.contains(is_dash) {
        return None;
    }
    let longest = line
        .split(|c| !is_dash(c))
        .map(|run| run.chars().count())
        .max();
    let is_rule = longest >= Some(3) || line.contains(crossing);
    let thick = line.contains(['=', '═', '━', '╬', '╋', '╪', '╫', '┿', '╂']);
    is_rule.then_some(if thick {
        Strength::Thick
    } else {
        Strength::Thin
    })
}

/// Collects cells, and the strongest thing between each two of them.
#[derive(Default)]
struct Collector<'a> {
    row: Row<'a>,
    wall: Option<Strength>,
}

impl<'a> Collector<'a> {
    fn wall(&mut self, strength: Strength) {
        // Two bars make a thick one.
        self.wall = match self.wall {
            Some(Strength::Thin) if strength == Strength::Thin => Some(Strength::Thick),
            wall => wall.max(Some(strength)),
        };
    }

    fn bar(&mut self, symbol: char) {
        self.wall(if is_thick(symbol) {
            Strength::Thick
        } else {
            Strength::Thin
        });
    }

    fn cell(&mut self, text: &'a str, at: usize, placed: bool) {
        if let Some(strength) = self.wall.take() {
            self.row.walls.push((self.row.cells.len(), strength));
        }
        self.row.cells.push(CellText { text, at, placed });
    }

    fn is_full(&self) -> bool {
        self.row.cells.len() > MAX_SIZE
    }
}

/// A character a cell. Anything that can be a digit or a blank will do.
fn symbols(line: &str, starred: bool) -> Option<Row<'_>> {
    let mut found = Collector::default();
    let mut placed = false;
    let mut rest = line.char_indices().peekable();
    while let Some((at, symbol)) = rest.next() {
        let next_is_digit = rest
            .peek()
            .is_some_and(|(_, next)| next.is_ascii_alphanumeric());
        if symbol.is_whitespace() {
            found.wall(Strength::Gap);
        } else if is_bar(symbol) {
            found.bar(symbol);
        } else if starred && symbol == '*' && next_is_digit {
            placed = true;
        } else if !can_be_symbol(symbol) || found.is_full() {
            return None;
        } else {
            let text = &line[at..at + symbol.len_utf8()];
            found.cell(text, at, std::mem::take(&mut placed));
        }
    }
    Some(found.row)
}

fn can_be_symbol(symbol: char) -> bool {
    if symbol.is_ascii() {
        symbol.is_ascii_alphanumeric() || ".*_-?@!~^+".contains(symbol)
    } else {
        !symbol.is_alphanumeric() && !symbol.is_control()
    }
}

/// Whether a word can stand in a cell: a number, or a character that is a blank or a
/// digit.
fn can_be_word(word: &str) -> bool {
    let mut symbols = word.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => true,
        (Some(symbol), None) => can_be_symbol(symbol),
        _ => word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// A word a cell.
fn words(line: &str) -> Option<Row<'_>> {
    let mut found = Collector::default();
    let mut at = 0;
    while let Some(symbol) = line[at..].chars().next() {
        if symbol.is_whitespace() || is_bar(symbol) {
            if is_bar(symbol) {
                found.bar(symbol);
            } else {
                found.wall(Strength::Gap);
            }
            at += symbol.len_utf8();
            continue;
        }
        let ends = |c: char| c.is_whitespace() || is_bar(c);
        let length = line[at..].find(ends).unwrap_or(line.len() - at);
        let word = &line[at..at + length];
        let bare = word.strip_prefix('*').filter(|bare| !bare.is_empty());
        if !can_be_word(bare.unwrap_or(word)) || found.is_full() {
            return None;
        }
        let start = at + length - bare.unwrap_or(word).len();
        found.cell(bare.unwrap_or(word), start, bare.is_some());
        at += length;
    }
    Some(found.row)
}

/// A field a cell.
fn fields(line: &str, separator: char, closed: bool) -> Option<Row<'_>> {
    let separates = |c: char| c == separator || separator == '|' && is_bar(c);
    if !line.contains(separates) {
        return None;
    }
    let mut line_end = line.trim_end_matches([' ', '\r']).len();
    let mut at = 0;
    let mut found = Collector::default();
    if separator == '|' {
        // A frame around the row is no field.
        let inner = line[..line_end].trim_start();
        at = line_end - inner.len();
        let frame = inner.chars().next().filter(|&c| is_bar(c));
        at += frame.map_or(0, char::len_utf8);
        let last = line[at..line_end]
            .chars()
            .next_back()
            .filter(|&c| is_bar(c));
        line_end -= last.map_or(0, char::len_utf8);
    } else if closed {
        line_end = line[..line_end].strip_suffix(separator)?.len();
    }
    loop {
        let length = line[at..line_end].find(separates).unwrap_or(line_end - at);
        let field = &line[at..at + length];
        let trimmed = field.trim().trim_matches(['"', '\'']).trim();
        let start = at + field.len() - field.trim_start().len();
        // Two bars with nothing between them are a thick bar.
        if separator != '|' || !field.is_empty() {
            if !can_be_word(trimmed) || found.is_full() {
                return None;
            }
            let start = if trimmed.is_empty() {
                at
            } else {
                start + field.trim_start().find(trimmed).unwrap_or(0)
            };
            found.cell(trimmed, start, false);
        }
        at += length;
        let Some(symbol) = line[at..line_end].chars().next() else {
            return Some(found.row);
        };
        if is_bar(symbol) {
            found.bar(symbol);
        } else {
            found.wall(Strength::Gap);
        }
        at += symbol.len_utf8();
    }
}

/// A column a cell, with spaces for blanks; only digits and spaces, for prose has
/// columns too. With a step of two there is a space around each, `| 5 3   |   7   |`, or at
/// least between them, `5 3     7`.
fn columns(line: &str, step: usize, n_cells: Option<usize>) -> Option<Row<'_>> {
    let (mut line, mut offset) = (line, 0);
    let has_bars = line.contains(is_bar);
    if has_bars {
        let start = line.trim_start_matches(' ');
        if start.starts_with(is_bar) {
            offset = line.len() - start.len();
            line = start.trim_end();
        }
    }
    let mut found = Collector::default();
    // Between bars the first column of two is a space, without them it is a cell.
    let start = if has_bars { 0 } else { step - 1 };
    let mut column = start;
    for (at, symbol) in line.char_indices() {
        if is_bar(symbol) {
            found.bar(symbol);
            column = start;
            continue;
        }
        column += 1;
        let in_cell = column % step == 0;
        let fits = symbol == ' ' || in_cell && symbol.is_ascii_digit();
        if !fits || found.is_full() {
            return None;
        }
        if in_cell {
            found.cell(line[at..at + 1].trim(), offset + at, false);
        }
    }
    let missing = n_cells.unwrap_or(0).saturating_sub(found.row.cells.len());
    if !has_bars && !found.row.cells.is_empty() {
        (0..missing).for_each(|_| found.cell("", line.len(), false));
    }
    Some(found.row)
}

impl Row<'_> {
    /// Whether every cell can be a cell of a board of this size; letters cannot on
    /// small boards, unless one stands for the blank.
    pub(in crate::format) fn suits(&self, size: usize) -> bool {
        if self.cells.len() != size {
            return false;
        }
        let letter = |cell: &CellText<'_>| {
            let symbol = cell.text.chars().next()?;
            let is_blank = matches!(symbol, 'x' | 'X');
            (symbol.is_ascii_alphabetic() && !is_blank).then_some(symbol)
        };
        let mut letters = self.cells.iter().filter_map(letter);
        let first = letters.next();
        size > 9 || letters.all(|letter| Some(letter) == first)
    }

    /// Whether it holds nothing but digits and usual blanks.
    pub(in crate::format) fn is_numeric(&self) -> bool {
        let mut symbols = self.cells.iter().flat_map(|cell| cell.text.chars());
        symbols.all(|c| c.is_ascii_digit() || cells::BLANKS.contains(&c) || matches!(c, 'x' | 'X'))
    }
}

/// The number that occurs most often; of equals, the largest.
pub(in crate::format) fn most_frequent(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_insert(0usize) += 1);
    counts
        .into_iter()
        .max_by_key(|&(number, count)| (count, number))
        .map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, split: Split) -> String {
        match draw(line, split, None) {
            Drawn::Row(row) => {
                let texts: Vec<&str> = row.cells.iter().map(|cell| cell.text).collect();
                let walls = row
                    .walls
                    .iter()
                    .filter(|(_, strength)| *strength > Strength::Gap);
                let walls: Vec<String> = walls.map(|(at, _)| at.to_string()).collect();
                format!("{} / {}", texts.join(","), walls.join(" "))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn rows_are_cut_in_many_ways() {
        let bars = Split::Fields {
            separator: '|',
            closed: false,
        };
        let commas = Split::Fields {
            separator: ',',
            closed: false,
        };
        let by_column = |step, n_cells| Split::Columns { step, n_cells };
        for (line, split, expected) in [
            ("|.2.|81.|", Split::Symbols, ".,2,.,8,1,. / 0 3"),
            ("5 3 * | *7 .", Split::Starred, "5,3,*,7,. / 3"),
            ("10 . | 3 12", Split::Words, "10,.,3,12 / 2"),
            ("1|2|| |4", bars, "1,2,,4 / 1 2 3"),
            ("║ 5 │ 10 ║   │ 4 ║", bars, "5,10,,4 / 1 2 3"),
            ("5,,\"3\",", commas, "5,,3, / "),
            ("53 | 7 ", by_column(1, None), "5,3,,,7, / 3"),
            ("| 5 3   |   7   |", by_column(2, None), "5,3,,,7, / 0 3"),
            ("5 3     7", by_column(2, Some(6)), "5,3,,,7, / "),
            ("53  7", by_column(1, Some(6)), "5,3,,,7, / "),
        ] {
            assert_eq!(cells(line, split), expected, "{line}");
        }
    }

    #[test]
    fn rules_have_no_digits() {
        for line in [
            "-----------",
            "---+---+---",
            "-+-++-+-",
            "*-----------*",
            ".-------.-------.-------.",
            ":-------+-------+-------:",
            "'-------\"-------\"-------'",
            "├───┼───┤",
            "╠═══╬═══╣",
        ] {
            let drawn = draw(line, Split::Symbols, None);
            assert!(matches!(drawn, Drawn::Rule(_)), "{line}");
        }
        for line in [
            "--3 --- -85",
            "..1......",
            ".........",
            "*********",
            "|...|...|",
        ] {
            let drawn = draw(line, Split::Symbols, None);
            assert!(matches!(drawn, Drawn::Row(_)), "{line}");
        }
    }

    #[test]
    fn dashes_may_be_blanks() {
        assert!(matches!(
            draw("--- --- ---", Split::Symbols, Some(9)),
            Drawn::Row(_)
        ));
        assert!(matches!(
            draw("-----------", Split::Symbols, Some(9)),
            Drawn::Rule(_)
        ));
    }

    #[test]
    fn prose_is_no_row() {
        for line in ["Grid 01: easy", "# 1 2 3", "été 123", "(1 2 3)"] {
            assert!(
                matches!(draw(line, Split::Symbols, None), Drawn::Words),
                "{line}"
            );
        }
    }
}

//! Boards as they stand in source code.
//!
//! ```text
//!  [[1, 4, 8],            (define BD4             int grid[9][9] = {
//!   [6, null, 0], …        (list 2 7 4 B 9 …))     {5, 3, 0, …}, …      // easy
//!
//!  x = array2d(1..n, 1..n, [_, _, 2, …]);          ["53..7....", "6..195...", …]
//! ```
//!
//! No language is parsed: what counts is brackets, numbers, and the words that say
//! that there is nothing. A pair of brackets with N² numbers in it is a board, unless
//! brackets inside it show rows of different lengths. Names, comments and everything
//! else are passed over. A board of lists is one of candidates.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::format::parts::cells::{self, Sense};
use crate::format::parts::source::{Source, shown};
use crate::format::{Confidence, Format, ParseError, ReadOptions, Reading, Record, rest};
use crate::geometry::{Digit, MAX_SIZE};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// Lists and arrays of any programming language.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Code;

impl Format for Code {
    fn name(&self) -> &'static str {
        "code"
    }

    fn title(&self) -> &'static str {
        "Program code"
    }

    fn about(&self) -> &'static str {
        "lists and arrays of any language: [[1, null], …], (list 2 B …), {5, 0}"
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        // Boards in code are typed by people; what is longer is something else.
        const LONGEST: usize = 4 << 20;
        if text.len() > LONGEST || !text.contains(['[', '(', '{', '"', '\'', '`']) {
            return Vec::new();
        }
        let source = Source::new("code", text);
        let mut records = Scan::of(text, None).boards(&source, options);
        // A name may stand for nothing: `EMPTY = 0` above `[5, 3, EMPTY, …]`.
        if !records.iter().any(Result::is_ok)
            && let Some(name) = frequent_name(text)
        {
            let named = Scan::of(text, Some(name)).boards(&source, options);
            let has_givens = |record: &Record| record.puzzle.n_givens() > 0;
            if named.iter().flatten().any(has_givens) {
                records = named;
            }
        }
        let records = with_solutions(records, text);
        let confidence = match records.first() {
            None => return Vec::new(),
            Some(Ok(_)) => Confidence::Sure,
            Some(Err(_)) => Confidence::Possible,
        };
        vec![Reading {
            format: "code",
            confidence,
            why: "brackets with a board's worth of numbers".to_owned(),
            records,
        }]
    }
}

/// Boards with their solutions: a full one that solves the one right before it is no other puzzle.
/// One with a name of its own is.
fn with_solutions(
    boards: Vec<Result<Record, ParseError>>,
    text: &str,
) -> Vec<Result<Record, ParseError>> {
    let mut records: Vec<Result<Record, ParseError>> = Vec::with_capacity(boards.len());
    for board in boards {
        let end = match records.last() {
            Some(Ok(last)) => last.span.end,
            _ => usize::MAX,
        };
        match board {
            Ok(record) if is_beside(text, end, record.span.start) => {
                rest::add(&mut records, record);
            }
            board => records.push(board),
        }
    }
    records
}

/// Whether nothing but brackets and commas stands between two places.
fn is_beside(text: &str, end: usize, start: usize) -> bool {
    let between = text.get(end..start);
    between.is_some_and(|between| !between.contains(char::is_alphanumeric))
}

/// The name that occurs most often in a text, if that is often enough for the blanks of a board.
fn frequent_name(text: &str) -> Option<&str> {
    /// A puzzle of 4x4 has at least as many blanks.
    const FEWEST: usize = 8;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut at = 0;
    while let Some(symbol) = text[at..].chars().next() {
        let word = word(&text[at..]);
        if !symbol.is_ascii_digit() && !word.is_empty() {
            *counts.entry(word).or_default() += 1;
        }
        at += word.len().max(symbol.len_utf8());
    }
    let most = counts.into_iter().max_by_key(|&(_, n)| n);
    most.filter(|&(_, n)| n >= FEWEST).map(|(word, _)| word)
}

/// A number or a word for nothing.
struct Item {
    /// 0 for nothing.
    value: usize,
    span: Range<usize>,
}

/// What stands between a pair of brackets, or quotes.
#[derive(Default)]
struct Group {
    /// Which items it holds, its inner groups' included.
    items: Range<usize>,
    /// How many of them are its own.
    own: usize,
    /// The groups inside it.
    inner: Vec<usize>,
}

/// Everything in a text that counts.
#[derive(Default)]
struct Scan<'a> {
    /// A name that stands for nothing, beside the usual words.
    blank: Option<&'a str>,
    items: Vec<Item>,
    /// The first is the whole text; a group comes before those inside it.
    groups: Vec<Group>,
    /// The groups that are open, by index.
    open: Vec<usize>,
}

impl<'a> Scan<'a> {
    fn of(text: &str, blank: Option<&'a str>) -> Scan<'a> {
        let mut scan = Scan {
            blank,
            groups: vec![Group::default()],
            open: vec![0],
            ..Scan::default()
        };
        let mut at = 0;
        while let Some(symbol) = text[at..].chars().next() {
            at = scan.token(text, at, symbol);
        }
        while !scan.open.is_empty() {
            scan.close();
        }
        scan
    }

    /// Takes what starts with `symbol` at byte `at`; returns where it ends.
    fn token(&mut self, text: &str, at: usize, symbol: char) -> usize {
        let rest = &text[at..];
        let next = at + symbol.len_utf8();
        let line_end = || {
            rest.find(['\n', '\r'])
                .map_or(text.len(), |length| at + length)
        };
        let alone = text[..at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace);
        match symbol {
            '(' | '[' | '{' => self.open(),
            ')' | ']' | '}' if self.open.len() > 1 => self.close(),
            '/' if rest.starts_with("//") => return line_end(),
            '/' if rest.starts_with("/*") => {
                return rest.find("*/").map_or(text.len(), |length| at + length + 2);
            }
            // `#f` is Racket for nothing, and `#2A(` an array of Lisp; any other `#` starts a
            // comment. A `;` or `%` behind a word is punctuation.
            '#' => {
                if let Some(length) = array_sign(rest) {
                    return at + length;
                }
                let word = word(&rest[1..]);
                if !matches!(word, "f" | "false") {
                    return line_end();
                }
                self.item(0, at..at + 1 + word.len());
                return at + 1 + word.len();
            }
            ';' | '%' if alone => return line_end(),
            '"' | '\'' | '`' => return self.string(text, at, symbol),
            '-' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                // Where cells count from zero, -1 is nothing. No other negative number is a cell.
                let length = digits(&rest[1..]);
                let value = if &rest[1..=length] == "1" {
                    0
                } else {
                    usize::MAX
                };
                self.item(value, at..next + length);
                return next + length;
            }
            _ if symbol.is_ascii_digit() => return self.number(text, at),
            _ if symbol.is_alphabetic() || symbol == '_' => {
                let word = word(rest);
                if is_nothing(word) || self.blank == Some(word) {
                    self.item(0, at..at + word.len());
                }
                return at + word.len();
            }
            _ => {}
        }
        next
    }

    /// A number: `7`, `7.`, `7.0`; not `9x9`.
    fn number(&mut self, text: &str, at: usize) -> usize {
        let mut end = at + digits(&text[at..]);
        let value = &text[at..end];
        // A point belongs to the number, two of them are a range.
        let mut whole = true;
        if text[end..].starts_with('.') && !text[end..].starts_with("..") {
            let fraction = digits(&text[end + 1..]);
            whole = text[end + 1..end + 1 + fraction].bytes().all(|b| b == b'0');
            end += 1 + fraction;
        }
        let suffix = word(&text[end..]).len();
        if suffix == 0 && whole {
            // What is too large for a board only has to stay so.
            self.item(value.parse().unwrap_or(usize::MAX), at..end);
        }
        end + suffix
    }

    /// A string: one cell, or a row of them, or something else.
    fn string(&mut self, text: &str, at: usize, quote: char) -> usize {
        let rest = &text[at + 1..];
        let end = rest
            .find([quote, '\n', '\r'])
            .filter(|&end| rest[end..].starts_with(quote));
        // A quote in Lisp has no partner.
        let Some(length) = end.filter(|_| !(quote == '\'' && rest.starts_with(['(', '[']))) else {
            return at + 1;
        };
        let content = &rest[..length];
        let trimmed = content.trim();
        let blank = |c: char| cells::BLANKS.contains(&c) || matches!(c, '0' | 'x' | 'X');
        let symbol = |c: char| c.is_ascii_digit() || blank(c);
        let span = at..at + length + 2;
        match trimmed.len() {
            0 => self.item(0, span),
            _ if !trimmed.chars().all(symbol) => {}
            1 if trimmed.chars().all(blank) => self.item(0, span),
            1..=3 if digits(trimmed) == trimmed.len() => {
                self.item(trimmed.parse().unwrap_or(0), span);
            }
            _ => {
                self.open();
                let start = at + 1 + content.len() - content.trim_start().len();
                for (offset, c) in trimmed.char_indices() {
                    let place = start + offset;
                    let value = c.to_digit(10).unwrap_or(0) as usize;
                    self.item(value, place..place + c.len_utf8());
                }
                self.close();
            }
        }
        at + length + 2
    }

    fn item(&mut self, value: usize, span: Range<usize>) {
        self.items.push(Item { value, span });
        if let Some(&group) = self.open.last() {
            self.groups[group].own += 1;
        }
    }

    fn open(&mut self) {
        let index = self.groups.len();
        let start = self.items.len();
        self.groups.push(Group {
            items: start..start,
            ..Group::default()
        });
        if let Some(&outer) = self.open.last() {
            self.groups[outer].inner.push(index);
        }
        self.open.push(index);
    }

    fn close(&mut self) {
        if let Some(group) = self.open.pop() {
            self.groups[group].items.end = self.items.len();
        }
    }

    /// The boards, or what is wrong with what looks like one.
    fn boards(
        &self,
        source: &Source<'_>,
        options: &ReadOptions,
    ) -> Vec<Result<Record, ParseError>> {
        let mut boards = Vec::new();
        let mut ragged = Vec::new();
        let mut misfits = Vec::new();
        // Outer groups first, in the order of the text. The whole text is no group, unless
        // it is N lists of N and nothing else: the rows of one board.
        let mut waiting: Vec<usize> = if self.is_square(&self.groups[0]) {
            vec![0]
        } else {
            self.groups[0].inner.iter().rev().copied().collect()
        };
        while let Some(index) = waiting.pop() {
            let group = &self.groups[index];
            match self.board(source, group, options) {
                Verdict::Board(record) => boards.push(Ok(*record)),
                Verdict::Ragged(error) => ragged.push(error),
                Verdict::Misfit(error) => misfits.push(error),
                Verdict::LookInside => waiting.extend(group.inner.iter().rev()),
            }
        }
        // Numbers that are no board are only worth a word if there is no board at all.
        if boards.is_empty() {
            ragged.extend(misfits);
        }
        boards.extend(ragged.into_iter().take(20).map(Err));
        boards
    }

    /// Whether a group is a list of boards, each of which is a group: `['53..7…', '8…']`.
    fn is_list(&self, group: &Group) -> bool {
        let mut boards = group.inner.iter().map(|&index| &self.groups[index]);
        let n_cells = boards.clone().map(|board| board.items.len()).max();
        // Rows that are as long as the board is high may be boards of their own, as in a list
        // of 81; but rows of sixteen cells are what a board of 16x16 has.
        let is_square = n_cells == Some(group.inner.len()) && n_cells < Some(81);
        let is_board = |board: &Group| cells::size_of(board.items.len()).is_some();
        let is_list = group.own == 0 && !is_square && boards.all(is_board);
        is_list || self.is_list_of_lists(group)
    }

    /// Whether all that a group holds, however deep, are boards that are too large for rows:
    /// `[('53..7…', '5346…'), ('8…', '8127…')]`.
    fn is_list_of_lists(&self, group: &Group) -> bool {
        /// No row of a board that people type is as long as this.
        const FEWEST: usize = 81;
        let mut waiting: Vec<&Group> = vec![group];
        let mut n_boards = 0;
        while let Some(group) = waiting.pop() {
            let n_items = group.items.len();
            if group.inner.is_empty() {
                if n_items < FEWEST || cells::size_of(n_items).is_none() {
                    return false;
                }
                n_boards += 1;
            } else if group.own > 0 {
                return false;
            }
            waiting.extend(group.inner.iter().map(|&index| &self.groups[index]));
        }
        n_boards > 1
    }

    /// Whether a group is N plain lists of N items each, for a board worth the name.
    fn is_square(&self, group: &Group) -> bool {
        let n_rows = group.inner.len();
        let mut rows = group.inner.iter().map(|&row| &self.groups[row]);
        let is_row = |row: &Group| row.inner.is_empty() && row.items.len() == n_rows;
        group.own == 0 && n_rows >= 4 && rows.all(is_row)
    }

    fn board(&self, source: &Source<'_>, group: &Group, options: &ReadOptions) -> Verdict {
        let items = &self.items[group.items.clone()];
        let (Some(first), Some(last)) = (items.first(), items.last()) else {
            return Verdict::LookInside;
        };
        let span = first.span.start..last.span.end;
        if let Some(marks) = self.candidates(group) {
            let size = marks.len().isqrt();
            return match source.geometry(span.clone(), size, None, options) {
                Ok(geometry) => Verdict::Board(Box::new(Record {
                    span,
                    ..Record::new(Puzzle::empty(geometry).limited_to(marks))
                })),
                Err(error) => Verdict::Misfit(error),
            };
        }
        if let Some(error) = self.ragged(source, group) {
            return Verdict::Ragged(error);
        }
        if self.is_list(group) {
            return Verdict::LookInside;
        }
        let Some(size) = cells::size_of(items.len()) else {
            // A bare list that is nearly a board was meant to be one.
            let error = source.wrong_count(span, items.len());
            return if error.hint.is_some() && group.inner.is_empty() {
                Verdict::Misfit(error)
            } else {
                Verdict::LookInside
            };
        };
        if let Some(item) = items.iter().find(|item| item.value > size) {
            let expected = format!("a number from 1 to {size} or a blank");
            let found = shown(&source.text[item.span.clone()]);
            return Verdict::Misfit(source.error(item.span.clone(), expected, found));
        }
        let cells = Sense {
            givens: items.iter().map(|item| Digit::new(item.value)).collect(),
            alphabet: cells::of_numbers(size),
        };
        match source.record(span, cells, None, options) {
            Ok(record) => Verdict::Board(Box::new(record)),
            Err(error) => Verdict::Misfit(error),
        }
    }

    /// Whether a group is one of rows, and they are not N rows of N.
    fn ragged(&self, source: &Source<'_>, group: &Group) -> Option<ParseError> {
        let rows = || group.inner.iter().map(|&row| &self.groups[row]);
        let n_rows = group.inner.len();
        let is_rows = group.own == 0 && n_rows > 1 && rows().all(|row| row.inner.is_empty());
        let width = rows().next()?.items.len();
        // Short rows may be anything: a pair of coordinates, a range.
        if !is_rows || rows().all(|row| row.items.len() < 3) {
            return None;
        }
        let other = rows().position(|row| row.items.len() != width);
        let (index, expected, found, hint) = match other {
            Some(index) => {
                let n_cells = rows().nth(index).map_or(0, |row| row.items.len());
                let expected = "rows of the same length".to_owned();
                let row = index + 1;
                let found = format!("row {row} has {n_cells} cells, row 1 has {width}");
                (index, expected, found, None)
            }
            None if width == n_rows || width >= 13 && cells::size_of(width).is_some() => {
                return None;
            }
            None => {
                let expected = "as many rows as columns".to_owned();
                let found = format!("{n_rows} rows of {width} cells");
                (0, expected, found, Some("a board is square"))
            }
        };
        let items = rows().nth(index)?.items.clone();
        let items = &self.items[items];
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.items[group.items.start].span.clone(),
        };
        let error = source.error(span, expected, found);
        Some(match hint {
            Some(hint) => error.hint(hint),
            None => error,
        })
    }

    /// The board of a group of N groups of N lists: what is possible in each cell.
    fn candidates(&self, group: &Group) -> Option<Vec<DigitSet>> {
        let size = group.inner.len();
        let in_range = (cells::MIN_SIZE..=MAX_SIZE).contains(&size);
        let inner = |group: &Group| group.inner.len() == size && group.own == 0;
        if !in_range || !inner(group) || group.items.len() <= size * size {
            return None;
        }
        let mut marks = Vec::with_capacity(size * size);
        for &row in &group.inner {
            let row = Some(&self.groups[row]).filter(|row| inner(row))?;
            for &cell in &row.inner {
                let cell = Some(&self.groups[cell]).filter(|cell| cell.inner.is_empty())?;
                let digits = self.items[cell.items.clone()].iter();
                let digits = digits.map(|item| Digit::new(item.value));
                let fits = |digit: &Digit| digit.value() <= size;
                let set: Option<DigitSet> = digits.map(|digit| digit.filter(fits)).collect();
                marks.push(set.filter(|set| !set.is_empty())?);
            }
        }
        Some(marks)
    }
}

/// The kind of a group.
enum Verdict {
    Board(Box<Record>),
    Ragged(ParseError),
    Misfit(ParseError),
    LookInside,
}

/// The length of the sign in front of an array of Lisp or Scheme, if a text begins with one:
/// `#2A(`, `#(`.
fn array_sign(text: &str) -> Option<usize> {
    let rank = 1 + digits(&text[1..]);
    let sign = rank + usize::from(text[rank..].starts_with(['A', 'a']));
    // Words in brackets are a comment.
    let first = text[sign..]
        .strip_prefix('(')?
        .trim_start()
        .chars()
        .next()?;
    (first.is_ascii_digit() || "(#".contains(first)).then_some(sign)
}

/// How many bytes are digits.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The name at the start of a text, as generous as Lisp is: `r-c->pos`.
fn word(text: &str) -> &str {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '?' | '!');
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let hyphen = at > 0 && matches!(c, '-' | '>');
        if !goes_on(c) && !hyphen {
            break;
        }
        end = at + c.len_utf8();
    }
    &text[..end]
}

/// Whether a word says that a cell is empty.
fn is_nothing(word: &str) -> bool {
    let words = [
        "null",
        "none",
        "nil",
        "undefined",
        "nan",
        "false",
        "nothing",
        "_",
    ];
    word == "B"
        || words
            .iter()
            .any(|nothing| word.eq_ignore_ascii_case(nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Record, ParseError>> {
        let readings = Code.read(text, &ReadOptions::default());
        readings
            .into_iter()
            .flat_map(|reading| reading.records)
            .collect()
    }

    fn puzzles(text: &str) -> Vec<String> {
        let line = |record: Result<Record, ParseError>| record.unwrap().puzzle.to_string();
        read(text).into_iter().map(line).collect()
    }

    fn error(text: &str) -> String {
        let errors = read(text).into_iter().filter_map(Result::err);
        let errors: Vec<String> = errors.map(|e| format!("{}: {e}", e.column)).collect();
        errors.join("\n")
    }

    const FOUR: &str = "12.44.2121433412";

    #[test]
    fn every_language_is_read() {
        for text in [
            "[[1, 2, 0, 4], [4, 0, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2]]",
            "[\n  [\n 1, 2,\n null, 4\n ], [4, null, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2]\n]",
            "(define BD4\n  (list 1 2 B 4 ; first row: 1 2 3\n 4 B 2 1\n 2 1 4 3\n 3 4 1 2))",
            "'((1 2 #f 4) (4 #f 2 1) (2 1 4 3) (3 4 1 2)) ; it's 9",
            "[[1 2 0 4]\n [4 0 2 1]\n [2 1 4 3]\n [3 4 1 2]]",
            "[[1. 2. 0. 4.]\n [4. 0. 2. 1.]\n [2. 1. 4. 3.]\n [3. 4. 1. 2.]]",
            "int g[4][4] = {{1,2,0,4}, {4,0,2,1}, // 7\n {2,1,4,3}, /* 8 */ {3,4,1,2},};",
            "board = [1, 2, None, 4, 4, nan, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2]  # 16 of them",
            "n = 4; x = array2d(1..n, 1..n, [1, 2, _, 4, 4, _, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2]);",
            "% 4x4\nS=2; start=[|1,2,0,4|4,0,2,1|2,1,4,3|3,4,1,2|];",
            "const b: number[][] = [[1,2,-1,4],[4,undefined,2,1],[2,1,4,3],[3,4,1,2]];",
            "let b = [\"12.4\", \"4.21\", \"2143\", \"3412\"];",
            "[['1','2','.','4'],['4','','2','1'],['2','1','4','3'],['3','4','1','2']]",
            "let b = [[Some(1), Some(2), None, Some(4)], [Some(4), None, Some(2), Some(1)], \
             [Some(2), Some(1), Some(4), Some(3)], [Some(3), Some(4), Some(1), Some(2)]];",
            "puzzle = \"12.44.2121433412\"",
        ] {
            assert_eq!(puzzles(text), [FOUR], "{text}");
        }
    }

    #[test]
    fn a_program_may_define_several_boards() {
        let text = "(define ALL-VALS (list 1 2 3 4))\n(define B false)\n\
                    (define BD1 (list 1 B B B B B B B B B B B B B B B))\n\
                    (define BD2s (list 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1))\n\
                    (define ROWS (list (list 0 1 2 3) (list 4 5 6 7) (list 8 9 10 11) \
                    (list 12 13 14 15)))";
        assert_eq!(puzzles(text), ["1...............", "1234341221434321"]);
        let three = format!(
            "[{0}, {0}, {0}]",
            "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"
        );
        assert_eq!(puzzles(&three).len(), 3);
    }

    #[test]
    fn arrays_of_lisp_are_no_comments() {
        let rows = "(1 2 0 4) (4 0 2 1) (2 1 4 3) (3 4 1 2)";
        let vectors = rows.replace('(', "#(");
        for text in [
            format!("#2A({rows})"),
            format!("(setf *board* #2a({rows})) ; easy"),
            format!("(define board #({vectors}))"),
            format!("#(see below)\n#(1) the first\n({rows})"),
        ] {
            assert_eq!(puzzles(&text), ["12.44.2121433412"], "{text}");
        }
    }

    #[test]
    fn pairs_of_strings_are_no_rows() {
        let (puzzle, solution) = (".".repeat(80) + "1", ".".repeat(80) + "2");
        for pair in [
            format!("('{puzzle}', '{solution}')"),
            format!("{{a: ['{puzzle}'], b: ['{solution}']}}"),
        ] {
            let expected = [puzzle.as_str(), &solution].repeat(2);
            assert_eq!(puzzles(&format!("[{pair}, {pair}]")), expected);
        }
    }

    #[test]
    fn a_full_board_that_solves_the_one_before_it_is_its_solution() {
        let text = "(1, '12.44.2121433412', '1234431221433421'), (2, '1234431221433421')";
        let records: Vec<Record> = read(text).into_iter().map(Result::unwrap).collect();
        assert!(records[0].solution.is_none(), "it is another grid");
        assert_eq!(records.len(), 3);
        let text = "(1, '12.44.2121433412', '1234432121433412'), (2, '1...............')";
        let records: Vec<Record> = read(text).into_iter().map(Result::unwrap).collect();
        let has_solution = records.iter().map(|record| record.solution.is_some());
        assert_eq!(has_solution.collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn spans_cover_the_values() {
        let text = "x = [[1,2,0,4],[4,0,2,1],[2,1,4,3],[3,4,1,2]];";
        let record = read(text).remove(0).unwrap();
        assert_eq!(&text[record.span], "1,2,0,4],[4,0,2,1],[2,1,4,3],[3,4,1,2");
    }

    #[test]
    fn lists_of_lists_of_lists_are_candidates() {
        let row = "[[1, 2], [3], [4], [1, 2]]";
        let puzzle = read(&format!("[{row}, {row}, {row}, {row}]"))
            .remove(0)
            .unwrap()
            .puzzle;
        let marks: Vec<String> = puzzle.marks().unwrap()[..4]
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(marks, ["12", "3", "4", "12"]);
    }

    #[test]
    fn ragged_rows_are_named() {
        assert_eq!(
            error("[[9],[1,1,1]]"),
            "7: expected rows of the same length, found row 2 has 3 cells, row 1 has 1"
        );
        assert_eq!(
            error("[[1,2,3,4],[1,2,3,4],[1,2,3],[1,2,3,4]]"),
            "23: expected rows of the same length, found row 3 has 3 cells, row 1 has 4"
        );
        assert_eq!(
            error("[[1,2,3,4],[1,2,3,4],[1,2,3,4]]"),
            "3: expected as many rows as columns, found 3 rows of 4 cells"
        );
        assert_eq!(
            error("(list 1 2 B 4 4 B 2 1 2 1 4 3 3 4 1)"),
            "7: expected 16 cells for a board of 4x4, found 15 cells"
        );
        assert_eq!(
            error("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"),
            "10: expected a number from 1 to 4 or a blank, found '5'"
        );
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [
            "",
            "hello (1)",
            "f(1, 2)",
            "((((((",
            "))))",
            "\"",
            "'",
            "#",
            "{69} 4 {12}",
        ] {
            assert!(read(text).is_empty(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(read(&deep).is_empty());
    }
}

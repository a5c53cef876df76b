//! Wordoku: a Sudoku with letters for digits, which often spell a word.
//!
//! ```text
//!  . . L | T . . | . . S
//!  . E . | . . A | . C .      nine letters: A C E H I L N S T
//!  …
//! ```
//!
//! The letters are numbered in the order of the alphabet, and the record says how. A text
//! is only read so if it has as many different letters as the board has rows, or one less;
//! prose has more of them.

use crate::format::parts::dress::{Bare, Dress};
use crate::format::parts::rows::{Drawn, Split, draw};
use crate::format::parts::text::TextLine;
use crate::format::parts::{cells, text};

/// Letters for digits, on boards up to 9x9.
pub(in crate::format) const WORDOKU: Dress = Dress {
    name: "wordoku",
    title: "Wordoku",
    about: "letters for digits: nine different ones on a 9x9 board",
    hides_rows: true,
    undress,
};

fn undress(text: &str) -> Vec<Bare> {
    // A board is small.
    const LONGEST: usize = 4000;
    let rows = if text.len() <= LONGEST {
        rows(text)
    } else {
        Vec::new()
    };
    let letters = letters(&rows);
    Vec::from_iter(letters.map(|(size, letters)| numbered(text, &rows, size, &letters)))
}

fn is_blank(symbol: char) -> bool {
    cells::BLANKS.contains(&symbol) || symbol == '0'
}

fn is_cell(symbol: char) -> bool {
    symbol.is_alphabetic() || is_blank(symbol)
}

fn upper(symbol: char) -> char {
    symbol.to_ascii_uppercase()
}

fn n_cells(row: &TextLine<'_>) -> usize {
    row.text.chars().filter(|&symbol| is_cell(symbol)).count()
}

/// The lines with letters, blanks and bars alone.
fn rows(text: &str) -> Vec<TextLine<'_>> {
    let is_frame = |symbol: char| symbol.is_whitespace() || "|│┃║".contains(symbol);
    let is_row = |line: &TextLine<'_>| {
        line.text.contains(is_cell)
            && line.text.chars().all(|c| is_cell(c) || is_frame(c))
            && !matches!(draw(line.text, Split::Symbols, None), Drawn::Rule(_))
    };
    let mut rows: Vec<TextLine<'_>> = text::lines(text).filter(is_row).collect();
    // The word may stand above the board, or below it.
    let is_extra = |row: Option<&TextLine<'_>>| {
        let is_word = |row: &TextLine<'_>| row.text.trim().chars().all(char::is_alphabetic);
        row.is_some_and(|row| n_cells(row) + 1 == rows.len() && is_word(row))
    };
    match (is_extra(rows.first()), is_extra(rows.last())) {
        (true, _) => drop(rows.remove(0)),
        (false, true) => drop(rows.pop()),
        (false, false) => {}
    }
    rows
}

/// The size of a board of these rows, or of one row for all of it, and its letters.
fn letters(rows: &[TextLine<'_>]) -> Option<(usize, Vec<char>)> {
    let n_cells = rows.iter().map(n_cells).sum();
    let size = cells::size_of(n_cells).filter(|size| *size <= 9)?;
    let mut letters: Vec<char> = Vec::new();
    let symbols = rows.iter().flat_map(|line| line.text.chars());
    for letter in symbols.filter(|symbol| symbol.is_alphabetic()).map(upper) {
        if let Err(place) = letters.binary_search(&letter) {
            letters.insert(place, letter);
        }
    }
    // One letter may be missing; with more of them gone it has many solutions.
    let is_full = letters.len() == size || letters.len() + 1 == size;
    if !is_full || rows.len() != 1 && rows.len() != size {
        return None;
    }
    // The first letters of the alphabet have their numbers already.
    let first: Vec<char> = ('A'..='Z').take(size).collect();
    Some(if letters.iter().all(|letter| first.contains(letter)) {
        (size, first)
    } else {
        (size, letters)
    })
}

/// The text with numbers for the letters of its rows.
fn numbered(text: &str, rows: &[TextLine<'_>], size: usize, letters: &[char]) -> Bare {
    let mut bare = Bare::new("letters for digits");
    for line in text::lines(text) {
        let end = line.start + line.text.len();
        let is_row = rows.iter().any(|row| row.start == line.start);
        let mut n_cells = 0;
        for (at, symbol) in line.text.char_indices() {
            let from = line.start + at..line.start + at + symbol.len_utf8();
            let index = letters.iter().position(|&letter| letter == upper(symbol));
            match index {
                _ if !is_row => bare.keep(text, from),
                Some(index) => bare.put(&(index + 1).to_string(), from),
                None if is_blank(symbol) => bare.put(".", from),
                None => bare.keep(text, from),
            }
            n_cells += usize::from(is_cell(symbol));
            // A board on one line is put into rows.
            if is_row && rows.len() == 1 && is_cell(symbol) && n_cells % size == 0 {
                bare.put("\n", end..end);
            }
        }
        bare.put("\n", end..end);
    }
    let names = letters.iter().enumerate();
    let names: Vec<String> = names
        .map(|(index, letter)| format!("{letter}={}", index + 1))
        .collect();
    bare.warning = Some(format!("its letters were numbered: {}", names.join(" ")));
    bare
}

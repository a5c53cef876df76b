//! Wordoku: a Sudoku with letters for digits, which often spell a word.
//!
//! ```text
//!  . . L | T . . | . . S
//!  . E . | . . A | . C .      nine letters: A C E H I L N S T
//!  …
//! ```
//!
//! The letters are numbered in the order of the alphabet, and the record says how. A text
//! is only read so if it has as many letters as the board has rows, none of them clash, and
//! they are not the letters that stand for digits anyway: prose has letters too.

use std::collections::BTreeSet;

use super::dress::{Bare, Dress};
use super::rows::{Drawn, Split, draw};
use super::{cells, text};

/// Letters for digits, on boards up to 9x9.
pub const WORDOKU: Dress = Dress {
    name: "wordoku",
    about: "letters for digits: nine different ones on a 9x9 board",
    hides_rows: true,
    undress,
};

fn undress(text: &str) -> Vec<Bare> {
    numbered(text).into_iter().collect()
}

/// The rows of the board with numbers for its letters.
fn numbered(text: &str) -> Option<Bare> {
    // A board is small, and has a line for each row, or is one line.
    const LONGEST: usize = 4000;
    let first = text::first_said(text).filter(|_| text.len() <= LONGEST)?;
    let is_blank = |c: char| cells::BLANKS.contains(&c) || c == '0';
    let is_cell = |c: char| c.is_alphabetic() || is_blank(c);
    let is_frame =
        |c: char| c.is_whitespace() || "|+-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let is_row = |line: &str| {
        line.contains(is_cell)
            && line.chars().all(|c| is_cell(c) || is_frame(c))
            && matches!(
                draw(line, Split::Symbols, None),
                Drawn::Row(_) | Drawn::Words
            )
    };
    let n_cells = |line: &str| line.chars().filter(|&c| is_cell(c)).count();
    let rows: Vec<text::TextLine<'_>> =
        text::lines(text).filter(|line| is_row(line.text)).collect();
    let size = match rows.as_slice() {
        [line] if line.text == first => cells::size_of(n_cells(first))?,
        rows => rows.len(),
    };
    let is_whole = rows.iter().map(|line| n_cells(line.text)).sum::<usize>() == size * size;
    let upper = |c: char| c.to_uppercase().next().unwrap_or(c);
    let symbols = rows.iter().flat_map(|line| line.text.chars());
    let letters: BTreeSet<char> = symbols.filter(|c| c.is_alphabetic()).map(upper).collect();
    // One letter may be missing; more of them, and the puzzle has many solutions.
    let is_full = letters.len() == size || letters.len() + 1 == size;
    let is_usual = letters
        .iter()
        .all(|&letter| letter < char::from(b'A' + size as u8));
    if !(cells::MIN_SIZE..=9).contains(&size) || !is_whole || !is_full || is_usual {
        return None;
    }
    let letters: Vec<char> = letters.into_iter().collect();
    let mut bare = Bare::new("letters for digits");
    for line in text::lines(text) {
        let end = line.start + line.text.len();
        let is_row = rows.iter().any(|row| row.start == line.start);
        let mut n_cells = 0;
        for (at, symbol) in line.text.char_indices() {
            let from = line.start + at..line.start + at + symbol.len_utf8();
            let index = letters.iter().position(|&letter| letter == upper(symbol));
            match index.filter(|_| is_row) {
                Some(index) => bare.put(&(index + 1).to_string(), from),
                None if is_row && is_blank(symbol) => bare.put(".", from),
                None => bare.keep(text, from),
            }
            n_cells += usize::from(is_cell(symbol));
            // A board on one line is put into rows.
            if rows.len() == 1 && is_row && n_cells > 0 && n_cells % size == 0 && is_cell(symbol) {
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
    Some(bare)
}

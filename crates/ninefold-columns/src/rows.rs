//! Rows of puzzles, and why a row has no answer.

use std::fmt;
use std::time::Duration;

use ninefold::canon::NotCanonical;
use ninefold::format::{WriteError, is_classic_cell};
use ninefold::rate::Unrated;
use ninefold::{Digit, Geometry, ParseError, Puzzle};

/// A column of puzzles, wherever it lies.
pub trait Rows: Sync {
    /// The number of rows.
    fn n_rows(&self) -> usize;

    /// A row by its number, from zero; `None` if it is null.
    fn row(&self, number: usize) -> Option<Row<'_>>;
}

/// A puzzle as its row has it.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// Characters: `1` to `9`, and `.`, `0` and whatever else players write for a blank.
    Text(&'a [u8]),
    /// Numbers: 1 to 9, and 0 for a blank.
    Digits(&'a [u8; 81]),
}

/// Rows of text, some of which may be null.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a, T>(pub &'a [Option<T>]);

/// Rows of numbers: 1 to 9, and 0 for a blank.
#[derive(Clone, Copy, Debug)]
pub struct Digits<'a>(pub &'a [[u8; 81]]);

impl<T: AsRef<[u8]> + Sync> Rows for Texts<'_, T> {
    fn n_rows(&self) -> usize {
        self.0.len()
    }

    fn row(&self, number: usize) -> Option<Row<'_>> {
        self.0[number].as_ref().map(|text| Row::Text(text.as_ref()))
    }
}

impl Rows for Digits<'_> {
    fn n_rows(&self) -> usize {
        self.0.len()
    }

    fn row(&self, number: usize) -> Option<Row<'_>> {
        Some(Row::Digits(&self.0[number]))
    }
}

/// Why a row has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The row has another number of characters than a classic puzzle has cells.
    Length(usize),
    /// A character of the row is neither a digit nor a blank.
    Symbol {
        /// The place of the character, from one.
        place: usize,
        /// The character.
        found: char,
    },
    /// A number of the row is above nine.
    Number {
        /// The place of the number, from one.
        place: usize,
        /// The number.
        found: u8,
    },
    /// The row is no text.
    NotUtf8,
    /// The puzzle has no rating.
    Unrated(Unrated),
    /// The rating took longer than it may.
    TimedOut(Duration),
    /// The puzzle has no canonical form.
    NotCanonical(NotCanonical),
    /// The text is no puzzle in any format.
    Unreadable(Box<ParseError>),
    /// The puzzle cannot be written in the format asked for.
    Unwritable(Box<WriteError>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Length(found) => write!(f, "expected 81 characters, found {found}"),
            Fault::Symbol { place, found } => {
                write!(f, "expected a digit or a blank, found {found:?} at {place}")
            }
            Fault::Number { place, found } => {
                write!(f, "expected a number from 0 to 9, found {found} at {place}")
            }
            Fault::NotUtf8 => f.write_str("expected text in UTF-8, found other bytes"),
            Fault::Unrated(why) => why.fmt(f),
            Fault::TimedOut(limit) => {
                write!(f, "the rating took longer than {} s", limit.as_secs_f64())
            }
            Fault::NotCanonical(why) => why.fmt(f),
            Fault::Unreadable(why) => why.fmt(f),
            Fault::Unwritable(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// How to mend it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Fault::Length(_) => "columns hold classic 9x9 puzzles, 81 characters each",
            Fault::Symbol { .. } => "a blank is '.' or '0'",
            Fault::Number { .. } => "0 is a blank",
            Fault::TimedOut(_) => "give it a longer timeout",
            Fault::Unreadable(why) => return why.hint.clone(),
            _ => return None,
        };
        Some(hint.to_owned())
    }

    /// The place of the fault within its row, from one, if it has a place.
    pub fn place(&self) -> Option<usize> {
        match self {
            Fault::Symbol { place, .. } | Fault::Number { place, .. } => Some(*place),
            Fault::Unreadable(why) => Some(why.column),
            _ => None,
        }
    }
}

impl Row<'_> {
    /// Writes the puzzle as 81 characters, `1` to `9` for givens and anything else for blanks.
    pub(crate) fn write(self, board: &mut [u8; 81]) -> Result<(), Fault> {
        match self {
            Row::Text(text) => {
                let cells: &[u8; 81] = text.try_into().map_err(|_| length(text))?;
                *board = *cells;
                let are_cells = |all, &byte| all & is_classic_cell(byte);
                if board.iter().fold(true, are_cells) {
                    return Ok(());
                }
                Err(symbol(text))
            }
            Row::Digits(digits) => {
                *board = digits.map(|digit| digit.wrapping_add(b'0'));
                if digits.iter().fold(true, |all, &digit| all & (digit <= 9)) {
                    return Ok(());
                }
                Err(number(digits))
            }
        }
    }
}

impl Row<'_> {
    /// The puzzle.
    pub(crate) fn puzzle(self) -> Result<Puzzle, Fault> {
        let mut board = [0; 81];
        self.write(&mut board)?;
        let digit = |&byte: &u8| match byte {
            b'1'..=b'9' => Digit::new(usize::from(byte - b'0')),
            _ => None,
        };
        let givens: Vec<Option<Digit>> = board.iter().map(digit).collect();
        let puzzle = Puzzle::new(Geometry::classic(), givens);
        Ok(puzzle.expect("81 cells hold digits up to 9"))
    }
}

/// The fault of a text with another number of characters than 81, or of bytes.
#[cold]
fn length(text: &[u8]) -> Fault {
    match str::from_utf8(text).map(|text| text.chars().count()) {
        Ok(81) => symbol(text),
        Ok(found) => Fault::Length(found),
        Err(_) => Fault::NotUtf8,
    }
}

/// The fault of numbers that are not all digits.
#[cold]
fn number(digits: &[u8; 81]) -> Fault {
    let at = digits.iter().position(|digit| *digit > 9);
    let at = at.expect("one of the numbers is no digit");
    let (place, found) = (at + 1, digits[at]);
    Fault::Number { place, found }
}

/// The fault of 81 characters, or bytes, that are not all cells.
#[cold]
fn symbol(text: &[u8]) -> Fault {
    let Ok(text) = str::from_utf8(text) else {
        return Fault::NotUtf8;
    };
    let is_cell = |symbol: char| u8::try_from(symbol).is_ok_and(is_classic_cell);
    let mut symbols = text.chars().enumerate();
    let (at, found) = symbols
        .find(|(_, symbol)| !is_cell(*symbol))
        .expect("a byte that is no cell belongs to a character that is none");
    let place = at + 1;
    Fault::Symbol { place, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(row: Row<'_>) -> String {
        row.write(&mut [0; 81]).unwrap_err().to_string()
    }

    #[test]
    fn a_row_that_is_no_puzzle_says_why_and_where() {
        let with = |start: &str| format!("{start}{}", ".".repeat(81 - start.len()));
        for (row, why) in [
            ("", "expected 81 characters, found 0"),
            ("1..4.1", "expected 81 characters, found 6"),
            (
                &"é".repeat(81),
                "expected a digit or a blank, found 'é' at 1",
            ),
            (&with("12a"), "expected a digit or a blank, found 'a' at 3"),
            (&with("1é\n"), "expected a digit or a blank, found 'é' at 2"),
            (
                &with("1\n"),
                "expected a digit or a blank, found '\\n' at 2",
            ),
        ] {
            assert_eq!(fault(Row::Text(row.as_bytes())), why);
        }
        let not_text = "expected text in UTF-8, found other bytes";
        assert_eq!(fault(Row::Text(&[0xff; 81])), not_text);
        assert_eq!(fault(Row::Text(&[0xff; 8])), not_text);
        let mut digits = [0; 81];
        digits[80] = 10;
        let above = "expected a number from 0 to 9, found 10 at 81";
        assert_eq!(fault(Row::Digits(&digits)), above);
    }

    #[test]
    fn every_way_to_write_a_blank_is_read() {
        let mut board = [0; 81];
        let text = "123456789.0_-*?xX".repeat(5);
        Row::Text(&text.as_bytes()[..81]).write(&mut board).unwrap();
        assert_eq!(board, text.as_bytes()[..81]);
        let mut digits = [0; 81];
        digits[..3].copy_from_slice(&[9, 0, 1]);
        Row::Digits(&digits).write(&mut board).unwrap();
        assert_eq!(board[..4], *b"9010");
    }
}

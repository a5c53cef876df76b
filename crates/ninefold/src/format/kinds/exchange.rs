//! The lines of the Sudoku Exchange puzzle bank: 100 bytes each.
//!
//! ```text
//!  00015097c6c3 0830200900008001… 540  7.2
//!  └──────────┘ └───────────────┘ └─┘ └──┘
//!  a hash, 12    81 digits, 0 for a   rating, 4 characters,
//!  hex digits    blank                to the right
//! ```
//!
//! The hash is the beginning of the SHA-1 digest of the 81 digits.

use crate::format::parts::room;
use crate::format::parts::sha1::sha1;
use crate::format::parts::source::{Source, shown};
use crate::format::parts::text;
use crate::format::{
    Format, Keeps, LineReader, ParseError, ReadOptions, Record, RecordWriter, WriteError,
};
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// A hash, a puzzle and a rating on each line.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Exchange;

impl Format for Exchange {
    fn name(&self) -> &'static str {
        "exchange"
    }

    fn title(&self) -> &'static str {
        "Sudoku Exchange"
    }

    fn about(&self) -> &'static str {
        "the Sudoku Exchange puzzle bank: hash, 81 digits, rating"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            rating: true,
            ..Keeps::GIVENS
        }
    }

    fn signature(&self) -> &'static str {
        "lines of a 12-digit hash, a puzzle and a rating"
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let mut words = text::first_said(head)?.split_ascii_whitespace();
        let (hash, puzzle) = (words.next()?, words.next()?);
        // Close enough to report a slip, and unlike a line of numbers.
        let is_bank = is_hash(hash) && (79..=83).contains(&puzzle.len());
        let options = options.clone();
        is_bank.then(|| text::line_reader("exchange", move |line| read(line, &options)))
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for Exchange {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        write(record)
    }
}

fn write(record: &Record) -> Result<String, WriteError> {
    room::classic_only(record)?;
    let rating = record.meta.rating.as_deref().unwrap_or_default();
    if rating.len() > 4 || rating.contains(char::is_whitespace) {
        let reason = format!("has four characters for a rating, not '{rating}'");
        return Err(WriteError::new(reason));
    }
    let givens = record.puzzle.givens().iter().copied();
    let line = Alphabet::OneBased.line(givens, '0');
    let stated = record.meta.id.clone().filter(|id| is_hash(id));
    let hash = stated.unwrap_or_else(|| hash(&line));
    Ok(format!("{hash} {line} {rating:>4}"))
}

/// The hash of 81 digits.
fn hash(digits: &str) -> String {
    let [first, second, ..] = sha1(digits.as_bytes());
    format!("{first:08x}{:04x}", second >> 16)
}

fn is_hash(word: &str) -> bool {
    word.len() == 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read(line: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let source = Source::new("exchange", line);
    let mut words = line.split_ascii_whitespace();
    let hash = words.next().unwrap_or_default();
    if !is_hash(hash) {
        let span = source.span_of(hash);
        return Err(source.error(span, "a hash of 12 hexadecimal digits", shown(hash)));
    }
    let Some(puzzle) = words.next() else {
        let end = line.len();
        return Err(source.error(end..end, "a puzzle after the hash", "the end of the line"));
    };
    let span = source.span_of(puzzle);
    let mut record = source.whole(span, options)?;
    record.meta.id = Some(hash.to_owned());
    record.meta.rating = words.next().map(str::to_owned);
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record, refusal, written};

    const LINE: &str = "00015097c6c3 083020090000800100029300008000098700070000060006740000300006980002005000010030540  7.2";

    #[test]
    fn a_line_of_the_bank_reads_and_is_written_back() {
        let read = record(&Exchange, &format!("{LINE}\n"));
        assert_eq!(read.meta.id.as_deref(), Some("00015097c6c3"));
        assert_eq!(read.meta.rating.as_deref(), Some("7.2"));
        assert_eq!(read.puzzle.n_givens(), 28);
        assert_eq!(&LINE[read.span.clone()][..5], "08302");
        assert_eq!(LINE.len() + 1, 100);
        assert_eq!(written(&Exchange, &read), LINE);
    }

    #[test]
    fn slips_are_pointed_at() {
        let text = LINE.replacen("0830", "08x30", 1);
        let expected = "1:14 expected 81 cells for a board of 9x9, found 82 cells";
        assert_eq!(fault(&Exchange, &text), expected);
        let text = format!("{LINE}\n{}", &LINE[1..]);
        let expected = "2:1 expected a hash of 12 hexadecimal digits, found '0015097c6c3'";
        assert_eq!(fault(&Exchange, &text), expected);
        let text = format!("{LINE}\n{}", &LINE[..12]);
        let expected = "2:13 expected a puzzle after the hash, found the end of the line";
        assert_eq!(fault(&Exchange, &text), expected);
    }

    #[test]
    fn a_puzzle_without_a_hash_gets_that_of_the_bank() {
        let mut read = record(&Exchange, LINE);
        for id in [None, Some("17".to_owned())] {
            read.meta.id = id;
            assert_eq!(written(&Exchange, &read), LINE);
        }
        let bare = written(&Exchange, &from_line(INKALA));
        assert_eq!((bare.len(), &bare[94..]), (LINE.len(), "     "));
        assert!(Exchange.read(INKALA, &ReadOptions::default()).is_empty());
    }

    #[test]
    fn a_rating_of_more_than_four_characters_has_no_room() {
        let mut read = record(&Exchange, LINE);
        read.meta.rating = Some("12345".to_owned());
        let expected = "has four characters for a rating, not '12345'";
        assert_eq!(refusal(&Exchange, &read), expected);
    }
}

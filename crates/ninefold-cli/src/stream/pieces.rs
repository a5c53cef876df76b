//! A long text of drawn boards, piece by piece.
//!
//! ```text
//!  Grid 01 …  (board)
//!                       blank
//!  Grid 02 …  (board)
//!                       blank   ◀── cut here: a whole board on either side, and another
//!  Grid 03 …  (board)               board after that, so nothing depends on the end
//!                       blank
//!  Grid 04 …  (bo
//! ```
//!
//! Boards of several lines cannot be read line by line, but formats that put one board
//! under another read each by itself. So a long text of them is read in pieces that end at
//! a blank line between two whole boards, in constant memory. The pieces are a matter of
//! the text alone, and not of how it arrives.

use ninefold::ParseError;
use ninefold::format::{FORMATS, Format, ReadOptions, Record, read_as};

use super::input::Blocks;
use crate::exit::Failure;
use crate::output::escaped;
use crate::text;

/// A text that is longer than this is read in pieces of about this size, if it can be cut.
pub(crate) const PIECE: usize = 1 << 20;

/// The most text that is read whole.
const LARGEST: usize = 256 << 20;

/// Whether a text in this format can be cut: it puts one board under another.
pub(crate) fn can_be_cut(format: &str) -> bool {
    let mut formats = FORMATS.iter();
    formats.any(|known| known.name() == format && known.is_drawn())
}

/// Reads blocks until there are `enough` bytes, and returns whether there are. `Failure` if
/// there are more than [`LARGEST`].
pub(crate) fn fill(
    bytes: &mut Vec<u8>,
    blocks: &mut Blocks,
    enough: usize,
) -> Result<bool, Failure> {
    while bytes.len() < enough {
        let Some(block) = blocks.next()? else {
            return Ok(false);
        };
        bytes.extend_from_slice(&block);
        blocks.give_back(block);
        if bytes.len() > LARGEST {
            return Err(Failure::message(
                "expected at most 256 MiB of text that is not one puzzle a line, found more",
            ));
        }
    }
    Ok(true)
}

/// The bytes as text.
pub(crate) fn as_text(bytes: Vec<u8>, name: &str, first_line: usize) -> Result<String, Failure> {
    text::owned(bytes).map_err(|fault| {
        let name = escaped(name);
        let report = fault.error.report_from(&name, first_line, &fault.shown);
        Failure::Message(format!("not text\n{report}"))
    })
}

/// The pieces of a text.
pub(crate) struct Pieces<'a> {
    pub(crate) name: &'a str,
    pub(crate) format: &'a dyn Format,
    pub(crate) options: ReadOptions,
    pub(crate) blocks: &'a mut Blocks,
    /// Bytes that have been read but not returned.
    pub(crate) bytes: Vec<u8>,
    /// The number of its first line.
    pub(crate) first_line: usize,
}

/// A piece of a text, and the boards in it.
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) first_line: usize,
    pub(crate) records: Vec<Result<Record, ParseError>>,
}

impl Pieces<'_> {
    /// The next piece; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>, Failure> {
        let mut enough = PIECE;
        loop {
            let is_cut = fill(&mut self.bytes, self.blocks, enough)?;
            let end = match memchr::memrchr(b'\n', &self.bytes) {
                Some(end) if is_cut => end + 1,
                _ => self.bytes.len(),
            };
            let rest = self.bytes.split_off(end);
            let text = std::mem::replace(&mut self.bytes, rest);
            let mut text = as_text(text, self.name, self.first_line)?;
            let mut records = self.read(&text);
            if is_cut {
                let Some((n_records, end)) = cut(&text, &records) else {
                    self.bytes.splice(..0, text.into_bytes());
                    enough = 2 * self.bytes.len();
                    continue;
                };
                self.bytes.splice(..0, text[end..].bytes());
                text.truncate(end);
                records.truncate(n_records);
            }
            if records.is_empty() && text.is_empty() {
                return Ok(None);
            }
            let first_line = self.first_line;
            self.first_line += memchr::memchr_iter(b'\n', text.as_bytes()).count();
            return Ok(Some(Piece {
                text,
                first_line,
                records,
            }));
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Record, ParseError>> {
        let reading = read_as(self.format, text, &self.options).into_best();
        reading.map(|best| best.records).unwrap_or_default()
    }
}

/// The place to cut a text that goes on: the number of records before it, and the byte. Only
/// a frame may stand between a board and the blank line after it.
fn cut(text: &str, records: &[Result<Record, ParseError>]) -> Option<(usize, usize)> {
    let n_sure = records.len().checked_sub(1)?;
    (1..n_sure).rev().find_map(|index| {
        let (Ok(before), Ok(after)) = (&records[index - 1], &records[index]) else {
            return None;
        };
        let gap = text.get(before.span.end..after.span.start)?;
        // The rest of the board's last line comes first.
        let mut end = before.span.end + gap.find('\n')? + 1;
        for line in text[end..after.span.start].split_inclusive('\n') {
            end += line.len();
            match line.trim() {
                "" => return Some((index, end)),
                line if line.contains(char::is_alphanumeric) => return None,
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::format;

    const BOARD: &str = "12..\n3412\n2143\n4321\n";

    fn cut_of<'a>(name: &str, text: &'a str) -> Option<(usize, &'a str)> {
        let format = format::find(name).expect("there is such a format").format();
        let reading = read_as(format, text, &ReadOptions::default()).into_best();
        let records = reading.expect("it can be read").records;
        cut(text, &records).map(|(n_records, end)| (n_records, &text[end..]))
    }

    #[test]
    fn a_text_is_cut_between_whole_boards() {
        let three = [BOARD; 3].join("\n");
        let rest = [BOARD; 2].join("\n");
        assert_eq!(cut_of("grid", &three), Some((1, rest.as_str())));
        let titles = format!("Grid 01\n{BOARD}\nGrid 02\n{BOARD}\nGrid 03\n{BOARD}");
        let rest = format!("Grid 02\n{BOARD}\nGrid 03\n{BOARD}");
        assert_eq!(cut_of("grid", &titles), Some((1, rest.as_str())));
    }

    #[test]
    fn bands_and_titles_are_not_cut_off() {
        let bands = "12..\n3412\n\n2143\n4321\n";
        let text = [bands; 3].join("\n");
        let rest = [bands; 2].join("\n");
        assert_eq!(cut_of("grid", &text), Some((1, rest.as_str())));
        let stuck = format!("{BOARD}Grid 02\n\n{BOARD}Grid 03\n\n{BOARD}");
        assert_eq!(cut_of("grid", &stuck), None);
        assert_eq!(cut_of("grid", &[BOARD; 2].join("\n")), None, "the last two");
        assert_eq!(cut_of("grid", &BOARD.repeat(5)), None, "no blank line");
    }

    #[test]
    fn a_frame_stays_with_its_board() {
        let framed = "+--+--+\n|12|34|\n|34|12|\n+--+--+\n|21|43|\n|43|21|\n+--+--+\n";
        let text = [framed; 3].join("\n");
        let rest = [framed; 2].join("\n");
        assert_eq!(cut_of("grid", &text), Some((1, rest.as_str())));
        let marks = "1 2 34 34\n34 34 1 2\n2 1 34 34\n34 34 2 1\n";
        let text = [marks; 3].join("\n");
        let rest = [marks; 2].join("\n");
        assert_eq!(cut_of("pencilmarks", &text), Some((1, rest.as_str())));
    }
}

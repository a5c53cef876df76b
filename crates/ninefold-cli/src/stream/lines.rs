//! Lines out of blocks.
//!
//! A block may end in the middle of a line: what is left of it waits for the next block,
//! up to a limit. A longer line is not kept; it is skipped to its end and reported. An
//! empty line is counted and otherwise dropped, for a puzzle never stands on one.

use std::ops::Range;

use ninefold::format::LONGEST_BETWEEN;

use super::input::Blocks;
use crate::exit::Failure;

/// The longest line that is kept; the largest board needs some 60,000 characters.
pub(crate) const LONGEST: usize = 4 << 20;

/// The length in bytes from which a sheet does not grow: some thousand puzzles are enough for
/// `batch9`, and a file is soon spread over all cores.
const ENOUGH: usize = 1 << 18;

/// The most bytes of lines that are held back because they may stand together with the next.
const HELD: usize = 4 * LONGEST_BETWEEN;

/// Whether a line stands alone, whatever is around it; `None` if it holds nothing.
type IsAlone<'a> = dyn Fn(&[u8]) -> Option<bool> + 'a;

/// The lines of an input, as many at a time as have been read.
pub(crate) struct Sheets<'a> {
    blocks: &'a mut Blocks,
    lines: Lines,
    is_alone: &'a IsAlone<'a>,
}

impl<'a> Sheets<'a> {
    /// No sheet ends between lines that stand together.
    pub(crate) fn new(blocks: &'a mut Blocks, is_alone: &'a IsAlone<'a>) -> Sheets<'a> {
        Sheets::up_to(blocks, LONGEST, is_alone)
    }

    /// The same, for lines of up to `longest` bytes.
    pub(crate) fn up_to(
        blocks: &'a mut Blocks,
        longest: usize,
        is_alone: &'a IsAlone<'a>,
    ) -> Sheets<'a> {
        let lines = Lines::new(blocks.n_skipped(), longest);
        Sheets {
            blocks,
            lines,
            is_alone,
        }
    }

    /// The next lines, as soon as there are any; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Sheet>, Failure> {
        loop {
            let sheet = self.next_if_ready();
            if sheet.is_some() {
                return Ok(sheet);
            }
            let Some(block) = self.blocks.next()? else {
                self.lines.finish();
                return Ok(self.lines.take(self.is_alone));
            };
            self.lines.push(&block);
            self.blocks.give_back(block);
        }
    }

    /// The next lines, if they have been read already.
    pub(crate) fn next_if_ready(&mut self) -> Option<Sheet> {
        while self.lines.len() < ENOUGH
            && let Some(block) = self.blocks.next_if_ready()
        {
            self.lines.push(&block);
            self.blocks.give_back(block);
        }
        self.lines.take(self.is_alone)
    }
}

/// Cuts blocks into lines, whatever ends them: LF, CRLF or CR.
struct Lines {
    /// The longest line that is kept.
    longest: usize,
    buffer: Vec<u8>,
    /// The lines of the buffer that have come to their end.
    whole: Vec<Line>,
    /// The start of the line that has not.
    start: usize,
    /// How much of the buffer is known to hold no other line end.
    scanned: usize,
    /// How many lines there have been.
    count: usize,
    /// In the middle of a line that is too long.
    skipping: bool,
    /// The last block ended in CR: an LF that follows belongs to it.
    after_cr: bool,
    /// How many of the whole lines are known not to stand alone.
    n_held: usize,
    /// Whether the last line that was taken stands together with the next.
    is_torn: bool,
    /// The number of the last line that was taken.
    n_taken: usize,
    /// Whether there are no more blocks.
    is_over: bool,
}

/// Whole lines, and the text they stand in.
pub(crate) struct Sheet {
    text: Vec<u8>,
    pub(crate) lines: Vec<Line>,
    /// How many of the first lines stand together with others before them, too many to be kept.
    pub(crate) n_torn: usize,
    /// The number of the last line before the first.
    pub(crate) n_before: usize,
}

/// One line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number in the input, from one.
    pub(crate) number: usize,
    /// Its place in the text, without the line end; `None` if it was too long.
    span: Option<Range<usize>>,
}

impl Sheet {
    /// The bytes of the line; `None` if it was too long.
    pub(crate) fn bytes(&self, line: &Line) -> Option<&[u8]> {
        let span = line.span.clone()?;
        Some(&self.text[span])
    }

    /// The text from the first of these lines to the last.
    pub(crate) fn text_of(&self, lines: &[Line]) -> Option<&[u8]> {
        let start = lines.first()?.span.as_ref()?.start;
        let end = lines.last()?.span.as_ref()?.end;
        Some(&self.text[start..end])
    }
}

impl Lines {
    /// Lines that follow `count` others.
    fn new(count: usize, longest: usize) -> Lines {
        Lines {
            longest,
            buffer: Vec::new(),
            whole: Vec::new(),
            start: 0,
            scanned: 0,
            count,
            skipping: false,
            after_cr: false,
            n_held: 0,
            is_torn: false,
            n_taken: count,
            is_over: false,
        }
    }

    /// Takes a block.
    fn push(&mut self, block: &[u8]) {
        let mut block = block;
        if !block.is_empty() && std::mem::take(&mut self.after_cr) && block[0] == b'\n' {
            block = &block[1..];
        }
        self.buffer.extend_from_slice(block);
        while let Some(end) = self.line_end() {
            self.end_line(end);
            self.scanned = end + 1;
            if self.buffer[end] == b'\r' {
                match self.buffer.get(end + 1) {
                    Some(b'\n') => self.scanned += 1,
                    Some(_) => {}
                    None => self.after_cr = true,
                }
            }
            self.start = self.scanned;
        }
        self.scanned = self.buffer.len();
        if self.scanned - self.start > self.longest {
            self.skipping = true;
        }
        if self.skipping {
            self.buffer.truncate(self.start);
            self.scanned = self.start;
        }
    }

    /// There are no more blocks: what has no line end is a line all the same.
    fn finish(&mut self) {
        self.is_over = true;
        if self.start < self.buffer.len() || self.skipping {
            self.end_line(self.buffer.len());
            self.start = self.buffer.len();
        }
    }

    /// How many bytes the whole lines take.
    fn len(&self) -> usize {
        self.start
    }

    /// The lines that have come to their end, if there are any: up to the last one that stands
    /// alone, for those after it may stand together with the next.
    fn take(&mut self, is_alone: &IsAlone<'_>) -> Option<Sheet> {
        if self.whole.is_empty() {
            // Nothing but empty lines.
            self.buffer.drain(..self.start);
            (self.start, self.scanned) = (0, self.buffer.len());
            return None;
        }
        let alone = (self.n_held..self.whole.len()).rev().find(|&index| {
            let line = self.whole[index].span.clone();
            line.is_none_or(|line| is_alone(&self.buffer[line]) == Some(true))
        });
        let (n_ready, is_torn) = match alone {
            _ if self.is_over => (self.whole.len(), false),
            Some(index) => (index + 1, false),
            None if self.is_torn || self.start > HELD => (self.whole.len(), true),
            None => (0, self.is_torn),
        };
        self.n_held = self.whole.len() - n_ready;
        let held = self.whole.split_off(n_ready);
        let lines = std::mem::replace(&mut self.whole, held);
        let last = lines.last()?.number;
        let cut = self
            .whole
            .first()
            .and_then(|line| Some(line.span.as_ref()?.start));
        let cut = cut.unwrap_or(self.start);
        for span in self.whole.iter_mut().filter_map(|line| line.span.as_mut()) {
            *span = span.start - cut..span.end - cut;
        }
        let is_between = |line: &&Line| match &line.span {
            Some(span) => is_alone(&self.buffer[span.clone()]) != Some(true),
            None => false,
        };
        let n_torn = if std::mem::replace(&mut self.is_torn, is_torn) {
            lines.iter().take_while(is_between).count()
        } else {
            0
        };
        let rest = self.buffer.split_off(cut);
        (self.start, self.scanned) = (self.start - cut, rest.len());
        Some(Sheet {
            text: std::mem::replace(&mut self.buffer, rest),
            lines,
            n_torn,
            n_before: std::mem::replace(&mut self.n_taken, last),
        })
    }

    fn line_end(&self) -> Option<usize> {
        let rest = &self.buffer[self.scanned..];
        memchr::memchr2(b'\n', b'\r', rest).map(|end| self.scanned + end)
    }

    /// The line that began at the start ends here.
    fn end_line(&mut self, end: usize) {
        self.count += 1;
        let span = self.start..end;
        let too_long = std::mem::take(&mut self.skipping) || span.len() > self.longest;
        if too_long || !span.is_empty() {
            self.whole.push(Line {
                number: self.count,
                span: Some(span).filter(|_| !too_long),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `text`, fed in blocks of `size` bytes and taken every so often.
    fn lines(text: &[u8], size: usize, every: usize) -> Vec<(usize, Option<String>)> {
        let mut lines = Lines::new(0, LONGEST);
        let mut all = Vec::new();
        let mut take = |lines: &mut Lines| {
            let Some(sheet) = lines.take(&|_| Some(true)) else {
                return;
            };
            for line in &sheet.lines {
                let bytes = sheet.bytes(line).map(<[u8]>::to_vec);
                all.push((line.number, bytes.map(|b| String::from_utf8(b).unwrap())));
            }
        };
        for (index, block) in text.chunks(size).enumerate() {
            lines.push(block);
            if index % every == 0 {
                take(&mut lines);
            }
        }
        lines.finish();
        take(&mut lines);
        all
    }

    #[test]
    fn blocks_may_end_anywhere() {
        let text = b"one\r\ntwo\rthree\n\nfive";
        let expected = [(1, "one"), (2, "two"), (3, "three"), (5, "five")];
        let expected = expected.map(|(number, line)| (number, Some(line.to_owned())));
        for size in 1..=text.len() {
            for every in 1..=3 {
                assert_eq!(lines(text, size, every), expected, "blocks of {size}");
            }
        }
        assert!(lines(b"", 1, 1).is_empty());
        assert!(lines(&[b'\n'; 1000], 7, 1).is_empty());
        assert_eq!(lines(b"a\n", 1, 1).len(), 1);
    }

    /// The lines of each sheet, with the number of those that are torn from the last one.
    fn sheets(text: &[u8], size: usize) -> Vec<(Vec<usize>, usize)> {
        let is_alone = |line: &[u8]| match line.trim_ascii() {
            b"" => None,
            line => Some(line.starts_with(b"1")),
        };
        let mut lines = Lines::new(0, LONGEST);
        let mut all = Vec::new();
        let mut take = |lines: &mut Lines| {
            let sheet = lines.take(&is_alone);
            all.extend(sheet.map(|sheet| {
                let numbers = sheet.lines.iter().map(|line| line.number).collect();
                (numbers, sheet.n_torn)
            }));
        };
        for block in text.chunks(size) {
            lines.push(block);
            take(&mut lines);
        }
        lines.finish();
        take(&mut lines);
        all
    }

    #[test]
    fn lines_that_stand_together_share_a_sheet() {
        let text = b"1\n1\na\n\nb\n \nc\n1\nd\n";
        for size in 1..=text.len() {
            let sheets = sheets(text, size);
            let sheet_of =
                |number: usize| sheets.iter().position(|(lines, _)| lines.contains(&number));
            assert_eq!(sheet_of(3), sheet_of(7), "blocks of {size}");
            let all: Vec<usize> = sheets.iter().flat_map(|(lines, _)| lines.clone()).collect();
            assert_eq!(all, [1, 2, 3, 5, 6, 7, 8, 9], "blocks of {size}");
        }
        // Lines are taken as they come if each stands alone.
        assert_eq!(sheets(b"1\n1\n", 2), [(vec![1], 0), (vec![2], 0)]);
    }

    #[test]
    fn too_many_lines_to_stand_together_are_torn() {
        let text = [
            b"1\n".to_vec(),
            b"abcdefg\n".repeat(HELD / 4),
            b"1\n".to_vec(),
        ]
        .concat();
        let sheets = sheets(&text, 1 << 16);
        let n_torn: usize = sheets.iter().map(|(_, n_torn)| n_torn).sum();
        let n_lines: usize = sheets.iter().map(|(lines, _)| lines.len()).sum();
        assert_eq!(n_lines, HELD / 4 + 2);
        // The first ones were held back, which shows by their length.
        let n_whole = n_lines - 2 - n_torn;
        assert!(
            n_torn > 0 && 8 * n_whole > LONGEST_BETWEEN,
            "{n_whole} and {n_torn}"
        );
    }

    #[test]
    fn a_line_too_long_is_skipped_and_reported() {
        let mut text = vec![b'1'; LONGEST + 10];
        text.extend(b"\nnext\n");
        for size in [1 << 20, usize::MAX] {
            let found = lines(&text, size.min(text.len()), 1);
            assert_eq!(found, [(1, None), (2, Some("next".to_owned()))]);
        }
        let endless = vec![b'1'; 2 * LONGEST];
        assert_eq!(lines(&endless, 1 << 20, 2), [(1, None)]);
    }
}

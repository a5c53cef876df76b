//! Lines out of blocks.
//!
//! A block may end in the middle of a line: what is left of it waits for the next block,
//! up to a limit. A longer line is not kept; it is skipped to its end and told of.

use std::ops::Range;

/// The longest line that is kept; the largest board needs some 60,000 characters.
pub(crate) const LONGEST: usize = 4 << 20;

/// Cuts blocks into lines, whatever ends them: LF, CRLF or CR.
#[derive(Default)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// How much of the buffer is known to hold no line end.
    scanned: usize,
    /// How many lines there were before the buffer.
    before: usize,
    /// In the middle of a line that is too long.
    skipping: bool,
    /// The last block ended in CR: an LF that follows belongs to it.
    after_cr: bool,
}

/// One line of the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number in the input, from one.
    pub(crate) number: usize,
    /// Where it stands in the buffer, without its end; `None` if it was too long.
    pub(crate) span: Option<Range<usize>>,
}

impl Lines {
    /// Takes a block and gives the lines that end in it; at the last one also what has
    /// no line end. They stand in [`Lines::text`] until [`Lines::done`].
    pub(crate) fn push(&mut self, block: &[u8], is_last: bool) -> Vec<Line> {
        let mut block = block;
        if std::mem::take(&mut self.after_cr) && block.first() == Some(&b'\n') {
            block = &block[1..];
        }
        self.buffer.extend_from_slice(block);
        let mut lines = Vec::new();
        let mut start = 0;
        while let Some(end) = self.line_end() {
            self.scanned = end + 1;
            if self.buffer[end] == b'\r' {
                match self.buffer.get(end + 1) {
                    Some(b'\n') => self.scanned += 1,
                    Some(_) => {}
                    None => self.after_cr = true,
                }
            }
            lines.push(self.line(start..end));
            start = self.scanned;
        }
        self.scanned = self.buffer.len();
        let rest = start..self.buffer.len();
        if is_last && (!rest.is_empty() || self.skipping) {
            lines.push(self.line(rest.clone()));
            self.scanned = rest.end;
        } else {
            self.skipping |= rest.len() > LONGEST;
            // Only whole lines are handed out; `done` keeps the rest.
            self.scanned = rest.start;
        }
        lines
    }

    /// The bytes that the spans of lines point into.
    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer
    }

    /// The lines have been used: forgets them.
    pub(crate) fn done(&mut self) {
        self.buffer.drain(..self.scanned);
        if self.skipping {
            self.buffer.clear();
        }
        self.scanned = self.buffer.len();
    }

    fn line_end(&self) -> Option<usize> {
        let rest = &self.buffer[self.scanned..];
        let end = rest
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r')?;
        Some(self.scanned + end)
    }

    fn line(&mut self, span: Range<usize>) -> Line {
        self.before += 1;
        let too_long = std::mem::take(&mut self.skipping) || span.len() > LONGEST;
        Line {
            number: self.before,
            span: Some(span).filter(|_| !too_long),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `text`, fed in blocks of `size` bytes.
    fn lines(text: &[u8], size: usize) -> Vec<(usize, Option<String>)> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        let blocks: Vec<&[u8]> = text.chunks(size).chain([&b""[..]]).collect();
        for (index, block) in blocks.iter().enumerate() {
            for line in lines.push(block, index + 1 == blocks.len()) {
                let bytes = line.span.map(|span| lines.text()[span].to_vec());
                all.push((line.number, bytes.map(|b| String::from_utf8(b).unwrap())));
            }
            lines.done();
        }
        all
    }

    #[test]
    fn blocks_may_end_anywhere() {
        let text = b"one\r\ntwo\rthree\n\nfive";
        let expected: Vec<_> = ["one", "two", "three", "", "five"]
            .iter()
            .enumerate()
            .map(|(index, line)| (index + 1, Some(line.to_string())))
            .collect();
        for size in 1..=text.len() {
            assert_eq!(lines(text, size), expected, "blocks of {size}");
        }
        assert!(lines(b"", 1).is_empty());
        assert_eq!(lines(b"a\n", 1).len(), 1);
    }

    #[test]
    fn a_line_too_long_is_skipped_and_told_of() {
        let mut text = vec![b'1'; LONGEST + 10];
        text.extend(b"\nnext\n");
        for size in [1 << 20, usize::MAX] {
            let found = lines(&text, size.min(text.len()));
            assert_eq!(found, [(1, None), (2, Some("next".to_owned()))]);
        }
        let endless = vec![b'1'; 2 * LONGEST];
        assert_eq!(lines(&endless, 1 << 20), [(1, None)]);
    }
}

//! Lines of a text with their places in it, whatever ends them: LF, CRLF or CR.

/// A line and the byte where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextLine<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// The lines of `text` without their ends. A byte-order mark is not part of a line.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = TextLine {
            start,
            text: &rest[..length],
        };
        let end = if rest[length..].starts_with("\r\n") {
            2
        } else {
            1
        };
        start += length + end;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_ends_a_line() {
        let all: Vec<(usize, &str)> = lines("\u{feff}a\r\nb\rc\n\nd")
            .map(|line| (line.start, line.text))
            .collect();
        assert_eq!(all, [(3, "a"), (6, "b"), (8, "c"), (10, ""), (11, "d")]);
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("a\n").count(), 1);
    }
}

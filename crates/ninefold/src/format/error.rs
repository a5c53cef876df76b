//! What is wrong with a text, where, and what to do about it.

use std::fmt;
use std::ops::Range;

use crate::format::parts::source::Source;
use crate::format::parts::text;

/// Why a text could not be read.
///
/// ```
/// let text = "12x4 4.21 2143 341Q";
/// let error = ninefold::parse(text).unwrap_err();
/// assert_eq!((error.line, error.column), (1, 19));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The kind of error.
    pub kind: ParseErrorKind,
    /// The format that the text looks like.
    pub format: &'static str,
    /// The line, from one.
    pub line: usize,
    /// The character in the line, from one.
    pub column: usize,
    /// The offending bytes of the text.
    pub span: Range<usize>,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: Box<str>,
    /// How to mend it.
    pub hint: Option<String>,
}

/// The kinds of errors that a caller may want to treat differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Something else stands there than the format has in that place.
    Unexpected,
    /// A line of a list has fewer cells than the others, as if its end were lost. By itself it
    /// may be readable, as a smaller board.
    CutShort,
    /// The puzzle has a rule that Ninefold does not know, such as a cage. Nothing is wrong with it.
    UnknownRule,
}

impl ParseError {
    /// An error at `span` of `text`. A span that does not lie on character
    /// boundaries is widened to them. `expected` and `found` read on from those words:
    /// "a digit", "'Q'". This looks through the text for the line; a reader with many
    /// errors to report has a `Source`, which looks once.
    pub fn new(
        format: &'static str,
        text: &str,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        Source::new(format, text).error(span, expected, found)
    }

    /// The same, with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// The error drawn under the text it is about:
    ///
    /// ```text
    /// puzzles.txt:1:19: expected a digit or a blank, found 'Q'
    ///    | 12x4 4.21 2143 341Q
    ///    |                   ^
    ///    = hint: …
    /// ```
    pub fn report(&self, name: &str, text: &str) -> String {
        self.report_from(name, 1, text)
    }

    /// The same, for a text that is part of a longer one: its first line has the
    /// number `first_line` there.
    pub fn report_from(&self, name: &str, first_line: usize, text: &str) -> String {
        let line = self.line + first_line - 1;
        let excerpt = self.excerpt(text);
        format!("{name}:{line}:{}: {self}\n{excerpt}", self.column)
    }

    /// The report below its first line: the line of the text with the error marked, and the
    /// hint.
    pub fn excerpt(&self, text: &str) -> String {
        let mut drawn = String::new();
        let source = text::line_around(text, self.span.start);
        if !source.is_empty() {
            let (shown, caret) = excerpt(source, self.column - 1);
            let width = text.get(self.span.clone()).map_or(1, |s| s.chars().count());
            let room = shown.chars().count().saturating_sub(caret).max(1);
            let carets = "^".repeat(width.clamp(1, room));
            drawn += &format!("   | {shown}\n   | {}{carets}\n", " ".repeat(caret));
        }
        if let Some(hint) = &self.hint {
            drawn += &format!("   = hint: {hint}\n");
        }
        drawn
    }
}

/// A line cut to what fits a terminal around the character at `column` (from zero),
/// safe to print, and where that character now stands.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    const WIDTH: usize = 96;
    let from = if column < WIDTH {
        0
    } else {
        column - WIDTH / 2
    };
    let mut shown = String::new();
    let mut caret = column - from;
    if from > 0 {
        shown.push('…');
        caret += 1;
    }
    let mut rest = line.chars().skip(from);
    let printable = |c: char| match c {
        '\t' => ' ',
        _ if c.is_control() => '\u{fffd}',
        _ => c,
    };
    shown.extend(rest.by_ref().take(WIDTH).map(printable));
    if rest.next().is_some() {
        shown.push('…');
    }
    (shown, caret)
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_fault() {
        let text = "# mine\n12x4Q\n";
        let error = ParseError::new("line", text, 11..12, "a digit", "'Q'").hint("look again");
        let expected = "\
a.txt:2:5: expected a digit, found 'Q'
   | 12x4Q
   |     ^
   = hint: look again
";
        assert_eq!(error.report("a.txt", text), expected);
        let further_on = error.report_from("a.txt", 41, text);
        assert_eq!(further_on, expected.replace(":2:", ":42:"));
    }

    #[test]
    fn long_lines_are_cut_and_controls_are_hidden() {
        let text = format!("{}\u{7}{}", "1".repeat(300), "2".repeat(300));
        let error = ParseError::new("line", &text, 300..301, "a digit", "a bell");
        let report = error.report("-", &text);
        assert!(report.lines().all(|line| line.chars().count() < 110));
        assert!(report.contains('\u{fffd}') && !report.contains('\u{7}'));
        let tabs = ParseError::new("grid", "1\t2", 2..3, "a blank", "a digit");
        assert!(tabs.report("-", "1\t2").contains("| 1 2\n"));
    }

    #[test]
    fn spans_are_mended_to_characters() {
        let text = "é";
        let error = ParseError::new("line", text, 1..1, "a", "b");
        assert_eq!(error.span, 0..2);
        let past = ParseError::new("line", text, 99..120, "a", "b");
        assert_eq!(past.span, 2..2);
        assert_eq!(past.column, 2);
    }
}

//! Labels of rows and columns: `A B C D`, `r1 r2`, `[1,] [2,]`; and the names of solutions.

/// A label: what stands before and behind its number, the number, and where it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::format) struct Label<'a> {
    before: &'a str,
    number: u32,
    behind: &'a str,
    pub(in crate::format) end: usize,
}

impl<'a> Label<'a> {
    /// A word as a label: `A`, `12`, `R3`, `[4,]`, `[,4]`, `Row5:`.
    fn of(word: &'a str) -> Option<Label<'a>> {
        let is_sign = |c: char| matches!(c, ':' | ')' | '.' | ',' | ']' | '|');
        let bare = word.trim_end_matches(is_sign);
        let behind = &word[bare.len()..];
        let digits = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, number) = bare.split_at(bare.len() - digits);
        let letter = match (bare.len(), bare.bytes().next()?) {
            (1, letter) if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase()),
            _ => None,
        };
        let is_word = before.len() <= 6
            && before
                .chars()
                .all(|c| c.is_alphabetic() || "[,".contains(c));
        let (before, number) = match letter {
            Some(letter) => ("letter", u32::from(letter - b'A')),
            None => (before, number.parse().ok()?),
        };
        (is_word && behind.len() <= 2).then_some(Label {
            before,
            number,
            behind,
            end: word.len(),
        })
    }

    /// The label that a line starts with, if something divides it from the rest.
    pub(in crate::format) fn at_start(line: &'a str) -> Option<Label<'a>> {
        let said = line.trim_start();
        let offset = line.len() - said.len();
        let (row, rest) = match said.get(..4) {
            Some(row) if row.eq_ignore_ascii_case("row ") => (4, &said[4..]),
            _ => (0, said),
        };
        // A comma ends a field, and stands inside the brackets of R.
        let signs = if rest.starts_with('[') {
            "|:)"
        } else {
            "|:),;"
        };
        let length = rest.find(|c: char| c.is_whitespace() || signs.contains(c))?;
        let sign = matches!(rest.as_bytes().get(length), Some(b':' | b')' | b',' | b';'));
        let mut label = Label::of(&rest[..length])?;
        label.end = offset + row + length + usize::from(sign);
        // A dot that a number ends with is part of a board, unless a space follows it.
        Some(label)
    }

    pub(in crate::format) fn is_followed_by(&self, next: &Label<'_>) -> bool {
        self.before == next.before && self.behind == next.behind && self.number + 1 == next.number
    }
}

/// Whether a line is nothing but labels that count up: `A B C D`, `[,1] [,2]`, `c1 | c2`,
/// `,0,1,2,3`.
pub(in crate::format) fn is_header(line: &str) -> bool {
    let signs = if line.contains('[') { "|" } else { "|,;" };
    let words = line.split(|c: char| c.is_whitespace() || signs.contains(c));
    let labels: Option<Vec<Label<'_>>> = words
        .filter(|word| !word.is_empty())
        .map(Label::of)
        .collect();
    labels.is_some_and(|labels| counts_up(&labels))
}

/// Whether there are enough labels, and each is the one before it and one more.
pub(in crate::format) fn counts_up(labels: &[Label<'_>]) -> bool {
    const SHORTEST: usize = 4;
    labels.len() >= SHORTEST
        && labels[0].number <= 1
        && labels
            .windows(2)
            .all(|pair| pair[0].is_followed_by(&pair[1]))
}

/// Whether a board of this name is a solution, and no puzzle: `Solution`, `answers`.
pub(in crate::format) fn is_solution(name: &str) -> bool {
    const NAMES: [&str; 5] = ["answer", "answers", "solution", "solutions", "solved"];
    NAMES
        .iter()
        .any(|solution| name.eq_ignore_ascii_case(solution))
}

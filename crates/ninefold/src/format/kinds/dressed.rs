//! Decoration around a puzzle that was copied from somewhere: quotes, fences, numbers of
//! lines, labels of rows and columns, digits that are drawn, and signs for line ends.
//!
//! ```text
//!  > 53..7....      1  53..7....        A B C D …           [,1] [,2]
//!  > 6..195...      2  6..195...      1 5 3 . .        [1,]    5    3
//!  [code]…[/code]   ```…```           2 6 . . 1        [2,]    6   NA
//!  "53..7....\n6..195...\n…"
//!
//!  ５３．．７     5️⃣3️⃣⬜⬜7️⃣    0  5.0  3.0  NaN
//! ```
//!
//! Labels are only taken off where they count up, and a line of labels above them only
//! where it counts up too: a row of the board does not do that and have its labels as well.

use crate::format::parts::dress::{Bare, Dress};
use crate::format::parts::labels::{Label, counts_up, is_header};
use crate::format::parts::text;

/// Quotes, fences, labels and drawn digits around any other notation.
pub(in crate::format) const DRESSED: Dress = Dress {
    name: "dressed",
    title: "Copied text",
    about: "any other, quoted, in a code block, with line numbers, labels or drawn digits",
    hides_rows: false,
    undress,
};

fn undress(text: &str) -> Vec<Bare> {
    let symbols = plain_symbols(text);
    let whole = || {
        let mut bare = Bare::new("as it is");
        bare.keep(text, 0..text.len());
        bare
    };
    let start = symbols.clone().unwrap_or_else(whole);
    let ended = start.again(with_line_ends);
    let lines = ended.as_ref().unwrap_or(&start);
    let quoted = lines.again(without_quotes);
    let unquoted = quoted.as_ref().unwrap_or(lines);
    let fenced = unquoted.again(without_tags);
    let untagged = fenced.as_ref().unwrap_or(unquoted);
    let missing = untagged.again(without_fractions);
    let first = missing.as_ref().unwrap_or(untagged).clone();
    let is_changed = [&symbols, &ended, &quoted, &fenced, &missing]
        .iter()
        .any(|bare| bare.is_some());
    let unlabelled = first.again(without_labels);
    let numbered = unlabelled
        .as_ref()
        .and_then(|bare| bare.again(without_labels));
    let mut found = Vec::from_iter(is_changed.then_some(first));
    found.extend(unlabelled);
    found.extend(numbered);
    for bare in &mut found {
        bare.why = bare.why.trim_end_matches(", as it is").to_owned();
    }
    found
}

/// Digits and signs that look like others, as those.
fn plain_symbols(text: &str) -> Option<Bare> {
    let plain = |symbol: char| {
        let ascii = |first: u32, from: char| char::from_u32(symbol as u32 - from as u32 + first);
        match symbol {
            // Full-width, circled and Arabic digits.
            '！'..='～' => ascii(0x21, '！'),
            '①'..='⑨' => ascii(0x31, '①'),
            '٠'..='٩' => ascii(0x30, '٠'),
            '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{3000}' => Some(' '),
            _ => None,
        }
    };
    // Nothing is to be seen of these: joiners, variants, the key around a keycap.
    let is_hidden = |symbol| {
        matches!(
            symbol,
            '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe0f}' | '\u{20e3}'
        )
    };
    if text.is_ascii() || !text.contains(|symbol| is_hidden(symbol) || plain(symbol).is_some()) {
        return None;
    }
    let mut bare = Bare::new("its digits drawn");
    for (at, symbol) in text.char_indices() {
        let from = at..at + symbol.len_utf8();
        match plain(symbol) {
            Some(plain) => bare.put(plain.encode_utf8(&mut [0; 4]), from),
            None if is_hidden(symbol) => {}
            None => bare.keep(text, from),
        }
    }
    Some(bare)
}

/// The text with line ends for what stands for one: `\n` as in a string of a program, `<br>`.
/// The quotes around the string are no part of its lines.
fn with_line_ends(text: &str) -> Option<Bare> {
    const ENDS: [&str; 6] = ["\\r\\n", "\\n", "\\\n", "<br>", "<br/>", "<br />"];
    let mut bare = Bare::new("with signs for line ends");
    let (mut from, mut any_end) = (0, false);
    for (at, _) in text.match_indices(['\\', '<', '"', '\'', '`']) {
        if at < from {
            continue;
        }
        let end = ENDS.into_iter().find(|end| text[at..].starts_with(end));
        let length = match (end, text.as_bytes()[at]) {
            (Some(end), _) => end.len(),
            (None, b'"' | b'\'' | b'`') => 1,
            _ => continue,
        };
        any_end |= end.is_some();
        bare.keep(text, from..at);
        bare.put("\n", at..at + length);
        from = at + length;
    }
    bare.keep(text, from..text.len());
    any_end.then_some(bare)
}

/// Lines without the `>` of quoted mail, if three of them have it.
fn without_quotes(text: &str) -> Option<Bare> {
    let inside = |line: &str| line.trim_start_matches([' ', '\t', '>']).len();
    let is_quoted = |line: &str| line.trim_start().starts_with('>');
    let n_quoted = text::lines(text)
        .filter(|line| is_quoted(line.text))
        .count();
    (n_quoted >= 3).then(|| {
        without_starts(text, "quoted", &|_, line| {
            if !is_quoted(line) {
                return 0;
            }
            // A space in front of the first cell may be one of them.
            let marks = line.len() - inside(line);
            let end = line[..marks].rfind('>').map_or(0, |at| at + 1);
            end + usize::from(line[end..].starts_with(' '))
        })
    })
}

/// Each line without as many bytes at its start as a function says of it and its number.
fn without_starts(text: &str, why: &str, n_bytes: &dyn Fn(usize, &str) -> usize) -> Bare {
    let mut bare = Bare::new(why);
    for (index, line) in text::lines(text).enumerate() {
        let end = line.start + line.text.len();
        bare.keep(text, line.start + n_bytes(index, line.text)..end);
        let is_ended = end < text.len();
        bare.put("\n", end..end + usize::from(is_ended));
    }
    bare
}

/// The length of a tag of a code block at the start of a text: `[code]`, `<pre>`.
fn tag(text: &str) -> Option<usize> {
    const TAGS: [&str; 15] = [
        "code", "pre", "quote", "tt", "b", "font", "size", "p", "div", "span", "ul", "ol", "li",
        "row", "line",
    ];
    const LONGEST: usize = 40;
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let close = if text.starts_with('[') { ']' } else { '>' };
    let end = text.find(close)?;
    let name = text[1..end].trim_start_matches('/');
    let name = name.split(['=', ':', ' ']).next()?;
    let is_tag = TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag));
    is_tag.then_some(end + 1)
}

/// The text without the tags and fences of code blocks: `[code]`, `<pre>`, ```` ``` ````.
fn without_tags(text: &str) -> Option<Bare> {
    let mut bare = Bare::new("in a code block");
    let mut from = 0;
    for line in text::lines(text) {
        let said = line.text.trim_start();
        let end = line.start + line.text.len();
        if said.starts_with("```") || said.starts_with("~~~") {
            bare.keep(text, from..line.start.max(from));
            from = end;
        }
        for (at, _) in line.text.match_indices(['[', '<']) {
            let at = line.start + at;
            if let Some(length) = tag(&text[at..end]).filter(|_| at >= from) {
                bare.keep(text, from..at);
                from = at + length;
            }
        }
    }
    bare.keep(text, from..text.len());
    (bare.text.len() < text.len()).then_some(bare)
}

/// The text with `NaN` and `NA` as blanks, and `5.0` as `5`: how pandas, R and NumPy write a
/// board.
fn without_fractions(text: &str) -> Option<Bare> {
    /// Fewer fractions than the smallest board has cells are no board.
    const FEWEST: usize = 16;
    let is_missing = |word: &str| matches!(word, "NaN" | "nan" | "NA" | "<NA>" | "None");
    let words = || {
        let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        parts.filter(|word| !word.is_empty())
    };
    let n_fractions = || words().filter_map(whole).take(FEWEST).count();
    if !words().any(is_missing) && n_fractions() < FEWEST {
        return None;
    }
    let mut bare = Bare::new("with words for blanks");
    let mut at = 0;
    for word in words() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let end = start + word.len();
        bare.keep(text, at..start);
        bare.put(
            match whole(word) {
                _ if is_missing(word) => ".",
                Some(number) => number,
                None => word,
            },
            start..end,
        );
        at = end;
    }
    bare.keep(text, at..text.len());
    Some(bare)
}

/// The number that a fraction stands for, if it is a whole one: `5.0`, `5.000e+00`.
fn whole(word: &str) -> Option<&str> {
    let (number, rest) = word.split_once('.')?;
    let zeros = rest.strip_suffix("e+00").unwrap_or(rest);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0');
    (is_number && is_whole).then_some(number)
}

/// Lines without the labels at their start, and without the lines of labels above them.
fn without_labels(text: &str) -> Option<Bare> {
    let lines: Vec<&str> = text::lines(text).map(|line| line.text).collect();
    let labels: Vec<Option<Label<'_>>> = lines.iter().map(|line| Label::at_start(line)).collect();
    // Lines that count up belong together, whatever stands between them.
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let Some(label) = label else {
            continue;
        };
        let last = runs
            .last()
            .and_then(|run| run.last())
            .and_then(|&last| labels[last]);
        match runs.last_mut() {
            Some(run) if last.is_some_and(|last| last.is_followed_by(label)) => run.push(index),
            _ if is_header(lines[index]) => {}
            _ => runs.push(vec![index]),
        }
    }
    let labelled = |run: &&Vec<usize>| {
        let labels: Vec<Label<'_>> = run.iter().filter_map(|&index| labels[index]).collect();
        counts_up(&labels)
    };
    let mut cuts = vec![0; lines.len()];
    for run in runs.iter().filter(labelled) {
        for &index in run {
            cuts[index] = labels[index].map_or(0, |label| label.end);
        }
        let above = (0..run[0])
            .rev()
            .take(2)
            .find(|&index| is_header(lines[index]));
        let below = run
            .last()
            .map(|last| last + 1)
            .filter(|&next| next < lines.len() && is_header(lines[next]));
        for index in above.into_iter().chain(below) {
            cuts[index] = lines[index].len();
        }
    }
    if cuts.iter().all(|&cut| cut == 0) {
        return None;
    }
    Some(without_starts(text, "labelled", &|index, _| cuts[index]))
}

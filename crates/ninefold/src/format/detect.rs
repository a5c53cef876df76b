//! Which format is it? Every legal reading, the surest first.
//!
//! Every format is asked for its readings; none is tried in secret and none stops the
//! others. The best reading is one that
//!
//! 1. reads anything at all,
//! 2. is the surest, by the shape of the text,
//! 3. has the fewest errors,
//! 4. passes over the least that may be a puzzle,
//! 5. has the fewest clashes among the givens,
//! 6. and comes first in the table of formats.
//!
//! If nothing can be read, the best reading is one of errors alone: those of the
//! format that the text looks most like. A text may mix formats: what the best reading
//! passes over or cannot read is detected by itself (see `rest.rs`). JSON objects are read as
//! JSON or not at all. A text whose first lines are certainly a list is read as one (see
//! `list.rs`).

use std::cmp::Reverse;

use crate::format::parts::rules;
use crate::format::parts::source::{Source, shown};
use crate::format::{
    Confidence, FORMATS, Format, LineReader, ParseError, ReadOptions, Reading, Record, list, rest,
    shape,
};
use crate::sort;

/// What a text may be.
#[derive(Clone, Debug)]
pub struct Detection {
    readings: Vec<Reading>,
    /// Why there is no reading, if there is none.
    nothing: Option<ParseError>,
}

/// Reads `text` in every way it can be read.
pub fn detect(text: &str, options: &ReadOptions) -> Detection {
    let mut found = match list::read(text, options) {
        Some(list) => ranked(text, vec![list]),
        None => detect_at(text, options, 0),
    };
    for reading in &mut found.readings {
        rules::refuse_beside(reading, text);
    }
    found
}

/// The same for a text that is a part of a part of another, `depth` times.
pub(super) fn detect_at(text: &str, options: &ReadOptions, depth: usize) -> Detection {
    let documents = rest::documents(text);
    if documents.is_empty() {
        let mut found = among(text, options, &|_| true);
        rest::complete(&mut found, text, options, depth);
        return found;
    }
    ranked(
        text,
        Vec::from_iter(rest::around(&documents, text, options, depth)),
    )
}

/// Reads the whole of `text` in every way it can be read, by some of the formats.
pub(super) fn among(
    text: &str,
    options: &ReadOptions,
    is_asked: &dyn Fn(&dyn Format) -> bool,
) -> Detection {
    let formats = FORMATS.iter().filter(|&&format| is_asked(format));
    let readings = formats.flat_map(|format| format.read(text, options));
    ranked(text, readings.collect())
}

/// Reads `text` in every way it can be read as this one format.
pub fn read_as(format: &dyn Format, text: &str, options: &ReadOptions) -> Detection {
    let mut found = ranked(text, format.read(text, options));
    if let Some(best) = found.readings.first_mut() {
        rules::refuse_beside(best, text);
        let passed_over = rest::passed_over(best, text, options);
        best.records.extend(passed_over.into_iter().map(Err));
    }
    found
}

/// The readings, the best first, without those that add nothing.
fn ranked(text: &str, readings: Vec<Reading>) -> Detection {
    let mut ranked: Vec<(Merit, Reading)> = readings
        .into_iter()
        .filter(|reading| !reading.records.is_empty())
        .map(|reading| (Merit::of(&reading, text), reading))
        .collect();
    // The sort is stable: of equals, the first in the table of formats wins.
    sort::by_key(&mut ranked, |(merit, _)| Reverse(*merit));
    let mut readings: Vec<Reading> = Vec::new();
    for (merit, reading) in ranked {
        // A reading that agrees with a better one is no alternative to it, nor are
        // errors where something can be read.
        let useless = !readings.is_empty() && !merit.reads;
        if !useless
            && !readings
                .iter()
                .any(|better| says_the_same(better, &reading))
        {
            readings.push(reading);
        }
    }
    // Where nothing is read, the shape of the whole text may explain more than its lines.
    let is_read = readings.iter().any(|r| r.records.iter().any(Result::is_ok));
    let fault = if is_read { None } else { shape::fault(text) };
    if fault.is_some() {
        readings.clear();
    }
    Detection {
        nothing: readings
            .is_empty()
            .then(|| fault.unwrap_or_else(|| nothing(text))),
        readings,
    }
}

/// A reader for one puzzle a line, if the head of a long text looks like that: if the
/// best way to read it is by a format that has one puzzle a line, and nothing in it stands on
/// several lines.
pub fn line_reader(head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
    let found = detect(head, options);
    found.best()?.line_reader(head, options)
}

impl Reading {
    /// A reader for the lines of a text that goes on as its `head`, which was read so: if
    /// every puzzle stands on a line of its own.
    pub fn line_reader(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let is_on_a_line = |record: &Record| !head[record.extent()].contains(['\n', '\r']);
        let is_list = self.records.iter().flatten().all(is_on_a_line);
        let format = FORMATS.iter().find(|format| format.name() == self.format)?;
        is_list.then(|| list::reader(*format, head, options))?
    }
}

/// What makes one reading better than another; what counts most comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    /// Whether anything was read.
    reads: bool,
    confidence: Confidence,
    errors: Reverse<usize>,
    /// How much of the text it passes over that may be a puzzle.
    left: Reverse<usize>,
    clashes: Reverse<usize>,
}

impl Merit {
    fn of(reading: &Reading, text: &str) -> Merit {
        let read = || reading.records.iter().flatten();
        let n_read = read().count();
        let clashes = read().map(|record| record.puzzle.conflicts().len()).sum();
        Merit {
            reads: n_read > 0,
            confidence: reading.confidence,
            errors: Reverse(reading.records.len() - n_read),
            left: Reverse(rest::n_passed_over(reading, text)),
            clashes: Reverse(clashes),
        }
    }
}

/// Whether two readings come to the same puzzles, placed digits and solutions.
pub(super) fn says_the_same(a: &Reading, b: &Reading) -> bool {
    let mut pairs = a.records.iter().zip(&b.records);
    a.records.len() == b.records.len()
        && pairs.all(|pair| match pair {
            (Ok(a), Ok(b)) => {
                a.puzzle == b.puzzle && a.progress == b.progress && a.solution == b.solution
            }
            _ => false,
        })
}

/// The error for a text that looks like nothing at all.
fn nothing(text: &str) -> ParseError {
    let source = Source::new("any format", text);
    let Some(start) = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}') else {
        return source.error(0..0, "a puzzle", "an empty text");
    };
    if let Some(fault) = shape::unread(&source) {
        return fault;
    }
    const SHOWN: usize = 20;
    let rest = text[start..].lines().next().unwrap_or_default().trim_end();
    let words: String = rest.chars().take(SHOWN).collect();
    let found = match rest.chars().find(|c| c.is_control()) {
        Some(control) => shown(control.to_string()),
        None => shown(rest),
    };
    let error = source.error(start..start + words.len(), "a puzzle", found);
    error.hint("the simplest is 81 characters on a line, '.' for a blank, or 9 rows of 9")
}

impl Detection {
    /// The best reading, if there is any at all; it may consist of errors.
    pub fn best(&self) -> Option<&Reading> {
        self.readings.first()
    }

    pub(super) fn add(&mut self, reading: Option<Reading>) {
        self.readings.extend(reading);
    }

    pub(super) fn best_mut(&mut self) -> Option<&mut Reading> {
        self.readings.first_mut()
    }

    /// The other readings, better ones first.
    pub fn alternatives(&self) -> &[Reading] {
        self.readings.get(1..).unwrap_or_default()
    }

    /// Whether another reading is as sure as the best one, which a program should report.
    pub fn is_close(&self) -> bool {
        match self.readings.as_slice() {
            [best, second, ..] => best.confidence == second.confidence,
            _ => false,
        }
    }

    /// The best reading, or the error that there is none.
    pub fn into_best(self) -> Result<Reading, ParseError> {
        let best = self.readings.into_iter().next();
        best.ok_or_else(|| self.nothing.expect("without a reading there is a fault"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::kinds::line::Line;
    use crate::format::sure_line_reader;
    use crate::{Alphabet, Digit};

    fn found(text: &str) -> Detection {
        detect(text, &ReadOptions::default())
    }

    /// The best format, how many puzzles it read, and how many errors it has.
    fn best(text: &str) -> (&'static str, usize, usize) {
        let found = found(text);
        let best = found
            .best()
            .unwrap_or_else(|| panic!("nothing in {text:?}"));
        let n_read = best.records.iter().flatten().count();
        (best.format, n_read, best.records.len() - n_read)
    }

    #[test]
    fn classic_lines_are_known_at_a_glance_in_a_detected_text() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let reader = line_reader(line, &ReadOptions::default()).expect("one puzzle a line");
        let cells = reader.classic(line.as_bytes()).map(<[u8; 81]>::as_slice);
        assert_eq!(cells, Some(line.as_bytes()));
    }

    fn error(text: &str) -> String {
        let error = match found(text).into_best() {
            Err(error) => error,
            Ok(reading) => {
                let mut errors = reading.records.into_iter().filter_map(Result::err);
                errors.next().expect("an error")
            }
        };
        format!("{} {}:{}: {error}", error.format, error.line, error.column)
    }

    fn streams(text: &str) -> Option<&'static str> {
        line_reader(text, &ReadOptions::default()).map(|reader| reader.format())
    }

    const NINE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLVED: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn as_rows(line: &str, size: usize) -> String {
        let symbols: Vec<char> = line.chars().collect();
        let rows = symbols
            .chunks(size)
            .map(|row| row.iter().collect::<String>() + "\n");
        rows.collect()
    }

    #[test]
    fn twice_as_many_symbols_are_a_solution_or_a_jigsaw() {
        // Ambiguity B.
        let solved = found(&format!("{NINE}{SOLVED}"));
        assert_eq!(solved.best().unwrap().format, "line");
        assert!(
            solved.best().unwrap().records[0]
                .as_ref()
                .unwrap()
                .solution
                .is_some()
        );
        let strips: String = (1..=9).map(|k: usize| k.to_string().repeat(9)).collect();
        let (map, last) = strips.split_at(72);
        let jigsaw = format!("{NINE}{}9{last}", map.replacen('8', "", 1));
        assert_eq!(
            best(&jigsaw),
            ("jigsaw", 0, 1),
            "a region of 8 and one of 10"
        );
        assert_eq!(best(&format!("{NINE}{strips}")), ("jigsaw", 1, 0));
    }

    #[test]
    fn sixteen_rows_or_sixteen_puzzles() {
        // Ambiguity K: the whole text decides, and where it does not, clashes do.
        let one = "123456789ABCDEFG\n................\n".repeat(8);
        assert_eq!(best(&one).0, "grid");
        let puzzles = "1234............\n".repeat(16);
        assert_eq!(best(&puzzles), ("line", 16, 0));
        let row = format!("[16, {}0]\n", "0, ".repeat(14));
        assert_eq!(best(&row.repeat(16)), ("code", 1, 0));
        assert_eq!(best(&"................\n".repeat(16)), ("grid", 1, 0));
        assert_eq!(best("1234............"), ("line", 1, 0));
        assert_eq!(best(&"1234............\n".repeat(20)), ("line", 20, 0));
    }

    #[test]
    fn eighty_one_lines_are_a_list() {
        // Ambiguity M.
        let list = format!("{NINE}\n").repeat(81);
        assert_eq!(best(&list), ("line", 81, 0));
        assert_eq!(best(&as_rows(NINE, 9)), ("grid", 1, 0));
    }

    #[test]
    fn hex_is_an_alternative() {
        // Ambiguities C and D.
        let found = found(&format!("1AF{}", ".".repeat(253)));
        let alphabets: Vec<_> = std::iter::once(found.best().unwrap())
            .chain(found.alternatives())
            .map(|reading| reading.records[0].as_ref().unwrap().alphabet)
            .collect();
        use crate::Alphabet::{OneBased, ZeroBased};
        assert_eq!(alphabets, [OneBased, ZeroBased]);
        assert!(!found.is_close());
    }

    #[test]
    fn spaces_are_blanks_in_rows_of_equal_width() {
        // Ambiguity I.
        let rows = as_rows(&NINE.replace('.', " "), 9);
        let found = found(&rows);
        let best = found.best().unwrap();
        assert_eq!(best.records[0].as_ref().unwrap().puzzle.to_string(), NINE);
    }

    #[test]
    fn candidate_slots_are_no_line() {
        // Ambiguity A.
        let slots = "1234".repeat(16);
        let found = found(&slots);
        assert!(found.best().is_none_or(|best| best.format != "line"));
    }

    #[test]
    fn wrong_lengths_say_what_is_missing() {
        // Ambiguity O.
        let short = &NINE[1..];
        let said = "line 1:1: expected 81 cells for a board of 9x9, found 80 cells";
        assert_eq!(error(short), said);
        let row = as_rows(NINE, 9).replacen(".7..9.2..", ".7..9.2.", 1);
        assert_eq!(error(&row), "grid 3:1: expected 9 cells in row 3, found 8");
    }

    #[test]
    fn a_text_without_a_puzzle_says_so() {
        assert_eq!(
            error(""),
            "any format 1:1: expected a puzzle, found an empty text"
        );
        assert_eq!(
            error(" \n\u{feff}\n").split(": ").nth(1).unwrap(),
            "expected a puzzle, found an empty text"
        );
        assert_eq!(
            error("\n hello"),
            "any format 2:2: expected a puzzle, found 'hello'"
        );
        assert!(error("\0\0\0").contains("control character U+0000"));
    }

    #[test]
    fn huge_texts_are_refused() {
        let digits = "123456789".repeat(1_200_000);
        assert!(error(&digits).starts_with("line 1:1: expected at most 14641 cells"));
        assert!(error(&"1".repeat(2000)).contains("1936 cells for a board of 44x44 or 2025"));
        assert!(error(&"\0".repeat(1_000_000)).contains("control character"));
        assert!(error(&"a\n".repeat(100_000)).contains("found 'a'"));
        assert!(!error(&"1 2\n".repeat(300_000)).is_empty());
        assert!(!error(&"[".repeat(1_000_000)).is_empty());
        assert!(!error(&"|-+".repeat(300_000)).is_empty());
    }

    #[test]
    fn lists_are_read_line_by_line() {
        let list = format!("{NINE}\n{SOLVED}\n");
        assert_eq!(streams(&list), Some("line"));
        assert_eq!(streams(NINE), Some("line"));
        assert_eq!(
            streams(&format!("# mine\n{NINE}\noops\n{NINE}\n")),
            Some("line")
        );
        assert_eq!(streams(&format!("12345678\n{NINE}\n")), Some("line"));
        assert_eq!(
            streams(&NINE[1..]),
            Some("line"),
            "its error is that of a line"
        );
        assert_eq!(
            streams(&format!("{NINE}\n").repeat(3)[..200]),
            Some("line"),
            "cut short"
        );
        assert_eq!(streams(&"1 0 0 12 ".repeat(64)), Some("numbers"));
    }

    #[test]
    fn a_list_is_sure_when_its_first_line_cannot_be_a_row() {
        let sure = |text: &str| {
            let reader = sure_line_reader(text, None, &ReadOptions::default());
            reader.map(|reader| reader.format())
        };
        let json = format!("{{\"puzzle\":\"{NINE}\"}}\n");
        assert_eq!(sure(&format!("{NINE}\n")), Some("line"));
        assert_eq!(sure(&format!("\n# mine\n{NINE} \r\n1234")), Some("line"));
        assert_eq!(sure(&json), Some("json"));
        assert_eq!(sure(&format!("id,puzzle\n7,{NINE}\n")), Some("csv"));
        for unsure in [
            "",
            "................\n",
            "1234............\n",
            "id,puzzle\n",
            "{\n",
            "{\"puzzle\":\"12\"}\n",
            &as_rows(NINE, 9),
            &format!("{NINE}{NINE}\n"),
            &format!("17;{NINE};easy\n"),
            &".".repeat(36 * 36),
        ] {
            assert_eq!(sure(unsure), None, "{unsure}");
        }
        let named = sure_line_reader("1234............\n", Some(&Line), &ReadOptions::default());
        assert!(named.is_some(), "the caller knows");
    }

    #[test]
    fn lines_of_a_list_may_be_in_different_formats() {
        let numbers = Alphabet::Numbers.line((0..256).map(|k| Digit::new(k % 17)), '0');
        let lines = [
            NINE.to_owned(),
            "1234............".to_owned(),
            numbers,
            format!("17;{NINE};easy"),
            format!(":0000:x:{NINE}::::"),
            format!("{NINE}\n{NINE}"),
        ];
        let text = lines.join("\n");
        assert_eq!(best(&text), ("line", 7, 0));
        let reader = line_reader(&text, &ReadOptions::default()).unwrap();
        assert!(text.lines().all(|line| reader.read(line).unwrap().is_ok()));
        let json = format!("{{\"id\":\"7\",\"puzzle\":\"{NINE}\"}}");
        assert!(reader.read(&json).unwrap().is_ok());
        assert!(reader.read("no puzzle at all").unwrap().is_err());
    }

    #[test]
    fn a_field_of_flowers_is_no_board() {
        assert!(found(&"🌼".repeat(81)).into_best().is_err());
        assert!(error(&as_rows(&"🌼".repeat(81), 9)).contains("found '🌼"));
    }

    #[test]
    fn drawings_are_not_read_line_by_line() {
        assert_eq!(streams(&as_rows(NINE, 9)), None);
        assert_eq!(
            streams("1|2||0|4\n4|0||2|1\n-+-++-+-\n2|1||4|3\n3|4||1|2\n"),
            None
        );
        let code = "[[1, 2, 0, 4],\n [4, 0, 2, 1],\n [2, 1, 4, 3],\n [3, 4, 1, 2]]";
        assert_eq!(streams(code), None);
        assert_eq!(streams(&code.replace('\n', "")), Some("json"));
        assert_eq!(streams("hello"), None);
        assert_eq!(streams(""), None);
    }

    #[test]
    fn odd_sizes_are_latin_squares() {
        let puzzle = crate::parse(&as_rows("1....2....3....4....5....", 5)).unwrap();
        assert_eq!(puzzle.geometry().to_string(), "5x5 without boxes");
        let puzzle = crate::parse(&".".repeat(49)).unwrap();
        assert_eq!(puzzle.geometry().to_string(), "7x7 without boxes");
    }

    #[test]
    fn every_reading_says_why() {
        for text in [
            NINE,
            &as_rows(NINE, 9),
            "[[1,2,0,4],[4,0,2,1],[2,1,4,3],[3,4,1,2]]",
        ] {
            assert!(!found(text).best().unwrap().why.is_empty());
        }
    }
}

//! What a reading passes over, read too: no puzzle of a text is lost.
//!
//! ```text
//!  53..7....6..195…      two puzzles on lines …
//!  8..........36…
//!                        … and one that is drawn, which a reader of lines can only refuse
//!  *-----------*
//!  |53.|.7.|...|
//!  …
//! ```
//!
//! A reading *accounts for* a line if one of its records stands on it. The other lines are
//! titles, comments and prose, or puzzles in another format. So every stretch of lines that a
//! reading does not account for is detected by itself, and what it holds joins the reading. A
//! text that no one format reads whole is cut at its blank lines first, and counts as read so if
//! that leaves no error and no line.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::format::detect::{Detection, detect_at};
use crate::format::kinds::line::looks_like_cells;
use crate::format::parts::text::{self, TextLine};
use crate::format::parts::{cells, rows};
use crate::format::{
    Confidence, FORMATS, Format, ParseError, ParseErrorKind, ReadOptions, Reading, Record,
};
use crate::puzzle::Grid;
use crate::sort;

/// A puzzle, or what is wrong with it.
type Read = Result<Record, ParseError>;

/// The puzzles of a text or a part of it.
type Records = Vec<Read>;

/// How many cells the smallest board has.
pub(super) const FEWEST: usize = 16;

/// How often a stretch of a stretch is detected.
const DEEPEST: usize = 12;

/// How much deeper the pieces of a text are: they are not cut again.
const CUT: usize = 6;

/// The longest text that is cut into pieces, in bytes.
const LONGEST: usize = 1 << 16;

/// How many blocks between blank lines one puzzle may have: the bands of a drawn board.
const MOST_BLOCKS: usize = 8;

/// How many drawings one puzzle may have: its givens, the digits placed, the candidates.
const MOST_DRAWINGS: usize = 3;

/// Added to the reason for a reading that was joined by others.
const BESIDE: &str = ", and what stands beside it in other formats";

/// Adds to the best reading of a text the puzzles that it passes over.
pub(super) fn complete(found: &mut Detection, text: &str, options: &ReadOptions, depth: usize) {
    if depth >= DEEPEST {
        return;
    }
    let Some(best) = found.best_mut() else {
        // Nothing reads the whole of it: perhaps its parts can be read.
        found.add(pieces(text, options, depth));
        return;
    };
    let by_blocks = OnceCell::new();
    let by_blocks = || by_blocks.get_or_init(|| pieces(text, options, depth));
    // Blank lines stand between puzzles more often than in them. Without the lines above and
    // below it a line that is cut short may look whole.
    if !is_whole(best, text)
        && !best.records.iter().any(is_cut)
        && let Some(reading) = by_blocks()
        && (is_whole(reading, text) || is_better(reading, best))
    {
        *best = reading.clone();
        return;
    }
    let everything = stretches(text, &[]);
    let mut lines = LineCount::new(text);
    let mut any_added = false;
    for stretch in stretches(text, &best.records) {
        let added = if everything == [stretch.clone()] {
            by_blocks().clone()
        } else {
            let found = puzzles(&text[stretch.clone()], options, depth);
            found.map(|reading| Reading {
                records: lines.moved_to(stretch.start, reading.records),
                ..reading
            })
        };
        let Some(added) = added else {
            continue;
        };
        any_added = true;
        if !best.records.iter().any(Result::is_ok) {
            // None of the puzzles is in the format that the text looked like.
            (best.format, best.confidence) = (added.format, added.confidence);
            best.why.clone_from(&added.why);
        }
        // Errors of the reading give way to what is known better now. Those of the stretch count
        // where the reading had errors too, or where a puzzle was meant.
        let in_stretch = |error: &ParseError| stretch.contains(&error.span.start);
        let is_error = |record: &Read| record.as_ref().err().is_some_and(in_stretch);
        let had_errors = best.records.iter().any(is_error);
        best.records.retain(|record| !is_error(record));
        for record in added.records {
            let is_meant =
                |error: &ParseError| is_broken_puzzle(text::line_around(text, error.span.start));
            match record {
                Ok(record) => add(&mut best.records, record),
                Err(error) if had_errors || is_meant(&error) => best.records.push(Err(error)),
                Err(_) => {}
            }
        }
    }
    if any_added {
        // Nothing is wrong with the frame of a board that was read.
        best.records.retain(|record| match record {
            Ok(_) => true,
            Err(error) => !rows::is_rule(text::line_around(text, error.span.start)),
        });
        untitle(&mut best.records, text);
        sort::by_key(&mut best.records, |record| place_of(record).start);
        if !best.why.ends_with(BESIDE) {
            best.why += BESIDE;
        }
    }
}

/// Takes away titles that have turned out to be puzzles.
fn untitle(records: &mut Records, text: &str) {
    let read = records.iter().flatten();
    let lines: BTreeSet<&str> = read
        .map(|record| text::line_around(text, record.span.start).trim())
        .collect();
    for record in records.iter_mut().flatten() {
        let title = &mut record.meta.title;
        *title = title.take().filter(|title| !lines.contains(title.as_str()));
    }
}

/// Adds a puzzle to those before it; unless it is the solution of the one that it follows.
pub(super) fn add(records: &mut Records, record: Record) {
    let digits: Option<Vec<_>> = record.puzzle.givens().iter().copied().collect();
    let last = digits.as_ref().and_then(|_| {
        let others = records.iter_mut().flatten();
        let before = others.filter(|other| other.span.start < record.span.start);
        before.max_by_key(|other| other.span.start)
    });
    if let (Some(digits), Some(last)) = (digits, last)
        && last.solution.is_none()
        && last.puzzle.givens().contains(&None)
        && last.puzzle.geometry() == record.puzzle.geometry()
        && last.puzzle.is_solved_by(&digits)
    {
        last.solution = Some(Grid::of(record.puzzle.geometry().clone(), digits));
        let (start, end) = (last.extent().start, record.extent().end);
        last.beside = start..end;
        return;
    }
    records.push(Ok(record));
}

/// A part of a text that belongs to one format alone.
pub(super) struct Document {
    pub(super) span: Range<usize>,
    pub(super) format: &'static dyn Format,
}

/// The parts of a text that belong to one format alone, in their order.
pub(super) fn documents(text: &str) -> Vec<Document> {
    let of_format = |&format: &&'static dyn Format| {
        let spans = format.territory(text).into_iter();
        spans.map(move |span| Document { span, format })
    };
    let mut all: Vec<Document> = FORMATS.iter().flat_map(of_format).collect();
    sort::by_key(&mut all, |document| document.span.start);
    // One inside another is a part of it.
    let mut end = 0;
    all.retain(|document| {
        let is_apart = document.span.start >= end;
        end = end.max(document.span.end);
        is_apart
    });
    all
}

/// Documents, each read by its own format, and what stands around them, read by itself.
pub(super) fn around(
    documents: &[Document],
    text: &str,
    options: &ReadOptions,
    depth: usize,
) -> Option<Reading> {
    let mut all: Option<Reading> = None;
    let mut lines = LineCount::new(text);
    let mut at = 0;
    for document in documents.iter().map(Some).chain([None]) {
        let end = text.len()..text.len();
        let object = document.map_or(&end, |document| &document.span);
        let between = &text[at.min(object.start)..object.start];
        if let Ok(mut reading) = detect_at(between, options, depth + 1).into_best() {
            let is_meant = || text::lines(between).any(|line| looks_like_cells(line.text));
            reading.records = lines.moved_to(at, reading.records);
            join(&mut all, reading, is_meant);
        }
        let value = &text[object.clone()];
        let read = document.map(|document| document.format.read(value, options));
        if let Some(mut reading) = read.and_then(|mut readings| readings.pop()) {
            // Among others an object may be anything.
            let is_meant = || value.bytes().filter(u8::is_ascii_digit).count() >= FEWEST;
            reading.records = lines.moved_to(object.start, reading.records);
            join(&mut all, reading, is_meant);
        }
        // In code a comma follows, or the end of a list.
        let behind = &text[object.end..];
        let rest = behind.trim_start_matches(|c: char| c.is_whitespace() || ",;])}".contains(c));
        let skipped = &behind[..behind.len() - rest.len()];
        at = object.end + skipped.rfind('\n').map_or(skipped.len(), |end| end + 1);
    }
    if let Some(all) = &mut all {
        sort::by_key(&mut all.records, |record| place_of(record).start);
    }
    all
}

/// Adds the reading of a part to that of the parts before it. Where only one of them could be
/// read, what the other reports counts only if it was meant to be read.
fn join(all: &mut Option<Reading>, mut reading: Reading, is_meant: impl FnOnce() -> bool) {
    let n_read = |reading: &Reading| reading.records.iter().flatten().count();
    let Some(before) = all else {
        *all = Some(reading);
        return;
    };
    if n_read(&reading) == 0 && n_read(before) > 0 && !is_meant() {
        return;
    }
    if n_read(&reading) > n_read(before) {
        std::mem::swap(before, &mut reading);
    }
    if before.format != reading.format {
        before.why = format!("{}, and {} beside it", before.why, reading.format);
    }
    before.records.extend(reading.records);
}

/// How many bytes of a text a reading passes over that may hold a puzzle.
pub(super) fn n_passed_over(reading: &Reading, text: &str) -> usize {
    let is_any_read = reading.records.iter().any(Result::is_ok);
    let left = is_any_read.then(|| stretches(text, &reading.records));
    left.unwrap_or_default().iter().map(Range::len).sum()
}

/// The faults of a reading that was asked for by name: each stretch that it passes over and
/// that holds a puzzle.
pub(super) fn passed_over(reading: &Reading, text: &str, options: &ReadOptions) -> Vec<ParseError> {
    let mut errors = Vec::new();
    let mut lines = LineCount::new(text);
    for stretch in stretches(text, &reading.records) {
        let is_told = |record: &Read| match record {
            Ok(_) => false,
            Err(error) => stretch.contains(&error.span.start),
        };
        if reading.records.iter().any(is_told) {
            continue;
        }
        if let Some(reading) = puzzles(&text[stretch.clone()], options, 0)
            && let Some(Ok(first)) = lines.moved_to(stretch.start, reading.records).first()
        {
            let expected = format!("the format {} alone", reading.format);
            let error = ParseError::new(
                reading.format,
                text,
                first.span.clone(),
                expected,
                "a puzzle in another format",
            );
            errors.push(error.hint("leave out --from to read formats side by side"));
        }
    }
    errors
}

/// Whether a reading has no errors and passes over nothing that may be a puzzle.
fn is_whole(reading: &Reading, text: &str) -> bool {
    reading.records.iter().all(Result::is_ok) && stretches(text, &reading.records).is_empty()
}

/// Whether a reading by blocks has more puzzles and fewer errors than one that has some of both.
/// Where the other reads nothing, blocks may be the bands of a board that is broken.
fn is_better(by_blocks: &Reading, other: &Reading) -> bool {
    let n_read = |reading: &Reading| reading.records.iter().flatten().count();
    let n_errors = |reading: &Reading| reading.records.len() - n_read(reading);
    n_read(other) > 0 && n_read(by_blocks) > n_read(other) && n_errors(by_blocks) < n_errors(other)
}

/// Whether a line of a list was cut short: known to be that, it is no other puzzle.
fn is_cut(record: &Read) -> bool {
    matches!(record, Err(error) if error.kind == ParseErrorKind::CutShort)
}

/// What a stretch of a text holds, if that is a puzzle, or nearly one.
pub(super) fn puzzles(text: &str, options: &ReadOptions, depth: usize) -> Option<Reading> {
    let best = detect_at(text, options, depth + 1).into_best().ok()?;
    let is_read = best.records.iter().any(Result::is_ok);
    let is_sure = best.confidence >= Confidence::Likely;
    let is_broken = || text::lines(text).any(|line| is_broken_puzzle(line.text));
    ((is_read && is_sure) || (!is_read && is_broken())).then_some(best)
}

/// Whether a line that is no puzzle was meant to be one: digits and blanks, many of them.
fn is_broken_puzzle(line: &str) -> bool {
    const MANY: usize = 50;
    let symbols = || line.chars().filter(|c| !c.is_whitespace()).take(4096);
    let n_digits = symbols().filter(char::is_ascii_digit).count();
    let usual = |c: &char| c.is_ascii_digit() || cells::BLANKS.contains(c);
    let n_usual = symbols().filter(usual).count();
    n_usual >= MANY && n_digits >= MANY / 5 && n_usual * 10 >= symbols().count() * 9
}

/// A text by its blocks, the parts between blank lines: each read by itself, or together with
/// those that follow it where they are one puzzle. `None` if there is nothing to cut, or nothing
/// comes of it.
fn pieces(text: &str, options: &ReadOptions, depth: usize) -> Option<Reading> {
    let blocks = blocks(text);
    if blocks.len() < 2 || text.len() > LONGEST || depth >= CUT {
        return None;
    }
    let depth = depth + CUT;
    let mut all: Option<Reading> = None;
    let mut records = Vec::new();
    let mut lines = LineCount::new(text);
    let whole = |run: Range<usize>, depth: usize| {
        let run = &text[run];
        let is_long = run.len() >= FEWEST;
        let read = is_long.then(|| puzzles(run, options, depth))??;
        is_whole(&read, run).then_some(read)
    };
    let mut alone: Vec<OnceCell<Option<Reading>>> = vec![OnceCell::new(); blocks.len()];
    let mut at = 0;
    while at < blocks.len() {
        let run = |n: usize| blocks[at].start..blocks[at + n - 1].end;
        let by_itself = |k: usize| {
            alone[k]
                .get_or_init(|| whole(blocks[k].clone(), depth))
                .as_ref()
        };
        let longest = longest_run(&text[run(1)], by_itself(at));
        let longest = longest.min(blocks.len() - at).min(blocks.len() - 1);
        let together = (2..=longest).rev().find_map(|n| {
            if is_another(by_itself(at), by_itself(at + n - 1)) {
                return None;
            }
            // One puzzle is read in one go: what the reading passes over cannot complete it.
            let read = whole(run(n), DEEPEST).filter(|read| read.records.len() == 1);
            Some((n, read?))
        });
        let (n, piece) = match together {
            Some((n, piece)) => (n, Some(piece)),
            None => (1, alone[at].take().flatten()),
        };
        let broken = || detect_at(&text[run(1)], options, depth + 1).into_best();
        if let Some(mut piece) = piece.or_else(|| broken().ok()) {
            let found = std::mem::take(&mut piece.records);
            records.extend(lines.moved_to(run(n).start, found));
            match &mut all {
                None => all = Some(piece),
                Some(all) if all.format != piece.format && !all.why.ends_with(BESIDE) => {
                    all.why += BESIDE;
                }
                Some(_) => {}
            }
        }
        at += n;
    }
    let all = all.filter(|_| records.iter().any(Result::is_ok))?;
    Some(Reading { records, ..all })
}

/// How many blocks, this one the first, may be one puzzle, by how the block is read alone.
fn longest_run(block: &str, alone: Option<&Reading>) -> usize {
    let Some(reading) = alone else {
        return MOST_BLOCKS;
    };
    let n_records = reading.records.len();
    let mut boards = reading.records.iter().flatten();
    let is_row = |record: &Record| record.puzzle.geometry().size() == n_records;
    if n_records == 1 {
        // The givens of a game under way, or a puzzle with its solution below it.
        let is_drawn = block.trim_end().contains(['\n', '\r']);
        if is_drawn { MOST_DRAWINGS } else { 1 }
    } else if boards.all(is_row) {
        // Four lines of 16 cells may be a band of a 16×16 board.
        MOST_BLOCKS
    } else {
        1
    }
}

/// Whether two drawings are certainly two puzzles: in the same format, and the second one is not
/// the solution of the first.
fn is_another(first: Option<&Reading>, second: Option<&Reading>) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let mut records = second.records.iter().flatten();
    first.format == second.format
        && first.records.len() == 1
        && records.any(|record| record.puzzle.givens().contains(&None))
}

/// The parts of a text between blank lines.
pub(super) fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for line in text::lines(text) {
        let end = line.start + line.text.len();
        match blocks.last_mut().filter(|_| is_open) {
            _ if line.text.trim().is_empty() => {
                is_open = false;
                continue;
            }
            Some(block) => block.end = end,
            None => blocks.push(line.start..end),
        }
        is_open = true;
    }
    blocks
}

/// The stretches of lines that the records do not account for and that may hold a puzzle:
/// from a line that says something to the last one that does.
fn stretches(text: &str, records: &[Read]) -> Vec<Range<usize>> {
    let extent = |record: &Read| match record {
        Ok(record) => Some(record.extent()),
        Err(error) => Some(error.span.clone()).filter(|_| is_cut(record)),
    };
    let mut taken: Vec<Range<usize>> = records.iter().filter_map(extent).collect();
    sort::by_key(&mut taken, |extent| extent.start);
    let mut taken = taken.into_iter().peekable();
    let mut stretches: Vec<(Range<usize>, usize)> = Vec::new();
    let mut is_open = false;
    for line in text::lines(text) {
        let end = line.start + line.text.len();
        while taken
            .next_if(|extent| extent.end <= line.start && extent.start < line.start)
            .is_some()
        {}
        if taken.peek().is_some_and(|extent| extent.start <= end) {
            is_open = false;
            continue;
        }
        let n_symbols = n_symbols(line);
        if n_symbols == 0 {
            continue;
        }
        match stretches.last_mut().filter(|_| is_open) {
            Some((stretch, n)) => {
                stretch.end = end;
                *n += n_symbols;
            }
            None => stretches.push((line.start..end, n_symbols)),
        }
        is_open = true;
    }
    stretches.retain(|(_, n)| *n >= FEWEST);
    stretches.into_iter().map(|(stretch, _)| stretch).collect()
}

/// How many symbols a line has; none if it is a comment, or a rule of a frame.
fn n_symbols(line: TextLine<'_>) -> usize {
    let said = text::said(line.text).filter(|line| !rows::is_rule(line));
    let said = said.unwrap_or_default();
    said.chars().filter(|c| !c.is_whitespace()).count()
}

/// Counts the lines before parts of a text that come one after another.
struct LineCount<'a> {
    text: &'a str,
    at: usize,
    n_lines: usize,
}

impl<'a> LineCount<'a> {
    fn new(text: &'a str) -> LineCount<'a> {
        LineCount {
            text,
            at: 0,
            n_lines: 0,
        }
    }

    /// Records of the part that starts here, placed in the whole text.
    fn moved_to(&mut self, start: usize, records: Records) -> Records {
        if start > self.at {
            self.n_lines += text::n_line_ends(&self.text[self.at..start]);
            self.at = start;
        }
        let records = records.into_iter();
        records
            .map(|record| text::moved(record, self.n_lines, start))
            .collect()
    }
}

fn place_of(record: &Read) -> &Range<usize> {
    match record {
        Ok(record) => &record.span,
        Err(error) => &error.span,
    }
}

//! The work of a command on each puzzle of a stream, and its outcome.

use std::borrow::Cow;
use std::io::{self, Write};

use ninefold::format::{LineReader, Record};
use ninefold::{Cell, ParseError, Puzzle, Stats};

use super::answer::Answer;
use super::datafile::SOLUTION;
use super::item::{Fault, Item, Source};
use super::lines::{LONGEST, Line};
use crate::args::Symbols;
use crate::exit::{Exit, Failure};
use crate::output::{Look, escaped};
use crate::search::Verdict;
use crate::text;

/// The work of a command on each puzzle.
pub(crate) trait Job: Sync {
    /// Answers one puzzle.
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict>;

    /// How the answers are printed.
    fn form(&self) -> Form;

    /// Whether it wants to see texts that could not be read, even as arguments.
    fn takes_unreadable(&self) -> bool {
        false
    }

    /// The answer to a text that could not be read, if there is another than the error.
    fn unreadable(&self, fault: &Fault<'_>, text: &str, look: Look) -> Option<(String, Verdict)> {
        let _ = (fault, text, look);
        None
    }

    /// Whether the doctor may know more about a puzzle with this verdict.
    fn is_for_doctor(&self, verdict: Verdict) -> bool {
        let _ = verdict;
        false
    }

    /// The exit code for a verdict.
    fn exit(&self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Unique | Verdict::Multiple | Verdict::Solved => Exit::Yes,
            Verdict::Converted | Verdict::Rated => Exit::Yes,
            Verdict::Canonical => Exit::Yes,
            Verdict::None | Verdict::Clash | Verdict::Mistake => Exit::No,
            Verdict::Disagreement | Verdict::Stuck => Exit::No,
            Verdict::Timeout => Exit::Stopped,
            Verdict::Unreadable | Verdict::Refused => Exit::Partly,
            Verdict::Interrupted => Exit::Interrupted,
        }
    }

    /// The verdicts that the summary always counts; the first is that of a short answer.
    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Unique, Verdict::Multiple, Verdict::None]
    }

    /// Whether one puzzle may print more than can be held until its turn comes.
    fn is_long(&self) -> bool {
        false
    }

    /// The output for a classic puzzle with one solution, if it needs nothing but the
    /// solution. Such puzzles are solved thousands at a time.
    fn short(&self) -> Option<Short> {
        None
    }

    /// The column that a table of the input gains for the answers, if any.
    fn column(&self) -> Option<&'static str> {
        Some(SOLUTION)
    }

    /// A line before the first answer.
    fn preamble(&self) -> Option<&'static str> {
        None
    }

    /// Prints what the answers have written. It is called in the order of the input, so an
    /// answer may depend on those before it.
    fn print(&self, data: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(data)
    }

    /// Prints what stands after the last answer, and returns the exit code of all together.
    fn finish(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let _ = out;
        Ok(Exit::Yes)
    }

    /// What the summary says, unless it counts verdicts.
    fn summary(&self) -> Option<String> {
        None
    }

    /// Whether the totals of the work are to be printed.
    fn wants_stats(&self) -> bool {
        false
    }
}

/// The exit code of a command that asks whether a puzzle is proper.
pub(crate) fn yes_if_unique(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Unique => Exit::Yes,
        Verdict::Multiple | Verdict::None | Verdict::Clash => Exit::No,
        Verdict::Timeout => Exit::Stopped,
        _ => Exit::Partly,
    }
}

/// How a job prints its answers, and with that what it prints for a text that is no puzzle.
/// The report on such a text goes to standard error in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An object for each puzzle, also for one that could not be read.
    Json,
    /// A line like that of the input, which may be a row of a table.
    Line,
    /// Some of the lines of the input, as they are: nothing.
    Kept,
    /// A word on a line of its own, or something that such a word can stand for.
    Word,
    /// The same for each of several columns.
    Columns(usize),
    /// A word and the reason for it.
    Reason,
    /// Text in which a word would be taken for part of a puzzle: nothing.
    Text,
}

impl Form {
    /// [`Form::Json`] if `json` is asked for.
    pub(crate) fn or_json(self, json: bool) -> Form {
        if json { Form::Json } else { self }
    }

    /// The output for a text that is no puzzle.
    fn unreadable(self, fault: &Fault<'_>) -> String {
        let word = fault.verdict().word();
        match self {
            Form::Json => Answer::unreadable(fault),
            Form::Line => fault.answered(),
            Form::Word => format!("{word}\n"),
            Form::Columns(n) => format!("{}\n", vec![word; n].join("\t")),
            Form::Reason => format!("{word}: {}\n", fault.error),
            Form::Kept | Form::Text => String::new(),
        }
    }
}

/// A short answer.
#[derive(Clone, Copy)]
pub(crate) enum Short {
    /// The line, with the solution where the puzzle stood.
    Solution,
    /// A word, on a line of its own.
    Word(&'static str),
    /// What this writes of the line, which begins with the puzzle, and the solution.
    By(fn(&[u8], &[u8; 81], &mut Vec<u8>)),
}

/// The output of one answer.
pub(crate) struct Page<'a> {
    pub(crate) look: Look,
    pub(crate) data: &'a mut dyn Write,
    /// For standard error.
    pub(crate) talk: String,
    pub(crate) stats: Stats,
}

/// The outcome of one line or record.
pub(crate) struct Outcome {
    pub(crate) data: String,
    pub(crate) talk: String,
    pub(crate) stats: Stats,
    pub(crate) verdict: Verdict,
    /// Whether there is a warning among the messages.
    pub(crate) is_warned: bool,
}

/// Reads a line and answers the puzzle on it; `None` if there is none.
pub(crate) fn answer_line(
    job: &dyn Job,
    look: Look,
    source: &Source,
    reader: &dyn LineReader,
    line: &Line,
    bytes: Option<&[u8]>,
    data: &mut dyn Write,
) -> io::Result<Option<Outcome>> {
    let Some(bytes) = bytes else {
        let limit = format!("a line of at most {} MiB", LONGEST >> 20);
        let error = ParseError::new(source.format, "", 0..0, limit, "a longer one");
        return Ok(Some(refuse(
            job,
            look,
            source,
            line.number,
            &error,
            "",
            None,
        )));
    };
    let bytes = without_mark(bytes, line.number);
    let (text, read) = match text::decode(bytes) {
        Ok(text) => (Cow::Borrowed(text), reader.read(text)),
        Err(fault) => match read_latin1(reader, bytes, fault.error.span.start) {
            Some((text, read)) => (Cow::Owned(text), read.map(Ok)),
            None => {
                let (error, shown) = (&fault.error, &fault.shown);
                let outcome = refuse(job, look, source, line.number, error, shown, Some(shown));
                return Ok(Some(outcome));
            }
        },
    };
    let read = read.map(|read| answer_read(job, look, source, line.number, &text, read, data));
    read.transpose()
}

/// Answers what was read on a line.
pub(crate) fn answer_read(
    job: &dyn Job,
    look: Look,
    source: &Source,
    line: usize,
    text: &str,
    read: Result<Record, ParseError>,
    data: &mut dyn Write,
) -> io::Result<Outcome> {
    match &read {
        Err(error) => Ok(refuse(job, look, source, line, error, text, Some(text))),
        Ok(record) => {
            let item = Item {
                source,
                line,
                text: Some(text),
                record,
            };
            answer(job, look, &item, data)
        }
    }
}

/// A line without a byte-order mark, if it is the first.
pub(crate) fn without_mark(line: &[u8], number: usize) -> &[u8] {
    let rest = line.strip_prefix(text::BYTE_ORDER_MARK);
    rest.filter(|_| number == 1).unwrap_or(line)
}

/// A line that is not UTF-8 from the byte `fault` on, read all the same, as Latin-1: if it
/// is a comment, or if its puzzle stands before that byte.
fn read_latin1(
    reader: &dyn LineReader,
    bytes: &[u8],
    fault: usize,
) -> Option<(String, Option<Record>)> {
    let text = text::latin1(bytes)?;
    let Some(read) = reader.read(&text) else {
        return Some((text, None));
    };
    let mut record = read.ok().filter(|record| record.span.end <= fault)?;
    let warning = "not UTF-8, read as Latin-1";
    record.warnings.push(warning.to_owned());
    Some((text, Some(record)))
}

/// Answers a puzzle.
pub(crate) fn answer(
    job: &dyn Job,
    look: Look,
    item: &Item<'_>,
    data: &mut dyn Write,
) -> io::Result<Outcome> {
    let mut rewritten = rewritten(item.record, look.symbols);
    if let Some(flaw) = flaw(item.record) {
        let record = rewritten.get_or_insert_with(|| item.record.clone());
        record.warnings.push(flaw);
    }
    let item = &Item {
        record: rewritten.as_ref().unwrap_or(item.record),
        ..*item
    };
    let mut page = Page {
        look,
        data,
        talk: String::new(),
        stats: Stats::default(),
    };
    if !look.quiet {
        let warnings = item.record.warnings.iter();
        let messages = warnings.map(|warning| format!("{}: warning: {warning}\n", item.place()));
        page.talk.extend(messages);
    }
    let verdict = job.answer(item, &mut page)?;
    Ok(Outcome {
        talk: page.talk,
        stats: page.stats,
        is_warned: !item.record.warnings.is_empty(),
        ..Outcome::new(verdict)
    })
}

/// The record in the symbols that were asked for, if they are others than its own.
pub(crate) fn rewritten(record: &Record, symbols: Symbols) -> Option<Record> {
    let alphabet = symbols.alphabet(record.puzzle.geometry().size())?;
    (alphabet != record.alphabet).then(|| Record {
        alphabet,
        ..record.clone()
    })
}

/// What is wrong with the solution stated beside a puzzle, if anything.
fn flaw(record: &Record) -> Option<String> {
    let stated = record.solution.as_ref()?;
    if record.puzzle.is_solved_by(stated.digits()) {
        return None;
    }
    let geometry = record.puzzle.geometry();
    let digits: Vec<_> = stated.digits().iter().copied().map(Some).collect();
    let full = Puzzle::new(geometry.clone(), digits).expect("a solution fills its board");
    let differs = |&cell: &Cell| {
        let given = record.puzzle.given(cell);
        given.is_some_and(|given| given != stated.digit(cell))
    };
    let why = match (geometry.cells().find(differs), full.conflicts().first()) {
        (Some(cell), _) => format!(
            ": it has another digit than the puzzle in {}",
            geometry.name(cell)
        ),
        (None, Some(clash)) => format!(
            ": {}",
            clash.explain(full.geometry()).in_alphabet(record.alphabet)
        ),
        (None, None) => String::new(),
    };
    Some(format!("the stated solution is wrong{why}"))
}

/// Reports what is wrong with a text that is no puzzle; `first_line` is the number of its
/// first line in the input.
pub(crate) fn refuse(
    job: &dyn Job,
    look: Look,
    source: &Source,
    first_line: usize,
    error: &ParseError,
    text: &str,
    line: Option<&str>,
) -> Outcome {
    let fault = Fault {
        source,
        line: error.line + first_line - 1,
        text: line,
        error,
    };
    if let Some((data, verdict)) = job.unreadable(&fault, text, look) {
        return Outcome {
            data,
            ..Outcome::new(verdict)
        };
    }
    Outcome {
        data: job.form().unreadable(&fault),
        talk: error.report_from(&escaped(&source.name), first_line, text),
        ..Outcome::new(fault.verdict())
    }
}

impl Outcome {
    pub(crate) fn new(verdict: Verdict) -> Outcome {
        Outcome {
            data: String::new(),
            talk: String::new(),
            stats: Stats::default(),
            verdict,
            is_warned: false,
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.verdict == Verdict::Interrupted
    }
}

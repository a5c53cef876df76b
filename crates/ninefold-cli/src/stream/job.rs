//! One puzzle of a batch: where it stands, what a command does with it, and what comes
//! of it.

use std::borrow::Cow;
use std::io::{self, Write};

use ninefold::format::{self, LineReader, Record};
use ninefold::{Cell, ParseError, Puzzle, Stats};
use serde_json::{Map, Value};

use super::datafile::DataFile;
use super::lines::{LONGEST, Line};
use crate::args::Symbols;
use crate::exit::Exit;
use crate::output::{Look, escaped};
use crate::search::Verdict;
use crate::text;

/// What a command does with each puzzle.
pub(crate) trait Job: Sync {
    /// Answers one puzzle.
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict>;

    /// What to print for a text that is no puzzle; the report on it goes to standard
    /// error in any case.
    fn unreadable(&self, fault: &Fault<'_>) -> String;

    /// What a verdict means for the exit code.
    fn exit(&self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Unique | Verdict::Multiple | Verdict::Converted | Verdict::Solved => Exit::Yes,
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

    /// What is printed for a classic puzzle with one solution, if there is a short way to
    /// say it. Such puzzles are solved thousands at a time.
    fn short(&self) -> Option<Short> {
        None
    }

    /// Whether answers are lines like those of the input, and keep the header of a table.
    fn keeps_lines(&self) -> bool {
        false
    }

    /// What stands before the first answer.
    fn preamble(&self) -> Option<&'static str> {
        None
    }

    /// Whether the totals of the work are to be told.
    fn wants_stats(&self) -> bool {
        false
    }
}

/// A short answer.
#[derive(Clone, Copy)]
pub(crate) enum Short {
    /// The line, with the solution where the puzzle stood.
    Solution,
    /// A word, on a line of its own.
    Word(&'static str),
}

/// Where puzzles come from, and what is known about their format.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) format: &'static str,
    /// Few puzzles, and somebody looks at them.
    pub(crate) draw: bool,
    /// What stands on its lines beside the puzzles.
    pub(crate) file: DataFile,
    /// Why this format, and what else it could be; only if asked for.
    pub(crate) detection: Option<Detected>,
}

/// What detection found, in words.
#[derive(Clone, serde::Serialize)]
pub(crate) struct Detected {
    pub(crate) why: String,
    pub(crate) alternatives: Vec<Alternative>,
}

/// Another way to read the text.
#[derive(Clone, serde::Serialize)]
pub(crate) struct Alternative {
    pub(crate) format: &'static str,
    pub(crate) why: String,
}

/// A puzzle that was read.
pub(crate) struct Item<'a> {
    pub(crate) source: &'a Source,
    /// The line where it stands, from one.
    pub(crate) line: usize,
    /// That line, if it holds this puzzle and no other.
    pub(crate) text: Option<&'a str>,
    pub(crate) record: &'a Record,
}

impl Item<'_> {
    /// Where the puzzle stands, for messages: `puzzles.txt:17`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", escaped(&self.source.name), self.line)
    }

    /// The answer as a line: with whatever else stood on the puzzle's own.
    pub(crate) fn answered(&self, answer: &str) -> String {
        match self.text {
            Some(line) => self.source.file.answered(line, &self.record.span, answer),
            None => answer.to_owned(),
        }
    }

    /// What stands beside the puzzle on its line.
    pub(crate) fn columns(&self) -> Map<String, Value> {
        let columns = |line| self.source.file.columns(line, &self.record.span);
        self.text.map(columns).unwrap_or_default()
    }
}

/// A text that could not be read as a puzzle.
pub(crate) struct Fault<'a> {
    pub(crate) source: &'a Source,
    /// The line where it went wrong, from one.
    pub(crate) line: usize,
    /// That line, if nothing else is wrong with it.
    pub(crate) text: Option<&'a str>,
    pub(crate) error: &'a ParseError,
}

impl Fault<'_> {
    /// The word for it as a line: a table keeps the row.
    pub(crate) fn answered(&self) -> String {
        let word = Verdict::Unreadable.word();
        match (self.text, &self.source.file) {
            (Some(line), file @ DataFile::Table(_)) => file.answered(line, &(0..0), word) + "\n",
            _ => format!("{word}\n"),
        }
    }
}

/// Where an answer is written.
pub(crate) struct Page<'a> {
    pub(crate) look: Look,
    pub(crate) data: &'a mut dyn Write,
    /// For standard error.
    pub(crate) talk: String,
    pub(crate) stats: Stats,
}

/// What became of one line or record.
pub(crate) struct Outcome {
    pub(crate) data: String,
    pub(crate) talk: String,
    pub(crate) stats: Stats,
    pub(crate) verdict: Verdict,
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
    let Some(mut bytes) = bytes else {
        let limit = format!("a line of at most {} MiB", LONGEST >> 20);
        let error = ParseError::new(source.format, "", 0..0, limit, "a longer one");
        return Ok(Some(refuse(job, source, line.number, &error, "", None)));
    };
    if line.number == 1 {
        bytes = bytes.strip_prefix(text::BYTE_ORDER_MARK).unwrap_or(bytes);
    }
    let (text, read) = match text::decode(bytes) {
        Ok(text) => (Cow::Borrowed(text), reader.read(text)),
        Err(fault) => match read_latin1(reader, bytes, fault.error.span.start) {
            Some((text, read)) => (Cow::Owned(text), read.map(Ok)),
            None => {
                let (error, shown) = (&fault.error, &fault.shown);
                let outcome = refuse(job, source, line.number, error, shown, Some(shown));
                return Ok(Some(outcome));
            }
        },
    };
    let text = text.as_ref();
    match read {
        None => Ok(None),
        Some(Err(error)) => {
            let outcome = refuse(job, source, line.number, &error, text, Some(text));
            Ok(Some(outcome))
        }
        Some(Ok(record)) => {
            let item = Item {
                source,
                line: line.number,
                text: Some(text),
                record: &record,
            };
            answer(job, look, &item, data).map(Some)
        }
    }
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
        let told = warnings.map(|warning| format!("{}: warning: {warning}\n", item.place()));
        page.talk.extend(told);
    }
    let verdict = job.answer(item, &mut page)?;
    Ok(Outcome {
        talk: page.talk,
        stats: page.stats,
        ..Outcome::new(verdict)
    })
}

/// The record in the symbols that were asked for, if they are others than its own.
fn rewritten(record: &Record, symbols: Symbols) -> Option<Record> {
    let alphabet = symbols.alphabet(record.puzzle.geometry().size())?;
    (alphabet != record.alphabet).then(|| Record {
        alphabet,
        ..record.clone()
    })
}

/// What is wrong with the solution that stands beside a puzzle, if anything is.
fn flaw(record: &Record) -> Option<String> {
    let stated = record.solution.as_ref()?;
    if record.puzzle.is_solved_by(stated.digits()) {
        return None;
    }
    let geometry = record.puzzle.geometry();
    let digits: Vec<_> = stated.digits().iter().copied().map(Some).collect();
    let full = Puzzle::new(geometry.clone(), digits);
    let differs = |&cell: &Cell| {
        let given = record.puzzle.given(cell);
        given.is_some_and(|given| given != stated.digit(cell))
    };
    let why = match (geometry.cells().find(differs), full.conflicts().first()) {
        (Some(cell), _) => format!(
            ": it has another digit than the puzzle in {}",
            geometry.name(cell)
        ),
        (None, Some(clash)) => format!(": {}", full.describe_in(record.alphabet, clash)),
        (None, None) => String::new(),
    };
    Some(format!("the stated solution is wrong{why}"))
}

/// Says what is wrong with a text that is no puzzle; `first_line` is its first line's
/// number in the input.
pub(crate) fn refuse(
    job: &dyn Job,
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
    Outcome {
        data: job.unreadable(&fault),
        talk: error.report_from(&escaped(&source.name), first_line, text),
        ..Outcome::new(Verdict::Unreadable)
    }
}

impl Outcome {
    pub(crate) fn new(verdict: Verdict) -> Outcome {
        Outcome {
            data: String::new(),
            talk: String::new(),
            stats: Stats::default(),
            verdict,
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.verdict == Verdict::Interrupted
    }
}

impl Source {
    pub(crate) fn new(name: &str, format: &'static str) -> Source {
        Source {
            name: name.to_owned(),
            format,
            draw: false,
            file: DataFile::Lines,
            detection: None,
        }
    }

    /// What the input was taken for, and why.
    pub(crate) fn told(&self) -> String {
        let name = escaped(&self.name);
        let mut told = format!("{name}: read as {}", self.format);
        if let Some(detected) = &self.detection {
            if !detected.why.is_empty() {
                told += &format!(": {}", detected.why);
            }
            for other in &detected.alternatives {
                told += &format!("\n{name}: could also be {}", other.format);
                if !other.why.is_empty() {
                    told += &format!(": {}", other.why);
                }
            }
        }
        told
    }
}

impl Detected {
    pub(crate) fn new(detection: &format::Detection, format: &'static str) -> Detected {
        let all = detection.best().into_iter().chain(detection.alternatives());
        let (chosen, others): (Vec<_>, Vec<_>) = all.partition(|reading| reading.format == format);
        let chosen = chosen.first();
        Detected {
            why: chosen
                .map(|reading| reading.why.clone())
                .unwrap_or_default(),
            alternatives: others
                .into_iter()
                .map(|reading| Alternative {
                    format: reading.format,
                    why: reading.why.clone(),
                })
                .collect(),
        }
    }
}

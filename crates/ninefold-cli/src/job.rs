//! One puzzle of a batch: where it stands, what a command does with it, and what comes
//! of it.

use std::io::{self, Write};

use ninefold::format::{self, LineReader, Record};
use ninefold::{ParseError, Stats};

use crate::args::Symbols;
use crate::exit::Exit;
use crate::lines::{LONGEST, Line};
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
            Verdict::None | Verdict::Clash | Verdict::Disagreement | Verdict::Stuck => Exit::No,
            Verdict::Timeout => Exit::Stopped,
            Verdict::Unreadable => Exit::Partly,
            Verdict::Interrupted => Exit::Interrupted,
        }
    }

    /// The verdicts that the summary always counts.
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
}

/// A text that could not be read as a puzzle.
pub(crate) struct Fault<'a> {
    pub(crate) source: &'a Source,
    /// The line where it went wrong, from one.
    pub(crate) line: usize,
    pub(crate) error: &'a ParseError,
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
        return Ok(Some(refuse(job, source, line.number, &error, "")));
    };
    if line.number == 1 {
        bytes = bytes.strip_prefix(text::BYTE_ORDER_MARK).unwrap_or(bytes);
    }
    let text = match text::decode(bytes) {
        Ok(text) => text,
        Err(fault) => {
            let outcome = refuse(job, source, line.number, &fault.error, &fault.shown);
            return Ok(Some(outcome));
        }
    };
    match reader.read(text) {
        None => Ok(None),
        Some(Err(error)) => Ok(Some(refuse(job, source, line.number, &error, text))),
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

/// Answers a puzzle.
pub(crate) fn answer(
    job: &dyn Job,
    look: Look,
    item: &Item<'_>,
    data: &mut dyn Write,
) -> io::Result<Outcome> {
    let rewritten = rewritten(item.record, look.symbols);
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

/// Says what is wrong with a text that is no puzzle; `first_line` is its first line's
/// number in the input.
pub(crate) fn refuse(
    job: &dyn Job,
    source: &Source,
    first_line: usize,
    error: &ParseError,
    text: &str,
) -> Outcome {
    let fault = Fault {
        source,
        line: error.line + first_line - 1,
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

//! A job run over all inputs of a command.
//!
//! ```text
//!  input ─ blocks ─ sheets ─┬─ read, answer ─┬─ answers, in the order of the lines
//!                           ├─ read, answer ─┤
//!                           └─ read, answer ─┘  on all cores
//! ```
//!
//! Text with one puzzle a line streams through in constant memory, however long it is: a
//! sheet of lines is being cut, parts of some are being answered (see `bulk.rs`), and the
//! first answer that is done is written before anything is waited for. A long text of drawn
//! boards streams likewise (see `pieces.rs`); any other is read whole.
//! A line that cannot be read is reported, counted, and otherwise ignored.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ninefold::format::{self, Detection, LineReader};

use super::ahead::{Wait, in_order};
use super::bulk::{Bulk, Chunk};
use super::datafile::DataFile;
use super::input::{self, Input, Stream, Written};
use super::item::{Detected, Source};
use super::items::{Answers, Items, LineItems, RecordItems, Task};
use super::job::{Form, Job, Outcome, Short};
use super::lines::Sheets;
use super::pieces::{PIECE, Pieces, as_text, can_be_cut, fill};
use super::tally::Tally;
use crate::args::{InputOptions, Symbols, ThreadOptions, looks_like_cells};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::progress::Progress;
use crate::output::{Look, Output, Prompt, escaped, many};
use crate::search::Verdict;
use crate::text;

/// On a terminal this many puzzles are drawn; more than that are printed as lines.
const FEW: usize = 20;

/// How many messages about bad lines are printed; the others are only counted.
const MESSAGES: u64 = 20;

/// Runs a job over all inputs of a command. [`Failure::NoInput`] if there are none.
pub(crate) fn run(
    job: &dyn Job,
    reading: &InputOptions,
    threads: &ThreadOptions,
    look: Look,
) -> Result<Exit, Failure> {
    if reading.inputs.is_empty() && input::is_terminal() {
        return Err(Failure::NoInput);
    }
    let pool = threads.pool()?;
    let mut batch = Batch {
        job,
        reading,
        pool: &pool,
        output: Output::new(look),
        tally: Tally::default(),
        began: false,
        n_bad: 0,
        is_argument_lost: false,
    };
    let start = Instant::now();
    let end = batch.inputs();
    let end = match end {
        Ok(exit) => job
            .finish(&mut batch.output.data)
            .map(|of_all| exit.max(of_all)),
        // The lines before the one that could not be read count.
        Err(Failure::Strict) => job.finish(&mut batch.output.data).and(end),
        end => end,
    };
    batch.close(end, start)
}

struct Batch<'a> {
    job: &'a dyn Job,
    reading: &'a InputOptions,
    pool: &'a rayon::ThreadPool,
    output: Output,
    tally: Tally,
    /// Whether something has been printed.
    began: bool,
    /// How many messages about bad lines there were.
    n_bad: u64,
    /// Whether an argument looks like a puzzle and is none.
    is_argument_lost: bool,
}

/// Answers that are printed while they are found.
struct AtOnce<'a, 'b> {
    batch: &'a mut Batch<'b>,
    progress: &'a Progress,
    settled: Result<(), Failure>,
}

impl Answers for AtOnce<'_, '_> {
    fn page(&mut self) -> Box<dyn Write + '_> {
        Box::new(Prompt::new(&mut self.batch.output.data))
    }

    fn settle(&mut self, outcome: Outcome) -> bool {
        self.batch.report(&outcome, self.progress);
        // The next one may take long.
        let flush = |batch: &mut Batch<'_>| Ok(batch.output.data.flush()?);
        self.settled = self.batch.settle(outcome).and_then(|()| flush(self.batch));
        self.settled.is_ok()
    }
}

impl Batch<'_> {
    /// Reads every input in turn. One that cannot be read does not stop the others.
    fn inputs(&mut self) -> Result<Exit, Failure> {
        if let Some(advice) = input::unquoted(self.reading) {
            return Err(advice);
        }
        let mut is_any_lost = false;
        let mut inputs: Vec<_> = self.reading.inputs.iter().map(Some).collect();
        if inputs.is_empty() {
            inputs.push(None);
        }
        for argument in inputs {
            let opened = match argument {
                Some(argument) => input::open(argument, self.reading, self.job.takes_unreadable()),
                None => Ok(Input::Stream(input::stdin())),
            };
            match opened.and_then(|input| self.input(input)) {
                Err(Failure::Message(message)) => {
                    self.output.error(&message);
                    is_any_lost = true;
                    let text = argument.and_then(|argument| argument.to_str());
                    self.is_argument_lost |= text.is_some_and(looks_like_cells);
                    if self.reading.strict {
                        break;
                    }
                }
                other => other?,
            }
        }
        Ok(match (is_any_lost, self.tally.is_any_answered()) {
            (true, true) => Exit::Partly,
            (true, false) => Exit::Unreadable,
            (false, _) => Exit::Yes,
        })
    }

    fn input(&mut self, input: Input) -> Result<(), Failure> {
        let mut stream = match input {
            Input::Stream(stream) => stream,
            Input::Written(Written { text, detection }) => {
                return self.records(input::ARGUMENT, text, 1, detection);
            }
        };
        let name = escaped(&stream.name);
        let locate = |failure| match failure {
            Failure::Message(message) => Failure::Message(format!("{name}: {message}")),
            other => other,
        };
        self.read(&mut stream).map_err(locate)
    }

    /// Detects the format of the input, and reads it line by line or whole.
    fn read(&mut self, input: &mut Stream) -> Result<(), Failure> {
        let options = self.reading.options();
        let named = self.reading.format();
        let sure = |head: &str| format::sure_line_reader(head, named, &options);
        let (bytes, sure) = input.blocks.head(sure)?;
        if let Some((kind, tool)) = text::compressed(&bytes) {
            let advice = format!("looks like {kind}; unpack it first: {tool} FILE | ninefold …");
            return Err(Failure::message(advice));
        }
        let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        let without_mark = bytes.strip_prefix(text::BYTE_ORDER_MARK);
        let head = String::from_utf8_lossy(without_mark.unwrap_or(&bytes));
        let by_line = sure.or_else(|| match named {
            _ if is_utf16 => None,
            Some(format) => format.by_line(&head, &options),
            None => format::line_reader(&head, &options),
        });
        let before = self.tally.total();
        match by_line {
            Some(reader) => self.stream(input, &head, reader.as_ref())?,
            None => self.whole(input)?,
        }
        match (self.tally.total() - before, named) {
            (0, None) => Err(Failure::message("expected a puzzle, found none")),
            (0, Some(format)) => Err(Failure::message(format!(
                "expected a puzzle in the format {}, found none",
                format.name()
            ))),
            _ => Ok(()),
        }
    }

    /// Reads one puzzle a line, sheet by sheet.
    fn stream(
        &mut self,
        input: &mut Stream,
        head: &str,
        reader: &dyn LineReader,
    ) -> Result<(), Failure> {
        let (job, look) = (self.job, self.output.look);
        let mut source = Source::new(&input.name, reader.format());
        source.file = DataFile::new(reader.format(), head);
        if look.verbose {
            let detection = format::detect(head, &self.reading.options());
            source.detection = Some(Detected::new(&detection, reader.format()));
            self.output.talk(&source.describe());
        }
        let drawn = Source {
            draw: true,
            ..source.clone()
        };
        let progress = &Progress::new(look, input.size());
        let task = Task {
            job,
            look,
            progress,
        };
        let as_it_came = matches!(look.symbols, Symbols::Auto);
        let short = job.short().filter(|_| as_it_came);
        let is_alone = |line: &[u8]| match text::decode(line) {
            Ok(line) => reader.read_alone(line).is_alone(),
            Err(_) => Some(true),
        };
        let mut sheets = Sheets::new(&mut input.blocks, &is_alone);
        let mut draw = look.terminal;
        self.begin()?;
        if matches!(job.form(), Form::Line | Form::Kept)
            && !draw
            && let Some(header) = source.file.header(job.column())
        {
            writeln!(self.output.data, "{header}")?;
        }
        self.each(progress, short, |wait| {
            let sheet = match wait {
                Wait::Yes => sheets.next()?,
                Wait::No => sheets.next_if_ready(),
            };
            Ok(sheet.map(|sheet| {
                draw &= sheet.lines.len() <= FEW;
                LineItems {
                    task,
                    source: if draw { &drawn } else { &source },
                    reader,
                    sheet,
                }
            }))
        })
    }

    /// Reads any other text: all at once, or in pieces if it is long and can be cut.
    fn whole(&mut self, input: &mut Stream) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let is_long = fill(&mut bytes, &mut input.blocks, PIECE)?;
        let first_line = input.blocks.n_skipped() + 1;
        if is_long
            && text::utf16(&bytes[..2]).is_none()
            && let Some(source) = self.cut_source(&input.name, &bytes)?
        {
            return self.pieces(input, bytes, first_line, source);
        }
        fill(&mut bytes, &mut input.blocks, usize::MAX)?;
        let mut text = match text::utf16(&bytes) {
            Some(text) => text,
            None => as_text(bytes, &input.name, first_line)?,
        };
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let detection = self.reading.detect(&text);
        self.records(&input.name, text, first_line, detection)
    }

    /// The source of a long text by its first piece, if texts in its format can be cut. An
    /// error if no format fits.
    fn cut_source(&self, name: &str, piece: &[u8]) -> Result<Option<Source>, Failure> {
        let end = memchr::memrchr(b'\n', piece).map_or(piece.len(), |end| end + 1);
        let Ok(text) = text::decode(&piece[..end]) else {
            return Ok(None);
        };
        let detection = self.reading.detect(text);
        let source = self.source(name, &detection);
        match self.best(detection)? {
            Some(best) if can_be_cut(best.format) => Ok(source),
            _ => Ok(None),
        }
    }

    /// The source that a text was detected as; with the reason, if that is to be printed.
    fn source(&self, name: &str, detection: &Detection) -> Option<Source> {
        let look = self.output.look;
        let best = detection.best()?;
        let mut source = Source::new(name, best.format);
        // A close call is reported without being asked for.
        let is_close = self.reading.format().is_none() && detection.is_close();
        if look.verbose || is_close && !look.quiet {
            source.detection = Some(Detected::new(detection, best.format));
        }
        Some(source)
    }

    /// The best reading. There is no error for a text that is not in the format that was named.
    fn best(&self, detection: Detection) -> Result<Option<format::Reading>, Failure> {
        match (self.reading.format(), detection.into_best()) {
            (_, Ok(best)) => Ok(Some(best)),
            (None, Err(nothing)) => {
                let hint = nothing.hint.as_ref().map(|hint| format!("; {hint}"));
                let message = format!("{nothing}{}", hint.unwrap_or_default());
                Err(Failure::Message(message))
            }
            (Some(_), Err(_)) => Ok(None),
        }
    }

    /// Reads a long text of boards, piece by piece.
    fn pieces(
        &mut self,
        input: &mut Stream,
        bytes: Vec<u8>,
        first_line: usize,
        source: Source,
    ) -> Result<(), Failure> {
        let look = self.output.look;
        let format = format::find(source.format).expect("a reading names its format");
        self.report_source(&source);
        let progress = &Progress::new(look, None);
        let task = Task {
            job: self.job,
            look,
            progress,
        };
        let mut pieces = Pieces {
            name: &input.name,
            format: format.format(),
            options: self.reading.options(),
            blocks: &mut input.blocks,
            bytes,
            first_line,
        };
        self.each(progress, None, |wait| match wait {
            // A piece is waited for only when all before it are written.
            Wait::No => Ok(None),
            Wait::Yes => Ok(pieces.next()?.map(|piece| {
                RecordItems::new(task, &source, piece.text, piece.first_line, piece.records)
            })),
        })
    }

    /// Answers the records of a text, whose first line has this number.
    fn records(
        &mut self,
        name: &str,
        text: String,
        first_line: usize,
        detection: Detection,
    ) -> Result<(), Failure> {
        let (job, look) = (self.job, self.output.look);
        let source = self.source(name, &detection);
        let (Some(best), Some(mut source)) = (self.best(detection)?, source) else {
            return Ok(());
        };
        source.draw = look.terminal && best.records.len() <= FEW;
        self.report_source(&source);
        let progress = &Progress::new(look, Some(best.records.len() as u64));
        let task = Task {
            job,
            look,
            progress,
        };
        let by_line = self.reading.has_lines(best.format, &text);
        let items = RecordItems::new(task, &source, text, first_line, best.records);
        let mut once = Some(if by_line { items.by_line() } else { items });
        self.each(progress, None, |_| Ok(once.take()))
    }

    /// Prints the format of an input and why it was chosen, if that is to be printed.
    fn report_source(&mut self, source: &Source) {
        if source.detection.is_some() {
            self.output.talk(&source.describe());
        }
    }

    /// Answers all that `give` gives, many at a time, and prints the answers in order as
    /// they are done.
    fn each<I: Items>(
        &mut self,
        progress: &Progress,
        short: Option<Short>,
        mut give: impl FnMut(Wait) -> Result<Option<I>, Failure>,
    ) -> Result<(), Failure> {
        self.begin()?;
        if self.job.is_long() {
            while let Some(items) = give(Wait::Yes)? {
                for index in 0..items.n_items() {
                    if interrupt::requested() {
                        return Err(Failure::Interrupted);
                    }
                    let mut answers = AtOnce {
                        batch: self,
                        progress,
                        settled: Ok(()),
                    };
                    items.answer(index, &mut answers)?;
                    answers.settled?;
                }
            }
            return Ok(());
        }
        let bulk = Bulk::new(short);
        in_order(
            self.pool,
            |wait| Ok(give(wait)?.map(|items| bulk.part(items))),
            |part, chunks, is_over| {
                let stop = || interrupt::requested() || is_over.load(Ordering::Relaxed);
                bulk.answer(part, chunks, stop)
            },
            |chunk| match chunk {
                Some(chunk) => self.settle_chunk(chunk?, progress),
                None => Ok(self.output.data.flush()?),
            },
        )
    }

    /// Prints what stands before the first answer.
    fn begin(&mut self) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.began, true)
            && let Some(preamble) = self.job.preamble()
        {
            writeln!(self.output.data, "{preamble}")?;
        }
        Ok(())
    }

    /// Prints some answers and counts them, after the messages about them.
    fn settle_chunk(&mut self, chunk: Chunk, progress: &Progress) -> Result<(), Failure> {
        if let Some(outcome) = &chunk.outcome {
            self.report(outcome, progress);
        }
        self.job.print(&chunk.data, &mut self.output.data)?;
        if chunk.n_unique > 0 {
            self.tally.add_many(self.job.verdicts()[0], chunk.n_unique);
            progress.advance(chunk.n_unique, chunk.n_bytes);
        }
        match chunk.outcome {
            Some(outcome) => self.settle(outcome),
            None => Ok(()),
        }
    }

    /// Prints the messages about an outcome, unless there were too many.
    fn report(&mut self, outcome: &Outcome, progress: &Progress) {
        if outcome.talk.is_empty() {
            return;
        }
        let is_bad = outcome.is_warned
            || matches!(
                outcome.verdict,
                Verdict::Unreadable | Verdict::Refused | Verdict::Clash
            );
        self.n_bad += u64::from(is_bad);
        if !is_bad || self.n_bad <= MESSAGES || self.output.look.verbose {
            progress.aside(|| self.output.talk(&outcome.talk));
        }
    }

    /// Prints an outcome and counts it.
    fn settle(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.job
            .print(outcome.data.as_bytes(), &mut self.output.data)?;
        if outcome.verdict == Verdict::Interrupted {
            return Err(Failure::Interrupted);
        }
        self.tally.add(&outcome);
        match outcome.verdict {
            Verdict::Unreadable | Verdict::Refused if self.reading.strict => Err(Failure::Strict),
            _ => Ok(()),
        }
    }

    /// If there was one puzzle and it is broken, names the command that explains it.
    fn point_to_doctor(&mut self) {
        let broken = match self.tally.total() {
            0 => self.is_argument_lost.then_some(Verdict::Unreadable),
            _ => self.tally.only(),
        };
        let is_for_people = self.job.form() != Form::Json;
        if is_for_people && broken.is_some_and(|verdict| self.job.is_for_doctor(verdict)) {
            self.output
                .talk("hint: 'ninefold doctor' may know what was meant");
        }
    }

    /// Flushes, prints the summary, and returns the exit code.
    fn close(mut self, end: Result<Exit, Failure>, start: Instant) -> Result<Exit, Failure> {
        let exit = match end {
            Ok(exit) => exit,
            Err(Failure::Strict) => Exit::Yes,
            Err(Failure::Interrupted) => Exit::Interrupted,
            Err(other) => return Err(other),
        };
        self.output.data.flush()?;
        if self.n_bad > MESSAGES && !self.output.look.verbose {
            let more = many(self.n_bad - MESSAGES, "more message", "more messages");
            self.output
                .talk(&format!("and {more} about bad lines; -v prints them all"));
        }
        let interrupted = exit == Exit::Interrupted;
        if !self.output.look.quiet {
            self.point_to_doctor();
            let seconds = start.elapsed().as_secs_f64();
            let found = self.job.summary();
            let found = found.unwrap_or_else(|| self.tally.summary(self.job));
            let summary = format!("{found} in {seconds:.2} s");
            match (interrupted, self.tally.total() > 1) {
                (true, true) => self.output.talk(&format!("interrupted after {summary}")),
                (true, false) => self.output.talk("interrupted"),
                (false, true) => self.output.talk(&summary),
                (false, false) => {}
            }
            if self.job.wants_stats() {
                self.output.talk(&self.tally.work());
            }
        }
        Ok(exit.max(self.tally.exit(self.job)))
    }
}

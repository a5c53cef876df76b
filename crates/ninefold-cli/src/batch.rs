//! Many puzzles, one after another in, one after another out.
//!
//! ```text
//!  input ─ blocks ─ sheets ─┬─ read, answer ─┬─ answers, in the order of the lines
//!                           ├─ read, answer ─┤
//!                           └─ read, answer ─┘  on all cores
//! ```
//!
//! Text with one puzzle a line streams through in constant memory, however long it is: a
//! sheet of lines is being cut, some are being answered (see `bulk.rs`), one is being
//! written. What is answered is written before more is awaited. Any other text is read
//! whole.
//! A line that cannot be read is told of, counted, and otherwise ignored.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::CommandFactory;
use ninefold::format::{self, LineReader};
use rayon::prelude::*;

use crate::ahead::{Wait, in_order};
use crate::args::{Arguments, Reading, Symbols, Threads};
use crate::bulk::{Bulk, Piece};
use crate::exit::{Exit, Failure};
use crate::input::{self, Input};
use crate::interrupt;
use crate::job::{Detected, Item, Job, Outcome, Source, answer, answer_line, refuse};
use crate::lines::{Line, Sheet, Sheets};
use crate::output::{Look, Output};
use crate::progress::Progress;
use crate::search::Verdict;
use crate::tally::Tally;
use crate::text;

/// The most text that is read whole.
const LARGEST: usize = 256 << 20;

/// On a terminal this many puzzles are drawn; more than that are printed as lines.
const FEW: usize = 20;

/// Runs a job over all inputs of a command, unless there is nobody to give us any.
pub(crate) fn run(
    command: &str,
    job: &dyn Job,
    reading: &Reading,
    threads: &Threads,
    look: Look,
) -> Result<Exit, Failure> {
    if reading.inputs.is_empty() && input::nobody_feeds_us() {
        Output::new(look).talk(&short_help(command));
        return Ok(Exit::Unreadable);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.threads.into());
    let pool = pool.build().map_err(|error| {
        Failure::message(format!("cannot start {} threads: {error}", threads.threads))
    })?;
    let mut batch = Batch {
        job,
        reading,
        pool: &pool,
        output: Output::new(look),
        tally: Tally::default(),
        began: false,
    };
    let start = Instant::now();
    let exit = batch.inputs();
    batch.close(exit, start)
}

/// For a person who typed a command and nothing more: how to go on.
fn short_help(name: &str) -> String {
    let mut command = Arguments::command();
    command.build();
    let Some(command) = command.find_subcommand_mut(name) else {
        return String::new();
    };
    let usage = command.render_usage();
    let examples = command.get_after_help().cloned().unwrap_or_default();
    format!(
        "nothing to read: give a puzzle, a file, or a pipe\n\n{usage}\n\n{examples}\n\n\
         'ninefold {name} --help' tells more."
    )
}

struct Batch<'a> {
    job: &'a dyn Job,
    reading: &'a Reading,
    pool: &'a rayon::ThreadPool,
    output: Output,
    tally: Tally,
    /// Something has been printed.
    began: bool,
}

impl Batch<'_> {
    /// Every input in turn. One that cannot be opened does not keep us from the others.
    fn inputs(&mut self) -> Result<Exit, Failure> {
        let mut exit = Exit::Yes;
        let mut inputs: Vec<_> = self.reading.inputs.iter().map(Some).collect();
        if inputs.is_empty() {
            inputs.push(None);
        }
        for argument in inputs {
            let opened = match argument {
                Some(argument) => input::open(argument, self.reading),
                None => Ok(input::stdin()),
            };
            match opened.and_then(|input| self.input(input)) {
                Err(Failure::Message(message)) => {
                    self.output.error(&message);
                    exit = Exit::Unreadable;
                    if self.reading.strict {
                        break;
                    }
                }
                other => other?,
            }
        }
        Ok(exit)
    }

    fn input(&mut self, mut input: Input) -> Result<(), Failure> {
        let name = input.name.clone();
        let locate = |failure| match failure {
            Failure::Message(message) => Failure::Message(format!("{name}: {message}")),
            other => other,
        };
        self.read(&mut input).map_err(locate)
    }

    /// Finds out what the input is, and reads it line by line or whole.
    fn read(&mut self, input: &mut Input) -> Result<(), Failure> {
        let head = input.blocks.head()?;
        if let Some((kind, tool)) = text::compressed(head) {
            let advice = format!("looks like {kind}; unpack it first: {tool} FILE | ninefold …");
            return Err(Failure::message(advice));
        }
        let is_utf16 = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
        let head = head.strip_prefix(text::BYTE_ORDER_MARK).unwrap_or(head);
        let whole_lines = match head.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => &head[..=end],
            None => head,
        };
        let head = String::from_utf8_lossy(whole_lines).into_owned();
        let options = self.reading.options();
        let by_line = match self.reading.format() {
            _ if is_utf16 => None,
            Some(format) => format.by_line(&head, &options),
            None => format::line_reader(&head, &options),
        };
        let before = self.tally.total();
        match by_line {
            Some(reader) => self.stream(input, &head, reader.as_ref())?,
            None => self.whole(input)?,
        }
        match (self.tally.total() - before, self.reading.format()) {
            (0, None) => Err(Failure::message("expected a puzzle, found none")),
            (0, Some(format)) => Err(Failure::message(format!(
                "expected a puzzle in the format {}, found none",
                format.name()
            ))),
            _ => Ok(()),
        }
    }

    /// One puzzle a line, sheet by sheet.
    fn stream(
        &mut self,
        input: &mut Input,
        head: &str,
        reader: &dyn LineReader,
    ) -> Result<(), Failure> {
        let (job, look) = (self.job, self.output.look);
        let mut source = Source::new(&input.name, reader.format());
        if look.verbose {
            let detection = format::detect(head, &self.reading.options());
            source.detection = Some(Detected::new(&detection, reader.format()));
            self.output.talk(&source.told());
        }
        let drawn = Source {
            draw: true,
            ..source.clone()
        };
        let progress = &Progress::new(look, input.size);
        let answer = |source: &Source, sheet: &Sheet, line: &Line, data: &mut dyn Write| {
            let bytes = sheet.bytes(line);
            let done = answer_line(job, look, source, reader, line, bytes, data);
            if let Ok(Some(_)) = done {
                progress.advance(1, bytes.map_or(0, |bytes| bytes.len() + 1));
            }
            done
        };
        let mut sheets = Sheets::new(&mut input.blocks);
        let mut draw = look.terminal;
        self.begin()?;
        if job.is_long() {
            while let Some(sheet) = sheets.next()? {
                draw &= sheet.lines.len() <= FEW;
                let source = if draw { &drawn } else { &source };
                self.each(&sheet.lines, progress, |line, data| {
                    answer(source, &sheet, line, data)
                })?;
                self.output.data.flush()?;
            }
            return Ok(());
        }
        let bulk = Bulk::new(reader);
        in_order(
            self.pool,
            |wait| {
                let sheet = match wait {
                    Wait::Yes => sheets.next()?,
                    Wait::No => sheets.next_if_ready(),
                };
                Ok(sheet.map(|sheet| {
                    draw &= sheet.lines.len() <= FEW;
                    (sheet, draw)
                }))
            },
            |(sheet, draw), is_over| {
                let source = if draw { &drawn } else { &source };
                let as_it_came = matches!(look.symbols, Symbols::Auto);
                let short = job.short().filter(|_| !draw && as_it_came);
                let stop = || interrupt::requested() || is_over.load(Ordering::Relaxed);
                bulk.answer(&sheet, short, stop, |line, data| {
                    answer(source, &sheet, line, data)
                })
            },
            |pieces, is_last| {
                for piece in pieces? {
                    self.settle_piece(piece, progress)?;
                }
                if is_last {
                    self.output.data.flush()?;
                }
                Ok(())
            },
        )
    }

    /// Any other text, all at once.
    fn whole(&mut self, input: &mut Input) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        while let Some(block) = input.blocks.next()? {
            bytes.extend(block);
            if bytes.len() > LARGEST {
                return Err(Failure::message(
                    "expected at most 256 MiB of text that is not one puzzle a line, found more",
                ));
            }
        }
        let utf16 = text::utf16(&bytes);
        let text = match &utf16 {
            Some(text) => text,
            None => text::decode(&bytes).map_err(|fault| {
                let report = fault.error.report(&input.name, &fault.shown);
                Failure::Message(format!("not text\n{report}"))
            })?,
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let options = self.reading.options();
        let mut detected = None;
        let best = match self.reading.format() {
            Some(format) => format::read_as(format, text, &options).into_best().ok(),
            None => {
                let detection = format::detect(text, &options);
                // A close call is told without being asked.
                let look = self.output.look;
                let is_told = look.verbose || detection.is_close() && !look.quiet;
                if let (true, Some(best)) = (is_told, detection.best()) {
                    detected = Some(Detected::new(&detection, best.format));
                }
                let best = detection.into_best();
                Some(best.map_err(|error| Failure::message(error.to_string()))?)
            }
        };
        let Some(best) = best else {
            return Ok(());
        };
        let (job, look) = (self.job, self.output.look);
        let mut source = Source::new(&input.name, best.format);
        source.draw = look.terminal && best.records.len() <= FEW;
        source.detection = detected;
        if look.verbose || source.detection.is_some() {
            self.output.talk(&source.told());
        }
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let progress = Progress::new(look, None);
        for records in best.records.chunks(4096) {
            self.each(records, &progress, |read, data| {
                progress.advance(1, 0);
                let outcome = match read {
                    Ok(record) => {
                        let line = starts.partition_point(|&start| start <= record.span.start);
                        let item = Item {
                            source: &source,
                            line: line.max(1),
                            text: None,
                            record,
                        };
                        answer(job, look, &item, data)
                    }
                    Err(error) => Ok(refuse(job, &source, 1, error, text)),
                };
                outcome.map(Some)
            })?;
            self.output.data.flush()?;
        }
        Ok(())
    }

    /// Does each of `items`, many at a time, and prints the outcomes in their order.
    /// What is written to the second argument of `work` stands before the outcome.
    fn each<T: Sync>(
        &mut self,
        items: &[T],
        progress: &Progress,
        work: impl Fn(&T, &mut dyn Write) -> io::Result<Option<Outcome>> + Sync,
    ) -> Result<(), Failure> {
        self.begin()?;
        let work = |item: &T, data: &mut dyn Write| match interrupt::requested() {
            true => Ok(Some(Outcome::new(Verdict::Interrupted))),
            false => work(item, data),
        };
        if self.job.is_long() || items.len() == 1 {
            for item in items {
                if let Some(outcome) = work(item, &mut self.output.data)? {
                    self.settle(outcome, progress)?;
                }
            }
            return Ok(());
        }
        let one = |item: &T| {
            let mut data = Vec::new();
            let outcome = work(item, &mut data)?;
            Ok(outcome.map(|outcome| (data, outcome)))
        };
        let outcomes: io::Result<Vec<_>> = self
            .pool
            .install(|| items.par_iter().with_min_len(4).map(one).collect());
        for (data, outcome) in outcomes?.into_iter().flatten() {
            if outcome.verdict != Verdict::Interrupted {
                self.output.data.write_all(&data)?;
            }
            self.settle(outcome, progress)?;
        }
        Ok(())
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

    /// Prints some answers and counts them.
    fn settle_piece(&mut self, piece: Piece, progress: &Progress) -> Result<(), Failure> {
        self.output.data.write_all(&piece.data)?;
        if piece.n_unique > 0 {
            self.tally.add_many(Verdict::Unique, piece.n_unique);
            progress.advance(piece.n_unique, piece.n_bytes);
        }
        match piece.outcome {
            Some(outcome) => self.settle(outcome, progress),
            None => Ok(()),
        }
    }

    /// Prints an outcome and counts it.
    fn settle(&mut self, outcome: Outcome, progress: &Progress) -> Result<(), Failure> {
        self.output.data.write_all(outcome.data.as_bytes())?;
        if !outcome.talk.is_empty() {
            progress.aside(|| self.output.talk(&outcome.talk));
        }
        if outcome.verdict == Verdict::Interrupted {
            return Err(Failure::Interrupted);
        }
        self.tally.add(&outcome);
        match outcome.verdict {
            Verdict::Unreadable if self.reading.strict => Err(Failure::Strict),
            _ => Ok(()),
        }
    }

    /// Flushes, sums up, and finds the exit code.
    fn close(mut self, end: Result<Exit, Failure>, start: Instant) -> Result<Exit, Failure> {
        let exit = match end {
            Ok(exit) => exit,
            Err(Failure::Strict) => Exit::Yes,
            Err(Failure::Interrupted) => Exit::Interrupted,
            Err(other) => return Err(other),
        };
        self.output.data.flush()?;
        let interrupted = exit == Exit::Interrupted;
        if !self.output.look.quiet {
            let seconds = start.elapsed().as_secs_f64();
            let summary = format!("{} in {seconds:.2} s", self.tally.summary(self.job));
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

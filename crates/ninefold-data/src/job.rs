//! A job: file by file, what is not there yet.
//!
//! ```text
//!  file ──Reader──▶ pieces ──Maker──▶ batches ──Writer──▶ NAME.part ──▶ NAME
//!                                                         (synced)    (renamed)
//! ```
//!
//! With more than one thread, reading and writing have a thread each beside those that answer;
//! there is never more than a piece waiting between two of them. The cuts depend on the file and the
//! operation only, so that the bytes do not depend on the threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::SystemTime;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::exit::{Exit, Failure, plain};
use crate::files::{self, BYTES, Kind, Metadata, Part, Writer};
use crate::interrupt;
use crate::progress::Progress;
use crate::stamp::{Stamp, Tally, is_older};
use crate::words::{many, shown, time};

/// How a job is done, whatever its operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// The threads that answer.
    pub(crate) n_threads: usize,
    /// Whether to write over files that no job of ours made.
    pub(crate) force: bool,
    /// Whether to print errors only.
    pub(crate) quiet: bool,
}

/// A file that is to be made.
pub(crate) trait Order {
    /// The name it is to have.
    fn target(&self) -> &Path;

    /// Its kind.
    fn kind(&self) -> Kind;

    /// The file that it is made of, if there is one.
    fn input(&self) -> Option<&Path>;

    /// How much work it is: bytes of input, or puzzles.
    fn size(&self) -> u64;

    /// How it is made.
    fn stamp(&self) -> Result<Stamp, Failure>;

    /// The number of rows of the input, if that is known before it is read. Only asked for a file
    /// that seems to be made already.
    fn n_rows(&self) -> Option<u64>;

    /// Begins to make it.
    fn begin(&self) -> Result<Box<dyn Maker + '_>, Failure>;
}

/// What comes in, to be answered.
pub(crate) enum Work {
    /// Rows of a file.
    Rows(RecordBatch),
    /// The numbers of the puzzles to make.
    Numbers(std::ops::Range<u64>),
}

/// Where work comes from: some of it, and the part of the file that is done with it; `None` at the
/// end.
pub(crate) type Source<'a> = Box<dyn FnMut() -> Result<Option<(Work, f64)>, Failure> + Send + 'a>;

/// Makes the rows of one file.
pub(crate) trait Maker {
    /// The columns.
    fn schema(&self) -> SchemaRef;

    /// The columns that hold a board in each row.
    fn boards(&self) -> Vec<String>;

    /// Where the work comes from; asked once.
    fn source(&mut self) -> Source<'static>;

    /// Answers work.
    fn answer(&mut self, work: Work, progress: &Progress) -> Result<RecordBatch, Failure>;

    /// What was answered so far.
    fn tally(&self) -> Tally;
}

/// Makes the files that are not there yet, and reports on standard error.
pub(crate) fn run(orders: &[Box<dyn Order + '_>], ways: Ways) -> Exit {
    let mut talk = Talk::default();
    let mut todo = Vec::new();
    for order in orders {
        match is_done(order.as_ref(), ways.force) {
            Ok(Some(tally)) => talk.there(&tally),
            Ok(None) => todo.push(order),
            Err(failure) => {
                talk.failed(failure);
            }
        }
    }
    let size = todo.iter().map(|order| order.size()).sum();
    let progress = Progress::new(size, todo.len(), ways.quiet);
    for order in todo {
        if interrupt::requested() {
            talk.failed(Failure::Interrupted);
        }
        if talk.is_over {
            break;
        }
        progress.begin(order.size());
        let made = make(order.as_ref(), &progress, ways.n_threads);
        progress.end();
        match made {
            Ok(tally) => talk.made(&tally),
            Err(failure) => {
                progress.stand_aside();
                talk.failed(failure);
            }
        }
    }
    progress.stand_aside();
    if !ways.quiet {
        eprintln!("{} in {}", talk.summary(), time(progress.elapsed()));
    }
    talk.exit()
}

/// What became of the files.
#[derive(Default)]
struct Talk {
    n_made: u64,
    n_there: u64,
    n_failed: u64,
    tally: Tally,
    is_over: bool,
    is_interrupted: bool,
}

impl Talk {
    fn there(&mut self, tally: &Tally) {
        self.n_there += 1;
        self.tally.add(tally);
    }

    fn made(&mut self, tally: &Tally) {
        self.n_made += 1;
        self.tally.add(tally);
    }

    fn failed(&mut self, failure: Failure) {
        match failure {
            Failure::File(message) => eprintln!("error: {message}"),
            Failure::Job(message) => {
                eprintln!("error: {message}");
                self.is_over = true;
            }
            Failure::Interrupted => {
                self.is_over = true;
                self.is_interrupted = true;
                return;
            }
        }
        self.n_failed += 1;
    }

    fn summary(&self) -> String {
        let files = many(self.n_made, "file", "files");
        let mut summary = match self.n_there {
            0 => format!("{files} made"),
            there => format!(
                "{files} made, {} there already",
                many(there, "file", "files")
            ),
        };
        if self.n_failed > 0 {
            summary += &format!(", {} not made", many(self.n_failed, "file", "files"));
        }
        if self.is_interrupted {
            summary += ", then interrupted";
        }
        let tally = &self.tally;
        summary += &format!("; {}", many(tally.n_rows, "row", "rows"));
        if tally.n_without > 0 {
            summary += &format!(
                ", {} of them without an answer",
                many(tally.n_without, "row", "rows")
            );
        }
        summary
    }

    fn exit(&self) -> Exit {
        if self.is_interrupted {
            Exit::Interrupted
        } else if self.n_failed > 0 {
            Exit::Unreadable
        } else {
            self.tally.exit()
        }
    }
}

/// The answers of a file that is there and that the job would make again as it is.
fn is_done(order: &dyn Order, force: bool) -> Result<Option<Tally>, Failure> {
    let target = order.target();
    if !target.exists() {
        return Ok(None);
    }
    let found = match files::metadata(target, order.kind()) {
        Ok(found) => found,
        Err(_) if force => return Ok(None),
        Err(Failure::File(why)) => {
            let why =
                format!("{why}\nIt is where the answers are to go: remove it, or add --force");
            return Err(Failure::File(why));
        }
        Err(other) => return Err(other),
    };
    if found.is_empty() && !force && !files::has_metadata_beside(target, order.kind()) {
        let why = "expected no such file, or one that ninefold-data made; \
                   choose another OUT, or add --force to write over it";
        return Err(Failure::file(target, why));
    }
    let is_older = order.input().is_none_or(|input| is_older(input, target));
    let Some(tally) = order.stamp()?.fits(&found, None).filter(|_| is_older) else {
        return Ok(None);
    };
    let n_rows = order.n_rows();
    Ok(Some(tally).filter(|tally| n_rows.is_none_or(|n_rows| n_rows == tally.n_rows)))
}

/// Makes one file.
fn make(order: &dyn Order, progress: &Progress, n_threads: usize) -> Result<Tally, Failure> {
    let target = order.target();
    let state = || order.input().map(state_of);
    let before = state();
    let mut maker = order.begin()?;
    let part = Part::create(target)?;
    let boards = maker.boards();
    let boards: Vec<&str> = boards.iter().map(String::as_str).collect();
    let writer = files::create(part.sink()?, order.kind(), maker.schema(), &boards);
    let mut writer = writer.map_err(|why| part.failure(&why))?;
    let source = maker.source();
    let mut answer = |work, end| {
        let n_rows = match &work {
            Work::Rows(batch) => batch.num_rows() as u64,
            Work::Numbers(numbers) => numbers.end - numbers.start,
        };
        progress.take_up(n_rows, end);
        progress.show();
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        maker.answer(work, progress)
    };
    let cannot = |why: String| part.failure(&why);
    if n_threads > 1 {
        side_by_side(source, &mut answer, writer.as_mut(), &cannot)?;
    } else {
        one_after_another(source, &mut answer, writer.as_mut(), &cannot)?;
    }
    if let (true, Some(input)) = (state() != before, order.input()) {
        let why = "expected the file that it was at first, found another; run it again";
        return Err(Failure::file(input, why));
    }
    let tally = maker.tally();
    let metadata = order.stamp()?.metadata(&tally);
    writer.finish(&metadata).map_err(|why| part.failure(&why))?;
    if !order.kind().holds_metadata() {
        write_beside(target, metadata, part.n_bytes()?)?;
    }
    part.publish()?;
    Ok(tally)
}

/// The length of a file and when it was changed.
fn state_of(path: &Path) -> Option<(u64, SystemTime)> {
    let found = fs::metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}

type Answer<'a> = dyn FnMut(Work, f64) -> Result<RecordBatch, Failure> + 'a;
type Cannot<'a> = dyn Fn(String) -> Failure + Sync + 'a;

fn one_after_another(
    mut source: Source<'_>,
    answer: &mut Answer<'_>,
    writer: &mut dyn Writer,
    cannot: &Cannot<'_>,
) -> Result<(), Failure> {
    while let Some((work, end)) = source()? {
        writer.write(&answer(work, end)?).map_err(cannot)?;
    }
    Ok(())
}

fn side_by_side(
    mut source: Source<'_>,
    answer: &mut Answer<'_>,
    writer: &mut dyn Writer,
    cannot: &Cannot<'_>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let (hand_on, coming) = sync_channel(0);
        scope.spawn(move || {
            loop {
                let work = source();
                let is_last = !matches!(work, Ok(Some(_)));
                // Without a receiver the work has failed elsewhere.
                if hand_on.send(work).is_err() || is_last {
                    return;
                }
            }
        });
        let (write, batches) = sync_channel::<RecordBatch>(0);
        let writing = scope.spawn(move || {
            let mut batches = batches.into_iter();
            batches.try_for_each(|batch| writer.write(&batch).map_err(cannot))
        });
        let mut pass_on = || {
            while let Ok(work) = coming.recv() {
                let Some((work, end)) = work? else {
                    break;
                };
                // A writer that has gone says why below.
                if write.send(answer(work, end)?).is_err() {
                    break;
                }
            }
            Ok(())
        };
        let answered = pass_on();
        drop((write, coming));
        let written = writing.join();
        let written = written.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        answered.and(written)
    })
}

/// Writes the metadata of a file that cannot hold them, before the file gets its name: metadata
/// without their file fit no file, and a file without metadata would look like one of others.
fn write_beside(target: &Path, mut metadata: Metadata, n_bytes: u64) -> Result<(), Failure> {
    metadata.insert(BYTES.to_owned(), n_bytes.to_string());
    let beside = files::beside(target);
    let part = Part::create(&beside)?;
    let pairs = metadata.into_iter();
    let object: serde_json::Map<_, _> = pairs.map(|(key, value)| (key, value.into())).collect();
    let text = format!("{:#}\n", serde_json::Value::from(object));
    let written = std::io::Write::write_all(&mut part.sink()?, text.as_bytes());
    written.map_err(|error| part.failure(&plain(&error)))?;
    part.publish()
}

/// The length of a file; none is reported when it is opened.
pub(crate) fn size_of(path: &PathBuf) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// The threads to answer with: as many as there are cores if none were named.
pub(crate) fn threads(n: u16) -> usize {
    match n {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n.into(),
    }
}

/// The failure to answer a row.
pub(crate) fn no_answer(path: &Path, row: u64, fault: &ninefold_columns::Fault) -> Failure {
    let hint = fault.hint().map(|hint| format!("; {hint}"));
    let hint = hint.unwrap_or_default();
    let name = shown(path);
    Failure::Job(format!(
        "{name}: row {row}: {fault}{hint}\nWith --errors column the row keeps its place, and a column says why"
    ))
}

//! Where puzzles come from: written out on the command line, in a file, or through
//! standard input.
//!
//! An argument is `-` for standard input, or the name of a file that exists, or else a
//! puzzle. Everything is read in blocks by a thread of its own, somewhat ahead of who
//! wants it: what one read gives is handed on at once, so that a slow pipe is answered
//! line by line, and waiting for input can be interrupted.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use ninefold::format::{self, Layout};

use crate::args::Reading;
use crate::exit::Failure;
use crate::interrupt;
use crate::text;

/// The most that one read is asked for.
const BLOCK: usize = 1 << 18;

/// So many blocks are read ahead.
const AHEAD: usize = 8;

/// As much of the beginning as is looked at to tell the format.
const HEAD: usize = 1 << 16;

/// How long to wait for more of the beginning of a slow pipe.
const PATIENCE: Duration = Duration::from_millis(100);

/// Something to read, by name.
pub(crate) struct Input {
    /// What messages call it: `puzzles.txt`, `<stdin>`.
    pub(crate) name: String,
    /// How many bytes there are, if that is known.
    pub(crate) size: Option<u64>,
    pub(crate) blocks: Blocks,
}

/// Opens the argument; the `Failure` says what can be done about it.
pub(crate) fn open(argument: &OsStr, reading: &Reading) -> Result<Input, Failure> {
    if argument == "-" {
        return Ok(stdin());
    }
    let path = Path::new(argument);
    let shown = path.display();
    match path.metadata() {
        Ok(found) if found.is_dir() => Err(Failure::message(format!(
            "{shown}: is a directory; name the files in it, as in {}",
            path.join("*").display()
        ))),
        Ok(found) => match File::open(path) {
            Ok(file) => Ok(Input {
                name: shown.to_string(),
                size: Some(found.len()).filter(|_| found.is_file()),
                blocks: Blocks::read(file),
            }),
            Err(error) => Err(Failure::message(format!("{shown}: {}", plain(&error)))),
        },
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Err(Failure::message(format!("{shown}: {}", plain(&error))))
        }
        Err(_) => written(argument, reading),
    }
}

/// A puzzle written out. What is neither a file nor a puzzle gets both explanations.
fn written(argument: &OsStr, reading: &Reading) -> Result<Input, Failure> {
    let name = "<argument>";
    let shown = shorten(&argument.to_string_lossy());
    let Some(text) = argument.to_str() else {
        return Err(Failure::message(format!(
            "'{shown}': no such file, and not a puzzle: expected text, found bytes that are not UTF-8"
        )));
    };
    let (best, nothing) = match reading.format() {
        Some(format) => {
            let found = format::read_as(format, text, &reading.options());
            (found.into_best().ok(), None)
        }
        None => match format::detect(text, &reading.options()).into_best() {
            Ok(best) => (Some(best), None),
            Err(error) => (None, Some(error)),
        },
    };
    let records = best.map(|best| best.records).unwrap_or_default();
    if records.iter().any(Result::is_ok) {
        return Ok(Input {
            name: name.to_owned(),
            size: Some(text.len() as u64),
            blocks: Blocks::whole(text),
        });
    }
    let error = records.into_iter().find_map(Result::err).or(nothing);
    let why = match &error {
        Some(error) => error.to_string(),
        None => "expected a puzzle in the format named by --from".to_owned(),
    };
    // The report opens with what has just been said; the drawing follows it.
    let report = error.map(|error| error.report(name, text));
    let report = report.unwrap_or_default();
    let (_, drawn) = report.split_once('\n').unwrap_or_default();
    Err(Failure::message(format!(
        "'{shown}': no such file, and not a puzzle: {why}\n{}",
        drawn.trim_end()
    )))
}

/// The map of regions in a file.
pub(crate) fn regions(file: &str) -> Result<Layout, String> {
    // The largest map has 14641 numbers.
    const LARGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let opened = File::open(file);
    let read = opened.and_then(|opened| opened.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| plain(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err("expected a map of at most 1 MiB, found more".to_owned());
    }
    let text = match text::utf16(&bytes) {
        Some(text) => text,
        None => text::decode(&bytes)
            .map_err(|fault| fault.error.report(file, &fault.shown))?
            .to_owned(),
    };
    Layout::parse(&text).map_err(|error| error.report(file, &text).trim_end().to_owned())
}

/// Standard input.
pub(crate) fn stdin() -> Input {
    Input {
        name: "<stdin>".to_owned(),
        size: None,
        blocks: Blocks::read(io::stdin()),
    }
}

/// Whether standard input is a person who does not know that we wait.
pub(crate) fn nobody_feeds_us() -> bool {
    io::stdin().is_terminal()
}

/// The blocks of one input, in order.
pub(crate) struct Blocks {
    /// Read already, but not handed on.
    pending: Vec<u8>,
    rest: Option<Receiver<io::Result<Vec<u8>>>>,
    /// Blocks that were used go back to be filled again.
    used: Option<Sender<Vec<u8>>>,
    /// Why nothing more was read, if that has not been told yet.
    fault: Option<io::Error>,
}

impl Blocks {
    fn whole(text: &str) -> Blocks {
        Blocks {
            pending: text.into(),
            rest: None,
            used: None,
            fault: None,
        }
    }

    fn read(mut from: impl Read + Send + 'static) -> Blocks {
        let (send, receive) = sync_channel(AHEAD);
        let (give_back, used) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            let mut buffer = vec![0; BLOCK];
            loop {
                let block = match from.read(&mut buffer) {
                    Ok(0) => return,
                    // Little came, as through a pipe: the room for more is kept.
                    Ok(length) if length < BLOCK / 2 => Ok(buffer[..length].to_vec()),
                    Ok(length) => {
                        buffer.truncate(length);
                        let mut next = used.try_recv().unwrap_or_default();
                        next.resize(BLOCK, 0);
                        Ok(std::mem::replace(&mut buffer, next))
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = block.is_err();
                if send.send(block).is_err() || failed {
                    return;
                }
            }
        });
        Blocks {
            pending: Vec::new(),
            rest: Some(receive),
            used: Some(give_back),
            fault: None,
        }
    }

    /// The beginning of the input, to tell what it is; it is handed on all the same.
    /// A slow pipe is given a moment to say more than its first line.
    pub(crate) fn head(&mut self) -> Result<&[u8], Failure> {
        let mut until = None;
        while self.pending.len() < HEAD && self.rest.is_some() {
            let Some(block) = self.receive(until)? else {
                break;
            };
            self.pending.extend(block);
            until.get_or_insert(Instant::now() + PATIENCE);
        }
        let head = &self.pending[..self.pending.len().min(HEAD)];
        Ok(head)
    }

    /// The next block; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if !self.pending.is_empty() {
            return Ok(Some(std::mem::take(&mut self.pending)));
        }
        self.receive(None)
    }

    /// The next block, if it has been read already. When there is no more, or a fault,
    /// [`Blocks::next`] will tell.
    pub(crate) fn next_if_ready(&mut self) -> Option<Vec<u8>> {
        if !self.pending.is_empty() {
            return Some(std::mem::take(&mut self.pending));
        }
        match self.rest.as_ref()?.try_recv().ok()? {
            Ok(block) => Some(block),
            Err(error) => {
                self.fault = Some(error);
                None
            }
        }
    }

    /// Takes back a block that nobody needs any more, if it is worth filling again.
    pub(crate) fn give_back(&self, block: Vec<u8>) {
        if let Some(used) = &self.used
            && block.len() >= BLOCK / 2
        {
            // Nobody to take it: all has been read.
            let _ = used.send(block);
        }
    }

    /// The next block that is read, or `None` at the end or when time is up.
    fn receive(&mut self, until: Option<Instant>) -> Result<Option<Vec<u8>>, Failure> {
        if let Some(error) = self.fault.take() {
            return Err(self.failure(&error));
        }
        let Some(rest) = &self.rest else {
            return Ok(None);
        };
        loop {
            if interrupt::requested() {
                return Err(Failure::Interrupted);
            }
            match rest.recv_timeout(Duration::from_millis(20)) {
                Ok(Ok(block)) => return Ok(Some(block)),
                Ok(Err(error)) => return Err(self.failure(&error)),
                Err(RecvTimeoutError::Disconnected) => {
                    self.rest = None;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Nothing more can be read, for this reason.
    fn failure(&mut self, error: &io::Error) -> Failure {
        self.rest = None;
        Failure::message(format!("cannot read: {}", plain(error)))
    }
}

/// The error in words, without the operating system's number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_lowercase()
}

/// The text, cut to what can be read at a glance and without control characters.
fn shorten(text: &str) -> String {
    const WIDTH: usize = 40;
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let short: String = text.chars().take(WIDTH).map(printable).collect();
    match text.chars().nth(WIDTH) {
        Some(_) => short + "…",
        None => short,
    }
}

//! Inputs: a puzzle on the command line, a file, or standard input.
//!
//! An argument is `-` for standard input, or the name of a file that exists, or else a
//! puzzle. Everything is read in blocks by a thread of its own, somewhat ahead of what
//! is needed: what one read gives is handed on at once, so that a slow pipe is answered
//! line by line, and waiting for input can be interrupted.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;

use ninefold::ParseError;
use ninefold::format::{Detection, ParseErrorKind, Record};

use super::unpack::{Unpacked, unpacked};
use crate::args::{InputOptions, looks_like_cells};
use crate::exit::{Failure, plain};
use crate::interrupt;
use crate::output::escaped;

/// The size of a block in bytes.
const BLOCK: usize = 1 << 18;

/// How many blocks are read ahead.
const AHEAD: usize = 8;

/// How much of the beginning is used to detect the format.
const HEAD: usize = 1 << 16;

/// An input argument.
pub(crate) enum Input {
    /// Something to read.
    Stream(Stream),
    /// Puzzles written out, which have been read already.
    Written(Written),
}

/// Something to read, by name.
pub(crate) struct Stream {
    /// The name for messages: `puzzles.txt`, `<stdin>`.
    pub(crate) name: String,
    /// How many bytes there are, if that is known.
    size: Option<u64>,
    pub(crate) blocks: Blocks,
}

/// Puzzles written out on the command line.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) detection: Detection,
}

/// The name in messages of an argument that is a puzzle.
pub(crate) const ARGUMENT: &str = "<argument>";

/// If all arguments together are one puzzle and none of them is anything on its own: the
/// advice to quote it.
pub(crate) fn unquoted(reading: &InputOptions) -> Option<Failure> {
    /// As many cells as the smallest board has.
    const FEWEST: usize = 16;
    let inputs = &reading.inputs;
    let texts: Option<Vec<&str>> = inputs.iter().map(|input| input.to_str()).collect();
    let texts = texts.filter(|texts| texts.len() > 1)?;
    // A single dot or dash among many is a blank rather than a folder or standard input.
    let is_blank = |input: &&OsString| texts.len() >= FEWEST && (*input == "." || *input == "-");
    let mut others = inputs.iter().filter(|input| !is_blank(input));
    if others.any(|input| input == "-" || Path::new(input).exists()) {
        return None;
    }
    let is_puzzle = |text: &str| {
        let detection = reading.detect(text);
        let best = detection.best();
        best.is_some_and(|best| best.records.iter().any(Result::is_ok))
    };
    let whole = texts.join(" ");
    (is_puzzle(&whole) && !texts.iter().any(|text| is_puzzle(text))).then(|| {
        let n_inputs = texts.len();
        Failure::message(format!(
            "expected a puzzle in one argument, found it in {n_inputs}; quote it: '{whole}'"
        ))
    })
}

/// Opens the argument; the `Failure` suggests a remedy. With `any_cells`, an argument that is
/// almost a puzzle is taken for one.
pub(crate) fn open(
    argument: &OsStr,
    reading: &InputOptions,
    any_cells: bool,
) -> Result<Input, Failure> {
    let path = Path::new(argument);
    match path.metadata() {
        _ if argument == "-" => Ok(Input::Stream(stdin())),
        Err(error) if error.kind() != io::ErrorKind::PermissionDenied => {
            written(argument, reading, any_cells).map(Input::Written)
        }
        _ => file(argument).map(Input::Stream),
    }
}

/// Opens a file, or standard input if it is called `-`.
pub(crate) fn file(name: &OsStr) -> Result<Stream, Failure> {
    if name == "-" {
        return Ok(stdin());
    }
    let path = Path::new(name).to_owned();
    let name = path.to_string_lossy().into_owned();
    let found = match path.metadata() {
        Ok(found) if found.is_dir() => {
            let files = path.join("*");
            return Err(Failure::message(format!(
                "{}: is a directory; name the files in it, as in {}",
                escaped(&name),
                escaped(&files.to_string_lossy())
            )));
        }
        Ok(found) => found,
        Err(error) => {
            let message = format!("{}: {}", escaped(&name), plain(&error));
            return Err(Failure::message(message));
        }
    };
    Ok(Stream {
        name,
        size: Some(found.len()).filter(|_| found.is_file()),
        // Opening a FIFO waits for a writer, maybe for ever.
        blocks: Blocks::read(move || File::open(path)),
    })
}

/// A puzzle written out. The error for an argument that is neither a file nor a puzzle
/// explains both.
fn written(argument: &OsStr, reading: &InputOptions, any_cells: bool) -> Result<Written, Failure> {
    let shown = shorten(&argument.to_string_lossy());
    let Some(text) = argument.to_str() else {
        return Err(Failure::message(format!(
            "'{shown}': no such file, and not a puzzle: expected text, found bytes that are not UTF-8"
        )));
    };
    let detection = reading.detect(text);
    let best = detection.best();
    let records = best.map(|best| best.records.as_slice()).unwrap_or_default();
    // A puzzle with a rule that Ninefold does not know is still a puzzle.
    let is_puzzle = |read: &Result<Record, ParseError>| match read {
        Ok(_) => true,
        Err(error) => error.kind == ParseErrorKind::UnknownRule,
    };
    let is_taken = any_cells && !records.is_empty() && looks_like_cells(text);
    if is_taken || records.iter().any(is_puzzle) {
        let text = text.to_owned();
        return Ok(Written { text, detection });
    }
    let error = match detection.into_best() {
        Ok(best) => best.records.into_iter().find_map(Result::err),
        Err(nothing) => Some(nothing).filter(|_| reading.format().is_none()),
    };
    let why = match &error {
        Some(error) => error.to_string(),
        None => "expected a puzzle in the format named by --from".to_owned(),
    };
    let excerpt = error.map(|error| error.excerpt(text)).unwrap_or_default();
    // If it can be read without the options, only the board is wrong.
    let is_puzzle = ninefold::parse(text).is_ok();
    let what = if is_puzzle {
        ""
    } else {
        "no such file, and not a puzzle: "
    };
    Err(Failure::message(format!(
        "'{shown}': {what}{why}\n{}",
        excerpt.trim_end()
    )))
}

/// Standard input.
pub(crate) fn stdin() -> Stream {
    Stream {
        name: "<stdin>".to_owned(),
        size: None,
        blocks: Blocks::read(|| Ok(io::stdin())),
    }
}

impl Stream {
    /// How many bytes of text there are, if that is known when the first have been read.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size.filter(|_| !self.blocks.is_packed())
    }
}

/// Whether standard input is a terminal, where a user may not know that the program waits.
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// The blocks of one input, in order.
pub(crate) struct Blocks {
    /// Read already, but not handed on.
    pending: Vec<u8>,
    /// The next block, or why there is none.
    rest: Option<Receiver<Result<Vec<u8>, String>>>,
    /// Blocks that were used go back to be filled again.
    used: Sender<Vec<u8>>,
    /// Why nothing more was read, if that has not been reported yet.
    fault: Option<String>,
    /// Whether the input is packed; known when the first block is there.
    is_packed: Arc<AtomicBool>,
    leading: Leading,
}

impl Blocks {
    fn read<R: Read + Send + 'static>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Blocks {
        let (send, receive) = sync_channel(AHEAD);
        let (give_back, used) = channel::<Vec<u8>>();
        let is_packed = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&is_packed);
        std::thread::spawn(move || {
            let opened = open().map_err(|error| plain(&error));
            let unpack = |file| unpacked(file).map_err(|error| cannot_read(&error));
            match opened.and_then(unpack) {
                Ok(Unpacked { bytes, is_packed }) => {
                    noted.store(is_packed, Ordering::Relaxed);
                    read_blocks(bytes, |block| send.send(block).is_ok(), &used);
                }
                // If the receiver is gone, the program is about to end.
                Err(message) => drop(send.send(Err(message))),
            }
        });
        Blocks {
            pending: Vec::new(),
            rest: Some(receive),
            used: give_back,
            fault: None,
            is_packed,
            leading: Leading::default(),
        }
    }

    fn is_packed(&self) -> bool {
        self.is_packed.load(Ordering::Relaxed)
    }

    /// The beginning of the input, in whole lines, to detect its format; it is also returned
    /// by [`Blocks::next`]. Waits for more until `look` finds something, or there is enough, or
    /// no more: the result does not depend on how fast the input arrives.
    pub(crate) fn head<T>(
        &mut self,
        look: impl Fn(&str) -> Option<T>,
    ) -> Result<(Vec<u8>, Option<T>), Failure> {
        let mut n_looked_at = 0;
        loop {
            let is_all = self.pending.len() < HEAD && !self.more()?;
            let head = &self.pending[..self.pending.len().min(HEAD)];
            let head = match head.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) if !is_all => &head[..=end],
                None if head.len() < HEAD && !is_all => continue,
                _ => head,
            };
            let is_enough = is_all || self.pending.len() >= HEAD;
            if head.len() > n_looked_at || is_enough {
                n_looked_at = head.len();
                let found = look(&String::from_utf8_lossy(head));
                if found.is_some() || is_enough {
                    return Ok((head.to_vec(), found));
                }
            }
        }
    }

    /// Waits for another block; whether there is one. A fault is left to [`Blocks::next`]:
    /// what was read before it is handed on first.
    fn more(&mut self) -> Result<bool, Failure> {
        match self.receive() {
            Ok(Some(block)) => self.pending.extend(block),
            Ok(None) => return Ok(false),
            Err(Failure::Message(fault)) => {
                self.fault = Some(fault);
                return Ok(false);
            }
            Err(other) => return Err(other),
        }
        Ok(true)
    }

    /// How many empty lines were left out before the first block.
    pub(crate) fn n_skipped(&self) -> usize {
        self.leading.n_lines
    }

    /// The next block; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if !self.pending.is_empty() {
            return Ok(Some(std::mem::take(&mut self.pending)));
        }
        self.receive()
    }

    /// The next block, if it has been read already. When there is no more, or a fault,
    /// [`Blocks::next`] reports it.
    pub(crate) fn next_if_ready(&mut self) -> Option<Vec<u8>> {
        if !self.pending.is_empty() {
            return Some(std::mem::take(&mut self.pending));
        }
        match self.rest.as_ref()?.try_recv().ok()? {
            Ok(block) => Some(self.leading.skip(block)).filter(|block| !block.is_empty()),
            Err(error) => {
                self.fault = Some(error);
                None
            }
        }
    }

    /// Takes back a used block, if it is large enough to be filled again.
    pub(crate) fn give_back(&self, block: Vec<u8>) {
        if block.len() >= BLOCK / 2 {
            // An error means that all has been read.
            let _ = self.used.send(block);
        }
    }

    /// The next block that is read, or `None` at the end.
    fn receive(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            if let Some(error) = self.fault.take() {
                self.rest = None;
                return Err(Failure::Message(error));
            }
            let Some(rest) = &self.rest else {
                return Ok(None);
            };
            if interrupt::requested() {
                return Err(Failure::Interrupted);
            }
            match rest.recv_timeout(Duration::from_millis(20)) {
                Ok(Ok(block)) => {
                    let block = self.leading.skip(block);
                    if !block.is_empty() {
                        return Ok(Some(block));
                    }
                }
                Ok(Err(error)) => self.fault = Some(error),
                Err(RecvTimeoutError::Disconnected) => self.rest = None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Reads everything, block by block, until the receiver is gone.
fn read_blocks(
    mut from: impl Read,
    hand_on: impl Fn(Result<Vec<u8>, String>) -> bool,
    used: &Receiver<Vec<u8>>,
) {
    let mut buffer = vec![0; BLOCK];
    loop {
        let block = match from.read(&mut buffer) {
            Ok(0) => return,
            // A short read, as from a pipe: the buffer is kept.
            Ok(length) if length < BLOCK / 2 => Ok(buffer[..length].to_vec()),
            Ok(length) => {
                buffer.truncate(length);
                let mut next = used.try_recv().unwrap_or_default();
                next.resize(BLOCK, 0);
                Ok(std::mem::replace(&mut buffer, next))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(cannot_read(&error)),
        };
        let failed = block.is_err();
        if !hand_on(block) || failed {
            return;
        }
    }
}

fn cannot_read(error: &io::Error) -> String {
    format!("cannot read: {}", plain(error))
}

/// The empty lines at the beginning of an input. They are counted and left out.
#[derive(Default)]
struct Leading {
    n_lines: usize,
    is_over: bool,
    /// The last byte was CR: an LF that follows belongs to it.
    after_cr: bool,
}

impl Leading {
    /// The block from its first line on that is not empty.
    fn skip(&mut self, mut block: Vec<u8>) -> Vec<u8> {
        if self.is_over {
            return block;
        }
        // All bytes are equal: they are compared with their neighbours in one go.
        if block.first() == Some(&b'\n') && !self.after_cr && block[1..] == block[..block.len() - 1]
        {
            self.n_lines += block.len();
            return Vec::new();
        }
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let n_ends = block.iter().take_while(|byte| is_end(byte)).count();
        for &byte in &block[..n_ends] {
            if byte == b'\r' || !self.after_cr {
                self.n_lines += 1;
            }
            self.after_cr = byte == b'\r';
        }
        self.is_over = n_ends < block.len();
        if n_ends > 0 {
            block.drain(..n_ends);
        }
        block
    }
}

/// The beginning of the text, without control characters.
fn shorten(text: &str) -> String {
    const WIDTH: usize = 40;
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let short: String = text.chars().take(WIDTH).map(printable).collect();
    match text.chars().nth(WIDTH) {
        Some(_) => short + "…",
        None => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_at_the_beginning_are_counted() {
        for size in 1..8 {
            let mut leading = Leading::default();
            let text = b"\n\r\n\r\r\n\n 1\n\n".chunks(size);
            let rest: Vec<u8> = text
                .flat_map(|block| leading.skip(block.to_vec()))
                .collect();
            assert_eq!((leading.n_lines, rest.as_slice()), (5, &b" 1\n\n"[..]));
        }
    }
}

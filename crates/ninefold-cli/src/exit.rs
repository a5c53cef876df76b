//! Exit codes, and the failures that end a command.

use std::io;
use std::process::ExitCode;

/// The exit codes. If several apply, the last one here counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every puzzle was solved, or is unique.
    Yes,
    /// The answer is no.
    No,
    /// Stopped by its limits before an answer was found.
    Stopped,
    /// Some lines could not be read; the others were answered.
    Partly,
    /// Wrong usage, or nothing could be read.
    Unreadable,
    /// Interrupted by Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Unreadable => 2,
            Exit::Partly => 3,
            Exit::Stopped => 4,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command, or one of its inputs, came to an end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error to print; the exit code is 2.
    Message(String),
    /// No input was named, and standard input is a terminal.
    NoInput,
    /// The output cannot be written, for this reason.
    Unwritable(String),
    /// Standard output was closed; counts as success.
    ClosedPipe,
    /// A line could not be read, and `--strict` ends the batch; it has been reported.
    Strict,
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    pub(crate) fn message(message: impl Into<String>) -> Failure {
        Failure::Message(message.into())
    }
}

/// The error in words, without the operating system's number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_lowercase()
}

/// Only writing returns bare I/O errors; reading adds the name of the input.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Unwritable(format!("cannot write the output: {}", plain(&error))),
        }
    }
}

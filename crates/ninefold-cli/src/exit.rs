//! How the program ends: exit codes, and errors that end a command.

use std::io;
use std::process::ExitCode;

/// What the exit code tells a script. Of several that apply, the last one here counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Asked and answered: every puzzle solved, or unique.
    Yes,
    /// Answered, but the answer is no.
    No,
    /// Stopped by its limits before an answer.
    Stopped,
    /// Some lines could not be read, the rest were answered.
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
    /// Something to tell the user; the exit code is 2.
    Message(String),
    /// No input was named, and standard input is a terminal.
    NoInput,
    /// The output cannot be written, for this reason, so there is no point in going on.
    Unwritable(String),
    /// Nobody reads our output any more, which is no mistake.
    ClosedPipe,
    /// A line could not be read, and `--strict` wants no more; all has been said.
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

/// Only writing gives bare I/O errors; reading says what it read.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Unwritable(format!("cannot write the output: {}", plain(&error))),
        }
    }
}

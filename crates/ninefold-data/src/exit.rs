//! Exit codes, and the failures that end a file or the whole job.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::words::shown;

/// The exit codes, as those of `ninefold`. If several apply, the last one here counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every row has an answer, and none of them is no.
    Yes,
    /// An answer is no: a puzzle without a solution, or (check) without a single one.
    No,
    /// Rows ran out of time; all others have an answer.
    Stopped,
    /// Some rows have no answer.
    Partly,
    /// Wrong usage, or a file that cannot be read or written.
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

/// Why a file was not made.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something is wrong with this file; the others may be well.
    File(String),
    /// Nothing can be written any more, or the caller wants no other files.
    Job(String),
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    /// The failure of one file, by its name.
    pub(crate) fn file(path: &Path, why: impl Display) -> Failure {
        Failure::File(format!("{}: {why}", shown(path)))
    }

    /// The failure of the whole job, by the name of the file where it showed.
    pub(crate) fn job(path: &Path, why: impl Display) -> Failure {
        Failure::Job(format!("{}: {why}", shown(path)))
    }
}

/// The error in words, without the operating system's number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_lowercase()
}

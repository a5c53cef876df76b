//! The program `ninefold-data`: Parquet, Arrow and CSV files in, the same with answers out.
//!
//! ```text
//!  commands ──▶ plan ──▶ job ──▶ tables, puzzles ──▶ answers ──▶ ninefold-columns
//!                         │            │
//!                         │          files: Parquet, Arrow, CSV, and `.part`
//!                       stamp: what a file says about how it was made
//! ```

mod answers;
mod cells;
mod commands;
mod exit;
mod files;
mod inspect;
mod interrupt;
mod job;
mod plan;
mod progress;
mod puzzles;
mod stamp;
mod tables;
mod words;

use std::process::ExitCode;

use commands::Arguments;
use exit::Exit;

fn main() -> ExitCode {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(answer) => {
            // If neither output can be written, the exit code is left.
            let is_printed = answer.print().is_ok();
            let exit = if answer.use_stderr() || !is_printed {
                Exit::Unreadable
            } else {
                Exit::Yes
            };
            return exit.into();
        }
    };
    interrupt::listen();
    files::keep_quiet();
    match arguments.run() {
        Ok(exit) => exit.into(),
        Err(message) => {
            eprintln!("error: {message}");
            Exit::Unreadable.into()
        }
    }
}

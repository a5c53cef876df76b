//! The `ninefold` program: parses the arguments, runs the command, sets the exit code.

mod args;
mod commands;
mod exit;
mod forms;
mod interrupt;
mod json;
mod logic;
mod names;
mod output;
mod search;
mod stream;
mod text;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use commands::Arguments;
use exit::{Exit, Failure};
use output::{Look, Output};

fn main() -> ExitCode {
    let typed = std::env::args_os().map(args::shielded);
    let arguments = match Arguments::try_parse_from(typed) {
        Ok(arguments) => arguments,
        Err(answer) => return print(&answer).into(),
    };
    interrupt::listen();
    let look = Look::new(&arguments.general);
    let name = arguments.command.name();
    let exit = match arguments.command.run(look) {
        Ok(exit) => exit,
        Err(Failure::NoInput) => {
            Output::new(look).talk(&commands::short_help(name));
            Exit::Unreadable
        }
        Err(Failure::ClosedPipe) => Exit::Yes,
        Err(Failure::Interrupted) => Exit::Interrupted,
        Err(Failure::Strict) => Exit::Unreadable,
        Err(Failure::Message(message) | Failure::Unwritable(message)) => {
            Output::new(look).error(&message);
            Exit::Unreadable
        }
    };
    exit.into()
}

/// Prints what clap returns: help, the version, or what is wrong with the arguments.
fn print(answer: &clap::Error) -> Exit {
    let printed = answer.print().and_then(|()| std::io::stdout().flush());
    match printed.map_err(Failure::from) {
        Err(Failure::Unwritable(message)) => {
            // If standard error cannot be written either, the exit code is left.
            let _ = writeln!(std::io::stderr(), "error: {message}");
            Exit::Unreadable
        }
        _ if answer.use_stderr() => Exit::Unreadable,
        _ => Exit::Yes,
    }
}

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
mod versions;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use commands::Arguments;
use exit::{Exit, Failure};
use output::{Look, Output};

fn main() -> ExitCode {
    let typed: Vec<_> = std::env::args_os().map(args::shielded).collect();
    if versions::are_asked_for(&typed) {
        let printed = output::print(versions::line());
        return printed_plainly(printed.map(drop), Exit::Yes).into();
    }
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
    let exit = if answer.use_stderr() {
        Exit::Unreadable
    } else {
        Exit::Yes
    };
    printed_plainly(printed.map_err(Failure::from), exit)
}

/// How the program ends after printing before it knows the arguments, and so without a style.
fn printed_plainly(printed: Result<(), Failure>, exit: Exit) -> Exit {
    let Err(Failure::Unwritable(message)) = printed else {
        return exit;
    };
    // If standard error cannot be written either, the exit code is left.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    Exit::Unreadable
}

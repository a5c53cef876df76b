//! The `ninefold` program: parse the arguments, run the command, say how it ended.

mod args;
mod commands;
mod exit;
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

use args::{Arguments, Command};
use exit::{Exit, Failure};
use output::{Look, Output};

fn main() -> ExitCode {
    let arguments = std::env::args_os().map(stream::input::shielded);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(answer) => return told(&answer).into(),
    };
    interrupt::listen();
    let look = Look::new(&arguments.manners);
    let exit = match run(arguments.command, look) {
        Ok(exit) => exit,
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

/// Prints what clap has to say: help, the version, or what is wrong with the arguments.
fn told(answer: &clap::Error) -> Exit {
    let printed = answer.print().and_then(|()| std::io::stdout().flush());
    match printed.map_err(Failure::from) {
        Err(Failure::Unwritable(message)) => {
            // Who cannot write to standard error either has the exit code.
            let _ = writeln!(std::io::stderr(), "error: {message}");
            Exit::Unreadable
        }
        _ if answer.use_stderr() => Exit::Unreadable,
        _ => Exit::Yes,
    }
}

fn run(command: Command, look: Look) -> Result<Exit, Failure> {
    match command {
        Command::Solve(options) => commands::solve::run(options, look),
        Command::Check(options) => commands::check::run(options, look),
        Command::Count(options) => commands::count::run(options, look),
        Command::Convert(options) => commands::convert::run(options, look),
        Command::Hint(options) => commands::hint::run(options, look),
        Command::Explain(options) => commands::explain::run(options, look),
        Command::Verify(options) => commands::verify::run(options, look),
        Command::Techniques { name, json } => commands::techniques::run(name, json, look),
        Command::Race(options) => commands::race::run(options, look),
        Command::Bench(options) => commands::bench::run(options, look),
        Command::Formats { json } => print(commands::formats::list(json, look)),
        Command::Engines { json } => print(commands::engines::list(json, look)),
        Command::Completions { shell } => print(commands::completions::script(shell)),
        Command::Man => print(commands::man::page()?),
    }
}

fn print(text: impl AsRef<[u8]>) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()?;
    Ok(Exit::Yes)
}

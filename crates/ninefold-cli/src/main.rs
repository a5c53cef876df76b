//! The `ninefold` program: parse the arguments, run the command, say how it ended.

mod args;
mod batch;
mod commands;
mod draw;
mod exit;
mod input;
mod interrupt;
mod json;
mod lines;
mod names;
mod output;
mod progress;
mod search;
mod tally;
mod text;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command, Reading, Searching, Seed, Threads};
use batch::Job;
use commands::{check::Check, convert::Convert, count::Count, race::Race, solve::Solve};
use exit::{Exit, Failure};
use output::{Look, Output};
use search::Search;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    interrupt::listen();
    let look = Look::new(&arguments.manners);
    let exit = match run(arguments.command, look) {
        Ok(exit) => exit,
        Err(Failure::ClosedPipe) => Exit::Yes,
        Err(Failure::Interrupted) => Exit::Interrupted,
        Err(Failure::Strict) => Exit::Unreadable,
        Err(Failure::Message(message)) => {
            Output::new(look).error(&message);
            Exit::Unreadable
        }
    };
    exit.into()
}

fn run(command: Command, look: Look) -> Result<Exit, Failure> {
    match command {
        Command::Solve {
            reading,
            searching,
            limit,
            writing,
        } => {
            let limit = if limit.all { Some(0) } else { limit.limit };
            let job = Solve {
                search: search(&searching, look),
                limit: limit.map(no_limit_if_zero),
                to: writing.to,
                json: writing.json,
                stats: searching.stats,
            };
            batch("solve", &job, &reading, &searching.threads, look)
        }
        Command::Check {
            reading,
            searching,
            json,
        } => {
            let job = Check {
                search: search(&searching, look),
                json,
                stats: searching.stats,
            };
            batch("check", &job, &reading, &searching.threads, look)
        }
        Command::Count {
            reading,
            searching,
            limit,
            all,
            json,
        } => {
            let job = Count {
                search: search(&searching, look),
                limit: no_limit_if_zero(if all { 0 } else { limit }),
                json,
                stats: searching.stats,
            };
            batch("count", &job, &reading, &searching.threads, look)
        }
        Command::Convert {
            reading,
            target,
            threads,
            json,
        } => {
            let job = Convert {
                to: target.to,
                json,
            };
            batch("convert", &job, &reading, &threads, look)
        }
        Command::Race {
            reading,
            engines,
            timeout,
            nodes,
            seed,
            limit,
            json,
        } => {
            let job = Race {
                engines,
                timeout,
                nodes,
                seed: number(seed, look),
                limit,
                json,
            };
            batch("race", &job, &reading, &Threads { threads: 1 }, look)
        }
        Command::Formats { json } => print(commands::formats::list(json, look.verbose)),
        Command::Engines { json } => print(commands::engines::list(json, look.verbose)),
        Command::Completions { shell } => print(commands::completions::script(shell)),
        Command::Man => print(commands::man::page()?),
    }
}

/// Runs a job over its inputs, unless there is nobody to give us any.
fn batch(
    name: &str,
    job: &dyn Job,
    reading: &Reading,
    threads: &Threads,
    look: Look,
) -> Result<Exit, Failure> {
    if reading.inputs.is_empty() && input::nobody_feeds_us() {
        Output::new(look).talk(&short_help(name));
        return Ok(Exit::Unreadable);
    }
    batch::run(job, reading, threads, look)
}

/// For a person who typed a command and nothing more: how to go on.
fn short_help(name: &str) -> String {
    let mut command = Arguments::command();
    command.build();
    let Some(command) = command.find_subcommand_mut(name) else {
        return String::new();
    };
    let usage = command.render_usage();
    let examples = command.get_after_help().cloned().unwrap_or_default();
    format!(
        "nothing to read: give a puzzle, a file, or a pipe\n\n{usage}\n\n{examples}\n\n\
         'ninefold {name} --help' tells more."
    )
}

fn search(options: &Searching, look: Look) -> Search {
    Search {
        engine: options.engine.clone(),
        timeout: options.timeout,
        nodes: options.nodes,
        seed: number(options.seed, look),
    }
}

/// The seed; one that chance chose is told, so that the run can be repeated.
fn number(seed: Seed, look: Look) -> u64 {
    let number = seed.number();
    if seed == Seed::Random {
        Output::new(look).talk(&format!("seed: {number}"));
    }
    number
}

fn no_limit_if_zero(limit: u64) -> u64 {
    if limit == 0 { u64::MAX } else { limit }
}

fn print(text: impl AsRef<[u8]>) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()?;
    Ok(Exit::Yes)
}

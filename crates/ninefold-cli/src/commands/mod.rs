//! The command line, and the commands, one file each.
//!
//! A command's file holds its arguments, its help, its examples and what it does. A new
//! command is such a file and a line in the table below, beside the `mod` that Rust asks
//! for.

mod bench;
mod canon;
mod check;
mod completions;
mod convert;
mod count;
mod dedup;
mod doctor;
mod drill;
mod engines;
mod explain;
mod formats;
mod generate;
mod hint;
mod inspect;
mod man;
mod race;
mod rate;
mod same;
mod shuffle;
mod solve;
mod solve_logic;
mod techniques;
mod verify;
mod why;

use clap::{CommandFactory, Parser, Subcommand};

use crate::args::GeneralOptions;
use crate::exit::{Exit, Failure};
use crate::output::Look;
use crate::search::Finding;
use crate::stream::job::Page;

/// Makes of the table of commands what clap reads, and what runs a command.
macro_rules! commands {
    ($($file:ident::$Command:ident,)*) => {
        /// A command and its arguments.
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($Command($file::$Command),)*
        }

        impl Command {
            /// The name of the command, as it is typed.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Command::$Command(_) => stringify!($file),)*
                }
            }

            /// Runs the command.
            pub(crate) fn run(self, look: Look) -> Result<Exit, Failure> {
                match self {
                    $(Command::$Command(command) => command.run(look),)*
                }
            }
        }
    };
}

// In the order in which the help lists them.
commands! {
    solve::Solve,
    check::Check,
    count::Count,
    convert::Convert,
    hint::Hint,
    explain::Explain,
    why::Why,
    rate::Rate,
    inspect::Inspect,
    generate::Generate,
    doctor::Doctor,
    verify::Verify,
    canon::Canon,
    same::Same,
    dedup::Dedup,
    shuffle::Shuffle,
    techniques::Techniques,
    drill::Drill,
    formats::Formats,
    engines::Engines,
    race::Race,
    bench::Bench,
    completions::Completions,
    man::Man,
}

/// The whole command line.
#[derive(Parser)]
#[command(
    name = "ninefold",
    version,
    about = "A Sudoku workbench: any board, any format, many engines, honest verdicts",
    arg_required_else_help = true,
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) general: GeneralOptions,
}

const EXAMPLES: &str = "\
Examples:
  ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold check puzzles.txt
  ninefold solve puzzles.gz > solutions.txt

Run 'ninefold COMMAND --help' for more about a command.";

const LONG_EXAMPLES: &str = "\
Examples:
  Solve a puzzle, a file of puzzles, or what comes through a pipe:
    ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    ninefold solve puzzles.txt > solutions.txt
    head -1000 puzzles.txt | ninefold solve --json

  Check whether a puzzle has exactly one solution, and if not, why:
    ninefold check puzzle.txt

  Compare the engines on one puzzle:
    ninefold race puzzle.txt

  Make ten symmetric puzzles of a level:
    ninefold generate -n 10 --symmetry half-turn --level hard

  Print the versions that answers depend on:
    ninefold --version --json

Exit codes:
  0    every puzzle was solved, or (check) is unique
  1    the answer is no: a puzzle has no solution, or (check) is not unique
  2    usage or input error; nothing could be read
  3    some lines could not be read; the others were answered
  4    stopped by --timeout or --nodes before an answer was found
  130  interrupted";

/// The message of a command that has nothing to read: its usage and its examples.
pub(crate) fn short_help(name: &str) -> String {
    let mut command = Arguments::command();
    command.build();
    let Some(command) = command.find_subcommand_mut(name) else {
        return String::new();
    };
    let usage = command.render_usage();
    let examples = command.get_after_help().cloned().unwrap_or_default();
    format!(
        "nothing to read: pass a puzzle, a file, or a pipe\n\n{usage}\n\n{examples}\n\n\
         Run 'ninefold {name} --help' for more."
    )
}

/// Notes the work done, and reports on standard error what is wrong with a puzzle.
fn note(page: &mut Page<'_>, place: &str, finding: &Finding) {
    page.stats = finding.stats();
    for error in &finding.errors {
        page.talk += &format!("{place}: {error}\n");
    }
}

/// On the command line, a limit of 0 means no limit.
fn no_limit_if_zero(limit: u64) -> u64 {
    match limit {
        0 => u64::MAX,
        _ => limit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}

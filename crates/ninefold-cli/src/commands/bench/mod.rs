//! `bench`: the speed of each engine, measured as fairly as we can.
//!
//! ```text
//!  files, or our own ─ sample ─ shuffle ─ disguise ─ warm-up: every answer judged
//!                                                      └─ rounds: all in turn
//!                                                           └─ best, median, percentiles
//! ```
//!
//! A figure that cannot be repeated is worth nothing: the same seed gives the same puzzles
//! in the same disguise, and every report opens with the machine and the compiler.

mod clock;
mod contestant;
mod disguise;
mod figures;
mod machine;
mod made;
mod measure;
mod report;
mod sets;

use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;

use clap::Args;
use ninefold::format::Writer;

use self::contestant::{Lineup, all, lineup};
use self::machine::Machine;
use self::made::Recipe;
use self::measure::{Rules, Wrong, measure};
use self::report::{ResultObject, Status};
use crate::args::{BoardOptions, Seed, duration, seed, unshielded};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json;
use crate::names;
use crate::output::{Look, Output};

/// Measure the speed of engines
///
/// Puzzles are shuffled and disguised (digits renamed, rows and columns moved), every
/// answer is checked first, and the engines take turns, round by round. Times are the CPU
/// time of one thread. Without FILE, the built-in collections are used.
///
/// The ratio is how many times faster an engine is than the first one. 'fast9-bytes' is
/// the library's direct interface to fast9, 81 characters in and out; it is measured along
/// with fast9. 'batch9' solves many puzzles at once: if it takes part, a set of fewer than
/// 3000 classic puzzles is repeated in other disguises, up to --take.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold bench
  ninefold bench --engines fast9,csp,dancing-links --timeout 1m puzzles.txt
  ninefold bench --json --rounds 9 puzzles.txt > result.json")]
pub(crate) struct Bench {
    /// Files of puzzles, each a set of its own; '-' is standard input [default: the built-in
    /// collections]
    #[arg(value_name = "FILE", value_parser = unshielded())]
    files: Vec<OsString>,
    /// The engines to measure, separated by commas; all are compared with the first
    #[arg(long, value_name = "NAME,…", value_parser = names::one_of(lineup, all), hide_possible_values = true, default_value = "csp,fast9,batch9")]
    engines: Lineup,
    /// The number of rounds; the best one counts, and the median is reported
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Look for up to N solutions of each puzzle; 2 shows whether the first is the only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    limit: u64,
    /// Take at most N puzzles of each set, drawn at random [default: 5000]; of a generated set,
    /// generate N [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    take: Option<u32>,
    /// Measure on generated puzzles, by size and empty cells: 25x25@54% or 25x25@54%,balanced
    #[arg(long = "set", value_name = "SIZE@HOLES")]
    sets: Vec<Recipe>,
    /// Give up on a puzzle after this much CPU time, and go on with the next
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    each: Option<Duration>,
    /// The seed for drawing, shuffling and disguising puzzles: a number, or 'random'
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    seed: Seed,
    /// The time limit per engine and set, all rounds together: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "10s")]
    timeout: Duration,
    /// Read this format instead of detecting it; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    from: Option<Writer>,
    /// Print one JSON object per set and engine, one per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardOptions,
}

impl Bench {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let mut output = Output::new(look);
        if machine::IS_DEBUG && !look.quiet {
            output.talk("warning: this is a debug build; measure one made with --release");
        }
        let seed = self.seed.number(look);
        let rules = Rules {
            rounds: self.rounds.into(),
            limit: self.limit,
            timeout: self.timeout,
            each: self.each,
        };
        let machine = Machine::this();
        // Printed with the first figures, and only with figures.
        let mut opening = report::opening(&machine, rules, seed);
        let Lineup(contestants) = &self.engines;
        let mut exit = Exit::Yes;
        let mut is_any_measured = false;
        for origin in sets::origins(&self.files, &self.sets) {
            let (set, read) = sets::load(&origin, &self, seed, look)?;
            exit = exit.max(read);
            if set.questions.is_empty() || interrupt::requested() {
                continue;
            }
            let entrants = match measure(&set, contestants, rules) {
                Ok(entrants) => entrants,
                Err(Wrong(message)) => {
                    output.data.flush()?;
                    output.error(&message);
                    return Ok(Exit::No);
                }
            };
            let entries = ResultObject::all(&set, &entrants, rules, seed, &machine);
            let printed = if self.json {
                entries.iter().map(json::line).collect()
            } else {
                std::mem::take(&mut opening) + &report::chart(&set, &entries)
            };
            write!(output.data, "{printed}")?;
            output.data.flush()?;
            for entry in &entries {
                is_any_measured |= entry.status != Status::Refused;
                if entry.status == Status::Timeout {
                    exit = exit.max(Exit::Stopped);
                }
            }
            if interrupt::requested() {
                break;
            }
        }
        if interrupt::requested() {
            output.talk("interrupted: the figures are of the rounds that were done");
            return Ok(Exit::Interrupted);
        }
        if !is_any_measured && exit < Exit::Unreadable {
            return Err(Failure::message(
                "no engine takes these puzzles; 'ninefold engines' lists them all",
            ));
        }
        Ok(exit)
    }
}

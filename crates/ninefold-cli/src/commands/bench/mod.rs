//! `bench`: how fast is each engine, measured as fairly as we know how.
//!
//! ```text
//!  files, or our own ─ sample ─ shuffle ─ disguise ─ warm-up: every answer judged
//!                                                      └─ rounds: everyone in turn
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

use std::io::Write;

pub(crate) use contestant::{Lineup, all, lineup};
pub(crate) use made::Recipe;

use self::machine::Machine;
use self::measure::{Rules, Wrong, measure};
use self::report::{Entry, Status};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json;
use crate::output::{Look, Output};

/// Runs the command.
pub(crate) fn run(options: args::Bench, look: Look) -> Result<Exit, Failure> {
    let mut output = Output::new(look);
    if machine::IS_DEBUG && !look.quiet {
        output.talk("warning: this is a debug build; measure one made with --release");
    }
    let seed = options.seed.number(look);
    let rules = Rules {
        rounds: options.rounds.into(),
        limit: options.limit,
        timeout: options.timeout,
        each: options.each,
    };
    let machine = Machine::this();
    // Told with the first figures, and only with figures.
    let mut opening = report::opening(&machine, rules, seed);
    let Lineup(contestants) = &options.engines;
    let mut exit = Exit::Yes;
    let mut anyone = false;
    for source in sets::sources(&options.files, &options.sets) {
        let (set, read) = sets::load(&source, &options, seed, look)?;
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
        let entries = Entry::all(&set, &entrants, rules, seed, &machine);
        let told = match options.json {
            true => entries.iter().map(json::line).collect(),
            false => std::mem::take(&mut opening) + &report::chart(&set, &entries),
        };
        write!(output.data, "{told}")?;
        output.data.flush()?;
        for entry in &entries {
            anyone |= entry.status != Status::Refused;
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
    if !anyone && exit < Exit::Unreadable {
        return Err(Failure::message(
            "no engine takes these puzzles; 'ninefold engines' lists them all",
        ));
    }
    Ok(exit)
}

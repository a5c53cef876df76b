//! The output: a table for each set, or with `--json` an object for each set and engine.

use serde::Serialize;

use super::clock;
use super::figures::{Percentiles, Spread, ratio};
use super::machine::Machine;
use super::measure::{Entrant, Rules};
use super::sets::Set;
use crate::interrupt;
use crate::json;
use crate::output::{grouped, many, table};

/// The result of one contestant on one set.
#[derive(Serialize)]
pub(super) struct ResultObject<'a> {
    schema: u32,
    set: &'a str,
    puzzles: usize,
    engine: &'a str,
    pub(super) status: Status,
    /// Microseconds per puzzle in the best round.
    micros: Option<f64>,
    median_micros: Option<f64>,
    /// Puzzles per second in the best round.
    per_second: Option<f64>,
    /// How many times faster than the first engine.
    ratio: Option<f64>,
    /// Guesses per puzzle.
    guesses: Option<f64>,
    /// The share of puzzles solved without a guess.
    without_guess: Option<f64>,
    /// How long single puzzles take, in microseconds.
    latency: Option<Percentiles>,
    /// Puzzles that it gave up on after the time for one.
    given_up: usize,
    rounds: usize,
    limit: u64,
    seed: u64,
    clock: &'static str,
    machine: &'a Machine,
    errors: Vec<json::Error>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Measured,
    /// The engine does not take these puzzles.
    Refused,
    Timeout,
    Interrupted,
}

impl<'a> ResultObject<'a> {
    /// The entries of one set, in the order of the contestants.
    pub(super) fn all(
        set: &'a Set,
        entrants: &'a [Entrant<'a>],
        rules: Rules,
        seed: u64,
        machine: &'a Machine,
    ) -> Vec<ResultObject<'a>> {
        let first = entrants.first().and_then(Entrant::spread);
        let entry = |entrant: &'a Entrant<'a>| {
            let spread = entrant.spread();
            let status = match (&spread, &entrant.refusal) {
                (Some(_), _) => Status::Measured,
                (None, Some(_)) => Status::Refused,
                (None, None) if interrupt::requested() => Status::Interrupted,
                (None, None) => Status::Timeout,
            };
            let best = spread.map(|spread| spread.best);
            let errors = match (status, &entrant.refusal) {
                (Status::Measured, _) => None,
                (_, Some(refusal)) => Some(refusal.clone()),
                (_, None) => Some(given_up(set, entrant, status)),
            };
            let guesses = guesses(entrant).filter(|_| spread.is_some());
            ResultObject {
                schema: json::SCHEMA,
                set: &set.name,
                puzzles: set.questions.len(),
                engine: entrant.contestant.name(),
                status,
                micros: best.map(|best| best * 1e6),
                median_micros: spread.map(|Spread { median, .. }| median * 1e6),
                per_second: best.filter(|&best| best > 0.0).map(|best| 1.0 / best),
                ratio: best.and_then(|best| ratio(first?.best, best)),
                guesses: guesses.map(|(average, _)| average),
                without_guess: guesses.map(|(_, none)| none),
                latency: entrant.percentiles(),
                given_up: entrant.n_given_up(),
                rounds: entrant.n_rounds(),
                limit: rules.limit,
                seed,
                clock: clock::KIND,
                machine,
                errors: errors.iter().map(json::Error::of_message).collect(),
            }
        };
        entrants.iter().map(entry).collect()
    }
}

/// Guesses per puzzle, and the share of puzzles without one, if they were counted.
fn guesses(entrant: &Entrant<'_>) -> Option<(f64, f64)> {
    let counted: Option<Vec<u64>> = entrant.answers.iter().map(|a| a.guesses).collect();
    let counted = counted.filter(|counted| !counted.is_empty())?;
    let n = counted.len() as f64;
    let sum: f64 = counted.iter().map(|&guesses| guesses as f64).sum();
    let none = counted.iter().filter(|&&guesses| guesses == 0).count();
    Some((sum / n, none as f64 / n))
}

fn given_up(set: &Set, entrant: &Entrant<'_>, status: Status) -> String {
    let answered = grouped(entrant.answers.len() as u64);
    let all = many(set.questions.len() as u64, "puzzle", "puzzles");
    match status {
        Status::Interrupted => format!("interrupted after {answered} of {all}"),
        _ if entrant.answers.len() < set.questions.len() => {
            format!("out of time after {answered} of {all}; --timeout gives it more")
        }
        _ => "out of time in the first round; --timeout gives it more".to_owned(),
    }
}

/// The machine, the build and the rules, in a few lines.
pub(super) fn opening(machine: &Machine, rules: Rules, seed: u64) -> String {
    let Machine {
        cpu,
        compiler,
        target,
        build,
        ..
    } = machine;
    let cores = many(machine.cores as u64, "core", "cores");
    let features = machine.features.join(" ");
    let rounds = many(rules.rounds as u64, "round", "rounds");
    let clock = clock::KIND;
    let solutions = many(rules.limit, "solution", "solutions");
    format!(
        "machine:  {cpu}, {cores}; {features}\n\
         program:  ninefold {}, {build} build, {compiler}, {target}\n\
         measured: {clock}, best of {rounds}, up to {solutions} a puzzle, seed {seed}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The table of one set.
pub(super) fn chart(set: &Set, entries: &[ResultObject<'_>]) -> String {
    let headings = [
        "engine",
        "µs/puzzle",
        "median",
        "puzzles/s",
        "ratio",
        "guesses",
        "no guess",
        "p50 µs",
        "p90",
        "p99",
        "max",
    ];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    let mut notes = String::new();
    for entry in entries {
        rows.push(row(entry));
        if entry.given_up > 0 {
            let (n, engine) = (grouped(entry.given_up as u64), entry.engine);
            let all = many(entry.puzzles as u64, "puzzle", "puzzles");
            notes += &format!(
                "({engine}: gave up on {n} of {all} after the time of --each, with which they count)\n"
            );
        }
        for error in &entry.errors {
            notes += &format!("({}: {error})\n", entry.engine);
        }
    }
    let puzzles = many(set.questions.len() as u64, "puzzle", "puzzles");
    let chart = table(&rows, 1..headings.len(), None);
    format!("\n{}: {puzzles}\n{chart}{notes}", set.name)
}

fn row(entry: &ResultObject<'_>) -> Vec<String> {
    let dash = || "-".to_owned();
    let number = |value: Option<f64>| value.map_or_else(dash, three_digits);
    // A puzzle that was given up would have taken longer.
    let latency = |place: usize, pick: fn(&Percentiles) -> f64| match &entry.latency {
        Some(times) if place + times.n_open >= 4 => format!("≥{}", three_digits(pick(times))),
        latency => number(latency.as_ref().map(pick)),
    };
    let per_second = entry.per_second.map(|rate| grouped(rate.round() as u64));
    let without_guess = entry
        .without_guess
        .map(|share| format!("{:.0} %", share * 100.0));
    vec![
        entry.engine.to_owned(),
        number(entry.micros),
        number(entry.median_micros),
        per_second.unwrap_or_else(dash),
        number(entry.ratio),
        number(entry.guesses),
        without_guess.unwrap_or_else(dash),
        latency(0, |times| times.p50),
        latency(1, |times| times.p90),
        latency(2, |times| times.p99),
        latency(3, |times| times.max),
    ]
}

/// A number with the three digits that a measurement can vouch for.
fn three_digits(number: f64) -> String {
    match number {
        ..9.995 => format!("{number:.2}"),
        ..99.95 => format!("{number:.1}"),
        _ => grouped(number.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        let shown = [0.0, 1.234, 9.996, 56.78, 99.96, 1234.5].map(three_digits);
        assert_eq!(shown, ["0.00", "1.23", "10.0", "56.8", "100", "1,235"]);
    }
}

//! `count`: how many solutions are there?

use std::io;
use std::time::Instant;

use clap::Args;
use ninefold::inspect::{self, Limits};
use ninefold_workbench::wire::EstimateObject;

use super::no_limit_if_zero;
use crate::args::{InputOptions, SearchOptions};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Look, many};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Answer;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page, Short};

/// Count the solutions of puzzles
///
/// Prints the number, or 'at least N' if --limit, --timeout or --nodes stopped the search.
/// With --estimate it walks down the search tree at random instead and prints an estimate with its
/// error: the interval has the number in about 95 of 100 cases. Few solutions are counted.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold count 1234............
  ninefold count --all puzzle.txt
  ninefold count --box none ................
  ninefold count --limit 1000 --json puzzles.txt
  ninefold count --estimate .................................................................................")]
pub(crate) struct Count {
    #[command(flatten)]
    reading: InputOptions,
    #[command(flatten)]
    searching: SearchOptions,
    /// Stop counting at N solutions (0: never)
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: u64,
    /// Count all solutions (same as --limit 0)
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// Estimate the number of solutions instead of counting them
    #[arg(long, conflicts_with_all = ["limit", "all", "engine", "nodes"])]
    estimate: bool,
    /// Estimate by N random probes; the error halves with four times as many
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "estimate", value_parser = clap::value_parser!(u64).range(40..))]
    probes: u64,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

impl Count {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = CountJob {
            search: BoundedEngine::new(&self.searching, look),
            limit: no_limit_if_zero(if self.all { 0 } else { self.limit }),
            probes: self.estimate.then_some(self.probes),
            json: self.json,
            stats: self.searching.stats,
        };
        let threads = &self.searching.threads;
        batch::run(&job, &self.reading, threads, look)
    }
}

struct CountJob {
    search: BoundedEngine,
    /// When to stop counting; `u64::MAX` is never.
    limit: u64,
    /// By how many probes to estimate, if not to count.
    probes: Option<u64>,
    json: bool,
    stats: bool,
}

impl Job for CountJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        if let Some(probes) = self.probes {
            return self.estimate(item, probes, page);
        }
        // A search for fewer than two has no verdict, so at least two are looked for, and
        // the limit applies to what is printed.
        let finding = self.search.count(item.record, self.limit.max(2));
        super::note(page, &item.place(), &finding);
        let found = page.stats.solutions;
        let exact = match &finding.report {
            Some(report) => report.stop.is_none() && found <= self.limit,
            None => true,
        };
        let count = found.min(self.limit);
        let verdict = finding.verdict;
        if self.json {
            let mut answer = Answer::found(item, &finding);
            answer.found.count = Some(count);
            answer.found.exact = Some(exact);
            answer.write(page.data)?;
        } else if verdict == Verdict::Refused {
            writeln!(page.data, "{}", verdict.word())?;
        } else if exact {
            writeln!(page.data, "{count}")?;
        } else {
            writeln!(page.data, "at least {count}")?;
        }
        if verdict == Verdict::Timeout && !page.look.quiet {
            page.talk += &format!(
                "{}: stopped before all solutions were counted\n",
                item.place()
            );
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Word.or_json(self.json)
    }

    fn short(&self) -> Option<Short> {
        let is_short = self.probes.is_none() && self.search.is_free() && !self.json && !self.stats;
        is_short.then_some(Short::Word("1"))
    }

    fn wants_stats(&self) -> bool {
        self.stats
    }
}

impl CountJob {
    /// Estimates the number of solutions.
    fn estimate(&self, item: &Item<'_>, probes: u64, page: &mut Page<'_>) -> io::Result<Verdict> {
        let (search, puzzle) = (&self.search, &item.record.puzzle);
        let clashes = BoundedEngine::clashes(item.record);
        let deadline = search.deadline();
        let should_stop =
            || interrupt::requested() || deadline.is_some_and(|end| Instant::now() >= end);
        let limits = Limits::of(puzzle.geometry()).until(&should_stop);
        let estimate = inspect::estimate(puzzle, probes, search.seed, limits);
        let verdict = match (&clashes, &estimate) {
            (Some(_), _) => Verdict::Clash,
            (None, _) if interrupt::requested() => Verdict::Interrupted,
            (None, Some(estimate)) => match estimate.exact() {
                Some(0) => Verdict::None,
                Some(1) => Verdict::Unique,
                Some(_) => Verdict::Multiple,
                // No probe found a solution, which is no proof.
                None if estimate.log10() == f64::NEG_INFINITY => Verdict::Timeout,
                None => Verdict::Multiple,
            },
            (None, None) => Verdict::Timeout,
        };
        if let Some(finding) = &clashes {
            super::note(page, &item.place(), finding);
        }
        if self.json {
            let mut answer = Answer::of(item, verdict);
            answer.found.estimate = estimate.map(|found| EstimateObject::new(&found, search.seed));
            if let Some(finding) = clashes {
                answer.found.errors = finding.errors;
            }
            answer.write(page.data)?;
        } else {
            match estimate {
                Some(estimate) => writeln!(page.data, "{estimate}")?,
                None => writeln!(page.data, "{}", verdict.word())?,
            }
        }
        let used = estimate.map_or(0, |estimate| estimate.probes());
        if !page.look.quiet && used > 0 {
            page.talk += &format!(
                "{}: {}, seed {}\n",
                item.place(),
                many(used, "probe", "probes"),
                search.seed
            );
        }
        Ok(verdict)
    }
}

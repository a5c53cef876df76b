//! `count`: how many solutions are there?

use std::io;

use clap::Args;

use super::no_limit_if_zero;
use crate::args::{InputOptions, SearchOptions};
use crate::exit::{Exit, Failure};
use crate::output::Look;
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Answer;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page, Short};

/// Count the solutions of puzzles
///
/// Prints the number, or 'at least N' if --limit, --timeout or --nodes stopped the search.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold count 1234............
  ninefold count --all puzzle.txt
  ninefold count --box none ................
  ninefold count --limit 1000 --json puzzles.txt")]
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
    json: bool,
    stats: bool,
}

impl Job for CountJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
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
        let is_short = self.search.is_free() && !self.json && !self.stats;
        is_short.then_some(Short::Word("1"))
    }

    fn wants_stats(&self) -> bool {
        self.stats
    }
}

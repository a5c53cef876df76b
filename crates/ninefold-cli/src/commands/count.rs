//! `count`: how many solutions are there?

use std::io;

use super::no_limit_if_zero;
use crate::args;
use crate::exit::{Exit, Failure};
use crate::json::Answer;
use crate::output::Look;
use crate::search::{Search, Verdict};
use crate::stream::batch;
use crate::stream::job::{Fault, Item, Job, Page, Short};

/// Runs the command.
pub(crate) fn run(options: args::Count, look: Look) -> Result<Exit, Failure> {
    let job = Count {
        search: Search::new(&options.searching, look),
        limit: no_limit_if_zero(if options.all { 0 } else { options.limit }),
        json: options.json,
        stats: options.searching.stats,
    };
    let threads = &options.searching.threads;
    batch::run("count", &job, &options.reading, threads, look)
}

struct Count {
    search: Search,
    /// Enough is enough; `u64::MAX` never is.
    limit: u64,
    json: bool,
    stats: bool,
}

impl Job for Count {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        // A search for fewer than two has no verdict, so one more is looked for and
        // the limit is applied to what is said.
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
            answer.count = Some(count);
            answer.exact = Some(exact);
            answer.write(page.data)?;
        } else if verdict == Verdict::Refused {
            writeln!(page.data, "{}", verdict.word())?;
        } else if exact {
            writeln!(page.data, "{count}")?;
        } else {
            writeln!(page.data, "at least {count}")?;
        }
        if verdict == Verdict::Timeout && !page.look.quiet {
            page.talk += &format!("{}: stopped before all were counted\n", item.place());
        }
        Ok(verdict)
    }

    fn unreadable(&self, fault: &Fault<'_>) -> String {
        match self.json {
            true => Answer::unreadable(fault),
            false => "invalid\n".to_owned(),
        }
    }

    fn short(&self) -> Option<Short> {
        let is_short = self.search.is_free() && !self.json && !self.stats;
        is_short.then_some(Short::Word("1"))
    }

    fn wants_stats(&self) -> bool {
        self.stats
    }
}

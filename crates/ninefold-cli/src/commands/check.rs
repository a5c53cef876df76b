//! `check`: has the puzzle exactly one solution, and if not, why not?

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use ninefold::doctor;
use ninefold::format::Record;
use serde::Serialize;

use crate::args::{InputOptions, SearchOptions};
use crate::exit::{Exit, Failure};
use crate::json;
use crate::output::Look;
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Answer;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{self, Form, Job, Page, Short};

/// Check whether puzzles have exactly one solution, and if not, why
///
/// Prints 'unique', 'multiple', 'none', 'timeout', or 'invalid:' and the reason.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold check puzzle.txt
  ninefold check 1..1............
  ninefold check --fix puzzles.txt
  ninefold check --json puzzles.txt | grep -v unique")]
pub(crate) struct Check {
    #[command(flatten)]
    reading: InputOptions,
    #[command(flatten)]
    searching: SearchOptions,
    /// Print the puzzle that was meant behind a broken one, if one slip explains it in one way
    /// only; see 'ninefold doctor'
    #[arg(long)]
    fix: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

impl Check {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = CheckJob {
            search: BoundedEngine::new(&self.searching, look),
            fix: self.fix,
            json: self.json,
            stats: self.searching.stats,
        };
        let threads = &self.searching.threads;
        batch::run(&job, &self.reading, threads, look)
    }
}

/// The puzzle that was meant, if a broken one is explained by one slip in one way only.
fn only_repair(record: &Record, verdict: Verdict) -> Option<String> {
    if !matches!(verdict, Verdict::Multiple | Verdict::None | Verdict::Clash) {
        return None;
    }
    let found = doctor::examine(&record.puzzle);
    let repair = found.only_repair()?;
    let givens = repair.puzzle.givens().iter().copied();
    Some(record.alphabet.line(givens, '.'))
}

struct CheckJob {
    search: BoundedEngine,
    fix: bool,
    json: bool,
    stats: bool,
}

/// The answer, and the puzzle that was meant.
#[derive(Serialize)]
struct FixedObject<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    fix: Option<String>,
}

impl Job for CheckJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let mut solutions = Vec::new();
        let finding = self.search.run(item.record, 2, &mut |digits| {
            if self.json {
                solutions.push(json::solution(item.record, digits));
            }
            ControlFlow::Continue(())
        });
        page.stats = finding.stats();
        let verdict = finding.verdict;
        if verdict == Verdict::Interrupted {
            return Ok(verdict);
        }
        if verdict == Verdict::Refused {
            super::note(page, &item.place(), &finding);
        }
        let fix = self.fix.then(|| only_repair(item.record, verdict));
        if self.json {
            let answer = Answer::found(item, &finding).with_solutions(solutions);
            match fix {
                Some(fix) => {
                    let object = FixedObject { answer, fix };
                    page.data.write_all(json::line(&object).as_bytes())?;
                }
                None => answer.write(page.data)?,
            }
            return Ok(verdict);
        }
        let fix = fix.flatten().map(|puzzle| format!("\t{puzzle}"));
        let fix = fix.unwrap_or_default();
        if finding.errors.is_empty() {
            writeln!(page.data, "{}{fix}", verdict.word())?;
        } else {
            let errors: Vec<String> = finding.errors.iter().map(json::Error::to_string).collect();
            writeln!(page.data, "{}: {}{fix}", verdict.word(), errors.join("; "))?;
        }
        Ok(verdict)
    }

    fn is_for_doctor(&self, verdict: Verdict) -> bool {
        matches!(
            verdict,
            Verdict::Multiple | Verdict::None | Verdict::Clash | Verdict::Unreadable
        )
    }

    fn form(&self) -> Form {
        Form::Reason.or_json(self.json)
    }

    fn exit(&self, verdict: Verdict) -> Exit {
        job::yes_if_unique(verdict)
    }

    fn short(&self) -> Option<Short> {
        let is_short = self.search.is_free() && !self.json && !self.stats;
        is_short.then_some(Short::Word(Verdict::Unique.word()))
    }

    fn wants_stats(&self) -> bool {
        self.stats
    }
}

//! `solve --logic`: the solution by logic alone, with the hardest technique it took.

use std::io;

use ninefold::Digit;
use ninefold::logic::Technique;
use ninefold::rate::hodoku::Tally;
use serde::Serialize;

use crate::args::{self, InputOptions, SearchOptions};
use crate::exit::{Exit, Failure};
use crate::json::{self, Error};
use crate::logic::{self, Start};
use crate::output::Look;
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// Runs `solve --logic`.
pub(super) fn run(
    reading: &InputOptions,
    searching: &SearchOptions,
    json: bool,
    look: Look,
) -> Result<Exit, Failure> {
    let job = SolveLogic {
        search: BoundedEngine::new(searching, look),
        logic: args::LogicOptions {
            // Without the last resort: a digit that was looked up is not logic.
            without: vec![Technique::BruteForce],
            ..args::LogicOptions::default()
        },
        json,
    };
    batch::run(&job, reading, &searching.threads, look)
}

struct SolveLogic {
    search: BoundedEngine,
    logic: args::LogicOptions,
    json: bool,
}

#[derive(Serialize)]
struct LogicObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    solution: Option<String>,
    hardest: Option<&'static str>,
    level: Option<&'static str>,
    score: u32,
    steps: usize,
    errors: &'a [Error],
}

impl Job for SolveLogic {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let record = item.record;
        let start = Start::new(record, &self.search, &self.logic);
        if start.verdict == Verdict::Interrupted {
            return Ok(start.verdict);
        }
        logic::complain(&start, item, page);
        let Some(mut walk) = start.walk else {
            if self.json {
                let object = LogicObject {
                    head: Head::of(item, start.verdict.word()),
                    solution: None,
                    hardest: None,
                    level: None,
                    score: 0,
                    steps: 0,
                    errors: &start.errors,
                };
                page.data.write_all(json::line(&object).as_bytes())?;
            } else {
                writeln!(page.data, "{}", item.answered(start.verdict.word()))?;
            }
            return Ok(start.verdict);
        };
        let mut tally = Tally::default();
        let mut steps = 0;
        for step in walk.by_ref() {
            tally.add(&step);
            steps += 1;
        }
        let board = walk.position().board();
        let solution = board.grid().map(|grid| {
            let digits: Vec<Digit> = grid.digits().to_vec();
            json::solution(record, &digits)
        });
        let verdict = match solution {
            Some(_) => Verdict::Solved,
            None => logic::stopped(&walk).unwrap_or(Verdict::Stuck),
        };
        if verdict == Verdict::Interrupted {
            return Ok(verdict);
        }
        let hardest = walk.hardest();
        if self.json {
            let object = LogicObject {
                head: Head::of(item, verdict.word()),
                solution,
                hardest: hardest.map(|technique| technique.about().slug),
                level: Some(tally.level().name()),
                score: tally.score(),
                steps,
                errors: &start.errors,
            };
            page.data.write_all(json::line(&object).as_bytes())?;
            return Ok(verdict);
        }
        let answer = solution.as_deref().unwrap_or(verdict.word());
        writeln!(page.data, "{}", item.answered(answer))?;
        if !page.look.quiet {
            let hardest = hardest.map_or("no technique", Technique::name);
            let guess = match verdict {
                Verdict::Stuck => "; a guess is needed to go on",
                Verdict::Timeout => "; out of time",
                _ => "",
            };
            page.talk += &format!(
                "{}: {steps} steps, hardest: {hardest}{guess}\n",
                item.place()
            );
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Line.or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Solved, Verdict::Stuck, Verdict::None]
    }
}

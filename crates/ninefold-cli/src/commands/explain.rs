//! `explain`: the whole path, one step at a time.

use std::io;

use clap::{Args, ValueEnum};
use ninefold::logic::Walk;
use ninefold::rate::hodoku::Tally;
use ninefold::{Board, Cell};
use ninefold_workbench::wire::{self, Names, StepObject};
use serde::Serialize;

use crate::args::{self, InputOptions, ThreadOptions};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json::{self, Error};
use crate::logic::{self, Start};
use crate::output::{Look, wrapped};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// Explain how to solve a puzzle by logic, step by step
///
/// Each step has a name, one line in the usual notation, a proof in plain language, and
/// the board. A sign before a digit marks its part in the step: *n cause, +n second set,
/// #n fin, -n rubbed out, !n placed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold explain puzzle.txt
  ninefold explain --to notation puzzle.txt
  ninefold explain --until r4c5 puzzle.txt
  ninefold explain --all puzzle.txt
  ninefold explain --to json puzzle.txt | ninefold verify")]
pub(crate) struct Explain {
    #[command(flatten)]
    reading: InputOptions,
    #[command(flatten)]
    logic: args::LogicOptions,
    /// How to print the steps
    #[arg(long, value_enum, default_value_t = PathStyle::Text, value_name = "HOW")]
    to: PathStyle,
    /// Same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Stop after N steps
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Stop when this cell is solved, such as r4c5
    #[arg(long, value_name = "CELL")]
    until: Option<String>,
    /// List every step that is possible now, without taking any
    #[arg(long, conflicts_with_all = ["steps", "until"])]
    all: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

/// How a path is printed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum PathStyle {
    /// Notation, a proof in plain language, and the board
    Text,
    /// One line per step, in the usual notation
    Notation,
    /// One object per puzzle, with the facts that prove each step
    Json,
    /// In HoDoKu's layout: puzzle, level and score, then the steps
    Hodoku,
}

impl Explain {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = ExplainJob {
            search: BoundedEngine::within(self.logic.timeout),
            logic: self.logic,
            to: if self.json { PathStyle::Json } else { self.to },
            steps: self.steps.unwrap_or(usize::MAX),
            until: self.until,
            all: self.all,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct ExplainJob {
    search: BoundedEngine,
    logic: args::LogicOptions,
    to: PathStyle,
    steps: usize,
    until: Option<String>,
    all: bool,
}

/// A path in JSON: where it starts, its steps, and how it ends.
#[derive(Serialize)]
struct ExplainObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    kind: &'static str,
    start: serde_json::Value,
    steps: Vec<StepObject<Names>>,
    /// None where there is no path, as in `solve --logic --json`.
    level: Option<&'static str>,
    score: u32,
    hardest: Option<&'static str>,
    guesses: usize,
    errors: Vec<Error>,
}

impl Job for ExplainJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let start = Start::new(item.record, &self.search, &self.logic);
        if start.verdict == Verdict::Interrupted {
            return Ok(start.verdict);
        }
        logic::complain(&start, item, page);
        let board = start.session.board();
        let geometry = board.geometry();
        let until = match &self.until {
            Some(name) => match wire::named_cell(geometry, name) {
                Some(cell) => Some(cell),
                None => {
                    let why = format!(
                        "expected a cell of the board such as r4c5 after --until, found '{name}'"
                    );
                    page.talk += &format!("{}: {why}\n", item.place());
                    let errors = vec![Error::of_message(why)];
                    return self.no_path(item, board, Verdict::Refused, errors, page);
                }
            },
            None => None,
        };
        let Some(walk) = start.walk else {
            return self.no_path(item, board, start.verdict, start.errors, page);
        };
        if self.all {
            self.list(item, &walk, page)
        } else {
            self.path(item, walk, until, page)
        }
    }

    fn form(&self) -> Form {
        Form::Word.or_json(self.to == PathStyle::Json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Solved, Verdict::Stuck, Verdict::None]
    }
}

impl ExplainJob {
    /// Prints the verdict where there is no path to show.
    fn no_path(
        &self,
        item: &Item<'_>,
        board: &Board,
        verdict: Verdict,
        errors: Vec<Error>,
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        if self.to == PathStyle::Json {
            let object = ExplainObject {
                errors,
                ..self.object(item, board, Vec::new(), verdict, None)
            };
            page.data.write_all(json::line(&object).as_bytes())?;
        } else {
            writeln!(page.data, "{}", verdict.word())?;
        }
        Ok(verdict)
    }

    /// Every step there is now.
    fn list(&self, item: &Item<'_>, walk: &Walk, page: &mut Page<'_>) -> io::Result<Verdict> {
        let board = walk.position().board();
        let steps = walk.all();
        let stopped = logic::stopped(walk);
        if stopped == Some(Verdict::Interrupted) {
            return Ok(Verdict::Interrupted);
        }
        let is_stuck = steps.is_empty() && !walk.is_solved();
        let verdict = match stopped {
            Some(verdict) => verdict,
            None if is_stuck => Verdict::Stuck,
            None => Verdict::Solved,
        };
        if stopped.is_some() && !page.look.quiet {
            page.talk += &format!(
                "{}: out of time, so there may be more steps\n",
                item.place()
            );
        }
        if self.to == PathStyle::Json {
            let steps = steps.iter().map(logic::object).collect();
            let walked = Some((walk, Tally::default()));
            let mut object = self.object(item, board, steps, verdict, walked);
            if verdict == Verdict::Solved && !walk.is_solved() {
                object.head.status = "steps";
            }
            page.data.write_all(json::line(&object).as_bytes())?;
        } else {
            for step in &steps {
                writeln!(page.data, "{}", step.notation())?;
            }
        }
        Ok(verdict)
    }

    /// Step by step.
    fn path(
        &self,
        item: &Item<'_>,
        mut walk: Walk,
        until: Option<Cell>,
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        let start = walk.position().board().clone();
        let mut objects = Vec::new();
        let mut lines = String::new();
        let mut tally = Tally::default();
        let mut number = 0;
        let reached = |walk: &Walk| until.is_some_and(|cell| walk.position().value(cell).is_some());
        while number < self.steps && !reached(&walk) {
            if interrupt::requested() {
                return Ok(Verdict::Interrupted);
            }
            let Some(step) = walk.look() else {
                break;
            };
            number += 1;
            match self.to {
                PathStyle::Text => logic::show(number, &step, page)?,
                PathStyle::Notation => writeln!(page.data, "{}", step.notation())?,
                PathStyle::Hodoku => {
                    for line in step.notation().lines() {
                        lines += &format!("   {line}\n");
                    }
                }
                PathStyle::Json => objects.push(logic::object(&step)),
            }
            tally.add(&step);
            walk.apply(&step);
        }
        let stopped = number >= self.steps || reached(&walk);
        let is_done = walk.is_solved() || stopped;
        let verdict = if is_done && walk.guesses() == 0 {
            Verdict::Solved
        } else if is_done {
            Verdict::Stuck
        } else {
            logic::stopped(&walk).unwrap_or(Verdict::Stuck)
        };
        if verdict == Verdict::Interrupted {
            return Ok(verdict);
        }
        let (level, score) = (tally.level(), tally.score());
        match self.to {
            PathStyle::Json => {
                let object = self.object(item, &start, objects, verdict, Some((&walk, tally)));
                page.data.write_all(json::line(&object).as_bytes())?;
            }
            PathStyle::Hodoku => {
                let givens = item.record.puzzle.givens().iter().copied();
                let puzzle = item.record.alphabet.line(givens, '0');
                let guessed = if walk.guesses() > 0 { " bf" } else { "" };
                let head = format!("{puzzle} #{} {level} ({score}){guessed}\n", item.line);
                page.data.write_all((head + &lines).as_bytes())?;
            }
            PathStyle::Text => {
                let hardest = walk.hardest().map_or("no technique", |t| t.name());
                let end = match (walk.is_solved(), walk.guesses()) {
                    (true, 0) => format!("Solved in {number} steps"),
                    (true, n) => {
                        format!("Solved in {number} steps, {n} of them looked up in the solution")
                    }
                    (false, _) if stopped => format!("Stopped after {number} steps"),
                    (false, _) if verdict == Verdict::Timeout => {
                        format!("Out of time after {number} steps")
                    }
                    (false, _) => format!("Stuck after {number} steps"),
                };
                let end = format!("{end}; hardest: {hardest}; {level} ({score})");
                let room = page.look.room.unwrap_or(usize::MAX);
                writeln!(page.data, "{}", wrapped(&end, room, 2))?;
            }
            PathStyle::Notation => {}
        }
        Ok(verdict)
    }

    fn object<'a>(
        &self,
        item: &Item<'a>,
        board: &Board,
        steps: Vec<StepObject<Names>>,
        verdict: Verdict,
        walked: Option<(&Walk, Tally)>,
    ) -> ExplainObject<'a> {
        let walk = walked.map(|(walk, _)| walk);
        ExplainObject {
            head: Head::of(item, verdict.word()),
            kind: if self.all { "steps" } else { "path" },
            start: logic::position(&item.record.puzzle, board),
            steps,
            level: walked.map(|(_, tally)| tally.level().name()),
            score: walked.map_or(0, |(_, tally)| tally.score()),
            hardest: walk
                .and_then(Walk::hardest)
                .map(|technique| technique.about().slug),
            guesses: walk.map_or(0, Walk::guesses),
            errors: Vec::new(),
        }
    }
}

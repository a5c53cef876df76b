//! `hint`: the next step, as much of it as the player wants to know.

use std::io;

use clap::Args;
use ninefold::logic::Step;
use ninefold_workbench::Session;
use ninefold_workbench::wire::{Names, StepObject};
use serde::Serialize;

use crate::args::{self, InputOptions};
use crate::exit::{Exit, Failure};
use crate::json::{self, Error};
use crate::logic::{self, Start};
use crate::output::{Look, wrapped};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// Show the next step by logic, and why it holds
///
/// Starts from the current position: digits placed and pencil marks made by the player are
/// kept. Reports mistakes on the board before anything else.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold hint puzzle.txt
  ninefold hint --level 1 puzzle.txt
  ninefold hint --without x-wing --no-uniqueness puzzle.txt")]
pub(crate) struct Hint {
    #[command(flatten)]
    reading: InputOptions,
    /// How much to show: 1 where to look, 2 the technique, 3 the cause, 4 the conclusion and
    /// the reason, 5 the board after the step
    #[arg(long, value_name = "1..5", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=5))]
    level: u8,
    #[command(flatten)]
    logic: args::LogicOptions,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

impl Hint {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = HintJob {
            search: BoundedEngine::within(self.logic.timeout),
            level: self.level,
            logic: self.logic,
            json: self.json,
        };
        let threads = args::ThreadOptions { threads: 0 };
        batch::run(&job, &self.reading, &threads, look)
    }
}

struct HintJob {
    search: BoundedEngine,
    level: u8,
    logic: args::LogicOptions,
    json: bool,
}

#[derive(Serialize)]
struct HintObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    step: Option<StepObject<Names>>,
    errors: &'a [Error],
}

impl Job for HintJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let mut start = Start::new(item.record, &self.search, &self.logic);
        if start.verdict == Verdict::Interrupted {
            return Ok(start.verdict);
        }
        let board = start.session.board();
        let (mut step, mut stopped) = (None, None);
        if let Some(walk) = &mut start.walk {
            step = walk.look();
            stopped = logic::stopped(walk).filter(|_| step.is_none() && !walk.is_solved());
        }
        if stopped == Some(Verdict::Interrupted) {
            return Ok(Verdict::Interrupted);
        }
        let is_sound = start.errors.is_empty();
        let solved = is_sound && board.n_empty() == 0;
        let verdict = match &step {
            _ if !is_sound => start.verdict,
            Some(_) => Verdict::Solved,
            None if solved => Verdict::Solved,
            None => stopped.unwrap_or(Verdict::Stuck),
        };
        if self.json {
            let status = match &step {
                Some(_) => "hint",
                None => verdict.word(),
            };
            let object = HintObject {
                head: Head::of(item, status),
                step: step.as_ref().map(logic::object),
                errors: &start.errors,
            };
            page.data.write_all(json::line(&object).as_bytes())?;
            return Ok(verdict);
        }
        logic::complain(&start, item, page);
        match step {
            Some(step) => self.show(&step, &start.session, page)?,
            None if solved => writeln!(page.data, "The puzzle is solved.")?,
            None => writeln!(page.data, "{}", verdict.word())?,
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Word.or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Solved, Verdict::Stuck, Verdict::None]
    }
}

impl HintJob {
    /// The step up to the level asked for.
    fn show(&self, step: &Step, session: &Session, page: &mut Page<'_>) -> io::Result<()> {
        let board = session.board();
        let room = page.look.room.unwrap_or(usize::MAX);
        let said = match self.level {
            1 => step.nudge().to_string(),
            2 => format!("Look for: {}", step.technique()),
            3 => {
                let place = step.where_to_look().to_string();
                format!("{}. {place}", step.technique())
            }
            _ => step.notation(),
        };
        writeln!(page.data, "{}", wrapped(&said, room, 2))?;
        if self.level < 4 {
            return Ok(());
        }
        let prose = logic::prose(step, board, page.look);
        writeln!(page.data, "{}", wrapped(&prose, room, 0))?;
        let drawn = logic::picture(Some(step), board, page.look);
        page.data.write_all(drawn.as_bytes())?;
        if self.level == 5 {
            let mut after = session.clone();
            after.apply(step.placements(), step.eliminations());
            writeln!(page.data, "After it:")?;
            let drawn = logic::picture(None, after.board(), page.look);
            page.data.write_all(drawn.as_bytes())?;
        }
        Ok(())
    }
}

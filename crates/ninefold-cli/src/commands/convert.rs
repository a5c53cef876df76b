//! `convert`: the same puzzle in another format.

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use ninefold::format::{Record, WriteError, Writer};
use ninefold::{Board, DigitSet};

use crate::args::{InputOptions, ThreadOptions};
use crate::exit::{Exit, Failure};
use crate::json::Error;
use crate::names;
use crate::output::Look;
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Answer;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// The limit of the search that finds out whether marks follow from the givens.
const MOST_NODES: u64 = 100_000;

/// Convert puzzles to another format
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold convert --to line puzzle.txt
  ninefold convert --from line --to line - < puzzles.txt
  ninefold convert --variant x --to json puzzle.txt
  ninefold formats")]
pub(crate) struct Convert {
    #[command(flatten)]
    reading: InputOptions,
    #[command(flatten)]
    target: Target,
    /// Drop pencil marks that the format cannot hold, even if they do not follow from the
    /// givens
    #[arg(long)]
    drop_marks: bool,
    #[command(flatten)]
    threads: ThreadOptions,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

/// The format to convert to.
#[derive(Args)]
#[command(next_help_heading = "Writing")]
struct Target {
    /// The format to write, with settings after a colon if it has any; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    to: Writer,
}

impl Convert {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = ConvertJob {
            to: self.target.to,
            drop_marks: self.drop_marks,
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct ConvertJob {
    to: Writer,
    drop_marks: bool,
    json: bool,
}

impl Job for ConvertJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let written = self.write(item, page);
        let verdict = match &written {
            Ok(_) => Verdict::Converted,
            Err(_) => Verdict::Refused,
        };
        if let Err(error) = &written {
            page.talk += &format!("{}: {error}\n", item.place());
        }
        if self.json {
            let mut answer = Answer::of(item, verdict);
            match written {
                Ok(text) => answer.found.text = Some(text),
                Err(error) => answer
                    .found
                    .errors
                    .push(Error::of_message(error.to_string())),
            }
            answer.write(page.data)?;
        } else if let Ok(text) = written {
            paragraph(page.data, &text)?;
        } else if is_line(&self.to) {
            writeln!(page.data, "{}", verdict.word())?;
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        let form = if is_line(&self.to) {
            Form::Word
        } else {
            Form::Text
        };
        form.or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Converted]
    }

    fn preamble(&self) -> Option<&'static str> {
        self.to.format().preamble().filter(|_| !self.json)
    }
}

impl ConvertJob {
    /// The puzzle in the format asked for; without its pencil marks where there is no room
    /// for them, if they follow from the givens or are to be dropped.
    fn write(&self, item: &Item<'_>, page: &mut Page<'_>) -> Result<String, WriteError> {
        let record = item.record;
        self.to.write(record).or_else(|error| {
            let puzzle = &record.puzzle;
            let bare = Record {
                puzzle: puzzle.without_marks(),
                ..record.clone()
            };
            let marks = puzzle.marks().zip(self.to.write(&bare).ok());
            let Some((marks, text)) = marks else {
                return Err(error);
            };
            if follow(marks, &bare) {
                return Ok(text);
            }
            if !self.drop_marks {
                let reason = format!("{}; --drop-marks leaves them out", error.reason);
                return Err(WriteError { reason, ..error });
            }
            if !page.look.quiet {
                page.talk += &format!(
                    "{}: warning: dropped pencil marks that do not follow from the givens\n",
                    item.place()
                );
            }
            Ok(text)
        })
    }
}

/// Whether the marks rule out nothing that the givens allow: as the rules show at a glance,
/// or because they allow the one solution there is.
fn follow(marks: &[DigitSet], bare: &Record) -> bool {
    let board = Board::new(&bare.puzzle);
    let mut cells = bare.puzzle.geometry().cells();
    if cells.all(|cell| (board.candidates(cell) - marks[cell.index()]).is_empty()) {
        return true;
    }
    let search = BoundedEngine {
        nodes: Some(MOST_NODES),
        ..BoundedEngine::within(None)
    };
    let mut is_allowed = true;
    let finding = search.run(bare, 2, &mut |digits| {
        is_allowed &= marks
            .iter()
            .zip(digits)
            .all(|(set, &digit)| set.contains(digit));
        ControlFlow::Continue(())
    });
    finding.verdict == Verdict::Unique && is_allowed
}

/// Whether it writes one puzzle a line with nothing around it, so that a word can stand
/// for a puzzle that is missing.
pub(super) fn is_line(writer: &Writer) -> bool {
    writer.format().name() == "line"
}

/// Writes a puzzle; one of several lines is set off by an empty one.
pub(super) fn paragraph(out: &mut dyn io::Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    if text.contains('\n') && !text.ends_with('\n') {
        writeln!(out)
    } else {
        Ok(())
    }
}

//! `convert`: the same puzzle in another format.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use ninefold::format::{FORMATS, Format, Record, WriteError, Writer};
use ninefold::rate::{Scale, Unrated};
use ninefold::{Board, DigitSet};

use super::rate::{self, Missing, Rater};
use crate::args::{InputOptions, ThreadOptions, duration};
use crate::exit::{Exit, Failure};
use crate::interrupt;
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
  ninefold convert --to csv --rate se puzzles.txt > rated.csv
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
    /// Fill the column of ratings: with the ER of 'se' or 'sukaku', the score of 'hodoku', or
    /// the rating of 'look-ahead'
    #[arg(long, value_name = "SCALE", value_parser = names::one_of(names::scale, names::single_scales), hide_possible_values = true)]
    rate: Option<&'static dyn Scale>,
    /// Give up on a rating after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration, requires = "rate")]
    timeout: Option<Duration>,
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
        let to = self.target.to;
        if self.rate.is_some() && !has_ratings(to.format()) {
            let formats = FORMATS.iter().filter(|format| has_ratings(**format));
            let names: Vec<&str> = formats.map(|format| format.name()).collect();
            return Err(Failure::message(format!(
                "the format {} has no room for a rating; there is room in {}",
                to.format().name(),
                names.join(", ")
            )));
        }
        let job = ConvertJob {
            to,
            drop_marks: self.drop_marks,
            rate: self.rate,
            timeout: self.timeout,
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct ConvertJob {
    to: Writer,
    drop_marks: bool,
    /// The scale of the ratings to fill in.
    rate: Option<&'static dyn Scale>,
    timeout: Option<Duration>,
    json: bool,
}

impl Job for ConvertJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let mut record = Cow::Borrowed(item.record);
        let (mut rated, mut errors) = (Verdict::Converted, Vec::new());
        if let Some(scale) = self.rate {
            let rating = self.rate(scale, item, page);
            if interrupt::requested() {
                return Ok(Verdict::Interrupted);
            }
            // A rating that the puzzle came with may be on another scale.
            record.to_mut().meta.rating = rating.as_ref().ok().cloned();
            rated = match rating {
                Ok(_) => Verdict::Rated,
                Err(Missing { verdict, why }) => {
                    errors.extend(why);
                    verdict
                }
            };
        }
        let written = self.write(&record, item, page);
        let (status, verdict) = match &written {
            Ok(_) => (Verdict::Converted, rated),
            Err(_) => (Verdict::Refused, Verdict::Refused),
        };
        errors.extend(written.as_ref().err().map(WriteError::to_string));
        for error in &errors {
            page.talk += &format!("{}: {error}\n", item.place());
        }
        if self.json {
            let mut answer = Answer::of(item, status);
            answer
                .found
                .errors
                .extend(errors.into_iter().map(Error::of_message));
            answer.found.text = written.ok();
            answer.write(page.data)?;
        } else if let Ok(text) = written {
            paragraph(page.data, &text)?;
        } else if is_line(&self.to) {
            writeln!(page.data, "{}", status.word())?;
        }
        Ok(verdict)
    }

    fn is_for_doctor(&self, verdict: Verdict) -> bool {
        verdict == Verdict::Unreadable
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
        match self.rate {
            Some(_) => rate::VERDICTS,
            None => &[Verdict::Converted],
        }
    }

    fn exit(&self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Converted => Exit::Yes,
            verdict => rate::exit(verdict),
        }
    }

    fn preamble(&self) -> Option<&'static str> {
        self.to.format().preamble().filter(|_| !self.json)
    }
}

impl ConvertJob {
    /// The number that stands for the rating of a puzzle, or why there is none.
    fn rate(
        &self,
        scale: &'static dyn Scale,
        item: &Item<'_>,
        page: &mut Page<'_>,
    ) -> Result<String, Missing> {
        let rater = Rater::new(item, self.timeout, page);
        match rater.rate(scale) {
            Ok(rating) => {
                rater.note_closure(scale, page);
                let number = rating.number().expect("a rating has a number");
                Ok(number.to_string())
            }
            Err(Missing { verdict, why }) => {
                let unrated = || match verdict {
                    Verdict::Multiple => Some(Unrated::SeveralSolutions.to_string()),
                    Verdict::None | Verdict::Clash => Some(Unrated::NoSolution.to_string()),
                    Verdict::Timeout => Some(format!("{} by --timeout", Unrated::Stopped)),
                    _ => None,
                };
                let why = why.or_else(unrated);
                Err(Missing { verdict, why })
            }
        }
    }

    /// The puzzle in the format asked for; without its pencil marks where there is no room
    /// for them, if they follow from the givens or are to be dropped.
    fn write(
        &self,
        record: &Record,
        item: &Item<'_>,
        page: &mut Page<'_>,
    ) -> Result<String, WriteError> {
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

/// Whether a format that is written has a place for a rating.
fn has_ratings(format: &dyn Format) -> bool {
    format.keeps().rating && format.writer().is_some()
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

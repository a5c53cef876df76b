//! `shuffle`: an isomorph at random.

use std::io;

use clap::{Args, ValueEnum};
use ninefold::canon::{Keep, NotCanonical};
use ninefold::random::{Draw, Random};
use ninefold_workbench::wire::TransformationObject;
use serde::Serialize;

use crate::args::{InputOptions, Seed, ThreadOptions, seed};
use crate::exit::{Exit, Failure};
use crate::forms;
use crate::json::{self, Error};
use crate::output::Look;
use crate::search::Verdict;
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// The column that a table gains.
const ISOMORPH: &str = "isomorph";

/// Shuffle puzzles: the same puzzle, written in another way
///
/// Rows, columns, bands and stacks change places, the board may be transposed, and digits
/// are relabelled; every way to do so is equally likely. Other columns of the line stay as
/// they are, a solution among them. The seed and the line of the puzzle decide the result.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold shuffle puzzle.txt
  ninefold shuffle --seed 7 puzzles.txt > isomorphs.txt
  ninefold shuffle --keep digits,orientation puzzle.txt")]
pub(crate) struct Shuffle {
    #[command(flatten)]
    reading: InputOptions,
    /// The seed of the random numbers: a number, or 'random', which prints the number
    #[arg(long, value_name = "N", value_parser = seed, default_value = "random")]
    seed: Seed,
    /// What stays as it is, separated by commas
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    keep: Vec<Kept>,
    /// Print one JSON object per puzzle, one per line, with the transformation
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

/// What a shuffle can leave as it is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// Digits are not relabelled
    Digits,
    /// Every row stays in its place
    Rows,
    /// Every column stays in its place
    Columns,
    /// The board is not transposed
    Orientation,
}

impl Shuffle {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let is_kept = |kept| self.keep.contains(&kept);
        let job = ShuffleJob {
            seed: self.seed.number(look),
            keep: Keep {
                digits: is_kept(Kept::Digits),
                rows: is_kept(Kept::Rows),
                columns: is_kept(Kept::Columns),
                orientation: is_kept(Kept::Orientation),
            },
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct ShuffleJob {
    seed: u64,
    keep: Keep,
    json: bool,
}

#[derive(Serialize)]
struct ShuffleObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    isomorph: Option<String>,
    transformation: Option<TransformationObject>,
    errors: Vec<Error>,
}

impl Job for ShuffleJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let record = item.record;
        // The puzzles of a file have streams of random numbers of their own.
        let mut random = Random::stream(self.seed, item.line as u64);
        let drawn = forms::with_canon(|canon| {
            let geometry = record.puzzle.geometry();
            if record.puzzle.has_marks_of_its_own() {
                return Err(NotCanonical::Marks);
            }
            canon.shuffle(geometry, self.keep, || random.number())
        });
        let isomorph = drawn.as_ref().ok().map(|drawn| {
            let moved = drawn.puzzle(&record.puzzle);
            forms::written(&moved.expect("it was drawn for this board"), record)
        });
        let mut errors = Vec::new();
        if let Err(why) = &drawn {
            page.talk += &format!("{}: {why}\n", item.place());
            errors.push(Error::of_message(why.to_string()));
        }
        let verdict = match drawn {
            Ok(_) => Verdict::Converted,
            Err(_) => Verdict::Refused,
        };
        if self.json {
            let object = ShuffleObject {
                head: Head::of(item, verdict.word()),
                isomorph,
                transformation: drawn
                    .ok()
                    .map(|drawn| TransformationObject::new(&drawn, record.alphabet)),
                errors,
            };
            page.data.write_all(json::line(&object).as_bytes())?;
        } else {
            let text = isomorph.as_deref().unwrap_or(verdict.word());
            writeln!(page.data, "{}", item.answered_in(ISOMORPH, text))?;
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Line.or_json(self.json)
    }

    fn column(&self) -> Option<&'static str> {
        Some(ISOMORPH)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Converted]
    }
}

//! `same`: are two puzzles the same?

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use ninefold::format::Record;
use ninefold::{Alphabet, Transformation};
use ninefold_workbench::wire::TransformationObject;
use serde::Serialize;

use crate::args::{InputOptions, ThreadOptions};
use crate::exit::{Exit, Failure};
use crate::forms;
use crate::json::{self, Error, SCHEMA};
use crate::output::Look;
use crate::search::Verdict;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// Find out whether two puzzles are the same up to symmetry
///
/// Prints 'same' and how the first becomes the second, or 'different'. Two puzzles are the
/// same if one becomes the other when rows, columns, bands, stacks and digits change places,
/// or when the board is transposed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold same 1..2.........34. .12.........3..4
  ninefold same first.txt second.txt
  ninefold same --json two-puzzles.txt

Exit codes:
  0    the puzzles are the same
  1    they are different")]
pub(crate) struct Same {
    #[command(flatten)]
    reading: InputOptions,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Same {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = SameJob {
            json: self.json,
            found: Mutex::default(),
        };
        // One at a time, so that the first is the first.
        let one_at_a_time = ThreadOptions { threads: 1 };
        let look = Look {
            quiet: true,
            ..look
        };
        batch::run(&job, &self.reading, &one_at_a_time, look)
    }
}

struct SameJob {
    json: bool,
    /// The puzzles so far; the third and later ones are only counted.
    found: Mutex<(Vec<Record>, u64)>,
}

#[derive(Serialize)]
struct SameObject {
    schema: u32,
    /// None if the question has no answer.
    same: Option<bool>,
    /// How the first puzzle becomes the second.
    transformation: Option<TransformationObject>,
    errors: Vec<Error>,
}

impl Job for SameJob {
    fn answer(&self, item: &Item<'_>, _page: &mut Page<'_>) -> io::Result<Verdict> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let (puzzles, n_puzzles) = &mut *found;
        *n_puzzles += 1;
        if puzzles.len() < 2 {
            puzzles.push(item.record.clone());
        }
        Ok(Verdict::Canonical)
    }

    fn form(&self) -> Form {
        Form::Text
    }

    fn finish(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let answer = self.way();
        if self.json {
            let way = answer.as_ref().ok();
            let object = SameObject {
                schema: SCHEMA,
                same: way.map(Option::is_some),
                transformation: way
                    .cloned()
                    .flatten()
                    .map(|(way, alphabet)| TransformationObject::new(&way, alphabet)),
                errors: Vec::from_iter(answer.as_ref().err().map(Error::of_message)),
            };
            out.write_all(json::line(&object).as_bytes())?;
        }
        let way = answer.map_err(Failure::Message)?;
        if !self.json {
            match &way {
                Some((way, alphabet)) => writeln!(out, "same\n{}", way.in_words(*alphabet))?,
                None => writeln!(out, "different")?,
            }
        }
        Ok(if way.is_some() { Exit::Yes } else { Exit::No })
    }
}

impl SameJob {
    /// How the first puzzle becomes the second, if it does, with the alphabet to write it in; or
    /// why there is no answer.
    fn way(&self) -> Result<Option<(Transformation, Alphabet)>, String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let ([a, b], 2) = (found.0.as_slice(), found.1) else {
            return Err(format!("expected two puzzles, found {}", found.1));
        };
        let way = forms::with_canon(|canon| canon.same(&a.puzzle, &b.puzzle));
        let way = way.map_err(|why| why.to_string())?;
        Ok(way.map(|way| (way, a.alphabet)))
    }
}

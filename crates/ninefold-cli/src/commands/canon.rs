//! `canon`: the one isomorph that stands for all.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ninefold::Grid;
use ninefold::canon::{Canonical, NotCanonical};
use ninefold_workbench::wire::{LargeObject, TransformationObject};
use serde::Serialize;

use crate::args::{InputOptions, ThreadOptions, duration};
use crate::exit::{Exit, Failure};
use crate::forms;
use crate::json::{self, Error};
use crate::output::Look;
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page, Short};

/// The column that a table gains.
const FORM: &str = "form";

/// Write puzzles in canonical form
///
/// Rows, columns, bands, stacks and digits can change places without changing the puzzle.
/// Of all these isomorphs one is printed for each puzzle, the same for all of them. Other
/// columns of the line stay as they are, a solution among them. A puzzle without a form gives 'refused', or with --form
/// solution 'none', 'multiple', 'invalid' or 'timeout'.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold canon puzzles.txt > forms.txt
  ninefold canon --form solution puzzles.txt
  ninefold canon --json puzzle.txt")]
pub(crate) struct Canon {
    #[command(flatten)]
    reading: InputOptions,
    /// The form to write
    #[arg(long, value_enum, default_value_t = FormName::Minlex)]
    form: FormName,
    /// With --form solution, give up on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
    /// Print one JSON object per puzzle, one per line, with the transformation that leads to
    /// the form and the number of automorphisms
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

/// The forms by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// The isomorph that is smallest when written on a line, a blank before 1
    Minlex,
    /// The puzzle moved as its solution is moved to its own smallest form
    Solution,
}

impl FormName {
    fn word(self) -> &'static str {
        match self {
            FormName::Minlex => "minlex",
            FormName::Solution => "solution",
        }
    }
}

impl Canon {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = CanonJob {
            form: self.form,
            timeout: self.timeout,
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct CanonJob {
    form: FormName,
    timeout: Option<Duration>,
    json: bool,
}

#[derive(Serialize)]
struct CanonObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    form: &'static str,
    canonical: Option<String>,
    automorphisms: Option<LargeObject>,
    transformation: Option<TransformationObject>,
    errors: Vec<Error>,
}

impl Job for CanonJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let puzzle = &item.record.puzzle;
        let mut errors = Vec::new();
        let found = match self.form {
            FormName::Minlex => Ok(forms::with_canon(|canon| canon.minlex(puzzle))),
            FormName::Solution => self.by_solution(item, page, &mut errors),
        };
        let found = match found {
            Ok(Ok(form)) => Ok(form),
            Ok(Err(why)) => {
                page.talk += &format!("{}: {why}\n", item.place());
                errors.push(Error::of_message(why.to_string()));
                Err(Verdict::Refused)
            }
            Err(Verdict::Interrupted) => return Ok(Verdict::Interrupted),
            Err(verdict) => Err(verdict),
        };
        let verdict = found.as_ref().err().copied().unwrap_or(Verdict::Canonical);
        let form = found.ok();
        let text = form
            .as_ref()
            .map(|form| forms::written(form.puzzle(), item.record));
        if self.json {
            let object = CanonObject {
                head: Head::of(item, verdict.word()),
                form: self.form.word(),
                canonical: text,
                automorphisms: form
                    .as_ref()
                    .and_then(|form| form.automorphisms().map(LargeObject::from)),
                transformation: form.as_ref().map(|form| {
                    TransformationObject::new(form.transformation(), item.record.alphabet)
                }),
                errors,
            };
            page.data.write_all(json::line(&object).as_bytes())?;
        } else {
            let text = text.as_deref().unwrap_or(verdict.word());
            writeln!(page.data, "{}", item.answered_in(FORM, text))?;
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Line.or_json(self.json)
    }

    fn column(&self) -> Option<&'static str> {
        Some(FORM)
    }

    fn exit(&self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Canonical => Exit::Yes,
            Verdict::Multiple | Verdict::None | Verdict::Clash => Exit::No,
            Verdict::Timeout => Exit::Stopped,
            _ => Exit::Partly,
        }
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Canonical]
    }

    fn short(&self) -> Option<Short> {
        let is_short = self.timeout.is_none() && !self.json;
        is_short.then_some(Short::By(match self.form {
            FormName::Minlex => |line, _, data| {
                let puzzle = board(line);
                let form = forms::with_canon(|canon| canon.minlex9(puzzle));
                write(line, &form.expect("a proper puzzle has a form"), data);
            },
            FormName::Solution => |line, solution, data| {
                let puzzle = board(line);
                let form = forms::with_canon(|canon| canon.solution9(puzzle, solution));
                write(
                    line,
                    &form.expect("the solution is that of the puzzle"),
                    data,
                );
            },
        }))
    }
}

impl CanonJob {
    /// The solution form, or the verdict on a puzzle without one solution.
    fn by_solution(
        &self,
        item: &Item<'_>,
        page: &mut Page<'_>,
        errors: &mut Vec<Error>,
    ) -> Result<Result<Canonical, NotCanonical>, Verdict> {
        let puzzle = &item.record.puzzle;
        let mut solution = None;
        let engine = BoundedEngine::within(self.timeout);
        let finding = engine.run(item.record, 2, &mut |digits| {
            solution.get_or_insert_with(|| digits.to_vec());
            ControlFlow::Continue(())
        });
        super::note(page, &item.place(), &finding);
        errors.clone_from(&finding.errors);
        match (finding.verdict, solution) {
            (Verdict::Unique, Some(digits)) => {
                let grid = Grid::new(puzzle.geometry().clone(), digits);
                let grid = grid.expect("a solution fills its board");
                Ok(forms::with_canon(|canon| canon.solution(puzzle, &grid)))
            }
            (verdict, _) => Err(verdict),
        }
    }
}

/// The puzzle that a line begins with.
fn board(line: &[u8]) -> &[u8; 81] {
    line.first_chunk()
        .expect("a short answer is to a classic board")
}

/// Writes a form and the rest of the line.
fn write(line: &[u8], form: &[u8; 81], data: &mut Vec<u8>) {
    data.extend_from_slice(form);
    data.extend_from_slice(&line[form.len()..]);
    data.push(b'\n');
}

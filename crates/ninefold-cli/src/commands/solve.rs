//! `solve`: the solution, or the first few, or all.

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use ninefold::format::{Record, WriteError, Writer};
use ninefold::{Cell, Digit, Grid, Puzzle};

use super::convert::{is_line, paragraph};
use super::no_limit_if_zero;
use crate::args::{InputOptions, SearchOptions};
use crate::exit::{Exit, Failure};
use crate::json;
use crate::names;
use crate::output::draw;
use crate::output::{FOUND, GIVEN, Look, QUIET, WRONG, paint, work};
use crate::search::{BoundedEngine, Finding, Verdict};
use crate::stream::answer::Answer;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page, Short};

/// The most solutions that one JSON object lists.
const JSON_LIMIT: u64 = 1_000_000;

/// Solve puzzles
///
/// On a terminal, draws the solved grid with the givens in bold. Otherwise prints one line
/// per puzzle, in the order of the input: the solution, or 'none', 'invalid' or 'timeout'.
/// Whatever else is on the input line is kept.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold solve puzzle.txt
  ninefold solve --all 1234............
  ninefold solve --variant x,windoku puzzle.txt
  ninefold solve --regions map.txt puzzle.txt
  cat puzzles.txt | ninefold solve --timeout 1s > solutions.txt")]
pub(crate) struct Solve {
    #[command(flatten)]
    reading: InputOptions,
    #[command(flatten)]
    searching: SearchOptions,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    writing: Writing,
    /// Solve by logic alone, and report the hardest technique
    #[arg(long, conflicts_with_all = ["limit", "first", "all", "to", "stats"])]
    logic: bool,
}

/// How many solutions to print.
#[derive(Args)]
struct Limit {
    /// Print the first N solutions of each puzzle (0: all)
    #[arg(long, value_name = "N", conflicts_with = "all")]
    limit: Option<u64>,
    /// Stop at the first solution, without looking for a second (--limit 1)
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    first: bool,
    /// Print all solutions of each puzzle
    #[arg(long)]
    all: bool,
}

/// How to write.
#[derive(Args)]
#[command(next_help_heading = "Writing")]
struct Writing {
    /// Write solutions in this format, with settings after a colon if it has any
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true, conflicts_with = "json")]
    to: Option<Writer>,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        if self.logic {
            return super::solve_logic::run(
                &self.reading,
                &self.searching,
                self.writing.json,
                look,
            );
        }
        let limit = match &self.limit {
            Limit { all: true, .. } => Some(0),
            Limit { first: true, .. } => Some(1),
            Limit { limit, .. } => *limit,
        };
        let job = SolveJob {
            search: BoundedEngine::new(&self.searching, look),
            limit: limit.map(no_limit_if_zero),
            to: self.writing.to,
            json: self.writing.json,
            stats: self.searching.stats,
        };
        let threads = &self.searching.threads;
        batch::run(&job, &self.reading, threads, look)
    }
}

struct SolveJob {
    search: BoundedEngine,
    /// How many solutions to print, if the user named a number.
    limit: Option<u64>,
    to: Option<Writer>,
    json: bool,
    stats: bool,
}

impl Job for SolveJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        if self.json {
            return self.answer_json(item, page);
        }
        let shape = self.shape(item, page.look);
        // By default, one is printed and a second one looked for.
        let (record, limit) = (item.record, self.limit.unwrap_or(1));
        let mut printed = 0;
        let mut written = Ok(Ok(()));
        let wanted = self.limit.unwrap_or(2);
        let finding = self.search.run(record, wanted, &mut |digits| {
            if printed < limit {
                printed += 1;
                written = shape.solution(item, digits, page);
            }
            match written {
                Ok(Ok(())) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        if let Err(error) = written? {
            page.talk += &format!("{}: {error}\n", item.place());
            let refused = Verdict::Refused;
            if let Shape::Line(_) = shape {
                writeln!(page.data, "{}", item.answered(refused.word()))?;
            }
            return Ok(refused);
        }
        let verdict = finding.verdict;
        if verdict == Verdict::Interrupted {
            return Ok(verdict);
        }
        super::note(page, &item.place(), &finding);
        shape.verdict(item, &finding, printed, page)?;
        Ok(verdict)
    }

    fn is_for_doctor(&self, verdict: Verdict) -> bool {
        matches!(
            verdict,
            Verdict::None | Verdict::Clash | Verdict::Unreadable
        )
    }

    fn form(&self) -> Form {
        let form = if self.to.as_ref().is_none_or(is_line) {
            Form::Line
        } else {
            Form::Text
        };
        form.or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        match self.limit {
            Some(1) => &[Verdict::Solved, Verdict::None],
            _ => &[Verdict::Unique, Verdict::Multiple, Verdict::None],
        }
    }

    fn is_long(&self) -> bool {
        self.limit.is_some_and(|limit| limit > 1000)
    }

    fn preamble(&self) -> Option<&'static str> {
        self.to
            .as_ref()
            .and_then(|writer| writer.format().preamble())
    }

    fn short(&self) -> Option<Short> {
        let is_short = self.search.is_free() && self.to.is_none() && !self.json && !self.stats;
        is_short.then_some(Short::Solution)
    }

    fn wants_stats(&self) -> bool {
        self.stats
    }
}

impl SolveJob {
    fn answer_json(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let limit = self.limit.unwrap_or(2).min(JSON_LIMIT);
        let mut solutions = Vec::new();
        let finding = self.search.run(item.record, limit, &mut |digits| {
            if (solutions.len() as u64) < limit {
                solutions.push(json::solution(item.record, digits));
            }
            ControlFlow::Continue(())
        });
        super::note(page, &item.place(), &finding);
        let answer = Answer::found(item, &finding).with_solutions(solutions);
        if finding.verdict != Verdict::Interrupted {
            answer.write(page.data)?;
        }
        Ok(finding.verdict)
    }

    /// How to print the answer to this puzzle.
    fn shape(&self, item: &Item<'_>, look: Look) -> Shape<'_> {
        let geometry = item.record.puzzle.geometry();
        let fits = || draw::width(geometry, item.record.alphabet) <= look.width;
        match &self.to {
            Some(writer) if !is_line(writer) => Shape::Written(writer),
            None if item.source.draw && fits() => Shape::Drawn,
            writer => Shape::Line(writer.as_ref()),
        }
    }
}

/// How an answer is printed.
enum Shape<'a> {
    /// A line like the one it came on, its digits written by the writer if there is one.
    Line(Option<&'a Writer>),
    /// Drawn, with a line of verdict.
    Drawn,
    /// In a format asked for.
    Written(&'a Writer),
}

impl Shape<'_> {
    /// Prints a solution, unless the format cannot express it.
    fn solution(
        &self,
        item: &Item<'_>,
        digits: &[Digit],
        page: &mut Page<'_>,
    ) -> io::Result<Result<(), WriteError>> {
        let record = item.record;
        let write = |writer: &Writer| writer.write(&solved(record, digits, writer));
        let printed = match self {
            Shape::Drawn => picture(record, Some(digits), &[], page),
            Shape::Line(None) => {
                let answer = json::solution(record, digits);
                writeln!(page.data, "{}", item.answered(&answer))
            }
            Shape::Line(Some(writer)) => match write(writer) {
                Ok(answer) => writeln!(page.data, "{}", item.answered(&answer)),
                Err(error) => return Ok(Err(error)),
            },
            Shape::Written(writer) => match write(writer) {
                Ok(text) => paragraph(page.data, &text),
                Err(error) => return Ok(Err(error)),
            },
        };
        printed.map(Ok)
    }

    /// Reports the verdict when the search is over and `printed` solutions are out.
    fn verdict(
        &self,
        item: &Item<'_>,
        finding: &Finding,
        printed: u64,
        page: &mut Page<'_>,
    ) -> io::Result<()> {
        let verdict = finding.verdict;
        let remark = match (verdict, printed, self) {
            (Verdict::Multiple, 1, _) => Some("not unique"),
            (Verdict::Timeout, 0, _) => Some("stopped before a solution was found"),
            (Verdict::Timeout, ..) => Some("stopped before it was known whether there are more"),
            (Verdict::None, _, Shape::Written(_)) => Some("no solution"),
            _ => None,
        };
        if let Shape::Drawn = self {
            if printed == 0 {
                let clashes = finding.clashes.iter();
                let clashing: Vec<Cell> = clashes.flat_map(|clash| clash.cells.clone()).collect();
                picture(item.record, None, &clashing, page)?;
            }
            let report = finding.report.as_ref();
            let effort = report.map(|report| format!(" ({})", work(report, finding.time)));
            let done = paint(page.look.color, QUIET, &effort.unwrap_or_default());
            return writeln!(page.data, "{}{done}", remark.unwrap_or(verdict.word()));
        }
        if let Some(remark) = remark.filter(|_| !page.look.quiet) {
            page.talk += &format!("{}: {remark}\n", item.place());
        }
        match self {
            Shape::Line(_) if printed == 0 => {
                writeln!(page.data, "{}", item.answered(verdict.word()))
            }
            _ => Ok(()),
        }
    }
}

/// The record with its solution: beside the puzzle where the format keeps both, else in
/// its place.
fn solved(record: &Record, digits: &[Digit], writer: &Writer) -> Record {
    let geometry = record.puzzle.geometry().clone();
    let mut solved = record.clone();
    solved.progress = None;
    let fits = "a solution fills its board";
    if writer.format().keeps().solution {
        solved.solution = Some(Grid::new(geometry, digits).expect(fits));
    } else {
        let givens: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
        solved.puzzle = Puzzle::new(geometry, givens).expect(fits);
    }
    solved
}

/// Draws the puzzle, solved if there are digits, and highlights the `clashing` cells.
fn picture(
    record: &Record,
    digits: Option<&[Digit]>,
    clashing: &[Cell],
    page: &mut Page<'_>,
) -> io::Result<()> {
    let puzzle = &record.puzzle;
    let show = |cell: Cell| match puzzle.given(cell) {
        Some(given) if clashing.contains(&cell) => (Some(given), WRONG),
        Some(given) => (Some(given), GIVEN),
        None => match digits {
            Some(digits) => (digits.get(cell.index()).copied(), FOUND),
            None => (None, QUIET),
        },
    };
    let drawn = draw::draw(puzzle.geometry(), record.alphabet, page.look, show);
    page.data.write_all(drawn.as_bytes())
}

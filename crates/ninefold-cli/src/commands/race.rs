//! `race`: engines side by side on the same puzzle.
//!
//! ```text
//! csp       unique     0.05 ms   ███
//! iterative unique   132    ms   ███████████████████████
//! ```
//!
//! They run one after another, so that they do not disturb each other, and each has a
//! time limit, so that none can hang. If two disagree, that is a bug, and the command fails.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use ninefold::Digit;
use ninefold::engine::{ENGINES, Engine};
use ninefold_workbench::wire::WorkObject;
use serde::Serialize;

use super::no_limit_if_zero;
use crate::args::{InputOptions, Seed, ThreadOptions, duration, seed};
use crate::exit::{Exit, Failure};
use crate::json::{self, Error};
use crate::names::{self, EngineList};
use crate::output::{FOUND, Look, grouped, paint, short_time, table};
use crate::search::{BoundedEngine, Finding, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// How much longer a bar gets when an engine is ten times slower.
const STEPS_PER_DECADE: usize = 6;

/// Run engines side by side on one puzzle
///
/// The engines run one after another, so that they do not disturb each other. The bars are
/// on a logarithmic scale, which is given below them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold race puzzle.txt
  ninefold race --engines csp,auto --timeout 10s puzzle.txt
  ninefold race --json puzzle.txt")]
pub(crate) struct Race {
    #[command(flatten)]
    reading: InputOptions,
    /// The engines to run, separated by commas [default: all that accept the puzzle]
    #[arg(long, value_name = "NAME,…", value_parser = names::one_of(names::engines, names::all_engines), hide_possible_values = true)]
    engines: Option<EngineList>,
    /// Stop an engine after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "2s")]
    timeout: Duration,
    /// Stop an engine after N nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The seed for engines that choose at random: a number, or 'random'
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    seed: Seed,
    /// Look for up to N solutions; 2 shows whether the first is the only one
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: u64,
    /// Print one JSON object per engine, one per line
    #[arg(long)]
    json: bool,
}

impl Race {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = RaceJob {
            engines: self.engines,
            timeout: self.timeout,
            nodes: self.nodes,
            seed: self.seed.number(look),
            limit: no_limit_if_zero(self.limit),
            json: self.json,
        };
        let one_at_a_time = ThreadOptions { threads: 1 };
        batch::run(&job, &self.reading, &one_at_a_time, look)
    }
}

struct RaceJob {
    /// The engines to run; `None` is every engine that accepts the puzzle.
    engines: Option<EngineList>,
    timeout: Duration,
    nodes: Option<u64>,
    seed: u64,
    limit: u64,
    json: bool,
}

/// One engine's run.
struct Run {
    engine: String,
    finding: Finding,
    /// The first solution it found.
    solution: Option<Vec<Digit>>,
    /// All its solutions obey the rules.
    is_sound: bool,
}

impl Job for RaceJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let puzzle = &item.record.puzzle;
        let engines: Vec<(String, Arc<dyn Engine>)> = match &self.engines {
            Some(EngineList(list)) => list.clone(),
            None => ENGINES
                .iter()
                .filter(|engine| engine.accepts(puzzle).is_ok())
                .map(|&engine| {
                    (
                        engine.name().to_owned(),
                        Arc::new(engine) as Arc<dyn Engine>,
                    )
                })
                .collect(),
        };
        let mut runs = Vec::new();
        for (name, engine) in engines {
            let run = self.run(name, engine, item);
            match run.finding.verdict {
                // No engine is asked about givens that clash: one report is enough.
                Verdict::Clash => {
                    super::note(page, &item.place(), &run.finding);
                    runs.push(run);
                    break;
                }
                Verdict::Interrupted => return Ok(Verdict::Interrupted),
                _ => runs.push(run),
            }
        }
        let (verdict, quarrel) = judge(&runs);
        if self.json {
            for run in &runs {
                page.data
                    .write_all(json::line(&RunObject::new(run, item)).as_bytes())?;
            }
        } else if verdict == Verdict::Clash {
            writeln!(page.data, "{}", verdict.word())?;
        } else {
            page.data.write_all(chart(&runs, page.look).as_bytes())?;
        }
        if let Some(quarrel) = quarrel {
            page.talk += &format!("{}: ENGINES DISAGREE: {quarrel}\n", item.place());
        }
        for run in runs
            .iter()
            .filter(|run| run.finding.verdict == Verdict::Refused)
        {
            super::note(page, &item.place(), &run.finding);
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Word.or_json(self.json)
    }

    fn is_long(&self) -> bool {
        true
    }
}

impl RaceJob {
    fn run(&self, name: String, engine: Arc<dyn Engine>, item: &Item<'_>) -> Run {
        let search = BoundedEngine {
            engine,
            timeout: Some(self.timeout),
            nodes: self.nodes,
            seed: self.seed,
            look: None,
        };
        let mut solution = None;
        let mut is_sound = true;
        let finding = search.run(item.record, self.limit.max(2), &mut |digits| {
            is_sound &= item.record.puzzle.is_solved_by(digits);
            solution.get_or_insert_with(|| digits.to_vec());
            ControlFlow::Continue(())
        });
        Run {
            engine: name,
            finding,
            solution,
            is_sound,
        }
    }
}

/// The verdict of all engines together, and where they contradict each other.
fn judge(runs: &[Run]) -> (Verdict, Option<String>) {
    if let Some(run) = runs.iter().find(|run| !run.is_sound) {
        let quarrel = format!("{} gave a grid that breaks the rules", run.engine);
        return (Verdict::Disagreement, Some(quarrel));
    }
    let has_answer = |run: &&Run| {
        let verdict = run.finding.verdict;
        matches!(verdict, Verdict::Unique | Verdict::Multiple | Verdict::None)
    };
    let mut answers = runs.iter().filter(has_answer);
    let Some(first) = answers.next() else {
        let verdict = runs
            .first()
            .map_or(Verdict::Refused, |run| run.finding.verdict);
        return (verdict, None);
    };
    let verdict = first.finding.verdict;
    for other in answers {
        let (ours, theirs) = (&first.finding, &other.finding);
        let (a, b) = (ours.stats().solutions, theirs.stats().solutions);
        let quarrel = if a != b || theirs.verdict != verdict {
            let (name, other) = (&first.engine, &other.engine);
            format!("{name} found {a} solutions, {other} found {b}")
        } else if verdict == Verdict::Unique && first.solution != other.solution {
            format!(
                "{} and {} give different solutions",
                first.engine, other.engine
            )
        } else {
            continue;
        };
        return (Verdict::Disagreement, Some(quarrel));
    }
    (verdict, None)
}

/// The table with its bars: behind the rows, or below them where there is no room.
fn chart(runs: &[Run], look: Look) -> String {
    let headings = [
        "engine",
        "answer",
        "time",
        "tries",
        "nodes",
        "guesses",
        "backtracks",
    ];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    let measured = runs.iter().filter(|run| run.finding.report.is_some());
    let times: Vec<Duration> = measured.map(|run| run.finding.time).collect();
    let fastest = times.iter().min().copied().unwrap_or_default();
    let slowest = times.iter().max().copied().unwrap_or_default();
    for run in runs {
        let finding = &run.finding;
        let mut row = vec![run.engine.clone(), finding.verdict.word().to_owned()];
        if let Some(report) = &finding.report {
            if !run.engine.starts_with(report.engine) {
                row[0] += &format!(" ({})", report.engine);
            }
            let stats = &report.stats;
            row.push(short_time(finding.time));
            let counters = [stats.tries, stats.nodes, stats.guesses, stats.backtracks];
            row.extend(counters.map(grouped));
        }
        rows.push(row);
    }
    let plain = table(&rows, 2..7, None);
    let widths = plain.lines().map(|line| line.chars().count());
    let width = widths.max().unwrap_or(0) + 2;
    let longest = |scale| bar(fastest, slowest, true, scale).chars().count();
    let room = look.room.unwrap_or(usize::MAX);
    let is_beside = width + longest(STEPS_PER_DECADE) <= room;
    let (lines, scale) = if is_beside {
        (plain, STEPS_PER_DECADE)
    } else {
        let scales = (1..STEPS_PER_DECADE).rev();
        let fits = scales.into_iter().find(|&scale| longest(scale) + 2 <= room);
        (table(&rows, 2..7, Some(room)), fits.unwrap_or(1))
    };
    let bars = runs.iter().map(|run| {
        let is_open = run.finding.verdict == Verdict::Timeout;
        let bar = || bar(fastest, run.finding.time, is_open, scale);
        run.finding
            .report
            .as_ref()
            .map(|_| paint(look.color, FOUND, &bar()))
    });
    let mut chart = with_bars(&lines, bars, is_beside.then_some(width));
    if times.len() > 1 {
        let decade = "█".repeat(scale);
        chart += &format!("(each further {decade} is ten times slower)\n");
    }
    chart
}

/// The lines of a table with bars: behind its rows from the column `beside` on, or each
/// below the row it belongs to.
fn with_bars(
    table: &str,
    bars: impl Iterator<Item = Option<String>>,
    beside: Option<usize>,
) -> String {
    let mut out = String::new();
    let mut lines = table.lines().peekable();
    if let Some(width) = beside {
        out += &format!("{}\n", lines.next().unwrap_or_default());
        for (line, bar) in lines.zip(bars) {
            let gap = width.saturating_sub(line.chars().count());
            let bar = bar.map(|bar| format!("{:gap$}{bar}", ""));
            out += &format!("{line}{}\n", bar.unwrap_or_default());
        }
        return out;
    }
    // The first line of an entry is not indented, what follows it is.
    let is_stacked = lines.clone().any(|line| line.starts_with(' '));
    if !is_stacked {
        out += &format!("{}\n", lines.next().unwrap_or_default());
    }
    for bar in bars {
        if let Some(line) = lines.next() {
            out += &format!("{line}\n");
        }
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            out += &format!("{line}\n");
        }
        out += &bar.map(|bar| format!("  {bar}\n")).unwrap_or_default();
    }
    out
}

/// A bar on a logarithmic scale, `scale` steps longer for each factor of ten. The bar of a run
/// that was stopped has an open end.
fn bar(fastest: Duration, time: Duration, is_open: bool, scale: usize) -> String {
    const MICROSECOND: f64 = 1e-6;
    let ratio = time.as_secs_f64().max(MICROSECOND) / fastest.as_secs_f64().max(MICROSECOND);
    let steps = 1.0 + scale as f64 * ratio.max(1.0).log10();
    let end = if is_open { "▒▒" } else { "" };
    "█".repeat(steps.round() as usize) + end
}

/// One engine's run, for `--json`.
#[derive(Serialize)]
struct RunObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    engine: &'a str,
    /// The engine that did the work, if the first picked another.
    picked: Option<&'static str>,
    solution: Option<String>,
    stats: Option<WorkObject>,
    errors: &'a [Error],
}

impl<'a> RunObject<'a> {
    fn new(run: &'a Run, item: &Item<'a>) -> RunObject<'a> {
        let finding = &run.finding;
        let report = finding.report.as_ref();
        let solution = run.solution.as_ref();
        RunObject {
            head: Head::of(item, finding.verdict.word()),
            engine: &run.engine,
            picked: report.map(|report| report.engine),
            solution: solution.map(|digits| json::solution(item.record, digits)),
            stats: report.map(|report| WorkObject::new(report.stats, finding.time)),
            errors: &finding.errors,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::Query;
    use ninefold::engine::Csp;

    fn run(engine: &str, verdict: Verdict, solutions: u64, digit: usize) -> Run {
        let puzzle = "1234............".parse().expect("a puzzle");
        let mut report = Query::new(&puzzle).run(&Csp).expect("csp takes any board");
        report.stats.solutions = solutions;
        Run {
            engine: engine.to_owned(),
            finding: Finding {
                verdict,
                clashes: Vec::new(),
                errors: Vec::new(),
                report: Some(report),
                time: Duration::from_millis(1),
            },
            solution: Digit::new(digit).map(|digit| vec![digit]),
            is_sound: true,
        }
    }

    #[test]
    fn engines_that_disagree_are_found_out() {
        let good = || run("a", Verdict::Unique, 1, 1);
        assert_eq!(judge(&[good(), good()]), (Verdict::Unique, None));
        let late = run("b", Verdict::Timeout, 0, 0);
        assert_eq!(judge(&[late, good()]).0, Verdict::Unique);
        for other in [
            run("b", Verdict::Unique, 1, 2),
            run("b", Verdict::None, 0, 0),
            run("b", Verdict::Multiple, 2, 1),
        ] {
            let (verdict, quarrel) = judge(&[good(), other]);
            assert_eq!(verdict, Verdict::Disagreement);
            assert!(quarrel.unwrap().contains("b"));
        }
        let mut unsound = good();
        unsound.is_sound = false;
        assert_eq!(judge(&[unsound]).0, Verdict::Disagreement);
    }

    #[test]
    fn ten_times_slower_is_six_steps_longer() {
        let millis = Duration::from_millis;
        let length = |time| {
            bar(millis(1), millis(time), false, STEPS_PER_DECADE)
                .chars()
                .count()
        };
        assert_eq!([1, 10, 100].map(length), [1, 7, 13]);
        assert!(bar(Duration::ZERO, Duration::MAX, true, 6).ends_with("▒▒"));
    }
}

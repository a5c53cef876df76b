//! `rate`: how hard is a puzzle?

use std::io;
use std::time::{Duration, Instant};

use clap::Args;
use ninefold::format::Record;
use ninefold::logic::Step;
use ninefold::rate::{Rating, SCALES, Scale, Unrated, Value};
use ninefold_workbench::wire::{ByName, Names, RatingObject, StepObject};
use serde::Serialize;

use crate::args::{InputOptions, ThreadOptions, duration};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json::{self, Error};
use crate::logic;
use crate::names::{self, ScaleList};
use crate::output::{FOUND, GIVEN, Look, QUIET, paint, table, wrapped};
use crate::search::{BoundedEngine, Finding, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{self, Form, Job, Page};

/// Rate how hard puzzles are
///
/// The scales are se (Sudoku Explainer 1.2.1: the hardest step, the first digit, the first
/// step), sukaku (SukakuExplainer 1.18.1: the same three), hodoku (HoDoKu 2.2.0: level and
/// score) and look-ahead (ours, the same for every isomorph, boards up to 16x16). One line
/// per puzzle, one column per scale; on a terminal, a card.
/// A scale without a rating for a puzzle gives 'none', 'multiple', 'invalid', 'refused' or
/// 'timeout'. The exit code is 0 if at least one scale rates each puzzle, and none ran out of
/// time.
/// With --explain the hardest step on each scale follows: its board, and why it holds.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold rate puzzle.txt
  ninefold rate --scale se,hodoku puzzles.txt > ratings.tsv
  ninefold rate --explain puzzle.txt
  ninefold rate --scale all --json --timeout 10s puzzles.txt")]
pub(crate) struct Rate {
    #[command(flatten)]
    reading: InputOptions,
    /// The scales, separated by commas, or 'all' [default: se; on a terminal: all]
    #[arg(long, help_heading = "Rating", value_name = "NAME,…", value_parser = names::one_of(names::scales, names::all_scales), hide_possible_values = true)]
    scale: Option<ScaleList>,
    /// Give up on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, help_heading = "Rating", value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
    /// Show the hardest step on each scale: the board, and why it holds
    #[arg(long, help_heading = "Rating", conflicts_with = "json")]
    explain: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long, help_heading = "Rating")]
    json: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Rate {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = RateJob {
            scales: self.scale.map(|ScaleList(scales)| scales),
            timeout: self.timeout,
            explain: self.explain,
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct RateJob {
    /// The scales that were asked for.
    scales: Option<Vec<&'static dyn Scale>>,
    timeout: Option<Duration>,
    explain: bool,
    json: bool,
}

/// A puzzle's rating on one scale, or why it has none.
struct Rated {
    scale: &'static dyn Scale,
    rating: Result<Rating, Missing>,
    /// The hardest step in full, if it is asked for and the scale has it.
    step: Option<Step>,
}

/// Why there is no rating.
pub(super) struct Missing {
    pub(super) verdict: Verdict,
    /// The reason, where the verdict on the puzzle does not give it.
    pub(super) why: Option<String>,
}

#[derive(Serialize)]
struct RateObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The rating on each scale; where there is none, the status that stands for it.
    ratings: ByName<RatedObject>,
    errors: Vec<Error>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum RatedObject {
    Rating(Box<RatingObject<InFull>>),
    Missing {
        version: &'static str,
        status: &'static str,
    },
}

/// A step with the board that it is on.
#[derive(Serialize)]
struct InFull {
    start: serde_json::Value,
    step: StepObject<Names>,
}

impl Job for RateJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let rater = Rater::new(item, self.timeout, page);
        let is_card = item.source.draw && !self.json;
        let scales = match &self.scales {
            Some(scales) => scales,
            None if is_card => SCALES,
            None => &SCALES[..1],
        };
        let rate = |&scale: &&'static dyn Scale| {
            let rating = rater.rate(scale);
            let wanted = rating.as_ref().ok().filter(|_| self.explain || self.json);
            let step = wanted.and_then(|rating| {
                let (at, _) = rating.hardest()?;
                rating.step_until(at, &|| rater.should_stop())
            });
            Rated {
                scale,
                rating,
                step,
            }
        };
        let rated: Vec<Rated> = scales.iter().map(rate).collect();
        if interrupt::requested() {
            return Ok(Verdict::Interrupted);
        }
        let mut errors = rater.finding.errors.clone();
        for Missing { why, .. } in rated.iter().filter_map(|rated| rated.rating.as_ref().err()) {
            if let Some(why) = why {
                // A card has the reasons in it.
                if !is_card {
                    page.talk += &format!("{}: {why}\n", item.place());
                }
                errors.push(Error::of_message(why));
            }
        }
        for Rated { scale, .. } in rated.iter().filter(|rated| rated.rating.is_ok()) {
            rater.note_closure(*scale, page);
        }
        let verdict = verdict(&rated);
        if self.json {
            let status = match verdict {
                Verdict::Rated => rater.finding.verdict,
                missing => missing,
            };
            let head = Head::of(item, status.word());
            let ratings = rated.iter().map(|rated| rated.object(item.record));
            let ratings = ByName(ratings.collect());
            page.data.write_all(
                json::line(&RateObject {
                    head,
                    ratings,
                    errors,
                })
                .as_bytes(),
            )?;
        } else if is_card {
            write!(page.data, "{}", card(&rated, page.look))?;
        } else {
            let words: Vec<String> = rated.iter().map(Rated::word).collect();
            writeln!(page.data, "{}", words.join("\t"))?;
        }
        if self.explain {
            for rated in &rated {
                rated.explain(page)?;
            }
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        let columns = self.scales.as_ref().map_or(1, Vec::len);
        Form::Columns(columns).or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        VERDICTS
    }

    fn exit(&self, verdict: Verdict) -> Exit {
        exit(verdict)
    }
}

/// The verdicts that the summary of ratings always counts.
pub(super) const VERDICTS: &[Verdict] = &[Verdict::Rated, Verdict::Multiple, Verdict::None];

/// The exit code for a puzzle that was to be rated.
pub(super) fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Rated => Exit::Yes,
        verdict => job::yes_if_unique(verdict),
    }
}

/// The verdict on a puzzle by its ratings: one is enough, unless more time may give more.
fn verdict(rated: &[Rated]) -> Verdict {
    let missing = || {
        let missing = rated.iter().filter_map(|rated| rated.rating.as_ref().err());
        missing.map(|missing| missing.verdict)
    };
    if missing().any(|verdict| verdict == Verdict::Timeout) {
        Verdict::Timeout
    } else if rated.iter().any(|rated| rated.rating.is_ok()) {
        Verdict::Rated
    } else {
        missing().next().expect("every scale has a rating or none")
    }
}

/// A puzzle to be rated, on as many scales as one likes.
pub(super) struct Rater<'a> {
    item: &'a Item<'a>,
    deadline: Option<Instant>,
    /// An engine's verdict on its solutions.
    finding: Finding,
}

impl<'a> Rater<'a> {
    /// Asks an engine about the solutions, and reports what is wrong with the puzzle; `timeout`
    /// is for all of it.
    pub(super) fn new(
        item: &'a Item<'a>,
        timeout: Option<Duration>,
        page: &mut Page<'_>,
    ) -> Rater<'a> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let finding = BoundedEngine::within(timeout).count(item.record, 2);
        super::note(page, &item.place(), &finding);
        Rater {
            item,
            deadline,
            finding,
        }
    }

    /// The rating on a scale.
    pub(super) fn rate(&self, scale: &'static dyn Scale) -> Result<Rating, Missing> {
        let puzzle = &self.item.record.puzzle;
        let refused = |unrated: Unrated| Missing {
            verdict: Verdict::Refused,
            why: Some(unrated.to_string()),
        };
        if let Some(unrated) = scale.refuses(puzzle) {
            return Err(refused(unrated));
        }
        match self.finding.verdict {
            Verdict::Unique => {}
            Verdict::Multiple if scale.rates_several() => {}
            verdict => return Err(Missing { verdict, why: None }),
        }
        scale
            .rate(puzzle, &|| self.should_stop())
            .map_err(|unrated| match unrated {
                Unrated::Stopped => Missing {
                    verdict: Verdict::Timeout,
                    why: None,
                },
                unrated => refused(unrated),
            })
    }

    /// Whether its time is over.
    fn should_stop(&self) -> bool {
        interrupt::requested() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Reports that a rating is that of a puzzle with several solutions, if it is.
    pub(super) fn note_closure(&self, scale: &dyn Scale, page: &mut Page<'_>) {
        if self.finding.verdict == Verdict::Multiple && !page.look.quiet {
            page.talk += &format!(
                "{}: several solutions; {} rates as far as logic goes\n",
                self.item.place(),
                scale.name()
            );
        }
    }
}

impl Rated {
    /// The rating as players write it, or the word that stands for it.
    fn word(&self) -> String {
        match &self.rating {
            Ok(rating) => rating.to_string(),
            Err(missing) => missing.verdict.word().to_owned(),
        }
    }

    /// The scale, the rating, the hardest step and its number in the path.
    fn row(&self) -> Vec<String> {
        let (hardest, number) = match &self.rating {
            Ok(rating) => match rating.hardest() {
                Some((number, step)) => (
                    format!("{} ({})", step.name, step.value),
                    format!("{number} of {}", rating.steps().len()),
                ),
                None => (String::new(), String::new()),
            },
            Err(missing) => (missing.why.clone().unwrap_or_default(), String::new()),
        };
        vec![self.scale.name().to_owned(), self.word(), hardest, number]
    }

    /// Shows the hardest step in full.
    fn explain(&self, page: &mut Page<'_>) -> io::Result<()> {
        let hardest = self.rating.as_ref().ok().and_then(Rating::hardest);
        let Some(((at, hardest), step)) = hardest.zip(self.step.as_ref()) else {
            return Ok(());
        };
        let name = self.scale.name();
        let title = format!(
            "The hardest step on {name}: {} ({})",
            hardest.name, hardest.value
        );
        let room = page.look.room.unwrap_or(usize::MAX);
        let title = wrapped(&title, room, 2);
        writeln!(page.data, "\n{}", paint(page.look.color, GIVEN, &title))?;
        logic::show(at, step, page)
    }

    /// The name of the scale with the rating in JSON.
    fn object(&self, record: &Record) -> (&'static str, RatedObject) {
        let step = self.step.as_ref().map(|step| InFull {
            start: logic::position(&record.puzzle, step.board()),
            step: logic::object(step),
        });
        let object = match &self.rating {
            Ok(rating) => {
                RatedObject::Rating(Box::new(RatingObject::new(self.scale, rating, step)))
            }
            Err(missing) => RatedObject::Missing {
                version: self.scale.version(),
                status: missing.verdict.word(),
            },
        };
        (self.scale.name(), object)
    }
}

/// All ratings of a puzzle for people: the hardest step on each scale, and the path on the
/// first.
fn card(rated: &[Rated], look: Look) -> String {
    let head = ["scale", "rating", "hardest step", "at step"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(rated.iter().map(Rated::row));
    let mut text = table(&rows, 0..0, look.room);
    let room = look.room.unwrap_or(80).saturating_sub(2);
    let version = |rated: &Rated| format!("{} is {}", rated.scale.name(), rated.scale.version());
    let versions: Vec<String> = rated.iter().map(version).collect();
    let versions = wrapped(&versions.join(", "), room, 0);
    text += &format!("{}\n", paint(look.color, QUIET, &versions));
    let of_first = rated.iter().find_map(|rated| {
        let rating = rated.rating.as_ref().ok()?;
        (!rating.steps().is_empty()).then_some((rated.scale, rating))
    });
    let Some((scale, rating)) = of_first else {
        return text;
    };
    let title = format!("The path on {}:", scale.name());
    text += &format!("\n{}\n", paint(look.color, GIVEN, &title));
    text += &format!("  {}\n", paint(look.color, FOUND, &bar(rating, room)));
    text + &format!(
        "  {}\n",
        paint(look.color, QUIET, &wrapped(&counted(rating), room, 2))
    )
}

/// The value of each step as a bar from an eighth to a whole, in at most `room` columns: where
/// there are more steps, a column has the highest of several.
fn bar(rating: &Rating, room: usize) -> String {
    const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let weight = |value: Value| match value {
        Value::Number(number) | Value::Tenths(number) => f64::from(number),
        _ => 0.0,
    };
    let weights: Vec<f64> = rating
        .steps()
        .iter()
        .map(|step| weight(step.value))
        .collect();
    let highest = weights.iter().copied().fold(1.0, f64::max);
    let together = weights.len().div_ceil(room.max(1));
    let columns = weights
        .chunks(together)
        .map(|steps| steps.iter().copied().fold(0.0, f64::max));
    let eighth = |weight: f64| ((weight / highest * 8.0).ceil() as usize).clamp(1, 8);
    columns.map(|weight| EIGHTHS[eighth(weight) - 1]).collect()
}

/// How many steps there are of each technique, in the order in which they first occur.
pub(super) fn counted(rating: &Rating) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for step in rating.steps() {
        match counts.iter_mut().find(|(name, _)| *name == step.name) {
            Some((_, count)) => *count += 1,
            None => counts.push((&step.name, 1)),
        }
    }
    let counts = counts
        .into_iter()
        .map(|(name, count)| format!("{count} {name}"));
    counts.collect::<Vec<String>>().join(", ")
}

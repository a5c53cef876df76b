//! `inspect`: all about a puzzle in one card, for those who make puzzles.

use std::io;
use std::time::Duration;

use anstyle::Style;
use clap::Args;
use ninefold::Candidate;
use ninefold::canon::Canonical;
use ninefold::format::Record;
use ninefold::inspect::{self, Backdoor, Card, Clues, Limits};
use ninefold::rate::{Rating, Scale};
use ninefold_workbench::wire::{ByName, CardObject, RatingObject};
use serde::Serialize;

use super::rate::{Missing, Rater, counted};
use crate::args::{InputOptions, ThreadOptions, duration};
use crate::exit::{Exit, Failure};
use crate::forms;
use crate::interrupt;
use crate::json::{self, Error};
use crate::names::{self, ScaleList};
use crate::output::{FOUND, GIVEN, Look, QUIET, draw, grouped, many, paint, wrapped};
use crate::search::{BoundedEngine, Finding, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// The columns of a line without those of ratings.
const COLUMNS: usize = 8;

/// How many clues a line of the card names.
const NAMED: usize = 12;

/// Show all about puzzles in one card, for those who make puzzles
///
/// The card has the candidates that occur in some solution, the number of solutions (counted up
/// to a million, beyond that estimated), the clues that could be left out, the clues that would
/// make the puzzle proper, the symmetry of the clues, the number of automorphisms and an id that all isomorphs share,
/// the fewest digits after which singles solve the rest, and ratings with their techniques.
///
/// Where standard output is no terminal, one line per puzzle, with tabs between: solutions, clues,
/// redundant clues, single clues that would make it proper, symmetry, automorphisms, backdoor,
/// id, and a column per scale. '?' is what is not known within the limits.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold inspect puzzle.txt
  ninefold inspect puzzles.txt > cards.tsv
  ninefold inspect --scale se,hodoku --json --timeout 10s puzzles.txt")]
pub(crate) struct Inspect {
    #[command(flatten)]
    reading: InputOptions,
    /// Rate on these scales, separated by commas, or 'all' [default: hodoku]
    #[arg(long, help_heading = "Inspecting", value_name = "NAME,…", value_parser = names::one_of(names::scales, names::all_scales), hide_possible_values = true)]
    scale: Option<ScaleList>,
    /// Stop the work on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, help_heading = "Inspecting", value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
    /// The seed of estimates
    #[arg(
        long,
        help_heading = "Inspecting",
        value_name = "N",
        default_value_t = 0
    )]
    seed: u64,
    /// Print one JSON object per puzzle, one per line
    #[arg(long, help_heading = "Inspecting")]
    json: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Inspect {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let usual = || names::scales("hodoku").map(|ScaleList(scales)| scales);
        let scales = match self.scale {
            Some(ScaleList(scales)) => scales,
            None => usual().map_err(Failure::message)?,
        };
        let job = InspectJob {
            scales,
            timeout: self.timeout,
            seed: self.seed,
            json: self.json,
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct InspectJob {
    scales: Vec<&'static dyn Scale>,
    timeout: Option<Duration>,
    seed: u64,
    json: bool,
}

/// The rating on a scale, or why there is none.
type Rated = (&'static dyn Scale, Result<Rating, Missing>);

#[derive(Serialize)]
struct InspectObject<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Left out if givens clash.
    #[serde(flatten)]
    card: Option<CardObject>,
    /// The scales that rate the puzzle.
    ratings: ByName<RatingObject<()>>,
    errors: Vec<Error>,
}

impl Job for InspectJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let record = item.record;
        if let Some(finding) = BoundedEngine::clashes(record) {
            return self.broken(item, &finding, page);
        }
        let deadline = BoundedEngine::within(self.timeout).deadline();
        let should_stop = || {
            interrupt::requested() || deadline.is_some_and(|end| std::time::Instant::now() >= end)
        };
        let limits = Limits::of(record.puzzle.geometry()).until(&should_stop);
        let card =
            forms::with_canon(|forms| inspect::card(&record.puzzle, self.seed, forms, limits));
        let verdict = verdict(&card);
        let rated = match verdict {
            Verdict::Unique | Verdict::Multiple => self.rated(item, page),
            _ => Vec::new(),
        };
        if interrupt::requested() {
            return Ok(Verdict::Interrupted);
        }
        if verdict == Verdict::None && !page.look.quiet {
            page.talk += &format!("{}: no solution; {DOCTOR}\n", item.place());
        }
        if self.json {
            self.print_object(item, Some(&card), &rated, verdict, Vec::new(), page)?;
        } else if item.source.draw {
            let shown = Shown {
                card: &card,
                record,
                look: page.look,
            };
            write!(page.data, "{}", shown.text(&rated))?;
        } else {
            writeln!(page.data, "{}", self.line(&card, record, &rated))?;
        }
        Ok(verdict)
    }

    fn form(&self) -> Form {
        Form::Columns(COLUMNS + self.scales.len()).or_json(self.json)
    }
}

/// Where to go with a broken puzzle.
const DOCTOR: &str = "'ninefold doctor' may know what was meant";

/// The verdict on a puzzle whose givens do not clash.
fn verdict(card: &Card) -> Verdict {
    match card.counted() {
        (0, true) => Verdict::None,
        (1, true) => Verdict::Unique,
        (0 | 1, false) => Verdict::Timeout,
        _ => Verdict::Multiple,
    }
}

impl InspectJob {
    /// The answer to a puzzle whose givens clash.
    fn broken(
        &self,
        item: &Item<'_>,
        finding: &Finding,
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        super::note(page, &item.place(), finding);
        if !page.look.quiet {
            page.talk += &format!("{}: {DOCTOR}\n", item.place());
        }
        let verdict = finding.verdict;
        if self.json {
            self.print_object(item, None, &[], verdict, finding.errors.clone(), page)?;
        } else if !item.source.draw {
            let words = vec![verdict.word(); COLUMNS + self.scales.len()];
            writeln!(page.data, "{}", words.join("\t"))?;
        }
        Ok(verdict)
    }

    fn rated(&self, item: &Item<'_>, page: &mut Page<'_>) -> Vec<Rated> {
        let rater = Rater::new(item, self.timeout, page);
        let scales = self.scales.iter();
        scales.map(|&scale| (scale, rater.rate(scale))).collect()
    }

    fn print_object(
        &self,
        item: &Item<'_>,
        card: Option<&Card>,
        rated: &[Rated],
        verdict: Verdict,
        errors: Vec<Error>,
        page: &mut Page<'_>,
    ) -> io::Result<()> {
        let record = item.record;
        let ratings = rated.iter().filter_map(|(scale, rating)| {
            let rating = RatingObject::new(*scale, rating.as_ref().ok()?, None);
            Some((scale.name(), rating))
        });
        let object = InspectObject {
            head: Head::of(item, verdict.word()),
            card: card
                .map(|card| CardObject::new(card, &record.puzzle, record.alphabet, self.seed)),
            ratings: ByName(ratings.collect()),
            errors,
        };
        page.data.write_all(json::line(&object).as_bytes())
    }

    /// The card on a line.
    fn line(&self, card: &Card, record: &Record, rated: &[Rated]) -> String {
        let clues = |clues: &Clues| {
            let known = clues.is_complete.then(|| clues.found.len().to_string());
            known.unwrap_or_else(|| "?".to_owned())
        };
        let form = card.form.as_ref().ok();
        let unknown = || "?".to_owned();
        let automorphisms = form.and_then(Canonical::automorphisms);
        let mut columns = vec![
            match (card.counted(), &card.estimate) {
                ((count, true), _) => count.to_string(),
                (_, Some(estimate)) => estimate.to_string(),
                ((count, false), None) => {
                    format!("at least {count}")
                }
            },
            record.puzzle.n_givens().to_string(),
            clues(&card.redundant),
            clues(&card.completing),
            card.symmetry.to_string(),
            automorphisms.map_or_else(unknown, |count| count.to_string()),
            card.backdoor.as_ref().map_or_else(
                || "-".to_owned(),
                |Backdoor { at_least, digits }| match digits {
                    Some(_) => at_least.to_string(),
                    None => format!("{at_least}+"),
                },
            ),
            card.id().map_or_else(unknown, |id| format!("{id:032x}")),
        ];
        let word = |rating: &Result<Rating, Missing>| match rating {
            Ok(rating) => rating.to_string(),
            Err(missing) => missing.verdict.word().to_owned(),
        };
        columns.extend(rated.iter().map(|(_, rating)| word(rating)));
        let missing = COLUMNS + self.scales.len() - columns.len();
        columns.extend(vec![verdict(card).word().to_owned(); missing]);
        columns.join("\t")
    }
}

/// A card for people.
struct Shown<'a> {
    card: &'a Card,
    record: &'a Record,
    look: Look,
}

impl Shown<'_> {
    /// The board with its true candidates, and below it a line for each meter.
    fn text(&self, rated: &[Rated]) -> String {
        let mut rows = vec![
            ("solutions", self.solutions()),
            ("clues", self.clues()),
            ("proper with", self.completing()),
            ("symmetry", self.card.symmetry.to_string()),
        ];
        match &self.card.form {
            Ok(form) => {
                let many = |count: u128| count.to_string();
                let automorphisms = form.automorphisms();
                let count = automorphisms.map_or_else(|| "2^128 or more".to_owned(), many);
                rows.push(("automorphisms", count));
            }
            Err(why) => rows.push(("automorphisms", format!("not known: {why}"))),
        }
        if let Some(id) = self.card.id() {
            rows.push(("isomorph id", format!("{id:032x}")));
        }
        if let Some(backdoor) = &self.card.backdoor {
            rows.push(("backdoor", self.backdoor(backdoor)));
        }
        for (scale, rating) in rated {
            match rating {
                Ok(rating) => {
                    rows.push((scale.name(), rating.to_string()));
                    rows.push(("", counted(rating)));
                }
                Err(missing) => {
                    let why = missing.why.as_deref().unwrap_or(missing.verdict.word());
                    rows.push((scale.name(), why.to_owned()));
                }
            }
        }
        let wide = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let room = self.look.room.unwrap_or(80);
        let mut text = self.board();
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            let name = paint(self.look.color, QUIET, &format!("{name:<wide$}"));
            text += &wrapped(&format!("{name}  {value}"), room, wide + 2);
            text.push('\n');
        }
        text
    }

    /// The digits of each cell that occur in some solution. Where they are too wide, the number of
    /// them stands in brackets.
    fn board(&self) -> String {
        let (geometry, alphabet) = (self.record.puzzle.geometry(), self.record.alphabet);
        let digits = |cell| {
            let found = self.card.candidates.of(cell) | self.card.candidates.open(cell);
            let style = if self.record.puzzle.given(cell).is_some() {
                GIVEN
            } else if found.len() == 1 {
                FOUND
            } else {
                Style::new()
            };
            (found, style)
        };
        let each = geometry.cells().map(|cell| {
            let (found, style) = digits(cell);
            let marks = found.iter().map(|digit| {
                let mut text = String::new();
                alphabet.write(digit, &mut text);
                (text, style)
            });
            let marks: Vec<(String, Style)> = marks.collect();
            if marks.is_empty() {
                return vec![(".".to_owned(), QUIET)];
            }
            marks
        });
        let each: Vec<Vec<(String, Style)>> = each.collect();
        let between = if alphabet.line([geometry.digits().next_back()], '.').len() > 1 {
            ","
        } else {
            ""
        };
        let room = self.look.room.unwrap_or(80);
        let color = self.look.color;
        let drawings =
            [false, true].map(|is_tight| draw::marks(geometry, &each, between, is_tight, color));
        if let Some(drawn) = drawings.into_iter().find_map(|drawn| drawn.within(room)) {
            return drawn;
        }
        let numbers: Vec<Vec<(String, Style)>> = each
            .into_iter()
            .map(|marks| match marks.len() {
                1 => marks,
                n => vec![(format!("({n})"), QUIET)],
            })
            .collect();
        let drawn = draw::marks(geometry, &numbers, "", true, color).within(room);
        let note = "(3): three digits occur in the cell; --json lists them";
        let note = paint(color, QUIET, &wrapped(note, room, 0));
        drawn.map_or_else(String::new, |drawn| format!("{drawn}{note}\n"))
    }

    fn solutions(&self) -> String {
        let geometry = self.record.puzzle.geometry();
        let differing = geometry
            .cells()
            .filter(|&cell| self.card.candidates.of(cell).len() > 1)
            .count() as u64;
        let differing = many(differing, "cell differs", "cells differ");
        match (self.card.counted(), &self.card.estimate) {
            ((0, true), _) => format!("none; {DOCTOR}"),
            ((1, true), _) => "1: the puzzle is proper".to_owned(),
            ((count, true), _) => format!("{}; {differing}", grouped(count)),
            (_, Some(estimate)) => format!(
                "{estimate}, by {}; {differing}",
                many(estimate.probes(), "random probe", "random probes")
            ),
            ((count, false), None) => {
                format!(
                    "at least {}; more is not known within the limits",
                    grouped(count)
                )
            }
        }
    }

    fn clues(&self) -> String {
        let redundant = &self.card.redundant;
        let n = self.record.puzzle.n_givens().to_string();
        let has_one = self.card.solution().is_some();
        match (redundant.found.len(), redundant.is_complete) {
            (0, true) if has_one => format!("{n}, minimal: each is needed"),
            (0, true) => n,
            (0, false) => format!("{n}; whether each is needed is not known within the limits"),
            (found, is_complete) => {
                let least = if is_complete { "" } else { "at least " };
                let spare = &self.card.spare;
                let together = if spare.len() > 1 {
                    let more = if spare.len() < found {
                        ", the most that was found"
                    } else {
                        ""
                    };
                    format!(
                        "; {} can go together{more}: {}",
                        spare.len(),
                        self.named(spare)
                    )
                } else {
                    String::new()
                };
                let verb = if found == 1 { "is" } else { "are" };
                format!(
                    "{n}, not minimal: {least}{found} {verb} redundant, each alone: {}{together}",
                    self.named(&redundant.found)
                )
            }
        }
    }

    fn completing(&self) -> String {
        let completing = &self.card.completing;
        match (self.card.counted(), completing.found.len()) {
            ((0 | 1, true), _) => String::new(),
            (_, 0) => {
                let single = if completing.is_complete {
                    "no single clue"
                } else {
                    "no single clue that was found"
                };
                match &self.card.enough {
                    Some(clues) => format!(
                        "{single}; {} are enough: {}",
                        many(clues.len() as u64, "clue", "clues"),
                        self.named(clues)
                    ),
                    None => single.to_owned(),
                }
            }
            (_, 1) => format!("one clue: {}", self.named(&completing.found)),
            (_, n) => format!("one of {n} clues: {}", self.named(&completing.found)),
        }
    }

    fn backdoor(&self, Backdoor { at_least, digits }: &Backdoor) -> String {
        match digits {
            Some(digits) if digits.is_empty() => "0: singles solve the puzzle".to_owned(),
            Some(digits) => format!(
                "{at_least}: after {} singles solve the rest",
                self.named(digits)
            ),
            None => format!("{at_least} or more"),
        }
    }

    /// The first clues by name, and how many others there are.
    fn named(&self, clues: &[Candidate]) -> String {
        let geometry = self.record.puzzle.geometry();
        let name = |clue: &Candidate| {
            let mut text = format!("{}=", geometry.name(clue.cell));
            self.record.alphabet.write(clue.digit, &mut text);
            text
        };
        let names: Vec<String> = clues.iter().take(NAMED).map(name).collect();
        match clues.len().saturating_sub(NAMED) {
            0 => names.join(" "),
            more => format!("{} and {more} more", names.join(" ")),
        }
    }
}

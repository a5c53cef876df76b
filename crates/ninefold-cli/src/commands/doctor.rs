//! `doctor`: why is a puzzle broken, and what was meant?

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use ninefold::doctor::{Diagnosis, Doctor as Examination, Misreading, Repair, Status};
use ninefold::format::{self, Record};
use ninefold::logic;
use ninefold::{Alphabet, Geometry};
use ninefold_workbench::session;
use ninefold_workbench::wire::DiagnosisObject;
use serde::Serialize;

use crate::args::{InputOptions, ThreadOptions, duration};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json::{self, Error};
use crate::output::{GIVEN, Look, QUIET, paint, wrapped};
use crate::search::Verdict;
use crate::stream::answer::Place;
use crate::stream::batch;
use crate::stream::item::{Detected, Fault, Item};
use crate::stream::job::{Form, Job, Page};

/// Say why a puzzle is broken, and what was probably meant
///
/// The first line says what is wrong; then come proper puzzles that one slip of the hand or
/// the eye may have changed into this one, the likeliest first: a digit misread, swapped, left
/// out or too many, a piece of a row shifted, a character of the text lost, and the like.
/// Of several puzzles, each gets one line: what is wrong, the likeliest repair, and the puzzle
/// after it, with tabs between. The work on a puzzle is limited; with --timeout it goes on
/// until then.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold doctor puzzle.txt
  ninefold doctor --why 12..34..........
  ninefold doctor --apply 1 puzzle.txt | ninefold solve
  ninefold doctor --json puzzles.txt

Exit codes:
  0    nothing is wrong
  1    something is wrong, and it is explained
  2    nothing could be read, or guessed
  4    stopped before it was known whether anything is wrong")]
pub(crate) struct Doctor {
    #[command(flatten)]
    reading: InputOptions,
    /// List up to N repairs
    #[arg(long, value_name = "N", default_value_t = 3)]
    repairs: usize,
    /// Print the puzzle after the K-th repair, as a line; a puzzle that needs none as it is
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["json", "why"])]
    apply: Option<u32>,
    /// Show step by step why there is no solution
    #[arg(long, conflicts_with = "json")]
    why: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
    /// Look for repairs for this long instead of a limited amount of work: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Doctor {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = DoctorJob {
            n_repairs: self.repairs,
            apply: self.apply.map(|k| k as usize),
            why: self.why,
            json: self.json,
            timeout: self.timeout,
            options: self.reading.options(),
            first: Mutex::new(First::None),
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

struct DoctorJob {
    n_repairs: usize,
    apply: Option<usize>,
    why: bool,
    json: bool,
    timeout: Option<Duration>,
    options: format::ReadOptions,
    first: Mutex<First>,
}

/// The first answer waits for the second: if there is none, it is printed in full.
enum First {
    None,
    Waiting { line: Vec<u8>, card: Vec<u8> },
    Printed,
}

/// What is printed about one puzzle or text.
struct Report {
    /// What is wrong.
    sentence: String,
    /// Why, and what decides between several solutions.
    details: Vec<String>,
    repairs: Vec<Repair>,
    /// What is to be said of the repairs.
    remark: Option<String>,
    alphabet: Alphabet,
}

#[derive(Serialize)]
struct DoctorObject<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(flatten)]
    found: DiagnosisObject,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    detection: Option<&'a Detected>,
}

impl Job for DoctorJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let record = item.record;
        let found = self.within_limits(|doctor| doctor.examine(&record.puzzle));
        if interrupt::requested() {
            return Ok(Verdict::Interrupted);
        }
        let mistakes = match found.status {
            Status::Proper => session::mistakes(record),
            _ => Vec::new(),
        };
        let verdict = match found.status {
            Status::Proper if !mistakes.is_empty() => Verdict::Mistake,
            Status::Proper => Verdict::Unique,
            Status::Several => Verdict::Multiple,
            Status::None => Verdict::None,
            Status::Clashing => Verdict::Clash,
            _ => Verdict::Timeout,
        };
        if self.json {
            let object = DoctorObject {
                place: Place::of(item),
                found: DiagnosisObject::new(&found, record, &mistakes),
                warnings: &record.warnings,
                detection: item.source.detection.as_ref(),
            };
            page.data.write_all(json::line(&object).as_bytes())?;
            return Ok(verdict);
        }
        if let Some(k) = self.apply {
            let repaired = match found.repairs.get(k - 1) {
                Some(repair) => Some(&repair.puzzle),
                None if found.status == Status::Proper => Some(&record.puzzle),
                None => None,
            };
            let line = match repaired {
                Some(puzzle) => record.alphabet.line(puzzle.givens().iter().copied(), '.'),
                None => {
                    page.talk += &format!("{}: there is no repair {k}\n", item.place());
                    verdict.word().to_owned()
                }
            };
            writeln!(page.data, "{}", item.answered_in("repaired", &line))?;
            return Ok(verdict);
        }
        let report = self.report(found, record, &mistakes);
        page.data.write_all(&self.both_forms(&report, page.look))?;
        Ok(verdict)
    }

    fn form(&self) -> Form {
        let form = match self.apply {
            Some(_) => Form::Line,
            None => Form::Reason,
        };
        form.or_json(self.json)
    }

    fn exit(&self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Unique => Exit::Yes,
            Verdict::Multiple | Verdict::None | Verdict::Clash | Verdict::Mistake => Exit::No,
            Verdict::Timeout => Exit::Stopped,
            _ => Exit::Partly,
        }
    }

    fn takes_unreadable(&self) -> bool {
        true
    }

    fn unreadable(&self, fault: &Fault<'_>, text: &str, look: Look) -> Option<(String, Verdict)> {
        let board = |size: usize| self.board(size);
        let of_error = text.get(fault.error.span.clone()).unwrap_or_default();
        let read = |text: &str| self.within_limits(|doctor| doctor.read(text, &board));
        let found = read(of_error).or_else(|| read(text));
        let found = found.filter(|found| !found.repairs.is_empty())?;
        let alphabet = Alphabet::standard(found.repairs[0].puzzle.geometry().size());
        let data = if self.json {
            let object = DoctorObject {
                place: Place::new(fault.source, fault.line),
                found: DiagnosisObject::of_text(&found, Error::of_text(fault.error, fault.line)),
                warnings: &[],
                detection: fault.source.detection.as_ref(),
            };
            json::line(&object).into_bytes()
        } else if let Some(k) = self.apply {
            let givens = found.repairs.get(k - 1)?.puzzle.givens();
            (alphabet.line(givens.iter().copied(), '.') + "\n").into_bytes()
        } else {
            self.both_forms(&Report::of_text(found, alphabet), look)
        };
        let data = String::from_utf8(data).expect("what is printed is text");
        Some((data, Verdict::Clash))
    }

    fn print(&self, data: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if self.json || self.apply.is_some() {
            return out.write_all(data);
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rest = data;
        while let Some((line, card, after)) = taken_apart(rest) {
            rest = after;
            match std::mem::replace(&mut *first, First::Printed) {
                First::None => {
                    let (line, card) = (line.to_vec(), card.to_vec());
                    *first = First::Waiting { line, card };
                    continue;
                }
                First::Waiting { line, .. } => out.write_all(&line)?,
                First::Printed => {}
            }
            out.write_all(line)?;
        }
        out.write_all(rest)
    }

    fn finish(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if let First::Waiting { card, .. } = std::mem::replace(&mut *first, First::Printed) {
            out.write_all(&card)?;
        }
        Ok(Exit::Yes)
    }
}

/// A line and a card, one after the other, each behind its length.
fn put_together(line: &str, card: &str) -> Vec<u8> {
    format!("{:08x}{:08x}{line}{card}", line.len(), card.len()).into_bytes()
}

/// The line and the card at the beginning of some output, and what follows them.
fn taken_apart(data: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let length = |at: usize| {
        let text = std::str::from_utf8(data.get(at..at + 8)?).ok()?;
        usize::from_str_radix(text, 16).ok()
    };
    let (line, card) = (length(0)?, length(8)?);
    let (both, rest) = data[16..].split_at_checked(line + card)?;
    let (line, card) = both.split_at(line);
    Some((line, card, rest))
}

impl DoctorJob {
    /// Has a doctor work within the limits of the command line.
    fn within_limits<T>(&self, work: impl FnOnce(Examination<'_>) -> T) -> T {
        let deadline = self
            .timeout
            .and_then(|time| Instant::now().checked_add(time));
        let should_stop =
            || interrupt::requested() || deadline.is_some_and(|end| Instant::now() >= end);
        let doctor = Examination::new().stop_when(&should_stop);
        work(match self.timeout {
            Some(_) => doctor.work(u64::MAX),
            None => doctor,
        })
    }

    /// The board of a size that was asked for, or the usual one.
    fn board(&self, size: usize) -> Option<Geometry> {
        let line = format::find("line").expect("line is a format").format();
        let blank = ".".repeat(size * size);
        let reading = format::read_as(line, &blank, &self.options);
        let record = reading.into_best().ok()?.records.into_iter().next()?.ok()?;
        Some(record.puzzle.geometry().clone())
    }

    fn report(&self, found: Diagnosis, record: &Record, mistakes: &[logic::Mistake]) -> Report {
        let alphabet = record.alphabet;
        let geometry = record.puzzle.geometry();
        let mut sentence = found.explain().in_alphabet(alphabet);
        if !mistakes.is_empty() {
            let words = mistakes.iter().map(|mistake| mistake.explain(geometry));
            let words: Vec<String> = words.map(|words| words.in_alphabet(alphabet)).collect();
            sentence = format!(
                "nothing wrong with the puzzle, but {}",
                words.join(", and ")
            );
        }
        let mut details = Vec::new();
        if self.why {
            let proof = found.conflict.iter().flat_map(|conflict| {
                let givens = conflict.givens.iter();
                let name = |given: &ninefold::Candidate| {
                    let mut name = format!("{}=", geometry.name(given.cell));
                    alphabet.write(given.digit, &mut name);
                    name
                };
                let givens: Vec<String> = givens.map(name).collect();
                let steps = conflict.proof().into_iter();
                let steps = steps.map(|step| step.in_alphabet(alphabet));
                std::iter::once(format!("Of the givens take {}.", givens.join(", "))).chain(steps)
            });
            details.extend(proof);
        }
        let additions = found
            .several
            .as_ref()
            .and_then(|several| several.explain_additions(&record.puzzle));
        details.extend(additions.map(|words| words.in_alphabet(alphabet)));
        let remark = self.remark(&found, &record.puzzle);
        Report {
            sentence,
            details,
            repairs: found.repairs,
            remark,
            alphabet,
        }
    }

    /// What is to be said of the repairs.
    fn remark(&self, found: &Diagnosis, puzzle: &ninefold::Puzzle) -> Option<String> {
        let is_broken = found.status != Status::Proper && found.status != Status::Unknown;
        let by_two = found
            .repairs
            .first()
            .is_some_and(|first| first.slips.len() > 1);
        let remark = match found.repairs.len() {
            _ if !is_broken => return None,
            0 if found.is_complete && found.status == Status::Several => {
                "no single slip explains it"
            }
            0 if found.is_complete => "no single slip explains it, nor do two in the conflict",
            0 if puzzle.has_marks_of_its_own() => return None,
            0 if found.never.is_some() => return None,
            0 => "no repair found within the limits; --timeout looks for longer",
            1 if found.only_repair().is_some() => {
                "the only proper puzzle within one slip; --apply 1 prints it"
            }
            _ if by_two => "no single slip explains it; these are two",
            _ => return None,
        };
        Some(remark.to_owned())
    }

    /// A report as a line and as a card.
    fn both_forms(&self, report: &Report, look: Look) -> Vec<u8> {
        put_together(&report.line(), &report.card(self.n_repairs, look))
    }
}

impl Report {
    /// For a text that is almost a puzzle.
    fn of_text(found: Misreading, alphabet: Alphabet) -> Report {
        Report {
            sentence: found.sentence,
            details: Vec::new(),
            repairs: found.repairs,
            remark: None,
            alphabet,
        }
    }

    /// What is wrong, the likeliest repair and the puzzle after it.
    fn line(&self) -> String {
        let mut line = self.sentence.clone();
        if let Some(repair) = self.repairs.first() {
            let words = repair.explain().in_alphabet(self.alphabet);
            let puzzle = self
                .alphabet
                .line(repair.puzzle.givens().iter().copied(), '.');
            line += &format!("\t{words}\t{puzzle}");
        }
        line + "\n"
    }

    /// What is wrong in full, and the first `n_repairs` repairs.
    fn card(&self, n_repairs: usize, look: Look) -> String {
        let room = look.room.unwrap_or(usize::MAX);
        let mut card = paint(look.color, GIVEN, &wrapped(&self.sentence, room, 2)) + "\n";
        for detail in &self.details {
            card += &format!("  {}\n", wrapped(detail, room.saturating_sub(2), 4));
        }
        let is_one = self.repairs.len() == 1;
        for (k, repair) in self.repairs.iter().take(n_repairs).enumerate() {
            let words = repair.explain().in_alphabet(self.alphabet);
            let share = if is_one {
                String::new()
            } else {
                format!(" ({})", percent(repair.share))
            };
            let line = format!("{}. {words}{share}", k + 1);
            card += &(wrapped(&line, room, 3) + "\n");
        }
        let more = self.repairs.len().saturating_sub(n_repairs);
        let all = self.repairs.len();
        let more = (more > 0).then(|| format!("and {more} more; --repairs {all} lists them"));
        for remark in more.iter().chain(&self.remark) {
            card += &(paint(look.color, QUIET, &wrapped(remark, room, 0)) + "\n");
        }
        card
    }
}

/// A share in percent: `93 %`, `less than 1 %`.
fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        0.0 => "less than 1 %".to_owned(),
        100.0 => "more than 99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

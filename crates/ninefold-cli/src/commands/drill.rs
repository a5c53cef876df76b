//! `drill`: positions on which to practise a technique.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use ninefold::drill::{Drill as Position, Spoiler};
use ninefold::format::{self, Record};
use ninefold::logic::{About, FINDERS, Family, TECHNIQUES, Technique, never_next};
use ninefold::random::{Draw, Random};
use ninefold::{Answer, Geometry, Puzzle, Transformation};
use ninefold_workbench::wire::{Names, StepObject};
use serde::Serialize;

use crate::args::{self, Seed};
use crate::exit::{Exit, Failure};
use crate::json;
use crate::names;
use crate::output::{GIVEN, Look, paint, print, table, wrapped};

/// The pack: lines in the format of HoDoKu's library, several for each technique. A name that
/// ends in `-x` marks a near miss. `crates/ninefold/tools/drills.rs` makes it.
const PACK: &str = include_str!("../../data/drills.txt");

/// Practise a technique on positions made for it
///
/// In each position the technique is the next step: nothing easier helps, and cells that it
/// does not need are filled in. Positions are turned, shuffled and relabelled at random, so they
/// look new every time; any step of the technique is a right answer.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold drill x-wing
  ninefold drill x-wing --answers
  ninefold drill hidden-pair -n 10 --near-misses --seed 7
  ninefold drill --list")]
pub(crate) struct Drill {
    /// The technique to practise; see --list
    #[arg(value_name = "TECHNIQUE", value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true, required_unless_present = "list")]
    technique: Option<Technique>,
    /// The number of positions
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Show the answers: each step of the technique, why it holds, and the board
    #[arg(long)]
    answers: bool,
    /// Mix in positions that only look like the technique; the answers name them
    #[arg(long)]
    near_misses: bool,
    /// The seed for the choice of positions: a number, or 'random'
    #[arg(long, value_name = "N", value_parser = args::seed, default_value = "random")]
    seed: Seed,
    /// How to print the positions
    #[arg(long, value_enum, default_value_t = DrillStyle::Text, value_name = "HOW")]
    to: DrillStyle,
    /// Same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// List the techniques with the number of positions for each
    #[arg(long, conflicts_with_all = ["technique", "count", "answers", "near_misses", "seed"])]
    list: bool,
}

/// How positions are printed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum DrillStyle {
    /// A drawn board with its pencil marks
    Text,
    /// One object per position, one per line
    Json,
    /// One line per position, in the format of HoDoKu's library, for other commands
    Hodoku,
}

impl Drill {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let to = if self.json { DrillStyle::Json } else { self.to };
        let Some(technique) = self.technique else {
            return print(list(to, look));
        };
        let (genuine, near) = lines(technique);
        if genuine.is_empty() {
            let slug = technique.about().slug;
            return Err(Failure::message(
                match never_next(technique, &Geometry::classic()) {
                    Some(why) => format!(
                        "expected a technique with drills, found '{slug}', which is never the next \
                     step: {why}"
                    ),
                    None => format!(
                        "expected a technique with drills, found '{slug}'; see 'ninefold drill --list'"
                    ),
                },
            ));
        }
        if self.near_misses && near.is_empty() {
            let name = technique.name();
            return Err(Failure::message(format!("there is no near miss of {name}")));
        }
        let seed = self.seed.number(look);
        let mut printed = String::new();
        for index in 0..self.count {
            let mut random = Random::stream(seed, u64::from(index));
            let misses = self.near_misses && random.below(2) == 1;
            let lines = if misses { &near } else { &genuine };
            let task = Task {
                position: position(lines, technique, misses, index, seed)?,
                number: index + 1,
                of: self.count,
                is_question: self.near_misses,
                answers: self.answers,
            };
            printed += &match to {
                DrillStyle::Text => task.text(look),
                DrillStyle::Json => task.json(seed),
                DrillStyle::Hodoku => task.line(),
            };
        }
        print(printed)
    }
}

/// The lines of the pack for a technique: genuine ones and near misses.
fn lines(technique: Technique) -> (Vec<&'static str>, Vec<&'static str>) {
    let slug = technique.about().slug;
    let of = |name: String| PACK.lines().filter(move |line| line.starts_with(&name));
    let genuine = of(format!(":{slug}:")).collect();
    (genuine, of(format!(":{slug}-x:")).collect())
}

/// The puzzles that the positions of a technique come from: their paths have it.
pub(super) fn puzzles(technique: Technique) -> Vec<Puzzle> {
    let (genuine, _) = lines(technique);
    let positions = genuine.into_iter().flat_map(crate::logic::library_position);
    positions.map(|session| session.puzzle().clone()).collect()
}

/// One of the positions, turned, shuffled and relabelled. They take turns, in a random order, so
/// that the same one comes up again as late as possible.
fn position(
    lines: &[&str],
    technique: Technique,
    near_miss: bool,
    index: u32,
    seed: u64,
) -> Result<Position, Failure> {
    let order = Random::new(seed).order(lines.len());
    let line = lines[order[index as usize % lines.len()]];
    let damaged = || Failure::message("the drills that come with the program are damaged");
    let session = crate::logic::library_position(line).ok_or_else(damaged)?;
    let (puzzle, board) = (session.puzzle(), session.board());
    let make = if near_miss {
        Position::near
    } else {
        Position::genuine
    };
    let position = make(puzzle, board, technique).ok_or_else(damaged)?;
    // A few finders depend on the order of cells: where the step is lost, try again.
    let mut random = Random::stream(seed, u64::from(index));
    let tries = (0..5).map(|_| Transformation::random(puzzle.geometry(), || random.number()));
    let mut moved = tries.filter_map(|by| position.moved(&by).ok().flatten());
    Ok(moved.next().unwrap_or(position))
}

/// A position as it is set.
struct Task {
    position: Position,
    number: u32,
    of: u32,
    /// Whether the technique is there is part of the question.
    is_question: bool,
    answers: bool,
}

#[derive(Serialize)]
struct DrillObject {
    schema: u32,
    drill: u32,
    seed: u64,
    technique: &'static str,
    name: &'static str,
    near_miss: bool,
    position: serde_json::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepObject<Names>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spoiler: Option<String>,
}

impl Task {
    /// The board, the question, and the answers if they are asked for.
    fn text(&self, look: Look) -> String {
        let (board, name) = (self.position.board(), self.position.technique().name());
        let title = format!("{} of {}: {name}", self.number, self.of);
        let mut text = format!("{}\n", paint(look.color, GIVEN, &title));
        text += &crate::logic::picture(None, board, look);
        let room = look.room.unwrap_or(usize::MAX);
        if !self.answers {
            let question = if self.is_question {
                "Can the technique be used here, and if so, what follows?"
            } else {
                "Where is it, and what follows?"
            };
            _ = writeln!(text, "{}\n", wrapped(question, room, 0));
            return text;
        }
        if self.position.is_near_miss() {
            let mut answer = format!("Near miss: the technique {name} cannot be used here.");
            if let Some(spoiler) = self.spoiler() {
                answer += &format!(" It could be {spoiler}.");
            }
            _ = writeln!(text, "{}", wrapped(&answer, room, 0));
        }
        for step in self.position.steps() {
            let prose = crate::logic::prose(&step, board, look);
            _ = writeln!(text, "{}", wrapped(&step.notation(), room, 2));
            _ = writeln!(text, "{}", wrapped(&prose, room, 0));
            text += &crate::logic::picture(Some(&step), board, look);
        }
        text + "\n"
    }

    fn json(&self, seed: u64) -> String {
        let position = &self.position;
        let about = position.technique().about();
        let steps = || position.steps().iter().map(crate::logic::object).collect();
        json::line(&DrillObject {
            schema: json::SCHEMA,
            drill: self.number,
            seed,
            technique: about.slug,
            name: about.name,
            near_miss: position.is_near_miss(),
            position: crate::logic::position(position.puzzle(), position.board()),
            steps: self.answers.then(steps),
            spoiler: self.spoiler().filter(|_| self.answers),
        })
    }

    fn line(&self) -> String {
        let record = Record::of_board(self.position.puzzle(), self.position.board());
        let hodoku = format::find("hodoku").expect("hodoku is a format");
        let line = hodoku
            .write(&record)
            .expect("every drill is a classic board");
        line + "\n"
    }

    /// What would have to change in a near miss: `without the 3 in r4c5`.
    fn spoiler(&self) -> Option<String> {
        let Answer::One(solution) = ninefold::solve(self.position.puzzle()) else {
            return None;
        };
        let geometry = self.position.board().geometry();
        Some(match self.position.spoiler(&solution)? {
            Spoiler::Mark(mark) => {
                format!("without the {} in {}", mark.digit, geometry.name(mark.cell))
            }
            Spoiler::Empty(cell) => format!("if {} were filled in", geometry.name(cell)),
        })
    }
}

#[derive(Serialize)]
struct ListObject {
    schema: u32,
    technique: &'static str,
    name: &'static str,
    level: String,
    drills: usize,
    near_misses: usize,
    /// Why there are no drills.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
}

/// The techniques of our usual paths that have no drills, and the reason.
fn without_drills() -> Vec<(&'static About, &'static str)> {
    let classic = Geometry::classic();
    let finders = FINDERS.iter().filter(|finder| finder.usual);
    let is_usual = |about: &&About| finders.clone().any(|finder| finder.finds(about.technique));
    let is_logic = |about: &&About| about.family != Family::LastResort;
    let all = TECHNIQUES.iter().filter(is_usual).filter(is_logic);
    let without = all.filter(|about| lines(about.technique).0.is_empty());
    let why = |about: &About| never_next(about.technique, &classic).unwrap_or(TOO_RARE);
    without.map(|about| (about, why(about))).collect()
}

/// Why there are no drills of a technique that could be the next step.
const TOO_RARE: &str = "not met in the puzzles that drills are from";

/// The techniques with drills, from easy to hard, and those without.
fn list(to: DrillStyle, look: Look) -> String {
    let rows = TECHNIQUES.iter().filter_map(|about| {
        let (genuine, near) = lines(about.technique);
        (!genuine.is_empty()).then_some((about, genuine.len(), near.len()))
    });
    if to == DrillStyle::Json {
        let rows = rows.map(|(about, drills, near)| (about, drills, near, None));
        let without = without_drills().into_iter();
        let without = without.map(|(about, why)| (about, 0, 0, Some(why)));
        let object = |(about, drills, near_misses, why): (&About, usize, usize, _)| {
            json::line(&ListObject {
                schema: json::SCHEMA,
                technique: about.slug,
                name: about.name,
                level: about.level.to_string(),
                drills,
                near_misses,
                why,
            })
        };
        return rows.chain(without).map(object).collect();
    }
    let head = ["technique", "name", "level", "drills", "near misses"];
    let mut cells: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    for (about, drills, near_misses) in rows {
        cells.push(vec![
            about.slug.to_owned(),
            about.name.to_owned(),
            about.level.to_string(),
            drills.to_string(),
            near_misses.to_string(),
        ]);
    }
    let head = ["without", "name", "level", "why"];
    let mut others: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    for (about, why) in without_drills() {
        let level = about.level.to_string();
        others.push(vec![
            about.slug.into(),
            about.name.into(),
            level,
            why.into(),
        ]);
    }
    let drills = table(&cells, 3..5, look.room);
    drills + "\n" + &table(&others, 4..4, look.room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_pack_is_what_it_claims() {
        for line in PACK.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(':').nth(1).expect("a line has fields");
            let (slug, is_near) = match name.strip_suffix("-x") {
                Some(slug) => (slug, true),
                None => (name, false),
            };
            let technique = Technique::find(slug).expect("it is a technique");
            let session = crate::logic::library_position(line).expect("it is a position");
            let (puzzle, board) = (session.puzzle(), session.board());
            let genuine = Position::genuine(puzzle, board, technique);
            let near = Position::near(puzzle, board, technique);
            assert_eq!(
                (genuine.is_some(), near.is_some()),
                (!is_near, is_near),
                "{line}"
            );
            let Answer::One(solution) = ninefold::solve(puzzle) else {
                panic!("expected one solution: {line}");
            };
            assert_eq!(
                ninefold::logic::mistakes(puzzle, board, &solution),
                [],
                "{line}"
            );
        }
    }
}

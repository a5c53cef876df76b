//! `techniques`: the techniques of `explain` in a table; or one, taught by an example.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::Args;
use ninefold::Candidate;
use ninefold::logic::{self, About, Options, Position, Step, TECHNIQUES, Technique};
use ninefold::rate::{Value, hodoku, se};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::json;
use crate::names;
use crate::output::{GIVEN, Look, paint, print, table, wrapped};

/// Positions with a step of each technique: the cases of our own tests.
const EXAMPLES: [&str; 12] = [
    include_str!("../../data/logic/basics.txt"),
    include_str!("../../data/logic/fish.txt"),
    include_str!("../../data/logic/coloring.txt"),
    include_str!("../../data/logic/wings.txt"),
    include_str!("../../data/logic/uniqueness.txt"),
    include_str!("../../data/logic/chains.txt"),
    include_str!("../../data/logic/sue-de-coq.txt"),
    include_str!("../../data/logic/almost-locked-sets.txt"),
    include_str!("../../data/logic/exclusion.txt"),
    include_str!("../../data/logic/patterns.txt"),
    include_str!("../../data/logic/forcing.txt"),
    include_str!("../../data/logic/templates.txt"),
];

#[derive(Serialize)]
struct TechniqueObject {
    schema: u32,
    technique: &'static str,
    name: &'static str,
    family: String,
    level: String,
    hodoku_score: Option<u32>,
    se_rating: Option<f64>,
    assumes_unique: bool,
    usual: bool,
}

/// List the techniques of logic, or teach one
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold techniques
  ninefold techniques naked-pair")]
pub(crate) struct Techniques {
    /// The technique to teach
    #[arg(value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    name: Option<Technique>,
    /// Print one JSON object per technique, one per line
    #[arg(long)]
    json: bool,
}

impl Techniques {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        match self.name {
            Some(technique) if !self.json => print(lesson(technique, look)),
            name => print(list(name, self.json, look)),
        }
    }
}

/// The table of all techniques or of one, for people or in JSON.
fn list(name: Option<Technique>, as_json: bool, look: Look) -> String {
    let wanted = |about: &&About| {
        logic::finder(about.technique).is_some() && name.is_none_or(|name| name == about.technique)
    };
    let chosen: Vec<&About> = TECHNIQUES.iter().filter(wanted).collect();
    let usual = |about: &About| logic::finder(about.technique).is_some_and(|f| f.usual);
    if as_json {
        let object = |about: &&About| {
            json::line(&TechniqueObject {
                schema: json::SCHEMA,
                technique: about.slug,
                name: about.name,
                family: about.family.to_string(),
                level: about.level.to_string(),
                hodoku_score: hodoku::score(about.technique),
                se_rating: se::least(about.technique).map(|tenths| f64::from(tenths) / 10.0),
                assumes_unique: about.technique.assumes_unique(),
                usual: usual(about),
            })
        };
        return chosen.iter().map(object).collect();
    }
    let figure = |value: Option<Value>| value.map_or("-".to_owned(), |value| value.to_string());
    let head = ["technique", "name", "family", "level", "HoDoKu", "SE", ""];
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    for about in chosen {
        let note = match (about.technique.assumes_unique(), usual(about)) {
            (true, _) => "assumes one solution",
            (_, false) => "only when asked for",
            _ => "",
        };
        rows.push(vec![
            about.slug.to_owned(),
            about.name.to_owned(),
            about.family.to_string(),
            about.level.to_string(),
            figure(hodoku::score(about.technique).map(Value::Number)),
            figure(se::least(about.technique).map(Value::Tenths)),
            note.to_owned(),
        ]);
    }
    table(&rows, 4..6, look.room)
}

/// One technique: its line of the table, and how it works on a board.
fn lesson(technique: Technique, look: Look) -> String {
    let about = technique.about();
    let mut said = format!("{}\n", paint(look.color, GIVEN, about.name));
    _ = write!(said, "family {}, level {}", about.family, about.level);
    if let Some(score) = hodoku::score(technique) {
        _ = write!(said, ", HoDoKu score {score}");
    }
    if let Some(least) = se::least(technique).map(Value::Tenths) {
        _ = write!(said, ", Sudoku Explainer from {least}");
    }
    said.push('\n');
    if technique.assumes_unique() {
        said += "It assumes that the puzzle has one solution; --no-uniqueness leaves it out.\n";
    }
    match logic::finder(technique) {
        Some(finder) if !finder.usual => {
            _ = writeln!(
                said,
                "It is looked for only when asked: --also {}",
                about.slug
            );
        }
        Some(_) => {}
        None => return said + "It is not looked for yet.\n",
    }
    let said = wrapped(&said, look.room.unwrap_or(usize::MAX), 2);
    match example(technique, look) {
        Some(example) => said + "\n" + &example,
        None => said,
    }
}

/// The first of our cases with a step of the technique, explained and drawn.
fn example(technique: Technique, look: Look) -> Option<String> {
    let finder = logic::finder(technique)?;
    let slug = format!(":{}:", technique.about().slug);
    let mut lines = EXAMPLES.iter().flat_map(|text| text.lines());
    let line = lines.find(|line| line.starts_with(&slug))?;
    let session = crate::logic::library_position(line)?;
    let board = session.board();
    let position = Position::new(session.puzzle(), board);
    let options = Options {
        duals: technique.about().slug.starts_with("dual-"),
        ..Options::default()
    };
    let mut steps = finder.all(&position, &options);
    steps.retain(|step| step.technique() == technique);
    let step = steps.iter().find(|step| is_named(step, line));
    let step = step.or(steps.first())?;
    let room = look.room.unwrap_or(usize::MAX);
    let mut said = format!("{}\n", wrapped(&step.notation(), room, 2));
    let words = step.explain().to_string();
    said += &format!("{}\n", wrapped(&words, room, 0));
    said += &crate::logic::picture(Some(step), board, look);
    Some(said)
}

/// Whether the step concludes what the line names: after the marks that are gone, the candidates
/// that it rubs out and those that it places, such as 427 for a 4 in r2c7.
fn is_named(step: &Step, line: &str) -> bool {
    let geometry = step.board().geometry();
    let names = |candidates: &[Candidate]| {
        let name = |c: &Candidate| {
            let (row, column) = (geometry.row(c.cell), geometry.column(c.cell));
            format!("{}{row}{column}", c.digit)
        };
        let names: BTreeSet<String> = candidates.iter().map(name).collect();
        names
    };
    let field = |k: usize| {
        let field = line.split(':').nth(k).unwrap_or_default();
        let names: BTreeSet<String> = field.split_whitespace().map(str::to_owned).collect();
        names
    };
    names(step.eliminations()) == field(5) && names(step.placements()) == field(6)
}

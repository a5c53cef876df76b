//! `techniques`: what explain knows, in a table; or one technique taught by an example.

use ninefold::logic::{self, About, TECHNIQUES, Technique};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::json;
use crate::output::{Look, table};

#[derive(Serialize)]
struct View {
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

/// Runs the command.
pub(crate) fn run(name: Option<Technique>, as_json: bool, _look: Look) -> Result<Exit, Failure> {
    let wanted = |about: &&About| {
        logic::finder(about.technique).is_some() && name.is_none_or(|name| name == about.technique)
    };
    let chosen: Vec<&About> = TECHNIQUES.iter().filter(wanted).collect();
    let usual = |about: &About| logic::finder(about.technique).is_some_and(|f| f.usual);
    if as_json {
        let view = |about: &&About| {
            json::line(&View {
                schema: json::SCHEMA,
                technique: about.slug,
                name: about.name,
                family: about.family.to_string(),
                level: about.level.to_string(),
                hodoku_score: about.score,
                se_rating: about.se.map(|tenths| f64::from(tenths) / 10.0),
                assumes_unique: about.technique.assumes_unique(),
                usual: usual(about),
            })
        };
        return crate::print(chosen.iter().map(view).collect::<String>());
    }
    let figure = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
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
            figure(about.score.map(|score| score.to_string())),
            figure(
                about
                    .se
                    .map(|tenths| format!("{}.{}", tenths / 10, tenths % 10)),
            ),
            note.to_owned(),
        ]);
    }
    crate::print(table(&rows, 4..6))
}

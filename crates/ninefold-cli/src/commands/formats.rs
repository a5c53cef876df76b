//! `formats`: a table of the formats.

use clap::Args;
use ninefold::format::{FORMATS, Keeps};
use serde::Serialize;

use super::engines::{SettingObject, setting_objects, setting_rows};
use crate::exit::{Exit, Failure};
use crate::json;
use crate::output::{Look, print, table};

/// List the formats to read and write
#[derive(Args)]
pub(crate) struct Formats {
    /// Print one JSON object per format, one per line
    #[arg(long)]
    json: bool,
}

impl Formats {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        print(list(self.json, look))
    }
}

#[derive(Serialize)]
struct FormatObject {
    schema: u32,
    name: &'static str,
    reads: bool,
    writes: bool,
    keeps: Vec<&'static str>,
    about: &'static str,
    settings: Vec<SettingObject>,
}

/// The table, one line each; more lines if asked for.
fn list(as_json: bool, look: Look) -> String {
    let objects = FORMATS.iter().map(|&format| FormatObject {
        schema: json::SCHEMA,
        name: format.name(),
        reads: format.is_read(),
        writes: format.writer().is_some(),
        keeps: kept(format.keeps()),
        about: format.about(),
        settings: setting_objects(format.settings()),
    });
    if as_json {
        return objects.map(|object| json::line(&object)).collect();
    }
    let mut rows = Vec::new();
    for (object, format) in objects.zip(FORMATS) {
        let ways = match (object.reads, object.writes) {
            (true, true) => "read, write",
            (true, false) => "read",
            _ => "write",
        };
        rows.push(vec![
            object.name.to_owned(),
            ways.to_owned(),
            object.about.to_owned(),
        ]);
        rows.extend(setting_rows(format.settings(), 2, look.verbose));
        if look.verbose && !object.keeps.is_empty() {
            let keeps = format!("  keeps {}", object.keeps.join(", "));
            rows.push(vec![String::new(), String::new(), keeps]);
        }
    }
    table(&rows, 0..0, look.room)
}

/// What the format keeps besides the givens, in words.
fn kept(keeps: Keeps) -> Vec<&'static str> {
    let all = [
        (keeps.placed, "placed digits"),
        (keeps.marks, "pencil marks"),
        (keeps.regions, "regions"),
        (keeps.meta, "title and the like"),
        (keeps.solution, "the solution"),
        (keeps.rating, "the rating"),
    ];
    let kept = all.into_iter().filter(|(is_kept, _)| *is_kept);
    kept.map(|(_, what)| what).collect()
}

//! `engines`: a table of the engines.

use clap::Args;
use ninefold::engine::{ENGINES, settings_of};
use ninefold::settings::Setting;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::json;
use crate::output::{Look, print, table};

/// List the engines that solve puzzles
#[derive(Args)]
pub(crate) struct Engines {
    /// Print one JSON object per engine, one per line
    #[arg(long)]
    json: bool,
}

impl Engines {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        print(list(self.json, look))
    }
}

#[derive(Serialize)]
struct EngineObject {
    schema: u32,
    name: &'static str,
    about: &'static str,
    settings: Vec<SettingObject>,
}

/// A setting of an engine or a format.
#[derive(Serialize)]
pub(super) struct SettingObject {
    name: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

/// The table, one line each; more lines if asked for.
fn list(as_json: bool, look: Look) -> String {
    if as_json {
        let object = |engine: &&dyn ninefold::Engine| EngineObject {
            schema: json::SCHEMA,
            name: engine.name(),
            about: engine.about(),
            settings: setting_objects(settings_of(*engine)),
        };
        return ENGINES
            .iter()
            .map(|engine| json::line(&object(engine)))
            .collect();
    }
    let mut rows = Vec::new();
    for engine in ENGINES {
        rows.push(vec![engine.name().to_owned(), engine.about().to_owned()]);
        rows.extend(setting_rows(settings_of(*engine), 1, look.verbose));
    }
    table(&rows, 0..0, look.room)
}

pub(super) fn setting_objects(settings: &'static [Setting]) -> Vec<SettingObject> {
    let object = |setting: &Setting| SettingObject {
        name: setting.name,
        values: setting.values,
        about: setting.about,
    };
    settings.iter().map(object).collect()
}

/// The settings in the last column, after `before` empty ones: `style=plain|box` on one
/// line, or a line each with what it does.
pub(super) fn setting_rows(settings: &[Setting], before: usize, verbose: bool) -> Vec<Vec<String>> {
    let typed = |setting: &Setting| format!("{}={}", setting.name, setting.values.join("|"));
    let row = |text: String| {
        let mut row = vec![String::new(); before];
        row.push(text);
        row
    };
    if settings.is_empty() {
        return Vec::new();
    }
    if verbose {
        let lines = settings.iter();
        return lines
            .map(|setting| row(format!("  :{}  {}", typed(setting), setting.about)))
            .collect();
    }
    let all: Vec<String> = settings.iter().map(typed).collect();
    vec![row(format!("  :{}", all.join(",")))]
}

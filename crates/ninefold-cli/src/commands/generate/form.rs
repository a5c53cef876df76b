//! How `generate` prints a puzzle.

use ninefold::format::{self, Record, Writer};
use ninefold::generate::{Made, Ratings};
use ninefold_workbench::wire::MadeObject;
use serde::Serialize;

use crate::args::Symbols;
use crate::json::{self, SCHEMA};
use crate::output::Look;
use crate::stream::job::rewritten;

/// How puzzles are printed.
pub(super) struct Form {
    /// By the first of these that has room for the puzzle; none for JSON objects.
    writers: Option<Vec<Writer>>,
    symbols: Symbols,
}

impl Form {
    /// JSON objects, or text in a format; by default one line per puzzle, in a format that has
    /// room for the board.
    pub(super) fn new(json: bool, to: Option<Writer>, look: Look) -> Form {
        let usual = || {
            ["line", "jigsaw", "json"]
                .into_iter()
                .flat_map(format::find)
        };
        let writers = to.map_or_else(|| usual().collect(), |writer| vec![writer]);
        Form {
            writers: (!json).then_some(writers),
            symbols: look.symbols,
        }
    }

    /// Whether ratings are printed with a puzzle.
    pub(super) fn shows_ratings(&self) -> bool {
        self.writers.is_none()
    }

    pub(super) fn write(
        &self,
        made: &Made,
        seed: u64,
        ratings: &Ratings,
    ) -> Result<String, String> {
        let record = Record::new(made.puzzle.clone());
        let record = rewritten(&record, self.symbols).unwrap_or(record);
        let Some(writers) = &self.writers else {
            let made = MadeObject::new(made, &record, seed, ratings);
            let schema = SCHEMA;
            return Ok(json::line(&GeneratedObject { schema, made }));
        };
        let mut refusal = String::new();
        for writer in writers {
            match writer.write(&record) {
                Ok(text) if text.contains('\n') => return Ok(format!("{text}\n\n")),
                Ok(text) => return Ok(format!("{text}\n")),
                Err(error) => refusal = error.to_string(),
            }
        }
        Err(refusal)
    }
}

/// A puzzle with the version of its fields.
#[derive(Serialize)]
struct GeneratedObject {
    schema: u32,
    #[serde(flatten)]
    made: MadeObject,
}

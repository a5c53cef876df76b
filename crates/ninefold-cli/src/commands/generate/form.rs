//! How `generate` prints a puzzle.

use ninefold::Geometry;
use ninefold::format::{self, Record, Writer};
use ninefold::generate::{self, Made, Ratings};
use ninefold_workbench::wire::{ByName, RatingObject};
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
            let object = GeneratedObject::new(made, &record, seed, ratings);
            return Ok(json::line(&object));
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

/// All that is known about a puzzle.
#[derive(Serialize)]
struct GeneratedObject {
    schema: u32,
    /// The board, unless it is the usual one of its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    puzzle: String,
    solution: String,
    seed: u64,
    index: u64,
    clues: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<ByName<RatingObject<()>>>,
}

impl GeneratedObject {
    fn new(made: &Made, record: &Record, seed: u64, ratings: &Ratings) -> GeneratedObject {
        let geometry = made.puzzle.geometry();
        let is_usual = Geometry::of_size(geometry.size()).is_ok_and(|usual| usual == *geometry);
        let givens = made.puzzle.givens().iter().copied();
        let rating = |(scale, rating): &(&'static dyn ninefold::rate::Scale, _)| {
            (scale.name(), RatingObject::new(*scale, rating, None))
        };
        GeneratedObject {
            schema: SCHEMA,
            board: (!is_usual).then(|| geometry.to_string()),
            puzzle: record.alphabet.line(givens, '.'),
            solution: json::solution(record, made.solution.digits()),
            seed,
            index: made.index,
            clues: made.puzzle.n_givens(),
            symmetry: made.symmetry.map(generate::Symmetry::name),
            weight: made.weight,
            ratings: (!ratings.is_empty()).then(|| ByName(ratings.iter().map(rating).collect())),
        }
    }
}

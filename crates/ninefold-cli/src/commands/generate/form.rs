//! How `generate` prints a puzzle.

use ninefold::Geometry;
use ninefold::format::{self, Record, Writer};
use ninefold::generate::{self, Made, Ratings};
use ninefold_workbench::wire::{ByName, RatingObject};
use serde::Serialize;

use crate::json::{self, SCHEMA};

/// How puzzles are printed.
pub(super) enum Form {
    Json,
    /// By the first of these that has room for the puzzle.
    Text(Vec<Writer>),
}

impl Form {
    /// One line per puzzle, in a format that has room for the board.
    pub(super) fn usual() -> Form {
        let formats = ["line", "jigsaw", "json"].into_iter();
        Form::Text(formats.flat_map(format::find).collect())
    }

    pub(super) fn write(
        &self,
        made: &Made,
        seed: u64,
        ratings: &Ratings,
    ) -> Result<String, String> {
        match self {
            Form::Json => Ok(json::line(&GeneratedObject::new(made, seed, ratings))),
            Form::Text(writers) => {
                let record = Record::new(made.puzzle.clone());
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
    fn new(made: &Made, seed: u64, ratings: &Ratings) -> GeneratedObject {
        let record = Record::new(made.puzzle.clone());
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
            solution: json::solution(&record, made.solution.digits()),
            seed,
            index: made.index,
            clues: made.puzzle.n_givens(),
            symmetry: made.symmetry.map(generate::Symmetry::name),
            weight: made.weight,
            ratings: (!ratings.is_empty()).then(|| ByName(ratings.iter().map(rating).collect())),
        }
    }
}

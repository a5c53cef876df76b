//! A puzzle that was made to order, and all that is known about it.

use ninefold::format::Record;
use ninefold::generate::{Made, Ratings, Symmetry};
use ninefold::rate::{Rating, Scale};
use serde::Serialize;

use super::dialect::{Dialect, Names};
use super::position::unusual_board;
use super::rating::{ByName, RatingObject};

/// A puzzle that came of a try.
#[derive(Serialize)]
pub struct MadeObject {
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

impl MadeObject {
    /// The puzzle of a try of this seed; `record` has its alphabet.
    pub fn new(made: &Made, record: &Record, seed: u64, ratings: &Ratings) -> MadeObject {
        let givens = made.puzzle.givens().iter().copied();
        let rating = |(scale, rating): &(&'static dyn Scale, Rating)| {
            (scale.name(), RatingObject::new(*scale, rating, None))
        };
        MadeObject {
            board: unusual_board(made.puzzle.geometry()),
            puzzle: record.alphabet.line(givens, '.'),
            solution: Names::solution(made.solution.digits(), record.alphabet),
            seed,
            index: made.index,
            clues: made.puzzle.n_givens(),
            symmetry: made.symmetry.map(Symmetry::name),
            weight: made.weight,
            ratings: (!ratings.is_empty()).then(|| ByName(ratings.iter().map(rating).collect())),
        }
    }
}

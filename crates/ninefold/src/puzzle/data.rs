//! Puzzles and grids as data, for serde: their digits as one line of text, and the board if
//! it is not the usual one of its size.
//!
//! ```text
//!  {"board":null,"givens":"1.............4.","marks":null}
//! ```

use serde::{Deserialize, Serialize};

use super::{Grid, Puzzle, PuzzleError};
use crate::geometry::{Digit, Geometry};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// A puzzle as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct PuzzleData {
    board: Option<Geometry>,
    givens: String,
    marks: Option<Vec<DigitSet>>,
}

/// A full grid as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct GridData {
    board: Option<Geometry>,
    digits: String,
}

impl From<Puzzle> for PuzzleData {
    fn from(puzzle: Puzzle) -> PuzzleData {
        PuzzleData {
            board: unless_usual(&puzzle.geometry),
            givens: puzzle.to_string(),
            marks: puzzle.marks.map(Vec::from),
        }
    }
}

impl TryFrom<PuzzleData> for Puzzle {
    type Error = PuzzleError;

    fn try_from(data: PuzzleData) -> Result<Puzzle, PuzzleError> {
        let (geometry, givens) = read(data.board, &data.givens)?;
        let puzzle = Puzzle::new(geometry, givens)?;
        match data.marks {
            Some(marks) => puzzle.with_marks(marks),
            None => Ok(puzzle),
        }
    }
}

impl From<Grid> for GridData {
    fn from(grid: Grid) -> GridData {
        GridData {
            board: unless_usual(&grid.geometry),
            digits: grid.to_string(),
        }
    }
}

impl TryFrom<GridData> for Grid {
    type Error = PuzzleError;

    fn try_from(data: GridData) -> Result<Grid, PuzzleError> {
        let (geometry, digits) = read(data.board, &data.digits)?;
        let filled: Vec<Digit> = digits.into_iter().flatten().collect();
        Grid::new(geometry, filled)
    }
}

fn unless_usual(geometry: &Geometry) -> Option<Geometry> {
    let usual = Geometry::of_size(geometry.size());
    (usual.as_ref() != Ok(geometry)).then(|| geometry.clone())
}

/// The board and its digits, from a line as [`Alphabet::line`] writes it.
fn read(
    board: Option<Geometry>,
    line: &str,
) -> Result<(Geometry, Vec<Option<Digit>>), PuzzleError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let n = match words.len() {
        0 | 1 => line.chars().count(),
        n => n,
    };
    let board = board.or_else(|| Geometry::of_size(n.isqrt()).ok());
    let geometry = board.ok_or_else(|| PuzzleError::Symbol(line.to_owned()))?;
    let alphabet = Alphabet::standard(geometry.size());
    let digit = |symbol: &str| {
        let mut symbols = symbol.chars();
        let digit = match (symbols.next(), symbols.next()) {
            (Some('.'), None) => return Ok(None),
            _ if alphabet == Alphabet::Numbers => symbol.parse().ok().and_then(Digit::new),
            (Some(symbol), None) => alphabet.digit(symbol),
            _ => None,
        };
        let unknown = || PuzzleError::Symbol(symbol.to_owned());
        digit.map(Some).ok_or_else(unknown)
    };
    let digits: Result<_, PuzzleError> = if alphabet == Alphabet::Numbers {
        words.into_iter().map(digit).collect()
    } else {
        let symbols = line.split("").filter(|symbol| !symbol.is_empty());
        symbols.map(digit).collect()
    };
    Ok((geometry, digits?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T>(value: &T, expected: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
    {
        let text = serde_json::to_string(value).unwrap();
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    }

    #[test]
    fn puzzles_and_grids_come_back() {
        let mut puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        puzzle.set(puzzle.geometry().at(1, 1), Digit::new(3));
        check(
            &puzzle,
            r#"{"board":null,"givens":"3...............","marks":null}"#,
        );
        let marks = vec![DigitSet::all(4); 16];
        check(
            &puzzle.limited_to(marks),
            r#"{"board":null,"givens":"3..............."#,
        );
        for size in [1, 5, 36, 37, 49] {
            let geometry = Geometry::of_size(size).unwrap();
            let mut large = Puzzle::empty(geometry.clone());
            large.set(geometry.at(size, size), Digit::new(size));
            check(&large, r#"{"board":null,"givens":""#);
            let digits = vec![Digit::from_index(size - 1); size * size];
            check(&Grid::of(geometry, digits), r#"{"board":null,"digits":""#);
        }
        let x = Geometry::builder(4)
            .boxes(2, 2)
            .diagonals()
            .build()
            .unwrap();
        check(&Puzzle::empty(x), r#"{"board":{"size":4,"#);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let puzzle = |givens: &str| {
            let text = format!(r#"{{"board":null,"givens":"{givens}","marks":null}}"#);
            let read: Result<Puzzle, _> = serde_json::from_str(&text);
            read.unwrap_err().to_string()
        };
        assert!(puzzle("5...............").contains("expected digits up to 4, found 5"));
        assert!(puzzle("1.......").contains("expected an entry for each of 4 cells, found 8"));
        assert!(puzzle("1?..............").contains("expected a digit or '.', found '?'"));
        assert!(puzzle("").contains("expected a digit or '.', found ''"));
        let blank = r#"{"board":null,"digits":"123."}"#;
        assert!(serde_json::from_str::<Grid>(blank).is_err());
    }
}

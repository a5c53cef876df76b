//! Moves as people type them: a digit that stands in a cell, or does not.
//!
//! ```text
//!   r4c7=5   R4C7 = 5   r4c7 is 5   5r4c7        it is
//!   r4c7<>5  r4c7!=5    r4c7≠5      r4c7-5       it is not
//!   r46c2<>5, r4c6,r8c1<>6                       several, as the notation writes them
//! ```

use ninefold::logic::Literal;
use ninefold::{Alphabet, Candidate, Cell, Digit, Geometry};

/// Moves as they were typed, before the board is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedMoves(Vec<Typed>);

/// Cells, and a digit that is or is not in them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Typed {
    /// Rows and columns.
    cells: Vec<(String, String)>,
    holds: bool,
    digit: String,
}

/// The signs between a cell and a digit, the longer ones first, and whether the digit is there.
const SIGNS: [(&str, bool); 9] = [
    ("is not", false),
    ("is", true),
    ("<>", false),
    ("!=", false),
    ("==", true),
    ("≠", false),
    ("=", true),
    (":", true),
    ("-", false),
];

/// Reads moves.
///
/// ```
/// use ninefold_workbench::moves;
///
/// let classic = ninefold::Geometry::classic();
/// let moves = moves::read("R4C7 = 5, r46c2<>5")?.on(&classic)?;
/// assert_eq!(moves.len(), 3);
/// assert_eq!(moves::written(moves[1], &classic), "r4c2<>5");
/// assert!(moves::read("r4c7").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn read(text: &str) -> Result<TypedMoves, String> {
    let mut moves = Vec::new();
    let mut rest = after_gap(text);
    while !rest.is_empty() {
        let (found, after) = one(rest)?;
        moves.push(found);
        rest = after_gap(after);
    }
    if moves.is_empty() {
        return Err(expected(text));
    }
    Ok(TypedMoves(moves))
}

impl TypedMoves {
    /// The moves on a board, or what in them is not on it.
    pub fn on(&self, geometry: &Geometry) -> Result<Vec<Literal>, String> {
        let mut moves = Vec::new();
        for typed in &self.0 {
            let digit = digit(&typed.digit, geometry)?;
            for (rows, columns) in &typed.cells {
                let holds = typed.holds;
                let cells = cells(rows, columns, geometry)?.into_iter();
                moves.extend(cells.map(|cell| Literal {
                    candidate: Candidate { cell, digit },
                    holds,
                }));
            }
        }
        Ok(moves)
    }
}

/// A move in the players' notation: `r4c7=5`, `r4c7<>5`.
pub fn written(claim: Literal, geometry: &Geometry) -> String {
    let Candidate { cell, digit } = claim.candidate;
    let sign = if claim.holds { "=" } else { "<>" };
    format!("{}{sign}{digit}", geometry.name(cell))
}

fn expected(found: &str) -> String {
    format!("expected a cell and a digit such as r4c7=5 or r4c7<>5, found '{found}'")
}

fn after_gap(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
}

/// The first move of a text, and the text after it.
fn one(text: &str) -> Result<(Typed, &str), String> {
    let wrong = || expected(text);
    let Some((first, mut rest)) = cell(text) else {
        // The digit comes first.
        let (digit, rest) = word(text).ok_or_else(wrong)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("in ").unwrap_or(rest).trim_start();
        let (cell, rest) = cell(rest).ok_or_else(wrong)?;
        let typed = Typed {
            cells: vec![cell],
            holds: true,
            digit: digit.to_owned(),
        };
        return ends(rest).then_some((typed, rest)).ok_or_else(wrong);
    };
    let mut cells = vec![first];
    while let Some((next, after)) = rest
        .trim_start()
        .strip_prefix(',')
        .and_then(|rest| cell(rest.trim_start()))
    {
        cells.push(next);
        rest = after;
    }
    let rest = rest.trim_start();
    let lower = rest.to_ascii_lowercase();
    let mut signs = SIGNS.iter().filter(|(sign, _)| lower.starts_with(sign));
    let (sign, holds) = signs.next().ok_or_else(wrong)?;
    let (digit, rest) = word(rest[sign.len()..].trim_start()).ok_or_else(wrong)?;
    let typed = Typed {
        cells,
        holds: *holds,
        digit: digit.to_owned(),
    };
    ends(rest).then_some((typed, rest)).ok_or_else(wrong)
}

/// Whether a move can end here.
fn ends(rest: &str) -> bool {
    rest.is_empty() || after_gap(rest).len() < rest.len()
}

/// A cell at the beginning of a text, and the text after it: `r4c7`, `r46c2`.
fn cell(text: &str) -> Option<((String, String), &str)> {
    let (rows, rest) = number(text.strip_prefix(['r', 'R'])?)?;
    let (columns, rest) = number(rest.strip_prefix(['c', 'C'])?)?;
    Some(((rows.to_owned(), columns.to_owned()), rest))
}

fn number(text: &str) -> Option<(&str, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// A number or a letter.
fn word(text: &str) -> Option<(&str, &str)> {
    let letter = || {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            .then(|| text.split_at(1))
    };
    number(text).or_else(letter)
}

/// The cells of `r46c2`. On boards larger than 9×9 it would be row 46.
fn cells(rows: &str, columns: &str, geometry: &Geometry) -> Result<Vec<Cell>, String> {
    let size = geometry.size();
    let each = |numbers: &str| -> Vec<usize> {
        match size {
            ..=9 => numbers
                .bytes()
                .map(|digit| usize::from(digit - b'0'))
                .collect(),
            _ => numbers.parse().into_iter().collect(),
        }
    };
    let mut cells = Vec::new();
    for row in each(rows) {
        for column in each(columns) {
            cells.extend(geometry.cell(row, column));
        }
    }
    let n_cells = each(rows).len() * each(columns).len();
    if cells.is_empty() || cells.len() < n_cells {
        return Err(format!(
            "expected rows and columns from 1 to {size}, found r{rows}c{columns}"
        ));
    }
    Ok(cells)
}

/// The digit of a number, or of a letter on boards that need them.
fn digit(text: &str, geometry: &Geometry) -> Result<Digit, String> {
    let size = geometry.size();
    let number = text.parse().ok().and_then(Digit::new);
    let letter = || {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        Alphabet::standard(size).digit(letter.to_ascii_uppercase())
    };
    let digit = number.or_else(letter).filter(|digit| digit.value() <= size);
    digit.ok_or_else(|| format!("expected a digit from 1 to {size}, found {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(text: &str, size: usize) -> Result<String, String> {
        let geometry = Geometry::of_size(size).unwrap();
        let moves = read(text)?.on(&geometry)?;
        let written = moves.into_iter().map(|claim| written(claim, &geometry));
        Ok(written.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_move_is_read_however_it_is_spelled() {
        for text in [
            "r4c7=5",
            "R4C7=5",
            "r4c7 = 5",
            " r4c7 =5 ",
            "r4c7==5",
            "r4c7:5",
            "r4c7 is 5",
            "5r4c7",
            "5 r4c7",
            "5 in r4c7",
            "r4c7=05",
        ] {
            assert_eq!(on(text, 9).as_deref(), Ok("r4c7=5"), "{text}");
        }
        for text in ["r4c7<>5", "r4c7 != 5", "R4c7≠5", "r4c7-5", "r4c7 is not 5"] {
            assert_eq!(on(text, 9).as_deref(), Ok("r4c7<>5"), "{text}");
        }
        let several = "r46c2<>5, r4c6,r8c1<>6; r1c1=2 r1c2=3";
        let all = "r4c2<>5 r6c2<>5 r4c6<>6 r8c1<>6 r1c1=2 r1c2=3";
        assert_eq!(on(several, 9).as_deref(), Ok(all));
        assert_eq!(
            on("r12c3=16, r1c2=g, r1c1=B", 16).as_deref(),
            Ok("r12c3=16 r1c2=16 r1c1=11")
        );
    }

    #[test]
    fn what_is_no_move_of_the_board_is_refused_with_the_reason() {
        let such = "expected a cell and a digit such as r4c7=5 or r4c7<>5, found ";
        for text in [
            "", "r4c7", "r4c7=", "r4=5", "4c7=5", "r4c7=5x", "r4c7=5=6", "55", "r4c7~5", "é",
        ] {
            let why = on(text, 9).unwrap_err();
            assert_eq!(why, format!("{such}'{text}'"));
        }
        for (text, size, why) in [
            (
                "r10c3=5",
                9,
                "expected rows and columns from 1 to 9, found r10c3",
            ),
            (
                "r0c3=5",
                9,
                "expected rows and columns from 1 to 9, found r0c3",
            ),
            (
                "r17c3=5",
                16,
                "expected rows and columns from 1 to 16, found r17c3",
            ),
            ("r4c7=0", 9, "expected a digit from 1 to 9, found 0"),
            ("r4c7=10", 9, "expected a digit from 1 to 9, found 10"),
            ("r4c7=A", 9, "expected a digit from 1 to 9, found A"),
            ("r1c1=5", 4, "expected a digit from 1 to 4, found 5"),
            (
                "r99999999999999999999999c1=5",
                16,
                "expected rows and columns from 1 to 16, found r99999999999999999999999c1",
            ),
        ] {
            assert_eq!(on(text, size).unwrap_err(), why);
        }
    }
}

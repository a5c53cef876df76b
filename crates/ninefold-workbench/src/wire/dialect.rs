//! How objects write what is on a board: by names or by numbers.

use ninefold::logic::Step;
use ninefold::rate::hodoku;
use ninefold::words::Explanation;
use ninefold::{Alphabet, Candidate, Cell, Digit, Geometry, House};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::words::{self, PartObject};

/// A way to write cells, houses, candidates and words, and to read them back.
pub trait Dialect {
    /// A cell.
    type Cell: Serialize + DeserializeOwned;
    /// A house.
    type House: Serialize + DeserializeOwned;
    /// A cell and a digit.
    type Candidate: Serialize + DeserializeOwned;
    /// A sentence.
    type Sentence: Serialize;
    /// A step in words.
    type Prose: Serialize;
    /// The digits of a full grid.
    type Solution: Serialize + Clone;

    /// Whether a step carries the facts that prove it.
    const HAS_FACTS: bool;

    /// Writes a cell.
    fn cell(geometry: &Geometry, cell: Cell) -> Self::Cell;

    /// Writes a house.
    fn house(geometry: &Geometry, house: House) -> Self::House;

    /// Writes a candidate that is there or goes.
    fn candidate(geometry: &Geometry, candidate: Candidate, sign: Sign) -> Self::Candidate;

    /// Writes a sentence.
    fn sentence(words: &Explanation, alphabet: Alphabet) -> Self::Sentence;

    /// Writes a step in words.
    fn prose(step: &Step, alphabet: Alphabet) -> Self::Prose;

    /// Writes a full grid.
    fn solution(digits: &[Digit], alphabet: Alphabet) -> Self::Solution;

    /// Reads a cell, or returns what is wrong with it.
    fn read_cell(geometry: &Geometry, cell: &Self::Cell) -> Result<Cell, String>;

    /// Reads a house, or returns what is wrong with it.
    fn read_house(geometry: &Geometry, house: &Self::House) -> Result<House, String>;

    /// Reads a candidate, or returns what is wrong with it.
    fn read_candidate(
        geometry: &Geometry,
        candidate: &Self::Candidate,
        sign: Sign,
    ) -> Result<Candidate, String>;
}

/// The sign between the cell and the digit of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The digit is in the cell, or can be: `r4c7=5`.
    Is,
    /// It cannot: `r4c7<>5`.
    IsNot,
}

impl Sign {
    fn text(self) -> &'static str {
        match self {
            Sign::Is => "=",
            Sign::IsNot => "<>",
        }
    }
}

/// Names, as players write them: for people, and for files.
#[derive(Clone, Copy, Debug)]
pub enum Names {}

/// A step in words, in the dialect of [`Names`].
#[derive(Serialize)]
pub struct Text {
    text: String,
}

impl Dialect for Names {
    type Cell = String;
    type House = String;
    type Candidate = String;
    type Sentence = String;
    type Prose = Text;
    type Solution = String;

    const HAS_FACTS: bool = true;

    fn cell(geometry: &Geometry, cell: Cell) -> String {
        geometry.name(cell)
    }

    fn house(geometry: &Geometry, house: House) -> String {
        geometry.house_name(house)
    }

    fn candidate(geometry: &Geometry, candidate: Candidate, sign: Sign) -> String {
        let Candidate { cell, digit } = candidate;
        format!("{}{}{digit}", geometry.name(cell), sign.text())
    }

    fn sentence(words: &Explanation, alphabet: Alphabet) -> String {
        words.in_alphabet(alphabet)
    }

    fn prose(step: &Step, alphabet: Alphabet) -> Text {
        Text {
            text: step.explain().in_alphabet(alphabet),
        }
    }

    fn solution(digits: &[Digit], alphabet: Alphabet) -> String {
        alphabet.line(digits.iter().copied().map(Some), '.')
    }

    fn read_cell(geometry: &Geometry, name: &String) -> Result<Cell, String> {
        named_cell(geometry, name).ok_or_else(|| format!("expected a cell, found '{name}'"))
    }

    fn read_house(geometry: &Geometry, name: &String) -> Result<House, String> {
        let mut houses = geometry.houses();
        let house = houses.find(|&house| geometry.house_name(house) == *name);
        house.ok_or_else(|| format!("expected a house, found '{name}'"))
    }

    fn read_candidate(geometry: &Geometry, text: &String, sign: Sign) -> Result<Candidate, String> {
        let sign = sign.text();
        let read = || {
            let (cell, digit) = text.split_once(sign)?;
            Some(Candidate {
                cell: named_cell(geometry, cell)?,
                digit: digit_on_board(geometry, digit.parse().ok()?)?,
            })
        };
        read().ok_or_else(|| format!("expected a candidate such as r4c7{sign}5, found '{text}'"))
    }
}

/// The cell of this name, if there is one: `r4c7`.
pub fn named_cell(geometry: &Geometry, name: &str) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    geometry.cell(row.parse().ok()?, column.parse().ok()?)
}

/// The digit of this value, if the board has it.
pub(super) fn digit_on_board(geometry: &Geometry, value: usize) -> Option<Digit> {
    Digit::new(value).filter(|digit| digit.value() <= geometry.size())
}

/// Numbers, for a front end that holds the shape of the board: cells and houses by index,
/// digits by value.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {}

/// A candidate as a cell and a digit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct At(pub usize, pub usize);

/// A step in words, in the dialect of [`Numbers`]: how hard it is, and the rungs
/// of the ladder from a nudge to the deed.
#[derive(Serialize)]
pub struct Rungs {
    family: String,
    level: usize,
    score: u32,
    nudge: Vec<PartObject>,
    r#where: Vec<PartObject>,
    why: Vec<PartObject>,
    action: Vec<PartObject>,
}

impl Dialect for Numbers {
    type Cell = usize;
    type House = usize;
    type Candidate = At;
    type Sentence = Vec<PartObject>;
    type Prose = Rungs;
    type Solution = Vec<usize>;

    const HAS_FACTS: bool = false;

    fn cell(_: &Geometry, cell: Cell) -> usize {
        cell.index()
    }

    fn house(_: &Geometry, house: House) -> usize {
        house.index()
    }

    fn candidate(_: &Geometry, candidate: Candidate, _: Sign) -> At {
        At(candidate.cell.index(), candidate.digit.value())
    }

    fn sentence(words: &Explanation, alphabet: Alphabet) -> Vec<PartObject> {
        words::sentence(words, alphabet)
    }

    fn prose(step: &Step, alphabet: Alphabet) -> Rungs {
        let about = step.technique().about();
        let parts = |words: Explanation| words::parts(&words, alphabet);
        Rungs {
            family: about.family.to_string(),
            level: about.level as usize + 1,
            score: hodoku::score(step.technique()).unwrap_or(0),
            nudge: parts(step.nudge()),
            r#where: parts(step.where_to_look()),
            why: parts(step.explain()),
            action: parts(step.action()),
        }
    }

    fn solution(digits: &[Digit], _: Alphabet) -> Vec<usize> {
        digits.iter().map(|digit| digit.value()).collect()
    }

    fn read_cell(geometry: &Geometry, &index: &usize) -> Result<Cell, String> {
        let cell = Cell::new(index).filter(|cell| cell.index() < geometry.n_cells());
        cell.ok_or_else(|| format!("expected a cell on the board, found {index}"))
    }

    fn read_house(geometry: &Geometry, &index: &usize) -> Result<House, String> {
        let house = geometry.houses().nth(index);
        house.ok_or_else(|| format!("expected a house of the board, found {index}"))
    }

    fn read_candidate(geometry: &Geometry, at: &At, _: Sign) -> Result<Candidate, String> {
        let read = || {
            Some(Candidate {
                cell: Numbers::read_cell(geometry, &at.0).ok()?,
                digit: digit_on_board(geometry, at.1)?,
            })
        };
        read().ok_or_else(|| "expected a candidate on the board".to_owned())
    }
}

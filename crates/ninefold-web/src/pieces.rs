//! The small pieces of an answer: words with marked parts, candidates, boards, counters.

use ninefold::logic::{self, Explanation};
use ninefold::{Alphabet, Board, Candidate, Conflict, Digit, Geometry, Stats};
use serde::{Deserialize, Serialize, Serializer, ser::Error};
use serde_json::value::RawValue;

/// A piece of a sentence; what it is about can be lit on the board.
#[derive(Serialize)]
pub(crate) struct Part {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digits: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<usize>,
}

impl Part {
    pub(crate) fn text(text: impl Into<String>) -> Part {
        Part {
            text: text.into(),
            cells: None,
            digits: None,
            house: None,
        }
    }
}

/// Says things about one board, with its own symbols for the digits.
#[derive(Clone, Copy)]
pub(crate) struct Speaker<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) alphabet: Alphabet,
}

impl Speaker<'_> {
    /// The pieces of an explanation, in reading order.
    pub(crate) fn parts(self, said: Explanation) -> Vec<Part> {
        let piece = |part: &logic::Part| {
            let (mut cells, mut digits, mut house) = (None, None, None);
            match part {
                logic::Part::Cells(named) => {
                    cells = Some(named.iter().map(|c| c.index()).collect());
                }
                logic::Part::Digits(named) => {
                    digits = Some(named.iter().map(|d| d.value()).collect());
                }
                logic::Part::House(named) => house = Some(named.index()),
                logic::Part::Text(_) => {}
            }
            Part {
                text: part.text(self.geometry, self.alphabet),
                cells,
                digits,
                house,
            }
        };
        said.parts().iter().map(piece).collect()
    }

    /// The same as a sentence, with a capital and a full stop.
    pub(crate) fn sentence(self, said: Explanation) -> Vec<Part> {
        as_sentence(self.parts(said))
    }

    /// Where equal digits clash, as a sentence.
    pub(crate) fn clash(self, conflict: &Conflict) -> ConflictView {
        ConflictView {
            house: conflict.house.index(),
            digit: conflict.digit.value(),
            cells: conflict.cells.iter().map(|cell| cell.index()).collect(),
            sentence: self.sentence(conflict.explain(self.geometry)),
        }
    }
}

fn as_sentence(mut parts: Vec<Part>) -> Vec<Part> {
    if let Some(first) = parts.first_mut() {
        let mut letters = first.text.chars();
        let capital = letters.next().map(|c| c.to_ascii_uppercase());
        first.text = capital.into_iter().chain(letters).collect();
        parts.push(Part::text("."));
    }
    parts
}

/// A digit that stands twice in a house.
#[derive(Serialize)]
pub(crate) struct ConflictView {
    pub(crate) house: usize,
    pub(crate) digit: usize,
    pub(crate) cells: Vec<usize>,
    pub(crate) sentence: Vec<Part>,
}

/// A candidate as a cell and a digit.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct At(pub(crate) usize, pub(crate) usize);

impl From<&Candidate> for At {
    fn from(candidate: &Candidate) -> At {
        At(candidate.cell.index(), candidate.digit.value())
    }
}

/// Digits and candidates of a board at one moment.
#[derive(Serialize)]
pub(crate) struct Snapshot {
    pub(crate) digits: Vec<usize>,
    pub(crate) marks: Vec<u32>,
}

impl Snapshot {
    pub(crate) fn of(board: &Board) -> Snapshot {
        let cells = || board.geometry().cells();
        Snapshot {
            digits: cells().map(|cell| number(board.value(cell))).collect(),
            marks: cells()
                .map(|cell| board.candidates(cell).bits() as u32)
                .collect(),
        }
    }
}

/// The digit, 0 for none.
pub(crate) fn number(digit: Option<Digit>) -> usize {
    digit.map_or(0, Digit::value)
}

/// The counters of a search by name.
pub(crate) struct Counters(pub(crate) Stats);

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.named())
    }
}

/// Milliseconds to the thousandth: digits and a point. Floating-point numbers in general
/// would take tables that weigh more than all of this file.
pub(crate) fn thousandths<S: Serializer>(milliseconds: &f64, to: S) -> Result<S::Ok, S::Error> {
    let thousandths = (milliseconds * 1000.0).round() as u64;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let number = RawValue::from_string(text).map_err(S::Error::custom)?;
    number.serialize(to)
}

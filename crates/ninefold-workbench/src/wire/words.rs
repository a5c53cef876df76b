//! Sentences in pieces, so that a page can light the cells and houses that they name.

use ninefold::Alphabet;
use ninefold::words::{Explanation, Part};
use serde::Serialize;

/// A piece of a sentence, with the cells, digits or house that it names.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PartObject {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digits: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<usize>,
}

/// The pieces of an explanation, in reading order.
pub fn parts(words: &Explanation, alphabet: Alphabet) -> Vec<PartObject> {
    let object = |part: &Part| {
        let mut object = PartObject {
            text: part.text(words.geometry(), alphabet),
            ..PartObject::default()
        };
        match part {
            Part::Cells(cells) => {
                object.cells = Some(cells.iter().map(|cell| cell.index()).collect());
            }
            Part::Digits(digits) => {
                object.digits = Some(digits.iter().map(|digit| digit.value()).collect());
            }
            Part::House(house) | Part::HouseNumber(house) => {
                object.house = Some(house.index());
            }
            Part::Text(_) => {}
        }
        object
    };
    words.parts().iter().map(object).collect()
}

/// The same as a sentence, with a capital and a full stop.
pub fn sentence(words: &Explanation, alphabet: Alphabet) -> Vec<PartObject> {
    let mut parts = parts(words, alphabet);
    if let Some(first) = parts.first_mut() {
        let mut letters = first.text.chars();
        let capital = letters.next().map(|c| c.to_ascii_uppercase());
        first.text = capital.into_iter().chain(letters).collect();
    }
    if parts.last().is_some_and(|last| !last.text.ends_with('.')) {
        parts.push(PartObject {
            text: ".".to_owned(),
            ..PartObject::default()
        });
    }
    parts
}

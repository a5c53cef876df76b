//! Sentences about a step, with the cells, digits and houses in them marked as such,
//! so that a terminal, a page or a screen reader can each show them in its own way.

use std::fmt::Write as _;

use super::technique::Technique;
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Plain words.
    Text(String),
    /// Cells: `r4c6 and r4c8`.
    Cells(Vec<Cell>),
    /// Digits: `5 and 6`.
    Digits(Vec<Digit>),
    /// A house: `row 4`.
    House(House),
    /// The name of a technique.
    Technique(Technique),
}

/// What is said about a step, piece by piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The pieces, in reading order.
    pub parts: Vec<Part>,
}

impl Explanation {
    /// Adds what another explanation says, as the next sentence.
    pub fn then(mut self, next: Explanation) -> Explanation {
        if !self.parts.is_empty() && !next.parts.is_empty() {
            self.parts.push(Part::Text(" ".to_owned()));
        }
        self.parts.extend(next.parts);
        self
    }

    /// Adds what another explanation says, in the same sentence.
    pub(super) fn and(mut self, next: Explanation) -> Explanation {
        self.parts.extend(next.parts);
        self
    }

    /// Adds `row 2, row 6 and box 1`.
    pub(super) fn houses(mut self, houses: &[House]) -> Explanation {
        for (k, &house) in houses.iter().enumerate() {
            match k {
                0 => {}
                _ if k + 1 == houses.len() => self.parts.push(" and ".into()),
                _ => self.parts.push(", ".into()),
            }
            self.parts.push(house.into());
        }
        self
    }

    /// The words alone.
    pub fn plain(&self, geometry: &Geometry) -> String {
        self.plain_in(geometry, Alphabet::standard(geometry.size()))
    }

    /// The words alone, with digits as `alphabet` writes them.
    pub fn plain_in(&self, geometry: &Geometry, alphabet: Alphabet) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(words) => text.push_str(words),
                Part::Cells(cells) => {
                    let names = cells.iter().map(|&cell| geometry.name(cell));
                    text.push_str(&listed(names));
                }
                Part::Digits(digits) => {
                    let names = digits.iter().map(|&digit| {
                        let mut name = String::new();
                        alphabet.write(digit, &mut name);
                        name
                    });
                    text.push_str(&listed(names));
                }
                Part::House(house) => text.push_str(&geometry.house_name(*house)),
                Part::Technique(technique) => _ = write!(text, "{technique}"),
            }
        }
        text
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

impl From<&str> for Part {
    fn from(words: &str) -> Part {
        Part::Text(words.to_owned())
    }
}

impl From<String> for Part {
    fn from(words: String) -> Part {
        Part::Text(words)
    }
}

impl From<Cell> for Part {
    fn from(cell: Cell) -> Part {
        Part::Cells(vec![cell])
    }
}

impl From<&[Cell]> for Part {
    fn from(cells: &[Cell]) -> Part {
        Part::Cells(cells.to_vec())
    }
}

impl From<&Vec<Cell>> for Part {
    fn from(cells: &Vec<Cell>) -> Part {
        Part::Cells(cells.clone())
    }
}

impl From<Digit> for Part {
    fn from(digit: Digit) -> Part {
        Part::Digits(vec![digit])
    }
}

impl From<DigitSet> for Part {
    fn from(digits: DigitSet) -> Part {
        Part::Digits(digits.iter().collect())
    }
}

impl From<House> for Part {
    fn from(house: House) -> Part {
        Part::House(house)
    }
}

impl From<Technique> for Part {
    fn from(technique: Technique) -> Part {
        Part::Technique(technique)
    }
}

/// An [`Explanation`] from its pieces: `say!["In ", house, " only ", cell, " is left."]`.
macro_rules! say {
    ($($part:expr),* $(,)?) => {
        $crate::logic::words::Explanation {
            parts: vec![$($crate::logic::words::Part::from($part)),*],
        }
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_in_order() {
        let classic = Geometry::classic();
        let cells = [classic.cell(4, 6), classic.cell(4, 8), classic.cell(4, 9)];
        let row = classic.houses().nth(3).unwrap();
        let five = Digit::new(5).unwrap();
        let said = say!["In ", row, " the ", five, " is in ", &cells[..], "."];
        let said = said.then(say!["So ", cells[0], " is not empty."]);
        assert_eq!(
            said.plain(&classic),
            "In row 4 the 5 is in r4c6, r4c8 and r4c9. So r4c6 is not empty."
        );
    }
}

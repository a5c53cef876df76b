//! Sentences with the cells, digits and houses in them marked as such, so that a terminal, a
//! page or a screen reader can each show them in its own way.

use std::fmt;

use crate::geometry::{Cell, Digit, Geometry, House, HouseKind};
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
    /// The number of a house, after a word for its kind: the `7` of `rows 5 and 7`.
    HouseNumber(House),
}

impl Part {
    /// The piece as it is read on a board, with digits as `alphabet` writes them.
    pub fn text(&self, geometry: &Geometry, alphabet: Alphabet) -> String {
        match self {
            Part::Text(words) => words.clone(),
            Part::Cells(cells) => listed(cells.iter().map(|&cell| geometry.name(cell))),
            Part::Digits(digits) => listed(digits.iter().map(|&digit| {
                let mut name = String::new();
                alphabet.write(digit, &mut name);
                name
            })),
            Part::House(house) => geometry.house_name(*house),
            Part::HouseNumber(house) => geometry.house_number(*house).to_string(),
        }
    }
}

/// One or more sentences about a board, piece by piece. It prints as plain words, with the
/// digits that are usual on a board of that size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    geometry: Geometry,
    parts: Vec<Part>,
}

impl Explanation {
    /// These pieces, in reading order, about a board.
    pub fn new(geometry: &Geometry, parts: impl IntoIterator<Item = Part>) -> Explanation {
        Explanation {
            geometry: geometry.clone(),
            parts: parts.into_iter().collect(),
        }
    }

    /// The pieces, in reading order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The board that the pieces speak of.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The plain words, with digits as `alphabet` writes them.
    pub fn in_alphabet(&self, alphabet: Alphabet) -> String {
        let texts = self.parts.iter();
        texts
            .map(|part| part.text(&self.geometry, alphabet))
            .collect()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_alphabet(Alphabet::standard(self.geometry.size())))
    }
}

/// Sentences in the making: pieces that are not yet tied to a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) parts: Vec<Part>,
}

impl Words {
    /// The sentences as an explanation of a board of this shape.
    pub(crate) fn on(self, geometry: &Geometry) -> Explanation {
        Explanation {
            geometry: geometry.clone(),
            parts: self.parts,
        }
    }

    /// Adds a piece. Never inlined: sentences are a large part of the page's library, and each
    /// of their pieces is then but a call.
    #[inline(never)]
    pub(crate) fn add(&mut self, part: impl Into<Part>) {
        self.parts.push(part.into());
    }

    /// Adds other words as the next sentence.
    #[inline(never)]
    pub(crate) fn then(mut self, next: Words) -> Words {
        if !self.parts.is_empty() && !next.parts.is_empty() {
            self.parts.push(Part::Text(" ".to_owned()));
        }
        self.and(next)
    }

    /// Adds other words as the next paragraph.
    #[inline(never)]
    pub(crate) fn paragraph(mut self, next: Words) -> Words {
        if !self.parts.is_empty() && !next.parts.is_empty() {
            self.parts.push(Part::Text("\n".to_owned()));
        }
        self.and(next)
    }

    /// The same words in one paragraph.
    pub(crate) fn in_one_paragraph(mut self) -> Words {
        for part in &mut self.parts {
            if *part == Part::Text("\n".to_owned()) {
                *part = " ".into();
            }
        }
        self
    }

    /// Adds other words to the same sentence.
    #[inline(never)]
    pub(crate) fn and(mut self, next: Words) -> Words {
        self.parts.extend(next.parts);
        self
    }

    /// Adds `row 2`, `rows 2 and 6`, or `rows 2 and 6, and box 1`.
    pub(crate) fn houses(mut self, geometry: &Geometry, houses: &[House]) -> Words {
        let mut groups: Vec<Vec<House>> = Vec::new();
        for &house in houses {
            let kind = plural(geometry.kind(house));
            match groups.last_mut() {
                Some(group) if kind.is_some() && plural(geometry.kind(group[0])) == kind => {
                    group.push(house);
                }
                _ => groups.push(vec![house]),
            }
        }
        let n_groups = groups.len();
        let is_plain = groups.iter().all(|group| group.len() == 1);
        for (k, group) in groups.into_iter().enumerate() {
            self.parts.extend(match k {
                0 => None,
                _ if k + 1 < n_groups => Some(", ".into()),
                _ if is_plain => Some(" and ".into()),
                _ => Some(", and ".into()),
            });
            match (&group[..], plural(geometry.kind(group[0]))) {
                ([first, others @ ..], Some(kind)) if !others.is_empty() => {
                    self.parts.push(format!("{kind} ").into());
                    self.parts.push(Part::HouseNumber(*first));
                    for (n, &other) in others.iter().enumerate() {
                        let is_last = n + 1 == others.len();
                        self.parts.push(if is_last { " and " } else { ", " }.into());
                        self.parts.push(Part::HouseNumber(other));
                    }
                }
                _ => self.parts.push(group[0].into()),
            }
        }
        self
    }

    /// Adds `2 or 7`, or `2, 5 or 7`.
    pub(crate) fn one_digit_of(mut self, digits: DigitSet) -> Words {
        for (k, digit) in digits.iter().enumerate() {
            match k {
                0 => {}
                _ if k + 1 == digits.len() => self.add(" or "),
                _ => self.add(", "),
            }
            self.add(digit);
        }
        self
    }
}

/// The word for several houses of a kind, where they are known by numbers.
fn plural(kind: HouseKind) -> Option<&'static str> {
    match kind {
        HouseKind::Row => Some("rows"),
        HouseKind::Column => Some("columns"),
        HouseKind::Box => Some("boxes"),
        HouseKind::Region => Some("regions"),
        HouseKind::Variant(_) | HouseKind::Extra => None,
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

/// [`Words`] from their pieces: `say!["In ", house, " only ", cell, " is left."]`.
macro_rules! say {
    ($($part:expr),* $(,)?) => {{
        #[allow(unused_mut, reason = "there may be no pieces")]
        let mut words = $crate::words::Words::default();
        $(words.add($part);)*
        words
    }};
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_in_order() {
        let classic = Geometry::classic();
        let cells = [classic.at(4, 6), classic.at(4, 8), classic.at(4, 9)];
        let row = classic.houses().nth(3).unwrap();
        let five = Digit::new(5).unwrap();
        let said = say!["In ", row, " the ", five, " is in ", &cells[..], "."];
        let said = said.then(say!["So ", cells[0], " is not empty."]);
        assert_eq!(
            said.on(&classic).to_string(),
            "In row 4 the 5 is in r4c6, r4c8 and r4c9. So r4c6 is not empty."
        );
    }

    #[test]
    fn houses_of_a_kind_share_their_word() {
        let classic = Geometry::classic();
        let all: Vec<House> = classic.houses().collect();
        let listed = |places: &[usize]| {
            let houses: Vec<House> = places.iter().map(|&k| all[k]).collect();
            let said = Words::default().houses(&classic, &houses);
            said.on(&classic).to_string()
        };
        assert_eq!(listed(&[4]), "row 5");
        assert_eq!(listed(&[4, 6]), "rows 5 and 7");
        assert_eq!(listed(&[9, 12, 13]), "columns 1, 4 and 5");
        assert_eq!(listed(&[4, 18]), "row 5 and box 1");
        assert_eq!(listed(&[4, 6, 18]), "rows 5 and 7, and box 1");
        assert_eq!(listed(&[4, 9, 18]), "row 5, column 1 and box 1");
    }
}

//! Forcing chains: several chains that meet.
//!
//! ```text
//!   contradiction   r2c2 is 8 … so r1c1 is not 2
//!                   r2c2 is 8 … so r1c5 is not 2      and row 1 has no other 2,
//!                                                     so r2c2 is not 8
//!
//!   verity          r1c1 is 2 … so r3c5 is not 8
//!                   r1c1 is 6 … so r3c5 is not 8      r1c1 is 2 or 6: either way
//! ```

use super::chain::link_facts;
use super::sentences::{claim, one_of};
use super::{Because, Chain, Node, Tridagon};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture};
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Chains that together leave only one possibility.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forcing {
    /// The chains.
    pub chains: Vec<Chain>,
    /// Why the chains together settle it.
    pub crux: Crux,
}

/// Where several chains meet, or where they all come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crux {
    /// They leave a cell with two digits or with none.
    Cell(Cell),
    /// They leave a house with a digit twice or without it.
    House(House, Digit),
    /// One leads to the candidate being there, the other to its not being there.
    Both(Candidate),
    /// One starts from the candidate being there, the other from its not being there.
    Either(Candidate),
    /// They start from every candidate of a cell.
    EveryDigit(Cell),
    /// They start from every place for a digit in a house.
    EveryPlace(House, Digit),
    /// They start from every guardian of a tridagon.
    EveryGuardian(Tridagon),
}

impl Crux {
    /// The facts that it rests on, besides the rules of the game.
    pub(super) fn facts(self, board: &Board) -> Vec<Fact> {
        match self {
            Crux::Cell(cell) | Crux::EveryDigit(cell) => vec![Fact::Cell(cell)],
            Crux::House(house, digit) | Crux::EveryPlace(house, digit) => {
                let must = board.geometry().is_exact(house);
                let fact = must.then_some(Fact::House(house, digit));
                fact.into_iter().collect()
            }
            Crux::Both(_) | Crux::Either(_) => Vec::new(),
            Crux::EveryGuardian(tridagon) => tridagon.rests_on(),
        }
    }

    /// Whether one of the assumptions must hold, so that nothing is contradicted.
    pub(super) fn is_verity(self) -> bool {
        match self {
            Crux::Cell(_) | Crux::House(..) | Crux::Both(_) => false,
            Crux::Either(_) | Crux::EveryDigit(_) => true,
            Crux::EveryPlace(..) | Crux::EveryGuardian(_) => true,
        }
    }

    /// The part of the picture that is no chain.
    pub(super) fn picture(self, board: &Board) -> Picture {
        Picture {
            houses: match self {
                Crux::EveryGuardian(tridagon) => tridagon.blocks.to_vec(),
                _ => self.house().into_iter().collect(),
            },
            causes: match self {
                Crux::EveryGuardian(tridagon) => tridagon.causes(board),
                _ => Vec::new(),
            },
            ..Picture::default()
        }
    }

    /// The house that it is about.
    fn house(self) -> Option<House> {
        match self {
            Crux::House(house, _) | Crux::EveryPlace(house, _) => Some(house),
            _ => None,
        }
    }

    /// Where the contradiction is: ` in r1`.
    pub(super) fn place(self, geometry: &Geometry) -> String {
        match self {
            Crux::Cell(cell) | Crux::Both(Candidate { cell, .. }) => {
                format!(" in {}", text::cells(geometry, [cell]))
            }
            Crux::House(house, _) => format!(" in {}", text::house(geometry, house)),
            Crux::EveryGuardian(tridagon) => format!(" from {}", tridagon.in_short(geometry)),
            _ => String::new(),
        }
    }

    /// The possibilities to go through, in words, where one of them must hold.
    pub(super) fn opening(self, board: &Board) -> Words {
        match self {
            Crux::EveryDigit(cell) => say![cell, " is "]
                .one_digit_of(board.candidates(cell))
                .and(say!["."]),
            Crux::EveryPlace(house, digit) => {
                let places: Vec<Cell> = board.places(house, digit).collect();
                let places = claim(&places, digit, true);
                say!["In ", house, ", "].and(places).and(say!["."])
            }
            Crux::Either(Candidate { cell, digit }) => {
                say![cell, " either is ", digit, " or is not."]
            }
            Crux::EveryGuardian(tridagon) => tridagon.story(board),
            Crux::Cell(_) | Crux::House(..) | Crux::Both(_) => Words::default(),
        }
    }

    /// What is impossible in the end, or where all possibilities lead, in words.
    pub(super) fn ending(self, ends: &[&Node]) -> Words {
        let on = ends.iter().filter(|end| end.on);
        let wrong = "That is impossible, so what was supposed is wrong.";
        let ending = match self {
            Crux::Cell(cell) => {
                let there = on.filter(|end| end.cells == [cell]);
                let digits: DigitSet = there.map(|end| end.digit).collect();
                match digits.len() {
                    0 | 1 => say!["Then no digit is left for ", cell, "."],
                    _ => say!["Then ", cell, " would hold both ", digits, "."],
                }
            }
            Crux::House(house, digit) => {
                let there = on.filter(|end| end.digit == digit);
                let mut places: Vec<&[Cell]> = there.map(|end| &end.cells[..]).collect();
                places.dedup();
                match places[..] {
                    [one, other, ..] => {
                        let said = say!["Then ", house, " would have ", digit, " twice, in "];
                        said.and(one_of(one))
                            .and(say![" and in "])
                            .and(one_of(other))
                            .and(say!["."])
                    }
                    _ => say!["Then no place for ", digit, " is left in ", house, "."],
                }
            }
            Crux::Both(Candidate { cell, digit }) => {
                say![
                    "Then ",
                    cell,
                    " would both be ",
                    digit,
                    " and not be ",
                    digit,
                    "."
                ]
            }
            Crux::Either(_) => return say!["It comes to the same both ways."],
            Crux::EveryDigit(_) | Crux::EveryPlace(..) | Crux::EveryGuardian(_) => {
                return say!["It comes to the same each time."];
            }
        };
        ending.then(say![wrong])
    }
}

impl Because for Forcing {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let links = self.chains.iter().flat_map(Chain::links);
        let facts = links.flat_map(|(from, to)| link_facts(board, from, to));
        facts.chain(self.crux.facts(board)).collect()
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = self.crux.picture(board);
        for chain in &self.chains {
            let part = chain.picture(deduction, board);
            picture.causes.extend(part.causes);
            picture.links.extend(part.links);
        }
        picture
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!("{}{}", deduction.technique, self.crux.place(geometry))
    }

    fn appendix(&self, _deduction: &Deduction, geometry: &Geometry) -> String {
        let line = |chain: &Chain| format!("\n  {}", chain.claims(geometry));
        self.chains.iter().map(line).collect()
    }

    fn supposes(&self) -> bool {
        true
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        let mut said = self.crux.opening(board);
        if self.crux.is_verity() && self.chains.len() == 1 {
            return said;
        }
        let mut start = None;
        for chain in &self.chains {
            // Chains from one start are one argument, unless there is nothing but the start.
            let is_further = start == chain.nodes.first() && chain.nodes.len() > 1;
            said = said.paragraph(if is_further {
                chain.further_story(board)
            } else {
                chain.story(board)
            });
            start = chain.nodes.first();
        }
        let ends = self.chains.iter().filter_map(|chain| chain.nodes.last());
        said.paragraph(self.crux.ending(&ends.collect::<Vec<_>>()))
    }
}

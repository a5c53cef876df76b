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
use super::{Because, Chain, Tridagon};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture};
use crate::logic::text;
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

    /// What must be known before the chains: why one of the guardians holds.
    pub(super) fn beginning(self, board: &Board) -> Words {
        match self {
            Crux::EveryGuardian(tridagon) => tridagon.story(board),
            _ => Words::default(),
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

    /// The conclusion, in words.
    pub(super) fn ending(self, deduction: &Deduction) -> Words {
        let wrong = "so what was supposed is wrong.";
        let ending = match self {
            Crux::Cell(cell) => say!["That leaves no digit for ", cell, ", or two, ", wrong],
            Crux::House(house, digit) => say![
                "That leaves ",
                house,
                " with no place for ",
                digit,
                ", or with two, ",
                wrong,
            ],
            Crux::Both(Candidate { cell, digit }) => {
                say![
                    cell,
                    " would be ",
                    digit,
                    " and also not ",
                    digit,
                    ", ",
                    wrong
                ]
            }
            Crux::Either(_) => say!["One of the two is so, and both come to the same."],
            Crux::EveryDigit(cell) => say![
                "These are all the candidates of ",
                cell,
                ", and all come to the same.",
            ],
            Crux::EveryPlace(house, digit) => say![
                "These are all the places for ",
                digit,
                " in ",
                house,
                ", and all come to the same.",
            ],
            Crux::EveryGuardian(_) => say!["One of these is so, and all come to the same."],
        };
        let placed = deduction.placements.iter().map(|c| (c, " is "));
        let gone = deduction.eliminations.iter().map(|c| (c, " is not "));
        let so = |(c, is): (&Candidate, &str)| say!["So ", c.cell, is, c.digit, "."];
        placed.chain(gone).map(so).fold(ending, Words::then)
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

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let stories = self.chains.iter().map(|chain| chain.story(board));
        let said = stories.fold(self.crux.beginning(board), Words::then);
        said.then(self.crux.ending(deduction))
    }
}

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
use super::{Because, Chain};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Picture, Step};
use crate::logic::text;
use crate::logic::words::{Explanation, say};

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
    /// One starts from the candidate being there, the other from its not being there.
    Either(Candidate),
    /// They start from every candidate of a cell.
    EveryDigit(Cell),
    /// They start from every place for a digit in a house.
    EveryPlace(House, Digit),
}

impl Because for Forcing {
    fn facts(&self, _step: &Step, board: &Board) -> Vec<Fact> {
        let links = self.chains.iter().flat_map(Chain::links);
        let mut facts: Vec<Fact> = links
            .flat_map(|(from, to)| link_facts(board, from, to))
            .collect();
        match self.crux {
            Crux::Cell(cell) | Crux::EveryDigit(cell) => facts.push(Fact::Cell(cell)),
            Crux::House(house, digit) | Crux::EveryPlace(house, digit)
                if board.geometry().is_exact(house) =>
            {
                facts.push(Fact::House(house, digit));
            }
            _ => {}
        }
        facts
    }

    fn picture(&self, step: &Step, board: &Board) -> Picture {
        let mut picture = Picture::default();
        if let Crux::House(house, _) | Crux::EveryPlace(house, _) = self.crux {
            picture.houses.push(house);
        }
        for chain in &self.chains {
            let part = chain.picture(step, board);
            picture.causes.extend(part.causes);
            picture.links.extend(part.links);
        }
        picture
    }

    fn notation(&self, step: &Step, geometry: &Geometry) -> String {
        let name = step.technique;
        match self.crux {
            Crux::Cell(cell) => format!("{name} in {}", text::cells(geometry, [cell])),
            Crux::House(house, _) => format!("{name} in {}", text::house(geometry, house)),
            _ => name.to_string(),
        }
    }

    fn appendix(&self, _step: &Step, geometry: &Geometry) -> String {
        let line = |chain: &Chain| format!("\n  {}", chain.claims(geometry));
        self.chains.iter().map(line).collect()
    }

    fn explain(&self, step: &Step, board: &Board) -> Explanation {
        let stories = self.chains.iter().map(|chain| chain.story(board));
        let said = stories.fold(Explanation::default(), Explanation::then);
        let wrong = "so what was supposed is wrong.";
        let ending = match self.crux {
            Crux::Cell(cell) => say!["That leaves no digit for ", cell, ", or two, ", wrong],
            Crux::House(house, digit) => say![
                "That leaves ",
                house,
                " with no place for ",
                digit,
                ", or with two, ",
                wrong,
            ],
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
        };
        let so: Vec<Explanation> = step
            .placements
            .iter()
            .map(|c| say!["So ", c.cell, " is ", c.digit, "."])
            .chain(
                step.eliminations
                    .iter()
                    .map(|c| say!["So ", c.cell, " is not ", c.digit, "."]),
            )
            .collect();
        so.into_iter().fold(said.then(ending), Explanation::then)
    }
}

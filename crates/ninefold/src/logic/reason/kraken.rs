//! Krakens: a fish with fins out of reach, and chains that reach them.
//!
//! ```text
//!        c4        c6
//!   r7 · 7 · · · · 7 · ·      columns 4 and 6 have their 7 in rows 7 and 8, or one of
//!   r8 · 7 · · · · 7 · ·      the fins is 7:  r5c6 is 7 … so r8c9 is not 7
//!        :         fin ────┐                  r9c4 is 7 … so r8c9 is not 7
//!        fin ──────────────┴─▶ and the fish rubs 7 out of the rest of row 8 in any case
//! ```
//!
//! In type 1 the fish itself rubs the candidate out, and each fin does so by a chain. In
//! type 2 one of the cover houses takes its digit from the fish or a fin has it, and each
//! of these places rubs the candidate out by a chain. Names and definitions are those of
//! HoDoKu by Bernhard Hobiger, after the players' forum.

use super::sentences::{cleared, one_of};
use super::{Because, Chain, Fish, link_facts};
use crate::board::Board;
use crate::geometry::{Cell, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture};
use crate::logic::technique::Technique;
use crate::words::{Words, say};

/// A fish, and chains from its fins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kraken {
    /// The fish, which by itself rubs nothing out.
    pub fish: Fish,
    /// The name of the fish.
    pub name: Technique,
    /// A chain from each fin; in type 2 also from each place of the fish in the house.
    pub chains: Vec<Chain>,
    /// The cover house of type 2.
    pub house: Option<House>,
}

impl Because for Kraken {
    fn facts(&self, deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let mut facts = self.fish.facts(deduction, board);
        for (from, to) in self.chains.iter().flat_map(Chain::links) {
            facts.extend(link_facts(board, from, to));
        }
        facts
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = self.fish.picture(deduction, board);
        for chain in &self.chains {
            let part = chain.picture(deduction, board);
            let known = |candidate| picture.causes.iter().any(|&(other, _)| other == candidate);
            let new: Vec<_> = part
                .causes
                .into_iter()
                .filter(|&(c, _)| !known(c))
                .collect();
            picture.causes.extend(new);
            picture.links.extend(part.links);
        }
        picture
    }

    fn notation(&self, deduction: &Deduction, _geometry: &Geometry) -> String {
        format!("{}: ", deduction.technique)
    }

    fn appendix(&self, _deduction: &Deduction, geometry: &Geometry) -> String {
        let fish = format!("\n  {}", self.fish.notation_as(self.name, geometry));
        let line = |chain: &Chain| format!("\n  {}", chain.text(geometry));
        fish + &self.chains.iter().map(line).collect::<String>()
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let (digit, fins) = (self.fish.digit, self.fish.all_fins());
        let starts = self.chains.iter().flat_map(|chain| chain.nodes.first());
        let starts = starts.flat_map(|node| node.cells.iter().copied());
        let in_house: Vec<Cell> = starts.filter(|cell| !fins.contains(cell)).collect();
        let said = match self.house {
            Some(house) => {
                let unless = say!["So unless a fin is ", digit, ", the ", digit, " of ", house];
                let unless = unless.and(match in_house[..] {
                    [] => say![" has no place left. Each fin comes to the same:"],
                    _ => say![" is in "].and(one_of(&in_house)).and(say![
                        ". Each of these places and each fin comes to the same:"
                    ]),
                });
                self.fish.catch(board, &[]).then(unless)
            }
            None => {
                let said = self.fish.catch(board, &cleared(deduction));
                said.then(match fins.len() {
                    1 => say!["The fin comes to the same:"],
                    _ => say!["Each fin comes to the same:"],
                })
            }
        };
        let stories = self.chains.iter().map(|chain| chain.story(board));
        let said = stories.fold(said, Words::paragraph);
        said.paragraph(say!["That is every case."])
    }
}

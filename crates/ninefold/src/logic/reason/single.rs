//! Singles: a cell with one digit left, or a digit with one place left in a house.

use super::Because;
use super::sentences::{in_order, sees};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Why a digit can be placed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// The house in which the digit has one place left, or which has one empty cell;
    /// none for a cell with one candidate.
    pub house: Option<House>,
}

impl Because for Single {
    fn facts(&self, deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let placed = deduction.placements.iter();
        placed
            .map(|placed| match self.house {
                Some(house) => Fact::House(house, placed.digit),
                None => Fact::Cell(placed.cell),
            })
            .collect()
    }

    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = Picture {
            houses: self.house.into_iter().collect(),
            ..Picture::default()
        };
        for &placed in &deduction.placements {
            let blockers = match self.house {
                Some(house) => Blockers::of_house(board, house, placed),
                None => Blockers::of_cell(board, placed),
            };
            picture.causes.push((placed, Role::Cause));
            for (blocker, blocked) in blockers.filled {
                picture.causes.push((blocker, Role::Cause));
                // A naked single is blocked from many sides; the digits there say enough.
                let blocked = blocked.into_iter().filter(|_| self.house.is_some());
                picture.links.extend(blocked.map(|cell| Link {
                    from: vec![blocker],
                    to: vec![Candidate {
                        cell,
                        digit: blocker.digit,
                    }],
                    strong: false,
                }));
            }
        }
        picture
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let placed = text::conclusion(geometry, &deduction.placements, &[]);
        format!("{}: {placed}", deduction.technique)
    }

    fn shows_conclusion(&self) -> bool {
        true
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let [placed] = deduction.placements[..] else {
            return Words::default();
        };
        match self.house {
            Some(house) if deduction.technique == Technique::FullHouse => say![
                placed.cell,
                " is the only empty cell of ",
                house,
                ", and ",
                placed.digit,
                " is the only digit missing there.",
            ],
            Some(house) => {
                let only = say![
                    "In ",
                    house,
                    ", ",
                    placed.digit,
                    " fits only in ",
                    placed.cell
                ];
                only.and(Blockers::of_house(board, house, placed).in_house(placed.digit))
            }
            None => Blockers::of_cell(board, placed).in_cell(placed),
        }
    }
}

/// The filled cells that make a single one: what they rule out, and what is out without them.
struct Blockers {
    /// Filled cells with their digit, and the cells in which they rule it out.
    filled: Vec<(Candidate, Vec<Cell>)>,
    /// Candidates that no filled cell rules out: a player or a step before did, or the puzzle.
    gone: Vec<Candidate>,
}

impl Blockers {
    /// How many filled cells are tried in every combination, to find the fewest.
    const MOST: usize = 12;

    /// The fewest filled cells that keep the digit out of every other empty cell of the house.
    fn of_house(board: &Board, house: House, placed: Candidate) -> Blockers {
        let (geometry, digit) = (board.geometry(), placed.digit);
        let cells = geometry.cells_of(house).iter().copied();
        let others: Vec<Cell> = cells
            .filter(|&cell| cell != placed.cell && board.value(cell).is_none())
            .collect();
        let holds_it = |&&cell: &&Cell| board.value(cell) == Some(digit);
        let seen_by = |&cell: &Cell| geometry.peers(cell).iter().filter(holds_it).copied();
        let all = in_order(others.iter().flat_map(seen_by));
        let mut left: Vec<Cell> = others.clone();
        left.retain(|cell| seen_by(cell).next().is_some());
        let gone = others.iter().copied().filter(|cell| !left.contains(cell));
        let gone = gone.map(|cell| Candidate { cell, digit }).collect();
        let mut filled = Vec::new();
        for blocker in fewest(board, &all, &left) {
            let (blocked, rest) = left.iter().partition(|&&cell| sees(board, cell, blocker));
            left = rest;
            filled.push((
                Candidate {
                    cell: blocker,
                    digit,
                },
                blocked,
            ));
        }
        Blockers { filled, gone }
    }

    /// For each other digit a filled cell that keeps it out of the cell.
    fn of_cell(board: &Board, placed: Candidate) -> Blockers {
        let cell = placed.cell;
        let (mut filled, mut gone) = (Vec::new(), Vec::new());
        for digit in (board.geometry().all_digits() - DigitSet::only(placed.digit)).iter() {
            let mut peers = board.geometry().peers(cell).iter();
            match peers.find(|&&peer| board.value(peer) == Some(digit)) {
                Some(&peer) => filled.push((Candidate { cell: peer, digit }, vec![cell])),
                None => gone.push(Candidate { cell, digit }),
            }
        }
        Blockers { filled, gone }
    }

    /// The end of a sentence that says where the digit fits in a house.
    fn in_house(&self, digit: Digit) -> Words {
        if self.filled.is_empty() && self.gone.is_empty() {
            return say![": every other cell is filled."];
        }
        let mut said = say![". "];
        for (k, (blocker, blocked)) in self.filled.iter().enumerate() {
            said = said.and(match k {
                0 => say!["The ", digit, " in "],
                _ if k + 1 < self.filled.len() => say![", the one in "],
                _ => say![", and the one in "],
            });
            said = said.and(say![blocker.cell, " rules out ", blocked]);
        }
        if self.gone.is_empty() {
            return said.and(say!["."]);
        }
        let gone: Vec<Cell> = self.gone.iter().map(|gone| gone.cell).collect();
        let were = if gone.len() == 1 { " was" } else { " were" };
        let before = if self.filled.is_empty() { "" } else { ". " };
        said.and(say![before, &gone, were, " ruled out earlier."])
    }

    /// Why a cell has one candidate left.
    fn in_cell(&self, placed: Candidate) -> Words {
        let only = say!["Only ", placed.digit, " is left for ", placed.cell, "."];
        let mut said = only;
        for (k, (blocker, _)) in self.filled.iter().enumerate() {
            said = said.and(match k {
                0 => say![" It sees "],
                _ if k + 1 < self.filled.len() => say![", "],
                _ => say![" and "],
            });
            said = said.and(say![blocker.digit, " in ", blocker.cell]);
        }
        if !self.filled.is_empty() {
            said = said.and(say!["."]);
        }
        let gone: DigitSet = self.gone.iter().map(|gone| gone.digit).collect();
        match gone.len() {
            0 => said,
            1 => said.then(say![gone, " was ruled out there earlier."]),
            _ => said.then(say![gone, " were ruled out there earlier."]),
        }
    }
}

/// The fewest of the cells that see all of the others between them; if they are too many to
/// try, a few that do.
fn fewest(board: &Board, cells: &[Cell], others: &[Cell]) -> Vec<Cell> {
    let sees_all = |chosen: &[Cell]| {
        let is_seen = |&other: &Cell| chosen.iter().any(|&cell| sees(board, cell, other));
        others.iter().all(is_seen)
    };
    if cells.len() > Blockers::MOST {
        let mut chosen = cells.to_vec();
        for &cell in cells.iter().rev() {
            let without: Vec<Cell> = chosen.iter().copied().filter(|&c| c != cell).collect();
            if sees_all(&without) {
                chosen = without;
            }
        }
        return chosen;
    }
    let choices = (0..1u32 << cells.len()).map(|choice| -> Vec<Cell> {
        let chosen = cells.iter().enumerate();
        chosen
            .filter(|(k, _)| choice >> k & 1 == 1)
            .map(|(_, &cell)| cell)
            .collect()
    });
    let fewest = choices
        .filter(|chosen| sees_all(chosen))
        .min_by_key(Vec::len);
    fewest.unwrap_or_default()
}

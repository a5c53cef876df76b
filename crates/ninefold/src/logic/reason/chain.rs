//! Chains: one thing follows from another, link by link.
//!
//! ```text
//!    r3c2 =9= r3c9 -9- r5c9 =9= r6c7
//!      if r3c2 is not 9, r3c9 is: row 3 has no other place      (strong link, =9=)
//!      then r5c9 is not 9, because r3c9 sees it                 (weak link, -9-)
//!      then r6c7 is 9: box 6 has no other place
//!    so r3c2 or r6c7 is 9, and a cell that sees both is not
//! ```
//!
//! A node is a digit in a cell, in a group of cells of which one holds it, or in an
//! almost locked set; it is *on* if the digit is there and *off* if not.

use super::Because;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Nodes of which each follows from the one before; the first is assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The nodes, the assumption first.
    pub nodes: Vec<Node>,
    /// Whether the first node follows from the last in turn.
    pub closed: bool,
}

/// A digit that is in one of some cells, or in none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The cell, or the cells of a group; of an almost locked set those that can hold
    /// the digit.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: Digit,
    /// Whether one of the cells holds the digit.
    pub on: bool,
    /// All cells of the almost locked set that the chain runs through here; empty for
    /// a cell or a group.
    pub set: Vec<Cell>,
}

impl Node {
    /// A digit in a single cell.
    pub fn cell(cell: Cell, digit: Digit, on: bool) -> Node {
        Node::group(vec![cell], digit, on)
    }

    /// A digit in one of some cells.
    pub fn group(cells: Vec<Cell>, digit: Digit, on: bool) -> Node {
        Node {
            cells,
            digit,
            on,
            set: Vec::new(),
        }
    }

    pub(super) fn candidates(&self, board: &Board) -> Vec<Candidate> {
        let digit = self.digit;
        let cells = self.cells.iter().copied();
        let there = cells.filter(|&cell| board.can_hold(cell, digit));
        there.map(|cell| Candidate { cell, digit }).collect()
    }

    /// `r4c6`, `r4c689` or `ALS:r2c258`.
    pub(crate) fn text(&self, geometry: &Geometry) -> String {
        if self.set.is_empty() {
            text::cells(geometry, self.cells.iter().copied())
        } else {
            format!("ALS:{}", text::cells(geometry, self.set.iter().copied()))
        }
    }
}

/// The facts that one node follows from another by: an almost locked set's cells, a
/// cell with two candidates, or a house with no other place.
pub(crate) fn link_facts(board: &Board, from: &Node, to: &Node) -> Vec<Fact> {
    let sets = from.set.iter().chain(&to.set);
    let mut facts: Vec<Fact> = sets.map(|&cell| Fact::Cell(cell)).collect();
    if from.on || !to.on {
        return facts;
    }
    if !from.set.is_empty() {
        facts.extend(to.cells.iter().map(|&cell| Fact::Cell(cell)));
        return facts;
    }
    if from.cells == to.cells && from.digit != to.digit {
        facts.extend(to.cells.iter().map(|&cell| Fact::Cell(cell)));
        return facts;
    }
    let geometry = board.geometry();
    let houses = to.cells.iter().flat_map(|&cell| geometry.houses_of(cell));
    let holds_all = |house| {
        let mut places = board.places(house, to.digit);
        geometry.is_exact(house)
            && places.all(|cell| from.cells.contains(&cell) || to.cells.contains(&cell))
    };
    let house = houses.copied().find(|&house| holds_all(house));
    facts.extend(house.map(|house| Fact::House(house, to.digit)));
    facts
}

impl Chain {
    /// An open chain.
    pub fn open(nodes: Vec<Node>) -> Chain {
        Chain {
            nodes,
            closed: false,
        }
    }

    /// The length of the chain as HoDoKu counts it: its nodes, and more for an almost locked
    /// set with many digits.
    pub(crate) fn length(&self) -> usize {
        let sets: usize = self.nodes.iter().map(|node| node.set.len()).sum();
        self.nodes.len() + 2 * sets
    }

    /// Each node with the one that follows from it; round to the first if it is
    /// closed.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&Node, &Node)> {
        let n = self.nodes.len();
        let last = if self.closed { n } else { n.saturating_sub(1) };
        (0..last).map(move |k| (&self.nodes[k], &self.nodes[(k + 1) % n]))
    }

    /// `r3c2 =9= r3c9 -9- r5c9`: a link is written with the digit of the node that it
    /// leads to; a node in the same cell as the one before is not written.
    pub(crate) fn text(&self, geometry: &Geometry) -> String {
        let Some(first) = self.nodes.first() else {
            return String::new();
        };
        let mut said = first.text(geometry);
        for (from, to) in self.links() {
            if from.cells == to.cells && from.set.is_empty() && to.set.is_empty() {
                continue;
            }
            let sign = if to.on { '=' } else { '-' };
            said += &format!(" {sign}{}{sign} {}", to.digit, to.text(geometry));
        }
        said
    }

    /// The chain in words, link by link.
    pub(crate) fn story(&self, board: &Board) -> Words {
        let geometry = board.geometry();
        let first = &self.nodes[0];
        let is = |on: bool| if on { " is " } else { " is not " };
        let mut said = say!["Suppose ", &first.cells, is(first.on), first.digit, "."];
        for (from, to) in self.links() {
            let why = match (link_facts(board, from, to).first(), to.set.is_empty()) {
                (_, false) => format!(
                    ", because {} have only one digit too many",
                    text::cells(geometry, to.set.iter().copied())
                ),
                (Some(Fact::House(house, _)), _) => {
                    format!(", the only place left in {}", geometry.house_name(*house))
                }
                (Some(Fact::Cell(_)), _) => ", its only other candidate".to_owned(),
                _ => String::new(),
            };
            said = said.then(say!["Then ", &to.cells, is(to.on), to.digit, why, "."]);
        }
        said
    }

    /// `r2c2=8 r3c3<>8 r3c3=2`: the nodes one by one.
    pub(crate) fn claims(&self, geometry: &Geometry) -> String {
        let deduction = |node: &Node| {
            let sign = if node.on { "=" } else { "<>" };
            format!("{}{sign}{}", node.text(geometry), node.digit)
        };
        let claims: Vec<String> = self.nodes.iter().map(deduction).collect();
        claims.join(" ")
    }

    fn ends(&self) -> (&Node, &Node) {
        let (first, last) = (self.nodes.first(), self.nodes.last());
        first.zip(last).expect("a chain has nodes")
    }

    /// The cells of both ends: `r5c7,r7c8`.
    pub(super) fn ends_text(&self, geometry: &Geometry) -> String {
        let (first, last) = self.ends();
        text::cells(geometry, first.cells.iter().chain(&last.cells).copied())
    }

    /// The cells between the ends: `r57c2`.
    pub(super) fn middle_text(&self, geometry: &Geometry) -> String {
        let inner = &self.nodes[1..self.nodes.len() - 1];
        text::cells(geometry, inner.iter().flat_map(|node| node.cells.clone()))
    }

    /// The cells of the first link: `r8c38`.
    pub(super) fn pair_text(&self, geometry: &Geometry) -> String {
        let pair = self.nodes[..2].iter();
        text::cells(geometry, pair.flat_map(|node| node.cells.clone()))
    }

    /// The box that the last two nodes of an empty rectangle fill: `b3`.
    pub(super) fn rectangle_box(&self, geometry: &Geometry) -> String {
        let groups = self.nodes[2..].iter().flat_map(|node| &node.cells);
        let cells: Vec<Cell> = groups.copied().collect();
        let houses = geometry.houses_of(cells[0]).iter();
        let holds_all = |house: &&House| {
            let members = geometry.cells_of(**house);
            cells.iter().all(|cell| members.contains(cell))
        };
        let house = houses.copied().find(|house| holds_all(&house));
        text::house(geometry, house.expect("a box holds the rectangle"))
    }

    /// The digits of the cell where the chain starts.
    fn pair(&self) -> (Digit, Digit) {
        (self.nodes[0].digit, self.nodes[1].digit)
    }
}

impl Because for Chain {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let links = self.links();
        links
            .flat_map(|(from, to)| link_facts(board, from, to))
            .collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let role = |node: &Node| if node.on { Role::Cause } else { Role::Second };
        let causes = self.nodes.iter().flat_map(|node| {
            let candidates = node.candidates(board);
            candidates
                .into_iter()
                .map(move |candidate| (candidate, role(node)))
        });
        let link = |(from, to): (&Node, &Node)| Link {
            from: from.candidates(board),
            to: to.candidates(board),
            strong: to.on,
        };
        Picture {
            houses: Vec::new(),
            causes: causes.collect(),
            links: self.links().map(link).collect(),
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        let (first, last) = self.ends();
        let digit = first.digit;
        let chain = self.text(geometry);
        let concluded = match deduction.eliminations[..] {
            [] => &deduction.placements,
            _ => &deduction.eliminations,
        };
        let gone: DigitSet = concluded.iter().map(|concluded| concluded.digit).collect();
        let gone = text::digits(gone, "/");
        match name {
            Technique::Skyscraper | Technique::TwoStringKite => {
                let (ends, middle) = (self.ends_text(geometry), self.middle_text(geometry));
                format!("{name}: {digit} in {ends} (connected by {middle})")
            }
            Technique::EmptyRectangle => {
                let (block, pair) = (self.rectangle_box(geometry), self.pair_text(geometry));
                format!("{name}: {digit} in {block} ({pair})")
            }
            Technique::RemotePair => {
                let (a, b) = self.pair();
                format!("{name}: {a}/{b} {chain}")
            }
            Technique::XYChain | Technique::Aic | Technique::GroupedAic => {
                format!("{name}: {gone} {digit}- {chain} -{}", last.digit)
            }
            Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => {
                let sign = |on: bool| if on { '=' } else { '-' };
                let (back, out) = (&self.nodes[self.nodes.len() - 1], &self.nodes[1]);
                format!(
                    "{name}: {gone} {}{} {chain} {}{}",
                    back.digit,
                    sign(back.on),
                    sign(out.on),
                    out.digit
                )
            }
            _ => format!("{name}: {gone} {chain}"),
        }
    }

    fn supposes(&self) -> bool {
        true
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let said = self.story(board);
        let first = &self.nodes[0];
        let (_, last) = self.ends();
        match (deduction.placements.first(), self.closed) {
            (_, true) => said.then(say![
                "That leads back to the start, so the loop is all one way or all the other: each of its weak links holds one of its ends, and what sees both ends of such a link can be rubbed out.",
            ]),
            (None, false) if !first.on && last.on && first.cells != last.cells => said.then(say![
                "So ", &first.cells, " is ", first.digit, " or ", &last.cells, " is ", last.digit, ", and what fits with neither can be rubbed out.",
            ]),
            _ => said.then(say!["That cannot be, so the supposition is wrong."]),
        }
    }
}

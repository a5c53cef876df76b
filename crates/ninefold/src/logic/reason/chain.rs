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
use super::sentences::{claim, clash, cleared, in_order, one_of, places, see_them, sees};
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

    /// `r1c1 is 5`, `one of r1c1, r1c2 and r1c3 is 5`.
    pub(super) fn claim(&self) -> Words {
        claim(&self.cells, self.digit, self.on)
    }

    /// The opposite of the node.
    fn denied(&self) -> Node {
        Node {
            on: !self.on,
            ..self.clone()
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
        self.followed(
            say!["Suppose "].and(self.nodes[0].claim()),
            ". Then ",
            board,
        )
    }

    /// The same after another chain from the same start.
    pub(crate) fn further_story(&self, board: &Board) -> Words {
        self.followed(Words::default(), "It also follows that ", board)
    }

    /// The links in words, after an opening and what leads on from it.
    fn followed(&self, opening: Words, lead: &str, board: &Board) -> Words {
        let mut said = opening;
        // Whether the sentence can take what rules out another node.
        let mut is_open = false;
        for (k, (from, to)) in self.links().enumerate() {
            let so = match k {
                0 => lead,
                _ if is_open && !to.on => ", so ",
                _ => ". Then ",
            };
            said = said.and(say![so]).and(to.claim());
            said = said.and(self.because(board, from, to));
            is_open = to.on;
        }
        said.and(say!["."])
    }

    /// Why a node follows from the one before.
    fn because(&self, board: &Board, from: &Node, to: &Node) -> Words {
        let others = |node: &Node| {
            let cells = node.set.iter();
            let all = cells.fold(DigitSet::EMPTY, |all, &cell| all | board.candidates(cell));
            all - DigitSet::only(node.digit)
        };
        if !to.set.is_empty() && !to.on {
            let holds = match to.set.len() {
                1 => " is ",
                _ => " hold all their other digits, ",
            };
            return say![". So ", &to.set, holds, others(to)];
        }
        if !from.set.is_empty() && !to.on {
            return match to.cells[..] {
                [_] => say![", since it sees every ", to.digit, " there"],
                _ => say![", since they see every ", to.digit, " there"],
            };
        }
        match link_facts(board, from, to).first() {
            _ if !from.set.is_empty() || !to.set.is_empty() => Words::default(),
            Some(&Fact::House(house, _)) => match to.cells.len() {
                1 => say![", the only place left in ", house],
                _ => say![", the only places left in ", house],
            },
            Some(Fact::Cell(_)) => say![", its only other candidate"],
            _ => Words::default(),
        }
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

    /// The end of the story of a loop: each link that rules out holds one of its ends.
    fn round(&self, said: Words, deduction: &Deduction, board: &Board) -> Words {
        let said = said.then(say![
            "That leads back to the start, and the loop can be followed the other way round as well. So of two neighbours in it that rule each other out, one is right",
        ]);
        let mut left = deduction.eliminations.clone();
        let mut pairs = Vec::new();
        for (from, to) in self.links().filter(|(from, to)| from.on && !to.on) {
            let ends = [from.candidates(board), to.candidates(board)].concat();
            let goes = |gone: &Candidate| ends.iter().all(|&end| clash(board, *gone, end));
            if !left.iter().any(goes) {
                continue;
            }
            left.retain(|gone| !goes(gone));
            pairs.push(if from.digit == to.digit {
                let cells = in_order([from.cells.clone(), to.cells.clone()].concat());
                claim(&cells, from.digit, true)
            } else {
                let digits = DigitSet::only(from.digit) | DigitSet::only(to.digit);
                one_of(&from.cells).and(say![" is "]).one_digit_of(digits)
            });
        }
        let mut said = said;
        for (k, pair) in pairs.into_iter().enumerate() {
            let before = if k == 0 { ": " } else { "; " };
            said = said.and(say![before]).and(pair);
        }
        said = said.and(say!["."]);
        let sets = self.nodes.iter().filter(|node| !node.set.is_empty());
        let sets: Vec<&Node> = sets.collect();
        if left.is_empty() || sets.is_empty() {
            return said;
        }
        for node in sets {
            let lack = if node.set.len() == 1 {
                " lacks"
            } else {
                " lack"
            };
            said = said.then(say![
                &node.set,
                lack,
                " only one of their digits in the loop."
            ]);
        }
        said.then(say![
            "What sees every place for one of the others there cannot be it."
        ])
    }

    /// A remote pair in words: cells of one pair, turn and turn about.
    fn alternation(&self, deduction: &Deduction, board: &Board) -> Words {
        let cells: Vec<Cell> = self
            .nodes
            .iter()
            .flat_map(|node| node.cells.clone())
            .collect();
        let mut cells = cells;
        cells.dedup();
        let (a, b) = self.pair();
        let mut said = say![&cells, " can only be "]
            .one_digit_of(DigitSet::only(a) | DigitSet::only(b))
            .and(say![
                ", and each sees the next. So they hold the two digits in turn, and two cells with an even number of others between them differ.",
            ]);
        for cell in cleared(deduction) {
            let pairs = cells.iter().enumerate().flat_map(|(k, &one)| {
                let later = cells.iter().skip(k + 1).step_by(2);
                later.map(move |&other| (one, other))
            });
            let mut seen =
                pairs.filter(|&(one, other)| sees(board, cell, one) && sees(board, cell, other));
            if let Some((one, other)) = seen.next() {
                said = said.then(say![
                    cell,
                    " sees ",
                    one,
                    " and ",
                    other,
                    ", so it is neither."
                ]);
            }
        }
        said
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
        if deduction.technique == Technique::RemotePair {
            return self.alternation(deduction, board);
        }
        let said = self.story(board);
        let (first, last) = self.ends();
        let same = (first.cells == last.cells, first.digit == last.digit);
        let end =
            match (self.closed, first.on, last.on, same) {
                (true, ..) => return self.round(said, deduction, board),
                (_, false, true, (true, true)) => {
                    say![
                        "So ",
                        &first.cells,
                        " can only be ",
                        first.digit,
                        " after all."
                    ]
                }
                (_, false, true, (true, false)) => say!["So "]
                    .and(first.denied().claim())
                    .and(say![" or ", last.digit, ", and nothing else."]),
                (_, false, true, (false, true)) => {
                    let both = in_order([first.cells.clone(), last.cells.clone()].concat());
                    let is = claim(&both, first.digit, true);
                    let seen = see_them(board, &cleared(deduction), &both);
                    say!["So "].and(is).and(say!["."]).then(seen)
                }
                (_, false, true, (false, false)) => {
                    let said = say!["So "].and(first.denied().claim());
                    let said = said.and(say![", or "]).and(last.claim());
                    said.and(say![". Neither leaves room for "])
                        .and(places(&deduction.eliminations))
                        .and(say!["."])
                }
                (_, true, true, (true, false)) => {
                    let both = DigitSet::only(first.digit) | DigitSet::only(last.digit);
                    say![
                        "But ",
                        &first.cells,
                        " cannot be both ",
                        both,
                        ", so what was supposed is wrong."
                    ]
                }
                _ => say!["That contradicts what was supposed, so that is wrong."],
            };
        said.then(end)
    }
}

//! A few givens that cannot stand together, and why.
//!
//! From the givens alone singles are taken, round by round, until a cell has no digit left or
//! a digit no place. What the contradiction rests on, step by step back to the givens, is a
//! *slice*: the other givens play no part in it. Then each given of the slice is left out in
//! turn; if the others still contradict themselves, it goes for good.
//!
//! ```text
//!   all givens ──singles──▶ contradiction ──back──▶ slice ──leave out──▶ a small conflict
//! ```
//!
//! So no given of it can be spared, by this proof; but another conflict may be smaller. Where
//! singles find nothing, an engine within a limit takes their place, and there are no steps to
//! show. (Deletion is the plainest way to a minimal unsatisfiable subset; the field has many.)

use crate::Contradiction;
use crate::engine::Count;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House, HouseKind};
use crate::puzzle::Puzzle;
use crate::random::{Draw, Random};
use crate::sets::DigitSet;
use crate::words::{Explanation, Words, say};

use super::work::Work;

/// Givens that cannot stand together.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The givens, in reading order.
    pub givens: Vec<Candidate>,
    /// What follows from them, one single after another.
    pub steps: Vec<Forced>,
    /// Where that ends; none if only a search shows that they have no solution.
    pub end: Option<Contradiction>,
    geometry: Geometry,
    /// The board at the end.
    values: Vec<Option<Digit>>,
}

/// A digit that must stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The cell and the digit.
    pub placed: Candidate,
    /// The house where the digit has no other place; none if the cell has no other digit.
    pub house: Option<House>,
}

/// How many orders of leaving out are tried.
const ORDERS: usize = 6;

/// More givens than this are not listed in a sentence.
const FEW_GIVENS: usize = 12;

/// More steps than this are not listed in a sentence.
const FEW_STEPS: usize = 6;

impl Refutation {
    /// A small conflict of a puzzle whose givens do not clash; none if it is not found within
    /// the limits.
    pub(super) fn find(puzzle: &Puzzle, work: &mut Work<'_>) -> Option<Refutation> {
        by_singles(puzzle, work).or_else(|| by_search(puzzle, work))
    }

    /// The conflict that singles come upon first, which may have givens to spare.
    pub(super) fn first(puzzle: &Puzzle, work: &mut Work<'_>) -> Option<Refutation> {
        work.spend(price_of_replay(puzzle));
        Replay::run(puzzle, puzzle.givens())
    }

    /// The conflict in one sentence.
    pub fn explain(&self) -> Explanation {
        self.words().on(&self.geometry)
    }

    pub(super) fn words(&self) -> Words {
        let n_givens = self.givens.len();
        let is_short = n_givens <= FEW_GIVENS;
        let givens = if is_short {
            listed(&self.givens)
        } else {
            say![format!("{n_givens} givens")]
        };
        let Some(end) = self.end else {
            let said = givens.and(say![" cannot stand together"]);
            return said.and(say![", which only a search by trial shows"]);
        };
        let end = end_words(end);
        match self.steps.len() {
            0 if is_short => {
                let end = match self.end {
                    Some(Contradiction::NoPlace(house, digit)) => {
                        say![" leave no place for ", digit, " in ", house]
                    }
                    Some(Contradiction::NoDigit(cell)) => say![" leave no digit for ", cell],
                    _ => say![" cannot stand together"],
                };
                givens.and(end)
            }
            n @ 1..=FEW_STEPS if is_short => {
                let forced: Vec<Candidate> = self.steps.iter().map(|step| step.placed).collect();
                let then = match n {
                    1 => ", and then ",
                    _ => ", and after that ",
                };
                givens
                    .and(say![" force "])
                    .and(listed(&forced))
                    .and(say![then])
                    .and(end)
            }
            n => {
                let steps = match n {
                    0 => ": ".to_owned(),
                    1 => ": after a step ".to_owned(),
                    n => format!(": after {n} steps "),
                };
                givens.and(say![" cannot stand together", steps]).and(end)
            }
        }
    }

    /// The proof in sentences: each step, and the end.
    pub fn proof(&self) -> Vec<Explanation> {
        let steps = self.steps.iter().map(Forced::words);
        let end = self.end.map(|end| self.last_words(end));
        let end = end.map(|end| end.and(say!["."]));
        steps
            .chain(end)
            .map(|words| words.on(&self.geometry))
            .collect()
    }

    /// The contradiction with its reasons.
    fn last_words(&self, end: Contradiction) -> Words {
        let value = |cell: Cell| self.values[cell.index()];
        match end {
            Contradiction::NoPlace(house, digit) => {
                let cells = self.geometry.cells_of(house);
                let (filled, open): (Vec<Cell>, Vec<Cell>) =
                    cells.iter().partition(|&&cell| value(cell).is_some());
                let sees = |cell: &Cell| {
                    let mut peers = self.geometry.peers(*cell).iter();
                    peers.find(|&&peer| value(peer) == Some(digit)).copied()
                };
                let mut seen: Vec<Cell> = open.iter().filter_map(sees).collect();
                seen.sort_unstable();
                seen.dedup();
                let mut words = say![digit, " has no place in ", house];
                if !filled.is_empty() {
                    words = words.and(say![": ", &filled, are(filled.len()), " filled"]);
                }
                if !seen.is_empty() {
                    let gap = if filled.is_empty() { ": " } else { ", and " };
                    let rule = if seen.len() == 1 { " rules" } else { " rule" };
                    let out = " it out elsewhere";
                    words = words.and(say![gap, digit, " in ", &seen, rule, out]);
                }
                words
            }
            Contradiction::NoDigit(cell) => {
                let mut words = end_words(end);
                let peers = self.geometry.peers(cell);
                let holder = |digit: Digit| peers.iter().find(|&&peer| value(peer) == Some(digit));
                for (k, digit) in self.geometry.digits().enumerate() {
                    let gap = if k == 0 { ": it sees " } else { ", " };
                    if let Some(&peer) = holder(digit) {
                        words = words.and(say![gap, digit, " in ", peer]);
                    }
                }
                words
            }
            end @ Contradiction::Twice(..) => end_words(end),
        }
    }
}

fn are(n: usize) -> &'static str {
    if n == 1 { " is" } else { " are" }
}

fn end_words(end: Contradiction) -> Words {
    match end {
        Contradiction::NoDigit(cell) => say!["no digit can go in ", cell],
        Contradiction::NoPlace(house, digit) => say![digit, " has no place in ", house],
        Contradiction::Twice(house, digit) => say![digit, " stands twice in ", house],
    }
}

/// `r1c8=7, r4c7=7 and r7c9=8`.
fn listed(candidates: &[Candidate]) -> Words {
    let mut words = Words::default();
    for (k, &Candidate { cell, digit }) in candidates.iter().enumerate() {
        let gap = match k {
            0 => "",
            _ if k + 1 == candidates.len() => " and ",
            _ => ", ",
        };
        words = words.and(say![gap, cell, "=", digit]);
    }
    words
}

impl Forced {
    fn words(&self) -> Words {
        let Candidate { cell, digit } = self.placed;
        match self.house {
            Some(house) => {
                let only = " is the only place for ";
                say![
                    "In ", house, ", ", cell, only, digit, ", so ", cell, "=", digit, "."
                ]
            }
            None => {
                let out = " is ruled out in ";
                say![
                    "Every digit but ",
                    digit,
                    out,
                    cell,
                    ", so ",
                    cell,
                    "=",
                    digit,
                    "."
                ]
            }
        }
    }
}

/// A small conflict that singles show.
fn by_singles(puzzle: &Puzzle, work: &mut Work<'_>) -> Option<Refutation> {
    let price = price_of_replay(puzzle);
    let first = Refutation::first(puzzle, work)?;
    let mut best: Option<Refutation> = None;
    // The same order for the same puzzle: only the choice of a small conflict hangs on it.
    let mut random = Random::new(puzzle.n_givens() as u64);
    for order in 0..ORDERS {
        let mut left: Vec<Candidate> = first.givens.clone();
        match order {
            0 => {}
            1 => left.reverse(),
            _ => random.shuffle(&mut left),
        }
        let mut kept = first.clone();
        while let Some(spared) = left.pop() {
            if work.is_over() {
                break;
            }
            let is_kept = |given: &Candidate| *given != spared;
            let givens = kept.givens.iter().copied().filter(is_kept);
            work.spend(price);
            if let Some(smaller) = Replay::run(puzzle, &alone(puzzle, givens)) {
                left.retain(|given| smaller.givens.contains(given));
                kept = smaller;
            }
        }
        let length = |found: &Refutation| (found.givens.len(), found.steps.len());
        if best
            .as_ref()
            .is_none_or(|best| length(&kept) < length(best))
        {
            best = Some(kept);
        }
        if work.is_over() {
            break;
        }
    }
    best
}

/// What it costs to take the singles of a puzzle.
fn price_of_replay(puzzle: &Puzzle) -> u64 {
    (puzzle.geometry().n_cells() / 2).max(1) as u64
}

/// A small conflict that an engine shows within few nodes.
fn by_search(puzzle: &Puzzle, work: &mut Work<'_>) -> Option<Refutation> {
    let all: Vec<Candidate> = given_candidates(puzzle).collect();
    let is_broken = |givens: &[Candidate], nodes: u64, work: &mut Work<'_>| {
        let givens = alone(puzzle, givens.iter().copied());
        let mut part = puzzle.clone();
        for (cell, digit) in puzzle.geometry().cells().zip(givens) {
            part.set(cell, digit);
        }
        work.count(&part, 1, nodes) == Count::Exactly(0)
    };
    // As few nodes as show it at all: what follows is then easier to believe, and sooner done.
    let nodes = [1, 30, 1000].into_iter();
    let each = (puzzle.geometry().n_cells() as u64 / 81).max(1).pow(2);
    let mut nodes = nodes.map(|nodes| nodes * each);
    let nodes = nodes.find(|&nodes| is_broken(&all, nodes, work))?;
    let mut givens = all;
    // More than one at a time as long as that works; then one by one, until none can go.
    for at_once in [8, 4, 2, 1, 1] {
        let mut at = 0;
        while at < givens.len() && !work.is_over() {
            let end = (at + at_once).min(givens.len());
            let rest = [&givens[..at], &givens[end..]].concat();
            if is_broken(&rest, nodes, work) {
                givens = rest;
            } else {
                at = end;
            }
        }
    }
    (!work.is_over()).then(|| Refutation {
        givens,
        steps: Vec::new(),
        end: None,
        geometry: puzzle.geometry().clone(),
        values: Vec::new(),
    })
}

fn given_candidates(puzzle: &Puzzle) -> impl Iterator<Item = Candidate> {
    let cells = puzzle.geometry().cells();
    cells.filter_map(|cell| {
        let digit = puzzle.given(cell)?;
        Some(Candidate { cell, digit })
    })
}

/// A board with these givens alone.
fn alone(puzzle: &Puzzle, givens: impl Iterator<Item = Candidate>) -> Vec<Option<Digit>> {
    let mut cells = vec![None; puzzle.geometry().n_cells()];
    for given in givens {
        cells[given.cell.index()] = Some(given.digit);
    }
    cells
}

/// Singles taken round by round, with the reason for each candidate that is gone.
struct Replay<'p> {
    geometry: &'p Geometry,
    candidates: Vec<DigitSet>,
    values: Vec<Option<Digit>>,
    /// For each candidate the fact that removed it; none for marks that were never there.
    removed_by: Vec<Option<u32>>,
    facts: Vec<Fact>,
}

/// A digit in a cell, and why.
#[derive(Clone, Copy)]
struct Fact {
    placed: Candidate,
    why: Why,
}

#[derive(Clone, Copy)]
enum Why {
    Given,
    /// The cell has no other digit.
    Cell,
    /// The digit has no other place in the house.
    House(House),
}

impl<'p> Replay<'p> {
    /// The contradiction that singles lead to from these givens, if they do, and the part of
    /// the givens that it rests on.
    fn run(puzzle: &'p Puzzle, givens: &[Option<Digit>]) -> Option<Refutation> {
        let geometry = puzzle.geometry();
        let blank = |cell: Cell| match puzzle.marks() {
            Some(marks) => marks[cell.index()],
            None => geometry.all_digits(),
        };
        let mut replay = Replay {
            geometry,
            candidates: geometry.cells().map(blank).collect(),
            values: vec![None; geometry.n_cells()],
            removed_by: vec![None; geometry.n_cells() * geometry.size()],
            facts: Vec::new(),
        };
        for (cell, digit) in geometry.cells().zip(givens) {
            if let &Some(digit) = digit {
                replay.place(Candidate { cell, digit }, Why::Given);
            }
        }
        loop {
            if let Some(found) = replay.shortest_contradiction() {
                return Some(found);
            }
            let singles = replay.singles();
            if singles.is_empty() {
                return None;
            }
            for (placed, why) in singles {
                replay.place(placed, why);
            }
        }
    }

    /// Writes a digit, if it can still stand there; if not, the next look finds why.
    fn place(&mut self, placed: Candidate, why: Why) {
        let Candidate { cell, digit } = placed;
        if self.values[cell.index()].is_some() || !self.candidates[cell.index()].contains(digit) {
            return;
        }
        let fact = self.facts.len() as u32;
        self.facts.push(Fact { placed, why });
        self.values[cell.index()] = Some(digit);
        for other in (self.candidates[cell.index()] - DigitSet::only(digit)).iter() {
            self.remove(cell, other, fact);
        }
        for &peer in self.geometry.peers(cell) {
            self.remove(peer, digit, fact);
        }
    }

    fn remove(&mut self, cell: Cell, digit: Digit, by: u32) {
        if self.candidates[cell.index()].remove(digit) {
            self.removed_by[cell.index() * self.geometry.size() + digit.index()] = Some(by);
        }
    }

    /// Every digit that has one place, or is alone in its cell.
    fn singles(&self) -> Vec<(Candidate, Why)> {
        let mut singles = Vec::new();
        let is_open = |cell: Cell| self.values[cell.index()].is_none();
        for cell in self.geometry.cells().filter(|&cell| is_open(cell)) {
            if let Some(digit) = self.candidates[cell.index()].single() {
                singles.push((Candidate { cell, digit }, Why::Cell));
            }
        }
        let exact = |house: &House| self.geometry.is_exact(*house);
        for house in self.geometry.houses().filter(exact) {
            let cells = self.geometry.cells_of(house);
            let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for cell in cells {
                let here = self.candidates[cell.index()];
                twice |= once & here;
                once |= here;
            }
            for digit in (once - twice).iter() {
                let can_hold = |cell: &Cell| self.candidates[cell.index()].contains(digit);
                let place = cells.iter().copied().find(can_hold);
                if let Some(cell) = place.filter(|&cell| is_open(cell)) {
                    singles.push((Candidate { cell, digit }, Why::House(house)));
                }
            }
        }
        singles
    }

    /// Of the contradictions on the board, the one that the fewest givens lead to.
    fn shortest_contradiction(&self) -> Option<Refutation> {
        let no_digit = |cell: Cell| {
            self.candidates[cell.index()]
                .is_empty()
                .then_some(Contradiction::NoDigit(cell))
        };
        let exact = |house: &House| self.geometry.is_exact(*house);
        let no_place = |house: House| {
            let cells = self.geometry.cells_of(house).iter();
            let possible = cells.fold(DigitSet::EMPTY, |all, cell| {
                all | self.candidates[cell.index()]
            });
            let missing = self.geometry.all_digits() - possible;
            missing
                .iter()
                .map(move |digit| Contradiction::NoPlace(house, digit))
        };
        let cells = self.geometry.cells().filter_map(no_digit);
        let houses = self.geometry.houses().filter(exact).flat_map(no_place);
        let slices = cells.chain(houses).map(|end| self.slice(end));
        // Players look at boxes first.
        let is_in_box = |end| match end {
            Some(Contradiction::NoPlace(house, _)) => self.geometry.kind(house) == HouseKind::Box,
            _ => false,
        };
        slices.min_by_key(|found| {
            let length = (found.givens.len(), found.steps.len());
            (length, !is_in_box(found.end))
        })
    }

    /// All that a contradiction rests on.
    fn slice(&self, end: Contradiction) -> Refutation {
        let mut is_needed = vec![false; self.facts.len()];
        let mut open: Vec<u32> = Vec::new();
        let why_not = |cell: Cell, digit: Digit| {
            self.removed_by[cell.index() * self.geometry.size() + digit.index()]
        };
        let no_digit = |cell: Cell, but: Option<Digit>| -> Vec<u32> {
            let others = self.geometry.digits().filter(|&digit| Some(digit) != but);
            others.filter_map(|digit| why_not(cell, digit)).collect()
        };
        let no_place = |house: House, digit: Digit, but: Option<Cell>| -> Vec<u32> {
            let cells = self.geometry.cells_of(house).iter().copied();
            let others = cells.filter(|&cell| Some(cell) != but);
            others.filter_map(|cell| why_not(cell, digit)).collect()
        };
        open.extend(match end {
            Contradiction::NoDigit(cell) => no_digit(cell, None),
            Contradiction::NoPlace(house, digit) | Contradiction::Twice(house, digit) => {
                no_place(house, digit, None)
            }
        });
        while let Some(fact) = open.pop() {
            if std::mem::replace(&mut is_needed[fact as usize], true) {
                continue;
            }
            let Fact { placed, why } = self.facts[fact as usize];
            let Candidate { cell, digit } = placed;
            open.extend(match why {
                Why::Given => Vec::new(),
                Why::Cell => no_digit(cell, Some(digit)),
                Why::House(house) => no_place(house, digit, Some(cell)),
            });
        }
        self.refutation(end, &is_needed)
    }

    fn refutation(&self, end: Contradiction, is_needed: &[bool]) -> Refutation {
        let needed = self.facts.iter().zip(is_needed);
        let needed = needed.filter(|(_, is_needed)| **is_needed);
        let mut found = Refutation {
            givens: Vec::new(),
            steps: Vec::new(),
            end: Some(end),
            geometry: self.geometry.clone(),
            values: vec![None; self.values.len()],
        };
        for (&Fact { placed, why }, _) in needed {
            found.values[placed.cell.index()] = Some(placed.digit);
            let house = match why {
                Why::Given => {
                    found.givens.push(placed);
                    continue;
                }
                Why::Cell => None,
                Why::House(house) => Some(house),
            };
            found.steps.push(Forced { placed, house });
        }
        found
    }
}

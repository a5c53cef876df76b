//! A supposition: suppose that a digit stood in a cell, and follow the singles until something
//! breaks.
//!
//! ```text
//!   Suppose r4c7 were 5. Then
//!   1. r4c2 is 3, its only digit left.          Fact::Cell(r4c2)
//!   2. r9c2 is 7, the only place left in row 9. Fact::House(row 9, 7), by 1
//!   So box 6 has no place for 2.                Fact::House(box 6, 2), by 2
//! ```
//!
//! All singles are taken round by round, so the first contradiction is one of the nearest; the
//! one with the fewest lines behind it is kept, and then each fact that it can do without is
//! dropped. Where singles do not suffice, a line may rest on a supposition of its own.
//!
//! The facts alone are the proof: the [checker](super::super::check) finds the lines by itself.

use std::collections::BTreeMap;

use super::Stop;
use crate::board::Board;
use crate::geometry::{Candidate, Geometry};
use crate::logic::check::{self, Fact, Flaw, Lemma, Literal};
use crate::logic::step::{Picture, Role};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::words::{Explanation, Words, say};

/// A digit that is supposed to stand in a cell, and how that breaks down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supposition {
    supposed: Candidate,
    lines: Vec<Line>,
    broken: Fact,
}

/// Something that follows under a supposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What follows.
    pub follows: Literal,
    /// By what.
    pub ground: Ground,
    /// The lines before, by index, that it rests on besides the supposition.
    pub needs: Vec<usize>,
}

/// What a line follows by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A fact with one possibility left.
    Fact(Fact),
    /// The contrary breaks down, too.
    Supposition(Box<Supposition>),
}

impl Supposition {
    /// Supposes the candidate on a board; none if the singles lead to no contradiction.
    pub(super) fn by_singles(
        board: &Board,
        supposed: Candidate,
        stop: &Stop,
    ) -> Option<Supposition> {
        let all = every_fact(board);
        let mut trail = Trail::of(board, supposed);
        let broken = trail.follow(&all, stop)?;
        let found = trail.back_from(&broken, 0, supposed);
        Some(shrunk(board, found, stop))
    }

    /// The same where singles alone do not suffice: a line may rest on a supposition of its own,
    /// which the singles refute. Where that is not enough either, one cell after the other is
    /// tried, digit by digit, so that there is a proof whenever the candidate is wrong.
    pub(super) fn nested(board: &Board, supposed: Candidate, stop: &Stop) -> Option<Supposition> {
        let all = every_fact(board);
        let mut trail = Trail::of(board, supposed);
        let mut progress = true;
        while progress {
            if let Some(broken) = trail.follow(&all, stop) {
                return Some(trail.back_from(&broken, 0, supposed));
            }
            progress = false;
            for candidate in candidates(&trail.board) {
                if stop() {
                    return None;
                }
                if trail.board.can_hold(candidate.cell, candidate.digit) {
                    let refute = |inner: &mut Trail<'_>| inner.follow(&all, stop);
                    progress |= trail.rule_out_by(candidate, refute).is_some();
                }
            }
        }
        let broken = trail.branch(&all, stop)?;
        Some(trail.back_from(&broken, 0, supposed))
    }

    /// What is supposed, and shown to be wrong.
    pub fn supposed(&self) -> Candidate {
        self.supposed
    }

    /// What follows, each after the lines that it rests on.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The fact that no possibility is left for.
    pub fn broken(&self) -> &Fact {
        &self.broken
    }

    /// Whether one of its lines rests on a supposition, too.
    pub fn is_nested(&self) -> bool {
        let mut grounds = self.lines.iter().map(|line| &line.ground);
        grounds.any(|ground| matches!(ground, Ground::Supposition(_)))
    }

    /// The number of its lines, those of suppositions inside and the contradictions among them.
    pub fn len(&self) -> usize {
        let inside = self.lines.iter().map(|line| match &line.ground {
            Ground::Fact(_) => 1,
            Ground::Supposition(inner) => 1 + inner.len(),
        });
        inside.sum::<usize>() + 1
    }

    /// Never: there is a contradiction at least.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The facts that prove it wrong.
    pub fn facts(&self) -> Vec<Fact> {
        let fact = |line: &Line| match &line.ground {
            Ground::Fact(fact) => fact.clone(),
            Ground::Supposition(inner) => {
                let needed = line.needs.iter().map(|&need| self.lines[need].follows);
                let supposed = Literal {
                    candidate: self.supposed,
                    holds: true,
                };
                let given = [supposed].into_iter().chain(needed);
                let inner_supposed = Literal {
                    candidate: inner.supposed,
                    holds: true,
                };
                Fact::Lemma(Lemma {
                    given: given.collect(),
                    follows: vec![!inner_supposed],
                    because: inner.facts(),
                })
            }
        };
        let facts = self.lines.iter().map(fact);
        facts.chain([self.broken.clone()]).collect()
    }

    /// Whether the facts prove on this board that what is supposed is wrong.
    pub fn proved(&self, puzzle: &Puzzle, board: &Board) -> Result<(), Flaw> {
        check::prove(puzzle, board, &self.facts(), &[], &[self.supposed])
    }

    /// `Suppose r4c7 were 5.`
    pub fn opening(&self, geometry: &Geometry) -> Explanation {
        let Candidate { cell, digit } = self.supposed;
        say!["Suppose ", cell, " were ", digit, "."].on(geometry)
    }

    /// The contradiction: `That leaves no place for 2 in box 6.`
    pub fn ending(&self, geometry: &Geometry) -> Explanation {
        match &self.broken {
            Fact::House(house, digit) => {
                say!["That leaves no place for ", *digit, " in ", *house, "."].on(geometry)
            }
            Fact::Cell(cell) => say!["That leaves no digit for ", *cell, "."].on(geometry),
            _ => Words::default().on(geometry),
        }
    }

    /// All of it, sentence by sentence, with suppositions inside where they are needed.
    pub fn sentences(&self, geometry: &Geometry) -> Vec<String> {
        let mut said = vec![self.opening(geometry).to_string()];
        for line in &self.lines {
            if let Ground::Supposition(inner) = &line.ground {
                said.extend(inner.sentences(geometry));
            }
            said.push(line.explain(geometry).to_string());
        }
        said.push(self.ending(geometry).to_string());
        said
    }

    /// What a drawn board shows of it.
    pub fn picture(&self) -> Picture {
        let lines = self.lines.iter().filter(|line| line.follows.holds);
        let mut causes: Vec<(Candidate, Role)> = lines
            .map(|line| (line.follows.candidate, Role::Cause))
            .collect();
        causes.sort_unstable();
        let houses = match self.broken {
            Fact::House(house, _) => vec![house],
            _ => Vec::new(),
        };
        Picture {
            houses,
            causes,
            links: Vec::new(),
        }
    }
}

impl Line {
    /// `r4c2 is 3, the only digit left there.`
    pub fn explain(&self, geometry: &Geometry) -> Explanation {
        let Candidate { cell, digit } = self.follows.candidate;
        let words = match &self.ground {
            Ground::Fact(Fact::House(house, _)) => {
                say![
                    cell,
                    " is ",
                    digit,
                    ", the only place left in ",
                    *house,
                    "."
                ]
            }
            Ground::Fact(_) => say![cell, " is ", digit, ", the only digit left there."],
            Ground::Supposition(_) => say![cell, " is not ", digit, "."],
        };
        words.on(geometry)
    }
}

/// Every fact of a board on which singles can rest.
fn every_fact(board: &Board) -> Vec<Fact> {
    let geometry = board.geometry();
    let cells = board.empty_cells().map(Fact::Cell);
    let houses = geometry.houses().filter(|&house| geometry.is_exact(house));
    let digits = houses.flat_map(|house| {
        let filled = geometry.cells_of(house).iter();
        let placed: DigitSet = filled.filter_map(|&cell| board.value(cell)).collect();
        let missing = geometry.all_digits() - placed;
        missing
            .iter()
            .map(move |digit| Fact::House(house, digit))
            .collect::<Vec<_>>()
    });
    cells.chain(digits).collect()
}

/// The candidates of a board, those of cells with few first: there they lead furthest.
fn candidates(board: &Board) -> Vec<Candidate> {
    let mut cells: Vec<_> = board.empty_cells().collect();
    cells.sort_by_key(|&cell| board.candidates(cell).len());
    let all = cells.into_iter().flat_map(|cell| {
        let digits: Vec<_> = board.candidates(cell).iter().collect();
        digits
            .into_iter()
            .map(move |digit| Candidate { cell, digit })
    });
    all.collect()
}

/// The supposition without the facts that it can do without.
fn shrunk(board: &Board, found: Supposition, stop: &Stop) -> Supposition {
    let mut best = found;
    let mut at = best.len();
    while at > 0 {
        at -= 1;
        let mut facts = best.facts();
        if at >= facts.len() {
            continue;
        }
        facts.remove(at);
        let mut trail = Trail::of(board, best.supposed);
        if let Some(broken) = trail.follow(&facts, stop) {
            best = trail.back_from(&broken, 0, best.supposed);
        }
    }
    best
}

/// What follows from a supposition, entry by entry; the first is the supposition itself.
#[derive(Clone)]
struct Trail<'b> {
    start: &'b Board,
    board: Board,
    /// By candidate: the entry that ruled it out, if one did.
    gone_by: Vec<Option<usize>>,
    entries: Vec<Entry>,
}

/// A line in the making.
#[derive(Clone)]
struct Entry {
    follows: Literal,
    /// None for what is supposed.
    ground: Option<Ground>,
    needs: Vec<usize>,
}

impl<'b> Trail<'b> {
    fn of(start: &'b Board, supposed: Candidate) -> Trail<'b> {
        let geometry = start.geometry();
        let mut trail = Trail {
            start,
            board: start.clone(),
            gone_by: vec![None; geometry.n_cells() * geometry.size()],
            entries: Vec::new(),
        };
        trail.push(
            Literal {
                candidate: supposed,
                holds: true,
            },
            None,
            Vec::new(),
        );
        trail
    }

    /// Adds an entry and what it does to the board; returns its index.
    fn push(&mut self, follows: Literal, ground: Option<Ground>, needs: Vec<usize>) -> usize {
        let index = self.entries.len();
        let Candidate { cell, digit } = follows.candidate;
        if follows.holds {
            for other in (self.board.candidates(cell) - DigitSet::only(digit)).iter() {
                self.rule_out(Candidate { cell, digit: other }, index);
            }
            for at in 0..self.board.geometry().peers(cell).len() {
                let peer = self.board.geometry().peers(cell)[at];
                if self.board.can_hold(peer, digit) {
                    self.rule_out(Candidate { cell: peer, digit }, index);
                }
            }
            self.board.place(cell, digit);
        } else {
            self.rule_out(follows.candidate, index);
        }
        self.entries.push(Entry {
            follows,
            ground,
            needs,
        });
        index
    }

    fn rule_out(&mut self, candidate: Candidate, by: usize) {
        self.board.eliminate(candidate.cell, candidate.digit);
        let at = self.index(candidate);
        self.gone_by[at] = Some(by);
    }

    fn index(&self, candidate: Candidate) -> usize {
        candidate.cell.index() * self.board.geometry().size() + candidate.digit.value() - 1
    }

    /// The possibilities that a fact has on a board: none if it is met.
    fn possibilities(board: &Board, fact: &Fact) -> Option<Vec<Candidate>> {
        match *fact {
            Fact::Cell(cell) if board.value(cell).is_none() => {
                let digits = board.candidates(cell);
                Some(
                    digits
                        .iter()
                        .map(|digit| Candidate { cell, digit })
                        .collect(),
                )
            }
            Fact::House(house, digit) => {
                let mut cells = board.geometry().cells_of(house).iter();
                if cells.any(|&cell| board.value(cell) == Some(digit)) {
                    return None;
                }
                let places = board.places(house, digit);
                Some(places.map(|cell| Candidate { cell, digit }).collect())
            }
            _ => None,
        }
    }

    /// The entries that leave a fact no possibility but this one.
    fn needs(&self, fact: &Fact, but: Option<Candidate>) -> Vec<usize> {
        let all = Trail::possibilities(self.start, fact).unwrap_or_default();
        let others = all.into_iter().filter(|&candidate| Some(candidate) != but);
        let mut needs: Vec<usize> = others
            .filter_map(|candidate| self.gone_by[self.index(candidate)])
            .collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// All entries that these rest on, and they themselves, in order.
    fn behind(&self, needs: &[usize]) -> Vec<usize> {
        let mut is_in = vec![false; self.entries.len()];
        let mut open = needs.to_vec();
        while let Some(entry) = open.pop() {
            if !std::mem::replace(&mut is_in[entry], true) {
                open.extend(&self.entries[entry].needs);
            }
        }
        (0..is_in.len()).filter(|&entry| is_in[entry]).collect()
    }

    /// Takes the singles that rest on these facts, round by round, until one of the facts has
    /// no possibility left: of several in a round, the one that rests on the fewest entries.
    fn follow(&mut self, facts: &[Fact], stop: &Stop) -> Option<Fact> {
        let mut open: Vec<&Fact> = facts.iter().collect();
        loop {
            let mut singles: BTreeMap<Candidate, (usize, &Fact, Vec<usize>)> = BTreeMap::new();
            let mut broken: Option<(usize, &Fact)> = None;
            open.retain(|&fact| {
                let Some(left) = Trail::possibilities(&self.board, fact) else {
                    return false;
                };
                match left[..] {
                    [] => {
                        let weight = self.behind(&self.needs(fact, None)).len();
                        if broken.is_none_or(|(least, _)| weight < least) {
                            broken = Some((weight, fact));
                        }
                    }
                    [only] => {
                        let needs = self.needs(fact, Some(only));
                        let weight = self.behind(&needs).len();
                        if singles.get(&only).is_none_or(|(least, ..)| weight < *least) {
                            singles.insert(only, (weight, fact, needs));
                        }
                    }
                    _ => {}
                }
                true
            });
            if let Some((_, fact)) = broken {
                return Some(fact.clone());
            }
            if singles.is_empty() || stop() {
                return None;
            }
            for (candidate, (_, fact, needs)) in singles {
                // Two singles of a round may exclude each other: then the fact of the second is
                // broken, as the next round finds.
                if self.board.can_hold(candidate.cell, candidate.digit) {
                    let follows = Literal {
                        candidate,
                        holds: true,
                    };
                    self.push(follows, Some(Ground::Fact(fact.clone())), needs);
                }
            }
        }
    }

    /// Rules a candidate out if `refute` finds what breaks when it is supposed, too.
    fn rule_out_by(
        &mut self,
        candidate: Candidate,
        refute: impl FnOnce(&mut Trail<'b>) -> Option<Fact>,
    ) -> Option<()> {
        let mut inner = self.clone();
        let supposed = Literal {
            candidate,
            holds: true,
        };
        let first = inner.push(supposed, None, Vec::new());
        let broken = refute(&mut inner)?;
        let needs = inner.needed(&broken, first);
        let found = inner.back_from(&broken, first, candidate);
        let ground = Ground::Supposition(Box::new(found));
        self.push(!supposed, Some(ground), needs);
        Some(())
    }

    /// Tries the digits of one cell after the other, the cell with the fewest first, until a fact
    /// is broken; none if there is a solution, or no time.
    fn branch(&mut self, facts: &[Fact], stop: &Stop) -> Option<Fact> {
        loop {
            if let Some(broken) = self.follow(facts, stop) {
                return Some(broken);
            }
            if stop() {
                return None;
            }
            let candidate = *candidates(&self.board).first()?;
            self.rule_out_by(candidate, |inner| inner.branch(facts, stop))?;
        }
    }

    /// The entries before `first` that a broken fact rests on, as lines of the supposition that
    /// the trail begins with: the supposition itself is not one of them.
    fn needed(&self, broken: &Fact, first: usize) -> Vec<usize> {
        let behind = self.behind(&self.needs(broken, None));
        behind
            .into_iter()
            .filter(|&entry| entry > 0 && entry < first)
            .collect()
    }

    /// The entries after `first`, a supposition, that a broken fact rests on.
    fn back_from(&self, broken: &Fact, first: usize, supposed: Candidate) -> Supposition {
        let behind = self.behind(&self.needs(broken, None));
        let kept: Vec<usize> = behind.into_iter().filter(|&entry| entry > first).collect();
        let number = |entry: &usize| kept.binary_search(entry).ok();
        let line = |&entry: &usize| {
            let Entry {
                follows,
                ground,
                needs,
                ..
            } = &self.entries[entry];
            Some(Line {
                follows: *follows,
                ground: ground.clone()?,
                needs: needs.iter().filter_map(number).collect(),
            })
        };
        Supposition {
            supposed,
            lines: kept.iter().filter_map(line).collect(),
            broken: broken.clone(),
        }
    }
}

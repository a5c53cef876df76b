//! Sudoku Explainer's hints, in two editions: its producers, asked in order for each step.
//!
//! Nicolas Juillerat's program, and SukakuExplainer after it, take the first hint of the first
//! producer that has one, and some producers choose by the rating of a hint. So ratings, ties,
//! and the order in which each producer looks, are part of what the next hint is. All of it is written here after a description of the programs' behaviour, none after
//! their text.
//!
//! Each producer has a file: [`singles`], [`locking`], [`subsets`], [`fish`], [`wings`],
//! [`loops`], [`bug`], [`exclusion`], and for SukakuExplainer [`strong_links`] and
//! [`alphabet_wings`]; [`chains`] are many producers in one. A search finds no more of a hint
//! than it needs; [`steps`] turns the one that is wanted into a [`Step`].

mod alphabet_wings;
mod bug;
mod chains;
mod exclusion;
mod fish;
mod hint;
mod locking;
mod loops;
mod marks;
mod singles;
mod steps;
mod strong_links;
mod subsets;
#[cfg(test)]
mod tests;
mod wings;

use std::cell::Cell;
use std::sync::Arc;

use chains::inner::InnerRules;
use chains::links::{Searcher, Wanted};
use chains::multiple::{Level, Nets};
use chains::net::Mode;
use hint::{Hint, Pattern};
use marks::{Marks, TABLES};

use super::step::{Deduction, Step};
use super::technique::Technique;
use crate::board::Board;
use crate::puzzle::Puzzle;

/// The program whose hints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// Sudoku Explainer 1.2.1.
    Se121,
    /// SukakuExplainer 1.18.1 with its default settings.
    Sukaku1181,
}

impl Edition {
    /// The cells that see a cell, in the order in which the program goes through them.
    fn peers(self, cell: usize) -> &'static [u8; 20] {
        match self {
            Edition::Se121 => &TABLES.peers_by_house[cell],
            Edition::Sukaku1181 => &TABLES.peers_by_cell[cell],
        }
    }
}

const NISHIO: Level = Level {
    technique: Technique::ForcingNetContradiction,
    mode: Mode::Nishio,
    rating: 7.5,
    name: "",
    techniques: None,
};
const MULTIPLE: Level = Level {
    technique: Technique::ForcingChainVerity,
    mode: Mode::Static,
    rating: 8.0,
    name: "",
    techniques: None,
};
const DYNAMIC: Level = Level {
    technique: Technique::DynamicForcingChains,
    mode: Mode::Dynamic,
    rating: 8.5,
    name: "",
    techniques: None,
};
const LEVEL_1: Level = Level {
    technique: Technique::DynamicForcingChainsPlus,
    rating: 9.0,
    name: " (+)",
    techniques: Some(&[]),
    ..DYNAMIC
};
const LEVEL_2: Level = Level {
    technique: Technique::NestedForcingChains,
    rating: 9.5,
    name: " (+ Forcing Chains)",
    techniques: Some(&[InnerRules::Links]),
    ..DYNAMIC
};
const LEVEL_3: Level = Level {
    technique: Technique::NestedMultipleChains,
    rating: 10.0,
    name: " (+ Multiple Forcing Chains)",
    techniques: Some(&[InnerRules::Links, InnerRules::Nets(&MULTIPLE)]),
    ..DYNAMIC
};
const LEVEL_4: Level = Level {
    technique: Technique::NestedDynamicChains,
    rating: 10.5,
    name: " (+ Dynamic Forcing Chains)",
    techniques: Some(&[InnerRules::Nets(&DYNAMIC)]),
    ..DYNAMIC
};
/// The last level of Sudoku Explainer 1.2.1.
const LEVEL_5: Level = Level {
    technique: Technique::NestedDynamicChainsPlus,
    rating: 11.0,
    name: " (+ Dynamic Forcing Chains (+ Forcing Chains))",
    techniques: Some(&[InnerRules::Nets(&DYNAMIC), InnerRules::Nets(&LEVEL_2)]),
    ..DYNAMIC
};
/// The last levels of SukakuExplainer 1.18.1, which rate like the fourth.
const LEVEL_4_WITH_1: Level = Level {
    technique: Technique::NestedDynamicChainsPlus,
    name: " (+ Dynamic Forcing Chains (+))",
    techniques: Some(&[InnerRules::Nets(&LEVEL_1)]),
    ..LEVEL_4
};
const LEVEL_4_WITH_2: Level = Level {
    technique: Technique::NestedDynamicChainsPlus,
    name: " (+ Dynamic Forcing Chains (+ Forcing Chains))",
    techniques: Some(&[InnerRules::Nets(&LEVEL_2)]),
    ..LEVEL_4
};
const LEVEL_4_WITH_3: Level = Level {
    technique: Technique::NestedDynamicChainsPlus,
    name: " (+ Dynamic Forcing Chains (+ Multiple Forcing Chains))",
    techniques: Some(&[InnerRules::Nets(&LEVEL_3)]),
    ..LEVEL_4
};

/// A search for hints that can be stopped.
struct Search<'a> {
    edition: Edition,
    should_stop: &'a dyn Fn() -> bool,
    /// Whether it was stopped; then hints found so far may not be the best.
    stopped: Cell<bool>,
    until_poll: Cell<u32>,
}

impl<'a> Search<'a> {
    fn new(edition: Edition, should_stop: &'a dyn Fn() -> bool) -> Search<'a> {
        Search {
            edition,
            should_stop,
            stopped: Cell::new(false),
            until_poll: Cell::new(0),
        }
    }

    /// Asks now and then whether to stop.
    fn poll(&self) -> bool {
        match self.until_poll.get() {
            0 => {
                self.until_poll.set(50);
                self.stopped.set(self.stopped.get() || (self.should_stop)());
            }
            n => self.until_poll.set(n - 1),
        }
        self.stopped.get()
    }

    fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}

/// Sudoku Explainer at work on one puzzle.
pub(crate) struct Explainer<'a> {
    search: Search<'a>,
    marks: Marks,
    /// Room for chains, once a puzzle needs them.
    links: Option<Box<Searcher>>,
    nets: Option<Box<Nets>>,
}

/// The caller stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl<'a> Explainer<'a> {
    /// Starts on a classic board.
    pub(crate) fn new(
        edition: Edition,
        puzzle: &Puzzle,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Explainer<'a> {
        Explainer::on(edition, Marks::of(puzzle), should_stop)
    }

    fn on(edition: Edition, marks: Marks, should_stop: &'a dyn Fn() -> bool) -> Explainer<'a> {
        Explainer {
            search: Search::new(edition, should_stop),
            marks,
            links: None,
            nets: None,
        }
    }

    /// Whether every cell is filled.
    pub(crate) fn is_done(&self) -> bool {
        self.marks.is_full()
    }

    /// Finds the next hint and takes it; none if no producer has one.
    pub(crate) fn next(&mut self) -> Result<Option<Hint>, Stopped> {
        let hint = self.hint();
        if self.search.poll() {
            return Err(Stopped);
        }
        if let Some(hint) = &hint {
            hint.apply(&mut self.marks);
        }
        Ok(hint)
    }

    /// The first hint of the first producer that has one.
    fn hint(&mut self) -> Option<Hint> {
        let (marks, edition) = (&self.marks, self.search.edition);
        let later = edition == Edition::Sukaku1181;
        singles::hidden_single(marks)
            .or_else(|| locking::direct(marks, edition))
            .or_else(|| subsets::direct_hidden_set(marks, 2))
            .or_else(|| singles::naked_single(marks))
            .or_else(|| subsets::direct_hidden_set(marks, 3))
            .or_else(|| locking::indirect(marks, edition))
            .or_else(|| subsets::naked_set(marks, 2))
            .or_else(|| fish::fish(marks, 2))
            .or_else(|| subsets::hidden_set(marks, 2))
            .or_else(|| subsets::naked_set(marks, 3))
            .or_else(|| fish::fish(marks, 3))
            .or_else(|| subsets::hidden_set(marks, 3))
            .or_else(|| later.then(|| strong_links::strong_links(marks, 2))?)
            .or_else(|| wings::wing(marks, edition, 2))
            .or_else(|| wings::wing(marks, edition, 3))
            .or_else(|| loops::unique_loop(marks, edition))
            .or_else(|| subsets::naked_set(marks, 4))
            .or_else(|| fish::fish(marks, 4))
            .or_else(|| subsets::hidden_set(marks, 4))
            .or_else(|| later.then(|| strong_links::strong_links(marks, 3))?)
            .or_else(|| later.then(|| alphabet_wings::alphabet_wing(marks, 3))?)
            .or_else(|| bug::bug(marks, edition))
            .or_else(|| later.then(|| strong_links::strong_links(marks, 4))?)
            .or_else(|| later.then(|| alphabet_wings::alphabet_wing(marks, 4))?)
            .or_else(|| exclusion::pair_exclusion(marks))
            .or_else(|| later.then(|| alphabet_wings::alphabet_wing(marks, 5))?)
            .or_else(|| {
                let links = self.links.get_or_insert_with(|| Box::new(Searcher::new()));
                best_chain(links, marks, edition)
            })
            .or_else(|| later.then(|| alphabet_wings::alphabet_wing(marks, 6))?)
            .or_else(|| exclusion::triplet_exclusion(marks, edition))
            .or_else(|| self.nets(&[&NISHIO, &MULTIPLE, &DYNAMIC, &LEVEL_1, &LEVEL_2, &LEVEL_3]))
            .or_else(|| match edition {
                Edition::Se121 => self.nets(&[&LEVEL_4, &LEVEL_5]),
                Edition::Sukaku1181 => {
                    self.nets(&[&LEVEL_4, &LEVEL_4_WITH_1, &LEVEL_4_WITH_2, &LEVEL_4_WITH_3])
                }
            })
    }

    /// The best hint of the first level that has one.
    fn nets(&mut self, levels: &[&'static Level]) -> Option<Hint> {
        let Explainer {
            search,
            marks,
            nets,
            ..
        } = self;
        let nets = nets.get_or_insert_with(|| Box::new(Nets::new()));
        levels
            .iter()
            .find_map(|level| nets.best(search, marks, level))
    }
}

/// The best cycle or forcing chain.
fn best_chain(links: &mut Searcher, marks: &Marks, edition: Edition) -> Option<Hint> {
    let chain = links
        .chains(marks, edition, Wanted::Best)
        .into_iter()
        .next()?;
    Some(Hint {
        rating: chain.rating,
        complexity: chain.complexity,
        pattern: Pattern::Links {
            kind: chain.kind,
            cycle: chain.cycle,
        },
        place: chain.place,
        deletions: chain.deletions,
    })
}

/// The best chains of one of the last producers of Sudoku Explainer 1.2.1, whose name is
/// `technique`, on a classic board.
pub(super) fn dynamic_chains(
    board: &Board,
    technique: Technique,
    should_stop: &dyn Fn() -> bool,
) -> Option<Deduction> {
    let levels: [&'static Level; 6] = [&DYNAMIC, &LEVEL_1, &LEVEL_2, &LEVEL_3, &LEVEL_4, &LEVEL_5];
    let level = levels
        .into_iter()
        .find(|level| level.technique == technique)?;
    let (search, marks) = (
        Search::new(Edition::Se121, should_stop),
        Marks::of_board(board),
    );
    let hint = Nets::new().best(&search, &marks, level)?;
    steps::deduction(&search, &marks, board, &hint)
}

/// A path of hints, of which each can be had as a step.
#[derive(Clone, Debug)]
pub(crate) struct HintPath {
    edition: Edition,
    puzzle: Puzzle,
    hints: Vec<Hint>,
}

impl HintPath {
    /// A path without hints.
    pub(crate) fn new(edition: Edition, puzzle: &Puzzle) -> HintPath {
        HintPath {
            edition,
            puzzle: puzzle.clone(),
            hints: Vec::new(),
        }
    }

    /// Adds the next hint.
    pub(crate) fn push(&mut self, hint: Hint) {
        self.hints.push(hint);
    }

    /// The step of that index with its board and its reason, as far as `should_stop` does not
    /// stop it: a chain that was found after a long search takes a small part of that time
    /// again.
    pub(crate) fn step(&self, index: usize, should_stop: &dyn Fn() -> bool) -> Option<Step> {
        let hint = self.hints.get(index)?;
        let mut marks = Marks::of(&self.puzzle);
        let mut board = Board::new(&self.puzzle);
        // Where pencil marks leave one digit, the programs begin with that digit filled in.
        for cell in board.empty_cells().collect::<Vec<_>>() {
            if let Some(digit) = board.candidates(cell).single()
                && marks.open >> cell.index() & 1 == 0
            {
                board.place(cell, digit);
            }
        }
        for earlier in &self.hints[..index] {
            earlier.apply(&mut marks);
            earlier.apply_to_board(&mut board);
        }
        let search = Search::new(self.edition, should_stop);
        let deduction = steps::deduction(&search, &marks, &board, hint)?;
        Some(Step::new(deduction, Arc::new(board)))
    }
}

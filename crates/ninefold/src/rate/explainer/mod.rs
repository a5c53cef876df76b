//! Sudoku Explainer's way of rating, in two editions: its producers of hints, asked in order
//! for each step until the board is full.
//!
//! Nicolas Juillerat's program, and SukakuExplainer after it, take the first hint of the first
//! producer that has one. So ties, and the order in which each producer looks, are part of the
//! rating. All of it is written here after a description of the programs' behaviour, none after
//! their text.
//!
//! Each producer has a file: [`singles`], [`locking`], [`subsets`], [`fish`], [`wings`],
//! [`loops`], [`bug`], [`exclusion`], and for SukakuExplainer [`strong_links`] and
//! [`alphabet_wings`]; [`chains`] are many producers in one.

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
mod strong_links;
mod subsets;
#[cfg(test)]
mod tests;
mod wings;

use std::cell::Cell;

use chains::inner::InnerRules;
use chains::links::{Searcher, Wanted};
use chains::multiple::{Level, Nets};
use chains::net::Mode;
use hint::{Hint, Pattern};
use marks::{Marks, TABLES};

use super::{RatedStep, Rating, Unrated, Value};
use crate::puzzle::Puzzle;

/// The program whose ratings are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edition {
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
    mode: Mode::Nishio,
    rating: 7.5,
    name: "",
    techniques: None,
};
const MULTIPLE: Level = Level {
    mode: Mode::Static,
    rating: 8.0,
    name: "",
    techniques: None,
};
const DYNAMIC: Level = Level {
    mode: Mode::Dynamic,
    rating: 8.5,
    name: "",
    techniques: None,
};
const LEVEL_1: Level = Level {
    rating: 9.0,
    name: " (+)",
    techniques: Some(&[]),
    ..DYNAMIC
};
const LEVEL_2: Level = Level {
    rating: 9.5,
    name: " (+ Forcing Chains)",
    techniques: Some(&[InnerRules::Links]),
    ..DYNAMIC
};
const LEVEL_3: Level = Level {
    rating: 10.0,
    name: " (+ Multiple Forcing Chains)",
    techniques: Some(&[InnerRules::Links, InnerRules::Nets(&MULTIPLE)]),
    ..DYNAMIC
};
const LEVEL_4: Level = Level {
    rating: 10.5,
    name: " (+ Dynamic Forcing Chains)",
    techniques: Some(&[InnerRules::Nets(&DYNAMIC)]),
    ..DYNAMIC
};
/// The last level of Sudoku Explainer 1.2.1.
const LEVEL_5: Level = Level {
    rating: 11.0,
    name: " (+ Dynamic Forcing Chains (+ Forcing Chains))",
    techniques: Some(&[InnerRules::Nets(&DYNAMIC), InnerRules::Nets(&LEVEL_2)]),
    ..DYNAMIC
};
/// The last levels of SukakuExplainer 1.18.1, which rate like the fourth.
const LEVEL_4_WITH_1: Level = Level {
    name: " (+ Dynamic Forcing Chains (+))",
    techniques: Some(&[InnerRules::Nets(&LEVEL_1)]),
    ..LEVEL_4
};
const LEVEL_4_WITH_2: Level = Level {
    name: " (+ Dynamic Forcing Chains (+ Forcing Chains))",
    techniques: Some(&[InnerRules::Nets(&LEVEL_2)]),
    ..LEVEL_4
};
const LEVEL_4_WITH_3: Level = Level {
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

impl Search<'_> {
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
pub(super) struct Explainer<'a> {
    search: Search<'a>,
    marks: Marks,
    /// Room for chains, once a puzzle needs them.
    links: Option<Box<Searcher>>,
    nets: Option<Box<Nets>>,
}

/// The rating of a board on which no producer has a hint.
const NO_HINT: f64 = 20.0;

impl<'a> Explainer<'a> {
    /// Starts on a classic board.
    pub(super) fn new(
        edition: Edition,
        puzzle: &Puzzle,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Explainer<'a> {
        Explainer::on(edition, Marks::of(puzzle), should_stop)
    }

    fn on(edition: Edition, marks: Marks, should_stop: &'a dyn Fn() -> bool) -> Explainer<'a> {
        let (stopped, until_poll) = (Cell::new(false), Cell::new(0));
        let search = Search {
            edition,
            should_stop,
            stopped,
            until_poll,
        };
        Explainer {
            search,
            marks,
            links: None,
            nets: None,
        }
    }

    /// The rating of the puzzle: the highest rating of a hint, of those up to the first digit
    /// that is placed, and that of the first hint.
    pub(super) fn rate(&mut self) -> Result<Rating, Unrated> {
        let (mut highest, mut pearl, mut diamond) = (0.0, None, None);
        let mut steps = Vec::new();
        while !self.marks.is_full() {
            let hint = self.hint();
            if self.search.poll() {
                return Err(Unrated::Stopped);
            }
            let Some(hint) = hint else {
                highest = NO_HINT;
                break;
            };
            highest = hint.rating.max(highest);
            diamond.get_or_insert(highest);
            if hint.place.is_some() {
                pearl.get_or_insert(highest);
            }
            steps.push(RatedStep {
                name: hint.name(),
                value: Value::Tenths(tenths(hint.rating)),
            });
            hint.apply(&mut self.marks);
        }
        let numbers = [highest, pearl.unwrap_or(0.0), diamond.unwrap_or(0.0)];
        let [er, ep, ed] = numbers.map(|number| Value::Tenths(tenths(number)));
        let values = vec![("er", er), ("ep", ep), ("ed", ed)];
        Ok(Rating::new(format!("{er}/{ep}/{ed}"), values, steps))
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
    fn nets(&mut self, levels: &[&Level]) -> Option<Hint> {
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

/// A rating as the programs print it, in tenths.
fn tenths(rating: f64) -> u32 {
    ((rating + 0.05) * 10.0).floor() as u32
}

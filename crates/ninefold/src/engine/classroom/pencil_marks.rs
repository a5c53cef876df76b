//! Origin 002: backtracking over pencil marks, fewest first (MRV), with the techniques of the
//! document.
//!
//! ```text
//!  a cell's possible values  =  the digits that no cell of its houses holds
//!
//!  repeat until nothing changes
//!      singletons     a cell with one possible value is filled, and so on from there
//!      hidden singles a digit with one place in a house is filled in there
//!      naked pairs    two cells of a house with the same two values: no other cell of
//!                     the house has them; triples and quads alike
//!  a cell without possible values  →  go back to the last choice, try its next value
//!  every cell filled               →  a solution
//!  else                            →  choose a cell, and try its values in order
//! ```
//!
//! The document is a series of improvements: it starts with a random cell and values in
//! ascending order, then takes the cell with the fewest possible values (the first of
//! them), then tries the rarest value first, then adds hidden singles and naked pairs,
//! triples and quads. Each step is a setting of the engine, so each can be repeated:
//! `pencil-marks:cells=random,values=ascending,hidden-singles=off,…`.
//!
//! *Rarest* means: count in how many cells of the row a value is possible, the same for
//! the column and for the box, and take the least of the three; a value that has two
//! places in some house is right in one case of two. Houses with fewer cells than
//! digits are left out, since they need not hold the value at all.
//!
//! Where prose and code disagree:
//!
//! - The code for hidden singles writes the *index* of the digit's list into the cell; by
//!   its own comment the index is the digit less one.
//! - The code for naked pairs skips every cell equal to the pair; the prose clears *every
//!   other* cell, which leaves a third such cell empty, as it should.
//!
//! For triples and quads the document points to the players' definition: three cells
//! that have three values *between them*, though none need have all three.

use std::ops::ControlFlow;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::{Configurable, Engine, Search, Stop};
use crate::geometry::{Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::settings::{Setting, Settings};

/// Origin 002: singletons, hidden singles, naked pairs to quads, then the best cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PencilMarks {
    /// Which cell to choose next.
    pub cells: CellChoice,
    /// Which of its values to try first.
    pub values: ValueOrder,
    /// Whether to look for digits with one place in a house.
    pub hidden_singles: bool,
    /// Whether to look for two cells with two values between them.
    pub naked_pairs: bool,
    /// Whether to look for three cells with three values between them.
    pub naked_triples: bool,
    /// Whether to look for four cells with four values between them.
    pub naked_quads: bool,
}

/// Which empty cell to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellChoice {
    /// The one with the fewest possible values, the first of them.
    Fewest,
    /// The first in reading order.
    First,
    /// Any; which one depends on the query's seed.
    Random,
}

/// Which value to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// The one with the fewest places in a row, column or box of the cell.
    Rarest,
    /// The smallest.
    Ascending,
}

impl PencilMarks {
    /// The document's last version: everything on.
    pub const BEST: PencilMarks = PencilMarks {
        cells: CellChoice::Fewest,
        values: ValueOrder::Rarest,
        hidden_singles: true,
        naked_pairs: true,
        naked_triples: true,
        naked_quads: true,
    };

    /// The engine with some settings changed.
    fn with(&self, settings: &Settings) -> PencilMarks {
        let on = |name, now| settings.get(name).map_or(now, |value| value == "on");
        PencilMarks {
            cells: match settings.get("cells") {
                Some("fewest") => CellChoice::Fewest,
                Some("first") => CellChoice::First,
                Some("random") => CellChoice::Random,
                _ => self.cells,
            },
            values: match settings.get("values") {
                Some("rarest") => ValueOrder::Rarest,
                Some("ascending") => ValueOrder::Ascending,
                _ => self.values,
            },
            hidden_singles: on("hidden-singles", self.hidden_singles),
            naked_pairs: on("naked-pairs", self.naked_pairs),
            naked_triples: on("naked-triples", self.naked_triples),
            naked_quads: on("naked-quads", self.naked_quads),
        }
    }

    /// The sizes of the naked sets to look for.
    fn naked_sizes(&self) -> impl Iterator<Item = usize> {
        let wanted = [
            (2, self.naked_pairs),
            (3, self.naked_triples),
            (4, self.naked_quads),
        ];
        let sizes = wanted.into_iter().filter(|(_, wanted)| *wanted);
        sizes.map(|(size, _)| size)
    }
}

impl Engine for PencilMarks {
    fn name(&self) -> &'static str {
        "pencil-marks"
    }

    fn title(&self) -> &'static str {
        "Candidates"
    }

    fn about(&self) -> &'static str {
        "origin 002: possible values, singles and naked sets, then the cell with fewest"
    }

    fn configurable(&self) -> Option<&dyn Configurable> {
        Some(self)
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(search.seed());
        let mut marks = PossibleValues::new(puzzle.geometry());
        let mut choices: Vec<Choice> = Vec::new();
        let mut outcome = marks.start(puzzle, search);
        loop {
            outcome = outcome.and_then(|()| marks.propagate(self, search));
            if outcome.is_ok() {
                match marks.choose(self.cells, &mut random) {
                    Some(cell) => choices.push(Choice {
                        cell,
                        untried: marks.in_order(cell, self.values),
                        undo: marks.undo.len(),
                    }),
                    None => search.solution(&marks.digits())?,
                }
            }
            // The next value of the latest choice that has one left.
            let (cell, value) = loop {
                let depth = choices.len();
                let Some(choice) = choices.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if marks.undo.len() > choice.undo {
                    marks.undo_to(choice.undo);
                    search.backtrack(depth);
                }
                match choice.untried.pop() {
                    Some(value) => break (choice.cell, value),
                    None => choices.pop(),
                };
            };
            search.node()?;
            search.guess(cell, value, choices.len());
            outcome = marks.fill(cell, value);
        }
    }
}

impl Configurable for PencilMarks {
    fn settings(&self) -> &'static [Setting] {
        const ON_OFF: &[&str] = &["on", "off"];
        &[
            Setting {
                name: "cells",
                values: &["fewest", "first", "random"],
                about: "which empty cell to choose: fewest possible values, first, or any",
            },
            Setting {
                name: "values",
                values: &["rarest", "ascending"],
                about: "which value to try first: fewest places in a house, or smallest",
            },
            Setting {
                name: "hidden-singles",
                values: ON_OFF,
                about: "a digit with one place in a house goes there",
            },
            Setting {
                name: "naked-pairs",
                values: ON_OFF,
                about: "two cells with two values between them keep them to themselves",
            },
            Setting {
                name: "naked-triples",
                values: ON_OFF,
                about: "three cells with three values between them keep them to themselves",
            },
            Setting {
                name: "naked-quads",
                values: ON_OFF,
                about: "four cells with four values between them keep them to themselves",
            },
        ]
    }

    fn with_settings(&self, settings: &Settings) -> Box<dyn Engine> {
        Box::new(self.with(settings))
    }
}

/// A guess: its cell, its untried values in reverse order, and the length of the undo list
/// before it.
struct Choice {
    cell: Cell,
    untried: Vec<Digit>,
    undo: usize,
}

/// A cell has no possible values left: some choice was wrong.
struct DeadEnd;

/// The possible values of every cell; a filled cell has one.
struct PossibleValues<'a> {
    geometry: &'a Geometry,
    possible: Vec<DigitSet>,
    filled: Vec<bool>,
    /// Cells down to one value that may still have to be filled.
    singletons: Vec<Cell>,
    /// The previous values of changed cells, latest last. None was filled at the time.
    undo: Vec<(Cell, DigitSet)>,
}

impl<'a> PossibleValues<'a> {
    fn new(geometry: &'a Geometry) -> PossibleValues<'a> {
        let n_cells = geometry.n_cells();
        PossibleValues {
            geometry,
            possible: vec![geometry.all_digits(); n_cells],
            filled: vec![false; n_cells],
            singletons: Vec::new(),
            undo: Vec::new(),
        }
    }

    /// Writes the givens, and limits the other cells to what the puzzle allows.
    fn start(&mut self, puzzle: &Puzzle, search: &mut Search<'_>) -> Result<(), DeadEnd> {
        for cell in self.geometry.cells() {
            self.limit(cell, puzzle.allowed(cell))?;
            if let Some(digit) = puzzle.given(cell) {
                self.fill(cell, digit)?;
            }
        }
        self.fill_singletons(search)
    }

    /// Propagates everything that follows without a guess.
    fn propagate(&mut self, wanted: &PencilMarks, search: &mut Search<'_>) -> Result<(), DeadEnd> {
        let mut n_before = usize::MAX;
        while n_before != self.undo.len() {
            n_before = self.undo.len();
            self.fill_singletons(search)?;
            for house in self.geometry.houses() {
                if wanted.hidden_singles && self.geometry.is_exact(house) {
                    self.find_hidden_singles(house)?;
                }
                for size in wanted.naked_sizes() {
                    self.find_naked_sets(house, size, search)?;
                }
            }
        }
        Ok(())
    }

    /// Limits the possible values of a cell to some of them.
    fn limit(&mut self, cell: Cell, values: DigitSet) -> Result<(), DeadEnd> {
        let before = self.possible[cell.index()];
        let left = before & values;
        if left == before {
            return Ok(());
        }
        if left.is_empty() {
            self.singletons.clear();
            return Err(DeadEnd);
        }
        if left.len() == 1 {
            self.singletons.push(cell);
        }
        self.undo.push((cell, before));
        self.possible[cell.index()] = left;
        Ok(())
    }

    /// Writes a digit, and removes it from the possible values of the cell's peers.
    fn fill(&mut self, cell: Cell, digit: Digit) -> Result<(), DeadEnd> {
        let geometry = self.geometry;
        self.undo.push((cell, self.possible[cell.index()]));
        self.possible[cell.index()] = DigitSet::only(digit);
        self.filled[cell.index()] = true;
        let others = geometry.all_digits() - DigitSet::only(digit);
        let mut peers = geometry.peers(cell).iter();
        peers.try_for_each(|&peer| self.limit(peer, others))
    }

    /// Fills every singleton, and every one that follows from it: the document's recursion,
    /// with an explicit stack.
    fn fill_singletons(&mut self, search: &mut Search<'_>) -> Result<(), DeadEnd> {
        while let Some(cell) = self.singletons.pop() {
            if let Some(digit) = self.possible[cell.index()].single()
                && !self.filled[cell.index()]
            {
                search.place(cell, digit);
                self.fill(cell, digit)?;
            }
        }
        Ok(())
    }

    /// Finds the digits that are possible in just one cell of the house.
    fn find_hidden_singles(&mut self, house: House) -> Result<(), DeadEnd> {
        let mut once = DigitSet::EMPTY;
        let mut again = DigitSet::EMPTY;
        for cell in self.geometry.cells_of(house) {
            let values = self.possible[cell.index()];
            again |= once & values;
            once |= values;
        }
        for &cell in self.geometry.cells_of(house) {
            let hidden = (self.possible[cell.index()] & once) - again;
            if let Some(digit) = hidden.first() {
                self.limit(cell, DigitSet::only(digit))?;
            }
        }
        Ok(())
    }

    /// Finds `size` cells of the house with `size` values between them, and clears these
    /// from the other cells.
    fn find_naked_sets(
        &mut self,
        house: House,
        size: usize,
        search: &mut Search<'_>,
    ) -> Result<(), DeadEnd> {
        let geometry = self.geometry;
        let small = |cell: &Cell| (2..=size).contains(&self.possible[cell.index()].len());
        let cells = geometry.cells_of(house).iter().copied();
        let cells: Vec<Cell> = cells.filter(small).collect();
        let mut found = Vec::new();
        self.naked_sets(&cells, size, &mut Vec::new(), DigitSet::EMPTY, &mut found);
        for (set, values) in found {
            for &cell in geometry.cells_of(house) {
                if set.contains(&cell) {
                    continue;
                }
                let cleared = self.possible[cell.index()] & values;
                cleared
                    .iter()
                    .for_each(|digit| search.eliminate(cell, digit));
                self.limit(cell, geometry.all_digits() - values)?;
            }
        }
        Ok(())
    }

    /// Extends `chosen`, which have `values` between them, to `size` of `cells`, in every way
    /// that keeps to `size` values.
    fn naked_sets(
        &self,
        cells: &[Cell],
        size: usize,
        chosen: &mut Vec<Cell>,
        values: DigitSet,
        found: &mut Vec<(Vec<Cell>, DigitSet)>,
    ) {
        if chosen.len() == size {
            found.push((chosen.clone(), values));
            return;
        }
        for (k, &cell) in cells.iter().enumerate() {
            let together = values | self.possible[cell.index()];
            if together.len() <= size {
                chosen.push(cell);
                self.naked_sets(&cells[k + 1..], size, chosen, together, found);
                chosen.pop();
            }
        }
    }

    /// The cell to guess in; `None` if every cell is filled.
    fn choose(&self, choice: CellChoice, random: &mut Xoshiro256PlusPlus) -> Option<Cell> {
        let is_empty = |cell: &Cell| !self.filled[cell.index()];
        let mut empty = self.geometry.cells().filter(is_empty);
        match choice {
            CellChoice::Fewest => empty.min_by_key(|cell| self.possible[cell.index()].len()),
            CellChoice::First => empty.next(),
            CellChoice::Random => {
                let cells: Vec<Cell> = empty.collect();
                // The high half of the product is below the second factor.
                let place = (u128::from(random.next_u64()) * cells.len() as u128) >> 64;
                cells.get(place as usize).copied()
            }
        }
    }

    /// The possible values of a cell, the first to try last.
    fn in_order(&self, cell: Cell, order: ValueOrder) -> Vec<Digit> {
        let mut values: Vec<Digit> = self.possible[cell.index()].iter().collect();
        if order == ValueOrder::Rarest {
            values.sort_by_key(|&value| self.rarity(cell, value));
        }
        values.reverse();
        values
    }

    /// The least number of cells that can hold `value` in a house of `cell`.
    fn rarity(&self, cell: Cell, value: Digit) -> usize {
        let can_hold = |cell: &&Cell| self.possible[cell.index()].contains(value);
        let houses = self.geometry.houses_of(cell).iter();
        let exact = houses.filter(|&&house| self.geometry.is_exact(house));
        let places = exact.map(|&house| self.geometry.cells_of(house).iter().filter(can_hold));
        places.map(Iterator::count).min().unwrap_or(0)
    }

    fn undo_to(&mut self, to: usize) {
        for (cell, before) in self.undo.drain(to..).rev() {
            self.possible[cell.index()] = before;
            self.filled[cell.index()] = false;
        }
        self.singletons.clear();
    }

    fn digits(&self) -> Vec<Digit> {
        let values = self.possible.iter();
        values.filter_map(|values| values.single()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Query, Stats, find};
    use super::super::testing::{ORIGIN_000, first, puzzle};
    use super::*;

    fn marks(text: &str) -> PossibleValues<'static> {
        static CLASSIC: std::sync::LazyLock<Geometry> = std::sync::LazyLock::new(Geometry::classic);
        let mut marks = PossibleValues::new(&CLASSIC);
        for cell in CLASSIC.cells() {
            if let Some(digit) = puzzle(text).given(cell) {
                assert!(marks.fill(cell, digit).is_ok());
            }
        }
        marks
    }

    /// Sets the possible values of the cells of row 1.
    fn pencil_in(marks: &mut PossibleValues<'_>, row: [&[usize]; 9]) {
        for (cell, values) in marks.geometry.cells().zip(row) {
            let digits = values.iter().map(|&value| Digit::new(value).unwrap());
            marks.possible[cell.index()] = digits.collect();
        }
    }

    fn row_1(marks: &PossibleValues<'_>) -> String {
        let row: Vec<String> = marks.possible[..9]
            .iter()
            .map(ToString::to_string)
            .collect();
        row.join(" ")
    }

    fn quietly(act: impl FnOnce(&mut Search<'_>) -> Result<(), DeadEnd>) -> bool {
        let mut observer = ();
        act(&mut Search::new(81, 1, u64::MAX, 0, &mut observer)).is_ok()
    }

    fn row(marks: &PossibleValues<'_>) -> House {
        marks.geometry.houses().next().unwrap()
    }

    #[test]
    fn the_board_of_the_document_is_all_singletons() {
        let board = "148260375 600735148 357481092 576148239 291653784
                     483072516 932816457 765394821 814527963";
        let (solution, stats) = first(&PencilMarks::BEST, board);
        let solved = "148269375629735148357481692576148239291653784483972516932816457\
                      765394821814527963";
        assert_eq!(solution.as_deref(), Some(solved));
        assert_eq!((stats.placements, stats.guesses), (5, 0));
    }

    #[test]
    fn a_hidden_single_may_have_the_most_marks_of_its_row() {
        let mut marks = marks(&".".repeat(81));
        let full: &[usize] = &[1, 2, 3, 8];
        let rest: &[usize] = &[1, 2, 3];
        let others: [&[usize]; 6] = [&[4], &[5], &[6], &[7], &[9], rest];
        let [a, b, c, d, e, f] = others;
        pencil_in(&mut marks, [rest, full, a, b, c, d, e, f, rest]);
        let row = row(&marks);
        assert!(marks.find_hidden_singles(row).is_ok());
        assert_eq!(row_1(&marks), "123 8 4 5 6 7 9 123 123");
    }

    #[test]
    fn a_naked_pair_clears_its_row() {
        let mut marks = marks(&".".repeat(81));
        let values: [&[usize]; 9] = [
            &[1, 5, 9],
            &[2, 3],
            &[5, 9],
            &[2, 4, 5],
            &[3, 9],
            &[6],
            &[5, 9],
            &[7],
            &[8],
        ];
        pencil_in(&mut marks, values);
        let row = row(&marks);
        assert!(quietly(|search| marks.find_naked_sets(row, 2, search)));
        assert_eq!(row_1(&marks), "1 23 59 24 3 6 59 7 8");
    }

    #[test]
    fn a_third_cell_like_the_pair_is_a_dead_end() {
        let mut marks = marks(&".".repeat(81));
        let pair: &[usize] = &[5, 9];
        let rest: &[usize] = &[1, 2, 3, 4, 6, 7, 8];
        pencil_in(
            &mut marks,
            [pair, pair, pair, rest, rest, rest, rest, rest, rest],
        );
        let row = row(&marks);
        assert!(!quietly(|search| marks.find_naked_sets(row, 2, search)));
    }

    #[test]
    fn a_naked_triple_needs_no_cell_with_all_three() {
        let mut marks = marks(&".".repeat(81));
        let rest: &[usize] = &[1, 2, 3, 4, 5, 6];
        pencil_in(
            &mut marks,
            [
                &[1, 2],
                &[2, 3],
                &[1, 3],
                rest,
                rest,
                rest,
                &[7],
                &[8],
                &[9],
            ],
        );
        let row = row(&marks);
        assert!(quietly(|search| marks.find_naked_sets(row, 3, search)));
        assert_eq!(row_1(&marks), "12 23 13 456 456 456 7 8 9");
    }

    #[test]
    fn the_rarest_value_comes_first() {
        // As in the document: in its box 5 has two places, 2 three, 6 and 8 four.
        let mut marks = marks(&".".repeat(81));
        let at = |row, column| marks.geometry.at(row, column).index();
        let cells = [
            (at(1, 1), 0b1010_0010),
            (at(1, 2), 0b1011_0010),
            (at(1, 3), 0b0001_0000),
        ];
        let more = [(at(2, 1), 0b1010_0000), (at(2, 2), 0b1010_0010)];
        let rest = [at(2, 3), at(3, 1), at(3, 2), at(3, 3)].map(|index| (index, 0b1101));
        for (index, bits) in cells.into_iter().chain(more).chain(rest) {
            marks.possible[index] = DigitSet::from_bits(bits);
        }
        let middle = marks.geometry.at(1, 2);
        let shown = |order| -> Vec<usize> {
            let values = marks.in_order(middle, order);
            values.iter().rev().map(|digit| digit.value()).collect()
        };
        assert_eq!(shown(ValueOrder::Rarest), [5, 2, 6, 8]);
        assert_eq!(shown(ValueOrder::Ascending), [2, 5, 6, 8]);
    }

    #[test]
    fn undoing_leaves_no_trace() {
        let mut marks = marks(ORIGIN_000[0]);
        let before = (marks.possible.clone(), marks.filled.clone());
        let undo = marks.undo.len();
        let cell = marks.geometry.at(1, 1);
        let digit = marks.possible[cell.index()].first().unwrap();
        let _ = marks.fill(cell, digit);
        quietly(|search| marks.propagate(&PencilMarks::BEST, search));
        assert_ne!(before.0, marks.possible);
        marks.undo_to(undo);
        assert_eq!(before, (marks.possible, marks.filled));
    }

    fn work(spec: &str, seed: u64) -> Stats {
        let puzzle = puzzle(ORIGIN_000[0]);
        let query = Query::new(&puzzle).seed(seed);
        let report = query.run(find(spec).unwrap().as_ref()).unwrap();
        assert_eq!(report.grids[0].to_string(), ORIGIN_000[1], "{spec}");
        report.stats
    }

    #[test]
    fn each_improvement_saves_guesses() {
        let naked_off = "naked-pairs=off,naked-triples=off,naked-quads=off";
        let improvements = [
            format!("pencil-marks:cells=random,values=ascending,hidden-singles=off,{naked_off}"),
            format!("pencil-marks:values=ascending,hidden-singles=off,{naked_off}"),
            format!("pencil-marks:{naked_off}"),
            "pencil-marks".to_owned(),
        ];
        let guesses = improvements.map(|spec| work(&spec, 0).guesses);
        assert!(guesses.is_sorted_by(|a, b| a > b), "{guesses:?}");
    }

    #[test]
    fn chance_follows_the_seed() {
        let random = "pencil-marks:cells=random";
        assert_eq!(work(random, 7), work(random, 7));
        assert_ne!(work(random, 7), work(random, 8));
        assert_eq!(work("pencil-marks", 7), work("pencil-marks", 8));
    }

    #[test]
    fn settings_change_only_what_they_name() {
        let with = |text: &str| {
            let known = PencilMarks::BEST.settings();
            let settings = Settings::parse("pencil-marks", known, text).unwrap();
            PencilMarks::BEST.with(&settings)
        };
        assert_eq!(with(""), PencilMarks::BEST);
        let plain = "cells=random,values=ascending,hidden-singles=off,\
                     naked-pairs=off,naked-triples=off,naked-quads=off";
        let expected = PencilMarks {
            cells: CellChoice::Random,
            values: ValueOrder::Ascending,
            hidden_singles: false,
            naked_pairs: false,
            naked_triples: false,
            naked_quads: false,
        };
        assert_eq!(with(plain), expected);
        let first = PencilMarks {
            cells: CellChoice::First,
            ..PencilMarks::BEST
        };
        assert_eq!(with("cells=first"), first);
        // The first value of each setting is the default.
        for setting in PencilMarks::BEST.settings() {
            let default = format!("{}={}", setting.name, setting.values[0]);
            assert_eq!(with(&default), PencilMarks::BEST, "{default}");
        }
    }
}

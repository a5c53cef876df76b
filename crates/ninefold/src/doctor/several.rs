//! Puzzles with several solutions: where these differ, and clues that leave one of them.
//!
//! A digit that only one of all solutions has in its cell is such a clue. If there is none, or
//! if there are too many solutions to list, the clue that leaves fewest comes first, and so on:
//! the clues found are enough, but there may be fewer that are.

use crate::geometry::{Candidate, Cell, Digit};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::words::{Explanation, Words, say};

use super::pattern::Pattern;
use super::work::Work;

/// What the solutions of a puzzle have in common, and what not.
#[derive(Clone, Debug)]
pub struct Several {
    /// How many solutions were found.
    pub count: u64,
    /// Whether there may be more.
    pub at_least: bool,
    /// The cells where they differ, as far as they were found.
    pub differing: Vec<Cell>,
    /// Of exactly two solutions, the digits that change places, cell by cell.
    pub swap: Option<Swap>,
    /// Ways to make the puzzle proper, each by some clues more: by one if that is enough, and
    /// then every such clue, those that make the pattern symmetric first.
    pub additions: Vec<Vec<Candidate>>,
}

/// Two solutions, seen as one pattern whose digits can be swapped.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The cells that differ.
    pub cells: Vec<Cell>,
    /// The digits in them.
    pub digits: DigitSet,
}

impl Several {
    /// What is said of several solutions, from these that were found.
    pub(super) fn of(
        puzzle: &Puzzle,
        grids: Vec<Grid>,
        at_least: bool,
        work: &mut Work<'_>,
    ) -> Several {
        let geometry = puzzle.geometry();
        let differs = |cell: &Cell| {
            let mut digits = grids.iter().map(|grid| grid.digit(*cell));
            let first = digits.next();
            digits.any(|digit| Some(digit) != first)
        };
        let differing: Vec<Cell> = geometry.cells().filter(differs).collect();
        let swap = (grids.len() == 2 && !at_least).then(|| Swap {
            cells: differing.clone(),
            digits: differing.iter().map(|&cell| grids[0].digit(cell)).collect(),
        });
        let count = grids.len() as u64;
        let mut additions = Vec::new();
        if !at_least {
            additions = single_clues(puzzle, &grids, &differing);
        }
        if additions.is_empty() {
            additions.extend(clues_one_by_one(puzzle, grids, at_least, work));
        }
        Several {
            count,
            at_least,
            differing,
            swap,
            additions,
        }
    }

    /// In words: `41 solutions; 43 cells differ`.
    pub(super) fn words(&self) -> Words {
        let n_cells = self.differing.len();
        let count = grouped(self.count);
        if let Some(swap) = &self.swap {
            let words = say![
                count,
                format!(" solutions; {n_cells} cells differ: "),
                &swap.cells
            ];
            return words.and(say![", where ", swap.digits, " change places"]);
        }
        if self.at_least {
            say![format!(
                "{count} solutions or more; at least {n_cells} cells differ"
            )]
        } else {
            say![format!("{count} solutions; {n_cells} cells differ")]
        }
    }

    /// The clues that make the puzzle proper, in words; none if they were not found.
    pub fn explain_additions(&self, puzzle: &Puzzle) -> Option<Explanation> {
        const SHOWN: usize = 5;
        let first = self.additions.first()?;
        let clue = |&Candidate { cell, digit }: &Candidate| say![cell, " ", digit];
        if first.len() > 1 {
            let clues = joined(first.iter().map(clue), ", ");
            let words = say![format!("{} more clues are enough: ", first.len())];
            return Some(words.and(clues).on(puzzle.geometry()));
        }
        let shown = self.additions.iter().flatten().take(SHOWN).map(clue);
        let words = say!["one more clue makes it proper: "].and(joined(shown, ", "));
        let more = self.additions.len().saturating_sub(SHOWN);
        let words = match more {
            0 => words,
            1 => words.and(say![", or another"]),
            more => words.and(say![format!(", or one of {more} others")]),
        };
        Some(words.on(puzzle.geometry()))
    }
}

/// `2,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn joined(items: impl Iterator<Item = Words>, gap: &str) -> Words {
    let mut words = Words::default();
    for (k, item) in items.enumerate() {
        if k > 0 {
            words = words.and(say![gap]);
        }
        words = words.and(item);
    }
    words
}

/// How many of the solutions have each digit in each of these cells.
fn counts(grids: &[Grid], cells: &[Cell]) -> Vec<(Candidate, usize)> {
    let mut counts = Vec::new();
    for &cell in cells {
        let size = grids.first().map_or(0, |grid| grid.geometry().size());
        let mut here = vec![0; size];
        for grid in grids {
            here[grid.digit(cell).index()] += 1;
        }
        let digits = here.into_iter().enumerate().filter(|(_, count)| *count > 0);
        counts.extend(digits.map(|(digit, count)| {
            let digit = Digit::from_index(digit);
            (Candidate { cell, digit }, count)
        }));
    }
    counts
}

/// Every clue that makes a puzzle with these solutions proper, those first that make its pattern
/// symmetric.
fn single_clues(puzzle: &Puzzle, grids: &[Grid], differing: &[Cell]) -> Vec<Vec<Candidate>> {
    let counts = counts(grids, differing).into_iter();
    let mut clues: Vec<Candidate> = counts
        .filter(|(_, count)| *count == 1)
        .map(|(clue, _)| clue)
        .collect();
    let mut pattern = Pattern::of(puzzle);
    clues.sort_by_key(|clue| {
        let change = [(clue.cell, Some(clue.digit))];
        (!pattern.is_symmetric_with(&change), *clue)
    });
    clues.into_iter().map(|clue| vec![clue]).collect()
}

/// Clues that are enough, each leaving as few solutions as it can; none if the work is over
/// before that.
fn clues_one_by_one(
    puzzle: &Puzzle,
    mut grids: Vec<Grid>,
    mut at_least: bool,
    work: &mut Work<'_>,
) -> Option<Vec<Candidate>> {
    let mut puzzle = puzzle.clone();
    let mut clues = Vec::new();
    while grids.len() > 1 {
        let open: Vec<Cell> = puzzle
            .geometry()
            .cells()
            .filter(|&cell| puzzle.given(cell).is_none())
            .collect();
        let counts = counts(&grids, &open);
        // A digit that all of them have tells nothing.
        let tells = counts.iter().filter(|(_, count)| *count < grids.len());
        let &(clue, _) = tells.min_by_key(|(clue, count)| (*count, *clue))?;
        clues.push(clue);
        puzzle.set(clue.cell, Some(clue.digit));
        if !at_least {
            grids.retain(|grid| grid.digit(clue.cell) == clue.digit);
            continue;
        }
        if work.is_over() {
            return None;
        }
        let price = work.share(4);
        let report = work.solutions(&puzzle, most_solutions(&puzzle), price);
        at_least = report.stop.is_some();
        grids = report.grids;
    }
    (!at_least).then_some(clues)
}

/// How many solutions are listed at most.
pub(super) fn most_solutions(puzzle: &Puzzle) -> u64 {
    match puzzle.geometry().size() {
        ..=9 => 2000,
        _ => 100,
    }
}

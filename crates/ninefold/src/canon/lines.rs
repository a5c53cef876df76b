//! The smallest form on a plain board of any size: row by row, with open orders.
//!
//! A plain board has rows, columns, and boxes if any; its rows move within bands and bands
//! as a whole, columns likewise, and it may be transposed if its boxes are square. The method
//! is that of `puzzle9.rs`, whose opening tells it; here it is written to be read, takes every
//! size, and takes puzzles with a digit twice in a row too, for which `puzzle9` is no use:
//! there, orders that look alike can give different labels further right, so all of them are
//! written out and compared.
//!
//! A full grid of 16×16 starts with millions of states, so the work has bounds: beyond them
//! there is no answer, rather than a late one. What counts towards the bounds is the same for all
//! isomorphs, so that they have a form or none alike: first the smallest row is looked for in all
//! states, then the states that it leads to are kept.

use super::{NotCanonical, Way};

/// The most states after a row, for boards up to 40×40; fewer on larger ones.
const MOST_STATES: usize = 100_000;

/// The most places in the orders of all states after a row.
const MOST_PLACES: usize = 4_000_000;

/// The most cells looked at in all. Takes about a second.
const MOST_WORK: u64 = 5_000_000;

/// A puzzle on a plain board: 0 for a blank.
pub(super) struct Lines<'a> {
    /// Cell by cell.
    pub(super) digits: &'a [u8],
    pub(super) size: usize,
    /// How many rows a band has, and how many columns a stack.
    pub(super) band: usize,
    pub(super) stack: usize,
}

/// Some rows of the form, and how they came about.
#[derive(Clone)]
struct State {
    is_transposed: bool,
    rows: Vec<u8>,
    /// The column at each place; where places are open, one of the possible orders.
    order: Vec<u8>,
    /// Whether the column at each place is blank so far.
    is_empty: Vec<bool>,
    /// By digit, 0 for none.
    labels: Vec<u8>,
    n_labels: u8,
}

impl Lines<'_> {
    /// The ways to the smallest form, at least one, and the number of automorphisms, if that is
    /// below 2¹²⁸. Where there are blank lines a way stands for several.
    pub(super) fn smallest(&self) -> Result<(Vec<Way>, Option<u128>), NotCanonical> {
        let start = State {
            is_transposed: false,
            rows: Vec::new(),
            order: (0..self.size as u8).collect(),
            is_empty: vec![true; self.size],
            labels: vec![0; self.size + 1],
            n_labels: 0,
        };
        let mut states = vec![start.clone()];
        if self.band == self.stack {
            states.push(State {
                is_transposed: true,
                ..start
            });
        }
        let blank = [false, true].map(|is_transposed| {
            let rows = 0..self.size;
            rows.map(|row| self.is_blank(is_transposed, row)).collect()
        });
        let mut work = 0;
        for _ in 0..self.size {
            let mut best: Vec<u8> = Vec::new();
            let mut smallest: Vec<(&State, usize)> = Vec::new();
            for state in &states {
                let blank: &Vec<bool> = &blank[usize::from(state.is_transposed)];
                for row in self.next_rows(state, blank) {
                    let written = self.smallest_row(state, row, &mut work)?;
                    if best.is_empty() || written < best {
                        best.clone_from(&written);
                        smallest.clear();
                    }
                    if written == best {
                        smallest.push((state, row));
                    }
                }
            }
            let mut next: Vec<State> = Vec::new();
            for (state, row) in smallest {
                self.write(state, row, &best, &mut next)?;
            }
            states = next;
        }
        let ways = states.iter().map(State::way).collect();
        Ok((ways, self.n_automorphisms(&states)))
    }

    fn digit(&self, is_transposed: bool, row: usize, column: usize) -> u8 {
        let (row, column) = if is_transposed {
            (column, row)
        } else {
            (row, column)
        };
        self.digits[row * self.size + column]
    }

    fn is_blank(&self, is_transposed: bool, row: usize) -> bool {
        (0..self.size).all(|column| self.digit(is_transposed, row, column) == 0)
    }

    /// How many rows of each band are blank.
    fn blank_rows(&self, is_transposed: bool) -> Vec<usize> {
        let bands = (0..self.size).step_by(self.band);
        bands
            .map(|start| {
                let rows = start..start + self.band;
                rows.filter(|&row| self.is_blank(is_transposed, row))
                    .count()
            })
            .collect()
    }

    /// The rows that may come next; where some are blank, one blank row of each band, and of
    /// the blank bands the first.
    fn next_rows(&self, state: &State, is_blank: &[bool]) -> Vec<usize> {
        let mut is_taken = vec![false; self.size];
        for &row in &state.rows {
            is_taken[usize::from(row)] = true;
        }
        let band = |row: usize| row / self.band;
        let last = state.rows.last().map(|&row| band(row.into()));
        let is_within = !state.rows.len().is_multiple_of(self.band);
        let is_begun = |of: usize| is_taken[of * self.band..(of + 1) * self.band].contains(&true);
        let may_come = |row: usize| {
            !is_taken[row]
                && if is_within {
                    last == Some(band(row))
                } else {
                    !is_begun(band(row))
                }
        };
        let open: Vec<usize> = (0..self.size).filter(|&row| may_come(row)).collect();
        let blank: Vec<usize> = open.iter().copied().filter(|&row| is_blank[row]).collect();
        if blank.is_empty() {
            return open;
        }
        let n_blank = |of: usize| blank.iter().filter(|&&row| band(row) == of).count();
        let mut rows: Vec<usize> = Vec::new();
        let mut is_blank_band_there = false;
        for &row in &blank {
            if rows.iter().any(|&other| band(other) == band(row)) {
                continue;
            }
            let is_whole = n_blank(band(row)) == self.band;
            if !(is_whole && is_blank_band_there) {
                rows.push(row);
            }
            is_blank_band_there |= is_whole;
        }
        rows
    }

    /// The order in which a row of a state is the smallest but for ties, and these.
    fn arranged(&self, state: &State, row: usize) -> (Vec<u8>, Vec<Tie>) {
        let digit = |column: u8| self.digit(state.is_transposed, row, column.into());
        let rank = |column: u8| match digit(column) {
            0 => (0, 0),
            digit => match state.labels[usize::from(digit)] {
                0 => (2, 0),
                label => (1, label),
            },
        };
        // Open columns: blanks, then known labels, then new digits.
        let mut order = state.order.clone();
        let n_open = |stack: usize| {
            let places = &state.is_empty[stack * self.stack..(stack + 1) * self.stack];
            places.iter().filter(|&&is_empty| is_empty).count()
        };
        let n_stacks = self.size / self.stack;
        for stack in 0..n_stacks {
            let start = stack * self.stack;
            order[start..start + n_open(stack)].sort_by_key(|&column| rank(column));
        }
        // Open stacks likewise; they stand at the left.
        let n_open_stacks = (0..n_stacks)
            .take_while(|&stack| n_open(stack) == self.stack)
            .count();
        let end = n_open_stacks * self.stack;
        let mut open: Vec<Vec<u8>> = order[..end]
            .chunks(self.stack)
            .map(<[u8]>::to_vec)
            .collect();
        let ranks = |stack: &[u8]| stack.iter().map(|&column| rank(column)).collect::<Vec<_>>();
        open.sort_by_cached_key(|stack| ranks(stack));
        order.splice(..end, open.concat());
        // Groups of places, or of stacks, that rank alike and are not blank may change places.
        let mut ties = Vec::new();
        let mut start = 0;
        for group in open.chunk_by(|a, b| ranks(a) == ranks(b)) {
            if group.len() > 1 && group[0].iter().any(|&column| digit(column) != 0) {
                ties.push(Tie {
                    start: start * self.stack,
                    width: self.stack,
                    length: group.len(),
                });
            }
            start += group.len();
        }
        for stack in 0..n_stacks {
            let mut start = stack * self.stack;
            for group in order[start..start + n_open(stack)].chunk_by(|&a, &b| rank(a) == rank(b)) {
                if group.len() > 1 && digit(group[0]) != 0 {
                    ties.push(Tie {
                        start,
                        width: 1,
                        length: group.len(),
                    });
                }
                start += group.len();
            }
        }
        (order, ties)
    }

    /// The smallest that a row of a state can be. Adds the cells looked at to `work`.
    fn smallest_row(
        &self,
        state: &State,
        row: usize,
        work: &mut u64,
    ) -> Result<Vec<u8>, NotCanonical> {
        let digit = |column: u8| self.digit(state.is_transposed, row, column.into());
        let (mut order, ties) = self.arranged(state, row);
        let mut seen = vec![false; self.size + 1];
        let mut digits = order
            .iter()
            .map(|&column| digit(column))
            .filter(|&d| d != 0);
        let has_twins = digits.any(|digit| std::mem::replace(&mut seen[usize::from(digit)], true));
        // Without a digit twice, all orders write the same row.
        let ties = if has_twins { &ties[..] } else { &[] };
        let mut best: Option<Vec<u8>> = None;
        each_order(&mut order, ties, &mut |order| {
            *work += self.size as u64;
            let written = state.written(order, digit);
            if best.as_ref().is_none_or(|best| written < *best) {
                best = Some(written);
            }
            *work <= MOST_WORK
        });
        best.filter(|_| *work <= MOST_WORK)
            .ok_or(NotCanonical::TooManyStates)
    }

    /// Keeps the states after a row of a state, in every order in which it is the smallest.
    fn write(
        &self,
        state: &State,
        row: usize,
        best: &[u8],
        next: &mut Vec<State>,
    ) -> Result<(), NotCanonical> {
        let digit = |column: u8| self.digit(state.is_transposed, row, column.into());
        let (mut order, ties) = self.arranged(state, row);
        let is_done = each_order(&mut order, &ties, &mut |order| {
            if state.written(order, digit) == best {
                next.push(state.with(order, row, digit));
            }
            next.len() <= MOST_STATES && next.len() * self.size <= MOST_PLACES
        });
        if is_done {
            Ok(())
        } else {
            Err(NotCanonical::TooManyStates)
        }
    }

    /// Each state stands for all orders of its blank rows and columns.
    fn n_automorphisms(&self, states: &[State]) -> Option<u128> {
        let mut sum = 0_u128;
        for state in states {
            let stacks = state.is_empty.chunks(self.stack);
            let columns = stacks.map(|stack| stack.iter().filter(|&&is_empty| is_empty).count());
            let columns = ways(columns.collect(), self.stack)?;
            let rows = ways(self.blank_rows(state.is_transposed), self.band)?;
            sum = sum.checked_add(columns.checked_mul(rows)?)?;
        }
        Some(sum)
    }
}

/// Neighbours that may change places.
struct Tie {
    start: usize,
    /// How many places each of them has.
    width: usize,
    length: usize,
}

/// Calls `visit` with every order that the ties allow, until it returns false.
fn each_order(order: &mut Vec<u8>, ties: &[Tie], visit: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    let Some((tie, rest)) = ties.split_first() else {
        return visit(order);
    };
    permute(order, tie, 0, &mut |order| each_order(order, rest, visit))
}

/// Puts each of the neighbours at place `k`, and so on with those behind it.
fn permute(
    order: &mut Vec<u8>,
    tie: &Tie,
    k: usize,
    visit: &mut dyn FnMut(&mut Vec<u8>) -> bool,
) -> bool {
    if k + 1 >= tie.length {
        return visit(order);
    }
    for other in k..tie.length {
        swap(order, tie, k, other);
        if !permute(order, tie, k + 1, visit) {
            return false;
        }
        swap(order, tie, k, other);
    }
    true
}

fn swap(order: &mut [u8], tie: &Tie, a: usize, b: usize) {
    for k in 0..tie.width {
        order.swap(tie.start + a * tie.width + k, tie.start + b * tie.width + k);
    }
}

impl State {
    fn way(&self) -> Way {
        let wide = |lines: &[u8]| lines.iter().map(|&line| usize::from(line)).collect();
        Way {
            is_transposed: self.is_transposed,
            rows: wide(&self.rows),
            columns: wide(&self.order),
            labels: self.labels.clone(),
        }
    }

    /// A row with its labels, new ones in the order in which they come.
    fn written(&self, order: &[u8], digit: impl Fn(u8) -> u8) -> Vec<u8> {
        let mut new: Vec<u8> = Vec::new();
        let label = |&column: &u8| {
            let digit = digit(column);
            match (digit, self.labels[usize::from(digit)]) {
                (0, _) => 0,
                (digit, 0) => {
                    let known = new.iter().position(|&other| other == digit);
                    let place = known.unwrap_or_else(|| {
                        new.push(digit);
                        new.len() - 1
                    });
                    self.n_labels + 1 + place as u8
                }
                (_, label) => label,
            }
        };
        order.iter().map(label).collect()
    }

    /// The state after a row in this order.
    fn with(&self, order: &[u8], row: usize, digit: impl Fn(u8) -> u8) -> State {
        let mut state = self.clone();
        state.rows.push(row as u8);
        state.order = order.to_vec();
        for (place, &column) in order.iter().enumerate() {
            let digit = digit(column);
            if digit == 0 {
                continue;
            }
            state.is_empty[place] = false;
            let label = &mut state.labels[usize::from(digit)];
            if *label == 0 {
                state.n_labels += 1;
                *label = state.n_labels;
            }
        }
        state
    }
}

/// The orders of blank lines, `n_blank` in each band of `width` lines, that change nothing.
fn ways(n_blank: Vec<usize>, width: usize) -> Option<u128> {
    let n_whole = n_blank.iter().filter(|&&n| n == width).count();
    let mut counts = n_blank.into_iter().chain([n_whole]);
    counts.try_fold(1_u128, |product, n| product.checked_mul(factorial(n)?))
}

/// n!, if it is below 2¹²⁸.
fn factorial(n: usize) -> Option<u128> {
    (1..=n as u128).try_fold(1_u128, u128::checked_mul)
}

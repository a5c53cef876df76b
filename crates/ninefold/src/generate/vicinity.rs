//! The puzzles around a puzzle: some of its clues go, others come.
//!
//! ```text
//!  {-1+1}   every clue goes in turn, and every digit that fits comes in every blank cell:
//!           a few thousand neighbours of which a handful have one solution
//! ```
//!
//! Players find puzzles with few clues, and hard ones, by walking from neighbour to neighbour
//! (the notation is G. Fowler's). A try is a neighbour, so there are as many tries as
//! neighbours, in an order that the seed decides. Testing all of them side by side, at a
//! microsecond or two each, is far quicker than working out which of them could do: around
//! puzzles with 17 clues there are mostly more than 20,000 solutions to look through.

use std::ops::Range;

use super::removal::{BLANK, Workspace, byte, puzzle};
use super::trial::fits;
use super::{Generator, Made};
use crate::geometry::{Cell, Digit};
use crate::puzzle::{Grid, Puzzle};
use crate::random::{Draw, Random};

/// The most clues that go, or come.
pub(super) const MOST: usize = 4;

/// The neighbours of a classic puzzle.
#[derive(Clone, Debug)]
pub(super) struct Vicinity {
    /// The puzzle as a line.
    line: Vec<u8>,
    clues: Vec<Cell>,
    /// How many clues go, and come.
    pub(super) less: usize,
    pub(super) more: usize,
}

impl Vicinity {
    pub(super) fn new(puzzle: &Puzzle, less: usize, more: usize) -> Vicinity {
        let cells = puzzle.geometry().cells();
        let digit = |given: &Option<Digit>| given.map_or(BLANK, |digit| byte(digit.value() as u8));
        Vicinity {
            line: puzzle.givens().iter().map(digit).collect(),
            clues: cells.filter(|&cell| puzzle.given(cell).is_some()).collect(),
            less,
            more,
        }
    }

    /// The number of clues of the puzzle.
    pub(super) fn n_clues(&self) -> usize {
        self.clues.len()
    }

    /// The number of neighbours, with those that are none because digits clash.
    pub(super) fn n_tries(&self) -> u64 {
        choose(self.clues.len() as u64, self.less) * choose(CANDIDATES, self.more)
    }

    /// The neighbour with this number, if it is one.
    fn neighbour(&self, generator: &Generator, number: u64) -> Option<Vec<u8>> {
        let geometry = &generator.wish.geometry;
        let ways = choose(self.clues.len() as u64, self.less);
        let mut line = self.line.clone();
        for place in chosen(self.clues.len() as u64, self.less, number % ways) {
            line[self.clues[place as usize].index()] = BLANK;
        }
        for candidate in chosen(CANDIDATES, self.more, number / ways) {
            let (cell, digit) = (candidate as usize / 9, byte((candidate % 9) as u8 + 1));
            let is_free = line[cell] == BLANK && self.line[cell] != digit;
            if !is_free || !fits(geometry, &line, cell, digit) {
                return None;
            }
            line[cell] = digit;
        }
        Some(line)
    }
}

/// Each of nine digits in each of 81 cells.
const CANDIDATES: u64 = 729;

/// The puzzles that tries make, in their order.
pub(super) fn run(
    generator: &Generator,
    vicinity: &Vicinity,
    seed: u64,
    tries: Range<u64>,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> Vec<Made> {
    let geometry = &generator.wish.geometry;
    let order = Order::new(seed, vicinity.n_tries());
    let mut made = Vec::new();
    let mut tries = tries.start..tries.end.min(vicinity.n_tries());
    while !tries.is_empty() {
        workspace.lines.clear();
        let mut indexes = Vec::new();
        while indexes.len() < workspace.n_lanes
            && let Some(index) = tries.next()
        {
            if let Some(line) = vicinity.neighbour(generator, order.at(index)) {
                workspace.lines.extend_from_slice(&line);
                indexes.push(index);
            }
        }
        if !workspace.count(geometry, should_stop) {
            break;
        }
        let unique: Vec<usize> = (0..indexes.len())
            .filter(|&at| workspace.counts[at] == 1)
            .collect();
        let lines: Vec<u8> = std::mem::take(&mut workspace.lines);
        let solutions = std::mem::take(&mut workspace.solutions);
        for at in unique {
            let line = &lines[81 * at..][..81];
            let is_wanted = !generator.wish.needs_every_clue()
                || match is_minimal(generator, line, workspace, should_stop) {
                    Some(is_minimal) => is_minimal,
                    None => return made,
                };
            if is_wanted {
                let digit =
                    |&byte: &u8| Digit::new((byte - b'0').into()).expect("the grid is full");
                let digits: Vec<Digit> = solutions[at].iter().map(digit).collect();
                made.push(Made {
                    index: indexes[at],
                    puzzle: puzzle(geometry, line),
                    solution: Grid::of(geometry.clone(), digits),
                    symmetry: None,
                    weight: None,
                });
            }
        }
    }
    made
}

/// Whether no clue can be spared; none if `should_stop` returned true before.
pub(super) fn is_minimal(
    generator: &Generator,
    line: &[u8],
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> Option<bool> {
    workspace.lines.clear();
    for cell in (0..line.len()).filter(|&cell| line[cell] != BLANK) {
        let start = workspace.lines.len();
        workspace.lines.extend_from_slice(line);
        workspace.lines[start + cell] = BLANK;
    }
    workspace
        .count(&generator.wish.geometry, should_stop)
        .then(|| workspace.counts.iter().all(|&count| count > 1))
}

/// The numbers below `n` in an order that a seed decides: in steps that have no divisor in
/// common with `n`.
struct Order {
    n: u64,
    start: u64,
    step: u64,
}

impl Order {
    fn new(seed: u64, n: u64) -> Order {
        let mut random = Random::new(seed);
        let start = random.number_below(n);
        let mut step = 1 + random.number_below(n);
        while divisor(step, n) != 1 {
            step += 1;
        }
        Order { n, start, step }
    }

    fn at(&self, index: u64) -> u64 {
        let number = u128::from(self.start) + u128::from(index) * u128::from(self.step);
        (number % u128::from(self.n.max(1))) as u64
    }
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}

/// The number of ways to choose `k` things of `n`.
fn choose(n: u64, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, chosen| {
        ways * n.saturating_sub(chosen) / (chosen + 1)
    })
}

/// The `number`th way to choose `k` things of `n`, by the combinatorial number system.
fn chosen(n: u64, k: usize, mut number: u64) -> Vec<u64> {
    let mut things = Vec::with_capacity(k);
    let mut below = n;
    for k in (1..=k).rev() {
        // The largest thing with no more ways to choose `k` things below it than are left.
        let (mut low, mut high) = (k as u64 - 1, below);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if choose(middle, k) <= number {
                low = middle;
            } else {
                high = middle;
            }
        }
        number -= choose(low, k);
        things.push(low);
        below = low;
    }
    things
}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Wish};
    use super::*;
    use crate::{Answer, solve};
    use std::collections::BTreeSet;

    #[test]
    fn every_choice_has_a_number() {
        let all: BTreeSet<Vec<u64>> = (0..choose(7, 3)).map(|way| chosen(7, 3, way)).collect();
        assert_eq!(all.len(), 35);
        assert!(
            all.iter()
                .all(|things| things.is_sorted_by(|a, b| a > b) && things[0] < 7)
        );
        assert_eq!(choose(729, 2), 265_356);
        assert!(chosen(9, 0, 0).is_empty());
    }

    #[test]
    fn an_order_has_every_number_once() {
        for n in [1, 2, 12, 30, 97] {
            let order = Order::new(3, n);
            let all: BTreeSet<u64> = (0..n).map(|index| order.at(index)).collect();
            assert_eq!(all.len() as u64, n);
        }
    }

    #[test]
    fn neighbours_differ_in_one_clue_and_have_one_solution() {
        // One of 17 clues, and as many neighbours as a search one by one finds.
        let text =
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
        let puzzle: Puzzle = text.parse().unwrap();
        let wish = Wish::new(puzzle.geometry().clone()).around(&puzzle, 1, 1);
        let generator = Generator::new(wish).unwrap();
        let n = generator.n_tries().unwrap();
        assert_eq!(n, 17 * 729);
        let mut workspace = Workspace::default();
        let made = generator.tries(1, 0..n, &mut workspace, &|| false);
        let found: BTreeSet<String> = made.iter().map(|made| made.puzzle.to_string()).collect();
        assert_eq!(found.len(), made.len());
        let mut expected = BTreeSet::new();
        for gone in puzzle.geometry().cells() {
            let mut less = puzzle.clone();
            if puzzle.given(gone).is_none() || !less.set(gone, None) {
                continue;
            }
            for cell in puzzle.geometry().cells() {
                for digit in puzzle.geometry().digits() {
                    let mut more = less.clone();
                    more.set(cell, Some(digit));
                    let is_free = less.given(cell).is_none() && puzzle.given(cell) != Some(digit);
                    if is_free
                        && more.conflicts().is_empty()
                        && matches!(solve(&more), Answer::One(_))
                    {
                        expected.insert(more.to_string());
                    }
                }
            }
        }
        assert_eq!(found, expected);
        for made in &made {
            assert_eq!(solve(&made.puzzle), Answer::One(made.solution.clone()));
        }
        let again = generator.tries(1, 0..n, &mut Workspace::with_lanes(100), &|| false);
        assert_eq!(again, made);
    }

    #[test]
    fn neighbours_with_more_clues_may_have_to_be_minimal() {
        let text =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        let puzzle: Puzzle = text.parse().unwrap();
        let wish = Wish::new(puzzle.geometry().clone()).around(&puzzle, 1, 1);
        let tries = |wish: Wish| {
            let generator = Generator::new(wish).unwrap();
            generator.tries(1, 0..3000, &mut Workspace::default(), &|| false)
        };
        let (all, minimal) = (tries(wish.clone()), tries(wish.minimal(true)));
        assert!(
            minimal.len() < all.len(),
            "{} of {}",
            minimal.len(),
            all.len()
        );
    }
}

//! How many solutions, where nobody can go through all of them: an estimate with its error.
//!
//! D. E. Knuth's random probing (*Estimating the efficiency of backtrack programs*, 1975): walk
//! down the tree of a search, at each fork along one branch at random, and multiply the numbers of
//! branches on the way. On average over all walks that product is the number of leaves.
//!
//! ```text
//!            ┌ 2 … ┌ solution        this walk: 3 branches, then 2: it stands for 6 solutions
//!   start ───┼ 5 ──┴ ←               another one ends where no digit fits: for none
//!            └ 8 …                   the mean of many is the estimate
//! ```
//!
//! Walks differ much if branches do, so three things keep the error small:
//!
//! 1. All singles are set after each digit, and the fork is in the cell with the fewest
//!    candidates. Forks are few, and walks short.
//! 2. A branch that singles refute is none. So hardly any walk ends in nothing.
//! 3. The top of the tree is gone through in full, until there are [`STRATA`] positions, and each
//!    of them is probed equally often (stratified sampling). A small tree is counted.
//!
//! Counts of large boards are beyond what a number with a floating point holds, so all is done in
//! logarithms.

use std::collections::VecDeque;
use std::fmt;

use super::limits::Limits;
use crate::engine::Search;
use crate::engine::marks::{Marks, Word, with_word};
use crate::geometry::Cell;
use crate::puzzle::Puzzle;
use crate::random::{Draw, Random};

/// The number of positions to start from, if there are enough probes for it.
const STRATA: usize = 500;

/// How many probes each position gets at least: fewer would not show how they differ.
const LEAST: usize = 20;

/// How many standard errors the interval reaches to either side: 95 % of a normal distribution.
const REACH: f64 = 1.96;

/// An estimated number of solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The logarithm of the estimate to base 10; minus infinity for none.
    log10: f64,
    /// Half the interval, as a part of the estimate.
    error: f64,
    probes: u64,
    exact: Option<u64>,
}

/// Estimates the number of solutions by `probes` random probes (at least 40). The same seed gives the
/// same estimate on every machine. `None` if the caller stopped it before it could see how much
/// probes differ.
///
/// ```
/// use ninefold::inspect::{Limits, estimate};
///
/// let blank = ninefold::Puzzle::empty(ninefold::Geometry::with_boxes(2, 3)?);
/// let estimate = estimate(&blank, 1000, 7, Limits::of(blank.geometry())).expect("it was not stopped");
/// assert!(estimate.contains(28_200_960.0));
/// assert!(estimate.error() < 0.1);
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
pub fn estimate(puzzle: &Puzzle, probes: u64, seed: u64, limits: Limits<'_>) -> Option<Estimate> {
    with_word!(puzzle.geometry(), probed(puzzle, probes, seed, limits))
}

impl Estimate {
    /// The estimate; infinity if it is too large for a floating-point number.
    pub fn value(&self) -> f64 {
        self.exact
            .map_or_else(|| 10_f64.powf(self.log10), |n| n as f64)
    }

    /// Its logarithm to base 10, which any board has; minus infinity for none.
    pub fn log10(&self) -> f64 {
        self.log10
    }

    /// Half the interval of 95 %, as a part of the estimate: 0.05 for ± 5 %.
    ///
    /// The interval is that of a normal distribution. Where few probes stand for most of the
    /// solutions, it is too narrow.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The number of probes.
    pub fn probes(&self) -> u64 {
        self.probes
    }

    /// The number of solutions, if the tree was so small that they were counted.
    pub fn exact(&self) -> Option<u64> {
        self.exact
    }

    /// Whether a number is in the interval.
    pub fn contains(&self, number: f64) -> bool {
        let ratio = 10_f64.powf(number.log10() - self.log10);
        (ratio - 1.0).abs() <= self.error + 1e-9 || number == self.value()
    }
}

/// `about 6.71e21 ± 2.1 %`, or the number itself if it was counted.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(exact) = self.exact {
            return write!(f, "{exact}");
        }
        if self.log10 == f64::NEG_INFINITY {
            return f.write_str("no solution found");
        }
        let percent = 100.0 * self.error;
        let decimals = usize::from(percent < 10.0);
        if self.log10 < 6.0 {
            write!(f, "about {:.0}", self.value())?;
        } else {
            // What rounds up to ten is one of the next power.
            let exponent = (self.log10 + 1e-9).floor();
            let mut mantissa = 10_f64.powf(self.log10 - exponent);
            mantissa = (mantissa * 100.0).round() / 100.0;
            let (mantissa, exponent) = match mantissa {
                10.0.. => (mantissa / 10.0, exponent + 1.0),
                _ => (mantissa, exponent),
            };
            write!(f, "about {mantissa:.2}e{exponent:.0}")?;
        }
        write!(f, " ± {percent:.decimals$} %")
    }
}

/// A position by the digits that lead to it.
type Way = Vec<(Cell, usize)>;

fn probed<W: Word>(
    puzzle: &Puzzle,
    probes: u64,
    seed: u64,
    limits: Limits<'_>,
) -> Option<Estimate> {
    let (mut ignore, geometry) = ((), puzzle.geometry());
    let mut search = Search::unlimited(geometry.n_cells(), &mut ignore);
    let mut tree = Tree {
        marks: Marks::<W>::new(geometry),
        search: &mut search,
    };
    if !tree.marks.start(puzzle, tree.search) {
        return Some(Estimate::counted(0));
    }
    let wanted = usize::try_from(probes).unwrap_or(usize::MAX).max(2 * LEAST);
    let (counted, ways) = tree.top(STRATA.min(wanted / LEAST), limits)?;
    if ways.is_empty() {
        return Some(Estimate::counted(counted));
    }
    let mut strata = vec![Vec::new(); ways.len()];
    'probing: for round in 0..wanted.div_ceil(ways.len()) {
        // A round that is not ended would favour the first positions.
        let mut leaves = Vec::with_capacity(ways.len());
        for (place, way) in ways.iter().enumerate() {
            let mut random = Random::stream(seed, (round * ways.len() + place) as u64);
            match tree.probe(way, &mut random, limits) {
                Some(leaf) => leaves.push(leaf),
                None => break 'probing,
            }
        }
        for (stratum, leaf) in strata.iter_mut().zip(leaves) {
            stratum.push(leaf);
        }
    }
    (strata[0].len() > 1).then(|| Estimate::of(counted, &strata))
}

/// A tree of positions, walked up and down.
struct Tree<'a, 'g, 's, W> {
    marks: Marks<'g, W>,
    search: &'a mut Search<'s>,
}

impl<W: Word> Tree<'_, '_, '_, W> {
    /// Goes through the tree level by level until there are `n` positions: the number of solutions
    /// passed, and the ways to the positions. `None` if the caller stopped it.
    fn top(&mut self, n: usize, limits: Limits<'_>) -> Option<(u64, VecDeque<Way>)> {
        let mut solutions = 0;
        let mut ways = VecDeque::from([Way::new()]);
        while ways.len() < n {
            if limits.should_stop() {
                return None;
            }
            let Some(way) = ways.pop_front() else {
                break;
            };
            self.go(&way);
            match self.fork() {
                None => solutions += 1,
                Some((cell, branches)) => {
                    for digit in branches {
                        let mut longer = way.clone();
                        longer.push((cell, digit));
                        ways.push_back(longer);
                    }
                }
            }
            self.marks.undo(0);
        }
        Some((solutions, ways))
    }

    /// The logarithm of the number of leaves that a random walk from a position stands for.
    /// `None` if the caller stopped it.
    fn probe(&mut self, way: &Way, random: &mut Random, limits: Limits<'_>) -> Option<f64> {
        self.go(way);
        let mut leaves = Some(0.0);
        while let Some((cell, branches)) = self.fork() {
            if limits.should_stop() {
                leaves = None;
                break;
            }
            if branches.is_empty() {
                leaves = Some(f64::NEG_INFINITY);
                break;
            }
            leaves = leaves.map(|leaves| leaves + (branches.len() as f64).ln());
            let digit = branches[random.below(branches.len())];
            self.branch(cell, digit);
        }
        self.marks.undo(0);
        leaves
    }

    /// Goes from the start to a position.
    fn go(&mut self, way: &Way) {
        for &(cell, digit) in way {
            self.branch(cell, digit);
        }
    }

    /// Sets a digit and all singles; `false` at a contradiction.
    fn branch(&mut self, cell: Cell, digit: usize) -> bool {
        self.marks.set(cell, W::bit(digit));
        self.marks.propagate(self.search)
    }

    /// The cell with the fewest candidates, and those that singles do not refute; `None` at a
    /// solution.
    fn fork(&mut self) -> Option<(Cell, Vec<usize>)> {
        let marks = self.marks.cells.iter().enumerate();
        let open = marks.filter(|(_, mark)| !mark.is_single());
        let (index, &mark) = open.min_by_key(|(_, mark)| mark.count())?;
        let (cell, mut left) = (Cell::from_index(index), mark);
        let mut branches = Vec::new();
        while left != W::ZERO {
            let digit = left.lowest();
            left = left & !W::bit(digit);
            let before = self.marks.trail.len();
            if self.branch(cell, digit) {
                branches.push(digit);
            }
            self.marks.undo(before);
        }
        Some((cell, branches))
    }
}

impl Estimate {
    /// The tree was gone through in full.
    fn counted(solutions: u64) -> Estimate {
        Estimate {
            log10: (solutions as f64).log10(),
            error: 0.0,
            probes: 0,
            exact: Some(solutions),
        }
    }

    /// The estimate from the solutions that were counted, and the logarithms of the probes of each
    /// stratum.
    fn of(counted: u64, strata: &[Vec<f64>]) -> Estimate {
        let all = || strata.iter().flatten().copied();
        let largest = all().fold((counted as f64).ln(), f64::max);
        let probes = all().count() as u64;
        if largest == f64::NEG_INFINITY {
            return Estimate {
                log10: largest,
                error: f64::INFINITY,
                probes,
                exact: None,
            };
        }
        // In units of the largest, so that nothing overflows.
        let mut sum = ((counted as f64).ln() - largest).exp();
        let mut variance = 0.0;
        for stratum in strata {
            let n = stratum.len() as f64;
            let leaves = || stratum.iter().map(|leaves| (leaves - largest).exp());
            let mean = leaves().sum::<f64>() / n;
            let squares = leaves().map(|leaves| (leaves - mean).powi(2)).sum::<f64>();
            sum += mean;
            variance += squares / (n - 1.0) / n;
        }
        Estimate {
            log10: (largest + sum.ln()) / std::f64::consts::LN_10,
            error: REACH * variance.sqrt() / sum,
            probes,
            exact: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    fn estimated(puzzle: &Puzzle, probes: u64, seed: u64) -> Estimate {
        estimate(puzzle, probes, seed, Limits::of(puzzle.geometry())).unwrap()
    }

    #[test]
    fn small_trees_are_counted() {
        let blank = Puzzle::empty(Geometry::of_size(4).unwrap());
        assert_eq!(estimated(&blank, 10_000, 0).exact(), Some(288));
        for (text, solutions) in [
            ("1..1 .... .... ....", 0),
            ("12.. .... .... ..21", 4),
            ("12.4 4.21 2143 3412", 1),
        ] {
            let counted = estimated(&text.parse().unwrap(), 10_000, 0);
            assert_eq!(counted.exact(), Some(solutions), "{text}");
        }
    }

    #[test]
    fn known_counts_are_within_the_interval() {
        for (text, solutions) in [
            (".".repeat(16), 288.0),
            (".".repeat(36), 28_200_960.0),
            (
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.........."
                    .to_owned(),
                16_087.0,
            ),
            (
                "8..........36......7..9.2...5...7.......457.....1...3...1....68.................."
                    .to_owned(),
                10_303_374.0,
            ),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let inside = (0..5).filter(|&seed| estimated(&puzzle, 2000, seed).contains(solutions));
            assert!(inside.count() >= 4, "{text}");
        }
    }

    #[test]
    fn a_seed_repeats_its_estimate_and_more_probes_err_less() {
        let blank = Puzzle::empty(Geometry::with_boxes(2, 3).unwrap());
        assert_eq!(estimated(&blank, 100, 3), estimated(&blank, 100, 3));
        assert_ne!(estimated(&blank, 100, 3), estimated(&blank, 100, 4));
        assert!(estimated(&blank, 1000, 3).error() < estimated(&blank, 100, 3).error());
    }

    #[test]
    fn boards_with_more_grids_than_a_number_holds_are_estimated() {
        let blank = Puzzle::empty(Geometry::of_size(36).unwrap());
        let estimate = estimated(&blank, 40, 0);
        assert!(estimate.log10() > 308.0 && estimate.value().is_infinite());
        assert!(estimate.to_string().starts_with("about "), "{estimate}");
    }

    #[test]
    fn a_stopped_estimate_is_none() {
        let blank = Puzzle::empty(Geometry::classic());
        let limits = Limits::of(blank.geometry()).until(&|| true);
        assert_eq!(estimate(&blank, 1000, 0, limits), None);
    }

    #[test]
    fn estimates_read_well() {
        let shown = |log10: f64, error: f64| {
            let (probes, exact) = (100, None);
            let estimate = Estimate {
                log10,
                error,
                probes,
                exact,
            };
            estimate.to_string()
        };
        assert_eq!(shown(21.824_184, 0.0213), "about 6.67e21 ± 2.1 %");
        assert_eq!(shown(4.0, 0.25), "about 10000 ± 25 %");
        assert_eq!(shown(11.999_9, 0.5), "about 1.00e12 ± 50 %");
        assert_eq!(shown(f64::NEG_INFINITY, 0.0), "no solution found");
    }
}

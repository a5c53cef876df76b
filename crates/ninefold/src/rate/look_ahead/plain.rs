//! The definition of the scale, word for word and slow: what the fast way is compared with.

use super::{Path, Round, Rule};
use crate::{Geometry, HouseKind, Puzzle};

/// A position: for each cell the digits left, as bits, and whether one is written.
#[derive(Clone)]
struct Plain<'a> {
    geometry: &'a Geometry,
    left: Vec<u32>,
    is_written: Vec<bool>,
}

/// The path of a puzzle with one solution.
pub(super) fn path(puzzle: &Puzzle) -> Path {
    let mut plain = Plain::new(puzzle);
    let mut rounds = Vec::new();
    while !plain.is_full() {
        rounds.push(plain.round());
    }
    let mut levels = 0..;
    let depth = levels.find(|&level| Plain::new(puzzle).closed(level, u32::MAX).is_full());
    Path {
        rounds,
        depth: depth.expect("enough nesting solves every puzzle"),
        is_solved: true,
    }
}

impl<'a> Plain<'a> {
    fn new(puzzle: &'a Puzzle) -> Plain<'a> {
        let geometry = puzzle.geometry();
        let bits = |cell| {
            puzzle
                .allowed(cell)
                .iter()
                .map(|digit| 1 << digit.index())
                .sum()
        };
        let mut plain = Plain {
            geometry,
            left: geometry.cells().map(bits).collect(),
            is_written: vec![false; geometry.n_cells()],
        };
        let givens = puzzle.givens().iter().enumerate();
        let givens: Vec<_> = givens
            .filter_map(|(cell, digit)| Some((cell, (*digit)?.index())))
            .collect();
        plain.write(&givens);
        plain
    }

    /// Writes digits, all at once: each takes itself away from the peers of its cell.
    fn write(&mut self, singles: &[(usize, usize)]) {
        let cells: Vec<_> = self.geometry.cells().collect();
        for &(cell, digit) in singles {
            self.left[cell] &= 1 << digit;
            self.is_written[cell] = true;
            for peer in self.geometry.peers(cells[cell]) {
                self.left[peer.index()] &= !(1 << digit);
            }
        }
    }

    fn is_wrong(&self) -> bool {
        let mut houses = self
            .geometry
            .houses()
            .filter(|&h| self.geometry.is_exact(h));
        self.left.contains(&0)
            || houses.any(|house| {
                let cells = self.geometry.cells_of(house).iter();
                let any = cells.fold(0, |any, cell| any | self.left[cell.index()]);
                any.count_ones() as usize != self.geometry.size()
            })
    }

    fn is_full(&self) -> bool {
        !self.is_wrong() && !self.is_written.contains(&false)
    }

    /// The open candidates.
    fn open(&self) -> Vec<(usize, usize)> {
        let cells = (0..self.left.len()).filter(|&cell| !self.is_written[cell]);
        let size = self.geometry.size();
        let all = cells.flat_map(|cell| (0..size).map(move |digit| (cell, digit)));
        all.filter(|&(cell, digit)| self.left[cell] >> digit & 1 == 1)
            .collect()
    }

    /// The singles of a kind.
    fn singles(&self, kind: usize) -> Vec<(usize, usize)> {
        let open = self.open();
        let cells: Vec<_> = self.geometry.cells().collect();
        let is_single = |&(cell, digit): &(usize, usize)| {
            if kind == 2 {
                return self.left[cell].is_power_of_two();
            }
            let mut houses = self
                .geometry
                .houses_of(cells[cell])
                .iter()
                .filter(|&&house| {
                    let kind_of_house = self.geometry.kind(house);
                    let is_box = matches!(kind_of_house, HouseKind::Box | HouseKind::Region);
                    self.geometry.is_exact(house) && is_box == (kind == 0)
                });
            houses.any(|&house| {
                let mut others = self.geometry.cells_of(house).iter();
                others.all(|other| {
                    other.index() == cell || self.left[other.index()] >> digit & 1 == 0
                })
            })
        };
        open.into_iter().filter(is_single).collect()
    }

    /// Writes every single of every kind; false if there are none.
    fn write_all(&mut self) -> bool {
        let singles: Vec<_> = (0..3).flat_map(|kind| self.singles(kind)).collect();
        self.write(&singles);
        !singles.is_empty()
    }

    /// Writes a candidate, and rounds of singles until something is wrong.
    fn falls_after(&self, candidate: (usize, usize), limit: u32) -> Option<u32> {
        let mut plain = self.clone();
        plain.write(&[candidate]);
        let mut depth = 0;
        loop {
            if plain.is_wrong() {
                return Some(depth);
            }
            if depth == limit || !plain.write_all() {
                return None;
            }
            depth += 1;
        }
    }

    /// Whether a candidate falls at a level and depth.
    fn falls(&self, candidate: (usize, usize), level: u32, depth: u32) -> bool {
        if level == 1 {
            return self.falls_after(candidate, depth).is_some();
        }
        let mut plain = self.clone();
        plain.write(&[candidate]);
        plain.closed(level - 1, depth).is_wrong()
    }

    /// The position after all singles, and all that falls at a level and depth.
    fn closed(mut self, level: u32, depth: u32) -> Plain<'a> {
        loop {
            while !self.is_wrong() && self.write_all() {}
            if level == 0 || self.is_wrong() {
                return self;
            }
            let mut fallen = self.open();
            fallen.retain(|&candidate| self.falls(candidate, level, depth));
            if fallen.is_empty() {
                return self;
            }
            self.remove(&fallen);
        }
    }

    fn remove(&mut self, candidates: &[(usize, usize)]) {
        for &(cell, digit) in candidates {
            self.left[cell] &= !(1 << digit);
        }
    }

    /// The candidates that sets of a size rule out.
    fn sets(&self, size: usize) -> Vec<(usize, usize)> {
        let n = self.geometry.size();
        let mut groups = Vec::new();
        for house in self.geometry.houses() {
            let cells: Vec<usize> = self
                .geometry
                .cells_of(house)
                .iter()
                .map(|c| c.index())
                .collect();
            let all = |cell: usize| (0..n).map(move |digit| (cell, digit)).collect();
            groups.push(cells.iter().map(|&cell| all(cell)).collect::<Vec<Vec<_>>>());
            if self.geometry.is_exact(house) {
                let all = |digit: usize| cells.iter().map(|&cell| (cell, digit)).collect();
                groups.push((0..n).map(all).collect());
            }
        }
        for digit in 0..n {
            let row = |row: usize| (0..n).map(|column| (row * n + column, digit)).collect();
            groups.push((0..n).map(row).collect());
            let column = |column: usize| (0..n).map(|row| (row * n + column, digit)).collect();
            groups.push((0..n).map(column).collect());
        }
        let open = self.open();
        let mut fallen = Vec::new();
        for group in groups {
            let left = |unit: &Vec<(usize, usize)>| -> u32 {
                let places = unit.iter().enumerate();
                let open = places.filter(|(_, candidate)| open.contains(candidate));
                open.map(|(place, _)| 1 << place).sum()
            };
            let left: Vec<u32> = group.iter().map(left).collect();
            for chosen in 0u32..1 << group.len() {
                if chosen.count_ones() as usize != size {
                    continue;
                }
                let is_chosen = |k: usize| chosen >> k & 1 == 1;
                let units = (0..group.len()).filter(|&k| is_chosen(k));
                let union = units.clone().fold(0, |union, k| union | left[k]);
                if union.count_ones() as usize != size || units.clone().any(|k| left[k] == 0) {
                    continue;
                }
                for k in (0..group.len()).filter(|&k| !is_chosen(k)) {
                    let gone = (0..n).filter(|place| left[k] & union & 1 << place != 0);
                    fallen.extend(gone.map(|place| group[k][place]));
                }
            }
        }
        fallen.sort_unstable();
        fallen.dedup();
        fallen
    }

    /// Does the next round.
    fn round(&mut self) -> Round {
        let open = self.open().len();
        for kind in 0..3 {
            let singles = self.singles(kind);
            if !singles.is_empty() {
                self.write(&singles);
                let (rule, found) = (Rule::Singles(kind), singles.len());
                return Round { rule, open, found };
            }
        }
        let depths = 1..self.left.len() as u32;
        let rules = std::iter::once(Rule::LookAhead(0))
            .chain((2..5).map(Rule::Sets))
            .chain(depths.clone().map(Rule::LookAhead))
            .chain((2..).flat_map(|level| depths.clone().map(move |d| Rule::Nested(level, d))));
        let mut found = rules.map(|rule| (rule, self.found(rule)));
        let (rule, fallen) = found
            .find(|(_, fallen)| !fallen.is_empty())
            .expect("enough nesting solves every puzzle");
        self.remove(&fallen);
        let found = fallen.len();
        Round { rule, open, found }
    }

    /// The candidates that a rule takes away.
    fn found(&self, rule: Rule) -> Vec<(usize, usize)> {
        let (level, depth) = match rule {
            Rule::Singles(_) => return Vec::new(),
            Rule::Sets(size) => return self.sets(size),
            Rule::LookAhead(depth) => (1, depth),
            Rule::Nested(level, depth) => (level, depth),
        };
        let mut fallen = self.open();
        fallen.retain(|&candidate| self.falls(candidate, level, depth));
        fallen
    }
}

//! A position as looking ahead sees it: candidates, and the units that each need one of them.
//!
//! A *unit* is a question with exactly one answer: which digit is in this cell, or where in
//! this house is this digit. Its answers are candidates, at most sixteen, so a unit is a
//! `u16` of those that are left. A unit with one answer left is a single, a unit with none
//! is a contradiction, and the shape of the board is gone: rows, boxes, diagonals and cells
//! all are units.
//!
//! A house with fewer cells than digits asks no question; it only forbids repetition. For
//! each digit it is a *loose* unit, which has members but no answer.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Geometry, Grid, House, HouseKind, Puzzle};

/// The largest size of a board, set by the width of a unit.
pub(super) const MAX_SIZE: usize = 16;

/// The kinds of singles, easiest first; each is a tier.
pub(super) const KINDS: usize = 3;

/// Lists of numbers, one after the other in one vector.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Empties it, and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.items.clear();
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// The list with the number `k`.
    #[inline]
    pub(super) fn get(&self, k: usize) -> &[T] {
        &self.items[self.starts[k] as usize..self.starts[k + 1] as usize]
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Every list.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|k| self.get(k))
    }
}

/// The candidates and units of a geometry.
///
/// The candidate of digit `d` in cell `c`, both counted from zero, has the number
/// `c * size + d`; the unit of cell `c` has the number `c`.
#[derive(Debug)]
pub(super) struct Shape {
    size: usize,
    n_cells: usize,
    /// The candidates of each unit, the loose units after the others.
    members: Lists<u16>,
    /// The number of units that are not loose.
    n_exact: usize,
    /// For each unit that is not loose, the kind of its singles.
    kinds: Vec<u8>,
    /// For each candidate its units that are not loose, each with the candidate's bit in it;
    /// the unit of its cell comes first.
    units_of: Lists<(u16, u16)>,
    /// For each candidate `stride` units, the loose ones too; candidates in fewer repeat the
    /// first.
    strides: Vec<u16>,
    stride: usize,
    /// For each candidate those that cannot hold beside it because of a loose unit alone.
    loose_rivals: Lists<u16>,
    /// For each unit that is not loose what it locks.
    locks: Lists<Lock>,
    /// The candidates that locks rule out, one after the other.
    locked_out: Vec<u16>,
    /// The largest number of members that a lock has.
    longest_lock: usize,
    /// See [`Shape::groups`].
    groups: Lists<u16>,
    n_even_groups: usize,
    /// See [`Shape::groups_of`].
    groups_of: Lists<(u16, u16)>,
}

/// Members of a unit that all exclude some candidates elsewhere: if the unit is left with no
/// others, these candidates fall at once.
#[derive(Debug, Default)]
struct Lock {
    members: u16,
    /// The candidates, in [`Shape::locked_out`].
    candidates: Range<usize>,
}

impl Shape {
    /// The units of a geometry of at most [`MAX_SIZE`].
    pub(super) fn new(geometry: &Geometry) -> Shape {
        let (size, n_cells) = (geometry.size(), geometry.n_cells());
        let candidate = |cell: usize, digit: usize| (cell * size + digit) as u16;
        let mut members = Lists::default();
        let mut kinds = Vec::new();
        for cell in 0..n_cells {
            members.push((0..size).map(|digit| candidate(cell, digit)));
            kinds.push(2);
        }
        // The units of a house have successive numbers, digit by digit.
        let (exact, loose): (Vec<House>, Vec<House>) = geometry
            .houses()
            .partition(|&house| geometry.is_exact(house));
        for &house in exact.iter().chain(&loose) {
            for digit in 0..size {
                let cells = geometry.cells_of(house).iter();
                members.push(cells.map(|cell| candidate(cell.index(), digit)));
            }
        }
        for &house in &exact {
            let kind = u8::from(!is_region(geometry.kind(house)));
            kinds.extend((0..size).map(|_| kind));
        }
        let n_exact = kinds.len();
        let mut units_of = vec![Vec::new(); n_cells * size];
        let mut rivals = vec![Vec::new(); n_cells * size];
        for (unit, list) in members.iter().enumerate() {
            for (place, &member) in list.iter().enumerate() {
                units_of[usize::from(member)].push((unit as u16, 1 << place));
                rivals[usize::from(member)].extend(list.iter().filter(|&&other| other != member));
            }
        }
        let stride = units_of.iter().map(Vec::len).max().unwrap_or(0);
        let strided = units_of.iter().flat_map(|list| {
            let units = list.iter().map(|&(unit, _)| unit);
            units.chain(std::iter::repeat(list[0].0)).take(stride)
        });
        let mut shape = Shape {
            size,
            n_cells,
            members,
            n_exact,
            kinds,
            strides: strided.collect(),
            stride,
            units_of: Lists::default(),
            loose_rivals: Lists::default(),
            locks: Lists::default(),
            locked_out: Vec::new(),
            longest_lock: 0,
            groups: Lists::default(),
            n_even_groups: 0,
            groups_of: Lists::default(),
        };
        for list in &mut rivals {
            list.sort_unstable();
            list.dedup();
        }
        for (list, rivals) in units_of.iter().zip(&rivals) {
            let is_exact = |&&(unit, _): &&(u16, u16)| usize::from(unit) < n_exact;
            let exact = list.iter().filter(is_exact);
            let is_loose = |rival: &&u16| {
                let mut units = exact.clone();
                !units.any(|&(unit, _)| shape.members(usize::from(unit)).contains(rival))
            };
            let loose: Vec<u16> = rivals.iter().filter(is_loose).copied().collect();
            shape.loose_rivals.push(loose);
            shape.units_of.push(exact.copied());
        }
        for unit in 0..n_exact {
            shape.push_locks(unit, &rivals);
        }
        let unit_of_house = |k: usize, digit: usize| (n_cells + k * size + digit) as u16;
        let cells_of = |house: &House| {
            let cells = geometry.cells_of(*house).iter();
            cells.map(|cell| cell.index() as u16)
        };
        exact
            .iter()
            .for_each(|house| shape.groups.push(cells_of(house)));
        for k in 0..exact.len() {
            shape
                .groups
                .push((0..size).map(|digit| unit_of_house(k, digit)));
        }
        for direction in [HouseKind::Row, HouseKind::Column] {
            let is_line = |&k: &usize| geometry.kind(exact[k]) == direction;
            let lines: Vec<usize> = (0..exact.len()).filter(is_line).collect();
            for digit in 0..size {
                let units = lines.iter().map(|&k| unit_of_house(k, digit));
                shape.groups.push(units);
            }
        }
        shape.n_even_groups = shape.groups.len();
        loose
            .iter()
            .for_each(|house| shape.groups.push(cells_of(house)));
        let mut groups_of = vec![Vec::new(); n_exact];
        for (group, units) in shape.groups.iter().enumerate() {
            for (place, &unit) in units.iter().enumerate() {
                groups_of[usize::from(unit)].push((group as u16, place as u16));
            }
        }
        for list in groups_of {
            shape.groups_of.push(list);
        }
        shape
    }

    /// Finds what a unit can lock, by the rivals of each candidate.
    fn push_locks(&mut self, unit: usize, rivals: &[Vec<u16>]) {
        let members = self.members.get(unit);
        // For each candidate elsewhere, the members that exclude it.
        let mut excluding: BTreeMap<u16, u16> = BTreeMap::new();
        for (place, &member) in members.iter().enumerate() {
            for &rival in &rivals[usize::from(member)] {
                *excluding.entry(rival).or_default() |= 1 << place;
            }
        }
        let mut locks: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for (candidate, places) in excluding {
            // A single member is a single, and comes first.
            if places.count_ones() > 1 && !members.contains(&candidate) {
                locks.entry(places).or_default().push(candidate);
            }
        }
        let lists = locks.into_iter().map(|(members, candidates)| {
            let start = self.locked_out.len();
            self.locked_out.extend(candidates);
            self.longest_lock = self.longest_lock.max(members.count_ones() as usize);
            Lock {
                members,
                candidates: start..self.locked_out.len(),
            }
        });
        self.locks.push(lists.collect::<Vec<Lock>>());
    }

    /// The candidates of a grid.
    pub(super) fn candidates(&self, grid: &Grid) -> impl Iterator<Item = u16> {
        let digits = grid.digits().iter().enumerate();
        digits.map(|(cell, digit)| (cell * self.size + digit.index()) as u16)
    }

    /// The number of cells.
    pub(super) fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The number of units that [`Shape::units_of`] gives for each candidate.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of candidates.
    pub(super) fn n_candidates(&self) -> usize {
        self.n_cells * self.size
    }

    /// The number of units that are not loose.
    pub(super) fn n_exact(&self) -> usize {
        self.n_exact
    }

    /// The number of units.
    pub(super) fn n_units(&self) -> usize {
        self.members.len()
    }

    /// The candidates of a unit, in the order of their bits.
    #[inline]
    pub(super) fn members(&self, unit: usize) -> &[u16] {
        self.members.get(unit)
    }

    /// As many units for each candidate, the loose ones too; candidates in fewer repeat the
    /// first.
    pub(super) fn units_of(&self, candidate: u16) -> &[u16] {
        &self.strides[usize::from(candidate) * self.stride..][..self.stride]
    }

    /// Units whose bits mean the same, so that sets can be found among them: the cells of a
    /// house (bits are digits), the digits in a house (bits are cells), and a digit in all
    /// rows (bits are columns) or in all columns (bits are rows). With each is whether it is
    /// *even*, and has as many units as they have bits.
    pub(super) fn groups(&self) -> impl Iterator<Item = (&[u16], bool)> {
        let groups = self.groups.iter().enumerate();
        groups.map(|(k, units)| (units, k < self.n_even_groups))
    }

    /// For a unit that is not loose, the groups that it is in, by number, each with its place
    /// there.
    pub(super) fn groups_of(&self, unit: usize) -> &[(u16, u16)] {
        self.groups_of.get(unit)
    }
}

/// Whether a house is a box, or takes the place of one.
fn is_region(kind: HouseKind) -> bool {
    matches!(kind, HouseKind::Box | HouseKind::Region)
}

/// The candidates that are left, and the digits that are written.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// For each unit that is not loose the members that are left.
    units: Vec<u16>,
    /// For each cell whether its digit is written.
    written: Vec<bool>,
    n_written: usize,
    n_left: usize,
    /// Units that came down to one member, by kind, some of them written since.
    singles: [Vec<u16>; KINDS],
    is_wrong: bool,
}

impl Position {
    /// The position in which a puzzle starts: its givens are written.
    pub(super) fn new(shape: &Shape, puzzle: &Puzzle) -> Position {
        let geometry = puzzle.geometry();
        let mut position = Position {
            units: vec![0; shape.n_exact],
            written: puzzle.givens().iter().map(Option::is_some).collect(),
            n_written: puzzle.n_givens(),
            ..Position::default()
        };
        // Writing the givens one by one would take away most candidates one by one; instead,
        // those that are left are put in.
        let mut used = vec![0u16; geometry.houses().len()];
        for (cell, given) in geometry.cells().zip(puzzle.givens()) {
            let Some(digit) = given else { continue };
            for house in geometry.houses_of(cell) {
                let used = &mut used[house.index()];
                position.is_wrong |= *used >> digit.index() & 1 == 1;
                *used |= 1 << digit.index();
            }
        }
        let all = ((1u32 << shape.size) - 1) as u16;
        for (cell, given) in geometry.cells().zip(puzzle.givens()) {
            let mut left = match given {
                Some(digit) => 1 << digit.index(),
                None => {
                    let houses = geometry.houses_of(cell).iter();
                    all & !houses.fold(0, |any, house| any | used[house.index()])
                }
            };
            if puzzle.marks().is_some() {
                let marks = puzzle.allowed(cell).iter();
                left &= marks.fold(0, |any, digit| any | 1 << digit.index());
            }
            while left != 0 {
                let candidate = cell.index() * shape.size + left.trailing_zeros() as usize;
                for &(unit, bit) in shape.units_of.get(candidate) {
                    position.units[usize::from(unit)] |= bit;
                }
                position.n_left += 1;
                left &= left - 1;
            }
        }
        for (unit, &left) in position.units.iter().enumerate() {
            if left.is_power_of_two() {
                position.singles[usize::from(shape.kinds[unit])].push(unit as u16);
            }
            position.is_wrong |= left == 0;
        }
        position
    }

    /// Whether a unit has no member left.
    pub(super) fn is_wrong(&self) -> bool {
        self.is_wrong
    }

    /// Whether every digit is written.
    pub(super) fn is_full(&self) -> bool {
        self.n_written == self.written.len()
    }

    /// The number of candidates in cells that are not written.
    pub(super) fn n_open(&self) -> usize {
        self.n_left - self.n_written
    }

    /// The members of a unit that are left.
    #[inline]
    pub(super) fn left(&self, unit: usize) -> u16 {
        self.units[unit]
    }

    /// For each unit that is not loose the members that are left.
    pub(super) fn units(&self) -> &[u16] {
        &self.units
    }

    /// Whether a candidate is left, in a cell that is not written.
    pub(super) fn is_open(&self, shape: &Shape, candidate: u16) -> bool {
        let (cell, bit) = shape.units_of.get(usize::from(candidate))[0];
        self.units[usize::from(cell)] & bit != 0 && !self.written[usize::from(cell)]
    }

    /// Takes a candidate away; false if it was gone.
    #[inline]
    pub(super) fn remove(&mut self, shape: &Shape, candidate: u16) -> bool {
        let units = shape.units_of.get(usize::from(candidate));
        let (cell, bit) = units[0];
        if self.units[usize::from(cell)] & bit == 0 {
            return false;
        }
        self.n_left -= 1;
        for &(unit, bit) in units {
            let left = &mut self.units[usize::from(unit)];
            *left &= !bit;
            if left.is_power_of_two() {
                let kind = shape.kinds[usize::from(unit)];
                self.singles[usize::from(kind)].push(unit);
            } else if *left == 0 {
                self.is_wrong = true;
            }
        }
        true
    }

    /// Takes candidates away.
    pub(super) fn remove_all(&mut self, shape: &Shape, candidates: &[u16]) {
        for &candidate in candidates {
            self.remove(shape, candidate);
        }
    }

    /// Takes away every candidate that another position does not have; false if there is none.
    pub(super) fn keep_only(&mut self, shape: &Shape, other: &Position) -> bool {
        let mut is_changed = false;
        for cell in 0..shape.n_cells {
            let mut gone = self.units[cell] & !other.units[cell];
            while gone != 0 {
                let digit = gone.trailing_zeros() as usize;
                is_changed |= self.remove(shape, (cell * shape.size + digit) as u16);
                gone &= gone - 1;
            }
        }
        is_changed
    }

    /// The candidates in cells that are not written.
    pub(super) fn open(&self, shape: &Shape) -> Vec<u16> {
        let candidates = 0..shape.n_candidates() as u16;
        candidates
            .filter(|&candidate| self.is_open(shape, candidate))
            .collect()
    }

    /// The candidates that are wrong at once if they are written, in a position without
    /// singles: they exclude all that is left of a unit. They exclude at most one candidate of
    /// a cell, so the units are those of houses.
    pub(super) fn locked_out(&self, shape: &Shape) -> Vec<u16> {
        // First those with few members, without a branch that the CPU could not foresee.
        let mut few = vec![0; self.units.len()];
        let mut n_few = 0;
        for (unit, &left) in self.units.iter().enumerate().skip(shape.n_cells) {
            few[n_few] = unit as u16;
            let is_few = has_more_than(1, left) & !has_more_than(shape.longest_lock, left);
            n_few += usize::from(is_few);
        }
        let mut fallen = Vec::new();
        for &unit in &few[..n_few] {
            let left = self.units[usize::from(unit)];
            let locks = shape.locks.get(usize::from(unit)).iter();
            for lock in locks.filter(|lock| left & !lock.members == 0) {
                let candidates = shape.locked_out[lock.candidates.clone()].iter();
                fallen.extend(candidates.filter(|&&candidate| self.is_open(shape, candidate)));
            }
        }
        fallen.sort_unstable();
        fallen.dedup();
        fallen
    }

    /// Writes a digit into its cell.
    pub(super) fn write(&mut self, shape: &Shape, candidate: u16) {
        let (cell, _) = shape.units_of.get(usize::from(candidate))[0];
        let is_written = &mut self.written[usize::from(cell)];
        self.n_written += usize::from(!*is_written);
        *is_written = true;
        for &(unit, bit) in shape.units_of.get(usize::from(candidate)) {
            let members = shape.members(usize::from(unit));
            let mut others = self.units[usize::from(unit)] & !bit;
            while others != 0 {
                self.remove(shape, members[others.trailing_zeros() as usize]);
                others &= others - 1;
            }
        }
        for &rival in shape.loose_rivals.get(usize::from(candidate)) {
            self.remove(shape, rival);
        }
    }

    /// Writes every single of one kind at once; returns their number.
    ///
    /// Two singles that clash leave a unit without members, whichever is written first.
    pub(super) fn write_singles(&mut self, shape: &Shape, kind: usize) -> usize {
        if self.singles[kind].is_empty() {
            return 0;
        }
        let singles = std::mem::take(&mut self.singles[kind]);
        let mut n = 0;
        for &unit in &singles {
            let place = self.units[usize::from(unit)].trailing_zeros() as usize;
            let Some(&candidate) = shape.members(usize::from(unit)).get(place) else {
                continue; // Another single of this round took its last member.
            };
            let (cell, _) = shape.units_of.get(usize::from(candidate))[0];
            if !self.written[usize::from(cell)] {
                self.write(shape, candidate);
                n += 1;
            }
        }
        if self.singles[kind].is_empty() {
            self.singles[kind] = singles;
            self.singles[kind].clear();
        }
        n
    }

    /// Writes singles of all kinds until there are none, or something is wrong.
    pub(super) fn write_all_singles(&mut self, shape: &Shape) {
        while !self.is_wrong && (0..KINDS).any(|kind| self.write_singles(shape, kind) > 0) {}
    }
}

/// Whether a set has more than `n` members, for small `n` faster than counting them where the
/// CPU does not count bits.
#[inline]
pub(super) fn has_more_than(n: usize, mut set: u16) -> bool {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set != 0
}

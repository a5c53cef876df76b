//! Every assumption of a position at once: one lane of bits each.
//!
//! Plainly: for each open candidate, copy the position, write the candidate, and then round
//! by round every single there is, until something is wrong. And now the fast way:
//!
//! 1. Turn the table round. For each open candidate keep a row of bits, one for each
//!    assumption: is it still possible there? A step of the plain way on one assumption is
//!    a step on 256 with the same few operations.
//! 2. Solved cells do not take part: rows and units are those that are open.
//! 3. All lanes go round by round together, so the first round in which any lane is wrong
//!    is the depth that was asked for, and nothing beyond it is computed.
//! 4. Units are in the order of their sizes, so that the CPU foresees the ends of loops over
//!    their members, and the loops are compiled for the widest vectors that it has.

use super::position::{Lists, MAX_SIZE, Position, Shape};
use crate::engine::simd;

/// The words of a row; the compiler makes vectors of them.
const WORDS: usize = 4;

/// The number of lanes side by side.
const LANES: usize = WORDS * 64;

/// Bits of [`LANES`] lanes.
type Row = [u64; WORDS];

const NONE: Row = [0; WORDS];
const EVERY: Row = [!0; WORDS];

/// The open candidates of a position, and a lane for each.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    /// The open candidates; the lane with the number `k` assumes the candidate `open[k]`.
    open: Vec<u16>,
    /// For each candidate its number among the open ones, if it is open.
    numbers: Vec<u16>,
    /// For each unit its number, if it is open.
    unit_numbers: Vec<u16>,
    /// How many open units there are of each size, the loose ones aside.
    n_of_size: [usize; MAX_SIZE + 1],
    /// The numbers of the open candidates of each open unit, smaller units first.
    members: Vec<u16>,
    /// The same of the loose units, whose numbers come after those of the others.
    loose: Lists<u16>,
    /// For each open candidate as many of its units as the [stride](Shape::stride) of the shape;
    /// candidates with fewer repeat one.
    units_of: Vec<u16>,
    /// For each open candidate the lanes in which it is possible.
    possible: Vec<Row>,
    /// For each open candidate the lanes in which it is a single of this round.
    singles: Vec<Row>,
    /// For each open unit the lanes in which it has one candidate left.
    unique: Vec<Row>,
    /// For each open unit the lanes in which it has a single of this round.
    hit: Vec<Row>,
}

/// Candidates that fall, and after how many rounds of singles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fallen {
    pub(super) depth: u32,
    pub(super) candidates: Vec<u16>,
}

/// The caller stopped the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl Lanes {
    /// Assumes each open candidate of a position without singles and without candidates that
    /// are [wrong at once](Position::locked_out), and goes on round by round until one falls,
    /// for at most `limit` rounds; every candidate that falls in that round is found. None if
    /// no lane changes any more, or at the limit.
    pub(super) fn look_ahead(
        &mut self,
        shape: &Shape,
        position: &Position,
        limit: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Fallen>, Stopped> {
        let task = LookAhead {
            lanes: self,
            shape,
            position,
            limit,
            should_stop,
        };
        simd::with_lanes("auto", task).expect("auto is always supported")
    }

    #[inline(always)]
    fn run(
        &mut self,
        stride: usize,
        limit: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Fallen>, Stopped> {
        let mut fallen: Option<Fallen> = None;
        for first in (0..self.open.len()).step_by(LANES) {
            let limit = fallen.as_ref().map_or(limit, |fallen| fallen.depth);
            self.assume(first);
            self.write_singles(stride);
            let wrong = self.check();
            debug_assert_eq!(wrong, NONE, "no candidate is wrong at once");
            for depth in 1..=limit {
                self.find_singles(stride);
                let Some(clash) = self.write_singles(stride) else {
                    break;
                };
                let wrong = or(clash, self.check());
                if wrong != NONE {
                    let fallen = fallen.get_or_insert_with(|| Fallen {
                        depth,
                        candidates: Vec::new(),
                    });
                    if depth < fallen.depth {
                        fallen.depth = depth;
                        fallen.candidates.clear();
                    }
                    collect(&self.open[first..], wrong, &mut fallen.candidates);
                    break;
                }
            }
            if should_stop() {
                return Err(Stopped);
            }
        }
        Ok(fallen)
    }

    /// Finds the open candidates and units.
    #[inline(always)]
    fn load(&mut self, shape: &Shape, position: &Position) {
        self.open.clear();
        self.numbers.resize(shape.n_candidates(), 0);
        for cell in 0..shape.n_cells() {
            if is_open(position.left(cell)) {
                for candidate in members(shape, position, cell) {
                    self.numbers[usize::from(candidate)] = self.open.len() as u16;
                    self.open.push(candidate);
                }
            }
        }
        self.n_of_size = [0; MAX_SIZE + 1];
        let open_units = || {
            let units = position.units().iter().enumerate();
            units.filter(|&(_, &left)| is_open(left))
        };
        for (_, left) in open_units() {
            self.n_of_size[left.count_ones() as usize] += 1;
        }
        // Where the next unit of each size goes: its number, and its first member.
        let (mut next, mut n_units, mut n_members) = ([(0, 0); MAX_SIZE + 1], 0, 0);
        for (size, next) in next.iter_mut().enumerate() {
            *next = (n_units, n_members);
            n_units += self.n_of_size[size];
            n_members += self.n_of_size[size] * size;
        }
        self.members.resize(n_members, 0);
        self.unit_numbers.resize(shape.n_units(), 0);
        for (unit, &left) in open_units() {
            let size = left.count_ones() as usize;
            let (number, first) = &mut next[size];
            self.unit_numbers[unit] = *number as u16;
            let numbers = &mut self.members[*first..*first + size];
            for (number, candidate) in numbers.iter_mut().zip(members(shape, position, unit)) {
                *number = self.numbers[usize::from(candidate)];
            }
            *number += 1;
            *first += size;
        }
        self.loose.clear();
        for unit in shape.n_exact()..shape.n_units() {
            self.unit_numbers[unit] = (n_units + self.loose.len()) as u16;
            let members = shape.members(unit).iter();
            let open = members.filter(|&&candidate| position.is_open(shape, candidate));
            self.loose
                .push(open.map(|&candidate| self.numbers[usize::from(candidate)]));
        }
        self.units_of.clear();
        for &candidate in &self.open {
            let units = shape.units_of(candidate).iter();
            self.units_of
                .extend(units.map(|&unit| self.unit_numbers[usize::from(unit)]));
        }
        for rows in [&mut self.possible, &mut self.singles] {
            rows.resize(self.open.len(), NONE);
        }
        for rows in [&mut self.unique, &mut self.hit] {
            rows.resize(n_units + self.loose.len(), NONE);
        }
        // The last candidate of a loose unit need not hold.
        self.unique[n_units..].fill(NONE);
    }

    /// Makes the candidate of each of [`LANES`] lanes a single in its lane, where nothing else
    /// is known; `first` is the number of the first.
    #[inline(always)]
    fn assume(&mut self, first: usize) {
        self.possible.fill(EVERY);
        self.singles.fill(NONE);
        for (lane, single) in self.singles[first..].iter_mut().take(LANES).enumerate() {
            single[lane / 64] = 1 << (lane % 64);
        }
    }

    /// Finds the lanes in which a unit has no candidate left, and the units that have one.
    #[inline(always)]
    fn check(&mut self) -> Row {
        let mut wrong = NONE;
        let (mut members, mut unique) = (&self.members[..], &mut self.unique[..]);
        for (size, &n) in self.n_of_size.iter().enumerate().skip(2) {
            let (these, those) = members.split_at(n * size);
            let (of_these, of_those) = unique.split_at_mut(n);
            (members, unique) = (those, of_those);
            for (members, unique) in these.chunks_exact(size).zip(of_these) {
                let (mut once, mut twice) = (NONE, NONE);
                for &member in members {
                    let row = &self.possible[usize::from(member)];
                    for word in 0..WORDS {
                        twice[word] |= once[word] & row[word];
                        once[word] |= row[word];
                    }
                }
                for word in 0..WORDS {
                    wrong[word] |= !once[word];
                    unique[word] = once[word] & !twice[word];
                }
            }
        }
        wrong
    }

    /// Finds every single of the lanes: what is possible, and alone in a unit.
    #[inline(always)]
    fn find_singles(&mut self, stride: usize) {
        let candidates = self.units_of.chunks_exact(stride);
        for ((units, row), single) in candidates.zip(&self.possible).zip(&mut self.singles) {
            let mut any = NONE;
            for &unit in units {
                any = or(any, self.unique[usize::from(unit)]);
            }
            for word in 0..WORDS {
                single[word] = any[word] & row[word];
            }
        }
    }

    /// Writes every single of the lanes; returns the lanes in which two of them clash, or none
    /// if nothing changes in any lane.
    #[inline(always)]
    fn write_singles(&mut self, stride: usize) -> Option<Row> {
        let mut clash = NONE;
        let singles = &self.singles[..];
        let mut strike = |members: &[u16], hit: &mut Row| {
            let mut any = NONE;
            for &member in members {
                let single = &singles[usize::from(member)];
                for word in 0..WORDS {
                    clash[word] |= any[word] & single[word];
                    any[word] |= single[word];
                }
            }
            *hit = any;
        };
        let (mut members, mut hit) = (&self.members[..], &mut self.hit[..]);
        for (size, &n) in self.n_of_size.iter().enumerate().skip(2) {
            let (these, those) = members.split_at(n * size);
            let (of_these, of_those) = hit.split_at_mut(n);
            (members, hit) = (those, of_those);
            for (members, hit) in these.chunks_exact(size).zip(of_these) {
                strike(members, hit);
            }
        }
        for (members, hit) in self.loose.iter().zip(hit) {
            strike(members, hit);
        }
        let mut changed = clash;
        let candidates = self.units_of.chunks_exact(stride);
        for ((units, single), row) in candidates.zip(singles).zip(&mut self.possible) {
            let mut any = NONE;
            for &unit in units {
                any = or(any, self.hit[usize::from(unit)]);
            }
            for word in 0..WORDS {
                let gone = row[word] & any[word] & !single[word];
                changed[word] |= gone;
                row[word] &= !gone;
            }
        }
        (changed != NONE).then_some(clash)
    }
}

/// The arguments of [`Lanes::look_ahead`].
struct LookAhead<'a> {
    lanes: &'a mut Lanes,
    shape: &'a Shape,
    position: &'a Position,
    limit: u32,
    should_stop: &'a dyn Fn() -> bool,
}

impl simd::Task for LookAhead<'_> {
    type Output = Result<Option<Fallen>, Stopped>;

    #[inline(always)]
    fn run<L: simd::Lanes>(self, vectors: L) -> Self::Output {
        // Inlined into each kind of vectors, where the compiler turns the loops over rows into
        // operations on whole registers.
        vectors.vectorize(|| {
            self.lanes.load(self.shape, self.position);
            match self.shape.stride() {
                // A plain board: the compiler unrolls the loops over the units of a candidate.
                4 => self.lanes.run(4, self.limit, self.should_stop),
                stride => self.lanes.run(stride, self.limit, self.should_stop),
            }
        })
    }
}

/// Whether more than one member of a unit is left.
#[inline(always)]
fn is_open(left: u16) -> bool {
    left & left.wrapping_sub(1) != 0
}

/// The members of a unit that are left.
#[inline(always)]
fn members(shape: &Shape, position: &Position, unit: usize) -> impl Iterator<Item = u16> {
    let (all, mut left) = (shape.members(unit), position.left(unit));
    std::iter::from_fn(move || {
        let place = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        all.get(place).copied()
    })
}

/// The candidates of the lanes in `row`.
fn collect(open: &[u16], row: Row, fallen: &mut Vec<u16>) {
    for (mut word, open) in row.into_iter().zip(open.chunks(64)) {
        while word != 0 {
            // Lanes without a candidate are never wrong: nothing is ever removed in them.
            fallen.push(open[word.trailing_zeros() as usize]);
            word &= word - 1;
        }
    }
}

#[inline(always)]
fn or(mut a: Row, b: Row) -> Row {
    for word in 0..WORDS {
        a[word] |= b[word];
    }
    a
}

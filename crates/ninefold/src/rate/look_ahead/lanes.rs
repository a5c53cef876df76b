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

use super::position::{Lists, Position, Shape};

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
    /// For each unit its number among the open ones, if it is open.
    unit_numbers: Vec<u16>,
    /// The open units, the loose ones last, each with the numbers of its open candidates.
    units: Lists<u16>,
    n_exact: usize,
    /// For each open candidate `stride` of its units; candidates with fewer repeat one.
    units_of: Vec<u16>,
    stride: usize,
    blocks: Vec<Block>,
    /// For each open candidate the lanes in which it is a single of this round.
    singles: Vec<Row>,
    /// For each open unit the lanes in which it has such a single.
    hit: Vec<Row>,
}

/// The state of [`LANES`] lanes.
#[derive(Debug, Default)]
struct Block {
    /// For each open candidate the lanes in which it is possible.
    possible: Vec<Row>,
    /// For each open unit the lanes in which it has one candidate left.
    unique: Vec<Row>,
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
    /// Takes up a position without singles: assumes each open candidate, in its own lane.
    /// Returns those that are wrong at once.
    pub(super) fn start(&mut self, shape: &Shape, position: &Position) -> Vec<u16> {
        self.load(shape, position);
        let n_blocks = self.open.len().div_ceil(LANES);
        self.blocks
            .resize_with(n_blocks.max(self.blocks.len()), Block::default);
        let mut fallen = Vec::new();
        for block in 0..n_blocks {
            self.assume(block);
            let wrong = self.check(block);
            collect(&self.open[block * LANES..], wrong, &mut fallen);
        }
        fallen
    }

    /// Goes on round by round until a candidate falls, for at most `limit` rounds in all;
    /// every candidate that falls in that round is found. None if no lane changes any more,
    /// or at the limit.
    pub(super) fn look_ahead(
        &mut self,
        limit: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Fallen>, Stopped> {
        let mut fallen: Option<Fallen> = None;
        for block in 0..self.open.len().div_ceil(LANES) {
            let limit = fallen.as_ref().map_or(limit, |fallen| fallen.depth);
            for depth in 1..=limit {
                let Some(clash) = self.sweep(block) else {
                    break;
                };
                let wrong = or(clash, self.check(block));
                if wrong != NONE {
                    let fallen = fallen.get_or_insert_with(|| Fallen {
                        depth,
                        candidates: Vec::new(),
                    });
                    if depth < fallen.depth {
                        fallen.depth = depth;
                        fallen.candidates.clear();
                    }
                    collect(&self.open[block * LANES..], wrong, &mut fallen.candidates);
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
        self.units.clear();
        self.unit_numbers.resize(shape.n_units(), 0);
        for unit in 0..shape.n_exact() {
            if is_open(position.left(unit)) {
                self.unit_numbers[unit] = self.units.len() as u16;
                let members = members(shape, position, unit);
                self.units
                    .push(members.map(|candidate| self.numbers[usize::from(candidate)]));
            }
        }
        self.n_exact = self.units.len();
        for unit in shape.n_exact()..shape.n_units() {
            self.unit_numbers[unit] = self.units.len() as u16;
            let members = shape.members(unit).iter();
            let open = members.filter(|&&candidate| position.is_open(shape, candidate));
            self.units
                .push(open.map(|&candidate| self.numbers[usize::from(candidate)]));
        }
        self.units_of.clear();
        for &candidate in &self.open {
            let units = shape.units_of(candidate).iter();
            self.units_of
                .extend(units.map(|&unit| self.unit_numbers[usize::from(unit)]));
        }
        self.stride = shape.stride();
        self.singles.resize(self.open.len(), NONE);
        self.hit.resize(self.units.len(), NONE);
    }

    /// Writes the candidate of each lane of a block.
    fn assume(&mut self, block: usize) {
        let Block { possible, unique } = &mut self.blocks[block];
        unique.clear();
        unique.resize(self.units.len(), NONE);
        possible.clear();
        let first = block * LANES;
        for (members, hit) in self.units.iter().zip(&mut self.hit) {
            *hit = NONE;
            for &member in members {
                let lane = usize::from(member).wrapping_sub(first);
                if lane < LANES {
                    hit[lane / 64] |= 1 << (lane % 64);
                }
            }
        }
        for (number, units) in self.units_of.chunks_exact(self.stride).enumerate() {
            let mut row = EVERY;
            for &unit in units {
                let hit = &self.hit[usize::from(unit)];
                for word in 0..WORDS {
                    row[word] &= !hit[word];
                }
            }
            let lane = number.wrapping_sub(first);
            if lane < LANES {
                row[lane / 64] |= 1 << (lane % 64);
            }
            possible.push(row);
        }
    }

    /// Finds the lanes of a block in which a unit has no candidate left, and the units that
    /// have one.
    fn check(&mut self, block: usize) -> Row {
        let Block { possible, unique } = &mut self.blocks[block];
        let mut wrong = NONE;
        for (unit, unique) in unique[..self.n_exact].iter_mut().enumerate() {
            let (mut once, mut twice) = (NONE, NONE);
            for &member in self.units.get(unit) {
                let row = &possible[usize::from(member)];
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
        wrong
    }

    /// Writes every single of the lanes of a block; returns the lanes in which two of them
    /// clash, or none if nothing changes in any lane.
    fn sweep(&mut self, block: usize) -> Option<Row> {
        match self.stride {
            // A plain board: the compiler unrolls the loops over the units of a candidate.
            4 => self.sweep_by(block, 4),
            stride => self.sweep_by(block, stride),
        }
    }

    #[inline(always)]
    fn sweep_by(&mut self, block: usize, stride: usize) -> Option<Row> {
        let Block { possible, unique } = &mut self.blocks[block];
        let candidates = self.units_of.chunks_exact(stride);
        for ((units, row), single) in candidates.zip(&*possible).zip(&mut self.singles) {
            let mut any = NONE;
            for &unit in units {
                any = or(any, unique[usize::from(unit)]);
            }
            for word in 0..WORDS {
                single[word] = any[word] & row[word];
            }
        }
        let mut clash = NONE;
        for (members, hit) in self.units.iter().zip(&mut self.hit) {
            *hit = NONE;
            for &member in members {
                let single = &self.singles[usize::from(member)];
                for word in 0..WORDS {
                    clash[word] |= hit[word] & single[word];
                    hit[word] |= single[word];
                }
            }
        }
        let mut changed = clash;
        let candidates = self.units_of.chunks_exact(stride);
        for ((units, single), row) in candidates.zip(&self.singles).zip(possible) {
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

/// Whether more than one member of a unit is left.
fn is_open(left: u16) -> bool {
    left & left.wrapping_sub(1) != 0
}

/// The members of a unit that are left.
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

#[inline]
fn or(mut a: Row, b: Row) -> Row {
    for word in 0..WORDS {
        a[word] |= b[word];
    }
    a
}

//! Looks for fish: basic, finned, sashimi, Franken and mutant, of two to seven houses.
//!
//! ```text
//!   name      base            cover
//!   basic     rows            columns          or the other way round
//!   Franken   rows, blocks    columns, blocks  or the other way round
//!   mutant    any             any
//! ```
//!
//! A basic fish without fins is to lines what a hidden subset is to a house, and is
//! found in the same way. All others are found by one search, for each digit:
//!
//! ```text
//!   for each set of base houses, for each set of as many cover houses:
//!     fins = places of the base not covered, and those in two base houses
//!     rub out what the cover holds outside the base, or twice, and sees every fin
//! ```
//!
//! And now the fast way. Suppose a target holds the digit. That clears all it sees, fins
//! included, and uses up a cover house (two, if it is a place of the base itself). What
//! is left of the base must then fit into one cover house less than there are base
//! houses. So with every base house that is added, only those targets are kept for which
//! this is still possible, and a base without a target is given up; few remain. Names
//! and order are those of HoDoKu by Bernhard Hobiger.

use std::cmp::Reverse;
use std::ops::{ControlFlow, RangeInclusive};

use super::pond::{Pond, ones};
use super::subsets::each_union;
use super::{Found, Options, order};
use crate::geometry::{Candidate, Cell, Digit, House, HouseKind};
use crate::logic::position::{Position, bits};
use crate::logic::reason::{Fish, Reason};
use crate::logic::step::Step;
use crate::logic::technique::Technique::{self, *};
use crate::sets::CellSet;

/// Basic fish without fins.
pub(super) fn basic(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if options.siamese {
        return find(position, technique, options, found);
    }
    let n = order(technique);
    let mut few: Vec<(House, u32)> = Vec::with_capacity(position.size());
    for digit in position.geometry().digits() {
        let ways = [
            (position.rows(), position.columns()),
            (position.columns(), position.rows()),
        ];
        for (lines, across) in ways {
            few.clear();
            // A line with one place is a hidden single, which is easier to see.
            let slots = lines
                .iter()
                .map(|&line| (line, position.slots(line, digit)));
            few.extend(slots.filter(|(_, s)| (2..=n as u32).contains(&s.count_ones())));
            if few.len() < n {
                continue;
            }
            each_union(&few, n, &mut |base, slots| {
                let cover: Vec<House> = bits(slots).map(|slot| across[slot]).collect();
                let in_any = |houses: &[House]| {
                    let houses = houses.iter().map(|&house| position.places_in(house, digit));
                    houses.fold(CellSet::EMPTY, |all, places| all | places)
                };
                let gone = in_any(&cover) - in_any(base);
                if gone.is_empty() {
                    return ControlFlow::Continue(());
                }
                let gone = gone.iter().map(|cell| Candidate { cell, digit });
                let reason = Fish {
                    digit,
                    base: base.to_vec(),
                    cover,
                    other_cover: None,
                    fins: Vec::new(),
                    endo_fins: Vec::new(),
                };
                match Step::eliminating(technique, gone, reason.into()) {
                    Some(step) => found(step),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Fish of every other kind.
pub(super) fn find(
    position: &Position,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let (kind, n) = kind(technique);
    if options.siamese {
        let mut all = Vec::new();
        let fins = 0..=options.most_fins;
        _ = each(position, kind.shape, n, fins, options, &mut |step| {
            all.push(step);
            ControlFlow::Continue(())
        });
        let mut all = with_siamese(all);
        all.retain(|step| step.technique == technique);
        all.into_iter().try_for_each(found)
    } else {
        let fins = match kind.finned {
            true => 1..=options.most_fins,
            false => 0..=0,
        };
        each(
            position,
            kind.shape,
            n,
            fins,
            options,
            &mut |step| match step.technique == technique {
                true => found(step),
                false => ControlFlow::Continue(()),
            },
        )
    }
}

/// How many base houses a fish of this name has.
pub(super) fn size(technique: Technique) -> usize {
    kind(technique).1
}

/// Which houses a fish may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// A row of the table of names.
struct Kind {
    shape: Shape,
    finned: bool,
    names: [Technique; 6],
}

/// The names of fish of two to seven houses.
#[rustfmt::skip]
const KINDS: [Kind; 7] = [
    Kind { shape: Shape::Basic, finned: false, names: [XWing, Swordfish, Jellyfish, Squirmbag, Whale, Leviathan] },
    Kind { shape: Shape::Basic, finned: true, names: [FinnedXWing, FinnedSwordfish, FinnedJellyfish, FinnedSquirmbag, FinnedWhale, FinnedLeviathan] },
    Kind { shape: Shape::Basic, finned: true, names: [SashimiXWing, SashimiSwordfish, SashimiJellyfish, SashimiSquirmbag, SashimiWhale, SashimiLeviathan] },
    Kind { shape: Shape::Franken, finned: false, names: [FrankenXWing, FrankenSwordfish, FrankenJellyfish, FrankenSquirmbag, FrankenWhale, FrankenLeviathan] },
    Kind { shape: Shape::Franken, finned: true, names: [FinnedFrankenXWing, FinnedFrankenSwordfish, FinnedFrankenJellyfish, FinnedFrankenSquirmbag, FinnedFrankenWhale, FinnedFrankenLeviathan] },
    Kind { shape: Shape::Mutant, finned: false, names: [MutantXWing, MutantSwordfish, MutantJellyfish, MutantSquirmbag, MutantWhale, MutantLeviathan] },
    Kind { shape: Shape::Mutant, finned: true, names: [FinnedMutantXWing, FinnedMutantSwordfish, FinnedMutantJellyfish, FinnedMutantSquirmbag, FinnedMutantWhale, FinnedMutantLeviathan] },
];

/// The row of the table and the size that a name stands for.
fn kind(technique: Technique) -> (&'static Kind, usize) {
    let place = |kind: &'static Kind| {
        let k = kind.names.iter().position(|&name| name == technique)?;
        Some((kind, k + 2))
    };
    let mut places = KINDS.iter().filter_map(place);
    places
        .next()
        .unwrap_or_else(|| unreachable!("{technique} is no fish"))
}

/// Each two fish of one kind on the same base, with different eliminations, also as
/// one; those that rub out most come first, then the simplest.
fn with_siamese(mut all: Vec<Step>) -> Vec<Step> {
    let category = |step: &Step| {
        let (kind, n) = kind(step.technique);
        (kind.shape as usize, kind.finned, n)
    };
    let mut both = Vec::new();
    for (k, one) in all.iter().enumerate() {
        for other in &all[k + 1..] {
            let (Reason::Fish(a), Reason::Fish(b)) = (&one.reason, &other.reason) else {
                continue;
            };
            if a.digit != b.digit
                || a.base != b.base
                || category(one) != category(other)
                || one.eliminations[0] == other.eliminations[0]
            {
                continue;
            }
            let reason = Fish {
                other_cover: Some(b.cover.clone()),
                fins: joined(&a.fins, &b.fins),
                endo_fins: joined(&a.endo_fins, &b.endo_fins),
                ..a.clone()
            };
            let gone = one.eliminations.iter().chain(&other.eliminations).copied();
            both.extend(Step::eliminating(one.technique, gone, reason.into()));
        }
    }
    all.extend(both);
    all.sort_by_key(|step| (Reverse(step.eliminations.len()), category(step)));
    all
}

fn joined(one: &[Cell], other: &[Cell]) -> Vec<Cell> {
    let new = other.iter().filter(|cell| !one.contains(cell));
    one.iter().chain(new).copied().collect()
}

/// Every fish of `n` houses, up to this shape, with so many fins.
fn each(
    position: &Position,
    shape: Shape,
    n: usize,
    fins: RangeInclusive<usize>,
    options: &Options,
    tell: &mut Found<'_>,
) -> ControlFlow<()> {
    let (rows, columns, blocks) = (position.rows(), position.columns(), position.blocks());
    let boxed = |lines: &[House]| [lines, blocks].concat();
    let ways = match shape {
        Shape::Basic => vec![
            (rows.to_vec(), columns.to_vec()),
            (columns.to_vec(), rows.to_vec()),
        ],
        Shape::Franken => vec![(boxed(rows), boxed(columns)), (boxed(columns), boxed(rows))],
        Shape::Mutant => {
            let all: Vec<House> = position.geometry().houses().collect();
            vec![(all.clone(), all)]
        }
    };
    let shadows = Shadows::new(position);
    for digit in position.geometry().digits() {
        let mut pond = None;
        for (way, (bases, covers)) in ways.iter().enumerate() {
            if shape == Shape::Basic && !shadows.may_catch(position, digit, way, n) {
                continue;
            }
            let pond = pond.get_or_insert_with(|| Pond::new(position, digit));
            let Some(pond) = pond else {
                break;
            };
            let fits_base = |&house: &House| {
                let count = pond.houses[house.index()].count_ones() as usize;
                let most = if *fins.end() == 0 { n } else { usize::MAX };
                position.geometry().is_exact(house) && (1..=most).contains(&count)
            };
            let mut is_cover = vec![false; pond.houses.len()];
            for house in covers {
                is_cover[house.index()] = true;
            }
            let mut search = Search {
                position,
                pond,
                n,
                fins: fins.clone(),
                // A place in two lines of a kind there is none.
                most_endo_fins: match *fins.end() {
                    0 => 0,
                    _ => options.most_endo_fins,
                },
                bases: bases.iter().copied().filter(fits_base).collect(),
                covers,
                is_cover,
                base: Vec::with_capacity(n),
                cover: Vec::with_capacity(n),
                near: Vec::new(),
                later: Vec::new(),
                tell,
            };
            search.add_base(0, Caught::default(), pond.all)?;
        }
    }
    ControlFlow::Continue(())
}

/// The search on one digit, one way round.
struct Search<'s, 'f> {
    position: &'s Position,
    pond: &'s Pond,
    n: usize,
    fins: RangeInclusive<usize>,
    most_endo_fins: usize,
    bases: Vec<House>,
    covers: &'s [House],
    /// Which houses may cover now: a base house may not.
    is_cover: Vec<bool>,
    base: Vec<House>,
    cover: Vec<House>,
    /// The cover houses that meet the base, and what all from one on hold.
    near: Vec<House>,
    later: Vec<u128>,
    tell: &'s mut Found<'f>,
}

/// The places of a base and a cover so far.
#[derive(Clone, Copy, Default)]
struct Caught {
    base: u128,
    endo: u128,
    covered: u128,
    twice: u128,
}

impl Search<'_, '_> {
    /// Adds base houses from the `from`th on until there are enough.
    fn add_base(&mut self, from: usize, caught: Caught, targets: u128) -> ControlFlow<()> {
        if self.base.len() == self.n {
            return self.lay_covers(caught, targets);
        }
        for k in from..self.bases.len() {
            let house = self.bases[k];
            let places = self.pond.houses[house.index()];
            let caught = Caught {
                base: caught.base | places,
                endo: caught.endo | caught.base & places,
                ..caught
            };
            if caught.endo.count_ones() as usize > self.most_endo_fins {
                continue;
            }
            let could_cover = std::mem::replace(&mut self.is_cover[house.index()], false);
            let targets = self.possible(caught, targets);
            let is_hopeful = *self.fins.end() > 0 || self.fits(caught.base, self.n);
            if targets != 0 && is_hopeful {
                self.base.push(house);
                self.add_base(k + 1, caught, targets)?;
                self.base.pop();
            }
            self.is_cover[house.index()] = could_cover;
        }
        ControlFlow::Continue(())
    }

    /// Those of the targets that may still be caught.
    fn possible(&self, caught: Caught, targets: u128) -> u128 {
        let may_go = |&k: &usize| {
            let itself = 1 << k;
            let used = if caught.base & itself == 0 { 1 } else { 2 };
            let left = caught.base & !self.pond.seen[k] & !itself;
            caught.endo & !self.pond.seen[k] == 0
                && used <= self.n
                && self.fits(left, self.n - used)
        };
        ones(targets).filter(may_go).fold(0, |all, k| all | 1 << k)
    }

    /// Whether `n` cover houses can hold these places.
    fn fits(&self, places: u128, n: usize) -> bool {
        if places == 0 {
            return true;
        }
        if n == 0 {
            return false;
        }
        let first = self.pond.cells[places.trailing_zeros() as usize];
        let through = self.position.geometry().houses_of(first).iter();
        let mut through = through.map(|house| house.index());
        through.any(|house| {
            self.is_cover[house] && self.fits(places & !self.pond.houses[house], n - 1)
        })
    }

    /// Tries every cover of the base.
    fn lay_covers(&mut self, caught: Caught, targets: u128) -> ControlFlow<()> {
        let (pond, is_cover) = (self.pond, &self.is_cover);
        let meets = |house: &&House| {
            is_cover[house.index()] && pond.houses[house.index()] & caught.base != 0
        };
        self.near.clear();
        self.near.extend(self.covers.iter().filter(meets));
        self.later.clear();
        self.later.resize(self.near.len() + 1, 0);
        for (k, house) in self.near.iter().enumerate().rev() {
            self.later[k] = self.later[k + 1] | pond.houses[house.index()];
        }
        self.add_cover(0, caught, targets)
    }

    /// Adds cover houses from the `from`th on until there are enough.
    fn add_cover(&mut self, from: usize, caught: Caught, targets: u128) -> ControlFlow<()> {
        let missing = self.n - self.cover.len();
        if missing == 0 {
            return self.pull_in(caught);
        }
        for k in from..(self.near.len() + 1).saturating_sub(missing) {
            // What is not covered and will not be is a fin.
            let fins = caught.base & !caught.covered & !self.later[k] | caught.endo;
            if fins.count_ones() as usize > *self.fins.end()
                || self.pond.seen_by_all(fins) & targets == 0
            {
                break;
            }
            let house = self.near[k];
            let places = self.pond.houses[house.index()];
            self.cover.push(house);
            let caught = Caught {
                covered: caught.covered | places,
                twice: caught.twice | caught.covered & places,
                ..caught
            };
            self.add_cover(k + 1, caught, targets)?;
            self.cover.pop();
        }
        ControlFlow::Continue(())
    }

    /// Tells of the fish if there is something in the net.
    fn pull_in(&mut self, caught: Caught) -> ControlFlow<()> {
        let Caught {
            base,
            endo,
            covered,
            twice,
        } = caught;
        let pond = self.pond;
        let outside = base & !covered;
        let fins = outside | endo;
        let n_fins = fins.count_ones() as usize;
        let seen = pond.seen_by_all(fins);
        let gone = [covered & !base & seen, twice & seen];
        if !self.fins.contains(&n_fins) || gone == [0, 0] {
            return ControlFlow::Continue(());
        }
        let reason = Fish {
            digit: pond.digit,
            base: self.base.clone(),
            cover: self.cover.clone(),
            other_cover: None,
            fins: pond.cells(outside & !endo).collect(),
            endo_fins: pond.cells(endo).collect(),
        };
        let digit = pond.digit;
        let gone = gone.into_iter().flat_map(|gone| pond.cells(gone));
        let gone = gone.map(|cell| Candidate { cell, digit });
        match Step::eliminating(self.name(fins), gone, reason.into()) {
            Some(step) => (self.tell)(step),
            None => ControlFlow::Continue(()),
        }
    }

    /// What the fish is called, by the houses that it really uses.
    fn name(&self, fins: u128) -> Technique {
        let geometry = self.position.geometry();
        let uses = |houses: &[House]| {
            let kinds = houses.iter().map(|&house| match geometry.kind(house) {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                _ => 4,
            });
            kinds.fold(0, |all, kind| all | kind)
        };
        let shape = match (uses(&self.base), uses(&self.cover)) {
            (1, 2) | (2, 1) => Shape::Basic,
            (base, cover) if base & cover & 3 == 0 && base & 3 != 3 && cover & 3 != 3 => {
                Shape::Franken
            }
            _ => Shape::Mutant,
        };
        let is_short = |house: &House| {
            let left = self.pond.houses[house.index()] & !fins;
            left.count_ones() <= 1
        };
        let is_sashimi = shape == Shape::Basic && self.base.iter().any(is_short);
        let mut kinds = KINDS.iter().filter(|kind| kind.shape == shape);
        let kind = match is_sashimi {
            true => kinds.nth(2),
            false => kinds.find(|kind| kind.finned == (fins != 0)),
        };
        kind.expect("every shape is in the table").names[self.n - 2]
    }
}

/// For each block and each line how the block lies across the line: what a target in
/// the block sees there. A quick look at a digit with these tells whether a basic fish
/// with fins can be there at all.
struct Shadows {
    size: usize,
    /// By block, then by row: slots in the row.
    in_rows: Vec<u32>,
    /// By block, then by column: slots in the column.
    in_columns: Vec<u32>,
}

impl Shadows {
    fn new(position: &Position) -> Shadows {
        let (geometry, size) = (position.geometry(), position.size());
        let mut shadows = Shadows {
            size,
            in_rows: vec![0; position.blocks().len() * size],
            in_columns: vec![0; position.blocks().len() * size],
        };
        for (k, &block) in position.blocks().iter().enumerate() {
            for &cell in geometry.cells_of(block) {
                let (row, column) = (geometry.row(cell) - 1, geometry.column(cell) - 1);
                shadows.in_rows[k * size + row] |= 1 << column;
                shadows.in_columns[k * size + column] |= 1 << row;
            }
        }
        shadows
    }

    /// Whether some target leaves of `n` lines no more than `n - 1` cross lines.
    fn may_catch(&self, position: &Position, digit: Digit, way: usize, n: usize) -> bool {
        let geometry = position.geometry();
        let (lines, shadows) = match way {
            0 => (position.rows(), &self.in_rows),
            _ => (position.columns(), &self.in_columns),
        };
        let mut left = [0; Position::MAX_SIZE];
        position.places(digit).iter().any(|target| {
            let (row, column) = (geometry.row(target) - 1, geometry.column(target) - 1);
            let (own, across) = if way == 0 {
                (row, column)
            } else {
                (column, row)
            };
            let mut n_left = 0;
            for (k, &line) in lines.iter().enumerate() {
                let slots = position.slots(line, digit);
                if k == own || slots == 0 {
                    continue;
                }
                // Rows and columns come before all blocks.
                let blocks = geometry.houses_of(target).iter().skip(2);
                let shadow = blocks.fold(1 << across, |shadow, block| {
                    shadow | shadows[(block.index() - 2 * self.size) * self.size + k]
                });
                if (slots & !shadow).count_ones() < n as u32 {
                    left[n_left] = slots & !shadow;
                    n_left += 1;
                }
            }
            joins(&left[..n_left], n, 0, n as u32 - 1)
        })
    }
}

/// Whether `n` of the sets have at most `most` members between them.
fn joins(sets: &[u32], n: usize, union: u32, most: u32) -> bool {
    if n == 0 {
        return true;
    }
    let mut sets = sets;
    while sets.len() >= n {
        let joined = union | sets[0];
        sets = &sets[1..];
        if joined.count_ones() <= most && joins(sets, n - 1, joined, most) {
            return true;
        }
    }
    false
}

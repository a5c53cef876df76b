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
//! On boards larger than 9×9 a search ends after [a number of houses](search), so that of very
//! large fish only the first are found; with fins, through boxes or mutant they are not looked
//! for where a digit has more than 128 places. Names and order are those of HoDoKu by
//! Bernhard Hobiger.

mod kraken;
mod search;
mod shadows;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use super::pond::Pond;
use super::subsets::each_union;
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, House};
use crate::logic::reason::{Fish, Reason};
use crate::logic::sight::{Sight, Slots, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique::{self, *};
use crate::sets::CellSet;
use crate::sort;
use search::FishSearch;
use shadows::Shadows;

pub(super) use kraken::find as kraken;

/// Basic fish without fins.
pub(super) fn basic<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if options.siamese {
        return find(sight, technique, options, found);
    }
    let (_, n) = kind(technique);
    let mut few: Vec<(House, Slots)> = Vec::with_capacity(sight.size());
    for digit in sight.geometry().digits() {
        let ways = [
            (sight.rows(), sight.columns()),
            (sight.columns(), sight.rows()),
        ];
        sight.poll()?;
        for (lines, across) in ways {
            few.clear();
            // A line with one place is a hidden single, which is easier to see.
            let lines = lines.iter().copied();
            let lines = lines.filter(|&line| (2..=n).contains(&sight.count(line, digit)));
            few.extend(lines.map(|line| (line, sight.slots(line, digit))));
            if few.len() < n {
                continue;
            }
            each_union(&few, n, &mut |base, slots| {
                let cover: Vec<House> = ones(slots).map(|slot| across[slot]).collect();
                let in_any = |houses: &[House]| {
                    let houses = houses.iter().map(|&house| sight.places_in(house, digit));
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
                match Deduction::eliminating(technique, gone, reason.into()) {
                    Some(step) => found(step),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Fish of every other kind.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let (kind, n) = kind(technique);
    if options.siamese {
        let mut all = Vec::new();
        let fins = 0..=options.most_fins;
        each(sight, kind.shape, n, fins, options, &mut |step| {
            if category(step.technique) == category(technique) {
                all.push(step);
            }
            ControlFlow::Continue(())
        })?;
        add_siamese(sight, &mut all)?;
        all.retain(|step| step.technique == technique);
        all.into_iter().try_for_each(found)
    } else {
        let fins = if kind.finned {
            1..=options.most_fins
        } else {
            0..=0
        };
        each(sight, kind.shape, n, fins, options, &mut |step| {
            if step.technique == technique {
                found(step)
            } else {
                ControlFlow::Continue(())
            }
        })
    }
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

/// Adds each two fish on the same base, with different eliminations, as one; those that rub
/// out most come first. All fish are of one category.
fn add_siamese<const W: usize>(sight: &Sight<W>, all: &mut Vec<Deduction>) -> ControlFlow<()> {
    // There may be a million fish, but few on one base.
    let mut on_base: BTreeMap<_, Vec<(usize, &Fish)>> = BTreeMap::new();
    for (k, step) in all.iter().enumerate() {
        if let Reason::Fish(fish) = &step.reason {
            let base = (fish.digit, &fish.base);
            on_base.entry(base).or_default().push((k, fish));
        }
    }
    let mut both = Vec::new();
    for fish in on_base.values() {
        sight.poll()?;
        for (k, &(one, a)) in fish.iter().enumerate() {
            for &(other, b) in &fish[k + 1..] {
                let (first, second) = (&all[one], &all[other]);
                if first.eliminations[0] == second.eliminations[0] {
                    continue;
                }
                let reason = Fish {
                    other_cover: Some(b.cover.clone()),
                    fins: joined(&a.fins, &b.fins),
                    endo_fins: joined(&a.endo_fins, &b.endo_fins),
                    ..a.clone()
                };
                let gone = first.eliminations.iter().chain(&second.eliminations);
                let step = Deduction::eliminating(first.technique, gone.copied(), reason.into());
                both.extend(step.map(|step| ((one, other), step)));
            }
        }
    }
    // In the order in which the fish were found.
    sort::by_key(&mut both, |&(pair, _)| pair);
    all.extend(both.into_iter().map(|(_, step)| step));
    sort::by_key(all, |step| Reverse(step.eliminations.len()));
    ControlFlow::Continue(())
}

/// How simple a fish of this name is: by its shape, then whether it has fins, then by
/// its size.
fn category(technique: Technique) -> (usize, bool, usize) {
    let (kind, n) = kind(technique);
    (kind.shape as usize, kind.finned, n)
}

fn joined(one: &[Cell], other: &[Cell]) -> Vec<Cell> {
    let new = other.iter().filter(|cell| !one.contains(cell));
    one.iter().chain(new).copied().collect()
}

/// Every fish of `n` houses, up to this shape, with the fins allowed.
fn each<const W: usize>(
    sight: &Sight<W>,
    shape: Shape,
    n: usize,
    fins: RangeInclusive<usize>,
    options: &Options,
    report: &mut Found<'_>,
) -> ControlFlow<()> {
    let ways = ways(sight, shape);
    let shadows = Shadows::new(sight);
    for digit in sight.geometry().digits() {
        sight.poll()?;
        if !Pond::has_room(sight, digit) {
            continue;
        }
        let mut pond = None;
        for (way, (bases, covers)) in ways.iter().enumerate() {
            if shape == Shape::Basic && !shadows.may_catch(sight, digit, way, n) {
                continue;
            }
            let pond = pond.get_or_insert_with(|| Pond::new(sight, digit));
            let Some(pond) = pond else {
                break;
            };
            let most_endo_fins = options.most_endo_fins;
            FishSearch::new(sight, pond, n, fins.clone(), bases, covers, report)
                .run(most_endo_fins)?;
        }
    }
    ControlFlow::Continue(())
}

/// Which houses can be the base and which the cover, both ways round.
fn ways<const W: usize>(sight: &Sight<W>, shape: Shape) -> Vec<(Vec<House>, Vec<House>)> {
    let (rows, columns, blocks) = (sight.rows(), sight.columns(), sight.blocks());
    let boxed = |lines: &[House]| [lines, blocks].concat();
    match shape {
        Shape::Basic => vec![
            (rows.to_vec(), columns.to_vec()),
            (columns.to_vec(), rows.to_vec()),
        ],
        Shape::Franken => vec![(boxed(rows), boxed(columns)), (boxed(columns), boxed(rows))],
        Shape::Mutant => {
            let all: Vec<House> = sight.geometry().houses().collect();
            vec![(all.clone(), all)]
        }
    }
}

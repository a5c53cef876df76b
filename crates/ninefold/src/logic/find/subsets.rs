//! Looks for subsets: pairs, triples and quadruples, naked, hidden and locked.
//!
//! A naked pair or triple in one box and one line that rubs out marks in both is
//! called locked, after HoDoKu; it is looked for before the others, because a player
//! sees it together with locked candidates.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House, MAX_SIZE};
use crate::logic::reason::Subset;
use crate::logic::sight::{Sight, Slots};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique::{self, *};
use crate::sets::{DigitSet, n_ones};

/// Locked pairs and triples.
pub(super) fn locked<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for &house in sight.blocks() {
        sight.poll()?;
        naked_in(
            sight,
            house,
            size(technique),
            &mut |cells, digits| match naked_step(sight, technique, cells, digits) {
                Some((step, true)) => found(step),
                _ => ControlFlow::Continue(()),
            },
        )?;
    }
    ControlFlow::Continue(())
}

/// Naked pairs, triples and quadruples that are not locked.
pub(super) fn naked<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for house in sight.blocks_first() {
        sight.poll()?;
        naked_in(
            sight,
            house,
            size(technique),
            &mut |cells, digits| match naked_step(sight, technique, cells, digits) {
                Some((step, locked)) if !locked || cells.len() > 3 => found(step),
                _ => ControlFlow::Continue(()),
            },
        )?;
    }
    ControlFlow::Continue(())
}

/// Hidden pairs, triples and quadruples.
pub(super) fn hidden<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let n = size(technique);
    let geometry = sight.geometry();
    for house in sight
        .blocks_first()
        .filter(|&house| geometry.is_exact(house))
    {
        sight.poll()?;
        if (*sight.cells_of(house) & *sight.empty()).len() <= n {
            continue;
        }
        let digits = geometry.digits();
        let few: ArrayVec<(Digit, Slots), MAX_SIZE> = digits
            .filter(|&digit| (1..=n).contains(&sight.count(house, digit)))
            .map(|digit| (digit, sight.slots(house, digit)))
            .collect();
        each_union(&few, n, &mut |chosen, slots| {
            let digits: DigitSet = chosen.iter().copied().collect();
            let mut cells = sight.cells_at(house, slots);
            if cells.all(|cell| (sight.candidates(cell) - digits).is_empty()) {
                return ControlFlow::Continue(());
            }
            let cells: Vec<Cell> = sight.cells_at(house, slots).collect();
            let gone = cells.iter().flat_map(|&cell| {
                let others = (sight.candidates(cell) - digits).iter();
                others.map(move |digit| Candidate { cell, digit })
            });
            let reason = Subset {
                cells: cells.clone(),
                digits,
                houses: vec![house],
                hidden: true,
            };
            match Deduction::eliminating(technique, gone, reason.into()) {
                Some(step) => found(step),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// How many cells and digits a subset of this name has.
fn size(technique: Technique) -> usize {
    match technique {
        LockedPair | NakedPair | HiddenPair => 2,
        LockedTriple | NakedTriple | HiddenTriple => 3,
        NakedQuadruple | HiddenQuadruple => 4,
        _ => unreachable!("{technique} is no subset"),
    }
}

/// Every set of `n` cells of the house with `n` digits between them, in order.
fn naked_in<const W: usize>(
    sight: &Sight<W>,
    house: House,
    n: usize,
    visit: &mut dyn FnMut(&[Cell], DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let cells = sight.geometry().cells_of(house).iter().copied();
    let few: ArrayVec<(Cell, u128), MAX_SIZE> = cells
        .map(|cell| (cell, sight.candidates(cell).bits()))
        .filter(|(_, digits)| (1..=n).contains(&n_ones(*digits)))
        .collect();
    each_union(&few, n, &mut |cells, digits| {
        visit(cells, DigitSet::from_bits(digits))
    })
}

/// The step that a naked subset makes, and whether the subset is locked: it rubs out
/// marks in the box and in the line outside the box.
fn naked_step<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    cells: &[Cell],
    digits: DigitSet,
) -> Option<(Deduction, bool)> {
    // Most subsets have been used before.
    let seen = sight.common_peers(cells.iter().copied());
    if digits
        .iter()
        .all(|digit| (seen & *sight.places(digit)).is_empty())
    {
        return None;
    }
    let houses = sight.common_houses(cells);
    let gone_in = |house: House| {
        let others = sight.geometry().cells_of(house).iter().copied();
        let others = others.filter(|cell| !cells.contains(cell));
        others.flat_map(|cell| {
            let shared = (sight.candidates(cell) & digits).iter();
            shared.map(move |digit| Candidate { cell, digit })
        })
    };
    let is_block = |house: &House| sight.blocks().contains(house);
    let block = houses.iter().copied().find(is_block);
    let line = houses.iter().copied().find(|house| !is_block(house));
    let is_locked = block.zip(line).is_some_and(|(block, line)| {
        let in_block = sight.cells_of(block);
        gone_in(block).next().is_some() && gone_in(line).any(|c| !in_block.contains(c.cell))
    });
    let gone: Vec<Candidate> = houses.iter().flat_map(|&house| gone_in(house)).collect();
    let reason = Subset {
        cells: cells.to_vec(),
        digits,
        houses,
        hidden: false,
    };
    Some((
        Deduction::eliminating(technique, gone, reason.into())?,
        is_locked,
    ))
}

/// Every choice of `n` items, in order, whose bits together are `n` in number.
pub(super) fn each_union<T: Copy>(
    items: &[(T, u128)],
    n: usize,
    visit: &mut dyn FnMut(&[T], u128) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn grow<T: Copy>(
        items: &[(T, u128)],
        n: usize,
        chosen: &mut Vec<T>,
        union: u128,
        visit: &mut dyn FnMut(&[T], u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // As many items must be left as are missing.
        let missing = n - chosen.len();
        let last = (items.len() + 1).saturating_sub(missing);
        for (k, &(item, bits)) in items[..last].iter().enumerate() {
            let union = union | bits;
            let count = n_ones(union);
            if count > n {
                continue;
            }
            chosen.push(item);
            if missing > 1 {
                grow(&items[k + 1..], n, chosen, union, visit)?;
            } else if count == n {
                visit(chosen, union)?;
            }
            chosen.pop();
        }
        ControlFlow::Continue(())
    }
    grow(items, n, &mut Vec::with_capacity(n), 0, visit)
}

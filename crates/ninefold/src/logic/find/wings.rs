//! Looks for wings: XY-Wing, XYZ-Wing, W-Wing, and the larger bent sets.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Found, Options, marked};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::reason::{BentSet, WWing};
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// Three cells with two candidates each: the pivot sees the other two.
pub(super) fn xy<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let cells: Vec<(Cell, DigitSet)> = marked(sight, sight.bivalue());
    for (i, &(first, one)) in cells.iter().enumerate() {
        sight.poll()?;
        for (j, &(second, two)) in cells.iter().enumerate().skip(i + 1) {
            if (one & two).len() != 1 {
                continue;
            }
            let rest = (one | two) - (one & two);
            for &(third, _) in cells[j + 1..].iter().filter(|(_, three)| *three == rest) {
                let trio = [first, second, third];
                for pivot in trio {
                    let wings: Vec<Cell> = trio.into_iter().filter(|&c| c != pivot).collect();
                    if wings.iter().all(|&wing| sight.sees(pivot, wing)) {
                        let digit = (one | two) - sight.candidates(pivot);
                        let digit = digit.first().expect("three digits, less two");
                        report(sight, technique, &trio, digit, found)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A pivot with three candidates that sees two cells with two of them each.
pub(super) fn xyz<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for pivot in (*sight.empty() - *sight.bivalue()).iter() {
        sight.poll()?;
        let digits = sight.candidates(pivot);
        if digits.len() != 3 {
            continue;
        }
        let mut wings = marked(sight, &(*sight.bivalue() & *sight.peers(pivot)));
        wings.retain(|(_, pair)| (*pair - digits).is_empty());
        for (k, &(one, pair)) in wings.iter().enumerate() {
            for &(other, second) in wings[k + 1..].iter().filter(|(_, second)| *second != pair) {
                let digit = (pair & second).first().expect("two pairs of three digits");
                report(sight, technique, &[pivot, one, other], digit, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two cells with the same two candidates, and a strong link between them.
pub(super) fn w<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let cells = marked(sight, sight.bivalue());
    for (i, &(one, pair)) in cells.iter().enumerate() {
        sight.poll()?;
        for &(other, _) in cells[i + 1..].iter().filter(|(_, second)| *second == pair) {
            let seen = *sight.peers(one) & *sight.peers(other);
            for digit in pair.iter() {
                let gone = seen & *sight.places(digit);
                let others = pair - DigitSet::only(digit);
                let Some(link) = others.first().filter(|_| !gone.is_empty()) else {
                    continue;
                };
                for house in sight.geometry().houses() {
                    let Some(bridge) = bridge(sight, house, link, one, other) else {
                        continue;
                    };
                    let reason = WWing {
                        ends: [one, other],
                        digit,
                        link,
                        house,
                        bridge,
                    };
                    let gone = gone.iter().map(|cell| Candidate { cell, digit });
                    if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
                        found(step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The two places for `link` in the house, if the first cell sees one and the second
/// sees the other; a place that both see is taken for the first cell.
fn bridge<const W: usize>(
    sight: &Sight<W>,
    house: House,
    link: Digit,
    one: Cell,
    other: Cell,
) -> Option<[Cell; 2]> {
    let (first, second) = sight.conjugates(house, link)?;
    if [first, second]
        .iter()
        .any(|&place| place == one || place == other)
    {
        return None;
    }
    let sees = |end: Cell, place: Cell| sight.sees(end, place);
    match (sees(one, first), sees(one, second)) {
        (true, false) if sees(other, second) => Some([first, second]),
        (false, true) if sees(other, first) => Some([second, first]),
        _ => None,
    }
}

/// Bent sets of four and more cells, in two houses that cross.
pub(super) fn bent<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let n = size(technique);
    let houses: Vec<House> = sight.blocks_first().collect();
    let mut reported: BTreeSet<Vec<Cell>> = BTreeSet::new();
    for (k, &house) in houses.iter().enumerate() {
        for &other in &houses[k + 1..] {
            let (one, two) = (*sight.cells_of(house), *sight.cells_of(other));
            if (one & two).is_empty() {
                continue;
            }
            sight.poll()?;
            let mut cells = marked(sight, &((one | two) & *sight.empty()));
            cells.retain(|(_, digits)| (2..=n).contains(&digits.len()));
            let mut bend = Bend {
                sight,
                n,
                chosen: Vec::with_capacity(n),
            };
            bend.grow(
                &cells,
                DigitSet::EMPTY,
                DigitSet::EMPTY,
                &mut |set, digit| {
                    // In reading order, from whichever houses.
                    if reported.insert(set.to_vec()) {
                        report(sight, technique, set, digit, found)
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            )?;
        }
    }
    ControlFlow::Continue(())
}

/// How many cells and digits a bent set of this name has.
fn size(technique: Technique) -> usize {
    match technique {
        Technique::WXYZWing => 4,
        Technique::VWXYZWing => 5,
        Technique::UVWXYZWing => 6,
        _ => unreachable!("{technique} is no bent set"),
    }
}

/// The search for bent sets: cell by cell, as long as there are few enough digits.
struct Bend<'p, const W: usize> {
    sight: &'p Sight<W>,
    n: usize,
    chosen: Vec<Cell>,
}

impl<const W: usize> Bend<'_, W> {
    /// Adds cells until there are `n`; `loose` are the digits that could come twice
    /// in the cells so far, because two that can hold them do not see each other.
    fn grow(
        &mut self,
        cells: &[(Cell, DigitSet)],
        union: DigitSet,
        loose: DigitSet,
        visit: &mut dyn FnMut(&[Cell], Digit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.chosen.len() == self.n {
            return match loose.single() {
                Some(digit) if union.len() == self.n => visit(&self.chosen, digit),
                _ => ControlFlow::Continue(()),
            };
        }
        // As many cells must be left as are missing.
        let missing = self.n - self.chosen.len();
        let last = (cells.len() + 1).saturating_sub(missing);
        for (k, &(cell, digits)) in cells[..last].iter().enumerate() {
            let union = union | digits;
            if union.len() > self.n {
                continue;
            }
            let apart = self.chosen.iter().filter(|&&c| !self.sight.sees(c, cell));
            let shared = self.sight.digits_in(apart.copied()) & digits;
            if (loose | shared).len() <= 1 {
                if self.chosen.len() < 2 {
                    self.sight.poll()?;
                }
                self.chosen.push(cell);
                self.grow(&cells[k + 1..], union, loose | shared, visit)?;
                self.chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// Reports a bent set, if a cell that sees every place of `digit` in it has a mark.
fn report<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    cells: &[Cell],
    digit: Digit,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let places = *sight.places(digit);
    let holders = cells.iter().copied().filter(|&cell| places.contains(cell));
    let gone = sight.common_peers(holders) & places;
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let reason = BentSet {
        cells: cells.to_vec(),
        digits: sight.digits_in(cells.iter().copied()),
        digit,
    };
    let gone = gone.iter().map(|cell| Candidate { cell, digit });
    match Deduction::eliminating(technique, gone, reason.into()) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

//! Looks for colourings of one digit: simple colours and multi colours.
//!
//! Houses with two places for the digit tie cells together; each group of cells that
//! hang together has two colours, the first being that of its first cell.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::check::Fact;
use crate::logic::reason::{Coloring, TwoColors};
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::CellSet;

/// Wraps and traps of one group.
pub(super) fn simple<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for digit in sight.geometry().digits() {
        sight.poll()?;
        for group in groups(sight, digit) {
            for (color, seen) in group.colors.into_iter().zip(group.seen) {
                if !(color & seen).is_empty() {
                    let technique = Technique::SimpleColorsWrap;
                    report(technique, digit, &[&group], [color], found)?;
                }
            }
            let trapped = group.seen[0] & group.seen[1] & *sight.places(digit);
            let technique = Technique::SimpleColorsTrap;
            report(technique, digit, &[&group], [trapped], found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Two groups, one against the other.
pub(super) fn multi<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for digit in sight.geometry().digits() {
        sight.poll()?;
        let groups = groups(sight, digit);
        for (i, one) in groups.iter().enumerate() {
            let others = groups.iter().enumerate().filter(|(j, _)| *j != i);
            for (_, other) in others {
                let pair = [one, other];
                let meets = |x: usize, y: usize| !(one.seen[x] & other.colors[y]).is_empty();
                for x in (0..2).filter(|&x| meets(x, 0) && meets(x, 1)) {
                    report(
                        Technique::MultiColors2,
                        digit,
                        &pair,
                        [one.colors[x]],
                        found,
                    )?;
                }
                // Of two colours that see each other one is wrong, so one of their
                // opposites is right.
                let mut gone = Vec::new();
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if meets(x, y) {
                        gone.push(one.seen[1 - x] & other.seen[1 - y] & *sight.places(digit));
                    }
                }
                report(Technique::MultiColors1, digit, &pair, gone, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells that hang together, in two colours.
struct Group<const W: usize> {
    colors: [CellSet<W>; 2],
    /// The cells that see one of either colour.
    seen: [CellSet<W>; 2],
    houses: Vec<House>,
}

/// All groups of a digit, by their first cells.
fn groups<const W: usize>(sight: &Sight<W>, digit: Digit) -> Vec<Group<W>> {
    let geometry = sight.geometry();
    let mut groups = Vec::new();
    let mut colored = CellSet::<W>::EMPTY;
    for first in sight.places(digit).iter() {
        if colored.contains(first) {
            continue;
        }
        let mut group = Group {
            colors: [CellSet::EMPTY; 2],
            seen: [CellSet::EMPTY; 2],
            houses: Vec::new(),
        };
        let mut waiting: Vec<(Cell, usize)> = vec![(first, 0)];
        while let Some((cell, color)) = waiting.pop() {
            if colored.contains(cell) {
                continue;
            }
            for &house in geometry.houses_of(cell) {
                let Some((one, other)) = sight.conjugates(house, digit) else {
                    continue;
                };
                let partner = if one == cell { other } else { one };
                group.houses.push(house);
                waiting.push((partner, 1 - color));
            }
            if !group.houses.is_empty() {
                colored.insert(cell);
                group.colors[color].insert(cell);
                group.seen[color] |= *sight.peers(cell);
            }
        }
        if !group.houses.is_empty() {
            groups.push(group);
        }
    }
    groups
}

/// Reports the cells that cannot hold the digit.
fn report<const W: usize>(
    technique: Technique,
    digit: Digit,
    groups: &[&Group<W>],
    gone: impl IntoIterator<Item = CellSet<W>>,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let marks = |cells: &CellSet<W>| -> Vec<Candidate> {
        let cells = cells.iter();
        cells.map(|cell| Candidate { cell, digit }).collect()
    };
    let gone: Vec<Candidate> = gone.into_iter().flat_map(|cells| marks(&cells)).collect();
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let group = |group: &&Group<W>| TwoColors {
        colors: [marks(&group.colors[0]), marks(&group.colors[1])],
        ties: group
            .houses
            .iter()
            .map(|&house| Fact::House(house, digit))
            .collect(),
    };
    let reason = Coloring {
        groups: groups.iter().map(group).collect(),
        emptied: None,
    };
    match Deduction::eliminating(technique, gone, reason.into()) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

//! Looks for SK-loops: around every four solved cells where two rows cross two columns.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::reason::SkLoop;
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::CellSet;

/// On larger boards there are too many pairs of lines.
const MOST_DIGITS: usize = 25;

/// SK-loops.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if sight.geometry().boxes().is_none() || sight.size() > MOST_DIGITS {
        return ControlFlow::Continue(());
    }
    let n = sight.size();
    let pairs = || (0..n).flat_map(move |one| (one + 1..n).map(move |two| [one, two]));
    for rows in pairs() {
        sight.poll()?;
        for columns in pairs() {
            let Some((ring, reason)) = ring(sight, rows, columns) else {
                continue;
            };
            let gone = eliminations(sight, &ring, &reason);
            if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
                found(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The arms in the order of the ring, and between each two of them the house they share.
struct Ring<const W: usize> {
    arms: [CellSet<W>; 8],
    houses: [House; 8],
}

/// The ring around the crossings of two rows and two columns, if they are solved and the arms
/// have just as many places as cells.
fn ring<const W: usize>(
    sight: &Sight<W>,
    rows: [usize; 2],
    columns: [usize; 2],
) -> Option<(Ring<W>, SkLoop)> {
    let geometry = sight.geometry();
    // Clockwise: top left, top right, bottom right, bottom left.
    let corners = [(0, 0), (0, 1), (1, 1), (1, 0)];
    let at = |(row, column): (usize, usize)| geometry.cell(rows[row] + 1, columns[column] + 1);
    let crossings = [
        at(corners[0])?,
        at(corners[1])?,
        at(corners[2])?,
        at(corners[3])?,
    ];
    if crossings.iter().any(|&cell| sight.value(cell).is_none()) {
        return None;
    }
    let region = |k: usize| geometry.region_of(crossings[k]);
    let boxes = [region(0)?, region(1)?, region(2)?, region(3)?];
    if boxes.iter().collect::<BTreeSet<_>>().len() < 4 {
        return None;
    }
    let row = |k: usize| sight.rows()[rows[k]];
    let column = |k: usize| sight.columns()[columns[k]];
    let arm =
        |line: House, block: House| *sight.cells_of(line) & *sight.cells_of(block) & *sight.empty();
    // From arm to arm: along the row, round the box, along the column, round the box …
    let arms = [
        arm(row(0), boxes[0]),
        arm(row(0), boxes[1]),
        arm(column(1), boxes[1]),
        arm(column(1), boxes[2]),
        arm(row(1), boxes[2]),
        arm(row(1), boxes[3]),
        arm(column(0), boxes[3]),
        arm(column(0), boxes[0]),
    ];
    let houses = [
        row(0),
        boxes[1],
        column(1),
        boxes[2],
        row(1),
        boxes[3],
        column(0),
        boxes[0],
    ];
    if arms.iter().any(CellSet::is_empty) {
        return None;
    }
    let ring = Ring { arms, houses };
    let cells = arms.iter().fold(CellSet::EMPTY, |all, arm| all | *arm);
    let covers = ring.covers(sight, cells.len())?;
    let reason = SkLoop {
        lines: [row(0), row(1), column(0), column(1)],
        crossings,
        cells: cells.iter().collect(),
        covers,
    };
    Some((ring, reason))
}

impl<const W: usize> Ring<W> {
    /// Every way to choose places that cover the digits of the arms, if these are as many as the
    /// cells: as many lists as the digit with the most ways has.
    fn covers(&self, sight: &Sight<W>, n_cells: usize) -> Option<Vec<Vec<(House, Digit)>>> {
        let mut ways = Vec::new();
        let mut n_places = 0;
        for digit in sight.geometry().digits() {
            let holds = |k: &usize| !(self.arms[*k] & *sight.places(digit)).is_empty();
            let arms: u128 = (0..8).filter(holds).map(|k| 1 << k).sum();
            let least = least_covers(arms);
            n_places += least[0].count_ones() as usize;
            if n_places > n_cells {
                return None;
            }
            ways.push((digit, least));
        }
        if n_places != n_cells {
            return None;
        }
        let most = ways.iter().map(|(_, least)| least.len()).max()?;
        let list = |k: usize| {
            let chosen = ways.iter().flat_map(move |(digit, least)| {
                let houses = least[k.min(least.len() - 1)];
                ones(houses).map(move |house| (self.houses[house], *digit))
            });
            chosen.collect()
        };
        Some((0..most).map(list).collect())
    }
}

/// The smallest sets of houses of a ring that reach these arms. House `k` joins the arms `k` and
/// `k + 1`.
fn least_covers(arms: u128) -> Vec<u128> {
    let reaches = |houses: u128| {
        let next = (houses << 1 | houses >> 7) & 0xff;
        (houses | next) & arms == arms
    };
    let all: Vec<u128> = (0..1 << 8).filter(|&houses| reaches(houses)).collect();
    let least = all.iter().map(|houses| houses.count_ones()).min();
    let is_least = |houses: &u128| Some(houses.count_ones()) == least;
    all.into_iter().filter(is_least).collect()
}

/// The candidates outside the ring in a house that has the digit inside it, and those inside it
/// that would take two places.
fn eliminations<const W: usize>(
    sight: &Sight<W>,
    ring: &Ring<W>,
    reason: &SkLoop,
) -> BTreeSet<Candidate> {
    let mut gone = BTreeSet::new();
    for covers in &reason.covers {
        for (k, &(house, digit)) in covers.iter().enumerate() {
            let at = ring.houses.iter().position(|&other| other == house);
            let at = at.expect("a place is in a house of the ring");
            let inside = ring.arms[at] | ring.arms[(at + 1) % 8];
            let places = sight.places_in(house, digit);
            let mut cells: Vec<Cell> = (places - inside).iter().collect();
            for &(other, same) in &covers[..k] {
                if same == digit {
                    cells.extend((places & *sight.cells_of(other)).iter());
                }
            }
            gone.extend(cells.into_iter().map(|cell| Candidate { cell, digit }));
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_of_a_ring_reach_two_neighbours_each() {
        assert_eq!(least_covers(0), [0]);
        // One arm: the house before it or the house after it.
        assert_eq!(least_covers(0b1), [0b1, 0b1000_0000]);
        // Two neighbours share one house, three need two.
        assert_eq!(least_covers(0b11), [0b1]);
        assert_eq!(least_covers(0b111), [0b11, 0b101, 0b1000_0010]);
        // The last arm is a neighbour of the first.
        assert_eq!(least_covers(0b1000_0001), [0b1000_0000]);
        assert_eq!(least_covers(0xff), [0b0101_0101, 0b1010_1010]);
    }
}

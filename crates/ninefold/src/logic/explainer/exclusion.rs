//! Aligned pair and triplet exclusion: combinations of digits that would leave another cell
//! empty.

use super::Edition;
use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{Marks, TABLES, bits, members, seeing_all, sees};

/// The cells that can be part of an exclusion, and for each the cells that may exclude.
struct Bases {
    /// The cells, in reading order.
    cells: Vec<usize>,
    /// The excluders of each of these cells, as a set.
    excluders: Vec<u128>,
}

/// The cells with two or more candidates that see an excluder, a cell with two to `k`
/// candidates, and no cell with one.
fn bases(marks: &Marks, k: u32) -> Bases {
    let singles = marks.cells_with(1);
    let narrow = (2..=k).fold(0, |set, n| set | marks.cells_with(n));
    let several = marks.open & !singles & !marks.cells_with(0);
    let fits = |&cell: &usize| {
        let peers = TABLES.peers[cell];
        peers & singles == 0 && peers & narrow != 0
    };
    let cells: Vec<usize> = bits(several).filter(fits).collect();
    let excluders = cells
        .iter()
        .map(|&cell| TABLES.peers[cell] & narrow)
        .collect();
    Bases { cells, excluders }
}

/// The first aligned pair exclusion.
pub(super) fn pair_exclusion(marks: &Marks) -> Option<Hint> {
    let Bases { cells, excluders } = bases(marks, 2);
    for second in 1..cells.len() {
        for first in 0..second {
            let common = excluders[first] & excluders[second];
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let two = [cells[first], cells[second]];
            let deletions = excluded_pair(marks, two, common);
            let pattern = Pattern::AlignedExclusion {
                cells: 1 << two[0] | 1 << two[1],
            };
            if let Some(hint) = Hint::removing(6.2, pattern, deletions) {
                return Some(hint);
            }
        }
    }
    None
}

/// The candidates of two cells that occur in no combination that all excluders allow.
fn excluded_pair(marks: &Marks, two: [usize; 2], excluders: u128) -> Deletions {
    let mut forbidden = [0u16; 9];
    for excluder in bits(excluders) {
        let digits = marks.cells[excluder];
        members(digits).for_each(|digit| forbidden[digit] |= digits & !(1 << digit));
    }
    if sees(two[0], two[1]) {
        (0..9).for_each(|digit| forbidden[digit] |= 1 << digit);
    }
    let [a, b] = two.map(|cell| marks.cells[cell]);
    let gone = |own: u16, other: u16| {
        let impossible = members(own).filter(|&digit| other & !forbidden[digit] == 0);
        impossible.fold(0, |gone, digit| gone | 1 << digit)
    };
    let mut deletions = Deletions::new();
    delete(&mut deletions, two[0], gone(a, b));
    delete(&mut deletions, two[1], gone(b, a));
    deletions
}

/// The first aligned triplet exclusion.
pub(super) fn triplet_exclusion(marks: &Marks, edition: Edition) -> Option<Hint> {
    let Bases { cells, excluders } = bases(marks, 3);
    let mut index_of = [usize::MAX; 81];
    cells
        .iter()
        .enumerate()
        .for_each(|(index, &cell)| index_of[cell] = index);
    let is_base = |cell: &usize| index_of[*cell] != usize::MAX;
    for second in 1..cells.len() {
        for first in 0..second {
            let both = excluders[first] & excluders[second];
            if both & both.wrapping_sub(1) == 0 {
                continue;
            }
            let thirds = ordered(edition, cells[first], excluders[first])
                .chain(ordered(
                    edition,
                    cells[second],
                    excluders[second] & !excluders[first],
                ))
                .filter(is_base)
                .filter(|&cell| cell != cells[first] && cell != cells[second]);
            for third in thirds {
                let common = both & excluders[index_of[third]];
                if common & common.wrapping_sub(1) == 0 {
                    continue;
                }
                let three = [cells[first], cells[second], third];
                let deletions = excluded(marks, three, common);
                let cells = three.iter().fold(0, |set, cell| set | 1 << cell);
                let pattern = Pattern::AlignedExclusion { cells };
                if let Some(hint) = Hint::removing(7.5, pattern, deletions) {
                    return Some(hint);
                }
            }
        }
    }
    None
}

/// The excluders without which an exclusion on two or three cells would remove less: as few as
/// suffice, in reading order.
pub(super) fn needed(marks: &Marks, cells: u128) -> u128 {
    let base: Vec<usize> = bits(cells).collect();
    let narrow = (2..=cells.count_ones()).fold(0, |set, n| set | marks.cells_with(n));
    let removed = |excluders: u128| match base[..] {
        [first, second, third] => excluded(marks, [first, second, third], excluders),
        [first, second] => excluded_pair(marks, [first, second], excluders),
        _ => Deletions::new(),
    };
    let mut excluders = seeing_all(cells) & narrow;
    let all = removed(excluders);
    for excluder in bits(excluders) {
        let fewer = excluders & !(1 << excluder);
        if removed(fewer) == all {
            excluders = fewer;
        }
    }
    excluders
}

/// Those cells that a cell sees which are in a set, in the order of the edition.
fn ordered(edition: Edition, cell: usize, set: u128) -> impl Iterator<Item = usize> {
    let peers = edition.peers(cell).iter().map(|&peer| usize::from(peer));
    peers.filter(move |&peer| set >> peer & 1 == 1)
}

/// The candidates of three cells that occur in no combination that all excluders allow.
fn excluded(marks: &Marks, cells: [usize; 3], excluders: u128) -> Deletions {
    let sets: Vec<u16> = bits(excluders).map(|cell| marks.cells[cell]).collect();
    let [x, y, z] = cells.map(|cell| marks.cells[cell]);
    let [xy, xz, yz] = [(0, 1), (0, 2), (1, 2)].map(|(i, j)| sees(cells[i], cells[j]));
    let mut possible = [0u16; 3];
    for a in members(x) {
        for b in members(y) {
            if xy && a == b {
                continue;
            }
            let (a, b) = (1u16 << a, 1u16 << b);
            // Every excluder whose other digits are all taken forbids its last one.
            let mut allowed = z;
            allowed &= if xz { !a } else { !0 };
            allowed &= if yz { !b } else { !0 };
            for &set in &sets {
                let rest = set & !a & !b;
                if rest == 0 {
                    allowed = 0;
                } else if rest & (rest - 1) == 0 {
                    allowed &= !rest;
                }
            }
            if allowed != 0 {
                possible[0] |= a;
                possible[1] |= b;
                possible[2] |= allowed;
            }
        }
    }
    let mut deletions = Deletions::new();
    for ((cell, all), possible) in cells.into_iter().zip([x, y, z]).zip(possible) {
        delete(&mut deletions, cell, all & !possible);
    }
    deletions
}

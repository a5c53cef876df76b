//! Bivalue universal grave: without a few candidates every cell would have two, and every
//! digit two places in every house.

use super::Edition;
use super::hint::{Deletions, Hint, Pattern, With, delete};
use super::marks::{ALL_CELLS, Kind, Marks, TABLES, bits, shared_houses, subsets};

/// The candidates that keep the board from being a grave.
struct Bug<'a> {
    marks: &'a Marks,
    /// The cells with more than they would have, in the order in which they were found, each
    /// with its own digits too many.
    cells: Vec<(usize, u16)>,
    /// All digits too many.
    digits: u16,
    /// The cells that see every one of `cells`.
    common: u128,
}

/// The first hint that avoids a bivalue universal grave.
pub(super) fn bug(marks: &Marks, edition: Edition) -> Option<Hint> {
    let bug = Bug::find(marks, edition)?;
    match (&bug.cells[..], bug.digits.count_ones()) {
        ([], _) => None,
        (&[(cell, _)], _) => {
            let deletions = listed([(cell, marks.cells[cell] & !bug.digits)]);
            Hint::removing(5.6, plain(1), deletions)
        }
        (cells, 1) => bug
            .one_digit()
            .or_else(|| (cells.len() == 2).then(|| bug.locked())?),
        (cells, _) => {
            let locked = (cells.len() == 2).then(|| bug.locked()).flatten();
            locked.or_else(|| bug.extra_set(edition))
        }
    }
}

fn plain(kind: u8) -> Pattern {
    let with = With::Nothing;
    Pattern::Bug { kind, with }
}

/// The digits too many of each cell, on a board that a hint of this file was found on.
pub(super) fn too_many(marks: &Marks, edition: Edition) -> Vec<(usize, u16)> {
    Bug::find(marks, edition).map_or_else(Vec::new, |bug| bug.cells)
}

fn listed(cells: impl IntoIterator<Item = (usize, u16)>) -> Deletions {
    let mut deletions = Deletions::new();
    cells
        .into_iter()
        .for_each(|(cell, digits)| delete(&mut deletions, cell, digits));
    deletions
}

impl Bug<'_> {
    fn find(marks: &Marks, edition: Edition) -> Option<Bug<'_>> {
        let mut bug = Bug {
            marks,
            cells: Vec::new(),
            digits: 0,
            common: ALL_CELLS,
        };
        let mut left = marks.clone();
        let (mut odd_digits, mut odd_cells) = (0u16, 0u128);
        for house in 0..27 {
            for digit in 0..9 {
                let places = marks.places[house][digit];
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                odd_digits |= 1 << digit;
                let set = marks.planes[digit] & TABLES.house_sets[house];
                let wide: Vec<usize> = bits(set)
                    .filter(|&cell| marks.cells[cell].count_ones() >= 3)
                    .collect();
                wide.iter().for_each(|&cell| odd_cells |= 1 << cell);
                match wide[..] {
                    [] => return None,
                    [cell] => {
                        bug.digits |= 1 << digit;
                        bug.add(cell, digit, &mut left);
                        if bug.cells.len() > 1 && bug.digits.count_ones() > 1 && bug.common == 0 {
                            return None;
                        }
                    }
                    _ => {}
                }
            }
        }
        // The later program adds the cells that no house singles out, if one digit is at fault.
        if edition == Edition::Sukaku1181 && odd_digits.count_ones() == 1 {
            let digit = odd_digits.trailing_zeros() as usize;
            for cell in bits(odd_cells) {
                if bug.cells.iter().all(|&(other, _)| other != cell) {
                    bug.add(cell, digit, &mut left);
                }
            }
        }
        let two = |mask: &u16| mask.count_ones() == 2;
        let two_or_none = |mask: &u16| matches!(mask.count_ones(), 0 | 2);
        let grave = bits(left.open).all(|cell| two(&left.cells[cell]))
            && left.places.iter().flatten().all(two_or_none);
        grave.then_some(bug)
    }

    /// Notes that a digit is too many in a cell.
    fn add(&mut self, cell: usize, digit: usize, left: &mut Marks) {
        match self.cells.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.cells.push((cell, 1 << digit)),
        }
        if left.cells[cell] >> digit & 1 == 1 {
            left.remove(cell, digit);
        }
        self.common &= TABLES.peers[cell];
        self.cells
            .iter()
            .for_each(|&(cell, _)| self.common &= !(1 << cell));
    }

    /// Type 2: all cells have the same digit too many.
    fn one_digit(&self) -> Option<Hint> {
        let digit = self.digits.trailing_zeros() as usize;
        let cells = bits(self.common & self.marks.planes[digit]);
        let deletions = listed(cells.map(|cell| (cell, self.digits)));
        Hint::removing(5.7, plain(2), deletions)
    }

    /// Type 4: two cells of a house, one digit of which must be in one of them.
    fn locked(&self) -> Option<Hint> {
        let [(first, own_first), (second, own_second)] = self.cells[..] else {
            return None;
        };
        let cells = &self.marks.cells;
        let shared = cells[first] & cells[second] & !self.digits;
        let house = shared_houses(first, second).next()?;
        if shared.count_ones() != 1 {
            return None;
        }
        let gone = |cell: usize, own: u16| (cell, cells[cell] & !own & !shared);
        let deletions = listed([gone(first, own_first), gone(second, own_second)]);
        let with = With::Digits {
            house: house as u8,
            digits: shared,
        };
        Hint::removing(5.7, Pattern::Bug { kind: 4, with }, deletions)
    }

    /// Type 3: the digits too many belong to a naked set of the house that all cells share.
    fn extra_set(&self, edition: Edition) -> Option<Hint> {
        let (first, _) = self.cells[0];
        let shared = TABLES.houses[first]
            .map(usize::from)
            .into_iter()
            .filter(|&house| {
                self.cells
                    .iter()
                    .all(|&(cell, _)| TABLES.house_sets[house] >> cell & 1 == 1)
            });
        let shared: Vec<usize> = shared.collect();
        let (houses, sizes) = (shared.iter(), 2..=6);
        match edition {
            Edition::Se121 => houses
                .flat_map(|&house| sizes.clone().map(move |n| (house, n)))
                .find_map(|(house, n)| self.naked_set(edition, house, n)),
            Edition::Sukaku1181 => sizes
                .flat_map(|n| houses.clone().map(move |&house| (house, n)))
                .find_map(|(house, n)| self.naked_set(edition, house, n)),
        }
    }

    fn naked_set(&self, edition: Edition, house: usize, n: u32) -> Option<Hint> {
        let in_reach = self.common & TABLES.house_sets[house];
        let peers = edition
            .peers(self.cells[0].0)
            .iter()
            .map(|&cell| usize::from(cell));
        let rest: Vec<usize> = peers.filter(|&cell| in_reach >> cell & 1 == 1).collect();
        if (rest.len() as u32) < n || self.digits.count_ones() < 2 {
            return None;
        }
        subsets(n - 1, rest.len() as u32).find_map(|chosen| {
            let inside = |&(index, _): &(usize, &usize)| chosen >> index & 1 == 1;
            let cells = rest.iter().enumerate();
            let digits_of = |cell: usize| self.marks.cells[cell];
            let members: Vec<u16> = cells
                .clone()
                .filter(inside)
                .map(|(_, &cell)| digits_of(cell))
                .collect();
            let union = members.iter().fold(0, |union, &digits| union | digits);
            let all_wide = members.iter().all(|digits| digits.count_ones() >= 2);
            if !all_wide || union.count_ones() != n || (union | self.digits).count_ones() != n {
                return None;
            }
            let others = cells.filter(|cell| !inside(cell));
            let deletions = listed(others.map(|(_, &cell)| (cell, digits_of(cell) & union)));
            let rating = 5.7 + 0.1 * f64::from(n - 1);
            let position = |cell: usize| TABLES.positions[cell][Kind::of(house) as usize];
            let inside = rest.iter().enumerate().filter(inside);
            let with = With::Positions {
                house: house as u8,
                positions: inside.fold(0, |set, (_, &cell)| set | 1 << position(cell)),
            };
            Hint::removing(rating, Pattern::Bug { kind: 3, with }, deletions)
        })
    }
}

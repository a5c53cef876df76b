//! Unique rectangles and loops: cells that would all hold the same two digits.
//!
//! All hints are collected, and the one with the lowest rating and type is taken.

use super::Edition;
use super::hint::{Deletions, Hint, Pattern, With, delete};
use super::marks::{Kind, Marks, NINE, TABLES, bits, members, seeing_all, shared_houses, subsets};
use super::subsets::{cells_of, common};

/// The best hint of all unique rectangles and loops.
pub(super) fn unique_loop(marks: &Marks, edition: Edition) -> Option<Hint> {
    let mut search = Search {
        marks,
        edition,
        pair: 0,
        path: Vec::new(),
        found: Vec::new(),
    };
    for start in bits(marks.cells_with(2)) {
        search.pair = marks.cells[start];
        search.path.push(start);
        search.extend(2, 0, None);
        search.path.pop();
    }
    search
        .found
        .into_iter()
        .map(|(_, hint)| hint)
        .min_by(|a, b| {
            a.rating
                .total_cmp(&b.rating)
                .then(kind_of(a).cmp(&kind_of(b)))
        })
}

fn kind_of(hint: &Hint) -> u8 {
    match hint.pattern {
        Pattern::UniqueLoop { kind, .. } => kind,
        _ => unreachable!("only loops are collected"),
    }
}

/// What sets the hints of one loop apart: of each form the first one found is kept.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    OneCell,
    OneDigit,
    Naked,
    Hidden,
    LockedDigit,
}

struct Search<'a> {
    marks: &'a Marks,
    edition: Edition,
    /// The two digits of the cell that the path starts from.
    pair: u16,
    path: Vec<usize>,
    /// The hints, each with the form and the cells of its loop.
    found: Vec<((Form, u128), Hint)>,
}

impl Search<'_> {
    /// Goes on from the last cell of the path. At most `allowance` more cells may have any
    /// other digits than the pair; `extra` has those met so far.
    fn extend(&mut self, allowance: i8, mut extra: u16, came_by: Option<Kind>) {
        let (start, last) = (self.path[0], self.path[self.path.len() - 1]);
        for kind in Kind::ALL.into_iter().filter(|&kind| Some(kind) != came_by) {
            let house = usize::from(TABLES.houses[last][kind as usize]);
            for cell in TABLES.cells[house].map(usize::from) {
                if cell == start && self.path.len() >= 4 {
                    self.conclude();
                    continue;
                }
                let digits = self.marks.cells[cell];
                if self.path.contains(&cell) || digits & self.pair != self.pair {
                    continue;
                }
                let with_cell = extra | digits & !self.pair;
                // Sudoku Explainer 1.2.1 does not forget the digits of cells it turned down.
                if self.edition == Edition::Se121 {
                    extra = with_cell;
                }
                let pure = digits == self.pair;
                if pure || with_cell.count_ones() == 1 || allowance > 0 {
                    self.path.push(cell);
                    self.extend(allowance - i8::from(!pure), with_cell, Some(kind));
                    self.path.pop();
                }
            }
        }
    }

    /// Whether every house that the path touches has one cell of even and one of odd number.
    fn is_valid(&self) -> bool {
        let mut touched = [0u32; 2];
        for (number, &cell) in self.path.iter().enumerate() {
            for house in TABLES.houses[cell] {
                if touched[number % 2] >> house & 1 == 1 {
                    return false;
                }
                touched[number % 2] |= 1 << house;
            }
        }
        touched[0] == touched[1]
    }

    /// Collects the hints of a path that came back to its start.
    fn conclude(&mut self) {
        if !self.is_valid() {
            return;
        }
        let (marks, pair) = (self.marks, self.pair);
        let cells = self.path.iter().copied();
        let more: Vec<usize> = cells.filter(|&cell| marks.cells[cell] != pair).collect();
        let extra = more
            .iter()
            .fold(0, |extra, &cell| extra | marks.cells[cell])
            & !pair;
        match more[..] {
            [] => {}
            [only] => self.keep(
                Form::OneCell,
                1,
                0.0,
                With::Nothing,
                vec![(only as u8, pair)],
            ),
            [first, second] => {
                if extra.count_ones() == 1 {
                    self.one_digit(&more);
                } else {
                    self.extra_set(first, second, extra);
                }
                self.locked_digit(first, second);
            }
            _ => self.one_digit(&more),
        }
    }

    /// Keeps a hint unless it removes nothing, or there is one of its form on these cells.
    fn keep(&mut self, form: Form, kind: u8, addition: f64, with: With, deletions: Deletions) {
        let loop_cells = self.path.iter().fold(0u128, |set, &cell| set | 1 << cell);
        if self.found.iter().any(|&(key, _)| key == (form, loop_cells)) {
            return;
        }
        let mut rating = 4.5;
        if self.path.len() >= 10 {
            rating += 0.3;
        }
        if self.path.len() >= 8 {
            rating += 0.2;
        } else if self.path.len() >= 6 {
            rating += 0.1;
        }
        let pattern = Pattern::UniqueLoop {
            cells: loop_cells,
            pair: self.pair,
            kind,
            with,
        };
        if let Some(hint) = Hint::removing(rating + addition, pattern, deletions) {
            self.found.push(((form, loop_cells), hint));
        }
    }

    /// Type 2: one extra digit, which must be in one of the cells that have it.
    fn one_digit(&mut self, more: &[usize]) {
        let digit = (self.marks.cells[more[0]] & !self.pair).trailing_zeros() as usize;
        let set = more.iter().fold(0, |set, &cell| set | 1 << cell);
        let mut deletions = Deletions::new();
        for cell in bits(seeing_all(set) & self.marks.planes[digit]) {
            delete(&mut deletions, cell, 1 << digit);
        }
        self.keep(Form::OneDigit, 2, 0.0, With::Nothing, deletions);
    }

    /// Type 4: one digit of the pair has no other place in a house of both cells.
    fn locked_digit(&mut self, first: usize, second: usize) {
        let locked = |digit: usize| {
            shared_houses(first, second).find(|&house| {
                let cells = TABLES.house_sets[house] & !(1 << first) & !(1 << second);
                self.marks.planes[digit] & cells == 0
            })
        };
        let [a, b]: [usize; 2] = std::array::from_fn(|n| members(self.pair).nth(n).unwrap_or(0));
        let (house, kept, gone) = if let Some(house) = locked(a) {
            (house, a, b)
        } else if let Some(house) = locked(b) {
            (house, b, a)
        } else {
            return;
        };
        let with = With::Digits {
            house: house as u8,
            digits: 1 << kept,
        };
        let deletions = vec![(first as u8, 1 << gone), (second as u8, 1 << gone)];
        self.keep(Form::LockedDigit, 4, 0.0, with, deletions);
    }

    /// Type 3: the extra digits of two cells belong to a set of their house.
    fn extra_set(&mut self, first: usize, second: usize, extra: u16) {
        let least = match self.edition {
            Edition::Se121 => extra.count_ones(),
            Edition::Sukaku1181 => 2,
        };
        for n in least..=7 {
            for house in shared_houses(first, second) {
                if n >= extra.count_ones() && 2 * n <= self.marks.n_empty(house) {
                    self.naked_set(first, second, extra, n, house);
                }
                if 2 * n < self.marks.n_empty(house) {
                    self.hidden_set(first, second, extra, n, house);
                }
            }
        }
    }

    fn naked_set(&mut self, first: usize, second: usize, extra: u16, n: u32, house: usize) {
        let [one, two] = [first, second].map(|cell| position_in(house, cell));
        let real = cells_of(self.marks, house);
        let mut sets = real;
        sets[one] = extra;
        let shared = extra & real[one] & real[two];
        for chosen in subsets(n, 9).filter(|set| set >> one & 1 == 1 && set >> two & 1 == 0) {
            let others = chosen & !(1 << one);
            let union = members(others).fold(shared, |union, other| union | real[other]);
            let Some(digits) = common(&sets, chosen, 2) else {
                continue;
            };
            if union.count_ones() != n {
                continue;
            }
            let mut deletions = Deletions::new();
            for position in members(NINE & !chosen & !(1 << two)) {
                let cell = usize::from(TABLES.cells[house][position]);
                delete(&mut deletions, cell, real[position] & digits);
            }
            let with = With::Positions {
                house: house as u8,
                positions: others,
            };
            self.keep(Form::Naked, 3, 0.1 * f64::from(n - 1), with, deletions);
        }
    }

    fn hidden_set(&mut self, first: usize, second: usize, extra: u16, n: u32, house: usize) {
        let [one, two] = [first, second].map(|cell| position_in(house, cell));
        let rest: Vec<usize> = members(NINE & !self.pair & !extra).collect();
        let places = self.marks.places[house].map(|places| places & !(1 << two));
        for chosen in subsets(n - 2, rest.len() as u32) {
            let digits = members(chosen).fold(self.pair, |set, index| set | 1 << rest[index]);
            let Some(positions) = common(&places, digits, 1) else {
                continue;
            };
            let mut deletions = Deletions::new();
            for position in members(positions & !(1 << one)) {
                let cell = usize::from(TABLES.cells[house][position]);
                delete(&mut deletions, cell, self.marks.cells[cell] & !digits);
            }
            let house = house as u8;
            let with = With::Digits { house, digits };
            self.keep(Form::Hidden, 3, 0.1 * f64::from(n - 2), with, deletions);
        }
    }
}

/// The position of a cell in one of its houses.
fn position_in(house: usize, cell: usize) -> usize {
    usize::from(TABLES.positions[cell][Kind::of(house) as usize])
}

//! Singles, locked candidates, sets, fish, wings, unique loops, BUG and aligned exclusion.

use std::collections::BTreeSet;

use super::{
    About, BLOCK, COLUMN, Cell, Digits, Hint, KINDS, Position, Producer, ROW, common_tuple, each,
    house, house_of, peers, sees, subsets,
};

pub(super) const PRODUCERS: &[Producer] = &[
    hidden_single,
    |position| locking(position, true),
    |position| hidden_set(position, 2, true),
    naked_single,
    |position| hidden_set(position, 3, true),
    |position| locking(position, false),
    |position| naked_set(position, 2),
    |position| fish(position, 2),
    |position| hidden_set(position, 2, false),
    |position| naked_set(position, 3),
    |position| fish(position, 3),
    |position| hidden_set(position, 3, false),
    |position| wing(position, 2),
    |position| wing(position, 3),
    unique_loop,
    |position| naked_set(position, 4),
    |position| fish(position, 4),
    |position| hidden_set(position, 4, false),
    bug,
    pair_exclusion,
];

/// The cells at the positions of a mask.
fn at(kind: usize, number: usize, positions: u16) -> Vec<Cell> {
    let cells = house(kind, number).into_iter().enumerate();
    let chosen = cells.filter(|(position, _)| positions >> position & 1 == 1);
    chosen.map(|(_, cell)| cell).collect()
}

/// All pairs of the cells and the digits.
fn product(cells: &[Cell], digits: Digits) -> Vec<(Cell, u8)> {
    let pairs = cells
        .iter()
        .flat_map(|&cell| each(digits).map(move |digit| (cell, digit)));
    pairs.collect()
}

fn hidden_single(position: &Position) -> Vec<Hint> {
    let mut hints = Vec::new();
    for last in [true, false] {
        for kind in [BLOCK, COLUMN, ROW] {
            for number in (0..9).filter(|&n| (position.empty(kind, n) == 1) == last) {
                for digit in 1..=9 {
                    let cells = at(kind, number, position.places(kind, number, digit));
                    if let [cell] = cells[..] {
                        let rating = if last {
                            1.0
                        } else if kind == BLOCK {
                            1.2
                        } else {
                            1.5
                        };
                        let about = About::Digit {
                            kind,
                            number,
                            digit,
                        };
                        let hint = Hint::pattern("hidden single", rating, about);
                        hints.push(hint.placing(cell, digit));
                    }
                }
            }
        }
    }
    hints
}

fn naked_single(position: &Position) -> Vec<Hint> {
    let cells = (0..81).filter(|&cell| position.n(cell) == 1);
    let hints = cells.map(|cell| {
        let digit = position.candidates[cell].trailing_zeros() as u8;
        Hint::pattern("naked single", 2.3, About::Cells(vec![cell])).placing(cell, digit)
    });
    hints.collect()
}

fn locking(position: &Position, direct: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    for [kind, other] in [[BLOCK, COLUMN], [BLOCK, ROW], [COLUMN, BLOCK], [ROW, BLOCK]] {
        for number in 0..9 {
            for crossing in 0..9 {
                for digit in 1..=9 {
                    let inside = |cell: &Cell| house_of(other, *cell) == crossing;
                    let cells = house(kind, number);
                    let places = at(kind, number, position.places(kind, number, digit));
                    if !cells.iter().any(inside) || places.len() < 2 || !places.iter().all(inside) {
                        continue;
                    }
                    let about = About::Digit {
                        kind,
                        number,
                        digit,
                    };
                    if !direct {
                        let rating = if kind == BLOCK { 2.6 } else { 2.8 };
                        let gone = house(other, crossing).into_iter();
                        let gone = gone.filter(|cell| !cells.contains(cell));
                        let hint = Hint::pattern("locked candidates", rating, about)
                            .deleting(position, gone.map(|cell| (cell, digit)));
                        hints.extend(Some(hint).filter(Hint::is_worthy));
                        continue;
                    }
                    for third in (0..9).filter(|&third| third != number) {
                        let crosses = house(kind, third).iter().any(inside);
                        let places = at(kind, third, position.places(kind, third, digit));
                        let outside: Vec<&Cell> = places.iter().filter(|c| !inside(c)).collect();
                        if let (&[&cell], true, true) = (&outside[..], crosses, places.len() > 1) {
                            let rating = if kind == BLOCK { 1.7 } else { 1.9 };
                            let hint = Hint::pattern("direct locked", rating, about.clone());
                            hints.push(hint.placing(cell, digit));
                        }
                    }
                }
            }
        }
    }
    hints
}

fn hidden_set(position: &Position, n: usize, direct: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in [BLOCK, COLUMN, ROW] {
        for number in 0..9 {
            if position.empty(kind, number) <= if direct { n } else { 2 * n } {
                continue;
            }
            for digits in subsets(n, 9) {
                let digits: Vec<u8> = digits
                    .into_iter()
                    .map(|element| element as u8 + 1)
                    .collect();
                let places = |&digit: &u8| position.places(kind, number, digit);
                let sets: Vec<u16> = digits.iter().map(places).collect();
                let Some(positions) = common_tuple(&sets, 2) else {
                    continue;
                };
                let cells = at(kind, number, positions);
                let about = About::Cells(cells.clone());
                if !direct {
                    let rating = [3.4, 4.0, 5.4][n - 2];
                    let kept = digits.iter().fold(0, |mask, digit| mask | 1 << digit);
                    let hint = Hint::pattern("hidden set", rating, about)
                        .deleting(position, product(&cells, 0b11_1111_1110 & !kept));
                    hints.extend(Some(hint).filter(Hint::is_worthy));
                    continue;
                }
                for digit in (1..=9).filter(|digit| !digits.contains(digit)) {
                    let places = position.places(kind, number, digit);
                    let outside = at(kind, number, places & !positions);
                    if let (&[cell], true) = (&outside[..], places.count_ones() > 1) {
                        let rating = [2.0, 2.5][n - 2];
                        let hint = Hint::pattern("direct hidden set", rating, about.clone());
                        hints.push(hint.placing(cell, digit));
                    }
                }
            }
        }
    }
    hints
}

fn naked_set(position: &Position, n: usize) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in KINDS {
        for number in (0..9).filter(|&number| position.empty(kind, number) >= 2 * n) {
            for chosen in subsets(n, 9) {
                let all = house(kind, number);
                let cells: Vec<Cell> = chosen.into_iter().map(|place| all[place]).collect();
                let sets: Vec<u16> = cells.iter().map(|&c| position.candidates[c]).collect();
                let Some(digits) = common_tuple(&sets, 2) else {
                    continue;
                };
                let others: Vec<Cell> = all.into_iter().filter(|c| !cells.contains(c)).collect();
                let hint = Hint::pattern("naked set", [3.0, 3.6, 5.0][n - 2], About::Cells(cells))
                    .deleting(position, product(&others, digits));
                hints.extend(Some(hint).filter(Hint::is_worthy));
            }
        }
    }
    hints
}

fn fish(position: &Position, n: usize) -> Vec<Hint> {
    let mut hints = Vec::new();
    for [base, cover] in [[COLUMN, ROW], [ROW, COLUMN]] {
        for lines in subsets(n, 9) {
            for digit in 1..=9 {
                if position.digits.iter().filter(|&&d| d == digit).count() > 9 - 2 * n {
                    continue;
                }
                let places = |&line: &usize| position.places(base, line, digit);
                let sets: Vec<u16> = lines.iter().map(places).collect();
                let Some(covers) = common_tuple(&sets, 2) else {
                    continue;
                };
                let covers = (0..9).filter(|line| covers >> line & 1 == 1);
                let cells = covers.flat_map(|line| house(cover, line));
                let outside = cells.filter(|&cell| !lines.contains(&house_of(base, cell)));
                let number = lines[0];
                let about = About::Digit {
                    kind: base,
                    number,
                    digit,
                };
                let hint = Hint::pattern("fish", [3.2, 3.8, 5.2][n - 2], about)
                    .deleting(position, outside.map(|cell| (cell, digit)));
                hints.extend(Some(hint).filter(Hint::is_worthy));
            }
        }
    }
    hints
}

/// XY-wings if the pivot has two candidates, XYZ-wings if it has three.
fn wing(position: &Position, n: u32) -> Vec<Hint> {
    let mut hints = Vec::new();
    for pivot in (0..81).filter(|&cell| position.n(cell) == n) {
        let x = position.candidates[pivot];
        let pincers: Vec<Cell> = peers(pivot)
            .into_iter()
            .filter(|&c| position.n(c) == 2)
            .collect();
        for &first in &pincers {
            let y = position.candidates[first];
            if (x & !y).count_ones() != 1 {
                continue;
            }
            for &second in &pincers {
                let z = position.candidates[second];
                if (x | y | z).count_ones() != 3 || (x & y & z).count_ones() != n - 2 {
                    continue;
                }
                let Some(digit) = each(y & z).next() else {
                    continue;
                };
                let cells = [pivot, first, second];
                let gone = (0..81).filter(|&cell| {
                    let by_pivot = n == 2 || sees(cell, pivot);
                    by_pivot && sees(cell, first) && sees(cell, second) && !cells.contains(&cell)
                });
                let rating = if n == 2 { 4.2 } else { 4.4 };
                let hint = Hint::pattern("wing", rating, About::Cells(cells.to_vec()))
                    .deleting(position, gone.map(|cell| (cell, digit)));
                hints.extend(Some(hint).filter(Hint::is_worthy));
            }
        }
    }
    hints
}

/// The forms of unique loops, of which each loop shows one hint.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    One,
    Two,
    Naked,
    Hidden,
    Four,
}

impl Form {
    /// The number of the type, by which hints of one rating are sorted.
    fn number(self) -> u8 {
        match self {
            Form::One => 1,
            Form::Two => 2,
            Form::Naked | Form::Hidden => 3,
            Form::Four => 4,
        }
    }
}

/// The unique loops of a board, as far as they are collected.
struct Loops<'a> {
    position: &'a Position,
    found: Vec<(Form, BTreeSet<Cell>, Hint)>,
}

fn unique_loop(position: &Position) -> Vec<Hint> {
    let mut loops = Loops {
        position,
        found: Vec::new(),
    };
    for start in (0..81).filter(|&cell| position.n(cell) == 2) {
        let pair = position.candidates[start];
        let mut paths = Vec::new();
        loops.extend(pair, &mut vec![start], 2, 0, None, &mut paths);
        for path in paths.iter().filter(|path| is_valid(path)) {
            loops.collect(pair, path);
        }
    }
    let mut hints: Vec<Hint> = loops.found.into_iter().map(|(_, _, hint)| hint).collect();
    hints.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(a.key.cmp(&b.key)));
    hints
}

/// Whether each house that a loop touches has one even and one odd cell of it.
fn is_valid(path: &[Cell]) -> bool {
    let houses = |odd: usize| {
        let cells = path.iter().skip(odd).step_by(2);
        let mut all: Vec<(usize, usize)> = cells
            .flat_map(|&cell| KINDS.map(|kind| (kind, house_of(kind, cell))))
            .collect();
        all.sort_unstable();
        all
    };
    let (even, odd) = (houses(0), houses(1));
    even.windows(2).all(|pair| pair[0] != pair[1]) && even == odd
}

impl Loops<'_> {
    /// Goes on from the last cell of a path.
    fn extend(
        &self,
        pair: Digits,
        path: &mut Vec<Cell>,
        allowance: i32,
        mut extra: Digits,
        last: Option<usize>,
        paths: &mut Vec<Vec<Cell>>,
    ) {
        let from = *path.last().expect("a path has a start");
        for kind in KINDS.into_iter().filter(|&kind| Some(kind) != last) {
            for next in house(kind, house_of(kind, from)) {
                let candidates = self.position.candidates[next];
                if next == path[0] && path.len() >= 4 {
                    paths.push(path.clone());
                } else if !path.contains(&next) && candidates & pair == pair {
                    // The digits stay for the neighbours that come after this one.
                    extra |= candidates & !pair;
                    let n = candidates.count_ones();
                    if n == 2 || extra.count_ones() == 1 || allowance > 0 {
                        path.push(next);
                        let left = allowance - i32::from(n > 2);
                        self.extend(pair, path, left, extra, Some(kind), paths);
                        path.pop();
                    }
                }
            }
        }
    }

    fn add(&mut self, form: Form, path: &[Cell], rating: f64, gone: Vec<(Cell, u8)>) {
        let cells: BTreeSet<Cell> = path.iter().copied().collect();
        let name = "unique loop";
        let mut hint =
            Hint::pattern(name, rating, About::Cells(path.to_vec())).deleting(self.position, gone);
        hint.key = form.number();
        let mut found = self.found.iter();
        let is_known = found.any(|(other, there, _)| *other == form && *there == cells);
        if hint.is_worthy() && !is_known {
            self.found.push((form, cells, hint));
        }
    }

    fn collect(&mut self, pair: Digits, path: &[Cell]) {
        let position = self.position;
        let base = match path.len() {
            4 => 4.5,
            6 => 4.5 + 0.1,
            8 => 4.5 + 0.2,
            _ => 4.5 + 0.3 + 0.2,
        };
        let with_more: Vec<Cell> = path
            .iter()
            .copied()
            .filter(|&c| position.n(c) > 2)
            .collect();
        let extras = with_more
            .iter()
            .fold(0, |all, &c| all | position.candidates[c])
            & !pair;
        match with_more[..] {
            [] => {}
            [cell] => self.add(Form::One, path, base, product(&[cell], pair)),
            [first, second] => {
                if extras.count_ones() == 1 {
                    self.type_2(pair, path, base, &with_more);
                } else {
                    self.type_3(pair, path, base, extras, [first, second]);
                }
                self.type_4(pair, path, base, [first, second]);
            }
            _ => self.type_2(pair, path, base, &with_more),
        }
    }

    fn type_2(&mut self, pair: Digits, path: &[Cell], base: f64, with_more: &[Cell]) {
        let extra = each(self.position.candidates[with_more[0]] & !pair).next();
        let digit = extra.expect("it has more than two candidates");
        let gone = (0..81).filter(|&cell| with_more.iter().all(|&other| sees(cell, other)));
        self.add(
            Form::Two,
            path,
            base,
            gone.map(|cell| (cell, digit)).collect(),
        );
    }

    fn type_3(
        &mut self,
        pair: Digits,
        path: &[Cell],
        base: f64,
        extras: Digits,
        [a, b]: [Cell; 2],
    ) {
        for n in extras.count_ones() as usize..=7 {
            for kind in KINDS {
                if house_of(kind, a) == house_of(kind, b) {
                    self.naked(path, base, extras, [a, b], n, kind);
                    self.hidden(pair, path, base, extras, [a, b], n, kind);
                }
            }
        }
    }

    fn naked(
        &mut self,
        path: &[Cell],
        base: f64,
        extras: Digits,
        [a, b]: [Cell; 2],
        n: usize,
        kind: usize,
    ) {
        let (position, number) = (self.position, house_of(kind, a));
        let all = house(kind, number);
        if 2 * n > position.empty(kind, number) {
            return;
        }
        for chosen in subsets(n, 9) {
            let cells: Vec<Cell> = chosen.into_iter().map(|place| all[place]).collect();
            if !cells.contains(&a) || cells.contains(&b) {
                continue;
            }
            let set = |&c: &Cell| {
                if c == a {
                    extras
                } else {
                    position.candidates[c]
                }
            };
            let sets: Vec<u16> = cells.iter().map(set).collect();
            let others = cells.iter().filter(|&&c| c != a);
            let others = others.fold(0, |union, &c| union | position.candidates[c]);
            let shared = extras & position.candidates[a] & position.candidates[b];
            let Some(digits) = common_tuple(&sets, 2) else {
                continue;
            };
            if (shared | others).count_ones() as usize != n {
                continue;
            }
            let rest: Vec<Cell> = all
                .into_iter()
                .filter(|&c| c != b && !cells.contains(&c))
                .collect();
            let rating = base + 0.1 * (n as f64 - 1.0);
            self.add(Form::Naked, path, rating, product(&rest, digits));
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all of it is what the loop is")]
    fn hidden(
        &mut self,
        pair: Digits,
        path: &[Cell],
        base: f64,
        extras: Digits,
        [a, b]: [Cell; 2],
        n: usize,
        kind: usize,
    ) {
        let (position, number) = (self.position, house_of(kind, a));
        if 2 * n >= position.empty(kind, number) {
            return;
        }
        let rest: Vec<u8> = each(0b11_1111_1110 & !pair & !extras).collect();
        for chosen in subsets(n - 2, rest.len()) {
            let digits = chosen
                .into_iter()
                .fold(pair, |mask, element| mask | 1 << rest[element]);
            let all = house(kind, number);
            let place = all
                .iter()
                .position(|&c| c == b)
                .expect("the two share the house");
            let places = |digit| position.places(kind, number, digit) & !(1 << place);
            let sets: Vec<u16> = each(digits).map(places).collect();
            let Some(positions) = common_tuple(&sets, 1) else {
                continue;
            };
            let cells = at(kind, number, positions);
            let cells: Vec<Cell> = cells.into_iter().filter(|&c| c != a && c != b).collect();
            let rating = base + 0.1 * (n as f64 - 2.0);
            let gone = product(&cells, 0b11_1111_1110 & !digits);
            self.add(Form::Hidden, path, rating, gone);
        }
    }

    fn type_4(&mut self, pair: Digits, path: &[Cell], base: f64, [a, b]: [Cell; 2]) {
        let is_locked = |digit: u8| {
            let shared = KINDS
                .into_iter()
                .filter(|&kind| house_of(kind, a) == house_of(kind, b));
            shared.into_iter().any(|kind| {
                let cells = house(kind, house_of(kind, a)).into_iter();
                let mut others = cells.filter(|&c| c != a && c != b);
                !others.any(|c| self.position.has(c, digit))
            })
        };
        let digits: Vec<u8> = each(pair).collect();
        let gone = if is_locked(digits[0]) {
            digits[1]
        } else if is_locked(digits[1]) {
            digits[0]
        } else {
            return;
        };
        self.add(Form::Four, path, base, vec![(a, gone), (b, gone)]);
    }
}

fn bug(position: &Position) -> Vec<Hint> {
    let mut work = position.clone();
    // The bug cells in order of discovery, each with its bug digits; all bug digits; the cells
    // that see all bug cells.
    let mut bugs: Vec<(Cell, Digits)> = Vec::new();
    let mut all: Digits = 0;
    let mut common: BTreeSet<Cell> = (0..81).collect();
    for kind in KINDS {
        for number in 0..9 {
            for digit in 1..=9 {
                let places = at(kind, number, position.places(kind, number, digit));
                if matches!(places.len(), 0 | 2) {
                    continue;
                }
                let large: Vec<Cell> = places.into_iter().filter(|&c| position.n(c) >= 3).collect();
                match large[..] {
                    [] => return Vec::new(),
                    [cell] => {
                        match bugs.iter_mut().find(|(bug, _)| *bug == cell) {
                            Some((_, digits)) => *digits |= 1 << digit,
                            None => bugs.push((cell, 1 << digit)),
                        }
                        all |= 1 << digit;
                        work.remove(cell, digit);
                        common.retain(|&c| sees(c, cell) && bugs.iter().all(|&(bug, _)| bug != c));
                        if bugs.len() > 1 && all.count_ones() > 1 && common.is_empty() {
                            return Vec::new();
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let is_bivalue = (0..81).all(|c| position.digits[c] != 0 || work.n(c) == 2);
    let has_pairs = KINDS.iter().all(|&kind| {
        let mut all = (0..9).flat_map(|number| (1..=9).map(move |digit| (number, digit)));
        all.all(|(number, d)| matches!(work.places(kind, number, d).count_ones(), 0 | 2))
    });
    if !is_bivalue || !has_pairs || bugs.is_empty() {
        return Vec::new();
    }
    let cells: Vec<Cell> = bugs.iter().map(|&(cell, _)| cell).collect();
    let name = "BUG";
    let hint = |rating: f64| Hint::pattern(name, rating, About::Cells(cells.clone()));
    let mut hints = Vec::new();
    if let [cell] = cells[..] {
        let gone = product(&[cell], 0b11_1111_1110 & !all);
        hints.push(hint(5.6).deleting(position, gone));
    } else if all.count_ones() == 1 {
        let gone = common
            .iter()
            .flat_map(|&c| each(all).map(move |digit| (c, digit)));
        hints.push(hint(5.7).deleting(position, gone));
        if !hints[0].is_worthy() && bugs.len() == 2 {
            hints.extend(bug_type_4(position, &bugs, all, &hint));
        }
    } else if !common.is_empty() {
        if bugs.len() == 2 {
            hints.extend(bug_type_4(position, &bugs, all, &hint));
        }
        hints.extend(bug_type_3(position, &cells, all, &common, &hint));
    }
    hints.retain(Hint::is_worthy);
    hints
}

fn bug_type_4(
    position: &Position,
    bugs: &[(Cell, Digits)],
    all: Digits,
    hint: &dyn Fn(f64) -> Hint,
) -> Option<Hint> {
    let [(a, of_a), (b, of_b)] = bugs[..] else {
        return None;
    };
    let shared = position.candidates[a] & position.candidates[b] & !all;
    if shared.count_ones() != 1 || !sees(a, b) {
        return None;
    }
    let mut gone = product(&[a], 0b11_1111_1110 & !of_a & !shared);
    gone.extend(product(&[b], 0b11_1111_1110 & !of_b & !shared));
    Some(hint(5.7).deleting(position, gone))
}

fn bug_type_3(
    position: &Position,
    bugs: &[Cell],
    all: Digits,
    common: &BTreeSet<Cell>,
    hint: &dyn Fn(f64) -> Hint,
) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in KINDS {
        let number = house_of(kind, bugs[0]);
        if bugs.iter().any(|&bug| house_of(kind, bug) != number) {
            continue;
        }
        let order = peers(bugs[0]).into_iter();
        let cells: Vec<Cell> = order
            .filter(|&c| common.contains(&c) && house_of(kind, c) == number)
            .collect();
        for n in (2..=6).filter(|&n| cells.len() >= n) {
            for chosen in subsets(n - 1, cells.len()) {
                let chosen: Vec<Cell> = chosen.into_iter().map(|index| cells[index]).collect();
                let mut sets: Vec<u16> = chosen.iter().map(|&c| position.candidates[c]).collect();
                let union = sets.iter().fold(0, |union, set| union | set);
                sets.push(all);
                let Some(digits) = common_tuple(&sets, 2) else {
                    continue;
                };
                if union.count_ones() as usize != n {
                    continue;
                }
                let rest = cells.iter().copied().filter(|c| !chosen.contains(c));
                let rest: Vec<Cell> = rest.collect();
                let rating = 5.7 + 0.1 * (n as f64 - 1.0);
                hints.push(hint(rating).deleting(position, product(&rest, digits)));
            }
        }
    }
    hints
}

/// The cells that aligned exclusion looks at, each with its excluders: peers with up to `k`
/// candidates.
fn excluders(position: &Position, k: u32) -> Vec<(Cell, Vec<Cell>)> {
    let cells = (0..81).filter(|&cell| position.n(cell) >= 2);
    let free = cells.filter(|&cell| peers(cell).into_iter().all(|peer| position.n(peer) != 1));
    let with = free.map(|cell| {
        let peers = peers(cell).into_iter();
        let few = peers.filter(|&peer| (2..=k).contains(&position.n(peer)));
        (cell, few.collect::<Vec<Cell>>())
    });
    with.filter(|(_, excluders)| !excluders.is_empty())
        .collect()
}

fn pair_exclusion(position: &Position) -> Vec<Hint> {
    let bases = excluders(position, 2);
    let mut hints = Vec::new();
    for j in 0..bases.len() {
        for i in 0..j {
            hints.extend(exclusion(position, 6.2, &[&bases[i], &bases[j]]));
        }
    }
    hints
}

pub(super) fn triplet_exclusion(position: &Position) -> Vec<Hint> {
    let bases = excluders(position, 3);
    let mut hints = Vec::new();
    for j in 0..bases.len() {
        for i in 0..j {
            let (first, second) = (&bases[i], &bases[j]);
            let mut thirds = first.1.clone();
            thirds.extend(second.1.iter().filter(|cell| !first.1.contains(cell)));
            for third in thirds
                .into_iter()
                .filter(|&c| c != first.0 && c != second.0)
            {
                let base = bases.iter().find(|(cell, _)| *cell == third);
                let hint = base.and_then(|base| exclusion(position, 7.5, &[first, second, base]));
                hints.extend(hint);
            }
        }
    }
    hints
}

/// The hint of aligned exclusion in two or three cells.
fn exclusion(position: &Position, rating: f64, bases: &[&(Cell, Vec<Cell>)]) -> Option<Hint> {
    let cells: Vec<Cell> = bases.iter().map(|base| base.0).collect();
    let common = bases[0].1.iter().copied();
    let common: Vec<Cell> = common
        .filter(|cell| bases.iter().all(|base| base.1.contains(cell)))
        .collect();
    if common.len() < 2 {
        return None;
    }
    let mut combinations: Vec<Vec<u8>> = vec![Vec::new()];
    for &cell in &cells {
        let longer = combinations.iter().flat_map(|some| {
            each(position.candidates[cell]).map(move |digit| [some.clone(), vec![digit]].concat())
        });
        combinations = longer.collect();
    }
    combinations.retain(|digits| {
        let pairs = || (0..cells.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let repeats = pairs().any(|(i, j)| digits[i] == digits[j] && sees(cells[i], cells[j]));
        let set: Digits = digits.iter().fold(0, |set, digit| set | 1 << digit);
        let excluded = common
            .iter()
            .any(|&cell| position.candidates[cell] & !set == 0);
        !repeats && !excluded
    });
    let gone = cells.iter().enumerate().flat_map(|(index, &cell)| {
        let combinations = &combinations;
        let is_allowed = move |digit: &u8| combinations.iter().any(|some| some[index] == *digit);
        let digits = each(position.candidates[cell]).filter(move |digit| !is_allowed(digit));
        digits.map(move |digit| (cell, digit))
    });
    let gone: Vec<(Cell, u8)> = gone.collect();
    let hint =
        Hint::pattern("aligned exclusion", rating, About::Cells(cells)).deleting(position, gone);
    Some(hint).filter(Hint::is_worthy)
}

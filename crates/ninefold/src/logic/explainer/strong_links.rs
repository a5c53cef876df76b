//! Two, three or four strong links on one digit, some of them grouped; SukakuExplainer only.
//!
//! All hints are collected. The first by rating, then by the number of deletions, then by a
//! code of the links is taken.

use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{Kind, Marks, TABLES, bits, members, seeing_all};

/// The best hint of `n` strong links on one digit.
pub(super) fn strong_links(marks: &Marks, n: usize) -> Option<Hint> {
    best(marks, n).map(|found| found.hint)
}

/// The links of that hint, in order.
pub(super) fn path(marks: &Marks, n: usize) -> Option<Path> {
    best(marks, n).map(|found| found.path)
}

/// Strong links, each joined to the next.
pub(super) struct Path {
    pub(super) digit: usize,
    /// The ends at which the path comes to each link and leaves it.
    pub(super) ends: Vec<[u128; 2]>,
    /// The house of each link.
    pub(super) houses: Vec<usize>,
    /// Whether the last is joined to the first.
    pub(super) is_ring: bool,
}

fn best(marks: &Marks, n: usize) -> Option<Found> {
    let mut best = None;
    for digit in 0..9 {
        let links: Vec<Link> = (0..27)
            .flat_map(|house| Link::all(marks, house, digit))
            .collect();
        if links.len() >= n {
            Paths::new(marks, digit, &links, n).find(&mut best);
        }
    }
    best
}

/// A hint with what it is compared by.
struct Found {
    hint: Hint,
    /// Deletions, counted once for each joint of a ring.
    n_deletions: usize,
    code: String,
    number: Number,
    path: Path,
}

/// Where a hint stands in the program's order of search: by the kinds of the houses, the last
/// first; by digit, by links, by the order in which they are chained and by their directions.
type Number = (Vec<u8>, usize, Vec<usize>, usize, usize);

/// A house in which a digit must be at one of two ends, each one or more cells.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    ends: [u128; 2],
    /// The cells of the digit in the house.
    places: u128,
    grouped: bool,
}

impl Link {
    /// The links of a digit in a house: none, one, or two for four cells of a box that form
    /// a rectangle.
    fn all(marks: &Marks, house: usize, digit: usize) -> Vec<Link> {
        let places = marks.places[house][digit];
        let set = marks.planes[digit] & TABLES.house_sets[house];
        let link = |[a, b]: [u16; 2], grouped: bool| Link {
            house,
            ends: [a, b].map(|mask| cells(house, mask)),
            places: set,
            grouped,
        };
        match (places.count_ones(), Kind::of(house)) {
            (2, kind) => {
                let low = places & places.wrapping_neg();
                let high = places & !low;
                let in_line = |line: &u16| places & !line == 0;
                if kind == Kind::Block && BOX_LINES.iter().any(in_line) {
                    return Vec::new();
                }
                vec![link([low, high], false)]
            }
            (3..=6, Kind::Block) => {
                let pairs = in_box(places).into_iter();
                pairs.map(|ends| link(ends, true)).collect()
            }
            (3..=6, _) => in_line(places)
                .map(|ends| link(ends, true))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// The rows of a box from the bottom up, then its columns from right to left: the lines that
/// may be empty, in the order in which they are tried.
const BOX_LINES: [u16; 6] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111];

/// The cells of positions of a house.
fn cells(house: usize, positions: u16) -> u128 {
    members(positions).fold(0, |set, position| set | 1 << TABLES.cells[house][position])
}

/// The ends of a link in a row or column: two thirds of it, if the first empty third leaves
/// places in both others.
fn in_line(places: u16) -> Option<[u16; 2]> {
    let thirds = [places & 0o007, places & 0o070, places & 0o700];
    let empty = thirds.iter().position(|&third| third == 0)?;
    let rest = || {
        thirds
            .iter()
            .enumerate()
            .filter(|&(index, _)| index != empty)
    };
    let [low, high] = std::array::from_fn(|n| rest().nth(n).map_or(0, |(_, &third)| third));
    if low == 0 || high == 0 {
        None
    } else if low.count_ones() > 1 && high.count_ones() == 1 {
        Some([high, low])
    } else {
        Some([low, high])
    }
}

/// The ends of the links in a box with three or more places.
fn in_box(places: u16) -> Vec<[u16; 2]> {
    let cross = (0..9).map(|centre| {
        let (row, column) = (0o007 << (centre / 3 * 3), 0o111 << (centre % 3));
        (centre, row, column)
    });
    for (centre, row, column) in cross {
        if places & !(row | column) != 0 {
            continue;
        }
        let centre = 1u16 << centre;
        let (arm_a, arm_b) = (column & !centre & places, row & !centre & places);
        let middle = centre & places;
        return match (arm_a.count_ones(), arm_b.count_ones()) {
            (0, _) | (_, 0) => vec![],
            (1, 1) => vec![[arm_b, arm_a | centre]],
            (1, _) => vec![[arm_a, arm_b | centre]],
            (_, 1) => vec![[arm_b, arm_a | centre]],
            _ => vec![[arm_a | middle, arm_b | middle]],
        };
    }
    let empty_line = BOX_LINES.iter().position(|line| places & line == 0);
    let Some(shape) = empty_line.filter(|_| places.count_ones() >= 4) else {
        return vec![];
    };
    let lines = if shape < 3 {
        [0o007, 0o070, 0o700]
    } else {
        [0o111, 0o222, 0o444]
    };
    let rest: Vec<u16> = lines
        .into_iter()
        .filter(|&line| line != BOX_LINES[shape])
        .collect();
    let (arm_a, arm_b) = (places & rest[0], places & rest[1]);
    if arm_a == 0 || arm_b == 0 {
        return vec![];
    }
    let mut found = vec![[arm_a, arm_b]];
    let [across_a, across_b] = [arm_a, arm_b].map(|arm| crossing_lines(arm, shape < 3));
    if arm_a.count_ones() == 2 && arm_b.count_ones() == 2 && across_a == across_b {
        let first = |mask: u16| mask & mask.wrapping_neg();
        let second = |mask: u16| mask & (mask - 1);
        found.push([first(arm_a) | first(arm_b), second(arm_a) | second(arm_b)]);
    }
    found
}

/// The columns of a box that positions lie in, or the rows.
fn crossing_lines(positions: u16, columns: bool) -> u16 {
    let line = |position: usize| if columns { position % 3 } else { position / 3 };
    members(positions).fold(0, |lines, position| lines | 1 << line(position))
}

/// The orders in which links are chained, each as good as its reverse.
fn orders(n: usize) -> &'static [&'static [usize]] {
    match n {
        2 => &[&[0, 1]],
        3 => &[&[0, 1, 2], &[1, 0, 2], &[0, 2, 1]],
        _ => &[
            &[0, 1, 2, 3],
            &[1, 0, 2, 3],
            &[2, 0, 1, 3],
            &[0, 2, 1, 3],
            &[1, 2, 0, 3],
            &[2, 1, 0, 3],
            &[0, 3, 2, 1],
            &[0, 2, 3, 1],
            &[1, 0, 3, 2],
            &[0, 1, 3, 2],
            &[1, 3, 0, 2],
            &[0, 3, 1, 2],
        ],
    }
}

/// The house that all of `cells` lie in: a column, a row or a box.
fn joining_house(cells: u128) -> Option<usize> {
    let first = cells.trailing_zeros() as usize;
    let [block, row, column] = TABLES.houses[first].map(usize::from);
    [column, row, block]
        .into_iter()
        .find(|&house| cells & !TABLES.house_sets[house] == 0)
}

/// A link on a path and the end at which the path comes to it.
type Entered = (usize, usize);

/// A search for paths of `n` links of a digit, each joined to the next.
struct Paths<'a> {
    marks: &'a Marks,
    digit: usize,
    links: &'a [Link],
    n: usize,
    /// For each end of each link the ends it is joined to, and the houses that join them.
    joints: Vec<Vec<(Entered, usize)>>,
    path: Vec<Entered>,
    /// The houses that join the links of the path.
    joining: Vec<usize>,
}

impl<'a> Paths<'a> {
    fn new(marks: &'a Marks, digit: usize, links: &'a [Link], n: usize) -> Paths<'a> {
        let mut joints = vec![Vec::new(); 2 * links.len()];
        for (i, link) in links.iter().enumerate() {
            for (j, other) in links.iter().enumerate() {
                if link.places & other.places != 0 {
                    continue;
                }
                for (out, into) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if let Some(house) = joining_house(link.ends[out] | other.ends[into]) {
                        joints[2 * i + out].push(((j, into), house));
                    }
                }
            }
        }
        Paths {
            marks,
            digit,
            links,
            n,
            joints,
            path: Vec::new(),
            joining: Vec::new(),
        }
    }

    fn find(&mut self, best: &mut Option<Found>) {
        for first in 0..self.links.len() {
            for end in 0..2 {
                self.path.push((first, end));
                self.extend(best);
                self.path.pop();
            }
        }
    }

    /// Goes on from the end at which the path leaves its last link.
    fn extend(&mut self, best: &mut Option<Found>) {
        let (last, enters) = self.path[self.path.len() - 1];
        if self.path.len() == self.n {
            // A path and its reverse are one.
            if self.path[0].0 < last {
                self.conclude(best);
            }
            return;
        }
        let leaves = 2 * last + 1 - enters;
        for index in 0..self.joints[leaves].len() {
            let (next, house) = self.joints[leaves][index];
            let places = self.links[next.0].places;
            if self
                .path
                .iter()
                .all(|&(other, _)| self.links[other].places & places == 0)
            {
                self.path.push(next);
                self.joining.push(house);
                self.extend(best);
                self.joining.pop();
                self.path.pop();
            }
        }
    }

    /// Keeps the hint of the path if it is the best so far.
    fn conclude(&self, best: &mut Option<Found>) {
        let links: Vec<&Link> = self
            .path
            .iter()
            .map(|&(link, _)| &self.links[link])
            .collect();
        let rating = rating(&links);
        if best.as_ref().is_some_and(|best| best.hint.rating < rating) {
            return;
        }
        let Some((deletions, n_deletions)) = self.deletions(&links) else {
            return;
        };
        let pattern = Pattern::StrongLinks {
            links: self.n as u8,
        };
        let Some(hint) = Hint::removing(rating, pattern, deletions) else {
            return;
        };
        let (code, number) = (code(&links), self.number(&links));
        let is_better = best.as_ref().is_none_or(|best| {
            let order = hint.rating.total_cmp(&best.hint.rating);
            let order = order.then(best.n_deletions.cmp(&n_deletions));
            let order = order.then_with(|| code.cmp(&best.code));
            order.then_with(|| number.cmp(&best.number)).is_lt()
        });
        if is_better {
            *best = Some(Found {
                hint,
                n_deletions,
                code,
                number,
                path: self.path(&links),
            });
        }
    }

    /// What the path removes, and how many deletions that is; none for a ring that counts from
    /// another of its links or in the other direction.
    fn deletions(&self, links: &[&Link]) -> Option<(Deletions, usize)> {
        let entered = |w: usize| links[w].ends[self.path[w].1];
        let left = |w: usize| links[w].ends[1 - self.path[w].1];
        let free = entered(0) | left(self.n - 1);
        let bases = links
            .iter()
            .fold(0, |set, link| set | TABLES.house_sets[link.house]);
        let (mut deletions, mut count) = (Deletions::new(), 0);
        let mut remove = |ends: u128, kept: u128| {
            for cell in bits(seeing_all(ends) & self.marks.planes[self.digit] & !kept) {
                count += 1;
                delete(&mut deletions, cell, 1 << self.digit);
            }
        };
        if joining_house(free).is_some() {
            let first = links[0].house;
            if self.path[0].1 != 0 || links.iter().any(|link| link.house < first) {
                return None;
            }
            remove(free, bases);
            (1..self.n).for_each(|w| remove(left(w - 1) | entered(w), bases));
        } else {
            let joining = self
                .joining
                .iter()
                .fold(0, |set, &h| set | TABLES.house_sets[h]);
            remove(free, bases | joining);
        }
        Some((deletions, count))
    }

    fn path(&self, links: &[&Link]) -> Path {
        let ends = links.iter().zip(&self.path);
        let ends: Vec<[u128; 2]> = ends
            .map(|(link, &(_, enters))| [link.ends[enters], link.ends[1 - enters]])
            .collect();
        Path {
            digit: self.digit,
            is_ring: joining_house(ends[0][0] | ends[self.n - 1][1]).is_some(),
            houses: links.iter().map(|link| link.house).collect(),
            ends,
        }
    }

    fn number(&self, links: &[&Link]) -> Number {
        let mut slots: Vec<usize> = self.path.iter().map(|&(link, _)| link).collect();
        slots.sort_unstable();
        let rank = |link: usize| slots.iter().position(|&slot| slot == link);
        let order: Vec<usize> = self
            .path
            .iter()
            .filter_map(|&(link, _)| rank(link))
            .collect();
        let order = orders(self.n).iter().position(|&listed| listed == order);
        let directions = self.path.iter().fold(0, |bits, &(_, end)| 2 * bits + end);
        let mut kinds: Vec<u8> = links
            .iter()
            .map(|link| Kind::of(link.house) as u8)
            .collect();
        kinds.sort_unstable_by(|a, b| b.cmp(a));
        (
            kinds,
            self.digit,
            slots,
            order.unwrap_or(usize::MAX),
            directions,
        )
    }
}

fn rating(links: &[&Link]) -> f64 {
    let base = [4.0, 5.4, 5.8][links.len() - 2];
    let has = |kind: Kind| links.iter().any(|link| Kind::of(link.house) == kind);
    let (blocks, rows, columns) = (has(Kind::Block), has(Kind::Row), has(Kind::Column));
    base + if links.iter().any(|link| link.grouped) {
        0.3
    } else if blocks && rows && columns {
        0.2
    } else if blocks || rows && columns {
        0.1
    } else {
        0.0
    }
}

/// The number of grouped links and a code of their kinds that is the same for the reverse and
/// for the transposed chain.
fn code(path: &[&Link]) -> String {
    let grouped = path.iter().filter(|link| link.grouped).count();
    let lesser = |kinds: String| {
        let reversed: String = kinds.chars().rev().collect();
        kinds.min(reversed)
    };
    let kinds: String = path
        .iter()
        .map(|link| char::from(b'0' + Kind::of(link.house) as u8))
        .collect();
    let kinds = lesser(kinds);
    let swapped = kinds.chars().map(|kind| match kind {
        '1' => '2',
        '2' => '1',
        other => other,
    });
    let swapped = lesser(swapped.collect());
    let kinds = if kinds.contains('1') {
        kinds.min(swapped)
    } else {
        kinds.replace('2', "1")
    };
    format!("{grouped}{kinds}")
}

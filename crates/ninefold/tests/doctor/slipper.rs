//! Breaks puzzles as hands and eyes do, from a seed: one slip, each of its class as likely as any
//! other. The doctor undoes such slips; it shares no code with this, and weighs them differently.

use ninefold::random::{Draw, Random};

/// The classes of slips, by the names that the doctor has for them.
pub(crate) const CLASSES: [&str; 11] = [
    "misread",
    "swapped",
    "piece shifted",
    "row shifted",
    "left-out",
    "too-many",
    "off-by-row",
    "rows-swapped",
    "columns-swapped",
    "character-lost",
    "character-extra",
];

const SIZE: usize = 9;

/// A text of 81 characters after one slip of a class; none if the puzzle leaves no room for it.
pub(crate) fn slip(puzzle: &str, class: usize, random: &mut Random) -> Option<String> {
    let cells: Vec<u8> = puzzle.bytes().collect();
    let is_blank = |at: usize| cells[at] == b'.';
    let all = || 0..cells.len();
    let digits: Vec<usize> = all().filter(|&at| !is_blank(at)).collect();
    let mut broken = cells.clone();
    match CLASSES[class] {
        "misread" => {
            let at = any(&digits, random)?;
            let others = (b'1'..=b'9').filter(|&digit| digit != cells[at]);
            broken[at] = any(&others.collect::<Vec<_>>(), random)?;
        }
        "swapped" => {
            let pairs = all().filter(|at| at % SIZE < 8 && cells[*at] != cells[at + 1]);
            let at = any(&pairs.collect::<Vec<_>>(), random)?;
            broken.swap(at, at + 1);
        }
        kind @ ("piece shifted" | "row shifted") => {
            let ways = shifts(&cells, kind == "row shifted");
            let (first, last, to_left) = any(&ways, random)?;
            if to_left {
                broken[first..=last].rotate_left(1);
            } else {
                broken[first..=last].rotate_right(1);
            }
        }
        "left-out" => broken[any(&digits, random)?] = b'.',
        "too-many" => {
            let blanks: Vec<usize> = all().filter(|&at| is_blank(at)).collect();
            broken[any(&blanks, random)?] = b'1' + random.below(SIZE) as u8;
        }
        "off-by-row" => {
            let pairs = all().flat_map(|at| [(at, at.wrapping_sub(SIZE)), (at, at + SIZE)]);
            let is_free = |(from, to): &(usize, usize)| {
                !is_blank(*from) && *to < cells.len() && is_blank(*to)
            };
            let (from, to) = any(&pairs.filter(is_free).collect::<Vec<_>>(), random)?;
            broken.swap(from, to);
        }
        kind @ ("rows-swapped" | "columns-swapped") => {
            let order = random.order(SIZE);
            let (a, b) = (order[0], order[1]);
            for k in 0..SIZE {
                match kind {
                    "rows-swapped" => broken.swap(a * SIZE + k, b * SIZE + k),
                    _ => broken.swap(k * SIZE + a, k * SIZE + b),
                }
            }
        }
        "character-lost" => drop(broken.remove(random.below(cells.len()))),
        _ => {
            let at = random.below(cells.len());
            let symbol = match random.below(3) {
                0 => cells[at],
                1 => b'.',
                _ => b'1' + random.below(SIZE) as u8,
            };
            broken.insert(at, symbol);
        }
    }
    (broken != cells).then(|| broken.into_iter().map(char::from).collect())
}

/// One of some items.
fn any<T: Copy>(items: &[T], random: &mut Random) -> Option<T> {
    (!items.is_empty()).then(|| items[random.below(items.len())])
}

/// The first and last cells of pieces with a blank at one end, and whether they may go left: of
/// whole rows, or of less that begins and ends with a digit.
fn shifts(cells: &[u8], whole: bool) -> Vec<(usize, usize, bool)> {
    let mut ways = Vec::new();
    for start in (0..cells.len()).step_by(SIZE) {
        for first in start..start + SIZE {
            for last in first + 1..start + SIZE {
                for to_left in [true, false] {
                    let (blank, from, to) = if to_left {
                        (first, first + 1, last)
                    } else {
                        (last, first, last - 1)
                    };
                    let is_whole = last + 1 - first == SIZE;
                    let is_tight = cells[from] != b'.' && cells[to] != b'.';
                    let has_digits = cells[from..=to].iter().any(|&cell| cell != b'.');
                    let fits = if whole {
                        is_whole
                    } else {
                        !is_whole && is_tight
                    };
                    if cells[blank] == b'.' && has_digits && fits {
                        ways.push((first, last, to_left));
                    }
                }
            }
        }
    }
    ways
}

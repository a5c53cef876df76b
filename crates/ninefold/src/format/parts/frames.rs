//! Regions as a frame draws them: cells belong together if no wall keeps them apart.
//!
//! ```text
//! ┌───────────┬───┐
//! │ .   .   . │ . │      bars in a row part neighbours,
//! ├───┐   ┌───┘   │      dashes below a cell part it from the next row
//! │ . │ . │ .   . │
//! ```

use crate::format::parts::rows::{Row, Strength, is_dash, is_thick_dash};
use crate::format::parts::text::TextLine;
use crate::geometry::Layout;

/// A rule of a frame: after how many rows it stands, and what it looks like.
pub(in crate::format) type Rule<'a> = (usize, &'a str);

/// The regions that the walls of a drawn board enclose, if there are as many as there are
/// digits and all of that size. Where there are thick walls beside thin ones, they may be
/// those that count.
pub(in crate::format) fn regions(
    rows: &[(TextLine<'_>, Row<'_>)],
    rules: &[Rule<'_>],
    size: usize,
) -> Option<Layout> {
    let is_whole = rows.len() == size && rows.iter().all(|(_, row)| row.cells.len() == size);
    if !is_whole || rules.is_empty() {
        return None;
    }
    [Strength::Thin, Strength::Thick]
        .into_iter()
        .map(|least| Walls::new(rows, rules, size, least).enclosed(size))
        .find(|map| divides(map, size))
        .map(|map| Layout::Regions(map.into()))
}

/// Whether these are regions of a board, and not merely its rows or columns: those are
/// often ruled off.
fn divides(map: &[usize], size: usize) -> bool {
    let mut counts = vec![0; size];
    for &region in map {
        match counts.get_mut(region) {
            Some(count) => *count += 1,
            None => return false,
        }
    }
    let corner = map.iter().take_while(|&&region| region == map[0]).count();
    let below = map.get(size).is_some_and(|&region| region == map[0]);
    let is_column = corner == 1 && map.chunks(size).all(|row| row[0] == map[0]);
    let is_row = corner >= size && !below;
    counts.iter().all(|&count| count == size) && !is_column && !is_row
}

/// Which cells have a wall on their left and above them.
struct Walls {
    left: Vec<bool>,
    above: Vec<bool>,
}

impl Walls {
    fn new(
        rows: &[(TextLine<'_>, Row<'_>)],
        rules: &[Rule<'_>],
        size: usize,
        least: Strength,
    ) -> Walls {
        let mut walls = Walls {
            left: vec![false; size * size],
            above: vec![false; size * size],
        };
        for (number, (_, row)) in rows.iter().enumerate() {
            for &(before, strength) in &row.walls {
                if before < size && strength >= least {
                    walls.left[number * size + before] = true;
                }
            }
        }
        for &(after, rule) in rules.iter().filter(|(after, _)| *after < size) {
            let (line, row) = &rows[after];
            let signs: Vec<char> = rule.chars().collect();
            for (column, cell) in row.cells.iter().enumerate() {
                let at = line.text[..cell.at].chars().count();
                let is_wall = signs.get(at).is_some_and(|&sign| match least {
                    Strength::Thick => is_thick_dash(sign),
                    _ => is_dash(sign),
                });
                walls.above[after * size + column] |= is_wall;
            }
        }
        walls
    }

    /// The region of each cell.
    fn enclosed(&self, size: usize) -> Vec<usize> {
        pieces(size, |from, to| match to - from {
            1 => self.left[to],
            _ => self.above[to],
        })
    }
}

/// The pieces that a board falls into, numbered in reading order, if `apart` says of a
/// cell and its right or lower neighbour whether they are kept apart.
pub(in crate::format) fn pieces(size: usize, apart: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut piece_of = vec![NONE; size * size];
    let mut n_pieces = 0;
    for start in 0..size * size {
        if piece_of[start] != NONE {
            continue;
        }
        piece_of[start] = n_pieces;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let (row, column) = (cell / size, cell % size);
            let steps = [
                (column > 0).then(|| (cell - 1, apart(cell - 1, cell))),
                (column + 1 < size).then(|| (cell + 1, apart(cell, cell + 1))),
                (row > 0).then(|| (cell - size, apart(cell - size, cell))),
                (row + 1 < size).then(|| (cell + size, apart(cell, cell + size))),
            ];
            for (next, is_apart) in steps.into_iter().flatten() {
                if !is_apart && piece_of[next] == NONE {
                    piece_of[next] = n_pieces;
                    open.push(next);
                }
            }
        }
        n_pieces += 1;
    }
    piece_of
}

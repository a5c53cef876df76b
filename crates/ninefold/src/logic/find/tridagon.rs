//! Looks for tridagons: in every four boxes that form a rectangle, for every three digits.
//!
//! ```text
//!   1  three digits with twelve cells that can hold two of them or more
//!   2  in each box the corners: three such cells in three rows and three columns
//!   3  a corner, one beside it in the same rows, one below it in the same columns, and the one
//!      that closes the rectangle, with an odd number of reversed ones among them
//! ```
//!
//! Corners with too many guardians are left out at once, so that almost nothing remains for the
//! third step on a board that has no tridagon.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, House, HouseKind};
use crate::logic::reason::Tridagon;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// The most guardians, unless they are all in one cell or all the same digit.
pub(super) const MOST_GUARDIANS: usize = 8;

/// On larger boards there are too many triples of digits.
const MOST_DIGITS: usize = 25;

/// Tridagons whose guardians are in one cell, or are all the same digit.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    each(sight, &mut |tridagon| {
        let gone = eliminations(sight, &tridagon);
        match Deduction::eliminating(technique, gone, tridagon.into()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    })
}

/// What follows from the guardians at once.
fn eliminations<const W: usize>(sight: &Sight<W>, tridagon: &Tridagon) -> Vec<Candidate> {
    let board: &Board = sight.board();
    let guardians = tridagon.guardians(board);
    let mut gone = Vec::new();
    let Some(&first) = guardians.first() else {
        return gone;
    };
    let Candidate { cell, digit } = first;
    if guardians.iter().all(|other| other.cell == cell) {
        let trio = sight.candidates(cell) & tridagon.trio();
        gone.extend(trio.iter().map(|digit| Candidate { cell, digit }));
    }
    if guardians.iter().all(|other| other.digit == digit) {
        let seen = sight.common_peers(guardians.iter().map(|guardian| guardian.cell));
        let seen = seen & *sight.places(digit);
        gone.extend(seen.iter().map(|cell| Candidate { cell, digit }));
    }
    gone
}

/// Three cells of a box, in three rows and three columns.
struct Corner {
    cells: [Cell; 3],
    rows: [usize; 3],
    columns: [usize; 3],
    /// Whether the cells rise from left to right in an odd number of pairs.
    is_odd: bool,
    /// The digits and cells of its guardians.
    others: DigitSet,
    guarded: Vec<Cell>,
    n_guardians: usize,
}

/// Passes every tridagon to `found`.
pub(super) fn each<const W: usize>(
    sight: &Sight<W>,
    found: &mut dyn FnMut(Tridagon) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    let Some(shape) = geometry
        .boxes()
        .filter(|shape| shape.rows >= 3 && shape.columns >= 3 && sight.size() <= MOST_DIGITS)
    else {
        return ControlFlow::Continue(());
    };
    // Boxes side by side, and how many bands there are.
    let (across, down) = (sight.size() / shape.columns, sight.size() / shape.rows);
    let digits: Vec<Digit> = geometry.digits().collect();
    for (i, &a) in digits.iter().enumerate() {
        sight.poll()?;
        for (j, &b) in digits.iter().enumerate().skip(i + 1) {
            let two = *sight.places(a) & *sight.places(b);
            for &c in &digits[j + 1..] {
                let third = *sight.places(c);
                let cells = two | third & *sight.places(a) | third & *sight.places(b);
                if cells.len() < 12 {
                    continue;
                }
                let blocks = geometry.houses_of_kind(HouseKind::Box);
                let blocks = blocks
                    .map(|block| (block, corners(sight, block, &cells, [a, b, c])))
                    .collect::<Vec<_>>();
                for top in 0..down {
                    for bottom in top + 1..down {
                        for left in 0..across {
                            for right in left + 1..across {
                                let at =
                                    [(top, left), (top, right), (bottom, left), (bottom, right)];
                                let four = at.map(|(band, stack)| &blocks[band * across + stack]);
                                rectangles([a, b, c], four, found)?;
                            }
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The corners in a box that have few guardians.
fn corners<const W: usize>(
    sight: &Sight<W>,
    block: House,
    cells: &CellSet<W>,
    digits: [Digit; 3],
) -> Vec<Corner> {
    let geometry = sight.geometry();
    let trio: DigitSet = digits.into_iter().collect();
    let cells: Vec<Cell> = (*cells & *sight.cells_of(block)).iter().collect();
    let mut corners = Vec::new();
    let apart = |a: Cell, b: Cell| {
        geometry.row(a) != geometry.row(b) && geometry.column(a) != geometry.column(b)
    };
    for (i, &one) in cells.iter().enumerate() {
        for (j, &two) in cells.iter().enumerate().skip(i + 1) {
            if !apart(one, two) {
                continue;
            }
            for &three in &cells[j + 1..] {
                if !apart(one, three) || !apart(two, three) {
                    continue;
                }
                let cells = [one, two, three];
                let others = cells.map(|cell| sight.candidates(cell) - trio);
                let columns = cells.map(|cell| geometry.column(cell));
                let [x, y, z] = columns;
                let mut sorted = columns;
                sorted.sort_unstable();
                let corner = Corner {
                    cells,
                    rows: cells.map(|cell| geometry.row(cell)),
                    columns: sorted,
                    is_odd: (x > y) ^ (y > z) ^ (x > z),
                    others: others[0] | others[1] | others[2],
                    guarded: (0..3)
                        .filter(|&k| !others[k].is_empty())
                        .map(|k| cells[k])
                        .collect(),
                    n_guardians: others.iter().map(|digits| digits.len()).sum(),
                };
                if is_guarded_by_few([&corner]) {
                    corners.push(corner);
                }
            }
        }
    }
    corners
}

/// Whether the guardians of the corners are few, in one cell, or all the same digit.
fn is_guarded_by_few<'c>(corners: impl IntoIterator<Item = &'c Corner>) -> bool {
    let (mut n_guardians, mut others, mut n_cells) = (0, DigitSet::EMPTY, 0);
    for corner in corners {
        n_guardians += corner.n_guardians;
        others |= corner.others;
        n_cells += corner.guarded.len();
    }
    n_guardians <= MOST_GUARDIANS || others.len() == 1 || n_cells == 1
}

/// The tridagons with a corner in each of four boxes: top left, top right, bottom left and
/// bottom right.
fn rectangles(
    digits: [Digit; 3],
    four: [&(House, Vec<Corner>); 4],
    found: &mut dyn FnMut(Tridagon) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let [top_left, top_right, bottom_left, bottom_right] = four.map(|(_, corners)| corners);
    if bottom_right.is_empty() {
        return ControlFlow::Continue(());
    }
    for one in top_left {
        for two in top_right.iter().filter(|two| two.rows == one.rows) {
            if !is_guarded_by_few([one, two]) {
                continue;
            }
            for three in bottom_left
                .iter()
                .filter(|three| three.columns == one.columns)
            {
                if !is_guarded_by_few([one, two, three]) {
                    continue;
                }
                for last in bottom_right {
                    let closes = last.rows == three.rows && last.columns == two.columns;
                    let corners = [one, two, three, last];
                    let is_odd = corners
                        .iter()
                        .fold(false, |odd, corner| odd ^ corner.is_odd);
                    if closes && is_odd && is_guarded_by_few(corners) {
                        found(Tridagon {
                            digits,
                            blocks: four.map(|(block, _)| *block),
                            cells: corners.map(|corner| corner.cells),
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    /// The eliminations of the tridagons on an empty board whose cells in four boxes have 1, 2 and 3
    /// and `others` alone. Each word is a box: the columns of its cells, from the top row down.
    fn tridagons(corners: [&str; 4], others: &[(usize, usize, usize)]) -> Vec<Vec<Candidate>> {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let geometry = puzzle.geometry().clone();
        let mut board = Board::new(&puzzle);
        for (k, corner) in corners.iter().enumerate() {
            for (row, column) in corner.bytes().enumerate() {
                let column = usize::from(column - b'0') + 3 * (k % 2);
                let row = row + 1 + 3 * (k / 2);
                let kept = |digit: Digit| others.contains(&(row, column, digit.value()));
                for digit in geometry.digits().filter(|digit| digit.value() > 3) {
                    if !kept(digit) {
                        board.eliminate(geometry.at(row, column), digit);
                    }
                }
            }
        }
        let sight = Sight::<10>::new(&puzzle, &board);
        let mut steps = Vec::new();
        _ = find(
            &sight,
            Technique::Tridagon,
            &Options::default(),
            &mut |step| {
                steps.push(step.eliminations);
                ControlFlow::Continue(())
            },
        );
        steps
    }

    #[test]
    fn an_odd_number_of_reversed_corners_cannot_be_filled() {
        // r4c4 alone has a guardian, 4: so it is neither 1 nor 2 nor 3.
        for corners in [["123", "123", "123", "132"], ["321", "132", "213", "123"]] {
            let column = usize::from(corners[3].as_bytes()[0] - b'0') + 3;
            let steps = tridagons(corners, &[(4, column, 4)]);
            assert_eq!(steps.len(), 1, "{corners:?}");
            assert_eq!(
                steps[0][..3].iter().map(|c| c.digit.value()).sum::<usize>(),
                6
            );
        }
    }

    #[test]
    fn an_even_number_can() {
        for corners in [["123", "123", "123", "231"], ["321", "123", "123", "132"]] {
            let column = usize::from(corners[3].as_bytes()[0] - b'0') + 3;
            assert!(
                tridagons(corners, &[(4, column, 4)]).is_empty(),
                "{corners:?}"
            );
        }
    }

    #[test]
    fn guardians_of_one_digit_leave_what_sees_them_all() {
        // 4 in r1c1 and in r1c4: one of them, so no other cell of row 1 is 4.
        let corners = ["123", "123", "123", "132"];
        let steps = tridagons(corners, &[(1, 1, 4), (1, 4, 4)]);
        let cells: Vec<usize> = steps[0].iter().map(|c| c.cell.index()).collect();
        assert_eq!(cells, [1, 2, 4, 5, 6, 7, 8]);
        assert!(steps[0].iter().all(|c| c.digit.value() == 4));
        // 4 and 5 in two cells: nothing at once.
        assert!(tridagons(corners, &[(1, 1, 4), (1, 4, 5)]).is_empty());
    }
}

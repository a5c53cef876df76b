//! Looks for short chains on one digit: skyscraper, 2-string kite, turbot fish and
//! empty rectangle.
//!
//! ```text
//!   skyscraper            2-string kite          empty rectangle
//!    A · · ·│· a · ·       · a │ · · A            5 · 5 │ · · f ·
//!    :      │  :           b · │ ·   :            · 5 · │ · · : ·  (box in row+column)
//!    B · · ·│· · b ·       :     · · ·            5̶ · · · · · e ·
//!   rows A–a, B–b          B · · · · ×            e–f the only two in their column
//! ```
//!
//! All four are two strong links (a house with two places left, or a box whose places
//! make a cross) joined by a weak one. Definitions and order after HoDoKu by Bernhard
//! Hobiger; the empty rectangle is Rod Hagglund's.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::order::weight;
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House, HouseKind};
use crate::logic::reason::{Chain, Dual, Node};
use crate::logic::sight::{Sight, Slots};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::n_ones;
use crate::sort;

/// Two lines with two places each, of which two are in one cross line.
pub(super) fn skyscraper<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for lines in [sight.rows(), sight.columns()] {
        for digit in sight.geometry().digits() {
            sight.poll()?;
            for (k, &one) in lines.iter().enumerate() {
                if sight.count(one, digit) != 2 {
                    continue;
                }
                let slots = sight.slots(one, digit);
                for &other in &lines[k + 1..] {
                    let shared = slots & sight.slots(other, digit);
                    // With both in common it is an X-Wing.
                    if sight.count(other, digit) != 2 || !shared.is_power_of_two() {
                        continue;
                    }
                    // Which end is tied to the other line's; the other is free.
                    let ends = |line: House| {
                        let [low, high] = pair_of(sight, line, digit);
                        let slots = sight.slots(line, digit);
                        if slots.trailing_zeros() == shared.trailing_zeros() {
                            (high, low)
                        } else {
                            (low, high)
                        }
                    };
                    let ((free_a, tied_a), (free_b, tied_b)) = (ends(one), ends(other));
                    let gone = sight.common_peers([free_a, free_b]) & *sight.places(digit);
                    let chain = chain(digit, [free_a, tied_a, tied_b, free_b]);
                    let gone = gone.iter().map(|cell| Candidate { cell, digit });
                    if let Some(step) = Deduction::eliminating(technique, gone, chain.into()) {
                        found(step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A row and a column with two places each, of which two are in one box.
pub(super) fn kite<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    let mut kites = Vec::new();
    for digit in geometry.digits() {
        sight.poll()?;
        let pairs = |lines: &[House]| -> Vec<[Cell; 2]> {
            let lines = lines.iter().copied();
            let strong = lines.filter(|&line| sight.count(line, digit) == 2);
            strong.map(|line| pair_of(sight, line, digit)).collect()
        };
        let mut columns = pairs(sight.columns());
        if columns.is_empty() {
            continue;
        }
        for mut row in pairs(sight.rows()) {
            for column in &mut columns {
                // The ends that share the box are turned to the front, and stay there:
                // that decides which ends are tried first with the next line.
                let ways = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let tied = |&(r, c): &(usize, usize)| share_block(sight, row[r], column[c]);
                let Some((r, c)) = ways.into_iter().find(tied) else {
                    continue;
                };
                row.swap(0, r);
                column.swap(0, c);
                if row.iter().any(|cell| column.contains(cell)) {
                    continue;
                }
                let cell = geometry.at(geometry.row(column[1]), geometry.column(row[1]));
                if !sight.places(digit).contains(cell) {
                    continue;
                }
                let chain = chain(digit, [row[1], row[0], column[0], column[1]]);
                let gone = vec![Candidate { cell, digit }];
                if options.duals {
                    kites.push((chain, gone));
                } else if let Some(step) = Deduction::eliminating(technique, gone, chain.into()) {
                    found(step)?;
                }
            }
        }
    }
    let same_box_cells = |a: &Chain, b: &Chain| middle(a) == middle(b);
    let dual = Technique::DualTwoStringKite;
    with_duals(sight, kites, same_box_cells, technique, dual, found)
}

/// A box whose places lie in one row and one column, and a line with two places.
pub(super) fn empty_rectangle<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    let blocks = sight.blocks().iter();
    let crosses: Vec<Cross> = blocks
        .filter(|&&block| geometry.is_exact(block))
        .map(|&block| Cross::new(sight, block))
        .collect();
    let mut rectangles = Vec::new();
    for digit in geometry.digits() {
        sight.poll()?;
        for cross in &crosses {
            let slots = sight.slots(cross.block, digit);
            let inside = sight.cells_of(cross.block);
            if sight.count(cross.block, digit) < 2 {
                continue;
            }
            // From the last line of the box to the first.
            for &(row, in_row) in cross.rows.iter().rev() {
                for &(column, in_column) in cross.columns.iter().rev() {
                    let arms = [slots & in_row & !in_column, slots & in_column & !in_row];
                    let long = [slots & in_row, slots & in_column].map(n_ones);
                    if slots & !in_row & !in_column != 0
                        || arms.contains(&0)
                        || (!options.two_candidate_rectangles && long.iter().all(|&n| n < 2))
                    {
                        continue;
                    }
                    let sides = [(row, in_row, column), (column, in_column, row)];
                    for (along, in_along, across) in sides {
                        for tied in sight.cells_at(along, sight.slots(along, digit)) {
                            if inside.contains(tied) || sight.cells_of(across).contains(tied) {
                                continue;
                            }
                            let string = line_across(sight, along, tied);
                            if sight.count(string, digit) != 2 {
                                continue;
                            }
                            let [a, b] = pair_of(sight, string, digit);
                            let end = if a == tied { b } else { a };
                            let cell = crossing(sight, across, end);
                            if !sight.places(digit).contains(cell) || inside.contains(cell) {
                                continue;
                            }
                            let group = |slots, on| {
                                let cells = sight.cells_at(cross.block, slots).collect();
                                Node::group(cells, digit, on)
                            };
                            let chain = Chain::open(vec![
                                Node::cell(end, digit, false),
                                Node::cell(tied, digit, true),
                                group(slots & in_along, false),
                                group(slots & !in_along, true),
                            ]);
                            let gone = vec![Candidate { cell, digit }];
                            if options.duals {
                                rectangles.push((chain, gone));
                            } else if let Some(step) =
                                Deduction::eliminating(technique, gone, chain.into())
                            {
                                found(step)?;
                            }
                        }
                    }
                }
            }
        }
    }
    let same_box = |a: &Chain, b: &Chain| middle_groups(a) == middle_groups(b);
    let dual = Technique::DualEmptyRectangle;
    with_duals(sight, rectangles, same_box, technique, dual, found)
}

/// Two houses with two places each, joined by any third house; those that rub out
/// most come first.
pub(super) fn turbot<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    let mut chains = Vec::new();
    let mut links: Vec<(Cell, Cell)> = Vec::new();
    for digit in geometry.digits() {
        sight.poll()?;
        let places = sight.places(digit);
        links.clear();
        for house in geometry.houses() {
            if let Some((a, b)) = sight.conjugates(house, digit) {
                links.extend([(a, b), (b, a)]);
            }
        }
        for (k, &(start, second)) in links.iter().enumerate() {
            for (l, &(third, end)) in links.iter().enumerate() {
                // Read from its other end it is the same chain.
                if end < start || end == second || third == start || !sight.sees(second, third) {
                    continue;
                }
                let gone = sight.common_peers([start, end]) & *places;
                if gone.is_empty() {
                    continue;
                }
                let gone = gone.iter().map(|cell| Candidate { cell, digit });
                let gone: Vec<Candidate> = gone.collect();
                // Of chains that rub out the same, the first in this order is reported:
                // cell by cell, rows before columns before boxes.
                let turn = match third {
                    _ if geometry.row(third) == geometry.row(second) => 0,
                    _ if geometry.column(third) == geometry.column(second) => 1,
                    _ => 2,
                };
                let rank = (
                    Reverse(gone.len()),
                    weight(sight, gone.iter().copied()),
                    start,
                    k,
                    turn,
                    third,
                    l,
                );
                chains.push((rank, digit, [start, second, third, end], gone));
            }
        }
    }
    sort::by_key(&mut chains, |&(rank, ..)| rank);
    for (_, digit, cells, gone) in chains {
        let chain = chain(digit, cells);
        if let Some(step) = Deduction::eliminating(technique, gone, chain.into()) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// Reports the steps, and each two that are `alike` around one box as one.
fn with_duals<const W: usize>(
    sight: &Sight<W>,
    steps: Vec<(Chain, Vec<Candidate>)>,
    alike: impl Fn(&Chain, &Chain) -> bool,
    technique: Technique,
    dual: Technique,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut all = Vec::new();
    for (k, (first, gone)) in steps.iter().enumerate() {
        all.push((technique, gone.clone(), first.clone().into()));
        for (second, other) in &steps[k + 1..] {
            if gone != other && gone[0].digit == other[0].digit && alike(first, second) {
                let reason = Dual {
                    first: first.clone(),
                    second: second.clone(),
                };
                all.push((dual, [gone.as_slice(), other].concat(), reason.into()));
            }
        }
    }
    sort::by_key(&mut all, |(_, gone, _)| {
        let weight = weight(sight, gone.iter().copied());
        (Reverse(gone.len()), weight)
    });
    for (technique, gone, reason) in all {
        if let Some(step) = Deduction::eliminating(technique, gone, reason) {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells of the two nodes in the middle, in reading order.
fn middle(chain: &Chain) -> Vec<Cell> {
    sorted(&chain.nodes[1..3])
}

/// The cells of the last two nodes, in reading order: the places in the box.
fn middle_groups(chain: &Chain) -> Vec<Cell> {
    sorted(&chain.nodes[2..])
}

fn sorted(nodes: &[Node]) -> Vec<Cell> {
    let cells = nodes.iter().flat_map(|node| &node.cells);
    let mut cells: Vec<Cell> = cells.copied().collect();
    cells.sort_unstable();
    cells
}

/// If the first is not the digit, the second is; then the third is not; then the last
/// is.
fn chain(digit: Digit, cells: [Cell; 4]) -> Chain {
    let nodes = cells.into_iter().enumerate();
    Chain::open(
        nodes
            .map(|(k, cell)| Node::cell(cell, digit, k % 2 == 1))
            .collect(),
    )
}

/// The two places for `digit` in a line that has two.
fn pair_of<const W: usize>(sight: &Sight<W>, line: House, digit: Digit) -> [Cell; 2] {
    let cells = sight.geometry().cells_of(line);
    let slots = sight.slots(line, digit);
    [slots.trailing_zeros(), slots.ilog2()].map(|slot| cells[slot as usize])
}

/// The row through a cell of a column, or the column through a cell of a row.
fn line_across<const W: usize>(sight: &Sight<W>, line: House, cell: Cell) -> House {
    let geometry = sight.geometry();
    match geometry.kind(line) {
        HouseKind::Row => sight.columns()[geometry.column(cell) - 1],
        _ => sight.rows()[geometry.row(cell) - 1],
    }
}

/// Where `line` crosses the line of the other kind through `cell`.
fn crossing<const W: usize>(sight: &Sight<W>, line: House, cell: Cell) -> Cell {
    let geometry = sight.geometry();
    let cells = geometry.cells_of(line);
    match geometry.kind(line) {
        HouseKind::Row => cells[geometry.column(cell) - 1],
        _ => cells[geometry.row(cell) - 1],
    }
}

fn share_block<const W: usize>(sight: &Sight<W>, a: Cell, b: Cell) -> bool {
    let houses = sight.geometry().houses_of(a).iter().skip(2);
    let mut shared = houses.filter(|&&house| sight.cells_of(house).contains(b));
    shared.next().is_some()
}

/// A block and the lines that cross it, each with its cells' slots in the block.
struct Cross {
    block: House,
    rows: Vec<(House, Slots)>,
    columns: Vec<(House, Slots)>,
}

impl Cross {
    fn new<const W: usize>(sight: &Sight<W>, block: House) -> Cross {
        let (geometry, size) = (sight.geometry(), sight.size());
        let mut in_rows = vec![0; size];
        let mut in_columns = vec![0; size];
        for (slot, &cell) in geometry.cells_of(block).iter().enumerate() {
            in_rows[geometry.row(cell) - 1] |= 1 << slot;
            in_columns[geometry.column(cell) - 1] |= 1 << slot;
        }
        let crossed = |lines: &[House], slots: Vec<Slots>| {
            let all = lines.iter().copied().zip(slots);
            all.filter(|(_, slots)| *slots != 0).collect()
        };
        Cross {
            block,
            rows: crossed(sight.rows(), in_rows),
            columns: crossed(sight.columns(), in_columns),
        }
    }
}

//! Looks for unique rectangles, hidden and avoidable ones among them.
//!
//! A rectangle is four cells in two rows, two columns and two boxes, so that two
//! digits could be swapped in it. Each set of four cells is looked at once, from the
//! first corner that has just two candidates (or, for avoidable rectangles, is filled
//! by the player). Which marks may be missing, and the order, are HoDoKu's.

use std::ops::ControlFlow;

use super::deadly::Pattern;
use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::check::Pair;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// Unique rectangles of types 1 to 6, and hidden rectangles.
pub(super) fn unique<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut reported: Vec<CellSet<W>> = Vec::new();
    for start in (*sight.bivalue() & *sight.free()).iter() {
        let mut digits = sight.candidates(start).iter();
        let Some((a, b)) = digits.next().zip(digits.next()) else {
            continue;
        };
        // The third corner need not have b if marks may be missing.
        let (with_a, with_b, third_with_b) = if options.incomplete_rectangles {
            (sight.unseen(a), sight.unseen(b), sight.unseen(a))
        } else {
            (*sight.places(a), *sight.places(b), *sight.places(b))
        };
        let with_both = with_a & with_b;
        each_rectangle(sight, start, &with_both, &mut |corners| {
            let [_, _, third, fourth] = corners;
            let fits = (with_a & third_with_b).contains(third) && with_both.contains(fourth);
            let cells: CellSet<W> = corners.into_iter().collect();
            if !fits || reported.contains(&cells) {
                return ControlFlow::Continue(());
            }
            reported.push(cells);
            let pairs = corners.map(|cell| Pair { cell, a, b });
            Rectangle {
                pattern: Pattern::new(sight, &pairs),
                sight,
                corners,
                a,
                b,
            }
            .report(technique, found)
        })?;
    }
    ControlFlow::Continue(())
}

/// A rectangle with the same pair in all four corners: the first two in one box, the
/// third beside the first, the fourth beside the second.
struct Rectangle<'p, const W: usize> {
    pattern: Pattern<'p, W>,
    sight: &'p Sight<W>,
    corners: [Cell; 4],
    a: Digit,
    b: Digit,
}

impl<const W: usize> Rectangle<'_, W> {
    fn report(&self, technique: Technique, found: &mut Found<'_>) -> ControlFlow<()> {
        let open = self.pattern.open_cells();
        let in_line = self.line_of(&open).is_some();
        let step = match (technique, open.len()) {
            (Technique::UniqueRectangle1, 1) => self.pattern.one_open(technique),
            (Technique::UniqueRectangle2, 2) if in_line => self.pattern.one_extra(technique),
            (Technique::UniqueRectangle3, 2) => return self.pattern.subsets(technique, found),
            (Technique::UniqueRectangle4, 2) if in_line => self.pattern.strong_link(technique),
            (Technique::UniqueRectangle5, 2 | 3) if !in_line => self.pattern.one_extra(technique),
            (Technique::UniqueRectangle6, 2) if !in_line => self.crossed(),
            (Technique::HiddenRectangle, 2 | 3) if !in_line => return self.hidden(found),
            _ => None,
        };
        match step {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }

    /// The row or column that all these cells share.
    fn line_of(&self, cells: &[Cell]) -> Option<House> {
        let shared = self.sight.common_houses(cells).into_iter();
        let mut lines = shared.filter(|house| !self.sight.blocks().contains(house));
        lines.next()
    }

    /// Whether the digit has no place in the house but in the rectangle.
    fn is_locked(&self, house: House, digit: Digit) -> bool {
        let cells: CellSet<W> = self.corners.into_iter().collect();
        (self.sight.places_in(house, digit) - cells).is_empty()
    }

    /// The row and the column of a cell.
    fn lines(&self, cell: Cell) -> [House; 2] {
        let geometry = self.sight.geometry();
        let row = self.sight.rows()[geometry.row(cell) - 1];
        let column = self.sight.columns()[geometry.column(cell) - 1];
        [row, column]
    }

    /// Type 6: a digit that both rows and both columns have in the rectangle only. In
    /// one open corner it would be in the other as well.
    fn crossed(&self) -> Option<Deduction> {
        let open = self.pattern.open_cells();
        let lines: Vec<House> = open.iter().flat_map(|&cell| self.lines(cell)).collect();
        let is_locked = |digit: &Digit| lines.iter().all(|&line| self.is_locked(line, *digit));
        let digit = [self.a, self.b].into_iter().find(is_locked)?;
        let there = open
            .iter()
            .filter(|&&cell| self.sight.places(digit).contains(cell));
        let mut gone: Vec<Candidate> = there.map(|&cell| Candidate { cell, digit }).collect();
        // In reading order, whichever corner the rectangle was found from: the order decides
        // which single is seen next.
        gone.sort();
        let rows = open.iter().map(|&cell| (self.lines(cell)[0], digit));
        let rows: Vec<(House, Digit)> = rows.collect();
        self.pattern
            .step(Technique::UniqueRectangle6, gone, &rows, &[])
    }

    /// Hidden rectangle: a digit that the row and the column of one corner have in
    /// the rectangle only, and a corner opposite that keeps to the pair.
    fn hidden(&self, found: &mut Found<'_>) -> ControlFlow<()> {
        let open = self.pattern.open_cells();
        let [first, next, third, fourth] = self.corners;
        let opposites = [
            (first, fourth),
            (next, third),
            (third, next),
            (fourth, first),
        ];
        for (_, opposite) in opposites
            .into_iter()
            .filter(|(corner, _)| !open.contains(corner))
        {
            for (digit, other) in [(self.a, self.b), (self.b, self.a)] {
                let lines = self.lines(opposite);
                let is_there = self.sight.places(other).contains(opposite);
                if !is_there || !lines.iter().all(|&line| self.is_locked(line, digit)) {
                    continue;
                }
                let gone = Candidate {
                    cell: opposite,
                    digit: other,
                };
                let lines = lines.map(|line| (line, digit));
                let technique = Technique::HiddenRectangle;
                if let Some(step) = self.pattern.step(technique, [gone], &lines, &[]) {
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Avoidable rectangles: two or three corners are filled, but not by the puzzle.
pub(super) fn avoidable<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut reported: Vec<CellSet<W>> = Vec::new();
    let filled = *sight.free() - *sight.empty();
    for start in filled.iter() {
        each_rectangle(sight, start, &filled, &mut |corners| {
            let [start, next, third, fourth] = corners;
            let placed = sight.value(start).zip(sight.value(next));
            let Some((a, b)) = placed.filter(|(a, b)| a != b) else {
                return ControlFlow::Continue(());
            };
            // Third and fourth corner would be deadly with these digits.
            let fits = [(third, b), (fourth, a)].map(|(cell, digit)| match sight.value(cell) {
                Some(value) => (value == digit).then_some(DigitSet::EMPTY),
                None => {
                    let digits = sight.candidates(cell);
                    let is_pair = digits.len() == 2 && digits.contains(digit);
                    is_pair.then_some(digits - DigitSet::only(digit))
                }
            });
            let [Some(one), Some(other)] = fits else {
                return ControlFlow::Continue(());
            };
            let is_type = match technique {
                Technique::AvoidableRectangle1 => one.is_empty() != other.is_empty(),
                _ => !one.is_empty() && one == other,
            };
            let cells: CellSet<W> = corners.into_iter().collect();
            if !is_type || reported.contains(&cells) {
                return ControlFlow::Continue(());
            }
            reported.push(cells);
            let pairs = corners.map(|cell| Pair { cell, a, b });
            let pattern = Pattern::new(sight, &pairs);
            let step = match technique {
                Technique::AvoidableRectangle1 => pattern.one_open(technique),
                _ => pattern.one_extra(technique),
            };
            match step {
                Some(step) => found(step),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// Every rectangle with this first corner: the second in the same box, in a line with
/// it, and one of `nexts`; third and fourth in another box.
fn each_rectangle<const W: usize>(
    sight: &Sight<W>,
    start: Cell,
    nexts: &CellSet<W>,
    visit: &mut dyn FnMut([Cell; 4]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    sight.poll()?;
    let Some(block) = geometry.region_of(start) else {
        return ControlFlow::Continue(());
    };
    let (row, column) = (geometry.row(start), geometry.column(start));
    for next in (*nexts & *sight.cells_of(block)).iter() {
        let (next_row, next_column) = (geometry.row(next), geometry.column(next));
        if (next_row == row) == (next_column == column) {
            continue;
        }
        for line in 1..=sight.size() {
            let (third, fourth) = if next_row == row {
                (geometry.at(line, column), geometry.at(line, next_column))
            } else {
                (geometry.at(row, line), geometry.at(next_row, line))
            };
            if sight.cells_of(block).contains(third) {
                continue;
            }
            let corners = [start, next, third, fourth];
            if corners.iter().all(|&cell| sight.free().contains(cell)) && pair_up(sight, &corners) {
                visit(corners)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether every house has two of the cells or none, as it is with rectangles in two
/// boxes where there are no other houses.
fn pair_up<const W: usize>(sight: &Sight<W>, corners: &[Cell; 4]) -> bool {
    let geometry = sight.geometry();
    let in_house = |house: House| {
        let cells = sight.cells_of(house);
        corners.iter().filter(|&&cell| cells.contains(cell)).count()
    };
    geometry.is_plain()
        || corners.iter().all(|&cell| {
            let houses = geometry.houses_of(cell).iter();
            houses.into_iter().all(|&house| in_house(house) == 2)
        })
}

//! Looks for junior exocets: for every two cells of a line inside a box, the two targets in the
//! other boxes of the band.
//!
//! What follows from an exocet is not worked out by rules: the checker is asked for each candidate
//! of the base, the targets, the mirror nodes and the cross-lines whether the facts of the exocet
//! rule it out. So the finder may be generous, and a step never claims what cannot be proved.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{BoxShape, Candidate, Cell, Digit, House};
use crate::logic::check;
use crate::logic::reason::Exocet;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::puzzle::Puzzle;
use crate::sets::{CellSet, DigitSet};

/// Junior exocets, on boards with boxes of 3×3.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if sight.geometry().boxes()
        != Some(BoxShape {
            rows: 3,
            columns: 3,
        })
    {
        return ControlFlow::Continue(());
    }
    for by_row in [true, false] {
        let frame = Frame { sight, by_row };
        for line in 0..9 {
            sight.poll()?;
            for third in 0..9 {
                frame.at_base(line, third, technique, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A board, or the same board with rows and columns exchanged.
struct Frame<'s, const W: usize> {
    sight: &'s Sight<W>,
    by_row: bool,
}

impl<const W: usize> Frame<'_, W> {
    fn cell(&self, line: usize, across: usize) -> Cell {
        let (row, column) = if self.by_row {
            (line, across)
        } else {
            (across, line)
        };
        self.sight.geometry().at(row + 1, column + 1)
    }

    fn lines(&self) -> &[House] {
        if self.by_row {
            self.sight.rows()
        } else {
            self.sight.columns()
        }
    }

    fn cross_lines(&self) -> &[House] {
        if self.by_row {
            self.sight.columns()
        } else {
            self.sight.rows()
        }
    }

    /// The exocets whose base is in `line`, in the box of `third`, its other cell there.
    fn at_base(
        &self,
        line: usize,
        third: usize,
        technique: Technique,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let sight = self.sight;
        let start = third - third % 3;
        let others: Vec<usize> = (start..start + 3).filter(|&k| k != third).collect();
        let base = [self.cell(line, others[0]), self.cell(line, others[1])];
        let is_open = |cell: &Cell| sight.candidates(*cell).len() >= 2;
        let digits = sight.digits_in(base);
        if !base.iter().all(is_open) || !(3..=4).contains(&digits.len()) {
            return ControlFlow::Continue(());
        }
        let stacks: Vec<usize> = (0..9).step_by(3).filter(|&stack| stack != start).collect();
        for one in
            (stacks[0]..stacks[0] + 3).map(|across| (across, self.targets(line, across, digits)))
        {
            for two in (stacks[1]..stacks[1] + 3)
                .map(|across| (across, self.targets(line, across, digits)))
            {
                let (Some(first), Some(second)) = (one.1, two.1) else {
                    continue;
                };
                let crossing = [third, one.0, two.0];
                let Some(covers) = self.covers(line, crossing, digits) else {
                    continue;
                };
                let exocet = Exocet {
                    base,
                    digits,
                    targets: [first, second],
                    lines: crossing.map(|across| self.cross_lines()[across]),
                    covers,
                    mirrors: None,
                };
                self.report(line, crossing, exocet, technique, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The other two lines of the band.
    fn beside(line: usize) -> [usize; 2] {
        let start = line - line % 3;
        [(line + 1) % 3 + start, (line + 2) % 3 + start]
    }

    /// The target in a cross-line: of its two cells in the band beside the base line, the one
    /// that can hold digits of the base while the other cannot.
    fn targets(&self, line: usize, across: usize, digits: DigitSet) -> Option<Cell> {
        let cells = Self::beside(line).map(|line| self.cell(line, across));
        let holds = cells.map(|cell| {
            let value = self
                .sight
                .value(cell)
                .map_or(DigitSet::EMPTY, DigitSet::only);
            !((self.sight.candidates(cell) | value) & digits).is_empty()
        });
        let target = match holds {
            [true, false] => cells[0],
            [false, true] => cells[1],
            _ => return None,
        };
        self.sight.value(target).is_none().then_some(target)
    }

    /// For each digit two lines that have all of its places in the cross-lines outside the band;
    /// none if a digit has no such lines.
    fn covers(
        &self,
        line: usize,
        crossing: [usize; 3],
        digits: DigitSet,
    ) -> Option<Vec<(Digit, Vec<House>)>> {
        let band = line / 3;
        let all: Vec<House> = (0..9)
            .filter(|line| line / 3 != band)
            .map(|line| self.lines()[line])
            .chain(crossing.map(|across| self.cross_lines()[across]))
            .collect();
        let cells: CellSet<W> = (0..9)
            .filter(|line| line / 3 != band)
            .flat_map(|line| crossing.map(|across| self.cell(line, across)))
            .collect();
        let cover = |digit: Digit| {
            let is_value = |cell: &Cell| self.sight.value(*cell) == Some(digit);
            let values: CellSet<W> = cells.iter().filter(is_value).collect();
            let places = (*self.sight.places(digit) & cells) | values;
            let left = |house: House, places: CellSet<W>| places - *self.sight.cells_of(house);
            if places.is_empty() {
                return Some(Vec::new());
            }
            if let Some(&one) = all.iter().find(|&&one| left(one, places).is_empty()) {
                return Some(vec![one]);
            }
            let mut pairs = all
                .iter()
                .flat_map(|&one| all.iter().map(move |&two| [one, two]));
            let pair = pairs.find(|&[one, two]| left(two, left(one, places)).is_empty());
            pair.map(|pair| pair.to_vec())
        };
        let covers = digits.iter().map(|digit| Some((digit, cover(digit)?)));
        covers.collect()
    }

    /// Reports what the checker finds to follow: first without the mirror nodes, and if that is
    /// not all, with them.
    fn report(
        &self,
        line: usize,
        crossing: [usize; 3],
        exocet: Exocet,
        technique: Technique,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let sight = self.sight;
        let mirrors = self.mirrors(line, crossing, &exocet);
        let mut cells = [exocet.base, exocet.targets].concat();
        let outside = (0..9).filter(|other| other / 3 != line / 3);
        let ends = outside.flat_map(|line| crossing.map(|across| self.cell(line, across)));
        let digits_of = |cell: Cell, among: DigitSet| {
            let digits = (sight.candidates(cell) & among).iter();
            digits
                .map(move |digit| Candidate { cell, digit })
                .collect::<Vec<_>>()
        };
        let all = sight.geometry().all_digits();
        let near: Vec<Candidate> = cells
            .iter()
            .flat_map(|&cell| digits_of(cell, all))
            .collect();
        let far: Vec<Candidate> = ends
            .flat_map(|cell| digits_of(cell, exocet.digits))
            .collect();
        let puzzle = Puzzle::empty(sight.geometry().clone());
        let follows = |exocet: &Exocet, candidate: &Candidate| {
            let facts = exocet.rests_on();
            check::prove(&puzzle, sight.board(), &facts, &[], &[*candidate]).is_ok()
        };
        let mut gone = near.clone();
        gone.extend(far);
        gone.retain(|candidate| follows(&exocet, candidate));
        if let Some(step) = Deduction::eliminating(technique, gone.clone(), exocet.clone().into()) {
            found(step)?;
        }
        let with_mirrors = Exocet {
            mirrors: Some(mirrors),
            ..exocet
        };
        cells = mirrors.1.concat();
        let mut more = near;
        more.extend(cells.into_iter().flat_map(|cell| digits_of(cell, all)));
        more.retain(|candidate| !gone.contains(candidate) && follows(&with_mirrors, candidate));
        match Deduction::eliminating(technique, more, with_mirrors.into()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }

    /// The boxes of the targets, and for each target the two cells of the other box in which its
    /// digit must come again: neither in the line of the base, nor in its own, nor the cross-line.
    fn mirrors(
        &self,
        line: usize,
        crossing: [usize; 3],
        exocet: &Exocet,
    ) -> ([House; 2], [[Cell; 2]; 2]) {
        let place = |cell: Cell| {
            let (row, column) = (
                self.sight.geometry().row(cell),
                self.sight.geometry().column(cell),
            );
            if self.by_row { row - 1 } else { column - 1 }
        };
        let node = |target: Cell, across: usize| {
            let [one, two] = Self::beside(line);
            let last = if place(target) == one { two } else { one };
            let start = across - across % 3;
            let mut cells = (start..start + 3).filter(|&k| k != across);
            let mut next = || self.cell(last, cells.next().expect("a box is three wide"));
            [next(), next()]
        };
        let block = |cell: Cell| self.sight.geometry().region_of(cell).expect("it has boxes");
        let [first, second] = exocet.targets;
        let nodes = [node(first, crossing[2]), node(second, crossing[1])];
        ([block(first), block(second)], nodes)
    }
}

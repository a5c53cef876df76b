//! Looks for unique loops: the same two digits in more than four cells, of which
//! every house has two or none.
//!
//! ```text
//!   12 ─────── 12        from cell to cell along a row, then along a column, and so
//!   │           │        on until the start is reached again
//!   │      12 ─ 12+5
//!   │      │
//!   12 ─── 12
//! ```

use std::ops::ControlFlow;

use super::deadly::{Pattern, both};
use super::{Found, Options};
use crate::geometry::Cell;
use crate::logic::check::Pair;
use crate::logic::sight::Sight;
use crate::logic::technique::Technique;
use crate::sets::{CellSet, DigitSet};

/// Unique loops of six cells and more, of every type.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for start in (*sight.bivalue() & *sight.free()).iter() {
        let pair = sight.candidates(start);
        let mut digits = pair.iter();
        let Some((a, b)) = digits.next().zip(digits.next()) else {
            continue;
        };
        // Loops through an earlier cell with just the pair were found from there.
        let is_earlier = |cell: &Cell| *cell < start && sight.candidates(*cell) == pair;
        let earlier: CellSet<W> = sight.bivalue().iter().filter(is_earlier).collect();
        let able = (*sight.places(a) & *sight.places(b) & *sight.free()) - earlier;
        if able.len() < 6 {
            continue;
        }
        let mut path = Path {
            sight,
            technique,
            able,
            pairs: Vec::new(),
            crowd: vec![0; sight.geometry().houses().len()],
        };
        path.visit(Pair { cell: start, a, b }, DigitSet::EMPTY, 0, found)?;
    }
    ControlFlow::Continue(())
}

/// The way so far.
struct Path<'p, const W: usize> {
    sight: &'p Sight<W>,
    technique: Technique,
    /// The cells that may still be gone through.
    able: CellSet<W>,
    pairs: Vec<Pair>,
    /// How many cells of the way each house has.
    crowd: Vec<u8>,
}

impl<const W: usize> Path<'_, W> {
    /// Goes on from a cell; `extras` and `n_open` are those of the way before it.
    fn visit(
        &mut self,
        pair: Pair,
        extras: DigitSet,
        n_open: usize,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let sight = self.sight;
        sight.poll()?;
        let houses = sight.geometry().houses_of(pair.cell);
        let more = sight.candidates(pair.cell) - both(pair);
        let extras = extras | more;
        let n_open = n_open + usize::from(!more.is_empty());
        let is_crowded = houses.iter().any(|house| self.crowd[house.index()] > 1);
        // Nothing follows from many open cells with many digits besides.
        if is_crowded || (n_open > 2 && extras.len() > 1) {
            return ControlFlow::Continue(());
        }
        houses
            .iter()
            .for_each(|house| self.crowd[house.index()] += 1);
        self.able.remove(pair.cell);
        self.pairs.push(pair);
        if self.pairs.len() >= 6 && self.is_closed() {
            self.report(found)?;
        }
        let line = match self.pairs.len() % 2 {
            1 => sight.rows()[sight.geometry().row(pair.cell) - 1],
            _ => sight.columns()[sight.geometry().column(pair.cell) - 1],
        };
        for cell in (self.able & *sight.cells_of(line)).iter() {
            self.visit(Pair { cell, ..pair }, extras, n_open, found)?;
        }
        self.pairs.pop();
        self.able.insert(pair.cell);
        houses
            .iter()
            .for_each(|house| self.crowd[house.index()] -= 1);
        ControlFlow::Continue(())
    }

    /// Whether every house has two cells of the way or none.
    fn is_closed(&self) -> bool {
        self.crowd.iter().all(|&n| n != 1)
    }

    fn report(&self, found: &mut Found<'_>) -> ControlFlow<()> {
        let pattern = Pattern::new(self.sight, &self.pairs);
        let steps = [
            pattern.one_open(self.technique),
            pattern.one_extra(self.technique),
            pattern.strong_link(self.technique),
        ];
        steps.into_iter().flatten().try_for_each(&mut *found)?;
        match pattern.open.len() {
            2 => pattern.subsets(self.technique, found),
            _ => ControlFlow::Continue(()),
        }
    }
}

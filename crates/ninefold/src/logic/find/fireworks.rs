//! Looks for fireworks of three digits, at each crossing of a row and a column.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::reason::Firework;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::DigitSet;

/// Fireworks of three digits.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    let mut sparks: Vec<Spark> = Vec::new();
    for crossing in sight.empty().iter() {
        let Some(block) = geometry.region_of(crossing) else {
            continue;
        };
        sight.poll()?;
        let lines = [
            sight.rows()[geometry.row(crossing) - 1],
            sight.columns()[geometry.column(crossing) - 1],
        ];
        sparks.clear();
        sparks.extend(geometry.digits().filter_map(|digit| {
            let ends = lines.map(|line| outside(sight, line, block, digit));
            let [Some(row), Some(column)] = ends else {
                return None;
            };
            Some(Spark { digit, row, column })
        }));
        for (i, one) in sparks.iter().enumerate() {
            for (j, two) in sparks.iter().enumerate().skip(i + 1) {
                for three in &sparks[j + 1..] {
                    let trio = [one, two, three];
                    let row = only(trio.iter().filter_map(|spark| spark.row));
                    let column = only(trio.iter().filter_map(|spark| spark.column));
                    let Some(wings) = row.zip(column) else {
                        continue;
                    };
                    let reason = Firework {
                        digits: trio.iter().map(|spark| spark.digit).collect(),
                        crossing,
                        wings: [wings.0, wings.1],
                        lines,
                        block,
                    };
                    report(sight, technique, reason, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A digit that the row and the column of a crossing have outside the box in one
/// place at most.
struct Spark {
    digit: Digit,
    row: Option<Cell>,
    column: Option<Cell>,
}

/// The place for the digit in the line outside the box: some if there is one at most,
/// and it if there is one.
fn outside<const W: usize>(
    sight: &Sight<W>,
    line: House,
    block: House,
    digit: Digit,
) -> Option<Option<Cell>> {
    if sight.count(line, digit) == 0 || !sight.geometry().is_exact(line) {
        return None;
    }
    let outside = sight.places_in(line, digit) - *sight.cells_of(block);
    let mut cells = outside.iter();
    let first = cells.next();
    cells.next().is_none().then_some(first)
}

/// The cell, if there is one and no other.
fn only(mut cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    let first = cells.next()?;
    cells.all(|cell| cell == first).then_some(first)
}

fn report<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    reason: Firework,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let [one, other] = reason.wings;
    let gone = [reason.crossing, one, other].into_iter().flat_map(|cell| {
        let others: DigitSet = sight.candidates(cell) - reason.digits;
        let others: Vec<Digit> = others.iter().collect();
        others
            .into_iter()
            .map(move |digit| Candidate { cell, digit })
    });
    match Deduction::eliminating(technique, gone, reason.into()) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

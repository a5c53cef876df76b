//! Looks for singles: the last cell of a house, the last place of a digit, the last
//! digit of a cell.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::Candidate;
use crate::logic::reason::Single;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;

/// Houses with one empty cell.
pub(super) fn full_house<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    for house in sight
        .blocks_first()
        .filter(|&house| geometry.is_exact(house))
    {
        let open = *sight.cells_of(house) & *sight.empty();
        let mut cells = open.iter();
        if let (Some(cell), None) = (cells.next(), cells.next())
            && let Some(digit) = sight.candidates(cell).single()
        {
            let reason = Single { house: Some(house) };
            found(Deduction::placing(
                technique,
                Candidate { cell, digit },
                reason.into(),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

/// Cells with one candidate.
pub(super) fn naked_single<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for cell in sight.empty().iter() {
        if let Some(digit) = sight.candidates(cell).single() {
            let reason = Single { house: None };
            found(Deduction::placing(
                technique,
                Candidate { cell, digit },
                reason.into(),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

/// Digits with one place in a house.
pub(super) fn hidden_single<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let geometry = sight.geometry();
    for house in sight
        .blocks_first()
        .filter(|&house| geometry.is_exact(house))
    {
        for digit in geometry.digits() {
            if sight.count(house, digit) == 1 {
                let slot = sight.slots(house, digit).trailing_zeros();
                let cell = geometry.cells_of(house)[slot as usize];
                let reason = Single { house: Some(house) };
                found(Deduction::placing(
                    technique,
                    Candidate { cell, digit },
                    reason.into(),
                ))?;
            }
        }
    }
    ControlFlow::Continue(())
}

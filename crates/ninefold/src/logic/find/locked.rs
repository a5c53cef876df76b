//! Looks for locked candidates: all places of a digit in one house lie in another.
//!
//! Type 1 looks from boxes (and other houses that are not lines) into lines, type 2
//! from lines into boxes.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, House};
use crate::logic::reason::Locked;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;

/// Locked candidates of either type.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let lines: Vec<House> = [sight.rows(), sight.columns()].concat();
    let (from, into) = match technique {
        Technique::LockedCandidates1 => (sight.blocks(), lines.as_slice()),
        _ => (lines.as_slice(), sight.blocks()),
    };
    let geometry = sight.geometry();
    for &from in from.iter().filter(|&&house| geometry.is_exact(house)) {
        sight.poll()?;
        for digit in geometry.digits() {
            if sight.count(from, digit) < 2 {
                continue;
            }
            let places = sight.places_in(from, digit);
            let first = places.iter().next().expect("there are two places");
            // Houses of a cell come in the order row, column, box, extras.
            for &house in geometry
                .houses_of(first)
                .iter()
                .filter(|h| into.contains(h))
            {
                if !(places - *sight.cells_of(house)).is_empty() {
                    continue;
                }
                let gone = sight.places_in(house, digit) - places;
                let gone = gone.iter().map(|cell| Candidate { cell, digit });
                let reason = Locked {
                    digit,
                    from,
                    into: house,
                };
                if let Some(step) = Deduction::eliminating(technique, gone, reason.into()) {
                    found(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

//! Looks for dynamic forcing chains, without and with techniques inside them: the last resort
//! before the solution is looked up.
//!
//! These are the last producers of Sudoku Explainer by Nicolas Juillerat, on classic boards. Of
//! the hundreds of conclusions that some positions have, only the one that rests on the fewest
//! nodes is reported, as there; the others would take longer to read off than to find again.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::logic::explainer;
use crate::logic::sight::Sight;
use crate::logic::technique::Technique;

/// The best dynamic forcing chains of a technique.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    sight.poll()?;
    if !sight.geometry().is_classic() {
        return ControlFlow::Continue(());
    }
    match explainer::dynamic_chains(sight.board(), technique, &|| sight.is_over()) {
        Some(deduction) => found(deduction),
        None => ControlFlow::Continue(()),
    }
}

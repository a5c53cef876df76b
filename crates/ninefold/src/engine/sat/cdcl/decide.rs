//! Which candidate to guess: one that was in many contradictions lately, *and* has few
//! rivals.
//!
//! A guess among two tells much whether right or wrong; one among nine says next to nothing
//! when it is wrong. So of the few candidates that were most in contradictions (see
//! `vsids.rs`), the one with the best score for the square of its smallest group is
//! guessed: what dom/wdeg (F. Boussemart et al.) is to search without learning. Against the
//! score alone it halves the contradictions on 25×25 (`benchmarks/big-boards.md`).

use super::{Solver, Variable, is};

/// How many of those most in contradictions are looked at.
const LOOKED_AT: usize = 16;

impl Solver {
    /// The next candidate to guess, taken out of the order; `None` if all is known.
    pub(super) fn choose(&mut self) -> Option<Variable> {
        let mut looked_at = std::mem::take(&mut self.looked_at);
        let mut best: Option<(f64, Variable)> = None;
        while looked_at.len() < LOOKED_AT
            && let Some(variable) = self.order.pop()
        {
            if self.trail.value(is(variable)) != 0 {
                continue;
            }
            looked_at.push(variable);
            let score = self.order.score(variable);
            // Nobody is in a group of fewer than two.
            if best.is_some_and(|(worth, _)| worth > score / 4.0) {
                break;
            }
            let rivals = f64::from(self.trail.smallest_group(variable));
            let worth = score / (rivals * rivals);
            if best.is_none_or(|(best, _)| worth > best) {
                best = Some((worth, variable));
            }
        }
        let best = best.map(|(_, variable)| variable);
        for variable in looked_at.drain(..) {
            if best != Some(variable) {
                self.order.push(variable);
            }
        }
        self.looked_at = looked_at;
        best
    }
}

//! Which candidate to guess: one that was in many contradictions lately, *and* has few
//! rivals.
//!
//! A guess among two tells much whether right or wrong; one among nine says next to nothing
//! when it is wrong. So of the few candidates that were most in contradictions (see
//! `order.rs`), the one with the best score for the square of its smallest group is
//! guessed: what dom/wdeg (F. Boussemart et al.) is to search without learning. Against the
//! score alone it halves the contradictions on 25×25 (`benchmarks/big-boards.md`).

use super::{Solver, Variable, is};

/// How far down the heap to look: its top five rows, in which the score hardly falls.
const LOOKED_AT: usize = 31;

impl Solver {
    /// The next candidate to guess; `None` if all is known.
    pub(super) fn choose(&mut self) -> Option<Variable> {
        let is_open = |variable: Variable| self.trail.value(is(variable)) == 0;
        let (mut best, mut best_worth) = (self.order.first(is_open)?, 0.0);
        for &variable in self.order.top(LOOKED_AT) {
            if !is_open(variable) {
                continue;
            }
            let rivals = f64::from(self.trail.smallest_group(variable));
            let worth = self.order.score(variable) / (rivals * rivals);
            if worth > best_worth {
                (best, best_worth) = (variable, worth);
            }
        }
        Some(best)
    }
}

//! The polarity of decisions: phase saving, target phases and rephasing.
//!
//! ```text
//!  initial phase    true: a true candidate propagates much more than a false one
//!  saved phase      the value that the variable had last
//!  target phase     its value on the longest trail without conflict: a large part of a
//!                   board that fits together, to return to and extend
//!  rephasing        at growing intervals the target is dropped, and the saved phases are
//!                   reset to true or to the best trail so far
//!  after a solution true again
//! ```
//!
//! Phase saving is due to K. Pipatsrisawat and A. Darwiche (2007), target phases and
//! rephasing to A. Biere and M. Fleury (CaDiCaL, 2020). With the initial phase alone, the
//! solver would have to find a whole solution in one descent; `benchmarks/big-boards.md`
//! records the gain on hard boards.

use super::cdcl::{Literal, Variable};

/// Conflicts before the first rephasing, and the growth of the interval after each.
const REPHASE: u64 = 1000;

/// The value of a variable: true or false (as in the lowest bit of a literal), or unknown.
type Phase = u8;

const TRUE: Phase = 0;
const UNKNOWN: Phase = 2;

/// The saved, target and best phase of each variable.
pub(super) struct Phases {
    saved: Vec<Phase>,
    /// The longest trail without conflict since the last rephasing.
    target: LongestTrail,
    /// The longest since the phases were last reset to it.
    best: LongestTrail,
    n_rephasings: u64,
    rephase_at: u64,
    /// Whether every decision takes the initial phase.
    is_proving: bool,
}

/// The values of the longest trail without conflict since the last reset.
struct LongestTrail {
    phases: Vec<Phase>,
    len: usize,
}

impl Phases {
    /// The phases of `n` variables.
    pub(super) fn new(n: usize) -> Phases {
        let longest = || LongestTrail {
            phases: vec![UNKNOWN; n],
            len: 0,
        };
        Phases {
            saved: vec![TRUE; n],
            target: longest(),
            best: longest(),
            n_rephasings: 0,
            rephase_at: REPHASE,
            is_proving: false,
        }
    }

    /// The literal to decide on, for an unassigned variable.
    pub(super) fn decision(&self, variable: Variable) -> Literal {
        let at = variable as usize;
        let phase = match self.target.phases[at] {
            _ if self.is_proving => TRUE,
            UNKNOWN => self.saved[at],
            known => known,
        };
        variable << 1 | Literal::from(phase)
    }

    /// Saves the phase of a literal that is being unassigned.
    #[inline]
    pub(super) fn backtracked(&mut self, lit: Literal) {
        self.saved[(lit >> 1) as usize] = phase_of(lit);
    }

    /// Switches to proving, after a solution: what is left is most often to prove that there
    /// is no other, and true decisions reach conflicts sooner.
    pub(super) fn found(&mut self) {
        self.is_proving = true;
    }

    /// Updates the target and best phases at a conflict: `trail` is its part without
    /// conflict, and `conflicts` the number of conflicts so far. Rephases if it is time.
    pub(super) fn on_conflict(&mut self, trail: &[Literal], conflicts: u64) {
        self.target.extend(trail);
        self.best.extend(trail);
        if conflicts < self.rephase_at {
            return;
        }
        self.n_rephasings += 1;
        self.rephase_at = conflicts + REPHASE * (self.n_rephasings + 1);
        self.target.reset();
        if self.n_rephasings % 2 == 1 {
            self.saved.fill(TRUE);
            return;
        }
        for (saved, &best) in self.saved.iter_mut().zip(&self.best.phases) {
            if best != UNKNOWN {
                *saved = best;
            }
        }
        self.best.reset();
    }
}

impl LongestTrail {
    fn extend(&mut self, trail: &[Literal]) {
        if trail.len() > self.len {
            self.len = trail.len();
            for &lit in trail {
                self.phases[(lit >> 1) as usize] = phase_of(lit);
            }
        }
    }

    fn reset(&mut self) {
        self.len = 0;
        self.phases.fill(UNKNOWN);
    }
}

fn phase_of(lit: Literal) -> Phase {
    (lit & 1) as Phase
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Variables 0 and 2 are true, 1 is false.
    const SOME: [Literal; 3] = [0, 3, 4];

    fn decisions(phases: &Phases) -> Vec<Literal> {
        (0..3).map(|variable| phases.decision(variable)).collect()
    }

    #[test]
    fn the_longest_trail_is_the_target() {
        let mut phases = Phases::new(3);
        assert_eq!(decisions(&phases), [0, 2, 4]);
        phases.backtracked(5);
        assert_eq!(decisions(&phases), [0, 2, 5]);
        phases.on_conflict(&SOME, 1);
        assert_eq!(decisions(&phases), SOME);
        phases.on_conflict(&[1, 2], 2);
        assert_eq!(decisions(&phases), SOME, "that was shorter");
        phases.found();
        assert_eq!(decisions(&phases), [0, 2, 4]);
    }

    #[test]
    fn rephasing_resets_to_true_and_to_the_best_trail_in_turn() {
        let mut phases = Phases::new(3);
        phases.backtracked(1);
        phases.on_conflict(&SOME, REPHASE);
        assert_eq!(decisions(&phases), [0, 2, 4], "true, as at the start");
        phases.on_conflict(&[1], 2 * REPHASE);
        assert_eq!(decisions(&phases), [1, 2, 4], "not due yet");
        phases.on_conflict(&[1], 3 * REPHASE);
        assert_eq!(decisions(&phases), SOME, "the best trail");
    }
}

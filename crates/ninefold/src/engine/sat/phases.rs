//! Which way to guess: as things stood when the search last came furthest.
//!
//! ```text
//!  first of all                    true: it says much more than false
//!  later                           as the candidate stood last
//!  if it was part of the longest   as it stood there: a large part of a board that fits
//!  stretch without contradiction   together, to be gone back to and on from
//!  after a while, and longer each  all that is forgotten, or set to the best there was
//!  after the first solution        true again
//! ```
//!
//! To guess what stood last is an idea of K. Pipatsrisawat and A. Darwiche, to go for the
//! longest stretch and to change one's mind in turn is of A. Biere and M. Fleury (CaDiCaL).
//! Whoever always guesses true has to come upon a whole solution in one go;
//! `benchmarks/big-boards.md` has what this gained on hard boards.

use super::cdcl::{Literal, Variable};

/// Contradictions before everything is thought over for the first time, and how many more
/// each time after.
const CHANGE: u64 = 1000;

/// What a candidate was: true or false (as in the lowest bit of a literal), or not known.
type Phase = u8;

const TRUE: Phase = 0;
const UNKNOWN: Phase = 2;

/// What to guess, for each candidate.
pub(super) struct Phases {
    last: Vec<Phase>,
    target: Stretch,
    best: Stretch,
    n_changes: u64,
    change_at: u64,
    /// Whether to guess true whatever stood before.
    is_proving: bool,
}

/// The longest stretch without contradiction, since it was last forgotten.
struct Stretch {
    phases: Vec<Phase>,
    len: usize,
}

impl Phases {
    /// For so many candidates.
    pub(super) fn new(n: usize) -> Phases {
        let stretch = || Stretch {
            phases: vec![UNKNOWN; n],
            len: 0,
        };
        Phases {
            last: vec![TRUE; n],
            target: stretch(),
            best: stretch(),
            n_changes: 0,
            change_at: CHANGE,
            is_proving: false,
        }
    }

    /// The literal to guess.
    pub(super) fn guess(&self, variable: Variable) -> Literal {
        let at = variable as usize;
        let phase = match self.target.phases[at] {
            _ if self.is_proving => TRUE,
            UNKNOWN => self.last[at],
            known => known,
        };
        variable << 1 | Literal::from(phase)
    }

    /// The literal held, and is taken back.
    #[inline]
    pub(super) fn took_back(&mut self, lit: Literal) {
        self.last[(lit >> 1) as usize] = phase_of(lit);
    }

    /// A solution was found. What is left is most often to prove that there is no other,
    /// and true guesses come to contradictions sooner.
    pub(super) fn found(&mut self) {
        self.is_proving = true;
    }

    /// So far there was no contradiction; now there was, the so-manieth.
    pub(super) fn got_so_far(&mut self, trail: &[Literal], conflicts: u64) {
        self.target.extend(trail);
        self.best.extend(trail);
        if conflicts < self.change_at {
            return;
        }
        self.n_changes += 1;
        self.change_at = conflicts + CHANGE * (self.n_changes + 1);
        self.target.forget();
        if self.n_changes % 2 == 1 {
            self.last.fill(TRUE);
            return;
        }
        for (last, &best) in self.last.iter_mut().zip(&self.best.phases) {
            if best != UNKNOWN {
                *last = best;
            }
        }
        self.best.forget();
    }
}

impl Stretch {
    fn extend(&mut self, trail: &[Literal]) {
        if trail.len() > self.len {
            self.len = trail.len();
            for &lit in trail {
                self.phases[(lit >> 1) as usize] = phase_of(lit);
            }
        }
    }

    fn forget(&mut self) {
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

    /// Candidates 0 and 2 are true, 1 is false.
    const SOME: [Literal; 3] = [0, 3, 4];

    fn guesses(phases: &Phases) -> Vec<Literal> {
        (0..3).map(|variable| phases.guess(variable)).collect()
    }

    #[test]
    fn the_longest_stretch_is_gone_back_to() {
        let mut phases = Phases::new(3);
        assert_eq!(guesses(&phases), [0, 2, 4]);
        phases.took_back(5);
        assert_eq!(guesses(&phases), [0, 2, 5]);
        phases.got_so_far(&SOME, 1);
        assert_eq!(guesses(&phases), SOME);
        phases.got_so_far(&[1, 2], 2);
        assert_eq!(guesses(&phases), SOME, "that was shorter");
        phases.found();
        assert_eq!(guesses(&phases), [0, 2, 4]);
    }

    #[test]
    fn now_and_then_everything_is_thought_over() {
        let mut phases = Phases::new(3);
        phases.took_back(1);
        phases.got_so_far(&SOME, CHANGE);
        assert_eq!(guesses(&phases), [0, 2, 4], "true, as at the start");
        phases.got_so_far(&[1], 2 * CHANGE);
        assert_eq!(guesses(&phases), [1, 2, 4], "not yet again");
        phases.got_so_far(&[1], 3 * CHANGE);
        assert_eq!(guesses(&phases), SOME, "the best there was");
    }
}

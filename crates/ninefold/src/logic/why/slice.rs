//! A slice of a walk: of all steps on the way to a conclusion, those that it rests on.
//!
//! ```text
//!   walk    1 2 3 4 5 6 7 8 9        9 rules out the candidate; it needs what 4 and 7 ruled
//!   slice         4     7   9        out, and these need nothing before them
//! ```
//!
//! The facts of a step say which candidates must be gone for it to hold, and the walk knows
//! which step ruled each out: that is the slice. Then each step is left out in turn, the last
//! one first, and stays out if the others, taken on a board of their own, still come to the
//! conclusion. The [checker](super::super::check) has to accept each step on that board.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::Board;
use crate::geometry::{Candidate, Cell};
use crate::logic::check::{Fact, Literal};
use crate::logic::step::Step;
use crate::logic::walk::Walk;

/// A walk that goes on as far as it is asked for, and knows which step ruled out what.
pub(super) struct Path {
    start: Board,
    walk: Walk,
    steps: Vec<Step>,
    /// By candidate of the start: the step that ruled it out or placed it, if one did.
    gone_by: Vec<Option<usize>>,
    is_at_end: bool,
}

impl Path {
    pub(super) fn new(walk: Walk) -> Path {
        let start = walk.position().board().clone();
        let geometry = start.geometry();
        Path {
            gone_by: vec![None; geometry.n_cells() * geometry.size()],
            start,
            walk,
            steps: Vec::new(),
            is_at_end: false,
        }
    }

    /// The steps that a literal rests on, or none if the walk does not come to it.
    pub(super) fn slice(&mut self, goal: Literal) -> Option<Vec<Step>> {
        let last = self.reach(goal)?;
        let mut kept: Vec<usize> = self.behind(last).into_iter().collect();
        if self.replay(&kept, goal).is_none() {
            // A step may draw on other facts once there are more candidates around it.
            kept = (0..=last).collect();
        }
        for step in kept.clone().into_iter().rev() {
            let fewer: Vec<usize> = kept
                .iter()
                .copied()
                .filter(|&other| other != step)
                .collect();
            if self.replay(&fewer, goal).is_some() {
                kept = fewer;
            }
        }
        self.replay(&kept, goal)
    }

    /// Walks until a literal is settled; returns the step that does it.
    fn reach(&mut self, goal: Literal) -> Option<usize> {
        while !is_settled(self.walk.position().board(), goal) {
            if self.is_at_end {
                return None;
            }
            self.go_on();
        }
        self.gone_by[self.index(goal.candidate)]
    }

    fn go_on(&mut self) {
        let Some(step) = self.walk.look() else {
            self.is_at_end = true;
            return;
        };
        let before = step.board().clone();
        self.walk.apply(&step);
        let after = self.walk.position().board();
        for cell in before.empty_cells() {
            for digit in (before.candidates(cell) - after.candidates(cell)).iter() {
                let at = self.index(Candidate { cell, digit });
                self.gone_by[at] = Some(self.steps.len());
            }
        }
        self.steps.push(step);
    }

    fn index(&self, candidate: Candidate) -> usize {
        candidate.cell.index() * self.start.geometry().size() + candidate.digit.value() - 1
    }

    /// The steps that a step rests on, and itself.
    fn behind(&self, last: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![last];
        while let Some(step) = open.pop() {
            if found.insert(step) {
                let needed = self.needed(&self.steps[step].facts());
                open.extend(needed.into_iter().filter(|&other| other < step));
            }
        }
        found
    }

    /// The steps that ruled out what these facts need to be gone.
    fn needed(&self, facts: &[Fact]) -> BTreeSet<usize> {
        let cell = |cell: Cell| {
            let digits = self.start.candidates(cell);
            digits
                .iter()
                .map(|digit| Candidate { cell, digit })
                .collect()
        };
        let mut needed = BTreeSet::new();
        for fact in facts {
            let gone: Vec<Candidate> = match fact {
                Fact::Cell(at) => cell(*at),
                &Fact::House(house, digit) => {
                    let places = self.start.places(house, digit);
                    places.map(|cell| Candidate { cell, digit }).collect()
                }
                Fact::Deadly(pairs) => pairs.iter().flat_map(|pair| cell(pair.cell)).collect(),
                Fact::Lemma(lemma) => {
                    needed.append(&mut self.needed(&lemma.because));
                    continue;
                }
                Fact::Counting(counting) => {
                    let truths = counting.truths.iter().map(|truth| truth.fact.clone());
                    needed.append(&mut self.needed(&truths.collect::<Vec<_>>()));
                    continue;
                }
            };
            needed.extend(
                gone.into_iter()
                    .filter_map(|gone| self.gone_by[self.index(gone)]),
            );
        }
        needed
    }

    /// These steps one after the other, each on the board that those before it lead to; none if
    /// one of them does not hold there, or if they do not settle the goal. Steps that follow
    /// when it is settled are left off.
    fn replay(&self, steps: &[usize], goal: Literal) -> Option<Vec<Step>> {
        let mut board = self.start.clone();
        let mut taken = Vec::with_capacity(steps.len());
        for &step in steps {
            let step = self.steps[step].moved_to(Arc::new(board.clone()));
            if !step.holds(self.walk.puzzle()) {
                return None;
            }
            step.apply(&mut board);
            taken.push(step);
            if is_settled(&board, goal) {
                return Some(taken);
            }
        }
        None
    }
}

/// Whether a board shows that a literal is true.
pub(super) fn is_settled(board: &Board, goal: Literal) -> bool {
    let Candidate { cell, digit } = goal.candidate;
    if goal.holds {
        board.value(cell) == Some(digit)
    } else {
        !board.can_hold(cell, digit) && board.value(cell) != Some(digit)
    }
}

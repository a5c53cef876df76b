//! A step: what can be concluded, by which technique, and why.

use std::collections::BTreeSet;

use super::check::{self, Fact, Flaw};
use super::reason::{Because, Reason};
use super::technique::Technique;
use super::text;
use super::words::Explanation;
use crate::board::Board;
use crate::geometry::{Candidate, Geometry, House};
use crate::puzzle::Puzzle;

/// One step forward, with its reason. Found by a finder, proved by the
/// [checker](super::check), told by [`Step::notation`] and [`Step::explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub technique: Technique,
    /// The digits that can be written in.
    pub placements: Vec<Candidate>,
    /// The marks that can be rubbed out, in the order in which they are told.
    pub eliminations: Vec<Candidate>,
    /// Why: enough to draw it and to prove it.
    pub reason: Reason,
}

impl Step {
    /// A step that writes a digit in.
    pub fn placing(technique: Technique, candidate: Candidate, reason: Reason) -> Step {
        Step {
            technique,
            placements: vec![candidate],
            eliminations: Vec::new(),
            reason,
        }
    }

    /// A step that rubs out marks; one listed twice counts once. None if there is
    /// nothing to rub out.
    pub fn eliminating(
        technique: Technique,
        candidates: impl IntoIterator<Item = Candidate>,
        reason: Reason,
    ) -> Option<Step> {
        let mut told = BTreeSet::new();
        let mut eliminations: Vec<Candidate> = candidates.into_iter().collect();
        eliminations.retain(|&candidate| told.insert(candidate));
        let step = Step {
            technique,
            placements: Vec::new(),
            eliminations,
            reason,
        };
        (!step.eliminations.is_empty()).then_some(step)
    }

    /// The facts that the step rests on.
    pub fn facts(&self, board: &Board) -> Vec<Fact> {
        let mut facts = self.reason.facts(self, board);
        facts.sort();
        facts.dedup();
        facts
    }

    /// Whether the step holds on `board`, reached on `puzzle`, and if not, why not:
    /// proved from the board and the step's [facts](Step::facts) alone.
    pub fn proved(&self, puzzle: &Puzzle, board: &Board) -> Result<(), Flaw> {
        let facts = self.facts(board);
        check::prove(puzzle, board, &facts, &self.placements, &self.eliminations)
    }

    /// Whether the step holds on `board`, reached on `puzzle`.
    pub fn holds(&self, puzzle: &Puzzle, board: &Board) -> bool {
        self.proved(puzzle, board).is_ok()
    }

    /// The step on one line, in the notation that players use:
    /// `Locked Candidates Type 1 (Pointing): 5 in b3 => r4c7<>5`. Forcing chains have
    /// more lines, one for each chain.
    pub fn notation(&self, geometry: &Geometry) -> String {
        let reason = self.reason.notation(self, geometry);
        let conclusion = text::conclusion(geometry, &self.placements, &self.eliminations);
        match self.reason.shows_conclusion() {
            true => reason + &self.reason.appendix(self, geometry),
            false => format!(
                "{reason} => {conclusion}{}",
                self.reason.appendix(self, geometry)
            ),
        }
    }

    /// The step in plain language, for someone who does not know the technique.
    pub fn explain(&self, board: &Board) -> Explanation {
        self.reason.explain(self, board)
    }

    /// What to show on the board.
    pub fn picture(&self, board: &Board) -> Picture {
        self.reason.picture(self, board)
    }
}

/// What a drawn board shows of a step besides its placements and eliminations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The houses that the step is about.
    pub houses: Vec<House>,
    /// The candidates that are the cause, each with the part it plays.
    pub causes: Vec<(Candidate, Role)>,
    /// How candidates are tied to each other.
    pub links: Vec<Link>,
}

/// The part that a candidate plays in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// One of the cause.
    Cause,
    /// One of a second set, apart from the first: the other colour, the other set.
    Second,
    /// What spoils the pattern a little: the fin of a fish.
    Fin,
}

impl Role {
    /// The word for it in JSON: `cause`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Cause => "cause",
            Role::Second => "second",
            Role::Fin => "fin",
        }
    }
}

/// A tie between two candidates, or groups of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// One end.
    pub from: Vec<Candidate>,
    /// The other end.
    pub to: Vec<Candidate>,
    /// Whether one of the ends must hold; else they cannot both hold.
    pub strong: bool,
}

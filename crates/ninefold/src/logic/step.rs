//! A step: what can be concluded, by which technique, and why.
//!
//! ```text
//!   Deduction   a finder returns it: technique, conclusions, reason
//!   Step        a deduction and the board it was found on: it can be explained, drawn and
//!               proved at any time, also long after a walk has gone on
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use super::check::{self, Fact, Flaw};
use super::reason::{Because, Reason, sentences};
use super::technique::Technique;
use super::text;
use crate::board::Board;
use crate::geometry::{Candidate, House};
use crate::puzzle::Puzzle;
use crate::words::{Explanation, Words, say};

/// A finder's conclusion from the board it looks at, and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deduction {
    /// The technique by which it was found.
    pub(super) technique: Technique,
    /// The digits that can be written in.
    pub(super) placements: Vec<Candidate>,
    /// The marks that can be rubbed out, in the order in which they are listed.
    pub(super) eliminations: Vec<Candidate>,
    /// Why: enough to draw it and to prove it.
    pub(super) reason: Reason,
}

impl Deduction {
    /// A deduction that a digit can be written in.
    pub(super) fn placing(technique: Technique, candidate: Candidate, reason: Reason) -> Deduction {
        Deduction {
            technique,
            placements: vec![candidate],
            eliminations: Vec::new(),
            reason,
        }
    }

    /// A deduction that marks can be rubbed out; one listed twice counts once. None if there is
    /// nothing to rub out.
    pub(super) fn eliminating(
        technique: Technique,
        candidates: impl IntoIterator<Item = Candidate>,
        reason: Reason,
    ) -> Option<Deduction> {
        let mut listed = BTreeSet::new();
        let mut eliminations: Vec<Candidate> = candidates.into_iter().collect();
        eliminations.retain(|&candidate| listed.insert(candidate));
        let deduction = Deduction {
            technique,
            placements: Vec::new(),
            eliminations,
            reason,
        };
        (!deduction.eliminations.is_empty()).then_some(deduction)
    }

    /// The same, with those of its eliminations alone that `is_wanted`.
    pub(super) fn keeping(&self, is_wanted: impl Fn(&Candidate) -> bool) -> Deduction {
        let mut kept = self.clone();
        kept.eliminations.retain(is_wanted);
        kept
    }
}

/// One step forward, with its reason and the board it was found on. Found by a
/// [`Finder`](super::Finder), proved by the [checker](super::check), put into words by
/// [`Step::notation`] and [`Step::explain`].
///
/// ```
/// use ninefold::logic::{Plan, Step, Walk};
///
/// let puzzle: ninefold::Puzzle =
///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
/// let path: Vec<Step> = Walk::new(&puzzle, Plan::usual()).collect();
/// assert_eq!(path[0].notation(), "Naked Single: r1c8=9");
/// assert_eq!(
///     path[0].explain().to_string(),
///     "Only 9 is left for r1c8. It sees 1 in r1c7, 2 in r1c2, 3 in r5c8, 4 in r9c8, 5 in r1c4, \
///      6 in r1c1, 7 in r1c6 and 8 in r2c8. So r1c8 is 9."
/// );
/// assert!(path.iter().all(|step| step.holds(&puzzle)));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    deduction: Deduction,
    board: Arc<Board>,
}

impl Step {
    /// The deduction as a step on the board that it was made about.
    pub(super) fn new(deduction: Deduction, board: Arc<Board>) -> Step {
        Step { deduction, board }
    }

    /// The technique by which it was found.
    pub fn technique(&self) -> Technique {
        self.deduction.technique
    }

    /// The digits that can be written in.
    pub fn placements(&self) -> &[Candidate] {
        &self.deduction.placements
    }

    /// The marks that can be rubbed out, in the order in which they are listed.
    pub fn eliminations(&self) -> &[Candidate] {
        &self.deduction.eliminations
    }

    /// Why it holds, by family.
    pub fn reason(&self) -> &Reason {
        &self.deduction.reason
    }

    /// The board it was found on, as it was before the step.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same step on another board, where it may or may not hold.
    pub(super) fn moved_to(&self, board: Arc<Board>) -> Step {
        Step::new(self.deduction.clone(), board)
    }

    /// Whether the step was found on this very board, or on one that is equal to it.
    pub(super) fn is_on(&self, board: &Arc<Board>) -> bool {
        Arc::ptr_eq(&self.board, board) || self.board == *board
    }

    /// Takes the step on `board`: writes in what it places, rubs out what it eliminates.
    pub fn apply(&self, board: &mut Board) {
        board.apply(self.placements(), self.eliminations());
    }

    /// The facts that the step rests on.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = self.reason().facts(&self.deduction, &self.board);
        facts.sort();
        facts.dedup();
        facts
    }

    /// Whether the step holds on its board, reached on `puzzle`, and if not, why not:
    /// proved from the board and the step's [facts](Step::facts) alone.
    pub fn proved(&self, puzzle: &Puzzle) -> Result<(), Flaw> {
        let facts = self.facts();
        let (placed, gone) = (self.placements(), self.eliminations());
        check::prove(puzzle, &self.board, &facts, placed, gone)
    }

    /// Whether the step holds on its board, reached on `puzzle`.
    pub fn holds(&self, puzzle: &Puzzle) -> bool {
        self.proved(puzzle).is_ok()
    }

    /// The step on one line, in the notation that players use:
    /// `Locked Candidates Type 1 (Pointing): 5 in b3 => r4c7<>5`. Forcing chains have
    /// more lines, one for each chain.
    pub fn notation(&self) -> String {
        let (deduction, geometry) = (&self.deduction, self.board.geometry());
        let mut notation = deduction.reason.notation(deduction, geometry);
        if !deduction.reason.shows_conclusion() {
            notation += " => ";
            notation += &text::conclusion(geometry, self.placements(), self.eliminations());
        }
        notation + &deduction.reason.appendix(deduction, geometry)
    }

    /// The step in plain language, for someone who does not know the technique. Where several
    /// possibilities are followed, each has a paragraph of its own.
    pub fn explain(&self) -> Explanation {
        self.proof().on(self.board.geometry())
    }

    /// The argument of the step's family, and what it comes to.
    fn proof(&self) -> Words {
        let argument = self.reason().explain(&self.deduction, &self.board);
        argument.then(sentences::conclusion(&self.deduction))
    }

    /// The step as a part of another, in words: what follows from what is left of the board.
    pub(super) fn as_lemma(&self) -> Words {
        let words = self.proof().in_one_paragraph();
        if self.reason().supposes() {
            say!["On what is left of the board: ["]
                .and(words)
                .and(say!["]"])
        } else {
            words
        }
    }

    /// The houses, marks and links to show on the board.
    pub fn picture(&self) -> Picture {
        self.reason().picture(&self.deduction, &self.board)
    }
}

/// The parts of a step that a drawn board shows besides placements and eliminations.
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
    /// One that spoils the pattern a little: the fin of a fish.
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

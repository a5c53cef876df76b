//! The name of a move: the simplest technique that proves what a player has done.
//!
//! ```text
//!   r4c7<>5             a W-Wing rubs it out
//!   r4c7=5              a W-Wing rubs out the only other digit of r4c7: a single is left
//!   r4c7<>5, r6c2<>5    one W-Wing proves both, or each has a step of its own
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Seen, Why, put_back, slice::is_settled};
use crate::board::Board;
use crate::geometry::{Candidate, Geometry};
use crate::logic::check::Literal;
use crate::logic::position::Position;
use crate::logic::step::Step;
use crate::puzzle::Grid;
use crate::words::{Explanation, say};

/// Moves of a player, and what proves them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The moves: one, or all of several if a single step proves them.
    pub moves: Vec<Literal>,
    /// What proves them.
    pub name: Name,
}

/// What proves a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The board shows it.
    Seen(Seen),
    /// A step of the simplest technique.
    Step {
        /// The step.
        step: Box<Step>,
        /// Whether it concludes the move itself; else the move is what can be seen then: a
        /// single, or a digit that goes because it is placed elsewhere.
        is_direct: bool,
    },
    /// It is true, but no step of the plan proves it.
    Unproved,
    /// It is false in this solution.
    False(Grid),
    /// The position has no solution.
    Unsolvable,
    /// There was no time to find out.
    Stopped,
}

impl Name {
    /// The word for it in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Name::Seen(_) => "seen",
            Name::Step { .. } => "named",
            Name::Unproved => "unnamed",
            Name::False(_) => "false",
            Name::Unsolvable => "none",
            Name::Stopped => "timeout",
        }
    }
}

impl Named {
    /// In a sentence: `You used: W-Wing.`
    pub fn explain(&self, geometry: &Geometry) -> Explanation {
        let claim = self.moves[0];
        let Candidate { cell, digit } = claim.candidate;
        let words = match &self.name {
            Name::Seen(seen) => return seen.explain(claim.candidate, geometry),
            Name::Step {
                step,
                is_direct: true,
            } => {
                say![format!("You used: {}.", step.technique())]
            }
            Name::Step { step, .. } => {
                let used = say![format!("You used: {}. ", step.technique())];
                let after = if claim.holds {
                    say!["It leaves a single: ", cell, " is ", digit, "."]
                } else {
                    say!["It places a ", digit, " that ", cell, " sees."]
                };
                used.and(after)
            }
            Name::Unproved => {
                say!["It is true, but none of the techniques proves it in one step."]
            }
            Name::False(_) => say!["It is false: there is a solution without it."],
            Name::Unsolvable => say!["This position has no solution."],
            Name::Stopped => say!["There was no time to find out."],
        };
        words.on(geometry)
    }
}

impl Why {
    /// The simplest technique that proves the moves of a player: of those of the plan, the
    /// first in its order. Where no step proves all of them, each is named by itself, on the
    /// board that those before it have led to.
    ///
    /// ```
    /// use ninefold::logic::{Literal, Name, Plan, Why};
    /// use ninefold::{Board, Candidate, Digit};
    ///
    /// let puzzle = ninefold::parse("1234341221434.2.")?;
    /// let cell = puzzle.geometry().cell(4, 2).expect("it is on the board");
    /// let candidate = Candidate { cell, digit: Digit::new(3).expect("a digit") };
    /// let moves = [Literal { candidate, holds: true }];
    /// let named = Why::new(&puzzle, &Board::new(&puzzle), Plan::usual()).name(&moves);
    /// let Name::Step { step, .. } = &named[0].name else { panic!("it has a name") };
    /// assert_eq!(step.technique().name(), "Full House");
    /// # Ok::<(), ninefold::ParseError>(())
    /// ```
    pub fn name(&self, moves: &[Literal]) -> Vec<Named> {
        let mut board = self.board.clone();
        for claim in moves
            .iter()
            .filter(|claim| self.seen(claim.candidate).is_none())
        {
            board = put_back(&self.puzzle, &board, claim.candidate);
        }
        let before = self.on(&board);
        if moves.len() > 1
            && moves.iter().all(|&claim| before.falsehood(claim).is_none())
            && let Some(name) = before.step_for(moves)
        {
            return vec![Named {
                moves: moves.to_vec(),
                name,
            }];
        }
        let mut board = before.board;
        let mut named = Vec::new();
        for &claim in moves {
            let here = self.on(&board);
            let name = here.falsehood(claim).or_else(|| here.step_for(&[claim]));
            let name = match name {
                Some(name) => name,
                None if (self.stop)() => Name::Stopped,
                None => Name::Unproved,
            };
            if !matches!(name, Name::False(_)) {
                let Candidate { cell, digit } = claim.candidate;
                if claim.holds {
                    board.place(cell, digit);
                } else {
                    board.eliminate(cell, digit);
                }
            }
            named.push(Named {
                moves: vec![claim],
                name,
            });
        }
        named
    }

    /// The same about another board.
    fn on(&self, board: &Board) -> Why {
        let other = Why::new(&self.puzzle, board, self.plan.clone());
        Why {
            stop: Arc::clone(&self.stop),
            ..other
        }
    }

    /// What keeps a claim from being proved, or makes it plain to see.
    fn falsehood(&self, claim: Literal) -> Option<Name> {
        let seen = self.seen(claim.candidate);
        if let Some(seen) = seen.filter(|seen| seen.holds() == claim.holds) {
            return Some(Name::Seen(seen));
        }
        let Some(against) = self.solution(!claim) else {
            return Some(Name::Stopped);
        };
        if let Some(solution) = against {
            return Some(Name::False(solution));
        }
        match self.solution(claim) {
            None => Some(Name::Stopped),
            Some(None) => Some(Name::Unsolvable),
            Some(Some(_)) => None,
        }
    }

    /// The first step of the plan that proves all of these.
    fn step_for(&self, moves: &[Literal]) -> Option<Name> {
        let mut position = Position::new(&self.puzzle, &self.board);
        let stop = Arc::clone(&self.stop);
        position.stop_when(move || stop());
        for finder in self.plan.finders() {
            let mut found: Option<(Step, bool)> = None;
            _ = self.plan.each(finder, &position, &mut |step| {
                let is_direct = moves.iter().all(|claim| concludes(&step, claim));
                if is_direct || found.is_none() && shows(&step, &self.board, moves) {
                    found = Some((step, is_direct));
                }
                if is_direct {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            if position.is_over() {
                return None;
            }
            if let Some((step, is_direct)) = found {
                let step = Box::new(step);
                return Some(Name::Step { step, is_direct });
            }
        }
        None
    }
}

/// Whether a step concludes a move.
fn concludes(step: &Step, claim: &Literal) -> bool {
    let list = if claim.holds {
        step.placements()
    } else {
        step.eliminations()
    };
    list.contains(&claim.candidate)
}

/// Whether all moves can be seen once the step is taken: eliminations beside what it places, and
/// singles that what it rubs out leaves.
fn shows(step: &Step, board: &Board, moves: &[Literal]) -> bool {
    let places = !step.placements().is_empty();
    if moves.iter().any(|claim| claim.holds == places) {
        return false;
    }
    let mut after = board.clone();
    step.apply(&mut after);
    moves.iter().all(|&claim| {
        if claim.holds {
            is_single(&after, claim)
        } else {
            is_settled(&after, claim)
        }
    })
}

/// Whether the candidate is the only one of its cell, or the only place in a house.
fn is_single(board: &Board, Literal { candidate, .. }: Literal) -> bool {
    let geometry = board.geometry();
    if board.candidates(candidate.cell).single() == Some(candidate.digit) {
        return true;
    }
    let mut houses = geometry.houses_of(candidate.cell).iter();
    houses
        .any(|&house| geometry.is_exact(house) && board.places(house, candidate.digit).count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Digit;
    use crate::logic::technique::Level;
    use crate::logic::walk::{Plan, Walk};
    use crate::puzzle::Puzzle;

    const EASY: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    fn claim(board: &Board, row: usize, column: usize, digit: usize, holds: bool) -> Literal {
        let candidate = Candidate {
            cell: board.geometry().at(row, column),
            digit: Digit::new(digit).unwrap(),
        };
        Literal { candidate, holds }
    }

    fn named(puzzle: &Puzzle, board: &Board, moves: &[Literal]) -> Vec<String> {
        let why = Why::new(puzzle, board, Plan::usual().within(Level::Unfair));
        let named = why.name(moves).into_iter();
        named
            .map(|named| named.explain(board.geometry()).to_string())
            .collect()
    }

    #[test]
    fn a_move_has_the_name_of_the_simplest_technique_that_proves_it() {
        // What a walk does first, and each step of it where the walk has got to.
        let puzzle: Puzzle = EASY.parse().unwrap();
        let mut walk = Walk::new(&puzzle, Plan::usual());
        for _ in 0..30 {
            let board = walk.position().board().clone();
            let Some(step) = walk.next() else { break };
            let literal = |holds| move |&candidate| Literal { candidate, holds };
            let placed = step.placements().iter().map(literal(true));
            let moves: Vec<Literal> = placed
                .chain(step.eliminations().iter().map(literal(false)))
                .collect();
            let words = named(&puzzle, &board, &moves);
            assert_eq!(words, [format!("You used: {}.", step.technique())]);
        }
    }

    #[test]
    fn a_move_may_be_what_is_seen_after_a_step() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let board = Board::new(&puzzle);
        // r1c8 is a naked 9, which r1c5 and r1c9 see.
        let gone = claim(&board, 1, 5, 9, false);
        assert_eq!(
            named(&puzzle, &board, &[gone]),
            ["You used: Naked Single. It places a 9 that r1c5 sees."]
        );
        let seen = claim(&board, 1, 3, 6, false);
        assert_eq!(
            named(&puzzle, &board, &[seen, gone]),
            [
                "r1c3 cannot be 6: it sees the 6 in r1c1.",
                "You used: Naked Single. It places a 9 that r1c5 sees."
            ]
        );
    }

    #[test]
    fn a_false_move_and_one_that_is_too_hard_are_told_apart() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let puzzle: Puzzle = hard.parse().unwrap();
        let board = Board::new(&puzzle);
        let crate::Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("the puzzle is proper");
        };
        let digit = solution.digit(board.geometry().at(1, 2)).value();
        let wrong = claim(&board, 1, 2, digit, false);
        let right = claim(&board, 1, 2, digit, true);
        assert_eq!(
            named(&puzzle, &board, &[wrong, right]),
            [
                "It is false: there is a solution without it.",
                "It is true, but none of the techniques proves it in one step."
            ]
        );
    }

    #[test]
    fn a_move_that_the_board_already_has_is_taken_back_first() {
        let puzzle: Puzzle = "1234341221434.2.".parse().unwrap();
        let mut board = Board::new(&puzzle);
        let placed = claim(&board, 4, 2, 3, true);
        board.place(placed.candidate.cell, placed.candidate.digit);
        assert_eq!(named(&puzzle, &board, &[placed]), ["You used: Full House."]);
    }
}

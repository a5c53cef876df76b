//! Why a digit must, or cannot, stand in a cell: the shortest proof at hand.
//!
//! Two kinds of proof are looked for:
//!
//! ```text
//!   slice         of all steps that a walk takes to get there, those that are needed
//!   supposition   suppose the contrary, take every single, and something breaks
//! ```
//!
//! Players like steps better than suppositions, so the slice is shown unless it is longer by more
//! than two. That a digit cannot stand somewhere takes one supposition; that it must takes one
//! for each other digit of the cell, or for each other place in a house.
//!
//! Every proof is accepted by the [checker](super::check), which shares no code with what finds it.

mod name;
mod slice;
mod suppose;

pub use name::{Name, Named};
pub use suppose::{Ground, Line, Supposition};

use std::collections::BTreeMap;
use std::sync::Arc;

use super::check::{self, Fact, Flaw, Literal};
use super::review::board_of;
use super::step::Step;
use super::walk::{Plan, Walk};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::words::{Explanation, say};
use slice::Path;

/// Returns true when it is time to stop.
type Stop = dyn Fn() -> bool + Send + Sync;

/// How many lines longer than a supposition a slice may be and still be shown.
const SLICE_BONUS: usize = 2;

/// Explains a position, candidate by candidate.
///
/// ```
/// use ninefold::logic::{Plan, Reply, Why};
/// use ninefold::{Board, Candidate, Digit};
///
/// let puzzle = ninefold::parse("1... .... ..1. ....")?;
/// let board = Board::new(&puzzle);
/// let cell = puzzle.geometry().cell(1, 2).expect("it is on the board");
/// let one = Candidate { cell, digit: Digit::new(1).expect("a digit") };
/// let reply = Why::new(&puzzle, &board, Plan::usual()).ask(one);
/// let Reply::Seen(seen) = reply else { panic!("r1c1 is 1") };
/// let words = seen.explain(one, puzzle.geometry()).to_string();
/// assert_eq!(words, "r1c2 cannot be 1: it sees the 1 in r1c1.");
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub struct Why {
    puzzle: Puzzle,
    board: Board,
    plan: Plan,
    stop: Arc<Stop>,
    /// The walk from the board, as far as it was needed.
    path: Option<Path>,
    /// The suppositions by singles so far; none if there is no contradiction.
    supposed: BTreeMap<Candidate, Option<Supposition>>,
}

/// What is known about a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The board shows it.
    Seen(Seen),
    /// It is proved.
    Proved {
        /// Whether the digit must stand in the cell; else it cannot.
        holds: bool,
        /// Each kind of proof that was found, the one to show first.
        proofs: Vec<Proof>,
        /// The board that they are about: the player's, with what was put back.
        board: Board,
    },
    /// It can be either way: a solution in which the digit stands in the cell, and one in which
    /// it does not.
    Open {
        /// With it.
        with: Grid,
        /// Without it.
        without: Grid,
    },
    /// It is known from the solutions, but no proof was found.
    Unproved {
        /// Whether the digit must stand in the cell; else it cannot.
        holds: bool,
    },
    /// The position has no solution.
    Unsolvable,
    /// There was no time to find out.
    Stopped,
}

/// Why a candidate is settled without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It is a given.
    Given,
    /// Another digit stands in the cell.
    Filled(Digit),
    /// A cell that sees it has the digit.
    Peer(Cell),
    /// The marks that the puzzle comes with leave it out.
    Marks,
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The steps that lead to the conclusion, one after the other.
    Slice(Vec<Step>),
    /// What is wrong is supposed, once or for one possibility after the other.
    Suppose(Suppositions),
}

/// Suppositions that are all wrong, and what that proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppositions {
    /// Each of them; none if a fact is enough.
    pub suppositions: Vec<Supposition>,
    /// The fact that has one possibility left without them; none if the supposition itself is the
    /// point.
    pub rest: Option<Fact>,
}

impl Why {
    /// About a board that a player has reached on `puzzle`. Slices are cut from a walk by
    /// `plan`, which should know nothing that the puzzle does not allow for, such as techniques
    /// that assume a single solution where there are several.
    ///
    /// # Panics
    ///
    /// On a board larger than [`Position::MAX_SIZE`](super::Position::MAX_SIZE).
    pub fn new(puzzle: &Puzzle, board: &Board, plan: Plan) -> Why {
        Why {
            puzzle: puzzle.clone(),
            board: board.clone(),
            plan,
            stop: Arc::new(|| false),
            path: None,
            supposed: BTreeMap::new(),
        }
    }

    /// Stops looking when `stop` returns true; once it has, it must keep doing so.
    #[must_use]
    pub fn stop_when(mut self, stop: impl Fn() -> bool + Send + Sync + 'static) -> Why {
        self.stop = Arc::new(stop);
        self
    }

    /// The board that it explains.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is known about a candidate, and why. A digit that the player has placed, or a mark
    /// that they have rubbed out, is put back first.
    pub fn ask(&mut self, candidate: Candidate) -> Reply {
        if let Some(seen) = self.seen(candidate) {
            return Reply::Seen(seen);
        }
        if !self.board.can_hold(candidate.cell, candidate.digit) {
            let board = put_back(&self.puzzle, &self.board, candidate);
            let stop = Arc::clone(&self.stop);
            let mut before = Why::new(&self.puzzle, &board, self.plan.clone());
            before.stop = stop;
            return before.ask(candidate);
        }
        let Some(with) = self.solution(Literal {
            candidate,
            holds: true,
        }) else {
            return Reply::Stopped;
        };
        let Some(without) = self.solution(Literal {
            candidate,
            holds: false,
        }) else {
            return Reply::Stopped;
        };
        let holds = match (with, without) {
            (Some(with), Some(without)) => return Reply::Open { with, without },
            (None, None) => return Reply::Unsolvable,
            (with, _) => with.is_some(),
        };
        let proofs = if holds {
            self.must(candidate)
        } else {
            self.cannot(candidate)
        };
        if !proofs.is_empty() {
            let board = self.board.clone();
            return Reply::Proved {
                holds,
                proofs,
                board,
            };
        }
        if (self.stop)() {
            Reply::Stopped
        } else {
            Reply::Unproved { holds }
        }
    }

    /// What can be seen of a candidate on the board.
    fn seen(&self, Candidate { cell, digit }: Candidate) -> Option<Seen> {
        if self.puzzle.given(cell) == Some(digit) {
            return Some(Seen::Given);
        }
        match self.board.value(cell) {
            Some(value) if value == digit => return None,
            Some(value) => return Some(Seen::Filled(value)),
            None => {}
        }
        let mut peers = self.board.geometry().peers(cell).iter();
        if let Some(&peer) = peers.find(|&&peer| self.board.value(peer) == Some(digit)) {
            return Some(Seen::Peer(peer));
        }
        (!self.puzzle.allowed(cell).contains(digit)).then_some(Seen::Marks)
    }

    /// A solution in which the literal is true, if there is one; none if there was no time.
    fn solution(&self, Literal { candidate, holds }: Literal) -> Option<Option<Grid>> {
        let geometry = self.board.geometry();
        let marks = |cell| match self.board.value(cell) {
            Some(digit) => DigitSet::only(digit),
            None => self.board.candidates(cell),
        };
        let mut marks: Vec<DigitSet> = geometry.cells().map(marks).collect();
        let only = DigitSet::only(candidate.digit);
        let marked = &mut marks[candidate.cell.index()];
        *marked = if holds { only } else { *marked - only };
        let values: Vec<_> = geometry
            .cells()
            .map(|cell| self.board.value(cell))
            .collect();
        let puzzle = Puzzle::of(geometry.clone(), values).limited_to(marks);
        let answer = crate::solve_until(&puzzle, || (self.stop)())?;
        Some(match answer {
            crate::Answer::None => None,
            crate::Answer::One(grid) | crate::Answer::Many(grid, _) => Some(grid),
        })
    }

    /// The proofs that a candidate is wrong.
    fn cannot(&mut self, candidate: Candidate) -> Vec<Proof> {
        let supposed = self.suppose(candidate).map(|supposition| Suppositions {
            suppositions: vec![supposition],
            rest: None,
        });
        let slice = self.slice(Literal {
            candidate,
            holds: false,
        });
        self.proofs(slice, supposed, |why| {
            let nested = Supposition::nested(&why.board, candidate, &*why.stop)?;
            Some(Suppositions {
                suppositions: vec![nested],
                rest: None,
            })
        })
    }

    /// The proofs that a candidate is right.
    fn must(&mut self, candidate: Candidate) -> Vec<Proof> {
        let ways = self.ways_to_place(candidate);
        let mut found: Vec<Suppositions> = Vec::new();
        for (rest, others) in &ways {
            let all: Option<Vec<_>> = others.iter().map(|&other| self.suppose(other)).collect();
            found.extend(all.map(|suppositions| Suppositions {
                suppositions,
                rest: Some(rest.clone()),
            }));
        }
        let supposed = found.into_iter().min_by_key(Suppositions::len);
        let slice = self.slice(Literal {
            candidate,
            holds: true,
        });
        self.proofs(slice, supposed, |why| {
            let (rest, others) = ways.into_iter().min_by_key(|(_, others)| others.len())?;
            let refuted = |other: &Candidate| match why.suppose(*other) {
                Some(supposition) => Some(supposition),
                None => Supposition::nested(&why.board, *other, &*why.stop),
            };
            let suppositions: Option<Vec<_>> = others.iter().map(refuted).collect();
            Some(Suppositions {
                suppositions: suppositions?,
                rest: Some(rest),
            })
        })
    }

    /// The facts with which a candidate can be placed, each with the candidates that must be wrong
    /// for it.
    fn ways_to_place(&self, candidate: Candidate) -> Vec<(Fact, Vec<Candidate>)> {
        let Candidate { cell, digit } = candidate;
        let (board, geometry) = (&self.board, self.board.geometry());
        let digits = (board.candidates(cell) - DigitSet::only(digit)).iter();
        let mut ways = vec![(
            Fact::Cell(cell),
            digits.map(|digit| Candidate { cell, digit }).collect(),
        )];
        for &house in geometry
            .houses_of(cell)
            .iter()
            .filter(|&&house| geometry.is_exact(house))
        {
            let others = board.places(house, digit).filter(|&other| other != cell);
            let others = others.map(|cell| Candidate { cell, digit }).collect();
            ways.push((Fact::House(house, digit), others));
        }
        ways
    }

    fn suppose(&mut self, candidate: Candidate) -> Option<Supposition> {
        let (board, stop) = (&self.board, &*self.stop);
        let known = self.supposed.entry(candidate);
        known
            .or_insert_with(|| Supposition::by_singles(board, candidate, stop))
            .clone()
    }

    fn slice(&mut self, goal: Literal) -> Option<Vec<Step>> {
        let path = self.path.get_or_insert_with(|| {
            let stop = Arc::clone(&self.stop);
            let walk = Walk::from(&self.puzzle, &self.board, self.plan.clone());
            Path::new(walk.stop_when(move || stop()))
        });
        path.slice(goal)
    }

    /// The proofs that there are, the one to show first; without any, what `else_nested` finds.
    fn proofs(
        &mut self,
        slice: Option<Vec<Step>>,
        supposed: Option<Suppositions>,
        else_nested: impl FnOnce(&mut Why) -> Option<Suppositions>,
    ) -> Vec<Proof> {
        match (slice, supposed) {
            (Some(slice), Some(supposed)) => {
                let is_slice_first = slice.len() <= supposed.len() + SLICE_BONUS;
                let mut proofs = vec![Proof::Slice(slice), Proof::Suppose(supposed)];
                if !is_slice_first {
                    proofs.reverse();
                }
                proofs
            }
            (Some(slice), None) => vec![Proof::Slice(slice)],
            (None, Some(supposed)) => vec![Proof::Suppose(supposed)],
            (None, None) => else_nested(self).into_iter().map(Proof::Suppose).collect(),
        }
    }
}

/// The board as it was before the player placed a digit, or rubbed out its mark.
fn put_back(puzzle: &Puzzle, board: &Board, Candidate { cell, digit }: Candidate) -> Board {
    let geometry = board.geometry();
    let is_placed = board.value(cell) == Some(digit);
    let mut placed: Vec<_> = geometry.cells().map(|other| board.value(other)).collect();
    let mut marks: Vec<DigitSet> = geometry
        .cells()
        .map(|other| board.candidates(other))
        .collect();
    if is_placed {
        placed[cell.index()] = None;
        marks[cell.index()] = geometry.all_digits();
        for peer in geometry.peers(cell) {
            marks[peer.index()].insert(digit);
        }
    } else {
        marks[cell.index()].insert(digit);
    }
    board_of(puzzle, &placed, Some(&marks))
}

impl Reply {
    /// The word for it in JSON.
    pub fn word(&self) -> &'static str {
        match self.holds() {
            Some(true) => "must",
            Some(false) => "cannot",
            None if *self == Reply::Unsolvable => "none",
            None if *self == Reply::Stopped => "timeout",
            None => "open",
        }
    }

    /// Whether the digit must stand in the cell, or cannot; none if that is open or not known.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Reply::Seen(seen) => Some(seen.holds()),
            Reply::Proved { holds, .. } | Reply::Unproved { holds } => Some(*holds),
            Reply::Open { .. } | Reply::Unsolvable | Reply::Stopped => None,
        }
    }

    /// Whether it gives a digit away to a player who has asked only why the digit cannot be there.
    pub fn spoils(&self, claim: Literal) -> bool {
        let is_given = *self == Reply::Seen(Seen::Given);
        !claim.holds && self.holds() == Some(true) && !is_given
    }

    /// In a sentence, about this candidate: `r4c7 cannot be 5.`
    pub fn explain(&self, candidate: Candidate, geometry: &Geometry) -> Explanation {
        let Candidate { cell, digit } = candidate;
        let is = |holds| if holds { " must be " } else { " cannot be " };
        let words = match self {
            Reply::Seen(seen) => return seen.explain(candidate, geometry),
            Reply::Proved { holds, .. } => say![cell, is(*holds), digit, "."],
            Reply::Unproved { holds } => {
                let said = say![cell, is(*holds), digit];
                said.and(say![": so the solutions have it, but no proof was found."])
            }
            Reply::Open { .. } => {
                let said = say![cell, " can be ", digit, ", but need not be: "];
                said.and(say!["the puzzle has solutions of both kinds."])
            }
            Reply::Unsolvable => say!["This position has no solution."],
            Reply::Stopped => say!["There was no time to find out."],
        };
        words.on(geometry)
    }
}

/// The sentence that gives nothing away: `Nothing speaks against 5 in r4c7.`
pub fn unspoiled(candidate: Candidate, geometry: &Geometry) -> Explanation {
    let Candidate { cell, digit } = candidate;
    say!["Nothing speaks against ", digit, " in ", cell, "."].on(geometry)
}

impl Seen {
    /// Whether the digit stands in the cell; else it cannot.
    pub fn holds(self) -> bool {
        self == Seen::Given
    }

    /// In a sentence, about this candidate.
    pub fn explain(self, candidate: Candidate, geometry: &Geometry) -> Explanation {
        let Candidate { cell, digit } = candidate;
        let cannot = say![cell, " cannot be ", digit, ": "];
        let words = match self {
            Seen::Given => say![cell, " is ", digit, ": it is a given."],
            Seen::Filled(value) => cannot.and(say!["it is ", value, "."]),
            Seen::Peer(peer) => cannot.and(say!["it sees the ", digit, " in ", peer, "."]),
            Seen::Marks => cannot.and(say![
                "the pencil marks of the puzzle itself leave ",
                digit,
                " out."
            ]),
        };
        words.on(geometry)
    }
}

impl Proof {
    /// The word for its kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Proof::Slice(_) => "slice",
            Proof::Suppose(_) => "suppose",
        }
    }

    /// How long it is: steps, or lines with the contradictions among them.
    pub fn len(&self) -> usize {
        match self {
            Proof::Slice(steps) => steps.len(),
            Proof::Suppose(supposed) => supposed.len(),
        }
    }

    /// Never: a proof has a step or a line at least.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// A sentence before it: how long it is, and of which kind.
    pub fn opening(&self, claim: Literal, geometry: &Geometry) -> Explanation {
        let Literal {
            candidate: Candidate { cell, digit },
            holds,
        } = claim;
        let is = if holds { " must be " } else { " cannot be " };
        let said = say![cell, is, digit];
        let n_steps = match self.len() {
            1 => "one step".to_owned(),
            n => format!("{n} steps"),
        };
        let how = match self {
            Proof::Slice(steps) if steps.len() == 1 => say![": one step shows it."],
            Proof::Slice(_) => say![": ", n_steps, " show it."],
            Proof::Suppose(Suppositions { suppositions, rest }) => {
                let broken = say![" leads to a contradiction (", n_steps, ")."];
                match (&suppositions[..], rest) {
                    ([], Some(Fact::House(house, _))) => {
                        say![": it is the only place left in ", *house, "."]
                    }
                    ([], _) => say![": it is the only digit left there."],
                    (_, None) => say![": supposing it"].and(broken),
                    (_, Some(Fact::House(house, _))) => {
                        say![": every other place in ", *house].and(broken)
                    }
                    (_, Some(_)) => say![": every other digit"].and(broken),
                }
            }
        };
        said.and(how).on(geometry)
    }

    /// Whether the checker accepts it as a proof that the candidate of a board is right, or
    /// wrong, and if not, why not.
    pub fn proved(&self, puzzle: &Puzzle, board: &Board, claim: Literal) -> Result<(), Flaw> {
        let mut board = board.clone();
        let unproved = Err(Flaw::DoesNotFollow(claim.candidate));
        match self {
            Proof::Slice(steps) => {
                for step in steps {
                    let (placed, gone) = (step.placements(), step.eliminations());
                    check::prove(puzzle, &board, &step.facts(), placed, gone)?;
                    step.apply(&mut board);
                }
                if slice::is_settled(&board, claim) {
                    Ok(())
                } else {
                    unproved
                }
            }
            Proof::Suppose(Suppositions { suppositions, rest }) => {
                for supposition in suppositions {
                    supposition.proved(puzzle, &board)?;
                }
                for wrong in suppositions.iter().map(Supposition::supposed) {
                    board.eliminate(wrong.cell, wrong.digit);
                }
                match rest {
                    Some(fact) if claim.holds => check::prove(
                        puzzle,
                        &board,
                        std::slice::from_ref(fact),
                        &[claim.candidate],
                        &[],
                    ),
                    None if slice::is_settled(&board, claim) => Ok(()),
                    _ => unproved,
                }
            }
        }
    }
}

impl Suppositions {
    /// The number of lines, contradictions among them, and one for the rest.
    pub fn len(&self) -> usize {
        let lines = self.suppositions.iter().map(Supposition::len);
        lines.sum::<usize>() + usize::from(self.rest.is_some())
    }

    /// Never: there is a supposition, or a fact that is enough.
    pub fn is_empty(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::technique::Level;

    /// A wrong 2 in r4c1 takes a few steps to see.
    const EASY: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
    /// Arto Inkala's of 2012, on which singles get nowhere.
    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn at(geometry: &Geometry, row: usize, column: usize, digit: usize) -> Candidate {
        Candidate {
            cell: geometry.at(row, column),
            digit: Digit::new(digit).unwrap(),
        }
    }

    fn ask(puzzle: &Puzzle, board: &Board, plan: Plan, (row, column, digit): At) -> Reply {
        let candidate = at(puzzle.geometry(), row, column, digit);
        Why::new(puzzle, board, plan).ask(candidate)
    }

    type At = (usize, usize, usize);

    fn words(puzzle: &Puzzle, board: &Board, (row, column, digit): At) -> String {
        let reply = ask(puzzle, board, Plan::usual(), (row, column, digit));
        let candidate = at(puzzle.geometry(), row, column, digit);
        reply.explain(candidate, puzzle.geometry()).to_string()
    }

    #[test]
    fn what_the_board_shows_needs_no_proof() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let board = Board::new(&puzzle);
        let said = |at| words(&puzzle, &board, at);
        assert_eq!(said((1, 1, 6)), "r1c1 is 6: it is a given.");
        assert_eq!(said((1, 1, 5)), "r1c1 cannot be 5: it is 6.");
        assert_eq!(said((1, 3, 6)), "r1c3 cannot be 6: it sees the 6 in r1c1.");
        let marks: Vec<DigitSet> = (0..81)
            .map(|cell| match cell {
                2 => DigitSet::only(Digit::new(8).unwrap()),
                _ => DigitSet::all(9),
            })
            .collect();
        let marked = puzzle.with_marks(marks).unwrap();
        assert_eq!(
            words(&marked, &Board::new(&marked), (1, 3, 4)),
            "r1c3 cannot be 4: the pencil marks of the puzzle itself leave 4 out."
        );
    }

    #[test]
    fn every_candidate_of_a_board_has_proofs_that_are_accepted() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let board = Board::new(&puzzle);
        let crate::Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("the puzzle is proper");
        };
        let mut why = Why::new(&puzzle, &board, Plan::usual());
        let mut n_asked = 0;
        for cell in board.empty_cells() {
            for digit in board.candidates(cell).iter() {
                let candidate = Candidate { cell, digit };
                let Reply::Proved { holds, proofs, .. } = why.ask(candidate) else {
                    panic!("{candidate:?} has no proof");
                };
                assert_eq!(holds, solution.digit(cell) == digit);
                let claim = Literal { candidate, holds };
                for proof in &proofs {
                    assert_eq!(proof.proved(&puzzle, &board, claim), Ok(()));
                    // It proves this, and not the contrary.
                    assert!(proof.proved(&puzzle, &board, !claim).is_err());
                }
                n_asked += 1;
            }
        }
        assert!(n_asked > 150);
    }

    #[test]
    fn the_slice_is_shown_unless_it_is_longer_by_more_than_two() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let board = Board::new(&puzzle);
        let mut why = Why::new(&puzzle, &board, Plan::usual());
        let mut shown = [0, 0];
        for cell in board.empty_cells() {
            for digit in board.candidates(cell).iter() {
                let Reply::Proved { proofs, .. } = why.ask(Candidate { cell, digit }) else {
                    panic!("there is a proof");
                };
                if let [first, second] = &proofs[..] {
                    let is_slice = matches!(first, Proof::Slice(_));
                    shown[usize::from(is_slice)] += 1;
                    let (slice, supposed) = if is_slice {
                        (first, second)
                    } else {
                        (second, first)
                    };
                    assert_eq!(is_slice, slice.len() <= supposed.len() + 2);
                }
            }
        }
        assert!(shown.iter().all(|&n| n > 0), "{shown:?}");
    }

    #[test]
    fn no_step_of_a_slice_can_be_left_out() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let board = Board::new(&puzzle);
        let candidate = at(puzzle.geometry(), 4, 2, 1);
        let mut why = Why::new(&puzzle, &board, Plan::usual());
        let goal = Literal {
            candidate,
            holds: false,
        };
        let steps = why.slice(goal).unwrap();
        assert!(steps.len() > 1);
        for left_out in 0..steps.len() {
            let mut fewer = steps.clone();
            fewer.remove(left_out);
            let fewer = Proof::Slice(fewer);
            assert!(fewer.proved(&puzzle, &board, goal).is_err(), "{left_out}");
        }
    }

    #[test]
    fn suppositions_inside_suppositions_prove_what_singles_do_not() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let board = Board::new(&puzzle);
        let without_steps = Plan::usual().only(&[]);
        let mut why = Why::new(&puzzle, &board, without_steps);
        let crate::Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("the puzzle is proper");
        };
        let wrong = board.empty_cells().flat_map(|cell| {
            let digits: Vec<_> = board.candidates(cell).iter().collect();
            let digits = digits
                .into_iter()
                .filter(|&digit| digit != solution.digit(cell));
            digits
                .map(|digit| Candidate { cell, digit })
                .collect::<Vec<_>>()
        });
        let mut n_nested = 0;
        for candidate in wrong.take(6) {
            let Reply::Proved { holds, proofs, .. } = why.ask(candidate) else {
                panic!("{candidate:?} has no proof");
            };
            assert!(!holds);
            let Proof::Suppose(supposed) = &proofs[0] else {
                panic!("there are no steps");
            };
            n_nested += usize::from(supposed.suppositions[0].is_nested());
            let claim = Literal { candidate, holds };
            assert_eq!(proofs[0].proved(&puzzle, &board, claim), Ok(()));
        }
        assert!(n_nested > 0);
    }

    #[test]
    fn where_there_are_several_solutions_it_may_be_open() {
        let puzzle: Puzzle = "1... .... .... ....".parse().unwrap();
        let board = Board::new(&puzzle);
        let plan = Plan::usual().without_uniqueness();
        let reply = ask(&puzzle, &board, plan.clone(), (2, 3, 1));
        let Reply::Open { with, without } = reply else {
            panic!("1 may be in r2c3 or not");
        };
        let r2c3 = puzzle.geometry().at(2, 3);
        assert_eq!(with.digit(r2c3).value(), 1);
        assert_ne!(without.digit(r2c3).value(), 1);
        // With 12 in row 1, r1c3 is 3 or 4, and nothing tells which.
        let pair: Puzzle = "12.. 34.. .... ....".parse().unwrap();
        assert!(matches!(
            ask(&pair, &Board::new(&pair), plan, (1, 3, 3)),
            Reply::Open { .. }
        ));
    }

    #[test]
    fn a_digit_or_a_mark_of_the_player_is_put_back_first() {
        let puzzle: Puzzle = "1234341221434.2.".parse().unwrap();
        let mut board = Board::new(&puzzle);
        let placed = at(puzzle.geometry(), 4, 2, 3);
        board.place(placed.cell, placed.digit);
        let Reply::Proved {
            holds: true,
            proofs,
            board: before,
        } = ask(&puzzle, &board, Plan::usual(), (4, 2, 3))
        else {
            panic!("3 is right in r4c2");
        };
        assert_eq!(before.value(placed.cell), None);
        let claim = Literal {
            candidate: placed,
            holds: true,
        };
        assert_eq!(proofs[0].proved(&puzzle, &before, claim), Ok(()));
        let easy: Puzzle = EASY.parse().unwrap();
        let mut board = Board::new(&easy);
        let gone = at(easy.geometry(), 1, 3, 4);
        assert!(board.eliminate(gone.cell, gone.digit));
        let reply = ask(&easy, &board, Plan::usual(), (1, 3, 4));
        assert_eq!(reply.holds(), Some(false), "{reply:?}");
    }

    #[test]
    fn a_position_without_solution_proves_nothing() {
        let puzzle: Puzzle = "1234341221434.2.".parse().unwrap();
        let mut board = Board::new(&puzzle);
        let wrong = at(puzzle.geometry(), 4, 4, 1);
        board.eliminate(wrong.cell, wrong.digit);
        assert_eq!(
            ask(&puzzle, &board, Plan::usual(), (4, 2, 3)),
            Reply::Unsolvable
        );
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let mut why = Why::new(&puzzle, &Board::new(&puzzle), Plan::usual()).stop_when(|| true);
        assert_eq!(why.ask(at(puzzle.geometry(), 1, 2, 1)), Reply::Stopped);
        let claim = Literal {
            candidate: at(puzzle.geometry(), 1, 2, 1),
            holds: true,
        };
        assert_eq!(why.name(&[claim])[0].name, Name::Stopped);
    }

    #[test]
    fn a_right_digit_is_not_given_away() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let right = at(puzzle.geometry(), 1, 8, 9);
        let reply = ask(&puzzle, &Board::new(&puzzle), Plan::usual(), (1, 8, 9));
        let [asked, doubted] = [true, false].map(|holds| Literal {
            candidate: right,
            holds,
        });
        assert!(!reply.spoils(asked) && reply.spoils(doubted));
        let words = unspoiled(right, puzzle.geometry()).to_string();
        assert_eq!(words, "Nothing speaks against 9 in r1c8.");
        // A given hides nothing, and a wrong digit is what was asked for.
        for at in [(1, 1, 6), (1, 3, 4)] {
            let reply = ask(&puzzle, &Board::new(&puzzle), Plan::usual(), at);
            assert!(!reply.spoils(doubted));
        }
    }

    #[test]
    fn a_plan_within_a_level_has_none_that_is_harder() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let board = Board::new(&puzzle);
        let walk = Walk::from(&puzzle, &board, Plan::usual().within(Level::Medium));
        let mut steps = walk.all().into_iter();
        assert!(steps.all(|step| step.technique().about().level <= Level::Medium));
    }
}

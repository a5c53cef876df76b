//! The checker: proves a step from the board and the facts that the step names,
//! knowing nothing of how it was found.
//!
//! Whatever a technique is called, it rests on three kinds of fact:
//!
//! ```text
//!   Cell(r4c7)       r4c7 holds one of its candidates
//!   House(row 4, 5)  row 4 has a place for 5
//!   Deadly(…)        these cells do not all keep to these pairs of digits, because
//!                    then the digits could be swapped, and there would be two solutions
//! ```
//!
//! and on the two rules of the game: a cell has one digit, a house has no digit
//! twice. To prove a conclusion the checker assumes its negation and lets the named
//! facts, and only those, work on each other: a fact with one possibility left is
//! used, a fact with none left is the contradiction that proves the point. So is a house
//! in which more cells must hold something than there are digits left for them (the
//! pigeonhole principle). Where nothing is forced it tries each possibility of one fact; so
//! a chain is followed link by link, and a fish or an almost locked set is counted out. If
//! a choice survives, the facts named do not prove the step.
//!
//! This is how proofs of SAT solvers are checked (reverse unit propagation, Goldberg
//! and Novikov 2003), with a small search in place of lemmas.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::symmetry::Transformation;
use crate::words::{Explanation, say};

/// Something true of the board that a step rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    /// The cell holds one of its candidates.
    Cell(Cell),
    /// The house has a place for the digit.
    House(House, Digit),
    /// Not every one of these cells holds a digit of its pair.
    Deadly(Vec<Pair>),
}

/// A cell of a deadly pattern, with the two digits that could be swapped there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// Where.
    pub cell: Cell,
    /// One of the digits.
    pub a: Digit,
    /// The other.
    pub b: Digit,
}

impl Fact {
    /// The same fact of the transformed board.
    #[must_use]
    pub fn moved(&self, by: &Transformation) -> Fact {
        match self {
            Fact::Cell(cell) => Fact::Cell(by.cell(*cell)),
            Fact::House(house, digit) => Fact::House(by.house(*house), by.digit(*digit)),
            Fact::Deadly(pairs) => {
                let moved = |pair: &Pair| Pair {
                    cell: by.cell(pair.cell),
                    a: by.digit(pair.a),
                    b: by.digit(pair.b),
                };
                Fact::Deadly(pairs.iter().map(moved).collect())
            }
        }
    }
}

/// Why a step is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// It concludes nothing.
    Empty,
    /// It places or eliminates a candidate that is not on the board.
    NoSuchCandidate(Candidate),
    /// A fact it names is not one: the house is smaller than the number of digits,
    /// or the pattern is not deadly.
    NoFact(Fact),
    /// The facts it names do not lead to this.
    DoesNotFollow(Candidate),
    /// It needs more work than a person would believe.
    TooHard(Candidate),
}

/// How many possibilities may be tried for one conclusion.
const MOST_TRIES: usize = 20_000;

/// Proves that on `board`, reached on `puzzle`, the `facts` force each of the
/// `placements` and rule out each of the `eliminations`.
pub fn prove(
    puzzle: &Puzzle,
    board: &Board,
    facts: &[Fact],
    placements: &[Candidate],
    eliminations: &[Candidate],
) -> Result<(), Flaw> {
    if placements.is_empty() && eliminations.is_empty() {
        return Err(Flaw::Empty);
    }
    let mut clauses = Vec::with_capacity(facts.len());
    for fact in facts {
        match clause(puzzle, board, fact) {
            Some(Clause::True) => {}
            Some(Clause::OneOf(options)) => clauses.push(options),
            None => return Err(Flaw::NoFact(fact.clone())),
        }
    }
    let contrary = |holds: bool| move |&candidate: &Candidate| (candidate, holds);
    let assumptions = placements.iter().map(contrary(false));
    for (candidate, holds) in assumptions.chain(eliminations.iter().map(contrary(true))) {
        if !board.can_hold(candidate.cell, candidate.digit) {
            return Err(Flaw::NoSuchCandidate(candidate));
        }
        let mut world = World {
            open: board
                .geometry()
                .cells()
                .map(|cell| board.candidates(cell))
                .collect(),
            board,
        };
        if holds {
            world.set(candidate);
        } else {
            world.open[candidate.cell.index()].remove(candidate.digit);
        }
        let mut tries = 0;
        match world.refute(&clauses, &mut tries) {
            Some(true) => {}
            Some(false) => return Err(Flaw::DoesNotFollow(candidate)),
            None => return Err(Flaw::TooHard(candidate)),
        }
    }
    Ok(())
}

/// A fact as the search uses it: nothing new, or a list of candidates of which one holds.
enum Clause {
    True,
    OneOf(Vec<Candidate>),
}

/// The clause that a fact adds on this board; none if it is not a fact.
fn clause(puzzle: &Puzzle, board: &Board, fact: &Fact) -> Option<Clause> {
    let geometry = board.geometry();
    match fact {
        Fact::Cell(cell) if board.value(*cell).is_some() => Some(Clause::True),
        Fact::Cell(cell) => Some(Clause::OneOf(all_of(*cell, board.candidates(*cell)))),
        Fact::House(house, digit) => {
            // Only a house with as many cells as there are digits must hold each.
            if !geometry.is_exact(*house) {
                return None;
            }
            let cells = geometry.cells_of(*house);
            if cells.iter().any(|&cell| board.value(cell) == Some(*digit)) {
                return Some(Clause::True);
            }
            let holds = |cell| Candidate {
                cell,
                digit: *digit,
            };
            let places = board.places(*house, *digit);
            Some(Clause::OneOf(places.map(holds).collect()))
        }
        Fact::Deadly(pairs) if is_deadly(puzzle, board, pairs) => {
            let mut ways_out = Vec::new();
            for &Pair { cell, a, b } in pairs {
                let pair = DigitSet::only(a) | DigitSet::only(b);
                match board.value(cell) {
                    Some(digit) if pair.contains(digit) => {}
                    Some(_) => return Some(Clause::True),
                    None => ways_out.extend(all_of(cell, board.candidates(cell) - pair)),
                }
            }
            Some(Clause::OneOf(ways_out))
        }
        Fact::Deadly(_) => None,
    }
}

fn all_of(cell: Cell, digits: DigitSet) -> Vec<Candidate> {
    digits
        .iter()
        .map(|digit| Candidate { cell, digit })
        .collect()
}

/// Whether the digits could be swapped in every cell of the pattern: no cell is a
/// given, the puzzle allows both digits in each, and every house has each digit in
/// two cells of the pattern or in none. Then, if every cell kept to its pair, each
/// house would use each of its digits once before and once after the swap.
fn is_deadly(puzzle: &Puzzle, board: &Board, pairs: &[Pair]) -> bool {
    let geometry = board.geometry();
    let can_swap = |pair: &Pair| {
        let allowed = puzzle.allowed(pair.cell);
        puzzle.given(pair.cell).is_none() && allowed.contains(pair.a) && allowed.contains(pair.b)
    };
    let mut once = vec![DigitSet::EMPTY; geometry.houses().len()];
    let mut twice = once.clone();
    let mut seen: Vec<Cell> = Vec::new();
    for pair in pairs {
        if !can_swap(pair) || pair.a == pair.b || seen.contains(&pair.cell) {
            return false;
        }
        seen.push(pair.cell);
        for house in geometry.houses_of(pair.cell).iter().map(|h| h.index()) {
            for digit in [pair.a, pair.b] {
                if twice[house].contains(digit) {
                    return false;
                }
                if once[house].remove(digit) {
                    twice[house].insert(digit);
                } else {
                    once[house].insert(digit);
                }
            }
        }
    }
    !pairs.is_empty() && once.iter().all(|digits| digits.is_empty())
}

/// The candidates that are left under the assumption.
#[derive(Clone)]
struct World<'b> {
    open: Vec<DigitSet>,
    board: &'b Board,
}

impl World<'_> {
    /// The candidate holds: its cell has no other, its peers do not have it.
    fn set(&mut self, candidate: Candidate) {
        for peer in self.board.geometry().peers(candidate.cell) {
            self.open[peer.index()].remove(candidate.digit);
        }
        self.open[candidate.cell.index()] &= DigitSet::only(candidate.digit);
    }

    fn holds(&self, candidate: Candidate) -> bool {
        self.open[candidate.cell.index()].contains(candidate.digit)
    }

    /// Whether a house has more cells that must hold something, by these clauses, than digits
    /// left for them. Trying their possibilities shows the same, but eight cells have tens of
    /// thousands.
    fn is_crowded<'c>(&self, clauses: impl Iterator<Item = &'c Vec<Candidate>>) -> bool {
        let only_cell = |clause: &Vec<Candidate>| {
            let cell = clause.first()?.cell;
            clause.iter().all(|c| c.cell == cell).then_some(cell)
        };
        let cells: BTreeSet<Cell> = clauses.filter_map(only_cell).collect();
        let mut houses: BTreeMap<House, (usize, DigitSet)> = BTreeMap::new();
        for cell in cells {
            for &house in self.board.geometry().houses_of(cell) {
                let (n_cells, digits) = houses.entry(house).or_default();
                *n_cells += 1;
                *digits |= self.open[cell.index()];
            }
        }
        let mut houses = houses.values();
        houses.any(|&(n_cells, digits)| n_cells > digits.len())
    }

    /// Whether the clauses contradict each other here; none if it takes too long.
    fn refute(mut self, clauses: &[Vec<Candidate>], tries: &mut usize) -> Option<bool> {
        // Use facts with one possibility left until there is none.
        let mut used = vec![false; clauses.len()];
        loop {
            let mut progress = false;
            let mut fewest: Option<(usize, usize)> = None;
            for (k, clause) in clauses.iter().enumerate() {
                if used[k] {
                    continue;
                }
                let mut left = clause.iter().filter(|&&candidate| self.holds(candidate));
                match (left.next(), left.count() + 1) {
                    (None, _) => return Some(true),
                    (Some(&only), 1) => {
                        self.set(only);
                        used[k] = true;
                        progress = true;
                    }
                    (Some(_), n) if fewest.is_none_or(|(least, _)| n < least) => {
                        fewest = Some((n, k));
                    }
                    _ => {}
                }
            }
            if progress {
                continue;
            }
            let open = (0..clauses.len()).filter(|&k| !used[k]);
            if self.is_crowded(open.map(|k| &clauses[k])) {
                return Some(true);
            }
            // Nothing is forced: every possibility of one fact must fail.
            let Some((_, k)) = fewest else {
                return Some(false);
            };
            for &candidate in clauses[k]
                .iter()
                .filter(|&&candidate| self.holds(candidate))
            {
                *tries += 1;
                if *tries > MOST_TRIES {
                    return None;
                }
                let mut world = self.clone();
                world.set(candidate);
                let others: Vec<Vec<Candidate>> = (0..clauses.len())
                    .filter(|&other| other != k && !used[other])
                    .map(|other| clauses[other].clone())
                    .collect();
                if !world.refute(&others, tries)? {
                    return Some(false);
                }
            }
            return Some(true);
        }
    }
}

impl Flaw {
    /// In words: `the facts named do not settle 5 in r4c7`.
    pub fn explain(&self, geometry: &Geometry) -> Explanation {
        let at = |c: &Candidate| say![c.digit, " in ", c.cell];
        let words = match self {
            Flaw::Empty => say!["it concludes nothing"],
            Flaw::NoSuchCandidate(c) => at(c).and(say![" is not a candidate"]),
            Flaw::NoFact(Fact::Cell(cell)) => say![*cell, " has no candidate"],
            Flaw::NoFact(Fact::House(house, digit)) => {
                let need = say![*house, " need not have a ", *digit];
                need.and(say![": it has fewer cells than there are digits"])
            }
            Flaw::NoFact(Fact::Deadly(_)) => say!["the pattern it calls deadly is not"],
            Flaw::DoesNotFollow(c) => say!["the facts named do not settle "].and(at(c)),
            Flaw::TooHard(c) => {
                let tries = format!(" only after more than {MOST_TRIES} tries, if at all");
                say!["the facts named settle "].and(at(c)).and(say![tries])
            }
        };
        words.on(geometry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(value: usize) -> Digit {
        Digit::new(value).unwrap()
    }

    fn start(text: &str) -> (Puzzle, Board) {
        let puzzle: Puzzle = text.parse().unwrap();
        let board = Board::new(&puzzle);
        (puzzle, board)
    }

    fn at(board: &Board, row: usize, column: usize, value: usize) -> Candidate {
        let cell = board.geometry().at(row, column);
        Candidate {
            cell,
            digit: digit(value),
        }
    }

    #[test]
    fn a_hidden_single_needs_its_house_and_no_other() {
        let (puzzle, board) = start("1... .... ..1. ....");
        let geometry = board.geometry();
        // 1 in row 2 must be in r2c4: r2c1, r2c2 see r1c1 and r2c3 sees r3c3.
        let row2 = geometry.houses().nth(1).unwrap();
        let row4 = geometry.houses().nth(3).unwrap();
        let one = at(&board, 2, 4, 1);
        let prove = |facts: &[Fact]| prove(&puzzle, &board, facts, &[one], &[]);
        assert_eq!(prove(&[Fact::House(row2, digit(1))]), Ok(()));
        assert_eq!(
            prove(&[Fact::House(row4, digit(1))]),
            Err(Flaw::DoesNotFollow(one))
        );
        assert_eq!(prove(&[]), Err(Flaw::DoesNotFollow(one)));
    }

    #[test]
    fn a_pair_is_counted_out() {
        // r1c1 and r1c2 hold 1 and 2 between them, so r1c3 and r1c4 do not.
        let (puzzle, board) = start(".... 34.. .... ....");
        let cells = [board.geometry().at(1, 1), board.geometry().at(1, 2)];
        let gone = [at(&board, 1, 3, 1), at(&board, 1, 4, 2)];
        let facts = cells.map(Fact::Cell);
        assert_eq!(prove(&puzzle, &board, &facts, &[], &gone), Ok(()));
        let half = prove(&puzzle, &board, &facts[..1], &[], &gone);
        assert_eq!(half, Err(Flaw::DoesNotFollow(gone[0])));
    }

    #[test]
    fn many_cells_of_a_house_are_counted_and_not_tried() {
        // Ten cells of row 1 have ten digits between them, so no other cell has one: cases
        // would be 9 × 8 × 7 ….
        let puzzle = Puzzle::empty(Geometry::of_size(16).unwrap());
        let mut board = Board::new(&puzzle);
        let cells: Vec<Cell> = (1..=10).map(|c| board.geometry().at(1, c)).collect();
        for &cell in &cells {
            for value in 11..=16 {
                board.eliminate(cell, digit(value));
            }
        }
        let facts: Vec<Fact> = cells.into_iter().map(Fact::Cell).collect();
        let gone = at(&board, 1, 16, 1);
        assert_eq!(prove(&puzzle, &board, &facts, &[], &[gone]), Ok(()));
        let fewer = prove(&puzzle, &board, &facts[1..], &[], &[gone]);
        assert_eq!(fewer, Err(Flaw::DoesNotFollow(gone)));
    }

    #[test]
    fn a_small_extra_house_need_not_hold_a_digit() {
        let three = (1..=3).map(|column| Geometry::of_size(4).unwrap().at(1, column));
        let builder = Geometry::builder(4)
            .boxes(2, 2)
            .house(three.collect::<Vec<_>>());
        let geometry = builder.build().unwrap();
        let extra = geometry.houses().last().unwrap();
        let puzzle = Puzzle::empty(geometry);
        let board = Board::new(&puzzle);
        let fact = Fact::House(extra, digit(1));
        let one = at(&board, 1, 1, 1);
        let verdict = prove(&puzzle, &board, std::slice::from_ref(&fact), &[one], &[]);
        assert_eq!(verdict, Err(Flaw::NoFact(fact)));
    }

    #[test]
    fn a_deadly_pattern_has_no_given_and_pairs_up_in_every_house() {
        let (puzzle, board) = start(".... .... .... 3...");
        let pair = |row: usize, column: usize| Pair {
            cell: board.geometry().at(row, column),
            a: digit(1),
            b: digit(2),
        };
        let rectangle = [pair(1, 1), pair(1, 3), pair(2, 1), pair(2, 3)];
        assert!(is_deadly(&puzzle, &board, &rectangle));
        // Four boxes: each has the digit once only.
        let wide = [pair(1, 1), pair(1, 3), pair(3, 1), pair(3, 3)];
        assert!(!is_deadly(&puzzle, &board, &wide));
        let with_given = [pair(3, 1), pair(3, 3), pair(4, 1), pair(4, 3)];
        assert!(!is_deadly(&puzzle, &board, &with_given));
        assert!(!is_deadly(&puzzle, &board, &rectangle[..3]));
        assert!(!is_deadly(&puzzle, &board, &[]));
        let same = Pair {
            b: digit(1),
            ..pair(1, 1)
        };
        assert!(!is_deadly(
            &puzzle,
            &board,
            &[same, pair(1, 3), pair(2, 1), pair(2, 3)]
        ));
        assert!(!is_deadly(&puzzle, &board, &[same]));
        let twice = [rectangle, rectangle].concat();
        assert!(!is_deadly(&puzzle, &board, &twice));
        assert!(!is_deadly(&puzzle, &board, &[pair(1, 1), pair(1, 1)]));
        // Four cells of a row cannot all be 1 or 2.
        let rows = (1..=2).flat_map(|row| (1..=4).map(move |column| (row, column)));
        let rows: Vec<Pair> = rows.map(|(row, column)| pair(row, column)).collect();
        assert!(!is_deadly(&puzzle, &board, &rows));
    }

    #[test]
    fn a_deadly_pattern_forces_its_way_out_unless_there_is_one() {
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        let corners = [(1, 1), (1, 3), (2, 1), (2, 3)];
        let pairs = corners.map(|(row, column)| Pair {
            cell: board.geometry().at(row, column),
            a: digit(1),
            b: digit(2),
        });
        let fact = [Fact::Deadly(pairs.to_vec())];
        for Pair { cell, .. } in pairs {
            board.eliminate(cell, digit(4));
        }
        let three = at(&board, 2, 3, 3);
        // A 3 in r1c1 leaves 1 and 2 to r1c3 and r2c1; but the pattern is no longer deadly.
        let mut filled = board.clone();
        filled.place(pairs[0].cell, digit(3));
        let verdict = prove(&puzzle, &filled, &fact, &[three], &[]);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(three)));
        for Pair { cell, .. } in &pairs[..3] {
            board.eliminate(*cell, digit(3));
        }
        assert_eq!(prove(&puzzle, &board, &fact, &[three], &[]), Ok(()));
    }

    #[test]
    fn what_is_placed_already_proves_nothing() {
        let (puzzle, board) = start("1... .... .... ....");
        let row1 = board.geometry().houses().next().unwrap();
        let gone = at(&board, 3, 3, 1);
        for fact in [
            Fact::Cell(board.geometry().at(1, 1)),
            Fact::House(row1, digit(1)),
        ] {
            let verdict = prove(&puzzle, &board, &[fact], &[], &[gone]);
            assert_eq!(verdict, Err(Flaw::DoesNotFollow(gone)));
        }
    }

    #[test]
    fn a_fact_moves_there_and_back() {
        let geometry = Geometry::of_size(4).unwrap();
        let mut state = 1_u64;
        let by = Transformation::random(&geometry, || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state ^ state >> 32
        });
        let (cell, house) = (geometry.at(1, 2), geometry.houses().nth(2).unwrap());
        let (a, b) = (digit(1), digit(2));
        for fact in [
            Fact::Cell(cell),
            Fact::House(house, b),
            Fact::Deadly(vec![Pair { cell, a, b }]),
        ] {
            assert_eq!(fact.moved(&by).moved(&by.inverse()), fact);
        }
    }

    #[test]
    fn a_cell_that_holds_a_digit_holds_no_other() {
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        for column in 2..=4 {
            let cell = board.geometry().at(1, column);
            board.eliminate(cell, digit(2));
        }
        // 2 is in r1c1, so 1 is not.
        let fact = Fact::House(board.geometry().houses().next().unwrap(), digit(2));
        let gone = at(&board, 1, 1, 1);
        assert_eq!(prove(&puzzle, &board, &[fact], &[], &[gone]), Ok(()));
    }

    #[test]
    fn a_proof_that_takes_too_many_tries_is_refused() {
        // Eleven digits in ten cells of row 1: true, but each order of them fails by itself.
        let puzzle = Puzzle::empty(Geometry::of_size(16).unwrap());
        let mut board = Board::new(&puzzle);
        for column in 11..=16 {
            let cell = board.geometry().at(1, column);
            for value in 1..=11 {
                board.eliminate(cell, digit(value));
            }
        }
        let row1 = board.geometry().houses().next().unwrap();
        let facts: Vec<Fact> = (1..=11).map(|d| Fact::House(row1, digit(d))).collect();
        let gone = at(&board, 16, 16, 16);
        let verdict = prove(&puzzle, &board, &facts, &[], &[gone]);
        assert_eq!(verdict, Err(Flaw::TooHard(gone)));
    }

    #[test]
    fn a_deadly_pattern_keeps_to_the_marks_of_the_puzzle() {
        let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
        let geometry = empty.geometry().clone();
        let r1c1 = geometry.at(1, 1);
        let cells = [(1, 1), (1, 3), (2, 1), (2, 3)];
        let pairs = cells.map(|(row, column)| Pair {
            cell: geometry.at(row, column),
            a: digit(1),
            b: digit(2),
        });
        for value in 1..=4 {
            let mut marks = vec![geometry.all_digits(); geometry.n_cells()];
            marks[r1c1.index()].remove(digit(value));
            let puzzle = empty.clone().with_marks(marks).unwrap();
            // Without 1 or 2 in r1c1 the digits cannot be swapped; 3 and 4 do not matter.
            let board = Board::new(&puzzle);
            assert_eq!(is_deadly(&puzzle, &board, &pairs), value > 2, "{value}");
        }
    }

    #[test]
    fn flaws_are_put_into_words() {
        let geometry = Geometry::of_size(4).unwrap();
        let (r1c1, row1) = (geometry.at(1, 1), geometry.houses().next().unwrap());
        let one = Candidate {
            cell: r1c1,
            digit: digit(1),
        };
        for (flaw, words) in [
            (Flaw::Empty, "it concludes nothing"),
            (Flaw::NoSuchCandidate(one), "1 in r1c1 is not a candidate"),
            (Flaw::NoFact(Fact::Cell(r1c1)), "r1c1 has no candidate"),
            (
                Flaw::NoFact(Fact::House(row1, digit(1))),
                "row 1 need not have a 1: it has fewer cells than there are digits",
            ),
            (
                Flaw::NoFact(Fact::Deadly(Vec::new())),
                "the pattern it calls deadly is not",
            ),
            (
                Flaw::DoesNotFollow(one),
                "the facts named do not settle 1 in r1c1",
            ),
            (
                Flaw::TooHard(one),
                "the facts named settle 1 in r1c1 only after more than 20000 tries, if at all",
            ),
        ] {
            assert_eq!(flaw.explain(&geometry).to_string(), words);
        }
    }

    #[test]
    fn a_step_must_conclude_something_that_is_there() {
        let (puzzle, board) = start("1... .... .... ....");
        assert_eq!(prove(&puzzle, &board, &[], &[], &[]), Err(Flaw::Empty));
        let gone = at(&board, 1, 2, 1);
        let verdict = prove(&puzzle, &board, &[], &[], &[gone]);
        assert_eq!(verdict, Err(Flaw::NoSuchCandidate(gone)));
    }
}

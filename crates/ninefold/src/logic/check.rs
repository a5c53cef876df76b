//! The checker: proves a step from the board and the facts that the step names,
//! knowing nothing of how it was found.
//!
//! Whatever a technique is called, it rests on three kinds of fact, and on lemmas and counts
//! made of them:
//!
//! ```text
//!   Cell(r4c7)       r4c7 holds one of its candidates
//!   House(row 4, 5)  row 4 has a place for 5
//!   Deadly(…)        these cells do not all keep to these pairs of digits, because
//!                    then the digits could be swapped, and there would be two solutions
//!   Lemma(…)         if r4c7 is 5, then r9c1 is not 3, because of these facts
//!   Counting(…)      these 16 cells take their digits from 16 houses, one from each
//! ```
//!
//! and on the two rules of the game: a cell has one digit, a house has no digit
//! twice. To prove a conclusion the checker assumes its negation and lets the named
//! facts, and only those, work on each other: a fact with one possibility left is
//! used, a fact with none left is the contradiction that proves the point. So is a house
//! in which more cells must hold something than there are digits left for them (the
//! pigeonhole principle). Where nothing is forced it tries each possibility of one fact; so
//! a chain is followed link by link, and a fish or an almost locked set is counted out. If
//! a choice survives, the facts named do not prove the step. A lemma is proved in the same way,
//! by its own facts, under what it supposes; then it is a fact like any other.
//!
//! A [`Counting`] needs no search at all. Its truths each need a place, its covers have room for one
//! candidate each; if the negation leaves less room than is needed, that is the contradiction.
//! Patterns of 16 or 25 cells, which would take a search thousands of tries, are proved so in
//! linear time: Allan Barker's truths and links, a cutting plane in the field's terms.
//!
//! This is how proofs of SAT solvers are checked (reverse unit propagation, Goldberg
//! and Novikov 2003), with a small search where a step names no lemmas.

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
    /// One thing follows from another.
    Lemma(Lemma),
    /// There is no more room than what must be there needs.
    Counting(Counting),
}

/// Proof by counting. If every candidate of the truths lies in covers of at least its weight,
/// the truths together weigh no more than the covers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Counting {
    /// Facts other than lemmas and counts: at least one candidate of each holds.
    pub truths: Vec<Weighted>,
    /// Cells, and houses with a digit: at most one candidate of each holds.
    pub covers: Vec<Weighted>,
}

/// A truth or a cover of a [`Counting`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weighted {
    /// What it is about.
    pub fact: Fact,
    /// How often it counts.
    pub weight: u32,
}

impl Counting {
    /// The count in which each of these cells and each of these digits in houses counts once.
    pub fn of(
        cells: impl IntoIterator<Item = Cell>,
        covers: impl IntoIterator<Item = (House, Digit)>,
    ) -> Counting {
        let once = |fact| Weighted { fact, weight: 1 };
        let covers = covers.into_iter();
        Counting {
            truths: cells.into_iter().map(Fact::Cell).map(once).collect(),
            covers: covers.map(|(h, d)| once(Fact::House(h, d))).collect(),
        }
    }
}

/// If everything `given` is so, then everything that `follows` is: proved by facts, of which
/// some may be lemmas in turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lemma {
    /// What is supposed.
    pub given: Vec<Literal>,
    /// What follows from it.
    pub follows: Vec<Literal>,
    /// The facts that it follows by.
    pub because: Vec<Fact>,
}

/// A candidate that holds, or one that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether its cell holds its digit.
    pub holds: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal {
            holds: !self.holds,
            ..self
        }
    }
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
            Fact::Lemma(lemma) => {
                let moved = |literal: &Literal| Literal {
                    candidate: by.candidate(literal.candidate),
                    ..*literal
                };
                Fact::Lemma(Lemma {
                    given: lemma.given.iter().map(moved).collect(),
                    follows: lemma.follows.iter().map(moved).collect(),
                    because: lemma.because.iter().map(|fact| fact.moved(by)).collect(),
                })
            }
            Fact::Counting(count) => {
                let moved = |part: &Weighted| Weighted {
                    fact: part.fact.moved(by),
                    weight: part.weight,
                };
                Fact::Counting(Counting {
                    truths: count.truths.iter().map(moved).collect(),
                    covers: count.covers.iter().map(moved).collect(),
                })
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
    /// the pattern is not deadly, the lemma does not follow, or the count names what cannot be
    /// counted.
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
    let world = World::of(board);
    let argument = world.argument(puzzle, facts)?;
    let literal = |holds: bool| move |&candidate: &Candidate| Literal { candidate, holds };
    let placed = placements.iter().map(literal(true));
    for conclusion in placed.chain(eliminations.iter().map(literal(false))) {
        let candidate = conclusion.candidate;
        if !board.can_hold(candidate.cell, candidate.digit) {
            return Err(Flaw::NoSuchCandidate(candidate));
        }
        match world.forces(conclusion, &argument) {
            Some(true) => {}
            Some(false) => return Err(Flaw::DoesNotFollow(candidate)),
            None => return Err(Flaw::TooHard(candidate)),
        }
    }
    Ok(())
}

/// Literals of which one is true.
type Clause = Vec<Literal>;

/// What facts say on a board.
#[derive(Default)]
struct Argument {
    clauses: Vec<Clause>,
    budgets: Vec<Budget>,
}

/// A count on a board: truths as clauses, covers as facts, each with its weight.
struct Budget {
    truths: Vec<(Clause, u64)>,
    covers: Vec<(Fact, u64)>,
}

/// The clause that a fact other than a lemma or a count adds on this board, or none if there is
/// nothing to add; an error if it is not a fact.
fn clause(puzzle: &Puzzle, board: &Board, fact: &Fact) -> Result<Option<Clause>, Flaw> {
    let geometry = board.geometry();
    let one_of = |candidates: Vec<Candidate>| {
        let literal = |candidate| Literal {
            candidate,
            holds: true,
        };
        Ok(Some(candidates.into_iter().map(literal).collect()))
    };
    match fact {
        Fact::Cell(cell) if board.value(*cell).is_some() => Ok(None),
        Fact::Cell(cell) => one_of(all_of(*cell, board.candidates(*cell))),
        // Only a house with as many cells as there are digits must hold each.
        Fact::House(house, digit) if geometry.is_exact(*house) => {
            let cells = geometry.cells_of(*house);
            if cells.iter().any(|&cell| board.value(cell) == Some(*digit)) {
                return Ok(None);
            }
            let holds = |cell| Candidate {
                cell,
                digit: *digit,
            };
            one_of(board.places(*house, *digit).map(holds).collect())
        }
        Fact::Deadly(pairs) if is_deadly(puzzle, board, pairs) => {
            let mut ways_out = Vec::new();
            for &Pair { cell, a, b } in pairs {
                let pair = DigitSet::only(a) | DigitSet::only(b);
                match board.value(cell) {
                    Some(digit) if pair.contains(digit) => {}
                    Some(_) => return Ok(None),
                    None => ways_out.extend(all_of(cell, board.candidates(cell) - pair)),
                }
            }
            one_of(ways_out)
        }
        _ => Err(Flaw::NoFact(fact.clone())),
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

/// The candidates that are left under some assumptions.
#[derive(Clone)]
struct World<'b> {
    open: Vec<DigitSet>,
    /// Whether each cell holds its only candidate for certain.
    is_placed: Vec<bool>,
    board: &'b Board,
}

impl<'b> World<'b> {
    /// The board without any assumption.
    fn of(board: &'b Board) -> World<'b> {
        let cells = board.geometry().cells();
        let open: Vec<DigitSet> = cells.map(|cell| board.candidates(cell)).collect();
        World {
            is_placed: vec![false; open.len()],
            open,
            board,
        }
    }

    /// Makes a literal true. If a candidate holds, its cell has no other, its peers do not have
    /// it.
    fn suppose(&mut self, Literal { candidate, holds }: Literal) {
        let Candidate { cell, digit } = candidate;
        if !holds {
            self.open[cell.index()].remove(digit);
            return;
        }
        for peer in self.board.geometry().peers(cell) {
            self.open[peer.index()].remove(digit);
        }
        self.open[cell.index()] &= DigitSet::only(digit);
        self.is_placed[cell.index()] = true;
    }

    /// Whether a literal is true; none if that is open.
    fn value(&self, Literal { candidate, holds }: Literal) -> Option<bool> {
        let cell = candidate.cell.index();
        if !self.open[cell].contains(candidate.digit) {
            Some(!holds)
        } else {
            self.is_placed[cell].then_some(holds)
        }
    }

    /// What facts say here. Lemmas are proved first, under the assumptions that hold here.
    fn argument(&self, puzzle: &Puzzle, facts: &[Fact]) -> Result<Argument, Flaw> {
        let mut argument = Argument::default();
        for fact in facts {
            match fact {
                Fact::Lemma(lemma) => {
                    let proved = self.lemma(puzzle, lemma)?;
                    argument
                        .clauses
                        .extend(proved.ok_or(Flaw::NoFact(fact.clone()))?);
                }
                Fact::Counting(count) => argument.budgets.push(self.budget(puzzle, count)?),
                _ => argument.clauses.extend(clause(puzzle, self.board, fact)?),
            }
        }
        Ok(argument)
    }

    /// The clauses of a lemma; none if it does not follow.
    fn lemma(&self, puzzle: &Puzzle, lemma: &Lemma) -> Result<Option<Vec<Clause>>, Flaw> {
        let mut literals = lemma.given.iter().chain(&lemma.follows);
        if !literals.all(|&Literal { candidate: c, .. }| self.board.can_hold(c.cell, c.digit)) {
            return Ok(None);
        }
        let mut given = self.clone();
        lemma
            .given
            .iter()
            .for_each(|&literal| given.suppose(literal));
        let because = given.argument(puzzle, &lemma.because)?;
        let mut clauses = Vec::new();
        for &conclusion in &lemma.follows {
            if given.forces(conclusion, &because) != Some(true) {
                return Ok(None);
            }
            let unless = lemma.given.iter().map(|&literal| !literal);
            clauses.push(unless.chain([conclusion]).collect());
        }
        Ok(Some(clauses))
    }

    /// A count on this board; an error if it names what cannot be counted.
    fn budget(&self, puzzle: &Puzzle, count: &Counting) -> Result<Budget, Flaw> {
        let wrong = || Err(Flaw::NoFact(Fact::Counting(count.clone())));
        let mut truths = Vec::new();
        for Weighted { fact, weight } in &count.truths {
            if let Fact::Lemma(_) | Fact::Counting(_) = fact {
                return wrong();
            }
            let clause = clause(puzzle, self.board, fact)?;
            truths.extend(clause.map(|clause| (clause, u64::from(*weight))));
        }
        let mut covers = Vec::new();
        for Weighted { fact, weight } in &count.covers {
            // Even a house that need not have the digit has it once at most.
            let (Fact::Cell(_) | Fact::House(..)) = fact else {
                return wrong();
            };
            covers.push((fact.clone(), u64::from(*weight)));
        }
        Ok(Budget { truths, covers })
    }

    /// Whether the clauses or a count force a literal here; none if it takes too long.
    fn forces(&self, conclusion: Literal, argument: &Argument) -> Option<bool> {
        if self.value(conclusion) == Some(true) {
            return Some(true);
        }
        let mut contrary = self.clone();
        contrary.suppose(!conclusion);
        if argument
            .budgets
            .iter()
            .any(|budget| contrary.lacks_room(budget))
        {
            return Some(true);
        }
        contrary.refute(&argument.clauses, &mut 0)
    }

    /// Whether the truths of a count that are still open need more room than is left in its
    /// covers, and every candidate of theirs is covered.
    fn lacks_room(&self, budget: &Budget) -> bool {
        let mut needed = 0;
        let mut uncovered: BTreeMap<Candidate, u64> = BTreeMap::new();
        for (clause, weight) in &budget.truths {
            // What holds already takes no more room: its peers have lost the digit.
            if clause
                .iter()
                .any(|&literal| self.value(literal) == Some(true))
            {
                continue;
            }
            needed += weight;
            for literal in clause.iter().filter(|&&l| self.value(l).is_none()) {
                *uncovered.entry(literal.candidate).or_default() += weight;
            }
        }
        let mut room = 0;
        for (cover, weight) in &budget.covers {
            let is_in = |candidate: &Candidate| match cover {
                Fact::Cell(cell) => candidate.cell == *cell,
                Fact::House(house, digit) => {
                    let houses = self.board.geometry().houses_of(candidate.cell);
                    candidate.digit == *digit && houses.contains(house)
                }
                _ => false,
            };
            let mut is_used = false;
            for (_, left) in uncovered
                .iter_mut()
                .filter(|(candidate, _)| is_in(candidate))
            {
                *left = left.saturating_sub(*weight);
                is_used = true;
            }
            room += if is_used { *weight } else { 0 };
        }
        needed > room && uncovered.values().all(|&left| left == 0)
    }

    /// Whether a house has more cells that must hold something, by these clauses, than digits
    /// left for them. Trying their possibilities shows the same, but eight cells have tens of
    /// thousands.
    fn is_crowded<'c>(&self, clauses: impl Iterator<Item = &'c Clause>) -> bool {
        let only_cell = |clause: &Clause| {
            let cell = clause.first()?.candidate.cell;
            let is_there = |literal: &Literal| literal.holds && literal.candidate.cell == cell;
            clause.iter().all(is_there).then_some(cell)
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
    fn refute(mut self, clauses: &[Clause], tries: &mut usize) -> Option<bool> {
        // Use facts with one possibility left until there is none.
        let mut used = vec![false; clauses.len()];
        loop {
            let mut progress = false;
            let mut fewest: Option<(usize, usize)> = None;
            for (k, clause) in clauses.iter().enumerate() {
                if used[k] {
                    continue;
                }
                if clause
                    .iter()
                    .any(|&literal| self.value(literal) == Some(true))
                {
                    used[k] = true;
                    continue;
                }
                let mut left = clause
                    .iter()
                    .filter(|&&literal| self.value(literal).is_none());
                match (left.next(), left.count() + 1) {
                    (None, _) => return Some(true),
                    (Some(&only), 1) => {
                        self.suppose(only);
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
            let others: Vec<Clause> = (0..clauses.len())
                .filter(|&other| other != k && !used[other])
                .map(|other| clauses[other].clone())
                .collect();
            for &literal in &clauses[k] {
                if self.value(literal).is_some() {
                    continue;
                }
                *tries += 1;
                if *tries > MOST_TRIES {
                    return None;
                }
                let mut world = self.clone();
                world.suppose(literal);
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
            Flaw::NoFact(Fact::Lemma(_)) => say!["a lemma it names does not follow"],
            Flaw::NoFact(Fact::Counting(_)) => say!["it counts what cannot be counted"],
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
        // A 1 in r1c1 keeps to the pattern, so there is still one way out.
        let mut kept = board.clone();
        kept.place(pairs[0].cell, digit(1));
        assert_eq!(prove(&puzzle, &kept, &fact, &[three], &[]), Ok(()));
        let not_deadly = Fact::Deadly(pairs[1..].to_vec());
        let verdict = prove(
            &puzzle,
            &board,
            std::slice::from_ref(&not_deadly),
            &[three],
            &[],
        );
        assert_eq!(verdict, Err(Flaw::NoFact(not_deadly)));
    }

    #[test]
    fn a_cell_with_two_digits_is_not_taken_for_its_first() {
        // If r1c1 were 1, r1c2 and r1c3 would have 3 only; but it may be 2.
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        let cells = [1, 2, 3].map(|column| board.geometry().at(1, column));
        for (cell, gone) in cells.into_iter().zip([[3, 4], [2, 4], [2, 4]]) {
            for value in gone {
                board.eliminate(cell, digit(value));
            }
        }
        let far = at(&board, 4, 4, 4);
        let verdict = prove(&puzzle, &board, &cells.map(Fact::Cell), &[], &[far]);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(far)));
    }

    #[test]
    fn a_house_with_a_place_in_a_cell_does_not_fill_the_cell() {
        // r1c1 and r1c2 have 1 only, yet columns 1 and 2 may have their 1 below.
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        for cell in [1, 2].map(|column| board.geometry().at(1, column)) {
            for value in 2..=4 {
                board.eliminate(cell, digit(value));
            }
        }
        let columns = board.geometry().houses().skip(4).take(2);
        let facts: Vec<Fact> = columns
            .map(|column| Fact::House(column, digit(1)))
            .collect();
        let far = at(&board, 4, 4, 4);
        let verdict = prove(&puzzle, &board, &facts, &[], &[far]);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(far)));
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
            Fact::Counting(Counting::of([cell], [(house, b)])),
            Fact::Lemma(Lemma {
                given: vec![Literal {
                    candidate: Candidate { cell, digit: a },
                    holds: true,
                }],
                follows: Vec::new(),
                because: vec![Fact::Cell(cell)],
            }),
        ] {
            assert_eq!(fact.moved(&by).moved(&by.inverse()), fact);
            if let (Fact::Lemma(lemma), Fact::Lemma(moved)) = (&fact, fact.moved(&by)) {
                let [before, after] = [lemma, &moved].map(|lemma| lemma.given[0].candidate);
                assert_eq!(after, by.candidate(before));
                assert_ne!(after, before, "it does move");
            }
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
                Flaw::NoFact(Fact::Lemma(Lemma {
                    given: Vec::new(),
                    follows: Vec::new(),
                    because: Vec::new(),
                })),
                "a lemma it names does not follow",
            ),
            (
                Flaw::NoFact(Fact::Counting(Counting::of([], []))),
                "it counts what cannot be counted",
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

    /// A 4×4 board whose r1c1 and r1c2 have 1 and 2 only, with the count that says so.
    fn pair_of_cells() -> (Puzzle, Board, Counting) {
        let (puzzle, board) = start(".... 34.. .... ....");
        let geometry = board.geometry();
        let row1 = geometry.houses().next().unwrap();
        let cells = [geometry.at(1, 1), geometry.at(1, 2)];
        let count = Counting::of(cells, [(row1, digit(1)), (row1, digit(2))]);
        (puzzle, board, count)
    }

    #[test]
    fn what_is_counted_is_proved_without_a_search() {
        let (puzzle, board, count) = pair_of_cells();
        let gone = [at(&board, 1, 3, 1), at(&board, 1, 4, 2)];
        let prove = |count: &Counting, gone: &[Candidate]| {
            prove(&puzzle, &board, &[Fact::Counting(count.clone())], &[], gone)
        };
        assert_eq!(prove(&count, &gone), Ok(()));
        // A cover that no candidate needs takes no room, nor does one that is full.
        let mut idle = count.clone();
        let column4 = board.geometry().houses().nth(7).unwrap();
        let cover = |house, value| Weighted {
            fact: Fact::House(house, digit(value)),
            weight: 1,
        };
        idle.covers.push(cover(column4, 1));
        assert_eq!(prove(&idle, &gone), Ok(()));
        // r2c3 does not see the pair.
        let far = at(&board, 2, 3, 1);
        assert_eq!(prove(&count, &[far]), Err(Flaw::DoesNotFollow(far)));
        // Weights on both sides count alike.
        let mut twice = count.clone();
        let parts = twice.truths.iter_mut().chain(&mut twice.covers);
        parts.for_each(|part| part.weight = 2);
        assert_eq!(prove(&twice, &gone), Ok(()));
    }

    #[test]
    fn a_count_that_is_wrong_proves_nothing() {
        let (puzzle, board, count) = pair_of_cells();
        let gone = at(&board, 1, 3, 1);
        let refused = |change: &dyn Fn(&mut Counting)| {
            let mut wrong = count.clone();
            change(&mut wrong);
            let verdict = prove(&puzzle, &board, &[Fact::Counting(wrong)], &[], &[gone]);
            assert_eq!(verdict, Err(Flaw::DoesNotFollow(gone)));
        };
        // A cell less: one cell and one place for it.
        refused(&|count| _ = count.truths.pop());
        // A cover less: 2 is not covered.
        refused(&|count| _ = count.covers.pop());
        // Covers of more weight than the cells, and cells of more weight than their covers.
        refused(&|count| count.covers[1].weight = 2);
        refused(&|count| count.truths[0].weight = 2);
        refused(&|count| count.truths.iter_mut().for_each(|cell| cell.weight = 2));
        // A cell with a candidate that no cover has: r1c3 can also be 3 or 4.
        let r1c3 = board.geometry().at(1, 3);
        refused(&|count| count.truths[1].fact = Fact::Cell(r1c3));
        // Another digit, another house.
        let row2 = board.geometry().houses().nth(1).unwrap();
        let row1 = board.geometry().houses().next().unwrap();
        refused(&|count| count.covers[1].fact = Fact::House(row1, digit(3)));
        refused(&|count| count.covers[1].fact = Fact::House(row2, digit(2)));
        refused(&|count| count.truths.clear());
        // A cell that holds its digit needs no more room: each of the pair may be in either cell.
        let inside = at(&board, 1, 1, 1);
        let verdict = prove(&puzzle, &board, &[Fact::Counting(count)], &[], &[inside]);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(inside)));
    }

    #[test]
    fn a_cell_is_a_cover_and_a_house_a_truth() {
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        let geometry = puzzle.geometry().clone();
        for (row, column) in [(1, 3), (1, 4), (2, 2), (2, 3), (2, 4)] {
            board.eliminate(geometry.at(row, column), digit(1));
        }
        let once = |fact| Weighted { fact, weight: 1 };
        let rows = geometry.houses().take(2);
        let cells = [(1, 1), (1, 2), (2, 1)].map(|(row, column)| geometry.at(row, column));
        let count = Counting {
            truths: rows.map(|row| once(Fact::House(row, digit(1)))).collect(),
            covers: cells.map(Fact::Cell).map(once).into(),
        };
        let two = at(&board, 2, 1, 2);
        let check = |count: &Counting, board: &Board| {
            prove(
                &puzzle,
                board,
                &[Fact::Counting(count.clone())],
                &[],
                &[two],
            )
        };
        // With 2 in r2c1 the rows would have r1c1 and r1c2 for two of 1: enough to count.
        assert_eq!(check(&count, &board), Err(Flaw::DoesNotFollow(two)));
        board.eliminate(cells[1], digit(1));
        assert_eq!(check(&count, &board), Ok(()));
        let uncovered = Counting {
            covers: Vec::new(),
            ..count
        };
        let verdict = check(&uncovered, &board);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(two)));
    }

    #[test]
    fn a_count_names_cells_and_houses_as_covers_and_no_count_as_a_truth() {
        let (puzzle, board, count) = pair_of_cells();
        let gone = at(&board, 1, 3, 1);
        let part = |fact| Weighted { fact, weight: 1 };
        let mut wrong = [count.clone(), count.clone()];
        wrong[0].truths.push(part(Fact::Counting(count)));
        wrong[1].covers.push(part(Fact::Deadly(Vec::new())));
        for count in wrong.map(Fact::Counting) {
            let verdict = prove(&puzzle, &board, std::slice::from_ref(&count), &[], &[gone]);
            assert_eq!(verdict, Err(Flaw::NoFact(count)));
        }
    }

    #[test]
    fn a_digit_in_two_covers_takes_the_room_of_both() {
        // r1c1 and r1c3 hold 1 or 2, r3c1 only 1: three cells, and three covers, row 1 for 1 and
        // 2, and column 1 for 1. With 1 in r1c1 two of the covers would be full.
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let mut board = Board::new(&puzzle);
        let geometry = puzzle.geometry().clone();
        let cells = [(1, 1), (1, 3), (3, 1)].map(|(row, column)| geometry.at(row, column));
        for (cell, least) in cells.into_iter().zip([3, 3, 2]) {
            (least..=4).for_each(|value| _ = board.eliminate(cell, digit(value)));
        }
        let [row1, column1] = [0, 4].map(|k| geometry.houses().nth(k).unwrap());
        let covers = [(row1, digit(1)), (row1, digit(2)), (column1, digit(1))];
        let count = Fact::Counting(Counting::of(cells, covers));
        let one = at(&board, 1, 1, 1);
        let verdict = prove(&puzzle, &board, std::slice::from_ref(&count), &[], &[one]);
        assert_eq!(verdict, Ok(()));
        let two = at(&board, 1, 1, 2);
        let verdict = prove(&puzzle, &board, &[count], &[], &[two]);
        assert_eq!(verdict, Err(Flaw::DoesNotFollow(two)));
    }

    #[test]
    fn a_lemma_is_proved_by_its_own_facts_and_then_used() {
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let board = Board::new(&puzzle);
        let one = |row, column, holds| Literal {
            candidate: at(&board, row, column, 1),
            holds,
        };
        let conclusion = one(2, 3, false);
        let lemma = |given: &[Literal], because: &[Fact]| {
            Fact::Lemma(Lemma {
                given: given.to_vec(),
                follows: vec![conclusion],
                because: because.to_vec(),
            })
        };
        let check = |board: &Board, facts: &[Fact]| {
            prove(&puzzle, board, facts, &[], &[conclusion.candidate])
        };
        let does_not_follow = Err(Flaw::DoesNotFollow(conclusion.candidate));
        // If r1c3 or r1c4 is 1, r2c3 is not; and row 1 has a 1 somewhere.
        let seen = [3, 4].map(|column| lemma(&[one(1, column, true)], &[]));
        let row1 = Fact::House(board.geometry().houses().next().unwrap(), digit(1));
        let all = [&seen[..], std::slice::from_ref(&row1)].concat();
        assert_eq!(check(&board, &all), does_not_follow);
        // So if r1c1 and r1c2 are not 1, r2c3 is not 1.
        let not_in_box_1 = [1, 2].map(|column| one(1, column, false));
        let nested = lemma(&not_in_box_1, &all);
        assert_eq!(
            check(&board, std::slice::from_ref(&nested)),
            does_not_follow
        );
        for (given, because) in [(&not_in_box_1[..], &seen[..]), (&not_in_box_1[..1], &all)] {
            let wrong = lemma(given, because);
            let verdict = check(&board, std::slice::from_ref(&wrong));
            assert_eq!(verdict, Err(Flaw::NoFact(wrong)));
        }
        let mut fewer = board.clone();
        for literal in not_in_box_1 {
            fewer.eliminate(literal.candidate.cell, digit(1));
        }
        assert_eq!(check(&fewer, &all), Ok(()));
        // A lemma supposes something about candidates that are there.
        let verdict = check(&fewer, std::slice::from_ref(&nested));
        assert_eq!(verdict, Err(Flaw::NoFact(nested)));
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

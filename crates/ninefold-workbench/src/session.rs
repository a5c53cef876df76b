//! A player's position, and the two rules for helping from it.
//!
//! ```text
//!   Record ──▶ Session ──▶ walk ──▶ problems, if there are any
//!                           │
//!              Uniqueness ───┘  ──▶ or else a Walk, by a plan that fits the puzzle
//! ```
//!
//! 1. **Problems come before hints.** No technique makes sense on a board with a mistake on
//!    it, so there is no walk from one.
//! 2. **Only a proper puzzle is assumed to be proper.** Unless it is known to have one
//!    solution, techniques that assume one are left out, and so is brute force, which looks
//!    a digit up in it.

use ninefold::engine::Stop;
use ninefold::format::Record;
use ninefold::logic::{self, Mistake, Plan, Technique, Walk, Why};
use ninefold::words::{Explanation, Part};
use ninefold::{
    Answer, Board, Candidate, Cell, Conflict, Contradiction, Geometry, Grid, Puzzle, Report,
};

/// A puzzle, and how far a player has got with it.
///
/// ```
/// use ninefold::logic::Plan;
/// use ninefold_workbench::{Session, Uniqueness};
///
/// let record = ninefold::format::Record::new(ninefold::parse("1234341221434.2.")?);
/// let session = Session::new(&record);
/// let solutions = Uniqueness::from(ninefold::solve(session.puzzle()));
/// let mut walk = session.walk(Plan::usual(), &solutions).expect("nothing is wrong");
/// assert_eq!(walk.next().unwrap().technique().name(), "Full House");
/// # Ok::<(), ninefold::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Puzzle,
    board: Board,
}

/// What a search found out about the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// There is none.
    None,
    /// This is the only one.
    One(Grid),
    /// There are at least two.
    Several,
    /// The search stopped before it knew.
    Unknown,
}

/// Something on the board that has to be put right before a hint makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Equal digits in a house, givens or not.
    Clash(Conflict),
    /// A digit or a mark that is not as in the solution.
    Mistake(Mistake),
    /// A cell or a digit that the board leaves no room for.
    Contradiction(Contradiction),
    /// The puzzle has no solution.
    Unsolvable,
}

impl Session {
    /// The position that a record describes.
    pub fn new(record: &Record) -> Session {
        let puzzle = record.puzzle.clone();
        let board = match &record.progress {
            Some(progress) => logic::board_of(&puzzle, &progress.placed, progress.marks.as_deref()),
            None => Board::new(&puzzle),
        };
        Session { puzzle, board }
    }

    /// The puzzle, without the player's digits.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board with the player's digits and marks.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The puzzle with the player's digits as givens.
    pub fn filled(&self) -> Puzzle {
        let mut filled = self.puzzle.clone();
        for cell in self.puzzle.geometry().cells() {
            if filled.given(cell).is_none() {
                filled.set(cell, self.board.value(cell));
            }
        }
        filled
    }

    /// The clashes among givens and the player's digits.
    pub fn clashes(&self) -> Vec<Conflict> {
        self.filled().conflicts()
    }

    /// Everything wrong with the position, as far as one kind of problem does not hide
    /// another: digits that clash are wrong whatever the solution is.
    pub fn problems(&self, solutions: &Uniqueness) -> Vec<Problem> {
        let clashes = self.clashes();
        if !clashes.is_empty() {
            return clashes.into_iter().map(Problem::Clash).collect();
        }
        match solutions {
            Uniqueness::None => vec![Problem::Unsolvable],
            Uniqueness::One(solution) => {
                let mistakes = logic::mistakes(&self.puzzle, &self.board, solution);
                mistakes.into_iter().map(Problem::Mistake).collect()
            }
            // There is no one solution to compare the board with.
            Uniqueness::Several | Uniqueness::Unknown => {
                let contradiction = self.board.contradiction().into_iter();
                contradiction.map(Problem::Contradiction).collect()
            }
        }
    }

    /// A walk from here by `plan`, as far as the puzzle's solutions allow it; or the problems
    /// that have to be put right first.
    ///
    /// # Panics
    ///
    /// On a board larger than [`logic::Position::MAX_SIZE`].
    pub fn walk(&self, plan: Plan, solutions: &Uniqueness) -> Result<Walk, Vec<Problem>> {
        let plan = self.sound(plan, solutions)?;
        Ok(Walk::from(&self.puzzle, &self.board, plan))
    }

    /// Explains the position, by steps of `plan` as far as the puzzle's solutions allow them; or
    /// the problems that have to be put right first.
    ///
    /// # Panics
    ///
    /// On a board larger than [`logic::Position::MAX_SIZE`].
    pub fn why(&self, plan: Plan, solutions: &Uniqueness) -> Result<Why, Vec<Problem>> {
        // A digit that is looked up proves nothing.
        let plan = plan.without(&[Technique::BruteForce]);
        let plan = self.sound(plan, solutions)?;
        Ok(Why::new(&self.puzzle, &self.board, plan))
    }

    /// The plan as far as the puzzle's solutions allow it, or the problems to put right first.
    fn sound(&self, plan: Plan, solutions: &Uniqueness) -> Result<Plan, Vec<Problem>> {
        let problems = self.problems(solutions);
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(match solutions {
            Uniqueness::One(_) => plan,
            _ => plan.without_uniqueness().without(&[Technique::BruteForce]),
        })
    }

    /// Writes in what a step places, except in filled cells, and rubs out what it eliminates.
    pub fn apply(&mut self, placements: &[Candidate], eliminations: &[Candidate]) {
        let mut placements = placements.to_vec();
        placements.retain(|placed| self.board.value(placed.cell).is_none());
        self.board.apply(&placements, eliminations);
    }
}

impl Uniqueness {
    /// What a search for up to two solutions amounts to.
    pub fn of(report: &Report) -> Uniqueness {
        let is_cut_off = report.stop.is_some_and(|stop| stop != Stop::Enough);
        match &report.grids[..] {
            [_, _, ..] => Uniqueness::Several,
            _ if is_cut_off => Uniqueness::Unknown,
            [only] => Uniqueness::One(only.clone()),
            [] => Uniqueness::None,
        }
    }

    /// The word for it in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Uniqueness::None => "none",
            Uniqueness::One(_) => "unique",
            Uniqueness::Several => "multiple",
            Uniqueness::Unknown => "timeout",
        }
    }
}

impl From<Answer> for Uniqueness {
    fn from(answer: Answer) -> Uniqueness {
        match answer {
            Answer::None => Uniqueness::None,
            Answer::One(grid) => Uniqueness::One(grid),
            Answer::Many(..) => Uniqueness::Several,
        }
    }
}

impl Problem {
    /// In words, without the right digit: `the 5 in r4c7 is wrong`.
    pub fn explain(&self, geometry: &Geometry) -> Explanation {
        match self {
            Problem::Clash(conflict) => conflict.explain(geometry),
            Problem::Mistake(mistake) => mistake.explain(geometry),
            Problem::Contradiction(contradiction) => contradiction.explain(geometry),
            Problem::Unsolvable => {
                Explanation::new(geometry, [Part::from("the puzzle has no solution")])
            }
        }
    }

    /// The cells to look at, if the problem has a place.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Problem::Clash(conflict) => conflict.cells.clone(),
            Problem::Mistake(mistake) => vec![mistake.cell()],
            Problem::Contradiction(Contradiction::NoDigit(cell)) => vec![*cell],
            Problem::Contradiction(_) | Problem::Unsolvable => Vec::new(),
        }
    }
}

/// What a player has got wrong on a proper puzzle; nothing where nobody has begun.
///
/// ```
/// let sdk = "[Puzzle]\n1234\n3412\n2143\n4.2.\n[State]\n1234\n3412\n2143\n412.\n";
/// let record = ninefold::format::parse_record(sdk)?;
/// let mistakes = ninefold_workbench::session::mistakes(&record);
/// let words = mistakes[0].explain(record.puzzle.geometry());
/// assert_eq!(words.to_string(), "the 1 in r4c2 is wrong");
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn mistakes(record: &Record) -> Vec<Mistake> {
    let (Some(_), Answer::One(solution)) = (&record.progress, ninefold::solve(&record.puzzle))
    else {
        return Vec::new();
    };
    let session = Session::new(record);
    logic::mistakes(&session.puzzle, &session.board, &solution)
}

/// Where a puzzle without a solution fails, if it shows at once or once the singles are
/// filled in.
///
/// ```
/// let puzzle = ninefold::parse("123. ...4 .... ....")?;
/// let words = ninefold_workbench::session::why_unsolvable(&puzzle).unwrap();
/// assert_eq!(words.to_string(), "no digit can go in r1c4");
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn why_unsolvable(puzzle: &Puzzle) -> Option<Explanation> {
    let geometry = puzzle.geometry();
    if let Some(missing) = logic::missing_marks(puzzle).first() {
        return Some(missing.reveal(geometry));
    }
    if let Some(contradiction) = Board::new(puzzle).contradiction() {
        return Some(contradiction.explain(geometry));
    }
    let singles = [
        Technique::FullHouse,
        Technique::NakedSingle,
        Technique::HiddenSingle,
    ];
    let mut walk = Walk::new(puzzle, Plan::usual().only(&singles));
    while walk.next().is_some() {
        if let Some(contradiction) = walk.position().board().contradiction() {
            let opening = Part::from("with the singles filled in, ");
            let words = contradiction.explain(geometry);
            let parts = [opening].into_iter().chain(words.parts().iter().cloned());
            return Some(Explanation::new(geometry, parts));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::Digit;
    use ninefold::format::Progress;

    /// A session with digits placed: `(cell index, digit)`.
    fn session(puzzle: &str, placed: &[(usize, usize)]) -> Session {
        let mut record = Record::new(ninefold::parse(puzzle).unwrap());
        let mut digits = vec![None; record.puzzle.geometry().n_cells()];
        for &(cell, digit) in placed {
            digits[cell] = Digit::new(digit);
        }
        record.progress = Some(Progress {
            placed: digits.into(),
            marks: None,
        });
        Session::new(&record)
    }

    fn problems(session: &Session) -> Vec<String> {
        let solutions = ninefold::solve(session.puzzle()).into();
        let words = |problem: &Problem| problem.explain(session.puzzle().geometry()).to_string();
        session.problems(&solutions).iter().map(words).collect()
    }

    const EASY: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    #[test]
    fn every_kind_of_problem_is_reported_and_clashes_alone() {
        assert!(problems(&session(EASY, &[])).is_empty());
        assert_eq!(
            problems(&session(EASY, &[(2, 4)])),
            ["the 4 in r1c3 is wrong"]
        );
        assert_eq!(
            problems(&session(EASY, &[(2, 4), (4, 4)])),
            ["row 1 has two 4s: r1c3 and r1c5"]
        );
        assert_eq!(
            problems(&session("123. ...4 .... ....", &[])),
            ["the puzzle has no solution"]
        );
        // A puzzle with several solutions, and digits that fit none: r1c4 sees 1, 2, 3 and 4.
        assert_eq!(
            problems(&session("12.. .... .... ....", &[(2, 3), (7, 4)])),
            ["no digit can go in r1c4"]
        );
    }

    #[test]
    fn there_is_no_walk_from_a_problem() {
        let wrong = session(EASY, &[(2, 4)]);
        let solutions = ninefold::solve(wrong.puzzle()).into();
        assert!(wrong.walk(Plan::usual(), &solutions).is_err());
    }

    #[test]
    fn only_a_known_solution_is_looked_up_or_assumed() {
        let session = session("12.. .... .... ....", &[]);
        let chosen = [Technique::BruteForce, Technique::UniqueRectangle1];
        let steps = |solutions: &Uniqueness| {
            let plan = Plan::usual().only(&chosen);
            let mut walk = session.walk(plan, solutions).expect("nothing is wrong");
            walk.by_ref().count()
        };
        assert_eq!(steps(&Uniqueness::Several), 0);
        assert_eq!(steps(&Uniqueness::Unknown), 0);
        let proper = ninefold::parse("1234 3412 21.. 4...").unwrap();
        let proper = Session::new(&Record::new(proper));
        let solutions = ninefold::solve(proper.puzzle()).into();
        let plan = Plan::usual().only(&[Technique::BruteForce]);
        let walk = proper.walk(plan, &solutions).expect("nothing is wrong");
        assert_eq!(walk.count(), 5);
    }

    #[test]
    fn a_step_fills_empty_cells_only() {
        let mut session = session("1234 3412 21.. 4...", &[(10, 4)]);
        let at = |row, column, digit| Candidate {
            cell: session.puzzle().geometry().cell(row, column).unwrap(),
            digit: Digit::new(digit).unwrap(),
        };
        let (filled, empty, mark) = (at(3, 3, 3), at(3, 4, 3), at(4, 4, 2));
        session.apply(&[filled, empty], &[mark]);
        assert_eq!(session.board().value(filled.cell), Digit::new(4));
        assert_eq!(session.board().value(empty.cell), Digit::new(3));
        assert!(!session.board().can_hold(mark.cell, mark.digit));
    }
}

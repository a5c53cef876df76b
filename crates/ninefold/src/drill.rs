//! Drills: positions on which to practise a technique.
//!
//! In a genuine drill the technique is the next step: its finder finds one, and no easier finder
//! of our usual plan finds anything. In a near miss it only looks like that: one digit or one
//! candidate too many spoils it, and its finder finds nothing.
//!
//! ```text
//!   puzzle ──harvest──▶ Drill ──calm──▶ Drill ──near_miss──▶ Drill
//!            a walk stops      all that the        one thing too many,
//!            at the technique  step does not       and it is gone
//!                              need is filled in
//! ```
//!
//! Players of sudoku.coach and Sunnie asked for positions in which nothing distracts from the
//! technique; [`Drill::calm`] makes them, by trying one cell after the other.
//!
//! ```
//! use ninefold::{Answer, drill, logic::Technique};
//!
//! let puzzle = ninefold::parse(
//!     "620507100090010080501800006000000800070020030009000000300008901080030070007201048")?;
//! let Answer::One(solution) = ninefold::solve(&puzzle) else { panic!("it is proper") };
//! let drills = drill::harvest(&puzzle, |technique| technique == Technique::LockedCandidates1);
//! let calm = drills[0].calm(&solution);
//! assert_eq!(calm.steps()[0].technique(), Technique::LockedCandidates1);
//! assert!(calm.board().n_empty() < drills[0].board().n_empty());
//! # Ok::<(), ninefold::ParseError>(())
//! ```

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::geometry::{Candidate, Cell};
use crate::logic::{
    FINDERS, Family, Finder, Options, Plan, Position, Step, Technique, Walk, finder,
};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::symmetry::{Transformation, TransformationError};

/// A position on which to practise a technique.
#[derive(Clone, Debug)]
pub struct Drill {
    puzzle: Puzzle,
    board: Board,
    technique: Technique,
    near_miss: bool,
}

/// The drills on the way through a puzzle, by our usual plan: one for each technique that is
/// `wanted`, where it is first the next step.
///
/// # Panics
///
/// On a board larger than [`Position::MAX_SIZE`].
pub fn harvest(puzzle: &Puzzle, wanted: impl Fn(Technique) -> bool) -> Vec<Drill> {
    let mut drills: Vec<Drill> = Vec::new();
    for step in Walk::new(puzzle, Plan::usual().without(&[Technique::BruteForce])) {
        let technique = step.technique();
        if wanted(technique) && drills.iter().all(|drill| drill.technique != technique) {
            drills.push(Drill {
                puzzle: puzzle.clone(),
                board: step.board().clone(),
                technique,
                near_miss: false,
            });
        }
    }
    drills
}

impl Drill {
    /// The position of `board`, reached on `puzzle`, as a genuine drill; none if the technique is
    /// not the next step there.
    pub fn genuine(puzzle: &Puzzle, board: &Board, technique: Technique) -> Option<Drill> {
        let position = Position::new(puzzle, board);
        let is_next =
            finds_nothing(&position, easier(technique)) && !steps(&position, technique).is_empty();
        is_next.then(|| Drill {
            puzzle: puzzle.clone(),
            board: board.clone(),
            technique,
            near_miss: false,
        })
    }

    /// The position of `board`, reached on `puzzle`, as a near miss; none if the technique can be
    /// used there, or if a single is easier to see than what is missing.
    pub fn near(puzzle: &Puzzle, board: &Board, technique: Technique) -> Option<Drill> {
        let position = Position::new(puzzle, board);
        let misses = finds_nothing(&position, easier_singles(technique))
            && steps(&position, technique).is_empty();
        misses.then(|| Drill {
            puzzle: puzzle.clone(),
            board: board.clone(),
            technique,
            near_miss: true,
        })
    }

    /// The puzzle that the position was reached on.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position: digits and pencil marks.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The technique to practise.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// Whether the position only looks as if the technique could be used.
    pub fn is_near_miss(&self) -> bool {
        self.near_miss
    }

    /// Every step of the technique, the one to show first first; none in a near miss.
    pub fn steps(&self) -> Vec<Step> {
        steps(&Position::new(&self.puzzle, &self.board), self.technique)
    }

    /// The same drill on a board that is turned, shuffled or relabelled.
    ///
    /// A few finders depend on the order of cells or digits, so this may return no drill: on the
    /// moved board the technique need not be the next step, or a near miss need not be one.
    pub fn moved(&self, by: &Transformation) -> Result<Option<Drill>, TransformationError> {
        let (puzzle, board) = (by.puzzle(&self.puzzle)?, by.board(&self.board)?);
        Ok(if self.near_miss {
            Drill::near(&puzzle, &board, self.technique)
        } else {
            Drill::genuine(&puzzle, &board, self.technique)
        })
    }

    /// The same drill with nothing to distract from it: pencil marks that the step does not need
    /// to be gone are back, and every cell that it does not need to be empty is filled in from
    /// the solution, as long as its first step stays and no other appears beside it.
    pub fn calm(&self, solution: &Grid) -> Drill {
        let all = self.steps();
        let Some(first) = all.first() else {
            return self.clone();
        };
        let (target, needed) = (conclusion(first), cells_of(first));
        let mut most = conclusions(&all).len();
        let mut sketch = Sketch::of(&self.board);
        // Keeps a change if the step is still the next one; the number of others only falls.
        let mut keep = |changed: Sketch, sketch: &mut Sketch| {
            let position = Position::new(&self.puzzle, &changed.board());
            if !finds_nothing(&position, easier(self.technique)) {
                return;
            }
            let found = conclusions(&steps(&position, self.technique));
            if found.contains(&target) && found.len() <= most {
                most = found.len();
                *sketch = changed;
            }
        };
        for candidate in sketch.gone() {
            keep(sketch.with_mark(candidate), &mut sketch);
        }
        for cell in self.board.empty_cells() {
            if sketch.is_empty(cell)
                && !needed.contains(&cell)
                && let Some(changed) = self.filled(&sketch, cell, solution, &needed)
            {
                keep(changed, &mut sketch);
            }
        }
        Drill {
            board: sketch.board(),
            ..self.clone()
        }
    }

    /// The sketch with a cell filled in, and the singles that this leaves behind; none if one
    /// of them is in a cell that must stay empty.
    fn filled(
        &self,
        sketch: &Sketch,
        cell: Cell,
        solution: &Grid,
        needed: &BTreeSet<Cell>,
    ) -> Option<Sketch> {
        let mut changed = sketch.clone();
        changed.fill(cell, solution);
        loop {
            let position = Position::new(&self.puzzle, &changed.board());
            let mut finders = easier_singles(self.technique);
            let Some(single) = finders.find_map(|f| f.first(&position, &Options::default())) else {
                return Some(changed);
            };
            for placed in single.placements() {
                if needed.contains(&placed.cell) {
                    return None;
                }
                changed.fill(placed.cell, solution);
            }
        }
    }

    /// A position that differs from this one by one pencil mark or one digit that is still
    /// missing, and in which the technique cannot be used; none if there is no such position, or
    /// only ones in which a single can be seen. Positions without easier steps are preferred.
    pub fn near_miss(&self) -> Option<Drill> {
        let sketch = Sketch::of(&self.board);
        let restored = sketch.gone().into_iter().map(|gone| sketch.with_mark(gone));
        let is_placed = |cell: &Cell| !sketch.is_empty(*cell) && self.puzzle.given(*cell).is_none();
        let placed = self.puzzle.geometry().cells().filter(is_placed);
        let emptied = placed.map(|cell| sketch.emptied(cell));
        let mut second = None;
        for changed in restored.chain(emptied) {
            let board = changed.board();
            let Some(near) = Drill::near(&self.puzzle, &board, self.technique) else {
                continue;
            };
            let position = Position::new(&self.puzzle, &board);
            if finds_nothing(&position, easier(self.technique)) {
                return Some(near);
            }
            second.get_or_insert(near);
        }
        second
    }

    /// The one thing that spoils a near miss: a pencil mark that is not the `solution`'s, or an
    /// empty cell. None for a genuine drill, or if more than one thing has to change.
    pub fn spoiler(&self, solution: &Grid) -> Option<Spoiler> {
        if !self.near_miss {
            return None;
        }
        let can_use = |board: &Board| {
            let position = Position::new(&self.puzzle, board);
            !steps(&position, self.technique).is_empty()
        };
        let marks = self.board.empty_cells().flat_map(|cell| {
            let wrong = self.board.candidates(cell).iter();
            let wrong = wrong.filter(move |&digit| digit != solution.digit(cell));
            wrong.map(move |digit| Candidate { cell, digit })
        });
        let mut marks = marks.filter(|mark| {
            let mut board = self.board.clone();
            board.eliminate(mark.cell, mark.digit);
            can_use(&board)
        });
        let empty = || {
            self.board.empty_cells().find(|&cell| {
                let mut board = self.board.clone();
                board.place(cell, solution.digit(cell));
                can_use(&board)
            })
        };
        let mark = marks.next().map(Spoiler::Mark);
        mark.or_else(|| empty().map(Spoiler::Empty))
    }
}

/// The thing that keeps a near miss from being a genuine drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiler {
    /// A pencil mark: without it the technique could be used.
    Mark(Candidate),
    /// An empty cell: if it were filled in, the technique could be used.
    Empty(Cell),
}

/// The finders of our usual plan that come before that of a technique.
fn easier(technique: Technique) -> impl Iterator<Item = &'static Finder> {
    let before = FINDERS.iter().take_while(move |f| !f.finds(technique));
    before.filter(|finder| finder.usual)
}

/// Those among them that find singles.
fn easier_singles(technique: Technique) -> impl Iterator<Item = &'static Finder> {
    easier(technique).filter(|finder| finder.technique.about().family == Family::Single)
}

fn finds_nothing(position: &Position, mut finders: impl Iterator<Item = &'static Finder>) -> bool {
    finders.all(|finder| finder.first(position, &Options::default()).is_none())
}

/// Every step of a technique, among those that its finder finds.
fn steps(position: &Position, technique: Technique) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(finder) = finder(technique) {
        _ = finder.each(position, &Options::default(), &mut |step| {
            if step.technique() == technique {
                steps.push(step);
            }
            ControlFlow::Continue(())
        });
    }
    steps
}

type Conclusion = (BTreeSet<Candidate>, BTreeSet<Candidate>);

/// The placements and eliminations of a step, in whatever order it lists them.
fn conclusion(step: &Step) -> Conclusion {
    let set = |candidates: &[Candidate]| candidates.iter().copied().collect();
    (set(step.placements()), set(step.eliminations()))
}

fn conclusions(steps: &[Step]) -> BTreeSet<Conclusion> {
    steps.iter().map(conclusion).collect()
}

/// The cells that a step shows: its causes and its conclusions.
fn cells_of(step: &Step) -> BTreeSet<Cell> {
    let causes = step.picture().causes.into_iter().map(|(cause, _)| cause);
    let concluded = step.placements().iter().chain(step.eliminations());
    causes.chain(concluded.copied()).map(|c| c.cell).collect()
}

/// A board as digits, and the pencil marks that are gone although no digit rules them out.
#[derive(Clone)]
struct Sketch {
    digits: Puzzle,
    gone: Vec<DigitSet>,
}

impl Sketch {
    fn of(board: &Board) -> Sketch {
        let geometry = board.geometry();
        let mut digits = Puzzle::empty(geometry.clone());
        for cell in geometry.cells() {
            digits.set(cell, board.value(cell));
        }
        let direct = Board::new(&digits);
        let gone = geometry.cells();
        let gone = gone.map(|cell| direct.candidates(cell) - board.candidates(cell));
        let gone = gone.collect();
        Sketch { digits, gone }
    }

    fn board(&self) -> Board {
        let mut board = Board::new(&self.digits);
        for candidate in self.gone() {
            board.eliminate(candidate.cell, candidate.digit);
        }
        board
    }

    fn gone(&self) -> Vec<Candidate> {
        let cells = self.digits.geometry().cells().zip(&self.gone);
        let each = |(cell, gone): (Cell, &DigitSet)| {
            let gone = gone.iter();
            gone.map(move |digit| Candidate { cell, digit })
                .collect::<Vec<_>>()
        };
        cells.flat_map(each).collect()
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.digits.given(cell).is_none()
    }

    fn fill(&mut self, cell: Cell, solution: &Grid) {
        self.digits.set(cell, Some(solution.digit(cell)));
        self.gone[cell.index()] = DigitSet::default();
    }

    fn emptied(&self, cell: Cell) -> Sketch {
        let mut changed = self.clone();
        changed.digits.set(cell, None);
        changed
    }

    fn with_mark(&self, mark: Candidate) -> Sketch {
        let mut changed = self.clone();
        changed.gone[mark.cell.index()].remove(mark.digit);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;

    const TEXT: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    const WITH_X_WING: &str =
        ".4...185..........6..9....7.54...37.1..5.....3...9.4...6..75238......5.....2.3...";

    fn solved(text: &str) -> (Puzzle, Grid) {
        let puzzle: Puzzle = text.parse().unwrap();
        match crate::solve(&puzzle) {
            Answer::One(grid) => (puzzle, grid),
            other => panic!("expected one solution, found {other:?}"),
        }
    }

    #[test]
    fn a_harvest_has_each_technique_of_the_path_once() {
        let (puzzle, _) = solved(TEXT);
        let drills = harvest(&puzzle, |_| true);
        let met: BTreeSet<&str> = drills.iter().map(|d| d.technique().about().slug).collect();
        assert_eq!(met.len(), drills.len());
        let plan = Plan::usual().without(&[Technique::BruteForce]);
        let path = Walk::new(&puzzle, plan).map(|step| step.technique().about().slug);
        assert_eq!(path.collect::<BTreeSet<_>>(), met);
        for drill in &drills {
            let (puzzle, board) = (drill.puzzle(), drill.board());
            assert!(Drill::genuine(puzzle, board, drill.technique()).is_some());
            assert!(Drill::near(puzzle, board, drill.technique()).is_none());
        }
    }

    #[test]
    fn a_calm_drill_has_the_same_step_on_a_fuller_board() {
        let (puzzle, solution) = solved(TEXT);
        for drill in harvest(&puzzle, |_| true) {
            let calm = drill.calm(&solution);
            let again = Drill::genuine(calm.puzzle(), calm.board(), calm.technique());
            assert!(again.is_some(), "{:?}", calm.technique());
            let target = conclusion(&drill.steps()[0]);
            assert!(conclusions(&calm.steps()).contains(&target));
            assert!(calm.board().n_empty() <= drill.board().n_empty());
            for cell in puzzle.geometry().cells() {
                let right = solution.digit(cell);
                let board = calm.board();
                let value = board.value(cell);
                assert!(value == Some(right) || board.can_hold(cell, right));
            }
        }
    }

    #[test]
    fn near_misses_lack_the_technique_by_one_mark_or_digit() {
        let (puzzle, solution) = solved(WITH_X_WING);
        let drills = harvest(&puzzle, |t| t == Technique::XWing);
        let misses: Vec<(Drill, Drill)> = drills
            .iter()
            .map(|drill| drill.calm(&solution))
            .filter_map(|calm| Some((calm.near_miss()?, calm)))
            .collect();
        assert!(!misses.is_empty());
        for (near, calm) in misses {
            assert!(near.is_near_miss() && near.steps().is_empty());
            let (before, after) = (calm.board(), near.board());
            let emptied = after.n_empty() - before.n_empty();
            let marks = |board: &Board| -> usize {
                board
                    .empty_cells()
                    .map(|cell| board.candidates(cell).len())
                    .sum()
            };
            assert!(emptied == 1 || (emptied == 0 && marks(after) == marks(before) + 1));
            assert_eq!(calm.spoiler(&solution), None);
            let mut mended = after.clone();
            match near.spoiler(&solution).expect("one thing was changed") {
                Spoiler::Mark(mark) => _ = mended.eliminate(mark.cell, mark.digit),
                Spoiler::Empty(cell) => _ = mended.place(cell, solution.digit(cell)),
            }
            let position = Position::new(&puzzle, &mended);
            assert!(!steps(&position, near.technique()).is_empty());
        }
    }

    #[test]
    fn drills_move_with_their_board() {
        let (puzzle, solution) = solved(TEXT);
        let drills = harvest(&puzzle, |t| t == Technique::LockedCandidates1);
        let calm = drills[0].calm(&solution);
        for turn in Transformation::turns(puzzle.geometry()) {
            let moved = calm.moved(&turn).unwrap().expect("it is still there");
            assert_eq!(moved.steps().len(), calm.steps().len());
        }
    }
}

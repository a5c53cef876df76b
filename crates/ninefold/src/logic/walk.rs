//! From step to step: a plan lists the finders to ask, a walk goes as far as they lead.

use std::ops::ControlFlow;

use super::find::{FINDERS, Finder, Options};
use super::position::Position;
use super::queues::Queues;
use super::reason::Single;
use super::step::{Deduction, Step};
use super::technique::{Level, TECHNIQUES, Technique};
use crate::board::Board;
use crate::puzzle::Puzzle;

/// The finders to ask, in which order, and how they look.
#[derive(Clone)]
pub struct Plan {
    /// The finders that are asked, in this order, before every step.
    finders: Vec<&'static Finder>,
    /// How they look.
    options: Options,
    /// How singles are found.
    singles: Singles,
    /// How many cells must be filled at the start for anything to be looked for.
    least_filled: usize,
    /// Techniques that are left out although one of the finders finds them.
    unwanted: Vec<Technique>,
}

/// How singles are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singles {
    /// By looking at the board, house by house.
    Looked,
    /// In the order in which they came about, as in HoDoKu.
    Queued,
}

impl Plan {
    /// The techniques that we look for by default.
    pub fn usual() -> Plan {
        Plan {
            finders: FINDERS.iter().filter(|finder| finder.usual).collect(),
            options: Options::default(),
            singles: Singles::Looked,
            least_filled: 0,
            unwanted: Vec::new(),
        }
    }

    /// The techniques that HoDoKu 2.2.0 looks for as it is installed, in its way: the same
    /// steps in the same order.
    pub fn hodoku() -> Plan {
        Plan {
            finders: FINDERS.iter().filter(|finder| finder.hodoku).collect(),
            options: Options::default(),
            singles: Singles::Queued,
            least_filled: 10,
            unwanted: Vec::new(),
        }
    }

    /// Looks for these techniques and no others, whether or not they are usual.
    pub fn only(mut self, techniques: &[Technique]) -> Plan {
        let finds_one = |finder: &&Finder| techniques.iter().any(|&t| finder.finds(t));
        self.finders = FINDERS.iter().filter(finds_one).collect();
        let found = self.finders.iter().flat_map(|finder| finder.techniques());
        let others: Vec<Technique> = found.filter(|t| !techniques.contains(t)).collect();
        self.without(&others)
    }

    /// Looks for these techniques too, each at its place in the order.
    pub fn also(mut self, techniques: &[Technique]) -> Plan {
        let asked = self.finders;
        let is_asked = |finder: &Finder| asked.iter().any(|other| std::ptr::eq(*other, finder));
        let is_wanted = |finder: &&Finder| {
            is_asked(finder) || techniques.iter().any(|&technique| finder.finds(technique))
        };
        self.finders = FINDERS.iter().filter(is_wanted).collect();
        self
    }

    /// Leaves out what would be looked for after this technique. A walk takes the same steps
    /// as with the whole plan as long as these are enough.
    ///
    /// ```
    /// use ninefold::logic::{Plan, Technique, Walk};
    ///
    /// let puzzle: ninefold::Puzzle =
    ///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
    /// let walk = |plan| Walk::new(&puzzle, plan).map(|step| step.technique());
    /// let easy: Vec<Technique> = walk(Plan::usual().up_to(Technique::NakedPair)).collect();
    /// assert!(walk(Plan::usual()).take(easy.len()).eq(easy));
    /// # Ok::<(), ninefold::ParseError>(())
    /// ```
    #[must_use]
    pub fn up_to(mut self, technique: Technique) -> Plan {
        let last = self
            .finders
            .iter()
            .position(|finder| finder.finds(technique));
        self.finders
            .truncate(last.map_or(usize::MAX, |last| last + 1));
        self
    }

    /// Leaves these techniques out; a finder of which none is left is not asked.
    pub fn without(mut self, techniques: &[Technique]) -> Plan {
        self.unwanted.extend_from_slice(techniques);
        let is_wanted = |technique: Technique| !self.unwanted.contains(&technique);
        self.finders
            .retain(|finder| finder.techniques().any(is_wanted));
        self
    }

    /// Leaves out techniques that assume a single solution.
    pub fn without_uniqueness(self) -> Plan {
        let all = TECHNIQUES.iter().map(|about| about.technique);
        let assume: Vec<Technique> = all.filter(|t| t.assumes_unique()).collect();
        self.without(&assume)
    }

    /// Leaves out finders of techniques that are harder than this; [`Plan::also`] brings one back.
    #[must_use]
    pub fn within(mut self, level: Level) -> Plan {
        self.finders
            .retain(|finder| finder.technique.about().level <= level);
        self
    }

    /// The finders that are asked, in their order.
    pub(super) fn finders(&self) -> &[&'static Finder] {
        &self.finders
    }

    /// Passes the steps of one of them that are wanted to `found`, until that breaks off.
    pub(super) fn each(
        &self,
        finder: &Finder,
        position: &Position,
        found: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        finder.each(position, &self.options, &mut |step| {
            if self.wants(&step) {
                return found(step);
            }
            ControlFlow::Continue(())
        })
    }

    fn wants(&self, step: &Step) -> bool {
        !self.unwanted.contains(&step.technique())
    }

    /// The finder's first step of a technique that is wanted.
    fn first(&self, finder: &Finder, position: &Position) -> Option<Step> {
        let mut first = None;
        _ = self.each(finder, position, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }
}

/// A walk through a puzzle, step by step: an iterator that finds a step, takes it,
/// and stops when the puzzle is solved or nothing is found.
#[derive(Clone)]
pub struct Walk {
    puzzle: Puzzle,
    position: Position,
    plan: Plan,
    queues: Option<Queues>,
    guesses: usize,
    hardest: Option<Technique>,
}

impl Walk {
    /// A walk from the start of the puzzle.
    ///
    /// # Panics
    ///
    /// On a board larger than [`Position::MAX_SIZE`].
    pub fn new(puzzle: &Puzzle, plan: Plan) -> Walk {
        Walk::from(puzzle, &Board::new(puzzle), plan)
    }

    /// A walk from where a player has got to.
    ///
    /// # Panics
    ///
    /// On a board larger than [`Position::MAX_SIZE`].
    pub fn from(puzzle: &Puzzle, board: &Board, plan: Plan) -> Walk {
        let position = Position::new(puzzle, board);
        let geometry = board.geometry();
        let queues = (plan.singles == Singles::Queued).then(|| {
            let mut queues = Queues::new(puzzle);
            for cell in geometry.cells() {
                if let Some(digit) = board.value(cell).filter(|_| puzzle.given(cell).is_none()) {
                    queues.place(cell, digit);
                }
            }
            for cell in board.empty_cells() {
                for digit in (geometry.all_digits() - board.candidates(cell)).iter() {
                    queues.eliminate(cell, digit);
                }
            }
            queues
        });
        Walk {
            puzzle: puzzle.clone(),
            position,
            plan,
            queues,
            guesses: 0,
            hardest: None,
        }
    }

    /// The same walk, which ends early when `stop` returns true. It is called from time to
    /// time, also while a technique is being looked for, and once it has returned true it must
    /// keep doing so. Then [`Walk::is_over`] reports that a step may have been missed.
    ///
    /// ```
    /// use ninefold::logic::{Plan, Walk};
    ///
    /// let puzzle = ninefold::Puzzle::empty(ninefold::Geometry::of_size(36).unwrap());
    /// // A clock, a key, a closed page; or just enough of it.
    /// let mut walk = Walk::new(&puzzle, Plan::usual()).stop_when(|| true);
    /// assert!(walk.next().is_none() && walk.is_over());
    /// ```
    pub fn stop_when(mut self, stop: impl Fn() -> bool + Send + Sync + 'static) -> Walk {
        self.position.stop_when(stop);
        self
    }

    /// Whether it is time to stop, by [`Walk::stop_when`].
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Where the walk has got to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The puzzle walked through.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Whether every cell is filled.
    pub fn is_solved(&self) -> bool {
        self.position.n_empty() == 0
    }

    /// How many digits were looked up in the solution because no technique helped.
    pub fn guesses(&self) -> usize {
        self.guesses
    }

    /// The hardest technique so far: the one latest in the plan.
    pub fn hardest(&self) -> Option<Technique> {
        self.hardest
    }

    /// Finds the next step without taking it.
    pub fn look(&mut self) -> Option<Step> {
        let filled = self.position.geometry().n_cells() - self.position.n_empty();
        if self.is_solved() || filled < self.plan.least_filled {
            return None;
        }
        for &finder in &self.plan.finders {
            let step = match (&mut self.queues, finder.technique) {
                (Some(queues), Technique::FullHouse) => queues
                    .full_house()
                    .map(|(single, house)| (single, Some(house))),
                (Some(queues), Technique::NakedSingle) => {
                    queues.naked_single().map(|single| (single, None))
                }
                (Some(queues), Technique::HiddenSingle) => queues
                    .hidden_single()
                    .map(|(single, house)| (single, Some(house))),
                _ => {
                    let step = self.plan.first(finder, &self.position);
                    // A finder that was broken off may have missed its first step.
                    if self.is_over() {
                        return None;
                    }
                    match step {
                        Some(step) => return Some(step),
                        None => continue,
                    }
                }
            };
            if let Some((single, house)) = step {
                let reason = Single { house };
                let deduction = Deduction::placing(finder.technique, single, reason.into());
                return Some(Step::new(deduction, self.position.shared_board().clone()));
            }
        }
        None
    }

    /// Takes a step that was found where the walk has got to. A step of any other board is
    /// not taken. Returns whether this one was.
    pub fn apply(&mut self, step: &Step) -> bool {
        if !step.is_on(self.position.shared_board()) {
            return false;
        }
        debug_assert_eq!(
            match step.technique() {
                Technique::BruteForce => Ok(()),
                _ => step.proved(&self.puzzle),
            },
            Ok(()),
            "{}",
            step.notation()
        );
        self.guesses += usize::from(step.technique() == Technique::BruteForce);
        let rank = |technique: Technique| {
            let mut finders = self.plan.finders.iter();
            finders.position(|finder| finder.finds(technique))
        };
        if self
            .hardest
            .is_none_or(|hardest| rank(hardest) < rank(step.technique()))
        {
            self.hardest = Some(step.technique());
        }
        for placed in step.placements() {
            self.position.place(placed.cell, placed.digit);
            if let Some(queues) = &mut self.queues {
                queues.place(placed.cell, placed.digit);
            }
        }
        for gone in step.eliminations() {
            self.position.eliminate(gone.cell, gone.digit);
            if let Some(queues) = &mut self.queues {
                queues.eliminate(gone.cell, gone.digit);
            }
        }
        true
    }

    /// Every step that the plan can find now, finder by finder; those found so far if it
    /// [is over](Walk::is_over).
    pub fn all(&self) -> Vec<Step> {
        self.some(usize::MAX)
    }

    /// The first `limit` of them; those after it are not even looked for.
    pub fn some(&self, limit: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for finder in &self.plan.finders {
            let options = &self.plan.options;
            _ = finder.each(&self.position, options, &mut |step| {
                if steps.len() == limit {
                    return ControlFlow::Break(());
                }
                if self.plan.wants(&step) {
                    steps.push(step);
                }
                ControlFlow::Continue(())
            });
            if steps.len() == limit || self.is_over() {
                break;
            }
        }
        steps
    }
}

impl Iterator for Walk {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.look()?;
        self.apply(&step);
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

    #[test]
    fn steps_are_explained_as_well_after_the_walk_as_on_it() {
        let puzzle: Puzzle = TEXT.parse().unwrap();
        let mut walk = Walk::new(&puzzle, Plan::usual());
        let words = |step: &Step| (step.notation(), step.explain(), step.nudge());
        let mut on_the_way = Vec::new();
        while let Some(step) = walk.look() {
            assert_eq!(step.board(), walk.position().board());
            on_the_way.push(words(&step));
            assert!(walk.apply(&step));
        }
        let path: Vec<Step> = Walk::new(&puzzle, Plan::usual()).collect();
        let afterwards: Vec<_> = path.iter().map(words).collect();
        assert_eq!(afterwards, on_the_way);
        let mut board = Board::new(&puzzle);
        for step in &path {
            assert_eq!(step.board(), &board);
            step.apply(&mut board);
        }
        assert_eq!(&board, walk.position().board());
    }

    #[test]
    fn a_step_of_another_board_is_not_taken() {
        let puzzle: Puzzle = TEXT.parse().unwrap();
        let mut walk = Walk::new(&puzzle, Plan::usual());
        let first = walk.next().unwrap();
        let here = walk.position().board().clone();
        assert!(!walk.apply(&first));
        let small: Puzzle = "1... .... .... ....".parse().unwrap();
        let other = Walk::new(&small, Plan::usual()).next().unwrap();
        assert!(!walk.apply(&other));
        assert_eq!(walk.position().board(), &here);
        // The board counts, not the walk that the step was found on.
        let same = Walk::from(&puzzle, &here, Plan::usual()).look().unwrap();
        assert!(walk.apply(&same));
    }
}

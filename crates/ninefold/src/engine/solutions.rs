//! The solutions of a puzzle as a lazy iterator.
//!
//! An engine pushes solutions to its caller; an iterator is pulled. The depth-first search
//! of [`Csp`](super::Csp) keeps its guesses on an explicit stack, so it can pause at each
//! solution and go on from there when the next one is asked for. The memory is that of one
//! search, whatever the number of solutions.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use super::Search;
use super::csp::{DepthFirst, Outcome};
use super::marks::{Marks, Word, with_word};
use crate::geometry::Digit;
use crate::puzzle::{Grid, Puzzle};

/// Every solution of a puzzle, found as the iterator advances; any board.
///
/// No work is done before the first call of `next`, and none after the last. The solutions
/// are all different, and their order is the same on every machine: that in which the engine
/// [`Csp`](super::Csp) finds them.
///
/// ```
/// let empty: ninefold::Puzzle = ".... .... .... ....".parse()?;
/// let mut solutions = ninefold::solutions(&empty);
/// assert_eq!(solutions.next().unwrap().to_string(), "1234341221434321");
/// assert_eq!(solutions.count(), 287);
///
/// // The 22nd of the 6,670,903,752,021,072,936,960 solutions of the empty 9×9 board.
/// let empty = ninefold::Puzzle::empty(ninefold::Geometry::classic());
/// assert!(ninefold::solutions(&empty).nth(21).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// One call of `next` may take long on a large board, and cannot be interrupted. For limits,
/// cancellation, counters or another engine, use a [`Query`](super::Query).
pub fn solutions(puzzle: &Puzzle) -> Solutions<'_> {
    Solutions {
        puzzle,
        state: State::Unstarted,
    }
}

/// An iterator over the solutions of a puzzle; see [`solutions`].
#[must_use = "iterators are lazy"]
pub struct Solutions<'p> {
    puzzle: &'p Puzzle,
    state: State<'p>,
}

enum State<'p> {
    Unstarted,
    Paused(Box<dyn Resume + 'p>),
    Exhausted,
}

impl Iterator for Solutions<'_> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        let geometry = self.puzzle.geometry();
        let mut observer = ();
        let mut search = Search::new(geometry.n_cells(), u64::MAX, u64::MAX, 0, &mut observer);
        if matches!(self.state, State::Unstarted) {
            let begun = with_word!(geometry, begin(self.puzzle, &mut search));
            self.state = begun.map_or(State::Exhausted, State::Paused);
        }
        let State::Paused(paused) = &mut self.state else {
            return None;
        };
        let digits = paused.resume(&mut search);
        if digits.is_none() {
            self.state = State::Exhausted;
        }
        digits.map(|digits| Grid::of(geometry.clone(), digits))
    }
}

impl FusedIterator for Solutions<'_> {}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Unstarted => "unstarted",
            State::Paused(_) => "paused",
            State::Exhausted => "exhausted",
        };
        f.debug_struct("Solutions")
            .field("puzzle", self.puzzle)
            .field("state", &state)
            .finish()
    }
}

/// A search that goes on to its next solution; `None` if there are no more.
trait Resume: Send + Sync {
    fn resume(&mut self, search: &mut Search<'_>) -> Option<Vec<Digit>>;
}

/// A search between two solutions, for boards whose digits fit in a word of type `W`.
struct Paused<'p, W> {
    marks: Marks<'p, W>,
    depth_first: DepthFirst<W>,
}

/// Propagates the givens; `None` at a contradiction.
fn begin<'p, W: Word>(puzzle: &'p Puzzle, search: &mut Search<'_>) -> Option<Box<dyn Resume + 'p>> {
    let mut marks = Marks::<W>::new(puzzle.geometry());
    if !marks.start(puzzle, search) {
        return None;
    }
    let depth_first = DepthFirst::new(u64::MAX);
    Some(Box::new(Paused { marks, depth_first }))
}

impl<W: Word> Resume for Paused<'_, W> {
    fn resume(&mut self, search: &mut Search<'_>) -> Option<Vec<Digit>> {
        let outcome = self.depth_first.next(&mut self.marks, search);
        let is_solution = matches!(outcome, ControlFlow::Continue(Outcome::Solution));
        is_solution.then(|| self.marks.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Csp, Query};
    use super::*;
    use crate::geometry::Geometry;

    #[test]
    fn solutions_come_in_the_order_of_csp() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        for line in [
            ".".repeat(16),
            "1.........2.........3.........4.....".to_owned(),
            hard.to_owned(),
            hard.replacen('8', ".", 1),
            format!("11{}", ".".repeat(79)),
        ] {
            let puzzle: Puzzle = line.parse().unwrap();
            let report = Query::new(&puzzle).solutions(1000).run(&Csp).unwrap();
            let found: Vec<Grid> = solutions(&puzzle).take(1000).collect();
            assert_eq!(found, report.grids, "{line}");
        }
    }

    #[test]
    fn no_solution_is_missing_or_found_twice() {
        let boxes = Geometry::of_size(4).unwrap();
        let latin = Geometry::with_boxes(1, 4).unwrap();
        for (geometry, expected) in [(boxes, 288), (latin, 576)] {
            let empty = Puzzle::empty(geometry);
            let mut found: Vec<String> = solutions(&empty).map(|grid| grid.to_string()).collect();
            assert_eq!(found.len(), expected);
            found.sort();
            found.dedup();
            assert_eq!(found.len(), expected);
        }
    }

    #[test]
    fn nothing_is_searched_before_it_is_asked_for() {
        // Counting these to the end would take longer than anyone lives.
        let empty = Puzzle::empty(Geometry::of_size(25).unwrap());
        let mut solutions = solutions(&empty);
        assert!(format!("{solutions:?}").ends_with("\"unstarted\" }"));
        let first = solutions.next().unwrap();
        let second = solutions.next().unwrap();
        assert_ne!(first, second);
        assert!(empty.is_solved_by(first.digits()) && empty.is_solved_by(second.digits()));
    }

    #[test]
    fn the_end_is_the_end() {
        let puzzle: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let mut one = solutions(&puzzle);
        assert!(one.next().is_some());
        assert!(one.next().is_none() && one.next().is_none());
        let clash: Puzzle = "11.. .... .... ....".parse().unwrap();
        let mut none = solutions(&clash);
        assert!(none.next().is_none() && none.next().is_none());
    }
}

//! Backdoors: the fewest digits of the solution after which singles solve the rest.
//!
//! ```text
//!   0   singles alone solve the puzzle
//!   1   one right guess, and singles solve the rest
//!   2   two right guesses …
//! ```
//!
//! All sets of up to three digits are tried, the smaller ones first. A digit is left out if
//! another one leads to it by singles, and so to all that follows from it: what both lead to is
//! the same or more, since singles only add. The name is R. Williams, C. Gomes and B. Selman's
//! (2003), for the variables of a satisfiability problem.

use super::limits::Limits;
use crate::engine::Search;
use crate::engine::marks::{Marks, Word, with_word};
use crate::geometry::{Candidate, Cell};
use crate::puzzle::{Grid, Puzzle};

/// The largest backdoors that are looked for.
const MOST: usize = 3;

/// The size of the smallest backdoor, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backdoor {
    /// There is none with fewer digits than these.
    pub at_least: usize,
    /// The digits of one of that size; `None` if none was found.
    pub digits: Option<Vec<Candidate>>,
}

/// Finds a smallest backdoor of a puzzle whose solution is known.
///
/// ```
/// use ninefold::Answer;
/// use ninefold::inspect::{Limits, backdoor};
///
/// let puzzle = ninefold::parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")?;
/// let Answer::One(solution) = ninefold::solve(&puzzle) else { panic!() };
/// let backdoor = backdoor(&puzzle, &solution, Limits::of(puzzle.geometry()));
/// assert_eq!(backdoor.digits.map(|digits| digits.len()), Some(2));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn backdoor(puzzle: &Puzzle, solution: &Grid, limits: Limits<'_>) -> Backdoor {
    with_word!(puzzle.geometry(), found(puzzle, solution, limits))
}

fn found<W: Word>(puzzle: &Puzzle, solution: &Grid, limits: Limits<'_>) -> Backdoor {
    let (mut ignore, geometry) = ((), puzzle.geometry());
    let mut search = Search::unlimited(geometry.n_cells(), &mut ignore);
    let mut tries = Tries {
        marks: Marks::<W>::new(geometry),
        search: &mut search,
        solution,
        left: limits.n_nodes(),
        limits,
    };
    let of_size = |at_least, digits| Backdoor { at_least, digits };
    if !puzzle.is_solved_by(solution.digits()) || !tries.marks.start(puzzle, tries.search) {
        return of_size(0, None);
    }
    if tries.is_solved() {
        return of_size(0, Some(Vec::new()));
    }
    let Some(cells) = tries.leading_cells() else {
        return of_size(1, None);
    };
    for size in 1..=MOST {
        let mut digits = Vec::new();
        match tries.finish(&cells, size, &mut digits) {
            Some(true) => {
                digits.sort_unstable();
                return of_size(size, Some(digits));
            }
            Some(false) => {}
            None => return of_size(size, None),
        }
    }
    of_size(MOST + 1, None)
}

/// Right digits tried in a position.
struct Tries<'a, 'g, 's, W> {
    marks: Marks<'g, W>,
    search: &'a mut Search<'s>,
    solution: &'a Grid,
    /// How many digits may still be tried.
    left: u64,
    limits: Limits<'a>,
}

impl<W: Word> Tries<'_, '_, '_, W> {
    /// The open cells whose digits no other one leads to; of those that lead to each other, the
    /// first. `None` if the limits ended the search.
    fn leading_cells(&mut self) -> Option<Vec<Cell>> {
        let open = self.open_cells();
        let mut leads_to: Vec<Vec<bool>> = Vec::with_capacity(open.len());
        for &cell in &open {
            let before = self.set(cell)?;
            leads_to.push(open.iter().map(|&other| self.is_set(other)).collect());
            self.marks.undo(before);
        }
        let is_led_to = |place: usize| {
            let others = (0..open.len()).filter(|&other| other != place);
            let mut leaders = others.filter(|&other| leads_to[other][place]);
            leaders.any(|leader| leader < place || !leads_to[place][leader])
        };
        let places = (0..open.len()).filter(|&place| !is_led_to(place));
        Some(places.map(|place| open[place]).collect())
    }

    /// Whether some of `cells`, `size` of them, solve the puzzle; then `digits` are their digits.
    /// `None` if the limits ended the search.
    fn finish(&mut self, cells: &[Cell], size: usize, digits: &mut Vec<Candidate>) -> Option<bool> {
        for (place, &cell) in cells.iter().enumerate() {
            if self.is_set(cell) {
                continue;
            }
            let before = self.set(cell)?;
            let is_solved = match size {
                1 => self.is_solved(),
                _ => self.finish(&cells[place + 1..], size - 1, digits)?,
            };
            self.marks.undo(before);
            if is_solved {
                let digit = self.solution.digit(cell);
                digits.push(Candidate { cell, digit });
                return Some(true);
            }
        }
        Some(false)
    }

    /// Sets a cell's right digit and all singles, and returns where the trail stood before.
    fn set(&mut self, cell: Cell) -> Option<usize> {
        if self.left == 0 || self.left.is_multiple_of(256) && self.limits.should_stop() {
            return None;
        }
        self.left -= 1;
        let before = self.marks.trail.len();
        let digit = self.solution.digit(cell).index();
        self.marks.set(cell, W::bit(digit));
        let is_sound = self.marks.propagate(self.search);
        debug_assert!(is_sound, "right digits never contradict each other");
        Some(before)
    }

    fn open_cells(&self) -> Vec<Cell> {
        let cells = (0..self.marks.cells.len()).map(Cell::from_index);
        cells.filter(|&cell| !self.is_set(cell)).collect()
    }

    fn is_set(&self, cell: Cell) -> bool {
        self.marks.cells[cell.index()].is_single()
    }

    fn is_solved(&self) -> bool {
        self.marks.cells.iter().all(|mark| mark.is_single())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;

    fn of(text: &str) -> Backdoor {
        let puzzle: Puzzle = text.parse().unwrap();
        let Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("{text} is not proper");
        };
        let backdoor = backdoor(&puzzle, &solution, Limits::of(puzzle.geometry()));
        let digits = backdoor.digits.as_ref().unwrap();
        assert_eq!(digits.len(), backdoor.at_least);
        // With these digits as clues, singles suffice; without the last of them they do not.
        let mut with_clues = puzzle.clone();
        for (place, clue) in digits.iter().enumerate() {
            assert!(!is_solved_by_singles(&with_clues), "{text} at {place}");
            with_clues.set(clue.cell, Some(clue.digit));
        }
        assert!(is_solved_by_singles(&with_clues), "{text}");
        backdoor
    }

    fn is_solved_by_singles(puzzle: &Puzzle) -> bool {
        use crate::logic::{Plan, Technique, Walk};
        let singles = [
            Technique::FullHouse,
            Technique::NakedSingle,
            Technique::HiddenSingle,
        ];
        let mut walk = Walk::new(puzzle, Plan::usual().only(&singles));
        walk.by_ref().for_each(drop);
        walk.is_solved()
    }

    #[test]
    fn sizes_are_the_smallest() {
        for (text, size) in [
            (
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                0,
            ),
            (
                "620507100090010080501800006000000800070020030009000000300008901080030070007201048",
                1,
            ),
            (
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
                2,
            ),
        ] {
            assert_eq!(of(text).at_least, size, "{text}");
        }
    }

    #[test]
    fn limits_leave_it_open() {
        let text =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let puzzle: Puzzle = text.parse().unwrap();
        let Answer::One(solution) = crate::solve(&puzzle) else {
            panic!("it is proper");
        };
        let limits = Limits::of(puzzle.geometry()).nodes(10);
        let open = backdoor(&puzzle, &solution, limits);
        assert_eq!((open.at_least, open.digits), (1, None));
    }
}

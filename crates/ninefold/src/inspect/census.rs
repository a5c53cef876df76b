//! The solutions of a puzzle up to a limit, and how often each candidate occurs in them.
//!
//! ```text
//!   1 2 | . .      r1c3 is 3 in some solutions and 4 in the others;
//!   . . | . .      a candidate that occurs in one solution only
//!   ----+----      would be a clue that makes the puzzle proper
//!   . . | . .
//!   . . | 2 1
//! ```

use super::limits::{Ended, Limits, NotKnown, Questions};
use crate::engine::Count;
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;

/// The solutions of a puzzle up to a limit, counted candidate by candidate.
#[derive(Clone, Debug)]
pub struct Census {
    geometry: Geometry,
    count: Count,
    /// How often each digit occurs in each cell, all digits of a cell side by side.
    times: Box<[u32]>,
    first: Vec<Grid>,
}

/// Goes through up to `limit` solutions of a puzzle.
///
/// ```
/// use ninefold::inspect::{Limits, census};
///
/// let puzzle = ninefold::parse("12.. .... .... ..21")?;
/// let census = census(&puzzle, 1000, Limits::of(puzzle.geometry()));
/// let r1c3 = puzzle.geometry().cell(1, 3).expect("it is on the board");
/// assert_eq!(census.digits(r1c3).to_string(), "34");
/// assert_eq!(census.differing_cells().count(), 8);
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn census(puzzle: &Puzzle, limit: u32, limits: Limits<'_>) -> Census {
    taken(puzzle, limit, &mut limits.questions())
}

/// [`census`] as a part of another meter.
pub(super) fn taken(puzzle: &Puzzle, limit: u32, questions: &mut Questions<'_>) -> Census {
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let mut times = vec![0; geometry.n_cells() * size].into_boxed_slice();
    let mut first = Vec::new();
    let mut n = 0;
    let ended = questions.solutions(puzzle, limit.into(), &mut |digits| {
        n += 1;
        for (cell, digit) in digits.iter().enumerate() {
            times[cell * size + digit.index()] += 1;
        }
        if first.len() < 2 {
            first.push(Grid::of(geometry.clone(), digits));
        }
    });
    Census {
        geometry: geometry.clone(),
        count: counted(n, ended),
        times,
        first,
    }
}

/// The number of solutions, up to a limit.
///
/// ```
/// use ninefold::Count;
/// use ninefold::inspect::{Limits, solution_count};
///
/// let blank = ninefold::Puzzle::empty(ninefold::Geometry::of_size(4)?);
/// let limits = Limits::of(blank.geometry());
/// assert_eq!(solution_count(&blank, 1_000_000, limits), Count::Exactly(288));
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
pub fn solution_count(puzzle: &Puzzle, limit: u64, limits: Limits<'_>) -> Count {
    let mut n = 0;
    let ended = limits.questions().solutions(puzzle, limit, &mut |_| n += 1);
    counted(n, ended)
}

fn counted(n: u64, ended: Result<Ended, NotKnown>) -> Count {
    match ended {
        Ok(Ended::NoMore) => Count::Exactly(n),
        Ok(Ended::Enough) => Count::AtLeast(n),
        Err(NotKnown) => Count::Stopped(n),
    }
}

impl Census {
    /// The number of solutions seen, and whether these are all.
    pub fn count(&self) -> Count {
        self.count
    }

    /// Whether every solution was seen.
    pub fn is_complete(&self) -> bool {
        matches!(self.count, Count::Exactly(_))
    }

    /// The first two solutions, if there are as many.
    pub fn first_two(&self) -> &[Grid] {
        &self.first
    }

    /// In how many of the solutions seen a cell has a digit.
    pub fn times(&self, cell: Cell, digit: Digit) -> u32 {
        self.counts(cell).get(digit.index()).copied().unwrap_or(0)
    }

    /// The digits of a cell that occur in the solutions seen.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        self.digits_where(cell, |times| times > 0)
    }

    /// The digits of a cell that occur as often as `is_wanted` asks for.
    pub(super) fn digits_where(&self, cell: Cell, is_wanted: impl Fn(u32) -> bool) -> DigitSet {
        let counts = self.counts(cell).iter().enumerate();
        let wanted = counts.filter(|(_, times)| is_wanted(**times));
        wanted.map(|(index, _)| Digit::from_index(index)).collect()
    }

    /// The cells in which the solutions seen differ.
    pub fn differing_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = self.geometry.cells();
        cells.filter(|&cell| self.digits(cell).len() > 1)
    }

    /// How often each digit occurs in a cell.
    fn counts(&self, cell: Cell) -> &[u32] {
        let size = self.geometry.size();
        let from = cell.index() * size;
        self.times.get(from..from + size).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solution_of_a_small_board_is_counted() {
        let puzzle = Puzzle::empty(Geometry::of_size(4).unwrap());
        let census = census(&puzzle, 1000, Limits::of(puzzle.geometry()));
        assert_eq!(census.count(), Count::Exactly(288));
        for cell in puzzle.geometry().cells() {
            for digit in puzzle.geometry().digits() {
                assert_eq!(census.times(cell, digit), 72);
            }
        }
        assert_eq!(census.differing_cells().count(), 16);
        assert_eq!(census.times(Cell::from_index(16), Digit::from_index(0)), 0);
    }

    #[test]
    fn limits_are_no_end() {
        let puzzle = Puzzle::empty(Geometry::classic());
        let limits = Limits::of(puzzle.geometry());
        assert_eq!(census(&puzzle, 10, limits).count(), Count::AtLeast(10));
        let stopped = census(&puzzle, 10, limits.until(&|| true));
        assert_eq!(stopped.count(), Count::Stopped(0));
        assert!(!stopped.is_complete());
    }
}

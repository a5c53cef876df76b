//! Puzzles in disguise: the same puzzle with other names for its digits and its lines in
//! another order.
//!
//! ```text
//!  12|34      digits get new names,         43|21
//!  34|12      rows move within their band,  21|43
//!  --+--  ──▶ bands among each other,   ──▶ --+--
//!  21|43      columns likewise, and where   34|12
//!  43|21      boxes are square the board    12|34
//!             may be flipped
//! ```
//!
//! Everything about the puzzle stays as it was, except what a solver could have got used
//! to: its place in a file, or that low digits come first.

use ninefold::{Digit, DigitSet, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Chance that can be repeated.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from zero to below `n`. The remainder favours small numbers, by less
    /// than anyone could measure.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }

    /// An order of rows or columns that keeps together, `width` by `width`, what shares
    /// its boxes.
    fn lines(&mut self, size: usize, width: usize) -> Vec<usize> {
        let mut lines = Vec::new();
        for group in self.order(size / width) {
            let within = self.order(width);
            lines.extend(within.into_iter().map(|line| group * width + line));
        }
        lines
    }
}

/// The puzzle in a disguise that chance picks. Only digits are renamed where houses other
/// than rows, columns and boxes would not survive more.
pub(super) fn disguise(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let names = random.order(size);
    let digit = |digit: Digit| Digit::from_index(names[digit.index()]);
    // Where what stands in each cell comes from.
    let sources: Vec<usize> = match geometry.boxes() {
        Some(boxes) if geometry.is_plain() => {
            let rows = random.lines(size, boxes.rows);
            let columns = random.lines(size, boxes.columns);
            let is_flipped = boxes.rows == boxes.columns && random.below(2) == 1;
            let source = |cell: usize| match is_flipped {
                false => rows[cell / size] * size + columns[cell % size],
                true => rows[cell % size] * size + columns[cell / size],
            };
            (0..size * size).map(source).collect()
        }
        _ => (0..geometry.n_cells()).collect(),
    };
    let given = |&source: &usize| puzzle.givens()[source].map(digit);
    let givens: Vec<Option<Digit>> = sources.iter().map(given).collect();
    let disguised = Puzzle::new(geometry.clone(), givens);
    match puzzle.marks() {
        None => disguised,
        Some(marks) => {
            let mark = |&source: &usize| marks[source].iter().map(digit).collect();
            let marks: Vec<DigitSet> = sources.iter().map(mark).collect();
            disguised.with_marks(marks)
        }
    }
}

#[cfg(test)]
mod tests {
    use ninefold::engine::{Csp, Query};
    use ninefold::{Board, Geometry};

    use super::*;

    fn count(puzzle: &Puzzle) -> u64 {
        let query = Query::new(puzzle).solutions(u64::MAX);
        query
            .run(&Csp)
            .expect("csp takes any board")
            .stats
            .solutions
    }

    /// Any number of disguises later there are as many givens and as many solutions.
    fn check(puzzle: &Puzzle) {
        let mut random = Random::new(1);
        let mut disguised = puzzle.clone();
        let mut changed = 0;
        for _ in 0..40 {
            disguised = disguise(&disguised, &mut random);
            changed += usize::from(disguised != *puzzle);
            assert_eq!(disguised.n_givens(), puzzle.n_givens());
            assert_eq!(count(&disguised), count(puzzle), "{disguised}");
        }
        assert!(changed > 10);
    }

    #[test]
    fn a_disguise_keeps_the_number_of_solutions() {
        for line in [
            "1234............",
            "12.4............",
            // Boxes of 2×3 cannot be flipped.
            "1....6..3...4...........2.....5.....",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...9",
        ] {
            check(&line.parse().expect("a puzzle"));
        }
    }

    #[test]
    fn marks_wear_the_disguise_too() {
        let puzzle: Puzzle = "1.........4.....".parse().expect("a puzzle");
        let board = Board::new(&puzzle);
        let allowed = |cell| match puzzle.given(cell) {
            Some(digit) => DigitSet::only(digit),
            None => board.candidates(cell),
        };
        let marks: Vec<DigitSet> = puzzle.geometry().cells().map(allowed).collect();
        check(&Puzzle::empty(puzzle.geometry().clone()).with_marks(marks));
    }

    #[test]
    fn a_board_with_diagonals_keeps_its_cells() {
        let diagonals = Geometry::builder(4).boxes(2, 2).diagonals().build();
        let mut puzzle = Puzzle::empty(diagonals.expect("a board"));
        puzzle.set(puzzle.geometry().cell(1, 2), Digit::new(3));
        check(&puzzle);
        let disguised = disguise(&puzzle, &mut Random::new(2));
        assert!(disguised.given(puzzle.geometry().cell(1, 2)).is_some());
    }

    #[test]
    fn the_same_seed_gives_the_same_disguise() {
        let puzzle: Puzzle = "1234............".parse().expect("a puzzle");
        let twice = [0, 0].map(|seed| disguise(&puzzle, &mut Random::new(seed)));
        assert_eq!(twice[0], twice[1]);
    }
}

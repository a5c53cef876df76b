//! Puzzles in disguise: a random symmetry of its board applied to each.
//!
//! Everything about the puzzle stays as it was, except what a solver could have got used
//! to: its place in a file, or that low digits come first.

use ninefold::random::{Draw, Random};
use ninefold::{Puzzle, Transformation};

/// The puzzle after a random symmetry of its board.
pub(super) fn disguise(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let symmetry = Transformation::random(puzzle.geometry(), || random.number());
    let disguised = symmetry.puzzle(puzzle);
    disguised.expect("the symmetry is one of the puzzle's board")
}

#[cfg(test)]
mod tests {
    use ninefold::engine::{Csp, Query};
    use ninefold::{Board, Digit, DigitSet, Geometry};

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
        check(
            &Puzzle::empty(puzzle.geometry().clone())
                .with_marks(marks)
                .expect("each cell has marks"),
        );
    }

    #[test]
    fn a_board_with_diagonals_keeps_them() {
        let diagonals = Geometry::builder(4).boxes(2, 2).diagonals().build();
        let mut puzzle = Puzzle::empty(diagonals.expect("a board"));
        let r1c2 = puzzle.geometry().cell(1, 2).expect("it is on the board");
        puzzle.set(r1c2, Digit::new(3));
        check(&puzzle);
        let disguised = disguise(&puzzle, &mut Random::new(2));
        assert_eq!(disguised.geometry(), puzzle.geometry());
    }

    #[test]
    fn a_seed_gives_the_same_disguise_on_every_machine() {
        let disguised = |line: &str| {
            let puzzle: Puzzle = line.parse().expect("a puzzle");
            disguise(&puzzle, &mut Random::new(7)).to_string()
        };
        assert_eq!(disguised("1234............"), "..2...3...4...1.");
        assert_eq!(
            disguised("123456.............................."),
            "........................514362......"
        );
    }
}

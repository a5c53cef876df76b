//! The pattern of the givens, and whether it is symmetric: most printed puzzles are.
//!
//! ```text
//!  x . .     half-turn        x . x    mirrored      x y .    mirrored at
//!  . y .     ✓                . y .    ✓             y . .    a diagonal  ✓
//!  . . x                      x . x                  . . .
//! ```

use crate::puzzle::Puzzle;

use super::slips::Change;

/// Which cells hold a given.
pub(super) struct Pattern {
    size: usize,
    is_given: Vec<bool>,
}

impl Pattern {
    pub(super) fn of(puzzle: &Puzzle) -> Pattern {
        Pattern {
            size: puzzle.geometry().size(),
            is_given: puzzle.givens().iter().map(Option::is_some).collect(),
        }
    }

    /// Whether the pattern is symmetric in any of the usual ways after these changes. All of
    /// them contain a half-turn or a mirror.
    pub(super) fn is_symmetric_with(&mut self, changes: &[Change]) -> bool {
        let set = |is_given: &mut Vec<bool>, changes: &[(usize, bool)]| {
            for &(cell, now) in changes {
                is_given[cell] = now;
            }
        };
        let changed = changes.iter().map(|(cell, _)| cell.index());
        let before: Vec<(usize, bool)> = changed.map(|k| (k, self.is_given[k])).collect();
        let after = changes
            .iter()
            .map(|(cell, digit)| (cell.index(), digit.is_some()));
        set(&mut self.is_given, &after.collect::<Vec<_>>());
        let is_symmetric = self.is_symmetric();
        set(&mut self.is_given, &before);
        is_symmetric
    }

    fn is_symmetric(&self) -> bool {
        let last = self.size - 1;
        let images: [&dyn Fn(usize, usize) -> (usize, usize); 5] = [
            &|row, column| (last - row, last - column),
            &|row, column| (row, last - column),
            &|row, column| (last - row, column),
            &|row, column| (column, row),
            &|row, column| (last - column, last - row),
        ];
        images.iter().any(|image| {
            self.is_given.iter().enumerate().all(|(cell, is_given)| {
                let (row, column) = image(cell / self.size, cell % self.size);
                self.is_given[row * self.size + column] == *is_given
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_symmetric(text: &str) -> bool {
        Pattern::of(&text.parse().unwrap()).is_symmetric_with(&[])
    }

    #[test]
    fn half_turns_and_mirrors_are_seen() {
        for text in [
            "1... .... .... ...2",
            "1..2 .... .... ....",
            "1... .... .... 2...",
            "12.. 3... .... ....",
            "...1 .... .... 2...",
        ] {
            assert!(is_symmetric(text), "{text}");
        }
        assert!(!is_symmetric("12.. .... .... ..3."));
    }

    #[test]
    fn a_change_counts_and_is_undone() {
        let puzzle: Puzzle = "12.. .... .... ..3.".parse().unwrap();
        let mut pattern = Pattern::of(&puzzle);
        let geometry = puzzle.geometry();
        let change = [(geometry.at(1, 1), None)];
        assert!(pattern.is_symmetric_with(&change));
        assert!(!pattern.is_symmetric_with(&[]));
    }
}

//! How the clues of a puzzle lie.

use crate::generate::Symmetry;
use crate::puzzle::Puzzle;

/// The symmetry of the clues: where they are, not which digits they have.
///
/// The ten symmetries are the ten ways in which turns and mirrors can go together, so one of
/// them says all: clues that are [`Symmetry::TwoMirrors`] have a half-turn and both mirrors, and
/// nothing else.
///
/// ```
/// use ninefold::generate::Symmetry;
/// use ninefold::inspect::pattern_symmetry;
///
/// let puzzle = ninefold::parse("1..2 .... .... 3..4")?;
/// assert_eq!(pattern_symmetry(&puzzle), Symmetry::Full);
/// let puzzle = ninefold::parse("1... .... .... ...1")?;
/// assert_eq!(pattern_symmetry(&puzzle), Symmetry::TwoDiagonals);
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn pattern_symmetry(puzzle: &Puzzle) -> Symmetry {
    let has = |symmetry: &Symmetry| {
        let orbits = symmetry.orbits(puzzle.geometry());
        orbits.is_some_and(|orbits| {
            let is_clue = |cell| puzzle.given(cell).is_some();
            let mut orbits = orbits.into_iter();
            orbits.all(|orbit| orbit.iter().all(|&cell| is_clue(cell) == is_clue(orbit[0])))
        })
    };
    let symmetries = Symmetry::ALL.into_iter().rev();
    symmetries.clone().find(has).unwrap_or(Symmetry::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cell, Digit, Geometry};

    #[test]
    fn the_orbits_of_one_cell_have_the_symmetry_that_they_were_made_with() {
        for symmetry in Symmetry::ALL {
            let mut puzzle = Puzzle::empty(Geometry::classic());
            let orbits = symmetry.orbits(puzzle.geometry()).unwrap();
            // r1c2, r1c3 and r2c4 together have no symmetry.
            for cell in [1, 2, 12].map(Cell::from_index) {
                let orbit = orbits.iter().find(|orbit| orbit.contains(&cell)).unwrap();
                for &cell in orbit {
                    puzzle.set(cell, Some(Digit::from_index(0)));
                }
            }
            assert_eq!(pattern_symmetry(&puzzle), symmetry);
        }
    }

    #[test]
    fn a_board_without_the_symmetry_lends_none_to_its_clues() {
        let blank = Puzzle::empty(Geometry::with_boxes(2, 3).unwrap());
        assert_eq!(pattern_symmetry(&blank), Symmetry::TwoMirrors);
        let blank = Puzzle::empty(Geometry::classic());
        assert_eq!(pattern_symmetry(&blank), Symmetry::Full);
    }
}

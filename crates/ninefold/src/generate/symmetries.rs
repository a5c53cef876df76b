//! The ten ways in which the clues of a puzzle can lie symmetrically.
//!
//! ```text
//!  x . .   half-turn: what is turned by 180° looks the same
//!  . . .   x and x are an orbit: both are clues, or neither is
//!  . . x
//! ```
//!
//! Symmetry of clues is about where they are, not about which digits they have.

use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::symmetry::Transformation;

/// How the clues of a puzzle lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symmetry {
    /// Anywhere.
    None,
    /// The same after a turn by 180°.
    HalfTurn,
    /// The same after a turn by 90°.
    QuarterTurn,
    /// The left half mirrors the right.
    Vertical,
    /// The upper half mirrors the lower.
    Horizontal,
    /// Mirrored at the diagonal from the upper left to the lower right.
    Diagonal,
    /// Mirrored at the diagonal from the upper right to the lower left.
    AntiDiagonal,
    /// Left and right, top and bottom are mirrored.
    TwoMirrors,
    /// Mirrored at both diagonals.
    TwoDiagonals,
    /// All of these at once.
    Full,
}

impl Symmetry {
    /// Every one, the plainest first.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Vertical,
        Symmetry::Horizontal,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::TwoMirrors,
        Symmetry::TwoDiagonals,
        Symmetry::Full,
    ];

    /// The name to ask for it by.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::Vertical => "vertical",
            Symmetry::Horizontal => "horizontal",
            Symmetry::Diagonal => "diagonal",
            Symmetry::AntiDiagonal => "anti-diagonal",
            Symmetry::TwoMirrors => "two-mirrors",
            Symmetry::TwoDiagonals => "two-diagonals",
            Symmetry::Full => "full",
        }
    }

    /// The symmetry of that name.
    pub fn find(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Whether clues that have this symmetry look the same after a half-turn.
    pub fn has_half_turn(self) -> bool {
        self.turns().contains(&2)
    }

    /// Whether the board itself has the symmetry: boxes of 2×3 have no quarter-turn, and most
    /// jigsaws none at all.
    pub fn is_of(self, geometry: &Geometry) -> bool {
        let turns = Transformation::turns(geometry);
        self.turns().iter().all(|&turn| turns[turn].is_symmetry())
    }

    /// The cells of the board in groups that the symmetry ties together, or none if the
    /// [board does not have it](Symmetry::is_of).
    ///
    /// ```
    /// use ninefold::Geometry;
    /// use ninefold::generate::Symmetry;
    ///
    /// let classic = Geometry::classic();
    /// let n_orbits = |symmetry: Symmetry| symmetry.orbits(&classic).unwrap().len();
    /// assert_eq!(Symmetry::ALL.map(n_orbits), [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
    /// ```
    pub fn orbits(self, geometry: &Geometry) -> Option<Vec<Vec<Cell>>> {
        if !self.is_of(geometry) {
            return None;
        }
        let turns = Transformation::turns(geometry);
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        let mut is_in_one = vec![false; geometry.n_cells()];
        for cell in geometry.cells() {
            if is_in_one[cell.index()] {
                continue;
            }
            let images = self.turns().iter().map(|&turn| turns[turn].cell(cell));
            let mut orbit: Vec<Cell> = images.chain([cell]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            for cell in &orbit {
                is_in_one[cell.index()] = true;
            }
            orbits.push(orbit);
        }
        Some(orbits)
    }

    /// The turns that change nothing, by their place in [`Transformation::turns`], without the
    /// first, which never does.
    fn turns(self) -> &'static [usize] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[2],
            Symmetry::QuarterTurn => &[1, 2, 3],
            Symmetry::Vertical => &[5],
            Symmetry::Horizontal => &[7],
            Symmetry::Diagonal => &[4],
            Symmetry::AntiDiagonal => &[6],
            Symmetry::TwoMirrors => &[2, 5, 7],
            Symmetry::TwoDiagonals => &[2, 4, 6],
            Symmetry::Full => &[1, 2, 3, 4, 5, 6, 7],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each orbit of a board of 4×4 as a letter.
    fn drawn(symmetry: Symmetry) -> String {
        let geometry = Geometry::of_size(4).unwrap();
        let orbits = symmetry.orbits(&geometry).unwrap();
        let letter = |cell: Cell| {
            let orbit = orbits.iter().position(|orbit| orbit.contains(&cell));
            char::from(b'a' + orbit.unwrap() as u8)
        };
        let letters: Vec<char> = geometry.cells().map(letter).collect();
        let rows = letters.chunks(4).map(|row| row.iter().collect());
        rows.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn orbits_are_what_their_names_promise() {
        assert_eq!(drawn(Symmetry::HalfTurn), "abcd efgh hgfe dcba");
        assert_eq!(drawn(Symmetry::QuarterTurn), "abca cddb bddc acba");
        assert_eq!(drawn(Symmetry::Vertical), "abba cddc effe ghhg");
        assert_eq!(drawn(Symmetry::Horizontal), "abcd efgh efgh abcd");
        assert_eq!(drawn(Symmetry::Diagonal), "abcd befg cfhi dgij");
        assert_eq!(drawn(Symmetry::AntiDiagonal), "abcd efgc hifb jhea");
        assert_eq!(drawn(Symmetry::TwoMirrors), "abba cddc cddc abba");
        assert_eq!(drawn(Symmetry::TwoDiagonals), "abcd befc cfeb dcba");
        assert_eq!(drawn(Symmetry::Full), "abba bccb bccb abba");
    }

    #[test]
    fn a_board_offers_the_symmetries_that_it_has() {
        let offered = |geometry: &Geometry| {
            let all = Symmetry::ALL.into_iter();
            all.filter(|symmetry| symmetry.is_of(geometry)).count()
        };
        assert_eq!(offered(&Geometry::classic()), 10);
        // Half-turn and mirrors, but nothing that swaps rows and columns.
        assert_eq!(offered(&Geometry::with_boxes(2, 3).unwrap()), 5);
        let regions = b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from);
        let jigsaw = Geometry::builder(5).regions(regions).build().unwrap();
        assert_eq!(offered(&jigsaw), 1);
        assert_eq!(Symmetry::HalfTurn.orbits(&jigsaw), None);
    }

    #[test]
    fn names_lead_back() {
        for symmetry in Symmetry::ALL {
            assert_eq!(Symmetry::find(symmetry.name()), Some(symmetry));
        }
        assert_eq!(Symmetry::find("any"), None);
    }
}

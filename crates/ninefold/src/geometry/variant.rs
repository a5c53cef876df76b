//! Rules that add houses to a board: what players call variants.
//!
//! ```text
//!  x              windoku        asterisk       centre-dot     girandola
//!  \ . . . . . /  . . . . . . .  . . . . . . .  . . . . . . .  # . . . . . #
//!  . \ . . . / .  . # # . # # .  . . . # . . .  . # . # . # .  . . . # . . .
//!  . . \ . / . .  . # # . # # .  . . # . # . .  . . . . . . .  . . . . . . .
//!  . . . X . . .  . . . . . . .  . # . # . # .  . # . # . # .  . # . # . # .
//!  . . / . \ . .  . # # . # # .  . . # . # . .  . . . . . . .  . . . . . . .
//!  . / . . . \ .  . # # . # # .  . . . # . . .  . # . # . # .  . . . # . . .
//!  / . . . . . \  . . . . . . .  . . . . . . .  . . . . . . .  # . . . . . #
//! ```
//!
//! Each is known by the name that players and other programs use, and adds houses that
//! hold every digit, so that engines need not know which variant they solve.

use super::{BoxShape, Cell, HouseKind};

/// A rule that adds houses to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Both diagonals hold every digit: Sudoku X.
    X,
    /// The inner squares hold every digit: four on 9×9, nine on 16×16.
    Windoku,
    /// Nine cells around the middle of 9×9 hold every digit.
    Asterisk,
    /// The middle cells of the boxes hold every digit.
    CentreDot,
    /// Corners, middle, and four cells between them hold every digit, on 9×9.
    Girandola,
    /// The cells at the same place in every box hold every digit.
    Disjoint,
}

/// Every variant, in the order in which they are listed and their houses numbered.
pub static VARIANTS: &[Variant] = &[
    Variant::X,
    Variant::Windoku,
    Variant::Asterisk,
    Variant::CentreDot,
    Variant::Girandola,
    Variant::Disjoint,
];

impl Variant {
    /// The variant by its name, or by another one it is known under.
    ///
    /// ```
    /// use ninefold::Variant;
    ///
    /// assert_eq!(Variant::find("x"), Some(Variant::X));
    /// assert_eq!(Variant::find("Hyper"), Some(Variant::Windoku));
    /// assert_eq!(Variant::find("zebra"), None);
    /// ```
    pub fn find(name: &str) -> Option<Variant> {
        let name = name.to_ascii_lowercase().replace(['_', ' '], "-");
        let is_called = |variant: &&Variant| {
            variant.name() == name || variant.other_names().contains(&name.as_str())
        };
        VARIANTS.iter().find(is_called).copied()
    }

    /// What it is called: `windoku`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::X => "x",
            Variant::Windoku => "windoku",
            Variant::Asterisk => "asterisk",
            Variant::CentreDot => "centre-dot",
            Variant::Girandola => "girandola",
            Variant::Disjoint => "disjoint",
        }
    }

    const fn other_names(self) -> &'static [&'static str] {
        match self {
            Variant::X => &["diagonal", "diagonals", "sudoku-x"],
            Variant::Windoku => &["window", "windows", "hyper"],
            Variant::CentreDot => &["center-dot", "centredot", "centerdot"],
            Variant::Disjoint => &["disjoint-groups", "disjointgroups"],
            Variant::Asterisk | Variant::Girandola => &[],
        }
    }

    /// One line on what it asks.
    pub const fn about(self) -> &'static str {
        match self {
            Variant::X => "both diagonals hold every digit",
            Variant::Windoku => "so do the inner squares: four on 9x9, nine on 16x16",
            Variant::Asterisk => "so do nine cells in the shape of an asterisk, on 9x9",
            Variant::CentreDot => "so do the middle cells of the boxes",
            Variant::Girandola => "so do nine cells in the shape of a pinwheel, on 9x9",
            Variant::Disjoint => "so do the cells at the same place in every box",
        }
    }

    /// What it is about a board that has it: `with diagonals`.
    pub(super) const fn with(self) -> &'static str {
        match self {
            Variant::X => "diagonals",
            Variant::Windoku => "windows",
            Variant::Asterisk => "an asterisk",
            Variant::CentreDot => "centre dots",
            Variant::Girandola => "a girandola",
            Variant::Disjoint => "disjoint groups",
        }
    }

    /// The board it takes, for those that it does not fit.
    pub(super) const fn needs(self) -> &'static str {
        match self {
            Variant::X => "any board",
            Variant::Windoku => "a board of 9x9, 16x16, 25x25 or a larger square",
            Variant::Asterisk | Variant::Girandola => "a board of 9x9",
            Variant::CentreDot => "boxes that have a middle, such as 3x3 or 3x5",
            Variant::Disjoint => "boxes",
        }
    }

    /// What sort of house it adds.
    pub const fn kind(self) -> HouseKind {
        match self {
            Variant::X => HouseKind::Diagonal,
            Variant::Windoku => HouseKind::Window,
            Variant::Asterisk => HouseKind::Asterisk,
            Variant::CentreDot => HouseKind::CentreDot,
            Variant::Girandola => HouseKind::Girandola,
            Variant::Disjoint => HouseKind::Group,
        }
    }

    /// The houses it adds to a board, each in reading order; `None` if it does not fit.
    pub(super) fn houses(self, size: usize, boxes: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
        let at = |row: usize, column: usize| Cell::from_index(row * size + column);
        let nine = |cells: [(usize, usize); 9]| {
            let cells = cells.map(|(row, column)| at(row - 1, column - 1));
            vec![cells.to_vec()]
        };
        match self {
            Variant::X => {
                let main = (0..size).map(|k| at(k, k)).collect();
                let anti = (0..size).map(|k| at(k, size - 1 - k)).collect();
                Some(vec![main, anti])
            }
            Variant::Windoku => {
                let side = size.isqrt();
                if side < 3 || side * side != size {
                    return None;
                }
                let square = BoxShape {
                    rows: side,
                    columns: side,
                };
                Some(square.tiles(size, 1))
            }
            Variant::Asterisk => (size == 9).then(|| {
                nine([
                    (2, 5),
                    (3, 3),
                    (3, 7),
                    (5, 2),
                    (5, 5),
                    (5, 8),
                    (7, 3),
                    (7, 7),
                    (8, 5),
                ])
            }),
            Variant::Girandola => (size == 9).then(|| {
                nine([
                    (1, 1),
                    (1, 9),
                    (2, 5),
                    (5, 2),
                    (5, 5),
                    (5, 8),
                    (8, 5),
                    (9, 1),
                    (9, 9),
                ])
            }),
            Variant::CentreDot => {
                let boxes = boxes.filter(|boxes| !size.is_multiple_of(2) && boxes.rows > 1)?;
                let middle = size / 2;
                let middles = boxes.tiles(size, 0).into_iter();
                Some(vec![middles.map(|cells| cells[middle]).collect()])
            }
            Variant::Disjoint => {
                let boxes = boxes?.tiles(size, 0);
                let places = 0..size;
                let group = |place: usize| boxes.iter().map(|cells| cells[place]).collect();
                Some(places.map(group).collect())
            }
        }
    }
}

impl BoxShape {
    /// Rectangles of this shape on a board, row by row, `gap` cells from its edge and
    /// from each other.
    pub(super) fn tiles(self, size: usize, gap: usize) -> Vec<Vec<Cell>> {
        let starts = |length: usize| (gap..=size - length).step_by(length + gap);
        let mut tiles = Vec::new();
        for top in starts(self.rows) {
            for left in starts(self.columns) {
                let rows = top..top + self.rows;
                let cells = rows.flat_map(|row| {
                    let columns = left..left + self.columns;
                    columns.map(move |column| Cell::from_index(row * size + column))
                });
                tiles.push(cells.collect());
            }
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, GeometryBuilder};

    fn nine() -> GeometryBuilder {
        Geometry::builder(9).boxes(3, 3)
    }

    /// The names of the cells of each house that the variant adds.
    fn added(builder: GeometryBuilder, variant: Variant) -> Vec<String> {
        let board = builder.variant(variant).build().unwrap();
        let houses = board
            .houses()
            .filter(|&house| board.kind(house) == variant.kind());
        let name = |house| {
            let cells = board.cells_of(house).iter();
            let cells: Vec<String> = cells.map(|&cell| board.name(cell)).collect();
            format!("{}: {}", board.house_name(house), cells.join(" "))
        };
        houses.map(name).collect()
    }

    #[test]
    fn every_variant_adds_houses_that_hold_every_digit() {
        for &variant in VARIANTS {
            let board = nine().variant(variant).build().unwrap();
            assert_eq!(board.variants().collect::<Vec<_>>(), [variant]);
            assert!(board.houses().all(|house| board.is_exact(house)));
            assert!(!board.is_plain());
            assert_eq!(Variant::find(variant.name()), Some(variant));
            assert!(
                variant
                    .other_names()
                    .iter()
                    .all(|name| Variant::find(name) == Some(variant))
            );
        }
    }

    #[test]
    fn the_houses_are_where_players_expect_them() {
        assert_eq!(
            added(nine(), Variant::X),
            [
                "the main diagonal: r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9",
                "the anti-diagonal: r1c9 r2c8 r3c7 r4c6 r5c5 r6c4 r7c3 r8c2 r9c1",
            ]
        );
        assert_eq!(
            added(nine(), Variant::Windoku)[3],
            "window 4: r6c6 r6c7 r6c8 r7c6 r7c7 r7c8 r8c6 r8c7 r8c8"
        );
        assert_eq!(
            added(nine(), Variant::Asterisk),
            ["the asterisk: r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5"]
        );
        assert_eq!(
            added(nine(), Variant::CentreDot),
            ["the centre dots: r2c2 r2c5 r2c8 r5c2 r5c5 r5c8 r8c2 r8c5 r8c8"]
        );
        assert_eq!(
            added(nine(), Variant::Girandola),
            ["the girandola: r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9"]
        );
        assert_eq!(
            added(Geometry::builder(6).boxes(2, 3), Variant::Disjoint)[1],
            "group 2: r1c2 r1c5 r3c2 r3c5 r5c2 r5c5"
        );
    }

    #[test]
    fn other_sizes_have_them_where_they_make_sense() {
        let large = Geometry::builder(16).boxes(4, 4);
        assert_eq!(added(large, Variant::Windoku).len(), 9);
        let wide = Geometry::builder(15).boxes(3, 5);
        assert!(added(wide, Variant::CentreDot)[0].starts_with("the centre dots: r2c3 r2c8 r2c13"));
        assert_eq!(added(Geometry::builder(5), Variant::X).len(), 2);
        let error = |builder: GeometryBuilder, variant| {
            let error = builder.variant(variant).build().unwrap_err();
            error.to_string()
        };
        assert_eq!(
            error(Geometry::builder(6).boxes(2, 3), Variant::Windoku),
            "expected a board of 9x9, 16x16, 25x25 or a larger square for windoku, found 6x6 in 2x3 boxes"
        );
        assert_eq!(
            error(Geometry::builder(16).boxes(4, 4), Variant::CentreDot),
            "expected boxes that have a middle, such as 3x3 or 3x5 for centre-dot, found 16x16 in 4x4 boxes"
        );
        assert_eq!(
            error(Geometry::builder(7), Variant::Disjoint),
            "expected boxes for disjoint, found 7x7 without boxes"
        );
        assert!(error(Geometry::builder(8), Variant::Asterisk).contains("a board of 9x9"));
    }
}

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
//! hold every digit, so that engines need not know which variant they solve. A variant is a
//! value, one entry of [`VARIANTS`]; no code has a case for it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{BoxShape, Cell, HouseKind};

/// A rule that adds houses to a board: one of [`VARIANTS`].
///
/// ```
/// use ninefold::{Geometry, Variant};
///
/// let windoku = Variant::find("windoku").expect("it is in the table");
/// let board = Geometry::builder(9).boxes(3, 3).variant(windoku).build()?;
/// assert_eq!(board.to_string(), "9x9 in 3x3 boxes, with windows");
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Variant(&'static Rule);

/// Every variant, in the order in which they are listed and their houses numbered. A new
/// one is an entry here: formats, the program and the page find it by its name.
pub static VARIANTS: &[Variant] = &[
    Variant(&Rule {
        name: "x",
        other_names: &["diagonal", "diagonals", "sudoku-x"],
        letter: Some('X'),
        about: "both diagonals hold every digit",
        with: "diagonals",
        needs: "any board",
        house_name: |number| match number {
            1 => "the main diagonal".to_owned(),
            _ => "the anti-diagonal".to_owned(),
        },
        house_letter: 'd',
        houses: diagonals,
    }),
    Variant(&Rule {
        name: "windoku",
        other_names: &["window", "windows", "hyper"],
        letter: Some('W'),
        about: "so do the inner squares: four on 9x9, nine on 16x16",
        with: "windows",
        needs: "a board of 9x9, 16x16, 25x25 or a larger square",
        house_name: |number| format!("window {number}"),
        house_letter: 'w',
        houses: windows,
    }),
    Variant(&Rule {
        name: "asterisk",
        other_names: &[],
        letter: None,
        about: "so do nine cells in the shape of an asterisk, on 9x9",
        with: "an asterisk",
        needs: "a board of 9x9",
        house_name: |_| "the asterisk".to_owned(),
        house_letter: 'a',
        houses: |size, _| nine_cells(size, [25, 33, 37, 52, 55, 58, 73, 77, 85]),
    }),
    Variant(&Rule {
        name: "centre-dot",
        other_names: &["center-dot", "centredot", "centerdot"],
        letter: None,
        about: "so do the middle cells of the boxes",
        with: "centre dots",
        needs: "boxes that have a middle, such as 3x3 or 3x5",
        house_name: |_| "the centre dots".to_owned(),
        house_letter: 'p',
        houses: centre_dots,
    }),
    Variant(&Rule {
        name: "girandola",
        other_names: &[],
        letter: None,
        about: "so do nine cells in the shape of a pinwheel, on 9x9",
        with: "a girandola",
        needs: "a board of 9x9",
        house_name: |_| "the girandola".to_owned(),
        house_letter: 'g',
        houses: |size, _| nine_cells(size, [11, 19, 25, 52, 55, 58, 85, 91, 99]),
    }),
    Variant(&Rule {
        name: "disjoint",
        other_names: &["disjoint-groups", "disjointgroups"],
        letter: None,
        about: "so do the cells at the same place in every box",
        with: "disjoint groups",
        needs: "boxes",
        house_name: |number| format!("group {number}"),
        house_letter: 's',
        houses: disjoint_groups,
    }),
];

/// Everything there is to a variant.
struct Rule {
    /// The name, in JSON and on the command line too.
    name: &'static str,
    other_names: &'static [&'static str],
    /// The letter for it in SudokuWiki's strings and, in lower case, in SCF links.
    letter: Option<char>,
    /// One line on what it asks.
    about: &'static str,
    /// How it is named in the name of a board: `9x9 in 3x3 boxes, with …`.
    with: &'static str,
    /// The boards that it fits, for the message to those that it does not fit.
    needs: &'static str,
    /// The name of each house, by its number from one.
    house_name: fn(usize) -> String,
    /// The letter for its houses in the notation of steps.
    house_letter: char,
    houses: Houses,
}

/// The houses that a variant adds to a board of this size and these boxes, each in reading
/// order; `None` if it does not fit.
type Houses = fn(usize, Option<BoxShape>) -> Option<Vec<Vec<Cell>>>;

impl Variant {
    /// The variant by its name, or by another one it is known under.
    ///
    /// ```
    /// use ninefold::Variant;
    ///
    /// assert_eq!(Variant::find("Hyper"), Variant::find("windoku"));
    /// assert_eq!(Variant::find("zebra"), None);
    /// ```
    pub fn find(name: &str) -> Option<Variant> {
        let name = name.to_ascii_lowercase().replace(['_', ' '], "-");
        let is_called = |variant: &&Variant| {
            variant.name() == name || variant.0.other_names.contains(&name.as_str())
        };
        VARIANTS.iter().find(is_called).copied()
    }

    /// The variant with this letter in SudokuWiki's strings: `X` or `W`.
    pub(crate) fn by_letter(letter: char) -> Option<Variant> {
        let mut variants = VARIANTS.iter().copied();
        variants.find(|variant| variant.letter() == Some(letter))
    }

    /// Its letter in SudokuWiki's strings, if it has one.
    pub(crate) fn letter(self) -> Option<char> {
        self.0.letter
    }

    /// The variant's name: `windoku`.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// One line on what it asks.
    pub const fn about(self) -> &'static str {
        self.0.about
    }

    /// The kind of house it adds.
    pub const fn kind(self) -> HouseKind {
        HouseKind::Variant(self)
    }

    /// How it is named in the name of a board: `diagonals`.
    pub(super) const fn with(self) -> &'static str {
        self.0.with
    }

    /// The boards that it fits.
    pub(super) const fn needs(self) -> &'static str {
        self.0.needs
    }

    /// The name of one of its houses, by its number from one: `window 4`.
    pub(super) fn house_name(self, number: usize) -> String {
        (self.0.house_name)(number)
    }

    /// The letter for its houses in the notation of steps: `w`.
    pub(crate) const fn house_letter(self) -> char {
        self.0.house_letter
    }

    /// The houses it adds to a board, each in reading order; `None` if it does not fit.
    pub(super) fn houses(self, size: usize, boxes: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
        (self.0.houses)(size, boxes)
    }

    fn place(self) -> Option<usize> {
        VARIANTS.iter().position(|&variant| variant == self)
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// In the order of [`VARIANTS`].
impl Ord for Variant {
    fn cmp(&self, other: &Variant) -> Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Variant {
    fn partial_cmp(&self, other: &Variant) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.name())
    }
}

fn diagonals(size: usize, _: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
    let main = (0..size).map(|k| Cell::from_index(k * size + k));
    let anti = (0..size).map(|k| Cell::from_index(k * size + size - 1 - k));
    Some(vec![main.collect(), anti.collect()])
}

fn windows(size: usize, _: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
    let side = size.isqrt();
    let square = BoxShape {
        rows: side,
        columns: side,
    };
    (side >= 3 && side * side == size).then(|| square.tiles(size, 1))
}

fn centre_dots(size: usize, boxes: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
    let boxes = boxes.filter(|boxes| !size.is_multiple_of(2) && boxes.rows > 1)?;
    let middle = size / 2;
    let middles = boxes.tiles(size, 0).into_iter();
    Some(vec![middles.map(|cells| cells[middle]).collect()])
}

fn disjoint_groups(size: usize, boxes: Option<BoxShape>) -> Option<Vec<Vec<Cell>>> {
    let boxes = boxes?.tiles(size, 0);
    let group = |place: usize| boxes.iter().map(|cells| cells[place]).collect();
    Some((0..size).map(group).collect())
}

/// One house of nine cells on a board of 9×9: 25 stands for r2c5.
fn nine_cells(size: usize, cells: [usize; 9]) -> Option<Vec<Vec<Cell>>> {
    let cell = |place: usize| Cell::from_index((place / 10 - 1) * 9 + place % 10 - 1);
    (size == 9).then(|| vec![cells.map(cell).to_vec()])
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
    fn added(builder: GeometryBuilder, variant: &str) -> Vec<String> {
        let variant = Variant::find(variant).unwrap();
        let board = builder.variant(variant).build().unwrap();
        let houses = board.houses_of_kind(variant.kind());
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
            let mut others = variant.0.other_names.iter();
            assert!(others.all(|name| Variant::find(name) == Some(variant)));
            let by_letter = variant.letter().map(Variant::by_letter);
            assert!(by_letter.is_none_or(|found| found == Some(variant)));
        }
    }

    #[test]
    fn the_houses_are_where_players_expect_them() {
        assert_eq!(
            added(nine(), "x"),
            [
                "the main diagonal: r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9",
                "the anti-diagonal: r1c9 r2c8 r3c7 r4c6 r5c5 r6c4 r7c3 r8c2 r9c1",
            ]
        );
        assert_eq!(
            added(nine(), "windoku")[3],
            "window 4: r6c6 r6c7 r6c8 r7c6 r7c7 r7c8 r8c6 r8c7 r8c8"
        );
        assert_eq!(
            added(nine(), "asterisk"),
            ["the asterisk: r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5"]
        );
        assert_eq!(
            added(nine(), "centre-dot"),
            ["the centre dots: r2c2 r2c5 r2c8 r5c2 r5c5 r5c8 r8c2 r8c5 r8c8"]
        );
        assert_eq!(
            added(nine(), "girandola"),
            ["the girandola: r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9"]
        );
        assert_eq!(
            added(Geometry::builder(6).boxes(2, 3), "disjoint")[1],
            "group 2: r1c2 r1c5 r3c2 r3c5 r5c2 r5c5"
        );
    }

    #[test]
    fn other_sizes_have_them_where_they_make_sense() {
        let large = Geometry::builder(16).boxes(4, 4);
        assert_eq!(added(large, "windoku").len(), 9);
        let wide = Geometry::builder(15).boxes(3, 5);
        assert!(added(wide, "centre-dot")[0].starts_with("the centre dots: r2c3 r2c8 r2c13"));
        assert_eq!(added(Geometry::builder(5), "x").len(), 2);
        let error = |builder: GeometryBuilder, variant| {
            let variant = Variant::find(variant).unwrap();
            builder.variant(variant).build().unwrap_err().to_string()
        };
        assert_eq!(
            error(Geometry::builder(6).boxes(2, 3), "windoku"),
            "expected a board of 9x9, 16x16, 25x25 or a larger square for windoku, found 6x6 in 2x3 boxes"
        );
        assert_eq!(
            error(Geometry::builder(16).boxes(4, 4), "centre-dot"),
            "expected boxes that have a middle, such as 3x3 or 3x5 for centre-dot, found 16x16 in 4x4 boxes"
        );
        assert_eq!(
            error(Geometry::builder(7), "disjoint"),
            "expected boxes for disjoint, found 7x7 without boxes"
        );
        assert!(error(Geometry::builder(8), "asterisk").contains("a board of 9x9"));
    }
}

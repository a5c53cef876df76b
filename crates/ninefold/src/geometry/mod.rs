//! The shape of a board: cells, digits, and the houses that tie them together.
//!
//! ```text
//!            c1 c2 c3   c4 c5 c6
//!         ┌──────────┬──────────┐
//!      r1 │  .  .  . │  .  .  . │     size 6: six digits, 36 cells
//!      r2 │  .  .  . │  .  .  . │     18 houses: six rows, six columns and
//!         ├──────────┼──────────┤     six boxes of 2 rows × 3 columns
//!      r3 │  .  .  . │  .  .  . │
//!      …
//! ```
//!
//! A *house* is a set of cells that must all differ. A house with as many cells as
//! there are digits holds every digit exactly once; a smaller one (an extra house
//! of five cells, for example) only forbids repetition: no digit need have a place in
//! it; see [`Geometry::is_exact`].
//!
//! Size is a value, not a type: one `Geometry` describes 4×4, 6×6, 9×9, 16×16 and on
//! to 121×121, with rectangular boxes, jigsaw regions, diagonals, windows, or none.
//! It is cheap to clone, and puzzles of one shape share one.

mod builder;
mod data;
mod layout;
mod variant;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU8;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use builder::{GeometryBuilder, GeometryError};
pub use layout::Layout;
pub use variant::{VARIANTS, Variant};

use crate::sets::DigitSet;

/// The largest board: 121×121, in boxes of 11×11.
pub const MAX_SIZE: usize = 121;

/// A place on the board, counted row by row from zero.
///
/// People count from one: [`Geometry::cell`] takes `(4, 7)` for r4c7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Cell(u16);

impl Cell {
    /// The cell with this index, row by row from zero, if any board has it.
    pub const fn new(index: usize) -> Option<Cell> {
        if index < MAX_SIZE * MAX_SIZE {
            Some(Cell(index as u16))
        } else {
            None
        }
    }

    /// The cell with the index of a cell.
    pub(crate) const fn from_index(index: usize) -> Cell {
        Cell::new(index).expect("a board has at most 121×121 cells")
    }

    /// The cell's index, row by row from zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A digit from 1 to the board's size (the symbol on paper may be a letter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this value, from 1 to 121.
    pub const fn new(value: usize) -> Option<Digit> {
        if value > MAX_SIZE {
            return None;
        }
        match NonZeroU8::new(value as u8) {
            Some(value) => Some(Digit(value)),
            None => None,
        }
    }

    /// The digit with the index of a digit.
    pub(crate) const fn from_index(index: usize) -> Digit {
        Digit::new(index + 1).expect("a board has at most 121 digits")
    }

    /// The value: 1, 2, 3 …
    pub const fn value(self) -> usize {
        self.0.get() as usize
    }

    /// The value less one: 0, 1, 2 …
    pub const fn index(self) -> usize {
        self.value() - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

/// A set of cells that must all differ: a row, a column, a box …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct House(u16);

impl House {
    /// The house's index among [`Geometry::houses`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// Across.
    Row,
    /// Down.
    Column,
    /// A rectangle of cells.
    Box,
    /// A region of any shape, where a jigsaw has no boxes.
    Region,
    /// A house that a variant adds, such as a diagonal.
    Variant(Variant),
    /// Any other set of cells.
    Extra,
}

/// A digit in a cell: what one pencil mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub digit: Digit,
}

/// The rows and columns of one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoxShape {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl BoxShape {
    /// The usual boxes of a board: as square as can be, never taller than wide.
    pub fn usual(size: usize) -> Option<BoxShape> {
        let mut sides = (1..=size.isqrt().min(MAX_SIZE)).rev();
        let rows = sides.find(|rows| size.is_multiple_of(*rows))?;
        let columns = size / rows;
        Some(BoxShape { rows, columns })
    }
}

/// `2x3`: rows, then columns.
impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// The shape of a board. See the [module](self) for the picture.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "data::GeometryData", into = "data::GeometryData")]
pub struct Geometry(Arc<Shape>);

#[derive(PartialEq, Eq)]
struct Shape {
    size: usize,
    boxes: Option<BoxShape>,
    is_plain: bool,
    kinds: Vec<HouseKind>,
    cells_of: Lists<Cell>,
    houses_of: Lists<House>,
    peers: Lists<Cell>,
}

impl Geometry {
    /// The classic board: 9×9 in boxes of 3×3.
    pub fn classic() -> Geometry {
        Geometry::with_boxes(3, 3).expect("3x3 boxes make a board")
    }

    /// The board whose boxes have these rows and columns: 2×3 is 6×6, 4×4 is 16×16.
    ///
    /// A box of a single row or column adds nothing to the row or column itself, so
    /// `(1, n)` and `(n, 1)` are the Latin square of size `n`.
    ///
    /// ```
    /// use ninefold::Geometry;
    ///
    /// let six = Geometry::with_boxes(2, 3)?;
    /// assert_eq!(six.size(), 6);
    /// assert_eq!(six.houses().count(), 18);
    /// # Ok::<(), ninefold::GeometryError>(())
    /// ```
    pub fn with_boxes(rows: usize, columns: usize) -> Result<Geometry, GeometryError> {
        let size = rows.saturating_mul(columns);
        Geometry::builder(size).boxes(rows, columns).build()
    }

    /// The usual board of this size: boxes as square as can be, never taller than
    /// wide (6 is 2×3, 12 is 3×4); a prime size has no boxes at all.
    pub fn of_size(size: usize) -> Result<Geometry, GeometryError> {
        let boxes = BoxShape::usual(size).ok_or(GeometryError::Size(size))?;
        Geometry::with_boxes(boxes.rows, boxes.columns)
    }

    /// Starts a board of any other shape: jigsaw regions, diagonals, windows.
    pub fn builder(size: usize) -> GeometryBuilder {
        GeometryBuilder::new(size)
    }

    /// The number of digits, and of cells in a row.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.0.size * self.0.size
    }

    /// The rows and columns of a box, unless the board has jigsaw regions or none.
    pub fn boxes(&self) -> Option<BoxShape> {
        self.0.boxes
    }

    /// Whether this is 9×9 in boxes of 3×3 and nothing else.
    pub fn is_classic(&self) -> bool {
        let threes = BoxShape {
            rows: 3,
            columns: 3,
        };
        self.is_plain() && self.0.boxes == Some(threes)
    }

    /// Whether rows, columns and boxes (if any) are all the houses there are.
    pub fn is_plain(&self) -> bool {
        self.0.is_plain
    }

    /// The variants whose houses the board has.
    pub fn variants(&self) -> impl Iterator<Item = Variant> {
        let has = |variant: &Variant| self.0.kinds.contains(&variant.kind());
        VARIANTS.iter().copied().filter(has)
    }

    /// The houses of one kind.
    pub fn houses_of_kind(&self, kind: HouseKind) -> impl Iterator<Item = House> {
        self.houses().filter(move |&house| self.kind(house) == kind)
    }

    /// The houses beside rows, columns, and boxes or regions.
    pub fn extra_houses(&self) -> impl Iterator<Item = House> {
        use HouseKind::{Box, Column, Region, Row};
        let is_extra = |&house: &House| !matches!(self.kind(house), Row | Column | Box | Region);
        self.houses().filter(is_extra)
    }

    /// The extra houses in words: `diagonals and windows`.
    pub fn extras_in_words(&self) -> Option<String> {
        let mut all: Vec<&str> = self.variants().map(Variant::with).collect();
        if self.0.kinds.contains(&HouseKind::Extra) {
            all.push("extra houses");
        }
        let (last, others) = all.split_last()?;
        let and = if others.is_empty() { "" } else { " and " };
        Some(format!("{}{and}{last}", others.join(", ")))
    }

    /// A builder that makes this board, to make another one that is like it.
    pub fn to_builder(&self) -> GeometryBuilder {
        let mut builder = Geometry::builder(self.size());
        if let Some(BoxShape { rows, columns }) = self.boxes() {
            builder = builder.boxes(rows, columns);
        } else if self.0.kinds.contains(&HouseKind::Region) {
            let regions = self.cells().filter_map(|cell| self.region_of(cell));
            builder = builder.regions(regions.map(House::index));
        }
        builder = self.variants().fold(builder, GeometryBuilder::variant);
        let extras = self.houses_of_kind(HouseKind::Extra);
        extras.fold(builder, |builder, house| {
            builder.house(self.cells_of(house).iter().copied())
        })
    }

    /// The cell at this row and column, counted from one as players do, if it is on the
    /// board.
    ///
    /// ```
    /// use ninefold::Geometry;
    ///
    /// let classic = Geometry::classic();
    /// let r4c7 = classic.cell(4, 7).expect("it is on the board");
    /// assert_eq!(classic.name(r4c7), "r4c7");
    /// assert_eq!(r4c7.index(), 33);
    /// assert_eq!(classic.cell(4, 10), None);
    /// ```
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let on_board = 1..=self.size();
        let is_there = on_board.contains(&row) && on_board.contains(&column);
        is_there.then(|| Cell::from_index((row - 1) * self.size() + column - 1))
    }

    /// The cell at a row and column of the board, counted from one.
    pub(crate) fn at(&self, row: usize, column: usize) -> Cell {
        self.cell(row, column)
            .expect("the row and the column are on the board")
    }

    /// The row of a cell, from one.
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.size() + 1
    }

    /// The column of a cell, from one.
    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.size() + 1
    }

    /// All cells, in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.n_cells()).map(Cell::from_index)
    }

    /// All digits, ascending.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + use<> {
        (0..self.size()).map(Digit::from_index)
    }

    /// All digits, as a set.
    pub fn all_digits(&self) -> DigitSet {
        DigitSet::all(self.size())
    }

    /// All houses: rows, then columns, then boxes or regions, then extras.
    pub fn houses(&self) -> impl DoubleEndedIterator<Item = House> + ExactSizeIterator + use<> {
        (0..self.0.kinds.len()).map(|index| House(index as u16))
    }

    /// The cells of a house, in reading order; none if another board has the house.
    pub fn cells_of(&self, house: House) -> &[Cell] {
        self.0.cells_of.get(house.index())
    }

    /// The houses a cell belongs to: its row, its column, its box, extras; none if the cell
    /// is not on the board.
    pub fn houses_of(&self, cell: Cell) -> &[House] {
        self.0.houses_of.get(cell.index())
    }

    /// The cells that share a house with `cell`, each once; none if it is not on the board.
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        self.0.peers.get(cell.index())
    }

    /// The kind of a house; [`HouseKind::Extra`] if another board has the house.
    pub fn kind(&self, house: House) -> HouseKind {
        let kind = self.0.kinds.get(house.index());
        kind.copied().unwrap_or(HouseKind::Extra)
    }

    /// Whether the house holds every digit exactly once, as one with fewer cells
    /// than digits does not.
    pub fn is_exact(&self, house: House) -> bool {
        self.cells_of(house).len() == self.size()
    }

    /// The box or jigsaw region of a cell, if the board has them.
    pub fn region_of(&self, cell: Cell) -> Option<House> {
        let mut houses = self.houses_of(cell).iter().copied();
        houses.find(|&house| matches!(self.kind(house), HouseKind::Box | HouseKind::Region))
    }

    /// The cell's name: `r4c7`.
    pub fn name(&self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell), self.column(cell))
    }

    /// Which of its kind the house is, from one: 4 for row 4.
    pub fn house_number(&self, house: House) -> usize {
        let kind = self.kind(house);
        let before = self.0.kinds.iter().take(house.index());
        before.filter(|&&k| k == kind).count() + 1
    }

    /// The house's name: `row 4`, `box 9`, `the main diagonal`.
    pub fn house_name(&self, house: House) -> String {
        let number = self.house_number(house);
        match self.kind(house) {
            HouseKind::Row => format!("row {number}"),
            HouseKind::Column => format!("column {number}"),
            HouseKind::Box => format!("box {number}"),
            HouseKind::Region => format!("region {number}"),
            HouseKind::Variant(variant) => variant.house_name(number),
            HouseKind::Extra => format!("extra house {number}"),
        }
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Geometry) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Geometry {}

/// By size, boxes and kinds of houses, in which most boards differ.
impl Hash for Geometry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.size, self.0.boxes, &self.0.kinds).hash(state);
    }
}

/// `9x9 in 3x3 boxes`, and its extra houses if it has any.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        write!(f, "{size}x{size}")?;
        match self.boxes() {
            Some(boxes) => write!(f, " in {boxes} boxes")?,
            None if self.0.kinds.contains(&HouseKind::Region) => write!(f, " jigsaw")?,
            None => write!(f, " without boxes")?,
        }
        if let Some(extras) = self.extras_in_words() {
            write!(f, ", with {extras}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Geometry({self})")
    }
}

/// A list of lists in two flat arrays.
#[derive(PartialEq, Eq)]
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists {
            ends: Vec::new(),
            items: Vec::new(),
        }
    }

    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    /// The list with this index; an empty one if there are fewer.
    fn get(&self, index: usize) -> &[T] {
        let Some(&end) = self.ends.get(index) else {
            return &[];
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.items[start as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_board_has_27_houses_and_20_peers() {
        let classic = Geometry::classic();
        assert!(classic.is_classic() && classic.is_plain());
        assert_eq!(classic.houses().count(), 27);
        for cell in classic.cells() {
            assert_eq!(classic.houses_of(cell).len(), 3);
            assert_eq!(classic.peers(cell).len(), 20);
            assert!(!classic.peers(cell).contains(&cell));
        }
    }

    #[test]
    fn plain_boards_are_shared() {
        let (a, b) = (Geometry::classic(), Geometry::of_size(9).unwrap());
        assert!(Arc::ptr_eq(&a.0, &b.0));
    }

    #[test]
    fn usual_boxes_are_as_square_as_can_be() {
        let boxes = |size| Geometry::of_size(size).unwrap().boxes().unwrap();
        let shown = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 121].map(|size| boxes(size).to_string());
        let expected = [
            "2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5", "11x11",
        ];
        assert_eq!(shown, expected);
        assert_eq!(Geometry::of_size(7).unwrap().boxes(), None);
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for size in [0, 122, usize::MAX] {
            assert!(Geometry::of_size(size).is_err(), "{size}");
        }
        assert!(Geometry::with_boxes(0, 9).is_err());
        assert!(Geometry::with_boxes(usize::MAX, 2).is_err());
    }

    #[test]
    fn people_count_from_one() {
        let classic = Geometry::classic();
        let cell = classic.at(4, 7);
        assert_eq!(cell.index(), 33);
        assert_eq!(classic.name(cell), "r4c7");
        let names = classic.houses_of(cell).iter();
        let names: Vec<String> = names.map(|&house| classic.house_name(house)).collect();
        assert_eq!(names, ["row 4", "column 7", "box 6"]);
    }

    #[test]
    fn a_digit_is_from_1_to_121() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(122), None);
        assert_eq!(Digit::new(256 + 1), None);
        assert_eq!(Digit::new(121).unwrap().value(), 121);
        assert_eq!(size_of::<Option<Digit>>(), 1);
    }
}

//! Boards of any other shape: jigsaw regions, diagonals, windows, extra houses.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{BoxShape, Cell, Geometry, House, HouseKind, Lists, MAX_SIZE, Shape, Variant};

/// Puts a [`Geometry`] together, house by house.
///
/// Rows and columns are always there; everything else is asked for.
///
/// ```
/// use ninefold::Geometry;
///
/// let x = Geometry::builder(9).boxes(3, 3).diagonals().build()?;
/// assert_eq!(x.to_string(), "9x9 in 3x3 boxes, with diagonals");
/// let middle = x.cell(5, 5).expect("it is on the board");
/// assert_eq!(x.peers(middle).len(), 32);
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub struct GeometryBuilder {
    size: usize,
    boxes: Option<BoxShape>,
    regions: Option<Vec<usize>>,
    variants: Vec<Variant>,
    extras: Vec<Vec<Cell>>,
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeometryError {
    /// A board has from 1 to 121 digits.
    Size(usize),
    /// Boxes of this shape do not make a board of this size.
    Boxes(BoxShape, usize),
    /// A region map names a region for each cell of the board.
    RegionCells {
        /// How many cells it should name.
        expected: usize,
        /// How many it names.
        found: usize,
    },
    /// There are as many regions as digits.
    RegionCount {
        /// How many there should be.
        expected: usize,
    },
    /// A region has as many cells as the board has digits.
    RegionSize {
        /// The region's number on the map.
        region: usize,
        /// How many cells it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// The variant's houses do not fit this board, which is named in words.
    Variant(Variant, String),
    /// No variant has this name.
    NoVariant(String),
    /// No board has a cell with this index.
    Cell(usize),
    /// No board has this digit.
    Digit(usize),
    /// An extra house has at least two different cells, and not more than there are digits.
    Extra,
    /// There can be no more houses than this.
    Houses(usize),
}

impl GeometryBuilder {
    pub(super) fn new(size: usize) -> GeometryBuilder {
        GeometryBuilder {
            size,
            boxes: None,
            regions: None,
            variants: Vec::new(),
            extras: Vec::new(),
        }
    }

    /// Boxes of these rows and columns.
    pub fn boxes(mut self, rows: usize, columns: usize) -> GeometryBuilder {
        self.boxes = Some(BoxShape { rows, columns });
        self.regions = None;
        self
    }

    /// Jigsaw regions instead of boxes: for each cell in reading order, the number of
    /// its region. Any numbers will do, as long as there are `size` cells of each.
    pub fn regions(mut self, map: impl IntoIterator<Item = usize>) -> GeometryBuilder {
        self.regions = Some(map.into_iter().collect());
        self.boxes = None;
        self
    }

    /// Neither boxes nor regions: a Latin square.
    pub fn no_boxes(mut self) -> GeometryBuilder {
        self.boxes = None;
        self.regions = None;
        self
    }

    /// The houses of a variant; asking for it again changes nothing.
    pub fn variant(mut self, variant: Variant) -> GeometryBuilder {
        if let Err(place) = self.variants.binary_search(&variant) {
            self.variants.insert(place, variant);
        }
        self
    }

    /// Both diagonals: Sudoku X.
    pub fn diagonals(self) -> GeometryBuilder {
        self.variant(Variant::find("x").expect("it is in the table"))
    }

    /// One more set of cells that must all differ. With as many cells as digits it
    /// holds every digit; with fewer it only forbids repetition.
    pub fn house(mut self, cells: impl IntoIterator<Item = Cell>) -> GeometryBuilder {
        self.extras.push(cells.into_iter().collect());
        self
    }

    /// The board, or why there is none. Recently built boards are cached, so that puzzles
    /// of one shape share one.
    pub fn build(self) -> Result<Geometry, GeometryError> {
        static MADE: Mutex<Made> = Mutex::new(Made::new());

        let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(geometry) = made().boards.get(&self) {
            return Ok(geometry.clone());
        }
        let geometry = self.clone().make()?;
        made().keep(self, &geometry);
        Ok(geometry)
    }

    fn make(self) -> Result<Geometry, GeometryError> {
        let size = self.size;
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(GeometryError::Size(size));
        }
        let at = |row: usize, column: usize| Cell::from_index(row * size + column);
        let mut houses: Vec<(HouseKind, Vec<Cell>)> = Vec::new();

        for row in 0..size {
            let cells = (0..size).map(|column| at(row, column)).collect();
            houses.push((HouseKind::Row, cells));
        }
        for column in 0..size {
            let cells = (0..size).map(|row| at(row, column)).collect();
            houses.push((HouseKind::Column, cells));
        }
        let regions = self.region_cells()?;
        let boxes = match &regions {
            Some(regions) => as_boxes(size, regions),
            None => self.boxes_that_fit()?,
        };
        // A box of a single row or column only repeats the row or column.
        let divides = |boxes: &BoxShape| boxes.rows > 1 && boxes.columns > 1;
        match (boxes, regions) {
            (Some(boxes), _) if divides(&boxes) => {
                let tiles = boxes.tiles(size, 0).into_iter();
                houses.extend(tiles.map(|cells| (HouseKind::Box, cells)));
            }
            (None, Some(regions)) => {
                let regions = regions.into_iter();
                houses.extend(regions.map(|cells| (HouseKind::Region, cells)));
            }
            _ => {}
        }
        let boxes = boxes.filter(divides);
        for variant in self.variants {
            let added = variant.houses(size, boxes).ok_or_else(|| {
                let found = assemble(size, boxes, houses.clone()).to_string();
                GeometryError::Variant(variant, found)
            })?;
            let added = added.into_iter();
            houses.extend(added.map(|cells| (variant.kind(), cells)));
        }
        for mut cells in self.extras {
            let n_cells = cells.len();
            cells.sort_unstable();
            cells.dedup();
            let on_board = cells.iter().all(|cell| cell.index() < size * size);
            if !(2..=size).contains(&n_cells) || cells.len() != n_cells || !on_board {
                return Err(GeometryError::Extra);
            }
            houses.push((HouseKind::Extra, cells));
        }
        if houses.len() > MOST_HOUSES {
            return Err(GeometryError::Houses(houses.len()));
        }
        Ok(assemble(size, boxes, houses))
    }

    /// The boxes asked for.
    fn boxes_that_fit(&self) -> Result<Option<BoxShape>, GeometryError> {
        match self.boxes {
            Some(boxes) if boxes.rows.checked_mul(boxes.columns) != Some(self.size) => {
                Err(GeometryError::Boxes(boxes, self.size))
            }
            boxes => Ok(boxes),
        }
    }

    /// The cells of each jigsaw region, in the order in which the map first names them.
    fn region_cells(&self) -> Result<Option<Vec<Vec<Cell>>>, GeometryError> {
        let Some(map) = &self.regions else {
            return Ok(None);
        };
        let expected = self.size * self.size;
        if map.len() != expected {
            let found = map.len();
            return Err(GeometryError::RegionCells { expected, found });
        }
        let mut regions: Vec<(usize, Vec<Cell>)> = Vec::new();
        for (index, &region) in map.iter().enumerate() {
            let cell = Cell::from_index(index);
            match regions.iter().position(|(name, _)| *name == region) {
                Some(known) => regions[known].1.push(cell),
                None if regions.len() == self.size => {
                    let expected = self.size;
                    return Err(GeometryError::RegionCount { expected });
                }
                None => regions.push((region, vec![cell])),
            }
        }
        for (region, cells) in &regions {
            if cells.len() != self.size {
                return Err(GeometryError::RegionSize {
                    region: *region,
                    expected: self.size,
                    found: cells.len(),
                });
            }
        }
        let cells = regions.into_iter().map(|(_, cells)| cells);
        Ok(Some(cells.collect()))
    }
}

/// A house has a number of 16 bits.
const MOST_HOUSES: usize = 1 << 16;

/// The boxes that these regions are after all, if they are; rows and columns count.
fn as_boxes(size: usize, regions: &[Vec<Cell>]) -> Option<BoxShape> {
    // The first region starts in the corner, so its first row has the width of a box.
    let first = regions.first()?;
    let columns = first.iter().filter(|cell| cell.index() < size).count();
    let boxes = BoxShape {
        rows: size / columns,
        columns,
    };
    let fits = size.is_multiple_of(columns);
    (fits && boxes.tiles(size, 0) == regions).then_some(boxes)
}

/// Recently built boards.
struct Made {
    boards: BTreeMap<GeometryBuilder, Geometry>,
    n_cells: usize,
}

impl Made {
    /// A few of the largest boards, or many small ones: some 50 MB.
    const MOST_CELLS: usize = 4 * MAX_SIZE * MAX_SIZE;
    const MOST_BOARDS: usize = 256;

    const fn new() -> Made {
        Made {
            boards: BTreeMap::new(),
            n_cells: 0,
        }
    }

    fn keep(&mut self, builder: GeometryBuilder, geometry: &Geometry) {
        self.n_cells += geometry.n_cells();
        if self.n_cells > Self::MOST_CELLS || self.boards.len() >= Self::MOST_BOARDS {
            self.boards.clear();
            self.n_cells = geometry.n_cells();
        }
        self.boards.insert(builder, geometry.clone());
    }
}

/// Builds the tables for look-up: the houses of each cell, and its peers.
fn assemble(size: usize, boxes: Option<BoxShape>, houses: Vec<(HouseKind, Vec<Cell>)>) -> Geometry {
    let mut homes: Vec<Vec<House>> = vec![Vec::new(); size * size];
    let mut kinds = Vec::with_capacity(houses.len());
    let mut cells_of = Lists::new();
    for (index, (kind, cells)) in houses.into_iter().enumerate() {
        for cell in &cells {
            homes[cell.index()].push(House(index as u16));
        }
        kinds.push(kind);
        cells_of.push(cells);
    }

    let mut houses_of = Lists::new();
    let mut peers = Lists::new();
    // The cell that last counted this one among its peers.
    let mut counted_by = vec![usize::MAX; size * size];
    for (index, homes) in homes.into_iter().enumerate() {
        counted_by[index] = index;
        let around = homes
            .iter()
            .flat_map(|home| cells_of.get(home.index()).iter().copied());
        peers.push(around.filter(|cell| {
            let counted = &mut counted_by[cell.index()];
            std::mem::replace(counted, index) != index
        }));
        houses_of.push(homes);
    }
    let plain = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
    Geometry(Arc::new(Shape {
        size,
        boxes,
        is_plain: kinds.iter().all(|kind| plain.contains(kind)),
        kinds,
        cells_of,
        houses_of,
        peers,
    }))
}

impl GeometryError {
    /// The expected thing and the one found instead, for errors that come down to that.
    pub(crate) fn expected_and_found(&self) -> Option<(String, String)> {
        Some(match self {
            GeometryError::Size(size) => (
                format!("a board size from 1 to {MAX_SIZE}"),
                size.to_string(),
            ),
            GeometryError::Boxes(boxes, size) => (
                format!("boxes of {size} cells for a board of {size}x{size}"),
                boxes.to_string(),
            ),
            GeometryError::RegionCells { expected, found } => (
                format!("a region for each of {expected} cells"),
                found.to_string(),
            ),
            GeometryError::RegionCount { expected } => {
                (format!("{expected} regions"), "more".to_owned())
            }
            GeometryError::Houses(found) => {
                (format!("at most {MOST_HOUSES} houses"), found.to_string())
            }
            GeometryError::RegionSize {
                region,
                expected,
                found,
            } => (
                format!("{expected} cells in region {region}"),
                found.to_string(),
            ),
            GeometryError::Variant(variant, board) => (
                format!("{} for {}", variant.needs(), variant.name()),
                board.clone(),
            ),
            GeometryError::NoVariant(name) => ("a variant".to_owned(), format!("'{name}'")),
            GeometryError::Cell(index) => {
                let n_cells = MAX_SIZE * MAX_SIZE;
                (format!("a cell below {n_cells}"), index.to_string())
            }
            GeometryError::Digit(value) => {
                (format!("a digit from 1 to {MAX_SIZE}"), value.to_string())
            }
            GeometryError::Extra => return None,
        })
    }
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected_and_found() {
            Some((expected, found)) => write!(f, "expected {expected}, found {found}"),
            None => {
                f.write_str("an extra house needs two or more different cells, at most one a digit")
            }
        }
    }
}

impl std::error::Error for GeometryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_stand_in_for_boxes() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let jigsaw = Geometry::builder(4).regions(map).build().unwrap();
        assert_eq!(jigsaw.to_string(), "4x4 jigsaw");
        let region = jigsaw.region_of(jigsaw.at(2, 2)).unwrap();
        assert_eq!(jigsaw.house_name(region), "region 1");
        assert!(!jigsaw.is_plain());
    }

    #[test]
    fn regions_that_are_boxes_are_boxes() {
        let boxes = |map: [usize; 16]| Geometry::builder(4).regions(map).build().unwrap();
        let square = boxes([7, 7, 2, 2, 7, 7, 2, 2, 3, 3, 9, 9, 3, 3, 9, 9]);
        assert_eq!(square, Geometry::of_size(4).unwrap());
        let rows = boxes([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
        assert_eq!(rows, Geometry::with_boxes(1, 4).unwrap());
        let columns = boxes([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
        assert_eq!(columns, rows);
    }

    #[test]
    fn boards_are_shared_and_not_kept_forever() {
        let x = || {
            Geometry::builder(9)
                .boxes(3, 3)
                .diagonals()
                .build()
                .unwrap()
        };
        assert!(Arc::ptr_eq(&x().0, &x().0));
        let mut made = Made::new();
        let large = Geometry::of_size(100).unwrap();
        for size in 1..=20 {
            made.keep(Geometry::builder(size), &large);
            assert!(made.boards.len() * large.n_cells() <= Made::MOST_CELLS);
        }
    }

    #[test]
    fn a_board_can_be_taken_apart_and_put_together_again() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let two = [0, 15].map(Cell::from_index);
        for builder in [
            Geometry::builder(4).regions(map).diagonals().house(two),
            Geometry::builder(9)
                .boxes(3, 3)
                .variant(Variant::find("windoku").unwrap()),
            Geometry::builder(5).diagonals(),
        ] {
            let board = builder.build().unwrap();
            assert_eq!(board.to_builder().build().unwrap(), board);
        }
    }

    #[test]
    fn region_maps_must_fit() {
        let short = Geometry::builder(4).regions([1, 2, 3]).build();
        let expected = GeometryError::RegionCells {
            expected: 16,
            found: 3,
        };
        assert_eq!(short, Err(expected));
        let uneven = Geometry::builder(2).regions([1, 1, 1, 2]).build();
        let expected = GeometryError::RegionSize {
            region: 1,
            expected: 2,
            found: 3,
        };
        assert_eq!(uneven, Err(expected));
    }

    #[test]
    fn small_extra_houses_are_not_exact() {
        let cells = [0, 5, 10].map(Cell::from_index);
        let board = Geometry::builder(4)
            .boxes(2, 2)
            .house(cells)
            .build()
            .unwrap();
        let extra = board.houses().last().unwrap();
        assert!(!board.is_exact(extra));
        assert_eq!(board.house_name(extra), "extra house 1");
        let twice = Geometry::builder(4).house([cells[0], cells[0]]).build();
        assert_eq!(twice, Err(GeometryError::Extra));
    }

    #[test]
    fn single_file_boxes_are_dropped() {
        let latin = Geometry::with_boxes(1, 5).unwrap();
        assert_eq!(latin.to_string(), "5x5 without boxes");
        assert_eq!(latin.houses().count(), 10);
    }
}

//! Boards of any other shape: jigsaw regions, diagonals, windows, extra houses.

use std::fmt;
use std::sync::Arc;

use super::{BoxShape, Cell, Geometry, House, HouseKind, Lists, MAX_SIZE, Shape};

/// Puts a [`Geometry`] together, house by house.
///
/// Rows and columns are always there; everything else is asked for.
///
/// ```
/// use ninefold::Geometry;
///
/// let x = Geometry::builder(9).boxes(3, 3).diagonals().build()?;
/// assert_eq!(x.to_string(), "9x9 in 3x3 boxes, with diagonals");
/// assert_eq!(x.peers(x.cell(5, 5)).len(), 32);
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct GeometryBuilder {
    size: usize,
    boxes: Option<BoxShape>,
    regions: Option<Vec<usize>>,
    diagonals: bool,
    windows: bool,
    extras: Vec<Vec<Cell>>,
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A region has as many cells as the board has digits.
    RegionSize {
        /// The region's number on the map.
        region: usize,
        /// How many cells it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// The windows of a windoku need square boxes of at least 3×3.
    Windows,
    /// An extra house has at least two different cells, and not more than there are digits.
    Extra,
}

impl GeometryBuilder {
    pub(super) fn new(size: usize) -> GeometryBuilder {
        GeometryBuilder {
            size,
            boxes: None,
            regions: None,
            diagonals: false,
            windows: false,
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

    /// Both diagonals: Sudoku X.
    pub fn diagonals(mut self) -> GeometryBuilder {
        self.diagonals = true;
        self
    }

    /// The inner squares of a windoku: four on 9×9, nine on 16×16.
    pub fn windows(mut self) -> GeometryBuilder {
        self.windows = true;
        self
    }

    /// One more set of cells that must all differ. With as many cells as digits it
    /// holds every digit; with fewer it only forbids repetition.
    pub fn house(mut self, cells: impl IntoIterator<Item = Cell>) -> GeometryBuilder {
        self.extras.push(cells.into_iter().collect());
        self
    }

    /// The board, or why there is none.
    pub fn build(self) -> Result<Geometry, GeometryError> {
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
        let boxes = self.plain_boxes()?;
        if let Some(BoxShape { rows, columns }) = boxes {
            for (top, left) in corners(0, size, rows, columns, 0) {
                let cells = rectangle(top, left, rows, columns, at);
                houses.push((HouseKind::Box, cells));
            }
        }
        for cells in self.region_cells()? {
            houses.push((HouseKind::Region, cells));
        }
        if self.diagonals {
            let falling = (0..size).map(|k| at(k, k)).collect();
            let rising = (0..size).map(|k| at(k, size - 1 - k)).collect();
            houses.push((HouseKind::Diagonal, falling));
            houses.push((HouseKind::Diagonal, rising));
        }
        if self.windows {
            let side = size.isqrt();
            if side < 3 || side * side != size {
                return Err(GeometryError::Windows);
            }
            for (top, left) in corners(1, size, side, side, 1) {
                houses.push((HouseKind::Window, rectangle(top, left, side, side, at)));
            }
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
        Ok(assemble(size, boxes, houses))
    }

    /// The boxes asked for, unless they would only repeat the rows or columns.
    fn plain_boxes(&self) -> Result<Option<BoxShape>, GeometryError> {
        let Some(boxes) = self.boxes else {
            return Ok(None);
        };
        if boxes.rows.checked_mul(boxes.columns) != Some(self.size) {
            return Err(GeometryError::Boxes(boxes, self.size));
        }
        Ok((boxes.rows > 1 && boxes.columns > 1).then_some(boxes))
    }

    /// The cells of each jigsaw region, in the order in which the map first names them.
    fn region_cells(&self) -> Result<Vec<Vec<Cell>>, GeometryError> {
        let Some(map) = &self.regions else {
            return Ok(Vec::new());
        };
        let expected = self.size * self.size;
        if map.len() != expected {
            let found = map.len();
            return Err(GeometryError::RegionCells { expected, found });
        }
        let mut regions: Vec<(usize, Vec<Cell>)> = Vec::new();
        for (index, &region) in map.iter().enumerate() {
            let cell = Cell::from_index(index);
            match regions.iter_mut().find(|(name, _)| *name == region) {
                Some((_, cells)) => cells.push(cell),
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
        Ok(regions.into_iter().map(|(_, cells)| cells).collect())
    }
}

/// The top left corners of rectangles laid out from `start` with a `gap` between them.
fn corners(
    start: usize,
    size: usize,
    rows: usize,
    columns: usize,
    gap: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let tops = (start..=size - rows).step_by(rows + gap);
    tops.flat_map(move |top| {
        let lefts = (start..=size - columns).step_by(columns + gap);
        lefts.map(move |left| (top, left))
    })
}

fn rectangle(
    top: usize,
    left: usize,
    rows: usize,
    columns: usize,
    at: impl Fn(usize, usize) -> Cell,
) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(rows * columns);
    for row in top..top + rows {
        cells.extend((left..left + columns).map(|column| at(row, column)));
    }
    cells
}

/// Draws up the tables that everyone reads: houses of a cell, peers of a cell.
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
    // Which cell last counted this one among its peers.
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

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeometryError::Size(size) => {
                write!(
                    f,
                    "expected a board size from 1 to {MAX_SIZE}, found {size}"
                )
            }
            GeometryError::Boxes(boxes, size) => write!(
                f,
                "expected boxes of {size} cells for a board of {size}x{size}, found {boxes}"
            ),
            GeometryError::RegionCells { expected, found } => write!(
                f,
                "expected a region for each of {expected} cells, found {found}"
            ),
            GeometryError::RegionSize {
                region,
                expected,
                found,
            } => write!(
                f,
                "expected {expected} cells in region {region}, found {found}"
            ),
            GeometryError::Windows => {
                f.write_str("windows need a board of square boxes, 9x9 or larger")
            }
            GeometryError::Extra => {
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
    fn windows_are_the_four_inner_squares() {
        let windoku = Geometry::builder(9).boxes(3, 3).windows().build().unwrap();
        let windows: Vec<House> = windoku
            .houses()
            .filter(|&house| windoku.kind(house) == HouseKind::Window)
            .collect();
        assert_eq!(windows.len(), 4);
        let last = windoku.cells_of(windows[3]);
        assert_eq!(windoku.name(last[0]), "r6c6");
        assert_eq!(windoku.name(last[8]), "r8c8");
        assert_eq!(windoku.house_name(windows[3]), "window 4");
        let large = Geometry::builder(16).boxes(4, 4).windows().build().unwrap();
        assert_eq!(large.houses().count(), 3 * 16 + 9);
    }

    #[test]
    fn regions_stand_in_for_boxes() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let jigsaw = Geometry::builder(4).regions(map).build().unwrap();
        assert_eq!(jigsaw.to_string(), "4x4 jigsaw");
        let region = jigsaw.region_of(jigsaw.cell(2, 2)).unwrap();
        assert_eq!(jigsaw.house_name(region), "region 1");
        assert!(!jigsaw.is_plain());
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

//! What divides a board: boxes, jigsaw regions, or nothing.
//!
//! ```text
//!  ┌─────┬─────┐      ┌───────────┬───┐      ┌───────────────┐
//!  │ . . │ . . │      │ .   .   . │ . │      │ .   .   .   . │
//!  │ . . │ . . │      ├───┐   ┌───┘   │      │ .   .   .   . │
//!  ├─────┼─────┤      │ . │ . │ .   . │      │ .   .   .   . │
//!  …  boxes           …  regions             …  nothing: a Latin square
//! ```

use std::sync::Arc;

use super::{BoxShape, Geometry, GeometryBuilder, House};

/// What divides a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Boxes of this shape.
    Boxes(BoxShape),
    /// Regions: for each cell in reading order, the number of its region.
    Regions(Arc<[usize]>),
    /// Nothing: a Latin square.
    NoBoxes,
}

impl From<BoxShape> for Layout {
    fn from(boxes: BoxShape) -> Layout {
        Layout::Boxes(boxes)
    }
}

impl Layout {
    /// The layout of a board.
    pub fn of(geometry: &Geometry) -> Layout {
        let regions = geometry.cells().map(|cell| geometry.region_of(cell));
        match (geometry.boxes(), regions.collect::<Option<Vec<House>>>()) {
            (Some(boxes), _) => Layout::Boxes(boxes),
            (None, Some(regions)) => {
                Layout::Regions(regions.into_iter().map(House::index).collect())
            }
            (None, None) => Layout::NoBoxes,
        }
    }

    /// The size of its boards, if it fits one size only.
    pub fn size(&self) -> Option<usize> {
        match self {
            Layout::Boxes(boxes) => boxes.rows.checked_mul(boxes.columns),
            Layout::Regions(map) => Some(map.len().isqrt()),
            Layout::NoBoxes => None,
        }
    }

    /// Starts a board of this size with this layout.
    pub(crate) fn builder(&self, size: usize) -> GeometryBuilder {
        let builder = Geometry::builder(size);
        match self {
            Layout::Boxes(boxes) => builder.boxes(boxes.rows, boxes.columns),
            Layout::Regions(map) => builder.regions(map.iter().copied()),
            Layout::NoBoxes => builder.no_boxes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_a_board_makes_that_board() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let jigsaw = Geometry::builder(4).regions(map).build().unwrap();
        for board in [jigsaw, Geometry::classic(), Geometry::of_size(7).unwrap()] {
            let again = Layout::of(&board).builder(board.size()).build();
            assert_eq!(again.unwrap(), board);
        }
    }
}

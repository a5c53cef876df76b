//! Boards, cells and digits as data, for serde: what a [`GeometryBuilder`] is asked for, and
//! checked by it on the way in.
//!
//! ```text
//!  {"size":9,"boxes":{"rows":3,"columns":3},"regions":null,"variants":["x"],"houses":[]}
//! ```

use serde::{Deserialize, Serialize};

use super::{
    BoxShape, Cell, Digit, Geometry, GeometryBuilder, GeometryError, House, HouseKind, Variant,
};

/// A board as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct GeometryData {
    size: usize,
    boxes: Option<BoxShape>,
    /// For each cell, the number of its jigsaw region.
    regions: Option<Vec<usize>>,
    variants: Vec<String>,
    /// The cells of each extra house.
    houses: Vec<Vec<Cell>>,
}

impl From<Geometry> for GeometryData {
    fn from(geometry: Geometry) -> GeometryData {
        let region = |cell| geometry.region_of(cell).map(House::index);
        let regions = || geometry.cells().map(region).collect();
        let houses = geometry.houses_of_kind(HouseKind::Extra);
        let names = geometry.variants().map(|variant| variant.name().to_owned());
        GeometryData {
            size: geometry.size(),
            boxes: geometry.boxes(),
            regions: geometry.boxes().is_none().then(regions).flatten(),
            variants: names.collect(),
            houses: houses
                .map(|house| geometry.cells_of(house).to_vec())
                .collect(),
        }
    }
}

impl TryFrom<GeometryData> for Geometry {
    type Error = GeometryError;

    fn try_from(data: GeometryData) -> Result<Geometry, GeometryError> {
        let mut builder = Geometry::builder(data.size);
        if let Some(BoxShape { rows, columns }) = data.boxes {
            builder = builder.boxes(rows, columns);
        } else if let Some(map) = data.regions {
            builder = builder.regions(map);
        }
        for name in data.variants {
            let variant = Variant::find(&name).ok_or(GeometryError::NoVariant(name))?;
            builder = builder.variant(variant);
        }
        data.houses
            .into_iter()
            .fold(builder, GeometryBuilder::house)
            .build()
    }
}

impl TryFrom<usize> for Cell {
    type Error = GeometryError;

    fn try_from(index: usize) -> Result<Cell, GeometryError> {
        Cell::new(index).ok_or(GeometryError::Cell(index))
    }
}

impl From<Cell> for usize {
    fn from(cell: Cell) -> usize {
        cell.index()
    }
}

impl TryFrom<usize> for Digit {
    type Error = GeometryError;

    fn try_from(value: usize) -> Result<Digit, GeometryError> {
        Digit::new(value).ok_or(GeometryError::Digit(value))
    }
}

impl From<Digit> for usize {
    fn from(digit: Digit) -> usize {
        digit.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_comes_back() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let two = [0, 15].map(Cell::from_index);
        for builder in [
            Geometry::builder(4).regions(map).diagonals().house(two),
            Geometry::builder(6).boxes(3, 2),
            Geometry::builder(5).diagonals(),
            Geometry::builder(7),
        ] {
            let board = builder.build().unwrap();
            let text = serde_json::to_string(&board).unwrap();
            let back: Geometry = serde_json::from_str(&text).unwrap();
            assert_eq!(back, board, "{text}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let error = |size: &str, variants: &str, houses: &str| {
            let text = format!(
                r#"{{"size":{size},"boxes":null,"regions":null,"variants":[{variants}],"houses":[{houses}]}}"#
            );
            let read: Result<Geometry, _> = serde_json::from_str(&text);
            read.unwrap_err().to_string()
        };
        assert!(error("122", "", "").contains("a board size from 1 to 121, found 122"));
        assert!(error("4", "\"zebra\"", "").contains("expected a variant, found 'zebra'"));
        assert!(error("4", "", "[99999]").contains("expected a cell below 14641, found 99999"));
        assert!(error("4", "", "[0,16]").contains("an extra house needs"));
        assert!(serde_json::from_str::<Digit>("0").is_err());
    }
}

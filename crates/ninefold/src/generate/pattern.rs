//! Where clues are to be, drawn as a mask or as a puzzle.
//!
//! ```text
//!  x.x .x. x.x      with an x or # anywhere, each of these is a clue, and any other
//!  .x. x.x .x.      character a blank; spaces, lines and frames do not count
//!  …
//!  53..7....6..     without one, a puzzle in any format: its clues
//! ```

use crate::format;
use crate::geometry::{Cell, Geometry};

/// The cells of the board that a text marks.
///
/// ```
/// use ninefold::Geometry;
/// use ninefold::generate::marked_cells;
///
/// let four = Geometry::of_size(4)?;
/// assert_eq!(marked_cells("x..x .xx. .xx. x..x", &four).unwrap().len(), 8);
/// assert_eq!(marked_cells("1..2 .... .... 4...", &four).unwrap().len(), 3);
/// let error = marked_cells("xx", &four).unwrap_err();
/// assert_eq!(error, "expected a mask of 16 cells, found 2");
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
pub fn marked_cells(text: &str, geometry: &Geometry) -> Result<Vec<Cell>, String> {
    let is_mark = |c: char| matches!(c, 'x' | 'X' | '#');
    if text.contains(is_mark) {
        let is_frame = |c: &char| c.is_whitespace() || "|+-=".contains(*c) || !c.is_ascii();
        let symbols: Vec<char> = text.chars().filter(|c| !is_frame(c)).collect();
        if symbols.len() != geometry.n_cells() {
            let (n, found) = (geometry.n_cells(), symbols.len());
            return Err(format!("expected a mask of {n} cells, found {found}"));
        }
        let marked = geometry.cells().zip(symbols);
        return Ok(marked
            .filter_map(|(cell, symbol)| is_mark(symbol).then_some(cell))
            .collect());
    }
    let puzzle = format::parse(text).map_err(|error| error.to_string())?;
    if puzzle.geometry().size() != geometry.size() {
        let (n, found) = (geometry.size(), puzzle.geometry().size());
        return Err(format!(
            "expected a pattern for {n}x{n}, found {found}x{found}"
        ));
    }
    let cells = geometry.cells();
    Ok(cells.filter(|&cell| puzzle.given(cell).is_some()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_do_not_count() {
        let four = Geometry::of_size(4).unwrap();
        let framed = "+--+--+\n|x.|.x|\n|..|..|\n+--+--+\n|..|..|\n|x.|.#|\n+--+--+\n";
        let names: Vec<String> = marked_cells(framed, &four)
            .unwrap()
            .into_iter()
            .map(|cell| four.name(cell))
            .collect();
        assert_eq!(names, ["r1c1", "r1c4", "r4c1", "r4c4"]);
        let wrong = marked_cells("12..", &Geometry::classic()).unwrap_err();
        assert!(wrong.starts_with("expected"), "{wrong}");
        assert_eq!(
            marked_cells("1...............", &Geometry::classic()).unwrap_err(),
            "expected a pattern for 9x9, found 4x4"
        );
    }
}

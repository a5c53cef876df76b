//! What the fuzz targets share.

use ninefold::{Digit, DigitSet, Geometry, Puzzle};

/// A puzzle of any kind: the first byte chooses a board by the rows and columns of its boxes, and
/// whether there are pencil marks. Each further byte is a cell, its given in the lower four bits,
/// and in the upper ones which of the first four digits its marks lack. No puzzle without bytes.
pub fn puzzle_from(bytes: &[u8], shapes: &[(usize, usize)]) -> Option<Puzzle> {
    let (&shape, cells) = bytes.split_first()?;
    let (rows, columns) = shapes[shape as usize % shapes.len()];
    let geometry = Geometry::with_boxes(rows, columns).expect("the shapes are sound");
    let size = geometry.size();
    let byte = |index: usize| cells.get(index).copied().unwrap_or(0) as usize;
    let givens: Vec<Option<Digit>> = (0..geometry.n_cells())
        .map(|index| Digit::new(byte(index) & 15).filter(|digit| digit.value() <= size))
        .collect();
    let puzzle = Puzzle::new(geometry, givens).expect("the givens fit the board");
    if shape < 128 {
        return Some(puzzle);
    }
    let marks: Vec<DigitSet> = (0..size * size)
        .map(|index| DigitSet::all(size) - DigitSet::from_bits(byte(index) as u128 >> 4))
        .collect();
    Some(puzzle.with_marks(marks).expect("every cell has marks"))
}

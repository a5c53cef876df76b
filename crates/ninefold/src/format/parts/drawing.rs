//! Writes a board as rows, in the styles of `grid` (see [`BoardDrawing`]), unless its frame could
//! not show what divides it.

use crate::format::parts::cells;
use crate::format::parts::frames;
use crate::format::parts::room::{Room, Shapes};
use crate::format::{Record, WriteError};
use crate::geometry::{Cell, Geometry, MAX_SIZE};
use crate::render::BoardDrawing;
use crate::symbols::Alphabet;

/// The board in a style: `plain`, `framed` or `box`.
pub(in crate::format) fn draw(record: &Record, style: &str) -> Result<String, WriteError> {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let room = Room {
        shapes: match style {
            "plain" => Shapes::Usual,
            _ => Shapes::Regions,
        },
        marks: false,
        size: MAX_SIZE,
    };
    room.holds(record)?;
    let size = geometry.size();
    if puzzle.n_givens() < geometry.n_cells() && style != "plain" {
        frame_shows(geometry)?;
    }
    let alphabet = match record.alphabet {
        Alphabet::Numbers if size > 9 => Alphabet::Numbers,
        _ => cells::faithful(record, '.'),
    };
    let texts = puzzle.givens().iter();
    let texts = texts.map(|&given| alphabet.line([given], '.'));
    let drawing = BoardDrawing::new(geometry, texts.collect());
    Ok(match style {
        "box" => drawing.draw(|_, text| text.to_owned()),
        "framed" => drawing.in_ascii(),
        _ => drawing.plain(),
    })
}

/// Refuses a board that its frame does not determine.
fn frame_shows(geometry: &Geometry) -> Result<(), WriteError> {
    let size = geometry.size();
    let usual = Geometry::of_size(size).is_ok_and(|usual| usual == *geometry);
    if !usual && geometry.region_of(Cell::from_index(0)).is_none() {
        let reason = format!("has no room for a {size}x{size} board without boxes");
        return Err(WriteError::new(reason));
    }
    let region = |index: usize| geometry.region_of(Cell::from_index(index));
    let pieces = frames::pieces(size, |a, b| region(a) != region(b));
    match pieces.iter().max() {
        Some(&last) if last >= size => Err(WriteError::new("has no room for regions in pieces")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn drawn(text: &str, style: &str) -> String {
        draw(&Record::new(text.parse().unwrap()), style).unwrap()
    }

    const FOUR: &str = "12.44.2121433412";

    #[test]
    fn boxes_are_framed() {
        let expected = "\
+-----+-----+
| 1 2 | . 4 |
| 4 . | 2 1 |
+-----+-----+
| 2 1 | 4 3 |
| 3 4 | 1 2 |
+-----+-----+";
        assert_eq!(drawn(FOUR, "framed"), expected);
        assert_eq!(drawn(FOUR, "plain"), "12.4\n4.21\n2143\n3412");
        let top = "┌─────┬─────┐\n│ 1 2 │ . 4 │";
        assert!(drawn(FOUR, "box").starts_with(top));
    }

    #[test]
    fn jigsaws_show_their_regions() {
        let map = [1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4];
        let jigsaw = Geometry::builder(4).regions(map).build().unwrap();
        let record = Record::new(Puzzle::empty(jigsaw));
        let expected = "\
┌───────────┬───┐
│ .   .   . │ . │
├───┐   ┌───┘   │
│ . │ . │ .   . │
│   └───┤   ┌───┤
│ .   . │ . │ . │
│   ┌───┴───┘   │
│ . │ .   .   . │
└───┴───────────┘";
        assert_eq!(draw(&record, "box").unwrap(), expected);
        assert!(draw(&record, "plain").is_err());
    }

    #[test]
    fn what_a_frame_cannot_show_is_refused() {
        let pieces = [1, 2, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 3, 4];
        let pieces = Geometry::builder(4).regions(pieces).build().unwrap();
        let latin = Geometry::with_boxes(1, 4).unwrap();
        for (board, reason) in [
            (pieces, "has no room for regions in pieces"),
            (latin, "has no room for a 4x4 board without boxes"),
        ] {
            let record = Record::new(Puzzle::empty(board));
            assert_eq!(draw(&record, "box").unwrap_err().reason, reason);
        }
    }

    #[test]
    fn numbers_are_aligned() {
        let record = Record::new(Puzzle::empty(Geometry::of_size(49).unwrap()));
        let mut record = record;
        record
            .puzzle
            .set(record.puzzle.geometry().at(1, 2), crate::Digit::new(49));
        let rows = draw(&record, "plain").unwrap();
        assert!(rows.starts_with(" . 49  .  ."));
    }

    #[test]
    fn boards_without_boxes_have_a_frame_alone() {
        let text = drawn(&".".repeat(25), "framed");
        assert_eq!(text.lines().count(), 7);
        assert!(text.starts_with("+-----------+\n| . . . . . |"));
    }
}

//! Draws a board as rows, with a wall wherever two neighbours belong to different boxes
//! or regions:
//!
//! ```text
//!  12.4     +-----+-----+     ┌─────┬─────┐     ┌───────┬───┐
//!  4.21     | 1 2 | . 4 |     │ 1 2 │ . 4 │     │ 1 2 3 │ 4 │
//!  2143     | 4 . | 2 1 |     │ 4 . │ 2 1 │     │   ┌───┘   │
//!  3412     +-----+-----+     ├─────┼─────┤     │ . │ 4   1 │
//!           …                 …                 …   (a jigsaw)
//! ```

use crate::format::parts::cells;
use crate::format::parts::frames;
use crate::format::parts::room::{Room, Shapes};
use crate::format::{Record, WriteError};
use crate::geometry::{Cell, Geometry, House, MAX_SIZE};
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
    let picture = Picture::new(geometry, texts.collect());
    let as_it_is = |_: Cell, text: &str| text.to_owned();
    Ok(match style {
        "box" => picture.framed(box_joint, as_it_is),
        "framed" => picture.framed(plain_joint, as_it_is),
        _ => picture.plain(),
    })
}

/// Refuses a board that nobody could tell from its frame.
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

/// A board to be drawn, with what stands in its cells.
///
/// ```
/// use ninefold::format::Picture;
/// use ninefold::Geometry;
///
/// let four = Geometry::of_size(4)?;
/// let texts = (0..16).map(|index| (index % 4 + 1).to_string());
/// let picture = Picture::new(&four, texts.collect());
/// let drawn = picture.draw(|_, text| text.to_owned());
/// assert!(drawn.starts_with("┌─────┬─────┐\n│ 1 2 │ 3 4 │\n"));
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
#[derive(Debug)]
pub struct Picture<'a> {
    geometry: &'a Geometry,
    texts: Vec<String>,
    /// How wide the cells of each column are.
    widths: Vec<usize>,
    /// What stands behind each cell.
    gap: &'static str,
    /// Where there is a wall in any row, and so room for one in all of them.
    columns: Vec<bool>,
}

/// How many characters the longest of the texts has.
fn widest<'t>(texts: impl Iterator<Item = &'t String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(1)
}

/// Which of the four walls at a corner are there: up, down, left, right.
type Joint = [bool; 4];

fn plain_joint(joint: Joint) -> char {
    match joint {
        [false, false, false, false] => ' ',
        [_, _, false, false] => '|',
        [false, false, _, _] => '-',
        _ => '+',
    }
}

fn box_joint([up, down, left, right]: Joint) -> char {
    const JOINTS: [char; 16] = [
        ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
    ];
    let index = [up, down, left, right]
        .iter()
        .rev()
        .fold(0, |index, &wall| index * 2 + usize::from(wall));
    JOINTS[index]
}

impl<'a> Picture<'a> {
    /// A board with these texts in its cells, in reading order.
    ///
    /// # Panics
    ///
    /// If there is not one text per cell.
    pub fn new(geometry: &'a Geometry, texts: Vec<String>) -> Picture<'a> {
        assert_eq!(texts.len(), geometry.n_cells(), "one text per cell");
        let mut picture = Picture {
            geometry,
            widths: vec![widest(texts.iter()); geometry.size()],
            texts,
            gap: " ",
            columns: Vec::new(),
        };
        let size = geometry.size();
        let is_walled = |column| (0..size).any(|row| picture.wall_left(row, column));
        picture.columns = (0..=size).map(is_walled).collect();
        picture
    }

    /// The same without a space between the cells, if each is a single character.
    #[must_use]
    pub fn compact(mut self) -> Picture<'a> {
        if self.widths.iter().all(|&width| width == 1) {
            self.gap = "";
        }
        self
    }

    /// The same with columns as narrow as their texts allow.
    #[must_use]
    pub fn tight(mut self) -> Picture<'a> {
        let size = self.size();
        let column = |column: usize| self.texts.iter().skip(column).step_by(size);
        self.widths = (0..size).map(|index| widest(column(index))).collect();
        self
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        let gap = self.gap.len();
        let walls = self.columns.iter().filter(|&&walled| walled).count();
        let cells: usize = self.widths.iter().map(|width| width + gap).sum();
        cells + walls * (1 + gap) - gap
    }

    /// The picture, in box-drawing characters. `paint` is given each cell with its text,
    /// padded, and with the space behind it.
    pub fn draw(&self, paint: impl Fn(Cell, &str) -> String) -> String {
        self.framed(box_joint, paint)
    }

    fn size(&self) -> usize {
        self.geometry.size()
    }

    /// The box or region at this row and column, from zero.
    fn region(&self, row: usize, column: usize) -> Option<House> {
        let cell = self.geometry.at(row + 1, column + 1);
        self.geometry.region_of(cell)
    }

    /// Whether there is a wall left of this cell; the column after the last has one too.
    fn wall_left(&self, row: usize, column: usize) -> bool {
        let inside = (1..self.size()).contains(&column);
        !inside || self.region(row, column - 1) != self.region(row, column)
    }

    /// Whether there is a wall above this cell; the row after the last has one too.
    fn wall_above(&self, row: usize, column: usize) -> bool {
        let inside = (1..self.size()).contains(&row);
        !inside || self.region(row - 1, column) != self.region(row, column)
    }

    fn plain(&self) -> String {
        let is_wide = self.widths.iter().any(|&width| width > 1);
        let space = if is_wide { " " } else { "" };
        let row = |row: &[String]| {
            let cells = row.iter().zip(&self.widths);
            let cells = cells.map(|(text, &width)| format!("{text:>width$}"));
            cells.collect::<Vec<_>>().join(space)
        };
        self.texts
            .chunks(self.size())
            .map(row)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Rows and rules, with `joint` for the lines.
    fn framed(
        &self,
        joint: impl Fn(Joint) -> char,
        paint: impl Fn(Cell, &str) -> String,
    ) -> String {
        let size = self.size();
        let vertical = |row, column| match self.wall_left(row, column) {
            true => joint([true, true, false, false]),
            false => ' ',
        };
        let mut lines = Vec::new();
        for row in 0..=size {
            if (0..size).any(|column| self.wall_above(row, column)) {
                lines.push(self.rule(row, &joint));
            }
            if row == size {
                break;
            }
            let mut line = String::new();
            for (column, &walled) in self.columns[..size].iter().enumerate() {
                if walled {
                    line.push(vertical(row, column));
                    line += self.gap;
                }
                let cell = self.geometry.at(row + 1, column + 1);
                let text = &self.texts[cell.index()];
                let text = format!("{text:>width$}{}", self.gap, width = self.widths[column]);
                line += &paint(cell, &text);
            }
            line.push(vertical(row, size));
            lines.push(line);
        }
        lines.join("\n")
    }

    /// The rule above `row`.
    fn rule(&self, row: usize, joint: &impl Fn(Joint) -> char) -> String {
        let size = self.size();
        let corner = |column: usize| {
            joint([
                row > 0 && self.wall_left(row - 1, column),
                row < size && self.wall_left(row, column),
                column > 0 && self.wall_above(row, column - 1),
                column < size && self.wall_above(row, column),
            ])
        };
        let mut line = String::new();
        for (column, &walled) in self.columns[..size].iter().enumerate() {
            let wall = self.wall_above(row, column);
            let dash = joint([false, false, wall, wall]);
            if walled {
                line.push(corner(column));
                line.extend(std::iter::repeat_n(dash, self.gap.len()));
            }
            line.extend(std::iter::repeat_n(dash, self.widths[column]));
            // The space behind a cell belongs to it at a wall, else to both cells.
            let next = column + 1 < size && !self.columns[column + 1];
            let both = wall || next && self.wall_above(row, column + 1);
            let dash = joint([false, false, both, both]);
            line.extend(std::iter::repeat_n(dash, self.gap.len()));
        }
        line.push(corner(size));
        line
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
    fn tight_columns_are_as_wide_as_their_texts() {
        let four = Geometry::of_size(4).unwrap();
        let texts = ["1", "23", "4", "5"].repeat(4);
        let texts = texts.into_iter().map(str::to_owned).collect();
        let picture = Picture::new(&four, texts).tight();
        let drawn = picture.draw(|_, text| text.to_owned());
        assert!(
            drawn.starts_with("┌──────┬─────┐\n│ 1 23 │ 4 5 │\n"),
            "{drawn}"
        );
        assert_eq!(picture.width(), 14);
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
    fn compact_pictures_have_no_spaces() {
        let four = Geometry::of_size(4).unwrap();
        let picture = Picture::new(&four, vec!["1".to_owned(); 16]).compact();
        let drawn = picture.draw(|_, text| text.to_owned());
        assert!(
            drawn.starts_with("┌──┬──┐\n│11│11│\n│11│11│\n├──┼──┤\n"),
            "{drawn}"
        );
        assert_eq!(picture.width(), 7);
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

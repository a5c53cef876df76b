//! Draws a board as text, with a wall wherever two neighbours belong to different boxes
//! or regions:
//!
//! ```text
//!  +-----+-----+     ┌─────┬─────┐     ┌───────┬───┐
//!  | 1 2 | . 4 |     │ 1 2 │ . 4 │     │ 1 2 3 │ 4 │
//!  | 4 . | 2 1 |     │ 4 . │ 2 1 │     │   ┌───┘   │
//!  +-----+-----+     ├─────┼─────┤     │ . │ 4   1 │
//!  …                 …                 …   (a jigsaw)
//! ```

use crate::geometry::{Cell, Geometry, House};

/// A board to be drawn, with what stands in its cells.
///
/// ```
/// use ninefold::render::BoardDrawing;
/// use ninefold::Geometry;
///
/// let four = Geometry::of_size(4)?;
/// let texts = (0..16).map(|index| (index % 4 + 1).to_string());
/// let drawing = BoardDrawing::new(&four, texts.collect());
/// let drawn = drawing.draw(|_, text| text.to_owned());
/// assert!(drawn.starts_with("┌─────┬─────┐\n│ 1 2 │ 3 4 │\n"));
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
#[derive(Debug)]
pub struct BoardDrawing<'a> {
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

impl<'a> BoardDrawing<'a> {
    /// A board with these texts in its cells, in reading order.
    ///
    /// # Panics
    ///
    /// If there is not one text per cell.
    pub fn new(geometry: &'a Geometry, texts: Vec<String>) -> BoardDrawing<'a> {
        assert_eq!(texts.len(), geometry.n_cells(), "one text per cell");
        let mut drawing = BoardDrawing {
            geometry,
            widths: vec![widest(texts.iter()); geometry.size()],
            texts,
            gap: " ",
            columns: Vec::new(),
        };
        let size = geometry.size();
        let is_walled = |column| (0..size).any(|row| drawing.wall_left(row, column));
        drawing.columns = (0..=size).map(is_walled).collect();
        drawing
    }

    /// The same without a space between the cells, if each is a single character.
    #[must_use]
    pub fn compact(mut self) -> BoardDrawing<'a> {
        if self.widths.iter().all(|&width| width == 1) {
            self.gap = "";
        }
        self
    }

    /// The same with columns as narrow as their texts allow.
    #[must_use]
    pub fn tight(mut self) -> BoardDrawing<'a> {
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

    /// The drawing, in box-drawing characters. `paint` is given each cell with its text,
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

    /// The rows alone, without a frame.
    pub(crate) fn plain(&self) -> String {
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

    /// Rows and rules in a frame of `+`, `-` and `|`.
    pub(crate) fn in_ascii(&self) -> String {
        self.framed(plain_joint, |_, text| text.to_owned())
    }

    /// Rows and rules, with `joint` for the lines.
    fn framed(
        &self,
        joint: impl Fn(Joint) -> char,
        paint: impl Fn(Cell, &str) -> String,
    ) -> String {
        let size = self.size();
        let vertical = |row, column| {
            if self.wall_left(row, column) {
                joint([true, true, false, false])
            } else {
                ' '
            }
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

    #[test]
    fn tight_columns_are_as_wide_as_their_texts() {
        let four = Geometry::of_size(4).unwrap();
        let texts = ["1", "23", "4", "5"].repeat(4);
        let texts = texts.into_iter().map(str::to_owned).collect();
        let drawing = BoardDrawing::new(&four, texts).tight();
        let drawn = drawing.draw(|_, text| text.to_owned());
        assert!(
            drawn.starts_with("┌──────┬─────┐\n│ 1 23 │ 4 5 │\n"),
            "{drawn}"
        );
        assert_eq!(drawing.width(), 14);
    }

    #[test]
    fn compact_drawings_have_no_spaces() {
        let four = Geometry::of_size(4).unwrap();
        let drawing = BoardDrawing::new(&four, vec!["1".to_owned(); 16]).compact();
        let drawn = drawing.draw(|_, text| text.to_owned());
        assert!(
            drawn.starts_with("┌──┬──┐\n│11│11│\n│11│11│\n├──┼──┤\n"),
            "{drawn}"
        );
        assert_eq!(drawing.width(), 7);
    }
}

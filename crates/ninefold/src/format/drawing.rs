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

use super::room::{Room, Shapes};
use super::{Record, WriteError, cells};
use crate::geometry::{Geometry, House, MAX_SIZE};
use crate::symbols::Alphabet;

/// The board in a style: `plain`, `framed` or `box`.
pub(super) fn draw(record: &Record, style: &str) -> Result<String, WriteError> {
    let puzzle = &record.puzzle;
    let room = Room {
        // A frame shows every shape, though only boxes are read back from it.
        shapes: match style {
            "plain" => Shapes::Usual,
            _ => Shapes::Regions,
        },
        marks: false,
        size: MAX_SIZE,
    };
    room.holds(record)?;
    let size = puzzle.geometry().size();
    let alphabet = match record.alphabet {
        Alphabet::Numbers if size > 9 => Alphabet::Numbers,
        _ => cells::faithful(record, '.'),
    };
    let texts: Vec<String> = puzzle
        .givens()
        .iter()
        .map(|&given| alphabet.line([given], '.'))
        .collect();
    let drawing = Drawing {
        geometry: puzzle.geometry(),
        width: texts.iter().map(String::len).max().unwrap_or(1),
        texts,
    };
    Ok(match style {
        "box" => drawing.framed(box_joint),
        "framed" => drawing.framed(plain_joint),
        _ => drawing.plain(),
    })
}

struct Drawing<'a> {
    geometry: &'a Geometry,
    texts: Vec<String>,
    width: usize,
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

impl Drawing<'_> {
    fn size(&self) -> usize {
        self.geometry.size()
    }

    /// The box or region at this row and column, from zero.
    fn region(&self, row: usize, column: usize) -> Option<House> {
        let cell = self.geometry.cell(row + 1, column + 1);
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
        let space = if self.width > 1 { " " } else { "" };
        let row = |row: &[String]| {
            let cells = row
                .iter()
                .map(|text| format!("{text:>width$}", width = self.width));
            cells.collect::<Vec<_>>().join(space)
        };
        self.texts
            .chunks(self.size())
            .map(row)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Rows and rules, with `joint` for the lines.
    fn framed(&self, joint: impl Fn(Joint) -> char) -> String {
        let size = self.size();
        // Columns and rows of walls are only drawn where there is a wall at all.
        let columns: Vec<bool> = (0..=size)
            .map(|column| (0..size).any(|row| self.wall_left(row, column)))
            .collect();
        let vertical = |row, column| match self.wall_left(row, column) {
            true => joint([true, true, false, false]),
            false => ' ',
        };
        let mut lines = Vec::new();
        for row in 0..=size {
            if (0..size).any(|column| self.wall_above(row, column)) {
                lines.push(self.rule(row, &columns, &joint));
            }
            if row == size {
                break;
            }
            let mut line = String::new();
            for (column, &walled) in columns[..size].iter().enumerate() {
                if walled {
                    line.extend([vertical(row, column), ' ']);
                }
                let text = &self.texts[row * size + column];
                line += &format!("{text:>width$} ", width = self.width);
            }
            line.push(vertical(row, size));
            lines.push(line);
        }
        lines.join("\n")
    }

    /// The rule above `row`.
    fn rule(&self, row: usize, columns: &[bool], joint: &impl Fn(Joint) -> char) -> String {
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
        for (column, &walled) in columns[..size].iter().enumerate() {
            let wall = self.wall_above(row, column);
            let dash = joint([false, false, wall, wall]);
            if walled {
                line.extend([corner(column), dash]);
            }
            line.extend(std::iter::repeat_n(dash, self.width));
            // The space behind a cell belongs to it at a wall, else to both cells.
            let next = column + 1 < size && !columns[column + 1];
            let both = wall || next && self.wall_above(row, column + 1);
            line.push(joint([false, false, both, both]));
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
    fn numbers_are_aligned() {
        let record = Record::new(Puzzle::empty(Geometry::of_size(49).unwrap()));
        let mut record = record;
        record
            .puzzle
            .set(record.puzzle.geometry().cell(1, 2), crate::Digit::new(49));
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

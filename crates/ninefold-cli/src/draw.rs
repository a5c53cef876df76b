//! A grid drawn with lines, for people.
//!
//! ```text
//! ┌───────┬───────┬───────┐
//! │ 5 3 4 │ 6 7 8 │ 9 1 2 │      a line stands where two regions meet,
//! │ 6 7 2 │ 1 9 5 │ 3 4 8 │      so jigsaws are drawn by the same rule
//! ```

use anstyle::Style;
use ninefold::{Alphabet, Cell, Digit, Geometry, House};

use crate::output::paint;

/// Draws a board; `show` says what stands in a cell, and in which style.
pub(crate) fn draw(
    geometry: &Geometry,
    alphabet: Alphabet,
    color: bool,
    show: impl Fn(Cell) -> (Option<Digit>, Style),
) -> String {
    let walls = Walls::new(geometry);
    let size = geometry.size();
    let digit_width = digit_width(size, alphabet);
    let mut out = String::new();
    for row in 0..=size {
        if walls.is_drawn_above(row) {
            out += walls.rule(row, digit_width + 1).trim_end();
            out.push('\n');
        }
        if row == size {
            break;
        }
        for column in 0..=size {
            if walls.is_drawn_left_of(column) {
                let wall = walls.left_of(row, column);
                out += if wall { "│ " } else { "  " };
            }
            if column < size {
                let (digit, style) = show(geometry.cell(row + 1, column + 1));
                let mut symbol = String::new();
                match digit {
                    Some(digit) => alphabet.write(digit, &mut symbol),
                    None => symbol.push('.'),
                }
                out += &" ".repeat(digit_width.saturating_sub(symbol.len()));
                out += &paint(color, style, &symbol);
                out.push(' ');
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// Draws a board with several marks to a cell, each in its style, and `between` them.
pub(crate) fn marks(
    geometry: &Geometry,
    cells: &[Vec<(String, Style)>],
    between: &str,
    color: bool,
) -> String {
    let walls = Walls::new(geometry);
    let size = geometry.size();
    let width = |marks: &[(String, Style)]| {
        let letters = marks.iter().map(|(text, _)| text.chars().count());
        letters.sum::<usize>() + between.len() * marks.len().saturating_sub(1)
    };
    let cell_width = cells
        .iter()
        .map(|marks| width(marks))
        .max()
        .unwrap_or(0)
        .max(1);
    let mut out = String::new();
    for row in 0..=size {
        if walls.is_drawn_above(row) {
            out += walls.rule(row, cell_width + 1).trim_end();
            out.push('\n');
        }
        if row == size {
            break;
        }
        for column in 0..=size {
            if walls.is_drawn_left_of(column) {
                out += if walls.left_of(row, column) {
                    "│ "
                } else {
                    "  "
                };
            }
            if column < size {
                let marks = &cells[row * size + column];
                let painted: Vec<String> = marks
                    .iter()
                    .map(|(text, style)| paint(color, *style, text))
                    .collect();
                out += &painted.join(between);
                out += &" ".repeat(cell_width - width(marks) + 1);
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// How many columns the drawing takes.
pub(crate) fn width(geometry: &Geometry, alphabet: Alphabet) -> usize {
    let size = geometry.size();
    let walls = Walls::new(geometry);
    let lines = (0..=size)
        .filter(|&column| walls.is_drawn_left_of(column))
        .count();
    size * (digit_width(size, alphabet) + 1) + 2 * lines - 1
}

fn digit_width(size: usize, alphabet: Alphabet) -> usize {
    match alphabet {
        Alphabet::Numbers => size.to_string().len(),
        _ => 1,
    }
}

/// Where two regions meet, and around the board.
struct Walls {
    size: usize,
    regions: Vec<Option<House>>,
}

impl Walls {
    fn new(geometry: &Geometry) -> Walls {
        Walls {
            size: geometry.size(),
            regions: geometry
                .cells()
                .map(|cell| geometry.region_of(cell))
                .collect(),
        }
    }

    /// Whether two neighbours, given by row and column from zero, are kept apart; off
    /// the board nothing is kept apart from nothing.
    fn apart(&self, a: Option<(usize, usize)>, b: Option<(usize, usize)>) -> bool {
        let on_board = |place: &(usize, usize)| place.0 < self.size && place.1 < self.size;
        let region = |(row, column)| self.regions[row * self.size + column];
        let a = a.filter(on_board).map(region);
        let b = b.filter(on_board).map(region);
        a != b
    }

    fn left_of(&self, row: usize, column: usize) -> bool {
        let left = column.checked_sub(1).map(|column| (row, column));
        self.apart(left, Some((row, column)))
    }

    fn above(&self, row: usize, column: usize) -> bool {
        let above = row.checked_sub(1).map(|row| (row, column));
        self.apart(above, Some((row, column)))
    }

    fn is_drawn_left_of(&self, column: usize) -> bool {
        (0..self.size).any(|row| self.left_of(row, column))
    }

    fn is_drawn_above(&self, row: usize) -> bool {
        (0..self.size).any(|column| self.above(row, column))
    }

    /// The line above a row; each cell is `cell_width` wide.
    fn rule(&self, row: usize, cell_width: usize) -> String {
        let mut out = String::new();
        for column in 0..=self.size {
            let right = self.above(row, column);
            let fill = if right { "─" } else { " " };
            if self.is_drawn_left_of(column) {
                let up = row > 0 && self.left_of(row - 1, column);
                let down = self.left_of(row, column);
                let left = column > 0 && self.above(row, column - 1);
                out.push(corner(up, down, left, right));
                out += if column < self.size { fill } else { "" };
            }
            if column < self.size {
                out += &fill.repeat(cell_width);
            }
        }
        out
    }
}

/// The sign where lines meet.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    const SIGNS: [char; 16] = [
        ' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼',
    ];
    let bit = |is_there: bool, value: usize| if is_there { value } else { 0 };
    SIGNS[bit(up, 8) | bit(down, 4) | bit(left, 2) | bit(right, 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(geometry: &Geometry, alphabet: Alphabet) -> String {
        let size = geometry.size();
        draw(geometry, alphabet, false, |cell| {
            (Some(Digit::from_index(cell.index() % size)), Style::new())
        })
    }

    #[test]
    fn boxes_are_framed() {
        let expected = "\
┌─────┬─────┐
│ 1 2 │ 3 4 │
│ 1 2 │ 3 4 │
├─────┼─────┤
│ 1 2 │ 3 4 │
│ 1 2 │ 3 4 │
└─────┴─────┘
";
        let four = Geometry::of_size(4).unwrap();
        assert_eq!(drawn(&four, Alphabet::OneBased), expected);
        assert_eq!(width(&four, Alphabet::OneBased), 13);
    }

    #[test]
    fn a_board_without_boxes_has_a_frame_only() {
        let three = Geometry::of_size(3).unwrap();
        let expected = "┌───────┐\n│ 1 2 3 │\n│ 1 2 3 │\n│ 1 2 3 │\n└───────┘\n";
        assert_eq!(drawn(&three, Alphabet::OneBased), expected);
    }

    #[test]
    fn numbers_line_up() {
        let ten = Geometry::of_size(10).unwrap();
        let text = drawn(&ten, Alphabet::Numbers);
        let wide = width(&ten, Alphabet::Numbers);
        assert!(
            text.lines().all(|line| line.chars().count() == wide),
            "{text}"
        );
        assert!(text.contains("│  6  7  8  9 10 │"), "{text}");
    }
}

//! Boards drawn with lines.
//!
//! ```text
//! ┌───────┬───────┬───────┐
//! │ 5'3 4 │ 6 7 8 │ 9 1 2'│      cells of diagonals, windows and the like are shaded,
//! │ 6 7'2 │ 1 9 5 │ 3 4'8 │      or marked where there are no colours
//! ```

use anstyle::{Ansi256Color, Color, Style};
use ninefold::render::BoardDrawing;
use ninefold::{Alphabet, Cell, Digit, Geometry};

use super::{Look, paint};

/// Behind the cells of extra houses: a grey that suits dark and bright terminals alike.
const SHADE: Option<Color> = Some(Color::Ansi256(Ansi256Color(244)));

/// In the space behind a cell of an extra house, where there are no colours.
const MARK: char = '\'';

/// Draws a board; `show` returns the digit of a cell and its style. Where the board is too
/// wide for the terminal, it is drawn without the spaces.
pub(crate) fn draw(
    geometry: &Geometry,
    alphabet: Alphabet,
    look: Look,
    show: impl Fn(Cell) -> (Option<Digit>, Style),
) -> String {
    let texts = geometry
        .cells()
        .map(|cell| alphabet.line([show(cell).0], '.'));
    let mut picture = BoardDrawing::new(geometry, texts.collect());
    if picture.width() > look.width {
        picture = picture.compact();
    }
    let mut in_extra_house = vec![false; geometry.n_cells()];
    for house in geometry.extra_houses() {
        let cells = geometry.cells_of(house).iter();
        cells.for_each(|cell| in_extra_house[cell.index()] = true);
    }
    // If every cell is in an extra house, there is nothing to mark.
    let is_extra = |cell: Cell| in_extra_house[cell.index()] && in_extra_house.contains(&false);
    let mut drawn = picture.draw(|cell, text| {
        let (_, style) = show(cell);
        match (is_extra(cell), look.color) {
            (false, _) => {
                let body = text.trim_end();
                let gap = &text[body.len()..];
                paint(look.color, style, body) + gap
            }
            (true, true) => paint(true, style.bg_color(SHADE), text),
            (true, false) => match text.strip_suffix(' ') {
                Some(text) => format!("{text}{MARK}"),
                None => text.to_owned(),
            },
        }
    });
    if let Some(extras) = geometry.extras_in_words() {
        drawn += &format!("\nwith {extras}");
    }
    drawn.push('\n');
    drawn
}

/// A board that was drawn, and how many columns it takes.
pub(crate) struct Drawn {
    text: String,
    width: usize,
}

impl Drawn {
    /// The drawing, if it fits into `columns`.
    pub(crate) fn within(self, columns: usize) -> Option<String> {
        (self.width <= columns).then_some(self.text)
    }
}

/// Draws a board with several marks to a cell, each in its style, and `between` them; in
/// columns of one width, or as narrow as they can be.
pub(crate) fn marks(
    geometry: &Geometry,
    cells: &[Vec<(String, Style)>],
    between: &str,
    is_tight: bool,
    color: bool,
) -> Drawn {
    let plain = |marks: &Vec<(String, Style)>| {
        let texts: Vec<&str> = marks.iter().map(|(text, _)| text.as_str()).collect();
        texts.join(between)
    };
    let mut picture = BoardDrawing::new(geometry, cells.iter().map(plain).collect());
    if is_tight {
        picture = picture.tight();
    }
    let mut drawn = picture.draw(|cell, text| {
        let marks = cells[cell.index()].iter();
        let painted: Vec<String> = marks
            .map(|(text, style)| paint(color, *style, text))
            .collect();
        let before = text.len() - text.trim_start().len();
        let after = text.len() - text.trim_end().len();
        let (before, after) = (" ".repeat(before), " ".repeat(after));
        format!("{before}{}{after}", painted.join(between))
    });
    drawn.push('\n');
    Drawn {
        text: drawn,
        width: picture.width(),
    }
}

/// How many columns the drawing takes at least.
pub(crate) fn width(geometry: &Geometry, alphabet: Alphabet) -> usize {
    let last = geometry.digits().next_back();
    let widest = alphabet.line([last], '.');
    let texts = vec![widest; geometry.n_cells()];
    BoardDrawing::new(geometry, texts).compact().width()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Symbols;

    const LOOK: Look = Look {
        terminal: true,
        width: 80,
        room: Some(80),
        color: false,
        talk_color: false,
        quiet: false,
        verbose: false,
        symbols: Symbols::Auto,
    };

    fn drawn(geometry: &Geometry, alphabet: Alphabet, look: Look) -> String {
        let size = geometry.size();
        draw(geometry, alphabet, look, |cell| {
            (Digit::new(cell.index() % size + 1), Style::new())
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
        assert_eq!(drawn(&four, Alphabet::OneBased, LOOK), expected);
        assert_eq!(width(&four, Alphabet::OneBased), 7);
    }

    #[test]
    fn a_board_without_boxes_has_a_frame_only() {
        let three = Geometry::of_size(3).unwrap();
        let expected = "┌───────┐\n│ 1 2 3 │\n│ 1 2 3 │\n│ 1 2 3 │\n└───────┘\n";
        assert_eq!(drawn(&three, Alphabet::OneBased, LOOK), expected);
    }

    #[test]
    fn diagonals_are_marked_or_shaded() {
        let x = Geometry::builder(4).boxes(2, 2).diagonals();
        let x = x.build().unwrap();
        let expected = "\
┌─────┬─────┐
│ 1'2 │ 3 4'│
│ 1 2'│ 3'4 │
├─────┼─────┤
│ 1 2'│ 3'4 │
│ 1'2 │ 3 4'│
└─────┴─────┘
with diagonals
";
        assert_eq!(drawn(&x, Alphabet::OneBased, LOOK), expected);
        let color = Look {
            color: true,
            ..LOOK
        };
        let shaded = drawn(&x, Alphabet::OneBased, color);
        assert_eq!(shaded.matches("\u{1b}[48;5;244m").count(), 8, "{shaded}");
        assert!(!shaded.contains(MARK));
    }

    #[test]
    fn numbers_line_up() {
        let ten = Geometry::of_size(10).unwrap();
        let text = drawn(&ten, Alphabet::Numbers, LOOK);
        let wide = width(&ten, Alphabet::Numbers);
        assert!(
            text.lines().all(|line| line.chars().count() == wide),
            "{text}"
        );
        assert!(text.contains("│  6  7  8  9 10 │"), "{text}");
    }

    #[test]
    fn what_is_too_wide_loses_its_spaces() {
        let large = Geometry::of_size(36).unwrap();
        let text = drawn(&large, Alphabet::ZeroBased, LOOK);
        assert!(text.starts_with("┌──────┬"), "{text}");
        assert!(text.contains("│012345│6789AB│"), "{text}");
    }
}

//! The numerals of a picture: one pen stroke each, on 16 × 24 units.
//!
//! No font is used on the board, so that it looks the same on every screen and in print. The
//! weight is the width of the stroke: 2.9 for a given, 2.15 for the player's pen. The page draws
//! the same strokes (`web/src/board/numerals.ts`), and a test holds the two together.

use std::fmt::Write;

/// The stroke of each figure and letter, as an SVG path.
const STROKES: &[(char, &str)] = &[
    (
        '0',
        "M8 1C3.8 1 1.4 5.4 1.4 12S3.8 23 8 23 14.6 18.6 14.6 12 12.2 1 8 1ZM8 11.9V12.1",
    ),
    ('1', "M4 5.4 9.6 1V23"),
    (
        '2',
        "M1.5 7.4C1.5 3.5 4.2 1 8 1s6.5 2.4 6.5 6c0 2.9-1.7 4.9-4.3 7.4L1.3 23H15",
    ),
    (
        '3',
        "M1.9 1H13.7L7 9.5C11.8 9.2 15 12 15 16.1 15 20.2 12 23 7.8 23 4.4 23 1.9 21.2 1 18.3",
    ),
    ('4', "M11.6 23V1L.8 16.6H15.4"),
    (
        '5',
        "M13.7 1H3.8L2.7 11.3C4 9.6 5.9 8.7 8.1 8.7 12.2 8.7 15 11.6 15 15.8 15 20.1 12 23 7.8 23 4.5 23 2 21.3 1 18.5",
    ),
    (
        '6',
        "M11.4 1 2.6 11.29M15.1 15.9A7.1 7.1 0 1 1 .9 15.9 7.1 7.1 0 1 1 15.1 15.9Z",
    ),
    ('7', "M1.2 1H14.8L5.7 23"),
    (
        '8',
        "M13.5 6.4A5.5 5.4 0 1 1 2.5 6.4 5.5 5.4 0 1 1 13.5 6.4ZM15 17.4A7 5.6 0 1 1 1 17.4 7 5.6 0 1 1 15 17.4Z",
    ),
    (
        '9',
        "M4.6 23 13.4 12.71M.9 8.1A7.1 7.1 0 1 1 15.1 8.1 7.1 7.1 0 1 1 .9 8.1Z",
    ),
    ('A', "M.8 23 8 1 15.2 23M3.4 15.8H12.6"),
    (
        'B',
        "M9 11.6C12 11.6 14 9.6 14 6.3 14 3 12 1 9 1H2V23H9.2C12.8 23 15 20.8 15 17.3 15 13.8 12.8 11.6 9.2 11.6H2",
    ),
    (
        'C',
        "M15 6.2C13.8 2.9 11.4 1 8.4 1 4 1 1 5.4 1 12S4 23 8.4 23C11.4 23 13.8 21.1 15 17.8",
    ),
    ('D', "M2 1V23H6.4C12 23 15 19 15 12S12 1 6.4 1Z"),
    ('E', "M14 1H2.4V23H14.4M2.4 11.6H12.2"),
    ('F', "M14.2 1H2.6V23M2.6 11.8H12"),
    (
        'G',
        "M14.8 6.2C13.6 2.9 11.2 1 8.2 1 3.9 1 1 5.4 1 12S3.9 23 8.2 23C12.4 23 15 19.8 15 14.8V12.6H9",
    ),
    ('H', "M2 1V23M14 1V23M2 11.8H14"),
    ('I', "M8 1V23M4 1H12M4 23H12"),
    (
        'J',
        "M4.6 1H13V16.4C13 20.6 10.8 23 7.2 23 4.2 23 2 21.2 1.4 18",
    ),
    ('K', "M2 1V23M14.2 1 2 14.2M6.2 9.7 15 23"),
    ('L', "M3 1V23H14.4"),
    ('M', "M1.4 23V1L8 14.6 14.6 1V23"),
    ('N', "M2 23V1L14 23V1"),
    (
        'O',
        "M8 1C3.8 1 1 5.4 1 12S3.8 23 8 23 15 18.6 15 12 12.2 1 8 1Z",
    ),
    (
        'P',
        "M2.4 23V1H8.8C12.8 1 15 3.4 15 7.2S12.8 13.4 8.8 13.4H2.4",
    ),
    (
        'Q',
        "M8 1C3.8 1 1 5.4 1 12S3.8 23 8 23 15 18.6 15 12 12.2 1 8 1ZM9.4 16.8 15.2 23.6",
    ),
    (
        'R',
        "M2.4 23V1H8.8C12.8 1 15 3.4 15 7.2S12.8 13.4 8.8 13.4H2.4M9.2 13.4 15 23",
    ),
    (
        'S',
        "M14.2 5.6C13.3 2.7 11.2 1 8 1 4.4 1 2 3.1 2 6.3 2 9.6 4.6 10.8 8 11.7 12 12.7 14.8 14.1 14.8 17.5 14.8 20.9 12.1 23 8.1 23 4.6 23 2.1 21.3 1.2 18.2",
    ),
    ('T', "M1 1H15M8 1V23"),
    ('U', "M2 1V15.4C2 20.2 4.3 23 8 23S14 20.2 14 15.4V1"),
    ('V', "M1 1 8 23 15 1"),
    ('W', "M.6 1 4.4 23 8 8.6 11.6 23 15.4 1"),
    ('X', "M1.4 1 14.6 23M14.6 1 1.4 23"),
    ('Y', "M1.2 1 8 12.2 14.8 1M8 12.2V23"),
    ('Z', "M1.8 1H14.4L1.4 23H14.8M4.4 12H11.6"),
];

/// For a symbol that has no drawing.
const QUESTION: &str = "M2.5 6.5C2.5 3 5 1 8 1s5.5 2.2 5.5 5.2c0 4.4-5.5 4.6-5.5 9.3M8 22.4v.2";

/// The paths of what is written for a digit; two figures share the room of one.
pub(super) fn paths(symbol: &str) -> String {
    let stroke = |figure: char| {
        let known = STROKES.iter().find(|(known, _)| *known == figure);
        known.map_or(QUESTION, |(_, stroke)| *stroke)
    };
    let figures: Vec<&str> = symbol.chars().map(stroke).collect();
    let mut paths = String::new();
    if let [stroke] = figures[..] {
        let _ = write!(paths, "<path d=\"{stroke}\"/>");
        return paths;
    }
    for (k, stroke) in figures.iter().enumerate() {
        // In hundredths: 20 units for all, each a little wider than its share.
        let across = 2000 * k / figures.len();
        let (sign, across) = if across < 150 {
            ("-", 150 - across)
        } else {
            ("", across - 150)
        };
        let scale = 106 / figures.len();
        let _ = write!(
            paths,
            "<path d=\"{stroke}\" transform=\"translate({sign}{}.{:02} 3) scale(.{scale:02} .75)\"/>",
            across / 100,
            across % 100
        );
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_two_figures_has_two_strokes_and_a_strange_symbol_one() {
        assert_eq!(paths("7"), "<path d=\"M1.2 1H14.8L5.7 23\"/>");
        assert_eq!(paths("12").matches("<path").count(), 2);
        assert!(paths("12").contains("translate(-1.50 3) scale(.53 .75)"));
        assert!(paths("12").contains("translate(8.50 3) scale(.53 .75)"));
        assert!(paths("ß").contains(QUESTION));
    }
}

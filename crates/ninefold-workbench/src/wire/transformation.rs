//! A transformation: where lines come from, and which digit becomes which.

use ninefold::{Alphabet, LineOrders, Transformation};
use serde::Serialize;

/// A transformation of a board.
#[derive(Clone, Debug, Serialize)]
pub struct TransformationObject {
    #[serde(flatten)]
    lines: Option<LinesObject>,
    /// Where each cell goes, in reading order, if rows or columns are taken apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<String>>,
    /// What each digit becomes, from 1 on.
    digits: Vec<String>,
    /// The whole in words.
    text: String,
}

#[derive(Clone, Debug, Serialize)]
struct LinesObject {
    /// Whether rows become columns first.
    transposed: bool,
    /// The row, from 1 on, that comes to stand at each place; and the column.
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl TransformationObject {
    /// A transformation, with digits in this alphabet.
    pub fn new(transformation: &Transformation, alphabet: Alphabet) -> TransformationObject {
        let from_one = |lines: Vec<usize>| lines.into_iter().map(|line| line + 1).collect();
        let lines = transformation.line_orders().map(|orders| {
            let LineOrders {
                is_transposed,
                rows,
                columns,
            } = orders;
            LinesObject {
                transposed: is_transposed,
                rows: from_one(rows),
                columns: from_one(columns),
            }
        });
        let source = transformation.source();
        let goes_to = |cell| transformation.target().name(transformation.cell(cell));
        let digit = |digit| {
            let mut text = String::new();
            alphabet.write(transformation.digit(digit), &mut text);
            text
        };
        TransformationObject {
            cells: lines
                .is_none()
                .then(|| source.cells().map(goes_to).collect()),
            lines,
            digits: source.digits().map(digit).collect(),
            text: transformation.in_words(alphabet),
        }
    }
}

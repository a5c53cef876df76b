//! An id that isomorphs have in common.

use crate::canon::{Canonical, key};
use crate::geometry::Geometry;

/// The version of the ids: it changes if a form is written in another way.
const VERSION: &str = "nf1:";

/// A number that all isomorphs of a puzzle have in common, and other puzzles almost surely do
/// not, by the puzzle's smallest form. It is the same on every machine; people write it as 32
/// hexadecimal digits.
///
/// ```
/// use ninefold::canon;
/// use ninefold::inspect::isomorph_id;
///
/// let (a, b) = (ninefold::parse("1..2 .... .... .34.")?, ninefold::parse(".12. .... .... 3..4")?);
/// assert_eq!(isomorph_id(&canon::minlex(&a)?), isomorph_id(&canon::minlex(&b)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn isomorph_id(form: &Canonical) -> u128 {
    let geometry = form.puzzle().geometry();
    let mut text = VERSION.to_owned();
    let is_usual = Geometry::of_size(geometry.size()).is_ok_and(|usual| usual == *geometry);
    if !is_usual {
        // What stands on different boards is not the same, though it may look alike.
        for house in geometry.houses() {
            for cell in geometry.cells_of(house) {
                text += &format!("{} ", cell.index());
            }
            text += "/";
        }
    }
    text += &form.puzzle().to_string();
    key(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::minlex;
    use crate::puzzle::Puzzle;

    #[test]
    fn boards_tell_blank_puzzles_apart() {
        let id = |geometry: Geometry| isomorph_id(&minlex(&Puzzle::empty(geometry)).unwrap());
        let classic = id(Geometry::classic());
        let x = Geometry::builder(9).boxes(3, 3).diagonals().build();
        assert_ne!(classic, id(x.unwrap()));
        assert_ne!(classic, id(Geometry::with_boxes(1, 9).unwrap()));
        assert_eq!(classic, id(Geometry::with_boxes(3, 3).unwrap()));
    }
}

//! SukakuExplainer 1.18.1 with its default settings: Sudoku Explainer with strong links and
//! larger wings besides, and corrections.
//!
//! It rates the same three numbers as [`se`](super::se), and below 7.5 often others: a chain of
//! two strong links is 4.0 to 4.3 here, and 6.6 there.

use super::se::rate_by_hints;
use super::{Rating, Scale, Unrated};
use crate::logic::explainer::Edition;
use crate::puzzle::Puzzle;

/// The scale of SukakuExplainer 1.18.1.
///
/// ```
/// let puzzle = ninefold::parse(
///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048")?;
/// let rating = ninefold::rate::rate(&puzzle, &ninefold::rate::sukaku::Sukaku)?;
/// assert_eq!(rating.to_string(), "4.1/1.2/1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sukaku;

impl Scale for Sukaku {
    fn name(&self) -> &'static str {
        "sukaku"
    }

    fn version(&self) -> &'static str {
        "SukakuExplainer 1.18.1"
    }

    /// Pencil marks are its own subject: a sukaku is a puzzle of marks alone.
    fn refuses(&self, puzzle: &Puzzle) -> Option<Unrated> {
        (!puzzle.geometry().is_classic()).then_some(Unrated::Board(self.name()))
    }

    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated> {
        rate_by_hints(Edition::Sukaku1181, puzzle, should_stop)
    }
}

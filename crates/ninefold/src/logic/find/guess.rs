//! The last resort: looks the digit up in the solution.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::Answer;
use crate::geometry::Candidate;
use crate::logic::reason::Guess;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::puzzle::Puzzle;

/// The digit of the middle one of the empty cells, as HoDoKu does.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    sight.poll()?;
    let board = sight.board();
    let geometry = board.geometry();
    let marks = |cell| match board.value(cell) {
        Some(digit) => crate::DigitSet::only(digit),
        None => board.candidates(cell),
    };
    let givens: Vec<_> = geometry.cells().map(|cell| board.value(cell)).collect();
    let marks: Vec<_> = geometry.cells().map(marks).collect();
    let puzzle = Puzzle::of(geometry.clone(), givens).limited_to(marks);
    let answer = crate::solve_until(&puzzle, || sight.is_over());
    let Some(Answer::One(grid) | Answer::Many(grid, _)) = answer else {
        return ControlFlow::Continue(());
    };
    let empty: Vec<_> = sight.empty().iter().collect();
    if let Some(&cell) = empty.get(empty.len() / 2) {
        let digit = grid.digit(cell);
        found(Deduction::placing(
            technique,
            Candidate { cell, digit },
            Guess.into(),
        ))?;
    }
    ControlFlow::Continue(())
}

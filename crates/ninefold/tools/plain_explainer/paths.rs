//! A path of the scale `se`, held to the plain explainer.

use ninefold::rate::{Rating, Value};
use ninefold::{Board, Puzzle};

use super::{Hint, Position};

/// The positions of a rated path, each with the hints of the producer that the step comes from,
/// the one that was taken first. There are none where techniques inside chains are needed.
pub(crate) struct Path {
    pub(crate) steps: Vec<(Position, Vec<Hint>)>,
    /// The value of each step, in tenths.
    pub(crate) tenths: Vec<u32>,
}

impl Path {
    /// Follows the path of a rating. An error if a step is not the one that the plain explainer
    /// takes: by its value, or by what it places and removes.
    pub(crate) fn follow(puzzle: &Puzzle, rating: &Rating) -> Result<Path, String> {
        let mut steps: Vec<(Position, Vec<Hint>)> = Vec::new();
        let mut tenths = Vec::new();
        let mut expected = Position::new(&puzzle.to_string());
        for (index, step) in rating.steps().iter().enumerate() {
            let full = rating
                .step(index + 1)
                .ok_or("a step cannot be had in full")?;
            let position = of_board(full.board());
            let Value::Tenths(value) = step.value else {
                return Err(format!("step {}: the value is no number", index + 1));
            };
            let mut next = full.board().clone();
            full.apply(&mut next);
            if position != expected {
                return Err("the path begins on another board".to_owned());
            }
            expected = of_board(&next);
            let mut plain = position.clone();
            let hints = position.hints();
            if let Some(hint) = hints.first() {
                plain.apply(hint);
                if hint.tenths() != value || plain != expected {
                    let [step, words] = [(index + 1).to_string(), full.notation()];
                    return Err(format!(
                        "step {step}: {value} tenths, {words}; expected {hint}"
                    ));
                }
            }
            steps.push((position, hints));
            tenths.push(value);
        }
        if !expected.is_full() {
            return Err("the path ends before the board is full".to_owned());
        }
        Ok(Path { steps, tenths })
    }

    /// The number of steps that were compared.
    pub(crate) fn compared(&self) -> usize {
        self.steps
            .iter()
            .filter(|(_, hints)| !hints.is_empty())
            .count()
    }
}

/// The digits and candidates of a board.
fn of_board(board: &Board) -> Position {
    let mut position = Position {
        digits: [0; 81],
        candidates: [0; 81],
    };
    for cell in board.geometry().cells() {
        match board.value(cell) {
            Some(digit) => position.digits[cell.index()] = digit.value() as u8,
            None => {
                let digits = board.candidates(cell).iter();
                position.candidates[cell.index()] =
                    digits.fold(0, |mask, digit| mask | 1 << digit.value());
            }
        }
    }
    position
}

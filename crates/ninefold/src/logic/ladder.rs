//! A hint, rung by rung: as much of a step as the player wants to know.
//!
//! ```text
//!  1  nudge    There is something to see in box 3.
//!  2  name     Naked Single                            (the technique)
//!  3  where    Look at r1c8.
//!  4  why      …                                       (Step::explain)
//!  5  do       Write 9 in r1c8.
//! ```

use super::step::Step;
use super::words::{Explanation, Part, say};
use crate::board::Board;
use crate::geometry::{Candidate, Cell};

impl Step {
    /// Where there is something to see, and no more.
    pub fn nudge(&self, board: &Board) -> Explanation {
        let geometry = board.geometry();
        let shown = self.picture(board);
        let first_cell = self.cells(board).first().copied();
        // A cell's first house is its row, for boards that have no boxes.
        let around = |cell| {
            let row = geometry.houses_of(cell).first().copied();
            geometry.region_of(cell).or(row)
        };
        let house = shown.houses.first().copied();
        match house.or_else(|| first_cell.and_then(around)) {
            Some(house) => say!["There is something to see in ", house, "."],
            None => say!["There is something to see in the whole board."],
        }
    }

    /// The cells to look at.
    pub fn where_to_look(&self, board: &Board) -> Explanation {
        match self.cells(board) {
            cells if cells.is_empty() => say!["Look at the whole board."],
            cells => say!["Look at ", &cells, "."],
        }
    }

    /// What to do on the board: what to write in, what to rub out.
    pub fn action(&self) -> Explanation {
        let placed = told("Write ", " in ", &self.placements);
        placed.then(told("Rub out ", " from ", &self.eliminations))
    }

    /// The cells of the causes, in reading order.
    fn cells(&self, board: &Board) -> Vec<Cell> {
        let causes = self.picture(board).causes;
        let mut cells: Vec<Cell> = causes.iter().map(|(cause, _)| cause.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// `Rub out 5 from r1c2 and r1c3, and 6 from r2c4.`
fn told(verb: &str, preposition: &str, candidates: &[Candidate]) -> Explanation {
    let mut digits: Vec<_> = candidates.iter().map(|c| c.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let mut said = Explanation::default();
    for (k, &digit) in digits.iter().enumerate() {
        let mut cells: Vec<Cell> = candidates
            .iter()
            .filter(|c| c.digit == digit)
            .map(|c| c.cell)
            .collect();
        cells.sort_unstable();
        said.parts.push(Part::from(match k {
            0 => verb,
            _ if k + 1 == digits.len() => ", and ",
            _ => ", ",
        }));
        said = said.and(say![digit, preposition, &cells]);
    }
    if !digits.is_empty() {
        said.parts.push(".".into());
    }
    said
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, Walk};
    use crate::puzzle::Puzzle;

    #[test]
    fn each_rung_tells_a_little_more() {
        let text =
            "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
        let puzzle: Puzzle = text.parse().unwrap();
        let mut walk = Walk::new(&puzzle, Plan::usual());
        let board = walk.position().board().clone();
        let step = walk.look().unwrap();
        let geometry = puzzle.geometry();
        assert_eq!(
            step.nudge(&board).plain(geometry),
            "There is something to see in box 3."
        );
        assert_eq!(step.where_to_look(&board).plain(geometry), "Look at r1c8.");
        assert_eq!(step.action().plain(geometry), "Write 9 in r1c8.");
    }

    #[test]
    fn eliminations_are_told_digit_by_digit() {
        let text =
            "000000000000003085001020000000507000004000100090000000500000073002010000000040009";
        let puzzle: Puzzle = text.parse().unwrap();
        let walk = Walk::new(&puzzle, Plan::usual());
        let steps = walk.all();
        let told = steps
            .iter()
            .find(|step| {
                step.eliminations
                    .iter()
                    .any(|c| c.digit != step.eliminations[0].digit)
            })
            .expect("a step that rubs out two digits");
        let words = told.action().plain(puzzle.geometry());
        assert!(
            words.starts_with("Rub out ") && words.contains(", and "),
            "{words}"
        );
        assert!(words.ends_with('.') && !words.contains(".."), "{words}");
    }
}

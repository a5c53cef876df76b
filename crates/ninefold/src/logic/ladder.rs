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
use crate::geometry::{Candidate, Cell};
use crate::sets::DigitSet;
use crate::words::{Explanation, Part, Words, say};

impl Step {
    /// Where there is something to see, and no more.
    pub fn nudge(&self) -> Explanation {
        let geometry = self.board().geometry();
        let shown = self.picture();
        let first_cell = self.cells().first().copied();
        // A cell's first house is its row, for boards that have no boxes.
        let around = |cell| {
            let row = geometry.houses_of(cell).first().copied();
            geometry.region_of(cell).or(row)
        };
        let house = shown.houses.first().copied();
        let words = match house.or_else(|| first_cell.and_then(around)) {
            Some(house) => say!["There is something to see in ", house, "."],
            None => say!["There is something to see in the whole board."],
        };
        words.on(geometry)
    }

    /// The cells to look at.
    pub fn where_to_look(&self) -> Explanation {
        let words = match self.cells() {
            cells if cells.is_empty() => say!["Look at the whole board."],
            cells => say!["Look at ", &cells, "."],
        };
        words.on(self.board().geometry())
    }

    /// The action on the board: the digits to write in, the marks to rub out.
    pub fn action(&self) -> Explanation {
        let placed = listed("Write ", " in ", self.placements());
        let words = placed.then(listed("Rub out ", " from ", self.eliminations()));
        words.on(self.board().geometry())
    }

    /// The empty cells of the causes, in reading order.
    fn cells(&self) -> Vec<Cell> {
        let causes = self.picture().causes;
        let cells = causes.iter().map(|(cause, _)| cause.cell);
        let is_empty = |&cell: &Cell| self.board().value(cell).is_none();
        let mut cells: Vec<Cell> = cells.filter(is_empty).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// `Rub out 5 from r1c2 and r1c3, and 6 from r2c4.`
pub(super) fn listed(verb: &str, preposition: &str, candidates: &[Candidate]) -> Words {
    let digits: DigitSet = candidates.iter().map(|c| c.digit).collect();
    let mut said = Words::default();
    for (k, digit) in digits.iter().enumerate() {
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
        let step = walk.next().unwrap();
        let nudge = step.nudge().to_string();
        assert_eq!(nudge, "There is something to see in box 3.");
        assert_eq!(step.where_to_look().to_string(), "Look at r1c8.");
        assert_eq!(step.action().to_string(), "Write 9 in r1c8.");
    }

    #[test]
    fn eliminations_are_listed_digit_by_digit() {
        let text =
            "000000000000003085001020000000507000004000100090000000500000073002010000000040009";
        let puzzle: Puzzle = text.parse().unwrap();
        let walk = Walk::new(&puzzle, Plan::usual());
        let steps = walk.all();
        let step = steps
            .iter()
            .find(|step| {
                let mut gone = step.eliminations().iter();
                let first = gone.next();
                gone.any(|c| first.is_some_and(|first| c.digit != first.digit))
            })
            .expect("a step that rubs out two digits");
        let words = step.action().to_string();
        assert!(
            words.starts_with("Rub out ") && words.contains(", and "),
            "{words}"
        );
        assert!(words.ends_with('.') && !words.contains(".."), "{words}");
    }
}

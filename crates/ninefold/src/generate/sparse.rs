//! Puzzles with clues in a few given cells: the digits change until one solution is left.
//!
//! ```text
//!  the cells of the pattern in some full grids: the one with the fewest solutions
//!  until one solution is left:
//!      all ways to change one digit, and some to change two or three:
//!      the one with the fewest solutions, if they are fewer
//! ```
//!
//! With fewer clues than about 25 there is hardly ever one solution by chance: the digits have
//! to be chosen, and the number of solutions, counted up to 255, shows the way. It is hill
//! climbing as players do it by hand with {-n+n} in G. Fowler's notation; puzzles with the
//! same pattern have been made so for long.
//!
//! Puzzles per second of one core, for one pattern of each number of cells with a half-turn:
//!
//! | cells | climbing | drawing full grids |
//! |--:|--:|--:|
//! | 22 | 25 | none in 237,568 tries |
//! | 24 | 45 | 5 |
//! | 26 | 78 | 300 |
//! | 28 | 121 | 390 |
//! | 30 | 298 | 4,200 |
//!
//! Patterns of 17 cells have few puzzles if any, and too many solutions to count: no try of 11
//! succeeded on one that has a puzzle.

use super::Made;
use super::removal::BLANK;
use super::trial::{Stopped, Trial, fits};
use crate::geometry::Cell;
use crate::random::Draw;

/// The largest pattern that is sparse. Drawing full grids is faster from 26 cells on, but not if
/// they lie badly.
pub(super) const MOST: usize = 28;

/// Solutions are counted up to this number.
const LIMIT: u8 = u8::MAX;

/// How many full grids are drawn at a time, and how often if all have too many solutions to
/// count.
const STARTS: usize = 256;
const DRAWS: usize = 8;

/// How many changes are tested side by side.
const AT_ONCE: usize = 1024;

/// A try ends if this number of rounds of changes in a row brings nothing; from the `BOLD`th on
/// three digits change.
const ROUNDS: usize = 6;
const BOLD: usize = 3;

/// One try.
pub(super) fn climb(trial: &mut Trial<'_>) -> Result<Option<Made>, Stopped> {
    let pattern = trial.wish().pattern.as_deref().unwrap_or_default();
    let Some((mut line, mut score)) = start(trial, pattern)? else {
        return Ok(None);
    };
    let mut idle = 0;
    while score > 1 && idle < ROUNDS {
        trial.workspace.lines.clear();
        if idle == 0 {
            change_one(trial, pattern, &line);
        }
        let n = if idle < BOLD { 2 } else { 3 };
        change_some(trial, pattern, &line, n);
        // More solutions than now need not be counted.
        trial.count(score)?;
        match fewest(&trial.workspace.counts) {
            Some((at, fewer)) if fewer < score => {
                line.copy_from_slice(&trial.workspace.lines[81 * at..][..81]);
                (score, idle) = (fewer, 0);
            }
            _ => idle += 1,
        }
    }
    if score > 1 || (trial.wish().needs_every_clue() && !trial.is_minimal(&line)?) {
        return Ok(None);
    }
    trial.made(&line).map(Some)
}

/// Digits of a full grid in the cells of the pattern, and the number of solutions: the best of
/// many.
fn start(trial: &mut Trial<'_>, pattern: &[Cell]) -> Result<Option<(Vec<u8>, u8)>, Stopped> {
    for _ in 0..DRAWS {
        let mut lines = Vec::new();
        for _ in 0..STARTS {
            let grid = trial.grid()?;
            let start = lines.len();
            lines.resize(start + grid.len(), BLANK);
            for cell in pattern {
                lines[start + cell.index()] = grid[cell.index()];
            }
        }
        trial.workspace.lines = lines;
        trial.count(LIMIT)?;
        if let Some((at, count)) = fewest(&trial.workspace.counts)
            && count < LIMIT
        {
            return Ok(Some((
                trial.workspace.lines[81 * at..][..81].to_vec(),
                count,
            )));
        }
    }
    Ok(None)
}

/// The first of the puzzles with the fewest solutions, but not none.
fn fewest(counts: &[u8]) -> Option<(usize, u8)> {
    let counts = counts.iter().copied().enumerate();
    counts
        .filter(|&(_, count)| count > 0)
        .min_by_key(|&(_, count)| count)
}

/// Adds every puzzle with one other digit.
fn change_one(trial: &mut Trial<'_>, pattern: &[Cell], line: &[u8]) {
    let geometry = trial.geometry();
    let lines = &mut trial.workspace.lines;
    for cell in pattern.iter().map(|cell| cell.index()) {
        for digit in b'1'..=b'9' {
            if digit != line[cell] && fits(geometry, line, cell, digit) {
                let start = lines.len();
                lines.extend_from_slice(line);
                lines[start + cell] = digit;
            }
        }
    }
}

/// Fills up with puzzles with `n` other digits, as far as a number of attempts brings.
fn change_some(trial: &mut Trial<'_>, pattern: &[Cell], line: &[u8], n: usize) {
    let geometry = trial.geometry();
    let mut changed = line.to_vec();
    // Dense corners of a pattern may leave a cell no other digit.
    for _ in 0..2 * AT_ONCE {
        if trial.workspace.lines.len() >= AT_ONCE * line.len() {
            break;
        }
        changed.copy_from_slice(line);
        let cells: Vec<usize> = (0..n)
            .map(|_| pattern[trial.random.below(pattern.len())].index())
            .collect();
        for &cell in &cells {
            changed[cell] = BLANK;
        }
        let mut is_full = true;
        for &cell in &cells {
            let digits = (b'1'..=b'9')
                .filter(|&digit| digit != line[cell] && fits(geometry, &changed, cell, digit));
            let digits: Vec<u8> = digits.collect();
            match digits.get(trial.random.below(digits.len())) {
                Some(&digit) => changed[cell] = digit,
                None => is_full = false,
            }
        }
        if is_full {
            trial.workspace.lines.extend_from_slice(&changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Wish, Workspace, marked_cells};
    use super::*;
    use crate::{Answer, Geometry, solve};

    #[test]
    fn a_pattern_of_22_cells_has_puzzles() {
        // Symmetric by a half-turn.
        let mask =
            ".xx...x.x...x..x......x.....x.x.....xx.....xx.....x.x.....x......x..x...x.x...xx.";
        let geometry = Geometry::classic();
        let cells = marked_cells(mask, &geometry).unwrap();
        assert_eq!(cells.len(), 22);
        for is_minimal in [false, true] {
            let wish = Wish::new(geometry.clone())
                .pattern(cells.clone())
                .minimal(is_minimal);
            let generator = Generator::new(wish).unwrap();
            let made = generator.tries(3, 0..4, &mut Workspace::default(), &|| false);
            assert!(made.len() > 1, "{}", made.len());
            for made in &made {
                let given = |cell: &Cell| made.puzzle.given(*cell).is_some();
                assert!(geometry.cells().filter(given).eq(cells.iter().copied()));
                assert_eq!(solve(&made.puzzle), Answer::One(made.solution.clone()));
            }
            let mut workspace = Workspace::with_lanes(1);
            let mut pieces = generator.tries(3, 0..3, &mut workspace, &|| false);
            pieces.extend(generator.tries(3, 3..4, &mut workspace, &|| false));
            assert_eq!(pieces, made);
        }
    }
}

//! Puzzles with fewer clues than removal reaches: two clues go, and one comes.
//!
//! ```text
//!  a minimal puzzle at random                               24 clues or so
//!  until there are few enough:
//!      {-2+1}  two clues go, and each digit comes in
//!              each blank cell, until a puzzle has          one clue fewer
//!              one solution
//!      {-1+1}  if there is none, the same with one          as many, elsewhere
//!      clues that are not needed go
//! ```
//!
//! The notation is G. Fowler's, and players have found most puzzles with few clues in this
//! way. Of the pairs of clues, those without which the fewest solutions are left are tried
//! first, and only they: where a hundred solutions are left, one clue hardly ever leaves one of
//! them. A try moves sideways a few times before it gives up, which makes it succeed far more
//! often.
//!
//! Per second of one core: 10 puzzles of 20 clues (3 of 4 tries succeed), 2 of 19 (1 of 4);
//! one of 18 took 19 seconds. Removal makes 48 of 21, but of 20 none in 18,000.

use super::Made;
use super::removal::BLANK;
use super::trial::{Stopped, Trial, clues, fits};
use crate::random::Draw;

/// The most clues that are few: removal makes puzzles with more of them faster.
pub(super) const MOST: usize = 20;

/// Pairs that leave this many solutions or more are not tried.
const LEFT: u8 = 100;

/// How many pairs are tried.
const PAIRS: usize = 32;

/// How many sets of clues that go are tested side by side: about as many puzzles as are solved
/// fastest.
const AT_ONCE: usize = 8;

/// How often a try moves sideways.
const SIDEWAYS: usize = 20;

/// One try.
pub(super) fn descend(trial: &mut Trial<'_>) -> Result<Option<Made>, Stopped> {
    let wish = trial.wish();
    let (least, most) = wish.range();
    let floor = if wish.needs_every_clue() { 0 } else { least };
    let mut line = trial.grid()?;
    let mut sideways = 0;
    loop {
        trial.minimise(&mut line, floor)?;
        let n = clues(&line).len();
        if n <= most {
            return (n >= least).then(|| trial.made(&line)).transpose();
        }
        let pairs = promising_pairs(trial, &line)?;
        let next = match exchange(trial, &line, &pairs)? {
            Some(lower) => Some(lower),
            None if sideways == SIDEWAYS => None,
            None => {
                sideways += 1;
                let mut singles: Vec<Vec<usize>> =
                    clues(&line).into_iter().map(|cell| vec![cell]).collect();
                trial.random.shuffle(&mut singles);
                exchange(trial, &line, &singles)?
            }
        };
        match next {
            Some(next) => line = next,
            None => return Ok(None),
        }
    }
}

/// The pairs of clues without which few solutions are left, the fewest first.
fn promising_pairs(trial: &mut Trial<'_>, line: &[u8]) -> Result<Vec<Vec<usize>>, Stopped> {
    let clues = clues(line);
    let seconds = |(at, &first): (usize, &usize)| {
        let seconds = clues[..at].iter();
        seconds
            .map(move |&second| vec![first, second])
            .collect::<Vec<_>>()
    };
    let mut pairs: Vec<Vec<usize>> = clues.iter().enumerate().flat_map(seconds).collect();
    trial.random.shuffle(&mut pairs);
    trial.workspace.lines.clear();
    for pair in &pairs {
        trial.workspace.lines.extend(without(line, pair));
    }
    trial.count(LEFT)?;
    let mut ranked: Vec<(u8, Vec<usize>)> =
        trial.workspace.counts.iter().copied().zip(pairs).collect();
    ranked.retain(|&(count, _)| count < LEFT);
    ranked.sort_by_key(|&(count, _)| count);
    ranked.truncate(PAIRS);
    Ok(ranked.into_iter().map(|(_, pair)| pair).collect())
}

/// A puzzle with one solution that has another clue instead of one of these sets of clues.
fn exchange(
    trial: &mut Trial<'_>,
    line: &[u8],
    sets: &[Vec<usize>],
) -> Result<Option<Vec<u8>>, Stopped> {
    let geometry = trial.geometry();
    for sets in sets.chunks(AT_ONCE) {
        let lines = &mut trial.workspace.lines;
        lines.clear();
        for set in sets {
            let rest = without(line, set);
            for cell in (0..rest.len()).filter(|&cell| rest[cell] == BLANK) {
                for digit in b'1'..=b'9' {
                    if digit != line[cell] && fits(geometry, &rest, cell, digit) {
                        let start = lines.len();
                        lines.extend_from_slice(&rest);
                        lines[start + cell] = digit;
                    }
                }
            }
        }
        trial.count(2)?;
        let counts = trial.workspace.counts.iter().enumerate();
        let unique: Vec<usize> = counts
            .filter_map(|(at, &count)| (count == 1).then_some(at))
            .collect();
        if !unique.is_empty() {
            let at = unique[trial.random.below(unique.len())];
            let n_cells = line.len();
            return Ok(Some(
                trial.workspace.lines[at * n_cells..][..n_cells].to_vec(),
            ));
        }
    }
    Ok(None)
}

/// A puzzle without some of its clues.
fn without(line: &[u8], cells: &[usize]) -> Vec<u8> {
    let mut rest = line.to_vec();
    for &cell in cells {
        rest[cell] = BLANK;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Wish, Workspace};
    use crate::{Answer, Geometry, solve};

    #[test]
    fn puzzles_have_few_clues_and_one_solution() {
        for (wish, tries) in [
            (Wish::new(Geometry::classic()).clues(0..=20), 0..4),
            (
                Wish::new(Geometry::classic()).clues(20..=20).minimal(true),
                4..7,
            ),
        ] {
            let generator = Generator::new(wish).unwrap();
            let made = generator.tries(1, tries.clone(), &mut Workspace::default(), &|| false);
            assert!(made.len() > 1, "{}", made.len());
            for made in &made {
                assert!(made.puzzle.n_givens() <= 20);
                assert_eq!(solve(&made.puzzle), Answer::One(made.solution.clone()));
                // Every clue is needed, asked for or not: clues leave as long as they can.
                for cell in made.puzzle.geometry().cells() {
                    let mut fewer = made.puzzle.clone();
                    if fewer.set(cell, None) && made.puzzle.given(cell).is_some() {
                        assert!(matches!(solve(&fewer), Answer::Many(..)), "{}", made.puzzle);
                    }
                }
            }
            let (first, rest) = (tries.start..tries.start + 1, tries.start + 1..tries.end);
            let mut workspace = Workspace::with_lanes(1);
            let mut pieces = generator.tries(1, first, &mut workspace, &|| false);
            pieces.extend(generator.tries(1, rest, &mut workspace, &|| false));
            assert_eq!(pieces, made);
        }
    }

    #[test]
    fn a_caller_can_stop_it() {
        let generator = Generator::new(Wish::new(Geometry::classic()).clues(17..=17)).unwrap();
        let made = generator.tries(1, 0..u64::MAX, &mut Workspace::default(), &|| true);
        assert_eq!(made, []);
    }
}

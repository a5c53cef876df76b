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

use super::removal::BLANK;
use super::trial::{Stopped, Trial, clues, fits, without};
use super::{Made, Symmetry};
use crate::geometry::{Cell, Geometry};
use crate::random::Draw;

/// The most clues that are few: removal makes puzzles with more of them faster.
pub(super) const MOST: usize = 20;

/// The symmetries with which it is done: each ties two clues together at most. Four or eight
/// can be filled in too many ways.
pub(super) const TYING_TWO: [Symmetry; 5] = [
    Symmetry::HalfTurn,
    Symmetry::Vertical,
    Symmetry::Horizontal,
    Symmetry::Diagonal,
    Symmetry::AntiDiagonal,
];

/// The same with one of these symmetries.
pub(super) const MOST_TIED: usize = 22;

/// Pairs that leave this many solutions or more are not tried; the second number is for orbits
/// of two clues, of which four go and two come.
const LEFT: u8 = 100;
const LEFT_OF_TIED: u8 = u8::MAX;

/// How many pairs are tried.
const PAIRS: usize = 32;

/// How many sets of clues that go are tested side by side: about as many puzzles as are solved
/// fastest.
const AT_ONCE: usize = 8;

/// How often a try moves sideways.
const SIDEWAYS: usize = 20;

/// Orbits that go together.
type Set<'a> = Vec<&'a [Cell]>;

/// One try.
pub(super) fn descend(trial: &mut Trial<'_>) -> Result<Option<Made>, Stopped> {
    let wish = trial.wish();
    let (least, most) = wish.range();
    let floor = if wish.needs_every_clue() { 0 } else { least };
    trial.kind = Some(match wish.symmetries.len() {
        1 => 0,
        n => trial.random.below(n),
    });
    let mut line = trial.grid()?;
    let mut sideways = 0;
    loop {
        let given = trial.given(&line);
        trial.minimise(&mut line, given, floor)?;
        let n = clues(&line).len();
        if n <= most {
            return (n >= least).then(|| trial.made(&line)).transpose();
        }
        let pairs = promising_pairs(trial, &line)?;
        let next = match exchange(trial, &line, &pairs, 1)? {
            Some(lower) => Some(lower),
            None if sideways == SIDEWAYS => None,
            None => {
                sideways += 1;
                let given = trial.given(&line).into_iter();
                let mut singles: Vec<Set<'_>> = given.map(|orbit| vec![orbit]).collect();
                trial.random.shuffle(&mut singles);
                exchange(trial, &line, &singles, 0)?
            }
        };
        match next {
            Some(next) => line = next,
            None => return Ok(None),
        }
    }
}

/// The pairs of orbits without which few solutions are left, the fewest first.
fn promising_pairs<'a>(trial: &mut Trial<'a>, line: &[u8]) -> Result<Vec<Set<'a>>, Stopped> {
    let given = trial.given(line);
    let left = match trial.wish().symmetries.as_slice() {
        [Symmetry::None] => LEFT,
        _ => LEFT_OF_TIED,
    };
    let seconds = |(at, &first): (usize, &&'a [Cell])| {
        let seconds = given[..at].iter();
        seconds
            .map(move |&second| vec![first, second])
            .collect::<Vec<_>>()
    };
    let mut pairs: Vec<Set<'a>> = given.iter().enumerate().flat_map(seconds).collect();
    trial.random.shuffle(&mut pairs);
    trial.workspace.lines.clear();
    for pair in &pairs {
        let rest = without(line, pair.iter().copied().flatten());
        trial.workspace.lines.extend(rest);
    }
    trial.count(left)?;
    let mut ranked: Vec<(u8, Set<'a>)> =
        trial.workspace.counts.iter().copied().zip(pairs).collect();
    ranked.retain(|&(count, _)| count < left);
    ranked.sort_by_key(|&(count, _)| count);
    ranked.truncate(PAIRS);
    Ok(ranked.into_iter().map(|(_, pair)| pair).collect())
}

/// A puzzle with one solution that has another orbit of clues instead of one of these sets, and
/// at least `fewer` clues less.
fn exchange(
    trial: &mut Trial<'_>,
    line: &[u8],
    sets: &[Set<'_>],
    fewer: usize,
) -> Result<Option<Vec<u8>>, Stopped> {
    let geometry = trial.geometry();
    for sets in sets.chunks(AT_ONCE) {
        let orbits = trial.orbits();
        let lines = &mut trial.workspace.lines;
        lines.clear();
        for set in sets {
            let mut rest = without(line, set.iter().copied().flatten());
            let is_blank = |orbit: &&Vec<Cell>| rest[orbit[0].index()] == BLANK;
            let n_gone: usize = set.iter().map(|orbit| orbit.len()).sum();
            let is_small = |orbit: &&Vec<Cell>| orbit.len() + fewer <= n_gone;
            let blank: Vec<&Vec<Cell>> = orbits.iter().filter(is_blank).filter(is_small).collect();
            for orbit in blank {
                each_filling(geometry, &mut rest, orbit, &mut |filled| {
                    let is_new = orbit
                        .iter()
                        .any(|cell| filled[cell.index()] != line[cell.index()]);
                    if is_new {
                        lines.extend_from_slice(filled);
                    }
                });
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

/// Every way to fill these cells, which are blank again afterwards.
fn each_filling(
    geometry: &Geometry,
    line: &mut [u8],
    cells: &[Cell],
    visit: &mut dyn FnMut(&[u8]),
) {
    let Some((cell, rest)) = cells.split_first() else {
        return visit(line);
    };
    for digit in b'1'..=b'9' {
        if fits(geometry, line, cell.index(), digit) {
            line[cell.index()] = digit;
            each_filling(geometry, line, rest, visit);
        }
    }
    line[cell.index()] = BLANK;
}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Symmetry, Wish, Workspace};
    use crate::{Answer, Cell, Geometry, solve};

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
    fn clues_may_be_tied_in_pairs() {
        let wish = Wish::new(Geometry::classic())
            .symmetry(Symmetry::Diagonal)
            .clues(18..=22);
        let generator = Generator::new(wish).unwrap();
        let mut workspace = Workspace::default();
        let made = generator.tries(1, 0..4, &mut workspace, &|| false);
        assert!(!made.is_empty());
        for made in &made {
            assert!((18..=22).contains(&made.puzzle.n_givens()));
            assert_eq!(solve(&made.puzzle), Answer::One(made.solution.clone()));
            assert_eq!(made.symmetry, Some(Symmetry::Diagonal));
            for orbit in Symmetry::Diagonal.orbits(&Geometry::classic()).unwrap() {
                let given = |cell: &&Cell| made.puzzle.given(**cell).is_some();
                let n = orbit.iter().filter(given).count();
                assert!(n == 0 || n == orbit.len(), "{}", made.puzzle);
            }
        }
        let mut pieces = generator.tries(1, 0..1, &mut workspace, &|| false);
        pieces.extend(generator.tries(1, 1..4, &mut workspace, &|| false));
        assert_eq!(pieces, made);
    }

    #[test]
    fn a_caller_can_stop_it() {
        let generator = Generator::new(Wish::new(Geometry::classic()).clues(17..=17)).unwrap();
        let made = generator.tries(1, 0..u64::MAX, &mut Workspace::default(), &|| true);
        assert_eq!(made, []);
    }
}

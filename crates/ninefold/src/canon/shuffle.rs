//! A random isomorph: every way to move the cells with the same probability.

use super::{FormFinder, NotCanonical, Way, plain};
use crate::geometry::Geometry;
use crate::random::Draw;
use crate::symmetry::{self, Transformation};

/// What a [`shuffle`] leaves as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Digits are not relabelled.
    pub digits: bool,
    /// Every row stays where it is.
    pub rows: bool,
    /// Every column stays where it is.
    pub columns: bool,
    /// Rows stay rows: the board is not transposed.
    pub orientation: bool,
}

/// A symmetry of the board drawn at random: [`FormFinder::shuffle`] with a new [`FormFinder`].
///
/// ```
/// use ninefold::Puzzle;
/// use ninefold::canon::{Keep, shuffle};
///
/// let puzzle: Puzzle = "12..............".parse()?;
/// let keep = Keep { digits: true, rows: true, ..Keep::default() };
/// let mut numbers = 1..;
/// let drawn = shuffle(puzzle.geometry(), keep, || numbers.next().unwrap())?;
/// let isomorph = drawn.puzzle(&puzzle)?.to_string();
/// assert!(isomorph.contains('1') && isomorph[4..] == puzzle.to_string()[4..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shuffle(
    geometry: &Geometry,
    keep: Keep,
    random: impl FnMut() -> u64,
) -> Result<Transformation, NotCanonical> {
    FormFinder::new().shuffle(geometry, keep, random)
}

impl FormFinder {
    /// A symmetry of the board drawn at random, each that leaves what is to be kept with the
    /// same probability: `random` returns random numbers, each evenly from all that 64 bits
    /// can hold. The same numbers give the same symmetry on every machine.
    ///
    /// Unlike [`Transformation::random`] it draws from all symmetries of boards with variants
    /// and of jigsaws too; there is an error if they are too many to be listed.
    pub fn shuffle(
        &mut self,
        geometry: &Geometry,
        keep: Keep,
        mut random: impl FnMut() -> u64,
    ) -> Result<Transformation, NotCanonical> {
        let size = geometry.size();
        let digits: Vec<usize> = if keep.digits {
            (0..size).collect()
        } else {
            random.order(size)
        };
        let mut way = if geometry.is_plain() {
            let board = plain(geometry, &[]);
            let mut lines = |is_kept: bool, width: usize| {
                if is_kept {
                    (0..size).collect()
                } else {
                    symmetry::lines(&mut random, size, width)
                }
            };
            let (rows, columns) = (
                lines(keep.rows, board.band),
                lines(keep.columns, board.stack),
            );
            let may_be_transposed = !(keep.rows || keep.columns || keep.orientation);
            let is_square = board.band == board.stack;
            Way {
                is_transposed: may_be_transposed && is_square && random.below(2) == 1,
                rows,
                columns,
                labels: Vec::new(),
            }
        } else {
            let stays = |lines: &[usize]| lines.iter().copied().eq(0..size);
            let is_kept = |way: &&Way| {
                (!keep.rows || stays(&way.rows) && !way.is_transposed)
                    && (!keep.columns || stays(&way.columns) && !way.is_transposed)
                    && !(keep.orientation && way.is_transposed)
            };
            let group = self.group(geometry)?;
            let ways: Vec<&Way> = group.ways().iter().filter(is_kept).collect();
            ways[random.below(ways.len())].clone()
        };
        let labels = digits.into_iter().map(|digit| digit as u8 + 1);
        way.labels = [0].into_iter().chain(labels).collect();
        Ok(way.transformation(geometry))
    }
}

//! Full grids of any board, drawn at random.
//!
//! ```text
//!  classic 9×9      exactly uniform: see `uniform.rs`
//!  small boards     all grids with 1, 2, 3 … in the first row are listed once; drawing one of
//!                   them and relabelling its digits is exactly uniform
//!  other boards     a few random digits, and the rest by a search: any grid may come up,
//!                   but not all equally often
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Impossible;
use super::uniform::UniformGrids;
use crate::engine::{Auto, Observer, Query, Sat, Stop};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::random::{Draw, Random};

/// How full grids are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grids {
    /// As fast as possible: all equally likely where that costs nothing, as on the classic
    /// board and on small ones.
    #[default]
    Fast,
    /// All equally likely, or the board is refused.
    Uniform,
}

/// The most grids that are listed.
const MOST: usize = 50_000;

/// The largest board whose grids are listed: on larger ones there are too many.
const LARGEST: usize = 6;

/// Where the full grids of a board come from. A cell is a byte: the digit, from 1 on.
#[derive(Clone)]
pub(super) enum Source {
    Uniform,
    /// Every grid with digits in order in its first row.
    Listed(Arc<[u8]>),
    Searched,
}

impl Source {
    /// The way to draw grids of this board. It takes a while on small boards, and polls
    /// `should_stop`.
    pub(super) fn new(
        geometry: &Geometry,
        grids: Grids,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Source, Impossible> {
        if geometry.is_classic() {
            return Ok(Source::Uniform);
        }
        if let Some(listed) = listed(geometry, should_stop)? {
            return Ok(Source::Listed(listed));
        }
        match grids {
            Grids::Fast => Ok(Source::Searched),
            Grids::Uniform => Err(Impossible::NotUniform),
        }
    }

    /// Draws a grid; none if `should_stop` returned true before there was one.
    pub(super) fn draw(
        &self,
        geometry: &Geometry,
        random: &mut Random,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<u8>> {
        match self {
            Source::Uniform => Some(UniformGrids::default().draw(random).to_vec()),
            Source::Listed(all) => {
                let n_cells = geometry.n_cells();
                let which = random.below(all.len() / n_cells);
                let labels = random.order(geometry.size());
                let grid = &all[which * n_cells..][..n_cells];
                let relabelled = grid
                    .iter()
                    .map(|&digit| labels[digit as usize - 1] as u8 + 1);
                Some(relabelled.collect())
            }
            Source::Searched => searched(geometry, random, should_stop),
        }
    }
}

/// Every grid with digits in order in its first row, one after another; none if there are
/// too many.
fn listed(
    geometry: &Geometry,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<Arc<[u8]>>, Impossible> {
    let size = geometry.size();
    let first_row = geometry.digits().map(Some);
    let blank = std::iter::repeat_n(None, geometry.n_cells() - size);
    let puzzle = Puzzle::of(geometry.clone(), first_row.chain(blank).collect::<Vec<_>>());
    let mut list = List {
        digits: Vec::new(),
        should_stop,
    };
    let most = if size <= LARGEST { MOST + 1 } else { 1 };
    let query = Query::new(&puzzle).solutions(most as u64);
    let report = query.watch(&Auto, &mut list).expect("auto takes any board");
    match (report.stop, report.stats.solutions) {
        (None, 0) => Err(Impossible::NoGrid),
        (None, _) => Ok(Some(list.digits.into())),
        (Some(Stop::Enough), _) => Ok(None),
        (Some(_), _) => Err(Impossible::Stopped),
    }
}

/// Writes solutions one after another.
struct List<'a> {
    digits: Vec<u8>,
    should_stop: &'a dyn Fn() -> bool,
}

impl Observer for List<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        let values = digits.iter().map(|digit| digit.value() as u8);
        self.digits.extend(values);
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
}

/// A grid that a search finds around a few random digits.
fn searched(
    geometry: &Geometry,
    random: &mut Random,
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<u8>> {
    let cells: Vec<_> = geometry.cells().collect();
    while !should_stop() {
        let mut puzzle = Puzzle::empty(geometry.clone());
        for _ in 0..geometry.size() {
            let cell = cells[random.below(cells.len())];
            let peers = geometry.peers(cell).iter();
            let taken = peers.filter_map(|&peer| puzzle.given(peer)).collect();
            let free: Vec<Digit> = (geometry.all_digits() - taken).iter().collect();
            if !free.is_empty() {
                puzzle.set(cell, Some(free[random.below(free.len())]));
            }
        }
        // A seed of zero would leave the engine its own order.
        let query = Query::new(&puzzle).solutions(1).seed(random.number() | 1);
        let report = query
            .run_until(&Sat, should_stop)
            .expect("sat takes any board");
        if let Some(grid) = report.grids.first() {
            let digits = grid.digits().iter();
            return Some(digits.map(|digit| digit.value() as u8).collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn source(geometry: &Geometry) -> Source {
        Source::new(geometry, Grids::Fast, &|| false).unwrap()
    }

    fn is_full(geometry: &Geometry, grid: &[u8]) -> bool {
        let digits: Vec<Digit> = grid
            .iter()
            .map(|&value| Digit::new(value.into()).unwrap())
            .collect();
        Puzzle::empty(geometry.clone()).is_solved_by(&digits)
    }

    #[test]
    fn grids_of_4x4_come_up_equally_often() {
        let four = Geometry::of_size(4).unwrap();
        let source = source(&four);
        let mut random = Random::new(3);
        let mut seen: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        const EACH: u32 = 200;
        for _ in 0..288 * EACH {
            let grid = source.draw(&four, &mut random, &|| false).unwrap();
            *seen.entry(grid).or_default() += 1;
        }
        assert_eq!(seen.len(), 288);
        let chi_squared: f64 = seen
            .values()
            .map(|&n| (f64::from(n) - f64::from(EACH)).powi(2) / f64::from(EACH))
            .sum();
        // 287 degrees of freedom: above 366 with a probability of one in a thousand.
        assert!(chi_squared < 366.0, "{chi_squared}");
    }

    #[test]
    fn every_board_has_grids() {
        let boards = [
            Geometry::with_boxes(2, 3),
            Geometry::with_boxes(2, 4),
            Geometry::builder(9).boxes(3, 3).diagonals().build(),
            Geometry::with_boxes(3, 4),
            Geometry::with_boxes(1, 7),
        ];
        for geometry in boards.map(Result::unwrap) {
            let source = source(&geometry);
            let mut drawn = [0, 1].map(|index| {
                let mut random = Random::stream(5, index);
                source.draw(&geometry, &mut random, &|| false).unwrap()
            });
            assert!(
                drawn.iter().all(|grid| is_full(&geometry, grid)),
                "{geometry}"
            );
            assert_ne!(drawn[0], drawn[1]);
            drawn[1] = source
                .draw(&geometry, &mut Random::stream(5, 0), &|| false)
                .unwrap();
            assert_eq!(drawn[0], drawn[1]);
        }
    }

    #[test]
    fn all_grids_of_6x6_are_listed() {
        let six = Geometry::with_boxes(2, 3).unwrap();
        let Source::Listed(all) = source(&six) else {
            panic!("there are few enough");
        };
        // 28,200,960 in all, by 6! orders of the first row.
        assert_eq!(all.len() / 36, 28_200_960 / 720);
    }

    #[test]
    fn a_board_without_grids_is_refused() {
        // No Latin square of 3×3 has different digits on both diagonals.
        let three = Geometry::builder(3).diagonals().build().unwrap();
        let refused = Source::new(&three, Grids::Fast, &|| false).err();
        assert_eq!(refused, Some(Impossible::NoGrid));
    }

    #[test]
    fn uniform_grids_are_refused_where_they_cannot_be_had() {
        let ten = Geometry::with_boxes(2, 5).unwrap();
        let refused = Source::new(&ten, Grids::Uniform, &|| false).err();
        assert_eq!(refused, Some(Impossible::NotUniform));
    }
}

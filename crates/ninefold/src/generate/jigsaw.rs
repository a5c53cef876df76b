//! Random maps of jigsaw regions.
//!
//! ```text
//!  AABB      Two regions that touch exchange a cell each,      AAAB
//!  AABB  ──▶ if both stay in one piece; many times over.   ──▶ ACBB
//!  CCDD                                                        CCDB
//!  CCDD                                                        CDDD
//! ```

use crate::geometry::BoxShape;
use crate::random::Draw;

/// How many exchanges are tried for each cell.
const EXCHANGES: usize = 40;

/// A map of a board of this size: for each cell in reading order, the number of its region.
/// Each region has as many cells as there are digits, in one piece.
///
/// ```
/// use ninefold::generate::random_regions;
/// use ninefold::random::Random;
/// use ninefold::Geometry;
///
/// let map = random_regions(9, &mut Random::new(1));
/// let jigsaw = Geometry::builder(9).regions(map).build()?;
/// assert_eq!(jigsaw.to_string(), "9x9 jigsaw");
/// # Ok::<(), ninefold::GeometryError>(())
/// ```
pub fn random_regions(size: usize, random: &mut impl Draw) -> Vec<usize> {
    let boxes = BoxShape::usual(size);
    let (rows, columns) = boxes.map_or((1, size), |boxes| (boxes.rows, boxes.columns));
    let region = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        row / rows * rows + column / columns
    };
    let mut map: Vec<usize> = (0..size * size).map(region).collect();
    if size < 3 {
        return map;
    }
    for _ in 0..EXCHANGES * map.len() {
        let one = random.below(map.len());
        let near: Vec<usize> = neighbours(one, size)
            .filter(|&cell| map[cell] != map[one])
            .collect();
        if near.is_empty() {
            continue;
        }
        let (from, into) = (map[one], map[near[random.below(near.len())]]);
        // A cell of the other region that touches this one comes back.
        let others: Vec<usize> = (0..map.len())
            .filter(|&cell| map[cell] == into)
            .filter(|&cell| neighbours(cell, size).any(|near| near != one && map[near] == from))
            .collect();
        if others.is_empty() {
            continue;
        }
        let other = others[random.below(others.len())];
        (map[one], map[other]) = (into, from);
        if !is_in_one_piece(&map, size, from) || !is_in_one_piece(&map, size, into) {
            (map[one], map[other]) = (from, into);
        }
    }
    map
}

/// The cells beside, above and below a cell.
fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / size, cell % size);
    [
        (row > 0).then(|| cell - size),
        (row + 1 < size).then(|| cell + size),
        (column > 0).then(|| cell - 1),
        (column + 1 < size).then(|| cell + 1),
    ]
    .into_iter()
    .flatten()
}

fn is_in_one_piece(map: &[usize], size: usize, region: usize) -> bool {
    let Some(start) = map.iter().position(|&other| other == region) else {
        return false;
    };
    let mut reached = vec![start];
    let mut next = 0;
    while next < reached.len() {
        for cell in neighbours(reached[next], size) {
            if map[cell] == region && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.len() == size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn regions_are_of_one_size_and_in_one_piece() {
        for size in [1, 2, 4, 5, 6, 7, 9, 12] {
            for seed in 0..5 {
                let map = random_regions(size, &mut Random::new(seed));
                for region in 0..size {
                    assert_eq!(map.iter().filter(|&&other| other == region).count(), size);
                    assert!(is_in_one_piece(&map, size, region), "{size}: {map:?}");
                }
            }
        }
    }

    #[test]
    fn seeds_give_maps_of_their_own_and_few_boxes_stay() {
        let map = |seed| random_regions(9, &mut Random::new(seed));
        assert_eq!(map(1), map(1));
        assert_ne!(map(1), map(2));
        let boxes = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
        let stayed = (0..81).filter(|&cell| map(1)[cell] == boxes(cell));
        assert!(stayed.count() < 60);
    }
}

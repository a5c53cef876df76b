//! Techniques that are never the next step: where they apply, so does something easier.
//!
//! ```text
//!  rows    . x . x .      a digit in k rows that have only k columns for it is a fish, and so
//!          . x . x .      is the digit in the n - k columns that are left: they have only the
//!          o . o . o      n - k other rows for it. Both rub out the same candidates (o and x
//!          o . o . o      outside of each other), so a fish of more than half of the lines
//!                         comes with a smaller one, or with a hidden single.
//! ```
//!
//! - **Subsets** are the same in a house: k cells with k digits leave n - k digits to n - k cells.
//! - **Franken X-Wing** without fins, on the classic board. A box in its base that has only one
//!   of its two covers in its band or stack is locked into that line, which rules out whatever
//!   else the line holds, or leaves the other base house one place. If both boxes, or a box and
//!   both lines, share the band, the third line of the band has the digit in one box only; and
//!   two base lines that are covered by a line and a box both pass through the box, so the third
//!   line of the band does too. In every case locked candidates rub out what the fish would.
//! - **Dual** kites and rectangles are two steps in one; a path shows one after the other.

use crate::geometry::Geometry;
use crate::logic::technique::Technique::{self, *};

/// Why a technique is never the next step on a board, if that is known.
///
/// ```
/// use ninefold::Geometry;
/// use ninefold::logic::{Technique, never_next};
///
/// let classic = Geometry::classic();
/// assert!(never_next(Technique::Jellyfish, &classic).is_none());
/// let why = never_next(Technique::Squirmbag, &classic);
/// assert_eq!(why, Some("a smaller fish across it is always there"));
/// ```
pub fn never_next(technique: Technique, geometry: &Geometry) -> Option<&'static str> {
    let n = geometry.size();
    let is_plain = geometry.is_plain();
    let has_no_boxes = is_plain && geometry.boxes().is_none();
    let no_boxes = || has_no_boxes.then_some("the board has no boxes");
    // A set of `k` comes with one of `n - k`, which is easier up to the size `easier`.
    let rest = |k: usize, easier: usize, why| (is_plain && n <= k + easier).then_some(why);
    let fish = |k: usize| rest(k, k - 1, "a smaller fish across it is always there");
    let subset = |k, easier| {
        let why = "a smaller subset of the same house is always there";
        rest(k, easier, why)
    };
    match technique {
        LockedPair | LockedTriple | LockedCandidates1 | LockedCandidates2 => no_boxes(),
        NakedTriple => subset(3, 1),
        HiddenPair => subset(2, 3),
        HiddenTriple => subset(3, 3),
        NakedQuadruple => subset(4, 3),
        HiddenQuadruple => subset(4, 4),
        XWing => fish(2),
        Swordfish => fish(3),
        Jellyfish => fish(4),
        Squirmbag => fish(5),
        Whale => fish(6),
        Leviathan => fish(7),
        FrankenXWing if geometry.is_classic() => Some("locked candidates are always there"),
        DualTwoStringKite | DualEmptyRectangle => Some("a path shows its two parts one by one"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::Cell;
    use crate::logic::{FINDERS, Options, Plan, Position, TECHNIQUES, Walk};
    use crate::puzzle::Puzzle;
    use crate::random::{Draw, Random};
    use crate::sets::DigitSet;

    /// Where a technique that is never next can be found, an easier one can.
    fn check(position: &Position, geometry: &Geometry) -> usize {
        let options = Options::default();
        let mut n_found = 0;
        for about in TECHNIQUES {
            if never_next(about.technique, geometry).is_none() {
                continue;
            }
            let at = FINDERS
                .iter()
                .position(|finder| finder.technique == about.technique);
            let Some(at) = at else {
                // Duals come out of another search.
                let with_both = FINDERS.iter().find(|finder| finder.finds(about.technique));
                let all = with_both.map(|finder| finder.all(position, &options));
                let mut all = all.into_iter().flatten();
                assert!(all.all(|step| step.technique() != about.technique));
                continue;
            };
            if FINDERS[at].first(position, &options).is_some() {
                let mut easier = FINDERS[..at].iter().filter(|finder| finder.usual);
                let is_easier = easier.any(|finder| finder.first(position, &options).is_some());
                assert!(is_easier, "{}", about.name);
                n_found += 1;
            }
        }
        n_found
    }

    /// A board on which one digit is confined, in some rows, to as many columns, and all other
    /// digits have all of their places.
    fn one_digit(geometry: &Geometry, random: &mut Random) -> (Puzzle, Board) {
        let all: DigitSet = geometry.digits().collect();
        let others: DigitSet = geometry.digits().skip(1).collect();
        let n = geometry.size();
        let mut places = Vec::new();
        assert!(place(geometry, &mut places, random));
        let mut rows = random.order(n);
        rows.truncate(2 + random.below(n - 2));
        let columns: Vec<usize> = rows.iter().map(|&row| places[row].index() % n).collect();
        let marks = geometry.cells().map(|cell| {
            let (row, column) = (cell.index() / n, cell.index() % n);
            let is_free = !rows.contains(&row) || columns.contains(&column);
            let is_place = places.contains(&cell) || is_free && random.below(2) == 0;
            if is_place { all } else { others }
        });
        let marks: Vec<DigitSet> = marks.collect();
        let limited = Puzzle::empty(geometry.clone()).limited_to(marks);
        let board = Board::new(&limited);
        (limited, board)
    }

    /// Chooses a cell in each row that is left, so that no two share a house.
    fn place(geometry: &Geometry, chosen: &mut Vec<Cell>, random: &mut Random) -> bool {
        if chosen.len() == geometry.size() {
            return true;
        }
        for column in random.order(geometry.size()) {
            let cell = Cell::from_index(geometry.size() * chosen.len() + column);
            let peers = geometry.peers(cell);
            if chosen.iter().all(|other| !peers.contains(other)) {
                chosen.push(cell);
                if place(geometry, chosen, random) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }

    #[test]
    fn something_easier_is_there_for_every_digit() {
        let mut random = Random::new(1);
        for (geometry, n) in [
            (Geometry::classic(), 1500),
            (Geometry::with_boxes(2, 3).unwrap(), 500),
            (Geometry::of_size(4).unwrap(), 200),
        ] {
            let mut n_found = 0;
            for _ in 0..n {
                let (puzzle, board) = one_digit(&geometry, &mut random);
                n_found += check(&Position::new(&puzzle, &board), &geometry);
            }
            assert!(n_found > 20, "{n_found}");
        }
    }

    #[test]
    fn something_easier_is_there_on_the_way_through_puzzles() {
        let puzzles = [
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "........615..614.52.536..326........",
            "1......4...32...",
        ];
        let mut n_found = 0;
        for text in puzzles {
            let puzzle = crate::parse(text).unwrap();
            for step in Walk::new(&puzzle, Plan::usual()).take(60) {
                let position = Position::new(&puzzle, step.board());
                n_found += check(&position, puzzle.geometry());
            }
        }
        assert!(n_found > 20, "{n_found}");
    }
}

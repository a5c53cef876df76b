//! What each cell may hold: from pencil marks to digits, and from a board to marks.

use crate::board::Board;
use crate::format::{Record, Singletons};
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

/// Which lone digits are values, not candidates.
///
/// A lone digit is placed unless a peer still lists it: then someone has yet to see it
/// (HoDoKu's rule).
pub(in crate::format) fn lone_digits(
    geometry: &Geometry,
    sets: &[DigitSet],
    singletons: Singletons,
) -> Vec<Option<Digit>> {
    let is_listed = |index: usize, digit: Digit| {
        let cell = Cell::from_index(index);
        let mut peers = geometry.peers(cell).iter();
        peers.any(|peer| sets[peer.index()].len() > 1 && sets[peer.index()].contains(digit))
    };
    let value = |(index, set): (usize, &DigitSet)| {
        let digit = set.single()?;
        match singletons {
            Singletons::Given => Some(digit),
            Singletons::Candidate => None,
            Singletons::Auto => (!is_listed(index, digit)).then_some(digit),
        }
    };
    sets.iter().enumerate().map(value).collect()
}

/// A puzzle stated by what each cell may hold.
pub(in crate::format) fn puzzle_of_marks(
    geometry: Geometry,
    marks: Vec<DigitSet>,
    singletons: Singletons,
) -> Puzzle {
    let givens = lone_digits(&geometry, &marks, singletons);
    Puzzle::of(geometry, givens).limited_to(marks)
}

/// The digits on a record's board, given or placed.
pub(in crate::format) fn values(record: &Record) -> Vec<Option<Digit>> {
    let mut values = record.puzzle.givens().to_vec();
    if let Some(progress) = &record.progress {
        for (value, placed) in values.iter_mut().zip(&progress.placed) {
            *value = value.or(*placed);
        }
    }
    values
}

/// The puzzle with the placed digits among its givens: what the board looks like now.
pub(in crate::format) fn as_it_stands(record: &Record) -> Puzzle {
    let puzzle = &record.puzzle;
    let now = Puzzle::of(puzzle.geometry().clone(), values(record));
    match puzzle.marks() {
        Some(marks) => now.limited_to(marks),
        None => now,
    }
}

/// What each cell of a record may hold: its digit; or the player's marks; or, where
/// there are none, every digit that the board as it stands allows.
pub(in crate::format) fn candidates(record: &Record) -> Vec<DigitSet> {
    let now = as_it_stands(record);
    let board = Board::new(&now);
    let noted = record.progress.as_ref().and_then(|p| p.marks.as_deref());
    let held = |cell| match (now.given(cell), noted) {
        (Some(digit), _) => DigitSet::only(digit),
        (None, Some(marks)) => marks[cell.index()],
        (None, None) => board.candidates(cell),
    };
    now.geometry().cells().map(held).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_digit_is_a_value_unless_a_peer_lists_it() {
        let geometry = Geometry::of_size(4).unwrap();
        let mut sets = vec![DigitSet::all(4); 16];
        sets[0] = DigitSet::from_bits(0b0001);
        let values = |sets: &[DigitSet], rule| lone_digits(&geometry, sets, rule)[0];
        assert_eq!(values(&sets, Singletons::Auto), None);
        assert_eq!(values(&sets, Singletons::Given), Digit::new(1));
        for peer in geometry.peers(geometry.at(1, 1)) {
            sets[peer.index()] = DigitSet::from_bits(0b1110);
        }
        assert_eq!(values(&sets, Singletons::Auto), Digit::new(1));
        assert_eq!(values(&sets, Singletons::Candidate), None);
    }
}

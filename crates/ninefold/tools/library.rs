//! Lines in the format of HoDoKu's library, as the program's data has them.

use ninefold::format::{self, Record};
use ninefold::logic::Step;
use ninefold::{Board, Candidate, DigitSet, Puzzle};

/// `:x-wing:3:board:deleted:eliminations:placements:`, with `name` instead of a number, and
/// without conclusions if there is no step.
pub(crate) fn line(puzzle: &Puzzle, board: &Board, name: &str, step: Option<&Step>) -> String {
    let geometry = board.geometry();
    let written = |candidates: &[Candidate]| {
        let each = candidates.iter().map(|c| {
            let (row, column) = (geometry.row(c.cell), geometry.column(c.cell));
            format!("{}{row}{column}", c.digit)
        });
        each.collect::<Vec<String>>().join(" ")
    };
    let (placed, gone) = step.map_or((&[][..], &[][..]), |s| (s.placements(), s.eliminations()));
    let digits: DigitSet = gone.iter().chain(placed).map(|c| c.digit).collect();
    let mut record = Record::of_board(puzzle, board);
    let (gone, placed) = (written(gone), written(placed));
    record.meta.comment = Some(format!(":{name}:{digits}:::{gone}:{placed}:"));
    let hodoku = format::find("hodoku").expect("hodoku is a format");
    hodoku.write(&record).expect("it is a classic board")
}

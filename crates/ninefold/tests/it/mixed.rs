//! Mixed lists: puzzles written in formats that are drawn at random, one after another.
//! Every puzzle has its answer, in order: no reader may take the text for its own and
//! leave the rest unread. The fuzz target `mixed_lists` holds the same law.
//!
//! ```text
//!   53..7....6..195...           a line, of a format with one puzzle a line
//!   {"puzzle":"53..7...."}       after a newline another, of another format
//!
//!   5 3 . | . 7 . | . . .        after a blank line one of many lines
//!   6 . . | 1 9 5 | . . .
//!   …
//! ```

use std::collections::BTreeSet;

use ninefold::format::{self, FORMATS, Record};
use ninefold::{Board, Cell, Digit, DigitSet, Geometry, Puzzle};

/// Sixteen 4×4 lines may be one 16×16 grid; eight cannot.
const MOST_PUZZLES: usize = 8;

const SIZES: [usize; 8] = [9, 9, 9, 9, 9, 4, 6, 16];

/// Reads bytes as a list, three for each puzzle, writes it and checks how it is read.
pub(crate) fn check(bytes: &[u8]) {
    let chunks = bytes.as_chunks().0.iter().take(MOST_PUZZLES);
    let all: Vec<Entry> = chunks.filter_map(|&chunk| Entry::new(chunk)).collect();
    let is_cut: Vec<bool> = all.iter().map(|e| e.is_like_a_cut_line(&all)).collect();
    let mut list: Vec<Entry> = Vec::new();
    for (entry, is_cut) in all.into_iter().zip(is_cut) {
        let belongs = |above: &Entry| entry.is_state_of(above) || entry.is_solution_of(above);
        if !is_cut && !list.last().is_some_and(belongs) {
            list.push(entry);
        }
    }
    let text = join(&list);
    let expected: Vec<&Puzzle> = list.iter().map(|entry| &entry.puzzle).collect();
    let found = format::detect(&text, &Default::default());
    let Some(best) = found.best() else {
        assert!(list.is_empty(), "nothing is read:\n{text}");
        return;
    };
    let message = |what: String| format!("{what} as {}: {}\n{text}", best.format, best.why);
    for record in &best.records {
        if let Err(error) = record {
            panic!("{}", message(error.report("list", &text)));
        }
    }
    let found: Vec<&Puzzle> = best.records.iter().flatten().map(|r| &r.puzzle).collect();
    let (n, n_found) = (expected.len(), found.len());
    assert_eq!(
        n_found,
        n,
        "{}",
        message(format!("{n_found} of {n} puzzles"))
    );
    for (k, (found, expected)) in found.into_iter().zip(expected).enumerate() {
        assert!(
            is_the_same(found, expected),
            "{}",
            message(format!("number {k}: {found}"))
        );
    }
}

/// Whether a puzzle came back: with its givens and no others, except that a pencil-mark
/// grid does not distinguish a given from the only candidate of a cell.
fn is_the_same(found: &Puzzle, expected: &Puzzle) -> bool {
    let board = Board::new(expected);
    let cells = expected.geometry().cells();
    found.geometry() == expected.geometry()
        && cells.into_iter().all(|cell| match expected.given(cell) {
            Some(digit) => found.allowed(cell) == DigitSet::only(digit),
            None => found
                .given(cell)
                .is_none_or(|digit| board.candidates(cell) == DigitSet::only(digit)),
        })
}

/// A puzzle and how it is written.
struct Entry {
    puzzle: Puzzle,
    text: String,
    /// Whether it is a drawing of candidates.
    is_marks: bool,
}

impl Entry {
    /// The puzzle of three bytes: the format, the board and its digits, the cells given.
    /// `None` if the format cannot say it.
    fn new([format, board, mask]: [u8; 3]) -> Option<Entry> {
        let specs = specs();
        let writer = format::find(&specs[usize::from(format) % specs.len()]);
        let size = SIZES[usize::from(board) % SIZES.len()];
        let puzzle = pattern(size, usize::from(board) / SIZES.len(), mask);
        let mut record = Record::new(puzzle.clone());
        // The exchange bank has no line without one.
        record.meta.id = Some("0123456789ab".to_owned());
        let writer = writer.expect("it is in the table");
        let text = writer.write(&record).ok()?;
        let is_marks = ["pencilmarks", "sdx"].contains(&writer.format().name());
        Some(Entry {
            puzzle,
            text,
            is_marks,
        })
    }

    /// Whether these may be the marks of a game whose givens are drawn above, as Simple Sudoku
    /// writes it: two drawings, one puzzle. No reader can know that two were meant.
    fn is_state_of(&self, above: &Entry) -> bool {
        let board = Board::new(&self.puzzle);
        let mut cells = self.puzzle.geometry().cells();
        let stands_alone = |cell: Cell| match (above.puzzle.given(cell), self.puzzle.given(cell)) {
            (Some(digit), None) => board.candidates(cell) == DigitSet::only(digit),
            (above, given) => above.is_none() || above == given,
        };
        self.is_marks
            && !above.is_one_line()
            && self.puzzle.geometry() == above.puzzle.geometry()
            && cells.all(stands_alone)
    }

    /// Whether its candidates are a single digit in each cell, and solve the puzzle above: that is
    /// a puzzle and its solution, wherever they stand.
    fn is_solution_of(&self, above: &Entry) -> bool {
        let board = Board::new(&self.puzzle);
        let digit = |cell: Cell| {
            let mut candidates = board.candidates(cell).iter();
            let only = candidates.next().filter(|_| candidates.next().is_none());
            self.puzzle.given(cell).or(only)
        };
        let digits: Option<Vec<Digit>> = self.puzzle.geometry().cells().map(digit).collect();
        digits.is_some_and(|digits| above.puzzle.is_solved_by(&digits))
    }

    /// Whether this may be a line of a larger board that was cut short: a smaller board than
    /// others of the list, with too few digits or givens to be a puzzle of its own.
    fn is_like_a_cut_line(&self, list: &[Entry]) -> bool {
        /// How many givens a proper puzzle has at least, by the size of its board.
        const FEWEST: [usize; 10] = [0, 0, 0, 0, 4, 6, 8, 12, 14, 17];
        let size = self.puzzle.geometry().size();
        let fewest = FEWEST.get(size).copied().unwrap_or(0);
        let digits: BTreeSet<Digit> = self.puzzle.givens().iter().copied().flatten().collect();
        let mut lines = list.iter().filter(|entry| entry.is_one_line());
        self.is_one_line()
            && (digits.len() + 1 < size || self.puzzle.n_givens() < fewest)
            && lines.any(|entry| entry.puzzle.geometry().size() > size)
    }

    fn is_one_line(&self) -> bool {
        !self.text.trim_end().contains('\n')
    }
}

/// Every way to write, with each value of each setting; but not in another alphabet than
/// the usual one, for then a 0 is a digit or a blank, and neither is wrong.
fn specs() -> Vec<String> {
    let mut specs = Vec::new();
    for format in FORMATS.iter().filter(|format| format.is_read()) {
        specs.push(format.name().to_owned());
        let settings = format.settings().iter();
        for setting in settings.filter(|setting| setting.name != "alphabet") {
            let values = setting.values.iter();
            specs.extend(values.map(|value| format!("{}:{}={value}", format.name(), setting.name)));
        }
    }
    specs
}

/// One puzzle a line, and a blank line before and after those of many lines.
fn join(list: &[Entry]) -> String {
    let mut text = String::new();
    for (k, entry) in list.iter().enumerate() {
        if k > 0 {
            text += if entry.is_one_line() && list[k - 1].is_one_line() {
                "\n"
            } else {
                "\n\n"
            };
        }
        text += &entry.text;
    }
    text
}

/// A board filled by the usual pattern with its digits shifted, of which about a third is
/// given, and always a cell and never all.
fn pattern(size: usize, shift: usize, mask: u8) -> Puzzle {
    let geometry = Geometry::of_size(size).expect("these sizes are boards");
    let (rows, columns) = geometry.boxes().map_or((1, size), |b| (b.rows, b.columns));
    let given = |cell: Cell| {
        let (row, column) = (cell.index() / size, cell.index() % size);
        let value = columns * (row % rows) + row / rows + column + shift;
        let is_given = match cell.index() {
            0 => true,
            1 => false,
            index => (index * (usize::from(mask) | 1) * 0x9e37) >> 7 & 7 < 3,
        };
        Digit::new(value % size + 1).filter(|_| is_given)
    };
    let givens: Vec<Option<Digit>> = geometry.cells().map(given).collect();
    Puzzle::new(geometry, givens).unwrap()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    proptest! {
        // Always the same lists; the fuzz target looks for others.
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(9),
            ..ProptestConfig::with_cases(2048)
        })]

        #[test]
        fn every_puzzle_of_a_mixed_list_has_its_answer(
            bytes in prop::collection::vec(any::<u8>(), 3..=24)
        ) {
            super::check(&bytes);
        }
    }
}

//! Why a puzzle is broken, and what was probably meant.
//!
//! The commonest reason why a Sudoku has no solution, or several, is a slip: two digits
//! swapped, one misread, one left out. The doctor says what is wrong in a sentence that is
//! true, and undoes every slip that leads back to a proper puzzle.
//!
//! ```
//! use ninefold::doctor;
//!
//! let puzzle = ninefold::parse(
//!     "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31",
//! )?;
//! let found = doctor::examine(&puzzle);
//! assert_eq!(
//!     found.explain().to_string(),
//!     "no solution: r1c8=7, r4c7=7, r7c9=8, r8c9=9 and r9c5=7 leave no place for 7 in box 9"
//! );
//! let [repair] = &found.repairs[..] else { panic!("there is one repair") };
//! assert_eq!(
//!     repair.explain().to_string(),
//!     "`7 5` in row 4 one cell to the left: r4c6 7, r4c7 5"
//! );
//! # Ok::<(), ninefold::ParseError>(())
//! ```
//!
//! | the puzzle | what is said | file |
//! |---|---|---|
//! | cannot be read, for one character | which texts were probably meant | `text.rs` |
//! | has a digit twice in a house | where | |
//! | has no solution | a few givens that cannot stand together, and why | `conflict.rs` |
//! | has several solutions | where they differ, which clues decide | `several.rs` |
//! | is broken in any way | what one slip, or two, may have changed | `slips.rs`, `repairs.rs` |
//!
//! All work is counted, not timed, and ends after [`Doctor::WORK`] units unless a caller allows
//! more: the same puzzle gets the same answer everywhere.

mod conflict;
mod pattern;
mod repairs;
mod several;
mod slips;
#[cfg(test)]
mod tests;
mod text;
mod work;

pub use conflict::{Forced, Refutation};
pub use repairs::{Repair, Replaced};
pub use several::{Several, Swap};
pub use slips::Slip;
pub use text::Misreading;

use crate::engine::Count;
use crate::geometry::{Candidate, Cell, Geometry};
use crate::puzzle::{Conflict, Grid, Puzzle};
use crate::sets::DigitSet;
use crate::words::{Explanation, Words, say};

use self::repairs::Repairs;
use self::several::most_solutions;
use self::work::Work;

/// Examines puzzles, within limits.
#[derive(Clone, Copy)]
pub struct Doctor<'a> {
    work: u64,
    should_stop: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Doctor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Doctor").finish_non_exhaustive()
    }
}

/// What a puzzle suffers from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Nothing: it has one solution.
    Proper,
    /// It has several solutions.
    Several,
    /// It has no solution.
    None,
    /// A digit is given twice in a house.
    Clashing,
    /// The work was over before that was known.
    Unknown,
}

/// Why no puzzle with these givens can be proper, whatever its solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Never {
    /// There are no clues.
    Blank,
    /// There are this many clues, and a classic puzzle needs 17 (G. McGuire, B. Tugemann and G.
    /// Civario 2012).
    TooFew(usize),
    /// Two digits are not among the clues, so they can change places in any solution.
    Missing(DigitSet),
}

/// The fewest clues of a proper classic puzzle.
const FEWEST: usize = 17;

/// All that was found out about a puzzle.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// What it suffers from.
    pub status: Status,
    /// The digits that are twice in a house.
    pub clashes: Vec<Conflict>,
    /// Why it cannot be proper with the clues that it has.
    pub never: Option<Never>,
    /// Digits that the pencil marks lack, though the givens prove them.
    pub lacking: Vec<Candidate>,
    /// A few givens that cannot stand together, if it has no solution.
    pub conflict: Option<Refutation>,
    /// Where its solutions differ, if it has several.
    pub several: Option<Several>,
    /// The proper puzzles that may have been meant, the likeliest first.
    pub repairs: Vec<Repair>,
    /// Whether all grids were tried that one slip could have started from.
    pub is_complete: bool,
    /// Whether the caller ended the search.
    pub is_stopped: bool,
    geometry: Geometry,
}

/// Examines a puzzle with [`Doctor::WORK`] units of work.
pub fn examine(puzzle: &Puzzle) -> Diagnosis {
    Doctor::new().examine(puzzle)
}

impl Doctor<'static> {
    /// The usual amount of work: what a classic board's search does with so many nodes, some
    /// hundredths of a second.
    pub const WORK: u64 = 60_000;

    /// A doctor with the usual amount of work.
    pub fn new() -> Doctor<'static> {
        Doctor {
            work: Doctor::WORK,
            should_stop: &|| false,
        }
    }
}

impl Default for Doctor<'static> {
    fn default() -> Doctor<'static> {
        Doctor::new()
    }
}

impl<'a> Doctor<'a> {
    /// The same with another amount of work.
    #[must_use]
    pub fn work(self, work: u64) -> Doctor<'a> {
        Doctor { work, ..self }
    }

    /// The same until `should_stop` returns true; it is asked many times a second.
    #[must_use]
    pub fn stop_when<'b>(self, should_stop: &'b dyn Fn() -> bool) -> Doctor<'b> {
        let work = self.work;
        Doctor { work, should_stop }
    }

    /// Examines a puzzle.
    pub fn examine(&self, puzzle: &Puzzle) -> Diagnosis {
        let work = &mut Work::new(self.work, self.should_stop);
        let mut found = Diagnosis::new(puzzle);
        if found.clashes.is_empty() {
            found.solutions(puzzle, work);
        }
        if found.status == Status::None {
            found.lacking = lacking_marks(puzzle, work);
            if found.lacking.is_empty() {
                found.conflict = Refutation::find(puzzle, work);
            }
        }
        found.repair(puzzle, work);
        found.is_stopped = work.is_stopped();
        found
    }

    /// What is wrong with a text that nothing reads, if it is almost a puzzle: a character is
    /// lost, or too many, or illegible. `board` returns the board for a size.
    ///
    /// ```
    /// use ninefold::Geometry;
    /// use ninefold::doctor::Doctor;
    ///
    /// let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.";
    /// let board = |size| Geometry::of_size(size).ok();
    /// let found = Doctor::new().read(text, &board).expect("it is almost a puzzle");
    /// assert_eq!(found.sentence, "80 cells, one is missing");
    /// assert!(!found.repairs.is_empty());
    /// ```
    pub fn read(
        &self,
        text: &str,
        board: &dyn Fn(usize) -> Option<Geometry>,
    ) -> Option<Misreading> {
        let work = &mut Work::new(self.work, self.should_stop);
        text::misreading(text, board, work)
    }
}

impl Diagnosis {
    fn new(puzzle: &Puzzle) -> Diagnosis {
        let clashes = puzzle.conflicts();
        Diagnosis {
            status: if clashes.is_empty() {
                Status::Unknown
            } else {
                Status::Clashing
            },
            never: Never::of(puzzle),
            clashes,
            lacking: Vec::new(),
            conflict: None,
            several: None,
            repairs: Vec::new(),
            is_complete: false,
            is_stopped: false,
            geometry: puzzle.geometry().clone(),
        }
    }

    /// Looks for solutions, and where they differ.
    fn solutions(&mut self, puzzle: &Puzzle, work: &mut Work<'_>) {
        if self.never == Some(Never::Blank) && puzzle.geometry().is_plain() {
            // Which is known without filling a large board.
            self.status = Status::Several;
            return;
        }
        let price = work.share(3);
        let report = work.solutions(puzzle, most_solutions(puzzle), price);
        self.status = match (report.count(), report.grids.len()) {
            (Count::Exactly(0), _) => Status::None,
            (Count::Exactly(1), _) => Status::Proper,
            (_, 2..) => Status::Several,
            _ => Status::Unknown,
        };
        if self.status == Status::Several {
            let at_least = report.stop.is_some();
            self.describe_several(puzzle, report.grids, at_least, work);
        }
    }

    fn describe_several(
        &mut self,
        puzzle: &Puzzle,
        grids: Vec<Grid>,
        at_least: bool,
        work: &mut Work<'_>,
    ) {
        let mut several = Several::of(puzzle, grids, at_least, work);
        if self.never == Some(Never::Blank) {
            // Any puzzle of this solution would do.
            several.additions.clear();
        }
        self.several = Some(several);
    }

    /// Undoes slips, unless nothing is wrong or nothing can help.
    fn repair(&mut self, puzzle: &Puzzle, work: &mut Work<'_>) {
        let is_in_need = match self.status {
            Status::Proper | Status::Unknown => false,
            Status::Several | Status::None | Status::Clashing => true,
        };
        // One slip adds one clue at most, or one digit that is missing.
        let is_hopeless = match self.never {
            Some(Never::Blank) => true,
            Some(Never::TooFew(n_clues)) => n_clues + 1 < FEWEST,
            Some(Never::Missing(digits)) => digits.len() > 2,
            None => false,
        };
        if !is_in_need || is_hopeless || puzzle.has_marks_of_its_own() {
            return;
        }
        let mut found = repairs::after_one_slip(puzzle, work);
        if found.all.is_empty() && self.status != Status::Several {
            let Repairs { all, is_complete } = repairs::after_two_slips(puzzle, work);
            found.all = all;
            found.is_complete &= is_complete;
        }
        self.repairs = found.all;
        self.is_complete = found.is_complete;
    }

    /// The proper puzzle that one slip leads from, if there is exactly one.
    pub fn only_repair(&self) -> Option<&Repair> {
        match &self.repairs[..] {
            [repair] if self.is_complete && repair.slips.len() == 1 => Some(repair),
            _ => None,
        }
    }

    /// What is wrong, in a sentence.
    pub fn explain(&self) -> Explanation {
        self.words().on(&self.geometry)
    }

    fn words(&self) -> Words {
        let words = match (self.status.clone(), &self.several) {
            (Status::Proper, _) => say!["nothing wrong"],
            (Status::Clashing, _) => self.clash_words(),
            (Status::None, _) => self.no_solution_words(),
            (Status::Several, _) if self.never == Some(Never::Blank) => {
                return say!["no clues"];
            }
            (Status::Several, Some(several)) => several.words(),
            _ => say!["not known within the limits whether it has one solution"],
        };
        match self.never {
            Some(never) if self.status == Status::Several => {
                words.and(say!["; "]).and(never.words())
            }
            _ => words,
        }
    }

    fn clash_words(&self) -> Words {
        /// How many clashes are listed.
        const SHOWN: usize = 3;
        let mut words = Words::default();
        for (k, clash) in self.clashes.iter().take(SHOWN).enumerate() {
            let gap = if k == 0 { "" } else { "; " };
            words = words.and(say![gap]).and(clash.words());
        }
        if self.clashes.len() > SHOWN {
            let more = self.clashes.len() - SHOWN;
            words = words.and(say![format!("; and {more} more")]);
        }
        match self.common_cell() {
            Some(cell) => words.and(say!["; ", cell, " is in all of them"]),
            None => words,
        }
    }

    /// The one cell that is in every clash, if there are several.
    fn common_cell(&self) -> Option<Cell> {
        let [first, others @ ..] = &self.clashes[..] else {
            return None;
        };
        let in_all = |cell: &&Cell| others.iter().all(|other| other.cells.contains(cell));
        let mut common = first.cells.iter().filter(in_all);
        match (others.is_empty(), common.next(), common.next()) {
            (false, Some(&cell), None) => Some(cell),
            _ => None,
        }
    }

    fn no_solution_words(&self) -> Words {
        if !self.lacking.is_empty() {
            let mut words = say!["no solution"];
            for (k, &Candidate { cell, digit }) in self.lacking.iter().enumerate() {
                let gap = if k == 0 { ": " } else { ", and " };
                words = words.and(say![gap, "the pencil marks of ", cell, " lack ", digit]);
            }
            return words.and(say![", which the givens prove"]);
        }
        match &self.conflict {
            Some(conflict) => say!["no solution: "].and(conflict.words()),
            None => say!["no solution"],
        }
    }
}

impl Never {
    fn of(puzzle: &Puzzle) -> Option<Never> {
        if puzzle.has_marks_of_its_own() {
            return None;
        }
        let n_clues = puzzle.n_givens();
        let digits: DigitSet = puzzle.givens().iter().copied().flatten().collect();
        let missing = puzzle.geometry().all_digits() - digits;
        match n_clues {
            0 => Some(Never::Blank),
            1..FEWEST if puzzle.geometry().is_classic() => Some(Never::TooFew(n_clues)),
            _ if missing.len() >= 2 => Some(Never::Missing(missing)),
            _ => None,
        }
    }

    /// Why the puzzle can never be proper as it is.
    fn words(self) -> Words {
        match self {
            Never::Blank => say!["there are no clues"],
            Never::TooFew(n) => {
                let clues = if n == 1 {
                    "1 clue is"
                } else {
                    &format!("{n} clues are")
                };
                say![
                    clues,
                    format!(" too few, a proper puzzle has {FEWEST} or more")
                ]
            }
            Never::Missing(digits) => {
                let swapped = " are missing, so two of them can change places in any solution";
                let both = " are missing, so they can change places in any solution";
                say![digits, if digits.len() == 2 { both } else { swapped }]
            }
        }
    }
}

/// Digits that the pencil marks lack, though the givens alone have one solution, which needs
/// them.
fn lacking_marks(puzzle: &Puzzle, work: &mut Work<'_>) -> Vec<Candidate> {
    if !puzzle.has_marks_of_its_own() {
        return Vec::new();
    }
    let price = work.share(3);
    let report = work.solutions(&puzzle.without_marks(), 2, price);
    let (Count::Exactly(1), [solution]) = (report.count(), &report.grids[..]) else {
        return Vec::new();
    };
    let cells = puzzle.geometry().cells();
    let right = cells.map(|cell| Candidate {
        cell,
        digit: solution.digit(cell),
    });
    right
        .filter(|right| !puzzle.allowed(right.cell).contains(right.digit))
        .collect()
}

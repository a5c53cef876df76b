//! Canonical forms: which puzzles are the same puzzle?
//!
//! ```text
//!   1.|.2          ..|..      the smallest of all that can be made of it:
//!   ..|..          .1|.2      a blank before 1, 1 before 2, row after row
//!   --+--   ──▶    --+--
//!   ..|..          ..|..      many puzzles, one form: two puzzles are
//!   .3|4.          3.|4.      isomorphs if their forms are equal
//! ```
//!
//! A puzzle can be turned, its rows, columns, bands and stacks can be moved, and its digits
//! relabelled, and it stays the same puzzle ([`symmetry`](crate::symmetry)). Of all these
//! isomorphs one is chosen by a rule that does not depend on where one starts: the canonical
//! form. There are two rules:
//!
//! | form | is | for |
//! |---|---|---|
//! | [minlex](Form::Minlex) | the isomorph that is smallest when written on a line | any puzzle; it is what the players' lists use |
//! | [solution](Form::Solution) | the puzzle moved as its solution is moved to *its* smallest form; the smallest of these, if there are several | puzzles with one solution: puzzles of one grid stand together |
//!
//! ```
//! use ninefold::Puzzle;
//! use ninefold::canon;
//!
//! let a: Puzzle = "1..2 .... .... .34.".parse()?;
//! let b: Puzzle = ".12. .... .... 3..4".parse()?;
//! let form = canon::minlex(&a)?;
//! assert_eq!(form.puzzle().to_string(), ".....1.2....3.4.");
//! assert_eq!(form.transformation().puzzle(&a)?, *form.puzzle());
//! assert_eq!(canon::minlex(&b)?.puzzle(), form.puzzle());
//!
//! let from_a_to_b = canon::same(&a, &b)?.expect("their forms are equal");
//! assert_eq!(from_a_to_b.puzzle(&a)?, b);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How
//!
//! ```text
//!   full classic grid      grid9.rs    conjugacy classes of the first two rows
//!   classic puzzle         puzzle9.rs  row by row, with open orders of blank columns
//!   other plain boards     lines.rs    the same, written to be read
//!   all other boards       group.rs    every symmetry of the board
//! ```
//!
//! The plain version stands at the top of each file. Where the work might not end, it is
//! bounded, and beyond the bound there is an error instead of a form.

#![allow(
    clippy::needless_range_loop,
    reason = "digits, places and rows are numbers here, and often several arrays go by one"
)]

mod grid9;
mod group;
mod lines;
mod map9;
mod puzzle9;
mod shuffle;
mod tables;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use self::grid9::GridForm;
use self::group::Group;
use self::map9::{Map9, Rows};
use self::puzzle9::PuzzleForm;
pub use self::shuffle::{Keep, shuffle};
use crate::Answer;
use crate::engine::simd::{self, Lanes, Task};
use crate::geometry::{BoxShape, Cell, Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::symmetry::Transformation;

/// A rule that chooses one of all isomorphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The isomorph that is smallest when written on a line, a blank before 1.
    Minlex,
    /// The puzzle as its solution is moved to its smallest form, and the smallest of these.
    Solution,
}

/// A puzzle in canonical form.
#[derive(Clone, Debug)]
pub struct Canonical {
    puzzle: Puzzle,
    transformation: Transformation,
    automorphisms: Option<u128>,
}

impl Canonical {
    /// The form.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// A transformation that leads to the form.
    pub fn transformation(&self) -> &Transformation {
        &self.transformation
    }

    /// In how many ways the cells can move, staying where they are among them, so that a
    /// relabelling restores the puzzle. `None` if that is 2¹²⁸ or more.
    pub fn automorphisms(&self) -> Option<u128> {
        self.automorphisms
    }
}

/// Why a puzzle has no canonical form, or none that can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCanonical {
    /// Too many ways lead to the first rows of the form.
    TooManyStates,
    /// The board has too many symmetries to try them all.
    TooManySymmetries,
    /// Pencil marks exclude more than the givens of the puzzle do.
    Marks,
    /// The form asks for a solution, and there is none.
    NoSolution,
    /// The form asks for the only solution, and there are several.
    SeveralSolutions,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            NotCanonical::TooManyStates => "too many states",
            NotCanonical::TooManySymmetries => "the board has too many symmetries",
            NotCanonical::Marks => "pencil marks exclude more than the givens do",
            NotCanonical::NoSolution => "no solution",
            NotCanonical::SeveralSolutions => "several solutions",
        };
        write!(f, "not canonical: {why}")
    }
}

impl std::error::Error for NotCanonical {}

/// The smallest isomorph of a puzzle: [`FormFinder::minlex`] with a new [`FormFinder`].
pub fn minlex(puzzle: &Puzzle) -> Result<Canonical, NotCanonical> {
    FormFinder::new().minlex(puzzle)
}

/// A transformation of one puzzle into another, if they are isomorphs: [`FormFinder::same`] with a
/// new [`FormFinder`].
pub fn same(a: &Puzzle, b: &Puzzle) -> Result<Option<Transformation>, NotCanonical> {
    FormFinder::new().same(a, b)
}

/// Finds canonical forms: a workspace to be reused for many puzzles.
pub struct FormFinder {
    lanes: &'static str,
    grid: GridForm,
    puzzle: PuzzleForm,
    /// The symmetries of the last board that was not plain.
    group: Option<(Geometry, Result<Group, NotCanonical>)>,
}

impl fmt::Debug for FormFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormFinder").finish_non_exhaustive()
    }
}

impl Default for FormFinder {
    fn default() -> FormFinder {
        FormFinder::new()
    }
}

/// Forms of any puzzle.
impl FormFinder {
    /// With the fastest instructions that the CPU supports.
    pub fn new() -> FormFinder {
        FormFinder {
            lanes: "auto",
            grid: GridForm::default(),
            puzzle: PuzzleForm::default(),
            group: None,
        }
    }

    /// With SIMD instructions by name, to compare them: one of
    /// [`engine::lanes`](crate::engine::lanes). `None` for any other name.
    pub fn with_lanes(kind: &str) -> Option<FormFinder> {
        let lanes = crate::engine::lanes().find(|lanes| *lanes == kind)?;
        Some(FormFinder {
            lanes,
            ..FormFinder::new()
        })
    }

    /// A puzzle in one of the two forms.
    pub fn form(&mut self, puzzle: &Puzzle, form: Form) -> Result<Canonical, NotCanonical> {
        match form {
            Form::Minlex => self.minlex(puzzle),
            Form::Solution => match crate::solve(&puzzle.without_marks()) {
                Answer::One(solution) => self.solution(puzzle, &solution),
                Answer::None => Err(NotCanonical::NoSolution),
                Answer::Many(..) => Err(NotCanonical::SeveralSolutions),
            },
        }
    }

    /// The isomorph of a puzzle that is smallest when written on a line: a blank comes before
    /// 1, and 1 before 2.
    pub fn minlex(&mut self, puzzle: &Puzzle) -> Result<Canonical, NotCanonical> {
        let puzzle = givens_alone(puzzle)?;
        let (ways, automorphisms) = self.ways(&puzzle)?;
        let way = ways.first().expect("a puzzle has a smallest form");
        Ok(canonical(&puzzle, way, automorphisms))
    }

    /// The puzzle moved as its solution is moved to its smallest form; if there are several
    /// ways to do that, the smallest result. The solution must be that of the puzzle.
    pub fn solution(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
    ) -> Result<Canonical, NotCanonical> {
        let puzzle = givens_alone(puzzle)?;
        if !puzzle.is_solved_by(solution.digits()) {
            return Err(NotCanonical::NoSolution);
        }
        let full = solution.digits().iter().copied().map(Some);
        let full = Puzzle::of(puzzle.geometry().clone(), full.collect::<Vec<_>>());
        let (ways, _) = self.ways(&full)?;
        let digits = digits_of(&puzzle);
        let size = puzzle.geometry().size();
        let mut moved = ways.iter().map(|way| (way.moved(&digits, size), way));
        let first = moved.next().expect("a grid has a smallest form");
        let (mut best, mut n_best) = (first, 1);
        for (form, way) in moved {
            if form < best.0 {
                (best, n_best) = ((form, way), 1);
            } else if form == best.0 {
                n_best += 1;
            }
        }
        Ok(canonical(&puzzle, best.1, Some(n_best)))
    }

    /// A transformation of one puzzle into another, if they are isomorphs. Boards in boxes of
    /// 2×3 and of 3×2 are each other's isomorphs too.
    pub fn same(&mut self, a: &Puzzle, b: &Puzzle) -> Result<Option<Transformation>, NotCanonical> {
        if a.geometry() != b.geometry() {
            let transposition = Transformation::transposition(a.geometry());
            if transposition.target() != b.geometry() {
                return Ok(None);
            }
            let transposed = transposition.puzzle(a).expect("it is for this board");
            let way = self.same(&transposed, b)?;
            return Ok(way.map(|way| transposition.then(&way).expect("the boards are the same")));
        }
        if digit_counts(a) != digit_counts(b) {
            return Ok(None);
        }
        let (a, b) = (self.minlex(a)?, self.minlex(b)?);
        let way = (a.puzzle == b.puzzle).then(|| {
            let back = b.transformation.inverse();
            a.transformation
                .then(&back)
                .expect("both are for this board")
        });
        Ok(way)
    }

    /// The ways to the smallest form, at least one, and the number of automorphisms. Those of
    /// a full grid are all ways.
    fn ways(&mut self, puzzle: &Puzzle) -> Result<(Vec<Way>, Option<u128>), NotCanonical> {
        let geometry = puzzle.geometry();
        let digits = digits_of(puzzle);
        if geometry.is_classic() {
            let board = std::array::from_fn(|cell| b'0' + digits[cell]);
            match self.run(Work::Minlex(&board)) {
                Found::Grid(_) => {
                    let ways = self.grid.maps.iter().map(Way::of).collect();
                    return Ok((ways, Some(self.grid.maps.len() as u128)));
                }
                Found::Puzzle(_) => {
                    let ways = vec![Way::of(&self.puzzle.map())];
                    return Ok((ways, Some(self.puzzle.n_automorphisms().into())));
                }
                Found::Nothing => {}
            }
        }
        if geometry.is_plain() {
            return plain(geometry, &digits).smallest();
        }
        let ways = self.group(geometry)?.smallest(&digits);
        let automorphisms = Some(ways.len() as u128);
        Ok((ways, automorphisms))
    }

    /// The symmetries of a board that is not plain.
    fn group(&mut self, geometry: &Geometry) -> Result<&Group, NotCanonical> {
        if !self
            .group
            .as_ref()
            .is_some_and(|(known, _)| known == geometry)
        {
            self.group = Some((geometry.clone(), Group::new(geometry)));
        }
        match &self.group {
            Some((_, Ok(group))) => Ok(group),
            Some((_, Err(error))) => Err(*error),
            None => unreachable!("the symmetries were just listed"),
        }
    }
}

/// Forms of classic puzzles as bytes: `1` to `9`, anything else for a blank.
impl FormFinder {
    /// The smallest isomorph of a classic puzzle or grid.
    ///
    /// ```
    /// use ninefold::canon::FormFinder;
    ///
    /// let puzzle = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// let form = FormFinder::new().minlex9(puzzle)?;
    /// assert!(form.starts_with(b"........1.....2.3"));
    /// # Ok::<(), ninefold::canon::NotCanonical>(())
    /// ```
    pub fn minlex9(&mut self, puzzle: &[u8; 81]) -> Result<[u8; 81], NotCanonical> {
        match self.run(Work::Minlex(puzzle)) {
            Found::Grid(form) | Found::Puzzle(form) => Ok(form),
            Found::Nothing => {
                let digits = puzzle.map(digit_of_byte);
                let (ways, _) = plain(&Geometry::classic(), &digits).smallest()?;
                let way = ways.first().expect("a puzzle has a smallest form");
                let moved = way.moved(&digits, 9);
                Ok(std::array::from_fn(|cell| match moved[cell] {
                    0 => b'.',
                    label => b'0' + label,
                }))
            }
        }
    }

    /// The solution form of a classic puzzle, whose solution is known. `None` if that is no
    /// solution of it.
    pub fn solution9(&mut self, puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<[u8; 81]> {
        match self.run(Work::Solution(puzzle, solution)) {
            Found::Grid(form) => Some(form),
            Found::Puzzle(_) | Found::Nothing => None,
        }
    }

    fn run(&mut self, work: Work<'_>) -> Found {
        let lanes = self.lanes;
        let task = OnLanes { canon: self, work };
        simd::with_lanes(lanes, task).expect("these lanes were found on this CPU")
    }
}

/// A 128-bit key of a form as it is written: equal forms have equal keys, and different
/// forms almost surely different ones. The same on every machine.
///
/// ```
/// use ninefold::canon::key;
///
/// assert_eq!(key(b"...1"), key(b"...1"));
/// assert_ne!(key(b"...1"), key(b"..1."));
/// ```
pub fn key(form: &[u8]) -> u128 {
    // Two chains of steps that each can be undone: xor, multiply by an odd number, and fold.
    let (mut a, mut b) = (0x9e37_79b9_7f4a_7c15_u64, 0xc2b2_ae3d_27d4_eb4f_u64);
    let mut add = |word: u64| {
        a = (a ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        a ^= a >> 32;
        b = (b.rotate_left(23) ^ word).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        b ^= b >> 29;
    };
    let (words, rest) = form.as_chunks::<8>();
    for word in words {
        add(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    add(u64::from_le_bytes(last));
    add(form.len() as u64);
    add(0);
    u128::from(a) << 64 | u128::from(b)
}

/// What to do with a classic board.
enum Work<'a> {
    Minlex(&'a [u8; 81]),
    /// A puzzle and its solution.
    Solution(&'a [u8; 81], &'a [u8; 81]),
}

/// The form of a classic board, and by which method it was found.
enum Found {
    Grid([u8; 81]),
    Puzzle([u8; 81]),
    /// By neither: a digit is in a line twice, or the solution is none.
    Nothing,
}

struct OnLanes<'a> {
    canon: &'a mut FormFinder,
    work: Work<'a>,
}

impl Task for OnLanes<'_> {
    type Output = Found;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Found {
        let OnLanes { canon, work } = self;
        lanes.vectorize(
            #[inline(always)]
            || match work {
                Work::Minlex(board) => canon.minlex_on(lanes, board),
                Work::Solution(puzzle, solution) => canon.solution_on(lanes, puzzle, solution),
            },
        )
    }
}

impl FormFinder {
    #[inline(always)]
    fn minlex_on<L: Lanes>(&mut self, lanes: L, board: &[u8; 81]) -> Found {
        let rows = Rows::new(board);
        if rows.is_full() {
            self.grid.find(lanes, &rows);
            return match self.grid.maps.first() {
                Some(map) => Found::Grid(rows.moved(lanes, map)),
                None => Found::Nothing,
            };
        }
        if rows.has_twins(lanes) {
            return Found::Nothing;
        }
        self.puzzle.find(lanes, &rows);
        Found::Puzzle(rows.moved(lanes, &self.puzzle.map()))
    }

    #[inline(always)]
    fn solution_on<L: Lanes>(&mut self, lanes: L, puzzle: &[u8; 81], solution: &[u8; 81]) -> Found {
        let grid = Rows::new(solution);
        let puzzle = Rows::new(puzzle);
        if !puzzle.is_part_of(&grid) || !self.grid.find(lanes, &grid) {
            return Found::Nothing;
        }
        let mut maps = self.grid.maps.iter();
        let Some(first) = maps.next() else {
            return Found::Nothing;
        };
        let mut best = puzzle.moved(lanes, first);
        for map in maps {
            best = best.min(puzzle.moved(lanes, map));
        }
        Found::Grid(best)
    }
}

/// A way to move a board: what comes to stand where, and which digit becomes which.
#[derive(Clone, Debug)]
struct Way {
    /// Whether rows become columns first.
    is_transposed: bool,
    /// The row that comes to stand at each place, after that; and the column.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// What becomes of each digit; 0 for one that does not occur, and for a blank.
    labels: Vec<u8>,
}

impl Way {
    fn of(map: &Map9) -> Way {
        let wide = |lines: &[u8]| lines.iter().map(|&line| usize::from(line)).collect();
        Way {
            is_transposed: map.is_transposed,
            rows: wide(&map.rows),
            columns: wide(&map.columns[..9]),
            labels: map.labels[..10].to_vec(),
        }
    }

    /// Where the cell at this place comes from.
    fn source(&self, place: usize, size: usize) -> usize {
        let (row, column) = (self.rows[place / size], self.columns[place % size]);
        group::source(self.is_transposed, row, column, size)
    }

    /// A board moved: labels cell by cell, 0 for a blank.
    fn moved(&self, digits: &[u8], size: usize) -> Vec<u8> {
        let label = |place| self.labels[usize::from(digits[self.source(place, size)])];
        (0..digits.len()).map(label).collect()
    }

    /// As a transformation of the board; digits that do not occur get the labels left over.
    fn transformation(&self, geometry: &Geometry) -> Transformation {
        let size = geometry.size();
        let mut cells: Vec<Cell> = geometry.cells().collect();
        for place in geometry.cells() {
            cells[self.source(place.index(), size)] = place;
        }
        let is_free = |label: &u8| !self.labels[1..].contains(label);
        let mut free = (1..=size as u8).filter(is_free);
        let label = |&label: &u8| match label {
            0 => free.next().expect("there are as many labels as digits"),
            label => label,
        };
        let labels = self.labels[1..].iter().map(label);
        let digits: Vec<Digit> = labels
            .map(|label| Digit::from_index(label as usize - 1))
            .collect();
        Transformation::new(geometry, geometry, cells, digits)
            .expect("lines move as the board allows")
    }
}

/// A puzzle without pencil marks that follow from its givens.
fn givens_alone(puzzle: &Puzzle) -> Result<Cow<'_, Puzzle>, NotCanonical> {
    if puzzle.has_marks_of_its_own() {
        Err(NotCanonical::Marks)
    } else if puzzle.marks().is_some() {
        Ok(Cow::Owned(puzzle.without_marks()))
    } else {
        Ok(Cow::Borrowed(puzzle))
    }
}

fn canonical(puzzle: &Puzzle, way: &Way, automorphisms: Option<u128>) -> Canonical {
    let transformation = way.transformation(puzzle.geometry());
    Canonical {
        puzzle: transformation.puzzle(puzzle).expect("it is for this board"),
        transformation,
        automorphisms,
    }
}

/// A puzzle on a plain board.
fn plain<'a>(geometry: &Geometry, digits: &'a [u8]) -> lines::Lines<'a> {
    let size = geometry.size();
    let boxes = geometry.boxes().unwrap_or(BoxShape {
        rows: size,
        columns: size,
    });
    lines::Lines {
        digits,
        size,
        band: boxes.rows,
        stack: boxes.columns,
    }
}

/// The givens, 0 for a blank.
fn digits_of(puzzle: &Puzzle) -> Vec<u8> {
    let givens = puzzle.givens().iter();
    givens
        .map(|given| given.map_or(0, |digit| digit.value() as u8))
        .collect()
}

fn digit_of_byte(byte: u8) -> u8 {
    match byte {
        b'1'..=b'9' => byte - b'0',
        _ => 0,
    }
}

/// How many digits there are once, twice and so on: the same for all isomorphs.
fn digit_counts(puzzle: &Puzzle) -> Vec<usize> {
    let mut counts = vec![0; puzzle.geometry().size()];
    for digit in puzzle.givens().iter().flatten() {
        counts[digit.index()] += 1;
    }
    counts.sort_unstable();
    counts
}

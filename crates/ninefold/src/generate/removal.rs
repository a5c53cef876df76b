//! Clues are taken away one by one, from thousands of grids side by side.
//!
//! ```text
//!  every lane:  a full grid, and its orbits in random order
//!  until all lanes are done:
//!      every lane:  blank the next orbit
//!      all lanes:   solve, by `Batch9` on the classic board
//!      every lane:  put the orbit back if the solution is no longer the only one
//! ```
//!
//! The solution is known, so where an orbit is one cell or two the question is not how many
//! there are, but whether there is [another](Question::Another).
//!
//! An orbit is a set of cells that the symmetry ties together, a single cell without one. One
//! pass is enough: a clue that was needed once is still needed when fewer are left. Minimal
//! puzzles, all symmetries and limits on the number of clues come out of the same loop, which
//! differs only in when a lane is done. A pattern is a single test: blank everything outside it.
//!
//! What was tried and brought nothing (on 20,000 grids): keeping unavoidable sets to skip tests
//! (81 tests become 29, but those saved are the cheap ones), and removing the first 20 to 38
//! clues at once (5 % at best).

use std::cmp::Ordering;
use std::ops::Range;

use super::{Generator, Made};
use crate::canon::FormFinder;
use crate::engine::{Auto, Batch9, Count, Puzzles, Query};
use crate::geometry::{Digit, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::random::{Draw, Random};

/// What a thread needs to make puzzles; it keeps nothing that changes what comes out.
#[derive(Debug)]
pub struct Workspace {
    pub(super) n_lanes: usize,
    batch: Batch9,
    /// The puzzles of the lanes one after another, a byte for each cell: see [`byte`].
    pub(super) lines: Vec<u8>,
    pub(super) solutions: Vec<[u8; 81]>,
    pub(super) counts: Vec<u8>,
    pub(super) forms: FormFinder,
}

impl Workspace {
    /// With room for `n_lanes` puzzles at a time, at least one.
    pub fn with_lanes(n_lanes: usize) -> Workspace {
        Workspace {
            n_lanes: n_lanes.max(1),
            batch: Batch9::new(),
            lines: Vec::new(),
            solutions: Vec::new(),
            counts: Vec::new(),
            forms: FormFinder::new(),
        }
    }

    /// Counts the solutions of the puzzle in each lane, up to two; false if `should_stop`
    /// returned true before.
    pub(super) fn count(&mut self, geometry: &Geometry, should_stop: &dyn Fn() -> bool) -> bool {
        self.count_up_to(2, geometry, should_stop)
    }

    /// The same, up to `limit`.
    pub(super) fn count_up_to(
        &mut self,
        limit: u8,
        geometry: &Geometry,
        should_stop: &dyn Fn() -> bool,
    ) -> bool {
        let n_cells = geometry.n_cells();
        if should_stop() {
            return false;
        }
        if geometry.is_classic() {
            self.solve(Question::HowMany, limit);
            return true;
        }
        self.counts.resize(self.lines.len() / n_cells, 0);
        for (line, count) in self.lines.chunks(n_cells).zip(&mut self.counts) {
            let query = puzzle(geometry, line);
            let query = Query::new(&query).solutions(limit.into());
            let report = query.run_until(&Auto, should_stop);
            *count = match report.expect("auto takes any board").count() {
                Count::Exactly(n) | Count::AtLeast(n) => n as u8,
                Count::Stopped(_) => return false,
            };
        }
        true
    }

    /// Asks the question of the puzzle in each lane; false if `should_stop` returned true
    /// before.
    fn ask(
        &mut self,
        question: Question,
        geometry: &Geometry,
        should_stop: &dyn Fn() -> bool,
    ) -> bool {
        match question {
            Question::HowMany => self.count(geometry, should_stop),
            Question::Another if should_stop() => false,
            Question::Another => {
                self.solve(question, 1);
                true
            }
        }
    }

    /// Counts the solutions of classic puzzles, up to `limit`.
    fn solve(&mut self, question: Question, limit: u8) {
        let n = self.lines.len() / 81;
        self.counts.resize(n, 0);
        self.solutions.resize(n, [0; 81]);
        let puzzles = match question {
            Question::HowMany => Puzzles::lines(&self.lines, 81),
            Question::Another => Puzzles::other_than(&self.lines, 81),
        };
        let solved = self
            .batch
            .solve(puzzles, limit, &mut self.solutions, &mut self.counts);
        solved.expect("each puzzle has room for its answer");
    }
}

impl Default for Workspace {
    /// With as many lanes as are solved fastest.
    fn default() -> Workspace {
        Workspace::with_lanes(LANES)
    }
}

/// How many classic puzzles are made side by side at full speed.
pub(super) const LANES: usize = 2048;

/// With specimens, one try in this number is made without them.
const FRESH: usize = 8;

/// A blank cell in a line.
pub(super) const BLANK: u8 = b'.';

/// A digit in a line: on the classic board what [`Puzzles::lines`] reads.
pub(super) fn byte(digit: u8) -> u8 {
    b'0' + digit
}

pub(super) fn puzzle(geometry: &Geometry, line: &[u8]) -> Puzzle {
    let digit = |&byte: &u8| match byte {
        BLANK => None,
        byte => Digit::new((byte - b'0').into()),
    };
    Puzzle::of(geometry.clone(), line.iter().map(digit).collect::<Vec<_>>())
}

/// How to find out whether an orbit can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// All its cells are blank: how many solutions are there?
    HowMany,
    /// Any other solution has another digit in one of its cells. For each of them in turn, with
    /// those before it given and those after it blank: is there a solution without its digit?
    ///
    /// The search ends at the first solution and leaves out the part with the known one, which
    /// takes 27 % fewer instructions a puzzle for single cells and 11 to 13 % fewer for pairs.
    /// Orbits of four and eight cells take too many tests: 12 and 23 % more.
    Another,
}

impl Question {
    /// The one that is answered sooner.
    fn about(generator: &Generator) -> Question {
        let mut orbits = generator.orbits.iter().flatten();
        if generator.wish.geometry.is_classic() && orbits.all(|orbit| orbit.len() <= 2) {
            Question::Another
        } else {
            Question::HowMany
        }
    }

    /// Whether the known solution is the only one, as far as was asked.
    fn is_unique(self, count: u8) -> bool {
        match self {
            Question::HowMany => count == 1,
            Question::Another => count == 0,
        }
    }
}

/// A blank in a line that must not get its digit back: what [`Puzzles::other_than`] reads.
fn excluded(digit: u8) -> u8 {
    digit - b'1' + b'a'
}

/// One try under way.
struct Lane {
    index: u64,
    /// The full grid, as the line it began with.
    grid: Vec<u8>,
    /// Which of the generator's symmetries.
    kind: usize,
    /// The orbits in the order in which they are taken away, and how many were.
    order: Vec<usize>,
    next: usize,
    /// Which of the next orbit's cells is asked about.
    asked: usize,
    /// How many clues are left, and how many of them are known to be needed.
    clues: usize,
    needed: usize,
    /// No clue is taken away if fewer than this would be left.
    floor: usize,
}

/// What becomes of a lane before the next test.
enum Turn {
    /// An orbit is blank now: test.
    Test,
    /// The puzzle is ready.
    Done,
    /// It cannot be what is wished for.
    Failed,
}

/// The puzzles that tries make, in their order.
pub(super) fn run(
    generator: &Generator,
    specimens: &[Made],
    seed: u64,
    tries: Range<u64>,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> Vec<Made> {
    let mut made = Vec::new();
    let mut start = tries.start;
    while start < tries.end && !should_stop() {
        let end = tries
            .end
            .min(start.saturating_add(workspace.n_lanes as u64));
        let tries = start..end;
        let mut some = side_by_side(generator, specimens, seed, tries, workspace, should_stop);
        some.sort_by_key(|made| made.index);
        made.append(&mut some);
        start = end;
    }
    made
}

/// The puzzles that tries make, each in a lane of its own, in any order. If the caller stops
/// it, those before the first try that is not done.
fn side_by_side(
    generator: &Generator,
    specimens: &[Made],
    seed: u64,
    tries: Range<u64>,
    workspace: &mut Workspace,
    should_stop: &dyn Fn() -> bool,
) -> Vec<Made> {
    let geometry = &generator.wish.geometry;
    let n_cells = geometry.n_cells();
    let mut made = Vec::new();
    let mut lanes = Vec::new();
    workspace.lines.clear();
    for index in tries {
        let Some(lane) = Lane::new(generator, specimens, seed, index, should_stop) else {
            return made;
        };
        workspace.lines.extend_from_slice(&lane.grid);
        lanes.push(lane);
    }
    if let Some(cells) = &generator.wish.pattern {
        for line in workspace.lines.chunks_mut(n_cells) {
            let mut pattern = cells.iter().peekable();
            for (cell, byte) in geometry.cells().zip(line) {
                if pattern.next_if_eq(&&cell).is_none() {
                    *byte = BLANK;
                }
            }
        }
        if !workspace.count(geometry, should_stop) {
            return made;
        }
        for at in (0..lanes.len()).rev() {
            if workspace.counts[at] != 1 {
                take_out(&mut lanes, &mut workspace.lines, at, n_cells);
            }
        }
    }
    let question = Question::about(generator);
    loop {
        let mut at = 0;
        while at < lanes.len() {
            let line = &mut workspace.lines[at * n_cells..][..n_cells];
            match lanes[at].turn(generator, question, line) {
                Turn::Test => at += 1,
                Turn::Failed => _ = take_out(&mut lanes, &mut workspace.lines, at, n_cells),
                Turn::Done => {
                    let puzzle = puzzle(geometry, line);
                    let lane = take_out(&mut lanes, &mut workspace.lines, at, n_cells);
                    made.push(lane.made(generator, puzzle));
                }
            }
        }
        if lanes.is_empty() {
            return made;
        }
        if !workspace.ask(question, geometry, should_stop) {
            // What comes after a try that is not done is left out.
            let first = lanes.iter().map(|lane| lane.index).min();
            made.retain(|made| Some(made.index) < first);
            return made;
        }
        let lines = workspace.lines.chunks_mut(n_cells);
        for ((lane, line), &count) in lanes.iter_mut().zip(lines).zip(&workspace.counts) {
            lane.note(generator, question, line, question.is_unique(count));
        }
    }
}

/// Takes a lane out; the last one moves to its place.
fn take_out(lanes: &mut Vec<Lane>, lines: &mut Vec<u8>, at: usize, n_cells: usize) -> Lane {
    let last = lines.len() - n_cells;
    lines.copy_within(last.., at * n_cells);
    lines.truncate(last);
    lanes.swap_remove(at)
}

impl Lane {
    fn new(
        generator: &Generator,
        specimens: &[Made],
        seed: u64,
        index: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Lane> {
        let wish = &generator.wish;
        let mut random = Random::stream(seed, index);
        let is_fresh = specimens.is_empty() || random.below(FRESH) == 0;
        let (kind, grid, order) = if is_fresh {
            let kind = random.below(generator.orbits.len());
            let grid = generator
                .source
                .draw(&wish.geometry, &mut random, should_stop)?;
            (kind, grid, random.order(generator.orbits[kind].len()))
        } else {
            around(
                &specimens[random.below(specimens.len())],
                generator,
                &mut random,
            )
        };
        let (least, most) = wish.range();
        let floor = match (&wish.clues, wish.needs_every_clue()) {
            (Some(_), false) => least + random.below(most - least + 1),
            _ => 0,
        };
        Some(Lane {
            index,
            clues: match &wish.pattern {
                Some(cells) => cells.len(),
                None => grid.len(),
            },
            grid: grid.into_iter().map(byte).collect(),
            kind,
            order,
            next: 0,
            asked: 0,
            needed: 0,
            floor,
        })
    }

    /// Blanks the next orbit that may go, as the question has it.
    fn turn(&mut self, generator: &Generator, question: Question, line: &mut [u8]) -> Turn {
        let wish = &generator.wish;
        let (least, most) = wish.range();
        let orbits = &generator.orbits[self.kind];
        if self.needed > most {
            return Turn::Failed;
        }
        let is_fixed = wish.pattern.is_some() && !wish.needs_every_clue();
        while self.next < self.order.len() && !is_fixed {
            let orbit = &orbits[self.order[self.next]];
            if self.clues - orbit.len() < self.floor {
                self.next += 1;
                continue;
            }
            for (place, cell) in orbit.iter().map(|cell| cell.index()).enumerate() {
                line[cell] = match (question, place.cmp(&self.asked)) {
                    (Question::Another, Ordering::Less) => self.grid[cell],
                    (Question::Another, Ordering::Equal) => excluded(self.grid[cell]),
                    _ => BLANK,
                };
            }
            return Turn::Test;
        }
        if (least..=most).contains(&self.clues) {
            Turn::Done
        } else {
            Turn::Failed
        }
    }

    /// Notes whether the puzzle still has one solution without the orbit, as far as was asked.
    fn note(
        &mut self,
        generator: &Generator,
        question: Question,
        line: &mut [u8],
        is_unique: bool,
    ) {
        let orbit = &generator.orbits[self.kind][self.order[self.next]];
        if is_unique && question == Question::Another && self.asked + 1 < orbit.len() {
            self.asked += 1;
            return;
        }
        (self.next, self.asked) = (self.next + 1, 0);
        for cell in orbit.iter().map(|cell| cell.index()) {
            line[cell] = if is_unique { BLANK } else { self.grid[cell] };
        }
        if !is_unique {
            self.needed += orbit.len();
        } else if generator.wish.pattern.is_some() {
            // A clue of the pattern that is not needed.
            self.needed = usize::MAX;
        } else {
            self.clues -= orbit.len();
        }
    }

    fn made(self, generator: &Generator, puzzle: Puzzle) -> Made {
        let wish = &generator.wish;
        let digit = |&byte: &u8| Digit::new((byte - b'0').into()).expect("the grid is full");
        let digits: Vec<Digit> = self.grid.iter().map(digit).collect();
        Made {
            index: self.index,
            puzzle,
            solution: Grid::of(wish.geometry.clone(), digits),
            symmetry: match wish.pattern {
                Some(_) => None,
                None => Some(wish.symmetries[self.kind]),
            },
            weight: None,
        }
    }
}

/// The symmetry, the grid and the order of removal that lead to a puzzle like the specimen: one
/// of its clues goes first, then what was no clue, and the other clues last. So few clues are
/// new, just those that make up for the one that went.
fn around(
    specimen: &Made,
    generator: &Generator,
    random: &mut Random,
) -> (usize, Vec<u8>, Vec<usize>) {
    let symmetries = &generator.wish.symmetries;
    let kind = symmetries
        .iter()
        .position(|&kind| Some(kind) == specimen.symmetry);
    let kind = kind.unwrap_or(0);
    let is_clue = |orbit: &usize| {
        let cells = generator.orbits[kind][*orbit].iter();
        cells
            .clone()
            .any(|&cell| specimen.puzzle.given(cell).is_some())
    };
    let all = random.order(generator.orbits[kind].len()).into_iter();
    let (mut clues, others): (Vec<usize>, Vec<usize>) = all.partition(is_clue);
    let mut order: Vec<usize> = clues.pop().into_iter().collect();
    order.extend(others);
    order.extend(clues);
    let digits = specimen.solution.digits().iter();
    (
        kind,
        digits.map(|digit| digit.value() as u8).collect(),
        order,
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Grids, Impossible, Symmetry, Wish};
    use super::*;
    use crate::geometry::Cell;
    use crate::{Answer, solve};

    fn made(wish: Wish, tries: Range<u64>) -> Vec<Made> {
        let generator = Generator::new(wish).unwrap();
        generator.tries(1, tries, &mut Workspace::default(), &|| false)
    }

    fn classic() -> Wish {
        Wish::new(Geometry::classic())
    }

    fn without(puzzle: &Puzzle, cells: &[Cell]) -> Puzzle {
        let mut fewer = puzzle.clone();
        for &cell in cells {
            fewer.set(cell, None);
        }
        fewer
    }

    /// One solution, a symmetric pattern, and no orbit can be spared.
    fn check_minimal(made: &Made) {
        let puzzle = &made.puzzle;
        assert_eq!(
            solve(puzzle),
            Answer::One(made.solution.clone()),
            "{puzzle}"
        );
        let symmetry = made.symmetry.unwrap();
        for orbit in symmetry.orbits(puzzle.geometry()).unwrap() {
            let given = orbit.iter().filter(|&&cell| puzzle.given(cell).is_some());
            match given.count() {
                0 => {}
                n if n == orbit.len() => {
                    let fewer = solve(&without(puzzle, &orbit));
                    assert!(matches!(fewer, Answer::Many(..)), "{puzzle}: {orbit:?}");
                }
                _ => panic!("{puzzle} is not symmetric: {symmetry}"),
            }
        }
    }

    #[test]
    fn puzzles_of_every_symmetry_are_unique_and_minimal() {
        for symmetry in Symmetry::ALL {
            let made = made(classic().symmetry(symmetry), 0..30);
            assert_eq!(made.len(), 30);
            made.iter().for_each(check_minimal);
        }
        let any = made(classic().any_symmetry(), 0..100);
        any.iter().for_each(check_minimal);
        let kinds: std::collections::BTreeSet<_> = any.iter().map(|made| made.symmetry).collect();
        assert_eq!(kinds.len(), 9);
    }

    #[test]
    fn both_questions_have_the_same_answer() {
        let geometry = Geometry::classic();
        for symmetry in [
            Symmetry::None,
            Symmetry::HalfTurn,
            Symmetry::Diagonal,
            Symmetry::Full,
        ] {
            let generator = Generator::new(classic().symmetry(symmetry)).unwrap();
            let mut workspace = Workspace::default();
            let answers = |question: Question, workspace: &mut Workspace| -> Vec<(u64, Vec<u8>)> {
                let lane = |index| Lane::new(&generator, &[], 3, index, &|| false).unwrap();
                let mut lanes: Vec<Lane> = (0..300).map(lane).collect();
                let mut lines: Vec<Vec<u8>> = lanes.iter().map(|lane| lane.grid.clone()).collect();
                loop {
                    let mut asked = Vec::new();
                    workspace.lines.clear();
                    for (at, (lane, line)) in lanes.iter_mut().zip(&mut lines).enumerate() {
                        if let Turn::Test = lane.turn(&generator, question, line) {
                            asked.push(at);
                            workspace.lines.extend_from_slice(line);
                        }
                    }
                    if asked.is_empty() {
                        return lanes.iter().map(|lane| lane.index).zip(lines).collect();
                    }
                    assert!(workspace.ask(question, &geometry, &|| false));
                    for (at, &count) in asked.into_iter().zip(&workspace.counts) {
                        let is_unique = question.is_unique(count);
                        lanes[at].note(&generator, question, &mut lines[at], is_unique);
                    }
                }
            };
            let [counted, another] =
                [Question::HowMany, Question::Another].map(|asked| answers(asked, &mut workspace));
            assert_eq!(counted, another, "{symmetry}");
        }
    }

    #[test]
    fn other_boards_have_puzzles_too() {
        let boards = [
            Geometry::of_size(4),
            Geometry::with_boxes(2, 3),
            Geometry::with_boxes(2, 4),
            Geometry::builder(9).boxes(3, 3).diagonals().build(),
            Geometry::with_boxes(1, 5),
            Geometry::builder(5)
                .regions(b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from))
                .build(),
        ];
        for geometry in boards.map(Result::unwrap) {
            for symmetry in Symmetry::ALL {
                let wish = Wish::new(geometry.clone()).symmetry(symmetry);
                if symmetry.is_of(&geometry) {
                    made(wish, 0..3).iter().for_each(check_minimal);
                } else {
                    let refused = Generator::new(wish).err();
                    assert_eq!(refused, Some(Impossible::Symmetry(symmetry)));
                }
            }
        }
    }

    #[test]
    fn the_size_of_batches_changes_nothing() {
        let wishes = [
            classic(),
            classic().any_symmetry(),
            classic().clues(24..=26),
            classic().minimal(true).clues(20..=23),
            classic().grids(Grids::Uniform),
            Wish::new(Geometry::with_boxes(2, 3).unwrap()),
        ];
        for wish in wishes {
            let generator = Generator::new(wish).unwrap();
            let made = |n_lanes: usize, pieces: &[u64]| {
                let mut workspace = Workspace::with_lanes(n_lanes);
                let mut ends = pieces.windows(2);
                let mut made = Vec::new();
                while let Some(&[start, end]) = ends.next() {
                    made.extend(generator.tries(9, start..end, &mut workspace, &|| false));
                }
                made
            };
            let whole = made(4096, &[0, 700]);
            assert!(!whole.is_empty());
            assert_eq!(made(1, &[0, 700]), whole);
            assert_eq!(made(600, &[0, 3, 650, 700]), whole);
        }
    }

    #[test]
    fn the_number_of_clues_is_what_was_asked_for() {
        for symmetry in [Symmetry::None, Symmetry::HalfTurn, Symmetry::Full] {
            for clues in [25..=25, 30..=33, 60..=60, 81..=81] {
                let wish = classic().symmetry(symmetry).clues(clues.clone());
                let Ok(generator) = Generator::new(wish) else {
                    continue;
                };
                let made = generator.tries(2, 0..200, &mut Workspace::default(), &|| false);
                for made in &made {
                    assert!(clues.contains(&made.puzzle.n_givens()));
                    assert!(matches!(solve(&made.puzzle), Answer::One(_)));
                }
                // Few puzzles have so few clues and so much symmetry.
                let is_rare = *clues.end() < 30 && symmetry != Symmetry::None;
                assert!(
                    made.len() > 20 || is_rare,
                    "{symmetry} {clues:?}: {}",
                    made.len()
                );
            }
        }
        let minimal = made(classic().clues(22..=23).minimal(true), 0..400);
        assert!(!minimal.is_empty());
        for made in &minimal {
            assert!((22..=23).contains(&made.puzzle.n_givens()));
            check_minimal(made);
        }
    }

    #[test]
    fn clues_lie_where_the_pattern_has_them() {
        // Three of four cells, in stripes.
        let cells = || (0..81).filter(|index| index % 4 != 0).map(Cell::from_index);
        let made = made(classic().pattern(cells()), 0..50);
        assert!(made.len() > 10);
        for made in &made {
            let given = made.puzzle.givens().iter().enumerate();
            let given = given.filter(|(_, given)| given.is_some());
            assert!(given.map(|(index, _)| Cell::from_index(index)).eq(cells()));
            assert!(matches!(solve(&made.puzzle), Answer::One(_)));
            assert_eq!(made.symmetry, None);
        }
        // With so many clues some can be spared.
        let half = (0..80).step_by(2).map(Cell::from_index);
        let minimal = Generator::new(classic().pattern(half).minimal(true)).unwrap();
        let made = minimal.tries(1, 0..50, &mut Workspace::default(), &|| false);
        assert_eq!(made, []);
    }

    #[test]
    fn puzzles_around_specimens_differ_in_few_clues() {
        for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
            let generator = Generator::new(classic().symmetry(symmetry)).unwrap();
            let mut workspace = Workspace::default();
            let specimens = generator.tries(5, 0..1, &mut workspace, &|| false);
            let [specimen] = specimens.as_slice() else {
                panic!("every try makes a puzzle");
            };
            let around = generator.tries_around(&specimens, 5, 100..200, &mut workspace, &|| false);
            assert_eq!(around.len(), 100);
            around.iter().for_each(check_minimal);
            let is_near = |made: &&Made| made.solution == specimen.solution;
            let near: Vec<&Made> = around.iter().filter(is_near).collect();
            assert!((70..100).contains(&near.len()), "{}", near.len());
            let common = |made: &Made| {
                let cells = made.puzzle.givens().iter().zip(specimen.puzzle.givens());
                cells.filter(|(a, b)| a.is_some() && a == b).count()
            };
            let total: usize = near.iter().map(|made| common(made)).sum();
            // Most clues stay.
            let mean = total as f64 / near.len() as f64;
            assert!(mean > 0.7 * specimen.puzzle.n_givens() as f64, "{mean}");
        }
    }

    #[test]
    fn a_caller_can_stop_it() {
        let generator = Generator::new(classic()).unwrap();
        let polls = std::cell::Cell::new(0);
        let should_stop = || {
            polls.set(polls.get() + 1);
            polls.get() > 200
        };
        let mut workspace = Workspace::with_lanes(1);
        let made = generator.tries(1, 0..1000, &mut workspace, &should_stop);
        // A puzzle takes 81 tests, and a look at the clock before each.
        assert!((1..5).contains(&made.len()), "{}", made.len());
        let all = generator.tries(1, 0..5, &mut workspace, &|| false);
        assert_eq!(made, all[..made.len()]);
    }
}

//! The contract of every engine: the same solutions, the same limits, any board.
//!
//! An engine in `ENGINES` is tested here without another line.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ninefold::engine::{self, ENGINES, Event, Observer, Stop};
use ninefold::{
    Alphabet, Cell, Count, Digit, DigitSet, Engine, Geometry, Puzzle, Query, Report, VARIANTS,
    Variant,
};

/// The engines that support this puzzle; `csp` supports every one.
pub(crate) fn engines_for(puzzle: &Puzzle) -> impl Iterator<Item = &'static dyn Engine> {
    let all = ENGINES.iter().copied();
    all.filter(|engine| engine.accepts(puzzle).is_ok())
}

/// A puzzle of one symbol for each cell, row by row, in the usual boxes of that size.
pub(crate) fn puzzle(text: &str) -> Puzzle {
    let size = text.chars().count().isqrt();
    let alphabet = Alphabet::standard(size);
    let givens: Vec<Option<Digit>> = text.chars().map(|c| alphabet.digit(c)).collect();
    Puzzle::new(Geometry::of_size(size).unwrap(), givens).unwrap()
}

/// All solutions, each checked.
fn all(engine: &dyn Engine, puzzle: &Puzzle) -> Report {
    let report = Query::new(puzzle).solutions(u64::MAX).run(engine).unwrap();
    let name = engine.name();
    for grid in &report.grids {
        assert!(puzzle.is_solved_by(grid.digits()), "{name}: {grid}");
    }
    report
}

/// Every engine, and the iterator, finds the `expected` number of solutions: all correct, all
/// different, and the same for each.
fn check_count(puzzle: &Puzzle, expected: u64) {
    let mut first: Option<Vec<String>> = None;
    for engine in engines_for(puzzle) {
        let report = all(engine, puzzle);
        let name = engine.name();
        assert_eq!(report.count(), Count::Exactly(expected), "{name}: {puzzle}");
        assert_eq!(report.stats.backtracks, report.stats.guesses, "{name}");
        let mut grids: Vec<String> = report.grids.iter().map(ToString::to_string).collect();
        grids.sort();
        let n_grids = grids.len();
        grids.dedup();
        assert_eq!(grids.len(), n_grids, "{name} finds a solution twice");
        assert_eq!(*first.get_or_insert_with(|| grids.clone()), grids, "{name}");
    }
    let mut pulled: Vec<String> = ninefold::solutions(puzzle)
        .map(|grid| grid.to_string())
        .collect();
    pulled.sort();
    assert_eq!(first, Some(pulled), "the iterator: {puzzle}");
}

#[test]
fn every_engine_gives_the_known_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/solve");
    for path in sorted_files(&folder) {
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            check_line(&file, line);
        }
    }
}

/// `puzzle:count:solution`, for every engine.
fn check_line(file: &str, line: &str) {
    let fields: Vec<&str> = line.split(':').collect();
    let [text, count, solution] = fields[..] else {
        panic!("expected puzzle:count:solution, found {line}");
    };
    let puzzle = puzzle(text);
    let (least, more) = match count.strip_suffix('+') {
        Some(least) => (least.parse().unwrap(), true),
        None => (count.parse::<u64>().unwrap(), false),
    };
    let limit = if more { least } else { u64::MAX };
    for engine in engines_for(&puzzle) {
        let name = engine.name();
        let mut query = Query::new(&puzzle).solutions(limit);
        if engine.is_brute_force() {
            query = query.nodes(match file {
                "large" => 20_000,
                "hard" => 100_000,
                _ => 600_000,
            });
        }
        let report = query.run(engine).unwrap();
        for grid in &report.grids {
            assert!(puzzle.is_solved_by(grid.digits()), "{name}: {line}");
        }
        if report.stop == Some(Stop::OutOfNodes) {
            let excused = engine.is_brute_force() && ["hard", "large"].contains(&file);
            assert!(excused, "{name} ran out of nodes on {line}");
            eprintln!("skipped: the budget of {name} is too small for {text}");
            continue;
        }
        let expected = if more {
            Count::AtLeast(least)
        } else {
            Count::Exactly(least)
        };
        assert_eq!(report.count(), expected, "{name}: {line}");
        if !solution.is_empty() {
            assert_eq!(report.grids[0].to_string(), solution, "{name}");
        }
    }
}

fn sorted_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder:?} is empty");
    files
}

#[test]
fn there_are_288_grids_of_4x4() {
    check_count(&puzzle(&".".repeat(16)), 288);
}

#[test]
fn there_are_39168_grids_of_6x6_for_each_first_box() {
    // The first box can be filled in 6! = 720 ways, and relabelling the digits leads
    // from each to each other, so 39,168 × 720 are all: the known 28,200,960.
    assert_eq!(39_168 * 720, 28_200_960);
    let box_1_fixed = format!("123...456...{}", ".".repeat(24));
    check_count(&puzzle(&box_1_fixed), 39_168);
}

#[test]
fn boxes_turned_over_have_as_many_grids() {
    // Reading down instead of across turns boxes of 2x3 into 3x2, and first boxes into
    // first boxes.
    let tall = Geometry::with_boxes(3, 2).unwrap();
    let box_1_fixed = format!("12....34....56....{}", ".".repeat(18));
    let givens: Vec<Option<Digit>> = puzzle(&box_1_fixed).givens().to_vec();
    check_count(&Puzzle::new(tall, givens).unwrap(), 39_168);
    let wide = thinned(Geometry::with_boxes(2, 4).unwrap());
    let turned = Geometry::with_boxes(4, 2).unwrap();
    let across = |cell: Cell| Cell::new(cell.index() % 8 * 8 + cell.index() / 8).unwrap();
    let givens: Vec<_> = turned
        .cells()
        .map(|cell| wide.given(across(cell)))
        .collect();
    let csp = engine::find("csp").unwrap();
    let expected = all(csp.as_ref(), &wide).stats.solutions;
    check_count(&wide, expected);
    check_count(&Puzzle::new(turned, givens).unwrap(), expected);
}

#[test]
fn latin_squares_are_the_same_for_every_engine() {
    let latin = |size: usize| Geometry::with_boxes(1, size).unwrap();
    check_count(&Puzzle::empty(latin(3)), 12);
    check_count(&Puzzle::empty(latin(4)), 576);
    // Of the 161,280 of 5x5 each first row begins as many as each other.
    assert_eq!(161_280 / 120, 1_344);
    check_count(&with_first_row(latin(5)), 1_344);
}

#[test]
fn every_variant_is_the_same_for_every_engine() {
    // Every puzzle is a grid with cells removed, so it has a solution; and a solution of the
    // variant is one of the plain puzzle.
    for &variant in VARIANTS {
        let board = Geometry::builder(9).boxes(3, 3).variant(variant);
        let puzzle = thinned(board.build().unwrap());
        let csp = engine::find("csp").unwrap();
        let report = all(csp.as_ref(), &puzzle);
        assert!(report.stats.solutions >= 1, "{}", variant.name());
        let plain = Puzzle::new(Geometry::classic(), puzzle.givens()).unwrap();
        let more = all(csp.as_ref(), &plain);
        let holds = report
            .grids
            .iter()
            .all(|grid| plain.is_solved_by(grid.digits()));
        assert!(
            holds && report.grids.len() <= more.grids.len(),
            "{}",
            variant.name()
        );
        let kept = more
            .grids
            .iter()
            .filter(|grid| puzzle.is_solved_by(grid.digits()));
        assert_eq!(kept.count(), report.grids.len(), "{}", variant.name());
        check_count(&puzzle, report.stats.solutions);
    }
    let both = Geometry::builder(4)
        .boxes(2, 2)
        .variant(Variant::find("disjoint").unwrap())
        .diagonals();
    let both = Puzzle::empty(both.build().unwrap());
    let plain = all(
        engine::find("csp").unwrap().as_ref(),
        &puzzle(&".".repeat(16)),
    );
    let kept = plain
        .grids
        .iter()
        .filter(|grid| both.is_solved_by(grid.digits()));
    check_count(&both, kept.count() as u64);
}

// An independent program confirmed the counts of variants.

#[test]
fn sudoku_x_is_the_same_for_every_engine() {
    let four = Geometry::builder(4).boxes(2, 2).diagonals();
    check_count(&Puzzle::empty(four.build().unwrap()), 48);
    let six = Geometry::builder(6).boxes(2, 3).diagonals();
    check_count(&with_first_row(six.build().unwrap()), 12);
    let nine = Geometry::builder(9).boxes(3, 3).diagonals();
    check_count(&thinned(nine.build().unwrap()), 2);
}

#[test]
fn jigsaws_are_the_same_for_every_engine() {
    let five = "AAABB AACBB CCCDB CEDDD EEEED";
    check_count(&Puzzle::empty(jigsaw(5, five)), 960);
    let six = "AAABBB AACBBD ACCCBD ECCFDD EEFFDD EEEFFF";
    check_count(&with_first_row(jigsaw(6, six)), 119);
}

#[test]
fn windokus_are_the_same_for_every_engine() {
    let geometry = Geometry::builder(9).boxes(3, 3);
    let geometry = geometry.variant(Variant::find("windoku").unwrap());
    check_count(&thinned(geometry.build().unwrap()), 6);
}

fn jigsaw(size: usize, map: &str) -> Geometry {
    let letters = map.bytes().filter(u8::is_ascii_alphabetic);
    let geometry = Geometry::builder(size).regions(letters.map(usize::from));
    geometry.build().unwrap()
}

/// The empty board with 1, 2, 3 … in its first row.
fn with_first_row(geometry: Geometry) -> Puzzle {
    let mut puzzle = Puzzle::empty(geometry.clone());
    for (cell, digit) in geometry.cells().zip(geometry.digits()) {
        puzzle.set(cell, Some(digit));
    }
    puzzle
}

/// Every third cell, more or less, of the first grid of a board.
fn thinned(geometry: Geometry) -> Puzzle {
    let mut puzzle = Puzzle::empty(geometry.clone());
    let csp = engine::find("csp").unwrap();
    let report = Query::new(&puzzle).solutions(1).run(csp.as_ref()).unwrap();
    for cell in geometry.cells() {
        if (cell.index() + cell.index() / 9) % 3 == 0 {
            puzzle.set(cell, Some(report.grids[0].digit(cell)));
        }
    }
    puzzle
}

#[test]
fn small_houses_forbid_but_do_not_demand() {
    let four = Geometry::of_size(4).unwrap();
    let two = [four.cell(1, 1).unwrap(), four.cell(4, 4).unwrap()];
    let three = [
        four.cell(1, 3).unwrap(),
        four.cell(2, 1).unwrap(),
        four.cell(4, 4).unwrap(),
    ];
    let geometry = Geometry::builder(4).boxes(2, 2).house(two).house(three);
    check_count(&Puzzle::empty(geometry.build().unwrap()), 48);
}

#[test]
fn givens_can_be_written_as_marks() {
    let texts = [
        "1204402121433412",
        "274091005100500090600003280001900008005100600700080003402000009000000070800349000",
    ];
    for puzzle in texts.map(puzzle) {
        let geometry = puzzle.geometry();
        let marks: Vec<DigitSet> = geometry.cells().map(|cell| puzzle.allowed(cell)).collect();
        check_count(
            &Puzzle::empty(geometry.clone()).with_marks(marks).unwrap(),
            1,
        );
    }
}

#[test]
fn marks_limit_the_answers() {
    // In the 288 grids of 4x4 every digit is as often in r1c1 as every other; without
    // 4 there, three of four are left. A cell without marks leaves none.
    let empty = puzzle(&".".repeat(16));
    let mut marks = vec![DigitSet::all(4); 16];
    marks[0] = DigitSet::all(3);
    check_count(
        &empty.clone().with_marks(marks.clone()).unwrap(),
        288 / 4 * 3,
    );
    marks[15] = DigitSet::EMPTY;
    check_count(&empty.clone().with_marks(marks.clone()).unwrap(), 0);
    // A given that its marks forbid.
    let mut given = empty;
    given.set(Cell::new(0).unwrap(), Digit::new(4));
    marks[15] = DigitSet::all(4);
    check_count(&given.with_marks(marks).unwrap(), 0);
}

#[test]
fn a_budget_of_nodes_stops_every_engine() {
    let empty = Puzzle::empty(Geometry::classic());
    for engine in ENGINES {
        for nodes in [0, 1, 7, 1000] {
            let query = Query::new(&empty).solutions(u64::MAX).nodes(nodes);
            let report = query.run(*engine).unwrap();
            let name = engine.name();
            assert_eq!(report.stop, Some(Stop::OutOfNodes), "{name} {nodes}");
            assert_eq!(report.stats.nodes, nodes, "{name}");
            assert!(matches!(report.count(), Count::Stopped(_)), "{name}");
        }
    }
}

#[test]
fn enough_solutions_stop_every_engine() {
    let empty = Puzzle::empty(Geometry::classic());
    for engine in ENGINES {
        for wanted in [0, 1, 3] {
            let report = Query::new(&empty).solutions(wanted).run(*engine).unwrap();
            assert_eq!(report.stop, Some(Stop::Enough), "{}", engine.name());
            assert_eq!(report.count(), Count::AtLeast(wanted), "{}", engine.name());
        }
    }
}

/// Cancels the search at the `patience`th poll.
struct Impatient {
    patience: usize,
    asked: usize,
}

impl Observer for Impatient {
    fn should_stop(&mut self) -> bool {
        self.asked += 1;
        self.asked >= self.patience
    }
}

#[test]
fn a_caller_can_cancel_every_engine() {
    let empty = Puzzle::empty(Geometry::classic());
    for engine in ENGINES {
        for patience in [1, 2, 5] {
            let mut caller = Impatient { patience, asked: 0 };
            let query = Query::new(&empty).solutions(u64::MAX);
            let report = query.watch(*engine, &mut caller).unwrap();
            assert_eq!(report.stop, Some(Stop::Cancelled), "{}", engine.name());
            assert_eq!(caller.asked, patience, "{}", engine.name());
        }
    }
}

#[test]
fn the_largest_board_can_be_cancelled_during_setup() {
    let empty = Puzzle::empty(Geometry::of_size(121).unwrap());
    let sat = engine::find("sat").unwrap();
    let n_houses = empty.geometry().houses().len();
    // At once, during the encoding, and during the setup of the solver.
    for patience in [2, n_houses / 2, n_houses + 3] {
        let mut caller = Impatient { patience, asked: 0 };
        let query = Query::new(&empty);
        let report = query.watch(sat.as_ref(), &mut caller).unwrap();
        assert_eq!(report.stop, Some(Stop::Cancelled));
        assert_eq!(caller.asked, patience);
        assert_eq!(report.stats.nodes, 1, "nothing was guessed yet");
    }
}

/// Six cells of the first row share five digits; all else is open.
fn six_cells_with_five_digits(geometry: Geometry) -> Puzzle {
    let size = geometry.size();
    let five = DigitSet::all(5);
    let mark = |cell: Cell| {
        if cell.index() < 6 {
            five
        } else {
            DigitSet::all(size)
        }
    };
    let marks: Vec<DigitSet> = geometry.cells().map(mark).collect();
    Puzzle::empty(geometry).with_marks(marks).unwrap()
}

#[test]
fn contradictions_on_large_boards_are_found() {
    for size in [8, 16, 25, 49] {
        let puzzle = six_cells_with_five_digits(Geometry::of_size(size).unwrap());
        for name in ["csp", "sat", "auto"] {
            let engine = engine::find(name).unwrap();
            let report = Query::new(&puzzle).run(engine.as_ref()).unwrap();
            assert_eq!(report.count(), Count::Exactly(0), "{name} {size}");
        }
    }
}

#[test]
fn auto_reports_the_engine_that_gave_way() {
    let auto = engine::find("auto").unwrap();
    let hard = six_cells_with_five_digits(Geometry::of_size(8).unwrap());
    let report = Query::new(&hard).run(auto.as_ref()).unwrap();
    assert_eq!((report.gave_way, report.engine), (Some("csp"), "sat"));
    let easy = puzzle("1234............");
    let report = Query::new(&easy).run(auto.as_ref()).unwrap();
    assert_eq!((report.gave_way, report.engine), (None, "csp"));
}

/// Ends the search after one solution.
struct Content;

impl Observer for Content {
    fn solution(&mut self, _digits: &[Digit]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_caller_can_end_a_search_at_a_solution() {
    let empty = Puzzle::empty(Geometry::of_size(4).unwrap());
    for engine in engines_for(&empty) {
        let query = Query::new(&empty).solutions(u64::MAX);
        let report = query.watch(engine, &mut Content).unwrap();
        assert_eq!(report.count(), Count::AtLeast(1), "{}", engine.name());
    }
}

/// Replays the events of an engine, and checks every solution against them.
struct Playback<'a> {
    puzzle: &'a Puzzle,
    /// The placements, latest last, and whether each was a guess; a split places nothing.
    written: Vec<(Option<(Cell, Digit)>, bool)>,
    tries: u64,
    solution: Vec<Digit>,
    n_solutions: u64,
}

impl Playback<'_> {
    fn depth(&self) -> usize {
        self.written.iter().filter(|(_, guess)| *guess).count()
    }
}

impl Observer for Playback<'_> {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Try(..) => self.tries += 1,
            Event::Place(cell, digit) => self.written.push((Some((cell, digit)), false)),
            Event::Guess { cell, digit, depth } => {
                self.written.push((Some((cell, digit)), true));
                assert_eq!(depth, self.depth());
            }
            Event::Split { depth } => {
                self.written.push((None, true));
                assert_eq!(depth, self.depth());
            }
            Event::Backtrack { depth } => {
                assert_eq!(depth, self.depth());
                while let Some((_, false)) = self.written.pop() {}
            }
            Event::Solution => {
                let mut board = self.puzzle.clone();
                for (cell, digit) in self.written.iter().filter_map(|(what, _)| *what) {
                    board.set(cell, Some(digit));
                }
                self.solution = board.givens().iter().copied().flatten().collect();
                self.n_solutions += 1;
            }
            _ => {}
        }
    }

    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        assert_eq!(self.solution, digits);
        ControlFlow::Continue(())
    }
}

#[test]
fn events_add_up_to_the_solutions() {
    let texts = [
        "................",
        "1..............1",
        "5....4.7..1..5.6....49......9...75..18.2..........6.....3.....8.6..8...9..8.7..31",
        ".9.3..5....5...87.7..25..1...36...5.8...9..4.........6....7..3..86..27.494.......",
    ];
    for puzzle in texts.map(puzzle) {
        for engine in engines_for(&puzzle) {
            // It works on the whole grid at once, and reports no placements.
            let report = Query::new(&puzzle).run(engine).unwrap();
            if report.engine == "fast9" {
                continue;
            }
            let mut playback = Playback {
                puzzle: &puzzle,
                written: Vec::new(),
                tries: 0,
                solution: Vec::new(),
                n_solutions: 0,
            };
            let query = Query::new(&puzzle).solutions(u64::MAX);
            let stats = query.watch(engine, &mut playback).unwrap().stats;
            let name = engine.name();
            assert_eq!(playback.tries, stats.tries, "{name}");
            assert_eq!(playback.n_solutions, stats.solutions, "{name}");
            assert_eq!(playback.depth(), 0, "{name} leaves a guess on the board");
        }
    }
}

/// A full grid of any size with square boxes, as marks: every row is the one above it,
/// shifted.
fn one_mark_a_cell(root: usize) -> Puzzle {
    let size = root * root;
    let empty = Puzzle::empty(Geometry::with_boxes(root, root).unwrap());
    let mark = |cell: Cell| {
        let (row, column) = (cell.index() / size, cell.index() % size);
        let index = (row * root + row / root + column) % size;
        DigitSet::only(Digit::new(index + 1).unwrap())
    };
    let marks: Vec<DigitSet> = empty.geometry().cells().map(mark).collect();
    empty.with_marks(marks).unwrap()
}

/// Runs on a thread with the usual stack of worker threads.
fn on_two_megabytes(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(work).unwrap().join().unwrap();
}

#[test]
fn the_deepest_search_fits_on_a_small_stack() {
    on_two_megabytes(|| {
        for root in [5, 7, 11] {
            let puzzle = one_mark_a_cell(root);
            for engine in engines_for(&puzzle) {
                let name = engine.name();
                let report = all(engine, &puzzle);
                assert_eq!(report.count(), Count::Exactly(1), "{name}");
                if engine.is_brute_force() {
                    let n_cells = puzzle.geometry().n_cells() as u64;
                    assert_eq!(report.stats.max_depth, n_cells, "{name}");
                }
            }
        }
    });
}

#[test]
fn every_engine_starts_on_the_large_empty_boards_it_supports() {
    on_two_megabytes(|| {
        for size in [25, 49, 121] {
            let empty = Puzzle::empty(Geometry::of_size(size).unwrap());
            for engine in ENGINES {
                let name = engine.name();
                match Query::new(&empty).nodes(100).run(*engine) {
                    Ok(report) => {
                        // Their clauses would take gigabytes.
                        let is_too_large = size > 25 && ["batsat", "cadical"].contains(&name);
                        let expected = if is_too_large {
                            Stop::OutOfMemory
                        } else {
                            Stop::OutOfNodes
                        };
                        assert_eq!(report.stop, Some(expected), "{name}");
                    }
                    Err(refused) => {
                        let deep = ["generate-and-test", "board-tree", "detour"];
                        let too_deep = size > 49 && deep.contains(&name);
                        assert!(too_deep || name == "fast9", "{refused}");
                    }
                }
            }
        }
    });
}

#[test]
fn engines_agree_on_the_large_collections() {
    let Some(data) = std::env::var_os("NINEFOLD_DATA") else {
        eprintln!("skipped: NINEFOLD_DATA does not say where the large collections are");
        return;
    };
    let data = PathBuf::from(data);
    let mut files = sorted_files(&data.join("speed"));
    files.push(data.join("named/inkala10.txt"));
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).collect();
        let step = lines.len().div_ceil(12);
        for line in lines.iter().step_by(step) {
            check_agreement(&puzzle(&line[..81]));
        }
    }
}

/// Every engine gives the same verdict: one, many or none. Brute force may run out of budget.
fn check_agreement(puzzle: &Puzzle) {
    let csp = engine::find("csp").unwrap();
    let expected = Query::new(puzzle).run(csp.as_ref()).unwrap();
    for engine in ENGINES {
        let name = engine.name();
        let budget = if engine.is_brute_force() {
            30_000
        } else {
            u64::MAX
        };
        let report = Query::new(puzzle).nodes(budget).run(*engine).unwrap();
        for grid in &report.grids {
            assert!(puzzle.is_solved_by(grid.digits()), "{name}: {puzzle}");
        }
        if engine.is_brute_force() && report.stop == Some(Stop::OutOfNodes) {
            continue;
        }
        assert_eq!(report.count(), expected.count(), "{name}: {puzzle}");
        if expected.count() == Count::Exactly(1) {
            assert_eq!(report.grids, expected.grids, "{name}: {puzzle}");
        }
    }
}

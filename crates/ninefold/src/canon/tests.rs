//! Forms against their definition, and the laws that they obey.

use std::collections::BTreeSet;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::geometry::VARIANTS;
use crate::sets::DigitSet;

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str = "\
    123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// A puzzle with 24 clues, and its solution.
const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// The definition: every order of rows and columns, as the board is and transposed, with
/// digits labelled in the order in which they come. Returns the smallest form and how many
/// orders give it.
///
/// For each order of columns the rows are chosen one after the other; a choice is given up
/// when it is larger than the smallest form so far.
fn reference(size: usize, band: usize, stack: usize, digits: &[u8]) -> (Vec<u8>, u128) {
    struct Best {
        form: Vec<u8>,
        count: u128,
    }
    struct Board<'a> {
        size: usize,
        band: usize,
        digits: &'a [u8],
        is_transposed: bool,
    }
    fn extend(
        board: &Board<'_>,
        columns: &[usize],
        rows: &mut Vec<usize>,
        labels: &[u8],
        form: &mut Vec<u8>,
        best: &mut Best,
    ) {
        let size = board.size;
        if rows.len() == size {
            if *form == best.form {
                best.count += 1;
            } else {
                best.form.clone_from(form);
                best.count = 1;
            }
            return;
        }
        for row in 0..size {
            let starts_band = rows.len().is_multiple_of(board.band);
            let band = |row: &usize| row / board.band;
            let fits = match rows.last() {
                Some(last) if !starts_band => band(last) == band(&row),
                _ => rows.iter().all(|other| band(other) != band(&row)),
            };
            if !fits || rows.contains(&row) {
                continue;
            }
            let mut labels = labels.to_vec();
            for &column in columns {
                let cell = if board.is_transposed {
                    column * size + row
                } else {
                    row * size + column
                };
                let digit = usize::from(board.digits[cell]);
                if digit != 0 && labels[digit] == 0 {
                    labels[digit] = 1 + *labels.iter().max().unwrap();
                }
                form.push(labels[digit]);
            }
            let so_far = &best.form[..form.len().min(best.form.len())];
            if so_far.is_empty() || form.as_slice() <= so_far {
                rows.push(row);
                extend(board, columns, rows, &labels, form, best);
                rows.pop();
            }
            form.truncate(rows.len() * size);
        }
    }
    let mut best = Best {
        form: Vec::new(),
        count: 0,
    };
    for is_transposed in [false, true] {
        if is_transposed && band != stack {
            continue;
        }
        let board = Board {
            size,
            band,
            digits,
            is_transposed,
        };
        for columns in line_orders(size, stack) {
            let labels = vec![0; size + 1];
            extend(
                &board,
                &columns,
                &mut Vec::new(),
                &labels,
                &mut Vec::new(),
                &mut best,
            );
        }
    }
    (best.form, best.count)
}

/// Every order of lines that keeps bands of `width` together.
fn line_orders(size: usize, width: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..size {
        let mut longer = Vec::new();
        for order in &orders {
            let starts_band = order.len().is_multiple_of(width);
            let band = |line: &usize| line / width;
            for line in (0..size).filter(|line| !order.contains(line)) {
                let fits = match order.last() {
                    Some(last) if !starts_band => band(last) == band(&line),
                    _ => order.iter().all(|other| band(other) != band(&line)),
                };
                if fits {
                    longer.push([order.as_slice(), &[line]].concat());
                }
            }
        }
        orders = longer;
    }
    orders
}

/// The form of a puzzle is that of the definition, the transformation leads to it, and the
/// count is right; with every kind of lanes.
fn check(puzzle: &Puzzle) {
    let geometry = puzzle.geometry();
    let board = plain(geometry, &[]);
    let digits = digits_of(puzzle);
    let (form, count) = reference(board.size, board.band, board.stack, &digits);
    for lanes in crate::engine::lanes() {
        let mut canon = FormFinder::with_lanes(lanes).unwrap();
        let found = canon.minlex(puzzle).unwrap();
        assert_eq!(digits_of(found.puzzle()), form, "{puzzle} by {lanes}");
        assert_eq!(found.automorphisms(), Some(count), "{puzzle} by {lanes}");
        let led_to = found.transformation().puzzle(puzzle).unwrap();
        assert_eq!(led_to, *found.puzzle());
        if geometry.is_classic() {
            let bytes: [u8; 81] = puzzle.to_string().into_bytes().try_into().unwrap();
            let text = canon.minlex9(&bytes).unwrap();
            assert_eq!(
                String::from_utf8(text.to_vec()).unwrap(),
                found.puzzle().to_string()
            );
        }
    }
    if geometry.is_plain() {
        // The method for any size gives the same.
        let (ways, automorphisms) = plain(geometry, &digits).smallest().unwrap();
        assert_eq!(ways[0].moved(&digits, board.size), form, "{puzzle}");
        assert_eq!(automorphisms, Some(count), "{puzzle}");
    }
}

fn parse(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

/// Some of the clues of a grid.
fn part_of(grid: &str, n_clues: usize, random: &mut SplitMix64) -> Puzzle {
    let mut puzzle = parse(grid);
    let mut cells: Vec<Cell> = puzzle.geometry().cells().collect();
    while cells.len() > n_clues {
        let cell = cells.swap_remove(random.next_u64() as usize % cells.len());
        puzzle.set(cell, None);
    }
    puzzle
}

fn shuffled(puzzle: &Puzzle, random: &mut SplitMix64) -> Puzzle {
    let shuffle = Transformation::random(puzzle.geometry(), || random.next_u64());
    shuffle.puzzle(puzzle).unwrap()
}

#[test]
fn forms_are_those_of_the_definition() {
    let mut random = SplitMix64::seed_from_u64(1);
    for n_clues in [17, 20, 22, 24, 26, 28, 30, 36, 45, 60, 75, 80, 81] {
        let grid = shuffled(&parse(SOLUTION), &mut random).to_string();
        check(&part_of(&grid, n_clues, &mut random));
    }
    check(&parse(PUZZLE));
}

#[test]
fn forms_of_nearly_blank_boards_are_those_of_the_definition() {
    let mut random = SplitMix64::seed_from_u64(2);
    for n_clues in [0, 1, 2, 2, 3, 5, 8] {
        let grid = shuffled(&parse(SOLUTION), &mut random).to_string();
        check(&part_of(&grid, n_clues, &mut random));
    }
}

#[test]
fn forms_of_odd_boards_are_those_of_the_definition() {
    let blank = ".".repeat(27);
    // A blank band, and a blank stack.
    check(&parse(&format!(
        "{}{blank}{}",
        &PUZZLE[..27],
        &PUZZLE[54..]
    )));
    let no_stack: String = (0..81)
        .map(|k| if k % 9 < 3 { "." } else { &PUZZLE[k..=k] })
        .collect();
    check(&parse(&no_stack));
    // One digit, nine times.
    let ones: String = SOLUTION
        .chars()
        .map(|c| if c == '7' { c } else { '.' })
        .collect();
    check(&parse(&ones));
    // Two digits.
    let two: String = SOLUTION
        .chars()
        .map(|c| if c > '7' { c } else { '.' })
        .collect();
    check(&parse(&two));
    // No solution; a digit twice in a row, in a column, in a box.
    check(&parse(&format!("12345678.........9{}", ".".repeat(63))));
    check(&parse(&format!("11..2.2......3...3{}", ".".repeat(63))));
    check(&parse(&format!(
        "1........1..2.........2.5{}",
        ".".repeat(56)
    )));
    check(&parse(&format!(
        "1........1..2......3{}123",
        ".".repeat(58)
    )));
    check(&parse(&format!("123123..........12{}", ".".repeat(63))));
}

#[test]
fn forms_of_small_boards_are_those_of_the_definition() {
    let mut random = SplitMix64::seed_from_u64(3);
    let boards = [(2, 2), (2, 3), (3, 2), (1, 4), (1, 5)];
    for (rows, columns) in boards {
        let geometry = Geometry::with_boxes(rows, columns).unwrap();
        let Answer::Many(grid, _) = crate::solve(&Puzzle::empty(geometry.clone())) else {
            panic!("a blank board has many solutions");
        };
        for _ in 0..20 {
            let mut puzzle = Puzzle::empty(geometry.clone());
            for cell in geometry.cells() {
                // Most agree with a grid, some are anything.
                let digit = match random.next_u64() % 8 {
                    0..5 => None,
                    5 | 6 => Some(grid.digit(cell)),
                    _ => Some(Digit::from_index(
                        random.next_u64() as usize % geometry.size(),
                    )),
                };
                puzzle.set(cell, digit);
            }
            check(&puzzle);
        }
    }
}

#[test]
fn shuffles_leave_forms_unchanged() {
    let mut random = SplitMix64::seed_from_u64(4);
    let mut canon = FormFinder::new();
    for n_clues in 0..=81 {
        let puzzle = part_of(SOLUTION, n_clues, &mut random);
        let form = canon.minlex(&puzzle).unwrap();
        let solved: Grid = Grid::new(
            Geometry::classic(),
            parse(SOLUTION)
                .givens()
                .iter()
                .map(|given| given.unwrap())
                .collect::<Vec<_>>(),
        )
        .unwrap();
        let by_solution = canon.solution(&puzzle, &solved).unwrap();
        for _ in 0..10 {
            let shuffle = Transformation::random(puzzle.geometry(), || random.next_u64());
            let isomorph = shuffle.puzzle(&puzzle).unwrap();
            let again = canon.minlex(&isomorph).unwrap();
            assert_eq!(again.puzzle(), form.puzzle());
            assert_eq!(again.automorphisms(), form.automorphisms());
            let way = canon.same(&puzzle, &isomorph).unwrap().unwrap();
            assert_eq!(way.puzzle(&puzzle).unwrap(), isomorph);
            let moved = shuffle.grid(&solved).unwrap();
            let again = canon.solution(&isomorph, &moved).unwrap();
            assert_eq!(again.puzzle(), by_solution.puzzle());
            assert_eq!(
                again.transformation().puzzle(&isomorph).unwrap(),
                *again.puzzle()
            );
            let bytes = |text: String| -> [u8; 81] { text.into_bytes().try_into().unwrap() };
            let short = canon.solution9(&bytes(isomorph.to_string()), &bytes(moved.to_string()));
            assert_eq!(short, Some(bytes(by_solution.puzzle().to_string())));
        }
    }
}

#[test]
fn the_solution_form_belongs_to_the_smallest_solution() {
    let mut canon = FormFinder::new();
    let form = canon.form(&parse(PUZZLE), Form::Solution).unwrap();
    let Answer::One(solution) = crate::solve(form.puzzle()) else {
        panic!("an isomorph of a proper puzzle is proper");
    };
    let smallest = canon.minlex(&parse(&solution.to_string())).unwrap();
    assert_eq!(smallest.puzzle().to_string(), solution.to_string());
    assert_eq!(form.automorphisms(), Some(1));
}

#[test]
fn automorphisms_of_4x4_grids_sum_to_all_grids() {
    // 2·(2·2·2)² ways to move the cells, times 4! relabellings.
    let group = 2 * 64 * 24;
    let mut grids = Vec::new();
    let blank = Puzzle::empty(Geometry::with_boxes(2, 2).unwrap());
    for grid in crate::solutions(&blank) {
        grids.push(parse(&grid.to_string()));
    }
    assert_eq!(grids.len(), 288);
    let mut canon = FormFinder::new();
    let mut forms = BTreeSet::new();
    for grid in &grids {
        let form = canon.minlex(grid).unwrap();
        forms.insert((form.puzzle().to_string(), form.automorphisms().unwrap()));
    }
    assert_eq!(forms.len(), 2);
    let n_grids: u128 = forms
        .iter()
        .map(|(_, automorphisms)| group / automorphisms)
        .sum();
    assert_eq!(n_grids, 288);
}

#[test]
fn known_grids_have_their_automorphisms() {
    let count = |grid: &str| minlex(&parse(grid)).unwrap().automorphisms();
    assert_eq!(count(MOST_SYMMETRIC), Some(648));
    assert_eq!(count(SOLUTION), Some(1));
    assert_eq!(
        minlex(&parse(MOST_SYMMETRIC)).unwrap().puzzle().to_string(),
        MOST_SYMMETRIC
    );
}

#[test]
fn a_symmetric_puzzle_has_automorphisms_in_both_forms() {
    // A proper puzzle made of whole orbits: for an automorphism of the grid, the cells that
    // it takes to each other are clues together.
    let whole = parse(MOST_SYMMETRIC);
    let mut canon = FormFinder::new();
    let (ways, _) = canon.ways(&whole).unwrap();
    let there = ways[0].transformation(whole.geometry());
    let mut random = SplitMix64::seed_from_u64(8);
    let mut n_proper = 0;
    for way in ways.iter().skip(1).step_by(40) {
        let back = way.transformation(whole.geometry()).inverse();
        let automorphism = there.then(&back).unwrap();
        assert_eq!(automorphism.puzzle(&whole).unwrap(), whole);
        let mut puzzle = whole.clone();
        for start in whole.geometry().cells() {
            let orbit = std::iter::successors(Some(start), |&cell| {
                Some(automorphism.cell(cell)).filter(|&next| next != start)
            });
            let orbit: Vec<Cell> = orbit.collect();
            // Each orbit is looked at from its first cell.
            if orbit.iter().min() == Some(&start) && random.next_u64().is_multiple_of(2) {
                for cell in orbit {
                    puzzle.set(cell, None);
                }
            }
        }
        let by_minlex = canon.minlex(&puzzle).unwrap().automorphisms().unwrap();
        assert!(by_minlex > 1, "{puzzle}");
        if let Answer::One(solution) = crate::solve(&puzzle) {
            n_proper += 1;
            let by_solution = canon.solution(&puzzle, &solution).unwrap();
            assert_eq!(by_solution.automorphisms(), Some(by_minlex), "{puzzle}");
        }
    }
    assert!(n_proper > 0);
}

#[test]
fn blank_boards_of_any_size_have_a_form() {
    for size in [16, 25, 36] {
        let blank = Puzzle::empty(Geometry::of_size(size).unwrap());
        let form = minlex(&blank).unwrap();
        assert_eq!(*form.puzzle(), blank);
    }
    // 2·(4!⁴·4!)² ways.
    let blank = Puzzle::empty(Geometry::with_boxes(4, 4).unwrap());
    let ways: u128 = 24_u128.pow(5);
    assert_eq!(
        minlex(&blank).unwrap().automorphisms(),
        Some(2 * ways * ways)
    );
}

#[test]
fn too_much_work_is_refused() {
    let geometry = Geometry::with_boxes(4, 4).unwrap();
    let Answer::Many(grid, _) = crate::solve(&Puzzle::empty(geometry)) else {
        panic!("a blank board has many solutions");
    };
    let full = grid.digits().iter().copied().map(Some).collect::<Vec<_>>();
    let full = Puzzle::new(grid.geometry().clone(), full).unwrap();
    let refused = minlex(&full).unwrap_err();
    assert_eq!(refused.to_string(), "not canonical: too many states");
}

#[test]
fn variants_have_their_own_symmetries() {
    let mut random = SplitMix64::seed_from_u64(5);
    let mut canon = FormFinder::new();
    for &variant in VARIANTS {
        let board = Geometry::builder(9)
            .boxes(3, 3)
            .variant(variant)
            .build()
            .unwrap();
        let group = Group::new(&board).unwrap();
        // A group: at least the eight turns, and a part of all 2·6⁸ ways.
        let n_ways = group.ways().len();
        assert!(
            n_ways >= 8 && (2 * 6_usize.pow(8)).is_multiple_of(n_ways),
            "{variant:?}: {n_ways}"
        );
        let mut puzzle = Puzzle::empty(board.clone());
        assert_eq!(
            canon.minlex(&puzzle).unwrap().automorphisms(),
            Some(n_ways as u128)
        );
        for cell in board.cells() {
            if random.next_u64().is_multiple_of(4) {
                puzzle.set(
                    cell,
                    Some(Digit::from_index(random.next_u64() as usize % 9)),
                );
            }
        }
        let form = canon.minlex(&puzzle).unwrap();
        for _ in 0..10 {
            let move_it = shuffle(&board, Keep::default(), || random.next_u64()).unwrap();
            let isomorph = move_it.puzzle(&puzzle).unwrap();
            assert_eq!(canon.minlex(&isomorph).unwrap().puzzle(), form.puzzle());
            let way = canon.same(&puzzle, &isomorph).unwrap().unwrap();
            assert_eq!(way.puzzle(&puzzle).unwrap(), isomorph);
        }
    }
}

#[test]
fn the_symmetries_of_a_plain_board_are_all_found() {
    // As if it were not plain: 2·(2·2·2)² ways.
    let four = Geometry::with_boxes(2, 2).unwrap();
    assert_eq!(Group::new(&four).unwrap().ways().len(), 128);
    let six = Geometry::with_boxes(2, 3).unwrap();
    assert_eq!(Group::new(&six).unwrap().ways().len(), 6 * 8 * 2 * 36);
    let refused = Group::new(&Geometry::classic()).err();
    assert_eq!(refused, Some(NotCanonical::TooManySymmetries));
}

#[test]
fn a_jigsaw_without_symmetry_is_only_relabelled() {
    let regions = b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from);
    let jigsaw = Geometry::builder(5).regions(regions).build().unwrap();
    let mut givens = vec![None; 25];
    (givens[3], givens[7]) = (Digit::new(4), Digit::new(2));
    let puzzle = Puzzle::new(jigsaw, givens).unwrap();
    let form = minlex(&puzzle).unwrap();
    assert_eq!(form.puzzle().to_string(), "...1...2.................");
    assert_eq!(form.automorphisms(), Some(1));
}

#[test]
fn boards_on_their_side_are_the_same() {
    let mut givens = vec![None; 36];
    (givens[1], givens[8], givens[20]) = (Digit::new(1), Digit::new(2), Digit::new(1));
    let wide = Puzzle::new(Geometry::with_boxes(2, 3).unwrap(), givens).unwrap();
    let tall = Transformation::transposition(wide.geometry())
        .puzzle(&wide)
        .unwrap();
    let mut random = SplitMix64::seed_from_u64(6);
    let tall = shuffled(&tall, &mut random);
    let way = same(&wide, &tall).unwrap().unwrap();
    assert_eq!(way.puzzle(&wide).unwrap(), tall);
}

#[test]
fn different_puzzles_are_not_the_same() {
    let one_clue_less = PUZZLE.replacen('8', ".", 1);
    assert_eq!(same(&parse(PUZZLE), &parse(&one_clue_less)), Ok(None));
    // The same digits in another place.
    let moved = format!(".8{}", &PUZZLE[2..]);
    assert_eq!(same(&parse(PUZZLE), &parse(&moved)), Ok(None));
    assert_eq!(same(&parse(PUZZLE), &parse("1...............")), Ok(None));
}

#[test]
fn marks_and_wrong_solutions_are_refused() {
    let puzzle = parse(PUZZLE);
    let mut marks = vec![puzzle.geometry().all_digits(); 81];
    let marked = puzzle.clone().with_marks(marks.clone()).unwrap();
    let form = |puzzle: &Puzzle| minlex(puzzle).map(|form| form.puzzle);
    assert_eq!(form(&marked), form(&puzzle), "they follow from the givens");
    let blank = puzzle.givens().iter().position(Option::is_none).unwrap();
    marks[blank] = DigitSet::EMPTY;
    let marked = puzzle.clone().with_marks(marks).unwrap();
    assert_eq!(minlex(&marked).unwrap_err(), NotCanonical::Marks);
    let bytes = |text: &str| -> [u8; 81] { text.as_bytes().try_into().unwrap() };
    let mut canon = FormFinder::new();
    let other = bytes(MOST_SYMMETRIC);
    assert_eq!(canon.solution9(&bytes(PUZZLE), &other), None);
    assert_eq!(canon.solution9(&bytes(PUZZLE), &[b'1'; 81]), None);
    let blank = parse(&".".repeat(81));
    let refused = canon.form(&blank, Form::Solution).unwrap_err();
    assert_eq!(refused, NotCanonical::SeveralSolutions);
}

#[test]
fn isomorphs_have_a_form_or_none_alike() {
    // Rows of one digit: tried in all orders, this is near the bounds.
    let rows = [
        ".1.9...3GGGGGGGG",
        "GGG..GGGGGGGGGGG",
        "GGGGGGGGGGGGGG..",
        "E.E6.EEE........",
    ];
    let puzzle = parse(&format!("{:.<256}", rows.concat()));
    let mut random = SplitMix64::seed_from_u64(1);
    let form = minlex(&puzzle).map(|form| form.puzzle().clone());
    for _ in 0..6 {
        let isomorph = shuffled(&puzzle, &mut random);
        let other = minlex(&isomorph).map(|form| form.puzzle().clone());
        assert_eq!(other, form);
    }
}

#[test]
fn shuffles_keep_what_is_to_be_kept() {
    let mut random = SplitMix64::seed_from_u64(7);
    let four = Geometry::with_boxes(2, 2).unwrap();
    let x = Geometry::builder(4)
        .boxes(2, 2)
        .diagonals()
        .build()
        .unwrap();
    let mut count = |board: &Geometry, keep: Keep| {
        let mut draw = || shuffle(board, keep, || random.next_u64()).unwrap();
        let drawn: BTreeSet<Vec<usize>> = (0..3000)
            .map(|_| {
                let drawn = draw();
                let cells = board.cells().map(|cell| drawn.cell(cell).index());
                cells.collect()
            })
            .collect();
        drawn.len()
    };
    let all = Keep {
        digits: true,
        ..Keep::default()
    };
    let (rows, columns) = (
        Keep { rows: true, ..all },
        Keep {
            columns: true,
            ..all
        },
    );
    let orientation = Keep {
        orientation: true,
        ..all
    };
    assert_eq!(
        [all, orientation, rows, columns].map(|keep| count(&four, keep)),
        [128, 64, 8, 8]
    );
    let n_ways = Group::new(&x).unwrap().ways().len();
    assert_eq!(count(&x, all), n_ways);
    assert!(
        shuffle(&four, all, || 0)
            .unwrap()
            .digit(Digit::from_index(2))
            .index()
            == 2
    );
}

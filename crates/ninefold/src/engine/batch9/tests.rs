//! The batch against `fast9` and `csp`, with every kind of lanes that this CPU has.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::{Csp, Query, lanes};
use super::*;
use crate::geometry::{Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;

const INKALA: &[u8; 81] =
    b"800000000003600000070090200050007000000045700000100030001000068008500010090000400";

const SOLVED: &[u8; 81] =
    b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Batch sizes around the widths of every kind of lanes.
const SIZES: &[usize] = &[
    1, 2, 50, 63, 64, 65, 127, 128, 129, 239, 240, 257, 300, 599, 2000,
];

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, n: u64) -> usize {
        (self.0.next_u64() % n) as usize
    }

    fn digit(&mut self) -> u8 {
        b'1' + self.below(9) as u8
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1));
        }
    }

    /// A random puzzle: a hard one with a few givens removed or changed, a solved grid with
    /// holes, random digits, or an almost empty one; with all sorts of blanks.
    fn line(&mut self) -> [u8; 81] {
        let mut line = [b'.'; 81];
        match self.below(5) {
            0 => line = *INKALA,
            1 => {
                line = *INKALA;
                (0..self.below(4)).for_each(|_| line[self.below(81)] = b'.');
                line[self.below(81)] = self.digit();
            }
            2 => {
                line = *SOLVED;
                (0..self.below(60)).for_each(|_| line[self.below(81)] = b'0');
            }
            3 => (0..self.below(24)).for_each(|_| line[self.below(81)] = self.digit()),
            _ => (0..self.below(3)).for_each(|_| line[self.below(81)] = self.digit()),
        }
        for byte in line.iter_mut().filter(|byte| **byte == b'.') {
            *byte = *b"._0:*q\x00\xb5\x01\xff"
                .get(self.below(12))
                .unwrap_or(&b'.');
        }
        line
    }
}

/// A batch with each kind of lanes.
fn machines() -> Vec<Batch9> {
    lanes().filter_map(Batch9::with_lanes).collect()
}

/// Every kind of lanes gives the results of `fast9` alone, and its solutions are solutions.
fn check(machines: &mut [Batch9], puzzles: Puzzles<'_>, n: usize, limit: u8) {
    let solve = |batch: &mut Batch9| {
        let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![9; n]);
        let done = batch.solve(puzzles, limit, &mut solutions, &mut counts);
        assert_eq!(done, Ok(()));
        (solutions, counts)
    };
    let mut ways: Vec<(Vec<[u8; 81]>, Vec<u8>)> = machines.iter_mut().map(solve).collect();
    ways.push(solve(&mut Batch9::new()));
    let (mut alone, mut expected) = (vec![[0; 81]; n], vec![0; n]);
    let mut answers = Answers {
        limit,
        solutions: &mut alone,
        counts: &mut expected,
    };
    one_by_one(&puzzles, &mut answers);
    for number in 0..n {
        let start = Record::of_any(&puzzles, number);
        for (solutions, counts) in &ways {
            assert_eq!(counts[number], expected[number], "{number} of {n}");
            if expected[number] > 0 {
                assert_eq!(solutions[number], alone[number], "{number} of {n}");
                assert!(start.is_solved_by(&solutions[number]), "{number} of {n}");
            } else {
                assert_eq!(solutions[number], [b'.'; 81]);
            }
        }
    }
}

impl Record {
    fn of_any(puzzles: &Puzzles<'_>, number: usize) -> Record {
        struct Read<'a>(&'a Puzzles<'a>, usize);
        impl Task for Read<'_> {
            type Output = Record;
            fn run<L: Lanes>(self, lanes: L) -> Record {
                self.0.record(lanes, self.1)
            }
        }
        simd::with_lanes("portable", Read(puzzles, number)).unwrap()
    }

    fn is_solved_by(&self, solution: &[u8; 81]) -> bool {
        let digit = |cell: usize| usize::from(solution[cell].wrapping_sub(b'1'));
        let allowed = (0..81).all(|cell| digit(cell) < 9 && self.has(digit(cell), cell));
        let houses = |cell: usize| [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3];
        let mut seen = [0; 27];
        for cell in 0..81 {
            houses(cell)
                .into_iter()
                .for_each(|house| seen[house] |= 1 << digit(cell).min(9));
        }
        allowed && seen == [0x1ff; 27]
    }
}

fn lines(n: usize, seed: u64, stride: usize) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let mut bytes = Vec::new();
    for _ in 0..n {
        bytes.extend(dice.line());
        bytes.resize(bytes.len() + stride - 81, b'5');
    }
    bytes
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn any_number_of_mixed_puzzles_is_solved_in_order() {
    let mut machines = machines();
    assert!(machines.len() >= 2);
    for &n in SIZES {
        let stride = 81 + n % 16;
        let bytes = lines(n, n as u64, stride);
        check(&mut machines, Puzzles::lines(&bytes, stride), n, 2);
    }
}

/// The result of a puzzle is that of `fast9` alone, whatever the other lanes hold.
#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn answers_do_not_depend_on_the_neighbours() {
    let mut machines = machines();
    machines.push(Batch9::new());
    let mut dice = Dice::new(14);
    for limit in [1, 2, 20] {
        let mut puzzles: Vec<[u8; 81]> = (0..1500).map(|_| dice.line()).collect();
        for batch in &mut machines {
            dice.shuffle(&mut puzzles);
            let mut left = puzzles.as_slice();
            while !left.is_empty() {
                let (part, rest) = left.split_at((1 + dice.below(1000)).min(left.len()));
                left = rest;
                let (mut solutions, mut counts) = (vec![[0; 81]; part.len()], vec![0; part.len()]);
                let lines = Puzzles::lines(part.as_flattened(), 81);
                let done = batch.solve(lines, limit, &mut solutions, &mut counts);
                assert_eq!(done, Ok(()));
                for (puzzle, answer) in part.iter().zip(counts.into_iter().zip(solutions)) {
                    let mut alone = [b'.'; 81];
                    let (count, _) = fast9::solve_bytes(puzzle, u64::from(limit), &mut alone);
                    assert_eq!(answer, (count as u8, alone), "limit {limit}: {puzzle:?}");
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn limits_are_kept() {
    let mut machines = machines();
    let n = 400;
    let bytes = lines(n, 5, 81);
    for limit in [1, 3, 255] {
        check(&mut machines, Puzzles::lines(&bytes, 81), n, limit);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn one_puzzle_again_and_again_is_a_stride_of_nothing() {
    let mut machines = machines();
    check(&mut machines, Puzzles::lines(INKALA, 0), 700, 2);
    let empty = Puzzles::lines(&[b'.'; 81], 0);
    check(&mut machines, empty, 300, 255);
}

/// Small enough for Miri.
#[test]
fn easy_puzzles_and_some_that_need_a_guess_go_through_every_kind_of_lanes() {
    let solved_but_for = |cells: &[usize]| {
        let mut line = *SOLVED;
        cells.iter().for_each(|&cell| line[cell] = b'.');
        line
    };
    // Four cells in which two digits can change places, and puzzles of one step.
    let mut puzzles = vec![solved_but_for(&[2, 5, 11, 14]); 3];
    puzzles.resize(40, solved_but_for(&[0, 44, 80]));
    for mut batch in machines() {
        let (mut solutions, mut counts) = ([[0; 81]; 40], [0; 40]);
        let lines = Puzzles::lines(puzzles.as_flattened(), 81);
        let done = batch.solve(lines, 3, &mut solutions, &mut counts);
        assert_eq!(done, Ok(()));
        assert_eq!((&counts[..3], &counts[3..]), (&[2; 3][..], &[1; 37][..]));
        assert_eq!(solutions[3..], [*SOLVED; 37]);
    }
}

/// A letter excludes a digit; what is no letter up to `i` excludes none.
#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn letters_exclude_digits() {
    let mut dice = Dice::new(23);
    let mut machines = machines();
    for n in [1, 50, 300, 700] {
        let mut bytes = Vec::new();
        let mut marks = Vec::new();
        for _ in 0..n {
            let mut line = dice.line();
            for _ in 0..dice.below(6) {
                line[dice.below(81)] = b"abcdefghi`jkpqyzABI"[dice.below(19)];
            }
            for byte in &line {
                marks.extend((b'1'..=b'9').map(|digit| match byte {
                    b'1'..=b'9' if *byte != digit => b'.',
                    b'a'..=b'i' if byte - b'a' == digit - b'1' => b'.',
                    _ => digit,
                }));
            }
            bytes.extend(line);
        }
        for limit in [1, 2] {
            check(&mut machines, Puzzles::other_than(&bytes, 81), n, limit);
            let counts = |puzzles: Puzzles<'_>| {
                let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
                solve_many(puzzles, limit, &mut solutions, &mut counts).unwrap();
                (solutions, counts)
            };
            let as_letters = counts(Puzzles::other_than(&bytes, 81));
            assert_eq!(as_letters, counts(Puzzles::sukaku(&marks, 729)));
        }
    }
}

/// A clue is needed exactly if there is a solution with another digit in its cell.
#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn a_clue_is_needed_if_another_digit_leads_to_a_solution() {
    let mut dice = Dice::new(24);
    let (mut blank, mut letters) = (Vec::new(), Vec::new());
    while blank.len() < 3000 {
        let mut line = if dice.below(2) == 0 { *SOLVED } else { *INKALA };
        (0..dice.below(50)).for_each(|_| line[dice.below(81)] = b'.');
        if fast9::solve_bytes(&line, 2, &mut [0; 81]).0 != 1 {
            continue;
        }
        for cell in 0..81 {
            let digit = line[cell];
            if (b'1'..=b'9').contains(&digit) {
                line[cell] = b'.';
                blank.push(line);
                line[cell] = digit - b'1' + b'a';
                letters.push(line);
                line[cell] = digit;
            }
        }
    }
    let counts = |puzzles: Puzzles<'_>, limit: u8| {
        let (mut solutions, mut counts) = (vec![[0; 81]; blank.len()], vec![0; blank.len()]);
        solve_many(puzzles, limit, &mut solutions, &mut counts).unwrap();
        counts
    };
    let of_all = counts(Puzzles::lines(blank.as_flattened(), 81), 2);
    let others = counts(Puzzles::other_than(letters.as_flattened(), 81), 1);
    assert!(others.contains(&0) && others.contains(&1));
    for (all, other) in of_all.into_iter().zip(others) {
        assert_eq!(all, 1 + other);
    }
}

#[test]
fn nothing_asked_is_nothing_found() {
    let (mut solutions, mut counts) = ([[7; 81]; 2], [7; 2]);
    let twice = [*INKALA, *INKALA];
    let puzzles = Puzzles::lines(twice.as_flattened(), 81);
    let done = solve_many(puzzles, 0, &mut solutions, &mut counts);
    assert_eq!(done, Ok(()));
    assert_eq!((solutions, counts), ([[b'.'; 81]; 2], [0; 2]));
    let done = solve_many(Puzzles::lines(&[], 81), 2, &mut [], &mut []);
    assert_eq!(done, Ok(()));
}

#[test]
fn parts_that_do_not_fit_each_other_are_refused() {
    let (mut solutions, mut counts) = ([[7; 81]; 2], [7; 2]);
    let few = Puzzles::lines(INKALA, usize::MAX);
    let done = solve_many(few, 2, &mut solutions, &mut counts);
    assert_eq!(done, Err(BatchError::Puzzles { expected: 2 }));
    let twice = [*INKALA, *INKALA];
    let puzzles = Puzzles::lines(twice.as_flattened(), 81);
    let error = solve_many(puzzles, 2, &mut solutions[..1], &mut counts).unwrap_err();
    assert_eq!(error.to_string(), "expected room for 2 solutions, found 1");
    assert_eq!((solutions, counts), ([[7; 81]; 2], [7; 2]), "untouched");
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn clashing_givens_have_no_solution() {
    let mut machines = machines();
    // Two in a row, in a column, in a box, near and far; and two naked twins in a triad.
    let mut all = Vec::new();
    for clash in [[0, 1], [0, 5], [0, 9], [0, 54], [0, 20], [72, 80], [60, 80]] {
        let mut line = [b'.'; 81];
        clash.into_iter().for_each(|cell: usize| line[cell] = b'7');
        all.push(line);
    }
    let mut twins = [b'.'; 81];
    for (cell, digit) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7)] {
        twins[cell] = b'0' + digit;
    }
    (twins[27], twins[37]) = (b'8', b'8');
    all.push(twins);
    let n = all.len();
    let bytes = all.as_flattened().repeat(50);
    check(&mut machines, Puzzles::lines(&bytes, 81), 50 * n, 2);
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn marks_go_through_the_same_door_and_agree_with_csp() {
    let mut dice = Dice::new(27);
    let mut bytes = Vec::new();
    let mut expected = Vec::new();
    let n = 300;
    for round in 0..n {
        let mut marks = Vec::new();
        for given in SOLVED {
            let some = dice.0.next_u64() & dice.0.next_u64();
            let some = if round % 2 == 0 {
                some
            } else {
                some & dice.0.next_u64()
            };
            marks.push(some & 0x1ff | 1 << (given - b'1'));
        }
        for set in &marks {
            bytes.extend((0..9).map(|d| if set >> d & 1 == 1 { b'1' + d } else { b'.' }));
        }
        let marks: Vec<DigitSet> = marks
            .into_iter()
            .map(|set| DigitSet::from_bits(u128::from(set)))
            .collect();
        let puzzle = Puzzle::empty(Geometry::classic()).limited_to(marks);
        let report = Query::new(&puzzle).solutions(9).run(&Csp).unwrap();
        expected.push(report.stats.solutions as u8);
    }
    check(&mut machines(), Puzzles::sukaku(&bytes, 729), n, 9);
    let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
    solve_many(Puzzles::sukaku(&bytes, 729), 9, &mut solutions, &mut counts).unwrap();
    assert_eq!(counts, expected);
}

#[test]
#[cfg_attr(miri, ignore = "too slow for Miri")]
fn random_puzzles_agree_with_csp() {
    let n = 600;
    let bytes = lines(n, 81, 81);
    let (mut solutions, mut counts) = (vec![[0; 81]; n], vec![0; n]);
    solve_many(Puzzles::lines(&bytes, 81), 20, &mut solutions, &mut counts).unwrap();
    for (line, count) in bytes.as_chunks::<81>().0.iter().zip(counts) {
        let given = |byte: &u8| Digit::new(usize::from(byte.saturating_sub(b'0')));
        let digits = line
            .iter()
            .map(|byte| given(byte).filter(|_| *byte <= b'9'));
        let puzzle = Puzzle::of(Geometry::classic(), digits.collect::<Vec<_>>());
        let report = Query::new(&puzzle).solutions(20).run(&Csp).unwrap();
        assert_eq!(report.stats.solutions, u64::from(count), "{puzzle}");
    }
}

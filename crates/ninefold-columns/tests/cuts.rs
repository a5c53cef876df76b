//! The contract of a column: the same answers however its rows are cut, ordered and shared out.

use std::sync::LazyLock;

use ninefold::engine::solve_bytes;
use ninefold::generate::{Symmetry, Wish};
use ninefold::random::{Draw, Random};
use ninefold::{Digit, Geometry, Puzzle};
use ninefold_columns::{
    Answers, Check, Count, Digits, Fault, Generate, Operation, Solve, Texts, Threads, Values,
};
use proptest::prelude::*;

/// Rows of every kind, most of them with several solutions that take a search to find: minimal
/// puzzles that lost some clues and had a few digits changed.
static ROWS: LazyLock<Vec<Option<String>>> = LazyLock::new(|| {
    let wish = Wish::new(Geometry::classic());
    let made = Generate::new(wish)
        .unwrap()
        .run(1, 0..300, &Threads::default());
    let Values::Lines(puzzles) = &made.unwrap().columns[1].values else {
        panic!("puzzles are lines");
    };
    let mut random = Random::new(2);
    let mut rows = Vec::new();
    for puzzle in puzzles.iter().cycle().take(3000) {
        let mut text = puzzle.to_vec();
        let givens: Vec<usize> = (0..81).filter(|&cell| text[cell] != b'.').collect();
        for _ in 0..random.below(9) {
            text[givens[random.below(givens.len())]] = b'.';
        }
        rows.push(match random.below(40) {
            0 => None,
            1 => Some("no puzzle".to_owned()),
            2 => Some("11".to_owned() + &".".repeat(79)),
            _ => Some(String::from_utf8(text).unwrap()),
        });
    }
    rows
});

/// The answers to all rows at once.
static WHOLE: LazyLock<Vec<Cells>> = LazyLock::new(|| cells(&solved(&ROWS, 1)));

/// The solution and the number of solutions of a row, and its fault.
type Cells = (Option<String>, Option<i8>, Option<Fault>);

fn solved(rows: &[Option<String>], n_threads: usize) -> Answers {
    let threads = Threads {
        n_threads,
        ..Threads::default()
    };
    Solve.run(&Texts(rows), &threads).unwrap()
}

/// The answers row by row.
fn cells(answers: &Answers) -> Vec<Cells> {
    let [solutions, counts] = &answers.columns[..] else {
        panic!("two columns");
    };
    let (Values::Lines(lines), Values::Int8(numbers)) = (&solutions.values, &counts.values) else {
        panic!("lines and numbers");
    };
    let mut faults = answers.faults.iter().peekable();
    let of_row = |row: usize| {
        let line = || String::from_utf8(lines[row].to_vec()).unwrap();
        let fault = faults.next_if(|(number, _)| *number == row);
        (
            solutions.valid[row].then(line),
            counts.valid[row].then_some(numbers[row]),
            fault.map(|(_, fault)| fault.clone()),
        )
    };
    (0..lines.len()).map(of_row).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Fails if `batch9` does not look again, alone, at puzzles whose search was shared.
    #[test]
    fn cuts_orders_and_threads_change_nothing(
        seed in any::<u64>(),
        pieces in 1usize..40,
        n_threads in 1usize..5,
    ) {
        let mut random = Random::new(seed);
        let order = random.order(ROWS.len());
        let mut cuts: Vec<usize> = (1..pieces).map(|_| random.below(ROWS.len())).collect();
        cuts.extend([0, ROWS.len()]);
        cuts.sort_unstable();
        for cut in cuts.windows(2) {
            let numbers = &order[cut[0]..cut[1]];
            let rows: Vec<Option<String>> = numbers.iter().map(|&row| ROWS[row].clone()).collect();
            for (&row, found) in numbers.iter().zip(cells(&solved(&rows, n_threads))) {
                prop_assert_eq!(&WHOLE[row], &found, "row {}", row);
            }
        }
    }
}

#[test]
fn the_rows_of_the_test_are_of_every_kind() {
    let count = |wanted: Option<i8>| WHOLE.iter().filter(|cells| cells.1 == wanted).count();
    assert!(count(Some(2)) > 1500 && count(Some(1)) > 100 && count(Some(0)) > 20);
    assert!(count(None) > 60 && WHOLE.iter().any(|cells| cells.2.is_some()));
}

#[test]
fn a_row_is_answered_as_it_would_be_alone_and_rightly() {
    for (row, cells) in ROWS.iter().zip(WHOLE.iter()) {
        let board = row.as_ref().and_then(|row| row.as_bytes().try_into().ok());
        let Some(board): Option<&[u8; 81]> = board else {
            let expected = row.as_ref().map(|row| Fault::Length(row.len()));
            assert_eq!(cells, &(None, None, expected));
            continue;
        };
        let mut alone = [0; 81];
        let (count, _) = solve_bytes(board, 2, &mut alone);
        let solution = (count > 0).then(|| String::from_utf8(alone.to_vec()).unwrap());
        assert_eq!(cells, &(solution.clone(), Some(count as i8), None));
        if let Some(solution) = solution {
            let digits = solution
                .bytes()
                .map(|byte| Digit::new(usize::from(byte - b'0')));
            let digits: Vec<Digit> = digits.collect::<Option<_>>().unwrap();
            let puzzle: Puzzle = row.as_ref().unwrap().parse().unwrap();
            assert!(puzzle.is_solved_by(&digits));
        }
    }
}

#[test]
fn numbers_and_texts_have_the_same_answers() {
    let texts: Vec<Option<String>> = ROWS.iter().filter(|row| is_board(row)).cloned().collect();
    let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
    let boards = texts.iter().flatten();
    let boards: Vec<[u8; 81]> = boards
        .map(|text| std::array::from_fn(|cell| digit(text.as_bytes()[cell])))
        .collect();
    let by_numbers = Solve.run(&Digits(&boards), &Threads::default()).unwrap();
    assert_eq!(by_numbers, solved(&texts, 2));
}

fn is_board(row: &Option<String>) -> bool {
    row.as_ref().is_some_and(|row| row.len() == 81)
}

#[test]
fn check_and_count_agree_with_solve() {
    let threads = Threads::default();
    let verdicts = Check.run(&Texts(&ROWS), &threads).unwrap();
    let Values::Text(words) = &verdicts.columns[0].values else {
        panic!("words");
    };
    let limits = [Some(2), Some(300)].map(|limit| {
        let counted = Count { limit }.run(&Texts(&ROWS), &threads).unwrap();
        assert_eq!(counted.faults, verdicts.faults);
        let Values::Int64(counts) = &counted.columns[0].values else {
            panic!("numbers");
        };
        counts.clone()
    });
    for (row, cells) in WHOLE.iter().enumerate() {
        let is_clash = ROWS[row].as_ref().is_some_and(|row| row.starts_with("11"));
        let (word, count) = match cells.1 {
            None => ("", 0),
            Some(0) if is_clash => ("invalid", 0),
            Some(0) => ("none", 0),
            Some(1) => ("unique", 1),
            Some(_) => ("multiple", 2),
        };
        assert_eq!((&*words[row], limits[0][row]), (word, count));
        assert_eq!(limits[1][row].min(2), count);
    }
    assert!(limits[1].contains(&300), "some have that many");
}

#[test]
fn a_range_of_tries_is_the_same_within_any_other() {
    let wish = Wish::new(Geometry::classic())
        .symmetry(Symmetry::HalfTurn)
        .clues(26..=28);
    let generate = Generate::new(wish).unwrap();
    let made = |tries, n_threads| {
        let threads = Threads {
            n_threads,
            ..Threads::default()
        };
        let answers = generate.run(7, tries, &threads).unwrap();
        let [Values::Int64(indices), Values::Lines(puzzles)] =
            [0, 1].map(|k| answers.columns[k].values.clone())
        else {
            panic!("numbers and lines");
        };
        indices.into_iter().zip(puzzles).collect::<Vec<_>>()
    };
    let all = made(0..400, 1);
    assert!(
        all.len() > 50 && all.len() < 400,
        "some tries fail: {}",
        all.len()
    );
    let parts = [made(0..7, 3), made(7..250, 2), made(250..400, 1)];
    assert_eq!(parts.concat(), all);
}

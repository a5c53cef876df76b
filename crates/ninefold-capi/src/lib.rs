//! Ninefold's fast 9×9 engines behind a C interface, for harnesses and other languages.
//!
//! `include/ninefold.h` says what the functions do; `examples/solve.c` uses them. This
//! is an edge of the project where `unsafe` may stand: pointers come in from outside, and
//! what is asked of the caller is written down there and checked here as far as it can be.

#![allow(unsafe_code, reason = "a C interface takes pointers")]

use std::slice;

use ninefold::engine::{Puzzles, solve_bytes, solve_many};

/// Solves one puzzle; see `ninefold.h`.
///
/// # Safety
///
/// `puzzle` is null or points to 81 readable bytes, `solution` is null or points to 81
/// writable bytes that nothing else uses, `guesses` is null or points to a `size_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solve(
    puzzle: *const u8,
    limit: usize,
    _flags: u32,
    solution: *mut u8,
    guesses: *mut usize,
) -> usize {
    // SAFETY: the caller promises 81 readable bytes, or null, which gives `None`.
    let Some(puzzle) = (unsafe { puzzle.cast::<[u8; 81]>().as_ref() }) else {
        return 0;
    };
    let mut nowhere = [0; 81];
    // SAFETY: the caller promises 81 writable bytes for us alone, or null.
    let solution = unsafe { solution.cast::<[u8; 81]>().as_mut() }.unwrap_or(&mut nowhere);
    let (found, tried) = solve_bytes(puzzle, limit as u64, solution);
    // SAFETY: the caller promises a `size_t`, or null.
    if let Some(guesses) = unsafe { guesses.as_mut() } {
        *guesses = tried as usize;
    }
    found as usize
}

/// Solves many puzzles; see `ninefold.h`.
///
/// # Safety
///
/// `puzzles` is null or points to `n` puzzles of 81 readable bytes, `stride` bytes from
/// one to the next; `solutions` is null or points to 81 × `n` writable bytes, `counts` to
/// `n`, and nothing else uses these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solve_many(
    puzzles: *const u8,
    stride: usize,
    n: usize,
    limit: usize,
    solutions: *mut u8,
    counts: *mut u8,
) {
    let missing = puzzles.is_null() || solutions.is_null() || counts.is_null();
    if missing || stride < 81 || n == 0 {
        return;
    }
    // SAFETY: the caller promises this much: the last puzzle is 81 bytes long.
    let puzzles = unsafe { slice::from_raw_parts(puzzles, stride * (n - 1) + 81) };
    // SAFETY: the caller promises 81 writable bytes for each puzzle, for us alone.
    let solutions = unsafe { slice::from_raw_parts_mut(solutions.cast::<[u8; 81]>(), n) };
    // SAFETY: the caller promises a writable byte for each puzzle, for us alone.
    let counts = unsafe { slice::from_raw_parts_mut(counts, n) };
    let limit = limit.min(usize::from(u8::MAX)) as u8;
    solve_many(Puzzles::lines(puzzles, stride), limit, solutions, counts);
}

#[cfg(test)]
mod tests {
    use std::ptr::{null, null_mut};

    use super::*;

    const PUZZLES: &[u8; 162] =
        b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\
          11...............................................................................";

    #[test]
    fn one_puzzle_is_solved() {
        let (mut solution, mut guesses) = ([0; 81], usize::MAX);
        // SAFETY: the pointers are to arrays of the right lengths.
        let found = unsafe {
            let puzzle = PUZZLES.as_ptr();
            ninefold_solve(puzzle, 2, 0, solution.as_mut_ptr(), &raw mut guesses)
        };
        assert_eq!(found, 1);
        assert!(solution.starts_with(b"812753649") && guesses < usize::MAX);
        // SAFETY: null is allowed.
        let found = unsafe { ninefold_solve(PUZZLES.as_ptr(), 2, 0, null_mut(), null_mut()) };
        assert_eq!(found, 1);
        // SAFETY: null is allowed.
        let found = unsafe { ninefold_solve(null(), 2, 0, null_mut(), null_mut()) };
        assert_eq!(found, 0);
        let mut untouched = [7; 81];
        // SAFETY: the second puzzle is 81 bytes long, and so is the solution.
        let found = unsafe {
            let puzzle = PUZZLES[81..].as_ptr();
            ninefold_solve(puzzle, 2, 0, untouched.as_mut_ptr(), null_mut())
        };
        assert_eq!((found, untouched), (0, [7; 81]));
    }

    #[test]
    fn many_puzzles_are_solved_in_order() {
        let (mut solutions, mut counts) = ([0; 162], [9; 2]);
        let mut solve = |stride, n| {
            let puzzles = PUZZLES.as_ptr();
            let (solutions, counts) = (solutions.as_mut_ptr(), counts.as_mut_ptr());
            // SAFETY: the arrays hold two puzzles, two solutions and two counts.
            unsafe { ninefold_solve_many(puzzles, stride, n, 2, solutions, counts) };
        };
        solve(80, 2);
        solve(81, 0);
        solve(81, 2);
        assert_eq!(counts, [1, 0]);
        assert!(solutions.starts_with(b"812753649"));
        assert_eq!(
            solutions[81..],
            [b'.'; 81],
            "dots where there is no solution"
        );
    }
}

//! Ninefold's fast 9×9 engines behind a C interface, for harnesses and other languages.
//!
//! `include/ninefold.h` documents the functions; `examples/` uses them; `README.md` covers
//! linking and installing. This is an edge of the project where `unsafe` is allowed: pointers
//! come in from outside. The requirements on callers are in the header, and checked here as
//! far as possible.

#![allow(unsafe_code, reason = "a C interface takes pointers")]

use std::ffi::{c_char, c_int};
use std::ops::ControlFlow;
use std::slice;
use std::sync::atomic::{AtomicI32, Ordering};

use ninefold::engine::{Batch9, Fast9, Observer, Puzzles, Stop, solve_bytes};
use ninefold::{Digit, Geometry, Puzzle, Query};

/// A required pointer is null.
const NULL: isize = -1;
/// A bit of `flags` is set that has no meaning.
const FLAGS: isize = -2;
/// A character is neither a digit nor a blank, in strict mode.
const CHARACTER: isize = -3;
/// `stride` is less than 81.
const STRIDE: isize = -4;
/// The puzzles would take more memory than there can be.
const SIZE: isize = -5;
/// The stop flag was set before the search ended.
const STOPPED: isize = -6;

/// The flag that refuses characters other than digits, `0` and `.`.
const STRICT: u32 = 1;

/// The puzzles solved between two looks at the stop flag: a few milliseconds.
const PUZZLES_PER_POLL: usize = 4096;

/// The version of the library; see `ninefold.h`.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The meaning of a result; see `ninefold.h`.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_error(code: isize) -> *const c_char {
    let text = match code {
        0.. => c"no error",
        NULL => c"a required pointer is null",
        FLAGS => c"expected flags of 0 or NINEFOLD_STRICT",
        CHARACTER => c"expected '1' to '9', '0' or '.', found another character",
        STRIDE => c"expected a stride of at least 81",
        SIZE => c"the puzzles would not fit in memory",
        STOPPED => c"the stop flag was set",
        _ => c"unknown error",
    };
    text.as_ptr()
}

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
    flags: u32,
    solution: *mut u8,
    guesses: *mut usize,
) -> isize {
    // SAFETY: the caller promises 81 readable bytes, or null.
    let puzzle = match unsafe { checked(puzzle, flags) } {
        Ok(puzzle) => puzzle,
        Err(code) => return code,
    };
    let mut unused = [0; 81];
    // SAFETY: the caller promises 81 writable bytes for us alone, or null.
    let solution = unsafe { solution.cast::<[u8; 81]>().as_mut() }.unwrap_or(&mut unused);
    let (found, tried) = solve_bytes(puzzle, as_limit(limit), solution);
    // SAFETY: the caller promises a `size_t`, or null.
    if let Some(guesses) = unsafe { guesses.as_mut() } {
        *guesses = tried as usize;
    }
    found as isize
}

/// Solves one puzzle until a flag is set; see `ninefold.h`.
///
/// # Safety
///
/// As for [`ninefold_solve`]; and `stop` is null or points to an `int` that stays valid
/// during the call and is written only atomically.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solve_until(
    puzzle: *const u8,
    limit: usize,
    flags: u32,
    solution: *mut u8,
    guesses: *mut usize,
    stop: *const c_int,
) -> isize {
    // SAFETY: the caller promises 81 readable bytes, or null.
    let puzzle = match unsafe { checked(puzzle, flags) } {
        Ok(puzzle) => puzzle,
        Err(code) => return code,
    };
    let mut observer = Until {
        // SAFETY: the caller promises a valid flag, or null.
        stop: unsafe { flag(stop) },
        // SAFETY: the caller promises 81 writable bytes for us alone, or null.
        solution: unsafe { solution.cast::<[u8; 81]>().as_mut() },
    };
    let digit = |&byte: &u8| match byte {
        b'1'..=b'9' => Digit::new(usize::from(byte - b'0')),
        _ => None,
    };
    let givens: Vec<Option<Digit>> = puzzle.iter().map(digit).collect();
    let puzzle = Puzzle::new(Geometry::classic(), givens).expect("81 bytes are 81 cells");
    let query = Query::new(&puzzle).solutions(as_limit(limit));
    let report = query.watch(&Fast9::BEST, &mut observer);
    let report = report.expect("fast9 takes every classic puzzle");
    // SAFETY: the caller promises a `size_t`, or null.
    if let Some(guesses) = unsafe { guesses.as_mut() } {
        *guesses = report.stats.guesses as usize;
    }
    if report.stop == Some(Stop::Cancelled) {
        return STOPPED;
    }
    report.stats.solutions as isize
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
) -> isize {
    // SAFETY: the caller promises all that is needed; null is no flag.
    unsafe { solve_many(puzzles, stride, n, limit, solutions, counts, None) }
}

/// Solves many puzzles until a flag is set; see `ninefold.h`.
///
/// # Safety
///
/// As for [`ninefold_solve_many`]; and `stop` is null or points to an `int` that stays valid
/// during the call and is written only atomically.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solve_many_until(
    puzzles: *const u8,
    stride: usize,
    n: usize,
    limit: usize,
    solutions: *mut u8,
    counts: *mut u8,
    stop: *const c_int,
) -> isize {
    // SAFETY: the caller promises a valid flag, or null.
    let stop = unsafe { flag(stop) };
    // SAFETY: the caller promises all that is needed.
    unsafe { solve_many(puzzles, stride, n, limit, solutions, counts, stop) }
}

/// # Safety
///
/// As for [`ninefold_solve_many`].
unsafe fn solve_many(
    puzzles: *const u8,
    stride: usize,
    n: usize,
    limit: usize,
    solutions: *mut u8,
    counts: *mut u8,
    stop: Option<&AtomicI32>,
) -> isize {
    if puzzles.is_null() || solutions.is_null() || counts.is_null() {
        return NULL;
    }
    if stride < 81 {
        return STRIDE;
    }
    let Some(n_before) = n.checked_sub(1) else {
        return 0;
    };
    let length = stride
        .checked_mul(n_before)
        .and_then(|start| start.checked_add(81))
        .filter(|&length| isize::try_from(length).is_ok());
    let Some(length) = length else {
        return SIZE;
    };
    // SAFETY: the caller promises this much, since the last puzzle is 81 bytes long, and it
    // is not more than a slice may have.
    let puzzles = unsafe { slice::from_raw_parts(puzzles, length) };
    // SAFETY: the caller promises 81 writable bytes for each puzzle, for us alone; with a
    // stride of at least 81 they are not more than the puzzles are.
    let solutions = unsafe { slice::from_raw_parts_mut(solutions.cast::<[u8; 81]>(), n) };
    // SAFETY: the caller promises a writable byte for each puzzle, for us alone.
    let counts = unsafe { slice::from_raw_parts_mut(counts, n) };
    let limit = limit.min(usize::from(u8::MAX)) as u8;
    let mut batch = Batch9::new();
    let Some(stop) = stop else {
        let solved = batch.solve(Puzzles::lines(puzzles, stride), limit, solutions, counts);
        return solved.map_or(SIZE, |()| n as isize);
    };
    let parts = solutions.chunks_mut(PUZZLES_PER_POLL);
    for (k, (solutions, counts)) in parts.zip(counts.chunks_mut(PUZZLES_PER_POLL)).enumerate() {
        let done = k * PUZZLES_PER_POLL;
        if is_set(stop) {
            return done as isize;
        }
        let rest = &puzzles[done * stride..];
        let solved = batch.solve(Puzzles::lines(rest, stride), limit, solutions, counts);
        if solved.is_err() {
            return SIZE;
        }
    }
    n as isize
}

/// The puzzle, if the arguments that every call has are valid; else an error code.
///
/// # Safety
///
/// `puzzle` is null or points to 81 bytes that are readable for `'a`.
unsafe fn checked<'a>(puzzle: *const u8, flags: u32) -> Result<&'a [u8; 81], isize> {
    if flags & !STRICT != 0 {
        return Err(FLAGS);
    }
    // SAFETY: the caller promises 81 readable bytes, or null, which gives `None`.
    let puzzle = unsafe { puzzle.cast::<[u8; 81]>().as_ref() };
    let puzzle = puzzle.ok_or(NULL)?;
    let is_usual = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    if flags & STRICT != 0 && !puzzle.iter().all(is_usual) {
        return Err(CHARACTER);
    }
    Ok(puzzle)
}

/// A limit whose count fits in the result.
fn as_limit(limit: usize) -> u64 {
    limit.min(isize::MAX as usize) as u64
}

/// # Safety
///
/// `stop` is null or points to an `int` that is valid for `'a` and written only atomically.
unsafe fn flag<'a>(stop: *const c_int) -> Option<&'a AtomicI32> {
    if stop.is_null() {
        return None;
    }
    // SAFETY: the caller promises a valid `int`, aligned as every `int` is, that others write
    // only atomically; we never write it.
    Some(unsafe { AtomicI32::from_ptr(stop.cast_mut()) })
}

fn is_set(stop: &AtomicI32) -> bool {
    stop.load(Ordering::Relaxed) != 0
}

/// Keeps the first solution, and stops the search when the flag is set.
struct Until<'a> {
    stop: Option<&'a AtomicI32>,
    solution: Option<&'a mut [u8; 81]>,
}

impl Observer for Until<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        if let Some(solution) = self.solution.take() {
            for (byte, digit) in solution.iter_mut().zip(digits) {
                *byte = b'0' + digit.value() as u8;
            }
        }
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        self.stop.is_some_and(is_set)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::ptr::{null, null_mut};

    use super::*;

    const PUZZLES: &[u8; 162] =
        b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\
          11...............................................................................";

    /// The result for a puzzle that may be null, without a place for the solution.
    fn solve(puzzle: *const u8, limit: usize, flags: u32) -> isize {
        // SAFETY: the tests pass null or a pointer to 81 bytes.
        unsafe { ninefold_solve(puzzle, limit, flags, null_mut(), null_mut()) }
    }

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
        assert_eq!(solve(PUZZLES.as_ptr(), 2, 0), 1);
        let mut untouched = [7; 81];
        // SAFETY: the second puzzle is 81 bytes long, and so is the solution.
        let found = unsafe {
            let puzzle = PUZZLES[81..].as_ptr();
            ninefold_solve(puzzle, 2, 0, untouched.as_mut_ptr(), null_mut())
        };
        assert_eq!((found, untouched), (0, [7; 81]));
    }

    #[test]
    fn errors_are_not_counts() {
        assert_eq!(solve(null(), 2, 0), NULL);
        assert_eq!(solve(PUZZLES.as_ptr(), 2, 2), FLAGS);
        assert_eq!(solve(PUZZLES.as_ptr(), 2, STRICT), 1);
        let mut odd = *PUZZLES;
        odd[1] = b'x';
        assert_eq!(solve(odd.as_ptr(), 2, STRICT), CHARACTER);
        assert_eq!(solve(odd.as_ptr(), 2, 0), 1, "a blank, unless strict");
    }

    #[test]
    fn every_error_has_a_text() {
        let text = |code| {
            // SAFETY: the text is static, and ends with a zero byte.
            let text = unsafe { CStr::from_ptr(ninefold_error(code)) };
            text.to_str().expect("ASCII").to_owned()
        };
        for code in [NULL, FLAGS, CHARACTER, STRIDE, SIZE, STOPPED] {
            assert!(!["no error", "unknown error"].contains(&text(code).as_str()));
        }
        assert_eq!(text(2), "no error");
        assert_eq!(text(isize::MIN), "unknown error");
        // SAFETY: the version is static, and ends with a zero byte.
        let version = unsafe { CStr::from_ptr(ninefold_version()) };
        assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }

    #[test]
    fn a_search_ends_when_its_flag_is_set() {
        let until = |puzzle: &[u8], limit, stop: *const c_int| {
            let mut solution = [7; 81];
            // SAFETY: the puzzle has 81 bytes, as the solution; the flag is null or an int.
            let found = unsafe {
                let solution = solution.as_mut_ptr();
                ninefold_solve_until(puzzle.as_ptr(), limit, 0, solution, null_mut(), stop)
            };
            (found, solution)
        };
        let clear: c_int = 0;
        let (found, solution) = until(PUZZLES, 2, &raw const clear);
        assert!(found == 1 && solution.starts_with(b"812753649"));
        assert_eq!(until(PUZZLES, 2, null()).0, 1);
        let set: c_int = 1;
        // More solutions than can be counted.
        let empty = [b'.'; 81];
        let stopped = until(&empty, usize::MAX, &raw const set);
        assert_eq!(stopped, (STOPPED, [7; 81]));
    }

    #[test]
    fn many_puzzles_are_solved_in_order() {
        let (mut solutions, mut counts) = ([0; 162], [9; 2]);
        let mut solve = |stride, n, stop: *const c_int| {
            let puzzles = PUZZLES.as_ptr();
            let (solutions, counts) = (solutions.as_mut_ptr(), counts.as_mut_ptr());
            // SAFETY: the arrays hold two puzzles, two solutions and two counts, and the other
            // sizes are refused before anything is read.
            unsafe { ninefold_solve_many_until(puzzles, stride, n, 2, solutions, counts, stop) }
        };
        assert_eq!(solve(80, 2, null()), STRIDE);
        assert_eq!(solve(usize::MAX, 3, null()), SIZE);
        assert_eq!(solve(81, 0, null()), 0);
        let (clear, set): (c_int, c_int) = (0, 1);
        assert_eq!(solve(81, 2, &raw const set), 0, "stopped before the first");
        assert_eq!(solve(81, 2, &raw const clear), 2);
        assert_eq!(counts, [1, 0]);
        assert!(solutions.starts_with(b"812753649"));
        assert_eq!(
            solutions[81..],
            [b'.'; 81],
            "dots where there is no solution"
        );
        let puzzles = PUZZLES.as_ptr();
        let (mut again, mut counts) = ([0; 162], [9; 2]);
        // SAFETY: the arrays hold two puzzles, two solutions and two counts.
        let done = unsafe {
            ninefold_solve_many(puzzles, 81, 2, 2, again.as_mut_ptr(), counts.as_mut_ptr())
        };
        assert_eq!((done, again, counts), (2, solutions, [1, 0]));
        // SAFETY: null is refused.
        let refused = unsafe { ninefold_solve_many(null(), 81, 2, 2, null_mut(), null_mut()) };
        assert_eq!(refused, NULL);
    }
}

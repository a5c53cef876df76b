//! `generate --hardest`: a search that goes on for a fixed number of epochs.
//!
//! Threads share the tries of an epoch; what they find is sorted before the next one begins, so
//! a seed gives the same puzzles on any number of threads.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ninefold::generate::{Hardest, RatedPuzzle, Workspace};
use ninefold::rate::Value;
use rayon::prelude::*;

use super::form::Form;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::hunt::Hunt;
use crate::output::{Look, Output, many};

/// Tries that a thread takes at a time: few, so that none waits long for the others. An epoch is
/// a multiple of it.
const SHARE: u64 = 8;
const _: () = assert!(Hardest::TRIES.is_multiple_of(SHARE));

/// Runs the search and prints what it found, the hardest first. When `is_over` returns true
/// before the search ends, that is the hardest so far.
pub(super) fn run(
    mut hardest: Hardest,
    seed: u64,
    pool: &rayon::ThreadPool,
    form: &Form,
    look: Look,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let hunt = Hunt::for_the_hardest(look, Hardest::EPOCHS * Hardest::TRIES);
    let note = |tries: u64, rating: u32| {
        hunt.found(rating);
        hunt.show(tries);
    };
    let epochs = climb(&mut hardest, Hardest::EPOCHS, seed, pool, &note, is_over);
    drop(hunt);
    let is_short = epochs < Hardest::EPOCHS;
    let mut output = Output::new(look);
    for RatedPuzzle { made, ratings, .. } in hardest.best() {
        let text = form.write(made, seed, ratings).map_err(Failure::Message)?;
        output.data.write_all(text.as_bytes())?;
    }
    output.data.flush()?;
    if !look.quiet {
        let puzzles = many(hardest.best().len() as u64, "puzzle", "puzzles");
        let tries = many(epochs * Hardest::TRIES, "try", "tries");
        let seconds = start.elapsed().as_secs_f64();
        let ended = match (is_short, interrupt::requested()) {
            (true, true) => "interrupted: ",
            (true, false) => "stopped: ",
            (false, _) => "",
        };
        let hardest = hardest.best().first().map_or(String::new(), |best| {
            format!(
                "; the hardest has look-ahead {}",
                Value::Tenths(best.rating)
            )
        });
        output.talk(&format!(
            "{ended}{puzzles} from {tries} in {seconds:.2} s{hardest}"
        ));
    }
    Ok(match (is_short, interrupt::requested()) {
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Stopped,
        // A small board has no others.
        (false, _) if hardest.best().len() < hardest.n() => Exit::No,
        (false, _) => Exit::Yes,
    })
}

/// Goes through epochs, and returns how many were completed. After each, `note` gets the number
/// of tries and the highest rating so far.
fn climb(
    hardest: &mut Hardest,
    epochs: u64,
    seed: u64,
    pool: &rayon::ThreadPool,
    note: &dyn Fn(u64, u32),
    is_over: &(dyn Fn() -> bool + Sync),
) -> u64 {
    let idle: Mutex<Vec<Workspace>> = Mutex::default();
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    for epoch in 0..epochs {
        let work = |share: u64| {
            let mut workspace = lock().pop().unwrap_or_default();
            let tries = SHARE * share..SHARE * (share + 1);
            let found = hardest.tries(seed, tries, &mut workspace, &is_over);
            lock().push(workspace);
            found
        };
        let shares = (0..Hardest::TRIES / SHARE).into_par_iter();
        let found = pool.install(|| shares.flat_map_iter(work).collect());
        hardest.add(found);
        if is_over() {
            return epoch;
        }
        let best = hardest.best().first();
        note(
            (epoch + 1) * Hardest::TRIES,
            best.map_or(0, |best| best.rating),
        );
    }
    epochs
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::Geometry;
    use ninefold::generate::{Generator, Wish};

    #[test]
    fn threads_do_not_change_what_is_found() {
        let found = |n_threads: usize| -> Vec<String> {
            let generator = Generator::new(Wish::new(Geometry::classic())).unwrap();
            let mut hardest = Hardest::new(generator, 10).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads);
            let pool = pool.build().unwrap();
            let epochs = climb(&mut hardest, 2, 5, &pool, &|_, _| {}, &|| false);
            assert_eq!(epochs, 2);
            let best = hardest.best().iter();
            best.map(|best| format!("{} {}", best.made.puzzle, best.rating))
                .collect()
        };
        let one = found(1);
        assert_eq!(one.len(), 10);
        assert_eq!(found(2), one);
        assert_eq!(found(7), one);
    }
}

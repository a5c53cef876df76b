//! Canonical grids: Ninefold and the crate `sudoku` 0.8 in turn, in CPU time, on one thread.
//!
//! Each line begins with a full grid. Prints the best of five rounds for both, and on how
//! many grids both have the same form.

use std::error::Error;

use ninefold::canon::FormFinder;
use rustix::time::{ClockId, clock_gettime};
use sudoku::Sudoku;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("expected a file of grids")?;
    let text = std::fs::read_to_string(file)?;
    let grids: Vec<[u8; 81]> = text
        .lines()
        .filter_map(|line| line.as_bytes().first_chunk().copied())
        .collect();
    let theirs: Result<Vec<Sudoku>, _> = grids
        .iter()
        .map(|grid| Sudoku::from_str_line(&String::from_utf8_lossy(grid)))
        .collect();
    let theirs = theirs.map_err(|error| format!("{error:?}"))?;
    let mut canon = FormFinder::new();
    let (mut best, mut forms) = ([f64::MAX; 2], [Vec::new(), Vec::new()]);
    for _ in 0..5 {
        forms = [Vec::new(), Vec::new()];
        let start = cpu_time();
        for grid in &grids {
            forms[0].push(canon.minlex9(grid)?);
        }
        let middle = cpu_time();
        for grid in &theirs {
            let (form, _) = grid.canonicalized().ok_or("expected a full grid")?;
            forms[1].push(form.to_bytes().map(|digit| b'0' + digit));
        }
        let end = cpu_time();
        best = [best[0].min(middle - start), best[1].min(end - middle)];
    }
    let [ours, theirs] = best.map(|time| time / grids.len() as f64 * 1e6);
    let same = forms[0]
        .iter()
        .zip(&forms[1])
        .filter(|(a, b)| a == b)
        .count();
    println!("{} grids, {same} with the same form", grids.len());
    println!(
        "ninefold {ours:.3} µs, sudoku {theirs:.2} µs: {:.1} times",
        theirs / ours
    );
    Ok(())
}

/// The CPU time of this thread in seconds.
fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

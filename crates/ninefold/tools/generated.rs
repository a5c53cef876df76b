//! Holds many generated puzzles and grids to what `generate` promises.
//!
//! ```text
//! cargo run --release -p ninefold --example generated -- puzzles 100000 SEED
//! cargo run --release -p ninefold --example generated -- grids 1000000 SEED
//! cargo run --release -p ninefold --example generated -- small 1000000 SEED
//! cargo run --release -p ninefold --example generated -- unbiased 1000 SEED
//! ```
//!
//! - `puzzles`: N of each symmetry. The engine `csp`, which does not make them, counts the
//!   solutions of each and of each without one of its orbits: one, and several.
//! - `grids`: N uniform grids, and the number of all grids that the share of failed tries gives.
//! - `small`: N grids of 4×4, and χ² over all 288.
//! - `unbiased`: N puzzles, and their mean number of clues, as they come and by weight.
//!
//! Exit code 1 if a puzzle is at fault.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

use ninefold::engine::{Count, Csp};
use ninefold::generate::{Generator, Made, Symmetry, UniformGrids, Wish, Workspace};
use ninefold::random::Random;
use ninefold::{Geometry, Puzzle, Query};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, n, seed] = arguments.as_slice() else {
        return Err("expected puzzles, grids, small or unbiased, a number, and a seed".into());
    };
    let (n, seed) = (n.parse()?, seed.parse()?);
    let faults = match what.as_str() {
        "puzzles" => {
            let kinds = Symmetry::ALL.into_iter();
            kinds
                .map(|kind| puzzles(kind, n, seed))
                .sum::<Result<u64, _>>()?
        }
        "grids" => grids(n, seed),
        "small" => small(n, seed)?,
        "unbiased" => unbiased(n, seed)?,
        _ => return Err("expected puzzles, grids, small or unbiased".into()),
    };
    Ok(ExitCode::from(u8::from(faults > 0)))
}

/// Makes and tests puzzles of a symmetry; returns the number of faults.
fn puzzles(kind: Symmetry, n: u64, seed: u64) -> Result<u64, Box<dyn Error>> {
    let classic = Geometry::classic();
    let generator = Generator::new(Wish::new(classic.clone()).symmetry(kind))?;
    let orbits = kind.orbits(&classic).ok_or("the board has the symmetry")?;
    let made = generator.tries(seed, 0..n, &mut Workspace::default(), &|| false);
    let is_sound = |made: &Made| {
        let is_one = count(&made.puzzle) == Count::Exactly(1);
        is_one
            && orbits.iter().all(|orbit| {
                let mut fewer = made.puzzle.clone();
                let given = orbit.iter().filter(|&&cell| fewer.given(cell).is_some());
                match given.count() {
                    0 => true,
                    n if n < orbit.len() => false,
                    _ => {
                        for &cell in orbit {
                            fewer.set(cell, None);
                        }
                        count(&fewer) == Count::AtLeast(2)
                    }
                }
            })
    };
    let faults: Vec<&Made> = made.iter().filter(|made| !is_sound(made)).collect();
    for fault in faults.iter().take(5) {
        println!("fault: {}", fault.puzzle);
    }
    let clues: usize = made.iter().map(|made| made.puzzle.n_givens()).sum();
    let mean = clues as f64 / made.len() as f64;
    let (n_made, n_faults) = (made.len(), faults.len());
    println!("{kind}: {n_made} puzzles of {n}, {n_faults} faults, {mean:.2} clues on average");
    Ok(n_faults as u64 + (n - n_made as u64))
}

fn count(puzzle: &Puzzle) -> Count {
    let report = Query::new(puzzle).run(&Csp);
    report.expect("csp takes every puzzle").count()
}

fn grids(n: u64, seed: u64) -> u64 {
    let (mut grids, mut random) = (UniformGrids::default(), Random::new(seed));
    let mut sum = 0_u64;
    for _ in 0..n {
        // What is not used might not be computed.
        sum += u64::from(grids.draw(&mut random)[40]);
    }
    let (estimate, mean) = (grids.estimate(), sum as f64 / n as f64);
    println!("{n} grids: estimate {estimate:.5e} of 6.67090e21; mean of r5c5 {mean:.4}");
    0
}

/// Full grids are the puzzles that have all clues.
fn small(n: u64, seed: u64) -> Result<u64, Box<dyn Error>> {
    let generator = Generator::new(Wish::new(Geometry::of_size(4)?).clues(16..=16))?;
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for made in generator.tries(seed, 0..n, &mut Workspace::default(), &|| false) {
        *seen.entry(made.puzzle.to_string()).or_default() += 1;
    }
    let expected = n as f64 / 288.0;
    let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    let chi_squared: f64 = seen.values().map(square).sum();
    println!(
        "{n} grids of 4x4: {} of 288, chi-squared {chi_squared:.1} (287 degrees of freedom: \
         below 366 with p > 0.001)",
        seen.len()
    );
    Ok(u64::from(chi_squared >= 366.0 || seen.len() != 288))
}

fn unbiased(n: u64, seed: u64) -> Result<u64, Box<dyn Error>> {
    let generator = Generator::new(Wish::new(Geometry::classic()).unbiased())?;
    let mut workspace = Workspace::default();
    let (mut made, mut start) = (Vec::new(), 0);
    while made.len() < n as usize {
        let end = start + generator.n_at_a_time() as u64;
        made.extend(generator.tries(seed, start..end, &mut workspace, &|| false));
        start = end;
    }
    let (mut raw, mut corrected, mut all) = (0.0, 0.0, 0.0);
    for made in &made {
        let clues = made.puzzle.n_givens() as f64;
        let weight = made.weight.ok_or("unbiased puzzles have a weight")? as f64;
        raw += clues;
        corrected += weight * clues;
        all += weight;
    }
    let (raw, corrected) = (raw / made.len() as f64, corrected / all);
    println!(
        "{} puzzles of {start} tries: {raw:.3} clues on average, {corrected:.3} by weight \
         (published: 26.577)",
        made.len()
    );
    Ok(0)
}

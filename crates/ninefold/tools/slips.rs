//! Measures how often the doctor finds the puzzle that was meant.
//!
//! ```text
//! cargo run --release -p ninefold --example slips -- half-turn 20000 SEED
//! cargo run --release -p ninefold --example slips -- none 20000 SEED
//! ```
//!
//! The arguments are the symmetry of the puzzles, their number, and the seed of puzzles and
//! slips. Each puzzle is broken by one slip, the classes in turn. Slips that leave a proper
//! puzzle cannot be noticed and are not counted.

#[path = "../tests/doctor/slipper.rs"]
mod slipper;

use std::error::Error;

use ninefold::doctor::{Doctor, Repair, Status};
use ninefold::generate::{Generator, Symmetry, Wish, Workspace};
use ninefold::random::Random;
use ninefold::{Geometry, Puzzle};

use slipper::{CLASSES, slip};

/// How often the puzzle that was meant is found at which place.
#[derive(Clone, Copy, Default)]
struct Found {
    broken: u32,
    first: u32,
    three: u32,
    ten: u32,
    missed: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [symmetry, n, seed] = arguments.as_slice() else {
        return Err("expected a symmetry, a number, and a seed".into());
    };
    let symmetry = Symmetry::find(symmetry).ok_or("expected a symmetry such as half-turn")?;
    let (n, seed): (u64, u64) = (n.parse()?, seed.parse()?);
    let generator = Generator::new(Wish::new(Geometry::classic()).symmetry(symmetry))?;
    let made = generator.tries(seed, 0..n, &mut Workspace::default(), &|| false);
    let mut random = Random::new(seed);
    let broken: Vec<(Puzzle, usize, String)> = made
        .into_iter()
        .enumerate()
        .filter_map(|(k, made)| {
            let class = k % CLASSES.len();
            let text = slip(&made.puzzle.to_string(), class, &mut random)?;
            Some((made.puzzle, class, text))
        })
        .collect();
    let mut found = [Found::default(); CLASSES.len()];
    let (mut unseen, mut slowest) = (0, (0.0, String::new()));
    let mut millis = 0.0;
    for (meant, class, text) in &broken {
        let start = cpu_millis();
        let repairs = repairs(text);
        let took = cpu_millis() - start;
        let Some(repairs) = repairs else {
            unseen += 1;
            continue;
        };
        millis += took;
        if took > slowest.0 {
            slowest = (took, text.clone());
        }
        let place = repairs.iter().position(|repair| repair.puzzle == *meant);
        let found = &mut found[*class];
        found.broken += 1;
        found.first += u32::from(place == Some(0));
        found.three += u32::from(place.is_some_and(|place| place < 3));
        found.ten += u32::from(place.is_some_and(|place| place < 10));
        found.missed += u32::from(place.is_none());
    }
    let all = found.iter().fold(Found::default(), |all, one| Found {
        broken: all.broken + one.broken,
        first: all.first + one.first,
        three: all.three + one.three,
        ten: all.ten + one.ten,
        missed: all.missed + one.missed,
    });
    for (name, found) in CLASSES.iter().zip(found).chain([(&"all", all)]) {
        let percent = |n: u32| 100.0 * f64::from(n) / f64::from(found.broken.max(1));
        println!(
            "{name:16} {:6} broken: first {:5.1} %, three {:5.1} %, ten {:5.1} %, missed {:4.1} %",
            found.broken,
            percent(found.first),
            percent(found.three),
            percent(found.ten),
            percent(found.missed)
        );
    }
    let each = millis / f64::from(all.broken.max(1));
    println!(
        "{unseen} unseen; {each:.2} ms of CPU each; slowest {:.1} ms: {}",
        slowest.0, slowest.1
    );
    Ok(())
}

fn repairs(text: &str) -> Option<Vec<Repair>> {
    let doctor = Doctor::new();
    if text.len() != 81 {
        let found = doctor.read(text, &|size| Geometry::of_size(size).ok());
        return Some(found.map(|found| found.repairs).unwrap_or_default());
    }
    let found = doctor.examine(&text.parse().ok()?);
    (found.status != Status::Proper).then_some(found.repairs)
}

/// The CPU time of this thread so far, in milliseconds.
fn cpu_millis() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

//! The run time of each engine: `cargo bench --bench engines`, or for one of them
//! `cargo bench --bench engines -- easy/csp`.
//!
//! Each engine proves that a puzzle has one solution, so it exhausts the search space. The
//! easy puzzles are for all engines; the hard ones only for those that propagate.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use ninefold::engine::ENGINES;
use ninefold::{Count, Digit, Geometry, Puzzle, Query};

/// A name, a puzzle, and whether brute force solves it in reasonable time.
const PUZZLES: [(&str, &str, bool); 5] = [
    // Origin 001, and the easiest file of origin 004.
    (
        "easy",
        "274.91..51..5...9.6....328...19....8..51..6..7...8...34.2.....9.......7.8..349...",
        true,
    ),
    (
        "everyday",
        ".6.1.4.5...83.56..2.......18..4.7..6..6...3..7..9.1..45.......2..72.69...4.5.8.7.",
        true,
    ),
    // Origin 000; A. Inkala 2012.
    (
        "medium",
        "......56.....8..4...32....7...1......64...21.....7..8..7...5.......268...5....4.3",
        false,
    ),
    (
        "hard",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        false,
    ),
    // An empty first row, and a solution that begins with 9: hard for brute force.
    (
        "anti-brute-force",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        false,
    ),
];

fn puzzle(text: &str) -> Puzzle {
    let digit = |c: char| Digit::new(c.to_digit(10)? as usize);
    let givens: Vec<Option<Digit>> = text.chars().map(digit).collect();
    Puzzle::new(Geometry::classic(), givens).unwrap()
}

fn engines(criterion: &mut Criterion) {
    for (name, text, for_brute_force) in PUZZLES {
        let puzzle = puzzle(text);
        let mut group = criterion.benchmark_group(name);
        for engine in ENGINES {
            if engine.is_brute_force() && !for_brute_force {
                continue;
            }
            group.bench_function(BenchmarkId::from_parameter(engine.name()), |bencher| {
                bencher.iter(|| {
                    let report = Query::new(&puzzle).run(*engine).unwrap();
                    assert_eq!(report.count(), Count::Exactly(1));
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);

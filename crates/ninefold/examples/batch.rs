//! Solve many classic puzzles at once, each a line of 81 cells.

use ninefold::engine::{Puzzles, solve_many};

const TWO: &str = "\
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lines: Vec<&str> = TWO.lines().filter_map(|line| line.get(..81)).collect();
    let bytes = lines.concat();
    let (mut solutions, mut counts) = (vec![[0; 81]; lines.len()], vec![0; lines.len()]);
    // Up to two solutions each: enough to know whether there is only one.
    solve_many(
        Puzzles::lines(bytes.as_bytes(), 81),
        2,
        &mut solutions,
        &mut counts,
    )?;
    for (solution, count) in solutions.iter().zip(counts) {
        match count {
            1 => println!("{}", str::from_utf8(solution)?),
            0 => println!("no solution"),
            _ => println!("several solutions"),
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

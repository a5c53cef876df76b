//! Solve one puzzle: `cargo run -p ninefold --example solve`.

use ninefold::Answer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = ninefold::parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    )?;
    match ninefold::solve(&puzzle) {
        Answer::One(grid) => println!("{grid:#}"),
        Answer::Many(first, second) => println!("at least two solutions:\n{first}\n{second}"),
        Answer::None => println!("no solution"),
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

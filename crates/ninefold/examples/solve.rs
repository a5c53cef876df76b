//! Solve one puzzle: `cargo run --example solve`, or with a puzzle after `--`.

use ninefold::Answer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let typed = std::env::args().nth(1);
    let puzzle = ninefold::parse(typed.as_deref().unwrap_or(inkala))?;
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

//! Solve a puzzle as a person would: each step with its technique and its reason.

use ninefold::logic::{Plan, Walk};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = ninefold::parse(
        "...2.7.......64...1.2...7..9....1.5..8.....3..4.3....9..1...6.7...82.......7.3...",
    )?;
    let mut walk = Walk::new(&puzzle, Plan::usual());
    // A walk is an iterator of steps.
    for step in walk.by_ref().take(10) {
        println!("{}\n    {}", step.notation(), step.explain());
    }
    println!("{} cells are empty", walk.position().n_empty());
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

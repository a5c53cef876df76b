//! Count the solutions of a puzzle, and list the first ones.

use ninefold::engine::{self, Auto};
use ninefold::{Count, Query};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = ninefold::parse("12.. .... .... ....")?;
    for grid in engine::solutions(&puzzle).take(3) {
        println!("{grid}");
    }
    // A query has limits: on solutions here, and on the work as well.
    let query = Query::new(&puzzle).solutions(1000).nodes(1_000_000);
    match query.run(&Auto)?.count() {
        Count::Exactly(n) => println!("{n} solutions"),
        Count::AtLeast(n) => println!("{n} solutions or more"),
        Count::Stopped(n) => println!("stopped after {n} solutions"),
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

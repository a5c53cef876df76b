//! Read puzzles in whatever format they come, and write them in another one.

use ninefold::format::{self, ReadOptions};

const DRAWN: &str = "
    +-----+-----+
    | 1 . | . 4 |
    | . . | 1 . |
    +-----+-----+
    | . 1 | . . |
    | 4 . | . 1 |
    +-----+-----+";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reading = format::detect(DRAWN, &ReadOptions::default()).into_best()?;
    println!("format '{}', because of {}", reading.format, reading.why);
    let writer = format::find("line:blank=0")?;
    for record in reading.records {
        print!("{}", writer.write(&record?)?);
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

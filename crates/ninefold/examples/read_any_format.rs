//! Read puzzles in whatever format they come, and write them in another one:
//! `cargo run --example read_any_format`, or with the name of a file after `--`.

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
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => DRAWN.to_owned(),
    };
    let reading = format::detect(&text, &ReadOptions::default()).into_best()?;
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

//! A board of one's own: a jigsaw of 5×5, with a house of three cells besides.

use ninefold::{Answer, Digit, Geometry, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The letter of each cell's region, row by row.
    let regions = "AAABB AACBB CCCDB CEDDD EEEED";
    let regions = regions.bytes().filter(u8::is_ascii_alphabetic);
    let jigsaw = Geometry::builder(5).regions(regions.map(usize::from));
    let plain = jigsaw.clone().build()?;
    let three = [plain.cell(1, 1), plain.cell(3, 4), plain.cell(4, 2)];
    let board = jigsaw.house(three.into_iter().flatten()).build()?;
    println!("{board}");

    let mut puzzle = Puzzle::empty(board.clone());
    for (row, column, digit) in [(1, 2, 2), (4, 4, 1), (4, 5, 3), (5, 3, 4)] {
        let cell = board.cell(row, column);
        let cell = cell.ok_or("expected a cell of the board")?;
        puzzle.set(cell, Digit::new(digit));
    }
    match ninefold::solve(&puzzle) {
        Answer::One(grid) => println!("{grid:#}"),
        Answer::Many(first, second) => println!("{first} or {second}"),
        Answer::None => println!("no solution"),
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

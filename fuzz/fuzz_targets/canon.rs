//! Any text, and boards with any givens, sound or not: each has a canonical form that its
//! isomorphs share, or a reason why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::canon::{Canonical, FormFinder, Keep};
use ninefold::{Digit, Geometry, Puzzle, VARIANTS};

const SHAPES: [(usize, usize); 6] = [(3, 3), (2, 2), (2, 3), (1, 5), (3, 3), (4, 4)];

fuzz_target!(|bytes: &[u8]| {
    let mut canon = FormFinder::new();
    if let Ok(Ok(puzzle)) = std::str::from_utf8(bytes).map(ninefold::parse) {
        check(&mut canon, &puzzle, bytes);
    }
    let Some((&shape, cells)) = bytes.split_first() else {
        return;
    };
    let (rows, columns) = SHAPES[shape as usize % SHAPES.len()];
    let mut builder = Geometry::builder(rows * columns).boxes(rows, columns);
    if shape >= 192 && rows == 3 {
        builder = builder.variant(VARIANTS[shape as usize % VARIANTS.len()]);
    }
    let geometry = builder.build().expect("the shapes are sound");
    let size = geometry.size();
    let byte = |index: usize| cells.get(index).copied().unwrap_or(0) as usize;
    let givens: Vec<Option<Digit>> = (0..geometry.n_cells())
        .map(|index| Digit::new(byte(index) % 32).filter(|digit| digit.value() <= size))
        .collect();
    let puzzle = Puzzle::new(geometry, givens).unwrap();
    check(&mut canon, &puzzle, bytes);
});

/// The form is an isomorph, its own form, and that of a shuffled copy.
fn check(canon: &mut FormFinder, puzzle: &Puzzle, bytes: &[u8]) {
    let Ok(form) = canon.minlex(puzzle) else {
        return;
    };
    let moved = |form: &Canonical, puzzle: &Puzzle| form.transformation().puzzle(puzzle).unwrap();
    assert_eq!(moved(&form, puzzle), *form.puzzle());
    let again = canon.minlex(form.puzzle()).unwrap();
    assert_eq!(again.puzzle(), form.puzzle());
    let mut numbers = bytes.iter().cycle().map(|&byte| u64::from(byte));
    let shuffle = canon.shuffle(puzzle.geometry(), Keep::default(), || {
        numbers.next().unwrap()
    });
    let isomorph = shuffle.unwrap().puzzle(puzzle).unwrap();
    let other = canon.minlex(&isomorph).unwrap();
    assert_eq!(other.puzzle(), form.puzzle());
    assert_eq!(other.automorphisms(), form.automorphisms());
}

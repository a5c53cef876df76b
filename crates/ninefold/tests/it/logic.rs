//! Every technique on positions of its own: `testdata/logic/*.txt`, one case a line, in
//! the form of HoDoKu's library with our name of the technique. `x-wing-x` says that the
//! step is not to be found, or, if none is named, that there is no X-Wing at all;
//! `siamese-…` that two fish are told as one.

use std::fs;
use std::path::Path;

use ninefold::logic::{self, Options, Position, Technique};

use crate::hodoku::Case;

#[test]
fn techniques_are_found_where_they_are_and_nowhere_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logic");
    let mut n_cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.starts_with(':')) {
            check(line);
            n_cases += 1;
        }
    }
    assert!(n_cases > 0);
}

fn check(line: &str) {
    let case = Case::read(line);
    let name = line.split(':').nth(1).unwrap();
    let (name, must_find) = match name.strip_suffix("-x") {
        Some(name) => (name, false),
        None => (name, true),
    };
    let (name, siamese) = match name.strip_prefix("siamese-") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let technique = Technique::find(name).unwrap_or_else(|| panic!("no technique {name}"));
    let finder = logic::finder(technique).unwrap_or_else(|| panic!("no finder of {name}"));
    let options = Options {
        siamese,
        duals: name.starts_with("dual-"),
        ..Options::default()
    };
    let position = Position::new(&case.puzzle, &case.board).unwrap();
    let names_a_step = !case.eliminations.is_empty() || !case.placements.is_empty();
    let mut is_found = false;
    for step in finder.all(&position, &options) {
        let told = step.notation(case.board.geometry());
        let verdict = step.proved(&case.puzzle, &case.board);
        assert_eq!(verdict, Ok(()), "{told}\n{line}");
        assert!(!step.explain(&case.board).parts.is_empty(), "{told}");
        assert!(!step.picture(&case.board).causes.is_empty(), "{told}");
        is_found |= step.technique == technique && (!names_a_step || case.concludes(&step));
    }
    assert_eq!(is_found, must_find, "{line}");
}

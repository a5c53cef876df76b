//! Positions in which a technique is there, or is not, one on a line of
//! `testdata/logic/*.txt`: the line format of HoDoKu's library, with our name of the
//! technique. `x-wing-x` says that there is no X-Wing, `siamese-…` that two fish are
//! told as one.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ninefold::logic::{self, Options, Position, Technique};

use crate::hodoku::{Case, sorted};

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
    let mut is_found = false;
    _ = (finder.find)(&position, technique, &options, &mut |step| {
        if step.technique != technique {
            return ControlFlow::Continue(());
        }
        let told = step.notation(case.board.geometry());
        assert!(must_find, "found, but is not there: {told}\n{line}");
        let verdict = step.proved(&case.puzzle, &case.board);
        assert_eq!(verdict, Ok(()), "{told}\n{line}");
        assert!(!step.explain(&case.board).parts.is_empty());
        assert!(!step.picture(&case.board).causes.is_empty());
        is_found = sorted(&step.eliminations) == sorted(&case.eliminations)
            && sorted(&step.placements) == sorted(&case.placements);
        match is_found {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    assert_eq!(is_found, must_find, "{line}");
}

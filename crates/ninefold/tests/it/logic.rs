//! Every technique on positions of its own: `testdata/logic`, one case a line, in the
//! form of HoDoKu's library, with the technique's slug in place of its code. A slug
//! that ends in `!` says that this step must not be found.

use std::fs;
//! Positions in which a technique is there, or is not, one on a line of
//! `testdata/logic/*.txt`: the line format of HoDoKu's library, with our name of the
//! technique. `x-wing-x` says that there is no X-Wing, `siamese-…` that two fish are
//! told as one.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ninefold::logic::{self, Options, Position, Technique};

use crate::hodoku::Case;

#[test]
fn every_case_is_found_and_proved_or_not_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logic");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().path());
    let mut n_cases = 0;
    for file in files {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.starts_with(':')) {
            let slug = line.split(':').nth(1).unwrap();
            let technique = Technique::find(slug.trim_end_matches('!'));
            let technique = technique.unwrap_or_else(|| panic!("no technique {slug}"));
            let case = Case::read(line);
            let finder = logic::finder(technique).unwrap();
            let position = Position::new(&case.puzzle, &case.board).unwrap();
            let mut found = false;
            for step in finder.all(&position, &Options::default()) {
                let told = step.notation(position.geometry());
                let verdict = step.proved(&case.puzzle, &case.board);
                assert_eq!(verdict, Ok(()), "{told}\n{line}");
                assert!(!step.explain(&case.board).parts.is_empty(), "{told}");
                found |= step.technique == technique && case.concludes(&step);
            }
            assert_eq!(found, !slug.ends_with('!'), "{line}");
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

//! Every technique on positions of its own: `testdata/logic`, one case a line, in the
//! form of HoDoKu's library, with the technique's slug in place of its code. A slug
//! that ends in `!` says that this step must not be found.

use std::fs;
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
            n_cases += 1;
        }
    }
    assert!(n_cases > 0);
}

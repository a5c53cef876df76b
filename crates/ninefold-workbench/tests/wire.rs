//! Steps of many families in both dialects, as `testdata/wire/steps.jsonl` has them; and that
//! a claim reads back what a step wrote. The page's tests check TypeScript's types against
//! the same file.
//!
//! `NINEFOLD_BLESS=1 cargo test -p ninefold-workbench` writes it anew.

use std::path::Path;
use std::{env, fs};

use ninefold::Alphabet;
use ninefold::format::{self, ReadOptions, Record};
use ninefold::logic::{self, Options, Position, Step, TECHNIQUES};
use ninefold_workbench::Session;
use ninefold_workbench::wire::{ClaimObject, Dialect, Names, Numbers, StepObject};
use serde_json::{Value, json};

/// A technique for each kind of house, role, link and fact that a step can have.
const SHOWN: [&str; 8] = [
    "full-house",
    "locked-candidates-1",
    "finned-x-wing",
    "simple-colors-wrap",
    "xy-chain",
    "als-xz",
    "unique-rectangle-1",
    "forcing-chain-verity",
];

/// The first case of a technique in `testdata/logic`: the position, and the step in it.
fn case(slug: &str) -> (Session, Step) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ninefold-cli/data/logic");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the cases are there")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    files.sort();
    let start = format!(":{slug}:");
    let cases: String = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a case is text"))
        .collect();
    let line = cases.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("{slug} has no case"));
    let mut formats = format::FORMATS.iter().copied();
    let hodoku = formats.find(|format| format.name() == "hodoku").unwrap();
    let reading = format::read_as(hodoku, line, &ReadOptions::default());
    let mut records = reading.into_best().expect("a case reads").records;
    let record: Record = records.remove(0).expect("a case reads");
    let session = Session::new(&record);
    let position = Position::new(session.puzzle(), session.board());
    let about = TECHNIQUES.iter().find(|about| about.slug == slug).unwrap();
    let finder = logic::finder(about.technique).expect("it is looked for");
    let steps = finder.all(&position, &Options::default());
    let mut steps = steps.into_iter();
    let step = steps.find(|step| step.technique() == about.technique);
    (session, step.expect("the case has the step"))
}

fn object<D: Dialect>(step: &Step) -> Value {
    let object: StepObject<D> = StepObject::new(step, Alphabet::OneBased);
    serde_json::to_value(object).expect("a step is JSON")
}

#[test]
fn steps_are_written_as_in_testdata() {
    let mut text = String::new();
    for slug in SHOWN {
        let (_, step) = case(slug);
        let names = object::<Names>(&step);
        let numbers = object::<Numbers>(&step);
        text += &format!("{}\n", json!({ "names": names, "numbers": numbers }));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/wire/steps.jsonl");
    if env::var_os("NINEFOLD_BLESS").is_some() {
        fs::write(&path, &text).expect("testdata can be written");
    }
    let known = fs::read_to_string(&path).expect("the file is there");
    for (line, known) in text.lines().zip(known.lines()) {
        assert_eq!(line, known);
    }
    assert_eq!(text, known);
}

#[test]
fn a_claim_reads_back_what_a_step_wrote() {
    fn read_back<D: Dialect>(step: &Step, session: &Session) {
        let written = object::<D>(step);
        let claim: ClaimObject<D> = serde_json::from_value(written).expect("a step is a claim");
        let claim = claim
            .read(session.puzzle().geometry())
            .expect("on the board");
        assert_eq!(claim.placements, step.placements());
        assert_eq!(claim.eliminations, step.eliminations());
        if D::HAS_FACTS {
            assert_eq!(claim.facts, step.facts());
        }
    }
    for slug in SHOWN {
        let (session, step) = case(slug);
        read_back::<Names>(&step, &session);
        read_back::<Numbers>(&step, &session);
    }
}

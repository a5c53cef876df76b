//! Steps of many families, answers of searches and proofs in both dialects, as `steps.jsonl`,
//! `answers.jsonl` and `whys.jsonl` in `testdata/wire` have them; and that a claim reads back what a step wrote.
//! The page's tests check TypeScript's types against the same files.
//!
//! `NINEFOLD_BLESS=1 cargo test -p ninefold-workbench` writes them anew.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use ninefold::doctor::{self, Doctor};
use ninefold::engine::Csp;
use ninefold::format::{self, ReadOptions, Record};
use ninefold::logic::{self, Literal, Options, Plan, Position, Reply, Step, TECHNIQUES, Why};
use ninefold::{Alphabet, Geometry, Puzzle, Query};
use ninefold_workbench::wire::{
    AnswerObject, ClaimObject, DiagnosisObject, Dialect, NamedObject, Names, Numbers,
    ProblemObject, StepObject, WhyObject,
};
use ninefold_workbench::{Problem, Session, Uniqueness, moves};
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
    check_golden("steps.jsonl", &text);
}

#[test]
fn answers_are_written_as_in_testdata() {
    let mut text = String::new();
    for puzzle in [
        "1234341221434.2.",
        "12..34..........",
        "123....4........",
        "11..............",
    ] {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let names = answer::<Names>(&puzzle);
        let numbers = answer::<Numbers>(&puzzle);
        text += &format!("{}\n", json!({ "names": names, "numbers": numbers }));
    }
    check_golden("answers.jsonl", &text);
}

#[test]
fn diagnoses_are_written_as_in_testdata() {
    let mut text = String::new();
    for puzzle in [
        "1234341221434321",
        "12..34..........",
        "123....4........",
        "11..............",
        "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31",
    ] {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let found = doctor::examine(&puzzle);
        let object = DiagnosisObject::new(&found, &Record::new(puzzle), &[]);
        text += &format!("{}\n", serde_json::to_string(&object).expect("it is JSON"));
    }
    let board = |size| Geometry::of_size(size).ok();
    let short = "123434122143432";
    let found = Doctor::new().read(short, &board);
    let error = format::parse_record(short).expect_err("a character is missing");
    let object = DiagnosisObject::of_text(
        &found.expect("it is almost a puzzle"),
        ProblemObject::of_text(&error, error.line),
    );
    text += &format!("{}\n", serde_json::to_string(&object).expect("it is JSON"));
    check_golden("diagnoses.jsonl", &text);
}

/// Questions about the puzzle of each line: one that a slice answers, one that a supposition
/// does, one that is open, and a name.
const ASKED: [(&str, &str, bool); 5] = [
    ("1234341221434.2.", "r4c2=3", false),
    ("1234341221434.2.", "r4c2<>3", false),
    ("1234341221434.2.", "r1c1=2", false),
    ("12..34..........", "r1c3=3", true),
    (EASY, "r4c2=5", false),
];

const EASY: &str =
    "620507100090010080501800006000000800070020030009000000300008901080030070007201048";

#[test]
fn proofs_and_names_are_written_as_in_testdata() {
    let mut text = String::new();
    for (puzzle, claim, spoils) in ASKED {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let names = why::<Names>(&puzzle, claim, spoils);
        let numbers = why::<Numbers>(&puzzle, claim, spoils);
        text += &format!("{}\n", json!({ "names": names, "numbers": numbers }));
    }
    let puzzle: Puzzle = EASY.parse().expect("a puzzle");
    for claim in ["r1c5<>9", "r1c5<>4"] {
        let names = name::<Names>(&puzzle, claim);
        let numbers = name::<Numbers>(&puzzle, claim);
        text += &format!("{}\n", json!({ "names": names, "numbers": numbers }));
    }
    check_golden("whys.jsonl", &text);
}

/// An explainer of a puzzle, and the move of a text.
fn explainer(puzzle: &Puzzle, claim: &str) -> (Why, Literal) {
    let session = Session::new(&Record::new(puzzle.clone()));
    let solutions = Uniqueness::from(ninefold::solve(puzzle));
    let why = session.why(Plan::usual(), &solutions);
    let moves = moves::read(claim).and_then(|moves| moves.on(puzzle.geometry()));
    (why.expect("nothing is wrong"), moves.expect("a move")[0])
}

fn why<D: Dialect>(puzzle: &Puzzle, claim: &str, spoils: bool) -> Value {
    let (mut why, claim) = explainer(puzzle, claim);
    let reply = why.ask(claim.candidate);
    let proofs = match &reply {
        // A long slice would only show more steps.
        Reply::Proved { proofs, .. } => proofs.iter().filter(|proof| proof.len() <= 6).collect(),
        _ => Vec::new(),
    };
    let object = WhyObject::<D>::new(claim, &reply, &proofs, puzzle, spoils);
    let object = serde_json::to_value(object).expect("a reply is JSON");
    let checked = object["proofs"].as_array().expect("a list").iter();
    assert!(
        checked
            .map(|proof| &proof["checked"])
            .all(|checked| *checked == true)
    );
    object
}

fn name<D: Dialect>(puzzle: &Puzzle, claim: &str) -> Value {
    let (why, claim) = explainer(puzzle, claim);
    let object = NamedObject::<D>::new(&why.name(&[claim])[0], puzzle.geometry(), true);
    serde_json::to_value(object).expect("a name is JSON")
}

/// The answer to a puzzle, after a search that took a millisecond.
fn answer<D: Dialect>(puzzle: &Puzzle) -> Value {
    let alphabet = Alphabet::OneBased;
    let clashes = puzzle.conflicts().into_iter().map(Problem::Clash);
    let error = |clash| ProblemObject::new(&clash, puzzle.geometry(), alphabet);
    let errors: Vec<ProblemObject<D>> = clashes.map(error).collect();
    let answer = if errors.is_empty() {
        let report = Query::new(puzzle).run(&Csp).expect("csp takes every board");
        let answer = AnswerObject::<D>::new(Uniqueness::of(&report).word());
        let answer = answer.with_grids(&report.grids, alphabet);
        answer.by(&report, Duration::from_millis(1))
    } else {
        AnswerObject::invalid(errors)
    };
    serde_json::to_value(answer).expect("an answer is JSON")
}

/// Compares with a file of `testdata/wire`, line by line; or writes it.
fn check_golden(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/wire");
    let path = folder.join(name);
    if env::var_os("NINEFOLD_BLESS").is_some() {
        fs::write(&path, text).expect("testdata can be written");
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

//! The words and the picture of a step, for every technique: `testdata/logic/explanations.md`.
//!
//! Each technique is explained on the first of its cases in `ninefold-cli/data/logic`. With
//! `BLESS=1` in the environment the file is written anew; read the difference before it is
//! committed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ninefold::logic::{FINDERS, Options, Position, Step, TECHNIQUES, Technique};
use ninefold::rate;

use crate::hodoku::Case;

/// The first lines of the file.
const HEAD: &str = "\
# How steps are explained

Written by `BLESS=1 cargo test -p ninefold --test it explanations`, and compared by the same
test without `BLESS`. One step for each technique: its position in the form of HoDoKu's
library, then every word that a player can be shown, and the picture.
";

/// Techniques without a case of their own, since the checker does not accept them.
const WITHOUT_CASE: &[&str] = &[
    ":brute-force::8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..::::",
];

/// Steps that no finder returns, since they are two in one: what the scale `se` calls them, and
/// a puzzle that has one.
const RATED: &[(&str, &str)] = &[
    (
        "Direct Pointing",
        ".4.3.....7..49........86.....96..42.4..2......18.7..6.........7.91...5......32..9",
    ),
    (
        "Direct Hidden Pair",
        "3....4...2...5..3..1..23.7.7.2586..3...........14..862...67..5112.3...89.5489.3.7",
    ),
];

#[test]
fn steps_are_explained_in_these_words() {
    let file = folder("../../testdata/logic").join("explanations.md");
    let cases = cases();
    let mut text = HEAD.to_owned();
    let mut families = BTreeSet::new();
    for about in TECHNIQUES {
        let Some((line, step)) = cases
            .iter()
            .filter(|line| line.split(':').nth(1) == Some(about.slug))
            .find_map(|line| Some((line, first_step(about.technique, line)?)))
        else {
            panic!("no case with a step of {}", about.slug);
        };
        families.insert(family(&step));
        _ = write!(text, "\n## {}\n\n`{line}`\n\n{}", about.name, shown(&step));
    }
    for (name, puzzle) in RATED {
        let rating = rate::rate(&puzzle.parse().unwrap(), &rate::se::Se).unwrap();
        let place = rating.steps().iter().position(|step| step.name == *name);
        let place = place.unwrap_or_else(|| panic!("no {name}"));
        let step = rating.step(place + 1).unwrap();
        families.insert(family(&step));
        _ = write!(text, "\n## {name}\n\n`{puzzle}`\n\n{}", shown(&step));
    }
    assert_eq!(families, every_family(), "a family has no explanation here");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, text).unwrap();
        return;
    }
    let expected = fs::read_to_string(&file).unwrap();
    for (number, (found, expected)) in text.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "explanations.md, line {}", number + 1);
    }
    assert_eq!(text.lines().count(), expected.lines().count());
}

/// The family of a step's reason.
fn family(step: &Step) -> String {
    let reason = format!("{:?}", step.reason());
    let family = reason.split(['(', ' ']).next();
    family.unwrap_or_default().to_owned()
}

/// The words of the step and what is drawn of it, one line each.
fn shown(step: &Step) -> String {
    let geometry = step.board().geometry();
    let picture = step.picture();
    let houses = picture.houses.iter();
    let houses: Vec<String> = houses.map(|&house| geometry.house_name(house)).collect();
    let name = |c: &ninefold::Candidate| format!("{}={}", geometry.name(c.cell), c.digit);
    let names = |list: &[ninefold::Candidate]| list.iter().map(name).collect::<Vec<_>>().join("|");
    let causes = picture.causes.iter();
    let causes: Vec<String> = causes
        .map(|(cause, role)| format!("{} {}", role.name(), name(cause)))
        .collect();
    let links = picture.links.iter();
    let links: Vec<String> = links
        .map(|link| {
            let sign = if link.strong { "=" } else { "-" };
            format!("{} {sign}{sign} {}", names(&link.from), names(&link.to))
        })
        .collect();
    let mut text = String::new();
    for (title, words) in [
        ("notation", step.notation().replace('\n', " // ")),
        ("nudge", step.nudge().to_string()),
        ("where", step.where_to_look().to_string()),
        ("why", step.explain().to_string().replace('\n', " // ")),
        ("do", step.action().to_string()),
        ("houses", houses.join(", ")),
        ("causes", causes.join(", ")),
        ("links", links.join(", ")),
    ] {
        if !words.is_empty() {
            _ = writeln!(text, "- {title}: {words}");
        }
    }
    text
}

/// The step that the case names, or the first of its technique if it names none.
pub(crate) fn first_step(technique: Technique, line: &str) -> Option<Step> {
    let case = Case::read(line);
    let position = Position::new(&case.puzzle, &case.board);
    let options = Options {
        duals: technique.about().slug.starts_with("dual-"),
        ..Options::default()
    };
    let finder = FINDERS.iter().find(|finder| finder.finds(technique))?;
    let names_a_step = !case.eliminations.is_empty() || !case.placements.is_empty();
    let mut first = None;
    _ = finder.each(&position, &options, &mut |step| {
        if step.technique() != technique || names_a_step && !case.concludes(&step) {
            return ControlFlow::Continue(());
        }
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Every case of `crates/ninefold-cli/data/logic`, file by file.
pub(crate) fn cases() -> Vec<String> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder("../ninefold-cli/data/logic"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let made = WITHOUT_CASE.iter().map(|&line| line.to_owned());
    lines
        .filter(|line| line.starts_with(':'))
        .chain(made)
        .collect()
}

/// The families of reasons by name, from the list that makes them.
fn every_family() -> BTreeSet<String> {
    let source = fs::read_to_string(folder("src/logic/reason").join("mod.rs")).unwrap();
    let (_, list) = source
        .split_once("\nfamilies! {")
        .expect("a list of families");
    let (list, _) = list.split_once('}').expect("an end of the list");
    list.split_whitespace().map(str::to_owned).collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

//! Boards and steps as pictures: `testdata/pictures`, one SVG for each scene.
//!
//! With `BLESS=1` in the environment they are drawn anew; look at them before they are
//! committed.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ninefold::logic::{FINDERS, Options, Position, Step, TECHNIQUES, Technique};
use ninefold::render::{BoardPicture, Theme};
use ninefold::{Answer, Board, Geometry, Puzzle, VARIANTS};

use crate::explanations::{cases, first_step};
use crate::hodoku::Case;

/// Steps that show every shape: a disc, tints, swept houses, fins, both sets, chains and groups.
const STEPS: &[&str] = &[
    "hidden-single",
    "naked-triple",
    "finned-swordfish",
    "xyz-wing",
    "grouped-aic",
    "als-xz",
];

#[test]
fn scenes_are_drawn_like_this() {
    let mut pictures = Vec::new();
    let mut draw = |name: &str, picture: BoardPicture| {
        pictures.push((name.to_owned(), picture.to_string()));
    };
    let puzzle = ninefold::parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    )
    .unwrap();
    draw("puzzle", BoardPicture::of(&puzzle));
    draw("solution-dark", solved(&puzzle).theme(Theme::DARK));
    let clash = ninefold::parse("1..1 .... .... ..2.").unwrap();
    draw("clash", BoardPicture::of(&clash));
    let jigsaw = Geometry::builder(4).regions([1, 1, 1, 2, 3, 1, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4]);
    let jigsaw = jigsaw.build().unwrap();
    draw(
        "jigsaw",
        BoardPicture::new(&jigsaw).candidates(|_| jigsaw.all_digits()),
    );
    let diagonals = VARIANTS
        .iter()
        .find(|variant| variant.name() == "x")
        .unwrap();
    let diagonals = Geometry::builder(6)
        .boxes(2, 3)
        .variant(*diagonals)
        .build()
        .unwrap();
    draw("diagonals", BoardPicture::new(&diagonals));
    let cases = cases();
    for slug in STEPS {
        let technique = TECHNIQUES.iter().find(|about| about.slug == *slug);
        let technique = technique.unwrap_or_else(|| panic!("no {slug}")).technique;
        let (case, step) = cases
            .iter()
            .filter(|line| line.split(':').nth(1) == Some(slug))
            .find_map(|line| Some((Case::read(line), first_step(technique, line)?)))
            .unwrap_or_else(|| panic!("no case of {slug}"));
        draw(slug, step.drawn(&case.puzzle));
    }
    let large = large();
    draw("large", naked_pair(&large).drawn(&large));
    let huge = Geometry::of_size(25).unwrap();
    draw("huge", BoardPicture::of(&Puzzle::empty(huge)));
    compare(&pictures);
}

/// The puzzle with its only solution.
fn solved(puzzle: &Puzzle) -> BoardPicture<'_> {
    let Answer::One(grid) = ninefold::solve(puzzle) else {
        panic!("expected one solution");
    };
    BoardPicture::of(puzzle).entries(grid.digits().iter().copied().map(Some))
}

/// The first 16×16 of the repository.
fn large() -> Puzzle {
    let text = fs::read_to_string(folder("../../testdata/solve").join("large.txt")).unwrap();
    let lines = text.lines().filter_map(|line| line.split(':').next());
    let line = lines.filter(|line| line.len() == 256).nth(1);
    line.expect("a 16×16").parse().unwrap()
}

/// A naked pair on the board of a puzzle as it is given.
fn naked_pair(puzzle: &Puzzle) -> Step {
    let position = Position::new(puzzle, &Board::new(puzzle));
    let mut finders = FINDERS.iter();
    let finder = finders.find(|finder| finder.finds(Technique::NakedPair));
    let mut pair = None;
    let mut keep = |step: Step| {
        if step.technique() != Technique::NakedPair {
            return ControlFlow::Continue(());
        }
        pair = Some(step);
        ControlFlow::Break(())
    };
    _ = finder
        .expect("a finder")
        .each(&position, &Options::default(), &mut keep);
    pair.expect("a naked pair")
}

/// Holds pictures to the files, or writes the files anew.
fn compare(pictures: &[(String, String)]) {
    let folder = folder("../../testdata/pictures");
    let file = |name: &str| folder.join(name).with_extension("svg");
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (name, svg) in pictures {
            fs::write(file(name), svg).unwrap();
        }
        return;
    }
    for (name, svg) in pictures {
        let expected = fs::read_to_string(file(name)).unwrap();
        for (number, (found, expected)) in svg.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, expected, "{name}.svg, line {}", number + 1);
        }
        assert_eq!(svg.len(), expected.len(), "{name}.svg");
    }
    let drawn: BTreeSet<String> = pictures.iter().map(|(name, _)| name.clone()).collect();
    let there = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let there = there.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    assert_eq!(
        drawn,
        there.collect(),
        "a file for each picture, and a picture for each file"
    );
}

#[test]
fn pictures_are_xml_with_a_title_and_a_description() {
    let puzzle = ninefold::parse("12.4 4.21 2143 3412").unwrap();
    let picture = BoardPicture::of(&puzzle)
        .title("1 < 2 & 3 > 2")
        .description("two\nlines");
    let svg = picture.to_string();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let text = |name: &str| {
        let mut nodes = document.descendants();
        let node = nodes.find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
        node.and_then(|node| node.text().map(str::to_owned))
            .unwrap()
    };
    assert_eq!(text("title"), "1 < 2 & 3 > 2");
    assert_eq!(text("desc"), "two\nlines");
    // Every numeral that is used is there.
    let named = |attribute: &'static str| {
        let nodes = document.descendants();
        let names = nodes.filter_map(move |node| node.attribute(attribute));
        names
            .map(|name| name.trim_start_matches('#').to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert!(named("href").is_subset(&named("id")));
    assert_eq!(svg.matches("<use ").count(), 14);
}

#[test]
fn the_page_draws_the_same_numerals() {
    let strokes = |file: &str| -> BTreeSet<String> {
        let source = fs::read_to_string(folder(file)).unwrap();
        let strings = source.split('"').filter(|text| text.starts_with('M'));
        let strokes = strings.filter(|text| text.contains(|c: char| c.is_ascii_digit()));
        strokes.map(str::to_owned).collect()
    };
    let (ours, theirs) = (
        strokes("src/render/svg/numerals.rs"),
        strokes("../../web/src/board/numerals.ts"),
    );
    assert!(theirs.len() > 30 && theirs.is_subset(&ours));
}

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

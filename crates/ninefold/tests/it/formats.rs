//! Formats: the boards that people print, what is written reads back, and no text at
//! all makes a reader stumble.

use ninefold::format::{self, FORMATS, Keeps, Meta, ParseError, Progress, ReadOptions, Record};
use ninefold::{Alphabet, Answer, Board, Cell, Digit, DigitSet, Geometry, Grid, Puzzle};
use proptest::prelude::*;

/// The records of the best reading, and its format.
pub(crate) fn read(text: &str) -> (&'static str, Vec<Result<Record, ParseError>>) {
    let reading = format::detect(text, &ReadOptions::default())
        .into_best()
        .unwrap_or_else(|error| panic!("{}", error.report("text", text)));
    (reading.format, reading.records)
}

fn puzzles(text: &str) -> Vec<Puzzle> {
    let puzzle = |record: Result<Record, ParseError>| match record {
        Ok(record) => record.puzzle,
        Err(error) => panic!("{}", error.report("text", text)),
    };
    read(text).1.into_iter().map(puzzle).collect()
}

pub(crate) fn only(text: &str) -> Puzzle {
    let mut puzzles = puzzles(text);
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

fn is_unique(puzzle: &Puzzle) -> bool {
    matches!(ninefold::solve(puzzle), Answer::One(_))
}

/// A text in `testdata/formats`.
macro_rules! testdata {
    ($name:literal) => {
        include_str!(concat!("../../../../testdata/formats/", $name))
    };
}

#[test]
fn origin_000_prints_null_in_wrapped_rows() {
    let text = testdata!("origin000-transcript.txt");
    assert_eq!(read(text).0, "code");
    let puzzle = only(text);
    assert_eq!(
        puzzle.to_string().replace('.', "0"),
        "000000560000080040003200007000100000064000210000070080070005000000026800050000403"
    );
    assert_eq!(puzzle.n_givens(), 22);
    assert!(is_unique(&puzzle));
}

#[test]
fn origin_001_defines_its_boards_in_racket() {
    let boards = puzzles(testdata!("origin001-boards.txt"));
    let [_, _, _, bd4, bd4s, bd5, bd5s, bd6] = boards.as_slice() else {
        panic!(
            "expected BD1 to BD6 and two solutions, found {}",
            boards.len()
        );
    };
    let Answer::One(solved) = ninefold::solve(bd4) else {
        panic!("BD4 has one solution");
    };
    assert_eq!(solved.to_string(), bd4s.to_string());
    assert_eq!(ninefold::solve(bd6), Answer::None);
    // As printed, 7 and 5 in row 4 of BD5 stand one cell too far right.
    assert_eq!(ninefold::solve(bd5), Answer::None);
    let printed = bd5.to_string();
    let mended = format!("{}.9...75..{}", &printed[..27], &printed[36..]);
    let Answer::One(solved) = ninefold::solve(&only(&mended)) else {
        panic!("the mended BD5 has one solution");
    };
    assert_eq!(solved.to_string(), bd5s.to_string());
}

#[test]
fn origin_002_prints_a_board_and_its_possible_values() {
    let puzzle = only(testdata!("origin002-board.txt"));
    assert!(puzzle.to_string().starts_with("14826.3756..735148"));
    assert!(is_unique(&puzzle));
    let possible = only(testdata!("origin002-possible-values.txt"));
    let marks = possible
        .marks()
        .expect("a board of lists is one of candidates");
    assert_eq!(
        (marks[0].to_string(), marks[1].to_string()),
        ("9".into(), "12".into())
    );
}

#[test]
fn origin_003_draws_a_table() {
    let puzzle = only(testdata!("origin003-table.txt"));
    assert_eq!(puzzle.to_string(), "12.44.2121433412");
    assert!(is_unique(&puzzle));
    let none = only("0104\n0020\n2300\n4010\n");
    assert!(none.conflicts().is_empty());
    assert_eq!(ninefold::solve(&none), Answer::None);
    let (format, records) = read("[[9],[1,1,1]]");
    let error = records[0].as_ref().unwrap_err();
    assert_eq!(format, "json");
    assert_eq!(error.to_string(), "expected 2 cells in row 1, found 1");
}

#[test]
fn origin_003_knows_the_hardest_puzzle() {
    let line = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
    let dots = line.replace('0', ".");
    let rows: Vec<String> = line
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{row:?}"))
        .collect();
    let array = format!("[{}]", rows.join(",").replace("48", "0"));
    assert_eq!(only(line), only(&dots));
    assert!(is_unique(&only(line)));
    // The bytes of the digits are no digits: 56 is no cell of a 9x9 board.
    assert!(read(&array).1[0].is_err());
}

#[test]
fn origin_004_knows_three_file_formats() {
    let sdk = testdata!("origin004-sdk.txt");
    let ss = testdata!("origin004-ss.txt");
    let old = testdata!("origin004-old-ss.txt");
    for text in [sdk, ss, old] {
        assert!(is_unique(&only(text)), "{text}");
        let zeros = text.replace(['.', 'X'], "0");
        assert_eq!(only(&zeros), only(text));
        assert_eq!(only(&old.to_lowercase()), only(old));
        let on_a_line: String = sdk.lines().collect();
        assert_eq!(only(&on_a_line), only(sdk));
    }
}

#[test]
fn every_format_of_symbols_knows_every_alphabet() {
    let blanks = ".".repeat(240);
    for (row, alphabet) in [
        ("123456789ABCDEFG", Alphabet::OneBased),
        ("0123456789ABCDEF", Alphabet::ZeroBased),
        ("ABCDEFGHIJKLMNOP", Alphabet::Letters),
    ] {
        let rows: Vec<&str> = std::iter::once(row).chain([&blanks[..16]; 15]).collect();
        for text in [
            format!("{row}{blanks}"),
            rows.join("\n"),
            format!("id,puzzle\n1,{row}{blanks}"),
            format!("{{\"puzzle\":\"{row}{blanks}\"}}"),
            format!("{{\"puzzle\":{rows:?}}}"),
            format!("[Puzzle]\n{}", rows.join("\n")),
            format!("<opensudoku><game data=\"{row}{blanks}\"/></opensudoku>"),
        ] {
            let (_, mut records) = read(&text);
            let record = records.swap_remove(0).unwrap();
            let first: Vec<usize> = record.puzzle.givens()[..16]
                .iter()
                .map(|given| given.map_or(0, Digit::value))
                .collect();
            assert_eq!(first, (1..=16).collect::<Vec<_>>(), "{text}");
            assert_eq!(record.alphabet, alphabet, "{text}");
        }
    }
}

/// A board of `size` filled by the usual pattern with its digits shifted, less the cells
/// that `mask` leaves out: valid, so that no reader has a reason to turn its boxes.
fn pattern(size: usize, shift: usize, mask: &[bool]) -> Puzzle {
    let geometry = Geometry::of_size(size).unwrap();
    let (rows, columns) = geometry.boxes().map_or((1, size), |b| (b.rows, b.columns));
    let digit = |cell: Cell| {
        let (row, column) = (cell.index() / size, cell.index() % size);
        let value = columns * (row % rows) + row / rows + column + shift;
        Digit::new(value % size + 1)
    };
    let kept = |cell: &Cell| mask[cell.index() % mask.len()];
    let givens: Vec<Option<Digit>> = geometry
        .cells()
        .map(|cell| digit(cell).filter(|_| kept(&cell)))
        .collect();
    Puzzle::new(geometry, givens).unwrap()
}

/// A record with everything that a format may keep, on boards of many sizes.
fn records() -> impl Strategy<Value = Record> {
    let sizes = prop::sample::select(vec![4, 5, 6, 7, 8, 9, 9, 9, 10, 12, 15, 16, 20, 25, 36, 49]);
    let mask = prop::collection::vec(prop::bool::weighted(0.4), 37..400);
    (sizes, 0..49usize, mask, any::<bool>(), 0..3usize, 0..4usize).prop_map(
        |(size, shift, mask, annotated, shape, marked)| {
            let mut puzzle = pattern(size, shift, &mask);
            let full = pattern(size, shift, &[true]);
            // Turned boxes, or a staircase of regions, in place of the usual boxes.
            let boxes = puzzle.geometry().boxes();
            let other = match (shape, boxes) {
                (1, Some(boxes)) => Geometry::with_boxes(boxes.columns, boxes.rows).ok(),
                (2, _) => {
                    // Rows, but each trades its end with the beginning of the next.
                    let cells = (0..size * size).map(|index| match (index / size, index % size) {
                        (row, 0) if row % 2 == 1 => row - 1,
                        (row, column) if row % 2 == 0 && row + 1 < size && column + 1 == size => {
                            row + 1
                        }
                        (row, _) => row,
                    });
                    Geometry::builder(size).regions(cells).build().ok()
                }
                _ => None,
            };
            if let Some(geometry) = other {
                puzzle = Puzzle::new(geometry, puzzle.givens()).unwrap();
            }
            let mut record = Record::new(puzzle);
            // The exchange bank has no line without one.
            record.meta.id = Some("0123456789ab".to_owned());
            if annotated {
                let geometry = record.puzzle.geometry().clone();
                let digits: Vec<Digit> = full.givens().iter().copied().flatten().collect();
                let blanks = |index: usize| record.puzzle.givens()[index].is_none();
                let placed = (0..size * size).map(|index| {
                    let place = index % 5 == 0 && blanks(index);
                    place.then(|| digits[index])
                });
                record.progress = Some(Progress {
                    placed: placed.collect(),
                    marks: None,
                });
                record.solution = Some(Grid::new(geometry, digits).unwrap());
                let said = |what: &str| Some(format!("A {what}"));
                record.meta = Meta {
                    title: said("title"),
                    author: said("person"),
                    description: said("word, or two"),
                    comment: said("comment"),
                    date: said("day"),
                    source: said("source"),
                    level: said("level"),
                    rating: Some("7.2".to_owned()),
                    url: said("link"),
                    ..record.meta
                };
            }
            match marked {
                1 => {
                    record.puzzle = record
                        .puzzle
                        .clone()
                        .with_marks(fewer(&held(&record)))
                        .unwrap();
                }
                2 => {
                    let mut marks = fewer(&held(&record));
                    let now = as_it_stands(&record);
                    for (set, value) in marks.iter_mut().zip(now.givens()) {
                        if value.is_some() {
                            *set = DigitSet::EMPTY;
                        }
                    }
                    let placed = vec![None; size * size].into();
                    let marks = Some(marks.into());
                    let placed = record.progress.map_or(placed, |progress| progress.placed);
                    record.progress = Some(Progress { placed, marks });
                }
                _ => {}
            }
            record
        },
    )
}

/// The same sets with some digits gone, but never the last.
fn fewer(sets: &[DigitSet]) -> Vec<DigitSet> {
    let sets = sets.iter().enumerate();
    let fewer = sets.map(|(index, &set)| {
        let kept = set.iter().filter(|digit| (digit.index() + index) % 3 > 0);
        let kept: DigitSet = kept.collect();
        if kept.is_empty() { set } else { kept }
    });
    fewer.collect()
}

/// The puzzle with the placed digits among its givens.
fn as_it_stands(record: &Record) -> Puzzle {
    let mut puzzle = record.puzzle.clone();
    if let Some(progress) = &record.progress {
        for cell in record.puzzle.geometry().cells() {
            let placed = progress.placed[cell.index()];
            puzzle.set(cell, puzzle.given(cell).or(placed));
        }
    }
    puzzle
}

/// What each cell holds or may hold: its digit, the player's marks, or what is left to it.
fn held(record: &Record) -> Vec<DigitSet> {
    let now = as_it_stands(record);
    let board = Board::new(&now);
    let notes = record.progress.as_ref().and_then(|p| p.marks.as_deref());
    // Lone marks may have become digits; they rule nothing out that was marked.
    let held = |cell: Cell| match (now.given(cell), notes.or(now.marks())) {
        (Some(digit), _) => DigitSet::only(digit),
        (None, Some(marks)) => marks[cell.index()],
        (None, None) => board.candidates(cell),
    };
    now.geometry().cells().map(held).collect()
}

/// The description of a puzzle as far as the format keeps it.
fn said(meta: &Meta, format: &str) -> Meta {
    let mut said = meta.clone();
    if format != "json" {
        (said.id, said.rating) = (None, None);
    }
    if format == "sdk" {
        said.title = None;
    }
    said
}

/// What should be left of a record after writing and reading.
fn project(record: &Record, keeps: Keeps) -> Record {
    let mut kept = record.clone();
    if !keeps.regions {
        let usual = Geometry::of_size(record.puzzle.geometry().size()).unwrap();
        kept.puzzle = Puzzle::new(usual, record.puzzle.givens()).unwrap();
    }
    if !keeps.placed {
        kept.progress = None;
    }
    if !keeps.solution {
        kept.solution = None;
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_written_reads_back(record in records()) {
        let geometry = record.puzzle.geometry();
        for format in FORMATS {
            let name = format.name();
            let writer = format::find(name).unwrap();
            let keeps = format.keeps();
            let usual = Geometry::of_size(geometry.size()).unwrap();
            let written = match writer.write(&record) {
                Ok(written) => written,
                Err(error) if error.reason.contains("only read") => continue,
                Err(error) => {
                    let marked = record.puzzle.marks().is_some() && !keeps.marks;
                    let is_odd = !geometry.is_classic() || marked;
                    prop_assert!(is_odd || held(&record).contains(&DigitSet::EMPTY), "{error}");
                    continue;
                }
            };
            // What a format has no room for it refuses.
            let is_full = record.puzzle.n_givens() == geometry.n_cells();
            let is_said = is_full || keeps.regions || *geometry == usual;
            let draws_boxes = name == "pencilmarks" && geometry.boxes().is_some();
            let is_marked = !is_full && record.puzzle.marks().is_some();
            prop_assert!(!format.is_read() || is_said || draws_boxes, "{}:\n{}", name, written);
            prop_assert!(!format.is_read() || keeps.marks || !is_marked, "{}:\n{}", name, written);
            // Where nothing is left for a cell, marks and grids look alike.
            let is_dead = keeps.marks && name != "json" && held(&record).contains(&DigitSet::EMPTY);
            if is_dead || !format.is_read() || !(is_said || draws_boxes) || is_full && *geometry != usual {
                continue;
            }
            let text = match format.preamble() {
                Some(preamble) => format!("{preamble}\n{written}\n"),
                None => written,
            };
            let (_, records) = read(&text);
            prop_assert_eq!(records.len(), 1, "{}:\n{}", name, text);
            let back = match &records[0] {
                Ok(back) => back,
                Err(error) => panic!("{name}: {}", error.report("text", &text)),
            };
            if keeps.meta {
                let (found, expected) = (said(&back.meta, name), said(&record.meta, name));
                prop_assert_eq!(found, expected, "{}:\n{}", name, text);
            }
            if keeps.rating {
                prop_assert_eq!(&back.meta.rating, &record.meta.rating, "{}:\n{}", name, text);
            }
            if keeps.marks && name != "json" {
                // A lone candidate may come back as a digit, and marks of the puzzle as
                // the player's or the other way round: what each cell may hold stays.
                prop_assert_eq!(held(back), held(&record), "{}:\n{}", name, text);
                let placed = |record: &Record, cell: Cell| {
                    record.progress.as_ref()?.placed[cell.index()]
                };
                let mut cells = geometry.cells().filter(|_| keeps.placed);
                let kept = |cell| placed(&record, cell).is_none_or(|p| placed(back, cell) == Some(p));
                prop_assert!(cells.all(kept), "{}:\n{}", name, text);
                continue;
            }
            let expected = project(&record, keeps);
            prop_assert_eq!(&back.puzzle, &expected.puzzle, "{}:\n{}", name, text);
            prop_assert_eq!(&back.progress, &expected.progress, "{}:\n{}", name, text);
            prop_assert_eq!(&back.solution, &expected.solution, "{}:\n{}", name, text);
        }
    }

    #[test]
    fn every_style_of_grid_reads_back(record in records()) {
        for style in ["framed", "box"] {
            let writer = format::find(&format!("grid:style={style}")).unwrap();
            let Ok(text) = writer.write(&record) else {
                prop_assert!(record.puzzle.marks().is_some());
                continue;
            };
            let (format, records) = read(&text);
            prop_assert_eq!((format, records.len()), ("grid", 1), "{}", text);
            let back = records[0].as_ref().unwrap();
            prop_assert_eq!(back.puzzle.givens(), record.puzzle.givens(), "{}", text);
            // Boxes and regions are read from the picture.
            let is_full = record.puzzle.n_givens() == back.puzzle.geometry().n_cells();
            if !is_full {
                prop_assert_eq!(back.puzzle.geometry(), record.puzzle.geometry(), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_stumble(text in "(?s).{0,400}") {
        stumble(&text);
    }

    #[test]
    fn no_text_of_the_usual_characters_does(text in "[0-9A-Zx.*_|+\\-=:,; \n\r\t#\\[\\](){}\"'─│┼é\0]{0,700}") {
        stumble(&text);
    }

    #[test]
    fn no_damaged_text_does(
        record in records(),
        which in 0..100usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<char>>()), 1..4),
    ) {
        let specs = ["line", "numbers", "jigsaw", "grid", "grid:style=framed", "grid:style=box"];
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).chain(specs).collect();
        let writer = format::find(names[which % names.len()]).unwrap();
        if let Ok(text) = writer.write(&record) {
            let mut symbols: Vec<char> = text.chars().collect();
            for (place, symbol) in damage {
                let place = place.index(symbols.len());
                match symbol {
                    Some(symbol) if which % 2 == 0 => symbols[place] = symbol,
                    Some(symbol) => symbols.insert(place, symbol),
                    None => { symbols.remove(place); }
                }
            }
            stumble(&symbols.into_iter().collect::<String>());
        }
    }
}

/// Reads in every way and looks at every span and message.
fn stumble(text: &str) {
    let options = ReadOptions::default();
    let found = format::detect(text, &options);
    let readings = found.best().into_iter().chain(found.alternatives());
    for record in readings.flat_map(|reading| &reading.records) {
        match record {
            Ok(record) => assert!(text.get(record.span.clone()).is_some(), "{record:?}"),
            Err(error) => {
                assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(error.line >= 1 && error.column >= 1);
                assert!(error.report("text", text).starts_with("text:"));
            }
        }
    }
    if let Some(reader) = format::line_reader(text, &options) {
        for line in text.lines() {
            if let Some(Ok(record)) = reader.read(line) {
                assert!(line.get(record.span).is_some());
            }
        }
    }
    if let Err(error) = found.into_best() {
        assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    }
}

#[test]
fn collections_are_read_without_an_error() {
    let Ok(data) = std::env::var("NINEFOLD_DATA") else {
        eprintln!("skipped: NINEFOLD_DATA is not set");
        return;
    };
    for (file, size, puzzles) in [
        ("speed/17_clue.txt", 9, 10_000),
        ("speed/hardest_1106.txt", 9, 375),
        ("speed/magictour_top1465.txt", 9, 1465),
        ("rating/se-1.2.1-dev.txt", 9, 900),
        ("big/gecode_16x16.txt", 16, 55),
        ("big/gecode_25x25.txt", 25, 18),
        ("big/peak25.txt", 25, 20),
        ("big/peak36.txt", 36, 8),
        ("big/mixed49.txt", 49, 5),
        ("big/mixed100.txt", 100, 3),
    ] {
        let path = std::path::Path::new(&data).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let (_, records) = read(&text);
        assert!(
            records.len() >= puzzles.min(text.lines().count()),
            "{file}: {}",
            records.len()
        );
        for record in records {
            let record = record.unwrap_or_else(|error| panic!("{}", error.report(file, &text)));
            assert_eq!(record.puzzle.geometry().size(), size, "{file}");
            assert!(record.puzzle.conflicts().is_empty(), "{file}");
        }
    }
}

/// The samples by the name of their format, each with its text.
fn samples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats");
    let files = std::fs::read_dir(folder).expect("the samples are there");
    let mut samples: Vec<(String, String)> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            (name.into_owned(), text)
        })
        .collect();
    samples.sort();
    samples
}

#[test]
fn samples_are_read_as_the_format_they_are_named_after() {
    let mut n_samples = 0;
    for (name, text) in samples() {
        let Ok(writer) = format::find(name.split('-').next().unwrap_or_default()) else {
            continue;
        };
        let readings = writer.format().read(&text, &ReadOptions::default());
        let is_whole = |reading: &format::Reading| reading.records.iter().all(Result::is_ok);
        assert!(readings.iter().any(is_whole), "{name}: {readings:#?}");
        n_samples += 1;
    }
    assert!(n_samples >= 20, "{n_samples} samples");
}

#[test]
fn damaged_samples_are_errors_at_worst() {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let samples = samples();
    let named = |format: &&&dyn format::Format| {
        let mut names = samples
            .iter()
            .filter_map(|(name, _)| name.split('-').next());
        names.any(|name| name == format.name())
    };
    let formats: Vec<_> = FORMATS.iter().filter(named).collect();
    let mut below = |n: usize| random.next_u64() as usize % n.max(1);
    for (name, text) in &samples {
        for _ in 0..40 {
            let mut damaged: Vec<char> = text.chars().collect();
            for _ in 0..=below(4) {
                let at = below(damaged.len());
                let strange = ['é', '\0', '9', ',', '"', '[', '{', '\n', '|', ':', 'u', '<'];
                match below(4) {
                    0 => damaged.truncate(at),
                    1 => drop(damaged.drain(at..(at + 1).min(damaged.len()))),
                    2 => damaged.insert(at, strange[below(strange.len())]),
                    _ => damaged.extend_from_within(at..(at + 30).min(damaged.len())),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            for format in &formats {
                for reading in format.read(&damaged, &ReadOptions::default()) {
                    for record in reading.records {
                        let span = match record {
                            Ok(record) => record.span,
                            Err(error) => error.span,
                        };
                        assert!(damaged.get(span).is_some(), "{name}: {damaged:?}");
                    }
                }
            }
        }
    }
}

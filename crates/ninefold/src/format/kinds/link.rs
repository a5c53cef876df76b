//! Links of other sites: the puzzle is in the link, and nothing is looked up.
//!
//! ```text
//!  https://sudoku.coach/en/solver/8000…        a run of N² cells, anywhere in the link
//!  https://f-puzzles.com/?load=N4Igzglg…       f-puzzles: JSON, packed by lz-string
//!  https://sudokupad.app/fpuz…, scl…, ctc…     the same, and SudokuPad's own notation
//!  https://sudokupad.app/scfwe3u0RJWZv…        SCF: a digit and the zeros after it, a letter
//!  https://www.sudokuwiki.org/sudoku.htm?bd=…  candidates as numbers in base 32
//!  SCv7_32_…                                   sudoku.coach: JSON, packed by zlib
//! ```
//!
//! The contents of a link are turned into JSON and read as that, so the rules about rules hold
//! here too: givens, size, regions and diagonals are read, anything else is an error that
//! names it. Many sites have short links, which only their server understands; these are
//! errors that ask for the long one.
//!
//! SCF is Sven Neumann's codoku, for SudokuPad; SudokuExchange (Grant McLean) uses it too.

mod inflate;
mod lz;
mod pad;

use pad::Node;

use crate::format::kinds::json::Json;
use crate::format::kinds::sudokuwiki::SudokuWiki;
use crate::format::parts::source::{Source, how_many, shown};
use crate::format::parts::{cells, text};
use crate::format::{Confidence, Format, LineReader, ParseError, ReadOptions, Reading, Record};
use crate::geometry::Variant;

/// Links with a puzzle in them, one a line.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Link;

/// Sites whose links people paste without `https://`.
const SITES: [&str; 8] = [
    "www.",
    "sudokupad.app/",
    "app.crackingthecryptic.com/",
    "f-puzzles.com/",
    "sudokuwiki.org/",
    "sudokuexchange.com/",
    "sudoku.coach/",
    "lisudoku.xyz/",
];

/// Browsers and servers take no longer links than this.
const LONGEST: usize = 1 << 16;

/// What the packed part of a link begins with.
const PACKED: [&str; 5] = ["fpuzzles", "fpuz", "scl", "ctc", "SCv7_32_"];

impl Format for Link {
    fn name(&self) -> &'static str {
        "link"
    }

    fn title(&self) -> &'static str {
        "Link"
    }

    fn about(&self) -> &'static str {
        "links of f-puzzles, SudokuPad, SudokuWiki, sudoku.coach and others"
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        if !may_hold_links(text) {
            return Vec::new();
        }
        // Faults alone are not worth keeping by the million.
        const PATIENCE: usize = 100;
        let mut records = Vec::new();
        let (mut any, mut is_list, mut n_others) = (false, true, 0);
        for (index, line) in text::lines(text).enumerate() {
            let Some(said) = text::said(line.text) else {
                continue;
            };
            // Prose has links that are about something else; but what may be a puzzle is
            // not passed over.
            let read = match link_in(said) {
                Some(link) => {
                    let is_first = starts_with(said, link);
                    is_list &= is_first;
                    Some(read(said, link, options)).filter(|read| is_first || read.is_ok())
                }
                None => {
                    n_others += 1;
                    let n_cells = said.chars().filter(|&c| is_cell(c)).count();
                    (n_cells >= 16).then(|| Err(no_link(said)))
                }
            };
            any |= matches!(read, Some(Ok(_)));
            let before = line.start + line.text.len() - said.len();
            records.extend(read.map(|read| text::moved(read, index, before)));
            if !any && records.len() == PATIENCE {
                break;
            }
        }
        // A link behind something else may be a column of a table.
        let all = is_list && records.iter().all(Result::is_ok);
        if records.is_empty() || !any && n_others > 1 {
            return Vec::new();
        }
        vec![Reading {
            format: "link",
            confidence: match (any, all) {
                (false, _) => Confidence::Possible,
                (true, false) => Confidence::Likely,
                (true, true) => Confidence::Sure,
            },
            why: "it is a link".to_owned(),
            records,
        }]
    }

    fn by_line(&self, head: &str, options: &ReadOptions) -> Option<Box<dyn LineReader>> {
        let first = text::first_said(head)?;
        let link = link_in(first)?;
        let options = options.clone();
        starts_with(first, link).then(|| {
            text::line_reader("link", move |line| match link_in(line) {
                Some(link) => read(line, link, &options),
                None => Err(no_link(line)),
            })
        })
    }
}

fn no_link(line: &str) -> ParseError {
    Source::new("link", line).error(0..line.len(), "a link", shown(line))
}

/// Whether a character may stand in a cell of most boards.
fn is_cell(symbol: char) -> bool {
    symbol.is_ascii_digit() || cells::BLANKS.contains(&symbol)
}

/// Whether there is any point in looking for links line by line.
fn may_hold_links(text: &str) -> bool {
    // A list of links begins with some. Those in other lists are found line by line.
    const HEAD: usize = 1 << 16;
    let text = &text[..text.floor_char_boundary(HEAD)];
    let packed = || text::first_said(text).and_then(link_in).is_some();
    text.contains("://") || SITES.iter().any(|site| text.contains(site)) || packed()
}

/// Whether the link is all that stands before anything else on the line.
fn starts_with(line: &str, link: &str) -> bool {
    line.trim_start_matches([' ', '\t', '<', '"', '-', '*'])
        .starts_with(link)
}

/// The link on a line.
fn link_in(line: &str) -> Option<&str> {
    let scheme = line.find("://").map(|at| {
        let before = line[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        before.len()
    });
    let start = scheme.or_else(|| {
        let first = line.trim_start();
        let is_site = SITES.iter().any(|&site| first.starts_with(site));
        let word = first.split_whitespace().next()?;
        (is_site || is_packed(word)).then(|| line.len() - first.len())
    })?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | ')' | ']');
    let length = line[start..].find(ends).unwrap_or(line.len() - start);
    Some(line[start..start + length].trim_end_matches(['.', ',', ';']))
}

/// Whether a word is the packed part of a link, without the link.
fn is_packed(word: &str) -> bool {
    const SHORTEST: usize = 16;
    let begins = |prefix: &&str| word.starts_with(*prefix);
    let is_long = word.len() >= SHORTEST && word.is_ascii();
    is_long && (begins(&"scf") || PACKED.iter().any(begins)) && unpacked(word).is_some()
}

fn read(line: &str, link: &str, options: &ReadOptions) -> Result<Record, ParseError> {
    let source = Source::new("link", line);
    let span = source.span_of(link);
    if link.len() > LONGEST {
        let expected = format!("a link of at most {LONGEST} characters");
        return Err(source.error(span, expected, how_many(link.len(), "character")));
    }
    let mut wrong: Option<ParseError> = None;
    for piece in pieces(link) {
        let Some(packed) = unpacked(&piece) else {
            continue;
        };
        let read = packed.and_then(|puzzle| puzzle.read(options));
        match read {
            Ok(record) => return Ok(Record { span, ..record }),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    let Some(wrong) = wrong else {
        return Err(nothing_in(&source, link));
    };
    let error = source.error(span, wrong.expected, format!("{} in a link", wrong.found));
    Err(ParseError {
        kind: wrong.kind,
        hint: wrong.hint,
        ..error
    })
}

/// What to say of a link without a puzzle.
fn nothing_in(source: &Source<'_>, link: &str) -> ParseError {
    let error = source.error(
        source.span_of(link),
        "a link with the puzzle in it",
        shown(link),
    );
    let looks_up = [
        "sudokupad",
        "crackingthecryptic",
        "f-puzzles",
        "tinyurl",
        "bit.ly",
        "t.co/",
        "youtu",
    ];
    if looks_up.iter().any(|site| link.contains(site)) {
        error.hint(
            "its site looks a short link up on a server: open it there and copy the long link",
        )
    } else {
        error.hint("Ninefold opens no links: paste the puzzle itself")
    }
}

/// The parts of a link that may hold a puzzle, escapes undone: what is asked for first.
fn pieces(link: &str) -> Vec<String> {
    let (link, fragment) = link.split_once('#').unwrap_or((link, ""));
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let mut pieces: Vec<String> = Vec::new();
    for asked in query.split('&').chain(fragment.split('&')) {
        let value = asked.split_once('=').map_or(asked, |(_, value)| value);
        // What is packed may end in a sign of equality.
        pieces.extend([unescaped(value), unescaped(asked)]);
    }
    // What is packed may hold slashes.
    let starts = || path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    let packed = starts().chain([path]);
    pieces.extend(
        packed
            .filter(|rest| PACKED.iter().any(|p| rest.starts_with(p)))
            .map(unescaped),
    );
    pieces.extend(path.rsplit('/').map(unescaped));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Text without `%2F` and the like.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |&byte: &u8| char::from(byte).to_digit(16);
        let escaped = match after {
            [high, low, ..] if *first == b'%' => hex(high).zip(hex(low)),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(high, low)| (16 * high + low) as u8));
        rest = &after[if escaped.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// What a piece of a link holds.
enum Packed {
    /// Our JSON, or f-puzzles'.
    Json(String),
    /// Cells, row by row, and a variant that goes with them.
    Cells(String, Vec<Variant>),
    /// One of SudokuWiki's strings.
    Wiki(String),
}

impl Packed {
    fn read(&self, options: &ReadOptions) -> Result<Record, ParseError> {
        let readings = match self {
            Packed::Json(text) => Json.read(text, options),
            Packed::Wiki(text) => SudokuWiki.read(text, options),
            Packed::Cells(text, variants) => {
                let mut options = options.clone();
                options.variants.extend(variants);
                return Source::new("link", text).whole(0..text.len(), &options);
            }
        };
        let mut records = readings.into_iter().flat_map(|reading| reading.records);
        let none = || ParseError::new("link", "", 0..0, "a puzzle", "none");
        records.next().unwrap_or_else(|| Err(none()))
    }
}

/// What a piece of a link holds, if it looks like a puzzle, or what is wrong with it.
fn unpacked(piece: &str) -> Option<Result<Packed, ParseError>> {
    let fault =
        |expected: &str, found: &str| Err(ParseError::new("link", "", 0..0, expected, found));
    let after = |prefixes: &[&str]| {
        prefixes
            .iter()
            .find_map(|&prefix| piece.strip_prefix(prefix))
    };
    if let Some(packed) = after(&["SCv7_32_"]) {
        let puzzle = coach(packed).map(Packed::Json);
        return Some(puzzle.map_or_else(|| fault("what sudoku.coach packs", "something else"), Ok));
    }
    if let Some(cells) = after(&["scf"]).and_then(scf) {
        return Some(Ok(cells));
    }
    // JSON that lz-string packed always begins so.
    let bare = Some(piece).filter(|piece| piece.starts_with("N4Ig"));
    if let Some(packed) = after(&PACKED[..4]).or(bare) {
        let text = lz::unpack(packed)?;
        return Some(match after(&PACKED[2..4]).map(|_| pad::translate(&text)) {
            Some(Ok(json)) => Ok(Packed::Json(json)),
            Some(Err(error)) => Err(error),
            None => Ok(Packed::Json(text)),
        });
    }
    let cells = cells_in(piece).map(|cells| Packed::Cells(cells.to_owned(), Vec::new()));
    let others = || {
        let wiki = SudokuWiki.by_line(piece, &ReadOptions::default());
        let wiki = wiki.map(|_| Packed::Wiki(piece.to_owned()));
        wiki.or_else(|| candidates(piece)).or_else(|| scf(piece))
    };
    cells.or_else(others).map(Ok)
}

/// A run of cells that is a board: the whole piece, or 81 digits somewhere in it.
fn cells_in(piece: &str) -> Option<&str> {
    let is_board = |text: &&str| {
        let size = cells::size_of(text.len()).filter(|_| text.is_ascii());
        let read =
            size.map(|_| Source::new("link", text).whole(0..text.len(), &ReadOptions::default()));
        // A number of 16 digits is hardly ever a board.
        let is_sound = |record: &Record| {
            let puzzle = &record.puzzle;
            let n_givens = puzzle.n_givens();
            text.len() >= 81
                || n_givens > 0 && n_givens < text.len() && puzzle.conflicts().is_empty()
        };
        !text.contains([' ', ',']) && matches!(read, Some(Ok(record)) if is_sound(&record))
    };
    // A dot may be a blank, or stand before "html".
    let digits = piece.split(|c: char| !c.is_ascii_digit());
    let dotted = piece.split(|c: char| !c.is_ascii_digit() && c != '.');
    let mut runs = digits.chain(dotted).filter(|run| run.len() == 81);
    Some(piece).filter(is_board).or_else(|| runs.find(is_board))
}

/// SCF: a letter for a digit and up to five zeros after it. At its end SudokuPad may say
/// `x` for diagonals and `w` for a windoku. Only 81 cells are a puzzle, which is why a word
/// is none.
fn scf(text: &str) -> Option<Packed> {
    const SHORTEST: usize = 13;
    let decoded = |text: &str| {
        let mut cells = String::new();
        for symbol in text.bytes() {
            let number = match symbol {
                b'0'..=b'9' => symbol - b'0',
                b'A'..=b'Z' => symbol - b'A' + 10,
                b'a'..=b'x' => symbol - b'a' + 36,
                _ => return None,
            };
            cells.push(char::from(b'0' + number % 10));
            cells.extend(std::iter::repeat_n('0', usize::from(number / 10)));
        }
        (cells.len() == 81).then_some(cells)
    };
    let is_long = (SHORTEST..=83).contains(&text.len()) && text.is_ascii();
    let mut variants = Vec::new();
    let mut rest = is_long.then_some(text)?;
    loop {
        if let Some(cells) = decoded(rest) {
            return Some(Packed::Cells(cells, variants));
        }
        let last = char::from(*rest.as_bytes().last()?);
        let is_letter = variants.len() < 2 && last.is_ascii_lowercase();
        let variant = Variant::by_letter(last.to_ascii_uppercase());
        variants.push(variant.filter(|_| is_letter)?);
        rest = &rest[..rest.len() - 1];
    }
}

/// SudokuWiki's older strings: a set of candidates for each cell, as 81 numbers or in base
/// 32 with a bit for "given". A cell with one candidate is one that has its digit.
fn candidates(piece: &str) -> Option<Packed> {
    let numbers: Option<Vec<u32>> = match piece.len() {
        162 if piece.is_ascii() => {
            let pairs = (0..81).map(|cell| u32::from_str_radix(&piece[2 * cell..2 * cell + 2], 32));
            pairs.map(Result::ok).collect()
        }
        _ => {
            let numbers = piece.split(',').map(|number| number.parse::<u32>().ok());
            numbers.map(|number| number?.checked_mul(2)).collect()
        }
    };
    let numbers = numbers.filter(|numbers| numbers.len() == 81)?;
    let is_marked = numbers.iter().any(|number| number & 1 == 1);
    let (mut puzzle, mut notes) = (Vec::new(), Vec::new());
    for number in numbers {
        let set = number >> 1;
        let is_given = set.is_power_of_two() && (number & 1 == 1 || !is_marked);
        if set == 0 || set > 511 {
            return None;
        }
        puzzle.push(if is_given { set.ilog2() + 1 } else { 0 });
        let digits = (1..=9).filter(|digit| set >> (digit - 1) & 1 == 1 && !is_given);
        notes.push(digits.collect::<Vec<u32>>());
    }
    let is_noted = |digits: &Vec<u32>| (1..9).contains(&digits.len());
    // How numbers are printed for us is how JSON has them.
    let notes = if notes.iter().any(is_noted) {
        format!(",\"notes\":{notes:?}")
    } else {
        String::new()
    };
    Some(Packed::Json(format!("{{\"puzzle\":{puzzle:?}{notes}}}")))
}

/// What sudoku.coach packs: JSON by zlib, in base 32 with the digits first.
fn coach(packed: &str) -> Option<String> {
    let (mut bytes, mut value, mut n_bits) = (Vec::new(), 0u32, 0);
    for symbol in packed.chars() {
        value = value << 5 | symbol.to_digit(32)?;
        n_bits += 5;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((value >> n_bits) as u8);
            value &= (1 << n_bits) - 1;
        }
    }
    let text = inflate::unpack(&bytes)?;
    let found = Node::read(&text)?;
    let string = |key: &str| found.get([key; 2]).map_or("", Node::word);
    let mut puzzle = format!("{{\"puzzle\":{}", pad::quoted(string("givenDigits")));
    let placed = string("userDigits");
    if placed.contains(|digit| digit != '0') {
        puzzle += &format!(",\"placed\":{}", pad::quoted(placed));
    }
    // Bit d is the digit d; bit 0 is none.
    let set = |number: &str| {
        let number = number.parse::<u32>().unwrap_or(0);
        (1..32).filter(|digit| number >> digit & 1 == 1).collect()
    };
    let sets = string("userCellCandidates").split('-');
    let notes: Vec<Vec<u32>> = sets.map(set).collect();
    if notes.iter().any(|digits| !digits.is_empty()) {
        puzzle += &format!(",\"notes\":{notes:?}");
    }
    Some(puzzle + "}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, fault, from_line, record};

    const SCF: &str = "we3u0RJWZvA45vVXf6S8ZLnO";

    #[test]
    fn runs_of_cells_are_puzzles_wherever_they_stand() {
        let zeros = INKALA.replace('.', "0");
        for link in [
            format!("https://sudoku.coach/en/solver/{zeros}"),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
            format!("www.sudokuwiki.org/sudoku.htm?bd={INKALA}&x=1"),
            format!("sudokuexchange.com/play/?s={zeros}"),
            format!("https://example.org/p?puzzle={INKALA}&level=3#top"),
            format!("https://example.org/#p={INKALA}&t=explain"),
            format!("  <https://example.org/sudoku-{zeros}.html> by me"),
        ] {
            let read = record(&Link, &link);
            assert_eq!(read.puzzle.to_string(), INKALA, "{link}");
            assert!(link[read.span].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '.'));
        }
        let small = record(&Link, "https://lisudoku.xyz/solver?import=1000003002000004");
        assert_eq!(small.puzzle.to_string(), "1.....3..2.....4");
    }

    #[test]
    fn scf_is_read_with_its_variants() {
        for (link, n_variants) in [
            (format!("https://sudokupad.app/scf{SCF}"), 0),
            (format!("https://sudokupad.app/scf{SCF}x"), 1),
            (format!("sudokupad.app/scf{SCF}xw"), 2),
            (format!("scf{SCF}"), 0),
            (format!("https://sudokuexchange.com/play/?s={SCF}"), 0),
        ] {
            let read = record(&Link, &link);
            assert_eq!(
                read.puzzle.givens(),
                from_line(INKALA).puzzle.givens(),
                "{link}"
            );
            assert_eq!(
                read.puzzle.geometry().variants().count(),
                n_variants,
                "{link}"
            );
        }
        assert!(scf("oooooooooooooK").is_some(), "a board of blanks");
        assert!(scf("photosynthesis").is_none());
    }

    #[test]
    fn what_f_puzzles_packs_is_read() {
        let packed = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A";
        for link in [
            format!("https://f-puzzles.com/?load={packed}"),
            format!(
                "https://www.f-puzzles.com/?load={}",
                packed.replace('/', "%2F")
            ),
            format!("https://sudokupad.app/fpuzzles{packed}"),
            format!("https://sudokupad.app/fpuz{packed}?setting-nogrid=1"),
            format!("https://app.crackingthecryptic.com/?puzzleid=fpuzzles{packed}"),
            format!("fpuzzles{packed}"),
        ] {
            let expected = format!("1{}", ".".repeat(80));
            assert_eq!(record(&Link, &link).puzzle.to_string(), expected, "{link}");
        }
    }

    #[test]
    fn the_older_strings_of_sudokuwiki_are_candidates() {
        let base_32 = "812mjk4s5e0ujalgnqhm0m0921d68mp2tgli3i413g8og18q059g3qiu11ikocac41q2okimieaei4oc0h1141o4i6mkakmk03a4q4r009jk5s0s03ks4cgsh821816s2s81116cisg803kc7cg174cceeae0h545c";
        let read = record(
            &Link,
            &format!("https://www.sudokuwiki.org/sudoku.htm?bd={base_32}"),
        );
        assert_eq!(read.puzzle.to_string(), INKALA);
        let marks = read.progress.unwrap().marks.unwrap();
        assert_eq!(marks[1].to_string(), "1246");
        let number = |c: char| {
            c.to_digit(10)
                .map_or(511, |digit| 1u32 << (digit - 1))
                .to_string()
        };
        let numbers: Vec<String> = INKALA.chars().map(number).collect();
        let read = record(
            &Link,
            &format!(
                "https://www.sudokuwiki.org/sudoku.htm?n={}",
                numbers.join(",")
            ),
        );
        assert_eq!(read.puzzle.to_string(), INKALA);
        assert_eq!(read.progress, None);
    }

    #[test]
    fn links_without_a_puzzle_say_so() {
        for (link, hint) in [
            ("https://sudokupad.app/3oaadc9hhm", "copy the long link"),
            ("https://f-puzzles.com/?id=y8vzq3wx", "copy the long link"),
            ("https://tinyurl.com/2p8d4xyz", "copy the long link"),
            ("https://example.org/about", "paste the puzzle itself"),
            (
                "https://example.org/1234567890123456",
                "paste the puzzle itself",
            ),
        ] {
            let expected = format!(
                "1:1 expected a link with the puzzle in it, found {}",
                shown(link)
            );
            assert_eq!(fault(&Link, link), expected);
            let readings = Link.read(link, &ReadOptions::default());
            let error = readings[0].records[0].as_ref().unwrap_err();
            assert!(error.hint.as_ref().unwrap().contains(hint), "{link}");
        }
    }

    #[test]
    fn prose_with_links_is_no_list_of_them() {
        let prose = "See https://example.org for more.\nOr do not.\nIt is all the same.\n";
        assert!(Link.read(prose, &ReadOptions::default()).is_empty());
        let mail = format!("Try this one:\nhttps://sudokupad.app/scf{SCF}\nIt is hard.\n");
        assert_eq!(record(&Link, &mail).puzzle.to_string(), INKALA);
        assert!(
            Link.read("sclerosis multiplex\n", &ReadOptions::default())
                .is_empty()
        );
    }
}

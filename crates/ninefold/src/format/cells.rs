//! What stands in the cells, before anyone knows how its digits are written.
//!
//! ```text
//!  .A3.  →  '.' is the blank, 3 is a digit, and A is the tenth digit (1-9A-G),
//!           the eleventh (0-F) or the first (A-P): the whole board decides
//! ```
//!
//! The blank is found by counting, as Sudopedia and SudoCue describe it: the usual
//! blanks are blanks wherever they stand, and any other character is the blank if it
//! is the only one on the board that is not a digit.

use super::ReadOptions;
use crate::geometry::{BoxShape, Digit, Geometry, MAX_SIZE};
use crate::puzzle::Puzzle;
use crate::symbols::Alphabet;

/// The characters that are blanks on any board. `0` and `X` are blanks too, where
/// they are not digits.
pub(super) const BLANKS: &[char] = &['.', '_', '-', '*', '?', '·'];

/// The largest board that has a character for every digit.
pub(super) const MAX_SYMBOLS: usize = 36;

/// The smallest board worth a line of its own.
pub(super) const MIN_SIZE: usize = 4;

/// One way to understand the characters of a board.
#[derive(Clone, Debug)]
pub(super) struct Sense {
    pub(super) alphabet: Alphabet,
    pub(super) givens: Vec<Option<Digit>>,
}

/// The size of the board with so many cells.
pub(super) fn size_of(n_cells: usize) -> Option<usize> {
    let size = n_cells.isqrt();
    (size * size == n_cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}

/// Every way to understand one character per cell, the likeliest first, or the index
/// of a character that means nothing.
pub(super) fn senses(symbols: &[char], size: usize) -> Result<Vec<Sense>, usize> {
    let tally = Tally::of(symbols)?;
    let mut senses = Vec::new();
    let mut misfit = None;
    for alphabet in tally.alphabets(size) {
        let odd_blank = tally.odd_blank(size);
        let read = |&symbol: &char| meaning(symbol, alphabet, size, odd_blank);
        match symbols.iter().map(read).collect::<Option<Vec<_>>>() {
            Some(givens) => senses.push(Sense { alphabet, givens }),
            None => {
                let at = symbols.iter().position(|symbol| read(symbol).is_none());
                misfit = misfit.or(at);
            }
        }
    }
    // A second sense of the same digits is no second sense.
    senses.dedup_by(|later, first| later.givens == first.givens);
    if senses.is_empty() {
        return Err(misfit.unwrap_or(0));
    }
    Ok(senses)
}

/// What can stand in a cell, in words.
pub(super) fn expected_symbol(size: usize) -> String {
    match size {
        0..=9 => format!("a digit from 1 to {size} or a blank"),
        10..=35 => {
            let mut last = String::new();
            Alphabet::OneBased.write(Digit::from_index(size - 1), &mut last);
            format!("a digit from 1 to 9 or A to {last} or a blank")
        }
        _ => "a digit from 0 to 9 or A to Z or a blank".to_owned(),
    }
}

/// A character as it can be shown in a message.
pub(super) fn shown(symbol: char) -> String {
    match symbol.is_control() {
        true => format!("the control character U+{:04X}", symbol as u32),
        false => format!("'{symbol}'"),
    }
}

/// The board for these givens: with the boxes that were asked for, else those that
/// were drawn, else the usual ones; and what there is to say about that choice.
pub(super) fn board(
    givens: Vec<Option<Digit>>,
    drawn: Option<BoxShape>,
    options: &ReadOptions,
) -> (Puzzle, Vec<String>) {
    let size = givens.len().isqrt();
    let usual = Geometry::of_size(size).expect("the caller has a board's worth of cells");
    let mut warnings = Vec::new();
    let made = |boxes: BoxShape| match boxes.rows.checked_mul(boxes.columns) {
        Some(cells) if cells == size => Geometry::with_boxes(boxes.rows, boxes.columns).ok(),
        _ => None,
    };
    let asked = options.boxes.and_then(made);
    if let Some(boxes) = options.boxes.filter(|_| asked.is_none()) {
        warnings.push(format!(
            "boxes of {boxes} do not fit a {size}x{size} board and were not used"
        ));
    }
    if let Some(geometry) = asked.or_else(|| drawn.and_then(made)) {
        return (Puzzle::new(geometry, givens), warnings);
    }
    let boxes = usual.boxes();
    let puzzle = Puzzle::new(usual, givens);
    // 6x6 may be in boxes of 2x3 or 3x2: if the givens clash one way, try the other.
    if let Some(boxes) = boxes.filter(|boxes| boxes.rows != boxes.columns)
        && !puzzle.conflicts().is_empty()
        && let Ok(turned) = Geometry::with_boxes(boxes.columns, boxes.rows)
    {
        let turned = Puzzle::new(turned, puzzle.givens());
        if turned.conflicts().is_empty() {
            let BoxShape { rows, columns } = boxes;
            warnings.push(format!(
                "read with boxes of {columns}x{rows}: with {rows}x{columns} the givens clash"
            ));
            return (turned, warnings);
        }
    }
    (puzzle, warnings)
}

/// What is wrong with a board of so many cells: expected, found, hint.
pub(super) fn wrong_count(n_cells: usize) -> (String, String, Option<String>) {
    let found = match n_cells {
        1 => "1 cell".to_owned(),
        n => format!("{n} cells"),
    };
    let side = n_cells.isqrt();
    const CLOSE: usize = 3;
    if n_cells < MIN_SIZE * MIN_SIZE - CLOSE {
        return ("at least 16 cells, a 4x4 board".to_owned(), found, None);
    }
    if side >= MAX_SIZE {
        let expected = "at most 14641 cells, a 121x121 board";
        return (expected.to_owned(), found, None);
    }
    let name = |side: usize| format!("{} cells for a {side}x{side} board", side * side);
    let (extra, missing) = (n_cells - side * side, (side + 1) * (side + 1) - n_cells);
    let few = |n: usize, is: &str, are: &str| match n {
        1 => format!("one cell is {is}"),
        n => format!("{n} cells are {are}"),
    };
    match () {
        () if extra == 0 => (name(side), found, None),
        () if missing <= CLOSE => {
            let hint = few(missing, "missing", "missing");
            (name(side + 1), found, Some(hint))
        }
        () if extra <= CLOSE => {
            let hint = few(extra, "too many", "too many");
            (name(side), found, Some(hint))
        }
        () => {
            let expected = format!("{} or {}", name(side), name(side + 1));
            (expected, found, None)
        }
    }
}

/// The alphabet in which a board's digits can be written so that they are read back
/// as they are: `preferred` if it can be, else another.
pub(super) fn faithful(
    givens: &[Option<Digit>],
    size: usize,
    preferred: Alphabet,
    blank: char,
) -> Alphabet {
    if size > MAX_SYMBOLS {
        return Alphabet::Numbers;
    }
    let standard = Alphabet::standard(size);
    let candidates = [
        preferred,
        standard,
        Alphabet::OneBased,
        Alphabet::Letters,
        Alphabet::ZeroBased,
    ];
    let reads_back = |alphabet: &Alphabet| {
        let has_room = alphabet.capacity().is_some_and(|room| size <= room);
        let symbols: Vec<char> = alphabet
            .line(givens.iter().copied(), blank)
            .chars()
            .collect();
        has_room && senses(&symbols, size).is_ok_and(|senses| senses[0].givens == givens)
    };
    candidates.into_iter().find(reads_back).unwrap_or(standard)
}

/// What a character means: a digit, a blank (`Some(None)`), or nothing.
fn meaning(
    symbol: char,
    alphabet: Alphabet,
    size: usize,
    odd_blank: Option<char>,
) -> Option<Option<Digit>> {
    if BLANKS.contains(&symbol) || odd_blank == Some(symbol.to_ascii_uppercase()) {
        return Some(None);
    }
    match alphabet.digit(symbol) {
        Some(digit) if digit.value() <= size => Some(Some(digit)),
        _ if matches!(symbol, '0' | 'x' | 'X') => Some(None),
        _ => None,
    }
}

/// Which characters a board uses.
struct Tally {
    /// How often each of `0` to `9`, `A` to `Z` occurs.
    counts: [usize; 36],
    /// Whether one of the usual blanks occurs.
    blank: bool,
    /// The one character that is neither, if there is one.
    odd: Option<char>,
}

impl Tally {
    /// Counts, or finds the second odd character: two of them mean nothing.
    fn of(symbols: &[char]) -> Result<Tally, usize> {
        let mut tally = Tally {
            counts: [0; 36],
            blank: false,
            odd: None,
        };
        for (at, &symbol) in symbols.iter().enumerate() {
            if let Some(code) = symbol.to_digit(36) {
                tally.counts[code as usize] += 1;
            } else if BLANKS.contains(&symbol) {
                tally.blank = true;
            } else if symbol.is_control() || tally.odd.is_some_and(|odd| odd != symbol) {
                return Err(at);
            } else {
                tally.odd = Some(symbol);
            }
        }
        match tally.odd {
            Some(odd) if tally.blank || tally.counts[0] > 0 => {
                let at = symbols.iter().position(|&symbol| symbol == odd);
                Err(at.unwrap_or(0))
            }
            _ => Ok(tally),
        }
    }

    /// The alphabets to try, the likeliest first.
    fn alphabets(&self, size: usize) -> Vec<Alphabet> {
        use Alphabet::{Letters, OneBased, ZeroBased};
        let digits = self.counts[1..10].iter().any(|&count| count > 0);
        let letters = self.counts[10..].iter().filter(|&&count| count > 0).count();
        let zero = self.counts[0] > 0;
        let blank = self.blank || self.odd.is_some();
        let full = self.counts[..size.min(36)]
            .iter()
            .all(|&count| count == size);
        match size {
            // A lone letter among nothing else is more likely a word than a board.
            0..=9 if !digits && letters > 1 => vec![OneBased, Letters],
            0..=9 => vec![OneBased],
            36.. => vec![ZeroBased],
            _ if !digits && letters > 0 => vec![Letters, OneBased, ZeroBased],
            _ if full || zero && blank => vec![ZeroBased, OneBased],
            _ if zero => vec![OneBased],
            _ => vec![OneBased, ZeroBased],
        }
    }

    /// The blank that was found by counting. On small boards it may be a letter.
    fn odd_blank(&self, size: usize) -> Option<char> {
        if self.odd.is_some() || size > 9 || self.blank {
            return self.odd;
        }
        let digits = self.counts[1..10].iter().any(|&count| count > 0);
        let mut letters = (10..36).filter(|&code| self.counts[code as usize] > 0);
        let letter = letters.next().filter(|_| digits && self.counts[0] == 0)?;
        let only = letters.next().is_none();
        char::from_digit(letter, 36)
            .filter(|_| only)
            .map(|c| c.to_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How the characters are read, best first: the alphabet and the digits.
    fn read(text: &str) -> Vec<(Alphabet, String)> {
        let symbols: Vec<char> = text.chars().collect();
        let size = symbols.len().isqrt();
        let senses = senses(&symbols, size).unwrap_or_default();
        let line = |sense: Sense| {
            let numbers = Alphabet::Numbers.line(sense.givens, '.');
            let shown: Vec<&str> = numbers.split(' ').filter(|&word| word != ".").collect();
            (sense.alphabet, shown.join(" "))
        };
        senses.into_iter().map(line).collect()
    }

    fn first(text: &str) -> (Alphabet, String) {
        read(text).swap_remove(0)
    }

    /// A 16x16 board that begins with `start` and is blank otherwise.
    fn sixteen(start: &str, blank: &str) -> String {
        format!("{start}{}", blank.repeat(256 - start.len()))
    }

    #[test]
    fn every_usual_blank_is_a_blank() {
        for blank in ["0", ".", "X", "x", "*", "_", "-", "?", "·", "□", "B", "e"] {
            let text = format!("1{}2", blank.repeat(14));
            assert_eq!(
                read(&text),
                [(Alphabet::OneBased, "1 2".to_owned())],
                "{blank}"
            );
        }
        assert_eq!(first("1.0_2-*x4......3").1, "1 2 4 3", "blanks mix");
    }

    #[test]
    fn two_odd_characters_mean_nothing() {
        let at = |text: &str| senses(&text.chars().collect::<Vec<_>>(), 4).unwrap_err();
        assert_eq!(at("12x44.212143341Q"), 15);
        assert_eq!(at("12□44△2121433412"), 5);
        assert_eq!(at("1234341221435321"), 12);
        assert_eq!(at("12\u{0}4341221434321"), 2);
    }

    #[test]
    fn zero_is_a_digit_beside_another_blank() {
        // Ambiguity C.
        let hex = first(&sixteen("0123456789ABCDEF", "."));
        assert_eq!(
            hex,
            (
                Alphabet::ZeroBased,
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16".into()
            )
        );
        let one = read(&sixteen("12A", "0"));
        assert_eq!(one, [(Alphabet::OneBased, "1 2 10".into())]);
        let full: String = (0..16)
            .flat_map(|row| (0..16).map(move |column| (row * 4 + row / 4 + column) % 16))
            .filter_map(|code| char::from_digit(code, 16))
            .collect();
        assert_eq!(first(&full).0, Alphabet::ZeroBased);
    }

    #[test]
    fn letters_of_a_16x16_say_which_alphabet_it_is() {
        // Ambiguity D.
        assert_eq!(
            first(&sixteen("APH", ".")),
            (Alphabet::Letters, "1 16 8".into())
        );
        assert_eq!(
            first(&sixteen("1G", ".")),
            (Alphabet::OneBased, "1 16".into())
        );
        let both = read(&sixteen("1AF", "."));
        assert_eq!(both[0], (Alphabet::OneBased, "1 10 15".into()));
        assert_eq!(both[1], (Alphabet::ZeroBased, "2 11 16".into()));
    }

    #[test]
    fn letters_of_a_25x25_include_x() {
        // Ambiguities E and F.
        let board = |start: &str| format!("{start}{}", ".".repeat(625 - start.len()));
        assert_eq!(first(&board("AXY")), (Alphabet::Letters, "1 24 25".into()));
        assert_eq!(first(&board("ABC")).0, Alphabet::Letters);
        assert_eq!(
            first(&board("1PX")),
            (Alphabet::OneBased, "1 25".into()),
            "X is a blank"
        );
    }

    #[test]
    fn counts_are_explained() {
        let said = |n| {
            let (expected, found, hint) = wrong_count(n);
            format!("{expected}, {found}, {}", hint.unwrap_or_default())
        };
        assert_eq!(
            said(80),
            "81 cells for a 9x9 board, 80 cells, one cell is missing"
        );
        assert_eq!(
            said(82),
            "81 cells for a 9x9 board, 82 cells, one cell is too many"
        );
        assert!(said(2000).starts_with("1936 cells for a 44x44 board or 2025 cells for a 45x45"));
        assert!(said(7).starts_with("at least 16"));
        assert!(said(10_000_000).starts_with("at most 14641"));
    }

    #[test]
    fn boxes_are_turned_when_the_givens_ask_for_it() {
        // Ambiguity L: 1 in r1c1 and r2c3 clash in boxes of 2x3, not in 3x2.
        let mut givens = vec![None; 36];
        givens[0] = Digit::new(1);
        givens[8] = Digit::new(1);
        let (puzzle, warnings) = board(givens.clone(), None, &ReadOptions::default());
        assert_eq!(puzzle.geometry().to_string(), "6x6 in 3x2 boxes");
        assert_eq!(warnings.len(), 1);
        let boxes = BoxShape {
            rows: 2,
            columns: 3,
        };
        let (puzzle, warnings) = board(givens, Some(boxes), &ReadOptions::default());
        assert_eq!(puzzle.geometry().to_string(), "6x6 in 2x3 boxes");
        assert!(warnings.is_empty());
    }

    #[test]
    fn boxes_that_do_not_fit_are_said_to_be_left_out() {
        let boxes = Some(BoxShape {
            rows: 2,
            columns: 3,
        });
        let options = ReadOptions {
            boxes,
            ..ReadOptions::default()
        };
        let (puzzle, warnings) = board(vec![None; 81], None, &options);
        assert!(puzzle.geometry().is_classic());
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn a_board_is_written_so_that_it_reads_back() {
        let mut givens = vec![None; 625];
        givens[0] = Digit::new(10);
        // "A" alone on 25x25 would be read as the first letter.
        let alphabet = faithful(&givens, 25, Alphabet::OneBased, '.');
        assert_eq!(alphabet, Alphabet::Letters);
        givens[1] = Digit::new(1);
        let alphabet = faithful(&givens, 25, Alphabet::OneBased, '.');
        assert_eq!(alphabet, Alphabet::OneBased);
    }
}

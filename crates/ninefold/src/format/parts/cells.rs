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

use std::ops::Range;

use crate::format::parts::source::{Source, how_many, shown};
use crate::format::{ParseError, ReadOptions, Record};
use crate::geometry::{BoxShape, Digit, Geometry, Layout, MAX_SIZE};
use crate::puzzle::{Grid, Puzzle};
use crate::symbols::Alphabet;

/// The characters that are blanks on any board. `0` and `X` are blanks too, where
/// they are not digits.
pub(in crate::format) const BLANKS: &[char] = &['.', '_', '-', '*', '?', '·'];

/// The largest board that has a character for every digit.
pub(in crate::format) const MAX_SYMBOLS: usize = 36;

/// The smallest board worth a line of its own.
pub(in crate::format) const MIN_SIZE: usize = 4;

/// One way to understand the characters of a board.
#[derive(Clone, Debug)]
pub(in crate::format) struct Sense {
    pub(in crate::format) alphabet: Alphabet,
    pub(in crate::format) givens: Vec<Option<Digit>>,
}

/// The size of the board with `n_cells` cells.
pub(in crate::format) fn size_of(n_cells: usize) -> Option<usize> {
    let size = n_cells.isqrt();
    (size * size == n_cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}

/// Every way to understand one character per cell, the likeliest first, or the index
/// of a character that means nothing.
pub(in crate::format) fn senses(symbols: &[char], size: usize) -> Result<Vec<Sense>, usize> {
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
fn expected_symbol(size: usize) -> String {
    match size {
        0..=9 => format!("a digit from 1 to {size} or a blank"),
        10..=35 => {
            let last = Alphabet::OneBased.line([Some(Digit::from_index(size - 1))], '.');
            format!("a digit from 1 to 9 or A to {last} or a blank")
        }
        _ => "a digit from 0 to 9 or A to Z or a blank".to_owned(),
    }
}

/// What a number, or a sign in place of one, means: a digit, a blank (`Some(None)`), or
/// nothing.
pub(in crate::format) fn number(word: &str, size: usize) -> Option<Option<Digit>> {
    let mut symbols = word.chars();
    let is_blank = match (symbols.next(), symbols.next()) {
        (None, _) => true,
        (Some(symbol), None) => BLANKS.contains(&symbol) || matches!(symbol, 'x' | 'X'),
        _ => false,
    };
    if is_blank {
        return Some(None);
    }
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse::<usize>().ok().filter(|_| is_number)? {
        0 => Some(None),
        value if value <= size => Some(Digit::new(value)),
        _ => None,
    }
}

/// How the digits of a board in numbers are written: up to 9, like any others.
pub(in crate::format) fn of_numbers(size: usize) -> Alphabet {
    match size {
        0..=9 => Alphabet::OneBased,
        _ => Alphabet::Numbers,
    }
}

/// Cells and boards, from what stands in a text.
impl Source<'_> {
    /// The cells of a whole board at `span`: a character each, or numbers with something
    /// between them. Without a `size` any board will do, and without an `alphabet` the
    /// likeliest.
    pub(in crate::format) fn cells(
        &self,
        span: Range<usize>,
        size: Option<usize>,
        alphabet: Option<Alphabet>,
    ) -> Result<Sense, ParseError> {
        let text = &self.text[span.clone()];
        let words = || text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let longest = words().map(str::len).max();
        let n_words = words().count();
        if matches!(longest, Some(2..=3)) && size_of(n_words).is_some() {
            let size = self.size_of(span, n_words, size)?;
            return self.numbers(words(), size);
        }
        let is_symbol = |(_, c): &(usize, char)| !c.is_whitespace() && *c != ',';
        let n_symbols = text.char_indices().filter(is_symbol).count();
        let size = self.size_of(span.clone(), n_symbols, size)?;
        if size > MAX_SYMBOLS {
            let found = format!("{n_symbols} characters");
            let error = self.error(span, "at most 1296 cells, a 36x36 board", found);
            return Err(error.hint(USE_NUMBERS));
        }
        let symbols = text.char_indices().filter(is_symbol);
        let symbols = symbols.map(|(at, c)| (span.start + at, c));
        match alphabet.filter(|&alphabet| alphabet != Alphabet::Numbers) {
            None => self.symbols(&symbols.collect::<Vec<_>>(), size, None),
            Some(alphabet) => {
                let givens = symbols.map(|(at, c)| self.symbol(at, c, size, alphabet));
                let givens = givens.collect::<Result<_, _>>()?;
                Ok(Sense { alphabet, givens })
            }
        }
    }

    /// The cells of a whole board, one character each, with the bytes they stand at: in
    /// the alphabet that is wanted, if that makes sense, or else the likeliest.
    pub(in crate::format) fn symbols(
        &self,
        symbols: &[(usize, char)],
        size: usize,
        wanted: Option<Alphabet>,
    ) -> Result<Sense, ParseError> {
        let characters: Vec<char> = symbols.iter().map(|&(_, symbol)| symbol).collect();
        let senses = senses(&characters, size).map_err(|index| {
            let (at, symbol) = symbols.get(index).copied().unwrap_or_default();
            self.no_symbol(at, symbol, size)
        })?;
        let is_wanted = |sense: &Sense| Some(sense.alphabet) == wanted;
        let index = senses.iter().position(is_wanted).unwrap_or(0);
        Ok(senses.into_iter().nth(index).expect("there is a sense"))
    }

    /// The digit or blank of one character, where the alphabet is known.
    pub(in crate::format) fn symbol(
        &self,
        at: usize,
        symbol: char,
        size: usize,
        alphabet: Alphabet,
    ) -> Result<Option<Digit>, ParseError> {
        let meaning = meaning(symbol, alphabet, size, None);
        meaning.ok_or_else(|| self.no_symbol(at, symbol, size))
    }

    fn no_symbol(&self, at: usize, symbol: char, size: usize) -> ParseError {
        let span = at..at + symbol.len_utf8();
        self.error(span, expected_symbol(size), shown(symbol.to_string()))
    }

    /// The cells of a whole board, a number each. Every word is a piece of the text.
    pub(in crate::format) fn numbers<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
        size: usize,
    ) -> Result<Sense, ParseError> {
        let cells = words.map(|word| {
            number(word, size).ok_or_else(|| {
                let expected = format!("a number from 1 to {size} or a blank");
                self.error(self.span_of(word), expected, shown(word))
            })
        });
        Ok(Sense {
            givens: cells.collect::<Result<_, _>>()?,
            alphabet: of_numbers(size),
        })
    }

    /// The size of a board of `n_cells` cells: the one that is wanted, or any.
    pub(in crate::format) fn size_of(
        &self,
        span: Range<usize>,
        n_cells: usize,
        wanted: Option<usize>,
    ) -> Result<usize, ParseError> {
        let root = n_cells.isqrt();
        let is_board = root * root == n_cells && (1..=MAX_SIZE).contains(&root);
        match wanted {
            Some(size) if is_board && size == root => Ok(root),
            Some(size) => {
                let expected = format!("{} cells for a board of {size}x{size}", size * size);
                Err(self.error(span, expected, how_many(n_cells, "cell")))
            }
            None if is_board => Ok(root),
            None => Err(self.wrong_count(span, n_cells)),
        }
    }

    /// The error for a board of `n_cells` cells.
    pub(in crate::format) fn wrong_count(&self, span: Range<usize>, n_cells: usize) -> ParseError {
        let (expected, hint) = expected_count(n_cells);
        let mut error = self.error(span, expected, how_many(n_cells, "cell"));
        error.hint = hint;
        error
    }

    /// The board of this size: in the layout that was asked for, else that which is
    /// drawn, else in the usual boxes; with the variants that were asked for.
    pub(in crate::format) fn geometry(
        &self,
        span: Range<usize>,
        size: usize,
        drawn: Option<&Layout>,
        options: &ReadOptions,
    ) -> Result<Geometry, ParseError> {
        let fits = |layout: &&Layout| layout.size().is_none_or(|wanted| wanted == size);
        if let Some(asked) = options.boxes.as_ref().filter(|asked| !fits(asked)) {
            let wanted = asked.size().unwrap_or(0);
            let why = match asked {
                Layout::Boxes(boxes) => format!("as boxes of {boxes} make it"),
                _ => "as its regions are".to_owned(),
            };
            let expected = format!("a board of {wanted}x{wanted}, {why}");
            return Err(self.error(span, expected, format!("{size}x{size}")));
        }
        let layout = options.boxes.as_ref().or(drawn.filter(fits));
        let made = options.builder(size, layout).build();
        made.map_err(|error| self.no_board(span, &error))
    }

    /// The record of a board at `span`.
    pub(in crate::format) fn record(
        &self,
        span: Range<usize>,
        cells: Sense,
        drawn: Option<&Layout>,
        options: &ReadOptions,
    ) -> Result<Record, ParseError> {
        let size = cells.givens.len().isqrt();
        let geometry = self.geometry(span.clone(), size, drawn, options)?;
        let mut record = Record {
            span,
            alphabet: cells.alphabet,
            ..Record::new(Puzzle::of(geometry, cells.givens))
        };
        if drawn.or(options.boxes.as_ref()).is_none() {
            record.turn_boxes();
        }
        Ok(record)
    }

    /// The record of a puzzle that is all that stands at `span`.
    pub(in crate::format) fn whole(
        &self,
        span: Range<usize>,
        options: &ReadOptions,
    ) -> Result<Record, ParseError> {
        let cells = self.cells(span.clone(), None, None)?;
        self.record(span, cells, None, options)
    }

    /// The solution of a record's puzzle at `span`: every cell filled, in its alphabet.
    pub(in crate::format) fn solution(
        &self,
        span: Range<usize>,
        of: &Record,
    ) -> Result<Grid, ParseError> {
        let geometry = of.puzzle.geometry();
        let cells = self.cells(span.clone(), Some(geometry.size()), Some(of.alphabet))?;
        self.full(span, geometry, cells.givens)
    }

    /// A grid, if every cell has a digit.
    pub(in crate::format) fn full(
        &self,
        span: Range<usize>,
        geometry: &Geometry,
        cells: Vec<Option<Digit>>,
    ) -> Result<Grid, ParseError> {
        let mut blanks = geometry.cells().zip(&cells).filter(|(_, c)| c.is_none());
        if let Some((cell, _)) = blanks.next() {
            let found = format!("a blank at {}", geometry.name(cell));
            return Err(self.error(span, "a solution without blanks", found));
        }
        let digits: Vec<Digit> = cells.into_iter().flatten().collect();
        let grid = Grid::new(geometry.clone(), digits);
        grid.map_err(|error| self.error(span, "a solution of the board", error.to_string()))
    }
}

/// Advice where one character a cell is not enough.
pub(in crate::format) const USE_NUMBERS: &str =
    "write boards above 36x36 as numbers with a space between them";

impl Record {
    /// Turns the boxes, and warns of it, if the givens clash as they are and not when
    /// turned: 6x6 may be in boxes of 2x3 or 3x2.
    pub(in crate::format) fn turn_boxes(&mut self) {
        let boxes = self.puzzle.geometry().boxes();
        let Some(BoxShape { rows, columns }) = boxes.filter(|boxes| boxes.rows != boxes.columns)
        else {
            return;
        };
        let turned = self.puzzle.geometry().to_builder().boxes(columns, rows);
        let Ok(turned) = turned.build() else {
            return;
        };
        let turned = Puzzle::of(turned, self.puzzle.givens());
        if !self.puzzle.conflicts().is_empty() && turned.conflicts().is_empty() {
            self.puzzle = turned;
            self.warnings.push(format!(
                "read with boxes of {columns}x{rows}: with {rows}x{columns} the givens clash"
            ));
        }
    }
}

/// How many cells a board of about `n_cells` should have, and how to get there.
pub(in crate::format) fn expected_count(n_cells: usize) -> (String, Option<String>) {
    let side = n_cells.isqrt();
    const CLOSE: usize = 3;
    if n_cells < MIN_SIZE * MIN_SIZE - CLOSE {
        return ("at least 16 cells, a 4x4 board".to_owned(), None);
    }
    if side >= MAX_SIZE {
        return ("at most 14641 cells, a 121x121 board".to_owned(), None);
    }
    let name = |side: usize| format!("{} cells for a board of {side}x{side}", side * side);
    let (extra, missing) = (n_cells - side * side, (side + 1) * (side + 1) - n_cells);
    let few = |n: usize, what: &str| match n {
        1 => format!("one cell is {what}"),
        n => format!("{n} cells are {what}"),
    };
    match () {
        () if extra == 0 => (name(side), None),
        () if missing <= CLOSE => {
            let hint = few(missing, "missing");
            (name(side + 1), Some(hint))
        }
        () if extra <= CLOSE => {
            let hint = few(extra, "too many");
            (name(side), Some(hint))
        }
        () => {
            let expected = format!("{} or {}", name(side), name(side + 1));
            (expected, None)
        }
    }
}

/// The alphabet in which a record's digits can be written so that they are read back as
/// they are: its own if it can be, else another.
pub(in crate::format) fn faithful(record: &Record, blank: char) -> Alphabet {
    let givens = record.puzzle.givens();
    let size = record.puzzle.geometry().size();
    if size > MAX_SYMBOLS {
        return Alphabet::Numbers;
    }
    let standard = Alphabet::standard(size);
    let candidates = [
        record.alphabet,
        standard,
        Alphabet::OneBased,
        Alphabet::Letters,
        Alphabet::ZeroBased,
    ];
    let reads_back = |alphabet: &Alphabet| {
        let has_room = alphabet.capacity().is_some_and(|room| size <= room);
        let line = alphabet.line(givens.iter().copied(), blank);
        let symbols: Vec<char> = line.chars().collect();
        has_room
            && senses(&symbols, size)
                .is_ok_and(|senses| senses[0].givens == givens && senses[0].alphabet == *alphabet)
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
        // Something strange is the blank if there are digits beside it, and no other
        // blank. Alone it has to look like one: a field of stars, not of flowers.
        let is_alone = tally.counts == [0; 36];
        let is_misfit =
            |odd: &char| tally.blank || tally.counts[0] > 0 || is_alone && !odd.is_ascii();
        match tally.odd.filter(is_misfit) {
            Some(odd) => {
                let at = symbols.iter().position(|&symbol| symbol == odd);
                Err(at.unwrap_or(0))
            }
            None => Ok(tally),
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
    use crate::geometry::Cell;

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
            let (expected, hint) = expected_count(n);
            format!("{expected}, {}", hint.unwrap_or_default())
        };
        assert_eq!(said(80), "81 cells for a board of 9x9, one cell is missing");
        assert_eq!(
            said(82),
            "81 cells for a board of 9x9, one cell is too many"
        );
        assert!(
            said(2000)
                .starts_with("1936 cells for a board of 44x44 or 2025 cells for a board of 45x45")
        );
        assert!(said(7).starts_with("at least 16"));
        assert!(said(10_000_000).starts_with("at most 14641"));
    }

    /// The 6x6 puzzle with 1 in r1c1 and r2c3, which clash in boxes of 2x3, not in 3x2.
    fn six(drawn: Option<BoxShape>, boxes: Option<BoxShape>) -> Result<Record, ParseError> {
        let text = format!("1.......1{}", ".".repeat(27));
        let options = ReadOptions {
            boxes: boxes.map(Layout::from),
            ..ReadOptions::default()
        };
        let source = Source::new("test", &text);
        let cells = source.cells(0..36, None, None)?;
        source.record(0..36, cells, drawn.map(Layout::from).as_ref(), &options)
    }

    const fn boxes(rows: usize, columns: usize) -> Option<BoxShape> {
        Some(BoxShape { rows, columns })
    }

    #[test]
    fn boxes_are_turned_when_the_givens_ask_for_it() {
        // Ambiguity L.
        let turned = six(None, None).unwrap();
        assert_eq!(turned.puzzle.geometry().to_string(), "6x6 in 3x2 boxes");
        assert_eq!(turned.warnings.len(), 1);
        for read in [six(boxes(2, 3), None), six(boxes(3, 2), boxes(2, 3))] {
            let read = read.unwrap();
            assert_eq!(read.puzzle.geometry().to_string(), "6x6 in 2x3 boxes");
            assert!(read.warnings.is_empty());
        }
    }

    #[test]
    fn boxes_that_do_not_fit_are_an_error() {
        let error = six(None, boxes(3, 3)).unwrap_err();
        let expected = "expected a board of 9x9, as boxes of 3x3 make it, found 6x6";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn cells_are_characters_or_numbers() {
        let read = |text: &str| {
            let cells = Source::new("test", text).cells(0..text.len(), None, None);
            cells.map(|cells| (cells.givens.len().isqrt(), cells.alphabet))
        };
        use Alphabet::{Letters, Numbers, OneBased, ZeroBased};
        assert_eq!(read("1..4............"), Ok((4, OneBased)));
        assert_eq!(read("1,0,0,4 0 0 0 0 0 0 0 0 0 0 0 0"), Ok((4, OneBased)));
        assert_eq!(read(&"16 . 3 0 ".repeat(64)), Ok((16, Numbers)));
        assert_eq!(read(&"1...5...9......G".repeat(16)), Ok((16, OneBased)));
        assert_eq!(read(&"0...5...9......F".repeat(16)), Ok((16, ZeroBased)));
        assert_eq!(read(&"A..............P".repeat(16)), Ok((16, Letters)));
        let error = read("1..............").unwrap_err();
        let expected = "expected 16 cells for a board of 4x4, found 15 cells";
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.hint.as_deref(), Some("one cell is missing"));
    }

    #[test]
    fn a_board_without_digits_needs_a_blank_that_looks_like_one() {
        let is_board = |symbol: &str| !read(&symbol.repeat(81)).is_empty();
        assert!([".", "0", "x", "·", "*", "!"].into_iter().all(is_board));
        assert!(!["🌼", "é", "□"].into_iter().any(is_board));
        assert!(!read(&format!("1{}", "□".repeat(80))).is_empty());
    }

    #[test]
    fn a_board_is_written_so_that_it_reads_back() {
        let mut puzzle = Puzzle::empty(Geometry::of_size(25).unwrap());
        puzzle.set(Cell::from_index(0), Digit::new(10));
        // "A" alone on 25x25 would be read as the first letter.
        let record = Record::new(puzzle.clone());
        assert_eq!(faithful(&record, '.'), Alphabet::Letters);
        puzzle.set(Cell::from_index(1), Digit::new(1));
        let record = Record::new(puzzle);
        assert_eq!(faithful(&record, '.'), Alphabet::OneBased);
    }
}

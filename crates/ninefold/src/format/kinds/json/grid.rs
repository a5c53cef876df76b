//! The cells of a JSON value: a string, numbers, rows, or an object for each cell.

use super::{Kind, Reader};
use crate::format::parts::cells::{self, Sense};
use crate::format::parts::source::Source;
use crate::format::{ParseError, Progress};
use crate::geometry::{Cell, Digit};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// What a value says about each cell of a board.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) size: usize,
    /// How the digits are written, if it is not known to be as usual.
    pub(super) alphabet: Option<Alphabet>,
    pub(super) givens: Vec<Option<Digit>>,
    placed: Vec<Option<Digit>>,
    /// The player's marks, from cell objects.
    notes: Vec<DigitSet>,
    /// Marks that belong to the puzzle, from cell objects.
    allowed: Vec<Option<DigitSet>>,
    /// Jigsaw regions, from cell objects.
    regions: Vec<Option<usize>>,
    /// Whether some cell says if it is given.
    tells_givens: bool,
    /// Whether some cell says anything that is understood.
    tells_anything: bool,
}

impl Cells {
    /// The player's doing, if there is any.
    pub(super) fn progress(&self) -> Option<Progress> {
        let has_notes = self.notes.iter().any(|set| !set.is_empty());
        let has_placed = self.placed.iter().any(Option::is_some);
        (has_notes || has_placed).then(|| Progress {
            placed: self.placed.clone().into(),
            marks: has_notes.then(|| self.notes.clone().into()),
        })
    }

    /// The puzzle's own marks, if any cell has them.
    pub(super) fn marks(&self) -> Option<Vec<DigitSet>> {
        let all = DigitSet::all(self.size);
        let has_marks = self.allowed.iter().any(Option::is_some);
        let marks = self.allowed.iter().map(|set| set.unwrap_or(all));
        has_marks.then(|| marks.collect())
    }

    /// The region of each cell, if any cell names its own. A cell that names none lies
    /// in its usual box, as in f-puzzles.
    pub(super) fn regions(&self) -> Option<Vec<usize>> {
        let plain = crate::geometry::Geometry::of_size(self.size).ok()?;
        let usual = |index: usize| {
            let house = plain.region_of(Cell::from_index(index));
            house.map_or(0, |house| house.index() - 2 * self.size)
        };
        let named = self.regions.iter().enumerate();
        let named = named.map(|(index, region)| region.unwrap_or_else(|| usual(index)));
        let has_regions = self.regions.iter().any(Option::is_some);
        has_regions.then(|| named.collect())
    }

    pub(super) fn of(sense: Sense) -> Cells {
        let mut cells = Cells {
            size: sense.givens.len().isqrt(),
            alphabet: Some(sense.alphabet),
            ..Cells::default()
        };
        sense.givens.into_iter().for_each(|digit| cells.push(digit));
        cells
    }

    fn push(&mut self, digit: Option<Digit>) {
        self.givens.push(digit);
        self.placed.push(None);
        self.notes.push(DigitSet::EMPTY);
        self.allowed.push(None);
        self.regions.push(None);
    }

    /// Sorts the digits into givens and placed ones, once it is known whether the cells say so.
    fn settle(&mut self, is_given: &[bool]) {
        if !self.tells_givens {
            return;
        }
        for (index, &is_given) in is_given.iter().enumerate() {
            if !is_given {
                self.placed[index] = self.givens[index].take();
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// The cells of a whole board, of the size asked for or of any; in the alphabet asked
    /// for or the likeliest.
    pub(super) fn cells(
        &self,
        raw: &'a str,
        size: Option<usize>,
        alphabet: Option<Alphabet>,
    ) -> Result<Cells, ParseError> {
        if Kind::of(raw) == Kind::String {
            let cells = self.inside(raw, |source| {
                source.cells(0..source.text.len(), size, alphabet)
            });
            return cells.map(Cells::of);
        }
        let items = self.items(raw);
        let span = self.source.span_of(raw);
        let n_rows = items.len();
        let as_rows = || {
            let n_cells = n_rows.saturating_mul(n_rows);
            self.source.size_of(span.clone(), n_cells, size)
        };
        match items.first().map(|first| (Kind::of(first), first.len())) {
            None => Err(self.unfit(raw, "a puzzle as a string or an array of cells")),
            Some((Kind::Array, _)) => {
                let size = as_rows()?;
                let mut flat = Vec::new();
                for (index, row) in items.into_iter().enumerate() {
                    let cells = self.items(row);
                    self.check_row(row, index, cells.len(), size)?;
                    flat.extend(cells);
                }
                self.flat(&flat, size, alphabet)
            }
            // Quotes included, a row of N symbols is N + 2 long.
            Some((Kind::String, length)) if n_rows > 3 && length == n_rows + 2 => {
                let size = as_rows()?;
                let mut symbols = Vec::new();
                for (index, row) in items.into_iter().enumerate() {
                    let text = self.string(row).unwrap_or_default();
                    self.check_row(row, index, text.chars().count(), size)?;
                    // Escapes are the only thing that can move symbols about.
                    let start = self.source.span_of(row).start + 1;
                    symbols.extend(text.char_indices().map(|(at, c)| (start + at, c)));
                }
                self.source.symbols(&symbols, size, alphabet).map(Cells::of)
            }
            Some(_) => {
                let size = self.source.size_of(span, n_rows, size)?;
                self.flat(&items, size, alphabet)
            }
        }
    }

    fn check_row(
        &self,
        row: &str,
        index: usize,
        found: usize,
        size: usize,
    ) -> Result<(), ParseError> {
        if found == size {
            return Ok(());
        }
        let expected = format!("{size} cells in row {}", index + 1);
        Err(self.error(row, expected, found.to_string()))
    }

    /// A value for each cell: numbers, symbols or objects.
    fn flat(
        &self,
        values: &[&'a str],
        size: usize,
        alphabet: Option<Alphabet>,
    ) -> Result<Cells, ParseError> {
        let symbol = |value: &&'a str| {
            let at = self.source.span_of(value).start + 1;
            match (Kind::of(value), value.trim_matches('"')) {
                (Kind::String, "" | " ") => Some((at, '.')),
                (Kind::String, one) if one.chars().count() == 1 => Some((at, one.chars().next()?)),
                _ => None,
            }
        };
        let symbols: Option<Vec<(usize, char)>> = values.iter().map(symbol).collect();
        if let Some(symbols) = symbols.filter(|_| size > 9) {
            return self.source.symbols(&symbols, size, alphabet).map(Cells::of);
        }
        let mut cells = Cells {
            size,
            alphabet: Some(cells::of_numbers(size)),
            ..Cells::default()
        };
        let mut is_given = Vec::new();
        for value in values {
            is_given.push(match Kind::of(value) {
                Kind::Object => self.cell_object(value, &mut cells)?,
                _ => {
                    cells.push(self.digit(value, size)?);
                    true
                }
            });
        }
        let is_dumb = |raw: &&&str| Kind::of(raw) == Kind::Object && !self.members(raw).is_empty();
        if let Some(raw) = values
            .iter()
            .find(is_dumb)
            .filter(|_| !cells.tells_anything)
        {
            return Err(self.unfit(raw, "a cell with its value, such as {\"value\":5}"));
        }
        cells.settle(&is_given);
        Ok(cells)
    }

    /// `{"value":8,"given":true}` and its like; says whether the digit is given.
    fn cell_object(&self, raw: &'a str, cells: &mut Cells) -> Result<bool, ParseError> {
        let size = cells.size;
        let mut digit = None;
        let (mut notes, mut allowed) = (DigitSet::EMPTY, None);
        let (mut region, mut is_given) = (None, false);
        for (key, value) in self.members(raw) {
            match key.as_str() {
                "value" | "digit" => digit = self.digit(value, size)?,
                "given" | "fixed" | "solved" => {
                    cells.tells_givens = true;
                    is_given |= value == "true";
                }
                "candidates" | "possibleValues" | "centerPencilMarks" => {
                    notes |= self.digit_set(value, size)?;
                }
                "givenPencilMarks" => allowed = Some(self.digit_set(value, size)?),
                "region" if value != "null" => {
                    let number = value.parse::<usize>();
                    region = Some(number.map_err(|_| self.unfit(value, "a region's number"))?);
                }
                _ => continue,
            }
            cells.tells_anything = true;
        }
        cells.push(digit);
        // A filled cell has no use for marks; programs often leave some behind.
        if digit.is_none() {
            *cells.notes.last_mut().expect("just pushed") = notes;
        }
        *cells.allowed.last_mut().expect("just pushed") = allowed;
        *cells.regions.last_mut().expect("just pushed") = region;
        Ok(is_given)
    }

    /// A cell as a number, a string or null.
    pub(super) fn digit(&self, raw: &str, size: usize) -> Result<Option<Digit>, ParseError> {
        let text = match Kind::of(raw) {
            Kind::Other if raw == "null" => return Ok(None),
            Kind::Other | Kind::String => self.string(raw).unwrap_or_default(),
            Kind::Array | Kind::Object => String::from("?!"),
        };
        // Programs that count from zero often have -1 for nothing.
        if text == "-1" {
            return Ok(None);
        }
        let symbol = Alphabet::OneBased.digit(text.chars().next().unwrap_or('0'));
        let symbol = symbol.filter(|digit| digit.value() <= size && text.chars().count() == 1);
        match (cells::number(text.trim(), size), symbol) {
            (Some(digit), _) => Ok(digit),
            (None, Some(digit)) => Ok(Some(digit)),
            _ => Err(self.unfit(raw, format!("a digit from 1 to {size} or a blank"))),
        }
    }

    /// A set of digits: an array, or a string of symbols.
    fn digit_set(&self, raw: &'a str, size: usize) -> Result<DigitSet, ParseError> {
        match Kind::of(raw) {
            Kind::Other if raw == "null" => Ok(DigitSet::EMPTY),
            Kind::Array => {
                let digits = self.items(raw).into_iter();
                let digits = digits.map(|item| self.digit(item, size));
                let digits: Result<Vec<Option<Digit>>, ParseError> = digits.collect();
                Ok(digits?.into_iter().flatten().collect())
            }
            Kind::String => {
                let alphabet = Alphabet::standard(size);
                let digits = self.inside(raw, |source| {
                    let symbols = source.text.char_indices();
                    let digits = symbols.map(|(at, c)| source.symbol(at, c, size, alphabet));
                    digits.collect::<Result<Vec<_>, _>>()
                })?;
                Ok(digits.into_iter().flatten().collect())
            }
            Kind::Other | Kind::Object => Err(self.unfit(raw, "candidates as an array")),
        }
    }

    /// A set of digits for each cell.
    pub(super) fn digit_sets(
        &self,
        raw: &'a str,
        size: usize,
    ) -> Result<Vec<DigitSet>, ParseError> {
        let mut sets = self.items(raw);
        let first = sets.first().map(|first| self.items(first));
        let is_rows = sets.len() == size
            && first.is_some_and(|row| row.first().is_some_and(|set| Kind::of(set) == Kind::Array));
        if is_rows {
            sets = sets.into_iter().flat_map(|row| self.items(row)).collect();
        }
        let span = self.source.span_of(raw);
        self.source.size_of(span, sets.len(), Some(size))?;
        let sets = sets.into_iter();
        sets.map(|set| self.digit_set(set, size)).collect()
    }

    /// What `read` makes of the text inside a string. An error is placed in the whole
    /// text: exactly, unless the string has escapes that move things about.
    fn inside<T>(
        &self,
        raw: &str,
        read: impl FnOnce(&Source<'_>) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let text = self.string(raw).unwrap_or_default();
        read(&Source::new("json", &text)).map_err(|error| {
            let mut span = self.source.span_of(raw);
            if raw.len() == text.len() + 2 {
                let start = span.start + 1;
                span = start + error.span.start..start + error.span.end;
            }
            let hint = error.hint;
            let placed = self.source.error(span, error.expected, error.found);
            ParseError { hint, ..placed }
        })
    }
}

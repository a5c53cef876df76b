//! A search node outside of a lane: a record of 729 bits.
//!
//! ```text
//!   bit 81·digit + cell      whether the digit may go in the cell, both from zero
//! ```
//!
//! Twelve words are 768 bits: a whole number of squares to transpose, for any width of a
//! plane.

use super::super::simd::{ByteOrder, Lanes, Plane};
use super::sweep::Block;

/// The candidates of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record(pub(super) [u64; WORDS]);

pub(super) const WORDS: usize = 12;
/// The number of rows of a table: the number of bits of a record.
pub(super) const ROWS: usize = 64 * WORDS;

/// All cells.
const CELLS: u128 = (1 << 81) - 1;

/// The three windows of 32 cells through which characters go in and out. The last two
/// overlap, since 81 is not three times 32.
const WINDOWS: [usize; 3] = [0, 32, 81 - 32];

const IN_ORDER: ByteOrder = {
    let mut from = [0; 32];
    let mut k = 0;
    while k < 32 {
        from[k] = k as u8;
        k += 1;
    }
    ByteOrder::new(from)
};

impl Record {
    pub(super) const EMPTY: Record = Record([0; WORDS]);

    /// The start of a puzzle in 81 characters: `1` to `9` given, anything else blank.
    #[inline(always)]
    pub(super) fn of_givens<L: Lanes>(lanes: L, puzzle: &[u8; 81]) -> Record {
        let mut found = [[0; 9]; 3];
        for (found, start) in found.iter_mut().zip(WINDOWS) {
            let bytes = puzzle[start..].first_chunk();
            *found = lanes.find_digits(bytes.expect("windows are inside"), &IN_ORDER);
        }
        let mut given = 0;
        let mut places = [0; 9];
        for digit in 0..9 {
            for (found, start) in found.iter().zip(WINDOWS) {
                places[digit] |= u128::from(found[digit]) << start;
            }
            given |= places[digit];
        }
        let mut record = Record::EMPTY;
        for digit in 0..9 {
            record.put_all(digit, places[digit] | !given & CELLS);
        }
        record
    }

    /// The same, without the digits that letters exclude: `a` to `i` for `1` to `9`.
    #[inline(always)]
    pub(super) fn of_letters<L: Lanes>(lanes: L, puzzle: &[u8; 81]) -> Record {
        let mut record = Record::of_givens(lanes, puzzle);
        for (cell, byte) in puzzle.iter().enumerate() {
            let digit = usize::from(byte.wrapping_sub(b'a'));
            if digit < 9 {
                record.remove(digit, cell);
            }
        }
        record
    }

    /// The start of a puzzle given as nine marks for each cell: `1` to `9` for a digit
    /// that is possible, in its place or any other of the cell's nine, anything else for
    /// one that is not.
    pub(super) fn of_marks(marks: &[u8; 729]) -> Record {
        let mut record = Record::EMPTY;
        for (cell, marks) in marks.as_chunks::<9>().0.iter().enumerate() {
            for mark in marks {
                let digit = usize::from(mark.wrapping_sub(b'1'));
                if digit < 9 {
                    record.put(digit, cell);
                }
            }
        }
        record
    }

    /// Whether a digit (from zero) is possible in a cell.
    #[inline(always)]
    pub(super) fn has(&self, digit: usize, cell: usize) -> bool {
        let (word, bit) = place(digit, cell);
        self.0[word] >> bit & 1 == 1
    }

    pub(super) fn put(&mut self, digit: usize, cell: usize) {
        let (word, bit) = place(digit, cell);
        self.0[word] |= 1 << bit;
    }

    pub(super) fn remove(&mut self, digit: usize, cell: usize) {
        let (word, bit) = place(digit, cell);
        self.0[word] &= !(1 << bit);
    }

    /// Adds the places of a digit that has none yet.
    #[inline(always)]
    fn put_all(&mut self, digit: usize, cells: u128) {
        let (word, shift) = (81 * digit / 64, 81 * digit % 64);
        let (low, high) = (cells as u64, (cells >> 64) as u64);
        self.0[word] |= low << shift;
        self.0[word + 1] |= low >> 1 >> (63 - shift) | high << shift;
        if shift + 17 > 64 {
            self.0[word + 2] |= high >> (64 - shift);
        }
    }

    /// The places of a digit.
    #[inline(always)]
    fn places(&self, digit: usize) -> u128 {
        let (word, shift) = (81 * digit / 64, 81 * digit % 64);
        let low = u128::from(self.0[word]) | u128::from(self.0[word + 1]) << 64;
        let mut cells = low >> shift;
        if shift + 17 > 64 {
            cells |= u128::from(self.0[word + 2]) << (128 - shift);
        }
        cells & CELLS
    }

    /// The grid as characters, once each cell has one digit.
    #[inline(always)]
    pub(super) fn digits<L: Lanes>(&self, lanes: L) -> [u8; 81] {
        let mut windows = [[0; 9]; 3];
        for digit in 0..9 {
            let places = self.places(digit);
            for (window, start) in windows.iter_mut().zip(WINDOWS) {
                window[digit] = (places >> start) as u32;
            }
        }
        let mut digits = [0; 81];
        for (window, start) in windows.iter().zip(WINDOWS) {
            let characters = lanes.write_digits(window, &IN_ORDER);
            digits[start..start + 32].copy_from_slice(&characters);
        }
        digits
    }

    /// The columns that each digit may be in, row by row.
    pub(super) fn rows(&self) -> [[u16; 9]; 9] {
        let mut rows = [[0; 9]; 9];
        for digit in 0..9 {
            let places = self.places(digit);
            for (row, columns) in rows.iter_mut().enumerate() {
                columns[digit] = (places >> (9 * row)) as u16 & 0x1ff;
            }
        }
        rows
    }

    /// The two sides of a guess in the cell with the fewest candidates (MRV): its first digit
    /// there, or not there. `None` if no cell is open.
    #[cold]
    pub(super) fn guess_cell(&self) -> Option<(Record, Record)> {
        let digits_at = |cell: usize| (0..9).filter(move |&digit| self.has(digit, cell));
        let open = (0..81).filter(|&cell| digits_at(cell).count() > 1);
        let cell = open.min_by_key(|&cell| digits_at(cell).count())?;
        let digit = digits_at(cell).next()?;
        let (mut there, mut not_there) = (*self, *self);
        digits_at(cell)
            .filter(|&other| other != digit)
            .for_each(|other| there.remove(other, cell));
        not_there.remove(digit, cell);
        Some((there, not_there))
    }
}

/// The word and bit of a digit in a cell.
const fn place(digit: usize, cell: usize) -> (usize, usize) {
    let bit = 81 * digit + cell;
    (bit / 64, bit % 64)
}

/// A bit matrix that holds nodes as planes, row by row, or, transposed, as records.
pub(super) struct Table<P>(pub(super) [P; ROWS]);

impl<P: Plane> Table<P> {
    /// Transposes planes into records, or records into planes.
    #[inline(always)]
    pub(super) fn transpose(&mut self) {
        for square in self.0.chunks_exact_mut(P::LANES) {
            P::transpose(square);
        }
    }

    /// Copies the planes of a block.
    #[inline(always)]
    pub(super) fn copy_planes(&mut self, block: &Block<P>) {
        self.0[..729].copy_from_slice(block.planes.as_flattened());
    }

    /// The rows of a digit, cell by cell.
    #[inline(always)]
    pub(super) fn rows(&mut self, digit: usize) -> &mut [P; 81] {
        &mut self.0.as_chunks_mut().0[digit]
    }

    /// Loads the lanes `these` of the table into a block.
    #[inline(always)]
    pub(super) fn load(&self, block: &mut Block<P>, these: P) {
        let empty = these.filled(false);
        for cell in 0..81 {
            let (mut one, mut two) = (empty, empty);
            for digit in 0..9 {
                let plane = self.0[81 * digit + cell] & these;
                two = two | one & plane;
                one = one | plane;
                let before = &mut block.planes[digit][cell];
                *before = before.without(these) | plane;
            }
            block.open[cell] = block.open[cell].without(these) | two;
        }
        block.dead = block.dead.without(these);
    }

    /// Loads the lanes `these` of the table, as bits of characters, into a block. Givens are
    /// `1` to `9`, anything else is blank; with `LETTERS`, `a` to `i` are all digits but `1` to
    /// `9`.
    #[inline(always)]
    pub(super) fn load_characters<const LETTERS: bool>(&self, block: &mut Block<P>, these: P) {
        for (cell, bits) in self.0.as_chunks::<8>().0[..81].iter().enumerate() {
            let [b0, b1, b2, b3, b4, b5, b6, b7] = *bits;
            // The upper half of the character is 3, or 6; the lower half is the digit.
            let three_or_six = if LETTERS { b4 ^ b6 } else { b4.without(b6) };
            let a_digit = (these & b5 & three_or_six).without(b7);
            let below_4 = a_digit.without(b2 | b3);
            let below_8 = (a_digit & b2).without(b3);
            let above_7 = (a_digit & b3).without(b2);
            let neither = these.without(b0 | b1);
            let (odd, even, both) = (b0.without(b1), b1.without(b0), b0 & b1);
            let given = [
                below_4 & odd,
                below_4 & even,
                below_4 & both,
                below_8 & neither,
                below_8 & odd,
                below_8 & even,
                below_8 & both,
                above_7 & neither,
                above_7 & odd,
            ];
            let any = below_4.without(neither) | below_8 | above_7.without(b1);
            let blank = these.without(any);
            let letter = if LETTERS {
                any & b6
            } else {
                these.filled(false)
            };
            for digit in 0..9 {
                let before = &mut block.planes[digit][cell];
                *before = before.without(these) | given[digit] ^ letter | blank;
            }
            block.open[cell] = block.open[cell].without(these) | blank | letter;
        }
        block.dead = block.dead.without(these);
    }

    /// Encodes the lanes `these` of a block, which are solved, as bits of characters.
    #[inline(always)]
    pub(super) fn copy_characters(&mut self, block: &Block<P>, these: P) {
        let none = block.dead.filled(false);
        let characters = self.0.as_chunks_mut::<8>().0[..81].iter_mut();
        for (cell, character) in characters.enumerate() {
            let mut p = [none; 9];
            for digit in 0..9 {
                p[digit] = block.planes[digit][cell];
            }
            let bits = [
                (p[0] | p[2] | p[4] | p[6] | p[8]) & these,
                (p[1] | p[2] | p[5] | p[6]) & these,
                (p[3] | p[4] | p[5] | p[6]) & these,
                (p[7] | p[8]) & these,
                these,
                these,
                none,
                none,
            ];
            for (row, bit) in character.iter_mut().zip(bits) {
                *row = row.without(these) | bit;
            }
        }
    }

    /// The characters of a lane.
    #[inline(always)]
    pub(super) fn characters(&self, lane: usize) -> [u8; 81] {
        let mut bytes = [0; 8 * WORDS];
        let words = self.record(lane).0;
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        *bytes.first_chunk().expect("a record is longer")
    }

    #[inline(always)]
    pub(super) fn put_characters(&mut self, lane: usize, characters: &[u8; 81]) {
        let mut bytes = [0; 8 * WORDS];
        bytes[..81].copy_from_slice(characters);
        let mut record = Record::EMPTY;
        for (word, bytes) in record.0.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        self.put_record(lane, &record);
    }

    /// The record of a lane.
    #[inline(always)]
    pub(super) fn record(&self, lane: usize) -> Record {
        let mut record = Record::EMPTY;
        let squares = self.0.chunks_exact(P::LANES);
        for (words, square) in record.0.chunks_exact_mut(P::LANES / 64).zip(squares) {
            words.copy_from_slice(square[lane].words().as_ref());
        }
        record
    }

    #[inline(always)]
    pub(super) fn put_record(&mut self, lane: usize, record: &Record) {
        let squares = self.0.chunks_exact_mut(P::LANES);
        for (words, square) in record.0.chunks_exact(P::LANES / 64).zip(squares) {
            let mut row = P::Words::default();
            row.as_mut().copy_from_slice(words);
            square[lane] = square[lane].with_words(row);
        }
    }
}

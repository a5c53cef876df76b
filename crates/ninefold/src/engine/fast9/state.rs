//! The state of a grid: 27 bitboards in three and a half vectors; reading and writing it.

use super::super::simd::{Bits, ByteOrder, Eight, Four, Lanes, Vector};

/// The candidates: three bands of digits 1 to 8, and digit 9 of the three bands.
pub(super) struct State<L: Lanes> {
    pub(super) bands: [L::Eight; 3],
    pub(super) nine: L::Four,
}

impl<L: Lanes> Clone for State<L> {
    #[inline(always)]
    fn clone(&self) -> State<L> {
        *self
    }
}

impl<L: Lanes> Copy for State<L> {}

impl<L: Lanes> State<L> {
    #[inline(always)]
    pub(super) fn new(lanes: L, words: &[[u32; 9]; 3]) -> State<L> {
        let eight = |band: usize| lanes.eight(std::array::from_fn(|digit| words[band][digit]));
        State {
            bands: [eight(0), eight(1), eight(2)],
            nine: lanes.four([words[0][8], words[1][8], words[2][8], 0]),
        }
    }

    /// The start of a puzzle in 81 characters; `None` if a row has a digit twice.
    #[inline(always)]
    pub(super) fn of_givens(lanes: L, puzzle: &[u8; 81]) -> Option<State<L>> {
        let mut given = [[0; 9]; 3];
        let mut blank = [CELLS; 3];
        for (band, (start, order)) in WINDOWS.iter().enumerate() {
            let window = puzzle[*start..*start + 32].try_into();
            given[band] = lanes.find_digits(window.expect("32 bytes are 32 bytes"), order);
            blank[band] &= !given[band].iter().fold(0, |all, word| all | word);
        }
        let given = State::new(lanes, &given);
        let blank = lanes.four([blank[0], blank[1], blank[2], 0]);
        let [b0, b1, b2] = given.bands;
        let twice = State::<L> {
            bands: [more_than_one(b0), more_than_one(b1), more_than_one(b2)],
            nine: more_than_one(given.nine),
        };
        if !twice.is_empty() {
            return None;
        }
        // A row that has the digit keeps it where it is; another can take it in its blanks.
        Some(State {
            bands: [
                settled(b0, b0.twice(blank.broadcast::<0>())),
                settled(b1, b1.twice(blank.broadcast::<1>())),
                settled(b2, b2.twice(blank.broadcast::<2>())),
            ],
            nine: settled(given.nine, blank),
        })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [b0, b1, b2] = self.bands;
        (b0 | b1 | b2 | b0.twice(self.nine)).is_zero()
    }

    #[inline(always)]
    pub(super) fn equals(self, other: State<L>) -> bool {
        let [a, b, c] = self.bands;
        let [x, y, z] = other.bands;
        State::<L> {
            bands: [a ^ x, b ^ y, c ^ z],
            nine: self.nine ^ other.nine,
        }
        .is_empty()
    }

    /// Leaves a digit (from zero) in a band only the cells of `mask`.
    #[inline(always)]
    pub(super) fn keep(&mut self, lanes: L, band: usize, digit: usize, mask: u32) {
        const ONE_OF_EIGHT: [[u32; 8]; 8] = {
            let mut lines = [[0; 8]; 8];
            let mut k = 0;
            while k < 8 {
                lines[k][k] = u32::MAX;
                k += 1;
            }
            lines
        };
        const ONE_OF_FOUR: [[u32; 4]; 4] = [
            [u32::MAX, 0, 0, 0],
            [0, u32::MAX, 0, 0],
            [0, 0, u32::MAX, 0],
            [0, 0, 0, u32::MAX],
        ];
        if digit == 8 {
            let only = lanes.four(ONE_OF_FOUR[band & 3]);
            self.nine = self.nine.without(only & only.splat(!mask));
        } else {
            let only = lanes.eight(ONE_OF_EIGHT[digit & 7]);
            let gone = only & only.splat(!mask);
            let [b0, b1, b2] = self.bands;
            self.bands = match band {
                0 => [b0.without(gone), b1, b2],
                1 => [b0, b1.without(gone), b2],
                _ => [b0, b1, b2.without(gone)],
            };
        }
    }

    #[inline(always)]
    pub(super) fn words(self) -> [[u32; 9]; 3] {
        let nine = self.nine.words();
        let mut words = [[0; 9]; 3];
        for band in 0..3 {
            words[band][..8].copy_from_slice(&self.bands[band].words());
            words[band][8] = nine[band];
        }
        words
    }

    /// The grid as characters, once each cell has one digit.
    #[inline(always)]
    pub(super) fn digits(self, lanes: L) -> [u8; 81] {
        let words = self.words();
        let mut digits = [0; 81];
        for band in 0..3 {
            let cells = lanes.write_digits(&words[band], &OUT_OF_BITS);
            digits[27 * band..][..27].copy_from_slice(&cells[..27]);
        }
        digits
    }
}

/// The cells of rows that have more than one.
#[inline(always)]
fn more_than_one<V: Vector>(x: V) -> V {
    // Subtract one in every row: an empty row borrows from its guard bit.
    x & (x | x.splat(GUARDS)).minus(x.splat(FIRST_CELLS))
}

/// All cells of each row that has any.
#[inline(always)]
fn whole_rows<V: Vector>(x: V) -> V {
    // Adding 511 to a row that is not empty carries into its guard bit.
    let filled = x.plus(x.splat(CELLS)) & x.splat(GUARDS);
    filled.minus(filled.shr::<9>())
}

/// In rows that `fixed` has, what `fixed` has; in others, what `open` adds too.
#[inline(always)]
pub(super) fn settled<V: Vector>(fixed: V, open: V) -> V {
    fixed | open.without(whole_rows(fixed))
}

/// The only cell of each row that has just one.
#[inline(always)]
pub(super) fn row_singles<V: Vector>(x: V) -> V {
    x.without(whole_rows(more_than_one(x)))
}

/// The same pattern in each of the three rows of a word.
pub(super) const fn in_rows(row: u32) -> u32 {
    row | row << 10 | row << 20
}

const GUARDS: u32 = in_rows(1 << 9);
pub(super) const CELLS: u32 = in_rows(0x1ff);
const FIRST_CELLS: u32 = in_rows(1);
/// The low three bits of each row, where the boxes are gathered.
pub(super) const BOXES: u32 = in_rows(7);
/// One row's worth of columns.
pub(super) const COLUMNS: u32 = 0x1ff;
/// The cells of the first box in one row.
pub(super) const BOX: u32 = 0b001_001_001;

/// The bit of the cell at this row of the band and column of the board.
pub(super) const fn bit_of(row: usize, column: usize) -> usize {
    10 * row + 3 * (column % 3) + column / 3
}

/// The bits of these columns in the first row of a band.
pub(super) fn bits_of(columns: u16) -> u32 {
    const BITS: [u16; 512] = {
        let mut bits = [0; 512];
        let mut columns = 0;
        while columns < 512 {
            let mut column = 0;
            while column < 9 {
                bits[columns] |= ((columns >> column & 1) << bit_of(0, column)) as u16;
                column += 1;
            }
            columns += 1;
        }
        bits
    };
    u32::from(BITS[usize::from(columns) % 512])
}

/// From reading order to the order of bits, for a band that starts at `skip`.
const fn into_bits(skip: usize) -> ByteOrder {
    let mut from = [u8::MAX; 32];
    let mut cell = 0;
    while cell < 27 {
        from[bit_of(cell / 9, cell % 9)] = (cell + skip) as u8;
        cell += 1;
    }
    ByteOrder::new(from)
}

/// From the order of bits back to reading order.
const OUT_OF_BITS: ByteOrder = {
    let mut from = [u8::MAX; 32];
    let mut cell = 0;
    while cell < 27 {
        from[cell] = bit_of(cell / 9, cell % 9) as u8;
        cell += 1;
    }
    ByteOrder::new(from)
};

/// The start of the 32 bytes that hold each band, with their order. The last window starts
/// before its band, since it would end beyond the puzzle.
const WINDOWS: [(usize, ByteOrder); 3] = [
    (0, into_bits(0)),
    (27, into_bits(0)),
    (81 - 32, into_bits(32 - 27)),
];

//! How a classic board is moved: what stands where, and which digit becomes which.

use super::tables::Row;
use crate::engine::simd::{Lanes, Sixteen};

/// A way to move a classic board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Map9 {
    /// Whether rows become columns first.
    pub(super) is_transposed: bool,
    /// The row that comes to stand at each place, after that.
    pub(super) rows: [u8; 9],
    /// The column that comes to stand at each place.
    pub(super) columns: Row,
    /// What becomes of each digit; 0 is a blank and stays one.
    pub(super) labels: Row,
}

/// The 18 lines of a board, in both orientations: 0 for a blank.
pub(super) struct Rows(pub(super) [[Row; 9]; 2]);

impl Rows {
    /// Anything but `1` to `9` is a blank.
    #[inline(always)]
    pub(super) fn new(board: &[u8; 81]) -> Rows {
        let mut digits = [0; 9 * 8 + 16];
        for (digit, byte) in digits.iter_mut().zip(board) {
            let value = byte.wrapping_sub(b'0');
            *digit = if value > 9 { 0 } else { value };
        }
        let mut rows = [[[0; 16]; 9]; 2];
        for row in 0..9 {
            // Sixteen bytes at a time, of which nine are kept.
            let digits = digits[9 * row..]
                .first_chunk()
                .expect("there are seven more");
            let kept = u128::from_le_bytes(*digits) & ((1 << 72) - 1);
            rows[0][row] = kept.to_le_bytes();
        }
        for row in 0..9 {
            for column in 0..9 {
                rows[1][column][row] = digits[9 * row + column];
            }
        }
        Rows(rows)
    }

    /// Whether every cell has a digit.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        let is_row_full = |row: &Row| row[..9].iter().fold(true, |is, &digit| is & (digit != 0));
        self.0[0].iter().all(is_row_full)
    }

    /// Whether a digit is in a line twice.
    #[inline(always)]
    pub(super) fn has_twins<L: Lanes>(&self, lanes: L) -> bool {
        // A bit for each digit, in two tables: 1 to 8, and 9.
        let low = lanes.sixteen(&[0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0]);
        let high = lanes.sixteen(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
        let none = lanes.sixteen(&[0; 16]);
        let mut twins = none;
        for side in &self.0 {
            // Row after row, all columns at once.
            let (mut seen_low, mut seen_high) = (none, none);
            for row in side {
                let row = lanes.sixteen(row);
                let (bit_low, bit_high) = (low.at(row), high.at(row));
                twins = twins | (seen_low & bit_low) | (seen_high & bit_high);
                seen_low = seen_low | bit_low;
                seen_high = seen_high | bit_high;
            }
        }
        twins.equal(none) != 0xffff
    }

    /// Whether every digit here is one of the other board too.
    #[inline(always)]
    pub(super) fn is_part_of(&self, other: &Rows) -> bool {
        let pairs = self.0[0]
            .as_flattened()
            .iter()
            .zip(other.0[0].as_flattened());
        pairs.fold(true, |is, (a, b)| is & (*a == 0 || a == b))
    }

    /// The board moved, as it is written.
    #[inline(always)]
    pub(super) fn moved<L: Lanes>(&self, lanes: L, map: &Map9) -> [u8; 81] {
        // Each row is written with seven bytes too many, which the next row overwrites.
        let mut text = [0; 9 * 8 + 16];
        let columns = lanes.sixteen(&map.columns);
        let mut symbols = map.labels.map(|label| b'0' + label);
        symbols[0] = b'.';
        let symbols = lanes.sixteen(&symbols);
        let lines = &self.0[usize::from(map.is_transposed)];
        for (place, &row) in map.rows.iter().enumerate() {
            let row = lanes.sixteen(&lines[usize::from(row) % 9]);
            let written = symbols.at(row.at(columns)).bytes();
            text[9 * place..9 * place + 16].copy_from_slice(&written);
        }
        std::array::from_fn(|cell| text[cell])
    }
}

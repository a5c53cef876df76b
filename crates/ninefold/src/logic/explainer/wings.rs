//! XY-Wing and XYZ-Wing.

use super::Edition;
use super::hint::{Deletions, Hint, Pattern, delete};
use super::marks::{Marks, TABLES, bits};

/// The first wing whose pivot has `n` candidates: two for an XY-Wing, three for an XYZ-Wing.
pub(super) fn wing(marks: &Marks, edition: Edition, n: u32) -> Option<Hint> {
    let pairs = marks.cells_with(2);
    for pivot in bits(marks.cells_with(n)) {
        let centre = marks.cells[pivot];
        let is_pair = |cell: &u8| pairs >> *cell & 1 == 1;
        let peers = edition.peers(pivot).iter().filter(|cell| is_pair(cell));
        let pincers: Vec<usize> = peers.map(|&cell| usize::from(cell)).collect();
        for &first in &pincers {
            let one = marks.cells[first];
            if (centre & !one).count_ones() != 1 {
                continue;
            }
            for &second in &pincers {
                let two = marks.cells[second];
                let shared = (centre & one & two).count_ones();
                if (centre | one | two).count_ones() != 3 || shared != n - 2 {
                    continue;
                }
                let digit = (one & two).trailing_zeros() as usize;
                let mut seen = TABLES.peers[first] & TABLES.peers[second];
                seen &= if n == 3 {
                    TABLES.peers[pivot]
                } else {
                    !(1 << pivot)
                };
                let mut deletions = Deletions::new();
                for cell in bits(marks.planes[digit] & seen) {
                    delete(&mut deletions, cell, 1 << digit);
                }
                let cells = [pivot, first, second].map(|cell| cell as u8);
                let (rating, pattern) = match n {
                    2 => (4.2, Pattern::XyWing { cells }),
                    _ => (4.4, Pattern::XyzWing { cells }),
                };
                if let Some(hint) = Hint::removing(rating, pattern, deletions) {
                    return Some(hint);
                }
            }
        }
    }
    None
}

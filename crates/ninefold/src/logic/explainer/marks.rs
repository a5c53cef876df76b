//! The candidates of a classic board, indexed by cell, by digit and by house.
//!
//! Cells are numbered from 0 to 80 in reading order, digits from 0 to 8. Houses are numbered
//! from 0 to 26: boxes, then rows, then columns. Sets of digits and sets of positions in a
//! house are masks of nine bits; sets of cells are masks of 81.

use crate::board::Board;
use crate::puzzle::Puzzle;

/// A candidate: `9 * cell + digit`.
pub(super) type Candidate = u16;

/// The number of candidates of an empty board.
pub(super) const CANDIDATES: usize = 729;

/// Every digit, or every position of a house.
pub(super) const NINE: u16 = 0x1ff;

/// The three kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Block,
    Row,
    Column,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Block, Kind::Row, Kind::Column];

    /// The houses of this kind.
    pub(super) fn houses(self) -> std::ops::Range<usize> {
        let first = 9 * self as usize;
        first..first + 9
    }

    /// The kind of a house.
    pub(super) fn of(house: usize) -> Kind {
        Kind::ALL[house / 9]
    }
}

/// The order in which singles and hidden sets are looked for: boxes, columns, rows.
pub(super) const BLOCKS_COLUMNS_ROWS: [usize; 27] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 18, 19, 20, 21, 22, 23, 24, 25, 26, 9, 10, 11, 12, 13, 14, 15, 16,
    17,
];

/// What never changes about a classic board.
pub(super) struct Tables {
    /// The cells of each house, in the order of their positions.
    pub(super) cells: [[u8; 9]; 27],
    /// The box, the row and the column of each cell.
    pub(super) houses: [[u8; 3]; 81],
    /// The position of each cell in its box, row and column.
    pub(super) positions: [[u8; 3]; 81],
    /// The cells of each house as a set.
    pub(super) house_sets: [u128; 27],
    /// The other cells that share a house with a cell.
    pub(super) peers: [u128; 81],
    /// The same, the cells of the box first, then those of the row, then the column.
    pub(super) peers_by_house: [[u8; 20]; 81],
    /// The same, in reading order.
    pub(super) peers_by_cell: [[u8; 20]; 81],
    /// The positions of the first house that lie in the second.
    pub(super) crossings: [[u16; 27]; 27],
    /// The three boxes that cross a line; the three rows, then the three columns that cross a
    /// box.
    pub(super) crossed: [[[u8; 3]; 2]; 27],
}

pub(super) static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut t = Tables {
        cells: [[0; 9]; 27],
        houses: [[0; 3]; 81],
        positions: [[0; 3]; 81],
        house_sets: [0; 27],
        peers: [0; 81],
        peers_by_house: [[0; 20]; 81],
        peers_by_cell: [[0; 20]; 81],
        crossings: [[0; 27]; 27],
        crossed: [[[0; 3]; 2]; 27],
    };
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let houses = [row / 3 * 3 + column / 3, 9 + row, 18 + column];
        let positions = [row % 3 * 3 + column % 3, column, row];
        let mut k = 0;
        while k < 3 {
            t.cells[houses[k]][positions[k]] = cell as u8;
            t.houses[cell][k] = houses[k] as u8;
            t.positions[cell][k] = positions[k] as u8;
            t.house_sets[houses[k]] |= 1 << cell;
            k += 1;
        }
        cell += 1;
    }
    cell = 0;
    while cell < 81 {
        let h = t.houses[cell];
        let together =
            t.house_sets[h[0] as usize] | t.house_sets[h[1] as usize] | t.house_sets[h[2] as usize];
        t.peers[cell] = together & !(1 << cell);
        let (mut seen, mut n, mut k) = (1u128 << cell, 0, 0);
        while k < 3 {
            let mut position = 0;
            while position < 9 {
                let peer = t.cells[h[k] as usize][position];
                if seen >> peer & 1 == 0 {
                    seen |= 1 << peer;
                    t.peers_by_house[cell][n] = peer;
                    n += 1;
                }
                position += 1;
            }
            k += 1;
        }
        let (mut peer, mut n) = (0, 0);
        while peer < 81 {
            if t.peers[cell] >> peer & 1 == 1 {
                t.peers_by_cell[cell][n] = peer as u8;
                n += 1;
            }
            peer += 1;
        }
        cell += 1;
    }
    let mut house = 0;
    while house < 27 {
        let mut position = 0;
        while position < 9 {
            let cell = t.cells[house][position] as usize;
            let mut k = 0;
            while k < 3 {
                let other = t.houses[cell][k] as usize;
                if other != house {
                    t.crossings[house][other] |= 1 << position;
                }
                k += 1;
            }
            position += 1;
        }
        let third = house % 9 / 3 * 3;
        t.crossed[house] = match house / 9 {
            0 => [lines(9 + third), lines(18 + house % 3 * 3)],
            1 => [lines(third), lines(third)],
            _ => [boxes_of_column(house - 18), boxes_of_column(house - 18)],
        };
        house += 1;
    }
    t
}

const fn lines(first: usize) -> [u8; 3] {
    [first as u8, first as u8 + 1, first as u8 + 2]
}

const fn boxes_of_column(column: usize) -> [u8; 3] {
    let first = column as u8 / 3;
    [first, first + 3, first + 6]
}

/// Whether two cells share a house.
pub(super) fn sees(a: usize, b: usize) -> bool {
    TABLES.peers[a] >> b & 1 == 1
}

/// The cells that see every cell of `cells`.
pub(super) fn seeing_all(cells: u128) -> u128 {
    bits(cells).fold(ALL_CELLS, |seeing, cell| seeing & TABLES.peers[cell])
}

/// The houses of each kind that both cells lie in.
pub(super) fn shared_houses(a: usize, b: usize) -> impl Iterator<Item = usize> {
    let houses = TABLES.houses[a].iter().zip(TABLES.houses[b]);
    houses
        .filter(|&(&x, y)| x == y)
        .map(|(&x, _)| usize::from(x))
}

/// Every cell.
pub(super) const ALL_CELLS: u128 = (1 << 81) - 1;

/// The members of a set of cells, ascending.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The members of a mask of digits or positions, ascending.
pub(super) fn members(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            member
        })
    })
}

/// Whether a mask has exactly one member.
pub(super) fn is_single(mask: u16) -> bool {
    mask != 0 && mask & (mask - 1) == 0
}

/// The sets of `size` out of the first `n` members, by the value of their masks.
pub(super) fn subsets(size: u32, n: u32) -> impl Iterator<Item = u16> {
    let (sets, first) = (&SUBSETS.0, SUBSETS.1[size as usize] as usize);
    let of_size = &sets[first..SUBSETS.1[size as usize + 1] as usize];
    of_size
        .iter()
        .copied()
        .take_while(move |set| n > 0 && set >> n == 0)
}

/// All sets of nine members by size, then by the value of their masks; and where each size
/// begins.
static SUBSETS: ([u16; 512], [u16; 11]) = {
    let (mut sets, mut firsts, mut n) = ([0; 512], [0; 11], 0);
    let mut size = 0;
    while size < 10 {
        firsts[size] = n as u16;
        let mut set = 0u16;
        while set < 512 {
            if set.count_ones() as usize == size {
                sets[n] = set;
                n += 1;
            }
            set += 1;
        }
        size += 1;
    }
    firsts[10] = n as u16;
    (sets, firsts)
};

/// Which digits to look at in each house.
pub(super) type Scope = [u16; 27];

/// All digits in all houses.
pub(super) const EVERYWHERE: Scope = [NINE; 27];

/// The candidates of a board that is worked on.
#[derive(Clone)]
pub(super) struct Marks {
    /// The candidates of each cell; none for a filled cell.
    pub(super) cells: [u16; 81],
    /// The cells that each digit can go to.
    pub(super) planes: [u128; 9],
    /// The positions of each house that each digit can go to.
    pub(super) places: [[u16; 9]; 27],
    /// The empty positions of each house.
    pub(super) empty: [u16; 27],
    /// How many cells are filled with each digit.
    pub(super) filled: [u8; 9],
    /// The cells that are not filled.
    pub(super) open: u128,
}

impl Marks {
    /// A board whose cells are all filled.
    fn full() -> Marks {
        Marks {
            cells: [0; 81],
            planes: [0; 9],
            places: [[0; 9]; 27],
            empty: [0; 27],
            filled: [0; 9],
            open: 0,
        }
    }

    /// The candidates of a puzzle. Where pencil marks leave a cell one digit that no cell in
    /// sight has, the cell is filled.
    pub(super) fn of(puzzle: &Puzzle) -> Marks {
        if puzzle.marks().is_none() {
            let mut values = [0; 81];
            for (value, given) in values.iter_mut().zip(puzzle.givens()) {
                *value = given.map_or(0, |digit| digit.value() as u8);
            }
            return Marks::from_values(&values);
        }
        let (mut values, candidates) = on_board(&Board::new(puzzle));
        let marks = Marks::from_candidates(&values, &candidates);
        for cell in bits(marks.cells_with(1)) {
            let digit = marks.cells[cell].trailing_zeros() as usize;
            if marks.planes[digit] & TABLES.peers[cell] == 0 {
                values[cell] = digit as u8 + 1;
            }
        }
        Marks::from_candidates(&values, &candidates)
    }

    /// The candidates of a board.
    pub(super) fn of_board(board: &Board) -> Marks {
        let (values, candidates) = on_board(board);
        Marks::from_candidates(&values, &candidates)
    }

    /// The candidates that the digits of `values` leave; 0 stands for an empty cell.
    pub(super) fn from_values(values: &[u8; 81]) -> Marks {
        let mut marks = Marks::from_candidates(values, &[NINE; 81]);
        for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            marks.remove_all(
                marks.planes[usize::from(value) - 1] & TABLES.peers[cell],
                value - 1,
            );
        }
        marks
    }

    /// The filled cells of `values`, and in all others the candidates given.
    pub(super) fn from_candidates(values: &[u8; 81], candidates: &[u16; 81]) -> Marks {
        let mut marks = Marks::full();
        for (cell, &value) in values.iter().enumerate() {
            if value > 0 {
                marks.filled[usize::from(value) - 1] += 1;
                continue;
            }
            marks.open |= 1 << cell;
            marks.cells[cell] = candidates[cell];
            for (house, position) in TABLES.houses[cell].into_iter().zip(TABLES.positions[cell]) {
                marks.empty[usize::from(house)] |= 1 << position;
                for digit in members(candidates[cell]) {
                    marks.places[usize::from(house)][digit] |= 1 << position;
                }
            }
            members(candidates[cell]).for_each(|digit| marks.planes[digit] |= 1 << cell);
        }
        marks
    }

    /// The number of empty cells of a house.
    pub(super) fn n_empty(&self, house: usize) -> u32 {
        self.empty[house].count_ones()
    }

    /// Whether every cell is filled.
    pub(super) fn is_full(&self) -> bool {
        self.open == 0
    }

    /// Removes a candidate that is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.planes[digit] &= !(1 << cell);
        let [block, row, column] = TABLES.houses[cell];
        let [in_block, in_row, in_column] = TABLES.positions[cell];
        self.places[usize::from(block)][digit] &= !(1 << in_block);
        self.places[usize::from(row)][digit] &= !(1 << in_row);
        self.places[usize::from(column)][digit] &= !(1 << in_column);
    }

    fn remove_all(&mut self, cells: u128, digit: u8) {
        bits(cells).for_each(|cell| self.remove(cell, usize::from(digit)));
    }

    /// Fills a cell and removes its digit from all cells that it sees.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        members(self.cells[cell]).for_each(|other| self.remove(cell, other));
        self.remove_all(self.planes[digit] & TABLES.peers[cell], digit as u8);
        self.open &= !(1 << cell);
        self.filled[digit] += 1;
        for (house, position) in TABLES.houses[cell].into_iter().zip(TABLES.positions[cell]) {
            self.empty[usize::from(house)] &= !(1 << position);
        }
    }

    /// The cells with exactly `n` candidates.
    pub(super) fn cells_with(&self, n: u32) -> u128 {
        bits(self.open)
            .filter(|&cell| self.cells[cell].count_ones() == n)
            .fold(0, |set, cell| set | 1 << cell)
    }
}

/// The digits of a board's cells, 0 for none, and their candidates.
fn on_board(board: &Board) -> ([u8; 81], [u16; 81]) {
    let (mut values, mut candidates) = ([0; 81], [0; 81]);
    for cell in board.geometry().cells() {
        values[cell.index()] = board.value(cell).map_or(0, |digit| digit.value() as u8);
        let digits = board.candidates(cell).iter();
        candidates[cell.index()] = digits.fold(0, |mask, digit| mask | 1 << digit.index());
    }
    (values, candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_by_the_value_of_their_masks() {
        let pairs: Vec<u16> = subsets(2, 4).collect();
        assert_eq!(pairs, [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(subsets(0, 3).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(0, 0).count(), 0);
    }

    #[test]
    fn a_cell_has_twenty_peers_in_two_orders() {
        assert_eq!(
            TABLES.peers_by_house[0][..9],
            [1, 2, 9, 10, 11, 18, 19, 20, 3]
        );
        assert_eq!(TABLES.peers_by_cell[0][..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        for cell in 0..81 {
            let set = |order: [u8; 20]| order.iter().fold(0u128, |set, &peer| set | 1 << peer);
            assert_eq!(set(TABLES.peers_by_house[cell]), TABLES.peers[cell]);
            assert_eq!(set(TABLES.peers_by_cell[cell]), TABLES.peers[cell]);
        }
    }

    #[test]
    fn placing_keeps_all_three_indexes_alike() {
        let mut marks = Marks::from_values(&[0; 81]);
        marks.place(40, 4);
        marks.remove(0, 0);
        for house in 0..27 {
            for digit in 0..9 {
                let cells = TABLES.cells[house].iter().enumerate();
                let places =
                    cells.filter(|&(_, &cell)| marks.cells[cell as usize] >> digit & 1 == 1);
                let mask = places.fold(0, |mask, (position, _)| mask | 1 << position);
                assert_eq!(marks.places[house][digit], mask);
            }
        }
        let plane =
            |digit: usize| bits(marks.open).filter(move |&c| marks.cells[c] >> digit & 1 == 1);
        for digit in 0..9 {
            assert!(plane(digit).eq(bits(marks.planes[digit])));
        }
    }
}

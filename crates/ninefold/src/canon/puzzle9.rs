//! The smallest form of a classic puzzle with blanks: row by row, with open orders.
//!
//! # The plain version
//!
//! ```text
//!   states = nothing taken yet, as it is and transposed
//!   nine times:
//!       for each state and each row that may come next:
//!           for each order of the columns that agrees with the rows above:
//!               write the row, with new digits labelled in the order in which they come
//!       keep the states with the smallest row
//! ```
//!
//! That is `lines.rs`, for boards of any size. The inner loop need not try orders: **an order
//! is open only among columns, and among stacks, that are blank so far.** Blanks come before
//! digits, so blank columns stand at the left of their stack, and of these the row puts its
//! blanks first, then known labels in ascending order, then new digits, whose order makes no
//! difference to this row. Only such new digits side by side, and blank stacks with equally
//! many of them, give several states.
//!
//! # And now the fast way
//!
//! 1. A row of a state takes a dozen instructions on sixteen bytes. Each byte is a label in
//!    the high half and its column in the low half, so that sorting open columns gives the
//!    row and the new order at once; and where a stack has no open columns, the bytes are not
//!    compared. New labels come from a table by the bits where they stand.
//! 2. The nine labels of a row are one number.
//! 3. The first row is the one whose digits per stack are fewest: a table by its bits.
//! 4. A blank row is the smallest there is; of the blank rows of a band, and of the blank
//!    bands, one stands for all.
//!
//! For 17 clues, that is 18 rows looked at and 16 states on average.

use super::map9::{Map9, Rows};
use super::tables::{PADDING, Row};
use crate::engine::simd::{Lanes, Sixteen};
use crate::symmetry::ORDERS_OF_THREE;

/// The states that lead to the smallest form of a puzzle.
#[derive(Default)]
pub(super) struct PuzzleForm {
    states: Vec<State>,
    next: Vec<State>,
    best: Vec<Written>,
    /// The blank lines of each orientation.
    blank: [u16; 2],
}

/// Some rows of the form, and how they came about.
#[derive(Clone, Copy)]
struct State {
    /// The column at each place; where places are open, one of the possible orders.
    order: Row,
    /// The label of each digit in the high half; [`NEW`] for one that has none.
    labels: Row,
    /// The rows taken, four bits for each.
    rows: u64,
    /// The rows taken, as a set.
    taken: u16,
    /// The places whose columns are blank so far.
    empty: u16,
    is_transposed: bool,
    /// How many digits have a label.
    n_labels: u8,
}

/// A row that may come next.
#[derive(Clone, Copy)]
struct Written {
    state: u32,
    row: u8,
    /// Label and column at each place.
    bytes: Row,
    /// The places with new digits.
    new: u16,
    /// The places without a digit.
    blank: u16,
}

/// The high half of a digit without a label.
const NEW: u8 = 0xf0;
const ALL: u16 = 0x1ff;

impl PuzzleForm {
    /// Finds the states for a puzzle. No digit may be in a line twice.
    #[inline(always)]
    pub(super) fn find<L: Lanes>(&mut self, lanes: L, board: &Rows) {
        let zero = lanes.sixteen(&[0; 16]);
        let mut rows = [[zero; 9]; 2];
        let mut masks = [[0; 9]; 2];
        self.blank = [0; 2];
        for side in 0..2 {
            for row in 0..9 {
                rows[side][row] = lanes.sixteen(&board.0[side][row]);
                masks[side][row] = !rows[side][row].equal(zero) as u16 & ALL;
                self.blank[side] |= u16::from(masks[side][row] == 0) << row;
            }
        }
        self.start(lanes, &rows, &masks);
        for n_taken in 1..9 {
            self.write(lanes, &rows, n_taken);
            self.advance(lanes, &rows, n_taken);
        }
    }

    /// The first row.
    #[inline(always)]
    fn start<L: Lanes>(&mut self, lanes: L, rows: &[[L::Sixteen; 9]; 2], masks: &[[u16; 9]; 2]) {
        self.states.clear();
        self.best.clear();
        let mut best = u16::MAX;
        for mask in masks.as_flattened() {
            best = best.min(FIRST[usize::from(*mask)]);
        }
        for side in 0..2 {
            let state = State {
                order: PADDING,
                labels: UNLABELLED,
                rows: 0,
                taken: 0,
                empty: ALL,
                is_transposed: side == 1,
                n_labels: 0,
            };
            self.states.push(state);
            let mut first = 0_u16;
            for row in 0..9 {
                first |= u16::from(FIRST[usize::from(masks[side][row])] == best) << row;
            }
            if best == 0 {
                first = one_for_all(first);
            }
            while first != 0 {
                let row = first.trailing_zeros() as u8;
                first &= first - 1;
                let (_, mut written) = write_row(lanes, &state, rows[side][usize::from(row)]);
                written.state = side as u32;
                written.row = row;
                self.best.push(written);
            }
        }
        self.advance(lanes, rows, 0);
    }

    /// The rows that may come next and are the smallest.
    #[inline(always)]
    fn write<L: Lanes>(&mut self, lanes: L, rows: &[[L::Sixteen; 9]; 2], n_taken: u32) {
        self.best.clear();
        let mut best = u64::MAX;
        for (number, state) in self.states.iter().enumerate() {
            let side = usize::from(state.is_transposed);
            let mut open = if n_taken.is_multiple_of(3) {
                // The bands of which no row is taken.
                let bands = (state.taken | state.taken >> 1 | state.taken >> 2) & 0o111;
                ALL & !(bands * 7)
            } else {
                let last = state.rows >> (4 * (n_taken - 1)) & 15;
                7 << (last / 3 * 3) & !state.taken
            };
            let blank = open & self.blank[side];
            if blank != 0 {
                open = one_for_all(blank);
            }
            while open != 0 {
                let row = open.trailing_zeros() as u8;
                open &= open - 1;
                let (key, mut written) = write_row(lanes, state, rows[side][usize::from(row)]);
                if key < best {
                    best = key;
                    self.best.clear();
                }
                if key == best {
                    written.state = number as u32;
                    written.row = row;
                    self.best.push(written);
                }
            }
        }
    }

    /// The states after the rows that were chosen.
    #[inline(always)]
    fn advance<L: Lanes>(&mut self, lanes: L, rows: &[[L::Sixteen; 9]; 2], n_taken: u32) {
        self.next.clear();
        for written in &self.best {
            let mut state = self.states[written.state as usize];
            state.rows |= u64::from(written.row) << (4 * n_taken);
            state.taken |= 1 << written.row;
            let was_empty = state.empty;
            state.empty &= written.blank;
            let low = lanes.sixteen(&[0x0f; 16]);
            let order = lanes.sixteen(&written.bytes) & low;
            state.order = order.bytes();
            let row = rows[usize::from(state.is_transposed)][usize::from(written.row)];
            let is_tied = TIES[usize::from(was_empty & written.new)] || {
                let whole = n_empty_stacks(was_empty) - n_empty_stacks(state.empty);
                whole >= 2
            };
            if is_tied {
                branch(&state, &row.bytes(), was_empty, written.new, &mut self.next);
            } else {
                let digits = row.at(order).bytes();
                state.label(&digits, written.new);
                self.next.push(state);
            }
        }
        std::mem::swap(&mut self.states, &mut self.next);
    }

    /// A way to the smallest form.
    pub(super) fn map(&self) -> Map9 {
        let state = self.states.first().expect("a puzzle has a smallest form");
        let mut labels = [0; 16];
        let mut next = state.n_labels;
        for digit in 1..10 {
            labels[digit] = if state.labels[digit] == NEW {
                next += 1;
                next
            } else {
                state.labels[digit] >> 4
            };
        }
        Map9 {
            is_transposed: state.is_transposed,
            rows: std::array::from_fn(|k| (state.rows >> (4 * k) & 15) as u8),
            columns: state.order,
            labels,
        }
    }

    /// In how many ways the cells can move so that a relabelling restores the puzzle.
    pub(super) fn n_automorphisms(&self) -> u64 {
        const FACTORIALS: [u64; 4] = [1, 1, 2, 6];
        let ways = |mask: u16| {
            let lines = [0, 3, 6].map(|start| (mask >> start & 7).count_ones() as usize);
            let whole = lines.iter().filter(|&&n| n == 3).count();
            lines.iter().map(|&n| FACTORIALS[n]).product::<u64>() * FACTORIALS[whole]
        };
        let each = |state: &State| {
            let blank = self.blank[usize::from(state.is_transposed)];
            ways(state.empty) * ways(blank)
        };
        self.states.iter().map(each).sum()
    }
}

impl State {
    /// Labels new digits in the order in which they stand.
    #[inline(always)]
    fn label(&mut self, digits: &Row, new: u16) {
        let mut new = new;
        while new != 0 {
            let place = new.trailing_zeros() as usize;
            new &= new - 1;
            self.n_labels += 1;
            self.labels[usize::from(digits[place & 15] & 15)] = self.n_labels << 4;
        }
    }
}

/// One blank row of each band, and one band of those that are blank.
#[inline(always)]
fn one_for_all(blank: u16) -> u16 {
    let mut rows = 0;
    let mut is_whole = false;
    for start in [0, 3, 6] {
        let of_band = blank >> start & 7;
        if of_band != 7 || !is_whole {
            rows |= (of_band & of_band.wrapping_neg()) << start;
        }
        is_whole |= of_band == 7;
    }
    rows
}

/// How many stacks at the left are blank.
#[inline(always)]
fn n_empty_stacks(empty: u16) -> u32 {
    u32::from(empty & 7 == 7) + u32::from(empty & 0o77 == 0o77) + u32::from(empty == ALL)
}

/// Writes a row of a state as small as can be. Returns it as one number, too.
#[inline(always)]
fn write_row<L: Lanes>(lanes: L, state: &State, row: L::Sixteen) -> (u64, Written) {
    let high = lanes.sixteen(&[0xf0; 16]);
    let order = lanes.sixteen(&state.order);
    let labels = lanes.sixteen(&state.labels);
    let mut bytes = labels.at(row.at(order)) | order;
    if state.empty != 0 {
        let ties = &OPEN[usize::from(state.empty)];
        let (left, right) = (lanes.sixteen(&ties.left), lanes.sixteen(&ties.right));
        let (first, last) = (
            lanes.sixteen(&FIRST_OF_THREE),
            lanes.sixteen(&LAST_OF_THREE),
        );
        let middle_or_last = lanes.sixteen(&NOT_FIRST_OF_THREE);
        let not_last = lanes.sixteen(&NOT_LAST_OF_THREE);
        for (swap, small, large) in [
            (left, first, middle_or_last),
            (right, not_last, last),
            (left, first, middle_or_last),
        ] {
            let other = bytes.at(swap);
            bytes = (bytes.min(other) & small) | (bytes.max(other) & large);
        }
        let n_stacks = n_empty_stacks(state.empty);
        if n_stacks >= 2 {
            let order = stacks_in_order(&(bytes & high).bytes(), n_stacks);
            bytes = bytes.at(lanes.sixteen(&STACKS[order]));
        }
    }
    let labels = bytes & high;
    let new = labels.equal(high) as u16 & ALL;
    let blank = labels.equal(lanes.sixteen(&[0; 16])) as u16 & ALL;
    let known = lanes.sixteen(&[state.n_labels << 4; 16]);
    let numbers = labels.min(known.plus(lanes.sixteen(&RANKS[usize::from(new)])));
    let (low, last) = numbers.longs();
    let key = low.swap_bytes() | (last & 0xff) >> 4;
    let written = Written {
        state: 0,
        row: 0,
        bytes: bytes.bytes(),
        new,
        blank,
    };
    (key, written)
}

/// The number of the order that sorts the first two or three stacks by their labels.
#[inline(always)]
fn stacks_in_order(labels: &Row, n_stacks: u32) -> usize {
    let stack = |k: usize| [labels[k], labels[k + 1], labels[k + 2]];
    let (a, b, c) = (stack(0), stack(3), stack(6));
    if n_stacks == 2 {
        return if a <= b { 0 } else { 2 };
    }
    match (a <= b, a <= c, b <= c) {
        (true, _, true) => 0,
        (true, true, false) => 1,
        (false, true, _) => 2,
        (true, false, _) => 4,
        (false, false, true) => 3,
        (false, false, false) => 5,
    }
}

/// All states that write the row alike: new digits in open columns in every order, and open
/// stacks with as many of them likewise.
#[cold]
#[inline(never)]
fn branch(state: &State, row: &Row, was_empty: u16, new: u16, next: &mut Vec<State>) {
    let digits = |order: &Row| order.map(|column| row[usize::from(column & 15)]);
    let mut orders = vec![state.order];
    // The stacks whose columns all were open; equal ones have equal bits, all of them new
    // digits, since no digit is in a row twice.
    let n_stacks = n_empty_stacks(was_empty) as usize;
    let of_stack = |stack: usize| new >> (3 * stack) & 7;
    let is_equal = |a: usize, b: usize| {
        let is_new = |stack: usize| {
            let filled = !state.empty >> (3 * stack) & 7;
            filled != 0 && filled == of_stack(stack)
        };
        a == b || is_new(a) && is_new(b) && of_stack(a) == of_stack(b)
    };
    if n_stacks >= 2 {
        let all = ORDERS_OF_THREE.iter().enumerate();
        let keeps_the_row = |order: &[u8; 3]| {
            let mut places = order.iter().enumerate();
            places.all(|(place, &stack)| {
                let stack = usize::from(stack);
                place == stack || place < n_stacks && stack < n_stacks && is_equal(place, stack)
            })
        };
        let allowed = all.filter(|(_, order)| keeps_the_row(order));
        orders = allowed
            .map(|(number, _)| STACKS[number].map(|place| state.order[usize::from(place)]))
            .collect();
    }
    for stack in 0..3 {
        let tied = was_empty & new & 7 << (3 * stack);
        if tied.count_ones() < 2 {
            continue;
        }
        let places: Vec<usize> = (0..9).filter(|place| tied >> place & 1 == 1).collect();
        let mut more = Vec::new();
        for order in &orders {
            for permutation in ORDERS_OF_THREE {
                // Of two, the first two of the orders that leave the third alone.
                if places.len() == 2 && permutation[2] != 2 {
                    continue;
                }
                let mut changed = *order;
                for (&place, k) in places.iter().zip(permutation) {
                    changed[place] = order[places[usize::from(k)]];
                }
                more.push(changed);
            }
        }
        orders = more;
    }
    for order in orders {
        let mut branch = *state;
        branch.order = order;
        branch.label(&digits(&order), new);
        next.push(branch);
    }
}

/// How open columns are sorted: neighbours that are both open change places.
struct Open {
    /// The first two of each stack.
    left: Row,
    /// The last two.
    right: Row,
}

/// By the places that are open.
static OPEN: [Open; 512] = {
    const NONE: Open = Open {
        left: PADDING,
        right: PADDING,
    };
    let mut table = [NONE; 512];
    let mut empty = 0;
    while empty < 512 {
        let mut place = 0;
        while place < 8 {
            if empty >> place & 3 == 3 {
                let (a, b) = (place as u8, place as u8 + 1);
                if place % 3 == 0 {
                    table[empty].left[place] = b;
                    table[empty].left[place + 1] = a;
                } else if place % 3 == 1 {
                    table[empty].right[place] = b;
                    table[empty].right[place + 1] = a;
                }
            }
            place += 1;
        }
        empty += 1;
    }
    table
};

/// All ones at the places with these remainders by three.
const fn of_three(remainders: [bool; 3]) -> Row {
    let mut row = [0; 16];
    let mut place = 0;
    while place < 16 {
        if remainders[place % 3] {
            row[place] = 0xff;
        }
        place += 1;
    }
    row
}

const FIRST_OF_THREE: Row = of_three([true, false, false]);
const NOT_FIRST_OF_THREE: Row = of_three([false, true, true]);
const NOT_LAST_OF_THREE: Row = of_three([true, true, false]);
const LAST_OF_THREE: Row = of_three([false, false, true]);

/// No digit has a label; a blank is 0.
const UNLABELLED: Row = {
    let mut labels = [NEW; 16];
    labels[0] = 0;
    labels
};

/// For the places with new digits: at each place the number of new digits up to there, in the
/// high half.
static RANKS: [Row; 512] = {
    let mut table = [[0; 16]; 512];
    let mut new = 0;
    while new < 512 {
        let mut place = 0;
        while place < 9 {
            let up_to = new & ((2 << place) - 1);
            table[new][place] = ((up_to as u32).count_ones() as u8) << 4;
            place += 1;
        }
        new += 1;
    }
    table
};

/// Whether a stack has two or three of these places.
static TIES: [bool; 512] = {
    let mut table = [false; 512];
    let mut places = 0_usize;
    while places < 512 {
        table[places] = (places & 7).count_ones() >= 2
            || (places >> 3 & 7).count_ones() >= 2
            || (places >> 6).count_ones() >= 2;
        places += 1;
    }
    table
};

/// Places of columns when stacks are in one of the [`ORDERS_OF_THREE`].
static STACKS: [Row; 6] = {
    let mut table = [PADDING; 6];
    let mut order = 0;
    while order < 6 {
        let mut place = 0;
        while place < 9 {
            let stack = ORDERS_OF_THREE[order][place / 3] as usize;
            table[order][place] = (3 * stack + place % 3) as u8;
            place += 1;
        }
        order += 1;
    }
    table
};

/// The smallest pattern of a first row with digits at these places, the first place highest.
static FIRST: [u16; 512] = {
    const PATTERNS: [u16; 4] = [0b000, 0b001, 0b011, 0b111];
    let mut table = [0; 512];
    let mut mask = 0_usize;
    while mask < 512 {
        let mut stacks = [
            PATTERNS[(mask & 7).count_ones() as usize],
            PATTERNS[(mask >> 3 & 7).count_ones() as usize],
            PATTERNS[(mask >> 6).count_ones() as usize],
        ];
        // Insertion sort of three.
        let mut k = 0;
        while k < 3 {
            let (a, b) = if k == 1 { (1, 2) } else { (0, 1) };
            if stacks[a] > stacks[b] {
                let larger = stacks[a];
                stacks[a] = stacks[b];
                stacks[b] = larger;
            }
            k += 1;
        }
        table[mask] = stacks[0] << 6 | stacks[1] << 3 | stacks[2];
        mask += 1;
    }
    table
};

//! Steps 5 and 6, at the fixpoint of sweeping: triads, then a guess.

use super::super::simd::{Eight, Four, Lanes, Vector};
use super::state::{BOX, BOXES, COLUMNS, State, bit_of, in_rows};

/// The outcome of a stall.
pub(super) enum Stall<L: Lanes> {
    /// Triads removed candidates: sweep again.
    Over(State<L>),
    /// Triads removed nothing: the two states of a guess.
    Guess(State<L>, State<L>),
}

/// Applies steps 5 and 6 to a state that sweeping does not change.
#[inline(always)]
pub(super) fn at_a_stall<L: Lanes>(lanes: L, state: State<L>) -> Stall<L> {
    // 5. Triads that hold three digits already.
    let [b0, b1, b2] = state.bands;
    let (t0, t1, t2) = (triads(b0), triads(b1), triads(b2));
    let tn = triads(state.nine);
    let full0 = three(t0.forced.halves(), tn.forced.broadcast::<0>());
    let full1 = three(t1.forced.halves(), tn.forced.broadcast::<1>());
    let full2 = three(t2.forced.halves(), tn.forced.broadcast::<2>());
    let changed = State {
        bands: [
            leave_full_triads(b0, t0.forced, b0.twice(full0)),
            leave_full_triads(b1, t1.forced, b1.twice(full1)),
            leave_full_triads(b2, t2.forced, b2.twice(full2)),
        ],
        nine: leave_full_triads(state.nine, tn.forced, full0.mixed(full1, full2)),
    };
    if !changed.equals(state) {
        return Stall::Over(changed);
    }

    // 6. A guess: the arrangements of every digit, a byte for each band or stack.
    let in_bands = band_arrangements(&t0)
        | band_arrangements(&t1).shl::<8>()
        | band_arrangements(&t2).shl::<16>();
    let nine = band_arrangements(&tn).words();
    let in_stacks = stack_arrangements(t0.columns, t1.turned, t2.turned);
    let nine_in_stacks = stack_arrangements(
        tn.columns,
        (tn.turned.0.turned_once(), tn.turned.1.turned_once()),
        (tn.turned.0.turned_twice(), tn.turned.1.turned_twice()),
    );
    let bands = Choices::<L>::new(lanes, in_bands, nine[0] | nine[1] << 8 | nine[2] << 16);
    let stacks = Choices::<L>::new(lanes, in_stacks, nine_in_stacks.first());
    let (mut first, mut second) = (state, state);
    match bands.fewest(0).min(stacks.fewest(3)) {
        NO_PAIR => guess_cell(lanes, &mut first, &mut second),
        fewest if fewest % 8 < 3 => {
            let band = (fewest % 8) as usize;
            let (digit, a, b) = bands.pair(band, &RANK_IN_BAND);
            first.keep(lanes, band, digit, IN_BAND[a]);
            second.keep(lanes, band, digit, IN_BAND[b]);
        }
        fewest => {
            let stack = (fewest % 8) as usize - 3;
            let (digit, a, b) = stacks.pair(stack, &RANK_IN_STACK);
            let cells = IN_STACK[stack][a].into_iter().zip(IN_STACK[stack][b]);
            for (band, (a, b)) in cells.enumerate() {
                first.keep(lanes, band, digit, a);
                second.keep(lanes, band, digit, b);
            }
        }
    }
    Stall::Guess(first, second)
}

/// The triads that a digit can be in, in a band and in the stacks, one vector of digits at a
/// time.
struct Triads<V> {
    /// The boxes open in each row, twice over.
    boxes: V,
    /// The open columns of the band, and these rotated by one and two within each stack.
    columns: V,
    turned: (V, V),
    /// Triads that the digit cannot avoid: a box in a row (its bits in the rows), a
    /// column in the band (from bit 23 up).
    forced: V,
}

const FORCED_COLUMNS: i32 = 23;

#[inline(always)]
fn triads<V: Vector>(x: V) -> Triads<V> {
    let open = (x | x.shr::<3>() | x.shr::<6>()) & x.splat(BOXES);
    let boxes = open | open.shl::<3>();
    let columns = (x | x.shr::<10>() | x.shr::<20>()) & x.splat(COLUMNS);
    let twice = columns | columns.shl::<9>();
    let turned = (twice.shr::<3>(), twice.shr::<6>());
    let forced_boxes = open.without(boxes.shr::<1>() | boxes.shr::<2>());
    let forced_columns = columns.without(turned.0 | turned.1);
    Triads {
        boxes,
        columns,
        turned,
        forced: forced_boxes | forced_columns.shl::<FORCED_COLUMNS>(),
    }
}

/// Step 5: digits that could avoid a `full` triad leave it.
#[inline(always)]
fn leave_full_triads<V: Vector>(x: V, forced: V, full: V) -> V {
    let leave = full.without(forced);
    let boxes = leave & x.splat(BOXES);
    let columns = leave.shr::<FORCED_COLUMNS>();
    x.without(boxes | boxes.shl::<3>() | boxes.shl::<6>())
        .without(columns | columns.shl::<10>() | columns.shl::<20>())
}

/// The six arrangements of each digit in a band, as six bits; see [`IN_BAND`].
#[inline(always)]
fn band_arrangements<V: Vector>(triads: &Triads<V>) -> V {
    let boxes = triads.boxes;
    let first = boxes & boxes.splat(7);
    let falling = first & boxes.shr::<11>() & boxes.shr::<22>();
    let rising = first & boxes.shr::<12>() & boxes.shr::<21>();
    falling | rising.shl::<3>()
}

/// The six arrangements of each digit in the three stacks, a byte for each stack; see
/// [`IN_STACK`]. `next` and `last` are the rotated columns of the other two bands.
#[inline(always)]
fn stack_arrangements<V: Vector>(columns: V, next: (V, V), last: (V, V)) -> V {
    let falling = columns & next.0 & last.1;
    let rising = columns & next.1 & last.0;
    let both = falling | rising.shl::<16>();
    let stack = |x: V| {
        let x = x & x.splat(0x0049_0049);
        (x | x.shr::<15>()) & x.splat(0xff)
    };
    stack(both) | stack(both.shr::<1>()).shl::<8>() | stack(both.shr::<2>()).shl::<16>()
}

/// The cells of an arrangement in a band: row 1 in box `k`, the others in the boxes
/// after it, in order (bits 0 to 2) or in reverse (bits 3 to 5).
const IN_BAND: [u32; 8] = {
    let mut cells = [0; 8];
    let mut bit = 0;
    while bit < 6 {
        let (first, step) = (bit % 3, 1 + bit / 3);
        let mut row = 0;
        while row < 3 {
            cells[bit] |= BOX << ((first + row * step) % 3) << (10 * row);
            row += 1;
        }
        bit += 1;
    }
    cells
};

/// The cells an arrangement in a stack leaves to each band, other stacks included:
/// band 1 in column `c`, the others in the columns after it, in order (bit `3c`) or in
/// reverse (bit `3c + 1`). Indexed by stack, bit, band.
const IN_STACK: [[[u32; 3]; 8]; 3] = {
    let mut cells = [[[0; 3]; 8]; 3];
    let mut stack = 0;
    while stack < 3 {
        let mut bit = 0;
        while bit < 8 {
            let (first, step) = (bit / 3, 1 + bit % 3);
            let mut band = 0;
            while band < 3 {
                let column = (first + band * step) % 3;
                let elsewhere = !in_rows(BOX << stack);
                cells[stack][bit][band] = elsewhere | in_rows(1 << (3 * column + stack));
                band += 1;
            }
            bit += 1;
        }
        stack += 1;
    }
    cells
};

/// The rank of each arrangement of a band when two are tried: as in `batch9`, the one with
/// the first row in a later box comes first, and if that is the same, the one with the
/// second row in a later box. So both engines find the same solution first.
const RANK_IN_BAND: [u8; 8] = {
    let mut ranks = [0; 8];
    let mut bit = 0;
    while bit < 6 {
        let (first, step) = (bit % 3, 1 + bit / 3);
        ranks[bit] = rank(first, (first + step) % 3);
        bit += 1;
    }
    ranks
};

/// The same in a stack: the first and second column, and the bands that they are in.
const RANK_IN_STACK: [u8; 8] = {
    let mut ranks = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let (first, step) = (bit / 3, 1 + bit % 3);
        let mut band_of = [0; 3];
        let mut band = 0;
        while band < 3 {
            band_of[(first + band * step) % 3] = band;
            band += 1;
        }
        ranks[bit] = rank(band_of[0], band_of[1]);
        bit += 1;
    }
    ranks
};

/// The rank of an arrangement: lower for later boxes.
const fn rank(first_line: usize, second_line: usize) -> u8 {
    (3 * (2 - first_line) + 2 - second_line) as u8
}

/// At least three of nine.
#[inline(always)]
fn three<F: Four>((low, high): (F, F), nine: F) -> F {
    let (one, two) = (low | high, low & high);
    let (o, t) = (one.halves_swapped(), two.halves_swapped());
    let (one, two, three) = (one | o, two | t | one & o, two & o | one & t);
    let (o, t, h) = (
        one.neighbours_swapped(),
        two.neighbours_swapped(),
        three.neighbours_swapped(),
    );
    let (two, three) = (two | t | one & o, three | h | two & o | one & t);
    three | two & nine
}

/// The arrangements of nine digits in three bands (or stacks), a byte for each.
struct Choices<L: Lanes> {
    arrangements: L::Eight,
    nine: u32,
    /// The number of arrangements of each band in all, a byte for each.
    totals: u32,
    /// Bit `4 * digit + band` where a digit has exactly two.
    pairs: u64,
}

/// No band has a digit with two arrangements.
const NO_PAIR: u32 = u32::MAX;

impl<L: Lanes> Choices<L> {
    #[inline(always)]
    fn new(lanes: L, arrangements: L::Eight, nine: u32) -> Choices<L> {
        let counts = arrangements.count_in_bytes();
        let nine_counts = lanes.four([nine, 0, 0, 0]).count_in_bytes();
        let (low, high) = counts.halves();
        let sum = low.plus(high);
        let sum = sum.plus(sum.halves_swapped());
        let sum = sum.plus(sum.neighbours_swapped()).plus(nine_counts);
        Choices {
            arrangements,
            nine,
            totals: sum.first(),
            pairs: u64::from(counts.bytes_equal(2))
                | u64::from(nine_counts.bytes_equal(2) & 7) << 32,
        }
    }

    /// The digits with two arrangements in a band, at bit `4 * digit`.
    #[inline(always)]
    fn pairs_in(&self, band: usize) -> u64 {
        self.pairs >> band & 0x1_1111_1111
    }

    /// Eight times the fewest arrangements of a band with a pair, plus that band's number
    /// and `base`; `NO_PAIR` if no band has one.
    #[inline(always)]
    fn fewest(&self, base: u32) -> u32 {
        let of = |band: u32| match self.pairs_in(band as usize) {
            0 => NO_PAIR,
            _ => (self.totals >> (8 * band) & 0xff) * 8 + band + base,
        };
        of(0).min(of(1)).min(of(2))
    }

    /// The first digit with two arrangements in a band, and those two in the order of rank.
    #[inline(always)]
    fn pair(&self, band: usize, ranks: &[u8; 8]) -> (usize, usize, usize) {
        let digit = self.pairs_in(band).trailing_zeros() as usize / 4;
        let all = match digit {
            8 => self.nine,
            _ => self.arrangements.words()[digit & 7],
        };
        let bits = all >> (8 * band) & 0xff;
        let a = bits.trailing_zeros() as usize & 7;
        let b = (bits & (bits - 1)).trailing_zeros() as usize & 7;
        if ranks[a] < ranks[b] {
            (digit, a, b)
        } else {
            (digit, b, a)
        }
    }
}

/// The last resort: a guess in the cell with the fewest candidates (MRV), its first digit
/// there or not there.
#[inline(never)]
fn guess_cell<L: Lanes>(lanes: L, first: &mut State<L>, second: &mut State<L>) {
    let words = first.words();
    let digits_at =
        |band: usize, bit: usize| (0..9).filter(move |&digit| words[band][digit] >> bit & 1 == 1);
    let cells = (0..3).flat_map(|band| (0..27).map(move |cell| (band, bit_of(cell / 9, cell % 9))));
    let open = cells.filter(|&(band, bit)| digits_at(band, bit).count() > 1);
    let fewest = open.min_by_key(|&(band, bit)| digits_at(band, bit).count());
    let (band, bit) = fewest.expect("an unsolved grid has an open cell");
    let digit = digits_at(band, bit)
        .next()
        .expect("an open cell has a digit");
    let row = 0x1ff << (bit / 10 * 10);
    first.keep(lanes, band, digit, !row | 1 << bit);
    second.keep(lanes, band, digit, !(1 << bit));
}

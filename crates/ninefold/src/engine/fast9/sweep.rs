//! Steps 1 to 4: constraint propagation of the whole grid to its fixpoint.

use super::super::simd::{Bits, Eight, Four, Lanes, Vector};
use super::state::{BOXES, CELLS, COLUMNS, State, row_singles, settled};

/// Sweeps until nothing changes. Returns the state, and the cells with more than one
/// digit left (those of all bands together); `None` at a contradiction.
#[inline(always)]
pub(super) fn settle<L: Lanes>(mut state: State<L>) -> Option<(State<L>, L::Four)> {
    loop {
        // 1. Rows against boxes.
        let [b0, b1, b2] = state.bands;
        let x0 = rows_against_boxes(b0);
        let x1 = rows_against_boxes(b1);
        let x2 = rows_against_boxes(b2);
        let nine = rows_against_boxes(state.nine);
        let closed = State::<L> {
            bands: [x0, x1, x2],
            nine,
        };

        // 2. Columns against bands; the bands of digit 9 lie in one vector.
        let (c0, c1, c2) = (turned_columns(x0), turned_columns(x1), turned_columns(x2));
        let (n1, n2) = turned_columns(nine);
        let y0 = columns_against_bands(x0, c1, c2);
        let y1 = columns_against_bands(x1, c2, c0);
        let y2 = columns_against_bands(x2, c0, c1);
        let nine = columns_against_bands(
            nine,
            (n1.turned_once(), n2.turned_once()),
            (n1.turned_twice(), n2.turned_twice()),
        );
        if y0.zero_words() | nine.zero_words() & 7 != 0 {
            return None;
        }

        // 3. Row singles claim their cells.
        let (s0, s1, s2, sn) = (
            row_singles(y0),
            row_singles(y1),
            row_singles(y2),
            row_singles(nine),
        );
        let claimed0 = any(s0.halves(), sn.broadcast::<0>());
        let claimed1 = any(s1.halves(), sn.broadcast::<1>());
        let claimed2 = any(s2.halves(), sn.broadcast::<2>());
        let y0 = y0.without(y0.twice(claimed0).without(s0));
        let y1 = y1.without(y1.twice(claimed1).without(s1));
        let y2 = y2.without(y2.twice(claimed2).without(s2));
        let nine = nine.without(claimed0.mixed(claimed1, claimed2).without(sn));

        // 4. Naked singles. A cell without a digit is wrong, and so is a claimed one
        //    that two digits did not leave.
        let (one0, two0) = one_two(y0.halves(), nine.broadcast::<0>());
        let (one1, two1) = one_two(y1.halves(), nine.broadcast::<1>());
        let (one2, two2) = one_two(y2.halves(), nine.broadcast::<2>());
        let holes = one0.splat(CELLS).without(one0 & one1 & one2);
        let wrong = holes | two0 & claimed0 | two1 & claimed1 | two2 & claimed2;
        if !wrong.is_zero() {
            return None;
        }
        let naked0 = one0.without(two0 | claimed0);
        let naked1 = one1.without(two1 | claimed1);
        let naked2 = one2.without(two2 | claimed2);
        let after = State {
            bands: [
                settled(y0 & y0.twice(naked0), y0),
                settled(y1 & y1.twice(naked1), y1),
                settled(y2 & y2.twice(naked2), y2),
            ],
            nine: settled(nine & naked0.mixed(naked1, naked2), nine),
        };

        // Step 1 done twice changes nothing more, so its result is what to compare with.
        if after.equals(closed) {
            // A naked single that is not alone in its row by now has a twin there.
            let twins = naked0 | naked1 | naked2;
            return twins.is_zero().then_some((after, two0 | two1 | two2));
        }
        state = after;
    }
}

/// Step 1: a row keeps a box only if the other rows can take the other boxes.
#[inline(always)]
fn rows_against_boxes<V: Vector>(x: V) -> V {
    let open = (x | x.shr::<3>() | x.shr::<6>()) & x.splat(BOXES);
    // The boxes twice over, so that a shift rotates them; then the rows rotated.
    let boxes = open | open.shl::<3>();
    let next = boxes.shr::<10>() | boxes.shl::<20>();
    let last = boxes.shr::<20>() | boxes.shl::<10>();
    let either = next.shr::<1>() & last.shr::<2>() | next.shr::<2>() & last.shr::<1>();
    let fits = either & x.splat(BOXES);
    x & (fits | fits.shl::<3>() | fits.shl::<6>())
}

/// The open columns of a band, rotated by one and by two within each stack.
#[inline(always)]
fn turned_columns<V: Vector>(x: V) -> (V, V) {
    let open = (x | x.shr::<10>() | x.shr::<20>()) & x.splat(COLUMNS);
    let twice = open | open.shl::<9>();
    (twice.shr::<3>(), twice.shr::<6>())
}

/// Step 2: a band keeps a column only if the other bands can take the other columns.
#[inline(always)]
fn columns_against_bands<V: Vector>(x: V, (a1, a2): (V, V), (b1, b2): (V, V)) -> V {
    let fits = (a1 & b2 | a2 & b1) & x.splat(COLUMNS);
    x & (fits | fits.shl::<10>() | fits.shl::<20>())
}

/// Digits per cell of a band, counted over the nine digits: at least one, at least two.
/// All words of the result are the same.
#[inline(always)]
fn one_two<F: Four>((low, high): (F, F), nine: F) -> (F, F) {
    let (one, two) = (low | high, low & high);
    let (o, t) = (one.halves_swapped(), two.halves_swapped());
    let (one, two) = (one | o, two | t | one & o);
    let (o, t) = (one.neighbours_swapped(), two.neighbours_swapped());
    let (one, two) = (one | o, two | t | one & o);
    (one | nine, two | one & nine)
}

/// All nine words of a band ORed.
#[inline(always)]
fn any<F: Four>((low, high): (F, F), nine: F) -> F {
    let one = low | high;
    let one = one | one.halves_swapped();
    one | one.neighbours_swapped() | nine
}

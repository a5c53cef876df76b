//! Second rows up to the order of columns: the tables behind [`grid9`](super::grid9).
//!
//! Once the first row is written `123456789`, the second row is a permutation `p` of the
//! nine columns that keeps no column within its stack: there are 12,096. Another order of
//! the columns, σ, turns it into σ⁻¹pσ. So second rows that can become each other are
//! *conjugate* under the 1,296 orders of stacks and columns, and there are only 15 classes.
//! For each `p` the tables have its class, and one order that leads to the smallest member
//! of the class; for each class the orders that keep that member, its *centraliser*. The
//! orders that lead from `p` to the smallest member are the one, followed by each of these.

use std::sync::LazyLock;

use crate::symmetry::ORDERS_OF_THREE;

/// Nine numbers, in a register of sixteen.
pub(super) type Row = [u8; 16];

/// The tables; built on first use, in a few milliseconds.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// See the [module](self).
pub(super) struct Tables {
    /// The part of the index that three different columns give, four bits each, for the first
    /// stack and for the second.
    triples: [[u32; 4096]; 2],
    /// By [`Tables::index`]: the class of `p` in the low four bits, that of its inverse in
    /// the high four.
    classes: Vec<u8>,
    /// By [`Tables::index`]: an order that leads to the smallest member.
    leads: Vec<u16>,
    /// The orders of columns.
    pub(super) orders: Vec<Order>,
    /// The centralisers.
    pub(super) keepers: Vec<Vec<Order>>,
}

/// An order of the columns: the old column at each new place, and the way back.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) from: Row,
    pub(super) to: Row,
}

/// Room for the 120 numbers of the three columns of a stack.
const TRIPLES: usize = 128;

/// Room for two of these, and the order of the third stack.
const INDICES: usize = TRIPLES * TRIPLES * 8;

/// No permutation has this class.
const NONE: u8 = u8::MAX;

impl Tables {
    fn new() -> Tables {
        let mut tables = Tables {
            triples: [triples(0), triples(1)],
            classes: vec![NONE; INDICES],
            leads: vec![0; INDICES],
            orders: orders(),
            keepers: Vec::new(),
        };
        // In lexicographic order, the first of each class is its smallest member.
        for p in second_rows() {
            if tables.classes[tables.index_of(&p)] != NONE {
                continue;
            }
            let class = tables.keepers.len() as u8;
            let mut keepers = Vec::new();
            for number in 0..tables.orders.len() {
                let order = tables.orders[number];
                // The member that this order leads from.
                let member = order.inverse().conjugated(&p);
                let index = tables.index_of(&member);
                if tables.classes[index] == NONE {
                    tables.classes[index] = class;
                    tables.leads[index] = number as u16;
                }
                if member == p {
                    keepers.push(order);
                }
            }
            tables.keepers.push(keepers);
        }
        let mut both = tables.classes.clone();
        for p in second_rows() {
            let index = tables.index_of(&p);
            both[index] |= tables.classes[tables.index_of(&inverse(&p))] << 4;
        }
        tables.classes = both;
        tables
    }

    /// The class of a second row, and in the high four bits that of its inverse.
    #[inline(always)]
    pub(super) fn classes(&self, index: usize) -> u8 {
        self.classes[index]
    }

    /// An order that leads to the smallest member of the class.
    #[inline(always)]
    pub(super) fn lead(&self, index: usize) -> &Order {
        &self.orders[usize::from(self.leads[index])]
    }

    /// The index of a second row: what the first stack takes, what the second takes, and in
    /// which order the third takes the rest. `first` has the first eight columns, lowest first.
    #[inline(always)]
    pub(super) fn index(&self, first: u64, last: u64) -> usize {
        // Two columns in each byte of every other: four bits each.
        let pairs = (first | first >> 4) & 0x00ff_00ff_00ff_00ff;
        let triple = (pairs & 0xff | pairs >> 8 & 0xf00) as usize;
        let second_triple = (pairs >> 20 & 0xf | pairs >> 28 & 0xff0) as usize;
        let (a, b, c) = (pairs >> 48 & 15, pairs >> 52 & 15, last & 15);
        let order = usize::from(a > b) | usize::from(a > c) << 1 | usize::from(b > c) << 2;
        let stacks = self.triples[0][triple] + self.triples[1][second_triple];
        stacks as usize + order
    }

    fn index_of(&self, p: &Row) -> usize {
        let both = u128::from_le_bytes(*p);
        self.index(both as u64, (both >> 64) as u64)
    }
}

impl Order {
    fn new(from: Row) -> Order {
        Order {
            from,
            to: inverse(&from),
        }
    }

    fn inverse(self) -> Order {
        Order {
            from: self.to,
            to: self.from,
        }
    }

    /// What becomes of the second row `p` when the columns are put in this order.
    fn conjugated(&self, p: &Row) -> Row {
        let mut row = PADDING;
        for place in 0..9 {
            let column = usize::from(self.from[place]);
            row[place] = self.to[usize::from(p[column])];
        }
        row
    }
}

/// The places behind the ninth keep what they have.
pub(super) const PADDING: Row = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

fn inverse(row: &Row) -> Row {
    let mut inverse = PADDING;
    for (place, &column) in row.iter().enumerate() {
        inverse[usize::from(column)] = place as u8;
    }
    inverse
}

/// All orders of columns that keep stacks together.
fn orders() -> Vec<Order> {
    let mut orders = Vec::with_capacity(1296);
    for stacks in ORDERS_OF_THREE {
        for number in 0..216 {
            let within = [number / 36, number / 6 % 6, number % 6].map(|k| ORDERS_OF_THREE[k]);
            let mut from = PADDING;
            for place in 0..9 {
                from[place] = stacks[place / 3] * 3 + within[place / 3][place % 3];
            }
            orders.push(Order::new(from));
        }
    }
    orders
}

/// All second rows below `123456789`, smallest first.
fn second_rows() -> Vec<Row> {
    fn extend(row: &mut Row, place: usize, used: u16, rows: &mut Vec<Row>) {
        if place == 9 {
            rows.push(*row);
            return;
        }
        for column in 0..9 {
            if used >> column & 1 == 0 && column / 3 != place / 3 {
                row[place] = column as u8;
                extend(row, place + 1, used | 1 << column, rows);
            }
        }
    }
    let mut rows = Vec::with_capacity(12_096);
    extend(&mut PADDING.clone(), 0, 0, &mut rows);
    rows
}

/// Numbers for three different columns outside a stack, the first in the lowest four bits.
fn triples(stack: usize) -> [u32; 4096] {
    let mut numbers = [0; 4096];
    let mut next = 0;
    let weight = [TRIPLES * 8, 8][stack] as u32;
    for (triple, number) in numbers.iter_mut().enumerate() {
        let columns = [triple % 16, triple / 16 % 16, triple / 256];
        let [a, b, c] = columns;
        let is_outside = |&column: &usize| column < 9 && column / 3 != stack;
        if a != b && a != c && b != c && columns.iter().all(is_outside) {
            *number = next * weight;
            next += 1;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifteen_classes_of_second_rows() {
        let tables = &*TABLES;
        assert_eq!(second_rows().len(), 12_096);
        assert_eq!(tables.keepers.len(), 15);
        // Each class has as many members as its centraliser leaves.
        let members: usize = tables
            .keepers
            .iter()
            .map(|keepers| 1296 / keepers.len())
            .sum();
        assert_eq!(members, 12_096);
    }

    #[test]
    fn every_lead_leads_to_the_smallest_member() {
        let tables = &*TABLES;
        let mut smallest = vec![None; 15];
        for p in second_rows() {
            let index = tables.index_of(&p);
            let class = usize::from(tables.classes(index) & 15);
            let member = smallest[class].get_or_insert(p);
            assert_eq!(tables.lead(index).conjugated(&p), *member);
            let of_inverse = tables.classes(tables.index_of(&inverse(&p)));
            assert_eq!(tables.classes(index) >> 4, of_inverse & 15);
        }
    }
}

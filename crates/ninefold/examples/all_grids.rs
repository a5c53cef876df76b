//! How many full 9×9 grids are there? The exact number, by bands, in a second.
//!
//! B. Felgenhauer and F. Jarvis first counted them in 2005; K. Oliver and E. Russell found how few
//! kinds of bands there are. This is a way of our own that rests on the same thought: below a band
//! only its *columns* matter, as sets of three digits.
//!
//! ```text
//!   a band       1 2 3 | 4 5 6 | 7 8 9      its columns: {1 4 7} {2 5 8} {3 6 9} | …
//!                4 5 6 | 7 8 9 | 1 2 3
//!                7 8 9 | 1 2 3 | 4 5 6      the columns of a box share out the nine digits
//! ```
//!
//! 1. A box shares out nine digits to three columns in 280 ways, if the columns have no order.
//!    Three such *shares* side by side are what is known of a band.
//! 2. A band's shares can be filled in in so many ways: `fillings`. Digits may be renamed and boxes
//!    swapped, so few kinds of shares differ: 78,400 pairs beside the first box fall into them.
//! 3. Below a band, each box of the middle band has 56 ways to take its columns from what is left,
//!    and then the lowest band has what remains. So `completions` is a sum of 56³ products.
//! 4. The number of grids is the sum over all bands of fillings × completions, kind by kind.
//!
//! Nothing is put in but the rules.

use std::collections::{BTreeMap, HashMap};

/// Three digits as bits.
type Column = u16;

/// The columns of a box.
type Columns = [Column; 3];

const ALL: Column = 0b1_1111_1111;

/// The number of full grids, the number of bands and the number of kinds of bands.
#[derive(Debug, PartialEq)]
struct Counted {
    grids: u128,
    bands: u128,
    kinds: usize,
}

fn main() {
    let Counted {
        grids,
        bands,
        kinds,
    } = count();
    println!("{kinds} kinds of bands");
    println!("{bands} bands");
    println!("{grids} grids");
}

fn count() -> Counted {
    let shares = Shares::new();
    let kinds = shares.kinds();
    // One pair for each kind, with the number of pairs of that kind.
    let mut sizes: BTreeMap<usize, u128> = BTreeMap::new();
    for &kind in &kinds {
        *sizes.entry(kind).or_default() += 1;
    }
    let fillings: HashMap<usize, u128> = sizes
        .keys()
        .map(|&kind| (kind, shares.fillings(kind)))
        .collect();
    let fillings: Vec<u128> = kinds.iter().map(|kind| fillings[kind]).collect();
    // The columns of each box in any order; the first box with any digits.
    let orders = 6_u128.pow(3) * shares.all.len() as u128;
    let (mut grids, mut bands) = (0, 0);
    for (&kind, &n_pairs) in &sizes {
        bands += n_pairs * fillings[kind];
        grids += n_pairs * fillings[kind] * shares.completions(kind, &fillings);
    }
    Counted {
        grids: orders * grids,
        bands: orders * bands,
        kinds: sizes.len(),
    }
}

/// Every way to share out nine digits to three columns without an order.
struct Shares {
    all: Vec<Columns>,
    number: HashMap<Columns, usize>,
    /// `renamed[a][b]` is what becomes of `b` when digits are renamed so that `a` becomes the first.
    renamed: Vec<Vec<usize>>,
}

impl Shares {
    fn new() -> Shares {
        let triples: Vec<Column> = (0..=ALL)
            .filter(|column| column.count_ones() == 3)
            .collect();
        let mut all = Vec::new();
        for &a in &triples {
            for &b in triples.iter().filter(|&&b| b > a && b & a == 0) {
                let c = ALL & !(a | b);
                if c > b {
                    all.push([a, b, c]);
                }
            }
        }
        let number: HashMap<Columns, usize> = all.iter().copied().zip(0..).collect();
        let first = names(all[0]);
        let renamed = all.iter().map(|&share| {
            let mut new_name = [0; 9];
            for (digit, name) in names(share).into_iter().zip(first) {
                new_name[digit] = name;
            }
            let of = |&other: &Columns| number[&sorted(other.map(|c| rename(c, &new_name)))];
            all.iter().map(of).collect()
        });
        let renamed = renamed.collect();
        Shares {
            all,
            number,
            renamed,
        }
    }

    /// The kind of each pair of shares beside the first share: the least pair that renaming digits
    /// and swapping boxes can make of it.
    fn kinds(&self) -> Vec<usize> {
        let n = self.all.len();
        // Renamings that leave the first share as it is: within columns, and whole columns.
        let [a, b, c] = self.all[0].map(digits);
        let cycles = [
            vec![a[0], a[1]],
            vec![a[0], a[1], a[2]],
            vec![b[0], b[1]],
            vec![b[0], b[1], b[2]],
            vec![c[0], c[1]],
            vec![c[0], c[1], c[2]],
        ];
        let mut renamings: Vec<[usize; 9]> = cycles.iter().map(|cycle| cycled(&[cycle])).collect();
        for (from, to) in [(a, b), (b, c)] {
            let pairs: Vec<[usize; 2]> = from.into_iter().zip(to).map(|(x, y)| [x, y]).collect();
            renamings.push(cycled(
                &pairs.iter().map(|pair| &pair[..]).collect::<Vec<_>>(),
            ));
        }
        let renamings: Vec<Vec<usize>> = renamings
            .iter()
            .map(|names| {
                let of = |share: &Columns| self.number[&sorted(share.map(|c| rename(c, names)))];
                self.all.iter().map(of).collect()
            })
            .collect();
        let mut kind = vec![usize::MAX; n * n];
        for pair in 0..n * n {
            if kind[pair] != usize::MAX {
                continue;
            }
            let mut waiting = vec![pair];
            while let Some(next) = waiting.pop() {
                if std::mem::replace(&mut kind[next], pair) == pair {
                    continue;
                }
                let (x, y) = (next / n, next % n);
                waiting.push(y * n + x);
                waiting.push(self.renamed[x][0] * n + self.renamed[x][y]);
                waiting.extend(renamings.iter().map(|names| names[x] * n + names[y]));
            }
        }
        kind
    }

    /// In how many ways the digits of the columns can be put in rows, so that each row has all nine.
    fn fillings(&self, pair: usize) -> u128 {
        let n = self.all.len();
        let [first, second, third] = [0, pair / n, pair % n].map(|share| rows(self.all[share]));
        let mut count = 0;
        for one in &first {
            for two in &second {
                if (0..3).any(|row| one[row] & two[row] != 0) {
                    continue;
                }
                let left = [0, 1, 2].map(|row| ALL & !(one[row] | two[row]));
                count += third.iter().filter(|three| **three == left).count() as u128;
            }
        }
        count
    }

    /// In how many ways two bands can stand below a band with these shares.
    fn completions(&self, pair: usize, fillings: &[u128]) -> u128 {
        let n = self.all.len();
        let boxes = [0, pair / n, pair % n].map(|share| self.below(self.all[share]));
        let of =
            |a: usize, b: usize, c: usize| fillings[self.renamed[a][b] * n + self.renamed[a][c]];
        let mut count = 0;
        for &(middle1, lowest1) in &boxes[0] {
            for &(middle2, lowest2) in &boxes[1] {
                for &(middle3, lowest3) in &boxes[2] {
                    count += of(middle1, middle2, middle3) * of(lowest1, lowest2, lowest3);
                }
            }
        }
        count
    }

    /// The shares of the two boxes below a box with these columns.
    fn below(&self, columns: Columns) -> Vec<(usize, usize)> {
        let triples = || (0..=ALL).filter(|column| column.count_ones() == 3);
        let mut found = Vec::new();
        for a in triples().filter(|a| a & columns[0] == 0) {
            for b in triples().filter(|b| b & (columns[1] | a) == 0) {
                let c = ALL & !(a | b);
                if c & columns[2] == 0 {
                    let middle = [a, b, c];
                    let lowest = [0, 1, 2].map(|k| ALL & !(columns[k] | middle[k]));
                    found.push((self.number[&sorted(middle)], self.number[&sorted(lowest)]));
                }
            }
        }
        found
    }
}

/// Every way to put the digits of three columns in three rows, as the digits of each row.
fn rows(columns: Columns) -> Vec<[Column; 3]> {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let [a, b, c] = columns.map(digits);
    let mut found = Vec::with_capacity(216);
    for x in ORDERS {
        for y in ORDERS {
            for z in ORDERS {
                let row = |k: usize| 1 << a[x[k]] | 1 << b[y[k]] | 1 << c[z[k]];
                found.push([row(0), row(1), row(2)]);
            }
        }
    }
    found
}

/// The three digits of a column.
fn digits(column: Column) -> [usize; 3] {
    let mut digits = (0..9).filter(|digit| column >> digit & 1 == 1);
    [(); 3].map(|()| digits.next().expect("a column has three digits"))
}

/// The nine digits of a share, column by column.
fn names(columns: Columns) -> [usize; 9] {
    let [a, b, c] = columns.map(digits);
    [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
}

fn rename(column: Column, new_name: &[usize; 9]) -> Column {
    digits(column)
        .map(|digit| 1 << new_name[digit])
        .iter()
        .sum()
}

fn sorted(mut columns: Columns) -> Columns {
    columns.sort_unstable();
    columns
}

/// The renaming that moves the digits of each cycle on by one.
fn cycled(cycles: &[&[usize]]) -> [usize; 9] {
    let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for cycle in cycles {
        for (place, &digit) in cycle.iter().enumerate() {
            names[digit] = cycle[(place + 1) % cycle.len()];
        }
    }
    names
}

#[test]
fn the_number_is_the_known_one() {
    let counted = count();
    assert_eq!(counted.grids, 6_670_903_752_021_072_936_960);
    // 9! · 56 · 6⁶
    assert_eq!(counted.bands, 362_880 * 56 * 46_656);
}

//! Boards with more houses than rows, columns and boxes: all their symmetries, one by one.
//!
//! Diagonals, windows and jigsaw regions leave few of the ways to move rows and columns, often
//! none. They are listed once by depth-first search: row 1, column 1, row 2 and so on each
//! take the place of a row or column of the board, as long as every cell comes from a cell
//! in as many houses of each kind, and every house from one house. A puzzle then tries them
//! all.
//!
//! Rows and columns become rows and columns, and other houses become houses of their kind.

use std::collections::HashSet;

use super::{NotCanonical, Way};
use crate::geometry::{Cell, Geometry, House, HouseKind};

/// The most symmetries that are listed.
const MOST: usize = 100_000;

/// The most cells that the search looks at. Takes about a second.
const MOST_WORK: u64 = 100_000_000;

/// The symmetries of a board.
pub(super) struct Group {
    size: usize,
    /// Without labels.
    ways: Vec<Way>,
}

impl Group {
    /// All symmetries of a board, if they are not too many.
    pub(super) fn new(geometry: &Geometry) -> Result<Group, NotCanonical> {
        let size = geometry.size();
        let mut ways = Vec::new();
        for is_transposed in [false, true] {
            let mut search = Search::new(geometry, is_transposed);
            search.extend(0, &mut ways)?;
        }
        Ok(Group { size, ways })
    }

    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The ways to the smallest form of a puzzle.
    pub(super) fn smallest(&self, digits: &[u8]) -> Vec<Way> {
        let mut best: Vec<u8> = Vec::new();
        let mut found: Vec<Way> = Vec::new();
        let mut form = Vec::with_capacity(digits.len());
        for way in &self.ways {
            let mut labels = vec![0; self.size + 1];
            let mut n_labels = 0;
            let mut is_smaller = best.is_empty();
            form.clear();
            for place in 0..digits.len() {
                let digit = digits[way.source(place, self.size)];
                let label = &mut labels[usize::from(digit)];
                if digit != 0 && *label == 0 {
                    n_labels += 1;
                    *label = n_labels;
                }
                if !is_smaller && *label != best[place] {
                    if *label > best[place] {
                        break;
                    }
                    is_smaller = true;
                }
                form.push(*label);
            }
            if form.len() < digits.len() {
                continue;
            }
            if is_smaller {
                std::mem::swap(&mut best, &mut form);
                found.clear();
            }
            found.push(Way {
                labels,
                ..way.clone()
            });
        }
        found
    }
}

struct Search<'a> {
    geometry: &'a Geometry,
    is_transposed: bool,
    /// The houses of each cell beside rows and columns, by kind.
    houses: Vec<Vec<(HouseKind, House)>>,
    /// The cells of all those houses, to look one up.
    known: HashSet<(HouseKind, Vec<Cell>)>,
    /// The row and column that comes to stand at each place so far.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// The house that comes to stand where each house is, and the way back.
    from: Vec<Option<House>>,
    to: Vec<Option<House>>,
    work: u64,
}

impl<'a> Search<'a> {
    fn new(geometry: &'a Geometry, is_transposed: bool) -> Search<'a> {
        let is_line = |kind: HouseKind| matches!(kind, HouseKind::Row | HouseKind::Column);
        let others = |cell: Cell| {
            let houses = geometry.houses_of(cell).iter();
            let houses = houses.map(|&house| (geometry.kind(house), house));
            let mut others: Vec<_> = houses.filter(|&(kind, _)| !is_line(kind)).collect();
            others.sort_by_key(|&(_, house)| house.index());
            others
        };
        let houses = geometry
            .houses()
            .filter(|&house| !is_line(geometry.kind(house)));
        let known = houses.map(|house| (geometry.kind(house), geometry.cells_of(house).to_vec()));
        let n_houses = geometry.houses().len();
        Search {
            geometry,
            is_transposed,
            houses: geometry.cells().map(others).collect(),
            known: known.collect(),
            rows: Vec::new(),
            columns: Vec::new(),
            from: vec![None; n_houses],
            to: vec![None; n_houses],
            work: 0,
        }
    }

    /// Places the next line, a row if `n_placed` is even, in every way.
    fn extend(&mut self, n_placed: usize, ways: &mut Vec<Way>) -> Result<(), NotCanonical> {
        let size = self.geometry.size();
        if n_placed == 2 * size {
            if self.keeps_houses() {
                if ways.len() == MOST {
                    return Err(NotCanonical::TooManySymmetries);
                }
                ways.push(self.way());
            }
            return Ok(());
        }
        let is_row = n_placed.is_multiple_of(2);
        for line in 0..size {
            let placed = if is_row { &self.rows } else { &self.columns };
            if placed.contains(&line) {
                continue;
            }
            let mut bound = Vec::new();
            if self.place(is_row, line, &mut bound) {
                self.extend(n_placed + 1, ways)?;
            }
            let placed = if is_row {
                &mut self.rows
            } else {
                &mut self.columns
            };
            placed.pop();
            for (at, from) in bound {
                self.from[at.index()] = None;
                self.to[from.index()] = None;
            }
            if self.work > MOST_WORK {
                return Err(NotCanonical::TooManySymmetries);
            }
        }
        Ok(())
    }

    /// Places a line; false if a cell cannot be where it is then. Notes the houses that this
    /// decides on.
    fn place(&mut self, is_row: bool, line: usize, bound: &mut Vec<(House, House)>) -> bool {
        let size = self.geometry.size();
        let place = if is_row {
            self.rows.push(line);
            self.rows.len() - 1
        } else {
            self.columns.push(line);
            self.columns.len() - 1
        };
        let n_crossing = if is_row {
            self.columns.len()
        } else {
            self.rows.len()
        };
        for crossing in 0..n_crossing {
            let (row, column) = if is_row {
                (place, crossing)
            } else {
                (crossing, place)
            };
            let source = source(
                self.is_transposed,
                self.rows[row],
                self.columns[column],
                size,
            );
            if !self.bind(row * size + column, source, bound) {
                return false;
            }
        }
        true
    }

    /// Takes note that one cell comes from another.
    fn bind(&mut self, at: usize, source: usize, bound: &mut Vec<(House, House)>) -> bool {
        self.work += 1;
        let (here, there) = (&self.houses[at], &self.houses[source]);
        let same_kind = |(a, b): (&(HouseKind, House), &(HouseKind, House))| a.0 == b.0;
        if here.len() != there.len() || !here.iter().zip(there).all(same_kind) {
            return false;
        }
        for (k, &(kind, house)) in here.iter().enumerate() {
            // Of two of a kind, either may become either: the end will tell.
            if here.iter().filter(|&&(other, _)| other == kind).count() > 1 {
                continue;
            }
            let (_, other) = there[k];
            match (self.from[house.index()], self.to[other.index()]) {
                (None, None) => {
                    self.from[house.index()] = Some(other);
                    self.to[other.index()] = Some(house);
                    bound.push((house, other));
                }
                (Some(from), Some(to)) if from == other && to == house => {}
                _ => return false,
            }
        }
        true
    }

    fn way(&self) -> Way {
        Way {
            is_transposed: self.is_transposed,
            rows: self.rows.clone(),
            columns: self.columns.clone(),
            labels: Vec::new(),
        }
    }

    /// Whether each house comes from a house of its kind.
    fn keeps_houses(&self) -> bool {
        let (way, size) = (self.way(), self.geometry.size());
        self.known.iter().all(|(kind, cells)| {
            let sources = cells.iter().map(|cell| way.source(cell.index(), size));
            let mut sources: Vec<Cell> = sources.map(Cell::from_index).collect();
            sources.sort_unstable();
            self.known.contains(&(*kind, sources))
        })
    }
}

/// The cell in a row and a column of the board, or of the transposed board.
pub(super) fn source(is_transposed: bool, row: usize, column: usize, size: usize) -> usize {
    if is_transposed {
        column * size + row
    } else {
        row * size + column
    }
}

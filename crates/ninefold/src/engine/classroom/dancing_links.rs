//! Exact cover by *dancing links* (DLX): D. Knuth's Algorithm X with his doubly linked lists
//! (*Dancing Links*, 2000; *The Art of Computer Programming* 4B, 7.2.2.1). The code is our
//! own.
//!
//! A Sudoku is a list of demands, called *items*, each to be covered exactly once; and a
//! list of *options*, each a digit in a cell, that cover several items at a stroke:
//!
//! ```text
//!                 cell  row·digit  column·digit  box·digit
//!  r1c1 = 5       r1c1    r1·5         c1·5         b1·5
//!  r1c2 = 5       r1c2    r1·5         c2·5         b1·5      clashes twice with it
//! ```
//!
//! A solution is a choice of options that covers every item once. Items of houses with
//! fewer cells than digits *may* be covered, at most once: Knuth calls them *secondary*.
//!
//! Each item heads a ring of its options, up and down, and the items that are still
//! open form a ring of their own, left and right:
//!
//! ```text
//!  take the open item with the fewest options (MRV); if there is no open item: a solution
//!  for each of its options
//!      put it on the board: cover each of its items, that is unlink the item, and unlink
//!          every option that contains it from the other rings it is in
//!      go on from there
//!      uncover all that, backwards
//! ```
//!
//! The dance is in the undoing: an unlinked node keeps its own two links, so two assignments
//! put it back.
//!
//! An item with just one option is covered without choice: a placement, not a guess.

use std::ops::ControlFlow;

use super::super::{Engine, Search, Stop};
use crate::geometry::{Candidate, Digit};
use crate::puzzle::Puzzle;

/// Exact cover by dancing links: the item with the fewest options first.
#[derive(Clone, Copy, Debug)]
pub struct DancingLinks;

impl Engine for DancingLinks {
    fn name(&self) -> &'static str {
        "dancing-links"
    }

    fn title(&self) -> &'static str {
        "Dancing links"
    }

    fn about(&self) -> &'static str {
        "D. Knuth's exact cover: the demand with the fewest options, by dancing links"
    }

    fn run(&self, puzzle: &Puzzle, search: &mut Search<'_>) -> ControlFlow<Stop> {
        search.node()?;
        let mut links = Links::new(puzzle);
        let mut levels: Vec<Level> = Vec::new();
        let mut n_guesses = 0;
        loop {
            match links.fewest_options() {
                Some(item) => {
                    levels.push(Level {
                        item,
                        node: item,
                        is_guess: links.n_options[item] > 1,
                    });
                    n_guesses += usize::from(links.n_options[item] > 1);
                    links.cover(item);
                }
                None => search.solution(&links.digits(&levels, puzzle))?,
            }
            // The next option of the latest level that has one left.
            let level = loop {
                let Some(level) = levels.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if level.node != level.item {
                    links.take_off(level.node);
                    if level.is_guess {
                        search.backtrack(n_guesses);
                    }
                }
                level.node = links.nodes[level.node].down;
                if level.node != level.item {
                    break level;
                }
                links.uncover(level.item);
                n_guesses -= usize::from(level.is_guess);
                levels.pop();
            };
            let Candidate { cell, digit } = links.candidate(level.node);
            if level.is_guess {
                search.node()?;
                search.guess(cell, digit, n_guesses);
            } else if puzzle.given(cell).is_none() {
                search.place(cell, digit);
            }
            links.put_on(level.node);
        }
    }
}

/// A level of the search: an item, and the node of the option that covers it at present;
/// before the first option, the item's own node.
struct Level {
    item: usize,
    node: usize,
    is_guess: bool,
}

/// An option in the ring of one of its items, or the item that heads the ring.
#[derive(Clone, Copy)]
struct Node {
    up: usize,
    down: usize,
    item: usize,
    option: usize,
}

/// Every item, option and link. The nodes from 1 on head the rings of the items; node 0 has
/// no ring: it is the head of the ring of open items.
struct Links {
    nodes: Vec<Node>,
    left: Vec<usize>,
    right: Vec<usize>,
    n_options: Vec<usize>,
    candidates: Vec<Candidate>,
    /// The first node of each option; its nodes are side by side.
    starts: Vec<usize>,
}

impl Links {
    fn new(puzzle: &Puzzle) -> Links {
        let geometry = puzzle.geometry();
        let (n_cells, size) = (geometry.n_cells(), geometry.size());
        let n_items = n_cells + geometry.houses().len() * size;
        let header = |item| Node {
            up: item,
            down: item,
            item,
            option: usize::MAX,
        };
        let mut links = Links {
            nodes: (0..=n_items).map(header).collect(),
            left: (0..=n_items).collect(),
            right: (0..=n_items).collect(),
            n_options: vec![0; n_items + 1],
            candidates: Vec::new(),
            starts: vec![n_items + 1],
        };
        let of_cell = |index: usize| 1 + index;
        let of_house = |house: usize, digit: usize| 1 + n_cells + house * size + digit;
        // Primary items join the ring of those that are open; secondary items, being
        // alone, are never chosen.
        for cell in geometry.cells() {
            links.open(of_cell(cell.index()));
        }
        for house in geometry.houses().filter(|&house| geometry.is_exact(house)) {
            for digit in geometry.digits() {
                links.open(of_house(house.index(), digit.index()));
            }
        }
        for cell in geometry.cells() {
            for digit in puzzle.allowed(cell).iter() {
                let option = links.candidates.len();
                links.candidates.push(Candidate { cell, digit });
                links.append(option, of_cell(cell.index()));
                for house in geometry.houses_of(cell) {
                    links.append(option, of_house(house.index(), digit.index()));
                }
                links.starts.push(links.nodes.len());
            }
        }
        links
    }

    /// Puts an item at the end of the ring of open items.
    fn open(&mut self, item: usize) {
        let last = self.left[0];
        (self.left[item], self.right[item]) = (last, 0);
        (self.right[last], self.left[0]) = (item, item);
    }

    /// Puts a node for an option at the end of the ring of an item.
    fn append(&mut self, option: usize, item: usize) {
        let node = self.nodes.len();
        let up = self.nodes[item].up;
        self.nodes.push(Node {
            up,
            down: item,
            item,
            option,
        });
        self.nodes[up].down = node;
        self.nodes[item].up = node;
        self.n_options[item] += 1;
    }

    /// The open item with the fewest options, the first of equals; `None` if every item is
    /// covered. The search ends early at an item with one option or none.
    fn fewest_options(&self) -> Option<usize> {
        let mut best = None;
        let mut fewest = usize::MAX;
        let mut item = self.right[0];
        while item != 0 && fewest > 1 {
            if self.n_options[item] < fewest {
                (best, fewest) = (Some(item), self.n_options[item]);
            }
            item = self.right[item];
        }
        best
    }

    /// Covers the other items of an option; its own is covered already.
    fn put_on(&mut self, node: usize) {
        for other in self.option_of(node) {
            if other != node {
                self.cover(self.nodes[other].item);
            }
        }
    }

    /// Undoes [`Links::put_on`], backwards.
    fn take_off(&mut self, node: usize) {
        for other in self.option_of(node).rev() {
            if other != node {
                self.uncover(self.nodes[other].item);
            }
        }
    }

    /// Unlinks an item, and every option in its ring from all other rings.
    fn cover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        (self.right[left], self.left[right]) = (right, left);
        let mut node = self.nodes[item].down;
        while node != item {
            for other in self.option_of(node) {
                if other != node {
                    let Node { up, down, item, .. } = self.nodes[other];
                    (self.nodes[up].down, self.nodes[down].up) = (down, up);
                    self.n_options[item] -= 1;
                }
            }
            node = self.nodes[node].down;
        }
    }

    /// Undoes [`Links::cover`], backwards.
    fn uncover(&mut self, item: usize) {
        let mut node = self.nodes[item].up;
        while node != item {
            for other in self.option_of(node).rev() {
                if other != node {
                    let Node { up, down, item, .. } = self.nodes[other];
                    (self.nodes[up].down, self.nodes[down].up) = (other, other);
                    self.n_options[item] += 1;
                }
            }
            node = self.nodes[node].up;
        }
        let (left, right) = (self.left[item], self.right[item]);
        (self.right[left], self.left[right]) = (item, item);
    }

    /// The nodes of the option that a node belongs to.
    fn option_of(&self, node: usize) -> std::ops::Range<usize> {
        let option = self.nodes[node].option;
        self.starts[option]..self.starts[option + 1]
    }

    fn candidate(&self, node: usize) -> Candidate {
        self.candidates[self.nodes[node].option]
    }

    /// The digits of the chosen options, cell by cell: every cell is a covered item, so every
    /// cell has one.
    fn digits(&self, levels: &[Level], puzzle: &Puzzle) -> Vec<Digit> {
        let mut digits = vec![Digit::from_index(0); puzzle.givens().len()];
        for level in levels {
            let Candidate { cell, digit } = self.candidate(level.node);
            digits[cell.index()] = digit;
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Count, Query};
    use super::super::testing::{ORIGIN_000, first, puzzle};
    use super::*;
    use crate::geometry::{Cell, Geometry};

    #[test]
    fn links_go_back_to_where_they_were() {
        let puzzle = puzzle("1... .2.. .... ....");
        let mut links = Links::new(&puzzle);
        let shown = |links: &Links| {
            let rings: Vec<(usize, usize)> = links
                .nodes
                .iter()
                .map(|node| (node.up, node.down))
                .collect();
            (
                rings,
                links.left.clone(),
                links.right.clone(),
                links.n_options.clone(),
            )
        };
        let before = shown(&links);
        let item = links.fewest_options().unwrap();
        let node = links.nodes[item].down;
        links.cover(item);
        links.put_on(node);
        assert_ne!(shown(&links), before);
        links.take_off(node);
        links.uncover(item);
        assert_eq!(shown(&links), before);
    }

    #[test]
    fn a_classic_board_has_324_items_and_729_options() {
        let links = Links::new(&Puzzle::empty(Geometry::classic()));
        assert_eq!((links.left.len() - 1, links.candidates.len()), (324, 729));
        assert!(links.n_options[1..].iter().all(|&n| n == 9));
    }

    #[test]
    fn a_small_house_gives_items_that_need_not_be_met() {
        let corners = [Cell::from_index(0), Cell::from_index(15)];
        let geometry = Geometry::builder(4).boxes(2, 2).house(corners);
        let puzzle = Puzzle::empty(geometry.build().unwrap());
        let query = Query::new(&puzzle).solutions(u64::MAX);
        let count = query.run(&DancingLinks).unwrap().count();
        assert_eq!(count, Count::Exactly(288 - 72));
    }

    #[test]
    fn what_has_one_option_is_placed_and_not_guessed() {
        let (solution, stats) = first(&DancingLinks, "12.4 4.21 2143 3412");
        assert_eq!(solution.as_deref(), Some("1234432121433412"));
        assert_eq!((stats.placements, stats.guesses, stats.nodes), (2, 0, 1));
        let (solution, stats) = first(&DancingLinks, ORIGIN_000[0]);
        assert_eq!(solution.as_deref(), Some(ORIGIN_000[1]));
        assert!(stats.guesses > 0 && stats.guesses < stats.placements);
    }
}

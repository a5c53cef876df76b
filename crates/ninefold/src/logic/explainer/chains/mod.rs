//! Chains: from an assumption to what follows from it, link by link.
//!
//! A node is a candidate that is *on* (it is the digit of its cell) or *off* (it is not).
//! If a candidate is on, all others of its cell are off, and so is its digit in all cells it
//! sees. If it is off and one candidate is left in its cell, or one place for its digit in a
//! house, that one is on.
//!
//! - [`links`]: cycles and chains whose nodes each follow from one other.
//! - [`net`]: everything that follows from one assumption, also from several nodes together.
//! - [`multiple`]: what two or more assumptions, one of which must hold, have in common.
//! - [`inner`]: techniques that add to a net once no link does; up to nets inside nets.
//! - [`proof`]: all that a chosen conclusion rests on, found anew and kept.

pub(super) mod inner;
pub(super) mod links;
pub(super) mod multiple;
pub(super) mod net;
pub(super) mod proof;

use super::hint::{ChainKind, Deletions};
use super::marks::Candidate;
use multiple::{Level, Source};

/// A node: `2 * candidate`, and 1 more if it is on.
pub(super) type Node = u16;

pub(super) fn on(candidate: Candidate) -> Node {
    2 * candidate + 1
}

pub(super) fn off(candidate: Candidate) -> Node {
    2 * candidate
}

pub(super) fn is_on(node: Node) -> bool {
    node % 2 == 1
}

/// What a node follows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It is the assumption.
    Start,
    /// The candidates of its cell.
    Cell,
    /// The places of its digit in its box, row or column.
    House(u8),
    /// A technique, whose number in its net this is.
    Technique(u16),
}

/// The nodes that a conclusion rests on, by increasing distance from it, with their causes.
pub(super) type Trail = Vec<(Node, Cause)>;

/// A chain as a technique inside another: what it removes and what it rests on.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) rating: f64,
    pub(super) complexity: u32,
    pub(super) kind: ChainKind,
    /// Whether it leads back to its start, on for on.
    pub(super) cycle: bool,
    pub(super) deletions: Deletions,
    /// The digit that the chain places.
    pub(super) place: Option<Candidate>,
    /// A trail for each of its conclusions.
    pub(super) trails: Vec<Trail>,
    /// What to find it by again, if it starts from several assumptions: its level, where they
    /// come from, and what they all lead to.
    pub(super) nets: Option<(&'static Level, Source, Node)>,
}

/// A rating that grows with the number of nodes: a tenth for each of the lengths 4, 6, 8, 12,
/// 16, 24, 32 and so on that they exceed.
pub(super) fn rating(base: f64, complexity: u32) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut rating, mut limit, mut by_half) = (base, 4, true);
    while length > limit {
        rating += 0.1;
        limit = if by_half {
            limit * 3 / 2
        } else {
            limit * 4 / 3
        };
        by_half = !by_half;
    }
    rating
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_chains_rate_higher() {
        let printed = |complexity| (rating(8.5, complexity) * 10.0).round();
        let complexities = [6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27];
        let tenths = complexities.map(printed);
        assert_eq!(
            tenths,
            [85., 86., 86., 87., 87., 88., 88., 89., 89., 90., 90., 91.]
        );
        assert!(rating(6.6, 8) < 6.7, "compared before it is rounded");
    }
}

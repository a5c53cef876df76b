//! Forcing nets: like [forcing chains](super::Forcing), but something may follow from
//! several things together.
//!
//! ```text
//!   r2c2=8 r3c3<>8 (r2c2=8 r3c5<>8) r3c9=8        row 3 has no other place for the 8
//!                                                 when both r3c3 and r3c5 are out
//! ```

use super::{Because, Crux, Node};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::words::{Words, say};

/// Nets that together leave only one possibility.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nets {
    /// The nets.
    pub nets: Vec<Net>,
    /// Why the nets together settle it.
    pub crux: Crux,
}

/// The knots that lead from a premise, which comes first, to a conclusion, which comes last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The knots, each after those that it follows from.
    pub knots: Vec<Knot>,
}

/// Something that follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knot {
    /// The claim that follows.
    pub node: Node,
    /// From which of the knots before; the first is the main line.
    pub because: Vec<usize>,
    /// The fact it follows by, unless a rule of the game is enough.
    pub fact: Option<Fact>,
}

impl Net {
    /// The knots in HoDoKu's words: the main line, with side lines in parentheses
    /// before what they lead to. Each is written once.
    fn text(&self, geometry: &Geometry) -> String {
        let mut written = vec![false; self.knots.len()];
        self.line(geometry, self.knots.len() - 1, &mut written)
    }

    fn line(&self, geometry: &Geometry, last: usize, written: &mut [bool]) -> String {
        let mut main = vec![last];
        written[last] = true;
        while let Some(&before) = self.knots[main[main.len() - 1]].because.first() {
            main.push(before);
            // A side line ends where it meets a knot that was written.
            if std::mem::replace(&mut written[before], true) {
                break;
            }
        }
        main.reverse();
        let mut words = Vec::new();
        for at in main {
            let knot = &self.knots[at];
            for &side in knot.because.iter().skip(1) {
                if !written[side] {
                    words.push(format!("({})", self.line(geometry, side, written)));
                }
            }
            let sign = if knot.node.on { "=" } else { "<>" };
            words.push(format!(
                "{}{sign}{}",
                knot.node.text(geometry),
                knot.node.digit
            ));
        }
        words.join(" ")
    }

    fn story(&self) -> Words {
        let is = |on: bool| if on { " is " } else { " is not " };
        let mut said = Words::default();
        for (k, Knot { node, fact, .. }) in self.knots.iter().enumerate() {
            let opening = if k == 0 { "Suppose " } else { "Then " };
            let deduction = say![opening, &node.cells, is(node.on), node.digit];
            said = said.then(deduction);
            said.parts.extend(match fact {
                Some(Fact::House(house, _)) => say![", the only place left in ", *house, "."].parts,
                Some(Fact::Cell(_)) => say![", its only candidate left."].parts,
                _ => say!["."].parts,
            });
        }
        said
    }
}

impl Because for Nets {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        let knots = self.nets.iter().flat_map(|net| &net.knots);
        let facts = knots.filter_map(|knot| knot.fact.clone());
        facts.chain(self.crux.fact(board)).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = Picture {
            houses: self.crux.house().into_iter().collect(),
            ..Picture::default()
        };
        for net in &self.nets {
            for knot in &net.knots {
                let marks = knot.node.candidates(board);
                let role = if knot.node.on {
                    Role::Cause
                } else {
                    Role::Second
                };
                picture
                    .causes
                    .extend(marks.iter().map(|&mark| (mark, role)));
                picture
                    .links
                    .extend(knot.because.iter().map(|&before| Link {
                        from: net.knots[before].node.candidates(board),
                        to: marks.clone(),
                        strong: knot.node.on,
                    }));
            }
        }
        picture
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        format!("{}{}", deduction.technique, self.crux.place(geometry))
    }

    fn appendix(&self, _deduction: &Deduction, geometry: &Geometry) -> String {
        let line = |net: &Net| format!("\n  {}", net.text(geometry));
        self.nets.iter().map(line).collect()
    }

    fn explain(&self, deduction: &Deduction, _board: &Board) -> Words {
        let said = self.nets.iter().map(Net::story);
        let said = said.fold(Words::default(), Words::then);
        said.then(self.crux.ending(deduction))
    }
}

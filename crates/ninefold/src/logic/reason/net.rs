//! Forcing nets: like [forcing chains](super::Forcing), but something may follow from
//! several things together.
//!
//! ```text
//!   r2c2=8 r3c3<>8 (r2c2=8 r3c5<>8) r3c9=8        row 3 has no other place for the 8
//!                                                 when both r3c3 and r3c5 are out
//! ```

use super::sentences::{claim, in_order};
use super::{Because, Crux, Node};
use crate::board::Board;
use crate::geometry::{Candidate, Digit, Geometry};
use crate::logic::check::{Fact, Lemma, Literal};
use crate::logic::step::{Deduction, Link, Picture, Role, Step};
use crate::sets::DigitSet;
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
    /// Techniques inside the net: steps of their own, each on the board without the candidates
    /// that are off by then and that it rests on.
    pub lemmas: Vec<Step>,
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
    /// The lemma of the net that it follows by, if it does.
    pub lemma: Option<usize>,
}

impl Knot {
    /// Whether it is ruled out by what was said before, and by a rule of the game.
    fn is_plain(&self) -> bool {
        !self.node.on && self.lemma.is_none() && self.fact.is_none() && !self.because.is_empty()
    }

    /// The claim as the checker takes it; none if it is about several cells.
    fn literal(&self) -> Option<Literal> {
        let Node {
            cells, digit, on, ..
        } = &self.node;
        let [cell] = cells[..] else {
            return None;
        };
        let candidate = Candidate {
            cell,
            digit: *digit,
        };
        Some(Literal {
            candidate,
            holds: *on,
        })
    }
}

/// The claims of some knots in one sentence: one claim of any kind, or that some places are
/// ruled out, digit by digit.
fn ruled_out(knots: &[&Knot]) -> Words {
    if let [knot] = knots {
        return knot.node.claim();
    }
    let digits: DigitSet = knots.iter().map(|knot| knot.node.digit).collect();
    let cells = in_order(
        knots
            .iter()
            .flat_map(|knot| knot.node.cells.iter().copied()),
    );
    if let [cell] = cells[..] {
        let listed: Vec<Digit> = digits.iter().collect();
        return match listed[..] {
            [one, other] => say![cell, " can be neither ", one, " nor ", other],
            _ => say![cell, " can be none of ", digits],
        };
    }
    let mut said = Words::default();
    for (k, digit) in digits.iter().enumerate() {
        let of_digit = knots.iter().filter(|knot| knot.node.digit == digit);
        let cells = in_order(of_digit.flat_map(|knot| knot.node.cells.iter().copied()));
        let before = match k {
            0 => "",
            _ if k + 1 == digits.len() => ", and ",
            _ => ", ",
        };
        said = said.and(say![before]).and(claim(&cells, digit, false));
    }
    said
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

    /// The facts that the knots follow by. Those that a lemma gives are supposed where it is
    /// proved.
    fn facts(&self) -> Vec<Fact> {
        let knots = self.knots.iter();
        let mut facts: Vec<Fact> = knots.filter_map(|knot| knot.fact.clone()).collect();
        for (k, lemma) in self.lemmas.iter().enumerate() {
            let by_it = || self.knots.iter().filter(|knot| knot.lemma == Some(k));
            let first = by_it().next().into_iter();
            let given = first.flat_map(|knot| &knot.because);
            let given = given.filter_map(|&before| self.knots[before].literal());
            facts.push(Fact::Lemma(Lemma {
                given: given.collect(),
                follows: by_it().filter_map(Knot::literal).collect(),
                because: lemma.facts(),
            }));
        }
        facts
    }

    /// That the conclusion follows from the premise, as one fact.
    fn as_lemma(&self) -> Option<Fact> {
        let (first, last) = self.knots.first().zip(self.knots.last())?;
        Some(Fact::Lemma(Lemma {
            given: vec![first.literal()?],
            follows: vec![last.literal()?],
            because: self.facts(),
        }))
    }

    /// The knots that are not told yet, in words.
    fn story<'n>(&'n self, told: &mut Vec<&'n Node>) -> Words {
        let mut said = Words::default();
        let mut is_known = vec![false; self.lemmas.len()];
        // The knot that the last sentence ends with, if it can take what that rules out.
        let mut open = None;
        let mut next = 0;
        while next < self.knots.len() {
            let start = next;
            let plain = self.knots[start..]
                .iter()
                .take_while(|knot| knot.is_plain());
            next += plain.count().max(1);
            let new = self.knots[start..next].iter();
            let new: Vec<&Knot> = new.filter(|knot| !told.contains(&&knot.node)).collect();
            told.extend(new.iter().map(|knot| &knot.node));
            let Some(first) = new.first() else {
                continue;
            };
            if let Some(lemma) = first.lemma {
                // What it comes to is its last sentence.
                if !std::mem::replace(&mut is_known[lemma], true) {
                    said = ended(said, open.take()).then(self.lemmas[lemma].as_lemma());
                }
                continue;
            }
            // What is supposed stands alone.
            let from = open.filter(|&from| from > 0);
            let is_ruled_out = |knot: &&Knot| {
                knot.is_plain() && from.is_some_and(|from| knot.because[..] == [from])
            };
            said = if new.iter().all(is_ruled_out) {
                said.and(say![", so "])
            } else {
                let opening = if start == 0 { "Suppose " } else { "Then " };
                ended(said, open).then(say![opening])
            };
            said = said
                .and(ruled_out(&new))
                .and(match (&first.fact, first.node.cells.len()) {
                    (Some(Fact::House(house, _)), 1) => say![", the only place left in ", *house],
                    (Some(Fact::House(house, _)), _) => say![", the only places left in ", *house],
                    (Some(Fact::Cell(_)), _) => say![", its only candidate left"],
                    _ => Words::default(),
                });
            open = Some(start);
        }
        ended(said, open)
    }
}

/// The words with a full stop, if their last sentence has none.
fn ended(said: Words, open: Option<usize>) -> Words {
    if open.is_some() {
        said.and(say!["."])
    } else {
        said
    }
}

impl Because for Nets {
    fn facts(&self, _deduction: &Deduction, board: &Board) -> Vec<Fact> {
        // Whichever premise holds, its net leads to the conclusion: each net is a lemma. Without
        // them the checker would have to find out by itself what to try.
        let lemmas = self.nets.iter().map(Net::as_lemma);
        let lemmas: Option<Vec<Fact>> = lemmas.collect();
        let facts = match lemmas.filter(|_| self.crux.is_verity()) {
            Some(lemmas) => lemmas,
            None => self.nets.iter().flat_map(Net::facts).collect(),
        };
        facts.into_iter().chain(self.crux.facts(board)).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let mut picture = self.crux.picture(board);
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

    fn supposes(&self) -> bool {
        true
    }

    fn explain(&self, _deduction: &Deduction, board: &Board) -> Words {
        // Nets from one premise are told as one, each of their knots once.
        let (mut said, mut told) = (self.crux.opening(board), Vec::new());
        for net in &self.nets {
            if told.first() != net.knots.first().map(|knot| &knot.node).as_ref() {
                told.clear();
            }
            said = said.paragraph(net.story(&mut told));
        }
        let ends = self.nets.iter().filter_map(|net| net.knots.last());
        let ends: Vec<&Node> = ends.map(|knot| &knot.node).collect();
        said.paragraph(self.crux.ending(&ends))
    }
}

//! Colouring: marks that are right or wrong together.
//!
//! ```text
//!    5● ─── 5○        row 1 has two places for 5: one is right, the other wrong
//!           │
//!    5○ ─── 5●        so all ● are right and all ○ wrong, or the other way round
//! ```
//!
//! A mark that sees both colours is wrong either way (trap). A colour of which two
//! marks see each other is wrong (wrap). Two groups of such marks can be played
//! against each other (multi colours), and the marks need not all be of one digit (3D
//! Medusa).
//!
//! Names are those of HoDoKu by Bernhard Hobiger; Medusa is by the players' forums.

use std::collections::BTreeMap;

use super::Because;
use super::sentences::clash;
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::sets::DigitSet;
use crate::words::{Words, say};

/// Groups of marks in two colours each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coloring {
    /// The groups.
    pub groups: Vec<TwoColors>,
    /// A cell in which a colour would leave no candidate, if that is the point.
    pub emptied: Option<Cell>,
}

/// Marks of which either all of one colour are right or all of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoColors {
    /// The marks of either colour.
    pub colors: [Vec<Candidate>; 2],
    /// The facts that tie them: houses with two places and cells with two candidates.
    pub ties: Vec<Fact>,
}

impl TwoColors {
    /// `(r5c3,r6c7) / (r5c8,r7c3)`, with the digits where they differ.
    fn text(&self, geometry: &Geometry, one_digit: bool) -> String {
        let color = |marks: &Vec<Candidate>| {
            if one_digit {
                text::cells(geometry, marks.iter().map(|mark| mark.cell))
            } else {
                text::conclusion(geometry, marks, &[])
            }
        };
        let [first, second] = &self.colors;
        format!("({}) / ({})", color(first), color(second))
    }

    /// The colour that the step rubs out altogether, if it does.
    fn wrong(&self, deduction: &Deduction) -> Option<usize> {
        let is_gone = |mark: &Candidate| deduction.eliminations.contains(mark);
        (0..2).find(|&k| self.colors[k].iter().all(is_gone))
    }
}

impl Because for Coloring {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let ties = self.groups.iter().flat_map(|group| group.ties.clone());
        ties.chain(self.emptied.map(Fact::Cell)).collect()
    }

    fn picture(&self, _deduction: &Deduction, _board: &Board) -> Picture {
        let mut causes = Vec::new();
        for group in &self.groups {
            for (marks, role) in group.colors.iter().zip([Role::Cause, Role::Second]) {
                causes.extend(marks.iter().map(|&mark| (mark, role)));
            }
        }
        Picture {
            causes,
            ..Picture::default()
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        let name = deduction.technique;
        let one_digit = name != Technique::Medusa;
        let groups = self.groups.iter();
        let groups: Vec<String> = groups.map(|g| g.text(geometry, one_digit)).collect();
        let groups = groups.join(", ");
        match self.groups[0].colors[0].first() {
            Some(mark) if one_digit => format!("{name}: {} {groups}", mark.digit),
            _ => format!("{name}: {groups}"),
        }
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let rule = match (deduction.technique, self.mark().digit) {
            (Technique::Medusa, _) => say![
                "Where a house has only two places for a digit, or a cell only two candidates, one of the two is right.",
            ],
            (_, digit) => say![
                "Where a house has only two places for ",
                digit,
                ", one of the two is right.",
            ],
        };
        let mut said = rule;
        for (group, names) in self.groups.iter().zip([["A", "B"], ["C", "D"]]) {
            let [first, second] = &group.colors;
            let either = if names[0] == "A" {
                "So either "
            } else {
                "And either "
            };
            said = said.then(say![either].and(listed(first)));
            said = said.and(say![format!(" (call this {}), or ", names[0])]);
            said = said
                .and(listed(second))
                .and(say![format!(" ({}).", names[1])]);
        }
        let why = match (self.groups[0].wrong(deduction), self.emptied) {
            (Some(wrong), Some(cell)) => say![
                format!("If {} were right, ", ["A", "B"][wrong]),
                cell,
                " would have no candidate left.",
            ],
            (Some(wrong), None) => self.wrap(wrong, board),
            (None, _) => self.trap(deduction, board),
        };
        said.then(why)
    }
}

/// A colour: its name and its marks.
type Named<'c> = (&'static str, &'c [Candidate]);

impl Coloring {
    /// Any of the marks.
    fn mark(&self) -> Candidate {
        self.groups[0].colors[0][0]
    }

    /// Why the first or second colour of the first group is wrong.
    fn wrap(&self, wrong: usize, board: &Board) -> Words {
        let name = ["A", "B"][wrong];
        let marks = &self.groups[0].colors[wrong];
        if let Some(other) = self.groups.get(1) {
            let sides = [(&other.colors[0], "C"), (&other.colors[1], "D")];
            let seen = sides.map(|(there, side)| {
                let (one, two) = clashing(marks, there, board)?;
                Some(say![
                    one.cell,
                    format!(" of {name} sees "),
                    two.cell,
                    format!(" of {side}")
                ])
            });
            if let [Some(first), Some(second)] = seen {
                let both = first.and(say![", and "]).and(second);
                return both.and(say![format!(". Since C or D is right, {name} is wrong.")]);
            }
        }
        let Some((one, other)) = clashing(marks, marks, board) else {
            return say![format!("The marks of {name} cannot all be right.")];
        };
        if one.cell == other.cell {
            let both = DigitSet::only(one.digit) | DigitSet::only(other.digit);
            let wrong = format!(", so {name} is wrong.");
            return say![
                format!("But {name} has both "),
                both,
                " in ",
                one.cell,
                wrong
            ];
        }
        let both = say![
            format!("But {name} has "),
            one.digit,
            " in both ",
            one.cell,
            " and "
        ];
        let wrong = format!(", which see each other, so {name} is wrong.");
        both.and(say![other.cell, wrong])
    }

    /// Why each mark is wrong that goes: it fits with neither of two colours of which one is
    /// right.
    fn trap(&self, deduction: &Deduction, board: &Board) -> Words {
        let colors = self.groups.iter().flat_map(|group| &group.colors);
        let colors: Vec<Named<'_>> = ["A", "B", "C", "D"]
            .into_iter()
            .zip(colors.map(Vec::as_slice))
            .collect();
        let (mut said, mut sides) = (Words::default(), [colors[0], colors[1]]);
        if let [a, b, c, d] = colors[..] {
            // Where two of the colours clash, one of their opposites is right.
            let opposites = [(a, c, b, d), (a, d, b, c), (b, c, a, d), (b, d, a, c)];
            for (one, two, first, second) in opposites {
                let Some((x, y)) = clashing(one.1, two.1, board) else {
                    continue;
                };
                said = say![x.cell, format!(" of {} sees ", one.0), y.cell];
                said = said.and(say![format!(
                    " of {}, so they are not both right: {} or {} is.",
                    two.0, first.0, second.0
                )]);
                sides = [first, second];
                let fits = |gone: &Candidate| {
                    sides
                        .iter()
                        .all(|side| clashing(&[*gone], side.1, board).is_some())
                };
                if deduction.eliminations.iter().all(fits) {
                    break;
                }
            }
        }
        for gone in &deduction.eliminations {
            let [first, second] = sides.map(|side| clashing(&[*gone], side.1, board));
            let (Some((_, first)), Some((_, second))) = (first, second) else {
                continue;
            };
            said = said.then(say![gone.cell, " cannot be ", gone.digit]);
            for (mark, name, before) in [
                (first, sides[0].0, ": if "),
                (second, sides[1].0, ", and if "),
            ] {
                let right = format!("{before}{name} is right, ");
                said = said.and(say![right, mark.cell, " is ", mark.digit]);
            }
            said = said.and(say!["."]);
        }
        said
    }
}

/// The first two marks of two colours that cannot both be right.
fn clashing(
    one: &[Candidate],
    other: &[Candidate],
    board: &Board,
) -> Option<(Candidate, Candidate)> {
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b)));
    pairs.into_iter().find(|&(a, b)| clash(board, a, b))
}

/// `r1c1 and r4c4 are 5, and r4c5 is 7`.
fn listed(marks: &[Candidate]) -> Words {
    let mut by_digit: BTreeMap<Digit, Vec<Cell>> = BTreeMap::new();
    for mark in marks {
        by_digit.entry(mark.digit).or_default().push(mark.cell);
    }
    let n = by_digit.len();
    let mut said = Words::default();
    for (k, (digit, cells)) in by_digit.iter().enumerate() {
        let before = match k {
            0 => "",
            _ if k + 1 == n => ", and ",
            _ => ", ",
        };
        let is = if cells.len() == 1 { " is " } else { " are " };
        said = said.and(say![before, cells, is, *digit]);
    }
    said
}

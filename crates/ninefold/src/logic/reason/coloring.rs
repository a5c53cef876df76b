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
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::words::{Part, Words, say};

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

    fn explain(&self, deduction: &Deduction, _board: &Board) -> Words {
        let mut said = Words::default();
        for (group, names) in self.groups.iter().zip([["A", "B"], ["C", "D"]]) {
            said = said.then(say![
                "Follow the houses with two places for a digit",
                match deduction.technique {
                    Technique::Medusa => " and the cells with two candidates",
                    _ => "",
                },
                ", where one of two must be right: then either all of ",
            ]);
            said.parts.extend(listed(&group.colors[0]));
            said.parts
                .extend(say![" are right (call them ", names[0], "), or all of "].parts);
            said.parts.extend(listed(&group.colors[1]));
            said.parts.extend(say![" (", names[1], ")."].parts);
        }
        let first = &self.groups[0];
        let why = match (deduction.technique, first.wrong(deduction), self.emptied) {
            (_, Some(wrong), Some(cell)) => say![
                "If ",
                ["A", "B"][wrong],
                " were right, ",
                cell,
                " would have no candidate left. So it is wrong.",
            ],
            (Technique::MultiColors2, Some(wrong), _) => say![
                "Marks of ",
                ["A", "B"][wrong],
                " see marks of both C and D, one of which is right. So it is wrong.",
            ],
            (Technique::MultiColors1, ..) => say![
                "Two of these colours see each other, so they are not both right, and one of their opposites is. A mark that sees both opposites is wrong.",
            ],
            (_, Some(wrong), _) => say![
                "Two marks of ",
                ["A", "B"][wrong],
                " cannot both be right, because they see each other. So all of it is wrong.",
            ],
            _ => say!["A mark that is ruled out by A and by B is wrong either way.",],
        };
        said.then(why)
    }
}

/// `5 in r1c1 and r4c4, 7 in r4c5`.
fn listed(marks: &[Candidate]) -> Vec<Part> {
    let mut by_digit: BTreeMap<Digit, Vec<Cell>> = BTreeMap::new();
    for mark in marks {
        by_digit.entry(mark.digit).or_default().push(mark.cell);
    }
    let mut parts = Vec::new();
    for (digit, cells) in &by_digit {
        let before = if parts.is_empty() { "" } else { ", " };
        parts.extend(say![before, *digit, " in ", cells].parts);
    }
    parts
}

//! Fish: a digit caught between as many houses that need it as can take it.
//!
//! ```text
//!        c3        c7            rows 2 and 6 need a 5 and have it in columns
//!   r2 · 5 · · · · 5 · ·         3 and 7 only: one row takes column 3, the other
//!        :         :             column 7
//!   r6 · 5 · · · · 5 · ·
//!        5̶         5̶             so these columns have no 5 elsewhere
//! ```
//!
//! The houses that need the digit are the *base*, those that take it are the *cover*.
//! A place of the base that the cover leaves out is a *fin*; one that lies in two base
//! houses is an *endo fin*. Either a fin holds the digit or the fish does its work, so
//! only what sees every fin goes. Names and definitions are those of HoDoKu by Bernhard
//! Hobiger, after the "Ultimate Fish Guide" of the players' forum.

use super::Because;
use super::sentences::{cleared, kind_of, number, sees};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, Digit, Geometry, House};
use crate::logic::check::Fact;
use crate::logic::step::{Deduction, Link, Picture, Role};
use crate::logic::technique::Technique;
use crate::logic::text;
use crate::words::{Words, say};

/// As many houses to take a digit as there are houses that need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The houses that need the digit.
    pub base: Vec<House>,
    /// The houses that take it.
    pub cover: Vec<House>,
    /// Another cover of the same base, for a siamese fish: two fish in one.
    pub other_cover: Option<Vec<House>>,
    /// The places of the base outside the cover.
    pub fins: Vec<Cell>,
    /// The places that lie in two houses of the base.
    pub endo_fins: Vec<Cell>,
}

impl Fish {
    pub(super) fn all_fins(&self) -> Vec<Cell> {
        [self.fins.as_slice(), &self.endo_fins].concat()
    }

    /// The places of the base, in reading order.
    fn places(&self, board: &Board) -> Vec<Cell> {
        let base = self.base.iter();
        let mut places: Vec<Cell> = base
            .flat_map(|&house| board.places(house, self.digit))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// A strong link for each house of the base: it needs the digit, so one of the two ends
    /// has it. The places of a cover house are not linked: it may go without the digit.
    fn links(&self, board: &Board) -> Vec<Link> {
        let end = |cells: Vec<Cell>| {
            let digit = self.digit;
            cells.into_iter().map(move |cell| Candidate { cell, digit })
        };
        let link = |&house: &House| {
            let places: Vec<Cell> = board.places(house, self.digit).collect();
            let (from, to) = ends(board.geometry(), &places);
            (!to.is_empty()).then(|| Link {
                from: end(from).collect(),
                to: end(to).collect(),
                strong: true,
            })
        };
        self.base.iter().filter_map(link).collect()
    }

    /// The fish in the notation, by this name.
    pub(super) fn notation_as(&self, name: Technique, geometry: &Geometry) -> String {
        let (siamese, other) = match &self.other_cover {
            Some(other) => ("Siamese ", format!("/{}", text::houses(geometry, other))),
            None => ("", String::new()),
        };
        let mut said = format!(
            "{siamese}{}: {} {} {}{other}",
            name,
            self.digit,
            text::houses(geometry, &self.base),
            text::houses(geometry, &self.cover)
        );
        for &fin in &self.fins {
            said += &format!(" f{}", geometry.name(fin));
        }
        for &fin in &self.endo_fins {
            said += &format!(" ef{}", geometry.name(fin));
        }
        said
    }

    /// The work of the fish if no fin has the digit, in words, for the cells that lose it.
    pub(super) fn catch(&self, board: &Board, gone: &[Cell]) -> Words {
        self.caught(board, &self.cover, &self.all_fins(), gone)
    }

    /// The same for one of its covers, and the fins that this leaves out.
    fn caught(&self, board: &Board, cover: &[House], fins: &[Cell], gone: &[Cell]) -> Words {
        let (digit, geometry) = (self.digit, board.geometry());
        let said = say!["In "].houses(geometry, &self.base);
        let said = match fins.len() {
            0 => said.and(say![", "]),
            1 => said.and(say![", apart from the fin ", fins, ", "]),
            _ => said.and(say![", apart from the fins ", fins, ", "]),
        };
        let said = said
            .and(say![digit, " fits only in "])
            .houses(geometry, cover);
        let n = number(self.base.len());
        let (bases, covers) = (kind_of(geometry, &self.base), kind_of(geometry, cover));
        let all = match self.base.len() {
            2 => "both".to_owned(),
            _ => format!("all {n}"),
        };
        let each = format!("ach of the {n} {bases} takes one of these {covers} for its ");
        let said = match fins.len() {
            0 => said.and(say![". E", each]),
            1 => said.and(say![". If the fin is not ", digit, ", e", each]),
            _ => said.and(say![". If no fin is ", digit, ", e", each]),
        };
        let mut said = said.and(say![
            digit,
            format!(". That uses up {all}, so no other cell of those {covers} can be "),
            digit,
            ".",
        ]);
        let mut body = self.places(board);
        body.retain(|cell| !fins.contains(cell));
        if gone.iter().any(|cell| body.contains(cell)) {
            said = said.then(say![
                "Nor can a cell where two of them cross: it would use up both, and leave too few for the rest.",
            ]);
        }
        said
    }

    /// Its covers, each with the cells that its own fins and body clear.
    fn halves(&self, board: &Board, gone: &[Cell]) -> Vec<(&[House], Vec<Cell>, Vec<Cell>)> {
        let Some(other) = &self.other_cover else {
            return vec![(&self.cover, self.all_fins(), gone.to_vec())];
        };
        let geometry = board.geometry();
        let is_in = |houses: &[House], cell: &Cell| {
            houses
                .iter()
                .any(|&house| geometry.cells_of(house).contains(cell))
        };
        let half = |cover: &'_ [House]| {
            let mut fins = self.places(board);
            fins.retain(|cell| !is_in(cover, cell) || self.endo_fins.contains(cell));
            let mut cleared = gone.to_vec();
            cleared.retain(|&cell| {
                is_in(cover, &cell) && fins.iter().all(|&fin| sees(board, cell, fin))
            });
            (fins, cleared)
        };
        let both = [self.cover.as_slice(), other];
        let halves = both.into_iter().map(|cover| {
            let (fins, cleared) = half(cover);
            (cover, fins, cleared)
        });
        halves.collect()
    }
}

/// The places of a house as two ends of a link, each in one row or column if that is possible:
/// a line as its first place and the others, a box as one of its lines and the others.
fn ends(geometry: &Geometry, places: &[Cell]) -> (Vec<Cell>, Vec<Cell>) {
    let Some(&first) = places.first() else {
        return (Vec::new(), Vec::new());
    };
    let row = |cell: Cell| geometry.row(cell);
    let column = |cell: Cell| geometry.column(cell);
    let in_line = |cells: &[Cell]| {
        let same =
            |line: &dyn Fn(Cell) -> usize| cells.windows(2).all(|w| line(w[0]) == line(w[1]));
        !cells.is_empty() && (same(&row) || same(&column))
    };
    let split = |is_near: &dyn Fn(Cell) -> bool| -> (Vec<Cell>, Vec<Cell>) {
        places.iter().partition(|&&cell| is_near(cell))
    };
    let by_row = split(&|cell| row(cell) == row(first));
    let by_column = split(&|cell| column(cell) == column(first));
    [by_row, by_column]
        .into_iter()
        .find(|(_, others)| in_line(others))
        .unwrap_or_else(|| split(&|cell| cell == first))
}

impl Because for Fish {
    fn facts(&self, _deduction: &Deduction, _board: &Board) -> Vec<Fact> {
        let base = self.base.iter();
        base.map(|&house| Fact::House(house, self.digit)).collect()
    }

    fn picture(&self, _deduction: &Deduction, board: &Board) -> Picture {
        let (digit, fins) = (self.digit, self.all_fins());
        let role = |cell| {
            if fins.contains(&cell) {
                Role::Fin
            } else {
                Role::Cause
            }
        };
        let places = self.places(board).into_iter();
        let mut houses = [self.base.as_slice(), &self.cover].concat();
        for &house in self.other_cover.iter().flatten() {
            if !houses.contains(&house) {
                houses.push(house);
            }
        }
        Picture {
            houses,
            causes: places
                .map(|cell| (Candidate { cell, digit }, role(cell)))
                .collect(),
            links: self.links(board),
        }
    }

    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
        self.notation_as(deduction.technique, geometry)
    }

    fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
        let digit = self.digit;
        let halves = self.halves(board, &cleared(deduction));
        let mut said = Words::default();
        for (k, (cover, fins, gone)) in halves.into_iter().enumerate() {
            if k > 0 {
                said = said.then(say!["The same houses make a second fish, with other fins."]);
            }
            said = said.then(self.caught(board, cover, &fins, &gone));
            let see = if gone.len() == 1 { " sees " } else { " see " };
            said = said.then(match fins.len() {
                0 => Words::default(),
                1 => say!["If the fin is ", digit, ", ", &gone, see, "it."],
                _ => say![
                    "If a fin is ",
                    digit,
                    ", ",
                    &gone,
                    see,
                    "it, whichever it is."
                ],
            });
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::reason::Reason;
    use crate::puzzle::Puzzle;

    /// The links of a fish on 9, on a board where 9 has these places alone in its base:
    /// `r2c4=r2c6` where one of two cells has it, `r5c1=r5c46` for a cell and a group.
    fn links(base: &[(&str, &[&str])], cover: &[&str], fins: &[&str]) -> Vec<String> {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let geometry = puzzle.geometry().clone();
        let mut board = Board::new(&puzzle);
        let nine = Digit::new(9).unwrap();
        let house = |name: &str| geometry.houses().find(|&h| geometry.house_name(h) == name);
        let cell = |name: &str| {
            geometry
                .cells()
                .find(|&c| geometry.name(c) == name)
                .unwrap()
        };
        for (name, places) in base {
            for &other in geometry.cells_of(house(name).unwrap()) {
                if !places.contains(&geometry.name(other).as_str()) {
                    board.eliminate(other, nine);
                }
            }
        }
        let fish = Fish {
            digit: nine,
            base: base.iter().map(|(name, _)| house(name).unwrap()).collect(),
            cover: cover.iter().map(|name| house(name).unwrap()).collect(),
            other_cover: None,
            fins: fins.iter().map(|name| cell(name)).collect(),
            endo_fins: Vec::new(),
        };
        let none = Deduction::placing(
            Technique::FinnedSwordfish,
            Candidate {
                cell: cell("r1c1"),
                digit: nine,
            },
            Reason::Fish(fish.clone()),
        );
        let end =
            |candidates: &[Candidate]| text::cells(&geometry, candidates.iter().map(|c| c.cell));
        let written = |link: &Link| {
            assert!(
                link.strong,
                "a house needs the digit: one of the ends has it"
            );
            format!("{}={}", end(&link.from), end(&link.to))
        };
        fish.picture(&none, &board)
            .links
            .iter()
            .map(written)
            .collect()
    }

    #[test]
    fn every_base_house_is_linked_and_no_cover_is() {
        // Column 1 holds two places of the base, and perhaps others: it needs no link.
        let base: [(&str, &[&str]); 3] = [
            ("row 2", &["r2c4", "r2c6"]),
            ("row 5", &["r5c1", "r5c4", "r5c6"]),
            ("row 8", &["r8c1", "r8c4", "r8c5", "r8c6"]),
        ];
        let drawn = links(&base, &["column 1", "column 4", "column 6"], &["r8c5"]);
        assert_eq!(drawn, ["r2c4=r2c6", "r5c1=r5c46", "r8c1=r8c456"]);
    }

    #[test]
    fn the_places_of_a_box_are_linked_line_by_line() {
        let base: [(&str, &[&str]); 2] = [
            ("box 1", &["r1c2", "r1c3", "r3c2"]),
            ("row 5", &["r5c2", "r5c3"]),
        ];
        let drawn = links(&base, &["column 2", "column 3"], &[]);
        assert_eq!(drawn, ["r1c23=r3c2", "r5c2=r5c3"]);
    }
}

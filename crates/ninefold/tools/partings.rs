//! Where the paths of two isomorphs part on the scale `se`, and which rule decides it.

use std::collections::BTreeSet;

use ninefold::{Candidate, Cell, Digit, Transformation};

use super::plain_explainer::paths::Path;
use super::plain_explainer::{About, Hint, KINDS, Position, each, house};

/// Describes the last position that two paths share before the one that rates higher takes its
/// hardest step, and the hints there, in the cells of the first puzzle; `back` leads to it from
/// the second.
pub(crate) fn parting(a: &Path, b: &Path, back: &Transformation) -> String {
    let here = Transformation::identity(back.target());
    let sides = [(a, here), (b, back.clone())];
    let hardest = |path: &Path| path.tenths.iter().copied().max();
    let [hard, easy] = if hardest(a) >= hardest(b) {
        [0, 1]
    } else {
        [1, 0]
    };
    let [hard, easy] = [&sides[hard], &sides[easy]];
    let end = hard
        .0
        .tenths
        .iter()
        .position(|&value| Some(value) == hardest(hard.0));
    let moved = |(path, back): &(&Path, Transformation)| -> Vec<Position> {
        path.steps
            .iter()
            .map(|(position, _)| moved_position(position, back))
            .collect()
    };
    let (of_hard, of_easy) = (moved(hard), moved(easy));
    let shared = (0..=end.unwrap_or(0)).rev().find_map(|i| {
        Some((
            i,
            of_easy
                .iter()
                .position(|position| *position == of_hard[i])?,
        ))
    });
    let Some((i, j)) = shared else {
        return "  the paths share no position".to_owned();
    };
    let [hard, easy] = [(hard, i), (easy, j)].map(|((path, back), step)| {
        let (position, hints) = &path.steps[step];
        let hints = hints.iter().map(|hint| moved_hint(hint, back)).collect();
        Orientation {
            position,
            hints,
            back,
        }
    });
    let mut text = format!(
        "  the last position that both paths have is at step {} of the higher and step {} of the lower\n",
        i + 1,
        j + 1
    );
    for (name, side, other) in [("higher", &hard, &easy), ("lower", &easy, &hard)] {
        if side.hints.is_empty() || other.hints.is_empty() {
            return text + "  they need techniques inside chains";
        }
        text += &side.list(name, &other.hints[0]);
    }
    text + "  decided by " + decided(&hard, &easy)
}

/// The position at which two paths part, in one orientation.
struct Orientation<'a> {
    position: &'a Position,
    /// The hints there, moved by `back`.
    hints: Vec<Hint>,
    back: &'a Transformation,
}

impl Orientation<'_> {
    /// The hints up to the one that the other orientation takes, or up to its rating.
    fn list(&self, name: &str, there: &Hint) -> String {
        let place = self
            .hints
            .iter()
            .position(|hint| has_same_effect(hint, there));
        let within = |hint: &&Hint| rank(hint) <= rank(there);
        let last = place.map_or(self.hints.iter().filter(within).count(), |place| place + 1);
        let mut text = format!(
            "  the {name} has {} hints there, the first to take first:\n",
            self.hints.len()
        );
        for (index, hint) in self.hints.iter().take(last.max(2)).enumerate() {
            let mark = if index == 0 {
                ", taken"
            } else if has_same_effect(hint, there) {
                ", taken by the other"
            } else {
                ""
            };
            text += &format!("    {:>3}. {hint}{mark}\n", index + 1);
        }
        if place.is_none() {
            text += "         what the other takes is not among them\n";
        }
        text
    }

    /// The hints of the name and the effect of a hint, about the same.
    fn same<'b>(&'b self, hint: &'b Hint) -> impl Iterator<Item = &'b Hint> {
        let same = |other: &&Hint| {
            has_same_effect(other, hint) && (other.name, &other.about) == (hint.name, &hint.about)
        };
        self.hints.iter().filter(same)
    }

    /// Whether a hint is about a house whose first place for the digit is a cell with two
    /// candidates, in this orientation: chains that are not dynamic begin in larger cells.
    fn has_no_start(&self, hint: &Hint) -> bool {
        let own = moved_hint(hint, &self.back.inverse());
        if own.name != "region chain" {
            return false;
        }
        let About::Digit {
            kind,
            number,
            digit,
        } = own.about
        else {
            return false;
        };
        let mut places = house(kind, number).into_iter();
        let first = places.find(|&cell| self.position.has(cell, digit));
        first.is_some_and(|cell| self.position.n(cell) == 2)
    }
}

/// What hints are sorted by, as far as it is printed.
fn rank(hint: &Hint) -> (u32, usize, u8) {
    (hint.tenths(), hint.complexity, hint.key)
}

/// What makes the two orientations take different hints.
fn decided(hard: &Orientation, easy: &Orientation) -> &'static str {
    let [of_hard, of_easy] = [&hard.hints[0], &easy.hints[0]];
    if hard.same(of_easy).next().is_none() && hard.has_no_start(of_easy) {
        return "the first place of a house: a cell with two candidates starts no static chain, so \
                the higher cannot have the region chain that the lower takes";
    }
    if rank(of_hard) == rank(of_easy) {
        return "the order of the search: the hints have the same rating, nodes and kind";
    }
    match hard.same(of_easy).map(rank).min() {
        Some(rank_there) if rank_there > rank(of_easy) => {
            "the number of nodes: what the lower takes has more of them in the higher, where the \
             nets grew in another order"
        }
        Some(_) => "something else",
        None => {
            "what nets lead to: in the higher they end at a contradiction before they come to what \
             the lower takes"
        }
    }
}

fn has_same_effect(a: &Hint, b: &Hint) -> bool {
    (a.place, &a.deletions) == (b.place, &b.deletions)
}

fn moved_candidate((cell, digit): (usize, u8), by: &Transformation) -> (usize, u8) {
    let moved = by.candidate(Candidate {
        cell: Cell::new(cell).expect("it is a cell of the board"),
        digit: Digit::new(digit.into()).expect("it is a digit"),
    });
    (moved.cell.index(), moved.digit.value() as u8)
}

fn moved_cell(cell: usize, by: &Transformation) -> usize {
    moved_candidate((cell, 1), by).0
}

fn moved_position(position: &Position, by: &Transformation) -> Position {
    let mut moved = Position {
        digits: [0; 81],
        candidates: [0; 81],
    };
    for cell in 0..81 {
        let to = moved_cell(cell, by);
        if position.digits[cell] != 0 {
            moved.digits[to] = moved_candidate((cell, position.digits[cell]), by).1;
        }
        for digit in each(position.candidates[cell]) {
            moved.candidates[to] |= 1 << moved_candidate((cell, digit), by).1;
        }
    }
    moved
}

fn moved_hint(hint: &Hint, by: &Transformation) -> Hint {
    let about = match &hint.about {
        About::Cells(cells) => About::Cells(cells.iter().map(|&c| moved_cell(c, by)).collect()),
        About::Candidate { cell, digit, on } => {
            let (cell, digit) = moved_candidate((*cell, *digit), by);
            About::Candidate {
                cell,
                digit,
                on: *on,
            }
        }
        About::Digit {
            kind,
            number,
            digit,
        } => {
            let cells = house(*kind, *number).map(|cell| moved_cell(cell, by));
            let cells = BTreeSet::from(cells);
            let mut houses = KINDS
                .into_iter()
                .flat_map(|kind| (0..9).map(move |n| (kind, n)));
            let (kind, number) = houses
                .find(|&(kind, number)| BTreeSet::from(house(kind, number)) == cells)
                .expect("a house moves to a house");
            let (_, digit) = moved_candidate((0, *digit), by);
            About::Digit {
                kind,
                number,
                digit,
            }
        }
    };
    Hint {
        about,
        place: hint.place.map(|placed| moved_candidate(placed, by)),
        deletions: hint
            .deletions
            .iter()
            .map(|&gone| moved_candidate(gone, by))
            .collect(),
        ..hint.clone()
    }
}

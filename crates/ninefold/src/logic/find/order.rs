//! Which of several steps comes first: HoDoKu's order for chains and the like.
//!
//! ```text
//!   1  a step that places a digit, before one that rubs marks out
//!   2  more marks rubbed out
//!   3  other marks, or another technique: the smaller weight of the marks
//!   4  the same marks by the same technique: the shorter chain
//! ```
//!
//! The weight counts the cells of later marks more, so that it is smaller for marks
//! higher up. Two different steps can weigh the same; then the one found first stays
//! ahead, even where a shorter form of it was found after the other. That is not an
//! order in the strict sense, so the result depends on the algorithm of the sort: this one
//! works as HoDoKu's does on lists of an everyday length.

use std::cmp::Ordering;

use crate::geometry::Candidate;
use crate::logic::reason::Reason;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;

/// Puts the best step first.
pub(super) fn best_first<const W: usize>(
    sight: &Sight<W>,
    steps: Vec<Deduction>,
) -> impl Iterator<Item = Deduction> {
    let ranks: Vec<Rank> = steps.iter().map(|step| Rank::of(sight, step)).collect();
    let mut order: Vec<usize> = (0..steps.len()).collect();
    sort(&mut order, |&a, &b| ranks[a].compare(&ranks[b]));
    let mut steps: Vec<Option<Deduction>> = steps.into_iter().map(Some).collect();
    order.into_iter().filter_map(move |k| steps[k].take())
}

/// The weight of marks in the order in which they are listed.
pub(super) fn weight<const W: usize>(
    sight: &Sight<W>,
    gone: impl IntoIterator<Item = Candidate>,
) -> usize {
    let more = sight.geometry().n_cells() - 1;
    let weigh = |(k, c): (usize, Candidate)| c.cell.index() * (1 + k * more) + c.digit.value();
    gone.into_iter().enumerate().map(weigh).sum()
}

/// Puts marks in order, by digit and then by cell, each once.
pub(super) fn by_digit(gone: &mut Vec<Candidate>) {
    gone.sort_unstable_by_key(|candidate| (candidate.digit, candidate.cell));
    gone.dedup();
}

/// The values that decide the place of a step.
struct Rank {
    technique: Technique,
    placements: Vec<Candidate>,
    gone: Vec<Candidate>,
    weight: usize,
    length: usize,
}

impl Rank {
    fn of<const W: usize>(sight: &Sight<W>, step: &Deduction) -> Rank {
        let mut gone = step.eliminations.clone();
        by_digit(&mut gone);
        Rank {
            technique: step.technique,
            placements: step.placements.clone(),
            weight: weight(sight, step.eliminations.iter().copied()),
            length: match &step.reason {
                Reason::Chain(chain) => chain.length(),
                _ => 0,
            },
            gone,
        }
    }

    fn compare(&self, other: &Rank) -> Ordering {
        let places = |rank: &Rank| !rank.placements.is_empty();
        let same_kind = places(other)
            .cmp(&places(self))
            .then(other.gone.len().cmp(&self.gone.len()));
        let same = self.technique == other.technique
            && self.gone == other.gone
            && self.placements == other.placements;
        same_kind.then_with(|| {
            if same {
                self.length.cmp(&other.length)
            } else {
                self.weight.cmp(&other.weight)
            }
        })
    }
}

/// Sorts by insertion: takes the run that is in order at the start (turned round if it
/// falls), then puts each further item behind those it does not precede.
fn sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let precedes = |a: &T, b: &T| compare(a, b) == Ordering::Less;
    if items.len() < 2 {
        return;
    }
    let falls = precedes(&items[1], &items[0]);
    let mut run = 2;
    while run < items.len() && precedes(&items[run], &items[run - 1]) == falls {
        run += 1;
    }
    if falls {
        items[..run].reverse();
    }
    for next in run..items.len() {
        let (sorted, rest) = items.split_at(next);
        let at = sorted.partition_point(|item| !precedes(&rest[0], item));
        items[at..=next].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_keeps_equals_in_place() {
        let mut items = [(3, 'a'), (2, 'b'), (1, 'c'), (2, 'd'), (1, 'e'), (3, 'f')];
        sort(&mut items, |a, b| a.0.cmp(&b.0));
        let letters: String = items.iter().map(|item| item.1).collect();
        assert_eq!(letters, "cebdaf");
    }
}

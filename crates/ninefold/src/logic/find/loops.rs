//! Looks for nice loops and alternating inference chains, plain and grouped.
//!
//! ```text
//!   what follows from a premise in some cell comes back to that cell:
//!     5 is here … so 5 is not here                     the premise is wrong
//!     5 is not here … so 5 is here                     5 is here
//!     5 is here … so 6 is here too                     5 is not here
//!     5 is not here … so 6 is here                     a loop that runs on for ever,
//!                                                      or stands still: 5 or 6 is here
//!   or it gets elsewhere:
//!     5 is not here … so 5 is there                    one of the two; what sees both
//!                                                      is not 5
//! ```
//!
//! Every premise is [followed](super::tables) as far as it leads; only entries that
//! would rub something out are read off as chains. A chain that meets a cell of its
//! own a second time (a lasso) is not shown: a shorter one does the same. With more than
//! 4000 candidates on the board nothing is followed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::order::{best_first, by_digit};
use super::tables::{Claim, Entry, Links, Table, Through};
use super::{Found, Options};
use crate::geometry::{Candidate, Digit};
use crate::logic::reason::Chain;
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique::{self, *};
use crate::sets::{CellSet, DigitSet};

/// Nice loops and AICs.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let through = match technique {
        ContinuousNiceLoop => Through::Cells,
        _ if options.als_nodes => Through::Sets,
        _ => Through::Groups,
    };
    let Some(links) = Links::new(sight, through) else {
        return ControlFlow::Continue(());
    };
    let mut table = Table::default();
    let (mut loops, mut chains) = (Kept::default(), Kept::default());
    for on in [true, false] {
        for place in 0..links.n_candidates {
            sight.poll()?;
            let premise = Claim::new(place, on);
            table.follow(&links, premise);
            for entry in table.far() {
                // Chains end at a single candidate; groups and sets come after those.
                if entry.claim.place() >= links.n_candidates {
                    continue;
                }
                if links.place(entry.claim).first == links.places[place].first {
                    come_back(&links, &table, premise, entry, &mut loops);
                } else if !on && entry.claim.on() {
                    get_elsewhere(&links, &table, premise, entry, &mut chains);
                }
            }
        }
    }
    let mut steps = loops.steps;
    steps.append(&mut chains.steps);
    best_first(sight, steps).try_for_each(found)
}

/// The steps worth keeping: of those that rub out the same, each is shorter than the
/// ones before it.
#[derive(Default)]
struct Kept {
    steps: Vec<Deduction>,
    /// The shortest length for each technique and what it rubs out.
    shortest: BTreeMap<(Technique, Vec<Candidate>), usize>,
}

impl Kept {
    /// Whether a chain of this length would be the shortest yet.
    fn wants(&self, key: &(Technique, Vec<Candidate>), length: usize) -> bool {
        !key.1.is_empty() && self.shortest.get(key).is_none_or(|&known| length < known)
    }

    fn keep(&mut self, key: (Technique, Vec<Candidate>), chain: Chain) {
        let (technique, gone) = key.clone();
        self.shortest.insert(key, chain.length());
        self.steps
            .extend(Deduction::eliminating(technique, gone, chain.into()));
    }
}

/// The names of a loop or a chain: through groups, and without.
fn named(entry: &Entry, plain: Technique, grouped: Technique) -> Technique {
    if entry.grouped { grouped } else { plain }
}

/// A chain that comes back to the cell it started from.
fn come_back<const W: usize>(
    links: &Links<'_, W>,
    table: &Table,
    premise: Claim,
    entry: &Entry,
    kept: &mut Kept,
) {
    let (start, end) = (links.candidate(premise), links.candidate(entry.claim));
    let (cell, same) = (start.cell, start.digit == end.digit);
    let sight = links.sight;
    let gone: Option<Vec<Candidate>> = match (premise.on(), entry.claim.on(), same) {
        (true, false, true) => Some(vec![start]),
        (false, true, true) => {
            let others = sight.candidates(cell).iter();
            let others = others.filter(|&digit| digit != start.digit);
            Some(others.map(|digit| Candidate { cell, digit }).collect())
        }
        (true, true, false) => Some(vec![start]),
        (false, false, false) => Some(vec![end]),
        (true, false, false) if !sight.bivalue().contains(cell) => return,
        _ => None,
    };
    let length = entry.length as usize;
    let broken = gone.map(|gone| {
        (
            named(entry, DiscontinuousNiceLoop, GroupedDiscontinuousNiceLoop),
            gone,
        )
    });
    if broken.as_ref().is_some_and(|key| !kept.wants(key, length)) {
        return;
    }
    let claims = table.chain(entry);
    let stays = |claim: Claim| links.place(claim).cells.contains(cell);
    // A group on the way may hold the start cell; other cells are met once.
    if stays(claims[1])
        || stays(claims[claims.len() - 2])
        || is_lasso(links, &claims[1..claims.len() - 1])
    {
        return;
    }
    let mut chain = links.chain(&claims);
    match broken {
        Some(key) => kept.keep(key, chain),
        None => {
            chain.closed = true;
            let technique = named(entry, ContinuousNiceLoop, GroupedContinuousNiceLoop);
            let key = (technique, round_the_loop(links, &claims));
            if kept.wants(&key, length) {
                kept.keep(key, chain);
            }
        }
    }
}

/// Whether a chain meets one of its cells again later on.
fn is_lasso<const W: usize>(links: &Links<'_, W>, claims: &[Claim]) -> bool {
    let mut met = CellSet::EMPTY;
    let mut last = CellSet::EMPTY;
    claims.iter().any(|&claim| {
        let place = links.place(claim);
        let again = met.contains(place.first) && !last.contains(place.first);
        last = place.cells | place.set;
        met |= last;
        again
    })
}

/// The marks that a continuous loop rubs out: each weak link has one of its ends on.
fn round_the_loop<const W: usize>(links: &Links<'_, W>, claims: &[Claim]) -> Vec<Candidate> {
    let sight = links.sight;
    let of = |claim: Claim| links.place(claim);
    let inside = claims.iter().fold(CellSet::EMPTY, |all, &claim| {
        all | of(claim).cells | of(claim).set
    });
    let mut gone = Vec::new();
    // A cell that sees every one of these does not hold the digit.
    let mut seen_by = |cells: CellSet<W>, digit: Digit| {
        let seen = sight.common_peers(cells.iter()) & *sight.places(digit);
        let outside = seen - inside;
        gone.extend(outside.iter().map(|cell| Candidate { cell, digit }));
    };
    let mut pairs = Vec::new();
    for link in claims.windows(2) {
        let (from, to) = (of(link[0]), of(link[1]));
        if !from.set.is_empty() {
            // The set lacks the digit it was entered by, or one that it is left by.
            let left_by = if link[1].on() {
                sight.candidates(to.first)
            } else {
                DigitSet::only(to.digit)
            };
            let entered_by = DigitSet::only(from.digit);
            for digit in (sight.digits_in(from.set.iter()) - entered_by).iter() {
                let places = from.set & *sight.places(digit);
                if !left_by.contains(digit) {
                    seen_by(places, digit);
                } else if !link[1].on() {
                    seen_by(places | to.cells, digit);
                }
            }
        } else if link[0].on() && from.digit == to.digit {
            seen_by(from.cells | to.cells, from.digit);
        } else if link[0].on() {
            pairs.push((from.first, [from.digit, to.digit]));
        }
    }
    let (start, end) = (claims[0], claims[claims.len() - 1]);
    if !start.on() && end.on() {
        pairs.push((of(start).first, [of(start).digit, of(end).digit]));
    }
    for (cell, pair) in pairs {
        let others = sight.candidates(cell) - pair.into_iter().collect::<DigitSet>();
        gone.extend(others.iter().map(|digit| Candidate { cell, digit }));
    }
    by_digit(&mut gone);
    gone
}

/// A chain from a digit that is not in one cell to a digit that is in another.
fn get_elsewhere<const W: usize>(
    links: &Links<'_, W>,
    table: &Table,
    premise: Claim,
    entry: &Entry,
    kept: &mut Kept,
) {
    let sight = links.sight;
    let (start, end) = (links.candidate(premise), links.candidate(entry.claim));
    // With one mark to rub out, it is a loop that starts there.
    let mut gone: Vec<Candidate>;
    if start.digit == end.digit {
        let both = *sight.peers(start.cell) & *sight.peers(end.cell);
        let seen = both & *sight.places(start.digit);
        if seen.len() < 2 {
            return;
        }
        gone = seen
            .iter()
            .map(|cell| Candidate { cell, ..start })
            .collect();
    } else if sight.sees(start.cell, end.cell) {
        let crossed = [(start.cell, end.digit), (end.cell, start.digit)];
        if !crossed
            .iter()
            .all(|&(cell, digit)| sight.candidates(cell).contains(digit))
        {
            return;
        }
        gone = crossed
            .map(|(cell, digit)| Candidate { cell, digit })
            .to_vec();
        by_digit(&mut gone);
    } else {
        return;
    }
    let key = (named(entry, Aic, GroupedAic), gone);
    if !kept.wants(&key, entry.length as usize) {
        return;
    }
    let claims = table.chain(entry);
    if !is_lasso(links, &claims) {
        kept.keep(key, links.chain(&claims));
    }
}

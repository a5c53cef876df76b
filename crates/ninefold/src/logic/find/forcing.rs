//! Looks for forcing chains: a premise that leads to a contradiction, or premises one
//! of which holds and that all lead to the same.
//!
//! ```text
//!   1  follow every premise, and note in a row of bits what follows from it
//!   2  a row with a clash in it: the premise is wrong
//!      the rows of all candidates of a cell, or of all places of a digit in a house,
//!      or of a candidate being there and not: what they have in common is so
//!   3  in HoDoKu's order, for each thing known so: the shortest way to show it
//! ```
//!
//! The chains themselves are read off only for the steps reported. With more than 4000
//! candidates on the board nothing is followed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::tables::{Claim, Links, Table, Through};
use super::{Found, Options, tridagon};
use crate::geometry::{Candidate, Cell, Digit, House};
use crate::logic::reason::{Crux, Forcing, Reason};
use crate::logic::sight::{Sight, ones};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sort;

/// Forcing chains.
pub(super) fn chains<const W: usize>(
    sight: &Sight<W>,
    _technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    follow(sight, None, options, found)
}

/// Chains from the guardians of a tridagon.
pub(super) fn guardians<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    match Relations::of_guardians(sight, technique)? {
        Some(relations) => follow(sight, Some(relations), options, found),
        None => ControlFlow::Continue(()),
    }
}

/// Chains from any premise, or from those of some relations alone.
fn follow<const W: usize>(
    sight: &Sight<W>,
    relations: Option<Relations>,
    options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Some(links) = Links::new(sight, through(options)) else {
        return ControlFlow::Continue(());
    };
    let n_claims = 2 * links.n_candidates;
    let mut table = Table::default();
    // On the largest boards there would be too many, and few are asked for.
    let is_small = n_claims <= MOST_MEASURED;
    let mut lengths = vec![0; if is_small { n_claims * n_claims } else { 0 }];
    let known = Known::new(&links, relations, |premise, row| {
        table.follow(&links, premise);
        for entry in table.entries() {
            let claim = entry.claim.index();
            if claim < n_claims {
                row[claim / 64] |= 1 << (claim % 64);
                if is_small {
                    lengths[premise.index() * n_claims + claim] = entry.length;
                }
            }
        }
    });
    let mut follow = Chains {
        links: &links,
        lengths,
        tables: BTreeMap::new(),
    };
    search(&known, &mut follow, found)
}

/// Candidates one of which holds by a pattern: what all of them lead to is so. Any relation of
/// that sort may be a [`Crux`] if it names its facts.
pub(super) struct Relations {
    /// What the chains from them are called.
    technique: Technique,
    /// Each relation with its candidates.
    choices: Vec<(Crux, Vec<Candidate>)>,
}

impl Relations {
    /// The guardians of every tridagon, if there is one.
    pub(super) fn of_guardians<const W: usize>(
        sight: &Sight<W>,
        technique: Technique,
    ) -> ControlFlow<(), Option<Relations>> {
        let mut choices = Vec::new();
        tridagon::each(sight, &mut |tridagon| {
            let guardians = tridagon.guardians(sight.board());
            // Without any the board has no solution, which a finder does not report.
            if (1..=tridagon::MOST_GUARDIANS).contains(&guardians.len()) {
                choices.push((Crux::EveryGuardian(tridagon), guardians));
            }
            ControlFlow::Continue(())
        })?;
        let relations = Relations { technique, choices };
        ControlFlow::Continue((!relations.choices.is_empty()).then_some(relations))
    }
}

/// How a conclusion is shown: by chains or by nets.
pub(super) trait Follow {
    /// The techniques that it is called: by contradiction, and by verity.
    const NAMES: [Technique; 2];

    /// How long it takes to show that `end` follows from the premise, and whether that
    /// is worth showing.
    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool);

    /// A length that [`Follow::length`] is not below, if one is soon known.
    fn at_least(&self, _premise: Claim, _end: Claim) -> usize {
        0
    }

    /// Shows that each end follows from its premise.
    fn reason(&mut self, ends: &[(Claim, Claim)], crux: Crux) -> Reason;
}

/// Reports every conclusion, in HoDoKu's order, each shown in the shortest way.
pub(super) fn search<const W: usize, F: Follow>(
    known: &Known<'_, '_, W>,
    follow: &mut F,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let sight = known.links.sight;
    sight.poll()?;
    let choices = known.choices();
    let agreed = known.agreed(&choices);
    let claims = (0..agreed.len()).map(|k| Claim::new(k / 2, k % 2 == 1));
    let opposite = |claim: Claim| Claim::new(claim.place(), !claim.on());
    let names = known.names(F::NAMES);
    let is_known =
        |&claim: &Claim| !agreed[claim.index()].is_empty() || known.is_wrong(opposite(claim));
    let mut conclusions: Vec<Claim> = claims.filter(is_known).collect();
    // Placements come first; then by cell, then by digit.
    sort::by_key(&mut conclusions, |claim| (!claim.on(), claim.place()));
    for conclusion in conclusions {
        sight.poll()?;
        let premise = opposite(conclusion);
        let clashes = known.clashes(premise);
        let clashes = clashes.iter().map(|(crux, ends)| {
            let ends = ends.iter().map(|&end| (premise, end));
            (*crux, ends)
        });
        let agreed = agreed[conclusion.index()].iter().map(|&choice| {
            let (crux, premises) = &choices[choice];
            let ends = premises.iter().map(|&premise| (premise, conclusion));
            (*crux, ends)
        });
        let mut both: Vec<Way> = Vec::new();
        both.extend(shortest(follow, names[0], clashes));
        both.extend(shortest(follow, names[1], agreed));
        if !conclusion.on() && !both.is_sorted_by_key(|way| way.length) {
            both.reverse();
        }
        for way in both {
            let reason = follow.reason(&way.ends, way.crux);
            let candidate = known.links.candidate(conclusion);
            found(if conclusion.on() {
                Deduction::placing(way.technique, candidate, reason)
            } else {
                Deduction {
                    technique: way.technique,
                    placements: Vec::new(),
                    eliminations: vec![candidate],
                    reason,
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// A way to show something: why, and from which premise to which end.
struct Way {
    crux: Crux,
    ends: Vec<(Claim, Claim)>,
    length: usize,
    technique: Technique,
}

/// The shortest way of one kind, the first of equals.
fn shortest<E: Iterator<Item = (Claim, Claim)> + Clone>(
    follow: &mut impl Follow,
    technique: Technique,
    ways: impl Iterator<Item = (Crux, E)>,
) -> Option<Way> {
    let mut best: Option<Way> = None;
    for (crux, ends) in ways {
        let most = best.as_ref().map_or(usize::MAX, |best| best.length);
        let least = ends
            .clone()
            .map(|(premise, end)| follow.at_least(premise, end));
        if least.sum::<usize>() >= most {
            continue;
        }
        let (mut length, mut worth) = (0, false);
        for (premise, end) in ends.clone() {
            let (more, shown) = follow.length(premise, end);
            length += more;
            worth |= shown;
            if length >= most {
                break;
            }
        }
        if worth && length < most {
            best = Some(Way {
                crux,
                ends: ends.collect(),
                length,
                technique,
            });
        }
    }
    best
}

/// Chains, read off tables that are made again when they are needed.
struct Chains<'l, 'p, const W: usize> {
    links: &'l Links<'p, W>,
    /// How long the chain is from each premise to each claim; empty on large boards.
    lengths: Vec<u32>,
    tables: BTreeMap<Claim, Table>,
}

/// With more claims than this, the length of every chain is not written down.
const MOST_MEASURED: usize = 2000;

/// How many tables are kept at a time.
const MOST_TABLES: usize = 1000;

impl<const W: usize> Chains<'_, '_, W> {
    fn table(&mut self, premise: Claim) -> &Table {
        if self.tables.len() > MOST_TABLES {
            self.tables.clear();
        }
        self.tables.entry(premise).or_insert_with(|| {
            let mut table = Table::default();
            table.follow(self.links, premise);
            table
        })
    }
}

impl<const W: usize> Follow for Chains<'_, '_, W> {
    const NAMES: [Technique; 2] = [
        Technique::ForcingChainContradiction,
        Technique::ForcingChainVerity,
    ];

    fn length(&mut self, premise: Claim, end: Claim) -> (usize, bool) {
        let at = premise.index() * 2 * self.links.n_candidates + end.index();
        let length = match self.lengths.get(at) {
            Some(&length) => length,
            None => {
                let entry = self.table(premise).entry(end);
                entry
                    .expect("what is known to follow is in the table")
                    .length
            }
        };
        (length as usize, true)
    }

    fn reason(&mut self, ends: &[(Claim, Claim)], crux: Crux) -> Reason {
        let links = self.links;
        let mut chains = Vec::new();
        for &(premise, end) in ends {
            let table = self.table(premise);
            let claims = table.entry(end).map(|entry| table.chain(entry));
            chains.extend(claims.map(|claims| links.chain(&claims)));
        }
        Forcing { chains, crux }.into()
    }
}

/// The nodes that chains may run through.
pub(super) fn through(options: &Options) -> Through {
    if options.als_nodes {
        Through::Sets
    } else {
        Through::Groups
    }
}

/// The claims that follow from each premise, as bits: one row for each claim.
pub(super) struct Known<'l, 'p, const W: usize> {
    links: &'l Links<'p, W>,
    words: usize,
    rows: Vec<u64>,
    /// The numbers of all places of a digit in a house, with whether the house must
    /// have it for all that HoDoKu sees.
    homes: Vec<(Vec<usize>, bool)>,
    /// If there are any, only what follows from them is looked for.
    relations: Option<Relations>,
}

/// The bits of claims that a digit is not there; the others claim that it is.
const OFF: u64 = 0x5555_5555_5555_5555;

impl<'l, 'p, const W: usize> Known<'l, 'p, W> {
    /// `follow` writes a row: which claims follow from a premise.
    pub(super) fn new(
        links: &'l Links<'p, W>,
        relations: Option<Relations>,
        mut follow: impl FnMut(Claim, &mut [u64]),
    ) -> Known<'l, 'p, W> {
        let n_claims = 2 * links.n_candidates;
        let words = words(links);
        let mut known = Known {
            words,
            rows: vec![0; n_claims * words],
            links,
            homes: Vec::new(),
            relations,
        };
        let is_needed = known.premises();
        for (k, row) in known.rows.chunks_exact_mut(words.max(1)).enumerate() {
            if links.sight.is_over() {
                break;
            }
            if is_needed[k] {
                follow(Claim::new(k / 2, k % 2 == 1), row);
            }
        }
        let sight = links.sight;
        for house in sight.geometry().houses() {
            for digit in sight.geometry().digits() {
                let places = sight.cells_at(house, sight.slots(house, digit));
                let places: Vec<usize> = places.map(|cell| links.number(cell, digit)).collect();
                if !places.is_empty() {
                    let must = known.has_all_marks(house, digit);
                    known.homes.push((places, must));
                }
            }
        }
        known
    }

    /// The premises to be followed, for each claim: all of them, or those of the relations.
    fn premises(&self) -> Vec<bool> {
        let n_claims = 2 * self.links.n_candidates;
        let Some(relations) = &self.relations else {
            return vec![true; n_claims];
        };
        let mut needed = vec![false; n_claims];
        for candidate in relations
            .choices
            .iter()
            .flat_map(|(_, candidates)| candidates)
        {
            needed[self.claim(candidate.cell, candidate.digit, true).index()] = true;
        }
        needed
    }

    /// What the conclusions are called: by contradiction, and by verity.
    fn names(&self, usual: [Technique; 2]) -> [Technique; 2] {
        let relations = self.relations.as_ref();
        relations.map_or(usual, |relations| [relations.technique; 2])
    }

    fn row(&self, premise: Claim) -> &[u64] {
        &self.rows[premise.index() * self.words..][..self.words]
    }

    fn implies(&self, premise: Claim, claim: Claim) -> bool {
        has(self.row(premise), claim.index())
    }

    /// Whether the premise leads to a clash of any kind.
    fn is_absurd(&self, premise: Claim) -> bool {
        let row = self.row(premise);
        if row.iter().any(|word| word >> 1 & word & OFF != 0) {
            return true;
        }
        let in_cell = self.links.cells().any(|numbers| {
            let held = numbers.clone().filter(|&k| has(row, 2 * k + 1)).count();
            held > 1 || numbers.clone().all(|k| has(row, 2 * k))
        });
        in_cell
            || self.homes.iter().any(|(numbers, must)| {
                let held = numbers.iter().filter(|&&k| has(row, 2 * k + 1)).count();
                held > 1 || *must && numbers.iter().all(|&k| has(row, 2 * k))
            })
    }

    /// Whether the premise leads to a clash that is to be reported.
    fn is_wrong(&self, premise: Claim) -> bool {
        self.relations.is_none() && self.is_absurd(premise)
    }

    /// Whether the digit is in the cell, or is not, if the premise holds.
    fn says(&self, premise: Claim, cell: Cell, digit: Digit, on: bool) -> bool {
        self.implies(premise, self.claim(cell, digit, on))
    }

    fn claim(&self, cell: Cell, digit: Digit, on: bool) -> Claim {
        Claim::new(self.links.number(cell, digit), on)
    }

    /// Every set of premises of which one holds, with why.
    fn choices(&self) -> Vec<(Crux, Vec<Claim>)> {
        let links = self.links;
        let sight = links.sight;
        if let Some(relations) = &self.relations {
            let on = |c: &Candidate| self.claim(c.cell, c.digit, true);
            let choices = relations.choices.iter();
            return choices
                .map(|(crux, candidates)| (*crux, candidates.iter().map(on).collect()))
                .collect();
        }
        let mut choices = Vec::new();
        for place in 0..links.n_candidates {
            let both = [true, false].map(|on| Claim::new(place, on));
            choices.push((Crux::Either(links.candidate(both[0])), both.to_vec()));
        }
        for cell in sight.empty().iter() {
            let digits = sight.candidates(cell).iter();
            let premises = digits.map(|digit| self.claim(cell, digit, true));
            choices.push((Crux::EveryDigit(cell), premises.collect()));
        }
        for house in sight.geometry().houses() {
            for digit in sight.geometry().digits() {
                if sight.geometry().is_exact(house) && sight.count(house, digit) > 0 {
                    let cells = sight.cells_at(house, sight.slots(house, digit));
                    let premises = cells.map(|cell| self.claim(cell, digit, true));
                    choices.push((Crux::EveryPlace(house, digit), premises.collect()));
                }
            }
        }
        choices
    }

    /// For each claim the choices that come to it whichever way they go.
    fn agreed(&self, choices: &[(Crux, Vec<Claim>)]) -> Vec<Vec<usize>> {
        let mut agreed = vec![Vec::new(); 2 * self.links.n_candidates];
        let mut common = vec![0; self.words];
        for (choice, (crux, premises)) in choices.iter().enumerate() {
            common.fill(u64::MAX);
            for &premise in premises {
                for (word, theirs) in common.iter_mut().zip(self.row(premise)) {
                    *word &= theirs;
                }
            }
            for (k, &word) in common.iter().enumerate() {
                for at in ones(word.into()).map(|bit| 64 * k + bit) {
                    if self.may_conclude(*crux, Claim::new(at / 2, at % 2 == 1)) {
                        agreed[at].push(choice);
                    }
                }
            }
        }
        agreed
    }

    /// Whether a choice is about this claim: not about a candidate that it chooses from.
    fn may_conclude(&self, crux: Crux, claim: Claim) -> bool {
        !matches!(crux, Crux::Either(candidate) if candidate.cell == self.links.place(claim).first)
    }

    /// The clashes that a premise leads to: the claims that cannot be together.
    fn clashes(&self, premise: Claim) -> Vec<(Crux, Vec<Claim>)> {
        if !self.is_wrong(premise) {
            return Vec::new();
        }
        let links = self.links;
        let sight = links.sight;
        let geometry = sight.geometry();
        let mut clashes = Vec::new();
        let opposite = Claim::new(premise.place(), !premise.on());
        if self.implies(premise, opposite) {
            clashes.push((Crux::Cell(links.place(premise).first), vec![opposite]));
        }
        let on = |cell: Cell, digit: Digit| self.says(premise, cell, digit, true);
        let off = |cell: Cell, digit: Digit| self.says(premise, cell, digit, false);
        for digit in geometry.digits() {
            let mut cells = sight.places(digit).iter();
            if let Some(cell) = cells.find(|&cell| on(cell, digit) && off(cell, digit)) {
                let both = [true, false].map(|is_on| self.claim(cell, digit, is_on));
                clashes.push((Crux::Cell(cell), both.to_vec()));
            }
        }
        for cell in sight.empty().iter() {
            let digits: Vec<Digit> = sight.candidates(cell).iter().collect();
            let held: Vec<Digit> = digits.iter().copied().filter(|&d| on(cell, d)).collect();
            if let [first, second, ..] = held[..] {
                let both = [first, second].map(|digit| self.claim(cell, digit, true));
                clashes.push((Crux::Cell(cell), both.to_vec()));
            }
        }
        for house in geometry.houses() {
            for digit in geometry.digits() {
                let cells = sight.cells_at(house, sight.slots(house, digit));
                let held: Vec<Cell> = cells.filter(|&cell| on(cell, digit)).collect();
                if let [first, second, ..] = held[..] {
                    let both = [first, second].map(|cell| self.claim(cell, digit, true));
                    clashes.push((Crux::House(house, digit), both.to_vec()));
                }
            }
        }
        for cell in sight.empty().iter() {
            let digits = || sight.candidates(cell).iter();
            if digits().all(|digit| off(cell, digit)) {
                let all = digits().map(|digit| self.claim(cell, digit, false));
                clashes.push((Crux::Cell(cell), all.collect()));
            }
        }
        for house in geometry.houses() {
            for digit in geometry.digits() {
                let slots = sight.slots(house, digit);
                let cells = || sight.cells_at(house, slots);
                if slots != 0 && self.has_all_marks(house, digit) && cells().all(|c| off(c, digit))
                {
                    let all = cells().map(|cell| self.claim(cell, digit, false));
                    clashes.push((Crux::House(house, digit), all.collect()));
                }
            }
        }
        clashes
    }

    /// Whether no mark of the digit was rubbed out in the house by logic alone: with
    /// such a mark gone, HoDoKu does not see that the digit has no place.
    fn has_all_marks(&self, house: House, digit: Digit) -> bool {
        let sight = self.links.sight;
        let open = sight.unseen(digit) & *sight.cells_of(house);
        sight.geometry().is_exact(house) && open == sight.places_in(house, digit)
    }
}

/// How many words hold a bit for each claim about a candidate.
pub(super) fn words<const W: usize>(links: &Links<'_, W>) -> usize {
    (2 * links.n_candidates).div_ceil(64)
}

/// Whether a bit is set.
fn has(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

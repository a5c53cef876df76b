//! All that a chosen conclusion rests on.
//!
//! A search keeps no more of a chain than its rating needs. So the nets of the conclusion that
//! was chosen, a handful of hundreds, are worked out once more, and now they keep the
//! techniques inside them. Each of these is a lemma: a step of its own, on the board without
//! the candidates whose absence it rests on. A lemma that is a chain has its nets worked out in
//! turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::Search;
use super::super::marks::{Candidate, Marks, TABLES, members};
use super::super::steps::{chain_reason, names, pattern_reason};
use super::inner::{Techniques, chain_parents, pattern_parents};
use super::multiple::{Inside, Level, Source, each_target, fill};
use super::net::{Mode, Net, Record, Target, Used};
use super::{Cause, Node, is_on, off};
use crate::board::Board;
use crate::logic::check::Fact;
use crate::logic::reason::{self, Chain, Crux, Forcing, Knot, Nets, Reason};
use crate::logic::step::{Deduction, Step};
use crate::logic::technique::Technique;

/// Candidates that are gone because of an assumption outside the board that a chain is on.
pub(in super::super) type Premises = BTreeSet<Candidate>;

/// Works out why conclusions on one board hold.
pub(in super::super) struct Prover<'a, 'b> {
    pub(in super::super) search: &'a Search<'b>,
    /// The board.
    pub(in super::super) board: &'a Board,
    /// Its candidates.
    pub(in super::super) marks: &'a Marks,
}

impl Prover<'_, '_> {
    /// Why a conclusion of a level holds on `marks`, which may lack candidates of the board:
    /// those among them that it rests on are added to `premises`. None if the search was
    /// stopped.
    pub(in super::super) fn nets(
        &self,
        marks: &Marks,
        level: &'static Level,
        (source, conclusion): (Source, Node),
        premises: &mut Premises,
    ) -> Option<Reason> {
        let (mut starts, mut targets) = (Vec::new(), Vec::new());
        each_target(marks, conclusion, source, |start, target| {
            if starts.last() != Some(&start) {
                starts.push(start);
            }
            targets.push((starts.len() - 1, target));
            true
        });
        let nets = starts.iter().map(|&start| {
            let (mut techniques, mut inside) = (Techniques::default(), Inside::default());
            let mut net = Net::recording();
            fill(
                &mut net,
                self.search,
                marks,
                level,
                start,
                &mut techniques,
                &mut inside,
            );
            net
        });
        let nets: Vec<Net> = nets.collect();
        let crux = match source {
            Source::Clash(_) => Crux::Both(names::candidate(nets[0].clash()?)),
            Source::Double(start) => Crux::Either(names::candidate(start)),
            Source::Cell(cell) => {
                self.gone(marks, Place::Cell(cell.into()), premises);
                Crux::EveryDigit(names::cell(cell.into()))
            }
            Source::Region { house, digit } => {
                let (house, digit) = (usize::from(house), usize::from(digit));
                self.gone(marks, Place::House(house, digit), premises);
                Crux::EveryPlace(names::house(self.board, house), names::digit(digit))
            }
        };
        let mut proved = Vec::new();
        for (start, target) in targets {
            let mut knots = Knots::new(self, marks, &nets[start], premises);
            knots.tie(target)?;
            proved.push(knots.finish());
        }
        if self.search.is_stopped() {
            return None;
        }
        Some(match level.mode {
            Mode::Static => {
                let nodes = |net: reason::Net| net.knots.into_iter().map(|knot| knot.node);
                let chains = proved
                    .into_iter()
                    .map(|net| Chain::open(nodes(net).collect()));
                let chains = chains.collect();
                Forcing { chains, crux }.into()
            }
            _ => Nets { nets: proved, crux }.into(),
        })
    }

    /// Adds the candidates of the board that `marks` lacks in a cell, or in a house.
    fn gone(&self, marks: &Marks, place: Place, premises: &mut Premises) {
        match place {
            Place::Cell(cell) => {
                let gone = members(self.marks.cells[cell] & !marks.cells[cell]);
                premises.extend(gone.map(|digit| super::super::hint::candidate(cell, digit)));
            }
            Place::House(house, digit) => {
                let gone = self.marks.places[house][digit] & !marks.places[house][digit];
                premises.extend(members(gone).map(|position| {
                    let cell = usize::from(TABLES.cells[house][position]);
                    super::super::hint::candidate(cell, digit)
                }));
            }
        }
    }

    /// A technique inside a net: its name, why it holds, and the candidates that it needs gone.
    fn technique(&self, record: &Record) -> Option<(Technique, Reason, Premises)> {
        let work = &record.work;
        match &record.used {
            Used::Pattern(pattern) => {
                let mut parents = Vec::new();
                pattern_parents(self.marks, work, *pattern, &mut parents);
                let (technique, reason) = pattern_reason(self.board, *pattern)?;
                Some((technique, reason, parents.into_iter().collect()))
            }
            Used::Chain(chain) => match chain.nets {
                Some((level, source, conclusion)) => {
                    let mut premises = Premises::new();
                    let found = (source, conclusion);
                    let reason = self.nets(work, level, found, &mut premises)?;
                    Some((level.technique, reason, premises))
                }
                None => {
                    // A cycle holds in both directions if it does in one.
                    let trails = chain.trails.get(..1)?;
                    let parents = chain_parents(self.marks, work, trails);
                    let (technique, reason) = chain_reason(chain);
                    Some((technique, reason, parents.into_iter().collect()))
                }
            },
        }
    }
}

/// A cell, or a digit in a house.
#[derive(Clone, Copy)]
enum Place {
    Cell(usize),
    House(usize, usize),
}

/// A technique inside a net that a conclusion rests on.
struct Lemma {
    technique: Technique,
    reason: Reason,
    /// The candidates of the whole board that it needs gone.
    premises: Premises,
    /// What it removes, as far as that matters.
    gone: Vec<Candidate>,
}

/// A net being read off, from what is concluded to the start.
struct Knots<'k, 'a, 'b> {
    prover: &'k Prover<'a, 'b>,
    marks: &'k Marks,
    net: &'k Net,
    premises: &'k mut Premises,
    knots: Vec<Knot>,
    at: BTreeMap<Node, usize>,
    lemmas: Vec<Lemma>,
    /// The lemma of each technique of the net, by its number.
    numbers: BTreeMap<u16, usize>,
}

impl<'k, 'a, 'b> Knots<'k, 'a, 'b> {
    fn new(
        prover: &'k Prover<'a, 'b>,
        marks: &'k Marks,
        net: &'k Net,
        premises: &'k mut Premises,
    ) -> Knots<'k, 'a, 'b> {
        Knots {
            prover,
            marks,
            net,
            premises,
            knots: Vec::new(),
            at: BTreeMap::new(),
            lemmas: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    /// Ties a knot for a target after all that it follows from; returns its number.
    fn tie(&mut self, target: Target) -> Option<usize> {
        let (node, origin) = self.net.origin(target);
        if let Some(&known) = self.at.get(&node) {
            return Some(known);
        }
        let (mut parents, mut fact, mut lemma) = (Vec::new(), None, None);
        match origin.cause {
            Cause::Start => {}
            Cause::Technique(number) => {
                let of_number = self.lemma(number)?;
                let used = &mut self.lemmas[of_number];
                used.gone.push(node / 2);
                let there = |&candidate: &Candidate| {
                    self.marks.cells[usize::from(candidate / 9)] >> (candidate % 9) & 1 == 1
                };
                // What is gone outside this board is left to the one who supposes that.
                let (here, outside): (Vec<Candidate>, Vec<Candidate>) =
                    used.premises.iter().copied().partition(there);
                self.premises.extend(outside);
                parents.extend(here.into_iter().map(off));
                lemma = Some(of_number);
            }
            cause => {
                let net = self.net;
                net.each_parent(self.marks, node, origin, |parent| parents.push(parent));
                if is_on(node) {
                    let (cell, digit) = (usize::from(node / 18), usize::from(node / 2 % 9));
                    let (place, named) = match cause {
                        Cause::House(house) => {
                            let house = usize::from(house);
                            let named = names::house(self.prover.board, house);
                            let named = Fact::House(named, names::digit(digit));
                            (Place::House(house, digit), named)
                        }
                        _ => (Place::Cell(cell), Fact::Cell(names::cell(cell))),
                    };
                    self.prover.gone(self.marks, place, self.premises);
                    fact = Some(named);
                }
            }
        }
        let mut because = Vec::with_capacity(parents.len());
        for parent in parents {
            because.push(self.tie(Target::Node(parent))?);
        }
        self.at.insert(node, self.knots.len());
        self.knots.push(Knot {
            node: names::node(node),
            because,
            fact,
            lemma,
        });
        Some(self.knots.len() - 1)
    }

    fn lemma(&mut self, number: u16) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&number) {
            return Some(known);
        }
        let (technique, reason, premises) = self.prover.technique(self.net.record(number)?)?;
        self.numbers.insert(number, self.lemmas.len());
        self.lemmas.push(Lemma {
            technique,
            reason,
            premises,
            gone: Vec::new(),
        });
        Some(self.lemmas.len() - 1)
    }

    fn finish(self) -> reason::Net {
        let prover = self.prover;
        let lemmas = self.lemmas.into_iter().map(|lemma| {
            let mut board = prover.board.clone();
            for gone in lemma.premises.into_iter().map(names::candidate) {
                board.eliminate(gone.cell, gone.digit);
            }
            let deduction = Deduction {
                technique: lemma.technique,
                placements: Vec::new(),
                eliminations: lemma.gone.into_iter().map(names::candidate).collect(),
                reason: lemma.reason,
            };
            Step::new(deduction, Arc::new(board))
        });
        reason::Net {
            lemmas: lemmas.collect(),
            knots: self.knots,
        }
    }
}

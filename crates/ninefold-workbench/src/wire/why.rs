//! Why a digit must, or cannot, stand in a cell, with its proofs; and the name of a move.

use ninefold::logic::{
    Fact, Ground, Line, Literal, Name, Named, Proof, Reply, Supposition, Suppositions, unspoiled,
};
use ninefold::{Alphabet, Geometry, Grid, Puzzle};
use serde::Serialize;

use super::dialect::{Dialect, Sign};
use super::step::{FactObject, StepObject};

/// What is known about a candidate, and why.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct WhyObject<D: Dialect> {
    candidate: D::Candidate,
    /// `must`, `cannot`, `open`, `none`, `timeout`; or `possible`, which gives nothing away.
    status: &'static str,
    text: D::Sentence,
    /// Each kind of proof that was asked for and found, the one to show first.
    proofs: Vec<ProofObject<D>>,
    /// Solutions with it and without it, where both happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<BothObject<D>>,
}

/// A solution with a candidate, and one without it.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct BothObject<D: Dialect> {
    with: D::Solution,
    without: D::Solution,
}

/// A proof of one kind.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct ProofObject<D: Dialect> {
    /// `slice` or `suppose`.
    kind: &'static str,
    length: usize,
    /// Whether the checker accepts it.
    checked: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepObject<D>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppositions: Vec<SuppositionObject<D>>,
    /// The fact with one possibility left once the suppositions are out.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<FactObject<D>>,
}

/// A supposition that breaks down.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct SuppositionObject<D: Dialect> {
    supposed: D::Candidate,
    lines: Vec<LineObject<D>>,
    broken: FactObject<D>,
    text: D::Sentence,
    /// The facts that prove it wrong, for whoever checks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<FactObject<D>>>,
}

/// A line of a supposition.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct LineObject<D: Dialect> {
    follows: D::Candidate,
    /// Whether the digit stands in the cell; else it does not.
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<FactObject<D>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supposition: Option<Box<SuppositionObject<D>>>,
    /// The numbers of the lines that it rests on, counted from 1.
    needs: Vec<usize>,
    text: D::Sentence,
}

/// A move, or several, and what proves it.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct NamedObject<D: Dialect> {
    placements: Vec<D::Candidate>,
    eliminations: Vec<D::Candidate>,
    /// `named`, `seen`, `unnamed`, `false`, `none` or `timeout`.
    status: &'static str,
    text: D::Sentence,
    /// The step, and whether it concludes the move itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepObject<D>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direct: Option<bool>,
    /// A solution in which the move is wrong, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<D::Solution>,
}

impl<D: Dialect> WhyObject<D> {
    /// A reply about a claim, with these of its proofs. Without `spoils`, one that gives a digit
    /// away is not given.
    pub fn new(
        claim: Literal,
        reply: &Reply,
        proofs: &[&Proof],
        puzzle: &Puzzle,
        spoils: bool,
    ) -> WhyObject<D> {
        let (geometry, candidate) = (puzzle.geometry(), claim.candidate);
        let alphabet = Alphabet::standard(geometry.size());
        let object = WhyObject {
            candidate: D::candidate(geometry, candidate, Sign::Is),
            status: "possible",
            text: D::sentence(&unspoiled(candidate, geometry), alphabet),
            proofs: Vec::new(),
            solutions: None,
        };
        if !spoils && reply.spoils(claim) {
            return object;
        }
        let proof = |proof: &&Proof| {
            let checked = match reply {
                &Reply::Proved {
                    holds, ref board, ..
                } => proof
                    .proved(puzzle, board, Literal { candidate, holds })
                    .is_ok(),
                _ => false,
            };
            ProofObject::new(proof, geometry, checked)
        };
        let solution = |grid: &Grid| D::solution(grid.digits(), alphabet);
        WhyObject {
            status: reply.word(),
            text: D::sentence(&reply.explain(candidate, geometry), alphabet),
            proofs: proofs.iter().map(proof).collect(),
            solutions: match reply {
                Reply::Open { with, without } if spoils => Some(BothObject {
                    with: solution(with),
                    without: solution(without),
                }),
                _ => None,
            },
            ..object
        }
    }
}

impl<D: Dialect> WhyObject<D> {
    /// The word that stands for the reply.
    pub fn status(&self) -> &'static str {
        self.status
    }
}

impl<D: Dialect> ProofObject<D> {
    fn new(proof: &Proof, geometry: &Geometry, checked: bool) -> ProofObject<D> {
        let alphabet = Alphabet::standard(geometry.size());
        let object = ProofObject {
            kind: proof.kind(),
            length: proof.len(),
            checked,
            steps: Vec::new(),
            suppositions: Vec::new(),
            rest: None,
        };
        match proof {
            Proof::Slice(steps) => ProofObject {
                steps: steps
                    .iter()
                    .map(|step| StepObject::new(step, alphabet))
                    .collect(),
                ..object
            },
            Proof::Suppose(Suppositions { suppositions, rest }) => ProofObject {
                suppositions: suppositions
                    .iter()
                    .map(|supposition| SuppositionObject::new(supposition, geometry))
                    .collect(),
                rest: rest.as_ref().map(|fact| FactObject::new(fact, geometry)),
                ..object
            },
        }
    }
}

impl<D: Dialect> SuppositionObject<D> {
    fn new(supposition: &Supposition, geometry: &Geometry) -> SuppositionObject<D> {
        let facts = |facts: Vec<Fact>| {
            let facts = facts.iter().map(|fact| FactObject::new(fact, geometry));
            facts.collect()
        };
        let alphabet = Alphabet::standard(geometry.size());
        let lines = supposition.lines().iter();
        SuppositionObject {
            supposed: D::candidate(geometry, supposition.supposed(), Sign::Is),
            lines: lines.map(|line| LineObject::new(line, geometry)).collect(),
            broken: FactObject::new(supposition.broken(), geometry),
            text: D::sentence(&supposition.ending(geometry), alphabet),
            facts: D::HAS_FACTS.then(|| facts(supposition.facts())),
        }
    }
}

impl<D: Dialect> LineObject<D> {
    fn new(line: &Line, geometry: &Geometry) -> LineObject<D> {
        let (fact, supposition) = match &line.ground {
            Ground::Fact(fact) => (Some(FactObject::new(fact, geometry)), None),
            Ground::Supposition(inner) => (
                None,
                Some(Box::new(SuppositionObject::new(inner, geometry))),
            ),
        };
        let Literal { candidate, holds } = line.follows;
        let sign = if holds { Sign::Is } else { Sign::IsNot };
        LineObject {
            follows: D::candidate(geometry, candidate, sign),
            holds,
            fact,
            supposition,
            needs: line.needs.iter().map(|need| need + 1).collect(),
            text: D::sentence(&line.explain(geometry), Alphabet::standard(geometry.size())),
        }
    }
}

impl<D: Dialect> NamedObject<D> {
    /// A named move; with `spoils`, a false one has a solution that shows it.
    pub fn new(named: &Named, geometry: &Geometry, spoils: bool) -> NamedObject<D> {
        let alphabet = Alphabet::standard(geometry.size());
        let moves = |holds: bool, sign: Sign| {
            let those = named.moves.iter().filter(|claim| claim.holds == holds);
            those
                .map(|claim| D::candidate(geometry, claim.candidate, sign))
                .collect()
        };
        let (step, direct) = match &named.name {
            Name::Step { step, is_direct } => {
                (Some(StepObject::new(step, alphabet)), Some(*is_direct))
            }
            _ => (None, None),
        };
        NamedObject {
            placements: moves(true, Sign::Is),
            eliminations: moves(false, Sign::IsNot),
            status: named.name.word(),
            text: D::sentence(&named.explain(geometry), alphabet),
            step,
            direct,
            solution: match &named.name {
                Name::False(grid) if spoils => Some(D::solution(grid.digits(), alphabet)),
                _ => None,
            },
        }
    }
}

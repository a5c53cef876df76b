//! A step: what it concludes, why, and how it is drawn; and a step that comes back.

use ninefold::logic::{Counting, Fact, Lemma, Link, Literal, Pair, Picture, Step, Weighted};
use ninefold::{Alphabet, Candidate, Geometry};
use serde::{Deserialize, Serialize};

use super::dialect::{Dialect, Sign, digit_on_board};

/// A step of logic.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct StepObject<D: Dialect> {
    technique: &'static str,
    name: &'static str,
    notation: String,
    #[serde(flatten)]
    prose: D::Prose,
    placements: Vec<D::Candidate>,
    eliminations: Vec<D::Candidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<FactObject<D>>>,
    picture: PictureObject<D>,
}

/// What a drawn board shows of a step.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct PictureObject<D: Dialect> {
    houses: Vec<D::House>,
    causes: Vec<(D::Candidate, &'static str)>,
    links: Vec<LinkObject<D>>,
}

/// How candidates are tied to each other.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct LinkObject<D: Dialect> {
    from: Vec<D::Candidate>,
    to: Vec<D::Candidate>,
    strong: bool,
}

/// A fact that a step rests on.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", bound = "")]
pub enum FactObject<D: Dialect> {
    /// The cell holds one of its candidates.
    Cell(D::Cell),
    /// The house has a place for the digit.
    House {
        /// The house.
        name: D::House,
        /// The digit.
        digit: usize,
    },
    /// These cells, each with two digits, would leave the puzzle with several solutions.
    Deadly(Vec<(D::Cell, usize, usize)>),
    /// If all of one is so, all of the other is, because of these facts.
    Lemma {
        /// What is supposed.
        given: LiteralsObject<D>,
        /// What follows.
        follows: LiteralsObject<D>,
        /// Why.
        facts: Vec<FactObject<D>>,
    },
    /// What must be there needs all the room there is: facts, each with how often it counts.
    Counting {
        /// One candidate of each holds at least.
        truths: Vec<(FactObject<D>, u32)>,
        /// One candidate of each holds at most.
        covers: Vec<(FactObject<D>, u32)>,
    },
}

/// Candidates that hold, and candidates that do not.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct LiteralsObject<D: Dialect> {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    placements: Vec<D::Candidate>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    eliminations: Vec<D::Candidate>,
}

impl<D: Dialect> LiteralsObject<D> {
    fn new(literals: &[Literal], geometry: &Geometry) -> LiteralsObject<D> {
        let all = |holds: bool, sign: Sign| {
            let those = literals
                .iter()
                .filter(move |literal| literal.holds == holds);
            let written = those.map(|literal| D::candidate(geometry, literal.candidate, sign));
            written.collect()
        };
        LiteralsObject {
            placements: all(true, Sign::Is),
            eliminations: all(false, Sign::IsNot),
        }
    }

    fn read(&self, geometry: &Geometry) -> Result<Vec<Literal>, String> {
        let placements = self.placements.iter().map(|written| (written, true));
        let eliminations = self.eliminations.iter().map(|written| (written, false));
        let read = |(written, holds): (&D::Candidate, bool)| {
            let sign = if holds { Sign::Is } else { Sign::IsNot };
            let candidate = D::read_candidate(geometry, written, sign)?;
            Ok(Literal { candidate, holds })
        };
        placements.chain(eliminations).map(read).collect()
    }
}

impl<D: Dialect> StepObject<D> {
    /// A step, on the board where it was found.
    pub fn new(step: &Step, alphabet: Alphabet) -> StepObject<D> {
        let geometry = step.board().geometry();
        let about = step.technique().about();
        StepObject {
            technique: about.slug,
            name: about.name,
            notation: step.notation(),
            prose: D::prose(step, alphabet),
            placements: candidates::<D>(geometry, step.placements(), Sign::Is),
            eliminations: candidates::<D>(geometry, step.eliminations(), Sign::IsNot),
            facts: D::HAS_FACTS.then(|| {
                let facts = step.facts();
                let facts = facts.iter().map(|fact| FactObject::new(fact, geometry));
                facts.collect()
            }),
            picture: PictureObject::new(&step.picture(), geometry),
        }
    }
}

impl<D: Dialect> PictureObject<D> {
    fn new(picture: &Picture, geometry: &Geometry) -> PictureObject<D> {
        let houses = picture.houses.iter();
        let causes = picture.causes.iter();
        let links = picture.links.iter();
        PictureObject {
            houses: houses.map(|&house| D::house(geometry, house)).collect(),
            causes: causes
                .map(|&(cause, role)| (D::candidate(geometry, cause, Sign::Is), role.name()))
                .collect(),
            links: links.map(|link| LinkObject::new(link, geometry)).collect(),
        }
    }
}

impl<D: Dialect> LinkObject<D> {
    fn new(link: &Link, geometry: &Geometry) -> LinkObject<D> {
        LinkObject {
            from: candidates::<D>(geometry, &link.from, Sign::Is),
            to: candidates::<D>(geometry, &link.to, Sign::Is),
            strong: link.strong,
        }
    }
}

impl<D: Dialect> FactObject<D> {
    pub(super) fn new(fact: &Fact, geometry: &Geometry) -> FactObject<D> {
        match fact {
            Fact::Cell(cell) => FactObject::Cell(D::cell(geometry, *cell)),
            Fact::House(house, digit) => FactObject::House {
                name: D::house(geometry, *house),
                digit: digit.value(),
            },
            Fact::Deadly(pairs) => {
                let pair = |pair: &Pair| {
                    let cell = D::cell(geometry, pair.cell);
                    (cell, pair.a.value(), pair.b.value())
                };
                FactObject::Deadly(pairs.iter().map(pair).collect())
            }
            Fact::Lemma(lemma) => {
                let facts = lemma.because.iter();
                FactObject::Lemma {
                    given: LiteralsObject::new(&lemma.given, geometry),
                    follows: LiteralsObject::new(&lemma.follows, geometry),
                    facts: facts.map(|fact| FactObject::new(fact, geometry)).collect(),
                }
            }
            Fact::Counting(count) => {
                let part = |part: &Weighted| (FactObject::new(&part.fact, geometry), part.weight);
                FactObject::Counting {
                    truths: count.truths.iter().map(part).collect(),
                    covers: count.covers.iter().map(part).collect(),
                }
            }
        }
    }

    fn read(&self, geometry: &Geometry) -> Result<Fact, String> {
        let digit = |value: usize| {
            digit_on_board(geometry, value)
                .ok_or_else(|| format!("expected a digit, found {value}"))
        };
        match self {
            FactObject::Cell(cell) => D::read_cell(geometry, cell).map(Fact::Cell),
            FactObject::House { name, digit: value } => {
                let house = D::read_house(geometry, name)?;
                Ok(Fact::House(house, digit(*value)?))
            }
            FactObject::Deadly(pairs) => {
                let pair = |(cell, a, b): &(D::Cell, usize, usize)| -> Result<Pair, String> {
                    Ok(Pair {
                        cell: D::read_cell(geometry, cell)?,
                        a: digit(*a)?,
                        b: digit(*b)?,
                    })
                };
                let pairs: Result<Vec<Pair>, String> = pairs.iter().map(pair).collect();
                pairs.map(Fact::Deadly)
            }
            FactObject::Lemma {
                given,
                follows,
                facts,
            } => {
                let because = facts.iter().map(|fact| fact.read(geometry));
                Ok(Fact::Lemma(Lemma {
                    given: given.read(geometry)?,
                    follows: follows.read(geometry)?,
                    because: because.collect::<Result<Vec<Fact>, String>>()?,
                }))
            }
            FactObject::Counting { truths, covers } => {
                let part = |(fact, weight): &(FactObject<D>, u32)| -> Result<Weighted, String> {
                    Ok(Weighted {
                        fact: fact.read(geometry)?,
                        weight: *weight,
                    })
                };
                Ok(Fact::Counting(Counting {
                    truths: truths.iter().map(part).collect::<Result<_, String>>()?,
                    covers: covers.iter().map(part).collect::<Result<_, String>>()?,
                }))
            }
        }
    }
}

fn candidates<D: Dialect>(
    geometry: &Geometry,
    list: &[Candidate],
    sign: Sign,
) -> Vec<D::Candidate> {
    let list = list.iter();
    list.map(|&candidate| D::candidate(geometry, candidate, sign))
        .collect()
}

/// A step that comes back: what it claims, without the words.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct ClaimObject<D: Dialect> {
    /// The technique that it names.
    pub technique: String,
    /// The line that it is shown with.
    pub notation: Option<String>,
    #[serde(default)]
    placements: Vec<D::Candidate>,
    #[serde(default)]
    eliminations: Vec<D::Candidate>,
    #[serde(default)]
    facts: Vec<FactObject<D>>,
}

/// What a step claims on a board.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The digits to write in.
    pub placements: Vec<Candidate>,
    /// The marks to rub out.
    pub eliminations: Vec<Candidate>,
    /// The facts that are said to prove it.
    pub facts: Vec<Fact>,
}

impl<D: Dialect> ClaimObject<D> {
    /// The claim, or what in it is not on the board.
    pub fn read(&self, geometry: &Geometry) -> Result<Claim, String> {
        let all = |list: &[D::Candidate], sign| -> Result<Vec<Candidate>, String> {
            let list = list.iter();
            list.map(|candidate| D::read_candidate(geometry, candidate, sign))
                .collect()
        };
        let facts = self.facts.iter().map(|fact| fact.read(geometry));
        let facts: Result<Vec<Fact>, String> = facts.collect();
        Ok(Claim {
            placements: all(&self.placements, Sign::Is)?,
            eliminations: all(&self.eliminations, Sign::IsNot)?,
            facts: facts?,
        })
    }
}

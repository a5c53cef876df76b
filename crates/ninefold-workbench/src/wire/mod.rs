//! The JSON of the front ends: every object once, in two dialects.
//!
//! The program writes for people and for files that are read years later, so its objects
//! name things: `r4c7`, `box 3`, `r4c7<>5`. The page holds the shape of the board and draws
//! by index, so the same objects number things for it: `33`, `20`, `[33, 5]`. Both contracts
//! are older than this module, and neither serves the other's reader; so an object is built
//! once, generic over its [`Dialect`], which writes the parts that differ.
//!
//! | object | program | page |
//! |---|---|---|
//! | [`StepObject`]: a step, its picture and links | ✓, with the [facts](FactObject) that prove it | ✓, with the rungs of the ladder |
//! | [`ClaimObject`]: a step that is sent back | `verify` | `apply` |
//! | [`AnswerObject`]: a verdict, solutions, engine and [work](WorkObject) | ✓ | ✓ |
//! | [`ProblemObject`]: something wrong, and where | ✓ | ✓ |
//! | [`PositionObject`], [`BoardObject`]: a position | | ✓ |
//! | [`RatingObject`]: a rating, the same in both dialects | ✓ | |
//! | [`DiagnosisObject`]: what is wrong with a puzzle, and repairs, by name | ✓ | |
//! | [`MadeObject`]: a puzzle that was made, by name | ✓ | |
//! | [`CardObject`]: what the meters say about a puzzle, by name; an [estimate](EstimateObject) | ✓ | |
//! | [`WhyObject`], [`NamedObject`]: why a digit must or cannot be somewhere; what a move is called | ✓ | |
//! | [`TransformationObject`]: how a board is moved, the same in both dialects | ✓ | |
//!
//! The files in `testdata/wire` hold one of each. Rust's tests compare with them, and the
//! page's tests check TypeScript's types against them.

mod answer;
mod diagnosis;
mod dialect;
mod inspect;
mod made;
mod position;
mod problem;
mod rating;
mod step;
mod transformation;
mod why;
mod words;

pub use answer::{AnswerObject, WorkObject};
pub use diagnosis::{DiagnosisObject, RepairObject};
pub use dialect::{At, Dialect, Names, Numbers, Rungs, Sign, Text, named_cell};
pub use inspect::{CardObject, EstimateObject, LargeObject};
pub use made::MadeObject;
pub use position::{
    BoardObject, HouseObject, LARGEST, PositionObject, ShapeObject, number, unusual_board,
};
pub use problem::ProblemObject;
pub use rating::{ByName, HardestObject, RatingObject};
pub use step::{
    Claim, ClaimObject, FactObject, LinkObject, LiteralsObject, PictureObject, StepObject,
};
pub use transformation::TransformationObject;
pub use why::{BothObject, LineObject, NamedObject, ProofObject, SuppositionObject, WhyObject};
pub use words::{PartObject, parts, sentence};

/// The version of the objects. It changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

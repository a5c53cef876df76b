//! What all engines and all formats promise: one test binary for the tables of both.

mod ambiguities;
mod any_size;
mod detection;
mod engines;
mod explanations;
mod formats;
mod hodoku;
mod logic;
mod mixed;
mod moved_steps;
mod notations;
mod patterns;
mod pictures;
#[path = "../../tools/plain_explainer/mod.rs"]
mod plain_explainer;
mod ratings;
mod readings;
mod symmetry;
mod whys;
mod wording;

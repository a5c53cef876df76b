//! What formats share: lines, cells, rows, frames, labels, candidates, rules of variants, and notations in disguise.

pub(super) mod cells;
pub(super) mod drawing;
pub(super) mod dress;
pub(super) mod frames;
pub(super) mod labels;
pub(super) mod marks;
pub(super) mod regions;
pub(super) mod room;
pub(super) mod rows;
pub(super) mod rules;
pub(super) mod sha1;
pub(super) mod source;
#[cfg(test)]
pub(super) mod testing;
pub(super) mod text;

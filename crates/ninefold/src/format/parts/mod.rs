//! What formats share: lines, cells, rows, frames, candidates, and notations in disguise.

pub(in crate::format) mod cells;
pub(in crate::format) mod drawing;
pub(in crate::format) mod dress;
pub(in crate::format) mod frames;
pub(in crate::format) mod layout;
pub(in crate::format) mod marks;
pub(in crate::format) mod room;
pub(in crate::format) mod rows;
pub(in crate::format) mod source;
#[cfg(test)]
pub(in crate::format) mod testing;
pub(in crate::format) mod text;

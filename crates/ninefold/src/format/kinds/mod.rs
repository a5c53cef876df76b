//! The formats, one file each. What several of them need is in `parts`.

pub(in crate::format) mod candidates;
pub(in crate::format) mod code;
pub(in crate::format) mod csv;
pub(in crate::format) mod dimacs;
pub(in crate::format) mod exchange;
pub(in crate::format) mod grid;
pub(in crate::format) mod gsf;
pub(in crate::format) mod hodoku;
pub(in crate::format) mod jigsaw;
pub(in crate::format) mod json;
pub(in crate::format) mod line;
pub(in crate::format) mod link;
pub(in crate::format) mod numbers;
pub(in crate::format) mod opensudoku;
pub(in crate::format) mod pencilmarks;
pub(in crate::format) mod sdk;
pub(in crate::format) mod sdx;
pub(in crate::format) mod sudokuwiki;
pub(in crate::format) mod table;
pub(in crate::format) mod undress;
pub(in crate::format) mod wordoku;

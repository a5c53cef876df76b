//! The formats, one file each, and their table. The code that several of them share is in `parts`.
//!
//! To add a format, write its file, name the file here, and add a line to [`FORMATS`]. Callers
//! find formats by name, through the table or [`find`](super::find), so nothing else names one.

pub(super) mod candidates;
pub(super) mod code;
pub(super) mod csv;
pub(super) mod dimacs;
pub(super) mod dressed;
pub(super) mod exchange;
pub(super) mod grid;
pub(super) mod gsf;
pub(super) mod hodoku;
pub(super) mod jigsaw;
pub(super) mod json;
pub(super) mod line;
pub(super) mod link;
pub(super) mod numbers;
#[cfg(feature = "xml")]
pub(super) mod opensudoku;
pub(super) mod pencilmarks;
pub(super) mod sdk;
pub(super) mod sdx;
pub(super) mod sudokuwiki;
pub(super) mod table;
pub(super) mod wordoku;

use super::Format;

/// Every format, in the order in which they are listed. Of two equally good readings
/// the one listed first wins.
pub static FORMATS: &[&dyn Format] = &[
    &grid::GridFormat,
    &line::Line,
    &numbers::Numbers,
    &jigsaw::Jigsaw,
    &pencilmarks::PencilMarksFormat,
    &candidates::Candidates,
    &sdk::Sdk,
    &sdx::Sdx,
    &hodoku::Hodoku,
    &csv::Csv,
    &exchange::Exchange,
    &sudokuwiki::SudokuWiki,
    &link::Link,
    &gsf::Gsf,
    #[cfg(feature = "xml")]
    &opensudoku::OpenSudoku,
    &json::Json,
    &code::Code,
    &table::TABLE,
    &wordoku::WORDOKU,
    &dressed::DRESSED,
    &dimacs::Dimacs,
];

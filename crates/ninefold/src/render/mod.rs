//! Boards as pictures: as [text](BoardDrawing), for files and terminals alike, and as
//! [SVG](BoardPicture), for everything with a screen.

mod svg;
mod text;

pub use svg::{BoardPicture, Mark, Scene, Theme, Tie, Tint};
pub use text::BoardDrawing;

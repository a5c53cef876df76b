//! Boards as pictures: [`text`](BoardDrawing), for files and terminals alike.

mod text;

pub use text::BoardDrawing;

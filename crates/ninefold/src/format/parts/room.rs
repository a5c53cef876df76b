//! What a writer has room for. A puzzle that a format cannot say whole is refused with the
//! reason: what is left out of it would make it another puzzle.

use crate::format::{Record, WriteError};
use crate::geometry::{Geometry, MAX_SIZE};

/// The boards whose shape a format can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::format) enum Shapes {
    /// The usual boxes of their size.
    Usual,
    /// Boxes of any shape.
    Boxes,
    /// Regions of any shape.
    Regions,
}

/// What a format has room for.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Room {
    pub(in crate::format) shapes: Shapes,
    /// The puzzle's own pencil marks.
    pub(in crate::format) marks: bool,
    /// The largest board.
    pub(in crate::format) size: usize,
}

impl Room {
    /// Givens on boards of the usual shape, of any size.
    pub(in crate::format) const GIVENS: Room = Room {
        shapes: Shapes::Usual,
        marks: false,
        size: MAX_SIZE,
    };

    /// The same, with pencil marks.
    pub(in crate::format) const MARKS: Room = Room {
        marks: true,
        ..Room::GIVENS
    };

    /// The same on boards of at most this size.
    pub(in crate::format) fn up_to(self, size: usize) -> Room {
        Room { size, ..self }
    }

    /// Refuses a record that there is no room for. A full board asks nothing any more, so
    /// that its shape and marks can be left out.
    pub(in crate::format) fn holds(self, record: &Record) -> Result<(), WriteError> {
        let puzzle = &record.puzzle;
        let geometry = puzzle.geometry();
        let size = geometry.size();
        if size > self.size {
            let most = self.size;
            let reason = format!("writes boards of up to {most}x{most}, not {size}x{size}");
            return Err(WriteError::new(reason));
        }
        let is_full = puzzle.n_givens() == geometry.n_cells();
        let no_room = |what: &str| Err(WriteError::new(format!("has no room for {what}")));
        match (shape(geometry), geometry.boxes()) {
            _ if is_full => Ok(()),
            (None, _) => no_room(&geometry.extras_in_words().unwrap_or_default()),
            (Some(shape), Some(boxes)) if shape > self.shapes => {
                no_room(&format!("boxes of {boxes} on a {size}x{size} board"))
            }
            (Some(Shapes::Boxes), None) if self.shapes < Shapes::Boxes => {
                no_room(&format!("a {size}x{size} board without boxes"))
            }
            (Some(shape), None) if shape > self.shapes => no_room("jigsaw regions"),
            _ if puzzle.marks().is_some() && !self.marks => no_room("pencil marks"),
            _ => Ok(()),
        }
    }
}

/// Refuses all but the usual 9x9 puzzles.
pub(in crate::format) fn classic_only(record: &Record) -> Result<(), WriteError> {
    let room = Room::GIVENS.up_to(9);
    match record.puzzle.geometry().size() {
        9 => room.holds(record),
        size => Err(WriteError::new(format!(
            "writes boards of 9x9, not {size}x{size}"
        ))),
    }
}

/// What it takes to say the shape of a board; nothing will do for extra houses.
fn shape(geometry: &Geometry) -> Option<Shapes> {
    let usual = Geometry::of_size(geometry.size()).ok()?;
    match geometry.boxes() {
        _ if geometry.extra_houses().next().is_some() => None,
        _ if *geometry == usual => Some(Shapes::Usual),
        None if geometry.region_of(geometry.at(1, 1)).is_some() => Some(Shapes::Regions),
        _ => Some(Shapes::Boxes),
    }
}

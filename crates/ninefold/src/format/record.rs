//! What a text can say about a puzzle.

use std::ops::Range;

use crate::board::Board;
use crate::geometry::Digit;
use crate::puzzle::{Grid, Puzzle};
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// One puzzle as it was written down, with all that came with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle itself: board, givens, and marks if it is stated by them.
    pub puzzle: Puzzle,
    /// How far a player has come with it.
    pub progress: Option<Progress>,
    /// The solution, if the text gives one.
    pub solution: Option<Grid>,
    /// Title, author and the like.
    pub meta: Meta,
    /// How its digits were written, so that answers can be written alike.
    pub alphabet: Alphabet,
    /// Where the puzzle's own symbols stand in the text, in bytes. Whatever stands
    /// beside them on the line can be passed through.
    pub span: Range<usize>,
    /// Whatever else it was read from, beyond its own symbols: a header, a state, a solution.
    pub beside: Range<usize>,
    /// What the reader had to assume or leave out.
    pub warnings: Vec<String>,
}

/// What a player has done so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Digits placed by the player, cell by cell; givens are not repeated.
    pub placed: Box<[Option<Digit>]>,
    /// The player's own pencil marks, cell by cell; empty for filled cells.
    pub marks: Option<Box<[DigitSet]>>,
}

/// What may be said about a puzzle besides the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Meta {
    pub id: Option<String>,
    pub title: Option<String>,
    pub author: Option<String>,
    pub description: Option<String>,
    pub comment: Option<String>,
    pub date: Option<String>,
    pub source: Option<String>,
    pub level: Option<String>,
    pub rating: Option<String>,
    pub url: Option<String>,
}

/// What survives writing in a format and reading back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeps {
    /// Digits placed by the player, apart from the givens.
    pub placed: bool,
    /// Pencil marks. Most formats do not distinguish the puzzle's from the player's.
    pub marks: bool,
    /// Jigsaw regions and box shapes other than the usual.
    pub regions: bool,
    /// Title, author and the like, as far as the format has a place for them.
    pub meta: bool,
    /// The solution beside the puzzle.
    pub solution: bool,
    /// The rating beside the puzzle.
    pub rating: bool,
}

impl Keeps {
    /// Givens on a board of the usual shape, nothing else.
    pub const GIVENS: Keeps = Keeps {
        placed: false,
        marks: false,
        regions: false,
        meta: false,
        solution: false,
        rating: false,
    };

    /// A game under way: the digits placed and the pencil marks, too.
    pub const GAME: Keeps = Keeps {
        placed: true,
        marks: true,
        ..Keeps::GIVENS
    };
}

impl Record {
    /// A record of a puzzle alone.
    pub fn new(puzzle: Puzzle) -> Record {
        let alphabet = Alphabet::standard(puzzle.geometry().size());
        Record {
            puzzle,
            progress: None,
            solution: None,
            meta: Meta::default(),
            alphabet,
            span: 0..0,
            beside: 0..0,
            warnings: Vec::new(),
        }
    }

    /// A record of a puzzle and of a player's board: the digits placed and every pencil mark.
    pub fn of_board(puzzle: &Puzzle, board: &Board) -> Record {
        let cells = || puzzle.geometry().cells();
        let placed = |cell| board.value(cell).filter(|_| puzzle.given(cell).is_none());
        Record {
            progress: Some(Progress {
                placed: cells().map(placed).collect(),
                marks: Some(cells().map(|cell| board.candidates(cell)).collect()),
            }),
            ..Record::new(puzzle.clone())
        }
    }

    /// All of the text that it was read from, in bytes.
    pub fn extent(&self) -> Range<usize> {
        let (span, beside) = (&self.span, &self.beside);
        if beside.is_empty() {
            return span.clone();
        }
        span.start.min(beside.start)..span.end.max(beside.end)
    }
}

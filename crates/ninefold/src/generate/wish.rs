//! What kind of puzzle to make, and why some kinds do not exist.

use std::fmt;
use std::ops::RangeInclusive;

use super::vicinity::{self, Vicinity};
use super::{Grids, Symmetry, few, sparse};
use crate::geometry::{Cell, Geometry};
use crate::puzzle::Puzzle;

/// The kind of puzzle to make: its board, where its clues lie and how many there are.
///
/// Without further wishes puzzles are *minimal*: take any clue away, or with a symmetry any
/// clues that it ties together, and there are several solutions.
#[derive(Clone, Debug)]
pub struct Wish {
    pub(super) geometry: Geometry,
    /// Each puzzle has one of these.
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) pattern: Option<Vec<Cell>>,
    pub(super) clues: Option<RangeInclusive<usize>>,
    pub(super) is_minimal: Option<bool>,
    pub(super) is_unbiased: bool,
    pub(super) grids: Grids,
    pub(super) vicinity: Option<Vicinity>,
}

impl Wish {
    /// Minimal puzzles on this board.
    pub fn new(geometry: Geometry) -> Wish {
        Wish {
            geometry,
            symmetries: vec![Symmetry::None],
            pattern: None,
            clues: None,
            is_minimal: None,
            is_unbiased: false,
            grids: Grids::Fast,
            vicinity: None,
        }
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The clues lie like this.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Wish {
        self.symmetries = vec![symmetry];
        self
    }

    /// The clues of each puzzle have one of the symmetries of the board, drawn at random.
    #[must_use]
    pub fn any_symmetry(mut self) -> Wish {
        let all = Symmetry::ALL.into_iter().skip(1);
        self.symmetries = all
            .filter(|symmetry| symmetry.is_of(&self.geometry))
            .collect();
        self
    }

    /// The clues are in these cells and in no others.
    #[must_use]
    pub fn pattern(mut self, cells: impl IntoIterator<Item = Cell>) -> Wish {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        self.pattern = Some(cells);
        self
    }

    /// There are at least and at most this many clues, and the puzzle need not be minimal
    /// unless [`Wish::minimal`] says so.
    #[must_use]
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Wish {
        self.clues = Some(clues);
        self
    }

    /// Whether every clue is needed: by default if neither the number of clues nor their
    /// pattern is given.
    #[must_use]
    pub fn minimal(mut self, is_minimal: bool) -> Wish {
        self.is_minimal = Some(is_minimal);
        self
    }

    /// Puzzles with a known bias: a minimal puzzle with n clues comes up with a probability
    /// that depends on n alone, and its [weight](super::Made::weight) corrects for that. It
    /// takes about 200,000 tries to make one.
    #[must_use]
    pub fn unbiased(mut self) -> Wish {
        self.is_unbiased = true;
        self
    }

    /// The neighbours of a classic puzzle: `less` of its clues go and `more` others come. They
    /// need not be minimal unless [`Wish::minimal`] says so, and nothing else can be wished.
    #[must_use]
    pub fn around(mut self, puzzle: &Puzzle, less: usize, more: usize) -> Wish {
        self.vicinity = Some(Vicinity::new(puzzle, less, more));
        self.geometry = puzzle.geometry().clone();
        self
    }

    /// How full grids are drawn.
    #[must_use]
    pub fn grids(mut self, grids: Grids) -> Wish {
        self.grids = grids;
        self
    }

    /// Whether every clue must be needed.
    pub(super) fn needs_every_clue(&self) -> bool {
        let is_free = self.clues.is_none() && self.pattern.is_none();
        let by_default = is_free && self.vicinity.is_none();
        self.is_minimal.unwrap_or(by_default)
    }

    /// The least and the most clues.
    pub(super) fn range(&self) -> (usize, usize) {
        match &self.clues {
            Some(clues) => {
                let (least, most) = (*clues.start(), *clues.end());
                (least, most.min(least.max(self.geometry.n_cells())))
            }
            None => (0, self.geometry.n_cells()),
        }
    }

    /// No puzzle of this kind has more clues, as far as is known.
    pub(super) fn most_clues(&self) -> usize {
        if let Some(vicinity) = &self.vicinity {
            return (vicinity.n_clues() + vicinity.more).saturating_sub(vicinity.less);
        }
        let most = self.pattern.as_ref().map_or(self.range().1, Vec::len);
        if self.needs_every_clue() && !self.has_symmetry() {
            most.min(self.most_minimal())
        } else {
            most
        }
    }

    /// Whether clues are tied together.
    fn has_symmetry(&self) -> bool {
        self.pattern.is_none() && self.symmetries != [Symmetry::None]
    }

    /// No puzzle with more clues is known that needs each of them.
    fn most_minimal(&self) -> usize {
        if self.geometry.is_classic() {
            MOST_MINIMAL
        } else {
            // The last digit of a house follows from the others.
            self.geometry.n_cells() - 1
        }
    }

    /// Whether removal hardly ever leaves so few clues.
    pub(super) fn has_few_clues(&self) -> bool {
        let is_within = |most: usize| self.range().1 <= most;
        let ties_two = |kind: &Symmetry| few::TYING_TWO.contains(kind);
        let is_few = match self.symmetries.as_slice() {
            [Symmetry::None] => is_within(few::MOST),
            kinds => is_within(few::MOST_TIED) && kinds.iter().all(ties_two),
        };
        self.geometry.is_classic() && self.pattern.is_none() && is_few
    }

    /// Whether a full grid hardly ever is the only solution of its digits in the pattern.
    pub(super) fn has_sparse_pattern(&self) -> bool {
        let cells = self.pattern.as_ref().map_or(usize::MAX, Vec::len);
        self.geometry.is_classic() && cells <= sparse::MOST
    }

    /// Why there is no such puzzle, as far as that is known without a search.
    pub(super) fn refusal(&self) -> Option<Impossible> {
        let geometry = &self.geometry;
        let (least, most) = self.range();
        if let Some(vicinity) = &self.vicinity {
            return self.vicinity_refusal(vicinity);
        }
        if self.symmetries.is_empty() {
            return Some(Impossible::NoSymmetry);
        }
        if let Some(&symmetry) = self.symmetries.iter().find(|kind| !kind.is_of(geometry)) {
            return Some(Impossible::Symmetry(symmetry));
        }
        if least > most {
            return Some(Impossible::Range { least, most });
        }
        if least > geometry.n_cells() {
            let n_cells = geometry.n_cells();
            return Some(Impossible::MoreThanCells { least, n_cells });
        }
        let fewest = self.fewest();
        if most < fewest {
            return Some(Impossible::TooFew {
                most,
                fewest,
                half_turn: fewest == FEWEST_HALF_TURN,
            });
        }
        if let Some(refusal) = self.minimal_refusal() {
            return Some(refusal);
        }
        if self.is_unbiased && (self.symmetries != [Symmetry::None] || self.pattern.is_some()) {
            return Some(Impossible::Biased);
        }
        if self.is_unbiased && !(geometry.is_classic() && self.needs_every_clue()) {
            return Some(Impossible::UnbiasedBoard);
        }
        match &self.pattern {
            Some(cells) => self.pattern_refusal(cells),
            None => self.orbit_refusal(),
        }
    }

    /// Why no clue of such puzzles could be needed. With a symmetry more clues may be needed
    /// than without: only those that it ties together have to be.
    fn minimal_refusal(&self) -> Option<Impossible> {
        let most = self.most_minimal();
        let least = self.pattern.as_ref().map_or(self.range().0, Vec::len);
        let is_refused = self.needs_every_clue() && !self.has_symmetry() && least > most;
        is_refused.then_some(Impossible::TooManyMinimal { least, most })
    }

    /// Why a puzzle has no neighbours.
    fn vicinity_refusal(&self, vicinity: &Vicinity) -> Option<Impossible> {
        let (less, more) = (vicinity.less, vicinity.more);
        let n = vicinity.n_clues();
        let is_alone = self.symmetries == [Symmetry::None]
            && self.pattern.is_none()
            && self.clues.is_none()
            && !self.is_unbiased;
        if !self.geometry.is_classic() || !is_alone {
            return Some(Impossible::Around);
        }
        if less.max(more) > vicinity::MOST || less.max(more) == 0 || less > n {
            return Some(Impossible::Swap { less, more });
        }
        let most = n + more - less;
        let (fewest, half_turn) = (FEWEST, false);
        (most < FEWEST).then_some(Impossible::TooFew {
            most,
            fewest,
            half_turn,
        })
    }

    /// Fewer clues are never enough, as far as is known.
    fn fewest(&self) -> usize {
        let has_half_turn = self.symmetries.iter().all(|kind| kind.has_half_turn());
        match (self.geometry.is_classic(), has_half_turn) {
            (true, true) => FEWEST_HALF_TURN,
            (true, false) => FEWEST,
            // Two digits that are not given could be swapped.
            (false, _) => self.geometry.size() - 1,
        }
    }

    /// Why a puzzle with clues in exactly these cells has several solutions.
    fn pattern_refusal(&self, cells: &[Cell]) -> Option<Impossible> {
        let geometry = &self.geometry;
        let (least, most) = self.range();
        let n = cells.len();
        if n < self.fewest() {
            return Some(Impossible::PatternTooSmall {
                n,
                fewest: self.fewest(),
            });
        }
        if !(least..=most).contains(&n) {
            return Some(Impossible::PatternClues { n, least, most });
        }
        // Two empty rows of a band can be swapped, unless other houses forbid it.
        let boxes = geometry.boxes().filter(|_| geometry.is_plain())?;
        let size = geometry.size();
        let is_empty = |line: usize, of: fn(usize, usize) -> usize| {
            cells.iter().all(|cell| of(cell.index(), size) != line)
        };
        let pair = |width: usize, of: fn(usize, usize) -> usize| {
            let empty: Vec<usize> = (0..size).filter(|&line| is_empty(line, of)).collect();
            let pairs = empty.windows(2);
            let mut pairs = pairs.filter(|pair| pair[0] / width == pair[1] / width);
            pairs.next().map(|pair| (pair[0] + 1, pair[1] + 1))
        };
        if let Some((first, second)) = pair(boxes.rows, |cell, size| cell / size) {
            let what = "rows";
            return Some(Impossible::EmptyLines {
                what,
                first,
                second,
            });
        }
        let (first, second) = pair(boxes.columns, |cell, size| cell % size)?;
        let what = "columns";
        Some(Impossible::EmptyLines {
            what,
            first,
            second,
        })
    }

    /// Whether no union of orbits has a number of clues within the range.
    fn orbit_refusal(&self) -> Option<Impossible> {
        let (least, most) = self.range();
        let can_be = |symmetry: &Symmetry| {
            let orbits = symmetry.orbits(&self.geometry).unwrap_or_default();
            let mut sums = vec![false; self.geometry.n_cells() + 1];
            sums[0] = true;
            for size in orbits.iter().map(Vec::len) {
                for sum in (size..sums.len()).rev() {
                    sums[sum] |= sums[sum - size];
                }
            }
            (least..=most.min(self.geometry.n_cells())).any(|n| sums[n])
        };
        let is_possible = self.symmetries.iter().any(can_be);
        (!is_possible).then_some(Impossible::Orbits { least, most })
    }
}

/// No classic puzzle has fewer clues (G. McGuire, B. Tugemann, G. Civario, 2012).
const FEWEST: usize = 17;

/// None is known with fewer that lie symmetrically by a half-turn; players' searches of many
/// years found 18.
const FEWEST_HALF_TURN: usize = 18;

/// No minimal puzzle with more clues is known.
const MOST_MINIMAL: usize = 40;

/// Why there is no puzzle of the kind that was wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The board does not have this symmetry.
    Symmetry(Symmetry),
    /// The board has no symmetry at all.
    NoSymmetry,
    /// The range of clues is empty.
    Range {
        /// The least.
        least: usize,
        /// The most.
        most: usize,
    },
    /// More clues than cells.
    MoreThanCells {
        /// The least.
        least: usize,
        /// The cells of the board.
        n_cells: usize,
    },
    /// Too few clues for one solution.
    TooFew {
        /// The most that are allowed.
        most: usize,
        /// The fewest that can do.
        fewest: usize,
        /// Whether the reason is the half-turn.
        half_turn: bool,
    },
    /// More clues than a minimal puzzle has.
    TooManyMinimal {
        /// The least.
        least: usize,
        /// The most that a minimal puzzle is known to have.
        most: usize,
    },
    /// The pattern has too few cells for one solution.
    PatternTooSmall {
        /// Its cells.
        n: usize,
        /// The fewest that can do.
        fewest: usize,
    },
    /// The pattern has more or fewer cells than there may be clues.
    PatternClues {
        /// Its cells.
        n: usize,
        /// The least.
        least: usize,
        /// The most.
        most: usize,
    },
    /// The pattern leaves two lines empty that can then be swapped.
    EmptyLines {
        /// `rows` or `columns`.
        what: &'static str,
        /// The first, counted from 1.
        first: usize,
        /// The second.
        second: usize,
    },
    /// Clues that the symmetry ties together never add up to such a number.
    Orbits {
        /// The least.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Unbiased puzzles cannot have a symmetry or a pattern.
    Biased,
    /// Unbiased puzzles are minimal puzzles on the classic board.
    UnbiasedBoard,
    /// Neighbours of a puzzle are for the classic board, and go with no other wish about clues.
    Around,
    /// So many clues cannot be exchanged.
    Swap {
        /// How many go.
        less: usize,
        /// How many come.
        more: usize,
    },
    /// There is no way to draw the grids of the board with equal probability.
    NotUniform,
    /// The board has no full grid.
    NoGrid,
    /// The caller stopped the preparation.
    Stopped,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Impossible::Symmetry(symmetry) => {
                write!(f, "the board does not have the symmetry {symmetry}")
            }
            Impossible::NoSymmetry => write!(f, "the board has no symmetry"),
            Impossible::Range { least, most } => {
                write!(f, "expected a range of clues, found {least}..{most}")
            }
            Impossible::MoreThanCells { least, n_cells } => {
                write!(f, "{least} clues do not fit on a board of {n_cells} cells")
            }
            Impossible::TooFew {
                most,
                fewest,
                half_turn,
            } => {
                let why = if half_turn {
                    " if they lie symmetrically by a half-turn"
                } else {
                    ""
                };
                let clues = if fewest == 1 { "clue" } else { "clues" };
                let are = if most == 1 { "is" } else { "are" };
                write!(
                    f,
                    "a puzzle with one solution needs at least {fewest} {clues}{why}, and {most} \
                     {are} allowed"
                )
            }
            Impossible::TooManyMinimal { least, most } => write!(
                f,
                "no minimal puzzle with more than {most} clues is known, and {least} are asked for"
            ),
            Impossible::PatternTooSmall { n, fewest } => write!(
                f,
                "a puzzle with one solution needs at least {fewest} clues, and the pattern has {n}"
            ),
            Impossible::PatternClues { n, least, most } => write!(
                f,
                "the pattern has {n} cells, and the number of clues is to be {least}..{most}"
            ),
            Impossible::EmptyLines {
                what,
                first,
                second,
            } => write!(
                f,
                "the pattern leaves {what} {first} and {second} empty: they could be swapped, so \
                 there would be several solutions"
            ),
            Impossible::Orbits { least, most } => write!(
                f,
                "clues with this symmetry never add up to {least}..{most}"
            ),
            Impossible::Biased => {
                write!(f, "unbiased puzzles cannot have a symmetry or a pattern")
            }
            Impossible::UnbiasedBoard => {
                write!(
                    f,
                    "unbiased puzzles are minimal puzzles on the classic board"
                )
            }
            Impossible::Around => write!(
                f,
                "neighbours are those of classic puzzles, and have no symmetry, pattern or number \
                 of clues to choose"
            ),
            Impossible::Swap { less, more } => write!(
                f,
                "expected up to {} clues to exchange, and as many as there are, found -{less}+{more}",
                vicinity::MOST
            ),
            Impossible::NotUniform => write!(
                f,
                "full grids of this board cannot be drawn with equal probability"
            ),
            Impossible::NoGrid => write!(f, "the board has no full grid"),
            Impossible::Stopped => write!(f, "stopped before the first puzzle"),
        }
    }
}

impl std::error::Error for Impossible {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(wish: &Wish) -> String {
        wish.refusal()
            .map_or_else(String::new, |why| why.to_string())
    }

    fn classic() -> Wish {
        Wish::new(Geometry::classic())
    }

    #[test]
    fn impossible_numbers_of_clues_are_refused() {
        assert_eq!(refused(&classic().clues(17..=17)), "");
        assert_eq!(
            refused(&classic().clues(10..=16)),
            "a puzzle with one solution needs at least 17 clues, and 16 are allowed"
        );
        assert_eq!(
            refused(&classic().clues(17..=17).symmetry(Symmetry::QuarterTurn)),
            "a puzzle with one solution needs at least 18 clues if they lie symmetrically by a \
             half-turn, and 17 are allowed"
        );
        assert_eq!(
            refused(&classic().clues(17..=17).symmetry(Symmetry::Diagonal)),
            ""
        );
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
        let reversed = classic().clues(30..=20);
        assert_eq!(
            refused(&reversed),
            "expected a range of clues, found 30..20"
        );
        assert_eq!(
            refused(&classic().clues(82..=90)),
            "82 clues do not fit on a board of 81 cells"
        );
        assert_eq!(refused(&classic().clues(41..=50)), "");
        assert_eq!(
            refused(&classic().clues(41..=50).minimal(true)),
            "no minimal puzzle with more than 40 clues is known, and 41 are asked for"
        );
        // Clues that a symmetry ties together are needed together: there can be more.
        let full = classic().symmetry(Symmetry::Full).minimal(true);
        assert_eq!(refused(&full.clues(41..=50)), "");
        let everywhere = classic().pattern(Geometry::classic().cells()).minimal(true);
        assert_eq!(
            refused(&everywhere),
            "no minimal puzzle with more than 40 clues is known, and 81 are asked for"
        );
        let small = Wish::new(Geometry::of_size(4).unwrap()).minimal(true);
        assert_eq!(
            refused(&small.clues(16..=16)),
            "no minimal puzzle with more than 15 clues is known, and 16 are asked for"
        );
        let four = Wish::new(Geometry::of_size(4).unwrap());
        assert_eq!(
            refused(&four.clues(1..=2)),
            "a puzzle with one solution needs at least 3 clues, and 2 are allowed"
        );
    }

    #[test]
    fn numbers_that_no_symmetry_adds_up_to_are_refused() {
        // Orbits of eight and four cells, and the one in the middle.
        let full = classic().symmetry(Symmetry::Full);
        assert_eq!(
            refused(&full.clone().clues(26..=27)),
            "clues with this symmetry never add up to 26..27"
        );
        assert_eq!(refused(&full.clues(25..=27)), "");
    }

    #[test]
    fn patterns_that_leave_a_choice_are_refused() {
        let cells = |text: &str| -> Vec<Cell> {
            let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
            let marked = bytes.enumerate().filter(|(_, byte)| *byte == b'x');
            marked.map(|(index, _)| Cell::from_index(index)).collect()
        };
        let rows = "
            xxxxxxxxx xxxxxxxxx xxxxxxxxx
            ......... xxxxxxxxx .........
            xxxxxxxxx xxxxxxxxx xxxxxxxxx";
        assert_eq!(
            refused(&classic().pattern(cells(rows))),
            "the pattern leaves rows 4 and 6 empty: they could be swapped, so there would be \
             several solutions"
        );
        let columns = "xx..xxxxx".repeat(9);
        assert_eq!(refused(&classic().pattern(cells(&columns))), "");
        let columns = "x..xxxxxx".repeat(9);
        assert_eq!(
            refused(&classic().pattern(cells(&columns))),
            "the pattern leaves columns 2 and 3 empty: they could be swapped, so there would be \
             several solutions"
        );
        assert_eq!(
            refused(&classic().pattern(cells("xxxx"))),
            "a puzzle with one solution needs at least 17 clues, and the pattern has 4"
        );
        let all = classic().pattern(cells(&"x".repeat(30))).clues(20..=25);
        assert_eq!(
            refused(&all),
            "the pattern has 30 cells, and the number of clues is to be 20..25"
        );
    }

    #[test]
    fn a_board_has_to_have_the_symmetry() {
        let six = || Wish::new(Geometry::with_boxes(2, 3).unwrap());
        assert_eq!(refused(&six().symmetry(Symmetry::HalfTurn)), "");
        assert_eq!(
            refused(&six().symmetry(Symmetry::Full)),
            "the board does not have the symmetry full"
        );
        let regions = b"AAABBAACBBCCCDBCEDDDEEEED".map(usize::from);
        let jigsaw = Geometry::builder(5).regions(regions).build().unwrap();
        let any = Wish::new(jigsaw).any_symmetry();
        assert_eq!(refused(&any), "the board has no symmetry");
    }
}

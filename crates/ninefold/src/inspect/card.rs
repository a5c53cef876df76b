//! All meters of a puzzle at once.

use super::backdoor::{Backdoor, backdoor};
use super::candidates::{TrueCandidates, true_candidates};
use super::census::solution_count;
use super::completing::{Clues, enough_clues};
use super::estimate::{Estimate, estimate};
use super::isomorph::isomorph_id;
use super::limits::Limits;
use super::pattern::pattern_symmetry;
use super::redundant::{largest_found, redundant_clues};
use crate::canon::{Canonical, FormFinder, NotCanonical};
use crate::engine::Count;
use crate::generate::Symmetry;
use crate::geometry::Candidate;
use crate::puzzle::{Grid, Puzzle};

/// Up to here solutions are counted; beyond, they are estimated.
const COUNTED: u64 = 1_000_000;

/// How many nodes a count may take for each that another meter may: on classic boards enough for
/// a million solutions, on others, where a node takes much longer, a few seconds.
const COUNTING: [u64; 2] = [2, 16];

/// The random probes of an estimate.
const PROBES: u64 = 1000;

/// What the meters say about a puzzle.
#[derive(Clone, Debug)]
pub struct Card {
    /// The number of solutions, up to a million.
    pub count: Count,
    /// How many there are, if they are too many to count.
    pub estimate: Option<Estimate>,
    /// The candidates that occur in some solution.
    pub candidates: TrueCandidates,
    /// The clues of which each alone could be left out.
    pub redundant: Clues,
    /// A large set of clues that could be left out together.
    pub spare: Vec<Candidate>,
    /// The single clues that would make the puzzle proper.
    pub completing: Clues,
    /// Several clues that together make it proper, if no single one does and it has more solutions
    /// than one.
    pub enough: Option<Vec<Candidate>>,
    /// How the clues lie.
    pub symmetry: Symmetry,
    /// The smallest isomorph, with the number of automorphisms.
    pub form: Result<Canonical, NotCanonical>,
    /// The fewest digits after which singles solve the puzzle, if it has one solution.
    pub backdoor: Option<Backdoor>,
}

/// Measures a puzzle: every meter, each within the limits. The seed is that of the estimate.
///
/// ```
/// use ninefold::canon::FormFinder;
/// use ninefold::inspect::{Limits, card};
///
/// let puzzle = ninefold::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let card = card(&puzzle, 0, &mut FormFinder::new(), Limits::of(puzzle.geometry()));
/// assert_eq!(card.is_minimal(), Some(false));
/// assert_eq!(card.symmetry.name(), "half-turn");
/// assert_eq!(card.backdoor.map(|backdoor| backdoor.at_least), Some(0));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
pub fn card(puzzle: &Puzzle, seed: u64, forms: &mut FormFinder, limits: Limits<'_>) -> Card {
    let candidates = true_candidates(puzzle, limits);
    let count = match candidates.census().count() {
        Count::AtLeast(_) => {
            let nodes = limits.n_nodes();
            let factor = COUNTING[usize::from(puzzle.geometry().is_classic())];
            solution_count(puzzle, COUNTED, limits.nodes(nodes.saturating_mul(factor)))
        }
        known => known,
    };
    let estimate = match count {
        Count::Exactly(_) => None,
        _ => estimate(puzzle, PROBES, seed, limits),
    };
    let redundant = redundant_clues(puzzle, limits);
    let spare = largest_found(puzzle, &redundant.found, &mut limits.questions());
    let completing = candidates.completing_clues(puzzle, limits);
    let has_several = !matches!(count, Count::Exactly(0 | 1) | Count::Stopped(0 | 1));
    let wants_more = has_several && completing.found.is_empty();
    let mut card = Card {
        count,
        estimate,
        redundant,
        spare,
        completing,
        enough: wants_more.then(|| enough_clues(puzzle, limits)).flatten(),
        symmetry: pattern_symmetry(puzzle),
        form: forms.minlex(puzzle),
        backdoor: None,
        candidates,
    };
    let solution = card.solution();
    card.backdoor = solution.map(|solution| backdoor(puzzle, solution, limits));
    card
}

impl Card {
    /// Whether the puzzle has one solution and needs every clue; `None` if that is not known.
    pub fn is_minimal(&self) -> Option<bool> {
        match self.count {
            Count::Exactly(1) if !self.redundant.found.is_empty() => Some(false),
            Count::Exactly(1) => self.redundant.is_complete.then_some(true),
            Count::Exactly(_) | Count::AtLeast(_) | Count::Stopped(2..) => Some(false),
            Count::Stopped(_) => None,
        }
    }

    /// How many solutions were counted, and whether these are all.
    pub fn counted(&self) -> (u64, bool) {
        match self.count {
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Stopped(count) => (count, false),
        }
    }

    /// The only solution, if there is one.
    pub fn solution(&self) -> Option<&Grid> {
        match self.count {
            Count::Exactly(1) => self.candidates.census().first_two().first(),
            _ => None,
        }
    }

    /// A number that isomorphs have in common: [`isomorph_id`].
    pub fn id(&self) -> Option<u128> {
        self.form.as_ref().ok().map(isomorph_id)
    }
}

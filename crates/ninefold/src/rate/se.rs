//! Sudoku Explainer 1.2.1: the rating of the hardest step, of the first digit and of the first
//! step; what players call SE, SER or ER/EP/ED.
//!
//! Nicolas Juillerat's program rates a step by its technique and, where the technique is a
//! chain, by its length. The numbers are the program's own, ties and quirks included; so they
//! may change by a tenth or more when a puzzle is turned or its digits are exchanged.

use super::explainer::{Edition, Explainer};
use super::{Rating, Scale, Unrated};
use crate::logic::Technique::{self, *};
use crate::puzzle::Puzzle;

/// The scale of Sudoku Explainer 1.2.1.
///
/// ```
/// let puzzle = ninefold::parse(
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")?;
/// # if false { // It takes seconds.
/// let rating = ninefold::rate::rate(&puzzle, &ninefold::rate::se::Se)?;
/// assert_eq!(rating.to_string(), "10.7/10.7/9.7");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Se;

impl Scale for Se {
    fn name(&self) -> &'static str {
        "se"
    }

    fn version(&self) -> &'static str {
        "Sudoku Explainer 1.2.1"
    }

    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated> {
        Explainer::new(Edition::Se121, puzzle, should_stop).rate()
    }
}

/// The rating of the shortest step of a technique, in tenths: 26 is the `ER=2.6` of locked
/// candidates. None if Sudoku Explainer does not have the technique.
pub fn least(technique: Technique) -> Option<u32> {
    Some(match technique {
        FullHouse => 10,
        HiddenSingle => 12,
        NakedSingle => 23,
        LockedCandidates1 => 26,
        LockedCandidates2 => 28,
        NakedPair => 30,
        XWing => 32,
        HiddenPair => 34,
        NakedTriple => 36,
        Swordfish => 38,
        HiddenTriple => 40,
        XYWing => 42,
        XYZWing => 44,
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 => 45,
        UniqueLoop => 46,
        NakedQuadruple => 50,
        Jellyfish => 52,
        HiddenQuadruple => 54,
        BugPlus1 => 56,
        Bug2 | Bug4 => 57,
        Bug3 => 58,
        AlignedPairExclusion => 62,
        XChain | XYChain => 65,
        Skyscraper | TwoStringKite | TurbotFish => 66,
        WWing | RemotePair | ContinuousNiceLoop | DiscontinuousNiceLoop | Aic => 70,
        AlignedTripleExclusion => 75,
        ForcingChainContradiction | ForcingChainVerity => 80,
        ForcingNetContradiction | ForcingNetVerity => 85,
        _ => return None,
    })
}
